// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_counters: N wide event counters. The first Wide count up to 2^IncW-1 events a cycle, the last Pairs up to 3, the others one.
//
//   inc_i --> small counters (flops) --> part_q --+--> low bits, then carry into the others --> pf_ram[N]
//                      walker: one counter after the other            ^                           |
//                      while any of them is not zero                  +---------------------------+--> rd_total_o
//
// A visit takes a small counter's value (start), adds it to the low LowW bits of the total (low),
// then the carry to the others (high); the next visit starts in the high cycle.
//
// Throughput  every counter every cycle; a visit every 2 cycles (N = 1: every 3).
// Latency     a read: 1 cycle after rd_valid_i when idle, else up to two rounds, 4 * N + 8 cycles.
// Errs        never: small counters are wide enough for the longest time between two visits.
//             rd_total_o has every increment of the cycles before rd_valid_i went up (before the
//             cycle after the last answer when it stays up), none of the cycle of the answer.
// State bits  Wide * SmallW + (N - Wide) * OneW + SmallW + 2 * clog2(N) + 8 (N 20, Wide 2: 174);
//             pf_ram: N * TotalW.
//
// clear_i forgets what was counted up to and in its cycle and takes N cycles (busy_o); events of
// later cycles count. Reset starts a clear. idle_o: with no input a clock changes nothing.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_counters #(
  parameter integer N      = 4,   // counters, at least 1
  parameter integer IncW   = 4,   // bits of one increment
  parameter integer Wide   = N,   // how many counters, the first ones, have increments of IncW bits; 0 to N
  parameter integer Pairs  = 0,   // how many, the last ones, have increments of 2 bits
  parameter integer TotalW = 48,  // a total wraps
  // Derived: do not override.
  parameter integer IndexW = (N > 1) ? $clog2(N) : 1
) (
  input  wire               clk_i,
  input  wire               rst_ni,       // asynchronous, active low

  input  wire [Wide*IncW+N-Wide+Pairs-1:0] inc_i,  // never stalls

  // Read; rd_index_i stays while rd_valid_i waits.
  input  wire               rd_valid_i,
  output wire               rd_ready_o,
  input  wire [IndexW-1:0]  rd_index_i,
  output wire [TotalW-1:0]  rd_total_o,   // counts with rd_ready_o

  input  wire               clear_i,
  output wire               busy_o,       // clearing
  output wire               idle_o
);

  // Longest time from one visit's start to the next of the same counter: a clear, a round of
  // visits, two reads, and the way there.
  localparam integer      Gap    = N + N * ((N == 1) ? 3 : 2) + 6;
  localparam integer      OneW   = $clog2(Gap + 1);
  localparam integer      PairW  = (Pairs > 0) ? $clog2(3 * Gap + 1) : OneW;
  localparam integer      WideW  = (Wide > 0) ? $clog2(((1 << IncW) - 1) * Gap + 1) : OneW;
  localparam integer      SmallW = (WideW > PairW) ? WideW : PairW;
  localparam integer      LowW   = low_width(SmallW);  // also the width of a lane of the RAM
  localparam integer      LastI  = N - 1;
  localparam [IndexW-1:0] LAST   = LastI[IndexW-1:0];

  // The narrowest lane that holds a small counter and divides a total.
  function integer low_width;
    input integer least;
    begin
      low_width = least;
      while (TotalW % low_width != 0 && low_width < TotalW) low_width = low_width + 1;
    end
  endfunction

  generate
    if (N < 1 || IncW < 1 || IncW > 16 || Wide < 0 || Pairs < 0 || Wide + Pairs > N || LowW >= TotalW) begin : g_bad_param
      PF_COUNTERS_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Walker     //
  ////////////////

  wire [N*SmallW-1:0] counted;           // counted, not yet in the total
  reg  [IndexW-1:0]   turn_q;           // the counter to visit next
  reg  [IndexW-1:0]   index_q;          // the counter visited now, or cleared now
  reg                 low_q, high_q;    // this is the low, the high cycle of a visit
  reg                 clearing_q;
  reg                 round_q;          // a whole round since the read came is under way
  reg                 answer_q;
  reg                 carry_q;
  reg  [SmallW-1:0]   part_q;

  wire any    = |counted;
  wire calm   = !any && !low_q && !high_q;
  wire lapped = turn_q == {IndexW{1'b0}};
  wire begin_ok = !clearing_q && !low_q && !(high_q && index_q == turn_q);

  // A read waits for one whole round: it starts at turn 0 and is over at turn 0. When nothing is
  // under way there is nothing to wait for.
  wire asked  = rd_valid_i && !answer_q;
  wire answer = asked && !clearing_q && (calm || (round_q && lapped && !low_q && !high_q));
  wire visit  = begin_ok && any && !(asked && round_q && lapped);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turn_q     <= {IndexW{1'b0}};
      low_q      <= 1'b0;
      high_q     <= 1'b0;
      clearing_q <= 1'b1;
      round_q    <= 1'b0;
      answer_q   <= 1'b0;
    end else begin
      if (visit) turn_q <= (turn_q == LAST) ? {IndexW{1'b0}} : turn_q + 1'b1;
      low_q      <= visit && !clear_i;
      high_q     <= low_q && !clear_i;
      clearing_q <= clear_i || (clearing_q && index_q != LAST);
      round_q    <= asked && !answer && !clear_i && (round_q || (visit && lapped));
      answer_q   <= answer && !clear_i;
    end
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                           index_q <= {IndexW{1'b0}};
    else if (clear_i)                      index_q <= {IndexW{1'b0}};
    else if (clearing_q && index_q != LAST) index_q <= index_q + 1'b1;
    else if (visit)                        index_q <= turn_q;
  end

  assign rd_ready_o = answer_q;
  assign busy_o     = clearing_q;
  assign idle_o     = calm && !clearing_q && !answer_q;

  ////////////////
  // Counters   //
  ////////////////

  wire [N-1:0]      taken;
  wire [N-1:0]      over;  // never
  genvar            g;
  generate
    for (g = 0; g < N; g = g + 1) begin : g_small
      localparam [IndexW-1:0] SELF = g;
      localparam integer      W    = (g < Wide) ? WideW : (g >= N - Pairs) ? PairW : OneW;
      localparam integer      I    = (g < Wide) ? IncW : (g >= N - Pairs) ? 2 : 1;
      localparam integer      At   = (g < Wide) ? g * IncW : Wide * IncW + g - Wide + ((g > N - Pairs) ? g - (N - Pairs) : 0);
      reg  [W-1:0] count_q;
      wire [I-1:0] events = inc_i[At +: I];
      wire         drop   = taken[g] || clear_i;
      wire [W:0]   sum;    // for a visited counter: of what comes in this cycle

      if (I == 1) begin : g_step
        reg [W:0] carry;   // a chain: short, and half of an adder's area
        integer   b;
        always @* begin
          carry[0] = events[0];
          for (b = 0; b < W; b = b + 1) carry[b+1] = carry[b] && count_q[b];
        end
        assign sum[0]   = !clear_i && (carry[0] ^ (count_q[0] && !taken[g]));
        assign sum[W:1] = ({1'b0, count_q[W-1:1]} ^ carry[W:1]) & {W{!drop}};
      end else begin : g_add
        assign sum = {1'b0, count_q & {W{!drop}}} + {{(W+1-I){1'b0}}, events & {I{!clear_i}}};
      end

      assign taken[g] = visit && turn_q == SELF;
      assign over[g]  = sum[W];

      always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) count_q <= {W{1'b0}};
        else         count_q <= sum[W-1:0];
      end

      assign counted[g*SmallW +: W] = count_q;
      if (W < SmallW) begin : g_narrow
        assign counted[g*SmallW+W +: SmallW-W] = {(SmallW-W){1'b0}};
      end
    end
  endgenerate

  wire [SmallW-1:0] part = counted[turn_q*SmallW +: SmallW];

  always @(posedge clk_i) begin
    if (visit) part_q <= part;
  end

  ////////////////
  // Totals     //
  ////////////////

  // Each lane is added to by itself; whether the lanes below a lane are full is known a cycle ahead.
  localparam integer Parts = TotalW / LowW;
  wire [TotalW-1:0] total;
  wire [TotalW-1:0] sums;
  wire [LowW:0]     low  = {1'b0, total[LowW-1:0]} + {{(LowW+1-SmallW){1'b0}}, part_q};

  always @(posedge clk_i) carry_q <= low[LowW];
  assign sums[LowW-1:0] = low[LowW-1:0];

  generate
    for (g = 1; g < Parts; g = g + 1) begin : g_part
      wire up;
      if (g == 1) begin : g_next
        assign up = carry_q;
      end else begin : g_far
        reg full_q;
        always @(posedge clk_i) full_q <= &total[g*LowW-1:LowW];
        assign up = carry_q && full_q;
`ifdef PF_PROVE_COUNTERS
        `PF_ASSERT(a_full, !high_q || full_q == &total[g*LowW-1:LowW])
`endif
      end
      assign sums[g*LowW +: LowW] = total[g*LowW +: LowW] + {{(LowW-1){1'b0}}, up};
    end
  endgenerate

`ifdef PF_PROVE_COUNTERS
  (* anyconst *) wire [IndexW-1:0] f_k;  // the counter that the proof follows
  wire [TotalW-1:0] f_word;
`endif

  pf_ram #(
    .Width (TotalW),
    .Depth (N),
    .Lanes (Parts)
  ) u_totals (
    .clk_i   (clk_i),
    .we_i    ({{(Parts-1){high_q || clearing_q}}, low_q || clearing_q}),
    .waddr_i (index_q),
    .wdata_i (sums & {TotalW{!clearing_q}}),
    .re_i    (visit || answer),
    .raddr_i (visit ? turn_q : rd_index_i),
    .rdata_o (total)
`ifdef PF_PROVE_COUNTERS
    ,
    .f_addr_i (f_k),
    .f_word_o (f_word)
`endif
  );

  assign rd_total_o = total;

  ////////////////
  // Checks     //
  ////////////////

`ifdef SYNTHESIS
  wire unused = &{1'b0, over};
`else
  `PF_ASSERT_KNOWN(a_ctrl_known, {inc_i, rd_valid_i, clear_i})
`ifndef PF_PROVE_COUNTERS  // there for one counter, whichever
  `PF_ASSERT(a_no_loss, over == {N{1'b0}})
`endif
  `PF_ASSERT(a_one_use, !(visit && answer))
  `PF_COVER(c_read, answer_q && !calm)
`endif

`ifdef PF_PROVE_COUNTERS
  `include "pf_counters_proof.vh"
`endif

endmodule

`resetall
