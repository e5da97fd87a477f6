// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_unit_races: any rounds of a few warps and barriers of all of a block, in any order, and one byte that is watched.
//
//   rounds, barriers: free ──+──> pf_shared_unit ──> races
//                            └──> what each warp has done to the byte since the last barrier ──> agree
//
// The first access that races in the byte is told before it leaves the unit, so before a barrier is taken; pf_shared_unit_waits says how
// long it may stay. Whatever is told of the byte is a race: of the access that is named, with what the warp that is named did, or
// others than it. Two lanes of a store in a byte are told once, before it is taken.
// op_lane_i, which does nothing but to be told, is an access's number. On the way: what is kept of the byte is what was done to it.
//
// With Copies asynchronous copies, too, one at a time: while one is under way whatever touches its word races with it, its own warp's
// accesses, too, and each is told, also after the first race; that it stays or has ended never is. Lost (lost_o) are only copies that come to a word
// that lies byte by byte, which takes more rounds than the proof is deep; of such a word nothing would be said until the next barrier.
//
// Chosen here: an operation stays until it is taken, as the unit asks; no events of order, so one block slot. Accesses are weak, or
// with Strong any, and then nothing is said of what is not told. Rows and credits are enough for all that comes, so nothing else is lost. A copy is of a
// whole word; after a barrier the one that is under way is told before all else.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

`define PF_HOLDS(label, cond) always @* if (rst_ni) begin : label assert (cond); end

module pf_shared_unit_races #(
  parameter integer Warps   = 2,
  parameter integer Strong  = 0,
  parameter integer Copies  = 0,
  // Derived: do not override.
  parameter integer WarpW   = $clog2(Warps)
) (
  input wire             clk_i,
  input wire             op_valid_i,
  input wire             op_epoch_i,
  input wire [WarpW-1:0] op_warp_i,
  input wire             op_write_i,
  input wire             op_strong_i,
  input wire [1:0]       op_copy_i,
  input wire             op_bank_i,
  input wire             op_row_i,
  input wire [3:0]       op_bytes_i,
  input wire [3:0]       op_same_i,
  input wire             race_ready_i,
  input wire [2:0]       any_i
);

  // One bank of two words, rows for both of them
  localparam integer NumberW = 2, PhaseW = 1, PcW = 1, LaneW = 2;
  localparam integer LevelW = PhaseW + WarpW + 7, EntryW = 1 + NumberW + 5 + LevelW, ByteW = PcW + LevelW;
  localparam [2:0] NONE = `PF_SHARED_NONE, READ = `PF_SHARED_READ, WRITE = `PF_SHARED_WRITE, COPY = `PF_SHARED_COPY;
  localparam [1:0] NO = `PF_SHARED_COPY_NO, BEGINS = `PF_SHARED_COPY_BEGINS, STAYS = `PF_SHARED_COPY_STAYS;
  localparam [1:0] ENDS = `PF_SHARED_COPY_ENDS;

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  wire             ready, told_valid, told_pair, told_write, told_strong, told_others, told_row, split, idle;
  wire [WarpW-1:0] told_who, told_first;
  wire [LaneW-1:0] told_lane;
  wire [3:0]       told_bytes;
  wire [2:0]       told_did;
  wire             strong = op_strong_i && Strong != 0;
  wire [1:0]       copy   = (Copies != 0) ? op_copy_i : NO;
  wire             quiet  = copy == STAYS || copy == ENDS;
  reg  [LaneW-1:0] count_q;  // rounds taken

  pf_shared_unit #(
    .Banks (1), .Words (2), .Rows (2), .Slots (1), .Warps (Warps), .Whos (Warps), .NumberW (NumberW), .PhaseW (PhaseW),
    .PcW (PcW), .LaneW (LaneW), .CreditW (4), .EveryW (1)
  ) u_dut (
    .clk_i (clk_i), .rst_ni (rst_ni),
    .op_valid_i (op_valid_i), .op_ready_o (ready), .op_kind_i (op_epoch_i ? 2'd`PF_SHARED_OP_EPOCH : 2'd`PF_SHARED_OP_ACCESS),
    .op_slot_i (1'b0), .op_warp_i (op_warp_i), .op_who_i (op_warp_i), .op_warps_i ({Warps{1'b1}}),
    .op_write_i (op_write_i), .op_strong_i (strong), .op_copy_i (copy), .op_pc_i (1'b1), .op_bank_i (op_bank_i), .op_row_i (op_row_i),
    .op_bytes_i (op_bytes_i), .op_same_i (op_same_i), .op_lane_i (count_q),
    .op_barrier_i (5'd0), .op_arrives_i (1'b0), .op_waits_i (1'b0), .op_leaves_i (1'b0),
    .race_valid_o (told_valid), .race_ready_i (race_ready_i), .race_instruction_o (told_pair), .race_slot_o (),
    .race_who_o (told_who), .race_write_o (told_write), .race_strong_o (told_strong), .race_pc_o (), .race_lane_o (told_lane),
    .race_bank_o (), .race_row_o (told_row), .race_bytes_o (told_bytes), .race_others_o (told_others), .race_did_o (told_did),
    .race_first_o (told_first), .race_first_pc_o (), .forget_o (), .split_o (split), .lost_o (), .idle_o (idle)
  );

  // The user
  localparam integer OpW = 15 + WarpW;
  wire [OpW-1:0] op = {op_epoch_i, op_write_i, strong, copy, op_warp_i, op_bank_i, op_row_i, op_bytes_i, op_same_i};
  reg  [OpW-1:0] op_q;
  reg            stays_q = 1'b0;
  always @(posedge clk_i) begin
    op_q    <= op;
    stays_q <= rst_ni && op_valid_i && !ready;
  end
  always @* begin
    assume (!stays_q || (op_valid_i && op == op_q));
    assume ({1'b0, op_warp_i} < Warps[WarpW:0]);
    assume (!op_bank_i || op_bytes_i != 4'd0);
    assume ((op_same_i & ~op_bytes_i) == 4'd0);
  end

  // The copy that is under way
  reg             flies_q, due_q, from_row_q;  // due: there was a barrier
  reg [WarpW-1:0] from_q;
  wire            barrier = op_valid_i && ready && op_epoch_i;
  wire            takes   = op_valid_i && ready && !op_epoch_i;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      flies_q <= 1'b0;
      due_q   <= 1'b0;
    end else begin
      if (takes && copy == BEGINS)    {flies_q, from_q, from_row_q} <= {1'b1, op_warp_i, op_row_i};
      else if (takes && copy == ENDS) flies_q <= 1'b0;
      if (barrier)    due_q <= flies_q;
      else if (takes) due_q <= 1'b0;
    end
  end
  always @* begin
    assume (copy == NO || op_epoch_i || (op_write_i && !strong && op_bank_i && op_bytes_i == 4'hf));
    assume (!quiet || op_epoch_i || (flies_q && op_warp_i == from_q && op_row_i == from_row_q));
    assume (copy != BEGINS || op_epoch_i || !flies_q);
    assume (!due_q || !op_valid_i || (!op_epoch_i && copy == STAYS));
  end

  // The byte
  reg       row_q;
  reg [1:0] byte_q;
  always @(posedge clk_i) if (!rst_ni) {row_q, byte_q} <= any_i;

  wire meets   = op_bank_i && op_row_i == row_q;

  // Insides (proofs.tab: flat): rounds move on; all that is asked of them here
  (* hierconn *) wire \u_dut.step ;
  wire step = \u_dut.step ;
  (* hierconn *) wire \u_dut.lost , \u_dut.no_row ;
  wire loses = \u_dut.lost || \u_dut.no_row ;  // lost_o, of the round in stage 2

  // The rounds in stages 1 and 2
  localparam integer RoundW = 9 + WarpW + LaneW;
  reg              v1_q, v2_q;
  reg [RoundW-1:0] round1_q, round2_q;
  reg              told_q;  // a race of the byte is, of the round in stage 2

  wire             write, strong2, meets2;
  wire [WarpW-1:0] warp;
  wire [LaneW-1:0] number;
  wire [3:0]       bytes;
  wire [1:0]       copy2;
  assign {write, strong2, copy2, meets2, warp, number, bytes} = round2_q;
  wire             quiet2 = copy2 == STAYS || copy2 == ENDS;
  wire             touches = v2_q && meets2 && bytes[byte_q];
  wire             told    = told_valid && !told_pair && told_row == row_q && told_bytes[byte_q];

  // What each warp has done to the byte before that: {write, read}, strong and weak
  reg  [4*Warps-1:0] done_q;
  reg                raced_q;
  wire [3:0]         does = {write && strong2, !write && strong2, write && !strong2, !write && !strong2};
  wire [Warps-1:0]   clash, touched, wrote;
  genvar w;
  generate
    for (w = 0; w < Warps; w = w + 1) begin : g_warp
      wire [3:0] did = done_q[w*4 +: 4];
      assign touched[w] = did != 4'd0;
      assign wrote[w]   = did[1];
      // Two strong accesses never race.
      assign clash[w] = warp != w && (does[0] ? did[3] || did[1] : does[1] ? did != 4'd0 : does[2] ? did[1] : did[1:0] != 2'd0);
      always @(posedge clk_i) begin
        if (!rst_ni || barrier)                         done_q[w*4 +: 4] <= 4'd0;
        else if (step && touches && warp == w)          done_q[w*4 +: 4] <= did | does;
      end
    end
  endgenerate
  // The copy of the byte: it is under way; the unit knows of it, in this interval
  reg             fly_q, known_q, gone_q;
  reg [WarpW-1:0] flier_q;
  wire            gone    = loses && touches;  // the round is not known
  wire            clashes = touches && !quiet2 && (clash != {Warps{1'b0}} || (fly_q && copy2 == NO));
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      fly_q   <= 1'b0;
      known_q <= 1'b0;
      gone_q  <= 1'b0;
    end else begin
      gone_q <= !step && (gone || gone_q);
      if (step && touches && copy2 != NO) begin
        fly_q   <= copy2 != ENDS;
        known_q <= copy2 != ENDS && !gone_q && !barrier;
        flier_q <= warp;
      end else if (barrier) begin
        known_q <= 1'b0;
      end
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      count_q <= {LaneW{1'b0}};
      v1_q    <= 1'b0;
      v2_q    <= 1'b0;
      raced_q <= 1'b0;
      told_q  <= 1'b0;
    end else begin
      count_q <= count_q + takes;
      told_q  <= !step && (told_q || (told && race_ready_i));
      raced_q <= !barrier && (raced_q || (step && clashes) || gone);
      if (step) begin
        v1_q     <= takes;
        v2_q     <= v1_q;
        round1_q <= {op_write_i, strong, copy, meets, op_warp_i, count_q, op_bytes_i};
        round2_q <= round1_q;
      end
    end
  end

  `PF_HOLDS(a_told, !(step && clashes && !raced_q) || told_q || Strong != 0)
  `PF_HOLDS(a_behind, !barrier || !v1_q)
  `PF_HOLDS(a_idle, !idle || !(v1_q || v2_q))
  `PF_HOLDS(a_during, !(step && touches && !quiet2 && known_q) || told_q)
  `PF_HOLDS(a_quiet, !(told_valid && !told_pair && quiet2))

  // What is told. The first side is the warp that is named, or others than it; then it is the second's.
  reg  [3:0] first;
  integer    k;
  always @* begin
    first = 4'd0;
    for (k = 0; k < Warps; k = k + 1) begin
      if ((told_first == k) != told_others) first = first | done_q[k*4 +: 4];
    end
  end
  `PF_HOLDS(a_second, !told || (touches && told_who == warp && told_write == write && told_strong == strong2 && told_lane == number &&
                                (told_bytes & ~bytes) == 4'd0))
  `PF_HOLDS(a_first, !told || (told_did == COPY ? !told_others : (told_first == warp) == told_others))
  `PF_HOLDS(a_real, !told || (told_did == COPY ? fly_q && told_first == flier_q && first[1] :
                           told_did == WRITE ? first[1] : Strong != 0 || (told_did == READ && first[0])))
  `PF_HOLDS(a_clash, !told || (write ? (strong2 ? first[1:0] != 2'd0 : first != 4'd0)
                                     : (strong2 ? first[1] : first[1] || first[3])))
  `PF_HOLDS(a_own, !told || told_did != COPY || copy2 == NO || told_first != warp)

  // Two lanes of a store
  reg  paired_q;
  wire pairs = told_valid && told_pair && told_row == row_q;
  always @(posedge clk_i) paired_q <= rst_ni && !takes && (paired_q || (pairs && race_ready_i));
  `PF_HOLDS(a_pair, !pairs || (op_valid_i && !op_epoch_i && !paired_q && meets && op_write_i && !strong && !quiet && told_who == op_warp_i &&
                               told_bytes == op_same_i && told_bytes != 4'd0 && told_lane == count_q))
  `PF_HOLDS(a_pair_told, !(takes && meets && op_write_i && !strong && !quiet && op_same_i != 4'd0) || paired_q)

  // What is kept of the byte, in the memory and in stage 2
  (* hierconn *) wire               \u_dut.g_bank[0].u_bank.v2_q , \u_dut.g_bank[0].u_bank.row2_q , \u_dut.g_bank[0].u_bank.split2_q ;
  (* hierconn *) wire               \u_dut.g_bank[0].u_bank.v1 , \u_dut.g_bank[0].u_bank.row1_q , \u_dut.g_bank[0].u_bank.old1 ;
  (* hierconn *) wire               \u_dut.walk1_q , \u_dut.walk2_q ;
  (* hierconn *) wire [3:0]         \u_dut.g_bank[0].u_bank.bytes2_q ;
  (* hierconn *) wire [LevelW-1:0]  \u_dut.g_bank[0].u_bank.level2_q ;
  (* hierconn *) wire [EntryW-1:0]  \u_dut.g_bank[0].u_bank.u_words.mem_q[0] , \u_dut.g_bank[0].u_bank.u_words.mem_q[1] ;
  (* hierconn *) wire [NumberW-1:0] \u_dut.number ;
  (* hierconn *) wire [ByteW-1:0]   \u_dut.u_bytes.u_levels.mem_q[0] , \u_dut.u_bytes.u_levels.mem_q[1] ;
  (* hierconn *) wire [ByteW-1:0]   \u_dut.u_bytes.u_levels.mem_q[2] , \u_dut.u_bytes.u_levels.mem_q[3] ;
  (* hierconn *) wire [ByteW-1:0]   \u_dut.u_bytes.u_levels.mem_q[4] , \u_dut.u_bytes.u_levels.mem_q[5] ;
  (* hierconn *) wire [ByteW-1:0]   \u_dut.u_bytes.u_levels.mem_q[6] , \u_dut.u_bytes.u_levels.mem_q[7] ;
  (* hierconn *) wire               \u_dut.u_epochs.first_q ;
  wire [8*ByteW-1:0] levels = {\u_dut.u_bytes.u_levels.mem_q[7] , \u_dut.u_bytes.u_levels.mem_q[6] ,
                               \u_dut.u_bytes.u_levels.mem_q[5] , \u_dut.u_bytes.u_levels.mem_q[4] ,
                               \u_dut.u_bytes.u_levels.mem_q[3] , \u_dut.u_bytes.u_levels.mem_q[2] ,
                               \u_dut.u_bytes.u_levels.mem_q[1] , \u_dut.u_bytes.u_levels.mem_q[0] };
  wire [EntryW-1:0]  entry  = row_q ? \u_dut.g_bank[0].u_bank.u_words.mem_q[1] : \u_dut.g_bank[0].u_bank.u_words.mem_q[0] ;
  wire               here   = \u_dut.g_bank[0].u_bank.v2_q && !\u_dut.walk2_q && \u_dut.g_bank[0].u_bank.row2_q == row_q;
  reg                new_q;  // a round has just come into it
  always @(posedge clk_i) new_q <= step;

  // Is that what has been done? {split, bytes, level} of the word
  function [0:0] agrees;
    input               present;
    input [4+LevelW:0]  word;
    input [8*ByteW-1:0] rows;
    input [1:0]         place;
    input [4*Warps-1:0] done;
    input               raced;
    input               fly, in_known;
    input [WarpW-1:0]   flier;
    reg   [LevelW-1:0]  level;
    reg   [Warps-1:0]   some, stored, named;
    reg                 known;
    integer             n;
    begin
      level = word[4+LevelW] ? rows[{word[7], place}*ByteW +: LevelW] : word[LevelW-1:0];
      known = present && word[LevelW + place] && level[2:0] != NONE;
      for (n = 0; n < Warps; n = n + 1) begin
        some[n]   = done[4*n +: 4] != 4'd0;
        stored[n] = done[4*n+1];
        named[n]  = level[7 +: WarpW] == n;
      end
      if (!raced)
        agrees = known == (some != 0) &&
                 (!known || ((some & named) != 0 && (level[2:0] == READ || level[2:0] == WRITE || level[2:0] == COPY) && !level[6] &&
                             stored == (level[2:0] >= WRITE ? named : 0) && (level[2:0] == COPY) == in_known &&
                             level[5:3] == ((some & ~named) == 0 ? NONE : READ) && (level[2:0] == READ || level[5:3] == NONE)));
      else
        agrees = !known || ((level[2:0] == WRITE || level[2:0] == COPY ? (stored & named) != 0 : level[2:0] == READ && (some & named) != 0) && !level[6] &&
                            (level[2:0] != COPY || (fly && level[7 +: WarpW] == flier)) &&
                            (level[5:3] == NONE || (level[5:3] == READ && (some & ~named) != 0) ||
                             (level[5:3] == WRITE && (stored & ~named) != 0)));
    end
  endfunction
  // Nothing is lost but copies that come to a word that lies byte by byte.
  (* hierconn *) wire \u_dut.want ;
  `PF_HOLDS(a_whole, copy2 == NO || !(split || (\u_dut.want && \u_dut.g_bank[0].u_bank.split2_q )))
  `PF_HOLDS(a_kept, !loses || (copy2 != NO && (\u_dut.g_bank[0].u_bank.split2_q || Strong != 0)))
  generate
    if (Strong == 0) begin : g_kept
      // The walk clears a word in stage 2, one cycle after it has found it old.
      wire clears2 = \u_dut.g_bank[0].u_bank.v2_q && \u_dut.walk2_q && \u_dut.g_bank[0].u_bank.row2_q == row_q;
      wire clears1 = \u_dut.g_bank[0].u_bank.v1 && \u_dut.walk1_q && \u_dut.g_bank[0].u_bank.row1_q == row_q && \u_dut.g_bank[0].u_bank.old1 ;
      wire current = entry[EntryW-1 -: 1+NumberW] == {1'b0, \u_dut.number } && !\u_dut.u_epochs.first_q && !clears1 && !clears2;
      `PF_HOLDS(a_word, (here && !new_q) || agrees(current, entry[4+LevelW:0], levels, byte_q, done_q, raced_q, fly_q, known_q, flier_q))
      wire [4+LevelW:0] word2 = {\u_dut.g_bank[0].u_bank.split2_q , \u_dut.g_bank[0].u_bank.bytes2_q , \u_dut.g_bank[0].u_bank.level2_q };
      `PF_HOLDS(a_stage, !here || !new_q || agrees(1'b1, word2, levels, byte_q, done_q, raced_q, fly_q, known_q, flier_q))
    end
  endgenerate

  generate
    if (Copies == 0) begin : g_cover
      `PF_COVER(c_write, told && race_ready_i && told_write && told_did == READ)
      `PF_COVER(c_read, told && race_ready_i && !told_write && told_did == WRITE)
      `PF_COVER(c_bytes, told && race_ready_i && bytes != told_bytes && told_bytes != (4'd1 << byte_q))
      `PF_COVER(c_next, barrier && raced_q)
      `PF_COVER(c_quiet, barrier && !raced_q && (&touched))
      `PF_COVER(c_pair, pairs)
    end else begin : g_cover_copies
      reg ended_q, renewed_q;  // the copy of the byte has, in this interval; it came from one before
      always @(posedge clk_i) begin
        ended_q   <= rst_ni && !barrier && (ended_q || (step && touches && copy2 == ENDS));
        renewed_q <= rst_ni && !barrier && (renewed_q || (step && touches && copy2 == STAYS && touched == {Warps{1'b0}}));
      end
      `PF_COVER(c_own, told && told_did == COPY && told_first == warp)
      `PF_COVER(c_other, told && told_did == COPY && told_first != warp)
      `PF_COVER(c_begins, told && copy2 == BEGINS)
      // ... and these are told, as a_told and a_during say
      `PF_COVER(c_ended, clashes && !raced_q && ended_q && !write)
      `PF_COVER(c_renewed, touches && !quiet2 && known_q && renewed_q)
    end
    if (Strong != 0) begin : g_cover_strong
      `PF_COVER(c_strong, told && strong2)
      `PF_COVER(c_weak, told && told_did == `PF_SHARED_STRONG)
    end
  endgenerate

endmodule

`resetall
