// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_rules_quiet: does an access leave the entry as it is, without a race, whoever owns it and whatever has been counted since?
//
//   entry_i --> many blocks have read it, nobody has written since --> entry_o
//   tag_i   --> a load, without locks ------------------------------> load_o
//
// With both, yes (R9 of both policies, R11 if the entry has locks); else it is for pf_rules to say. Proved for all entries,
// accessors and counts (pf_rules_quiet_holds).
//
// It is a part of pf_line_unit (docs/metadata-engine.md).
//
// Throughput  combinational.
// Latency     0.
// Errs        never.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_rules_quiet (
  input  wire                    scord_i,       // policy
  input  wire [`PF_META_W-1:0]   entry_i,       // its tag and epoch are not looked at
  input  wire [`PF_TAG_W-1:0]    tag_i,
  input  wire                    sub_word_i,    // touches only part of the word
  output wire                    entry_o,
  output wire                    load_o
);

  wire [15:0] lock = tag_i[`PF_TAG_LOCK_LSB +: `PF_TAG_LOCK_W];

  assign entry_o = entry_i[`PF_META_DEV_SHARED_LSB] && !entry_i[`PF_META_BLK_SHARED_LSB] && !entry_i[`PF_META_MODIFIED_LSB] &&
                   !entry_i[`PF_META_IS_ATOM_LSB];
  assign load_o  = !tag_i[`PF_TAG_WRITE_LSB] && !tag_i[`PF_TAG_IS_ATOM_LSB] && !(sub_word_i && scord_i) &&
                   (!(|lock[15:8]) || !(|lock[7:0]));

  wire unused = &{1'b0, entry_i, tag_i, 1'b0};  // the other fields

endmodule

`resetall
