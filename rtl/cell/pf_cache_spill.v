// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_cache_spill: rows that left a cache, on their way to memory.
//
//   alloc: a place for the line --> row_valid_i: its row, later, in the same order --> out_*, beat by beat, from base_i on
//   look_line_i: is that line still here?
//
// The whole row is on show while its beats leave; which part of it a beat is the user knows.
// Late: alloc_line_i is kept in each cycle, whatever alloc_valid_i says, and the next address does not wait for out_ready_i:
// these two may come late in the cycle.
//
// Throughput  a row in Beats cycles; a place is taken and filled in one cycle each.
// Latency     from row_valid_i to the first beat 2 cycles.
// Errs        never. A line leaves when memory has taken its last beat.
// State bits  Places * (LineW + 1) + 3 * PlaceW + BeatW + OutW + 2 * clog2(Places+1) + 1; memory Places * RowW.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_cache_spill #(
  parameter integer LineW  = 21,
  parameter integer RowW   = 256,
  parameter integer Beats  = 1,                 // of a row, at least 1
  parameter integer Places = 4,                 // at least 2
  parameter integer Late   = 0,                 // 1: for a late alloc_valid_i and out_ready_i, 0: for power
  parameter integer OutW   = LineW + $clog2(Beats),  // of addresses, at least that
  // Derived: do not override.
  parameter integer BeatW  = (Beats > 1) ? $clog2(Beats) : 1,
  parameter integer MemW   = LineW + $clog2(Beats),
  parameter integer PlaceW = $clog2(Places)
) (
  input  wire              clk_i,
  input  wire              rst_ni,              // asynchronous, active low

  input  wire [OutW-1:0]   base_i,              // where line 0 lies; stays

  input  wire              alloc_valid_i,
  input  wire [LineW-1:0]  alloc_line_i,
  output wire              alloc_room_o,        // a place is free
  output wire              alloc_more_o,        // two are
  input  wire              row_valid_i,
  input  wire [RowW-1:0]   row_i,

  input  wire [LineW-1:0]  look_line_i,
  output wire              look_busy_o,         // it is here

  output wire              out_valid_o,
  input  wire              out_ready_i,
  output wire [OutW-1:0]   out_addr_o,          // base_i + line * Beats + beat, modulo 2^OutW
  output wire [BeatW-1:0]  out_beat_o,
  output wire [RowW-1:0]   out_row_o,
  output wire              sent_o,              // a row's last beat is taken
  output wire              empty_o
);

  generate
    if (LineW < 1 || RowW < 1 || Beats < 1 || Places < 2 || Late < 0 || Late > 1 || OutW < MemW || MemW != LineW + $clog2(Beats)) begin : g_bad_param
      PF_CACHE_SPILL_BAD_PARAMETER u_bad ();    // no such module: elaboration stops here
    end
  endgenerate

  localparam integer      CountW = $clog2(Places + 1);
  localparam integer      LastI  = Beats - 1;
  localparam [BeatW-1:0]  LAST   = LastI[BeatW-1:0];
  localparam integer      EndI   = Places - 1;
  localparam [PlaceW-1:0] END    = EndI[PlaceW-1:0];

  reg  [Places-1:0] held_q;                     // a line has the place
  reg  [LineW-1:0]  line_q [0:Places-1];
  reg  [PlaceW-1:0] alloc_q, row_q, out_q;      // next place for a line, for its row, to leave
  reg  [CountW-1:0] free_q, rows_q;             // places, rows not read yet
  reg               send_q;                     // the row is at the memory's output
  reg  [BeatW-1:0]  beat_q;
  reg  [OutW-1:0]   addr_q;

  wire step = send_q && out_ready_i;
  wire last = step && beat_q == LAST;
  wire load = |rows_q && (!send_q || last);     // the next row comes to the output
  wire [PlaceW-1:0] sent  = out_q;              // the place whose row is at the output
  wire [PlaceW-1:0] after = (out_q == END) ? {PlaceW{1'b0}} : out_q + 1'b1;
  wire [PlaceW-1:0] from  = ((Late != 0) ? send_q : last) ? after : out_q;  // of load
  wire [LineW-1:0]  first_line = line_q[from];
  wire [MemW-1:0]   first_addr;
  wire [OutW-1:0]   first_out;

  generate
    if (Beats > 1) begin : g_beats
      assign first_addr = {{BeatW{1'b0}}, first_line} * Beats[MemW-1:0];
    end else begin : g_beat
      assign first_addr = first_line;
    end
    if (OutW > MemW) begin : g_wide
      assign first_out = {{(OutW-MemW){1'b0}}, first_addr};
    end else begin : g_same
      assign first_out = first_addr;
    end
  endgenerate

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q  <= {Places{1'b0}};
      alloc_q <= {PlaceW{1'b0}};
      row_q   <= {PlaceW{1'b0}};
      out_q   <= {PlaceW{1'b0}};
      free_q  <= Places[CountW-1:0];
      rows_q  <= {CountW{1'b0}};
      send_q  <= 1'b0;
    end else begin
      if (last) held_q[sent] <= 1'b0;
      if (alloc_valid_i) begin
        held_q[alloc_q] <= 1'b1;
        alloc_q         <= (alloc_q == END) ? {PlaceW{1'b0}} : alloc_q + 1'b1;
      end
      if (row_valid_i) row_q <= (row_q == END) ? {PlaceW{1'b0}} : row_q + 1'b1;
      if (last) out_q <= after;
      if (alloc_valid_i != last) free_q <= last ? free_q + 1'b1 : free_q - 1'b1;
      if (row_valid_i != load)   rows_q <= row_valid_i ? rows_q + 1'b1 : rows_q - 1'b1;
      send_q <= load || (send_q && !last);
    end
  end

  always @(posedge clk_i) begin
    if ((Late != 0) ? |free_q : alloc_valid_i) line_q[alloc_q] <= alloc_line_i;
    if (load) begin
      beat_q <= {BeatW{1'b0}};
      addr_q <= first_out + base_i;
    end else if (step && Beats > 1) begin
      beat_q <= beat_q + 1'b1;
      addr_q <= addr_q + 1'b1;
    end
  end

  ////////////////
  // Memory     //
  ////////////////

  pf_ram #(
    .Width (RowW),
    .Depth (Places)
  ) u_ram (
    .clk_i   (clk_i),
    .we_i    (row_valid_i),
    .waddr_i (row_q),
    .wdata_i (row_i),
    .re_i    (load),
    .raddr_i (from),
    .rdata_o (out_row_o)
  );

  ////////////////
  // Look       //
  ////////////////

  wire [Places-1:0] same;
  genvar p;
  generate
    for (p = 0; p < Places; p = p + 1) begin : g_place
      assign same[p] = held_q[p] && line_q[p] == look_line_i;
    end
  endgenerate

  assign look_busy_o  = |same;
  assign alloc_room_o = |free_q;
  assign alloc_more_o = |free_q[CountW-1:1];
  assign out_valid_o  = send_q;
  assign out_addr_o   = addr_q;
  assign out_beat_o   = beat_q;
  assign sent_o       = last;
  assign empty_o      = held_q == {Places{1'b0}};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {alloc_valid_i, row_valid_i, out_ready_i})
  `PF_ASSERT(a_room, !alloc_valid_i || |free_q)
  `PF_ASSERT(a_row, !row_valid_i || {1'b0, rows_q} + {{CountW{1'b0}}, send_q} < Places[CountW:0] - {1'b0, free_q})
`endif

endmodule

`resetall
