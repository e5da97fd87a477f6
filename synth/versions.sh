#!/bin/sh
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# What the figures depend on besides the sources, a line each: tools, then the constraints.
yosys -V | sed 's/ (git.*//'
sta -version | sed 's/^/OpenSTA /'
echo "inputs arrive and outputs leave at 20 % of the period, no wires, ideal clock and reset"
echo "memories (synth/libs.tab), clock to data of 16 Kbit, setup: nangate45 0.35, 0.10 ns; osu018 1.4, 0.4; sky130hd 1.05, 0.3; as 139 + sqrt(bits)"
echo "columns: kge: gate equivalents / 1000, memories apart; *_ps: slack by path group; ram_kge: estimate, synth/README.md"
