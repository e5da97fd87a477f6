// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_meta_flight_proof: operations leave in the order in which they came, and one that reads its row finds it as those
// before it left it: in the row, or at the one that near_o names (induction).
//
//   operations on rows, given back or not, with a write or not: free --+--> pf_meta_flight
//                                                                      +--> a queue, the row's last writer --> agree
//
// A row's content is said by the number of the operation that was the last on it, of any one row that is watched.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

`define PF_HOLDS(label, cond) always @* if (rst_ni) begin : label assert (cond); end

module pf_meta_flight_proof #(
  parameter integer Depth = 3,
  // Derived: do not override.
  parameter integer AtW   = 2,
  parameter integer NearW = (Depth > 1) ? Depth - 1 : 1
) (
  input wire           clk_i,
  input wire           push_i,
  input wire [AtW-1:0] push_at_i,
  input wire [1:0]     push_tag_i,
  input wire           pop_i,
  input wire           write_i
);

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  wire                 busy, full;
  wire [AtW-1:0]       head_at;
  wire [1:0]           head_tag;
  wire [NearW-1:0]     near;
  wire [Depth-1:0]     held;
  wire [Depth*AtW-1:0] ats;

  pf_meta_flight #(.AtW (AtW), .TagW (2), .Depth (Depth)) u_dut (
    .clk_i (clk_i), .rst_ni (rst_ni),
    .push_i (push_i), .push_at_i (push_at_i), .push_tag_i (push_tag_i), .wait_o (busy), .full_o (full),
    .pop_i (pop_i), .write_i (write_i), .head_at_o (head_at), .head_tag_o (head_tag),
    .near_o (near), .held_o (held), .ats_o (ats)
  );

  // The user
  always @* begin
    assume (!push_i || (rst_ni && !busy && (!full || pop_i)));
    assume (!pop_i || (rst_ni && held[0]));
    assume (!write_i || pop_i);
  end

  // A queue, the oldest in front
  reg [(Depth+1)*(AtW+2)-1:0] queue_q;
  reg [7:0]                   count_q;
  wire [7:0]                  kept = count_q - pop_i;
  integer                     k;
  always @(posedge clk_i) begin
    if (!rst_ni) count_q <= 8'd0;
    else         count_q <= kept + push_i;
    for (k = 0; k < Depth; k = k + 1) begin
      if (push_i && kept == k) queue_q[k*(AtW+2) +: AtW+2] <= {push_at_i, push_tag_i};
      else if (pop_i)          queue_q[k*(AtW+2) +: AtW+2] <= queue_q[(k+1)*(AtW+2) +: AtW+2];
    end
  end

  // Insides (proofs.tab: flat)
  (* hierconn *) wire [Depth*2-1:0] \u_dut.tag_q ;
  wire [Depth*2-1:0] tags = \u_dut.tag_q ;
  reg equal;
  always @* begin
    equal = count_q <= Depth;
    for (k = 0; k < Depth; k = k + 1) begin
      if (held[k] != (k < count_q)) equal = 1'b0;
      if (k < count_q && {ats[k*AtW +: AtW], tags[k*2 +: 2]} != queue_q[(count_q-1-k)*(AtW+2) +: AtW+2]) equal = 1'b0;
    end
  end
  `PF_HOLDS(a_equal, equal)
  `PF_HOLDS(a_head, count_q == 0 || {head_at, head_tag} == queue_q[AtW+1:0])
  `PF_HOLDS(a_full, full == (count_q == Depth))

  // Where the youngest operation on the watched row is, in the queue
  (* anyconst *) wire [AtW-1:0] row;
  reg         some;
  reg [7:0]   last;
  always @* begin
    some = 1'b0;
    last = 8'd0;
    for (k = 0; k < Depth; k = k + 1) begin
      if (k + 1 < count_q && queue_q[k*(AtW+2)+2 +: AtW] == row) begin
        some = 1'b1;
        last = k;
      end
    end
  end
  reg shown_q, junk_q;                // the youngest was pushed in the cycle before, while its row was written
  always @(posedge clk_i) begin
    shown_q <= rst_ni && push_i && push_at_i == row;
    junk_q  <= rst_ni && write_i && head_at == push_at_i;
  end
  // In the cycle of its data: the one before it on its row that has not left, and if there is none the row is whole.
  `PF_HOLDS(a_near, !shown_q || (some ? near == (1 << (count_q - 2 - last)) : near == 0))
  `PF_HOLDS(a_whole, !shown_q || some || !junk_q)
  `PF_HOLDS(a_shown, !shown_q || (count_q != 0 && ats[AtW-1:0] == row))

  `PF_COVER(c_near, shown_q && some && last == 0 && count_q == Depth)
  `PF_COVER(c_junk, shown_q && some && junk_q)
  `PF_COVER(c_busy, busy && full)

endmodule

`resetall
