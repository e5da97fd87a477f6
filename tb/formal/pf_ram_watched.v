// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_ram_watched: pf_ram for proofs by induction, with one word that is kept and shown.
//
// Every other word reads as anything, and so does one that is read as it is written: the real pf_ram
// can do nothing that this cannot. f_at_i must not change.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_ram_watched #(
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
  input  wire [AddrW-1:0] f_at_i,
  output wire [Width-1:0] f_word_o
);

  (* anyseq *) wire [Width-1:0] junk;
  reg [Width-1:0] word_q, rdata_q;

  assign rdata_o  = rdata_q;
  assign f_word_o = word_q;

  localparam integer LaneW = Width / Lanes;
  integer k;

  always @(posedge clk_i) begin
    for (k = 0; k < Lanes; k = k + 1) begin
      if (we_i[k] && waddr_i == f_at_i) word_q[k*LaneW +: LaneW] <= wdata_i[k*LaneW +: LaneW];
    end
    if (re_i) rdata_q <= raddr_i == f_at_i && !(|we_i && waddr_i == f_at_i) ? word_q : junk;
  end

endmodule

`resetall
