// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_rules_scord: ScoRD's decision procedure, corrected (docs/reference-models.md, policy scord).
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

module pf_rules_scord (
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
  wire m_sub      = entry_i[`PF_META_SUB_WORD_LSB];

  wire write      = tag_i[`PF_TAG_WRITE_LSB];
  wire a_atom     = tag_i[`PF_TAG_IS_ATOM_LSB];
  wire a_scope    = tag_i[`PF_TAG_BLOCK_SCOPE_LSB];
  wire a_strong   = tag_i[`PF_TAG_STRONG_LSB] || a_atom;

  wire same_block  = facts_i[`PF_FACT_SAME_BLOCK];
  wire same_warp   = facts_i[`PF_FACT_SAME_WARP];
  wire blk_fenced  = facts_i[`PF_FACT_BLK_FENCED];
  wire dev_fenced  = facts_i[`PF_FACT_DEV_FENCED];
  wire m_lockless  = facts_i[`PF_FACT_ENTRY_LOCKLESS];
  wire a_lockless  = facts_i[`PF_FACT_TAG_LOCKLESS];
  wire disjoint    = facts_i[`PF_FACT_DISJOINT];
  wire a_sub       = facts_i[`PF_FACT_SUB_WORD];
  wire no_locks    = m_lockless && a_lockless;
  wire not_strong  = !(m_strong && a_strong);

  // What every row asks
  localparam integer MOD        = 0;
  localparam integer DEV        = 1;
  localparam integer M_ATOM     = 2;
  localparam integer M_SCOPE    = 3;
  localparam integer M_SUB      = 4;
  localparam integer A_ATOM     = 5;
  localparam integer A_SCOPE    = 6;
  localparam integer SAME_BLOCK = 7;
  localparam integer SAME_WARP  = 8;
  localparam integer BLK_FENCED = 9;
  localparam integer DEV_FENCED = 10;
  localparam integer NO_LOCKS   = 11;
  localparam integer DISJOINT   = 12;
  localparam integer A_SUB      = 13;
  localparam integer NOT_STRONG = 14;
  localparam integer AskW       = 15;

  wire [AskW-1:0] ask;
  assign ask[MOD]        = mod;
  assign ask[DEV]        = dev_shared;
  assign ask[M_ATOM]     = m_atom;
  assign ask[M_SCOPE]    = m_scope;
  assign ask[M_SUB]      = m_sub;
  assign ask[A_ATOM]     = a_atom;
  assign ask[A_SCOPE]    = a_scope;
  assign ask[SAME_BLOCK] = same_block;
  assign ask[SAME_WARP]  = same_warp;
  assign ask[BLK_FENCED] = blk_fenced;
  assign ask[DEV_FENCED] = dev_fenced;
  assign ask[NO_LOCKS]   = no_locks;
  assign ask[DISJOINT]   = disjoint;
  assign ask[A_SUB]      = a_sub;
  assign ask[NOT_STRONG] = not_strong;

  ////////////////
  // Conditions //
  ////////////////

  // R1, W1: pf_rules_facts. R2, W2: program order, and nobody else has read since

  // RS, WS: which parts both sides touched is not known
  function parts(input [AskW-1:0] q);
    parts = q[M_SUB] && q[A_SUB];
  endfunction

  // R3, W3: the owner's atomic does not reach this block
  function foreign_block_atomic(input [AskW-1:0] q);
    foreign_block_atomic = q[M_ATOM] && q[M_SCOPE] && !q[SAME_BLOCK];
  endfunction

  // R3A, W3A: this atomic does not reach the owner's block, and no device fence handed the word over
  function narrow_atomic(input [AskW-1:0] q);
    narrow_atomic = q[M_ATOM] && !q[M_SCOPE] && q[A_ATOM] && q[A_SCOPE] && !q[SAME_BLOCK] && !q[DEV_FENCED];
  endfunction

  // RA, W4: atomic after atomic
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

  // A warp's own store needs no lock: it gets here when others have read since
  function r10(input [AskW-1:0] q);
    r10 = q[MOD] && !q[SAME_WARP] && q[DISJOINT];
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

  localparam integer Reads  = 14;
  localparam integer Writes = 12;

  wire [Reads-1:0]  read_match;
  wire [Writes-1:0] write_match;
  wire [Reads-1:0]  read;   // one-hot, or 0 for a write
  wire [Writes-1:0] wrote;  // ... for a read

  wire is_fresh   = facts_i[`PF_FACT_FRESH];
  wire is_ordered = same_warp && !blk_shared && !dev_shared;
  wire is_parts   = parts(ask);
  wire is_foreign = foreign_block_atomic(ask);
  wire is_narrow  = narrow_atomic(ask);
  wire is_atomic  = both_atomic(ask);

  assign read_match[0]  = is_fresh;               // R1
  assign read_match[1]  = is_ordered;             // R2
  assign read_match[2]  = is_parts;               // RS
  assign read_match[3]  = mod && is_foreign;      // R3
  assign read_match[4]  = mod && is_narrow;       // R3A
  assign read_match[5]  = is_atomic;              // RA
  assign read_match[6]  = r4(ask);                // R4
  assign read_match[7]  = r5(ask);                // R5
  assign read_match[8]  = r6(ask);                // R6
  assign read_match[9]  = no_locks && mod;        // R7
  assign read_match[10] = r8(ask);                // R8
  assign read_match[11] = no_locks && !mod;       // R9
  assign read_match[12] = r10(ask);               // R10
  assign read_match[13] = 1'b1;                   // R11

  assign write_match[0]  = is_fresh;              // W1
  assign write_match[1]  = is_ordered;            // W2
  assign write_match[2]  = is_parts;              // WS
  assign write_match[3]  = is_foreign;            // W3
  assign write_match[4]  = is_narrow;             // W3A
  assign write_match[5]  = is_atomic;             // W4
  assign write_match[6]  = w5(ask);               // W5
  assign write_match[7]  = w6(ask);               // W6
  assign write_match[8]  = not_strong;                  // W7
  assign write_match[9]  = no_locks;              // W8
  assign write_match[10] = disjoint;              // W9
  assign write_match[11] = 1'b1;                  // W10

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

  assign race_row_o = (5'd`PF_ROW_R3  & {5{read[3]}}) | (5'd`PF_ROW_R3A & {5{read[4]}}) |
                      (5'd`PF_ROW_R4  & {5{read[6]}}) | (5'd`PF_ROW_R5  & {5{read[7]}}) |
                      (5'd`PF_ROW_R6  & {5{read[8]}}) | (5'd`PF_ROW_R10 & {5{read[12]}}) |
                      (5'd`PF_ROW_W3  & {5{wrote[3]}}) | (5'd`PF_ROW_W3A & {5{wrote[4]}}) |
                      (5'd`PF_ROW_W5  & {5{wrote[6]}}) | (5'd`PF_ROW_W6  & {5{wrote[7]}}) |
                      (5'd`PF_ROW_W7  & {5{wrote[8]}}) | (5'd`PF_ROW_W9  & {5{wrote[10]}});

  assign row_o = race_row_o | (5'd`PF_ROW_R1  & {5{read[0]}}) | (5'd`PF_ROW_R2  & {5{read[1]}}) |
                              (5'd`PF_ROW_RS  & {5{read[2]}}) | (5'd`PF_ROW_RA  & {5{read[5]}}) |
                              (5'd`PF_ROW_R7  & {5{read[9]}}) | (5'd`PF_ROW_R8  & {5{read[10]}}) |
                              (5'd`PF_ROW_R9  & {5{read[11]}}) | (5'd`PF_ROW_R11 & {5{read[13]}}) |
                              (5'd`PF_ROW_W1  & {5{wrote[0]}}) | (5'd`PF_ROW_W2  & {5{wrote[1]}}) |
                              (5'd`PF_ROW_WS  & {5{wrote[2]}}) | (5'd`PF_ROW_W4  & {5{wrote[5]}}) |
                              (5'd`PF_ROW_W8  & {5{wrote[9]}}) | (5'd`PF_ROW_W10 & {5{wrote[11]}});

  assign race_o = read[3] || read[4] || read[6] || read[7] || read[8] || read[12] ||
                  wrote[3] || wrote[4] || wrote[6] || wrote[7] || wrote[8] || wrote[10];

  ////////////////
  // Act        //
  ////////////////

  // Bits of act_o: AND, COPY, TAKE, OWN, sub_word, dev_shared, blk_shared, modified.

  // The accessor becomes owner and nothing else is known of the word.
  function [`PF_ACT_W-1:0] take(input modified, input sub_word);
    take = {1'b0, 1'b1, 1'b1, 1'b1, sub_word, 1'b0, 1'b0, modified};
  endfunction

  // It becomes owner, but the locks stay or are narrowed, and strong stays or falls.
  function [`PF_ACT_W-1:0] own(input narrow, input modified, input sub_word);
    own = {narrow, 1'b0, 1'b0, 1'b1, sub_word, 1'b0, 1'b0, modified};
  endfunction

  // The owner stays.
  function [`PF_ACT_W-1:0] keep(input copy, input narrow, input dev, input blk,
                                input modified);
    keep = {narrow, copy, 1'b0, 1'b0, 1'b0, dev, blk, modified};
  endfunction

  wire take_read = read[0] || read[2] || read[3] || read[4] || read[6] || read[7] || read[8] ||
                   read[12];                                  // R1 RS R3 R3A R4 R5 R6 R10
  wire take_write = wrote[0] || wrote[1] || wrote[2] || wrote[3] || wrote[4] || wrote[6] ||
                    wrote[7] || wrote[8] || wrote[10];        // W1 W2 WS W3 W3A W5 W6 W7 W9

  // R11: candidate locks. A read without locks leaves them alone.
  wire r11_blk = same_block && (blk_shared || (!same_warp && !dev_shared));

  assign act_o =
      (take(1'b0, a_sub) & {`PF_ACT_W{take_read}}) |
      (take(1'b1, a_sub) & {`PF_ACT_W{take_write}}) |
      (take(mod && !blk_fenced && !dev_fenced, a_sub) & {`PF_ACT_W{read[1]}}) |            // R2
      (keep(1'b0, 1'b0, dev_shared, blk_shared, mod) & {`PF_ACT_W{read[5]}}) |             // RA
      (own(1'b0, same_warp, a_sub) & {`PF_ACT_W{read[9]}}) |                               // R7
      (keep(1'b0, 1'b0, dev_shared, 1'b1, mod) & {`PF_ACT_W{read[10]}}) |                  // R8
      (keep(1'b0, 1'b0, 1'b1, 1'b0, mod) & {`PF_ACT_W{read[11]}}) |                        // R9
      (keep(m_lockless, !m_lockless && !a_lockless, dev_shared || !same_block, r11_blk, mod) &
       {`PF_ACT_W{read[13]}}) |                                                            // R11
      (own(1'b0, 1'b1, a_sub) & {`PF_ACT_W{wrote[5] || wrote[9]}}) |                       // W4 W8
      (own(1'b1, 1'b1, a_sub) & {`PF_ACT_W{wrote[11]}});                                   // W10

  pf_rules_next u_next (
    .entry_i (entry_i),
    .tag_i   (tag_i),
    .self_i  (self_i),
    .act_i   (act_o),
    .next_o  (next_o)
  );

  wire unused_bits = &{1'b0, facts_i};  // barrier_differs: fresh says it

endmodule

`resetall
