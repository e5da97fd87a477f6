// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_rules_tb: random entries and accesses, with verdict and next entry of the reference in C (pf_iguard_rules_vec).
//
// Checked: kind of race, of which side, with others or not; act; every bit of the next entry. Every kind is met.
// Plusargs: +vec=FILE +seed=N

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_iguard_bits.vh"

`define PF_BENCH "pf_iguard_rules"

module pf_iguard_rules_tb;

  localparam integer SeenW = 12;
  localparam [SeenW-1:0] SeenZero = {SeenW{1'b1}};

  wire [2:0]                     got_kind;
  wire                           got_reader, got_others;
  wire [`PF_IGUARD_ACT_W-1:0]    got_act;
  wire [2*`PF_IGUARD_SIDE_W-1:0] next;

`include "pf_iguard_bench.vh"

  pf_iguard_rules u_dut (
    .lanes_i       (lanes),
    .entry_i       ({reader, writer}),
    .tag_i         (tag),
    .bytes_i       (bytes),
    .writer_i      (writer_facts),
    .reader_i      (reader_facts),
    .kind_o        (got_kind),
    .with_reader_o (got_reader),
    .with_others_o (got_others),
    .act_o         (got_act),
    .next_o        (next)
  );

  wire wrong = {got_kind, got_reader, got_others, got_act, next} !=
               {kind, with_reader, with_others, act, next_reader, next_writer};

  wire [SeenW-1:0] seen = {act[3:0], with_others && with_reader, with_others && !with_reader, kind == 3'd0,
                           kind == `PF_IGUARD_KIND_SCOPE, kind == `PF_IGUARD_KIND_ITS, kind == `PF_IGUARD_KIND_FENCE,
                           kind == `PF_IGUARD_KIND_FENCE_SCOPE, kind == `PF_IGUARD_KIND_LOCK};

endmodule

`resetall
