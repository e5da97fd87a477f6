// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The proof of pf_coalesce, in it when PF_PROVE_COALESCE is defined: places are in one order; of two of a line the newer one
// may be joined, the older one is due; what is in a place is of the sectors that it says; one place is chosen if any is taken.
// What is before a fence or an epoch is due, as these are.
// It ends: without requests, and with an output that is ready, all has left after Age + Places + 5 cycles.
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
      `PF_ASSERT(a_barrier, !valid[fi] || f_access || (due[fi] && !op[OpW*fi+32+KeyW-1]))
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
  `PF_ASSERT(a_split, !split_q || (access && whole != 8'h00 && parts != 8'h00))

`ifndef PF_COALESCE_WORD  // the skid's flops by their path: not within pf_coalesce_word
  // Cycles without a request and with an output that is ready: those with something in the skid, which gets less, then
  // those in which places grow old and leave.
  localparam integer Ends = Age + Places + 1;
  wire       f_quiet = !req_valid_i && op_ready_i;
  reg  [7:0] f_busy_q, f_empty_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)       {f_busy_q, f_empty_q} <= 16'd0;
    else if (!f_quiet) {f_busy_q, f_empty_q} <= 16'd0;
    else if (in_valid) f_busy_q  <= f_busy_q + 8'd1;
    else if (!idle_o)  f_empty_q <= f_empty_q + 8'd1;
  end

  // Of each request in the skid a cycle for each operation that it becomes, two at most.
  reg  [7:0] f_taken;
  integer    f_i;
  always @* begin
    f_taken = 8'd0;
    for (f_i = 0; f_i < Places; f_i = f_i + 1) f_taken = f_taken + {7'd0, valid[f_i]};
  end
  (* hierconn *) wire \u_in.skid_valid_q ;
  (* hierconn *) wire [2+SecW+16+TagW+PcW-1:0] \u_in.skid_data_q ;
  wire [2+SecW+16+TagW+PcW-1:0] f_behind = \u_in.skid_data_q ;
  wire       f_second = \u_in.skid_valid_q ;
  `PF_ASSERT(a_access, !f_second || f_behind[SecW+16+TagW+PcW +: 2] != ACCESS || access_o)
  wire [7:0] f_work   = (!in_valid ? 8'd0 : both ? 8'd2 : 8'd1) + (f_second ? 8'd2 : 8'd0);
  `PF_ASSERT(a_skid, !f_second || in_valid)
  `PF_ASSERT(a_busy, f_busy_q + f_work <= 4)
  `PF_ASSERT(a_empty, f_empty_q == 8'd0 || !in_valid)
  `PF_ASSERT(a_leaving, f_empty_q < Age || f_taken == 8'd0 || {1'b0, f_taken} + f_empty_q <= Age + Places)
  `PF_ASSERT(a_last, f_empty_q < Ends || idle_o)
  `PF_ASSERT(a_ends, f_busy_q + f_empty_q < Age + Places + 5 || idle_o)
  generate
    for (fi = 0; fi < Places; fi = fi + 1) begin : g_old
      `PF_ASSERT(a_old, !valid[fi] || due[fi] || g_place[fi].age_q >= f_empty_q)
    end
  endgenerate
`endif
