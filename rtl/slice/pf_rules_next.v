// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_rules_next: the new entry, made from what the row that decides does (pf_facts.vh).
//
//   act_i ----------------------------------+
//   tag, accessor's fences --> owner fields -+--> next_o
//   entry ----------------------------------+
//
// Apart from the rules, so that both policies share it.
//
// Throughput  combinational.
// Latency     0.
// Errs        none.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_facts.vh"

module pf_rules_next (
  input  wire [`PF_META_W-1:0]             entry_i,
  input  wire [`PF_TAG_W-1:0]              tag_i,
  input  wire [2*`PF_META_BLK_FENCE_W-1:0] self_i,  // {device, block} fences of the accessor
  input  wire [`PF_ACT_W-1:0]              act_i,
  output wire [`PF_META_W-1:0]             next_o
);

  wire own       = act_i[`PF_ACT_OWN];
  wire is_atom   = tag_i[`PF_TAG_IS_ATOM_LSB];
  wire a_strong  = tag_i[`PF_TAG_STRONG_LSB] || is_atom;
  wire m_strong  = entry_i[`PF_META_STRONG_LSB];
  wire lock_copy = act_i[`PF_ACT_LOCK_COPY];
  wire lock_and  = act_i[`PF_ACT_LOCK_AND];

  wire [15:0] entry_lock = entry_i[`PF_META_LOCK_LSB +: `PF_META_LOCK_W];
  wire [15:0] tag_lock   = tag_i[`PF_TAG_LOCK_LSB +: `PF_TAG_LOCK_W];

  // Owner fields
  assign next_o[`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W] =
      own ? tag_i[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W]
          : entry_i[`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W];
  assign next_o[`PF_META_WARP_LSB +: `PF_META_WARP_W] =
      own ? tag_i[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W]
          : entry_i[`PF_META_WARP_LSB +: `PF_META_WARP_W];
  assign next_o[`PF_META_BARRIER_LSB +: `PF_META_BARRIER_W] =
      own ? tag_i[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W]
          : entry_i[`PF_META_BARRIER_LSB +: `PF_META_BARRIER_W];
  assign next_o[`PF_META_BLK_FENCE_LSB +: `PF_META_BLK_FENCE_W] =
      own ? self_i[0 +: `PF_META_BLK_FENCE_W]
          : entry_i[`PF_META_BLK_FENCE_LSB +: `PF_META_BLK_FENCE_W];
  assign next_o[`PF_META_DEV_FENCE_LSB +: `PF_META_DEV_FENCE_W] =
      own ? self_i[`PF_META_BLK_FENCE_W +: `PF_META_DEV_FENCE_W]
          : entry_i[`PF_META_DEV_FENCE_LSB +: `PF_META_DEV_FENCE_W];
  assign next_o[`PF_META_IS_ATOM_LSB] = own ? is_atom : entry_i[`PF_META_IS_ATOM_LSB];
  assign next_o[`PF_META_BLOCK_SCOPE_LSB] =
      own ? is_atom && tag_i[`PF_TAG_BLOCK_SCOPE_LSB] : entry_i[`PF_META_BLOCK_SCOPE_LSB];
  assign next_o[`PF_META_SUB_WORD_LSB] =
      own ? act_i[`PF_ACT_SUB_WORD] : entry_i[`PF_META_SUB_WORD_LSB];

  // Strong: copied, or it falls with the first weak access, or stays
  assign next_o[`PF_META_STRONG_LSB] =
      (act_i[`PF_ACT_TAKE] && a_strong) || (m_strong && (!own || a_strong));

  assign next_o[`PF_META_MODIFIED_LSB]   = act_i[`PF_ACT_MODIFIED];
  assign next_o[`PF_META_BLK_SHARED_LSB] = act_i[`PF_ACT_BLK_SHARED];
  assign next_o[`PF_META_DEV_SHARED_LSB] = act_i[`PF_ACT_DEV_SHARED];

  // Locks. Neither COPY nor AND: they stay.
  assign next_o[`PF_META_LOCK_LSB +: `PF_META_LOCK_W] =
      (tag_lock & (entry_lock | {16{lock_copy}})) |
      (entry_lock & ~{16{lock_copy | lock_and}});

  // The same word, the same epoch
  assign next_o[`PF_META_TAG_LSB +: `PF_META_TAG_W]     = entry_i[`PF_META_TAG_LSB +: `PF_META_TAG_W];
  assign next_o[`PF_META_EPOCH_LSB +: `PF_META_EPOCH_W] = entry_i[`PF_META_EPOCH_LSB +: `PF_META_EPOCH_W];

  wire unused_bits = &{1'b0, entry_i, tag_i};  // flags that act_i holds; write

endmodule

`resetall
