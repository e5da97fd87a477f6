#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Deterministic mode by directed programs: the short part of directed.sh.
# needs: units-ref
PART=test exec bash "$(dirname "$0")/directed.sh"
