// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_blocks: lines that lie word by word: the beats of their blocks, in a cache, and the check of these.
//
//   blk_* --> pf_block_queue --> pf_read_shared --> pf_line_beats --> pf_meta_cache <--> mrd_*, mrsp_*, mwr_*
//                 |                |         ^                          | go   ^ ret
//                 |                v         +--- words that are quiet  v      |
//                 |              done_*                        +--- pf_block_check --> race_*, done_*, look_*
//                 +--- a new block ----------------------------> ^
//
// An operation of which pf_read_shared says that it needs no check leaves at once; it ends (done_*) when no other one does.
// Row 8 * n + b of the cache is beat b of block n.
//
// It is a part of pf_line_unit (docs/metadata-engine.md).
//
// Throughput  a beat and owner a cycle, as pf_meta_cache and pf_block_check; an operation without a check a cycle.
// Latency     10 cycles from blk_valid_i to done_o, when the beat is held, and one for each beat and owner before.
// Errs        as the rules.
// Handshake   as its parts; blk_ready_o and mrsp_ready_o depend on no input.
// State bits  the sum of its parts.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_line_blocks #(
  parameter integer LineW    = `PF_ADDR_W - 7,
  parameter integer PcW      = `PF_RACE_PC_W,
  parameter integer EraW     = 5,
  parameter integer BlockNoW = LineW,                  // number of a block
  parameter integer Sets     = 64,                     // of four ways
  parameter integer Requests = 64,                     // of beats, and so many on their way
  parameter integer Depth    = 6,                      // as pf_block_check
  parameter integer Shared   = 4,                      // places of pf_read_shared
  parameter integer Policies = 3,
  parameter integer MemW     = BlockNoW + 3,           // address of a beat of memory, at least RowW
  // Derived: do not override.
  parameter integer CountW   = `PF_META_BLK_FENCE_W,
  parameter integer SlotW    = `PF_LINE_ROW_FIRST_W,
  parameter integer IdW      = $clog2(Requests) + $clog2(4 * Sets),
  parameter integer RowW     = BlockNoW + 3
) (
  input  wire                        clk_i,
  input  wire                        rst_ni,           // asynchronous, active low
  input  wire                        cfg_policy_i,     // 1: scord; changes only while idle
  input  wire [MemW-1:0]             base_i,           // where block 0 lies in memory; likewise

  // Operations, as pf_line_check hands them on
  output wire                        blk_ready_o,      // one may come
  input  wire                        blk_valid_i,      // it comes
  input  wire                        blk_make_i,
  input  wire [BlockNoW-1:0]         blk_block_i,
  input  wire [63:0]                 blk_class_i,
  input  wire [3*SlotW-1:0]          blk_entry_i,
  input  wire [3*SlotW-1:0]          blk_next_i,
  input  wire [LineW-1:0]            blk_line_i,
  input  wire [31:0]                 blk_words_i,
  input  wire                        blk_sub_i,
  input  wire [`PF_TAG_W-1:0]        blk_tag_i,
  input  wire [PcW-1:0]              blk_pc_i,
  input  wire [2*CountW-1:0]         blk_self_i,
  input  wire [EraW-1:0]             blk_era_i,

  // As pf_fence_counts': pieces more, pieces less, counts of an owner
  output wire                        add_o,
  output wire [EraW-1:0]             add_era_o,
  output wire                        done_o,
  output wire [EraW-1:0]             done_era_o,
  output wire                        look_valid_o,
  output wire [`PF_META_BLOCK_W-1:0] look_block_o,
  output wire [`PF_META_WARP_W-1:0]  look_warp_o,
  output wire [EraW-1:0]             look_era_o,
  input  wire [2*CountW-1:0]         count_i,
  input  wire                        count_ok_i,

  // Memory, flush and forget: as pf_meta_cache's
  output wire                        mrd_valid_o,
  input  wire                        mrd_ready_i,
  output wire [RowW-1:0]             mrd_addr_o,
  output wire [IdW-1:0]              mrd_id_o,
  input  wire                        mrsp_valid_i,
  output wire                        mrsp_ready_o,
  input  wire [IdW-1:0]              mrsp_id_i,
  input  wire [255:0]                mrsp_data_i,
  output wire                        mwr_valid_o,
  input  wire                        mwr_ready_i,
  output wire [MemW-1:0]             mwr_addr_o,
  output wire [255:0]                mwr_data_o,
  input  wire                        flush_valid_i,
  output wire                        flush_ready_o,
  input  wire                        forget_valid_i,
  output wire                        forget_ready_o,

  // Races, as pf_report takes them
  output wire                        race_valid_o,
  input  wire                        race_ready_i,
  output wire [3:0]                  race_lanes_o,
  output wire [19:0]                 race_row_o,
  output wire [91:0]                 race_before_o,
  output wire [3:0]                  race_sub_o,
  output wire [LineW+1:0]            race_sector_o,
  output wire [2:0]                  race_entry_o,
  output wire [`PF_META_BLOCK_W-1:0] race_owner_block_o,
  output wire [`PF_META_WARP_W-1:0]  race_owner_warp_o,
  output wire [`PF_TAG_W-1:0]        race_tag_o,
  output wire [PcW-1:0]              race_pc_o,

  output wire [5:0]                  checks_o,         // words checked in the cycle before
  output wire [5:0]                  evt_o,            // as pf_meta_cache's
  output wire                        idle_o            // nothing inside
);

  localparam integer NearW = Depth - 1;
  localparam integer TokenW = 1 + $clog2(Shared);
  localparam integer PayW  = TokenW + 1 + LineW + 4 + 1 + `PF_TAG_W + PcW + 2 * CountW + EraW;

  generate
    if (CountW != `PF_META_BLK_FENCE_W || SlotW != `PF_LINE_ROW_FIRST_W || IdW != $clog2(Requests) + $clog2(4 * Sets) || RowW != BlockNoW + 3) begin : g_bad_param
      PF_LINE_BLOCKS_BAD_PARAMETER u_bad ();           // no such module: elaboration stops here
    end
  endgenerate

  wire                 req_valid, req_ready, req_fresh, req_make, req_sub;
  wire [RowW-1:0]      req_row;
  wire [LineW-1:0]     req_line;
  wire [3:0]           req_words;
  wire [`PF_TAG_W-1:0] req_tag;
  wire [PcW-1:0]       req_pc;
  wire [2*CountW-1:0]  req_self;
  wire [EraW-1:0]      req_era;
  wire                 go_ready, go_valid, go_make, go_sub, ret_valid, ret_changed, cache_idle, check_idle;
  wire [RowW-1:0]      go_row;
  wire [LineW-1:0]     go_line;
  wire [3:0]           go_words;
  wire [`PF_TAG_W-1:0] go_tag;
  wire [PcW-1:0]       go_pc;
  wire [2*CountW-1:0]  go_self;
  wire [EraW-1:0]      go_era;
  wire [255:0]         go_data, ret_data;
  wire [NearW-1:0]     go_near;
  wire [1:0]           unused_stall;
  wire                 skip, sent, checked;            // blk_*: needs no check; its last piece is sent; an operation has been
  wire [TokenW-1:0]    token, go_token, ret_token;
  wire [2:0]           ret_beat, checks;
  wire [3:0]           ret_quiet;
  wire [EraW-1:0]      checked_era, end_era;
  wire                 end_valid, end_room;
  wire [2:0]           unused_level;

  // Operations behind the queue
  wire                 op_valid, op_ready, op_make, op_sub;
  wire [BlockNoW-1:0]  op_block;
  wire [63:0]          op_class;
  wire [3*SlotW-1:0]   op_entry, op_next;
  wire [LineW-1:0]     op_line;
  wire [31:0]          op_words;
  wire [`PF_TAG_W-1:0] op_tag;
  wire [PcW-1:0]       op_pc;
  wire [2*CountW-1:0]  op_self;
  wire [EraW-1:0]      op_era;

  pf_block_queue #(
    .PayW (BlockNoW + LineW + 32 + 1 + `PF_TAG_W + PcW + 2 * CountW + EraW)
  ) u_queue (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_ready_o  (blk_ready_o),
    .in_valid_i  (blk_valid_i),
    .in_make_i   (blk_make_i),
    .in_pay_i    ({blk_block_i, blk_line_i, blk_words_i, blk_sub_i, blk_tag_i, blk_pc_i, blk_self_i, blk_era_i}),
    .in_class_i  (blk_class_i),
    .in_entry_i  (blk_entry_i),
    .in_next_i   (blk_next_i),
    .out_valid_o (op_valid),
    .out_ready_i (op_ready),
    .out_make_o  (op_make),
    .out_pay_o   ({op_block, op_line, op_words, op_sub, op_tag, op_pc, op_self, op_era}),
    .out_class_o (op_class),
    .out_entry_o (op_entry),
    .out_next_o  (op_next)
  );

  pf_read_shared #(
    .BlockW (BlockNoW),
    .Places (Shared),
    .MaxOut (Requests + Depth + 2)
  ) u_shared (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .scord_i      ((Policies == 1) || (Policies == 3 && cfg_policy_i)),
    .op_valid_i   (op_valid),
    .op_make_i    (op_make),
    .op_block_i   (op_block),
    .op_words_i   (op_words),
    .op_sub_i     (op_sub),
    .op_tag_i     (op_tag),
    .op_ready_i   (op_ready),
    .skip_o       (skip),
    .piece_i      (req_valid && req_ready),
    .token_o      (token),
    .back_i       (ret_valid),
    .back_token_i (ret_token),
    .back_beat_i  (ret_beat),
    .back_quiet_i (ret_quiet),
    .forget_i     (forget_valid_i)
  );

  pf_line_beats #(
    .LineW    (LineW),
    .PcW      (PcW),
    .EraW     (EraW),
    .BlockNoW (BlockNoW)
  ) u_split (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .blk_valid_i (op_valid && !skip),
    .blk_ready_o (sent),
    .blk_make_i  (op_make),
    .blk_block_i (op_block),
    .blk_line_i  (op_line),
    .blk_words_i (op_words),
    .blk_sub_i   (op_sub),
    .blk_tag_i   (op_tag),
    .blk_pc_i    (op_pc),
    .blk_self_i  (op_self),
    .blk_era_i   (op_era),
    .made_i      (go_valid && go_make),
    .req_valid_o (req_valid),
    .req_ready_i (req_ready),
    .req_row_o   (req_row),
    .req_fresh_o (req_fresh),
    .req_make_o  (req_make),
    .req_line_o  (req_line),
    .req_words_o (req_words),
    .req_sub_o   (req_sub),
    .req_tag_o   (req_tag),
    .req_pc_o    (req_pc),
    .req_self_o  (req_self),
    .req_era_o   (req_era),
    .add_o       (add_o),
    .add_era_o   (add_era_o)
  );

  pf_meta_cache #(
    .LineW    (RowW),
    .Sets     (Sets),
    .Requests (Requests),
    .PayW     (PayW),
    .Depth    (Depth),
    .MemW     (MemW)
  ) u_beats (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .init_i         (256'd0),
    .base_i         (base_i),
    .req_valid_i    (req_valid),
    .req_ready_o    (req_ready),
    .req_line_i     (req_row),
    .req_fresh_i    (req_fresh),
    .req_pay_i      ({token, req_make, req_line, req_words, req_sub, req_tag, req_pc, req_self, req_era}),
    .go_ready_i     (go_ready),
    .go_valid_o     (go_valid),
    .go_line_o      (go_row),
    .go_pay_o       ({go_token, go_make, go_line, go_words, go_sub, go_tag, go_pc, go_self, go_era}),
    .go_data_o      (go_data),
    .go_near_o      (go_near),
    .ret_valid_i    (ret_valid),
    .ret_changed_i  (ret_changed),
    .ret_data_i     (ret_data),
    .mrd_valid_o    (mrd_valid_o),
    .mrd_ready_i    (mrd_ready_i),
    .mrd_addr_o     (mrd_addr_o),
    .mrd_id_o       (mrd_id_o),
    .mrsp_valid_i   (mrsp_valid_i),
    .mrsp_ready_o   (mrsp_ready_o),
    .mrsp_id_i      (mrsp_id_i),
    .mrsp_data_i    (mrsp_data_i),
    .mwr_valid_o    (mwr_valid_o),
    .mwr_ready_i    (mwr_ready_i),
    .mwr_addr_o     (mwr_addr_o),
    .mwr_data_o     (mwr_data_o),
    .flush_valid_i  (flush_valid_i),
    .flush_ready_o  (flush_ready_o),
    .forget_valid_i (forget_valid_i),
    .forget_ready_o (forget_ready_o),
    .evt_o          (evt_o),
    .idle_o         (cache_idle)
  );

  pf_block_check #(
    .LineW    (LineW),
    .PcW      (PcW),
    .EraW     (EraW),
    .Depth    (Depth),
    .NoteW    (TokenW),
    .Policies (Policies)
  ) u_check (
    .clk_i              (clk_i),
    .rst_ni             (rst_ni),
    .cfg_policy_i       (cfg_policy_i),
    .go_ready_o         (go_ready),
    .go_valid_i         (go_valid),
    .go_make_i          (go_make),
    .go_line_i          (go_line),
    .go_beat_i          (go_row[2:0]),
    .go_words_i         (go_words),
    .go_sub_i           (go_sub),
    .go_tag_i           (go_tag),
    .go_pc_i            (go_pc),
    .go_self_i          (go_self),
    .go_era_i           (go_era),
    .go_note_i          (go_token),
    .go_row_i           (go_data),
    .go_near_i          (go_near),
    .ret_valid_o        (ret_valid),
    .ret_changed_o      (ret_changed),
    .ret_row_o          (ret_data),
    .ret_beat_o         (ret_beat),
    .ret_quiet_o        (ret_quiet),
    .ret_note_o         (ret_token),
    .done_o             (checked),
    .done_era_o         (checked_era),
    .make_class_i       (op_class),
    .make_entry_i       (op_entry),
    .make_next_i        (op_next),
    .make_words_i       (op_words),
    .look_valid_o       (look_valid_o),
    .look_block_o       (look_block_o),
    .look_warp_o        (look_warp_o),
    .look_era_o         (look_era_o),
    .count_i            (count_i),
    .count_ok_i         (count_ok_i),
    .race_valid_o       (race_valid_o),
    .race_ready_i       (race_ready_i),
    .race_lanes_o       (race_lanes_o),
    .race_row_o         (race_row_o),
    .race_before_o      (race_before_o),
    .race_sub_o         (race_sub_o),
    .race_sector_o      (race_sector_o),
    .race_entry_o       (race_entry_o),
    .race_owner_block_o (race_owner_block_o),
    .race_owner_warp_o  (race_owner_warp_o),
    .race_tag_o         (race_tag_o),
    .race_pc_o          (race_pc_o),
    .checks_o           (checks),
    .stall_owner_o      (unused_stall[0]),
    .stall_report_o     (unused_stall[1]),
    .idle_o             (check_idle)
  );

  // Operations without a check that have left, and are to end
  pf_fifo #(
    .Width (EraW),
    .Depth (4)
  ) u_ends (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (skip),
    .in_ready_o  (end_room),
    .in_data_i   (op_era),
    .out_valid_o (end_valid),
    .out_ready_i (!checked),
    .out_data_o  (end_era),
    .level_o     (unused_level)
  );

  reg [5:0] words;
  integer   i;
  always @* begin
    words = 6'd0;
    for (i = 0; i < 32; i = i + 1) words = words + {5'd0, op_words[i]};
  end

  reg [5:0] checks_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) checks_q <= 6'd0;
    else         checks_q <= {3'd0, checks} + (words & {6{skip && end_room}});
  end

  assign op_ready    = op_valid && (skip ? end_room : sent);
  assign done_o      = checked || end_valid;
  assign done_era_o  = checked ? checked_era : end_era;
  assign checks_o    = checks_q;
  assign idle_o      = cache_idle && check_idle && !end_valid && !op_valid && checks_q == 6'd0;

  wire unused = &{1'b0, go_row, unused_stall, unused_level, 1'b0};

endmodule

`resetall
