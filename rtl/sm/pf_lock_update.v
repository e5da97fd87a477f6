// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_lock_update: what one event does to the lock table of one warp.
//
//   entries_i --> woken --> new ones behind the last --> some taken out, gaps closed --> entries_o
//   match_i --> held or not: which are new, which go -------^                             \-> next_o
//
// Entries lie oldest first, without gaps (PF_LOCK_ENTRY_* fields); one that is not valid is all 0.
// A lock of device scope is two entries: {device_hash_i}, then {block_hash_i, block scope}. What is
// there already is not entered again, nor changed. In a full table the oldest goes; for a device
// lock that may be the very block entry that it would have found otherwise.
//
// match_i tells which valid entries are the event's own: of an insertion's those of the one lock, of a
// release any, which all go. It comes from outside: so that the
// comparison is made a cycle earlier, next_* carry the comparison with the next event along with
// the entries.
//
// Throughput  combinational.
// Latency     combinational.
// Errs        an entry pushed out: a lock that is held does not count any more (a false alarm).
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_lock_update #(
  parameter integer LockEntries = `PF_LOCK_ENTRIES,  // 1 to 8
  // Derived: do not override.
  parameter integer EntryW      = `PF_LOCK_ENTRY_W
) (
  // At most one of these
  input  wire                          clear_i,
  input  wire                          insert_i,
  input  wire                          release_i,
  input  wire                          activate_i,

  input  wire                          device_i,       // device scope, else block
  input  wire [5:0]                    device_hash_i,  // {bin A, bin B}
  input  wire [5:0]                    block_hash_i,

  input  wire [LockEntries*EntryW-1:0] entries_i,
  input  wire [LockEntries-1:0]        match_i,        // entry is this event's
  output reg  [LockEntries*EntryW-1:0] entries_o,

  // Entry is the next event's: of those here, of the new ones; of the result
  input  wire [LockEntries-1:0]        next_i,
  input  wire                          next_device_i,
  input  wire                          next_block_i,
  output reg  [LockEntries-1:0]        next_o
);

  localparam integer N      = LockEntries;
  localparam [N-1:0] ONE    = 1;
  localparam integer Most   = (N > 2) ? N : 2;  // that go at once
  localparam integer Scope  = `PF_LOCK_ENTRY_BLOCK_SCOPE_LSB;
  localparam integer Active = `PF_LOCK_ENTRY_ACTIVE_LSB;
  localparam integer Valid  = `PF_LOCK_ENTRY_VALID_LSB;

  generate
    // New entries are put together by hand below.
    if (LockEntries < 1 || LockEntries > 8 || EntryW != 9 || Valid != 8 || Active != 7 ||
        Scope != 6) begin : g_bad_param
      PF_LOCK_UPDATE_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  integer i;

  ////////////////
  // New ones   //
  ////////////////

  reg  [N-1:0] valid, held_device, held_block;
  reg  [N+1:0] free;  // one-hot: the place behind the last entry

  always @* begin
    for (i = 0; i < N; i = i + 1) begin
      valid[i]       = entries_i[i*EntryW + Valid];
      held_device[i] = match_i[i] && !entries_i[i*EntryW + Scope];
      held_block[i]  = match_i[i] && entries_i[i*EntryW + Scope];
    end
    free = {1'b0, valid, 1'b1} & {2'b01, ~valid};
  end

  // Entries present before the last place but one is filled: two new ones then need a place each.
  wire [N:0] behind = {valid, 1'b1};
  wire       full   = behind[N];
  wire       almost = behind[N-1];

  // Whoever is pushed out by the device entry is gone when the block entry is looked for.
  wire [N-1:0] oldest      = full ? ONE : {N{1'b0}};
  wire         push_device = insert_i && device_i && !(|held_device);
  wire         push_block  = insert_i && !(|(held_block & ~(oldest & {N{push_device}})));

  wire drop_one = (full && (push_device || push_block)) || (almost && push_device && push_block);
  wire drop_two = full && push_device && push_block;

  ////////////////
  // Places     //
  ////////////////

  // The N entries with the new ones behind them, and which of those places are to go.
  reg [(N+2)*EntryW-1:0] place;
  reg [N+1:0]            next, go, new_device, new_block;

  always @* begin
    new_device = free & {(N+2){push_device}};
    new_block  = (push_device ? {free[N:0], 1'b0} : free) & {(N+2){push_block}};
    place      = {{(2*EntryW){1'b0}}, entries_i};
    for (i = 0; i < N; i = i + 1) begin
      if (activate_i && valid[i] && (device_i || entries_i[i*EntryW + Scope])) begin
        place[i*EntryW + Active] = 1'b1;
      end
    end
    for (i = 0; i < N + 2; i = i + 1) begin
      place[i*EntryW +: EntryW] = place[i*EntryW +: EntryW] |
        ({1'b1, 1'b0, 1'b0, device_hash_i} & {EntryW{new_device[i]}}) |
        ({1'b1, 1'b0, 1'b1, block_hash_i}  & {EntryW{new_block[i]}});
    end
    next  = {2'b00, next_i} | (new_device & {(N+2){next_device_i}}) |
                              (new_block  & {(N+2){next_block_i}});
    go    = {2'b00, match_i & {N{release_i}}};
    go[0] = go[0] || drop_one;
    go[1] = go[1] || drop_two;
  end

  ////////////////
  // Gaps       //
  ////////////////

  // Each place moves down by as many as go before it: at most two, if there are new ones.
  reg [Most:0] gone;  // one-hot: so many go before the place; none is set: all are cleared
  integer      by;

  always @* begin
    entries_o = {(N*EntryW){1'b0}};
    next_o    = {N{1'b0}};
    gone      = {{Most{1'b0}}, !clear_i};
    for (i = 0; i < N + 2; i = i + 1) begin
      for (by = (i < N) ? 0 : i - N + 1; by <= i && by <= ((i < N) ? Most : 2); by = by + 1) begin
        if (gone[by] && !go[i]) begin
          entries_o[(i-by)*EntryW +: EntryW] = entries_o[(i-by)*EntryW +: EntryW] | place[i*EntryW +: EntryW];
          next_o[i-by]                       = next_o[i-by] || next[i];
        end
      end
      if (go[i]) gone = gone << 1;
    end
  end

endmodule

`resetall
