// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_fence_targets: which slices have to know of a fence: those the warp has sent a request to since its last one.
//
//   cycle 0                   1                                2 ...
//   sent_* --+--> read ---> RAM --+--> the slice's bits set ---> written
//            |                    |
//   msg_* ---+ (in its turn)      +--> a scope's bits cleared --> written
//                                 \--> its row --> [ next row ] --> row --> lowest bit, cycle by cycle --> out_*
//
// A word for each warp has two rows, of block and of device scope, with a bit for each slice. A request sets its
// slice's bit in both. A fence takes the row of its scope: the message leaves once for each slice with a bit, the
// lowest first, and the row is empty. An epoch leaves once, for all slices, and changes no row. All leave in order.
//
// told_o: a message has left, all of it; with no slice to tell, it does so unseen. pf_sm_multicast joins it to pf_sm_unit.
// A fence sees the requests accepted in earlier cycles and no others: in its own cycle none is accepted, and later ones
// set their bits behind it, whether or not its message has left. The word under way is forwarded (pf_through_ram).
//
// Both readies depend on no input: a message that waits is given its turn a cycle ahead, when there is room for its
// row; a request waits in that cycle only, at most in every other one. out_* stalls messages, never requests.
// After reset the memory is cleared, one word a cycle; both readies are low meanwhile.
//
// Throughput  one request a cycle, of the same warp again and again included, but for a message's turn; a message to n
//             slices takes max(n, 1) + 1 cycles.
// Latency     a message waits a cycle for its turn and leaves two cycles after it.
// Errs        never.
// State bits  memory Warps * 2 * Slices; flops 4 * Slices, three messages, two warps and a slice, and 12.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_fence_targets #(
  parameter integer Warps  = `PF_WARPS,  // 1 to 2 ** PF_META_WARP_W
  parameter integer Slices = 24,         // any number, at least 1
  // Derived: do not override.
  parameter integer WarpW  = (Warps > 1) ? $clog2(Warps) : 1,
  parameter integer SliceW = (Slices > 1) ? $clog2(Slices) : 1
) (
  input  wire                        clk_i,
  input  wire                        rst_ni,         // asynchronous, active low

  // Requests with a tag, as they are sent to their slices
  input  wire                        sent_valid_i,
  output wire                        sent_ready_o,
  input  wire [WarpW-1:0]            sent_warp_i,
  input  wire [SliceW-1:0]           sent_slice_i,

  // Messages of pf_sm_unit
  input  wire                        msg_valid_i,
  output wire                        msg_ready_o,
  input  wire                        msg_epoch_i,    // an epoch begins; else a fence
  input  wire                        msg_device_i,   // device scope, else block
  input  wire [`PF_META_BLOCK_W-1:0] msg_block_i,
  input  wire [`PF_META_WARP_W-1:0]  msg_warp_i,

  // Messages, each to a slice or to all
  output wire                        out_valid_o,
  input  wire                        out_ready_i,
  output wire                        out_all_o,      // an epoch, to every slice; else a fence, to out_slice_o
  output wire [SliceW-1:0]           out_slice_o,
  output wire                        out_device_o,
  output wire [`PF_META_BLOCK_W-1:0] out_block_o,
  output wire [`PF_META_WARP_W-1:0]  out_warp_o,
  output wire                        told_o,         // the oldest message that has not been told is done: one cycle

  output wire                        idle_o          // nothing inside, a clock changes nothing
);

  localparam integer BlockW   = `PF_META_BLOCK_W;
  localparam integer TagWarpW = `PF_META_WARP_W;
  localparam integer MsgW     = 2 + BlockW + TagWarpW;
  localparam integer LastI    = Warps - 1;

  generate
    if (Warps < 1 || Warps > (1 << TagWarpW) || Slices < 1) begin : g_bad_param
      PF_FENCE_TARGETS_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Clearing   //
  ////////////////

  reg             clearing_q;
  reg [WarpW-1:0] clear_at_q;

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
  // Turns      //
  ////////////////

  // A message has its turn when there is one row at most inside: under way (look_q) or in pf_fence_copies.
  reg  turn_q;   // the read of this cycle is the message's
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

  ////////////////
  // Rows       //
  ////////////////

  // Clearing is an update that keeps nothing.
  reg              write_q, sent_q;
  reg              keep_device_q, keep_block_q;  // rows that the update leaves as they are
  reg [WarpW-1:0]  warp_q;
  reg [SliceW-1:0] slice_q;
  reg [MsgW-1:0]   msg_q;                        // all, device, block, warp

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= 1'b0;
      sent_q  <= 1'b0;
      look_q  <= 1'b0;
    end else begin
      write_q <= clearing_q || sent_taken || (msg_taken && !msg_epoch_i);
      sent_q  <= sent_taken;
      look_q  <= msg_taken;
    end
  end

  wire [WarpW-1:0] read_warp = turn_q ? msg_warp_i[WarpW-1:0] : sent_warp_i;

  always @(posedge clk_i) begin
    keep_device_q <= !clearing_q && !(turn_q && msg_device_i);
    keep_block_q  <= !clearing_q && !(turn_q && !msg_device_i);
    warp_q        <= clearing_q ? clear_at_q : read_warp;
    slice_q       <= sent_slice_i;
    msg_q         <= {msg_epoch_i, msg_device_i, msg_block_i, msg_warp_i};
  end

  wire [Slices-1:0] device_row, block_row;

  reg     [Slices-1:0] set;  // by comparison: 0 without a request, whatever slice_q is
  integer              s;
  always @* begin
    for (s = 0; s < Slices; s = s + 1) set[s] = sent_q && slice_q == s[SliceW-1:0];
  end

  /* verilator lint_off PINCONNECTEMPTY */
  pf_through_ram #(
    .Width (2 * Slices),
    .Depth (Warps)
  ) u_rows (
    .clk_i   (clk_i),
    .we_i    (write_q),
    .waddr_i (warp_q),
    .wdata_i ({(device_row & {Slices{keep_device_q}}) | set, (block_row & {Slices{keep_block_q}}) | set}),
    .re_i    (sent_taken || msg_taken),
    .raddr_i (read_warp),
    .rdata_o ({device_row, block_row}),
    .last_o  ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // An epoch's row is the first bit; out_slice_o is 0 then.
  wire              epoch    = msg_q[MsgW-1];
  wire [Slices-1:0] of_scope = msg_q[MsgW-2] ? device_row : block_row;
  wire [Slices-1:0] fresh    = epoch ? {{(Slices-1){1'b0}}, 1'b1} : of_scope;

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
    .out_msg_o   ({out_all_o, out_device_o, out_block_o, out_warp_o}),
    .out_slice_o (out_slice_o),
    .told_o      (told_o),
    .idle_o      (copies_idle)
  );

  assign idle_o = !clearing_q && !turn_q && !write_q && !look_q && copies_idle;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  reg             f_msg_waits_q, f_turn_q;  // as of the cycle before
  reg  [MsgW-1:0] f_msg_q;
  wire [MsgW-1:0] f_msg = {msg_epoch_i, msg_device_i, msg_block_i, msg_warp_i};
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_msg_waits_q <= 1'b0;
      f_turn_q      <= 1'b0;
    end else begin
      f_msg_waits_q <= msg_valid_i && !msg_ready_o;
      f_turn_q      <= turn_q;
    end
  end
  always @(posedge clk_i) f_msg_q <= f_msg;

  `PF_ASSERT_KNOWN(a_ctrl_known, {sent_valid_i, msg_valid_i})
  `PF_ASSERT_KNOWN(a_out_known, {sent_ready_o, msg_ready_o, idle_o})
  `PF_ASSUME(a_msg_stable, !f_msg_waits_q || (msg_valid_i && f_msg === f_msg_q))
  `PF_ASSUME(a_sent_inside, !sent_taken || ({1'b0, sent_warp_i} < Warps[WarpW:0] &&
                                            {1'b0, sent_slice_i} < Slices[SliceW:0]))
  `PF_ASSUME(a_msg_inside, !msg_taken || {1'b0, msg_warp_i} < Warps[TagWarpW:0])
  `PF_ASSERT(a_room, !turn_q || room)
  `PF_ASSERT(a_turns, !(f_turn_q && turn_q))
  `PF_ASSERT(a_turn_used, !turn_q || msg_valid_i)
`endif  // SYNTHESIS

`ifdef PF_PROVE_FENCE_TARGETS
  `include "pf_fence_targets_proof.vh"
`endif

endmodule

`resetall
