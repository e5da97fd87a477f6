#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# pf_line_unit beside its model, every cycle; and a cache so small that its ways are all taken.
# needs: cosim-lines-quick
PARTS="line_unit_ref meta_cache_small_ref" SEEDS="1 2" CHECKS=${CHECKS:-300000} bash "$(dirname "$0")/lines.sh"
