// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The proof of pf_lines, in it when PF_PROVE_LINES is defined. By induction, from any state that meets the
// invariants at the end.
//
//   pieces --> pf_lines --> users: pieces behind pend, done in order --> reads and writes of any user
//                 |
//                 +--> memory: any order and latency; a read sees the writes accepted before it
//
// Shown: no line lies in two slots; a slot with users or with a fetch under way stays held and keeps its line;
// of one beat, any (f_line, f_beat), no second fetch is accepted before what the first one brought was written
// back, or let go unchanged; what a user reads is what the users before wrote, or what memory has, for one
// entry of it, any (f_entry); what is written back is that; what waits at pend, mrd, mwr stays.
// Assumed: what pf_ram (pf_ram_proof) and pf_line_store (pf_line_store_proof) are shown to do; of the users
// that they touch only beats that are there, of a slot they hold, not the same beat at once for a read and a
// write, nothing during a wipe; that at most 2^IdW of them are out; that wr_changed_i 0 tells the truth.
// Parameters: MemW == LineW + BeatW, PayW == LineW.

  localparam integer FIds = 1 << IdW;

  (* anyconst *) wire [LineW-1:0] f_line;
  (* anyconst *) wire [BeatW-1:0] f_beat;
  (* anyconst *) wire [1:0]       f_entry;
  (* anyconst *) wire [MemW-1:0]  f_base;
  (* anyconst *) wire             f_whole, f_always;
  (* anyconst *) wire [EntryW-1:0] f_wipe;

  reg f_past_q = 1'b0;
  always @(posedge clk_i) f_past_q <= 1'b1;
  always @* begin
    assume (rst_ni == f_past_q);
    assume (cfg_meta_base_i == f_base && f_base[BeatW-1:0] == {BeatW{1'b0}});
    assume (cfg_whole_line_i == f_whole && cfg_write_always_i == f_always);
    assume (wipe_entry_i == f_wipe);
    assume (rst_ni || !mrsp_valid_i);
  end

  integer i;

  // By slot; see the invariants
  wire [Lines*RamW-1:0] f_walk_at;   // where the followed beat lies in its bank
  wire [Lines-1:0]      f_mine_at;   // holds the line
  wire [Lines-1:0]      f_going;     // ... and is let go on this edge
  wire [Lines-1:0]      f_asked, f_there, f_dirty;  // the beat
  wire [Lines-1:0]      f_due;       // ... is still to be written back, of a closing slot
  wire [Lines-1:0]      f_closing;

  ////////////////
  // Users      //
  ////////////////

  reg  [IdW:0]          f_out_q;    // users
  reg  [IdW-1:0]        f_old_q;    // the oldest
  reg  [FIds*SlotW-1:0] f_uslot_q;  // by id
  reg  [FIds*LineW-1:0] f_uline_q;
  wire                  f_pend = pend_valid_o && pend_ready_i && pend_access_o;
  wire [LineW-1:0]      f_dec_line = dec_addr_q - f_base[MemW-1:BeatW];

  wire [FIds-1:0] f_is;  // this id is out
  genvar fi, fk, fb;
  generate
    for (fi = 0; fi < FIds; fi = fi + 1) begin : f_g_id
      localparam [31:0] Id = fi;
      wire [IdW-1:0] age = Id[IdW-1:0] - f_old_q;
      assign f_is[fi] = {1'b0, age} < f_out_q;
    end
  endgenerate

  wire [SlotW-1:0] f_old_slot = f_uslot_q[f_old_q*SlotW +: SlotW];

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_out_q <= {(IdW+1){1'b0}};
      f_old_q <= {IdW{1'b0}};
    end else begin
      f_out_q <= f_out_q + {{IdW{1'b0}}, f_pend} - {{IdW{1'b0}}, done_valid_i};
      f_old_q <= f_old_q + {{(IdW-1){1'b0}}, done_valid_i};
      if (f_pend) begin
        f_uslot_q[pend_id_o*SlotW +: SlotW] <= pend_slot_o;
        f_uline_q[pend_id_o*LineW +: LineW] <= pend_pay_o;
      end
    end
  end

  // Does check read, write the followed beat of a slot? With RdBeats 2 it takes a pair.
  wire [2:0] f_lane;
  wire       f_rd_hit, f_wr_hit, f_rd_there, f_wr_there;
  wire [3:0] f_wr_mask;
  generate
    if (RdBeats == 1) begin : f_g_one
      assign f_lane = {1'b0, f_entry};
      assign f_rd_hit = rd_beat_i == f_beat;
      assign f_wr_hit = wr_beat_i == f_beat;
      assign f_wr_mask = wr_mask_i;
      assign f_rd_there = present_o[{rd_slot_i, rd_beat_i}];
      assign f_wr_there = present_o[{wr_slot_i, wr_beat_i}];
    end else begin : f_g_two
      wire [SlotW+BeatW-1:0] at = {wr_slot_i, wr_beat_i};
      assign f_lane = {f_beat[0], f_entry};
      assign f_rd_hit = Beats == 2 || rd_beat_i[BeatW-1] == f_beat[BeatW-1];
      assign f_wr_hit = Beats == 2 || wr_beat_i[BeatW-1] == f_beat[BeatW-1];
      assign f_wr_mask = f_beat[0] ? wr_mask_i[7:4] : wr_mask_i[3:0];
      assign f_rd_there = 1'b1;  // what counts is there: f_rd_mine
      assign f_wr_there = (present_o[{at[SlotW+BeatW-1:1], 1'b0}] || ~|wr_mask_i[3:0])
                          && (present_o[{at[SlotW+BeatW-1:1], 1'b1}] || ~|wr_mask_i[7:4]);
    end
  endgenerate

  // Of the slot that is read, and written: there is a user; it is one of the line
  reg f_rd_user, f_wr_user, f_rd_line, f_wr_line;
  always @* begin
    f_rd_user = 1'b0;
    f_wr_user = 1'b0;
    f_rd_line = 1'b0;
    f_wr_line = 1'b0;
    for (i = 0; i < FIds; i = i + 1) begin
      if (f_is[i] && f_uslot_q[i*SlotW +: SlotW] == rd_slot_i) begin
        f_rd_user = 1'b1;
        if (f_uline_q[i*LineW +: LineW] == f_line) f_rd_line = 1'b1;
      end
      if (f_is[i] && f_uslot_q[i*SlotW +: SlotW] == wr_slot_i) begin
        f_wr_user = 1'b1;
        if (f_uline_q[i*LineW +: LineW] == f_line) f_wr_line = 1'b1;
      end
    end
  end
  wire [SlotW+BeatW-1:0] f_rd_at = {rd_slot_i, f_beat};
  wire f_rd_mine = rd_valid_i && f_rd_line && f_rd_hit && present_o[f_rd_at];
  wire f_wr_mine = wr_valid_i && f_wr_line && f_wr_hit;
  wire [EntryW-1:0] f_wr_word = wr_data_i[f_lane*EntryW +: EntryW];

  reg  [EntryW-1:0] f_mem_q;        // the word in memory
  reg  [EntryW-1:0] f_gold_q;       // ... as users left it
  reg f_wiping_q;
  always @(posedge clk_i) f_wiping_q <= rst_ni && wipe_valid_i && !wipe_ready_o;
  `PF_ASSUME(m_pay,  !piece_valid_i || piece_pay_i == piece_line_i)
  `PF_ASSUME(m_pend, !f_out_q[IdW] || !pend_ready_i)
  `PF_ASSUME(m_done, !done_valid_i || (|f_out_q && done_id_i == f_old_q && done_slot_i == f_old_slot && !wipe_valid_i))
  `PF_ASSUME(m_rd,   !rd_valid_i || (f_rd_user && !wipe_valid_i && f_rd_there))
  `PF_ASSUME(m_wr,   !wr_valid_i || (f_wr_user && !wipe_valid_i && f_wr_there))
  `PF_ASSUME(m_same, !(f_wr_mine && f_wr_mask[f_entry] && !wr_changed_i) || f_wr_word == f_gold_q)
  `PF_ASSUME(m_wipe, !f_wiping_q || wipe_valid_i)

  ////////////////
  // Memory     //
  ////////////////

  wire f_mrd  = mrd_valid_o && mrd_ready_i;
  wire f_mwr  = mwr_valid_o && mwr_ready_i;
  wire f_rsp  = mrsp_valid_i && mrsp_ready_o;
  wire [MemW-1:0] f_at = {f_line, f_beat} + f_base;
  wire f_mrd_mine = f_mrd && mrd_addr_o == f_at;
  wire f_mwr_mine = f_mwr && mwr_addr_o == f_at;
  wire [EntryW-1:0] f_mwr_word = mwr_data_o[f_entry*EntryW +: EntryW];

  reg  [Lines*Beats-1:0] f_way_q;   // reads under way, {slot, beat}
  reg               f_have_q;       // the beat was fetched, and not yet written back or let go
  reg               f_owed_q;       // a change of it waits to be written back
  reg  [EntryW-1:0] f_word_q;       // what the read under way brings
  reg  [SlotW+BeatW-1:0] f_word_id_q;
  wire f_let_go = |f_going;
  wire f_coming = f_have_q && |(f_mine_at & f_asked & ~f_there);
  wire f_wiped = wipe_valid_i && wipe_ready_o;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_way_q  <= {(Lines*Beats){1'b0}};
      f_have_q <= 1'b0;
      f_owed_q <= 1'b0;
      f_gold_q <= f_mem_q;
    end else begin
      for (i = 0; i < Lines * Beats; i = i + 1) begin
        if (f_mrd && mrd_id_o == i[SlotW+BeatW-1:0]) f_way_q[i] <= 1'b1;
        else if (f_rsp && mrsp_id_i == i[SlotW+BeatW-1:0]) f_way_q[i] <= 1'b0;
      end
      if (f_mrd_mine) begin
        f_word_q    <= f_mem_q;
        f_word_id_q <= mrd_id_o;
      end
      if (f_mrd_mine) f_have_q <= 1'b1;
      else if (f_mwr_mine || f_let_go) f_have_q <= 1'b0;
      if (wipe_q == WIPE_WAIT && !moving_q) begin  // forgotten: the sweep writes memory, the walk the lines
        f_mem_q  <= f_wipe;
        f_gold_q <= f_wipe;
        f_owed_q <= 1'b0;
      end else begin
        if (f_mwr_mine) f_mem_q <= f_mwr_word;
        if (f_wr_mine && f_wr_mask[f_entry]) f_gold_q <= f_wr_word;
        if (f_wr_mine && wr_count && (|f_wr_mask)) f_owed_q <= 1'b1;
        else if (f_mwr_mine) f_owed_q <= 1'b0;
      end
    end
  end

  `PF_ASSUME(m_rsp,  !mrsp_valid_i || f_way_q[mrsp_id_i])
  `PF_ASSUME(m_word, !(mrsp_valid_i && f_way_q[mrsp_id_i] && f_word_id_q == mrsp_id_i && f_coming)
                     || mrsp_data_i[f_entry*EntryW +: EntryW] == f_word_q)

  ////////////////
  // Memories   //
  ////////////////

  reg  [Lines*LineW-1:0]  f_line_q;   // line of each slot
  reg  [Lines*IdW-1:0]    f_last_q;   // last id of each slot
  reg  [Lines*EntryW-1:0] f_store_q;  // the entry of f_beat in each slot
  reg  [LineW-1:0]        f_high_q, f_clean_q;  // as read
  reg                     f_high_ok_q, f_clean_ok_q;  // ... and not written in that cycle
  reg  [IdW-1:0]          f_done_q;
  reg                     f_rd_q, f_rd_mine_q, f_wb_q;
  reg  [EntryW-1:0]       f_rd_word_q, f_wb_word_q, f_want_q;
  wire                    f_fill_mine = f_rsp && mrsp_id_i[BeatW-1:0] == f_beat;
  wire                    f_wb_go = wb_valid && wb_ready;
  wire [SlotW-1:0]        f_rsp_slot = mrsp_id_i[SlotW+BeatW-1:BeatW];

  always @(posedge clk_i) begin
    for (i = 0; i < Lines; i = i + 1) begin
      if (dec_take && free_slot_q == i[SlotW-1:0]) f_line_q[i*LineW +: LineW] <= f_dec_line;
      if (dec_go && dec_access_q && dec_slot == i[SlotW-1:0]) f_last_q[i*IdW +: IdW] <= id_q;
      if (wr_valid_i && wr_slot_i == i[SlotW-1:0] && f_wr_hit && f_wr_mask[f_entry]) begin
        f_store_q[i*EntryW +: EntryW] <= f_wr_word;
      end else if (f_fill_mine && f_rsp_slot == i[SlotW-1:0]) begin
        f_store_q[i*EntryW +: EntryW] <= mrsp_data_i[f_entry*EntryW +: EntryW];
      end else if (walk && walk_q == f_walk_at[i*RamW +: RamW]) begin
        f_store_q[i*EntryW +: EntryW] <= f_wipe;
      end
    end
    if (look_go) f_high_q <= f_line_q[look_slot*LineW +: LineW];
    if (look_go) f_high_ok_q <= !(dec_take && free_slot_q == look_slot);
    if (clean_re) f_clean_q <= f_line_q[clean_slot*LineW +: LineW];
    if (clean_re) f_clean_ok_q <= !(dec_take && free_slot_q == clean_slot);
    f_done_q <= f_last_q[done_slot_i*IdW +: IdW];
    // Reads of the followed beat; nothing is known of one that is filled or wiped in the same cycle.
    f_rd_q      <= rd_valid_i && f_rd_hit && !(f_fill_mine && f_rsp_slot == rd_slot_i) && !walk;
    f_rd_word_q <= (wr_valid_i && wr_slot_i == rd_slot_i && f_wr_hit && f_wr_mask[f_entry]) ? f_wr_word
                                                                                          : f_store_q[rd_slot_i*EntryW +: EntryW];
    f_rd_mine_q <= f_rd_mine && rst_ni;
    f_want_q    <= (f_wr_mine && f_wr_mask[f_entry]) ? f_wr_word : f_gold_q;
    if (f_wb_go) begin
      f_wb_q <= wb_beat == f_beat && !(wr_valid_i && wr_slot_i == wb_slot && f_wr_hit)
                && !(f_fill_mine && f_rsp_slot == wb_slot) && !walk;
      f_wb_word_q <= f_store_q[wb_slot*EntryW +: EntryW];
    end else if (wb_lost) f_wb_q <= 1'b0;
  end

  `PF_ASSUME(m_last_id, !(done_valid_q && !done_newer_q) || last_id == f_done_q)
  `PF_ASSUME(m_clean,   !f_clean_ok_q || clean_addr == f_clean_q + f_base[MemW-1:BeatW])
  `PF_ASSUME(m_store,   !f_rd_q || rd_data_o[f_lane*EntryW +: EntryW] == f_rd_word_q)
  `PF_ASSUME(m_load,    (wb_take ? !f_wb_q || wb_data[f_entry*EntryW +: EntryW] == f_wb_word_q : ~|wb_data))
  generate
    if (LineW > HashW) begin : f_g_high
      `PF_ASSUME(m_high, !f_high_ok_q || g_high.high == f_high_q[LineW-1:HashW])
      `PF_ASSERT(i_high, !dec_valid_q || g_high.high_q == f_dec_line[LineW-1:HashW])
    end
  endgenerate

  ////////////////
  // Shown      //
  ////////////////

  reg  [3:0]                                f_wait_q;
  wire [SlotW+IdW+Beats+PayW:0] f_pay = {pend_access_o, pend_access_o ? {pend_slot_o, pend_id_o} : {(SlotW+IdW){1'b0}},
                                         pend_beats_o, pend_pay_o};
  reg  [SlotW+IdW+Beats+PayW:0] f_pay_q;
  reg  [MemW+SlotW+BeatW-1:0]   f_mrd_q;
  reg  [MemW+DataW-1:0]         f_mwr_q;
  always @(posedge clk_i) begin
    f_wait_q <= {4{rst_ni}} & {pend_valid_o && !pend_ready_i, mrd_valid_o && !mrd_ready_i, mwr_valid_o && !mwr_ready_i, 1'b0};
    f_pay_q  <= f_pay;
    f_mrd_q  <= {mrd_addr_o, mrd_id_o};
    f_mwr_q  <= {mwr_addr_o, mwr_data_o};
  end
  `PF_ASSERT(a_pend_stays, !f_wait_q[3] || (pend_valid_o && f_pay_q == f_pay))
  `PF_ASSERT(a_mrd_stays,  !f_wait_q[2] || (mrd_valid_o && f_mrd_q == {mrd_addr_o, mrd_id_o}))
  `PF_ASSERT(a_mwr_stays,  !f_wait_q[1] || (mwr_valid_o && f_mwr_q == {mwr_addr_o, mwr_data_o}))
  `PF_ASSERT(a_pend_line,  !pend_valid_o || !pend_access_o || pend_pay_o == f_dec_line)
  `PF_ASSERT(a_fetch_once, !f_mrd_mine || !f_have_q)
  `PF_ASSERT(a_back_had,   !f_mwr_mine || (f_have_q && f_owed_q))
  `PF_ASSERT(a_back_right, !f_mwr_mine || f_mwr_word == f_gold_q)
  `PF_ASSERT(a_read,       !f_rd_mine_q || rd_data_o[f_lane*EntryW +: EntryW] == f_want_q)
  `PF_ASSERT(a_not_lost,   !f_let_go || f_mwr_mine || !f_owed_q)
  `PF_ASSERT(a_settled,    f_have_q || f_mem_q == f_gold_q)
  `PF_ASSERT(a_way_once,   !f_mrd || !f_way_q[mrd_id_o])
  `PF_ASSERT(a_wiped,      !f_wiped || (!mrd_valid_o && !mwr_valid_o && ~|f_way_q))
  `PF_ASSERT(a_held,       held_o || (~|f_out_q && ~|f_way_q && !mwr_valid_o && !f_have_q))
  `PF_ASSERT(a_quiet,      !quiet_o || (~|f_out_q && ~|f_way_q && !mwr_valid_o && !f_have_q))

  ////////////////
  // Invariants //
  ////////////////

  // The cleaner: {valid, slot} and what else
  wire             fp_valid, fw_valid, fl_valid, fo_valid, fl_lost, fl_last, fo_last;
  wire [SlotW-1:0] fp_slot, fw_slot, fl_slot, fo_slot;
  wire [Beats-1:0] fw_left;
  wire [BeatW-1:0] fl_beat;
  assign {fp_valid, fp_slot, fw_valid, fw_slot, fw_left, fl_valid, fl_lost, fl_last, fl_slot, fl_beat,
          fo_valid, fo_last, fo_slot} = f_clean;
  wire [BeatW-1:0] fo_beat = mwr_addr_o[BeatW-1:0];

  reg  [Lines-1:0] f_held_q;
  always @(posedge clk_i) f_held_q <= held_q & {Lines{rst_ni}};


  generate
    for (fk = 0; fk < Lines; fk = fk + 1) begin : f_g_slot
      localparam [31:0] Slot = fk;
      wire [SlotW+BeatW-1:0] at = {Slot[SlotW-1:0], f_beat};
      wire [LineW-1:0] line = f_line_q[fk*LineW +: LineW];
      wire [HashW-1:0] hash = hash_q[fk*HashW +: HashW];
      wire             in_work = fw_valid && fw_slot == Slot[SlotW-1:0];
      wire             in_load = fl_valid && fl_slot == Slot[SlotW-1:0];
      wire             in_out  = fo_valid && fo_slot == Slot[SlotW-1:0];
      assign f_walk_at[fk*RamW +: RamW] = at[Banks-1 +: RamW];
      assign f_closing[fk] = in_work || in_load || in_out;
      assign f_mine_at[fk] = held_q[fk] && line == f_line;
      assign f_going[fk]   = f_mine_at[fk] && ((unused[fk] && !some_dirty[fk]) || out_at[fk]) && !(dec_take && free_at[fk]);
      assign f_asked[fk]   = asked[f_beat*Lines + fk];
      assign f_there[fk]   = there_q[f_beat*Lines + fk];
      assign f_dirty[fk]   = dirty[f_beat*Lines + fk];
      assign f_due[fk] = (in_work && fw_left[f_beat]) || (in_load && fl_beat == f_beat) || (in_out && fo_beat == f_beat);

      // Hash of the slot's line
      wire [Folds*HashW-1:0] wide = {{(Folds*HashW-LineW+1){1'b0}}, line};
      reg  [HashW-1:0]       fold;
      integer                n;
      always @* begin
        fold = {HashW{1'b0}};
        for (n = 0; n < Folds * HashW; n = n + 1) begin
          fold[n % HashW] = fold[n % HashW] ^ wide[n - n % HashW + (n + n / HashW * Back) % HashW];
        end
      end

      // Users
      wire [IdW-1:0] last = f_last_q[fk*IdW +: IdW];
      wire [IdW-1:0] last_age = last - f_old_q;
      reg user, users_line, users_last;
      always @* begin
        user = 1'b0;
        users_line = 1'b1;
        users_last = 1'b1;
        for (n = 0; n < FIds; n = n + 1) begin
          if (f_is[n] && f_uslot_q[n*SlotW +: SlotW] == Slot[SlotW-1:0]) begin
            user = 1'b1;
            if (f_uline_q[n*LineW +: LineW] != line) users_line = 1'b0;
            if (last_age < n[IdW-1:0] - f_old_q || !f_is[last]) users_last = 1'b0;
          end
        end
      end

      `PF_ASSERT(i_user,  !user || (held_q[fk] && used_q[fk] && !f_closing[fk] && users_line))
      `PF_ASSERT(i_last,  !user || (users_last && f_uslot_q[last*SlotW +: SlotW] == Slot[SlotW-1:0]))
      `PF_ASSERT(i_done,  !(done_valid_q && done_slot_q == Slot[SlotW-1:0])
                          || (held_q[fk] && used_q[fk] && !f_closing[fk] && !(done_last && user)))
      `PF_ASSERT(i_used,  !(held_q[fk] && used_q[fk]) || user || f_closing[fk] || done_at[fk])
      `PF_ASSERT(i_gone,  held_q[fk] || f_held_q[fk] || !used_q[fk])
      `PF_ASSERT(i_hash,  !held_q[fk] || hash == fold)
      `PF_ASSERT(i_free,  !free_valid_q || !free_at[fk] || (!held_q[fk] && !f_held_q[fk]))
      `PF_ASSERT(i_pick,  !(fp_valid && !stop && fp_slot == Slot[SlotW-1:0]) || (held_q[fk] && !used_q[fk] && some_dirty[fk] && !some_missing[fk]))
      `PF_ASSERT(i_clean, !f_closing[fk] || (held_q[fk] && used_q[fk] && !some_missing[fk]))
      `PF_ASSERT(i_match, !(dec_valid_q && dec_access_q && held_q[fk]) || (hash == dec_hash_q) == dec_at[fk])
      `PF_ASSERT(i_taken, !(dec_valid_q && dec_at[fk] && dec_taken_q) || (held_q[fk] && line == f_dec_line && !dec_other_q && !f_closing[fk]))
      `PF_ASSERT(i_high,  !(dec_valid_q && dec_at[fk] && held_q[fk] && !dec_taken_q) || (f_high_ok_q && f_high_q == line))
      `PF_ASSERT(i_other, !(dec_valid_q && dec_at[fk] && held_q[fk] && dec_other_q) || line != f_dec_line)
      `PF_ASSERT(i_load,  !in_load || (f_clean_ok_q && f_clean_q == line && fl_last == !in_work))
      `PF_ASSERT(i_out,   !in_out || (mwr_addr_o[MemW-1:BeatW] == line + f_base[MemW-1:BeatW] && fo_last == !(in_work || in_load)))
      `PF_ASSERT(i_queue, !(in_out && in_work && fl_valid) || in_load)
      for (fb = 0; fb < Beats; fb = fb + 1) begin : f_g_beat
        localparam [31:0] Beat = fb;
        `PF_ASSERT(i_way,   f_way_q[fk*Beats + fb] == (held_q[fk] && open_q[fb*Lines + fk] && !there_q[fb*Lines + fk]))
        `PF_ASSERT(i_clear, held_q[fk] || f_held_q[fk] || !asked[fb*Lines + fk])
        `PF_ASSERT(i_left,  !(in_work && fw_left[fb]) || dirty[fb*Lines + fk])
        `PF_ASSERT(i_beats, !(in_work && fw_left[fb]) || (!(in_load && fl_beat == Beat[BeatW-1:0]) && !(in_out && fo_beat == Beat[BeatW-1:0])))
      end
      `PF_ASSERT(i_load_dirty, !in_load || dirty[fl_beat*Lines + fk])
      `PF_ASSERT(i_out_dirty,  !in_out || dirty[fo_beat*Lines + fk])
      `PF_ASSERT(i_load_out,   !(in_load && in_out) || fl_beat != fo_beat)

      // The followed beat
      `PF_ASSERT(i_have,  !f_mine_at[fk] || f_have_q == (f_asked[fk] && (!f_closing[fk] || !f_dirty[fk] || f_due[fk])))
      `PF_ASSERT(i_owed,  !f_mine_at[fk] || (walk && walk_q == {RamW{1'b0}}) || f_owed_q == (f_dirty[fk] && (!f_closing[fk] || f_due[fk])))
      `PF_ASSERT(i_gold,  !(f_mine_at[fk] && f_there[fk]) || (walk && walk_q <= f_walk_at[fk*RamW +: RamW]) || (f_store_q[fk*EntryW +: EntryW] == f_gold_q))
      `PF_ASSERT(i_word,  !(f_mine_at[fk] && f_way_q[at]) || (f_word_q == f_mem_q && f_word_id_q == at))
      `PF_ASSERT(i_late,  !(f_mine_at[fk] && f_asked[fk] && !f_there[fk] && !f_way_q[at]) || f_store_q[fk*EntryW +: EntryW] == f_gold_q)
      `PF_ASSERT(i_data,  !(f_mine_at[fk] && in_load && fl_beat == f_beat && !fl_lost) || (f_wb_q && f_wb_word_q == f_gold_q))
      `PF_ASSERT(i_back,  !(f_mine_at[fk] && in_out && fo_beat == f_beat) || f_mwr_word == f_gold_q)
    end
    for (fi = 0; fi < Lines; fi = fi + 1) begin : f_g_pair
      for (fk = fi + 1; fk < Lines; fk = fk + 1) begin : f_g_with
        `PF_ASSERT(a_one_slot, !(held_q[fi] && held_q[fk]) || f_line_q[fi*LineW +: LineW] != f_line_q[fk*LineW +: LineW])
        `PF_ASSERT(i_one_hash, !(held_q[fi] && held_q[fk]) || hash_q[fi*HashW +: HashW] != hash_q[fk*HashW +: HashW])
      end
    end
  endgenerate

  // Slots are slots.
  localparam [31:0] FEnd = Lines;
  `PF_ASSERT(i_in_free, !free_valid_q || {1'b0, free_slot_q} < FEnd[SlotW:0])
  `PF_ASSERT(i_in_dec,  !dec_match_q || !dec_valid_q || {1'b0, dec_slot_q} < FEnd[SlotW:0])
  `PF_ASSERT(i_in_done, !done_valid_q || {1'b0, done_slot_q} < FEnd[SlotW:0])
  `PF_ASSERT(i_in_pick, !fp_valid || {1'b0, fp_slot} < FEnd[SlotW:0])
  `PF_ASSERT(i_in_work, !fw_valid || {1'b0, fw_slot} < FEnd[SlotW:0])
  `PF_ASSERT(i_in_load, !fl_valid || {1'b0, fl_slot} < FEnd[SlotW:0])
  `PF_ASSERT(i_in_out,  !fo_valid || {1'b0, fo_slot} < FEnd[SlotW:0])
  `PF_ASSUME(m_in_rsp,  !mrsp_valid_i || {1'b0, f_rsp_slot} < FEnd[SlotW:0])
  generate
    for (fi = 0; fi < FIds; fi = fi + 1) begin : f_g_in
      `PF_ASSERT(i_in_user, !f_is[fi] || {1'b0, f_uslot_q[fi*SlotW +: SlotW]} < FEnd[SlotW:0])
    end
  endgenerate

  // Hash of the piece in decide
  wire [Folds*HashW-1:0] f_dec_wide = {{(Folds*HashW-LineW+1){1'b0}}, f_dec_line};
  reg  [HashW-1:0]       f_dec_fold;
  always @* begin
    f_dec_fold = {HashW{1'b0}};
    for (i = 0; i < Folds * HashW; i = i + 1) begin
      f_dec_fold[i % HashW] = f_dec_fold[i % HashW] ^ f_dec_wide[i - i % HashW + (i + i / HashW * Back) % HashW];
    end
  end
  wire [IdW-1:0] f_next = f_old_q + f_out_q[IdW-1:0];
  wire f_still = (wipe_q == WIPE_WAIT && !moving_q) || wipe_q == WIPE_WALK || wipe_q == WIPE_DONE;

  `PF_ASSERT(i_ids,      f_next == id_q && f_out_q <= FIds)
  `PF_ASSERT(i_dec,      !dec_valid_q || (dec_hash_q == f_dec_fold && dec_pay_q == f_dec_line))
  `PF_ASSERT(i_look,     !look_valid_q || look_pay_q == look_line_q)
  `PF_ASSERT(i_no_line,  !(dec_valid_q && !dec_access_q) || !dec_match_q)
  `PF_ASSERT(i_none,     |f_mine_at || (!f_have_q && !f_owed_q))
  `PF_ASSERT(i_same,     f_owed_q || f_mem_q == f_gold_q)
  `PF_ASSERT(i_work,     !fw_valid || |fw_left)
  `PF_ASSERT(i_lost,     !fl_valid || fl_lost || f_wb_q || fl_beat != f_beat)
  `PF_ASSERT(i_ask_wait, !mrd_wait_q || mrd_valid_o)
  `PF_ASSERT(i_still,    !f_still || (!mrd_valid_o && !mrd_wait_q && ~|some_missing && !clean_busy))
  `PF_ASSERT(i_wiped,    !((walk && walk_q != {RamW{1'b0}}) || wipe_ready_o) || ~|some_dirty)
  `PF_ASSERT(i_swept,    !walk || (!f_owed_q && f_gold_q == f_wipe && f_mem_q == f_wipe))
  `PF_ASSERT(i_walk,     (walk ? walk_q <= WALK_END[RamW-1:0] : wipe_ready_o || walk_q == {RamW{1'b0}}))
  `PF_ASSERT(i_wipe,     wipe_q == WIPE_NONE || wipe_q == WIPE_DONE || f_wiping_q)

  reg [EntryW-1:0] f_first_q;
  always @(posedge clk_i) if (!rst_ni) f_first_q <= f_mem_q;
  `PF_COVER(c_refetch,   f_mrd_mine && f_mem_q != f_first_q && ~|f_way_q)
  `PF_COVER(c_reread,    f_rd_mine_q && f_mem_q != f_first_q && !f_owed_q && f_want_q != f_first_q)
  `PF_COVER(c_closed,    dec_valid_q && dec_access_q && dec_live && dec_closing && dec_same)
  `PF_COVER(c_other,     dec_valid_q && dec_other_q && dec_live)
  `PF_COVER(c_wiped,     f_wiped && |held_q)
