// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_z_row_winner: a line's row and its bytes under any requests and quanta, and what one warp, any
// one, must find in a byte. pf_z_row_order has every byte under one rule, so one stands for all.
//
//   requests: free --> pf_z_row --> row, bytes of memory
//        +--> did the watched warp write the byte in this quantum? what last? did a lower one? --> equal
//
// By induction: whoever is the lowest warp that wrote a byte in the quantum, its last value is there.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_z_row_winner #(
  parameter integer WarpW    = 9,
  parameter integer QuantumW = 3,
  parameter integer Byte     = 0,
  // Derived: do not override.
  parameter integer RowW     = 128 * WarpW
) (
  input wire             clk_i,
  input wire             begin_i,
  input wire             req_i,
  input wire [WarpW-1:0] warp_i,
  input wire [127:0]     mask_i,
  input wire [7:0]       data_i   // of the watched byte
);

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  (* anyconst *) wire [WarpW-1:0] warp;
  (* anyseq *)   wire [RowW-1:0]  others;  // the row's other bytes

  reg  [QuantumW-1:0] quantum_q, tag_q;
  reg  [WarpW-1:0]    row_q;  // the watched byte's winner
  reg  [RowW-1:0]     row_in;
  reg  [7:0]          memory_q;
  wire [RowW-1:0]     row;
  wire [127:0]        mask;
  wire                last = &quantum_q;

  always @* begin
    row_in = others;
    row_in[Byte*WarpW +: WarpW] = row_q;
  end

  pf_z_row #(
    .WarpW (WarpW)
  ) u_dut (
    .row_i   (row_in),
    .stale_i (tag_q != quantum_q),
    .warp_i  (warp_i),
    .mask_i  (mask_i),
    .row_o   (row),
    .mask_o  (mask)
  );

  // A quantum's number; when they are used up, the row's tag is swept.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      quantum_q <= {{(QuantumW-1){1'b0}}, 1'b1};
      tag_q     <= {QuantumW{1'b0}};
    end else if (begin_i) begin
      quantum_q <= last ? {{(QuantumW-1){1'b0}}, 1'b1} : quantum_q + 1'b1;
      if (last) tag_q <= {QuantumW{1'b0}};
    end else if (req_i) begin
      tag_q <= quantum_q;
      row_q <= row[Byte*WarpW +: WarpW];
      if (mask[Byte]) memory_q <= data_i;
    end
  end

  always @* begin
    assume (!req_i || !(&warp_i));
    assume (!(&warp));
  end

  // The watched warp in this quantum
  reg       wrote_q, lower_q;
  reg [7:0] value_q;
  wire      writes = req_i && mask_i[Byte];

  always @(posedge clk_i) begin
    if (!rst_ni || begin_i) begin
      {wrote_q, lower_q} <= 2'b00;
    end else if (writes) begin
      if (warp_i == warp) begin
        wrote_q <= 1'b1;
        value_q <= data_i;
      end
      if (warp_i < warp) lower_q <= 1'b1;
    end
  end

  `PF_ASSERT(a_value, !wrote_q || lower_q || memory_q == value_q)

  // For induction: whose byte the row says it is
  wire [WarpW-1:0] winner = (tag_q == quantum_q) ? row_q : {WarpW{1'b1}};
  `PF_ASSERT(i_lower, lower_q == (winner < warp))
  `PF_ASSERT(i_wrote, lower_q || wrote_q == (winner == warp))
  `PF_ASSERT(i_tag, tag_q <= quantum_q && |quantum_q)

  // A later quantum's higher warp, over a lower one that had the byte
  reg old_q;
  always @(posedge clk_i) begin
    if (!rst_ni) old_q <= 1'b0;
    else if (begin_i && lower_q && last) old_q <= 1'b1;
  end
  `PF_COVER(c_again, old_q && wrote_q && !lower_q && mask[Byte] && req_i && warp_i == warp)

endmodule

`resetall
