#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# lint.sh is clean, tidy.sh sees functions that are too long or too complex, guards.sh headers with one guard. lint is skipped outside a git checkout:
# it asks git which files are the project's.
set -u
: "${TMP:?}"
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
. "$root/tb/tap.sh"

if git -C "$root" rev-parse --git-dir >/dev/null 2>&1; then
	check "lint" bash "$root/tb/lint.sh"
else
	n=$((n + 1))
	echo "ok $n - lint # SKIP not a git checkout"
fi

# function_of NAME STATEMENT...: a statement a line
function_of() {
	printf 'int %s(int a);\nint %s(int a)\n{\n' "$1" "$1"
	printf '\t%s\n' "${@:2}"
	printf '\treturn a;\n}\n'
}
mapfile -t lines < <(yes 'a++;' | head -n 57)
function_of right "${lines[@]}" >right.c
function_of long_function "${lines[@]}" 'a++;' 'a++;' 'a++;' 'a++;' >long.c
nest=''
for i in 1 2 3 4 5 6 7 8 9 10; do nest+="if (a > $i) { "; done
function_of nested "$nest a++; }}}}}}}}}}" >nested.c
finds() { # FILE TEXT: it is wrong, also when asked again
	for i in 1 2; do
		! bash "$root/tb/tidy.sh" "$PWD/$1" >out 2>&1 && cat out && grep -q "$2" out || return 1
	done
}
check "a function of 60 lines" eval 'bash "$root/tb/tidy.sh" "$PWD/right.c" && bash "$root/tb/tidy.sh" "$PWD/right.c"'
check "a function that is longer" finds long.c "function 'long_function' exceeds"
check "a function that is too complex" finds nested.c "function 'nested' has cognitive complexity"

printf '#ifndef A_H\n#define A_H\n#endif\n' >a.h
printf '/* b */\n#ifndef A_H\n#define A_H\n#endif\n' >b.h
printf '#ifndef C_H\n#define C_H\n#ifndef A_H\n#endif\n#endif\n' >c.h
check "headers with guards of their own" bash "$root/tb/guards.sh" a.h c.h
check "two headers with one guard" eval '! bash "$root/tb/guards.sh" a.h c.h b.h >out && grep -q "A_H guards a.h and b.h" out'
echo "1..$n"
exit $rc
