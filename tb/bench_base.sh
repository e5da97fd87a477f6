#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# bench_base: this build beside another one, BASE: seconds of the same runs, one build after the other, RUNS times around; the
# least of each counts. Processor seconds, and where the name says so wall seconds, as several processors work. Programs
# are compiled once, by this build.
#
#   PF photofinish   BASE another build's photofinish   OUT folder for programs and results (base.csv)   RUNS (5)
#   BASE_MODEL, BASE_RTL options of BASE for the two backends (those that its --help knows)
#   ROWS a pattern: only rows of such names; the others are those of sw/results/base.csv
#
# "ratio": below 1, this build is faster. "aim": of the rows that have one, against 12df84c.
set -u
: "${PF:?}" "${BASE:?}" "${OUT:?}"
RUNS=${RUNS:-5}
if "$BASE" run --help 2>&1 | grep -q -e --backend; then
	BASE_MODEL=${BASE_MODEL:---backend model} BASE_RTL=${BASE_RTL:---backend rtl}
else # 12df84c and before
	BASE_MODEL=${BASE_MODEL:---engine golden} BASE_RTL=${BASE_RTL:---engine rtl}
fi
cd "$(dirname "$0")/.." || exit 2
mkdir -p "$OUT"
[ -x "$BASE" ] || { echo "bench_base.sh: no program $BASE" >&2; exit 2; }
bad=0

format='%U %S'
seconds() { # PHOTOFINISH OPTIONS... EXE ARGUMENTS...: seconds; the program's own library is PHOTOFINISH's
	local TIMEFORMAT=$format lib codes=()
	case " $* " in *" --oracle "* | *" --detector "*) codes=(--error-exitcode 0) ;; esac # else refused
	lib=$(cd "$(dirname "$1")/lib" && pwd)
	{ time LD_LIBRARY_PATH=$lib "$1" run -q --seed 1 "${codes[@]}" "${@:2}" >"$OUT/base.out" 2>"$OUT/base.err"; } 2>"$OUT/base.time"
	case $? in
	0 | 4) awk '{ printf "%.3f", $1 + $2 }' "$OUT/base.time" ;; # 4: the limit of cycles
	*) return 1 ;;
	esac
}

least() { printf '%s\n' "$@" | awk 'NF && (b == "" || $1 < b) { b = $1 } END { print b }'; }

aim=
row() { # NAME "OPTIONS" "OPTIONS of BASE" EXE ARGUMENTS...
	local name=$1 now="" then="" s i options base
	# shellcheck disable=SC2053
	if [[ $name != ${ROWS:-*} ]]; then
		grep "^${name//, /; }," sw/results/base.csv >>"$OUT/base.csv"
		return
	fi
	read -ra options <<<"$2"
	read -ra base <<<"$3"
	for ((i = 0; i < RUNS; i++)); do
		s=$(seconds "$PF" "${options[@]}" "${@:4}") && now=$(least "$now" "$s") &&
			s=$(seconds "$BASE" "${base[@]}" "${@:4}") && then=$(least "$then" "$s") && continue
		printf '%-44s failed: %s\n' "$name" "$(head -n 1 "$OUT/base.err")"
		bad=1
		return
	done
	awk -v name="$name" -v now="$now" -v then="$then" -v aim="$aim" -v csv="$OUT/base.csv" 'BEGIN {
		ratio = then > 0 ? now / then : 0
		printf "%-44s %9.3f %9.3f %7.3f %7s\n", name, then, now, ratio, aim
		gsub(/, /, "; ", name)
		printf "%s,%.3f,%.3f,%.3f,%s\n", name, then, now, ratio, aim >>csv }'
}

for k in compute memory tiles tracker races window; do
	arch=sm_60
	[ $k != window ] || arch=sm_70 # independent threads
	"$PF" cc -O1 --arch $arch "sw/kernels/bench/$k.cu" -o "$OUT/$k" 2>"$OUT/cc.err" || { cat "$OUT/cc.err"; exit 1; }
done
commit=$(git -C "$(dirname "$BASE")" rev-parse --short HEAD 2>/dev/null)
{
	echo "# Beside ${commit:-another build}: \`make bench BASE=...\`, seed 1, processor seconds of the whole program (wall"
	echo "# where it says so), best of $RUNS, one build after the other."
	echo "what,base_seconds,this_seconds,ratio,aim"
} >"$OUT/base.csv"
printf '\n%-44s %9s %9s %7s %7s\n' "seconds, best of $RUNS" base this ratio aim
row compute "" "" "$OUT/compute"
for k in "memory 110 20" "tiles 20 4"; do
	read -r name many few <<<"$k"
	aim=0.286 # 3.5 times as fast
	row "$name" "" "" "$OUT/$name" "$many"
	aim=
	row "$name --threads 1" "--threads 1" "" "$OUT/$name" "$many"
	aim=0.500
	for o in "--oracle" "--oracle --detector scord"; do row "$name $o" "$o" "$o" "$OUT/$name" "$few"; done
done
# With both processors
format=%R
aim=0.286
for k in "memory 110" "tiles 20"; do
	read -r name many <<<"$k"
	row "$name, wall" "" "" "$OUT/$name" "$many"
done
aim=0.250 # a heart-wall tracker in a quarter of its time
row "tracker, wall" "" "" "$OUT/tracker"
format='%U %S' aim=
row tracker "" "" "$OUT/tracker"
row "tracker --threads 1" "--threads 1" "" "$OUT/tracker"
aim=
for o in "--oracle" "--detector scord" "--detector scord --metadata cached16" "--detector scord-paper" "--oracle --detector scord"; do
	row "races $o" "$o" "$o" "$OUT/races" 30000 8 4
done
row "window --oracle" --oracle --oracle "$OUT/window"
clock="--config ref --set max_cycles=100000"
row "clocked" "$clock" "$clock" "$OUT/memory"
aim=0.667 # 1.5 times the cycles a second
row "clocked, scord, models" "$clock --detector scord --backend model" "$clock --detector scord $BASE_MODEL" "$OUT/memory"
aim=0.400 # 2.5 times
row "clocked, scord, Verilog" "$clock --detector scord --backend rtl" "$clock --detector scord $BASE_RTL" "$OUT/memory"
aim=
row "deterministic, models" "$clock --deterministic --backend model" "$clock --deterministic $BASE_MODEL" "$OUT/memory"
row "deterministic, Verilog" "$clock --deterministic --backend rtl" "$clock --deterministic $BASE_RTL" "$OUT/memory"
exit $bad
