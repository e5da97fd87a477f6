#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The command line itself: help, version, what is refused with which words, exit codes.
set -u
: "${PF:?}" "${TMP:?}"
lib=$(cd "$(dirname "$PF")/lib" && pwd) || exit 2
cd "$TMP" || exit 2
n=0 rc=0

# want EXIT-CODE PATTERN WHAT COMMAND...: standard output and error together hold the pattern.
want() {
	local code=$1 pattern=$2 what=$3 got
	shift 3
	n=$((n + 1))
	"$@" >out 2>&1 </dev/null
	got=$?
	if [ "$got" = "$code" ] && grep -qE -- "$pattern" out; then
		echo "ok $n - $what"
	else
		rc=1
		echo "not ok $n - $what: exit code $got, expected $code and /$pattern/"
		head -n 5 out | sed 's/^/# /'
	fi
}

# one_line EXIT-CODE PATTERN WHAT COMMAND...: the same, and nothing else is printed.
one_line() {
	want "$@"
	n=$((n + 1))
	if [ "$(wc -l <out)" = 1 ]; then
		echo "ok $n - $3: one line"
	else
		rc=1
		echo "not ok $n - $3: $(wc -l <out) lines"
	fi
}

# Programs that ask for the library, but were written by hand.
cat >app.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	const char *v = argc > 2 && !strcmp(argv[1], "env") ? getenv(argv[2]) : NULL;

	for (int i = 0; i < argc; i++)
		printf("[%s]", argv[i]);
	printf(" %s\n", v ? v : "unset");
	return argc > 1 && !strcmp(argv[1], "exit") ? atoi(argv[2]) : 0;
}
C
gcc app.c -o app -L"$lib" -Wl,--no-as-needed -lphotofinish || exit 2
gcc app.c -o foreign || exit 2
mkdir -p bin && cp app bin/inpath

want 0 '^photofinish [0-9]+\.[0-9]+\.[0-9]+$' "--version" "$PF" --version
want 0 'Examples:' "--help" "$PF" --help
want 0 'Examples:' "help" "$PF" help
want 2 'Usage: photofinish' "no command" "$PF"
for c in cc run trace; do
	want 0 "photofinish $c" "help $c" "$PF" help $c
	want 0 "photofinish $c" "$c --help" "$PF" $c --help
done
one_line 2 "'frob' is not a command; photofinish help" "unknown command" "$PF" frob
one_line 2 "'frob' is not a command" "help for an unknown command" "$PF" help frob
one_line 2 "'--frob' is not a command" "unknown option before the command" "$PF" --frob
want 2 'standard output: No space left' "version to a full disk" sh -c '"$1" --version >/dev/full' _ "$PF"
want 2 'standard output: No space left' "help to a full disk" sh -c '"$1" help >/dev/full' _ "$PF"

want 2 'no program given' "run without a program" "$PF" run
want 2 "unrecognized option '--frob'" "unknown option of run" "$PF" run --frob ./app
want 2 "option '--seed' requires an argument" "option without value" "$PF" run --seed
one_line 2 "run: --seed: '12x' is not a number; expected 0 to" "bad seed" "$PF" run --seed 12x ./app
one_line 2 "run: --mode: 'x' is unknown; expected lockstep or its" "bad mode" "$PF" run --mode=x ./app
one_line 2 "run: --trace: '' is empty" "empty trace name" "$PF" run --trace= ./app
one_line 2 "run: PHOTOFINISH_SEED: 'x' is not a number" "bad variable" env PHOTOFINISH_SEED=x "$PF" run ./app
one_line 2 "run: PHOTOFINISH_FROB: no such option" "unknown variable" env PHOTOFINISH_FROB=1 "$PF" run ./app
one_line 2 '^photofinish: ./missing: No such file or directory$' "missing program" "$PF" run ./missing
one_line 2 '^photofinish: nowhere: not found in PATH$' "program that PATH lacks" "$PF" run nowhere
one_line 2 'app: not found in PATH; .* write ./app$' "program of this folder without ./" "$PF" run app
one_line 2 '^photofinish: /: is a directory$' "root" "$PF" run /
one_line 2 '^photofinish: ./bin: is a directory$' "folder with a name" "$PF" run ./bin
one_line 2 '^photofinish: ./app.c: is not executable$' "not executable" "$PF" run ./app.c
one_line 2 'x.cu is source code; compile it first: photofinish cc x.cu' "source file" "$PF" run x.cu
one_line 2 '^photofinish: ./foreign: was not built by photofinish cc$' "foreign program" "$PF" run ./foreign
printf '#!/bin/sh\nexit 0\n' >script && chmod +x script
one_line 2 'script: not an executable built by photofinish cc' "script" "$PF" run ./script
: >empty && chmod +x empty
one_line 2 'empty: not an executable built by photofinish cc' "empty file" "$PF" run ./empty
one_line 2 '/dev/null: is not a regular file' "device" "$PF" run /dev/null

want 0 '^\[./app\] unset$' "run" "$PF" run ./app
want 0 '^\[./app\]\[--seed\]\[3\]\[-q\] unset$' "options after the program are its own" "$PF" run ./app --seed 3 -q
want 0 '^\[./app\]\[--\]\[a b\] unset$' "-- before the program" "$PF" run -q -- ./app -- 'a b'
want 0 '^\[inpath\] unset$' "program in PATH" env PATH="$TMP/bin:$PATH" "$PF" run inpath
want 7 '\[exit\]\[7\]' "exit code of the program" "$PF" run ./app exit 7
want 0 ' 5k$' "option becomes a variable" "$PF" run --max-instructions 5k ./app env PHOTOFINISH_MAX_INSTRUCTIONS
want 0 ' 1$' "flag becomes a variable" "$PF" run -q ./app env PHOTOFINISH_QUIET
want 0 ' 9$' "option before variable" env PHOTOFINISH_SEED=8 "$PF" run --seed 9 ./app env PHOTOFINISH_SEED
want 0 ' 8$' "variable without option" env PHOTOFINISH_SEED=8 "$PF" run ./app env PHOTOFINISH_SEED
want 0 " $lib\$" "library path" env -u LD_LIBRARY_PATH "$PF" run ./app env LD_LIBRARY_PATH
want 0 " $lib:/some where\$" "library path in front" env LD_LIBRARY_PATH='/some where' "$PF" run ./app env LD_LIBRARY_PATH
exit $rc
