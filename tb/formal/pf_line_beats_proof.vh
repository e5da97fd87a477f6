// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_beats: beat f_k, whichever, has one request of an operation that wants it and none of another one, after those for lower
// beats; an operation ends with its last request, or when the eighth of its beats has come; until its last request it has one
// piece more than requests, then as many.

  // Reset at the first step, free later.
  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  (* anyconst *) wire [2:0] f_k;
  wire       f_wants = blk_make_i || blk_words_i[4*f_k +: 4] != 4'd0;
  wire       f_sends = req_valid_o && req_ready_i;
  wire       f_here  = f_sends && req_row_o[2:0] == f_k;
  wire       f_ends  = blk_valid_i && blk_ready_o;
  wire [7:0] f_lower = ~(8'hff << f_k);

  reg        f_mine_q;    // beat f_k has had its request
  reg  [3:0] f_sent_q;    // requests
  reg  [3:0] f_came_q;    // beats that came
  reg  [3:0] f_pieces_q;  // that have no request
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {f_mine_q, f_sent_q, f_came_q} <= 9'd0;
      f_pieces_q                     <= 4'd1;
    end else if (f_ends) begin
      {f_mine_q, f_sent_q, f_came_q} <= 9'd0;
      f_pieces_q                     <= 4'd1;
    end else begin
      f_mine_q   <= f_mine_q || f_here;
      f_sent_q   <= f_sent_q + {3'd0, f_sends};
      f_came_q   <= f_came_q + {3'd0, made_i};
      f_pieces_q <= f_pieces_q + {3'd0, add_o} - {3'd0, f_sends};
    end
  end

  // The beats of a new block come out of the bank after their requests.
  `PF_ASSUME(m_came, !made_i || f_came_q < f_sent_q)

  `PF_ASSERT(a_wanted, !f_here || (blk_valid_i && f_wants))
  `PF_ASSERT(a_once, !(f_here && f_mine_q))
  `PF_ASSERT(a_all, !(f_ends && f_wants) || f_mine_q || f_here)
  `PF_ASSERT(a_order, !f_here || (wanted & f_lower & ~sent_q) == 8'd0)
  `PF_ASSERT(a_words, !f_here || req_words_o == (blk_make_i ? 4'd0 : blk_words_i[4*f_k +: 4]))
  `PF_ASSERT(a_payload, !f_sends || ({req_make_o, req_row_o[BlockNoW+2:3], req_line_o, req_sub_o, req_tag_o, req_pc_o, req_self_o, req_era_o} ==
                                     {blk_make_i, blk_block_i, blk_line_i, blk_sub_i, blk_tag_i, blk_pc_i, blk_self_i, blk_era_i} &&
                                     req_fresh_o == req_make_o))
  `PF_ASSERT(a_goes_on, !blk_valid_i || req_valid_o || (blk_make_i && f_sent_q == 4'd8))
  `PF_ASSERT(a_ends, !blk_valid_i || blk_ready_o == (blk_make_i ? f_came_q + {3'd0, made_i} == 4'd8
                                                                : f_sends && (wanted & ~sent_q & (wanted & ~sent_q) - 8'd1) == 8'd0))
  `PF_ASSERT(a_add, !add_o || (f_sends && add_era_o == blk_era_i))
  `PF_ASSERT(a_pieces, f_pieces_q == {3'd0, !(blk_valid_i && blk_make_i && f_sent_q == 4'd8)})
  `PF_ASSERT(a_last_piece, !(f_ends && !blk_make_i) || f_pieces_q + {3'd0, add_o} - {3'd0, f_sends} == 4'd0)

  // Inside
  integer   f_j;
  reg [3:0] f_count;
  always @* begin
    f_count = 4'd0;
    for (f_j = 0; f_j < 8; f_j = f_j + 1) f_count = f_count + {3'd0, sent_q[f_j]};
  end
  `PF_ASSERT(i_mine, sent_q[f_k] == f_mine_q)
  `PF_ASSERT(i_sent, f_count == f_sent_q)
  `PF_ASSERT(i_came, {1'b0, made_q} == f_came_q && f_came_q <= f_sent_q)
  `PF_ASSERT(i_none, f_blk_waits_q || (sent_q == 8'd0 && f_came_q == 4'd0))
  `PF_ASSERT(i_wanted, (sent_q & ~wanted) == 8'd0 || !blk_valid_i)
  `PF_ASSERT(i_low, !blk_valid_i || (wanted & ~sent_q) == 8'd0 || sent_q < (wanted & ~sent_q & ~((wanted & ~sent_q) - 8'd1)))
  `PF_ASSERT(i_access, !blk_valid_i || blk_make_i || f_came_q == 4'd0)
