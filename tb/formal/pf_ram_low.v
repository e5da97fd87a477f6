// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_ram with the top eight bits of a wide word only: the rest reads as anything. What is proved with
// it holds for the real one. Words of up to 100 bits are whole.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_ram #(
  parameter integer Width = 8,
  parameter integer Depth = 16,
  parameter integer Lanes = 1,
  // Derived: do not override.
  parameter integer AddrW = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  wire             clk_i,
  input  wire [Lanes-1:0] we_i,
  input  wire [AddrW-1:0] waddr_i,
  input  wire [Width-1:0] wdata_i,
  input  wire             re_i,
  input  wire [AddrW-1:0] raddr_i,
  output wire [Width-1:0] rdata_o,
  input  wire [AddrW-1:0] f_addr_i,
  output wire [Width-1:0] f_word_o
);

  localparam integer Kept  = (Width > 100) ? 8 : Width;
  localparam integer LaneW = (Kept + Lanes - 1) / Lanes;

  (* anyseq *) wire [Kept-1:0] junk;
  (* anyseq *) wire            rest;
  reg  [Kept-1:0] mem_q [0:Depth-1];
  reg  [Kept-1:0] rdata_q;
  reg             rest_q;
  wire [Kept-1:0] word = wdata_i[Width-1 -: Kept];
  integer         k;

  always @(posedge clk_i) begin
    for (k = 0; k < Lanes; k = k + 1) begin
      if (we_i[k]) mem_q[waddr_i][k*LaneW +: LaneW] <= word[k*LaneW +: LaneW];
    end
    if (re_i) begin
      rdata_q <= (|we_i && waddr_i == raddr_i) || {1'b0, raddr_i} >= Depth[AddrW:0] ? junk : mem_q[raddr_i];
      rest_q  <= rest;
    end
  end

  generate
    if (Kept == Width) begin : g_whole
      assign rdata_o = rdata_q;
    end else begin : g_top
      assign rdata_o = {rdata_q, {(Width-Kept){rest_q}}};
    end
  endgenerate
  assign f_word_o = {Width{1'b0}};

endmodule

`resetall
