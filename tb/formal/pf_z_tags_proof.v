// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_z_tags_proof: whatever the tag memory says, a new look hits, misses or is of a locked line, just one of
// them; and a miss takes no locked way as long as there is another. pf_z_bare's pf_z_tags promises that much.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_z_tags_proof #(
  parameter integer Ways  = 4,
  // Derived: do not override.
  parameter integer LineW = 3,
  parameter integer WayW  = $clog2(Ways)
) (
  input wire             clk_i,
  input wire             look_i, rep_i, locked_i, fetch_i, rep_fresh_i, look_set_i,
  input wire [LineW-1:0] line_i,
  input wire [Ways-1:0]  locked_ways_i,
  input wire [WayW-1:0]  rep_way_i
);

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  reg  new_q;
  always @(posedge clk_i) begin
    f_past <= 1'b1;
    new_q  <= rst_ni && look_i;
  end
  (* anyseq *) wire clear, walk;
  wire             hit, miss, lock, spill, walking;
  wire [WayW-1:0]  way;

  pf_z_tags #(.LineW (LineW), .Sets (2), .Ways (Ways)) u_dut (
    .clk_i (clk_i), .rst_ni (rst_ni), .clear_i (clear), .walk_i (walk), .walking_o (walking),
    .look_i (look_i), .look_set_i (look_set_i), .new_i (new_q), .rep_i (rep_i), .line_i (line_i),
    .locked_i (locked_i), .locked_ways_i (locked_ways_i), .fetch_i (fetch_i), .rep_way_i (rep_way_i),
    .rep_fresh_i (rep_fresh_i), .hit_o (hit), .miss_o (miss), .lock_o (lock), .way_o (way), .stale_o (),
    .spill_o (spill), .victim_o ()
  );

  always @* begin
    assert (hit + miss + (new_q && locked_i) == new_q);
    assert (!(lock || spill) || miss);
    assert (lock == (miss && fetch_i));
    assert (!miss || rep_i || &locked_ways_i || !locked_ways_i[way]);
    assert (!rep_i || way == rep_way_i);
    cover (miss && locked_ways_i == {1'b0, {(Ways-1){1'b1}}} && lock && spill);
  end

endmodule

`resetall
