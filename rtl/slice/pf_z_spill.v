// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_z_spill: rows that left the Z-cache, on their way to memory.
//
//   line, later its winners --> pf_cache_spill --> winners --+--> the beat's 256 bits --> mwr_data_o
//                                     '------- beat ---------+
//   quantum_i: the tag in front of them ---------------------'
//
// Throughput  a row in Beats cycles.
// Latency     that of pf_cache_spill.
// Errs        never.
// State bits  pf_cache_spill.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_z_spill #(
  parameter integer LineW    = 21,
  parameter integer WarpW    = 9,
  parameter integer QuantumW = 16,
  parameter integer Places   = 4,               // at least 2
  // Derived: do not override.
  parameter integer RowW     = 128 * WarpW,
  parameter integer Beats    = (RowW + QuantumW + 255) / 256,
  parameter integer BeatW    = $clog2(Beats),
  parameter integer MemW     = LineW + BeatW
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

  wire [BeatW-1:0]   beat;
  wire [RowW-1:0]    row;
  wire [256*Beats:0] beats = {{(256*Beats+1-RowW-QuantumW){1'b0}}, row, quantum_i};
  wire               unused = beats[256*Beats];  // so that there is padding, however wide a row is

  pf_cache_spill #(
    .LineW  (LineW),
    .RowW   (RowW),
    .Beats  (Beats),
    .Places (Places)
  ) u_cache (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .base_i        ({MemW{1'b0}}),
    .alloc_valid_i (alloc_valid_i),
    .alloc_line_i  (alloc_line_i),
    .alloc_room_o  (alloc_room_o),
    .alloc_more_o  (alloc_more_o),
    .row_valid_i   (row_valid_i),
    .row_i         (row_i),
    .look_line_i   (look_line_i),
    .look_busy_o   (look_busy_o),
    .out_valid_o   (mwr_valid_o),
    .out_ready_i   (mwr_ready_i),
    .out_addr_o    (mwr_addr_o),
    .out_beat_o    (beat),
    .out_row_o     (row),
    .sent_o        (sent_o),
    .empty_o       (empty_o)
  );

  reg     [255:0] data;
  integer         b;
  always @* begin
    data = 256'd0;
    for (b = 0; b < Beats; b = b + 1) data = data | (beats[256*b +: 256] & {256{beat == b[BeatW-1:0]}});
  end
  assign mwr_data_o = data;

endmodule

`resetall
