// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// sm_scene: what the pictures of rtl/README.md show of the SM unit. The instance and the glue are
// the text of that page (sm.vh, message.vh), so both compile and run.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module sm_scene;

  reg         clk   = 1'b0;
  reg         rst_n = 1'b0;
  always #5 clk = ~clk;

  wire        policy = 1'b1;
  reg         evt_valid = 1'b0;
  wire        evt_ready;
  reg  [2:0]  evt_kind = 3'd0;
  reg  [2:0]  evt_slot = 3'd2;
  reg  [4:0]  evt_warp = 5'd5;
  reg  [31:0] evt_block = 32'd0;
  reg  [5:0]  evt_addr = 6'd0;
  reg         evt_device = 1'b0;
  reg         acc_valid = 1'b0;
  wire        acc_ready;
  reg  [2:0]  acc_slot = 3'd2;
  reg  [4:0]  acc_warp = 5'd5;
  reg         acc_strong = 1'b0, acc_block_scope = 1'b0, acc_is_atom = 1'b0;
  reg         acc_write = 1'b1;
  wire        tag_valid;
  wire        tag_ready = 1'b1;
  wire [`PF_TAG_W-1:0] tag;
  wire [3:0]  tag_after;
  wire        msg_valid, msg_epoch, msg_device;
  reg         msg_ready = 1'b1;
  wire [`PF_META_BLOCK_W-1:0] msg_block;
  wire [`PF_META_WARP_W-1:0]  msg_warp;
  wire        sm_idle;

  `include "sm.vh"

  `include "message.vh"

  integer tags = 0, messages = 0;
  reg [15:0] lock_was;

  always @(posedge clk) begin
    if (tag_valid && tag_ready) begin
      tags     = tags + 1;
      lock_was = tag[`PF_TAG_LOCK_LSB +: `PF_TAG_LOCK_W];
    end
    if (msg_valid && msg_ready) begin
      messages = messages + 1;
      if (fence_kind !== `PF_REQ_FENCE || fence_tag[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W] !== 5'd5 ||
          fence_tag[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W] !== 7'h2e) begin
        $display("FAIL message: kind %h tag %h", fence_kind, fence_tag);
        $stop;
      end
    end
  end

  task event_of;
    input [2:0] kind;
    input       device;
    begin
      evt_valid  <= 1'b1;
      evt_kind   <= kind;
      evt_device <= device;
      @(posedge clk);
      while (!evt_ready) @(posedge clk);
      evt_valid <= 1'b0;
    end
  endtask

  initial begin
    repeat (3) @(posedge clk);
    rst_n <= 1'b1;
    @(posedge clk);
    evt_block <= 32'h2e;  // block slot 2 of SM 14
    event_of(`PF_EVT_BLOCK_BEGIN, 1'b0);
    event_of(`PF_EVT_WARP_BEGIN, 1'b0);
    repeat (4) @(posedge clk);

    // A lock is taken, a fence makes it count; a request a cycle all the while.
    acc_valid <= 1'b1;
    @(posedge clk);
    evt_addr <= 6'h15;
    event_of(`PF_EVT_LOCK, 1'b0);
    event_of(`PF_EVT_FENCE, 1'b1);
    repeat (2) @(posedge clk);
    acc_valid <= 1'b0;
    repeat (12) @(posedge clk);

    // Two fences, and a sink that takes its time.
    msg_ready <= 1'b0;
    event_of(`PF_EVT_FENCE, 1'b0);
    event_of(`PF_EVT_FENCE, 1'b1);
    repeat (4) @(posedge clk);
    msg_ready <= 1'b1;
    repeat (3) @(posedge clk);
    while (!sm_idle) @(posedge clk);
    repeat (6) @(posedge clk);
    if (tags != 5 || messages != 3 || lock_was == 16'd0) begin
      $display("FAIL %0d tags, %0d messages, lock %h", tags, messages, lock_was);
      $stop;
    end
    $display("PASS sm_scene");
    $finish;
  end

endmodule

`resetall
