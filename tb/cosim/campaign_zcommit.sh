#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# campaign_zcommit: pf_zcommit against its reference model: every geometry, spill filter on and off, each
# channel stalled alone, a twin without clock when idle, quantum numbers that overflow.
#
#   B           build folder (default build), with tb/cosim/zcommit_* built: make cosim-gpudet
#   CHECKS      commits of each geometry x filter (default 1000000); the runs with a habit take a tenth
#   SEED        (default 1)
#   GEOMETRIES  default "tiny ref modern"
#   FORWARD     1 (default): ref and modern go through all quantum numbers too
#   CSV         file for the counts of each run
#   TAP         1: "ok N - ..." lines
#
# One line a run, with its PASS or FAIL line; exit status 1 when one failed.
set -u
cd "$(dirname "$0")/../.." || exit 2
B=${B:-build} CHECKS=${CHECKS:-1000000} SEED=${SEED:-1} CSV=${CSV:-} TAP=${TAP:-}
GEOMETRIES=${GEOMETRIES:-tiny ref modern} FORWARD=${FORWARD:-1}
columns="seed checks quanta hits misses deferred fetched spilled lost waits sweeps reads writes longest runs cycles"
failed=0 runs=0
[ -z "$CSV" ] || echo "unit,geometry,filter,habit,verdict,${columns// /,}" >"$CSV.new"

# A PASS line's counts, in the columns' order.
counts() {
	local c row=
	for c in $columns; do
		row+=",$(sed -n "s/.* $c=\([0-9]*\).*/\1/p" <<<"$1")"
	done
	echo "$row"
}

# run GEOMETRY FILTER HABIT OPTION...
run() {
	local name="zcommit,$1,$2,$3" program="zcommit_$1 --filter $2" out rc verdict
	shift 3
	runs=$((runs + 1))
	# shellcheck disable=SC2086
	out=$("$B/tb/cosim/"$program -q "$@" 2>&1)
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
	[ -z "$CSV" ] || echo "$name,$verdict$(counts "$out")" >>"$CSV.new"
}

some=$((CHECKS / 10 + 1))
for g in $GEOMETRIES; do
	for f in on off; do
		run "$g" $f '' --seed "$SEED" --checks "$CHECKS"
		for s in req res mrd mrsp mwr; do
			run "$g" $f "stall $s" --seed $((SEED + 1)) --checks $some --stall $s
		done
		run "$g" $f twin --seed $((SEED + 3)) --checks $some --twin
		[ "$FORWARD,$g" = "1,tiny" ] || [ "$FORWARD" != 1 ] ||
			run "$g" $f forward --seed $((SEED + 4)) --checks $some --forward
	done
done
[ -z "$CSV" ] || mv "$CSV.new" "$CSV"
if [ -n "$TAP" ]; then echo "1..$runs"; else echo "$runs runs, $failed failed"; fi
[ "$failed" = 0 ] && [ $runs -gt 0 ]
