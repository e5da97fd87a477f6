// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_check: accesses to lines of 32 words, against rows of their last writers or of their last readers.
//
//   S1 words of one side   S2, S3, S4 look         S5 of one outcome      S6 rules, place      S7 row
//   go_* --> pf_line_wait --> look_* - -> times_i --> pf_iguard_facts --> pf_iguard_verdict -> pf_iguard_row --> ret_*, end_*
//             ^  pf_iguard_set     |               |         again for others  |  pf_iguard_place  |  +--> race_*
//             |  again for others  |               +-> pf_iguard_words   ^     of the side         |
//             +------------------------------------ rows ----------------+------- chained ---------+
//
// It is the pipeline behind a bank of pf_meta_cache. A row has three sides, and which word has which or nobody, or it is that of a
// block; a beat of a block has the sides of four words (pf_iguard_row). An operation takes turns: each is of the lowest word that
// is left and of all those left that have the same side and to which the access does the same. Of a row that is a block's no
// turn is taken: all words are left. A turn that leaves a fourth side is not taken either: then the row becomes that of a free
// block, which is to be made of what the row was (end_make_o, end_row_o), and the words of that turn and those after it are left.
// Without a free block what the turn gives, and the third side, are forgotten, and the operation goes on (forgot_o).
// Writers: a load is held against the last writer, a write also takes its place. Readers: a load takes the last reader's place; a
// write is held against it, but for words that race with their last writer (go_raced_i), and forgets it (pf_iguard_rules); a store
// of several lanes to the same bytes, which races with nobody else, races with itself.
//
// Throughput  a turn a cycle: one for a coalesced access to words that another one has left. A turn that races is two. An
//             operation on the row of another that is inside comes 7 cycles after it; 5, if the other one has taken its side's
//             place, or the side is nobody's; 2, if the other one is just before it, takes the place of all its words, and did so
//             in one turn; a cycle, if the row is a block's, or the other one is just before it and a load on last writers, or a
//             write where nobody was the last reader.
// Latency     7 cycles from go_valid_i to ret_valid_o, and one for each further turn.
// Errs        as pf_iguard_facts; forgot_o.
// Handshake   go_ready_o depends on go_valid_i. times_i is the answer to the look_* three steps (look_step_o) before, and stays
//             until the next step. A race stays until it is taken. Where an operation ends end_* and ret_* come in one cycle, with
//             end_ready_i.
// State bits  pf_line_wait, three queues, about 1800.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"
`include "slice/pf_iguard_bits.vh"

module pf_iguard_check #(
  parameter integer Readers  = 0,                      // 1: rows of last readers
  parameter integer LineW    = `PF_ADDR_W - 7,
  parameter integer PcW      = `PF_RACE_PC_W,
  parameter integer EraW     = 4,
  parameter integer BlockNoW = 12,                     // number of a line's block, 1 to 63
  parameter integer NoteW    = 1,                      // what goes with an operation, at least 1
  parameter integer Depth    = 8,                      // operations that have not gone back, at most; 8 for one a cycle
  // Derived: do not override.
  parameter integer NearW    = Depth - 1,
  parameter integer SideW    = `PF_IGUARD_SIDE_W,
  parameter integer TagW     = `PF_IGUARD_TAG_W
) (
  input  wire                         clk_i,
  input  wire                         rst_ni,          // asynchronous, active low
  input  wire                         lanes_i,         // threads are lanes, else warps; static

  // Operations with their rows
  output wire                         go_ready_o,      // one may come in the next cycle
  input  wire                         go_valid_i,
  input  wire                         go_of_block_i,   // it is on a beat of a block
  input  wire [2:0]                   go_beat_i,       // ... which one of the line
  input  wire [LineW-1:0]             go_line_i,
  input  wire [31:0]                  go_words_i,      // not 0; of a beat: among its words
  input  wire [31:0]                  go_raced_i,      // readers: words that race with their last writers; else 0
  input  wire [3:0]                   go_bytes_i,      // of each word; not 0
  input  wire [TagW-1:0]              go_tag_i,
  input  wire [PcW-1:0]               go_pc_i,
  input  wire [EraW-1:0]              go_era_i,        // says which messages it has seen
  input  wire [NoteW-1:0]             go_note_i,
  input  wire [255:0]                 go_row_i,
  input  wire [NearW-1:0]             go_near_i,       // as pf_meta_cache's
  output wire                         ret_valid_o,
  output wire                         ret_changed_o,
  output wire [255:0]                 ret_row_o,

  // Times of a side's warp and block
  output wire                         look_step_o,
  output wire                         look_valid_o,
  output wire [`PF_META_BLOCK_W-1:0]  look_block_o,
  output wire [`PF_META_WARP_W-1:0]   look_warp_o,
  output wire [EraW-1:0]              look_era_o,
  input  wire [`PF_IGUARD_TIMES_W-1:0] times_i,

  // A free block
  input  wire                         free_valid_i,
  input  wire [BlockNoW-1:0]          free_block_i,
  output wire                         free_take_o,

  // Operations that go from here
  input  wire                         end_ready_i,     // one may
  output wire                         end_valid_o,     // it does
  output wire                         end_make_o,      // its line's block is to be made ...
  output wire [255:0]                 end_row_o,       // ... of this
  output wire [BlockNoW-1:0]          end_block_o,     // number of its line's block
  output wire [31:0]                  end_left_o,      // words for that block
  output wire [31:0]                  end_words_o,     // the others: done
  output wire [31:0]                  end_raced_o,     // of these: race here
  output wire [31:0]                  end_had_o,       // readers: go_raced_i
  output wire [LineW-1:0]             end_line_o,
  output wire [3:0]                   end_bytes_o,
  output wire [TagW-1:0]              end_tag_o,
  output wire [PcW-1:0]               end_pc_o,
  output wire [EraW-1:0]              end_era_o,
  output wire [NoteW-1:0]             end_note_o,

  // Races, one transfer for each turn that has one; line, bytes, tag and pc are end_*'s
  output wire                         race_valid_o,
  input  wire                         race_ready_i,
  output wire [31:0]                  race_words_o,
  output wire [2:0]                   race_kind_o,     // PF_IGUARD_KIND_*
  output wire                         race_others_o,   // with others, not with the one named
  output wire [SideW-1:0]             race_side_o,     // as it was

  output wire                         turn_o,          // a turn is taken
  output wire [31:0]                  turn_words_o,    // ... of these words
  output wire                         forgot_o,
  output wire                         idle_o           // nothing inside
);

  localparam integer OpW  = 32 + 32 + 4 + EraW;        // {words, raced, of a block, beat, era}
  localparam integer WhoW = `PF_META_BLOCK_W + `PF_META_WARP_W;
  localparam integer PayW = SideW + 1 + WhoW + 1 + NearW + OpW;
  localparam integer InW  = $clog2(Depth + 1);
  localparam [2:0]   NONE = `PF_IGUARD_KIND_NONE, INSTRUCTION = `PF_IGUARD_KIND_INSTRUCTION;

  generate
    if (Readers < 0 || Readers > 1 || LineW < 1 || PcW < 1 || EraW < 1 || NoteW < 1 || BlockNoW < 1 || BlockNoW > 63 || Depth < 2 ||
        NearW != Depth - 1 || SideW != `PF_IGUARD_SIDE_W || SideW > 64 || TagW != `PF_IGUARD_TAG_W ||
        `PF_IGUARD_SIDE_BLOCK_W != `PF_META_BLOCK_W || `PF_IGUARD_SIDE_WARP_W != `PF_META_WARP_W) begin : g_bad_param
      PF_IGUARD_CHECK_BAD_PARAMETER u_bad ();          // no such module: elaboration stops here
    end
  endgenerate

  genvar n;

  ////////////////
  // S1         //
  ////////////////

  wire             valid1, leave1, near1, write1;
  wire [NearW-1:0] whose1;                             // near: go_near_i
  wire [WhoW-1:0]  guess1;                             // ... and who takes that one's place
  wire [InW-1:0]   unused_before;
  wire [OpW-1:0]   op1;
  wire [SideW-1:0] as1;                                // it as a side
  wire             within1, next_within;               // all its words are among those that the one before takes the place of
  wire             next_there;                         // another operation is behind it
  wire [WhoW-1:0]  next_guess;
  wire [EraW-1:0]  next_era;
  wire [255:0]     row1;
  wire             of_block1;                          // a row: it is a block's
  wire             becomes;                            // the row in S7, or the last one there, is a block's behind it
  wire             fits;                               // S5 takes what is in S4, and so on
  reg  [2:0]       valid_q2;                           // S4, S3, S2
  reg              valid_q5, first_q5, last_q5, block_q5;
  wire             ends;                               // an operation ends in S7

  // Whose the last operations are
  reg  [NearW*WhoW-1:0] whose_q;
  reg  [WhoW-1:0]       guess;
  integer               g;
  always @(posedge clk_i) begin
    if (go_valid_i) whose_q <= {whose_q[(NearW-1)*WhoW-1:0], go_tag_i[`PF_IGUARD_TAG_BLOCK_LSB +: `PF_META_BLOCK_W],
                                go_tag_i[`PF_IGUARD_TAG_WARP_LSB +: `PF_META_WARP_W]};
  end
  always @* begin
    guess = {WhoW{1'b0}};
    for (g = 0; g < NearW; g = g + 1) guess = guess | (whose_q[g*WhoW +: WhoW] & {WhoW{go_near_i[g]}});
  end

  wire [SideW-1:0]  go_as;
  wire              go_takes = (Readers != 0) ^ go_tag_i[`PF_IGUARD_TAG_WRITE_LSB];
  wire              go_mixed = Readers != 0 && |(go_words_i & go_raced_i) && |(go_words_i & ~go_raced_i);
  reg               takes_q;                           // the last one's
  reg  [31:0]       words_q;
  wire              go_within = go_near_i[0] && takes_q && !(|(go_words_i & ~words_q)) && !go_mixed;
  wire [PayW-1:0]   next_pay;
  wire              unused_next_rest;

  always @(posedge clk_i) if (go_valid_i) {takes_q, words_q} <= {go_takes, go_words_i};

  pf_iguard_next u_as (
    .lanes_i  (lanes_i),
    .side_i   ({SideW{1'b0}}),
    .tag_i    (go_tag_i),
    .bytes_i  (go_bytes_i),
    .weaken_i (1'b0),
    .add_i    (1'b0),
    .far_i    (2'd0),
    .next_o   (go_as)
  );

  pf_line_wait #(
    .PayW  (PayW),
    .RowW  (257),
    .Depth (Depth),
    .Keeps (1)
  ) u_wait (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .in_ready_o   (go_ready_o),
    .in_valid_i   (go_valid_i),
    .in_pay_i     ({go_as, go_within, guess, go_tag_i[`PF_IGUARD_TAG_WRITE_LSB], go_near_i,
                    go_words_i, go_raced_i, go_of_block_i, go_beat_i, go_era_i}),
    .in_row_i     ({&go_row_i[255:192], go_row_i}),
    .in_near_i    (go_near_i),
    .ret_valid_i  (ret_valid_o),
    .ret_row_i    ({becomes, ret_row_o}),
    .out_valid_o  (valid1),
    .out_ready_i  (leave1),
    .out_keeps_i  (keeps1),
    .out_pay_o    ({as1, within1, guess1, write1, whose1, op1}),
    .out_near_o   (near1),
    .out_before_o (unused_before),
    .out_row_o    ({of_block1, row1}),
    .next_valid_o (next_there),
    .next_pay_o   (next_pay)
  );

  assign next_within      = next_pay[PayW-SideW-1];
  assign next_guess       = next_pay[OpW+NearW+1 +: WhoW];
  assign next_era         = next_pay[EraW-1:0];
  assign unused_next_rest = &{1'b0, next_pay};

  // A row that is a block's stays one: of those that have left, the last one on such a row knows it.
  reg  [NearW-1:0]    stays_q;                         // bit k: that is the one k + 1 before this one
  reg  [BlockNoW-1:0] stays_as_q;                      // its row's block
  wire                known1 = near1 && |(whose1 & stays_q);

  // An operation may go before it has its row, if the one just before it takes the place of all its words in one turn, which is on
  // its way to S6: then that one's side is its own, but for what the rules decide (pf_iguard_next), which S5 puts right.
  reg               once_q;                            // the last turn that has left S5 was its operation's only one, of no block
  reg  [SideW-1:0]  side_before_q;                     // of the last operation that has left S1
  wire              chains1;

  reg          again_q1;                               // turns of the operation have been here
  reg  [31:0]  left_q1;                                // words for others
  wire         beat1   = op1[EraW+3];
  wire         block1  = known1 || (!near1 && !beat1 && of_block1);
  wire [31:0]  all1    = op1[OpW-1 -: 32];
  wire [31:0]  raced1  = op1[OpW-33 -: 32] & {32{Readers != 0}};
  wire         had1, several1, somebody1;
  wire [SideW-1:0] side1;
  wire [31:0]  set1, rest1;
  pf_iguard_set u_set (
    .row_i      (row1),
    .beat_i     (beat1),
    .again_i    (again_q1),
    .all_i      (all1),
    .left_i     (left_q1),
    .raced_i    (raced1),
    .set_o      (set1),
    .rest_o     (rest1),
    .side_o     (side1),
    .had_o      (had1),
    .several_o  (several1),
    .somebody_o (somebody1)
  );

  // A load leaves last writers as they are, a write nobody as last reader.
  wire         keeps1  = !near1 && ((Readers == 0) ? !write1 : write1 && !block1 && !again_q1 && !somebody1);
  wire         more1   = !block1 && !chains1 && several1;
  wire         moves1  = valid1 && (!near1 || known1 || chains1) && fits;
  wire [255:0] known_row = known1 ? {64'hffff_ffff_ffff_ffff, 128'd0, {(64-BlockNoW){1'b0}}, stays_as_q} : row1;

  assign leave1 = moves1 && !more1;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     again_q1 <= 1'b0;
    else if (moves1) again_q1 <= more1;
  end
  always @(posedge clk_i) if (moves1) left_q1 <= rest1;

  always @(posedge clk_i) if (leave1) side_before_q <= as1;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     stays_q <= {NearW{1'b0}};
    else if (leave1) stays_q <= block1 ? {{(NearW-1){1'b0}}, 1'b1} : stays_q << 1;
  end
  always @(posedge clk_i) if (moves1 && block1 && !known1) stays_as_q <= row1[BlockNoW-1:0];

  assign look_step_o  = fits;
  // While an operation waits for its row, the times of who will likely be in it are looked up. If so, or nobody is, its first turn
  // need not wait for them again: it goes to S4.
  reg  [1:0]      asked_q;                             // the operation in S1 has in the step before, and before that one
  wire            asks1   = valid1 && near1 && !known1;
  wire            asks2   = chains1 && next_there && next_within;
  wire [WhoW-1:0] who1    = {side1[`PF_IGUARD_SIDE_BLOCK_LSB +: `PF_META_BLOCK_W],
                             side1[`PF_IGUARD_SIDE_WARP_LSB +: `PF_META_WARP_W]};
  wire            nobody1 = !(|side1[`PF_IGUARD_SIDE_BYTES_LSB +: 4]);
  wire            skips1  = &asked_q && (who1 == guess1 || nobody1 || chains1);

  assign chains1 = valid1 && near1 && within1 && !known1 && &asked_q && valid_q2 == 3'b000 &&
                   (valid_q5 ? first_q5 && last_q5 && !block_q5 : once_q);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)   asked_q <= 2'b00;
    else if (fits) asked_q <= leave1 ? {1'b0, asks2} : {asked_q[0], asks1};
  end

  assign look_valid_o = chains1 ? asks2 : moves1 || asks1;
  assign {look_block_o, look_warp_o} = !near1 ? who1 : chains1 ? next_guess : guess1;
  assign look_era_o   = chains1 ? next_era : op1[EraW-1:0];

  ////////////////
  // S2, S3, S4 //
  ////////////////

  localparam integer  TurnW = 6 + SideW + 32;          // {chained, first, last, block, beat, had raced, side, words}
  reg  [TurnW-1:0]    turn_q2, turn_q3, turn_q4;
  wire [TurnW-1:0]    turn1 = chains1 ? {1'b1, 1'b1, 1'b1, 1'b0, beat1, had1, side_before_q, all1} :
                                        {1'b0, !again_q1, !more1, block1, beat1, had1, side1, set1};

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)   valid_q2 <= 3'b000;
    else if (fits) valid_q2 <= {valid_q2[1] || (moves1 && skips1), valid_q2[0], moves1 && !skips1};
  end
  always @(posedge clk_i) begin
    if (fits) turn_q2 <= turn1;
    if (fits) turn_q3 <= turn_q2;
    if (fits) turn_q4 <= (&asked_q) ? turn1 : turn_q3;
  end

  wire                chained4, first4, last4, block4, beat4, had4;
  wire [SideW-1:0]    side4;
  wire [31:0]         set4, lowest4, any4, dev4;
  wire [4:0]          word4;
  wire                unused_any4;
  wire [TagW-1:0]     tag4;
  wire [3:0]          bytes4;

  assign {chained4, first4, last4, block4, beat4, had4, side4, set4} = turn_q4;

  pf_line_pick #(
    .N (32)
  ) u_lowest4 (
    .in_i    (set4),
    .any_o   (unused_any4),
    .hot_o   (lowest4),
    .index_o (word4)
  );

  pf_iguard_words u_words (
    .side_i  (side4),
    .times_i (times_i),
    .any_o   (any4),
    .dev_o   (dev4)
  );

  // Of the set's words these have one outcome: all, if access and side touch nothing together; each alone, if they are of one
  // warp and go by different steps.
  wire              apart4   = !(|(bytes4 & side4[`PF_IGUARD_SIDE_BYTES_LSB +: 4]));
  wire              crossed4 = side4[`PF_IGUARD_SIDE_STEP_LSB +: 3] != tag4[`PF_IGUARD_TAG_STEP_LSB +: 3] &&
                               side4[`PF_IGUARD_SIDE_WARP_LSB +: `PF_IGUARD_SIDE_WARP_W] ==
                               tag4[`PF_IGUARD_TAG_WARP_LSB +: `PF_IGUARD_TAG_WARP_W] &&
                               side4[`PF_IGUARD_SIDE_BLOCK_LSB +: `PF_IGUARD_SIDE_BLOCK_W] ==
                               tag4[`PF_IGUARD_TAG_BLOCK_LSB +: `PF_IGUARD_TAG_BLOCK_W];

  // Tags wait for the last set's times.
  wire              unused_tag_ready, tag_there;
  wire [InW-1:0]    unused_tag_level;
  pf_fifo #(
    .Width (TagW + 4),
    .Depth (Depth),
    .Ram   (1)
  ) u_tags (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (go_valid_i),
    .in_ready_o  (unused_tag_ready),
    .in_data_i   ({go_tag_i, go_bytes_i}),
    .out_valid_o (tag_there),
    .out_ready_i (fits && valid_q2[2] && last4),
    .out_data_o  ({tag4, bytes4}),
    .level_o     (unused_tag_level)
  );

  ////////////////
  // S5         //
  ////////////////

  reg               chained_q5, beat_q5, had_q5, whole_q5, crossed_q5;
  reg  [SideW-1:0]  side_q5;
  reg  [31:0]       set_q5, lowest_q5, any_q5, dev_q5;
  reg  [4:0]        word_q5;
  reg  [`PF_IGUARD_TIMES_W-1:0] times_q5;
  reg  [TagW-1:0]   tag_q5;
  reg  [3:0]        bytes_q5;
  wire              takes;                             // a flop: S6 takes what is in S5
  wire              valid6;
  // Of the turn in S7, or of the last one there
  reg               block_q7;
  reg  [SideW-1:0]  next_q7;                           // what its words get ...
  wire              short;                             // ... but for want of room
  wire [`PF_IGUARD_FACTS_W-1:0] facts5;

  // Chained: whoever it is chained to is in S7, or was the last one there, and has left its words to this one, to nobody, or to a
  // block.
  wire              waits5  = chained_q5 && valid6;
  wire              moves5  = valid_q5 && takes && !waits5;
  wire              gone5   = chained_q5 && (short || block_q7);
  wire              whole5  = whole_q5 || gone5;
  wire [SideW-1:0]  side5   = ((next_q7 & {SideW{chained_q5}} & `PF_IGUARD_LATE) |
                               (side_q5 & ({SideW{!chained_q5}} | ~`PF_IGUARD_LATE))) & {SideW{!gone5}};

  // Words that have not the lowest one's outcome are left: known before these are.
  wire [31:0]       alike5  = ~(any_q5 ^ {32{|(any_q5 & lowest_q5)}}) & ~(dev_q5 ^ {32{|(dev_q5 & lowest_q5)}});
  wire [31:0]       same5   = set_q5 & ((alike5 & {32{!crossed_q5}}) | lowest_q5 | {32{whole5}});
  wire [31:0]       others5 = set_q5 & ~same5;
  wire              mixed5  = (|(set_q5 & any_q5) && |(set_q5 & ~any_q5)) || (|(set_q5 & dev_q5) && |(set_q5 & ~dev_q5));
  wire              more5   = !whole5 && (crossed_q5 ? |(set_q5 & ~lowest_q5) : mixed5);
  wire [31:0]       next_lowest;
  wire [4:0]        next_word;
  wire              unused_any5;

  assign fits = !valid_q5 || (takes && !more5 && !waits5);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)   valid_q5 <= 1'b0;
    else if (fits) valid_q5 <= valid_q2[2];
  end
  always @(posedge clk_i) begin
    if (moves5) once_q <= first_q5 && last_q5 && !more5 && !block_q5;
    if (fits || moves5) begin
      chained_q5 <= fits && chained4;
      side_q5    <= fits ? side4 : side5;
    end
    if (fits) begin
      {last_q5, block_q5, beat_q5, had_q5}     <= {last4, block4, beat4, had4};
      {any_q5, dev_q5, times_q5}               <= {any4, dev4, times_i};
      {whole_q5, crossed_q5, tag_q5, bytes_q5} <= {apart4 || block4, crossed4, tag4, bytes4};
    end
    if (fits || moves5) begin
      first_q5  <= fits && first4;
      set_q5    <= fits ? set4 : others5;
      lowest_q5 <= fits ? lowest4 : next_lowest;
      word_q5   <= fits ? word4 : next_word;
    end
  end

  pf_line_pick #(
    .N (32)
  ) u_lowest5 (
    .in_i    (others5),
    .any_o   (unused_any5),
    .hot_o   (next_lowest),
    .index_o (next_word)
  );

  pf_iguard_facts u_facts (
    .lanes_i (lanes_i),
    .side_i  (side5),
    .tag_i   (tag_q5),
    .word_i  (word_q5),
    .bytes_i (bytes_q5),
    .times_i (times_q5),
    .facts_o (facts5)
  );

  ////////////////
  // S6         //
  ////////////////

  wire              chained6, first6, last6, block6, beat6, had6;
  wire [SideW-1:0]  side6;
  wire [31:0]       words6;
  wire [TagW-1:0]   tag6;
  wire [3:0]        bytes6;
  wire [`PF_IGUARD_FACTS_W-1:0] facts6;
  wire              steps;                             // what is in S7 is done

  pf_skid #(
    .Width (6 + SideW + 32 + TagW + 4 + `PF_IGUARD_FACTS_W)
  ) u_facts_of (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (valid_q5 && !waits5),
    .in_ready_o  (takes),
    .in_data_i   ({chained_q5, first_q5, last_q5 && !more5, block_q5, beat_q5, had_q5, side5, same5, tag_q5, bytes_q5, facts5}),
    .out_valid_o (valid6),
    .out_ready_i (steps),
    .out_data_o  ({chained6, first6, last6, block6, beat6, had6, side6, words6, tag6, bytes6, facts6})
  );

  wire [2:0]        kind;
  wire              asked, others;
  wire [`PF_IGUARD_ACT_W-1:0] act;
  wire [SideW-1:0]  next6;

  pf_iguard_verdict #(
    .Readers (Readers)
  ) u_verdict (
    .lanes_i  (lanes_i),
    .side_i   (side6),
    .tag_i    (tag6),
    .bytes_i  (bytes6),
    .facts_i  (facts6),
    .raced_i  (had6),
    .asked_o  (asked),
    .kind_o   (kind),
    .others_o (others),
    .act_o    (act),
    .next_o   (next6)
  );

  // A store of several lanes to the same bytes
  wire              same = Readers != 0 && asked && tag6[`PF_IGUARD_TAG_SEVERAL_LSB] &&
                           !tag6[`PF_IGUARD_TAG_IS_ATOM_LSB];
  wire              left6 = block6 || (chained6 && becomes);  // its row is a block's
  wire [2:0]        told = left6 ? NONE : (kind == NONE && same) ? INSTRUCTION : kind;

  // What the words get, next6, is looked for in the row, and in what the turn in front puts there just now. All that
  // it may be is compared while the verdict is found.
  reg               valid_q7;
  reg               last_q7, beat_q7, moved_q7, others_q7;
  reg  [2:0]        kind_q7;
  reg  [SideW-1:0]  side_q7;
  reg  [31:0]       words_q7;
  reg  [3:0]        take_q7;                           // its place in the row
  reg  [255:0]      row_q;                             // before the turn in S7
  wire [255:0]      first_row;                         // before the operation in S6
  wire              takes6 = (Readers != 0) ^ tag6[`PF_IGUARD_TAG_WRITE_LSB];
  wire [SideW-1:0]  outcome [0:2];                     // what the side may become: replaced, weakened, among the others
  wire [SideW-1:0]  with6   [0:4];                     // sides of the row; the one before; the one in front
  wire [4:0]        equal6, nobody6;
  wire [3:0]        take6;
  wire              moved6 = !equal6[3] && (takes6 || act[`PF_IGUARD_ACT_CLEAR]) && !left6;
  wire              opens6 = first6 && !chained6;      // its row comes from S1, else it is that in S7
  wire              ahead6 = valid_q7 && moved_q7 && !opens6;
  wire [63:0]       map6   = opens6 ? first_row[192 +: 64] : row_q[192 +: 64];

  generate
    for (n = 0; n < 3; n = n + 1) begin : g_outcome
      pf_iguard_next u_next (
        .lanes_i  (lanes_i),
        .side_i   (side6),
        .tag_i    (tag6),
        .bytes_i  (bytes6),
        .weaken_i (n > 0),
        .add_i    (n > 1),
        .far_i    (act[`PF_IGUARD_ACT_FAR_LSB +: 2]),
        .next_o   (outcome[n])
      );
      assign with6[n] = opens6 ? first_row[64*n +: SideW] : row_q[64*n +: SideW];
    end
    for (n = 0; n < 5; n = n + 1) begin : g_match
      pf_iguard_match u_match (
        .bare_i   (outcome[0]),
        .weak_i   (outcome[1]),
        .added_i  (outcome[2]),
        .takes_i  (takes6),
        .weaken_i (act[`PF_IGUARD_ACT_WEAKEN]),
        .add_i    (act[`PF_IGUARD_ACT_ADD]),
        .with_i   (with6[n]),
        .same_o   (equal6[n])
      );
      assign nobody6[n] = !(|with6[n][`PF_IGUARD_SIDE_BYTES_LSB +: 4]);
    end
  endgenerate
  assign with6[3] = side6;
  assign with6[4] = next_q7;

  pf_iguard_place u_place (
    .map_i          (map6),
    .beat_i         (beat6),
    .words_i        (words6),
    .equal_i        (equal6[2:0]),
    .nobody_i       (nobody6[2:0]),
    .gone_i         (!takes6),
    .ahead_i        (ahead6),
    .ahead_words_i  (words_q7),
    .ahead_take_i   (take_q7),
    .ahead_equal_i  ((|take_q7) ? equal6[4] : !takes6),  // without a place they are nobody's
    .ahead_nobody_i (!(|take_q7) || nobody6[4]),
    .take_o         (take6)
  );

  ////////////////
  // S7         //
  ////////////////

  reg               taken_q;                           // the turn's race has been
  reg               full_q, changed_q;                 // after the turns before
  reg  [31:0]       done_q, races_q;                   // words of these
  wire [255:0]      updated;
  wire [255:0]      of_block = {64'hffff_ffff_ffff_ffff, 128'd0, {(64-BlockNoW){1'b0}}, free_block_i};
  wire [31:0]       op_words, op_raced;
  assign            short    = moved_q7 && !(|take_q7);
  wire              full     = full_q || (short && free_valid_i);
  assign            becomes  = full_q || (valid_q7 && short && free_valid_i) || block_q7;
  wire              stops    = full || block_q7;       // its words are left
  wire              updates  = moved_q7 && !stops;
  wire              racy     = kind_q7 != NONE;
  wire [31:0]       done7    = done_q | (words_q7 & {32{!stops}});
  wire [31:0]       races7   = races_q | (words_q7 & {32{racy && !stops}});
  wire              enters   = steps && valid6;

  assign race_valid_o = valid_q7 && racy && !stops && !taken_q;
  assign steps        = !valid_q7 || ((!racy || stops || taken_q) && (end_ready_i || !last_q7));
  assign ends         = valid_q7 && last_q7 && steps;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)    valid_q7 <= 1'b0;
    else if (steps) valid_q7 <= valid6;
  end
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) taken_q <= 1'b0;
    else         taken_q <= !steps && (taken_q || (race_valid_o && race_ready_i));
  end
  always @(posedge clk_i) begin
    if (enters) begin
      {last_q7, block_q7, beat_q7, moved_q7, others_q7, kind_q7} <= {last6, left6, beat6, moved6, others, told};
      {side_q7, next_q7, words_q7, take_q7}                      <= {side6, next6, words6, take6};
    end
    if (enters && first6) begin
      {full_q, changed_q, done_q, races_q} <= {2'b00, 32'd0, 32'd0};
    end else if (steps && valid_q7) begin
      {full_q, changed_q, done_q, races_q} <= {full, changed_q || updates, done7, races7};
    end
    if (enters && opens6)                             row_q <= first_row;
    else if (steps && valid_q7 && (updates || (full && last_q7))) row_q <= full ? of_block : updated;
  end

  pf_iguard_row u_row (
    .row_i   (row_q),
    .beat_i  (beat_q7),
    .words_i (words_q7),
    .side_i  (next_q7),
    .take_i  (take_q7),
    .row_o   (updated)
  );

  // Rows wait for the first turn.
  wire              unused_row_ready, row_there;
  wire [InW-1:0]    unused_row_level;
  pf_fifo #(
    .Width (256),
    .Depth (Depth),
    .Ram   (1)
  ) u_rows (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (moves1 && !again_q1 && !chains1),
    .in_ready_o  (unused_row_ready),
    .in_data_i   (known_row),
    .out_valid_o (row_there),
    .out_ready_i (enters && opens6),
    .out_data_o  (first_row),
    .level_o     (unused_row_level)
  );

  wire              unused_op_ready, unused_op_valid;
  wire [InW-1:0]    inside;                            // operations that have not gone back
  pf_fifo #(
    .Width (64 + LineW + 4 + TagW + PcW + EraW + NoteW),
    .Depth (Depth),
    .Ram   (1)
  ) u_operations (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (go_valid_i),
    .in_ready_o  (unused_op_ready),
    .in_data_i   ({go_words_i, go_raced_i, go_line_i, go_bytes_i, go_tag_i, go_pc_i, go_era_i, go_note_i}),
    .out_valid_o (unused_op_valid),
    .out_ready_i (ends),
    .out_data_o  ({op_words, op_raced, end_line_o, end_bytes_o, end_tag_o, end_pc_o, end_era_o, end_note_o}),
    .level_o     (inside)
  );

  ////////////////
  // Out        //
  ////////////////

  assign ret_valid_o   = ends;
  assign ret_row_o     = full ? of_block : updates ? updated : row_q;
  assign ret_changed_o = full || updates || changed_q;

  assign end_valid_o = ends;
  assign end_make_o  = full;
  assign end_row_o   = row_q;
  assign end_block_o = full ? free_block_i : row_q[BlockNoW-1:0];
  assign end_words_o = done7;
  assign end_left_o  = op_words & ~done7;
  assign end_raced_o = races7;
  assign end_had_o   = op_raced & {32{Readers != 0}};
  assign free_take_o = ends && full;

  assign race_words_o  = words_q7;
  assign race_kind_o   = kind_q7;
  assign race_others_o = others_q7;
  assign race_side_o   = side_q7;

  assign turn_o       = valid_q7 && steps && !stops;
  assign turn_words_o = words_q7;
  assign forgot_o     = turn_o && short;
  assign idle_o       = inside == {InW{1'b0}};

  wire unused = &{1'b0, unused_before, unused_any4, unused_any5, unused_tag_ready, tag_there,
                  unused_tag_level, unused_row_ready, row_there, unused_row_level, unused_op_ready, unused_op_valid, act, nobody6[3], 1'b0};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {go_valid_i, end_ready_i, race_ready_i, free_valid_i, lanes_i})
  `PF_ASSUME(a_words, !go_valid_i || (|go_words_i && |go_bytes_i))
  `PF_ASSERT(a_tag_there, !valid_q2[2] || tag_there)
  `PF_ASSERT(a_row_there, !(valid6 && opens6) || row_there)
  `PF_ASSERT(a_room, unused_row_ready || !(moves1 && !again_q1 && !chains1))
  `PF_ASSERT(a_more, !moves1 || block1 || chains1 || more1 == |rest1)
  `PF_ASSERT(a_set, !valid_q7 || block_q7 || |words_q7)
  `PF_ASSERT(a_others, !valid_q5 || whole5 || more5 == |others5)
  `PF_COVER(c_full_early, valid_q7 && full && !last_q7)
  `PF_COVER(c_forgot, forgot_o)
  `PF_COVER(c_known, moves1 && known1)
  `PF_ASSERT(a_skips, !(&asked_q) || valid_q2[1:0] == 2'b00)
  `PF_COVER(c_skips, moves1 && skips1)
  `PF_ASSERT(a_chained, !chains1 || (!again_q1 && whose1[0]))
  `PF_COVER(c_chained, moves1 && chains1)
  `PF_COVER(c_chained_full, enters && chained6 && becomes)
`endif

endmodule

`resetall
