#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# bench_races: memory accesses per second with and without oracle and detector, and the oracle's memory
# against the bytes that the program touches, for sw/kernels/bench/races.cu.
#
#   PF photofinish   OUT folder for programs and results (races.csv)   RUNS each this often (3); the best counts
#
# An access is one lane's, to global or shared memory. "bytes/byte": the oracle's memory at its peak for each
# byte that one launch touches. Seconds are processor seconds inside launches
# ("seconds" of the JSON report), so that the host's reference does not hide the ratio.
set -u
: "${PF:?}" "${OUT:?}"
RUNS=${RUNS:-3}
cd "$(dirname "$0")/.." || exit 2
mkdir -p "$OUT"
bad=0

number() { # FILE NAME: the number that NAME has first in a JSON file; 0 when there is none
	local n
	n=$(grep -o "\"$2\": *[0-9.e+-]\+" "$1" | head -n 1 | sed 's/.*: *//')
	echo "${n:-0}"
}

# once EXE "ARGUMENTS" "OPTIONS": prints "accesses seconds peak touched"
once() {
	local json=$OUT/races.json
	rm -f "$json"
	# shellcheck disable=SC2086
	"$PF" run -q --seed 1 --json "$json" $3 "$1" $2 >"$OUT/run.out" 2>"$OUT/run.err" || return 1
	echo "$(($(number "$json" global_lane_accesses) + $(number "$json" shared_lane_accesses)))" \
		"$(number "$json" seconds) $(number "$json" bytes_peak) $(number "$json" touched) $(number "$json" launches)"
}

best() { # as once, best seconds of RUNS
	local i line least=""
	for ((i = 0; i < RUNS; i++)); do
		line=$(once "$@") || return 1
		least=$(printf '%s\n%s\n' "$least" "$line" | awk 'NF && (b == "" || $2 < b) { b = $2; l = $0 } END { print l }')
	done
	echo "$least"
}

{
	echo "# $("$PF" --version | head -n 1); \`make bench\`, seed 1, seconds inside launches, best of $RUNS runs."
	echo "mode,threads,words_per_thread,checker,accesses,seconds,m_accesses_per_s,slowdown,oracle_bytes_peak,touched_bytes"
} >"$OUT/races.csv"
printf '\n%-9s %8s %6s %-14s %12s %8s %8s %9s %10s\n' mode threads words checker accesses seconds M/s slowdown "bytes/byte"
for target in sm_60:lockstep sm_70:its; do
	mode=${target#*:} exe=$OUT/races.${target%:*}
	"$PF" cc -O1 --arch "${target%:*}" sw/kernels/bench/races.cu -o "$exe" 2>"$OUT/cc.err" || {
		echo "races $mode does not compile: $(head -n 1 "$OUT/cc.err")"
		bad=1
		continue
	}
	for size in "30000 8" "30000 16" "30000 32" "30000 64" "100000 8"; do
		bare=""
		for checker in off oracle exact scord oracle+scord; do
			case $checker in
			off) options="" ;;
			oracle) options="--oracle" ;;
			exact) options="--detector exact" ;;
			scord) options="--detector scord" ;;
			*) options="--oracle --detector scord" ;;
			esac
			[ "$size" = "30000 8" ] || [ "$checker" = oracle ] || [ "$checker" = off ] || continue
			if ! result=$(best "$exe" "$size 4" "$options"); then
				echo "races $mode $size $checker failed: $(cat "$OUT/run.out" "$OUT/run.err" | head -n 1)"
				bad=1
				continue
			fi
			read -r accesses seconds peak touched launches <<<"$result"
			[ "$checker" = off ] && bare=$seconds
			awk -v mode="$mode" -v size="$size" -v checker="$checker" -v n="$accesses" -v s="$seconds" -v b="$bare" \
				-v peak="${peak:-0}" -v touched="${touched:-0}" -v launches="${launches:-1}" -v csv="$OUT/races.csv" 'BEGIN {
				split(size, a, " ")
				touched = int(touched / launches)
				per = touched ? sprintf("%.1f", peak / touched) : "-"
				printf "%-9s %8d %6d %-14s %12d %8.3f %8.1f %8.1fx %10s\n", mode, a[1], a[2], checker, n, s, n / s / 1e6,
					s / b, per
				printf "%s,%d,%d,%s,%d,%.4f,%.2f,%.2f,%d,%d\n", mode, a[1], a[2], checker, n, s, n / s / 1e6, s / b,
					peak, touched >> csv
			}'
		done
	done
done
exit $bad
