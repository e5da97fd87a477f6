// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_block_queue_any: any one operation leaves once, behind those that came before it; one that makes a block with the classes and
// entries that it came with, and nobody comes behind it before it has left. Bounded; for pf_skid inside there is an induction.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_block_queue_any #(
  parameter integer SlotW = `PF_LINE_ROW_FIRST_W
) (
  input wire               clk_i,
  input wire               rst_ni,
  input wire               in_valid_i,
  input wire               in_make_i,
  input wire               in_mine_i,       // the operation that the proof follows
  input wire [63:0]        in_class_i,
  input wire [3*SlotW-1:0] in_entry_i,
  input wire [3*SlotW-1:0] in_next_i,
  input wire               out_ready_i
);

  // Reset at the first step, free later.
  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  wire               in_ready, out_valid, out_make, out_mine;
  wire [63:0]        out_class;
  wire [3*SlotW-1:0] out_entry, out_next;

  pf_block_queue #(
    .PayW (1)
  ) u_dut (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_ready_o  (in_ready),
    .in_valid_i  (in_valid_i),
    .in_make_i   (in_make_i),
    .in_pay_i    (in_mine_i),
    .in_class_i  (in_class_i),
    .in_entry_i  (in_entry_i),
    .in_next_i   (in_next_i),
    .out_valid_o (out_valid),
    .out_ready_i (out_ready_i),
    .out_make_o  (out_make),
    .out_pay_o   (out_mine),
    .out_class_o (out_class),
    .out_entry_o (out_entry),
    .out_next_o  (out_next)
  );

  reg                      came_q, in_q, make_q;
  reg [1:0]                ahead_q, inside_q;
  reg [64+6*SlotW-1:0]     with_q;
  wire                     comes  = in_valid_i && in_mine_i;
  wire                     leaves = out_valid && out_ready_i;
  wire                     mine   = leaves && in_q && ahead_q == 2'd0;

  `PF_ASSUME(m_ready, !in_valid_i || in_ready)
  `PF_ASSUME(m_once, !comes || !came_q)

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      came_q   <= 1'b0;
      in_q     <= 1'b0;
      ahead_q  <= 2'd0;
      inside_q <= 2'd0;
    end else begin
      came_q   <= came_q || comes;
      in_q     <= comes || (in_q && !mine);
      inside_q <= inside_q + {1'b0, in_valid_i} - {1'b0, leaves};
      if (comes)                 ahead_q <= inside_q - {1'b0, leaves};
      else if (leaves && !mine && in_q)  ahead_q <= ahead_q - 2'd1;
    end
  end
  always @(posedge clk_i) begin
    if (comes) {make_q, with_q} <= {in_make_i, in_class_i, in_entry_i, in_next_i};
  end

  `PF_ASSERT(a_inside, inside_q <= 2'd2 && out_valid == (inside_q != 2'd0))
  `PF_ASSERT(a_mine, !out_valid || out_mine == (in_q && ahead_q == 2'd0))
  `PF_ASSERT(a_with, !(out_valid && out_mine) || (out_make == make_q && (!make_q || with_q == {out_class, out_entry, out_next})))
  `PF_ASSERT(a_alone, !(in_q && make_q) || !in_ready)
  `PF_COVER(c_behind, in_q && make_q && ahead_q == 2'd1)
  `PF_COVER(c_again, came_q && !in_q && make_q && in_ready && in_valid_i)

endmodule

`resetall
