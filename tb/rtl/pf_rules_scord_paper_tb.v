// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_rules_scord_paper_tb: random checks with the verdicts of the golden C rules (pf_rules_scord_paper_vec).
//
// Checked: row, race and every bit of the new entry; every row of scord-paper is met.
// Plusargs: +vec=FILE +seed=N

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_facts.vh"

`define PF_BENCH "pf_rules_scord_paper"

module pf_rules_scord_paper_tb;

  localparam [63:0] RowsWanted = 64'h0000_0000_001f_ffff;

  wire [4:0]            row;
  wire                  race;
  wire [`PF_META_W-1:0] next;

`include "pf_rules_bench.vh"

  pf_rules_scord_paper u_dut (
    .entry_i (entry),
    .tag_i   (tag),
    .self_i  (self),
    .facts_i (facts),
    .row_o   (row),
    .race_o  (race),
    .act_o   (),
    .next_o  (next)
  );

endmodule

`resetall
