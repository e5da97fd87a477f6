// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_radish_clocks: the few logical clocks of a core that its metadata can name, with reference counts (RADISH, ISCA 2012, 5.1).
//
//   take: clock --> an entry that has it, else a free one --> code, one reference more
//   drop: code ---> one reference less: at 0 it is free
//   tick ---------> the core's clock, one on: as take, and the old one has a reference less
//   look: code ---> clock
//
// Code 0 is never; code k is entry k - 1. The core's own clock is a reference of its entry. No code for a tick: all metadata has
// to leave the caches, and the table begins anew with a restart.
//
// Throughput  a take or a tick, a drop and a look in each cycle.
// Latency     0 to each answer, 1 until it counts.
// Errs        never: sw/radish/clocks in C.
// State bits  Entries * (ClockW + RefW) + CodeW.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_radish_clocks #(
  parameter integer Entries = 63,   // at least 1
  parameter integer ClockW  = 64,   // at least 1; a clock does not wrap
  parameter integer RefW    = 24,   // at least 2
  // Derived: do not override.
  parameter integer CodeW   = $clog2(Entries + 1)
) (
  input  wire              clk_i,
  input  wire              rst_ni,           // asynchronous, active low: the clock is 1

  // No metadata names a code any more: all anew. Alone in its cycle
  input  wire              restart_valid_i,
  input  wire [ClockW-1:0] restart_clock_i,

  // The core releases: its clock goes on by one. Not with a take
  input  wire              tick_valid_i,
  output wire              tick_ready_o,     // there is a code for it

  // One place more names a clock
  input  wire              take_valid_i,
  input  wire [ClockW-1:0] take_clock_i,
  output wire [CodeW-1:0]  take_code_o,      // 0: there is none, and nothing happens

  // One place less
  input  wire              drop_valid_i,
  input  wire [CodeW-1:0]  drop_code_i,      // 0: nothing happens

  input  wire [CodeW-1:0]  look_code_i,
  output wire [ClockW-1:0] look_clock_o,     // of code 0: 0

  output wire [ClockW-1:0] now_o,            // the core's clock
  output wire [CodeW-1:0]  now_code_o
);

  generate
    if (Entries < 1 || ClockW < 1 || RefW < 2) begin : g_bad_param
      PF_RADISH_CLOCKS_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  localparam [ClockW-1:0]  One  = 1;
  localparam [Entries-1:0] Low  = 1;

  wire [Entries*ClockW-1:0] clocks;
  wire [Entries*RefW-1:0]   refs;
  reg  [ClockW-1:0]  now_q;
  reg  [Entries-1:0] mine_q;                 // the entry of now_q

  ////////////////
  // Which one? //
  ////////////////

  wire [ClockW-1:0]  next = now_q + One;
  wire [ClockW-1:0]  want = tick_valid_i ? next : take_clock_i;
  wire [Entries-1:0] used, equal, full;
  wire [Entries-1:0] has  = used & equal;
  wire [Entries-1:0] room = ~used & (used + Low);  // the lowest that is free
  wire [Entries-1:0] pick = (|has) ? has & ~full : room;
  wire               adds = (tick_valid_i || take_valid_i) && |pick;

  assign tick_ready_o = |pick;

  //////////////
  // Entries  //
  //////////////

  genvar e;
  generate
    for (e = 0; e < Entries; e = e + 1) begin : g_entry
      localparam [CodeW-1:0] Code = e + 1;
      reg  [ClockW-1:0] clock_q;
      reg  [RefW-1:0]   refs_q;
      wire            more = adds && pick[e];
      wire            less = drop_valid_i && drop_code_i == Code;
      wire            old  = tick_valid_i && adds && mine_q[e];
      wire [RefW-1:0] left = refs_q - {{(RefW-1){1'b0}}, less} - {{(RefW-1){1'b0}}, old};

      assign clocks[ClockW*e +: ClockW] = clock_q;
      assign refs[RefW*e +: RefW]       = refs_q;
      assign used[e]  = |refs_q;
      assign full[e]  = &refs_q;
      assign equal[e] = clock_q == want;

      always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          refs_q <= {{(RefW-1){1'b0}}, e == 0};
        end else if (restart_valid_i) begin
          refs_q <= {{(RefW-1){1'b0}}, e == 0};
        end else begin
          refs_q <= left + {{(RefW-1){1'b0}}, more};
        end
      end
      // a free entry's clock is of no interest
      if (e == 0) begin : g_first
        always @(posedge clk_i or negedge rst_ni) begin
          if (!rst_ni)              clock_q <= One;
          else if (restart_valid_i) clock_q <= restart_clock_i;
          else if (more)            clock_q <= want;
        end
      end else begin : g_other
        always @(posedge clk_i) if (more) clock_q <= want;
      end

      `PF_ASSUME(drop_is_there, !less || (refs_q > {{(RefW-1){1'b0}}, mine_q[e]}))
    end
  endgenerate

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      now_q  <= One;
      mine_q <= Low;
    end else if (restart_valid_i) begin
      now_q  <= restart_clock_i;
      mine_q <= Low;
    end else if (tick_valid_i && adds) begin
      now_q  <= next;
      mine_q <= pick;
    end
  end

  //////////////
  // Answers  //
  //////////////

  function [CodeW-1:0] code_of(input [Entries-1:0] hot);
    integer i;
    begin
      code_of = {CodeW{1'b0}};
      for (i = 0; i < Entries; i = i + 1) if (hot[i]) code_of = code_of | (i[CodeW-1:0] + {{(CodeW-1){1'b0}}, 1'b1});
    end
  endfunction

  reg [ClockW-1:0] look;
  integer          k;
  always @* begin
    look = {ClockW{1'b0}};
    for (k = 0; k < Entries; k = k + 1) if (look_code_i == k + 1) look = look | clocks[ClockW*k +: ClockW];
  end

  assign take_code_o  = code_of(pick);
  assign look_clock_o = look;
  assign now_o        = now_q;
  assign now_code_o   = code_of(mine_q);

  `PF_ASSUME(take_alone, !(tick_valid_i && take_valid_i))
  `PF_ASSUME(restart_alone, !restart_valid_i || !(tick_valid_i || take_valid_i || drop_valid_i))
  `PF_ASSUME(take_is_some, !take_valid_i || |take_clock_i)
  `PF_ASSERT(mine_is_now, (mine_q & used) == mine_q && |mine_q)

`ifdef PF_PROVE_RADISH_CLOCKS
  `include "pf_radish_clocks_proof.vh"
`endif

endmodule

`resetall
