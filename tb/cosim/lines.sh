#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# lines: pf_line_unit and its parts beside their models in sim/lines, every cycle. TAP.
#
#   B build folder   PARTS of tb/cosim/lines.mk, with geometry   SEEDS   CHECKS at least, of each part and seed
cd "$(dirname "$0")/../.." || exit 2
B=${B:-build} CHECKS=${CHECKS:-60000} n=0 failed=0
for part in $PARTS; do
	for seed in ${SEEDS:-1 2}; do
		n=$((n + 1))
		if out=$("$B/tb/cosim/lines_$part" --seed "$seed" --checks "$CHECKS" 2>&1); then
			echo "ok $n - $part, seed $seed: $out"
		else
			failed=1
			echo "not ok $n - $part, seed $seed"
			sed 's/^/# /' <<<"$out"
		fi
	done
done
echo "1..$n"
[ $failed = 0 ] && [ $n -gt 0 ]
