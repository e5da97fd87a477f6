// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_rules_facts: the wide compares of one check, so that the rules see single bits.
//
//   entry (after pf_meta_fetch) --+--> block, warp, barrier equal?  --+
//   tag of the request -----------+--> locks: none, in common?      --+--> facts_o (pf_facts.vh) --> register, if wanted --> pf_rules
//   owner's fences now -----------+--> counts moved?                --+
//
// Throughput  combinational.
// Latency     0; behind it a register may stand.
// Errs        a set of locks is two bytes: different locks may meet in it (a race is missed).
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_facts.vh"

module pf_rules_facts (
  input  wire [`PF_META_W-1:0]             entry_i,
  input  wire [`PF_TAG_W-1:0]              tag_i,
  input  wire                              sub_word_i,  // the accessor touches only part of the word
  input  wire [2*`PF_META_BLK_FENCE_W-1:0] owner_i,     // {device, block} fences of the entry's owner, now
  output wire [`PF_FACTS_W-1:0]            facts_o
);

  wire [15:0] entry_lock = entry_i[`PF_META_LOCK_LSB +: `PF_META_LOCK_W];
  wire [15:0] tag_lock   = tag_i[`PF_TAG_LOCK_LSB +: `PF_TAG_LOCK_W];

  // No lock sets a bit in one bin only.
  function lockless;
    input [15:0] set;
    lockless = !(|set[15:8]) || !(|set[7:0]);
  endfunction

  wire same_block = entry_i[`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W] ==
                    tag_i[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W];

  wire same_warp = same_block && entry_i[`PF_META_WARP_LSB +: `PF_META_WARP_W] ==
                                 tag_i[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W];
  wire bar_differs = entry_i[`PF_META_BARRIER_LSB +: `PF_META_BARRIER_W] !=
                     tag_i[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W];
  wire mod        = entry_i[`PF_META_MODIFIED_LSB];
  wire blk_shared = entry_i[`PF_META_BLK_SHARED_LSB];
  wire dev_shared = entry_i[`PF_META_DEV_SHARED_LSB];

  assign facts_o[`PF_FACT_SAME_BLOCK] = same_block;
  assign facts_o[`PF_FACT_SAME_WARP]  = same_warp;
  assign facts_o[`PF_FACT_BARRIER_DIFFERS] = bar_differs;
  assign facts_o[`PF_FACT_FRESH]      = (mod && blk_shared && dev_shared) ||
                                        (same_block && bar_differs && !dev_shared);
  assign facts_o[`PF_FACT_BLK_FENCED] =
      entry_i[`PF_META_BLK_FENCE_LSB +: `PF_META_BLK_FENCE_W] !=
      owner_i[0 +: `PF_META_BLK_FENCE_W];
  assign facts_o[`PF_FACT_DEV_FENCED] =
      entry_i[`PF_META_DEV_FENCE_LSB +: `PF_META_DEV_FENCE_W] !=
      owner_i[`PF_META_BLK_FENCE_W +: `PF_META_DEV_FENCE_W];
  assign facts_o[`PF_FACT_ENTRY_LOCKLESS] = lockless(entry_lock);
  assign facts_o[`PF_FACT_TAG_LOCKLESS]   = lockless(tag_lock);
  assign facts_o[`PF_FACT_DISJOINT]       = lockless(entry_lock & tag_lock);
  assign facts_o[`PF_FACT_SUB_WORD]       = sub_word_i;

  wire unused_bits = &{1'b0, entry_i, tag_i};  // other flags: for the rules

endmodule

`resetall
