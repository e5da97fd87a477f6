// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_rules_equal: facts and rules together give what the table says, for all inputs.
//
//   free inputs --+--> pf_rules_facts --> rules (Dut 1 scord, 2 scord-paper, 3 pf_rules) --+--> equal?
//                 +--> pf_rules_spec -----------------------------------------------------+
//
// Cover: each racing row of a policy, and so each kind of race.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_facts.vh"

module pf_rules_equal #(
  parameter integer Dut = 3
) (
  input wire                              choice_i,
  input wire [`PF_META_W-1:0]             entry_i,
  input wire [`PF_TAG_W-1:0]              tag_i,
  input wire                              sub_word_i,
  input wire [2*`PF_META_BLK_FENCE_W-1:0] owner_i,
  input wire [2*`PF_META_BLK_FENCE_W-1:0] self_i
);

  wire                   scord = Dut == 1 || (Dut == 3 && choice_i);
  wire [`PF_FACTS_W-1:0] facts;
  wire [4:0]             row, want_row;
  wire                   race, want_race;
  wire [`PF_META_W-1:0]  next, want_next;

  pf_rules_facts u_facts (
    .entry_i    (entry_i),
    .tag_i      (tag_i),
    .sub_word_i (sub_word_i),
    .owner_i    (owner_i),
    .facts_o    (facts)
  );

  generate
    if (Dut == 1) begin : g_scord
      pf_rules_scord u_dut (
        .entry_i (entry_i),
        .tag_i   (tag_i),
        .self_i  (self_i),
        .facts_i (facts),
        .row_o   (row),
        .race_o  (race),
        .act_o   (),
        .next_o  (next)
      );
    end else if (Dut == 2) begin : g_paper
      pf_rules_scord_paper u_dut (
        .entry_i (entry_i),
        .tag_i   (tag_i),
        .self_i  (self_i),
        .facts_i (facts),
        .row_o   (row),
        .race_o  (race),
        .act_o   (),
        .next_o  (next)
      );
    end else begin : g_both
      pf_rules #(
        .Policies (3)
      ) u_dut (
        .scord_i (choice_i),
        .entry_i (entry_i),
        .tag_i   (tag_i),
        .self_i  (self_i),
        .facts_i (facts),
        .row_o   (row),
        .race_o  (race),
        .next_o  (next)
      );
    end
  endgenerate

  pf_rules_spec u_spec (
    .scord_i    (scord),
    .entry_i    (entry_i),
    .tag_i      (tag_i),
    .sub_word_i (sub_word_i),
    .owner_i    (owner_i),
    .self_i     (self_i),
    .row_o      (want_row),
    .race_o     (want_race),
    .next_o     (want_next)
  );

  always @* begin
    a_row:  assert (row == want_row);
    a_race: assert (race == want_race);
    a_next: assert (next == want_next);
  end

`ifdef PF_COVER_ROWS
  always @* begin
    c_r3:  cover (race && row == `PF_ROW_R3);    // atomic scope
    c_r4:  cover (race && row == `PF_ROW_R4);    // fence, block
    c_r5:  cover (race && row == `PF_ROW_R5);    // fence, device
    c_r6:  cover (race && row == `PF_ROW_R6);    // not strong
    c_r10: cover (race && row == `PF_ROW_R10);   // lock
    c_w3:  cover (race && row == `PF_ROW_W3);
    c_w5:  cover (race && row == `PF_ROW_W5);
    c_w6:  cover (race && row == `PF_ROW_W6);
    c_w7:  cover (race && row == `PF_ROW_W7);
    c_w9:  cover (race && row == `PF_ROW_W9);
  end
  generate
    if (Dut != 2) begin : g_cover_scord
      always @* begin
        c_r3a: cover (race && row == `PF_ROW_R3A && scord);
        c_w3a: cover (race && row == `PF_ROW_W3A && scord);
      end
    end
  endgenerate
`endif

endmodule

`resetall
