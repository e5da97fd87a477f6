// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_lock_signature_tb: random entries, many of them not valid; the signature bit for bit.
//
// Runs on RTL, on a netlist (-DNETLIST) and on mutants.
// Plusargs: +seed=N +count=N. Parameter LockEntries.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_lock_signature_tb #(
  parameter integer LockEntries = `PF_LOCK_ENTRIES
);

  localparam integer W = `PF_LOCK_ENTRY_W;

  reg  [LockEntries*W-1:0] entries, made;
  reg  [W-1:0]             e;
  wire [15:0]              got;
  reg  [15:0]              want;
  reg  [31:0]              r;  // xorshift32: $random is not the same in every simulator
  integer                  seed, count, checks, i, k;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_lock_signature u_dut (
`else
  pf_lock_signature #(
    .LockEntries (LockEntries)
  ) u_dut (
`endif
    .entries_i   (entries),
    .signature_o (got)
  );

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", count)) count = 2000;
    r = seed * 32'h9e37_79b9 ^ 32'h1234_5678;
    checks = 0;
    for (i = 0; i < count; i = i + 1) begin
      want = 16'd0;
      for (k = 0; k < LockEntries; k = k + 1) begin
        r = r ^ (r << 13);
        r = r ^ (r >> 17);
        r = r ^ (r << 5);
        e = {r[8], r[7] && r[8], r[6] && r[8], r[5:0] & {6{r[8]}}};
        made[k*W +: W] = e;
        if (e[`PF_LOCK_ENTRY_ACTIVE_LSB]) begin
          want[8 + e[`PF_LOCK_ENTRY_BIN_A_LSB +: 3]] = 1'b1;
          want[e[`PF_LOCK_ENTRY_BIN_B_LSB +: 3]]     = 1'b1;
        end
      end
      entries = made;
      #1;
      checks = checks + 1;
      if (got !== want) begin
        $display("FAIL pf_lock_signature entries %h got %h expected %h, seed=%0d", entries, got, want, seed);
        $stop;
      end
    end
    if (checks < 100) begin
      $display("FAIL pf_lock_signature too few checks");
      $stop;
    end
    $display("PASS pf_lock_signature seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
