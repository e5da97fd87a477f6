// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_block_check: accesses to lines that lie word by word in a block: beats of four entries, one owner a cycle.
//
//   go_* --> pf_line_wait --> pf_entry_check --> race_*, ret_*
//    ^                           ^
//    +-- a new block: the beat   +-- look_*, count_i
//        is made of make_*
//
// It is the pipeline behind a bank of pf_meta_cache whose rows are beats of blocks, and follows pf_line_check: what that one
// hands on comes here as one operation for each beat that has some of the words, or, for a block that it makes, as eight
// with go_make_i, which are not checked: word 4 * beat + k of the line gets the next entry of its class if it was
// accessed, else the class's entry. make_* stays as it is until the last of these has come.
//
// It is a part of pf_line_unit (docs/metadata-engine.md).
//
// Throughput  a beat and owner a cycle. Right behind one of one owner on the same beat, an operation on one entry, or on entries
//             of that one which were alike, comes in the next cycle, if no fence lies between them; else as in pf_line_check.
// Latency     5 cycles from go_valid_i to ret_valid_o, and one for each further owner.
// Errs        as the rules.
// Handshake   go_ready_o depends on count_ok_i and go_valid_i. A race stays until it is taken; the pipeline goes on a cycle later.
//             count_i, count_ok_i: as in pf_line_check.
// State bits  pf_line_wait, pf_entry_check, a queue, 1.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_block_check #(
  parameter integer LineW    = `PF_ADDR_W - 7,
  parameter integer PcW      = `PF_RACE_PC_W,
  parameter integer EraW     = 3,
  parameter integer Depth    = 6,             // operations that have not gone back, at most; 5 for one a cycle
  parameter integer NoteW    = 1,             // what goes with an operation, at least 1
  parameter integer Policies = 3,             // 1: scord, 2: scord-paper, 3: by cfg_policy_i
  // Derived: do not override.
  parameter integer CountW   = `PF_META_BLK_FENCE_W,
  parameter integer NearW    = Depth - 1,
  parameter integer SlotW    = `PF_LINE_ROW_FIRST_W
) (
  input  wire                        clk_i,
  input  wire                        rst_ni,           // asynchronous, active low

  input  wire                        cfg_policy_i,     // 1: scord; changes only while idle

  // Operations with their beats: entry k in bits 64 * k and above, with zeros over it
  output wire                        go_ready_o,       // one may come in the next cycle
  input  wire                        go_valid_i,
  input  wire                        go_make_i,        // the beat is new; go_near_i is 0
  input  wire [LineW-1:0]            go_line_i,
  input  wire [2:0]                  go_beat_i,        // of the line
  input  wire [3:0]                  go_words_i,       // of the beat; not 0 without go_make_i
  input  wire                        go_sub_i,         // only part of each
  input  wire [`PF_TAG_W-1:0]        go_tag_i,
  input  wire [PcW-1:0]              go_pc_i,
  input  wire [2*CountW-1:0]         go_self_i,        // {device, block} fences of the accessor
  input  wire [EraW-1:0]             go_era_i,         // says which fences it has seen
  input  wire [NoteW-1:0]            go_note_i,
  input  wire [255:0]                go_row_i,
  input  wire [NearW-1:0]            go_near_i,        // as pf_meta_cache's
  output wire                        ret_valid_o,
  output wire                        ret_changed_o,
  output wire [255:0]                ret_row_o,
  output wire [2:0]                  ret_beat_o,
  output wire [3:0]                  ret_quiet_o,      // entries that a load without locks leaves as they are (pf_rules_quiet)
  output wire [NoteW-1:0]            ret_note_o,
  output wire                        done_o,           // it ends here, ...
  output wire [EraW-1:0]             done_era_o,       // ... the operation of this era

  // A block that is made
  input  wire [63:0]                 make_class_i,     // {high, low} bits of the words' classes
  input  wire [3*SlotW-1:0]          make_entry_i,     // of each class: words that were not accessed
  input  wire [3*SlotW-1:0]          make_next_i,      // and those that were
  input  wire [31:0]                 make_words_i,     // accessed

  // Fences of an owner
  output wire                        look_valid_o,
  output wire [`PF_META_BLOCK_W-1:0] look_block_o,
  output wire [`PF_META_WARP_W-1:0]  look_warp_o,
  output wire [EraW-1:0]             look_era_o,
  input  wire [2*CountW-1:0]         count_i,          // {device, block}
  input  wire                        count_ok_i,       // it is there, or none was asked for

  // Races, one transfer for each owner of a beat, as pf_report takes them
  output wire                        race_valid_o,
  input  wire                        race_ready_i,
  output wire [3:0]                  race_lanes_o,
  output wire [19:0]                 race_row_o,
  output wire [91:0]                 race_before_o,
  output wire [3:0]                  race_sub_o,
  output wire [LineW+1:0]            race_sector_o,    // byte address / 32
  output wire [2:0]                  race_entry_o,     // word of lane 0 in its sector
  output wire [`PF_META_BLOCK_W-1:0] race_owner_block_o,
  output wire [`PF_META_WARP_W-1:0]  race_owner_warp_o,
  output wire [`PF_TAG_W-1:0]        race_tag_o,
  output wire [PcW-1:0]              race_pc_o,

  output wire [2:0]                  checks_o,         // words checked in this cycle
  output wire                        stall_owner_o,
  output wire                        stall_report_o,
  output wire                        idle_o            // nothing inside
);

  localparam integer EntryW = `PF_LINE_ENTRY_W;
  localparam integer ShowW  = 22;                      // of an entry's bits a record shows
  localparam integer BeatW  = 4 * SlotW;
  localparam integer OpW    = 5 + 1 + `PF_TAG_W + 2 * CountW + EraW;
  localparam integer InW    = $clog2(Depth + 1);

  generate
    if (LineW < 1 || PcW < 1 || EraW < 1 || NoteW < 1 || Depth < 2 || Policies < 1 || Policies > 3 || CountW != `PF_META_BLK_FENCE_W ||
        NearW != Depth - 1 || SlotW != `PF_LINE_ROW_FIRST_W || SlotW > 64 || EntryW > SlotW) begin : g_bad_param
      PF_BLOCK_CHECK_BAD_PARAMETER u_bad ();           // no such module: elaboration stops here
    end
  endgenerate

  wire scord = (Policies == 1) || (Policies == 3 && cfg_policy_i);

  genvar k;
  integer i;

  ////////////////
  // In         //
  ////////////////

  wire [BeatW-1:0] go_beat, made;
  wire [255:0]     ret_row;
  wire [BeatW-1:0] ret_beat;

  generate
    for (k = 0; k < 4; k = k + 1) begin : g_in
      wire [4:0]       word = {go_beat_i, k[1:0]};
      wire [1:0]       of   = {make_class_i[{1'b1, word}], make_class_i[{1'b0, word}]};
      wire [SlotW-1:0] kept = of[1] ? make_entry_i[2*SlotW +: SlotW] : of[0] ? make_entry_i[SlotW +: SlotW] : make_entry_i[0 +: SlotW];
      wire [SlotW-1:0] gets = of[1] ? make_next_i[2*SlotW +: SlotW] : of[0] ? make_next_i[SlotW +: SlotW] : make_next_i[0 +: SlotW];
      assign made[k*SlotW +: SlotW]     = make_words_i[word] ? gets : kept;
      assign go_beat[k*SlotW +: SlotW]  = go_row_i[64*k +: SlotW];
      assign ret_beat[k*SlotW +: SlotW] = ret_row[64*k +: SlotW];
    end
  endgenerate

  wire             valid1, leave1, near1;
  wire [InW-1:0]   before1;
  wire [OpW-1:0]   op1;
  wire [BeatW-1:0] row0;

  wire                unused_next;
  wire [OpW-1:0]      unused_next_op;
  pf_line_wait #(
    .PayW  (OpW),
    .RowW  (BeatW),
    .Depth (Depth)
  ) u_wait (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .in_ready_o   (go_ready_o),
    .in_valid_i   (go_valid_i),
    .in_pay_i     ({go_make_i, go_words_i & {4{!go_make_i}}, go_sub_i, go_tag_i, go_self_i, go_era_i}),
    .in_row_i     (go_make_i ? made : go_beat),
    .in_near_i    (go_near_i),
    .ret_valid_i  (ret_valid_o),
    .ret_row_i    (ret_beat),
    .out_valid_o  (valid1),
    .out_ready_i  (leave1),
    .out_keeps_i  (1'b0),
    .out_pay_o    (op1),
    .out_near_o   (near1),
    .out_before_o (before1),
    .out_row_o    (row0),
    .next_valid_o (unused_next),
    .next_pay_o   (unused_next_op)
  );

  // What only the end of the pipeline wants
  wire [LineW-1:0] line4;
  wire [2:0]       beat4;
  wire             unused_place, unused_there;
  wire [InW-1:0]   inside;                             // operations that have not gone back

  pf_fifo #(
    .Width (LineW + 3 + PcW + NoteW),
    .Depth (Depth),
    .Ram   (1)
  ) u_places (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (go_valid_i),
    .in_ready_o  (unused_place),
    .in_data_i   ({go_line_i, go_beat_i, go_pc_i, go_note_i}),
    .out_valid_o (unused_there),
    .out_ready_i (ret_valid_o),
    .out_data_o  ({line4, beat4, race_pc_o, ret_note_o}),
    .level_o     (inside)
  );

  ////////////////
  // Check      //
  ////////////////

  wire [3:0]           words1 = op1[OpW-2 -: 4];
  wire                 valid4, last4, make4, sub4, step;
  wire [3:0]           words4, turn4, race4, fenced4;
  wire [BeatW:0]       row4;
  wire [BeatW-1:0]     next4;
  wire [2*CountW-1:0]  unused_self;
  wire                 unused_rest1, unused_rest2, unused_rest3, unused_rest4, unused_keeps;
  wire [4:0]           unused_pay3;

  pf_entry_check #(
    .Entries  (4),
    .RestW    (1),
    .PayW     (5),
    .EraW     (EraW),
    .Depth    (Depth),
    .Alike    (1),
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
    .row0_i        ({1'b0, row0}),
    .pay1_i        (op1[OpW-1 -: 5]),
    .sub1_i        (op1[OpW-6]),
    .tag1_i        (op1[EraW+2*CountW +: `PF_TAG_W]),
    .self1_i       (op1[EraW +: 2*CountW]),
    .era1_i        (op1[EraW-1:0]),
    .touched0_i    (words1),
    .touched2_i    (words1),
    .touched4_i    (words1),
    .keeps1_i      (1'b1),
    .rest1_o       (unused_rest1),
    .rest2_o       (unused_rest2),
    .rest3_o       (unused_rest3),
    .rest4_o       (unused_rest4),
    .pay3_o        (unused_pay3),
    .look_valid_o  (look_valid_o),
    .look_owner_o  ({look_block_o, look_warp_o}),
    .look_era_o    (look_era_o),
    .count_i       (count_i),
    .valid4_o      (valid4),
    .last4_o       (last4),
    .keeps4_o      (unused_keeps),
    .turn4_o       (turn4),
    .race4_o       (race4),
    .fenced4_o     (fenced4),
    .kind4_o       (race_row_o),
    .owner4_o      ({race_owner_block_o, race_owner_warp_o}),
    .pay4_o        ({make4, words4}),
    .sub4_o        (sub4),
    .tag4_o        (race_tag_o),
    .self4_o       (unused_self),
    .era4_o        (done_era_o),
    .row4_o        (row4),
    .next4_o       (next4),
    .stall_owner_o (stall_owner_o)
  );

  ////////////////
  // Out        //
  ////////////////

  wire [3:0] moved, unused_load;
  generate
    for (k = 0; k < 4; k = k + 1) begin : g_out
      pf_rules_quiet u_quiet (
        .scord_i    (scord),
        .entry_i    ({ret_row[64*k+EntryW-1], {(`PF_META_W-EntryW){1'b0}}, ret_row[64*k +: EntryW-1]}),
        .tag_i      (race_tag_o),
        .sub_word_i (sub4),
        .entry_o    (ret_quiet_o[k]),
        .load_o     (unused_load[k])
      );
      assign moved[k] = words4[k] && next4[k*SlotW +: EntryW] != row4[k*SlotW +: EntryW];
      assign ret_row[64*k +: SlotW] = words4[k] ? next4[k*SlotW +: SlotW] : row4[k*SlotW +: SlotW];
      if (SlotW < 64) begin : g_pad
        assign ret_row[64*k+SlotW +: 64-SlotW] = {(64-SlotW){1'b0}};
      end
      assign race_before_o[23*k +: 23] = {fenced4[k], row4[k*SlotW +: ShowW]};
    end
  endgenerate

  // Its race was taken: it goes on in the next cycle, so that nothing waits for race_ready_i in this one.
  reg raced_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) raced_q <= 1'b0;
    else         raced_q <= race_valid_o ? race_ready_i : raced_q && !step;
  end

  assign race_valid_o  = |race4 && !raced_q;
  assign race_lanes_o  = race4;
  assign race_sub_o    = {4{sub4 && scord}};
  assign race_sector_o = {line4, beat4[2:1]};
  assign race_entry_o  = {beat4[0], 2'b00};
  assign step          = !race_valid_o && count_ok_i;

  assign ret_valid_o   = valid4 && last4 && step;
  assign ret_changed_o = make4 || (|moved);
  assign ret_row_o     = ret_row;
  assign ret_beat_o    = beat4;
  assign done_o        = ret_valid_o;

  reg [2:0] checks;
  always @* begin
    checks = 3'd0;
    for (i = 0; i < 4; i = i + 1) checks = checks + {2'd0, turn4[i]};
  end

  assign checks_o       = checks & {3{valid4 && step}};
  assign stall_report_o = race_valid_o && !race_ready_i;
  assign idle_o         = inside == {InW{1'b0}};

  wire unused = &{1'b0, go_row_i, unused_next, unused_next_op, unused_place, unused_there, unused_self, unused_rest1, unused_rest2, unused_rest3, unused_rest4,
                  unused_pay3, unused_keeps, unused_load, row4[BeatW], 1'b0};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {go_valid_i, count_ok_i, race_ready_i, cfg_policy_i})
  `PF_ASSUME(a_make, !(go_valid_i && go_make_i) || go_near_i == {NearW{1'b0}})
  `PF_ASSUME(a_words, !go_valid_i || go_make_i || |go_words_i)
  `PF_COVER(c_make, ret_valid_o && make4)
`endif

endmodule

`resetall
