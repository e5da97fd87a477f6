// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_facts: how an access and a side of its word, the last writer or the last reader, stand to each other.
//
//   side, tag, word --> lane of each byte, of both --> the same? that of a lone fence? --+
//   side, tag --------> block, warp, locks, size -----------------------------------------+--> facts_o (pf_iguard_bits.vh)
//   side's time ------> before a barrier, a meeting, a fence? <-- tag, times_i -----------+
//
// A side and an access are of lanes side by side: whose a byte of the line is follows from whose the first one would be,
// and from the step, the bytes after which it is the next lane's. All times are by the clock of the side's SM.
//
// Throughput  combinational.
// Latency     0; behind it a register may stand.
// Errs        a set of locks is two bytes: different locks may meet in it (a race is missed). Of lone fences the last lane
//             is known, and how far all had come before; fences of a slot's block count for its blocks before (misses).
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_iguard_bits.vh"

module pf_iguard_facts (
  input  wire                          lanes_i,  // threads are lanes, else warps; static
  input  wire [`PF_IGUARD_SIDE_W-1:0]  side_i,
  input  wire [`PF_IGUARD_TAG_W-1:0]   tag_i,
  input  wire [4:0]                    word_i,   // of the line
  input  wire [3:0]                    bytes_i,  // of that word: what the access touches
  input  wire [`PF_IGUARD_TIMES_W-1:0] times_i,  // of the side's warp and block, now
  output wire [`PF_IGUARD_FACTS_W-1:0] facts_o
);

  localparam integer TimeW = `PF_IGUARD_SIDE_WHEN_W;

  generate
    if (`PF_IGUARD_TAG_WHEN_W != TimeW || `PF_IGUARD_TIMES_BEGIN_W != TimeW || `PF_IGUARD_SIDE_LANE_W != 5) begin : g_bad_fields
      PF_IGUARD_FACTS_BAD_FIELDS u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  wire [15:0]      s_lock  = side_i[`PF_IGUARD_SIDE_LOCK_LSB +: 16];
  wire [15:0]      a_lock  = tag_i[`PF_IGUARD_TAG_LOCK_LSB +: 16];
  wire [TimeW-1:0] when    = side_i[`PF_IGUARD_SIDE_WHEN_LSB +: TimeW];
  wire [TimeW-1:0] bar     = tag_i[`PF_IGUARD_TAG_BAR_LSB +: TimeW];
  wire [TimeW-1:0] meet    = tag_i[`PF_IGUARD_TAG_MEET_LSB +: TimeW];
  wire [TimeW-1:0] begun   = times_i[`PF_IGUARD_TIMES_BEGIN_LSB +: TimeW];
  wire [TimeW-1:0] dev_bar = times_i[`PF_IGUARD_TIMES_DEV_BAR_LSB +: TimeW];
  wire [TimeW-1:0] any_all = times_i[`PF_IGUARD_TIMES_ANY_ALL_LSB +: TimeW];
  wire [TimeW-1:0] any_one = times_i[`PF_IGUARD_TIMES_ANY_ONE_LSB +: TimeW];
  wire [TimeW-1:0] dev_all = times_i[`PF_IGUARD_TIMES_DEV_ALL_LSB +: TimeW];
  wire [TimeW-1:0] dev_one = times_i[`PF_IGUARD_TIMES_DEV_ONE_LSB +: TimeW];
  wire [4:0]       any_lane = times_i[`PF_IGUARD_TIMES_ANY_LANE_LSB +: 5];
  wire [4:0]       dev_lane = times_i[`PF_IGUARD_TIMES_DEV_LANE_LSB +: 5];
  wire [4:0]       s_lane  = side_i[`PF_IGUARD_SIDE_LANE_LSB +: 5];
  wire [4:0]       a_lane  = tag_i[`PF_IGUARD_TAG_LANE_LSB +: 5];
  wire [2:0]       s_step  = side_i[`PF_IGUARD_SIDE_STEP_LSB +: 3];
  wire [2:0]       a_step  = tag_i[`PF_IGUARD_TAG_STEP_LSB +: 3];
  wire [3:0]       s_bytes = side_i[`PF_IGUARD_SIDE_BYTES_LSB +: 4];
  wire             several = tag_i[`PF_IGUARD_TAG_SEVERAL_LSB];
  wire             s_atom  = side_i[`PF_IGUARD_SIDE_IS_ATOM_LSB];
  wire             a_atom  = tag_i[`PF_IGUARD_TAG_IS_ATOM_LSB];

  ////////////////
  // Lanes      //
  ////////////////

  // Lanes between that of the line's first byte and that of a byte of this word.
  function [4:0] ahead;
    input [2:0] step;
    input [6:0] byte_no;
    case (step)
      3'd`PF_IGUARD_STEP_NONE:   ahead = 5'd0;
      3'd`PF_IGUARD_STEP_BYTE:   ahead = byte_no[4:0];
      3'd`PF_IGUARD_STEP_HALF:   ahead = byte_no[5:1];
      3'd`PF_IGUARD_STEP_WORD:   ahead = byte_no[6:2];
      3'd`PF_IGUARD_STEP_DOUBLE: ahead = {1'b0, byte_no[6:3]};
      default:                   ahead = {2'b00, byte_no[6:4]};
    endcase
  endfunction

  wire [3:0] both = s_bytes & bytes_i;
  wire [3:0] same, by_any, by_dev;  // byte for byte: of one lane; of the lane that fenced alone

  genvar i;
  generate
    for (i = 0; i < 4; i = i + 1) begin : g_byte
      localparam [1:0] I = i;
      wire [4:0] s_ahead = ahead(s_step, {word_i, I});
      wire [4:0] a_ahead = ahead(a_step, {word_i, I});
      wire [4:0] s_who   = s_lane + s_ahead;
      wire [4:0] a_who   = a_lane + a_ahead;
      assign same[i]   = s_who == a_who;
      assign by_any[i] = s_who == any_lane;
      assign by_dev[i] = s_who == dev_lane;
    end
  endgenerate

  ////////////////
  // Facts      //
  ////////////////

  // No lock sets a bit in one bin only.
  function lockless;
    input [15:0] set;
    lockless = !(|set[15:8]) || !(|set[7:0]);
  endfunction

  wire block  = side_i[`PF_IGUARD_SIDE_BLOCK_LSB +: `PF_IGUARD_SIDE_BLOCK_W] ==
                tag_i[`PF_IGUARD_TAG_BLOCK_LSB +: `PF_IGUARD_TAG_BLOCK_W] && when >= begun;
  wire warp   = block && side_i[`PF_IGUARD_SIDE_WARP_LSB +: `PF_IGUARD_SIDE_WARP_W] ==
                         tag_i[`PF_IGUARD_TAG_WARP_LSB +: `PF_IGUARD_TAG_WARP_W];
  wire thread = warp && (!lanes_i || (!several && !(|(both & ~same))));

  // Bytes that are not of one thread; if all are, these.
  wire [3:0] mine = (warp && !thread && !several) ? both & ~same : both;

  wire fenced_device = when < dev_all || when < dev_bar || (when < dev_one && !(|(mine & ~by_dev)));
  wire fenced        = fenced_device || when < any_all || (when < any_one && !(|(mine & ~by_any)));
  wire before_bar    = when < bar;
  wire before_meet   = when < meet;
  wire still         = block && !before_bar && !fenced && !(when < any_one && |(mine & by_any));

  // Several lanes in a word
  wire more  = (s_bytes & (s_bytes - 4'd1)) != 4'd0;
  wire parts = (s_step == 3'd`PF_IGUARD_STEP_BYTE && more) ||
               (s_step == 3'd`PF_IGUARD_STEP_HALF && |s_bytes[1:0] && |s_bytes[3:2]);

  assign facts_o[`PF_IGUARD_FACT_BYTES]         = |both;
  assign facts_o[`PF_IGUARD_FACT_BLOCK]         = block;
  assign facts_o[`PF_IGUARD_FACT_WARP]          = warp;
  assign facts_o[`PF_IGUARD_FACT_THREAD]        = thread;
  assign facts_o[`PF_IGUARD_FACT_ONE]           = !parts;
  assign facts_o[`PF_IGUARD_FACT_AFTER]         = block && (before_bar || (warp && (!lanes_i || before_meet)));
  assign facts_o[`PF_IGUARD_FACT_FENCED]        = fenced;
  assign facts_o[`PF_IGUARD_FACT_FENCED_DEVICE] = fenced_device;
  assign facts_o[`PF_IGUARD_FACT_STILL]         = still;
  assign facts_o[`PF_IGUARD_FACT_STILL_LANE]    = still && warp && (!lanes_i || !before_meet);
  assign facts_o[`PF_IGUARD_FACT_LOCKLESS]      = lockless(s_lock) && lockless(a_lock);
  assign facts_o[`PF_IGUARD_FACT_COMMON_LOCK]   = !lockless(s_lock & a_lock);
  assign facts_o[`PF_IGUARD_FACT_BOTH_ATOMIC]   = (s_atom && tag_i[`PF_IGUARD_TAG_POLLS_LSB]) ||
                                                  (a_atom && side_i[`PF_IGUARD_SIDE_POLLS_LSB]);
  assign facts_o[`PF_IGUARD_FACT_SAME_SIZE]     = side_i[`PF_IGUARD_SIDE_SIZE_LSB +: 3] == tag_i[`PF_IGUARD_TAG_SIZE_LSB +: 3];
  assign facts_o[`PF_IGUARD_FACT_ALIKE]         = s_bytes == bytes_i;

  wire unused_bits = &{1'b0, side_i, tag_i, times_i};

endmodule

`resetall
