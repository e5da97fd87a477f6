// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_sm_unit: the detector's part in an SM: counts locks and barriers, gives each request its tag.
//
//            cycle 0      1                 2        3
//   evt_* ---+-------> block IDs --key--> lock tables --> signatures     (block slot: its block ID)
//            \-------> barriers -------> message --> FIFO --> msg_*
//   req_* -----------> block ID, count ----> wait ----> signature --> FIFO --> tag_*
//
// A tag sees all events accepted in earlier cycles, and none of its own or later ones. Nothing
// inside ever waits: whoever cannot be sure of a place in the FIFO is not accepted. evt_ready_o and
// req_ready_o depend on no input; only messages hold up events, only tags hold up requests.
//
// After reset all tables are cleared, one warp and one slot a cycle; both readies are low meanwhile.
//
// Events      WARP_BEGIN   the warp's lock table is empty; scord-paper: its barrier count is 0
//             BLOCK_BEGIN  evt_block_i is the ID of the slot's block
//             LOCK, UNLOCK of the warp; device scope is a device and a block entry. UNLOCK gives
//                          back evt_words_i as well: what an instruction's lanes give back is one event
//             FENCE        locks become active; message, unless the block's ID is beyond its field
//             ACTIVATE     locks become active
//             BARRIER      scord: the slot's count + 1, on wrap to 0 the message that an epoch
//                          begins; scord-paper: the warp's count + 1
//
// tag_after_o tells whoever joins the two channels their order: the tag's request came behind so many messages' events.
//
// Throughput  one event and one tag a cycle, of the same warp again and again included.
// Latency     tag 5 cycles, message 3 cycles.
// Errs        as pf_lock_table and pf_barrier_file; a fence of a block beyond the field is not
//             counted (scord-paper only: a false alarm).
// State bits  memories: Warps * (LockEntries * 9 + 16), 2 * max(Warps, BlockSlots) * barrier,
//             BlockSlots * (2 * block + 7), FIFOs 8 * (tag + 6 + block + warp).

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_sm_unit #(
  parameter integer BlockSlots  = `PF_BLOCK_SLOTS,   // any number, at least 1
  parameter integer Warps       = `PF_WARPS,         // 1 to 2 ** PF_META_WARP_W
  parameter integer LockEntries = `PF_LOCK_ENTRIES,  // 1 to 8
  parameter integer BlockIdW    = 32,                // more than PF_META_BLOCK_W, at least 6
  // Derived: do not override.
  parameter integer SlotW       = (BlockSlots > 1) ? $clog2(BlockSlots) : 1,
  parameter integer WarpW       = (Warps > 1) ? $clog2(Warps) : 1
) (
  input  wire                        clk_i,
  input  wire                        rst_ni,             // asynchronous, active low

  input  wire                        cfg_policy_i,       // 0 scord-paper, 1 scord; changes in reset

  // Events
  input  wire                        evt_valid_i,
  output wire                        evt_ready_o,
  input  wire [2:0]                  evt_kind_i,         // PF_EVT_*
  input  wire [SlotW-1:0]            evt_slot_i,
  input  wire [WarpW-1:0]            evt_warp_i,
  input  wire [5:0]                  evt_addr_i,         // LOCK, UNLOCK: low bits of its address
  input  wire [15:0]                 evt_words_i,        // UNLOCK: also addresses with these in bits 5:2
  input  wire                        evt_device_i,       // device scope, else block
  input  wire [BlockIdW-1:0]         evt_block_i,        // BLOCK_BEGIN

  // Requests
  input  wire                        req_valid_i,
  output wire                        req_ready_o,
  input  wire [SlotW-1:0]            req_slot_i,
  input  wire [WarpW-1:0]            req_warp_i,
  input  wire                        req_strong_i,
  input  wire                        req_block_scope_i,
  input  wire                        req_is_atom_i,
  input  wire                        req_write_i,

  // Their tags, in order
  output wire                        tag_valid_o,
  input  wire                        tag_ready_i,
  output wire [`PF_TAG_W-1:0]        tag_o,
  output wire [3:0]                  tag_after_o,        // messages of earlier events, modulo 16

  // Messages to the slices, in order of events
  output wire                        msg_valid_o,
  input  wire                        msg_ready_i,
  output wire                        msg_epoch_o,        // an epoch begins, the rest is 0; else a fence
  output wire [`PF_META_BLOCK_W-1:0] msg_block_o,
  output wire [`PF_META_WARP_W-1:0]  msg_warp_o,
  output wire                        msg_device_o,

  output wire                        idle_o              // nothing inside, a clock changes nothing
);

  localparam integer BlockW = `PF_META_BLOCK_W;
  localparam integer CountW = `PF_META_BARRIER_W;
  localparam integer TagWarpW = `PF_META_WARP_W;
  localparam integer Counts = (Warps > BlockSlots) ? Warps : BlockSlots;
  localparam integer IndexW = (Counts > 1) ? $clog2(Counts) : 1;
  localparam integer LastI  = Counts - 1;

  // When an event is accepted, one more may be under way to the message FIFO; when a request is, three
  // more to the tag FIFO.
  localparam integer      MsgW    = 2 + BlockW + TagWarpW;
  localparam integer      Depth   = 8;  // depth of both FIFOs
  localparam integer      LevelW  = $clog2(Depth + 1);
  localparam integer      MsgMax  = Depth - 2;
  localparam integer      TagMax  = Depth - 4;
  localparam [LevelW-1:0] MSG_MAX = MsgMax[LevelW-1:0];
  localparam [LevelW-1:0] TAG_MAX = TagMax[LevelW-1:0];

  generate
    if (BlockSlots < 1 || Warps < 1 || Warps > (1 << TagWarpW) || BlockIdW <= BlockW ||
        BlockIdW < 6) begin : g_bad_param
      PF_SM_UNIT_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Clearing   //
  ////////////////

  reg               clearing_q;
  reg  [IndexW-1:0] clear_at_q;
  wire              clear_warp = clearing_q && {1'b0, clear_at_q} < Warps[IndexW:0];
  wire              clear_slot = clearing_q && {1'b0, clear_at_q} < BlockSlots[IndexW:0];

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clearing_q <= 1'b1;
      clear_at_q <= {IndexW{1'b0}};
    end else begin
      clearing_q <= clearing_q && clear_at_q != LastI[IndexW-1:0];
      clear_at_q <= clear_at_q + 1'b1;
    end
  end

  ////////////////
  // Events     //
  ////////////////

  wire evt_taken = evt_valid_i && evt_ready_o;

  wire warp_begin  = evt_taken && evt_kind_i == `PF_EVT_WARP_BEGIN;
  wire block_begin = evt_taken && evt_kind_i == `PF_EVT_BLOCK_BEGIN;
  wire lock        = evt_taken && evt_kind_i == `PF_EVT_LOCK;
  wire unlock      = evt_taken && evt_kind_i == `PF_EVT_UNLOCK;
  wire fence       = evt_taken && evt_kind_i == `PF_EVT_FENCE;
  wire activate    = evt_taken && evt_kind_i == `PF_EVT_ACTIVATE;
  wire barrier     = evt_taken && evt_kind_i == `PF_EVT_BARRIER;

  // Clearing is an event that takes the place of the first ones.
  wire [SlotW-1:0]  slot = clearing_q ? clear_at_q[SlotW-1:0] : evt_slot_i;
  wire [WarpW-1:0]  warp = clearing_q ? clear_at_q[WarpW-1:0] : evt_warp_i;
  wire [IndexW-1:0] evt_index = clearing_q   ? clear_at_q :
                                cfg_policy_i ? {{(IndexW-SlotW){1'b0}}, evt_slot_i} :
                                               {{(IndexW-WarpW){1'b0}}, evt_warp_i};
  wire [IndexW-1:0] req_index = cfg_policy_i ? {{(IndexW-SlotW){1'b0}}, req_slot_i} :
                                               {{(IndexW-WarpW){1'b0}}, req_warp_i};

  ////////////////
  // Requests   //
  ////////////////

  wire              req_taken = req_valid_i && req_ready_o;
  reg               req_valid_q, req_valid_q2, req_valid_q3;
  reg  [WarpW-1:0]  req_warp_q, req_warp_q2, req_warp_q3;
  reg  [3:0]        req_kind_q, req_kind_q2, req_kind_q3;
  wire [BlockW-1:0] req_block;   // cycle 1
  wire [CountW-1:0] req_count;   // cycle 1
  reg  [BlockW-1:0] req_block_q2, req_block_q3;
  reg  [CountW-1:0] req_count_q2, req_count_q3;
  wire [15:0]       req_signature;  // cycle 3
  reg  [3:0]        messages_q;     // of the events that a request in cycle 1 sees
  reg  [3:0]        req_after_q2, req_after_q3;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      req_valid_q  <= 1'b0;
      req_valid_q2 <= 1'b0;
      req_valid_q3 <= 1'b0;
    end else begin
      req_valid_q  <= req_taken;
      req_valid_q2 <= req_valid_q;
      req_valid_q3 <= req_valid_q2;
    end
  end

  always @(posedge clk_i) begin
    req_warp_q   <= req_warp_i;
    req_warp_q2  <= req_warp_q;
    req_warp_q3  <= req_warp_q2;
    req_kind_q   <= {req_write_i, req_is_atom_i, req_block_scope_i, req_strong_i};
    req_kind_q2  <= req_kind_q;
    req_kind_q3  <= req_kind_q2;
    req_block_q2 <= req_block;
    req_block_q3 <= req_block_q2;
    req_count_q2 <= req_count;
    req_count_q3 <= req_count_q2;
    req_after_q2 <= messages_q;
    req_after_q3 <= req_after_q2;
  end

  ////////////////
  // Block IDs  //
  ////////////////

  // What events need of a block is written with its BLOCK_BEGIN: the next event may read it. What
  // tags need is written a cycle later, so that a tag of the same cycle does not see it.
  wire [BlockIdW-1:0] block_id     = evt_block_i & {BlockIdW{!clearing_q}};
  wire [5:0]          block_key    = block_id[5:0] + 6'd1;
  wire                block_beyond = |block_id[BlockIdW-1:BlockW];
  wire                block_we     = block_begin || clear_slot;

  wire [5:0]        key;     // cycle 1, like those below
  wire              beyond;
  wire [BlockW-1:0] block;

  pf_ram #(
    .Width (BlockW + 7),
    .Depth (BlockSlots)
  ) u_event_blocks (
    .clk_i   (clk_i),
    .we_i    (block_we),
    .waddr_i (slot),
    .wdata_i ({block_beyond, block_key, block_id[BlockW-1:0]}),
    .re_i    (lock || unlock || fence),
    .raddr_i (evt_slot_i),
    .rdata_o ({beyond, key, block})
  );

  reg              block_we_q;
  reg [SlotW-1:0]  slot_q;
  reg [BlockW-1:0] block_id_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      block_we_q <= 1'b0;
    end else begin
      block_we_q <= block_we;
    end
  end

  always @(posedge clk_i) begin
    slot_q     <= slot;
    block_id_q <= block_id[BlockW-1:0];
  end

  /* verilator lint_off PINCONNECTEMPTY */
  pf_through_ram #(
    .Width (BlockW),
    .Depth (BlockSlots)
  ) u_tag_blocks (
    .clk_i   (clk_i),
    .we_i    (block_we_q),
    .waddr_i (slot_q),
    .wdata_i (block_id_q),
    .re_i    (req_taken),
    .raddr_i (req_slot_i),
    .rdata_o (req_block),
    .last_o  ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  ////////////////
  // Counts     //
  ////////////////

  wire wrap;  // cycle 1
  wire barriers_idle, locks_idle;

  pf_barrier_file #(
    .Counts (Counts),
    .CountW (CountW)
  ) u_barriers (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .evt_bump_i   (barrier),
    .evt_clear_i  (clearing_q || (warp_begin && !cfg_policy_i)),
    .evt_index_i  (evt_index),
    .wrap_o       (wrap),
    .read_valid_i (req_taken),
    .read_index_i (req_index),
    .read_count_o (req_count),
    .idle_o       (barriers_idle)
  );

  ////////////////
  // Locks      //
  ////////////////

  pf_lock_table #(
    .Warps       (Warps),
    .LockEntries (LockEntries)
  ) u_locks (
    .clk_i            (clk_i),
    .rst_ni           (rst_ni),
    .evt_warp_i       (warp),
    .evt_clear_i      (warp_begin || clear_warp),
    .evt_insert_i     (lock),
    .evt_release_i    (unlock),
    .evt_activate_i   (fence || activate),
    .evt_device_i     (evt_device_i),
    .evt_addr_i       (evt_addr_i),
    .evt_words_i      (evt_words_i),
    .evt_key_i        (key),
    .read_valid_i     (req_valid_q2),
    .read_warp_i      (req_warp_q2),
    .read_signature_o (req_signature),
    .idle_o           (locks_idle)
  );

  ////////////////
  // Tags       //
  ////////////////

  wire [LevelW-1:0]   tag_level;
  wire [TagWarpW-1:0] tag_warp = {{(TagWarpW-WarpW){1'b0}}, req_warp_q3};

  /* verilator lint_off PINCONNECTEMPTY */
  pf_fifo #(
    .Width (4 + `PF_TAG_W),
    .Depth (Depth),
    .Ram   (1)
  ) u_tags (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (req_valid_q3),
    .in_ready_o  (),
    .in_data_i   ({req_after_q3, req_kind_q3, req_block_q3, tag_warp, req_count_q3, req_signature}),
    .out_valid_o (tag_valid_o),
    .out_ready_i (tag_ready_i),
    .out_data_o  ({tag_after_o, tag_o}),
    .level_o     (tag_level)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign req_ready_o = !clearing_q && tag_level <= TAG_MAX;

  ////////////////
  // Messages   //
  ////////////////

  reg               fence_q, device_q;
  reg  [WarpW-1:0]  warp_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fence_q <= 1'b0;
    end else begin
      fence_q <= fence;
    end
  end

  always @(posedge clk_i) begin
    device_q <= evt_device_i;
    warp_q   <= evt_warp_i;
  end

  wire [TagWarpW-1:0] warp_field = {{(TagWarpW-WarpW){1'b0}}, warp_q};
  wire [MsgW-2:0]     fence_msg  = {device_q, warp_field, block} & {(MsgW-1){fence_q}};

  wire [LevelW-1:0] msg_level;
  wire              msg_valid = (fence_q && !beyond) || (wrap && cfg_policy_i);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)        messages_q <= 4'd0;
    else if (msg_valid) messages_q <= messages_q + 4'd1;
  end

  /* verilator lint_off PINCONNECTEMPTY */
  pf_fifo #(
    .Width (MsgW),
    .Depth (Depth),
    .Ram   (1)
  ) u_messages (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (msg_valid),
    .in_ready_o  (),
    .in_data_i   ({!fence_q, fence_msg}),
    .out_valid_o (msg_valid_o),
    .out_ready_i (msg_ready_i),
    .out_data_o  ({msg_epoch_o, msg_device_o, msg_warp_o, msg_block_o}),
    .level_o     (msg_level)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign evt_ready_o = !clearing_q && msg_level <= MSG_MAX;

  ////////////////
  // Idle       //
  ////////////////

  assign idle_o = !clearing_q && !block_we_q && barriers_idle && locks_idle && !fence_q &&
                  !req_valid_q && !req_valid_q2 && !req_valid_q3 &&
                  tag_level == 0 && msg_level == 0;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  // Who is under way has a place in its FIFO.
  localparam [LevelW-1:0] FULL = Depth[LevelW-1:0];
  `PF_ASSERT(a_tag_room, {2'd0, tag_level} + {5'd0, req_valid_q} + {5'd0, req_valid_q2} +
                         {5'd0, req_valid_q3} <= {2'd0, FULL})
  `PF_ASSERT(a_msg_room, !msg_valid || msg_level != FULL)

  `PF_ASSERT_KNOWN(a_ctrl_known, {cfg_policy_i, evt_valid_i, req_valid_i, tag_ready_i, msg_ready_i})
  `PF_ASSERT(a_slot_inside, !evt_taken || {1'b0, evt_slot_i} < BlockSlots[SlotW:0])
  `PF_ASSERT(a_req_slot_inside, !req_taken || {1'b0, req_slot_i} < BlockSlots[SlotW:0])

`ifdef PF_PROVE_SM_UNIT
  // Nothing is lost or stuck: requests inside are those in the stages and the FIFO, one of them is
  // shown soon, and a sink that is ready keeps its source moving.
  reg       f_past_q = 1'b0;
  reg [4:0] f_tags_q;                                   // accepted and not yet gone
  reg [3:0] f_tag_wait_q, f_msg_wait_q, f_tag_ready_q, f_msg_ready_q;  // cycles, at most 15

  always @(posedge clk_i) f_past_q <= 1'b1;
  always @* if (!f_past_q) assume (!rst_ni);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_tags_q      <= 5'd0;
      f_tag_wait_q  <= 4'd0;
      f_msg_wait_q  <= 4'd0;
      f_tag_ready_q <= 4'd0;
      f_msg_ready_q <= 4'd0;
    end else begin
      f_tags_q      <= f_tags_q + {4'd0, req_taken} - {4'd0, tag_valid_o && tag_ready_i};
      f_tag_wait_q  <= (f_tags_q == 5'd0 || tag_valid_o) ? 4'd0 : f_tag_wait_q + 4'd1;
      f_msg_wait_q  <= (msg_level == 0 || msg_valid_o) ? 4'd0 : f_msg_wait_q + 4'd1;
      f_tag_ready_q <= (!tag_ready_i || clearing_q) ? 4'd0 : f_tag_ready_q + {3'd0, !(&f_tag_ready_q)};
      f_msg_ready_q <= (!msg_ready_i || clearing_q) ? 4'd0 : f_msg_ready_q + {3'd0, !(&f_msg_ready_q)};
    end
  end

  `PF_ASSERT(a_tags_counted, f_tags_q == {1'b0, tag_level} + {4'd0, req_valid_q} +
                                         {4'd0, req_valid_q2} + {4'd0, req_valid_q3})
  `PF_ASSERT(a_tag_there, !tag_valid_o || tag_level != 0)
  `PF_ASSERT(a_msg_there, !msg_valid_o || msg_level != 0)
  `PF_ASSERT(a_tag_soon, f_tag_wait_q <= 4'd4)
  `PF_ASSERT(a_msg_soon, f_msg_wait_q <= 4'd1)
  `PF_ASSERT(a_req_moves, f_tag_ready_q < 4'd9 || req_ready_o)
  `PF_ASSERT(a_evt_moves, f_msg_ready_q < 4'd9 || evt_ready_o)
  `PF_ASSERT(a_idle_empty, !idle_o || (f_tags_q == 5'd0 && msg_level == 0 && !msg_valid))
`endif
`endif  // SYNTHESIS

endmodule

`resetall
