#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# campaign_iguard: pf_iguard_unit, pf_iguard_sm_unit and pf_iguard_group against their reference models: every geometry, warps
# and lanes as threads, each channel stalled alone.
#
#   B           build folder (default build), with all built: make cosim-iguard
#   PROGRAM     (default $B/opt/tb/cosim/iguard)
#   CHECKS      of each unit and geometry (default 1000000): accesses, tags and messages, groups; a stalled run takes a
#               tenth
#   SEED        (default 1)
#   GEOMETRIES  (default tiny ref modern)
#   CSV         file for the counts of each run
#   TAP         1: "ok N - ..." lines
#
# One line a run, with its PASS or FAIL line; exit status 1 when one failed.
set -u
cd "$(dirname "$0")/../.." || exit 2
B=${B:-build} CHECKS=${CHECKS:-1000000} SEED=${SEED:-1} CSV=${CSV:-} TAP=${TAP:-} GEOMETRIES=${GEOMETRIES:-tiny ref modern}
PROGRAM=${PROGRAM:-$B/opt/tb/cosim/iguard}
export PHOTOFINISH_RTL=$PWD/$B/lib
failed=0 runs=0
[ -z "$CSV" ] || echo "unit,geometry,habit,verdict,seed,checks,counts" >"$CSV.new"

# run UNIT GEOMETRY HABIT CHECKS OPTION...
run() {
	local unit=$1 geometry=$2 name="iguard_$1,$2,$3" checks=$4 out rc verdict
	shift 4
	runs=$((runs + 1))
	out=$("$PROGRAM" "$unit" --geometry "$geometry" --seed "$SEED" --checks "$checks" "$@" 2>&1)
	rc=$?
	case $rc,$out in
	0,PASS\ *) verdict=pass ;;
	*) verdict=fail failed=$((failed + 1)) ;;
	esac
	case ${TAP:+tap}$verdict in
	tappass) echo "ok $runs - $name: $out" ;;
	tapfail) echo "not ok $runs - $name" && sed 's/^/# /' <<<"$unit $geometry $* (exit $rc): $out" ;;
	pass) echo "$out" ;;
	fail) echo "$out" && echo "FAILED (exit $rc): $unit $geometry $*" ;;
	esac
	[ -z "$CSV" ] || echo "$name,$verdict,$SEED,$checks,$(tail -n 1 <<<"$out" | tr ',' ';')" >>"$CSV.new"
}

for g in $GEOMETRIES; do
	run slice "$g" "warps" "$CHECKS" --lanes 0
	run slice "$g" "lanes" "$CHECKS" --lanes 1
	for s in req mrd mrsp mwr; do run slice "$g" "stall $s" $((CHECKS / 10)) --stall $s; done
	run sm "$g" '' "$CHECKS"
	for s in evt req tag msg; do run sm "$g" "stall $s" $((CHECKS / 10)) --stall $s; done
	run group "$g" '' "$CHECKS"
done
[ -z "$CSV" ] || mv "$CSV.new" "$CSV"
if [ -n "$TAP" ]; then echo "1..$runs"; else echo "$runs runs, $failed failed"; fi
[ "$failed" = 0 ] && [ $runs -gt 0 ]
