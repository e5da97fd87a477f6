// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_zcommit_defer: of two requests of one line the one that was taken first leaves first, for ever
// (induction): whether it hits, misses, is put behind a locked line or replayed. And nobody waits for nothing.
//
//   requests, hits, fetches, answers, spills, takers: free --> pf_zcommit without its data (pf_z_bare)
//                                                               └─ where each request is, seen from inside
//
// A request's way: S1, S2, (list, S2 again,) S3, S4, queue of results. What an induction has to know:
//   - a slot in use is in exactly one of these places, and a slot not in use in none;
//   - a request in a list is of the line its miss holds; no two misses hold one line;
//   - two requests of one line: the younger is never further than the elder, nor before it in a list.
//
// Why nobody waits for ever. S2, S3 and S4 never wait; who waits, waits for this:
//   S1             a replay (a list is finite, and grows only from S1), a free miss or way (a list's end), room
//                  for a row that leaves (memory takes it), the end of a sweep, an answer (below)
//   list           its line's answers, then its turn
//   answer         S4 to be empty: it stops S1 and replays, which empties S4 (a_taken: 4 cycles at most)
//   a line's reads memory, and the line's own row to be gone (pf_z_fetch_proof, pf_z_spill_proof)
//   result         the taker, and results before it; its place is the request's slot, so S4 needs nothing
// Nothing on the right needs S1, so there is no circle. a_moves says it of every state: a cycle in which no request
// moves has a cause outside (an answer owed, no room, a sweep, a result not taken), or the next one has. a_forth and
// a_stays: a request only goes on; a_turn: a line that is ready is the next.
// With more than two misses the lowest that is ready goes first. Were one passed over for ever, the lists before it
// would be of one request each (one new request gets in between two lists), and N of them would want N * Beats
// cycles for their beats, N in which S4 is busy, and have 3 * N: not for ever with 3 beats or more.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

// In the cycle itself, not a cycle later: an induction's step gets one cycle shorter.
`define PF_HOLDS(label, cond) always @* if (rst_ni) begin : label assert (cond); end

module pf_zcommit_defer #(
  parameter integer Requests = 4,     // at most 4
  // Derived: do not override.
  parameter integer LineW    = 2,
  parameter integer WarpW    = 2,
  parameter integer QuantumW = 2,
  parameter integer Misses   = 2,
  parameter integer SlotW    = $clog2(Requests),
  parameter integer CountW   = $clog2(Requests + 1),
  parameter integer MemW     = LineW + 1,
  parameter integer IdW      = 2
) (
  input wire             clk_i,
  input wire             beg_i,
  input wire             filter_i,
  input wire             req_valid_i,
  input wire [LineW-1:0] req_line_i,
  input wire             res_ready_i,
  input wire             mrd_ready_i,
  input wire             mrsp_valid_i,
  input wire [IdW-1:0]   mrsp_id_i,
  input wire             fresh_i,
  input wire             mwr_ready_i
);

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  wire req_ready, res_valid, mrsp_ready, beg_ready, idle;

  pf_zcommit #(
    .LineW (LineW), .WarpW (WarpW), .QuantumW (QuantumW), .Sets (2), .Ways (2), .Requests (Requests),
    .Misses (Misses), .FilterBits (2)
  ) u_dut (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .cfg_filter_i (filter_i),
    .cfg_lines_i  (3'd4),
    .beg_valid_i  (beg_i),
    .beg_ready_o  (beg_ready),
    .quantum_o    (),
    .req_valid_i  (req_valid_i),
    .req_ready_o  (req_ready),
    .req_line_i   (req_line_i),
    .req_warp_i   ({WarpW{1'b0}}),
    .req_mask_i   (128'd0),
    .req_data_i   (1024'd0),
    .res_valid_o  (res_valid),
    .res_ready_i  (res_ready_i),
    .res_line_o   (),
    .res_warp_o   (),
    .res_mask_o   (),
    .res_data_o   (),
    .mrd_valid_o  (),
    .mrd_ready_i  (mrd_ready_i),
    .mrd_addr_o   (),
    .mrd_id_o     (),
    .mrsp_valid_i (mrsp_valid_i),
    .mrsp_ready_o (mrsp_ready),
    .mrsp_id_i    (mrsp_id_i),
    .mrsp_data_i  ({256{fresh_i}}),
    .mwr_valid_o  (),
    .mwr_ready_i  (mwr_ready_i),
    .mwr_addr_o   (),
    .mwr_data_o   (),
    .evt_o        (),
    .idle_o       (idle)
  );

  ////////////////
  // Insides    //
  ////////////////

  // proofs.tab: flat
  (* hierconn *) wire             \u_dut.s1_valid_q , \u_dut.s2_new_q , \u_dut.s2_rep_q , \u_dut.s3_apply_q ;
  (* hierconn *) wire             \u_dut.s4_apply_q , \u_dut.new_go , \u_dut.rep_go , \u_dut.take , \u_dut.pop ;
  (* hierconn *) wire             \u_dut.room , \u_dut.sweeping , \u_dut.walking , \u_dut.match , \u_dut.hold_q ;
  (* hierconn *) wire             \u_dut.begun ;
  (* hierconn *) wire [LineW-1:0] \u_dut.s1_line_q , \u_dut.s2_line_q ;
  (* hierconn *) wire [SlotW-1:0] \u_dut.s1_slot_q , \u_dut.s2_slot_q , \u_dut.s3_slot_q , \u_dut.s4_slot_q ;
  (* hierconn *) wire [SlotW-1:0] \u_dut.slot , \u_dut.pop_slot , \u_dut.u_slots.index_q ;
  (* hierconn *) wire             \u_dut.u_slots.valid_q , \u_dut.u_misses.u_cache.u_free.valid_q ;
  (* hierconn *) wire [Requests-1:0] \u_dut.u_slots.free_q ;
  (* hierconn *) wire [1:0]       \u_dut.u_misses.u_cache.u_free.free_q ;
  (* hierconn *) wire             \u_dut.u_misses.u_cache.u_free.index_q , \u_dut.u_misses.u_cache.rep_q , \u_dut.u_misses.u_cache.rep_valid_q ;
  (* hierconn *) wire [1:0]       \u_dut.u_misses.u_cache.valid_q , \u_dut.u_misses.u_cache.ready_q , \u_dut.u_misses.u_cache.way_q ;
  (* hierconn *) wire [1:0]       \u_dut.u_misses.u_cache.set2_q , \u_dut.u_misses.u_cache.line2_q ;
  (* hierconn *) wire [LineW-1:0] \u_dut.u_misses.u_cache.line_q[0] , \u_dut.u_misses.u_cache.line_q[1] , \u_dut.u_misses.u_cache.rep_line_q ;
  (* hierconn *) wire [2*(Requests+1)*SlotW-1:0] \u_dut.u_misses.u_cache.u_list.queue_q ;
  (* hierconn *) wire [2*CountW-1:0] \u_dut.u_misses.u_cache.u_list.count_q ;
  (* hierconn *) wire [(Requests+1)*SlotW-1:0] \u_dut.u_won.queue_q ;
  (* hierconn *) wire [CountW-1:0] \u_dut.u_won.level_q ;

  wire       s1 = \u_dut.s1_valid_q , s2n = \u_dut.s2_new_q , s2r = \u_dut.s2_rep_q , s3 = \u_dut.s3_apply_q ;
  wire       s4 = \u_dut.s4_apply_q , take = \u_dut.take , pop = \u_dut.pop , match = \u_dut.match ;
  wire       new_go = \u_dut.new_go ;
  wire [SlotW-1:0] slot = \u_dut.slot , pop_slot = \u_dut.pop_slot ;
  wire [SlotW-1:0] s1_slot = \u_dut.s1_slot_q , s2_slot = \u_dut.s2_slot_q ;
  wire [SlotW-1:0] s3_slot = \u_dut.s3_slot_q , s4_slot = \u_dut.s4_slot_q ;
  wire [LineW-1:0] s1_line = \u_dut.s1_line_q , s2_line = \u_dut.s2_line_q ;
  wire [1:0] locked = \u_dut.u_misses.u_cache.valid_q , ready = \u_dut.u_misses.u_cache.ready_q , mway = \u_dut.u_misses.u_cache.way_q ;
  wire [1:0] set2 = \u_dut.u_misses.u_cache.set2_q , line2 = \u_dut.u_misses.u_cache.line2_q ;
  wire       rep = \u_dut.u_misses.u_cache.rep_valid_q , rep_miss = \u_dut.u_misses.u_cache.rep_q ;
  wire [1:0] replayed = {rep && rep_miss, rep && !rep_miss};
  wire [LineW-1:0] line0 = \u_dut.u_misses.u_cache.line_q[0] , line1 = \u_dut.u_misses.u_cache.line_q[1] ;
  wire [1:0] mfree = \u_dut.u_misses.u_cache.u_free.free_q ;
  wire       mvalid = \u_dut.u_misses.u_cache.u_free.valid_q , mindex = \u_dut.u_misses.u_cache.u_free.index_q ;
  wire [1:0] mused = ~(mfree | {mvalid && mindex, mvalid && !mindex});
  wire [2*(Requests+1)*SlotW-1:0] list = \u_dut.u_misses.u_cache.u_list.queue_q ;
  wire [2*CountW-1:0]             lists = \u_dut.u_misses.u_cache.u_list.count_q ;
  wire [(Requests+1)*SlotW-1:0]   won = \u_dut.u_won.queue_q ;
  wire [CountW-1:0]               wons = \u_dut.u_won.level_q ;

  reg [Requests-1:0] used;            // slots
  integer u;
  always @* begin
    used = ~\u_dut.u_slots.free_q ;
    for (u = 0; u < Requests; u = u + 1) begin
      if ( \u_dut.u_slots.valid_q && \u_dut.u_slots.index_q == u) used[u] = 1'b0;
    end
  end

  ////////////////
  // The user   //
  ////////////////

  reg             held_q;
  reg [LineW-1:0] what_q;
  always @(posedge clk_i) begin
    held_q <= rst_ni && req_valid_i && !req_ready;
    what_q <= req_line_i;
  end
  wire mrsp_miss = mrsp_id_i[IdW-1];
  reg  owed_q;
  reg  [IdW-1:0] owed_id_q;
  always @(posedge clk_i) begin
    owed_q    <= rst_ni && mrsp_valid_i && !mrsp_ready;
    owed_id_q <= mrsp_id_i;
  end
  always @* begin
    assume (!req_valid_i || (rst_ni && ( \u_dut.begun || (beg_i && beg_ready))));
    assume (!held_q || (req_valid_i && what_q == req_line_i));
    // Memory answers what it was asked: beats of a line that waits for it; an answer stays until it is taken.
    assume (!mrsp_valid_i || (rst_ni && locked[mrsp_miss] && !ready[mrsp_miss] && !replayed[mrsp_miss]));
    assume (!owed_q || (mrsp_valid_i && mrsp_id_i == owed_id_q));
    if (!rst_ni) assume (!beg_i);
  end

  ////////////////
  // Places     //
  ////////////////

  wire [CountW-1:0] list0 = lists[CountW-1:0], list1 = lists[2*CountW-1:CountW];
  integer s, m, k, places;
  reg     each;
  integer all, inside;
  always @* begin
    each   = 1'b1;
    all    = s1 + (s2n || s2r) + s3 + s4 + list0 + list1 + wons;
    inside = 0;
    for (s = 0; s < Requests; s = s + 1) begin
      places = (s1 && s1_slot == s) + ((s2n || s2r) && s2_slot == s) + (s3 && s3_slot == s) + (s4 && s4_slot == s);
      for (k = 0; k < Requests; k = k + 1) begin
        for (m = 0; m < 2; m = m + 1) begin
          if (k < lists[m*CountW +: CountW] && list[(m*(Requests+1)+k)*SlotW +: SlotW] == s) places = places + 1;
        end
        if (k < wons && won[k*SlotW +: SlotW] == s) places = places + 1;
      end
      if (places != used[s]) each = 1'b0;
      inside = inside + used[s];
    end
    if (all != inside || ( \u_dut.u_slots.valid_q && {1'b0, slot} >= Requests[SlotW:0])) each = 1'b0;
  end
  `PF_HOLDS(a_each, each)
  `PF_HOLDS(a_levels, list0 <= Requests && list1 <= Requests && wons <= Requests)
  `PF_HOLDS(a_one, !(s2n && s2r))

  // Misses
  `PF_HOLDS(a_used, mused == locked)
  `PF_HOLDS(a_states, (ready & ~locked) == 0 && (replayed & ~locked) == 0 && (ready & replayed) == 0)
  `PF_HOLDS(a_lists, (list0 == 0 || locked[0]) && (list1 == 0 || locked[1]))
  `PF_HOLDS(a_someone, (!locked[0] || replayed[0] || list0 != 0) && (!locked[1] || replayed[1] || list1 != 0))
  `PF_HOLDS(a_lines, !(&locked) || line0 != line1)
  `PF_HOLDS(a_ways, !(&locked) || line0[0] != line1[0] || mway[0] != mway[1])
  `PF_HOLDS(a_looked, !s2n || ((!locked[0] || line2[0] == (line0 == s2_line)) &&
                                 (!locked[1] || line2[1] == (line1 == s2_line))))
  `PF_HOLDS(a_set, !s2n || ((!locked[0] || set2[0] == (line0[0] == s2_line[0])) &&
                              (!locked[1] || set2[1] == (line1[0] == s2_line[0]))))
  `PF_HOLDS(a_offer, !s2n || mvalid)

  ////////////////
  // Two        //
  ////////////////

  // Any two slots; first_q: the request in slot a was taken before the one in slot b.
  (* anyconst *) wire [SlotW-1:0] a, b;
  reg [LineW-1:0] a_line_q, b_line_q;
  reg             first_q;
  always @* assume (a != b && {1'b0, a} < Requests[SlotW:0] && {1'b0, b} < Requests[SlotW:0]);
  always @(posedge clk_i) begin
    if (take && slot == a) a_line_q <= req_line_i;
    if (take && slot == b) b_line_q <= req_line_i;
    if (take && slot == a) first_q <= 1'b0;
    if (take && slot == b) first_q <= used[a];
  end
  wire both = used[a] && used[b] && first_q && a_line_q == b_line_q;

  // How far each is (0 S1 .. 6 queue of results), which list, how many before it
  reg [2:0] a_far, b_far;
  reg       a_list, b_list;
  reg [CountW-1:0] a_at, b_at;
  integer   i, j;
  always @* begin
    a_far  = 3'd7;
    b_far  = 3'd7;
    a_list = 1'b0;
    b_list = 1'b0;
    a_at   = 0;
    b_at   = 0;
    if (s1 && s1_slot == a) a_far = 3'd0;
    if (s1 && s1_slot == b) b_far = 3'd0;
    if (s2n && s2_slot == a) a_far = 3'd1;
    if (s2n && s2_slot == b) b_far = 3'd1;
    for (i = 0; i < Requests; i = i + 1) begin
      for (j = 0; j < 2; j = j + 1) begin
        if (i < lists[j*CountW +: CountW] && list[(j*(Requests+1)+i)*SlotW +: SlotW] == a) begin
          a_far  = 3'd2;
          a_list = j;
          a_at   = i;
        end
        if (i < lists[j*CountW +: CountW] && list[(j*(Requests+1)+i)*SlotW +: SlotW] == b) begin
          b_far  = 3'd2;
          b_list = j;
          b_at   = i;
        end
      end
      if (i < wons && won[i*SlotW +: SlotW] == a) begin
        a_far = 3'd6;
        a_at  = i;
      end
      if (i < wons && won[i*SlotW +: SlotW] == b) begin
        b_far = 3'd6;
        b_at  = i;
      end
    end
    if (s2r && s2_slot == a) a_far = 3'd3;
    if (s2r && s2_slot == b) b_far = 3'd3;
    if (s3 && s3_slot == a) a_far = 3'd4;
    if (s3 && s3_slot == b) b_far = 3'd4;
    if (s4 && s4_slot == a) a_far = 3'd5;
    if (s4 && s4_slot == b) b_far = 3'd5;
  end

  `PF_HOLDS(a_line, !used[a] || ((a_far != 3'd0 || s1_line == a_line_q) && (a_far != 3'd1 || s2_line == a_line_q) &&
                                  (a_far != 3'd2 || (a_list ? line1 : line0) == a_line_q)))
  `PF_HOLDS(b_line, !used[b] || ((b_far != 3'd0 || s1_line == b_line_q) && (b_far != 3'd1 || s2_line == b_line_q) &&
                                  (b_far != 3'd2 || (b_list ? line1 : line0) == b_line_q)))
  `PF_HOLDS(a_order, !both || a_far > b_far || (a_far == b_far && (a_far == 3'd2 || a_far == 3'd6) &&
                                                 a_list == b_list && a_at < b_at))
  `PF_HOLDS(a_leave, !both || !(pop && pop_slot == b))  // the aim; the rest is why

  ////////////////
  // Progress   //
  ////////////////

  wire moves   = take || new_go || s2n || s2r || s3 || s4 || pop || \u_dut.rep_go ;
  wire outside = |(locked & ~ready & ~replayed) || ! \u_dut.room || \u_dut.sweeping || \u_dut.walking ||
                 (res_valid && !res_ready_i);
  reg [2:0] still_q, owing_q;         // cycles without a move nor a cause; in which an answer was not taken
  always @(posedge clk_i) begin
    if (!rst_ni || moves || outside || used == 0) still_q <= 3'd0;
    else if (still_q != 3'd7)                     still_q <= still_q + 1'b1;
    if (!rst_ni || !mrsp_valid_i || mrsp_ready)   owing_q <= 3'd0;
    else if (owing_q != 3'd7)                     owing_q <= owing_q + 1'b1;
  end
  `PF_HOLDS(a_moves, still_q <= 1)
  `PF_HOLDS(a_taken, owing_q <= 4)
  // An answer that waits stops S1 and replays (hold_q), so the pipeline runs empty before it, stage by stage.
  `PF_HOLDS(a_hold, \u_dut.hold_q == (owing_q != 0))
  `PF_HOLDS(a_runs_dry, (owing_q < 2 || !(s2n || s2r)) && (owing_q < 3 || !s3) && (owing_q < 4 || !s4))

  // A request only goes on: a place further, or one nearer to the head of its list.
  reg [2:0]        far_q;
  reg [CountW-1:0] at_q;
  reg              was_q;
  always @(posedge clk_i) begin
    was_q <= rst_ni && used[a] && !(pop && pop_slot == a);
    far_q <= a_far;
    at_q  <= a_at;
  end
  `PF_HOLDS(a_forth, !was_q || (used[a] && (a_far > far_q || (a_far == far_q && a_at <= at_q))))
  // Only a list, a queue and S1 keep a request: it leaves any other place in the next cycle.
  `PF_HOLDS(a_stays, !was_q || a_far != far_q || far_q == 3'd0 || far_q == 3'd2 || far_q == 3'd6)
  // Two lines are never ready at once: with two misses, the one that is ready is the next.
  `PF_HOLDS(a_turn, ready != 2'b11)

  // A request is put behind another in a list, the other leaves, a third of the line comes: it is behind.
  `PF_COVER(c_behind, both && a_far == 3'd6 && b_far == 3'd2)
  `PF_COVER(c_replays, both && a_far == 3'd2 && b_far == 3'd2 && &replayed[0] && ready[1])
  `PF_COVER(c_third, both && a_far == 3'd3 && b_far == 3'd2 && s1 && s1_line == b_line_q)
  `PF_COVER(c_full, used == {Requests{1'b1}} && list0 + list1 == Requests)
  `PF_COVER(c_still, still_q == 1)
  `PF_COVER(c_owing, owing_q == 1)
  `PF_COVER(c_idle, idle && f_past && mused == 0)

endmodule

`resetall
