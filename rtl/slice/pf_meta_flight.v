// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_meta_flight: the operations that are in the user's pipeline, and the rows of the metadata cache they work on.
//
//   push (at): in front of the youngest --> at_q[0] at_q[1] .. --> the oldest: head_* --> pop
//                                              |
//   the youngest's row once more behind it? ---+--> near_o: the nearest one, by distance
//   push_at_i's row: is it written in this cycle, and by nobody else later? --> wait_o
//
// A row that is read while it is written gives junk. That does not matter as long as a younger operation on the row is
// on its way, for then near_o says that the row comes from that one; else the read has to wait for a cycle.
//
// Throughput  one operation in and one out a cycle.
// Latency     an operation is seen in the cycle after its push.
// Errs        never. full_o and a pop in one cycle leave room for a push.
// State bits  Depth * (AtW + TagW) + clog2(Depth+1).

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_meta_flight #(
  parameter integer AtW   = 9,
  parameter integer TagW  = 3,              // what goes with an operation
  parameter integer Depth = 4,              // at least 1
  // Derived: do not override.
  parameter integer NearW = (Depth > 1) ? Depth - 1 : 1
) (
  input  wire                 clk_i,
  input  wire                 rst_ni,       // asynchronous, active low

  input  wire                 push_i,
  input  wire [AtW-1:0]       push_at_i,
  input  wire [TagW-1:0]      push_tag_i,
  output wire                 wait_o,       // push_at_i's row cannot be read in this cycle
  output wire                 full_o,

  input  wire                 pop_i,        // the oldest leaves
  input  wire                 write_i,      // and writes its row
  output wire [AtW-1:0]       head_at_o,
  output wire [TagW-1:0]      head_tag_o,

  output wire [NearW-1:0]     near_o,       // bit k: the youngest's row is that of the one k + 1 before it, not of one between
  output wire [Depth-1:0]     held_o,       // bit k: the one k before the youngest is there
  output wire [Depth*AtW-1:0] ats_o
);

  localparam integer CountW = $clog2(Depth + 1);

  generate
    if (AtW < 1 || TagW < 1 || Depth < 1 || NearW != ((Depth > 1) ? Depth - 1 : 1)) begin : g_bad_param
      PF_META_FLIGHT_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  reg  [CountW-1:0]     count_q;
  reg  [Depth*AtW-1:0]  at_q;
  reg  [Depth*TagW-1:0] tag_q;

  wire [Depth-1:0]      oldest, same;       // same: as push_at_i
  wire [Depth-1:0]      again;              // same as the youngest
  reg  [AtW-1:0]        head_at;
  reg  [TagW-1:0]       head_tag;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)              count_q <= {CountW{1'b0}};
    else if (push_i != pop_i) count_q <= push_i ? count_q + 1'b1 : count_q - 1'b1;
  end

  genvar k;
  generate
    for (k = 0; k < Depth; k = k + 1) begin : g_place
      localparam [31:0] Number = k;
      wire [CountW-1:0] number = Number[CountW-1:0];

      assign held_o[k] = count_q > number;
      assign oldest[k] = count_q == number + 1'b1;
      assign same[k]   = held_o[k] && at_q[k*AtW +: AtW] == push_at_i;
      assign again[k]  = held_o[k] && at_q[k*AtW +: AtW] == at_q[AtW-1:0];

      if (k == 0) begin : g_young
        always @(posedge clk_i) begin
          if (push_i) at_q[AtW-1:0]   <= push_at_i;
          if (push_i) tag_q[TagW-1:0] <= push_tag_i;
        end
      end else begin : g_old
        always @(posedge clk_i) begin
          if (push_i) at_q[k*AtW +: AtW]    <= at_q[(k-1)*AtW +: AtW];
          if (push_i) tag_q[k*TagW +: TagW] <= tag_q[(k-1)*TagW +: TagW];
        end
      end
    end

    if (Depth > 1) begin : g_near
      for (k = 1; k < Depth; k = k + 1) begin : g_distance
        if (k == 1) begin : g_next
          assign near_o[0] = again[1];
        end else begin : g_far
          assign near_o[k-1] = again[k] && !(|again[k-1:1]);
        end
      end
    end else begin : g_none
      assign near_o = 1'b0;
    end
  endgenerate
  wire unused = again[0];

  integer i;
  always @* begin
    head_at  = {AtW{1'b0}};
    head_tag = {TagW{1'b0}};
    for (i = 0; i < Depth; i = i + 1) begin
      head_at  = head_at | (at_q[i*AtW +: AtW] & {AtW{oldest[i]}});
      head_tag = head_tag | (tag_q[i*TagW +: TagW] & {TagW{oldest[i]}});
    end
  end

  assign wait_o     = write_i && |(same & oldest) && !(|(same & ~oldest));
  assign full_o     = oldest[Depth-1];
  assign head_at_o  = head_at;
  assign head_tag_o = head_tag;
  assign ats_o      = at_q;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {push_i, pop_i})
  `PF_ASSERT(a_pop, !pop_i || |count_q)
  `PF_ASSERT(a_push, !push_i || !full_o || pop_i)
  `PF_ASSERT(a_write, !write_i || pop_i)
`endif

endmodule

`resetall
