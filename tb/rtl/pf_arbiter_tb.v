// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_arbiter_tb: N sources that keep their word until it is taken, against a turn that goes round.
//
// Checked every cycle: all of out_*, in_ready_o; and that none waits for more than N-1 others.
// Plusargs: +seed=N +count=CYCLES +stall=in|out

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_arbiter_tb #(
  parameter integer N     = 2,
  parameter integer Width = 8
);

  localparam integer IndexW = (N > 1) ? $clog2(N) : 1;

  reg                clk = 1'b0;
  reg                rst_n = 1'b0;
  reg  [N-1:0]       in_valid = {N{1'b0}};
  wire [N-1:0]       in_ready;
  reg  [N*Width-1:0] in_data = {N*Width{1'b0}};
  wire               out_valid;
  reg                out_ready = 1'b0;
  wire [Width-1:0]   out_data;
  wire [IndexW-1:0]  out_index;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_arbiter u_dut (
`else
  pf_arbiter #(
    .N     (N),
    .Width (Width)
  ) u_dut (
`endif
    .clk_i       (clk),
    .rst_ni      (rst_n),
    .in_valid_i  (in_valid),
    .in_ready_o  (in_ready),
    .in_data_i   (in_data),
    .out_valid_o (out_valid),
    .out_ready_i (out_ready),
    .out_data_o  (out_data),
    .out_index_o (out_index)
  );

  always #5 clk = ~clk;

  integer        seed, cycles, checks, words, turn, grant, i, k, s;
  integer        waited [0:N-1];  // words of others taken while this one waited
  reg [8*16-1:0] stall;
  reg [2:0]      mood;
  reg [2:0]      source_mood [0:N-1];
  reg [N-1:0]    want_ready;
  reg            lean;

  // xorshift32: $random is not the same in every simulator.
  reg [31:0] r;
  task draw;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  // A port's mood, drawn anew now and then: never, one in eight, half, seven in eight, always.
  function go;
    input [2:0]  mood_now;
    input [31:0] n;
    case (mood_now)
      3'd0:       go = 1'b0;
      3'd1:       go = n[10:8] == 3'd0;
      3'd2, 3'd3: go = n[8];
      3'd4:       go = n[10:8] != 3'd0;
      default:    go = 1'b1;
    endcase
  endfunction

  task check;
    input            ok;
    input [8*12-1:0] what;
    input [31:0]     got, want;
    begin
      checks = checks + 1;
      if (ok !== 1'b1) begin
        $display("FAIL pf_arbiter seed=%0d cycle=%0d %0s got=%h expected=%h", seed, i, what, got, want);
        $stop;
      end
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", cycles)) cycles = 4000;
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    r = seed * 32'h9e37_79b9 + 32'h1;
    checks = 0;
    words = 0;
    turn = 0;
    mood = 3'd7;
    lean = 1'b0;
    want_ready = {N{1'b0}};
    for (s = 0; s < N; s = s + 1) waited[s] = 0;
    for (s = 0; s < N; s = s + 1) source_mood[s] = 3'd3;
    repeat (3) @(negedge clk);
    rst_n = 1'b1;

    for (i = 0; i < cycles; i = i + 1) begin
      @(negedge clk);
      draw;
      if (i % 16 == 0) begin
        mood = r[2:0];
        lean = r[3];  // then each source asks seldom
      end
      for (s = 0; s < N; s = s + 1) begin
        if (i % 16 == 0) begin
          draw;
          source_mood[s] = lean ? {2'b00, r[0]} : r[2:0];
        end
        if (!in_valid[s] || want_ready[s]) begin
          draw;
          in_valid[s] = go(source_mood[s], r) && !(stall == "in" && s == 0 && i % 1000 < 500);
          for (k = 0; k < Width; k = k + 1) begin
            if (k % 32 == 0) draw;
            in_data[s*Width + k] = r[k % 32];
          end
        end
      end
      draw;
      out_ready = go(mood, r) && !(stall == "out" && i % 1000 < 500);
      // Now and then a reset: the turn is at the first again.
      rst_n = r[19:14] != 6'd0;
      if (!rst_n) begin
        turn = 0;
        in_valid = {N{1'b0}};
      end

      // The model: the first that is valid from the turn on.
      grant = -1;
      for (s = N - 1; s >= 0; s = s - 1) begin
        if (in_valid[(turn + s) % N]) grant = (turn + s) % N;
      end
      want_ready = {N{1'b0}};
      if (grant >= 0) want_ready[grant] = out_ready;

      #4;
      check(out_valid === (grant >= 0), "out_valid", {31'd0, out_valid}, grant);
      check(in_ready === want_ready, "in_ready", in_ready, want_ready);
      if (grant >= 0) begin
        check(out_index === grant[IndexW-1:0], "out_index", {{(32-IndexW){1'b0}}, out_index}, grant);
        check(out_data === in_data[grant*Width +: Width], "out_data", out_data, in_data[grant*Width +: Width]);
      end
      for (s = 0; s < N; s = s + 1) begin
        if (!in_valid[s] || in_ready[s]) waited[s] = 0;
        else if (|in_ready) waited[s] = waited[s] + 1;
        check(waited[s] < N, "waited", waited[s], N);
      end

      if (grant >= 0 && rst_n) turn = out_ready ? (grant + 1) % N : grant;
      if (grant >= 0 && out_ready) words = words + 1;
    end

    if (words < cycles / 50) begin
      $display("FAIL pf_arbiter seed=%0d only %0d words", seed, words);
      $stop;
    end
    $display("PASS pf_arbiter seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
