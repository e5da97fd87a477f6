// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Bits of the bundles between the parts of the rules, and where an entry's owner begins.
//
//   facts   pf_rules_facts --> pf_rules_*     what the wide compares found; a register may stand between
//   act     pf_rules_*     --> pf_rules_next  what the row that decides does to the entry
//   near    pf_check       --> pf_check_lane  facts of an access behind another one, should that one become owner

`ifndef PF_FACTS_VH
`define PF_FACTS_VH

`define PF_FACT_SAME_BLOCK 0       // accessor and owner: equal block IDs
`define PF_FACT_SAME_WARP 1        // ... and equal warps
`define PF_FACT_BARRIER_DIFFERS 2  // barrier IDs of entry and accessor
`define PF_FACT_BLK_FENCED 3       // owner's count of block fences has moved since its access
`define PF_FACT_DEV_FENCED 4       // ... of device fences
`define PF_FACT_ENTRY_LOCKLESS 5   // no lock can be in the entry's set: one of its bins is 0
`define PF_FACT_TAG_LOCKLESS 6     // ... in the accessor's
`define PF_FACT_DISJOINT 7         // ... in both
`define PF_FACT_SUB_WORD 8         // the accessor touches only part of the word
`define PF_FACT_FRESH 9            // R1, W1: unwritten, or a barrier of the block lies between
`define PF_FACTS_W 10

`define PF_ACT_MODIFIED 0          // new value of the bit
`define PF_ACT_BLK_SHARED 1        // new value of the bit
`define PF_ACT_DEV_SHARED 2        // new value of the bit
`define PF_ACT_SUB_WORD 3          // its new value, when the accessor becomes owner
`define PF_ACT_OWN 4               // the accessor becomes owner; strong stays or falls
`define PF_ACT_TAKE 5              // with OWN: strong and locks are the accessor's
`define PF_ACT_LOCK_COPY 6         // locks are the accessor's
`define PF_ACT_LOCK_AND 7          // locks are those that both have
`define PF_ACT_W 8

`define PF_NEAR_BLOCK 0            // equal block IDs
`define PF_NEAR_WARP 1             // ... and equal warps
`define PF_NEAR_BARRIER 2          // barrier IDs differ
`define PF_NEAR_DISJOINT 3         // no lock in both sets
`define PF_NEAR_OWNER 4            // as owners they would be equal, but for the part of the word that they touch
`define PF_NEAR_W 5

// The byte of an entry from which on all belongs to its owner: block, warp, counts, whose word, part of it. Such
// bytes change together with the owner or not at all.
`define PF_OWNER_LSB ((`PF_META_BARRIER_LSB + 7) / 8 * 8)

`endif  // PF_FACTS_VH
