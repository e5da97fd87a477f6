#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Ways in which exact clocks reach a slice: right for every run of two warps; each wrong one is found.
# needs: $B/tb/exact/protocols
WHEN=test exec bash "$(dirname "$0")/protocols.sh"
