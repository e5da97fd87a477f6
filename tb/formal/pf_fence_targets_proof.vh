// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The proof of pf_fence_targets, in it when PF_PROVE_FENCE_TARGETS is defined: for one warp, one slice and one scope,
// any ones, a message of that warp and scope is put out to that slice exactly once if a request of the warp to the
// slice was accepted since the last such message, and not at all otherwise; an epoch is put out once, to all. All
// keep what they say. Beside it one bit, set and taken back at once, and one message at a time, any one.
// It does not stop: while out_ready_i is high a message is taken soon and is done soon; requests never wait two cycles
// on end. By induction, for any traffic.

  // Of pf_fence_copies (proofs.tab: flat)
  (* hierconn *) wire [Slices-1:0] \u_copies.row_q , \u_copies.next_row_q , \u_copies.lowest ;
  (* hierconn *) wire [MsgW-1:0]   \u_copies.shown_q , \u_copies.next_msg_q ;
  (* hierconn *) wire              \u_copies.next_q ;
  wire [Slices-1:0] row_q = \u_copies.row_q , next_row_q = \u_copies.next_row_q , lowest = \u_copies.lowest ;
  wire [MsgW-1:0]   shown_q = \u_copies.shown_q , next_msg_q = \u_copies.next_msg_q ;
  wire              next_q = \u_copies.next_q , showing = out_valid_o, shift = !out_valid_o;

  // Reset at the first step, free later.
  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  (* anyconst *) wire [WarpW-1:0]  f_warp;
  (* anyconst *) wire [SliceW-1:0] f_slice;
  (* anyconst *) wire              f_device;
  always @* assume ({1'b0, f_warp} < Warps[WarpW:0] && {1'b0, f_slice} < Slices[SliceW:0]);

  /////////////////////
  // The bit         //
  /////////////////////

  wire f_sent  = sent_taken && sent_warp_i == f_warp;
  wire f_fence = msg_taken && !msg_epoch_i && msg_warp_i[WarpW-1:0] == f_warp && msg_device_i == f_device;
  reg  f_bit_q, f_before_q;  // with all that was accepted; before this cycle's update of the warp's word
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      f_bit_q <= 1'b0;
    else if (f_fence) f_bit_q <= 1'b0;
    else if (f_sent && sent_slice_i == f_slice) f_bit_q <= 1'b1;
  end
  always @(posedge clk_i) f_before_q <= f_bit_q;

  // For induction: the word, wherever it is (proofs.tab: flat, Warps=2)
  (* hierconn *) wire [2*Slices-1:0] \u_rows.g_read[0].u_ram.mem_q[0] ;
  (* hierconn *) wire [2*Slices-1:0] \u_rows.g_read[0].u_ram.mem_q[1] ;
  wire [2*Slices-1:0] f_word    = f_warp ? \u_rows.g_read[0].u_ram.mem_q[1] : \u_rows.g_read[0].u_ram.mem_q[0] ;
  wire [Slices-1:0]   f_stored  = f_device ? f_word[Slices +: Slices] : f_word[0 +: Slices];
  wire [Slices-1:0]   f_read    = f_device ? device_row : block_row;
  wire                f_keep    = f_device ? keep_device_q : keep_block_q;
  wire                f_updates = write_q && warp_q == f_warp;
  wire                f_written = (f_read[f_slice] && f_keep) || set[f_slice];
  reg                 f_clears_q;  // the update under way is of the clearing
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_clears_q <= 1'b0;
    else         f_clears_q <= clearing_q;
  end
  `PF_ASSERT(i_cleared, !clearing_q || (!f_bit_q && !sent_q && !look_q && !turn_q))
  `PF_ASSERT(i_clears, !f_clears_q || (write_q && !sent_q && !look_q && !keep_device_q && !keep_block_q && !f_bit_q))
  `PF_ASSERT(i_clearing, !clearing_q || ({1'b0, clear_at_q} < Warps[WarpW:0] &&
                                         (clear_at_q == 0 || (f_clears_q && warp_q + 1'b1 == clear_at_q))))
  `PF_ASSERT(i_last_clear, !(f_clears_q && !clearing_q) || warp_q == LastI[WarpW-1:0])
  `PF_ASSERT(i_kinds, !(sent_q && look_q) && (!sent_q || write_q) && (!write_q || sent_q || look_q || f_clears_q))
  `PF_ASSERT(i_read, f_clears_q || !f_updates || f_read[f_slice] == f_before_q)
  `PF_ASSERT(i_written, !f_updates || f_written == f_bit_q)
  `PF_ASSERT(i_stored, f_updates || (clearing_q && clear_at_q <= f_warp) || f_stored[f_slice] == f_bit_q)

  /////////////////////
  // The message     //
  /////////////////////

  (* anyseq *) wire f_pick;       // the message that is taken is the one
  reg            f_in_q, f_want_q, f_told_q;
  reg [1:0]      f_at_q;          // 0 under way, 1 next, 2 on show
  reg [MsgW-1:0] f_says_q;
  wire           f_comes = msg_taken && f_pick && (f_fence || msg_epoch_i) && !f_in_q;
  wire           f_its   = f_in_q && f_at_q == 2'd2;
  wire           f_put   = out_valid_o && out_ready_i && f_its && (out_all_o || out_slice_o == f_slice);
  wire           f_done  = f_its && shift;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_in_q   <= 1'b0;
      f_told_q <= 1'b0;
    end else begin
      f_in_q   <= f_comes || (f_in_q && !f_done);
      f_told_q <= !f_comes && (f_told_q || f_put);
    end
  end
  always @(posedge clk_i) begin
    if (f_comes) begin
      f_says_q <= {msg_epoch_i, msg_device_i, msg_block_i, msg_warp_i};
      f_want_q <= msg_epoch_i || f_bit_q;
      f_at_q   <= 2'd0;
    end else if (f_at_q == 2'd0) begin
      f_at_q   <= shift ? 2'd2 : 2'd1;
    end else if (shift) begin
      f_at_q   <= 2'd2;
    end
  end

  wire f_epoch = f_says_q[MsgW-1];
  `PF_ASSERT(a_once, !f_put || !f_told_q)
  `PF_ASSERT(a_told, !f_done || f_told_q == f_want_q)
  // told_o is the message's in one cycle: that after its last copy has gone, or after it came on show with none.
  reg  f_last_q;
  wire f_at_show = f_in_q && f_at_q != 2'd2 && shift;  // it comes on show
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_last_q <= 1'b0;
    else         f_last_q <= f_at_show ? f_bits == {Slices{1'b0}} : f_its && !shift && out_ready_i && f_own == 1;
  end
  `PF_ASSERT(a_told_o, !f_last_q || told_o)
  `PF_ASSERT(a_told_its, !(told_o && f_its) || f_last_q)
  `PF_ASSERT(a_says, !(f_its && out_valid_o) || {out_all_o, out_device_o, out_block_o, out_warp_o} == f_says_q)
  `PF_ASSERT(a_lowest, !out_valid_o || (row_q[out_slice_o] && lowest == 1 << out_slice_o &&
                                        (row_q & (lowest - 1'b1)) == {Slices{1'b0}}))
  `PF_ASSERT(a_idle, !idle_o || !f_in_q || f_done)

  // For induction: where it is
  wire [SliceW-1:0] f_of = f_epoch ? {SliceW{1'b0}} : f_slice;
  wire [Slices-1:0] f_bits = f_at_q == 2'd2 ? row_q : f_at_q == 2'd1 ? next_row_q : fresh;
  `PF_ASSERT(i_at, !f_in_q || (f_at_q == 2'd0 ? look_q : f_at_q == 2'd1 ? next_q : f_at_q == 2'd2))
  `PF_ASSERT(i_of_it, !f_in_q || f_epoch || (f_says_q[MsgW-2] == f_device && f_says_q[WarpW-1:0] == f_warp))
  `PF_ASSERT(i_under_way, !(f_in_q && f_at_q == 2'd0) ||
             (msg_q == f_says_q && !f_told_q && fresh[f_of] == f_want_q &&
              (f_epoch || (f_updates && f_want_q == f_before_q))))
  `PF_ASSERT(i_next, !(f_in_q && f_at_q == 2'd1) ||
             (next_msg_q == f_says_q && !f_told_q && next_row_q[f_of] == f_want_q))
  `PF_ASSERT(i_shown, !f_its || (shown_q == f_says_q && (row_q[f_of] || f_told_q) == f_want_q &&
                                 !(row_q[f_of] && f_told_q)))
  `PF_ASSERT(i_epoch, !(f_in_q && f_epoch) ||
             (f_want_q && (f_bits & ~{{(Slices-1){1'b0}}, 1'b1}) == {Slices{1'b0}}))
  `PF_ASSERT(i_look, !look_q || epoch || (write_q && !f_clears_q && (msg_q[MsgW-2] ? !keep_device_q : !keep_block_q)))

  /////////////////////
  // It does not stop //
  /////////////////////

  // Cycles on end, with out_ready_i high: a message is shown and waits; since the message was taken. Beside them how
  // many are to come: a row with n bits is on show for n cycles, and the next one comes on show a cycle later.
  localparam integer WaitMost = Slices + 1;
  localparam integer DoneMost = 2 * Slices + 1;
  integer f_wait_q, f_age_q, f_k, f_left, f_own, f_wait, f_age;
  reg     f_sent_waits_q;
  always @* begin
    f_left = 0;
    f_own  = 0;
    for (f_k = 0; f_k < Slices; f_k = f_k + 1) begin
      f_left = f_left + {31'd0, row_q[f_k]};
      f_own  = f_own + {31'd0, f_bits[f_k]};
    end
    f_wait = room ? 1 : f_left + 1;
    f_age  = f_own + (f_at_q == 2'd2 ? 1 : f_left + 2);
  end
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_wait_q <= 0;
      f_age_q  <= 0;
      f_sent_waits_q <= 1'b0;
    end else begin
      f_wait_q <= msg_valid_i && !msg_ready_o && !clearing_q && out_ready_i ? f_wait_q + 1 : 0;
      f_age_q  <= f_in_q && !f_done && out_ready_i ? f_age_q + 1 : 0;
      f_sent_waits_q <= !clearing_q && !sent_ready_o;
    end
  end
  `PF_ASSERT(a_taken_soon, f_wait_q >= 0 && f_wait_q <= WaitMost)
  `PF_ASSERT(a_done_soon, f_age_q >= 0 && f_age_q <= DoneMost)
  `PF_ASSERT(i_wait, clearing_q || !msg_valid_i || msg_ready_o || f_wait_q + f_wait <= WaitMost)
  `PF_ASSERT(i_age, f_in_q ? f_age_q + f_age <= DoneMost + 1 : f_age_q == 0)
  `PF_ASSERT(a_sent_soon, !f_sent_waits_q || sent_ready_o)

  // A bit set behind a fence that is not out yet, found by the next one; a fence that finds nothing; a full row with
  // the next one behind it; a stall; one word in three cycles on end; an epoch.
  reg f_early_q, f_run_q, f_run2_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {f_early_q, f_run_q, f_run2_q} <= 3'd0;
    else begin
      f_early_q <= f_early_q || (f_in_q && !f_told_q && !f_epoch && f_want_q && f_sent && sent_slice_i == f_slice);
      f_run_q   <= f_sent || f_fence;
      f_run2_q  <= f_run_q;
    end
  end
  `PF_COVER(c_early, f_early_q && f_its && f_told_q && f_done && f_run2_q)
  `PF_COVER(c_nothing, f_done && !f_want_q && !f_epoch)
  `PF_COVER(c_several, f_its && f_left == Slices && next_q && turn_q == 1'b0 && msg_valid_i)
  `PF_COVER(c_full, f_its && next_q && look_q == 1'b0 && showing && f_age_q == 0 && !out_ready_i)
  `PF_COVER(c_run, f_run_q && f_run2_q && f_fence && f_bit_q)
  `PF_COVER(c_epoch, f_its && f_epoch && f_told_q)
