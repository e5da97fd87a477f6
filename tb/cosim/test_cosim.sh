#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Both units beside their reference models: a short campaign in tiny and ref.
# needs: cosim-quick
cd "$(dirname "$0")/../.." || exit 2
TAP=1 CHECKS=30000 GEOMETRIES="tiny ref" LANES='' CSV='' exec bash tb/cosim/campaign.sh
