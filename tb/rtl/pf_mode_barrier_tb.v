// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_mode_barrier_tb: parties of any speed taken from mode to mode; the mode of every cycle is foretold.
//
// Parties arrive after any time, and now and then take it back. The bench writes down when all were
// there, how long the latency has run since, and who still wants a token, and expects outputs of it.
// Runs on RTL, on a netlist (-DNETLIST) and on mutants.
// Plusargs: +seed=N +count=CYCLES +latency=MOST. Parameters Parties, LatencyW.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_mode_barrier_tb #(
  parameter integer Parties  = `PF_SMS,
  parameter integer LatencyW = 16
);

  reg                 clk = 1'b0;
  reg                 rst_n = 1'b0;
  reg  [LatencyW-1:0] latency = {LatencyW{1'b0}};
  reg                 serial_all = 1'b0;
  reg                 stop = 1'b0;
  reg                 run = 1'b0;
  wire                halted;
  reg  [Parties-1:0]  arrive = {Parties{1'b0}};
  reg  [Parties-1:0]  need = {Parties{1'b0}};
  reg                 dist_done = 1'b0;
  wire [1:0]          mode;
  wire                start, begins, dist;
  wire [Parties-1:0]  token;

  always #5 clk = ~clk;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_mode_barrier u_dut (
`else
  pf_mode_barrier #(
    .Parties  (Parties),
    .LatencyW (LatencyW)
  ) u_dut (
`endif
    .clk_i         (clk),
    .rst_ni        (rst_n),
    .cfg_latency_i (latency),
    .serial_all_i  (serial_all),
    .stop_i        (stop),
    .run_i         (run),
    .halted_o      (halted),
    .arrive_i      (arrive),
    .need_i        (need),
    .dist_done_i   (dist_done),
    .mode_o        (mode),
    .start_o       (start),
    .begin_o       (begins),
    .dist_o        (dist),
    .token_o       (token)
  );

  // What is expected in this cycle
  integer             m_mode, m_here;    // cycles that all have been there, with this one
  reg                 m_first, m_halted, all, over;
  reg  [Parties-1:0]  m_rest, m_token;

  integer    seed, count, most, checks, i, p, modes [0:3], tokens, halts, back;
  reg [31:0] r;  // xorshift32: $random is not the same in every simulator
  reg  [3:0] slow;

  task random;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task check;
    input [10*8:1]      what;
    input [Parties+7:0] is;
    input [Parties+7:0] expected;
    begin
      checks = checks + 1;
      if (is !== expected) begin
        $display("FAIL pf_mode_barrier %0s got %h expected %h, seed=%0d cycle %0d", what, is, expected, seed, i);
        $stop;
      end
    end
  endtask

  task outputs;
    begin
      m_token = {Parties{1'b0}};
      for (p = Parties - 1; p >= 0; p = p - 1) begin
        if (m_mode == 2 && m_rest[p]) begin
          if (!serial_all) m_token = {Parties{1'b0}};
          m_token[p] = 1'b1;
        end
      end
      check("mode", {mode, halted}, {m_mode[1:0], m_halted});
      check("pulses", {start, begins, dist}, {m_first && m_mode == 0, m_first && m_mode == 1,
                                              m_first && m_mode == 3});
      check("token", token, m_token);
    end
  endtask

  // What the coming edge does.
  task step;
    begin
      all = (m_mode == 2) ? m_rest == {Parties{1'b0}}
                          : !m_first && (&arrive) && (m_mode != 3 || dist_done);
      if (m_here > 0 && !all) back = back + 1;
      m_here = (all && !m_halted) ? m_here + 1 : 0;
      over   = m_here == latency + 1;
      if (m_mode == 2 && !m_first) begin
        if (|(m_rest & m_token & arrive)) m_first = 1'b1;
        tokens = tokens + m_first;
        m_rest = m_rest & ~(m_token & arrive);
      end else m_first = 1'b0;
      if (m_mode == 1 && over) m_rest = need;
      if (m_halted ? run : over && !stop) begin
        case (m_mode)
          0: m_mode = 1;
          1: m_mode = (m_rest != {Parties{1'b0}}) ? 2 : 3;
          2: m_mode = 3;
          default: m_mode = 0;
        endcase
        modes[m_mode] = modes[m_mode] + 1;
        m_first  = 1'b1;
        m_here   = 0;
        m_halted = 1'b0;
      end else if (over) begin
        m_halted = 1'b1;
        halts    = halts + 1;
      end
    end
  endtask

  // Parties come at their own speed; in the first cycle of a mode they say what they like.
  task draw;
    begin
      random;
      stop      = r[1:0] == 2'd0;
      run       = r[3:2] == 2'd0;
      dist_done = r[4] | r[5];
      if (m_halted || (m_first && m_mode != 2)) begin
        slow       = r[9:6];
        serial_all = r[10];
        if (r[13:11] == 3'd0) latency = r[31:14] % (most + 1);
      end
      for (p = 0; p < Parties; p = p + 1) begin
        random;
        if (m_first) arrive[p] = r[0];
        else if (arrive[p]) arrive[p] = r[9:0] != 10'd0;
        else arrive[p] = (r[15:12] >= slow);
        need[p] = r[16] && r[18:17] != 2'd0 && slow[0];
      end
    end
  endtask

  task reset;
    begin
      rst_n    = 1'b0;
      m_mode   = 2;
      m_first  = 1'b0;
      m_halted = 1'b1;
      m_here   = 0;
      m_rest   = {Parties{1'b0}};
      run      = 1'b0;
      @(negedge clk);
      outputs;
      rst_n = 1'b1;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", count)) count = 20000;
    if (!$value$plusargs("latency=%d", most)) most = (LatencyW < 4) ? 1 : 9;
    r = seed * 32'h9e37_79b9 ^ 32'h1234_5678;
    checks = 0;
    tokens = 0;
    halts = 0;
    back = 0;
    slow = 4'd3;
    for (p = 0; p < 4; p = p + 1) modes[p] = 0;
    i = 0;
    reset;
    for (i = 0; i < count; i = i + 1) begin
      @(negedge clk);
      if (i % 5000 == 4999) reset;
      draw;
      #1;
      outputs;
      step;
    end
    if (checks < 3 * count || modes[0] < 20 || modes[1] < 20 || modes[2] < 9 || modes[3] < 20 || tokens < 9 ||
        halts < 9 || (most > 0 && back < 1)) begin
      $display("FAIL pf_mode_barrier too few: modes %0d %0d %0d %0d tokens %0d halts %0d taken back %0d", modes[0],
               modes[1], modes[2], modes[3], tokens, halts, back);
      $stop;
    end
    $display("PASS pf_mode_barrier seed=%0d checks=%0d quanta=%0d tokens=%0d halts=%0d taken-back=%0d", seed, checks,
             modes[0], tokens, halts, back);
    $finish;
  end

endmodule

`resetall
