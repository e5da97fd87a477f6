// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_group_tb: instructions' lanes on a line, in the groups that the reference in C makes (pf_iguard_group_vec).
//
// Checked: every group, in order, with idle cycles and back-pressure; what is shown stays until it is taken; idle_o; an end; that lines of
// one group four bytes apart or more come through one a cycle when nobody waits; each step is met, and groups of several.
// Runs on RTL, on a netlist and on mutants.
// Plusargs: +vec=FILE +seed=N

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_group_tb;

  localparam integer OutW = 1 + 32 + 32 + 4 + 3 + 5 + 1;
  localparam integer Most = 64;  // groups that are due at once, at most

  reg             clk = 1'b0;
  reg             rst_n = 1'b0;
  reg             in_valid = 1'b0, out_ready = 1'b0;
  reg  [31:0]     in_lanes = 32'd1;
  reg  [223:0]    in_offset = 224'd0;
  reg  [2:0]      in_size = 3'd0;
  wire            in_ready, out_valid, idle;
  wire            out_last, out_several;
  wire [31:0]     out_lanes, out_words;
  wire [3:0]      out_bytes;
  wire [2:0]      out_step;
  wire [4:0]      out_lane;
  wire [OutW-1:0] out = {out_last, out_lanes, out_words, out_bytes, out_step, out_lane, out_several};

  always #5 clk = ~clk;

  pf_iguard_group u_dut (
    .clk_i         (clk),
    .rst_ni        (rst_n),
    .in_valid_i    (in_valid),
    .in_ready_o    (in_ready),
    .in_lanes_i    (in_lanes),
    .in_offset_i   (in_offset),
    .in_size_i     (in_size),
    .out_valid_o   (out_valid),
    .out_ready_i   (out_ready),
    .out_last_o    (out_last),
    .out_lanes_o   (out_lanes),
    .out_words_o   (out_words),
    .out_bytes_o   (out_bytes),
    .out_step_o    (out_step),
    .out_lane_o    (out_lane),
    .out_several_o (out_several),
    .idle_o        (idle)
  );

  // A line of the file, read ahead; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg             v_first, v_last, v_several;
  reg  [31:0]     v_lanes, v_group, v_words;
  reg  [223:0]    v_offset;
  reg  [2:0]      v_size, v_step;
  reg  [3:0]      v_bytes;
  reg  [4:0]      v_lane;

  reg  [OutW-1:0] due [0:Most-1];
  reg  [OutW-1:0] held;
  reg             taken, given, gone, holds, easy, was_easy;
  integer         head, tail, inside, file, got, seed, lines, groups, streak, longest, calm, still;
  reg  [5:0]      steps;
  reg             some;
  reg  [31:0]     r;  // xorshift32: $random is not the same in every simulator
  reg  [8*256-1:0] vec;

  task random;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task fetch;
    got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h\n", v_first, v_lanes, v_offset, v_size, v_last, v_group, v_words,
                  v_bytes, v_step, v_lane, v_several);
  endtask

  task fail;
    input [8*16:1] what;
    begin
      $display("FAIL pf_iguard_group %0s: line %0d group %0d, seed=%0d: valid %b last %b lanes %h words %h bytes %b step %0d lane %0d several %b, due %h, idle %b",
               what, lines, groups, seed, out_valid, out_last, out_lanes, out_words, out_bytes, out_step, out_lane, out_several,
               due[head % Most], idle);
      $stop;
    end
  endtask

  // The next instruction is shown; its groups are due.
  task show;
    begin
      {in_valid, in_lanes, in_offset, in_size} = {1'b1, v_lanes, v_offset, v_size};
      easy    = v_last && (v_step == 3'd0 || v_step > 3'd2);
      lines   = lines + 1;
      v_first = 1'b0;
      while (got == 11 && !v_first) begin
        if (tail - head == Most) fail("bench");
        due[tail % Most] = {v_last, v_group, v_words, v_bytes, v_step, v_lane, v_several};
        tail = tail + 1;
        steps[v_step] = 1'b1;
        some = some || v_several;
        fetch;
      end
    end
  endtask

  // A cycle: what its edge does, and what is there after it.
  task step;
    begin
      #1;
      taken = in_valid && in_ready;
      given = out_valid && out_ready;
      gone  = given && out_last;
      holds = out_valid && !given;
      held  = out;
      @(negedge clk);
      if (given) begin
        head   = head + 1;
        groups = groups + 1;
      end
      inside   = inside + (taken ? 1 : 0) - (gone ? 1 : 0);
      streak   = (taken && easy && out_ready) ? (was_easy ? streak + 1 : 1) : 0;
      longest  = (streak > longest) ? streak : longest;
      was_easy = taken && easy;
      if (taken) in_valid = 1'b0;
      still    = (taken || given) ? 0 : still + 1;
      if (still > 1000) fail("stuck");
      if (holds && (!out_valid || out !== held)) fail("stays");
      if (out_valid && (head == tail || out !== due[head % Most])) fail("group");
      if (idle !== (inside == 0)) fail("idle");
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_iguard_group: no +vec=FILE");
      $stop;
    end
    r = seed * 32'h9e37_79b9 ^ 32'h1234_5678;
    {head, tail, inside, lines, groups, streak, longest, calm, still} = {9{32'd0}};
    {taken, given, gone, holds, easy, was_easy, some} = 7'd0;
    held  = {OutW{1'b0}};
    steps = 6'd0;
    file  = $fopen(vec, "r");
    fetch;
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    while (got == 11 || head != tail) begin
      random;
      if (r[15:6] == 10'd0) calm = 64;  // nobody waits for a while
      if (calm != 0) calm = calm - 1;
      if (!in_valid && got == 11 && tail - head <= 32 && (calm != 0 || r[1:0] != 2'd0)) show;
      out_ready = calm != 0 || r[5:4] != 2'd0;
      step;
    end
    step;
    if (!$feof(file) || inside != 0 || groups < 1000 || !(&steps) || !some || (groups > 4000 && longest < 4)) begin
      $display("FAIL pf_iguard_group: lines=%0d groups=%0d steps=%b several=%b longest=%0d inside=%0d", lines, groups, steps,
               some, longest, inside);
      $stop;
    end
    $display("PASS pf_iguard_group seed=%0d lines=%0d groups=%0d, %0d in a row", seed, lines, groups, longest);
    $finish;
  end

endmodule

`resetall
