// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_row_proof: any row, or beat, some words of which get a side, and others of which get one behind these; one word is
// watched.
//
//   row, words, side --> pf_iguard_place --> pf_iguard_row --> the watched word's side: the new one, or what it was
//   row, ahead of it ----------------------------> others ---> the place in the row before is the place in the row after
//
// A row is none of a block, and does not become one's. The words are of one side, and those of a beat are among its own. Without
// room these words and those of the third side are nobody's, and no others. There is room if a side is left without words, is
// nobody, or is the new one, or if that is nobody.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_row_proof (
  input wire                         clk_i,
  input wire [255:0]                 row_i,
  input wire                         beat_i,
  input wire [2:0]                   beat_no_i,  // of the line
  input wire [31:0]                  words_i,
  input wire [`PF_IGUARD_SIDE_W-1:0] side_i,
  input wire [31:0]                  next_words_i,  // those behind them
  input wire [`PF_IGUARD_SIDE_W-1:0] next_side_i,
  input wire [4:0]                   word_i      // watched
);

  localparam integer SideW = `PF_IGUARD_SIDE_W;

  wire [3:0]   take, take_before, take_after;
  wire [255:0] row;
  wire         room = |take;

  function [2:0] equal(input [255:0] of_row, input [SideW-1:0] side);
    equal = {of_row[128 +: SideW] == side, of_row[64 +: SideW] == side, of_row[0 +: SideW] == side};
  endfunction

  // Nobody is 0, and has no bytes.
  function gone(input [SideW-1:0] side);
    gone = side[`PF_IGUARD_SIDE_BYTES_LSB +: 4] == 4'd0;
  endfunction

  function [2:0] nobody(input [255:0] of_row);
    nobody = {gone(of_row[128 +: SideW]), gone(of_row[64 +: SideW]), gone(of_row[0 +: SideW])};
  endfunction

  function proper(input [SideW-1:0] side);
    proper = !gone(side) || side == {SideW{1'b0}};
  endfunction

  pf_iguard_place u_place (
    .map_i         (row_i[192 +: 64]),
    .beat_i        (beat_i),
    .words_i       (words_i),
    .equal_i       (equal(row_i, side_i)),
    .nobody_i      (nobody(row_i)),
    .gone_i        (gone(side_i)),
    .ahead_i       (1'b0),
    .ahead_words_i (next_words_i),
    .ahead_take_i  (4'd0),
    .ahead_equal_i (1'b1),
    .ahead_nobody_i (1'b1),
    .take_o        (take)
  );

  pf_iguard_row u_dut (
    .row_i   (row_i),
    .beat_i  (beat_i),
    .words_i (words_i),
    .side_i  (side_i),
    .take_i  (take),
    .row_o   (row)
  );

  // Those behind: their place while the first ones get theirs, and after that
  pf_iguard_place u_before (
    .map_i         (row_i[192 +: 64]),
    .beat_i        (beat_i),
    .words_i       (next_words_i),
    .equal_i       (equal(row_i, next_side_i)),
    .nobody_i      (nobody(row_i)),
    .gone_i        (gone(next_side_i)),
    .ahead_i       (1'b1),
    .ahead_words_i (words_i),
    .ahead_take_i  (take),
    .ahead_equal_i (next_side_i == (room ? side_i : {SideW{1'b0}})),
    .ahead_nobody_i (!room || gone(side_i)),
    .take_o        (take_before)
  );

  pf_iguard_place u_after (
    .map_i         (row[192 +: 64]),
    .beat_i        (beat_i),
    .words_i       (next_words_i),
    .equal_i       (equal(row, next_side_i)),
    .nobody_i      (nobody(row)),
    .gone_i        (gone(next_side_i)),
    .ahead_i       (1'b0),
    .ahead_words_i (words_i),
    .ahead_take_i  (take),
    .ahead_equal_i (1'b1),
    .ahead_nobody_i (1'b1),
    .take_o        (take_after)
  );

  `include "pf_iguard_row_sides.vh"

  wire [31:0] low = row_i[192 +: 32], high = row_i[224 +: 32];
  wire [31:0] zero = ~low & ~high, one = low & ~high, two = high & ~low, none = low & high;
  wire        alone = (words_i & ~zero) == 0 || (words_i & ~one) == 0 || (words_i & ~two) == 0 || (words_i & ~none) == 0;
  wire        free  = (zero & ~words_i) == 0 || (one & ~words_i) == 0 || (two & ~words_i) == 0 || |nobody(row_i) || gone(side_i);
  wire        known = (|zero && row_i[0 +: SideW] == side_i) || (|one && row_i[64 +: SideW] == side_i) ||
                      (|two && row_i[128 +: SideW] == side_i);

  wire [SideW-1:0] was = side_of(row_i, word_i, beat_i);
  wire [SideW-1:0] is  = side_of(row, word_i, beat_i);

  always @(posedge clk_i) begin
    assume (words_i != 0);
    assume ((words_i & next_words_i) == 0 || (next_words_i & ~words_i) == 0);
    assume (proper(side_i) && proper(next_side_i));
    if (beat_i) begin
      assume ((words_i & ~(32'hf << (4 * beat_no_i))) == 0 && word_i[4:2] == beat_no_i);
    end else begin
      assume (!(&none) && alone && proper(row_i[0 +: SideW]) && proper(row_i[64 +: SideW]) && proper(row_i[128 +: SideW]));
    end

    a_room: assert (room == (beat_i || free || known));
    a_one:  assert (beat_i || (take & (take - 4'd1)) == 4'd0);
    if (room) begin
      a_side: assert (is == (words_i[word_i] ? side_i : was));
    end else begin
      a_forgets: assert (is == ((words_i[word_i] || number(row_i, word_i) == 2) ? {SideW{1'b0}} : was));
    end
    a_row: assert (beat_i || !(&row[255:192]));
    a_ahead: assert (take_before == take_after);
`ifdef PF_COVER
    c_forgets: cover (!room && !words_i[word_i] && was != 0 && is == 0);
    c_beat:    cover (beat_i && words_i[word_i] && is != was);
    c_moves:   cover (!beat_i && room && words_i[word_i] && is != was && number(row, word_i) != number(row_i, word_i));
    c_ahead:   cover (!beat_i && !room && next_words_i != 0 && take_before == 4'd4 && next_side_i == 0);
    c_none:    cover (!beat_i && room && take_before == 4'd0);
    c_evicts:  cover (!beat_i && room && !words_i[word_i] && number(row, word_i) == 3 && number(row_i, word_i) != 3);
    c_within:  cover (!beat_i && room && next_words_i != 0 && (next_words_i & ~words_i) == 0 && take_before != 4'd0 && take_before != take);
    c_nowhere: cover (!beat_i && take == 4'd8 && words_i[word_i] && was != 0);
`endif
  end

endmodule

`resetall
