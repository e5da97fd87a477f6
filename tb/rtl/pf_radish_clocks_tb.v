// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_radish_clocks_tb: takes, drops, ticks and restarts of a core's clocks in any order, with the answers of the reference in C
// (pf_radish_clocks_vec), cycle by cycle.
//
// Checked: all outputs in every cycle; enough of each came to pass, tables and counts that are full among them.
// Plusargs: +vec=FILE +seed=N; the parameters as the vectors' bits= and refs=.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_radish_clocks_tb #(
  parameter integer Entries = 63,
  parameter integer ClockW  = 64,
  parameter integer RefW    = 24
);

  localparam integer CodeW = $clog2(Entries + 1);

  reg               clk   = 1'b0;
  reg               rst_n = 1'b0;
  reg               restart = 1'b0, tick = 1'b0, take = 1'b0, drop = 1'b0;
  reg  [ClockW-1:0] anew = 0, taken = 1;
  reg  [CodeW-1:0]  dropped = 0, looked = 0;
  wire              ready;
  wire [CodeW-1:0]  code, now_code;
  wire [ClockW-1:0] look, now;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_radish_clocks u_dut (
`else
  pf_radish_clocks #(
    .Entries (Entries),
    .ClockW  (ClockW),
    .RefW    (RefW)
  ) u_dut (
`endif
    .clk_i           (clk),
    .rst_ni          (rst_n),
    .restart_valid_i (restart),
    .restart_clock_i (anew),
    .tick_valid_i    (tick),
    .tick_ready_o    (ready),
    .take_valid_i    (take),
    .take_clock_i    (taken),
    .take_code_o     (code),
    .drop_valid_i    (drop),
    .drop_code_i     (dropped),
    .look_code_i     (looked),
    .look_clock_o    (look),
    .now_o           (now),
    .now_code_o      (now_code)
  );

  always #5 clk = ~clk;

  // A cycle of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg              v_restart, v_tick, v_take, v_drop, v_ready;
  reg [ClockW-1:0] v_anew, v_taken, v_look, v_now;
  reg [CodeW-1:0]  v_dropped, v_looked, v_code, v_now_code;

  integer         file, got, checks, seed, restarts, ticks, full, takes, refused, shared;
  reg             good;
  reg [8*256-1:0] vec;

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;  // the vectors' own, for the report
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_radish_clocks: no +vec=FILE");
      $stop;
    end
    {checks, restarts, ticks, full, takes, refused, shared} = {7{32'd0}};
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    file = $fopen(vec, "r");
    got = 13;
    while (got == 13) begin
      got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h\n", v_restart, v_anew, v_tick, v_take, v_taken, v_drop, v_dropped,
                    v_looked, v_ready, v_code, v_look, v_now, v_now_code);
      if (got == 13) begin
        // a restart at 1 is a reset
        {restart, anew, tick, take, taken} = {v_restart && v_anew != 1, v_anew, v_tick, v_take, v_taken};
        {drop, dropped, looked} = {v_drop, v_dropped, v_looked};
        #1;
        checks   = checks + 1;
        restarts = restarts + {31'd0, v_restart};
        ticks    = ticks + {31'd0, v_tick && v_ready};
        full     = full + {31'd0, v_tick && !v_ready};
        takes    = takes + {31'd0, v_take && |v_code};
        refused  = refused + {31'd0, v_take && v_code == {CodeW{1'b0}}};
        shared   = shared + {31'd0, v_take && v_code == v_now_code};
        good = {ready, code, now, now_code} === {v_ready, v_code, v_now, v_now_code} && look === v_look;
        if (!good) begin
          $display("FAIL pf_radish_clocks: cycle %0d: restart %b tick %b take %b of %h, drop %b of %0d: got %b %0d look %0d: %h, now %h %0d", checks,
                   restart, tick, take, taken, drop, dropped, ready, code, looked, look, now, now_code);
          $display("FAIL pf_radish_clocks: expected %b %0d %h, now %h %0d", v_ready, v_code, v_look, v_now, v_now_code);
          $stop;
        end
        if (v_restart && v_anew == 1) rst_n = 1'b0;
        @(negedge clk);
        rst_n = 1'b1;
      end
    end
    if (!$feof(file) || checks < 1000 || restarts < 1 || (Entries > 1 && ticks < checks / 100) || takes < checks / 20 || shared < checks / 100 ||
        full + refused < checks / 1000) begin
      $display("FAIL pf_radish_clocks: checks=%0d restarts=%0d ticks=%0d full=%0d takes=%0d refused=%0d shared=%0d", checks, restarts, ticks,
               full, takes, refused, shared);
      $stop;
    end
    $display("PASS pf_radish_clocks seed=%0d checks=%0d restarts=%0d ticks=%0d full=%0d takes=%0d refused=%0d shared=%0d", seed, checks,
             restarts, ticks, full, takes, refused, shared);
    $finish;
  end

endmodule

`resetall
