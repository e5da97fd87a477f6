// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_slice_unit: the race detector beside one slice of the L2.
//
//   req_* -> pf_halt -+-> pf_region -> spare ---> pf_lines -> queue -> pf_check -> pf_report -+
//                     |    (pieces)                | ^ | lines  of       ^ ^ |                 |
//                     +-> queue of marks, of tags -|-|-|--------pieces---+ | | forget          | records
//                     +-> queue of places ---------|-|-|-------------------+ v                 v
//                                           mrd_* -+ | +- write-backs ---> pf_sweep ---> pf_write_port --> mwr_*
//                                            mrsp_* -+
//   reg_* --> pf_regs (configuration, commands, pf_counters)
//
// Every word of every access is checked, in order of arrival; when something is full, req_ready_o
// falls. Records and metadata share the write port, in turn.
//
// What memory must promise: a read accepted after a write was accepted sees that write; answers to
// reads may come in any order; nothing else writes metadata.
//
// Marks are a request's kind and sub-words: the region and the lines do not need them.
//
// Throughput  a request a cycle; 4 entries a cycle with Lanes 4 (memory permitting).
// Latency     about 15 cycles and a memory read, from a request to its record.
// Errs        as the rules, the fence file and the report's filter; otherwise exact.
// State bits  the sum of its parts; rtl/README.md has the table beside the paper's.
// Handshake   req_ready_o and idle_o depend on no input; mrsp_ready_o on mrsp_id_i only; mwr_valid_o and
//             mrd_valid_o on no ready. idle_o: nothing is inside, and without a valid input a clock changes nothing.
//             While enable is 0, accesses pass unchecked, at once, and count as skipped; fences and epochs count as
//             long as metadata are worth something (pf_halt, pf_regs). STATUS.drained: no access is inside any more.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"
`include "pf_regs.vh"

module pf_slice_unit #(
  parameter integer Lanes    = `PF_LANES,      // entries a cycle: 1, 2, 4, 8
  parameter integer Lines    = `PF_LINES,      // metadata lines in flight
  parameter integer Beats    = 2,              // beats of a line: 2 only
  parameter integer Banks    = `PF_BANKS,      // memories of the lines' data, 1 or 2; Lanes 8 has 2
  parameter integer Pending  = `PF_PENDING,    // requests, and pieces, that wait for memory
  parameter integer AddrW    = `PF_ADDR_W,     // byte address within the slice's data
  parameter integer PcW      = `PF_RACE_PC_W,  // at most PF_RACE_PC_W
  parameter integer Seen     = `PF_SEEN,       // entries of the report's filter; a power of two
  parameter integer Policies = 3,              // 1 scord, 2 scord-paper, 3 both, by register
  // Derived: do not override.
  parameter integer SlotW    = (Lines > 1) ? $clog2(Lines) : 1,
  parameter integer BeatW    = 1,
  parameter integer MemW     = AddrW - 3
) (
  input  wire                   clk_i,
  input  wire                   rst_ni,            // asynchronous, active low

  // Requests
  input  wire                   req_valid_i,
  output wire                   req_ready_o,
  input  wire [1:0]             req_kind_i,        // PF_REQ_*
  input  wire [AddrW-6:0]       req_sector_i,      // an access: byte address / 32
  input  wire [7:0]             req_word_mask_i,   // ... words of the sector
  input  wire [7:0]             req_sub_mask_i,    // ... of these, touched in part only
  input  wire [`PF_TAG_W-1:0]   req_tag_i,         // a fence: block, warp, block_scope
  input  wire [PcW-1:0]         req_pc_i,

  // Memory, by beats of 32 bytes
  output wire                   mrd_valid_o,
  input  wire                   mrd_ready_i,
  output wire [MemW-1:0]        mrd_addr_o,
  output wire [SlotW+BeatW-1:0] mrd_id_o,
  input  wire                   mrsp_valid_i,
  output wire                   mrsp_ready_o,
  input  wire [SlotW+BeatW-1:0] mrsp_id_i,
  input  wire [255:0]           mrsp_data_i,
  output wire                   mwr_valid_o,
  input  wire                   mwr_ready_i,
  output wire [1:0]             mwr_kind_o,        // 0 metadata, 1 record, 2 sweep
  output wire [MemW-1:0]        mwr_addr_o,
  output wire [255:0]           mwr_data_o,

  // Registers
  input  wire                   reg_valid_i,
  output wire                   reg_ready_o,
  input  wire                   reg_write_i,
  input  wire [7:0]             reg_addr_i,
  input  wire [31:0]            reg_wdata_i,
  output wire [31:0]            reg_rdata_o,
  output wire                   reg_error_o,

  output wire                   irq_o,
  output wire                   idle_o
);

  localparam integer SecW  = AddrW - 5;
  localparam integer LineW = AddrW - 5;
  localparam integer MtagW = `PF_META_TAG_W;
  localparam integer IdW   = $clog2(Pending + 12);  // pieces behind pf_lines
  localparam [1:0]   ACCESS = `PF_REQ_ACCESS;

  generate
    if (Pending < 1 || Beats != 2 || PcW < 1 || PcW > `PF_RACE_PC_W || AddrW < 8) begin : g_bad_param
      PF_SLICE_UNIT_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  /////////////////////
  // Configuration   //
  /////////////////////

  wire                   cfg_enable, cfg_count, cfg_policy, cfg_whole_line, cfg_write_always, cfg_report_all;
  wire                   cfg_irq_enable, cfg_bare_sweep;
  wire [SecW-1:0]        cfg_base;
  wire [AddrW-2:0]       cfg_words, cfg_entries;
  wire [MemW-1:0]        cfg_meta_base, cfg_ring_base;
  wire [4:0]             cfg_ring_log2;
  wire [31:0]            cfg_ring_tail, ring_head;
  wire                   cmd_sweep, cmd_clear;
  wire                   quiet;        // nothing inside but what the register port does
  wire                   drained;      // not enabled, no access inside, no sweep: all is written
  wire                   regs_idle;
  wire                   sweeping, ring_full, dropped, repeated, recorded;
  wire [`PF_META_EPOCH_W-1:0] epoch;
  wire                   cnt_valid, cnt_ready, unused_cnt_busy, cnt_idle;
  wire [4:0]             cnt_index;
  wire [47:0]            cnt_total;

  pf_regs #(
    .Lanes    (Lanes),
    .Lines    (Lines),
    .Beats    (Beats),
    .Policies (Policies),
    .AddrW    (AddrW),
    .Short    (2)
  ) u_regs (
    .clk_i              (clk_i),
    .rst_ni             (rst_ni),
    .reg_valid_i        (reg_valid_i),
    .reg_ready_o        (reg_ready_o),
    .reg_write_i        (reg_write_i),
    .reg_addr_i         (reg_addr_i),
    .reg_wdata_i        (reg_wdata_i),
    .reg_rdata_o        (reg_rdata_o),
    .reg_error_o        (reg_error_o),
    .cfg_enable_o       (cfg_enable),
    .cfg_count_o        (cfg_count),
    .cfg_bare_sweep_o   (cfg_bare_sweep),
    .cfg_policy_o       (cfg_policy),
    .cfg_whole_line_o   (cfg_whole_line),
    .cfg_write_always_o (cfg_write_always),
    .cfg_report_all_o   (cfg_report_all),
    .cfg_irq_enable_o   (cfg_irq_enable),
    .cfg_base_o         (cfg_base),
    .cfg_words_o        (cfg_words),
    .cfg_entries_o      (cfg_entries),
    .cfg_meta_base_o    (cfg_meta_base),
    .cfg_ring_base_o    (cfg_ring_base),
    .cfg_ring_log2_o    (cfg_ring_log2),
    .cfg_ring_tail_o    (cfg_ring_tail),
    .cmd_sweep_o        (cmd_sweep),
    .cmd_clear_o        (cmd_clear),
    .idle_i             (quiet),
    .drained_i          (drained),
    .sweeping_i         (sweeping),
    .ring_full_i        (ring_full),
    .epoch_i            (epoch),
    .ring_head_i        (ring_head),
    .fits_i             (1'b1),
    .cnt_valid_o        (cnt_valid),
    .cnt_index_o        (cnt_index),
    .cnt_ready_i        (cnt_ready),
    .cnt_total_i        (cnt_total),
    .idle_o             (regs_idle)
  );

  /////////////////////
  // Input           //
  /////////////////////

  localparam integer PlaceW = PcW + SecW;
  localparam integer LevelW = $clog2(Pending + 1);

  wire                 region_ready, tag_in_ready, place_in_ready;
  wire                 room    = region_ready && tag_in_ready && place_in_ready;
  wire                 in_valid;
  wire [1:0]           in_kind;
  wire [`PF_TAG_W-1:0] in_tag;
  wire                 arrives = in_valid && room;
  wire [LevelW-1:0]    place_level;
  wire                 place_ready;
  wire [3:0]           passed;
  wire                 no_access, halt_idle;

  pf_halt #(
    .Pending (Pending)
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
    .in_ready_i      (room),
    .in_kind_o       (in_kind),
    .in_tag_o        (in_tag),
    .level_i         (place_level),
    .left_i          (place_ready),
    .passed_o        (passed),
    .drained_o       (no_access),
    .idle_o          (halt_idle)
  );

  wire                 tag_valid, tag_ready;
  wire [`PF_TAG_W-1:0] tag;
  wire [LevelW-1:0]    tag_level;

  pf_fifo #(
    .Width (`PF_TAG_W),
    .Depth (Pending),
    .Ram   (1)
  ) u_tags (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (arrives),
    .in_ready_o  (tag_in_ready),
    .in_data_i   (in_tag),
    .out_valid_o (tag_valid),
    .out_ready_i (tag_ready),
    .out_data_o  (tag),
    .level_o     (tag_level)
  );

  wire                 place_valid;
  wire [PcW-1:0]       place_pc;
  wire [SecW-1:0]      place_sector;

  pf_fifo #(
    .Width (PlaceW),
    .Depth (Pending),
    .Ram   (1)
  ) u_places (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (arrives),
    .in_ready_o  (place_in_ready),
    .in_data_i   ({req_pc_i, req_sector_i}),
    .out_valid_o (place_valid),
    .out_ready_i (place_ready),
    .out_data_o  ({place_pc, place_sector}),
    .level_o     (place_level)
  );

  // What a request's words do not need on their way: its kind and which words it touches in part.
  // Its places are those of the tags, and it leaves before its tag: there is room when there is for a tag.
  wire                 mark_valid, unused_mark_ready;
  wire [1:0]           mark_kind;
  wire [7:0]           mark_sub;
  wire                 mark_pop;
  wire [LevelW-1:0]    mark_level;

  pf_fifo #(
    .Width (10),
    .Depth (Pending),
    .Ram   (1)
  ) u_marks (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (arrives),
    .in_ready_o  (unused_mark_ready),
    .in_data_i   ({in_kind, req_sub_mask_i}),
    .out_valid_o (mark_valid),
    .out_ready_i (mark_pop),
    .out_data_o  ({mark_kind, mark_sub}),
    .level_o     (mark_level)
  );

  /////////////////////
  // Region          //
  /////////////////////

  localparam integer PayW = 8 + 3 + MtagW + 1;

  wire             cut_valid, cut_ready, cut_last, piece_valid, piece_ready, piece_last;
  wire [LineW-1:0] cut_line, piece_line;
  wire [7:0]       cut_mask, piece_mask;
  wire [2:0]       cut_shift, piece_shift;
  wire [MtagW-1:0] cut_mtag, piece_mtag;
  wire [3:0]       skipped;
  wire             region_idle;

  pf_region #(
    .AddrW (AddrW),
    .TagW  (MtagW),
    .Reach (0)       // pf_regs has made sure
  ) u_region (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .cfg_base_i    (cfg_base),
    .cfg_words_i   (cfg_words),
    .cfg_entries_i (cfg_entries),
    .req_valid_i   (arrives),
    .req_ready_o   (region_ready),
    .req_sector_i  (req_sector_i),
    .req_mask_i    (req_word_mask_i & {8{in_kind == ACCESS}}),
    .piece_valid_o (cut_valid),
    .piece_ready_i (cut_ready),
    .piece_line_o  (cut_line),
    .piece_mask_o  (cut_mask),
    .piece_shift_o (cut_shift),
    .piece_mtag_o  (cut_mtag),
    .piece_last_o  (cut_last),
    .skipped_o     (skipped),
    .idle_o        (region_idle)
  );

  // A piece that cannot go on waits here: the cutter's ready comes from a flop.
  localparam integer      CutW = LineW + PayW;
  reg                     spare_valid_q;
  reg  [CutW-1:0]         spare_q;
  wire [CutW-1:0]         cut = {cut_line, cut_mask, cut_shift, cut_mtag, cut_last};

  assign cut_ready   = !spare_valid_q;
  assign piece_valid = spare_valid_q || cut_valid;
  assign {piece_line, piece_mask, piece_shift, piece_mtag, piece_last} = spare_valid_q ? spare_q : cut;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) spare_valid_q <= 1'b0;
    else         spare_valid_q <= piece_valid && !piece_ready;
  end

  always @(posedge clk_i) begin
    if (!spare_valid_q) spare_q <= cut;
  end

  /////////////////////
  // Lines           //
  /////////////////////

  wire                pend_in_valid, pend_in_ready;
  wire [SlotW-1:0]    pend_in_slot;
  wire [IdW-1:0]      pend_in_id;
  wire [PayW-1:0]     pend_in_pay;
  wire                unused_access;
  wire [Beats-1:0]    unused_beats;

  wire                line_mrd_valid;
  wire                back_valid, back_ready;
  wire [MemW-1:0]     back_addr;
  wire [255:0]        back_data;

  wire [Lines*Beats-1:0]   present;
  localparam integer       RdBeats = (Lanes > 4) ? 2 : 1;
  wire                     rd_valid, wr_valid, wr_changed, done_valid;
  wire [SlotW-1:0]         rd_slot, wr_slot, done_slot;
  wire [BeatW-1:0]         rd_beat, wr_beat;
  wire [RdBeats*4-1:0]     wr_mask, wr_own;
  wire [RdBeats*256-1:0]   rd_data, wr_data;
  wire [IdW-1:0]           done_id;

  wire                forget_valid, wiped, swept;
  wire                unused_lines_quiet, lines_held, lines_idle, stall_lines;

  // Nothing is known of the word: modified and both shared bits, the rest 0.
  localparam [63:0] UNWRITTEN = (64'd1 << `PF_META_MODIFIED_LSB) | (64'd1 << `PF_META_BLK_SHARED_LSB) |
                                (64'd1 << `PF_META_DEV_SHARED_LSB);

  pf_lines #(
    .Lines   (Lines),
    .Beats   (Beats),
    .LineW   (LineW),
    .MemW    (MemW),
    .PayW    (PayW),
    .RdBeats (RdBeats),
    .Banks   ((RdBeats > Banks) ? RdBeats : Banks),
    .IdW     (IdW)
  ) u_lines (
    .clk_i              (clk_i),
    .rst_ni             (rst_ni),
    .cfg_meta_base_i    (cfg_meta_base),
    .cfg_whole_line_i   (cfg_whole_line),
    .cfg_write_always_i (cfg_write_always),
    .piece_valid_i      (piece_valid),
    .piece_ready_o      (piece_ready),
    .piece_access_i     (|piece_mask),
    .piece_line_i       (piece_line),
    .piece_beats_i      ({|piece_mask[7:4], |piece_mask[3:0]}),
    .piece_pay_i        ({piece_mask, piece_shift, piece_mtag, piece_last}),
    .pend_valid_o       (pend_in_valid),
    .pend_ready_i       (pend_in_ready),
    .pend_access_o      (unused_access),
    .pend_slot_o        (pend_in_slot),
    .pend_id_o          (pend_in_id),
    .pend_beats_o       (unused_beats),
    .pend_pay_o         (pend_in_pay),
    .mrd_valid_o        (line_mrd_valid),
    .mrd_ready_i        (mrd_ready_i),
    .mrd_addr_o         (mrd_addr_o),
    .mrd_id_o           (mrd_id_o),
    .mrsp_valid_i       (mrsp_valid_i),
    .mrsp_ready_o       (mrsp_ready_o),
    .mrsp_id_i          (mrsp_id_i),
    .mrsp_data_i        (mrsp_data_i),
    .mwr_valid_o        (back_valid),
    .mwr_ready_i        (back_ready),
    .mwr_addr_o         (back_addr),
    .mwr_data_o         (back_data),
    .present_o          (present),
    .rd_valid_i         (rd_valid),
    .rd_slot_i          (rd_slot),
    .rd_beat_i          (rd_beat),
    .rd_data_o          (rd_data),
    .wr_valid_i         (wr_valid),
    .wr_slot_i          (wr_slot),
    .wr_beat_i          (wr_beat),
    .wr_mask_i          (wr_mask),
    .wr_own_i           (wr_own),
    .wr_changed_i       (wr_changed),
    .wr_data_i          (wr_data),
    .done_valid_i       (done_valid),
    .done_slot_i        (done_slot),
    .done_id_i          (done_id),
    .wipe_valid_i       (forget_valid),
    .wipe_ready_o       (wiped),
    .wipe_entry_i       (UNWRITTEN),
    .quiet_o            (unused_lines_quiet),
    .held_o             (lines_held),
    .stall_lines_o      (stall_lines),
    .idle_o             (lines_idle)
  );

  assign mrd_valid_o = line_mrd_valid;

  wire                pend_valid, pend_ready;
  wire [SlotW-1:0]    pend_slot;
  wire [IdW-1:0]      pend_id;
  wire [7:0]          pend_mask;
  wire [2:0]          pend_shift;
  wire [MtagW-1:0]    pend_mtag;
  wire                pend_last;
  wire [LevelW-1:0]   pend_level;

  pf_fifo #(
    .Width (SlotW + IdW + PayW),
    .Depth (Pending),
    .Ram   (1)
  ) u_pending (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (pend_in_valid),
    .in_ready_o  (pend_in_ready),
    .in_data_i   ({pend_in_slot, pend_in_id, pend_in_pay}),
    .out_valid_o (pend_valid),
    .out_ready_i (pend_ready),
    .out_data_o  ({pend_slot, pend_id, pend_mask, pend_shift, pend_mtag, pend_last}),
    .level_o     (pend_level)
  );

  assign mark_pop = pend_valid && pend_ready && pend_last;

  // From words to entries
  wire [15:0] sub_twice = {mark_sub, mark_sub} << pend_shift;

  /////////////////////
  // Check           //
  /////////////////////

  wire                        race_valid, race_ready;
  wire [Lanes-1:0]            race_lanes, race_sub;
  wire [Lanes*5-1:0]          race_row;
  wire [SecW-1:0]             race_sector;
  wire [2:0]                  race_entry, race_shift;
  wire [`PF_META_BLOCK_W-1:0] race_owner_block;
  wire [`PF_META_WARP_W-1:0]  race_owner_warp;
  wire [Lanes*23-1:0]         race_before;
  wire [`PF_TAG_W-1:0]        race_tag;
  wire [PcW-1:0]              race_pc;
  wire                        check_idle;
  wire [3:0]                  checks;
  wire                        stall_memory, stall_entry, stall_owner, stall_report;

  pf_check #(
    .Lanes    (Lanes),
    .Lines    (Lines),
    .Beats    (Beats),
    .IdW      (IdW),
    .PcW      (PcW),
    .AddrW    (AddrW),
    .Policies (Policies)
  ) u_check (
    .clk_i              (clk_i),
    .rst_ni             (rst_ni),
    .cfg_policy_i       (cfg_policy),
    .cmd_sweep_i        (cmd_sweep),
    .head_valid_i       (pend_valid),
    .head_ready_o       (pend_ready),
    .head_kind_i        (mark_kind),
    .head_slot_i        (pend_slot),
    .head_id_i          (pend_id),
    .head_mask_i        (pend_mask),
    .head_sub_i         (sub_twice[15:8]),
    .head_shift_i       (pend_shift),
    .head_mtag_i        (pend_mtag),
    .head_last_i        (pend_last),
    .tag_valid_i        (tag_valid),
    .tag_ready_o        (tag_ready),
    .tag_i              (tag),
    .place_valid_i      (place_valid),
    .place_ready_o      (place_ready),
    .place_pc_i         (place_pc),
    .place_sector_i     (place_sector),
    .present_i          (present),
    .rd_valid_o         (rd_valid),
    .rd_slot_o          (rd_slot),
    .rd_beat_o          (rd_beat),
    .rd_data_i          (rd_data),
    .wr_valid_o         (wr_valid),
    .wr_slot_o          (wr_slot),
    .wr_beat_o          (wr_beat),
    .wr_mask_o          (wr_mask),
    .wr_own_o           (wr_own),
    .wr_changed_o       (wr_changed),
    .wr_data_o          (wr_data),
    .done_valid_o       (done_valid),
    .done_slot_o        (done_slot),
    .done_id_o          (done_id),
    .forget_valid_o     (forget_valid),
    .forget_ready_i     (swept),
    .race_valid_o       (race_valid),
    .race_ready_i       (race_ready),
    .race_lanes_o       (race_lanes),
    .race_row_o         (race_row),
    .race_sector_o      (race_sector),
    .race_entry_o       (race_entry),
    .race_shift_o       (race_shift),
    .race_sub_o         (race_sub),
    .race_owner_block_o (race_owner_block),
    .race_owner_warp_o  (race_owner_warp),
    .race_before_o      (race_before),
    .race_tag_o         (race_tag),
    .race_pc_o          (race_pc),
    .epoch_o            (epoch),
    .forgetting_o       (sweeping),
    .idle_o             (check_idle),
    .checks_o           (checks),
    .stall_memory_o     (stall_memory),
    .stall_entry_o      (stall_entry),
    .stall_owner_o      (stall_owner),
    .stall_report_o     (stall_report)
  );

  /////////////////////
  // Report, sweep   //
  /////////////////////

  wire                   rec_valid, rec_ready;
  wire [MemW-1:0]        rec_addr;
  wire [`PF_RACE_W-1:0]  rec_data;
  wire [4:0]             kinds;
  wire                   report_idle;

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
    .clear_i            (cmd_sweep),
    .race_valid_i       (race_valid),
    .race_ready_o       (race_ready),
    .race_lanes_i       (race_lanes),
    .race_row_i         (race_row),
    .race_sub_i         (race_sub),
    .race_before_i      (race_before),
    .race_sector_i      (race_sector),
    .race_entry_i       (race_entry),
    .race_shift_i       (race_shift),
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

  // First the lines, then memory. The lines fetch nothing until both are done. Memory is left alone when the
  // driver sees to it, or metadata are worthless: then the table may lie anywhere.
  wire                   swr_valid, swr_ready, swr_done;
  assign swept = cfg_bare_sweep ? wiped : swr_done;
  wire [MemW-1:0]        swr_addr;

  pf_sweep #(
    .AddrW (AddrW),
    .MemW  (MemW),
    .Beats (Beats)
  ) u_sweep (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .cfg_entries_i   (cfg_entries),
    .cfg_meta_base_i (cfg_meta_base),
    .start_valid_i   (forget_valid && wiped && !cfg_bare_sweep),
    .start_ready_o   (swr_done),
    .swr_valid_o     (swr_valid),
    .swr_ready_i     (swr_ready),
    .swr_addr_o      (swr_addr)
  );

  /////////////////////
  // Write port      //
  /////////////////////

  wire [2:0] turn;  // sweep, records, metadata

  pf_write_port #(
    .N (3)
  ) u_write_port (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  ({swr_valid, rec_valid, back_valid}),
    .in_ready_o  ({swr_ready, rec_ready, back_ready}),
    .out_valid_o (mwr_valid_o),
    .out_ready_i (mwr_ready_i),
    .turn_o      (turn)
  );

  wire [255:0] rec_beat = {{(256-`PF_RACE_W){1'b0}}, rec_data};

  assign mwr_kind_o = turn[2:1];
  assign mwr_addr_o = (swr_addr & {MemW{turn[2]}}) | (rec_addr & {MemW{turn[1]}}) | (back_addr & {MemW{turn[0]}});
  assign mwr_data_o = ({4{UNWRITTEN}} & {256{turn[2]}}) | (rec_beat & {256{turn[1]}}) |
                      (back_data & {256{turn[0]}});

  /////////////////////
  // Counters, idle  //
  /////////////////////

  // Checks and skipped words come several a cycle, and lie first; the others one a cycle.
  localparam integer Counters = `PF_COUNTER_REPEATED + 1;
  localparam integer IncW     = 10 + Counters - 2;
  wire [Counters-1:0]         inc;
  wire [IncW-1:0]             inc_d = {inc[Counters-1:2], {1'b0, skipped} + {1'b0, passed}, 1'b0, checks};
  reg  [IncW-1:0]             inc_q;  // what happens is known late in its cycle
  reg                         clear_q;  // behind the words that passed up to the command's answer

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {clear_q, inc_q} <= {(IncW+1){1'b0}};
    else         {clear_q, inc_q} <= {cmd_clear, inc_d};
  end

  assign inc[`PF_COUNTER_CHECKS]                 = |checks;
  assign inc[`PF_COUNTER_SKIPPED]                = |skipped || |passed;
  assign inc[`PF_COUNTER_META_READS]             = mrd_valid_o && mrd_ready_i;
  assign inc[`PF_COUNTER_META_WRITES]            = mwr_valid_o && mwr_ready_i && !turn[1];
  assign inc[`PF_COUNTER_STALL_INPUT]            = req_valid_i && !req_ready_o;
  assign inc[`PF_COUNTER_STALL_LINES]            = stall_lines;
  assign inc[`PF_COUNTER_STALL_MEMORY]           = stall_memory;
  assign inc[`PF_COUNTER_STALL_ENTRY]            = stall_entry;
  assign inc[`PF_COUNTER_STALL_OWNER]            = stall_owner;
  assign inc[`PF_COUNTER_STALL_REPORT]           = stall_report;
  assign inc[`PF_COUNTER_RACE_ATOMIC_SCOPE +: 5] = kinds;
  assign inc[`PF_COUNTER_RECORDS]                = recorded;
  assign inc[`PF_COUNTER_DROPPED]                = dropped;
  assign inc[`PF_COUNTER_REPEATED]               = repeated;

  pf_counters #(
    .N    (Counters),
    .IncW (5),
    .Wide (2)
  ) u_counters (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .inc_i      (inc_q),
    .rd_valid_i (cnt_valid),
    .rd_ready_o (cnt_ready),
    .rd_index_i (cnt_index),
    .rd_total_o (cnt_total),
    .clear_i    (clear_q),
    .busy_o     (unused_cnt_busy),
    .idle_o     (cnt_idle)
  );

  // The last of the requests inside leaves the queue of places.
  assign quiet   = halt_idle && !piece_valid && place_level == {LevelW{1'b0}} && region_idle && lines_idle &&
                   check_idle && report_idle;
  assign drained = !cfg_enable && no_access && !lines_held && report_idle && !sweeping;
  assign idle_o  = quiet && passed == 4'd0 && inc_q == {IncW{1'b0}} && cnt_idle && regs_idle && !clear_q;

  wire unused = &{1'b0, tag_level, pend_level, unused_access, unused_beats, unused_cnt_busy, unused_lines_quiet, inc[1:0], mark_level, unused_mark_ready, mark_valid, sub_twice[7:0]};

  /////////////////////
  // Checks          //
  /////////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {req_valid_i, mrd_ready_i, mrsp_valid_i, mwr_ready_i, reg_valid_i})
  `PF_ASSERT_KNOWN(a_out_known, {req_ready_o, mrd_valid_o, mrsp_ready_o, mwr_valid_o, reg_ready_o, reg_error_o, irq_o, idle_o})
  `PF_ASSERT_KNOWN(a_write_known, mwr_valid_o ? {mwr_addr_o, mwr_data_o} : {(MemW+256){1'b0}})
  `PF_ASSERT(a_quiet, !quiet || (tag_level == {LevelW{1'b0}} && pend_level == {LevelW{1'b0}}))
  `PF_ASSERT(a_marks, (unused_mark_ready || !arrives) && (mark_valid || !pend_valid))
  `PF_ASSERT(a_sweep_alone, !swr_valid || !(back_valid || rec_valid || mrd_valid_o))
  // Drained: metadata and ring are as the driver may see them, and nobody looks at the configuration.
  `PF_ASSERT(a_drained, !drained || !(mrd_valid_o || back_valid || rec_valid || swr_valid || race_valid))
  `PF_ASSERT(a_swept_quiet, !cmd_sweep || quiet)
  // An answer belongs to a read; what is written is no counter for two kinds at once.
  `PF_ASSERT(a_kinds_in_a_row, `PF_COUNTER_RACE_LOCK == `PF_COUNTER_RACE_ATOMIC_SCOPE + 4
             && `PF_COUNTER_CHECKS == 0 && `PF_COUNTER_SKIPPED == 1)

  // What the user must keep: a request and a register access stay until they are taken.
  reg                 f_waits_q;
  reg [2+SecW+16+`PF_TAG_W+PcW-1:0] f_req_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_waits_q <= 1'b0;
    else         f_waits_q <= req_valid_i && !req_ready_o;
  end
  wire [2+SecW+16+`PF_TAG_W+PcW-1:0] f_req = {req_kind_i, req_sector_i, req_word_mask_i, req_sub_mask_i, req_tag_i, req_pc_i};
  always @(posedge clk_i) f_req_q <= f_req;
  `PF_ASSUME(a_req_stays, !f_waits_q || (req_valid_i && f_req == f_req_q))
`endif  // SYNTHESIS

endmodule

`resetall
