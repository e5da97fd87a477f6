// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_wait_proof: operations leave in the order in which they came, none is lost, and each has its row as it came or,
// if another one's, as that one was given back; or is told how many go back before that one (from reset).
//
//   operations, rows, who takes them, who goes back: free --+--> pf_line_wait
//                                                           +--> any one that is watched, by its number --> agree

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

`define PF_HOLDS(label, cond) always @* if (rst_ni) begin : label assert (cond); end

module pf_line_wait_proof #(
  parameter integer Depth  = 4,
  parameter integer Keeps  = 0,
  // Derived: do not override.
  parameter integer NearW  = Depth - 1,
  parameter integer CountW = $clog2(Depth + 1)
) (
  input wire             clk_i,
  input wire             in_valid_i,
  input wire [1:0]       in_pay_i,
  input wire [1:0]       in_row_i,
  input wire [NearW-1:0] in_near_i,
  input wire             ret_valid_i,
  input wire [1:0]       ret_row_i,
  input wire             out_ready_i,
  input wire             out_keeps_i
);

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  wire              in_ready, out_valid, out_near, next_valid;
  wire [1:0]        out_pay, out_row, next_pay;
  wire [CountW-1:0] out_before;

  pf_line_wait #(.PayW (2), .RowW (2), .Depth (Depth), .Keeps (Keeps)) u_dut (
    .clk_i (clk_i), .rst_ni (rst_ni),
    .in_ready_o (in_ready), .in_valid_i (in_valid_i), .in_pay_i (in_pay_i), .in_row_i (in_row_i), .in_near_i (in_near_i),
    .ret_valid_i (ret_valid_i), .ret_row_i (ret_row_i),
    .out_valid_o (out_valid), .out_ready_i (out_ready_i), .out_keeps_i (out_keeps_i), .out_pay_o (out_pay),
    .out_near_o (out_near), .out_before_o (out_before), .out_row_o (out_row),
    .next_valid_o (next_valid), .next_pay_o (next_pay)
  );

  // Numbers of the next to come, to leave and to go back
  reg [4:0] in_q, out_q, back_q;
  reg       may_q;
  wire      leaves = out_valid && out_ready_i;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      {in_q, out_q, back_q} <= 15'd0;
      may_q                 <= 1'b0;
    end else begin
      in_q   <= in_q + in_valid_i;
      out_q  <= out_q + leaves;
      back_q <= back_q + ret_valid_i;
      may_q  <= in_ready;
    end
  end

  integer   k;
  reg [4:0] distance;
  always @* begin
    distance = 5'd0;
    for (k = 0; k < NearW; k = k + 1) if (in_near_i[k]) distance = k + 1;
  end

  always @* begin
    assume (!in_valid_i || (rst_ni && may_q && in_q - back_q < Depth && in_q != 5'd31));
    assume ((in_near_i & (in_near_i - 1'b1)) == {NearW{1'b0}});
    assume (!in_valid_i || distance <= in_q - back_q);
    assume (!ret_valid_i || (rst_ni && back_q != out_q));
  end

  // One of them
  (* anyconst *) wire [4:0] number;
  reg       near_q, there_q;
  reg [4:0] whose_q;
  reg [1:0] pay_q, row_q;
  wire      comes = in_valid_i && in_q == number;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      there_q <= 1'b0;
      near_q  <= 1'b0;
    end else if (comes) begin
      there_q <= 1'b1;
      pay_q   <= in_pay_i;
      whose_q <= number - distance;
      near_q  <= |in_near_i && !(ret_valid_i && back_q == number - distance);
      row_q   <= |in_near_i ? ret_row_i : in_row_i;
    end else if (near_q && ret_valid_i && back_q == whose_q) begin
      near_q <= 1'b0;
      row_q  <= ret_row_i;
    end
  end

  // The one before it leaves its row as it is.
  reg       kept_q;
  reg [1:0] kept_row_q;
  always @(posedge clk_i) begin
    if (!rst_ni) kept_q <= 1'b0;
    else if (leaves && out_q == number - 5'd1) kept_q <= Keeps && out_keeps_i;
    if (leaves && out_q == number - 5'd1) kept_row_q <= out_row;
  end
  always @* begin
    assume (!Keeps || !leaves || !out_keeps_i || !out_near);
    assume (!kept_q || !ret_valid_i || back_q != number - 5'd1 || ret_row_i == kept_row_q);
  end

  wire same  = kept_q && whose_q == number - 5'd1;
  wire shown = out_valid && out_q == number;
  `PF_HOLDS(a_there, !shown || there_q)
  `PF_HOLDS(a_lost, out_valid == (in_q != out_q))
  `PF_HOLDS(a_pay, !shown || out_pay == pay_q)
  `PF_HOLDS(a_next, next_valid == (in_q - out_q > 1) && (!next_valid || out_q + 5'd1 != number || next_pay == pay_q))
  `PF_HOLDS(a_near, !shown || out_near == (near_q && !same))
  `PF_HOLDS(a_row, !shown || out_near || out_row == (near_q ? kept_row_q : row_q))
  `PF_HOLDS(a_before, !shown || !out_near || out_before == whose_q - back_q)
  `PF_HOLDS(a_ready, !(out_ready_i && in_q - out_q < 2) || in_ready)

  `PF_COVER(c_second, shown && !near_q && whose_q == number - 5'd2 && there_q && number == 5'd4)
  `PF_COVER(c_same, !Keeps || (shown && near_q && same))
  `PF_COVER(c_near, leaves && out_near && out_q == 5'd5)

endmodule

`resetall
