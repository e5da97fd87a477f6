// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_region_divides: the steps of pf_region, one after the other, are / and %, for every word number
// below entries << Steps and every number of entries. No state: one step of a bounded proof is all.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_region_divides #(
  parameter integer WordW = 6,
  parameter integer Steps = 3
) (
  input wire             clk_i,
  input wire [WordW-1:0] word_i,
  input wire [WordW:0]   entries_i
);

  wire [(Steps+1)*WordW-1:0] rest;
  wire [Steps-1:0]           quotient;
  assign rest[WordW-1:0] = word_i;

  genvar i;
  generate
    for (i = 0; i < Steps; i = i + 1) begin : g_step
      localparam integer K = Steps - 1 - i;
      wire [WordW-K:0] less;
      pf_region_step #(
        .WordW (WordW),
        .K     (K)
      ) u_step (
        .rest_i    (rest[i*WordW +: WordW]),
        .entries_i (entries_i),
        .rest_o    (rest[(i+1)*WordW +: WordW]),
        .bit_o     (quotient[K]),
        .less_o    (less)
      );
      // What the last step says beside: how far it is from the table's end.
      if (K == 0) begin : g_less
        always @(posedge clk_i)
          if (entries_i[WordW] == 1'b0)
            assert (less == {1'b0, rest[i*WordW +: WordW]} - entries_i);
      end
    end
  endgenerate

  wire [WordW-1:0]       last  = rest[Steps*WordW +: WordW];
  wire [WordW+Steps:0]   named = {{Steps{1'b0}}, entries_i} << Steps;

  always @(posedge clk_i) begin
    assume (entries_i != 0);
    assume ({1'b0, word_i} < named);
    assert ({1'b0, last} == word_i % entries_i);
    assert (quotient == word_i / entries_i);
    cover (quotient == {Steps{1'b1}} && last == 5);
  end

endmodule

`resetall
