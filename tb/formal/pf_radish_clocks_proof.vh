// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Inside pf_radish_clocks: what any place of the metadata names stays until it drops it; no clock has two entries.

reg f_past = 1'b0;
always @(posedge clk_i) f_past <= 1'b1;
always @* if (!f_past) assume (!rst_ni);

// Any place of the metadata.
reg              f_named_q = 1'b0;
reg [CodeW-1:0]  f_code_q;
reg [ClockW-1:0] f_clock_q;
reg [RefW-1:0]   f_refs;
reg              f_mine;
wire             f_this = $anyseq;         // the take or drop is this place's
wire             f_takes = f_this && take_valid_i && |take_code_o && !f_named_q;
wire             f_drops = f_this && drop_valid_i && f_named_q && drop_code_i == f_code_q;
integer          f;
always @* begin
  f_refs = {RefW{1'b0}};
  f_mine = 1'b0;
  for (f = 0; f < Entries; f = f + 1) if (f_code_q == f + 1) {f_refs, f_mine} = {refs[RefW*f +: RefW], mine_q[f]};
end
always @(posedge clk_i) begin
  if (!rst_ni || restart_valid_i) f_named_q <= 1'b0;
  else if (f_takes)               f_named_q <= 1'b1;
  else if (f_drops)               f_named_q <= 1'b0;
  if (f_takes) {f_code_q, f_clock_q} <= {take_code_o, take_clock_i};
end
// Others drop what they have taken: not this place's reference, nor the core's.
`PF_ASSUME(others_drop_theirs, !(drop_valid_i && f_named_q && drop_code_i == f_code_q && !f_drops) ||
                               f_refs > {{(RefW-1){1'b0}}, 1'b1} + {{(RefW-1){1'b0}}, f_mine})
`PF_ASSUME(clock_goes_on, !tick_valid_i || !(&now_q))
`PF_ASSERT(named_is_there, !f_named_q || (|f_code_q && f_code_q <= Entries && f_refs > {{(RefW-1){1'b0}}, f_mine}))
reg f_right;
always @* begin
  f_right = 1'b1;
  for (f = 0; f < Entries; f = f + 1) begin
    if (f_named_q && f_code_q == f + 1 && clocks[ClockW*f +: ClockW] != f_clock_q) f_right = 1'b0;
    if (mine_q[f] && clocks[ClockW*f +: ClockW] != now_q) f_right = 1'b0;
    if (mine_q[f] && refs[RefW*f +: RefW] == {RefW{1'b0}}) f_right = 1'b0;
  end
  if (|(mine_q & (mine_q - Low))) f_right = 1'b0;
end
`PF_ASSERT(named_is_right, f_right)
// No clock has two entries.
reg f_once;
integer g;
always @* begin
  f_once = 1'b1;
  for (f = 0; f < Entries; f = f + 1)
    for (g = 0; g < f; g = g + 1)
      if (|refs[RefW*f +: RefW] && |refs[RefW*g +: RefW] && clocks[ClockW*f +: ClockW] == clocks[ClockW*g +: ClockW]) f_once = 1'b0;
end
`PF_ASSERT(a_clock_once, f_once)
`PF_COVER(full_table, tick_valid_i && !tick_ready_o)
`PF_COVER(taken_twice, f_named_q && f_refs == 3)
`PF_COVER(old_again, f_drops && !f_mine && f_refs == 1)
