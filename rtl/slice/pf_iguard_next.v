// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_next: the entry after an access, made from what the rules say that it keeps of the side whose place it takes.
//
//   act_i ------------------------------+
//   tag, bytes --> the access as a side -+--> next_o
//   entry ------------------------------+
//
// Throughput  combinational.
// Latency     0.
// Errs        none.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_iguard_bits.vh"

module pf_iguard_next (
  input  wire                           lanes_i,  // threads are lanes, else warps; static
  input  wire [2*`PF_IGUARD_SIDE_W-1:0] entry_i,  // {reader, writer}
  input  wire [`PF_IGUARD_TAG_W-1:0]    tag_i,
  input  wire [3:0]                     bytes_i,  // of each word: what the access touches
  input  wire [`PF_IGUARD_ACT_W-1:0]    act_i,
  output wire [2*`PF_IGUARD_SIDE_W-1:0] next_o
);

  localparam [1:0] ALONE = `PF_IGUARD_OTHERS_ALONE, WARP = `PF_IGUARD_OTHERS_WARP;

  wire [`PF_IGUARD_SIDE_W-1:0] writer = entry_i[0 +: `PF_IGUARD_SIDE_W];
  wire [`PF_IGUARD_SIDE_W-1:0] reader = entry_i[`PF_IGUARD_SIDE_W +: `PF_IGUARD_SIDE_W];

  wire                         to_reader = act_i[`PF_IGUARD_ACT_READER];
  wire                         weaken    = act_i[`PF_IGUARD_ACT_WEAKEN];
  wire                         add       = act_i[`PF_IGUARD_ACT_ADD];
  wire [1:0]                   far       = act_i[`PF_IGUARD_ACT_FAR_LSB +: 2];
  wire [`PF_IGUARD_SIDE_W-1:0] before    = to_reader ? reader : writer;

  wire       several   = lanes_i && tag_i[`PF_IGUARD_TAG_SEVERAL_LSB];
  wire       a_scope   = tag_i[`PF_IGUARD_TAG_BLOCK_SCOPE_LSB];
  wire       b_scope   = before[`PF_IGUARD_SIDE_BLOCK_SCOPE_LSB];
  wire [1:0] a_others  = several ? WARP : ALONE;
  wire [1:0] b_others  = before[`PF_IGUARD_SIDE_OTHERS_LSB +: 2];
  wire [1:0] farther   = (far > b_others) ? far : b_others;
  wire [1:0] farthest  = (farther > a_others) ? farther : a_others;
  wire       b_others_scope = before[`PF_IGUARD_SIDE_OTHERS_BLOCK_SCOPE_LSB];

  reg  [`PF_IGUARD_SIDE_W-1:0] after;
  always @* begin
    after = {`PF_IGUARD_SIDE_W{1'b0}};
    after[`PF_IGUARD_SIDE_LOCK_LSB +: 16] = tag_i[`PF_IGUARD_TAG_LOCK_LSB +: 16] &
                                            (before[`PF_IGUARD_SIDE_LOCK_LSB +: 16] | {16{!weaken}});
    after[`PF_IGUARD_SIDE_WHEN_LSB +: `PF_IGUARD_SIDE_WHEN_W]   = tag_i[`PF_IGUARD_TAG_WHEN_LSB +: `PF_IGUARD_TAG_WHEN_W];
    after[`PF_IGUARD_SIDE_LANE_LSB +: 5]                        = tag_i[`PF_IGUARD_TAG_LANE_LSB +: 5];
    after[`PF_IGUARD_SIDE_WARP_LSB +: `PF_IGUARD_SIDE_WARP_W]   = tag_i[`PF_IGUARD_TAG_WARP_LSB +: `PF_IGUARD_TAG_WARP_W];
    after[`PF_IGUARD_SIDE_BLOCK_LSB +: `PF_IGUARD_SIDE_BLOCK_W] = tag_i[`PF_IGUARD_TAG_BLOCK_LSB +: `PF_IGUARD_TAG_BLOCK_W];
    after[`PF_IGUARD_SIDE_BYTES_LSB +: 4]    = bytes_i;
    after[`PF_IGUARD_SIDE_STEP_LSB +: 3]     = tag_i[`PF_IGUARD_TAG_STEP_LSB +: 3];
    after[`PF_IGUARD_SIDE_SIZE_LSB +: 3]     = tag_i[`PF_IGUARD_TAG_SIZE_LSB +: 3];
    after[`PF_IGUARD_SIDE_OTHERS_LSB +: 2]   = add ? farthest : a_others;
    after[`PF_IGUARD_SIDE_OTHERS_BLOCK_SCOPE_LSB] = add ? b_others_scope || (far != ALONE && b_scope) : several && a_scope;
    after[`PF_IGUARD_SIDE_BLOCK_SCOPE_LSB]   = a_scope || (weaken && b_scope);
    after[`PF_IGUARD_SIDE_IS_ATOM_LSB]       = tag_i[`PF_IGUARD_TAG_IS_ATOM_LSB] &&
                                               (before[`PF_IGUARD_SIDE_IS_ATOM_LSB] || !weaken);
    after[`PF_IGUARD_SIDE_POLLS_LSB]         = tag_i[`PF_IGUARD_TAG_POLLS_LSB] &&
                                               (before[`PF_IGUARD_SIDE_POLLS_LSB] || !weaken);
  end

  wire [`PF_IGUARD_SIDE_W-1:0] kept = act_i[`PF_IGUARD_ACT_CLEAR] ? {`PF_IGUARD_SIDE_W{1'b0}} : reader;

  assign next_o = to_reader ? {after, writer} : {kept, after};

  wire unused_bits = &{1'b0, tag_i, before};

endmodule

`resetall
