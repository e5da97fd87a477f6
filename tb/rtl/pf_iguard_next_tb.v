// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_next_tb: random entries and accesses, with the next entry of the reference in C (pf_iguard_next_vec).
//
// Checked: every bit of the next entry.
// Plusargs: +vec=FILE +seed=N

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_iguard_bits.vh"

`define PF_BENCH "pf_iguard_next"

module pf_iguard_next_tb;

  localparam integer SeenW = 10;
  localparam [SeenW-1:0] SeenZero = {SeenW{1'b1}};

  wire [`PF_IGUARD_SIDE_W-1:0] next;

`include "pf_iguard_bench.vh"

  wire to_reader = act[`PF_IGUARD_ACT_READER];

  pf_iguard_next u_dut (
    .lanes_i  (lanes),
    .side_i   (to_reader ? reader : writer),
    .tag_i    (tag),
    .bytes_i  (bytes),
    .weaken_i (act[`PF_IGUARD_ACT_WEAKEN]),
    .add_i    (act[`PF_IGUARD_ACT_ADD]),
    .far_i    (act[`PF_IGUARD_ACT_FAR_LSB +: 2]),
    .next_o   (next)
  );

  wire             wrong = next != (to_reader ? next_reader : next_writer);
  wire [1:0]       far   = act[`PF_IGUARD_ACT_FAR_LSB +: 2];
  wire [SeenW-1:0] seen  = {act[3:0], lanes, tag[`PF_IGUARD_TAG_SEVERAL_LSB], act[`PF_IGUARD_ACT_ADD] && far == 2'd0,
                            far == 2'd1, far == 2'd2, far == 2'd3};

endmodule

`resetall
