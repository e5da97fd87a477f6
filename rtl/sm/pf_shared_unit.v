// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_unit: finds data races in an SM's shared memory, beside its scratchpad.
//
//   op_*: a round of an access ───> [ pf_shared_bank ] one a bank ──> [ pf_shared_bytes ] ──> race_*
//         │                             ^ who comes before
//         ├─ fence, some threads' barrier ──> [ pf_shared_order ]
//         └─ block, barrier of all ─────────> [ pf_shared_epochs ] ──> walk
//
// Operations, PF_SHARED_OP_*: ACCESS is a round of a warp's instruction, as the scratchpad does it: at most
// one word of each bank. EPOCH: a block has come into the slot, or all its threads have met. ORDER: warp and
// row of pf_shared_order: a barrier of some threads, bar.arrive (arrives); whoever goes on from it (waits,
// leaves); a fence, an acquire or release (row 16; waits, arrives, or both).
// op_warps_i: of EPOCH and ORDER, all warps of the block.
// op_copy_i: an asynchronous copy is told as its instruction is done (BEGINS), after each EPOCH of its block as long as
// nobody has waited for it (STAYS), and when its warp (Its: its lanes) has (ENDS). Whoever touches its words meanwhile, its own
// warp, too, races with it. Words that lie byte by byte know of none.
// Its: lanes of a warp are threads, too, as far as pf_shared_bank_lanes keeps them. An ORDER that neither arrives nor
// waits is a __syncwarp, of whichever lanes: it, and whatever waits, counts as a meeting of the whole warp.
//
// Throughput  one round a cycle; an epoch 1 cycle, an event of order 3. A round stays longer where it may race
//             (1 cycle), asks order, races or meets bytes of another history (pf_shared_bytes). Two lanes of one store
//             wait until all before has left: 3 cycles, and 1 a bank. An epoch waits for the walk where its number would come again too early.
// Latency     4 cycles from op_* to the first race_valid_o; op_ready_o and race_* depend on op_*.
// Errs        misses: as pf_shared_level, pf_shared_order and pf_shared_bytes. Reports no access that the rules of
//             docs/reference-models.md order.
// State bits  of pf_shared_bank, pf_shared_bytes, pf_shared_order, pf_shared_epochs; Whos * PhaseW, Banks, Slots, MeetW and 60
//             or so.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_shared_unit #(
  parameter integer Banks   = `PF_SHARED_BANKS,      // at least 1
  parameter integer Words   = `PF_SHARED_WORDS,      // of a bank, at least 2
  parameter integer Rows    = `PF_SHARED_BYTE_ROWS,  // a power of two, at least 2
  parameter integer Slots   = `PF_BLOCK_SLOTS,       // of blocks, at least 1
  parameter integer Warps   = `PF_WARPS,             // of the SM, at least 1
  parameter integer Whos    = `PF_SHARED_WARPS,      // of a block, at least 1
  parameter integer NumberW = `PF_SHARED_NUMBER_W,   // at least 2
  parameter integer PhaseW  = `PF_SHARED_PHASE_W,    // at least 1; with who it has room for a row's number
  parameter integer PcW     = `PF_SHARED_PC_W,       // at least 1
  parameter integer LaneW   = 5,                     // at least 1
  parameter integer CreditW = `PF_SHARED_CREDIT_W,   // at least 1
  parameter integer EveryW  = `PF_SHARED_EVERY_W,    // at least 1
  parameter integer Its     = 0,                     // 1: lanes of a warp are threads, too
  parameter integer MeetW   = `PF_SHARED_MEET_W,     // Its: at least 2
  // Derived: do not override.
  parameter integer RowW    = $clog2(Words),
  parameter integer BankW   = (Banks > 1) ? $clog2(Banks) : 1,
  parameter integer SlotW   = (Slots > 1) ? $clog2(Slots) : 1,
  parameter integer WarpW   = (Warps > 1) ? $clog2(Warps) : 1,
  parameter integer WhoW    = (Whos > 1) ? $clog2(Whos) : 1
) (
  input  wire                   clk_i,
  input  wire                   rst_ni,             // asynchronous, active low

  // An operation
  input  wire                   op_valid_i,
  output wire                   op_ready_o,
  input  wire [1:0]             op_kind_i,          // PF_SHARED_OP_*
  input  wire [SlotW-1:0]       op_slot_i,
  input  wire [WarpW-1:0]       op_warp_i,          // of the SM
  input  wire [WhoW-1:0]        op_who_i,           // the same one, of the block
  input  wire [Warps-1:0]       op_warps_i,
  // ACCESS
  input  wire                   op_write_i,         // a store or an atomic
  input  wire                   op_strong_i,        // volatile, relaxed or stronger, or an atomic
  input  wire [1:0]             op_copy_i,          // PF_SHARED_COPY_*: of an asynchronous copy; op_write_i, not op_strong_i
  input  wire [PcW-1:0]         op_pc_i,            // what is kept of the program counter; not 0
  input  wire [Banks-1:0]       op_bank_i,          // a word of these
  input  wire [Banks*RowW-1:0]  op_row_i,           // ... which
  input  wire [Banks*4-1:0]     op_bytes_i,         // ... bytes of it, at least one
  input  wire [Banks*4-1:0]     op_same_i,          // ... bytes that two lanes touch
  input  wire [Banks*LaneW-1:0] op_lane_i,          // ... the lowest lane that touches the word
  input  wire [Banks*LaneW-1:0] op_second_i,        // Its: the one after it; op_lane_i: there is none
  input  wire [Banks*LaneW-1:0] op_last_i,          // Its: the highest
  input  wire [Banks-1:0]       op_unlike_i,        // Its: they do not all touch the same bytes
  // ORDER
  input  wire [4:0]             op_barrier_i,       // 0 to 15; 16: a fence
  input  wire                   op_arrives_i,
  input  wire                   op_waits_i,
  input  wire                   op_leaves_i,

  // A race: of the second access and the first
  output wire                   race_valid_o,
  input  wire                   race_ready_i,
  output wire                   race_instruction_o, // two lanes of one store; the rest but the second is 0
  output wire                   race_lanes_o,       // Its: two lanes of race_who_o
  output wire [SlotW-1:0]       race_slot_o,
  output wire [WhoW-1:0]        race_who_o,
  output wire                   race_write_o,
  output wire                   race_strong_o,
  output wire [PcW-1:0]         race_pc_o,
  output wire [LaneW-1:0]       race_lane_o,        // the lowest that touches the word; with race_lanes_o, the one that races
  output wire [BankW-1:0]       race_bank_o,
  output wire [RowW-1:0]        race_row_o,
  output wire [3:0]             race_bytes_o,
  output wire                   race_others_o,      // of other warps than race_first_o, who is race_who_o; of other lanes
  output wire [2:0]             race_did_o,         // PF_SHARED_*
  output wire [WhoW-1:0]        race_first_o,
  output wire [LaneW-1:0]       race_first_lane_o,  // with race_lanes_o and not race_others_o; else 0
  output wire [PcW-1:0]         race_first_pc_o,    // 0: several places

  // Pulses, for counters
  output wire                   forget_o,           // a phase too many: the slot has forgotten all
  output wire                   split_o,            // a word lies byte by byte from now on
  output wire [Banks-1:0]       lost_o,             // there was no row or credit for one, it is not noted

  output wire                   idle_o              // nothing inside, and nothing to clear
);

  localparam integer IndexW = $clog2(Rows);
  localparam integer LevelW = PhaseW + WhoW + 7;
  localparam integer InfoW  = 4 + 2 * LaneW;
  localparam integer Steps  = (Words > Rows) ? Words : Rows;
  localparam integer StepW  = $clog2(Steps);

  generate
    if (Banks < 1 || Words < 2 || Rows < 2 || (Rows & (Rows - 1)) != 0 || Slots < 1 || Warps < 1 || Whos < 1 ||
        NumberW < 2 || PhaseW < 1 || PcW < 1 || LaneW < 1 || CreditW < 1 || EveryW < 1 || IndexW > PhaseW + WhoW ||
        Its < 0 || Its > 1 || MeetW < 2) begin : g_bad_param
      PF_SHARED_UNIT_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Stage 0    //
  ////////////////

  wire [Banks-1:0]  hold, ask, want;
  wire              step    = hold == {Banks{1'b0}};

  wire              access  = op_valid_i && op_kind_i == `PF_SHARED_OP_ACCESS;
  wire              epoch   = op_valid_i && op_kind_i == `PF_SHARED_OP_EPOCH;
  wire              order   = op_valid_i && op_kind_i == `PF_SHARED_OP_ORDER;

  reg               v1_q, walk1_q, all1_q, v2_q, walk2_q;
  wire              ready, may, ordered, forget;
  wire [NumberW-1:0] number;

  // Two lanes of one store in a byte: told from here, a bank at a time, when everything before has left.
  reg  [Banks-1:0]  told_q;   // has been, or is being told
  reg               tells_q;  // one is
  wire [Banks-1:0]  same;
  wire [Banks-1:0]  tell    = same & ~told_q;
  wire [Banks-1:0]  teller  = tell & (~tell + {{(Banks-1){1'b0}}, 1'b1});
  wire              quiet   = op_copy_i == `PF_SHARED_COPY_STAYS || op_copy_i == `PF_SHARED_COPY_ENDS;
  wire              weakly  = op_write_i && !op_strong_i && !quiet;
  wire              tells   = access && weakly && tell != {Banks{1'b0}};
  wire              begins  = tells && ready && !v1_q && !v2_q && (!tells_q || race_ready_i);

  // Whether one is left to tell is known late, so a round that has any waits for a register to say that there is none.
  reg               all_told_q;
  wire              waits   = weakly && same != {Banks{1'b0}} && !all_told_q;
  wire              enters  = access && !waits && !tells_q && ready && step;
  // An epoch begins behind all accesses of the one before.
  wire              renews  = epoch && ready && step && !v1_q && may;
  assign op_ready_o = enters || renews || (ordered && order);

  wire              walk, all, walks;
  wire [StepW-1:0]  index;
  wire              of_words = {1'b0, index} < Words[StepW:0];
  wire              of_rows  = {1'b0, index} < Rows[StepW:0];
  // Whether a round that may enter does, is known late, so the walk waits for it at once.
  assign walks = walk && step && !(access && ready);

  ////////////////
  // Epochs     //
  ////////////////

  wire [Slots*NumberW-1:0] numbers;
  wire [Slots-1:0]         upper;

  pf_shared_epochs #(
    .Slots   (Slots),
    .NumberW (NumberW),
    .Steps   (Steps)
  ) u_epochs (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    .ready_o   (ready),
    .next_i    (renews || (ordered && forget)),
    .slot_i    (op_slot_i),
    .may_o     (may),
    .number_o  (number),
    .numbers_o (numbers),
    .upper_o   (upper),
    .walk_o    (walk),
    .all_o     (all),
    .index_o   (index),
    .step_i    (walks)
  );

  ////////////////
  // Order      //
  ////////////////

  wire [Whos*PhaseW-1:0] know1;
  wire                   waited1;
  wire [MeetW-1:0]       meet1;

  pf_shared_order #(
    .Slots  (Slots),
    .Warps  (Warps),
    .Whos   (Whos),
    .PhaseW (PhaseW),
    .Its    (Its),
    .MeetW  (MeetW)
  ) u_order (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .slot_i       (op_slot_i),
    .warp_i       (op_warp_i),
    .who_i        (op_who_i),
    .warps_i      (op_warps_i),
    .use_i        (enters),
    .know_o       (know1),
    .waited_o     (waited1),
    .meet_o       (meet1),
    .epoch_i      (renews),
    .ev_valid_i   (order),
    .ev_go_i      (ready && step),
    .ev_row_i     (op_barrier_i),
    .ev_arrives_i (op_arrives_i),
    .ev_waits_i   (op_waits_i),
    .ev_leaves_i  (op_leaves_i),
    .ev_done_o    (ordered),
    .forget_o     (forget),
    .ok_i         (may && step)
  );

  ////////////////
  // Stages     //
  ////////////////

  reg  [SlotW-1:0]       slot1_q, slot2_q, last_slot_q;
  reg  [NumberW-1:0]     number1_q, number2_q, last_number_q;
  reg  [WhoW-1:0]        who1_q, who2_q;
  reg                    write1_q, write2_q, strong1_q, strong2_q;
  reg  [1:0]             copy1_q, copy2_q;
  reg  [PcW-1:0]         pc1_q, pc2_q;
  reg  [PhaseW-1:0]      phase2_q;
  reg                    waited2_q;
  reg  [MeetW-1:0]       meet2_q;
  reg  [Whos*PhaseW-1:0] know2_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      v1_q    <= 1'b0;
      v2_q    <= 1'b0;
      walk1_q <= 1'b0;
      walk2_q <= 1'b0;
      told_q  <= {Banks{1'b0}};
      tells_q <= 1'b0;
      all_told_q <= 1'b0;
    end else begin
      if (step) begin
        v1_q    <= enters;
        v2_q    <= v1_q;
        walk1_q <= walks;
        walk2_q <= walk1_q;
      end
      told_q  <= op_ready_o ? {Banks{1'b0}} : told_q | (begins ? teller : {Banks{1'b0}});
      tells_q <= begins || (tells_q && !race_ready_i);
      all_told_q <= !op_ready_o && (all_told_q || (tells_q && tell == {Banks{1'b0}}));
    end
  end

  always @(posedge clk_i) begin
    if (step) begin
      all1_q        <= all;
      slot1_q       <= walks ? {SlotW{1'b0}} : op_slot_i;
      number1_q     <= walks ? {NumberW{1'b0}} : number;
      who1_q        <= op_who_i;
      write1_q      <= op_write_i;
      strong1_q     <= op_strong_i;
      copy1_q       <= op_copy_i;
      pc1_q         <= op_pc_i;
      slot2_q       <= slot1_q;
      number2_q     <= number1_q;
      who2_q        <= who1_q;
      write2_q      <= write1_q;
      strong2_q     <= strong1_q;
      copy2_q       <= copy1_q;
      pc2_q         <= pc1_q;
      phase2_q      <= know1[who1_q*PhaseW +: PhaseW];
      waited2_q     <= waited1;
      meet2_q       <= meet1;
      know2_q       <= know1;
      last_slot_q   <= slot2_q;
      last_number_q <= number2_q;
    end
  end

  // Slots of which a warp has ended a phase since their epoch began.
  reg  [Slots-1:0] phases_q;
  reg              plain1_q;
  localparam [Slots-1:0] SLOT = 1;
  wire [Slots-1:0] op_slot1 = SLOT << op_slot_i;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                               phases_q <= {Slots{1'b0}};
    else if (ordered && order && op_arrives_i) phases_q <= phases_q | op_slot1;
    else if (renews)                           phases_q <= phases_q & ~op_slot1;
  end
  always @(posedge clk_i) if (step) plain1_q <= !phases_q[op_slot_i];

  // Lanes of the rounds inside: only a race asks for them.
  reg  [1:0] round_q, round1_q, round2_q;
  wire [Banks*LaneW-1:0] lane2;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     round_q <= 2'd0;
    else if (enters) round_q <= round_q + 2'd1;
  end
  always @(posedge clk_i) begin
    if (step) begin
      round1_q <= round_q;
      round2_q <= round1_q;
    end
  end

  pf_ram #(
    .Width (Banks * LaneW),
    .Depth (4)
  ) u_lanes (
    .clk_i   (clk_i),
    .we_i    (enters),
    .waddr_i (round_q),
    .wdata_i (op_lane_i),
    .re_i    (!step),
    .raddr_i (round2_q),
    .rdata_o (lane2)
  );

  wire s2_old    = number2_q[NumberW-1] != upper[slot2_q];
  wire last_old  = last_number_q[NumberW-1] != upper[last_slot_q];

  ////////////////
  // Banks      //
  ////////////////

  wire [Banks*RowW-1:0]   row2;
  wire [Banks*4-1:0]      hit2, bytes2;
  wire [Banks-1:0]        split2, apart2;
  wire [Banks*LevelW-1:0] level2;
  wire [Banks*PcW-1:0]    place2, lane_place2;
  wire [Banks-1:0]        lanes2;
  wire [Banks*InfoW-1:0]  lane_info2;
  wire                    tell_order, tell_after;
  wire [WhoW-1:0]         tell_who;
  wire [PhaseW-1:0]       tell_phase;
  wire [Banks-1:0]        serve, lost, no_row;
  wire                    broke;
  wire                    serve_row;
  wire [IndexW-1:0]       serve_index;

  genvar g;
  generate
    for (g = 0; g < Banks; g = g + 1) begin : g_bank
      assign same[g] = op_bank_i[g] && op_same_i[g*4 +: 4] != 4'd0;

`ifndef SYNTHESIS
`ifndef FORMAL
      `PF_ASSERT(a_copy_whole, !access || !op_bank_i[g] || op_copy_i == `PF_SHARED_COPY_NO || op_bytes_i[g*4 +: 4] == 4'd15)
`endif
`endif

      pf_shared_bank #(
        .Words   (Words),
        .Slots   (Slots),
        .Whos    (Whos),
        .NumberW (NumberW),
        .PhaseW  (PhaseW),
        .PcW     (PcW),
        .Its     (Its),
        .MeetW   (MeetW),
        .LaneW   (LaneW),
        .IndexW  (IndexW)
      ) u_bank (
        .clk_i          (clk_i),
        .rst_ni         (rst_ni),
        .step_i         (step),
        .in_valid_i     (walks ? of_words : access && op_bank_i[g]),
        .in_row_i       (walks ? index[RowW-1:0] : op_row_i[g*RowW +: RowW]),
        .in_bytes_i     (op_bytes_i[g*4 +: 4]),
        .in_lane_i      (op_lane_i[g*LaneW +: LaneW]),
        .in_second_i    (op_second_i[g*LaneW +: LaneW]),
        .in_last_i      (op_last_i[g*LaneW +: LaneW]),
        .in_unlike_i    (op_unlike_i[g]),
        .s1_valid_i     (v1_q || walk1_q),
        .s1_walk_i      (walk1_q),
        .s1_all_i       (all1_q),
        .s1_slot_i      (slot1_q),
        .s1_number_i    (number1_q),
        .s1_who_i       (who1_q),
        .s1_write_i     (write1_q),
        .s1_strong_i    (strong1_q),
        .s1_copy_i      (copy1_q != `PF_SHARED_COPY_NO),
        .s1_meet_i      (meet1),
        .s1_plain_i     (plain1_q),
        .s2_old_i       (s2_old),
        .last_old_i     (last_old),
        .upper_i        (upper),
        .s2_walk_i      (walk2_q),
        .s2_slot_i      (slot2_q),
        .s2_number_i    (number2_q),
        .s2_who_i       (who2_q),
        .s2_write_i     (write2_q),
        .s2_strong_i    (strong2_q),
        .s2_copy_i      (copy2_q),
        .s2_pc_i        (pc2_q),
        .s2_phase_i     (phase2_q),
        .s2_waited_i    (waited2_q),
        .s2_meet_i      (meet2_q),
        .s2_broke_i     (broke),
        .hold_o         (hold[g]),
        .want_o         (want[g]),
        .lost_o         (lost[g]),
        .ask_o          (ask[g]),
        .tell_i         (tell_order),
        .tell_who_i     (tell_who),
        .tell_phase_i   (tell_phase),
        .tell_after_i   (tell_after),
        .row_o          (row2[g*RowW +: RowW]),
        .hit_o          (hit2[g*4 +: 4]),
        .bytes_o        (bytes2[g*4 +: 4]),
        .split_o        (split2[g]),
        .apart_o        (apart2[g]),
        .level_o        (level2[g*LevelW +: LevelW]),
        .pc_o           (place2[g*PcW +: PcW]),
        .lanes_o        (lanes2[g]),
        .lane_info_o    (lane_info2[g*InfoW +: InfoW]),
        .lane_pc_o      (lane_place2[g*PcW +: PcW]),
        .serve_i        (serve[g]),
        .serve_row_i    (serve_row),
        .serve_index_i  (serve_index)
      );
    end
  endgenerate

  ////////////////
  // Races      //
  ////////////////

  wire              other_valid, others;
  wire [BankW-1:0]  other_bank;
  wire [RowW-1:0]   other_row;
  wire [3:0]        other_bytes;
  wire [LaneW-1:0]  other_lane, first_lane;
  wire              lanes;
  wire [2:0]        did;
  wire [WhoW-1:0]   first;
  wire [PcW-1:0]    first_pc;

  pf_shared_bytes #(
    .Banks   (Banks),
    .Words   (Words),
    .Rows    (Rows),
    .Slots   (Slots),
    .Whos    (Whos),
    .NumberW (NumberW),
    .PhaseW  (PhaseW),
    .PcW     (PcW),
    .LaneW   (LaneW),
    .Its     (Its),
    .CreditW (CreditW),
    .EveryW  (EveryW)
  ) u_bytes (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .ask_i           (ask),
    .want_i          (want),
    .doubt_i         ((hold & ~ask & ~want) != {Banks{1'b0}}),
    .row_i           (row2),
    .lane_i          (lane2),
    .hit_i           (hit2),
    .bytes_i         (bytes2),
    .split_i         (split2),
    .apart_i         (apart2),
    .level_i         (level2),
    .pc_i            (place2),
    .lanes_i         (lanes2),
    .lane_info_i     (lane_info2),
    .lane_pc_i       (lane_place2),
    .tell_o          (tell_order),
    .tell_who_o      (tell_who),
    .tell_phase_o    (tell_phase),
    .tell_after_o    (tell_after),
    .serve_o         (serve),
    .serve_row_o     (serve_row),
    .serve_index_o   (serve_index),
    .slot_i          (slot2_q),
    .number_i        (number2_q),
    .who_i           (who2_q),
    .write_i         (write2_q),
    .strong_i        (strong2_q),
    .copy_i          (copy2_q),
    .now_pc_i        (pc2_q),
    .phase_i         (phase2_q),
    .waited_i        (waited2_q),
    .know_i          (know2_q),
    .numbers_i       (numbers),
    .round_i         (step && v1_q),
    .walk_i          (walks && of_rows),
    .walk_all_i      (all),
    .walk_index_i    (index[IndexW-1:0]),
    .race_valid_o    (other_valid),
    .race_ready_i    (race_ready_i),
    .race_bank_o     (other_bank),
    .race_row_o      (other_row),
    .race_bytes_o    (other_bytes),
    .race_lane_o     (other_lane),
    .race_lanes_o    (lanes),
    .race_first_lane_o (first_lane),
    .race_others_o   (others),
    .race_did_o      (did),
    .race_first_o    (first),
    .race_first_pc_o (first_pc),
    .split_o         (split_o),
    .lost_o          (no_row),
    .broke_o         (broke)
  );

  localparam integer PickW = RowW + 4 + LaneW + BankW;
  reg [PickW-1:0] pick, pick_q;
  integer         b;
  always @* begin
    pick = {PickW{1'b0}};
    for (b = 0; b < Banks; b = b + 1) begin
      pick = pick | ({PickW{teller[b]}} &
                     {op_row_i[b*RowW +: RowW], op_same_i[b*4 +: 4], op_lane_i[b*LaneW +: LaneW], b[BankW-1:0]});
    end
  end
  always @(posedge clk_i) if (begins) pick_q <= pick;

  assign race_valid_o       = tells_q || other_valid;
  assign race_instruction_o = tells_q;
  assign race_lanes_o       = !tells_q && lanes;
  assign race_first_lane_o  = tells_q ? {LaneW{1'b0}} : first_lane;
  assign race_slot_o        = tells_q ? op_slot_i : slot2_q;
  assign race_who_o         = tells_q ? op_who_i : who2_q;
  assign race_write_o       = tells_q || write2_q;
  assign race_strong_o      = !tells_q && strong2_q;
  assign race_pc_o          = tells_q ? op_pc_i : pc2_q;
  assign race_bank_o        = tells_q ? pick_q[BankW-1:0] : other_bank;
  assign race_row_o         = tells_q ? pick_q[PickW-1 -: RowW] : other_row;
  assign race_bytes_o       = tells_q ? pick_q[BankW+LaneW +: 4] : other_bytes;
  assign race_lane_o        = tells_q ? pick_q[BankW +: LaneW] : other_lane;
  assign race_others_o      = !tells_q && others;
  assign race_did_o         = tells_q ? 3'd0 : did;
  assign race_first_o       = tells_q ? {WhoW{1'b0}} : first;
  assign race_first_pc_o    = tells_q ? {PcW{1'b0}} : first_pc;

  reg  [Banks-1:0] lost_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) lost_q <= {Banks{1'b0}};
    else         lost_q <= lost | no_row;
  end
  assign lost_o   = lost_q;
  assign forget_o = ordered && forget;
  assign idle_o   = !v1_q && !v2_q && !walk1_q && !walk2_q && !walk;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT(a_telling_alone, !(tells_q && other_valid))
`ifndef FORMAL
  `PF_ASSERT_KNOWN(a_ctrl_known, {op_valid_i, race_ready_i})
  `PF_ASSERT(a_kind, !op_valid_i || op_kind_i != 2'd3)
  `PF_ASSERT(a_access_known, !access || ^{op_slot_i, op_warp_i, op_who_i, op_write_i, op_strong_i, op_pc_i, op_bank_i} !== 1'bx)
  `PF_ASSERT(a_copy, !access || op_copy_i == `PF_SHARED_COPY_NO || (op_write_i && !op_strong_i))
  `PF_ASSERT(a_pc, !access || op_pc_i != {PcW{1'b0}})

  // An operation stays as it is until it is taken.
  reg  f_waits_q;
  reg  [8+SlotW+WarpW+WhoW+PcW+Banks*(2+RowW+8+3*LaneW)-1:0] f_op_q;
  wire [8+SlotW+WarpW+WhoW+PcW+Banks*(2+RowW+8+3*LaneW)-1:0] f_op =
      {op_kind_i, op_slot_i, op_warp_i, op_who_i, op_write_i, op_strong_i, op_copy_i, op_arrives_i, op_waits_i, op_pc_i, op_bank_i,
       op_row_i, op_bytes_i, op_same_i, op_lane_i, op_second_i, op_last_i, op_unlike_i};
  always @(posedge clk_i) begin
    f_waits_q <= rst_ni && op_valid_i && !op_ready_o;
    f_op_q    <= f_op;
  end
  `PF_ASSERT(a_op_stays, f_waits_q !== 1'b1 || (op_valid_i && f_op === f_op_q))
`endif
`endif

endmodule

`resetall
