// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_rules_tb: random checks with the verdicts of the reference rules in C (pf_rules_vec).
//
// Checked: row, race, the row of a race, the owner, every bit of the new entry; every row of both policies is met.
// Plusargs: +vec=FILE +seed=N

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_facts.vh"

`define PF_BENCH "pf_rules"

module pf_rules_tb;

  localparam [63:0] RowsWanted = 64'h03ff_ffff_001f_ffff;

  wire [4:0]            row;
  wire                  race;
  wire [`PF_ACT_W-1:0]  act;
  wire                  own = act[`PF_ACT_OWN];
  wire [4:0]            race_row;
  wire [`PF_META_W-1:0] next;

`include "pf_rules_bench.vh"

`ifdef NETLIST
  pf_rules u_dut (
`else
  pf_rules #(
    .Policies (3)
  ) u_dut (
`endif
    .scord_i    (scord),
    .entry_i    (entry),
    .tag_i      (tag),
    .self_i     (self),
    .facts_i    (facts),
    .row_o      (row),
    .race_o     (race),
    .race_row_o (race_row),
    .act_o      (act),
    .next_o     (next)
  );

endmodule

`resetall
