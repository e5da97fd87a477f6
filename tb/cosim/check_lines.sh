#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# pf_line_unit and each of its parts beside their models, every cycle, for two million operations each.
# needs: cosim-lines
PARTS="line_unit_ref meta_cache_ref meta_cache_small_ref meta_cache_through_ref line_check_ref block_check_ref coalesce_ref coalesce_single_ref line_arrive_ref read_shared_ref report_ref regs_ref counters_ref line_unit_tiny line_unit_wide" \
	SEEDS="1 2 3 4" CHECKS=${CHECKS:-500000} bash "$(dirname "$0")/lines.sh"
