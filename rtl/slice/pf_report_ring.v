// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_report_ring: the fate of a race, and the ring in memory that its record goes to.
//
//   pc, kind ─> pf_seen ──┬─ ring full ──> dropped_o
//                         ├─ seen ───────> repeated_o
//                         └─ else ───────> rwr, ring_head_o + 1
//
// The pair (pc, kind) of a record is learned; a pair that was dropped is not. With cfg_report_all_i the filter
// is neither asked nor taught. What a record says beside its number, the head, is the user's.
// It is a part of pf_report and of pf_iguard_report.
//
// Throughput  a race a cycle; behind a record one in two.
// Latency     fate 1 cycle after taken_o, a record when memory takes it.
// Errs        a full ring loses the record, and counts it in dropped_o.
// Handshake   race_pc_i stays from taken_o to done_o. While tail is wrong (more than size behind head)
//             the ring counts as full. clear_i only while no race is shown or waits; then Seen cycles busy_o.
// State bits  32 + 2, and pf_seen.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_report_ring #(
  parameter integer Seen  = 64,  // a power of two
  parameter integer PcW   = 32,  // 13 to 64
  parameter integer KindW = 3,   // 1 to 12
  parameter integer MemW  = 25   // 1 to 32
) (
  input  wire             clk_i,
  input  wire             rst_ni,            // asynchronous, active low

  // Configuration
  input  wire [MemW-1:0]  cfg_ring_base_i,   // beat
  input  wire [4:0]       cfg_ring_log2_i,   // records: 1 << this, up to 20
  input  wire [31:0]      cfg_ring_tail_i,   // records read, free running
  input  wire             cfg_report_all_i,  // no filter
  input  wire             cfg_irq_enable_i,
  input  wire             clear_i,           // a pulse, a new run: head 0, filter empty
  output wire             busy_o,            // the filter is being emptied: no race is taken

  // A race
  input  wire             race_valid_i,
  input  wire [PcW-1:0]   race_pc_i,
  input  wire [KindW-1:0] race_kind_i,
  output wire             taken_o,

  // The one that was taken last, until done_o
  output wire             valid_o,
  output wire [KindW-1:0] kind_o,
  output wire             done_o,            // one of the next three
  output wire             dropped_o,
  output wire             repeated_o,
  output wire             recorded_o,

  // Its record
  output wire             rwr_valid_o,
  input  wire             rwr_ready_i,
  output wire [MemW-1:0]  rwr_addr_o,        // beat
  output wire [31:0]      ring_head_o,       // records written, free running
  output wire             irq_o,             // records unread
  output wire             full_o             // the ring was full a cycle ago
);

  generate
    if (MemW < 1 || MemW > 32) begin : g_bad_param  // the others are pf_seen's
      PF_REPORT_RING_BAD_PARAMETER u_bad ();
    end
  endgenerate

  reg         valid_q;
  reg         full_q;  // as it was when the race was taken: 0 stays until it has left
  reg  [31:0] head_q;
  wire        seen;
  wire        look = race_valid_i && !busy_o && (!valid_q || done_o);

  // Unread records; only the size's bits and those above matter.
  wire [31:0] unread  = head_q - cfg_ring_tail_i;
  wire [31:0] in_ring = ~(32'hffff_ffff << cfg_ring_log2_i);
  wire        full    = (unread & ~in_ring) != 32'd0;

  // A look in the cycle of a record sees neither the new head nor what is learned: once more.
  assign taken_o = look && !recorded_o;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                 valid_q <= 1'b0;
    else if (!valid_q || done_o) valid_q <= taken_o;
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) full_q <= 1'b0;
    else         full_q <= full;
  end

  pf_seen #(
    .Seen  (Seen),
    .PcW   (PcW),
    .KindW (KindW)
  ) u_seen (
    .clk_i   (clk_i),
    .rst_ni  (rst_ni),
    .clear_i (clear_i),
    .busy_o  (busy_o),
    .look_i  (look),
    .pc_i    (race_pc_i),
    .kind_i  (race_kind_i),
    .kind_o  (kind_o),
    .seen_o  (seen),
    .learn_i (recorded_o && !cfg_report_all_i)
  );

  wire again = seen && !cfg_report_all_i;

  assign valid_o     = valid_q;
  assign dropped_o   = valid_q && full_q;
  assign repeated_o  = valid_q && !full_q && again;
  assign rwr_valid_o = valid_q && !full_q && !again;
  assign recorded_o  = rwr_valid_o && rwr_ready_i;
  assign done_o      = dropped_o || repeated_o || recorded_o;
  assign full_o      = full_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)         head_q <= 32'd0;
    else if (clear_i)    head_q <= 32'd0;
    else if (recorded_o) head_q <= head_q + 1'b1;
  end

  assign rwr_addr_o  = cfg_ring_base_i + (head_q[MemW-1:0] & in_ring[MemW-1:0]);
  assign ring_head_o = head_q;
  assign irq_o       = cfg_irq_enable_i && head_q != cfg_ring_tail_i;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {race_valid_i, rwr_valid_o, rwr_ready_i, irq_o})
  `PF_ASSERT(a_clear_idle, !clear_i || (!valid_q && !race_valid_i))
`endif  // SYNTHESIS

endmodule

`resetall
