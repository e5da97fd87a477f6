#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# campaign_gpudet: pf_store_buffer, pf_quantum and pf_partition against their reference models: every geometry,
# each channel of the store buffer stalled alone.
#
#   B         build folder (default build), with the programs built: make cosim-gpudet
#   CHECKS    of each unit and geometry (default 1000000); a stalled run takes a tenth
#   SEED      (default 1)
#   PROGRAMS  default: all four units in tiny, ref and modern
#   CSV       file for the counts of each run
#   TAP       1: "ok N - ..." lines
#
# One line a run, with its PASS or FAIL line; exit status 1 when one failed.
set -u
cd "$(dirname "$0")/../.." || exit 2
B=${B:-build} CHECKS=${CHECKS:-1000000} SEED=${SEED:-1} CSV=${CSV:-} TAP=${TAP:-}
PROGRAMS=${PROGRAMS:-store_buffer_tiny store_buffer_ref store_buffer_modern quantum_tiny quantum_ref quantum_modern partition_tiny partition_ref partition_modern}
failed=0 runs=0
[ -z "$CSV" ] || echo "unit,geometry,habit,verdict,seed,checks,counts" >"$CSV.new"

# run PROGRAM HABIT CHECKS OPTION...
run() {
	local program=$1 habit=$2 checks=$3 name out rc verdict
	shift 3
	name="${program%_*},${program##*_},$habit"
	runs=$((runs + 1))
	out=$("$B/tb/cosim/$program" --seed "$SEED" --checks "$checks" "$@" 2>&1)
	rc=$?
	case $rc,$out in
	0,PASS\ *) verdict=pass ;;
	*) verdict=fail failed=$((failed + 1)) ;;
	esac
	case ${TAP:+tap}$verdict in
	tappass) echo "ok $runs - $name: $out" ;;
	tapfail) echo "not ok $runs - $name" && sed 's/^/# /' <<<"$program $* (exit $rc): $out" ;;
	pass) echo "$out" ;;
	fail) echo "$out" && echo "FAILED (exit $rc): $program $*" ;;
	esac
	[ -z "$CSV" ] || echo "$name,$verdict,$SEED,$checks,$(tail -n 1 <<<"$out" | tr ',' ';')" >>"$CSV.new"
}

for p in $PROGRAMS; do
	run "$p" '' "$CHECKS"
	case $p in
	store_buffer_*) for s in cmd ans ent mwr mrd mrsp; do run "$p" "stall $s" $((CHECKS / 10)) --stall $s; done ;;
	esac
done
[ -z "$CSV" ] || mv "$CSV.new" "$CSV"
if [ -n "$TAP" ]; then echo "1..$runs"; else echo "$runs runs, $failed failed"; fi
[ "$failed" = 0 ] && [ $runs -gt 0 ]
