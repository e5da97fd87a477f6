// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_row: a line's row of sides, or a beat of its block, when some of its words get a side.
//
//   row, words --> words left to each of its sides --+
//   row, side  --> which of its sides is that one ---+--> row_o; or no place for a fourth (room_o 0)
//
// A row: three sides of 64 bits, then the low bits of the number of each word's side, then the high ones. All of these 1: the
// line's sides are in a block, whose number is the row's lowest bits. A beat of a block: sides of four words.
// Words get the side that others have, if it is theirs; else they take the place of one that no other word has.
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
  input  wire                         forget_i,  // without room: the third side and this one are nobody's
  output wire                         room_o,
  output wire [255:0]                 row_o
);

  localparam integer SideW = `PF_IGUARD_SIDE_W;

  generate
    if (SideW > 64) begin : g_bad_fields
      PF_IGUARD_ROW_BAD_FIELDS u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  wire [31:0] low  = row_i[192 +: 32];
  wire [31:0] high = row_i[224 +: 32];

  ////////////////
  // Place      //
  ////////////////

  wire [2:0] equal, empty;  // it is this side; no other word has it
  genvar n, b;
  generate
    for (n = 0; n < 3; n = n + 1) begin : g_side
      localparam [1:0] Number = n;
      wire [31:0] has = ~(low ^ {32{Number[0]}}) & ~(high ^ {32{Number[1]}});
      assign equal[n] = row_i[64*n +: SideW] == side_i && |has;
      assign empty[n] = !(|(has & ~words_i));
    end
  endgenerate

  wire [2:0] may   = (|equal) ? equal : empty;
  wire [1:0] place = may[0] ? 2'd0 : may[1] ? 2'd1 : 2'd2;
  wire       room  = |may;
  wire [63:0] side = {{(64-SideW){1'b0}}, side_i};

  assign room_o = beat_i || room;

  ////////////////
  // Row        //
  ////////////////

  wire [31:0]  lows  = (low & ~words_i) | (words_i & {32{place[0] && room}});
  wire [31:0]  highs = (high & ~words_i) | (words_i & {32{place[1] || !room}});
  wire [255:0] row, beat;
  wire [3:0]   of_beat;

  generate
    for (n = 0; n < 3; n = n + 1) begin : g_row
      localparam [1:0] Number = n;
      assign row[64*n +: 64] = (room && place == Number)        ? side  :
                               (!room && forget_i && n == 2)    ? 64'd0 : row_i[64*n +: 64];
    end
    for (n = 0; n < 4; n = n + 1) begin : g_beat
      wire [7:0] bits;
      for (b = 0; b < 8; b = b + 1) begin : g_bit
        assign bits[b] = words_i[4*b+n];
      end
      assign of_beat[n]       = |bits;
      assign beat[64*n +: 64] = of_beat[n] ? side : row_i[64*n +: 64];
    end
  endgenerate

  assign row[192 +: 64] = (room || forget_i) ? {highs, lows} : {high, low};
  assign row_o          = beat_i ? beat : row;

endmodule

`resetall
