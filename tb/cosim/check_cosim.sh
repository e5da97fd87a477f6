#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Both units of modern beside their reference models: a short campaign.
# needs: cosim-build
cd "$(dirname "$0")/../.." || exit 2
TAP=1 CHECKS=30000 MODERN=10000 GEOMETRIES=modern LANES='' CSV='' exec bash tb/cosim/campaign.sh
