// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_multicast_tb: random events, accesses, slices and stalls, cycle by cycle, with the answers of
// pf_iguard_multicast_vec, which are those of the simulation's model.
//
// Checked in every cycle: both readies, tags, messages with their slices, told_o and idle_o; after a reset that the
// tables are clear in time. Enough of each came to pass.
// Runs on RTL, on a netlist (-DNETLIST) and on mutants.
// Plusargs: +vec=FILE +seed=N; parameter as the vectors' slices=.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_multicast_tb #(
  parameter integer Slices = 24
);

  localparam integer BlockSlots = `PF_BLOCK_SLOTS;
  localparam integer Warps      = `PF_WARPS;
  localparam integer SlotW      = (BlockSlots > 1) ? $clog2(BlockSlots) : 1;
  localparam integer WarpW      = (Warps > 1) ? $clog2(Warps) : 1;
  localparam integer SliceW     = (Slices > 1) ? $clog2(Slices) : 1;
  localparam integer SmW        = `PF_FENCE_BLOCK_W;
  localparam integer TagW       = `PF_IGUARD_TAG_W;
  localparam integer MsgW       = `PF_IGUARD_MESSAGE_W;
  localparam integer OutW       = 1 + SliceW + MsgW;
  localparam integer Counts     = (Warps > BlockSlots) ? Warps : BlockSlots;

  reg              clk = 1'b0;
  reg              rst_n = 1'b0;
  reg  [SmW-1:0]   sm = {SmW{1'b0}};
  reg              evt = 1'b0, req = 1'b0, tag_ready = 1'b0, msg_ready = 1'b0;
  reg  [2:0]       kind = 3'd0;
  reg  [SlotW-1:0] slot = {SlotW{1'b0}}, req_slot = {SlotW{1'b0}};
  reg  [WarpW-1:0] warp = {WarpW{1'b0}}, req_warp = {WarpW{1'b0}};
  reg              device = 1'b0, alone = 1'b0, tries = 1'b0;
  reg  [4:0]       lane = 5'd0, req_lane = 5'd0;
  reg  [5:0]       addr = 6'd0;
  reg  [2:0]       req_step = 3'd0, req_size = 3'd0;
  reg  [4:0]       req_kind = 5'd0;  // {several, block_scope, is_atom, polls, write}
  reg [SliceW-1:0] tag_slice = {SliceW{1'b0}};
  wire             evt_ready, req_ready, tag_valid, msg_valid, told, idle;
  wire [TagW-1:0]  tag;
  wire [3:0]       tag_after;
  wire [OutW-1:0]  msg;  // {all, slice, message}

  always #5 clk = ~clk;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_iguard_multicast u_dut (
`else
  pf_iguard_multicast #(
    .Slices (Slices)
  ) u_dut (
`endif
    .clk_i             (clk),
    .rst_ni            (rst_n),
    .cfg_sm_i          (sm),
    .evt_valid_i       (evt),
    .evt_ready_o       (evt_ready),
    .evt_kind_i        (kind),
    .evt_slot_i        (slot),
    .evt_warp_i        (warp),
    .evt_device_i      (device),
    .evt_alone_i       (alone),
    .evt_lane_i        (lane),
    .evt_several_i     (tries),
    .evt_addr_i        (addr),
    .req_valid_i       (req),
    .req_ready_o       (req_ready),
    .req_slot_i        (req_slot),
    .req_warp_i        (req_warp),
    .req_lane_i        (req_lane),
    .req_step_i        (req_step),
    .req_size_i        (req_size),
    .req_several_i     (req_kind[4]),
    .req_block_scope_i (req_kind[3]),
    .req_is_atom_i     (req_kind[2]),
    .req_polls_i       (req_kind[1]),
    .req_write_i       (req_kind[0]),
    .tag_valid_o       (tag_valid),
    .tag_ready_i       (tag_ready),
    .tag_slice_i       (tag_slice),
    .tag_o             (tag),
    .tag_after_o       (tag_after),
    .msg_valid_o       (msg_valid),
    .msg_ready_i       (msg_ready),
    .msg_all_o         (msg[OutW-1]),
    .msg_slice_o       (msg[OutW-2 -: SliceW]),
    .msg_o             (msg[MsgW-1:0]),
    .told_o            (told),
    .idle_o            (idle)
  );

  // A cycle of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg              v_reset, v_evt, v_device, v_alone, v_tries, v_req, v_tag_ready, v_msg_ready;
  reg  [SmW-1:0]   v_sm;
  reg  [2:0]       v_kind, v_step, v_size;
  reg  [SlotW-1:0] v_slot, v_req_slot;
  reg  [WarpW-1:0] v_warp, v_req_warp;
  reg  [4:0]       v_lane, v_req_lane;
  reg  [5:0]       v_addr;
  reg              v_several, v_block_scope, v_is_atom, v_polls, v_write;
  reg [SliceW-1:0] v_tag_slice, v_slice;
  reg  [1:0]       v_readies;
  reg              v_tag_valid, v_msg_valid, v_all, v_told, v_idle;
  reg  [TagW-1:0]  v_tag;
  reg  [3:0]       v_after;
  reg  [MsgW-1:0]  v_msg;
  reg  [OutW-1:0]  want;

  integer         file, got, seed, checks, resets, tags, fences, none, to_all, tag_stalls, msg_stalls, waits;
  reg             msg_before;
  reg [8*256-1:0] vec;

  task fetch;
    got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h",
                  v_reset, v_sm, v_evt, v_kind, v_slot, v_warp, v_device, v_alone, v_lane, v_tries, v_addr, v_req, v_req_slot,
                  v_req_warp, v_req_lane, v_step, v_size, v_several, v_block_scope, v_is_atom, v_polls, v_write, v_tag_ready,
                  v_tag_slice, v_msg_ready, v_readies, v_tag_valid, v_tag, v_after, v_msg_valid, v_all, v_slice, v_msg, v_told,
                  v_idle);
  endtask

  task fail;
    input [8*12-1:0] what;
    begin
      $display("FAIL pf_iguard_multicast: cycle %0d, %0s: got readies %b%b, tag %b %h, msg %b %h, told %b, idle %b", checks,
               what, evt_ready, req_ready, tag_valid, tag, msg_valid, msg, told, idle);
      $display("FAIL pf_iguard_multicast: expected readies %b, tag %b %h, msg %b %h, told %b, idle %b", v_readies,
               v_tag_valid, v_tag, v_msg_valid, want, v_told, v_idle);
      $stop;
    end
  endtask

  // As after power-up: nothing is known but what reset sets. The tables are clear in time.
  task restart;
    begin
      resets = resets + 1;
      rst_n = 1'b0;
      sm = v_sm;
      {evt, req, tag_ready, msg_ready} = 4'd0;
      @(negedge clk);
      rst_n = 1'b1;
      waits = 0;
      while (!idle) begin
        if ({evt_ready, req_ready} !== {2{waits >= Counts}} || waits > Counts + 4) fail("clearing");
        waits = waits + 1;
        @(negedge clk);
      end
      if (waits < Counts) fail("cleared");
      msg_before = 1'b0;
    end
  endtask

  task check;
    begin
      checks = checks + 1;
      if ({evt_ready, req_ready} !== v_readies) fail("readies");
      if (tag_valid !== v_tag_valid) fail("tag_valid");
      if (v_tag_valid && tag !== v_tag) fail("tag");
      if (v_tag_valid && tag_after !== v_after) fail("tag_after");
      if (msg_valid !== v_msg_valid) fail("msg_valid");
      if (v_msg_valid && msg !== want) fail("msg");
      if (told !== v_told) fail("told");
      if (idle !== v_idle) fail("idle");
      if (v_tag_valid && tag_ready) tags = tags + 1;
      if (v_tag_valid && !tag_ready) tag_stalls = tag_stalls + 1;
      if (v_msg_valid && msg_ready && !v_all) fences = fences + 1;
      if (v_msg_valid && msg_ready && v_all) to_all = to_all + 1;
      if (v_msg_valid && !msg_ready) msg_stalls = msg_stalls + 1;
      if (v_told && !msg_before) none = none + 1;
      msg_before = v_msg_valid;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;  // the vectors' own, for the report
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_iguard_multicast: no +vec=FILE");
      $stop;
    end
    checks = 0; resets = 0; tags = 0; fences = 0; none = 0; to_all = 0; tag_stalls = 0; msg_stalls = 0; waits = 0;
    msg_before = 1'b0;
    want = {OutW{1'b0}};
    file = $fopen(vec, "r");
    @(negedge clk);
    @(negedge clk);
    fetch;
    while (got == 35) begin
      if (v_reset) restart;
      else begin
        {evt, kind, slot, warp, device, alone, lane, tries, addr} = {v_evt, v_kind, v_slot, v_warp, v_device, v_alone, v_lane,
                                                                     v_tries, v_addr};
        {req, req_slot, req_warp, req_lane, req_step, req_size} = {v_req, v_req_slot, v_req_warp, v_req_lane, v_step, v_size};
        req_kind = {v_several, v_block_scope, v_is_atom, v_polls, v_write};
        {tag_ready, tag_slice, msg_ready} = {v_tag_ready, v_tag_slice, v_msg_ready};
        want = {v_all, v_slice, v_msg};
        #3;
        check;
        @(negedge clk);
      end
      fetch;
    end
    if (!$feof(file) || checks < 1000 || resets < 2 || tags < 300 || fences < 30 || none < 5 || to_all < 20 ||
        tag_stalls < 100 || msg_stalls < 50) begin
      $display("FAIL pf_iguard_multicast: checks=%0d, %0d resets, %0d tags, %0d fences, %0d without a slice", checks, resets,
               tags, fences, none);
      $display("FAIL pf_iguard_multicast: %0d to all; %0d stalls of tags, %0d of messages", to_all, tag_stalls, msg_stalls);
      $stop;
    end
    $display("PASS pf_iguard_multicast seed=%0d checks=%0d tags=%0d fences=%0d none=%0d to_all=%0d", seed, checks, tags,
             fences, none, to_all);
    $finish;
  end

endmodule

`resetall
