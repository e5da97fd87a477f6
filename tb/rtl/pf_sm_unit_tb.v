// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_sm_unit_tb: steps of pf_sm_unit_vec.c, tag for tag and message for message.
//
//   step {event, request} --> evt_*, req_* --> pf_sm_unit --> tag_*, msg_* --> = expected, in order
//
// A step's request is accepted in an earlier cycle than its event or in the same one, and the next
// step starts in the cycle after both: exactly the order in which the vectors were computed.
//
// Checked: every tag and message; payloads that wait stay; idle_o in every cycle; readies low while
// the tables are cleared and then up in time, always up when the sink was ready of late, up when few
// tags or messages wait and down when eight do. Sometimes reset comes while things are under way.
// Runs on RTL, on a netlist (-DNETLIST) and on mutants.
// Plusargs: +vec=FILE +seed=N +stall=evt|req|tag|msg|none

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_sm_unit_tb;

  localparam integer BlockSlots = `PF_BLOCK_SLOTS;
  localparam integer Warps      = `PF_WARPS;
  localparam integer SlotW      = $clog2(BlockSlots);
  localparam integer WarpW      = $clog2(Warps);
  localparam integer TagW       = 4 + `PF_TAG_W;  // and its number of messages
  localparam integer MsgW       = 2 + `PF_META_WARP_W + `PF_META_BLOCK_W;
  localparam integer Counts     = (Warps > BlockSlots) ? Warps : BlockSlots;
  localparam integer Held       = 16;  // expected at once, a power of two
  localparam integer Late       = 16;  // cycles after which a ready sink must have made room

  reg clk = 1'b0;
  reg rst_n = 1'b0;
  always #5 clk = ~clk;

  ////////////////
  // Step       //
  ////////////////

  reg         policy, evt_due, req_due;  // of this step, still to be accepted
  reg  [2:0]  kind;
  reg  [31:0] slot, warp, addr, words, device, block, req_slot, req_warp, req_kind, msg;
  reg  [63:0] tag;
  reg         evt_go, req_go, tag_ready, msg_ready;

  wire             evt_ready, req_ready, tag_valid, msg_valid, idle;
  wire [TagW-1:0]  tag_got;
  wire [MsgW-1:0]  msg_got;
  wire             req_valid = req_due && req_go;
  wire             req_taken = req_valid && req_ready;
  wire             evt_valid = evt_due && evt_go && (!req_due || req_taken);
  wire             evt_taken = evt_valid && evt_ready;

  pf_sm_unit u_dut (
    .clk_i             (clk),
    .rst_ni            (rst_n),
    .cfg_policy_i      (policy),
    .evt_valid_i       (evt_valid),
    .evt_ready_o       (evt_ready),
    .evt_kind_i        (kind),
    .evt_slot_i        (slot[SlotW-1:0]),
    .evt_warp_i        (warp[WarpW-1:0]),
    .evt_addr_i        (addr[5:0]),
    .evt_words_i       (words[15:0]),
    .evt_device_i      (device[0]),
    .evt_block_i       (block),
    .req_valid_i       (req_valid),
    .req_ready_o       (req_ready),
    .req_slot_i        (req_slot[SlotW-1:0]),
    .req_warp_i        (req_warp[WarpW-1:0]),
    .req_strong_i      (req_kind[0]),
    .req_block_scope_i (req_kind[1]),
    .req_is_atom_i     (req_kind[2]),
    .req_write_i       (req_kind[3]),
    .tag_valid_o       (tag_valid),
    .tag_ready_i       (tag_ready),
    .tag_o             (tag_got[`PF_TAG_W-1:0]),
    .tag_after_o       (tag_got[TagW-1 -: 4]),
    .msg_valid_o       (msg_valid),
    .msg_ready_i       (msg_ready),
    .msg_epoch_o       (msg_got[MsgW-1]),
    .msg_device_o      (msg_got[MsgW-2]),
    .msg_warp_o        (msg_got[MsgW-3 -: `PF_META_WARP_W]),
    .msg_block_o       (msg_got[`PF_META_BLOCK_W-1:0]),
    .idle_o            (idle)
  );

  ////////////////
  // Expected   //
  ////////////////

  reg [TagW-1:0] tag_want [0:Held-1];
  reg [MsgW-1:0] msg_want [0:Held-1];
  integer tag_in, tag_out, msg_in, msg_out;  // since reset
  integer tags, msgs, checks, steps;
  reg     tag_stuck, msg_stuck;
  reg [TagW-1:0] tag_before;
  reg [MsgW-1:0] msg_before;

  // Idle: locks take three cycles, the rest one. A request is inside until its tag has left.
  reg [2:0] lock_busy;
  reg       other_busy;
  wire      is_lock  = kind == `PF_EVT_WARP_BEGIN || kind == `PF_EVT_LOCK || kind == `PF_EVT_UNLOCK ||
                       kind == `PF_EVT_FENCE || kind == `PF_EVT_ACTIVATE;
  wire      is_other = kind == `PF_EVT_BLOCK_BEGIN || kind == `PF_EVT_BARRIER;

  integer since_reset, tag_ready_for, msg_ready_for;
  wire    cleared = since_reset >= Counts;

  ////////////////
  // Random     //
  ////////////////

  integer      seed, file, got, mode, cycle;
  reg [8*8:1]  stall;
  reg [31:0]   r;  // xorshift32: $random is not the same in every simulator
  reg [8*1024:1] vec;

  function [31:0] xorshift;
    input [31:0] x;
    reg   [31:0] y;
    begin
      y = x ^ (x << 13);
      y = y ^ (y >> 17);
      xorshift = y ^ (y << 5);
    end
  endfunction

  // True: the channel moves in the next cycle. How often differs between channels and times.
  function go;
    input integer    channel;
    input [8*8:1]    name;
    input [31:0]     x;
    reg   [1:0]      m;
    begin
      m  = mode >> (2 * channel);
      go = (m == 0) || (m == 1 && x[channel]) || (m == 2 && x[4+3*channel +: 3] == 0) ||
           (m == 3 && x[4+3*channel +: 3] != 0);
      if (stall == name && (cycle % 1000) < 600) go = 1'b0;
      if (stall == "none") go = 1'b1;
    end
  endfunction

  task fail;
    input [8*12:1] what;
    input [63:0]   is;
    input [63:0]   want;
    begin
      $display("FAIL pf_sm_unit %0s got %h expected %h, seed=%0d step %0d cycle %0d", what, is, want,
               seed, steps, cycle);
      $stop;
    end
  endtask

  task check;
    input [8*12:1] what;
    input [63:0]   is;
    input [63:0]   want;
    begin
      checks = checks + 1;
      if (is !== want) fail(what, is, want);
    end
  endtask

  ////////////////
  // Run        //
  ////////////////

  reg [31:0] what;
  reg        ended, drain;
  integer    reset_for;

  // The next line. A reset takes place when all is out, or (every second time) at once.
  task next_step;
    begin
      got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h\n", what, kind, slot, warp, addr, words,
                    device, block, req_slot, req_warp, req_kind, tag, msg);
      ended = got != 13;
      if (ended) what = 32'd0;
      steps   = steps + 1;
      evt_due <= what[0];
      req_due <= what[1];
      drain   = ended || what[2];
    end
  endtask

  task start;
    begin
      rst_n     <= 1'b0;
      policy    <= device[0];
      reset_for = 1 + r[13:12];
      tag_in    = 0;
      tag_out   = 0;
      msg_in    = 0;
      msg_out   = 0;
      tag_stuck = 1'b0;
      msg_stuck = 1'b0;
      lock_busy = 3'd0;
      other_busy = 1'b0;
      tag_ready_for = 0;
      msg_ready_for = 0;
      drain     = 1'b0;
    end
  endtask

  task outputs;
    begin
      if (tag_stuck) check("tag stays", {tag_valid, tag_got}, {1'b1, tag_before});
      if (msg_stuck) check("msg stays", {msg_valid, msg_got}, {1'b1, msg_before});
      if (tag_valid !== 1'b0 && tag_in == tag_out) fail("tag none", tag_got, 0);
      if (msg_valid !== 1'b0 && msg_in == msg_out) fail("msg none", msg_got, 0);
      tag_stuck  = tag_valid && !tag_ready;
      msg_stuck  = msg_valid && !msg_ready;
      tag_before = tag_got;
      msg_before = msg_got;
      if (tag_valid && tag_ready) begin
        check("tag", tag_got, tag_want[tag_out % Held]);
        tag_out = tag_out + 1;
        tags    = tags + 1;
      end
      if (msg_valid && msg_ready) begin
        check("msg", msg_got, msg_want[msg_out % Held]);
        msg_out = msg_out + 1;
        msgs    = msgs + 1;
      end
    end
  endtask

  task readies;
    begin
      if (since_reset < Counts) check("clearing", {evt_ready, req_ready}, 2'b00);
      if (cleared) begin
        if (tag_in - tag_out <= 4 || tag_ready_for > Late) check("req ready", req_ready, 1'b1);
        if (msg_in - msg_out <= 6 || msg_ready_for > Late) check("evt ready", evt_ready, 1'b1);
        if (tag_in - tag_out >= 8) check("req full", req_ready, 1'b0);
        if (msg_in - msg_out >= 8) check("evt full", evt_ready, 1'b0);
      end
      tag_ready_for = tag_ready ? tag_ready_for + 1 : 0;
      msg_ready_for = msg_ready ? msg_ready_for + 1 : 0;
    end
  endtask

  always @(posedge clk) begin
    cycle = cycle + 1;
    r = xorshift(r);
    if (r[31:24] == 8'd0) mode = r[23:16];

    if (reset_for != 0) begin
      reset_for   = reset_for - 1;
      since_reset = 0;
      if (reset_for == 0) begin
        rst_n <= 1'b1;
        next_step;
      end
    end else begin
      check("idle", idle, cleared && tag_in == tag_out && msg_in == msg_out &&
                          lock_busy == 3'd0 && !other_busy);
      readies;
      outputs;

      lock_busy  = {lock_busy[1:0], evt_taken && is_lock} |
                   {2'b00, 1'b0};
      other_busy = evt_taken && is_other;
      if (since_reset == Counts - 1) lock_busy = 3'b001;
      if (req_taken) begin
        tag_want[tag_in % Held] = {msg_in[3:0], tag[`PF_TAG_W-1:0]};
        tag_in = tag_in + 1;
        req_due <= 1'b0;
      end
      if (evt_taken) begin
        if (msg != 0) begin
          msg_want[msg_in % Held] = msg[MsgW-1:0];
          msg_in = msg_in + 1;
        end
        evt_due <= 1'b0;
      end
      since_reset = since_reset + 1;

      if (drain) begin
        if ((what[2] && r[8]) || idle) begin
          if (ended) begin
            if (tags < 100 || msgs < 10) fail("too few", tags, msgs);
            $display("PASS pf_sm_unit seed=%0d checks=%0d tags=%0d messages=%0d cycles=%0d", seed, checks,
                     tags, msgs, cycle);
            $finish;
          end
          start;
        end
      end else if ((!req_due || req_taken) && (!evt_due || evt_taken)) begin
        next_step;
      end
    end

    // A valid that waits stays up.
    if (!(evt_valid && !evt_ready)) evt_go <= go(0, "evt", r);
    if (!(req_valid && !req_ready)) req_go <= go(1, "req", r);
    tag_ready <= go(2, "tag", r);
    msg_ready <= go(3, "msg", r);
    if (cycle > 10000000) fail("no end", 0, 0);
  end

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    r = seed * 32'h9e37_79b9 ^ 32'h1234_5678;
    mode = 0;
    cycle = 0;
    tags = 0;
    msgs = 0;
    checks = 0;
    steps = 0;
    since_reset = 0;
    evt_go = 1'b0;
    req_go = 1'b0;
    tag_ready = 1'b0;
    msg_ready = 1'b0;
    evt_due = 1'b0;
    req_due = 1'b0;
    policy = 1'b0;
    drain = 1'b0;
    reset_for = 0;
    if (!$value$plusargs("vec=%s", vec)) fail("no +vec", 0, 0);
    file = $fopen(vec, "r");
    if (file == 0) fail("no file", 0, 0);
    next_step;  // the first line is a reset
    start;
    reset_for = 3;
  end

endmodule

`resetall
