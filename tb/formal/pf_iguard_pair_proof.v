// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_pair_proof: a word, any accesses of two threads to it, and whatever orders them: fences, barriers of the block,
// meetings of the warp.
//
//   access, event --> clock of each block, times of each thread --> facts --> pf_iguard_rules --> entry
//               \---> what of each thread nothing has ordered yet
//
// Near 0: two lanes of a warp; 1: two warps of a block; 2: two blocks. Both store, one of them loads, too; up to the first
// race it is told at the access that completes it, and only there. No clock becomes full. (With two that load, or with
// atomics between stores, it is not so: whom the entry names no more is judged by its successor.)

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_iguard_bits.vh"

module pf_iguard_pair_proof #(
  parameter integer Near = 0
) (
  input wire       clk_i,
  input wire       valid_i,
  input wire [2:0] op_i,      // 0 load, 1 store, 3 fence of block scope, 4 of device scope, 5 barrier, 6 meeting
  input wire       thread_i,
  input wire       whole_i    // the fence: of all lanes
);

  localparam integer SideW = `PF_IGUARD_SIDE_W;
  localparam integer TimeW = `PF_IGUARD_SIDE_WHEN_W;

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  wire access  = valid_i && op_i < 3'd2;
  wire fence   = valid_i && (op_i == 3'd3 || op_i == 3'd4);
  wire barrier = valid_i && op_i == 3'd5;
  wire meet    = valid_i && op_i == 3'd6;
  wire device  = op_i == 3'd4;
  wire all     = Near != 0 || whole_i;

  ////////////////
  // Clocks     //
  ////////////////

  // Of two blocks; the threads of one have the first.
  reg  [TimeW-1:0] clock_q [0:1];
  reg  [1:0]       stamped_q;
  reg  [TimeW-1:0] bar_q [0:1];
  reg  [TimeW-1:0] meet_q [0:1];   // of each thread's warp
  wire             at = (Near == 2) && thread_i;
  wire [TimeW-1:0] now = clock_q[at] + {{(TimeW-1){1'b0}}, stamped_q[at]};
  wire [TimeW-1:0] met = (meet_q[(Near == 0) ? 0 : thread_i] > bar_q[at]) ? meet_q[(Near == 0) ? 0 : thread_i] : bar_q[at];

  always @* if (!access && valid_i) assume (!(&clock_q[at]));
  always @* if (op_i == 3'd0) assume (thread_i);

  // Of each warp: fences of all lanes, of one alone, of device scope likewise; of each block: its barrier before one
  reg  [TimeW-1:0] any_all_q [0:1];
  reg  [TimeW-1:0] any_one_q [0:1];
  reg  [TimeW-1:0] dev_all_q [0:1];
  reg  [TimeW-1:0] dev_one_q [0:1];
  reg  [TimeW-1:0] dev_bar_q [0:1];
  reg              any_lane_q, dev_lane_q;
  wire             warp = (Near != 0) && thread_i;

  function [TimeW-1:0] later;
    input [TimeW-1:0] a;
    input [TimeW-1:0] b;
    later = (a > b) ? a : b;
  endfunction

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      clock_q[0] <= 0; clock_q[1] <= 0; stamped_q <= 2'b00;
      bar_q[0] <= 0; bar_q[1] <= 0; meet_q[0] <= 0; meet_q[1] <= 0;
      any_all_q[0] <= 0; any_all_q[1] <= 0; any_one_q[0] <= 0; any_one_q[1] <= 0;
      dev_all_q[0] <= 0; dev_all_q[1] <= 0; dev_one_q[0] <= 0; dev_one_q[1] <= 0;
      dev_bar_q[0] <= 0; dev_bar_q[1] <= 0; any_lane_q <= 1'b0; dev_lane_q <= 1'b0;
    end else if (access) begin
      stamped_q[at] <= 1'b1;
    end else if (valid_i) begin
      clock_q[at]   <= now;
      stamped_q[at] <= 1'b0;
      if (barrier) bar_q[at] <= now;
      if (meet) meet_q[(Near == 0) ? 0 : thread_i] <= now;
      if (fence && all) any_all_q[warp] <= now;
      if (fence && !all) begin
        any_one_q[warp] <= now;
        any_lane_q      <= thread_i;
        any_all_q[warp] <= later(later(any_all_q[warp], met), (any_lane_q != thread_i) ? any_one_q[warp] : {TimeW{1'b0}});
      end
      if (fence && device) dev_bar_q[at] <= later(dev_bar_q[at], bar_q[at]);
      if (fence && device && all) dev_all_q[warp] <= now;
      if (fence && device && !all) begin
        dev_one_q[warp] <= now;
        dev_lane_q      <= thread_i;
        dev_all_q[warp] <= later(later(dev_all_q[warp], met), (dev_lane_q != thread_i) ? dev_one_q[warp] : {TimeW{1'b0}});
      end
    end
  end

  ////////////////
  // Rules      //
  ////////////////

  reg  [2*SideW-1:0]            entry_q;
  wire [2*SideW-1:0]            next;
  wire [2:0]                    kind;
  wire [`PF_IGUARD_FACTS_W-1:0] writer, reader;
  reg  [`PF_IGUARD_TAG_W-1:0]   tag;
  wire                          write = op_i != 3'd0;

  always @* begin
    tag = {`PF_IGUARD_TAG_W{1'b0}};
    tag[`PF_IGUARD_TAG_WHEN_LSB +: TimeW] = clock_q[at];
    tag[`PF_IGUARD_TAG_BAR_LSB +: TimeW]  = bar_q[at];
    tag[`PF_IGUARD_TAG_MEET_LSB +: TimeW] = met;
    tag[`PF_IGUARD_TAG_BLOCK_LSB]   = at;
    tag[`PF_IGUARD_TAG_WARP_LSB]    = (Near == 1) && thread_i;
    tag[`PF_IGUARD_TAG_LANE_LSB]    = (Near == 0) && thread_i;
    tag[`PF_IGUARD_TAG_WRITE_LSB]   = write;
  end

  genvar g;
  generate
    for (g = 0; g < 2; g = g + 1) begin : g_side
      wire [SideW-1:0]              side  = entry_q[g*SideW +: SideW];
      wire                          block = side[`PF_IGUARD_SIDE_BLOCK_LSB];
      wire                          which = block || side[`PF_IGUARD_SIDE_WARP_LSB];
      reg  [`PF_IGUARD_TIMES_W-1:0] times;
      wire [`PF_IGUARD_FACTS_W-1:0] facts;

      always @* begin
        times = {`PF_IGUARD_TIMES_W{1'b0}};
        times[`PF_IGUARD_TIMES_DEV_BAR_LSB +: TimeW] = dev_bar_q[block];
        times[`PF_IGUARD_TIMES_ANY_ALL_LSB +: TimeW] = any_all_q[which];
        times[`PF_IGUARD_TIMES_ANY_ONE_LSB +: TimeW] = any_one_q[which];
        times[`PF_IGUARD_TIMES_ANY_LANE_LSB]         = any_lane_q;
        times[`PF_IGUARD_TIMES_DEV_ALL_LSB +: TimeW] = dev_all_q[which];
        times[`PF_IGUARD_TIMES_DEV_ONE_LSB +: TimeW] = dev_one_q[which];
        times[`PF_IGUARD_TIMES_DEV_LANE_LSB]         = dev_lane_q;
      end

      pf_iguard_facts u_facts (
        .lanes_i (1'b1),
        .side_i  (side),
        .tag_i   (tag),
        .word_i  (5'd0),
        .bytes_i (4'd15),
        .times_i (times),
        .facts_o (facts)
      );
    end
  endgenerate

  assign writer = g_side[0].facts;
  assign reader = g_side[1].facts;

  pf_iguard_rules u_rules (
    .lanes_i       (1'b1),
    .entry_i       (entry_q),
    .tag_i         (tag),
    .bytes_i       (4'd15),
    .writer_i      (writer),
    .reader_i      (reader),
    .kind_o        (kind),
    .with_reader_o (),
    .with_others_o (),
    .act_o         (),
    .next_o        (next)
  );

  ////////////////
  // Order      //
  ////////////////

  // Of each thread: it has read, written, and nothing has ordered that behind it.
  reg  [1:0] read_q, wrote_q;
  reg        raced_q;
  wire [1:0] mine  = thread_i ? 2'b10 : 2'b01;
  wire [1:0] clash = (wrote_q | (read_q & {2{write}})) & ~mine;
  wire       races = |clash;
  // A barrier or meeting orders both threads of a block or warp; a fence what its own thread has done, with all lanes the other's, too.
  wire       joined = (barrier && Near < 2) || (meet && Near == 0);
  wire       wide   = fence && (device || Near < 2);
  wire [1:0] over   = joined ? 2'b11 : wide ? (mine | {2{Near == 0 && all}}) : 2'b00;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      entry_q <= {(2*SideW){1'b0}};
      read_q  <= 2'd0;
      wrote_q <= 2'd0;
      raced_q <= 1'b0;
    end else if (access) begin
      entry_q <= next;
      read_q  <= read_q | (mine & {2{!write}});
      wrote_q <= wrote_q | (mine & {2{write}});
      raced_q <= raced_q || races;
    end else begin
      read_q  <= read_q & ~over;
      wrote_q <= wrote_q & ~over;
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni && access && !raced_q) begin
      a_told: assert ((kind != 3'd`PF_IGUARD_KIND_NONE) == races);
    end
  end

`ifdef PF_COVER
  always @(posedge clk_i) begin
    if (rst_ni && access && !raced_q) begin
      c_race:   cover (races);
      c_fenced: cover (!races && write && any_one_q[0] == 1 && clock_q[0] == 2);
    end
  end
`endif

endmodule

`resetall
