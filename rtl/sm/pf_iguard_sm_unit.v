// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_sm_unit: iGUARD's part in an SM: what happens there, into tags of accesses and messages to the slices.
//
//            cycle 0      1                  2        3
//   evt_* ---+-------> pf_iguard_clock --> message --> FIFO --> msg_*
//            \-------> pf_lock_table, pf_iguard_held
//   req_* -----------> pf_iguard_clock --> wait ----> locks --> FIFO --> tag_*
//
// A tag sees all events accepted in earlier cycles, and none of its own or later ones. Nothing inside ever waits: whoever
// cannot be sure of a place in the FIFO is not accepted. A block's ID is its slot and the SM side by side.
//
// Events      WARP         a warp slot is filled anew; BLOCK: a block slot is (message)
//             BARRIER      all threads of the block have met; MEET: all lanes of the warp
//             FENCE        of the warp's lanes, or of one alone (message); what the warp holds counts from now on
//             LOCK, UNLOCK of the warp; device scope is a device and a block entry. evt_several_i: more lanes than one try to take
//                          locks at once: from then on, until WARP, its accesses have pf_iguard_held's signature
//             ACTIVATE     what the warp holds counts from now on
// An event with which the clock is full gives the message that an epoch begins, and no other.
//
// tag_after_o tells whoever joins the two channels their order: the tag's request came behind so many messages' events.
//
// Throughput  one event and one tag a cycle, of the same warp again and again included; an epoch as in pf_iguard_clock.
// Latency     tag 5 cycles, message 3 cycles.
// Errs        as pf_iguard_sm in C: locks as pf_lock_table; of lanes that hold locks of their own as pf_iguard_held.
// State bits  pf_iguard_clock, pf_lock_table, pf_iguard_held; FIFOs of eight tags and messages.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_iguard_sm_unit #(
  parameter integer BlockSlots  = `PF_BLOCK_SLOTS,    // 1 to 2 ** (PF_META_BLOCK_W - SmW)
  parameter integer Warps       = `PF_WARPS,          // 1 to 2 ** PF_META_WARP_W
  parameter integer LockEntries = `PF_LOCK_ENTRIES,   // 1 to 8
  parameter integer SmW         = `PF_FENCE_BLOCK_W,  // of the SM's number, less than PF_META_BLOCK_W
  // Derived: do not override.
  parameter integer SlotW       = (BlockSlots > 1) ? $clog2(BlockSlots) : 1,
  parameter integer WarpW       = (Warps > 1) ? $clog2(Warps) : 1
) (
  input  wire                             clk_i,
  input  wire                             rst_ni,         // asynchronous, active low

  input  wire [SmW-1:0]                   cfg_sm_i,       // the SM's number; static

  // Events
  input  wire                             evt_valid_i,
  output wire                             evt_ready_o,
  input  wire [2:0]                       evt_kind_i,     // PF_IGUARD_SM_*
  input  wire [SlotW-1:0]                 evt_slot_i,
  input  wire [WarpW-1:0]                 evt_warp_i,
  input  wire                             evt_device_i,   // FENCE, LOCK, UNLOCK, ACTIVATE: device scope, else block
  input  wire                             evt_alone_i,    // FENCE: of one lane
  input  wire [4:0]                       evt_lane_i,     // ... that one
  input  wire                             evt_several_i,  // LOCK
  input  wire [5:0]                       evt_addr_i,     // LOCK, UNLOCK: low bits of its address

  // Accesses; what is not known here goes into the tag as it is
  input  wire                             req_valid_i,
  output wire                             req_ready_o,
  input  wire [SlotW-1:0]                 req_slot_i,
  input  wire [WarpW-1:0]                 req_warp_i,
  input  wire [4:0]                       req_lane_i,     // as pf_iguard_group's
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
  output wire [`PF_IGUARD_TAG_W-1:0]      tag_o,
  output wire [3:0]                       tag_after_o,    // messages of earlier events, modulo 16

  // Messages to the slices, in order of events
  output wire                             msg_valid_o,
  input  wire                             msg_ready_i,
  output wire [`PF_IGUARD_MESSAGE_W-1:0]  msg_o,

  output wire                             idle_o          // nothing inside, a clock changes nothing
);

  localparam integer BlockW   = `PF_META_BLOCK_W;
  localparam integer TagWarpW = `PF_META_WARP_W;
  localparam integer TimeW    = `PF_IGUARD_TAG_WHEN_W;
  localparam integer PassW    = 16;  // of a request into its tag
  localparam integer LastI    = Warps - 1;

  // When an event is accepted, one more may be under way to the message FIFO; when a request is, three more to the tag FIFO.
  localparam integer      Depth   = 8;  // depth of both FIFOs
  localparam integer      LevelW  = $clog2(Depth + 1);
  localparam integer      MsgMax  = Depth - 2;
  localparam integer      TagMax  = Depth - 4;
  localparam [LevelW-1:0] MSG_MAX = MsgMax[LevelW-1:0];
  localparam [LevelW-1:0] TAG_MAX = TagMax[LevelW-1:0];

  generate
    if (BlockSlots < 1 || Warps < 1 || Warps > (1 << TagWarpW) || SmW < 1 || SmW >= BlockW || SmW + SlotW > BlockW) begin : g_bad_param
      PF_IGUARD_SM_UNIT_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  function [BlockW-1:0] block_of;
    input [SlotW+SmW-1:0] id;
    block_of = {{(BlockW-SmW-SlotW){1'b0}}, id};
  endfunction

  ////////////////
  // Clearing   //
  ////////////////

  reg              clearing_q;
  reg  [WarpW-1:0] clear_at_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clearing_q <= 1'b1;
      clear_at_q <= {WarpW{1'b0}};
    end else begin
      clearing_q <= clearing_q && clear_at_q != LastI[WarpW-1:0];
      clear_at_q <= clear_at_q + 1'b1;
    end
  end

  ////////////////
  // Clock      //
  ////////////////

  wire             clock_ready, unused_ready, stamp_valid, stamp_epoch, unused_tag_valid, clock_idle;
  wire [TimeW-1:0] stamp_when, stamp_bar, stamp_meet, req_when, req_bar, req_meet;
  wire             evt_taken = evt_valid_i && evt_ready_o;
  wire             req_taken = req_valid_i && req_ready_o;
  wire             timed     = evt_kind_i <= `PF_IGUARD_SM_FENCE;

  pf_iguard_clock #(
    .BlockSlots (BlockSlots),
    .Warps      (Warps),
    .TimeW      (TimeW)
  ) u_clock (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .evt_valid_i   (evt_taken && timed),
    .evt_ready_o   (clock_ready),
    .evt_kind_i    (evt_kind_i),
    .evt_slot_i    (evt_slot_i),
    .evt_warp_i    (evt_warp_i),
    .stamp_valid_o (stamp_valid),
    .stamp_epoch_o (stamp_epoch),
    .stamp_when_o  (stamp_when),
    .stamp_bar_o   (stamp_bar),
    .stamp_meet_o  (stamp_meet),
    .req_valid_i   (req_taken),
    .req_ready_o   (unused_ready),
    .req_slot_i    (req_slot_i),
    .req_warp_i    (req_warp_i),
    .tag_valid_o   (unused_tag_valid),
    .tag_when_o    (req_when),
    .tag_bar_o     (req_bar),
    .tag_meet_o    (req_meet),
    .idle_o        (clock_idle)
  );

  ////////////////
  // Events     //
  ////////////////

  reg  [2:0]       kind_q;
  reg              device_q, alone_q;
  reg  [4:0]       lane_q;
  reg  [SlotW-1:0] slot_q;
  reg  [WarpW-1:0] warp_q;

  always @(posedge clk_i) begin
    kind_q   <= evt_kind_i;
    device_q <= evt_device_i;
    alone_q  <= evt_alone_i;
    lane_q   <= evt_lane_i;
    slot_q   <= evt_slot_i;
    warp_q   <= evt_warp_i;
  end

  wire [BlockW-1:0] block_q   = block_of({slot_q, cfg_sm_i});
  /* verilator lint_off WIDTH */
  wire [5:0]        key       = block_q[((BlockW < 6) ? BlockW : 6)-1:0] + 6'd1;
  /* verilator lint_on WIDTH */
  wire              is_warp   = evt_taken && evt_kind_i == `PF_IGUARD_SM_WARP;
  wire              is_lock   = evt_taken && evt_kind_i == `PF_IGUARD_SM_LOCK;

  ////////////////
  // Locks      //
  ////////////////

  reg               req_valid_q, req_valid_q2, req_valid_q3;
  reg  [WarpW-1:0]  req_warp_q, req_warp_q2, req_warp_q3;
  wire [15:0]       table_signature, held_signature;  // cycle 3
  wire              by_lane, locks_idle, unused_idle;
  wire              is_unlock   = evt_taken && evt_kind_i == `PF_IGUARD_SM_UNLOCK;
  wire              is_activate = evt_taken && (evt_kind_i == `PF_IGUARD_SM_FENCE || evt_kind_i == `PF_IGUARD_SM_ACTIVATE);

  pf_lock_table #(
    .Warps       (Warps),
    .LockEntries (LockEntries)
  ) u_locks (
    .clk_i            (clk_i),
    .rst_ni           (rst_ni),
    .evt_warp_i       (clearing_q ? clear_at_q : evt_warp_i),
    .evt_clear_i      (is_warp || clearing_q),
    .evt_insert_i     (is_lock),
    .evt_release_i    (is_unlock),
    .evt_activate_i   (is_activate),
    .evt_device_i     (evt_device_i),
    .evt_addr_i       (evt_addr_i),
    .evt_words_i      (16'd0),
    .evt_key_i        (key),
    .read_valid_i     (req_valid_q2),
    .read_warp_i      (req_warp_q2),
    .read_signature_o (table_signature),
    .idle_o           (locks_idle)
  );

  pf_iguard_held #(
    .Warps (Warps)
  ) u_held (
    .clk_i            (clk_i),
    .rst_ni           (rst_ni),
    .evt_warp_i       (clearing_q ? clear_at_q : evt_warp_i),
    .evt_clear_i      (is_warp || clearing_q),
    .evt_insert_i     (is_lock),
    .evt_release_i    (is_unlock),
    .evt_activate_i   (is_activate),
    .evt_device_i     (evt_device_i),
    .evt_several_i    (evt_several_i),
    .evt_addr_i       (evt_addr_i),
    .evt_key_i        (key),
    .read_valid_i     (req_valid_q2),
    .read_warp_i      (req_warp_q2),
    .read_by_lane_o   (by_lane),
    .read_signature_o (held_signature),
    .idle_o           (unused_idle)
  );

  ////////////////
  // Requests   //
  ////////////////

  reg  [PassW-1:0]   req_pass_q, req_pass_q2, req_pass_q3;
  reg  [BlockW-1:0]  req_block_q, req_block_q2, req_block_q3;
  reg  [3*TimeW-1:0] req_times_q2, req_times_q3;
  reg  [3:0]         messages_q;                               // of the events that a request in cycle 1 sees
  reg  [3:0]         req_after_q2, req_after_q3;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      req_valid_q  <= 1'b0;
      req_valid_q2 <= 1'b0;
      req_valid_q3 <= 1'b0;
    end else begin
      req_valid_q  <= req_taken;
      req_valid_q2 <= req_valid_q;
      req_valid_q3 <= req_valid_q2;
    end
  end

  always @(posedge clk_i) begin
    req_warp_q   <= req_warp_i;
    req_warp_q2  <= req_warp_q;
    req_warp_q3  <= req_warp_q2;
    req_pass_q   <= {req_write_i, req_polls_i, req_is_atom_i, req_block_scope_i, req_several_i, req_size_i, req_step_i, req_lane_i};
    req_pass_q2  <= req_pass_q;
    req_pass_q3  <= req_pass_q2;
    req_block_q  <= block_of({req_slot_i, cfg_sm_i});
    req_block_q2 <= req_block_q;
    req_block_q3 <= req_block_q2;
    req_times_q2 <= {req_meet, req_bar, req_when};
    req_times_q3 <= req_times_q2;
    req_after_q2 <= messages_q;
    req_after_q3 <= req_after_q2;
  end

  ////////////////
  // Tags       //
  ////////////////

  wire [LevelW-1:0]           tag_level;
  reg  [`PF_IGUARD_TAG_W-1:0] tag;

  always @* begin
    tag = {`PF_IGUARD_TAG_W{1'b0}};
    tag[`PF_IGUARD_TAG_LOCK_LSB +: 16]          = by_lane ? held_signature : table_signature;
    tag[`PF_IGUARD_TAG_WHEN_LSB +: 3*TimeW]     = req_times_q3;
    tag[`PF_IGUARD_TAG_WARP_LSB +: WarpW]       = req_warp_q3;
    tag[`PF_IGUARD_TAG_BLOCK_LSB +: BlockW]     = req_block_q3;
    {tag[`PF_IGUARD_TAG_WRITE_LSB], tag[`PF_IGUARD_TAG_POLLS_LSB], tag[`PF_IGUARD_TAG_IS_ATOM_LSB],
     tag[`PF_IGUARD_TAG_BLOCK_SCOPE_LSB], tag[`PF_IGUARD_TAG_SEVERAL_LSB], tag[`PF_IGUARD_TAG_SIZE_LSB +: 3],
     tag[`PF_IGUARD_TAG_STEP_LSB +: 3], tag[`PF_IGUARD_TAG_LANE_LSB +: 5]} = req_pass_q3;
  end

  /* verilator lint_off PINCONNECTEMPTY */
  pf_fifo #(
    .Width (4 + `PF_IGUARD_TAG_W),
    .Depth (Depth),
    .Ram   (1)
  ) u_tags (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (req_valid_q3),
    .in_ready_o  (),
    .in_data_i   ({req_after_q3, tag}),
    .out_valid_o (tag_valid_o),
    .out_ready_i (tag_ready_i),
    .out_data_o  ({tag_after_o, tag_o}),
    .level_o     (tag_level)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign req_ready_o = clock_ready && !clearing_q && tag_level <= TAG_MAX;

  ////////////////
  // Messages   //
  ////////////////

  wire [LevelW-1:0]               msg_level;
  wire                            fence     = kind_q == `PF_IGUARD_SM_FENCE;
  wire                            msg_valid = stamp_valid && (stamp_epoch || fence || kind_q == `PF_IGUARD_SM_BLOCK);
  reg  [`PF_IGUARD_MESSAGE_W-1:0] msg;

  always @* begin
    msg = {`PF_IGUARD_MESSAGE_W{1'b0}};
    if (!stamp_epoch) begin
      msg[`PF_IGUARD_MESSAGE_WHEN_LSB +: TimeW]   = stamp_when;
      msg[`PF_IGUARD_MESSAGE_BAR_LSB +: TimeW]    = stamp_bar;
      msg[`PF_IGUARD_MESSAGE_MEET_LSB +: TimeW]   = stamp_meet;
      msg[`PF_IGUARD_MESSAGE_LANE_LSB +: 5]       = lane_q & {5{fence && alone_q}};
      msg[`PF_IGUARD_MESSAGE_ALONE_LSB]           = fence && alone_q;
      msg[`PF_IGUARD_MESSAGE_DEVICE_LSB]          = fence && device_q;
      msg[`PF_IGUARD_MESSAGE_WARP_LSB +: WarpW]   = warp_q;
      msg[`PF_IGUARD_MESSAGE_BLOCK_LSB +: BlockW] = block_q;
    end
    msg[`PF_IGUARD_MESSAGE_KIND_LSB +: 3] = stamp_epoch ? 3'd`PF_IGUARD_MSG_EPOCH : fence ? 3'd`PF_IGUARD_MSG_FENCE :
                                                                                          3'd`PF_IGUARD_MSG_BEGIN;
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)        messages_q <= 4'd0;
    else if (msg_valid) messages_q <= messages_q + 4'd1;
  end

  /* verilator lint_off PINCONNECTEMPTY */
  pf_fifo #(
    .Width (`PF_IGUARD_MESSAGE_W),
    .Depth (Depth),
    .Ram   (1)
  ) u_messages (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (msg_valid),
    .in_ready_o  (),
    .in_data_i   (msg),
    .out_valid_o (msg_valid_o),
    .out_ready_i (msg_ready_i),
    .out_data_o  (msg_o),
    .level_o     (msg_level)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign evt_ready_o = clock_ready && !clearing_q && msg_level <= MSG_MAX;

  assign idle_o = !clearing_q && clock_idle && locks_idle && !req_valid_q && !req_valid_q2 && !req_valid_q3 && tag_level == 0 &&
                  msg_level == 0;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  // Who is under way has a place in its FIFO.
  localparam [LevelW-1:0] FULL = Depth[LevelW-1:0];
  `PF_ASSERT(a_tag_room, {2'd0, tag_level} + {5'd0, req_valid_q} + {5'd0, req_valid_q2} + {5'd0, req_valid_q3} <= {2'd0, FULL})
  `PF_ASSERT(a_msg_room, !msg_valid || msg_level != FULL)
  `PF_ASSERT_KNOWN(a_ctrl_known, {evt_valid_i, req_valid_i, tag_ready_i, msg_ready_i})
  `PF_ASSERT(a_ready, unused_ready == clock_ready)
  `PF_ASSERT(a_idle, unused_idle == locks_idle)
`endif  // SYNTHESIS

endmodule

`resetall
