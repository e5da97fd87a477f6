// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_check: pieces of requests in order, a group of Lanes entries at a time, one owner a cycle.
//
//    C0 head       C1 fetch                   C2 fences                  C3 rules               C4 record
//    head_* -----> rd_data_i --> one owner --> counts now, facts ------> row, race, next -----> race_*, place_*
//    rd_*             ^           | tag_*  +-> the group's other owners     |  +--> wr_*, done_*
//    (again while     |           +-----> pf_fence_file   ^                 |
//    C1 waits)        +-----------------------------------+-----------------+ what becomes of the same entries
//
// All is done as if one after the other. What C3 makes of an entry goes to whoever has the same one in C1 or C2
// (pf_check_lane), and the lines' store gives what is being written to who reads it. The owners of a group must be known
// when it enters C2: one of several entries, some of them in the group just before it, waits in C1 until C2 is empty. A
// check sees every fence before it, and the epoch is the right one from C1 to C3 (pf_check_epoch). What belongs to a
// request does not travel: its tag waits in a queue that is popped as C1 moves on, pc and sector in one that is popped
// as C4 does. C3 writes at once. C4 keeps what a record needs until the race is taken; the pipeline waits meanwhile.
//
// Throughput  one group and owner a cycle, the same entry again too; 1 cycle lost before a group that waits for the one
//             just before; one fence a cycle; 1 cycle lost between a fence and a check behind it.
// Latency     4 cycles from head_* to wr_*.
// Errs        as the rules and the fence file.
// State bits  pf_check_head, pf_check_owner, pf_check_epoch, pf_fence_file, Lanes * pf_check_lane, and
//             about 3 * PF_TAG_W + 3 * (slot, id, shift, tag, 8) + 8 * Lanes flops.
// Handshake   the pipeline's steps, and with them rd_*, depend on race_ready_i.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"
`include "slice/pf_facts.vh"

module pf_check #(
  parameter integer Lanes    = `PF_LANES,     // 1, 2, 4, 8
  parameter integer Lines    = `PF_LINES,
  parameter integer Beats    = 2,             // beats of a line: 2 only
  parameter integer IdW      = 7,
  parameter integer PcW      = `PF_RACE_PC_W,
  parameter integer AddrW    = `PF_ADDR_W,
  parameter integer Policies = 3,             // 1: scord, 2: scord-paper, 3: by cfg_policy_i
  // Derived: do not override.
  parameter integer SlotW    = (Lines > 1) ? $clog2(Lines) : 1,
  parameter integer BeatW    = 1,
  parameter integer RdBeats  = (Lanes > 4) ? 2 : 1,
  parameter integer OwnerW   = `PF_META_BLOCK_W + `PF_META_WARP_W
) (
  input  wire                        clk_i,
  input  wire                        rst_ni,          // asynchronous, active low

  input  wire                        cfg_policy_i,    // 1: scord; changes only while idle
  input  wire                        cmd_sweep_i,     // pulse: forget everything, epoch 0

  // Pieces, in order
  input  wire                        head_valid_i,
  output wire                        head_ready_o,
  input  wire [1:0]                  head_kind_i,     // PF_REQ_*
  input  wire [SlotW-1:0]            head_slot_i,
  input  wire [IdW-1:0]              head_id_i,
  input  wire [7:0]                  head_mask_i,     // entries of the line
  input  wire [7:0]                  head_sub_i,      // ... of which only part is touched
  input  wire [2:0]                  head_shift_i,    // entry = (word + shift) mod 8
  input  wire [`PF_META_TAG_W-1:0]   head_mtag_i,
  input  wire                        head_last_i,     // last piece of its request

  // Requests: tags, and places, each popped with the request's last piece
  input  wire                        tag_valid_i,
  output wire                        tag_ready_o,
  input  wire [`PF_TAG_W-1:0]        tag_i,
  input  wire                        place_valid_i,
  output wire                        place_ready_o,
  input  wire [PcW-1:0]              place_pc_i,
  input  wire [AddrW-6:0]            place_sector_i,

  // Lines
  input  wire [Lines*Beats-1:0]      present_i,
  output wire                        rd_valid_o,
  output wire [SlotW-1:0]            rd_slot_o,
  output wire [BeatW-1:0]            rd_beat_o,
  input  wire [RdBeats*256-1:0]      rd_data_i,       // the cycle after rd_valid_o
  output wire                        wr_valid_o,
  output wire [SlotW-1:0]            wr_slot_o,
  output wire [BeatW-1:0]            wr_beat_o,
  output wire [RdBeats*4-1:0]        wr_mask_o,
  output wire [RdBeats*4-1:0]        wr_own_o,        // all of the entry, else what is below PF_OWNER_LSB
  output wire                        wr_changed_o,
  output wire [RdBeats*256-1:0]      wr_data_o,
  output wire                        done_valid_o,
  output wire [SlotW-1:0]            done_slot_o,
  output wire [IdW-1:0]              done_id_o,

  // Forget: wipe the lines, sweep memory
  output wire                        forget_valid_o,
  input  wire                        forget_ready_i,  // it is done

  // Races, one transfer for each owner of a group
  output wire                        race_valid_o,
  input  wire                        race_ready_i,
  output wire [Lanes-1:0]            race_lanes_o,
  output wire [Lanes*5-1:0]          race_row_o,
  output wire [AddrW-6:0]            race_sector_o,
  output wire [2:0]                  race_entry_o,    // entry of lane 0 in its line
  output wire [2:0]                  race_shift_o,    // entry = (word + shift) mod 8
  output wire [Lanes-1:0]            race_sub_o,
  output wire [`PF_META_BLOCK_W-1:0] race_owner_block_o,
  output wire [`PF_META_WARP_W-1:0]  race_owner_warp_o,
  output wire [Lanes*23-1:0]         race_before_o,
  output wire [`PF_TAG_W-1:0]        race_tag_o,
  output wire [PcW-1:0]              race_pc_o,

  output wire [`PF_META_EPOCH_W-1:0] epoch_o,
  output wire                        forgetting_o,
  output wire                        idle_o,          // nothing inside
  output wire [3:0]                  checks_o,        // words checked in this cycle
  output wire                        stall_memory_o,
  output wire                        stall_entry_o,
  output wire                        stall_owner_o,
  output wire                        stall_report_o
);

  localparam integer Groups  = 8 / Lanes;
  localparam integer GroupW  = (Groups > 1) ? $clog2(Groups) : 1;
  localparam integer EpochW  = `PF_META_EPOCH_W;
  localparam integer MtagW   = `PF_META_TAG_W;
  localparam integer CountW  = `PF_META_BLK_FENCE_W;

  generate
    if ((Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8) || Lines < 1 || Beats != 2 ||
        IdW < 1 || PcW < 1 || AddrW < 6 || Policies < 1 || Policies > 3 || CountW < 2) begin : g_bad_param
      PF_CHECK_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  wire scord = (Policies == 1) || (Policies == 3 && cfg_policy_i);

  ////////////////
  // Pipeline   //
  ////////////////

  // What each stage holds. None of check, fence, epoch: a piece without entries.
  reg                   valid_q0, valid_q1, valid_q2, valid_q3, valid_q4;
  reg                   new_q3;                       // C3 holds it for the first cycle: writes
  reg                   near_q1;                      // C1 must not follow C2 at once
  reg  [1:0]            kind_q0;
  reg                   check_q1, check_q2, check_q3;
  reg                   fence_q1, fence_q2;
  reg                   epoch_q1, epoch_q2;
  reg                   done_q1,  done_q2,  done_q3;  // last group of its piece
  reg                   last_q0,  last_q1,  last_q2,  last_q3,  last_q4;  // ... of its request
  reg  [SlotW-1:0]      slot_q0,  slot_q1,  slot_q2,  slot_q3;
  reg  [IdW-1:0]        id_q0,    id_q1,    id_q2,    id_q3;
  reg  [GroupW-1:0]               group_q1, group_q2, group_q3, group_q4;
  reg  [2:0]            shift_q0, shift_q1, shift_q2, shift_q3, shift_q4;
  reg  [MtagW-1:0]      mtag_q0,  mtag_q1,  mtag_q2,  mtag_q3;
  reg  [7:0]            mask_q0,  sub_q0;
  reg  [Lanes-1:0]      mask_q1,  sub_q1;             // C2: in pf_check_owner, in the lanes
  reg  [Lanes-1:0]      mask_q3;
  reg  [`PF_TAG_W-1:0]  tag_q2, tag_q3, tag_q4;
  reg  [2*CountW-1:0]   self_q3;
  reg  [2*CountW-1:0]   taker_q2;                     // fences of who was in C3 when C2 was loaded
  reg  [OwnerW-1:0]     owner_q3, owner_q4;
  reg  [Lanes-1:0]      race_q4;
  reg  [Lanes*5-1:0]    row_q4;

  wire                  issue, issue_check, issue_fence, issue_epoch, issue_done;
  wire [GroupW-1:0]     issue_group;
  wire                  taken;     // by C1, the last of C0
  wire                  ready1;    // C1 may go to C2
  wire [Lanes-1:0]      same;      // C2: entries that leave it
  wire                  more;      // C2: others stay
  wire [OwnerW-1:0]     owner2;    // owner of the entries that leave
  wire [Lanes-1:0]      race;
  wire [Lanes*5-1:0]    row;
  wire [2*CountW-1:0]   self_count;

  // C2 stays while it holds more owners or C4 waits, C1 behind it.
  wire stay  = race_valid_o && !race_ready_i;
  wire step  = !stay;
  wire load2 = ready1 && step && !more;
  wire again = valid_q1 && !load2;

  assign ready1 = valid_q1 && tag_valid_i && !(near_q1 && valid_q2);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q0 <= 1'b0;
      valid_q1 <= 1'b0;
      valid_q2 <= 1'b0;
      valid_q3 <= 1'b0;
      valid_q4 <= 1'b0;
      new_q3   <= 1'b0;
      race_q4  <= {Lanes{1'b0}};  // race_ready_i may depend on it
    end else begin
      if (head_ready_o) valid_q0 <= head_valid_i;
      valid_q1 <= issue || again;
      new_q3   <= step && valid_q2;
      if (step) begin
        valid_q2 <= load2 || more;
        valid_q3 <= valid_q2;
        valid_q4 <= valid_q3;
        race_q4  <= race & mask_q3 & {Lanes{valid_q3}};
      end
    end
  end

  integer g;
  reg [Lanes-1:0] issue_mask, issue_sub;
  always @* begin
    issue_mask = {Lanes{1'b0}};
    issue_sub  = {Lanes{1'b0}};
    for (g = 0; g < Groups; g = g + 1) begin
      if (issue_group == g[GroupW-1:0]) begin
        issue_mask = mask_q0[g*Lanes +: Lanes];
        issue_sub  = sub_q0[g*Lanes +: Lanes];
      end
    end
  end

  always @(posedge clk_i) begin
    if (head_ready_o) begin  // what feeds head_* may be a memory
      kind_q0  <= head_kind_i;
      slot_q0  <= head_slot_i;
      id_q0    <= head_id_i;
      mask_q0  <= head_mask_i;
      sub_q0   <= head_sub_i;
      shift_q0 <= head_shift_i;
      mtag_q0  <= head_mtag_i;
      last_q0  <= head_last_i;
    end
    if (issue) begin
      check_q1 <= issue_check;
      fence_q1 <= issue_fence;
      epoch_q1 <= issue_epoch;
      done_q1  <= issue_done;
      last_q1  <= issue_done && last_q0;
      slot_q1  <= slot_q0;
      id_q1    <= id_q0;
      group_q1 <= issue_group;
      shift_q1 <= shift_q0;
      mtag_q1  <= mtag_q0;
      near_q1  <= near;
      mask_q1  <= issue_mask & {Lanes{issue_check}};
      sub_q1   <= issue_sub & {Lanes{scord}};
    end
    if (load2) begin
      check_q2 <= check_q1;
      fence_q2 <= fence_q1;
      epoch_q2 <= epoch_q1;
      done_q2  <= done_q1;
      last_q2  <= last_q1;
      slot_q2  <= slot_q1;
      id_q2    <= id_q1;
      group_q2 <= group_q1;
      shift_q2 <= shift_q1;
      mtag_q2  <= mtag_q1;
      tag_q2   <= tag_i;
      taker_q2 <= self_q3;
    end
    if (step) begin
      check_q3 <= check_q2;
      done_q3  <= done_q2 && !more;
      last_q3  <= last_q2 && !more;
      slot_q3  <= slot_q2;
      id_q3    <= id_q2;
      group_q3 <= group_q2;
      shift_q3 <= shift_q2;
      mtag_q3  <= mtag_q2;
      mask_q3  <= same;
      tag_q3   <= tag_q2;
      self_q3  <= self_count;
      owner_q3 <= (|(taken2 & same)) ? accessor3 : owner2;
      last_q4  <= last_q3;
      group_q4 <= group_q3;
      shift_q4 <= shift_q3;
      tag_q4   <= tag_q3;
      owner_q4 <= owner_q3;
      row_q4   <= row;
    end
  end

  assign head_ready_o  = !valid_q0 || taken;
  assign tag_ready_o   = load2 && last_q1;
  assign place_ready_o = valid_q4 && step && last_q4;

  ////////////////
  // Head       //
  ////////////////

  wire              forgetting;
  wire [EpochW-1:0] epoch;  // now: as of the operation in C2

  pf_check_head #(
    .Lanes (Lanes),
    .Lines (Lines)
  ) u_head (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .head_valid_i   (valid_q0),
    .head_ready_o   (taken),
    .head_kind_i    (kind_q0),
    .head_slot_i    (slot_q0),
    .head_mask_i    (mask_q0),
    .present_i      (present_i),
    .hold_i         (again || !step),
    .quiet_i        (forgetting),
    .alone_fence_i  (scord && (&epoch)),
    .busy_i         ({valid_q3, valid_q2, valid_q1}),
    .fence_i        (valid_q1 && (fence_q1 || epoch_q1)),
    .issue_o        (issue),
    .check_o        (issue_check),
    .fence_o        (issue_fence),
    .epoch_o        (issue_epoch),
    .group_o        (issue_group),
    .done_o         (issue_done),
    .stall_memory_o (stall_memory_o)
  );

  ////////////////
  // Read       //
  ////////////////

  // A group that waits in C1 is read again: the store keeps nothing.
  wire [BeatW-1:0] beat1, beat3, issue_beat;

  assign rd_valid_o = again ? check_q1 : issue && issue_check;
  assign rd_slot_o  = again ? slot_q1 : slot_q0;
  assign rd_beat_o  = again ? beat1 : issue_beat;

  generate
    if (Groups == 1) begin : g_no_beat
      assign beat1      = {BeatW{1'b0}};
      assign beat3      = {BeatW{1'b0}};
      assign issue_beat = {BeatW{1'b0}};
    end else begin : g_beat
      assign beat1      = group_q1[GroupW-1];
      assign beat3      = group_q3[GroupW-1];
      assign issue_beat = issue_group[GroupW-1];
    end
  endgenerate

  ////////////////
  // Neighbours //
  ////////////////

  // Who has the same group as the one just before it, which is in C1, or still in C2, or as C3
  wire             several  = |(issue_mask & (issue_mask - 1'b1));
  wire             before1  = valid_q1 && slot_q0 == slot_q1 && issue_group == group_q1 && (|(issue_mask & mask_q1));
  wire             before2  = valid_q2 && !valid_q1 && slot_q0 == slot_q2 && issue_group == group_q2;
  wire             near     = several && (before1 || before2);
  wire             behind1  = valid_q3 && slot_q1 == slot_q3 && group_q1 == group_q3;
  wire             behind2  = valid_q3 && slot_q2 == slot_q3 && group_q2 == group_q3;
  wire             evict1   = mtag_q1 != mtag_q3, evict2 = mtag_q2 != mtag_q3;
  wire [Lanes-1:0] same1    = mask_q1 & mask_q3 & {Lanes{behind1}};
  wire [Lanes-1:0] same2    = mask_q3 & {Lanes{behind2}};
  wire [Lanes-1:0] own;
  wire [Lanes-1:0] taken1   = same1 & own & {Lanes{!evict1}};
  wire [Lanes-1:0] taken2   = same2 & own;
  wire [OwnerW-1:0] accessor3 = {tag_q3[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W], tag_q3[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W]};

  wire [15:0] locks   = tag_q2[`PF_TAG_LOCK_LSB +: `PF_TAG_LOCK_W] & tag_q3[`PF_TAG_LOCK_LSB +: `PF_TAG_LOCK_W];
  wire        apart   = !(|locks[15:8]) || !(|locks[7:0]);
  wire        block   = tag_q2[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W] == tag_q3[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W];
  wire        warp    = block && tag_q2[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W] == tag_q3[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W];
  wire        barrier = tag_q2[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W] != tag_q3[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W];
  wire        kind    = tag_q2[`PF_TAG_IS_ATOM_LSB] == tag_q3[`PF_TAG_IS_ATOM_LSB];
  wire        scope   = tag_q2[`PF_TAG_BLOCK_SCOPE_LSB] == tag_q3[`PF_TAG_BLOCK_SCOPE_LSB] || !tag_q2[`PF_TAG_IS_ATOM_LSB];
  wire [`PF_NEAR_W-1:0] near2 = {warp && !barrier && kind && scope, apart, barrier, warp, block};  // as pf_facts.vh has them

  ////////////////
  // Lanes      //
  ////////////////

  wire [Lanes*64-1:0]     raw;
  wire [Lanes*OwnerW-1:0] lane_owner1, lane_owner2;
  wire [Lanes-1:0]        keep, sub4, changed;
  wire [Lanes*64-1:0]     next;
  wire [2*CountW-1:0]     file_count;  // of whom pf_check_owner looked up
  wire                    took;        // ... who is not the owner any more
  wire [2*CountW-1:0]     owner_count = took ? taker_q2 : file_count;

  genvar k;
  generate
    if (Lanes >= 4) begin : g_raw_all
      assign raw = rd_data_i;
      assign wr_data_o = next;
      assign wr_mask_o = mask_q3;
      assign wr_own_o  = own;
    end else begin : g_raw_some
      localparam integer PartW = GroupW - 1;  // group within the beat
      wire [PartW-1:0] part1 = group_q1[PartW-1:0];
      wire [PartW-1:0] part3 = group_q3[PartW-1:0];
      assign raw = rd_data_i[part1 * (64 * Lanes) +: 64 * Lanes];
      assign wr_data_o = {(4/Lanes){next}};
      assign wr_own_o  = {(4/Lanes){own}};
      for (k = 0; k < 4 / Lanes; k = k + 1) begin : g_part
        assign wr_mask_o[k*Lanes +: Lanes] = mask_q3 & {Lanes{part3 == k}};
      end
    end

    for (k = 0; k < Lanes; k = k + 1) begin : g_lane
      pf_check_lane #(
        .Policies (Policies)
      ) u_lane (
        .clk_i         (clk_i),
        .rst_ni        (rst_ni),
        .scord_i       (scord),
        .epoch_i       (epoch),
        .raw_i         (raw[k*64 +: 64]),
        .mtag1_i       (mtag_q1),
        .sub1_i        (sub_q1[k]),
        .same1_i       (same1[k]),
        .evict1_i      (evict1),
        .owner1_o      (lane_owner1[k*OwnerW +: OwnerW]),
        .keep_o        (keep[k]),
        .load_i        (load2),
        .tag2_i        (tag_q2),
        .owner_count_i (owner_count),
        .same2_i       (same2[k]),
        .evict2_i      (evict2),
        .near_i        (near2),
        .owner2_o      (lane_owner2[k*OwnerW +: OwnerW]),
        .hold_i        (stay),
        .check3_i      (new_q3 && mask_q3[k]),
        .tag3_i        (tag_q3),
        .self3_i       (self_q3),
        .mtag3_i       (mtag_q3),
        .next_o        (next[k*64 +: 64]),
        .own_o         (own[k]),
        .changed_o     (changed[k]),
        .race_o        (race[k]),
        .race_row_o    (row[k*5 +: 5]),
        .sub4_o        (sub4[k]),
        .before_o      (race_before_o[k*23 +: 23])
      );
    end
  endgenerate

  ////////////////
  // Owner      //
  ////////////////

  wire [OwnerW-1:0] lookup;
`ifdef PF_PROVE_CHECK
  wire [Lanes-1:0]  f_left;
`endif

  pf_check_owner #(
    .Lanes  (Lanes),
    .OwnerW (OwnerW)
  ) u_owner (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .load_i   (load2),
    .mask_i   (mask_q1),
    .owner1_i (lane_owner1),
    .keep_i   (keep),
    .taken_i  (taken1),
    .taker_i  (accessor3),
    .owner2_i (lane_owner2),
    .next_i   (step),
    .same_o   (same),
    .more_o   (more),
    .owner_o  (owner2),
    .took_o   (took),
`ifdef PF_PROVE_CHECK
    .f_left_o (f_left),
`endif
    .lookup_o (lookup)
  );

  ////////////////
  // Fences     //
  ////////////////

  // A group's further owners: the accessor stays the same.
  wire                 wrap, clear, clear_busy;
  wire [`PF_TAG_W-1:0] who = more ? tag_q2 : tag_i;

  pf_fence_file u_fence_file (
    .clk_i            (clk_i),
    .rst_ni           (rst_ni),
    .scord_i          (scord),
    .epoch_i          (epoch),
    .step_i           (step),
    .op_valid_i       (more || (ready1 && (check_q1 || fence_q1))),
    .op_fence_i       (!more && fence_q1),
    .op_device_i      (!tag_i[`PF_TAG_BLOCK_SCOPE_LSB]),
    .op_self_block_i  (who[`PF_TAG_BLOCK_LSB +: `PF_FENCE_BLOCK_W]),
    .op_self_warp_i   (who[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W]),
    .op_owner_block_i (lookup[`PF_META_WARP_W +: `PF_FENCE_BLOCK_W]),
    .op_owner_warp_i  (lookup[0 +: `PF_META_WARP_W]),
    .owner_o          (file_count),
    .self_o           (self_count),
    .wrap_o           (wrap),
    .clear_i          (clear),
    .clear_busy_o     (clear_busy)
  );

  ////////////////
  // Epoch      //
  ////////////////

  wire empty = !(valid_q1 || valid_q2 || valid_q3 || valid_q4);
  wire bump  = valid_q2 && (epoch_q2 || (fence_q2 && wrap));

  pf_check_epoch u_epoch (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .scord_i        (scord),
    .cmd_sweep_i    (cmd_sweep_i),
    .bump_i         (bump && step),
    .empty_i        (empty),
    .clear_o        (clear),
    .clear_busy_i   (clear_busy),
    .forget_valid_o (forget_valid_o),
    .forget_ready_i (forget_ready_i),
    .epoch_o        (epoch),
    .forgetting_o   (forgetting)
  );

  ////////////////
  // Out        //
  ////////////////

  assign wr_valid_o   = new_q3 && check_q3;
  assign wr_slot_o    = slot_q3;
  assign wr_beat_o    = beat3;
  assign wr_changed_o = |(changed & mask_q3);
  assign done_valid_o = new_q3 && check_q3 && done_q3;
  assign done_slot_o  = slot_q3;
  assign done_id_o    = id_q3;

  assign race_valid_o  = |race_q4;
  assign race_lanes_o  = race_q4;
  assign race_row_o    = row_q4;
  assign race_sub_o    = sub4;
  assign race_sector_o = place_sector_i;
  assign race_shift_o  = shift_q4;
  assign race_tag_o    = tag_q4;
  assign race_pc_o     = place_pc_i;
  assign race_owner_block_o = owner_q4[`PF_META_WARP_W +: `PF_META_BLOCK_W];
  assign race_owner_warp_o  = owner_q4[0 +: `PF_META_WARP_W];

  generate
    if (Groups == 1) begin : g_entry_0
      assign race_entry_o = 3'd0;
      wire unused_group = &{1'b0, group_q4};
    end else begin : g_entry
      assign race_entry_o = {group_q4, {(3-GroupW){1'b0}}};
    end
  endgenerate

  reg [3:0] checks;
  integer c;
  always @* begin
    checks = 4'd0;
    for (c = 0; c < Lanes; c = c + 1) begin
      checks = checks + {3'd0, mask_q3[c]};
    end
  end

  assign checks_o       = checks & {4{wr_valid_o}};
  assign stall_owner_o  = step && more;
  assign stall_entry_o  = step && !more && valid_q1 && near_q1 && valid_q2;
  assign stall_report_o = race_valid_o && !race_ready_i;
  assign epoch_o        = epoch;
  assign forgetting_o   = forgetting;
  assign idle_o         = empty && !valid_q0 && !forgetting;

  // The fence file takes a part of these; place_valid_i is only looked at by a check.
  wire unused = &{1'b0, who, lookup, place_valid_i};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {head_valid_i, tag_valid_i, place_valid_i, race_ready_i,
                                  forget_ready_i, cmd_sweep_i, cfg_policy_i})
  `PF_ASSERT_KNOWN(a_out_known, {rd_valid_o, wr_valid_o, done_valid_o, race_valid_o, idle_o})
  `PF_ASSERT_KNOWN(a_entry_known, wr_valid_o ? {wr_slot_o, wr_mask_o, wr_changed_o}
                                             : {(SlotW+RdBeats*4+1){1'b0}})
  `PF_ASSERT(a_written_some, !wr_valid_o || (|mask_q3))
  // A request's place came with its tag, which has left its queue.
  `PF_ASSUME(a_place_there, !valid_q4 || place_valid_i)
`ifndef PF_PROVE_CHECK_STEP  // need a history of fences that no step from anywhere has
  // Who wraps the epoch is alone.
  `PF_ASSERT(a_wrap_alone, !(bump && (&epoch || !scord)) || !(valid_q1 || valid_q3))
  // A check in C1 sees the epoch as it stays.
  `PF_ASSERT(a_no_bump_behind, !bump || !(valid_q1 && check_q1))
`endif
`ifdef PF_PROVE_CHECK
`include "pf_check_proof.vh"
`endif
`endif  // SYNTHESIS

endmodule

`resetall
