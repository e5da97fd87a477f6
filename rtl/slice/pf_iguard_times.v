// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_times: when what of each warp slot and block slot was fenced, by its SM's clock.
//
//   cycle 0                               1           2
//   msg_* --> row of the warp, the block --> was_o --> what the message makes of them, written to all copies
//   look_* -> likewise, a copy a port ---> times_o (record iguard_times)
//
// A block's ID is its slot and its SM side by side, the SM in the low SmW bits; a warp is a warp slot of the SM. So rows are
// as many as there are slots. A fence of one lane alone is kept beside that of all lanes; the lane alone before it is not
// told apart from the others any more. A row of another epoch is 0; when epochs' numbers come again, all are cleared.
//
// A lookup sees messages of three cycles before it and earlier. Of two cycles before, those to its rows make them unknown. In
// pf_iguard_eras such a lookup has the row from was_o.
//
// Throughput  a message in two cycles, a lookup a cycle on each port; nothing for a cycle for each row after a reset, and after
//             2^EpochW epochs.
// Latency     1 cycle.
// Errs        never: pf_iguard_table in C.
// State bits  memories: (Looks + 1) * (2^(SmW + WarpW) * (4 * TimeW + 10 + EpochW) + 2^BlockW * (2 * TimeW + EpochW)).
// Handshake   msg_valid_i without ready: not while clear_o is high, nor in the cycle behind another. times_o stays until the next
//             look_i of its port, or an epoch.

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
  parameter integer EpochW = 4,                       // at least 1
  parameter integer Looks  = 2                        // ports, at least 1
) (
  input  wire                                clk_i,
  input  wire                                rst_ni,        // asynchronous, active low

  // Messages
  input  wire                                msg_valid_i,
  input  wire [1:0]                          msg_kind_i,    // PF_IGUARD_MSG_*
  input  wire [BlockW-1:0]                   msg_block_i,   // FENCE, BEGIN
  input  wire [WarpW-1:0]                    msg_warp_i,    // FENCE, like all below, but when
  input  wire                                msg_alone_i,   // of one lane
  input  wire [4:0]                          msg_lane_i,    // ... that one
  input  wire                                msg_device_i,  // device scope, else block
  input  wire [TimeW-1:0]                    msg_when_i,    // FENCE, BEGIN
  input  wire [TimeW-1:0]                    msg_bar_i,     // its block's last barrier
  input  wire [TimeW-1:0]                    msg_meet_i,    // its warp's last meeting
  output wire                                was_valid_o,   // in the next cycle
  output wire [`PF_IGUARD_TIMES_W-1:0]       was_o,         // its rows before it; of no meaning if it is an epoch
  output wire                                clear_o,       // clearing

  // Lookups
  input  wire [Looks-1:0]                    look_i,
  input  wire [Looks*BlockW-1:0]             look_block_i,
  input  wire [Looks*WarpW-1:0]              look_warp_i,
  output wire [Looks*`PF_IGUARD_TIMES_W-1:0] times_o,       // from the next cycle on

  output wire                                idle_o         // no message under way, no clearing
);

  localparam integer RowW     = SmW + WarpW;       // index of a warp's row
  localparam integer IndexW   = BlockW + WarpW;    // {block, warp}: a warp's row is named by the low bits of it
  localparam integer FencedW  = 2 * TimeW + 5;     // {lane, one, all}
  localparam integer WarpRow  = 2 * FencedW;       // {device, any}
  localparam integer BlockRow = 2 * TimeW;         // {dev_bar, begin}
  localparam integer WarpWord = WarpRow + EpochW;
  localparam integer BlockWord = BlockRow + EpochW;
  localparam integer WalkW    = (RowW > BlockW) ? RowW : BlockW;

  generate
    if (SmW < 1 || WarpW < 1 || BlockW < SmW || EpochW < 1 || Looks < 1 || `PF_IGUARD_TIMES_W != 6 * TimeW + 10) begin : g_bad_param
      PF_IGUARD_TIMES_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Clearing   //
  ////////////////

  reg               walk_q;
  reg  [WalkW-1:0]  at_q;
  reg  [EpochW-1:0] epoch_q;
  reg               msg_q, write_q;      // its rows have been read; they are written
  reg               ends_q;              // it ends the epoch
  wire              epoch = msg_q && ends_q;
  wire              full  = epoch && (&epoch_q);

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

  assign clear_o = walk_q || full;
  assign idle_o  = !msg_q && !write_q && !walk_q;

  ////////////////
  // Messages   //
  ////////////////

  wire [IndexW-1:0] index  = {msg_block_i, msg_warp_i};
  wire              fence  = msg_kind_i == `PF_IGUARD_MSG_FENCE;
  reg  [IndexW-1:0] index_q;
  reg  [1:0]        rows_q;              // {block, warp}: that it changes
  reg  [1:0]        clash_q;             // ... that the one before changes, which is written as this one is read
  reg               alone_q, device_q;
  reg  [4:0]        lane_q;
  reg  [TimeW-1:0]  when_q, bar_q, meet_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {msg_q, write_q} <= 2'b00;
    else         {msg_q, write_q} <= {msg_valid_i, msg_q};
  end
  always @(posedge clk_i) begin
    if (msg_valid_i) begin
      ends_q   <= msg_kind_i == `PF_IGUARD_MSG_EPOCH;
      index_q  <= index;
      rows_q   <= {msg_kind_i == `PF_IGUARD_MSG_BEGIN || (fence && msg_device_i), fence};
      clash_q  <= rows_q & {2{write_q}} & {index_q[IndexW-1:WarpW] == msg_block_i, index_q[RowW-1:0] == index[RowW-1:0]};
      alone_q  <= msg_alone_i;
      lane_q   <= msg_lane_i;
      device_q <= msg_device_i;
      when_q   <= msg_when_i;
      bar_q    <= msg_bar_i;
      meet_q   <= msg_meet_i;
    end
  end

  // What a fence makes of {lane, one, all}, or of nothing, which is 0: all compares side by side
  function [FencedW-1:0] fenced;
    input [FencedW-1:0] before;
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
      fenced = !alone ? {before[FencedW-1:TimeW], when} : {lane, when, passed ? one : met ? meet : all};
    end
  endfunction

  wire [WarpWord-1:0]  warp_read;
  wire [BlockWord-1:0] block_read;
  reg  [WarpRow-1:0]   warp_q;           // as they were; nothing of another epoch
  reg  [BlockRow-1:0]  block_q;
  reg  [WarpRow-1:0]   warp_q2;          // as they were written in the cycle before
  reg  [BlockRow-1:0]  block_q2;
  wire [WarpRow-1:0]   warp      = clash_q[0] ? warp_q2 : warp_read[0 +: WarpRow];
  wire [BlockRow-1:0]  block     = clash_q[1] ? block_q2 : block_read[0 +: BlockRow];
  wire                 warp_old  = !clash_q[0] && warp_read[WarpRow +: EpochW] != epoch_q;
  wire                 block_old = !clash_q[1] && block_read[BlockRow +: EpochW] != epoch_q;
  wire [WarpRow-1:0]   warp_was  = warp & {WarpRow{!warp_old}};
  wire [BlockRow-1:0]  block_was = block & {BlockRow{!block_old}};

  // As they are written: what comes late from a memory stands in a register first.
  wire [FencedW-1:0]   any       = fenced(warp_q[0 +: FencedW], alone_q, lane_q, when_q, meet_q);
  wire [FencedW-1:0]   dev       = fenced(warp_q[FencedW +: FencedW], alone_q, lane_q, when_q, meet_q);
  wire [WarpRow-1:0]   warp_now  = {device_q ? dev : warp_q[FencedW +: FencedW], any};
  wire [BlockRow-1:0]  block_now = rows_q[0] ? {bar_q, block_q[0 +: TimeW]} : {block_q[TimeW +: TimeW], when_q};

  always @(posedge clk_i) begin
    warp_q   <= warp_was;
    block_q  <= block_was;
    warp_q2  <= warp_now;
    block_q2 <= block_now;
  end

  assign was_valid_o = msg_q;
  assign was_o       = {warp_was, block_was};

  ////////////////
  // Memories   //
  ////////////////

  // The last port is the message's.
  wire [1:0]                     we        = (rows_q & {2{write_q}}) | {2{walk_q}};
  wire [RowW-1:0]                warp_at   = walk_q ? at_q[RowW-1:0] : index_q[RowW-1:0];
  wire [BlockW-1:0]              block_at  = walk_q ? at_q[BlockW-1:0] : index_q[IndexW-1:WarpW];
  wire [Looks:0]                 reads     = {msg_valid_i, look_i};
  wire [(Looks+1)*BlockW-1:0]    blocks    = {msg_block_i, look_block_i};
  wire [(Looks+1)*WarpW-1:0]     warps     = {msg_warp_i, look_warp_i};
  wire [(Looks+1)*WarpWord-1:0]  warp_rows;
  wire [(Looks+1)*BlockWord-1:0] block_rows;

  genvar g;
  generate
    for (g = 0; g <= Looks; g = g + 1) begin : g_copy
      pf_ram #(
        .Width (WarpWord),
        .Depth (1 << RowW)
      ) u_warps (
        .clk_i   (clk_i),
        .we_i    (we[0]),
        .waddr_i (warp_at),
        .wdata_i ({epoch_q, warp_now} & {WarpWord{!walk_q}}),
        .re_i    (reads[g]),
        .raddr_i ({blocks[g*BlockW +: SmW], warps[g*WarpW +: WarpW]}),
        .rdata_o (warp_rows[g*WarpWord +: WarpWord])
      );

      pf_ram #(
        .Width (BlockWord),
        .Depth (1 << BlockW)
      ) u_blocks (
        .clk_i   (clk_i),
        .we_i    (we[1]),
        .waddr_i (block_at),
        .wdata_i ({epoch_q, block_now} & {BlockWord{!walk_q}}),
        .re_i    (reads[g]),
        .raddr_i (blocks[g*BlockW +: BlockW]),
        .rdata_o (block_rows[g*BlockWord +: BlockWord])
      );
    end

    for (g = 0; g < Looks; g = g + 1) begin : g_look
      wire [WarpWord-1:0]  of_warp  = warp_rows[g*WarpWord +: WarpWord];
      wire [BlockWord-1:0] of_block = block_rows[g*BlockWord +: BlockWord];
      assign times_o[g*`PF_IGUARD_TIMES_W +: `PF_IGUARD_TIMES_W] = {
          of_warp[0 +: WarpRow] & {WarpRow{of_warp[WarpRow +: EpochW] == epoch_q}},
          of_block[0 +: BlockRow] & {BlockRow{of_block[BlockRow +: EpochW] == epoch_q}}};
    end
  endgenerate

  assign warp_read  = warp_rows[Looks*WarpWord +: WarpWord];
  assign block_read = block_rows[Looks*BlockWord +: BlockWord];

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {msg_valid_i, look_i})
  `PF_ASSUME(m_one_in_two, !msg_valid_i || !(msg_q || clear_o))
  `PF_ASSUME(m_kind, !msg_valid_i || msg_kind_i <= `PF_IGUARD_MSG_EPOCH)
`endif  // SYNTHESIS

endmodule

`resetall
