// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_lanes: an access of one or more lanes of a warp against what is kept of earlier ones of that
// warp to the same bytes.
//
//   lane_i, second_i, last_i --> the one that meets what the named lane did --> pf_shared_level
//                           \--> the others do the same after it --> did_o, others_o, who_o
//
// Lanes of one access do the same, one after the other in their order. What the first of them meets is
// what was kept; all others together leave what they do, and a write the last of them as who is named. Is the
// lowest lane the named one, the second one is looked at first: it meets what the lowest did before.
//
// Throughput  combinational.
// Latency     0 cycles.
// Errs        as pf_shared_level.
// State bits  0.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_shared_lanes #(
  parameter integer LaneW = 5  // at least 1
) (
  input  wire [2:0]       did_i,         // what the lane that is named did; none: nobody did anything
  input  wire [2:0]       others_i,      // ... all others of the warp together
  input  wire             seen_i,        // as pf_shared_level
  input  wire [LaneW-1:0] who_i,         // the lane that is named

  input  wire             write_i,       // the access: a store or an atomic
  input  wire             strong_i,      // ... volatile, relaxed or stronger
  input  wire [LaneW-1:0] lane_i,        // ... the lowest lane of it
  input  wire [LaneW-1:0] second_i,      // ... the one after it; lane_i: there is none
  input  wire [LaneW-1:0] last_i,        // ... the highest

  output wire [2:0]       did_o,
  output wire [2:0]       others_o,
  output wire             seen_o,
  output wire [LaneW-1:0] who_o,
  output wire             take_o,        // the access is named from now on
  output wire [LaneW-1:0] lane_o,        // that meets what was kept, and may race with it
  output wire             race_o,        // with what the named lane did
  output wire             race_others_o  // with what the others did
);

  localparam [2:0] NONE = `PF_SHARED_NONE, READ = `PF_SHARED_READ, STRONG = `PF_SHARED_STRONG;
  localparam [2:0] MIXED = `PF_SHARED_MIXED, WRITE = `PF_SHARED_WRITE, STRONG_READ = `PF_SHARED_STRONG_READ;

  wire       several = last_i != lane_i;
  wire       named   = lane_i == who_i;
  wire       second  = did_i != NONE && named && several;
  wire [2:0] others;

  assign lane_o = second ? second_i : lane_i;

  pf_shared_level u_level (
    .did_i         (did_i),
    .others_i      (others_i),
    .seen_i        (seen_i),
    .write_i       (write_i),
    .strong_i      (strong_i),
    .copy_i        (2'd0),
    .mine_i        (named && !several),
    .same_phase_i  (1'b1),
    .after_i       (1'b0),
    .waited_i      (1'b0),
    .did_o         (did_o),
    .others_o      (others),
    .seen_o        (seen_o),
    .take_o        (take_o),
    .race_o        (race_o),
    .race_others_o (race_others_o)
  );

  wire [2:0] does  = write_i ? (strong_i ? STRONG : WRITE) : strong_i ? STRONG_READ : READ;
  wire       mixed = (others == READ && does == STRONG) || (others == STRONG && does == READ);
  wire [2:0] all   = mixed ? MIXED : (others > does) ? others : does;

  assign others_o = several ? all : others;
  assign who_o    = !take_o ? who_i : (several && write_i) ? last_i : lane_o;

endmodule

`resetall
