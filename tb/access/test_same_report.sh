#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Functional and clocked detector report the same races and score the same (same_report.sh): of two blocks, beside the oracle.
# needs: units-ref
. "$(dirname "$0")/same_report.sh"
check "scord against the oracle, pairs" scored scord model pairs 2 --counts
check "scord against the oracle, locks" scored scord model locks 2 --counts --but "$inactive"
check "scord-paper, pairs" same scord-paper model pairs 2
check "the Verilog against the oracle, pairs" scored scord rtl pairs 2 --counts
echo "1..$n"
exit $rc
