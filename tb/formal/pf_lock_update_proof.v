// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_lock_update_proof: pf_lock_update against one entry done after the other, for every table that
// can occur and every event.
//
//   any table, well formed --+--> pf_lock_update --------------------> = same entries, same matches,
//   any event, any next -----+--> pf_lock_list ---------------------/     well formed again
//
// Well formed: no gaps, what is not valid is 0, no two entries of the same hash and scope. The empty
// table is; so every table always is, and an entry goes only by clear, release or being pushed out.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_lock_update_proof #(
  parameter integer LockEntries = 4,
  // Derived: do not override.
  parameter integer W           = `PF_LOCK_ENTRY_W
) (
  input wire                     clk_i,
  input wire                     rst_ni,
  input wire [LockEntries*W-1:0] entries_i,
  input wire [1:0]               op_i,
  input wire                     none_i,
  input wire                     device_i,
  input wire [5:0]               device_hash_i,
  input wire [5:0]               block_hash_i,
  input wire [63:0]              device_set_i,   // of a release
  input wire [63:0]              block_set_i,
  input wire                     next_device_i,
  input wire [63:0]              next_device_set_i,
  input wire [63:0]              next_block_set_i
);

  localparam integer N = LockEntries;

  wire clear   = !none_i && op_i == 2'd0;
  wire insert  = !none_i && op_i == 2'd1;
  wire rel     = !none_i && op_i == 2'd2;
  wire activate = !none_i && op_i == 2'd3;

  function well_formed;
    input [N*W-1:0] t;
    integer         a, b;
    begin
      well_formed = 1'b1;
      for (a = 0; a < N; a = a + 1) begin
        if (!t[a*W + 8] && t[a*W +: W] != {W{1'b0}}) well_formed = 1'b0;
        if (a > 0 && t[a*W + 8] && !t[(a > 0 ? a - 1 : 0)*W + 8]) well_formed = 1'b0;
        for (b = 0; b < a; b = b + 1) begin
          if (t[a*W + 8] && t[b*W + 8] && t[a*W +: 7] == t[b*W +: 7]) well_formed = 1'b0;
        end
      end
    end
  endfunction

  // An event's hashes: an insertion has one of each scope.
  wire [63:0] device_set = insert ? 64'd1 << device_hash_i : device_set_i;
  wire [63:0] block_set  = insert ? 64'd1 << block_hash_i : block_set_i;

  // An entry is of the event when its scope has its hash.
  function [N-1:0] matches;
    input [N*W-1:0] t;
    input           device;
    input [63:0]    devices;
    input [63:0]    blocks;
    integer         a;
    begin
      for (a = 0; a < N; a = a + 1) begin
        matches[a] = (t[a*W + 6 +: 3] == 3'b101 || t[a*W + 6 +: 3] == 3'b111) ?
                       blocks[t[a*W +: 6]] :
                     t[a*W + 8] ? device && devices[t[a*W +: 6]] : 1'b0;
      end
    end
  endfunction

  wire [N-1:0]   own = matches(entries_i, device_i, device_set, block_set);
  wire [N*W-1:0] want;

  pf_lock_list #(
    .LockEntries (N)
  ) u_list (
    .clear_i       (clear),
    .insert_i      (insert),
    .release_i     (rel),
    .activate_i    (activate),
    .device_i      (device_i),
    .device_hash_i (device_hash_i),
    .block_hash_i  (block_hash_i),
    .goes_i        (own),
    .entries_i     (entries_i),
    .entries_o     (want)
  );

  wire [N*W-1:0] entries;
  wire [N-1:0]   next;

  pf_lock_update #(
    .LockEntries (N)
  ) u_dut (
    .clear_i       (clear),
    .insert_i      (insert),
    .release_i     (rel),
    .activate_i    (activate),
    .device_i      (device_i),
    .device_hash_i (device_hash_i),
    .block_hash_i  (block_hash_i),
    .entries_i     (entries_i),
    .match_i       (own),
    .entries_o     (entries),
    .next_i        (matches(entries_i, next_device_i, next_device_set_i, next_block_set_i)),
    .next_device_i (next_device_i && next_device_set_i[device_hash_i]),
    .next_block_i  (next_block_set_i[block_hash_i]),
    .next_o        (next)
  );

  always @(posedge clk_i) begin
    if (rst_ni && well_formed(entries_i)) begin
      a_same: assert (entries == want);
      a_well_formed: assert (well_formed(entries));
      a_next: assert (next == matches(want, next_device_i, next_device_set_i, next_block_set_i));
      c_two_out: cover (insert && entries[W-1:0] != entries_i[W-1:0] && entries_i[N*W-1] &&
                        entries[(N-1)*W + 6] && (N < 2 || !entries[(N > 1 ? N - 2 : 0)*W + 6]));
      c_released: cover (rel && entries_i[N*W-1] && !entries[N*W-1]);
      c_all_released: cover (rel && entries_i[N*W-1] && !entries[W-1]);
    end
  end

endmodule

`resetall
