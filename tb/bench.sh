#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# bench: warp instructions per second of the kernels in sw/kernels/bench, in both divergence modes.
#
#   PF photofinish   OUT folder for programs and results (bench.csv)   RUNS each this often (3); the best counts
#
# Seconds are those of the whole program, its host reference included; "aim" is what the project set
# itself (10 M/s compute, 5 M/s memory), in per cent reached.
set -u
: "${PF:?}" "${OUT:?}"
RUNS=${RUNS:-3}
cd "$(dirname "$0")/.." || exit 2
mkdir -p "$OUT"
bad=0

# number FILE NAME: the number that NAME has in a JSON file with one member per line or all on one.
number() { grep -o "\"$2\": *[0-9.]*" "$1" | tail -n 1 | sed 's/.*: *//'; }

# run_once EXE MODE: prints "warp-instructions global-accesses seconds".
run_once() {
	local t0 t1
	rm -f "$OUT/run.json"
	t0=$(date +%s.%N)
	"$PF" run -q --mode "$2" --seed 1 --json "$OUT/run.json" "$1" >"$OUT/run.out" 2>"$OUT/run.err" || return 1
	t1=$(date +%s.%N)
	echo "$(number "$OUT/run.json" warp_insns) $(awk "BEGIN{print $t1 - $t0}")"
}

echo "kernel,mode,warp_insns,seconds,m_warp_insns_per_s" >"$OUT/bench.csv"
printf '%-10s %-9s %12s %8s %10s %6s %10s\n' kernel mode warp-insns seconds M/s aim its/lockstep
for src in sw/kernels/bench/*.cu; do
	name=$(basename "$src" .cu)
	lockstep=""
	case $name in
	compute) aim=10 ;;
	memory) aim=5 ;;
	*) aim="" ;;
	esac
	for target in sm_60:lockstep sm_70:its; do
		arch=${target%:*} mode=${target#*:} exe=$OUT/$name.$arch
		if ! "$PF" cc --arch "$arch" "$src" -o "$exe" 2>"$OUT/cc.err"; then
			printf '%-10s %-9s does not compile: %s\n' "$name" "$mode" "$(head -n 1 "$OUT/cc.err")"
			bad=1
			continue
		fi
		best="" insns=""
		for ((i = 0; i < RUNS; i++)); do
			if ! result=$(run_once "$exe" "$mode"); then
				printf '%-10s %-9s failed: %s\n' "$name" "$mode" "$(cat "$OUT/run.out" "$OUT/run.err" | head -n 1)"
				bad=1
				best=""
				break
			fi
			read -r insns seconds <<<"$result"
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
		printf '%-10s %-9s %12s %8.2f %10s %6s %10s\n' "$name" "$mode" "$insns" "$best" "$rate" "$reached" "$ratio"
		echo "$name,$mode,$insns,$best,$rate" >>"$OUT/bench.csv"
	done
done
exit $bad
