#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Both units of wide beside their reference models: a short campaign.
# needs: cosim-build
cd "$(dirname "$0")/../.." || exit 2
TAP=1 CHECKS=30000 WIDE=10000 GEOMETRIES=wide LANES='' CSV='' exec bash tb/cosim/campaign.sh
