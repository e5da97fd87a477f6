// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_lock_list: what an event does to a lock table, written a second time: one entry after the other
// on a list, as the reference model does it. For proofs.
//
//   entries_i --> [push device] --> push block | drop | activate --> entries_o

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_lock_list #(
  parameter integer LockEntries = 4,
  // Derived: do not override.
  parameter integer W           = `PF_LOCK_ENTRY_W
) (
  input  wire                     clear_i,
  input  wire                     insert_i,
  input  wire                     release_i,
  input  wire                     activate_i,
  input  wire                     device_i,
  input  wire [5:0]               device_hash_i,
  input  wire [5:0]               block_hash_i,
  input  wire [LockEntries-1:0]   goes_i,        // of a release: the entry is its
  input  wire [LockEntries*W-1:0] entries_i,
  output reg  [LockEntries*W-1:0] entries_o
);

  localparam integer N = LockEntries;

  // Those that stay, one behind the other.
  function [N*W-1:0] drop;
    input [N*W-1:0] t;
    input [N-1:0]   goes;
    integer         a, n;
    begin
      drop = {(N*W){1'b0}};
      n    = 0;
      for (a = 0; a < N; a = a + 1) begin
        if (t[a*W + 8] && !goes[a]) begin
          drop = drop | ({{((N-1)*W){1'b0}}, t[a*W +: W]} << (n * W));
          n    = n + 1;
        end
      end
    end
  endfunction

  // {scope, hash} at the end, unless it is there; the oldest goes when there is no room.
  function [N*W-1:0] push;
    input [N*W-1:0] t;
    input [6:0]     e;
    reg             found, done;
    integer         a;
    begin
      found = 1'b0;
      for (a = 0; a < N; a = a + 1) if (t[a*W + 8] && t[a*W +: 7] == e) found = 1'b1;
      push = t;
      if (!found) begin
        if (t[(N-1)*W + 8]) push = t >> W;
        done = 1'b0;
        for (a = 0; a < N; a = a + 1) begin
          if (!done && !push[a*W + 8]) begin
            push[a*W +: W] = {2'b10, e};
            done = 1'b1;
          end
        end
      end
    end
  endfunction

  integer i;

  always @* begin
    entries_o = entries_i;
    if (clear_i) entries_o = {(N*W){1'b0}};
    if (insert_i && device_i) entries_o = push(entries_o, {1'b0, device_hash_i});
    if (insert_i)             entries_o = push(entries_o, {1'b1, block_hash_i});
    if (release_i) entries_o = drop(entries_o, goes_i);
    for (i = 0; i < N; i = i + 1) begin
      if (activate_i && entries_o[i*W + 8] && (device_i || entries_o[i*W + 6])) entries_o[i*W + 7] = 1'b1;
    end
  end

endmodule

`resetall
