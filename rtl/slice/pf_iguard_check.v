// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_check: accesses to lines of 32 words, against rows of their last writers or of their last readers.
//
//   S1 words of one side   S2, S3, S4 look         S5 of one outcome      S6 rules            S7 row
//   go_* --> pf_line_wait --> look_* - -> times_i --> pf_iguard_facts --> pf_iguard_verdict -> pf_iguard_row --> ret_*, end_*
//             ^    ^  again for other sides  |         again for others                        |   +--> race_*
//             |                              +-> pf_iguard_words   of the side                 |
//             +----------------------------------- rows ---------------------------------------+
//
// It is the pipeline behind a bank of pf_meta_cache. A row has three sides, and which word has which, or it is that of a
// block; a beat of a block has the sides of four words (pf_iguard_row). An operation takes turns: each is of the lowest word that
// is left and of all those left that have the same side and to which the access does the same. Of a row that is a block's no
// turn is taken: all words are left. A turn that leaves a fourth side is not taken either: then the row becomes that of a free
// block, which is to be made of what the row was (end_make_o, end_row_o), and the words of that turn and those after it are left.
// Without a free block what the turn gives, and the third side, are forgotten, and the operation goes on (forgot_o).
// Writers: a load is held against the last writer, a write also takes its place. Readers: a load takes the last reader's place; a
// write is held against it, but for words that race with their last writer (go_raced_i), and forgets it (pf_iguard_rules); a store of
// several lanes to the same bytes, which races with nobody else, races with itself.
//
// Throughput  a turn a cycle: one for a coalesced access to words that another one has left. A turn that races is three. An
//             operation on the row of another that is inside comes 7 cycles after it.
// Latency     7 cycles from go_valid_i to ret_valid_o, and one for each further turn.
// Errs        as pf_iguard_facts; forgot_o.
// Handshake   go_ready_o depends on go_valid_i. times_i is the answer to the look_* three steps (look_step_o) before, and stays
//             until the next step. A race stays until it is taken. Where an operation ends end_* and ret_* come in one cycle, with
//             end_ready_i.
// State bits  pf_line_wait, three queues, about 1400.

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

  wire             valid1, leave1, near1;
  wire [InW-1:0]   unused_before;
  wire [OpW-1:0]   op1;
  wire [255:0]     row1;
  wire             fits;                               // S5 takes what is in S4, and so on
  wire             ends;                               // an operation ends in S7

  pf_line_wait #(
    .PayW  (OpW),
    .RowW  (256),
    .Depth (Depth)
  ) u_wait (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .in_ready_o   (go_ready_o),
    .in_valid_i   (go_valid_i),
    .in_pay_i     ({go_words_i, go_raced_i, go_of_block_i, go_beat_i, go_era_i}),
    .in_row_i     (go_row_i),
    .in_near_i    (go_near_i),
    .ret_valid_i  (ret_valid_o),
    .ret_row_i    (ret_row_o),
    .out_valid_o  (valid1),
    .out_ready_i  (leave1),
    .out_pay_o    (op1),
    .out_near_o   (near1),
    .out_before_o (unused_before),
    .out_row_o    (row1)
  );

  reg          again_q1;                               // turns of the operation have been here
  reg  [31:0]  left_q1;                                // words for others
  wire         beat1   = op1[EraW+3];
  wire         block1  = !beat1 && row1[192] && row1[224];
  wire [31:0]  words1  = again_q1 ? left_q1 : op1[OpW-1 -: 32];
  wire [31:0]  raced1  = op1[OpW-33 -: 32] & {32{Readers != 0}};
  wire [31:0]  lowest1;
  wire         had1    = |(lowest1 & raced1);
  wire [31:0]  alike1  = words1 & (raced1 ^ {32{!had1}});
  wire [31:0]  class1 [0:2];                           // words of a side; of a beat, of each of its sides:
  wire [2:0]   touched_row;
  wire [3:0]   touched_beat, of_row, of_beat;          // ... some are accessed; the lowest one is among them
  wire [5:0]   unlike;                                 // two of the beat's sides
  wire         unused_any1;
  wire [4:0]   unused_index1;

  pf_line_pick #(
    .N (32)
  ) u_lowest1 (
    .in_i    (words1),
    .any_o   (unused_any1),
    .hot_o   (lowest1),
    .index_o (unused_index1)
  );

  function [3:0] by_side(input [31:0] of_words);       // of a beat
    by_side = of_words[31:28] | of_words[27:24] | of_words[23:20] | of_words[19:16] | of_words[15:12] | of_words[11:8] |
              of_words[7:4] | of_words[3:0];
  endfunction

  generate
    for (n = 0; n < 3; n = n + 1) begin : g_class1
      localparam [1:0] Number = n;
      assign class1[n]      = ~(row1[192 +: 32] ^ {32{Number[0]}}) & ~(row1[224 +: 32] ^ {32{Number[1]}});
      assign touched_row[n] = |(class1[n] & words1);
      assign of_row[n]      = |(class1[n] & lowest1);
      assign unlike[n]      = row1[0 +: SideW] != row1[64*(n+1) +: SideW];
    end
  endgenerate
  assign unlike[3] = row1[64 +: SideW] != row1[128 +: SideW];
  assign unlike[4] = row1[64 +: SideW] != row1[192 +: SideW];
  assign unlike[5] = row1[128 +: SideW] != row1[192 +: SideW];

  assign of_row[3]      = 1'b0;
  assign touched_beat   = by_side(words1);
  assign of_beat        = by_side(lowest1);

  wire [3:0]   of1     = beat1 ? of_beat : of_row;
  wire [SideW-1:0] side1 = (row1[0 +: SideW] & {SideW{of1[0]}}) | (row1[64 +: SideW] & {SideW{of1[1]}}) |
                           (row1[128 +: SideW] & {SideW{of1[2]}}) | (row1[192 +: SideW] & {SideW{of1[3]}});
  wire [3:0]   same_beat = of_beat[0] ? {~unlike[2:0], 1'b1} :
                           of_beat[1] ? {~unlike[4:3], 1'b1, ~unlike[0]} :
                           of_beat[2] ? {~unlike[5], 1'b1, ~unlike[3], ~unlike[1]} : {1'b1, ~unlike[5:4], ~unlike[2]};
  wire [31:0]  same_row = (class1[0] & {32{of_row[0]}}) | (class1[1] & {32{of_row[1]}}) | (class1[2] & {32{of_row[2]}});
  wire [31:0]  set1    = alike1 & (beat1 ? {8{same_beat}} : same_row);
  wire [31:0]  rest1   = words1 & ~set1;

  // Of several sides, or some have raced and some have not: known before the lowest one's are.
  wire [2:0]   t       = touched_row;
  wire [3:0]   u       = touched_beat;
  wire         sides_row  = (t[0] && t[1]) || (t[0] && t[2]) || (t[1] && t[2]);
  wire         sides_beat = (u[0] && u[1] && unlike[0]) || (u[0] && u[2] && unlike[1]) || (u[0] && u[3] && unlike[2]) ||
                            (u[1] && u[2] && unlike[3]) || (u[1] && u[3] && unlike[4]) || (u[2] && u[3] && unlike[5]);
  wire         mixed   = |(words1 & raced1) && |(words1 & ~raced1);
  wire         more1   = !block1 && (mixed || (beat1 ? sides_beat : sides_row));
  wire         moves1  = valid1 && !near1 && fits;

  assign leave1 = moves1 && !more1;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     again_q1 <= 1'b0;
    else if (moves1) again_q1 <= more1;
  end
  always @(posedge clk_i) if (moves1) left_q1 <= rest1;

  assign look_step_o  = fits;
  assign look_valid_o = moves1;
  assign look_block_o = side1[`PF_IGUARD_SIDE_BLOCK_LSB +: `PF_META_BLOCK_W];
  assign look_warp_o  = side1[`PF_IGUARD_SIDE_WARP_LSB +: `PF_META_WARP_W];
  assign look_era_o   = op1[EraW-1:0];

  ////////////////
  // S2, S3, S4 //
  ////////////////

  localparam integer  TurnW = 5 + SideW + 32;          // {first, last, block, beat, had raced, side, words}
  reg  [2:0]          valid_q2;                        // S4, S3, S2
  reg  [TurnW-1:0]    turn_q2, turn_q3, turn_q4;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)   valid_q2 <= 3'b000;
    else if (fits) valid_q2 <= {valid_q2[1:0], moves1};
  end
  always @(posedge clk_i) begin
    if (fits) turn_q2 <= {!again_q1, !more1, block1, beat1, had1, side1, set1};
    if (fits) turn_q3 <= turn_q2;
    if (fits) turn_q4 <= turn_q3;
  end

  wire                first4, last4, block4, beat4, had4;
  wire [SideW-1:0]    side4;
  wire [31:0]         set4, lowest4, any4, dev4;
  wire [4:0]          word4;
  wire                unused_any4;

  assign {first4, last4, block4, beat4, had4, side4, set4} = turn_q4;

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

  ////////////////
  // S5         //
  ////////////////

  reg               valid_q5, first_q5, last_q5, block_q5, beat_q5, had_q5;
  reg  [SideW-1:0]  side_q5;
  reg  [31:0]       set_q5, lowest_q5, any_q5, dev_q5;
  reg  [4:0]        word_q5;
  reg  [`PF_IGUARD_TIMES_W-1:0] times_q5;
  wire              takes;                             // S6 takes what is in S5
  wire [TagW-1:0]   tag5;
  wire [3:0]        bytes5;
  wire [`PF_IGUARD_FACTS_W-1:0] facts5;

  // Those of the lowest word's outcome: all, if access and side touch nothing together; that word alone, if they are of one
  // warp and go by different steps.
  wire              apart   = !(|(bytes5 & side_q5[`PF_IGUARD_SIDE_BYTES_LSB +: 4]));
  wire              crossed = side_q5[`PF_IGUARD_SIDE_STEP_LSB +: 3] != tag5[`PF_IGUARD_TAG_STEP_LSB +: 3] &&
                              side_q5[`PF_IGUARD_SIDE_WARP_LSB +: `PF_IGUARD_SIDE_WARP_W] ==
                              tag5[`PF_IGUARD_TAG_WARP_LSB +: `PF_IGUARD_TAG_WARP_W] &&
                              side_q5[`PF_IGUARD_SIDE_BLOCK_LSB +: `PF_IGUARD_SIDE_BLOCK_W] ==
                              tag5[`PF_IGUARD_TAG_BLOCK_LSB +: `PF_IGUARD_TAG_BLOCK_W];
  wire [31:0]       alike5  = ~(any_q5 ^ {32{|(any_q5 & lowest_q5)}}) & ~(dev_q5 ^ {32{|(dev_q5 & lowest_q5)}});
  wire [31:0]       same5   = set_q5 & ((alike5 & {32{!crossed}}) | lowest_q5 | {32{apart}});
  wire [31:0]       others5 = set_q5 & ~same5;
  wire              more5   = |others5 && !block_q5;
  wire              moves5  = valid_q5 && takes;
  wire [31:0]       next_lowest;
  wire [4:0]        next_word;
  wire              unused_any5;

  assign fits = !valid_q5 || (takes && !more5);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)   valid_q5 <= 1'b0;
    else if (fits) valid_q5 <= valid_q2[2];
  end
  always @(posedge clk_i) begin
    if (fits) begin
      {last_q5, block_q5, beat_q5, had_q5, side_q5} <= {last4, block4, beat4, had4, side4};
      {any_q5, dev_q5, times_q5}                    <= {any4, dev4, times_i};
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
    .side_i  (side_q5),
    .tag_i   (tag5),
    .word_i  (word_q5),
    .bytes_i (bytes5),
    .times_i (times_q5),
    .facts_o (facts5)
  );

  // Tags wait for the last turn's facts.
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
    .out_ready_i (moves5 && last_q5 && !more5),
    .out_data_o  ({tag5, bytes5}),
    .level_o     (unused_tag_level)
  );

  ////////////////
  // S6         //
  ////////////////

  reg               valid_q6, first_q6, last_q6, block_q6, beat_q6, had_q6;
  reg  [SideW-1:0]  side_q6;
  reg  [31:0]       words_q6;
  reg  [TagW-1:0]   tag_q6;
  reg  [3:0]        bytes_q6;
  reg  [`PF_IGUARD_FACTS_W-1:0] facts_q6;
  wire              passes;                            // a flop: what is in S6 goes on

  assign takes = !valid_q6 || passes;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)    valid_q6 <= 1'b0;
    else if (takes) valid_q6 <= valid_q5;
  end
  always @(posedge clk_i) begin
    if (takes) begin
      {first_q6, last_q6, block_q6, beat_q6, had_q6} <= {first_q5, last_q5 && !more5, block_q5, beat_q5, had_q5};
      {side_q6, words_q6, tag_q6, bytes_q6, facts_q6} <= {side_q5, same5, tag5, bytes5, facts5};
    end
  end

  wire [2:0]        kind;
  wire              asked, others;
  wire [`PF_IGUARD_ACT_W-1:0] unused_act;
  wire [SideW-1:0]  next6;

  pf_iguard_verdict #(
    .Readers (Readers)
  ) u_verdict (
    .lanes_i  (lanes_i),
    .side_i   (side_q6),
    .tag_i    (tag_q6),
    .bytes_i  (bytes_q6),
    .facts_i  (facts_q6),
    .raced_i  (had_q6),
    .asked_o  (asked),
    .kind_o   (kind),
    .others_o (others),
    .act_o    (unused_act),
    .next_o   (next6)
  );

  // A store of several lanes to the same bytes
  wire              same = Readers != 0 && asked && tag_q6[`PF_IGUARD_TAG_SEVERAL_LSB] &&
                           !tag_q6[`PF_IGUARD_TAG_IS_ATOM_LSB];
  wire [2:0]        told = block_q6 ? NONE : (kind == NONE && same) ? INSTRUCTION : kind;

  ////////////////
  // S7         //
  ////////////////

  localparam integer DoneW = 5 + 1 + 3 + 2 * SideW + 32;
  wire              valid7, first7, last7, block7, beat7, moved7, others7;
  wire [2:0]        kind7;
  wire [SideW-1:0]  side7, next7;
  wire [31:0]       words7;
  wire              steps;                             // what is in S7 is done

  pf_skid #(
    .Width (DoneW)
  ) u_done (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (valid_q6),
    .in_ready_o  (passes),
    .in_data_i   ({first_q6, last_q6, block_q6, beat_q6, next6 != side_q6 && !block_q6, others, told, side_q6, next6,
                   words_q6}),
    .out_valid_o (valid7),
    .out_ready_i (steps),
    .out_data_o  ({first7, last7, block7, beat7, moved7, others7, kind7, side7, next7, words7})
  );

  reg               asked_q, stop_q, taken_q;          // of a turn that races: is it done at all, and has its race been taken?
  reg               full_q, changed_q;                 // after the turns before
  reg  [255:0]      row_q;
  reg  [31:0]       done_q, races_q;                   // words of these
  wire [255:0]      first_row, updated;
  wire [31:0]       op_words, op_raced;
  wire [255:0]      row7     = first7 ? first_row : row_q;
  wire [31:0]       done7    = done_q & {32{!first7}};
  wire [31:0]       races7   = races_q & {32{!first7}};
  wire              changed7 = changed_q && !first7;
  wire              room;
  wire              short    = moved7 && !room;
  wire              full     = (full_q && !first7) || (short && free_valid_i);
  wire              stops    = full || block7;         // its words are left
  wire              racy     = kind7 != NONE;

  assign race_valid_o = asked_q && !stop_q && !taken_q;
  assign steps        = !valid7 || ((!racy || (asked_q && (stop_q || taken_q))) && (end_ready_i || !last7));
  assign ends         = valid7 && last7 && steps;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {taken_q, asked_q} <= 2'b00;
    else         {taken_q, asked_q} <= {!steps && (taken_q || (race_valid_o && race_ready_i)), !steps && racy};
  end
  always @(posedge clk_i) begin
    stop_q <= stops;
    if (steps && valid7) begin
      full_q    <= full;
      changed_q <= changed7 || (moved7 && !stops);
      if (first7 || (moved7 && !stops)) row_q <= (moved7 && !stops) ? updated : row7;
      done_q    <= done7 | (words7 & {32{!stops}});
      races_q   <= races7 | (words7 & {32{racy && !stops}});
    end
  end

  pf_iguard_row u_row (
    .row_i    (row7),
    .beat_i   (beat7),
    .words_i  (words7),
    .side_i   (next7),
    .forget_i (!free_valid_i),
    .room_o   (room),
    .row_o    (updated)
  );

  // Rows wait for the last turn.
  wire              unused_row_ready, row_there;
  wire [InW-1:0]    unused_row_level;
  pf_fifo #(
    .Width (256),
    .Depth (Depth),
    .Ram   (1)
  ) u_rows (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (moves1 && !again_q1),
    .in_ready_o  (unused_row_ready),
    .in_data_i   (row1),
    .out_valid_o (row_there),
    .out_ready_i (ends),
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

  wire [255:0] of_block = {64'hffff_ffff_ffff_ffff, 128'd0, {(64-BlockNoW){1'b0}}, free_block_i};
  wire         updates  = moved7 && !stops;

  assign ret_valid_o   = ends;
  assign ret_row_o     = full ? of_block : updates ? updated : row7;
  assign ret_changed_o = full || updates || changed7;

  assign end_valid_o = ends;
  assign end_make_o  = full;
  assign end_row_o   = row7;
  assign end_block_o = full ? free_block_i : row7[BlockNoW-1:0];
  assign end_words_o = done7 | (words7 & {32{!stops}});
  assign end_left_o  = op_words & ~end_words_o;
  assign end_raced_o = races7 | (words7 & {32{racy && !stops}});
  assign end_had_o   = op_raced & {32{Readers != 0}};
  assign free_take_o = ends && full;

  assign race_words_o  = words7;
  assign race_kind_o   = kind7;
  assign race_others_o = others7;
  assign race_side_o   = side7;

  assign turn_o       = valid7 && steps && !stops;
  assign turn_words_o = words7;
  assign forgot_o     = turn_o && short;
  assign idle_o       = inside == {InW{1'b0}};

  wire unused = &{1'b0, unused_before, unused_any1, unused_index1, unused_any4, unused_any5, unused_tag_ready, tag_there,
                  unused_tag_level, unused_row_ready, row_there, unused_row_level, unused_op_ready, unused_op_valid, unused_act, 1'b0};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {go_valid_i, end_ready_i, race_ready_i, free_valid_i, lanes_i})
  `PF_ASSUME(a_words, !go_valid_i || (|go_words_i && |go_bytes_i))
  `PF_ASSERT(a_tag_there, !valid_q5 || tag_there)
  `PF_ASSERT(a_row_there, !valid7 || row_there)
  `PF_ASSERT(a_room, unused_row_ready || !(moves1 && !again_q1))
  `PF_ASSERT(a_more, !moves1 || block1 || more1 == |rest1)
  `PF_ASSERT(a_set, !valid7 || block7 || |words7)
  `PF_COVER(c_full_early, valid7 && full && !last7)
  `PF_COVER(c_forgot, forgot_o)
`endif

endmodule

`resetall
