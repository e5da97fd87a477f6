// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_z_spill: rows that left the Z-cache, on their way to memory.
//
//   alloc: a place for the line --> row_*: its winners, later, in the same order --> beats, tag first --> mwr_*
//   look_line_i: is that line still here?
//
// Throughput  a row in Beats cycles; a place is taken and filled in one cycle each.
// Latency     from row_valid_i to the first beat 2 cycles.
// Errs        never. A line leaves when memory has taken its last beat.
// State bits  Places * LineW + 3 * PlaceW + BeatW + MemW + 3 * clog2(Places+1) + 1; memory Places * RowW.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_z_spill #(
  parameter integer LineW    = 21,
  parameter integer WarpW    = 9,
  parameter integer QuantumW = 16,
  parameter integer Places   = 4,               // at least 2
  // Derived: do not override.
  parameter integer RowW     = 128 * WarpW,
  parameter integer Beats    = (RowW + QuantumW + 255) / 256,
  parameter integer BeatW    = $clog2(Beats),
  parameter integer MemW     = LineW + BeatW,
  parameter integer PlaceW   = $clog2(Places)
) (
  input  wire                clk_i,
  input  wire                rst_ni,            // asynchronous, active low
  input  wire [QuantumW-1:0] quantum_i,         // stays while a row is inside

  input  wire                alloc_valid_i,
  input  wire [LineW-1:0]    alloc_line_i,
  output wire                alloc_room_o,      // a place is free
  output wire                alloc_more_o,      // two are
  input  wire                row_valid_i,
  input  wire [RowW-1:0]     row_i,

  input  wire [LineW-1:0]    look_line_i,
  output wire                look_busy_o,       // it is here

  output wire                mwr_valid_o,
  input  wire                mwr_ready_i,
  output wire [MemW-1:0]     mwr_addr_o,
  output wire [255:0]        mwr_data_o,
  output wire                sent_o,            // a row's last beat is taken
  output wire                empty_o
);

  generate
    if (LineW < 1 || WarpW < 2 || QuantumW < 1 || Places < 2 || RowW != 128 * WarpW || MemW != LineW + BeatW)
    begin : g_bad_param
      PF_Z_SPILL_BAD_PARAMETER u_bad ();        // no such module: elaboration stops here
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
  reg  [MemW-1:0]   addr_q;

  wire step = send_q && mwr_ready_i;
  wire last = step && beat_q == LAST;
  wire load = |rows_q && (!send_q || last);     // the next row comes to the output
  wire [PlaceW-1:0] sent  = out_q;              // the place whose row is at the output
  wire [PlaceW-1:0] after = (out_q == END) ? {PlaceW{1'b0}} : out_q + 1'b1;
  wire [PlaceW-1:0] from  = last ? after : out_q;

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
    if (alloc_valid_i) line_q[alloc_q] <= alloc_line_i;
    if (load) begin
      beat_q <= {BeatW{1'b0}};
      addr_q <= {{BeatW{1'b0}}, line_q[from]} * Beats[MemW-1:0];
    end else if (step) begin
      beat_q <= beat_q + 1'b1;
      addr_q <= addr_q + 1'b1;
    end
  end

  ////////////////
  // Memory     //
  ////////////////

  wire [RowW-1:0]      row;
  wire [256*Beats:0]   beats = {{(256*Beats+1-RowW-QuantumW){1'b0}}, row, quantum_i};

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
    .rdata_o (row)
  );

  wire unused = beats[256*Beats];                 // so that there is padding, however wide a row is

  reg     [255:0] data;
  integer         b;
  always @* begin
    data = 256'd0;
    for (b = 0; b < Beats; b = b + 1) data = data | (beats[256*b +: 256] & {256{beat_q == b[BeatW-1:0]}});
  end

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
  assign mwr_valid_o  = send_q;
  assign mwr_addr_o   = addr_q;
  assign mwr_data_o   = data;
  assign sent_o       = last;
  assign empty_o      = held_q == {Places{1'b0}};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {alloc_valid_i, row_valid_i, mwr_ready_i})
  `PF_ASSERT(a_room, !alloc_valid_i || |free_q)
  `PF_ASSERT(a_row, !row_valid_i || {1'b0, rows_q} + {{CountW{1'b0}}, send_q} < Places[CountW:0] - {1'b0, free_q})
`endif

endmodule

`resetall
