// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_rules_next_tb: random acts against a model that follows pf_facts.vh field by field.
//
// Checked: every bit of the new entry.
// Plusargs: +seed=N +count=CHECKS

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_facts.vh"

module pf_rules_next_tb;

  reg  [`PF_META_W-1:0]             entry, new_entry, want;
  reg  [`PF_TAG_W-1:0]              tag, new_tag;
  reg  [2*`PF_META_BLK_FENCE_W-1:0] self;
  reg  [`PF_ACT_W-1:0]              act, new_act;
  wire [`PF_META_W-1:0]             next;

  pf_rules_next u_dut (
    .entry_i (entry),
    .tag_i   (tag),
    .self_i  (self),
    .act_i   (act),
    .next_o  (next)
  );

  integer    seed, n, i;
  reg [31:0] r;  // xorshift32: $random is not the same in every simulator
  reg        a_strong;

  task draw;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task expect_next;
    begin
      want     = entry;
      a_strong = tag[`PF_TAG_STRONG_LSB] | tag[`PF_TAG_IS_ATOM_LSB];
      want[`PF_META_MODIFIED_LSB]   = act[`PF_ACT_MODIFIED];
      want[`PF_META_BLK_SHARED_LSB] = act[`PF_ACT_BLK_SHARED];
      want[`PF_META_DEV_SHARED_LSB] = act[`PF_ACT_DEV_SHARED];
      if (act[`PF_ACT_OWN]) begin
        want[`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W]     = tag[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W];
        want[`PF_META_WARP_LSB +: `PF_META_WARP_W]       = tag[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W];
        want[`PF_META_BARRIER_LSB +: `PF_META_BARRIER_W] = tag[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W];
        {want[`PF_META_DEV_FENCE_LSB +: `PF_META_DEV_FENCE_W],
         want[`PF_META_BLK_FENCE_LSB +: `PF_META_BLK_FENCE_W]} = self;
        want[`PF_META_IS_ATOM_LSB]     = tag[`PF_TAG_IS_ATOM_LSB];
        want[`PF_META_BLOCK_SCOPE_LSB] = tag[`PF_TAG_IS_ATOM_LSB] ? tag[`PF_TAG_BLOCK_SCOPE_LSB] : 1'b0;
        want[`PF_META_SUB_WORD_LSB]    = act[`PF_ACT_SUB_WORD];
        if (act[`PF_ACT_TAKE])  want[`PF_META_STRONG_LSB] = a_strong;
        else if (!a_strong)       want[`PF_META_STRONG_LSB] = 1'b0;
      end
      if (act[`PF_ACT_LOCK_COPY]) want[15:0] = tag[15:0];
      if (act[`PF_ACT_LOCK_AND])  want[15:0] = entry[15:0] & tag[15:0];
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", n)) n = 10000;
    r = seed ^ 32'h9e37_79b9;
    for (i = 0; i < n; i = i + 1) begin
      draw; new_entry[31:0] = r;
      draw; new_entry[`PF_META_W-1:32] = r[`PF_META_W-33:0];
      draw; new_tag[15:0] = r[15:0];
      draw; new_tag[`PF_TAG_W-1:16] = r[`PF_TAG_W-17:0];
      draw; self = r[2*`PF_META_BLK_FENCE_W-1:0];
      draw; new_act = r[`PF_ACT_W-1:0];
      // A row that takes also copies the locks; none copies and narrows.
      new_act[`PF_ACT_TAKE]      = new_act[`PF_ACT_TAKE] & new_act[`PF_ACT_OWN];
      new_act[`PF_ACT_LOCK_COPY] = new_act[`PF_ACT_LOCK_COPY] | new_act[`PF_ACT_TAKE];
      new_act[`PF_ACT_LOCK_AND]  = new_act[`PF_ACT_LOCK_AND] & ~new_act[`PF_ACT_LOCK_COPY];
      entry = new_entry;  // whole: Verilator 5.006 overlooks what is set bit by bit
      tag = new_tag;
      act = new_act;
      expect_next;
      #1;
      if (next !== want) begin
        $display("FAIL pf_rules_next: check %0d entry %h tag %h self %h act %b: got %h, expected %h",
                 i, entry, tag, self, act, next, want);
        $stop;
      end
    end
    if (i < 1000) begin
      $display("FAIL pf_rules_next: checks=%0d", i);
      $stop;
    end
    $display("PASS pf_rules_next seed=%0d checks=%0d", seed, i);
    $finish;
  end

endmodule

`resetall
