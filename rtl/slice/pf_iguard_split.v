// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_split: operations whose lines have blocks, beat by beat; and blocks that are made.
//
//   in_* (an operation, number of its block, words) --> queue --> lowest beat that is left --> out_*
//   in_make_i: in_row_i, the line's row --> sides of four words --> mwr_*, eight beats
//
// While a block is made none of its beats goes out: who reads one finds it written.
//
// Throughput  a beat a cycle; a block in eight, if memory takes them.
// Latency     2 cycles; behind a block that is made, what that takes.
// Errs        none.
// Handshake   in_valid_i only while in_ready_o, and the queue never has more than Depth, of which the user takes care.
//             in_ready_o and mwr_valid_o are flops; out_valid_o depends on no input. out_last_o: the operation's last beat.
// State bits  256 + BlockNoW + 5, a queue of Depth * (BlockNoW + 32 + PayW), 8.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_iguard_split #(
  parameter integer BlockNoW = 12,
  parameter integer PayW     = 64,               // of an operation, beside its words
  parameter integer Depth    = 32                // operations in the queue
) (
  input  wire                  clk_i,
  input  wire                  rst_ni,           // asynchronous, active low

  output wire                  in_ready_o,       // no block is being made
  input  wire                  in_valid_i,
  input  wire                  in_make_i,        // its block is to be made ...
  input  wire [255:0]          in_row_i,         // ... of this
  input  wire [BlockNoW-1:0]   in_block_i,
  input  wire [31:0]           in_words_i,       // not 0
  input  wire [PayW-1:0]       in_pay_i,

  output wire                  out_valid_o,
  input  wire                  out_ready_i,
  output wire [BlockNoW+2:0]   out_beat_o,       // {block, beat of it}
  output wire [31:0]           out_words_o,      // of that beat
  output wire [PayW-1:0]       out_pay_o,
  output wire                  out_last_o,

  // Beats of a new block
  output wire                  mwr_valid_o,
  input  wire                  mwr_ready_i,
  output wire [BlockNoW+2:0]   mwr_beat_o,
  output wire [255:0]          mwr_data_o,

  output wire                  idle_o
);

  generate
    if (BlockNoW < 1 || PayW < 1 || Depth < 2) begin : g_bad_param
      PF_IGUARD_SPLIT_BAD_PARAMETER u_bad ();    // no such module: elaboration stops here
    end
  endgenerate

  genvar k;

  ////////////////
  // A block    //
  ////////////////

  reg                 make_q;
  reg  [2:0]          made_q;                    // beats
  reg  [BlockNoW-1:0] block_q;
  reg  [255:0]        row_q;
  wire                makes = in_valid_i && in_make_i;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      make_q <= 1'b0;
      made_q <= 3'd0;
    end else begin
      make_q <= make_q ? !(mwr_ready_i && &made_q) : makes;
      if (make_q && mwr_ready_i) made_q <= made_q + 3'd1;
    end
  end
  // Words move down as their beats go.
  always @(posedge clk_i) begin
    if (!make_q) begin
      block_q <= in_block_i;
      row_q   <= in_row_i;
    end else if (mwr_ready_i) begin
      row_q[192 +: 64] <= {4'd0, row_q[228 +: 28], 4'd0, row_q[196 +: 28]};
    end
  end

  generate
    for (k = 0; k < 4; k = k + 1) begin : g_word
      assign mwr_data_o[64*k +: 64] = row_q[224+k] ? row_q[128 +: 64] & {64{!row_q[192+k]}} :
                                      row_q[192+k] ? row_q[64 +: 64] : row_q[0 +: 64];
    end
  endgenerate

  assign mwr_valid_o = make_q;
  assign mwr_beat_o  = {block_q, made_q};
  assign in_ready_o  = !make_q;

  ////////////////
  // Beats      //
  ////////////////

  wire                valid, unused_ready, unused_any;
  wire [BlockNoW-1:0] block;
  wire [31:0]         words;
  wire [7:0]          beats, lowest;
  wire [2:0]          beat;
  reg  [7:0]          done_q;                    // beats of the operation
  wire [$clog2(Depth+1)-1:0] level;
  wire                goes = out_valid_o && out_ready_i;

  pf_fifo #(
    .Width (BlockNoW + 32 + PayW),
    .Depth (Depth),
    .Ram   (1)
  ) u_queue (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (in_valid_i),
    .in_ready_o  (unused_ready),
    .in_data_i   ({in_block_i, in_words_i, in_pay_i}),
    .out_valid_o (valid),
    .out_ready_i (goes && out_last_o),
    .out_data_o  ({block, words, out_pay_o}),
    .level_o     (level)
  );

  generate
    for (k = 0; k < 8; k = k + 1) begin : g_beat
      assign beats[k]              = |words[4*k +: 4] && !done_q[k];
      assign out_words_o[4*k +: 4] = words[4*k +: 4] & {4{lowest[k]}};
    end
  endgenerate

  // More than one is left, known before the lowest one is
  wire [3:0] pairs   = {|beats[7:6], |beats[5:4], |beats[3:2], |beats[1:0]};
  wire       several = &beats[7:6] || &beats[5:4] || &beats[3:2] || &beats[1:0] || &pairs[3:2] || &pairs[1:0] ||
                       (|pairs[3:2] && |pairs[1:0]);

  pf_line_pick #(
    .N (8)
  ) u_lowest (
    .in_i    (beats),
    .any_o   (unused_any),
    .hot_o   (lowest),
    .index_o (beat)
  );

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)   done_q <= 8'd0;
    else if (goes) done_q <= out_last_o ? 8'd0 : done_q | lowest;
  end

  // Nothing has come in behind the operation whose block is made: it is the last one of the queue.
  assign out_valid_o = valid && !(make_q && level == 1);
  assign out_beat_o  = {block, beat};
  assign out_last_o  = !several;
  assign idle_o      = level == 0 && !make_q;

  wire unused = &{1'b0, unused_ready, unused_any, 1'b0};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {in_valid_i, out_ready_i, mwr_ready_i})
  `PF_ASSUME(a_in, !in_valid_i || (in_ready_o && |in_words_i))
  `PF_ASSERT(a_room, !in_valid_i || unused_ready)
  `PF_ASSERT(a_whose, !(make_q && valid) || (block == block_q) == (level == 1))
`endif

endmodule

`resetall
