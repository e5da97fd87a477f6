// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_lines_prove: pf_lines between a memory and a user that may do anything they are allowed to do.
//
//   Bounded only, and slow: seven steps take seconds, twelve take minutes.
//   One line and beat, whichever (f_line, f_beat), is followed: its word in memory, what the user has made of
//   it, the slot it lies in. Shown, step by step from reset:
//   - what the user reads is what he wrote last, or memory's word (so no two read-modify-writes overlap);
//   - while the line has users, or a write-back is owed, or a fetch under way, no other slot fetches it
//     and its slot fetches no other line;
//   - what is written back is owed and right; quiet only when nothing is owed; payloads stay while they wait;
//   - with Live: when all sides are prompt, a piece leaves within Bound cycles.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

// By define, not by parameter: Yosys 0.23 stops when it derives pf_lines below a derived top.
`ifndef PF_LINES_LINES
  `define PF_LINES_LINES 2
`endif
`ifdef PF_LINES_WIPE
  `define PF_LINES_WIPE_ON 1
`else
  `define PF_LINES_WIPE_ON 0
`endif
`ifdef PF_LINES_LIVE
  `define PF_LINES_LIVE_ON 1
`else
  `define PF_LINES_LIVE_ON 0
`endif
`ifndef PF_LINES_LATE
  `define PF_LINES_LATE 0
`endif

module pf_lines_prove #(
  parameter integer Lines = `PF_LINES_LINES,
  parameter integer Beats = 2,
  parameter integer LineW = 2,
  parameter integer CamW  = 1,
  parameter integer Wipe  = `PF_LINES_WIPE_ON,
  parameter integer Live  = `PF_LINES_LIVE_ON,
  parameter integer Bound = 16,
  parameter integer SlotW = (Lines > 1) ? $clog2(Lines) : 1,
  parameter integer BeatW = $clog2(Beats),
  parameter integer MemW  = LineW + BeatW,
  parameter integer IdW   = 2
) (
  input wire                   clk_i,
  input wire                   rst_ni,
  input wire                   piece_valid_i,
  input wire                   piece_access_i,
  input wire [LineW-1:0]       piece_line_i,
  input wire [Beats-1:0]       piece_beats_i,
  input wire                   pend_ready_i,
  input wire                   mrd_ready_i,
  input wire                   mrsp_valid_i,
  input wire [SlotW+BeatW-1:0] mrsp_id_i,
  input wire [3:0]             mrsp_data_i,
  input wire                   mwr_ready_i,
  input wire                   rd_valid_i,
  input wire [BeatW-1:0]       rd_beat_i,
  input wire                   wr_valid_i,
  input wire [BeatW-1:0]       wr_beat_i,
  input wire [3:0]             wr_mask_i,
  input wire                   wr_changed_i,
  input wire [3:0]             wr_data_i,
  input wire                   done_valid_i,
  input wire                   wipe_valid_i
);

  (* anyconst *) wire [LineW-1:0] f_line;
  (* anyconst *) wire [BeatW-1:0] f_beat;
  (* anyconst *) wire [LineW-1:0] f_base;
  (* anyconst *) wire             f_whole;
  (* anyconst *) wire             f_always;
  (* anyconst *) wire             f_first;  // memory's word at the start
  (* anyconst *) wire             f_wiped;

  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* assume (rst_ni == f_past);

  wire                   piece_ready, pend_valid, pend_access, mrd_valid, mrsp_ready, mwr_valid;
  wire                   wipe_ready, quiet, stall_lines, idle;
  wire [SlotW-1:0]       pend_slot;
  wire [IdW-1:0]         pend_id;
  wire [Beats-1:0]       pend_beats;
  wire [LineW-1:0]       pend_line;
  wire [MemW-1:0]        mrd_addr, mwr_addr;
  wire [SlotW+BeatW-1:0] mrd_id;
  wire [3:0]             mwr_data, rd_data;
  wire [Lines*Beats-1:0] present;

  // The user: up to three pieces, the first one is worked on
  reg  [1:0]       u_n_q;
  reg  [SlotW-1:0] u_slot_q  [0:3];
  reg  [IdW-1:0]   u_id_q    [0:3];
  reg  [Beats-1:0] u_beats_q [0:3];
  reg  [LineW-1:0] u_line_q  [0:3];
  wire             u_some = (u_n_q != 2'd0);
  wire             pend_go = pend_valid && pend_ready_i && pend_access;
  wire [1:0]       u_at = u_n_q - {1'b0, done_valid_i};

  pf_lines #(
    .Lines  (Lines),
    .Beats  (Beats),
    .LineW  (LineW),
    .MemW   (MemW),
    .PayW   (LineW),
    .RdBeats (1),
    .IdW    (IdW),
    .CamW   (CamW),
    .Late   (`PF_LINES_LATE),
    .EntryW (1)
  ) u_dut (
    .clk_i              (clk_i),
    .rst_ni             (rst_ni),
    .cfg_meta_base_i    ({f_base, {BeatW{1'b0}}}),
    .cfg_whole_line_i   (f_whole),
    .cfg_write_always_i (f_always),
    .piece_valid_i      (piece_valid_i),
    .piece_ready_o      (piece_ready),
    .piece_access_i     (piece_access_i),
    .piece_line_i       (piece_line_i),
    .piece_beats_i      (piece_beats_i),
    .piece_pay_i        (piece_line_i),
    .pend_valid_o       (pend_valid),
    .pend_ready_i       (pend_ready_i),
    .pend_access_o      (pend_access),
    .pend_slot_o        (pend_slot),
    .pend_id_o          (pend_id),
    .pend_beats_o       (pend_beats),
    .pend_pay_o         (pend_line),
    .mrd_valid_o        (mrd_valid),
    .mrd_ready_i        (mrd_ready_i),
    .mrd_addr_o         (mrd_addr),
    .mrd_id_o           (mrd_id),
    .mrsp_valid_i       (mrsp_valid_i),
    .mrsp_ready_o       (mrsp_ready),
    .mrsp_id_i          (mrsp_id_i),
    .mrsp_data_i        (mrsp_data_i),
    .mwr_valid_o        (mwr_valid),
    .mwr_ready_i        (mwr_ready_i),
    .mwr_addr_o         (mwr_addr),
    .mwr_data_o         (mwr_data),
    .present_o          (present),
    .rd_valid_i         (rd_valid_i),
    .rd_slot_i          (u_slot_q[0]),
    .rd_beat_i          (rd_beat_i),
    .rd_data_o          (rd_data),
    .wr_valid_i         (wr_valid_i),
    .wr_slot_i          (u_slot_q[0]),
    .wr_beat_i          (wr_beat_i),
    .wr_mask_i          (wr_mask_i),
    .wr_changed_i       (wr_changed_i),
    .wr_data_i          (wr_data_i),
    .done_valid_i       (done_valid_i),
    .done_slot_i        (u_slot_q[0]),
    .done_id_i          (u_id_q[0]),
    .wipe_valid_i       (wipe_valid_i),
    .wipe_ready_o       (wipe_ready),
    .wipe_entry_i       (f_wiped),
    .quiet_o            (quiet),
    .stall_lines_o      (stall_lines),
    .idle_o             (idle)
  );

  integer i;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) u_n_q <= 2'd0;
    else         u_n_q <= u_at + {1'b0, pend_go};
  end
  always @(posedge clk_i) begin
    if (done_valid_i) begin
      for (i = 0; i < 3; i = i + 1) begin
        u_slot_q[i] <= u_slot_q[i+1];
        u_id_q[i] <= u_id_q[i+1];
        u_beats_q[i] <= u_beats_q[i+1];
        u_line_q[i] <= u_line_q[i+1];
      end
    end
    if (pend_go) begin
      u_slot_q[u_at] <= pend_slot;
      u_id_q[u_at] <= pend_id;
      u_beats_q[u_at] <= pend_beats;
      u_line_q[u_at] <= pend_line;
    end
  end

  // Pieces of the followed line that are out and not done
  wire [2:0] u_mine = {u_n_q > 2 && u_line_q[2] == f_line, u_n_q > 1 && u_line_q[1] == f_line,
                       u_n_q > 0 && u_line_q[0] == f_line};

  // Memory
  reg  [Lines*Beats-1:0] f_way_q;  // reads under way
  wire                   mrd_go = mrd_valid && mrd_ready_i;
  wire                   mwr_go = mwr_valid && mwr_ready_i;
  wire                   rsp_go = mrsp_valid_i && mrsp_ready;
  wire [LineW-1:0]       f_at_line = f_line + f_base;
  wire                   mrd_line = mrd_go && mrd_addr[MemW-1:BeatW] == f_at_line;
  wire                   mrd_mine = mrd_line && mrd_addr[BeatW-1:0] == f_beat;
  wire                   mwr_mine = mwr_go && mwr_addr == {f_at_line, f_beat};
  wire [SlotW-1:0]       mrd_slot = mrd_id[SlotW+BeatW-1:BeatW];
  wire                   wr_mine = wr_valid_i && u_line_q[0] == f_line && wr_beat_i == f_beat;
  wire                   rd_mine = rd_valid_i && u_line_q[0] == f_line && rd_beat_i == f_beat;

  reg                    f_mem_q, f_gold_q, f_word_q;  // memory; as the user sees it; on its way to the store
  reg                    f_mine_q, f_owed_q;           // read of it under way; write-back owed
  reg                    f_read_q, f_want_q;
  reg  [SlotW-1:0]       f_slot_q;                     // slot of its line
  reg  [SlotW+BeatW-1:0] f_id_q;
  reg                    f_got_q;                      // the line has been fetched
  wire                   f_wipe_now = wipe_valid_i && wipe_ready;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_way_q <= {(Lines*Beats){1'b0}};
      f_mem_q <= f_first;
      f_gold_q <= f_first;
      f_mine_q <= 1'b0;
      f_owed_q <= 1'b0;
      f_read_q <= 1'b0;
      f_got_q <= 1'b0;
    end else begin
      if (mrd_go) f_way_q[mrd_id] <= 1'b1;
      if (rsp_go) f_way_q[mrsp_id_i] <= 1'b0;
      if (mrd_mine) begin
        f_mine_q <= 1'b1;
        f_id_q <= mrd_id;
        f_word_q <= f_mem_q;
      end else if (rsp_go && mrsp_id_i == f_id_q) begin
        f_mine_q <= 1'b0;
      end
      if (mrd_line) begin
        f_got_q <= 1'b1;
        f_slot_q <= mrd_slot;
      end
      if (f_wipe_now) begin
        f_mem_q <= f_wiped;
        f_gold_q <= f_wiped;
        f_owed_q <= 1'b0;
      end else begin
        if (mwr_mine) f_mem_q <= mwr_data[0];
        if (wr_mine && wr_mask_i[0]) f_gold_q <= wr_data_i[0];
        if (wr_mine && |wr_mask_i && (wr_changed_i || f_always)) f_owed_q <= 1'b1;
        else if (mwr_mine) f_owed_q <= 1'b0;
      end
      f_read_q <= rd_mine;
    end
  end
  always @(posedge clk_i) f_want_q <= f_gold_q;

  // What the sides may do
  wire [SlotW+BeatW:0] rd_at = u_slot_q[0] * Beats + rd_beat_i;
  wire [SlotW+BeatW:0] wr_at = u_slot_q[0] * Beats + wr_beat_i;
  wire                 f_still = (Wipe != 0) && wipe_valid_i;
  `PF_ASSUME(m_beats, !piece_valid_i || |piece_beats_i)
  `PF_ASSUME(m_pend, u_n_q != 2'd3 || !pend_ready_i)
  `PF_ASSUME(m_rsp, !mrsp_valid_i || f_way_q[mrsp_id_i])
  `PF_ASSUME(m_word, !(mrsp_valid_i && f_mine_q && mrsp_id_i == f_id_q) || mrsp_data_i[0] == f_word_q)
  `PF_ASSUME(m_rd, !rd_valid_i || (u_some && !f_still && u_beats_q[0][rd_beat_i] && present[rd_at]))
  `PF_ASSUME(m_wr, !wr_valid_i || (u_some && !f_still && u_beats_q[0][wr_beat_i] && present[wr_at]))
  `PF_ASSUME(m_apart, !(rd_valid_i && wr_valid_i && rd_beat_i == wr_beat_i))
  `PF_ASSUME(m_same, !(wr_mine && wr_mask_i[0] && !wr_changed_i) || wr_data_i[0] == f_gold_q)
  `PF_ASSUME(m_done, !done_valid_i || (u_some && !f_still))
  `PF_ASSUME(m_wipe, Wipe != 0 || !wipe_valid_i)

  reg                                f_wait_q, f_rsp_q, f_wip_q, f_mrdw_q, f_mwrw_q, f_pendw_q;
  reg [2*LineW+Beats+1:0]            f_piece_q;
  reg [SlotW+BeatW+3:0]              f_rspp_q;
  reg [MemW+SlotW+BeatW-1:0]         f_mrdp_q;
  reg [MemW+3:0]                     f_mwrp_q;
  reg [SlotW+IdW+Beats+LineW:0]      f_pendp_q;
  wire [SlotW+IdW+Beats+LineW:0]     f_pendp = {pend_access, pend_access ? pend_slot : {SlotW{1'b0}}, pend_id, pend_beats, pend_line};
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {f_wait_q, f_rsp_q, f_wip_q, f_mrdw_q, f_mwrw_q, f_pendw_q} <= 6'd0;
    end else begin
      f_wait_q <= piece_valid_i && !piece_ready;
      f_rsp_q <= mrsp_valid_i && !mrsp_ready;
      f_wip_q <= wipe_valid_i && !wipe_ready;
      f_mrdw_q <= mrd_valid && !mrd_ready_i;
      f_mwrw_q <= mwr_valid && !mwr_ready_i;
      f_pendw_q <= pend_valid && !pend_ready_i;
    end
  end
  always @(posedge clk_i) begin
    f_piece_q <= {piece_access_i, piece_line_i, piece_beats_i};
    f_rspp_q <= {mrsp_id_i, mrsp_data_i};
    f_mrdp_q <= {mrd_addr, mrd_id};
    f_mwrp_q <= {mwr_addr, mwr_data};
    f_pendp_q <= f_pendp;
  end
  `PF_ASSUME(m_piece_stays, !f_wait_q || (piece_valid_i && f_piece_q == {piece_access_i, piece_line_i, piece_beats_i}))
  `PF_ASSUME(m_rsp_stays, !f_rsp_q || (mrsp_valid_i && f_rspp_q == {mrsp_id_i, mrsp_data_i}))
  `PF_ASSUME(m_wipe_stays, !f_wip_q || wipe_valid_i)

  // What must hold
  wire f_busy = |u_mine || f_owed_q || f_mine_q;
  `PF_ASSERT(a_mrd_stays,  !f_mrdw_q || (mrd_valid && f_mrdp_q == {mrd_addr, mrd_id}))
  `PF_ASSERT(a_mwr_stays,  !f_mwrw_q || (mwr_valid && f_mwrp_q == {mwr_addr, mwr_data}))
  `PF_ASSERT(a_pend_stays, !f_pendw_q || (pend_valid && f_pendp_q == f_pendp))
  `PF_ASSERT(a_read,       !f_read_q || rd_data[0] == f_want_q)
  `PF_ASSERT(a_owed,       !mwr_mine || f_owed_q)
  `PF_ASSERT(a_right,      !mwr_mine || mwr_data[0] == f_gold_q)
  `PF_ASSERT(a_no_users,   !(mwr_go && mwr_addr[MemW-1:BeatW] == f_at_line) || ~|u_mine)
  `PF_ASSERT(a_one_slot,   !(mrd_line && f_got_q && f_busy) || mrd_slot == f_slot_q)
  `PF_ASSERT(a_own_slot,   !(mrd_go && !mrd_line && f_got_q && f_busy) || mrd_slot != f_slot_q)
  `PF_ASSERT(a_once,       !(mrd_mine && (f_mine_q || f_owed_q)))
  `PF_ASSERT(a_id_free,    !mrd_go || !f_way_q[mrd_id])
  `PF_ASSERT(a_pend_slot,  !(pend_go && pend_line == f_line && f_got_q && f_busy && !mrd_line) || pend_slot == f_slot_q)
  `PF_ASSERT(a_quiet,      !quiet || (!u_some && ~|f_way_q && (!f_owed_q || wipe_valid_i)))
  `PF_ASSERT(a_settled,    !quiet || wipe_valid_i || f_mem_q == f_gold_q)
  `PF_ASSERT(a_wipe_still, !f_wipe_now || (!mrd_valid && !mwr_valid && ~|f_way_q))
  `PF_ASSERT(a_idle,       !idle || quiet)
  `PF_COVER(c_back,        mwr_mine && f_mem_q != mwr_data[0])
  `PF_COVER(c_again,       f_owed_q && |u_mine && pend_go && pend_line == f_line)
  `PF_COVER(c_wait,        stall_lines)
  `PF_COVER(c_reread,      f_read_q && f_got_q && !f_owed_q && f_mem_q != f_first)

  // Prompt sides: every channel at once, the first piece done as soon as its beats are there
  genvar b;
  generate
    if (Live != 0) begin : g_live
      reg [7:0] f_age_q;
      always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) f_age_q <= 8'd0;
        else         f_age_q <= (piece_valid_i && !piece_ready) ? f_age_q + 8'd1 : 8'd0;
      end
      wire [Beats-1:0] f_there;
      for (b = 0; b < Beats; b = b + 1) begin : g_there
        assign f_there[b] = present[u_slot_q[0] * Beats + b];
      end
      wire f_full = (u_n_q == 2'd3);
      `PF_ASSUME(m_p1, mrd_ready_i && mwr_ready_i && (pend_ready_i || f_full))
      `PF_ASSUME(m_p2, mrsp_valid_i == |f_way_q)
      `PF_ASSUME(m_p3, done_valid_i == (u_some && ~|(u_beats_q[0] & ~f_there)))
      `PF_ASSERT(a_leaves, f_age_q < Bound)
      `PF_COVER(c_old, f_age_q > 8'd5)
    end
  endgenerate

endmodule

`resetall
