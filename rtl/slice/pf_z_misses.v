// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_z_misses: pf_cache_misses for rows of the Z-cache, with which of them are of the present quantum.
//
//   looks, locks, replays <--> pf_cache_misses
//   fill: beat 0, its tag ------------------> fresh_q, a bit a miss --> rep_fresh_o
//
// The first request that is replayed makes its row one of the present quantum.
//
// Throughput  that of pf_cache_misses.
// Latency     likewise.
// Errs        never.
// State bits  Misses + 1, and pf_cache_misses.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_z_misses #(
  parameter integer LineW  = 21,
  parameter integer Sets   = 32,            // a power of two, at least 2
  parameter integer Ways   = 4,             // a power of two, at least 2
  parameter integer Slots  = 16,            // requests, at least 2
  parameter integer Misses = 8,             // at least 2
  parameter integer Beats  = 5,             // at least 2
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
  output wire             look_full_o,      // this look might find no miss free or all ways locked: it waits

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
  input  wire             fill_first_i,     // beat 0
  input  wire             fill_fresh_i,     // it has the tag of the present quantum
  output wire [AtW-1:0]   fill_at_o,        // row of the miss

  // Replay
  output wire             rep_valid_o,
  input  wire             rep_ready_i,
  output wire [LineW-1:0] rep_line_o,
  output wire [WayW-1:0]  rep_way_o,
  output wire             rep_fresh_o,
  output wire [SlotW-1:0] rep_slot_o,

  output wire             none_o            // no line is held
);

  generate
    if (Misses < 2 || Beats < 2) begin : g_bad_param
      PF_Z_MISSES_BAD_PARAMETER u_bad ();   // no such module: elaboration stops here
    end
  endgenerate

  wire              no_way, no_miss, rep_load;
  wire [MissW-1:0]  rep_next;
  reg  [Misses-1:0] fresh_q;
  reg               rep_fresh_q;

  pf_cache_misses #(
    .LineW  (LineW),
    .Sets   (Sets),
    .Ways   (Ways),
    .Slots  (Slots),
    .Misses (Misses),
    .Beats  (Beats)
  ) u_cache (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .look_line_i    (look_line_i),
    .look_no_way_o  (no_way),
    .look_no_miss_o (no_miss),
    .new_i          (new_i),
    .line_i         (line_i),
    .slot_i         (slot_i),
    .match_o        (match_o),
    .ways_o         (ways_o),
    .lock_i         (lock_i),
    .lock_way_i     (lock_way_i),
    .lock_miss_o    (lock_miss_o),
    .fill_valid_i   (fill_valid_i),
    .fill_miss_i    (fill_miss_i),
    .fill_at_o      (fill_at_o),
    .rep_valid_o    (rep_valid_o),
    .rep_ready_i    (rep_ready_i),
    .rep_load_o     (rep_load),
    .rep_next_o     (rep_next),
    .rep_line_o     (rep_line_o),
    .rep_way_o      (rep_way_o),
    .rep_slot_o     (rep_slot_o),
    .none_o         (none_o)
  );
  assign look_full_o = no_way || no_miss;

  integer m;
  always @(posedge clk_i) begin
    for (m = 0; m < Misses; m = m + 1) begin
      if (fill_valid_i && fill_first_i && fill_miss_i == m[MissW-1:0]) fresh_q[m] <= fill_fresh_i;
    end
    if (rep_load) rep_fresh_q <= fresh_q[rep_next];
    else if (rep_valid_o && rep_ready_i) rep_fresh_q <= 1'b1;  // the first of the list has made it so
  end
  assign rep_fresh_o = rep_fresh_q;

endmodule

`resetall
