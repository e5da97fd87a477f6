// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_check: accesses to lines of 32 words, against rows of their last writers or of their last readers.
//
//   S1 words of one side        S2            S3 of one outcome             S4 rules            S5 row
//   go_* --> pf_line_wait --> look_* - - - > times_i --> pf_iguard_words --> pf_iguard_judge --> pf_iguard_row --> ret_*, end_*
//             ^    ^  again for other sides        pf_iguard_facts           pf_iguard_next       |   +--> race_*
//             |                             again for others of the side                          |
//             +-------------------------------- rows ---------------------------------------------+
//
// It is the pipeline behind a bank of pf_meta_cache. A row has three sides, and which word has which, or it is that of a block; a
// beat of a block has the sides of four words (pf_iguard_row). An operation takes turns: each is of the lowest word that is left and
// of all those left to which the access does the same. Of a row that is a block's no turn is taken: all words are left. A turn
// that leaves a fourth side is not taken either: then the row becomes that of a free block, which is to be made of what the row was
// (end_make_o, end_row_o), and the words from that turn on are left. Without a free block what the turn gives, and the third side, are
// forgotten, and the operation goes on (forgot_o).
// Writers: a load is held against the last writer, a write also takes its place. Readers: a load takes the last reader's place; a
// write is held against it, but for words that race with their last writer (go_raced_i), and forgets it (pf_iguard_rules).
//
// Throughput  a turn a cycle; most operations on a row are one. One on the row of another that is inside comes 6 cycles after it.
// Latency     6 cycles from go_valid_i to ret_valid_o, and one for each further turn.
// Errs        as pf_iguard_facts; forgot_o.
// Handshake   go_ready_o depends on go_valid_i, race_ready_i and end_ready_i. times_i is the answer to the look_* two steps
//             (look_step_o) before, and stays until the next step. A race stays until it is taken. Where an operation ends end_* and
//             ret_* come in one cycle, with end_ready_i.
// State bits  pf_line_wait, three queues, about 900.

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
  parameter integer Depth    = 8,                      // operations that have not gone back, at most; 7 for one a cycle
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
  output wire [31:0]                  end_raced_o,     // of these: race, or have raced before
  output wire [LineW-1:0]             end_line_o,
  output wire [3:0]                   end_bytes_o,
  output wire [TagW-1:0]              end_tag_o,
  output wire [PcW-1:0]               end_pc_o,
  output wire [EraW-1:0]              end_era_o,

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
  localparam [2:0]   NONE = `PF_IGUARD_KIND_NONE;

  generate
    if (Readers < 0 || Readers > 1 || LineW < 1 || PcW < 1 || EraW < 1 || BlockNoW < 1 || BlockNoW > 63 || Depth < 2 ||
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
  wire             fits;                               // S3 can take what is in S2, and so on
  wire             kill1, kill2, kill3, kill4;         // turns of the operation that ends in S5 go
  wire             ends;                               // an operation ends in S5

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
  wire [3:0]   of_row, of_beat;                        // of these sides is the lowest word's
  wire [31:0]  side_words1, beat_words1;
  wire [SideW-1:0] side1;
  wire [3:0]   equal1;
  wire [31:0]  class1 [0:2];

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

  generate
    for (n = 0; n < 3; n = n + 1) begin : g_class1
      localparam [1:0] Number = n;
      assign class1[n] = ~(row1[192 +: 32] ^ {32{Number[0]}}) & ~(row1[224 +: 32] ^ {32{Number[1]}});
      assign of_row[n] = |(class1[n] & lowest1);
    end
    for (n = 0; n < 4; n = n + 1) begin : g_beat1
      wire [7:0] lows;
      assign lows       = {lowest1[28+n], lowest1[24+n], lowest1[20+n], lowest1[16+n], lowest1[12+n], lowest1[8+n], lowest1[4+n],
                           lowest1[n]};
      assign of_beat[n] = |lows;
      assign equal1[n]  = row1[64*n +: SideW] == side1;
    end
  endgenerate

  assign of_row[3]   = 1'b0;
  assign side_words1 = (class1[0] & {32{of_row[0]}}) | (class1[1] & {32{of_row[1]}}) | (class1[2] & {32{of_row[2]}});
  assign beat_words1 = {8{equal1}};

  wire [3:0]   of1     = beat1 ? of_beat : of_row;
  assign side1 = (row1[0 +: SideW] & {SideW{of1[0]}}) | (row1[64 +: SideW] & {SideW{of1[1]}}) |
                 (row1[128 +: SideW] & {SideW{of1[2]}}) | (row1[192 +: SideW] & {SideW{of1[3]}});

  wire [31:0]  set1    = alike1 & (beat1 ? beat_words1 : side_words1);
  wire [31:0]  rest1   = words1 & ~set1;
  wire         more1   = |rest1 && !block1;
  wire         moves1  = valid1 && !near1 && fits && !kill4;

  assign leave1 = (moves1 && !more1) || kill1;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     again_q1 <= 1'b0;
    else if (kill1)  again_q1 <= 1'b0;
    else if (moves1) again_q1 <= more1;
  end
  always @(posedge clk_i) if (moves1) left_q1 <= rest1;

  assign look_step_o  = fits;
  assign look_valid_o = moves1;
  assign look_block_o = side1[`PF_IGUARD_SIDE_BLOCK_LSB +: `PF_META_BLOCK_W];
  assign look_warp_o  = side1[`PF_IGUARD_SIDE_WARP_LSB +: `PF_META_WARP_W];
  assign look_era_o   = op1[EraW-1:0];

  ////////////////
  // S2         //
  ////////////////

  reg               valid_q2, first_q2, last_q2, block_q2, beat_q2, had_q2;
  reg  [SideW-1:0]  side_q2;
  reg  [31:0]       set_q2;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)   valid_q2 <= 1'b0;
    else if (fits) valid_q2 <= moves1;
    else if (kill2) valid_q2 <= 1'b0;
  end
  always @(posedge clk_i) begin
    if (fits) begin
      first_q2 <= !again_q1;
      last_q2  <= !more1;
      block_q2 <= block1;
      beat_q2  <= beat1;
      had_q2   <= had1;
      side_q2  <= side1;
      set_q2   <= set1;
    end
  end

  ////////////////
  // S3         //
  ////////////////

  reg               valid_q3, first_q3, last_q3, block_q3, beat_q3, had_q3;
  reg  [SideW-1:0]  side_q3;
  reg  [31:0]       set_q3;
  wire              takes;                             // S4 takes what is in S3
  wire [31:0]       lowest3, same3;
  wire [4:0]        word3;
  wire [31:0]       others3 = set_q3 & ~same3;
  wire              more3   = |others3 && !block_q3;
  wire              moves3  = valid_q3 && takes && !kill3;
  wire [TagW-1:0]   tag3;
  wire [3:0]        bytes3;
  wire              unused_any3;
  wire [`PF_IGUARD_FACTS_W-1:0] facts3;

  assign fits = !valid_q3 || kill3 || (takes && !more3);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)   valid_q3 <= 1'b0;
    else if (fits) valid_q3 <= valid_q2 && !kill2;
  end
  always @(posedge clk_i) begin
    if (fits) begin
      first_q3 <= first_q2;
      last_q3  <= last_q2;
      block_q3 <= block_q2;
      beat_q3  <= beat_q2;
      had_q3   <= had_q2;
      side_q3  <= side_q2;
      set_q3   <= set_q2;
    end else if (moves3) begin
      first_q3 <= 1'b0;
      set_q3   <= others3;
    end
  end

  pf_line_pick #(
    .N (32)
  ) u_lowest3 (
    .in_i    (set_q3),
    .any_o   (unused_any3),
    .hot_o   (lowest3),
    .index_o (word3)
  );

  pf_iguard_words u_words (
    .side_i   (side_q3),
    .tag_i    (tag3),
    .bytes_i  (bytes3),
    .times_i  (times_i),
    .words_i  (set_q3),
    .lowest_i (lowest3),
    .same_o   (same3)
  );

  pf_iguard_facts u_facts (
    .lanes_i (lanes_i),
    .side_i  (side_q3),
    .tag_i   (tag3),
    .word_i  (word3),
    .bytes_i (bytes3),
    .times_i (times_i),
    .facts_o (facts3)
  );

  // Tags wait for the first turn.
  wire              unused_tag_ready, unused_tag_valid;
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
    .out_valid_o (unused_tag_valid),
    .out_ready_i (kill3 || (moves3 && last_q3 && !more3)),
    .out_data_o  ({tag3, bytes3}),
    .level_o     (unused_tag_level)
  );

  ////////////////
  // S4         //
  ////////////////

  reg               valid_q4, first_q4, last_q4, block_q4, beat_q4, had_q4;
  reg  [SideW-1:0]  side_q4;
  reg  [31:0]       words_q4;
  reg  [TagW-1:0]   tag_q4;
  reg  [3:0]        bytes_q4;
  reg  [`PF_IGUARD_FACTS_W-1:0] facts_q4;
  wire              steps;                             // S5 takes what is in S4

  assign takes = !valid_q4 || steps;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)    valid_q4 <= 1'b0;
    else if (takes) valid_q4 <= moves3;
  end
  always @(posedge clk_i) begin
    if (takes) begin
      first_q4 <= first_q3;
      last_q4  <= last_q3 && !more3;
      block_q4 <= block_q3;
      beat_q4  <= beat_q3;
      had_q4   <= had_q3;
      side_q4  <= side_q3;
      words_q4 <= same3;
      tag_q4   <= tag3;
      bytes_q4 <= bytes3;
      facts_q4 <= facts3;
    end
  end

  wire [2:0]        kind;
  wire              others, weaken, add;
  wire [1:0]        far;
  wire [SideW-1:0]  after4;
  wire              write  = tag_q4[`PF_IGUARD_TAG_WRITE_LSB];
  wire              races  = kind != NONE;
  wire              fresh  = write && races;           // the access stands for whom it races with
  wire              clears = facts_q4[`PF_IGUARD_FACT_BYTES] && (had_q4 || races || !tag_q4[`PF_IGUARD_TAG_IS_ATOM_LSB]);
  wire              asks   = (Readers == 0) || (write && !had_q4);
  wire              gets   = (Readers == 0) ? write : !write;
  wire [SideW-1:0]  next4  = gets ? after4 : side_q4 & {SideW{!(Readers != 0 && clears)}};

  pf_iguard_judge u_judge (
    .facts_i        (facts_q4),
    .atom_i         (side_q4[`PF_IGUARD_SIDE_IS_ATOM_LSB]),
    .scope_i        (side_q4[`PF_IGUARD_SIDE_BLOCK_SCOPE_LSB]),
    .others_i       (side_q4[`PF_IGUARD_SIDE_OTHERS_LSB +: 2]),
    .others_scope_i (side_q4[`PF_IGUARD_SIDE_OTHERS_BLOCK_SCOPE_LSB]),
    .tag_atom_i     (tag_q4[`PF_IGUARD_TAG_IS_ATOM_LSB]),
    .tag_scope_i    (tag_q4[`PF_IGUARD_TAG_BLOCK_SCOPE_LSB]),
    .kind_o         (kind),
    .race_others_o  (others),
    .weaken_o       (weaken),
    .add_o          (add),
    .far_o          (far)
  );

  pf_iguard_next u_next (
    .lanes_i  (lanes_i),
    .side_i   (side_q4),
    .tag_i    (tag_q4),
    .bytes_i  (bytes_q4),
    .weaken_i (weaken && !fresh),
    .add_i    (add && !fresh),
    .far_i    (far),
    .next_o   (after4)
  );

  ////////////////
  // S5         //
  ////////////////

  reg               valid_q5, first_q5, last_q5, block_q5, beat_q5, others_q5;
  reg               raced_q5;                          // its race was taken: nothing waits for race_ready_i in that cycle
  reg  [2:0]        kind_q5;
  reg  [SideW-1:0]  side_q5, next_q5;
  reg               moved_q5;
  reg  [31:0]       words_q5;
  reg  [255:0]      row_q5;                            // after the turns before
  reg  [31:0]       done_q5, races_q5;                 // words of these
  reg               changed_q5;
  wire [255:0]      first_row, updated;
  wire [31:0]       op_words, op_raced;
  wire [255:0]      row5    = first_q5 ? first_row : row_q5;
  wire [31:0]       done5   = done_q5 & {32{!first_q5}};
  wire [31:0]       races5  = races_q5 & {32{!first_q5}};
  wire              room;
  wire              short   = moved_q5 && !room && !block_q5;
  wire              full    = short && free_valid_i;
  wire              stops   = full || block_q5;        // its words are left
  wire              done    = last_q5 || full;

  assign race_valid_o = valid_q5 && kind_q5 != NONE && !stops && !raced_q5;
  assign steps        = !valid_q5 || (!race_valid_o && (end_ready_i || !done));
  assign ends         = valid_q5 && done && steps;

  assign kill4 = ends && !last_q5;
  assign kill3 = kill4 && !(valid_q4 && last_q4);
  assign kill2 = kill3 && !(valid_q3 && last_q3);
  assign kill1 = kill2 && !(valid_q2 && last_q2);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q5 <= 1'b0;
      raced_q5 <= 1'b0;
    end else begin
      if (steps) valid_q5 <= valid_q4 && !kill4;
      raced_q5 <= !steps && (raced_q5 || (race_valid_o && race_ready_i));
    end
  end
  always @(posedge clk_i) begin
    if (steps) begin
      first_q5  <= first_q4;
      last_q5   <= last_q4;
      block_q5  <= block_q4;
      beat_q5   <= beat_q4;
      others_q5 <= others;
      kind_q5   <= kind & {3{asks && !block_q4}};
      side_q5   <= side_q4;
      next_q5   <= next4;
      moved_q5  <= next4 != side_q4 && !block_q4;
      words_q5  <= words_q4;
      if (valid_q5) begin
        row_q5     <= moved_q5 ? updated : row5;
        done_q5    <= done5 | words_q5;
        races_q5   <= races5 | (words_q5 & {32{kind_q5 != NONE}});
        changed_q5 <= moved_q5 || (changed_q5 && !first_q5);
      end
    end
  end

  pf_iguard_row u_row (
    .row_i    (row5),
    .beat_i   (beat_q5),
    .words_i  (words_q5),
    .side_i   (next_q5),
    .forget_i (!free_valid_i),
    .room_o   (room),
    .row_o    (updated)
  );

  // Rows wait for the last turn.
  wire              unused_row_ready, unused_row_valid;
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
    .out_valid_o (unused_row_valid),
    .out_ready_i (ends),
    .out_data_o  (first_row),
    .level_o     (unused_row_level)
  );

  wire              unused_op_ready, unused_op_valid;
  wire [InW-1:0]    inside;                            // operations that have not gone back
  pf_fifo #(
    .Width (64 + LineW + 4 + TagW + PcW + EraW),
    .Depth (Depth),
    .Ram   (1)
  ) u_operations (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (go_valid_i),
    .in_ready_o  (unused_op_ready),
    .in_data_i   ({go_words_i, go_raced_i, go_line_i, go_bytes_i, go_tag_i, go_pc_i, go_era_i}),
    .out_valid_o (unused_op_valid),
    .out_ready_i (ends),
    .out_data_o  ({op_words, op_raced, end_line_o, end_bytes_o, end_tag_o, end_pc_o, end_era_o}),
    .level_o     (inside)
  );

  ////////////////
  // Out        //
  ////////////////

  wire [255:0] of_block = {64'hffff_ffff_ffff_ffff, 128'd0, {(64-BlockNoW){1'b0}}, free_block_i};

  assign ret_valid_o   = ends;
  assign ret_row_o     = full ? of_block : moved_q5 ? updated : row5;
  assign ret_changed_o = moved_q5 || (changed_q5 && !first_q5);

  assign end_valid_o = ends;
  assign end_make_o  = full;
  assign end_row_o   = row5;
  assign end_block_o = full ? free_block_i : row5[BlockNoW-1:0];
  assign end_words_o = done5 | (words_q5 & {32{!stops}});
  assign end_left_o  = op_words & ~end_words_o;
  assign end_raced_o = (races5 | (words_q5 & {32{!stops && kind_q5 != NONE}}) | (op_raced & {32{Readers != 0}})) & end_words_o;
  assign free_take_o = ends && full;

  assign race_words_o  = words_q5;
  assign race_kind_o   = kind_q5;
  assign race_others_o = others_q5;
  assign race_side_o   = side_q5;

  assign turn_o       = valid_q5 && steps && !stops;
  assign turn_words_o = words_q5;
  assign forgot_o     = turn_o && short;
  assign idle_o       = inside == {InW{1'b0}};

  wire unused = &{1'b0, unused_before, unused_any1, unused_index1, unused_any3, unused_tag_ready, unused_tag_valid,
                  unused_tag_level, unused_row_ready, unused_row_valid, unused_row_level, unused_op_ready, unused_op_valid, 1'b0};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {go_valid_i, end_ready_i, race_ready_i, free_valid_i, lanes_i})
  `PF_ASSUME(a_words, !go_valid_i || (|go_words_i && |go_bytes_i))
  `PF_ASSERT(a_tag_there, !valid_q3 || unused_tag_valid)
  `PF_ASSERT(a_row_there, !valid_q5 || unused_row_valid)
  `PF_ASSERT(a_room, unused_row_ready || !(moves1 && !again_q1))
  `PF_ASSERT(a_set, !valid_q5 || block_q5 || |words_q5)
  `PF_COVER(c_killed, kill1)
  `PF_COVER(c_killed_late, kill4 && !kill3)
  `PF_COVER(c_forgot, forgot_o)
`endif

endmodule

`resetall
