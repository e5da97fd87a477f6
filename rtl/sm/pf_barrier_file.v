// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_barrier_file: counts of barriers, one for each block slot or warp; the user says of which.
//
//   cycle 0            1
//   evt --> read --> RAM --> + 1, or 0 --+--> written at the end of cycle 1
//                                        \--> wrap_o
//   read_* -> read -> RAM --> count
//
// A read accepted in cycle c sees the events of cycles up to c - 1, and no later one.
//
// Throughput  one event and one read a cycle, the same count again and again included; never stalls.
// Latency     count in the cycle after the read; wrap_o in the cycle after the event.
// Errs        a count that wraps makes two sides of a barrier look like one (a false alarm): the
//             user starts an epoch at wrap_o.
// State bits  2 * Counts * CountW in memories; flops CountW and the event under way.
//
// Contents after reset are undefined: clear every count before its first use.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_barrier_file #(
  parameter integer Counts = (`PF_WARPS > `PF_BLOCK_SLOTS) ? `PF_WARPS : `PF_BLOCK_SLOTS,
  parameter integer CountW = `PF_META_BARRIER_W,  // at least 1
  // Derived: do not override.
  parameter integer IndexW = (Counts > 1) ? $clog2(Counts) : 1
) (
  input  wire              clk_i,
  input  wire              rst_ni,       // asynchronous, active low

  // Event port; not both
  input  wire              evt_bump_i,
  input  wire              evt_clear_i,
  input  wire [IndexW-1:0] evt_index_i,
  output wire              wrap_o,       // the event of the cycle before brought its count to 0

  // Count port
  input  wire              read_valid_i,
  input  wire [IndexW-1:0] read_index_i,
  output wire [CountW-1:0] read_count_o,

  output wire              idle_o        // no event under way
);

  generate
    if (Counts < 1 || CountW < 1) begin : g_bad_param
      PF_BARRIER_FILE_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  reg               bump_q, clear_q;
  reg  [IndexW-1:0] index_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bump_q  <= 1'b0;
      clear_q <= 1'b0;
    end else begin
      bump_q  <= evt_bump_i;
      clear_q <= evt_clear_i;
    end
  end

  always @(posedge clk_i) index_q <= evt_index_i;

  wire [CountW-1:0] count;
  wire [CountW-1:0] bumped = (count + 1'b1) & {CountW{bump_q}};

  /* verilator lint_off PINCONNECTEMPTY */
  pf_through_ram #(
    .Width (CountW),
    .Depth (Counts),
    .Reads (2)
  ) u_counts (
    .clk_i   (clk_i),
    .we_i    (bump_q || clear_q),
    .waddr_i (index_q),
    .wdata_i (bumped),
    .re_i    ({read_valid_i, evt_bump_i}),
    .raddr_i ({read_index_i, evt_index_i}),
    .rdata_o ({read_count_o, count}),
    .last_o  ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign wrap_o = bump_q && (&count);
  assign idle_o = !bump_q && !clear_q;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {evt_bump_i, evt_clear_i, read_valid_i})
  `PF_ASSERT(a_one_kind, !(evt_bump_i && evt_clear_i))
  `PF_ASSERT(a_event_inside, !(evt_bump_i || evt_clear_i) || {1'b0, evt_index_i} < Counts[IndexW:0])
  `PF_ASSERT(a_read_inside, !read_valid_i || {1'b0, read_index_i} < Counts[IndexW:0])
`endif  // SYNTHESIS

endmodule

`resetall
