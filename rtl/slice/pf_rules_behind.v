// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_rules_behind: facts of a check right behind another one of the same entry.
//
//   facts_i (of the second check, as if the first had not been) --+
//   act_i, first_i (what the first does, and its facts) ----------+--> facts_o
//   near_i (what the two accessors have in common) ---------------+
//
// They are there as soon as the rules have said what the first check does (act): the owner is either its accessor or who
// was owner before, the locks are those of the one, of the other or of both. Who has just become owner has done no
// fence since: the caller knows that none stands between the two. No rule leaves both shared bits, so what the first
// leaves is not unwritten.
//
// Throughput  combinational.
// Latency     0.
// Errs        never.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_facts.vh"

module pf_rules_behind (
  input  wire [`PF_FACTS_W-1:0] facts_i,
  input  wire [`PF_FACTS_W-1:0] first_i,
  input  wire [`PF_ACT_W-1:0]   act_i,
  input  wire [`PF_NEAR_W-1:0]  near_i,
  input  wire [15:0]            lock_i,         // of the entry, before both
  input  wire [15:0]            first_lock_i,   // of the first accessor
  input  wire [15:0]            second_lock_i,
  output wire [`PF_FACTS_W-1:0] facts_o
);

  wire        own      = act_i[`PF_ACT_OWN];
  wire        copied   = act_i[`PF_ACT_LOCK_COPY];
  wire        narrowed = act_i[`PF_ACT_LOCK_AND];
  wire [15:0] locks    = lock_i & first_lock_i & second_lock_i;
  wire        apart    = !(|locks[15:8]) || !(|locks[7:0]);  // no lock is in all three
  wire        block    = own ? near_i[`PF_NEAR_BLOCK] : facts_i[`PF_FACT_SAME_BLOCK];
  wire        barrier  = own ? near_i[`PF_NEAR_BARRIER] : facts_i[`PF_FACT_BARRIER_DIFFERS];

  assign facts_o[`PF_FACT_SAME_BLOCK]      = block;
  assign facts_o[`PF_FACT_SAME_WARP]       = own ? near_i[`PF_NEAR_WARP] : facts_i[`PF_FACT_SAME_WARP];
  assign facts_o[`PF_FACT_BARRIER_DIFFERS] = barrier;
  assign facts_o[`PF_FACT_BLK_FENCED]      = !own && facts_i[`PF_FACT_BLK_FENCED];
  assign facts_o[`PF_FACT_DEV_FENCED]      = !own && facts_i[`PF_FACT_DEV_FENCED];
  assign facts_o[`PF_FACT_ENTRY_LOCKLESS]  = copied ? first_i[`PF_FACT_TAG_LOCKLESS] :
                                             narrowed ? first_i[`PF_FACT_DISJOINT] : facts_i[`PF_FACT_ENTRY_LOCKLESS];
  assign facts_o[`PF_FACT_TAG_LOCKLESS]    = facts_i[`PF_FACT_TAG_LOCKLESS];
  assign facts_o[`PF_FACT_DISJOINT]        = copied ? near_i[`PF_NEAR_DISJOINT] :
                                             narrowed ? apart : facts_i[`PF_FACT_DISJOINT];
  assign facts_o[`PF_FACT_SUB_WORD]        = facts_i[`PF_FACT_SUB_WORD];
  assign facts_o[`PF_FACT_FRESH]           = block && barrier && !act_i[`PF_ACT_DEV_SHARED];

  wire unused_bits = &{1'b0, facts_i, first_i, act_i, near_i};

endmodule

`resetall
