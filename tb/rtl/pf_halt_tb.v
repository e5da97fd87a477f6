// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_halt_tb: requests that flow, and enable and count that change under them, cycle by cycle, with what the
// model in C shows in each (pf_halt_vec).
//
// Checked in every cycle: whether a request is taken, whether one goes in, and what goes in (kind; of an access
// all of the tag, of a fence block, warp and scope); the words that passed; drained_o, idle_o. Enough of each came to pass.
// Runs on RTL, on a netlist (-DNETLIST) and on mutants.
// Plusargs: +vec=FILE +seed=N; Pending as the vectors' pending=.

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

  always #5 clk = ~clk;

  // A cycle of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg               v_enable, v_count, v_valid, v_room, v_left, v_ready, v_in, v_drained, v_idle;
  reg  [1:0]        v_kind, v_in_kind;
  reg  [7:0]        v_mask;
  reg  [TagW-1:0]   v_tag, v_in_tag;
  reg  [LevelW-1:0] v_level;
  reg  [3:0]        v_passed;

  reg  [TagW-1:0]   fence_bits, bits;  // of a tag: what a fence has; what is compared
  integer           file, got, seed, checks, accesses, lates, passes, drains;
  reg               was;
  reg  [8*256-1:0]  vec;

  task fetch;
    got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h\n", v_enable, v_count, v_valid, v_kind, v_mask,
                  v_tag, v_room, v_left, v_level, v_ready, v_in, v_in_kind, v_in_tag, v_passed, v_drained, v_idle);
  endtask

  task check;
    begin
      checks = checks + 1;
      bits   = v_in_kind == `PF_REQ_ACCESS ? {TagW{1'b1}} : fence_bits;
      if ({req_ready, in_valid, passed, drained, idle} !== {v_ready, v_in, v_passed, v_drained, v_idle} ||
          (v_in && {in_kind, in_tag & bits} !== {v_in_kind, v_in_tag & bits})) begin
        $display("FAIL pf_halt: cycle %0d: got ready %b valid %b passed %0d drained %b idle %b: %h %h", checks, req_ready,
                 in_valid, passed, drained, idle, in_kind, in_tag);
        $display("FAIL pf_halt: expected ready %b valid %b passed %0d drained %b idle %b: %h %h", v_ready, v_in, v_passed,
                 v_drained, v_idle, v_in_kind, v_in_tag);
        $stop;
      end
      if (v_in && v_room && v_in_kind == `PF_REQ_ACCESS) accesses = accesses + 1;
      if (v_in && v_room && !v_idle) lates = lates + 1;
      if (v_passed != 0) passes = passes + 1;
      if (v_drained && !was && v_level != 0) drains = drains + 1;  // with fences inside
      was = v_drained;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;  // the vectors' own, for the report
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_halt: no +vec=FILE");
      $stop;
    end
    checks = 0; accesses = 0; lates = 0; passes = 0; drains = 0; was = 1'b1;
    fence_bits = {TagW{1'b0}};
    fence_bits[`PF_TAG_BLOCK_LSB +: `PF_META_BLOCK_W] = {`PF_META_BLOCK_W{1'b1}};
    fence_bits[`PF_TAG_WARP_LSB +: `PF_META_WARP_W]   = {`PF_META_WARP_W{1'b1}};
    fence_bits[`PF_TAG_BLOCK_SCOPE_LSB]               = 1'b1;
    file = $fopen(vec, "r");
    @(negedge clk);
    @(negedge clk) rst_n = 1'b1;
    fetch;
    while (got == 16) begin
      {enable, count, req_valid, req_kind, req_mask, req_tag, in_ready, left, level} =
          {v_enable, v_count, v_valid, v_kind, v_mask, v_tag, v_room, v_left, v_level};
      #3;
      check;
      @(negedge clk);
      fetch;
    end
    if (!$feof(file) || checks < 200 || accesses < checks / 100 || lates < checks / 400 || passes < checks / 100 ||
        (Pending > 1 && drains < checks / 5000)) begin
      $display("FAIL pf_halt: checks=%0d, %0d accesses, %0d late, %0d passed, %0d drained", checks, accesses, lates, passes,
               drains);
      $stop;
    end
    $display("PASS pf_halt seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
