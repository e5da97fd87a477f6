// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_seen: remembers which races were reported, so that a loop fills no ring.
//
//   pc, kind ─> hash ─> pf_ram {valid, pc, kind} ─> equal? ─> seen_o
//                            ^── learn
//
// Direct mapped: a pair pushes out the one that had its place.
//
// Throughput  a look a cycle; what is looked up in the cycle of learn_i is not known.
// Latency     1 cycle; after reset and clear_i, Seen cycles busy_o.
// Errs        a pair may be forgotten, so be reported again; seen_o is never high for a pair that
//             was not learned since the last clear.
// Handshake   learn_i learns the pair of the last look; pc_i stays from look to learn.
// State bits  log2(Seen) + KindW + 2, and Seen * (PcW + KindW + 1) in memory.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_seen #(
  parameter integer Seen  = 64,  // entries; a power of two, 1 to 2^12
  parameter integer PcW   = 32,  // 13 to 64
  parameter integer KindW = 3    // 1 to 12
) (
  input  wire             clk_i,
  input  wire             rst_ni,      // asynchronous, active low
  input  wire             clear_i,     // a pulse: forget everything
  output wire             busy_o,      // clearing: neither look nor learn

  input  wire             look_i,
  input  wire [PcW-1:0]   pc_i,
  input  wire [KindW-1:0] kind_i,

  // About the last look, from the cycle after it until the next
  output wire [KindW-1:0] kind_o,
  output wire             seen_o,
  input  wire             learn_i
);

  localparam integer IdxW = (Seen > 1) ? $clog2(Seen) : 1;
  localparam integer KeyW = PcW + KindW;
  localparam integer TopEntry = Seen - 1;
  localparam [IdxW-1:0] TOP = TopEntry[IdxW-1:0];

  generate
    if (Seen < 1 || Seen > 4096 || (1 << $clog2(Seen)) != Seen || PcW < 13 || PcW > 64
        || KindW < 1 || KindW > 12) begin : g_bad_param
      PF_SEEN_BAD_PARAMETER u_bad ();
    end
  endgenerate

  function [IdxW-1:0] place;
    input [PcW-1:0]      pc;
    input [KindW-1:0]    kind;
    reg   [IdxW-1:0]     low;
    reg   [PcW-IdxW-1:0] unused;
    begin
      {unused, low} = pc ^ (pc >> 6) ^ (pc >> 12) ^ {{(PcW-KindW){1'b0}}, kind};
      place         = low & TOP;
    end
  endfunction

  ////////////////
  // Clearing   //
  ////////////////

  reg            busy_q;
  reg [IdxW-1:0] walk_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b1;
      walk_q <= {IdxW{1'b0}};
    end else if (clear_i) begin
      busy_q <= 1'b1;
      walk_q <= {IdxW{1'b0}};
    end else if (busy_q) begin
      busy_q <= walk_q != TOP;
      walk_q <= walk_q + 1'b1;
    end
  end

  assign busy_o = busy_q;

  ////////////////
  // Looking up //
  ////////////////

  reg  [KindW-1:0] kind_q;
  wire [KeyW:0]    entry;

  always @(posedge clk_i) if (look_i) kind_q <= kind_i;

  pf_ram #(
    .Width (KeyW + 1),
    .Depth (Seen)
  ) u_ram (
    .clk_i   (clk_i),
    .we_i    (busy_q || learn_i),
    .waddr_i (busy_q ? walk_q : place(pc_i, kind_q)),
    .wdata_i ({!busy_q, {KeyW{!busy_q}} & {pc_i, kind_q}}),
    .re_i    (look_i),
    .raddr_i (place(pc_i, kind_i)),
    .rdata_o (entry)
  );

  assign kind_o = kind_q;
  assign seen_o = entry == {1'b1, pc_i, kind_q};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {clear_i, look_i, learn_i})
  `PF_ASSERT(a_not_busy, !busy_q || !(look_i || learn_i))
`ifdef PF_PROVE_SEEN
  `include "pf_seen_proof.vh"
`endif
`endif  // SYNTHESIS

endmodule

`resetall
