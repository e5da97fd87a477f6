// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_times_tb: messages and lookups in one order, with what the reference in C finds (pf_iguard_times_vec).
//
// Checked: the times of every lookup, from the cycle after it until the port's next, as soon behind messages for the same rows and
// in as many cycles with them as may be; the rows before a message, right behind one for the same rows too; clear_o, as it
// follows from resets and epochs; idle_o. With enough lines the epochs' numbers come again.
// Runs on RTL, on a netlist and on mutants. Between lines of the file cycles go by in which nothing comes.
// Plusargs: +vec=FILE +seed=N

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_times_tb;

  localparam integer SmW    = `PF_FENCE_BLOCK_W;
  localparam integer WarpW  = `PF_META_WARP_W;
  localparam integer BlockW = `PF_META_BLOCK_W;
  localparam integer TimeW  = `PF_IGUARD_SIDE_WHEN_W;
  localparam integer Rows   = 1 << ((SmW + WarpW > BlockW) ? SmW + WarpW : BlockW);
  localparam integer Epochs = 16;

  reg                             clk = 1'b0;
  reg                             rst_n = 1'b0;
  reg                             msg_valid = 1'b0;
  reg  [1:0]                      msg_kind = 2'd0;
  reg  [BlockW-1:0]               msg_block = {BlockW{1'b0}};
  reg  [WarpW-1:0]                msg_warp = {WarpW{1'b0}};
  reg                             msg_alone = 1'b0, msg_device = 1'b0;
  reg  [4:0]                      msg_lane = 5'd0;
  reg  [TimeW-1:0]                msg_when = {TimeW{1'b0}}, msg_bar = {TimeW{1'b0}}, msg_meet = {TimeW{1'b0}};
  reg  [1:0]                      look = 2'b00;
  reg  [2*BlockW-1:0]             look_block = {(2*BlockW){1'b0}};
  reg  [2*WarpW-1:0]              look_warp = {(2*WarpW){1'b0}};
  wire [2*`PF_IGUARD_TIMES_W-1:0] times;
  wire [`PF_IGUARD_TIMES_W-1:0]   was;
  wire                            was_valid, clear, idle;

  always #5 clk = ~clk;

  pf_iguard_times u_dut (
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .msg_valid_i  (msg_valid),
    .msg_kind_i   (msg_kind),
    .msg_block_i  (msg_block),
    .msg_warp_i   (msg_warp),
    .msg_alone_i  (msg_alone),
    .msg_lane_i   (msg_lane),
    .msg_device_i (msg_device),
    .msg_when_i   (msg_when),
    .msg_bar_i    (msg_bar),
    .msg_meet_i   (msg_meet),
    .was_valid_o  (was_valid),
    .was_o        (was),
    .clear_o      (clear),
    .look_i       (look),
    .look_block_i (look_block),
    .look_warp_i  (look_warp),
    .times_o      (times),
    .idle_o       (idle)
  );

  // A line of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg                          v_msg, v_alone, v_device;
  reg  [1:0]                   v_kind, v_looks;
  reg  [BlockW-1:0]            v_block, v_block_a, v_block_b;
  reg  [WarpW-1:0]             v_warp, v_warp_a, v_warp_b;
  reg  [4:0]                   v_lane;
  reg  [TimeW-1:0]             v_when, v_bar, v_meet;
  reg  [`PF_IGUARD_TIMES_W-1:0] v_times_a, v_times_b, v_was;

  // What was taken in the cycle before, and in those before that; what the ports show
  reg                           due_msg, due_write, due_last, due_wrap;
  reg  [1:0]                    known;
  reg  [`PF_IGUARD_TIMES_W-1:0] due_a, due_b, due_was;

  integer         file, got, lines, epochs, wraps, found, near, held, seed, i;
  integer         shut;  // edges to come on which it clears
  reg [31:0]      r;     // xorshift32: $random is not the same in every simulator
  reg [8*256-1:0] vec;

  task random;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task fail;
    input [8*16:1] what;
    begin
      $display("FAIL pf_iguard_times %0s: line %0d, seed=%0d: times %h, due %b %h %h, was %b %h, due %h, clear %b shut %0d idle %b", what,
               lines, seed, times, known, due_b, due_a, was_valid, was, due_was, clear, shut, idle);
      $stop;
    end
  endtask

  // At the end of a cycle: what came out of it.
  task check;
    begin
      if (known[0] && times[0 +: `PF_IGUARD_TIMES_W] !== due_a) fail("writer");
      if (known[1] && times[`PF_IGUARD_TIMES_W +: `PF_IGUARD_TIMES_W] !== due_b) fail("reader");
      if (known[0] && due_a != 0) found = found + 1;
      if (known[0] && !look[0] && due_write) held = held + 1;
      if (shut != 0) shut = shut - 1;
      if (due_wrap) shut = Rows + 1;
      if (clear !== (shut != 0)) fail("clear");
      if (was_valid !== due_msg || (due_msg && was !== due_was)) fail("was");
      if (idle !== (!due_msg && !due_write && shut == 0)) fail("idle");
      {due_msg, due_write, due_last, due_wrap} = {1'b0, due_msg, due_write, 1'b0};
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_iguard_times: no +vec=FILE");
      $stop;
    end
    r = seed * 32'h9e37_79b9 ^ 32'h1234_5678;
    {due_msg, due_write, due_last, due_wrap, known} = 6'd0;
    {due_a, due_b, due_was} = {(3*`PF_IGUARD_TIMES_W){1'b0}};
    {lines, epochs, wraps, found, near, held} = {6{32'd0}};
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    shut  = Rows;
    file  = $fopen(vec, "r");
    got   = 18;
    while (got == 18) begin
      got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h\n", v_looks, v_block_a, v_block_b, v_warp_a, v_warp_b,
                    v_times_a, v_times_b, v_msg, v_kind, v_block, v_warp, v_alone, v_lane, v_device, v_when, v_bar, v_meet, v_was);
      if (got == 18) begin
        lines = lines + 1;
        random;
        // Idle cycles; a message comes in the second cycle behind one at the earliest, a lookup in the third.
        for (i = (r[3:0] == 4'd0) ? r[7:4] : 0; i > 0 || shut != 0 || due_write || (due_last && v_looks != 2'b00); i = i - 1) begin
          {msg_block, msg_warp} = {v_block_a, v_warp_a};
          @(negedge clk);
          check;
        end
        {msg_valid, look} = {v_msg, v_looks};
        {msg_kind, msg_block, msg_warp, msg_alone, msg_lane, msg_device} = {v_kind, v_block, v_warp, v_alone, v_lane, v_device};
        {msg_when, msg_bar, msg_meet} = {v_when, v_bar, v_meet};
        {look_block, look_warp} = {v_block_b, v_block_a, v_warp_b, v_warp_a};
        if (due_last && v_msg) near = near + 1;
        @(posedge clk);
        {due_msg, due_was} = {v_msg, v_was};
        known = known | v_looks;
        if (v_looks[0]) due_a = v_times_a;
        if (v_looks[1]) due_b = v_times_b;
        if (v_msg && v_kind == `PF_IGUARD_MSG_EPOCH) begin
          epochs   = epochs + 1;
          due_wrap = epochs % Epochs == 0;
          wraps    = wraps + (due_wrap ? 1 : 0);
        end
        @(negedge clk);
        check;
        if (v_msg && v_kind == `PF_IGUARD_MSG_EPOCH) known = 2'b00;
        msg_valid = 1'b0;
        look      = 2'b00;
      end
    end
    if (!$feof(file) || lines < 1000 || found < 100 || near < 50 || held < 50 || (lines > 4000 && wraps == 0)) begin
      $display("FAIL pf_iguard_times: lines=%0d epochs=%0d wraps=%0d found=%0d near=%0d held=%0d", lines, epochs, wraps, found,
               near, held);
      $stop;
    end
    $display("PASS pf_iguard_times seed=%0d lines=%0d epochs=%0d", seed, lines, epochs);
    $finish;
  end

endmodule

`resetall
