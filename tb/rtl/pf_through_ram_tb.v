// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_through_ram_tb: random writes and reads, often of the same address, against a plain array.
//
// Checked: each read in the cycle after it, with the write of its own cycle; last_o.
// Runs on RTL, on a netlist (-DNETLIST) and on mutants.
// Plusargs: +seed=N +count=CYCLES. Parameters Width, Depth, Reads.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_through_ram_tb #(
  parameter integer Width = 8,
  parameter integer Depth = 16,
  parameter integer Reads = 1
);

  localparam integer AddrW = (Depth > 1) ? $clog2(Depth) : 1;

  reg                    clk = 1'b0;
  reg                    we = 1'b0;
  reg  [AddrW-1:0]       waddr = {AddrW{1'b0}};
  reg  [Width-1:0]       wdata = {Width{1'b0}};
  reg  [Reads-1:0]       re = {Reads{1'b0}};
  reg  [Reads*AddrW-1:0] raddr = {(Reads*AddrW){1'b0}};
  wire [Reads*Width-1:0] rdata;
  wire [Width-1:0]       last;

  always #5 clk = ~clk;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_through_ram u_dut (
`else
  pf_through_ram #(
    .Width (Width),
    .Depth (Depth),
    .Reads (Reads)
  ) u_dut (
`endif
    .clk_i   (clk),
    .we_i    (we),
    .waddr_i (waddr),
    .wdata_i (wdata),
    .re_i    (re),
    .raddr_i (raddr),
    .rdata_o (rdata),
    .last_o  (last)
  );

  reg [Width-1:0] model [0:Depth-1];
  integer         seed, count, checks, hits, i, k;
  reg [31:0]      r;  // xorshift32: $random is not the same in every simulator

  task random;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task check;
    input [8*8:1]     what;
    input [Width-1:0] is;
    input [Width-1:0] expected;
    begin
      checks = checks + 1;
      if (is !== expected) begin
        $display("FAIL pf_through_ram %0s got %h expected %h, seed=%0d cycle %0d", what, is, expected,
                 seed, i);
        $stop;
      end
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", count)) count = 3000;
    r = seed * 32'h9e37_79b9 ^ 32'h1234_5678;
    checks = 0;
    hits = 0;

    for (i = 0; i < Depth + count; i = i + 1) begin
      @(negedge clk);
      if (i > 0) check("last", last, wdata);
      for (k = 0; k < Reads; k = k + 1) begin
        if (re[k]) check("read", rdata[k*Width +: Width], model[raddr[k*AddrW +: AddrW]]);
      end

      // First every word is written, then anything happens.
      random;
      we    = (i < Depth) || (r[2:0] != 3'd0);
      waddr = (i < Depth) ? i : r[18:3] % Depth;
      random;
      wdata = {(Width + 31) / 32{r}} ^ {(Width + 31) / 32{32'd0 + i}};
      for (k = 0; k < Reads; k = k + 1) begin
        random;
        re[k] = (i >= Depth) && r[0];
        raddr[k*AddrW +: AddrW] = r[1] ? waddr : r[18:3] % Depth;
        if (re[k] && we && raddr[k*AddrW +: AddrW] == waddr) hits = hits + 1;
      end
      if (we) model[waddr] = wdata;
    end
    if (checks < count || hits < count / 16) begin
      $display("FAIL pf_through_ram too few checks %0d hits %0d", checks, hits);
      $stop;
    end
    $display("PASS pf_through_ram seed=%0d checks=%0d hits=%0d", seed, checks, hits);
    $finish;
  end

endmodule

`resetall
