#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The benches of rtl/cell that test_cell.sh leaves out.
WHEN=check exec bash "$(dirname "$0")/benches.sh" cell
