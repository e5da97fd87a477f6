// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_check_lane: what happens to one entry of a group on its way through the check.
//
//   C1                     C2              C3                            C4
//   raw_i --> meta_fetch --> [entry] ------> [entry] --------------------> [entry] --> rules --> next_o, row_o, race_o
//                   |           |               +--> facts -------------> [facts] --> |           |
//                   v           v               ^                                  self_i         v
//            owner1_o, keep_o  owner2_o      owner_count_i                                     changed_o
//
// Tag and epoch fields are not carried: behind C1 they are those of the access, the same in all lanes.
//
// Throughput  one entry a cycle.
// Latency     3 cycles from raw_i to next_o.
// Wrong side  as the rules.
// State bits  3 * (PF_META_W - PF_META_TAG_W - PF_META_EPOCH_W) + PF_FACTS_W + 3.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"
`include "slice/pf_facts.vh"

module pf_check_lane #(
  parameter integer Policies = 3,  // 1: scord, 2: scord-paper, 3: both
  // Derived: do not override.
  parameter integer OwnerW = `PF_META_BLOCK_W + `PF_META_WARP_W
) (
  input  wire                              clk_i,
  input  wire                              rst_ni,        // for the checks only
  input  wire                              scord_i,       // policy
  input  wire [`PF_META_EPOCH_W-1:0]       epoch_i,       // now

  // C1
  input  wire [63:0]                       raw_i,
  input  wire [`PF_META_TAG_W-1:0]         mtag1_i,       // of the word that is accessed
  input  wire                              sub1_i,        // only part of the word is
  output wire [OwnerW-1:0]                 owner1_o,      // {block, warp} as in memory
  output wire                              keep_o,        // the entry is not seen as unwritten

  // C2
  input  wire                              load_i,        // C1 -> C2
  output wire [OwnerW-1:0]                 owner2_o,      // as the rules see it

  // C3
  input  wire                              step_i,        // C2 -> C3 -> C4
  input  wire [`PF_TAG_W-1:0]              tag3_i,
  input  wire [2*`PF_META_BLK_FENCE_W-1:0] owner_count_i, // {device, block} fences of the owner, now

  // C4
  input  wire                              check4_i,      // for the checks only: an entry is there
  input  wire [`PF_TAG_W-1:0]              tag4_i,
  input  wire [2*`PF_META_BLK_FENCE_W-1:0] self_i,        // of the accessor
  input  wire [`PF_META_TAG_W-1:0]         mtag4_i,
  output wire [63:0]                       next_o,
  output wire                              changed_o,
  output wire [4:0]                        row_o,
  output wire                              race_o,
  output wire [OwnerW-1:0]                 owner4_o,
  output wire                              sub4_o,
  output wire [22:0]                       before_o       // {owner_fenced, low 22 bits of the entry}
);

  localparam integer LowW = `PF_META_TAG_LSB;  // fields below the tag

  generate
    if (`PF_META_EPOCH_LSB != LowW + `PF_META_TAG_W ||
        `PF_META_SUB_WORD_LSB != `PF_META_EPOCH_LSB + `PF_META_EPOCH_W ||
        `PF_META_W != `PF_META_SUB_WORD_LSB + 1 || `PF_META_MODIFIED_LSB != 21) begin : g_bad_fields
      PF_CHECK_LANE_BAD_FIELDS u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  wire [`PF_META_EPOCH_W-1:0] epoch = epoch_i & {`PF_META_EPOCH_W{scord_i}};

  ////////////////
  // C1         //
  ////////////////

  wire [`PF_META_W-1:0] entry1;

  pf_meta_fetch u_fetch (
    .raw_i   (raw_i),
    .mtag_i  (mtag1_i),
    .epoch_i (epoch_i),
    .scord_i (scord_i),
    .entry_o (entry1)
  );

  assign owner1_o = {raw_i[`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W],
                     raw_i[`PF_META_WARP_LSB +: `PF_META_WARP_W]};
  assign keep_o   = !(entry1[`PF_META_MODIFIED_LSB] && entry1[`PF_META_BLK_SHARED_LSB] &&
                      entry1[`PF_META_DEV_SHARED_LSB]);

  ////////////////
  // C2         //
  ////////////////

  reg [LowW-1:0] entry_q2;
  reg            was_sub_q2, sub_q2;  // the owner touched only part of the word; the accessor does

  always @(posedge clk_i) begin
    if (load_i) begin
      entry_q2   <= entry1[LowW-1:0];
      was_sub_q2 <= entry1[`PF_META_SUB_WORD_LSB];
      sub_q2     <= sub1_i;
    end
  end

  assign owner2_o = {entry_q2[`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W],
                     entry_q2[`PF_META_WARP_LSB +: `PF_META_WARP_W]};

  ////////////////
  // C3         //
  ////////////////

  reg [LowW-1:0] entry_q3;
  reg            was_sub_q3, sub_q3;

  always @(posedge clk_i) begin
    if (step_i) begin
      entry_q3   <= entry_q2;
      was_sub_q3 <= was_sub_q2;
      sub_q3     <= sub_q2;
    end
  end

  wire [`PF_FACTS_W-1:0] facts;

  pf_rules_facts u_facts (
    .entry_i    ({was_sub_q3, epoch, {`PF_META_TAG_W{1'b0}}, entry_q3}),
    .tag_i      (tag3_i),
    .sub_word_i (sub_q3),
    .owner_i    (owner_count_i),
    .facts_o    (facts)
  );

  // The owner's fields, but its fences, are already those of the accessor.
  wire is_atom = tag3_i[`PF_TAG_IS_ATOM_LSB];
  wire same    = facts[`PF_FACT_SAME_WARP] && was_sub_q3 == sub_q3 &&
                 entry_q3[`PF_META_BARRIER_LSB +: `PF_META_BARRIER_W] ==
                 tag3_i[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W] &&
                 entry_q3[`PF_META_IS_ATOM_LSB] == is_atom &&
                 entry_q3[`PF_META_BLOCK_SCOPE_LSB] == (is_atom && tag3_i[`PF_TAG_BLOCK_SCOPE_LSB]);

  ////////////////
  // C4         //
  ////////////////

  reg [LowW-1:0]        entry_q4;
  reg                   was_sub_q4, same_q4;
  reg [`PF_FACTS_W-1:0] facts_q4;

  always @(posedge clk_i) begin
    if (step_i) begin
      entry_q4   <= entry_q3;
      was_sub_q4 <= was_sub_q3;
      facts_q4   <= facts;
      same_q4    <= same;
    end
  end

  wire [`PF_META_W-1:0] entry4 = {was_sub_q4, epoch, mtag4_i, entry_q4};
  wire [`PF_META_W-1:0] next4;

  pf_rules #(
    .Policies (Policies)
  ) u_rules (
    .scord_i (scord_i),
    .entry_i (entry4),
    .tag_i   (tag4_i),
    .self_i  (self_i),
    .facts_i (facts_q4),
    .row_o   (row_o),
    .race_o  (race_o),
    .next_o  (next4)
  );

  generate
    if (`PF_META_W < 64) begin : g_pad
      assign next_o = {{(64-`PF_META_W){1'b0}}, next4};
    end else begin : g_full
      assign next_o = next4;
    end
  endgenerate

  // Does anything change? What was seen as unwritten does in any case: it is taken, which clears the
  // shared bits. The owner's fields are not compared with the new ones: they change when the accessor
  // becomes owner, and was not already with all the same (the same warp has the same counts).
  wire stays_owner = row_o == `PF_ROW_R8 || row_o == `PF_ROW_R9 || row_o == `PF_ROW_R11 || row_o == `PF_ROW_RA;
  wire same_owner  = same_q4 && !facts_q4[`PF_FACT_BLK_FENCED] && !facts_q4[`PF_FACT_DEV_FENCED];

  assign changed_o = (!stays_owner && !same_owner) ||
                     next4[`PF_META_STRONG_LSB]     != entry_q4[`PF_META_STRONG_LSB] ||
                     next4[`PF_META_MODIFIED_LSB]   != entry_q4[`PF_META_MODIFIED_LSB] ||
                     next4[`PF_META_BLK_SHARED_LSB] != entry_q4[`PF_META_BLK_SHARED_LSB] ||
                     next4[`PF_META_DEV_SHARED_LSB] != entry_q4[`PF_META_DEV_SHARED_LSB] ||
                     next4[`PF_META_LOCK_LSB +: `PF_META_LOCK_W] != entry_q4[`PF_META_LOCK_LSB +: `PF_META_LOCK_W];

  assign owner4_o = {entry_q4[`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W],
                     entry_q4[`PF_META_WARP_LSB +: `PF_META_WARP_W]};
  assign sub4_o   = facts_q4[`PF_FACT_SUB_WORD];
  assign before_o = {facts_q4[`PF_FACT_BLK_FENCED], entry_q4[21:0]};

  wire unused = &{1'b0, entry1, rst_ni, check4_i};  // tag and epoch; what only checks look at

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT(a_changed, !check4_i || changed_o == (next4 != entry4))
`endif  // SYNTHESIS

endmodule

`resetall
