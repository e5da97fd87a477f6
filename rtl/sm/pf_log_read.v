// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_log_read: all reads of the write logs' memory: looks for a line, fetches an entry, drains a log.
//
//   SEARCH  headers from entry `from` down --> line_i? --> hit_* (first match, or none at all)
//   FETCH   sectors of one entry ------------\
//   DRAIN   headers 0.. --> needs --> sectors +--> ring of Slots entries --> out_*, oldest first
//
//   [ next read ] --> mrd_*            mrsp_* --> what it is: [ tags, a pf_fifo in order of reads ]
//
// Reads are asked for one a cycle, whether answers have come or not: headers run ahead of the
// sectors that they turn out to need, by as many entries as there are slots. A search runs ahead
// too; headers that come after its match are stale and are dropped. A search begins only when no
// stale one is on its way.
//
// Throughput  one read a cycle, up to Reads on their way; an entry drained in 1 + its sectors cycles
//             while two memory latencies pass within Slots of them.
// Latency     mrd_valid_o 2 cycles after go_valid_i; out_valid_o 2 cycles after an entry's last answer.
// Wrong side  never.
// State bits  Slots * (LineW + 1152) + Reads * TagW in memories; flops: 4 * Slots and pointers.
//
// warp_i and line_i stay while the unit is at work. No output depends on an input but hit_*, which
// are what mrsp_data_i says.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_log_read #(
  parameter integer Warps   = `PF_WARPS,
  parameter integer Entries = `PF_LOG_ENTRIES,  // power of 2, at least 2
  parameter integer LineW   = `PF_LINE_W,       // at most 32
  parameter integer Slots   = 8,                // entries under way in a drain; power of 2, at least 2
  parameter integer Reads   = 32,               // reads on their way, at least 3
  // Derived: do not override.
  parameter integer WarpW   = (Warps > 1) ? $clog2(Warps) : 1,
  parameter integer EntryW  = $clog2(Entries),
  parameter integer MemW    = WarpW + EntryW + 3
) (
  input  wire              clk_i,
  input  wire              rst_ni,         // asynchronous, active low

  // What to do; search and fetch and drain: at most one
  input  wire              go_search_i,
  input  wire              go_fetch_i,
  input  wire              go_drain_i,
  output wire              go_ready_o,
  input  wire [EntryW-1:0] go_entry_i,     // SEARCH: the first; FETCH: the one; DRAIN: the last
  input  wire [3:0]        go_need_i,      // FETCH: sectors, at least one
  input  wire [WarpW-1:0]  warp_i,
  input  wire [LineW-1:0]  line_i,         // SEARCH

  // SEARCH: what came of it; no ready
  output wire              look_o,         // a header is compared
  output wire              hit_valid_o,    // the last of them
  output wire              hit_found_o,
  output wire [EntryW-1:0] hit_entry_o,
  output wire [127:0]      hit_mask_o,

  // FETCH, DRAIN: entries; of a FETCH the data alone
  output wire              out_valid_o,
  input  wire              out_ready_i,
  output wire [LineW-1:0]  out_line_o,
  output wire [127:0]      out_mask_o,
  output wire [1023:0]     out_data_o,
  output wire              busy_o,         // entries are to come

  // Memory
  output wire              mrd_valid_o,
  input  wire              mrd_ready_i,
  output wire [MemW-1:0]   mrd_addr_o,
  input  wire              mrsp_valid_i,
  output wire              mrsp_ready_o,
  input  wire [255:0]      mrsp_data_i,

  output wire              idle_o
);

  localparam integer SlotW = $clog2(Slots);
  localparam integer TagW  = 4;
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

  ////////////////////
  // The next read  //
  ////////////////////

  reg               send_q;                    // SEARCH: more headers may be asked for
  reg               seek_q;                    // SEARCH: not decided
  reg               heads_q;                   // DRAIN: more headers are to be asked for
  reg               drain_q;                   // entries of a drain, not of a fetch
  reg  [EntryW-1:0] next_q;                    // header asked for next
  reg  [EntryW-1:0] last_q;                    // DRAIN: last entry
  reg  [EntryW-1:0] at_q;                      // SEARCH: entry compared next; else entry whose sectors are fetched
  reg  [EntryW:0]   left_q;                    // entries that have not left
  reg  [SlotW-1:0]  hgot_q, ask_q, fill_q, out_q;  // slots: next header, next sectors, next data, next to show
  reg  [SlotW:0]    taken_q;                   // slots in use
  reg  [SlotW:0]    asking_q;                  // slots whose header is there and sectors are not all asked for
  reg  [SlotW:0]    whole_q;                   // slots whose data are there
  reg  [4*Slots-1:0] need_q;                   // sectors to ask for

  wire              room;                      // for a tag
  wire              go_fetch = go_fetch_i && go_ready_o;
  wire              go_drain = go_drain_i && go_ready_o;
  wire              go_search = go_search_i && go_ready_o;

  reg               mrd_valid_q;
  reg  [MemW-1:0]   mrd_addr_q;
  wire              mrd_free = (!mrd_valid_q || mrd_ready_i) && room;

  wire [3:0]        need = need_q[ask_q*4 +: 4];
  wire [3:0]        rest = need & (need - 4'd1);
  wire [1:0]        sector = need[0] ? 2'd0 : need[1] ? 2'd1 : need[2] ? 2'd2 : 2'd3;
  wire              can_sector = asking_q != {(SlotW+1){1'b0}};
  wire              can_header = heads_q && !taken_q[SlotW];
  wire              pick_sector = mrd_free && can_sector;
  wire              pick_header = mrd_free && !can_sector && can_header;
  wire              pick_search = mrd_free && send_q;
  wire              pick = pick_sector || pick_header || pick_search;
  wire              asked = pick_sector && rest == 4'd0;  // all of its sectors

  wire [TagW-1:0]   tag_in = pick_sector ? {sector, rest == 4'd0 ? LAST : SECTOR}
                                         : {2'd0, pick_header ? HEADER : SEARCHED};

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
    if (pick) mrd_addr_q <= pick_sector ? {warp_i, at_q, {1'b0, sector} + 3'd1} : {warp_i, next_q, 3'd0};
  end

  assign mrd_valid_o = mrd_valid_q;
  assign mrd_addr_o  = mrd_addr_q;

  ////////////////
  // Answers    //
  ////////////////

  wire              tag_valid;
  wire [TagW-1:0]   tag;
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
    .out_data_o  (tag),
    .level_o     (flying)
  );

  assign mrsp_ready_o = tag_valid;

  wire answer     = mrsp_valid_i && tag_valid;
  wire got_search = answer && tag[1:0] == SEARCHED && seek_q;  // else stale
  wire got_header = answer && tag[1:0] == HEADER;
  wire got_sector = answer && tag[1];
  wire filled     = got_sector && tag[0];

  wire same       = mrsp_data_i[LineW-1:0] == line_i;

  assign look_o      = got_search;
  assign hit_valid_o = got_search && (same || at_q == {EntryW{1'b0}});
  assign hit_found_o = same;
  assign hit_entry_o = at_q;
  assign hit_mask_o  = mrsp_data_i[32 +: 128];

  ////////////////
  // Control    //
  ////////////////

  wire shown;  // an entry moves to the outputs
  wire taken = pick_header || go_fetch;
  wire left  = out_valid_o && out_ready_i;

  assign busy_o     = left_q != {(EntryW+1){1'b0}};
  assign go_ready_o = !busy_o && !seek_q && (go_fetch_i || flying == {FlyW{1'b0}});
  assign idle_o     = !busy_o && !seek_q && flying == {FlyW{1'b0}};

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      send_q   <= 1'b0;
      seek_q   <= 1'b0;
      heads_q  <= 1'b0;
      left_q   <= {(EntryW+1){1'b0}};
      hgot_q   <= {SlotW{1'b0}};
      ask_q    <= {SlotW{1'b0}};
      fill_q   <= {SlotW{1'b0}};
      out_q    <= {SlotW{1'b0}};
      taken_q  <= {(SlotW+1){1'b0}};
      asking_q <= {(SlotW+1){1'b0}};
      whole_q  <= {(SlotW+1){1'b0}};
    end else begin
      send_q  <= go_search || (send_q && !hit_valid_o && !(pick_search && next_q == {EntryW{1'b0}}));
      seek_q  <= go_search || (seek_q && !hit_valid_o);
      heads_q <= go_drain || (heads_q && !(pick_header && next_q == last_q));
      if (go_fetch)      left_q <= {{EntryW{1'b0}}, 1'b1};
      else if (go_drain) left_q <= {1'b0, go_entry_i} + 1'b1;
      else if (left)     left_q <= left_q - 1'b1;
      if (got_header || go_fetch) hgot_q <= hgot_q + 1'b1;
      if (asked)  ask_q  <= ask_q + 1'b1;
      if (filled) fill_q <= fill_q + 1'b1;
      if (shown)  out_q  <= out_q + 1'b1;
      if (taken != shown)                    taken_q  <= taken ? taken_q + 1'b1 : taken_q - 1'b1;
      if ((got_header || go_fetch) != asked) asking_q <= asked ? asking_q - 1'b1 : asking_q + 1'b1;
      if (filled != shown)                   whole_q  <= filled ? whole_q + 1'b1 : whole_q - 1'b1;
    end
  end

  always @(posedge clk_i) begin
    if (go_drain)         next_q <= {EntryW{1'b0}};
    else if (go_search)   next_q <= go_entry_i;
    else if (pick_header) next_q <= next_q + 1'b1;
    else if (pick_search) next_q <= next_q - 1'b1;
    if (go_drain) last_q <= go_entry_i;
    if (go_drain)                     at_q <= {EntryW{1'b0}};
    else if (go_search || go_fetch)   at_q <= go_entry_i;
    else if (asked)                   at_q <= at_q + 1'b1;
    else if (got_search)              at_q <= at_q - 1'b1;
    if (go_drain || go_fetch) drain_q <= go_drain;
  end

  // Sectors that an entry needs: from its header, or as told; asked for one by one
  reg [3:0] wanted;
  reg [3:0] lane;
  always @* begin
    for (i = 0; i < 4; i = i + 1) begin
      wanted[i] = |mrsp_data_i[32 + 32*i +: 32];
      lane[i]   = got_sector && tag[3:2] == i[1:0];
    end
  end

  always @(posedge clk_i) begin
    for (i = 0; i < Slots; i = i + 1) begin
      if ((got_header || go_fetch) && hgot_q == i[SlotW-1:0]) begin
        need_q[4*i +: 4] <= go_fetch ? go_need_i : wanted;
      end else if (pick_sector && ask_q == i[SlotW-1:0]) begin
        need_q[4*i +: 4] <= rest;
      end
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
    .Depth (Slots)
  ) u_headers (
    .clk_i   (clk_i),
    .we_i    (got_header),
    .waddr_i (hgot_q),
    .wdata_i ({mrsp_data_i[32 +: 128], mrsp_data_i[LineW-1:0]}),
    .re_i    (shown && drain_q),
    .raddr_i (out_q),
    .rdata_o ({out_mask_o, out_line_o})
  );

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
  `PF_ASSERT_KNOWN(a_ctrl_known, {go_search_i, go_fetch_i, go_drain_i, out_ready_i, mrd_ready_i, mrsp_valid_i})
  `PF_ASSERT(a_one_kind, {1'b0, go_search_i} + {1'b0, go_fetch_i} + {1'b0, go_drain_i} <= 2'd1)
  `PF_ASSERT(a_fetch_needs, !go_fetch || go_need_i != 4'd0)
  `PF_ASSERT(a_header_needs, !got_header || wanted != 4'd0)
  `PF_ASSERT(a_asked_for, !mrsp_valid_i || flying != {FlyW{1'b0}})
  `PF_ASSERT(a_slots, taken_q <= Slots[SlotW:0] && asking_q <= taken_q && whole_q <= taken_q)
`endif

endmodule

`resetall
