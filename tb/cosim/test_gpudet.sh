#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The units of the deterministic commit beside their reference models: a short campaign.
# needs: cosim-gpudet-quick
cd "$(dirname "$0")/../.." || exit 2
TAP=1 CHECKS=${CHECKS:-20000} PROGRAMS="store_buffer_tiny store_buffer_ref quantum_ref partition_tiny" CSV='' \
	bash tb/cosim/campaign_gpudet.sh | grep -v '^1\.\.'
a=${PIPESTATUS[0]}
TAP=1 CHECKS=${CHECKS:-20000} GEOMETRIES="tiny ref" FORWARD=0 CSV='' bash tb/cosim/campaign_zcommit.sh | grep -v '^1\.\.'
b=${PIPESTATUS[0]}
[ "$a$b" = 00 ]
