#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# pf_line_unit and each of its parts beside their models, every cycle, for a million operations each.
# needs: cosim-lines
PARTS="line_unit meta_cache meta_cache_small meta_cache_through line_check block_check coalesce line_arrive read_shared report regs counters" \
	SEEDS="1 2 3 4" CHECKS=${CHECKS:-250000} bash "$(dirname "$0")/lines.sh"
