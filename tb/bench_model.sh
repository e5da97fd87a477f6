#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# bench_model: simulated cycles and warp instructions a second of the model, and its peak memory, on configuration ref,
# for a kernel that computes, one that streams through memory and one that spins on a lock.
#
#   PF photofinish   OUT folder for programs and results (model.csv)   RUNS each this often (2); the best counts
#   CYCLES of each run (200000)
#
# Seconds are processor seconds of the whole program; with two threads, wall time.
set -u
: "${PF:?}" "${OUT:?}"
RUNS=${RUNS:-2} CYCLES=${CYCLES:-200000}
cd "$(dirname "$0")/.." || exit 2
mkdir -p "$OUT"
bad=0
number() { sed -n "s/^ *\"$2\": *\([0-9.]*\).*/\1/p" "$1" | tail -n 1; }

# run_once EXE THREADS OPTIONS...: "cycles instructions seconds peak-MB"
run_once() {
	local exe=$1 threads=$2 peak=0 now pid TIMEFORMAT
	shift 2
	rm -f "$OUT/run.json"
	[ "$threads" = 1 ] && TIMEFORMAT='%U %S' || TIMEFORMAT='%R 0'
	{
		time {
			"$PF" run -q --config ref --set "max_cycles=$CYCLES" --threads "$threads" --seed 1 --json "$OUT/run.json" "$@" \
				"$exe" >"$OUT/run.out" 2>"$OUT/run.err" &
			pid=$!
			while now=$(sed -n 's/^VmHWM:[[:space:]]*\([0-9]*\).*/\1/p' "/proc/$pid/status" 2>/dev/null) && [ -n "$now" ]; do
				peak=$now
				sleep 0.1
			done
			wait $pid
		}
	} 2>"$OUT/run.time"
	[ -s "$OUT/run.json" ] || return 1
	echo "$(number "$OUT/run.json" gpu.cycles) $(number "$OUT/run.json" warp_insns)" \
		"$(awk '{print $1 + $2}' "$OUT/run.time") $((peak / 1024))"
}

cpu=$(sed -n 's/^model name.*: *//p' /proc/cpuinfo | head -n 1)
{
	echo "# $("$PF" --version | head -n 1), $(gcc --version | head -n 1), one core of ${cpu:-an unknown processor} (two threads: two);"
	echo "# \`make bench\`, configuration ref, scord/full, seed 1, $CYCLES cycles, best of $RUNS runs."
	echo "kernel,detector,threads,cycles,warp_insns,seconds,k_cycles_per_s,k_warp_insns_per_s,peak_mb,slower_by"
} >"$OUT/model.csv"
printf '%-12s %-12s %7s %9s %10s %8s %11s %9s %8s %9s\n' kernel detector threads cycles warp-insns seconds kcycles/s kinsns/s peak-MB slower-by
for src in sw/kernels/bench/compute.cu sw/kernels/bench/memory.cu sw/kernels/ticket_lock.cu; do
	name=$(basename "$src" .cu) first=""
	exe=$OUT/$name
	if ! "$PF" cc -O1 --arch sm_60 "$src" -o "$exe" 2>"$OUT/cc.err"; then
		printf '%-12s does not compile: %s\n' "$name" "$(head -n 1 "$OUT/cc.err")"
		bad=1
		continue
	fi
	for way in off:1 model:1 rtl:1 rtl:2; do
		backend=${way%:*} threads=${way#*:} best=""
		options=(--detector scord --backend "$backend")
		[ "$backend" = off ] && options=(--detector off)
		for ((i = 0; i < RUNS; i++)); do
			if ! result=$(run_once "$exe" "$threads" "${options[@]}"); then
				printf '%-12s %-12s failed: %s\n' "$name" "$backend" "$(head -n 1 "$OUT/run.err")"
				bad=1
				break
			fi
			read -r cycles insns seconds peak <<<"$result"
			[ -n "$best" ] && best=$(awk "BEGIN{print $seconds < $best ? $seconds : $best}") || best=$seconds
		done
		[ -n "$best" ] || continue
		rate=$(awk "BEGIN{printf \"%.1f\", $cycles / $best / 1000}")
		[ -n "$first" ] || first=$rate
		line="$name,$backend,$threads,$cycles,$insns,$best,$rate,$(awk "BEGIN{printf \"%.0f\", $insns / $best / 1000}"),$peak,$(awk "BEGIN{printf \"%.2f\", $first / $rate}")"
		echo "$line" >>"$OUT/model.csv"
		IFS=, read -r a b c d e f g h i j <<<"$line"
		printf '%-12s %-12s %7s %9s %10s %8s %11s %9s %8s %9s\n' "$a" "$b" "$c" "$d" "$e" "$f" "$g" "$h" "$i" "$j"
	done
done
exit $bad
