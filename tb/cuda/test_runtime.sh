#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The runtime as programs use it: every program of tb/cuda/runtime, compiled and run by the command.
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
src=$here/runtime
n=0 rc=0

# check WHAT COMMAND...: one TAP line; the log is shown when it failed.
check() {
	n=$((n + 1))
	if "${@:2}" >"$TMP/log" 2>&1; then
		echo "ok $n - $1"
	else
		rc=1
		echo "not ok $n - $1"
		tail -n 20 "$TMP/log" | sed 's/^/# /'
	fi
}

# ends CODE COMMAND...: the command's exit code; its output stays in $TMP/out and $TMP/err.
ends() {
	local want=$1 got
	"${@:2}" >"$TMP/out" 2>"$TMP/err" </dev/null
	got=$?
	cat "$TMP/out" "$TMP/err"
	[ "$got" = "$want" ] || { echo "exit code $got, not $want"; return 1; }
}
says() { grep -qF -- "$2" "$TMP/$1" || { echo "no '$2' in:"; cat "$TMP/$1"; return 1; }; }
silent() { [ ! -s "$TMP/err" ] || { echo "standard error is not empty"; return 1; }; }

for sm in 60 70; do
	for p in memory pools copies symbols streams graphs capture conditional managed rand questions device launch threads; do
		check "compile $p, sm_$sm" "$PF" cc --arch sm_$sm -DEXPECTED_SM=$sm "$src/$p.cu" \
			-o "$TMP/$p.$sm"
		check "$p, sm_$sm" ends 0 "$PF" run "$TMP/$p.$sm"
	done
	for poison in "" --poison; do
		check "memory again $poison" ends 0 "$PF" run $poison "$TMP/memory.$sm"
	done
done

for p in graphs capture conditional managed rand; do
	check "$p, nothing to find" ends 0 "$PF" run --oracle --check all "$TMP/$p.70"
done
for level in -O0 -O2 -G "-g -fPIC"; do
	# shellcheck disable=SC2086
	check "compile managed $level" "$PF" cc $level "$src/managed.cu" -o "$TMP/managed"
	check "managed $level" ends 0 "$PF" run "$TMP/managed"
done
race_in_graph() { ends 1 "$PF" run --oracle "$TMP/graphs.70" race && says err "of kernel racy"; }
check "a race in a kernel that a graph launches" race_in_graph
race_in_loop() { ends 1 "$PF" run --oracle "$TMP/conditional.70" race && says err "of kernel racy"; }
check "a race in the body of a conditional node" race_in_loop
fault_in_graph() { ends 6 "$PF" run "$TMP/graphs.70" fault && says err "of the 4-byte allocation"; }
check "a fault in a graph" fault_in_graph
late() { ends 6 "$PF" run "$TMP/graphs.70" late && says err "use after free" && says err "4000-byte allocation"; }
check "memory that its graph has freed" late

check "compile several files" "$PF" cc "$src/several_a.cu" "$src/several_b.cu" -o "$TMP/several"
check "several files" ends 0 "$PF" run "$TMP/several"
check "a program by itself" ends 0 "$TMP/several"
check "and silent" silent

# Faults: the error's name on standard output, one message on standard error, the program goes on.
check "compile fault" "$PF" cc "$src/fault.cu" -o "$TMP/fault"
fault() {
	ends 6 "$PF" run "$TMP/fault" "$1" && says out "$2" && says err "photofinish: " &&
		says err "fault.cu:$3" && says err "$4"
}
check "null pointer" fault null cudaErrorIllegalAddress 14 "null pointer"
check "past the end" fault past cudaErrorIllegalAddress 14 "past the end"
check "misaligned" fault misaligned cudaErrorMisalignedAddress 19 "block (0,0,0), thread (0,0,0)"
check "use after free" fault freed cudaErrorIllegalAddress 14 "freed"
check "assert" fault assert cudaErrorAssert 24 "assertion failed"
check "and its text" grep -qF 'Assertion `v == 42` failed.' "$TMP/out" "$TMP/err"
check "trap" fault trap cudaErrorLaunchFailure 29 "trap"

# Output and exit code are the program's.
check "compile print" "$PF" cc "$src/print.cu" -o "$TMP/print"
printed() {
	ends 7 "$PF" run "$@" "$TMP/print" --seed && silent && diff - "$TMP/out" <<-'TXT'
		host before, 1 arguments: --seed
		kernel 0 of 2, text, 1.50
		kernel 1 of 2, text, 1.50
		host after
		kernel 0 of 1, text, 1.50
	TXT
}
check "order of output, exit code" printed
check "the same with another seed" printed --seed 7 --scheduler gto

# The launch code that clang makes for CUDA before 9.2: cudaConfigureCall and so on.
check "compile with the old launch" "$PF" cc -Xclang -target-sdk-version=8.0 "$src/launch.cu" -o "$TMP/old"
check "old launch" ends 0 "$PF" run "$TMP/old"

# main() ends while a thread of the program is inside an endless launch.
check "compile left" "$PF" cc "$src/left.cu" -o "$TMP/left"
check "a thread left inside a launch" ends 5 timeout 60 "$PF" run "$TMP/left"

# Hangs have exit codes of their own, and the report is written all the same.
check "compile hang" "$PF" cc "$src/hang.cu" -o "$TMP/hang"
hang() {
	rm -f "$TMP/hang.json"
	ends "$1" "$PF" run --json "$TMP/hang.json" --trace "$TMP/hang.trace" "${@:5}" "$TMP/hang" "$2" &&
		says out started && ! grep -q ended "$TMP/out" && says err "$3" &&
		grep -q "\"status\":\"$4\"" "$TMP/hang.json" && [ "$(tail -c 2 "$TMP/hang.json")" = "}" ] &&
		"$PF" trace "$TMP/hang.trace" >/dev/null
}
check "deadlock" hang 3 deadlock "hang.cu:" deadlock
check "livelock" hang 3 livelock "hang.cu:21" livelock
check "limit" hang 4 count "100000" limit --max-instructions 100k

# Reports
check "statistics" ends 0 "$PF" run --stats "$TMP/several"
check "statistics on standard error" says err "warp instructions"
stats_not_in_out() { ! grep -q instructions "$TMP/out"; }
check "and only there" stats_not_in_out
check "JSON" ends 0 "$PF" run --json "$TMP/run.json" "$TMP/several"
launches() { [ "$(sed -n 's/^ *"launches": \([0-9][0-9]*\),$/\1/p' "$TMP/run.json")" = 6 ]; }
check "six launches in JSON" launches
python_agrees() { ! command -v python3 >/dev/null || python3 -m json.tool "$TMP/run.json"; }
check "JSON is JSON" python_agrees
echo "my notes" >"$TMP/notes"
check "another file is not overwritten" ends 2 "$PF" run --json "$TMP/notes" "$TMP/several"
check "and still there" grep -qx "my notes" "$TMP/notes"
check "same seed, same trace" ends 0 "$PF" run --seed 3 --scheduler random --trace "$TMP/t1" "$TMP/several"
check "again" ends 0 "$PF" run --seed 3 --scheduler random --trace "$TMP/t2" "$TMP/several"
check "equal" cmp "$TMP/t1" "$TMP/t2"
check "a wrong option in the environment" ends 2 env PHOTOFINISH_SEED=x "$TMP/several"
check "is one line" test "$(wc -l <"$TMP/err")" = 1
exit $rc
