// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_cache_free: which of N numbers are free, and one of them on offer.
//
//   free_q --> lowest --> index_o, on offer (not in free_q any more) --> take_i --> in use --> give_i --> free_q
//
// Throughput  one taken and one given back a cycle.
// Latency     a number is on offer 2 cycles after it was given back, at the earliest.
// Errs        never: no number is on offer and in use.
// State bits  N + clog2(N) + 1.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_cache_free #(
  parameter integer N      = 16,    // at least 2
  // Derived: do not override.
  parameter integer IndexW = $clog2(N)
) (
  input  wire              clk_i,
  input  wire              rst_ni,  // asynchronous, active low

  output wire              valid_o,
  output wire [IndexW-1:0] index_o,
  input  wire              take_i,  // the one on offer
  output wire              more_o,  // another will be on offer when this one is taken
  output wire              all_o,   // none is in use

  input  wire              give_i,
  input  wire [IndexW-1:0] give_index_i
);

  generate
    if (N < 2 || IndexW != $clog2(N)) begin : g_bad_param
      PF_CACHE_FREE_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  reg               valid_q;
  reg  [IndexW-1:0] index_q;
  reg  [N-1:0]      free_q;

  wire              some;
  wire [N-1:0]      lowest;
  wire [IndexW-1:0] lowest_index;
  wire [N-1:0]      given;
  wire [N-1:0]      offered;
  wire              load = !valid_q || take_i;

  pf_line_pick #(
    .N (N)
  ) u_pick (
    .in_i    (free_q),
    .any_o   (some),
    .hot_o   (lowest),
    .index_o (lowest_index)
  );

  genvar k;
  generate
    for (k = 0; k < N; k = k + 1) begin : g_hot
      localparam [31:0] Number = k;
      assign given[k]   = give_i && give_index_i == Number[IndexW-1:0];
      assign offered[k] = valid_q && index_q == Number[IndexW-1:0];
    end
  endgenerate

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      free_q  <= {N{1'b1}};
    end else begin
      valid_q <= !load || some;
      free_q  <= (free_q & ~(lowest & {N{load}})) | given;
    end
  end

  always @(posedge clk_i) begin
    if (load) index_q <= lowest_index;
  end

  assign valid_o = valid_q;
  assign index_o = index_q;
  assign more_o  = some;
  assign all_o   = &(free_q | offered);

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {take_i, give_i})
  `PF_ASSERT(a_take, !take_i || valid_q)
  `PF_ASSERT(a_give, (given & (free_q | offered)) == {N{1'b0}})
  `PF_ASSERT(a_apart, (free_q & offered) == {N{1'b0}})
`endif

endmodule

`resetall
