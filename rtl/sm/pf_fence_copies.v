// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_fence_copies: messages, each with a row of slices, leave once for each slice of the row.
//
//   in_* --> [ next message, row ] --> message, row --> lowest bit, cycle by cycle --> out_*
//
// A row's slices have their copies lowest first, messages in order. told_o: a message has left, all of it; with no slice in
// its row it does so unseen. room_o: a message may be given in the next cycle but one, if none is in the next.
//
// Throughput  a message to n slices takes max(n, 1) + 1 cycles.
// Latency     1 cycle.
// Errs        never.
// State bits  2 * (MsgW + Slices) + 2.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_fence_copies #(
  parameter integer MsgW   = 8,
  parameter integer Slices = 24,  // any number, at least 1
  // Derived: do not override.
  parameter integer SliceW = (Slices > 1) ? $clog2(Slices) : 1
) (
  input  wire              clk_i,
  input  wire              rst_ni,       // asynchronous, active low

  // A message, taken at once
  input  wire              in_valid_i,
  input  wire [MsgW-1:0]   in_msg_i,
  input  wire [Slices-1:0] in_row_i,
  output wire              room_o,       // depends on in_valid_i

  // Its copies
  output wire              out_valid_o,
  input  wire              out_ready_i,
  output wire [MsgW-1:0]   out_msg_o,
  output wire [SliceW-1:0] out_slice_o,
  output wire              told_o,       // the oldest message that has not been told is done: one cycle

  output wire              idle_o        // nothing inside; without in_valid_i a clock changes nothing
);

  // Rows inside are next (next_q) or on show. There is room for two with the one that comes: what is next moves on before
  // another row comes, and the two are never there together.
  reg  [Slices-1:0] row_q, next_row_q;  // slices that have not been told
  reg  [MsgW-1:0]   shown_q, next_msg_q;
  reg               next_q;             // next_row_q waits
  reg               told_q;
  wire              showing;
  wire              shift = !showing;   // what is next comes on show

  wire [Slices-1:0] lowest;
  wire [Slices-1:0] left   = row_q & ~lowest;
  wire [Slices-1:0] coming = next_q ? next_row_q : in_row_i & {Slices{in_valid_i}};

  assign room_o = !(showing && (in_valid_i || next_q));

  pf_line_pick #(
    .N (Slices)
  ) u_pick (
    .in_i    (row_q),
    .any_o   (showing),
    .hot_o   (lowest),
    .index_o (out_slice_o)
  );

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      row_q  <= {Slices{1'b0}};
      next_q <= 1'b0;
      told_q <= 1'b0;
    end else begin
      if (shift)            row_q <= coming;
      else if (out_ready_i) row_q <= left;
      next_q <= !shift && (in_valid_i || next_q);
      told_q <= shift ? (in_valid_i || next_q) && coming == {Slices{1'b0}} : out_ready_i && left == {Slices{1'b0}};
    end
  end

  always @(posedge clk_i) begin
    if (shift)      shown_q <= next_q ? next_msg_q : in_msg_i;
    if (in_valid_i) {next_msg_q, next_row_q} <= {in_msg_i, in_row_i};
  end

  assign out_valid_o = showing;
  assign out_msg_o   = shown_q;
  assign told_o      = told_q;

  assign idle_o = !next_q && !showing && !told_q;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  localparam integer OutW = MsgW + SliceW;
  reg             f_out_waits_q;  // as of the cycle before
  reg  [OutW-1:0] f_out_q;
  wire [OutW-1:0] f_out = {out_slice_o, out_msg_o};
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_out_waits_q <= 1'b0;
    else         f_out_waits_q <= out_valid_o && !out_ready_i;
  end
  always @(posedge clk_i) f_out_q <= f_out;

  `PF_ASSERT_KNOWN(a_ctrl_known, {in_valid_i, out_ready_i})
  `PF_ASSERT_KNOWN(a_out_known, {out_valid_o, told_o, idle_o})
  `PF_ASSUME(a_room, !(in_valid_i && next_q))
  `PF_ASSERT(a_out_stable, !f_out_waits_q || (out_valid_o && f_out === f_out_q))
  `PF_ASSERT(a_slice_inside, !out_valid_o || {1'b0, out_slice_o} < Slices[SliceW:0])
`endif  // SYNTHESIS

endmodule

`resetall
