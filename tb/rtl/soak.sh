#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# soak: the hardware for long. Each line of benches.tab with many seeds, builds of the slice unit with parameters
# drawn at random beside the reference model, then the campaign with many checks.
#
#   B        build folder (default build), with everything built: make all cosim-build cosim-replay
#   SEEDS    seeds of each line of benches.tab, Icarus and gates (default 20)
#   RANDOM_BUILDS  how many sets of parameters (default 6)
#   CHECKS   of the campaign (default 10000000)
#   SEED     of the choice of parameters, and of the campaign (default: of the day)
#
# Each FAIL line is printed; exit status 1 when there was one.
set -u
cd "$(dirname "$0")/../.." || exit 2
export B=${B:-build}
SEEDS=${SEEDS:-20} RANDOM_BUILDS=${RANDOM_BUILDS:-6} CHECKS=${CHECKS:-10000000} SEED=${SEED:-$((10#$(date +%j)))}
mkdir -p "$B/soak"
rc=0
say() { echo "soak: $*"; }
say "seed $SEED"

# Every seed from 5 on: the seeds 1 to 4 are those of make test. Options later in a line win.
awk -v last=$((4 + SEEDS)) '
	/^#/ || NF < 2 { next }
	$1 ~ /icarus|gates/ {
		tools = $1 ~ /icarus/ ? ($1 ~ /gates/ ? "icarus,gates" : "icarus") : "gates"
		# a build for one policy alone takes seeds of that policy
		if ($0 ~ /pf_slice_unit.*Policies=1/) $0 = $0 " --vec policy=scord"
		if ($0 ~ /pf_slice_unit.*Policies=2/) $0 = $0 " --vec policy=scord-paper"
		$1 = tools
		print $0 " --seed 5-" last
	}' tb/rtl/benches.tab >"$B/soak/benches.tab"
for folder in cell sm slice; do
	bash tb/rtl/benches.sh $folder "$B/soak/benches.tab" >"$B/soak/$folder.tap" 2>&1 || rc=1
	say "rtl/$folder: $(grep -c '^ok' "$B/soak/$folder.tap") ok, $(grep -c '^not ok' "$B/soak/$folder.tap") not: $B/soak/$folder.tap"
	grep -A6 '^not ok' "$B/soak/$folder.tap"
done

RANDOM=$SEED
for ((i = 0; i < RANDOM_BUILDS; i++)); do
	geometries=(tiny tiny ref)
	g=${geometries[RANDOM % 3]} lanes=$((1 << RANDOM % 4)) lines=$((1 + RANDOM % 40)) latency=$((1 + RANDOM % 300))
	stalls=(req mrd mrsp mwr)
	stall=${stalls[RANDOM % 4]}
	make --no-print-directory "B=$B" LANES=$lanes LINES=$lines "$B/tb/cosim/slice_${g}_${lanes}_$lines" || { rc=1; continue; }
	for options in "" "--latency $latency" "--stall $stall" "--one-port --latency $latency" "--twin"; do
		# shellcheck disable=SC2086
		"$B/tb/cosim/slice_${g}_${lanes}_$lines" -q --seed $((SEED + i)) --checks $((CHECKS / 20 + 1)) $options ||
			{ rc=1; say "FAILED: slice_${g}_${lanes}_$lines --seed $((SEED + i)) $options"; }
	done
done

B=$B CHECKS=$CHECKS SEED=$((SEED + 100)) bash tb/cosim/campaign.sh || rc=1
B=$B CHECKS=$CHECKS SEED=$((SEED + 100)) bash tb/cosim/campaign_shared.sh || rc=1
make --no-print-directory "B=$B" cosim-iguard && B=$B CHECKS=$CHECKS SEED=$((SEED + 100)) bash tb/cosim/campaign_iguard.sh || rc=1
B=$B RUNS=100 bash tb/cosim/replay.sh || rc=1
[ $rc = 0 ] && say "nothing found"
exit $rc
