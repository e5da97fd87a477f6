// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_arbiter: sources keep valid and data; then at most one is granted, only one that asks, the
// grant stays until taken, and source f_k, whichever, waits for at most N-1 others.

  // Reset at the first step, free later.
  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  reg  [N-1:0]       f_asked_q;  // asked a cycle ago and was not taken
  reg  [N*Width-1:0] f_data_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_asked_q <= {N{1'b0}};
    else         f_asked_q <= in_valid_i & ~in_ready_o;
  end
  always @(posedge clk_i) f_data_q <= in_data_i;

  `PF_ASSUME(m_keep_valid, (f_asked_q & ~in_valid_i) == {N{1'b0}})
  genvar fg;
  generate
    for (fg = 0; fg < N; fg = fg + 1) begin : g_keep
      `PF_ASSUME(m_keep_data, !f_asked_q[fg] || in_data_i[fg*Width +: Width] == f_data_q[fg*Width +: Width])
      `PF_ASSERT(a_index, !grant[fg] || (out_index_o == fg && out_data_o == in_data_i[fg*Width +: Width]))
    end
    for (fg = 1; fg < N; fg = fg + 1) begin : g_turn
      `PF_ASSERT(a_turn, !turn_q[fg-1] || turn_q[fg])
    end
  endgenerate
  `PF_ASSERT(a_turn_0, !turn_q[0])
  `PF_ASSERT(a_busy, (|in_valid_i) == (|grant))
  `PF_ASSERT(a_taken, in_ready_o == (out_ready_i ? grant : {N{1'b0}}))

  // The turn as a number, and how many may come before f_k.
  (* anyconst *) wire [IndexW-1:0] f_k;
  integer f_turn, f_before, f_i;
  always @* begin
    f_turn = N;
    for (f_i = 0; f_i < N; f_i = f_i + 1) f_turn = f_turn - turn_q[f_i];
    if (f_turn == N) f_turn = 0;
    f_before = f_k - f_turn;
    if (f_before < 0) f_before = f_before + N;
  end

  reg [IndexW:0] f_waited_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                                   f_waited_q <= {(IndexW+1){1'b0}};
    else if (!in_valid_i[f_k] || in_ready_o[f_k])  f_waited_q <= {(IndexW+1){1'b0}};
    else if (|in_ready_o)                          f_waited_q <= f_waited_q + 1'b1;
  end

  always @* assume (f_k < N);
  `PF_ASSERT(a_wait, f_waited_q + (f_waited_q == {(IndexW+1){1'b0}} ? 0 : f_before) <= N - 1)
  `PF_COVER(c_waited, f_waited_q == N - 1 && in_ready_o[f_k])
  // The turn of one that is on show stays with it.
  reg f_shown_before_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_shown_before_q <= 1'b0;
    else         f_shown_before_q <= out_valid_o && !out_ready_i;
  end
  `PF_ASSERT(a_turn_shown, !f_shown_before_q || (f_turn == f_index_q && f_asked_q[f_index_q]))
