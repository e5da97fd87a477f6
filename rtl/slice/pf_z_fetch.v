// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_z_fetch: reads the rows of locked lines, in the order of their misses.
//
//   job (line, miss) --> queue --> line_q --> still to be spilled? wait --> Beats reads --> mrd_*
//
// A read must not overtake the line's own spill, which waits in pf_z_spill's buffer: that says busy_i.
//
// Throughput  one read a cycle.
// Latency     from job to the first read 2 cycles.
// Errs        never. The queue has a place for every miss.
// State bits  LineW + MemW + MissW + BeatW + 2, and the queue.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_z_fetch #(
  parameter integer LineW  = 21,
  parameter integer Misses = 8,              // at least 2
  parameter integer Beats  = 5,              // at least 2
  // Derived: do not override.
  parameter integer MissW  = $clog2(Misses),
  parameter integer BeatW  = $clog2(Beats),
  parameter integer MemW   = LineW + BeatW
) (
  input  wire             clk_i,
  input  wire             rst_ni,            // asynchronous, active low

  input  wire             job_valid_i,       // always taken
  input  wire [LineW-1:0] job_line_i,
  input  wire [MissW-1:0] job_miss_i,

  output wire [LineW-1:0] line_o,            // the line that is next
  input  wire             busy_i,            // it waits to be written back

  output wire             mrd_valid_o,
  input  wire             mrd_ready_i,
  output wire [MemW-1:0]  mrd_addr_o,
  output wire [MissW+BeatW-1:0] mrd_id_o     // {miss, beat}
);

  generate
    if (LineW < 1 || Misses < 2 || Beats < 2 || MemW != LineW + BeatW) begin : g_bad_param
      PF_Z_FETCH_BAD_PARAMETER u_bad ();     // no such module: elaboration stops here
    end
  endgenerate

  localparam integer      LastI = Beats - 1;
  localparam [BeatW-1:0]  LAST  = LastI[BeatW-1:0];

  wire             first_valid, job_ready;
  wire [LineW-1:0] first_line;
  wire [MissW-1:0] first_miss;
  wire [$clog2(Misses+1)-1:0] unused_level;

  reg              valid_q;                  // a line is here
  reg              go_q;                     // the job's reads are on their way
  reg  [LineW-1:0] line_q;
  reg  [MissW-1:0] miss_q;
  reg  [BeatW-1:0] beat_q;
  reg  [MemW-1:0]  addr_q;

  wire step = mrd_valid_o && mrd_ready_i;
  wire last = step && beat_q == LAST;
  wire load = first_valid && (!valid_q || last);

  pf_fifo #(
    .Width (LineW + MissW),
    .Depth (Misses)
  ) u_jobs (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (job_valid_i),
    .in_ready_o  (job_ready),
    .in_data_i   ({job_line_i, job_miss_i}),
    .out_valid_o (first_valid),
    .out_ready_i (load),
    .out_data_o  ({first_line, first_miss}),
    .level_o     (unused_level)
  );

  // Once it has been seen that the line is not in the buffer, it cannot come there: it is locked.
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      go_q    <= 1'b0;
    end else begin
      valid_q <= load || (valid_q && !last);
      go_q    <= !load && !last && valid_q && (go_q || !busy_i);
    end
  end

  always @(posedge clk_i) begin
    if (load) begin
      line_q <= first_line;
      miss_q <= first_miss;
      beat_q <= {BeatW{1'b0}};
      addr_q <= {{BeatW{1'b0}}, first_line} * Beats[MemW-1:0];
    end else if (step) begin
      beat_q <= beat_q + 1'b1;
      addr_q <= addr_q + 1'b1;
    end
  end

  assign line_o      = line_q;
  assign mrd_valid_o = go_q;
  assign mrd_addr_o  = addr_q;
  assign mrd_id_o    = {miss_q, beat_q};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {job_valid_i, mrd_ready_i})
  `PF_ASSERT(a_place, !job_valid_i || job_ready)
`else
  wire unused = &{1'b0, job_ready, 1'b0};
`endif

endmodule

`resetall
