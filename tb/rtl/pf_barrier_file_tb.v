// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_barrier_file_tb: random bumps, clears and reads against a plain array of counts.
//
// Checked every cycle: the count read in the cycle before is what events of earlier cycles made it,
// the same count bumped and read cycle after cycle included; wrap_o; idle_o.
// Runs on RTL, on a netlist (-DNETLIST) and on mutants.
// Plusargs: +seed=N +count=CYCLES. Parameters Counts, CountW.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_barrier_file_tb #(
  parameter integer Counts = (`PF_WARPS > `PF_BLOCK_SLOTS) ? `PF_WARPS : `PF_BLOCK_SLOTS,
  parameter integer CountW = `PF_META_BARRIER_W
);

  localparam integer IndexW = (Counts > 1) ? $clog2(Counts) : 1;

  reg               clk = 1'b0;
  reg               rst_n = 1'b0;
  reg               bump = 1'b0;
  reg               clear = 1'b0;
  reg               read = 1'b0;
  reg  [IndexW-1:0] evt_index = {IndexW{1'b0}};
  reg  [IndexW-1:0] read_index = {IndexW{1'b0}};
  wire              wrap, idle;
  wire [CountW-1:0] got;

  always #5 clk = ~clk;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_barrier_file u_dut (
`else
  pf_barrier_file #(
    .Counts (Counts),
    .CountW (CountW)
  ) u_dut (
`endif
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .evt_bump_i   (bump),
    .evt_clear_i  (clear),
    .evt_index_i  (evt_index),
    .wrap_o       (wrap),
    .read_valid_i (read),
    .read_index_i (read_index),
    .read_count_o (got),
    .idle_o       (idle)
  );

  // Model
  reg [CountW-1:0] model [0:Counts-1];
  reg [CountW-1:0] want;
  reg              want_wrap, want_idle, was_read;

  integer    seed, count, checks, wraps, i, hot;
  reg [31:0] r;  // xorshift32: $random is not the same in every simulator

  task random;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task check;
    input [8*8:1] what;
    input [31:0]  is;
    input [31:0]  expected;
    begin
      checks = checks + 1;
      if (is !== expected) begin
        $display("FAIL pf_barrier_file %0s got %h expected %h, seed=%0d cycle %0d", what, is, expected,
                 seed, i);
        $stop;
      end
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", count)) count = 5000;
    r = seed * 32'h9e37_79b9 ^ 32'h1234_5678;
    checks = 0;
    wraps = 0;
    was_read = 1'b0;
    want = {CountW{1'b0}};
    want_wrap = 1'b0;
    hot = 0;
    repeat (3) @(negedge clk);
    check("reset", {wrap, idle}, 2'b01);
    rst_n = 1'b1;
    want_idle = 1'b1;

    // First every count is cleared, then anything happens.
    for (i = 0; i < Counts + count; i = i + 1) begin
      @(negedge clk);
      if (was_read) check("count", got, want);
      check("wrap", wrap, want_wrap);
      check("idle", idle, want_idle);

      random;
      if (r[31:24] == 8'd0) hot = r[15:0] % Counts;
      bump       = (i >= Counts) && (r[3:0] != 4'd0);
      clear      = (i < Counts) || (r[11:0] == 12'd0);
      evt_index  = (i < Counts) ? i : (r[5:4] == 2'd0) ? r[23:8] % Counts : hot;
      random;
      read       = (i >= Counts) && r[0];
      read_index = (r[2:1] == 2'd0) ? r[23:8] % Counts : hot;

      // A read does not see the event of its own cycle.
      was_read  = read;
      want      = model[read_index];
      want_wrap = bump && (&model[evt_index]);
      want_idle = !bump && !clear;
      wraps     = wraps + want_wrap;
      if (bump) model[evt_index] = model[evt_index] + 1'b1;
      if (clear) model[evt_index] = {CountW{1'b0}};
      if (i % 1000 == 999) begin  // a pause and a reset: counts stay
        @(negedge clk);
        if (was_read) check("count", got, want);
        bump     = 1'b0;
        clear    = 1'b0;
        read     = 1'b0;
        @(negedge clk);
        rst_n     = 1'b0;
        bump      = 1'b0;
        @(negedge clk);
        check("reset", {wrap, idle}, 2'b01);
        rst_n     = 1'b1;
        was_read  = 1'b0;
        want_wrap = 1'b0;
        want_idle = 1'b1;
      end
    end
    if (checks < 2 * count || wraps < 2) begin
      $display("FAIL pf_barrier_file too few checks %0d wraps %0d", checks, wraps);
      $stop;
    end
    $display("PASS pf_barrier_file seed=%0d checks=%0d wraps=%0d", seed, checks, wraps);
    $finish;
  end

endmodule

`resetall
