// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_skid_tb: every cycle in_ready_o, out_valid_o and the word on show against a queue of two.
//
// Plusargs: +seed=N +count=CYCLES +stall=in|out

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_skid_tb #(
  parameter integer Width = 8
);

  localparam integer Slots = 4096;  // of the model's queue

  reg              clk = 1'b0;
  reg              rst_n = 1'b0;
  reg              in_valid = 1'b0;
  wire             in_ready;
  reg  [Width-1:0] in_data = {Width{1'b0}};
  wire             out_valid;
  reg              out_ready = 1'b0;
  wire [Width-1:0] out_data;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_skid u_dut (
`else
  pf_skid #(
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
    .out_data_o  (out_data)
  );

  always #5 clk = ~clk;

  reg [Width-1:0] model [0:Slots-1];
  integer         head, held;       // first word's place, words inside
  reg             in_ready_was, in_valid_was;
  integer         seed, cycles, checks, words, i, k;
  reg [8*16-1:0]  stall;
  reg [2:0]       in_mood, out_mood;
  reg             push, pop;

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
    input [2:0]  mood;
    input [31:0] n;
    case (mood)
      3'd0:       go = 1'b0;
      3'd1:       go = n[10:8] == 3'd0;
      3'd2, 3'd3: go = n[8];
      3'd4:       go = n[10:8] != 3'd0;
      default:    go = 1'b1;
    endcase
  endfunction

  task check;
    input             ok;
    input [8*12-1:0]  what;
    input [31:0]      got, want;
    begin
      checks = checks + 1;
      if (ok !== 1'b1) begin
        $display("FAIL pf_skid seed=%0d cycle=%0d %0s got=%h expected=%h", seed, i, what, got, want);
        $stop;
      end
    end
  endtask

  task forget;
    begin
      head = 0;
      held = 0;
      in_ready_was = 1'b1;
      in_valid_was = 1'b0;
    end
  endtask

  task compare;
    begin
      check(in_ready === (held < 2), "in_ready", {31'd0, in_ready}, held);
      check(out_valid === (held > 0), "out_valid", {31'd0, out_valid}, held);
      if (out_valid) check(out_data === model[head], "out_data", out_data, model[head]);
    end
  endtask

  task advance;
    begin
      if (pop) begin
        head = (head + 1) % Slots;
        held = held - 1;
        words = words + 1;
      end
      if (push) begin
        model[(head + held) % Slots] = in_data;
        held = held + 1;
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
    i = 0;
    forget;
    repeat (3) @(negedge clk);
    rst_n = 1'b1;

    for (i = 0; i < cycles; i = i + 1) begin
      @(negedge clk);
      draw;
      if (i % 32 == 0) begin
        in_mood  = r[2:0];
        out_mood = r[5:3];
      end
      // Now and then a reset: all that is inside is gone.
      draw;
      rst_n = r[19:14] != 6'd0;
      if (!rst_n) forget;
      draw;
      if (!in_valid || in_ready_was) in_valid = go(in_mood, r);
      if (stall == "in" && i % 1000 < 500) in_valid = in_valid && !in_ready_was && i % 1000 != 0;
      draw;
      out_ready = go(out_mood, r) && !(stall == "out" && i % 1000 < 500);
      if (in_ready_was || !in_valid_was) begin
        for (k = 0; k < Width; k = k + 1) begin
          if (k % 32 == 0) draw;
          in_data[k] = r[k % 32];
        end
      end
      #4;
      compare;
      push = in_valid && in_ready && rst_n;
      pop  = out_valid && out_ready && rst_n;
      advance;
      in_ready_was = in_ready || !rst_n;
      in_valid_was = in_valid;
    end

    if (words < cycles / 50) begin
      $display("FAIL pf_skid seed=%0d only %0d words", seed, words);
      $stop;
    end
    $display("PASS pf_skid seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
