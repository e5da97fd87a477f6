// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_rules_spec: the decision table a second time, as the documents have it: docs/reference-models.md ("Rules")
// and, for scord-paper, the reading of the published procedure that it rests on. For proofs.
//
//   entry, tag, fences --> rows one after the other, in the table's order --> row, race, new entry
//
// No facts, no acts, no one-hot selection: fields, comparisons, and a race wipes the entry and asks
// again, as the procedure says.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_rules_spec (
  input  wire                              scord_i,
  input  wire [`PF_META_W-1:0]             entry_i,
  input  wire [`PF_TAG_W-1:0]              tag_i,
  input  wire                              sub_word_i,
  input  wire [2*`PF_META_BLK_FENCE_W-1:0] owner_i,
  input  wire [2*`PF_META_BLK_FENCE_W-1:0] self_i,
  output reg  [4:0]                        row_o,
  output reg                               race_o,
  output wire [`PF_META_W-1:0]             next_o
);

  localparam integer FenceW = `PF_META_BLK_FENCE_W;

  // The entry, taken apart
  wire [`PF_META_SUB_WORD_W-1:0]  m_sub;
  wire [`PF_META_EPOCH_W-1:0]     m_epoch;
  wire [`PF_META_TAG_W-1:0]       m_tag;
  wire [`PF_META_BLOCK_W-1:0]     m_block;
  wire [`PF_META_WARP_W-1:0]      m_warp;
  wire [FenceW-1:0]               m_dev_fence, m_blk_fence;
  wire [`PF_META_BARRIER_W-1:0]   m_barrier;
  wire                            m_mod, m_bs, m_ds, m_atom, m_scope, m_strong;
  wire [7:0]                      m_bin_a, m_bin_b;
  assign {m_sub, m_epoch, m_tag, m_block, m_warp, m_dev_fence, m_blk_fence, m_barrier, m_mod, m_bs, m_ds,
          m_atom, m_scope, m_strong, m_bin_a, m_bin_b} = entry_i;

  // The tag
  wire                            a_write, a_atom, a_scope, a_says_strong;
  wire [`PF_META_BLOCK_W-1:0]     a_block;
  wire [`PF_META_WARP_W-1:0]      a_warp;
  wire [`PF_META_BARRIER_W-1:0]   a_barrier;
  wire [7:0]                      a_bin_a, a_bin_b;
  assign {a_write, a_atom, a_scope, a_says_strong, a_block, a_warp, a_barrier, a_bin_a, a_bin_b} = tag_i;

  wire [FenceW-1:0] now_dev, now_blk, self_dev, self_blk;
  assign {now_dev, now_blk}   = owner_i;
  assign {self_dev, self_blk} = self_i;

  // The words of the table
  wire a_strong    = a_atom | a_says_strong;
  wire a_sub       = scord_i & sub_word_i;
  wire stores      = scord_i ? a_write : a_write | a_atom;  // uses the W rows
  wire other_block = m_block != a_block;
  wire other_warp  = other_block | (m_warp != a_warp);
  wire shared      = m_bs | m_ds;
  wire blk_same    = m_blk_fence == now_blk;  // count has not moved
  wire dev_same    = m_dev_fence == now_dev;
  wire m_none      = m_bin_a == 8'd0 | m_bin_b == 8'd0;
  wire a_none      = a_bin_a == 8'd0 | a_bin_b == 8'd0;
  wire meet_none   = (m_bin_a & a_bin_a) == 8'd0 | (m_bin_b & a_bin_b) == 8'd0;
  wire unwritten   = m_mod & m_bs & m_ds;
  wire barrier     = !other_block & (m_barrier != a_barrier);  // of the block, since
  wire too_narrow  = m_atom & !m_scope & a_atom & a_scope & other_block & dev_same;

  // The new entry, in parts
  reg                           n_sub, n_mod, n_bs, n_ds, n_atom, n_scope, n_strong;
  reg [`PF_META_BLOCK_W-1:0]    n_block;
  reg [`PF_META_WARP_W-1:0]     n_warp;
  reg [FenceW-1:0]              n_dev_fence, n_blk_fence;
  reg [`PF_META_BARRIER_W-1:0]  n_barrier;
  reg [7:0]                     n_bin_a, n_bin_b;
  assign next_o = {n_sub, m_epoch, m_tag, n_block, n_warp, n_dev_fence, n_blk_fence, n_barrier, n_mod, n_bs, n_ds,
                   n_atom, n_scope, n_strong, n_bin_a, n_bin_b};

  task own;
    begin
      n_block     = a_block;
      n_warp      = a_warp;
      n_barrier   = a_barrier;
      n_dev_fence = self_dev;
      n_blk_fence = self_blk;
      n_atom      = a_atom;
      n_scope     = a_atom & a_scope;
      n_sub       = a_sub;
      if (!a_strong) n_strong = 1'b0;
    end
  endtask

  task clean;  // shared bits
    begin
      n_bs = 1'b0;
      n_ds = 1'b0;
    end
  endtask

  task take;
    input written;
    begin
      own;
      clean;
      n_mod    = written;
      n_strong = a_strong;
      n_bin_a  = a_bin_a;
      n_bin_b  = a_bin_b;
    end
  endtask

  // Wiped, then asked again: an unwritten entry is the accessor's.
  task race;
    input as_write;
    begin
      race_o = 1'b1;
      take(as_write);
    end
  endtask

  always @* begin
    race_o = 1'b0;
    row_o  = 5'd31;
    {n_sub, n_mod, n_bs, n_ds, n_atom, n_scope, n_strong} = {m_sub, m_mod, m_bs, m_ds, m_atom, m_scope, m_strong};
    {n_block, n_warp, n_barrier}   = {m_block, m_warp, m_barrier};
    {n_dev_fence, n_blk_fence}     = {m_dev_fence, m_blk_fence};
    {n_bin_a, n_bin_b}             = {m_bin_a, m_bin_b};

    if (unwritten || (barrier && !m_ds)) begin
      row_o = stores ? `PF_ROW_W1 : `PF_ROW_R1;
      take(stores);
    end else if (!other_warp && !shared) begin
      row_o = stores ? `PF_ROW_W2 : `PF_ROW_R2;
      take(stores || (m_mod && blk_same && dev_same));
    end else if (scord_i && m_sub && a_sub) begin
      row_o = stores ? `PF_ROW_WS : `PF_ROW_RS;
      take(stores);
    end else if (!stores) begin
      if (m_atom && m_scope && other_block && (m_mod || !scord_i)) begin
        row_o = `PF_ROW_R3;
        race(!scord_i);
      end else if (scord_i && m_mod && too_narrow) begin
        row_o = `PF_ROW_R3A;
        race(1'b0);
      end else if (scord_i && m_atom && a_atom) begin
        row_o = `PF_ROW_RA;
      end else if (m_mod && !other_block && other_warp && blk_same && dev_same) begin
        row_o = `PF_ROW_R4;
        race(1'b0);
      end else if (m_mod && other_block && dev_same) begin
        row_o = `PF_ROW_R5;
        race(1'b0);
      end else if (m_mod && other_warp && !(m_strong && a_strong)) begin
        row_o = `PF_ROW_R6;
        race(1'b0);
      end else if (m_mod && m_none && a_none) begin
        row_o = `PF_ROW_R7;
        own;
        clean;
        n_mod = !other_warp;
      end else if (m_none && a_none && !other_block && !m_ds) begin
        row_o = `PF_ROW_R8;
        n_bs  = 1'b1;
      end else if (m_none && a_none) begin
        row_o = `PF_ROW_R9;
        {n_ds, n_bs} = 2'b10;
      end else if (m_mod && meet_none && (other_warp || !scord_i)) begin
        row_o = `PF_ROW_R10;
        race(1'b0);
      end else begin
        row_o = `PF_ROW_R11;
        if (m_none) begin
          n_bin_a = a_bin_a;
          n_bin_b = a_bin_b;
        end else if (!a_none) begin
          n_bin_a = m_bin_a & a_bin_a;
          n_bin_b = m_bin_b & a_bin_b;
        end
        if (other_block) begin
          n_bs = 1'b0;
          if (scord_i) n_ds = 1'b1;
        end else if (other_warp && !m_ds) begin
          n_bs = 1'b1;
        end
      end
    end else begin
      if (m_atom && m_scope && other_block) begin
        row_o = `PF_ROW_W3;
        race(1'b1);
      end else if (scord_i && too_narrow) begin
        row_o = `PF_ROW_W3A;
        race(1'b1);
      end else if (m_atom && a_atom) begin
        row_o = `PF_ROW_W4;
        own;
        n_mod = 1'b1;
        if (scord_i) clean;
      end else if (!other_block && dev_same && (blk_same || m_ds)) begin
        row_o = `PF_ROW_W5;
        race(scord_i);
      end else if (other_block && dev_same) begin
        row_o = `PF_ROW_W6;
        race(scord_i);
      end else if (!m_strong || !a_strong) begin
        row_o = `PF_ROW_W7;
        race(1'b1);
      end else if (m_none && a_none) begin
        row_o = `PF_ROW_W8;
        own;
        clean;
        n_mod = 1'b1;
      end else if (meet_none) begin
        row_o = `PF_ROW_W9;
        race(1'b1);
      end else begin
        row_o = `PF_ROW_W10;
        own;
        n_mod   = 1'b1;
        n_bin_a = m_bin_a & a_bin_a;
        n_bin_b = m_bin_b & a_bin_b;
        if (scord_i) clean;
      end
    end
  end

endmodule

`resetall
