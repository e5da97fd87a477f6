// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_beats: an operation that pf_line_check hands on becomes requests for beats of its line's block.
//
//   blk_* --> beats wanted --> not sent yet --> the lowest --> req_*, a fresh row if the block is made
//     ^                             ^              |
//     |                             +---- sent ----+---> add_*, with all but the last
//     +--- ready: the last is taken; of a block that is made, the eighth made_i has come
//
// They are, in ascending order, those that have some of its words, or, for a block that is made, all eight. A bank of
// pf_meta_cache whose rows are beats takes them, and behind it is pf_block_check. The payload of blk_* is not stored: it
// stays on its port until the last request is taken. The classes and entries of which a block is made go from
// pf_block_queue to pf_block_check, beside this module, when its beats come out of the bank: so blk_* stays until the last of
// them has, and nothing else is sent meanwhile.
// Each request is a piece of the operation in pf_fence_counts. It came in as one; add_* is a piece more with each request
// that another one follows, so that a piece is inside until the last one has ended.
//
// It is a part of pf_line_unit (docs/metadata-engine.md).
//
// Throughput  a request a cycle; an operation on one beat a cycle.
// Latency     0 cycles.
// Errs        never: each beat that is wanted is asked for once, with its words.
// Handshake   blk_* stays until it is taken; so then does req_*, which depends on no ready. blk_ready_o depends on blk_make_i,
//             blk_words_i, req_ready_i and made_i, add_o on req_ready_i. All requests inside a bank and behind it are pieces
//             that pf_fence_counts has to hold.
// State bits  11.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_line_beats #(
  parameter integer LineW    = `PF_ADDR_W - 7,
  parameter integer PcW      = `PF_RACE_PC_W,
  parameter integer EraW     = 3,
  parameter integer BlockNoW = 12,            // number of a line's block
  // Derived: do not override.
  parameter integer CountW   = `PF_META_BLK_FENCE_W
) (
  input  wire                 clk_i,
  input  wire                 rst_ni,         // asynchronous, active low

  // Operations, as pf_line_check hands them on
  input  wire                 blk_valid_i,
  output wire                 blk_ready_o,
  input  wire                 blk_make_i,     // the block is new
  input  wire [BlockNoW-1:0]  blk_block_i,
  input  wire [LineW-1:0]     blk_line_i,
  input  wire [31:0]          blk_words_i,    // not 0
  input  wire                 blk_sub_i,
  input  wire [`PF_TAG_W-1:0] blk_tag_i,
  input  wire [PcW-1:0]       blk_pc_i,
  input  wire [2*CountW-1:0]  blk_self_i,
  input  wire [EraW-1:0]      blk_era_i,

  // Requests for beats
  output wire                 req_valid_o,
  input  wire                 req_ready_i,
  output wire [BlockNoW+2:0]  req_row_o,      // {block, beat}
  output wire                 req_fresh_o,    // nobody has asked for this row
  output wire                 req_make_o,     // likewise, for pf_block_check
  output wire [LineW-1:0]     req_line_o,
  output wire [3:0]           req_words_o,    // of the beat; 0 with req_make_o
  output wire                 req_sub_o,
  output wire [`PF_TAG_W-1:0] req_tag_o,
  output wire [PcW-1:0]       req_pc_o,
  output wire [2*CountW-1:0]  req_self_o,
  output wire [EraW-1:0]      req_era_o,

  input  wire                 made_i,         // a beat of a block that is made comes out of the bank
  output wire                 add_o,          // a piece more ...
  output wire [EraW-1:0]      add_era_o       // ... of the operation of this era
);

  generate
    if (LineW < 1 || PcW < 1 || EraW < 1 || BlockNoW < 1 || CountW != `PF_META_BLK_FENCE_W) begin : g_bad_param
      PF_LINE_BEATS_BAD_PARAMETER u_bad ();   // no such module: elaboration stops here
    end
  endgenerate

  reg  [7:0] sent_q;
  reg  [2:0] made_q;                          // beats that came out of the bank
  wire [7:0] wanted;
  wire [7:0] left = wanted & ~sent_q;
  wire [7:0] beat = left & (~left + 8'd1);
  wire       last = (left & ~beat) == 8'd0;
  wire       sent = req_valid_o && req_ready_i;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sent_q <= 8'd0;
      made_q <= 3'd0;
    end else begin
      if (blk_valid_i && blk_ready_o) sent_q <= 8'd0;
      else if (sent)                  sent_q <= sent_q | beat;
      made_q <= made_q + {2'd0, made_i};      // after the eighth 0 again
    end
  end

  reg [3:0] words;
  integer   b;
  always @* begin
    words = 4'd0;
    for (b = 0; b < 8; b = b + 1) words = words | (blk_words_i[4*b +: 4] & {4{beat[b] && !blk_make_i}});
  end

  genvar k;
  generate
    for (k = 0; k < 8; k = k + 1) begin : g_beat
      assign wanted[k] = blk_make_i || |blk_words_i[4*k +: 4];
    end
  endgenerate

  assign req_valid_o = blk_valid_i && sent_q != 8'hff;
  assign blk_ready_o = blk_make_i ? made_i && made_q == 3'd7 : req_ready_i && last;
  assign add_o       = sent && !last;
  assign add_era_o   = blk_era_i;

  assign req_row_o   = {blk_block_i, |beat[7:4], |{beat[7:6], beat[3:2]}, |{beat[7], beat[5], beat[3], beat[1]}};
  assign req_fresh_o = blk_make_i;
  assign req_make_o  = blk_make_i;
  assign req_words_o = words;
  assign {req_line_o, req_sub_o, req_tag_o, req_pc_o, req_self_o, req_era_o} =
         {blk_line_i, blk_sub_i, blk_tag_i, blk_pc_i, blk_self_i, blk_era_i};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  localparam integer FBlkW = 1 + BlockNoW + LineW + 32 + 1 + `PF_TAG_W + PcW + 2 * CountW + EraW;
  localparam integer FReqW = BlockNoW + 3 + 6;
  wire [FBlkW-1:0] f_blk = {blk_make_i, blk_block_i, blk_line_i, blk_words_i, blk_sub_i, blk_tag_i, blk_pc_i, blk_self_i, blk_era_i};
  wire [FReqW-1:0] f_req = {req_row_o, req_fresh_o, req_make_o, req_words_o};
  reg               f_blk_waits_q, f_req_waits_q;
  reg  [FBlkW-1:0] f_blk_q;
  reg  [FReqW-1:0] f_req_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {f_blk_waits_q, f_req_waits_q} <= 2'b00;
    else         {f_blk_waits_q, f_req_waits_q} <= {blk_valid_i && !blk_ready_o, req_valid_o && !req_ready_i};
  end
  always @(posedge clk_i) {f_blk_q, f_req_q} <= {f_blk, f_req};

  `PF_ASSERT_KNOWN(a_ctrl_known, {blk_valid_i, req_ready_i, made_i})
  `PF_ASSUME(m_words, !blk_valid_i || |blk_words_i)
  `PF_ASSUME(m_blk_stays, !f_blk_waits_q || (blk_valid_i && f_blk === f_blk_q))
  `PF_ASSUME(m_made, !made_i || (blk_valid_i && blk_make_i && sent_q[made_q]))  // one that was sent
  `PF_ASSERT(a_req_stays, !f_req_waits_q || (req_valid_o && f_req === f_req_q))
  `PF_ASSERT(a_ascends, !req_valid_o || beat > sent_q)
  `PF_ASSERT(a_some, !blk_valid_i || blk_make_i || |left)
  `PF_COVER(c_made_early, made_i && sent_q != 8'hff)
  `PF_COVER(c_made, blk_valid_i && blk_make_i && blk_ready_o)
`endif

`ifdef PF_PROVE_LINE_BEATS
  `include "pf_line_beats_proof.vh"
`endif

endmodule

`resetall
