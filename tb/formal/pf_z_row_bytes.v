// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_z_row_bytes: every byte of pf_z_row is under one rule: one that is asked for passes unless a
// lower warp has it; then it is the winner's; else it stays as it was.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_z_row_bytes #(
  parameter integer WarpW = 9,
  // Derived: do not override.
  parameter integer RowW  = 128 * WarpW
) (
  input wire             clk_i,
  input wire             rst_ni,
  input wire [RowW-1:0]  row_i,
  input wire             stale_i,
  input wire [WarpW-1:0] warp_i,
  input wire [127:0]     mask_i
);

  wire [RowW-1:0] row;
  wire [127:0]    mask;

  pf_z_row #(
    .WarpW (WarpW)
  ) u_dut (
    .row_i   (row_i),
    .stale_i (stale_i),
    .warp_i  (warp_i),
    .mask_i  (mask_i),
    .row_o   (row),
    .mask_o  (mask)
  );

  genvar k;
  generate
    for (k = 0; k < 128; k = k + 1) begin : g_byte
      wire [WarpW-1:0] was    = stale_i ? {WarpW{1'b1}} : row_i[k*WarpW +: WarpW];
      wire             passes = mask_i[k] && !(was < warp_i);
      wire [WarpW-1:0] want   = passes ? warp_i : was;
      `PF_ASSERT(a_byte, mask[k] == passes && row[k*WarpW +: WarpW] == want)
    end
  endgenerate

endmodule

`resetall
