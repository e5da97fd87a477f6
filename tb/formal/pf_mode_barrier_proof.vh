// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_mode_barrier: no mode begins before all have arrived in the one before (in SERIAL: all that needed
// it, one after the other, the lowest first); modes follow each other in their order; every mode ends
// cfg_latency_i + 1 cycles after all are there, and a token moves as soon as its holder has arrived, so
// nobody waits for ever. Any one party is watched. By induction.

  localparam integer FPartyW = (Parties > 1) ? $clog2(Parties) : 1;

  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  (* anyconst *) wire [FPartyW-1:0] f_p;
  always @* assume (f_p < Parties);

  // Configuration stays while it counts.
  reg [LatencyW-1:0] f_latency_q;
  reg                f_serial_q, f_move_q;
  always @(posedge clk_i) begin
    f_latency_q <= cfg_latency_i;
    f_serial_q  <= serial_all_i;
  end
  always @* if (f_past && !f_move_q) assume (cfg_latency_i == f_latency_q && serial_all_i == f_serial_q);
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_move_q <= 1'b1;
    else         f_move_q <= halted_q;
  end

  reg  [1:0]         f_mode_q;
  reg                f_new_q;                     // a mode begins
  reg                f_was_here_q, f_halted_q;    // f_p was there in the cycle before; and all
  reg                f_all_q, f_need_q;           // f_p needed SERIAL at the end of the last COMMIT
  reg                f_served_q;                  // and has had the token and arrived since
  reg                f_through_q;                 // somebody needed it
  reg  [LatencyW:0]  f_waited_q;                  // cycles since all are there
  reg  [Parties-1:0] f_token_q;
  reg  [1:0]         f_stuck_q;                   // cycles that a holder has been there with its token
  wire               f_all = (mode_q == SERIAL) ? rest_q == {Parties{1'b0}}
                                                : !first_q && (&arrive_i) && (mode_q != DISTRIBUTE || dist_done_i);
  wire               f_end = (mode_o == COMMIT) && !halted_q && f_all && wait_q == {LatencyW{1'b0}};

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_mode_q     <= SERIAL;
      f_was_here_q <= 1'b0;
      f_all_q      <= 1'b0;
      f_halted_q   <= 1'b1;
      f_need_q     <= 1'b0;
      f_served_q   <= 1'b0;
      f_through_q  <= 1'b0;
      f_waited_q   <= {(LatencyW+1){1'b0}};
      f_token_q    <= {Parties{1'b0}};
      f_stuck_q    <= 2'd0;
    end else begin
      f_mode_q     <= mode_o;
      f_was_here_q <= arrive_i[f_p] && !first_q;
      f_all_q      <= f_all;
      f_halted_q   <= halted_q;
      f_token_q    <= token_o;
      if (f_end) begin
        f_need_q    <= need_i[f_p];
        f_through_q <= |need_i;
        f_served_q  <= 1'b0;
      end else if (mode_o == SERIAL && token_o[f_p] && arrive_i[f_p] && !first_q) f_served_q <= 1'b1;
      f_waited_q   <= (f_all && !halted_q && !over) ? f_waited_q + 1'b1 : {(LatencyW+1){1'b0}};
      f_stuck_q    <= ((|(token_o & arrive_i)) && token_o == f_token_q) ? f_stuck_q + 1'b1 : 2'd0;
    end
  end

  wire f_moved = mode_o != f_mode_q;
  // Modes in their order, and only with all there; from a halt, when they have been there before it.
  `PF_ASSERT(f_order, !f_moved ||
             (f_mode_q == PARALLEL && mode_o == COMMIT) ||
             (f_mode_q == COMMIT && mode_o == (f_through_q ? SERIAL : DISTRIBUTE)) ||
             (f_mode_q == SERIAL && mode_o == DISTRIBUTE) || (f_mode_q == DISTRIBUTE && mode_o == PARALLEL))
  `PF_ASSERT(f_all_there, !(f_moved && !f_halted_q) || f_all_q)
  `PF_ASSERT(f_party_there, !(f_moved && !f_halted_q && f_mode_q != SERIAL) || f_was_here_q)
  `PF_ASSERT(f_halt_there, !(halted_q && !f_halted_q) || (f_all_q && !f_moved))
  `PF_ASSERT(f_served, !(f_moved && f_mode_q == SERIAL && f_need_q) || f_served_q)
  `PF_ASSERT(f_pulses, start_o + begin_o + dist_o <= 1 && (!(start_o || begin_o || dist_o) || f_moved))
  `PF_ASSERT(f_pulse_comes, !(f_moved && mode_o != SERIAL) || start_o || begin_o || dist_o)

  // Tokens: in SERIAL alone; one unless all; of those that need it and are not through; lowest first.
  `PF_ASSERT(f_token_mode, token_o == {Parties{1'b0}} || mode_o == SERIAL)
  `PF_ASSERT(f_token_needy, !token_o[f_p] || (f_need_q && !f_served_q))
  `PF_ASSERT(f_token_lowest, serial_all_i || !token_o[f_p] || ((rest_q - 1'b1) & rest_q & token_o) == {Parties{1'b0}})
  `PF_ASSERT(f_rest, mode_q != SERIAL || rest_q[f_p] == (f_need_q && !f_served_q))
  `PF_ASSERT(f_halt_rest, !(halted_q && mode_q == COMMIT) || (rest_q[f_p] == f_need_q && !f_served_q))
  `PF_ASSERT(f_halt_through, !(halted_q && mode_q == COMMIT) || f_through_q == (|rest_q))
  `PF_ASSERT(f_halt_done, !(halted_q && mode_q == SERIAL) || rest_q == {Parties{1'b0}})
  `PF_ASSERT(f_nobody, !(mode_q == PARALLEL || mode_q == DISTRIBUTE) || rest_q == {Parties{1'b0}})
  `PF_ASSERT(f_nobody_yet, mode_q != COMMIT || halted_q || rest_q == {Parties{1'b0}})

  // Bounds.
  `PF_ASSERT(f_count, halted_q || f_waited_q == {(LatencyW+1){1'b0}} ||
             {1'b0, wait_q} + f_waited_q == {1'b0, cfg_latency_i})
  `PF_ASSERT(f_bound, f_waited_q <= {1'b0, cfg_latency_i})
  `PF_ASSERT(f_fresh, halted_q || first_q || f_waited_q != {(LatencyW+1){1'b0}} || wait_q == cfg_latency_i)
  `PF_ASSERT(f_token_moves, f_stuck_q <= 2'd1)

  `PF_COVER(c_quantum, start_o && f_need_q && f_served_q)
  `PF_COVER(c_two, mode_o == SERIAL && rest_q == {1'b1, {(Parties-1){1'b0}}} && f_served_q && !serial_all_i)
  `PF_COVER(c_halt, halted_q && mode_o == COMMIT && rest_q[f_p])
