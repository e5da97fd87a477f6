// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_store_buffer: the write logs of an SM's warps: what a warp wrote in this quantum and who may see it.
//
//   cmd --> [ commands ] --> ask --+--> pf_bloom: maybe? -----+--> one command at work --> ans
//      \                           \--> open entries: it? ----/      |      ^        \
//       \-> [ data of stores ] ----------------------------> mwr <---+   pf_log_read --> ent
//                                                                        mrd, mrsp
//
// A log is a list of lines in memory, each at most once: header (line, mask of bytes) and four
// sectors. Where the warp's newest entry, the open one, is not the line and pf_bloom does not say no,
// headers are searched, newest to oldest. A store merges into the line's entry, or makes one.
//
//   LOAD   answered with the log's bytes of those wanted; nothing is read where pf_bloom says no
//   STORE  sectors with bytes of it, then the header; merged masks and a new line are kept open
//   DRAIN  entries oldest first, then the answer; the log is empty
//
// Throughput  a LOAD a cycle while pf_bloom says no; a STORE in 1 + sectors cycles, at least 3, when it
//             is of the open line or pf_bloom says no; an entry drained in 1 + sectors (pf_log_read).
// Latency     ans_valid_o 3 cycles after a LOAD without a maybe is taken; mwr_valid_o likewise.
// Wrong side  never: a false maybe costs a search.
// State bits  Warps * (Bits of pf_bloom + LineW + 129 + EntryW), queues of 3 commands and 3 stores, and
//             pf_log_read's, in memories; flops LineW + 145 and control.
//
// Commands go one after the other; answers come in their order. A read of memory follows the last
// write of the commands before it. No ready output depends on an input; no valid output on a ready.
// After reset every warp's log is emptied, which takes Warps times a pf_bloom's clear.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_store_buffer #(
  parameter integer Warps     = `PF_WARPS,        // any number, at least 1
  parameter integer Entries   = `PF_LOG_ENTRIES,  // power of 2, at least 2
  parameter integer BloomBits = `PF_BLOOM_BITS,   // BloomWays times a power of 2
  parameter integer BloomWays = `PF_BLOOM_WAYS,
  parameter integer LineW     = `PF_LINE_W,       // at most 32
  parameter integer Slots     = 8,                // entries under way in a drain; power of 2, at least 2
  parameter integer Reads     = 32,               // reads on their way, at least 3
  // Derived: do not override.
  parameter integer WarpW     = (Warps > 1) ? $clog2(Warps) : 1,
  parameter integer EntryW    = $clog2(Entries),
  parameter integer MemW      = WarpW + EntryW + 3
) (
  input  wire              clk_i,
  input  wire              rst_ni,        // asynchronous, active low

  input  wire              cmd_valid_i,
  output wire              cmd_ready_o,
  input  wire [1:0]        cmd_kind_i,    // 0 STORE, 1 LOAD, 2 DRAIN
  input  wire [WarpW-1:0]  cmd_warp_i,
  input  wire [LineW-1:0]  cmd_line_i,
  input  wire [127:0]      cmd_mask_i,    // STORE: bytes written, at least one; LOAD: bytes wanted
  input  wire [1023:0]     cmd_data_i,    // STORE

  output wire              ans_valid_o,   // one a command, in order
  input  wire              ans_ready_i,
  output wire [1:0]        ans_kind_o,
  output wire [WarpW-1:0]  ans_warp_o,
  output wire [127:0]      ans_mask_o,    // LOAD: bytes that the log has of those wanted; else 0
  output wire [1023:0]     ans_data_o,    // LOAD: the bytes of the mask
  output wire [EntryW:0]   ans_left_o,    // entries of that log that are free

  output wire              ent_valid_o,   // DRAIN
  input  wire              ent_ready_i,
  output wire [WarpW-1:0]  ent_warp_o,
  output wire [LineW-1:0]  ent_line_o,
  output wire [127:0]      ent_mask_o,
  output wire [1023:0]     ent_data_o,

  output wire              mwr_valid_o,
  input  wire              mwr_ready_i,
  output wire [MemW-1:0]   mwr_addr_o,    // {warp, entry, beat}: 0 header, 1 to 4 sectors
  output wire [255:0]      mwr_data_o,
  output wire [31:0]       mwr_strb_o,

  output wire              mrd_valid_o,
  input  wire              mrd_ready_i,
  output wire [MemW-1:0]   mrd_addr_o,
  input  wire              mrsp_valid_i,  // answers in order of reads
  output wire              mrsp_ready_o,
  input  wire [255:0]      mrsp_data_i,

  output wire [6:0]        evt_o,         // pulses: maybe, header searched, merged, appended, forwarded,
                                          // maybe in vain, open line
  output wire              idle_o
);

  localparam [1:0]        STORE = 2'd0, LOAD = 2'd1, DRAIN = 2'd2;
  localparam integer      Queue = 3;  // commands that wait, and stores, the one at work included
  localparam integer      LastI = Warps - 1;
  localparam [WarpW-1:0]  LAST_WARP = LastI[WarpW-1:0];
  localparam [EntryW:0]   ALL_LEFT  = Entries[EntryW:0];

  // What becomes of the command at work
  localparam [2:0] CLEAR  = 3'd0;  // after reset: no log has an entry
  localparam [2:0] NONE   = 3'd1;
  localparam [2:0] LOOK   = 3'd2;  // pf_bloom and the open entry say what they know
  localparam [2:0] SEEK   = 3'd3;  // headers are searched
  localparam [2:0] WRITE  = 3'd4;  // a store's sectors, then the header
  localparam [2:0] FETCH  = 3'd5;  // a load's sectors
  localparam [2:0] EMPTY  = 3'd6;  // a drain
  localparam [2:0] ANSWER = 3'd7;  // nothing left but the answer

  generate
    if (Warps < 1 || Entries < 2 || LineW < 1 || LineW > 32) begin : g_bad_param
      PF_STORE_BUFFER_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  integer i;

  ////////////////
  // Queues     //
  ////////////////

  localparam integer CmdW = 2 + WarpW + LineW + 128;

  wire             take;        // a command goes to work
  wire             d_room;
  wire             q_room, q_valid;
  wire [1:0]       q_kind;
  wire [WarpW-1:0] q_warp;
  wire [LineW-1:0] q_line;
  wire [127:0]     q_mask;
  wire [1:0]       q_level;

  pf_fifo #(
    .Width (CmdW),
    .Depth (Queue),
    .Ram   (1)
  ) u_commands (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (cmd_valid_i && d_room),
    .in_ready_o  (q_room),
    .in_data_i   ({cmd_kind_i, cmd_warp_i, cmd_line_i, cmd_mask_i}),
    .out_valid_o (q_valid),
    .out_ready_i (take),
    .out_data_o  ({q_kind, q_warp, q_line, q_mask}),
    .level_o     (q_level)
  );

  // Stores: data, bytes and sectors
  reg  [3:0]    cmd_need;
  wire          d_valid, d_done;
  wire [3:0]    d_need;
  wire [127:0]  d_mask;
  wire [1023:0] d_data;
  wire [1:0]    d_level;

  assign cmd_ready_o = q_room && d_room;

  always @* begin
    for (i = 0; i < 4; i = i + 1) cmd_need[i] = |cmd_mask_i[32*i +: 32];
  end

  pf_fifo #(
    .Width (4 + 128 + 1024),
    .Depth (Queue),
    .Ram   (1)
  ) u_data (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (cmd_valid_i && q_room && cmd_kind_i == STORE),
    .in_ready_o  (d_room),
    .in_data_i   ({cmd_need, cmd_mask_i, cmd_data_i}),
    .out_valid_o (d_valid),
    .out_ready_i (d_done),
    .out_data_o  ({d_need, d_mask, d_data}),
    .level_o     (d_level)
  );

  //////////////////////////////
  // What is known of a line  //
  //////////////////////////////

  reg  [2:0]        state_q;
  reg  [1:0]        kind_q;
  reg  [WarpW-1:0]  warp_q;
  reg  [LineW-1:0]  line_q;
  reg  [127:0]      mask_q;    // STORE: of the entry when merged; LOAD: wanted, then had
  reg  [EntryW-1:0] entry_q;   // the one that is written or fetched
  reg  [EntryW:0]   used_q;    // entries of the log
  reg               append_q;  // the entry is a new one
  reg               note_q;    // the open entry is to be kept, and a new line put into pf_bloom
  reg               sent_q;    // pf_log_read has been told
  reg               wiped_q;   // a drain's pf_bloom is clear

  wire              maybe, wiped;
  wire              wipe = state_q == CLEAR || (state_q == EMPTY && !wiped_q);

  pf_bloom #(
    .Warps (Warps),
    .Bits  (BloomBits),
    .Ways  (BloomWays),
    .LineW (LineW)
  ) u_bloom (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .query_i      (take),
    .query_warp_i (q_warp),
    .query_line_i (q_line),
    .maybe_o      (maybe),
    .insert_i     (note_q && append_q),
    .clear_i      (wipe),
    .clear_warp_i (warp_q),
    .clear_last_o (wiped)
  );

  wire [EntryW:0]   open_used;  // entries of the log; the last one is open
  wire [LineW-1:0]  open_line;
  wire [127:0]      open_mask;

  pf_ram #(
    .Width (EntryW + 1 + LineW + 128),
    .Depth (Warps)
  ) u_open (
    .clk_i   (clk_i),
    .we_i    (note_q || state_q == CLEAR),
    .waddr_i (warp_q),
    .wdata_i ({used_q, line_q, mask_q}),
    .re_i    (take),
    .raddr_i (q_warp),
    .rdata_o ({open_used, open_line, open_mask})
  );

  ////////////////
  // LOOK       //
  ////////////////

  wire look  = state_q == LOOK;
  wire store = kind_q == STORE;
  wire load  = kind_q == LOAD;
  wire some  = open_used != {(EntryW+1){1'b0}};
  wire lone  = open_used[EntryW:1] == {EntryW{1'b0}};  // no entry but the open one
  wire open  = some && open_line == line_q;
  wire seek  = maybe && !open && !lone;

  wire [EntryW-1:0] open_entry = open_used[EntryW-1:0] - 1'b1;
  wire [EntryW-1:0] look_entry = open ? open_entry : open_used[EntryW-1:0];

  // A search's end
  wire              go_ready, looked, hit_valid, found;
  wire [EntryW-1:0] hit_entry;
  wire [127:0]      hit_mask;
  wire              hit    = hit_valid && found;
  wire              missed = hit_valid && !found;

  wire place = (look && store && !seek) || (hit_valid && store);   // a store knows its entry
  wire is_new = look ? !open : missed;
  wire merge = look ? open : hit;                                  // masks of line and entry meet
  wire [127:0] other = look ? open_mask : hit_mask;

  ////////////////
  // WRITE      //
  ////////////////

  reg  [3:0] written_q;   // sectors
  reg        head_q;      // all of them: the header is next
  reg        wrote_q, answered_q;

  wire       write_sector = d_valid && !head_q && (state_q == WRITE || (look && store && !seek));
  wire       write_header = head_q && !wrote_q;
  wire [3:0] need = d_need & ~written_q;
  wire [3:0] rest = need & (need - 4'd1);
  wire [3:0] one  = need & ~rest;
  wire [1:0] sector = {one[3] || one[2], one[3] || one[1]};

  // And and or, not a mux: its select would have to be made first
  reg [255:0] sector_data;
  reg [31:0]  sector_mask;
  always @* begin
    sector_data = 256'd0;
    sector_mask = 32'd0;
    for (i = 0; i < 4; i = i + 1) begin
      sector_data = sector_data | d_data[256*i +: 256] & {256{one[i]}};
      sector_mask = sector_mask | d_mask[32*i +: 32] & {32{one[i]}};
    end
  end

  assign d_done = write_sector && mwr_ready_i && rest == 4'd0;

  wire [255:0]      header = {96'd0, mask_q, {(32-LineW){1'b0}}, line_q};
  wire [EntryW-1:0] entry = look ? look_entry : entry_q;

  assign mwr_valid_o = write_sector || write_header;
  assign mwr_addr_o  = {warp_q, entry, head_q ? 3'd0 : {1'b0, sector} + 3'd1};
  assign mwr_data_o  = head_q ? header : sector_data;
  assign mwr_strb_o  = head_q ? 32'h000f_ffff : sector_mask;

  /////////////////////
  // Reads           //
  /////////////////////

  wire [3:0] had;      // sectors of the bytes that a load gets
  wire       r_valid, r_busy, r_idle;
  wire       fetch = state_q == FETCH;
  wire       empty = state_q == EMPTY;

  assign had = {|mask_q[127:96], |mask_q[95:64], |mask_q[63:32], |mask_q[31:0]};

  wire go_search = state_q == SEEK && !sent_q;
  wire go_fetch  = fetch && !sent_q && had != 4'd0;
  wire go_drain  = empty && !sent_q;
  wire go        = (go_search || go_fetch || go_drain) && go_ready;

  pf_log_read #(
    .Warps   (Warps),
    .Entries (Entries),
    .LineW   (LineW),
    .Slots   (Slots),
    .Reads   (Reads)
  ) u_read (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .go_search_i  (go_search),
    .go_fetch_i   (go_fetch),
    .go_drain_i   (go_drain),
    .go_ready_o   (go_ready),
    .go_entry_i   (entry_q),
    .go_need_i    (had),
    .warp_i       (warp_q),
    .line_i       (line_q),
    .look_o       (looked),
    .hit_valid_o  (hit_valid),
    .hit_found_o  (found),
    .hit_entry_o  (hit_entry),
    .hit_mask_o   (hit_mask),
    .out_valid_o  (r_valid),
    .out_ready_i  (fetch ? ans_ready_i : ent_ready_i),
    .out_line_o   (ent_line_o),
    .out_mask_o   (ent_mask_o),
    .out_data_o   (ent_data_o),
    .busy_o       (r_busy),
    .mrd_valid_o  (mrd_valid_o),
    .mrd_ready_i  (mrd_ready_i),
    .mrd_addr_o   (mrd_addr_o),
    .mrsp_valid_i (mrsp_valid_i),
    .mrsp_ready_o (mrsp_ready_o),
    .mrsp_data_i  (mrsp_data_i),
    .idle_o       (r_idle)
  );

  assign ent_valid_o = empty && r_valid;
  assign ent_warp_o  = warp_q;

  ////////////////
  // Answers    //
  ////////////////

  wire at_once = look && load && !maybe;
  wire last    = state_q == WRITE && head_q;

  assign ans_valid_o = at_once || state_q == ANSWER || (fetch && r_valid) || (last && !answered_q);
  assign ans_kind_o  = kind_q;
  assign ans_warp_o  = warp_q;
  assign ans_mask_o  = mask_q & {128{fetch}};
  assign ans_data_o  = ent_data_o;
  assign ans_left_o  = ALL_LEFT - (look ? open_used : used_q);

  ////////////////
  // Control    //
  ////////////////

  wire answered = ans_valid_o && ans_ready_i;
  wire done     = state_q == WRITE ? last && (wrote_q || mwr_ready_i) && (answered_q || ans_ready_i) : answered;
  wire emptied  = empty && sent_q && !r_busy && (wiped_q || wiped);

  assign take = q_valid && (state_q == NONE || done) && !note_q;

  reg [2:0] state_d;
  always @* begin
    state_d = state_q;
    case (state_q)
      CLEAR:   if (wiped && warp_q == LAST_WARP) state_d = NONE;
      LOOK:    if (kind_q == DRAIN)  state_d = some ? EMPTY : ANSWER;
               else if (seek)        state_d = SEEK;
               else if (store)       state_d = WRITE;
               else if (open)        state_d = FETCH;
               else if (maybe)       state_d = ANSWER;
      SEEK:    if (hit_valid) state_d = store ? WRITE : found ? FETCH : ANSWER;
      FETCH:   if (had == 4'd0) state_d = ANSWER;
      EMPTY:   if (emptied) state_d = ANSWER;
      default: ;
    endcase
    if (take)      state_d = LOOK;
    else if (done) state_d = NONE;
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q    <= CLEAR;
      warp_q     <= {WarpW{1'b0}};
      used_q     <= {(EntryW+1){1'b0}};
      note_q     <= 1'b0;
      sent_q     <= 1'b0;
      wiped_q    <= 1'b0;
      head_q     <= 1'b0;
      wrote_q    <= 1'b0;
      answered_q <= 1'b0;
      written_q  <= 4'd0;
    end else begin
      state_q <= state_d;
      if (take)                               warp_q <= q_warp;
      else if (state_q == CLEAR && wiped)     warp_q <= warp_q + 1'b1;
      if (emptied)                            used_q <= {(EntryW+1){1'b0}};
      else if (look)                          used_q <= open_used + {{EntryW{1'b0}}, place && !open};
      else if (missed && store)               used_q <= used_q + 1'b1;
      note_q     <= emptied || (place && (look || missed));
      sent_q     <= go || (sent_q && !hit_valid && !take);
      wiped_q    <= !take && (wiped_q || (empty && wiped));
      head_q     <= d_done || (head_q && !done);
      wrote_q    <= last && !done && (wrote_q || mwr_ready_i);
      answered_q <= last && !done && (answered_q || ans_ready_i);
      if (d_done)                            written_q <= 4'd0;
      else if (write_sector && mwr_ready_i)  written_q <= d_need & ~rest;
    end
  end

  always @(posedge clk_i) begin
    if (take) begin
      kind_q <= q_kind;
      line_q <= q_line;
    end
    // A search begins below the open entry; a drain ends with it
    if (look)     entry_q <= kind_q == DRAIN ? open_entry : seek ? open_entry - 1'b1 : look_entry;
    else if (hit) entry_q <= hit_entry;
    else if (missed) entry_q <= used_q[EntryW-1:0];
    if (look || hit_valid) append_q <= store && is_new;
    else if (emptied)      append_q <= 1'b0;
    if (take)                                      mask_q <= q_mask;
    else if ((look || hit_valid) && merge && load)  mask_q <= mask_q & other;
    else if ((look || hit_valid) && merge && store) mask_q <= mask_q | other;
  end

  reg [6:0] evt_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      evt_q <= 7'd0;
    end else begin
      evt_q[0] <= look && kind_q != DRAIN && (maybe || open);
      evt_q[1] <= looked;
      evt_q[2] <= place && !is_new;
      evt_q[3] <= place && is_new;
      evt_q[4] <= fetch && answered;
      evt_q[5] <= (look && kind_q != DRAIN && maybe && !open && lone) || missed;
      evt_q[6] <= look && kind_q != DRAIN && open;
    end
  end

  assign evt_o  = evt_q;
  assign idle_o = state_q == NONE && !note_q && q_level == 2'd0 && d_level == 2'd0 && r_idle && evt_q == 7'd0;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  wire f_taken = cmd_valid_i && cmd_ready_o;
  reg              f_stalled_q;  // a command that was not taken
  reg [CmdW-1:0]   f_cmd_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_stalled_q <= 1'b0;
    else         f_stalled_q <= cmd_valid_i && !cmd_ready_o;
  end
  always @(posedge clk_i) f_cmd_q <= {cmd_kind_i, cmd_warp_i, cmd_line_i, cmd_mask_i};

  `PF_ASSERT_KNOWN(a_ctrl_known, {cmd_valid_i, ans_ready_i, ent_ready_i, mwr_ready_i, mrd_ready_i, mrsp_valid_i})
  `PF_ASSERT(a_kind, !f_taken || cmd_kind_i != 2'd3)
  `PF_ASSERT(a_warp_inside, !f_taken || {1'b0, cmd_warp_i} < Warps[WarpW:0])
  `PF_ASSERT(a_store_writes, !f_taken || cmd_kind_i != STORE || cmd_mask_i != 128'd0)
  `PF_ASSERT(a_cmd_stays, !f_stalled_q ||
                          (cmd_valid_i && {cmd_kind_i, cmd_warp_i, cmd_line_i, cmd_mask_i} === f_cmd_q))
  `PF_ASSERT(a_log_room, !(look && store) || !open_used[EntryW])
  `PF_ASSERT(a_open_is_maybe, !look || !open || maybe)
`endif

endmodule

`resetall
