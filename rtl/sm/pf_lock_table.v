// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_lock_table: the lock tables of all warps of an SM, and the signature of each.
//
//   cycle 0          1                       2                    3
//   evt --> read --> tables' RAM --> mux --> pf_lock_update --+-> pf_lock_signature --> RAM of
//              |                      ^          |            |                         signatures
//              |                      \----------/ same warp  |                              |
//              \----------<-- written --------<---------------/      read_* --> read --> signature
//
// An event reads its warp's table in cycle 0, changes it in cycle 2 and writes it at the end of
// that; the event before it reaches it by the feedback, the one before that through
// pf_through_ram. So every cycle may bring an event of the same warp.
//
// A read accepted in cycle c sees the events of cycles up to c - 3, and no later one: the reader
// waits two cycles to see all that came before it.
//
// Throughput  one event and one read a cycle; never stalls.
// Latency     signature in the cycle after the read.
// Errs        two locks of the same hash are one, and two bins may meet through two locks (a race
//             is missed); an entry pushed out does not count any more (a false alarm).
// State bits  Warps * (LockEntries * 9 + 16) in memories; flops 2 * LockEntries * 9 + LockEntries +
//             16 + 2 and the events under way.
//
// Contents after reset are undefined: clear every warp before its first use.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_lock_table #(
  parameter integer Warps       = `PF_WARPS,         // any number, at least 1
  parameter integer LockEntries = `PF_LOCK_ENTRIES,  // 1 to 8
  // Derived: do not override.
  parameter integer WarpW       = (Warps > 1) ? $clog2(Warps) : 1
) (
  input  wire             clk_i,
  input  wire             rst_ni,         // asynchronous, active low

  // Event port; at most one of clear, insert, release, activate: none is no event
  input  wire [WarpW-1:0] evt_warp_i,
  input  wire             evt_clear_i,    // the warp holds nothing
  input  wire             evt_insert_i,
  input  wire             evt_release_i,
  input  wire             evt_activate_i, // a fence: entries become active
  input  wire             evt_device_i,   // device scope, else block
  input  wire [5:0]       evt_addr_i,     // low bits of the lock's address
  input  wire [15:0]      evt_words_i,    // release: also addresses with these in bits 5:2
  input  wire [5:0]       evt_key_i,      // key of the block, one cycle after the rest

  // Signature port
  input  wire             read_valid_i,
  input  wire [WarpW-1:0] read_warp_i,
  output wire [15:0]      read_signature_o,

  output wire             idle_o          // no event under way
);

  localparam integer N      = LockEntries;
  localparam integer EntryW = `PF_LOCK_ENTRY_W;
  localparam integer Scope  = `PF_LOCK_ENTRY_BLOCK_SCOPE_LSB;
  localparam integer Valid  = `PF_LOCK_ENTRY_VALID_LSB;

  generate
    if (Warps < 1) begin : g_bad_param
      PF_LOCK_TABLE_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  // Bins as an entry holds them (and back), and which entries an event means. A block lock has only the one.
  function [5:0] bins;
    input [5:0] hash;
    bins = {hash[2:0], hash[5:3]};
  endfunction

  // An address of the hash is among the event's: words of 64 bytes, and a byte of these.
  function among;
    input [5:0]  hash;
    input [5:0]  key;      // 0 for device scope
    input [1:0]  low;
    input [15:0] words;
    reg   [5:0]  addr;
    begin
      addr  = bins(hash) ^ key;
      among = addr[1:0] == low && words[addr[5:2]];
    end
  endfunction

  function match;
    input [EntryW-1:0] entry;
    input              device;
    input [5:0]        key;
    input [1:0]        low;
    input [15:0]       words;
    match = entry[Valid] && (entry[Scope] || device) && among(entry[5:0], key & {6{entry[Scope]}}, low, words);
  endfunction

  integer i;

  ////////////////
  // 0: read    //
  ////////////////

  wire evt_valid = evt_clear_i || evt_insert_i || evt_release_i || evt_activate_i;

  reg              valid_q, clear_q, insert_q, release_q, activate_q, device_q;
  reg  [WarpW-1:0] warp_q;
  reg  [5:0]       addr_q;
  reg  [15:0]      words_q;
  reg              same_q;  // the event just ahead is of the same warp

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= evt_valid;
    end
  end

  always @(posedge clk_i) begin
    clear_q    <= evt_clear_i;
    insert_q   <= evt_insert_i;
    release_q  <= evt_release_i;
    activate_q <= evt_activate_i;
    device_q   <= evt_device_i;
    warp_q     <= evt_warp_i;
    addr_q     <= evt_addr_i;
    words_q    <= (evt_words_i & {16{evt_release_i}}) | (16'd1 << evt_addr_i[5:2]);
    same_q     <= valid_q && evt_warp_i == warp_q;
  end

  ////////////////
  // 1: match   //
  ////////////////

  wire [5:0]          device_hash = bins(addr_q);
  wire [5:0]          block_hash  = bins(addr_q ^ evt_key_i);
  wire [N*EntryW-1:0] stored, updated;
  reg  [N-1:0]        stored_match;
  wire [N-1:0]        updated_match;

  always @* begin
    for (i = 0; i < N; i = i + 1) begin
      stored_match[i] = match(stored[i*EntryW +: EntryW], device_q, evt_key_i, addr_q[1:0], words_q);
    end
  end

  reg                 valid_q2, clear_q2, insert_q2, release_q2, activate_q2, device_q2;
  reg  [WarpW-1:0]    warp_q2;
  reg  [5:0]          device_hash_q2, block_hash_q2;
  reg  [N*EntryW-1:0] entries_q2;
  reg  [N-1:0]        match_q2;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q2 <= 1'b0;
    end else begin
      valid_q2 <= valid_q;
    end
  end

  always @(posedge clk_i) begin
    clear_q2       <= clear_q;
    insert_q2      <= insert_q;
    release_q2     <= release_q;
    activate_q2    <= activate_q;
    device_q2      <= device_q;
    warp_q2        <= warp_q;
    device_hash_q2 <= device_hash;
    block_hash_q2  <= block_hash;
    entries_q2     <= same_q ? updated       : stored;
    match_q2       <= same_q ? updated_match : stored_match;
  end

  ////////////////
  // 2: update  //
  ////////////////

  reg [N-1:0] next_match;  // entries as they are now, with the event in cycle 1

  always @* begin
    for (i = 0; i < N; i = i + 1) begin
      next_match[i] = match(entries_q2[i*EntryW +: EntryW], device_q, evt_key_i, addr_q[1:0], words_q);
    end
  end

  pf_lock_update #(
    .LockEntries (LockEntries)
  ) u_update (
    .clear_i       (clear_q2),
    .insert_i      (insert_q2),
    .release_i     (release_q2),
    .activate_i    (activate_q2),
    .device_i      (device_q2),
    .device_hash_i (device_hash_q2),
    .block_hash_i  (block_hash_q2),
    .entries_i     (entries_q2),
    .match_i       (match_q2),
    .entries_o     (updated),
    .next_i        (next_match),
    .next_device_i (device_q && among(device_hash_q2, 6'd0, addr_q[1:0], words_q)),
    .next_block_i  (among(block_hash_q2, evt_key_i, addr_q[1:0], words_q)),
    .next_o        (updated_match)
  );

  wire [N*EntryW-1:0] entries_q3;  // written in the cycle before

  pf_through_ram #(
    .Width (N * EntryW),
    .Depth (Warps)
  ) u_tables (
    .clk_i   (clk_i),
    .we_i    (valid_q2),
    .waddr_i (warp_q2),
    .wdata_i (updated),
    .re_i    (evt_valid),
    .raddr_i (evt_warp_i),
    .rdata_o (stored),
    .last_o  (entries_q3)
  );

  ///////////////////
  // 3: signature  //
  ///////////////////

  reg             valid_q3;
  reg [WarpW-1:0] warp_q3;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q3 <= 1'b0;
    end else begin
      valid_q3 <= valid_q2;
    end
  end

  always @(posedge clk_i) warp_q3 <= warp_q2;

  wire [15:0] signature;

  pf_lock_signature #(
    .LockEntries (LockEntries)
  ) u_signature (
    .entries_i   (entries_q3),
    .signature_o (signature)
  );

  /* verilator lint_off PINCONNECTEMPTY */
  pf_through_ram #(
    .Width (16),
    .Depth (Warps)
  ) u_signatures (
    .clk_i   (clk_i),
    .we_i    (valid_q3),
    .waddr_i (warp_q3),
    .wdata_i (signature),
    .re_i    (read_valid_i),
    .raddr_i (read_warp_i),
    .rdata_o (read_signature_o),
    .last_o  ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign idle_o = !valid_q && !valid_q2 && !valid_q3;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {evt_clear_i, evt_insert_i, evt_release_i, evt_activate_i, read_valid_i})
  `PF_ASSERT(a_one_kind, {2'd0, evt_clear_i} + {2'd0, evt_insert_i} + {2'd0, evt_release_i} +
                         {2'd0, evt_activate_i} <= 3'd1)
  `PF_ASSERT(a_event_inside, !evt_valid || {1'b0, evt_warp_i} < Warps[WarpW:0])
  `PF_ASSERT(a_read_inside, !read_valid_i || {1'b0, read_warp_i} < Warps[WarpW:0])
`endif  // SYNTHESIS

endmodule

`resetall
