#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# What test_protocols.sh does, for three warps, two words, and as far as it goes for more.
# needs: $B/tb/exact/protocols
WHEN=check exec bash "$(dirname "$0")/protocols.sh"
