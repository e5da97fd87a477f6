// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_z_rows: the winners of the Z-cache's lines, a memory for each beat.
//
//   rd: row --> beat memories --+--> old row --> pf_z_row (outside) --> wr: new row --+--> beat memories
//                    last_q ----+   the row written in the cycle of the read          |
//   fill: one beat from memory -------------------------------------------------------+ while wr is 0
//
// A memory beat k holds bits 256*k .. 256*k+255 of {winners, quantum tag}; the tag is not kept here.
//
// Throughput  one read and one write, or one fill, a cycle.
// Latency     rd_row_o in the cycle after rd_valid_i, and only then.
// Errs        never. A fill in the cycle of a read of its row is not seen: the user does not read a locked line.
// State bits  RowW + 1; memory Rows * RowW.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_z_rows #(
  parameter integer Rows     = 128,   // at least 2
  parameter integer WarpW    = 9,
  parameter integer QuantumW = 16,    // less than 256
  // Derived: do not override.
  parameter integer RowW     = 128 * WarpW,
  parameter integer Beats    = (RowW + QuantumW + 255) / 256,
  parameter integer BeatW    = $clog2(Beats),
  parameter integer AtW      = $clog2(Rows)
) (
  input  wire             clk_i,
  input  wire             rst_ni,     // asynchronous, active low

  input  wire             rd_valid_i,
  input  wire [AtW-1:0]   rd_at_i,
  output wire [RowW-1:0]  rd_row_o,

  input  wire             wr_valid_i,
  input  wire [AtW-1:0]   wr_at_i,
  input  wire [RowW-1:0]  wr_row_i,

  input  wire             fill_valid_i,  // counts while wr_valid_i is 0
  input  wire [AtW-1:0]   fill_at_i,
  input  wire [BeatW-1:0] fill_beat_i,
  input  wire [255:0]     fill_data_i
);

  generate
    if (Rows < 2 || WarpW < 2 || QuantumW < 1 || QuantumW > 255 || RowW != 128 * WarpW) begin : g_bad_param
      PF_Z_ROWS_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  reg  [RowW-1:0] last_q;
  reg             hit_q;
  wire [RowW-1:0] kept;
  wire            fill = fill_valid_i && !wr_valid_i;

  always @(posedge clk_i) begin
    last_q <= wr_row_i;
    hit_q  <= wr_valid_i && wr_at_i == rd_at_i;
  end
  assign rd_row_o = hit_q ? last_q : kept;

  genvar k;
  generate
    for (k = 0; k < Beats; k = k + 1) begin : g_beat
      // Bits of the winners in this beat
      localparam integer Low  = (k == 0) ? 0 : 256 * k - QuantumW;
      localparam integer Skip = (k == 0) ? QuantumW : 0;
      localparam integer High = (256 * (k + 1) - QuantumW < RowW) ? 256 * (k + 1) - QuantumW : RowW;
      localparam [31:0]  Number = k;

      pf_ram #(
        .Width (High - Low),
        .Depth (Rows)
      ) u_ram (
        .clk_i   (clk_i),
        .we_i    (wr_valid_i || (fill && fill_beat_i == Number[BeatW-1:0])),
        .waddr_i (wr_valid_i ? wr_at_i : fill_at_i),
        .wdata_i (wr_valid_i ? wr_row_i[High-1:Low] : fill_data_i[Skip +: High - Low]),
        .re_i    (rd_valid_i),
        .raddr_i (rd_at_i),
        .rdata_o (kept[High-1:Low])
      );
    end
  endgenerate

  wire unused = &{1'b0, rst_ni, fill_data_i, 1'b0};  // the tag's bits; the reset, which only checks need

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {rd_valid_i, wr_valid_i, fill_valid_i})
  `PF_ASSERT(a_locked, !(rd_valid_i && fill && rd_at_i == fill_at_i))
`endif

endmodule

`resetall
