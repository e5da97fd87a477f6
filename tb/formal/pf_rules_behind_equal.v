// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_rules_behind_equal: facts of a check right behind another one of the same entry are those of the entry as the first
// one leaves it, for all entries, tags and counts; and no rule leaves both shared bits.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_facts.vh"

module pf_rules_behind_equal #(
  parameter integer Policies = 1             // as pf_rules
) (
  input wire                              clk_i,
  input wire [`PF_META_W-1:0]             entry_i,
  input wire [`PF_TAG_W-1:0]              first_tag_i, second_tag_i,
  input wire                              first_sub_i, second_sub_i,
  input wire [2*`PF_META_BLK_FENCE_W-1:0] owner_i,  // counts of the entry's owner
  input wire [2*`PF_META_BLK_FENCE_W-1:0] self_i    // ... of the first accessor
);

  wire [`PF_FACTS_W-1:0] first, alone, behind, want;
  wire [`PF_ACT_W-1:0]   act;
  wire [`PF_META_W-1:0]  next;
  wire [4:0]             row, race_row;
  wire                   race;
  wire                   own = act[`PF_ACT_OWN];

  pf_rules_facts u_first (.entry_i (entry_i), .tag_i (first_tag_i), .sub_word_i (first_sub_i), .owner_i (owner_i), .facts_o (first));
  pf_rules_facts u_alone (.entry_i (entry_i), .tag_i (second_tag_i), .sub_word_i (second_sub_i), .owner_i (owner_i), .facts_o (alone));
  pf_rules #(.Policies (Policies)) u_rules (
    .scord_i (1'b0), .entry_i (entry_i), .tag_i (first_tag_i), .self_i (self_i), .facts_i (first),
    .row_o (row), .race_o (race), .race_row_o (race_row), .act_o (act), .next_o (next)
  );
  pf_rules_facts u_want (
    .entry_i (next), .tag_i (second_tag_i), .sub_word_i (second_sub_i), .owner_i (own ? self_i : owner_i), .facts_o (want)
  );

  wire [15:0] locks = first_tag_i[`PF_TAG_LOCK_LSB +: 16] & second_tag_i[`PF_TAG_LOCK_LSB +: 16];
  wire [`PF_NEAR_W-1:0] near;
  assign near[`PF_NEAR_BLOCK]    = first_tag_i[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W] ==
                                   second_tag_i[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W];
  assign near[`PF_NEAR_WARP]     = near[`PF_NEAR_BLOCK] && first_tag_i[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W] ==
                                   second_tag_i[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W];
  assign near[`PF_NEAR_BARRIER]  = first_tag_i[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W] !=
                                   second_tag_i[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W];
  assign near[`PF_NEAR_DISJOINT] = !(|locks[15:8]) || !(|locks[7:0]);
  assign near[`PF_NEAR_OWNER]    = 1'b0;

  pf_rules_behind u_dut (
    .facts_i (alone), .first_i (first), .act_i (act), .near_i (near),
    .lock_i (entry_i[`PF_META_LOCK_LSB +: 16]), .first_lock_i (first_tag_i[`PF_TAG_LOCK_LSB +: 16]),
    .second_lock_i (second_tag_i[`PF_TAG_LOCK_LSB +: 16]), .facts_o (behind)
  );

  always @(posedge clk_i) begin
    assume (!(entry_i[`PF_META_BLK_SHARED_LSB] && entry_i[`PF_META_DEV_SHARED_LSB]) || entry_i[`PF_META_MODIFIED_LSB]);
    assert (behind == want);
    assert (!(next[`PF_META_BLK_SHARED_LSB] && next[`PF_META_DEV_SHARED_LSB]));
    cover (own && race);
    cover (!own && want[`PF_FACT_DISJOINT] && !alone[`PF_FACT_DISJOINT]);
  end

endmodule

`resetall
