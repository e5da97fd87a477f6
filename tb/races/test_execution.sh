#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# What decides which accesses there are to judge. A kernel that faults is never taken for one that was
# looked at: last line, exit status, JSON; --on-fault continue finds the races behind a fault. Lanes of
# one atomic go in any order.
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
here=$(cd "$(dirname "$0")" && pwd)
cd "$TMP" || exit 2
. "$here/../tap.sh"

# ends CODE OPTION... -- ARGUMENT...: exit code of the program run so; its output is in out and err.
ends() {
	local want=$1 got options=()
	shift
	while [ "$1" != -- ]; do options+=("$1"); shift; done
	timeout 300 "$PF" run "${options[@]}" ./behind_fault "${@:2}" >out 2>err </dev/null
	got=$?
	[ "$got" = "$want" ] || { echo "exit code $got, not $want"; cat out err; return 1; }
}
says() { grep -qE -- "$2" "$1" || { echo "no '$2' in:"; cat "$1"; return 1; }; }
says_not() { ! says "$@" >/dev/null || { echo "there is '$2' in:"; cat "$1"; return 1; }; }
last() { tail -n 1 err | grep -qE -- "$1" || { echo "the last line is not '$1':"; cat err; return 1; }; }
stopped='^photofinish: incomplete: launch 1, kernel total\(.*\), was stopped by cudaErrorIllegalAddress when [0-3] of its 4 blocks had finished; what came after that was not looked at'
left='^photofinish: left out: 1 access at .*behind_fault.cu:15:12 \(--on-fault continue\)$'

cp "$here/behind_fault.cu" .
check "compile" "$PF" cc behind_fault.cu -o behind_fault

tiny=(--config tiny --backend model)
for how in "" --quiet --oracle "--detector scord" "--config tiny" "${tiny[*]} --detector scord"; do
	# shellcheck disable=SC2086
	check "stopped: ${how:-plain}" ends 6 $how -- -e
	check "the program sees the error" says out '^cudaErrorIllegalAddress$'
	check "the message" says err 'behind_fault.cu:15:12: illegal 4-byte load'
	check "the last line" last "$stopped"
	# shellcheck disable=SC2086
	check "left out: ${how:-plain}" eval 'ends '"$(case $how in *oracle* | *detector*) echo 1 ;; *) echo 6 ;; esac)"' $how --on-fault continue -- -e'
	check "the program sees no error" says out '^cudaSuccess$'
	check "the last line" last "$left"
	check "nothing is incomplete" says_not err incomplete
done
for how in --oracle "--detector scord" "${tiny[*]} --detector scord"; do
	# shellcheck disable=SC2086
	check "the race behind it: $how" eval 'ends 1 $how --on-fault continue -- && says err "behind_fault.cu:19:.*: race: "'
done
check "a program that asks for no error" ends 6 --
check "later launches did not run" eval 'ends 6 -- -n 3; last "; 2 later launches did not run"'
check "or did" eval 'ends 6 --on-fault continue -- -n 3; last "left out: 3 accesses at "'
check "told once" eval '[ "$(grep -c "illegal 4-byte load" err)" = 1 ]'
check "a misaligned access" eval 'ends 6 -- -m -e && says out cudaErrorMisalignedAddress'
check "left out, too" eval 'ends 6 --on-fault continue -- -m -e; says err "misaligned 4-byte load" && says out cudaSuccess'
check "a race wins over a fault" ends 9 --oracle --error-exitcode 9 --on-fault continue --
check "unless it keeps the program's own" ends 6 --oracle --error-exitcode 0 --on-fault continue --
check "--on-fault wants a word" eval 'ends 2 --on-fault maybe -- && says err "stop or continue"'

check "JSON, stopped" ends 6 --json stop.json --
check "the fault" says stop.json '"launch":1,"cuda_error":700,"range":null,"text":".*","stopped":true,"accesses":null'
check "the launch" says stop.json '"status":"fault","cuda_error":700,.*"blocks_done":[0-3]}'
check "the option" says stop.json '"on_fault": "stop"'
check "JSON, left out" ends 6 --json go.json --on-fault continue -- -n 2
check "the fault" says go.json '"launch":1,"cuda_error":700,"range":null,"text":".*","stopped":false,"accesses":2'
check "the launch" says go.json '"status":"ok","cuda_error":0,.*"blocks_done":4}'
check "the option" says go.json '"on_fault": "continue"'

# Lanes of one atomic have no order: the seed decides under --scheduler random.
cp "$here/lane_order.cu" .
check "compile lane_order" "$PF" cc lane_order.cu -o lane_order
order() {	# SCHEDULER: how many of 20 seeds find the race
	local seed found=0
	for seed in {0..19}; do
		"$PF" run --oracle --scheduler "$1" --seed "$seed" ./lane_order >out 2>err
		case $? in 0) ;; 1) found=$((found + 1)) ;; *) cat err; return 1 ;; esac
		says out '^1$' || return 1
	done
	echo "$found of 20"
	[ $found -ge "$2" ] && [ $found -le "$3" ]
}
check "lane_order, random: some seed finds the race, some do not" order random 1 19
check "lane_order, rr: lane order" order rr 0 0
check "lane_order, gto: lane order" order gto 0 0
echo "1..$n"
exit $rc
