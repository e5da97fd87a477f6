// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_report: makes records of races and writes them to a ring in memory.
//
//   race ─> lowest word not done ─> kind by row ─> pf_report_ring ──┬─ ring full ──> dropped_o
//                                                                   ├─ seen ───────> repeated_o
//                                                                   └─ else ───────> rwr, ring_head_o + 1
//
// A race is a transfer with one word or more, of one owner; words are done in ascending order of
// entries. The pair (pc, kind) of a record is learned; a pair that was dropped is not. With
// cfg_report_all_i the filter is neither asked nor taught. The transfer's payload is not stored: it
// stays on its port until the last of its words is done.
//
// Throughput  n words take n + 2 cycles, and one more for each record but the last word's, if memory
//             takes them.
// Latency     record 1 cycle after race_valid_i.
// Errs        a full ring loses the record, and counts it in dropped_o.
// Handshake   race_ready_o depends on race_lanes_i. While tail is wrong (more than size behind head)
//             the ring counts as full. clear_i only while idle_o; then Seen cycles not idle_o.
// State bits  Lanes + log2(Lanes), and pf_report_ring.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_report #(
  parameter integer Lanes = `PF_LANES,       // 1, 2, 4 or 8
  parameter integer AddrW = `PF_ADDR_W,      // 6 to 34
  parameter integer Seen  = `PF_SEEN,        // a power of two
  // Derived: do not override.
  parameter integer MemW  = AddrW - 3
) (
  input  wire                        clk_i,
  input  wire                        rst_ni,            // asynchronous, active low

  // Configuration
  input  wire [MemW-1:0]             cfg_ring_base_i,   // beat
  input  wire [4:0]                  cfg_ring_log2_i,   // records: 1 << this, up to 20
  input  wire [31:0]                 cfg_ring_tail_i,   // records read, free running
  input  wire                        cfg_report_all_i,  // no filter
  input  wire                        cfg_irq_enable_i,
  input  wire                        clear_i,           // a pulse, a new run: head 0, filter empty

  // Races
  input  wire                        race_valid_i,
  output wire                        race_ready_o,
  input  wire [Lanes-1:0]            race_lanes_i,      // entries of the group that have a race
  input  wire [Lanes*5-1:0]          race_row_i,        // PF_ROW_*
  input  wire [Lanes-1:0]            race_sub_i,        // touches only part of the word
  input  wire [Lanes*23-1:0]         race_before_i,     // owner_fenced, then modified .. lock of the entry
  input  wire [AddrW-6:0]            race_sector_i,
  input  wire [2:0]                  race_entry_i,      // entry of lane 0 in its line: a multiple of Lanes
  input  wire [2:0]                  race_shift_i,      // entry = (word + shift) mod 8
  input  wire [`PF_META_BLOCK_W-1:0] race_owner_block_i,
  input  wire [`PF_META_WARP_W-1:0]  race_owner_warp_i,
  input  wire [`PF_TAG_W-1:0]        race_tag_i,
  input  wire [`PF_RACE_PC_W-1:0]    race_pc_i,

  // Records
  output wire                        rwr_valid_o,
  input  wire                        rwr_ready_i,
  output wire [MemW-1:0]             rwr_addr_o,        // beat
  output wire [`PF_RACE_W-1:0]       rwr_data_o,
  output wire [31:0]                 ring_head_o,       // records written, free running
  output wire                        irq_o,             // records unread

  // Counting, each cycle
  output wire [4:0]                  kinds_o,           // a word of this kind
  output wire                        dropped_o,
  output wire                        repeated_o,
  output wire                        recorded_o,

  output wire                        full_o,            // the ring was full a cycle ago
  output wire                        idle_o
);

  localparam integer LaneW = (Lanes > 1) ? $clog2(Lanes) : 1;

  generate
    if ((Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8) || AddrW < 6 || AddrW > 34
        || MemW != AddrW - 3) begin : g_bad_param
      PF_REPORT_BAD_PARAMETER u_bad ();
    end
  endgenerate

  /////////////////////////////
  // Look: the next word     //
  /////////////////////////////

  function [2:0] kind_of;
    input [4:0] row;
    if      (row == `PF_ROW_R4  || row == `PF_ROW_W5) kind_of = `PF_KIND_FENCE_BLOCK;
    else if (row == `PF_ROW_R5  || row == `PF_ROW_W6) kind_of = `PF_KIND_FENCE_DEVICE;
    else if (row == `PF_ROW_R6  || row == `PF_ROW_W7) kind_of = `PF_KIND_NOT_STRONG;
    else if (row == `PF_ROW_R10 || row == `PF_ROW_W9) kind_of = `PF_KIND_LOCK;
    else                                              kind_of = `PF_KIND_ATOMIC_SCOPE;  // R3, W3, R3A, W3A
  endfunction

  function [4:0] row_of;
    input [Lanes*5-1:0] v;
    input [LaneW-1:0]   n;
    integer k;
    begin
      row_of = v[4:0];
      for (k = 1; k < Lanes; k = k + 1) if (n == k[LaneW-1:0]) row_of = v[k*5 +: 5];
    end
  endfunction

  function [22:0] before_of;
    input [Lanes*23-1:0] v;
    input [LaneW-1:0]    n;
    integer k;
    begin
      before_of = v[22:0];
      for (k = 1; k < Lanes; k = k + 1) if (n == k[LaneW-1:0]) before_of = v[k*23 +: 23];
    end
  endfunction

  function [LaneW-1:0] lowest;
    input [Lanes-1:0] v;
    integer k;
    begin
      lowest = {LaneW{1'b0}};
      for (k = Lanes - 1; k >= 0; k = k - 1) if (v[k]) lowest = k[LaneW-1:0];
    end
  endfunction

  reg  [Lanes-1:0] done_q;           // words of this transfer that were looked up
  reg  [LaneW-1:0] lane_q;           // the last of them
  wire             word_valid;       // it waits for its fate
  wire             word_done, taken, seen_busy;
  wire [2:0]       kind;             // kind of its race
  wire [Lanes-1:0] todo = race_lanes_i & ~done_q;
  wire [LaneW-1:0] lane = lowest(todo);

  assign race_ready_o = todo == {Lanes{1'b0}} && !word_valid;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                           done_q <= {Lanes{1'b0}};
    else if (race_valid_i && race_ready_o) done_q <= {Lanes{1'b0}};
    else if (taken)                        done_q <= done_q | ({{(Lanes-1){1'b0}}, 1'b1} << lane);
  end

  always @(posedge clk_i) begin
    if (taken) lane_q <= lane;
  end

  pf_report_ring #(
    .Seen  (Seen),
    .PcW   (`PF_RACE_PC_W),
    .KindW (3),
    .MemW  (MemW)
  ) u_ring (
    .clk_i            (clk_i),
    .rst_ni           (rst_ni),
    .cfg_ring_base_i  (cfg_ring_base_i),
    .cfg_ring_log2_i  (cfg_ring_log2_i),
    .cfg_ring_tail_i  (cfg_ring_tail_i),
    .cfg_report_all_i (cfg_report_all_i),
    .cfg_irq_enable_i (cfg_irq_enable_i),
    .clear_i          (clear_i),
    .busy_o           (seen_busy),
    .race_valid_i     (race_valid_i && todo != {Lanes{1'b0}}),
    .race_pc_i        (race_pc_i),
    .race_kind_i      (kind_of(row_of(race_row_i, lane))),
    .taken_o          (taken),
    .valid_o          (word_valid),
    .kind_o           (kind),
    .done_o           (word_done),
    .dropped_o        (dropped_o),
    .repeated_o       (repeated_o),
    .recorded_o       (recorded_o),
    .rwr_valid_o      (rwr_valid_o),
    .rwr_ready_i      (rwr_ready_i),
    .rwr_addr_o       (rwr_addr_o),
    .ring_head_o      (ring_head_o),
    .irq_o            (irq_o),
    .full_o           (full_o)
  );

  genvar i;
  generate
    for (i = 0; i < 5; i = i + 1) begin : g_kind
      assign kinds_o[i] = word_done && kind == i;
    end
  endgenerate

  /////////////////////////////
  // Record                  //
  /////////////////////////////

  wire [2:0]  lane_3 = {{(3-LaneW){1'b0}}, lane_q};
  wire [2:0]  word   = race_entry_i + lane_3 - race_shift_i;
  wire [22:0] before = before_of(race_before_i, lane_q);

  assign rwr_data_o[`PF_RACE_PC_LSB     +: `PF_RACE_PC_W]     = race_pc_i;
  assign rwr_data_o[`PF_RACE_WORD_LSB   +: `PF_RACE_WORD_W]   = {{(34-AddrW){1'b0}}, race_sector_i, word};
  assign rwr_data_o[`PF_RACE_NUMBER_LSB +: `PF_RACE_NUMBER_W] = ring_head_o[15:0];
  assign rwr_data_o[`PF_RACE_ROW_LSB    +: `PF_RACE_ROW_W]    = row_of(race_row_i, lane_q);
  assign rwr_data_o[`PF_RACE_KIND_LSB   +: `PF_RACE_KIND_W]   = kind;
  // The tag's fields, then the entry's, lie in the record in their own order.
  assign rwr_data_o[`PF_RACE_LOCK_LSB +: `PF_TAG_W]                     = race_tag_i;
  assign rwr_data_o[`PF_RACE_SUB_WORD_LSB]                              = race_sub_i[lane_q];
  assign rwr_data_o[`PF_RACE_OWNER_BLOCK_LSB +: `PF_RACE_OWNER_BLOCK_W] = race_owner_block_i;
  assign rwr_data_o[`PF_RACE_OWNER_WARP_LSB  +: `PF_RACE_OWNER_WARP_W]  = race_owner_warp_i;
  assign rwr_data_o[`PF_RACE_OWNER_LOCK_LSB  +: 23]                     = before;

  assign idle_o      = !race_valid_i && !seen_busy;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {race_valid_i, race_ready_o, rwr_valid_o, rwr_ready_i, idle_o, irq_o})
  `PF_ASSERT(a_fields, `PF_RACE_LOCK_LSB + `PF_TAG_W == `PF_RACE_SUB_WORD_LSB
             && `PF_RACE_OWNER_LOCK_LSB + 23 == `PF_RACE_W)
  `PF_ASSERT(a_has_race, !word_valid || race_valid_i)
  `PF_ASSERT(a_clear_idle, !clear_i || idle_o)
`ifdef PF_PROVE_REPORT
  `include "pf_report_proof.vh"
`endif
`endif  // SYNTHESIS

endmodule

`resetall
