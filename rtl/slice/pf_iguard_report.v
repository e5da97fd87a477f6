// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_report: makes records of iGUARD's races and writes them to a ring in memory.
//
//   race ─> {with_reader, kind}, pc ─> pf_report_ring ──┬─ ring full ──> dropped_o
//                                                       ├─ seen ───────> repeated_o
//                                                       └─ else ───────> rwr, ring_head_o + 1
//
// A race is of all words of a line that have the same side and the same outcome: one transfer, one record (PF_IGUARD_RACE_*).
// The transfer's payload is not stored: it stays on its port until it is taken.
//
// Throughput  a race in 3 cycles, if memory takes its record.
// Latency     record 1 cycle after race_valid_i.
// Errs        a full ring loses the record, and counts it in dropped_o; of races that differ in neither pc nor kind, nor in which
//             side is the earlier, the later ones are repeated_o.
// Handshake   race_ready_o is low until the race has met its fate, and depends on no input. While tail is wrong (more than
//             size behind head) the ring counts as full. clear_i only while idle_o; then Seen cycles not idle_o.
// State bits  1, and pf_report_ring.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_iguard_report #(
  parameter integer AddrW = `PF_ADDR_W,      // byte address within the slice's data; 8 to 34
  parameter integer Seen  = `PF_SEEN,        // a power of two
  // Derived: do not override.
  parameter integer MemW  = AddrW - 3
) (
  input  wire                              clk_i,
  input  wire                              rst_ni,             // asynchronous, active low

  // Configuration
  input  wire [MemW-1:0]                   cfg_ring_base_i,    // beat
  input  wire [4:0]                        cfg_ring_log2_i,    // records: 1 << this, up to 20
  input  wire [31:0]                       cfg_ring_tail_i,    // records read, free running
  input  wire                              cfg_report_all_i,   // no filter
  input  wire                              cfg_irq_enable_i,
  input  wire                              clear_i,            // a pulse, a new run: head 0, filter empty

  // Races
  input  wire                              race_valid_i,
  output wire                              race_ready_o,
  input  wire [AddrW-8:0]                  race_line_i,        // byte address / 128
  input  wire [31:0]                       race_words_i,
  input  wire [3:0]                        race_bytes_i,       // of each word: what both touch
  input  wire [2:0]                        race_kind_i,        // PF_IGUARD_KIND_*, not NONE
  input  wire                              race_with_reader_i, // the side is the last reader, else the last writer
  input  wire                              race_with_others_i, // not the thread that it names, but others of it
  input  wire [`PF_IGUARD_SIDE_W-1:0]      race_side_i,        // the earlier access
  input  wire [`PF_IGUARD_TAG_W-1:0]       race_tag_i,         // the later one
  input  wire [`PF_IGUARD_RACE_PC_W-1:0]   race_pc_i,          // its

  // Records
  output wire                              rwr_valid_o,
  input  wire                              rwr_ready_i,
  output wire [MemW-1:0]                   rwr_addr_o,         // beat
  output wire [`PF_IGUARD_RACE_W-1:0]      rwr_data_o,
  output wire [31:0]                       ring_head_o,        // records written, free running
  output wire                              irq_o,              // records unread

  // Counting, each cycle
  output wire [`PF_IGUARD_KIND_CODES-2:0]  kinds_o,            // a race of kind 1, 2 ..
  output wire                              dropped_o,
  output wire                              repeated_o,
  output wire                              recorded_o,

  output wire                              full_o,             // the ring was full a cycle ago
  output wire                              idle_o
);

  generate
    if (AddrW < 8 || AddrW > 34 || MemW != AddrW - 3) begin : g_bad_param
      PF_IGUARD_REPORT_BAD_PARAMETER u_bad ();
    end
  endgenerate

  reg        looked_q;    // this race was looked up
  wire       taken, waits, done, seen_busy;
  wire [3:0] seen_kind;
  wire [2:0] kind = seen_kind[2:0];

  assign race_ready_o = looked_q && !waits;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                           looked_q <= 1'b0;
    else if (race_valid_i && race_ready_o) looked_q <= 1'b0;
    else if (taken)                        looked_q <= 1'b1;
  end

  pf_report_ring #(
    .Seen  (Seen),
    .PcW   (`PF_IGUARD_RACE_PC_W),
    .KindW (4),
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
    .race_valid_i     (race_valid_i && !looked_q),
    .race_pc_i        (race_pc_i),
    .race_kind_i      ({race_with_reader_i, race_kind_i}),
    .taken_o          (taken),
    .valid_o          (waits),
    .kind_o           (seen_kind),
    .done_o           (done),
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
    for (i = 1; i < `PF_IGUARD_KIND_CODES; i = i + 1) begin : g_kind
      assign kinds_o[i-1] = done && kind == i;
    end
  endgenerate

  /////////////////////////////
  // Record                  //
  /////////////////////////////

  // From lane on the fields of tag and side lie in the record in their own order.
  localparam integer LaterW   = `PF_IGUARD_TAG_W - `PF_IGUARD_TAG_LANE_LSB;
  localparam integer EarlierW = `PF_IGUARD_SIDE_W - `PF_IGUARD_SIDE_LANE_LSB;

  assign rwr_data_o[`PF_IGUARD_RACE_PC_LSB +: `PF_IGUARD_RACE_PC_W]         = race_pc_i;
  assign rwr_data_o[`PF_IGUARD_RACE_LINE_LSB +: `PF_IGUARD_RACE_LINE_W]     = {{(34-AddrW){1'b0}}, race_line_i};
  assign rwr_data_o[`PF_IGUARD_RACE_WORDS_LSB +: 32]                        = race_words_i;
  assign rwr_data_o[`PF_IGUARD_RACE_BYTES_LSB +: 4]                         = race_bytes_i;
  assign rwr_data_o[`PF_IGUARD_RACE_NUMBER_LSB +: `PF_IGUARD_RACE_NUMBER_W] = ring_head_o[15:0];
  assign rwr_data_o[`PF_IGUARD_RACE_KIND_LSB +: 3]                          = race_kind_i;
  assign rwr_data_o[`PF_IGUARD_RACE_WITH_READER_LSB]                        = race_with_reader_i;
  assign rwr_data_o[`PF_IGUARD_RACE_WITH_OTHERS_LSB]                        = race_with_others_i;
  assign rwr_data_o[`PF_IGUARD_RACE_LOCK_LSB +: 16]             = race_tag_i[`PF_IGUARD_TAG_LOCK_LSB +: 16];
  assign rwr_data_o[`PF_IGUARD_RACE_LANE_LSB +: LaterW]         = race_tag_i[`PF_IGUARD_TAG_LANE_LSB +: LaterW];
  assign rwr_data_o[`PF_IGUARD_RACE_OWNER_LOCK_LSB +: 16]       = race_side_i[`PF_IGUARD_SIDE_LOCK_LSB +: 16];
  assign rwr_data_o[`PF_IGUARD_RACE_OWNER_LANE_LSB +: EarlierW] = race_side_i[`PF_IGUARD_SIDE_LANE_LSB +: EarlierW];

  assign idle_o = !race_valid_i && !seen_busy;

  wire unused_bits = &{1'b0, race_tag_i, race_side_i, seen_kind};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  localparam [2:0] NONE = `PF_IGUARD_KIND_NONE;
  `PF_ASSERT_KNOWN(a_ctrl_known, {race_valid_i, race_ready_o, rwr_valid_o, rwr_ready_i, idle_o, irq_o})
  `PF_ASSERT(a_fields, `PF_IGUARD_RACE_LANE_LSB + LaterW == `PF_IGUARD_RACE_OWNER_LOCK_LSB
             && `PF_IGUARD_RACE_OWNER_LANE_LSB + EarlierW == `PF_IGUARD_RACE_W && `PF_IGUARD_RACE_W <= 256)
  `PF_ASSERT(a_race, !race_valid_i || (race_kind_i != NONE && race_words_i != 32'd0))
  `PF_ASSERT(a_has_race, !(waits || looked_q) || race_valid_i)
  `PF_ASSERT(a_clear_idle, !clear_i || idle_o)
`endif  // SYNTHESIS

endmodule

`resetall
