// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_next: a side after an access that takes its place, with what the rules say that it keeps of it.
//
//   side_i, weaken, add, far ------------+
//   tag, bytes --> the access as a side -+--> next_o
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
  input  wire                         lanes_i,   // threads are lanes, else warps; static
  input  wire [`PF_IGUARD_SIDE_W-1:0] side_i,
  input  wire [`PF_IGUARD_TAG_W-1:0]  tag_i,
  input  wire [3:0]                   bytes_i,   // of each word: what the access touches
  input  wire                         weaken_i,  // it stands for the side, too: the weaker of each counts
  input  wire                         add_i,     // the side, and its others, become others of it
  input  wire [1:0]                   far_i,     // ... how far away the side is: PF_IGUARD_OTHERS_*
  output wire [`PF_IGUARD_SIDE_W-1:0] next_o
);

  localparam [1:0] ALONE = `PF_IGUARD_OTHERS_ALONE, WARP = `PF_IGUARD_OTHERS_WARP;

  wire       several   = lanes_i && tag_i[`PF_IGUARD_TAG_SEVERAL_LSB];
  wire       a_scope   = tag_i[`PF_IGUARD_TAG_BLOCK_SCOPE_LSB];
  wire       b_scope   = side_i[`PF_IGUARD_SIDE_BLOCK_SCOPE_LSB];
  wire [1:0] a_others  = several ? WARP : ALONE;
  wire [1:0] b_others  = side_i[`PF_IGUARD_SIDE_OTHERS_LSB +: 2];
  wire [1:0] farther   = (far_i > b_others) ? far_i : b_others;
  wire [1:0] farthest  = (farther > a_others) ? farther : a_others;
  wire       b_others_scope = side_i[`PF_IGUARD_SIDE_OTHERS_BLOCK_SCOPE_LSB];

  reg  [`PF_IGUARD_SIDE_W-1:0] after;
  always @* begin
    after = {`PF_IGUARD_SIDE_W{1'b0}};
    after[`PF_IGUARD_SIDE_LOCK_LSB +: 16] = tag_i[`PF_IGUARD_TAG_LOCK_LSB +: 16] &
                                            (side_i[`PF_IGUARD_SIDE_LOCK_LSB +: 16] | {16{!weaken_i}});
    after[`PF_IGUARD_SIDE_WHEN_LSB +: `PF_IGUARD_SIDE_WHEN_W]   = tag_i[`PF_IGUARD_TAG_WHEN_LSB +: `PF_IGUARD_TAG_WHEN_W];
    after[`PF_IGUARD_SIDE_LANE_LSB +: 5]                        = tag_i[`PF_IGUARD_TAG_LANE_LSB +: 5];
    after[`PF_IGUARD_SIDE_WARP_LSB +: `PF_IGUARD_SIDE_WARP_W]   = tag_i[`PF_IGUARD_TAG_WARP_LSB +: `PF_IGUARD_TAG_WARP_W];
    after[`PF_IGUARD_SIDE_BLOCK_LSB +: `PF_IGUARD_SIDE_BLOCK_W] = tag_i[`PF_IGUARD_TAG_BLOCK_LSB +: `PF_IGUARD_TAG_BLOCK_W];
    after[`PF_IGUARD_SIDE_BYTES_LSB +: 4]    = bytes_i;
    after[`PF_IGUARD_SIDE_STEP_LSB +: 3]     = tag_i[`PF_IGUARD_TAG_STEP_LSB +: 3];
    after[`PF_IGUARD_SIDE_SIZE_LSB +: 3]     = tag_i[`PF_IGUARD_TAG_SIZE_LSB +: 3];
    after[`PF_IGUARD_SIDE_OTHERS_LSB +: 2]   = add_i ? farthest : a_others;
    after[`PF_IGUARD_SIDE_OTHERS_BLOCK_SCOPE_LSB] = add_i ? b_others_scope || (far_i != ALONE && b_scope) : several && a_scope;
    after[`PF_IGUARD_SIDE_BLOCK_SCOPE_LSB]   = a_scope || (weaken_i && b_scope);
    after[`PF_IGUARD_SIDE_IS_ATOM_LSB]       = tag_i[`PF_IGUARD_TAG_IS_ATOM_LSB] &&
                                               (side_i[`PF_IGUARD_SIDE_IS_ATOM_LSB] || !weaken_i);
    after[`PF_IGUARD_SIDE_POLLS_LSB]         = tag_i[`PF_IGUARD_TAG_POLLS_LSB] &&
                                               (side_i[`PF_IGUARD_SIDE_POLLS_LSB] || !weaken_i);
  end

  assign next_o = after;

  wire unused_bits = &{1'b0, tag_i, side_i};

endmodule

`resetall
