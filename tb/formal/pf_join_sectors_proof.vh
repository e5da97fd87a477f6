// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The proof of pf_join_sectors, in it when PF_PROVE_JOIN is defined: places are in one order; of two of a line the newer one
// may be joined, the older one is due; what is in a place is of the sectors that it says; one place is chosen if any is taken.
// What is before a fence or an epoch is due, as these are.
// It ends: without requests, and with an output that is ready, all has left after Age + Places + 1 cycles.
// By induction, for any traffic.

  // Reset at the first step, free later.
  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  genvar fi, fj, fk;
  generate
    for (fi = 0; fi < Places; fi = fi + 1) begin : g_proof
      wire [31:0]      f_words = op[OpW*fi +: 32];
      wire [LineW-1:0] f_line  = op[OpW*fi+KeyW+32 +: LineW];
      wire             f_access = op[OpW*fi+OpW-2 +: 2] == ACCESS;
      `PF_ASSERT(a_words, !valid[fi] || (f_words != 32'h0) == f_access)
      `PF_ASSERT(a_barrier, !valid[fi] || f_access || (due[fi]))
      `PF_ASSERT(a_inside, !valid[fi] || !f_access || access_o)
      `PF_ASSERT(a_due, !valid[fi] || due[fi] || g_place[fi].at_q != 4'hf)
      `PF_ASSERT(a_age, !valid[fi] || due[fi] || g_place[fi].age_q <= OLD)
      `PF_ASSERT(a_sectors, !valid[fi] || !f_access || g_place[fi].at_q == {|f_words[31:24], |f_words[23:16], |f_words[15:8], |f_words[7:0]})
      for (fj = 0; fj < Places; fj = fj + 1) begin : g_two
        if (fi != fj) begin : g_other
          wire f_both = valid[fi] && valid[fj];
          `PF_ASSERT(a_line, !f_both || due[fi] || f_line != op[OpW*fj+KeyW+32 +: LineW] || (due[fj] && prior[Places*fi + fj]))
          `PF_ASSERT(a_before, !f_both || f_access || due[fj] || !prior[Places*fi + fj])
          `PF_ASSERT(a_either, prior[Places*fi + fj] != prior[Places*fj + fi])
          for (fk = 0; fk < Places; fk = fk + 1) begin : g_three
            if (fk != fi && fk != fj) begin : g_third
              `PF_ASSERT(a_order, !f_both || !valid[fk] || !prior[Places*fi + fj] || !prior[Places*fj + fk] || prior[Places*fi + fk])
            end
          end
        end
      end
    end
  endgenerate

  `PF_ASSERT(a_chosen, (chosen & (chosen - 1'b1)) == {Places{1'b0}} && (|valid) == (|chosen))
  `PF_ASSERT(a_taken, (chosen & ~valid) == {Places{1'b0}})

  // Cycles without a request and with an output that is ready: places grow old and leave.
  localparam integer Ends = Age + Places + 1;
  reg  [7:0] f_empty_q, f_taken;
  integer    f_i;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                          f_empty_q <= 8'd0;
    else if (req_valid_i || !op_ready_i)  f_empty_q <= 8'd0;
    else if (!idle_o)                     f_empty_q <= f_empty_q + 8'd1;
  end
  always @* begin
    f_taken = 8'd0;
    for (f_i = 0; f_i < Places; f_i = f_i + 1) f_taken = f_taken + {7'd0, valid[f_i]};
  end
  `PF_ASSERT(a_leaving, f_empty_q < Age || f_taken == 8'd0 || {1'b0, f_taken} + f_empty_q <= Age + Places)
  `PF_ASSERT(a_last, f_empty_q < Ends || idle_o)
  generate
    for (fi = 0; fi < Places; fi = fi + 1) begin : g_old
      `PF_ASSERT(a_old, !valid[fi] || due[fi] || g_place[fi].age_q >= f_empty_q)
    end
  endgenerate
