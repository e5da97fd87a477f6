// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_cache_list_equal: pf_cache_list gives what plain queues give, for ever (induction), whatever is put and got.
//
//   puts of slots in no list, gets of lists with a slot: free --+--> pf_cache_list ----+--> equal
//                                                               +--> pf_cache_queues --+
//
// What an induction has to know: first, last and links are the queues' words, and no slot is in two places.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_cache_list_equal #(
  parameter integer Lists = 2,  // 2
  parameter integer Slots = 4,  // 4
  // Derived: do not override.
  parameter integer ListW = $clog2(Lists),
  parameter integer SlotW = $clog2(Slots),
  parameter integer CountW = $clog2(Slots + 1)
) (
  input wire             clk_i,
  input wire             put_valid_i,
  input wire [ListW-1:0] put_list_i,
  input wire [SlotW-1:0] put_slot_i,
  input wire             get_valid_i,
  input wire [ListW-1:0] get_list_i
);

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  wire             some, q_some;
  wire [SlotW-1:0] slot, q_slot;

  pf_cache_list #(.Lists (Lists), .Slots (Slots)) u_dut (
    .clk_i (clk_i), .rst_ni (rst_ni),
    .put_valid_i (put_valid_i), .put_list_i (put_list_i), .put_slot_i (put_slot_i),
    .get_valid_i (get_valid_i), .get_list_i (get_list_i), .get_some_o (some), .get_slot_o (slot)
  );

  pf_cache_queues #(.Lists (Lists), .Slots (Slots)) u_spec (
    .clk_i (clk_i), .rst_ni (rst_ni),
    .put_valid_i (put_valid_i), .put_list_i (put_list_i), .put_slot_i (put_slot_i),
    .get_valid_i (get_valid_i), .get_list_i (get_list_i), .get_some_o (q_some), .get_slot_o (q_slot)
  );

  always @* begin
    assume ({1'b0, put_slot_i} < Slots[SlotW:0] && {1'b0, put_list_i} < Lists[ListW:0]);
    assume ({1'b0, get_list_i} < Lists[ListW:0]);
  end

  `PF_ASSERT(a_some, some == q_some)
  `PF_ASSERT(a_slot, !q_some || slot == q_slot)

  // Insides (proofs.tab: flat)
  (* hierconn *) wire [Lists-1:0] \u_dut.some_q ;
  (* hierconn *) wire [Lists*(Slots+1)*SlotW-1:0] \u_spec.queue_q ;
  (* hierconn *) wire [Lists*CountW-1:0] \u_spec.count_q ;
  wire [Lists*(Slots+1)*SlotW-1:0] queue = \u_spec.queue_q ;
  wire [Lists*CountW-1:0]          count = \u_spec.count_q ;
  wire [Lists-1:0]                 held  = \u_dut.some_q ;

  (* hierconn *) wire [SlotW-1:0] \u_dut.first_q[0] , \u_dut.first_q[1] ;
  (* hierconn *) wire [SlotW-1:0] \u_dut.last_q[0] , \u_dut.last_q[1] ;
  (* hierconn *) wire [SlotW-1:0] \u_dut.next_q[0] , \u_dut.next_q[1] , \u_dut.next_q[2] , \u_dut.next_q[3] ;
  wire [2*SlotW-1:0] first = { \u_dut.first_q[1] , \u_dut.first_q[0] };
  wire [2*SlotW-1:0] last  = { \u_dut.last_q[1] , \u_dut.last_q[0] };
  wire [4*SlotW-1:0] next  = { \u_dut.next_q[3] , \u_dut.next_q[2] , \u_dut.next_q[1] , \u_dut.next_q[0] };

  integer l, k, s, uses;
  reg     words, once;
  always @* begin
    words = 1'b1;
    once  = 1'b1;
    for (l = 0; l < Lists; l = l + 1) begin
      if (held[l] != (count[l*CountW +: CountW] != 0)) words = 1'b0;
      if (held[l] && first[l*SlotW +: SlotW] != queue[l*(Slots+1)*SlotW +: SlotW]) words = 1'b0;
      for (k = 0; k < Slots; k = k + 1) begin
        if (count[l*CountW +: CountW] == k + 1 &&
            last[l*SlotW +: SlotW] != queue[(l*(Slots+1)+k)*SlotW +: SlotW]) words = 1'b0;
        if (k + 1 < count[l*CountW +: CountW] && next[queue[(l*(Slots+1)+k)*SlotW +: SlotW]*SlotW +: SlotW] !=
            queue[(l*(Slots+1)+k+1)*SlotW +: SlotW]) words = 1'b0;
        if (k < count[l*CountW +: CountW] &&
            {1'b0, queue[(l*(Slots+1)+k)*SlotW +: SlotW]} >= Slots[SlotW:0]) once = 1'b0;
      end
      if (count[l*CountW +: CountW] > Slots) once = 1'b0;
    end
    for (s = 0; s < Slots; s = s + 1) begin
      uses = 0;
      for (l = 0; l < Lists; l = l + 1) begin
        for (k = 0; k < Slots; k = k + 1) begin
          if (k < count[l*CountW +: CountW] && queue[(l*(Slots+1)+k)*SlotW +: SlotW] == s) uses = uses + 1;
        end
      end
      if (uses > 1) once = 1'b0;
    end
  end
  `PF_ASSERT(a_words, words)
  `PF_ASSERT(a_once, once)

  `PF_COVER(c_through, put_valid_i && get_valid_i && put_list_i == get_list_i && count[CountW-1:0] == 1)
  `PF_COVER(c_drained, held == 0 && put_slot_i == Slots - 1)

endmodule

`resetall
