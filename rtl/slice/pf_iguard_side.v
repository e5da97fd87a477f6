// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_side: last writers, or last readers, of all lines: operations on them, and where they are kept.
//
//   in_* --+--> pf_meta_cache --> pf_iguard_check --+--> out_*: words that are done
//          |     rows, beats  <-- rows --+  ^        |    race_*
//          |      |   | mrd, mwr            look_*   | words whose line has a block
//          +------+---|---------- beats <------------+ pf_iguard_split --> mwr (a new block)
//                     |
//   of memory: the row of line n lies at cfg_rows_i + n, beat b of block n at cfg_blocks_i + 8 * n + b
//
// An operation comes out in parts: what its row has answered, and what each beat of its line's block has. Blocks are taken from
// a pool in order until a forget.
// Operations on one line, and what they do to one word, keep their order; others pass those that wait for memory.
//
// Throughput  an operation on a row a cycle, or a beat (pf_iguard_check).
// Latency     11 cycles for a row that is held, and as many again for a beat of a block; a race 1 more.
// Errs        as pf_iguard_check.
// Handshake   in_ready_o depends on no input, out_valid_o on out_ready_i. add_o: an operation has become two, of these eras;
//             done_o: one that goes nowhere (readers). flush_valid_i and forget_valid_i come while nothing is inside, and
//             nothing comes in until they are done.
// State bits  the sum of its parts, and clog2(Inside + 1) + BlockNoW + 4.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_iguard_side #(
  parameter integer Readers  = 0,
  parameter integer LineW    = `PF_ADDR_W - 7,
  parameter integer PcW      = `PF_RACE_PC_W,
  parameter integer EraW     = 4,
  parameter integer BlockNoW = 12,
  parameter integer MemW     = ((LineW > BlockNoW) ? LineW : BlockNoW) + 4,  // address of a beat of 32 bytes
  parameter integer Sets     = 64,                 // of four ways, in the cache
  parameter integer Requests = 32,                 // in the cache, and so many rows on their way
  parameter integer Inside   = 40,                 // operations that may yet want a block
  // Derived: do not override.
  parameter integer RowW     = 1 + ((LineW > BlockNoW + 3) ? LineW : BlockNoW + 3),
  parameter integer IdW      = $clog2(Requests) + $clog2(4 * Sets),
  parameter integer SideW    = `PF_IGUARD_SIDE_W,
  parameter integer TagW     = `PF_IGUARD_TAG_W
) (
  input  wire                         clk_i,
  input  wire                         rst_ni,      // asynchronous, active low
  input  wire                         lanes_i,     // threads are lanes, else warps; static

  // Where it lies; changes only while idle, and not in the last cycle of that
  input  wire [MemW-1:0]              cfg_rows_i,
  input  wire [MemW-1:0]              cfg_blocks_i,
  input  wire [BlockNoW:0]            cfg_pool_i,  // blocks, up to 2^BlockNoW

  input  wire                         in_valid_i,
  output wire                         in_ready_o,
  input  wire                         in_fresh_i,  // the first on its line
  input  wire [LineW-1:0]             in_line_i,
  input  wire [31:0]                  in_words_i,  // not 0
  input  wire [31:0]                  in_raced_i,  // readers: those that race with their last writers
  input  wire [3:0]                   in_bytes_i,  // of each word
  input  wire [TagW-1:0]              in_tag_i,
  input  wire [PcW-1:0]               in_pc_i,
  input  wire [EraW-1:0]              in_era_i,

  output wire                         out_valid_o, // with out_ready_i
  input  wire                         out_ready_i, // one may come
  output wire                         out_fresh_o,
  output wire [LineW-1:0]             out_line_o,
  output wire [31:0]                  out_words_o,
  output wire [31:0]                  out_raced_o,
  output wire [3:0]                   out_bytes_o,
  output wire [TagW-1:0]              out_tag_o,
  output wire [PcW-1:0]               out_pc_o,
  output wire [EraW-1:0]              out_era_o,

  // Pieces
  output wire [1:0]                   add_o,
  output wire [2*EraW-1:0]            add_era_o,
  output wire                         done_o,
  output wire [EraW-1:0]              done_era_o,

  // As pf_iguard_check's
  output wire                         look_step_o,
  output wire                         look_valid_o,
  output wire [`PF_META_BLOCK_W-1:0]  look_block_o,
  output wire [`PF_META_WARP_W-1:0]   look_warp_o,
  output wire [EraW-1:0]              look_era_o,
  input  wire [`PF_IGUARD_TIMES_W-1:0] times_i,
  output wire                         race_valid_o,
  input  wire                         race_ready_i,
  output wire [31:0]                  race_words_o,
  output wire [2:0]                   race_kind_o,
  output wire                         race_others_o,
  output wire [SideW-1:0]             race_side_o,
  output wire [LineW-1:0]             race_line_o,
  output wire [3:0]                   race_bytes_o,
  output wire [TagW-1:0]              race_tag_o,
  output wire [PcW-1:0]               race_pc_o,
  output wire                         turn_o,
  output wire [31:0]                  turn_words_o,
  output wire                         expanded_o,  // a line becomes a block
  output wire                         forgot_o,    // there was none

  // Memory, as pf_meta_cache's; two that write: the cache, new blocks
  output wire                         mrd_valid_o,
  input  wire                         mrd_ready_i,
  output wire [MemW-1:0]              mrd_addr_o,
  output wire [IdW-1:0]               mrd_id_o,
  input  wire                         mrsp_valid_i,
  output wire                         mrsp_ready_o,
  input  wire [IdW-1:0]               mrsp_id_i,
  input  wire [255:0]                 mrsp_data_i,
  output wire [1:0]                   mwr_valid_o,
  input  wire [1:0]                   mwr_ready_i,
  output wire [2*MemW-1:0]            mwr_addr_o,
  output wire [511:0]                 mwr_data_o,

  input  wire                         flush_valid_i,
  output wire                         flush_ready_o,   // done
  input  wire                         forget_valid_i,
  output wire                         forget_ready_o,  // done
  output wire [5:0]                   evt_o,           // pf_meta_cache's
  output wire                         idle_o           // nothing inside
);

  localparam integer Depth = 8;
  localparam integer NearW = Depth - 1;
  localparam integer PayW  = 1 + LineW + 32 + 4 + TagW + PcW + EraW;  // {fresh, line, raced, bytes, tag, pc, era}
  localparam integer InW   = $clog2(Inside + 1);

  generate
    if (LineW < 1 || BlockNoW < 1 || MemW < RowW - 1 || Inside < 1 || RowW != 1 + ((LineW > BlockNoW + 3) ? LineW : BlockNoW + 3) ||
        IdW != $clog2(Requests) + $clog2(4 * Sets)) begin : g_bad_param
      PF_IGUARD_SIDE_BAD_PARAMETER u_bad ();           // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // In         //
  ////////////////

  // Beats go first: they want nothing but the cache. Who may yet want a block has a place in the queue of these.
  wire                beat_valid, beat_ready, beat_last;
  wire [BlockNoW+2:0] beat;
  wire [31:0]         beat_words;
  wire [PayW-1:0]     beat_pay;
  wire                req_ready;
  reg  [InW-1:0]      inside_q;
  wire                room   = inside_q != Inside[InW-1:0];
  wire                enters = in_valid_i && in_ready_o;
  wire                leaves;                          // one that wants none, or whose last beat goes

  // What the cache has seen stays.
  reg                 shown_q, beats_q;
  wire                beats = shown_q ? beats_q : beat_valid;
  wire                asks  = beats ? beat_valid : in_valid_i && room;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {shown_q, beats_q} <= 2'b00;
    else         {shown_q, beats_q} <= {asks && !req_ready, beats};
  end

  assign beat_ready = req_ready && beats;
  assign in_ready_o = req_ready && !beats && room;

  // Who leaves counts until a cycle later: who does is known late.
  reg  [1:0]          left_q;
  wire [1:0]          fewer = {1'b0, left_q[1]} + {1'b0, left_q[0]};
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q   <= 2'b00;
      inside_q <= {InW{1'b0}};
    end else begin
      left_q   <= {leaves, beat_valid && beat_ready && beat_last};
      inside_q <= inside_q + {{(InW-1){1'b0}}, enters} - {{(InW-2){1'b0}}, fewer};
    end
  end

  ////////////////
  // Rows       //
  ////////////////

  wire                go_valid, go_ready, ret_valid, ret_changed, cache_idle;
  wire [RowW-1:0]     go_row, c_rd;
  wire [32+PayW-1:0]  go_pay;
  wire [255:0]        go_data, ret_row;
  wire [NearW-1:0]    go_near;
  wire [RowW-1:0]     c_wr;
  wire [31:0]         go_words, go_raced;
  wire                go_fresh;
  wire [LineW-1:0]    go_line;
  wire [3:0]          go_bytes;
  wire [TagW-1:0]     go_tag;
  wire [PcW-1:0]      go_pc;
  wire [EraW-1:0]     go_era;

  pf_meta_cache #(
    .LineW    (RowW),
    .Sets     (Sets),
    .Requests (Requests),
    .PayW     (32 + PayW),
    .Depth    (Depth)
  ) u_rows (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .init_i         (256'd0),
    .base_i         ({RowW{1'b0}}),
    .req_valid_i    (asks),
    .req_ready_o    (req_ready),
    .req_line_i     (beats ? {1'b1, {(RowW-1-BlockNoW-3){1'b0}}, beat} : {1'b0, {(RowW-1-LineW){1'b0}}, in_line_i}),
    .req_fresh_i    (!beats && in_fresh_i),
    .req_pay_i      (beats ? {beat_words, beat_pay}
                                : {in_words_i, in_fresh_i, in_line_i, in_raced_i, in_bytes_i, in_tag_i, in_pc_i, in_era_i}),
    .go_ready_i     (go_ready),
    .go_valid_o     (go_valid),
    .go_line_o      (go_row),
    .go_pay_o       (go_pay),
    .go_data_o      (go_data),
    .go_near_o      (go_near),
    .ret_valid_i    (ret_valid),
    .ret_changed_i  (ret_changed),
    .ret_data_i     (ret_row),
    .mrd_valid_o    (mrd_valid_o),
    .mrd_ready_i    (mrd_ready_i),
    .mrd_addr_o     (c_rd),
    .mrd_id_o       (mrd_id_o),
    .mrsp_valid_i   (mrsp_valid_i),
    .mrsp_ready_o   (mrsp_ready_o),
    .mrsp_id_i      (mrsp_id_i),
    .mrsp_data_i    (mrsp_data_i),
    .mwr_valid_o    (mwr_valid_o[0]),
    .mwr_ready_i    (mwr_ready_i[0]),
    .mwr_addr_o     (c_wr),
    .mwr_data_o     (mwr_data_o[0 +: 256]),
    .flush_valid_i  (flush_valid_i),
    .flush_ready_o  (flush_ready_o),
    .forget_valid_i (forget_valid_i),
    .forget_ready_o (forget_ready_o),
    .evt_o          (evt_o),
    .idle_o         (cache_idle)
  );

  // A row, or a beat of a block
  function [MemW-1:0] place_of(input [RowW-1:0] row, input [MemW-1:0] rows, input [MemW-1:0] blocks);
    place_of = (row[RowW-1] ? blocks : rows) + {{(MemW-RowW+1){1'b0}}, row[RowW-2:0]};
  endfunction

  // Configuration comes late in a cycle, and long before the first address.
  reg [MemW-1:0] rows_q, blocks_q;

  always @(posedge clk_i) begin
    rows_q   <= cfg_rows_i;
    blocks_q <= cfg_blocks_i;
  end

  assign mrd_addr_o              = place_of(c_rd, rows_q, blocks_q);
  assign mwr_addr_o[0 +: MemW]   = place_of(c_wr, rows_q, blocks_q);

  ////////////////
  // Check      //
  ////////////////

  reg  [BlockNoW:0]   block_q;                         // of the pool, the next free one
  reg                 free_q;                          // there is one; the pool is settled long before anything comes
  wire [BlockNoW:0]   block_after = block_q + {{BlockNoW{1'b0}}, 1'b1};
  wire                take, end_valid, end_make, check_idle, split_ready, split_idle;
  wire [255:0]        end_row;
  wire [BlockNoW-1:0] end_block;
  wire [31:0]         end_left;
  wire                end_ready = out_ready_i && split_ready;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)             block_q <= {(BlockNoW+1){1'b0}};
    else if (forget_ready_o) block_q <= {(BlockNoW+1){1'b0}};
    else if (take)           block_q <= block_after;
  end
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) free_q <= 1'b0;
    else         free_q <= take ? block_after < cfg_pool_i : block_q < cfg_pool_i;
  end

  assign {go_words, go_fresh, go_line, go_raced, go_bytes, go_tag, go_pc, go_era} = go_pay;

  wire                end_of_block;
  wire                part = end_valid && end_left != 32'd0;  // of it goes on to a block

  pf_iguard_check #(
    .Readers  (Readers),
    .LineW    (LineW),
    .PcW      (PcW),
    .EraW     (EraW),
    .BlockNoW (BlockNoW),
    .NoteW    (2),
    .Depth    (Depth)
  ) u_check (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .lanes_i       (lanes_i),
    .go_ready_o    (go_ready),
    .go_valid_i    (go_valid),
    .go_of_block_i (go_row[RowW-1]),
    .go_beat_i     (go_row[2:0]),
    .go_line_i     (go_line),
    .go_words_i    (go_words),
    .go_raced_i    (go_raced),
    .go_bytes_i    (go_bytes),
    .go_tag_i      (go_tag),
    .go_pc_i       (go_pc),
    .go_era_i      (go_era),
    .go_note_i     ({go_row[RowW-1], go_fresh}),
    .go_row_i      (go_data),
    .go_near_i     (go_near),
    .ret_valid_o   (ret_valid),
    .ret_changed_o (ret_changed),
    .ret_row_o     (ret_row),
    .look_step_o   (look_step_o),
    .look_valid_o  (look_valid_o),
    .look_block_o  (look_block_o),
    .look_warp_o   (look_warp_o),
    .look_era_o    (look_era_o),
    .times_i       (times_i),
    .free_valid_i  (free_q),
    .free_block_i  (block_q[BlockNoW-1:0]),
    .free_take_o   (take),
    .end_ready_i   (end_ready),
    .end_valid_o   (end_valid),
    .end_make_o    (end_make),
    .end_row_o     (end_row),
    .end_block_o   (end_block),
    .end_left_o    (end_left),
    .end_words_o   (out_words_o),
    .end_raced_o   (out_raced_o),
    .end_had_o     (end_had),
    .end_line_o    (out_line_o),
    .end_bytes_o   (out_bytes_o),
    .end_tag_o     (out_tag_o),
    .end_pc_o      (out_pc_o),
    .end_era_o     (out_era_o),
    .end_note_o    ({end_of_block, out_fresh_o}),
    .race_valid_o  (race_valid_o),
    .race_ready_i  (race_ready_i),
    .race_words_o  (race_words_o),
    .race_kind_o   (race_kind_o),
    .race_others_o (race_others_o),
    .race_side_o   (race_side_o),
    .turn_o        (turn_o),
    .turn_words_o  (turn_words_o),
    .forgot_o      (forgot_o),
    .idle_o        (check_idle)
  );

  assign leaves       = end_valid && !end_of_block && !part;
  assign out_valid_o  = end_valid && out_words_o != 32'd0;
  assign race_line_o  = out_line_o;
  assign race_bytes_o = out_bytes_o;
  assign race_tag_o   = out_tag_o;
  assign race_pc_o    = out_pc_o;
  assign expanded_o   = take;

  ////////////////
  // Blocks     //
  ////////////////

  // Raced words of an operation on readers are those that came with it.
  wire [31:0]         end_had;
  wire [MemW-1:0]     made_at;
  wire [BlockNoW+2:0] made_beat;

  pf_iguard_split #(
    .BlockNoW (BlockNoW),
    .PayW     (PayW),
    .Depth    (Inside)
  ) u_split (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_ready_o  (split_ready),
    .in_valid_i  (part),
    .in_make_i   (end_make),
    .in_row_i    (end_row),
    .in_block_i  (end_block),
    .in_words_i  (end_left),
    .in_pay_i    ({1'b0, out_line_o, end_had, out_bytes_o, out_tag_o, out_pc_o, out_era_o}),
    .out_valid_o (beat_valid),
    .out_ready_i (beat_ready),
    .out_beat_o  (beat),
    .out_words_o (beat_words),
    .out_pay_o   (beat_pay),
    .out_last_o  (beat_last),
    .mwr_valid_o (mwr_valid_o[1]),
    .mwr_ready_i (mwr_ready_i[1]),
    .mwr_beat_o  (made_beat),
    .mwr_data_o  (mwr_data_o[256 +: 256]),
    .idle_o      (split_idle)
  );

  assign made_at                  = cfg_blocks_i + {{(MemW-BlockNoW-3){1'b0}}, made_beat};
  assign mwr_addr_o[MemW +: MemW] = made_at;

  ////////////////
  // Pieces     //
  ////////////////

  assign add_o[0]     = beat_valid && beat_ready && !beat_last;
  assign add_o[1]     = (Readers == 0) && part && out_valid_o;
  assign add_era_o    = {out_era_o, beat_pay[EraW-1:0]};
  assign done_o       = (Readers != 0) && end_valid && !part;
  assign done_era_o   = out_era_o;

  assign idle_o = cache_idle && check_idle && split_idle && inside_q == {InW{1'b0}};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {in_valid_i, out_ready_i, race_ready_i, mrd_ready_i, mrsp_valid_i, mwr_ready_i})
  `PF_ASSERT(a_inside, !leaves || inside_q != {InW{1'b0}})
  `PF_ASSERT(a_block, !part || !end_of_block)
`endif

endmodule

`resetall
