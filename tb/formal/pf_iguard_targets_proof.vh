// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The proof of pf_iguard_targets, in it when PF_PROVE_IGUARD_TARGETS is defined: for one warp, block slot and slice, any
// ones, a fence of that warp and slot is put out to that slice exactly once if a request of the warp to the slice was
// accepted since the warp's last such fence of the same scope, or, of device scope, one of the slot before its block's last
// barrier, since the block began and since the last fence of device scope in the slot; and not at all otherwise. A message
// that is no fence is put out once, to all. All keep what they say, and all leave in order. Beside it three bits and a
// barrier, set and taken back at once, and one message at a time, any one. Bounded, from reset, for any traffic.

  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);
  always @* if (f_past) assume (rst_ni);

  (* anyconst *) wire [WarpW-1:0]  f_warp;
  (* anyconst *) wire [SlotW-1:0]  f_slot;
  (* anyconst *) wire [SliceW-1:0] f_slice;
  (* anyconst *) wire              f_device;
  always @* assume ({1'b0, f_warp} < Warps[WarpW:0] && {1'b0, f_slot} < BlockSlots[SlotW:0] &&
                    {1'b0, f_slice} < Slices[SliceW:0]);

  /////////////////////
  // The bits        //
  /////////////////////

  wire f_is_fence  = msg_i[`PF_IGUARD_MESSAGE_KIND_LSB +: 3] == 3'd`PF_IGUARD_MSG_FENCE;
  wire f_is_begin  = msg_i[`PF_IGUARD_MESSAGE_KIND_LSB +: 3] == 3'd`PF_IGUARD_MSG_BEGIN;
  wire f_is_alone  = msg_i[`PF_IGUARD_MESSAGE_ALONE_LSB];
  wire f_is_device = msg_i[`PF_IGUARD_MESSAGE_DEVICE_LSB];
  wire f_of_warp   = msg_i[`PF_IGUARD_MESSAGE_WARP_LSB +: WarpW] == f_warp;
  wire f_of_slot   = msg_i[`PF_IGUARD_MESSAGE_BLOCK_LSB + SmW +: SlotW] == f_slot;

  wire f_hit     = sent_slice_i == f_slice;
  wire f_sent    = sent_taken && sent_warp_i == f_warp && f_hit;
  wire f_sent_in = sent_taken && sent_slot_i == f_slot;
  wire f_fence   = msg_taken && f_is_fence && f_of_warp && f_is_device == f_device;
  wire f_in      = msg_taken && f_is_fence && f_of_slot;
  wire f_begin   = msg_taken && f_is_begin && f_of_slot;

  reg              f_own_q, f_since_q, f_before_q;
  reg  [TimeW-1:0] f_bar_q;
  wire [TimeW-1:0] f_bar    = f_sent_in ? sent_bar_i : msg_i[`PF_IGUARD_MESSAGE_BAR_LSB +: TimeW];
  wire             f_later  = f_bar != f_bar_q;
  wire             f_before = f_before_q || (f_since_q && f_later);
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {f_own_q, f_since_q, f_before_q} <= 3'd0;
      f_bar_q <= {TimeW{1'b0}};
    end else begin
      if (f_sent)                      f_own_q <= 1'b1;
      else if (f_fence && !f_is_alone) f_own_q <= 1'b0;
      if (f_begin) begin
        {f_since_q, f_before_q} <= 2'd0;
        f_bar_q <= msg_i[`PF_IGUARD_MESSAGE_WHEN_LSB +: TimeW];
      end else if (f_sent_in || f_in) begin
        f_since_q  <= (f_sent_in && f_hit) || (f_since_q && !f_later);
        f_before_q <= f_before && !(f_in && f_is_device);
        f_bar_q    <= f_bar;
      end
    end
  end

  /////////////////////
  // The message     //
  /////////////////////

  (* anyseq *) wire f_pick;       // the message that is taken is the one
  reg            f_in_q, f_want_q, f_put_q;
  reg [2:0]      f_messages_q, f_ahead_q;  // that have not been told; those of them before it
  reg [MsgW-1:0] f_says_q;
  wire           f_comes = msg_taken && f_pick && (!f_is_fence || (f_fence && f_of_slot)) && !f_in_q;
  wire           f_its   = f_in_q && f_ahead_q == 3'd0;
  wire           f_put   = out_valid_o && out_ready_i && f_its && (out_all_o || out_slice_o == f_slice);
  wire           f_done  = f_its && told_o;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_in_q       <= 1'b0;
      f_put_q      <= 1'b0;
      f_messages_q <= 3'd0;
      f_ahead_q    <= 3'd0;
    end else begin
      f_in_q       <= f_comes || (f_in_q && !f_done);
      f_put_q      <= !f_comes && (f_put_q || f_put);
      f_messages_q <= f_messages_q + {2'd0, msg_taken} - {2'd0, told_o};
      if (f_comes)                f_ahead_q <= f_messages_q - {2'd0, told_o};
      else if (f_ahead_q != 3'd0) f_ahead_q <= f_ahead_q - {2'd0, told_o};
    end
  end
  always @(posedge clk_i) begin
    if (f_comes) begin
      f_says_q <= msg_i;
      f_want_q <= !f_is_fence || f_own_q || (f_is_device && f_before);
    end
  end

  wire f_all = f_says_q[`PF_IGUARD_MESSAGE_KIND_LSB +: 3] != 3'd`PF_IGUARD_MSG_FENCE;
  `PF_ASSERT(a_once, !f_put || !f_put_q)
  `PF_ASSERT(a_told, !f_done || f_put_q == f_want_q)
  `PF_ASSERT(a_says, !(f_its && out_valid_o) || (out_msg_o == f_says_q && out_all_o == f_all))
  `PF_ASSERT(a_there, !(told_o || out_valid_o) || f_messages_q != 3'd0)
  `PF_ASSERT(a_idle, !idle_o || f_messages_q == 3'd0)

  // A slice that the block alone names, with one that the warp names; a fence that finds nothing; a lane's fence, and the
  // warp's finds the same behind it; a block that begins takes its slices back; a message right behind another.
  reg f_alone_q, f_began_q, f_block_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {f_alone_q, f_began_q, f_block_q} <= 3'd0;
    else begin
      f_alone_q <= f_alone_q || (f_fence && f_is_alone && f_own_q);
      f_began_q <= f_began_q || (f_begin && f_before_q);
      f_block_q <= f_comes ? f_is_fence && f_before && !f_own_q : f_block_q;
    end
  end
  `PF_COVER(c_block, f_done && f_block_q && f_want_q)
  `PF_COVER(c_nothing, f_done && !f_want_q)
  `PF_COVER(c_alone, f_alone_q && f_fence && !f_is_alone && f_own_q)
  `PF_COVER(c_began, f_began_q && f_done && !f_want_q && !f_all)
  `PF_COVER(c_next, f_done && f_messages_q == 3'd2 && f_put_q)
