// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_bank: what is kept of one bank of a scratchpad, a word of it a cycle.
//
//   stage 0            1                            2
//   in_* ─> memory ─> epoch, was it written just ─> entry ─> pf_shared_level ─┬─> memory, stages 0 and 1
//                     now? may it race?                                       └─> want_o ─> pf_shared_bytes
//
// An entry: {slot, number} of the epoch it was made in (of another one: nobody), bytes that were
// touched, split, and a level: what one warp did, in which of its phases, and what the others did. Bytes
// whose histories differ lie in a row of pf_shared_bytes, of which a split entry has the number. Places
// are only told, so they lie in a memory beside it; bytes of two places have none (0). With Its
// pf_shared_bank_lanes keeps as much of the lanes of that warp.
//
// All banks move together, with step_i. An access that may race or meets bytes with another history
// (hold_o) stays one more cycle in stage 2. If order alone can excuse it (ask_o), pf_shared_bytes says whether it does (if so it stays a cycle more), to
// all banks that ask of the same warp and phase at once; if it races or bytes differ (want_o), it stays until it is
// served (serve_i), or is left at once (s2_broke_i).
//
// Throughput  one access or word of the walk a cycle.
// Latency     3 cycles to want_o and ask_o.
// Errs        as pf_shared_level and pf_shared_bank_lanes.
// State bits  Words * (EntryW + PcW) + 3 * EntryW + 2 * (RowW + 4); with Its pf_shared_bank_lanes'.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_shared_bank #(
  parameter integer Words   = `PF_SHARED_WORDS,     // at least 2
  parameter integer Slots   = `PF_BLOCK_SLOTS,      // at least 1
  parameter integer Whos    = `PF_SHARED_WARPS,     // of a block, at least 1
  parameter integer NumberW = `PF_SHARED_NUMBER_W,  // at least 2
  parameter integer PhaseW  = `PF_SHARED_PHASE_W,   // at least 1
  parameter integer PcW     = `PF_SHARED_PC_W,      // at least 1
  parameter integer Its     = 0,                    // 1: lanes of a warp are threads, too
  parameter integer MeetW   = `PF_SHARED_MEET_W,    // at least 2
  parameter integer LaneW   = 5,                    // at least 1
  parameter integer IndexW  = $clog2(`PF_SHARED_BYTE_ROWS),  // number of a row of pf_shared_bytes; fits who and phase
  // Derived: do not override.
  parameter integer RowW    = $clog2(Words),
  parameter integer SlotW   = (Slots > 1) ? $clog2(Slots) : 1,
  parameter integer WhoW    = (Whos > 1) ? $clog2(Whos) : 1,
  parameter integer LevelW  = PhaseW + WhoW + 7,
  parameter integer InfoW   = 4 + 2 * LaneW,
  parameter integer EntryW  = SlotW + NumberW + 5 + LevelW
) (
  input  wire                   clk_i,
  input  wire                   rst_ni,          // asynchronous, active low

  input  wire                   step_i,          // everything moves by one stage

  // Stage 0: an access of this bank, or the walk; whether it goes on is said in stage 1
  input  wire                   in_valid_i,
  input  wire [RowW-1:0]        in_row_i,
  input  wire [3:0]             in_bytes_i,      // touched
  input  wire [LaneW-1:0]       in_lane_i,       // Its: by these lanes: pf_shared_bank_lanes
  input  wire [LaneW-1:0]       in_second_i,
  input  wire [LaneW-1:0]       in_last_i,
  input  wire                   in_unlike_i,

  // Stage 1, the same in all banks
  input  wire                   s1_valid_i,
  input  wire                   s1_walk_i,
  input  wire                   s1_all_i,        // the walk clears every word
  input  wire [SlotW-1:0]       s1_slot_i,
  input  wire [NumberW-1:0]     s1_number_i,
  input  wire [WhoW-1:0]        s1_who_i,
  input  wire                   s1_write_i,
  input  wire                   s1_strong_i,
  input  wire                   s1_copy_i,       // of an asynchronous copy
  input  wire [MeetW-1:0]       s1_meet_i,       // Its: meetings of its lanes
  input  wire                   s1_plain_i,      // no warp of the block has had a second phase in this epoch
  input  wire                   s2_old_i,        // stage 2 is of its slot's other half of numbers
  input  wire                   last_old_i,      // ... so is what left it last
  input  wire [Slots-1:0]       upper_i,         // highest bit of each slot's number

  // Stage 2, the same in all banks
  input  wire                   s2_walk_i,
  input  wire [SlotW-1:0]       s2_slot_i,
  input  wire [NumberW-1:0]     s2_number_i,
  input  wire [WhoW-1:0]        s2_who_i,
  input  wire                   s2_write_i,
  input  wire                   s2_strong_i,
  input  wire [1:0]             s2_copy_i,       // PF_SHARED_COPY_*
  input  wire [PcW-1:0]         s2_pc_i,
  input  wire [PhaseW-1:0]      s2_phase_i,
  input  wire                   s2_waited_i,
  input  wire [MeetW-1:0]       s2_meet_i,
  input  wire                   s2_broke_i,      // bytes are not looked at one by one

  // To and from pf_shared_bytes
  output wire                   hold_o,          // step_i has to be 0
  output wire                   want_o,
  output wire                   lost_o,          // they would have had to be: the word is left as it is
  output wire                   ask_o,           // does it come after the level's phase?
  input  wire                   tell_i,          // the answer, for this warp and phase
  input  wire [WhoW-1:0]        tell_who_i,
  input  wire [PhaseW-1:0]      tell_phase_i,
  input  wire                   tell_after_i,
  output wire [RowW-1:0]        row_o,
  output wire [3:0]             hit_o,           // bytes of the access
  output wire [3:0]             bytes_o,         // of the entry, before it
  output wire                   split_o,
  output wire                   apart_o,         // bytes have to be looked at one by one, else it just races
  output wire [LevelW-1:0]      level_o,
  output wire [PcW-1:0]         pc_o,            // place of what the level's warp did; 0: several
  output wire                   lanes_o,         // Its: if it just races and warps do not, two lanes do
  output wire [InfoW-1:0]       lane_info_o,     // ... pf_shared_bank_lanes
  output wire [PcW-1:0]         lane_pc_o,
  input  wire                   serve_i,         // done
  input  wire                   serve_row_i,     // ... and the word lies in row serve_index_i
  input  wire [IndexW-1:0]      serve_index_i
);

  generate
    if (Words < 2 || Slots < 1 || Whos < 1 || NumberW < 2 || PhaseW < 1 || PcW < 1 ||
        IndexW < 1 || IndexW > PhaseW + WhoW || Its < 0 || Its > 1 || MeetW < 2 || LaneW < 1) begin : g_bad_param
      PF_SHARED_BANK_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  // A level, from bit 0 up: did, others, seen, who, phase.
  localparam integer OTHERS = 3, SEEN = 6, WHO = 7, PHASE = WHO + WhoW;
  // Without its epoch an entry is {split, bytes, level}.
  localparam integer BodyW = 5 + LevelW;
  localparam [2:0] NONE = `PF_SHARED_NONE, READ = `PF_SHARED_READ, STRONG = `PF_SHARED_STRONG;
  localparam [2:0] WRITE = `PF_SHARED_WRITE, COPY = `PF_SHARED_COPY;

  ////////////////
  // Stage 1    //
  ////////////////

  reg              in1_q;
  wire             v1 = in1_q && s1_valid_i;
  reg  [RowW-1:0]  row1_q;
  reg  [3:0]       hit1_q;
  reg              near1_q, last1_q;  // the word of stage 2, of what left it as this came into stage 1
  reg  [BodyW-1:0] last_q;            // what was written last

  wire [EntryW-1:0] read;
  wire [BodyW-1:0]  body2;            // what stage 2 makes of the word
  reg               v2_q;
  reg  [RowW-1:0]   row2_q;
  reg  [3:0]        hit2_q, bytes2_q;
  reg               split2_q, mine2_q;
  reg  [LevelW-1:0] level2_q;
  reg               doubt2_q, ask2_q, want2_q;
  reg               after2_q, apart2_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     in1_q <= 1'b0;
    else if (step_i) in1_q <= in_valid_i;
  end
  always @(posedge clk_i) begin
    if (step_i) begin
      row1_q  <= in_row_i;
      hit1_q  <= in_bytes_i;
      near1_q <= v1 && row1_q == in_row_i;
      last1_q <= v2_q && row2_q == in_row_i;
      last_q  <= body2;
    end
  end

  pf_ram #(
    .Width (EntryW),
    .Depth (Words)
  ) u_words (
    .clk_i   (clk_i),
    .we_i    (step_i && v2_q),
    .waddr_i (row2_q),
    .wdata_i ({s2_slot_i, s2_number_i, body2}),
    .re_i    (step_i && in_valid_i),
    .raddr_i (in_row_i),
    .rdata_o (read)
  );

  // Written just now: by stage 2 (near, there at the end of the cycle only), or as this was read. Not by a
  // word of the walk that was left alone. Then it is of the same epoch: one begins when stage 1 is empty.
  wire               near   = near1_q && v2_q;
  wire [SlotW-1:0]   slot1  = read[EntryW-1 -: SlotW];
  wire [NumberW-1:0] numb1  = read[BodyW +: NumberW];
  wire               same   = near || last1_q || (slot1 == s1_slot_i && numb1 == s1_number_i);
  wire [BodyW-1:0]   early  = last1_q ? last_q : read[BodyW-1:0];
  wire [BodyW-1:0]   found  = near ? body2 : early;

  // Of the half of its slot's numbers that comes next: the walk clears it.
  wire               old1   = s1_all_i || (near ? s2_old_i : last1_q ? last_old_i
                                                : numb1[NumberW-1] != upper_i[slot1]);

  // May race, or bytes may have to be looked at one by one: what is compared here is all but order and
  // observation. Other bytes than before do not matter where their history would be the same: the warp does
  // weakly what it alone has done, in the same phase. Behind stage 2 only reads of the same bytes, of which nobody has written any, go on at once.
  wire [3:0]         bytes1 = early[LevelW +: 4] & {4{same}};
  wire [2:0]         did1   = early[2:0] & {3{same}};
  wire               own1   = early[WHO +: WhoW] == s1_who_i;
  wire [2:0]         first1 = own1 ? early[OTHERS +: 3] : early[2:0];
  wire               clash1 = did1 != NONE &&
                              ((s1_write_i ? (s1_strong_i ? first1 == READ || first1 > STRONG : first1 != NONE)
                                           : (s1_strong_i ? first1 >= WRITE : first1 >= STRONG)) ||
                               (own1 && early[2:0] == COPY));
  wire               again1 = s1_plain_i && !s1_strong_i && !s1_copy_i && own1 && early[2:0] == (s1_write_i ? WRITE : READ) &&
                              early[OTHERS +: 3] == NONE && !early[SEEN];
  wire               calm1  = !s1_write_i && !s2_write_i && level2_q[2:0] <= READ && level2_q[OTHERS +: 3] <= READ &&
                              hit1_q == hit2_q && (bytes2_q == 4'd0 || bytes2_q == hit2_q) && !split2_q;
  wire               lanes1;     // lanes may race
  wire               doubt1 = near ? !calm1
                                   : (early[LevelW+4] && same) || clash1 || lanes1 || (bytes1 != 4'd0 && bytes1 != hit1_q && !again1);

  ////////////////
  // Stage 2    //
  ////////////////

  wire              kept;                    // bytes of before that the access leaves alone
  wire              fresh;                   // bytes that nobody has touched before
  wire              met;                     // bytes touched before and now
  wire [2:0]        did2, others2;
  wire              seen2, take2, race2, race_others2;
  wire [WhoW-1:0]   who2    = level2_q[WHO +: WhoW];
  wire [PhaseW-1:0] phase2  = level2_q[PHASE +: PhaseW];
  wire              in_phase = phase2 == s2_phase_i;

  pf_shared_level u_level (
    .did_i         (level2_q[2:0]),
    .others_i      (level2_q[OTHERS +: 3]),
    .seen_i        (level2_q[SEEN]),
    .write_i       (s2_write_i),
    .strong_i      (s2_strong_i),
    .copy_i        (s2_copy_i),
    .mine_i        (mine2_q),
    .same_phase_i  (in_phase),
    .after_i       (after2_q),
    .waited_i      (s2_waited_i),
    .did_o         (did2),
    .others_o      (others2),
    .seen_o        (seen2),
    .take_o        (take2),
    .race_o        (race2),
    .race_others_o (race_others2)
  );

  // Bytes kept have the entry's history, bytes met what the level makes of it, fresh ones the access alone.
  wire [2:0] does   = (s2_copy_i == `PF_SHARED_COPY_BEGINS || s2_copy_i == `PF_SHARED_COPY_STAYS) ? COPY
                    : s2_write_i ? (s2_strong_i ? STRONG : WRITE) : s2_strong_i ? `PF_SHARED_STRONG_READ : READ;
  wire       as_old = did2 == level2_q[2:0] && others2 == level2_q[OTHERS +: 3] && seen2 == level2_q[SEEN] &&
                      (!take2 || (mine2_q && in_phase));
  wire       as_new = did2 == does && others2 == NONE && !seen2 && (take2 || (mine2_q && in_phase));
  wire       differ = (kept && !as_old) || (fresh && !as_new);
  wire       apart  = split2_q || apart2_q;
  wire       of_old = kept || (met && !take2);
  wire       of_new = fresh || (met && take2);

  // Its own warp's entry; behind stage 2 both candidates are compared before one of them is chosen.
  wire              mine1   = near ? ((take2 && !apart) ? s2_who_i == s1_who_i : who2 == s1_who_i)
                                   : own1;

  assign kept  = (bytes2_q & ~hit2_q) != 4'd0;
  assign fresh = (hit2_q & ~bytes2_q) != 4'd0;
  assign met   = (hit2_q & bytes2_q) != 4'd0;

  wire [LevelW-1:0] next2 = {take2 ? s2_phase_i : phase2, take2 ? s2_who_i : who2, seen2, others2, did2};

  assign body2 = s2_walk_i ? {BodyW{1'b0}}
               : apart     ? {split2_q, bytes2_q, level2_q}
                           : {1'b0, bytes2_q | hit2_q, next2};

  pf_ram #(
    .Width (PcW),
    .Depth (Words)
  ) u_places (
    .clk_i   (clk_i),
    .we_i    (step_i && v2_q && !s2_walk_i && !apart && of_new),
    .waddr_i (row2_q),
    .wdata_i (s2_pc_i & {PcW{!of_old}}),
    .re_i    (doubt2_q),
    .raddr_i (row2_q),
    .rdata_o (pc_o)
  );

  // Lanes of the warp that is named
  generate
    if (Its != 0) begin : g_lanes
      wire lane_race;
      wire quiet = s2_copy_i == `PF_SHARED_COPY_STAYS || s2_copy_i == `PF_SHARED_COPY_ENDS;
      // Of a copy under way lanes are left as they are by all but copies.
      wire flying = level2_q[2:0] == COPY;
      wire leaves = flying && s2_copy_i == `PF_SHARED_COPY_NO;

      pf_shared_bank_lanes #(
        .Words (Words),
        .MeetW (MeetW),
        .PcW   (PcW),
        .LaneW (LaneW)
      ) u_lanes (
        .clk_i       (clk_i),
        .step_i      (step_i),
        .read_i      (step_i && in_valid_i),
        .row_i       (in_row_i),
        .lane_i      (in_lane_i),
        .second_i    (in_second_i),
        .last_i      (in_last_i),
        .unlike_i    (in_unlike_i),
        .s1_near_i   (near),
        .s1_last_i   (last1_q),
        .s1_own_i    (own1 && did1 != NONE),
        .s1_write_i  (s1_write_i),
        .s1_strong_i (s1_strong_i),
        .s1_meet_i   (s1_meet_i),
        .clash_o     (lanes1),
        .s2_valid_i  (v2_q && !s2_walk_i),
        .s2_row_i    (row2_q),
        .s2_look_i   (doubt2_q),
        .s2_write_i  (s2_write_i),
        .s2_strong_i (s2_strong_i),
        .s2_pc_i     (s2_pc_i),
        .s2_meet_i   (s2_meet_i),
        .s2_own_i    (met && mine2_q),
        .s2_flying_i (flying && !quiet),
        .s2_names_i  ((take2 || mine2_q) && !leaves),
        .s2_part_i   (bytes2_q != 4'd0 && bytes2_q != hit2_q),
        .s2_apart_i  (apart),
        .race_o      (lane_race),
        .info_o      (lane_info_o),
        .pc_o        (lane_pc_o)
      );
      assign lanes_o = lane_race && !split2_q && !quiet;
    end else begin : g_no_lanes
      wire unused = &{1'b0, in_lane_i, in_second_i, in_last_i, in_unlike_i, s1_meet_i, s2_meet_i, 1'b0};
      assign lanes1      = 1'b0;
      assign lanes_o     = 1'b0;
      assign lane_info_o = {InfoW{1'b0}};
      assign lane_pc_o   = {PcW{1'b0}};
    end
  endgenerate

  // Order may excuse it, but for a copy under way.
  wire asks2    = met && race2 && level2_q[2:0] != COPY;
  // Bytes have to be looked at one by one, whatever order says.
  wire alone2   = split2_q || (differ && !(met && race2));
  wire answered = tell_i && ask2_q && tell_who_i == who2 && tell_phase_i == phase2;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      v2_q     <= 1'b0;
      doubt2_q <= 1'b0;
      ask2_q   <= 1'b0;
      want2_q  <= 1'b0;
    end else if (step_i) begin
      v2_q     <= v1 && (!s1_walk_i || old1);
      doubt2_q <= v1 && !s1_walk_i && doubt1;
    end else begin
      doubt2_q <= answered && tell_after_i;
      if (doubt2_q)      ask2_q <= !split2_q && asks2;
      else if (answered) ask2_q <= 1'b0;
      if (doubt2_q)      want2_q <= alone2 ? !s2_broke_i : !split2_q && met && !asks2 && (race2 || race_others2 || lanes_o);
      else if (answered) want2_q <= !tell_after_i;
      else if (serve_i)  want2_q <= 1'b0;
    end
  end

  always @(posedge clk_i) begin
    if (step_i) begin
      row2_q   <= row1_q;
      hit2_q   <= hit1_q;
      mine2_q  <= mine1;
      bytes2_q <= found[LevelW +: 4] & {4{same}};
      split2_q <= found[LevelW+4] && same;
      level2_q <= {found[LevelW-1:3], found[2:0] & {3{same}}};
      after2_q <= 1'b0;
      apart2_q <= 1'b0;
    end else if (doubt2_q || answered) begin
      apart2_q <= differ;
      after2_q <= after2_q || (answered && tell_after_i);
    end else if (serve_i && serve_row_i) begin
      bytes2_q <= bytes2_q | hit2_q;
      split2_q <= 1'b1;
      level2_q[WHO +: IndexW] <= serve_index_i;
    end
  end

  assign hold_o  = doubt2_q || ask2_q || want2_q;
  assign want_o  = want2_q;
  assign lost_o  = doubt2_q && alone2 && s2_broke_i;
  assign ask_o   = ask2_q;
  assign row_o   = row2_q;
  assign hit_o   = hit2_q;
  assign bytes_o = bytes2_q;
  assign split_o = split2_q;
  assign apart_o = apart;
  assign level_o = level2_q;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT(a_step_held, !(step_i && hold_o))
  `PF_ASSERT(a_serve_wanted, !serve_i || want2_q)
  // Whoever leaves at once has nothing to tell.
  reg f_doubt_q;
  always @(posedge clk_i) if (step_i) f_doubt_q <= doubt1;
  `PF_ASSERT(a_doubt, !(step_i && v2_q && !s2_walk_i && !f_doubt_q &&
                        (split2_q || differ || lanes_o || (met && (race2 || race_others2)))))
`ifndef FORMAL
  `PF_ASSERT_KNOWN(a_ctrl_known, {step_i, in_valid_i, serve_i})
  `PF_ASSERT(a_row_inside, !(in_valid_i && step_i) || {1'b0, in_row_i} < Words[RowW:0])
`endif
`endif

endmodule

`resetall
