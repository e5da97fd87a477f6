// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_lock_signature: one bit in each bin for every active lock of a warp.
//
//   entries_i --> bin A, bin B of each --> 1 of 8 --> OR of the active ones --> signature_o
//
// Throughput  combinational.
// Latency     combinational.
// Errs        two bins may meet through two locks (a race is missed). Two warps that hold one lock,
//             both active, meet in both bins always.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_lock_signature #(
  parameter integer LockEntries = `PF_LOCK_ENTRIES,  // at least 1
  // Derived: do not override.
  parameter integer EntryW      = `PF_LOCK_ENTRY_W
) (
  input  wire [LockEntries*EntryW-1:0] entries_i,   // those not valid are all 0
  output wire [15:0]                   signature_o  // {bin A, bin B}
);

  localparam integer BinA   = `PF_LOCK_ENTRY_BIN_A_LSB;
  localparam integer BinB   = `PF_LOCK_ENTRY_BIN_B_LSB;
  localparam integer Active = `PF_LOCK_ENTRY_ACTIVE_LSB;

  generate
    if (LockEntries < 1) begin : g_bad_param
      PF_LOCK_SIGNATURE_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  reg [7:0] bin_a, bin_b, active;
  integer   i;

  always @* begin
    bin_a = 8'd0;
    bin_b = 8'd0;
    for (i = 0; i < LockEntries; i = i + 1) begin
      active = {7'd0, entries_i[i*EntryW + Active]};
      bin_a  = bin_a | (active << entries_i[i*EntryW + BinA +: 3]);
      bin_b  = bin_b | (active << entries_i[i*EntryW + BinB +: 3]);
    end
  end

  assign signature_o = {bin_a, bin_b};

endmodule

`resetall
