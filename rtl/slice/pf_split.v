// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_split: cuts a request's eight words where a metadata line or the table ends.
//
//   words    0 1 2 3 4 5 6 7           left = 5, shift = 6: the table ends after word 4
//   entries  6 7|0 1 2‖0 1 2           three pieces: two words in the line, three in the next one,
//            A   B     C               the others at the table's start, with the next cache tag
//
// A turn is what lies between two ends of the table. The first turn has a piece A in the line where
// it starts and perhaps a piece B in the next line; a later turn starts at entry 0 and has one
// piece C, for a request has 8 words and a line 8 entries. Pieces without a masked word are left
// out. A request without a masked word is one piece.
//
// Throughput  a piece a cycle; a turn without a masked word, after the first turn, costs a cycle
//             (only tables of fewer than 8 entries have two ends within a request).
// Latency     1 cycle.
// Errs        none: exact.
// Handshake   in_ready_o depends on piece_ready_i; line, shift and cache tag are registers.
// State bits  LineW + MtagW + 19.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_split #(
  parameter integer LineW = 23,  // at least 1
  parameter integer MtagW = 4    // at least 1
) (
  input  wire             clk_i,
  input  wire             rst_ni,          // asynchronous, active low

  input  wire [3:0]       cfg_turn_i,      // entries of the table: 1 .. 7, or 8 and more

  input  wire             in_valid_i,
  output wire             in_ready_o,
  input  wire [LineW-1:0] in_line_i,       // line of word 0
  input  wire [2:0]       in_shift_i,      // entry of word 0 in its line
  input  wire [3:0]       in_left_i,       // words up to the end of the table: 1 .. 7, or 8 and more
  input  wire [MtagW-1:0] in_mtag_i,
  input  wire [7:0]       in_mask_i,

  output wire             piece_valid_o,
  input  wire             piece_ready_i,
  output wire [LineW-1:0] piece_line_o,
  output wire [7:0]       piece_mask_o,    // entries of the line
  output wire [2:0]       piece_shift_o,   // entry = (word + shift) mod 8
  output wire [MtagW-1:0] piece_mtag_o,
  output wire             piece_last_o,

  output wire             idle_o
);

  generate
    if (LineW < 1 || MtagW < 1) begin : g_bad_param
      PF_SPLIT_BAD_PARAMETER u_bad ();
    end
  endgenerate

  function [7:0] below;              // bits 0 .. n-1
    input [3:0] n;
    integer w;
    for (w = 0; w < 8; w = w + 1) below[w] = w[3:0] < n;
  endfunction

  function [7:0] staying;            // words w with w + n < 8
    input [2:0] n;
    integer w;
    for (w = 0; w < 8; w = w + 1) staying[w] = w[3:0] + {1'b0, n} < 4'd8;
  endfunction

  function [7:0] turned;             // bit w goes to (w + n) mod 8
    input [7:0] v;
    input [2:0] n;
    reg   [7:0] a, b;
    begin
      a      = n[0] ? {v[6:0], v[7]}   : v;
      b      = n[1] ? {a[5:0], a[7:6]} : a;
      turned = n[2] ? {b[3:0], b[7:4]} : b;
    end
  endfunction

  reg              valid_q;
  reg  [LineW-1:0] line_q;
  reg  [2:0]       shift_q;
  reg  [3:0]       end_q;            // first word of the next turn; 8: no further turn
  reg  [MtagW-1:0] mtag_q;
  reg  [7:0]       mask_q;           // words of this turn and later ones
  reg              next_line_q;      // piece B
  reg              again_q;          // piece C

  ////////////////////
  // This piece     //
  ////////////////////

  wire [7:0] turn  = mask_q & below(end_q);
  wire [7:0] later = mask_q & ~below(end_q);
  wire [7:0] over  = below({1'b0, shift_q});    // entries that are in the next line, in turn 1
  wire [7:0] spots = turned(turn, shift_q);
  wire       some  = !again_q || turn != 8'h00;
  wire       b_too = !again_q && !next_line_q && (spots & over) != 8'h00;
  wire       last  = !b_too && later == 8'h00;

  assign piece_valid_o = valid_q && some;
  assign piece_line_o  = line_q;
  assign piece_mask_o  = spots & (again_q ? 8'hff : next_line_q ? over : ~over);
  assign piece_shift_o = shift_q;
  assign piece_mtag_o  = mtag_q;
  assign piece_last_o  = last;
  assign idle_o        = !valid_q;

  ////////////////////
  // The next one   //
  ////////////////////

  // What comes next does not depend on whether this piece is taken; only the enable does.
  wire             load  = last || !valid_q;
  wire             en    = !valid_q || !some || piece_ready_i;

  // Of a new request: the first piece that has a word.
  wire [7:0]       in_below = below(in_left_i);
  wire [7:0]       in_turn  = in_mask_i & in_below;
  wire [7:0]       in_stay  = staying(in_shift_i);
  wire             in_skip  = in_turn == 8'h00 && (in_mask_i & ~in_below) != 8'h00;
  wire             in_b     = (in_turn & in_stay) == 8'h00 && in_turn != 8'h00;

  wire             again = load ? in_skip : !b_too;
  wire             b     = load ? in_b    : b_too;
  wire [LineW-1:0] in_at = in_line_i + {{(LineW-1){1'b0}}, in_b};  // both sums before the choice
  wire [LineW-1:0] next  = line_q + 1'b1;
  wire [3:0]       stop  = load ? in_left_i : end_q;
  wire [MtagW-1:0] mtag  = load ? in_mtag_i : mtag_q;
  wire [4:0]       stop_next = {1'b0, stop} + {1'b0, cfg_turn_i};

  assign in_ready_o = en && load;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (en) valid_q <= !load || in_valid_i;
  end

  always @(posedge clk_i) begin
    if (en) begin
      mask_q      <= load ? in_mask_i : b_too ? mask_q : later;
      line_q      <= again ? {LineW{1'b0}} : load ? in_at : next;
      shift_q     <= again ? 3'd0 - stop[2:0] : load ? in_shift_i : shift_q;
      end_q       <= !again ? stop : (stop_next[4:3] != 2'b00) ? 4'd8 : stop_next[3:0];
      mtag_q      <= mtag + {{(MtagW-1){1'b0}}, again};
      next_line_q <= b;
      again_q     <= again;
    end
  end

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT(a_turn, cfg_turn_i != 4'd0 && cfg_turn_i <= 4'd8 || !in_valid_i)
  `PF_ASSERT(a_left, in_left_i != 4'd0 && in_left_i <= 4'd8 || !in_valid_i || in_mask_i == 8'h00)
  `PF_ASSERT(a_word, !piece_valid_o || piece_mask_o != 8'h00 || piece_last_o)
`ifdef PF_PROVE_SPLIT
  `include "pf_split_proof.vh"
`endif
`endif  // SYNTHESIS

endmodule

`resetall
