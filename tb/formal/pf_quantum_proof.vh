// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_quantum: whatever the issues, events and their order (misuse by events too), a warp slot issues at
// most cfg_size_i instructions between two starts; only one that run_o names does; a warp that waits at
// a barrier runs again after its RELEASE alone. And what a warp may do depends on its own steps alone: a
// model that sees nothing else has the same reason always. So any order of steps that keeps each warp's
// own ends a quantum with the same reasons. Any one warp is watched. By induction.

  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  (* anyconst *) wire [WarpW-1:0] f_w;
  always @* assume (f_w < Warps);

  `PF_ASSUME(m_start, !start_i || (mode_i == PARALLEL && cfg_size_i != {CountW{1'b0}}))
  `PF_ASSUME(m_issue, (issue_i & ~((mode_i == SERIAL) ? serve : run_o)) == {Warps{1'b0}})

  // Kept apart from the unit's own count: since the last start, and what was allowed then.
  reg  [CountW:0] f_issued_q;
  reg  [CountW:0] f_size_q;
  reg             f_waits_q, f_released_q;
  wire [Warps-1:0]        f_left;
  wire [Warps*CountW-1:0] f_rest;
  wire [Warps-1:0]        f_over;
  genvar f_g;
  generate
    for (f_g = 0; f_g < Warps; f_g = f_g + 1) begin : g_f
      assign f_left[f_g] = g_warp[f_g].left_q;
      assign f_rest[f_g*CountW +: CountW] = g_warp[f_g].rest_q;
      assign f_over[f_g] = g_warp[f_g].over_q;
    end
  endgenerate
  wire [CountW-1:0] f_rest_w = f_rest[f_w*CountW +: CountW];
  wire [2:0]        f_why_w  = why_o[3*f_w +: 3];
  wire              f_hit    = evt_valid_i && evt_warp_i == f_w;
  wire              f_wait   = f_why_w == BARRIER && !f_over[f_w];

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_issued_q   <= {(CountW+1){1'b0}};
      f_size_q     <= {(CountW+1){1'b0}};
      f_waits_q    <= 1'b0;
      f_released_q <= 1'b0;
    end else begin
      if (start_i) begin
        f_issued_q <= {(CountW+1){1'b0}};
        f_size_q   <= {1'b0, cfg_size_i};
      end else if (issue_i[f_w] && mode_i == PARALLEL) f_issued_q <= f_issued_q + 1'b1;
      f_waits_q    <= f_wait;
      f_released_q <= f_hit;
    end
  end

  `PF_ASSERT(f_budget, f_issued_q <= f_size_q)
  `PF_ASSERT(f_exact, f_issued_q + (f_left[f_w] ? {1'b0, f_rest_w} + 1'b1 : {(CountW+1){1'b0}}) == f_size_q)
  `PF_ASSERT(f_runs_has, f_why_w != RUNS || f_left[f_w])
  `PF_ASSERT(f_runs, !run_o[f_w] || (f_why_w == RUNS && mode_i == PARALLEL && f_issued_q < f_size_q))
  `PF_ASSERT(f_held, !f_waits_q || f_released_q || f_wait)  // no start, issue or other warp moves it
  `PF_ASSERT(f_serves, !ser_valid_o || (why_o[3*ser_warp_o +: 3] == ATOMIC && !f_over[ser_warp_o]))
  `PF_ASSERT(f_lowest, !(ser_valid_o && f_w < ser_warp_o) || f_why_w != ATOMIC || f_over[f_w])
  `PF_ASSERT(f_done, !done_o || f_why_w != RUNS)

  // The warp by itself: its issues, events, and the end of its atomic, and the starts.
  wire       f_own_issue  = issue_i[f_w] && mode_i == PARALLEL;
  wire       f_own_served = ser_next_i && ser_valid_o && ser_warp_o == f_w;
  reg  [2:0] f_m_why_q, f_m_why;
  reg        f_m_over_q, f_m_over;
  reg  [CountW:0] f_m_left_q, f_m_left;
  always @* begin
    f_m_why  = f_m_why_q;
    f_m_over = f_m_over_q || f_own_served;
    f_m_left = f_m_left_q;
    if (start_i) begin
      f_m_left = {1'b0, cfg_size_i};
      if (f_m_why == EXIT) f_m_why = NONE;
      else if (f_m_why != NONE && !(f_m_why == BARRIER && !f_m_over_q)) f_m_why = RUNS;
      f_m_over = 1'b0;
    end
    if (f_own_issue) begin
      f_m_left = f_m_left - 1'b1;
      if (f_m_left == {(CountW+1){1'b0}}) f_m_why = COUNT;
    end
    if (f_hit) begin
      case (evt_kind_i)
        3'd0: {f_m_why, f_m_over} = {(f_m_left != 0) ? RUNS : COUNT, 1'b0};
        3'd1: {f_m_why, f_m_over} = {ATOMIC, 1'b0};
        3'd2: {f_m_why, f_m_over} = {3'd4, 1'b0};
        3'd3: {f_m_why, f_m_over} = {3'd6, 1'b0};
        3'd4: {f_m_why, f_m_over} = {BARRIER, 1'b0};
        3'd5: if (f_m_why_q == BARRIER && !f_m_over_q) begin
          if (cfg_bta_i) {f_m_why, f_m_over} = {(f_m_left != 0) ? RUNS : COUNT, 1'b0};
          else           f_m_over = 1'b1;
        end
        default: {f_m_why, f_m_over} = {EXIT, 1'b0};
      endcase
    end
  end
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {f_m_why_q, f_m_over_q, f_m_left_q} <= {(CountW+5){1'b0}};
    else         {f_m_why_q, f_m_over_q, f_m_left_q} <= {f_m_why, f_m_over, f_m_left};
  end
  `PF_ASSERT(f_own_why, f_m_why_q == f_why_w)
  `PF_ASSERT(f_own_over, f_m_over_q == f_over[f_w])
  `PF_ASSERT(f_own_left, f_m_left_q == (f_left[f_w] ? {1'b0, f_rest_w} + 1'b1 : {(CountW+1){1'b0}}))

  `PF_COVER(c_used_up, f_why_w == COUNT && f_issued_q == f_size_q && f_size_q > 2)
  `PF_COVER(c_waits_on, f_wait && start_i)
  `PF_COVER(c_second, ser_next_i && ser_warp_o == Warps - 1 && f_w == 0 && f_why_w == ATOMIC && f_over[f_w])
