// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_check's control, in the middle of pf_check: each check of an entry begins with what the one before it left, wherever
// both are; a group's owners are known before anyone of it is forwarded; and the epoch moves for nobody inside.

  reg f_past_valid = 1'b0;
  always @(posedge clk_i) f_past_valid <= 1'b1;
  always @* if (!f_past_valid) assume (!rst_ni);

  // One entry, any, by slot, group and lane, and where it stands on the store's ports
  (* anyconst *) wire [SlotW-1:0] f_slot;
  (* anyconst *) wire [2:0]       f_entry;
  localparam integer FLaneW = (Lanes > 1) ? $clog2(Lanes) : 1;
  wire [GroupW-1:0] f_group = (Groups == 1) ? {GroupW{1'b0}} : f_entry[2 -: GroupW];
  wire [FLaneW-1:0] f_lane  = (Lanes == 1) ? {FLaneW{1'b0}} : f_entry[0 +: FLaneW];
  wire [2:0]        f_port  = (RdBeats == 2) ? f_entry : {1'b0, f_entry[1:0]};

  wire f_is1 = slot_q1 == f_slot && group_q1 == f_group;
  wire f_is2 = slot_q2 == f_slot && group_q2 == f_group;
  wire f_is3 = slot_q3 == f_slot && group_q3 == f_group;
  wire [2:0] f_in = {valid_q3 && f_is3 && mask_q3[f_lane], valid_q2 && f_is2 && f_left[f_lane],
                     valid_q1 && f_is1 && mask_q1[f_lane]};

  // The entry in the store: a write shows on the next cycle, to a read of the cycle itself, too (pf_line_store).
  reg  [1:0] f_now_q;
  reg        f_read_q = 1'b0;
  wire       f_write = wr_valid_o && wr_slot_o == f_slot && (RdBeats == 2 || wr_beat_o == f_entry[2]) && wr_mask_o[f_port];
  always @(posedge clk_i) begin
    if (f_write) f_now_q <= wr_data_o[f_port*64 +: 2];
    f_read_q <= rst_ni && rd_valid_o && rd_slot_o == f_slot && (RdBeats == 2 || rd_beat_o == f_entry[2]);
  end
  always @* if (f_read_q) assume (rd_data_i[f_port*64 +: 2] == f_now_q);

  wire [1:0] f_entry2 = lane_owner2[f_lane*OwnerW +: 2];
  wire [1:0] f_entry3 = row[f_lane*5 +: 2];
  wire [1:0] f_next3  = next[f_lane*64 +: 2];
  `PF_ASSERT(a_written, f_write == (new_q3 && f_in[2]))
  `PF_ASSERT(a_in_order, !(new_q3 && f_in[2]) || f_entry3 == f_now_q)
  `PF_ASSERT(i_read, !f_in[0] || f_read_q)
  `PF_ASSERT(i_c2, !f_in[1] || f_in[2] || f_entry2 == f_now_q)
  `PF_ASSERT(i_c3, !f_in[2] || new_q3 || f_next3 == f_now_q)

  `PF_ASSERT(i_one_group, Groups > 1 || !((valid_q1 && group_q1[0]) || (valid_q2 && group_q2[0]) || (valid_q3 && group_q3[0])))

  // Who shares entries with C3 leaves C2 at once, all of it.
  wire [Lanes-1:0] f_shared = f_left & mask_q3 & {Lanes{valid_q2 && valid_q3 && slot_q2 == slot_q3 && group_q2 == group_q3}};
  `PF_ASSERT(a_alone, !(|f_shared) || (f_left & (f_left - 1'b1)) == {Lanes{1'b0}})
  `PF_ASSERT(i_near, !(valid_q1 && (|(mask_q1 & (mask_q1 - 1'b1))) && valid_q2 && slot_q1 == slot_q2 && group_q1 == group_q2 &&
                       (|(mask_q1 & f_left))) || near_q1)
  `PF_ASSERT(i_kind_1, !valid_q1 || check_q1 + fence_q1 + epoch_q1 <= 2'd1)
  `PF_ASSERT(i_kind_2, !valid_q2 || check_q2 + fence_q2 + epoch_q2 <= 2'd1)
  // No fence lies between a check in C1 and C3.
  `PF_ASSERT(a_no_fence, !(valid_q1 && check_q1 && valid_q2) || !(fence_q2 || epoch_q2))

  `PF_COVER(c_behind_1, step && f_in[2] && f_in[1])
  `PF_COVER(c_behind_2, step && load2 && f_in[2] && f_in[0] && !f_in[1])
  `PF_COVER(c_met, f_write && rd_valid_o && rd_slot_o == f_slot && (RdBeats == 2 || rd_beat_o == f_entry[2]))
  `PF_COVER(c_wait, stall_entry_o)
  `PF_COVER(c_owners, stall_owner_o)
  `PF_COVER(c_forget, forget_valid_o)
  `PF_COVER(c_race_waits, race_valid_o && !race_ready_i)

  // A race stays as it is until it is taken.
  reg                 f_kept_q = 1'b0;
  reg [Lanes*5-1:0]   f_row_q;
  reg [Lanes-1:0]     f_race_q;
  reg [`PF_TAG_W-1:0] f_tag_q;
  reg [GroupW-1:0]    f_group_q;
  always @(posedge clk_i) begin
    f_kept_q  <= rst_ni && race_valid_o && !race_ready_i;
    f_row_q   <= race_row_o;
    f_race_q  <= race_lanes_o;
    f_tag_q   <= race_tag_o;
    f_group_q <= group_q4;
    if (rst_ni && f_kept_q) begin : a_race_stays
      assert (race_valid_o && race_row_o == f_row_q && race_lanes_o == f_race_q && race_tag_o == f_tag_q && group_q4 == f_group_q);
    end
  end
  `PF_ASSERT(a_new_inside, !new_q3 || valid_q3)

  // A group has entries, wherever it is.
  `PF_ASSERT(a_some_1, !valid_q1 || check_q1 == (|mask_q1))
  `PF_ASSERT(a_some_2, (valid_q2 && check_q2) == (|same))
  `PF_ASSERT(a_some_3, !valid_q3 || check_q3 == (|mask_q3))
