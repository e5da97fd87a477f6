// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_fence_counts: fence counts of all warps, as each operation has to see them: as of its own arrival.
//
//   arr_* --> index --> RAM "file"  --> forward --> self_o, and a fence's + 1 --> the file and all copies
//     |                   ^    what a copy lacks --> all copies
//     |                   +----------------------------------------+
//     +--> a fence: remembered in the ring, if an operation is inside; its era ends
//                                |                                 |
//   look_* --> index --> copies, one for each port --> forward --> - 1, if the ring has a later fence of it --> look_o
//                                                                               (add_*, end_*: what is inside)
//
// All counts lie in the file once. A port has copies of 2^LookW of them, each in the place that its index says; with
// LookW of BlockW + WarpW or more, of all. A fence goes to its place, whatever was there; so does what a lookup did not
// find, which is read in place of an arrival.
// Fences pass operations that wait for memory. An operation belongs to the era in which it came in;
// a fence ends an era, and the ring keeps its warp and scope. Who looks up a warp for an operation
// of that era or an older one gets the file's count less 1, which is the count before the fence: a
// warp stands in the ring at most once. A fence of a warp that is in the ring waits, and so does one
// that finds the ring full; without an operation inside neither is looked at, and nothing is
// remembered. The ring has a slot for each era, so that it remembers Eras - 1 fences beside the era
// that has not ended. A slot is given up, one a cycle, when no operation of its era is inside and
// all older ones are given up.
// It is a part of pf_line_unit (docs/metadata-engine.md).
//
//   arr_*     an operation or a fence, in order, on an edge with arr_valid_i and arr_ready_o.
//             arr_ready_o depends on arr_fence_i. A fence has it in the second cycle at the earliest: in the first one its
//             warp is looked for in the ring, and its counts are read.
//   arr_wait_o  what is shown, if it is a fence, waits for the ring.
//   self_o    in the next cycle, and only then: counts of its warp, of a fence those before it.
//   era_o     in the same cycle: the era of the operation.
//   add_*     a piece more of an operation that is inside (end_* of its last piece in that very cycle is allowed).
//   end_*     a piece less, at the earliest in the cycle of era_o. An operation comes in as one piece.
//   look_*    for an operation that is inside and stays until the answer, at the earliest in the cycle of era_o. look_o has the
//             answer from the next cycle until the first edge without its look_hold_i, or an epoch or a clear. With
//             look_hold_i high that port's look_i is not taken. look_ok_o: the answer is there, or none is due; while it
//             is low look_hold_i must be high.
//   arr_room_o  arr_ready_o of an operation, whatever arr_fence_i, arr_block_i and arr_warp_i are: from flops alone.
//   wrap_o    beside self_o: the fence before made a count of scord 0. Until an epoch or a clear nothing comes in any more; what
//             is inside has its counts.
//   shut_o    of flops alone: nothing comes in in this cycle, as a count has wrapped (wrap_o), or as the file is read for a lookup
//             or a sweep; in the next cycle it may be otherwise.
//   epoch     with epoch_i all counts are 0: a bit beside a word says whether its last fence was in an even or an odd epoch.
//             Words of the epoch before are swept, place for place, while operations are inside and in cycles in which nothing
//             arrives, or, with hurry_i, in each. clear_busy_o until that is over. epoch_i not before then; no operation may
//             be inside, and nothing come in with it. With hurry_i nothing may be shown.
//   clear     after reset, and when clear_i is high for a cycle, all counts become 0, in an even epoch: a cycle for each place
//             of clear_busy_o, in which clear_i changes nothing. Else as an epoch; a sweep on its way is over.
//   room      operations come in while MaxInside cannot be passed, whatever add_i brings in that cycle;
//             that add_i alone does not pass it is the user's business.
//
// Throughput  an operation a cycle, a fence in two, a lookup a cycle on each port; one that finds no copy in three, and one
//             arrival less.
// Latency     1 cycle; without a copy 4, and 3 for each other port that waits.
// Errs        (block, warp) that differ only above the index share a word, as in pf_fence_file.
// State bits  2^(BlockW + WarpW) * (2 * CountW + 1) in RAM, for each port 2^LookW * (2 * CountW + 1 + BlockW + WarpW - LookW);
//             Eras * (BlockW + WarpW + 1 + clog2(MaxInside + 1)), (Looks + 2) * (2 * CountW + 1) and some 100 flops.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_fence_counts #(
  parameter integer BlockW    = `PF_FENCE_BLOCK_W,      // low bits of the block ID in the index, 1..
  parameter integer WarpW     = `PF_META_WARP_W,        // 1..
  parameter integer CountW    = `PF_FENCE_BLK_FENCE_W,  // 2..
  parameter integer Eras      = 8,                      // a power of two, 2..
  parameter integer MaxInside = 64,                     // pieces at once; Adds + 1 and Ends at least
  parameter integer Looks     = 2,                      // ports, 1..; likewise
  parameter integer LookW     = 9,                      // 2^LookW copies a port, 1..
  parameter integer Adds      = 1,
  parameter integer Ends      = 2,
  // Derived: do not override.
  parameter integer EraW      = $clog2(Eras)
) (
  input  wire                      clk_i,
  input  wire                      rst_ni,         // asynchronous, active low
  input  wire                      scord_i,        // policy; static

  // Arrival
  input  wire                      arr_valid_i,
  output wire                      arr_ready_o,
  output wire                      arr_room_o,     // arr_ready_o of an operation
  output wire                      arr_wait_o,     // a fence waits
  input  wire                      arr_fence_i,    // 1: a fence of this warp; 0: an operation of it
  input  wire                      arr_device_i,   // scope of the fence
  input  wire [BlockW-1:0]         arr_block_i,
  input  wire [WarpW-1:0]          arr_warp_i,
  output wire [2*CountW-1:0]       self_o,         // {device, block}
  output wire [EraW-1:0]           era_o,
  output reg                       wrap_o,
  output wire                      shut_o,         // nothing comes in

  // Pieces of operations
  input  wire [Adds-1:0]           add_i,
  input  wire [Adds*EraW-1:0]      add_era_i,
  input  wire [Ends-1:0]           end_i,
  input  wire [Ends*EraW-1:0]      end_era_i,

  // Lookups
  input  wire [Looks-1:0]          look_i,
  input  wire [Looks-1:0]          look_hold_i,
  input  wire [Looks*BlockW-1:0]   look_block_i,
  input  wire [Looks*WarpW-1:0]    look_warp_i,
  input  wire [Looks*EraW-1:0]     look_era_i,     // of the operation
  output wire [Looks*2*CountW-1:0] look_o,         // {device, block}
  output wire [Looks-1:0]          look_ok_o,      // it is there

  input  wire                      epoch_i,        // all counts are 0 from now on
  input  wire                      hurry_i,        // an epoch is to come
  input  wire                      clear_i,
  output wire                      clear_busy_o,
  output wire                      idle_o          // nothing changes until something arrives
);

  localparam integer IndexW = BlockW + WarpW;
  localparam integer WordW  = 2 * CountW;          // {device, block}
  localparam integer PlaceW = (LookW < IndexW) ? LookW : IndexW;
  localparam integer UpperW = IndexW - PlaceW;     // of the index, beside its place
  localparam integer TagW   = (UpperW > 0) ? UpperW : 1;
  localparam integer FileW  = 1 + WordW;           // {of an odd epoch, counts}
  localparam integer CopyW  = UpperW + FileW;      // {upper bits of the index, as in the file}
  localparam integer Banks  = 1 << UpperW;         // of the file: a clear sees to a word of each in a cycle
  localparam integer InW    = $clog2(MaxInside + 1);
  localparam integer Most   = (Adds + 1 > Ends) ? Adds + 1 : Ends;
  localparam integer FullI  = MaxInside - Adds;
  localparam [InW-1:0] FULL = FullI[InW-1:0];

  generate
    if (BlockW < 1 || WarpW < 1 || CountW < 2 || Eras < 2 || (1 << EraW) != Eras || Looks < 1 || LookW < 1 || Adds < 1 ||
        Ends < 1 || MaxInside < Most) begin : g_bad_param
      PF_FENCE_COUNTS_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  // Eras from the first to before the second; none if they are equal
  function [Eras-1:0] eras_between;
    input [EraW-1:0] first, last;
    reg   [Eras-1:0] lower, upper;
    begin
      lower        = ~({Eras{1'b1}} << first);
      upper        = ~({Eras{1'b1}} << last);
      eras_between = (last < first) ? upper | ~lower : upper & ~lower;
    end
  endfunction

  // A word's counts: 0, if its last fence was in another epoch.
  function [WordW-1:0] counts_of;
    input [FileW-1:0] word;
    input             odd;
    counts_of = word[0 +: WordW] & {WordW{word[WordW] == odd}};
  endfunction

  // Place of a copy: the index's low bits, its upper ones turned about over the warp's highest, so that
  // blocks of few warps do not meet.
  function [PlaceW-1:0] place_of;
    input [IndexW-1:0] index;
    integer            j;
    begin
      place_of = index[PlaceW-1:0];
      for (j = 0; j < UpperW; j = j + 1) begin
        place_of[(WarpW+(j+1)*(PlaceW-1))%PlaceW] = place_of[(WarpW+(j+1)*(PlaceW-1))%PlaceW] ^ index[PlaceW+j];
      end
    end
  endfunction

  ////////////////
  // Arrival    //
  ////////////////

  reg  [EraW-1:0]   now_q, old_q;        // the era that has not ended; the oldest slot
  wire [InW-1:0]    inside;              // pieces
  wire              nothing;
  reg               pass_q;              // the fence that is shown does not wait, and its counts have been read
  reg               fence_q;             // a fence was in the cycle before
  reg  [IndexW-1:0] self_q;              // ... its warp; or the one that the file was read for
  wire              fetch;               // the file is read for a lookup, or a sweep
  wire [IndexW-1:0] fetch_index;
  reg               stop_q;              // a count has wrapped
  reg               odd_q;               // the epoch is an odd one
  reg               clear_q;
  wire [Eras-1:0]   same;                // slots of the warp that arrives
  wire [IndexW-1:0] self   = fetch ? fetch_index : {arr_block_i, arr_warp_i};
  wire              some   = !nothing;
  wire [EraW-1:0]   next   = now_q + {{(EraW-1){1'b0}}, 1'b1};
  wire              full   = next == old_q;
  wire [Eras-1:0]   kept   = eras_between(old_q, now_q);
  wire              may    = !clear_q && !stop_q && !shut_o;
  wire              waits  = some && (full || (same & kept) != {Eras{1'b0}});
  wire              room   = inside < FULL;
  wire              shown  = arr_valid_i && arr_fence_i && may;
  wire              fence  = shown && pass_q;
  wire              comes  = arr_valid_i && !arr_fence_i && may && room;

  assign arr_ready_o = may && (arr_fence_i ? pass_q : room);
  assign arr_room_o  = may && room;
  assign arr_wait_o  = waits;
  assign shut_o      = wrap_o || fetch;
  assign era_o       = now_q;            // the fence behind changes it with the next edge

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pass_q  <= 1'b0;
      fence_q <= 1'b0;
      now_q   <= {EraW{1'b0}};
    end else begin
      pass_q  <= shown && !waits && !pass_q;
      fence_q <= fence;
      if (fence && some) now_q <= next;
    end
  end

  ////////////////
  // Clear      //
  ////////////////

  reg [IndexW-1:0] next_place;
  always @* begin
    next_place             = {IndexW{1'b0}};
    next_place[PlaceW-1:0] = self_q[PlaceW-1:0] + {{(PlaceW-1){1'b0}}, 1'b1};
  end

  // Nothing is inside then: its index counts places. It stands at 0 after the last one.
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
      self_q  <= {IndexW{1'b0}};
    end else if (clear_q) begin
      clear_q <= self_q[PlaceW-1:0] != {PlaceW{1'b1}};
      self_q  <= next_place;
    end else begin
      clear_q <= clear_i;
      self_q  <= clear_i ? {IndexW{1'b0}} : (arr_valid_i || fetch) ? self : self_q;
    end
  end

  // Sweep: the place to come, and whether there is one.
  reg  [PlaceW:0]   sweep_q;
  reg               sweep_read_q, sweep_write_q;
  wire              sweeps;              // in the next cycle

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                 sweep_q <= {(PlaceW+1){1'b0}};
    else if (clear_i || epoch_i) sweep_q <= {epoch_i, {PlaceW{1'b0}}};
    else if (sweeps)             sweep_q <= sweep_q + {{PlaceW{1'b0}}, 1'b1};
  end
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {sweep_write_q, sweep_read_q} <= 2'b00;
    else         {sweep_write_q, sweep_read_q} <= {sweep_read_q && !clear_i, sweeps && !clear_i};
  end

  assign clear_busy_o = clear_q || sweep_q[PlaceW] || sweep_read_q || sweep_write_q;

  ////////////////
  // Inside     //
  ////////////////

  // Bit Eras * i + e: a piece of era e more, or less, for the i-th reason
  localparam [Eras-1:0] FIRST = 1;
  reg [Most*Eras-1:0] up, down;
  reg [Most-1:0]      up_all, down_all;
  integer             i;
  always @* begin
    up                 = {Most*Eras{1'b0}};
    if (comes) up[0 +: Eras] = FIRST << now_q;
    for (i = 0; i < Adds; i = i + 1) begin
      if (add_i[i]) up[(i+1)*Eras +: Eras] = FIRST << add_era_i[i*EraW +: EraW];
    end
    down               = {Most*Eras{1'b0}};
    for (i = 0; i < Ends; i = i + 1) begin
      if (end_i[i]) down[i*Eras +: Eras] = FIRST << end_era_i[i*EraW +: EraW];
    end
    up_all             = {Most{1'b0}};
    up_all[Adds:0]     = {add_i, comes};
    down_all           = {Most{1'b0}};
    down_all[Ends-1:0] = end_i;
  end

  wire [Eras-1:0]     empty;             // eras of which no piece is inside
  wire [InW*Eras-1:0] pieces;            // bit b of all eras side by side; for checks only

  pf_piece_counts #(
    .Count   (Eras),
    .Most    (MaxInside),
    .Reasons (Most)
  ) u_eras (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .up_i     (up),
    .down_i   (down),
    .empty_o  (empty),
    .number_o (pieces)
  );
  wire unused = &{1'b0, pieces};

  pf_piece_counts #(
    .Count   (1),
    .Most    (MaxInside),
    .Reasons (Most)
  ) u_inside (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .up_i     (up_all),
    .down_i   (down_all),
    .empty_o  (nothing),
    .number_o (inside)
  );

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                               old_q <= {EraW{1'b0}};
    else if (old_q != now_q && empty[old_q]) old_q <= old_q + {{(EraW-1){1'b0}}, 1'b1};
  end

  ////////////////
  // Ring       //
  ////////////////

  // The slot of the era that has not ended takes whatever arrives; it is looked at once the era has ended.
  // Bit b of all slots' indices side by side, as the pieces.
  reg  [IndexW*Eras-1:0] slot_index;
  reg  [Eras-1:0]        slot_device;
  wire [Eras-1:0]        slot = arr_valid_i ? FIRST << now_q : {Eras{1'b0}};

  integer b;
  always @(posedge clk_i) begin
    for (b = 0; b < IndexW; b = b + 1) begin
      slot_index[b*Eras +: Eras] <= (slot_index[b*Eras +: Eras] & ~slot) | ({Eras{self[b]}} & slot);
    end
    slot_device <= (slot_device & ~slot) | ({Eras{arr_device_i}} & slot);
  end

  function [Eras-1:0] slots_of;
    input [IndexW*Eras-1:0] indices;
    input [IndexW-1:0]      index;
    integer                 k;
    begin
      slots_of = {Eras{1'b1}};
      for (k = 0; k < IndexW; k = k + 1) slots_of = slots_of & ~(indices[k*Eras +: Eras] ^ {Eras{index[k]}});
    end
  endfunction

  assign same = slots_of(slot_index, self);

  ////////////////
  // File       //
  ////////////////

  reg  [WordW-1:0] word_q;               // with the fence in it
  wire [FileW-1:0] wdata = {odd_q, word_q & ~{WordW{clear_q || sweep_write_q}}};
  wire             reads = arr_valid_i || fetch;
  wire [Banks-1:0] bank, bank_write;
  wire [Banks-1:0] bank_sweep;           // has a word of the epoch before
  wire [FileW-1:0] read;                 // of the file as it was when it was read
  reg              new_q;                // what was written in that cycle
  reg  [WordW-1:0] new_word_q;

  wire [Banks*FileW-1:0] words;

  genvar p;
  generate
    if (UpperW > 0) begin : g_bank
      reg [Banks-1:0] bank_q;
      reg [FileW-1:0] of_bank;
      integer         k;
      always @(posedge clk_i) bank_q <= bank;
      always @* begin
        of_bank = {FileW{1'b0}};
        for (k = 0; k < Banks; k = k + 1) of_bank = of_bank | (words[k*FileW +: FileW] & {FileW{bank_q[k]}});
      end
      assign bank       = {{(Banks-1){1'b0}}, 1'b1} << self[IndexW-1 -: TagW];
      assign bank_write = {{(Banks-1){1'b0}}, 1'b1} << self_q[IndexW-1 -: TagW];
      assign read       = of_bank;
    end else begin : g_one
      assign bank       = 1'b1;
      assign bank_write = 1'b1;
      assign read       = words;
    end

    for (p = 0; p < Banks; p = p + 1) begin : g_file
      assign bank_sweep[p] = sweep_write_q && words[(p+1)*FileW-1] != odd_q;
`ifdef PF_PROVE_FENCE_COUNTS
      wire [FileW-1:0] f_word;
      pf_ram_watched #(
`else
      pf_ram #(
`endif
        .Width (FileW),
        .Depth (1 << PlaceW)
      ) u_ram (
        .clk_i   (clk_i),
        .we_i    (clear_q || (fence_q && bank_write[p]) || bank_sweep[p]),
        .waddr_i (self_q[PlaceW-1:0]),
        .wdata_i (wdata),
        .re_i    (reads && (bank[p] || sweep_read_q)),
        .raddr_i (self[PlaceW-1:0]),
`ifdef PF_PROVE_FENCE_COUNTS
        .f_at_i   (f_watched[PlaceW-1:0]),
        .f_word_o (f_word),
`endif
        .rdata_o (words[p*FileW +: FileW])
      );
    end
  endgenerate

  always @(posedge clk_i) begin
    new_q      <= ((fence_q || clear_q) && self_q == self) ||
                  (|(bank_sweep & bank) && self_q[PlaceW-1:0] == self[PlaceW-1:0]);
    new_word_q <= wdata[0 +: WordW];
  end

  assign self_o = new_q ? new_word_q : counts_of(read, odd_q);

  wire [CountW-1:0] blk = self_o[0 +: CountW];
  wire [CountW-1:0] dev = self_o[CountW +: CountW];

  // Of a fence that comes: its counts have been read in the cycle before.
  always @(posedge clk_i) begin
    word_q <= {dev + {{(CountW-1){1'b0}}, arr_device_i}, blk + {{(CountW-1){1'b0}}, !arr_device_i}};
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wrap_o <= 1'b0;
      stop_q <= 1'b0;
      odd_q  <= 1'b0;
    end else begin
      wrap_o <= scord_i && fence && (arr_device_i ? &dev : &blk);
      stop_q <= !clear_i && !epoch_i && (stop_q || wrap_o);
      odd_q  <= !clear_i && !clear_q && odd_q != epoch_i;
    end
  end

  ////////////////
  // Copies     //
  ////////////////

  // All ports' alike. A place that is written cannot be read: who asks for what is written there gets it, others miss.
  reg                     miss_read_q, miss_write_q;
  wire                    fill;          // self_o is what the file was read for
  wire [Eras-1:0]         fill_found;    // slots of that warp
  wire                    copy_we    = fence_q || clear_q || fill;
  wire [PlaceW-1:0]       copy_place = place_of(self_q);
  wire [FileW-1:0]        copy_word  = fill ? {odd_q, self_o} : wdata;
  wire [TagW+FileW-1:0]   copy_wdata = {self_q[IndexW-1 -: TagW], copy_word};
  wire                    unused_tag = &{1'b0, copy_wdata, 1'b0};
  wire [Looks-1:0]        miss;
  wire [Looks*IndexW-1:0] asked;         // by the last lookup

  generate
    for (p = 0; p < Looks; p = p + 1) begin : g_look
      wire [IndexW-1:0] index = {look_block_i[p*BlockW +: BlockW], look_warp_i[p*WarpW +: WarpW]};
      wire [PlaceW-1:0] place = place_of(index);
      wire              take  = look_i[p] && !look_hold_i[p];
      wire [CopyW-1:0]  copy;            // as it was when it was read
      reg               due_q;           // an answer
      reg  [IndexW-1:0] index_q;
      reg  [EraW-1:0]   era_q;
      reg               clash_q;         // another was written there in that cycle
      reg               hit_q;           // ... it was, or it came from the file
      reg  [WordW-1:0]  through_q;
      reg               less_blk_q, less_dev_q;
      wire              mine  = miss_write_q && miss[p] && index_q == self_q;
      wire [EraW-1:0]   era   = look_era_i[p*EraW +: EraW];
      wire [WordW-1:0]  word  = hit_q ? through_q : counts_of(copy[0 +: FileW], odd_q);
      // Slots of the warp, at most one of which counts: of one that comes, of one that waited.
      wire [Eras-1:0]   later      = slots_of(slot_index, index) & eras_between(era, now_q);
      wire [Eras-1:0]   fill_later = fill_found & eras_between(era_q, now_q);

`ifdef PF_PROVE_FENCE_COUNTS
      wire [CopyW-1:0]  f_copy;
      pf_ram_watched #(
`else
      pf_ram #(
`endif
        .Width (CopyW),
        .Depth (1 << PlaceW)
      ) u_copies (
        .clk_i   (clk_i),
        .we_i    (copy_we),
        .waddr_i (copy_place),
        .wdata_i (copy_wdata[CopyW-1:0]),
        .re_i    (take),
        .raddr_i (place),
`ifdef PF_PROVE_FENCE_COUNTS
        .f_at_i   (place_of(f_watched)),
        .f_word_o (f_copy),
`endif
        .rdata_o (copy)
      );

      always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni)   due_q <= 1'b0;
        else if (take) due_q <= 1'b1;
      end
      always @(posedge clk_i) begin
        if (take) begin
          index_q <= index;
          era_q   <= era;
          clash_q <= copy_we && copy_place == place;
        end
        if (take || mine) begin
          hit_q      <= mine || (copy_we && self_q == index);
          through_q  <= fill ? self_o : wdata[0 +: WordW];
          less_blk_q <= take ? (later & ~slot_device) != {Eras{1'b0}} : (fill_later & ~slot_device) != {Eras{1'b0}};
          less_dev_q <= take ? (later & slot_device) != {Eras{1'b0}} : (fill_later & slot_device) != {Eras{1'b0}};
        end
      end

      if (UpperW > 0) begin : g_miss
        assign miss[p] = due_q && !hit_q && (clash_q || copy[CopyW-1 -: TagW] != index_q[IndexW-1 -: TagW]);
      end else begin : g_hit
        assign miss[p] = 1'b0;
        wire unused_miss = &{1'b0, due_q, clash_q, 1'b0};
      end

      assign asked[p*IndexW +: IndexW]        = index_q;
      assign look_ok_o[p]                     = !miss[p];
      assign look_o[p*WordW +: CountW]        = word[0 +: CountW] - {{(CountW-1){1'b0}}, less_blk_q};
      assign look_o[p*WordW+CountW +: CountW] = word[CountW +: CountW] - {{(CountW-1){1'b0}}, less_dev_q};
    end
  endgenerate

  ////////////////
  // Fetch      //
  ////////////////

  // The file is read, in place of an arrival, then all copies are written: for one lookup at a time, or for the sweep, which
  // takes the place in all banks.
  reg  [IndexW-1:0]       fetch_q, first;
  reg  [Eras-1:0]         found_q;
  integer                 m;
  always @* begin
    first             = {IndexW{1'b0}};
    first[PlaceW-1:0] = sweep_q[PlaceW-1:0];
    for (m = Looks - 1; m >= 0; m = m - 1) begin
      if (miss[m]) first = asked[m*IndexW +: IndexW];
    end
  end
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {miss_write_q, miss_read_q} <= 2'b00;
    else         {miss_write_q, miss_read_q} <= {miss_read_q, |miss && !miss_read_q && !miss_write_q};
  end
  always @(posedge clk_i) begin
    fetch_q <= first;
    found_q <= same;
  end

  assign sweeps      = sweep_q[PlaceW] && !(|miss) && (hurry_i || (some && !arr_valid_i && !shut_o));
  assign fetch       = miss_read_q || sweep_read_q;
  assign fetch_index = fetch_q;
  assign fill        = miss_write_q || sweep_write_q;
  assign fill_found  = found_q;
  assign idle_o      = !shut_o && !fill;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  // Numbers of pieces, one after the other
  wire [Eras*InW-1:0] f_pieces;
  genvar e;
  generate
    for (e = 0; e < Eras; e = e + 1) begin : g_f_era
      for (p = 0; p < InW; p = p + 1) begin : g_pieces
        assign f_pieces[e*InW+p] = pieces[p*Eras+e];
      end
    end
  endgenerate

  // What arrives is nothing else until it is taken, or goes.
  reg              f_waits_q;
  reg [IndexW+1:0] f_arr_q;
  wire [IndexW+1:0] f_arr = {arr_fence_i, arr_device_i && arr_fence_i, arr_block_i, arr_warp_i};
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_waits_q <= 1'b0;
    else         f_waits_q <= arr_valid_i && !arr_ready_o;
  end
  always @(posedge clk_i) f_arr_q <= f_arr;

  wire [Looks*EraW-1:0] f_asked_era;
  generate
    for (p = 0; p < Looks; p = p + 1) begin : g_f_asked
      assign f_asked_era[p*EraW +: EraW] = g_look[p].era_q;
    end
  endgenerate

  // Pieces that end are inside, those that are added have another; sums in 32 bits.
  reg      f_ends, f_adds, f_looks;
  integer  f_e, f_k, f_downs, f_ups, f_sum;
  always @* begin
    f_ends = 1'b1;
    f_sum  = 0;
    for (f_e = 0; f_e < Eras; f_e = f_e + 1) begin
      f_downs = 0;
      for (f_k = 0; f_k < Ends; f_k = f_k + 1) begin
        if (end_i[f_k] && {{(32-EraW){1'b0}}, end_era_i[f_k*EraW +: EraW]} == f_e) f_downs = f_downs + 1;
      end
      if (f_downs > {{(32-InW){1'b0}}, f_pieces[f_e*InW +: InW]}) f_ends = 1'b0;
      f_sum = f_sum + {{(32-InW){1'b0}}, f_pieces[f_e*InW +: InW]};
    end
    f_adds = 1'b1;
    f_ups  = comes ? 1 : 0;
    for (f_k = 0; f_k < Adds; f_k = f_k + 1) begin
      if (add_i[f_k] && empty[add_era_i[f_k*EraW +: EraW]]) f_adds = 1'b0;
      if (add_i[f_k]) f_ups = f_ups + 1;
    end
    f_looks = 1'b1;
    for (f_k = 0; f_k < Looks; f_k = f_k + 1) begin
      if (look_i[f_k] && !look_hold_i[f_k] && empty[look_era_i[f_k*EraW +: EraW]]) f_looks = 1'b0;
      if (miss[f_k] && (!look_hold_i[f_k] || empty[f_asked_era[f_k*EraW +: EraW]])) f_looks = 1'b0;
    end
  end

  `PF_ASSERT_KNOWN(a_ctrl_known, {scord_i, arr_valid_i, add_i, end_i, look_i, look_hold_i, epoch_i, hurry_i, clear_i})
  `PF_ASSERT_KNOWN(a_arr_known, arr_valid_i ? f_arr : {(IndexW+2){1'b0}})
  `PF_ASSUME(m_stable, !(f_waits_q && arr_valid_i) || f_arr === f_arr_q)
  `PF_ASSUME(m_ends, f_ends)
  `PF_ASSUME(m_adds, f_adds)
  `PF_ASSUME(m_looks, f_looks)
  `PF_ASSUME(m_room, {{(32-InW){1'b0}}, inside} + f_ups <= MaxInside)
  `PF_ASSUME(m_hurry, !hurry_i || !arr_valid_i)
  `PF_ASSUME(m_clear_alone, !(clear_i || epoch_i) || (!some && !(arr_valid_i && arr_ready_o)))
  `PF_ASSUME(m_epoch, !epoch_i || !(clear_i || clear_busy_o || fence_q))
  `PF_ASSERT(a_sum, f_sum == {{(32-InW){1'b0}}, inside})
  `PF_ASSERT(a_once, !arr_valid_i || (same & kept & ((same & kept) - 1'b1)) == {Eras{1'b0}})
  `PF_ASSERT(a_fill_alone, !(fill && (fence_q || clear_q)))
  `PF_ASSERT(a_clear_empty, !clear_q || !(some || fence_q))
`endif  // SYNTHESIS

`ifdef PF_PROVE_FENCE_COUNTS
  `include "pf_fence_counts_proof.vh"
`endif

endmodule

`resetall
