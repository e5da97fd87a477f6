// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_piece_counts: numbers of pieces, of many things at once, each some more and some less in a cycle.
//
//   up_i, down_i --> one against the other --> the sum, signed --> low bits: added; the others: one up or down --> flops --> empty_o
//
// Bit b of all numbers lies side by side, and so does all that is done with it: the gates are those of one number, as often
// as there are numbers, and a simulator handles a vector and not a number at a time.
//
//   up_i      bit Count * i + n: number n is one more, for the i-th reason; down_i likewise, one less.
//             A number stays within 0 to Most.
//
// Throughput  every number, every cycle.
// Latency     1 cycle.
// Errs        none.
// State bits  Count * clog2(Most + 1) flops.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_piece_counts #(
  parameter integer Count   = 8,                    // numbers, at least 1
  parameter integer Most    = 64,                   // Reasons at least
  parameter integer Reasons = 2,                    // that one goes up in a cycle, or down; at least 2
  // Derived: do not override.
  parameter integer NumberW = $clog2(Most + 1)
) (
  input  wire                     clk_i,
  input  wire                     rst_ni,           // asynchronous, active low
  input  wire [Reasons*Count-1:0] up_i,
  input  wire [Reasons*Count-1:0] down_i,
  output wire [Count-1:0]         empty_o,          // number n is 0
  output wire [NumberW*Count-1:0] number_o          // bit Count * b + n: bit b of number n
);

  localparam integer LowW  = $clog2(Reasons);       // added to; above these, one up or down
  localparam integer StepW = LowW + 2;              // signed, -Reasons to Reasons

  generate
    if (Count < 1 || Reasons < 2 || Most < Reasons || NumberW != $clog2(Most + 1)) begin : g_bad_param
      PF_PIECE_COUNTS_BAD_PARAMETER u_bad ();       // no such module: elaboration stops here
    end
  endgenerate

  function [StepW*Count-1:0] net;
    input [Reasons*Count-1:0] up, down;
    reg   [Count-1:0]         was, one, carry;
    integer                   i, b;
    begin
      net = {StepW*Count{1'b0}};
      for (i = 0; i < Reasons; i = i + 1) begin
        one   = up[i*Count +: Count] ^ down[i*Count +: Count];
        carry = {Count{1'b0}};
        for (b = 0; b < StepW; b = b + 1) begin
          was                 = net[b*Count +: Count];
          net[b*Count +: Count] = was ^ one ^ carry;
          carry               = (was & one) | (carry & (was | one));
          one                 = one & ~up[i*Count +: Count];
        end
      end
    end
  endfunction

  function [NumberW*Count-1:0] moved;
    input [NumberW*Count-1:0] number;
    input [StepW*Count-1:0]   step;
    reg   [Count-1:0]         was, one, carry, more, less;
    integer                   b;
    begin
      carry = {Count{1'b0}};
      for (b = 0; b < LowW; b = b + 1) begin
        was                     = number[b*Count +: Count];
        one                     = step[b*Count +: Count];
        moved[b*Count +: Count] = was ^ one ^ carry;
        carry                   = (was & one) | (carry & (was | one));
      end
      less = step[(StepW-1)*Count +: Count];
      more = ~less & (step[LowW*Count +: Count] | carry);
      less = less & ~carry;
      for (b = LowW; b < NumberW; b = b + 1) begin
        was                     = number[b*Count +: Count];
        moved[b*Count +: Count] = was ^ (more | less);
        more                    = more & was;
        less                    = less & ~was;
      end
    end
  endfunction

  function [Count-1:0] none;
    input [NumberW*Count-1:0] number;
    integer                   b;
    begin
      none = {Count{1'b1}};
      for (b = 0; b < NumberW; b = b + 1) none = none & ~number[b*Count +: Count];
    end
  endfunction

  reg [NumberW*Count-1:0] number_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) number_q <= {NumberW*Count{1'b0}};
    else         number_q <= moved(number_q, net(up_i, down_i));
  end

  assign empty_o  = none(number_q);
  assign number_o = number_q;

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_known, {up_i, down_i})
`endif

endmodule

`resetall
