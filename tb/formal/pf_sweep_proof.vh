// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The proof of pf_sweep, in it when PF_PROVE_SWEEP is defined: the n-th beat is base + n, and done comes
// after exactly as many as hold entries, whole lines. By induction.

  reg               f_past_q = 1'b0;
  reg  [AddrW:0]    f_sent_q;        // beats of this sweep
  reg  [AddrW-2:0]  f_entries_q;
  reg  [MemW-1:0]   f_base_q;
  reg               f_start_q, f_waits_q;
  wire [AddrW:0]    f_lines = ({2'b00, cfg_entries_i} + (4 * Beats - 1)) / (4 * Beats);
  wire [AddrW:0]    f_all   = f_lines * Beats;

  always @(posedge clk_i) begin
    f_past_q    <= 1'b1;
    f_entries_q <= cfg_entries_i;
    f_base_q    <= cfg_meta_base_i;
    f_start_q   <= start_valid_i && !start_ready_o;
    f_waits_q   <= swr_valid_o && !swr_ready_i;
    assume (rst_ni == f_past_q);
    // A start that is not done stays, and so does the configuration.
    if (f_past_q && f_start_q) assume (start_valid_i && f_entries_q == cfg_entries_i && f_base_q == cfg_meta_base_i);
    assume (cfg_entries_i != 0 && cfg_entries_i <= (1 << (AddrW - 2)));
    if (!rst_ni || start_valid_i && start_ready_o) f_sent_q <= 0;
    else if (swr_valid_o && swr_ready_i)           f_sent_q <= f_sent_q + 1'b1;
  end

  wire [AddrW+MemW:0] f_at = {{MemW{1'b0}}, f_sent_q};
  `PF_ASSERT(f_order, !swr_valid_o || swr_addr_o == cfg_meta_base_i + f_at[MemW-1:0])
  `PF_ASSERT(f_no_more, !swr_valid_o || f_sent_q < f_all)
  `PF_ASSERT(f_each, !start_ready_o || f_sent_q == f_all)
  `PF_ASSERT(f_stable, !(f_start_q && f_waits_q) || swr_valid_o)
  `PF_ASSERT(f_inv, done_q ? start_valid_i && f_start_q : {{(AddrW+1-CountW){1'b0}}, count_q} == f_sent_q)
  `PF_ASSERT(f_inv_count, !done_q || count_q == 0)
  `PF_ASSERT(f_inv_room, f_sent_q == 0 || f_start_q)
  `PF_ASSERT(f_inv_all, !f_start_q || done_q || f_sent_q < f_all)

  `PF_COVER(c_three_lines, start_ready_o && f_all == 3 * Beats)
