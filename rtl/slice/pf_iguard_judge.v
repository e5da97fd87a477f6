// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_judge: does an access race with a side of its word, and what does it keep of it?
//
//   facts_i, scopes, others --+--> the thread that is named: kind, or nothing is wrong --+--> kind_o, race_others_o
//                             +--> others, who have no name: likewise -------------------+
//                             +--> is the side settled? --> weaken_o, add_o, far_o
//
// The rules are those of docs/iguard.md, "How it works", in that order.
//
// Throughput  combinational.
// Latency     0.
// Errs        as pf_iguard (docs/iguard.md).
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_iguard_bits.vh"

module pf_iguard_judge (
  input  wire [`PF_IGUARD_FACTS_W-1:0] facts_i,
  input  wire                          atom_i,          // the side: atomics
  input  wire                          scope_i,         // ... one of block scope
  input  wire [1:0]                    others_i,        // ... PF_IGUARD_OTHERS_*
  input  wire                          others_scope_i,  // ... an atomic of theirs has block scope
  input  wire                          tag_atom_i,      // the access: an atomic
  input  wire                          tag_scope_i,     // ... of block scope
  output wire [2:0]                    kind_o,          // PF_IGUARD_KIND_*
  output wire                          race_others_o,   // with others, not with the one named
  output wire                          weaken_o,
  output wire                          add_o,
  output wire [1:0]                    far_o            // how far away the side is
);

  localparam [1:0] ALONE = `PF_IGUARD_OTHERS_ALONE, WARP = `PF_IGUARD_OTHERS_WARP;
  localparam [1:0] BLOCK = `PF_IGUARD_OTHERS_BLOCK, DEVICE = `PF_IGUARD_OTHERS_DEVICE;
  localparam [2:0] NONE = `PF_IGUARD_KIND_NONE, SCOPE = `PF_IGUARD_KIND_SCOPE, ITS = `PF_IGUARD_KIND_ITS;
  localparam [2:0] FENCE = `PF_IGUARD_KIND_FENCE, FENCE_SCOPE = `PF_IGUARD_KIND_FENCE_SCOPE, LOCK = `PF_IGUARD_KIND_LOCK;

  wire bytes         = facts_i[`PF_IGUARD_FACT_BYTES];
  wire block         = facts_i[`PF_IGUARD_FACT_BLOCK];
  wire warp          = facts_i[`PF_IGUARD_FACT_WARP];
  wire thread        = facts_i[`PF_IGUARD_FACT_THREAD];
  wire after         = facts_i[`PF_IGUARD_FACT_AFTER];
  wire fenced        = facts_i[`PF_IGUARD_FACT_FENCED];
  wire fenced_device = facts_i[`PF_IGUARD_FACT_FENCED_DEVICE];
  wire still         = facts_i[`PF_IGUARD_FACT_STILL];
  wire still_lane    = facts_i[`PF_IGUARD_FACT_STILL_LANE];
  wire common_lock   = facts_i[`PF_IGUARD_FACT_COMMON_LOCK];
  wire both_atomic   = facts_i[`PF_IGUARD_FACT_BOTH_ATOMIC];

  // Atomics of one size reach each other, if each scope has the other thread in it.
  wire atomics = both_atomic && facts_i[`PF_IGUARD_FACT_SAME_SIZE];

  ////////////////
  // Its name   //
  ////////////////

  wire reach    = atomics && (block || !(scope_i || tag_scope_i));
  wire unfenced = block ? !fenced : !fenced_device;
  wire asked    = bytes && !thread && !reach && !after;
  wire narrow   = !block && atom_i && tag_atom_i && scope_i;  // too narrow a scope, whatever has been fenced
  wire lockfree = facts_i[`PF_IGUARD_FACT_LOCKLESS] || common_lock;

  wire [2:0] bare = block       ? (warp ? ITS : FENCE) :
                    both_atomic ? SCOPE :
                    fenced      ? FENCE_SCOPE : FENCE;
  wire [2:0] late = narrow ? SCOPE : lockfree ? NONE : LOCK;
  wire [2:0] kind = asked ? (unfenced ? bare : late) : NONE;

  ////////////////
  // Others     //
  ////////////////

  // Where the thread that is named has since done anything that orders, they are taken to be ordered, too.
  wire of_warp      = others_i == WARP;
  wire of_device    = others_i == DEVICE;
  wire others_reach = atomics && (!of_device || !(others_scope_i || tag_scope_i));
  wire loose        = of_device ? !fenced_device : of_warp ? still_lane : still;
  wire others       = bytes && others_i != ALONE && block && (warp || !of_warp) && !others_reach && !common_lock && loose;

  wire [2:0] others_kind = of_device ? (both_atomic ? SCOPE : FENCE) : of_warp ? ITS : FENCE;

  assign race_others_o = others && kind == NONE;
  assign kind_o        = (kind != NONE) ? kind : others ? others_kind : NONE;

  ////////////////
  // Act        //
  ////////////////

  // Nothing of the side, named or not, is left to say once the access is there.
  wire mine    = thread && facts_i[`PF_IGUARD_FACT_ONE];
  wire again   = mine && facts_i[`PF_IGUARD_FACT_ALIKE] && still_lane;
  wire settled = of_device ? fenced_device :
                 mine      ? others_i == ALONE || !(of_warp ? still_lane : still) :
                 block     ? after || fenced : fenced_device;

  assign add_o    = bytes && !settled;
  assign weaken_o = add_o || (bytes && again);
  assign far_o    = !block ? DEVICE : !warp ? BLOCK : !thread ? WARP : ALONE;

endmodule

`resetall
