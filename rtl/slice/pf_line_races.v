// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_races: the races of an operation on a line, by class, become transfers of Lanes words side by side, as pf_report
// takes them.
//
//   in_* (words by class, row and entry of each class) --> groups of words not told yet --> the lowest --> race_*
//                                                                 ^                          |
//                                                                 +---- told, when taken ----+
//
// The payload of in_* is not stored: it stays on its port until the last of its groups is taken. Words go in ascending
// order. A group without a race is not told.
// It is a part of pf_line_unit (docs/metadata-engine.md).
//
// Throughput  a group a cycle.
// Latency     0 cycles.
// Errs        never: each word that races is told once, with its class's row and entry.
// Handshake   race_valid_o depends on in_valid_i, in_ready_o on race_ready_i and in_words_i.
// State bits  32 / Lanes.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_line_races #(
  parameter integer Lanes = `PF_LANES,       // 1, 2, 4 or 8
  parameter integer LineW = `PF_ADDR_W - 7
) (
  input  wire                 clk_i,
  input  wire                 rst_ni,        // asynchronous, active low

  input  wire                 in_valid_i,
  output wire                 in_ready_o,
  input  wire [LineW-1:0]     in_line_i,
  input  wire [95:0]          in_words_i,    // that race, by class; at least one, none in two
  input  wire [14:0]          in_row_i,      // PF_ROW_* of each class
  input  wire [68:0]          in_before_i,   // of each class: {owner_fenced, low 22 bits of the entry}
  input  wire                 in_sub_i,      // only part of each word is touched

  output wire                 race_valid_o,
  input  wire                 race_ready_i,
  output wire [Lanes-1:0]     race_lanes_o,
  output wire [Lanes*5-1:0]   race_row_o,
  output wire [Lanes-1:0]     race_sub_o,
  output wire [Lanes*23-1:0]  race_before_o,
  output wire [LineW+1:0]     race_sector_o, // byte address / 32
  output wire [2:0]           race_entry_o   // word of lane 0 in its sector
);

  localparam integer Groups = 32 / Lanes;

  generate
    if ((Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8) || LineW < 1) begin : g_bad_param
      PF_LINE_RACES_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  reg  [Groups-1:0] told_q;
  wire [31:0]       words = in_words_i[31:0] | in_words_i[63:32] | in_words_i[95:64];
  wire [Groups-1:0] racing;                  // groups with a race
  wire [Groups-1:0] left  = racing & ~told_q;
  wire [Groups-1:0] group = left & (~left + {{(Groups-1){1'b0}}, 1'b1});
  wire              last  = (left & ~group) == {Groups{1'b0}};
  wire              taken = race_valid_o && race_ready_i;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)    told_q <= {Groups{1'b0}};
    else if (taken) told_q <= last ? {Groups{1'b0}} : told_q | group;
  end

  assign race_valid_o = in_valid_i;
  assign in_ready_o   = race_ready_i && last;

  // The group's words, by class, and where it is
  reg [3*Lanes-1:0] lanes;
  reg [4:0]         first;
  integer           g, c;
  always @* begin
    lanes = {3*Lanes{1'b0}};
    first = 5'd0;
    for (g = 0; g < Groups; g = g + 1) begin
      for (c = 0; c < 3; c = c + 1) begin
        lanes[c*Lanes +: Lanes] = lanes[c*Lanes +: Lanes] | (in_words_i[32*c+g*Lanes +: Lanes] & {Lanes{group[g]}});
      end
      first = first | ((g[4:0] * Lanes[4:0]) & {5{group[g]}});
    end
  end

  genvar k;
  generate
    for (k = 0; k < Groups; k = k + 1) begin : g_group
      assign racing[k] = |words[k*Lanes +: Lanes];
    end
    for (k = 0; k < Lanes; k = k + 1) begin : g_lane
      wire [2:0] of = {lanes[2*Lanes+k], lanes[Lanes+k], lanes[k]};
      assign race_lanes_o[k]           = |of;
      assign race_sub_o[k]             = in_sub_i;
      assign race_row_o[5*k +: 5]      = (in_row_i[4:0] & {5{of[0]}}) | (in_row_i[9:5] & {5{of[1]}}) |
                                         (in_row_i[14:10] & {5{of[2]}});
      assign race_before_o[23*k +: 23] = (in_before_i[22:0] & {23{of[0]}}) | (in_before_i[45:23] & {23{of[1]}}) |
                                         (in_before_i[68:46] & {23{of[2]}});
    end
  endgenerate

  assign race_sector_o = {in_line_i, first[4:3]};
  assign race_entry_o  = first[2:0];

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  wire [31:0] f_twice = (in_words_i[31:0] & in_words_i[63:32]) | ((in_words_i[31:0] | in_words_i[63:32]) & in_words_i[95:64]);

  `PF_ASSERT_KNOWN(a_ctrl_known, {in_valid_i, race_ready_i})
  `PF_ASSUME(a_words, !in_valid_i || (|words && f_twice == 32'd0))
  `PF_ASSERT(a_told, !in_valid_i || |left)
`endif

endmodule

`resetall
