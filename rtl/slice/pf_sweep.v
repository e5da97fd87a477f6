// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_sweep: names every beat of metadata memory once, for a write of unwritten entries.
//
//   start ─> count 0 .. ceil(entries / 4), rounded up to whole lines ─> + base ─> swr
//
// Throughput  a beat a cycle.
// Latency     the first beat in the cycle of start_valid_i; start_ready_o in the cycle after the last.
// Errs        none: exact.
// Handshake   start_ready_o says that all is done; start_valid_i and configuration stay until then. swr_valid_o depends
//             on start_valid_i. Idle while start_valid_i is low.
// State bits  AddrW - 3.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_sweep #(
  parameter integer AddrW = `PF_ADDR_W,      // byte address within the slice's data; 7 to 40
  parameter integer Beats = 2,               // beats of a line; 1, 2 or 4
  // Derived: do not override.
  parameter integer MemW  = AddrW - 3
) (
  input  wire             clk_i,
  input  wire             rst_ni,            // asynchronous, active low

  // Configuration
  input  wire [AddrW-2:0] cfg_entries_i,     // 1 .. 2^(AddrW-2)
  input  wire [MemW-1:0]  cfg_meta_base_i,   // beat

  input  wire             start_valid_i,
  output wire             start_ready_o,

  output wire             swr_valid_o,
  input  wire             swr_ready_i,
  output wire [MemW-1:0]  swr_addr_o         // beat
);

  generate
    if (AddrW < 7 || AddrW > 40 || MemW != AddrW - 3 || (Beats != 1 && Beats != 2 && Beats != 4)) begin : g_bad_param
      PF_SWEEP_BAD_PARAMETER u_bad ();
    end
  endgenerate

  localparam integer CountW = AddrW - 4;     // beats of the largest table: 2^CountW
  localparam integer BeatW  = $clog2(Beats);

  reg  [CountW-1:0]     count_q;
  reg                   done_q;

  // (entries - 1) / entries of a line: the line of the last entry.
  localparam integer LineW = CountW - BeatW;
  wire [LineW:0] last_line = cfg_entries_i[AddrW-2:BeatW+2]
                             - {{LineW{1'b0}}, cfg_entries_i[BeatW+1:0] == {(BeatW+2){1'b0}}};

  wire line_end;                             // the last beat of a line
  wire last = line_end && {1'b0, count_q[CountW-1:BeatW]} == last_line;
  wire fire = swr_valid_o && swr_ready_i;

  generate
    if (BeatW > 0) begin : g_beats
      assign line_end = &count_q[BeatW-1:0];
    end else begin : g_beat
      assign line_end = 1'b1;
    end
  endgenerate

  assign swr_valid_o   = start_valid_i && !done_q;
  assign swr_addr_o    = cfg_meta_base_i + {1'b0, count_q};
  assign start_ready_o = done_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= {CountW{1'b0}};
      done_q  <= 1'b0;
    end else begin
      if (fire) count_q <= last ? {CountW{1'b0}} : count_q + 1'b1;
      done_q <= fire && last;
    end
  end

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {start_valid_i, swr_ready_i})
  `PF_ASSERT(a_start_stays, !done_q || start_valid_i)
  `PF_ASSERT(a_entries, !start_valid_i || cfg_entries_i != {(AddrW-1){1'b0}})
`ifdef PF_PROVE_SWEEP
  `include "pf_sweep_proof.vh"
`endif
`endif  // SYNTHESIS

endmodule

`resetall
