// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_sm_unit_tb: accesses and events of an SM, with the reference's tags and messages (pf_iguard_sm_unit_vec).
//
// Checked: every tag and message, in order, with idle cycles and back-pressure on each; how many messages each tag comes behind;
// what is shown stays until it is taken; that nothing is lost; idle_o: low while something is inside or changes, high soon after.
// Messages of each kind are met, and accesses of warps whose lanes have tried to take locks of their own and hold none, some, and
// (in a long run) all that can be counted.
// Runs on RTL, on a netlist and on mutants.
// Plusargs: +vec=FILE +seed=N +stall=tag|msg

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_sm_unit_tb;

  localparam integer SlotW = (`PF_BLOCK_SLOTS > 1) ? $clog2(`PF_BLOCK_SLOTS) : 1;
  localparam integer WarpW = (`PF_WARPS > 1) ? $clog2(`PF_WARPS) : 1;
  localparam integer SmW   = `PF_FENCE_BLOCK_W;
  localparam integer TagW  = `PF_IGUARD_TAG_W;
  localparam integer MsgW  = `PF_IGUARD_MESSAGE_W;
  localparam integer Most  = 64;  // tags or messages that are due at once, at most

  reg              clk = 1'b0;
  reg              rst_n = 1'b0;
  reg  [SmW-1:0]   sm = {SmW{1'b0}};
  reg              evt_valid = 1'b0, evt_device, evt_alone, evt_several;
  reg  [2:0]       evt_kind;
  reg  [SlotW-1:0] evt_slot, req_slot;
  reg  [WarpW-1:0] evt_warp, req_warp;
  reg  [4:0]       evt_lane, req_lane;
  reg  [5:0]       evt_addr;
  reg              req_valid = 1'b0, req_several, req_block_scope, req_is_atom, req_polls, req_write;
  reg  [2:0]       req_step, req_size;
  reg              tag_ready = 1'b0, msg_ready = 1'b0;
  wire             evt_ready, req_ready, tag_valid, msg_valid, idle;
  wire [TagW-1:0]  tag;
  wire [3:0]       tag_after;
  wire [MsgW-1:0]  msg;

  always #5 clk = ~clk;

  pf_iguard_sm_unit u_dut (
    .clk_i             (clk),
    .rst_ni            (rst_n),
    .cfg_sm_i          (sm),
    .evt_valid_i       (evt_valid),
    .evt_ready_o       (evt_ready),
    .evt_kind_i        (evt_kind),
    .evt_slot_i        (evt_slot),
    .evt_warp_i        (evt_warp),
    .evt_device_i      (evt_device),
    .evt_alone_i       (evt_alone),
    .evt_lane_i        (evt_lane),
    .evt_several_i     (evt_several),
    .evt_addr_i        (evt_addr),
    .req_valid_i       (req_valid),
    .req_ready_o       (req_ready),
    .req_slot_i        (req_slot),
    .req_warp_i        (req_warp),
    .req_lane_i        (req_lane),
    .req_step_i        (req_step),
    .req_size_i        (req_size),
    .req_several_i     (req_several),
    .req_block_scope_i (req_block_scope),
    .req_is_atom_i     (req_is_atom),
    .req_polls_i       (req_polls),
    .req_write_i       (req_write),
    .tag_valid_o       (tag_valid),
    .tag_ready_i       (tag_ready),
    .tag_o             (tag),
    .tag_after_o       (tag_after),
    .msg_valid_o       (msg_valid),
    .msg_ready_i       (msg_ready),
    .msg_o             (msg),
    .idle_o            (idle)
  );

  // A line of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg  [SmW-1:0]   v_sm;
  reg              v_evt, v_device, v_alone, v_e_several, v_req, v_several, v_block_scope, v_atomic, v_polls, v_write, v_told;
  reg  [2:0]       v_kind, v_step, v_size;
  reg  [SlotW-1:0] v_e_slot, v_slot;
  reg  [WarpW-1:0] v_e_warp, v_warp;
  reg  [4:0]       v_e_lane, v_lane;
  reg  [5:0]       v_addr;
  reg  [MsgW-1:0]  v_msg;
  reg  [TagW-1:0]  v_tag;
  reg  [6:0]       v_held;

  reg  [TagW+3:0]  tags [0:Most-1];
  reg  [MsgW-1:0]  msgs [0:Most-1];
  reg  [TagW+4:0]  tag_held;
  reg  [MsgW:0]    msg_held;
  integer          tag_head, tag_tail, msg_head, msg_tail;
  integer          file, got, lines, seed, epochs, stall, phase, none, some, full;
  reg              evt_taken, req_taken, tag_taken, msg_taken, calm;
  reg  [2:0]       lock_events = 3'd0;  // of the last cycles: the tables change behind them
  reg  [2:0]       kinds;
  reg  [1:0]       hold = 2'd0;    // 1 tags, 2 messages,
  reg  [5:0]       longer = 6'd0;  // for so many cycles
  reg  [31:0]      r;  // xorshift32: $random is not the same in every simulator
  reg  [8*256-1:0] vec;
  reg  [8*8-1:0]   name;

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
      $display("FAIL pf_iguard_sm_unit %0s: line %0d, seed=%0d: tag %b %h after %0d, due %0d %h; message %b %h, due %0d %h; idle %b", what,
               lines, seed, tag_valid, tag, tag_after, tag_tail - tag_head, tags[tag_head % Most], msg_valid, msg,
               msg_tail - msg_head, msgs[msg_head % Most], idle);
      $stop;
    end
  endtask

  // A cycle: what its edge does, and what is there after it.
  task step;
    begin
      random;
      phase     = (phase + 1) % 1000;
      longer    = longer - (longer != 6'd0 ? 6'd1 : 6'd0);
      if (longer == 6'd0) hold = 2'd0;
      tag_ready = r[1:0] != 2'd0 && !(stall == 1 && phase < 300) && hold != 2'd1;
      msg_ready = r[3:2] != 2'd0 && !(stall == 2 && phase < 300) && hold != 2'd2;
      #1;
      evt_taken = evt_valid && evt_ready;
      req_taken = req_valid && req_ready;
      tag_taken = tag_valid && tag_ready;
      msg_taken = msg_valid && msg_ready;
      tag_held  = {tag_valid && !tag_taken, tag_after, tag};
      msg_held  = {msg_valid && !msg_taken, msg};
      @(negedge clk);
      lock_events = {lock_events[1:0], evt_taken && (evt_kind == `PF_IGUARD_SM_WARP || evt_kind >= `PF_IGUARD_SM_FENCE)};
      if (lock_events != 3'd0 && idle) fail("idle, locks");
      if (evt_taken) evt_valid = 1'b0;
      if (req_taken) req_valid = 1'b0;
      if (tag_taken) tag_head = tag_head + 1;
      if (msg_taken) msg_head = msg_head + 1;
      if (tag_held[TagW+4] && (!tag_valid || {tag_after, tag} !== tag_held[TagW+3:0])) fail("tag stays");
      if (msg_held[MsgW] && (!msg_valid || msg !== msg_held[MsgW-1:0])) fail("message stays");
      if (tag_valid && (tag_head == tag_tail || {tag_after, tag} !== tags[tag_head % Most])) fail("tag");
      if (msg_valid && (msg_head == msg_tail || msg !== msgs[msg_head % Most])) fail("message");
      if (idle && !evt_valid && !req_valid && (tag_head != tag_tail || msg_head != msg_tail)) fail("idle");
    end
  endtask

  // Nothing comes, for a while tags or messages stay inside, until all is out and the clock has cleared what it may clear: idle_o falls and rises with it.
  task pause;
    begin
      {hold, longer} = {r[13:12], 6'd12};
      repeat (12) step;
      while (tag_head != tag_tail || msg_head != msg_tail) step;
      repeat (`PF_WARPS + `PF_BLOCK_SLOTS + 4) begin
        calm = idle;
        step;
      end
      if (!calm || !idle || !evt_ready || !req_ready) fail("calm");
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    stall = 0;
    if ($value$plusargs("stall=%s", name)) stall = (name == "tag") ? 1 : (name == "msg") ? 2 : 0;
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_iguard_sm_unit: no +vec=FILE");
      $stop;
    end
    r = seed * 32'h9e37_79b9 ^ 32'h1234_5678;
    {tag_head, tag_tail, msg_head, msg_tail, lines, epochs, phase} = {7{32'd0}};
    {none, some, full} = {3{32'd0}};
    kinds = 3'd0;
    file  = $fopen(vec, "r");
    got   = 25;
    while (got == 25) begin
      got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h\n", v_sm, v_evt, v_kind, v_e_slot,
                    v_e_warp, v_device, v_alone, v_e_lane, v_e_several, v_addr, v_req, v_slot, v_warp, v_lane, v_step, v_size,
                    v_several, v_block_scope, v_atomic, v_polls, v_write, v_told, v_msg, v_tag, v_held);
      if (got == 25) begin
        if (lines == 0) begin
          sm = v_sm;
          repeat (3) @(negedge clk);
          rst_n = 1'b1;
        end
        lines = lines + 1;
        random;
        if (r[3:0] == 4'd0) step;
        if (r[11:4] == 8'd0) pause;
        if (r[11:4] == 8'd1) {hold, longer} = {r[13:12], 6'd40};
        while (tag_tail - tag_head > Most - 4 || msg_tail - msg_head > Most - 4) step;
        // An access first, or with its line's event: it does not see that one.
        {req_valid, req_slot, req_warp, req_lane, req_step, req_size} = {v_req, v_slot, v_warp, v_lane, v_step, v_size};
        {req_several, req_block_scope, req_is_atom, req_polls, req_write} = {v_several, v_block_scope, v_atomic, v_polls, v_write};
        {evt_kind, evt_slot, evt_warp, evt_device, evt_alone} = {v_kind, v_e_slot, v_e_warp, v_device, v_alone};
        {evt_lane, evt_several, evt_addr} = {v_e_lane, v_e_several, v_addr};
        if (v_req) begin
          tags[tag_tail % Most] = {msg_tail[3:0], v_tag};
          tag_tail = tag_tail + 1;
          none = none + (v_held == 7'd1 ? 1 : 0);
          some = some + (v_held > 7'd1 ? 1 : 0);
          full = full + (v_held == 7'd64 ? 1 : 0);
        end
        if (v_told) begin
          msgs[msg_tail % Most] = v_msg;
          msg_tail = msg_tail + 1;
          kinds[v_msg[`PF_IGUARD_MESSAGE_KIND_LSB +: 2]] = 1'b1;
          epochs = epochs + (v_msg[`PF_IGUARD_MESSAGE_KIND_LSB +: 2] == 2'd`PF_IGUARD_MSG_EPOCH ? 1 : 0);
        end
        #1;
        while (req_valid && !req_ready) step;
        evt_valid = v_evt;
        step;
        while (evt_valid || req_valid) begin
          if (req_valid) fail("bench");
          step;
        end
      end
    end
    repeat (200) step;
    if (!$feof(file) || lines < 1000 || kinds[1:0] != 2'b11 || tag_head != tag_tail || msg_head != msg_tail || !idle ||
        (lines > 100000 && epochs == 0) || some < lines / 32 ||
        (lines >= 10000 && (none < lines / 64 || full == 0))) begin
      $display("FAIL pf_iguard_sm_unit: lines=%0d kinds=%b epochs=%0d tags %0d of %0d messages %0d of %0d idle %b", lines, kinds,
               epochs, tag_head, tag_tail, msg_head, msg_tail, idle);
      $display("FAIL pf_iguard_sm_unit: accesses of warps whose lanes hold no lock %0d some %0d all %0d", none, some, full);
      $stop;
    end
    $display("PASS pf_iguard_sm_unit seed=%0d lines=%0d epochs=%0d none=%0d some=%0d full=%0d", seed, lines, epochs, none, some,
             full);
    $finish;
  end

endmodule

`resetall
