// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The proof of pf_seen, in it when PF_PROVE_SEEN is defined: what is seen was learned since the last
// clear. Any one pair is watched, and the word of memory where it would lie; that pf_ram gives back what
// was written last is assumed (its own bench and proof show it). By induction.

  (* anyconst *) reg [PcW-1:0]   f_pc;
  (* anyconst *) reg [KindW-1:0] f_kind;
  wire [IdxW-1:0] f_place = place(f_pc, f_kind);
  wire            f_we    = busy_q || learn_i;
  wire [IdxW-1:0] f_waddr = busy_q ? walk_q : place(pc_i, kind_q);
  reg             f_past_q = 1'b0;
  reg  [KeyW:0]   f_word_q;          // of memory, at f_place
  reg  [KeyW:0]   f_read_q;          // the same, as it was read by the last look
  reg             f_valid_q;         // the last look was at f_place, of the pair, and met no write
  reg             f_learned_q;       // the pair, since the last clear
  reg  [PcW-1:0]  f_look_pc_q;
  reg             f_looked_q;
  wire            f_look = look_i && pc_i == f_pc && kind_i == f_kind && !(f_we && f_waddr == f_place);

  always @(posedge clk_i) begin
    f_past_q <= 1'b1;
    assume (rst_ni == f_past_q);
    if (f_we && f_waddr == f_place) f_word_q <= {!busy_q, {KeyW{!busy_q}} & {pc_i, kind_q}};
    if (look_i) f_read_q <= f_word_q;
    if (look_i) f_look_pc_q <= pc_i;
    // A learn belongs to the last look, whose pc stays until then.
    if (learn_i) assume (f_looked_q && pc_i == f_look_pc_q && !clear_i);
    if (busy_q || clear_i) assume (!look_i);
    if (f_valid_q) assume (entry == f_read_q);
    if (!rst_ni) begin
      f_valid_q   <= 1'b0;
      f_learned_q <= 1'b0;
      f_looked_q  <= 1'b0;
    end else begin
      f_looked_q <= (f_looked_q || look_i) && !clear_i;
      if (clear_i)     f_valid_q <= 1'b0;
      else if (look_i) f_valid_q <= f_look;
      if (clear_i) f_learned_q <= 1'b0;
      else if (learn_i && pc_i == f_pc && kind_q == f_kind) f_learned_q <= 1'b1;
    end
  end

  `PF_ASSERT(f_true, !(f_valid_q && pc_i == f_pc && seen_o) || f_learned_q)
  `PF_ASSERT(f_kind_is, !f_valid_q || kind_o == f_kind)
  // It is no constant 0 either: a pair that lies there is seen.
  `PF_ASSERT(f_there, !(f_valid_q && pc_i == f_pc && f_read_q == {1'b1, f_pc, f_kind}) || seen_o)
  `PF_ASSERT(f_inv_word, busy_q ? f_place >= walk_q || !f_word_q[KeyW]
                                 : f_word_q != {1'b1, f_pc, f_kind} || f_learned_q)
  `PF_ASSERT(f_inv_read, !f_valid_q || !busy_q && (f_read_q != {1'b1, f_pc, f_kind} || f_learned_q))
  `PF_ASSERT(f_inv_looked, !(busy_q && f_looked_q))
  `PF_ASSERT(f_inv_busy, !busy_q || !f_learned_q)
  `PF_ASSERT(f_inv_walk, walk_q <= TOP || !busy_q)

  `PF_COVER(c_seen, f_valid_q && pc_i == f_pc && seen_o)
  `PF_COVER(c_forgotten, f_valid_q && pc_i == f_pc && !seen_o && f_learned_q)
