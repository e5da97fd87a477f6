// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_mode_barrier: takes all parties from mode to mode, and one after the other through SERIAL.
//
//   arrive_i[N] --> all? --> cfg_latency_i cycles --> next mode --> mode_o, start_o, begin_o, dist_o
//   need_i[N] ----> rest_q at the end of COMMIT ----> lowest --> token_o[N]
//                     ^--- without those that have arrived with the token
//
//   PARALLEL --> COMMIT --> SERIAL (if any need_i) --> DISTRIBUTE --> PARALLEL ...
//
// All means in PARALLEL, COMMIT and DISTRIBUTE every arrive_i in the same cycle (and dist_done_i in
// DISTRIBUTE); in SERIAL that nobody is left who needs it, where only holders of a token are asked.
// arrive_i is not looked at in the first cycle of a mode or of a token, so it may be a cycle late. One
// that is taken back before the mode changes begins the latency anew.
// stop_i = 1 at the end of a mode: stays in it, halted_o = 1, until run_i, then the next one begins.
// After reset it is so, at the end of a SERIAL: run_i begins with DISTRIBUTE. cfg_latency_i and
// serial_all_i change while halted, or in the first cycle of a mode but SERIAL.
//
// Throughput  a mode takes at least 2 cycles; a token 2.
// Latency     cfg_latency_i + 1 cycles from the last arrival to the new mode, from SERIAL one more.
// Errs        never: no mode begins before all have arrived in the one before.
// State bits  Parties + LatencyW + 4.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_mode_barrier #(
  parameter integer Parties  = `PF_SMS,  // at least 1
  parameter integer LatencyW = 16        // at least 1
) (
  input  wire                clk_i,
  input  wire                rst_ni,        // asynchronous, active low

  input  wire [LatencyW-1:0] cfg_latency_i, // cycles more between modes
  input  wire                serial_all_i,  // all that need SERIAL at once; else the lowest first

  input  wire                stop_i,
  input  wire                run_i,
  output wire                halted_o,      // stays where it is until run_i

  input  wire [Parties-1:0]  arrive_i,      // done with the present mode, or with the token
  input  wire [Parties-1:0]  need_i,        // has something for SERIAL; asked at the end of COMMIT
  input  wire                dist_done_i,   // DISTRIBUTE has done all it has to

  output wire [1:0]          mode_o,        // 0 PARALLEL, 1 COMMIT, 2 SERIAL, 3 DISTRIBUTE
  output wire                start_o,       // first cycle of PARALLEL
  output wire                begin_o,       // first cycle of COMMIT
  output wire                dist_o,        // first cycle of DISTRIBUTE
  output wire [Parties-1:0]  token_o        // whose turn it is in SERIAL
);

  generate
    if (Parties < 1 || LatencyW < 1) begin : g_bad_param
      PF_MODE_BARRIER_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  localparam [1:0] PARALLEL = 2'd0, COMMIT = 2'd1, SERIAL = 2'd2, DISTRIBUTE = 2'd3;

  reg  [1:0]          mode_q;
  reg                 first_q;   // first cycle of a mode or of a token
  reg                 halted_q;
  reg  [LatencyW-1:0] wait_q;    // cycles still to wait when all have arrived
  reg  [Parties-1:0]  rest_q;    // parties that need SERIAL and have not been through it

  wire [Parties-1:0]  lowest = rest_q & (~rest_q + {{(Parties-1){1'b0}}, 1'b1});
  wire [Parties-1:0]  token  = (mode_q != SERIAL) ? {Parties{1'b0}} : serial_all_i ? rest_q : lowest;
  wire [Parties-1:0]  served = first_q ? {Parties{1'b0}} : token & arrive_i;

  wire                here   = !first_q && (&arrive_i) && (mode_q != DISTRIBUTE || dist_done_i);
  wire                all    = !halted_q && ((mode_q == SERIAL) ? rest_q == {Parties{1'b0}} : here);
  wire                over   = all && wait_q == {LatencyW{1'b0}};  // this mode's last cycle
  wire                go     = halted_q ? run_i : over && !stop_i;

  // What follows; a halt remembers in rest_q whether SERIAL does.
  wire [Parties-1:0]  need   = halted_q ? rest_q : need_i;
  reg  [1:0]          next;
  always @* begin
    case (mode_q)
      PARALLEL:   next = COMMIT;
      COMMIT:     next = (|need) ? SERIAL : DISTRIBUTE;
      SERIAL:     next = DISTRIBUTE;
      default:    next = PARALLEL;
    endcase
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mode_q   <= SERIAL;
      first_q  <= 1'b0;
      halted_q <= 1'b1;
      wait_q   <= {LatencyW{1'b0}};
      rest_q   <= {Parties{1'b0}};
    end else begin
      if (go) mode_q <= next;
      first_q  <= go || (|served);
      halted_q <= halted_q ? !run_i : over && stop_i;
      wait_q   <= all ? wait_q - 1'b1 : cfg_latency_i;
      rest_q   <= (over && mode_q == COMMIT) ? need_i : rest_q & ~served;
    end
  end

  assign mode_o   = mode_q;
  assign halted_o = halted_q;
  assign token_o  = token;
  assign start_o  = first_q && mode_q == PARALLEL;
  assign begin_o  = first_q && mode_q == COMMIT;
  assign dist_o   = first_q && mode_q == DISTRIBUTE;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {stop_i, run_i, arrive_i, need_i, dist_done_i, serial_all_i, cfg_latency_i})
  `PF_ASSERT(a_one_token, serial_all_i || (token_o & (token_o - 1'b1)) == {Parties{1'b0}})
  `PF_ASSERT(a_rest_serial, mode_q == SERIAL || (halted_q && mode_q == COMMIT) || rest_q == {Parties{1'b0}})
  `PF_ASSERT(a_halted, !halted_q || !first_q)
`endif

`ifdef PF_PROVE_MODE_BARRIER
  `include "pf_mode_barrier_proof.vh"
`endif

endmodule

`resetall
