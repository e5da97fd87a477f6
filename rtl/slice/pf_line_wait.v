// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_wait: operations that come from a cache with their rows, the rows of some of them still being made by others
// in front of them.
//
//   in_* (row, or near: whose row) --> [second] --> [first] --> out_*, with the row as all before it have left it, or near
//                                         ^            ^
//   ret_* (rows as they go back to the cache) ---------+
//
// pf_meta_cache's go_* gives an operation whose row is in the hands of one k + 1 before it with bit k of go_near_o. That
// one's ret_row_i is the row; it may be given back in the very cycle. All operations that have come through in_* and
// have not been given back count as in front, whether they are still in here or not. Whoever takes an operation that is
// still near finds its row himself; next_* is the one behind it. With Keeps, one that leaves may say that its row, which
// is not near, stays as it is (out_keeps_i): then one that is near it, and comes next, has its row at once.
// It is a part of pf_line_unit (docs/metadata-engine.md).
//
// Throughput  an operation a cycle.
// Latency     1 cycle; a row that was waited for: 1 cycle after it is given back.
// Errs        never.
// Handshake   in_ready_o depends on in_valid_i and out_ready_i: an operation may come in the next cycle.
// State bits  2 * (PayW + RowW + clog2(Depth) + 2) + clog2(Depth+1), with Keeps 2 more.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_line_wait #(
  parameter integer PayW  = 32,
  parameter integer RowW  = 256,
  parameter integer Depth = 8,               // operations that have not been given back, at most; at least 2
  parameter integer Keeps = 0,               // 1: out_keeps_i counts
  // Derived: do not override.
  parameter integer NearW = Depth - 1,
  parameter integer CountW = $clog2(Depth + 1)
) (
  input  wire             clk_i,
  input  wire             rst_ni,            // asynchronous, active low

  output wire             in_ready_o,        // one may come in the next cycle
  input  wire             in_valid_i,        // it comes
  input  wire [PayW-1:0]  in_pay_i,
  input  wire [RowW-1:0]  in_row_i,          // means nothing when near
  input  wire [NearW-1:0] in_near_i,         // bit k: its row is what the one k + 1 before it gives back; one at most

  input  wire             ret_valid_i,       // the oldest operation is given back
  input  wire [RowW-1:0]  ret_row_i,

  output wire             out_valid_o,
  input  wire             out_ready_i,
  input  wire             out_keeps_i,       // it will give back out_row_o
  output wire [PayW-1:0]  out_pay_o,
  output wire             out_near_o,        // its row is not there: one in front of it still makes it, ...
  output wire [CountW-1:0] out_before_o,     // ... and so many go back before that one
  output wire [RowW-1:0]  out_row_o,

  output wire             next_valid_o,      // another one is behind it
  output wire [PayW-1:0]  next_pay_o
);

  generate
    if (PayW < 1 || RowW < 1 || Depth < 2 || Keeps < 0 || Keeps > 1 || NearW != Depth - 1 ||
        CountW != $clog2(Depth + 1)) begin : g_bad_param
      PF_LINE_WAIT_BAD_PARAMETER u_bad ();   // no such module: elaboration stops here
    end
  endgenerate

  // Operations that have come and not gone back
  reg [CountW-1:0] inside_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                        inside_q <= {CountW{1'b0}};
    else if (in_valid_i != ret_valid_i) inside_q <= in_valid_i ? inside_q + 1'b1 : inside_q - 1'b1;
  end

  // So many go back before the one whose row it is.
  integer k;
  reg [CountW-1:0] distance;
  always @* begin
    distance = {CountW{1'b0}};
    for (k = 0; k < NearW; k = k + 1) begin
      if (in_near_i[k]) distance = distance | (k[CountW-1:0] + 1'b1);
    end
  end
  wire [CountW-1:0] in_before = inside_q - distance;

  ////////////////
  // Places     //
  ////////////////

  reg               valid_q0, valid_q1;      // first, second
  reg               near_q0, near_q1;
  reg  [CountW-1:0] before_q0, before_q1;
  reg  [PayW-1:0]   pay_q0, pay_q1;
  reg  [RowW-1:0]   row_q0, row_q1;
  reg               next_q1;                 // near the first
  reg               kept_q;                  // the row of the one that has left last, which stays as it is, is still there

  wire leaves = out_valid_o && out_ready_i;
  wire up     = leaves || !valid_q0;         // who is next becomes the first
  wire take0  = in_valid_i && up && !valid_q1;
  wire take1  = in_valid_i && !take0;

  // The row arrives in this cycle.
  wire in_got = ret_valid_i && in_before == {CountW{1'b0}};
  wire got0   = near_q0 && ret_valid_i && before_q0 == {CountW{1'b0}};
  wire got1   = near_q1 && ret_valid_i && before_q1 == {CountW{1'b0}};

  wire [CountW-1:0] in_less = in_before - {{(CountW-1){1'b0}}, ret_valid_i};
  wire [CountW-1:0] less0   = before_q0 - {{(CountW-1){1'b0}}, ret_valid_i};
  wire [CountW-1:0] less1   = before_q1 - {{(CountW-1){1'b0}}, ret_valid_i};
  wire              in_near = |in_near_i;
  wire [RowW-1:0]   in_row  = in_near ? ret_row_i : in_row_i;

  // Who becomes the first has its row from the one that was.
  wire              kept    = (Keeps != 0) && (leaves ? out_keeps_i : kept_q);
  wire              enters  = valid_q1 || in_valid_i;
  wire              same    = kept && (valid_q1 ? next_q1 : in_near_i[0]);
  wire              load0   = up && ((Keeps == 0) || (enters && !same));

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q0 <= 1'b0;
      valid_q1 <= 1'b0;
    end else begin
      valid_q0 <= !up || valid_q1 || in_valid_i;
      valid_q1 <= take1 || (valid_q1 && !up);
    end
  end

  always @(posedge clk_i) begin
    if (take0) begin
      near_q0   <= in_near && !in_got && !same;
      before_q0 <= in_less;
    end else if (up) begin
      near_q0   <= near_q1 && !got1 && !same;
      before_q0 <= less1;
    end else begin
      near_q0   <= near_q0 && !got0;
      before_q0 <= less0;
    end
    if (take1) begin
      near_q1   <= in_near && !in_got;
      before_q1 <= in_less;
    end else begin
      near_q1   <= near_q1 && !got1;
      before_q1 <= less1;
    end
    if (up)              pay_q0 <= valid_q1 ? pay_q1 : in_pay_i;
    if (take1)           pay_q1 <= in_pay_i;
    if (take1)           next_q1 <= in_near_i[0];
    kept_q <= kept;
    if (load0)           row_q0 <= valid_q1 ? (got1 ? ret_row_i : row_q1) : in_row;
    else if (!up && got0) row_q0 <= ret_row_i;
    if (take1)           row_q1 <= in_row;
    else if (got1)       row_q1 <= ret_row_i;
  end

  assign in_ready_o  = leaves ? !(valid_q1 && in_valid_i) : !(valid_q1 || (valid_q0 && in_valid_i));
  assign out_valid_o  = valid_q0;
  assign out_pay_o    = pay_q0;
  assign out_near_o   = near_q0;
  assign out_before_o = before_q0;
  assign out_row_o    = row_q0;
  assign next_valid_o = valid_q1;
  assign next_pay_o   = pay_q1;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  reg f_ready_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_ready_q <= 1'b0;
    else         f_ready_q <= in_ready_o;
  end

  `PF_ASSERT_KNOWN(a_ctrl_known, {in_valid_i, ret_valid_i, out_ready_i})
  `PF_ASSUME(a_keeps, (Keeps == 0) || !leaves || !out_keeps_i || !near_q0)
  `PF_ASSUME(a_in, !in_valid_i || f_ready_q)
  `PF_ASSUME(a_one, !in_valid_i || (in_near_i & (in_near_i - 1'b1)) == {NearW{1'b0}})
  `PF_ASSUME(a_near, !in_valid_i || distance <= inside_q)
  `PF_ASSUME(a_depth, !in_valid_i || ret_valid_i || inside_q < Depth[CountW-1:0])
  `PF_ASSERT(a_place, !take1 || !valid_q1 || up)
  `PF_ASSERT(a_order, !valid_q1 || valid_q0)
  `PF_COVER(c_near_waits, valid_q0 && near_q0)
  `PF_COVER(c_same, (Keeps != 0) && up && enters && same)
`endif

endmodule

`resetall
