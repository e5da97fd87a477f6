#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The first seeds of soak.sh.
# needs: units-ref
SEEDS=4 JOBS=1 exec bash "$(dirname "$0")/soak.sh"
