// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_quantum: which warps of an SM may issue in the parallel mode of a quantum, and why others not.
//
//   issue_i ------> budget of each warp slot: - 1, full at start_i --> none left: COUNT
//                                                                        |
//   evt_kind_i ---> reason of each warp: RUNS, or why it stopped <-------/
//   start_i ------>   |  \--> run_o, why_o, done_o, live_o
//                     \--> lowest that waits for its atomic --> ser_* (SERIAL mode)
//
// Events, PF_Q_* of sw/reference/pf_quantum.h: 0 BEGIN, 1 ATOMIC, 2 FENCE, 3 FULL, 4 BARRIER,
// 5 RELEASE, 6 EXIT. Reasons: 0 NONE, 1 RUNS, 2 COUNT, 3 ATOMIC, 4 FENCE, 5 BARRIER, 6 FULL, 7 EXIT.
// In one cycle start_i comes first, then the issue, then the event. Nobody runs in the cycle of
// start_i. BEGIN and RELEASE do the same in every mode; before the first start budgets are empty.
// A warp whose atomic was done stays ATOMIC, one released without cfg_bta_i BARRIER, until start_i.
// A RELEASE of a warp that does not wait does nothing.
//
// Throughput  any number of issues and one event a cycle; never stalls.
// Latency     1 cycle from issues, events and start_i to all outputs. run_o depends on mode_i and
//             start_i, ser_valid_o on mode_i, done_o on evt_valid_i and start_i in the same cycle.
// Errs        never: a warp slot issues at most cfg_size_i instructions in a quantum.
// State bits  Warps * (CountW + 5 + SlotW).

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_quantum #(
  parameter integer Warps      = `PF_WARPS,        // at least 1
  parameter integer BlockSlots = `PF_BLOCK_SLOTS,  // at least 1
  parameter integer CountW     = `PF_COUNT_W,      // at least 1
  // Derived: do not override.
  parameter integer WarpW      = (Warps > 1) ? $clog2(Warps) : 1,
  parameter integer SlotW      = (BlockSlots > 1) ? $clog2(BlockSlots) : 1
) (
  input  wire                  clk_i,
  input  wire                  rst_ni,       // asynchronous, active low

  input  wire [CountW-1:0]     cfg_size_i,   // instructions of a quantum, at least 1
  input  wire                  cfg_bta_i,    // a released warp runs on in the same quantum

  input  wire [1:0]            mode_i,       // 0 PARALLEL, 1 COMMIT, 2 SERIAL, 3 DISTRIBUTE
  input  wire                  start_i,      // first cycle of a PARALLEL mode

  // Warps that issue an instruction in this cycle
  input  wire [Warps-1:0]      issue_i,

  // Event port
  input  wire                  evt_valid_i,
  output wire                  evt_ready_o,  // always
  input  wire [2:0]            evt_kind_i,
  input  wire [WarpW-1:0]      evt_warp_i,
  input  wire [SlotW-1:0]      evt_slot_i,   // block slot of a BEGIN

  output wire [Warps-1:0]      run_o,        // may issue
  output wire [3*Warps-1:0]    why_o,
  output wire                  done_o,       // nobody runs, and no event is here

  // Serial mode: the lowest warp whose atomic is still to be done
  output wire                  ser_valid_o,
  output wire [WarpW-1:0]      ser_warp_o,
  input  wire                  ser_next_i,   // the atomic of ser_warp_o is done
  output wire                  ser_any_o,    // there is one, in any mode

  output wire [BlockSlots-1:0] live_o        // block slots with a warp that has not ended
);

  generate
    if (Warps < 1 || BlockSlots < 1 || CountW < 1) begin : g_bad_param
      PF_QUANTUM_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  localparam [1:0] PARALLEL = 2'd0, SERIAL = 2'd2;
  localparam [2:0] EVT_BEGIN = 3'd0, EVT_RELEASE = 3'd5;
  localparam [2:0] NONE = 3'd0, RUNS = 3'd1, COUNT = 3'd2, ATOMIC = 3'd3, BARRIER = 3'd5, EXIT = 3'd7;

  // Reason of an event; of those that set one at once. BEGIN and RELEASE: not used.
  function [2:0] reason;
    input [2:0] kind;
    begin
      case (kind)
        3'd1:    reason = ATOMIC;
        3'd2:    reason = 3'd4;
        3'd3:    reason = 3'd6;
        3'd4:    reason = BARRIER;
        default: reason = EXIT;
      endcase
    end
  endfunction

  wire              begins   = evt_kind_i == EVT_BEGIN;
  wire              releases = evt_kind_i == EVT_RELEASE;
  wire [2:0]        stops    = reason(evt_kind_i);
  wire [CountW-1:0] most     = cfg_size_i - 1'b1;

  wire [Warps-1:0]            runs, waits;
  wire [Warps*BlockSlots-1:0] in_slot;
  wire [Warps-1:0]            serve = waits & (~waits + {{(Warps-1){1'b0}}, 1'b1});  // the lowest

  ////////////////
  // Warps      //
  ////////////////

  genvar w, s;
  generate
    for (w = 0; w < Warps; w = w + 1) begin : g_warp
      reg  [2:0]        why_q;
      reg               over_q;  // what it stopped for: atomic done, or released
      reg               left_q;  // some of the budget is left
      reg  [CountW-1:0] rest_q;  // budget behind the next instruction
      reg  [SlotW-1:0]  slot_q;

      // Start or issue
      wire       issues = issue_i[w] && mode_i == PARALLEL;
      wire       last   = issues && rest_q == {CountW{1'b0}};
      wire       left   = start_i || (left_q && !last);
      wire       stuck  = why_q == BARRIER && !over_q;  // waits at a barrier
      wire       gone   = why_q == NONE || why_q == EXIT;
      wire [2:0] why    = start_i ? (gone ? NONE : stuck ? BARRIER : RUNS) : last ? COUNT : why_q;
      wire       over   = !start_i && (over_q || (ser_next_i && ser_valid_o && serve[w]));

      // Then the event
      wire       hit    = evt_valid_i && evt_warp_i == w;
      wire       free   = hit && releases && stuck;
      wire       goes   = (hit && begins) || (free && cfg_bta_i);
      wire       set    = hit && !begins && !releases;

      always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          why_q  <= NONE;
          over_q <= 1'b0;
          left_q <= 1'b0;
        end else begin
          why_q  <= goes ? (left ? RUNS : COUNT) : set ? stops : why;
          over_q <= (over || free) && !goes && !set;
          left_q <= left;
        end
      end

      always @(posedge clk_i) begin
        if (start_i)     rest_q <= most;
        else if (issues) rest_q <= rest_q - 1'b1;
        if (hit && begins) slot_q <= evt_slot_i;
      end

      assign why_o[3*w +: 3] = why_q;
      assign runs[w]         = why_q == RUNS;
      assign waits[w]        = why_q == ATOMIC && !over_q;

      for (s = 0; s < BlockSlots; s = s + 1) begin : g_slot
        assign in_slot[s*Warps + w] = !gone && slot_q == s;
      end
    end

    for (s = 0; s < BlockSlots; s = s + 1) begin : g_live
      assign live_o[s] = |in_slot[s*Warps +: Warps];
    end
  endgenerate

  ////////////////
  // Outputs    //
  ////////////////

  reg [WarpW-1:0] lowest;
  integer         k;
  always @* begin
    lowest = {WarpW{1'b0}};
    for (k = 0; k < Warps; k = k + 1) lowest = lowest | (k[WarpW-1:0] & {WarpW{serve[k]}});
  end

  assign evt_ready_o = 1'b1;
  assign run_o       = (mode_i == PARALLEL && !start_i) ? runs : {Warps{1'b0}};
  assign done_o      = runs == {Warps{1'b0}} && !evt_valid_i && !start_i;
  assign ser_any_o   = |waits;
  assign ser_valid_o = mode_i == SERIAL && ser_any_o;
  assign ser_warp_o  = lowest;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
`ifndef FORMAL  // what the user must keep: the proof asks for less
  wire [Warps-1:0] f_may = (mode_i == SERIAL) ? serve : run_o;
  wire [2:0]       f_why = why_o[3*evt_warp_i +: 3];

  `PF_ASSERT_KNOWN(a_ctrl_known, {mode_i, start_i, issue_i, evt_valid_i, ser_next_i})
  `PF_ASSERT(a_start_parallel, !start_i || mode_i == PARALLEL)
  `PF_ASSERT(a_size, !start_i || cfg_size_i != {CountW{1'b0}})
  `PF_ASSERT(a_issue_may, (issue_i & ~f_may) == {Warps{1'b0}})
  `PF_ASSERT(a_evt_inside, !evt_valid_i || ({1'b0, evt_warp_i} < Warps[WarpW:0] &&
                                            {1'b0, evt_slot_i} < BlockSlots[SlotW:0]))
  `PF_ASSERT(a_evt_kind, !evt_valid_i || evt_kind_i != 3'd7)
  `PF_ASSERT(a_evt_warp, !evt_valid_i || begins == (f_why == NONE || f_why == EXIT))
  `PF_ASSERT(a_begin_mode, !(evt_valid_i && begins) || mode_i == PARALLEL || (&mode_i))
  `PF_ASSERT(a_stop_mode, !evt_valid_i || begins || evt_kind_i[2] || mode_i == PARALLEL)
  `PF_ASSERT(a_ser_next, !ser_next_i || ser_valid_o)
`endif
`endif

`ifdef PF_PROVE_QUANTUM
  `include "pf_quantum_proof.vh"
`endif

endmodule

`resetall
