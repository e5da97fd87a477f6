// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_ram_proof: one bit of one word, whichever, is what its lane was written last; a read that
// meets no write returns it a cycle later, and it is held until the next read.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_ram_proof #(
  parameter integer Width = 4,
  parameter integer Depth = 3,
  parameter integer Lanes = 2,
  parameter integer AddrW = (Depth > 1) ? $clog2(Depth) : 1
) (
  input wire             clk_i,
  input wire [Lanes-1:0] we_i,
  input wire [AddrW-1:0] waddr_i,
  input wire [Width-1:0] wdata_i,
  input wire             re_i,
  input wire [AddrW-1:0] raddr_i
);

  localparam integer LaneW = Width / Lanes;

  (* anyconst *) wire [AddrW-1:0] f_addr;
  (* anyconst *) wire [7:0]       f_bit;
  always @* assume (waddr_i < Depth && raddr_i < Depth && f_addr < Depth && f_bit < Width);

  wire [Width-1:0] rdata, word;
  pf_ram #(
    .Width (Width),
    .Depth (Depth),
    .Lanes (Lanes)
  ) u_ram (
    .clk_i    (clk_i),
    .we_i     (we_i),
    .waddr_i  (waddr_i),
    .wdata_i  (wdata_i),
    .re_i     (re_i),
    .raddr_i  (raddr_i),
    .rdata_o  (rdata),
    .f_addr_i (f_addr),
    .f_word_o (word)
  );

  // The last write of the bit, and what the read register must hold of it.
  reg f_known_q = 1'b0;
  reg f_value_q;
  reg f_read_q = 1'b0;
  reg f_want_q;
  always @(posedge clk_i) begin
    if (we_i[f_bit / LaneW] && waddr_i == f_addr) begin
      f_known_q <= 1'b1;
      f_value_q <= wdata_i[f_bit];
    end
    if (re_i) begin
      f_read_q <= f_known_q && raddr_i == f_addr && !(|we_i && waddr_i == raddr_i);
      f_want_q <= f_value_q;
    end
  end

  wire rst_ni = 1'b1;  // the macros sample it; the memory has none
  `PF_ASSERT(a_stored, !f_known_q || word[f_bit] == f_value_q)
  `PF_ASSERT(a_read, !f_read_q || rdata[f_bit] == f_want_q)
  `PF_COVER(c_read, f_read_q && !re_i)

endmodule

`resetall
