// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_rules_quiet_holds: a quiet load of a quiet entry races with nobody and changes nothing but the entry's tag and epoch, for all
// entries, accessors, owners and counts of fences, and with facts of anybody else.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_facts.vh"

module pf_rules_quiet_holds (
  input wire                              clk_i,
  input wire                              scord_i,
  input wire [`PF_META_W-1:0]             entry_i,
  input wire [`PF_TAG_W-1:0]              tag_i,
  input wire                              sub_word_i,
  input wire [2*`PF_META_BLK_FENCE_W-1:0] owner_i,  // counts of anybody
  input wire [2*`PF_META_BLK_FENCE_W-1:0] self_i
);

  localparam integer LowW = `PF_META_TAG_LSB;       // an entry's fields but tag, epoch and sub_word

  wire [`PF_FACTS_W-1:0] facts;
  wire [`PF_ACT_W-1:0]   act;
  wire [`PF_META_W-1:0]  next;
  wire [4:0]             row, race_row;
  wire                   race, quiet_entry, quiet_load;

  pf_rules_facts u_facts (
    .entry_i (entry_i), .tag_i (tag_i), .sub_word_i (sub_word_i && scord_i), .owner_i (owner_i), .facts_o (facts)
  );
  pf_rules u_rules (
    .scord_i (scord_i), .entry_i (entry_i), .tag_i (tag_i), .self_i (self_i), .facts_i (facts),
    .row_o (row), .race_o (race), .race_row_o (race_row), .act_o (act), .next_o (next)
  );
  pf_rules_quiet u_dut (
    .scord_i (scord_i), .entry_i (entry_i), .tag_i (tag_i), .sub_word_i (sub_word_i), .entry_o (quiet_entry), .load_o (quiet_load)
  );

  wire quiet = quiet_entry && quiet_load;

  always @(posedge clk_i) begin
    assert (!quiet || !race);
    assert (!quiet || (next[LowW-1:0] == entry_i[LowW-1:0] && next[`PF_META_SUB_WORD_LSB] == entry_i[`PF_META_SUB_WORD_LSB]));
    cover (quiet && scord_i);
    cover (quiet && !scord_i && |entry_i[`PF_META_LOCK_LSB +: `PF_META_LOCK_W]);
  end

endmodule

`resetall
