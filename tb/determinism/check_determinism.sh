#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Deterministic mode by directed programs: what test_determinism.sh leaves out of directed.sh.
# needs: units-ref
PART=check exec bash "$(dirname "$0")/directed.sh"
