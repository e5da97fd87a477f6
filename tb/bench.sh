#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# bench: warp instructions per second of compute, divergent and memory in sw/kernels/bench, in both divergence modes.
#
#   PF photofinish   OUT folder for programs and results (bench.csv)   RUNS each this often (3); the best counts
#
# Seconds are processor seconds (user and system) of the whole program, its host reference included: the
# machine runs on one core, and wall time would count other people's work. "aim": what the project set
# itself (10 M/s compute, 5 M/s memory), in per cent reached; "memory": loads, stores and atomics among the
# instructions.
set -u
: "${PF:?}" "${OUT:?}"
RUNS=${RUNS:-3}
cd "$(dirname "$0")/.." || exit 2
mkdir -p "$OUT"
bad=0

# number FILE NAME: the number that NAME has in a JSON file with one member per line or all on one.
number() { grep -o "\"$2\": *[0-9.]*" "$1" | tail -n 1 | sed 's/.*: *//'; }

# run_once EXE MODE: prints "warp-instructions memory-instructions seconds".
run_once() {
	local TIMEFORMAT='%U %S'
	rm -f "$OUT/run.json"
	{ time "$PF" run -q --mode "$2" --seed 1 --json "$OUT/run.json" "$1" >"$OUT/run.out" 2>"$OUT/run.err"; } 2>"$OUT/run.time" ||
		return 1
	echo "$(number "$OUT/run.json" warp_insns)" \
		"$(($(number "$OUT/run.json" loads) + $(number "$OUT/run.json" stores) + $(number "$OUT/run.json" atomics)))" \
		"$(awk '{print $1 + $2}' "$OUT/run.time")"
}

cpu=$(sed -n 's/^model name.*: *//p' /proc/cpuinfo | head -n 1)
{
	echo "# $("$PF" --version | head -n 1), $(gcc --version | head -n 1), one core of ${cpu:-an unknown processor};"
	echo "# \`make bench\`, seed 1, processor seconds of the whole program, best of $RUNS runs."
	echo "kernel,mode,warp_insns,memory_insns,seconds,m_warp_insns_per_s"
} >"$OUT/bench.csv"
printf '%-10s %-9s %12s %7s %8s %10s %6s %12s\n' kernel mode warp-insns memory seconds M/s aim its/lockstep
for src in sw/kernels/bench/{compute,divergent,memory}.cu; do
	name=$(basename "$src" .cu)
	lockstep=""
	case $name in
	compute) aim=10 ;;
	memory) aim=5 ;;
	*) aim="" ;;
	esac
	for target in sm_60:lockstep sm_70:its; do
		arch=${target%:*} mode=${target#*:} exe=$OUT/$name.$arch
		if ! "$PF" cc -O1 --arch "$arch" "$src" -o "$exe" 2>"$OUT/cc.err"; then
			printf '%-10s %-9s does not compile: %s\n' "$name" "$mode" "$(head -n 1 "$OUT/cc.err")"
			bad=1
			continue
		fi
		best="" insns="" accesses=""
		for ((i = 0; i < RUNS; i++)); do
			if ! result=$(run_once "$exe" "$mode"); then
				printf '%-10s %-9s failed: %s\n' "$name" "$mode" "$(cat "$OUT/run.out" "$OUT/run.err" | head -n 1)"
				bad=1
				best=""
				break
			fi
			read -r insns accesses seconds <<<"$result"
			[ -n "$best" ] && best=$(awk "BEGIN{print $seconds < $best ? $seconds : $best}") || best=$seconds
		done
		[ -n "$best" ] && [ -n "$insns" ] || continue
		rate=$(awk "BEGIN{printf \"%.2f\", $insns / $best / 1e6}")
		reached="-" ratio="-"
		[ -n "$aim" ] && reached=$(awk "BEGIN{printf \"%.0f%%\", 100 * $rate / $aim}")
		if [ "$mode" = lockstep ]; then
			lockstep=$rate
		elif [ -n "$lockstep" ]; then
			ratio=$(awk "BEGIN{printf \"%.2f\", $rate / $lockstep}")
		fi
		printf '%-10s %-9s %12s %6s%% %8.2f %10s %6s %12s\n' "$name" "$mode" "$insns" $((100 * accesses / insns)) "$best" "$rate" "$reached" "$ratio"
		echo "$name,$mode,$insns,$accesses,$best,$rate" >>"$OUT/bench.csv"
	done
done
exit $bad
