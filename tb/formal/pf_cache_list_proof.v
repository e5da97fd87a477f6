// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_cache_list_proof: each list gives slots in the order in which they were put, whatever the others do.
//
//   puts of slots in no list, gets of lists with a slot: free --+--> pf_cache_list ---------------+
//                                                               +--> a queue, of any one list-+--> equal
//
// So a line's deferred requests go on in their order of arrival: the line has one miss, the miss one
// list.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_cache_list_proof #(
  parameter integer Lists = 2,
  parameter integer Slots = 4,
  // Derived: do not override.
  parameter integer ListW = $clog2(Lists),
  parameter integer SlotW = $clog2(Slots)
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

  (* anyconst *) wire [ListW-1:0] watched;

  wire             some;
  wire [SlotW-1:0] slot;

  pf_cache_list #(
    .Lists (Lists),
    .Slots (Slots)
  ) u_dut (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .put_valid_i (put_valid_i),
    .put_list_i  (put_list_i),
    .put_slot_i  (put_slot_i),
    .get_valid_i (get_valid_i),
    .get_list_i  (get_list_i),
    .get_some_o  (some),
    .get_slot_o  (slot)
  );

  // The user: a slot is in one list at most, a get finds one.
  reg  [Slots-1:0] used_q;
  wire             put = put_valid_i && put_list_i == watched;
  wire             get = get_valid_i && get_list_i == watched;

  always @* begin
    if (rst_ni) begin
      if (put_valid_i) assume (!used_q[put_slot_i]);
      if (get_valid_i) assume (some);
      assume ({1'b0, put_slot_i} < Slots[SlotW:0] && {1'b0, put_list_i} < Lists[ListW:0]);
      assume ({1'b0, get_list_i} < Lists[ListW:0]);
    end else begin
      assume (!put_valid_i && !get_valid_i);
    end
  end

  // Queue of the watched list: the oldest in front
  reg  [Slots*SlotW-1:0] queue_q;
  reg  [SlotW:0]         count_q;
  wire [SlotW:0]         kept = count_q - {{SlotW{1'b0}}, get};

  integer k;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      used_q  <= {Slots{1'b0}};
      count_q <= {(SlotW+1){1'b0}};
    end else begin
      for (k = 0; k < Slots; k = k + 1) begin
        if (put_valid_i && put_slot_i == k) used_q[k] <= 1'b1;
        else if (get_valid_i && slot == k) used_q[k] <= 1'b0;
        if (put && kept == k) queue_q[k*SlotW +: SlotW] <= put_slot_i;
        else if (get && k + 1 < Slots) queue_q[k*SlotW +: SlotW] <= queue_q[((k + 1 < Slots) ? k + 1 : k)*SlotW +: SlotW];
      end
      count_q <= kept + {{SlotW{1'b0}}, put};
    end
  end

  `PF_ASSERT(a_some, get_list_i != watched || some == |count_q)
  `PF_ASSERT(a_slot, !get || slot == queue_q[SlotW-1:0])

  // All slots in the list at once, others served in between
  reg full_q;
  always @(posedge clk_i) begin
    if (!rst_ni) full_q <= 1'b0;
    else if (count_q == Slots) full_q <= 1'b1;
  end
  `PF_COVER(c_drained, full_q && count_q == 0 && used_q != {Slots{1'b0}})
  `PF_COVER(c_through, put && get && count_q == 1)

endmodule

`resetall
