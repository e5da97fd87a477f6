#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The directed tests of sw/kernels/directed: expected against got, one TAP line each; and that the
# runner itself says so when something is not as expected.
# needs: $B/san/tb/micro/directed
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
directed=${DIRECTED:-$(dirname "${PF_SAN:-$PF}")/tb/micro/directed}
kernels=$(cd "$here/../../sw/kernels/directed" && pwd)
. "$here/../tap.sh"

"$directed" --csv "$kernels"/*.litmus >"$TMP/csv" 2>"$TMP/err"
got=$?
while IFS=, read -r name _ _ oracle paper scord rest; do
	case $rest in *,yes) good=0 ;; *) good=1 ;; esac
	report "$name: $oracle, $paper, $scord" $good <(grep ": $name: " "$TMP/err")
done < <(tail -n +2 "$TMP/csv")
! grep 'no test shows' "$TMP/err" >"$TMP/rest"
report "every weakness has a test" $? "$TMP/rest"
report "exit status 0" $got "$TMP/err"
[ "$n" -gt 100 ]
report "more than 100 tests" $?

PF=$PF TMP=$TMP bash "$here/programs.sh" >"$TMP/programs" 2>&1
report "whole programs" $? "$TMP/programs"

# wrong EXIT-CODE PATTERN WHAT: a test on standard input, among tests that show nothing else
wrong() {
	cat >"$TMP/${4:-one}.litmus"
	"$directed" "$TMP/${4:-one}.litmus" >"$TMP/out" 2>&1
	[ $? = "$1" ] && grep -q -- "$2" "$TMP/out"
	report "$3" $? "$TMP/out"
}
wrong 1 'one: scord-model: expected never, got always' "notices a wrong verdict" <<'L'
test one
scord-model never
paper always
scord always
var x
b0.t0: st.volatile x 1
b1.t0: st.volatile x 2
L
wrong 1 'no expectation for scord$' "notices a missing expectation" <<'L'
test one
scord-model always
paper always
var x
b0.t0: st.volatile x 1
b1.t0: st.volatile x 2
L
wrong 1 'disagrees, and the test names no row' "notices a disagreement without a row" <<'L'
test one
scord-model always
paper never
scord always
var x device
b0.t0: st.volatile x 1
b1.t0: st.volatile x 2
L
wrong 1 'm-any-fence explains nothing' "notices a row that explains nothing" <<'L'
test one
scord-model always
paper never
scord always
row paper m-untracked, m-any-fence
var x device
b0.t0: st.volatile x 1
b1.t0: st.volatile x 2
L
wrong 1 'hangs in 1 orders' "notices a hang" <<'L'
test one
mode lockstep
scord-model never
paper never
scord never
var x
b0.t0: until add.gpu x 0 == 1
L
wrong 1 'no test shows f-cumulative' "notices weaknesses without a test" <<'L'
test one
scord-model always
paper always
scord always
var x
b0.t0: st.volatile x 1
b1.t0: st.volatile x 2
L
wrong 2 'one.litmus:2: ' "refuses what does not parse" <<'L'
test one
scord-model perhaps
L
"$directed" >"$TMP/out" 2>&1
[ $? = 2 ] && grep -q 'no file given' "$TMP/out"
report "refuses no file" $? "$TMP/out"
"$directed" /nowhere.litmus >"$TMP/out" 2>&1
[ $? = 2 ] && grep -q '^directed: /nowhere.litmus: No such file' "$TMP/out"
report "refuses a file that is not there" $? "$TMP/out"
printf 'test one\nvar x\nb0.t0: ld x\n' >"$TMP/one.litmus"
"$directed" "$TMP/one.litmus" >/dev/full 2>"$TMP/out"
[ $? = 2 ] && grep -q '^directed: standard output: ' "$TMP/out"
report "notices a full disk" $? "$TMP/out"
exit $rc
