// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_clock_tb: requests and events of an SM, stamped as the reference in C does (pf_iguard_clock_vec).
//
// Checked: every stamp of an event and of a request, one cycle later; both readies, as they follow from epochs; idle_o; that
// an epoch is met, and each kind of event with a clock that moves and with one that does not.
// Runs on RTL, on a netlist and on mutants. Between lines of the file cycles go by in which nothing comes.
// Plusargs: +vec=FILE +seed=N

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_clock_tb;

  localparam integer BlockSlots = `PF_BLOCK_SLOTS;
  localparam integer Warps = `PF_WARPS;
  localparam integer TimeW = `PF_IGUARD_SIDE_WHEN_W;
  localparam integer SlotW = (BlockSlots > 1) ? $clog2(BlockSlots) : 1;
  localparam integer WarpW = (Warps > 1) ? $clog2(Warps) : 1;
  localparam integer Most = (Warps > BlockSlots) ? Warps : BlockSlots;
  localparam integer Kinds = 5;

  reg              clk = 1'b0;
  reg              rst_n = 1'b0;
  reg              evt_valid = 1'b0, req_valid = 1'b0;
  reg  [2:0]       evt_kind = 3'd0;
  reg  [SlotW-1:0] evt_slot = {SlotW{1'b0}}, req_slot = {SlotW{1'b0}};
  reg  [WarpW-1:0] evt_warp = {WarpW{1'b0}}, req_warp = {WarpW{1'b0}};
  wire             evt_ready, req_ready, stamp_valid, stamp_epoch, tag_valid, idle;
  wire [TimeW-1:0] stamp_when, stamp_bar, stamp_meet, tag_when, tag_bar, tag_meet;

  always #5 clk = ~clk;

  pf_iguard_clock u_dut (
    .clk_i         (clk),
    .rst_ni        (rst_n),
    .evt_valid_i   (evt_valid),
    .evt_ready_o   (evt_ready),
    .evt_kind_i    (evt_kind),
    .evt_slot_i    (evt_slot),
    .evt_warp_i    (evt_warp),
    .stamp_valid_o (stamp_valid),
    .stamp_epoch_o (stamp_epoch),
    .stamp_when_o  (stamp_when),
    .stamp_bar_o   (stamp_bar),
    .stamp_meet_o  (stamp_meet),
    .req_valid_i   (req_valid),
    .req_ready_o   (req_ready),
    .req_slot_i    (req_slot),
    .req_warp_i    (req_warp),
    .tag_valid_o   (tag_valid),
    .tag_when_o    (tag_when),
    .tag_bar_o     (tag_bar),
    .tag_meet_o    (tag_meet),
    .idle_o        (idle)
  );

  // A line of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg              v_evt, v_req, v_epoch;
  reg  [2:0]       v_kind;
  reg  [SlotW-1:0] v_slot, v_req_slot;
  reg  [WarpW-1:0] v_warp, v_req_warp;
  reg  [TimeW-1:0] v_when, v_bar, v_meet, v_req_when, v_req_bar, v_req_meet;

  // What is due in the next cycle
  reg              due_evt, due_req, due_epoch;
  reg  [TimeW-1:0] due_when, due_bar, due_meet, due_req_when, due_req_bar, due_req_meet;

  integer         file, got, lines, epochs, seed, i;
  integer         shut;  // edges to come on which it is not ready
  reg [Kinds-1:0] kinds;
  reg [31:0]      r;  // xorshift32: $random is not the same in every simulator
  reg [8*256-1:0] vec;

  task random;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task fail;
    input [8*16:1] what;
    begin
      $display("FAIL pf_iguard_clock %0s: line %0d, seed=%0d: event %b epoch %b when %h bar %h meet %h, request %b when %h bar %h meet %h; due %b %b %h %h %h, %b %h %h %h; ready %b shut %0d",
               what, lines, seed, stamp_valid, stamp_epoch, stamp_when, stamp_bar, stamp_meet, tag_valid, tag_when, tag_bar,
               tag_meet, due_evt, due_epoch, due_when, due_bar, due_meet, due_req, due_req_when, due_req_bar, due_req_meet,
               evt_ready, shut);
      $stop;
    end
  endtask

  // At the end of a cycle: what came out of it.
  task check;
    begin
      if (stamp_valid !== due_evt || tag_valid !== due_req) fail("valid");
      if (due_evt && {stamp_epoch, stamp_when, stamp_bar, stamp_meet} !== {due_epoch, due_when, due_bar, due_meet}) fail("stamp");
      if (due_req && {tag_when, tag_bar, tag_meet} !== {due_req_when, due_req_bar, due_req_meet}) fail("tag");
      if (shut != 0) shut = shut - 1;
      if (due_evt && due_epoch) shut = Most + 1;
      if (evt_ready !== (shut == 0) || req_ready !== (shut == 0)) fail("ready");
      if (idle !== (!due_evt && !due_req && shut == 0)) fail("idle");
      due_evt = 1'b0;
      due_req = 1'b0;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_iguard_clock: no +vec=FILE");
      $stop;
    end
    r = seed * 32'h9e37_79b9 ^ 32'h1234_5678;
    {due_evt, due_req, due_epoch} = 3'd0;
    {due_when, due_bar, due_meet, due_req_when, due_req_bar, due_req_meet} = {(6*TimeW){1'b0}};
    lines  = 0;
    epochs = 0;
    kinds  = {Kinds{1'b0}};
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    shut  = Most;
    file  = $fopen(vec, "r");
    got   = 14;
    while (got == 14) begin
      got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h\n", v_evt, v_kind, v_slot, v_warp, v_req, v_req_slot,
                    v_req_warp, v_epoch, v_when, v_bar, v_meet, v_req_when, v_req_bar, v_req_meet);
      if (got == 14) begin
        lines = lines + 1;
        random;
        // Idle cycles, and those in which it is not ready: what is shown then changes nothing.
        for (i = (r[3:0] == 4'd0) ? r[7:4] : 0; i > 0 || shut != 0; i = i - 1) begin
          evt_valid = 1'b0;
          req_valid = 1'b0;
          if (shut != 0) begin
            {evt_valid, req_valid} = r[9:8];
            {evt_kind, evt_slot, req_slot} = {3'd`PF_IGUARD_EVENT_MEET, v_slot, v_slot};
          end
          @(negedge clk);
          check;
          random;
        end
        {evt_valid, req_valid} = {v_evt, v_req};
        {evt_kind, evt_slot, evt_warp, req_slot, req_warp} = {v_kind, v_slot, v_warp, v_req_slot, v_req_warp};
        @(posedge clk);
        {due_evt, due_req} = {v_evt, v_req};
        {due_epoch, due_when, due_bar, due_meet} = {v_epoch, v_when, v_bar, v_meet};
        {due_req_when, due_req_bar, due_req_meet} = {v_req_when, v_req_bar, v_req_meet};
        if (v_evt) kinds[v_kind] = 1'b1;
        if (v_evt && v_epoch) epochs = epochs + 1;
        @(negedge clk);
        check;
        evt_valid = 1'b0;
        req_valid = 1'b0;
      end
    end
    if (!$feof(file) || lines < 1000 || !(&kinds) || (lines > 50000 && epochs == 0)) begin
      $display("FAIL pf_iguard_clock: lines=%0d kinds=%b epochs=%0d", lines, kinds, epochs);
      $stop;
    end
    $display("PASS pf_iguard_clock seed=%0d lines=%0d epochs=%0d", seed, lines, epochs);
    $finish;
  end

endmodule

`resetall
