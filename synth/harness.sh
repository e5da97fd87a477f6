#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# A module with four pins around a block, so that any FPGA package has pins enough.
#
#   synth/harness.sh MODULE BUILD > harness.v
#
#   si_i --> shift register, one flop an input --> block --> a flop an output, parity of all --> so_o
#
# Inputs come from flops and outputs end in flops: what is placed has register to register paths only.
set -euo pipefail
top=$1 B=$2
ports=$(yosys -q -p "verilog_defaults -add -DSYNTHESIS -DPF_GEOMETRY_TINY -Irtl -I$B/gen; read_verilog $(echo rtl/*/"$top".v);
	hierarchy -top $top -libdir rtl/cell -libdir rtl/sm -libdir rtl/slice; tee -o /dev/stdout dump -m =$top" 2>/dev/null |
	awk '$1 == "wire" { w = 1; dir = ""
		for (i = 2; i < NF; i++) { if ($i == "width") w = $(i + 1); if ($i == "input" || $i == "output") dir = $i }
		if (dir != "") { n = $NF; sub(/^\\/, "", n); print dir, w, n } }' | sort -u)
awk -v top="$top" '
	$3 == "clk_i" || $3 == "rst_ni" { next }
	$1 == "input"  { map = map sprintf(",\n    .%s (in_q[%d:%d])", $3, ni + $2 - 1, ni); ni += $2 }
	$1 == "output" { map = map sprintf(",\n    .%s (out[%d:%d])", $3, no + $2 - 1, no); no += $2 }
	END {
		printf "module harness (input wire clk_i, input wire rst_ni, input wire si_i, output reg so_o);\n"
		printf "  reg  [%d:0] in_q;\n  wire [%d:0] out;\n  reg  [%d:0] out_q;\n", ni - 1, no - 1, no - 1
		n = int((no + 15) / 16)
		printf "  reg  [%d:0] part_q;\n  wire [%d:0] padded = {%d\x27d0, out_q};\n", n - 1, 16 * n - 1, 16 * n - no + 0
		printf "  integer i;\n"
		printf "  always @(posedge clk_i) begin\n    in_q <= {in_q, si_i};\n    out_q <= out;\n"
		printf "    for (i = 0; i < %d; i = i + 1) part_q[i] <= (^padded[16*i +: 16]) ^ (i > 0 ? part_q[(i+%d)%%%d] : 1\x27b0);\n", n, n - 1, n
		printf "    so_o <= part_q[%d];\n  end\n", n - 1
		printf "  %s u_dut (\n    .clk_i (clk_i),\n    .rst_ni (rst_ni)%s\n  );\nendmodule\n", top, map
	}' <<<"$ports" | sed "s/{0'd0, out_q}/out_q/"
