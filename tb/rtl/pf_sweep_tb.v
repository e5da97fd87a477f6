// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_sweep_tb: beats in ascending order from the base, each once, as many as the entries need; then done. Sweeps of large
// tables are given up by a reset.
//
// Plusargs: +seed=N +count=SWEEPS +stall=swr

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_sweep_tb #(
  parameter integer AddrW = `PF_ADDR_W,
  parameter integer Beats = 2
);

  localparam integer MemW = AddrW - 3;

  reg              clk = 1'b0;
  reg              rst_n = 1'b0;
  reg  [AddrW-2:0] entries = 1;
  reg  [MemW-1:0]  meta_base = 0;
  reg              start_valid = 1'b0;
  wire             start_ready;
  wire             swr_valid;
  reg              swr_ready = 1'b0;
  wire [MemW-1:0]  swr_addr;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_sweep u_dut (
`else
  pf_sweep #(
    .AddrW (AddrW),
    .Beats (Beats)
  ) u_dut (
`endif
    .clk_i           (clk),
    .rst_ni          (rst_n),
    .cfg_entries_i   (entries),
    .cfg_meta_base_i (meta_base),
    .start_valid_i   (start_valid),
    .start_ready_o   (start_ready),
    .swr_valid_o     (swr_valid),
    .swr_ready_i     (swr_ready),
    .swr_addr_o      (swr_addr)
  );

  always #5 clk = ~clk;

  integer         seed, sweeps, checks, n, beat, want, cycle, cut;
  reg [8*16-1:0]  stall;
  reg [2:0]       mood;
  reg             huge;
  reg [MemW-1:0]  address;

  // xorshift32: $random is not the same in every simulator.
  reg [31:0] r;
  task draw;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task check;
    input [8*16-1:0] what;
    input [63:0]     is, must;
    begin
      checks = checks + 1;
      if (is !== must) begin
        $display("FAIL pf_sweep seed=%0d sweep=%0d entries=%0d base=%h beat=%0d of %0d %0s got=%h expected=%h",
                 seed, n, entries, meta_base, beat, want, what, is, must);
        $stop;
      end
    end
  endtask

  // Few entries, mostly: a sweep of all would take long. Once, at most, all that there can be.
  task choose;
    begin
      draw;
      want = 1 + r[15:0] % ((r[16]) ? 40 : 700);
      if (AddrW < 15 && r[19:17] == 3'd0) want = (1 << (AddrW - 2)) - r[21:20];
      if (r[19:17] == 3'd1) want = 1 << (8 + r[22:20] % 6);
      huge = AddrW >= 15 && r[19:17] == 3'd2;
      if (huge) want = (1 << (AddrW - 3)) >> (r[24:20] % (AddrW - 14));
      if (want > (1 << (AddrW - 2))) want = 1 << (AddrW - 2);
      entries = want;
      draw;
      meta_base = {r, r} >> 3;
      meta_base = meta_base - meta_base % Beats;
      draw;
      if (r[1:0] == 2'd0) meta_base = {MemW{1'b1}} - (2 * Beats - 1);  // wraps around
      mood = r[4:2];
      want = (entries + 4 * Beats - 1) / (4 * Beats) * Beats;
      cut  = (huge || r[7:5] == 3'd0) ? r[15:8] % want : -1;           // a reset in the middle
      if (huge && cut == 0) cut = 1;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", sweeps)) sweeps = 100;
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    r = seed * 32'h9e37_79b9 + 32'h1;
    checks = 0; n = 0; beat = 0; cycle = 0;
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    for (n = 0; n < sweeps; n = n + 1) begin
      choose;
      start_valid = 1'b0;
      repeat (r[17:16]) begin
        swr_ready = r[18];
        #4 check("quiet", {swr_valid, start_ready}, 0);
        @(negedge clk);
      end
      start_valid = 1'b1;
      beat = 0;
      while (beat < want) begin
        draw;
        swr_ready = (mood == 3'd0 ? r[10:8] == 3'd0 : mood < 3'd4 ? r[8] : 1'b1) &&
                    !(stall == "swr" && cycle % 1000 < 400);
        #4;
        address = meta_base + beat;
        check("valid", swr_valid, 1);
        check("address", swr_addr, address);
        check("not yet", start_ready, 0);
        cycle = cycle + 1;
        if (swr_ready) beat = beat + 1;
        if (beat == cut) begin
          cut = -1;
          beat = 0;
          rst_n = 1'b0;
          if (huge) begin
            want = 0;
            start_valid = 1'b0;
          end
          @(negedge clk);
          rst_n = 1'b1;
        end else begin
          @(negedge clk);
        end
      end
      if (!huge) begin
        #4 check("done", {swr_valid, start_ready}, 1);
        @(negedge clk);
      end
    end
    start_valid = 1'b0;
    #4 check("quiet", {swr_valid, start_ready}, 0);
    if (checks < 10 * sweeps) check("checks", checks, 10 * sweeps);
    $display("PASS pf_sweep seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
