// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_epochs_proof: a word that any slot may touch at any time, with the slot's number, and the walk, which clears
// it in its turn where pf_shared_bank would. What an earlier epoch left in it never has the number of the present one.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_shared_epochs_proof #(
  parameter integer Slots   = 2,
  parameter integer NumberW = 2,
  parameter integer Steps   = 2,
  // Derived: do not override.
  parameter integer SlotW   = (Slots > 1) ? $clog2(Slots) : 1,
  parameter integer IndexW  = $clog2(Steps)
) (
  input wire              clk_i,
  input wire              next_i,
  input wire [SlotW-1:0]  slot_i,
  input wire              step_i,
  input wire              touch_i,       // slot touch_slot_i touches the word
  input wire [SlotW-1:0]  touch_slot_i,
  input wire [IndexW-1:0] any_i
);

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  wire                     ready, may, walk, all;
  wire [NumberW-1:0]       number;
  wire [Slots*NumberW-1:0] numbers;
  wire [Slots-1:0]         upper;
  wire [IndexW-1:0]        index;

  wire                     inside = {1'b0, slot_i} < Slots[SlotW:0] && {1'b0, touch_slot_i} < Slots[SlotW:0];
  wire                     next   = next_i && inside && ready && may;
  wire                     step   = step_i && walk;

  pf_shared_epochs #(
    .Slots   (Slots),
    .NumberW (NumberW),
    .Steps   (Steps)
  ) u_dut (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    .ready_o   (ready),
    .next_i    (next),
    .slot_i    (slot_i),
    .may_o     (may),
    .number_o  (number),
    .numbers_o (numbers),
    .upper_o   (upper),
    .walk_o    (walk),
    .all_o     (all),
    .index_o   (index),
    .step_i    (step)
  );

  // The word: which one, and what is in it
  reg  [IndexW-1:0]  place_q;
  reg                full_q, stale_q;  // of an epoch that is over
  reg  [SlotW-1:0]   slot_q;
  reg  [NumberW-1:0] number_q;

  wire               turn    = step && index == place_q;
  wire               clears  = turn && (all || number_q[NumberW-1] != upper[slot_q]);
  wire               touches = touch_i && ready && inside && !turn;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      full_q   <= 1'b1;  // anything is in it after reset
      stale_q  <= 1'b1;
      place_q  <= any_i;
    end else begin
      if (touches) begin
        full_q   <= 1'b1;
        slot_q   <= touch_slot_i;
        number_q <= numbers[touch_slot_i*NumberW +: NumberW];
        stale_q  <= next && slot_i == touch_slot_i;
      end else begin
        if (clears) full_q <= 1'b0;
        if (next && slot_i == slot_q) stale_q <= 1'b1;
      end
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      assume ({1'b0, place_q} < Steps[IndexW:0] && {1'b0, slot_q} < Slots[SlotW:0]);
      a_apart: assert (!(ready && full_q && stale_q) || numbers[slot_q*NumberW +: NumberW] != number_q);
      a_same:  assert (!(full_q && !stale_q) || numbers[slot_q*NumberW +: NumberW] == number_q);
      c_again: cover (ready && full_q && stale_q && number_q[NumberW-1] != upper[slot_q] && may && next && !walk);
      c_waits: cover (ready && next_i && inside && !may);
    end
  end

endmodule

`resetall
