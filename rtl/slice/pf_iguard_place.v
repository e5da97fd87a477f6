// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_place: where a side goes in a line's row of sides, or in a beat of its block, when some words get it.
//
//   which word has which side, words --> which of the row's sides no other word has --+
//   equal_i -------------------------> which of them is that side --------------------+--> take_o
//   nobody_i ------------------------> which of them is nobody -----------------------+
//   ahead_*: words that get a side in the row just now -------------------------------+
//
// The row is that before ahead_*: what these change is put right here, so that a place may be looked for while the row is being
// changed (pf_iguard_row does that).
// Words get the side that others have, if it is theirs; else they take the place of one that no other word has; else, nobody's
// words need none, and of others' the place of nobody, whose other words need none any more.
//
// Throughput  combinational.
// Latency     0.
// Errs        never: pf_iguard_line in C.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_iguard_place (
  input  wire [63:0] map_i,           // of the row: low bits of the number of each word's side, then the high ones; 3: nobody's
  input  wire        beat_i,          // it is of a block
  input  wire [31:0] words_i,         // of one side; of a beat: of its words
  input  wire [2:0]  equal_i,         // the row's sides that are what they get
  input  wire [2:0]  nobody_i,        // ... that are nobody
  input  wire        gone_i,          // what they get is
  input  wire        ahead_i,         // other words, or these and more, get a side just now
  input  wire [31:0] ahead_words_i,
  input  wire [3:0]  ahead_take_i,    // ... in this place; none: these and the third side's words are nobody's
  input  wire        ahead_equal_i,   // ... and it is the same
  input  wire        ahead_nobody_i,  // ... and it is nobody
  output wire [3:0]  take_o           // quarters of the row that become the side; of a row one, 8: they need none; 0: no room
);

  wire [31:0] low    = map_i[31:0];
  wire [31:0] high   = map_i[63:32];
  wire [31:0] others = ~(ahead_words_i & {32{ahead_i}});
  wire [2:0]  put    = {ahead_take_i[2] || ahead_take_i == 4'd0, ahead_take_i[1:0]} & {3{ahead_i}};
  wire [2:0]  equal, empty, nobody;
  wire [3:0]  of_beat;

  genvar n, b;
  generate
    for (n = 0; n < 3; n = n + 1) begin : g_side
      localparam [1:0] Number = n;
      wire [31:0] has = ~(low ^ {32{Number[0]}}) & ~(high ^ {32{Number[1]}}) & others;
      // Those in front leave nobody's other words without a place.
      wire        stay = !(put[n] && nobody_i[n] && !ahead_nobody_i);
      assign equal[n]  = put[n] ? ahead_equal_i : equal_i[n] && |has;
      assign empty[n]  = !(|(((has & {32{stay}}) | (ahead_words_i & {32{put[n]}})) & ~words_i));
      assign nobody[n] = put[n] ? ahead_nobody_i : nobody_i[n];
    end
    for (n = 0; n < 4; n = n + 1) begin : g_beat
      wire [7:0] bits;
      for (b = 0; b < 8; b = b + 1) begin : g_bit
        assign bits[b] = words_i[4*b+n];
      end
      assign of_beat[n] = |bits;
    end
  endgenerate

  function [2:0] lowest(input [2:0] of);
    lowest = {of[2] && !(|of[1:0]), of[1] && !of[0], of[0]};
  endfunction

  wire [3:0] place = (|empty) ? {1'b0, lowest(empty)} : gone_i ? 4'd8 : {1'b0, lowest(nobody)};

  assign take_o = beat_i ? of_beat : (|equal) ? {1'b0, lowest(equal)} : place;

endmodule

`resetall
