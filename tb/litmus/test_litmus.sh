#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Every litmus test, and the command that runs them.
# needs: san
set -u
: "${PF:?}" "${PF_SAN:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
cd "$TMP" || exit 2
. "$here/../tap.sh"

# fails CODE PATTERN WHAT COMMAND...: exit code, and one line on standard error
fails() {
	local code=$1 pattern=$2 what=$3 got
	shift 3
	"$@" >out 2>err </dev/null
	got=$?
	[ $got = "$code" ] && [ "$(wc -l <err)" = 1 ] && grep -qE -- "$pattern" err
	report "$what (exit code $got)" $? err
}

# Each test of each file is one line of the table.
tests=0
for f in "$here"/*.litmus; do
	name=$(basename "$f" .litmus)
	"$PF" litmus "$f" >table 2>err
	code=$?
	[ $code -le 1 ] && [ ! -s err ]
	report "$name: runs" $? err
	while read -r test orders rest; do
		tests=$((tests + 1))
		case "$orders $rest" in
		*WRONG*) report "$name: $test ${rest##*WRONG: }" 1 ;;
		*+*) report "$name: $test: not every order was walked" 1 ;;
		*=*) report "$name: $test" 0 ;;
		*) report "$name: $test: nothing is expected of it" 1 ;;
		esac
	done < <(grep '^  [a-z]' table | grep -v '^  test ')
	check "$name: every test is in the table" test "$(grep -c '^test ' "$f")" = "$(grep '^  [a-z]' table | grep -vc '^  test ')"
	check "$name: every test says why" awk '
		/^#/ { why = 1; next }
		/^test / && !why { print "line " NR ": " $0; bad = 1 }
		{ why = 0 }
		END { exit bad }' "$f"
done
# docs/memory-model.md names its tests in lines that start with "Tests:"; none is missing on either side.
model="order barrier fence acquire atomic lock cumulative memory ptx cluster copy"
sed -n '/^Tests:/,/^$/p' "$here/../../docs/memory-model.md" | grep -o '`[a-z0-9_]*`' | tr -d '`' | sort >named
for f in $model; do sed -n 's/^test //p' "$here/$f.litmus"; done | sort >there
check "docs/memory-model.md names each test once" diff named there
check "at least 60 tests ($tests)" test $tests -ge 60

cat >two.litmus <<'L'
# why "quoted"
test right
var x
b0.t0: st x 1
b1.t0: ld x
ptx always
test wrong
var x
b0.t0: st x 1
b1.t0: ld x
ptx never
L
"$PF" litmus two.litmus >two.out
check "exit code 1 when one is not as expected" test $? = 1
check "says what was expected" grep -q '^  wrong .*always *!.*WRONG: ptx: expected never, got always (2 of 2 orders)$' two.out
check "and what was not" grep -q '^  right  *2  *always *=' two.out
check "counts" grep -qx '2 tests, 1 not as expected' two.out
for old in "oracle never" "strict never"; do
	printf 'test t\nvar x\nb0.t0: st x 1\n%s\n' "$old" >old.litmus
	fails 2 "old.litmus:4: '${old% *}' is now 'ptx'" "${old% *} names its successor" "$PF" litmus old.litmus
done
check "exit code 0 when all are" "$PF" litmus --test right two.litmus
check "sanitized build" "$PF_SAN" litmus --test right two.litmus
check "standard input" sh -c '"$1" litmus --test right - <two.litmus' _ "$PF"
check "--ptx" sh -c '"$1" litmus --ptx two.litmus | grep -c "^.visible .entry litmus" | grep -qx 2' _ "$PF"
check "--max-runs" sh -c '"$1" litmus --max-runs 1 --test right two.litmus | grep -q " 1+ "' _ "$PF"
check "--max-runs in hexadecimal" sh -c '"$1" litmus --max-runs 0x1 --test right two.litmus | grep -q " 1+ "' _ "$PF"
check "--every-order" "$PF" litmus --every-order --test mp_fence "$here/fence.litmus"
check "--metadata cached16" "$PF" litmus --metadata cached16 --test mp_fence "$here/fence.litmus"

cat >tests.c <<'C'
#include <jansson.h>
#include <string.h>
int main(void)
{
	json_error_t e;
	json_t *all = json_loadf(stdin, JSON_REJECT_DUPLICATES, &e), *t;
	size_t i;

	json_array_foreach(all, i, t)
		printf("%s %d %s %s\n", json_string_value(json_object_get(t, "test")),
		       json_is_true(json_object_get(t, "ok")),
		       json_string_value(json_object_get(json_object_get(t, "ptx"), "got")),
		       json_string_value(json_object_get(t, "why")));
	return !all;
}
C
gcc tests.c -ljansson -o tests || exit 2
check "--json" sh -c '"$1" litmus --json two.litmus | ./tests >got; printf "right 1 always why \"quoted\"\nwrong 0 always \n" | diff - got' _ "$PF"

printf '# caf\351\ntest t\nvar x\nb0.t0: st x 1\n' >latin.litmus
check "--json of a comment that is not UTF-8" sh -c '"$1" litmus --json latin.litmus | ./tests | grep -qx "t 1 never caf?"' _ "$PF"
printf 'test t\nvar x\nb0.t0: st x 1\0\n' >nul.litmus
fails 2 'nul.litmus:3: expected ; or the end of the line, found byte 0x00$' "a NUL byte" "$PF" litmus nul.litmus
printf 'test t\r\nvar x\r\nb0.t0: st x 1\r\nptx never' >crlf.litmus
check "CRLF, and no line end at the end" "$PF" litmus crlf.litmus

check "--help" sh -c '"$1" litmus --help | grep -q -- --max-runs' _ "$PF"
fails 2 'nothing: No such file' "missing file" "$PF" litmus nothing
fails 2 '/: Is a directory' "folder" "$PF" litmus /
printf 'test a\nvar x\nb0.t0: frob x\n' >bad.litmus
fails 2 "bad.litmus:3: 'frob' is not an operation" "error in a file" "$PF" litmus bad.litmus
fails 2 "no test 'none'" "no test of that name" "$PF" litmus --test none two.litmus
printf 'test a\nvar x = 100000, y[2]\nb0.t0: r = ld x; st y[r] 1\ntest b\nvar x\nb0.t0: st x 1\n' >fault.litmus
"$PF" litmus fault.litmus >out 2>err
code=$?
[ $code = 1 ] && [ ! -s err ] && grep -q '^  a .* WRONG: faults: expected never, got always (1 of 1 orders): fault.litmus:3:1: ' out &&
	grep -q '^  b .*never' out
report "a fault is a test's result, and the next one runs" $? out
printf 'test a\nvar x\nb0.t0: while 0 == 0 { }\nb1.t0: st x 1\nhangs never\n' >hang.litmus
"$PF" litmus hang.litmus >out 2>err
[ $? = 1 ] && grep -q '^  a .* (hangs in 1) WRONG: hangs: expected never, got always (1 of 1 orders)$' out
report "a loop for ever is a test's result" $? out
printf 'test a\nvar x\nb0.t0: st x 1\nexists (x == 2)\n' >final.litmus
"$PF" litmus final.litmus >out 2>err
[ $? = 1 ] && grep -q ' exists (x == 2) in 0! WRONG: final.litmus:4: exists (x == 2): held in 0 of 1 orders$' out
report "a condition that does not hold names its line" $? out
printf 'test a\nvar x\nb0-2.t0: add x 1; r = ld.relaxed.gpu x\nexists (b0.t0.r == 3)\nnever (x != 3)\n' >final.litmus
check "--json has conditions" sh -c '"$1" litmus --json final.litmus | tr -d " \n" |
	grep -q "\"conditions\":\[{\"expected\":\"exists\",\"text\":\"(b0.t0.r==3)\",\"line\":4,\"orders\":[1-9][0-9]*,\"ok\":true},{\"expected\":\"never\""' _ "$PF"
# bad PATTERN TEXT: a test with that line is refused in line 4
bad() {
	printf 'test a\nvar x, s shared, a[2], w:8\nb0.t0: r = ld x; v = ld w\n%b\n' "$2" >bad.litmus
	fails 2 "bad.litmus:4: $1" "refuses: $2" "$PF" litmus bad.litmus
}
bad "no variable 'z'" 'exists (z == 1)'
bad "thread b0.t0 has no name 'q' when it leaves" 'exists (b0.t0.q == 1)'
bad "thread b3.t0 has no name 'r' when it leaves" 'never (b3.t0.r == 1)'
bad "'s' is not a variable in the buffer" 'exists (s == 1)'
bad 'index: 2 is not in 0..1' 'exists (a[2] == 1)'
bad 'expected a comparison' 'exists (x)'
bad 'expected \( and a condition' 'exists x == 1'
bad 'expected \), found the end of the line' 'exists (x == 1 && (x == 2)'
bad "expected never, sometimes or always, found 'perhaps'" 'faults perhaps'
bad 'expected a comparison' 'b1.t0: i = 1; while i { st x 1 }'
bad "'i' has 4 bytes, not 8" 'b1.t0: i = 1; v = ld w; if v == i { st x 1 }'
bad "'i' has 4 bytes, not 8" 'b1.t0: i = 1; i = ld w'
bad "'j' is no value" 'b1.t0: i = 1; i = i + j'
head -c 1100000 /dev/zero | tr '\0' '\n' >long.litmus
fails 2 'more than 1048576 bytes' "a file too long" "$PF" litmus long.litmus
fails 2 'standard output: No space left' "full disk" sh -c '"$1" litmus --test right two.litmus >/dev/full' _ "$PF"
for o in "--max-runs x" "--max-runs -1" "--metadata half" "--max-spin 99999999999" "--frob"; do
	# shellcheck disable=SC2086
	"$PF" litmus $o two.litmus >out 2>err
	check "refuses $o" test $? = 2
done
exit $rc
