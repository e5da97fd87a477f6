// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_skid: two entries that cut every path between a source and a sink.
//
//   in_* ----+-----------> out_q --> out_*
//            |              ^
//            +--> skid_q ---+        in_ready_o is "skid_q is empty": a flop
//
// Throughput  one word a cycle.
// Latency     1 cycle.
// Errs        never: every word leaves, once, in order.
// State bits  2 + 2 * Width; outputs and in_ready_o depend on no input.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_skid #(
  parameter integer Width = 8
) (
  input  wire             clk_i,
  input  wire             rst_ni,       // asynchronous, active low

  input  wire             in_valid_i,
  output wire             in_ready_o,
  input  wire [Width-1:0] in_data_i,

  output wire             out_valid_o,
  input  wire             out_ready_i,
  output wire [Width-1:0] out_data_o
);

  generate
    if (Width < 1) begin : g_bad_param
      PF_SKID_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  reg              out_valid_q, skid_valid_q;
  reg  [Width-1:0] out_data_q, skid_data_q;

  wire             free = !out_valid_q || out_ready_i;  // the output takes a word at this edge
  wire             take = in_valid_i && !skid_valid_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_valid_q  <= 1'b0;
      skid_valid_q <= 1'b0;
    end else begin
      out_valid_q  <= !free || skid_valid_q || in_valid_i;
      skid_valid_q <= !free && (skid_valid_q || in_valid_i);
    end
  end

  always @(posedge clk_i) begin
    if (free) out_data_q  <= skid_valid_q ? skid_data_q : in_data_i;
    if (take) skid_data_q <= in_data_i;
  end

  assign in_ready_o  = !skid_valid_q;
  assign out_valid_o = out_valid_q;
  assign out_data_o  = out_data_q;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  reg             f_stalled_q;  // the word shown last was not taken
  reg [Width-1:0] f_shown_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_stalled_q <= 1'b0;
    else         f_stalled_q <= out_valid_o && !out_ready_i;
  end
  always @(posedge clk_i) f_shown_q <= out_data_o;

  `PF_ASSERT_KNOWN(a_ctrl_known, {in_valid_i, out_ready_i})
  `PF_ASSERT(a_stable, !f_stalled_q || (out_valid_o && out_data_o === f_shown_q))
  `PF_ASSERT(a_order, !skid_valid_q || out_valid_q)
  `PF_COVER(c_full, skid_valid_q && out_ready_i)
`endif

`ifdef PF_PROVE_SKID
  `include "pf_skid_proof.vh"
`endif

endmodule

`resetall
