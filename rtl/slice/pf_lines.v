// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_lines: the metadata lines in flight between the slice's memory and the check.
//
//   piece_* --> look: compare with  --> decide: hit, take a slot, or wait; --> pend_*  (in order)
//               all slots, line's       ask for missing beats  --> mrd_*
//               address from a RAM                |
//                                                 v
//                                   slots: held, used, hash of the line,
//                                          per beat asked, there, dirty
//                                          |          ^           |
//   mrsp_* --> store (two banks) <-- rd_* wr_*    done_*      cleaner --> mwr_*
//
// A slot is taken by the first piece of its line and found by later ones. When its last user is done it is
// freed if clean, else closed, written back and freed when the last write was accepted; a piece that wants
// the line of a closed slot waits. So the fetches and write-backs of one line never overlap.
// Slots compare a hash of CamW bits; the rest of the line index lies in a RAM. A piece that meets a slot with its
// hash but of another line waits until that slot is free: rare, slow, never wrong.
//
// Throughput  one piece a cycle on hits, one fetch a cycle, one write-back a cycle, side by side.
//             A piece right behind one that takes a slot with the same hash loses a cycle.
// Latency     2 cycles from piece to pend and mrd when nothing waits; a slot is free 4 to 9 cycles after done.
// Ready       pend_valid_o and piece_ready_o depend on mrd_ready_i, piece_ready_o on pend_ready_i,
//             mrsp_ready_o on wr_*: combinational.
// Errs        never.
// State bits  Lines * (CamW + 2 + 2*Beats); 4*EntryW + MemW in the write-back register; about 6*SlotW + 3*LineW
//             + 2*PayW + 2*IdW + 4*Beats + 25 in the stages;
//             memory Lines * (Beats*4*EntryW + MemW-BeatW + LineW-CamW + IdW).

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"
`include "slice/pf_facts.vh"

module pf_lines #(
  parameter integer Lines   = `PF_LINES,  // line slots; at least 1
  parameter integer Beats   = 2,   // beats of a line: 2 or 4
  parameter integer LineW   = `PF_ADDR_W - 5,  // width of a line index; at most MemW - log2(Beats)
  parameter integer MemW    = `PF_ADDR_W - 3,  // width of a beat address
  parameter integer PayW    = 26,  // payload that goes with a piece; at least 1
  parameter integer RdBeats = (`PF_LANES > 4) ? 2 : 1,  // beats the check reads and writes at once: 1 or 2
  parameter integer IdW     = $clog2(`PF_PENDING) + 1,  // at most 2^IdW pieces with a line between pend and done
  parameter integer CamW    = 11,  // bits of the hashed line index that are compared in every slot
  parameter integer Banks   = (RdBeats > 1) ? 2 : `PF_BANKS,  // memories of the lines' data: 1 or 2; at least RdBeats
  parameter integer EntryW  = 64,  // bits of an entry; other widths are for proofs
  parameter integer OwnLsb  = `PF_OWNER_LSB,  // bits of an entry from there on are written with wr_own_i only
  // Derived: do not override.
  parameter integer SlotW   = (Lines > 1) ? $clog2(Lines) : 1,
  parameter integer BeatW   = $clog2(Beats),
  parameter integer DataW   = 4 * EntryW,
  parameter integer HashW   = (LineW < CamW) ? LineW : CamW
) (
  input  wire                     clk_i,
  input  wire                     rst_ni,          // asynchronous, active low

  // Static
  input  wire [MemW-1:0]          cfg_meta_base_i,    // beat address, a multiple of Beats
  input  wire                     cfg_whole_line_i,   // fetch all beats of a line, else those needed
  input  wire                     cfg_write_always_i, // a checked beat is written back even when unchanged

  // Pieces in
  input  wire                     piece_valid_i,
  output wire                     piece_ready_o,
  input  wire                     piece_access_i,  // 0: passes in order without a line
  input  wire [LineW-1:0]         piece_line_i,
  input  wire [Beats-1:0]         piece_beats_i,   // beats the check will wait for
  input  wire [PayW-1:0]          piece_pay_i,

  // Pieces out, same order, once slot and fetches are under way
  output wire                     pend_valid_o,
  input  wire                     pend_ready_i,
  output wire                     pend_access_o,
  output wire [SlotW-1:0]         pend_slot_o,
  output wire [IdW-1:0]           pend_id_o,
  output wire [Beats-1:0]         pend_beats_o,
  output wire [PayW-1:0]          pend_pay_o,

  // Memory reads: any order, any latency
  output wire                     mrd_valid_o,
  input  wire                     mrd_ready_i,
  output wire [MemW-1:0]          mrd_addr_o,
  output wire [SlotW+BeatW-1:0]   mrd_id_o,        // {slot, beat}
  input  wire                     mrsp_valid_i,
  output wire                     mrsp_ready_o,
  input  wire [SlotW+BeatW-1:0]   mrsp_id_i,
  input  wire [DataW-1:0]         mrsp_data_i,

  // Memory writes; a read accepted after a write was accepted sees it
  output wire                     mwr_valid_o,
  input  wire                     mwr_ready_i,
  output wire [MemW-1:0]          mwr_addr_o,
  output wire [DataW-1:0]         mwr_data_o,

  // Check: never refused
  output wire [Lines*Beats-1:0]   present_o,       // [slot*Beats + beat]: can be read in this cycle
  input  wire                     rd_valid_i,
  input  wire [SlotW-1:0]         rd_slot_i,
  input  wire [BeatW-1:0]         rd_beat_i,       // RdBeats 2: bit 0 is ignored
  output wire [RdBeats*DataW-1:0] rd_data_o,       // in the cycle after rd_valid_i and ONLY then
  input  wire                     wr_valid_i,
  input  wire [SlotW-1:0]         wr_slot_i,
  input  wire [BeatW-1:0]         wr_beat_i,
  input  wire [RdBeats*4-1:0]     wr_mask_i,       // entries
  input  wire [RdBeats*4-1:0]     wr_own_i,        // all of the entry, else below OwnLsb
  input  wire                     wr_changed_i,    // 0: the same values; counts with write_always only
  input  wire [RdBeats*DataW-1:0] wr_data_i,
  input  wire                     done_valid_i,    // not before the piece's last write
  input  wire [SlotW-1:0]         done_slot_i,
  input  wire [IdW-1:0]           done_id_i,

  // Wipe: ready once every held beat holds wipe_entry_i and nothing is dirty. No fetch and no write-back
  // leaves from then on until wipe_valid_i falls: hold it high while the memory is swept.
  input  wire                     wipe_valid_i,
  output wire                     wipe_ready_o,    // a level; stays high as long as wipe_valid_i
  input  wire [EntryW-1:0]        wipe_entry_i,

  output wire                     quiet_o,         // no slot held, nothing under way
  output wire                     held_o,          // a slot is held: something is fetched, in use, or not yet written back
  output wire                     stall_lines_o,   // a piece waits for a slot
  output wire                     idle_o           // nothing moves without an input
);

  localparam integer AddrW = MemW - BeatW;  // address of a line

  generate
    if (Lines < 1 || (Beats != 2 && Beats != 4) || LineW < 1 || LineW > AddrW || PayW < 1 || IdW < 1
        || (RdBeats != 1 && RdBeats != 2) || CamW < 1 || Banks < RdBeats || Banks > 2 || EntryW < 1) begin : g_bad_param
      PF_LINES_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  genvar k, b;

  ////////////////
  // Slots      //
  ////////////////

  // Only held_q is reset: the other bits of a slot are cleared while it is not held, which it is for two
  // cycles at least. Bits by beat are [beat*Lines + slot]; {there, open}: 00 not asked for, 01 asked for,
  // 11 there and clean, 10 there and dirty.
  reg  [Lines-1:0]       held_q;
  reg  [Lines-1:0]       used_q;  // a piece behind pend has not been done yet, or the slot is being written back
  reg  [Lines*HashW-1:0] hash_q;
  reg  [Beats*Lines-1:0] there_q;
  reg  [Beats*Lines-1:0] open_q;
  wire [Beats*Lines-1:0] asked = there_q | open_q;
  wire [Beats*Lines-1:0] dirty = there_q & ~open_q;
  wire [Lines-1:0]       some_dirty;
  wire [Lines-1:0]       some_missing;  // asked for and not there

  ////////////////
  // Wipe       //
  ////////////////

  localparam integer Depth = Lines * Beats / Banks;
  localparam integer RamW  = (Depth > 1) ? $clog2(Depth) : 1;

  localparam [1:0] WIPE_NONE = 2'd0;
  localparam [1:0] WIPE_WAIT = 2'd1;  // no new fetch, no new write-back; those under way finish
  localparam [1:0] WIPE_WALK = 2'd2;  // write the lines' data
  localparam [1:0] WIPE_DONE = 2'd3;

  reg  [1:0]      wipe_q;
  reg  [RamW-1:0] walk_q;
  reg             moving_q;   // something is still under way (of the cycle before)
  wire            clean_busy;
  wire            stop     = (wipe_q != WIPE_NONE);
  wire            walk     = (wipe_q == WIPE_WALK);
  localparam [31:0] WALK_END = Depth - 1;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wipe_q <= WIPE_NONE;
    end else begin
      case (wipe_q)
        WIPE_NONE: if (wipe_valid_i) wipe_q <= WIPE_WAIT;
        WIPE_WAIT: if (!moving_q) wipe_q <= WIPE_WALK;
        WIPE_WALK: if (walk_q == WALK_END[RamW-1:0]) wipe_q <= WIPE_DONE;
        default:   if (!wipe_valid_i) wipe_q <= WIPE_NONE;
      endcase
    end
  end
  always @(posedge clk_i) begin
    moving_q <= (wipe_q != WIPE_WAIT) || mrd_valid_o || |some_missing || clean_busy;
    walk_q   <= walk ? walk_q + {{(RamW-1){1'b0}}, 1'b1} : {RamW{1'b0}};
  end

  assign wipe_ready_o = (wipe_q == WIPE_DONE);

  ////////////////
  // Look       //
  ////////////////

  reg              look_valid_q;
  reg              look_access_q;
  reg  [LineW-1:0] look_line_q;
  reg  [Beats-1:0] look_beats_q;
  reg  [PayW-1:0]  look_pay_q;
  wire             look_go;

  assign piece_ready_o = !look_valid_q || look_go;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      look_valid_q <= 1'b0;
    end else if (piece_ready_o) begin
      look_valid_q <= piece_valid_i;
    end
  end
  always @(posedge clk_i) begin
    if (piece_ready_o) begin
      look_access_q <= piece_access_i;
      look_line_q   <= piece_line_i;
      look_beats_q  <= piece_beats_i;
      look_pay_q    <= piece_pay_i;
    end
  end

  // Hash: the line index folded to HashW bits, each fold turned by half of them: then lines at a power of two
  // from each other differ, and those at a power of two and one, as rows with a line of padding are.
  localparam integer Folds = (LineW + HashW - 1) / HashW;
  localparam integer Back  = HashW - HashW / 2;  // hash bit k has bit (k + Back * fold) mod HashW of a fold
  wire [Folds*HashW-1:0] look_wide;
  wire [HashW-1:0]       look_hash;
  wire [Lines-1:0]       look_match;
  wire [SlotW-1:0]       look_slot;

  generate
    for (k = 0; k < Folds * HashW; k = k + 1) begin : g_wide
      if (k < LineW) begin : g_line
        assign look_wide[k] = look_line_q[k];
      end else begin : g_zero
        assign look_wide[k] = 1'b0;
      end
    end
    for (k = 0; k < HashW; k = k + 1) begin : g_hash
      wire [Folds-1:0] fold;
      for (b = 0; b < Folds; b = b + 1) begin : g_fold
        assign fold[b] = look_wide[b*HashW + (k + b*Back) % HashW];
      end
      assign look_hash[k] = ^fold;
    end
    for (k = 0; k < Lines; k = k + 1) begin : g_match
      assign look_match[k] = held_q[k] && look_access_q && hash_q[k*HashW +: HashW] == look_hash;
    end
    for (b = 0; b < SlotW; b = b + 1) begin : g_look_slot  // at most one slot matches
      wire [Lines-1:0] with_bit;
      for (k = 0; k < Lines; k = k + 1) begin : g_slot
        assign with_bit[k] = look_match[k] && ((k >> b) % 2 == 1);
      end
      assign look_slot[b] = |with_bit;
    end
  endgenerate

  ////////////////
  // Decide     //
  ////////////////

  reg              dec_valid_q;
  reg              dec_access_q;
  reg  [AddrW-1:0] dec_addr_q;
  reg  [Beats-1:0] dec_beats_q;
  reg  [PayW-1:0]  dec_pay_q;
  reg  [HashW-1:0] dec_hash_q;
  reg              dec_match_q;   // there was a slot with this hash when look compared, or one was taken
  reg  [SlotW-1:0] dec_slot_q;    // that slot
  reg              dec_taken_q;   // this piece took the slot
  reg              dec_other_q;   // the slot holds another line
  reg              mrd_wait_q;    // memory has seen this read and not taken it
  reg              free_valid_q;  // a free slot, found a cycle ahead
  reg  [SlotW-1:0] free_slot_q;
  reg  [IdW-1:0]   id_q;

  wire             dec_equal;     // slot dec_slot_q holds this line
  wire [Lines-1:0] dec_at, free_at;
  wire             dec_closing;
  wire [Lines-1:0] dec_held = dec_at & held_q;  // a slot freed since then does not count
  wire             dec_live = |dec_held;
  wire             dec_same = dec_taken_q || dec_equal;
  wire             dec_hit  = dec_live && dec_same && !dec_closing;
  wire             dec_hold = stop && !mrd_wait_q;
  wire             dec_slot_ok = dec_hit || (!dec_live && free_valid_q && !dec_hold);
  wire             dec_take = dec_valid_q && dec_access_q && !dec_live && free_valid_q && !dec_hold;
  wire [Lines-1:0] dec_hot  = dec_live ? dec_held : free_at;
  wire [SlotW-1:0] dec_slot = dec_live ? dec_slot_q : free_slot_q;
  wire [Beats-1:0] dec_asked;
  wire [Beats-1:0] dec_missing = ({Beats{cfg_whole_line_i}} | dec_beats_q) & ~dec_asked;
  wire             ask_some;
  wire [Beats-1:0] ask_hot;
  wire [BeatW-1:0] ask_beat;
  wire             ask_last  = ~|(dec_missing & ~ask_hot);
  wire             ask_go    = mrd_valid_o && mrd_ready_i;
  wire             dec_ready = !ask_some || (ask_last && mrd_ready_i && !dec_hold);
  wire             dec_go    = pend_valid_o && pend_ready_i;
  wire             free_some;
  wire [Lines-1:0] unused_free;
  wire [SlotW-1:0] free_slot;

  generate
    for (b = 0; b < Beats; b = b + 1) begin : g_asked
      assign dec_asked[b] = |(dec_held & asked[b*Lines +: Lines]);
    end
  endgenerate

  pf_line_pick #(
    .N (Beats)
  ) u_ask (
    .in_i    (dec_missing),
    .any_o   (ask_some),
    .hot_o   (ask_hot),
    .index_o (ask_beat)
  );

  pf_line_pick #(
    .N (Lines)
  ) u_free (
    .in_i    (~held_q & ~(free_at & {Lines{free_valid_q}})),
    .any_o   (free_some),
    .hot_o   (unused_free),
    .index_o (free_slot)
  );

  // A piece with the hash of a piece that takes a slot in this cycle compares again.
  assign look_go = look_valid_q && (!dec_valid_q || dec_go)
                 && !(dec_take && look_access_q && look_hash == dec_hash_q);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      dec_valid_q  <= 1'b0;
      mrd_wait_q   <= 1'b0;
      free_valid_q <= 1'b0;
      id_q         <= {IdW{1'b0}};
    end else begin
      if (!dec_valid_q || dec_go) dec_valid_q <= look_go;
      mrd_wait_q <= mrd_valid_o && !mrd_ready_i;
      if (!free_valid_q || dec_take) free_valid_q <= free_some;
      if (dec_go && dec_access_q) id_q <= id_q + {{(IdW-1){1'b0}}, 1'b1};
    end
  end
  always @(posedge clk_i) begin
    if (look_go) begin
      dec_access_q <= look_access_q;
      dec_addr_q   <= cfg_meta_base_i[MemW-1:BeatW] + {{(AddrW-LineW){1'b0}}, look_line_q};
      dec_beats_q  <= look_beats_q;
      dec_pay_q    <= look_pay_q;
      dec_hash_q   <= look_hash;
    end
    if (look_go || dec_take) begin
      dec_match_q <= !look_go || (|look_match);
      dec_slot_q  <= look_go ? look_slot : free_slot_q;
      dec_taken_q <= !look_go;
    end
    dec_other_q <= !look_go && dec_live && !dec_same;
    if (!free_valid_q || dec_take) begin
      free_slot_q <= free_slot;
    end
  end

  assign mrd_valid_o   = dec_valid_q && dec_access_q && dec_slot_ok && ask_some && (!stop || mrd_wait_q);
  assign mrd_addr_o    = {dec_addr_q, ask_beat};
  assign mrd_id_o      = {dec_slot, ask_beat};
  assign pend_valid_o  = dec_valid_q && (!dec_access_q || (dec_slot_ok && dec_ready));
  assign pend_access_o = dec_access_q;
  assign pend_slot_o   = dec_slot;
  assign pend_id_o     = id_q;
  assign pend_beats_o  = dec_beats_q;
  assign pend_pay_o    = dec_pay_q;
  assign stall_lines_o = dec_valid_q && dec_access_q && !dec_live && !free_valid_q;

  // Two lines with one hash differ above it, so the bits above are compared; the whole address is for the
  // write-back.
  wire             clean_re;
  wire [SlotW-1:0] clean_slot;
  wire [AddrW-1:0] clean_addr;

  generate
    if (LineW > HashW) begin : g_high
      reg  [LineW-HashW-1:0] high_q;
      wire [LineW-HashW-1:0] high;
      always @(posedge clk_i) begin
        if (look_go) high_q <= look_line_q[LineW-1:HashW];
      end

      pf_ram #(
        .Width (LineW - HashW),
        .Depth (Lines)
      ) u_high (
        .clk_i   (clk_i),
        .we_i    (dec_take),
        .waddr_i (free_slot_q),
        .wdata_i (high_q),
        .re_i    (look_go),
        .raddr_i (look_slot),
        .rdata_o (high)
      );
      assign dec_equal = (high == high_q);
    end else begin : g_no_high
      assign dec_equal = 1'b1;
      wire unused_slot = &{1'b0, look_slot, 1'b0};
    end
  endgenerate

  pf_ram #(
    .Width (AddrW),
    .Depth (Lines)
  ) u_clean_addr (
    .clk_i   (clk_i),
    .we_i    (dec_take),
    .waddr_i (free_slot_q),
    .wdata_i (dec_addr_q),
    .re_i    (clean_re),
    .raddr_i (clean_slot),
    .rdata_o (clean_addr)
  );

  ////////////////
  // Done       //
  ////////////////

  // The id of each slot's last user. A user that leaves in the cycle of done, or in the next one, is later
  // than the piece that is done.
  reg              done_valid_q;
  reg              done_newer_q;
  reg  [SlotW-1:0] done_slot_q;
  reg  [IdW-1:0]   done_id_q;
  wire [IdW-1:0]   last_id;
  wire             done_last = done_valid_q && !done_newer_q && last_id == done_id_q;

  pf_ram #(
    .Width (IdW),
    .Depth (Lines)
  ) u_last_id (
    .clk_i   (clk_i),
    .we_i    (dec_go && dec_access_q),
    .waddr_i (dec_slot),
    .wdata_i (id_q),
    .re_i    (done_valid_i),
    .raddr_i (done_slot_i),
    .rdata_o (last_id)
  );

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_valid_q <= 1'b0;
    end else begin
      done_valid_q <= done_valid_i;
    end
  end
  always @(posedge clk_i) begin
    done_newer_q <= dec_go && dec_access_q && dec_slot == done_slot_i;
    done_slot_q  <= done_slot_i;
    done_id_q    <= done_id_i;
  end

  ////////////////
  // Update     //
  ////////////////

  wire [Lines-1:0] close_at;
  wire             close_valid;
  wire             out_free;
  wire [SlotW-1:0] out_slot;
  wire             fill_valid = mrsp_valid_i && mrsp_ready_o;  // the beat is there from the next cycle on
  wire [SlotW-1:0] fill_slot;
  wire [BeatW-1:0] fill_beat;
  wire             wr_count = wr_valid_i && (wr_changed_i || cfg_write_always_i);
  wire             keep = dec_valid_q && dec_match_q && !dec_other_q;  // a piece is about to use dec_slot_q
  wire [Lines-1:0] unused = held_q & ~used_q & ~(dec_at & {Lines{keep}}) & ~some_missing;
  wire [Lines-1:0] fill_at, wr_at, done_at, out_at;
  wire [Beats-1:0] wr_beats;

  assign {fill_slot, fill_beat} = mrsp_id_i;

  generate
    for (k = 0; k < Lines; k = k + 1) begin : g_slot
      localparam [31:0] Slot = k;
      assign fill_at[k] = fill_valid && fill_slot == Slot[SlotW-1:0];
      assign wr_at[k]   = wr_count && wr_slot_i == Slot[SlotW-1:0];
      assign done_at[k] = done_last && done_slot_q == Slot[SlotW-1:0];
      assign out_at[k]  = out_free && out_slot == Slot[SlotW-1:0];

      assign dec_at[k]  = dec_match_q && dec_slot_q == Slot[SlotW-1:0];
      assign free_at[k] = free_slot_q == Slot[SlotW-1:0];

      wire [Beats-1:0] one_dirty;
      wire [Beats-1:0] one_missing;
      for (b = 0; b < Beats; b = b + 1) begin : g_of_beat
        assign one_dirty[b]   = dirty[b*Lines + k];
        assign one_missing[b] = open_q[b*Lines + k] && !there_q[b*Lines + k];
        assign present_o[k*Beats + b] = there_q[b*Lines + k];
      end
      assign some_dirty[k]   = |one_dirty;
      assign some_missing[k] = held_q[k] && |one_missing;

      // Ahead of time: a slot that is not held has no hash to lose.
      always @(posedge clk_i) begin
        if (free_valid_q && free_at[k]) hash_q[k*HashW +: HashW] <= dec_hash_q;
      end
    end

    for (b = 0; b < Beats; b = b + 1) begin : g_beat
      localparam [31:0] Beat = b;
      if (RdBeats == 1) begin : g_one
        assign wr_beats[b] = wr_beat_i == Beat[BeatW-1:0] && |wr_mask_i;
      end else if (Beats == 2) begin : g_pair
        assign wr_beats[b] = |wr_mask_i[4*b +: 4];
      end else begin : g_half
        assign wr_beats[b] = wr_beat_i[BeatW-1] == Beat[1] && |wr_mask_i[4*(b%2) +: 4];
      end

      wire [Lines-1:0] ask_at = dec_hot & {Lines{ask_go && ask_hot[b]}};
      always @(posedge clk_i) begin
        there_q[b*Lines +: Lines] <= (there_q[b*Lines +: Lines] & held_q)
                                   | (fill_at & {Lines{fill_beat == Beat[BeatW-1:0]}});
        open_q [b*Lines +: Lines] <= (open_q[b*Lines +: Lines] & held_q & ~(wr_at & {Lines{wr_beats[b]}}))
                                   | ask_at | (there_q[b*Lines +: Lines] & held_q & {Lines{walk}});
      end
    end
  endgenerate

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= {Lines{1'b0}};
    end else begin
      held_q <= (held_q & ~(unused & ~some_dirty) & ~out_at) | (free_at & {Lines{dec_take}});
    end
  end
  always @(posedge clk_i) begin
    used_q <= (used_q & held_q & ~done_at) | (dec_hot & {Lines{dec_go && dec_access_q}})
            | (close_at & {Lines{close_valid}});
  end

  ////////////////
  // Cleaner    //
  ////////////////

  wire             wb_valid;
  wire             wb_ready;
  wire [SlotW-1:0] wb_slot;
  wire [BeatW-1:0] wb_beat;
  wire [DataW-1:0] wb_data;
  wire             wb_lost;
  wire             wb_take;

`ifdef PF_PROVE_LINES
  wire [4*SlotW+BeatW+Beats+6:0] f_clean;
`endif

  pf_line_clean #(
    .Lines  (Lines),
    .Beats  (Beats),
    .MemW   (MemW),
    .EntryW (EntryW)
  ) u_clean (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .cand_i        (unused & some_dirty),
    .keep_valid_i  (keep),
    .keep_slot_i   (dec_slot_q),
    .keep_closing_o (dec_closing),
    .dirty_i       (dirty),
    .stop_i        (stop),
    .close_valid_o (close_valid),
    .close_at_o    (close_at),
    .free_valid_o  (out_free),
    .free_slot_o   (out_slot),
    .busy_o        (clean_busy),
    .line_re_o     (clean_re),
    .line_slot_o   (clean_slot),
    .line_addr_i   (clean_addr),
    .wb_valid_o    (wb_valid),
    .wb_ready_i    (wb_ready),
    .wb_slot_o     (wb_slot),
    .wb_beat_o     (wb_beat),
    .wb_take_o     (wb_take),
    .wb_data_i     (wb_data),
    .wb_lost_i     (wb_lost),
    .mwr_valid_o   (mwr_valid_o),
    .mwr_ready_i   (mwr_ready_i),
    .mwr_addr_o    (mwr_addr_o),
`ifdef PF_PROVE_LINES
    .f_state_o     (f_clean),
`endif
    .mwr_data_o    (mwr_data_o)
  );

  ////////////////
  // Store      //
  ////////////////

  pf_line_store #(
    .Lines   (Lines),
    .Beats   (Beats),
    .RdBeats (RdBeats),
    .Banks   (Banks),
    .EntryW  (EntryW),
    .OwnLsb  (OwnLsb)
  ) u_store (
    .clk_i        (clk_i),
    .rd_valid_i   (rd_valid_i),
    .rd_slot_i    (rd_slot_i),
    .rd_beat_i    (rd_beat_i),
    .rd_data_o    (rd_data_o),
    .wr_valid_i   (wr_valid_i),
    .wr_slot_i    (wr_slot_i),
    .wr_beat_i    (wr_beat_i),
    .wr_mask_i    (wr_mask_i),
    .wr_own_i     (wr_own_i),
    .wr_data_i    (wr_data_i),
    .fill_valid_i (mrsp_valid_i),
    .fill_ready_o (mrsp_ready_o),
    .fill_slot_i  (fill_slot),
    .fill_beat_i  (fill_beat),
    .fill_data_i  (mrsp_data_i),
    .wipe_i       (walk),
    .wipe_addr_i  (walk_q),
    .wipe_entry_i (wipe_entry_i),
    .wb_valid_i   (wb_valid),
    .wb_ready_o   (wb_ready),
    .wb_slot_i    (wb_slot),
    .wb_beat_i    (wb_beat),
    .wb_take_i    (wb_take),
    .wb_data_o    (wb_data),
    .wb_lost_o    (wb_lost)
  );

  ////////////////
  // Rest       //
  ////////////////

  // One more cycle after the last slot went, in which its bits are cleared
  reg quiet_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      quiet_q <= 1'b0;
    end else begin
      quiet_q <= quiet_o;
    end
  end

  assign held_o  = |held_q;
  assign quiet_o = !held_o && !look_valid_q && !dec_valid_q;
  assign idle_o  = quiet_o && quiet_q && free_valid_q && !stop;

  // The base is a multiple of Beats
  wire unused_base = &{1'b0, cfg_meta_base_i[BeatW-1:0], 1'b0};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  wire [Lines-1:0] f_twice = look_match & (look_match - {{(Lines-1){1'b0}}, 1'b1});

  `PF_ASSERT_KNOWN(a_ctrl_known, {held_q, look_valid_q, dec_valid_q, done_valid_q, mrsp_ready_o, piece_ready_o})
  `PF_ASSERT(a_one_match, ~|f_twice)
  `PF_ASSERT(a_write_there, !wr_valid_i || ~|(wr_at & ~held_q))
  `PF_ASSERT(a_free_is_free, !free_valid_q || ~|(free_at & held_q))
`ifdef PF_PROVE_LINES
`include "pf_lines_proof.vh"
`endif
`endif

endmodule

`resetall
