#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# bench_shared: what the detector for shared memory costs without a clock, alone and beside the one for global memory, on a tiled product: as it
# is, so that it is known beforehand that no two threads conflict, and with its blocks counted, so that each access is looked at.
#
#   PF photofinish   OUT folder for programs and results (shared.csv)   RUNS each this often (3); the best counts
#
# Seconds: of the processor, inside launches. The aim: 1.5 times those without.
set -u
: "${PF:?}" "${OUT:?}"
RUNS=${RUNS:-3}
cd "$(dirname "$0")/.." || exit 2
mkdir -p "$OUT"

best() { # DETECTOR
	local i seconds least=""
	for ((i = 0; i < RUNS; i++)); do
		"$PF" run -q --seed 1 --detector "$1" --json "$OUT/run.json" "$OUT/tiles" 5 >"$OUT/run.out" 2>"$OUT/run.err" || { cat "$OUT/run.err" >&2; return 1; }
		seconds=$(jq .totals.processor_seconds "$OUT/run.json")
		least=$(jq -n "[$seconds, ${least:-$seconds}] | min")
	done
	echo "$least"
}

{
	echo "# $("$PF" --version | head -n 1); \`make bench\`, seed 1, processor seconds inside launches, best of $RUNS runs."
	echo "program,arch,seconds_off,seconds_shared,seconds_scord,seconds_on,shared_over_off,on_over_scord"
} >"$OUT/shared.csv"
printf '\n%-14s %-6s %8s %8s %8s %8s %16s %14s %5s\n' program arch off shared scord on shared/off on/scord aim
for counted in "" -DCOUNTED; do
	for arch in sm_60 sm_70; do
		"$PF" cc -O1 --arch $arch $counted sw/kernels/bench/tiles.cu -o "$OUT/tiles" 2>"$OUT/cc.err" || { cat "$OUT/cc.err"; exit 1; }
		off=$(best off) && shared=$(best shared) && scord=$(best scord) && on=$(best on) || exit 1
		awk -v name="tiles${counted:+, counted}" -v arch=$arch -v off="$off" -v shared="$shared" -v scord="$scord" -v on="$on" -v csv="$OUT/shared.csv" 'BEGIN {
			printf "%-14s %-6s %8.3f %8.3f %8.3f %8.3f %16.2f %14.2f %5s\n", name, arch, off, shared, scord, on, shared / off, on / scord, "1.5"
			sub(/, /, " ", name)
			printf "%s,%s,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f\n", name, arch, off, shared, scord, on, shared / off, on / scord >>csv }'
	done
done
