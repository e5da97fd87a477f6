#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# sim/evaluation: its unit tests in Python. (tb/figures compares whole tables with numbers worked out by hand.)
exec /usr/bin/python3 "$(dirname "$0")/tap.py"
