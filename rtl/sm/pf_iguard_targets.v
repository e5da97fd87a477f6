// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_targets: which slices have to know of iGUARD's fence, as pf_fence_targets for ScoRD.
//
//   cycle 0                   1                                               2 ...
//   sent_* --+--> read --> warp's word, --+--> the slice's bits set ------> written
//            |             block slot's   |
//   msg_* ---+ (in its turn)              +--> those it takes cleared ----> written
//                                         \--> its row --> pf_fence_copies --> out_*
//
// A word for each warp has two rows, of block and of device scope, with a bit for each slice; one for each block slot has the
// block's last barrier and the slices since then and before it. A request sets its slice's bit in its warp's rows and in
// its block's since. Whoever comes with a barrier that is not the word's: before takes in since, which is empty then.
// A fence takes its warp's row of its scope, and of device scope its block's before, too: the message leaves once for each
// slice with a bit, the lowest first, and what it took is empty; but a lane's alone leaves the warp's row. The beginning of
// a block empties its word. It leaves once, for all slices, and so does an epoch, which changes no word. All leave in order.
//
// told_o: a message has left, all of it; with no slice to tell, it does so unseen. pf_iguard_multicast joins it to the unit.
// A fence sees the requests accepted in earlier cycles and no others: in its own cycle none is accepted, and later ones
// set their bits behind it, whether or not its message has left. Words under way are forwarded (pf_through_ram).
//
// Both readies depend on no input: a message that waits is given its turn a cycle ahead, when there is room for its
// row; a request waits in that cycle only, at most in every other one. out_* stalls messages, never requests.
// After reset the memories are cleared, one word of each a cycle; both readies are low meanwhile.
//
// Throughput  one request a cycle, of the same warp again and again included, but for a message's turn; a message to n
//             slices takes max(n, 1) + 1 cycles.
// Latency     a message waits a cycle for its turn and leaves two cycles after it.
// Errs        never: pf_iguard_targets in C.
// State bits  memories Warps * 2 * Slices, BlockSlots * (2 * Slices + TimeW); flops 4 * Slices, 2 * TimeW, three messages,
//             two warps and slots, a slice, and 16.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_iguard_targets #(
  parameter integer BlockSlots = `PF_BLOCK_SLOTS,    // 1 to 2 ** (PF_META_BLOCK_W - SmW)
  parameter integer Warps      = `PF_WARPS,          // 1 to 2 ** PF_META_WARP_W
  parameter integer SmW        = `PF_FENCE_BLOCK_W,  // low bits of a block's ID, below its slot
  parameter integer Slices     = 24,                 // any number, at least 1
  // Derived: do not override.
  parameter integer SlotW      = (BlockSlots > 1) ? $clog2(BlockSlots) : 1,
  parameter integer WarpW      = (Warps > 1) ? $clog2(Warps) : 1,
  parameter integer SliceW     = (Slices > 1) ? $clog2(Slices) : 1
) (
  input  wire                             clk_i,
  input  wire                             rst_ni,        // asynchronous, active low

  // Requests with a tag, as they are sent to their slices
  input  wire                             sent_valid_i,
  output wire                             sent_ready_o,
  input  wire [SlotW-1:0]                 sent_slot_i,
  input  wire [WarpW-1:0]                 sent_warp_i,
  input  wire [`PF_IGUARD_TAG_BAR_W-1:0]  sent_bar_i,
  input  wire [SliceW-1:0]                sent_slice_i,

  // Messages of pf_iguard_sm_unit
  input  wire                             msg_valid_i,
  output wire                             msg_ready_o,
  input  wire [`PF_IGUARD_MESSAGE_W-1:0]  msg_i,

  // Messages, each to a slice or to all
  output wire                             out_valid_o,
  input  wire                             out_ready_i,
  output wire                             out_all_o,     // to every slice; else a fence, to out_slice_o
  output wire [SliceW-1:0]                out_slice_o,
  output wire [`PF_IGUARD_MESSAGE_W-1:0]  out_msg_o,
  output wire                             told_o,        // the oldest message that has not been told is done: one cycle

  output wire                             idle_o         // nothing inside, a clock changes nothing
);

  localparam integer TimeW  = `PF_IGUARD_TAG_BAR_W;
  localparam integer MsgW   = `PF_IGUARD_MESSAGE_W;
  localparam integer Most   = (Warps > BlockSlots) ? Warps : BlockSlots;
  localparam integer ClearW = $clog2(Most + 1);
  localparam integer LastI  = Most - 1;

  generate
    if (BlockSlots < 1 || Warps < 1 || Warps > (1 << `PF_META_WARP_W) || Slices < 1 || SmW < 1 ||
        SmW + SlotW > `PF_META_BLOCK_W) begin : g_bad_param
      PF_IGUARD_TARGETS_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Clearing   //
  ////////////////

  reg               clearing_q;
  reg  [ClearW-1:0] clear_at_q;
  wire              clear_slot = clearing_q && {1'b0, clear_at_q} < BlockSlots[ClearW:0];
  wire              clear_warp = clearing_q && {1'b0, clear_at_q} < Warps[ClearW:0];

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clearing_q <= 1'b1;
      clear_at_q <= {ClearW{1'b0}};
    end else begin
      clearing_q <= clearing_q && clear_at_q != LastI[ClearW-1:0];
      clear_at_q <= clear_at_q + 1'b1;
    end
  end

  ////////////////
  // Turns      //
  ////////////////

  // A message has its turn when there is one row at most inside: under way (look_q) or in pf_fence_copies.
  reg  turn_q;   // the reads of this cycle are the message's
  reg  look_q;   // cycle 1 of a message
  wire room, copies_idle;

  wire sent_taken = sent_valid_i && sent_ready_o;
  wire msg_taken  = msg_valid_i && msg_ready_o;

  assign sent_ready_o = !clearing_q && !turn_q;
  assign msg_ready_o  = turn_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) turn_q <= 1'b0;
    else         turn_q <= msg_valid_i && !turn_q && !clearing_q && room;
  end

  wire             is_fence = msg_i[`PF_IGUARD_MESSAGE_KIND_LSB +: 3] == 3'd`PF_IGUARD_MSG_FENCE;
  wire             is_begin = msg_i[`PF_IGUARD_MESSAGE_KIND_LSB +: 3] == 3'd`PF_IGUARD_MSG_BEGIN;
  wire             takes    = turn_q && is_fence && !msg_i[`PF_IGUARD_MESSAGE_ALONE_LSB];
  wire             device   = msg_i[`PF_IGUARD_MESSAGE_DEVICE_LSB];
  wire [SlotW-1:0] slot     = turn_q ? msg_i[`PF_IGUARD_MESSAGE_BLOCK_LSB + SmW +: SlotW] : sent_slot_i;
  wire [WarpW-1:0] warp     = turn_q ? msg_i[`PF_IGUARD_MESSAGE_WARP_LSB +: WarpW] : sent_warp_i;
  wire [TimeW-1:0] msg_bar  = is_begin ? msg_i[`PF_IGUARD_MESSAGE_WHEN_LSB +: TimeW] : msg_i[`PF_IGUARD_MESSAGE_BAR_LSB +: TimeW];

  ////////////////
  // Rows       //
  ////////////////

  // Clearing and the beginning of a block are updates that keep nothing.
  reg              sent_q;
  reg              warp_write_q, slot_write_q;
  reg              keep_device_q, keep_block_q;  // rows of the warp that the update leaves as they are
  reg              keep_slot_q;                  // of the block slot
  reg              fence_q;                      // of device scope: takes the block's before
  reg [WarpW-1:0]  warp_q;
  reg [SlotW-1:0]  slot_q;
  reg [TimeW-1:0]  bar_q;
  reg [SliceW-1:0] slice_q;
  reg [MsgW-1:0]   msg_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      warp_write_q <= 1'b0;
      slot_write_q <= 1'b0;
      sent_q       <= 1'b0;
      look_q       <= 1'b0;
    end else begin
      warp_write_q <= clear_warp || sent_taken || (msg_taken && is_fence);
      slot_write_q <= clear_slot || sent_taken || (msg_taken && (is_fence || is_begin));
      sent_q       <= sent_taken;
      look_q       <= msg_taken;
    end
  end

  always @(posedge clk_i) begin
    keep_device_q <= !clearing_q && !(takes && device);
    keep_block_q  <= !clearing_q && !(takes && !device);
    keep_slot_q   <= !clearing_q && !(turn_q && is_begin);
    fence_q       <= turn_q && is_fence && device;
    warp_q        <= clearing_q ? clear_at_q[WarpW-1:0] : warp;
    slot_q        <= clearing_q ? clear_at_q[SlotW-1:0] : slot;
    bar_q         <= clearing_q ? {TimeW{1'b0}} : turn_q ? msg_bar : sent_bar_i;
    slice_q       <= sent_slice_i;
    msg_q         <= msg_i;
  end

  wire [Slices-1:0] device_row, block_row, before_row, since_row;
  wire [TimeW-1:0]  bar;

  reg     [Slices-1:0] set;  // by comparison: 0 without a request, whatever slice_q is
  integer              s;
  always @* begin
    for (s = 0; s < Slices; s = s + 1) set[s] = sent_q && slice_q == s[SliceW-1:0];
  end

  wire              same   = bar == bar_q;
  wire [Slices-1:0] before = before_row | (since_row & {Slices{!same}});
  wire [Slices-1:0] since  = since_row & {Slices{same}};

  /* verilator lint_off PINCONNECTEMPTY */
  pf_through_ram #(
    .Width (2 * Slices),
    .Depth (Warps)
  ) u_warps (
    .clk_i   (clk_i),
    .we_i    (warp_write_q),
    .waddr_i (warp_q),
    .wdata_i ({(device_row & {Slices{keep_device_q}}) | set, (block_row & {Slices{keep_block_q}}) | set}),
    .re_i    (sent_taken || msg_taken),
    .raddr_i (warp),
    .rdata_o ({device_row, block_row}),
    .last_o  ()
  );

  pf_through_ram #(
    .Width (TimeW + 2 * Slices),
    .Depth (BlockSlots)
  ) u_slots (
    .clk_i   (clk_i),
    .we_i    (slot_write_q),
    .waddr_i (slot_q),
    .wdata_i ({bar_q, before & {Slices{keep_slot_q && !fence_q}}, (since & {Slices{keep_slot_q}}) | set}),
    .re_i    (sent_taken || msg_taken),
    .raddr_i (slot),
    .rdata_o ({bar, before_row, since_row}),
    .last_o  ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // The row of a message to all is the first bit; out_slice_o is 0 then.
  wire              all   = msg_q[`PF_IGUARD_MESSAGE_KIND_LSB +: 3] != 3'd`PF_IGUARD_MSG_FENCE;
  wire [Slices-1:0] told  = fence_q ? device_row | before : block_row;
  wire [Slices-1:0] fresh = all ? {{(Slices-1){1'b0}}, 1'b1} : told;

  ////////////////
  // Messages   //
  ////////////////

  pf_fence_copies #(
    .MsgW   (MsgW),
    .Slices (Slices)
  ) u_copies (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (look_q),
    .in_msg_i    (msg_q),
    .in_row_i    (fresh),
    .room_o      (room),
    .out_valid_o (out_valid_o),
    .out_ready_i (out_ready_i),
    .out_msg_o   (out_msg_o),
    .out_slice_o (out_slice_o),
    .told_o      (told_o),
    .idle_o      (copies_idle)
  );

  assign out_all_o = out_msg_o[`PF_IGUARD_MESSAGE_KIND_LSB +: 3] != 3'd`PF_IGUARD_MSG_FENCE;

  assign idle_o = !clearing_q && !turn_q && !warp_write_q && !slot_write_q && !look_q && copies_idle;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  reg             f_msg_waits_q, f_turn_q;  // as of the cycle before
  reg  [MsgW-1:0] f_msg_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_msg_waits_q <= 1'b0;
      f_turn_q      <= 1'b0;
    end else begin
      f_msg_waits_q <= msg_valid_i && !msg_ready_o;
      f_turn_q      <= turn_q;
    end
  end
  always @(posedge clk_i) f_msg_q <= msg_i;

  wire [SlotW:0] f_msg_slot = {1'b0, msg_i[`PF_IGUARD_MESSAGE_BLOCK_LSB + SmW +: SlotW]};
  wire [WarpW:0] f_msg_warp = {1'b0, msg_i[`PF_IGUARD_MESSAGE_WARP_LSB +: WarpW]};

  `PF_ASSERT_KNOWN(a_ctrl_known, {sent_valid_i, msg_valid_i})
  `PF_ASSERT_KNOWN(a_out_known, {sent_ready_o, msg_ready_o, idle_o})
  `PF_ASSUME(a_msg_stable, !f_msg_waits_q || (msg_valid_i && msg_i === f_msg_q))
  `PF_ASSUME(a_sent_inside, !sent_taken || ({1'b0, sent_slot_i} < BlockSlots[SlotW:0] &&
                                            {1'b0, sent_warp_i} < Warps[WarpW:0] && {1'b0, sent_slice_i} < Slices[SliceW:0]))
  `PF_ASSUME(a_msg_inside, !msg_taken || (f_msg_slot < BlockSlots[SlotW:0] && f_msg_warp < Warps[WarpW:0]))
  `PF_ASSERT(a_room, !turn_q || room)
  `PF_ASSERT(a_turns, !(f_turn_q && turn_q))
  `PF_ASSERT(a_turn_used, !turn_q || msg_valid_i)
`endif  // SYNTHESIS

`ifdef PF_PROVE_IGUARD_TARGETS
  `include "pf_iguard_targets_proof.vh"
`endif

endmodule

`resetall
