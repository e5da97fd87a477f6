// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_z_row_order: two requests of one line, in either order, from any row, as one byte sees them.
//
//   row --> pf_z_row(a) --> pf_z_row(b) --> row, bytes --+
//   row --> pf_z_row(b) --> pf_z_row(a) --> row, bytes --+--> the same, when a and b are of two warps
//
// The row is any at all, so the two may stand anywhere in a sequence; any two orders of a sequence
// that keep each warp's own lead to each other by exchanges of neighbours of two warps. So all
// orders end with the same winner and the same byte. Of one warp the later request wins what both
// have. A stale row is as one that nobody has written, whatever is in it.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_z_row_order #(
  parameter integer WarpW = 9,
  parameter integer Byte  = 0,
  // Derived: do not override.
  parameter integer RowW  = 128 * WarpW
) (
  input wire             clk_i,
  input wire             rst_ni,
  input wire [RowW-1:0]  row_i,
  input wire [RowW-1:0]  other_i,
  input wire             stale_i,
  input wire [WarpW-1:0] warp_a_i,
  input wire [WarpW-1:0] warp_b_i,
  input wire [127:0]     mask_a_i,
  input wire [127:0]     mask_b_i,
  input wire [7:0]       data_a_i,   // of the byte
  input wire [7:0]       data_b_i,
  input wire [7:0]       memory_i
);

  // pf_z_row_bytes: a byte's outputs come from its own inputs, so between two requests the other bytes
  // may be anything.
  (* anyseq *) wire [RowW-1:0] any_a, any_b;
  reg  [RowW-1:0] in_ab, in_ba;
  wire [RowW-1:0] row_a, row_ab, row_b, row_ba, row_other;
  wire [127:0]    mask_a, mask_ab, mask_b, mask_ba, mask_other;

  always @* begin
    in_ab = any_a;
    in_ba = any_b;
    in_ab[Byte*WarpW +: WarpW] = row_a[Byte*WarpW +: WarpW];
    in_ba[Byte*WarpW +: WarpW] = row_b[Byte*WarpW +: WarpW];
  end

  pf_z_row #(.WarpW (WarpW)) u_a (
    .row_i (row_i), .stale_i (stale_i), .warp_i (warp_a_i), .mask_i (mask_a_i), .row_o (row_a), .mask_o (mask_a)
  );
  pf_z_row #(.WarpW (WarpW)) u_ab (
    .row_i (in_ab), .stale_i (1'b0), .warp_i (warp_b_i), .mask_i (mask_b_i), .row_o (row_ab), .mask_o (mask_ab)
  );
  pf_z_row #(.WarpW (WarpW)) u_b (
    .row_i (row_i), .stale_i (stale_i), .warp_i (warp_b_i), .mask_i (mask_b_i), .row_o (row_b), .mask_o (mask_b)
  );
  pf_z_row #(.WarpW (WarpW)) u_ba (
    .row_i (in_ba), .stale_i (1'b0), .warp_i (warp_a_i), .mask_i (mask_a_i), .row_o (row_ba), .mask_o (mask_ba)
  );
  pf_z_row #(.WarpW (WarpW)) u_other (
    .row_i (other_i), .stale_i (stale_i), .warp_i (warp_a_i), .mask_i (mask_a_i),
    .row_o (row_other), .mask_o (mask_other)
  );

  wire two_warps = warp_a_i != warp_b_i;
  wire warps     = !(&warp_a_i) && !(&warp_b_i);  // nobody is no warp

  // The byte after both requests
  wire [7:0] byte_ab = mask_ab[Byte] ? data_b_i : mask_a[Byte] ? data_a_i : memory_i;
  wire [7:0] byte_ba = mask_ba[Byte] ? data_a_i : mask_b[Byte] ? data_b_i : memory_i;

  // What its winner was, is, and must be
  wire [WarpW-1:0] was  = stale_i ? {WarpW{1'b1}} : row_i[Byte*WarpW +: WarpW];
  wire [WarpW-1:0] one  = (mask_a_i[Byte] && warp_a_i < was) ? warp_a_i : was;
  wire [WarpW-1:0] both = (mask_b_i[Byte] && warp_b_i < one) ? warp_b_i : one;

  `PF_ASSERT(a_row,    !warps || !two_warps || row_ab[Byte*WarpW +: WarpW] == row_ba[Byte*WarpW +: WarpW])
  `PF_ASSERT(a_byte,   !warps || !two_warps || byte_ab == byte_ba)
  `PF_ASSERT(a_lowest, !warps || row_ab[Byte*WarpW +: WarpW] == both)
  `PF_ASSERT(a_asked,  !mask_ab[Byte] || mask_b_i[Byte])
  // of one warp: what the first has won, the second wins again
  `PF_ASSERT(a_later,  !warps || two_warps || !mask_a[Byte] || mask_ab[Byte] == mask_b_i[Byte])
  `PF_ASSERT(a_value,  !warps || two_warps || !mask_b[Byte] || byte_ab == data_b_i)
  `PF_ASSERT(a_stale,  !warps || !stale_i || (row_a[Byte*WarpW +: WarpW] == row_other[Byte*WarpW +: WarpW] &&
                       mask_a[Byte] == mask_a_i[Byte] && mask_other[Byte] == mask_a_i[Byte]))

  `PF_COVER(c_both, warps && two_warps && !stale_i && mask_a[Byte] && mask_b[Byte] && !mask_ab[Byte] && mask_ba[Byte])
  `PF_COVER(c_tie,  warps && !two_warps && mask_a[Byte] && mask_ab[Byte] && |row_i[Byte*WarpW +: WarpW] && data_a_i != data_b_i)
  `PF_COVER(c_lost, warps && mask_a_i[Byte] && mask_b_i[Byte] && !mask_a[Byte] && !mask_b[Byte])

endmodule

`resetall
