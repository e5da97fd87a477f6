// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_engine: checks of accesses against metadata that are kept by lines of 128 bytes of data.
//
//   req_* -> pf_coalesce -> pf_line_arrive -> pf_line_fresh -> rows: pf_meta_cache -> pf_line_check --+--> pf_line_races --+-> race_*
//                            ^  ^ (counts)    first of its line?     ^                 |  |  | a block's beats            |
//                            |  |                                    +------ ret ------+  |  v                            |
//                            |  +---------------------------- look_* ---------------------+  pf_line_blocks --------------+
//                            +------------------------------- look_* -------------------------+
//   the three caches --> pf_line_memory --> mrd_*, mwr_*
//
// A line has a row (pf_line_check) until it has more than three entries, then a block of eight beats from the pool, until the
// next epoch. An epoch, and a fence that makes a count of scord 0, wait until all that came before has left; then everything is
// forgotten: rows, blocks and, by a bit, counts of fences. Nothing in memory is swept, and nothing is read that this epoch has not written.
// Operations on one line, and what they do to one word, keep their order; others pass those that wait for memory. A fence
// counts for what comes after it, though what came before may be checked later (pf_fence_counts).
// In memory: the row of line n lies at beat cfg_rows_i + n, beat b of block n at cfg_blocks_i + 8 * n + b, the row of
// touched bits of lines 256 * n and above at cfg_bits_i + n, all modulo 2^MemW.
//
// It is the core of pf_line_unit (docs/metadata-engine.md).
//
// Throughput  an operation on a line a cycle while its row is held, whatever the number of words, with one owner of its classes;
//             a beat of a block and owner a cycle. An epoch takes three cycles behind the last operation
//             inside, and what pf_fence_counts has not swept of the one before.
// Latency     coalescing, then 14 cycles from an operation to its row, when it is held.
// Errs        as the rules; lines of more than three entries without a free block (forgot_o).
// Handshake   req_ready_o is a flop; race_valid_o depends on no ready; mrsp_ready_o on mrsp_id_i.
// State bits  the sum of its parts.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_line_engine #(
  parameter integer AddrW    = `PF_ADDR_W,       // byte address within the slice's data; at least 8
  parameter integer PcW      = `PF_RACE_PC_W,
  parameter integer MemW     = AddrW - 3,        // address of a beat of 32 bytes
  parameter integer Places   = 4,                // of pf_coalesce
  parameter integer Age      = 32,
  parameter integer RowSets  = 64,               // of four ways, in the cache of rows
  parameter integer BeatSets = 64,               // ... of beats
  parameter integer RowRequests  = 32,           // in the cache of rows, and so many on their way
  parameter integer BeatRequests = 64,           // ... of beats
  parameter integer BlockNoW = AddrW - 7,        // number of a block
  parameter integer Eras     = 16,
  parameter integer LookW    = 9,                // as pf_fence_counts
  parameter integer Policies = 3,                // 1: scord, 2: scord-paper, 3: by cfg_policy_i
  // Derived: do not override.
  parameter integer LineW    = AddrW - 7,
  parameter integer Lanes    = 4,                // of race_*
  parameter integer RowIdW   = $clog2(RowRequests) + $clog2(4 * RowSets),
  parameter integer BeatIdW  = $clog2(BeatRequests) + $clog2(4 * BeatSets),
  parameter integer BothIdW  = (RowIdW > BeatIdW) ? RowIdW : BeatIdW,
  parameter integer IdW      = 2 + ((BothIdW > 8) ? BothIdW : 8)  // which cache; 8: of pf_line_fresh
) (
  input  wire                        clk_i,
  input  wire                        rst_ni,           // asynchronous, active low

  // Configuration: changes only while idle
  input  wire                        cfg_policy_i,     // 1: scord
  input  wire [LineW-1:0]            cfg_first_i,      // lines that are checked: from this one ...
  input  wire [LineW-1:0]            cfg_last_i,       // ... to this one
  input  wire [31:0]                 cfg_first_words_i,  // words of these two that are checked
  input  wire [31:0]                 cfg_last_words_i,
  input  wire [MemW-1:0]             cfg_rows_i,
  input  wire [MemW-1:0]             cfg_blocks_i,
  input  wire [MemW-1:0]             cfg_bits_i,
  input  wire [BlockNoW:0]           cfg_pool_i,       // blocks there are, up to 2^BlockNoW

  // Requests, as pf_slice_unit's
  input  wire                        req_valid_i,
  output wire                        req_ready_o,
  input  wire [1:0]                  req_kind_i,
  input  wire [AddrW-6:0]            req_sector_i,
  input  wire [7:0]                  req_word_mask_i,
  input  wire [7:0]                  req_sub_mask_i,
  input  wire [`PF_TAG_W-1:0]        req_tag_i,
  input  wire [PcW-1:0]              req_pc_i,

  // Memory, as pf_meta_cache's: a read sees every write taken before it
  output wire                        mrd_valid_o,
  input  wire                        mrd_ready_i,
  output wire [MemW-1:0]             mrd_addr_o,
  output wire [IdW-1:0]              mrd_id_o,
  input  wire                        mrsp_valid_i,
  output wire                        mrsp_ready_o,
  input  wire [IdW-1:0]              mrsp_id_i,
  input  wire [255:0]                mrsp_data_i,
  output wire                        mwr_valid_o,
  input  wire                        mwr_ready_i,
  output wire [MemW-1:0]             mwr_addr_o,
  output wire [255:0]                mwr_data_o,

  // Races, as pf_report takes them; race_shift is 0
  output wire                        race_valid_o,
  input  wire                        race_ready_i,
  output wire [Lanes-1:0]            race_lanes_o,
  output wire [Lanes*5-1:0]          race_row_o,
  output wire [Lanes-1:0]            race_sub_o,
  output wire [Lanes*23-1:0]         race_before_o,
  output wire [AddrW-6:0]            race_sector_o,
  output wire [2:0]                  race_entry_o,
  output wire [`PF_META_BLOCK_W-1:0] race_owner_block_o,
  output wire [`PF_META_WARP_W-1:0]  race_owner_warp_o,
  output wire [`PF_TAG_W-1:0]        race_tag_o,
  output wire [PcW-1:0]              race_pc_o,

  // All that is known is in memory; nothing is known any more, as after an epoch
  input  wire                        flush_valid_i,
  output wire                        flush_ready_o,    // done
  input  wire                        forget_valid_i,
  output wire                        forget_ready_o,   // done

  // Counting, each cycle
  output wire [5:0]                  line_checks_o,    // words checked in lines, a cycle ago; so are the next two
  output wire [5:0]                  block_checks_o,   // in blocks
  output wire [5:0]                  skipped_o,        // words outside of these
  output wire                        wrapped_o,        // everything was forgotten, as a count wrapped
  output wire                        expanded_o,       // a line becomes a block
  output wire                        forgot_o,         // there was none
  output wire [5:0]                  evt_rows_o,       // as pf_meta_cache's
  output wire [5:0]                  evt_beats_o,
  output wire [2:0]                  evt_bits_o,       // as pf_line_fresh's
  output wire [3:0]                  stall_o,          // line check: owners, races, blocks; fences
  output wire                        access_o,         // an access is inside, or may have left something to do
  output wire                        idle_o            // nothing inside
);

  localparam integer CountW = `PF_META_BLK_FENCE_W;
  localparam integer EraW   = $clog2(Eras);
  localparam integer SlotW  = `PF_LINE_ROW_FIRST_W;
  localparam integer OwnW   = IdW - 2;                 // a cache's ids
  localparam integer Depth  = 6;                       // operations in a check
  localparam integer NearW  = Depth - 1;
  localparam integer TagW   = `PF_TAG_W;
  localparam integer OpW    = 32 + 1 + TagW + PcW + 2 * CountW + EraW;
  localparam integer BeatAW = BlockNoW + 3;
  localparam integer Wait   = 4;                       // operations before pf_line_fresh
  // Pieces of operations at once: those waiting, in pf_line_fresh, among rows, on their way to and at pf_line_beats, among beats,
  // without a check, just ended
  localparam integer FreshN = 8;
  localparam integer Inside = Wait + 2 + FreshN + 4 + RowRequests + Depth + 2 + 9 + BeatRequests + Depth + 2 + 4 + 2;
  localparam integer FreshW = (LineW > 12) ? LineW : 12;  // pf_line_fresh's lines
  localparam integer BitsAW = FreshW - 8;
  localparam integer BitsIW = $clog2(FreshN) + 5;      // with pf_line_fresh's 32 rows

  generate
    if (AddrW < 8 || PcW < 1 || MemW < 1 || BlockNoW < 1 || BlockNoW > SlotW || Eras < 2 || Policies < 1 ||
        Policies > 3 || LineW != AddrW - 7 || Lanes != 4 || OwnW != ((BothIdW > BitsIW) ? BothIdW : BitsIW) || RowIdW != $clog2(RowRequests) + $clog2(4 * RowSets) ||
        BeatIdW != $clog2(BeatRequests) + $clog2(4 * BeatSets) || BothIdW != ((RowIdW > BeatIdW) ? RowIdW : BeatIdW) || MemW < LineW || MemW < BeatAW) begin : g_bad_param
      PF_LINE_ENGINE_BAD_PARAMETER u_bad ();           // no such module: elaboration stops here
    end
  endgenerate

  wire scord = (Policies == 1) || (Policies == 3 && cfg_policy_i);

  /////////////////////
  // Operations      //
  /////////////////////

  wire             op_valid, op_ready, op_sub, coalesce_access, coalesce_idle;
  wire [1:0]       op_kind;
  wire [LineW-1:0] op_line;
  wire [31:0]      op_words;
  wire [TagW-1:0]  op_tag;
  wire [PcW-1:0]   op_pc;

  pf_coalesce #(
    .AddrW  (AddrW),
    .PcW    (PcW),
    .Places (Places),
    .Age    (Age)
  ) u_coalesce (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .req_valid_i     (req_valid_i),
    .req_ready_o     (req_ready_o),
    .req_kind_i      (req_kind_i),
    .req_sector_i    (req_sector_i),
    .req_word_mask_i (req_word_mask_i),
    .req_sub_mask_i  (req_sub_mask_i),
    .req_tag_i       (req_tag_i),
    .req_pc_i        (req_pc_i),
    .op_valid_o      (op_valid),
    .op_ready_i      (op_ready),
    .op_kind_o       (op_kind),
    .op_line_o       (op_line),
    .op_words_o      (op_words),
    .op_sub_o        (op_sub),
    .op_tag_o        (op_tag),
    .op_pc_o         (op_pc),
    .access_o        (coalesce_access),
    .idle_o          (coalesce_idle)
  );

  /////////////////////
  // Arrival         //
  /////////////////////

  wire                          wait_valid, wait_ready, arrive_access, arrive_idle, empty, flush, forget, epoch;
  wire [LineW-1:0]              wait_line;
  wire [OpW-1:0]                wait_op;
  wire [2:0]                    ask;                   // rows, beats, bits
  wire [1:0]                    flushed;
  wire [2:0]                    forgotten;
  wire [1:0]                    look;
  wire [2*`PF_META_BLOCK_W-1:0] look_block;
  wire [2*`PF_META_WARP_W-1:0]  look_warp;
  wire [2*EraW-1:0]             look_era;
  wire [4*CountW-1:0]           look_count;
  wire [1:0]                    look_ok;
  wire [1:0]                    ends;
  wire [2*EraW-1:0]             end_era;
  wire                          add;
  wire [EraW-1:0]               add_era;

  pf_line_arrive #(
    .LineW  (LineW),
    .PcW    (PcW),
    .Eras   (Eras),
    .LookW  (LookW),
    .Wait   (Wait),
    .Inside (Inside)
  ) u_arrive (
    .clk_i             (clk_i),
    .rst_ni            (rst_ni),
    .scord_i           (scord),
    .cfg_first_i       (cfg_first_i),
    .cfg_last_i        (cfg_last_i),
    .cfg_first_words_i (cfg_first_words_i),
    .cfg_last_words_i  (cfg_last_words_i),
    .op_valid_i        (op_valid),
    .op_ready_o        (op_ready),
    .op_kind_i         (op_kind),
    .op_line_i         (op_line),
    .op_words_i        (op_words),
    .op_sub_i          (op_sub),
    .op_tag_i          (op_tag),
    .op_pc_i           (op_pc),
    .out_valid_o       (wait_valid),
    .out_ready_i       (wait_ready),
    .out_line_o        (wait_line),
    .out_op_o          (wait_op),
    .flush_valid_i     (flush_valid_i),
    .flush_ready_o     (flush_ready_o),
    .forget_valid_i    (forget_valid_i),
    .forget_ready_o    (forget_ready_o),
    .empty_i           (empty),
    .flush_o           (flush),
    .forget_o          (forget),
    .ask_o             (ask),
    .flushed_i         (flushed),
    .forgotten_i       (forgotten),
    .add_i             (add),
    .add_era_i         (add_era),
    .end_i             (ends),
    .end_era_i         (end_era),
    .look_i            (look),
    .look_block_i      (look_block),
    .look_warp_i       (look_warp),
    .look_era_i        (look_era),
    .look_o            (look_count),
    .look_ok_o         (look_ok),
    .skipped_o         (skipped_o),
    .epoch_o           (epoch),
    .wrapped_o         (wrapped_o),
    .stall_fence_o     (stall_o[3]),
    .access_o          (arrive_access),
    .idle_o            (arrive_idle)
  );

  /////////////////////
  // Rows            //
  /////////////////////

  wire                fresh_valid, fresh_ready, fresh_first, fresh_idle;
  wire [FreshW-1:0]   fresh_line;
  wire [OpW-1:0]      fresh_op;
  wire                f_rd_valid, f_rd_ready, f_rsp_valid, f_rsp_ready, f_wr_valid, f_wr_ready;
  wire [BitsAW-1:0]   f_rd_addr;
  wire [MemW-1:0]     f_wr_addr;
  wire [BitsIW-1:0]   f_rd_id, f_rsp_id;
  wire [255:0]        f_wr_data;
  wire [255:0]        rsp_data;

  pf_line_fresh #(
    .LineW    (FreshW),
    .PayW     (OpW),
    .MemW     (MemW),
    .Requests (FreshN)
  ) u_fresh (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .base_i         (cfg_bits_i),
    .in_valid_i     (wait_valid),
    .in_ready_o     (wait_ready),
    .in_line_i      ({{(FreshW-LineW){1'b0}}, wait_line}),
    .in_pay_i       (wait_op),
    .out_valid_o    (fresh_valid),
    .out_ready_i    (fresh_ready),
    .out_line_o     (fresh_line),
    .out_pay_o      (fresh_op),
    .out_fresh_o    (fresh_first),
    .mrd_valid_o    (f_rd_valid),
    .mrd_ready_i    (f_rd_ready),
    .mrd_addr_o     (f_rd_addr),
    .mrd_id_o       (f_rd_id),
    .mrsp_valid_i   (f_rsp_valid),
    .mrsp_ready_o   (f_rsp_ready),
    .mrsp_id_i      (f_rsp_id),
    .mrsp_data_i    (rsp_data),
    .mwr_valid_o    (f_wr_valid),
    .mwr_ready_i    (f_wr_ready),
    .mwr_addr_o     (f_wr_addr),
    .mwr_data_o     (f_wr_data),
    .forget_valid_i (forget && ask[2]),
    .forget_ready_o (forgotten[2]),
    .evt_o          (evt_bits_o),
    .idle_o         (fresh_idle)
  );

  // Nothing is known of a word: modified and both shared bits, the rest 0.
  localparam [255:0] UNWRITTEN = (256'd1 << `PF_META_MODIFIED_LSB) | (256'd1 << `PF_META_BLK_SHARED_LSB) |
                                 (256'd1 << `PF_META_DEV_SHARED_LSB);

  wire                r_rd_valid, r_rd_ready, r_rsp_valid, r_rsp_ready, r_wr_valid, r_wr_ready;
  wire [LineW-1:0]    r_rd_addr;
  wire [MemW-1:0]     r_wr_addr;
  wire [RowIdW-1:0]   r_rd_id, r_rsp_id;
  wire [255:0]        r_wr_data;
  wire                row_ready, row_valid, row_ret, row_changed, rows_idle;
  wire [LineW-1:0]    row_line;
  wire [31:0]         row_words;
  wire                row_sub;
  wire [TagW-1:0]     row_tag;
  wire [PcW-1:0]      row_pc;
  wire [2*CountW-1:0] row_self;
  wire [EraW-1:0]     row_era;
  wire [255:0]        row_data, row_back;
  wire [NearW-1:0]    row_near;

  pf_meta_cache #(
    .LineW    (LineW),
    .Sets     (RowSets),
    .Requests (RowRequests),
    .PayW     (OpW),
    .Depth    (Depth),
    .MemW     (MemW)
  ) u_rows (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .init_i         (UNWRITTEN),
    .base_i         (cfg_rows_i),
    .req_valid_i    (fresh_valid),
    .req_ready_o    (fresh_ready),
    .req_line_i     (fresh_line[LineW-1:0]),
    .req_fresh_i    (fresh_first),
    .req_pay_i      (fresh_op),
    .go_ready_i     (row_ready),
    .go_valid_o     (row_valid),
    .go_line_o      (row_line),
    .go_pay_o       ({row_words, row_sub, row_tag, row_pc, row_self, row_era}),
    .go_data_o      (row_data),
    .go_near_o      (row_near),
    .ret_valid_i    (row_ret),
    .ret_changed_i  (row_changed),
    .ret_data_i     (row_back),
    .mrd_valid_o    (r_rd_valid),
    .mrd_ready_i    (r_rd_ready),
    .mrd_addr_o     (r_rd_addr),
    .mrd_id_o       (r_rd_id),
    .mrsp_valid_i   (r_rsp_valid),
    .mrsp_ready_o   (r_rsp_ready),
    .mrsp_id_i      (r_rsp_id),
    .mrsp_data_i    (rsp_data),
    .mwr_valid_o    (r_wr_valid),
    .mwr_ready_i    (r_wr_ready),
    .mwr_addr_o     (r_wr_addr),
    .mwr_data_o     (r_wr_data),
    .flush_valid_i  (flush && ask[0]),
    .flush_ready_o  (flushed[0]),
    .forget_valid_i (forget && ask[0]),
    .forget_ready_o (forgotten[0]),
    .evt_o          (evt_rows_o),
    .idle_o         (rows_idle)
  );

  reg  [BlockNoW:0]   block_q;                         // of the pool, the next free one
  wire                block_take;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)         block_q <= {(BlockNoW+1){1'b0}};
    else if (epoch)      block_q <= {(BlockNoW+1){1'b0}};
    else if (block_take) block_q <= block_q + {{BlockNoW{1'b0}}, 1'b1};
  end

  wire                blk_valid, blk_ready, blk_make, blk_sub;
  wire [BlockNoW-1:0] blk_block;
  wire [63:0]         blk_class;
  wire [3*SlotW-1:0]  blk_entry, blk_next;
  wire [LineW-1:0]    blk_line;
  wire [31:0]         blk_words;
  wire [TagW-1:0]     blk_tag;
  wire [PcW-1:0]      blk_pc;
  wire [2*CountW-1:0] blk_self;
  wire [EraW-1:0]     blk_era;
  wire                lrace_valid, lrace_ready, lrace_sub;
  wire [LineW-1:0]    lrace_line;
  wire [95:0]         lrace_words;
  wire [14:0]         lrace_row;
  wire [68:0]         lrace_before;
  wire [`PF_META_BLOCK_W-1:0] lrace_block;
  wire [`PF_META_WARP_W-1:0]  lrace_warp;
  wire [TagW-1:0]     lrace_tag;
  wire [PcW-1:0]      lrace_pc;
  wire                line_idle;

  pf_line_check #(
    .LineW    (LineW),
    .PcW      (PcW),
    .EraW     (EraW),
    .BlockNoW (BlockNoW),
    .Depth    (Depth),
    .Policies (Policies)
  ) u_lines (
    .clk_i              (clk_i),
    .rst_ni             (rst_ni),
    .cfg_policy_i       (cfg_policy_i),
    .go_ready_o         (row_ready),
    .go_valid_i         (row_valid),
    .go_line_i          (row_line),
    .go_words_i         (row_words),
    .go_sub_i           (row_sub),
    .go_tag_i           (row_tag),
    .go_pc_i            (row_pc),
    .go_self_i          (row_self),
    .go_era_i           (row_era),
    .go_row_i           (row_data),
    .go_near_i          (row_near),
    .ret_valid_o        (row_ret),
    .ret_changed_o      (row_changed),
    .ret_row_o          (row_back),
    .done_o             (ends[0]),
    .done_era_o         (end_era[0 +: EraW]),
    .look_valid_o       (look[0]),
    .look_block_o       (look_block[0 +: `PF_META_BLOCK_W]),
    .look_warp_o        (look_warp[0 +: `PF_META_WARP_W]),
    .look_era_o         (look_era[0 +: EraW]),
    .count_i            (look_count[0 +: 2*CountW]),
    .count_ok_i         (look_ok[0]),
    .free_valid_i       (block_q < cfg_pool_i),
    .free_block_i       (block_q[BlockNoW-1:0]),
    .free_take_o        (block_take),
    .blk_ready_i        (blk_ready),
    .blk_valid_o        (blk_valid),
    .blk_block_o        (blk_block),
    .blk_make_o         (blk_make),
    .blk_class_o        (blk_class),
    .blk_entry_o        (blk_entry),
    .blk_next_o         (blk_next),
    .blk_line_o         (blk_line),
    .blk_words_o        (blk_words),
    .blk_sub_o          (blk_sub),
    .blk_tag_o          (blk_tag),
    .blk_pc_o           (blk_pc),
    .blk_self_o         (blk_self),
    .blk_era_o          (blk_era),
    .race_valid_o       (lrace_valid),
    .race_ready_i       (lrace_ready),
    .race_line_o        (lrace_line),
    .race_words_o       (lrace_words),
    .race_row_o         (lrace_row),
    .race_before_o      (lrace_before),
    .race_sub_o         (lrace_sub),
    .race_owner_block_o (lrace_block),
    .race_owner_warp_o  (lrace_warp),
    .race_tag_o         (lrace_tag),
    .race_pc_o          (lrace_pc),
    .checks_o           (line_checks_o),
    .stall_owner_o      (stall_o[0]),
    .stall_report_o     (stall_o[1]),
    .stall_block_o      (stall_o[2]),
    .expanded_o         (expanded_o),
    .forgot_o           (forgot_o),
    .idle_o             (line_idle)
  );

  /////////////////////
  // Blocks          //
  /////////////////////

  wire                b_rd_valid, b_rd_ready, b_rsp_valid, b_rsp_ready, b_wr_valid, b_wr_ready;
  wire [BeatAW-1:0]   b_rd_addr;
  wire [MemW-1:0]     b_wr_addr;
  wire [BeatIdW-1:0]  b_rd_id, b_rsp_id;
  wire [255:0]        b_wr_data;
  wire                brace_valid, brace_ready, blocks_idle;
  wire [Lanes-1:0]    brace_lanes, brace_sub;
  wire [Lanes*5-1:0]  brace_row;
  wire [Lanes*23-1:0] brace_before;
  wire [LineW+1:0]    brace_sector;
  wire [2:0]          brace_entry;
  wire [`PF_META_BLOCK_W-1:0] brace_block;
  wire [`PF_META_WARP_W-1:0]  brace_warp;
  wire [TagW-1:0]     brace_tag;
  wire [PcW-1:0]      brace_pc;

  pf_line_blocks #(
    .LineW    (LineW),
    .PcW      (PcW),
    .EraW     (EraW),
    .BlockNoW (BlockNoW),
    .MemW     (MemW),
    .Sets     (BeatSets),
    .Requests (BeatRequests),
    .Depth    (Depth),
    .Policies (Policies)
  ) u_blocks (
    .clk_i              (clk_i),
    .rst_ni             (rst_ni),
    .cfg_policy_i       (cfg_policy_i),
    .base_i             (cfg_blocks_i),
    .blk_ready_o        (blk_ready),
    .blk_valid_i        (blk_valid),
    .blk_make_i         (blk_make),
    .blk_block_i        (blk_block),
    .blk_class_i        (blk_class),
    .blk_entry_i        (blk_entry),
    .blk_next_i         (blk_next),
    .blk_line_i         (blk_line),
    .blk_words_i        (blk_words),
    .blk_sub_i          (blk_sub),
    .blk_tag_i          (blk_tag),
    .blk_pc_i           (blk_pc),
    .blk_self_i         (blk_self),
    .blk_era_i          (blk_era),
    .add_o              (add),
    .add_era_o          (add_era),
    .done_o             (ends[1]),
    .done_era_o         (end_era[EraW +: EraW]),
    .look_valid_o       (look[1]),
    .look_block_o       (look_block[`PF_META_BLOCK_W +: `PF_META_BLOCK_W]),
    .look_warp_o        (look_warp[`PF_META_WARP_W +: `PF_META_WARP_W]),
    .look_era_o         (look_era[EraW +: EraW]),
    .count_i            (look_count[2*CountW +: 2*CountW]),
    .count_ok_i         (look_ok[1]),
    .mrd_valid_o        (b_rd_valid),
    .mrd_ready_i        (b_rd_ready),
    .mrd_addr_o         (b_rd_addr),
    .mrd_id_o           (b_rd_id),
    .mrsp_valid_i       (b_rsp_valid),
    .mrsp_ready_o       (b_rsp_ready),
    .mrsp_id_i          (b_rsp_id),
    .mrsp_data_i        (rsp_data),
    .mwr_valid_o        (b_wr_valid),
    .mwr_ready_i        (b_wr_ready),
    .mwr_addr_o         (b_wr_addr),
    .mwr_data_o         (b_wr_data),
    .flush_valid_i      (flush && ask[1]),
    .flush_ready_o      (flushed[1]),
    .forget_valid_i     (forget && ask[1]),
    .forget_ready_o     (forgotten[1]),
    .race_valid_o       (brace_valid),
    .race_ready_i       (brace_ready),
    .race_lanes_o       (brace_lanes),
    .race_row_o         (brace_row),
    .race_before_o      (brace_before),
    .race_sub_o         (brace_sub),
    .race_sector_o      (brace_sector),
    .race_entry_o       (brace_entry),
    .race_owner_block_o (brace_block),
    .race_owner_warp_o  (brace_warp),
    .race_tag_o         (brace_tag),
    .race_pc_o          (brace_pc),
    .checks_o           (block_checks_o),
    .evt_o              (evt_beats_o),
    .idle_o             (blocks_idle)
  );

  /////////////////////
  // Races           //
  /////////////////////

  localparam integer RaceW = Lanes * (1 + 5 + 1 + 23) + LineW + 2 + 3 + `PF_META_BLOCK_W + `PF_META_WARP_W + TagW + PcW;

  wire                grace_valid, grace_ready;        // groups of words of a line
  wire [Lanes-1:0]    grace_lanes, grace_sub;
  wire [Lanes*5-1:0]  grace_row;
  wire [Lanes*23-1:0] grace_before;
  wire [LineW+1:0]    grace_sector;
  wire [2:0]          grace_entry;
  wire [1:0]          race_turn;

  pf_line_races #(
    .Lanes (Lanes),
    .LineW (LineW)
  ) u_groups (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .in_valid_i    (lrace_valid),
    .in_ready_o    (lrace_ready),
    .in_line_i     (lrace_line),
    .in_words_i    (lrace_words),
    .in_row_i      (lrace_row),
    .in_before_i   (lrace_before),
    .in_sub_i      (lrace_sub),
    .race_valid_o  (grace_valid),
    .race_ready_i  (grace_ready),
    .race_lanes_o  (grace_lanes),
    .race_row_o    (grace_row),
    .race_sub_o    (grace_sub),
    .race_before_o (grace_before),
    .race_sector_o (grace_sector),
    .race_entry_o  (grace_entry)
  );

  pf_write_port #(
    .N (2)
  ) u_race_turn (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  ({brace_valid, grace_valid}),
    .in_ready_o  ({brace_ready, grace_ready}),
    .out_valid_o (race_valid_o),
    .out_ready_i (race_ready_i),
    .turn_o      (race_turn)
  );

  wire [RaceW-1:0] of_line  = {grace_lanes, grace_row, grace_sub, grace_before, grace_sector, grace_entry, lrace_block,
                               lrace_warp, lrace_tag, lrace_pc};
  wire [RaceW-1:0] of_block = {brace_lanes, brace_row, brace_sub, brace_before, brace_sector, brace_entry, brace_block,
                               brace_warp, brace_tag, brace_pc};
  assign {race_lanes_o, race_row_o, race_sub_o, race_before_o, race_sector_o, race_entry_o, race_owner_block_o,
          race_owner_warp_o, race_tag_o, race_pc_o} = (of_line & {RaceW{race_turn[0]}}) | (of_block & {RaceW{race_turn[1]}});

  /////////////////////
  // Memory          //
  /////////////////////

  // In this order: rows, beats, bits
  wire [3*OwnW-1:0] rd_id = {{(OwnW-BitsIW){1'b0}}, f_rd_id, {(OwnW-BeatIdW){1'b0}}, b_rd_id, {(OwnW-RowIdW){1'b0}}, r_rd_id};
  wire [OwnW-1:0]   rsp_id;

  assign r_rsp_id = rsp_id[RowIdW-1:0];
  assign b_rsp_id = rsp_id[BeatIdW-1:0];
  assign f_rsp_id = rsp_id[BitsIW-1:0];

  pf_line_memory #(
    .MemW   (MemW),
    .RowsW  (LineW),
    .BeatsW (BeatAW),
    .BitsW  (BitsAW),
    .IdW    (OwnW)
  ) u_memory (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .cfg_rows_i   (cfg_rows_i),
    .cfg_blocks_i (cfg_blocks_i),
    .cfg_bits_i   (cfg_bits_i),
    .rd_valid_i   ({f_rd_valid, b_rd_valid, r_rd_valid}),
    .rd_ready_o   ({f_rd_ready, b_rd_ready, r_rd_ready}),
    .rd_row_i     (r_rd_addr),
    .rd_beat_i    (b_rd_addr),
    .rd_bits_i    (f_rd_addr),
    .rd_id_i      (rd_id),
    .rsp_valid_o  ({f_rsp_valid, b_rsp_valid, r_rsp_valid}),
    .rsp_ready_i  ({f_rsp_ready, b_rsp_ready, r_rsp_ready}),
    .rsp_id_o     (rsp_id),
    .rsp_data_o   (rsp_data),
    .wr_valid_i   ({f_wr_valid, b_wr_valid, r_wr_valid}),
    .wr_ready_o   ({f_wr_ready, b_wr_ready, r_wr_ready}),
    .wr_addr_i    ({f_wr_addr, b_wr_addr, r_wr_addr}),
    .wr_data_i    ({f_wr_data, b_wr_data, r_wr_data}),
    .mrd_valid_o  (mrd_valid_o),
    .mrd_ready_i  (mrd_ready_i),
    .mrd_addr_o   (mrd_addr_o),
    .mrd_id_o     (mrd_id_o),
    .mrsp_valid_i (mrsp_valid_i),
    .mrsp_ready_o (mrsp_ready_o),
    .mrsp_id_i    (mrsp_id_i),
    .mrsp_data_i  (mrsp_data_i),
    .mwr_valid_o  (mwr_valid_o),
    .mwr_ready_i  (mwr_ready_i),
    .mwr_addr_o   (mwr_addr_o),
    .mwr_data_o   (mwr_data_o)
  );

  // Nothing behind the operations that wait
  assign empty  = fresh_idle && !fresh_valid && rows_idle && line_idle && blocks_idle;
  assign access_o = coalesce_access || arrive_access || !empty;
  assign idle_o   = coalesce_idle && arrive_idle && empty;

  wire unused = &{1'b0, fresh_line, 1'b0};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {req_valid_i, mrd_ready_i, mrsp_valid_i, mwr_ready_i, race_ready_i, flush_valid_i, forget_valid_i})
`endif

endmodule

`resetall
