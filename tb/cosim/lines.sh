#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# lines: pf_line_unit and its parts beside their models in sim/lines, every cycle. TAP; exit status 1 when one failed.
#
#   B       build folder (default build)
#   PARTS   of tb/cosim/lines.mk, with geometry: line_unit_ref (default all)
#   SEEDS   even ones have policy scord, odd ones scord-paper (default "1 2")
#   CHECKS  at least, of each part and seed (default 60000); 500000 of line_unit_tiny, which seldom reads
#   STALLS  1: of line_unit, each channel closed for long alone, too, with a tenth of CHECKS, 100000 at least
#   CSV     file for the counts of each run
cd "$(dirname "$0")/../.." || exit 2
B=${B:-build} CHECKS=${CHECKS:-60000} STALLS=${STALLS:-} CSV=${CSV:-} n=0 failed=0
PARTS=${PARTS:-line_unit_tiny line_unit_ref line_unit_modern meta_cache_ref meta_cache_small_ref meta_cache_through_ref line_check_ref
	block_check_ref coalesce_ref coalesce_single_ref line_arrive_ref line_arrive_small_ref read_shared_ref report_ref regs_ref counters_ref}
[ -z "$CSV" ] || echo "unit,geometry,policy,habit,verdict,seed,operations,cycles,counts" >"$CSV.new"

policy=(scord scord-paper)

# A PASS line's counts; of another, none.
counts() {
	sed -nE '$s/.* cycles=([0-9]*) operations=([0-9]*), *(.*)/\2,\1,\3/p' <<<"$1" | sed 's/, /; /g' | grep . || echo ,,
}

# run PART SEED CHECKS HABIT OPTION...
run() {
	local part=$1 seed=$2 checks=$3 habit=$4 verdict=pass out
	shift 4
	n=$((n + 1))
	out=$("$B/tb/cosim/lines_$part" --seed "$seed" --checks "$checks" "$@" 2>&1) || verdict=fail failed=1
	[ "$(counts "$out")" != ,, ] || verdict=fail failed=1 # a table without numbers would say less than it seems
	if [ $verdict = pass ]; then
		echo "ok $n - $part${habit:+, $habit}, seed $seed: $out"
	else
		echo "not ok $n - $part${habit:+, $habit}, seed $seed"
		sed 's/^/# /' <<<"$out"
	fi
	[ -z "$CSV" ] || echo "${part%_*},${part##*_},${policy[seed % 2]},$habit,$verdict,$seed,$(counts "$out")" >>"$CSV.new"
}

for part in $PARTS; do
	checks=$CHECKS
	[ "$part" != line_unit_tiny ] || [ "$checks" -ge 500000 ] || checks=500000
	some=$((checks / 10))
	[ $some -ge 100000 ] || some=100000
	for seed in ${SEEDS:-1 2}; do
		run "$part" "$seed" "$checks" ''
		[ "$STALLS,${part%_*}" = 1,line_unit ] || continue
		for channel in req mrd mwr mrsp; do
			run "$part" "$seed" $some "stall $channel" --stall $channel
		done
	done
done
[ -z "$CSV" ] || mv "$CSV.new" "$CSV"
echo "1..$n"
[ $failed = 0 ] && [ $n -gt 0 ]
