// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_meta_misses: the requests of the metadata cache that wait for rows on their way, in a list for each row.
//
//   lock_i: a row is fetched for this request ────────> the first of a new list
//   join_i: this one wants it, too, behind tail_i ────> next[tail] = slot, more_q[tail]
//   fill_*: the row of the list that begins with slot ─> queue ─> rep: its requests, one a cycle ─> none left: end_*
//
// Nothing is kept for a row but where its list begins, and that comes with the row: so as many can be on their way as
// there are requests. Where a list ends the user knows: his tags have it.
// A row is no more on its way when end_valid_o says so. A join of the cycle before goes into the list, one in the same
// cycle must not come: the list was empty, so the user does not see the row as one on its way. A request that was
// put behind one which has gone meanwhile begins the row's list anew, behind other rows that are there; in that cycle
// no row can come (fill_wait_o).
//
// Throughput  a lock or join, a row and a replayed request a cycle.
// Latency     the first request is replayed 3 cycles after its row came.
// Errs        never.
// State bits  Requests + 5 * SlotW + 2 * (AtW + NoteW) + 5, and a pf_fifo; memory Requests * (2 * SlotW + AtW + NoteW).

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_meta_misses #(
  parameter integer Requests = 32,         // at least 2
  parameter integer AtW      = 9,          // place of a row
  parameter integer NoteW    = 2,          // what the user keeps with a row, at least 1
  // Derived: do not override.
  parameter integer SlotW    = $clog2(Requests)
) (
  input  wire             clk_i,
  input  wire             rst_ni,          // asynchronous, active low

  input  wire             lock_i,
  input  wire             join_i,          // not both
  input  wire [SlotW-1:0] slot_i,
  input  wire [SlotW-1:0] tail_i,          // join: the last one of its list
  input  wire [AtW-1:0]   at_i,            // lock: place of the row
  input  wire [NoteW-1:0] note_i,          // lock

  input  wire             fill_valid_i,    // it is there
  input  wire [SlotW-1:0] fill_slot_i,     // that of its lock_i
  output wire             fill_wait_o,     // none can come

  output wire             rep_valid_o,
  input  wire             rep_ready_i,
  output wire [SlotW-1:0] rep_slot_o,
  output wire [AtW-1:0]   rep_at_o,
  output wire [NoteW-1:0] rep_note_o,

  output wire             end_valid_o,     // no request waits for this row any more
  output wire [AtW-1:0]   end_at_o,
  output wire [NoteW-1:0] end_note_o
);

  localparam integer InfoW = AtW + NoteW;

  generate
    if (Requests < 2 || AtW < 1 || NoteW < 1 || SlotW != $clog2(Requests)) begin : g_bad_param
      PF_META_MISSES_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // State      //
  ////////////////

  reg                lock_q, join_q;       // lock_i, join_i of the cycle before
  reg  [SlotW-1:0]   slot_q, tail_q;
  reg  [InfoW-1:0]   info_q;
  reg  [Requests-1:0] more_q;              // there is one behind it
  reg                rep_valid_q;
  reg  [SlotW-1:0]   rep_q;
  reg                end_q;                // a list was empty
  reg  [SlotW-1:0]   end_slot_q;           // its last request
  reg  [InfoW-1:0]   end_info_q;

  wire               ready;                // a row that is there waits
  wire [SlotW-1:0]   ready_slot, next;
  wire [InfoW-1:0]   info;
  wire [$clog2(Requests+1)-1:0] unused_level;
  wire               unused_room;

  wire               again = end_q && join_q && tail_q == end_slot_q;  // somebody came, behind the last one that went
  wire               link  = join_q && !again;
  wire               joins = link && tail_q == rep_q;
  wire               more  = more_q[rep_q] || joins;
  wire               ends  = rep_ready_i && !more;
  wire               load  = ready && (!rep_valid_q || ends);
  wire [SlotW-1:0]   rep   = load ? ready_slot : !rep_ready_i ? rep_q : joins ? slot_q : next;

  localparam [Requests-1:0] FIRST = 1;
  wire [Requests-1:0] left   = rep_ready_i ? FIRST << rep_q : {Requests{1'b0}};
  wire [Requests-1:0] linked = link ? FIRST << tail_q : {Requests{1'b0}};

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lock_q      <= 1'b0;
      join_q      <= 1'b0;
      rep_valid_q <= 1'b0;
      end_q       <= 1'b0;
      more_q      <= {Requests{1'b0}};
    end else begin
      lock_q      <= lock_i;
      join_q      <= join_i;
      rep_valid_q <= load || (rep_valid_q && !ends);
      end_q       <= ends;
      more_q      <= (more_q | linked) & ~left;
    end
  end
  always @(posedge clk_i) begin
    slot_q     <= slot_i;
    tail_q     <= tail_i;
    info_q     <= {at_i, note_i};
    rep_q      <= rep;
    end_slot_q <= rep_q;
    end_info_q <= info;
  end

  ////////////////
  // Memories   //
  ////////////////

  pf_fifo #(
    .Width (SlotW),
    .Depth (Requests),
    .Ram   (1)
  ) u_ready (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (fill_valid_i || again),
    .in_ready_o  (unused_room),
    .in_data_i   (again ? slot_q : fill_slot_i),
    .out_valid_o (ready),
    .out_ready_i (load),
    .out_data_o  (ready_slot),
    .level_o     (unused_level)
  );

  pf_ram #(
    .Width (InfoW),
    .Depth (Requests)
  ) u_info (
    .clk_i   (clk_i),
    .we_i    (lock_q || again),
    .waddr_i (slot_q),
    .wdata_i (again ? end_info_q : info_q),
    .re_i    (load),
    .raddr_i (ready_slot),
    .rdata_o (info)
  );

  // The link of the request on show, as of the cycle before; one that is put now is in slot_q.
  wire [SlotW-1:0] unused_last;
  pf_through_ram #(
    .Width (SlotW),
    .Depth (Requests)
  ) u_next (
    .clk_i   (clk_i),
    .we_i    (link),
    .waddr_i (tail_q),
    .wdata_i (slot_q),
    .re_i    (1'b1),
    .raddr_i (rep),
    .rdata_o (next),
    .last_o  (unused_last)
  );

  assign fill_wait_o = again;
  assign rep_valid_o = rep_valid_q;
  assign rep_slot_o  = rep_q;
  assign {rep_at_o, rep_note_o} = info;
  assign end_valid_o = end_q && !again;
  assign {end_at_o, end_note_o} = end_info_q;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  reg [Requests-1:0] f_away_q;             // a list begins with it, and its row is on its way
  integer            f;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_away_q <= {Requests{1'b0}};
    else for (f = 0; f < Requests; f = f + 1) begin
      if (lock_i && slot_i == f[SlotW-1:0]) f_away_q[f] <= 1'b1;
      else if (fill_valid_i && fill_slot_i == f[SlotW-1:0]) f_away_q[f] <= 1'b0;
    end
  end

  `PF_ASSERT_KNOWN(a_ctrl_known, {lock_i, join_i, fill_valid_i, rep_ready_i})
  `PF_ASSERT(a_one, !lock_i || !join_i)
  `PF_ASSERT(a_fill, !fill_valid_i || (!again && f_away_q[fill_slot_i]))
  `PF_ASSERT(a_ready, !rep_ready_i || rep_valid_q)
  `PF_ASSERT(a_room, unused_room || !(fill_valid_i || again))
  `PF_ASSERT(a_link, !link || !more_q[tail_q])
  `PF_COVER(c_again, again)
  `PF_COVER(c_joins, joins && rep_ready_i)
`endif

endmodule

`resetall
