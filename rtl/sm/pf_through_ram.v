// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_through_ram: a memory whose read sees the write of the same cycle, with one or more read ports.
//
//   we_i, waddr_i, wdata_i --> pf_ram, one for each read port --> +-----+
//                        \---> last_q (the word written last) --> | mux | --> rdata_o
//   re_i, raddr_i = waddr_i? --> hit_q -------------------------> +-----+
//
// Throughput  one write and one read on each port a cycle; never stalls.
// Latency     rdata_o is there in the cycle after re_i, and only then.
// Errs        never. Contents after reset: undefined.
// State bits  Width + Reads, and Reads memories of Depth * Width.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_through_ram #(
  parameter integer Width = 8,
  parameter integer Depth = 16,  // any number, at least 1
  parameter integer Reads = 1,   // read ports, at least 1; each has its own copy
  // Derived: do not override.
  parameter integer AddrW = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  wire                   clk_i,

  // Write port
  input  wire                   we_i,
  input  wire [AddrW-1:0]       waddr_i,
  input  wire [Width-1:0]       wdata_i,

  // Read ports
  input  wire [Reads-1:0]       re_i,
  input  wire [Reads*AddrW-1:0] raddr_i,
  output wire [Reads*Width-1:0] rdata_o,

  // wdata_i of the cycle before
  output wire [Width-1:0]       last_o
);

  generate
    if (Reads < 1) begin : g_bad_param
      PF_THROUGH_RAM_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  reg [Width-1:0] last_q;
  always @(posedge clk_i) last_q <= wdata_i;
  assign last_o = last_q;

  genvar r;
  generate
    for (r = 0; r < Reads; r = r + 1) begin : g_read
      reg              hit_q;
      wire [Width-1:0] kept;

      always @(posedge clk_i) hit_q <= we_i && waddr_i == raddr_i[r*AddrW +: AddrW];

      assign rdata_o[r*Width +: Width] = hit_q ? last_q : kept;

      pf_ram #(
        .Width (Width),
        .Depth (Depth)
      ) u_ram (
        .clk_i   (clk_i),
        .we_i    (we_i),
        .waddr_i (waddr_i),
        .wdata_i (wdata_i),
        .re_i    (re_i[r]),
        .raddr_i (raddr_i[r*AddrW +: AddrW]),
        .rdata_o (kept)
      );
    end
  endgenerate

endmodule

`resetall
