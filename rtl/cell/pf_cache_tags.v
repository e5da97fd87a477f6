// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_cache_tags: which lines a cache holds, by a key for each way of a set, and who has to leave.
//
//   look (1st cycle) --> tag memory --> 2nd cycle: keys equal? ------------------> same_o
//                                                  first way that may leave -----> leave_o, leave_key_o
//        write of the same set <-- put_i: the way that leaves gets the key, or none; touch_*: the way that
//                                  holds the key gets another note
//
// A set's word: a valid bit, a key and a note for each way, and, with Turns, the way to try first as a victim. The victim
// is the first way from there on that may leave; the next one tries behind it. Without Turns all sets have one, in flops:
// the victim is known earlier in the cycle, and need not be the way that is empty; and only the way that changes is
// written. It is drawn, another one at each look: else lines in turn, as many as there are sets or a multiple, would all
// want the same way of a set. What a key is the user knows: the line's upper bits, and whatever makes lines of long ago
// strangers. So with a note: it is kept with the key.
//
// Throughput  a look a cycle; a look sees all that the look before it put.
// Latency     1 cycle.
// Errs        never. Contents after reset: undefined, until each set was cleared.
// State bits  a word, and without Turns 7 + Ways + KeyW + NoteW + 2; memory Sets * (Turns * WayW + Ways * (KeyW + NoteW + 1)).

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_cache_tags #(
  parameter integer Sets  = 32,             // a power of two, at least 2
  parameter integer Ways  = 4,              // a power of two, at least 2
  parameter integer KeyW  = 16,             // at least 1
  parameter integer NoteW = 0,
  parameter integer Turns = 1,              // 1: a turn for each set, 0: one for all
  // Derived: do not override.
  parameter integer SetW  = $clog2(Sets),
  parameter integer WayW  = $clog2(Ways),
  parameter integer PortW = (NoteW > 0) ? NoteW : 1
) (
  input  wire                  clk_i,
  input  wire                  rst_ni,       // asynchronous, active low

  // First cycle
  input  wire                  look_i,
  input  wire [SetW-1:0]       look_set_i,

  // Second cycle: looks for key_i in set_i
  input  wire [SetW-1:0]       set_i,
  input  wire [KeyW-1:0]       key_i,
  input  wire [Ways-1:0]       stay_ways_i,  // may not leave

  output wire [Ways-1:0]       same_o,       // the way that holds the key
  output wire [WayW-1:0]       same_way_o,
  output wire [Ways-1:0]       leave_o,      // the way that would leave; 0 if none may
  output wire [WayW-1:0]       leave_way_o,
  output wire [KeyW-1:0]       leave_key_o,
  output wire [Ways-1:0]       valid_o,
  output wire [Ways*KeyW-1:0]  keys_o,
  output wire [Ways*PortW-1:0] notes_o,

  input  wire                  put_i,        // it leaves; without Turns, if one may
  input  wire                  put_valid_i,  // and the key is in its place
  input  wire [Ways*PortW-1:0] put_notes_i,  // of each way, should it be the one
  input  wire [Ways-1:0]       touch_ways_i, // without put_i: of these the one that holds the key gets its touch_notes_i
  input  wire [Ways*PortW-1:0] touch_notes_i,  // with put_i, where a way holds the key: put_notes_i

  input  wire                  clear_i,      // no look under way: a set is empty
  input  wire [SetW-1:0]       clear_set_i
);

  localparam integer EachW = 1 + KeyW + NoteW;
  localparam integer WordW = ((Turns != 0) ? WayW : 0) + Ways * EachW;

  generate
    if (Sets < 2 || Ways < 2 || Sets != (1 << SetW) || Ways != (1 << WayW) || KeyW < 1 || NoteW < 0 || Turns < 0 || Turns > 1 ||
        (Turns == 0 && WayW > 6)) begin : g_bad_param
      PF_CACHE_TAGS_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Compare    //
  ////////////////

  wire [WordW-1:0]      word;
  wire [WayW-1:0]       turn;
  wire [Ways-1:0]       ahead = ~stay_ways_i & ({Ways{1'b1}} << turn);  // may leave, from the turn on
  wire [Ways-1:0]       pool  = (|ahead) ? ahead : ~stay_ways_i;
  wire [Ways-1:0]       same, leave;
  wire [WayW-1:0]       leave_way;
  wire                  unused_any;
  wire [Ways-1:0]       touch   = same & touch_ways_i;
  wire                  touches = |touch;
  wire [Ways*EachW-1:0] put_new, touch_new;   // what is written, should it be the way

  pf_line_pick #(
    .N (Ways)
  ) u_leave (
    .in_i    (pool),
    .any_o   (unused_any),
    .hot_o   (leave),
    .index_o (leave_way)
  );

  genvar w;
  generate
    for (w = 0; w < Ways; w = w + 1) begin : g_way
      wire [EachW-1:0] each = word[w*EachW +: EachW];

      assign same[w]                 = each[EachW-1 -: KeyW+1] == {1'b1, key_i};
      assign valid_o[w]              = each[EachW-1];
      assign keys_o[w*KeyW +: KeyW]  = each[NoteW +: KeyW];
      if (NoteW > 0) begin : g_note
        assign notes_o[w*PortW +: PortW]   = each[PortW-1:0];
        assign put_new[w*EachW +: EachW]   = {put_valid_i, key_i, put_notes_i[w*PortW +: PortW]};
        assign touch_new[w*EachW +: EachW] = {put_valid_i, key_i, touch_notes_i[w*PortW +: PortW]};
      end else begin : g_no_note
        wire unused_note = ^{put_notes_i[w], touch_notes_i[w]};
        assign notes_o[w]                  = 1'b0;
        assign put_new[w*EachW +: EachW]   = {put_valid_i, key_i};
        assign touch_new[w*EachW +: EachW] = {put_valid_i, key_i};
      end
    end
  endgenerate

  ////////////////
  // Memory     //
  ////////////////

  genvar k;
  generate
    if (Turns != 0) begin : g_words
      wire [WordW-1:0] word_new, unused_last;

      for (k = 0; k < Ways; k = k + 1) begin : g_each
        assign word_new[k*EachW +: EachW] = touch[k]               ? touch_new[k*EachW +: EachW] :
                                            (leave[k] && !touches) ? put_new[k*EachW +: EachW] : word[k*EachW +: EachW];
      end
      assign word_new[WordW-1 -: WayW] = touches ? turn : leave_way + 1'b1;
      assign turn = word[WordW-1 -: WayW];
      wire unused_reset = rst_ni;

      pf_through_ram #(
        .Width (WordW),
        .Depth (Sets)
      ) u_ram (
        .clk_i   (clk_i),
        .we_i    (put_i || touches || clear_i),
        .waddr_i (clear_i ? clear_set_i : set_i),
        .wdata_i (word_new & {WordW{!clear_i}}),
        .re_i    (look_i),
        .raddr_i (look_set_i),
        .rdata_o (word),
        .last_o  (unused_last)
      );
    end else begin : g_ways
      // Only the way that changes is written. A look of the set that is written now gets the word as it was read, but for
      // that way.
      wire [Ways-1:0]  gets = (leave & {Ways{put_i}}) | touch;
      wire [WordW-1:0] kept;
      wire [WordW-1:0] word_new;              // for each way, should it be the one
      reg  [EachW-1:0] touch_d, put_d, new_q;
      reg  [6:0]       turn_q;                // x^7 + x^6 + 1
      reg              again_q;
      reg  [Ways-1:0]  gets_q;
      reg  [WordW-1:0] word_q;

      for (k = 0; k < Ways; k = k + 1) begin : g_each
        assign word_new[k*EachW +: EachW] = same[k]   ? touch_new[k*EachW +: EachW] : put_new[k*EachW +: EachW];
        assign word[k*EachW +: EachW]     = !again_q  ? kept[k*EachW +: EachW] :
                                            gets_q[k] ? new_q : word_q[k*EachW +: EachW];
      end

      integer j;
      always @* begin
        touch_d = touch_new[0 +: EachW];
        put_d   = put_new[0 +: EachW];
        for (j = 1; j < Ways; j = j + 1) begin
          if (touch[j]) touch_d = touch_new[j*EachW +: EachW];
          if (leave[j]) put_d   = put_new[j*EachW +: EachW];
        end
      end

      always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni)     turn_q <= 7'd1;
        else if (look_i) turn_q <= {turn_q[5:0], turn_q[6] ^ turn_q[5]};
      end
      always @(posedge clk_i) begin
        again_q <= |gets && set_i == look_set_i;
        gets_q  <= gets;
        new_q   <= touches ? touch_d : put_d;
        word_q  <= word;
      end
      assign turn = turn_q[WayW-1:0];

      pf_ram #(
        .Width (WordW),
        .Depth (Sets),
        .Lanes (Ways)
      ) u_ram (
        .clk_i   (clk_i),
        .we_i    (gets | {Ways{clear_i}}),
        .waddr_i (clear_i ? clear_set_i : set_i),
        .wdata_i (word_new & {WordW{!clear_i}}),
        .re_i    (look_i),
        .raddr_i (look_set_i),
        .rdata_o (kept)
      );
    end
  endgenerate

  reg  [WayW-1:0]  same_way;
  reg  [KeyW-1:0]  leave_key;
  integer          i;
  always @* begin
    same_way  = {WayW{1'b0}};
    leave_key = {KeyW{1'b0}};
    for (i = 0; i < Ways; i = i + 1) begin
      same_way  = same_way | (i[WayW-1:0] & {WayW{same[i]}});
      leave_key = leave_key | (keys_o[i*KeyW +: KeyW] & {KeyW{leave[i]}});
    end
  end

  assign same_o      = same;
  assign same_way_o  = same_way;
  assign leave_o     = leave;
  assign leave_way_o = leave_way;
  assign leave_key_o = leave_key;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {look_i, put_i, clear_i})
  `PF_ASSERT(a_one, !put_i || !touches)
  `PF_ASSERT(a_clear, !clear_i || !(look_i || put_i))
`endif

endmodule

`resetall
