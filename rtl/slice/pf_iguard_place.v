// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_place: where a side goes in a line's row of sides, or in a beat of its block, when some words get it.
//
//   which word has which side, words --> which of the row's sides no other word has --+
//   equal_i -------------------------> which of them is that side --------------------+--> take_o
//   ahead_*: words that get a side in the row just now -------------------------------+
//
// The row is that before ahead_*: what these change is put right here, so that a place may be looked for while the row is being
// changed (pf_iguard_row does that).
// Words get the side that others have, if it is theirs; else they take the place of one that no other word has.
//
// Throughput  combinational.
// Latency     0.
// Errs        never: pf_iguard_line in C.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_iguard_place (
  input  wire [63:0] map_i,          // of the row: low bits of the number of each word's side, then the high ones
  input  wire        beat_i,         // it is of a block
  input  wire [31:0] words_i,        // of one side; of a beat: of its words
  input  wire [2:0]  equal_i,        // the row's sides that are what they get
  input  wire        ahead_i,        // other words get a side just now
  input  wire [31:0] ahead_words_i,
  input  wire [2:0]  ahead_take_i,   // ... in this place; none: these and the third side's words are nobody's
  input  wire        ahead_equal_i,  // ... and it is the same
  output wire [3:0]  take_o          // quarters of the row that become the side, one of three; of a beat: any; none: no room
);

  wire [31:0] low    = map_i[31:0];
  wire [31:0] high   = map_i[63:32];
  wire [31:0] others = ~(ahead_words_i & {32{ahead_i}});
  wire [2:0]  put    = {ahead_take_i[2] || ahead_take_i == 3'd0, ahead_take_i[1:0]} & {3{ahead_i}};
  wire [2:0]  equal, empty;
  wire [3:0]  of_beat;

  genvar n, b;
  generate
    for (n = 0; n < 3; n = n + 1) begin : g_side
      localparam [1:0] Number = n;
      wire [31:0] has = ~(low ^ {32{Number[0]}}) & ~(high ^ {32{Number[1]}}) & others;
      assign equal[n] = put[n] ? ahead_equal_i : equal_i[n] && |has;
      assign empty[n] = !put[n] && !(|(has & ~words_i));
    end
    for (n = 0; n < 4; n = n + 1) begin : g_beat
      wire [7:0] bits;
      for (b = 0; b < 8; b = b + 1) begin : g_bit
        assign bits[b] = words_i[4*b+n];
      end
      assign of_beat[n] = |bits;
    end
  endgenerate

  wire [2:0] may = (|equal) ? equal : empty;

  assign take_o = beat_i ? of_beat : {1'b0, may[2] && !(|may[1:0]), may[1] && !may[0], may[0]};

endmodule

`resetall
