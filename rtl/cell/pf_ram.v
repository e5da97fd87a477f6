// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_ram: the only memory of the design; one write port, one read port, both synchronous.
//
//   we_i, waddr_i, wdata_i --> +--------------+
//                              | Depth x Width| --> rdata_o (a register: held until the next re_i)
//   re_i, raddr_i -----------> +--------------+
//
// Throughput  one write and one read a cycle; never stalls.
// Latency     rdata_o is there in the cycle after re_i and stays until the next re_i.
// Errs        never. Reading the address that is written in the same cycle gives an undefined
//             word, all lanes of it: users bypass or do not do it. Contents after reset: undefined.
// State bits  Depth * Width + Width.
//
// Lane k, bits [k*Width/Lanes +: Width/Lanes], is written when we_i[k] is high.
// PF_RAM_STUB (pricing): a boundary that synthesis keeps in place of the memory.
// PF_RAM_MODEL (netlist simulation): the simulation model although SYNTHESIS is defined.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`ifndef SYNTHESIS
  `define PF_RAM_UNDEFINED
`endif
`ifdef PF_RAM_MODEL
  `define PF_RAM_UNDEFINED
`endif

`ifdef PF_RAM_STUB
(* keep_hierarchy *)
`endif
module pf_ram #(
  parameter integer Width = 8,
  parameter integer Depth = 16,  // any number, at least 1
  parameter integer Lanes = 1,   // divides Width
  // Derived: do not override.
  parameter integer AddrW = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  wire             clk_i,

  // Write port
  input  wire [Lanes-1:0] we_i,
  input  wire [AddrW-1:0] waddr_i,
  input  wire [Width-1:0] wdata_i,

  // Read port
  input  wire             re_i,
  input  wire [AddrW-1:0] raddr_i,
  output wire [Width-1:0] rdata_o

`ifdef FORMAL
  , // A proof may look at any one word; may be left open.
  input  wire [AddrW-1:0] f_addr_i,
  output wire [Width-1:0] f_word_o
`endif
);

  localparam integer LaneW = Width / Lanes;

  generate
    if (Width < 1 || Depth < 1 || Lanes < 1 || LaneW * Lanes != Width) begin : g_bad_param
      PF_RAM_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  reg [Width-1:0] rdata_q;
  assign rdata_o = rdata_q;

`ifdef PF_RAM_STUB

  // Not a memory: every input is used and every output comes from a flop, so that nothing is pruned.
  always @(posedge clk_i) begin
    rdata_q <= wdata_i ^ {Width{^{we_i, waddr_i, re_i, raddr_i}}};
  end

`else

  reg     [Width-1:0] mem_q [0:Depth-1];
  integer             k;

  always @(posedge clk_i) begin
    for (k = 0; k < Lanes; k = k + 1) begin
      if (we_i[k]) mem_q[waddr_i][k*LaneW +: LaneW] <= wdata_i[k*LaneW +: LaneW];
    end
  end

`ifdef PF_RAM_UNDEFINED

  // What a user must not rely on: a read that meets a write, or an address beyond the end.
  wire undefined = (|we_i && waddr_i == raddr_i) || {1'b0, raddr_i} >= Depth[AddrW:0];

`ifdef FORMAL
  assign f_word_o = mem_q[f_addr_i];
  (* anyseq *) wire [Width-1:0] junk;
`else
  // The same numbers in every simulator, so a user who relies on them fails in all alike.
  reg  [31:0]      junk_q = 32'h9e37_79b9;
  wire [31:0]      junk_1 = junk_q ^ (junk_q << 13);
  wire [31:0]      junk_2 = junk_1 ^ (junk_1 >> 17);
  // Bit b is junk_q[b % 32] ^ junk_q[(b / 32 + 7 * b + 3) % 32], a word at a time: wide memories are slow else.
  wire [31:0]      mixed;
  wire [63:0]      twice = {mixed, mixed};
  wire             unused = &{1'b0, twice, 1'b0};
  wire [Width-1:0] junk;
  genvar b;
  generate
    for (b = 0; b < 32; b = b + 1) begin : g_mixed
      assign mixed[b] = junk_q[(7 * b + 3) % 32];
    end
    for (b = 0; b < Width; b = b + 32) begin : g_junk
      localparam integer W = (Width - b < 32) ? Width - b : 32;
      assign junk[b +: W] = junk_q[W-1:0] ^ twice[(23 * (b / 32)) % 32 +: W];  // 7 * 23 = 1 mod 32
    end
  endgenerate
  always @(posedge clk_i) junk_q <= junk_2 ^ (junk_2 << 5);
`endif

  always @(posedge clk_i) begin
    if (re_i) rdata_q <= undefined ? junk : mem_q[raddr_i];
  end

`else

  always @(posedge clk_i) begin
    if (re_i) rdata_q <= mem_q[raddr_i];
  end

`endif

`ifndef SYNTHESIS
`ifndef FORMAL
  // A write must have an address inside. No PF_ASSERT, for there is no reset here: the first two
  // clocks, in which the user's own reset takes hold, are let pass.
  reg [1:0] f_clocks_q = 2'd0;
  always @(posedge clk_i) begin
    if (!f_clocks_q[1]) f_clocks_q <= f_clocks_q + 2'd1;
    if (f_clocks_q[1] && (|we_i) === 1'b1 && ({1'b0, waddr_i} < Depth[AddrW:0]) !== 1'b1) begin : a_inside
      $display("ASSERT %m at %0t", $time);
      $stop;
    end
  end
`endif
`endif

`endif  // PF_RAM_STUB

endmodule

`undef PF_RAM_UNDEFINED
`resetall
