// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_bloom_tb: any queries, inserts and clears, beside a table of bits.
//
// Checked: every answer, in the cycle after its query and until the next one; how long a clear takes.
// Runs on RTL, on a netlist (-DNETLIST) and on mutants.
// Plusargs: +seed=N +count=QUERIES

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_bloom_tb #(
  parameter integer Warps = `PF_WARPS,
  parameter integer Bits  = `PF_BLOOM_BITS,
  parameter integer Ways  = `PF_BLOOM_WAYS,
  parameter integer LineW = `PF_LINE_W
);

  localparam integer WarpW = (Warps > 1) ? $clog2(Warps) : 1;
  localparam integer W     = $clog2(Bits / Ways);
  localparam integer Rows  = (W > 5) ? 1 << (W - 5) : 1;

  reg              clk = 1'b0;
  reg              rst_n = 1'b0;
  reg              query = 1'b0;
  reg  [WarpW-1:0] query_warp = {WarpW{1'b0}};
  reg  [LineW-1:0] query_line = {LineW{1'b0}};
  wire             maybe;
  reg              insert = 1'b0;
  reg              clear = 1'b0;
  reg  [WarpW-1:0] clear_warp = {WarpW{1'b0}};
  wire             clear_last;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_bloom u_dut (
`else
  pf_bloom #(
    .Warps (Warps),
    .Bits  (Bits),
    .Ways  (Ways),
    .LineW (LineW)
  ) u_dut (
`endif
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .query_i      (query),
    .query_warp_i (query_warp),
    .query_line_i (query_line),
    .maybe_o      (maybe),
    .insert_i     (insert),
    .clear_i      (clear),
    .clear_warp_i (clear_warp),
    .clear_last_o (clear_last)
  );

  always #5 clk = ~clk;

  reg                  set [0:Warps*Bits-1];
  reg [LineW-1:0]      pool [0:15];
  integer              seed, queries, checks, yes, n, i, k, took, last_warp;
  reg [LineW-1:0]      last_line;
  reg                  want;

  // xorshift32: $random is not the same in every simulator.
  reg [31:0] r;
  task draw;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  // Bit of a way, piece by piece with a turn, as the reference model has it.
  function integer hash;
    input [LineW-1:0] line;
    input integer     way;
    integer j, piece, by, h;
    begin
      h = 0;
      for (j = 0; W * j < LineW; j = j + 1) begin
        piece = (line >> (W * j)) & ((1 << W) - 1);
        by = (way * j) % W;
        h = h ^ (((piece << by) | (piece >> (W - by))) & ((1 << W) - 1));
      end
      hash = h;
    end
  endfunction

  function integer place;
    input integer     warp;
    input [LineW-1:0] line;
    input integer     way;
    place = warp * Bits + way * (1 << W) + hash(line, way);
  endfunction

  task check;
    input [8*8:1] what;
    input         is;
    input         expected;
    begin
      checks = checks + 1;
      if (is !== expected) begin
        $display("FAIL pf_bloom %0s got %b expected %b, seed=%0d query %0d", what, is, expected, seed, n);
        $stop;
      end
    end
  endtask

  task wipe;
    input integer warp;
    begin
      clear = 1'b1;
      clear_warp = warp[WarpW-1:0];
      for (took = 1; took <= Rows; took = took + 1) begin
        #4 check("last row", clear_last, took == Rows);
        @(negedge clk);
      end
      clear = 1'b0;
      for (i = 0; i < Bits; i = i + 1) set[warp*Bits + i] = 1'b0;
    end
  endtask

  task ask;
    begin
      draw;
      last_warp = r[31:8] % Warps;
      if (r[0]) last_warp = 0;
      draw;
      last_line = r[3:0] != 4'd0 ? pool[r[7:4]] : {r, r} >> 8;
      query = 1'b1;
      query_warp = last_warp[WarpW-1:0];
      query_line = last_line;
      want = 1'b1;
      for (k = 0; k < Ways; k = k + 1) want = want && set[place(last_warp, last_line, k)];
      @(negedge clk);
      query = 1'b0;
      query_line = ~last_line;
      draw;
      query_warp = r[8 +: WarpW];
      check("maybe", maybe, want);
      if (want) yes = yes + 1;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", queries)) queries = 4000;
    r = 32'h2545_f491 ^ (seed * 32'd747796405);
    checks = 0;
    yes = 0;
    n = 0;
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    for (k = 0; k < Warps; k = k + 1) wipe(k);
    for (n = 1; n <= queries; n = n + 1) begin
      if (n % 256 == 1) begin
        for (k = 0; k < 16; k = k + 1) begin
          draw;
          pool[k] = r;
          // Two pieces of ones cancel each other: another line with the same bits.
          if (k % 4 == 3 && LineW >= 2 * W) pool[k] = pool[k-1] ^ ((64'd1 << 2 * W) - 64'd1);
        end
      end
      ask;
      draw;
      if (r[2:0] == 3'd0) begin
        insert = 1'b1;
        @(negedge clk);
        insert = 1'b0;
        for (k = 0; k < Ways; k = k + 1) set[place(last_warp, last_line, k)] = 1'b1;
        check("held", maybe, want);
      end
      if (r[15:8] == 8'd0) begin
        draw;
        wipe(r[0] ? 0 : r[31:8] % Warps);
        check("kept", maybe, want);
      end
      if (r[21:20] == 2'd0) @(negedge clk);
    end
    if (checks < queries || yes < queries / 20 || yes > queries - queries / 20) begin
      $display("FAIL pf_bloom one answer only: %0d checks, %0d maybe", checks, yes);
      $stop;
    end
    $display("PASS pf_bloom seed=%0d checks=%0d maybe=%0d", seed, checks, yes);
    $finish;
  end

endmodule

`resetall
