// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_held: the locks of a warp whose lanes take some each, all of them together; for all warps of an SM.
//
//   cycle 0       1                      2               3
//   evt -----+--> hashes --------------> update --+----> signature --> RAM of
//            \--> read, pf_through_ram --> row     |                    signatures
//                           ^                     |                        |
//                           \------ written ------/       read_* --> read --> signature
//
// A row: how many locks are held, the bins of all that were taken since there was none, and whether a fence has made them
// count. A row of no locks may have any bins: they are dropped by the next event that reads it.
//
// An event changes its row in the cycle in which it is read, so pf_through_ram alone hands it on to the next event, of the
// same warp again and again too.
//
// The event port is pf_lock_table's, and a read sees the same events: those of cycles up to c - 3, and no later one.
//
// Throughput  one event and one read a cycle; never stalls.
// Latency     signature in the cycle after the read.
// Errs        as pf_iguard_held in C: the locks of all lanes, and those given back while others are held, are held by each lane;
//             from 63 on it never gets empty (races are missed). One given back that was not taken, and has the bins of one
//             that was, counts as that one (a false alarm).
// State bits  Warps * (41 + 17) in memories; flops 41 + 17 + 2 and the events under way.
//
// Contents after reset are undefined: clear every warp before its first use.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_iguard_held #(
  parameter integer Warps = `PF_WARPS,  // any number, at least 1
  // Derived: do not override.
  parameter integer WarpW = (Warps > 1) ? $clog2(Warps) : 1
) (
  input  wire             clk_i,
  input  wire             rst_ni,         // asynchronous, active low

  // Event port; at most one of clear, insert, release, activate: none is no event
  input  wire [WarpW-1:0] evt_warp_i,
  input  wire             evt_clear_i,    // the warp holds nothing
  input  wire             evt_insert_i,
  input  wire             evt_release_i,
  input  wire             evt_activate_i, // a fence: what is held counts
  input  wire             evt_device_i,   // device scope, else block
  input  wire             evt_several_i,  // insert: more lanes than one try to take locks at once
  input  wire [5:0]       evt_addr_i,     // low bits of the lock's address
  input  wire [5:0]       evt_key_i,      // key of the block, one cycle after the rest

  // Signature port
  input  wire             read_valid_i,
  input  wire [WarpW-1:0] read_warp_i,
  output wire             read_by_lane_o,   // several lanes have tried to take locks at once since the warp was cleared
  output wire [15:0]      read_signature_o,

  output wire             idle_o          // no event under way
);

  // A row
  localparam integer CountW       = 6;
  localparam integer BlockLsb     = 0;   // bins of all locks, with the block's key,
  localparam integer DeviceLsb    = 16;  // of those of device scope, without
  localparam integer CountLsb     = 32;
  localparam integer BlockCounts  = CountLsb + CountW;
  localparam integer DeviceCounts = BlockCounts + 1;
  localparam integer ByLane       = DeviceCounts + 1;
  localparam integer RowW         = ByLane + 1;

  generate
    if (Warps < 1) begin : g_bad_param
      PF_IGUARD_HELD_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  // As a signature of that lock alone
  function [15:0] bins;
    input [5:0] hash;
    bins = {8'd1 << hash[2:0], 8'd1 << hash[5:3]};
  endfunction

  // Both of its bins are there.
  function has;
    input [15:0] set;
    input [5:0]  hash;
    has = set[{1'b1, hash[2:0]}] && set[{1'b0, hash[5:3]}];
  endfunction

  ///////////////////
  // 0, 1: hashes  //
  ///////////////////

  wire evt_valid = evt_clear_i || evt_insert_i || evt_release_i || evt_activate_i;

  reg              valid_q, clear_q, insert_q, release_q, activate_q, device_q, several_q;
  reg              valid_q2, clear_q2, insert_q2, release_q2, activate_q2, device_q2, several_q2;
  reg  [WarpW-1:0] warp_q, warp_q2;
  reg  [5:0]       addr_q, device_hash_q2, block_hash_q2;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q  <= 1'b0;
      valid_q2 <= 1'b0;
    end else begin
      valid_q  <= evt_valid;
      valid_q2 <= valid_q;
    end
  end

  always @(posedge clk_i) begin
    clear_q        <= evt_clear_i;
    insert_q       <= evt_insert_i;
    release_q      <= evt_release_i;
    activate_q     <= evt_activate_i;
    device_q       <= evt_device_i;
    several_q      <= evt_several_i;
    warp_q         <= evt_warp_i;
    addr_q         <= evt_addr_i;
    clear_q2       <= clear_q;
    insert_q2      <= insert_q;
    release_q2     <= release_q;
    activate_q2    <= activate_q;
    device_q2      <= device_q;
    several_q2     <= several_q;
    warp_q2        <= warp_q;
    device_hash_q2 <= addr_q;
    block_hash_q2  <= addr_q ^ evt_key_i;
  end

  ////////////////
  // 2: update  //
  ////////////////

  wire [RowW-1:0]   row, row_q3;  // row_q3: written in the cycle before
  wire [CountW-1:0] count      = row[CountLsb +: CountW];
  wire              any        = count != {CountW{1'b0}};
  wire              full       = &count;
  wire [15:0]       block_it   = bins(block_hash_q2);
  wire [15:0]       device_it  = bins(device_hash_q2);
  wire              has_block  = has(row[BlockLsb +: 16], block_hash_q2);
  wire              has_device = has(row[DeviceLsb +: 16], device_hash_q2);
  wire              more       = insert_q2 && !full;
  wire              fewer      = release_q2 && any && !full && has_block && (!device_q2 || has_device);
  reg  [RowW-1:0]   updated;

  always @* begin
    updated[BlockLsb +: 16]     = (row[BlockLsb +: 16] & {16{any}}) | (block_it & {16{insert_q2}});
    updated[DeviceLsb +: 16]    = (row[DeviceLsb +: 16] & {16{any}}) | (device_it & {16{insert_q2 && device_q2}});
    updated[CountLsb +: CountW] = (count + {{(CountW-1){fewer}}, more || fewer}) & {CountW{!clear_q2}};
    updated[BlockCounts]        = any && (row[BlockCounts] || activate_q2);
    updated[DeviceCounts]       = any && (row[DeviceCounts] || (activate_q2 && device_q2));
    updated[ByLane]             = !clear_q2 && (row[ByLane] || (insert_q2 && several_q2));
  end

  pf_through_ram #(
    .Width (RowW),
    .Depth (Warps)
  ) u_rows (
    .clk_i   (clk_i),
    .we_i    (valid_q2),
    .waddr_i (warp_q2),
    .wdata_i (updated),
    .re_i    (valid_q),
    .raddr_i (warp_q),
    .rdata_o (row),
    .last_o  (row_q3)
  );

  ///////////////////
  // 3: signature  //
  ///////////////////

  reg             valid_q3;
  reg [WarpW-1:0] warp_q3;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q3 <= 1'b0;
    else         valid_q3 <= valid_q2;
  end

  always @(posedge clk_i) warp_q3 <= warp_q2;

  wire        any_q3    = row_q3[CountLsb +: CountW] != {CountW{1'b0}};
  wire [15:0] signature = (row_q3[BlockLsb +: 16] & {16{any_q3 && row_q3[BlockCounts]}}) |
                          (row_q3[DeviceLsb +: 16] & {16{any_q3 && row_q3[DeviceCounts]}});

  /* verilator lint_off PINCONNECTEMPTY */
  pf_through_ram #(
    .Width (17),
    .Depth (Warps)
  ) u_signatures (
    .clk_i   (clk_i),
    .we_i    (valid_q3),
    .waddr_i (warp_q3),
    .wdata_i ({row_q3[ByLane], signature}),
    .re_i    (read_valid_i),
    .raddr_i (read_warp_i),
    .rdata_o ({read_by_lane_o, read_signature_o}),
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
