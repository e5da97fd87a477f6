#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Faults planted in sw/radish, one at a time (faults.tab): test_radish.c or test_compact.c must notice each.
set -u
: "${TMP:?}"
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
. "$root/tb/tap.sh"

fresh() { # the sources, below tree
	rm -rf tree
	mkdir tree && cp -r "$root/sw/radish" tree/ && ln -s "$root/sw/base" tree/base
}
right() { # the tests, of these sources
	local t
	for t in test_radish test_compact; do
		"${CC:-gcc}" -std=c11 -O1 -D_GNU_SOURCE -Itree -I"$root/sw" "$root/tb/radish/$t.c" \
			tree/radish/{check,clocks,level,lines,radish,variables,view}.c "$root"/sw/base/{mem,hashmap,diag}.c -lcmocka -o tree/$t ||
			exit 2
		RADISH_OPERATIONS=30000 timeout 100 tree/$t || return
	done
}
noticed() { # FILE FROM TO
	fresh && FROM=$2 TO=$3 perl -0pi -e 's/\Q$ENV{FROM}\E/$ENV{TO}/ or exit 1' "tree/radish/$1" && ! right
}

nl=$'\n'
fresh
check "without a fault" right
while IFS='~' read -r file from to; do
	case $file in '' | '#'*) continue ;; esac
	check "$file: $from -> $to" noticed "$file" "${from//\\n/$nl}" "${to//\\n/$nl}"
done <"$root/tb/radish/faults.tab"
echo "1..$n"
exit $rc
