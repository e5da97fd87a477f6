// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_z_filter: may this line have been spilled in this quantum? A Bloom filter with one hash.
//
//   look_line_i --> fold to an index --> bit of bits_q, or the one about to be set? --> maybe_o, a cycle later
//   put_line_i  --> fold to an index --> put_q --> bits_q
//   clear_i: all bits 0
//
// Throughput  one look and one put a cycle.
// Latency     maybe_o belongs to the look of the cycle before, and sees every put of earlier cycles; a put
//             of its own cycle not.
// Errs        yes, but only to one: a line that was not put may have maybe_o 1 (a fetch in vain).
// State bits  FilterBits + 2 * clog2(FilterBits) + 2.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_z_filter #(
  parameter integer LineW      = 21,
  parameter integer FilterBits = 512,      // a power of two, at least 2
  // Derived: do not override.
  parameter integer IndexW     = $clog2(FilterBits)
) (
  input  wire             clk_i,
  input  wire             rst_ni,          // asynchronous, active low
  input  wire             clear_i,         // no put in this cycle nor the one before

  input  wire [LineW-1:0] look_line_i,
  output wire             maybe_o,

  input  wire             put_valid_i,
  input  wire [LineW-1:0] put_line_i
);

  generate
    if (LineW < 1 || FilterBits < 2 || FilterBits != (1 << IndexW)) begin : g_bad_param
      PF_Z_FILTER_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  // XOR of the line's chunks: lines that follow each other have different bits.
  function [IndexW-1:0] fold;
    input [LineW-1:0] line;
    integer n;
    begin
      fold = {IndexW{1'b0}};
      for (n = 0; n < LineW; n = n + 1) fold[n % IndexW] = fold[n % IndexW] ^ line[n];
    end
  endfunction

  reg  [FilterBits-1:0] bits_q;
  reg                   put_valid_q, maybe_q;
  reg  [IndexW-1:0]     put_q, look_q;

  wire [IndexW-1:0]     look = fold(look_line_i);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) put_valid_q <= 1'b0;
    else         put_valid_q <= put_valid_i;
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)          bits_q <= {FilterBits{1'b0}};
    else if (clear_i)     bits_q <= {FilterBits{1'b0}};
    else if (put_valid_q) bits_q[put_q] <= 1'b1;
  end

  always @(posedge clk_i) begin
    put_q   <= fold(put_line_i);
    look_q  <= look;
    maybe_q <= bits_q[look] || (put_valid_q && put_q == look);
  end

  assign maybe_o = maybe_q || (put_valid_q && put_q == look_q);

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {put_valid_i, clear_i})
  `PF_ASSERT(a_clear, !clear_i || !(put_valid_i || put_valid_q))
`endif

endmodule

`resetall
