// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_check_lane: what happens to one entry of a group on its way through the check.
//
//   C1                      C2                       C3                             C4
//   raw_i --> meta_fetch --> [entry] --------------> [entry] --> rules --> next_o   [entry] --> before_o
//             |  ^                +--> facts ------> [facts] --> | |  |    race_o, race_row_o
//             v  |                |      ^   ^            self3_i|  \-+--> changed_o
//      owner1_o, |                v      |   |                   |
//        keep_o  |          owner2_o     |   +--- same2_i -------+
//                |              owner_count_i                    |
//                +-------------- same1_i ------------------------+
//
// Where C3 has the very entry, what it makes of it is taken over: into C2 the new entry itself, into C3 its facts
// (pf_rules_behind). No fence stands between neighbours.
//
// Of an entry that is seen as unwritten only its flags are set right: they say that it is fresh, and
// then nothing else of it counts. Tag and epoch fields are not carried: behind C1 they are those of the
// access, the same in all lanes. Behind C2 the owner's other bytes are not carried either: where own_o is low
// they are not written.
//
// Throughput  one entry a cycle, be it the same again and again.
// Latency     2 cycles from raw_i to next_o.
// Errs        as the rules.
// State bits  PF_META_W - PF_META_TAG_W - PF_META_EPOCH_W + PF_OWNER_LSB + 37.

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
  input  wire                              same1_i,       // C3 has this entry
  input  wire                              evict1_i,      // ... for a word of another cache tag
  output wire [OwnerW-1:0]                 owner1_o,      // {block, warp} as in memory
  output wire                              keep_o,        // the entry is not seen as unwritten

  // C2
  input  wire                              load_i,        // C1 -> C2
  input  wire [`PF_TAG_W-1:0]              tag2_i,
  input  wire [2*`PF_META_BLK_FENCE_W-1:0] owner_count_i, // {device, block} fences of the owner, now
  input  wire                              same2_i,       // C3 has this entry
  input  wire                              evict2_i,      // ... for a word of another cache tag
  input  wire [`PF_NEAR_W-1:0]             near_i,        // accessors of C2 and C3 (pf_facts.vh)
  output wire [OwnerW-1:0]                 owner2_o,      // as the rules see it, but for what C3 does

  // C3
  input  wire                              hold_i,        // C3 and C4 stay
  input  wire                              check3_i,      // for the checks only: an entry is there, for the first time
  input  wire [`PF_TAG_W-1:0]              tag3_i,
  input  wire [2*`PF_META_BLK_FENCE_W-1:0] self3_i,       // fences of the accessor
  input  wire [`PF_META_TAG_W-1:0]         mtag3_i,
  output wire [63:0]                       next_o,
  output wire                              own_o,         // the whole entry is written, else what is below PF_OWNER_LSB
  output wire                              changed_o,
  output wire                              race_o,
  output wire [4:0]                        race_row_o,    // where there is none, 0

  // C4
  output wire                              sub4_o,
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

  // C3's results, for its followers
  wire [`PF_META_W-1:0] next3;
  wire [`PF_ACT_W-1:0]  act3;
  wire                  own3 = act3[`PF_ACT_OWN];
  reg  [LowW-1:0]       mine3;  // the accessor, as an owner

  ////////////////
  // C1         //
  ////////////////

  wire [`PF_META_W-1:0] fetched;
  reg  [LowW-1:0]       entry1;
  wire                  was_sub1 = same1_i ? next3[`PF_META_SUB_WORD_LSB] : raw_i[`PF_META_SUB_WORD_LSB];

  pf_meta_fetch u_fetch (
    .raw_i   (raw_i),
    .mtag_i  (mtag1_i),
    .epoch_i (epoch_i),
    .scord_i (scord_i),
    .entry_o (fetched)
  );

  // What C3 leaves is not unwritten.
  wire unwritten1 = fetched[`PF_META_MODIFIED_LSB] && fetched[`PF_META_BLK_SHARED_LSB] && fetched[`PF_META_DEV_SHARED_LSB];

  always @* begin
    entry1 = raw_i[LowW-1:0];
    if (same1_i) entry1[KeepW-1:0] = next3[KeepW-1:0];
    if (same1_i && own3) entry1[LowW-1:KeepW] = mine3[LowW-1:KeepW];
    if (!keep_o) begin
      entry1[`PF_META_MODIFIED_LSB]   = 1'b1;
      entry1[`PF_META_BLK_SHARED_LSB] = 1'b1;
      entry1[`PF_META_DEV_SHARED_LSB] = 1'b1;
    end
  end

  assign owner1_o = {raw_i[`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W],
                     raw_i[`PF_META_WARP_LSB +: `PF_META_WARP_W]};
  assign keep_o   = same1_i ? !evict1_i : !unwritten1;

  ////////////////
  // C2         //
  ////////////////

  reg [LowW-1:0] entry_q2;
  reg            was_sub_q2, sub_q2;  // the owner touched only part of the word; the accessor does

  always @(posedge clk_i) begin
    if (load_i) begin
      entry_q2   <= entry1;
      was_sub_q2 <= was_sub1;
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

  // The owner's fields are already those of the accessor: the same warp has the same counts, if the
  // owner's have not moved.
  wire same_owner = facts[`PF_FACT_SAME_WARP] && was_sub_q2 == sub_q2 &&
                    !facts[`PF_FACT_BLK_FENCED] && !facts[`PF_FACT_DEV_FENCED] &&
                    entry_q2[`PF_META_BARRIER_LSB +: `PF_META_BARRIER_W] ==
                    tag2_i[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W] &&
                    entry_q2[`PF_META_IS_ATOM_LSB] == is_atom &&
                    entry_q2[`PF_META_BLOCK_SCOPE_LSB] == (is_atom && tag2_i[`PF_TAG_BLOCK_SCOPE_LSB]);

  //////////////////
  // Behind C3    //
  //////////////////

  // C2's entry is what C3 began with: nothing else has changed it since.
  reg  [`PF_FACTS_W-1:0] facts_q3;
  reg  [KeepW-1:0]       show_q3;
  reg                    was_sub_q3, same_owner_q3;

  wire [`PF_FACTS_W-1:0] behind;

  pf_rules_behind u_behind (
    .facts_i       (facts),
    .first_i       (facts_q3),
    .act_i         (act3),
    .near_i        (near_i),
    .lock_i        (show_q3[`PF_META_LOCK_LSB +: `PF_META_LOCK_W]),
    .first_lock_i  (tag3_i[`PF_TAG_LOCK_LSB +: `PF_TAG_LOCK_W]),
    .second_lock_i (tag2_i[`PF_TAG_LOCK_LSB +: `PF_TAG_LOCK_W]),
    .facts_o       (behind)
  );

  reg [`PF_FACTS_W-1:0] facts2;
  reg [KeepW-1:0]       show2;
  always @* begin
    facts2 = facts;
    show2  = entry_q2[KeepW-1:0];
    if (same2_i) begin
      facts2                           = behind;
      facts2[`PF_FACT_FRESH]           = behind[`PF_FACT_FRESH] || evict2_i;
      show2                            = next3[KeepW-1:0];
      show2[`PF_META_MODIFIED_LSB]     = act3[`PF_ACT_MODIFIED] || evict2_i;
      show2[`PF_META_BLK_SHARED_LSB]   = act3[`PF_ACT_BLK_SHARED] || evict2_i;
      show2[`PF_META_DEV_SHARED_LSB]   = act3[`PF_ACT_DEV_SHARED] || evict2_i;
    end
  end

  wire was_sub2    = same2_i ? next3[`PF_META_SUB_WORD_LSB] : was_sub_q2;
  wire same_owner2 = same2_i && own3 ? near_i[`PF_NEAR_OWNER] && act3[`PF_ACT_SUB_WORD] == sub_q2 : same_owner;

  ////////////////
  // C3         //
  ////////////////

  always @(posedge clk_i) begin
    if (!hold_i) begin
      show_q3       <= show2;
      facts_q3      <= facts2;
      was_sub_q3    <= was_sub2;
      same_owner_q3 <= same_owner2;
    end
  end

  // As if the owner were the accessor: the rules go by the facts.
  always @* begin
    mine3 = {LowW{1'b0}};
    mine3[`PF_META_BARRIER_LSB +: `PF_META_BARRIER_W]     = tag3_i[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W];
    mine3[`PF_META_BLK_FENCE_LSB +: `PF_META_BLK_FENCE_W] = self3_i[0 +: `PF_META_BLK_FENCE_W];
    mine3[`PF_META_DEV_FENCE_LSB +: `PF_META_DEV_FENCE_W] = self3_i[`PF_META_BLK_FENCE_W +: `PF_META_DEV_FENCE_W];
    mine3[`PF_META_WARP_LSB +: `PF_META_WARP_W]           = tag3_i[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W];
    mine3[`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W]         = tag3_i[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W];
  end

  wire [`PF_META_W-1:0] entry3 = {was_sub_q3, epoch, mtag3_i, mine3[LowW-1:KeepW], show_q3};
  wire [4:0]            row3;  // for the checks only

  pf_rules #(
    .Policies (Policies)
  ) u_rules (
    .scord_i    (scord_i),
    .entry_i    (entry3),
    .tag_i      (tag3_i),
    .self_i     (self3_i),
    .facts_i    (facts_q3),
    .row_o      (row3),
    .race_o     (race_o),
    .race_row_o (race_row_o),
    .act_o      (act3),
    .next_o     (next3)
  );

  generate
    if (`PF_META_W < 64) begin : g_pad
      assign next_o = {{(64-`PF_META_W){1'b0}}, next3[`PF_META_SUB_WORD_LSB], epoch, mtag3_i, mine3[LowW-1:KeepW], next3[KeepW-1:0]};
    end else begin : g_full
      assign next_o = {next3[`PF_META_SUB_WORD_LSB], epoch, mtag3_i, mine3[LowW-1:KeepW], next3[KeepW-1:0]};
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

  assign own_o = own3;

  ////////////////
  // C4         //
  ////////////////

  reg [ShowW-1:0] show_q4;
  reg             fenced_q4, sub_q4;

  always @(posedge clk_i) begin
    if (!hold_i) begin
      show_q4   <= show_q3[ShowW-1:0];
      fenced_q4 <= facts_q3[`PF_FACT_BLK_FENCED];
      sub_q4    <= facts_q3[`PF_FACT_SUB_WORD];
    end
  end

  assign sub4_o   = sub_q4;
  assign before_o = {fenced_q4, show_q4};

  wire unused = &{1'b0, fetched, rst_ni, check3_i, row3, mine3[KeepW-1:0], next3, act3};  // fields that raw_i gives; what only checks look at

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  // The whole entry, in each stage as it truly is, and its facts
  reg  [LowW-1:KeepW]   f_rest_q3;
  wire [`PF_META_W-1:0] f_entry3 = {was_sub_q3, epoch, mtag3_i, f_rest_q3, show_q3};
  wire [`PF_META_W-1:0] f_next3  = own3 ? next_o[`PF_META_W-1:0] : {f_entry3[`PF_META_W-1:KeepW], next3[KeepW-1:0]};
  wire [63:0]           f_raw1   = same1_i ? {{(64-`PF_META_W){1'b0}}, f_next3} : raw_i;
  wire [`PF_META_W-1:0] f_entry1, f_entry2, f_after2;
  reg  [`PF_META_W-1:0] f_entry1_q, f_entry2_q;
  wire [`PF_FACTS_W-1:0] f_facts2;
  reg  [`PF_FACTS_W-1:0] f_facts_q;
  reg                   f_load_q = 1'b0;

  pf_meta_fetch u_f_fetch1 (
    .raw_i   (f_raw1),
    .mtag_i  (mtag1_i),
    .epoch_i (epoch_i),
    .scord_i (scord_i),
    .entry_o (f_entry1)
  );
  pf_meta_fetch u_f_fetch2 (
    .raw_i   ({{(64-`PF_META_W){1'b0}}, f_next3}),
    .mtag_i  (evict2_i ? ~mtag3_i : mtag3_i),
    .epoch_i (epoch_i),
    .scord_i (scord_i),
    .entry_o (f_after2)
  );
  assign f_entry2 = same2_i ? f_after2 : {was_sub_q2, epoch, {`PF_META_TAG_W{1'b0}}, entry_q2};
  pf_rules_facts u_f_facts (
    .entry_i    (f_entry2),
    .tag_i      (tag2_i),
    .sub_word_i (sub_q2),
    .owner_i    (same2_i && own3 ? self3_i : owner_count_i),
    .facts_o    (f_facts2)
  );
  always @(posedge clk_i) begin
    f_load_q   <= load_i;
    f_entry1_q <= f_entry1;
    if (!hold_i) begin
      f_entry2_q <= f_entry2;
      f_facts_q  <= f_facts2;
      f_rest_q3  <= f_entry2[LowW-1:KeepW];
    end
  end

  wire f_none1  = f_entry1_q[`PF_META_MODIFIED_LSB] && f_entry1_q[`PF_META_BLK_SHARED_LSB] && f_entry1_q[`PF_META_DEV_SHARED_LSB];
  wire f_none2  = f_entry2_q[`PF_META_MODIFIED_LSB] && f_entry2_q[`PF_META_BLK_SHARED_LSB] && f_entry2_q[`PF_META_DEV_SHARED_LSB];
  wire f_none3  = show_q3[`PF_META_MODIFIED_LSB] && show_q3[`PF_META_BLK_SHARED_LSB] && show_q3[`PF_META_DEV_SHARED_LSB];
  wire f_unused = &{1'b0, f_entry1_q, f_entry2_q, f_after2};
  wire f_fresh2 = f_facts_q[`PF_FACT_FRESH];
  wire f_equal1 = f_none1 ? unwritten : {was_sub_q2, entry_q2} == {f_entry1_q[`PF_META_SUB_WORD_LSB], f_entry1_q[LowW-1:0]};
  wire f_equal2 = f_none2 ? f_none3 : {was_sub_q3, show_q3} == {f_entry2_q[`PF_META_SUB_WORD_LSB], f_entry2_q[KeepW-1:0]};

  reg  f_good_q2, f_good_q3;
  wire f_good2  = f_load_q ? f_equal1 : f_good_q2;
  always @(posedge clk_i) begin
    f_good_q2 <= f_good2;
    if (!hold_i) f_good_q3 <= f_good2;
  end

  `PF_ASSERT(a_into_c2, !check3_i || f_good_q3)
  `PF_ASSERT(a_into_c3, !check3_i || f_equal2)
  `PF_ASSERT(a_facts, !check3_i || (f_fresh2 ? facts_q3[`PF_FACT_FRESH] : facts_q3 == f_facts_q))
  `PF_ASSERT(a_written, !check3_i || !(act3[`PF_ACT_BLK_SHARED] && act3[`PF_ACT_DEV_SHARED]))
  `PF_ASSERT(a_changed, !check3_i || changed_o == (f_next3 != f_entry3))
  `PF_ASSERT(a_row, !check3_i || race_row_o == (race_o ? row3 : 5'd0))
`ifdef PF_PROVE_CHECK_LANE
`include "pf_check_lane_proof.vh"
`endif
`endif  // SYNTHESIS

endmodule

`resetall
