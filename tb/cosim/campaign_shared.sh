#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# campaign_shared: pf_shared_unit against its reference model, race for race: every geometry, warps and lanes as threads,
# each channel stalled alone.
#
#   pf_shared_unit_vec, a seed ─> operations, and what the reference model says of them ─> pf_shared_unit_tb, Verilated
#
#   B           build folder (default build): make all
#   CHECKS      rounds of each geometry (default 1000000); a stalled run takes a tenth
#   SEED        the first one (default 1)
#   GEOMETRIES  (default tiny ref modern)
#   CSV         file for the counts of each run
#
# One line a run; exit status 1 when one failed.
set -u
cd "$(dirname "$0")/../.." || exit 2
export B=${B:-build}
CHECKS=${CHECKS:-1000000} SEED=${SEED:-1} CSV=${CSV:-} GEOMETRIES=${GEOMETRIES:-tiny ref modern}
failed=0 runs=0 log=$(mktemp)
trap 'rm -f "$log"' EXIT
[ -z "$CSV" ] || echo "unit,geometry,its,habit,verdict,seeds,checks,rounds,races,of_lanes,forgets,splits,lost,cycles,waits" >"$CSV.new"

# run GEOMETRY ITS STALL ROUNDS: seeds of 20,000 operations each, until there were so many rounds
run() {
	local options=(--tool verilator --geometry "$1" --count 20000) verdict=pass sums rounds=0 seed=$SEED
	[ "$2" = 0 ] || options+=(-P Its=1 --vec its=1)
	[ -z "$3" ] || options+=(--stall "$3")
	runs=$((runs + 1))
	: >"$log"
	while [ "$verdict" = pass ] && [ "$rounds" -lt "$4" ]; do
		bash tb/rtl/run.sh pf_shared_unit "${options[@]}" --seed "$seed" >>"$log" 2>&1 || verdict=fail
		sums=$(awk '
			/^PASS/ { for (i = 3; i <= NF; i++) { split($i, a, "="); sum[a[1]] += a[2] } }
			END {
				n = split("checks rounds races of_lanes forgets splits lost cycles waits", name, " ")
				for (i = 1; i <= n; i++) line = line (i > 1 ? "," : "") sum[name[i]] + 0
				print line
			}' "$log")
		[ "$(cut -d, -f2 <<<"$sums")" -gt "$rounds" ] || verdict=fail
		rounds=$(cut -d, -f2 <<<"$sums")
		seed=$((seed + 1))
	done
	[ $verdict = pass ] || { failed=$((failed + 1)); grep -v '^PASS' "$log"; }
	echo "${verdict^^} shared $1 its=$2${3:+ stall $3} seeds=$SEED-$((seed - 1)) rounds=$rounds races=$(cut -d, -f3 <<<"$sums")"
	[ -z "$CSV" ] || echo "shared_unit,$1,$2,${3:+stall $3},$verdict,$SEED-$((seed - 1)),$sums" >>"$CSV.new"
}

for g in $GEOMETRIES; do
	for its in 0 1; do
		run "$g" $its '' "$CHECKS"
		for s in op race; do run "$g" $its $s $((CHECKS / 10)); done
	done
done
[ -z "$CSV" ] || mv "$CSV.new" "$CSV"
echo "$runs runs, $failed failed"
[ "$failed" = 0 ] && [ $runs -gt 0 ]
