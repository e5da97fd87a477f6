#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The seeds of soak.sh that come after those of test_soak.sh.
# needs: units-ref
FIRST=5 SEEDS=32 JOBS=1 exec bash "$(dirname "$0")/soak.sh"
