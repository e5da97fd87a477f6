#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Both units beside their golden models: a short campaign. Needs: make cosim-build.
cd "$(dirname "$0")/../.." || exit 2
TAP=1 CHECKS=${CHECKS:-30000} WIDE=${WIDE:-10000} LANES='' CSV='' exec bash tb/cosim/campaign.sh
