// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_z_rows and pf_z_row as they may ever behave: any row, any bytes won, at any time. With them in
// place of the real ones, pf_zcommit's control is proved whatever the rows say.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_z_rows #(
  parameter integer Rows     = 128,
  parameter integer WarpW    = 9,
  parameter integer QuantumW = 16,
  parameter integer RowW     = 128 * WarpW,
  parameter integer Beats    = (RowW + QuantumW + 255) / 256,
  parameter integer BeatW    = $clog2(Beats),
  parameter integer AtW      = $clog2(Rows)
) (
  input  wire             clk_i, rst_ni, rd_valid_i,
  input  wire [AtW-1:0]   rd_at_i,
  output wire [RowW-1:0]  rd_row_o,
  input  wire             wr_valid_i,
  input  wire [AtW-1:0]   wr_at_i,
  input  wire [RowW-1:0]  wr_row_i,
  input  wire             fill_valid_i,
  input  wire [AtW-1:0]   fill_at_i,
  input  wire [BeatW-1:0] fill_beat_i,
  input  wire [255:0]     fill_data_i
);
  (* anyseq *) wire any;
  assign rd_row_o = {RowW{any}};
endmodule

module pf_z_row #(
  parameter integer WarpW = 9,
  parameter integer RowW  = 128 * WarpW
) (
  input  wire [RowW-1:0]  row_i,
  input  wire             stale_i,
  input  wire [WarpW-1:0] warp_i,
  input  wire [127:0]     mask_i,
  output wire [RowW-1:0]  row_o,
  output wire [127:0]     mask_o
);
  (* anyseq *) wire any;
  assign row_o  = {RowW{any}};
  assign mask_o = {128{any}};
endmodule

`resetall
