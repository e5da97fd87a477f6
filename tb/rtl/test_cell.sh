#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The short benches of rtl/cell: what benches.tab marks.
WHEN=test exec bash "$(dirname "$0")/benches.sh" cell
