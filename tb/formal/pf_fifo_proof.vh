// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_fifo: one word, whichever, is followed from its entry on; it keeps its place and value and
// leaves when all before it have left. That and the pointers' bounds is an induction's whole state.

  // Reset at the first step, free later.
  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  (* anyseq *) wire f_pick;
  reg              f_in_q;     // the word is inside
  reg [Width-1:0]  f_word_q;
  reg [LevelW-1:0] f_ahead_q;  // words before it

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                              f_in_q <= 1'b0;
    else if (!f_in_q)                         f_in_q <= push && f_pick;
    else if (pop && f_ahead_q == {LevelW{1'b0}}) f_in_q <= 1'b0;
  end

  always @(posedge clk_i) begin
    if (f_in_q) begin
      if (pop) f_ahead_q <= f_ahead_q - 1'b1;
    end else begin
      f_word_q  <= in_data_i;
      f_ahead_q <= pop ? level_q - 1'b1 : level_q;
    end
  end

  // With Ram the read pointer is a word ahead of the one on show.
  wire f_shown = (Ram != 0) && out_valid_o;
  integer f_at, f_end;
  always @* begin
    f_at  = rptr_q + f_ahead_q - (f_shown ? 1 : 0);
    f_end = rptr_q + level_q - (f_shown ? 1 : 0);
    if (f_at >= Depth) f_at = f_at - Depth;
    if (f_end >= Depth) f_end = f_end - Depth;
  end
  assign f_place = f_at[PtrW-1:0];

  `PF_ASSERT(a_inside,  !f_in_q || f_ahead_q < level_q)
  `PF_ASSERT(a_stored,  !f_in_q || (f_shown && f_ahead_q == {LevelW{1'b0}}) || f_stored == f_word_q)
  `PF_ASSERT(a_leaves,  !(f_in_q && f_ahead_q == {LevelW{1'b0}} && out_valid_o) || out_data_o == f_word_q)
  `PF_ASSERT(a_bounds,  rptr_q <= LAST && wptr_q <= LAST)
  `PF_ASSERT(a_agree,   f_end == wptr_q)
  `PF_ASSERT(a_shown,   !out_valid_o || level_q != {LevelW{1'b0}})
  `PF_ASSERT(a_prompt,  !(f_hidden_q && level_q != {LevelW{1'b0}}) || out_valid_o)
  `PF_COVER(c_followed, f_in_q && f_ahead_q == FULL - 1'b1)

  reg f_hidden_q;  // a word was inside a cycle ago, none on show
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_hidden_q <= 1'b0;
    else         f_hidden_q <= level_q != {LevelW{1'b0}} && !out_valid_o;
  end
