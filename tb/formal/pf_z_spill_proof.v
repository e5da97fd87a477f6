// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_z_spill_proof: a line that left the Z-cache is seen by look_* until memory has taken its last beat; its beats
// are offered once each, in order, at its addresses; and none is kept for nothing (induction).
//
//   lines, while there is room; rows 2 cycles later; memory: free --> pf_z_spill --> beats, look_busy_o
//
// Progress: with memory ready a beat is offered at once, but for three cycles before a first one.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

`define PF_HOLDS(label, cond) always @* if (rst_ni) begin : label assert (cond); end

module pf_z_spill_proof #(
  parameter integer WarpW  = 2,       // 2: 2 beats, 4: 3
  // Derived: do not override.
  parameter integer LineW  = 2,
  parameter integer Beats  = (128 * WarpW + 2 + 255) / 256,
  parameter integer BeatW  = $clog2(Beats),
  parameter integer MemW   = LineW + BeatW
) (
  input wire             clk_i,
  input wire             alloc_valid_i,
  input wire [LineW-1:0] alloc_line_i,
  input wire             mwr_ready_i
);

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  (* anyconst *) wire [LineW-1:0] look;
  wire            room, more, busy, mwr_valid, sent, empty;
  wire [MemW-1:0] addr;
  reg             row1_q, row2_q;     // as pf_zcommit's stages 3 and 4

  pf_z_spill #(.LineW (LineW), .WarpW (WarpW), .QuantumW (2), .Places (4)) u_dut (
    .clk_i (clk_i), .rst_ni (rst_ni), .quantum_i (2'd1),
    .alloc_valid_i (alloc_valid_i), .alloc_line_i (alloc_line_i), .alloc_room_o (room), .alloc_more_o (more),
    .row_valid_i (row2_q), .row_i ({(128*WarpW){1'b0}}),
    .look_line_i (look), .look_busy_o (busy),
    .mwr_valid_o (mwr_valid), .mwr_ready_i (mwr_ready_i), .mwr_addr_o (addr), .mwr_data_o (),
    .sent_o (sent), .empty_o (empty)
  );

  always @(posedge clk_i) begin
    row1_q <= rst_ni && alloc_valid_i;
    row2_q <= rst_ni && row1_q;
  end
  always @* assume (!alloc_valid_i || (rst_ni && room));

  // Insides (proofs.tab: flat)
  (* hierconn *) wire [3:0]       \u_dut.u_cache.held_q ;
  (* hierconn *) wire [1:0]       \u_dut.u_cache.alloc_q , \u_dut.u_cache.row_q , \u_dut.u_cache.out_q ;
  (* hierconn *) wire [2:0]       \u_dut.u_cache.free_q , \u_dut.u_cache.rows_q ;
  (* hierconn *) wire [BeatW-1:0] \u_dut.u_cache.beat_q ;
  (* hierconn *) wire [LineW-1:0] \u_dut.u_cache.line_q[0] , \u_dut.u_cache.line_q[1] , \u_dut.u_cache.line_q[2] , \u_dut.u_cache.line_q[3] ;
  wire [4*LineW-1:0] lines = { \u_dut.u_cache.line_q[3] , \u_dut.u_cache.line_q[2] , \u_dut.u_cache.line_q[1] , \u_dut.u_cache.line_q[0] };
  wire [3:0] held  = \u_dut.u_cache.held_q ;
  wire [1:0] first = \u_dut.u_cache.out_q , end_at = \u_dut.u_cache.alloc_q ;
  wire [2:0] free  = \u_dut.u_cache.free_q , rows = \u_dut.u_cache.rows_q ;
  wire [BeatW-1:0] beat = \u_dut.u_cache.beat_q ;
  wire [1:0] row_at = \u_dut.u_cache.row_q ;
  wire [2:0] count = 3'd4 - free;
  wire [1:0] back  = end_at - row1_q - row2_q;

  reg     ring;
  integer k;
  reg [1:0] turn;
  always @* begin
    ring = 1'b1;
    for (k = 0; k < 4; k = k + 1) begin
      turn = k - first;
      if (held[k] != (turn < count)) ring = 1'b0;
    end
    turn = first + count[1:0];
    if (turn != end_at) ring = 1'b0;
  end
  `PF_HOLDS(a_count, free <= 4 && {1'b0, count} == row1_q + row2_q + {1'b0, rows} + mwr_valid)
  `PF_HOLDS(a_ring, ring && row_at == back)
  `PF_HOLDS(a_beat, !mwr_valid || beat< Beats)
  `PF_HOLDS(a_addr, !mwr_valid || addr == lines[first*LineW +: LineW] * Beats[MemW-1:0] + beat)
  `PF_HOLDS(a_room, room == (free != 0) && more == (free > 1) && empty == (count == 0))

  // Any one line that comes
  (* anyseq *) wire pick;
  reg               in_q;
  reg [1:0]         at_q;
  reg [LineW-1:0]   line_q;
  reg [BeatW-1:0]   next_q;           // beats taken
  wire              mine = mwr_valid && in_q && first == at_q;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      in_q <= 1'b0;
    end else if (!in_q) begin
      in_q   <= pick && alloc_valid_i;
      at_q   <= end_at;
      line_q <= alloc_line_i;
      next_q <= {BeatW{1'b0}};
    end else if (mine && mwr_ready_i) begin
      next_q <= next_q + 1'b1;
      in_q   <= next_q != Beats - 1;
    end
  end
  `PF_HOLDS(a_in, !in_q || (held[at_q] && lines[at_q*LineW +: LineW] == line_q && next_q < Beats))
  `PF_HOLDS(a_next, !in_q || next_q == (mine ? beat: 0))
  // What it is for
  `PF_HOLDS(a_seen, !(in_q && look == line_q) || busy)
  `PF_HOLDS(a_beats, !mine || addr == line_q * Beats[MemW-1:0] + next_q)
  `PF_HOLDS(a_sent, !mine || sent == (mwr_ready_i && next_q == Beats - 1))

  // Progress: a beat is taken, or memory does not take it, or there is no line, or it is one of three cycles.
  reg [2:0] still_q;
  always @(posedge clk_i) begin
    if (!rst_ni || mwr_valid || count == 0) still_q <= 3'd0;
    else if (still_q != 3'd7) still_q <= still_q + 1'b1;
  end
  `PF_HOLDS(a_still, still_q <= 3)
  `PF_HOLDS(a_still_why, mwr_valid || count == 0 || (still_q == 0 ? rows != 0 || row1_q || row2_q :
                         still_q == 1 ? rows != 0 || row2_q : rows != 0 && still_q == 2))
  `PF_COVER(c_full, count == 4 && rows == 3 && mwr_valid)
  `PF_COVER(c_still, still_q == 3)
  `PF_COVER(c_mine, mine && next_q == Beats - 1 && count == 4)

endmodule

`resetall
