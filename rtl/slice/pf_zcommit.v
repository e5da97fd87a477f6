// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_zcommit: who writes each byte last, for the memory of one slice (deterministic commit of GPUDet).
//
//   req ─> slot: mask, data in memories
//    │ line
//    v        ┌────────────── replay ───────────────┐
//    S1 ──> S2 tags, locked? ──> pf_z_misses lists ─┤    miss: pf_z_fetch ─> mrd
//            │ way               mrsp ─> fill ──────┘
//            v                     v
//    S3 read row, mask ─────> pf_z_rows ──> S4 pf_z_row ──> row back, mask of bytes won ──> res
//                                            └─ a victim's row ─> pf_z_spill ─> mwr
//
// In a commit mode all requests are of the present quantum. For each byte it counts who has written it in this
// quantum: the lowest warp is in front, and of one warp the later write. A line has a row in memory, a tag (the
// quantum it was written in) and 128 warps, little endian; Beats of 256 bits from line * Beats on. A row with
// another tag than the present quantum counts as nobody's. Rows are held in the Z-cache.
// A row of an earlier quantum is never written back. A miss is fetched only if the line was written back in
// this quantum, as far as a small filter knows (cfg_filter_i 0: always); else its row is nobody's.
// A line that is fetched is locked; requests to it wait in a list, and go when it is there, before new ones.
//
// Throughput  a request a cycle, from 10 Requests on, while lines are held or need no fetch and their victims'
//             rows no more than mwr_* takes; a row is Beats beats.
// Latency     6 cycles from req_* to res_*, when the line is held. From one begin to the next request 1 cycle;
//             when the numbers of quanta run out, one cycle for each line of the slice.
// Errs        never: each byte is won by the requests that the rule says, whatever order and delay memory has.
// State bits  flops: about 1.2 rows and FilterBits; memory: rows, and each request's mask (twice) and data.
//
// Results of one line come in the order its requests were taken. A request that is taken in the cycle of a begin
// belongs to the new quantum. Ports of memory: a read sees every write taken before it.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_zcommit #(
  parameter integer LineW      = `PF_ADDR_W - 7,   // line of 128 bytes within the slice's data
  parameter integer WarpW      = `PF_COMMIT_WARP_W,  // at least 2; all ones is nobody
  parameter integer QuantumW   = `PF_QUANTUM_W,    // 2 to 255
  parameter integer Sets       = `PF_Z_SETS,       // a power of two, at least 2
  parameter integer Ways       = `PF_Z_WAYS,       // a power of two, at least 2
  parameter integer Requests   = `PF_Z_REQUESTS,   // at least 2
  parameter integer Misses     = `PF_Z_MISSES,     // at least 2
  parameter integer FilterBits = `PF_Z_FILTER,     // a power of two, at least 2
  // Derived: do not override.
  parameter integer RowW       = QuantumW + 128 * WarpW,
  parameter integer Beats      = (RowW + 255) / 256,
  parameter integer MemW       = LineW + $clog2(Beats),
  parameter integer IdW        = $clog2(Misses) + $clog2(Beats)
) (
  input  wire                clk_i,
  input  wire                rst_ni,               // asynchronous, active low
  input  wire                cfg_filter_i,         // 0: fetch on every miss
  input  wire [LineW:0]      cfg_lines_i,          // lines of the slice; stays

  // A quantum's commit mode begins
  input  wire                beg_valid_i,
  output wire                beg_ready_o,          // nothing is inside
  output wire [QuantumW-1:0] quantum_o,            // the present one

  input  wire                req_valid_i,
  output wire                req_ready_o,
  input  wire [LineW-1:0]    req_line_i,
  input  wire [WarpW-1:0]    req_warp_i,
  input  wire [127:0]        req_mask_i,           // bytes
  input  wire [1023:0]       req_data_i,

  output wire                res_valid_o,
  input  wire                res_ready_i,
  output wire [LineW-1:0]    res_line_o,
  output wire [WarpW-1:0]    res_warp_o,
  output wire [127:0]        res_mask_o,           // bytes to be written; 0: none
  output wire [1023:0]       res_data_o,

  // Memory of rows, 256 bits a beat
  output wire                mrd_valid_o,
  input  wire                mrd_ready_i,
  output wire [MemW-1:0]     mrd_addr_o,
  output wire [IdW-1:0]      mrd_id_o,
  input  wire                mrsp_valid_i,         // in any order
  output wire                mrsp_ready_o,
  input  wire [IdW-1:0]      mrsp_id_i,
  input  wire [255:0]        mrsp_data_i,
  output wire                mwr_valid_o,
  input  wire                mwr_ready_i,
  output wire [MemW-1:0]     mwr_addr_o,
  output wire [255:0]        mwr_data_o,

  // A cycle each: 0 hit, 1 miss, 2 put behind a locked line, 3 line fetched, 4 row written back, 5 result with
  // mask 0, 6 a request waits, 7 beat swept
  output wire [7:0]          evt_o,
  output wire                idle_o
);

  localparam integer WinW   = 128 * WarpW;
  localparam integer BeatW  = $clog2(Beats);
  localparam integer SlotW  = $clog2(Requests);
  localparam integer MissW  = $clog2(Misses);
  localparam integer WayW   = $clog2(Ways);
  localparam integer SetW   = $clog2(Sets);
  localparam integer AtW    = SetW + WayW;
  localparam integer Places = 4;                   // rows on their way out
  localparam integer FinalI = Beats - 1;
  localparam [BeatW-1:0] FINAL = FinalI[BeatW-1:0];

  generate
    if (WarpW < 2 || QuantumW < 2 || QuantumW > 255 || Sets < 2 || Ways < 2 || Requests < 2 || Misses < 2 ||
        FilterBits < 2 || RowW != QuantumW + WinW || MemW != LineW + BeatW || IdW != MissW + BeatW)
    begin : g_bad_param
      PF_ZCOMMIT_BAD_PARAMETER u_bad ();           // no such module: elaboration stops here
    end
  endgenerate

  wire nothing;                                    // is inside
  wire begun, last_quantum, sweeping, walking;
  wire beg  = beg_valid_i && beg_ready_o;
  wire wrap = beg && last_quantum;

  ////////////////
  // S1         //
  ////////////////

  wire             slot_valid, slots_free;
  wire [SlotW-1:0] slot;
  wire             unused_more;
  wire             pop;                            // a result's slot is free
  wire [SlotW-1:0] pop_slot;
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
    .give_i       (pop),
    .give_index_i (pop_slot)
  );

  reg              s1_valid_q;
  reg  [LineW-1:0] s1_line_q;
  reg  [SlotW-1:0] s1_slot_q;
  reg              hold_q;                         // a fill waits: a cycle without a row write is needed
  wire             rep_valid;
  wire             full, room;
  wire             rep_go = rep_valid && !hold_q;
  wire             new_go = s1_valid_q && !hold_q && !rep_valid && !full && room && !sweeping && !walking;

  assign req_ready_o = slot_valid && (!s1_valid_q || new_go);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      s1_valid_q <= 1'b0;
      hold_q     <= 1'b0;
    end else begin
      s1_valid_q <= take || (s1_valid_q && !new_go);
      hold_q     <= mrsp_valid_i && !mrsp_ready_o;
    end
  end
  always @(posedge clk_i) begin
    if (take) begin
      s1_line_q <= req_line_i;
      s1_slot_q <= slot;
    end
  end

  ////////////////
  // S2         //
  ////////////////

  reg              s2_new_q, s2_rep_q, s2_fresh_q;
  reg  [LineW-1:0] s2_line_q;
  reg  [SlotW-1:0] s2_slot_q;
  reg  [WayW-1:0]  s2_way_q;                       // way of a replay
  wire [LineW-1:0] rep_line;
  wire [WayW-1:0]  rep_way;
  wire             rep_fresh;
  wire [SlotW-1:0] rep_slot;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      s2_new_q <= 1'b0;
      s2_rep_q <= 1'b0;
    end else begin
      s2_new_q <= new_go;
      s2_rep_q <= rep_go;
    end
  end
  always @(posedge clk_i) begin
    s2_line_q  <= rep_valid ? rep_line : s1_line_q;
    s2_slot_q  <= rep_valid ? rep_slot : s1_slot_q;
    s2_way_q   <= rep_way;
    s2_fresh_q <= rep_fresh;
  end

  wire             match, maybe, hit, miss, lock, stale, spill;
  wire [Ways-1:0]  locked_ways;
  wire [WayW-1:0]  way;
  wire [LineW-1:0] victim;
  wire [MissW-1:0] lock_miss;
  wire             misses_free;
  wire [AtW-1:0]   fill_at;
  wire             spill_room, spill_more, spill_empty;
  wire             fill = mrsp_valid_i && mrsp_ready_o;

  assign room = s2_new_q ? spill_more : spill_room;

  pf_z_tags #(
    .LineW (LineW),
    .Sets  (Sets),
    .Ways  (Ways)
  ) u_tags (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .clear_i       (beg),
    .walk_i        (wrap),
    .walking_o     (walking),
    .look_i        (new_go),
    .look_set_i    (s1_line_q[SetW-1:0]),
    .new_i         (s2_new_q),
    .rep_i         (s2_rep_q),
    .line_i        (s2_line_q),
    .locked_i      (match),
    .locked_ways_i (locked_ways),
    .fetch_i       (maybe || !cfg_filter_i),
    .rep_way_i     (s2_way_q),
    .rep_fresh_i   (s2_fresh_q),
    .hit_o         (hit),
    .miss_o        (miss),
    .lock_o        (lock),
    .way_o         (way),
    .stale_o       (stale),
    .spill_o       (spill),
    .victim_o      (victim)
  );

  pf_z_filter #(
    .LineW      (LineW),
    .FilterBits (FilterBits)
  ) u_filter (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .clear_i     (beg),
    .look_line_i (s1_line_q),
    .maybe_o     (maybe),
    .put_valid_i (spill),
    .put_line_i  (victim)
  );

  pf_z_misses #(
    .LineW  (LineW),
    .Sets   (Sets),
    .Ways   (Ways),
    .Slots  (Requests),
    .Misses (Misses),
    .Beats  (Beats)
  ) u_misses (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .look_line_i  (s1_line_q),
    .look_full_o  (full),
    .new_i        (s2_new_q),
    .line_i       (s2_line_q),
    .slot_i       (s2_slot_q),
    .match_o      (match),
    .ways_o       (locked_ways),
    .lock_i       (lock),
    .lock_way_i   (way),
    .lock_miss_o  (lock_miss),
    .fill_valid_i (fill),
    .fill_miss_i  (mrsp_id_i[IdW-1:BeatW]),
    .fill_first_i (mrsp_id_i[BeatW-1:0] == {BeatW{1'b0}}),
    .fill_fresh_i (mrsp_data_i[QuantumW-1:0] == quantum_o),
    .fill_at_o    (fill_at),
    .rep_valid_o  (rep_valid),
    .rep_ready_i  (!hold_q),
    .rep_line_o   (rep_line),
    .rep_way_o    (rep_way),
    .rep_fresh_o  (rep_fresh),
    .rep_slot_o   (rep_slot),
    .none_o       (misses_free)
  );

  wire [LineW-1:0] fetch_line;
  wire             fetch_busy;

  pf_z_fetch #(
    .LineW  (LineW),
    .Misses (Misses),
    .Beats  (Beats)
  ) u_fetch (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .job_valid_i (lock),
    .job_line_i  (s2_line_q),
    .job_miss_i  (lock_miss),
    .line_o      (fetch_line),
    .busy_i      (fetch_busy),
    .mrd_valid_o (mrd_valid_o),
    .mrd_ready_i (mrd_ready_i),
    .mrd_addr_o  (mrd_addr_o),
    .mrd_id_o    (mrd_id_o)
  );

  ////////////////
  // S3         //
  ////////////////

  // A row is read when its winners count, or when they leave.
  reg              s3_apply_q, s3_stale_q, s3_spill_q;
  reg  [AtW-1:0]   s3_at_q;
  reg  [SlotW-1:0] s3_slot_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      s3_apply_q <= 1'b0;
      s3_spill_q <= 1'b0;
    end else begin
      s3_apply_q <= hit || (miss && !lock) || s2_rep_q;
      s3_spill_q <= spill;
    end
  end
  always @(posedge clk_i) begin
    s3_stale_q <= stale;
    s3_at_q    <= {s2_line_q[SetW-1:0], way};
    s3_slot_q  <= s2_slot_q;
  end

  // What a request asks for. It is kept a cycle, for it goes to all bytes of a row at once.
  wire [127:0]     s3_mask;
  wire [WarpW-1:0] s3_warp;

  pf_ram #(
    .Width (128 + WarpW),
    .Depth (Requests)
  ) u_mask (
    .clk_i   (clk_i),
    .we_i    (take),
    .waddr_i (slot),
    .wdata_i ({req_mask_i, req_warp_i}),
    .re_i    (s2_new_q || s2_rep_q),
    .raddr_i (s2_slot_q),
    .rdata_o ({s3_mask, s3_warp})
  );

  ////////////////
  // S4         //
  ////////////////

  reg              s4_apply_q, s4_stale_q, s4_spill_q;
  reg  [AtW-1:0]   s4_at_q;
  reg  [SlotW-1:0] s4_slot_q;
  wire [WinW-1:0]  row, row_new;
  reg  [127:0]     s4_mask_q;
  reg  [WarpW-1:0] s4_warp_q;
  wire [127:0]     won;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      s4_apply_q <= 1'b0;
      s4_spill_q <= 1'b0;
    end else begin
      s4_apply_q <= s3_apply_q;
      s4_spill_q <= s3_spill_q;
    end
  end
  always @(posedge clk_i) begin
    s4_stale_q <= s3_stale_q;
    s4_at_q    <= s3_at_q;
    s4_slot_q  <= s3_slot_q;
    s4_mask_q  <= s3_mask;
    s4_warp_q  <= s3_warp;
  end

  pf_z_rows #(
    .Rows     (Sets * Ways),
    .WarpW    (WarpW),
    .QuantumW (QuantumW)
  ) u_rows (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .rd_valid_i   (s3_spill_q || (s3_apply_q && !s3_stale_q)),
    .rd_at_i      (s3_at_q),
    .rd_row_o     (row),
    .wr_valid_i   (s4_apply_q),
    .wr_at_i      (s4_at_q),
    .wr_row_i     (row_new),
    .fill_valid_i (mrsp_valid_i),
    .fill_at_i    (fill_at),
    .fill_beat_i  (mrsp_id_i[BeatW-1:0]),
    .fill_data_i  (mrsp_data_i)
  );

  pf_z_row #(
    .WarpW (WarpW)
  ) u_row (
    .row_i   (row),
    .stale_i (s4_stale_q),
    .warp_i  (s4_warp_q),
    .mask_i  (s4_mask_q),
    .row_o   (row_new),
    .mask_o  (won)
  );

  assign mrsp_ready_o = !s4_apply_q;

  wire             swp_valid, spill_valid, spill_sent;
  wire [MemW-1:0]  swp_addr, spill_addr;
  wire [255:0]     spill_data;

  pf_z_spill #(
    .LineW    (LineW),
    .WarpW    (WarpW),
    .QuantumW (QuantumW),
    .Places   (Places)
  ) u_spill (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .quantum_i     (quantum_o),
    .alloc_valid_i (spill),
    .alloc_line_i  (victim),
    .alloc_room_o  (spill_room),
    .alloc_more_o  (spill_more),
    .row_valid_i   (s4_spill_q),
    .row_i         (row),
    .look_line_i   (fetch_line),
    .look_busy_o   (fetch_busy),
    .mwr_valid_o   (spill_valid),
    .mwr_ready_i   (mwr_ready_i),
    .mwr_addr_o    (spill_addr),
    .mwr_data_o    (spill_data),
    .sent_o        (spill_sent),
    .empty_o       (spill_empty)
  );

  ////////////////
  // Results    //
  ////////////////

  // A result lies in memory until it leaves, in its request's slot: nothing before it has to wait.
  reg  res_valid_q;
  wire won_valid, won_ready;
  wire [$clog2(Requests+1)-1:0] unused_level;

  assign pop = won_valid && (!res_valid_q || res_ready_i);

  pf_fifo #(
    .Width (SlotW),
    .Depth (Requests)
  ) u_won (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (s4_apply_q),
    .in_ready_o  (won_ready),
    .in_data_i   (s4_slot_q),
    .out_valid_o (won_valid),
    .out_ready_i (pop),
    .out_data_o  (pop_slot),
    .level_o     (unused_level)
  );

  pf_ram #(
    .Width (128),
    .Depth (Requests)
  ) u_won_mask (
    .clk_i   (clk_i),
    .we_i    (s4_apply_q),
    .waddr_i (s4_slot_q),
    .wdata_i (won),
    .re_i    (pop),
    .raddr_i (pop_slot),
    .rdata_o (res_mask_o)
  );

  pf_ram #(
    .Width (1024 + LineW + WarpW),
    .Depth (Requests)
  ) u_data (
    .clk_i   (clk_i),
    .we_i    (take),
    .waddr_i (slot),
    .wdata_i ({req_line_i, req_warp_i, req_data_i}),
    .re_i    (pop),
    .raddr_i (pop_slot),
    .rdata_o ({res_line_o, res_warp_o, res_data_o})
  );

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) res_valid_q <= 1'b0;
    else         res_valid_q <= pop || (res_valid_q && !res_ready_i);
  end
  assign res_valid_o = res_valid_q;

  ////////////////
  // Quanta     //
  ////////////////

  pf_z_quantum #(
    .LineW    (LineW),
    .QuantumW (QuantumW),
    .Beats    (Beats)
  ) u_quantum (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .cfg_lines_i (cfg_lines_i),
    .beg_i       (beg),
    .last_o      (last_quantum),
    .quantum_o   (quantum_o),
    .begun_o     (begun),
    .busy_o      (sweeping),
    .swp_valid_o (swp_valid),
    .swp_ready_i (mwr_ready_i),
    .swp_addr_o  (swp_addr)
  );

  assign nothing     = slots_free && misses_free && spill_empty && !res_valid_q && !sweeping && !walking;
  assign beg_ready_o = nothing;

  // No row is spilled while a sweep goes on.
  assign mwr_valid_o = swp_valid || spill_valid;
  assign mwr_addr_o  = swp_valid ? swp_addr : spill_addr;
  assign mwr_data_o  = spill_data & {256{!swp_valid}};

  ////////////////
  // Events     //
  ////////////////

  reg [7:0] evt_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) evt_q <= 8'd0;
    else         evt_q <= {swp_valid && mwr_ready_i,
                           req_valid_i && !req_ready_o,
                           res_valid_q && res_ready_i && res_mask_o == 128'd0,
                           spill_sent,
                           mrd_valid_o && mrd_ready_i && mrd_id_o[BeatW-1:0] == FINAL,
                           s2_new_q && match,
                           miss,
                           hit};
  end
  assign evt_o  = evt_q;
  assign idle_o = nothing && slot_valid && evt_q == 8'd0;

  ////////////////
  // Checks     //
  ////////////////

`ifdef SYNTHESIS
  wire unused = &{1'b0, begun, won_ready, 1'b0};
`else
  reg                        f_stalled_q;  // the result shown last was not taken
  reg [LineW+WarpW+1151:0]   f_shown_q;
  reg                        f_waited_q;   // nor the beat of memory shown last
  reg [MemW+255:0]           f_beat_q;
  reg                        f_asked_q;    // nor the request shown last
  reg [LineW+WarpW+1151:0]   f_asks_q;
  wire [LineW+WarpW+1151:0]  f_shown = {res_line_o, res_warp_o, res_mask_o, res_data_o};
  wire [LineW+WarpW+1151:0]  f_asks  = {req_line_i, req_warp_i, req_mask_i, req_data_i};

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_stalled_q <= 1'b0;
      f_waited_q  <= 1'b0;
      f_asked_q   <= 1'b0;
    end else begin
      f_stalled_q <= res_valid_o && !res_ready_i;
      f_waited_q  <= mwr_valid_o && !mwr_ready_i;
      f_asked_q   <= req_valid_i && !req_ready_o;
    end
  end
  always @(posedge clk_i) begin
    f_shown_q <= f_shown;
    f_beat_q  <= {mwr_addr_o, mwr_data_o};
    f_asks_q  <= f_asks;
  end

  `PF_ASSERT_KNOWN(a_ctrl_known, {beg_valid_i, req_valid_i, res_ready_i, mrd_ready_i, mrsp_valid_i, mwr_ready_i})
  `PF_ASSERT(a_stable, !f_stalled_q || (res_valid_o && f_shown === f_shown_q))
  `PF_ASSERT(a_beat_stable, !f_waited_q || (mwr_valid_o && {mwr_addr_o, mwr_data_o} === f_beat_q))
  `PF_ASSERT(a_req_stable, !f_asked_q || (req_valid_i && f_asks === f_asks_q))
  `PF_ASSERT(a_begun, !take || begun || beg)
  `PF_ASSERT(a_line, !take || {1'b0, req_line_i} < cfg_lines_i)
  `PF_ASSERT(a_warp, !take || req_warp_i != {WarpW{1'b1}})
  `PF_ASSERT(a_won, !s4_apply_q || won_ready)
  `PF_ASSERT(a_one_writer, !(swp_valid && spill_valid))
  `PF_COVER(c_wait, s2_new_q && match)
`endif

endmodule

`resetall
