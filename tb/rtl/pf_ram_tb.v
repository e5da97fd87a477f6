// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_ram_tb: random writes by lane and reads against an array; reads that meet a write are made,
// but their word is not looked at, except that on RTL it must not be the old or new one each time.
//
// Plusargs: +seed=N +count=CYCLES +stall=read|write

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_ram_tb #(
  parameter integer Width = 8,
  parameter integer Depth = 16,
  parameter integer Lanes = 1
);

  localparam integer AddrW = (Depth > 1) ? $clog2(Depth) : 1;
  localparam integer LaneW = Width / Lanes;

  reg              clk = 1'b0;
  reg  [Lanes-1:0] we = {Lanes{1'b0}};
  reg  [AddrW-1:0] waddr = {AddrW{1'b0}};
  reg  [Width-1:0] wdata = {Width{1'b0}};
  reg              re = 1'b0;
  reg  [AddrW-1:0] raddr = {AddrW{1'b0}};
  wire [Width-1:0] rdata;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_ram u_dut (
`else
  pf_ram #(
    .Width (Width),
    .Depth (Depth),
    .Lanes (Lanes)
  ) u_dut (
`endif
    .clk_i   (clk),
    .we_i    (we),
    .waddr_i (waddr),
    .wdata_i (wdata),
    .re_i    (re),
    .raddr_i (raddr),
    .rdata_o (rdata)
  );

  always #5 clk = ~clk;

  reg [Width-1:0] model [0:Depth-1];
  reg [Width-1:0] want;    // the word read last
  reg             known;   // it is defined
  integer         seed, cycles, checks, met, odd, i, k;
  reg [8*16-1:0]  stall;

  // xorshift32: $random is not the same in every simulator.
  reg [31:0] r;
  task draw;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", cycles)) cycles = 4000;
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    r = seed * 32'h9e37_79b9 + 32'h1;
    checks = 0;
    met = 0;
    odd = 0;
    known = 1'b0;
    want = {Width{1'b0}};

    for (i = 0; i < cycles + Depth; i = i + 1) begin
      @(negedge clk);
      // What was read a cycle ago, or any number of cycles ago.
      if (known) begin
        checks = checks + 1;
        if (rdata !== want) begin
          $display("FAIL pf_ram seed=%0d cycle=%0d got=%h expected=%h", seed, i, rdata, want);
          $stop;
        end
      end
      draw;
      waddr = r[15:0] % Depth;
      raddr = r[31:16] % Depth;
      draw;
      re = (i >= Depth) && r[0] && !(stall == "read" && i % 1000 < 500);
      if (r[3:1] == 3'd0) raddr = waddr;
      for (k = 0; k < Lanes; k = k + 1) we[k] = r[(k + 4) % 32];
      if (r[3:1] == 3'd1) we = {Lanes{1'b0}};
      if (stall == "write" && i % 1000 < 500) we = {Lanes{1'b0}};
      for (k = 0; k < Width; k = k + 1) begin
        if (k % 32 == 0) draw;
        wdata[k] = r[k % 32];
      end
      if (i < Depth) begin  // fill it first
        waddr = i[AddrW-1:0];
        we = {Lanes{1'b1}};
      end
      #4;
      if (re) begin
        known = !(|we && waddr == raddr);
        want  = model[raddr];
        if (!known) met = met + 1;
      end
      for (k = 0; k < Lanes; k = k + 1) begin
        if (we[k]) model[waddr][k*LaneW +: LaneW] = wdata[k*LaneW +: LaneW];
      end
      #2;
      if (re && !known && rdata !== want && rdata !== model[raddr]) odd = odd + 1;
    end

`ifndef NETLIST
    if (Width >= 8 && odd < met / 2) begin
      $display("FAIL pf_ram seed=%0d a read that meets a write looks defined: %0d of %0d", seed, met - odd, met);
      $stop;
    end
`endif
    if (checks < cycles / 4 || (met == 0 && stall == "")) begin
      $display("FAIL pf_ram seed=%0d only %0d checks, %0d meetings", seed, checks, met);
      $stop;
    end
    $display("PASS pf_ram seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
