// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_check_lane, in the middle of it: where may_race_o is low the rules find no race, and changed_o is
// exact, for every entry, tag and count. pf_check keeps what is assumed here: inputs of one check go
// together, the owner's counts are the accessor's when they are the same warp, and scord-paper knows no
// parts of words.

  (* anyseq *) wire [2*`PF_META_BLK_FENCE_W-1:0] f_self2;
  reg                              f_past_valid = 1'b0;
  reg                              f_moved_q = 1'b0;
  reg [`PF_TAG_W-1:0]              f_tag_q;
  reg [2*`PF_META_BLK_FENCE_W-1:0] f_self_q;
  reg [`PF_META_EPOCH_W-1:0]       f_epoch_q;
  reg                              f_scord_q;
  always @* if (!f_past_valid) assume (!rst_ni);
  always @(posedge clk_i) begin
    f_past_valid <= 1'b1;
    f_moved_q    <= rst_ni && !hold_i;
    f_tag_q      <= tag2_i;
    f_self_q     <= f_self2;
    f_epoch_q    <= epoch_i;
    f_scord_q    <= scord_i;
    if (f_past_valid) assume (scord_i == f_scord_q);
    assume (!facts[`PF_FACT_SAME_WARP] || owner_count_i == f_self2);
    assume (scord_i || !(was_sub_q2 || sub_q2));
    if (check3_i) assume (f_moved_q && tag3_i == f_tag_q && self3_i == f_self_q && epoch_i == f_epoch_q);
  end

  `PF_COVER(c_race, check3_i && race_o)
  `PF_COVER(c_waits_for_nothing, check3_i && may_race_q3 && !race_o)
  `PF_COVER(c_unchanged, check3_i && !changed_o)
