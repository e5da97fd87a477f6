// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_counters_tb: random events against plain totals.
//
// Checked: an answer has every event before the read came and none of its own cycle; it comes in
// time (at once when idle); busy_o exactly; idle_o never with something pending, and soon when quiet.
// Plusargs: +seed=N +count=CYCLES +stall=read (long without reads) +burst=N (cycles at full rate)

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_counters_tb #(
  parameter integer N      = 4,
  parameter integer IncW   = 4,
  parameter integer Wide   = N,
  parameter integer Pairs  = 0,
  parameter integer TotalW = 48
);

  localparam integer IndexW = (N > 1) ? $clog2(N) : 1;

  reg               clk = 1'b0;
  reg               rst_n = 1'b0;
  reg  [N*IncW-1:0] inc = {N*IncW{1'b0}};
  wire [Wide*IncW+N-Wide+Pairs-1:0] inc_in;
  reg               rd_valid = 1'b0;
  wire              rd_ready;
  reg  [IndexW-1:0] rd_index = {IndexW{1'b0}};
  wire [TotalW-1:0] rd_total;
  reg               clear = 1'b0;
  wire              busy;
  wire              idle;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_counters u_dut (
`else
  pf_counters #(
    .N      (N),
    .IncW   (IncW),
    .Wide   (Wide),
    .Pairs  (Pairs),
    .TotalW (TotalW)
  ) u_dut (
`endif
    .clk_i      (clk),
    .rst_ni     (rst_n),
    .inc_i      (inc_in),
    .rd_valid_i (rd_valid),
    .rd_ready_o (rd_ready),
    .rd_index_i (rd_index),
    .rd_total_o (rd_total),
    .clear_i    (clear),
    .busy_o     (busy),
    .idle_o     (idle)
  );

  // The counters behind the first Wide take the lowest bit of an increment, the last Pairs the two lowest.
  genvar g;
  generate
    for (g = 0; g < N; g = g + 1) begin : g_inc
      if (g < Wide) begin : g_wide
        assign inc_in[g*IncW +: IncW] = inc[g*IncW +: IncW];
      end else if (g >= N - Pairs) begin : g_pair
        assign inc_in[Wide*IncW+2*g-Wide-N+Pairs +: 2] = inc[g*IncW +: 2];
      end else begin : g_one
        assign inc_in[Wide*IncW+g-Wide] = inc[g*IncW];
      end
    end
  endgenerate

  always #5 clk = ~clk;

  reg [TotalW-1:0] total [0:N-1];
  reg [TotalW-1:0] low;            // the total when the read came
  integer          seed, cycles, checks, reads, exact, waited, clearing, quiet, calm_for, burst, i, s;
  reg [8*16-1:0]   stall;
  reg [2:0]        mood, read_mood;
  reg              idle_then, ready_seen;

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
    input              ok;
    input [8*12-1:0]   what;
    input [TotalW-1:0] got, want;
    begin
      checks = checks + 1;
      if (ok !== 1'b1) begin
        $display("FAIL pf_counters seed=%0d cycle=%0d %0s got=%h expected=%h", seed, i, what, got, want);
        $stop;
      end
    end
  endtask

  task forget;
    begin
      for (s = 0; s < N; s = s + 1) total[s] = {TotalW{1'b0}};
      clearing = N;
    end
  endtask

  // Each counter by the mood: none, one alone now and then, few, any, all at full rate.
  task draw_events;
    begin
      if (i % 64 == 0) begin
        draw;
        mood = r[2:0];
        read_mood = r[5:3];
      end
      if (burst > 0 && i < burst) mood = 3'd7;
      inc = {N*IncW{1'b0}};
      for (s = 0; s < N; s = s + 1) begin
        draw;
        case (mood)
          3'd0:    ;
          3'd1:    if (r[12:7] == 6'd0) inc[s*IncW +: IncW] = r[31 -: IncW];
          3'd2:    if (s == i / 64 % N) inc[s*IncW +: IncW] = {IncW{1'b1}};
          3'd3:    if (r[8:7] == 2'd0) inc[s*IncW +: IncW] = r[31 -: IncW];
          3'd4:    inc[s*IncW +: IncW] = r[31 -: IncW];
          default: inc[s*IncW +: IncW] = {IncW{1'b1}};
        endcase
        if (s >= Wide) inc[s*IncW +: IncW] = inc[s*IncW +: IncW] & {{(IncW){1'b0}}, s >= N - Pairs, 1'b1};
      end
    end
  endtask

  task draw_control;
    begin
      draw;
      clear = (r[9:0] == 10'd5) && i > 20 && burst == 0;
      rst_n = r[21:11] != 11'd5 || burst > 0;
      if (!rst_n) begin
        clear = 1'b0;
        rd_valid = 1'b0;
        inc = {N*IncW{1'b0}};
      end
      draw;
      if (rd_valid && !ready_seen) begin
        waited = waited + 1;
      end else begin
        rd_valid = rst_n && !(stall == "read" && i % 1000 < 500) &&
                   (read_mood == 3'd7 || r[10:8] == 3'd0 || (read_mood[2] && r[8]));
        rd_index = r[31:16] % N;
        waited = 0;
      end
    end
  endtask

  task compare;
    begin
      if (rd_valid && waited == 0) begin
        low = total[rd_index];
        idle_then = idle;
      end
      check(busy === (clearing > 0), "busy", {{(TotalW-1){1'b0}}, busy}, clearing);
      check(!(idle && clearing > 0), "idle_busy", {{(TotalW-1){1'b0}}, idle}, 0);
      check(!(idle && quiet == 1), "idle_early", {{(TotalW-1){1'b0}}, idle}, 0);
      check(idle === 1'b1 || rd_valid || calm_for <= 2 * N + 4, "idle_late", {{(TotalW-1){1'b0}}, idle}, 1);
      check(!(rd_ready && !rd_valid), "rd_ready", {{(TotalW-1){1'b0}}, rd_ready}, 0);
      if (rd_ready) begin
        reads = reads + 1;
        check(rd_total - low <= total[rd_index] - low, "rd_total", rd_total, low);
        if (low == total[rd_index]) exact = exact + 1;
        check(waited == 1 || !idle_then, "at_once", waited, 1);
      end else if (rd_valid) begin
        if (clearing > 0) waited = 1;
        check(waited <= 4 * N + 10, "rd_late", waited, 4 * N + 10);
        check(!(idle_then && waited > 0), "at_once", waited, 1);
      end
    end
  endtask

  task advance;
    begin
      quiet = (|inc && !clear && rst_n) ? 1 : 2;
      calm_for = (|inc || clear || !rst_n || clearing > 0) ? 0 : calm_for + 1;
      for (s = 0; s < N; s = s + 1) total[s] = total[s] + {{(TotalW-IncW){1'b0}}, inc[s*IncW +: IncW]};
      if (clearing > 0) clearing = clearing - 1;
      if (clear || !rst_n) begin
        forget;
        low = {TotalW{1'b0}};
        idle_then = 1'b0;
      end
      ready_seen = rd_ready;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", cycles)) cycles = 20000;
    if (!$value$plusargs("burst=%d", burst)) burst = 0;
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    r = seed * 32'h9e37_79b9 + 32'h1;
    checks = 0;
    reads = 0;
    exact = 0;
    waited = 0;
    quiet = 2;
    calm_for = 0;
    i = 0;
    ready_seen = 1'b0;
    idle_then = 1'b0;
    low = {TotalW{1'b0}};
    forget;
    repeat (3) @(negedge clk);
    #4 check(busy === 1'b1, "busy", 0, 1);

    for (i = 0; i < cycles; i = i + 1) begin
      @(negedge clk);
      draw_events;
      draw_control;
      if (!rst_n) forget;
      #4;
      if (rst_n) compare;
      advance;
    end

    if (reads < cycles / 200 || exact < reads / 20) begin
      $display("FAIL pf_counters seed=%0d only %0d reads, %0d at rest", seed, reads, exact);
      $stop;
    end
    $display("PASS pf_counters seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
