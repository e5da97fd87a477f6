// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_words: words of a line in which a side is that of a lane that has fenced alone since.
//
//   side's lane and step, lane that fenced --> which words are that one's --> any_o; of fences of device scope: dev_o
//   side's time, that of the fence ----------> has it fenced since? --------------+
//
// They may stand otherwise to an access than the rest of the words of the side.
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
  input  wire [`PF_IGUARD_TIMES_W-1:0] times_i,  // of the side's warp and block
  output wire [31:0]                   any_o,
  output wire [31:0]                   dev_o
);

  localparam integer TimeW = `PF_IGUARD_SIDE_WHEN_W;

  wire [TimeW-1:0] when = side_i[`PF_IGUARD_SIDE_WHEN_LSB +: TimeW];
  wire [4:0]       lane = side_i[`PF_IGUARD_SIDE_LANE_LSB +: 5];
  wire [2:0]       step = side_i[`PF_IGUARD_SIDE_STEP_LSB +: 3];

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

  genvar w;
  generate
    for (w = 0; w < 32; w = w + 1) begin : g_word
      localparam [4:0] Word = w;
      assign any_o[w] = since_any && is_of(step, to_any, Word);
      assign dev_o[w] = since_dev && is_of(step, to_dev, Word);
    end
  endgenerate

  wire unused_bits = &{1'b0, side_i, times_i};

endmodule

`resetall
