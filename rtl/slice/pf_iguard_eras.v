// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_eras: when what of each warp and block was fenced, as each operation has to see it: as of its own arrival.
//
//   arr_* --> a message --> pf_iguard_times --> its rows before it --> old rows, a place for each slot
//     |          |             ^        |                                               |
//     |          |             |        +------> the rows as they are ---------> mux <--+
//     |          |             |                                                  | --> flops --> times_o
//     |          +--> ring: rows that a message changed --> of this era or later -+
//     |                        |                            ^
//   look_* --> flops ----------+----------------------------+
//     +--> an operation: its era; a message ends that, if an operation is inside (add_*, end_*: what is)
//
// Messages pass operations that wait for memory. An operation belongs to the era in which it came in; a message ends an era, if
// an operation is inside, and the ring keeps which rows it changed, and these as they were before. A lookup takes each of
// its two rows from the ring, if a message of its operation's era or a later one changed it, else the present one. A row
// stands in the ring at most once: a message to one that is in the ring waits, and so does one that finds the ring
// full. The ring has a slot for each era: Eras - 1 messages beside the era that has not ended. A slot is given up, one a
// cycle, when no operation of its era is inside and all older ones are given up.
//
//   arr_*     an operation or a message, in order, on an edge with arr_valid_i and arr_ready_o, which depends on arr_msg_i. A
//             message has it in the second cycle at the earliest: in the first its rows are looked for in the ring.
//             An epoch waits until no operation is inside.
//   arr_room_o  arr_ready_o of an operation, from flops alone.
//   arr_wait_o  what is shown, if it is a message, waits for operations inside.
//   era_o     the operation's, in the cycle in which it is taken and in the next.
//   add_*     a piece more of an operation that is inside (end_* of its last piece in that very cycle is allowed).
//   end_*     a piece less, at the earliest in the cycle after the operation came. It comes in as one piece.
//   look_*    on an edge with look_step_i and look_valid_i, for an operation that is inside and stays until the answer is in
//             times_o; at the earliest on the edge behind the one on which it came.
//   times_o   the answer after two more edges with look_step_i, until the next; whatever arrives meanwhile.
//   room      operations come in while MaxInside cannot be passed, whatever add_i brings in that cycle;
//             that add_i alone does not pass it is the user's business.
//
// Throughput  an operation a cycle, a message in two, a lookup a cycle on each port; nothing for a cycle for each row after a
//             reset, and after 2^EpochW epochs.
// Latency     a lookup: 3 cycles, the one in which it is shown included.
// Errs        never: pf_iguard_table in C, as it was when the operation came.
// State bits  pf_iguard_times; memories: Looks * Eras * (6 * TimeW + 10); flops: Looks * (6 * TimeW + 10 + BlockW + WarpW +
//             clog2(Eras) + 3), Eras * (BlockW + WarpW + 2 + clog2(MaxInside + 1)) and some 20.
// Handshake   arr_valid_i may be withdrawn; what is shown is the same until it is taken, or withdrawn. Lookups never wait.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_iguard_eras #(
  parameter integer SmW       = `PF_FENCE_BLOCK_W,       // 1 to BlockW
  parameter integer WarpW     = `PF_META_WARP_W,         // at least 1
  parameter integer BlockW    = `PF_META_BLOCK_W,        // at least 1
  parameter integer TimeW     = `PF_IGUARD_SIDE_WHEN_W,
  parameter integer EpochW    = 4,                       // at least 1
  parameter integer Eras      = 16,                      // a power of two, 2..
  parameter integer MaxInside = 64,                      // pieces at once; Adds + 1 and Ends at least
  parameter integer Looks     = 2,                       // ports, 1..; likewise
  parameter integer Adds      = 1,
  parameter integer Ends      = 2,
  // Derived: do not override.
  parameter integer EraW      = $clog2(Eras)
) (
  input  wire                                clk_i,
  input  wire                                rst_ni,        // asynchronous, active low

  // Arrival
  input  wire                                arr_valid_i,
  output wire                                arr_ready_o,
  output wire                                arr_room_o,    // arr_ready_o of an operation
  output wire                                arr_wait_o,    // a message waits
  input  wire                                arr_msg_i,     // 1: a message, 0: an operation
  input  wire [1:0]                          arr_kind_i,    // PF_IGUARD_MSG_*; like all below, of a message
  input  wire [BlockW-1:0]                   arr_block_i,   // FENCE, BEGIN
  input  wire [WarpW-1:0]                    arr_warp_i,    // FENCE, like all below, but when
  input  wire                                arr_alone_i,   // of one lane
  input  wire [4:0]                          arr_lane_i,    // ... that one
  input  wire                                arr_device_i,  // device scope, else block
  input  wire [TimeW-1:0]                    arr_when_i,    // FENCE, BEGIN
  input  wire [TimeW-1:0]                    arr_bar_i,     // its block's last barrier
  input  wire [TimeW-1:0]                    arr_meet_i,    // its warp's last meeting
  output wire [EraW-1:0]                     era_o,

  // Pieces of operations
  input  wire [Adds-1:0]                     add_i,
  input  wire [Adds*EraW-1:0]                add_era_i,
  input  wire [Ends-1:0]                     end_i,
  input  wire [Ends*EraW-1:0]                end_era_i,

  // Lookups
  input  wire [Looks-1:0]                    look_step_i,   // the port goes on
  input  wire [Looks-1:0]                    look_valid_i,
  input  wire [Looks*BlockW-1:0]             look_block_i,
  input  wire [Looks*WarpW-1:0]              look_warp_i,
  input  wire [Looks*EraW-1:0]               look_era_i,    // of the operation
  output wire [Looks*`PF_IGUARD_TIMES_W-1:0] times_o,

  output wire                                idle_o         // nothing changes until something arrives
);

  localparam integer IndexW   = BlockW + WarpW;    // {block, warp}: a warp's row is named by the low bits of it
  localparam integer TimesW   = `PF_IGUARD_TIMES_W;
  localparam integer BlockRow = 2 * TimeW;         // of these; the others are the warp's
  localparam integer InW      = $clog2(MaxInside + 1);
  localparam integer Most     = (Adds + 1 > Ends) ? Adds + 1 : Ends;
  localparam integer FullI    = MaxInside - Adds;
  localparam [InW-1:0]  FULL  = FullI[InW-1:0];
  localparam [Eras-1:0] FIRST = 1;

  generate
    if (SmW < 1 || WarpW < 1 || BlockW < SmW || TimesW != 6 * TimeW + 10 || Eras < 2 || (1 << EraW) != Eras ||
        Looks < 1 || Adds < 1 || Ends < 1 || MaxInside < Most) begin : g_bad_param
      PF_IGUARD_ERAS_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
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

  // {slots of the block's row, slots of the warp's}; bit b of all slots' indices side by side
  function [2*Eras-1:0] slots_of;
    input [IndexW*Eras-1:0] indices;
    input [IndexW-1:0]      index;
    reg   [Eras-1:0]        like;
    integer                 b;
    begin
      slots_of = {(2*Eras){1'b1}};
      for (b = 0; b < IndexW; b = b + 1) begin
        like = ~(indices[b*Eras +: Eras] ^ {Eras{index[b]}});
        if (b < SmW + WarpW) slots_of[0 +: Eras]    = slots_of[0 +: Eras] & like;
        if (b >= WarpW)      slots_of[Eras +: Eras] = slots_of[Eras +: Eras] & like;
      end
    end
  endfunction

  function [EraW-1:0] number_of;
    input [Eras-1:0] slot;
    integer          e;
    begin
      number_of = {EraW{1'b0}};
      for (e = 0; e < Eras; e = e + 1) number_of = number_of | (e[EraW-1:0] & {EraW{slot[e]}});
    end
  endfunction

  ////////////////
  // Arrival    //
  ////////////////

  reg  [EraW-1:0]   now_q, old_q;        // the era that has not ended; the oldest slot
  reg  [EraW-1:0]   seen_q;              // now_q of the cycle before: slots before it are written
  wire [InW-1:0]    inside;              // pieces
  wire              nothing;
  reg               pass_q;              // the message that is shown does not wait
  wire              clear, idle;         // of pf_iguard_times
  wire [2*Eras-1:0] same;                // slots of the rows that arrive
  wire [2*Eras-1:0] slot_rows;           // rows that a slot's message has changed
  wire              some     = !nothing;
  wire [EraW-1:0]   next     = now_q + {{(EraW-1){1'b0}}, 1'b1};
  wire [Eras-1:0]   kept     = eras_between(old_q, now_q);
  wire              fence    = arr_kind_i == `PF_IGUARD_MSG_FENCE;
  wire [1:0]        rows     = {arr_kind_i == `PF_IGUARD_MSG_BEGIN || (fence && arr_device_i), fence};  // that it changes
  wire [2*Eras-1:0] met      = same & slot_rows & {kept, kept} & {{Eras{rows[1]}}, {Eras{rows[0]}}};
  wire              waits    = some && (next == old_q || arr_kind_i == `PF_IGUARD_MSG_EPOCH || met != {(2*Eras){1'b0}});
    wire              room     = inside < FULL;
  wire              shown    = arr_valid_i && arr_msg_i && !clear;
  wire              takes    = shown && pass_q;
  wire              comes    = arr_valid_i && !arr_msg_i && !clear && room;
  wire [IndexW-1:0] arrives  = {arr_block_i, arr_warp_i};

  assign arr_ready_o = !clear && (arr_msg_i ? pass_q : room);
  assign arr_room_o  = !clear && room;
  assign arr_wait_o  = waits;
  assign era_o       = now_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pass_q          <= 1'b0;
      {now_q, seen_q} <= {(2*EraW){1'b0}};
    end else begin
      pass_q <= shown && !waits && !pass_q;
      seen_q <= now_q;
      if (takes && some) now_q <= next;
    end
  end

  ////////////////
  // Inside     //
  ////////////////

  // Bit Eras * i + e: a piece of era e more, or less, for the i-th reason
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

  wire [Eras-1:0] empty;                 // eras of which no piece is inside

  /* verilator lint_off PINCONNECTEMPTY */
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
    .number_o ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

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
    if (!rst_ni)                             old_q <= {EraW{1'b0}};
    else if (old_q != now_q && empty[old_q]) old_q <= old_q + {{(EraW-1){1'b0}}, 1'b1};
  end

  // The slot of the era that has not ended takes whatever arrives; it is looked at once the era has ended.
  reg  [IndexW*Eras-1:0] slot_index;
  reg  [Eras-1:0]        slot_warp, slot_block;
  wire [Eras-1:0]        slot = arr_valid_i ? FIRST << now_q : {Eras{1'b0}};
  integer                b;
  always @(posedge clk_i) begin
    for (b = 0; b < IndexW; b = b + 1) begin
      slot_index[b*Eras +: Eras] <= (slot_index[b*Eras +: Eras] & ~slot) | ({Eras{arrives[b]}} & slot);
    end
    slot_warp  <= (slot_warp & ~slot) | ({Eras{rows[0]}} & slot);
    slot_block <= (slot_block & ~slot) | ({Eras{rows[1]}} & slot);
  end

  assign same      = slots_of(slot_index, arrives);
  assign slot_rows = {slot_block, slot_warp};

  ////////////////
  // Rows       //
  ////////////////

  wire                    was_valid;
  wire [TimesW-1:0]       was;
  wire [Looks-1:0]        reads;
  wire [Looks*BlockW-1:0] blocks;
  wire [Looks*WarpW-1:0]  warps;
  wire [Looks*TimesW-1:0] times;         // as they are

  pf_iguard_times #(
    .SmW    (SmW),
    .WarpW  (WarpW),
    .BlockW (BlockW),
    .TimeW  (TimeW),
    .EpochW (EpochW),
    .Looks  (Looks)
  ) u_times (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .msg_valid_i  (takes),
    .msg_kind_i   (arr_kind_i),
    .msg_block_i  (arr_block_i),
    .msg_warp_i   (arr_warp_i),
    .msg_alone_i  (arr_alone_i),
    .msg_lane_i   (arr_lane_i),
    .msg_device_i (arr_device_i),
    .msg_when_i   (arr_when_i),
    .msg_bar_i    (arr_bar_i),
    .msg_meet_i   (arr_meet_i),
    .was_valid_o  (was_valid),
    .was_o        (was),
    .clear_o      (clear),
    .look_i       (reads),
    .look_block_i (blocks),
    .look_warp_i  (warps),
    .times_o      (times),
    .idle_o       (idle)
  );

  assign idle_o = idle && old_q == now_q;

  ////////////////
  // Lookups    //
  ////////////////

  // In one cycle the rows are read, and the ring is looked at: a row that is written in it is in the ring. What was before
  // has been written to the slot's place by then, in the cycle in which seen_q is that slot.
  genvar p;
  generate
    for (p = 0; p < Looks; p = p + 1) begin : g_look
      wire              step = look_step_i[p];
      reg               valid_q;
      reg  [IndexW-1:0] index_q;
      reg  [EraW-1:0]   era_q;
      reg  [1:0]        ring_q;          // {block, warp}: changed since the operation came
      reg  [TimesW-1:0] times_q;
      wire [TimesW-1:0] now = times[p*TimesW +: TimesW];
      wire [TimesW-1:0] old;
      wire [Eras-1:0]   later = eras_between(era_q, seen_q);
      wire [2*Eras-1:0] hits  = slots_of(slot_index, index_q) & slot_rows & {later, later};

      always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni)   valid_q <= 1'b0;
        else if (step) valid_q <= look_valid_i[p];
      end
      always @(posedge clk_i) begin
        if (step) begin
          index_q <= {look_block_i[p*BlockW +: BlockW], look_warp_i[p*WarpW +: WarpW]};
          era_q   <= look_era_i[p*EraW +: EraW];
          ring_q  <= {|hits[Eras +: Eras], |hits[0 +: Eras]};
          times_q <= {ring_q[0] ? old[TimesW-1:BlockRow] : now[TimesW-1:BlockRow],
                      ring_q[1] ? old[0 +: BlockRow] : now[0 +: BlockRow]};
        end
      end

      assign reads[p]                    = step && valid_q;
      assign blocks[p*BlockW +: BlockW]  = index_q[IndexW-1:WarpW];
      assign warps[p*WarpW +: WarpW]     = index_q[WarpW-1:0];
      assign times_o[p*TimesW +: TimesW] = times_q;

      pf_ram #(
        .Width (TimesW - BlockRow),
        .Depth (Eras)
      ) u_old_warps (
        .clk_i   (clk_i),
        .we_i    (was_valid),
        .waddr_i (seen_q),
        .wdata_i (was[TimesW-1:BlockRow]),
        .re_i    (reads[p]),
        .raddr_i (number_of(hits[0 +: Eras])),
        .rdata_o (old[TimesW-1:BlockRow])
      );

      pf_ram #(
        .Width (BlockRow),
        .Depth (Eras)
      ) u_old_blocks (
        .clk_i   (clk_i),
        .we_i    (was_valid),
        .waddr_i (seen_q),
        .wdata_i (was[0 +: BlockRow]),
        .re_i    (reads[p]),
        .raddr_i (number_of(hits[Eras +: Eras])),
        .rdata_o (old[0 +: BlockRow])
      );
    end
  endgenerate

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  // What arrives is nothing else until it is taken, or goes; pieces that end or are added, and lookups, are of eras inside.
  localparam integer ArrW = IndexW + 3 * TimeW + 10;
  reg             f_waits_q;
  reg  [ArrW-1:0] f_arr_q;
  wire [ArrW-1:0] f_message = {1'b1, arr_kind_i, arrives, arr_alone_i, arr_lane_i, arr_device_i, arr_when_i, arr_bar_i, arr_meet_i};
  wire [ArrW-1:0] f_arr     = arr_msg_i ? f_message : {ArrW{1'b0}};
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_waits_q <= 1'b0;
    else         f_waits_q <= arr_valid_i && !arr_ready_o;
  end
  always @(posedge clk_i) f_arr_q <= f_arr;

  reg     f_inside;
  integer f_k, f_ups;
  always @* begin
    f_inside = 1'b1;
    f_ups    = comes ? 1 : 0;
    for (f_k = 0; f_k < Adds; f_k = f_k + 1) begin
      if (add_i[f_k] && empty[add_era_i[f_k*EraW +: EraW]]) f_inside = 1'b0;
      if (add_i[f_k]) f_ups = f_ups + 1;
    end
    for (f_k = 0; f_k < Ends; f_k = f_k + 1) begin
      if (end_i[f_k] && empty[end_era_i[f_k*EraW +: EraW]]) f_inside = 1'b0;
    end
    for (f_k = 0; f_k < Looks; f_k = f_k + 1) begin
      if (look_step_i[f_k] && look_valid_i[f_k] && empty[look_era_i[f_k*EraW +: EraW]]) f_inside = 1'b0;
    end
  end

  `PF_ASSERT_KNOWN(a_ctrl_known, {arr_valid_i, add_i, end_i, look_step_i, look_valid_i & look_step_i})
  `PF_ASSERT_KNOWN(a_arr_known, arr_valid_i ? f_arr : {ArrW{1'b0}})
  `PF_ASSUME(m_stable, !(f_waits_q && arr_valid_i) || f_arr === f_arr_q)
  `PF_ASSUME(m_inside, f_inside)
  `PF_ASSUME(m_room, {{(32-InW){1'b0}}, inside} + f_ups <= MaxInside)
  `PF_ASSERT(a_once, !(arr_valid_i && arr_msg_i) || ((met[0 +: Eras] & (met[0 +: Eras] - 1'b1)) == {Eras{1'b0}} &&
                                                     (met[Eras +: Eras] & (met[Eras +: Eras] - 1'b1)) == {Eras{1'b0}}))
`endif  // SYNTHESIS

endmodule

`resetall
