// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_check_head: picks what enters the check's pipeline, and holds it back until it may.
//
//   head_* --> next group with entries left --> data there? --> behind a fence? --> issue_o
//                       ^ done_q                 present_i      C1
//
// A group is Lanes aligned entries of a line; groups without a masked entry are skipped. A check
// waits until a fence before it leaves C1: it is in C1 when the fence leaves C2, where the epoch may change, and so never
// nearer to it than a cycle. A fence that may wrap the epoch, and every PF_REQ_EPOCH, goes alone: the pipeline is empty
// before and after it.
//
// Throughput  one group a cycle.
// Latency     combinational, from head_* and hold_i to issue_o and head_ready_o.
// Errs        never.
// State bits  8 / Lanes + 2.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_check_head #(
  parameter integer Lanes = `PF_LANES,  // 1, 2, 4, 8
  parameter integer Lines = `PF_LINES,
  // Derived: do not override.
  parameter integer SlotW  = (Lines > 1) ? $clog2(Lines) : 1,
  parameter integer Groups = 8 / Lanes,
  parameter integer GroupW = (Groups > 1) ? $clog2(Groups) : 1
) (
  input  wire                clk_i,
  input  wire                rst_ni,        // asynchronous, active low

  input  wire                head_valid_i,
  output wire                head_ready_o,  // the piece's last group is issued
  input  wire [1:0]          head_kind_i,
  input  wire [SlotW-1:0]    head_slot_i,
  input  wire [7:0]          head_mask_i,

  input  wire [2*Lines-1:0]  present_i,     // beat b of slot s is readable: bit 2 * s + b

  // The pipeline; bit and field 0 is C1
  input  wire                hold_i,        // C1 takes nothing in this cycle
  input  wire                quiet_i,       // nothing is to be issued: all is being forgotten
  input  wire                alone_fence_i, // a fence could wrap the epoch
  input  wire [2:0]          busy_i,        // C1 to C3 hold something
  input  wire                fence_i,       // C1 holds a fence or an epoch; in C2 it leaves when hold_i is 0

  output wire                issue_o,
  output wire                check_o,       // what is issued: a group
  output wire                fence_o,
  output wire                epoch_o,       // none of the three: a piece without entries
  output wire [GroupW-1:0]   group_o,
  output wire                done_o,        // the piece's last

  output wire                stall_memory_o
);

  localparam integer PerBeat = (Lanes < 4) ? 4 / Lanes : 1;  // groups of a beat

  generate
    if (Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8) begin : g_bad_param
      PF_CHECK_HEAD_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Group      //
  ////////////////

  reg  [Groups-1:0] done_q;   // groups of this piece that are issued
  wire [Groups-1:0] any;      // group has masked entries
  wire [Groups-1:0] left = any & ~done_q;
  wire [Groups-1:0] more;     // a later group is left
  wire [Groups-1:0] pick;     // one-hot, the first that is left
  reg  [GroupW-1:0] group;

  genvar g;
  generate
    for (g = 0; g < Groups; g = g + 1) begin : g_group
      assign any[g] = |head_mask_i[g*Lanes +: Lanes];
      if (g == 0) begin : g_first
        assign pick[g] = left[g];
      end else begin : g_later
        assign pick[g] = left[g] && !(|left[g-1:0]);
      end
      if (g == Groups - 1) begin : g_last
        assign more[g] = 1'b0;
      end else begin : g_not_last
        assign more[g] = |any[Groups-1:g+1];
      end
    end
  endgenerate

  integer i;
  always @* begin
    group = {GroupW{1'b0}};
    for (i = 0; i < Groups; i = i + 1) begin
      if (pick[i]) group = group | i[GroupW-1:0];
    end
  end

  wire access = head_kind_i == `PF_REQ_ACCESS;

  assign check_o = access && (|head_mask_i);
  assign fence_o = head_kind_i == `PF_REQ_FENCE;
  assign epoch_o = head_kind_i == `PF_REQ_EPOCH;
  assign group_o = group;
  assign done_o  = !access || !(|(pick & more));

  ////////////////
  // Data there //
  ////////////////

  wire [SlotW:0] there_at = {head_slot_i, 1'b0};
  wire [1:0]     there    = present_i[there_at +: 2];
  wire           present;

  generate
    if (Lanes == 8) begin : g_both_beats
      assign present = (there[0] || !(|head_mask_i[3:0])) && (there[1] || !(|head_mask_i[7:4]));
    end else begin : g_one_beat
      wire [Groups-1:0] second;  // groups of the second beat
      for (g = 0; g < Groups; g = g + 1) begin : g_beat
        assign second[g] = g >= PerBeat;
      end
      assign present = (|(pick & second)) ? there[1] : there[0];
    end
  endgenerate

  ////////////////
  // Issue      //
  ////////////////

  reg  alone_q;  // what was issued last went alone
  wire alone   = epoch_o || (fence_o && alone_fence_i);
  wire wait_in = quiet_i || hold_i || ((alone || alone_q) && (|busy_i));

  // One cycle more, so that the group is written an odd number of cycles after its beat came: then what
  // comes from memory and what a stream writes fall into different banks.
  reg  missing_q;
  wire missing     = head_valid_i && check_o && !present;
  wire wait_memory = check_o && (!present || missing_q);
  wire wait_fence  = check_o && fence_i;

  assign issue_o      = head_valid_i && !wait_in && !wait_memory && !wait_fence;
  assign head_ready_o = issue_o && done_o;

  assign stall_memory_o = head_valid_i && !wait_in && wait_memory;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q    <= {Groups{1'b0}};
      alone_q   <= 1'b0;
      missing_q <= 1'b0;
    end else begin
      missing_q <= missing;
      if (issue_o) begin
        done_q  <= (done_q | pick) & {Groups{!done_o}};
        alone_q <= alone;
      end
    end
  end

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {head_valid_i, hold_i, quiet_i, busy_i})
  `PF_ASSERT_KNOWN(a_issue_known, issue_o)
  `PF_ASSERT(a_some_left, !head_valid_i || !check_o || (|left))
  `PF_ASSERT(a_clean_start, (head_valid_i && check_o) || !(|done_q))
  `PF_ASSERT(a_in_order, !(|left) || (done_q & ~(pick - 1'b1)) == {Groups{1'b0}})
  `PF_COVER(c_two_groups, Groups > 1 && issue_o && !done_o)
`endif  // SYNTHESIS

endmodule

`resetall
