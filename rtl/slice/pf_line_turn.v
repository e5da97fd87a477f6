// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_turn: of a line's classes that an operation accesses, those of one owner.
//
//   entries --> owner, unwritten? --+--> the first that is known --> owner_o
//   todo_i (classes that are left) -+--> all that have this owner, or nothing known --> turn_o, the others --> rest_o
//
// Of an unwritten entry no owner counts, nor of those in quiet_i: they go with the first. If all are such, owner_o is 0.
//
// Throughput  combinational.
// Latency     0.
// Errs        none.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_line_turn #(
  parameter integer Entries = 3,                    // at least 1
  parameter integer SlotW   = `PF_LINE_ROW_FIRST_W, // of an entry in entry_i
  // Derived: do not override.
  parameter integer OwnerW  = `PF_META_BLOCK_W + `PF_META_WARP_W
) (
  input  wire [Entries*SlotW-1:0] entry_i,
  input  wire [Entries-1:0]       todo_i,
  input  wire [Entries-1:0]       quiet_i,          // nobody asks who owns these
  output wire [Entries-1:0]       turn_o,
  output wire [Entries-1:0]       rest_o,
  output wire [OwnerW-1:0]        owner_o           // {block, warp}
);

  generate
    if (Entries < 1 || SlotW < `PF_LINE_ENTRY_W || OwnerW != `PF_META_BLOCK_W + `PF_META_WARP_W) begin : g_bad_param
      PF_LINE_TURN_BAD_PARAMETER u_bad ();          // no such module: elaboration stops here
    end
  endgenerate

  localparam [Entries-1:0] ONE = 1;

  wire [Entries-1:0]         owned;                 // an owner counts
  wire [Entries*OwnerW-1:0]  owner;
  wire [Entries*Entries-1:0] equal;                 // bit Entries * c + d: classes c and d have the same owner
  wire [Entries-1:0]         known = todo_i & owned;
  wire [Entries-1:0]         first = known & (~known + ONE);

  reg  [OwnerW-1:0]          owner_first;

  genvar c, d;
  generate
    for (c = 0; c < Entries; c = c + 1) begin : g_class
      wire [SlotW-1:0] entry = entry_i[c*SlotW +: SlotW];
      wire             unused = &{1'b0, entry};     // the other fields

      assign owned[c] = !quiet_i[c] && !(entry[`PF_META_MODIFIED_LSB] && entry[`PF_META_BLK_SHARED_LSB] && entry[`PF_META_DEV_SHARED_LSB]);
      assign owner[c*OwnerW +: OwnerW] = {entry[`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W],
                                          entry[`PF_META_WARP_LSB +: `PF_META_WARP_W]};
      for (d = 0; d < Entries; d = d + 1) begin : g_pair
        assign equal[Entries*c+d] = owner[c*OwnerW +: OwnerW] == owner[d*OwnerW +: OwnerW];
      end
      assign turn_o[c] = todo_i[c] && (!owned[c] || !(|first) || (|(first & equal[Entries*c +: Entries])));
    end
  endgenerate

  assign rest_o  = todo_i & ~turn_o;
  assign owner_o = owner_first;

  integer i;
  always @* begin
    owner_first = {OwnerW{1'b0}};
    for (i = 0; i < Entries; i = i + 1) owner_first = owner_first | (owner[i*OwnerW +: OwnerW] & {OwnerW{first[i]}});
  end

endmodule

`resetall
