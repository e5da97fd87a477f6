#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# pf_line_unit and each of its parts beside their models, every cycle, for half a million operations each; two million of
# the smallest unit, which seldom reads.
# needs: cosim-lines
cd "$(dirname "$0")/../.." || exit 2
SEEDS="1 2 3 4" CHECKS=${CHECKS:-120000} bash tb/cosim/lines.sh
