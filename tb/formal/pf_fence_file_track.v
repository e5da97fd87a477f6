// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_fence_file_track: the fence file beside two counters for one warp, any one, that a run watches.
//
//   operations, stalls, epochs: free --+--> pf_fence_file ------------------------+
//                                      +--> counts of the watched warp, at once --+--> equal, whenever it is asked for
//
// Assumed of the user: an epoch goes up by one; a wrap starts one on the edge that takes the fence
// out; when the number itself wraps nothing enters, and a clear comes before the next operation.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_fence_file_track #(
  parameter integer BlockW = 1,
  parameter integer WarpW  = 1,
  parameter integer CountW = 2,
  parameter integer EpochW = 1,
  parameter integer Scord  = 1
) (
  input wire              clk_i,
  input wire              step_i,
  input wire              op_valid_i,
  input wire              op_fence_i,
  input wire              op_device_i,
  input wire [BlockW-1:0] op_self_block_i,
  input wire [WarpW-1:0]  op_self_warp_i,
  input wire [BlockW-1:0] op_owner_block_i,
  input wire [WarpW-1:0]  op_owner_warp_i,
  input wire [EpochW-1:0] noise_i,  // epoch of scord-paper: not looked at
  input wire              launch_i,  // an epoch starts without a fence
  input wire              clear_i
);

  localparam integer IndexW = BlockW + WarpW;

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  (* anyconst *) wire [IndexW-1:0] watched;

  wire [2*CountW-1:0] owner, self;
  wire                wrap, busy;
  reg  [EpochW-1:0]   epoch_q;
`ifdef PF_PROVE_FENCE_FILE
  localparam integer  WordW = 2 * CountW + EpochW;
  wire                f_valid, f_fence, f_device, f_last;
  wire [IndexW-1:0]   f_self, f_owner, f_last_at;
  wire [WordW-1:0]    f_last_word, f_word_self, f_word_owner, f_read_self, f_read_owner;
`endif

  pf_fence_file #(
    .BlockW (BlockW),
    .WarpW  (WarpW),
    .CountW (CountW),
    .EpochW (EpochW)
  ) u_dut (
    .clk_i            (clk_i),
    .rst_ni           (rst_ni),
    .scord_i          (Scord != 0),
    .epoch_i          (Scord != 0 ? epoch_q : noise_i),
    .step_i           (step_i),
    .op_valid_i       (op_valid_i),
    .op_fence_i       (op_fence_i),
    .op_device_i      (op_device_i),
    .op_self_block_i  (op_self_block_i),
    .op_self_warp_i   (op_self_warp_i),
    .op_owner_block_i (op_owner_block_i),
    .op_owner_warp_i  (op_owner_warp_i),
    .owner_o          (owner),
    .self_o           (self),
    .wrap_o           (wrap),
`ifdef PF_PROVE_FENCE_FILE
    .f_at_i           (watched),
    .f_stage_o        ({f_valid, f_fence, f_device, f_self, f_owner}),
    .f_words_o        ({f_last, f_last_at, f_last_word, f_word_self, f_word_owner}),
    .f_read_self_o    (f_read_self),
    .f_read_owner_o   (f_read_owner),
`endif
    .clear_i          (clear_i),
    .clear_busy_o     (busy)
  );

  // What is in stage 2
  reg              in_q, fence_q, device_q;
  reg [IndexW-1:0] self_q, owner_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_q <= 1'b0;
    end else if (step_i) begin
      in_q <= op_valid_i;
      if (op_valid_i) begin
        fence_q  <= op_fence_i;
        device_q <= op_device_i;
        self_q   <= {op_self_block_i, op_self_warp_i};
        owner_q  <= {op_owner_block_i, op_owner_warp_i};
      end
    end
  end

  // The watched warp's counts; a fence counts on the edge that takes it out.
  reg [CountW-1:0] blk_q, dev_q;
  wire             counted   = in_q && fence_q && step_i && self_q == watched;
  wire             new_epoch = Scord != 0 && (launch_i || (wrap && step_i));
  wire             start     = new_epoch && (&epoch_q);  // epoch numbers start again
  reg              dirty_q;  // a clear must come

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      epoch_q <= {EpochW{1'b0}};
      {blk_q, dev_q} <= {2*CountW{1'b0}};
      dirty_q <= 1'b0;
    end else begin
      if (new_epoch) epoch_q <= epoch_q + 1'b1;
      if (new_epoch || clear_i) begin
        {blk_q, dev_q} <= {2*CountW{1'b0}};
      end else if (counted) begin
        blk_q <= blk_q + {{(CountW-1){1'b0}}, !device_q};
        dev_q <= dev_q + {{(CountW-1){1'b0}}, device_q};
      end
      dirty_q <= start || (dirty_q && !clear_i);
    end
  end

  // The user
  wire may_enter = !clear_i && !busy && !dirty_q && !start;
  always @* begin
    if (rst_ni) begin
      if (op_valid_i) assume (may_enter);
      if (clear_i) assume (!in_q && !busy);
      if (launch_i) assume (!wrap || step_i);         // a wrap's epoch is the fence's
      if (start) assume (!in_q || step_i);
      if (start) assume (!busy && !clear_i && !dirty_q);
      if (dirty_q) assume (!new_epoch);
    end
  end

  // Whenever the watched warp is asked for, the counts are its own.
  `PF_ASSERT(a_self,  !in_q || self_q != watched || self == {dev_q, blk_q})
  `PF_ASSERT(a_owner, !in_q || fence_q || owner_q != watched || owner == {dev_q, blk_q})
  `PF_ASSERT(a_wrap,  !in_q || self_q != watched ||
             wrap == (Scord != 0 && fence_q && (device_q ? &dev_q : &blk_q)))
  `PF_ASSERT(a_quiet, in_q && fence_q || !wrap)

`ifdef PF_PROVE_FENCE_FILE
  // For induction: the word of the watched warp, wherever it is
  function says;  // counts as of now, in an epoch that is not to come
    input [WordW-1:0]    word;
    input [EpochW-1:0]   epoch;
    input [2*CountW-1:0] counts;
    says = Scord == 0 ? word[2*CountW-1:0] == counts
                      : word[2*CountW +: EpochW] <= epoch &&
                        (word[2*CountW +: EpochW] == epoch ? word[2*CountW-1:0] : {2*CountW{1'b0}}) == counts;
  endfunction

  wire writing   = in_q && fence_q && self_q == watched;  // its word is written in this cycle
  wire forwarded = f_last && f_last_at == watched;

  `PF_ASSERT(i_stage, f_valid == in_q &&
             (!in_q || {f_fence, f_device, f_self, f_owner} == {fence_q, device_q, self_q, owner_q}))
  `PF_ASSERT(i_quiet, !(busy || dirty_q) || !in_q)
  `PF_ASSERT(i_zero, !(busy || dirty_q) || {dev_q, blk_q} == {2*CountW{1'b0}})
  `PF_ASSERT(i_epoch, !dirty_q || (epoch_q == {EpochW{1'b0}} && !busy))
  `PF_ASSERT(i_same, busy || dirty_q || f_word_self == f_word_owner)
  `PF_ASSERT(i_word, busy || dirty_q || writing || says(f_word_self, epoch_q, {dev_q, blk_q}))
  `PF_ASSERT(i_stamp, busy || dirty_q || Scord == 0 || f_word_self[2*CountW +: EpochW] <= epoch_q)
  `PF_ASSERT(i_cleared, !busy || f_self <= watched || {f_word_self, f_word_owner} == {2*WordW{1'b0}})
  `PF_ASSERT(i_last, !in_q || !forwarded || says(f_last_word, epoch_q, {dev_q, blk_q}))
  `PF_ASSERT(i_self, !in_q || forwarded || self_q != watched || says(f_read_self, epoch_q, {dev_q, blk_q}))
  `PF_ASSERT(i_owner, !in_q || forwarded || fence_q || owner_q != watched ||
             says(f_read_owner, epoch_q, {dev_q, blk_q}))
`endif

  // Two fences and a lookup of one warp, one after the other
  reg [1:0] row_q;
  reg       cleared_q, stalled_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {row_q, cleared_q, stalled_q} <= 4'd0;
    end else begin
      if (step_i) row_q <= {row_q[0], counted};
      cleared_q <= cleared_q || clear_i;
      stalled_q <= stalled_q || (in_q && !step_i);
    end
  end
  `PF_COVER(c_back_to_back, row_q == 2'b11 && in_q && !fence_q && owner_q == watched)
  `PF_COVER(c_cleared, cleared_q && stalled_q && in_q && !fence_q && owner_q == watched && dev_q == 2)
  generate
    if (Scord != 0) begin : g_scord
      `PF_COVER(c_wrap, wrap && step_i && self_q == watched)
    end
  endgenerate

endmodule

`resetall
