// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_check: accesses to lines of 32 words whose metadata are a row of at most three entries: one owner a cycle,
// whatever the number of words.
//
//   go_* --> pf_line_wait --> pf_entry_check --> pf_line_after --> ret_*, blk_*
//    ^         ^                ^   ^      |                 |
//    |         |      look_*, --+   |      +--> race_*       |
//    |         |      count_i       +-- entries, classes     |
//    +---------+-----------------------------------rows -----+
//
// It is the pipeline behind a bank of pf_meta_cache. A row is record line_row, or, with its highest bit, the number of
// the line's block in its lowest bits: then the operation goes on to the stage of blocks, and nothing is checked
// here. So does one that leaves more than three entries: the block is made of what was there, what is new, and which
// word has which (blk_make_o). Without a free block most of the line is forgotten (pf_line_after, forgot_o).
// An operation keeps its line's classes when it accesses all words of one and no others: a word that everybody
// asks for is soon alone in it. What pf_entry_check hands on then may have an entry in two classes until pf_class_merge
// sees it, so that the numbers of a row's classes, but nothing else of it, depend on who was just before.
//
// It is a part of pf_line_unit (docs/metadata-engine.md).
//
// Throughput  a row and owner a cycle. An operation of one class on a line whose classes the one just before it keeps, or which that
//             one leaves as it is, comes in the next cycle, if no fence lies between them, and 3 cycles after it if others
//             stand between; any other operation on the line of one before it 4 cycles after it.
// Latency     5 cycles from go_valid_i to ret_valid_o, and one for each further owner.
// Errs        as the rules; forgot_o.
// Handshake   go_ready_o depends on blk_ready_i, count_ok_i and go_valid_i. A race stays until it is taken; the pipeline goes on
//             a cycle later. blk_valid_o only with blk_ready_i: else whoever might go on waits. count_i is the answer to look_*,
//             from the next cycle with count_ok_i until the next look_*; without, all stand.
// State bits  pf_line_wait, pf_entry_check, a queue, 34.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"
`include "slice/pf_facts.vh"

module pf_line_check #(
  parameter integer LineW    = `PF_ADDR_W - 7,
  parameter integer PcW      = `PF_RACE_PC_W,
  parameter integer EraW     = 3,
  parameter integer BlockNoW = 12,            // number of a line's block, 1 to PF_LINE_ROW_FIRST_W
  parameter integer Depth    = 6,             // operations that have not gone back, at most; 5 for one a cycle
  parameter integer Policies = 3,             // 1: scord, 2: scord-paper, 3: by cfg_policy_i
  // Derived: do not override.
  parameter integer CountW   = `PF_META_BLK_FENCE_W,
  parameter integer NearW    = Depth - 1,
  parameter integer SlotW    = `PF_LINE_ROW_FIRST_W
) (
  input  wire                        clk_i,
  input  wire                        rst_ni,           // asynchronous, active low

  input  wire                        cfg_policy_i,     // 1: scord; changes only while idle

  // Operations with their rows
  output wire                        go_ready_o,       // one may come in the next cycle
  input  wire                        go_valid_i,
  input  wire [LineW-1:0]            go_line_i,
  input  wire [31:0]                 go_words_i,       // not 0
  input  wire                        go_sub_i,         // only part of each
  input  wire [`PF_TAG_W-1:0]        go_tag_i,
  input  wire [PcW-1:0]              go_pc_i,
  input  wire [2*CountW-1:0]         go_self_i,        // {device, block} fences of the accessor
  input  wire [EraW-1:0]             go_era_i,         // says which fences it has seen
  input  wire [255:0]                go_row_i,
  input  wire [NearW-1:0]            go_near_i,        // as pf_meta_cache's
  output wire                        ret_valid_o,
  output wire                        ret_changed_o,
  output wire [255:0]                ret_row_o,
  output wire                        done_o,           // it ends here, ...
  output wire [EraW-1:0]             done_era_o,       // ... the operation of this era

  // Fences of an owner
  output wire                        look_valid_o,
  output wire [`PF_META_BLOCK_W-1:0] look_block_o,
  output wire [`PF_META_WARP_W-1:0]  look_warp_o,
  output wire [EraW-1:0]             look_era_o,
  input  wire [2*CountW-1:0]         count_i,          // {device, block}
  input  wire                        count_ok_i,       // it is there, or none was asked for

  // A free block
  input  wire                        free_valid_i,
  input  wire [BlockNoW-1:0]         free_block_i,
  output wire                        free_take_o,

  // Operations that go on to a block
  input  wire                        blk_ready_i,      // one may
  output wire                        blk_valid_o,      // it does
  output wire [BlockNoW-1:0]         blk_block_o,
  output wire                        blk_make_o,       // it is new, and the operation done
  output wire [63:0]                 blk_class_o,      // ... {high, low} bits of the words' classes before
  output wire [3*SlotW-1:0]          blk_entry_o,      // ... of each class: words that were not accessed
  output wire [3*SlotW-1:0]          blk_next_o,       // ... and those that were
  output wire [LineW-1:0]            blk_line_o,
  output wire [31:0]                 blk_words_o,
  output wire                        blk_sub_o,
  output wire [`PF_TAG_W-1:0]        blk_tag_o,
  output wire [PcW-1:0]              blk_pc_o,
  output wire [2*CountW-1:0]         blk_self_o,
  output wire [EraW-1:0]             blk_era_o,

  // Races, one transfer for each owner of an operation
  output wire                        race_valid_o,
  input  wire                        race_ready_i,
  output wire [LineW-1:0]            race_line_o,
  output wire [95:0]                 race_words_o,     // by class
  output wire [14:0]                 race_row_o,       // PF_ROW_* of each class
  output wire [68:0]                 race_before_o,    // of each class: {owner_fenced, low 22 bits of the entry}
  output wire                        race_sub_o,
  output wire [`PF_META_BLOCK_W-1:0] race_owner_block_o,
  output wire [`PF_META_WARP_W-1:0]  race_owner_warp_o,
  output wire [`PF_TAG_W-1:0]        race_tag_o,
  output wire [PcW-1:0]              race_pc_o,

  output wire [5:0]                  checks_o,         // words checked in the cycle before
  output wire                        stall_owner_o,
  output wire                        stall_report_o,
  output wire                        stall_block_o,
  output wire                        expanded_o,       // a line becomes a block
  output wire                        forgot_o,         // there was none
  output wire                        idle_o            // nothing inside
);

  localparam integer EntryW = `PF_LINE_ENTRY_W;
  localparam integer LowW   = `PF_META_TAG_LSB;        // an entry's fields but sub_word
  localparam integer ShowW  = 22;                      // of these a record shows
  localparam integer OwnerW = `PF_META_BLOCK_W + `PF_META_WARP_W;
  localparam integer RowW   = `PF_LINE_ROW_W;
  localparam integer OpW    = 32 + 1 + `PF_TAG_W + 2 * CountW + EraW;  // what travels; line and pc wait in a queue
  localparam integer InW    = $clog2(Depth + 1);

  generate
    if (LineW < 1 || PcW < 1 || EraW < 1 || BlockNoW < 1 || BlockNoW > SlotW || Depth < 2 || Policies < 1 ||
        Policies > 3 || CountW != `PF_META_BLK_FENCE_W || NearW != Depth - 1 || SlotW != `PF_LINE_ROW_FIRST_W ||
        EntryW != LowW + 1 || EntryW > SlotW) begin : g_bad_param
      PF_LINE_CHECK_BAD_PARAMETER u_bad ();            // no such module: elaboration stops here
    end
  endgenerate

  wire scord = (Policies == 1) || (Policies == 3 && cfg_policy_i);
  wire step;                                           // S2 to S4 go on

  genvar c;
  integer i;

  ////////////////
  // S0         //
  ////////////////

  wire             valid1, leave1, near1;
  wire [InW-1:0]   before1;
  wire [OpW-1:0]   op1;
  wire [RowW:0]    row0;                               // {a block's, classes, entries}

  wire                unused_next;
  wire [OpW-1:0]      unused_next_op;
  pf_line_wait #(
    .PayW  (OpW),
    .RowW  (RowW + 1),
    .Depth (Depth)
  ) u_wait (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_ready_o  (go_ready_o),
    .in_valid_i  (go_valid_i),
    .in_pay_i    ({go_words_i, go_sub_i, go_tag_i, go_self_i, go_era_i}),
    .in_row_i    ({go_row_i[255], go_row_i[RowW-1:0]}),
    .in_near_i   (go_near_i),
    .ret_valid_i (ret_valid_o),
    .ret_row_i   ({ret_row_o[255], ret_row_o[RowW-1:0]}),
    .out_valid_o (valid1),
    .out_ready_i (leave1),
    .out_keeps_i (1'b0),
    .out_pay_o   (op1),
    .out_near_o  (near1),
    .out_before_o (before1),
    .out_row_o   (row0),
    .next_valid_o (unused_next),
    .next_pay_o   (unused_next_op)
  );

  // What only the end of the pipeline wants
  wire [LineW-1:0] line4;
  wire [PcW-1:0]   pc4;
  wire             unused_place, unused_there;
  wire [InW-1:0]   inside;                             // operations that have not gone back

  pf_fifo #(
    .Width (LineW + PcW),
    .Depth (Depth),
    .Ram   (1)
  ) u_places (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (go_valid_i),
    .in_ready_o  (unused_place),
    .in_data_i   ({go_line_i, go_pc_i}),
    .out_valid_o (unused_there),
    .out_ready_i (ret_valid_o),
    .out_data_o  ({line4, pc4}),
    .level_o     (inside)
  );

  ////////////////
  // S1         //
  ////////////////

  // Classes that have some of the words
  function [2:0] classes_of(input [64:0] rest, input [31:0] words);
    classes_of = {|(rest[63:32] & words), |(rest[31:0] & words), |(~rest[63:32] & ~rest[31:0] & words)} & {3{!rest[64]}};
  endfunction

  // All words of one class are accessed, and no others
  function keeps(input [64:0] rest, input [31:0] words);
    keeps = rest[64] || words == rest[63:32] || words == rest[31:0] || words == (~rest[63:32] & ~rest[31:0]);
  endfunction

  wire [31:0]              words1 = op1[OpW-1 -: 32];
  wire [64:0]              rest1, rest2, rest3, rest4;
  wire                     valid4, last4, keeps4, sub4;
  wire [2:0]               turn4, race4, fenced4;
  wire [OwnerW-1:0]        owner4;
  wire [31:0]              words3, words4;
  wire [`PF_TAG_W-1:0]     tag4;
  wire [2*CountW-1:0]      self4;
  wire [EraW-1:0]          era4;
  wire [RowW:0]            row4;
  wire [3*SlotW-1:0]       next4;
  wire                     block4 = row4[RowW];

  pf_entry_check #(
    .Entries  (3),
    .RestW    (65),
    .PayW     (32),
    .EraW     (EraW),
    .Depth    (Depth),
    .Policies (Policies)
  ) u_check (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .scord_i       (scord),
    .step_i        (step),
    .valid1_i      (valid1),
    .leave1_o      (leave1),
    .near1_i       (near1),
    .before1_i     (before1),
    .row0_i        (row0),
    .pay1_i        (words1),
    .sub1_i        (op1[OpW-33]),
    .tag1_i        (op1[EraW+2*CountW +: `PF_TAG_W]),
    .self1_i       (op1[EraW +: 2*CountW]),
    .era1_i        (op1[EraW-1:0]),
    .touched0_i    (classes_of(row0[RowW:RowW-64], words1)),
    .touched2_i    (classes_of(rest2, words1)),
    .touched4_i    (classes_of(rest4, words1)),
    .keeps1_i      (keeps(rest1, words1)),
    .rest1_o       (rest1),
    .rest2_o       (rest2),
    .rest3_o       (rest3),
    .rest4_o       (rest4),
    .pay3_o        (words3),
    .look_valid_o  (look_valid_o),
    .look_owner_o  ({look_block_o, look_warp_o}),
    .look_era_o    (look_era_o),
    .count_i       (count_i),
    .valid4_o      (valid4),
    .last4_o       (last4),
    .keeps4_o      (keeps4),
    .turn4_o       (turn4),
    .race4_o       (race4),
    .fenced4_o     (fenced4),
    .kind4_o       (race_row_o),
    .owner4_o      (owner4),
    .pay4_o        (words4),
    .sub4_o        (sub4),
    .tag4_o        (tag4),
    .self4_o       (self4),
    .era4_o        (era4),
    .row4_o        (row4),
    .next4_o       (next4),
    .stall_owner_o (stall_owner_o)
  );

  ////////////////
  // S4         //
  ////////////////

  // Its race was taken: it goes on in the next cycle, so that nothing waits for race_ready_i in this one.
  reg raced_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) raced_q <= 1'b0;
    else         raced_q <= !step && (raced_q || (race_valid_o && race_ready_i));
  end

  wire [95:0]          mine4;                          // words, by class
  wire [RowW:0]        after;
  wire                 makes, forgets;

  generate
    for (c = 0; c < 3; c = c + 1) begin : g_class4
      localparam [1:0] Number = c;
      assign mine4[32*c +: 32] = ~(row4[`PF_LINE_ROW_HIGH_LSB +: 32] ^ {32{Number[1]}}) &
                                 ~(row4[`PF_LINE_ROW_LOW_LSB +: 32] ^ {32{Number[0]}});
    end
  endgenerate

  pf_line_after #(
    .BlockNoW (BlockNoW)
  ) u_after (
    .row_i        (row4),
    .words_i      (words4),
    .next_i       (next4),
    .free_valid_i (free_valid_i),
    .free_block_i (free_block_i),
    .row_o        (after),
    .changed_o    (ret_changed_o),
    .makes_o      (makes),
    .forgets_o    (forgets)
  );

  wire ends = valid4 && last4 && step;

  // Whether it goes on is known late; before S4, whether it could: classes and what is split off them are more than three.
  wire [2:0] got3  = classes_of(rest3, words3);
  wire [2:0] left3 = classes_of(rest3, ~words3);
  reg  [2:0] parts3;
  reg        could_q4;
  always @* begin
    parts3 = 3'd0;
    for (i = 0; i < 3; i = i + 1) parts3 = parts3 + {2'd0, got3[i]} + {2'd0, left3[i]};
  end
  always @(posedge clk_i) if (step) could_q4 <= rest3[64] || parts3[2];

  assign race_valid_o = |race4 && !raced_q;
  assign step         = !(valid4 && last4 && could_q4 && !blk_ready_i) && !race_valid_o && count_ok_i;
  assign blk_valid_o  = ends && (block4 || makes);

  assign ret_valid_o   = ends;
  assign ret_row_o     = {after[RowW], {(255-RowW){1'b0}}, after[RowW-1:0]};
  assign done_o        = ends && !block4 && !makes;
  assign done_era_o    = era4;
  assign free_take_o   = ends && makes;
  assign expanded_o    = free_take_o;
  assign forgot_o      = ends && forgets;

  assign blk_make_o    = !block4;
  assign blk_block_o   = after[BlockNoW-1:0];
  assign blk_class_o   = row4[`PF_LINE_ROW_LOW_LSB +: 64];
  assign blk_entry_o   = row4[3*SlotW-1:0];
  assign blk_next_o    = next4;
  assign blk_line_o    = line4;
  assign blk_pc_o      = pc4;
  assign {blk_words_o, blk_sub_o, blk_tag_o, blk_self_o, blk_era_o} = {words4, sub4, tag4, self4, era4};

  assign race_line_o   = line4;
  assign race_sub_o    = sub4 && scord;
  assign race_tag_o    = tag4;
  assign race_pc_o     = pc4;
  assign {race_owner_block_o, race_owner_warp_o} = owner4;
  generate
    for (c = 0; c < 3; c = c + 1) begin : g_race
      assign race_words_o[32*c +: 32]  = mine4[32*c +: 32] & words4 & {32{race4[c]}};
      assign race_before_o[23*c +: 23] = {fenced4[c], row4[c*SlotW +: ShowW]};
    end
  endgenerate

  ////////////////
  // Counting   //
  ////////////////

  reg [31:0] checked, checked_q;
  reg [5:0]  checks;
  always @* begin
    checked = 32'd0;
    for (i = 0; i < 3; i = i + 1) checked = checked | (mine4[32*i +: 32] & words4 & {32{turn4[i]}});
    checks = 6'd0;
    for (i = 0; i < 32; i = i + 1) checks = checks + {5'd0, checked_q[i]};
  end
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) checked_q <= 32'd0;
    else         checked_q <= checked & {32{valid4 && step}};
  end

  assign checks_o       = checks;
  assign stall_report_o = race_valid_o && !race_ready_i;
  assign stall_block_o  = valid4 && last4 && could_q4 && !blk_ready_i;
  assign idle_o         = inside == {InW{1'b0}} && checked_q == 32'd0;

  wire unused = &{1'b0, go_row_i, unused_next, unused_next_op, unused_place, unused_there, keeps4, 1'b0};  // keeps4: for the cover only

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {go_valid_i, count_ok_i, race_valid_o && race_ready_i, blk_ready_i, free_valid_i, cfg_policy_i})
  `PF_ASSERT(a_turn, !valid4 || block4 || |turn4)
  `PF_ASSERT(a_race_last, !race_valid_o || valid4)
  `PF_ASSERT(a_could, !valid4 || could_q4 || !(block4 || makes))
  `PF_COVER(c_merged, ret_valid_o && keeps4 && !block4 && after[`PF_LINE_ROW_LOW_LSB +: 64] != row4[`PF_LINE_ROW_LOW_LSB +: 64])
  `PF_COVER(c_forgot, forgot_o)
`endif

endmodule

`resetall
