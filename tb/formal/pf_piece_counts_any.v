// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_piece_counts_any: any one of the numbers is, by induction, what a counter of integers is, and empty_o says when it is 0.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_piece_counts_any #(
  parameter integer Count   = 3,
  parameter integer Most    = 6,
  parameter integer Reasons = 2
) (
  input wire                     clk_i,
  input wire                     rst_ni,
  input wire [Reasons*Count-1:0] up_i,
  input wire [Reasons*Count-1:0] down_i
);

  localparam integer NumberW = $clog2(Most + 1);

  // Reset at the first step, free later.
  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  (* anyconst *) reg [7:0] f_n;
  always @* assume (f_n < Count);

  wire [Count-1:0]         empty;
  wire [NumberW*Count-1:0] number;

  pf_piece_counts #(
    .Count   (Count),
    .Most    (Most),
    .Reasons (Reasons)
  ) u_dut (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .up_i     (up_i),
    .down_i   (down_i),
    .empty_o  (empty),
    .number_o (number)
  );

  reg [7:0] sum, is;
  integer   i, b;
  always @* begin
    sum = is_q;
    for (i = 0; i < Reasons; i = i + 1) sum = sum + {7'd0, up_i[Count*i+f_n]} - {7'd0, down_i[Count*i+f_n]};
    is = 8'd0;
    for (b = 0; b < NumberW; b = b + 1) is[b] = number[Count*b+f_n];
  end

  reg [7:0] is_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) is_q <= 8'd0;
    else         is_q <= sum;
  end

  `PF_ASSUME(m_range, sum <= Most)
  `PF_ASSERT(a_number, is == is_q && is_q <= Most)
  `PF_ASSERT(a_empty, empty[f_n] == (is_q == 8'd0))
  `PF_COVER(c_most, is_q == Most && f_n == Count - 1)
  `PF_COVER(c_both, is_q == 8'd1 && up_i[f_n] && &{down_i[f_n], down_i[Count+f_n]})

endmodule

`resetall
