// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_order: which phases of each warp of a block come before what a warp does now.
//
//   use_i (an access) -------> memory of warps: {waited, phase of each} --> know_o, waited_o
//   ev_* (barriers, fences) -> and of rows: barriers of each slot, fences --> the larger of both --> both
//
// Rows of a slot: 0 to 15 barriers, 16 all fences and releases. Whoever arrives ends its phase, if it
// has an access in it, and leaves what it knows in the row; whoever waits knows what is in the row. With
// leaves_i the next one that arrives finds the row empty. A warp's own place has its phase.
// forget_o: the phase has no next number, so a new epoch begins before the event (ok_i: it may).
// With Its lanes of a warp are threads, which only meetings of the warp order: whatever waits counts as one, and so does
// an event that neither arrives nor waits (__syncwarp). The number of meetings is kept beside what the warp knows.
//
// Throughput  one access a cycle; an event takes three.
// Latency     1 cycle from use_i to know_o and waited_o; 2 from ev_valid_i to ev_done_o.
// Errs        misses: a row is of all that arrive there, and fences have one of a slot.
// State bits  Warps * (Whos * PhaseW + 3) + 17 * Slots * (Whos * PhaseW + 2) + PhaseW + 6; with Its Warps * MeetW more.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_shared_order #(
  parameter integer Slots  = `PF_BLOCK_SLOTS,     // at least 1
  parameter integer Warps  = `PF_WARPS,           // of the SM, at least 1
  parameter integer Whos   = `PF_SHARED_WARPS,    // of a block, at least 1
  parameter integer PhaseW = `PF_SHARED_PHASE_W,  // at least 1
  parameter integer Its    = 0,                   // 1: lanes of a warp are threads, too
  parameter integer MeetW  = `PF_SHARED_MEET_W,   // at least 2
  // Derived: do not override.
  parameter integer SlotW  = (Slots > 1) ? $clog2(Slots) : 1,
  parameter integer WarpW  = (Warps > 1) ? $clog2(Warps) : 1,
  parameter integer WhoW   = (Whos > 1) ? $clog2(Whos) : 1
) (
  input  wire                   clk_i,
  input  wire                   rst_ni,      // asynchronous, active low

  // Operations, of this slot and warp
  input  wire [SlotW-1:0]       slot_i,
  input  wire [WarpW-1:0]       warp_i,      // of the SM
  input  wire [WhoW-1:0]        who_i,       // of the block
  input  wire [Warps-1:0]       warps_i,     // all of the block; not looked at with use_i

  // An access
  input  wire                   use_i,
  output wire [Whos*PhaseW-1:0] know_o,      // phases of each warp that come before it
  output wire                   waited_o,    // its warp has waited for anybody
  output wire [MeetW-1:0]       meet_o,      // Its: meetings of its warp's lanes

  // A new epoch of the slot: all is forgotten
  input  wire                   epoch_i,

  // An event: valid, and all that goes with it, stay until ev_done_o
  input  wire                   ev_valid_i,
  input  wire                   ev_go_i,     // it may begin: nobody waits for know_o
  input  wire [4:0]             ev_row_i,    // 0 to 16
  input  wire                   ev_arrives_i,
  input  wire                   ev_waits_i,
  input  wire                   ev_leaves_i,
  output wire                   ev_done_o,
  output wire                   forget_o,    // with ev_done_o
  input  wire                   ok_i         // slot_i may have a new epoch
);

  generate
    if (Slots < 1 || Warps < 1 || Whos < 1 || PhaseW < 1 || Its < 0 || Its > 1 || MeetW < 2) begin : g_bad_param
      PF_SHARED_ORDER_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  localparam integer Rows  = 17;
  localparam integer RowsW = $clog2(Slots * Rows);
  localparam integer KnowW = Whos * PhaseW;
  localparam integer OwnW  = KnowW + 1 + (Its != 0 ? MeetW : 0);

  // In use: nothing is known to a warp, or is in a row, that was not written in this epoch.
  reg  [Warps-1:0]      used_q, knows_q;   // used: it has an access in its phase
  reg  [Slots*Rows-1:0] filled_q;
  reg                   knew_q;            // knows_q of the access or the event's warp
  reg                   event_q;           // an event's rows have been read
  reg                   was_used_q, was_filled_q;
  reg                   full_q, sure_q;    // its phase has no next number; that is known
  reg  [PhaseW-1:0]     next_q;            // ... the next number

  wire                  begins   = ev_valid_i && ev_go_i && !event_q;
  wire [Warps-1:0]      warp     = {{(Warps-1){1'b0}}, 1'b1} << warp_i;
  wire [RowsW-1:0]      base     = {{(RowsW-SlotW){1'b0}}, slot_i};
  wire [RowsW-1:0]      place    = (base << 4) + base + {{(RowsW-5){1'b0}}, ev_row_i};
  wire                  done     = sure_q && (!full_q || ok_i);
  wire                  clear    = epoch_i || (done && forget_o);
  wire                  fills    = done && (ev_arrives_i || ev_leaves_i);
  wire [Slots*Rows-1:0] row      = {{(Slots*Rows-1){1'b0}}, 1'b1} << place;
  wire [Slots*Rows-1:0] of_slot  = {{(Slots*Rows-Rows){1'b0}}, {Rows{1'b1}}} << ((base << 4) + base);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q   <= {Warps{1'b0}};
      knows_q  <= {Warps{1'b0}};
      filled_q <= {(Slots*Rows){1'b0}};
      event_q  <= 1'b0;
      sure_q   <= 1'b0;
    end else begin
      event_q  <= begins || (event_q && !done);
      sure_q   <= event_q && !done;
      used_q   <= (used_q & ~(clear ? warps_i : {Warps{1'b0}}) & ~(done && ev_arrives_i ? warp : {Warps{1'b0}})) |
                  (use_i ? warp : {Warps{1'b0}});
      knows_q  <= (knows_q & ~(clear ? warps_i : {Warps{1'b0}})) | (done ? warp : {Warps{1'b0}});
      filled_q <= (filled_q & ~(clear ? of_slot : {(Slots*Rows){1'b0}})) | (fills ? row : {(Slots*Rows){1'b0}});
    end
  end

  wire              knows  = knows_q[warp_i];
  wire              used   = used_q[warp_i];
  wire              filled = filled_q[place];
  wire [OwnW-1:0]   know, know_next;  // {Its: meetings, has waited, phases}
  wire [KnowW:0]    kept, kept_next;  // {the next one finds it empty, phases}
  wire [PhaseW-1:0] own    = know[who_i*PhaseW +: PhaseW] & {PhaseW{knew_q}};

  // A meeting of its lanes, of which the number is the last one
  wire              meets  = Its != 0 && (ev_waits_i || !ev_arrives_i);
  wire              met    = meets && &meet_o;

  // What is not of the files comes out of flops: on from here there are two numbers to compare.
  always @(posedge clk_i) begin
    if (use_i || begins) knew_q <= knows;
    if (begins) begin
      was_used_q   <= used && ev_arrives_i;
      was_filled_q <= filled;
    end
    if (event_q && !sure_q) begin
      full_q <= (was_used_q && &own) || met;
      next_q <= own + {{(PhaseW-1){1'b0}}, 1'b1};
    end
  end

  pf_ram #(
    .Width (OwnW),
    .Depth (Warps)
  ) u_know (
    .clk_i   (clk_i),
    .we_i    (done),
    .waddr_i (warp_i),
    .wdata_i (know_next),
    .re_i    (use_i || begins),
    .raddr_i (warp_i),
    .rdata_o (know)
  );

  pf_ram #(
    .Width (KnowW + 1),
    .Depth (Slots * Rows)
  ) u_rows (
    .clk_i   (clk_i),
    .we_i    (fills),
    .waddr_i (place),
    .wdata_i (kept_next),
    .re_i    (begins),
    .raddr_i (place),
    .rdata_o (kept)
  );

  assign know_o   = know[KnowW-1:0] & {KnowW{knew_q}};
  assign waited_o = know[KnowW] && knew_q;

  ////////////////
  // An event   //
  ////////////////

  wire              alive = knew_q && !full_q;
  wire              rests = was_filled_q && !full_q && !(ev_arrives_i && kept[KnowW]);
  wire              ends  = was_used_q && !full_q;

  assign forget_o = sure_q && full_q;

  genvar w;
  generate
    for (w = 0; w < Whos; w = w + 1) begin : g_who
      wire [PhaseW-1:0] before = know[w*PhaseW +: PhaseW] & {PhaseW{alive}};
      wire [PhaseW-1:0] mine   = (ends && who_i == w) ? next_q : before;
      wire [PhaseW-1:0] theirs = kept[w*PhaseW +: PhaseW] & {PhaseW{rests}};
      wire [PhaseW-1:0] both   = (mine > theirs) ? mine : theirs;
      assign know_next[w*PhaseW +: PhaseW] = ev_waits_i ? both : mine;
      assign kept_next[w*PhaseW +: PhaseW] = ev_arrives_i ? both : theirs;
    end
  endgenerate
  generate
    if (Its != 0) begin : g_meet
      assign meet_o = know[KnowW+1 +: MeetW] & {MeetW{knew_q}};
      reg [MeetW-1:0] meet_q;
      always @(posedge clk_i) if (event_q && !sure_q) meet_q <= meet_o + {{(MeetW-1){1'b0}}, meets};
      assign know_next[KnowW+1 +: MeetW] = meet_q & {MeetW{!full_q}};
    end else begin : g_no_meet
      assign meet_o = {MeetW{1'b0}};
    end
  endgenerate
  assign know_next[KnowW] = ev_waits_i || (know[KnowW] && alive);
  assign kept_next[KnowW] = ev_leaves_i;
  assign ev_done_o        = done;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT(a_one, !(use_i && (event_q || begins || epoch_i)) && !(epoch_i && event_q))
  `PF_ASSERT(a_row_inside, !ev_valid_i || ev_row_i <= 5'd16)
  `PF_ASSERT(a_valid_stays, !event_q || ev_valid_i)
`ifndef FORMAL
  `PF_ASSERT_KNOWN(a_ctrl_known, {use_i, epoch_i, ev_valid_i, ev_go_i})
  `PF_ASSERT(a_who_inside, !(use_i || ev_valid_i) || ({1'b0, who_i} < Whos[WhoW:0] &&
                                                      {1'b0, warp_i} < Warps[WarpW:0] &&
                                                      {1'b0, slot_i} < Slots[SlotW:0]))
`endif
`endif

endmodule

`resetall
