#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# pf_line_unit and each of its parts beside their models, every cycle, for half a million operations each; two million of
# the smallest unit, which seldom reads.
# needs: cosim-lines
cd "$(dirname "$0")/../.." || exit 2
PARTS="line_unit_ref line_unit_modern meta_cache_ref meta_cache_small_ref meta_cache_through_ref line_check_ref block_check_ref coalesce_ref
	coalesce_single_ref line_arrive_ref line_arrive_small_ref read_shared_ref report_ref regs_ref counters_ref" \
	SEEDS="1 2 3 4" CHECKS=${CHECKS:-120000} bash tb/cosim/lines.sh | grep -v '^1\.\.'
a=${PIPESTATUS[0]}
PARTS=line_unit_tiny SEEDS="1 2 3 4" CHECKS=${CHECKS:-500000} bash tb/cosim/lines.sh | grep -v '^1\.\.'
b=${PIPESTATUS[0]}
[ "$a$b" = 00 ]
