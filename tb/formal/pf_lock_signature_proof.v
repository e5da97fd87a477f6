// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_lock_signature_proof: the signatures of two warps that hold one lock, both active, meet in both
// bins; an empty or sleeping table has none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_lock_signature_proof #(
  parameter integer LockEntries = 4,
  // Derived: do not override.
  parameter integer W           = `PF_LOCK_ENTRY_W
) (
  input wire                     clk_i,
  input wire                     rst_ni,
  input wire [LockEntries*W-1:0] one_i,
  input wire [LockEntries*W-1:0] other_i
);

  wire [15:0] one, other;
  reg         common, active;
  integer     i, j;

  pf_lock_signature #(.LockEntries (LockEntries)) u_one   (.entries_i (one_i),   .signature_o (one));
  pf_lock_signature #(.LockEntries (LockEntries)) u_other (.entries_i (other_i), .signature_o (other));

  always @* begin
    common = 1'b0;
    active = 1'b0;
    for (i = 0; i < LockEntries; i = i + 1) begin
      active = active || one_i[i*W + 7];
      for (j = 0; j < LockEntries; j = j + 1) begin
        if (one_i[i*W + 7] && other_i[j*W + 7] && one_i[i*W +: 6] == other_i[j*W +: 6]) common = 1'b1;
      end
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      a_meet: assert (!common || (|(one[15:8] & other[15:8]) && |(one[7:0] & other[7:0])));
      a_none: assert (active == |one[15:8] && active == |one[7:0]);
      c_apart: cover (active && |other && !(|(one & other)));
    end
  end

endmodule

`resetall
