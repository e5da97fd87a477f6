#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Faults planted in sw/exact and pf_exact_pairs.c, one at a time (faults.tab): test_exact.c must notice each.
# needs: $B/tb/judge/judges $B/tb/property/campaign
set -u
: "${B:?}" "${TMP:?}"
root=$(cd "$(dirname "$0")/../.." && pwd)
B=$(readlink -f "$B")
cd "$TMP" || exit 2
. "$root/tb/tap.sh"

# Everything else, as it was built.
others=("$B"/obj/tb/judge/{both,compare,execution,model,random,relation}.o "$B"/obj/tb/property/{emit,interleavings,program}.o "$B/lib/libphotofinish.a")

fresh() { # the sources, below tree, beside the others' headers
	rm -rf tree
	mkdir -p tree/sw tree/sw/reference && cp -r "$root/sw/exact" tree/sw/ && cp "$root"/sw/reference/pf_exact_pairs.[ch] tree/sw/reference/
	for d in "$root"/sw/*/; do
		[ -e "tree/sw/$(basename "$d")" ] || ln -s "$d" tree/sw/
	done
	for f in "$root"/sw/reference/*; do
		[ -e "tree/sw/reference/$(basename "$f")" ] || ln -s "$f" tree/sw/reference/
	done
}
right() { # the tests, of these sources
	"${CC:-gcc}" -std=c11 -O1 -w -D_GNU_SOURCE -Itree/sw -I"$B/gen" "$root/tb/exact/test_exact.c" tree/sw/exact/*.c tree/sw/reference/pf_exact_pairs.c \
		"${others[@]}" -lcmocka -lzstd -ljansson -lisl -lm -lpthread -o tree/test || exit 2
	EXACT_PROGRAMS=${EXACT_PROGRAMS:-1000} timeout 100 tree/test
}
noticed() { # FILE FROM TO
	local file=tree/sw/exact/$1
	fresh
	[ -e "$file" ] || file=tree/sw/reference/$1
	FROM=$2 TO=$3 perl -0pi -e 's/\Q$ENV{FROM}\E/$ENV{TO}/ or exit 1' "$file" && ! right
}

nl=$'\n'
fresh
check "without a fault" right
while IFS='@' read -r file from to; do
	case $file in '' | '#'*) continue ;; esac
	check "$file: $from -> $to" noticed "$file" "${from//\\n/$nl}" "${to//\\n/$nl}"
done <"$root/tb/exact/faults.tab"
echo "1..$n"
exit $rc
