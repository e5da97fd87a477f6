// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_after: a line's row after an operation, and where the operation goes on.
//
//   row_i, words_i, next_i --> pf_class_merge --+--> three entries or less: their row ------------------+
//                                               +--> more: a block's number, if there is one (makes_o) -+--> row_o
//                                               |    else (forgets_o) one entry, all else unwritten ----+
//   the row is a block's number already --------+-------------------------------------------------------+
//
// Without a free block only the words that have the entry of the lowest word accessed keep it, as in the reference model
// pf_classes; all others of the line are unwritten again.
//
// Throughput  combinational.
// Latency     0.
// Errs        forgets_o: races with what was known of the line are missed.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_line_after #(
  parameter integer BlockNoW = 12,           // 1 to PF_LINE_ROW_FIRST_W
  // Derived: do not override.
  parameter integer SlotW    = `PF_LINE_ROW_FIRST_W,
  parameter integer RowW     = `PF_LINE_ROW_W
) (
  input  wire [RowW:0]        row_i,         // line_row; with its highest bit a block's number
  input  wire [31:0]          words_i,       // accessed, not 0
  input  wire [3*SlotW-1:0]   next_i,        // what each class's words that are accessed get
  input  wire                 free_valid_i,
  input  wire [BlockNoW-1:0]  free_block_i,
  output wire [RowW:0]        row_o,
  output wire                 changed_o,
  output wire                 makes_o,       // the free block is the line's now
  output wire                 forgets_o
);

  localparam integer EntryW = `PF_LINE_ENTRY_W;
  localparam [SlotW-1:0] ONE       = 1;
  localparam [SlotW-1:0] UNWRITTEN = (ONE << `PF_META_MODIFIED_LSB) | (ONE << `PF_META_BLK_SHARED_LSB) |
                                     (ONE << `PF_META_DEV_SHARED_LSB);

  generate
    if (BlockNoW < 1 || BlockNoW > SlotW || SlotW != `PF_LINE_ROW_FIRST_W || RowW != `PF_LINE_ROW_W || EntryW > SlotW) begin : g_bad_param
      PF_LINE_AFTER_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  wire [3*EntryW-1:0] entry, next, merged;
  wire [3*SlotW-1:0]  slots;
  wire [63:0]         classes;
  wire [31:0]         alike;
  wire [1:0]          unused_last;
  wire                expand, changed;
  wire                block = row_i[RowW];

  genvar c;
  generate
    for (c = 0; c < 3; c = c + 1) begin : g_class
      assign entry[c*EntryW +: EntryW] = row_i[c*SlotW +: EntryW];
      assign next[c*EntryW +: EntryW]  = next_i[c*SlotW +: EntryW];
      assign slots[c*SlotW +: EntryW]  = merged[c*EntryW +: EntryW];
      if (SlotW > EntryW) begin : g_pad
        assign slots[c*SlotW+EntryW +: SlotW-EntryW] = {(SlotW-EntryW){1'b0}};
      end
    end
  endgenerate

  pf_class_merge #(
    .Words   (32),
    .EntryW  (EntryW),
    .Classes (3)
  ) u_merge (
    .class_i   (row_i[`PF_LINE_ROW_LOW_LSB +: 64]),
    .entry_i   (entry),
    .words_i   (words_i),
    .next_i    (next),
    .class_o   (classes),
    .entry_o   (merged),
    .last_o    (unused_last),
    .alike_o   (alike),
    .expand_o  (expand),
    .changed_o (changed)
  );

  // The lowest word's class, and what its words get
  wire [31:0]      lowest = words_i & (~words_i + 32'd1);
  wire             high   = |(lowest & row_i[`PF_LINE_ROW_HIGH_LSB +: 32]);
  wire             low    = |(lowest & row_i[`PF_LINE_ROW_LOW_LSB +: 32]);
  wire [SlotW-1:0] kept   = high ? next_i[2*SlotW +: SlotW] : low ? next_i[SlotW +: SlotW] : next_i[0 +: SlotW];
  reg [RowW:0] row;
  always @* begin
    row = {(RowW+1){1'b0}};
    if (block) begin
      row               = row_i;
    end else if (!expand) begin
      row[RowW-1:0]     = {classes, slots};
    end else if (free_valid_i) begin
      row[RowW]         = 1'b1;
      row[BlockNoW-1:0] = free_block_i;
    end else begin
      row[RowW-1:0]     = {32'd0, alike, {SlotW{1'b0}}, kept, UNWRITTEN};
    end
  end

  assign row_o     = row;
  assign changed_o = !block && (expand || changed);
  assign makes_o   = !block && expand && free_valid_i;
  assign forgets_o = !block && expand && !free_valid_i;

  wire unused = &{1'b0, unused_last, next_i};

endmodule

`resetall
