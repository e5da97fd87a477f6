// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_epochs: the present epoch of each block slot, and the walk that lets numbers come again.
//
//   next_i, slot_i --> number_q of the slot + 1 --> numbers_o
//                          |  into the other half: clean_q = 0
//                          v
//   walk_*: all words, those of the half that comes next are cleared --> clean_q = 1
//
// What is kept of an earlier epoch stays where it is, and is of another number. Before the numbers of
// a half come again, a whole walk that began after the slot left that half has cleared what was left of
// them; until then may_o of the slot is 0. After reset a walk clears everything (all_o).
//
// Throughput  one new epoch a cycle; the walk takes every cycle that it is given.
// Latency     1 cycle from next_i to numbers_o. may_o and number_o depend on slot_i in the same cycle.
// Errs        never.
// State bits  Slots * (NumberW + 2) + IndexW + 2.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_shared_epochs #(
  parameter integer Slots   = `PF_BLOCK_SLOTS,      // at least 1
  parameter integer NumberW = `PF_SHARED_NUMBER_W,  // at least 2
  parameter integer Steps   = `PF_SHARED_WORDS,     // of a walk, at least 2
  // Derived: do not override.
  parameter integer SlotW   = (Slots > 1) ? $clog2(Slots) : 1,
  parameter integer IndexW  = $clog2(Steps)
) (
  input  wire                     clk_i,
  input  wire                     rst_ni,     // asynchronous, active low

  output wire                     ready_o,    // the first walk is over
  input  wire                     next_i,     // an epoch begins in slot_i
  input  wire [SlotW-1:0]         slot_i,
  output wire                     may_o,      // slot_i has a next number
  output wire [NumberW-1:0]       number_o,   // of slot_i
  output wire [Slots*NumberW-1:0] numbers_o,
  output wire [Slots-1:0]         upper_o,    // highest bit of each

  // The walk
  output wire                     walk_o,     // there is something to clear
  output wire                     all_o,      // ... everything
  output wire [IndexW-1:0]        index_o,    // now
  input  wire                     step_i      // it is done
);

  generate
    if (Slots < 1 || NumberW < 2 || Steps < 2) begin : g_bad_param
      PF_SHARED_EPOCHS_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  localparam integer LastStep = Steps - 1;

  reg              first_q;           // the walk after reset
  reg              walks_q;
  reg [IndexW-1:0] index_q;
  reg [Slots-1:0]  clean_q, covers_q;  // the other half is; the walk will make it so

  wire             last   = index_q == LastStep[IndexW-1:0];
  wire             enters = next_i && &number_o[NumberW-2:0];
  wire [Slots-1:0] slot   = {{(Slots-1){1'b0}}, 1'b1} << slot_i;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q  <= 1'b1;
      walks_q  <= 1'b1;
      index_q  <= {IndexW{1'b0}};
      clean_q  <= {Slots{1'b1}};
      covers_q <= {Slots{1'b0}};
    end else begin
      clean_q <= (clean_q | (walks_q && step_i && last ? covers_q : {Slots{1'b0}})) & ~(enters ? slot : {Slots{1'b0}});
      if (!walks_q) begin
        walks_q  <= !(&clean_q);
        covers_q <= ~clean_q;
      end else if (step_i) begin
        index_q <= last ? {IndexW{1'b0}} : index_q + 1'b1;
        if (last) begin
          walks_q <= 1'b0;
          first_q <= 1'b0;
        end
      end
    end
  end

  wire [Slots-1:0] mays;
  genvar s;
  generate
    for (s = 0; s < Slots; s = s + 1) begin : g_slot
      reg [NumberW-1:0] number_q;
      always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni)                number_q <= {NumberW{1'b0}};
        else if (next_i && slot[s]) number_q <= number_q + 1'b1;
      end
      assign numbers_o[s*NumberW +: NumberW] = number_q;
      assign upper_o[s]                      = number_q[NumberW-1];
      assign mays[s]                         = clean_q[s] || !(&number_q[NumberW-2:0]);
    end
  endgenerate

  assign number_o = numbers_o[slot_i*NumberW +: NumberW];
  assign may_o    = mays[slot_i];
  assign ready_o  = !first_q;
  assign walk_o   = walks_q;
  assign all_o    = first_q;
  assign index_o  = index_q;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT(a_next_may, !next_i || may_o)
  `PF_ASSERT(a_step_walks, !step_i || walks_q)
`ifndef FORMAL
  `PF_ASSERT_KNOWN(a_ctrl_known, {next_i, step_i})
  `PF_ASSERT(a_slot_inside, !next_i || {1'b0, slot_i} < Slots[SlotW:0])
`endif
`endif

endmodule

`resetall
