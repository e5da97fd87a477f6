// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_check's control, in the middle of pf_check: no two read-modify-writes of one group overlap,
// what a group works on was read undisturbed, and the epoch moves for nobody inside.

  reg f_past_valid = 1'b0;
  always @(posedge clk_i) f_past_valid <= 1'b1;
  always @* if (!f_past_valid) assume (!rst_ni);

  // One group, any
  (* anyconst *) wire [SlotW-1:0]  f_slot;
  (* anyconst *) wire [GroupW-1:0] f_group;

  wire f_issue = issue && issue_check && slot_q0 == f_slot && (Groups == 1 || issue_group == f_group);
  wire [2:0] f_in = {valid_q3 && check_q3 && slot_q3 == f_slot && (Groups == 1 || group_q3 == f_group),
                     valid_q2 && check_q2 && slot_q2 == f_slot && (Groups == 1 || group_q2 == f_group),
                     valid_q1 && check_q1 && slot_q1 == f_slot && (Groups == 1 || group_q1 == f_group)};

  // The group is read anew only when nothing of it is inside.
  always @(posedge clk_i) if (rst_ni && f_issue) begin : a_interlock assert (f_in == 3'd0); end

  always @(posedge clk_i) if (rst_ni && f_in[0]) begin : a_first_inside assert (f_in[2:1] == 2'd0); end

  // What enters C2 was read in the cycle before, the right beat, and nobody wrote there.
  reg             f_read_q  = 1'b0;
  reg             f_clash_q = 1'b0;
  reg [SlotW-1:0] f_read_slot_q;
  reg [BeatW-1:0] f_read_beat_q;
  always @(posedge clk_i) begin
    f_read_q      <= rst_ni && rd_valid_o;
    f_clash_q     <= wr_valid_o && wr_slot_o == rd_slot_o && (Groups == 1 || wr_beat_o == rd_beat_o);
    f_read_slot_q <= rd_slot_o;
    f_read_beat_q <= rd_beat_o;
    if (rst_ni && load2 && check_q1 && f_in[0]) begin : a_read
      assert (f_read_q && !f_clash_q && f_read_slot_q == slot_q1 && f_read_beat_q == beat1);
    end
    if (rst_ni && f_in[0]) begin : a_read_always
      assert (f_read_q && f_read_slot_q == slot_q1 && f_read_beat_q == beat1 && (spoilt || !f_clash_q));
    end
  end

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
    f_group_q <= group_q3;
    if (rst_ni && f_kept_q) begin : a_race_stays
      assert (race_valid_o && race_row_o == f_row_q && race_lanes_o == f_race_q && race_tag_o == f_tag_q && group_q3 == f_group_q);
    end
  end
  `PF_ASSERT(a_new_or_waits, !(valid_q3 && wait_q3))

  // A group has entries, wherever it is.
  `PF_ASSERT(a_some_1, !valid_q1 || check_q1 == (|mask_q1))
  `PF_ASSERT(a_some_2, (valid_q2 && check_q2) == (|same))
  `PF_ASSERT(a_some_3, !(valid_q3 && check_q3) || (|mask_q3))
