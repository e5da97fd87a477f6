// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_check_lane, in the middle of it: what is taken over from C3 is what pf_meta_fetch and pf_rules_facts make of the
// entry that C3 leaves, and changed_o is exact, for every entry, tag and count. pf_check keeps what is assumed here: inputs
// of one check go together and stay while C3 does, C3's entry as C1 reads it is that of before or of after, the owner's
// counts are the accessor's when they are the same warp, and scord-paper knows no parts of words.

  (* anyseq *) wire [2*`PF_META_BLK_FENCE_W-1:0] f_self2;
  reg                              f_past_valid = 1'b0;
  reg                              f_moved_q = 1'b0;
  reg                              f_full_q2 = 1'b0, f_full_q3 = 1'b0;  // something has come there
  reg [`PF_TAG_W-1:0]              f_tag_q;
  reg [2*`PF_META_BLK_FENCE_W-1:0] f_self_q;
  reg [`PF_META_TAG_W-1:0]         f_mtag_q;
  reg [`PF_META_EPOCH_W-1:0]       f_epoch_q;
  reg                              f_scord_q;
  wire [15:0] f_locks = tag2_i[`PF_TAG_LOCK_LSB +: 16] & tag3_i[`PF_TAG_LOCK_LSB +: 16];
  wire f_block = tag2_i[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W] == tag3_i[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W];
  wire f_warp  = f_block && tag2_i[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W] == tag3_i[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W];
  wire f_bar   = tag2_i[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W] != tag3_i[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W];
  wire f_owner = f_warp && !f_bar && is_atom == tag3_i[`PF_TAG_IS_ATOM_LSB] &&
                 (is_atom && tag2_i[`PF_TAG_BLOCK_SCOPE_LSB]) == (is_atom && tag3_i[`PF_TAG_BLOCK_SCOPE_LSB]);

  always @* assume (rst_ni == f_past_valid);
  always @(posedge clk_i) begin
    f_past_valid <= 1'b1;
    f_moved_q    <= rst_ni && !hold_i && f_full_q2;
    f_full_q2    <= f_full_q2 || load_i;
    if (!hold_i) f_full_q3 <= f_full_q2;
    f_tag_q      <= hold_i ? tag3_i : tag2_i;
    f_self_q     <= hold_i ? self3_i : f_self2;
    f_mtag_q     <= mtag3_i;
    f_epoch_q    <= epoch_i;
    f_scord_q    <= scord_i;
  end
  always @* begin
    if (f_past_valid) assume (scord_i == f_scord_q && epoch_i == f_epoch_q && tag3_i == f_tag_q && self3_i == f_self_q);
    if (f_past_valid && !f_moved_q && f_full_q3) assume (mtag3_i == f_mtag_q);
    assume (!facts[`PF_FACT_SAME_WARP] || owner_count_i == f_self2);
    assume (scord_i || !(raw_i[`PF_META_SUB_WORD_LSB] || sub1_i));
    assume (!(raw_i[`PF_META_BLK_SHARED_LSB] && raw_i[`PF_META_DEV_SHARED_LSB]) || raw_i[`PF_META_MODIFIED_LSB]);
    if (check3_i) assume (f_moved_q);
    if (same1_i || same2_i) assume (f_full_q3);
    if (same1_i) assume (evict1_i == (mtag1_i != mtag3_i));
    if (same1_i && !own3) assume (raw_i[LowW-1:KeepW] == f_rest_q3);
    if (same2_i) assume (near_i == {f_owner, !(|f_locks[15:8]) || !(|f_locks[7:0]), f_bar, f_warp, f_block});
    if (same2_i && f_warp) assume (self3_i == f_self2);
    if (same2_i && !evict2_i && !own3) assume ({was_sub_q2, entry_q2} == {was_sub_q3, f_rest_q3, show_q3});
    if (same2_i && !evict2_i) assume (entry_q2[`PF_META_LOCK_LSB +: 16] == show_q3[`PF_META_LOCK_LSB +: 16]);
  end

  // Entries that there are
  `PF_ASSERT(i_both_2, !f_full_q2 || !(entry_q2[`PF_META_BLK_SHARED_LSB] && entry_q2[`PF_META_DEV_SHARED_LSB]) || unwritten)
  `PF_ASSERT(i_both_3, !f_full_q3 || !(show_q3[`PF_META_BLK_SHARED_LSB] && show_q3[`PF_META_DEV_SHARED_LSB]) || f_none3)
  `PF_ASSERT(i_fresh,  !f_full_q3 || !f_none3 || facts_q3[`PF_FACT_FRESH])
  `PF_ASSERT(i_paper,  scord_i || !f_full_q2 || !(was_sub_q2 || sub_q2))
  `PF_ASSERT(i_paper3, scord_i || !f_full_q3 || !(was_sub_q3 || facts_q3[`PF_FACT_SUB_WORD]))
  `PF_ASSERT(i_facts,  !f_full_q3 || facts_q3[`PF_FACT_FRESH] || facts_q3 == f_facts_q)
  function f_lockless(input [15:0] set);
    f_lockless = !(|set[15:8]) || !(|set[7:0]);
  endfunction
  wire [15:0] f_mine = tag3_i[`PF_TAG_LOCK_LSB +: 16];
  wire [15:0] f_had  = show_q3[`PF_META_LOCK_LSB +: 16];
  `PF_ASSERT(i_locks,  !f_full_q3 || (facts_q3[`PF_FACT_TAG_LOCKLESS] == f_lockless(f_mine) && (facts_q3[`PF_FACT_FRESH] ||
                       (facts_q3[`PF_FACT_ENTRY_LOCKLESS] == f_lockless(f_had) && facts_q3[`PF_FACT_DISJOINT] == f_lockless(f_had & f_mine)))))
  `PF_ASSERT(i_good,   !f_full_q2 || f_good2)

  reg f_same_q;
  always @(posedge clk_i) f_same_q <= same2_i && own3 && !evict2_i;
  `PF_COVER(c_race, check3_i && race_o)
  `PF_COVER(c_race_behind, check3_i && race_o && f_same_q)
  `PF_COVER(c_unchanged, check3_i && !changed_o && f_same_q)
