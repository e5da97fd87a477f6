// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_fence_file: how many fences each warp of the GPU has executed, block and device scope apart.
//
//            stage 1                      stage 2                      (next step)
//   op_* --> index --> RAM "self"  --+--> forward --> epoch --> AND --> self_o  --> +1 --> both RAMs
//       \--> index --> RAM "owner" --+--> forward --> epoch --> AND --> owner_o
//                                            ^                                      |
//                                            +------- last fence's word <-----------+
//
// A lookup gives the counts of an entry's owner and of the accessor, a fence adds 1 to a count of
// its own warp. Operations act in order: a lookup sees every fence before it. A count is stored
// with the epoch it was counted in; in any other epoch it reads 0 (scord). In scord-paper the stamp
// is 0 and counts wrap silently.
//
//   stage 1   with op_valid_i and step_i high, the operation enters on the rising edge.
//   stage 2   from then until the next edge with step_i high: owner_o, self_o, wrap_o are its
//             answers, with epoch_i of that very cycle. With step_i low they stay (while epoch_i does).
//   wrap_o    the fence in stage 2 would make a count of scord 0. Whoever steps on must start a new
//             epoch: epoch_i changes with that edge (the word that is written belongs to the old one).
//   clear     after reset, and when clear_i is high for a cycle, all words become 0: Words cycles of
//             clear_busy_o. No operation may be inside or enter meanwhile.
//
// Throughput  one operation a cycle.
// Latency     1 cycle.
// Errs        (block, warp) that differ only above the index share a word: a fence of the one is
//             taken for the other's (a race is missed). The caller's numbering avoids it (scord:
//             block ID mod 2^BlockW is the SM, warp the SM's warp slot).
// State bits  2 * 2^(BlockW + WarpW) * FENCE_W in RAM; FENCE_W + 3 * (BlockW + WarpW) + 5 flops.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_fence_file #(
  parameter integer BlockW = `PF_FENCE_BLOCK_W,      // low bits of the block ID in the index, 1..
  parameter integer WarpW  = `PF_META_WARP_W,
  parameter integer CountW = `PF_FENCE_BLK_FENCE_W,  // 2..
  parameter integer EpochW = `PF_FENCE_EPOCH_W,      // 1..
  // Derived: do not override.
  parameter integer IndexW = BlockW + WarpW
) (
  input  wire                clk_i,
  input  wire                rst_ni,          // asynchronous, active low
  input  wire                scord_i,         // policy; static
  input  wire [EpochW-1:0]   epoch_i,         // now
  input  wire                step_i,          // the pipeline moves at this cycle's edge

  // Stage 1
  input  wire                op_valid_i,
  input  wire                op_fence_i,      // 1: a fence of self; 0: lookup of owner and self
  input  wire                op_device_i,     // scope of the fence
  input  wire [BlockW-1:0]   op_self_block_i,
  input  wire [WarpW-1:0]    op_self_warp_i,
  input  wire [BlockW-1:0]   op_owner_block_i,
  input  wire [WarpW-1:0]    op_owner_warp_i,

  // Stage 2: {device, block}
  output wire [2*CountW-1:0] owner_o,
  output wire [2*CountW-1:0] self_o,
  output wire                wrap_o,

`ifdef PF_PROVE_FENCE_FILE  // tb/formal/pf_fence_file_track.v looks inside
  input  wire [IndexW-1:0]   f_at_i,
  output wire [2*IndexW+2:0] f_stage_o,
  output wire [6*CountW+3*EpochW+IndexW:0] f_words_o,
  output wire [2*CountW+EpochW-1:0] f_read_self_o,
  output wire [2*CountW+EpochW-1:0] f_read_owner_o,
`endif

  input  wire                clear_i,
  output wire                clear_busy_o
);

  localparam integer WordW = 2 * CountW + EpochW;  // {epoch, device, block}

  generate
    if (BlockW < 1 || WarpW < 1 || CountW < 2 || EpochW < 1) begin : g_bad_param
      PF_FENCE_FILE_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Stage 1    //
  ////////////////

  reg               valid_q, fence_q, device_q;
  reg  [IndexW-1:0] self_q, owner_q;
  wire              enter = op_valid_i && step_i;
  wire [IndexW-1:0] self  = {op_self_block_i, op_self_warp_i};
  wire [IndexW-1:0] owner = {op_owner_block_i, op_owner_warp_i};

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else if (step_i) begin
      valid_q <= op_valid_i;
    end
  end

  always @(posedge clk_i) begin
    if (enter) begin
      fence_q  <= op_fence_i;
      device_q <= op_device_i;
      owner_q  <= owner;
    end
  end

  ////////////////
  // Clear      //
  ////////////////

  // No operation is inside then: its index counts. It stands at 0 after the last word.
  reg clear_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
      self_q  <= {IndexW{1'b0}};
    end else if (clear_q) begin
      clear_q <= self_q != {IndexW{1'b1}};
      self_q  <= self_q + {{(IndexW-1){1'b0}}, 1'b1};
    end else begin
      clear_q <= clear_i;
      self_q  <= clear_i ? {IndexW{1'b0}} : enter ? self : self_q;
    end
  end

  assign clear_busy_o = clear_q;

  ////////////////
  // Memory     //
  ////////////////

  wire [WordW-1:0]  self_word, owner_word;  // in stage 2
  wire [WordW-1:0]  fence_word;
  wire              fence = valid_q && fence_q;

  // A fence that waits for step_i writes the same word again and again: step_i comes late, and no
  // read starts before the last of these writes.
  wire              we    = fence || clear_q;
  wire [WordW-1:0]  wdata = fence_word & ~{WordW{clear_q}};

`ifdef PF_PROVE_FENCE_FILE
  wire [WordW-1:0] f_self_word, f_owner_word;
  pf_ram_watched #(
`else
  pf_ram #(
`endif
    .Width (WordW),
    .Depth (1 << IndexW)
  ) u_self (
    .clk_i   (clk_i),
    .we_i    (we),
    .waddr_i (self_q),
    .wdata_i (wdata),
    .re_i    (enter),
    .raddr_i (self),
`ifdef PF_PROVE_FENCE_FILE
    .f_at_i   (f_at_i),
    .f_word_o (f_self_word),
`endif
    .rdata_o (self_word)
  );

`ifdef PF_PROVE_FENCE_FILE
  pf_ram_watched #(
`else
  pf_ram #(
`endif
    .Width (WordW),
    .Depth (1 << IndexW)
  ) u_owner (
    .clk_i   (clk_i),
    .we_i    (we),
    .waddr_i (self_q),
    .wdata_i (wdata),
    .re_i    (enter),
    .raddr_i (owner),
`ifdef PF_PROVE_FENCE_FILE
    .f_at_i   (f_at_i),
    .f_word_o (f_owner_word),
`endif
    .rdata_o (owner_word)
  );

  ////////////////
  // Forwarding //
  ////////////////

  // The fence just before the operation in stage 2: its word was written as the operation read.
  reg               last_q;
  reg  [IndexW-1:0] last_at_q;
  reg  [WordW-1:0]  last_word_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      last_q <= 1'b0;
    end else if (step_i) begin
      last_q <= fence;
    end
  end

  always @(posedge clk_i) begin
    if (step_i && fence) begin
      last_at_q   <= self_q;
      last_word_q <= fence_word;
    end
  end

  ////////////////
  // Stage 2    //
  ////////////////

  // Each source is compared with the epoch by itself, so that behind the RAM stand one compare and
  // one AND-OR.
  function [2*CountW-1:0] counts;
    input              forward, paper;
    input [EpochW-1:0] epoch;
    input [WordW-1:0]  last, word;
    reg                last_now, word_now;
    begin
      last_now = forward && (last[2*CountW +: EpochW] == epoch || paper);
      word_now = !forward && (word[2*CountW +: EpochW] == epoch || paper);
      counts   = (last[0 +: 2*CountW] & {2*CountW{last_now}}) |
                 (word[0 +: 2*CountW] & {2*CountW{word_now}});
    end
  endfunction

  assign self_o  = counts(last_q && last_at_q == self_q, !scord_i, epoch_i, last_word_q, self_word);
  assign owner_o = counts(last_q && last_at_q == owner_q, !scord_i, epoch_i, last_word_q,
                          owner_word);

  wire [CountW-1:0] blk = self_o[0 +: CountW];
  wire [CountW-1:0] dev = self_o[CountW +: CountW];

  assign fence_word = {epoch_i & {EpochW{scord_i}},
                       dev + {{(CountW-1){1'b0}}, device_q},
                       blk + {{(CountW-1){1'b0}}, !device_q}};
  assign wrap_o     = scord_i && fence && (device_q ? &dev : &blk);

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {scord_i, epoch_i, step_i, op_valid_i, clear_i})
  `PF_ASSERT_KNOWN(a_op_known, op_valid_i ? {op_fence_i, op_device_i, self} : {(IndexW+2){1'b0}})
  `PF_ASSERT_KNOWN(a_owner_known, op_valid_i && !op_fence_i ? owner : {IndexW{1'b0}})
  `PF_ASSUME(a_clear_alone, !(clear_i || clear_q) || !(op_valid_i || valid_q))
  `PF_ASSUME(a_clear_once, !(clear_i && clear_q))
`ifdef PF_PROVE_FENCE_FILE
  assign f_stage_o      = {valid_q, fence_q, device_q, self_q, owner_q};
  assign f_words_o      = {last_q, last_at_q, last_word_q, f_self_word, f_owner_word};
  assign f_read_self_o  = self_word;
  assign f_read_owner_o = owner_word;
`endif
`endif  // SYNTHESIS

endmodule

`resetall
