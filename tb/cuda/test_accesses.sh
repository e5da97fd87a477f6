#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_accesses: at cc's default level every access of the source to memory that another thread could see
# is executed, once, on its line. levels/accesses.cu says beside each line what it makes; a trace says what
# happened.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tap.sh"
cd "$TMP" || exit 2
src=$here/levels/accesses.cu

# Both print "LINE OP COUNT", sorted.
expected() {
	grep -n '//: [0-9]' "$src" | sed 's|:.*//: | |' | awk '{for (i = 2; i <= NF; i++) {split($i, a, "x"); print $1, a[2], a[1]}}' | LC_ALL=C sort
}
executed() { # FLAGS...
	rm -f accesses accesses.trace
	"$PF" cc "$@" "$src" -o accesses 2>cc.log && "$PF" run -q --trace accesses.trace ./accesses >run.log || return
	"$PF" trace --json accesses.trace |
		jq -r 'select(.record == "op" and (.op == "ld" or .op == "st") and .space != "local" and .space != "param") |
			"\(.line) \(.op)\(if .sem == "weak" then "" else ".v" end)" +
			"\(if .vec > 1 then ".\(.vec)" else "" end)\(if .size != 4 then ":\(.size)" else "" end)"' |
		LC_ALL=C sort | uniq -c | awk '{print $2, $3, $1}' | LC_ALL=C sort
}
same() { diff <(expected) <(executed "$@"); }
differs() { ! same "$@" >diff.log && grep -q "$WHAT" diff.log; }

expected >want
check "the source tells enough" [ "$(wc -l <want)" -gt 70 ]
for arch in sm_60 sm_70 sm_80; do
	check "every access, and no other, at the default level, $arch" same --arch $arch
done
check "every access with -fmad=false, -g and -std=c++17" same -fmad=false -g -std=c++17

# What the levels of a real compiler leave of it. These also show that the comparison above can fail.
line() { grep -n "$1" "$src" | head -n 1 | cut -d: -f1; }
for level in -O1 -O2 -O3; do
	WHAT="^< $(line 'int dead') ld" check "$level removes the load that nobody uses" differs $level
	WHAT="^< $(line 'p\[0\] = 1;') st" check "$level removes the store that is overwritten" differs $level
done

echo "1..$n"
exit $rc
