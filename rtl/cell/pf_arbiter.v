// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_arbiter: one of N sources at a time, round robin.
//
//   in_valid_i[N] --> lowest at or above the turn, else lowest of all --> grant --> out_*
//                        ^                                              |
//                        +--- turn_q: behind the one taken, at the one shown and not taken
//
// Throughput  one word a cycle.
// Latency     combinational, from in_* to out_* and from out_ready_i to in_ready_o.
// Errs        never: a source that waits is served after at most N-1 others; the word on show
//             stays until it is taken (sources keep their valid, so the turn stays with it).
// State bits  N - 1.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_arbiter #(
  parameter integer N     = 2,   // sources, at least 1
  parameter integer Width = 8,
  // Derived: do not override.
  parameter integer IndexW = (N > 1) ? $clog2(N) : 1
) (
  input  wire               clk_i,
  input  wire               rst_ni,       // asynchronous, active low

  input  wire [N-1:0]       in_valid_i,
  output wire [N-1:0]       in_ready_o,
  input  wire [N*Width-1:0] in_data_i,

  output wire               out_valid_o,
  input  wire               out_ready_i,
  output wire [Width-1:0]   out_data_o,
  output wire [IndexW-1:0]  out_index_o
);

  generate
    if (Width < 1 || N < 1) begin : g_bad_param
      PF_ARBITER_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Grant      //
  ////////////////

  // Bit k: source k is at or above the turn. All zero is turn 0, so bit 0 is never set.
  reg  [N-1:0] turn_q, turn_d;
  wire [N-1:0] ahead = in_valid_i & turn_q;
  wire [N-1:0] pool  = (|ahead) ? ahead : in_valid_i;
  wire [N-1:0] grant = pool & (~pool + {{(N-1){1'b0}}, 1'b1});  // lowest bit of pool

  integer k;
  always @* begin
    turn_d = {N{1'b0}};
    for (k = 1; k < N; k = k + 1) begin
      turn_d[k] = turn_d[k-1] || (out_ready_i ? grant[k-1] : grant[k]);
    end
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)          turn_q <= {N{1'b0}};
    else if (out_valid_o) turn_q <= turn_d;
  end

  ////////////////
  // Output     //
  ////////////////

  reg [Width-1:0]  data;
  reg [IndexW-1:0] index;
  integer          s;
  always @* begin
    data  = {Width{1'b0}};
    index = {IndexW{1'b0}};
    for (s = 0; s < N; s = s + 1) begin
      data  = data | (in_data_i[s*Width +: Width] & {Width{grant[s]}});
      index = index | (s[IndexW-1:0] & {IndexW{grant[s]}});
    end
  end

  assign in_ready_o  = grant & {N{out_ready_i}};
  assign out_valid_o = |in_valid_i;
  assign out_data_o  = data;
  assign out_index_o = index;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  reg              f_stalled_q;  // the word shown last was not taken
  reg [Width-1:0]  f_shown_q;
  reg [IndexW-1:0] f_index_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_stalled_q <= 1'b0;
    else         f_stalled_q <= out_valid_o && !out_ready_i;
  end
  always @(posedge clk_i) begin
    f_shown_q <= out_data_o;
    f_index_q <= out_index_o;
  end

  `PF_ASSERT_KNOWN(a_ctrl_known, {in_valid_i, out_ready_i})
  `PF_ASSERT(a_stable,
             !f_stalled_q || (out_valid_o && out_index_o === f_index_q && out_data_o === f_shown_q))
  `PF_ASSERT(a_requested, (grant & ~in_valid_i) == {N{1'b0}})
  `PF_ASSERT(a_at_most_one, (grant & (grant - 1'b1)) == {N{1'b0}})
  `PF_COVER(c_last, grant[N-1] && out_ready_i)
`endif

`ifdef PF_PROVE_ARBITER
  `include "pf_arbiter_proof.vh"
`endif

endmodule

`resetall
