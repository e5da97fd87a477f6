// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_rules: the rules of one policy, or of two to choose from.
//
//   entry, tag, facts --+--> pf_rules_scord ------- row, race, act --+
//                       +--> pf_rules_scord_paper - row, race, act --+--> scord_i --> row_o, race_o
//                                                                         \--> act_o --> pf_rules_next --> next_o
//
// The choice is made on 14 bits, not on the new entry.
//
// Throughput  combinational.
// Latency     0.
// Errs        row by row in docs/reference-models.md.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_facts.vh"

module pf_rules #(
  parameter integer Policies = 3  // 1: scord, 2: scord-paper, 3: both
) (
  input  wire                              scord_i,  // only looked at with Policies 3; static
  input  wire [`PF_META_W-1:0]             entry_i,  // after pf_meta_fetch
  input  wire [`PF_TAG_W-1:0]              tag_i,
  input  wire [2*`PF_META_BLK_FENCE_W-1:0] self_i,   // {device, block} fences of the accessor
  input  wire [`PF_FACTS_W-1:0]            facts_i,  // pf_rules_facts of the same check
  output wire [4:0]                        row_o,    // `PF_ROW_*, race or not
  output wire                              race_o,
  output wire [4:0]                        race_row_o,  // the row of a race, else 0: less logic than row_o
  output wire [`PF_ACT_W-1:0]              act_o,
  output wire [`PF_META_W-1:0]             next_o
);

  wire [4:0]            scord_row, paper_row;
  wire                  scord_race, paper_race;
  wire [4:0]            scord_race_row, paper_race_row;
  wire [`PF_ACT_W-1:0]  scord_act, paper_act;
  wire [`PF_ACT_W-1:0]  act;
  wire [`PF_META_W-1:0] unused_scord, unused_paper;  // made here from the chosen act
  wire                  scord;

  generate
    if (Policies < 1 || Policies > 3) begin : g_bad_param
      PF_RULES_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end

    if (Policies != 2) begin : g_scord
      pf_rules_scord u_rules (
        .entry_i    (entry_i),
        .tag_i      (tag_i),
        .self_i     (self_i),
        .facts_i    (facts_i),
        .row_o      (scord_row),
        .race_o     (scord_race),
        .race_row_o (scord_race_row),
        .act_o      (scord_act),
        .next_o     (unused_scord)
      );
    end else begin : g_no_scord
      assign scord_row      = 5'd0;
      assign scord_race     = 1'b0;
      assign scord_race_row = 5'd0;
      assign scord_act      = {`PF_ACT_W{1'b0}};
      assign unused_scord   = {`PF_META_W{1'b0}};
    end

    if (Policies != 1) begin : g_paper
      pf_rules_scord_paper u_rules (
        .entry_i    (entry_i),
        .tag_i      (tag_i),
        .self_i     (self_i),
        .facts_i    (facts_i),
        .row_o      (paper_row),
        .race_o     (paper_race),
        .race_row_o (paper_race_row),
        .act_o      (paper_act),
        .next_o     (unused_paper)
      );
    end else begin : g_no_paper
      assign paper_row      = 5'd0;
      assign paper_race     = 1'b0;
      assign paper_race_row = 5'd0;
      assign paper_act      = {`PF_ACT_W{1'b0}};
      assign unused_paper   = {`PF_META_W{1'b0}};
    end

    if (Policies == 3) begin : g_choice
      assign scord = scord_i;
    end else begin : g_no_choice
      wire unused_choice = scord_i;
      assign scord = Policies == 1;
    end
  endgenerate

  assign row_o  = scord ? scord_row  : paper_row;
  assign race_o = scord ? scord_race : paper_race;
  assign act_o  = act;

  assign race_row_o = scord ? scord_race_row : paper_race_row;
  assign act    = scord ? scord_act  : paper_act;

  pf_rules_next u_next (
    .entry_i (entry_i),
    .tag_i   (tag_i),
    .self_i  (self_i),
    .act_i   (act),
    .next_o  (next_o)
  );

endmodule

`resetall
