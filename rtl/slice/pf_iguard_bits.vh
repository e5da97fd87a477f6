// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Bits of the bundles between the parts of iGUARD's rules.
//
//   fact   pf_iguard_facts --> pf_iguard_rules  how a side and the access stand to each other; a register may stand between
//   act    pf_iguard_rules --> pf_iguard_next   what the access, which takes a side's place, keeps of it

`ifndef PF_IGUARD_BITS_VH
`define PF_IGUARD_BITS_VH

`define PF_IGUARD_FACT_BYTES 0          // somebody is there, and both touch some bytes
`define PF_IGUARD_FACT_BLOCK 1          // the same block
`define PF_IGUARD_FACT_WARP 2           // ... warp
`define PF_IGUARD_FACT_THREAD 3         // ... thread, in all bytes that both touch
`define PF_IGUARD_FACT_ONE 4            // the side: one lane in a word, or all of them
`define PF_IGUARD_FACT_AFTER 5          // of one block: the access comes after the side, by barriers or meetings
`define PF_IGUARD_FACT_FENCED 6         // the side, or who comes after it in its block, has fenced since
`define PF_IGUARD_FACT_FENCED_DEVICE 7  // ... with device scope
`define PF_IGUARD_FACT_STILL 8          // nothing has ordered anything behind the side's warp since
`define PF_IGUARD_FACT_STILL_LANE 9     // ... behind its lane
`define PF_IGUARD_FACT_LOCKLESS 10      // neither holds a lock that counts
`define PF_IGUARD_FACT_COMMON_LOCK 11
`define PF_IGUARD_FACT_BOTH_ATOMIC 12   // both atomic, or one of them a volatile load beside an atomic
`define PF_IGUARD_FACT_SAME_SIZE 13
`define PF_IGUARD_FACT_ALIKE 14         // the very same bytes
`define PF_IGUARD_FACTS_W 15

`define PF_IGUARD_ACT_WEAKEN 0          // it stands for the side, too: the weaker of each counts
`define PF_IGUARD_ACT_ADD 1             // the side, and its others, become others of it
`define PF_IGUARD_ACT_READER 2          // it takes the reader's place, else the writer's
`define PF_IGUARD_ACT_CLEAR 3           // nobody is the reader any more
`define PF_IGUARD_ACT_FAR_LSB 4         // with ADD: how far away the side is, PF_IGUARD_OTHERS_*
`define PF_IGUARD_ACT_W 6

// Of a side, what the rules decide when an access takes its place; the rest is the access's (pf_iguard_next).
`define PF_IGUARD_LATE ((`PF_IGUARD_SIDE_W'd65535 << `PF_IGUARD_SIDE_LOCK_LSB) | \
                        (`PF_IGUARD_SIDE_W'd3 << `PF_IGUARD_SIDE_OTHERS_LSB) | \
                        (`PF_IGUARD_SIDE_W'd1 << `PF_IGUARD_SIDE_OTHERS_BLOCK_SCOPE_LSB) | \
                        (`PF_IGUARD_SIDE_W'd1 << `PF_IGUARD_SIDE_BLOCK_SCOPE_LSB) | \
                        (`PF_IGUARD_SIDE_W'd1 << `PF_IGUARD_SIDE_IS_ATOM_LSB) | \
                        (`PF_IGUARD_SIDE_W'd1 << `PF_IGUARD_SIDE_POLLS_LSB))

`endif  // PF_IGUARD_BITS_VH
