// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_entry_check: the rules' pipeline for accesses to a row of a few entries, one owner of them a cycle.
//
//   S1 turn                        S2 fences                    S3 rules               S4
//   row0_i, near --> row1 --> owner of some --> count_i --> facts --> next, race ----> *4_o
//            ^    ^       look_* <--+                ^                    | |            |
//            |    +-- again, for the other owners    +--------------------+ |            |
//            +-------- rows of operations on the same line -----------------+------------+
//
// What a row holds beside its entries, and which of them an operation accesses, is the caller's business: he says so of the
// row that comes with the operation (touched0_i), and, when one in front still makes it (near1_i), of those in S2 and S4.
// keeps1_i: the row's rest stays as it is. Who comes right behind such an operation of one turn, and whose entries are known to
// have one owner, takes over the row and, as the rules say what becomes of the entries, them and their facts; who comes later,
// the new entries. Others whose row is not there wait. Known to have one owner: one entry, or none but entries of that
// operation, which were alike, and so they still are. Where that is known to matter to nobody (pf_rules_quiet), an operation
// keeps whatever it is on, and takes over whatever the one before it was on.
// Entries of an operation that have the same owner go together; unwritten ones, and those of which nobody asks who owns them
// (pf_rules_quiet), with the first of these.
//
// Throughput  a row and owner a cycle; who is right behind one on the same row that keeps, and in its era, in the next cycle.
// Latency     3 cycles from valid1_i to valid4_o, and one for each further owner.
// Errs        as the rules.
// Handshake   leave1_o depends on step_i. count_i is the answer to the last look_*, in S2; until it is there step_i is low.
// State bits  3 * (PayW + PF_TAG_W + 2 * CountW + EraW + 1 + RestW + Entries * SlotW) + Entries * PF_LINE_ENTRY_W + about 90.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"
`include "slice/pf_facts.vh"

module pf_entry_check #(
  parameter integer Entries  = 3,                      // at least 1
  parameter integer RestW    = 65,                     // of a row beside its entries, at least 1
  parameter integer PayW     = 32,                     // of an operation beside sub, tag, self and era, at least 1
  parameter integer EraW     = 3,
  parameter integer Depth    = 6,                      // operations that have not gone back, at most
  parameter integer Alike    = 0,                      // 1: operations on several entries that are alike follow each other, too
  parameter integer Policies = 3,                      // as pf_rules
  // Derived: do not override.
  parameter integer CountW   = `PF_META_BLK_FENCE_W,
  parameter integer SlotW    = `PF_LINE_ROW_FIRST_W,
  parameter integer OwnerW   = `PF_META_BLOCK_W + `PF_META_WARP_W,
  parameter integer RowW     = Entries * SlotW + RestW,
  parameter integer InW      = $clog2(Depth + 1)
) (
  input  wire                        clk_i,
  input  wire                        rst_ni,           // asynchronous, active low
  input  wire                        scord_i,          // policy
  input  wire                        step_i,           // S2 to S4 go on

  // S1
  input  wire                        valid1_i,
  output wire                        leave1_o,         // with its last owner
  input  wire                        near1_i,          // as pf_line_wait's
  input  wire [InW-1:0]              before1_i,
  input  wire [RowW-1:0]             row0_i,           // {rest, entries}; not looked at when near
  input  wire [PayW-1:0]             pay1_i,
  input  wire                        sub1_i,
  input  wire [`PF_TAG_W-1:0]        tag1_i,
  input  wire [2*CountW-1:0]         self1_i,          // {device, block} fences of the accessor
  input  wire [EraW-1:0]             era1_i,
  input  wire [Entries-1:0]          touched0_i,       // entries of row0_i that it is on
  input  wire [Entries-1:0]          touched2_i,       // ... of the row in S2, with rest2_o
  input  wire [Entries-1:0]          touched4_i,       // ... of the row in S4, with rest4_o
  input  wire                        keeps1_i,         // with rest1_o
  output wire [RestW-1:0]            rest1_o,
  output wire [RestW-1:0]            rest2_o,
  output wire [RestW-1:0]            rest3_o,
  output wire [RestW-1:0]            rest4_o,
  output wire [PayW-1:0]             pay3_o,

  // Fences of an owner
  output wire                        look_valid_o,
  output wire [OwnerW-1:0]           look_owner_o,     // {block, warp}
  output wire [EraW-1:0]             look_era_o,
  input  wire [2*CountW-1:0]         count_i,          // {device, block}

  // S4: of one owner; the row as it was
  output wire                        valid4_o,
  output wire                        last4_o,          // the operation's last owner
  output wire                        keeps4_o,
  output wire [Entries-1:0]          turn4_o,
  output wire [Entries-1:0]          race4_o,          // a flop, 0 without valid4_o
  output wire [Entries-1:0]          fenced4_o,        // the owner's block fences have moved
  output wire [5*Entries-1:0]        kind4_o,          // PF_ROW_* of a race
  output wire [OwnerW-1:0]           owner4_o,
  output wire [PayW-1:0]             pay4_o,
  output wire                        sub4_o,
  output wire [`PF_TAG_W-1:0]        tag4_o,
  output wire [2*CountW-1:0]         self4_o,
  output wire [EraW-1:0]             era4_o,
  output wire [RowW-1:0]             row4_o,
  output wire [Entries*SlotW-1:0]    next4_o,          // entries accessed get this, of all owners so far

  output wire                        stall_owner_o
);

  localparam integer EntryW = `PF_LINE_ENTRY_W;
  localparam integer LowW   = `PF_META_TAG_LSB;        // an entry's fields but sub_word
  localparam integer OpW    = PayW + 1 + `PF_TAG_W + 2 * CountW + EraW;
  localparam [Entries-1:0] ONE = 1;

  generate
    if (Entries < 1 || RestW < 1 || PayW < 1 || EraW < 1 || Depth < 2 || Policies < 1 || Policies > 3 ||
        CountW != `PF_META_BLK_FENCE_W || SlotW != `PF_LINE_ROW_FIRST_W || RowW != Entries * SlotW + RestW ||
        InW != $clog2(Depth + 1) || OwnerW != `PF_META_BLOCK_W + `PF_META_WARP_W || EntryW != LowW + 1 ||
        EntryW > SlotW || Alike < 0 || Alike > 1) begin : g_bad_param
      PF_ENTRY_CHECK_BAD_PARAMETER u_bad ();           // no such module: elaboration stops here
    end
  endgenerate

  genvar c;
  integer i;

  wire [OpW-1:0]  op1 = {pay1_i, sub1_i, tag1_i, self1_i, era1_i};
  wire [RowW-1:0] row1;

  ////////////////
  // S1         //
  ////////////////

  function one_at_most(input [Entries-1:0] v);
    one_at_most = (v & (v - ONE)) == {Entries{1'b0}};
  endfunction

  // Nobody asks who owns them: entries of row0, of row4; op1
  wire [Entries-1:0]                 quiet0, quiet4;
  wire                               load1;

  wire [Entries-1:0]                 loads0, loads4;   // all equal
  wire [RowW-1:0]                    row4;

  generate
    for (c = 0; c < Entries; c = c + 1) begin : g_quiet
      pf_rules_quiet u_quiet0 (
        .scord_i    (scord_i),
        .entry_i    ({row0_i[c*SlotW+LowW], {(`PF_META_W-1-LowW){1'b0}}, row0_i[c*SlotW +: LowW]}),
        .tag_i      (tag1_i),
        .sub_word_i (sub1_i),
        .entry_o    (quiet0[c]),
        .load_o     (loads0[c])
      );
      pf_rules_quiet u_quiet4 (
        .scord_i    (scord_i),
        .entry_i    ({row4[c*SlotW+LowW], {(`PF_META_W-1-LowW){1'b0}}, row4[c*SlotW +: LowW]}),
        .tag_i      (tag1_i),
        .sub_word_i (sub1_i),
        .entry_o    (quiet4[c]),
        .load_o     (loads4[c])
      );
    end
  endgenerate

  wire unused_loads = &{1'b0, loads0, loads4, 1'b0};

  assign load1 = loads0[0];

  // Of its own row: the entries of one owner, by turns
  wire [Entries-1:0]                 turn0, rest;
  wire [OwnerW-1:0]                  look0;
  reg                                again_q1;         // other owners of the operation have been here
  reg  [Entries-1:0]                 left_q1;

  pf_line_turn #(
    .Entries (Entries),
    .SlotW   (SlotW)
  ) u_turn (
    .entry_i (row0_i[Entries*SlotW-1:0]),
    .todo_i  (again_q1 ? left_q1 : touched0_i),
    .quiet_i (quiet0 & {Entries{load1}}),
    .turn_o  (turn0),
    .rest_o  (rest),
    .owner_o (look0)
  );

  // Entries from the lowest touched to the highest are alike. Without Alike nobody asks but for one.
  reg  [Entries-1:0]                 from_low, to_high;
  reg                                alike0;
  always @* begin
    alike0 = Alike != 0 || one_at_most(touched0_i);
    for (i = 0; i < Entries; i = i + 1) begin
      from_low[i] = |(touched0_i & ~({Entries{1'b1}} << (i + 1)));
      to_high[i]  = |(touched0_i & ({Entries{1'b1}} << i));
    end
    for (i = 0; i < Entries - 1; i = i + 1) begin
      if (Alike != 0 && from_low[i] && to_high[i+1] && row0_i[i*SlotW +: EntryW] != row0_i[(i+1)*SlotW +: EntryW]) alike0 = 1'b0;
    end
  end

  // Of one that is not here: with the operation just before, in S2; or in S4, as it will be if that one keeps
  reg                                valid_q2, last_q2, keeps_q2, alike_q2, valid_q3, last_q3, valid_q4, last_q4, keeps_q4, alike_q4;
  reg                                calm_q2, calm_q3, calm_q4;  // changes nothing
  reg  [Entries-1:0]                 quiet_q2, turn_q2, turn_q4;
  reg  [RowW-1:0]                    row_q2, row_q4;
  reg  [OpW-1:0]                     op_q2;
  wire [EraW-1:0]                    era2;
  wire [InW-1:0]                     older4    = {{(InW-1){1'b0}}, valid_q4 && last_q4};
  wire [InW-1:0]                     older3    = older4 + {{(InW-1){1'b0}}, valid_q3 && last_q3};
  wire                               at4       = valid_q4 && last_q4 && before1_i == {InW{1'b0}};
  wire                               at2       = valid_q2 && last_q2 && before1_i == older3;
  wire                               same4     = alike_q4 && (touched4_i & ~turn_q4) == {Entries{1'b0}};
  wire                               same2     = alike_q2 && (touched2_i & ~turn_q2) == {Entries{1'b0}};
  wire                               calm4     = load1 && (touched4_i & ~quiet4) == {Entries{1'b0}};
  wire                               calm2     = load1 && calm_q2 && (touched2_i & ~quiet_q2) == {Entries{1'b0}};
  wire                               from4     = near1_i && at4 && (keeps_q4 || calm_q4) && (same4 || calm4 || one_at_most(touched4_i));
  wire                               from2     = near1_i && at2 && (keeps_q2 || calm_q2) && (same2 || calm2 || one_at_most(touched2_i)) &&
                                                 era1_i == era2;

  wire                               ready1    = valid1_i && (!near1_i || from4 || from2);
  wire                               load2     = ready1 && step_i;
  wire                               more      = valid1_i && !near1_i && |rest;
  wire [Entries-1:0]                 near_turn = at4 ? touched4_i : touched2_i;
  wire [Entries-1:0]                 turn      = near1_i ? near_turn : turn0;
  wire [RowW-1:0]                    near_row  = at4 ? row4 : row_q2;
  reg  [OwnerW-1:0]                  near_look;

  // The one in S2 may be right behind one in S3, which gives one of them something new now.
  wire [Entries-1:0]                 changes2;         // such entries
  wire [Entries*`PF_ACT_W-1:0]       act3;
  wire [Entries-1:0]                 own3;
  wire                               took1     = near1_i && !at4 && |(touched2_i & changes2 & own3);

  wire [Entries-1:0]                 touched1  = near1_i ? near_turn : touched0_i;

  wire [Entries-1:0]                 quiet2    = quiet_q2 & {Entries{calm_q2}};
  wire [Entries-1:0]                 quiet1    = !near1_i ? quiet0 : at4 ? quiet4 : quiet2;

  assign row1     = near1_i ? near_row : row0_i;
  assign leave1_o = load2 && !more;

  always @* begin
    near_look = {OwnerW{1'b0}};
    for (i = 0; i < Entries; i = i + 1) begin
      near_look = near_look | ({near_row[i*SlotW+`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W],
                                near_row[i*SlotW+`PF_META_WARP_LSB +: `PF_META_WARP_W]} & {OwnerW{near_turn[i]}});
    end
  end
  wire [OwnerW-1:0]                  look      = near1_i ? near_look : look0;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)    again_q1 <= 1'b0;
    else if (load2) again_q1 <= more;
  end
  always @(posedge clk_i) if (load2) left_q1 <= rest;

  assign look_valid_o = load2;
  assign look_owner_o = look;
  assign look_era_o   = era1_i;

  ////////////////
  // S2         //
  ////////////////

  reg                                behind_q2;        // S3 has the row; last_q2: the operation's last owner
  reg                                took_q2;          // who was in S3 has become owner ...
  reg  [2*CountW-1:0]                taker_q2;         // ... with these counts, and has done no fence since
  reg  [OwnerW-1:0]                  owner_q2;
  wire                               sub2;
  wire [`PF_TAG_W-1:0]               tag2;
  wire [Entries*`PF_FACTS_W-1:0]     own2, behind2, facts2; // own: as if S3 were empty
  wire [`PF_NEAR_W-1:0]              near2;
  wire [Entries-1:0]                 owns2;
  wire [`PF_TAG_W-1:0]               tag3;
  wire [OwnerW-1:0]                  owner3    = {tag3[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W], tag3[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W]};
  wire [Entries*EntryW-1:0]          next3;
  reg  [OpW-1:0]                     op_q3;
  reg  [Entries-1:0]                 turn_q3;
  reg  [RowW-1:0]                    row_q3;
  reg  [Entries*`PF_FACTS_W-1:0]     facts_q3;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     valid_q2 <= 1'b0;
    else if (step_i) valid_q2 <= ready1;
  end
  always @(posedge clk_i) begin
    if (load2) begin
      last_q2   <= !more;
      keeps_q2  <= keeps1_i && !again_q1 && !more;     // of one turn, too
      quiet_q2  <= quiet1;
      calm_q2   <= load1 && (touched1 & ~quiet1) == {Entries{1'b0}};
      alike_q2  <= near1_i ? (at4 ? same4 : same2) || one_at_most(turn) : alike0;
      behind_q2 <= from2;
      turn_q2   <= turn;
      owner_q2  <= took1 ? owner3 : look;
      took_q2   <= took1;
      taker_q2  <= op_q3[EraW +: 2*CountW];
      op_q2     <= op1;
      row_q2    <= row1;
      for (i = 0; i < Entries; i = i + 1) begin
        if (near1_i && !at4 && changes2[i]) row_q2[i*SlotW +: EntryW] <= next3[i*EntryW +: EntryW];
      end
    end
  end

  assign era2 = op_q2[EraW-1:0];
  assign sub2 = op_q2[OpW-PayW-1] && scord_i;
  assign tag2 = op_q2[EraW+2*CountW +: `PF_TAG_W];

  generate
    for (c = 0; c < Entries; c = c + 1) begin : g_facts
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
  wire [15:0]                        locks     = tag2[`PF_TAG_LOCK_LSB +: `PF_TAG_LOCK_W] & tag3[`PF_TAG_LOCK_LSB +: `PF_TAG_LOCK_W];
  wire                               block     = tag2[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W] == tag3[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W];
  wire                               warp      = block && tag2[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W] == tag3[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W];
  assign near2[`PF_NEAR_BLOCK]    = block;
  assign near2[`PF_NEAR_WARP]     = warp;
  assign near2[`PF_NEAR_BARRIER]  = tag2[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W] !=
                                    tag3[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W];
  assign near2[`PF_NEAR_DISJOINT] = !(|locks[15:8]) || !(|locks[7:0]);
  assign near2[`PF_NEAR_OWNER]    = 1'b0;              // only pf_check_lane asks

  ////////////////
  // S3         //
  ////////////////

  reg                                keeps_q3, alike_q3;
  reg  [OwnerW-1:0]                  owner_q3;
  wire [Entries-1:0]                 race3, fenced3;
  wire [5*Entries-1:0]               kind3;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)   valid_q3 <= 1'b0;
    else if (step_i) valid_q3 <= valid_q2;
  end
  always @(posedge clk_i) begin
    if (step_i) begin
      last_q3  <= last_q2;
      turn_q3  <= turn_q2;
      keeps_q3 <= keeps_q2;
      alike_q3 <= alike_q2;
      calm_q3  <= calm_q2;
      owner_q3 <= (|owns2) ? owner3 : owner_q2;
      op_q3    <= op_q2;
      row_q3   <= row_q2;
      for (i = 0; i < Entries; i = i + 1) begin
        if (changes2[i]) row_q3[i*SlotW +: EntryW] <= next3[i*EntryW +: EntryW];
      end
      facts_q3 <= facts2;
    end
  end

  assign tag3 = op_q3[EraW+2*CountW +: `PF_TAG_W];

  generate
    for (c = 0; c < Entries; c = c + 1) begin : g_rules
      wire [`PF_META_W-1:0] next;
      wire [4:0]            unused_row;

      pf_rules #(
        .Policies (Policies)
      ) u_rules (
        .scord_i    (scord_i),
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
      assign own3[c]    = act3[c*`PF_ACT_W+`PF_ACT_OWN];
      assign fenced3[c] = facts_q3[c*`PF_FACTS_W+`PF_FACT_BLK_FENCED];
      wire unused = &{1'b0, unused_row, next};
    end
  endgenerate

  ////////////////
  // S4         //
  ////////////////

  reg  [Entries-1:0]                 race_q4, fenced_q4;
  reg  [5*Entries-1:0]               kind_q4;
  reg  [OwnerW-1:0]                  owner_q4;
  reg  [OpW-1:0]                     op_q4;
  reg  [Entries*EntryW-1:0]          next_q4;          // of the classes seen so far

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q4 <= 1'b0;
      race_q4  <= {Entries{1'b0}};  // step_i may depend on it
    end else if (step_i) begin
      valid_q4 <= valid_q3;
      race_q4  <= race3 & turn_q3 & {Entries{valid_q3}};
    end
  end
  always @(posedge clk_i) begin
    if (step_i) begin
      last_q4    <= last_q3;
      keeps_q4   <= keeps_q3;
      alike_q4   <= alike_q3;
      calm_q4    <= calm_q3;
      turn_q4    <= turn_q3;
      fenced_q4  <= fenced3;
      kind_q4    <= kind3;
      owner_q4   <= owner_q3;
      op_q4      <= op_q3;
      row_q4     <= row_q3;
      for (i = 0; i < Entries; i = i + 1) begin
        if (turn_q3[i]) next_q4[i*EntryW +: EntryW] <= next3[i*EntryW +: EntryW];
      end
    end
  end

  wire [Entries*SlotW-1:0]           next_slots;

  generate
    for (c = 0; c < Entries; c = c + 1) begin : g_entry4
      if (SlotW > EntryW) begin : g_pad
        assign next_slots[c*SlotW+EntryW +: SlotW-EntryW] = {(SlotW-EntryW){1'b0}};
      end
      assign next_slots[c*SlotW +: EntryW] = next_q4[c*EntryW +: EntryW];
      assign row4[c*SlotW +: SlotW] = turn_q4[c] ? next_slots[c*SlotW +: SlotW] : row_q4[c*SlotW +: SlotW];
    end
  endgenerate

  assign row4[RowW-1:Entries*SlotW] = row_q4[RowW-1:Entries*SlotW];

  assign rest1_o   = row1[RowW-1:Entries*SlotW];
  assign rest2_o   = row_q2[RowW-1:Entries*SlotW];
  assign rest3_o   = row_q3[RowW-1:Entries*SlotW];
  assign rest4_o   = row_q4[RowW-1:Entries*SlotW];
  assign pay3_o    = op_q3[OpW-1 -: PayW];
  assign valid4_o  = valid_q4;
  assign last4_o   = last_q4;
  assign keeps4_o  = keeps_q4;
  assign turn4_o   = turn_q4;
  assign race4_o   = race_q4;
  assign fenced4_o = fenced_q4;
  assign kind4_o   = kind_q4;
  assign owner4_o  = owner_q4;
  assign row4_o    = row_q4;
  assign next4_o   = next_slots;
  assign {pay4_o, sub4_o, tag4_o, self4_o, era4_o} = op_q4;

  assign stall_owner_o = load2 && more;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {valid1_i, step_i})
  `PF_COVER(c_alike, load2 && from2 && !one_at_most(turn & turn_q2))
  `PF_COVER(c_owners, load2 && more)
  `PF_COVER(c_behind, load2 && from2 && |(turn & turn_q2))
`endif

endmodule

`resetall
