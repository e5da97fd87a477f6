#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_soak: the first seeds of soak.sh.
SEEDS=${SEEDS:-36} JOBS=1 exec bash "$(dirname "$0")/soak.sh"
