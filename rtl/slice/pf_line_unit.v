// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_unit: the race detector beside one slice of the L2, with metadata by lines of 128 bytes.
//
//   req_* --> pf_halt --> pf_line_engine -- races --> pf_report --+-> pf_write_port --> mwr_*
//                          ^    |    | metadata ------------------+
//        mrsp_* --> pf_fifo +    +-> mrd_*
//   reg_* --> pf_line_control (configuration, commands, counters)
//
// Its pins and registers are pf_slice_unit's, and so are its verdicts with full metadata. Different from that one:
//   ENTRIES    is the size of the table in memory, in entries of 8 bytes: a row of 32 bytes for each line, one for each
//              256 lines (and one more), and the rest is the pool of blocks of 256 bytes, up to 2^BlockNoW. A line that
//              needs a block when there is none forgets (pf_line_after): FORGOTTEN
//   a sweep    forgets; memory is never written for it (CTRL.bare_sweep changes nothing)
//   STATUS     epoch is 0. Drained: what the caches hold has been written to memory, too
//   CTRL       whole_line and write_always change nothing
//   counters   STALL_LINES: a line waits at the cache of rows; STALL_MEMORY: at touched bits or beats of blocks;
//              STALL_ENTRY: an operation waits for its block's beats or for fence counts, or a fence for older operations
//   records    come in the order of the checks, which is that of the requests for each word only
//
// Throughput  as pf_line_engine.
// Latency     likewise, and a record 3 cycles after its check, when nothing waits. An access to a register 1 cycle more than
//             pf_regs.
// Errs        as the rules (pf_rules_scord*), pf_fence_counts, pf_report; lines that forgot.
// State bits  the sum of its parts.
// Handshake   req_ready_o, mrsp_ready_o and idle_o depend on no input; mwr_valid_o and mrd_valid_o on no ready. idle_o: nothing is
//             inside, and without a valid input a clock changes nothing.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"
`include "pf_regs.vh"

module pf_line_unit #(
  parameter integer AddrW    = `PF_ADDR_W,        // byte address within the slice's data; 10 to 32
  parameter integer PcW      = `PF_RACE_PC_W,
  parameter integer Places   = 4,                 // of pf_coalesce
  parameter integer Age      = 32,
  parameter integer RowSets  = 64,                // of four ways, in the cache of rows
  parameter integer BeatSets = 64,                // ... of beats
  parameter integer RowRequests  = 32,            // in the cache of rows, and so many on their way
  parameter integer BeatRequests = 64,            // ... of beats
  parameter integer BlockNoW = AddrW - 7,         // number of a block: one for each line
  parameter integer Eras     = 16,
  parameter integer LookW    = 9,                // as pf_fence_counts
  parameter integer Policies = 3,                 // 1 scord, 2 scord-paper, 3 both
  parameter integer Seen     = `PF_SEEN,
  // Derived: do not override.
  parameter integer MemW     = AddrW - 3,
  parameter integer RowIdW   = $clog2(RowRequests) + $clog2(4 * RowSets),
  parameter integer BeatIdW  = $clog2(BeatRequests) + $clog2(4 * BeatSets),
  parameter integer BothIdW  = (RowIdW > BeatIdW) ? RowIdW : BeatIdW,
  parameter integer IdW      = 2 + ((BothIdW > 8) ? BothIdW : 8)  // which cache; 8: of pf_line_fresh
) (
  input  wire                 clk_i,
  input  wire                 rst_ni,           // asynchronous, active low

  // Requests
  input  wire                 req_valid_i,
  output wire                 req_ready_o,
  input  wire [1:0]           req_kind_i,       // PF_REQ_*
  input  wire [AddrW-6:0]     req_sector_i,     // byte address / 32
  input  wire [7:0]           req_word_mask_i,
  input  wire [7:0]           req_sub_mask_i,   // words touched in part only
  input  wire [`PF_TAG_W-1:0] req_tag_i,
  input  wire [PcW-1:0]       req_pc_i,

  // Memory: metadata and records
  output wire                 mrd_valid_o,
  input  wire                 mrd_ready_i,
  output wire [MemW-1:0]      mrd_addr_o,       // beat
  output wire [IdW-1:0]       mrd_id_o,
  input  wire                 mrsp_valid_i,     // in any order
  output wire                 mrsp_ready_o,
  input  wire [IdW-1:0]       mrsp_id_i,
  input  wire [255:0]         mrsp_data_i,
  output wire                 mwr_valid_o,
  input  wire                 mwr_ready_i,
  output wire [1:0]           mwr_kind_o,       // 0 metadata, 1 record
  output wire [MemW-1:0]      mwr_addr_o,
  output wire [255:0]         mwr_data_o,

  // Registers
  input  wire                 reg_valid_i,
  output wire                 reg_ready_o,
  input  wire                 reg_write_i,
  input  wire [7:0]           reg_addr_i,
  input  wire [31:0]          reg_wdata_i,
  output wire [31:0]          reg_rdata_o,
  output wire                 reg_error_o,

  output wire                 irq_o,
  output wire                 idle_o
);

  localparam integer SecW   = AddrW - 5;
  localparam integer LineW  = AddrW - 7;
  localparam integer Lanes  = 4;
  localparam integer CountW = 7;                // of words in a cycle

  generate
    if (AddrW < 10 || AddrW > 32 || PcW < 1 || PcW > `PF_RACE_PC_W || MemW != AddrW - 3 || IdW != 2 + ((BothIdW > 8) ? BothIdW : 8) || BothIdW != ((RowIdW > BeatIdW) ? RowIdW : BeatIdW) ||
        RowIdW != $clog2(RowRequests) + $clog2(4 * RowSets) || BeatIdW != $clog2(BeatRequests) + $clog2(4 * BeatSets)) begin : g_bad_param
      PF_LINE_UNIT_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  /////////////////////
  // Control         //
  /////////////////////

  wire              cfg_enable, cfg_count, cfg_policy, cfg_report_all, cfg_irq_enable;
  wire [LineW-1:0]  cfg_first, cfg_last;
  wire [31:0]       cfg_first_words, cfg_last_words, cfg_ring_tail, ring_head;
  wire [MemW-1:0]   cfg_rows, cfg_bits, cfg_blocks, cfg_ring_base;
  wire [BlockNoW:0] cfg_pool;
  wire [4:0]        cfg_ring_log2;
  wire              enters, engine_access, halt_idle, engine_idle, report_idle;
  wire              sweep, flush, flushed, forget, forgotten, drained, ring_full;
  wire [CountW-1:0] checks, skips;
  wire [3:0]        passed;
  wire [`PF_COUNTERS_ALL-1:0] inc;

  pf_line_control #(
    .AddrW    (AddrW),
    .BlockNoW (BlockNoW),
    .Policies (Policies),
    .CountW   (CountW)
  ) u_control (
    .clk_i             (clk_i),
    .rst_ni            (rst_ni),
    .reg_valid_i       (reg_valid_i),
    .reg_ready_o       (reg_ready_o),
    .reg_write_i       (reg_write_i),
    .reg_addr_i        (reg_addr_i),
    .reg_wdata_i       (reg_wdata_i),
    .reg_rdata_o       (reg_rdata_o),
    .reg_error_o       (reg_error_o),
    .cfg_enable_o      (cfg_enable),
    .cfg_count_o       (cfg_count),
    .cfg_policy_o      (cfg_policy),
    .cfg_report_all_o  (cfg_report_all),
    .cfg_irq_enable_o  (cfg_irq_enable),
    .cfg_ring_base_o   (cfg_ring_base),
    .cfg_ring_log2_o   (cfg_ring_log2),
    .cfg_ring_tail_o   (cfg_ring_tail),
    .cfg_first_o       (cfg_first),
    .cfg_last_o        (cfg_last),
    .cfg_first_words_o (cfg_first_words),
    .cfg_last_words_o  (cfg_last_words),
    .cfg_rows_o        (cfg_rows),
    .cfg_bits_o        (cfg_bits),
    .cfg_blocks_o      (cfg_blocks),
    .cfg_pool_o        (cfg_pool),
    .enters_i          (enters),
    .access_i          (engine_access),
    .rests_i           (halt_idle && engine_idle && report_idle),
    .told_i            (report_idle),
    .sweep_o           (sweep),
    .flush_o           (flush),
    .flushed_i         (flushed),
    .forget_o          (forget),
    .forgotten_i       (forgotten),
    .drained_o         (drained),
    .ring_full_i       (ring_full),
    .ring_head_i       (ring_head),
    .checks_i          (checks),
    .skips_i           (skips),
    .inc_i             (inc[`PF_COUNTERS_ALL-1:2]),
    .calm_i            (passed == 4'd0),
    .idle_o            (idle_o)
  );

  /////////////////////
  // Requests        //
  /////////////////////

  wire                 in_valid, in_ready, unused_no_access;
  wire [1:0]           in_kind;
  wire [`PF_TAG_W-1:0] in_tag;

  // Who may enter; when none is inside is known below, as requests do not leave in order here.
  pf_halt #(
    .Pending (1)
  ) u_halt (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .enable_i        (cfg_enable),
    .count_i         (cfg_count),
    .req_valid_i     (req_valid_i),
    .req_ready_o     (req_ready_o),
    .req_kind_i      (req_kind_i),
    .req_word_mask_i (req_word_mask_i),
    .req_tag_i       (req_tag_i),
    .in_valid_o      (in_valid),
    .in_ready_i      (in_ready),
    .in_kind_o       (in_kind),
    .in_tag_o        (in_tag),
    .level_i         (1'b0),
    .left_i          (1'b1),
    .passed_o        (passed),
    .drained_o       (unused_no_access),
    .idle_o          (halt_idle)
  );

  assign enters = in_valid && in_ready && in_kind == `PF_REQ_ACCESS;

  /////////////////////
  // Engine          //
  /////////////////////

  wire             rsp_valid, rsp_ready;
  wire [IdW-1:0]   rsp_id;
  wire [255:0]     rsp_data;
  wire [1:0]       unused_level;
  wire             back_valid, back_ready;
  wire [MemW-1:0]  back_addr;
  wire [255:0]     back_data;
  wire             race_valid, race_ready;
  wire [Lanes-1:0] race_lanes, race_sub;
  wire [Lanes*5-1:0]  race_row;
  wire [Lanes*23-1:0] race_before;
  wire [SecW-1:0]  race_sector;
  wire [2:0]       race_entry;
  wire [`PF_META_BLOCK_W-1:0] race_owner_block;
  wire [`PF_META_WARP_W-1:0]  race_owner_warp;
  wire [`PF_TAG_W-1:0] race_tag;
  wire [PcW-1:0]   race_pc;
  wire [5:0]       line_checks, block_checks, skipped, evt_rows, evt_beats;
  wire [2:0]       evt_bits;
  wire [3:0]       stall;
  wire             wrapped, unused_expanded, forgot;

  pf_fifo #(
    .Width (IdW + 256),
    .Depth (2)
  ) u_answers (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (mrsp_valid_i),
    .in_ready_o  (mrsp_ready_o),
    .in_data_i   ({mrsp_id_i, mrsp_data_i}),
    .out_valid_o (rsp_valid),
    .out_ready_i (rsp_ready),
    .out_data_o  ({rsp_id, rsp_data}),
    .level_o     (unused_level)
  );

  pf_line_engine #(
    .AddrW    (AddrW),
    .PcW      (PcW),
    .MemW     (MemW),
    .Places   (Places),
    .Age      (Age),
    .RowSets  (RowSets),
    .BeatSets (BeatSets),
    .RowRequests  (RowRequests),
    .BeatRequests (BeatRequests),
    .BlockNoW (BlockNoW),
    .Eras     (Eras),
    .LookW    (LookW),
    .Policies (Policies)
  ) u_engine (
    .clk_i              (clk_i),
    .rst_ni             (rst_ni),
    .cfg_policy_i       (cfg_policy),
    .cfg_first_i        (cfg_first),
    .cfg_last_i         (cfg_last),
    .cfg_first_words_i  (cfg_first_words),
    .cfg_last_words_i   (cfg_last_words),
    .cfg_rows_i         (cfg_rows),
    .cfg_blocks_i       (cfg_blocks),
    .cfg_bits_i         (cfg_bits),
    .cfg_pool_i         (cfg_pool),
    .req_valid_i        (in_valid),
    .req_ready_o        (in_ready),
    .req_kind_i         (in_kind),
    .req_sector_i       (req_sector_i),
    .req_word_mask_i    (req_word_mask_i),
    .req_sub_mask_i     (req_sub_mask_i),
    .req_tag_i          (in_tag),
    .req_pc_i           (req_pc_i),
    .mrd_valid_o        (mrd_valid_o),
    .mrd_ready_i        (mrd_ready_i),
    .mrd_addr_o         (mrd_addr_o),
    .mrd_id_o           (mrd_id_o),
    .mrsp_valid_i       (rsp_valid),
    .mrsp_ready_o       (rsp_ready),
    .mrsp_id_i          (rsp_id),
    .mrsp_data_i        (rsp_data),
    .mwr_valid_o        (back_valid),
    .mwr_ready_i        (back_ready),
    .mwr_addr_o         (back_addr),
    .mwr_data_o         (back_data),
    .race_valid_o       (race_valid),
    .race_ready_i       (race_ready),
    .race_lanes_o       (race_lanes),
    .race_row_o         (race_row),
    .race_sub_o         (race_sub),
    .race_before_o      (race_before),
    .race_sector_o      (race_sector),
    .race_entry_o       (race_entry),
    .race_owner_block_o (race_owner_block),
    .race_owner_warp_o  (race_owner_warp),
    .race_tag_o         (race_tag),
    .race_pc_o          (race_pc),
    .flush_valid_i      (flush),
    .flush_ready_o      (flushed),
    .forget_valid_i     (forget),
    .forget_ready_o     (forgotten),
    .line_checks_o      (line_checks),
    .block_checks_o     (block_checks),
    .skipped_o          (skipped),
    .wrapped_o          (wrapped),
    .expanded_o         (unused_expanded),
    .forgot_o           (forgot),
    .evt_rows_o         (evt_rows),
    .evt_beats_o        (evt_beats),
    .evt_bits_o         (evt_bits),
    .stall_o            (stall),
    .access_o           (engine_access),
    .idle_o             (engine_idle)
  );

  /////////////////////
  // Records         //
  /////////////////////

  wire                  rec_valid, rec_ready, show_ready, dropped, repeated, recorded;
  wire [MemW-1:0]       rec_addr;
  wire [`PF_RACE_W-1:0] rec_data;
  wire [4:0]            kinds;
  wire [1:0]            turn;

  pf_report #(
    .Lanes (Lanes),
    .AddrW (AddrW),
    .Seen  (Seen)
  ) u_report (
    .clk_i              (clk_i),
    .rst_ni             (rst_ni),
    .cfg_ring_base_i    (cfg_ring_base),
    .cfg_ring_log2_i    (cfg_ring_log2),
    .cfg_ring_tail_i    (cfg_ring_tail),
    .cfg_report_all_i   (cfg_report_all),
    .cfg_irq_enable_i   (cfg_irq_enable),
    .clear_i            (sweep),
    .race_valid_i       (race_valid),
    .race_ready_o       (race_ready),
    .race_lanes_i       (race_lanes),
    .race_row_i         (race_row),
    .race_sub_i         (race_sub),
    .race_before_i      (race_before),
    .race_sector_i      (race_sector),
    .race_entry_i       (race_entry),
    .race_shift_i       (3'd0),
    .race_owner_block_i (race_owner_block),
    .race_owner_warp_i  (race_owner_warp),
    .race_tag_i         (race_tag),
    .race_pc_i          ({{(`PF_RACE_PC_W-PcW){1'b0}}, race_pc}),
    .rwr_valid_o        (rec_valid),
    .rwr_ready_i        (rec_ready),
    .rwr_addr_o         (rec_addr),
    .rwr_data_o         (rec_data),
    .ring_head_o        (ring_head),
    .irq_o              (irq_o),
    .kinds_o            (kinds),
    .dropped_o          (dropped),
    .repeated_o         (repeated),
    .recorded_o         (recorded),
    .full_o             (ring_full),
    .idle_o             (report_idle)
  );

  // A record is shown a cycle later: its address, and what of it is selected late, are kept meanwhile. It stays.
  localparam integer LowW  = 5;                 // of the word's number: in its line
  localparam integer KeptW = MemW + LowW + `PF_RACE_ROW_W + 1 + `PF_RACE_W - `PF_RACE_OWNER_LOCK_LSB;
  reg                   show_q;
  reg  [KeptW-1:0]      kept_q;
  wire [KeptW-1:0]      kept = {rec_addr, rec_data[`PF_RACE_WORD_LSB +: LowW], rec_data[`PF_RACE_ROW_LSB +: `PF_RACE_ROW_W],
                                rec_data[`PF_RACE_SUB_WORD_LSB], rec_data[`PF_RACE_W-1:`PF_RACE_OWNER_LOCK_LSB]};
  wire [MemW-1:0]       show_addr;
  reg  [`PF_RACE_W-1:0] show_data;
  reg  [KeptW-MemW-1:0] show_late;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) show_q <= 1'b0;
    else         show_q <= rec_valid && !rec_ready;
  end
  always @(posedge clk_i) kept_q <= kept;

  always @* begin
    show_late = kept_q[KeptW-MemW-1:0];
    show_data = rec_data;
    {show_data[`PF_RACE_WORD_LSB +: LowW], show_data[`PF_RACE_ROW_LSB +: `PF_RACE_ROW_W], show_data[`PF_RACE_SUB_WORD_LSB],
     show_data[`PF_RACE_W-1:`PF_RACE_OWNER_LOCK_LSB]} = show_late;
  end
  assign show_addr = kept_q[KeptW-1 -: MemW];
  assign rec_ready = show_q && show_ready;

  pf_write_port #(
    .N (2)
  ) u_write_port (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  ({show_q, back_valid}),
    .in_ready_o  ({show_ready, back_ready}),
    .out_valid_o (mwr_valid_o),
    .out_ready_i (mwr_ready_i),
    .turn_o      (turn)
  );

  assign mwr_kind_o = {1'b0, turn[1]};
  assign mwr_addr_o = (show_addr & {MemW{turn[1]}}) | (back_addr & {MemW{turn[0]}});
  assign mwr_data_o = ({{(256-`PF_RACE_W){1'b0}}, show_data} & {256{turn[1]}}) | (back_data & {256{turn[0]}});

  /////////////////////
  // Counters        //
  /////////////////////

  assign checks = {1'b0, line_checks} + {1'b0, block_checks};
  assign skips  = {1'b0, skipped} + {3'd0, passed};

  assign inc[`PF_COUNTER_CHECKS]                 = 1'b0;
  assign inc[`PF_COUNTER_SKIPPED]                = 1'b0;
  assign inc[`PF_COUNTER_META_READS]             = mrd_valid_o && mrd_ready_i;
  assign inc[`PF_COUNTER_META_WRITES]            = back_valid && back_ready;
  assign inc[`PF_COUNTER_STALL_INPUT]            = req_valid_i && !req_ready_o;
  assign inc[`PF_COUNTER_STALL_LINES]            = evt_rows[5];
  assign inc[`PF_COUNTER_STALL_MEMORY]           = evt_bits[2] || evt_beats[5];
  assign inc[`PF_COUNTER_STALL_ENTRY]            = stall[2] || stall[3];
  assign inc[`PF_COUNTER_STALL_OWNER]            = stall[0];
  assign inc[`PF_COUNTER_STALL_REPORT]           = stall[1];
  assign inc[`PF_COUNTER_RACE_ATOMIC_SCOPE +: 5] = kinds;
  assign inc[`PF_COUNTER_RECORDS]                = recorded;
  assign inc[`PF_COUNTER_DROPPED]                = dropped;
  assign inc[`PF_COUNTER_REPEATED]               = repeated;
  assign inc[`PF_COUNTER_WRAPS]                  = wrapped;
  assign inc[`PF_COUNTER_FORGOTTEN]              = forgot;

  wire unused = &{1'b0, unused_no_access, unused_expanded, unused_level, drained, evt_rows[4:0], evt_beats[4:0], evt_bits[1:0],
                  inc[1:0], 1'b0};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {req_valid_i, mrd_ready_i, mrsp_valid_i, mwr_ready_i, reg_valid_i})
  `PF_ASSERT_KNOWN(a_out_known, {req_ready_o, mrd_valid_o, mrsp_ready_o, mwr_valid_o, reg_ready_o, reg_error_o, irq_o, idle_o})
  `PF_ASSERT(a_drained, !drained || !(mrd_valid_o || back_valid || rec_valid || race_valid))
  `PF_ASSERT(a_record_stays, !show_q || (rec_valid && kept_q === kept))
`endif

endmodule

`resetall
