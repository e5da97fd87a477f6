// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_z_quantum: counts quanta; when the numbers run out, names beat 0 of every line once for a write of 0.
//
//   beg --> quantum_q + 1 --> quantum_o
//             after the last: 1, and sweep: beats 0, Beats, 2*Beats, ... --> swp
//
// Tag 0 in memory means "never": no quantum has number 0. After reset the last quantum has passed, so the
// first begin sweeps, whatever memory holds.
//
// Throughput  a beat a cycle.
// Latency     quantum_o is new in the cycle after beg; the first beat 1 cycle after beg.
// Errs        never.
// State bits  QuantumW + LineW + 1 + MemW + 2.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_z_quantum #(
  parameter integer LineW    = 21,
  parameter integer QuantumW = 16,       // at least 2
  parameter integer Beats    = 5,
  // Derived: do not override.
  parameter integer MemW     = LineW + $clog2(Beats)
) (
  input  wire                clk_i,
  input  wire                rst_ni,     // asynchronous, active low
  input  wire [LineW:0]      cfg_lines_i,

  input  wire                beg_i,      // a quantum begins; not while busy_o
  output wire                last_o,     // the next begin sweeps
  output wire [QuantumW-1:0] quantum_o,
  output wire                begun_o,    // a quantum has begun since reset
  output wire                busy_o,

  output wire                swp_valid_o,
  input  wire                swp_ready_i,
  output wire [MemW-1:0]     swp_addr_o
);

  generate
    if (LineW < 1 || QuantumW < 2 || Beats < 1 || MemW != LineW + $clog2(Beats)) begin : g_bad_param
      PF_Z_QUANTUM_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  reg  [QuantumW-1:0] quantum_q;
  reg                 begun_q, busy_q;
  reg  [LineW:0]      left_q;
  reg  [MemW-1:0]     addr_q;

  wire last = &quantum_q;
  wire more = |left_q;
  wire step = more && swp_ready_i;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      quantum_q <= {QuantumW{1'b1}};
      begun_q   <= 1'b0;
      busy_q    <= 1'b0;
      left_q    <= {(LineW+1){1'b0}};
    end else begin
      if (beg_i) begin
        quantum_q <= last ? {{(QuantumW-1){1'b0}}, 1'b1} : quantum_q + 1'b1;
        begun_q   <= 1'b1;
      end
      busy_q <= (beg_i && last) || (busy_q && more);
      if (beg_i && last) left_q <= cfg_lines_i;
      else if (step)     left_q <= left_q - 1'b1;
    end
  end

  always @(posedge clk_i) begin
    if (beg_i)     addr_q <= {MemW{1'b0}};
    else if (step) addr_q <= addr_q + Beats[MemW-1:0];
  end

  assign last_o      = last;
  assign quantum_o   = quantum_q;
  assign begun_o     = begun_q;
  assign busy_o      = busy_q;
  assign swp_valid_o = more;
  assign swp_addr_o  = addr_q;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {beg_i, swp_ready_i})
  `PF_ASSERT(a_beg, !beg_i || !busy_q)
  `PF_ASSERT(a_lines, !beg_i || cfg_lines_i <= {1'b1, {LineW{1'b0}}})
  `PF_ASSERT(a_busy, !more || busy_q)
`endif

endmodule

`resetall
