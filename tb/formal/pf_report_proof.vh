// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The proof of pf_report, in it when PF_PROVE_REPORT is defined: every word of a transfer meets one fate,
// once; records lie within the ring; while the reader's tail is between what it was and head, no record
// that was not read is written over; what is shown stays until it is taken. By induction.

  reg               f_past_q = 1'b0;
  reg  [Lanes-1:0]  f_fated_q;       // words of this transfer that met their fate
  reg  [31:0]       f_head_q, f_tail_q;
  reg               f_met_q;         // a look met what is learned
  reg               f_held_q, f_shown_q, f_recorded_q, f_clear_q;
  reg  [MemW-1:0]   f_addr_q;
  reg  [`PF_RACE_W-1:0] f_data_q;
  wire [Lanes-1:0]  f_lane = {{(Lanes-1){1'b0}}, 1'b1} << lane_q;
  // What stays on the port.
  localparam integer FPayW = Lanes * 30 + AddrW + 1 + `PF_META_BLOCK_W + `PF_META_WARP_W + `PF_TAG_W
                             + `PF_RACE_PC_W + MemW + 6;
  wire [FPayW-1:0]  f_pay = {race_lanes_i, race_row_i, race_sub_i, race_before_i, race_sector_i, race_entry_i,
                             race_shift_i, race_owner_block_i, race_owner_warp_i, race_tag_i, race_pc_i,
                             cfg_ring_base_i, cfg_ring_log2_i, cfg_report_all_i};
  reg  [FPayW-1:0]  f_pay_q;
  wire              f_look = race_valid_i && todo != {Lanes{1'b0}} && !seen_busy && (!word_valid || word_done);

  always @(posedge clk_i) begin
    f_past_q     <= 1'b1;
    f_pay_q      <= f_pay;
    f_held_q     <= rst_ni && race_valid_i && !race_ready_o;
    f_shown_q    <= rst_ni && rwr_valid_o && !rwr_ready_i;
    f_addr_q     <= rwr_addr_o;
    f_data_q     <= rwr_data_o;
    f_head_q     <= ring_head_o;
    f_tail_q     <= cfg_ring_tail_i;
    f_recorded_q <= recorded_o;
    f_clear_q    <= clear_i;
    f_met_q      <= f_look && recorded_o;
    assume (rst_ni == f_past_q);
    if (clear_i) assume (idle_o);
    if (f_past_q && f_held_q) assume (race_valid_i && f_pay == f_pay_q);
    assume (cfg_ring_log2_i >= 5'd1 && cfg_ring_log2_i <= 5'd20);
    // The reader reads on, never past head; a new run starts with nothing to read.
    if (f_past_q && f_clear_q) assume (cfg_ring_tail_i == 32'd0);
    else if (f_past_q) assume (cfg_ring_tail_i - f_tail_q <= f_head_q - f_tail_q);
    else assume (cfg_ring_tail_i == 32'd0);
    if (!rst_ni || race_valid_i && race_ready_o) f_fated_q <= {Lanes{1'b0}};
    else if (word_done) f_fated_q <= f_fated_q | f_lane;
  end

  `PF_ASSERT(f_one_fate, {1'b0, dropped_o} + {1'b0, repeated_o} + {1'b0, recorded_o} == {1'b0, word_done})
  `PF_ASSERT(f_once, !word_done || (f_lane & race_lanes_i & ~f_fated_q) != {Lanes{1'b0}})
  `PF_ASSERT(f_ascending, !word_done || (race_lanes_i & ~f_fated_q & (f_lane - 1'b1)) == {Lanes{1'b0}})
  `PF_ASSERT(f_each, !(race_valid_i && race_ready_o) || f_fated_q == race_lanes_i)
  `PF_ASSERT(f_counted, {31'd0, kinds_o[0]} + {31'd0, kinds_o[1]} + {31'd0, kinds_o[2]} + {31'd0, kinds_o[3]}
             + {31'd0, kinds_o[4]} == {31'd0, word_done})
  wire [MemW-1:0] f_slot = rwr_addr_o - cfg_ring_base_i;
  `PF_ASSERT(f_inside, !rwr_valid_o || {{(32-MemW){1'b0}}, f_slot} < (32'd1 << cfg_ring_log2_i) || MemW < 20 && cfg_ring_log2_i >= MemW)
  `PF_ASSERT(f_room, !rwr_valid_o || ring_head_o - cfg_ring_tail_i < (32'd1 << cfg_ring_log2_i))
  `PF_ASSERT(f_head, !f_past_q || !rst_ni || f_clear_q || ring_head_o == f_head_q + {31'd0, f_recorded_q})
  `PF_ASSERT(f_stable, !f_shown_q || rwr_valid_o && rwr_addr_o == f_addr_q && rwr_data_o == f_data_q)

  // What pf_seen asks of its user.
  `PF_ASSERT(f_seen_use, !(word_valid && f_met_q) && !(seen_busy && (f_look || recorded_o)) && !(clear_i && f_look))

  // Invariant.
  `PF_ASSERT(f_inv_done, f_fated_q == (done_q & ~(word_valid ? f_lane : {Lanes{1'b0}})))
  `PF_ASSERT(f_inv_held, (done_q == {Lanes{1'b0}} && !word_valid) || f_held_q)
  `PF_ASSERT(f_inv_word, !word_valid || (done_q & f_lane) != {Lanes{1'b0}})
  `PF_ASSERT(f_inv_lanes, !race_valid_i || (done_q & ~race_lanes_i) == {Lanes{1'b0}})
  `PF_ASSERT(f_inv_order, !word_valid || (race_lanes_i & ~done_q & (f_lane - 1'b1)) == {Lanes{1'b0}})
  `PF_ASSERT(f_inv_todo, !race_valid_i || (done_q & ~((todo - 1'b1) & ~todo)) == {Lanes{1'b0}} || todo == {Lanes{1'b0}})
  `PF_ASSERT(f_inv_kind, !word_valid || kind < 3'd5)
  `PF_ASSERT(f_inv_full, !word_valid || full_o || ring_head_o - cfg_ring_tail_i < (32'd1 << cfg_ring_log2_i))
  `PF_ASSERT(f_inv_busy, !(word_valid && seen_busy))

  `PF_COVER(c_dropped, dropped_o && ring_head_o == 32'd2)
  `PF_COVER(c_repeated, repeated_o && f_fated_q != {Lanes{1'b0}})
  `PF_COVER(c_all, race_valid_i && race_ready_o && (&race_lanes_i) && ring_head_o == 32'd2)
