// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_lock_update_tb: vectors of pf_lock_update_vec.c, tables of 1 to 8 entries.
//
// Checked: every entry of the result and which of them are the next event's. A netlist (-DNETLIST)
// has the geometry's number of entries: there the other vectors are left out.
// Plusargs: +vec=FILE +seed=N

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_lock_update_tb;

  localparam integer Most   = 8;
  localparam integer EntryW = `PF_LOCK_ENTRY_W;

  // What $fscanf reads; the module gets copies, as Verilator 5.006 does not follow what $fscanf writes.
  reg  [3:0]             n;
  reg  [Most*EntryW-1:0] want, c_entries;
  reg  [Most-1:0]        want_next;
  reg  [31:0]            c_op, c_device, c_device_hash, c_block_hash, c_match, c_next, c_next_device;
  reg  [31:0]            c_next_block;
  reg  [3:0]             op;
  reg                    device, next_device, next_block;
  reg  [5:0]             device_hash, block_hash;
  reg  [Most*EntryW-1:0] entries;
  reg  [Most-1:0]        match, next;
  wire [Most*EntryW-1:0] got_of [1:Most];
  wire [Most-1:0]        got_next_of [1:Most];
  wire [Most*EntryW-1:0] got      = got_of[n];
  wire [Most-1:0]        got_next = got_next_of[n];

  genvar g;
  generate
    for (g = 1; g <= Most; g = g + 1) begin : g_entries
`ifdef NETLIST
      if (g == `PF_LOCK_ENTRIES) begin : g_dut
        pf_lock_update u_dut (
`else
      if (1) begin : g_dut
        pf_lock_update #(
          .LockEntries (g)
        ) u_dut (
`endif
          .clear_i       (op[0]),
          .insert_i      (op[1]),
          .release_i     (op[2]),
          .activate_i    (op[3]),
          .device_i      (device),
          .device_hash_i (device_hash),
          .block_hash_i  (block_hash),
          .entries_i     (entries[g*EntryW-1:0]),
          .match_i       (match[g-1:0]),
          .entries_o     (got_of[g][g*EntryW-1:0]),
          .next_i        (next[g-1:0]),
          .next_device_i (next_device),
          .next_block_i  (next_block),
          .next_o        (got_next_of[g][g-1:0])
        );
      end
      if (g < Most) begin : g_rest
        assign got_of[g][Most*EntryW-1:g*EntryW] = 0;
        assign got_next_of[g][Most-1:g]          = 0;
      end
    end
  endgenerate

  integer        seed, file, columns, checks, lines;
  reg [8*1024:1] vec;

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("vec=%s", vec)) vec = "";
    file = $fopen(vec, "r");
    checks = 0;
    lines = 0;
    columns = 12;
    while (file != 0 && columns == 12) begin
      columns = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h\n", n, c_op, c_device,
                        c_device_hash, c_block_hash, c_entries, c_match, c_next, c_next_device,
                        c_next_block, want, want_next);
      lines       = lines + 1;
      op          = c_op[3:0];
      device      = c_device[0];
      device_hash = c_device_hash[5:0];
      block_hash  = c_block_hash[5:0];
      entries     = c_entries;
      match       = c_match[Most-1:0];
      next        = c_next[Most-1:0];
      next_device = c_next_device[0];
      next_block  = c_next_block[0];
      #1;
`ifdef NETLIST
      if (columns == 12 && n == `PF_LOCK_ENTRIES) begin
`else
      if (columns == 12) begin
`endif
        checks = checks + 2;
        if (got !== want || got_next !== want_next) begin
          $display("FAIL pf_lock_update line %0d n=%0d got %h %h expected %h %h, seed=%0d", lines, n,
                   got, got_next, want, want_next, seed);
          $stop;
        end
      end
    end
    if (checks < lines || checks < 100) begin
      $display("FAIL pf_lock_update too few checks: %0d", checks);
      $stop;
    end
    $display("PASS pf_lock_update seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
