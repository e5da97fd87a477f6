// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_bytes: serves the banks that stop the others: says whether order excuses an access, tells races, and
// looks at bytes of different histories one by one.
//
//   ask_i, want_i, row_i, ... of all banks ─> the lowest ─┬─ asks ─────────────────────────> tell_*
//                                                         ├─ it just races ──────────────────> race_*
//                                                         └─ a row, or a free one ─> byte ─> race_*, the byte's level
//   serve_o, serve_row_o, serve_index_o <─ done
//
// A row keeps a level and a place of each of the four bytes of a word. It is free once the epoch of its slot is over; one
// of them is looked at for a word that needs one (hand_q), and if that is in use the access is not noted
// (lost_o). Bytes that race alike, one after the other, are told together.
//
// A word that is looked at costs a credit: there are 2**CreditW - 1 of them, and one comes back after
// 2**EveryW rounds. Where there is none, words of this kind are left as they are, all banks' at once, and nothing is told of them
// (lost_o, for each): a program that does little else is slowed down by a few per cent, not tenfold.
//
// Throughput  an answer takes 2 cycles, and is for all banks that ask the same; a race takes 3 cycles; a word
//             whose bytes are looked at 2, 2 a byte, 2 for a new row and 2 for each of its races but the first.
// Latency     3 cycles from want_i to race_valid_o.
// Errs        misses: a word for which there is no row or no credit; and as pf_shared_level.
// State bits  Rows * (4 * ByteW + SlotW + NumberW + 1) + 2 * LevelW + CreditW + EveryW + 60 or so.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_shared_bytes #(
  parameter integer Banks   = `PF_SHARED_BANKS,      // at least 1
  parameter integer Words   = `PF_SHARED_WORDS,      // of a bank, at least 2
  parameter integer Rows    = `PF_SHARED_BYTE_ROWS,  // a power of two, at least 2
  parameter integer Slots   = `PF_BLOCK_SLOTS,       // at least 1
  parameter integer Whos    = `PF_SHARED_WARPS,      // of a block, at least 1
  parameter integer NumberW = `PF_SHARED_NUMBER_W,   // at least 2
  parameter integer PhaseW  = `PF_SHARED_PHASE_W,    // at least 1
  parameter integer PcW     = `PF_SHARED_PC_W,       // at least 1
  parameter integer LaneW   = 5,                     // at least 1
  parameter integer Its     = 0,                     // 1: lanes of a warp are threads, too
  parameter integer CreditW = `PF_SHARED_CREDIT_W,   // at least 1
  parameter integer EveryW  = `PF_SHARED_EVERY_W,    // at least 1
  // Derived: do not override.
  parameter integer RowW    = $clog2(Words),
  parameter integer BankW   = (Banks > 1) ? $clog2(Banks) : 1,
  parameter integer IndexW  = $clog2(Rows),
  parameter integer SlotW   = (Slots > 1) ? $clog2(Slots) : 1,
  parameter integer WhoW    = (Whos > 1) ? $clog2(Whos) : 1,
  parameter integer LevelW  = PhaseW + WhoW + 7,     // of a bank's entry
  parameter integer InfoW   = 4 + 2 * LaneW,         // of a race of two lanes: pf_shared_bank_lanes
  parameter integer ByteW   = PcW + LevelW           // of a byte
) (
  input  wire                     clk_i,
  input  wire                     rst_ni,         // asynchronous, active low

  // Of each bank, in stage 2: pf_shared_bank
  input  wire [Banks-1:0]         ask_i,          // these before all others
  input  wire [Banks-1:0]         want_i,
  input  wire                     doubt_i,        // one more may ask or want
  input  wire [Banks*RowW-1:0]    row_i,
  input  wire [Banks*LaneW-1:0]   lane_i,
  input  wire [Banks*4-1:0]       hit_i,
  input  wire [Banks*4-1:0]       bytes_i,
  input  wire [Banks-1:0]         split_i,
  input  wire [Banks-1:0]         apart_i,
  input  wire [Banks*LevelW-1:0]  level_i,
  input  wire [Banks*PcW-1:0]     pc_i,
  input  wire [Banks-1:0]         lanes_i,        // Its
  input  wire [Banks*InfoW-1:0]   lane_info_i,
  input  wire [Banks*PcW-1:0]     lane_pc_i,
  output wire                     tell_o,
  output wire [WhoW-1:0]          tell_who_o,
  output wire [PhaseW-1:0]        tell_phase_o,
  output wire                     tell_after_o,
  output wire [Banks-1:0]         serve_o,
  output wire                     serve_row_o,
  output wire [IndexW-1:0]        serve_index_o,

  // The access of stage 2
  input  wire [SlotW-1:0]         slot_i,
  input  wire [NumberW-1:0]       number_i,
  input  wire [WhoW-1:0]          who_i,
  input  wire                     write_i,
  input  wire                     strong_i,
  input  wire [1:0]               copy_i,         // PF_SHARED_COPY_*
  input  wire [PcW-1:0]           now_pc_i,
  input  wire [PhaseW-1:0]        phase_i,
  input  wire                     waited_i,
  input  wire [Whos*PhaseW-1:0]   know_i,

  input  wire [Slots*NumberW-1:0] numbers_i,      // of all slots

  input  wire                     round_i,        // another round comes into stage 2

  // The walk: rows of slots' other halves are cleared; never while a bank wants
  input  wire                     walk_i,
  input  wire                     walk_all_i,     // all are
  input  wire [IndexW-1:0]        walk_index_i,

  // A race; the second access is that of stage 2
  output wire                     race_valid_o,
  input  wire                     race_ready_i,
  output wire [BankW-1:0]         race_bank_o,
  output wire [RowW-1:0]          race_row_o,
  output wire [3:0]               race_bytes_o,
  output wire [LaneW-1:0]         race_lane_o,
  output wire                     race_lanes_o,   // Its: of two lanes of race_first_o
  output wire [LaneW-1:0]         race_first_lane_o,
  output wire                     race_others_o,  // the first is of other warps than race_first_o; of other lanes
  output wire [2:0]               race_did_o,
  output wire [WhoW-1:0]          race_first_o,
  output wire [PcW-1:0]           race_first_pc_o,

  output wire                     split_o,        // a word came into a row
  output wire [Banks-1:0]         lost_o,         // an access to a word was not noted
  output wire                     broke_o         // there is no credit: nobody need ask for a row
);

  generate
    if (Banks < 1 || Words < 2 || Rows < 2 || (Rows & (Rows - 1)) != 0 || Slots < 1 || Whos < 1 || NumberW < 2 ||
        PhaseW < 1 || PcW < 1 || LaneW < 1 || Its < 0 || Its > 1 || CreditW < 1 || EveryW < 1) begin : g_bad_param
      PF_SHARED_BYTES_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  // A level, from bit 0 up: did, others, seen, who, phase, pc.
  localparam integer OTHERS = 3, SEEN = 6, WHO = 7, PHASE = WHO + WhoW, PC = PHASE + PhaseW;
  localparam integer TagW = 1 + SlotW + NumberW;
  localparam integer PickW = RowW + 8 + 2 + LevelW + BankW;

  // IDLE: takes a bank. TELL: answers it. LOOK, FREE: is the row free? READ, BYTE: of each byte. RACE: the whole word races.
  // END: the last race is told.
  localparam [2:0] IDLE = 3'd0, LOOK = 3'd1, FREE = 3'd2, READ = 3'd3, BYTE = 3'd4, RACE = 3'd5, END = 3'd6;
  localparam [2:0] TELL = 3'd7;

  reg  [2:0]        state_q;

  ////////////////
  // A bank     //
  ////////////////

  wire              asked  = ask_i != {Banks{1'b0}};
  wire [Banks-1:0]  calls  = asked ? ask_i : want_i;
  wire [Banks-1:0]  lowest = calls & (~calls + {{(Banks-1){1'b0}}, 1'b1});
  reg  [PickW-1:0]  pick;
  integer           b;
  always @* begin
    pick = {PickW{1'b0}};
    for (b = 0; b < Banks; b = b + 1) begin
      pick = pick | ({PickW{lowest[b]}} &
                     {row_i[b*RowW +: RowW], hit_i[b*4 +: 4], bytes_i[b*4 +: 4],
                      split_i[b], apart_i[b], level_i[b*LevelW +: LevelW], b[BankW-1:0]});
    end
  end

  wire              pick_apart = pick[BankW+LevelW];
  wire              pick_split = pick[BankW+LevelW+1];
  wire [3:0]        pick_bytes = pick[BankW+LevelW+2 +: 4];
  wire [3:0]        pick_hit   = pick[BankW+LevelW+6 +: 4];

  // Words that may be looked at, and rounds since one was added.
  reg  [CreditW-1:0] credit_q;
  reg  [EveryW-1:0]  rounds_q;
  wire               serves  = state_q == IDLE && !asked && want_i != {Banks{1'b0}} && !doubt_i;
  wire               pays    = serves && pick_apart && !broke_o;
  wire               drops   = serves && pick_apart && broke_o;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      credit_q <= {CreditW{1'b1}};
      rounds_q <= {EveryW{1'b0}};
    end else if (round_i) begin
      rounds_q <= rounds_q + 1'b1;
      if (rounds_q == {EveryW{1'b1}} && credit_q != {CreditW{1'b1}}) credit_q <= credit_q + 1'b1;
    end else if (pays) begin
      credit_q <= credit_q - 1'b1;
    end
  end

  reg  [RowW-1:0]   row_q;
  reg  [3:0]        hit_q, bytes_q;
  reg               split_q, apart_q;
  reg  [LevelW-1:0] level_q;
  reg  [BankW-1:0]  bank_q;
  reg  [3:0]        rest_q;   // bytes that are left
  reg  [IndexW-1:0] index_q;  // the row
  reg               lost_q;

  ////////////////
  // A row      //
  ////////////////

  reg  [IndexW-1:0]  hand_q;
  reg                walk_q;
  reg  [IndexW-1:0]  walked_q;
  wire [TagW-1:0]    tag;                                   // {in use, slot, number}
  wire [SlotW-1:0]   tag_slot   = tag[NumberW +: SlotW];
  wire [NumberW-1:0] tag_number = tag[NumberW-1:0];
  wire [NumberW-1:0] tag_now    = numbers_i[tag_slot*NumberW +: NumberW];
  wire               in_use     = tag[TagW-1] && tag_number == tag_now;
  wire               old        = walk_q && tag[TagW-1] && tag_number[NumberW-1] != tag_now[NumberW-1];
  wire               clears     = (walk_i && walk_all_i) || old;
  wire               takes      = state_q == FREE && !in_use;

  pf_ram #(
    .Width (TagW),
    .Depth (Rows)
  ) u_tags (
    .clk_i   (clk_i),
    .we_i    (clears || takes),
    .waddr_i (takes ? hand_q : old ? walked_q : walk_index_i),
    .wdata_i ({takes, slot_i, number_i}),
    .re_i    ((walk_i && !walk_all_i) || state_q == LOOK),
    .raddr_i (walk_i ? walk_index_i : hand_q),
    .rdata_o (tag)
  );

  ////////////////
  // A byte     //
  ////////////////

  wire [3:0]        turn   = rest_q & (~rest_q + 4'd1);
  wire [1:0]        byte_n = {turn[3] || turn[2], turn[3] || turn[1]};
  wire [ByteW-1:0]  stored;
  wire              whole  = state_q == RACE;
  wire              known  = whole || (turn & bytes_q) != 4'd0;  // touched before
  wire              hit    = whole || (turn & hit_q) != 4'd0;
  wire [ByteW-1:0]  level  = (split_q && !whole) ? stored : {pc_i[bank_q*PcW +: PcW], level_q};
  wire [WhoW-1:0]   who    = level[WHO +: WhoW];
  wire [PhaseW-1:0] phase  = level[PHASE +: PhaseW];
  wire              after  = phase < know_i[who*PhaseW +: PhaseW];
  wire [2:0]        did, others;
  wire              seen, take, race, race_others;

  pf_shared_level u_level (
    .did_i         (level[2:0] & {3{known}}),
    .others_i      (level[OTHERS +: 3]),
    .seen_i        (level[SEEN]),
    .write_i       (write_i),
    .strong_i      (strong_i),
    .copy_i        (copy_i),
    .mine_i        (who == who_i),
    .same_phase_i  (phase == phase_i),
    .after_i       (after),
    .waited_i      (waited_i),
    .did_o         (did),
    .others_o      (others),
    .seen_o        (seen),
    .take_o        (take),
    .race_o        (race),
    .race_others_o (race_others)
  );

  wire [ByteW-1:0]  next = !hit ? level
                         : {take ? {now_pc_i, phase_i, who_i} : level[ByteW-1:WHO], seen, others, did};

  // A byte is done when its race, if it differs from the one before, has its place.
  reg               tell_q;                                  // a race is known
  reg               next_q;                                  // ... and another one waits for its place
  reg  [3:0]        told_bytes_q;
  reg               told_others_q;
  reg  [2:0]        told_did_q;
  reg  [WhoW-1:0]   told_first_q;
  reg  [PcW-1:0]    told_pc_q;
  wire              races   = hit && (race || race_others);
  wire [2:0]        r_did   = race_others ? level[OTHERS +: 3] : level[2:0];
  wire [PcW-1:0]    r_pc    = race_others ? {PcW{1'b0}} : level[PC +: PcW];
  wire              alike   = tell_q && told_others_q == race_others && told_did_q == r_did && told_first_q == who &&
                              told_pc_q == r_pc;
  wire              full    = tell_q && !alike;
  wire              works   = state_q == BYTE || state_q == RACE;
  wire              done    = works && (!races || !full);
  wire [3:0]        left    = rest_q & ~turn;
  wire              told    = race_valid_o && race_ready_i;
  wire              ends    = state_q == END && (!tell_q || race_ready_i);

  pf_ram #(
    .Width (ByteW),
    .Depth (4 * Rows)
  ) u_levels (
    .clk_i   (clk_i),
    .we_i    (state_q == BYTE && done && !lost_q),
    .waddr_i ({index_q, byte_n}),
    .wdata_i (next),
    .re_i    (state_q == READ && split_q),
    .raddr_i ({index_q, byte_n}),
    .rdata_o (stored)
  );

  // The whole word races, and warps do not: two lanes do.
  wire [InfoW-1:0]  info    = lane_info_i[bank_q*InfoW +: InfoW];
  wire              lanes   = Its != 0 && whole && lanes_i[bank_q] && !race && !race_others;
  reg               told_lanes_q;
  reg  [LaneW-1:0]  told_lane_q, first_lane_q;

  wire [Banks-1:0]  at_bank = {{(Banks-1){1'b0}}, 1'b1} << bank_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      hand_q  <= {IndexW{1'b0}};
      walk_q  <= 1'b0;
      tell_q  <= 1'b0;
      next_q  <= 1'b0;
    end else begin
      walk_q <= walk_i && !walk_all_i;
      next_q <= works && races && full && !told;
      if (works && ((races && done) || lanes)) tell_q <= 1'b1;
      else if (told)                tell_q <= 1'b0;
      case (state_q)
        IDLE:    if (asked)                 state_q <= TELL;
                 else if (serves && !drops) state_q <= !pick_apart ? RACE : pick_split ? READ : LOOK;
        TELL:    state_q <= IDLE;
        LOOK:    state_q <= FREE;
        FREE:    begin
                   state_q <= READ;
                   hand_q  <= hand_q + 1'b1;
                 end
        READ:    state_q <= BYTE;
        BYTE:    if (done) state_q <= (left == 4'd0) ? END : READ;
        RACE:    state_q <= END;
        default: if (ends) state_q <= IDLE;
      endcase
    end
  end

  always @(posedge clk_i) begin
    walked_q <= walk_index_i;
    if (state_q == IDLE) begin
      {row_q, hit_q, bytes_q, split_q, apart_q, level_q, bank_q} <= pick;
      rest_q  <= pick_split ? pick_hit : pick_hit | pick_bytes;
      index_q <= pick[BankW+WHO +: IndexW];
      lost_q  <= 1'b0;
    end
    if (state_q == FREE) begin
      index_q <= hand_q;
      lost_q  <= in_use;
    end
    if (state_q == BYTE && done) rest_q <= left;
    if (works && ((races && done) || lanes)) begin
      told_bytes_q  <= whole ? (bytes_q & hit_q) : turn | (alike ? told_bytes_q : 4'd0);
      told_others_q <= lanes ? info[InfoW-1] : race_others;
      told_did_q    <= lanes ? info[2*LaneW +: 3] : r_did;
      told_first_q  <= who;
      told_pc_q     <= !lanes ? r_pc : info[InfoW-1] ? {PcW{1'b0}} : lane_pc_i[bank_q*PcW +: PcW];
      told_lanes_q  <= lanes;
      told_lane_q   <= lanes ? info[LaneW +: LaneW] : lane_i[bank_q*LaneW +: LaneW];
      first_lane_q  <= info[LaneW-1:0] & {LaneW{lanes}};
    end
  end

  assign race_valid_o    = tell_q && (next_q || state_q == END);
  assign race_bank_o     = bank_q;
  assign race_row_o      = row_q;
  assign race_bytes_o    = told_bytes_q;
  assign race_lane_o     = told_lane_q;
  assign race_lanes_o    = told_lanes_q;
  assign race_first_lane_o = first_lane_q;
  assign race_others_o   = told_others_q;
  assign race_did_o      = told_did_q;
  assign race_first_o    = told_first_q;
  assign race_first_pc_o = told_pc_q;

  assign tell_o        = state_q == TELL;
  // Of a level that lies in no row: who and phase of one that does are known late, and these go to all banks.
  assign tell_who_o    = level_q[WHO +: WhoW];
  assign tell_phase_o  = level_q[PHASE +: PhaseW];
  assign tell_after_o  = after;
  assign serve_o       = drops ? want_i & apart_i : ends ? at_bank : {Banks{1'b0}};
  assign serve_row_o   = ends && apart_q && !lost_q;
  assign serve_index_o = index_q;
  // Nor for a copy: its end must not be lost for want of credit.
  assign broke_o       = credit_q == {CreditW{1'b0}} || copy_i != `PF_SHARED_COPY_NO;
  assign split_o       = takes;
  assign lost_o        = drops ? want_i & apart_i : (state_q == FREE && in_use) ? at_bank : {Banks{1'b0}};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT(a_walk_alone, !walk_i || state_q == IDLE)
  `PF_ASSERT(a_round_alone, !round_i || (state_q == IDLE && want_i == {Banks{1'b0}}))
  `PF_ASSERT(a_want_stays, state_q == IDLE || (state_q == TELL ? ask_i[bank_q] : want_i[bank_q]))
`ifndef FORMAL
  `PF_ASSERT_KNOWN(a_ctrl_known, {want_i, walk_i})
`endif
`endif

endmodule

`resetall
