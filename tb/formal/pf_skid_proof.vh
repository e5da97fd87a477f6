// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_skid: one word, whichever, is followed: first or second inside, then out, unchanged.

  // Reset at the first step, free later.
  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  (* anyseq *) wire f_pick;
  reg             f_in_q, f_second_q;
  reg [Width-1:0] f_word_q;
  wire            f_push = in_valid_i && in_ready_o;
  wire            f_pop  = out_valid_o && out_ready_i;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                   f_in_q <= 1'b0;
    else if (!f_in_q)              f_in_q <= f_push && f_pick;
    else if (f_pop && !f_second_q) f_in_q <= 1'b0;
  end

  always @(posedge clk_i) begin
    if (!f_in_q) f_word_q <= in_data_i;
    f_second_q <= (f_in_q ? f_second_q : out_valid_o) && !f_pop;
  end

  `PF_ASSERT(a_inside, !f_in_q || (f_second_q ? skid_valid_q : out_valid_q))
  `PF_ASSERT(a_stored, !f_in_q || f_word_q == (f_second_q ? skid_data_q : out_data_q))
  `PF_ASSERT(a_leaves, !(f_in_q && !f_second_q) || (out_valid_o && out_data_o == f_word_q))
  `PF_COVER(c_second, f_in_q && f_second_q)

  // Words inside: as many as went in and did not come out.
  reg [1:0] f_held_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_held_q <= 2'd0;
    else         f_held_q <= f_held_q + {1'b0, f_push} - {1'b0, f_pop};
  end
  `PF_ASSERT(a_held, f_held_q == {1'b0, out_valid_q} + {1'b0, skid_valid_q})
