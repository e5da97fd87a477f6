// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_set_proof: any row, or beat, and any words of an operation on it; one word is watched.
//
//   row, words, those left, those that have raced --> pf_iguard_set --> the watched word is in the set just if it is left and has
//                                                                       the side of the lowest one, and has raced as that has
//
// A row is none of a block; words of a beat are among its own.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_set_proof (
  input wire         clk_i,
  input wire [255:0] row_i,
  input wire         beat_i,
  input wire [2:0]   beat_no_i,  // of the line
  input wire         again_i,
  input wire [31:0]  all_i,
  input wire [31:0]  left_i,
  input wire [31:0]  raced_i,
  input wire [4:0]   word_i      // watched
);

  localparam integer SideW = `PF_IGUARD_SIDE_W;

  wire [31:0]      set, rest;
  wire [SideW-1:0] side;
  wire             had, several, somebody;

  pf_iguard_set u_dut (
    .row_i      (row_i),
    .beat_i     (beat_i),
    .again_i    (again_i),
    .all_i      (all_i),
    .left_i     (left_i),
    .raced_i    (raced_i),
    .set_o      (set),
    .rest_o     (rest),
    .side_o     (side),
    .had_o      (had),
    .several_o  (several),
    .somebody_o (somebody)
  );

  `include "pf_iguard_row_sides.vh"

  wire [31:0] words  = again_i ? left_i : all_i;
  reg  [4:0]  lowest;
  reg         some;
  integer     i;
  always @* begin
    lowest = 5'd0;
    some   = 1'b0;
    for (i = 31; i >= 0; i = i - 1) begin
      if (words[i]) lowest = i[4:0];
      if (all_i[i] && side_of(row_i, i[4:0], beat_i) >> `PF_IGUARD_SIDE_BYTES_LSB & 15) some = 1'b1;
    end
  end

  // Rows: words of one number, for no two of a row's sides that words have are the same; or nobody's, of whatever numbers.
  wire [SideW-1:0] watched = side_of(row_i, word_i, beat_i), first = side_of(row_i, lowest, beat_i);
  wire alike = beat_i ? watched == first : number(row_i, word_i) == number(row_i, lowest) ||
                                           !(|watched[`PF_IGUARD_SIDE_BYTES_LSB +: 4] || |first[`PF_IGUARD_SIDE_BYTES_LSB +: 4]);

  always @(posedge clk_i) begin
    assume (all_i != 0 && left_i != 0 && (left_i & ~all_i) == 0);
    for (i = 0; i < 4; i = i + 1) if (beat_i || i < 3) assume (|row_i[64*i+`PF_IGUARD_SIDE_BYTES_LSB +: 4] || !(|row_i[64*i +: SideW]));
    if (beat_i) assume ((all_i & ~(32'hf << (4 * beat_no_i))) == 0);

    a_set:  assert (set[word_i] == (words[word_i] && alike && raced_i[word_i] == raced_i[lowest]));
    a_rest: assert (rest == (words & ~set) && several == |rest);
    a_side: assert (side == first && had == raced_i[lowest]);
    a_some: assert (somebody == some);
`ifdef PF_COVER
    c_beat:   cover (beat_i && several && set[word_i] && word_i != lowest && somebody);
    c_raced:  cover (!beat_i && again_i && had && several);
    c_nobody: cover (!beat_i && set[word_i] && number(row_i, word_i) == 3 && !somebody);
`endif
  end

endmodule

`resetall
