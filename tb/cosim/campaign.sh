#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# campaign: both units against their reference models: every policy, metadata mode and geometry, each
# channel stalled alone, one memory port, a twin without clock when idle, other numbers of lanes.
#
#   B           build folder (default build), with everything built: make cosim-build
#   CHECKS      of each policy x mode of tiny and ref (default 1000000); the runs with a habit take a tenth
#   MODERN      of each policy x mode of modern (default a fifth of CHECKS)
#   SEED        (default 1)
#   GEOMETRIES  default "tiny ref modern"
#   LANES       of further builds of tiny (default none; "1 4 8" after make cosim-lanes)
#   CSV         file for the counts of each run
#   TAP         1: "ok N - ..." lines
#
# One line a run, with its PASS or FAIL line; exit status 1 when one failed.
# shellcheck disable=SC2086
set -u
cd "$(dirname "$0")/../.." || exit 2
B=${B:-build} CHECKS=${CHECKS:-1000000} SEED=${SEED:-1} CSV=${CSV:-} TAP=${TAP:-}
MODERN=${MODERN:-$((CHECKS / 5))} GEOMETRIES=${GEOMETRIES:-tiny ref modern} LANES=${LANES:-}
columns="seed checks requests skipped races records dropped repeated epochs sweeps tags messages events cycles"
failed=0 runs=0
[ -z "$CSV" ] || echo "unit,geometry,lanes,policy,metadata,habit,verdict,${columns// /,}" >"$CSV.new"

# A PASS line's counts, in the columns' order.
counts() {
	local c row=
	for c in $columns; do
		row+=",$(sed -n "s/.* $c=\([0-9]*\).*/\1/p" <<<"$1")"
	done
	echo "$row"
}

# run UNIT GEOMETRY LANES POLICY METADATA HABIT PROGRAM OPTION...
run() {
	local name="$1,$2,$3,$4,$5,$6" out rc
	shift 6
	runs=$((runs + 1))
	out=$("$B/tb/cosim/$1" -q "${@:2}" 2>&1)
	rc=$?
	case $rc,$out in
	0,PASS\ *) verdict=pass ;;
	*) verdict=fail failed=$((failed + 1)) ;;
	esac
	case ${TAP:+tap}$verdict in
	tappass) echo "ok $runs - $name: $out" ;;
	tapfail) echo "not ok $runs - $name" && sed 's/^/# /' <<<"$* (exit $rc): $out" ;;
	pass) echo "$out" ;;
	fail) echo "$out" && echo "FAILED (exit $rc): $*" ;;
	esac
	[ -z "$CSV" ] || echo "$name,$verdict$(counts "$out")" >>"$CSV.new"
}

# An undirected run takes policies and modes by turns, but a short one would not get to the second.
for g in $GEOMETRIES; do
	n=$CHECKS
	[ "$g" != modern ] || n=$MODERN
	some=$((n / 10 + 1))
	for p in scord scord-paper; do
		for m in full cached16; do
			c="slice_$g --policy $p --metadata $m"
			run slice "$g" '' $p $m '' $c --seed "$SEED" --checks "$n"
			for s in req mrd mrsp mwr; do
				run slice "$g" '' $p $m "stall $s" $c --seed $((SEED + 1)) --checks $some --stall $s
			done
			run slice "$g" '' $p $m 'one port' $c --seed $((SEED + 2)) --checks $some --one-port
			run slice "$g" '' $p $m twin $c --seed $((SEED + 3)) --checks $some --twin
		done
		c="sm_$g --policy $p"
		run sm "$g" '' $p '' '' $c --seed "$SEED" --checks "$n"
		for s in evt req tag msg; do
			run sm "$g" '' $p '' "stall $s" $c --seed $((SEED + 1)) --checks $some --stall $s
		done
		run sm "$g" '' $p '' twin $c --seed $((SEED + 3)) --checks $some --twin
	done
done
for l in $LANES; do
	for p in scord scord-paper; do
		for m in full cached16; do
			c="slice_tiny_${l}_ --policy $p --metadata $m"
			run slice tiny "$l" $p $m '' $c --seed "$SEED" --checks $((CHECKS / 10 + 1))
			run slice tiny "$l" $p $m twin $c --seed $((SEED + 3)) --checks $((CHECKS / 20 + 1)) --twin
		done
	done
done
[ -z "$CSV" ] || mv "$CSV.new" "$CSV"
if [ -n "$TAP" ]; then echo "1..$runs"; else echo "$runs runs, $failed failed"; fi
[ "$failed" = 0 ] && [ $runs -gt 0 ]
