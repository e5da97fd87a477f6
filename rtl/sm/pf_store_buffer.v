// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_store_buffer: the write logs of an SM's warps: what a warp wrote in this quantum and who may see it.
//
//   cmd --> [ commands ] --> ask --+--> pf_bloom: maybe? ---+--> one command at work --> [ answers ] --> ans
//      \                           \--> open lines: it? ----/      |      ^                   |
//       \-> [ data of stores ] ----------------------------> mwr <-+   pf_log_read -----------+----> ent
//                                                                      mrd, mrsp
//
// A log is a list of lines in memory, each at most once: header (line, mask of bytes) and four
// sectors. Of each warp, Open lines are open: their entries and masks lie here, by a hash of the
// line, each since it was last stored to or found. Where the line is not open and pf_bloom does not
// say no, headers are searched, newest to oldest. A store merges into the line's entry, or makes one.
//
//   LOAD   answered with the log's bytes of those wanted; nothing is read where pf_bloom says no
//   STORE  sectors with bytes of the store, then the header; the line is open
//   DRAIN  entries oldest first, then the answer; the log is empty
//
// Commands go to work one after the other; answers come in their order. A load's sectors and a
// drain's entries are read while later commands work: loads and stores beside loads, drains beside
// drains. But a store does not write while its warp has a load on its way, which must not see it.
//
// Throughput  a LOAD a cycle while pf_bloom says no, else 2 or its sectors; a STORE in 1 + sectors cycles,
//             when its line is open or pf_bloom says no; a DRAIN in the cycles of a pf_bloom's clear + 2,
//             1 where the log is empty, and 1 + sectors an entry (pf_log_read).
// Latency     ans_valid_o 3 cycles after a LOAD without a maybe is taken, mwr_valid_o after a STORE; 5,
//             where answers wait.
// Errs        never: a false maybe costs a search.
// State bits  Warps * (Bits of pf_bloom + Open * (LineW + EntryW + 129) + EntryW + 1), queues of 3
//             commands, 3 stores and Slots answers, and pf_log_read's, in memories; flops LineW + 145,
//             Slots * (WarpW + 1) and control.
//
// A read of memory follows the last write of the commands before it. No ready output depends on an
// input; no valid output on a ready. After reset every warp's log is emptied, which takes Warps times
// a pf_bloom's clear.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_store_buffer #(
  parameter integer Warps     = `PF_WARPS,        // any number, at least 1
  parameter integer Entries   = `PF_LOG_ENTRIES,  // power of 2, at least 2
  parameter integer Open      = `PF_LOG_OPEN,     // power of 2, at least 2
  parameter integer BloomBits = `PF_BLOOM_BITS,   // BloomWays times a power of 2
  parameter integer BloomWays = `PF_BLOOM_WAYS,
  parameter integer LineW     = `PF_LINE_W,       // at most 32
  parameter integer Slots     = 16,               // entries with data under way; power of 2, at least 2
  parameter integer Reads     = 64,               // reads on their way, at least 3
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
  localparam integer      OpenW = $clog2(Open);
  localparam integer      SlotW = $clog2(Slots);
  localparam integer      AnsN  = Slots > 2 ? Slots : 3;  // answers that wait
  localparam integer      AnsW  = $clog2(AnsN + 1);
  localparam integer      LastI = Warps - 1;
  localparam [WarpW-1:0]  LAST_WARP = LastI[WarpW-1:0];
  localparam [EntryW:0]   ALL_LEFT  = Entries[EntryW:0];
  localparam [Open-1:0]   ONE_OPEN  = {{(Open-1){1'b0}}, 1'b1};

  // What becomes of the command at work
  localparam [2:0] CLEAR = 3'd0;  // after reset: no log has an entry
  localparam [2:0] NONE  = 3'd1;
  localparam [2:0] LOOK  = 3'd2;  // pf_bloom and the open lines say what they know
  localparam [2:0] SEEK  = 3'd3;  // headers are searched
  localparam [2:0] WRITE = 3'd4;  // a store's sectors, then the header
  localparam [2:0] FETCH = 3'd5;  // a load's sectors are asked for
  localparam [2:0] EMPTY = 3'd6;  // a drain is asked for

  generate
    if (Warps < 1 || Entries < 2 || Open != 1 << OpenW || Open < 2 || LineW < 1 || LineW > 32) begin : g_bad_param
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
  reg  [OpenW-1:0]  place_q;   // where the line is kept if it is open
  reg  [127:0]      mask_q;    // STORE: of the entry when merged; LOAD: wanted, then had
  reg  [EntryW-1:0] entry_q;   // the one that is written or fetched; search and drain: the newest
  reg               append_q;  // STORE: the entry is a new one
  reg               sent_q;    // pf_log_read has been told
  reg               wiped_q;   // a drain's pf_bloom is clear

  wire              clear = state_q == CLEAR;
  wire              look  = state_q == LOOK;
  wire              store = kind_q == STORE;
  wire              load  = kind_q == LOAD;
  wire              drain = kind_q == DRAIN;

  wire [EntryW:0]   used;      // entries of the log
  wire [Open-1:0]   opens;     // places that hold a line
  wire              maybe, wiped;
  wire              some   = used != {(EntryW+1){1'b0}};
  wire              wipe   = clear || (state_q == EMPTY && !wiped_q);

  // A store's line is put into pf_bloom whether it is there or not
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
    .insert_i     (look && store),
    .clear_i      (wipe),
    .clear_warp_i (warp_q),
    .clear_last_o (wiped)
  );

  reg  [OpenW-1:0]  q_place;
  always @* begin
    q_place = {OpenW{1'b0}};
    for (i = 0; i < LineW; i = i + 1) q_place[i % OpenW] = q_place[i % OpenW] ^ q_line[i];
  end

  // A search's end
  wire              go_search_ready, go_fetch_ready, go_drain_ready;
  wire              looked, hit_valid, found;
  wire [EntryW-1:0] hit_entry;
  wire [127:0]      hit_mask;
  wire              hit    = hit_valid && found;
  wire              missed = hit_valid && !found;

  wire [LineW-1:0]  open_line;
  wire [EntryW-1:0] open_entry;
  wire [127:0]      open_mask;
  wire              open = opens[place_q] && open_line == line_q;
  wire              seek = maybe && !open;

  // In LOOK a store takes its place as if it needed no search; where it does, its end says better.
  wire              note       = (look || hit_valid) && store;
  wire [EntryW-1:0] newest     = used[EntryW-1:0] - 1'b1;
  wire [EntryW-1:0] look_entry = open ? open_entry : used[EntryW-1:0];
  wire [EntryW-1:0] note_entry = look ? look_entry : found ? hit_entry : used[EntryW-1:0];
  wire              is_new     = look ? !open : !found;
  wire [127:0]      known      = (open_mask & {128{look && open}}) | (hit_mask & {128{!look && found}});

  pf_ram #(
    .Width (EntryW + 1 + Open),
    .Depth (Warps)
  ) u_warps (
    .clk_i   (clk_i),
    .we_i    (clear || (look && drain && some) || note || hit),
    .waddr_i (warp_q),
    .wdata_i (clear || drain ? {(EntryW + 1 + Open){1'b0}}
                             : {(store && is_new) ? used + 1'b1 : used, opens | (ONE_OPEN << place_q)}),
    .re_i    (take),
    .raddr_i (q_warp),
    .rdata_o ({used, opens})
  );

  pf_ram #(
    .Width (LineW + EntryW + 128),
    .Depth ((Warps > 1 ? Warps : 2) * Open)
  ) u_open (
    .clk_i   (clk_i),
    .we_i    (note || hit),
    .waddr_i ({warp_q, place_q}),
    .wdata_i ({line_q, note_entry, (mask_q & {128{store}}) | known}),
    .re_i    (take),
    .raddr_i ({q_warp, q_place}),
    .rdata_o ({open_line, open_entry, open_mask})
  );

  ///////////////////////////////
  // Loads that are on their way //
  ///////////////////////////////

  wire              go_fetch, fetched;
  reg  [Slots-1:0]  load_valid_q;
  reg  [Slots*WarpW-1:0] load_warp_q;
  reg  [SlotW-1:0]  load_in_q, load_out_q;
  wire              load_room = !load_valid_q[load_in_q];
  reg               behind;  // one of the warp at work

  always @* begin
    behind = 1'b0;
    for (i = 0; i < Slots; i = i + 1) behind = behind || (load_valid_q[i] && load_warp_q[i*WarpW +: WarpW] == warp_q);
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      load_valid_q <= {Slots{1'b0}};
      load_in_q    <= {SlotW{1'b0}};
      load_out_q   <= {SlotW{1'b0}};
    end else begin
      if (go_fetch) begin
        load_valid_q[load_in_q] <= 1'b1;
        load_in_q               <= load_in_q + 1'b1;
      end
      if (fetched) begin
        load_valid_q[load_out_q] <= 1'b0;
        load_out_q               <= load_out_q + 1'b1;
      end
    end
  end

  always @(posedge clk_i) begin
    if (go_fetch) load_warp_q[load_in_q*WarpW +: WarpW] <= warp_q;
  end

  ////////////////
  // WRITE      //
  ////////////////

  reg  [3:0] written_q;   // sectors
  reg        head_q;      // all sectors are written: the header is next
  wire       w_room;      // for an answer

  wire       write_sector = d_valid && !head_q && !behind && (state_q == WRITE || (look && store && !seek));
  wire       write_header = head_q && w_room;
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
  wire       nothing = had == 4'd0;
  wire       r_valid, r_ready, r_idle;

  assign had = {|mask_q[127:96], |mask_q[95:64], |mask_q[63:32], |mask_q[31:0]};

  wire want_search = state_q == SEEK && !sent_q;
  wire want_fetch  = state_q == FETCH && !nothing && w_room && load_room;
  wire want_drain  = state_q == EMPTY && !sent_q && w_room;
  wire go_search   = want_search && go_search_ready;
  wire go_drain    = want_drain && go_drain_ready;

  assign go_fetch = want_fetch && go_fetch_ready;

  pf_log_read #(
    .Warps   (Warps),
    .Entries (Entries),
    .LineW   (LineW),
    .Slots   (Slots),
    .Reads   (Reads)
  ) u_read (
    .clk_i             (clk_i),
    .rst_ni            (rst_ni),
    .go_search_i       (want_search),
    .go_search_ready_o (go_search_ready),
    .go_fetch_i        (want_fetch),
    .go_fetch_ready_o  (go_fetch_ready),
    .go_drain_i        (want_drain),
    .go_drain_ready_o  (go_drain_ready),
    .warp_i            (warp_q),
    .go_entry_i        (entry_q),
    .line_i            (line_q),
    .go_need_i         (had),
    .go_mask_i         (mask_q),
    .look_o            (looked),
    .hit_valid_o       (hit_valid),
    .hit_found_o       (found),
    .hit_entry_o       (hit_entry),
    .hit_mask_o        (hit_mask),
    .out_valid_o       (r_valid),
    .out_ready_i       (r_ready),
    .out_line_o        (ent_line_o),
    .out_mask_o        (ent_mask_o),
    .out_data_o        (ent_data_o),
    .mrd_valid_o       (mrd_valid_o),
    .mrd_ready_i       (mrd_ready_i),
    .mrd_addr_o        (mrd_addr_o),
    .mrsp_valid_i      (mrsp_valid_i),
    .mrsp_ready_o      (mrsp_ready_o),
    .mrsp_data_i       (mrsp_data_i),
    .idle_o            (r_idle)
  );

  ////////////////
  // Answers    //
  ////////////////

  localparam integer AnsDataW = 2 + 1 + WarpW + EntryW + 1;
  wire             at_once = look && load && !maybe;
  wire             w_push, w_pop;
  wire             p_work;    // there is something to read: a load's sectors, a drain's entries
  wire             w_valid, w_work;
  wire [1:0]       w_kind;
  wire [WarpW-1:0] w_warp;
  wire [EntryW:0]  w_used;    // entries of the log; DRAIN: entries that it had
  wire [AnsW-1:0]  w_level;
  wire             w_none = w_level == {AnsW{1'b0}};
  pf_fifo #(
    .Width (AnsDataW),
    .Depth (AnsN),
    .Ram   (1)
  ) u_answers (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (w_push),
    .in_ready_o  (w_room),
    .in_data_i   ({kind_q, p_work, warp_q, (!look && append_q) ? used + 1'b1 : used}),
    .out_valid_o (w_valid),
    .out_ready_i (w_pop),
    .out_data_o  ({w_kind, w_work, w_warp, w_used}),
    .level_o     (w_level)
  );

  reg  [EntryW:0]  given_q;  // entries of the drain in front
  wire             reads   = w_valid && w_work;
  wire             fetches = reads && w_kind == LOAD;
  wire             drains  = reads && w_kind == DRAIN;
  wire             more    = given_q != w_used;

  // A load of which the log has nothing passes the queue when that is empty.
  assign ans_valid_o = w_valid ? (drains ? !more : !fetches || r_valid) : at_once && w_none;
  assign ans_kind_o  = w_valid ? w_kind : kind_q;
  assign ans_warp_o  = w_valid ? w_warp : warp_q;
  assign ans_mask_o  = ent_mask_o & {128{fetches}};
  assign ans_data_o  = ent_data_o;
  assign ans_left_o  = w_valid && w_kind == DRAIN ? ALL_LEFT : ALL_LEFT - (w_valid ? w_used : used);
  assign ent_valid_o = drains && more && r_valid;
  assign ent_warp_o  = w_warp;
  assign r_ready     = drains ? more && ent_ready_i : fetches && ans_ready_i;
  assign w_pop       = ans_ready_i && (drains ? !more : !fetches || r_valid);
  assign fetched     = fetches && r_valid && ans_ready_i;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                          given_q <= {(EntryW+1){1'b0}};
    else if (w_valid && w_pop)            given_q <= {(EntryW+1){1'b0}};
    else if (ent_valid_o && ent_ready_i)  given_q <= given_q + 1'b1;
  end

  // Answers that wait for reads
  reg  [AnsW-1:0] works_q;
  wire            work_in  = w_push && p_work;
  wire            work_out = reads && w_pop;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                   works_q <= {AnsW{1'b0}};
    else if (work_in != work_out)  works_q <= work_in ? works_q + 1'b1 : works_q - 1'b1;
  end

  ////////////////
  // Control    //
  ////////////////

  wire pass    = at_once && (w_none ? ans_ready_i : w_room);
  wire wrote   = write_header && mwr_ready_i;
  wire blank   = state_q == FETCH && nothing && w_room;
  wire emptied = look && drain && !some && w_room;

  assign p_work = go_fetch || go_drain;
  assign w_push = (pass && !w_none) || wrote || blank || go_fetch || emptied || go_drain;

  wire done = pass || wrote || blank || go_fetch || emptied ||
              (state_q == EMPTY && wiped_q && (sent_q || go_drain));

  // Between drains and others all reads come to an end
  wire alike = (q_kind == DRAIN) == drain;
  assign take = q_valid && (state_q == NONE ? alike || works_q == {AnsW{1'b0}} : done && alike);

  reg [2:0] state_d;
  always @* begin
    state_d = state_q;
    case (state_q)
      CLEAR:   if (wiped && warp_q == LAST_WARP) state_d = NONE;
      LOOK:    if (drain)       state_d = some ? EMPTY : LOOK;
               else if (seek)   state_d = SEEK;
               else if (store)  state_d = WRITE;
               else if (open)   state_d = FETCH;
      SEEK:    if (hit_valid) state_d = store ? WRITE : FETCH;
      default: ;
    endcase
    if (take)      state_d = LOOK;
    else if (done) state_d = NONE;
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= CLEAR;
      kind_q    <= STORE;
      warp_q    <= {WarpW{1'b0}};
      sent_q    <= 1'b0;
      wiped_q   <= 1'b0;
      head_q    <= 1'b0;
      written_q <= 4'd0;
    end else begin
      state_q <= state_d;
      if (take) begin
        kind_q <= q_kind;
        warp_q <= q_warp;
      end else if (clear && wiped) begin
        warp_q <= warp_q + 1'b1;
      end
      sent_q  <= !take && !hit_valid && (sent_q || go_search || go_drain);
      wiped_q <= !take && (wiped_q || (wipe && wiped && !clear));
      head_q  <= d_done || (head_q && !wrote);
      if (d_done)                            written_q <= 4'd0;
      else if (write_sector && mwr_ready_i)  written_q <= d_need & ~rest;
    end
  end

  always @(posedge clk_i) begin
    if (take) begin
      line_q  <= q_line;
      place_q <= q_place;
    end
    if (look)           entry_q <= drain || seek ? newest : look_entry;
    else if (hit_valid) entry_q <= note_entry;
    if (look || hit_valid) append_q <= store && is_new;
    if (take)                                             mask_q <= q_mask;
    else if (note)                                        mask_q <= mask_q | known;
    else if (load && ((look && open) || hit_valid))       mask_q <= mask_q & known;
  end

  reg [6:0] evt_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) evt_q <= 7'd0;
    else         evt_q <= {look && !drain && open, missed, go_fetch, store && ((look && !maybe) || missed),
                           store && ((look && open) || hit), looked, look && !drain && maybe};
  end

  assign evt_o  = evt_q;
  assign idle_o = state_q == NONE && q_level == 2'd0 && d_level == 2'd0 && w_none && r_idle && evt_q == 7'd0;

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
  `PF_ASSERT(a_log_room, !(look && store) || !used[EntryW])
  `PF_ASSERT(a_open_is_maybe, !look || drain || !open || maybe)
  `PF_ASSERT(a_maybe_has_some, !look || drain || !maybe || some)
  `PF_ASSERT(a_answer_room, !w_push || w_room)
  `PF_ASSERT(a_fetch_of_one, !fetched || (load_valid_q[load_out_q] && load_warp_q[load_out_q*WarpW +: WarpW] == w_warp))
`endif

endmodule

`resetall
