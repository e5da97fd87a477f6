// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_report: makes records of races and writes them to a ring in memory.
//
//   race ─> lowest word not done ─> kind by row ─> pf_seen ──┬─ ring full ──> dropped_o
//                                                            ├─ seen ───────> repeated_o
//                                                            └─ else ───────> rwr, ring_head_o + 1
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
// State bits  32 + Lanes + log2(Lanes) + 2, and pf_seen.

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
  reg              word_valid_q;     // the word below waits for its fate
  reg  [LaneW-1:0] lane_q;
  reg              full_q;           // as it was when the word was looked up: 0 stays until it has left
  reg  [31:0]      head_q;
  wire             word_done;
  wire             seen_busy;

  wire [Lanes-1:0] todo  = race_lanes_i & ~done_q;
  wire [LaneW-1:0] lane  = lowest(todo);
  wire             look  = race_valid_i && todo != {Lanes{1'b0}} && !seen_busy && (!word_valid_q || word_done);
  wire [2:0]       kind;             // kind of the word's race
  wire             seen;

  // Unread records; only the size's bits and those above matter.
  wire [31:0]      unread  = head_q - cfg_ring_tail_i;
  wire [31:0]      in_ring = ~(32'hffff_ffff << cfg_ring_log2_i);
  wire             full    = (unread & ~in_ring) != 32'd0;

  assign race_ready_o = todo == {Lanes{1'b0}} && !word_valid_q;

  // A look in the cycle of a record sees neither the new head nor what is learned: once more.
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      word_valid_q <= 1'b0;
      done_q       <= {Lanes{1'b0}};
    end else begin
      if (!word_valid_q || word_done) word_valid_q <= look && !recorded_o;
      if (race_valid_i && race_ready_o) done_q <= {Lanes{1'b0}};
      else if (look && !recorded_o)     done_q <= done_q | ({{(Lanes-1){1'b0}}, 1'b1} << lane);
    end
  end

  always @(posedge clk_i) begin
    if (look) begin
      lane_q <= lane;
    end
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) full_q <= 1'b0;
    else         full_q <= full;
  end

  pf_seen #(
    .Seen (Seen),
    .PcW  (`PF_RACE_PC_W)
  ) u_seen (
    .clk_i   (clk_i),
    .rst_ni  (rst_ni),
    .clear_i (clear_i),
    .busy_o  (seen_busy),
    .look_i  (look),
    .pc_i    (race_pc_i),
    .kind_i  (kind_of(row_of(race_row_i, lane))),
    .kind_o  (kind),
    .seen_o  (seen),
    .learn_i (recorded_o && !cfg_report_all_i)
  );

  /////////////////////////////
  // The word's fate         //
  /////////////////////////////

  wire again = seen && !cfg_report_all_i;

  assign dropped_o   = word_valid_q && full_q;
  assign repeated_o  = word_valid_q && !full_q && again;
  assign rwr_valid_o = word_valid_q && !full_q && !again;
  assign recorded_o  = rwr_valid_o && rwr_ready_i;
  assign word_done   = dropped_o || repeated_o || recorded_o;
  assign full_o      = full_q;

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

  assign rwr_addr_o = cfg_ring_base_i + (head_q[MemW-1:0] & in_ring[MemW-1:0]);

  assign rwr_data_o[`PF_RACE_PC_LSB     +: `PF_RACE_PC_W]     = race_pc_i;
  assign rwr_data_o[`PF_RACE_WORD_LSB   +: `PF_RACE_WORD_W]   = {{(34-AddrW){1'b0}}, race_sector_i, word};
  assign rwr_data_o[`PF_RACE_NUMBER_LSB +: `PF_RACE_NUMBER_W] = head_q[15:0];
  assign rwr_data_o[`PF_RACE_ROW_LSB    +: `PF_RACE_ROW_W]    = row_of(race_row_i, lane_q);
  assign rwr_data_o[`PF_RACE_KIND_LSB   +: `PF_RACE_KIND_W]   = kind;
  // The tag's fields, then the entry's, lie in the record in their own order.
  assign rwr_data_o[`PF_RACE_LOCK_LSB +: `PF_TAG_W]                     = race_tag_i;
  assign rwr_data_o[`PF_RACE_SUB_WORD_LSB]                              = race_sub_i[lane_q];
  assign rwr_data_o[`PF_RACE_OWNER_BLOCK_LSB +: `PF_RACE_OWNER_BLOCK_W] = race_owner_block_i;
  assign rwr_data_o[`PF_RACE_OWNER_WARP_LSB  +: `PF_RACE_OWNER_WARP_W]  = race_owner_warp_i;
  assign rwr_data_o[`PF_RACE_OWNER_LOCK_LSB  +: 23]                     = before;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)         head_q <= 32'd0;
    else if (clear_i)    head_q <= 32'd0;
    else if (recorded_o) head_q <= head_q + 1'b1;
  end

  assign ring_head_o = head_q;
  assign irq_o       = cfg_irq_enable_i && head_q != cfg_ring_tail_i;
  assign idle_o      = !race_valid_i && !seen_busy;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {race_valid_i, race_ready_o, rwr_valid_o, rwr_ready_i, idle_o, irq_o})
  `PF_ASSERT(a_fields, `PF_RACE_LOCK_LSB + `PF_TAG_W == `PF_RACE_SUB_WORD_LSB
             && `PF_RACE_OWNER_LOCK_LSB + 23 == `PF_RACE_W)
  `PF_ASSERT(a_has_race, !word_valid_q || race_valid_i)
  `PF_ASSERT(a_clear_idle, !clear_i || idle_o)
`ifdef PF_PROVE_REPORT
  `include "pf_report_proof.vh"
`endif
`endif  // SYNTHESIS

endmodule

`resetall
