// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_match: is what a side becomes this side?
//
//   the three sides that it may become --> each compared with with_i --+
//   weaken_i, add_i, takes_i (late) -----------------------------------+--> same_o
//
// What the rules say comes late: so each outcome is compared (they differ in locks, others and scopes, pf_iguard_next), and the
// rules only choose.
//
// Throughput  combinational.
// Latency     0.
// Errs        never.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_iguard_bits.vh"

module pf_iguard_match (
  input  wire [`PF_IGUARD_SIDE_W-1:0] bare_i,    // the access takes the side's place and keeps nothing of it
  input  wire [`PF_IGUARD_SIDE_W-1:0] weak_i,    // ... weakened
  input  wire [`PF_IGUARD_SIDE_W-1:0] added_i,   // ... with it among its others
  input  wire                         takes_i,   // one of these; else nobody
  input  wire                         weaken_i,
  input  wire                         add_i,
  input  wire [`PF_IGUARD_SIDE_W-1:0] with_i,
  output wire                         same_o
);

  localparam integer         SideW = `PF_IGUARD_SIDE_W;
  localparam [SideW-1:0]     LATE  = `PF_IGUARD_LATE;    // the three differ in these

  wire fixed = !(|((bare_i ^ with_i) & ~LATE));
  wire bare  = !(|((bare_i ^ with_i) & LATE));
  wire weak  = !(|((weak_i ^ with_i) & LATE));
  wire added = !(|((added_i ^ with_i) & LATE));

  assign same_o = takes_i ? fixed && (add_i ? added : weaken_i ? weak : bare) : !(|with_i);

  wire unused_bits = &{1'b0, weak_i, added_i};

endmodule

`resetall
