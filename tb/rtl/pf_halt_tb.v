// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_halt_tb: requests that flow, and enable and count that change under them, beside a queue written here.
//
// Checked every cycle: whether a request is taken, whether it goes in, and what goes in (kind; of an access all of
// the tag, of a fence block, warp and scope); the words that pass; drained_o, by looking at all that is
// inside. What is taken while it does not enter must never show up again.
// Runs on RTL, on a netlist (-DNETLIST) and on mutants.
// Plusargs: +seed=N +count=CYCLES +stall=in: no room for long; +stall=left: nothing leaves for long. Parameter Pending.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_halt_tb #(
  parameter integer Pending = `PF_PENDING
);

  localparam integer LevelW = $clog2(Pending + 1);
  localparam integer TagW   = `PF_TAG_W;

  reg               clk = 1'b0;
  reg               rst_n = 1'b0;
  reg               enable = 1'b0;
  reg               count = 1'b0;
  reg               req_valid = 1'b0;
  wire              req_ready;
  reg  [1:0]        req_kind = 2'd0;
  reg  [7:0]        req_mask = 8'd0;
  reg  [TagW-1:0]   req_tag = {TagW{1'b0}};
  wire              in_valid;
  reg               in_ready = 1'b0;
  wire [1:0]        in_kind;
  wire [TagW-1:0]   in_tag;
  reg  [LevelW-1:0] level = {LevelW{1'b0}};
  reg               left = 1'b0;
  wire [3:0]        passed;
  wire              drained, idle;

  always #5 clk = ~clk;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_halt u_dut (
`else
  pf_halt #(
    .Pending (Pending)
  ) u_dut (
`endif
    .clk_i           (clk),
    .rst_ni          (rst_n),
    .enable_i        (enable),
    .count_i         (count),
    .req_valid_i     (req_valid),
    .req_ready_o     (req_ready),
    .req_kind_i      (req_kind),
    .req_word_mask_i (req_mask),
    .req_tag_i       (req_tag),
    .in_valid_o      (in_valid),
    .in_ready_i      (in_ready),
    .in_kind_o       (in_kind),
    .in_tag_o        (in_tag),
    .level_i         (level),
    .left_i          (left),
    .passed_o        (passed),
    .drained_o       (drained),
    .idle_o          (idle)
  );

  // What is inside, oldest first, and what waits before it
  reg            inside [0:Pending];  // an access
  integer        n_inside;
  reg            m_late;
  reg [1:0]      m_kind;
  reg [TagW-1:0] m_tag;
  reg [TagW-1:0] fence_bits;          // of a tag, what a fence has

  integer        seed, n, checks, i, words, before, accesses, lates, passes, drains;
  reg            stall_in, stall_left, access, enters, taken, goes, any, room, was;
  reg [8*8-1:0]  stall;
  reg [31:0]     r;  // xorshift32: $random is not the same in every simulator

  task random;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task check;
    input [10*8:1]   what;
    input [TagW-1:0] is;
    input [TagW-1:0] expected;
    begin
      checks = checks + 1;
      if (is !== expected) begin
        $display("FAIL pf_halt %0s got %h expected %h, seed=%0d time %0t", what, is, expected, seed, $time);
        $stop;
        $finish;
      end
    end
  endtask

  // Inputs of a cycle. A request that was not taken stays.
  task drive;
    begin
      random;
      if (r[7:0] < 6) begin
        enable = r[8] && r[9];
        count  = enable || r[10];
      end
      random;
      room     = n_inside < Pending;
      in_ready = room && (stall_in ? r[7:0] < 20 : r[1:0] != 0);
      left     = n_inside > 0 && (stall_left ? r[15:8] < 20 : r[16]);
      level    = n_inside;
      random;
      if (!req_valid && r[1:0] != 0) begin
        req_valid = 1'b1;
        req_kind  = r[4:2] < 5 ? `PF_REQ_ACCESS : r[4:2] < 7 ? `PF_REQ_FENCE : `PF_REQ_EPOCH;
        req_mask  = r[15:13] == 0 ? 8'hff : r[12:5];
        for (i = 0; i < TagW; i = i + 16) begin
          random;
          req_tag = {req_tag, r[15:0]};
        end
      end
    end
  endtask

  // Before the edge
  task look;
    begin
      access = req_kind == `PF_REQ_ACCESS;
      enters = access ? enable : count;
      taken  = req_valid && !m_late && (in_ready || !enable);
      goes   = in_ready && (m_late || (req_valid && enters));
      words  = 0;
      for (i = 0; i < 8; i = i + 1) words = words + (req_mask[i] && taken && access && !enable);
      any    = 1'b0;
      for (i = 0; i < n_inside; i = i + 1) any = any || inside[i];
      check("ready", req_ready, !m_late && (in_ready || !enable));
      check("valid", in_valid, m_late || (req_valid && enters));
      check("passed", passed, before);
      check("drained", drained, !any);
      check("idle", idle, !m_late);
      if (goes) begin
        check("kind", in_kind, m_late ? m_kind : req_kind);
        if (m_late || !access) check("fence", in_tag & fence_bits, (m_late ? m_tag : req_tag) & fence_bits);
        else check("tag", in_tag, req_tag);
      end
    end
  endtask

  // The edge
  task step;
    begin
      was    = any;
      before = words;
      if (left) begin
        for (i = 0; i < n_inside - 1; i = i + 1) inside[i] = inside[i+1];
        n_inside = n_inside - 1;
      end
      if (goes) begin
        inside[n_inside] = !m_late && access;
        n_inside = n_inside + 1;
      end
      accesses = accesses + (goes && !m_late && access);
      passes   = passes + (words > 0);
      if (m_late) begin
        m_late = !goes;
      end else if (taken && enters && !goes) begin
        m_late = 1'b1;
        m_kind = req_kind;
        m_tag  = req_tag;
        lates  = lates + 1;
      end
      any = 1'b0;
      for (i = 0; i < n_inside; i = i + 1) any = any || inside[i];
      drains = drains + (was && !any && n_inside > 0);  // with fences inside
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", n)) n = 20000;
    if (!$value$plusargs("stall=%s", stall)) stall = "none";
    stall_in   = stall == "in";
    stall_left = stall == "left";
    r = seed * 32'h9E37_79B9 + 32'h1234_5677;
    if (r == 0) r = 1;
    checks = 0; accesses = 0; lates = 0; passes = 0; drains = 0;
    n_inside = 0;
    before   = 0;
    m_late = 1'b0;
    fence_bits = {TagW{1'b0}};
    fence_bits[`PF_TAG_BLOCK_LSB +: `PF_META_BLOCK_W] = {`PF_META_BLOCK_W{1'b1}};
    fence_bits[`PF_TAG_WARP_LSB +: `PF_META_WARP_W]   = {`PF_META_WARP_W{1'b1}};
    fence_bits[`PF_TAG_BLOCK_SCOPE_LSB]               = 1'b1;
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    repeat (n) begin
      @(negedge clk);
      drive;
      #4;
      look;
      step;
      if (taken) begin
        @(posedge clk);
        #1 req_valid = 1'b0;
      end
    end
    // A stall leaves little to see.
    i = stall_in || stall_left ? 10 : 1;
    if (accesses < n / 50 / i || lates < n / 200 / i || passes < n / 50 / i || (Pending > 1 && i == 1 && drains < n / 1000)) begin
      $display("FAIL pf_halt seed=%0d too little: accesses=%0d late=%0d passed=%0d drained=%0d", seed, accesses, lates,
               passes, drains);
      $stop;
    end
    $display("PASS pf_halt seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
