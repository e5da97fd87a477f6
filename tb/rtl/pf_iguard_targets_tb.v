// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_targets_tb: random requests, fences, beginnings of blocks and epochs, cycle by cycle, with the answers of
// pf_iguard_targets_vec, which are those of the simulation's model.
//
// Checked in every cycle: sent_ready_o, msg_ready_o, out_valid_o, told_o, idle_o, and what is on show. Enough of each came to
// pass.
// Runs on RTL, on a netlist (-DNETLIST) and on mutants.
// Plusargs: +vec=FILE +seed=N; parameters as the vectors' slots= warps= slices=.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_targets_tb #(
  parameter integer BlockSlots = `PF_BLOCK_SLOTS,
  parameter integer Warps      = `PF_WARPS,
  parameter integer Slices     = 24
);

  localparam integer SlotW  = (BlockSlots > 1) ? $clog2(BlockSlots) : 1;
  localparam integer WarpW  = (Warps > 1) ? $clog2(Warps) : 1;
  localparam integer SliceW = (Slices > 1) ? $clog2(Slices) : 1;
  localparam integer TimeW  = `PF_IGUARD_TAG_BAR_W;
  localparam integer MsgW   = `PF_IGUARD_MESSAGE_W;
  localparam integer OutW   = 1 + SliceW + MsgW;

  reg               clk = 1'b0;
  reg               rst_n = 1'b0;
  reg               sent = 1'b0, msg = 1'b0, out_ready = 1'b0;
  reg  [SlotW-1:0]  sent_slot = {SlotW{1'b0}};
  reg  [WarpW-1:0]  sent_warp = {WarpW{1'b0}};
  reg  [TimeW-1:0]  sent_bar = {TimeW{1'b0}};
  reg  [SliceW-1:0] sent_slice = {SliceW{1'b0}};
  reg  [MsgW-1:0]   says = {MsgW{1'b0}};
  wire              sent_ready, msg_ready, out_valid, out_all, told, idle;
  wire [SliceW-1:0] out_slice;
  wire [MsgW-1:0]   out_msg;
  wire [OutW-1:0]   out = {out_all, out_slice, out_msg};

  always #5 clk = ~clk;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_iguard_targets u_dut (
`else
  pf_iguard_targets #(
    .BlockSlots (BlockSlots),
    .Warps      (Warps),
    .Slices     (Slices)
  ) u_dut (
`endif
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .sent_valid_i (sent),
    .sent_ready_o (sent_ready),
    .sent_slot_i  (sent_slot),
    .sent_warp_i  (sent_warp),
    .sent_bar_i   (sent_bar),
    .sent_slice_i (sent_slice),
    .msg_valid_i  (msg),
    .msg_ready_o  (msg_ready),
    .msg_i        (says),
    .out_valid_o  (out_valid),
    .out_ready_i  (out_ready),
    .out_all_o    (out_all),
    .out_slice_o  (out_slice),
    .out_msg_o    (out_msg),
    .told_o       (told),
    .idle_o       (idle)
  );

  wire [2:0] kind = says[`PF_IGUARD_MESSAGE_KIND_LSB +: 3];

  // A cycle of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg               v_reset, v_sent, v_msg, v_ready;
  reg               v_sent_ready, v_msg_ready, v_out, v_all, v_told, v_idle;
  reg  [SlotW-1:0]  v_sent_slot;
  reg  [WarpW-1:0]  v_sent_warp;
  reg  [TimeW-1:0]  v_sent_bar;
  reg  [SliceW-1:0] v_sent_slice, v_slice;
  reg  [MsgW-1:0]   v_says, v_out_says;
  reg  [15:0]       v_slices, v_by_block;
  reg  [OutW-1:0]   want;

  integer         file, got, seed, checks, resets, requests, again, held, none, some, stalls, tight;
  integer         epochs, begins, alone, by_block;
  reg             last_sent, last_out;
  reg [WarpW-1:0] last_warp;
  reg [8*256-1:0] vec;

  task fetch;
    got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h\n", v_reset, v_sent, v_sent_slot, v_sent_warp,
                  v_sent_bar, v_sent_slice, v_msg, v_says, v_ready, v_sent_ready, v_msg_ready, v_out, v_all, v_slice,
                  v_out_says, v_told, v_idle, v_slices, v_by_block);
  endtask

  task fail;
    input [8*12-1:0] what;
    begin
      $display("FAIL pf_iguard_targets: cycle %0d, %0s: got readies %b %b, out %b %h, idle %b", checks, what,
               sent_ready, msg_ready, out_valid, out, idle);
      $display("FAIL pf_iguard_targets: expected readies %b %b, out %b %h, idle %b", v_sent_ready, v_msg_ready, v_out,
               want, v_idle);
      $stop;
    end
  endtask

  task check;
    begin
      checks = checks + 1;
      if (sent_ready !== v_sent_ready) fail("sent_ready");
      if (msg_ready !== v_msg_ready) fail("msg_ready");
      if (out_valid !== v_out) fail("out_valid");
      if (v_out && out !== want) fail("out");
      if (told !== v_told) fail("told");
      if (idle !== v_idle) fail("idle");
      if (v_reset) resets = resets + 1;
      if (sent && v_sent_ready) requests = requests + 1;
      if (sent && v_sent_ready && last_sent && last_warp == sent_warp) again = again + 1;
      if (sent && v_msg_ready) held = held + 1;
      if (v_msg_ready && kind == 3'd`PF_IGUARD_MSG_EPOCH) epochs = epochs + 1;
      if (v_msg_ready && kind == 3'd`PF_IGUARD_MSG_BEGIN) begins = begins + 1;
      if (v_msg_ready && kind == 3'd`PF_IGUARD_MSG_FENCE && says[`PF_IGUARD_MESSAGE_ALONE_LSB]) alone = alone + 1;
      if (v_by_block != 16'd0) by_block = by_block + 1;
      if (v_told && !last_out) none = none + 1;
      if (v_out && !v_all && (v_slices > 16'd1 || Slices == 1)) some = some + 1;
      if (v_msg_ready && last_sent && last_warp == says[`PF_IGUARD_MESSAGE_WARP_LSB +: WarpW]) tight = tight + 1;
      if (v_out && !out_ready) stalls = stalls + 1;
      last_out = v_out;
      last_sent = sent && v_sent_ready && !v_reset;
      last_warp = sent_warp;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;  // the vectors' own, for the report
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_iguard_targets: no +vec=FILE");
      $stop;
    end
    checks = 0; resets = 0; requests = 0; again = 0; held = 0; none = 0; some = 0; stalls = 0; tight = 0;
    epochs = 0; begins = 0; alone = 0; by_block = 0;
    last_sent = 1'b0;
    last_out = 1'b0;
    last_warp = {WarpW{1'b0}};
    file = $fopen(vec, "r");
    @(negedge clk);
    @(negedge clk);
    fetch;
    while (got == 19) begin
      rst_n = !v_reset;
      {sent, sent_slot, sent_warp, sent_bar, sent_slice} = {v_sent, v_sent_slot, v_sent_warp, v_sent_bar, v_sent_slice};
      {msg, says} = {v_msg, v_says};
      if (!sent) {sent_slot, sent_warp, sent_bar, sent_slice} = {SlotW+WarpW+TimeW+SliceW{1'bx}};  // means nothing
      if (!msg) says = {MsgW{1'bx}};
      out_ready = v_ready;
      want = {v_all, v_slice, v_out_says};
      #3;
      check;
      @(negedge clk);
      fetch;
    end
    if (!$feof(file) || checks < 1000 || resets < 1 || requests < 200 || again < 50 || held < 50 || none < 10 ||
        some < 20 || epochs < 5 || begins < 5 || alone < 10 || by_block < 5 || stalls < 100 || tight < 20) begin
      $display("FAIL pf_iguard_targets: checks=%0d, %0d resets, %0d requests, %0d again, %0d held, %0d stalls", checks,
               resets, requests, again, held, stalls);
      $display("FAIL pf_iguard_targets: %0d fences without a slice, %0d with some, %0d right behind; %0d alone, %0d by block",
               none, some, tight, alone, by_block);
      $display("FAIL pf_iguard_targets: %0d epochs, %0d beginnings", epochs, begins);
      $stop;
    end
    $display("PASS pf_iguard_targets seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
