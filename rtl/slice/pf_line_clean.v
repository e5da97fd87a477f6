// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_clean: writes the dirty beats of unused lines back to memory, one beat a cycle.
//
//   cand_i --> pick --> pick_q --> close_* --> work_q --> store read, address read --> load_q --> out_q --> mwr_*
//              lowest   still      no user     dirty       (again when check took      |           |
//                       unused?    from now    beats left   the bank meanwhile)        |           +--> free_*
//
// A slot is free only when its last write was accepted: a later fetch of its line must not overtake it.
//
// Throughput  one beat a cycle.
// Latency     from cand_i to mwr_valid_o 4 cycles.
// Errs        never. A picked slot that has got a user meanwhile is dropped; the table shows it again.
// State bits  Beats + MemW + 4*SlotW + BeatW + 4*EntryW + 7.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_line_clean #(
  parameter integer Lines  = 32,
  parameter integer Beats  = 2,
  parameter integer MemW   = 25,
  parameter integer EntryW = 64,
  // Derived: do not override.
  parameter integer SlotW  = (Lines > 1) ? $clog2(Lines) : 1,
  parameter integer BeatW  = $clog2(Beats),
  parameter integer DataW  = 4 * EntryW
) (
  input  wire                   clk_i,
  input  wire                   rst_ni,        // asynchronous, active low

  // From the table
  input  wire [Lines-1:0]       cand_i,        // held, unused, dirty, complete, not closing
  input  wire                   keep_valid_i,  // a piece is about to use slot keep_slot_i
  input  wire [SlotW-1:0]       keep_slot_i,
  output wire                   keep_closing_o,  // that slot is closing
  input  wire [Lines*Beats-1:0] dirty_i,       // [beat*Lines + slot]
  input  wire                   stop_i,        // begin no further line

  // To the table
  output wire                   close_valid_o,
  output wire [Lines-1:0]       close_at_o,    // the slot, bit by bit; counts with close_valid_o
  output wire                   free_valid_o,
  output wire [SlotW-1:0]       free_slot_o,
  output wire                   busy_o,        // a line is closing

  // Line address of work_slot_o, in the cycle after line_re_o
  output wire                   line_re_o,
  output wire [SlotW-1:0]       line_slot_o,
  input  wire [MemW-BeatW-1:0]  line_addr_i,

  // Store
  output wire                   wb_valid_o,
  input  wire                   wb_ready_i,
  output wire [SlotW-1:0]       wb_slot_o,
  output wire [BeatW-1:0]       wb_beat_o,
  output wire                   wb_take_o,     // the beat leaves the bank
  input  wire [DataW-1:0]       wb_data_i,     // 0 without wb_take_o
  input  wire                   wb_lost_i,

  // Memory
  output wire                   mwr_valid_o,
  input  wire                   mwr_ready_i,
  output wire [MemW-1:0]        mwr_addr_o,
  output wire [DataW-1:0]       mwr_data_o

`ifdef PF_PROVE_LINES
  , // What tb/formal/pf_lines_proof.vh must see
  output wire [4*SlotW+BeatW+Beats+6:0] f_state_o
`endif
);

  // Pick: the lowest candidate above the one before, or of all after a cycle without: so that lines which go on
  // becoming candidates cannot keep one waiting. A cycle ahead.
  reg              pick_valid_q;
  reg  [SlotW-1:0] pick_slot_q;
  wire [Lines-1:0] pick_at;
  wire [Lines-1:0] pick_above;
  wire [Lines-1:0] cand = cand_i & (pick_above | {Lines{!pick_valid_q}});
  wire             cand_some;
  wire [Lines-1:0] unused_cand;
  wire [SlotW-1:0] cand_index;
  wire             pick_drop = (keep_valid_i && keep_slot_i == pick_slot_q) || stop_i;
  wire             pick_go;

  pf_line_pick #(
    .N (Lines)
  ) u_pick (
    .in_i    (cand),
    .any_o   (cand_some),
    .hot_o   (unused_cand),
    .index_o (cand_index)
  );

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pick_valid_q <= 1'b0;
    end else if (!pick_valid_q || pick_go || pick_drop) begin
      pick_valid_q <= cand_some;
    end
  end
  always @(posedge clk_i) begin
    if (!pick_valid_q || pick_go || pick_drop) begin
      pick_slot_q <= cand_index;
    end
  end

  assign close_valid_o = pick_go;
  assign close_at_o    = pick_at;

  // Work: the beats of one line that are still to be read
  reg              work_valid_q;
  reg  [SlotW-1:0] work_slot_q;
  reg  [Beats-1:0] work_left_q;
  wire             unused_some;
  wire [Beats-1:0] work_hot;
  wire [BeatW-1:0] work_beat;
  wire [Beats-1:0] work_rest = work_left_q & ~work_hot;
  wire             work_last = ~|work_rest;
  wire [Beats-1:0] pick_dirty;
  wire             load_free;
  wire             load_lost;
  wire             work_read = work_valid_q && load_free && wb_ready_i;

  genvar b, k;
  generate
    for (k = 0; k < Lines; k = k + 1) begin : g_pick_at
      localparam [31:0] Slot = k;
      assign pick_at[k] = (pick_slot_q == Slot[SlotW-1:0]);
      if (k == 0) begin : g_lowest
        assign pick_above[k] = 1'b0;
      end else begin : g_other
        assign pick_above[k] = (pick_slot_q < Slot[SlotW-1:0]);
      end
    end
    for (b = 0; b < Beats; b = b + 1) begin : g_dirty
      assign pick_dirty[b] = |(pick_at & dirty_i[b*Lines +: Lines]);
    end
  endgenerate

  pf_line_pick #(
    .N (Beats)
  ) u_beat (
    .in_i    (work_left_q),
    .any_o   (unused_some),
    .hot_o   (work_hot),
    .index_o (work_beat)
  );

  assign pick_go = pick_valid_q && !pick_drop && (!work_valid_q || (work_read && work_last));

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      work_valid_q <= 1'b0;
    end else if (pick_go || (work_read && work_last)) begin
      work_valid_q <= pick_go;
    end
  end
  always @(posedge clk_i) begin
    if (pick_go) begin
      work_slot_q <= pick_slot_q;
      work_left_q <= pick_dirty;
    end else if (work_read) begin
      work_left_q <= work_rest;
    end
  end

  // Load: a beat at the output of its bank; read again when check took the bank while mwr was busy
  reg              load_valid_q;
  reg              load_lost_q;
  reg              load_last_q;
  reg  [SlotW-1:0] load_slot_q;
  reg  [BeatW-1:0] load_beat_q;
  reg              out_valid_q;
  reg              out_last_q;
  reg  [SlotW-1:0] out_slot_q;
  reg  [MemW-1:0]  out_addr_q;
  reg  [DataW-1:0] out_data_q;
  wire             load_go = load_valid_q && !load_lost_q && (!out_valid_q || mwr_ready_i);

  assign load_free   = !load_valid_q || load_go;
  assign load_lost   = load_valid_q && load_lost_q;
  assign wb_valid_o  = load_lost || (work_valid_q && load_free);
  assign wb_slot_o   = load_lost ? load_slot_q : work_slot_q;
  assign wb_beat_o   = load_lost ? load_beat_q : work_beat;
  assign wb_take_o   = load_go;
  assign line_re_o   = work_read;
  assign line_slot_o = work_slot_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      load_valid_q <= 1'b0;
    end else if (work_read || load_go) begin
      load_valid_q <= work_read;
    end
  end
  always @(posedge clk_i) begin
    if (work_read) begin
      load_last_q <= work_last;
      load_slot_q <= work_slot_q;
      load_beat_q <= work_beat;
    end
    if (wb_valid_o && wb_ready_i) load_lost_q <= 1'b0;
    else if (wb_lost_i)           load_lost_q <= 1'b1;
  end

  // Out: what memory sees
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_valid_q <= 1'b0;
    end else if (!out_valid_q || mwr_ready_i) begin
      out_valid_q <= load_go;
    end
  end
  always @(posedge clk_i) begin
    if (load_go) begin
      out_last_q <= load_last_q;
      out_slot_q <= load_slot_q;
      out_addr_q <= {line_addr_i, load_beat_q};
    end
    out_data_q <= wb_data_i | (out_data_q & {DataW{!load_go}});
  end

  assign mwr_valid_o  = out_valid_q;
  assign mwr_addr_o   = out_addr_q;
  assign mwr_data_o   = out_data_q;
  assign free_valid_o = out_valid_q && mwr_ready_i && out_last_q;
  assign free_slot_o  = out_slot_q;
  assign keep_closing_o = (work_valid_q && work_slot_q == keep_slot_i) || (load_valid_q && load_slot_q == keep_slot_i)
                        || (out_valid_q && out_slot_q == keep_slot_i);
  assign busy_o       = work_valid_q || load_valid_q || out_valid_q;

`ifdef PF_PROVE_LINES
  assign f_state_o = {pick_valid_q, pick_slot_q, work_valid_q, work_slot_q, work_left_q, load_valid_q, load_lost_q,
                      load_last_q, load_slot_q, load_beat_q, out_valid_q, out_last_q, out_slot_q};
`endif

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {pick_valid_q, work_valid_q, load_valid_q, out_valid_q})
  `PF_ASSERT(a_work_left, !work_valid_q || |work_left_q)
`endif

endmodule

`resetall
