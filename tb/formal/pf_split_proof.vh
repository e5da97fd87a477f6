// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The proof of pf_split, in it when PF_PROVE_SPLIT is defined: each masked word of a request is in exactly
// one piece, in the line, at the entry and with the cache tag that division gives it; at most 8 pieces; what
// is shown stays until it is taken. By induction, for any number of requests.

  // The request inside, as it came, and what was given out of it.
  reg  [LineW-1:0] f_line_q;
  reg  [2:0]       f_shift_q;
  reg  [3:0]       f_left_q;
  reg  [MtagW-1:0] f_mtag_q;
  reg  [7:0]       f_mask_q;
  reg  [7:0]       f_given_q;        // words
  reg  [3:0]       f_turn_q;         // turns before this one
  reg  [3:0]       f_start_q;        // first word of this turn
  reg  [3:0]       f_pieces_q;
  wire             f_take = piece_valid_o && piece_ready_i;
  wire [7:0]       f_gives = turned(piece_mask_o, 3'd0 - piece_shift_o);

  always @(posedge clk_i) begin
    if (in_valid_i && in_ready_o) begin
      {f_line_q, f_shift_q, f_left_q, f_mtag_q} <= {in_line_i, in_shift_i, in_left_i, in_mtag_i};
      f_mask_q   <= in_mask_i;
      f_given_q  <= 8'h00;
      f_turn_q   <= {3'd0, in_skip};
      f_start_q  <= in_skip ? in_left_i : 4'd0;
      f_pieces_q <= 4'd0;
    end else if (en && !load) begin
      if (f_take) f_given_q  <= f_given_q | f_gives;
      if (f_take) f_pieces_q <= f_pieces_q + 4'd1;
      if (!b_too) f_turn_q   <= f_turn_q + 4'd1;
      if (!b_too) f_start_q  <= end_q;
    end
  end

  // A request that can be: a table of fewer than 8 entries lies in line 0.
  `PF_ASSUME(f_in, cfg_turn_i != 4'd0 && cfg_turn_i <= 4'd8)
  `PF_ASSUME(f_left, !in_valid_i || (in_left_i != 4'd0 && in_left_i <= 4'd8
             && (cfg_turn_i == 4'd8 || in_left_i + {1'b0, in_shift_i} == cfg_turn_i && in_line_i == {LineW{1'b0}})))
  reg        f_past_q = 1'b0;
  reg  [3:0] f_cfg_q;
  always @(posedge clk_i) begin
    f_past_q <= 1'b1;
    f_cfg_q  <= cfg_turn_i;
    assume (rst_ni == f_past_q);
    if (f_past_q) assume (f_cfg_q == cfg_turn_i);
  end

  // Where any one word lies, by division: word 0 is `shift` entries after a start of the table when the
  // table is small; else it has one end at most.
  (* anyconst *) reg [2:0] f_w;
  wire [4:0]       f_far   = {1'b0, f_w} + {2'b00, f_shift_q};
  wire             f_over  = f_left_q != 4'd8 && {1'b0, f_w} >= f_left_q;
  wire [2:0]       f_rest  = f_w - f_left_q[2:0];
  wire [3:0]       f_div   = (cfg_turn_i < 4'd8) ? f_far[3:0] / cfg_turn_i : {3'd0, f_over};
  wire [3:0]       f_mod   = (cfg_turn_i < 4'd8) ? f_far[3:0] % cfg_turn_i : f_over ? {1'b0, f_rest} : {1'b0, f_far[2:0]};
  wire [LineW-1:0] f_at    = (cfg_turn_i < 4'd8 || f_over) ? {LineW{1'b0}} : f_line_q + {{(LineW-1){1'b0}}, f_far[3]};
  wire [MtagW+3:0] f_tag   = {4'd0, f_mtag_q} + {{MtagW{1'b0}}, f_div};
  wire [2:0]       f_entry = f_w + piece_shift_o;

  `PF_ASSERT(f_right, !f_take || !piece_mask_o[f_entry] ||
             (f_mask_q[f_w] && f_entry == f_mod[2:0] && piece_line_o == f_at && piece_mtag_o == f_tag[MtagW-1:0]))
  `PF_ASSERT(f_once, !f_take || (f_gives & f_given_q) == 8'h00)
  `PF_ASSERT(f_all, !f_take || !piece_last_o || (f_gives | f_given_q) == f_mask_q)
  `PF_ASSERT(f_some, !f_take || (piece_mask_o != 8'h00) == (f_mask_q != 8'h00))
  `PF_ASSERT(f_bound, !valid_q || f_pieces_q < 4'd8)

  // Invariant.
  wire [MtagW+3:0] f_mtag_now = {4'd0, f_mtag_q} + {{MtagW{1'b0}}, f_turn_q};
  wire [7:0] f_before = below(f_start_q);
  wire [7:0] f_part_a = below(end_q) & staying(f_shift_q);
  wire [6:0] f_end    = (cfg_turn_i == 4'd8 && f_turn_q != 4'd0) ? 7'd8
                        : {3'd0, f_left_q} + {3'd0, f_turn_q} * {3'd0, cfg_turn_i};
  wire [3:0] f_given_n = {3'd0, f_given_q[0]} + {3'd0, f_given_q[1]} + {3'd0, f_given_q[2]} + {3'd0, f_given_q[3]}
                       + {3'd0, f_given_q[4]} + {3'd0, f_given_q[5]} + {3'd0, f_given_q[6]} + {3'd0, f_given_q[7]};
  `PF_ASSERT(f_inv, !valid_q || (
      again_q == (f_turn_q != 4'd0) && f_turn_q <= 4'd8 && f_start_q < 4'd8
      && end_q == (f_end > 7'd8 ? 4'd8 : f_end[3:0]) && end_q > f_start_q
      && mask_q == (f_mask_q & ~f_before)
      && mtag_q == f_mtag_now[MtagW-1:0]
      && shift_q == (again_q ? 3'd0 - f_start_q[2:0] : f_shift_q)
      && line_q == (again_q ? {LineW{1'b0}} : f_line_q + {{(LineW-1){1'b0}}, next_line_q})))
  `PF_ASSERT(f_inv_turn, !valid_q || !again_q || (later != 8'h00 || turn != 8'h00) && !next_line_q
             && (f_turn_q == 4'd1 ? f_start_q == f_left_q :
                 cfg_turn_i < 4'd8 && {3'd0, f_start_q} + {3'd0, cfg_turn_i} == f_end))
  `PF_ASSERT(f_inv_first, !valid_q || again_q || f_start_q == 4'd0)
  `PF_ASSERT(f_inv_given, !valid_q || f_given_q == (f_mask_q & (f_before | (next_line_q ? f_part_a : 8'h00))))
  `PF_ASSERT(f_inv_has, !valid_q || again_q || f_mask_q == 8'h00 || (next_line_q ? (spots & over) : (spots & ~over)) != 8'h00)
  `PF_ASSERT(f_inv_count, !valid_q || f_pieces_q <= f_given_n)
  `PF_ASSERT(f_inv_left, !valid_q || (f_left_q != 4'd0 && f_left_q <= 4'd8
             && (cfg_turn_i == 4'd8 || f_left_q + {1'b0, f_shift_q} == cfg_turn_i && f_line_q == {LineW{1'b0}})))

  // Shown and not taken: stays.
  reg                     f_stalled_q;
  reg [LineW+MtagW+11:0]  f_shown_q;
  wire [LineW+MtagW+11:0] f_shown = {piece_line_o, piece_mask_o, piece_shift_o, piece_mtag_o, piece_last_o};
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_stalled_q <= 1'b0;
    else         f_stalled_q <= piece_valid_o && !piece_ready_i;
  end
  always @(posedge clk_i) f_shown_q <= f_shown;
  `PF_ASSERT(f_stable, !f_stalled_q || piece_valid_o && f_shown == f_shown_q)

  `PF_COVER(c_three, f_take && piece_last_o && f_pieces_q == 4'd2 && cfg_turn_i == 4'd8)
  `PF_COVER(c_eight, f_take && piece_last_o && f_pieces_q == 4'd7)
  `PF_COVER(c_skip, f_take && f_turn_q == 4'd6 && f_pieces_q == 4'd0)
