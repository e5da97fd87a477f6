// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_check_lane: what happens to one entry of a group on its way through the check.
//
//   C1                      C2                       C3
//   raw_i --> meta_fetch --> [entry] --------------> [entry] --> rules --> next_o, race_o, race_row_o
//                   |           +--> facts --------> [facts] --> |           |
//                   v           |      ^                       self3_i       v
//            owner1_o, keep_o   v  owner_count_i                         changed_o
//                        owner2_o, may_race_o
//
// Of an entry that is seen as unwritten only its flags are set right: they say that it is fresh, and
// then nothing else of it counts. Tag and epoch fields are not carried: behind C1 they are those of the
// access, the same in all lanes. Behind C2 the owner's other bytes are not carried either: where own_o is low
// they are not written.
//
// Throughput  one entry a cycle.
// Latency     2 cycles from raw_i to next_o.
// Errs        as the rules.
// State bits  PF_META_W - PF_META_TAG_W - PF_META_EPOCH_W + PF_OWNER_LSB + 11.

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
  input  wire [`PF_META_TAG_W-1:0]         mtag1_i,       // cache tag of the word that is accessed
  input  wire                              sub1_i,        // only part of the word is
  output wire [OwnerW-1:0]                 owner1_o,      // {block, warp} as in memory
  output wire                              keep_o,        // the entry is not seen as unwritten

  // C2
  input  wire                              load_i,        // C1 -> C2
  input  wire [`PF_TAG_W-1:0]              tag2_i,
  input  wire [2*`PF_META_BLK_FENCE_W-1:0] owner_count_i, // {device, block} fences of the owner, now
  output wire [OwnerW-1:0]                 owner2_o,      // as the rules see it
  output wire                              may_race_o,    // 0: surely it does not

  // C3
  input  wire                              hold_i,        // what a record shows of C3 stays
  input  wire                              check3_i,      // for the checks only: an entry is there
  input  wire [`PF_TAG_W-1:0]              tag3_i,
  input  wire [2*`PF_META_BLK_FENCE_W-1:0] self3_i,       // fences of the accessor
  input  wire [`PF_META_TAG_W-1:0]         mtag3_i,
  output wire [63:0]                       next_o,
  output wire                              own_o,         // the whole entry is written, else what is below PF_OWNER_LSB
  output wire                              changed_o,
  output wire                              race_o,
  output wire [4:0]                        race_row_o,    // where there is none, 0
  output wire                              sub3_o,
  output wire [22:0]                       before_o       // {owner_fenced, low 22 bits of the entry}
);

  localparam integer LowW  = `PF_META_TAG_LSB;  // fields below the tag
  localparam integer ShowW = 22;                // fields that a record shows
  localparam integer KeepW = `PF_OWNER_LSB;     // what is written without a change of owner

  generate
    if (`PF_META_EPOCH_LSB != LowW + `PF_META_TAG_W ||
        `PF_META_SUB_WORD_LSB != `PF_META_EPOCH_LSB + `PF_META_EPOCH_W ||
        `PF_META_W != `PF_META_SUB_WORD_LSB + 1 || `PF_META_MODIFIED_LSB != ShowW - 1 ||
        `PF_META_BARRIER_LSB != ShowW || KeepW > LowW) begin : g_bad_fields
      PF_CHECK_LANE_BAD_FIELDS u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  wire [`PF_META_EPOCH_W-1:0] epoch = epoch_i & {`PF_META_EPOCH_W{scord_i}};

  ////////////////
  // C1         //
  ////////////////

  wire [`PF_META_W-1:0] fetched;
  reg  [LowW-1:0]       entry1;

  pf_meta_fetch u_fetch (
    .raw_i   (raw_i),
    .mtag_i  (mtag1_i),
    .epoch_i (epoch_i),
    .scord_i (scord_i),
    .entry_o (fetched)
  );

  always @* begin
    entry1 = raw_i[LowW-1:0];
    entry1[`PF_META_MODIFIED_LSB]   = fetched[`PF_META_MODIFIED_LSB];
    entry1[`PF_META_BLK_SHARED_LSB] = fetched[`PF_META_BLK_SHARED_LSB];
    entry1[`PF_META_DEV_SHARED_LSB] = fetched[`PF_META_DEV_SHARED_LSB];
  end

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
      entry_q2   <= entry1;
      was_sub_q2 <= raw_i[`PF_META_SUB_WORD_LSB];
      sub_q2     <= sub1_i;
    end
  end

  wire [`PF_FACTS_W-1:0] facts;

  pf_rules_facts u_facts (
    .entry_i    ({was_sub_q2, epoch, {`PF_META_TAG_W{1'b0}}, entry_q2}),
    .tag_i      (tag2_i),
    .sub_word_i (sub_q2),
    .owner_i    (owner_count_i),
    .facts_o    (facts)
  );

  wire unwritten = entry_q2[`PF_META_MODIFIED_LSB] && entry_q2[`PF_META_BLK_SHARED_LSB] &&
                   entry_q2[`PF_META_DEV_SHARED_LSB];

  assign owner2_o = {entry_q2[`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W],
                     entry_q2[`PF_META_WARP_LSB +: `PF_META_WARP_W]} & {OwnerW{!unwritten}};

  wire is_atom = tag2_i[`PF_TAG_IS_ATOM_LSB];

  // Nearly the rules' race, from what is known early. Loads race with stores and atomics only. What a
  // barrier or program order orders does not race, nor what a fence does, between strong accesses with a
  // lock in common or without any; an atomic of block scope may be too narrow all the same.
  wire loads    = !entry_q2[`PF_META_MODIFIED_LSB] && !entry_q2[`PF_META_IS_ATOM_LSB] &&
                  !tag2_i[`PF_TAG_WRITE_LSB] && !is_atom;
  wire narrow   = entry_q2[`PF_META_IS_ATOM_LSB] && entry_q2[`PF_META_BLOCK_SCOPE_LSB];
  wire strong   = entry_q2[`PF_META_STRONG_LSB] && (tag2_i[`PF_TAG_STRONG_LSB] || is_atom);
  wire locks    = !facts[`PF_FACT_DISJOINT] ||
                  (facts[`PF_FACT_ENTRY_LOCKLESS] && facts[`PF_FACT_TAG_LOCKLESS]);
  wire fenced   = facts[`PF_FACT_DEV_FENCED] ||
                  (facts[`PF_FACT_BLK_FENCED] && facts[`PF_FACT_SAME_BLOCK] && !entry_q2[`PF_META_DEV_SHARED_LSB]);

  assign may_race_o = !facts[`PF_FACT_FRESH] && !facts[`PF_FACT_ORDERED] && !loads &&
                      !(fenced && strong && locks && !narrow);

  // The owner's fields are already those of the accessor: the same warp has the same counts, if the
  // owner's have not moved.
  wire same_owner = facts[`PF_FACT_SAME_WARP] && was_sub_q2 == sub_q2 &&
                    !facts[`PF_FACT_BLK_FENCED] && !facts[`PF_FACT_DEV_FENCED] &&
                    entry_q2[`PF_META_BARRIER_LSB +: `PF_META_BARRIER_W] ==
                    tag2_i[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W] &&
                    entry_q2[`PF_META_IS_ATOM_LSB] == is_atom &&
                    entry_q2[`PF_META_BLOCK_SCOPE_LSB] == (is_atom && tag2_i[`PF_TAG_BLOCK_SCOPE_LSB]);

  ////////////////
  // C3         //
  ////////////////

  reg [KeepW-1:0]       show_q3;
  reg                   was_sub_q3, same_owner_q3, fenced_q3, sub_q3;
  reg [`PF_FACTS_W-1:0] facts_q3;

  always @(posedge clk_i) begin
    if (!hold_i) begin
      show_q3   <= entry_q2[KeepW-1:0];
      fenced_q3 <= facts[`PF_FACT_BLK_FENCED];
      sub_q3    <= sub_q2;
    end
    was_sub_q3    <= was_sub_q2;
    facts_q3      <= facts;
    same_owner_q3 <= same_owner;
  end

  reg [`PF_FACTS_W-1:0] facts3;
  always @* begin
    facts3 = facts_q3;
    facts3[`PF_FACT_BLK_FENCED] = fenced_q3;
    facts3[`PF_FACT_SUB_WORD]   = sub_q3;
  end

  // As if the owner were the accessor: the rules go by the facts.
  reg [LowW-1:0] mine3;
  always @* begin
    mine3 = {LowW{1'b0}};
    mine3[`PF_META_BARRIER_LSB +: `PF_META_BARRIER_W]     = tag3_i[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W];
    mine3[`PF_META_BLK_FENCE_LSB +: `PF_META_BLK_FENCE_W] = self3_i[0 +: `PF_META_BLK_FENCE_W];
    mine3[`PF_META_DEV_FENCE_LSB +: `PF_META_DEV_FENCE_W] = self3_i[`PF_META_BLK_FENCE_W +: `PF_META_DEV_FENCE_W];
    mine3[`PF_META_WARP_LSB +: `PF_META_WARP_W]           = tag3_i[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W];
    mine3[`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W]         = tag3_i[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W];
  end

  wire [`PF_META_W-1:0] entry3 = {was_sub_q3, epoch, mtag3_i, mine3[LowW-1:KeepW], show_q3};
  wire [`PF_META_W-1:0] next3;
  wire [4:0]            row3;  // for the checks only
  wire                  own3;

  pf_rules #(
    .Policies (Policies)
  ) u_rules (
    .scord_i    (scord_i),
    .entry_i    (entry3),
    .tag_i      (tag3_i),
    .self_i     (self3_i),
    .facts_i    (facts3),
    .row_o      (row3),
    .race_o     (race_o),
    .race_row_o (race_row_o),
    .own_o      (own3),
    .next_o     (next3)
  );

  generate
    if (`PF_META_W < 64) begin : g_pad
      assign next_o = {{(64-`PF_META_W){1'b0}}, next3};
    end else begin : g_full
      assign next_o = next3;
    end
  endgenerate

  // Does anything change? What was seen as unwritten does in any case: it is taken, which clears the
  // shared bits. The owner's fields change when the accessor becomes owner and they were not its own.
  assign changed_o = (own3 && !same_owner_q3) ||
                     next3[`PF_META_STRONG_LSB]     != show_q3[`PF_META_STRONG_LSB] ||
                     next3[`PF_META_MODIFIED_LSB]   != show_q3[`PF_META_MODIFIED_LSB] ||
                     next3[`PF_META_BLK_SHARED_LSB] != show_q3[`PF_META_BLK_SHARED_LSB] ||
                     next3[`PF_META_DEV_SHARED_LSB] != show_q3[`PF_META_DEV_SHARED_LSB] ||
                     next3[`PF_META_LOCK_LSB +: `PF_META_LOCK_W] != show_q3[`PF_META_LOCK_LSB +: `PF_META_LOCK_W];

  assign sub3_o   = sub_q3;
  assign before_o = {fenced_q3, show_q3[ShowW-1:0]};
  assign own_o    = own3;

  wire unused = &{1'b0, fetched, rst_ni, check3_i, row3, mine3[KeepW-1:0]};  // fields that raw_i gives; what only checks look at

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  // The entry as it is, and as it will be
  reg  [LowW-1:KeepW]   f_rest_q3;
  always @(posedge clk_i) f_rest_q3 <= entry_q2[LowW-1:KeepW];
  wire [`PF_META_W-1:0] f_entry3 = {was_sub_q3, epoch, mtag3_i, f_rest_q3, show_q3};
  wire [`PF_META_W-1:0] f_next3  = own3 ? next3 : {f_entry3[`PF_META_W-1:KeepW], next3[KeepW-1:0]};
  `PF_ASSERT(a_changed, !check3_i || changed_o == (f_next3 != f_entry3))
  `PF_ASSERT(a_row, !check3_i || race_row_o == (race_o ? row3 : 5'd0))
  reg may_race_q3;
  always @(posedge clk_i) may_race_q3 <= may_race_o;
  `PF_ASSERT(a_may_race, !check3_i || !race_o || may_race_q3)
`ifdef PF_PROVE_CHECK_LANE
`include "pf_check_lane_proof.vh"
`endif
`endif  // SYNTHESIS

endmodule

`resetall
