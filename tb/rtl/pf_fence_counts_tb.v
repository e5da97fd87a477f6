// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_fence_counts_tb: random fences, operations, pieces and lookups, cycle by cycle, with the answers of
// pf_fence_counts_vec, which copies all counts for each operation as it comes in.
//
// Checked: in every cycle arr_ready_o, arr_room_o, shut_o, era_o, wrap_o, clear_busy_o, look_ok_o; self_o behind an arrival; each
// port's answer as long as it is held. Enough of each came to pass.
// Plusargs: +vec=FILE +seed=N; parameters as the vectors' block= warp= count= eras= inside= looks= copies= adds= ends=.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_fence_counts_tb #(
  parameter integer BlockW    = `PF_FENCE_BLOCK_W,
  parameter integer WarpW     = `PF_META_WARP_W,
  parameter integer CountW    = `PF_FENCE_BLK_FENCE_W,
  parameter integer Eras      = 8,
  parameter integer MaxInside = 64,
  parameter integer Looks     = 2,
  parameter integer LookW     = 9,
  parameter integer Adds      = 1,
  parameter integer Ends      = 2
);

  localparam integer EraW  = $clog2(Eras);
  localparam integer WordW = 2 * CountW;

  reg                    clk   = 1'b0;
  reg                    rst_n = 1'b0;
  reg                    scord = 1'b1;
  reg                    arr_valid = 1'b0, arr_fence = 1'b0, arr_device = 1'b0;
  reg  [BlockW-1:0]      arr_block = {BlockW{1'b0}};
  reg  [WarpW-1:0]       arr_warp = {WarpW{1'b0}};
  reg  [Adds-1:0]        add = {Adds{1'b0}};
  reg  [Adds*EraW-1:0]   add_era;
  reg  [Ends-1:0]        ends = {Ends{1'b0}};
  reg  [Ends*EraW-1:0]   end_era;
  reg  [Looks-1:0]       look = {Looks{1'b0}}, look_hold = {Looks{1'b0}};
  reg  [Looks*BlockW-1:0] look_block;
  reg  [Looks*WarpW-1:0] look_warp;
  reg  [Looks*EraW-1:0]  look_era;
  reg                    clear = 1'b0, epoch = 1'b0, hurry = 1'b0;
  wire                   arr_ready, arr_room, arr_wait, wrap, shut, clear_busy, idle;
  wire [WordW-1:0]       self;
  wire [EraW-1:0]        era;
  wire [Looks*WordW-1:0] answer;
  wire [Looks-1:0]       answered;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_fence_counts u_dut (
`else
  pf_fence_counts #(
    .BlockW    (BlockW),
    .WarpW     (WarpW),
    .CountW    (CountW),
    .Eras      (Eras),
    .MaxInside (MaxInside),
    .Looks     (Looks),
    .LookW     (LookW),
    .Adds      (Adds),
    .Ends      (Ends)
  ) u_dut (
`endif
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .scord_i      (scord),
    .arr_valid_i  (arr_valid),
    .arr_ready_o  (arr_ready),
    .arr_room_o   (arr_room),
    .arr_wait_o   (arr_wait),
    .arr_fence_i  (arr_fence),
    .arr_device_i (arr_device),
    .arr_block_i  (arr_block),
    .arr_warp_i   (arr_warp),
    .self_o       (self),
    .era_o        (era),
    .wrap_o       (wrap),
    .shut_o       (shut),
    .add_i        (add),
    .add_era_i    (add_era),
    .end_i        (ends),
    .end_era_i    (end_era),
    .look_i       (look),
    .look_hold_i  (look_hold),
    .look_block_i (look_block),
    .look_warp_i  (look_warp),
    .look_era_i   (look_era),
    .look_o       (answer),
    .look_ok_o    (answered),
    .epoch_i      (epoch),
    .hurry_i      (hurry),
    .clear_i      (clear),
    .clear_busy_o (clear_busy),
    .idle_o       (idle)
  );

  always #5 clk = ~clk;

  // A cycle of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg                   v_scord, v_clear, v_epoch, v_hurry, v_valid, v_fence, v_device, v_ready, v_wait, v_known, v_wrap, v_busy, v_idle;
  reg [BlockW-1:0]      v_block;
  reg [WarpW-1:0]       v_warp;
  reg [WordW-1:0]       v_self, v_answer;
  reg [EraW-1:0]        v_era, v_port_era;
  reg                   v_port, v_hold, v_answered, v_there;
  reg [BlockW-1:0]      v_of_block;
  reg [WarpW-1:0]       v_of_warp;
  reg [Adds-1:0]        v_add;
  reg [Adds*EraW-1:0]   v_add_era;
  reg [Ends-1:0]        v_ends;
  reg [Ends*EraW-1:0]   v_end_era;
  reg [Looks-1:0]       v_look, v_look_hold, v_want, v_ok;
  reg [Looks*BlockW-1:0] v_look_block;
  reg [Looks*WarpW-1:0] v_look_warp;
  reg [Looks*EraW-1:0]  v_look_era;
  reg [Looks*WordW-1:0] v_want_answer;

  integer         file, got, seed, checks, operations, fences, waits, answers, held, misses, wraps, sweeps, epochs, beside, k;
  reg             last_busy;
  reg [8*256-1:0] vec;

  task fetch;
    begin
      got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h", v_scord, v_clear, v_epoch, v_hurry, v_valid, v_fence,
                    v_device, v_block, v_warp, v_ready, v_wait, v_known, v_self, v_era, v_wrap, v_busy, v_idle);
      if (got == 17) begin
        for (k = 0; k < Adds; k = k + 1) begin
          got = $fscanf(file, "%h %h", v_port, v_port_era);
          v_add[k] = v_port;
          v_add_era[k*EraW +: EraW] = v_port_era;
        end
        for (k = 0; k < Ends; k = k + 1) begin
          got = $fscanf(file, "%h %h", v_port, v_port_era);
          v_ends[k] = v_port;
          v_end_era[k*EraW +: EraW] = v_port_era;
        end
        for (k = 0; k < Looks; k = k + 1) begin
          got = $fscanf(file, "%h %h %h %h %h %h %h %h\n", v_port, v_hold, v_of_block, v_of_warp, v_port_era, v_there, v_answered,
                        v_answer);
          {v_look[k], v_look_hold[k], v_ok[k], v_want[k]} = {v_port, v_hold, v_there, v_answered};
          v_look_block[k*BlockW +: BlockW] = v_of_block;
          v_look_warp[k*WarpW +: WarpW]    = v_of_warp;
          v_look_era[k*EraW +: EraW]      = v_port_era;
          v_want_answer[k*WordW +: WordW] = v_answer;
        end
      end
    end
  endtask

  task fail;
    input [8*8-1:0] what;
    begin
      $display("FAIL pf_fence_counts: cycle %0d, %0s: got ready %b self %h era %h wrap %b busy %b answers %h", checks, what,
               arr_ready, self, era, wrap, clear_busy, answer);
      $display("FAIL pf_fence_counts: expected ready %b self %h era %h wrap %b busy %b answers %h", v_ready, v_self, v_era,
               v_wrap, v_busy, v_want_answer);
      $stop;
    end
  endtask

  task check;
    begin
      checks = checks + 1;
      if (arr_ready !== v_ready) fail("ready");
      if (!arr_fence && arr_room !== v_ready) fail("room");
      if (arr_valid && arr_fence && !shut && arr_wait !== v_wait) fail("wait");
      if (era !== v_era) fail("era");
      if (wrap !== v_wrap) fail("wrap");
      if (shut === 1'bx || (v_wrap && !shut) || (shut && arr_ready)) fail("shut");
      if (answered !== v_ok) fail("there");
      if (clear_busy !== v_busy) fail("busy");
      if (idle !== v_idle) fail("idle");
      if (v_known && self !== v_self) fail("self");
      for (k = 0; k < Looks; k = k + 1) begin
        if (v_want[k] && answer[k*WordW +: WordW] !== v_want_answer[k*WordW +: WordW]) fail("answer");
        if (v_want[k]) answers = answers + 1;
        if (v_want[k] && look_hold[k]) held = held + 1;
        if (!v_ok[k]) misses = misses + 1;
      end
      if (arr_valid && arr_ready && arr_fence) fences = fences + 1;
      if (arr_valid && arr_ready && !arr_fence) operations = operations + 1;
      if (arr_valid && !arr_ready && !clear_busy) waits = waits + 1;
      if (wrap) wraps = wraps + 1;
      if (epoch) epochs = epochs + 1;
      if (clear_busy && arr_valid && arr_ready) beside = beside + 1;
      if (last_busy && !clear_busy) sweeps = sweeps + 1;
      last_busy = clear_busy;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;  // the vectors' own, for the report
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_fence_counts: no +vec=FILE");
      $stop;
    end
    checks = 0; operations = 0; fences = 0; waits = 0; answers = 0; held = 0; misses = 0; wraps = 0; sweeps = 0; epochs = 0; beside = 0;
    last_busy = 1'b0;
    file = $fopen(vec, "r");
    @(negedge clk);
    @(negedge clk) rst_n = 1'b1;
    fetch;
    while (got == 8) begin
      {scord, clear, epoch, hurry, arr_valid, arr_fence, arr_device, arr_block, arr_warp} =
          {v_scord, v_clear, v_epoch, v_hurry, v_valid, v_fence, v_device, v_block, v_warp};
      {add, add_era, ends, end_era} = {v_add, v_add_era, v_ends, v_end_era};
      {look, look_hold, look_block, look_warp, look_era} = {v_look, v_look_hold, v_look_block, v_look_warp, v_look_era};
      #3;
      check;
      @(negedge clk);
      fetch;
    end
    if (!$feof(file) || checks < 200 || operations < 50 || fences < 50 || waits < 20 || answers < 100 || held < 20 ||
        wraps < 1 || sweeps < 2 || epochs < 1 || beside < 20 || (LookW < BlockW + WarpW && misses < 100)) begin
      $display("FAIL pf_fence_counts: checks=%0d, %0d operations, %0d fences, %0d waits, %0d answers, %0d held, %0d missing, %0d wraps, %0d sweeps, %0d epochs, %0d beside a sweep",
               checks, operations, fences, waits, answers, held, misses, wraps, sweeps, epochs, beside);
      $stop;
    end
    $display("PASS pf_fence_counts seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
