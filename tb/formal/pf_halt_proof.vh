// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_halt: every request that is taken enters once, unchanged and in order, or passes; an access that passes is
// counted, word by word; while not enabled nothing waits but behind one fence, and that only until there is room;
// drained_o is 1 exactly when no access is inside. A halt ends: what drained_o waits for falls with each request that
// leaves, whatever comes, so after Pending of them it is 1. By induction.

  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  // What is inside, oldest first: bit i is 1 for an access. It has no more than Pending.
  reg [Pending:0]  f_access_q;
  reg [LevelW-1:0] f_level_q;
  wire [Pending:0] f_rest = f_access_q >> left_i;
  wire [LevelW-1:0] f_at  = f_level_q - {{(LevelW-1){1'b0}}, left_i};

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_access_q <= {(Pending+1){1'b0}};
      f_level_q  <= {LevelW{1'b0}};
    end else begin
      f_access_q <= f_rest | ({{Pending{1'b0}}, goes_in && in_kind_o == ACCESS} << f_at);
      f_level_q  <= f_at + {{(LevelW-1){1'b0}}, goes_in};
    end
  end

  `PF_ASSUME(m_level, level_i == f_level_q)
  `PF_ASSUME(m_left,  !left_i || f_level_q != 0)
  `PF_ASSUME(m_room,  !in_ready_i || f_level_q < Pending)
  `PF_ASSUME(m_count, !enable_i || count_i)

  wire             f_taken  = req_valid_i && req_ready_o;
  wire             f_access = req_kind_i == ACCESS;
  wire             f_enters = f_taken && (f_access ? enable_i : count_i);

  // The fields of a fence
  localparam integer BlockW = `PF_META_BLOCK_W;
  localparam integer WarpW  = `PF_META_WARP_W;
  wire [BlockW+WarpW+1:0] f_req  = {req_kind_i == `PF_REQ_EPOCH, req_tag_i[`PF_TAG_BLOCK_LSB +: BlockW],
                                    req_tag_i[`PF_TAG_WARP_LSB +: WarpW], req_tag_i[`PF_TAG_BLOCK_SCOPE_LSB]};
  wire [BlockW+WarpW+1:0] f_in   = {in_kind_o == `PF_REQ_EPOCH, in_tag_o[`PF_TAG_BLOCK_LSB +: BlockW],
                                    in_tag_o[`PF_TAG_WARP_LSB +: WarpW], in_tag_o[`PF_TAG_BLOCK_SCOPE_LSB]};
  wire [BlockW+WarpW+1:0] f_late = {late_epoch_q, late_tag_q[`PF_TAG_BLOCK_LSB +: BlockW], late_tag_q[`PF_TAG_WARP_LSB +: WarpW],
                                    late_tag_q[`PF_TAG_BLOCK_SCOPE_LSB]};

  // Taken to enter, and not yet in
  reg [1:0]               f_owed_q;
  reg [BlockW+WarpW+1:0]  f_owed_what_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_owed_q <= 2'd0;
    else         f_owed_q <= f_owed_q + {1'b0, f_enters} - {1'b0, goes_in};
  end
  always @(posedge clk_i) if (f_enters) f_owed_what_q <= f_req;

  `PF_ASSERT(a_owed,      f_owed_q == {1'b0, late_q})
  `PF_ASSERT(a_owed_what, !late_q || f_owed_what_q == f_late)
  `PF_ASSERT(a_no_more,   !goes_in || late_q || f_enters)
  `PF_ASSERT(a_same,      !goes_in || late_q || (in_kind_o == req_kind_i && in_tag_o == req_tag_i))
  `PF_ASSERT(a_same_late, !(goes_in && late_q) || (f_in == f_owed_what_q && in_kind_o != ACCESS))
  `PF_ASSERT(a_in_turn,   !late_q || !f_taken)
  `PF_ASSERT(a_late,      !late_q || in_valid_o)                                // it goes as soon as there is room
  `PF_ASSERT(a_waits,     !req_valid_i || f_taken || late_q || (enable_i && !in_ready_i))
  `PF_ASSERT(a_enters,    !(f_taken && f_access && enable_i) || goes_in)

  // Words
  integer f_i;
  reg [3:0] f_words;
  always @* begin
    f_words = 4'd0;
    for (f_i = 0; f_i < 8; f_i = f_i + 1) f_words = f_words + {3'd0, req_word_mask_i[f_i]};
    if (!f_taken || !f_access || enable_i) f_words = 4'd0;
  end
  reg [3:0] f_words_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_words_q <= 4'd0;
    else         f_words_q <= f_words;
  end
  `PF_ASSERT(a_passed, passed_o == f_words_q)
  `PF_ASSERT(a_idle,   idle_o == (f_owed_q == 2'd0))

  // Drained
  `PF_ASSERT(a_drained, drained_o == (f_access_q == {(Pending+1){1'b0}}))
  `PF_ASSERT(i_level,   f_level_q <= Pending && (f_access_q >> f_level_q) == {(Pending+1){1'b0}})
  `PF_ASSERT(i_newest,  drained_o ? f_access_q == {(Pending+1){1'b0}} : (f_access_q >> (inside_q - 1'b1)) == {{Pending{1'b0}}, 1'b1})

  // Since the halt
  reg [LevelW-1:0] f_lefts_q;  // requests that left
  reg              f_off_q;    // and it lasts
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_lefts_q <= {LevelW{1'b0}};
      f_off_q   <= 1'b0;
    end else begin
      f_off_q   <= !enable_i;
      f_lefts_q <= enable_i ? {LevelW{1'b0}} : f_lefts_q + {{(LevelW-1){1'b0}}, left_i && f_lefts_q < Pending};
    end
  end
  `PF_ASSERT(i_ends, !f_off_q || inside_q <= Pending - f_lefts_q)
  `PF_ASSERT(a_ends, !f_off_q || f_lefts_q != Pending || drained_o)

  `PF_COVER(c_ends, f_lefts_q == Pending && f_past && $past(!drained_o))
  `PF_COVER(c_late,    late_q && in_kind_o == `PF_REQ_EPOCH && goes_in)
  `PF_COVER(c_drained, drained_o && f_past && $past(!drained_o) && level_i != 0)
  `PF_COVER(c_passed,  passed_o == 4'd8 && !in_ready_i)
  `PF_COVER(c_again,   enable_i && late_q)
