// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_cache_misses: the lines of a cache that are being fetched, which are locked, and the requests that wait for them.
//
//   look_line_i --> equal to a line that is held? --> 2nd cycle: match_o, ways_o --> put behind the list of that line
//                                                     lock_i: a new one ----------> list of one
//   fill beats: count --> all there --> rep: its list, one request a cycle --> empty: unlocked
//
// The line stays locked until its list is empty and nobody is about to join it, so requests of one line leave
// in the order they came in. Of lines that are there the lowest goes first.
//
// Throughput  a look, a lock or defer, a fill and a replayed request a cycle, and a cycle for each line.
// Latency     the first request is replayed 2 cycles after the last fill.
// Errs        never; look_no_way_o and look_no_miss_o may stop a look that would have hit.
// State bits  Misses * (LineW + WayW + BeatW + 2) + MissW + WayW + LineW + 1, and the lists. Of one beat: no BeatW.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_cache_misses #(
  parameter integer LineW  = 21,
  parameter integer Sets   = 32,            // a power of two, at least 2
  parameter integer Ways   = 4,             // a power of two, at least 2
  parameter integer Slots  = 16,            // requests, at least 2
  parameter integer Misses = 8,             // at least 2
  parameter integer Beats  = 5,             // of a row, at least 1
  // Derived: do not override.
  parameter integer WayW   = $clog2(Ways),
  parameter integer SlotW  = $clog2(Slots),
  parameter integer MissW  = $clog2(Misses),
  parameter integer AtW    = $clog2(Sets * Ways)
) (
  input  wire             clk_i,
  input  wire             rst_ni,           // asynchronous, active low

  // First cycle
  input  wire [LineW-1:0] look_line_i,
  output wire             look_no_way_o,    // this look might find no way that may leave: it waits
  output wire             look_no_miss_o,   // this look might find no miss free: it waits

  // Second cycle
  input  wire             new_i,
  input  wire [LineW-1:0] line_i,
  input  wire [SlotW-1:0] slot_i,
  output wire             match_o,          // the line is locked: new_i puts the slot behind its list
  output wire [Ways-1:0]  ways_o,           // locked ways of its set
  input  wire             lock_i,           // the line is a new one
  input  wire [WayW-1:0]  lock_way_i,
  output wire [MissW-1:0] lock_miss_o,

  // Beats from memory
  input  wire             fill_valid_i,
  input  wire [MissW-1:0] fill_miss_i,
  output wire [AtW-1:0]   fill_at_o,        // row of the miss

  // Replay
  output wire             rep_valid_o,
  input  wire             rep_ready_i,
  output wire             rep_load_o,       // a line's replay begins in the next cycle, if there is one ready
  output wire [MissW-1:0] rep_next_o,       // its miss
  output wire [LineW-1:0] rep_line_o,
  output wire [WayW-1:0]  rep_way_o,
  output wire [SlotW-1:0] rep_slot_o,

  output wire             none_o            // no line is held
);

  localparam integer   SetW = $clog2(Sets);
  localparam integer   BeatW = (Beats > 1) ? $clog2(Beats) : 1;
  localparam integer   LastI = Beats - 1;
  localparam [BeatW-1:0] LAST = LastI[BeatW-1:0];

  generate
    if (Sets < 2 || Ways < 2 || Slots < 2 || Misses < 2 || Beats < 1 || AtW != SetW + WayW || LineW <= SetW)
    begin : g_bad_param
      PF_CACHE_MISSES_BAD_PARAMETER u_bad ();   // no such module: elaboration stops here
    end
  endgenerate

  reg  [Misses-1:0] valid_q, ready_q;
  reg  [Misses*WayW-1:0]  way_q;
  // For Yosys: flops from the start, as it would make of them anyway.
  (* mem2reg *) reg [LineW-1:0] line_q [0:Misses-1];
  (* mem2reg *) reg [BeatW-1:0] beat_q [0:Misses-1];  // beats that have come

  wire              free_valid, free_more;
  wire [MissW-1:0]  free_miss;
  wire              done;                   // the replayed line is unlocked
  reg  [MissW-1:0]  rep_q;

  pf_cache_free #(
    .N (Misses)
  ) u_free (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .valid_o      (free_valid),
    .index_o      (free_miss),
    .take_i       (lock_i),
    .more_o       (free_more),
    .all_o        (none_o),
    .give_i       (done),
    .give_index_i (rep_q)
  );
  assign lock_miss_o = free_miss;

  ////////////////
  // Compare    //
  ////////////////

  // The line of the second cycle goes into the free entry in any case; it counts if that becomes valid.
  wire [Misses-1:0] free_hot, same_set, same_line;
  reg  [Misses-1:0] set2_q, line2_q;
  wire              new_set  = line_i[SetW-1:0] == look_line_i[SetW-1:0];
  wire              new_rest = line_i[LineW-1:SetW] == look_line_i[LineW-1:SetW];

  genvar m;
  generate
    for (m = 0; m < Misses; m = m + 1) begin : g_miss
      localparam [31:0] Number = m;
      wire held_set  = line_q[m][SetW-1:0] == look_line_i[SetW-1:0];
      wire held_rest = line_q[m][LineW-1:SetW] == look_line_i[LineW-1:SetW];

      assign free_hot[m]  = free_miss == Number[MissW-1:0];
      assign same_set[m]  = free_hot[m] ? new_set : held_set;
      assign same_line[m] = same_set[m] && (free_hot[m] ? new_rest : held_rest);

      always @(posedge clk_i) begin
        if (free_hot[m] && new_i) line_q[m] <= line_i;
        if (free_hot[m] && lock_i) way_q[m*WayW +: WayW] <= lock_way_i;
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    set2_q  <= same_set;
    line2_q <= same_line;
  end

  // Ways of the look's set that are locked, and of the second cycle's
  reg  [Ways-1:0]  look_ways, ways;
  reg  [MissW-1:0] match_miss;
  integer          n, w;
  always @* begin
    look_ways  = {Ways{1'b0}};
    ways       = {Ways{1'b0}};
    match_miss = {MissW{1'b0}};
    for (n = 0; n < Misses; n = n + 1) begin
      for (w = 0; w < Ways; w = w + 1) begin
        if (valid_q[n] && same_set[n] && way_q[n*WayW +: WayW] == w[WayW-1:0]) look_ways[w] = 1'b1;
        if (valid_q[n] && set2_q[n] && way_q[n*WayW +: WayW] == w[WayW-1:0])   ways[w]      = 1'b1;
      end
      match_miss = match_miss | (n[MissW-1:0] & {MissW{valid_q[n] && line2_q[n]}});
    end
  end
  assign ways_o  = ways;
  assign match_o = |(valid_q & line2_q);

  // The look's own second cycle needs a miss and a way, and the one before it may take one of each first.
  wire [Ways-1:0] look_open = ~look_ways;
  wire            one_way   = (look_open & (look_open - 1'b1)) == {Ways{1'b0}};
  wire            no_way    = look_open == {Ways{1'b0}};
  assign look_no_way_o  = no_way || (new_i && one_way);
  assign look_no_miss_o = !free_valid || (new_i && !free_more);

  ////////////////
  // Lists      //
  ////////////////

  wire             put      = lock_i || (new_i && match_o);
  wire [MissW-1:0] put_miss = match_o ? match_miss : free_miss;
  wire             some;
  wire             taken    = rep_valid_o && rep_ready_i;

  pf_cache_list #(
    .Lists (Misses),
    .Slots (Slots)
  ) u_list (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .put_valid_i (put),
    .put_list_i  (put_miss),
    .put_slot_i  (slot_i),
    .get_valid_i (taken),
    .get_list_i  (rep_q),
    .get_some_o  (some),
    .get_slot_o  (rep_slot_o)
  );

  ////////////////
  // Fill       //
  ////////////////

  assign fill_at_o = {line_q[fill_miss_i][SetW-1:0], way_q[fill_miss_i*WayW +: WayW]};

  ////////////////
  // Replay     //
  ////////////////

  reg               rep_valid_q;
  reg  [LineW-1:0]  rep_line_q;
  reg  [WayW-1:0]   rep_way_q;
  wire              next_some;
  wire [Misses-1:0] next_hot;
  wire [MissW-1:0]  next_miss;
  wire              joins = put && put_miss == rep_q;
  wire              next  = !rep_valid_q || done;

  assign done = rep_valid_q && !some && !joins;

  pf_line_pick #(
    .N (Misses)
  ) u_next (
    .in_i    (ready_q),
    .any_o   (next_some),
    .hot_o   (next_hot),
    .index_o (next_miss)
  );

  integer k, b;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q     <= {Misses{1'b0}};
      ready_q     <= {Misses{1'b0}};
      rep_valid_q <= 1'b0;
    end else begin
      if (next) rep_valid_q <= next_some;
      for (k = 0; k < Misses; k = k + 1) begin
        if (lock_i && free_hot[k])                 valid_q[k] <= 1'b1;
        else if (done && rep_q == k[MissW-1:0])    valid_q[k] <= 1'b0;
        if (fill_valid_i && fill_miss_i == k[MissW-1:0] && (Beats == 1 || beat_q[k] == LAST)) ready_q[k] <= 1'b1;
        else if (next && next_hot[k])              ready_q[k] <= 1'b0;
      end
    end
  end

  always @(posedge clk_i) begin
    for (b = 0; b < Misses; b = b + 1) begin
      if (lock_i && free_hot[b])                              beat_q[b] <= {BeatW{1'b0}};
      else if (fill_valid_i && fill_miss_i == b[MissW-1:0])   beat_q[b] <= beat_q[b] + 1'b1;
    end
    if (next) begin
      rep_q       <= next_miss;
      rep_line_q  <= line_q[next_miss];
      rep_way_q   <= way_q[next_miss*WayW +: WayW];
    end
  end

  assign rep_valid_o = rep_valid_q && some;
  assign rep_line_o  = rep_line_q;
  assign rep_way_o   = rep_way_q;
  assign rep_load_o  = next;
  assign rep_next_o  = next_miss;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  wire [Misses-1:0] f_match = valid_q & line2_q;
  `PF_ASSERT_KNOWN(a_ctrl_known, {new_i, lock_i, fill_valid_i, rep_ready_i})
  `PF_ASSERT(a_lock, !lock_i || (new_i && !match_o && free_valid && !ways[lock_way_i]))
  `PF_ASSERT(a_offer, !new_i || free_valid)
  `PF_ASSERT(a_match, !new_i || (f_match & (f_match - 1'b1)) == {Misses{1'b0}})
  `PF_ASSERT(a_fill, !fill_valid_i || (valid_q[fill_miss_i] && !ready_q[fill_miss_i]))
`endif

endmodule

`resetall
