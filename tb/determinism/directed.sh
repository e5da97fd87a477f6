#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# directed: deterministic mode by directed programs (stores.cu, sync.cu, system.cu; pieces.cu for sm_70): what a program asks for
# may change its result (quantum, log, barriers, blocks), what only takes time may not.
#
#   settings ─┬─ as they are ─────────────────────────── output, exit code, memory, races
#             ├─ seed 1, phases of clocks and refresh ── the same
#             ├─ other buffers, latencies, Z-cache, .. ─ the same
#             └─ backend compare, where there is Verilog ─── the same
#
# PART=test: what make test runs. PART=check: what is left. LONG=1: all of it and the long matrix (make determinism).
# The programs check what must be so, and print hashes of what need not.
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
. "$root/tb/tap.sh"
LONG=${LONG:-0} PART=${PART:-}
short() { [ "$PART" = check ] || "$@"; }
long() { [ "$PART" = test ] || "$@"; }

noise=clock.phase=on,dram.refresh_phase=on,noc.arbiter_start=on
least=deterministic.z_sets=1,deterministic.z_ways=1,deterministic.z_requests=2,deterministic.z_misses=1
# What takes time only. Each has several things at once; LONG=1 has them one by one, too.
times=("--set seed=1,$noise,sm.pending_ops=5"
	"--serial cu --commit lock --set seed=2,$noise,noc.voq=off,noc.jitter=50,deterministic.barrier_latency=100"
	"--serial warp --set seed=3,$noise,l1.on=off,$least,deterministic.z_filter=off,deterministic.bloom_bits=16")
if [ "$LONG" = 1 ]; then
	times+=("--serial cu" "--serial warp" "--commit lock" "--set $least" "--set $least,deterministic.z_filter=off" "--set l1.on=off"
		"--set deterministic.bloom_bits=0" "--set deterministic.bloom_bits=16" "--set deterministic.barrier_latency=1000"
		"--set noc.voq=off" "--set sm.segment=128" "--set l1.atomic_trips=2" "--set sm.atomic_waits=on"
		"--set noc.latency=1" "--set l2.latency=300" "--set noc.jitter=200,seed=5")
	for seed in 6 7 8 9 10 11; do times+=("--set seed=$seed,$noise"); done
fi

outcome() { # OPTION... PROGRAM...: exit code, output and memory; with a detector the races
	local status
	rm -f json
	timeout 300 "$PF" run -q --backend model --deterministic --memory-hash --json json "$@" >out 2>err </dev/null
	status=$?
	echo "exit code $status"
	cat out
	grep -v '^photofinish: memory after' err
	grep '"memory_hash"' json
	sed -n '/^  "races": {/,/^  }/p' json
}

# one WANTED-EXIT-CODE SETTINGS PROGRAM...: the same outcome whatever takes time
one() {
	local want=$1 time
	local settings=$2
	shift 2
	# shellcheck disable=SC2086
	outcome $settings "$@" >first
	[ "$(head -n 1 first)" = "exit code $want" ] && grep -q memory_hash first || { cat first; return 1; }
	if [ "$want" = 0 ] && grep -q WRONG first; then cat first; return 1; fi
	for time in "${times[@]}"; do
		# shellcheck disable=SC2086
		outcome $settings $time "$@" >second
		cmp -s first second || { echo "with $time:"; diff first second; return 1; }
	done
}
same() {
	local settings=$1
	shift
	check "$settings: $*" one 0 "$settings" "$@"
}
races() { check "$1: $2" one "$3" "$1" "${@:4}"; }

compiles() { "$PF" cc -O1 --arch "$2" "$root/tb/determinism/$1.cu" -o "$1"; }
if [ "$PART" = check ]; then
	for p in stores sync system; do compiles $p sm_60 || exit 1; done
	compiles pieces sm_70 || exit 1
else
	for p in stores sync system; do check "$p.cu is compiled" compiles $p sm_60; done
	check "pieces.cu is compiled" compiles pieces sm_70
fi
[ $rc = 0 ] || exit 1

barriers=(handover shared_only named partial reduce kinds)
fences=(crosswise by_shared paces chain)
pieces="--check memory" # its warps meet barriers in pieces, which --check sync reports
small=("${barriers[@]}" locks paces clocks loose_locks) # what fits into tiny
short same "--config ref" ./stores strict
long same "--config ref" ./sync
long same "--config ref" ./system
long same "--config ref --quantum 1" ./sync "${barriers[@]}" clocks crosswise by_shared
short same "--config ref --quantum 7 --set deterministic.fence=each" ./sync "${fences[@]}" locks
short same "--config ref --quantum 7 --no-dwp" ./system print print_behind streams
long same "--config ref --set deterministic.log_entries=32 --quantum 30" ./stores own full follow
short same "--config ref --set deterministic.log_entries=32 --no-bta" ./sync "${barriers[@]}" leave paces
long same "$pieces --config ref" ./pieces
short same "$pieces --config ref --quantum 7" ./pieces half two behind leave
long same "$pieces --config ref --quantum 30 --no-bta" ./pieces half two behind leave
long same "$pieces --config ref --set deterministic.bta=published" ./pieces half two behind leave
short same "--config tiny" ./sync "${small[@]}" grid_barrier crosswise by_shared
if [ "$LONG" = 1 ]; then
	for s in "--quantum 1" "--quantum 2" "--quantum 7" "--no-bta" "--no-dwp --no-bta" "--set deterministic.chunk_log2=0" \
		"--set deterministic.chunk_log2=10 --quantum 20" "--set deterministic.log_entries=32" "--set l1.weak_bypass=on" "--set deterministic.fence=each"; do
		same "--config ref $s" ./stores
		same "--config ref $s" ./sync
		same "--config ref $s" ./system
		same "$pieces --config ref $s" ./pieces
		same "--config tiny $s" ./sync "${small[@]}"
	done
	for s in "" "--quantum 1" "--quantum 7" "--quantum 30 --set deterministic.log_entries=32" "--no-bta --no-dwp" \
		"--set deterministic.bta=published" "--detector scord --error-exitcode 0"; do
		same "--config ref $s" ./sync more_chaos
	done
	same "--config ref --quantum 1" ./stores tie widths own
	same "--config tiny --quantum 5 --set deterministic.log_entries=32" ./stores mess
	same "--config ref --quantum 65535 --set deterministic.chunk_log2=10" ./system many print
	same "--config ref --quantum 65535" ./stores
	same "--config ref --quantum 65535" ./sync "${barriers[@]}" leave paces clocks
fi

# GPUDet as published loses what lies in logs at barriers: then wrong, but always in one way.
published() {
	outcome --config ref --set deterministic.bta=published ./sync handover >first
	cat first
	grep -q "handover .*WRONG" first && one 1 "--config ref --set deterministic.bta=published" ./sync handover partial reduce &&
		one 0 "--config ref --set deterministic.bta=published" ./sync "${fences[@]}"
}
short check "bta = published: what was handed on at a barrier is lost, in one way" published

# Race reports.
for d in scord scord-paper; do
	for m in full cached16; do
		s="--config ref --detector $d --metadata $m"
		part=long
		[ $d$m != scordfull ] || part=short
		$part races "$s --quantum 11" "races" 1 ./sync handover named leave paces chaos
		$part races "$pieces $s" "races of pieces" 1 ./pieces half two behind leave
		[ "$LONG" = 1 ] || continue
		races "$s" "races of stores" 1 ./stores tie own
		races "$s" "races of sync" 1 ./sync kinds loose_locks locks
	done
done
long races "--config ref --detector scord --set detector.noc_free=on,detector.hits_free=on" "races, without flits" 1 ./sync leave paces

# Ends.
"$PF" cc -O1 --arch sm_60 "$root/tb/sim/programs/hangs.cu" -o hangs || exit 1
ends() { # EXIT-CODE TEXT OPTION... PROGRAM...
	outcome --config ref "${@:3}" >first
	cat first
	grep -q "^exit code $1\$" first && grep -qE "$2" first
}
fault() {
	local of=(./hangs fault)
	timeout 60 "$PF" run -q "${of[@]}" >out 2>plain </dev/null
	outcome --config ref "$@" "${of[@]}" >first
	cat plain first
	grep -q "illegal 4-byte store" plain && grep -qxFf plain first
}
for d in "" "--detector scord"; do
	with=${d:+, with detector}
	part=long
	[ -n "$d" ] || part=short
	$part check "a fault: the same words as without a clock$with" fault $d
	$part check "deadlock$with" ends 3 "deadlock in kernel deadlock" $d --set hang_cycles=20000 ./hangs deadlock
	$part check "livelock$with" ends 3 "livelock in kernel livelock" $d --set hang_cycles=20000 ./hangs livelock
	$part check "max_cycles$with" ends 4 "limit of 20000 core cycles" $d --set max_cycles=20000 ./hangs long
done

# The Verilog, where it has been built.
compared() {
	outcome "$@" >first
	timeout 300 "$PF" run -q --backend compare --deterministic --memory-hash --json json --set "seed=3,$noise" "$@" >out 2>err
	echo "exit code $?" >second
	cat out >>second
	grep -v '^photofinish: memory after' err >>second
	grep '"memory_hash"' json >>second
	sed -n '/^  "races": {/,/^  }/p' json >>second
	diff first second
}
if [ -e "${PHOTOFINISH_RTL:-$(dirname "$PF")/lib}/photofinish-gpudet-ref.so" ]; then
	short check "backend compare: stores" compared --config ref ./stores tie widths bytes_of_words full
	long check "backend compare: sync" compared --config ref --quantum 7 ./sync "${barriers[@]}" "${fences[@]}" leave clocks
	long check "backend compare: pieces" compared --check memory --config ref ./pieces half two behind leave
	short check "backend compare: system" compared --config ref ./system print heap nothing
else
	n=$((n + 1))
	echo "ok $n - backend compare # SKIP no photofinish-gpudet-ref.so"
fi
exit $rc
