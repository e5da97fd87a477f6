// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_set: of the words of an operation that are left, those of one turn: that have the side of the lowest one, in a line's
// row of sides or in a beat of its block.
//
//   all words, words left --> the lowest one --> whose is it? --> side_o; all of that side --> set_o, rest_o
//   row ---------------------> whose is each? ----+-------------> are there several? ---------> several_o
//                                                 +-------------> is anybody there? ----------> somebody_o
//
// Words that have raced and words that have not are never of one turn. Beats: words of equal sides go together. Rows: words of
// one number; 3 is nobody's (pf_iguard_row).
//
// Throughput  combinational.
// Latency     0.
// Errs        never: pf_iguard_line in C.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_set (
  input  wire [255:0]                 row_i,       // of no block
  input  wire                         beat_i,      // it is a beat of a block
  input  wire                         again_i,     // turns have been taken: left_i are left, else all_i
  input  wire [31:0]                  all_i,       // not 0; of a beat: among its words
  input  wire [31:0]                  left_i,
  input  wire [31:0]                  raced_i,     // they race with their last writers
  output wire [31:0]                  set_o,
  output wire [31:0]                  rest_o,      // words for other turns
  output wire [`PF_IGUARD_SIDE_W-1:0] side_o,      // the set's
  output wire                         had_o,       // it has raced
  output wire                         several_o,   // there are words for other turns; early
  output wire                         somebody_o   // one of all words has a side that is not nobody; early
);

  localparam integer SideW = `PF_IGUARD_SIDE_W;

  wire [31:0] numbered [0:3];       // words of each number; of 3: nobody's, whatever theirs is
  wire [31:0] lowest [0:1];         // of all words, of those left
  wire [3:0]  of_lowest [0:1];      // whose is it?
  wire [1:0]  had, several;
  wire [3:0]  some;                 // the row's, or beat's, sides that are not nobody
  wire [5:0]  unlike;               // two of the beat's sides

  function [3:0] of_beat(input [31:0] words);
    of_beat = words[31:28] | words[27:24] | words[23:20] | words[19:16] | words[15:12] | words[11:8] | words[7:4] | words[3:0];
  endfunction

  // Of all words and of those left at once: which of the two counts comes late.
  genvar n, k;
  generate
    for (n = 0; n < 4; n = n + 1) begin : g_side
      localparam [1:0] Number = n;
      assign some[n] = |row_i[64*n+`PF_IGUARD_SIDE_BYTES_LSB +: 4];
      if (n < 3) begin : g_number
        assign numbered[n] = ~(row_i[192 +: 32] ^ {32{Number[0]}}) & ~(row_i[224 +: 32] ^ {32{Number[1]}}) & {32{some[n]}};
      end else begin : g_nobody
        assign numbered[n] = ~(numbered[0] | numbered[1] | numbered[2]);
      end
    end
    for (n = 0; n < 3; n = n + 1) begin : g_unlike
      assign unlike[n] = row_i[0 +: SideW] != row_i[64*(n+1) +: SideW];
    end
    for (n = 0; n < 2; n = n + 1) begin : g_words
      wire [31:0] words = n ? left_i : all_i;
      wire [3:0]  there, numbers;   // of the words, of the lowest one
      wire        unused_any;
      wire [4:0]  unused_index;
      pf_line_pick #(
        .N (32)
      ) u_lowest (
        .in_i    (words),
        .any_o   (unused_any),
        .hot_o   (lowest[n]),
        .index_o (unused_index)
      );
      for (k = 0; k < 4; k = k + 1) begin : g_number
        assign there[k]   = |(numbered[k] & words);
        assign numbers[k] = |(numbered[k] & lowest[n]);
      end
      assign had[n]       = |(lowest[n] & raced_i);
      assign of_lowest[n] = beat_i ? of_beat(lowest[n]) : numbers;

      // Known before the lowest one's are.
      wire [3:0] u = of_beat(words);
      wire sides_row  = (there[0] && |there[3:1]) || (there[1] && |there[3:2]) || (there[2] && there[3]);
      wire sides_beat = (u[0] && u[1] && unlike[0]) || (u[0] && u[2] && unlike[1]) || (u[0] && u[3] && unlike[2]) ||
                        (u[1] && u[2] && unlike[3]) || (u[1] && u[3] && unlike[4]) || (u[2] && u[3] && unlike[5]);
      wire mixed      = |(words & raced_i) && |(words & ~raced_i);
      assign several[n] = mixed || (beat_i ? sides_beat : sides_row);

      wire unused = &{1'b0, unused_any, unused_index, 1'b0};
    end
  endgenerate
  assign unlike[3] = row_i[64 +: SideW] != row_i[128 +: SideW];
  assign unlike[4] = row_i[64 +: SideW] != row_i[192 +: SideW];
  assign unlike[5] = row_i[128 +: SideW] != row_i[192 +: SideW];

  wire [3:0]  of        = again_i ? of_lowest[1] : of_lowest[0];
  wire [31:0] words     = again_i ? left_i : all_i;
  wire [31:0] alike     = words & (raced_i ^ {32{!had_o}});
  wire [3:0]  same_beat = of[0] ? {~unlike[2:0], 1'b1} :
                          of[1] ? {~unlike[4:3], 1'b1, ~unlike[0]} :
                          of[2] ? {~unlike[5], 1'b1, ~unlike[3], ~unlike[1]} : {1'b1, ~unlike[5:4], ~unlike[2]};
  wire [31:0] same_row  = (numbered[0] & {32{of[0]}}) | (numbered[1] & {32{of[1]}}) | (numbered[2] & {32{of[2]}}) |
                          (numbered[3] & {32{of[3]}});

  assign had_o      = again_i ? had[1] : had[0];
  assign several_o  = again_i ? several[1] : several[0];
  assign set_o      = alike & (beat_i ? {8{same_beat}} : same_row);
  assign rest_o     = words & ~set_o;
  assign side_o     = (row_i[0 +: SideW] & {SideW{of[0]}}) | (row_i[64 +: SideW] & {SideW{of[1]}}) |
                      (row_i[128 +: SideW] & {SideW{of[2]}}) | (row_i[192 +: SideW] & {SideW{of[3] && beat_i}});
  assign somebody_o = beat_i ? |(of_beat(all_i) & some) :
                      |((numbered[0] | numbered[1] | numbered[2]) & all_i);

endmodule

`resetall
