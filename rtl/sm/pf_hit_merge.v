// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_hit_merge: packets of L1 hits, which nobody waits for: hits of one instruction in a line go as one, beside the L1's out queue.
//
//   a hit with its tag --> like the last one? --> its words into that one
//                               |
//                               +- no --> last --> pf_fifo --> out_*   the oldest: when the out queue has nothing to send,
//   a packet that stays in the out queue:                              Patience cycles later before it, and at once before
//   who comes later goes behind it                                     a packet of the queue that has to follow one in here
//
// The L1 tells of its packets in the order of their accesses, each when it has its tag: ev_hit_i is one that leaves the out queue for
// this buffer, any other one stays in the queue, and head_leaves_i says that the queue's first has gone. Order is that of accesses for
// all packets of a line, and for a message (a fence, an epoch) and everything else: the queue's first waits (head_wait_o) until
// older hits of its line have left, a message until all older ones have, and a hit until all that is older than its packet's first has
// left the queue. Hits leave in their own order. A hit becomes words of the last one if line, tag and pc are equal and no packet of that line and
// no message has come between. A word that is in it already is left out, if ev_once_i says that the second access changes nothing
// and both touch the whole word, or both a part; else the hit is a packet of its own (docs/reference-models.md, packets of L1 hits).
// A place is taken when the access hits (take_*), as its tag comes later.
//
// Throughput  a packet a cycle in, a hit a cycle out, but a cycle's pause behind one that left an empty pf_fifo.
// Latency     1 cycle from the hit to out_valid_o, 2 more once another one has come; Cycles, when the out queue is empty.
// Errs        none: each word once, but those left out.
// Handshake   no output depends on an input. A packet of the queue leaves in the cycle after its
//             ev_* at the earliest, and while head_wait_o is 0. What out_* offer may grow until it is taken.
// State bits  Entries * (LineW + clog2(Queue+1) + clog2(Cycles+Patience+1) + 1 + Queue) + LineW + PF_TAG_W + PcW + 66, and pointers
//             (ref: 1121 in all); pf_ram: (Entries-1) * (LineW + PF_TAG_W + PcW + 64).

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_hit_merge #(
  parameter integer LineW    = 30,             // of a byte address / 128, at least 1
  parameter integer PcW      = `PF_RACE_PC_W,  // at least 1
  parameter integer Entries  = 16,             // packets, at least 4
  parameter integer Queue    = 16,             // packets of the out queue, at least 1
  parameter integer Cycles   = 0,              // that a hit waits for others, at least 0
  parameter integer Patience = 16              // ... and then, while the out queue has something to send, at least 0
) (
  input  wire                 clk_i,
  input  wire                 rst_ni,         // asynchronous, active low

  // A place, for an access that hits
  input  wire                 take_valid_i,
  output wire                 take_ready_o,

  // A packet has its tag; never more hits than places were taken for
  input  wire                 ev_valid_i,
  input  wire                 ev_hit_i,
  input  wire                 ev_message_i,   // of the out queue: a fence, an epoch
  input  wire [LineW-1:0]     ev_line_i,      // of all but messages
  input  wire [1:0]           ev_sector_i,    // of a hit, from here on
  input  wire [7:0]           ev_words_i,     // ... at least one
  input  wire [7:0]           ev_subs_i,      // ... of these, touched in part
  input  wire [`PF_TAG_W-1:0] ev_tag_i,
  input  wire [PcW-1:0]       ev_pc_i,
  input  wire                 ev_once_i,      // read again, a word's entry is as it was

  // The out queue's first
  output wire                 head_wait_o,    // a hit goes before it
  input  wire                 head_leaves_i,

  input  wire                 drain_i,        // nobody comes: hits wait for no others

  output wire                 out_valid_o,
  output wire                 out_urgent_o,   // before the out queue's packets
  input  wire                 out_ready_i,
  output wire [LineW-1:0]     out_line_o,
  output wire [31:0]          out_words_o,
  output wire [31:0]          out_subs_o,
  output wire [`PF_TAG_W-1:0] out_tag_o,
  output wire [PcW-1:0]       out_pc_o,

  output wire                 evt_merged_o,   // a hit became words of another one, in the cycle before
  output wire                 idle_o          // no hit is here
);

  localparam integer     PtrW   = $clog2(Entries);
  localparam integer     CountW = $clog2(Entries + 1);
  localparam integer     QueueW = $clog2(Queue + 1);
  localparam integer     QptrW  = (Queue > 1) ? $clog2(Queue) : 1;
  localparam integer     QLastI = Queue - 1;
  localparam [QptrW-1:0] QLAST  = QLastI[QptrW-1:0];
  localparam integer     Most   = Cycles + Patience;
  localparam integer     AgeW   = (Most > 0) ? $clog2(Most + 1) : 1;
  localparam integer     DataW  = LineW + 64 + `PF_TAG_W + PcW;
  localparam integer     FifoW  = $clog2(Entries);
  localparam integer     LastI  = Entries - 1;
  localparam [PtrW-1:0]  LAST   = LastI[PtrW-1:0];

  generate
    if (LineW < 1 || PcW < 1 || Entries < 4 || Queue < 1 || Cycles < 0 || Patience < 0) begin : g_bad_param
      PF_HIT_MERGE_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // In         //
  ////////////////

  reg                    last_q, open_q;      // a last one is here; and takes more
  reg                    merged_q, drain_q;
  reg  [LineW-1:0]       line_q;
  reg  [31:0]            words_q, subs_q;
  reg  [`PF_TAG_W-1:0]   tag_q;
  reg  [PcW-1:0]         pc_q;
  reg  [QueueW-1:0]      passed_q;            // packets of the out queue that have their tags
  reg  [CountW-1:0]      taken_q;             // places

  wire [FifoW-1:0]       fifo_level;
  wire                   empty  = fifo_level == {FifoW{1'b0}};
  wire                   last_leaves;
  wire                   hit    = ev_valid_i && ev_hit_i;
  wire                   pass   = ev_valid_i && !ev_hit_i;
  wire                   leaves = out_valid_o && out_ready_i;
  wire [31:0]            words  = {24'd0, ev_words_i} << {ev_sector_i, 3'd0};
  wire [31:0]            subs   = {24'd0, ev_words_i & ev_subs_i} << {ev_sector_i, 3'd0};
  wire [31:0]            again  = words & words_q;
  wire                   near   = ev_line_i == line_q;
  wire                   like   = near && ev_tag_i == tag_q && ev_pc_i == pc_q;
  wire                   twice  = |again && !(ev_once_i && (again & (subs ^ subs_q)) == 32'd0);
  wire                   merges = hit && last_q && open_q && like && !twice && !last_leaves;
  wire                   puts   = hit && !merges;
  wire                   takes  = take_valid_i && take_ready_o;
  wire                   moves  = puts && last_q && !last_leaves;  // the last one is that no more

  assign take_ready_o = taken_q != Entries[CountW-1:0];
  assign evt_merged_o = merged_q;
  assign idle_o       = !last_q && empty && !merged_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      last_q   <= 1'b0;
      open_q   <= 1'b0;
      merged_q <= 1'b0;
      drain_q  <= 1'b0;
      passed_q <= {QueueW{1'b0}};
      taken_q  <= {CountW{1'b0}};
    end else begin
      last_q   <= puts || (last_q && !last_leaves);
      merged_q <= merges;
      drain_q  <= drain_i;
      open_q   <= puts || (open_q && !(pass && (ev_message_i || near)));
      passed_q <= passed_q + {{(QueueW-1){1'b0}}, pass} - {{(QueueW-1){1'b0}}, head_leaves_i};
      taken_q  <= taken_q + {{(CountW-1){1'b0}}, takes} - {{(CountW-1){1'b0}}, merges} - {{(CountW-1){1'b0}}, leaves};
    end
  end
  always @(posedge clk_i) begin
    if (puts) {line_q, tag_q, pc_q} <= {ev_line_i, ev_tag_i, ev_pc_i};
    if (puts || merges) begin
      words_q <= words | (words_q & {32{merges}});
      subs_q  <= subs | (subs_q & {32{merges}});
    end
  end

  ////////////////
  // Places     //
  ////////////////

  // By place: its line, how many packets of the out queue are older, how long it has been here.
  reg  [PtrW-1:0]        wptr_q, rptr_q;
  reg  [Entries-1:0]     valid_q;
  wire [Entries-1:0]     first;               // nothing of the out queue is older
  wire [Entries-1:0]     before;              // it has to leave before the packet that comes now
  wire [Entries*AgeW-1:0] ages;
  wire [QueueW-1:0]      older = passed_q - {{(QueueW-1){1'b0}}, head_leaves_i};

  genvar i;
  generate
    for (i = 0; i < Entries; i = i + 1) begin : g_place
      localparam [PtrW-1:0] SELF = i;
      reg  [LineW-1:0]  at_q;
      reg  [QueueW-1:0] older_q;
      reg  [AgeW-1:0]   age_q;
      wire              put = puts && wptr_q == SELF;

      always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni)  valid_q[i] <= 1'b0;
        else          valid_q[i] <= put || (valid_q[i] && !(leaves && rptr_q == SELF));
      end
      always @(posedge clk_i) begin
        if (put) at_q <= ev_line_i;
        if (put)                               older_q <= older;
        else if (head_leaves_i && |older_q)    older_q <= older_q - 1'b1;
        if (put)                               age_q <= {AgeW{1'b0}};
        else if (valid_q[i] && age_q != Most[AgeW-1:0]) age_q <= age_q + 1'b1;
      end

      assign first[i]              = valid_q[i] && older_q == {QueueW{1'b0}};
      assign before[i]             = valid_q[i] && (ev_message_i || at_q == ev_line_i) && !(leaves && rptr_q == SELF);
      assign ages[i*AgeW +: AgeW]  = age_q;
    end
  endgenerate

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q <= {PtrW{1'b0}};
      rptr_q <= {PtrW{1'b0}};
    end else begin
      if (puts)   wptr_q <= (wptr_q == LAST) ? {PtrW{1'b0}} : wptr_q + 1'b1;
      if (leaves) rptr_q <= (rptr_q == LAST) ? {PtrW{1'b0}} : rptr_q + 1'b1;
    end
  end

  // By packet of the out queue: the places that have to leave before it.
  reg  [QptrW-1:0]       qwptr_q, qrptr_q;
  reg  [Queue*Entries-1:0] needs_q;
  wire [Entries-1:0]     left = {{(Entries-1){1'b0}}, leaves} << rptr_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      qwptr_q <= {QptrW{1'b0}};
      qrptr_q <= {QptrW{1'b0}};
    end else begin
      if (pass)          qwptr_q <= (qwptr_q == QLAST) ? {QptrW{1'b0}} : qwptr_q + 1'b1;
      if (head_leaves_i) qrptr_q <= (qrptr_q == QLAST) ? {QptrW{1'b0}} : qrptr_q + 1'b1;
    end
  end
  generate
    for (i = 0; i < Queue; i = i + 1) begin : g_needs
      localparam [QptrW-1:0] SELF = i;
      always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni)                       needs_q[i*Entries +: Entries] <= {Entries{1'b0}};
        else if (pass && qwptr_q == SELF)  needs_q[i*Entries +: Entries] <= before;
        else                               needs_q[i*Entries +: Entries] <= needs_q[i*Entries +: Entries] & ~left;
      end
    end
  endgenerate

  assign head_wait_o = |needs_q[qrptr_q*Entries +: Entries];

  ////////////////
  // Out        //
  ////////////////

  wire                   fifo_valid;
  wire [DataW-1:0]       fifo_data;
  wire                   unused_room;

  pf_fifo #(
    .Width (DataW),
    .Depth (Entries - 1),
    .Ram   (1)
  ) u_fifo (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (moves),
    .in_ready_o  (unused_room),
    .in_data_i   ({line_q, words_q, subs_q, tag_q, pc_q}),
    .out_valid_o (fifo_valid),
    .out_ready_i (leaves && !empty),
    .out_data_o  (fifo_data),
    .level_o     (fifo_level)
  );

  wire [AgeW-1:0]   age   = ages[rptr_q*AgeW +: AgeW];
  wire              shown = empty ? last_q : fifo_valid;
  wire              now   = drain_q || !take_ready_o;
  wire              old;
  generate
    if (Cycles == 0) begin : g_at_once
      assign old = 1'b1;
    end else begin : g_later
      assign old = age >= Cycles[AgeW-1:0];
    end
  endgenerate

  assign out_valid_o  = shown && first[rptr_q] && (now || old || head_wait_o);
  assign out_urgent_o = now || age == Most[AgeW-1:0] || head_wait_o;
  assign last_leaves  = leaves && empty;
  assign {out_line_o, out_words_o, out_subs_o, out_tag_o, out_pc_o} = empty ? {line_q, words_q, subs_q, tag_q, pc_q} : fifo_data;

  ////////////////
  // Checks     //
  ////////////////

`ifdef SYNTHESIS
  wire unused = &{1'b0, unused_room};
`else
  `PF_ASSERT_KNOWN(a_ctrl_known, {take_valid_i, ev_valid_i, head_leaves_i, drain_i, out_ready_i})
  `PF_ASSERT_KNOWN(a_out_known, {take_ready_o, head_wait_o, out_valid_o, idle_o})
  `PF_ASSERT(a_room, !moves || unused_room)
  `PF_ASSERT(a_place, !puts || !valid_q[wptr_q])
  `PF_ASSERT(a_queue, !pass || head_leaves_i || passed_q != Queue[QueueW-1:0])
  `PF_ASSERT(a_leaves, !head_leaves_i || (passed_q != {QueueW{1'b0}} && !head_wait_o))
  `PF_COVER(c_merge, merges)
  `PF_COVER(c_wait, head_wait_o && !empty)
`endif

`ifdef PF_PROVE_HIT_MERGE
  `include "pf_hit_merge_proof.vh"
`endif

endmodule

`resetall
