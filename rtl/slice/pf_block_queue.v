// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_block_queue: operations on their way from pf_line_check to blocks: two, and what a block is made of.
//
//   in_* ----> pf_skid --------------------------> out_*: the operation
//     |                                              ^
//     +------> classes, entries: of one that makes --+   until it has left
//
// It cuts every path between the two: pf_line_check knows from flops alone whether an operation may go on. One that makes a
// block takes many cycles there; its line's classes and entries wait here, once, and nobody comes behind it meanwhile.
//
// It is a part of pf_line_unit (docs/metadata-engine.md).
//
// Throughput  an operation a cycle.
// Latency     1 cycle.
// Errs        never: every operation leaves, once, in order.
// Handshake   in_ready_o depends on no input: one may come. in_valid_i only with it. out_* depends on no input.
// State bits  pf_skid, 65 + 6 * PF_LINE_ROW_FIRST_W.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_block_queue #(
  parameter integer PayW  = 192,                // of an operation, at least 1
  // Derived: do not override.
  parameter integer SlotW = `PF_LINE_ROW_FIRST_W
) (
  input  wire               clk_i,
  input  wire               rst_ni,             // asynchronous, active low

  output wire               in_ready_o,
  input  wire               in_valid_i,
  input  wire               in_make_i,          // its block is new
  input  wire [PayW-1:0]    in_pay_i,
  input  wire [63:0]        in_class_i,         // as pf_line_check's; means something with in_make_i
  input  wire [3*SlotW-1:0] in_entry_i,
  input  wire [3*SlotW-1:0] in_next_i,

  output wire               out_valid_o,
  input  wire               out_ready_i,
  output wire               out_make_o,
  output wire [PayW-1:0]    out_pay_o,
  output wire [63:0]        out_class_o,
  output wire [3*SlotW-1:0] out_entry_o,
  output wire [3*SlotW-1:0] out_next_o
);

  generate
    if (PayW < 1 || SlotW != `PF_LINE_ROW_FIRST_W) begin : g_bad_param
      PF_BLOCK_QUEUE_BAD_PARAMETER u_bad ();    // no such module: elaboration stops here
    end
  endgenerate

  wire room;

  pf_skid #(
    .Width (1 + PayW)
  ) u_ops (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (in_valid_i),
    .in_ready_o  (room),
    .in_data_i   ({in_make_i, in_pay_i}),
    .out_valid_o (out_valid_o),
    .out_ready_i (out_ready_i),
    .out_data_o  ({out_make_o, out_pay_o})
  );

  // They follow pf_line_check until there is one that makes: who does is known late in a cycle.
  reg               makes_q;
  reg [63:0]        class_q;
  reg [3*SlotW-1:0] entry_q, next_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) makes_q <= 1'b0;
    else         makes_q <= makes_q ? !(out_valid_o && out_make_o && out_ready_i) : in_valid_i && in_make_i;
  end
  always @(posedge clk_i) begin
    if (!makes_q) begin
      class_q <= in_class_i;
      entry_q <= in_entry_i;
      next_q  <= in_next_i;
    end
  end

  assign in_ready_o  = room && !makes_q;
  assign out_class_o = class_q;
  assign out_entry_o = entry_q;
  assign out_next_o  = next_q;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {in_valid_i, in_valid_i && in_make_i, out_ready_i})
  `PF_ASSUME(m_ready, !in_valid_i || in_ready_o)
  `PF_ASSERT(a_make, !(out_valid_o && out_make_o) || makes_q)
  `PF_COVER(c_make_waits, out_valid_o && !out_make_o && makes_q)
`endif

endmodule

`resetall
