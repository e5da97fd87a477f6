// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_rules_scord_paper: the decision procedure behind ScoRD's published tables (docs/reference-models.md,
// policy scord-paper), its bugs D7 to D10 included.
//
//   entry's flags --+
//   tag's flags ----+--> every row: does it match? --> the first one --+--> row_o, race_o
//   facts_i --------+                                                  +--> act_o --> pf_rules_next --> next_o
//
// A function for each row says when it matches, the table under them what it does. Rows of loads
// match loads only, so that one selection serves both lists.
//
// Throughput  combinational.
// Latency     0.
// Errs        row by row in docs/reference-models.md.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_facts.vh"

module pf_rules_scord_paper (
  input  wire [`PF_META_W-1:0]             entry_i,  // after pf_meta_fetch
  input  wire [`PF_TAG_W-1:0]              tag_i,
  input  wire [2*`PF_META_BLK_FENCE_W-1:0] self_i,   // {device, block} fences of the accessor
  input  wire [`PF_FACTS_W-1:0]            facts_i,  // pf_rules_facts of the same check
  output wire [4:0]                        row_o,    // `PF_ROW_*, race or not
  output wire                              race_o,
  output wire [4:0]                        race_row_o,  // the row of a race, else 0
  output wire [`PF_ACT_W-1:0]              act_o,    // for pf_rules, which shares pf_rules_next
  output wire [`PF_META_W-1:0]             next_o
);

  ////////////////
  // Operands   //
  ////////////////

  wire mod        = entry_i[`PF_META_MODIFIED_LSB];
  wire blk_shared = entry_i[`PF_META_BLK_SHARED_LSB];
  wire dev_shared = entry_i[`PF_META_DEV_SHARED_LSB];
  wire m_atom     = entry_i[`PF_META_IS_ATOM_LSB];
  wire m_scope    = entry_i[`PF_META_BLOCK_SCOPE_LSB];
  wire m_strong   = entry_i[`PF_META_STRONG_LSB];

  wire a_atom     = tag_i[`PF_TAG_IS_ATOM_LSB];
  wire write      = tag_i[`PF_TAG_WRITE_LSB] || a_atom;  // here an atomic is a read-modify-write
  wire a_strong   = tag_i[`PF_TAG_STRONG_LSB] || a_atom;

  wire same_block  = facts_i[`PF_FACT_SAME_BLOCK];
  wire same_warp   = facts_i[`PF_FACT_SAME_WARP];
  wire blk_fenced  = facts_i[`PF_FACT_BLK_FENCED];
  wire dev_fenced  = facts_i[`PF_FACT_DEV_FENCED];
  wire m_lockless  = facts_i[`PF_FACT_ENTRY_LOCKLESS];
  wire a_lockless  = facts_i[`PF_FACT_TAG_LOCKLESS];
  wire disjoint    = facts_i[`PF_FACT_DISJOINT];
  wire no_locks    = m_lockless && a_lockless;
  wire not_strong  = !(m_strong && a_strong);

  // What every row asks
  localparam integer MOD        = 0;
  localparam integer DEV        = 1;
  localparam integer M_ATOM     = 2;
  localparam integer M_SCOPE    = 3;
  localparam integer A_ATOM     = 4;
  localparam integer SAME_BLOCK = 5;
  localparam integer SAME_WARP  = 6;
  localparam integer BLK_FENCED = 7;
  localparam integer DEV_FENCED = 8;
  localparam integer NO_LOCKS   = 9;
  localparam integer DISJOINT   = 10;
  localparam integer NOT_STRONG = 11;
  localparam integer AskW       = 12;

  wire [AskW-1:0] ask;
  assign ask[MOD]        = mod;
  assign ask[DEV]        = dev_shared;
  assign ask[M_ATOM]     = m_atom;
  assign ask[M_SCOPE]    = m_scope;
  assign ask[A_ATOM]     = a_atom;
  assign ask[SAME_BLOCK] = same_block;
  assign ask[SAME_WARP]  = same_warp;
  assign ask[BLK_FENCED] = blk_fenced;
  assign ask[DEV_FENCED] = dev_fenced;
  assign ask[NO_LOCKS]   = no_locks;
  assign ask[DISJOINT]   = disjoint;
  assign ask[NOT_STRONG] = not_strong;

  ////////////////
  // Conditions //
  ////////////////

  // R1, W1: pf_rules_facts. R2, W2: program order, and nobody else has read since

  // R3, W3: the owner's atomic does not reach this block
  function foreign_block_atomic(input [AskW-1:0] q);
    foreign_block_atomic = q[M_ATOM] && q[M_SCOPE] && !q[SAME_BLOCK];
  endfunction

  // W4: atomic after atomic. The accessor's own scope is not looked at
  function both_atomic(input [AskW-1:0] q);
    both_atomic = q[M_ATOM] && q[A_ATOM];
  endfunction

  function r4(input [AskW-1:0] q);
    r4 = q[MOD] && !q[SAME_WARP] && q[SAME_BLOCK] && !q[BLK_FENCED] && !q[DEV_FENCED];
  endfunction

  function r5(input [AskW-1:0] q);
    r5 = q[MOD] && !q[SAME_BLOCK] && !q[DEV_FENCED];
  endfunction

  function r6(input [AskW-1:0] q);
    r6 = q[MOD] && !q[SAME_WARP] && q[NOT_STRONG];
  endfunction

  function r8(input [AskW-1:0] q);
    r8 = q[NO_LOCKS] && !q[MOD] && q[SAME_BLOCK] && !q[DEV];
  endfunction

  function r10(input [AskW-1:0] q);
    r10 = q[MOD] && q[DISJOINT];
  endfunction

  function w5(input [AskW-1:0] q);
    w5 = q[SAME_BLOCK] && (!q[BLK_FENCED] || q[DEV]) && !q[DEV_FENCED];
  endfunction

  function w6(input [AskW-1:0] q);
    w6 = !q[SAME_BLOCK] && !q[DEV_FENCED];
  endfunction

  ////////////////
  // First row  //
  ////////////////

  localparam integer Reads  = 11;
  localparam integer Writes = 10;

  wire [Reads-1:0]  read_match;
  wire [Writes-1:0] write_match;
  wire [Reads-1:0]  read;   // one-hot, or 0 for a write
  wire [Writes-1:0] wrote;  // ... for a read

  wire is_fresh   = facts_i[`PF_FACT_FRESH];
  wire is_ordered = same_warp && !blk_shared && !dev_shared;
  wire is_foreign = foreign_block_atomic(ask);
  wire is_atomic  = both_atomic(ask);

  assign read_match[0]  = is_fresh;               // R1
  assign read_match[1]  = is_ordered;             // R2
  assign read_match[2]  = is_foreign;             // R3
  assign read_match[3]  = r4(ask);                // R4
  assign read_match[4]  = r5(ask);                // R5
  assign read_match[5]  = r6(ask);                // R6
  assign read_match[6]  = no_locks && mod;        // R7
  assign read_match[7]  = r8(ask);                // R8
  assign read_match[8]  = no_locks && !mod;       // R9
  assign read_match[9]  = r10(ask);               // R10
  assign read_match[10] = 1'b1;                   // R11

  assign write_match[0] = is_fresh;               // W1
  assign write_match[1] = is_ordered;             // W2
  assign write_match[2] = is_foreign;             // W3
  assign write_match[3] = is_atomic;              // W4
  assign write_match[4] = w5(ask);                // W5
  assign write_match[5] = w6(ask);                // W6
  assign write_match[6] = not_strong;                   // W7
  assign write_match[7] = no_locks;               // W8
  assign write_match[8] = disjoint;               // W9
  assign write_match[9] = 1'b1;                   // W10

  genvar g;
  generate
    assign read[0]  = read_match[0] && !write;
    assign wrote[0] = write_match[0] && write;
    for (g = 1; g < Reads; g = g + 1) begin : g_read
      assign read[g] = read_match[g] && !write && !(|read_match[g-1:0]);
    end
    for (g = 1; g < Writes; g = g + 1) begin : g_write
      assign wrote[g] = write_match[g] && write && !(|write_match[g-1:0]);
    end
  endgenerate

  assign race_row_o = (5'd`PF_ROW_R3  & {5{read[2]}}) | (5'd`PF_ROW_R4  & {5{read[3]}}) |
                      (5'd`PF_ROW_R5  & {5{read[4]}}) | (5'd`PF_ROW_R6  & {5{read[5]}}) |
                      (5'd`PF_ROW_R10 & {5{read[9]}}) | (5'd`PF_ROW_W3  & {5{wrote[2]}}) |
                      (5'd`PF_ROW_W5  & {5{wrote[4]}}) | (5'd`PF_ROW_W6  & {5{wrote[5]}}) |
                      (5'd`PF_ROW_W7  & {5{wrote[6]}}) | (5'd`PF_ROW_W9  & {5{wrote[8]}});

  assign row_o = race_row_o | (5'd`PF_ROW_R1  & {5{read[0]}}) | (5'd`PF_ROW_R2  & {5{read[1]}}) |
                              (5'd`PF_ROW_R7  & {5{read[6]}}) | (5'd`PF_ROW_R8  & {5{read[7]}}) |
                              (5'd`PF_ROW_R9  & {5{read[8]}}) | (5'd`PF_ROW_R11 & {5{read[10]}}) |
                              (5'd`PF_ROW_W1  & {5{wrote[0]}}) | (5'd`PF_ROW_W2  & {5{wrote[1]}}) |
                              (5'd`PF_ROW_W4  & {5{wrote[3]}}) | (5'd`PF_ROW_W8  & {5{wrote[7]}}) |
                              (5'd`PF_ROW_W10 & {5{wrote[9]}});

  assign race_o = read[2] || read[3] || read[4] || read[5] || read[9] ||
                  wrote[2] || wrote[4] || wrote[5] || wrote[6] || wrote[8];

  ////////////////
  // Act        //
  ////////////////

  // Bits of act_o: AND, COPY, TAKE, OWN, sub_word, dev_shared, blk_shared, modified.

  // The accessor becomes owner and nothing else is known of the word.
  function [`PF_ACT_W-1:0] take(input modified);
    take = {1'b0, 1'b1, 1'b1, 1'b1, 1'b0, 1'b0, 1'b0, modified};
  endfunction

  // It becomes owner, but the locks stay or are narrowed, and strong stays or falls.
  function [`PF_ACT_W-1:0] own(input narrow, input dev, input blk, input modified);
    own = {narrow, 1'b0, 1'b0, 1'b1, 1'b0, dev, blk, modified};
  endfunction

  // The owner stays.
  function [`PF_ACT_W-1:0] keep(input copy, input narrow, input dev, input blk,
                                input modified);
    keep = {narrow, copy, 1'b0, 1'b0, 1'b0, dev, blk, modified};
  endfunction

  // D8: stores that race for want of a fence are recorded as reads, D7: a load as a write.
  wire take_read = read[0] || read[3] || read[4] || read[5] || read[9] ||  // R1 R4 R5 R6 R10
                   wrote[4] || wrote[5];                                   // W5 W6
  wire take_write = read[2] ||                                             // R3
                    wrote[0] || wrote[1] || wrote[2] || wrote[6] || wrote[8];  // W1 W2 W3 W7 W9

  // R11: candidate locks. A read without locks leaves them alone. D9: a reader of another block
  // does not set dev_shared.
  wire r11_blk = same_block && (blk_shared || (!same_warp && !dev_shared));

  assign act_o =
      (take(1'b0) & {`PF_ACT_W{take_read}}) |
      (take(1'b1) & {`PF_ACT_W{take_write}}) |
      (take(mod && !blk_fenced && !dev_fenced) & {`PF_ACT_W{read[1]}}) |        // R2
      (own(1'b0, 1'b0, 1'b0, same_warp) & {`PF_ACT_W{read[6]}}) |               // R7
      (keep(1'b0, 1'b0, dev_shared, 1'b1, mod) & {`PF_ACT_W{read[7]}}) |        // R8
      (keep(1'b0, 1'b0, 1'b1, 1'b0, mod) & {`PF_ACT_W{read[8]}}) |              // R9
      (keep(m_lockless, !m_lockless && !a_lockless, dev_shared, r11_blk, mod) &
       {`PF_ACT_W{read[10]}}) |                                                 // R11
      (own(1'b0, dev_shared, blk_shared, 1'b1) & {`PF_ACT_W{wrote[3]}}) |       // W4
      (own(1'b0, 1'b0, 1'b0, 1'b1) & {`PF_ACT_W{wrote[7]}}) |                   // W8
      (own(1'b1, dev_shared, blk_shared, 1'b1) & {`PF_ACT_W{wrote[9]}});        // W10, D10

  pf_rules_next u_next (
    .entry_i (entry_i),
    .tag_i   (tag_i),
    .self_i  (self_i),
    .act_i   (act_o),
    .next_o  (next_o)
  );

  wire unused_bits = &{1'b0, facts_i};  // barrier_differs; sub_word: this policy does not look

endmodule

`resetall
