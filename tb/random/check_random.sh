#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The random programs behind those of test_random.sh.
COUNT=16 SEED=9 exec bash "$(dirname "$0")/random.sh"
