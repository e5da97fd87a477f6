// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_bank_lanes: what is kept of the lanes of a warp in a bank of a scratchpad, beside pf_shared_bank.
//
//   stage 0            1                        2
//   row_i ─> memory ─> may they race? ─> level ─> pf_shared_lanes ─┬─> memory, stages 0 and 1
//                                                                  └─> race_o, info_o, pc_o
//
// A level of the lanes of the warp that the word's entry names, made after so many meetings of its lanes: of
// another number, or behind another warp's entry, it is of nobody. It is of the whole word: an access of other
// bytes than those before (s2_part_i), or of which lanes touch different bytes (unlike_i), leaves nobody.
//
// Throughput  one access or word of the walk a cycle, with pf_shared_bank's.
// Latency     1 cycle from row_i to clash_o; race_o and info_o in the cycle after that.
// Errs        misses: words that are not accessed whole; what lanes did before a meeting of some of them; as pf_shared_lanes.
// State bits  Words * (MeetW + LaneW + 7 + PcW) + 2 * (MeetW + LaneW + 7) + 6 * LaneW + 2.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_shared_bank_lanes #(
  parameter integer Words  = `PF_SHARED_WORDS,   // at least 2
  parameter integer MeetW  = `PF_SHARED_MEET_W,  // at least 2
  parameter integer PcW    = `PF_SHARED_PC_W,    // at least 1
  parameter integer LaneW  = 5,                  // at least 1
  // Derived: do not override.
  parameter integer RowW   = $clog2(Words),
  parameter integer InfoW  = 4 + 2 * LaneW
) (
  input  wire             clk_i,
  input  wire             step_i,      // as pf_shared_bank

  // Stage 0
  input  wire             read_i,      // with step_i
  input  wire [RowW-1:0]  row_i,
  input  wire [LaneW-1:0] lane_i,      // the lowest that touches the word
  input  wire [LaneW-1:0] second_i,    // ... the one after it; lane_i: there is none
  input  wire [LaneW-1:0] last_i,      // ... the highest
  input  wire             unlike_i,    // they do not all touch the same bytes

  // Stage 1
  input  wire             s1_near_i,   // the word is that of stage 2
  input  wire             s1_last_i,   // ... is what left stage 2 as it was read
  input  wire             s1_own_i,    // if not near: the entry names the access's warp
  input  wire             s1_write_i,
  input  wire             s1_strong_i,
  input  wire [MeetW-1:0] s1_meet_i,   // meetings of the access's warp
  output wire             clash_o,     // if not near: lanes may race

  // Stage 2
  input  wire             s2_valid_i,  // an access; it leaves with step_i
  input  wire [RowW-1:0]  s2_row_i,
  input  wire             s2_look_i,   // pc_o is wanted
  input  wire             s2_write_i,
  input  wire             s2_strong_i,
  input  wire [PcW-1:0]   s2_pc_i,
  input  wire [MeetW-1:0] s2_meet_i,
  input  wire             s2_own_i,    // the entry named the access's warp
  input  wire             s2_flying_i, // ... and its copy is under way, which meetings do not end
  input  wire             s2_names_i,  // ... and does so after it
  input  wire             s2_part_i,   // it touches other bytes than those before
  input  wire             s2_apart_i,  // the word is left as it is
  output wire             race_o,      // two lanes race, if no warps do
  output wire [InfoW-1:0] info_o,      // ... {others, did, lane, first lane}; first lane 0: others
  output wire [PcW-1:0]   pc_o         // place of what the named lane did
);

  generate
    if (Words < 2 || MeetW < 2 || PcW < 1 || LaneW < 1) begin : g_bad_param
      PF_SHARED_BANK_LANES_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  // A level, from bit 0 up: did, others, seen, who, meetings.
  localparam integer OTHERS = 3, SEEN = 6, WHO = 7, MEET = WHO + LaneW;
  localparam integer LevelW = MEET + MeetW;
  localparam [2:0] NONE = `PF_SHARED_NONE, READ = `PF_SHARED_READ, STRONG = `PF_SHARED_STRONG;
  localparam [2:0] WRITE = `PF_SHARED_WRITE;

  ////////////////
  // Stage 1    //
  ////////////////

  reg  [LaneW-1:0]  lane1_q, second1_q, last1_q, lane2_q, second2_q, last2_q;
  reg               unlike1_q, unlike2_q;
  reg  [LevelW-1:0] left_q;      // what was written last
  reg  [LevelW-1:0] level2_q;
  wire [LevelW-1:0] read, next2;

  pf_ram #(
    .Width (LevelW),
    .Depth (Words)
  ) u_levels (
    .clk_i   (clk_i),
    .we_i    (step_i && s2_valid_i),
    .waddr_i (s2_row_i),
    .wdata_i (next2),
    .re_i    (read_i),
    .raddr_i (row_i),
    .rdata_o (read)
  );

  wire [LevelW-1:0] early = s1_last_i ? left_q : read;

  function conflicts;
    input [2:0] did;
    input       write;
    input       strong;
    begin
      if (write) conflicts = strong ? did == READ || did > STRONG : did != NONE;
      else       conflicts = strong ? did == WRITE : did >= STRONG;
    end
  endfunction

  // All but observation is compared. One lane alone does not race with itself.
  wire alone1  = lane1_q == last1_q && lane1_q == early[WHO +: LaneW];
  assign clash_o = s1_own_i && !unlike1_q && early[2:0] != NONE && early[MEET +: MeetW] == s1_meet_i &&
                   ((conflicts(early[2:0], s1_write_i, s1_strong_i) && !alone1) ||
                    conflicts(early[OTHERS +: 3], s1_write_i, s1_strong_i));

  always @(posedge clk_i) begin
    if (step_i) begin
      lane1_q   <= lane_i;
      second1_q <= second_i;
      last1_q   <= last_i;
      unlike1_q <= unlike_i;
      lane2_q   <= lane1_q;
      second2_q <= second1_q;
      last2_q   <= last1_q;
      unlike2_q <= unlike1_q;
      left_q    <= next2;
      level2_q  <= s1_near_i ? next2 : early;
    end
  end

  ////////////////
  // Stage 2    //
  ////////////////

  wire             part  = s2_part_i || unlike2_q;
  wire             same  = level2_q[MEET +: MeetW] == s2_meet_i;
  wire             known = s2_own_i && (same || s2_flying_i);
  wire [2:0]       did2  = level2_q[2:0] & {3{known}};
  wire [2:0]       others2 = level2_q[OTHERS +: 3] & {3{same}};
  wire [LaneW-1:0] who2  = level2_q[WHO +: LaneW];
  wire [2:0]       did, others;
  wire             seen, take, race, race_others;
  wire [LaneW-1:0] who, lane;

  pf_shared_lanes #(
    .LaneW (LaneW)
  ) u_lanes (
    .did_i         (did2),
    .others_i      (others2),
    .seen_i        (level2_q[SEEN] && same),
    .who_i         (who2),
    .write_i       (s2_write_i),
    .strong_i      (s2_strong_i),
    .lane_i        (lane2_q),
    .second_i      (second2_q),
    .last_i        (last2_q),
    .did_o         (did),
    .others_o      (others),
    .seen_o        (seen),
    .who_o         (who),
    .take_o        (take),
    .lane_o        (lane),
    .race_o        (race),
    .race_others_o (race_others)
  );

  assign next2 = (s2_apart_i || !(s2_names_i || part)) ? level2_q
               : part                                  ? {LevelW{1'b0}}
                                                       : {s2_meet_i, who, seen, others, did};

  pf_ram #(
    .Width (PcW),
    .Depth (Words)
  ) u_places (
    .clk_i   (clk_i),
    .we_i    (step_i && s2_valid_i && s2_names_i && take && !part && !s2_apart_i),
    .waddr_i (s2_row_i),
    .wdata_i (s2_pc_i),
    .re_i    (s2_look_i),
    .raddr_i (s2_row_i),
    .rdata_o (pc_o)
  );

  assign race_o = !part && (race || race_others);
  assign info_o = {race_others, race_others ? others2 : did2, lane,
                   race_others ? {LaneW{1'b0}} : who2};

endmodule

`resetall
