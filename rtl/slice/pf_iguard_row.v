// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_row: a line's row of sides, or a beat of its block, when some of its words get a side.
//
//   row, words, side, place of it (pf_iguard_place) --> row_o
//
// A row: three sides of 64 bits, then the low bits of the number of each word's side, then the high ones; 3: nobody's. All of these
// 1: the line's sides are in a block, whose number is the row's lowest bits. A beat of a block: sides of four words.
// Whoever takes the place of nobody leaves nobody's other words without one (pf_iguard_place sees to it that somebody is left with
// a place). Without a place the words, and those of the third side, are nobody's.
//
// Throughput  combinational.
// Latency     0.
// Errs        never: pf_iguard_line in C.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_row (
  input  wire [255:0]                 row_i,
  input  wire                         beat_i,    // it is of a block
  input  wire [31:0]                  words_i,   // of one side; of a beat: of its words
  input  wire [`PF_IGUARD_SIDE_W-1:0] side_i,    // what they get
  input  wire [3:0]                   take_i,    // quarters of the row that become it, as pf_iguard_place's
  output wire [255:0]                 row_o
);

  localparam integer SideW = `PF_IGUARD_SIDE_W;

  generate
    if (SideW > 64) begin : g_bad_fields
      PF_IGUARD_ROW_BAD_FIELDS u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  wire [63:0] side  = {{(64-SideW){1'b0}}, side_i};
  wire        none  = take_i == 4'd0;     // of a row: the third side and they are nobody's
  wire        comes = |side_i[`PF_IGUARD_SIDE_BYTES_LSB +: 4];
  wire [31:0] left [0:2];                 // words without a place, as somebody has taken it
  wire [31:0] out   = (left[0] | left[1] | left[2]) & ~words_i;
  wire [31:0] low   = (row_i[192 +: 32] & ~words_i) | (words_i & {32{take_i[1] || take_i[3]}}) | out;
  wire [31:0] high  = (row_i[224 +: 32] & ~words_i) | (words_i & {32{take_i[2] || take_i[3] || none}}) | out;

  genvar n;
  generate
    for (n = 0; n < 3; n = n + 1) begin : g_left
      localparam [1:0] Number = n;
      wire evicts = take_i[n] && comes && !(|row_i[64*n+`PF_IGUARD_SIDE_BYTES_LSB +: 4]);
      assign left[n] = ~(row_i[192 +: 32] ^ {32{Number[0]}}) & ~(row_i[224 +: 32] ^ {32{Number[1]}}) & {32{evicts}};
    end
  endgenerate

  assign row_o[0 +: 64]   = take_i[0] ? side : row_i[0 +: 64];
  assign row_o[64 +: 64]  = take_i[1] ? side : row_i[64 +: 64];
  assign row_o[128 +: 64] = take_i[2] ? side : row_i[128 +: 64] & {64{beat_i || !none}};
  assign row_o[192 +: 64] = !beat_i ? {high, low} : take_i[3] ? side : row_i[192 +: 64];

endmodule

`resetall
