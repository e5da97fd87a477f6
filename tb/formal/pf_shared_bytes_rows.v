// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_bytes_rows: words of two slots that want a row of pf_shared_bytes, epochs and the walk of pf_shared_epochs, and one row that
// is watched. When it is looked at, it is in use exactly if a word came into it in the present epoch of its slot, also when numbers
// come again. No asynchronous copy looks at a row.
//
//   words, epochs, steps of the walk: free ──> pf_shared_epochs ─> pf_shared_bytes ─> is the row in use?
//
// Chosen here, as pf_shared_unit and its banks do: a word waits until it is served; meanwhile no epoch begins and the walk stands still.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_shared_bytes_rows #(
  parameter integer Slots   = 2,
  parameter integer NumberW = 2,
  parameter integer Rows    = 2,
  // Derived: do not override.
  parameter integer SlotW   = $clog2(Slots),
  parameter integer IndexW  = $clog2(Rows)
) (
  input wire              clk_i,
  input wire              want_i,
  input wire              next_i,
  input wire [SlotW-1:0]  slot_i,
  input wire              step_i,
  input wire [3:0]        hit_i,
  input wire [3:0]        bytes_i,
  input wire              write_i,
  input wire [1:0]        copy_i,
  input wire              race_ready_i,
  input wire [IndexW-1:0] any_i
);

  localparam integer LevelW = 9;  // one phase bit, one of the warp
  localparam [2:0] IDLE = 3'd0, FREE = 3'd2;
  localparam [1:0] NO = `PF_SHARED_COPY_NO;

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  wire                     ready, may, walk, all, serve, split, walks;
  wire [NumberW-1:0]       number;
  wire [Slots*NumberW-1:0] numbers;
  wire [IndexW-1:0]        index;

  // A word that waits, and which: as it came
  reg              want_q;
  reg [SlotW-1:0]  slot_q;
  reg [3:0]        hit_q, bytes_q;
  reg              write_q;
  reg [1:0]        copy_q;
  reg [NumberW-1:0] number_q;
  wire             comes = want_i && ready && !want_q && !next && !walks && hit_i != 4'd0;
  wire             next  = next_i && ready && may && !want_q;
  assign           walks = walk && step_i && !want_q;
  always @(posedge clk_i) begin
    if (!rst_ni)    want_q <= 1'b0;
    else            want_q <= comes || (want_q && !serve);
    if (comes) {slot_q, hit_q, bytes_q, number_q} <= {slot_i, hit_i, bytes_i, number};
    if (comes) {write_q, copy_q} <= {write_i || copy_i != NO, copy_i};
  end

  pf_shared_epochs #(.Slots (Slots), .NumberW (NumberW), .Steps (Rows)) u_epochs (
    .clk_i (clk_i), .rst_ni (rst_ni), .ready_o (ready), .next_i (next), .slot_i (slot_i), .may_o (may), .number_o (number),
    .numbers_o (numbers), .upper_o (), .walk_o (walk), .all_o (all), .index_o (index), .step_i (walks)
  );

  pf_shared_bytes #(
    .Banks (1), .Words (2), .Rows (Rows), .Slots (Slots), .Whos (1), .NumberW (NumberW), .PhaseW (1), .PcW (1), .LaneW (1),
    .CreditW (3), .EveryW (1)
  ) u_dut (
    .clk_i (clk_i), .rst_ni (rst_ni),
    .ask_i (1'b0), .want_i (want_q), .doubt_i (1'b0), .row_i (1'b0), .lane_i (1'b0), .hit_i (hit_q), .bytes_i (bytes_q),
    .split_i (1'b0), .apart_i (1'b1), .level_i ({LevelW{1'b0}}), .pc_i (1'b0), .tell_o (), .tell_who_o (), .tell_phase_o (),
    .tell_after_o (), .serve_o (serve), .serve_row_o (), .serve_index_o (),
    .slot_i (slot_q), .number_i (number_q), .who_i (1'b0), .write_i (write_q), .strong_i (1'b0), .copy_i (copy_q), .now_pc_i (1'b1), .phase_i (1'b0),
    .waited_i (1'b0), .know_i (1'b0), .numbers_i (numbers), .round_i (1'b0),
    .walk_i (walks), .walk_all_i (all), .walk_index_i (index),
    .race_valid_o (), .race_ready_i (race_ready_i), .race_bank_o (), .race_row_o (), .race_bytes_o (), .race_lane_o (),
    .race_others_o (), .race_did_o (), .race_first_o (), .race_first_pc_o (), .split_o (split), .lost_o (), .broke_o ()
  );

  // Insides (proofs.tab: flat or sat)
  (* hierconn *) wire [2:0]        \u_dut.state_q ;
  (* hierconn *) wire [IndexW-1:0] \u_dut.hand_q ;
  (* hierconn *) wire              \u_dut.in_use ;
  wire in_use = \u_dut.in_use ;
  wire looks  = \u_dut.state_q == FREE && \u_dut.hand_q == row_q;

  // The row
  reg [IndexW-1:0] row_q;
  reg              full_q;           // a word came into it in the present epoch of its slot
  reg [SlotW-1:0]  of_q;
  reg [2:0]        since_q;          // epochs of its slot since then
  wire             fills = split && looks;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      row_q   <= any_i;
      full_q  <= 1'b0;
      since_q <= 3'd0;
    end else if (fills) begin
      full_q  <= 1'b1;
      of_q    <= slot_q;
      since_q <= 3'd0;
    end else if (next && slot_i == of_q) begin
      full_q  <= 1'b0;
      since_q <= since_q + (since_q != 3'd7);
    end
  end
  `PF_ASSERT(a_row, !looks || in_use == full_q)
  `PF_ASSERT(a_copy, !want_q || copy_q == NO || \u_dut.state_q == IDLE)
  `PF_COVER(c_copy, serve && copy_q != NO)
  `PF_COVER(c_full, looks && full_q)
  `PF_COVER(c_stale, looks && since_q == 3'd1)
  `PF_COVER(c_again, looks && since_q == 3'd4)

endmodule

`resetall
