// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_check: accesses to lines of 32 words whose metadata are a row of at most three entries: one owner a cycle,
// whatever the number of words.
//
//   S0 pf_line_wait   S1 turn                  S2 fences                   S3 rules          S4 row
//   go_* ----------> [row, op] --> owner --+-> count_i --> facts, by class --> next, race --> pf_class_merge --> ret_*
//        ^            ^   ^        of some |                  ^                  | |           |  |   |
//        |            |   |   look_* <-----+                  +------------------+ |  race_* <-+  |   +--> blk_*
//        |            |   +--- again, for the row's other owners                   |              |
//        +------------+---- rows of operations on the same line -------------------+--------------+
//
// It is the pipeline behind a bank of pf_meta_cache. A row is record line_row, or, with its highest bit, the number of
// the line's block in its lowest bits: then the operation goes on to the stage of blocks, and nothing is checked
// here. So does one that leaves more than three entries: the block is made of what was there, what is new, and which
// word has which (blk_make_o). Without a free block most of the line is forgotten (pf_line_after, forgot_o).
// Classes of an operation that have the same owner go together; unwritten ones with the first of these.
// An operation keeps its line's classes when it accesses all words of the last one and no others: a word that everybody
// asks for is soon alone in it. Who comes right behind takes over the row and, as the rules say what becomes of that
// class, its new entry and facts; who comes later, the new entry. Others on the same line wait until the row is
// given back. What is handed on may have an entry in two classes until pf_class_merge sees it, so that the numbers of
// a row's classes, but nothing else of it, depend on who was just before.
//
// No unit uses it yet: it is a part of the slice unit to come (docs/metadata-engine.md).
//
// Throughput  a row and owner a cycle. An operation of one class on a line whose classes the one just before it keeps comes
//             in the next cycle, if no fence lies between them; 2 cycles later if others stand between; any other
//             operation on the line of one before it 4 cycles after it.
// Latency     5 cycles from go_valid_i to ret_valid_o, and one for each further owner.
// Errs        as the rules; forgot_o.
// Handshake   go_ready_o depends on race_ready_i, blk_ready_i and go_valid_i. Transfers of races and to blocks stay until they
//             are taken; the pipeline waits for them. count_i is the answer to look_* in the cycle before; it stays until the next.
// State bits  pf_line_wait, 3 * (PF_LINE_ROW_W + PF_TAG_W + 2 * CountW + EraW + 42) + 3 * PF_LINE_ENTRY_W + 90; a queue.

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

  // A free block
  input  wire                        free_valid_i,
  input  wire [BlockNoW-1:0]         free_block_i,
  output wire                        free_take_o,

  // Operations that go on to a block
  output wire                        blk_valid_o,
  input  wire                        blk_ready_i,
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
  wire [RowW:0]    row1, row0;                         // row1: the operation's, row0: as pf_line_wait has it

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
    .out_pay_o   (op1),
    .out_near_o  (near1),
    .out_before_o (before1),
    .out_row_o   (row0)
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
  function [2:0] classes_of(input [63:0] class_bits, input [31:0] words);
    classes_of = {|(class_bits[63:32] & words), |(class_bits[31:0] & words), |(~class_bits[63:32] & ~class_bits[31:0] & words)};
  endfunction

  function one_at_most(input [2:0] v);
    one_at_most = !(v[0] && v[1]) && !(v[0] && v[2]) && !(v[1] && v[2]);
  endfunction

  // Of its own row: the classes of one owner, by turns
  wire [EraW-1:0]     era1   = op1[EraW-1:0];
  wire [31:0]         words1 = op1[OpW-1 -: 32];
  wire [2:0]          turn0, rest;
  wire [OwnerW-1:0]   look0;
  reg                 again_q1;                        // other owners of the operation have been here
  reg  [2:0]          left_q1;
  wire [2:0]          touched0 = classes_of(row0[`PF_LINE_ROW_LOW_LSB +: 64], words1) & {3{!row0[RowW]}};

  pf_line_turn #(
    .SlotW (SlotW)
  ) u_turn (
    .entry_i (row0[3*SlotW-1:0]),
    .todo_i  (again_q1 ? left_q1 : touched0),
    .turn_o  (turn0),
    .rest_o  (rest),
    .owner_o (look0)
  );

  // Of one that is not here: with the operation just before, in S2; or in S4, as it will be if S4 keeps its classes
  reg                 valid_q2, last_q2, keeps_q2, valid_q3, last_q3, valid_q4, last_q4, keeps_q4;
  reg  [RowW:0]       row_q2, row_q4;
  reg  [OpW-1:0]      op_q2;
  wire [RowW:0]       row4;
  wire [EraW-1:0]     era2;
  wire [2:0]          touched2 = classes_of(row_q2[`PF_LINE_ROW_LOW_LSB +: 64], words1) & {3{!row_q2[RowW]}};
  wire [2:0]          touched4 = classes_of(row_q4[`PF_LINE_ROW_LOW_LSB +: 64], words1) & {3{!row_q4[RowW]}};
  wire [InW-1:0]      older4   = {{(InW-1){1'b0}}, valid_q4 && last_q4};
  wire [InW-1:0]      older3   = older4 + {{(InW-1){1'b0}}, valid_q3 && last_q3};
  wire                at4      = valid_q4 && last_q4 && before1 == {InW{1'b0}};
  wire                at2      = valid_q2 && last_q2 && before1 == older3;
  wire                from4    = near1 && at4 && keeps_q4 && one_at_most(touched4);
  wire                from2    = near1 && at2 && keeps_q2 && one_at_most(touched2) && era1 == era2;

  wire                ready1   = valid1 && (!near1 || from4 || from2);
  wire                load2    = ready1 && step;
  wire                more     = valid1 && !near1 && |rest;
  wire [2:0]          near_turn = at4 ? touched4 : touched2;
  wire [2:0]          turn     = near1 ? near_turn : turn0;
  wire [RowW:0]       near_row = at4 ? row4 : row_q2;
  reg  [OwnerW-1:0]   near_look;

  // The one in S2 may be right behind one in S3, which gives its class a new entry now.
  wire [2:0]          changes2;                        // such classes
  wire [3*`PF_ACT_W-1:0] act3;
  wire [2:0]          own3 = {act3[2*`PF_ACT_W+`PF_ACT_OWN], act3[`PF_ACT_W+`PF_ACT_OWN], act3[`PF_ACT_OWN]};
  wire                took1 = near1 && !at4 && |(touched2 & changes2 & own3);

  assign row1   = near1 ? near_row : row0;
  assign leave1 = load2 && !more;

  always @* begin
    near_look = {OwnerW{1'b0}};
    for (i = 0; i < 3; i = i + 1) begin
      near_look = near_look | ({near_row[i*SlotW+`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W],
                                near_row[i*SlotW+`PF_META_WARP_LSB +: `PF_META_WARP_W]} & {OwnerW{near_turn[i]}});
    end
  end
  wire [OwnerW-1:0]   look = near1 ? near_look : look0;

  // All words of the last class are accessed, and no others
  wire [31:0]         high1 = row1[`PF_LINE_ROW_HIGH_LSB +: 32];
  wire [31:0]         low1  = row1[`PF_LINE_ROW_LOW_LSB +: 32];
  wire                keeps1 = row1[RowW] || words1 == ((|high1) ? high1 : (|low1) ? low1 : 32'hffffffff);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)    again_q1 <= 1'b0;
    else if (load2) again_q1 <= more;
  end
  always @(posedge clk_i) if (load2) left_q1 <= rest;

  assign look_valid_o = load2;
  assign {look_block_o, look_warp_o} = look;
  assign look_era_o   = era1;

  ////////////////
  // S2         //
  ////////////////

  reg  [2:0]        turn_q2;                           // last_q2: the operation's last owner
  reg               behind_q2;                         // S3 has the row
  reg               took_q2;                           // who was in S3 has become owner ...
  reg  [2*CountW-1:0] taker_q2;                        // ... with these counts, and has done no fence since
  reg  [OwnerW-1:0] owner_q2;
  wire              sub2;
  wire [`PF_TAG_W-1:0]    tag2;
  wire [3*`PF_FACTS_W-1:0] own2, behind2, facts2;      // own: as if S3 were empty
  wire [`PF_NEAR_W-1:0]   near2;
  wire [2:0]              owns2;
  wire [`PF_TAG_W-1:0]    tag3;
  wire [OwnerW-1:0]       owner3 = {tag3[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W], tag3[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W]};
  wire [3*EntryW-1:0]     next3;
  reg  [OpW-1:0]          op_q3;
  reg  [2:0]              turn_q3;
  reg  [RowW:0]           row_q3;
  reg  [3*`PF_FACTS_W-1:0] facts_q3;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)   valid_q2 <= 1'b0;
    else if (step) valid_q2 <= ready1;
  end
  always @(posedge clk_i) begin
    if (load2) begin
      last_q2   <= !more;
      keeps_q2  <= keeps1;
      behind_q2 <= from2;
      turn_q2   <= turn;
      owner_q2  <= took1 ? owner3 : look;
      took_q2   <= took1;
      taker_q2  <= op_q3[EraW +: 2*CountW];
      op_q2     <= op1;
      row_q2    <= row1;
      for (i = 0; i < 3; i = i + 1) begin
        if (near1 && !at4 && changes2[i]) row_q2[i*SlotW +: EntryW] <= next3[i*EntryW +: EntryW];
      end
    end
  end

  assign era2 = op_q2[EraW-1:0];
  assign sub2 = op_q2[OpW-33] && scord;
  assign tag2 = op_q2[EraW+2*CountW +: `PF_TAG_W];

  generate
    for (c = 0; c < 3; c = c + 1) begin : g_facts
      pf_rules_facts u_facts (
        .entry_i    ({row_q2[c*SlotW+LowW], {(`PF_META_W-1-LowW){1'b0}}, row_q2[c*SlotW +: LowW]}),
        .tag_i      (tag2),
        .sub_word_i (sub2),
        .owner_i    (took_q2 ? taker_q2 : count_i),
        .facts_o    (own2[c*`PF_FACTS_W +: `PF_FACTS_W])
      );
      pf_rules_behind u_behind (
        .facts_i       (own2[c*`PF_FACTS_W +: `PF_FACTS_W]),
        .first_i       (facts_q3[c*`PF_FACTS_W +: `PF_FACTS_W]),
        .act_i         (act3[c*`PF_ACT_W +: `PF_ACT_W]),
        .near_i        (near2),
        .lock_i        (row_q3[c*SlotW+`PF_META_LOCK_LSB +: `PF_META_LOCK_W]),
        .first_lock_i  (tag3[`PF_TAG_LOCK_LSB +: `PF_TAG_LOCK_W]),
        .second_lock_i (tag2[`PF_TAG_LOCK_LSB +: `PF_TAG_LOCK_W]),
        .facts_o       (behind2[c*`PF_FACTS_W +: `PF_FACTS_W])
      );
      assign changes2[c] = behind_q2 && turn_q3[c];    // S3 gives it a new entry
      assign facts2[c*`PF_FACTS_W +: `PF_FACTS_W] = changes2[c] ? behind2[c*`PF_FACTS_W +: `PF_FACTS_W]
                                                                : own2[c*`PF_FACTS_W +: `PF_FACTS_W];
      assign owns2[c] = changes2[c] && turn_q2[c] && own3[c];
    end
  endgenerate

  // What the accessors of S2 and S3 have in common
  wire [15:0] locks   = tag2[`PF_TAG_LOCK_LSB +: `PF_TAG_LOCK_W] & tag3[`PF_TAG_LOCK_LSB +: `PF_TAG_LOCK_W];
  wire        block   = tag2[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W] == tag3[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W];
  wire        warp    = block && tag2[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W] == tag3[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W];
  assign near2[`PF_NEAR_BLOCK]    = block;
  assign near2[`PF_NEAR_WARP]     = warp;
  assign near2[`PF_NEAR_BARRIER]  = tag2[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W] !=
                                    tag3[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W];
  assign near2[`PF_NEAR_DISJOINT] = !(|locks[15:8]) || !(|locks[7:0]);
  assign near2[`PF_NEAR_OWNER]    = 1'b0;              // only pf_check_lane asks

  ////////////////
  // S3         //
  ////////////////

  reg                      keeps_q3;
  reg  [OwnerW-1:0]        owner_q3;
  wire [2:0]               race3, fenced3;
  wire [14:0]              kind3;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)   valid_q3 <= 1'b0;
    else if (step) valid_q3 <= valid_q2;
  end
  always @(posedge clk_i) begin
    if (step) begin
      last_q3  <= last_q2;
      turn_q3  <= turn_q2;
      keeps_q3 <= keeps_q2;
      owner_q3 <= (|owns2) ? owner3 : owner_q2;
      op_q3    <= op_q2;
      row_q3   <= row_q2;
      for (i = 0; i < 3; i = i + 1) begin
        if (changes2[i]) row_q3[i*SlotW +: EntryW] <= next3[i*EntryW +: EntryW];
      end
      facts_q3 <= facts2;
    end
  end

  assign tag3 = op_q3[EraW+2*CountW +: `PF_TAG_W];

  generate
    for (c = 0; c < 3; c = c + 1) begin : g_rules
      wire [`PF_META_W-1:0] next;
      wire [4:0]            unused_row;

      pf_rules #(
        .Policies (Policies)
      ) u_rules (
        .scord_i    (scord),
        .entry_i    ({row_q3[c*SlotW+LowW], {(`PF_META_W-1-LowW){1'b0}}, row_q3[c*SlotW +: LowW]}),
        .tag_i      (tag3),
        .self_i     (op_q3[EraW +: 2*CountW]),
        .facts_i    (facts_q3[c*`PF_FACTS_W +: `PF_FACTS_W]),
        .row_o      (unused_row),
        .race_o     (race3[c]),
        .race_row_o (kind3[c*5 +: 5]),
        .act_o      (act3[c*`PF_ACT_W +: `PF_ACT_W]),
        .next_o     (next)
      );
      assign next3[c*EntryW +: EntryW] = {next[`PF_META_SUB_WORD_LSB], next[LowW-1:0]};
      assign fenced3[c] = facts_q3[c*`PF_FACTS_W+`PF_FACT_BLK_FENCED];
      wire unused = &{1'b0, unused_row, next};
    end
  endgenerate

  ////////////////
  // S4         //
  ////////////////

  reg  [2:0]           turn_q4, race_q4, fenced_q4;
  reg  [14:0]          kind_q4;
  reg  [OwnerW-1:0]    owner_q4;
  reg  [OpW-1:0]       op_q4;
  reg  [3*EntryW-1:0]  next_q4;                        // of the classes seen so far
  reg                  raced_q;                        // its race was taken

  wire [31:0]          words4 = op_q4[OpW-1 -: 32];
  wire [`PF_TAG_W-1:0] tag4   = op_q4[EraW+2*CountW +: `PF_TAG_W];
  wire                 block4 = row_q4[RowW];

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q4 <= 1'b0;
      race_q4  <= 3'd0;                                // race_ready_i may depend on it
      raced_q  <= 1'b0;
    end else begin
      raced_q <= !step && (raced_q || (race_valid_o && race_ready_i));
      if (step) begin
        valid_q4 <= valid_q3;
        race_q4  <= race3 & turn_q3 & {3{valid_q3}};
      end
    end
  end
  always @(posedge clk_i) begin
    if (step) begin
      last_q4    <= last_q3;
      keeps_q4   <= keeps_q3;
      turn_q4    <= turn_q3;
      fenced_q4  <= fenced3;
      kind_q4    <= kind3;
      owner_q4   <= owner_q3;
      op_q4      <= op_q3;
      row_q4     <= row_q3;
      for (i = 0; i < 3; i = i + 1) begin
        if (turn_q3[i]) next_q4[i*EntryW +: EntryW] <= next3[i*EntryW +: EntryW];
      end
    end
  end

  wire [95:0]          mine4;                          // words, by class
  wire [3*SlotW-1:0]   next_slots;
  wire [RowW:0]        after;
  wire                 makes, forgets;

  generate
    for (c = 0; c < 3; c = c + 1) begin : g_class4
      localparam [1:0] Number = c;
      assign mine4[32*c +: 32] = ~(row_q4[`PF_LINE_ROW_HIGH_LSB +: 32] ^ {32{Number[1]}}) &
                                 ~(row_q4[`PF_LINE_ROW_LOW_LSB +: 32] ^ {32{Number[0]}});
      if (SlotW > EntryW) begin : g_pad
        assign next_slots[c*SlotW+EntryW +: SlotW-EntryW] = {(SlotW-EntryW){1'b0}};
      end
      assign next_slots[c*SlotW +: EntryW] = next_q4[c*EntryW +: EntryW];
      assign row4[c*SlotW +: SlotW] = turn_q4[c] ? next_slots[c*SlotW +: SlotW] : row_q4[c*SlotW +: SlotW];
    end
  endgenerate

  assign row4[RowW:3*SlotW] = row_q4[RowW:3*SlotW];

  pf_line_after #(
    .BlockNoW (BlockNoW)
  ) u_after (
    .row_i        (row_q4),
    .words_i      (words4),
    .next_i       (next_slots),
    .free_valid_i (free_valid_i),
    .free_block_i (free_block_i),
    .row_o        (after),
    .changed_o    (ret_changed_o),
    .makes_o      (makes),
    .forgets_o    (forgets)
  );

  wire ends = valid_q4 && last_q4 && step;

  assign blk_valid_o  = valid_q4 && last_q4 && (block4 || makes);
  assign race_valid_o = |race_q4 && !raced_q;
  assign step         = !(blk_valid_o && !blk_ready_i) && !(race_valid_o && !race_ready_i);

  assign ret_valid_o   = ends;
  assign ret_row_o     = {after[RowW], {(255-RowW){1'b0}}, after[RowW-1:0]};
  assign done_o        = ends && !block4 && !makes;
  assign done_era_o    = op_q4[EraW-1:0];
  assign free_take_o   = ends && makes;
  assign expanded_o    = free_take_o;
  assign forgot_o      = ends && forgets;

  assign blk_make_o    = !block4;
  assign blk_block_o   = after[BlockNoW-1:0];
  assign blk_class_o   = row_q4[`PF_LINE_ROW_LOW_LSB +: 64];
  assign blk_entry_o   = row_q4[3*SlotW-1:0];
  assign blk_next_o    = next_slots;
  assign blk_line_o    = line4;
  assign blk_pc_o      = pc4;
  assign {blk_words_o, blk_sub_o, blk_tag_o, blk_self_o, blk_era_o} = op_q4;

  assign race_line_o   = line4;
  assign race_sub_o    = op_q4[OpW-33] && scord;
  assign race_row_o    = kind_q4;
  assign race_tag_o    = tag4;
  assign race_pc_o     = pc4;
  assign {race_owner_block_o, race_owner_warp_o} = owner_q4;
  generate
    for (c = 0; c < 3; c = c + 1) begin : g_race
      assign race_words_o[32*c +: 32]  = mine4[32*c +: 32] & words4 & {32{race_q4[c]}};
      assign race_before_o[23*c +: 23] = {fenced_q4[c], row_q4[c*SlotW +: ShowW]};
    end
  endgenerate

  ////////////////
  // Counting   //
  ////////////////

  reg [31:0] checked, checked_q;
  reg [5:0]  checks;
  always @* begin
    checked = 32'd0;
    for (i = 0; i < 3; i = i + 1) checked = checked | (mine4[32*i +: 32] & words4 & {32{turn_q4[i]}});
    checks = 6'd0;
    for (i = 0; i < 32; i = i + 1) checks = checks + {5'd0, checked_q[i]};
  end
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) checked_q <= 32'd0;
    else         checked_q <= checked & {32{valid_q4 && step}};
  end

  assign checks_o       = checks;
  assign stall_owner_o  = load2 && more;
  assign stall_report_o = race_valid_o && !race_ready_i;
  assign stall_block_o  = blk_valid_o && !blk_ready_i;
  assign idle_o         = inside == {InW{1'b0}} && checked_q == 32'd0;

  wire unused = &{1'b0, go_row_i, unused_place, unused_there, 1'b0};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {go_valid_i, race_ready_i, blk_ready_i, free_valid_i, cfg_policy_i})
  `PF_ASSERT(a_turn, !load2 || row1[RowW] || |turn)
  `PF_ASSERT(a_race_last, !race_valid_o || valid_q4)
  `PF_COVER(c_owners, load2 && more)
  `PF_COVER(c_behind, load2 && from2 && |(turn & turn_q2))
  `PF_COVER(c_merged, ret_valid_o && keeps_q4 && !block4 && after[`PF_LINE_ROW_LOW_LSB +: 64] != row_q4[`PF_LINE_ROW_LOW_LSB +: 64])
  `PF_COVER(c_forgot, forgot_o)
`endif

endmodule

`resetall
