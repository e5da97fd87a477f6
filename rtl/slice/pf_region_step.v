// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_region_step: one step of the division of a word number by the number of entries.
//
//   rest_i ──┬────────────────> - entries << K ──┬──> rest_o, bit_o
//            └───────────────────────────────────┘
//
// When rest_i < entries << (K+1), then bit_o is bit K of the quotient and rest_o < entries << K.
//
// Throughput  combinational.
// Latency     0.
// Errs        none: exact.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_region_step #(
  parameter integer WordW = 26,  // word numbers; at least 4
  parameter integer K     = 0    // the bit of the quotient that is found; below WordW
) (
  input  wire [WordW-1:0] rest_i,
  input  wire [WordW:0]   entries_i,  // 1 .. 2^WordW
  output wire [WordW-1:0] rest_o,
  output wire             bit_o,
  output wire [WordW-K:0] less_o      // (rest_i - entries << K) >> K, its top bit the sign
);

  generate
    if (WordW < 4 || K < 0 || K >= WordW) begin : g_bad_param
      PF_REGION_STEP_BAD_PARAMETER u_bad ();
    end
  endgenerate

  // The low K bits of entries << K are 0: only the bits above them are subtracted. What the shift
  // pushes out beyond the word number makes it larger than any.
  localparam integer W = WordW - K;

  wire [W:0] less = {1'b0, rest_i[WordW-1:K]} - {1'b0, entries_i[W-1:0]};

  assign less_o = less;
  assign bit_o = !less[W] && entries_i[WordW:W] == {(K+1){1'b0}};

  assign rest_o[WordW-1:K] = bit_o ? less[W-1:0] : rest_i[WordW-1:K];

  generate
    if (K > 0) begin : g_low
      assign rest_o[K-1:0] = rest_i[K-1:0];
    end
  endgenerate

endmodule

`resetall
