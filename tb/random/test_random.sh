#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The first random programs.
COUNT=8 exec bash "$(dirname "$0")/random.sh"
