// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_counters: for counter f_k, whichever, total + part under way + small counter = all events.
//
// Small counters never run over: small <= most * age, and age + time left to the next visit <= Gap.
// An answer lacks only events that came after the read did.

  // Reset at the first step, free later.
  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  always @* assume (f_k < N);

  wire              f_pair  = f_k >= N - Pairs;
  wire [IncW-1:0]   f_most  = (f_k < Wide) ? {IncW{1'b1}} : f_pair ? 3 : 1;
  wire [IncW-1:0]   f_inc   = (f_k < Wide) ? inc_i[f_k*IncW +: IncW] : f_pair ? inc_i[Wide*IncW+2*f_k-Wide-N+Pairs +: 2] :
                              inc_i[Wide*IncW+f_k-Wide];
  wire [SmallW-1:0] f_small = counted[f_k*SmallW +: SmallW];
  wire              f_taken = visit && turn_q == f_k;
  wire              f_low   = low_q && index_q == f_k;
  wire              f_high  = high_q && index_q == f_k;

  // All events since the last clear.
  reg [TotalW-1:0] f_sum_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      f_sum_q <= {TotalW{1'b0}};
    else if (clear_i) f_sum_q <= {TotalW{1'b0}};
    else              f_sum_q <= f_sum_q + f_inc;
  end

  wire              f_cleared = !clearing_q || index_q > f_k;
  wire [TotalW-1:0] f_total   = f_cleared ? f_word : {TotalW{1'b0}};
  wire [TotalW-1:0] f_flying  = f_low ? part_q : (f_high && carry_q) ? {{(TotalW-LowW-1){1'b0}}, 1'b1, {LowW{1'b0}}} :
                                {TotalW{1'b0}};
  `PF_ASSERT(a_no_event_lost, f_total + f_flying + f_small == f_sum_q)
  `PF_ASSERT(a_low_read, !f_low || total == f_word)
  `PF_ASSERT(a_high_read, !f_high || total[TotalW-1:LowW] == f_word[TotalW-1:LowW])
  `PF_ASSERT(a_one_phase, !(low_q && high_q) && !(clearing_q && (low_q || high_q || answer_q)))
  `PF_ASSERT(a_indices, index_q <= LAST && turn_q <= LAST)
  `PF_ASSERT(a_follows, !(low_q || high_q) || turn_q == ((index_q == LAST) ? {IndexW{1'b0}} : index_q + 1'b1))

  // Age of the small counter, and a bound on the time to its next visit.
  reg  [7:0] f_age_q;
  wire [7:0] f_away  = (f_k >= turn_q) ? f_k - turn_q : f_k + N - turn_q;
  wire [7:0] f_clear = clearing_q ? N - index_q : 0;
  wire       f_stop  = turn_q > f_k || (lapped && round_q);  // a read may still step in
  wire [7:0] f_block = (lapped && !low_q && !high_q) ? 1 : 2;
  wire [7:0] f_left  = f_clear + 2 * f_away + low_q + ((N == 1) ? low_q + high_q : 0) + (f_stop ? f_block : 0);
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                            f_age_q <= 8'd0;
    else if (clear_i)                       f_age_q <= 8'd0;
    else if (f_taken || f_small == {SmallW{1'b0}}) f_age_q <= 8'd1;
    else                                    f_age_q <= f_age_q + 8'd1;
  end
  `PF_ASSERT(a_no_loss, !over[f_k])
  `PF_ASSERT(a_age, f_age_q <= Gap && f_small <= f_most * f_age_q)
  `PF_ASSERT(a_due, f_small == {SmallW{1'b0}} || f_age_q + f_left < Gap)

  // Reads. The index stays while a read waits.
  reg                 f_waits_q;
  reg  [IndexW-1:0]   f_index_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_waits_q <= 1'b0;
    else         f_waits_q <= rd_valid_i && !rd_ready_o;
  end
  always @(posedge clk_i) f_index_q <= rd_index_i;
  `PF_ASSUME(m_keep_read, !f_waits_q || (rd_valid_i && rd_index_i == f_index_q))
  `PF_ASSUME(m_index, rd_index_i <= LAST)

  // Events since the read came; enough bits that it cannot wrap while it is compared.
  reg [SmallW:0] f_since_q;
  wire [SmallW:0] f_since = f_waits_q ? f_since_q : {(SmallW+1){1'b0}};
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                   f_since_q <= {(SmallW+1){1'b0}};
    else if (clear_i)              f_since_q <= {(SmallW+1){1'b0}};
    else if (!f_since[SmallW])     f_since_q <= f_since + f_inc;
  end
  wire f_passed = round_q && (lapped || turn_q > f_k);  // visited since the read came
  `PF_ASSERT(a_round, !round_q || f_waits_q)
  `PF_ASSERT(a_passed, !f_passed || f_small <= f_since)
  `PF_ASSERT(a_waited, !answer_q || f_waits_q)
  `PF_ASSERT(a_answer, !(answer_q && rd_index_i == f_k) ||
             (rd_total_o == f_word && f_small <= f_since && f_sum_q - rd_total_o == f_small))
  `PF_COVER(c_busy_read, answer_q && rd_index_i == f_k && f_small != {SmallW{1'b0}})
