// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_cache_list: lists of request slots, one for each miss, in order of arrival.
//
//   put --> behind the last slot of its list:  next_q[last_q[list]] = slot
//   get <-- first_q[list], then first_q = next_q[first_q]
//
// A slot is in one list at most, so one link a slot is enough.
//
// Throughput  one put and one get a cycle, of the same list or not.
// Latency     a slot can be got in the cycle after its put.
// Errs        never.
// State bits  Lists * (2 * clog2(Slots) + 1) + Slots * clog2(Slots).

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_cache_list #(
  parameter integer Lists = 8,             // at least 2
  parameter integer Slots = 16,            // at least 2
  // Derived: do not override.
  parameter integer ListW = $clog2(Lists),
  parameter integer SlotW = $clog2(Slots)
) (
  input  wire             clk_i,
  input  wire             rst_ni,          // asynchronous, active low

  input  wire             put_valid_i,
  input  wire [ListW-1:0] put_list_i,
  input  wire [SlotW-1:0] put_slot_i,

  input  wire             get_valid_i,
  input  wire [ListW-1:0] get_list_i,
  output wire             get_some_o,      // the list has a slot
  output wire [SlotW-1:0] get_slot_o       // first slot of the list
);

  generate
    if (Lists < 2 || Slots < 2 || ListW != $clog2(Lists) || SlotW != $clog2(Slots)) begin : g_bad_param
      PF_CACHE_LIST_BAD_PARAMETER u_bad ();    // no such module: elaboration stops here
    end
  endgenerate

  reg  [Lists-1:0] some_q;
  // For Yosys: flops from the start, as it would make of them anyway.
  (* mem2reg *) reg [SlotW-1:0] first_q [0:Lists-1];
  (* mem2reg *) reg [SlotW-1:0] last_q  [0:Lists-1];
  reg  [SlotW-1:0] next_q  [0:Slots-1];

  wire [SlotW-1:0] get_slot = first_q[get_list_i];
  wire             get_last = get_slot == last_q[get_list_i];
  wire             same     = put_valid_i && put_list_i == get_list_i;
  wire [Lists-1:0] put_hot, get_hot;

  genvar k;
  generate
    for (k = 0; k < Lists; k = k + 1) begin : g_hot
      localparam [31:0] Number = k;
      assign put_hot[k] = put_valid_i && put_list_i == Number[ListW-1:0];
      assign get_hot[k] = get_valid_i && get_list_i == Number[ListW-1:0];
    end
  endgenerate

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) some_q <= {Lists{1'b0}};
    else         some_q <= (some_q & ~(get_hot & {Lists{get_last}})) | put_hot;
  end

  // A slot put behind the one that leaves is first: the link to it is only being written.
  integer l;
  always @(posedge clk_i) begin
    for (l = 0; l < Lists; l = l + 1) begin
      if (get_hot[l])                    first_q[l] <= (get_last && same) ? put_slot_i : next_q[get_slot];
      else if (put_hot[l] && !some_q[l]) first_q[l] <= put_slot_i;
      if (put_hot[l])                    last_q[l]  <= put_slot_i;
    end
    if (put_valid_i && some_q[put_list_i]) next_q[last_q[put_list_i]] <= put_slot_i;
  end

  assign get_some_o = some_q[get_list_i];
  assign get_slot_o = get_slot;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {put_valid_i, get_valid_i})
  `PF_ASSERT(a_get, !get_valid_i || get_some_o)
`endif

endmodule

`resetall
