// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Parts of pf_zcommit as they may ever behave, for pf_zcommit_defer: which requests hit, which lines are
// fetched, when rows find a place on their way out, what a memory says. Left are the parts that know where a
// request is.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_z_tags #(
  parameter integer LineW = 21,
  parameter integer Sets  = 32,
  parameter integer Ways  = 4,
  parameter integer SetW  = $clog2(Sets),
  parameter integer WayW  = $clog2(Ways)
) (
  input  wire             clk_i, rst_ni, clear_i, walk_i,
  output wire             walking_o,
  input  wire             look_i,
  input  wire [SetW-1:0]  look_set_i,
  input  wire             new_i, rep_i,
  input  wire [LineW-1:0] line_i,
  input  wire             locked_i,
  input  wire [Ways-1:0]  locked_ways_i,
  input  wire             fetch_i,
  input  wire [WayW-1:0]  rep_way_i,
  input  wire             rep_fresh_i,
  output wire             hit_o, miss_o, lock_o,
  output wire [WayW-1:0]  way_o,
  output wire             stale_o, spill_o,
  output wire [LineW-1:0] victim_o
);
  (* anyseq *) wire walking, hit, stale, spill;
  (* anyseq *) wire [WayW-1:0]  way;
  (* anyseq *) wire [LineW-1:0] victim;
  assign walking_o = walking;
  assign hit_o     = new_i && !locked_i && hit;
  assign miss_o    = new_i && !locked_i && !hit;
  assign lock_o    = miss_o && fetch_i;
  assign way_o     = rep_i ? rep_way_i : way;
  assign stale_o   = stale;
  assign spill_o   = miss_o && spill;
  assign victim_o  = victim;

  // What the real one promises, and what it asks for
  `PF_ASSERT(a_one, !(new_i && rep_i))
  `PF_ASSERT(a_room, !new_i || ~locked_ways_i != {Ways{1'b0}})
  always @* if (miss_o && ~locked_ways_i != {Ways{1'b0}}) assume (!locked_ways_i[way]);
endmodule

module pf_z_filter #(
  parameter integer LineW      = 21,
  parameter integer FilterBits = 512
) (
  input  wire             clk_i, rst_ni, clear_i,
  input  wire [LineW-1:0] look_line_i,
  output wire             maybe_o,
  input  wire             put_valid_i,
  input  wire [LineW-1:0] put_line_i
);
  (* anyseq *) wire maybe;
  assign maybe_o = maybe;
endmodule

module pf_z_fetch #(
  parameter integer LineW  = 21,
  parameter integer Misses = 8,
  parameter integer Beats  = 5,
  parameter integer MissW  = $clog2(Misses),
  parameter integer BeatW  = $clog2(Beats),
  parameter integer MemW   = LineW + BeatW
) (
  input  wire             clk_i, rst_ni, job_valid_i,
  input  wire [LineW-1:0] job_line_i,
  input  wire [MissW-1:0] job_miss_i,
  output wire [LineW-1:0] line_o,
  input  wire             busy_i,
  output wire             mrd_valid_o,
  input  wire             mrd_ready_i,
  output wire [MemW-1:0]  mrd_addr_o,
  output wire [MissW+BeatW-1:0] mrd_id_o
);
  (* anyseq *) wire valid;
  assign line_o      = {LineW{1'b0}};
  assign mrd_valid_o = valid;
  assign mrd_addr_o  = {MemW{1'b0}};
  assign mrd_id_o    = {(MissW+BeatW){1'b0}};
endmodule

module pf_z_spill #(
  parameter integer LineW    = 21,
  parameter integer WarpW    = 9,
  parameter integer QuantumW = 16,
  parameter integer Places   = 4,
  parameter integer RowW     = 128 * WarpW,
  parameter integer Beats    = (RowW + QuantumW + 255) / 256,
  parameter integer BeatW    = $clog2(Beats),
  parameter integer MemW     = LineW + BeatW
) (
  input  wire                clk_i, rst_ni,
  input  wire [QuantumW-1:0] quantum_i,
  input  wire                alloc_valid_i,
  input  wire [LineW-1:0]    alloc_line_i,
  output wire                alloc_room_o, alloc_more_o,
  input  wire                row_valid_i,
  input  wire [RowW-1:0]     row_i,
  input  wire [LineW-1:0]    look_line_i,
  output wire                look_busy_o, mwr_valid_o,
  input  wire                mwr_ready_i,
  output wire [MemW-1:0]     mwr_addr_o,
  output wire [255:0]        mwr_data_o,
  output wire                sent_o, empty_o
);
  (* anyseq *) wire room, more, busy, sent, empty;
  assign alloc_room_o = room;
  assign alloc_more_o = more;
  assign look_busy_o  = busy;
  assign mwr_valid_o  = 1'b0;
  assign mwr_addr_o   = {MemW{1'b0}};
  assign mwr_data_o   = 256'd0;
  assign sent_o       = sent;
  assign empty_o      = empty;
endmodule

module pf_ram #(
  parameter integer Width = 8,
  parameter integer Depth = 16,
  parameter integer Lanes = 1,
  parameter integer AddrW = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  wire             clk_i,
  input  wire [Lanes-1:0] we_i,
  input  wire [AddrW-1:0] waddr_i,
  input  wire [Width-1:0] wdata_i,
  input  wire             re_i,
  input  wire [AddrW-1:0] raddr_i,
  output wire [Width-1:0] rdata_o
);
  (* anyseq *) wire any;
  reg any_q;
  always @(posedge clk_i) if (re_i) any_q <= any;
  assign rdata_o = {Width{any_q}};
endmodule

`resetall
