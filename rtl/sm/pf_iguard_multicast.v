// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_multicast: iGUARD's part in an SM, as pf_iguard_sm_unit, with each fence only to slices that have to know of it.
//
//   evt_*, req_* --> pf_iguard_sm_unit --+--> tag_* --> with tag_slice_i: whose it is, its slice --> noted ----+
//                                        |                                                                     v
//                                        +--> message --> [ behind the tags of earlier requests ] --> pf_iguard_targets --> msg_*
//
// Who takes a tag says to which slice its request goes. A fence's message leaves once for each slice that pf_iguard_targets
// names, and not at all if there is none; the beginning of a block or an epoch leaves once, for all. told_o: one more
// message has left, all of it; in the order of their events.
//
// A message waits until the tags of requests accepted before its event have been taken and their slices noted. It is due when
// the oldest tag inside came behind it. It looks at the oldest one that shows, so it waits two cycles first: a tag takes two
// more from request to tag_* than a message does. A tag is taken when the messages that it came behind have left: tag_after_o
// is their number, modulo 16, and told_o counts. An epoch could else make a slice forget what it has just been sent.
//
// tag_ready_i may wait for messages, and msg_ready_i for tags that came before them. Both readies, tag_valid_o and msg_*
// depend on no input. Events, reset and errors are as in pf_iguard_sm_unit.
//
// Throughput  one event a cycle, and one tag where no message is before it; a message to n slices takes max(n + 1, 4) cycles.
// Latency     tag 5 cycles, message 8 cycles, when no tag is before it.
// Errs        as pf_iguard_sm_unit.
// State bits  the sum of its parts, a warp, a slot, a barrier, a slice, and 7.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_iguard_multicast #(
  parameter integer BlockSlots  = `PF_BLOCK_SLOTS,    // 1 to 2 ** (PF_META_BLOCK_W - SmW)
  parameter integer Warps       = `PF_WARPS,          // 1 to 2 ** PF_META_WARP_W
  parameter integer LockEntries = `PF_LOCK_ENTRIES,   // 1 to 8
  parameter integer SmW         = `PF_FENCE_BLOCK_W,  // of the SM's number, less than PF_META_BLOCK_W
  parameter integer Slices      = 24,                 // any number, at least 1
  // Derived: do not override.
  parameter integer SlotW       = (BlockSlots > 1) ? $clog2(BlockSlots) : 1,
  parameter integer WarpW       = (Warps > 1) ? $clog2(Warps) : 1,
  parameter integer SliceW      = (Slices > 1) ? $clog2(Slices) : 1
) (
  input  wire                             clk_i,
  input  wire                             rst_ni,         // asynchronous, active low

  input  wire [SmW-1:0]                   cfg_sm_i,       // the SM's number; static

  // Events, as pf_iguard_sm_unit's
  input  wire                             evt_valid_i,
  output wire                             evt_ready_o,
  input  wire [2:0]                       evt_kind_i,     // PF_IGUARD_SM_*
  input  wire [SlotW-1:0]                 evt_slot_i,
  input  wire [WarpW-1:0]                 evt_warp_i,
  input  wire                             evt_device_i,
  input  wire                             evt_alone_i,
  input  wire [4:0]                       evt_lane_i,
  input  wire                             evt_several_i,
  input  wire [5:0]                       evt_addr_i,

  // Accesses, likewise
  input  wire                             req_valid_i,
  output wire                             req_ready_o,
  input  wire [SlotW-1:0]                 req_slot_i,
  input  wire [WarpW-1:0]                 req_warp_i,
  input  wire [4:0]                       req_lane_i,
  input  wire [2:0]                       req_step_i,
  input  wire [2:0]                       req_size_i,
  input  wire                             req_several_i,
  input  wire                             req_block_scope_i,
  input  wire                             req_is_atom_i,
  input  wire                             req_polls_i,
  input  wire                             req_write_i,

  // Their tags, in order
  output wire                             tag_valid_o,
  input  wire                             tag_ready_i,
  input  wire [SliceW-1:0]                tag_slice_i,    // with tag_ready_i: to whom the request goes
  output wire [`PF_IGUARD_TAG_W-1:0]      tag_o,
  output wire [3:0]                       tag_after_o,    // messages of earlier events, modulo 16

  // Messages in order of events, each to a slice or to all
  output wire                             msg_valid_o,
  input  wire                             msg_ready_i,
  output wire                             msg_all_o,      // to every slice; else a fence, to msg_slice_o
  output wire [SliceW-1:0]                msg_slice_o,
  output wire [`PF_IGUARD_MESSAGE_W-1:0]  msg_o,
  output wire                             told_o,         // a message more has left, all of it: one cycle

  output wire                             idle_o          // nothing inside, a clock changes nothing
);

  localparam integer TimeW = `PF_IGUARD_TAG_BAR_W;
  localparam integer MsgW  = `PF_IGUARD_MESSAGE_W;

  generate
    if (SlotW != ((BlockSlots > 1) ? $clog2(BlockSlots) : 1) || WarpW != ((Warps > 1) ? $clog2(Warps) : 1) ||
        SliceW != ((Slices > 1) ? $clog2(Slices) : 1)) begin : g_bad_param
      PF_IGUARD_MULTICAST_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Tags       //
  ////////////////

  reg               sent_valid_q;  // a tag was taken
  reg  [SlotW-1:0]  sent_slot_q;
  reg  [WarpW-1:0]  sent_warp_q;
  reg  [TimeW-1:0]  sent_bar_q;
  reg  [SliceW-1:0] sent_slice_q;
  wire              unused_ready;
  wire              unit_idle, targets_idle;
  wire              unit_msg, due, msg_turn;
  wire [MsgW-1:0]   msg;

  pf_iguard_sm_unit #(
    .BlockSlots  (BlockSlots),
    .Warps       (Warps),
    .LockEntries (LockEntries),
    .SmW         (SmW)
  ) u_unit (
    .clk_i             (clk_i),
    .rst_ni            (rst_ni),
    .cfg_sm_i          (cfg_sm_i),
    .evt_valid_i       (evt_valid_i),
    .evt_ready_o       (evt_ready_o),
    .evt_kind_i        (evt_kind_i),
    .evt_slot_i        (evt_slot_i),
    .evt_warp_i        (evt_warp_i),
    .evt_device_i      (evt_device_i),
    .evt_alone_i       (evt_alone_i),
    .evt_lane_i        (evt_lane_i),
    .evt_several_i     (evt_several_i),
    .evt_addr_i        (evt_addr_i),
    .req_valid_i       (req_valid_i),
    .req_ready_o       (req_ready_o),
    .req_slot_i        (req_slot_i),
    .req_warp_i        (req_warp_i),
    .req_lane_i        (req_lane_i),
    .req_step_i        (req_step_i),
    .req_size_i        (req_size_i),
    .req_several_i     (req_several_i),
    .req_block_scope_i (req_block_scope_i),
    .req_is_atom_i     (req_is_atom_i),
    .req_polls_i       (req_polls_i),
    .req_write_i       (req_write_i),
    .tag_valid_o       (tag_valid_o),
    .tag_ready_i       (tag_ready_i),
    .tag_o             (tag_o),
    .tag_after_o       (tag_after_o),
    .msg_valid_o       (unit_msg),
    .msg_ready_i       (msg_turn),
    .msg_o             (msg),
    .idle_o            (unit_idle)
  );

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sent_valid_q <= 1'b0;
    else         sent_valid_q <= tag_valid_o && tag_ready_i;
  end

  always @(posedge clk_i) begin
    sent_slot_q  <= tag_o[`PF_IGUARD_TAG_BLOCK_LSB + SmW +: SlotW];
    sent_warp_q  <= tag_o[`PF_IGUARD_TAG_WARP_LSB +: WarpW];
    sent_bar_q   <= tag_o[`PF_IGUARD_TAG_BAR_LSB +: TimeW];
    sent_slice_q <= tag_slice_i;
  end

  ////////////////
  // Messages   //
  ////////////////

  // The message that waits has number_q; a tag that came behind none from it on holds it up. One that was taken does not:
  // it is noted in this cycle at the latest, and the message's turn is a cycle later. No tag is taken between a message's
  // turn and its end, so none waits to be noted.
  reg  [3:0] number_q;
  reg  [1:0] shown_q;  // it has waited for a cycle; for two
  wire       held = tag_valid_o && tag_after_o == number_q;

  assign due = unit_msg && shown_q[1] && !held;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      number_q <= 4'd0;
      shown_q  <= 2'd0;
    end else begin
      number_q <= number_q + {3'd0, msg_turn};
      shown_q  <= {shown_q[0], 1'b1} & {2{unit_msg && !msg_turn}};
    end
  end

  pf_iguard_targets #(
    .BlockSlots (BlockSlots),
    .Warps      (Warps),
    .SmW        (SmW),
    .Slices     (Slices)
  ) u_targets (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .sent_valid_i (sent_valid_q),
    .sent_ready_o (unused_ready),
    .sent_slot_i  (sent_slot_q),
    .sent_warp_i  (sent_warp_q),
    .sent_bar_i   (sent_bar_q),
    .sent_slice_i (sent_slice_q),
    .msg_valid_i  (due),
    .msg_ready_o  (msg_turn),
    .msg_i        (msg),
    .out_valid_o  (msg_valid_o),
    .out_ready_i  (msg_ready_i),
    .out_all_o    (msg_all_o),
    .out_slice_o  (msg_slice_o),
    .out_msg_o    (msg_o),
    .told_o       (told_o),
    .idle_o       (targets_idle)
  );

  assign idle_o = unit_idle && !sent_valid_q && targets_idle;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  reg [3:0] f_told_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_told_q <= 4'd0;
    else         f_told_q <= f_told_q + {3'd0, told_o};
  end
  `PF_ASSERT_KNOWN(a_ctrl_known, {tag_ready_i, msg_ready_i})
  `PF_ASSUME(a_slice_inside, !(tag_valid_o && tag_ready_i) || {1'b0, tag_slice_i} < Slices[SliceW:0])
  `PF_ASSERT(a_noted, !sent_valid_q || unused_ready)
  `PF_ASSUME(a_in_order, !(tag_valid_o && tag_ready_i) || tag_after_o == f_told_q + {3'd0, told_o})
`endif  // SYNTHESIS

`ifdef PF_PROVE_IGUARD_MULTICAST
  `include "pf_iguard_multicast_proof.vh"
`endif

endmodule

`resetall
