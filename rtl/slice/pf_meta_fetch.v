// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_meta_fetch: 64 bits of metadata memory become the entry that the rules see.
//
//   raw_i ----> tag and epoch those of the access, and written? --no--> unwritten entry --+--> entry_o
//         \---------------------------------------------------- yes --> as it is --------+
//
// Unwritten: modified and both shared bits 1, all else 0 but tag and epoch, which are always those
// of the access. In scord-paper the epoch is 0.
//
// Throughput  combinational.
// Latency     0.
// Errs        what another word or another epoch left is forgotten (a race is missed).
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_meta_fetch (
  input  wire [63:0]                 raw_i,    // bits from `PF_META_W up are ignored
  input  wire [`PF_META_TAG_W-1:0]   mtag_i,   // cache tag of the word that is accessed
  input  wire [`PF_META_EPOCH_W-1:0] epoch_i,  // now
  input  wire                        scord_i,  // policy; 0: no epochs
  output wire [`PF_META_W-1:0]       entry_o
);

  wire [`PF_META_EPOCH_W-1:0] epoch = epoch_i & {`PF_META_EPOCH_W{scord_i}};

  wire unwritten = raw_i[`PF_META_MODIFIED_LSB] && raw_i[`PF_META_BLK_SHARED_LSB] &&
                   raw_i[`PF_META_DEV_SHARED_LSB];
  wire keep = !unwritten &&
              raw_i[`PF_META_TAG_LSB +: `PF_META_TAG_W] == mtag_i &&
              raw_i[`PF_META_EPOCH_LSB +: `PF_META_EPOCH_W] == epoch;

  assign entry_o[`PF_META_MODIFIED_LSB]   = raw_i[`PF_META_MODIFIED_LSB]   || !keep;
  assign entry_o[`PF_META_BLK_SHARED_LSB] = raw_i[`PF_META_BLK_SHARED_LSB] || !keep;
  assign entry_o[`PF_META_DEV_SHARED_LSB] = raw_i[`PF_META_DEV_SHARED_LSB] || !keep;

  assign entry_o[`PF_META_TAG_LSB +: `PF_META_TAG_W]     = mtag_i;
  assign entry_o[`PF_META_EPOCH_LSB +: `PF_META_EPOCH_W] = epoch;

  assign entry_o[`PF_META_LOCK_LSB +: `PF_META_LOCK_W] =
      raw_i[`PF_META_LOCK_LSB +: `PF_META_LOCK_W] & {`PF_META_LOCK_W{keep}};
  assign entry_o[`PF_META_STRONG_LSB]      = raw_i[`PF_META_STRONG_LSB]      && keep;
  assign entry_o[`PF_META_BLOCK_SCOPE_LSB] = raw_i[`PF_META_BLOCK_SCOPE_LSB] && keep;
  assign entry_o[`PF_META_IS_ATOM_LSB]     = raw_i[`PF_META_IS_ATOM_LSB]     && keep;
  assign entry_o[`PF_META_SUB_WORD_LSB]    = raw_i[`PF_META_SUB_WORD_LSB]    && keep;
  assign entry_o[`PF_META_BARRIER_LSB +: `PF_META_BARRIER_W] =
      raw_i[`PF_META_BARRIER_LSB +: `PF_META_BARRIER_W] & {`PF_META_BARRIER_W{keep}};
  assign entry_o[`PF_META_BLK_FENCE_LSB +: `PF_META_BLK_FENCE_W] =
      raw_i[`PF_META_BLK_FENCE_LSB +: `PF_META_BLK_FENCE_W] & {`PF_META_BLK_FENCE_W{keep}};
  assign entry_o[`PF_META_DEV_FENCE_LSB +: `PF_META_DEV_FENCE_W] =
      raw_i[`PF_META_DEV_FENCE_LSB +: `PF_META_DEV_FENCE_W] & {`PF_META_DEV_FENCE_W{keep}};
  assign entry_o[`PF_META_WARP_LSB +: `PF_META_WARP_W] =
      raw_i[`PF_META_WARP_LSB +: `PF_META_WARP_W] & {`PF_META_WARP_W{keep}};
  assign entry_o[`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W] =
      raw_i[`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W] & {`PF_META_BLOCK_W{keep}};

  wire unused_bits = &{1'b0, raw_i};  // those above the entry, in a geometry below 64 bits

endmodule

`resetall
