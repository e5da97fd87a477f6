// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_z_fetch_proof: each line that is locked has each of its beats read once, at its address, not while its row
// is still to be written back; and no line is forgotten (induction).
//
//   locks of misses that hold no line, busy, memory: free --> pf_z_fetch --> reads --> answers, in any order
//
// So memory's answers are for misses that wait, and as many as they wait for: pf_zcommit_defer takes that as
// given. Progress: a line that waits here with memory ready and its row gone is read within two cycles.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

`define PF_HOLDS(label, cond) always @* if (rst_ni) begin : label assert (cond); end

module pf_z_fetch_proof #(
  parameter integer Beats  = 3,       // at most 8
  // Derived: do not override.
  parameter integer LineW  = 2,
  parameter integer BeatW  = $clog2(Beats),
  parameter integer MemW   = LineW + BeatW,
  parameter integer IdW    = 1 + BeatW
) (
  input wire             clk_i,
  input wire             job_valid_i,
  input wire [LineW-1:0] job_line_i,
  input wire             job_miss_i,
  input wire             busy_i,
  input wire             mrd_ready_i,
  input wire             answer_i,
  input wire [IdW-1:0]   answer_id_i
);

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  wire [LineW-1:0] line;
  wire             mrd_valid;
  wire [MemW-1:0]  mrd_addr;
  wire [IdW-1:0]   mrd_id;

  pf_z_fetch #(.LineW (LineW), .Misses (2), .Beats (Beats)) u_dut (
    .clk_i (clk_i), .rst_ni (rst_ni),
    .job_valid_i (job_valid_i), .job_line_i (job_line_i), .job_miss_i (job_miss_i),
    .line_o (line), .busy_i (busy_i),
    .mrd_valid_o (mrd_valid), .mrd_ready_i (mrd_ready_i), .mrd_addr_o (mrd_addr), .mrd_id_o (mrd_id)
  );

  // Any one miss: the beats of its line that memory owes, and those that have come
  (* anyconst *) wire watched;
  reg              waits_q;           // from the lock to the last answer
  reg  [LineW-1:0] line_q;
  reg  [Beats-1:0] owed_q, come_q;
  reg              other_q;           // the other miss waits, in any case until its last read
  wire             job    = job_valid_i && job_miss_i == watched;
  wire             read   = mrd_valid && mrd_ready_i;
  wire             mine   = mrd_id[IdW-1] == watched;
  wire [BeatW-1:0] beat   = mrd_id[BeatW-1:0];
  wire             answer = answer_i && answer_id_i[IdW-1] == watched;
  wire             whole  = &(come_q | ({{(Beats-1){1'b0}}, answer} << answer_id_i[BeatW-1:0]));
  (* anyseq *) wire over;             // the other miss has had its answers

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      waits_q <= 1'b0;
      other_q <= 1'b0;
      owed_q  <= {Beats{1'b0}};
      come_q  <= {Beats{1'b0}};
    end else begin
      waits_q <= job || (waits_q && !whole);
      other_q <= (job_valid_i && !job) || (other_q && !over);
      if (job) begin
        line_q <= job_line_i;
        come_q <= {Beats{1'b0}};
      end else if (answer) begin
        come_q[answer_id_i[BeatW-1:0]] <= 1'b1;
      end
      if (answer)       owed_q[answer_id_i[BeatW-1:0]] <= 1'b0;
      if (read && mine) owed_q[beat] <= 1'b1;
    end
  end

  // Insides (proofs.tab: flat)
  (* hierconn *) wire             \u_dut.valid_q , \u_dut.go_q , \u_dut.miss_q ;
  (* hierconn *) wire [LineW-1:0] \u_dut.line_q ;
  (* hierconn *) wire [BeatW-1:0] \u_dut.beat_q ;
  (* hierconn *) wire [MemW-1:0]  \u_dut.addr_q ;
  (* hierconn *) wire [3*(LineW+1)-1:0] \u_dut.u_jobs.queue_q ;
  (* hierconn *) wire [1:0]       \u_dut.u_jobs.level_q ;
  wire                   valid = \u_dut.valid_q , here = valid && \u_dut.miss_q == watched;
  wire [3*(LineW+1)-1:0] jobs  = \u_dut.u_jobs.queue_q ;
  wire                   go    = \u_dut.go_q ;
  wire [1:0]             level = \u_dut.u_jobs.level_q ;
  wire [BeatW-1:0]       next  = \u_dut.beat_q ;
  wire in0 = level >= 1 && jobs[0] == watched, in1 = level >= 2 && jobs[LineW+1] == watched;
  wire out0 = level >= 1 && jobs[0] != watched, out1 = level >= 2 && jobs[LineW+1] != watched;

  always @* begin
    // The user: a miss is locked when it waits for nothing; memory answers what it owes.
    assume (!job_valid_i || (rst_ni && !(job ? waits_q : other_q)));
    assume (!answer || (rst_ni && answer_id_i[BeatW-1:0] < Beats && owed_q[answer_id_i[BeatW-1:0]]));
    assume (!over || !(out0 || out1 || (valid && !here)));
  end

  // Where the line is: in the queue, here, or all asked
  wire [1:0] places = in0 + in1 + here;
  reg        beats;                   // those before the next one are owed or have come, the others not
  integer    k;
  always @* begin
    beats = 1'b1;
    for (k = 0; k < Beats; k = k + 1) begin
      if (owed_q[k] && come_q[k]) beats = 1'b0;
      if (waits_q && (owed_q[k] || come_q[k]) != (here ? k < next : places == 0)) beats = 1'b0;
      if (!waits_q && owed_q[k]) beats = 1'b0;
    end
  end
  `PF_HOLDS(a_level, level <= 2)
  `PF_HOLDS(a_place, places <= 1 && (waits_q || places == 0))
  `PF_HOLDS(a_other, out0 + out1 + (valid && !here) <= (other_q ? 1 : 0))
  `PF_HOLDS(a_beats, beats)
  `PF_HOLDS(a_next, !valid || next < Beats)
  `PF_HOLDS(a_go, !go || valid)
  `PF_HOLDS(a_start, !valid || go || next == 0)
  `PF_HOLDS(a_whole, !waits_q || !(&come_q))
  `PF_HOLDS(a_line, (!in0 || jobs[LineW:1] == line_q) && (!in1 || jobs[2*LineW+1:LineW+2] == line_q) &&
                    (!here || line == line_q))
  `PF_HOLDS(a_addr, !valid || mrd_addr == line * Beats[MemW-1:0] + next)

  // What it is for: a read is of a beat that is not owed and has not come, at its address.
  `PF_HOLDS(a_read, !(mrd_valid && mine) || (waits_q && !owed_q[beat] && !come_q[beat] &&
                                             mrd_addr == line_q * Beats[MemW-1:0] + beat))
  // A line's reads begin only after a cycle in which its row was not to be written back.
  reg clear_q;
  always @(posedge clk_i) clear_q <= rst_ni && valid && !busy_i;
  `PF_HOLDS(a_clear, !(mrd_valid && next == 0) || clear_q || begun_q)
  reg begun_q;                        // its first read waits
  always @(posedge clk_i) begun_q <= rst_ni && mrd_valid && !mrd_ready_i;

  // Progress
  reg [2:0] still_q;
  always @(posedge clk_i) begin
    if (!rst_ni || read || (valid && !mrd_valid && busy_i) || (mrd_valid && !mrd_ready_i) ||
        (level == 0 && !valid)) still_q <= 3'd0;
    else if (still_q != 3'd7)   still_q <= still_q + 1'b1;
  end
  `PF_HOLDS(a_still, still_q <= 2)
  `PF_HOLDS(a_still_why, still_q == 0 || (valid ? (mrd_valid || still_q <= 1) : 1'b0))

  `PF_COVER(c_both, waits_q && other_q && here && in0 + out0 == 1 && |owed_q)
  `PF_COVER(c_mixed, come_q[Beats-1] && !come_q[0] && waits_q)
  `PF_COVER(c_still, still_q == 2)

endmodule

`resetall
