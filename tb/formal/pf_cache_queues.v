// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_cache_queues: what pf_cache_list does, said as plainly as can be: a queue for each list, shifted at each get.
// pf_cache_list_equal proves that pf_cache_list is no different, for ever, while its user keeps the two checks below.
// With PF_QUEUES_AS_LIST it goes by that name: pf_zcommit_defer has it in pf_cache_list's place.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

`ifdef PF_QUEUES_AS_LIST
module pf_cache_list #(
`else
module pf_cache_queues #(
`endif
  parameter integer Lists = 8,
  parameter integer Slots = 16,
  // Derived: do not override.
  parameter integer ListW = $clog2(Lists),
  parameter integer SlotW = $clog2(Slots),
  parameter integer CountW = $clog2(Slots + 1)
) (
  input  wire             clk_i,
  input  wire             rst_ni,

  input  wire             put_valid_i,
  input  wire [ListW-1:0] put_list_i,
  input  wire [SlotW-1:0] put_slot_i,

  input  wire             get_valid_i,
  input  wire [ListW-1:0] get_list_i,
  output wire             get_some_o,
  output wire [SlotW-1:0] get_slot_o
);

  // A place more than slots: a list that is full shifts in from there.
  reg  [Lists*(Slots+1)*SlotW-1:0] queue_q;
  reg  [Lists*CountW-1:0]          count_q;
  reg                              twice;  // the slot that is put is in a list
  reg  [Lists-1:0]                 some;

  integer l, k;
  always @* begin
    twice = 1'b0;
    for (l = 0; l < Lists; l = l + 1) begin
      some[l] = count_q[l*CountW +: CountW] != 0;
      for (k = 0; k < Slots; k = k + 1) begin
        if (k < count_q[l*CountW +: CountW] && queue_q[(l*(Slots+1)+k)*SlotW +: SlotW] == put_slot_i) twice = 1'b1;
      end
    end
  end

  integer m, n;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= {(Lists*CountW){1'b0}};
    end else begin
      for (m = 0; m < Lists; m = m + 1) begin
        count_q[m*CountW +: CountW] <= count_q[m*CountW +: CountW] + (put_valid_i && put_list_i == m) -
                                       (get_valid_i && get_list_i == m);
      end
    end
  end
  always @(posedge clk_i) begin
    for (m = 0; m < Lists; m = m + 1) begin
      for (n = 0; n < Slots; n = n + 1) begin
        if (put_valid_i && put_list_i == m &&
            n + (get_valid_i && get_list_i == m) == count_q[m*CountW +: CountW])
          queue_q[(m*(Slots+1)+n)*SlotW +: SlotW] <= put_slot_i;
        else if (get_valid_i && get_list_i == m)
          queue_q[(m*(Slots+1)+n)*SlotW +: SlotW] <= queue_q[(m*(Slots+1)+n+1)*SlotW +: SlotW];
      end
    end
  end

  assign get_some_o = some[get_list_i];
  assign get_slot_o = queue_q[get_list_i*((Slots+1)*SlotW) +: SlotW];

`ifdef PF_QUEUES_AS_LIST
  `PF_ASSERT(a_once, !put_valid_i || !twice)
  `PF_ASSERT(a_get, !get_valid_i || get_some_o)
`else
  `PF_ASSUME(a_once, !put_valid_i || !twice)
  `PF_ASSUME(a_get, !get_valid_i || get_some_o)
`endif

endmodule

`resetall
