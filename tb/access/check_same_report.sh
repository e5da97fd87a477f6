#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Functional and clocked detector report the same races and score the same (same_report.sh): of one block and of two, of
# both policies, with reference models and with the Verilog.
# needs: units-ref
. "$(dirname "$0")/same_report.sh"
for blocks in 1 2; do
	check "scord, pairs, $blocks block(s)" same scord model pairs $blocks --counts
	check "scord, locks, $blocks block(s)" same scord model locks $blocks --counts --but "$inactive"
	# The published policy checks the first word of an access only; the hardware checks all of it.
	check "scord-paper, pairs, $blocks block(s)" same scord-paper model pairs $blocks
	check "scord-paper, locks, $blocks block(s)" same scord-paper model locks $blocks --counts --but "$inactive"
done
for blocks in 1 2; do
	check "scord against the oracle, pairs, $blocks block(s)" scored scord model pairs $blocks --counts
	check "scord against the oracle, locks, $blocks block(s)" scored scord model locks $blocks --counts --but "$inactive"
	check "scord-paper against the oracle, locks, $blocks block(s)" scored scord-paper model locks $blocks --counts --but "$inactive"
done
check "the Verilog against the oracle, pairs" scored scord rtl pairs 2 --counts
check "the Verilog, pairs" same scord rtl pairs 2 --counts
check "the Verilog, locks" same scord rtl locks 2 --counts --but "$inactive"
echo "1..$n"
exit $rc
