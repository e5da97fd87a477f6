// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_meta_cache: a bank of the metadata cache: rows of one beat, written back, and never waited for by who hits.
//
//   req ─> slot: line, payload in a memory
//    │ line
//    v
//    S1 ──> S2 tags, away? ── hit ──> queue ──┐
//           │      │  └─ miss: pf_meta_misses │     replays first
//           │      │       │ fetch ─> mrd     v
//           │      │       └─ mrsp ─> row ─> replay ──> row read ──> go ──> the user's pipeline ──> ret
//           │      └─ a victim's row ─> pf_cache_spill ─> mwr                └─ pf_meta_flight ─┘  └─> row
//           └─ no way may leave: parked, looked up again
//
// The user's pipeline takes an operation in the cycle after one with go_ready_i, and gives it back by ret_*, in the
// order of go_*, in the same cycle at the earliest; it always gives ret_data_i, and ret_changed_i if the row is another
// one now. go_near_o 0: go_data_o is the row as all operations of it before left it. Bit k: it is what the operation
// k + 1 before this one gives back (now or later), and go_data_o means nothing. At most Depth are on their way; one
// that is given back L cycles after go_ready_i wants Depth L for one a cycle.
// Requests of one row go in the order in which they came; others pass those that wait for memory. Those that wait for a
// row on its way are a list, of which the row's tag knows the last one: nothing is searched, and nothing kept in flops
// but what a request needs. mrd_id_o has the row's place and the list's first request, and comes back as mrsp_id_i.
// A request with req_fresh_i says that the row is init_i, whatever memory says, and no request came for it since reset or
// forget; the row is written back later, changed or not.
// flush: all rows that memory does not have are written back; forget: all rows are as if they had never been here.
// While either waits no request is taken. Neither begins before all that is inside has left.
// Memory: a read must see every write taken before it; answers come in any order.
// Queue, rows and what is in flight are pf_meta_rows.
//
// It is a part of pf_line_unit (docs/metadata-engine.md).
//
// Throughput  a request a cycle while rows are held, but for what pf_meta_rows says, or while memory answers. A
//             row that is changed is written twice, fetched and given back, and a changed victim's read
//             once more: half as many then.
// Latency     4 cycles from req_* to go_valid_o, when the row is held. Reset, and each 2^GenW-th forget, takes Sets
//             cycles; a flush Sets * Ways and what memory wants.
// Errs        never: an operation sees its row as those before it have left it, whatever order and delay memory has.
// State bits  flops: two for each request, and about a dozen lines; memory: rows, tags, and for each request its payload,
//             two lines, one of them without its set, and three numbers of requests.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_meta_cache #(
  parameter integer LineW    = 21,                 // address of a row, in rows
  parameter integer Sets     = 128,                // a power of two, at least 2
  parameter integer Ways     = 4,                  // a power of two, at least 2
  parameter integer Requests = 32,                 // and so many rows on their way at once; at least 2
  parameter integer PayW     = 32,                 // at least 1
  parameter integer Depth    = 4,                  // operations in the user's pipeline, at least 1
  parameter integer GenW     = 2,                  // forgets without a walk, as bits of each tag, at least 1
  parameter integer MemW     = LineW,              // address of a row that is written, at least that
  parameter integer Through  = 0,                  // 1: no operation waits for a row being written, for 256 flops
  // Derived: do not override.
  parameter integer IdW      = $clog2(Requests) + $clog2(Sets * Ways),
  parameter integer NearW    = (Depth > 1) ? Depth - 1 : 1
) (
  input  wire             clk_i,
  input  wire             rst_ni,                  // asynchronous, active low
  input  wire [255:0]     init_i,                  // a fresh row; stays
  input  wire [MemW-1:0]  base_i,                  // where row 0 lies; stays

  input  wire             req_valid_i,
  output wire             req_ready_o,
  input  wire [LineW-1:0] req_line_i,
  input  wire             req_fresh_i,             // the row is init_i
  input  wire [PayW-1:0]  req_pay_i,

  input  wire             go_ready_i,              // an operation may come in the next cycle
  output wire             go_valid_o,              // it comes
  output wire [LineW-1:0] go_line_o,
  output wire [PayW-1:0]  go_pay_o,
  output wire [255:0]     go_data_o,
  output wire [NearW-1:0] go_near_o,               // one bit at most

  input  wire             ret_valid_i,             // the oldest operation is given back
  input  wire             ret_changed_i,
  input  wire [255:0]     ret_data_i,              // the row

  output wire             mrd_valid_o,
  input  wire             mrd_ready_i,
  output wire [LineW-1:0] mrd_addr_o,              // the row
  output wire [IdW-1:0]   mrd_id_o,                // first request, place of the row
  input  wire             mrsp_valid_i,            // in any order
  output wire             mrsp_ready_o,            // depends on ret_valid_i and, without Through, ret_changed_i
  input  wire [IdW-1:0]   mrsp_id_i,
  input  wire [255:0]     mrsp_data_i,
  output wire             mwr_valid_o,
  input  wire             mwr_ready_i,
  output wire [MemW-1:0]  mwr_addr_o,              // base_i + the row
  output wire [255:0]     mwr_data_o,

  input  wire             flush_valid_i,
  output wire             flush_ready_o,           // done
  input  wire             forget_valid_i,
  output wire             forget_ready_o,          // done

  // A cycle each: 0 hit, 1 miss, 2 put behind a row that is fetched, 3 row fetched, 4 row written back, 5 a request
  // waits
  output wire [5:0]       evt_o,
  output wire             idle_o
);

  localparam integer SlotW  = $clog2(Requests);
  localparam integer WayW   = $clog2(Ways);
  localparam integer SetW   = $clog2(Sets);
  localparam integer AtW    = SetW + WayW;
  localparam integer TagW   = LineW - SetW;
  localparam integer KeyW   = GenW + TagW;
  localparam integer Places = 4;                   // rows on their way out

  generate
    if (Sets < 2 || Ways < 2 || Requests < 2 || PayW < 1 || Depth < 1 || GenW < 1 || LineW <= SetW || MemW < LineW ||
        IdW != $clog2(Requests) + $clog2(Sets * Ways) || NearW != ((Depth > 1) ? Depth - 1 : 1)) begin : g_bad_param
      PF_META_CACHE_BAD_PARAMETER u_bad ();        // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // State      //
  ////////////////

  localparam [1:0] CLEAR = 2'd0;                   // sets are emptied
  localparam [1:0] RUN   = 2'd1;
  localparam [1:0] FLUSH = 2'd2;                   // rows are looked at, one a cycle
  localparam [1:0] DRAIN = 2'd3;                   // their writes are waited for

  reg  [1:0]      state_q;
  reg             stop_q;                          // no more requests
  reg  [SetW-1:0] walk_set_q;
  reg  [WayW-1:0] walk_way_q;
  reg  [GenW-1:0] gen_q;                           // of the tags that count
  reg             s2_walk_q;                       // S2 is a row that is looked at
  wire            quiet;                           // nothing inside
  wire            spill_empty;
  wire            clear    = state_q == CLEAR;
  wire            run      = state_q == RUN;
  wire            walk_go;
  wire            walk_end = &walk_set_q && (clear || &walk_way_q);
  wire            forget   = run && stop_q && quiet && forget_valid_i && !flush_valid_i;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q    <= CLEAR;
      stop_q     <= 1'b0;
      walk_set_q <= {SetW{1'b0}};
      walk_way_q <= {WayW{1'b0}};
      gen_q      <= {GenW{1'b0}};
    end else begin
      stop_q <= flush_valid_i || forget_valid_i;
      case (state_q)
        CLEAR:   if (walk_end) state_q <= RUN;
        RUN:     if (stop_q && quiet && flush_valid_i) state_q <= FLUSH;
                 else if (forget && &gen_q) state_q <= CLEAR;
        FLUSH:   if (walk_go && walk_end) state_q <= DRAIN;
        default: if (flush_ready_o) state_q <= RUN;
      endcase
      if (clear || (walk_go && &walk_way_q)) walk_set_q <= walk_set_q + 1'b1;
      if (walk_go) walk_way_q <= walk_way_q + 1'b1;
      if (forget) gen_q <= gen_q + 1'b1;
    end
  end

  assign flush_ready_o  = state_q == DRAIN && !s2_walk_q && spill_empty;
  assign forget_ready_o = forget;

  ////////////////
  // S1         //
  ////////////////

  wire             slot_valid, slots_free, unused_more;
  wire [SlotW-1:0] slot;
  wire             go;                             // an operation leaves, its slot is free
  wire [SlotW-1:0] go_slot;
  wire             take = req_valid_i && req_ready_o;

  pf_cache_free #(
    .N (Requests)
  ) u_slots (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .valid_o      (slot_valid),
    .index_o      (slot),
    .take_i       (take),
    .more_o       (unused_more),
    .all_o        (slots_free),
    .give_i       (go),
    .give_index_i (go_slot)
  );

  // What finds no way in S2 is parked, and what came into S2 behind it waits there: then both are looked up again, in turn,
  // before what is in S1.
  reg              s1_valid_q, s1_fresh_q, s2_new_q, park_q, park_fresh_q;
  reg              shut_q;                         // S2 waits behind what is parked
  reg  [LineW-1:0] s1_line_q, park_line_q;
  reg  [SlotW-1:0] s1_slot_q, park_slot_q;
  wire             stuck;                          // S2 finds no way
  wire             mark, mark_bit;                 // a row becomes dirty
  wire [AtW-1:0]   mark_at;
  wire             end_valid;                      // a row is no more on its way
  wire [AtW-1:0]   end_at;
  wire             queue_room, spill_room, spill_more;
  wire             room     = s2_new_q ? spill_more : spill_room;
  wire [LineW-1:0] look_line = park_q ? park_line_q : s1_line_q;
  // Its set's bits are written now.
  wire             written  = (mark && mark_at[AtW-1:WayW] == look_line[SetW-1:0]) ||
                              (end_valid && end_at[AtW-1:WayW] == look_line[SetW-1:0]);
  wire             may_go   = run && queue_room && room && !written;
  wire             new_go   = s1_valid_q && !park_q && may_go;
  wire             again_go = park_q && may_go;

  assign walk_go     = state_q == FLUSH && (s2_walk_q ? spill_more : spill_room);
  assign req_ready_o = slot_valid && !stop_q && (!s1_valid_q || new_go);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      s1_valid_q <= 1'b0;
      park_q     <= 1'b0;
      shut_q     <= 1'b0;
    end else begin
      s1_valid_q <= take || (s1_valid_q && !new_go);
      park_q     <= shut_q ? (!again_go || s2_new_q) : (stuck || (park_q && !again_go));
      shut_q     <= shut_q ? !again_go : stuck;
    end
  end
  always @(posedge clk_i) begin
    if (take) begin
      s1_line_q  <= req_line_i;
      s1_fresh_q <= req_fresh_i;
      s1_slot_q  <= slot;
    end
    if (shut_q ? again_go : (stuck || !park_q)) begin
      park_line_q  <= s2_line_q;
      park_fresh_q <= s2_fresh_q;
      park_slot_q  <= s2_slot_q;
    end
  end

  ////////////////
  // S2         //
  ////////////////

  reg              s2_fresh_q;
  reg  [LineW-1:0] s2_line_q;
  reg  [SlotW-1:0] s2_slot_q;
  reg  [WayW-1:0]  s2_way_q;                       // of a row that is looked at
  wire [SetW-1:0]  look_set = run ? look_line[SetW-1:0] : walk_set_q;
  wire [SetW-1:0]  s2_set   = s2_line_q[SetW-1:0];
  wire             s2_live  = s2_new_q && !shut_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      s2_new_q  <= 1'b0;
      s2_walk_q <= 1'b0;
    end else begin
      s2_new_q  <= shut_q ? (again_go || s2_new_q) : park_q ? (again_go || stuck) : new_go;
      s2_walk_q <= walk_go;
    end
  end
  always @(posedge clk_i) begin
    if (!shut_q || again_go) begin
      s2_line_q  <= {look_line[LineW-1:SetW], look_set};
      s2_slot_q  <= park_q ? park_slot_q : s1_slot_q;
      s2_fresh_q <= park_q ? park_fresh_q : s1_fresh_q;
    end
    s2_way_q <= walk_way_q;
  end

  // A way's note: {its list's last request, away, dirty}
  localparam integer NoteW  = SlotW + 2;
  wire [Ways-1:0]  same, leave, valid, held_dirty, held_away, dirty_ways, pins;
  wire [Ways-1:0]  dirty_notes, away_notes, ended;
  wire [WayW-1:0]  same_way, leave_way;
  wire [KeyW-1:0]  leave_key;
  wire [Ways*KeyW-1:0] keys;
  wire [Ways*NoteW-1:0] notes;
  wire [Ways-1:0]  walk_hot = {{(Ways-1){1'b0}}, 1'b1} << s2_way_q;
  wire [Ways-1:0]  away     = away_notes ^ held_away;  // the row is on its way
  wire [Ways-1:0]  stay     = away | pins;
  wire             found    = |same;
  wire             match    = s2_live && |(same & away & ~ended);
  wire             hit      = s2_live && |(same & ~(away & ~ended));
  wire             absent   = s2_live && !found;
  wire             miss     = absent && !(&stay);
  wire             lock     = miss && !s2_fresh_q;
  wire             spill    = (absent || s2_walk_q) && |(leave & dirty_ways);  // one may leave
  wire             note     = (|(leave & held_dirty)) != s2_fresh_q;  // put_notes of the way that leaves
  wire             away_note = (|(leave & held_away)) != (!s2_fresh_q && !s2_walk_q);
  wire [WayW-1:0]  s2_way   = s2_fresh_q ? leave_way : same_way;  // of one that is put into the queue
  reg  [SlotW-1:0] tail;
  wire [Ways*NoteW-1:0] put_notes, touch_notes;

  assign stuck = absent && &stay;

  pf_cache_tags #(
    .Sets  (Sets),
    .Ways  (Ways),
    .KeyW  (KeyW),
    .NoteW (NoteW),
    .Turns (0)
  ) u_tags (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .look_i        (new_go || again_go || walk_go),
    .look_set_i    (look_set),
    .set_i         (s2_set),
    .key_i         ({gen_q, s2_line_q[LineW-1:SetW]}),
    .stay_ways_i   (s2_walk_q ? ~walk_hot : stay),
    .same_o        (same),
    .same_way_o    (same_way),
    .leave_o       (leave),
    .leave_way_o   (leave_way),
    .leave_key_o   (leave_key),
    .valid_o       (valid),
    .keys_o        (keys),
    .notes_o       (notes),
    .put_i         (absent || (s2_walk_q && spill)),
    .put_valid_i   (!s2_walk_q),
    .put_notes_i   (put_notes),
    .touch_ways_i  (away & ~ended & {Ways{s2_live}}),
    .touch_notes_i (touch_notes),
    .clear_i       (clear),
    .clear_set_i   (walk_set_q)
  );

  // A row is dirty when its bit is not its tag's note. A miss chooses the note, so that the bit is written only when a
  // row becomes dirty. A look that would meet that write waits, for the memory gives junk then. So with rows that are on
  // their way: their bit is written when they no more are.
  wire [Ways-1:0] mark_ways;

  pf_ram #(
    .Width (Ways),
    .Depth (Sets),
    .Lanes (Ways)
  ) u_dirty (
    .clk_i   (clk_i),
    .we_i    (mark_ways | {Ways{clear}}),
    .waddr_i (clear ? walk_set_q : mark_at[AtW-1:WayW]),
    .wdata_i ({Ways{mark_bit && !clear}}),
    .re_i    (new_go || again_go || walk_go),
    .raddr_i (look_set),
    .rdata_o (held_dirty)
  );

  wire             end_note, unused_dirty;
  wire [Ways-1:0]  end_ways;

  pf_ram #(
    .Width (Ways),
    .Depth (Sets),
    .Lanes (Ways)
  ) u_away (
    .clk_i   (clk_i),
    .we_i    (end_ways | {Ways{clear}}),
    .waddr_i (clear ? walk_set_q : end_at[AtW-1:WayW]),
    .wdata_i ({Ways{end_note && !clear}}),
    .re_i    (new_go || again_go || walk_go),
    .raddr_i (look_set),
    .rdata_o (held_away)
  );

  genvar w;
  generate
    for (w = 0; w < Ways; w = w + 1) begin : g_dirty
      localparam [31:0] Number = w;
      assign mark_ways[w]   = mark && mark_at[WayW-1:0] == Number[WayW-1:0];
      assign end_ways[w]    = end_valid && end_at[WayW-1:0] == Number[WayW-1:0];
      assign ended[w]       = end_ways[w] && end_at[AtW-1:WayW] == s2_set;
      assign dirty_notes[w] = notes[w*NoteW];
      assign away_notes[w]  = notes[w*NoteW+1];
      assign put_notes[w*NoteW +: NoteW]   = {s2_slot_q, held_away[w] != (!s2_fresh_q && !s2_walk_q), held_dirty[w] != s2_fresh_q};
      assign touch_notes[w*NoteW +: NoteW] = s2_walk_q ? put_notes[w*NoteW +: NoteW] : {s2_slot_q, !held_away[w], dirty_notes[w]};
      assign dirty_ways[w]  = valid[w] && keys[w*KeyW+TagW +: GenW] == gen_q && held_dirty[w] != dirty_notes[w];
    end
  endgenerate

  integer t;
  always @* begin
    tail = {SlotW{1'b0}};
    for (t = 0; t < Ways; t = t + 1) tail = tail | (notes[t*NoteW+2 +: SlotW] & {SlotW{same[t]}});
  end

  wire             fill = mrsp_valid_i && mrsp_ready_o;
  wire             fill_wait, rep_valid, rep_take, rep_note, unused_away;
  wire [AtW-1:0]   rep_at;
  wire [SlotW-1:0] rep_slot;

  pf_meta_misses #(
    .Requests (Requests),
    .AtW      (AtW),
    .NoteW    (2)
  ) u_misses (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .lock_i       (lock),
    .join_i       (match),
    .slot_i       (s2_slot_q),
    .tail_i       (tail),
    .at_i         ({s2_set, leave_way}),
    .note_i       ({away_note, note}),
    .fill_valid_i (fill),
    .fill_slot_i  (mrsp_id_i[IdW-1:AtW]),
    .fill_wait_o  (fill_wait),
    .rep_valid_o  (rep_valid),
    .rep_ready_i  (rep_take),
    .rep_slot_o   (rep_slot),
    .rep_at_o     (rep_at),
    .rep_note_o   ({unused_away, rep_note}),
    .end_valid_o  (end_valid),
    .end_at_o     (end_at),
    .end_note_o   ({end_note, unused_dirty})
  );

  ////////////////
  // Fetch      //
  ////////////////

  // A read waits here for the write-back of its own line.
  wire             ask_valid, ask_busy, ask_place;
  wire [LineW-1:0] ask_line;
  wire [SlotW-1:0] ask_slot;
  wire [WayW-1:0]  ask_way;
  wire [$clog2(Requests+1)-1:0] unused_level;

  pf_fifo #(
    .Width (LineW + SlotW + WayW),
    .Depth (Requests),
    .Ram   (1)
  ) u_asks (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (lock),
    .in_ready_o  (ask_place),
    .in_data_i   ({s2_line_q, s2_slot_q, leave_way}),
    .out_valid_o (ask_valid),
    .out_ready_i (mrd_valid_o && mrd_ready_i),
    .out_data_o  ({ask_line, ask_slot, ask_way}),
    .level_o     (unused_level)
  );

  assign mrd_valid_o = ask_valid && !ask_busy;
  assign mrd_addr_o  = ask_line;
  assign mrd_id_o    = {ask_slot, ask_line[SetW-1:0], ask_way};

  ////////////////
  // Rows       //
  ////////////////

  wire         put = hit || (miss && s2_fresh_q);
  wire         spill_row, rows_quiet;
  wire [255:0] row;

  pf_meta_rows #(
    .Sets    (Sets),
    .Ways    (Ways),
    .SlotW   (SlotW),
    .Depth   (Depth),
    .Through (Through)
  ) u_rows (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .init_i        (init_i),
    .pin_set_i     (s2_set),
    .pins_o        (pins),
    .room_o        (queue_room),
    .s2_new_i      (s2_new_q),
    .put_i         (put),
    .put_slot_i    (s2_slot_q),
    .put_at_i      ({s2_set, s2_way}),
    .put_op_i      (s2_fresh_q ? {2'b11, note} : {1'b0, |(same & dirty_ways), |(same & dirty_notes)}),
    .rep_valid_i   (rep_valid),
    .rep_take_o    (rep_take),
    .rep_slot_i    (rep_slot),
    .rep_at_i      (rep_at),
    .rep_note_i    (rep_note),
    .turn_valid_o  (go),
    .turn_slot_o   (go_slot),
    .go_ready_i    (go_ready_i),
    .go_valid_o    (go_valid_o),
    .go_data_o     (go_data_o),
    .go_near_o     (go_near_o),
    .go_set_o      (go_line_o[SetW-1:0]),
    .ret_valid_i   (ret_valid_i),
    .ret_changed_i (ret_changed_i),
    .ret_data_i    (ret_data_i),
    .fill_valid_i  (mrsp_valid_i),
    .fill_ready_o  (mrsp_ready_o),
    .fill_wait_i   (fill_wait),
    .fill_at_i     (mrsp_id_i[AtW-1:0]),
    .fill_data_i   (mrsp_data_i),
    .spill_i       (spill),
    .spill_at_i    ({s2_set, leave_way}),
    .spill_valid_o (spill_row),
    .spill_data_o  (row),
    .mark_o        (mark),
    .mark_at_o     (mark_at),
    .mark_bit_o    (mark_bit),
    .quiet_o       (rows_quiet)
  );

  pf_ram #(
    .Width (TagW + PayW),
    .Depth (Requests)
  ) u_pay (
    .clk_i   (clk_i),
    .we_i    (take),
    .waddr_i (slot),
    .wdata_i ({req_line_i[LineW-1:SetW], req_pay_i}),
    .re_i    (go),
    .raddr_i (go_slot),
    .rdata_o ({go_line_o[LineW-1:SetW], go_pay_o})
  );

  ////////////////
  // Out        //
  ////////////////

  wire spill_sent, unused_beat;

  pf_cache_spill #(
    .LineW  (LineW),
    .RowW   (256),
    .Beats  (1),
    .Places (Places),
    .Late   (1),
    .OutW   (MemW)
  ) u_spill (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .base_i        (base_i),
    .alloc_valid_i (spill),
    .alloc_line_i  ({leave_key[TagW-1:0], s2_set}),
    .alloc_room_o  (spill_room),
    .alloc_more_o  (spill_more),
    .row_valid_i   (spill_row),
    .row_i         (row),
    .look_line_i   (ask_line),
    .look_busy_o   (ask_busy),
    .out_valid_o   (mwr_valid_o),
    .out_ready_i   (mwr_ready_i),
    .out_addr_o    (mwr_addr_o),
    .out_beat_o    (unused_beat),
    .out_row_o     (mwr_data_o),
    .sent_o        (spill_sent),
    .empty_o       (spill_empty)
  );

  reg [5:0] evt_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) evt_q <= 6'd0;
    else         evt_q <= {req_valid_i && !req_ready_o, spill_sent, mrd_valid_o && mrd_ready_i, match, miss, hit};
  end

  assign quiet  = slots_free && rows_quiet && spill_empty && !end_valid;
  assign evt_o  = evt_q;
  assign idle_o = quiet && run && !stop_q && slot_valid && evt_q == 6'd0;

  ////////////////
  // Checks     //
  ////////////////

  wire unused = &{1'b0, ask_place, leave_key, keys, 1'b0};

`ifndef SYNTHESIS
  reg                  f_asked_q;   // the request shown last was not taken
  reg [LineW+PayW:0]   f_asks_q;
  wire [LineW+PayW:0]  f_asks = {req_line_i, req_fresh_i, req_pay_i};
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_asked_q <= 1'b0;
    else         f_asked_q <= req_valid_i && !req_ready_o;
  end
  always @(posedge clk_i) f_asks_q <= f_asks;

  `PF_ASSERT_KNOWN(a_ctrl_known, {req_valid_i, go_ready_i, ret_valid_i, mrd_ready_i, mrsp_valid_i, mwr_ready_i,
                                  flush_valid_i, forget_valid_i})
  `PF_ASSERT(a_req_stable, !f_asked_q || (req_valid_i && f_asks === f_asks_q))
  `PF_ASSERT(a_ask, !lock || ask_place)
  `PF_ASSERT(a_fresh, !(s2_live && s2_fresh_q && found))
  `PF_ASSERT(a_slots, !slots_free || !rep_valid)  // a row is fetched only as long as a request waits for it
  `PF_ASSERT(a_victim, !miss || leave != {Ways{1'b0}})
  `PF_COVER(c_behind, match)
  `PF_COVER(c_stuck, stuck && park_q)
`endif

endmodule

`resetall
