#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# campaign: both units against their golden models: every policy, metadata mode and geometry, each
# channel stalled alone, a twin without clock when idle; then the replay of traces.
#
#   B       build folder (default build), with everything built: make cosim-build
#   CHECKS  of each policy x mode x geometry (default 1000000); the other runs take a tenth
#   SEED    (default 1)
#   GEOMETRIES  default "tiny ref"
#
# Prints each run's PASS or FAIL line; exit status 1 when one failed.
set -u
B=${B:-build} CHECKS=${CHECKS:-1000000} SEED=${SEED:-1} GEOMETRIES=${GEOMETRIES:-tiny ref}
some=$((CHECKS / 10 + 1)) failed=0 runs=0

run() {
	runs=$((runs + 1))
	"$@" || { failed=$((failed + 1)); echo "FAILED: $*"; }
}

for g in $GEOMETRIES; do
	slice=$B/tb/cosim/slice_$g sm=$B/tb/cosim/sm_$g
	for p in scord scord-paper; do
		for m in full cached16; do
			run "$slice" -q --seed "$SEED" --checks "$CHECKS" --policy $p --metadata $m
		done
		run "$sm" --seed "$SEED" --checks "$CHECKS" --policy $p
	done
	for c in req mrd mrsp mwr; do
		run "$slice" -q --seed $((SEED + 1)) --checks $some --stall $c
	done
	for c in evt req tag msg; do
		run "$sm" --seed $((SEED + 1)) --checks $some --stall $c
	done
	run "$slice" -q --seed $((SEED + 2)) --checks $some --one-port
	run "$slice" -q --seed $((SEED + 3)) --checks $some --twin
	run "$sm" --seed $((SEED + 3)) --checks $some --twin
done
echo "$runs runs, $failed failed"
[ "$failed" = 0 ]
