// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_eras_tb: random messages, operations, pieces and lookups, cycle by cycle, with the answers of
// pf_iguard_eras_vec, which copies all rows for each operation as it comes in.
//
// Checked: in every cycle arr_ready_o, arr_room_o, arr_wait_o of a message, era_o, idle_o; each port's answer as long as it
// is shown. Enough of each came to pass: answers from the ring, of both kinds of rows; messages that waited, for each reason.
// Plusargs: +vec=FILE +seed=N; parameters as the vectors' sm= warp= block= epoch= eras= inside= looks= adds= ends=.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_eras_tb #(
  parameter integer SmW       = `PF_FENCE_BLOCK_W,
  parameter integer WarpW     = `PF_META_WARP_W,
  parameter integer BlockW    = `PF_META_BLOCK_W,
  parameter integer EpochW    = 4,
  parameter integer Eras      = 16,
  parameter integer MaxInside = 64,
  parameter integer Looks     = 2,
  parameter integer Adds      = 1,
  parameter integer Ends      = 2
);

  localparam integer TimeW  = `PF_IGUARD_SIDE_WHEN_W;
  localparam integer TimesW = `PF_IGUARD_TIMES_W;
  localparam integer EraW   = $clog2(Eras);
  localparam integer Rows   = (1 << (SmW + WarpW)) + (1 << BlockW);

  reg                     clk   = 1'b0;
  reg                     rst_n = 1'b0;
  reg                     arr_valid = 1'b0, arr_msg = 1'b0, arr_alone = 1'b0, arr_device = 1'b0;
  reg  [1:0]              arr_kind = 2'd0;
  reg  [BlockW-1:0]       arr_block = {BlockW{1'b0}};
  reg  [WarpW-1:0]        arr_warp = {WarpW{1'b0}};
  reg  [4:0]              arr_lane = 5'd0;
  reg  [TimeW-1:0]        arr_when = {TimeW{1'b0}}, arr_bar = {TimeW{1'b0}}, arr_meet = {TimeW{1'b0}};
  reg  [Adds-1:0]         add = {Adds{1'b0}};
  reg  [Adds*EraW-1:0]    add_era;
  reg  [Ends-1:0]         ends = {Ends{1'b0}};
  reg  [Ends*EraW-1:0]    end_era;
  reg  [Looks-1:0]        look_step = {Looks{1'b0}}, look_valid = {Looks{1'b0}};
  reg  [Looks*BlockW-1:0] look_block;
  reg  [Looks*WarpW-1:0]  look_warp;
  reg  [Looks*EraW-1:0]   look_era;
  wire                    arr_ready, arr_room, arr_wait, idle;
  wire [EraW-1:0]         era;
  wire [Looks*TimesW-1:0] answer;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_iguard_eras u_dut (
`else
  pf_iguard_eras #(
    .SmW       (SmW),
    .WarpW     (WarpW),
    .BlockW    (BlockW),
    .EpochW    (EpochW),
    .Eras      (Eras),
    .MaxInside (MaxInside),
    .Looks     (Looks),
    .Adds      (Adds),
    .Ends      (Ends)
  ) u_dut (
`endif
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .arr_valid_i  (arr_valid),
    .arr_ready_o  (arr_ready),
    .arr_room_o   (arr_room),
    .arr_wait_o   (arr_wait),
    .arr_msg_i    (arr_msg),
    .arr_kind_i   (arr_kind),
    .arr_block_i  (arr_block),
    .arr_warp_i   (arr_warp),
    .arr_alone_i  (arr_alone),
    .arr_lane_i   (arr_lane),
    .arr_device_i (arr_device),
    .arr_when_i   (arr_when),
    .arr_bar_i    (arr_bar),
    .arr_meet_i   (arr_meet),
    .era_o        (era),
    .add_i        (add),
    .add_era_i    (add_era),
    .end_i        (ends),
    .end_era_i    (end_era),
    .look_step_i  (look_step),
    .look_valid_i (look_valid),
    .look_block_i (look_block),
    .look_warp_i  (look_warp),
    .look_era_i   (look_era),
    .times_o      (answer),
    .idle_o       (idle)
  );

  always #5 clk = ~clk;

  // A cycle of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg                     v_valid, v_msg, v_alone, v_device, v_ready, v_room, v_wait, v_idle, v_port, v_step, v_known;
  reg  [1:0]              v_kind, v_ring;
  reg  [2:0]              v_why;
  reg  [BlockW-1:0]       v_block, v_of_block;
  reg  [WarpW-1:0]        v_warp, v_of_warp;
  reg  [4:0]              v_lane;
  reg  [TimeW-1:0]        v_when, v_bar, v_meet;
  reg  [EraW-1:0]         v_era, v_port_era;
  reg  [TimesW-1:0]       v_times;
  reg  [Adds-1:0]         v_add;
  reg  [Adds*EraW-1:0]    v_add_era;
  reg  [Ends-1:0]         v_ends;
  reg  [Ends*EraW-1:0]    v_end_era;
  reg  [Looks-1:0]        v_look_step, v_look_valid, v_want, v_ring_warp, v_ring_block;
  reg  [Looks*BlockW-1:0] v_look_block;
  reg  [Looks*WarpW-1:0]  v_look_warp;
  reg  [Looks*EraW-1:0]   v_look_era;
  reg  [Looks*TimesW-1:0] v_want_times;

  integer         file, got, seed, checks, operations, messages, epochs, answers, held, ring_warps, ring_blocks, k;
  integer         rows, fulls, leaves, clears, rooms;  // cycles of waiting, by reason
  reg [8*256-1:0] vec;

  task fetch;
    begin
      got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h", v_valid, v_msg, v_kind, v_block, v_warp, v_alone,
                    v_lane, v_device, v_when, v_bar, v_meet, v_ready, v_room, v_wait, v_era, v_idle, v_why);
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
          got = $fscanf(file, "%h %h %h %h %h %h %h %h\n", v_step, v_of_block, v_of_warp, v_port, v_port_era, v_known, v_ring,
                        v_times);
          {v_look_step[k], v_look_valid[k], v_want[k], v_ring_block[k], v_ring_warp[k]} = {v_step, v_port, v_known, v_ring};
          v_look_block[k*BlockW +: BlockW] = v_of_block;
          v_look_warp[k*WarpW +: WarpW]    = v_of_warp;
          v_look_era[k*EraW +: EraW]       = v_port_era;
          v_want_times[k*TimesW +: TimesW] = v_times;
        end
      end
    end
  endtask

  task fail;
    input [8*8-1:0] what;
    begin
      $display("FAIL pf_iguard_eras: cycle %0d, %0s: got ready %b room %b wait %b era %h idle %b answers %h", checks, what, arr_ready,
               arr_room, arr_wait, era, idle, answer);
      $display("FAIL pf_iguard_eras: expected ready %b room %b wait %b era %h idle %b answers %b %h", v_ready, v_room, v_wait, v_era,
               v_idle, v_want, v_want_times);
      $stop;
    end
  endtask

  task check;
    begin
      checks = checks + 1;
      if (arr_ready !== v_ready) fail("ready");
      if (arr_room !== v_room) fail("room");
      if (arr_valid && arr_msg && arr_wait !== v_wait) fail("wait");
      if (era !== v_era) fail("era");
      if (idle !== v_idle) fail("idle");
      for (k = 0; k < Looks; k = k + 1) begin
        if (v_want[k] && answer[k*TimesW +: TimesW] !== v_want_times[k*TimesW +: TimesW]) fail("answer");
        if (v_want[k]) answers = answers + 1;
        if (v_want[k] && !look_step[k]) held = held + 1;
        if (v_want[k] && v_ring_warp[k]) ring_warps = ring_warps + 1;
        if (v_want[k] && v_ring_block[k]) ring_blocks = ring_blocks + 1;
      end
      if (arr_valid && arr_ready && !arr_msg) operations = operations + 1;
      if (arr_valid && arr_ready && arr_msg) messages = messages + 1;
      if (arr_valid && arr_ready && arr_msg && arr_kind == `PF_IGUARD_MSG_EPOCH) epochs = epochs + 1;
      case (v_why)
        3'd1: rows = rows + 1;
        3'd2: fulls = fulls + 1;
        3'd3: leaves = leaves + 1;
        3'd4: clears = clears + 1;
        3'd5: rooms = rooms + 1;
        default: ;
      endcase
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;  // the vectors' own, for the report
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_iguard_eras: no +vec=FILE");
      $stop;
    end
    {checks, operations, messages, epochs, answers, held, ring_warps, ring_blocks} = {8{32'd0}};
    {rows, fulls, leaves, clears, rooms} = {5{32'd0}};
    file = $fopen(vec, "r");
    @(negedge clk);
    @(negedge clk) rst_n = 1'b1;
    fetch;
    while (got == 8) begin
      {arr_valid, arr_msg, arr_kind, arr_block, arr_warp} = {v_valid, v_msg, v_kind, v_block, v_warp};
      {arr_alone, arr_lane, arr_device, arr_when, arr_bar, arr_meet} = {v_alone, v_lane, v_device, v_when, v_bar, v_meet};
      {add, add_era, ends, end_era} = {v_add, v_add_era, v_ends, v_end_era};
      {look_step, look_valid, look_block, look_warp, look_era} = {v_look_step, v_look_valid, v_look_block, v_look_warp, v_look_era};
      #3;
      check;
      @(negedge clk);
      fetch;
    end
    if (!$feof(file) || checks < 500 || operations < 50 || messages < 50 || epochs < 1 || answers < 100 || held < 20 ||
        ring_warps < 10 || ring_blocks < 10 || leaves < 5 || clears < 5 || rooms < 5 ||
        (answers > 2000 && ((Eras > 2 && rows < 10) || (Rows > Eras && fulls < 10))) ||
        (answers > 15000 && epochs < 1 << EpochW)) begin
      $display("FAIL pf_iguard_eras: checks=%0d, %0d operations, %0d messages, %0d epochs, %0d answers, %0d held, %0d and %0d from the ring",
               checks, operations, messages, epochs, answers, held, ring_warps, ring_blocks);
      $display("FAIL pf_iguard_eras: cycles of waiting: %0d for a row, %0d for the ring, %0d before epochs, %0d of clearing, %0d without room",
               rows, fulls, leaves, clears, rooms);
      $stop;
    end
    $display("PASS pf_iguard_eras seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
