#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_levels: the compiler's versions and levels. What the idioms of levels/ compute is the same at
# every level, in both divergence models; a clang that gets them wrong is refused by name.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tap.sh"
cd "$TMP" || exit 2

runs_right() { # ARCH FLAGS...
	"$PF" cc --arch "$@" "$here/levels/idioms.cu" -o idioms && "$PF" run -q ./idioms | grep -q ' 0 wrong'
}

for arch in sm_60 sm_70; do
	for level in "" -O0 -O1 -O2 -O3 -Os -G; do
		check "idioms, $arch, ${level:-default}" runs_right $arch $level
	done
done

# The flag against undefined arguments is our only defence: with the analysis on the leader's branch goes.
is_wrong() { ! runs_right "$@" && grep -q 'only the leader' <("$PF" run -q ./idioms); }
check "idioms notice that an analysis is on" is_wrong sm_70 -O1 -Xclang -enable-noundef-analysis

# Versions: what a compiler says of itself decides.
printf 'int main() {}\n' >empty.cu
refuses() { # TEXT LINE: PHOTOFINISH_CLANG is a program that prints LINE
	printf '#!/bin/sh\necho "%s"\n' "$2" >other
	chmod +x other
	rm -f empty
	PHOTOFINISH_CLANG=./other "$PF" cc empty.cu -o empty >out 2>&1
	[ $? = 2 ] && [ ! -e empty ] && [ "$(wc -l <out)" = 1 ] && grep -q -F -- "$1" out || {
		cat out
		return 1
	}
}
for v in 13.0.1 14.0.6 15.0.6 16.0.6; do
	check "clang $v is refused" refuses "clang ${v%%.*}, which emits wrong code" "Debian clang version $v"
done
check "clang 20 is refused" refuses "clang 20, which was never tested" "clang version 20.1.0 (https://example.org)"
check "gcc is refused" refuses "is not clang (supported: clang 19)" "gcc (Debian 12.2.0) 12.2.0"
check "the supported clang by name" env PHOTOFINISH_CLANG=clang++-19 "$PF" cc empty.cu -o empty

echo "1..$n"
exit $rc
