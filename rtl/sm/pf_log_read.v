// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_log_read: all reads of the write logs' memory: looks for a line, fetches entries, drains logs.
//
//   SEARCH  headers from entry `from` down --> line_i? --> hit_* (first match, or none at all)
//   FETCH   an entry ----------------------------\
//   DRAIN   headers 0.. --> [ headers, 2 * Slots ] +--> sectors --> [ data, Slots ] --> out_*, in order
//
//   [ next read ] --> mrd_*            mrsp_* --> what it is: [ tags, a pf_fifo in order of reads ]
//
// Reads are asked for one a cycle, whether answers have come or not: headers run ahead of the
// sectors that they turn out to need. A fetch or a drain is taken while others are on their way: of a
// drain as soon as all headers of the one before it are asked for. A search runs ahead too; headers
// that come after its match are stale: they are of the other turn, and dropped.
//
// Throughput  one read a cycle, up to Reads on their way; an entry drained or fetched in 1 + its
//             sectors cycles, while a memory latency passes within Slots of them.
// Latency     mrd_valid_o 2 cycles after a search or drain, 4 after a fetch; out_valid_o 2 cycles after
//             an entry's last answer.
// Errs        never.
// State bits  Slots * (2 * LineW + 2 * WarpW + 2 * EntryW + 1288) + Reads * TagW in memories; flops:
//             pointers, and 2 * WarpW + 3 * EntryW.
//
// warp_i and line_i stay while a search is at work. No output depends on an input but hit_*, which
// are what mrsp_data_i says. A fetch goes to work when no drain is on its way, a drain when no fetch.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_log_read #(
  parameter integer Warps   = `PF_WARPS,
  parameter integer Entries = `PF_LOG_ENTRIES,  // power of 2, at least 2
  parameter integer LineW   = `PF_LINE_W,       // at most 32
  parameter integer Slots   = 16,               // entries with data under way; power of 2, at least 2
  parameter integer Reads   = 64,               // reads on their way, at least 3
  // Derived: do not override.
  parameter integer WarpW   = (Warps > 1) ? $clog2(Warps) : 1,
  parameter integer EntryW  = $clog2(Entries),
  parameter integer MemW    = WarpW + EntryW + 3
) (
  input  wire              clk_i,
  input  wire              rst_ni,            // asynchronous, active low

  // What to do: at most one
  input  wire              go_search_i,
  output wire              go_search_ready_o,
  input  wire              go_fetch_i,
  output wire              go_fetch_ready_o,
  input  wire              go_drain_i,
  output wire              go_drain_ready_o,
  input  wire [WarpW-1:0]  warp_i,
  input  wire [EntryW-1:0] go_entry_i,        // SEARCH: the first; FETCH: the one; DRAIN: the last
  input  wire [LineW-1:0]  line_i,            // SEARCH
  input  wire [3:0]        go_need_i,         // FETCH: sectors, at least one
  input  wire [127:0]      go_mask_i,         // FETCH: comes back as out_mask_o

  // SEARCH: its result; no ready
  output wire              look_o,            // a header is compared
  output wire              hit_valid_o,       // the search's last result
  output wire              hit_found_o,
  output wire [EntryW-1:0] hit_entry_o,
  output wire [127:0]      hit_mask_o,

  // FETCH, DRAIN: entries
  output wire              out_valid_o,
  input  wire              out_ready_i,
  output wire [LineW-1:0]  out_line_o,        // DRAIN
  output wire [127:0]      out_mask_o,
  output wire [1023:0]     out_data_o,

  // Memory
  output wire              mrd_valid_o,
  input  wire              mrd_ready_i,
  output wire [MemW-1:0]   mrd_addr_o,
  input  wire              mrsp_valid_i,
  output wire              mrsp_ready_o,
  input  wire [255:0]      mrsp_data_i,

  output wire              idle_o
);

  localparam integer Heads = 2 * Slots;  // entries under way, from the question for their header on
  localparam integer SlotW = $clog2(Slots);
  localparam integer HeadW = SlotW + 1;
  localparam integer TagW  = WarpW + EntryW + 4;
  localparam integer AskW  = WarpW + EntryW + 4;
  localparam integer FlyW  = $clog2(Reads + 1);

  // Tags
  localparam [1:0] SEARCHED = 2'd0, HEADER = 2'd1, SECTOR = 2'd2, LAST = 2'd3;

  generate
    if (Warps < 1 || Entries != 1 << EntryW || EntryW < 1 || LineW < 1 || LineW > 32 || Reads < 3 ||
        Slots < 2 || Slots != 1 << SlotW) begin : g_bad_param
      PF_LOG_READ_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  integer i;

  ////////////////////////
  // Headers to ask for //
  ////////////////////////

  reg               send_q;    // SEARCH: more may be asked for
  reg               seek_q;    // SEARCH: not decided
  reg               turn_q;    // SEARCH: every other one
  reg  [EntryW-1:0] down_q;    // SEARCH: asked for next
  reg               heads_q;   // DRAIN: more are to be asked for
  reg  [WarpW-1:0]  warp_q;    // DRAIN: of
  reg  [EntryW-1:0] next_q;    // DRAIN: asked for next
  reg  [EntryW-1:0] last_q;    // DRAIN: the last
  reg  [HeadW:0]    taken_q;   // entries under way

  wire              go_search = go_search_i && go_search_ready_o;
  wire              go_fetch  = go_fetch_i && go_fetch_ready_o;
  wire              go_drain  = go_drain_i && go_drain_ready_o;

  assign go_search_ready_o = !seek_q;
  assign go_fetch_ready_o  = !taken_q[HeadW];
  assign go_drain_ready_o  = !heads_q;

  /////////////////////////////////////////
  // Entries whose sectors to ask for    //
  /////////////////////////////////////////

  wire              got_header;       // an entry's header is there
  wire [WarpW-1:0]  tag_warp;
  wire [EntryW-1:0] tag_entry;
  reg  [3:0]        wanted;           // sectors that it says

  wire              ask_valid, asked;
  wire [WarpW-1:0]  ask_warp;
  wire [EntryW-1:0] ask_entry;
  wire [3:0]        ask_need;

  always @* begin
    for (i = 0; i < 4; i = i + 1) wanted[i] = |mrsp_data_i[32 + 32*i +: 32];
  end

  // As many places as entries are under way at most: it is never full.
  /* verilator lint_off PINCONNECTEMPTY */
  pf_fifo #(
    .Width (AskW),
    .Depth (Heads),
    .Ram   (1)
  ) u_ask (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (got_header || go_fetch),
    .in_ready_o  (),
    .in_data_i   (go_fetch ? {warp_i, go_entry_i, go_need_i} : {tag_warp, tag_entry, wanted}),
    .out_valid_o (ask_valid),
    .out_ready_i (asked),
    .out_data_o  ({ask_warp, ask_entry, ask_need}),
    .level_o     ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  ////////////////////
  // The next read  //
  ////////////////////

  reg  [3:0]        asked_q;   // sectors of the entry at the front that are asked for
  reg  [SlotW:0]    held_q;    // data slots in use

  wire              room;      // for a tag
  reg               mrd_valid_q;
  reg  [MemW-1:0]   mrd_addr_q;
  wire              mrd_free = (!mrd_valid_q || mrd_ready_i) && room;

  wire [3:0]        need = ask_need & ~asked_q;
  wire [3:0]        rest = need & (need - 4'd1);
  wire [1:0]        sector = need[0] ? 2'd0 : need[1] ? 2'd1 : need[2] ? 2'd2 : 2'd3;
  wire              fresh = asked_q == 4'd0;
  wire              can_sector = ask_valid && !(fresh && held_q[SlotW]);
  wire              can_header = heads_q && !taken_q[HeadW];
  wire              pick_sector = mrd_free && can_sector;
  wire              pick_header = mrd_free && !can_sector && can_header;
  wire              pick_search = mrd_free && !can_sector && send_q;
  wire              pick = pick_sector || pick_header || pick_search;

  assign asked = pick_sector && rest == 4'd0;  // all of its sectors

  wire [TagW-1:0]   tag_in = pick_sector ? {ask_warp, ask_entry, sector, rest == 4'd0 ? LAST : SECTOR}
                           : pick_header ? {warp_q, next_q, 2'd0, HEADER}
                                         : {warp_i, down_q, 1'b0, turn_q, SEARCHED};

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mrd_valid_q <= 1'b0;
    end else if (pick) begin
      mrd_valid_q <= 1'b1;
    end else if (mrd_ready_i) begin
      mrd_valid_q <= 1'b0;
    end
  end

  always @(posedge clk_i) begin
    if (pick) begin
      mrd_addr_q <= pick_sector ? {ask_warp, ask_entry, {1'b0, sector} + 3'd1}
                  : pick_header ? {warp_q, next_q, 3'd0}
                                : {warp_i, down_q, 3'd0};
    end
  end

  assign mrd_valid_o = mrd_valid_q;
  assign mrd_addr_o  = mrd_addr_q;

  ////////////////
  // Answers    //
  ////////////////

  wire              tag_valid;
  wire [1:0]        tag_sector, tag_kind;
  wire [FlyW-1:0]   flying;

  pf_fifo #(
    .Width (TagW),
    .Depth (Reads),
    .Ram   (1)
  ) u_tags (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (pick),
    .in_ready_o  (room),
    .in_data_i   (tag_in),
    .out_valid_o (tag_valid),
    .out_ready_i (mrsp_valid_i),
    .out_data_o  ({tag_warp, tag_entry, tag_sector, tag_kind}),
    .level_o     (flying)
  );

  assign mrsp_ready_o = tag_valid;

  wire answer     = mrsp_valid_i && tag_valid;
  wire got_search = answer && tag_kind == SEARCHED && seek_q && tag_sector[0] == turn_q;  // else stale
  wire got_sector = answer && tag_kind[1];
  wire filled     = got_sector && tag_kind[0];
  wire same       = mrsp_data_i[LineW-1:0] == line_i;

  assign got_header  = answer && tag_kind == HEADER;
  assign look_o      = got_search;
  assign hit_valid_o = got_search && (same || tag_entry == {EntryW{1'b0}});
  assign hit_found_o = same;
  assign hit_entry_o = tag_entry;
  assign hit_mask_o  = mrsp_data_i[32 +: 128];

  ////////////////
  // Control    //
  ////////////////

  reg  [HeadW-1:0] hget_q, hout_q;  // headers: next written, next shown
  reg  [SlotW-1:0] fill_q, out_q;   // data: next written, next shown
  reg  [SlotW:0]   whole_q;         // slots whose data are there

  wire shown;  // an entry moves to the outputs
  wire hold  = pick_sector && fresh;
  wire taken = pick_header || go_fetch;

  assign idle_o = taken_q == {(HeadW+1){1'b0}} && !heads_q && !seek_q && flying == {FlyW{1'b0}};

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      send_q  <= 1'b0;
      seek_q  <= 1'b0;
      turn_q  <= 1'b0;
      heads_q <= 1'b0;
      asked_q <= 4'd0;
      hget_q  <= {HeadW{1'b0}};
      hout_q  <= {HeadW{1'b0}};
      fill_q  <= {SlotW{1'b0}};
      out_q   <= {SlotW{1'b0}};
      taken_q <= {(HeadW+1){1'b0}};
      held_q  <= {(SlotW+1){1'b0}};
      whole_q <= {(SlotW+1){1'b0}};
    end else begin
      send_q  <= go_search || (send_q && !hit_valid_o && !(pick_search && down_q == {EntryW{1'b0}}));
      seek_q  <= go_search || (seek_q && !hit_valid_o);
      turn_q  <= turn_q ^ go_search;
      heads_q <= go_drain || (heads_q && !(pick_header && next_q == last_q));
      if (pick_sector) asked_q <= asked ? 4'd0 : ask_need & ~rest;
      if (got_header || go_fetch) hget_q <= hget_q + 1'b1;
      if (filled) fill_q <= fill_q + 1'b1;
      if (shown) begin
        hout_q <= hout_q + 1'b1;
        out_q  <= out_q + 1'b1;
      end
      if (taken != shown)  taken_q <= taken ? taken_q + 1'b1 : taken_q - 1'b1;
      if (hold != shown)   held_q  <= hold ? held_q + 1'b1 : held_q - 1'b1;
      if (filled != shown) whole_q <= filled ? whole_q + 1'b1 : whole_q - 1'b1;
    end
  end

  always @(posedge clk_i) begin
    if (go_search)        down_q <= go_entry_i;
    else if (pick_search) down_q <= down_q - 1'b1;
    if (go_drain) begin
      warp_q <= warp_i;
      next_q <= {EntryW{1'b0}};
      last_q <= go_entry_i;
    end else if (pick_header) begin
      next_q <= next_q + 1'b1;
    end
  end

  ////////////////
  // Entries    //
  ////////////////

  reg shown_q;  // the memories' read registers hold an entry

  assign shown       = whole_q != {(SlotW+1){1'b0}} && (!shown_q || out_ready_i);
  assign out_valid_o = shown_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) shown_q <= 1'b0;
    else         shown_q <= shown || (shown_q && !out_ready_i);
  end

  pf_ram #(
    .Width (LineW + 128),
    .Depth (Heads)
  ) u_headers (
    .clk_i   (clk_i),
    .we_i    (got_header || go_fetch),
    .waddr_i (hget_q),
    .wdata_i ({go_fetch ? go_mask_i : mrsp_data_i[32 +: 128], mrsp_data_i[LineW-1:0]}),
    .re_i    (shown),
    .raddr_i (hout_q),
    .rdata_o ({out_mask_o, out_line_o})
  );

  reg [3:0] lane;
  always @* begin
    for (i = 0; i < 4; i = i + 1) lane[i] = got_sector && tag_sector == i[1:0];
  end

  pf_ram #(
    .Width (1024),
    .Depth (Slots),
    .Lanes (4)
  ) u_data (
    .clk_i   (clk_i),
    .we_i    (lane),
    .waddr_i (fill_q),
    .wdata_i ({4{mrsp_data_i}}),
    .re_i    (shown),
    .raddr_i (out_q),
    .rdata_o (out_data_o)
  );

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  reg f_drain_q;  // what is under way: drains, not fetches
  reg [HeadW:0] f_asks_q;  // entries in u_ask
  always @(posedge clk_i) if (go_drain || go_fetch) f_drain_q <= go_drain;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                                f_asks_q <= {(HeadW+1){1'b0}};
    else if ((got_header || go_fetch) != asked) f_asks_q <= asked ? f_asks_q - 1'b1 : f_asks_q + 1'b1;
  end

  `PF_ASSERT_KNOWN(a_ctrl_known, {go_search_i, go_fetch_i, go_drain_i, out_ready_i, mrd_ready_i, mrsp_valid_i})
  `PF_ASSERT(a_one_kind, {1'b0, go_search_i} + {1'b0, go_fetch_i} + {1'b0, go_drain_i} <= 2'd1)
  `PF_ASSERT(a_not_both, !(go_drain || go_fetch) || (taken_q == {(HeadW+1){1'b0}} && !heads_q) || f_drain_q == go_drain)
  `PF_ASSERT(a_search_alone, !go_search || !heads_q)
  `PF_ASSERT(a_fetch_needs, !go_fetch || go_need_i != 4'd0)
  `PF_ASSERT(a_header_needs, !got_header || wanted != 4'd0)
  `PF_ASSERT(a_asked_for, !mrsp_valid_i || flying != {FlyW{1'b0}})
  `PF_ASSERT(a_slots, taken_q <= Heads[HeadW:0] && held_q <= Slots[SlotW:0] && whole_q <= held_q &&
                      f_asks_q <= taken_q)
`endif

endmodule

`resetall
