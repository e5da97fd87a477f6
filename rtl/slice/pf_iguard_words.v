// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_words: of words of a line that have one side, those to which an access does the same as to the lowest one.
//
//   side, lanes that fenced alone --> words that are theirs --> on the lowest one's side of each? --> same_o
//   side, tag ----------------------> do their lanes go by different steps? then the lowest one alone
//
// What becomes of a word depends on it by lanes only: whether the two are one thread, and whether the side's lane is one
// that fenced alone, if it did so since. A side and an access of one warp and of different steps meet in each word anew.
//
// Throughput  combinational.
// Latency     0.
// Errs        never: pf_iguard_line in C.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_words (
  input  wire [`PF_IGUARD_SIDE_W-1:0]  side_i,
  input  wire [`PF_IGUARD_TAG_W-1:0]   tag_i,
  input  wire [3:0]                    bytes_i,   // of each word: what the access touches
  input  wire [`PF_IGUARD_TIMES_W-1:0] times_i,   // of the side's warp and block
  input  wire [31:0]                   words_i,   // that have the side, and are accessed
  input  wire [31:0]                   lowest_i,  // the lowest one of these
  output wire [31:0]                   same_o
);

  localparam integer TimeW = `PF_IGUARD_SIDE_WHEN_W;

  wire [TimeW-1:0] when = side_i[`PF_IGUARD_SIDE_WHEN_LSB +: TimeW];
  wire [4:0]       lane = side_i[`PF_IGUARD_SIDE_LANE_LSB +: 5];
  wire [2:0]       step = side_i[`PF_IGUARD_SIDE_STEP_LSB +: 3];

  ////////////////
  // Lanes      //
  ////////////////

  // A lane's words; n: lanes between that of the line's first byte and this one
  function is_of(input [2:0] by, input [4:0] n, input [4:0] word);
    case (by)
      3'd`PF_IGUARD_STEP_NONE:   is_of = n == 5'd0;
      3'd`PF_IGUARD_STEP_BYTE:   is_of = n[4:2] == word[2:0];
      3'd`PF_IGUARD_STEP_HALF:   is_of = n[4:1] == word[3:0];
      3'd`PF_IGUARD_STEP_WORD:   is_of = n == word;
      3'd`PF_IGUARD_STEP_DOUBLE: is_of = n == {1'b0, word[4:1]};
      default:                   is_of = n == {2'b00, word[4:2]};
    endcase
  endfunction

  wire        since_any = when < times_i[`PF_IGUARD_TIMES_ANY_ONE_LSB +: TimeW];
  wire        since_dev = when < times_i[`PF_IGUARD_TIMES_DEV_ONE_LSB +: TimeW];
  wire [4:0]  to_any    = times_i[`PF_IGUARD_TIMES_ANY_LANE_LSB +: 5] - lane;
  wire [4:0]  to_dev    = times_i[`PF_IGUARD_TIMES_DEV_LANE_LSB +: 5] - lane;
  wire [31:0] of_any, of_dev;

  genvar w;
  generate
    for (w = 0; w < 32; w = w + 1) begin : g_word
      localparam [4:0] Word = w;
      assign of_any[w] = since_any && is_of(step, to_any, Word);
      assign of_dev[w] = since_dev && is_of(step, to_dev, Word);
    end
  endgenerate

  wire low_any = |(of_any & lowest_i);
  wire low_dev = |(of_dev & lowest_i);

  ////////////////
  // Words      //
  ////////////////

  wire nothing = !(|(bytes_i & side_i[`PF_IGUARD_SIDE_BYTES_LSB +: 4]));  // that both touch
  wire crossed = step != tag_i[`PF_IGUARD_TAG_STEP_LSB +: 3] &&
                 side_i[`PF_IGUARD_SIDE_WARP_LSB +: `PF_IGUARD_SIDE_WARP_W] ==
                 tag_i[`PF_IGUARD_TAG_WARP_LSB +: `PF_IGUARD_TAG_WARP_W] &&
                 side_i[`PF_IGUARD_SIDE_BLOCK_LSB +: `PF_IGUARD_SIDE_BLOCK_W] ==
                 tag_i[`PF_IGUARD_TAG_BLOCK_LSB +: `PF_IGUARD_TAG_BLOCK_W];
  wire [31:0] alike = ~(of_any ^ {32{low_any}}) & ~(of_dev ^ {32{low_dev}}) & {32{!crossed}};

  assign same_o = words_i & (alike | lowest_i | {32{nothing}});

  wire unused_bits = &{1'b0, side_i, tag_i, times_i};

endmodule

`resetall
