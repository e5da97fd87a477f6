// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_times: when what of each warp slot and block slot was fenced, by its SM's clock.
//
//   cycle 0                                  1
//   msg_* ---> row of the warp, of the block --> what the fence makes of them --> written
//   look_* --> likewise -------------------------------------------------------> times_o (record iguard_times)
//
// A block's ID is its slot and its SM side by side, the SM in the low SmW bits; a warp is a warp slot of the SM. So rows are
// as many as there are slots. A fence of one lane alone is kept beside that of all lanes; the lane alone before it is not
// told apart from the others any more. A row of another epoch is 0; when epochs' numbers come again, all are cleared.
//
// A lookup sees the messages of earlier cycles. Both come in one order: never in one cycle.
//
// Throughput  a message or two lookups a cycle, of the same rows again and again included; nothing for a cycle for each row after a
//             reset, and after 2^EpochW epochs.
// Latency     1 cycle.
// Errs        never: pf_iguard_table in C.
// State bits  memories: 2 * 2^(SmW + WarpW) * (4 * TimeW + 10 + EpochW), 2 * 2^BlockW * (2 * TimeW + EpochW).
// Handshake   msg_ready_o and look_ready_o are the same and depend on no input; what is found does not wait.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_iguard_times #(
  parameter integer SmW    = `PF_FENCE_BLOCK_W,       // 1 to BlockW
  parameter integer WarpW  = `PF_META_WARP_W,         // at least 1
  parameter integer BlockW = `PF_META_BLOCK_W,        // at least 1
  parameter integer TimeW  = `PF_IGUARD_SIDE_WHEN_W,
  parameter integer EpochW = 4                        // at least 1
) (
  input  wire                            clk_i,
  input  wire                            rst_ni,        // asynchronous, active low

  // Messages
  input  wire                            msg_valid_i,
  output wire                            msg_ready_o,
  input  wire [1:0]                      msg_kind_i,    // PF_IGUARD_MSG_*
  input  wire [BlockW-1:0]               msg_block_i,   // FENCE, BEGIN
  input  wire [WarpW-1:0]                msg_warp_i,    // FENCE, like all below, but when
  input  wire                            msg_alone_i,   // of one lane
  input  wire [4:0]                      msg_lane_i,    // ... that one
  input  wire                            msg_device_i,  // device scope, else block
  input  wire [TimeW-1:0]                msg_when_i,    // FENCE, BEGIN
  input  wire [TimeW-1:0]                msg_bar_i,     // its block's last barrier
  input  wire [TimeW-1:0]                msg_meet_i,    // its warp's last meeting

  // Lookups: of a writer and of a reader
  input  wire [1:0]                      look_valid_i,
  output wire                            look_ready_o,
  input  wire [2*BlockW-1:0]             look_block_i,
  input  wire [2*WarpW-1:0]              look_warp_i,
  output wire [2*`PF_IGUARD_TIMES_W-1:0] times_o,       // in the next cycle

  output wire                            idle_o         // no message under way, no clearing
);

  localparam integer RowW    = SmW + WarpW;
  localparam integer FencedW = 2 * TimeW + 5;      // {lane, one, all}
  localparam integer WarpRow = 2 * FencedW + EpochW;
  localparam integer BlockRow = 2 * TimeW + EpochW;
  localparam integer WalkW   = (RowW > BlockW) ? RowW : BlockW;

  generate
    if (SmW < 1 || WarpW < 1 || BlockW < SmW || EpochW < 1 || `PF_IGUARD_TIMES_W != 6 * TimeW + 10) begin : g_bad_param
      PF_IGUARD_TIMES_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Clearing   //
  ////////////////

  reg              walk_q;
  reg  [WalkW-1:0] at_q;
  reg  [EpochW-1:0] epoch_q;
  reg              msg_q;
  reg  [1:0]       kind_q;
  wire             epoch = msg_q && kind_q == `PF_IGUARD_MSG_EPOCH;
  wire             full  = epoch && (&epoch_q);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      walk_q  <= 1'b1;
      at_q    <= {WalkW{1'b0}};
      epoch_q <= {EpochW{1'b0}};
    end else begin
      walk_q  <= walk_q ? !(&at_q) : full;
      at_q    <= walk_q ? at_q + 1'b1 : {WalkW{1'b0}};
      epoch_q <= epoch_q + {{(EpochW-1){1'b0}}, epoch};
    end
  end

  assign msg_ready_o  = !walk_q && !full;
  assign look_ready_o = msg_ready_o;

  ////////////////
  // Messages   //
  ////////////////

  wire              msg_taken = msg_valid_i && msg_ready_o;
  reg  [BlockW-1:0] block_q;
  reg  [WarpW-1:0]  warp_q;
  reg               alone_q, device_q;
  reg  [4:0]        lane_q;
  reg  [TimeW-1:0]  when_q, bar_q, meet_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) msg_q <= 1'b0;
    else         msg_q <= msg_taken;
  end
  always @(posedge clk_i) begin
    kind_q   <= msg_kind_i;
    block_q  <= msg_block_i;
    warp_q   <= msg_warp_i;
    alone_q  <= msg_alone_i;
    lane_q   <= msg_lane_i;
    device_q <= msg_device_i;
    when_q   <= msg_when_i;
    bar_q    <= msg_bar_i;
    meet_q   <= msg_meet_i;
  end

  // What a fence makes of {lane, one, all}, or of nothing: all compares side by side
  function [FencedW-1:0] fence;
    input [FencedW-1:0] before;
    input               old;     // ... of another epoch
    input               alone;
    input [4:0]         lane;
    input [TimeW-1:0]   when;
    input [TimeW-1:0]   meet;
    reg   [TimeW-1:0]   all, one;
    reg                 met, passed, gone;
    begin
      all    = before[0 +: TimeW];
      one    = before[TimeW +: TimeW];
      met    = meet > all;
      gone   = before[2*TimeW +: 5] != lane;
      passed = gone && (met ? one > meet : one > all);
      fence  = !alone ? {before[FencedW-1:TimeW] & {(FencedW-TimeW){!old}}, when} :
                        {lane, when, old ? meet : passed ? one : met ? meet : all};
    end
  endfunction

  wire [2*WarpRow-1:0]  warp_rows;
  wire [2*BlockRow-1:0] block_rows;

  // The first port's are the message's.
  wire                  old    = warp_rows[2*FencedW +: EpochW] != epoch_q;
  wire [2*TimeW-1:0]    block  = block_rows[0 +: 2*TimeW] & {(2*TimeW){block_rows[2*TimeW +: EpochW] == epoch_q}};
  wire [FencedW-1:0]    any    = fence(warp_rows[0 +: FencedW], old, alone_q, lane_q, when_q, meet_q);
  wire [FencedW-1:0]    dev_is = warp_rows[FencedW +: FencedW];
  wire [FencedW-1:0]    dev    = device_q ? fence(dev_is, old, alone_q, lane_q, when_q, meet_q) : dev_is & {FencedW{!old}};
  wire                  fences = msg_q && kind_q == `PF_IGUARD_MSG_FENCE;
  wire                  begins = msg_q && kind_q == `PF_IGUARD_MSG_BEGIN;
  wire [TimeW-1:0]      begun  = begins ? when_q : block[0 +: TimeW];
  wire [TimeW-1:0]      barred = fences ? bar_q : block[TimeW +: TimeW];

  ////////////////
  // Memories   //
  ////////////////

  wire              look      = look_ready_o && (|look_valid_i);
  wire [1:0]        reads     = {look, msg_taken || look};
  wire [BlockW-1:0] block0    = msg_taken ? msg_block_i : look_block_i[0 +: BlockW];
  wire [BlockW-1:0] block1    = look_block_i[BlockW +: BlockW];
  wire [WarpW-1:0]  warp0     = msg_taken ? msg_warp_i : look_warp_i[0 +: WarpW];
  wire [WarpW-1:0]  warp1     = look_warp_i[WarpW +: WarpW];
  wire [RowW-1:0]   row_at    = walk_q ? at_q[RowW-1:0] : {block_q[SmW-1:0], warp_q};
  wire [BlockW-1:0] block_at  = walk_q ? at_q[BlockW-1:0] : block_q;

  /* verilator lint_off PINCONNECTEMPTY */
  pf_through_ram #(
    .Width (WarpRow),
    .Depth (1 << RowW),
    .Reads (2)
  ) u_warps (
    .clk_i   (clk_i),
    .we_i    (fences || walk_q),
    .waddr_i (row_at),
    .wdata_i ({epoch_q, dev, any} & {WarpRow{!walk_q}}),
    .re_i    (reads),
    .raddr_i ({block1[SmW-1:0], warp1, block0[SmW-1:0], warp0}),
    .rdata_o (warp_rows),
    .last_o  ()
  );

  pf_through_ram #(
    .Width (BlockRow),
    .Depth (1 << BlockW),
    .Reads (2)
  ) u_blocks (
    .clk_i   (clk_i),
    .we_i    ((fences && device_q) || begins || walk_q),
    .waddr_i (block_at),
    .wdata_i ({epoch_q, barred, begun} & {BlockRow{!walk_q}}),
    .re_i    (reads),
    .raddr_i ({block1, block0}),
    .rdata_o (block_rows),
    .last_o  ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  ////////////////
  // Lookups    //
  ////////////////

  genvar g;
  generate
    for (g = 0; g < 2; g = g + 1) begin : g_look
      wire [2*FencedW-1:0] fenced = warp_rows[g*WarpRow +: 2*FencedW] &
                                    {(2*FencedW){warp_rows[g*WarpRow + 2*FencedW +: EpochW] == epoch_q}};
      wire [2*TimeW-1:0]   times  = block_rows[g*BlockRow +: 2*TimeW] &
                                    {(2*TimeW){block_rows[g*BlockRow + 2*TimeW +: EpochW] == epoch_q}};
      assign times_o[g*`PF_IGUARD_TIMES_W +: `PF_IGUARD_TIMES_W] = {fenced, times};
    end
  endgenerate

  assign idle_o = !msg_q && !walk_q;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {msg_valid_i, look_valid_i})
  `PF_ASSERT(a_one_order, !msg_valid_i || !(|look_valid_i))
  `PF_ASSERT(a_kind, !msg_valid_i || msg_kind_i <= `PF_IGUARD_MSG_EPOCH)
`endif  // SYNTHESIS

endmodule

`resetall
