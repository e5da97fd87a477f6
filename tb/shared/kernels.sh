#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# kernels: random kernels that use shared memory (random_kernels.py), in lock step and with lanes as threads: the detector for shared memory against
# the oracle. Nothing is made up, nothing unexplained; of kernels in which only barriers of blocks and warps order, an access is missed
# on words only of which a race was told already; without the oracle, where launches may be known beforehand, the same kernels race. In the
# modelled GPU the Verilog says what its reference model says, race for race.
#
# usage: kernels.sh KERNELS [SEED]      50 a program; one line for each program that is not as it should be, then the sum
#   PF photofinish   TMP folder for programs
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
left=${1:?how many kernels?} seed=${2:-1}
each=50
kernels=0 racy=0 proved=0 rounds=0 told=0 bad=0

wrong() {
	echo "seed $seed, $arch: $*"
	bad=$((bad + 1))
}

run() { # FILE OPTION...
	timeout 300 "$PF" run -q --error-exitcode 0 --detector shared "${@:2}" --json "$TMP/$1" "$TMP/kernels" >"$TMP/log" 2>&1 </dev/null
}

one() {
	"$PF" cc -w --arch $arch "$TMP/kernels.cu" -o "$TMP/kernels" >"$TMP/log" 2>&1 || { wrong "does not compile: $(head -n 1 "$TMP/log")"; return; }
	run judged.json --oracle && run alone.json || { wrong "exit status $?: $(tail -n 1 "$TMP/log")"; return; }
	jq -e '.races.accesses.false == 0' "$TMP/judged.json" >/dev/null || wrong "a false alarm"
	! grep -q '"row": *"unexplained"' "$TMP/judged.json" || wrong "a miss or false alarm that is not explained"
	jq -er '[.races.list[] | select(.kernel | test("plain_")) | .kernel as $k | .rows[] | select(.verdict == "missed" and .row != "m-shared-told")
		| "\($k): missed, \(.row)"] | if length > 0 then .[0] else empty end' "$TMP/judged.json" >"$TMP/missed" 2>/dev/null && wrong "$(cat "$TMP/missed")"
	for j in judged alone; do jq -r '[.races.list[] | select(.by_detector) | .kernel] | unique[]' "$TMP/$j.json" >"$TMP/$j.racy"; done
	cmp -s "$TMP/judged.racy" "$TMP/alone.racy" || wrong "other kernels race without the oracle: $(diff "$TMP/judged.racy" "$TMP/alone.racy" | sed -n 2p)"
	for config in ref tiny; do
		run clocked.json --config $config --backend compare --set seed=$seed || wrong "$config: exit status $?: $(tail -n 1 "$TMP/log")"
		rounds=$((rounds + $(jq '.sim."shared.rounds"' "$TMP/clocked.json")))
		told=$((told + $(jq '.sim."shared.races"' "$TMP/clocked.json")))
	done
	kernels=$((kernels + n)) racy=$((racy + $(wc -l <"$TMP/judged.racy")))
	proved=$((proved + $(jq .races.shared_statistics.launches_proved "$TMP/alone.json")))
}

while [ "$left" -gt 0 ]; do
	n=$((left < each ? left : each))
	/usr/bin/python3 "$here/random_kernels.py" "$seed" $n >"$TMP/kernels.cu" || exit 1
	for arch in sm_60 sm_70; do
		[ ! -t 2 ] || printf '\r\033[K%d kernels left' "$left" >&2
		one
	done
	left=$((left - n)) seed=$((seed + 1))
done
[ ! -t 2 ] || printf '\r\033[K' >&2
echo "$kernels kernels, $racy with a race, $proved known beforehand to have none; $bad not as they should be; Verilog: $rounds rounds, $told races told"
[ $bad = 0 ] && [ $racy -gt $((kernels / 10)) ] && [ $proved -gt $((kernels / 10)) ] && [ $told -gt $kernels ]
