// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_arrive: where operations on lines arrive, in order, and get what they have to know of fences.
//
//   op_* --> words of the region --> pf_fence_counts --> queue --> out_*, with its accessor's counts and its era
//              |  none: skipped_o       ^     ^
//              |                        |     +-- add_*, end_*: pieces inside; look_*: counts of others
//              +-- a fence -------------+
//              +-- an epoch, and a fence that makes a count of scord 0 --> empty_i --> forget_o --> all of ask_o forget
//   forget_valid_i -----------------------------------------------> empty_i --> forget_o, and the counts are cleared
//   flush_valid_i -------------------------------------------------------> empty_i --> flush_o --> rows and beats are written
//
// Behind the queue operations pass each other; nothing arrives from when a flush, a forget or an epoch comes until it is
// done, and none begins before all has left (empty_i). ask_o: which caches have not answered yet, in the order rows, beats,
// bits; of bits nothing is flushed.
//
// It is a part of pf_line_unit (docs/metadata-engine.md).
//
// Throughput  an operation a cycle, a fence in two; none while a look or a sweep reads the file of pf_fence_counts. An
//             epoch takes what the caches take to forget, three cycles mostly, and what the sweep of the one before lacks;
//             forget_valid_i also a cycle for each place of the counts' copies.
// Latency     2 cycles.
// Errs        as pf_fence_counts.
// Handshake   op_ready_o depends on op_*; out_valid_o on no input. flush_valid_i and forget_valid_i stay until ready.
// State bits  pf_fence_counts; 5 * (LineW + width of an operation); 3 * clog2(Eras) + 44.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_line_arrive #(
  parameter integer LineW  = `PF_ADDR_W - 7,
  parameter integer PcW    = `PF_RACE_PC_W,
  parameter integer Eras   = 16,                       // a power of two, at least 2
  parameter integer LookW  = 9,                        // as pf_fence_counts
  parameter integer Wait   = 4,                        // operations in the queue; 4 for one a cycle
  parameter integer Inside = 128,                      // pieces of operations from here on, at most, and 2 that have just ended
  // Derived: do not override.
  parameter integer CountW = `PF_META_BLK_FENCE_W,
  parameter integer EraW   = $clog2(Eras),
  parameter integer OpW    = 32 + 1 + `PF_TAG_W + PcW + 2 * CountW + EraW
) (
  input  wire                          clk_i,
  input  wire                          rst_ni,         // asynchronous, active low
  input  wire                          scord_i,        // policy; static

  // The region: lines from first to last, and which words of these two; static
  input  wire [LineW-1:0]              cfg_first_i,
  input  wire [LineW-1:0]              cfg_last_i,
  input  wire [31:0]                   cfg_first_words_i,
  input  wire [31:0]                   cfg_last_words_i,

  // As pf_coalesce's
  input  wire                          op_valid_i,
  output wire                          op_ready_o,
  input  wire [1:0]                    op_kind_i,
  input  wire [LineW-1:0]              op_line_i,
  input  wire [31:0]                   op_words_i,
  input  wire                          op_sub_i,
  input  wire [`PF_TAG_W-1:0]          op_tag_i,
  input  wire [PcW-1:0]                op_pc_i,

  output wire                          out_valid_o,
  input  wire                          out_ready_i,
  output wire [LineW-1:0]              out_line_o,
  output wire [OpW-1:0]                out_op_o,       // {words, sub, tag, pc, counts {device, block}, era}

  // Flush and forget, of all behind
  input  wire                          flush_valid_i,
  output wire                          flush_ready_o,  // done
  input  wire                          forget_valid_i,
  output wire                          forget_ready_o, // done
  input  wire                          empty_i,        // nothing is behind out_*
  output wire                          flush_o,
  output wire                          forget_o,
  output wire [2:0]                    ask_o,
  input  wire [1:0]                    flushed_i,      // rows, beats: in this cycle
  input  wire [2:0]                    forgotten_i,

  // As pf_fence_counts', of two checks
  input  wire                          add_i,
  input  wire [EraW-1:0]               add_era_i,
  input  wire [1:0]                    end_i,
  input  wire [2*EraW-1:0]             end_era_i,
  input  wire [1:0]                    look_i,
  input  wire [2*`PF_META_BLOCK_W-1:0] look_block_i,
  input  wire [2*`PF_META_WARP_W-1:0]  look_warp_i,
  input  wire [2*EraW-1:0]             look_era_i,
  output wire [4*CountW-1:0]           look_o,         // stays until the port's next look
  output wire [1:0]                    look_ok_o,      // it is there; until then no other look on that port

  output wire [5:0]                    skipped_o,      // words outside of the region, in the cycle before
  output wire                          epoch_o,        // everything was forgotten,
  output wire                          wrapped_o,      // as a count wrapped
  output wire                          stall_fence_o,  // a fence waits, or a look
  output wire                          access_o,       // an access is here
  output wire                          idle_o          // nothing here
);

  localparam integer WaitW  = $clog2(Wait + 1);
  localparam [1:0]   ACCESS = `PF_REQ_ACCESS;
  localparam [1:0]   FENCE  = `PF_REQ_FENCE;

  localparam [1:0]   RUN    = 2'd0;
  localparam [1:0]   EMPTY  = 2'd1;                    // what is inside leaves
  localparam [1:0]   FLUSH  = 2'd2;
  localparam [1:0]   FORGET = 2'd3;

  generate
    if (LineW < 1 || PcW < 1 || Wait < 1 || CountW != `PF_META_BLK_FENCE_W || EraW != $clog2(Eras) ||
        OpW != 32 + 1 + `PF_TAG_W + PcW + 2 * CountW + EraW) begin : g_bad_param
      PF_LINE_ARRIVE_BAD_PARAMETER u_bad ();           // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Operations //
  ////////////////

  reg  [1:0]          state_q;
  reg                 wrap_q;                          // a count of fences is 0 again
  reg  [2:0]          done_q;                          // those that have been flushed or have forgotten
  reg                 told_q;                          // counts of fences have been told, ...
  reg                 clears_q;                        // to clear
  reg                 came_q;                          // an operation has arrived in the cycle before
  reg  [LineW-1:0]    came_line_q;
  reg  [OpW-2*CountW-EraW-1:0] came_op_q;
  wire [WaitW-1:0]    level;
  wire                wraps, shut, fence_ready, fence_waits, count_room, count_busy, count_idle;
  wire [2*CountW-1:0] self;
  wire [EraW-1:0]     era;

  wire [WaitW-1:0]    ahead   = level + {{(WaitW-1){1'b0}}, came_q};
  wire                room    = ahead < Wait[WaitW-1:0];
  wire                inside  = op_line_i >= cfg_first_i && op_line_i <= cfg_last_i;
  wire [31:0]         words   = op_words_i & {32{inside}} & (cfg_first_words_i | {32{op_line_i != cfg_first_i}}) &
                                (cfg_last_words_i | {32{op_line_i != cfg_last_i}});
  wire                fence   = op_valid_i && op_kind_i == FENCE;
  wire                epoch   = op_valid_i && op_kind_i != ACCESS && op_kind_i != FENCE;
  wire                run     = state_q == RUN && !wrap_q && !shut && !flush_valid_i && !forget_valid_i;
  wire                accepts = op_valid_i && op_kind_i == ACCESS && run && room && count_room;
  wire                takes   = accepts && |words;
  wire                passes  = run && fence && fence_ready;
  wire [2:0]          told    = forget_o ? forgotten_i : {1'b1, flushed_i};
  wire                over    = &done_q && told_q && !count_busy;  // everything is forgotten
  wire                forgets = forget_o && over;
  wire                clear   = forget_o && !told_q && forget_valid_i && !wrap_q;
  wire                nothing = !access_o && empty_i;

  assign op_ready_o = accepts || passes || (forgets && !wrap_q && !forget_valid_i && epoch);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= RUN;
      wrap_q    <= 1'b0;
      done_q    <= 3'd0;
      told_q    <= 1'b0;
      clears_q  <= 1'b0;
      came_q    <= 1'b0;
    end else begin
      came_q <= takes;
      wrap_q <= (wrap_q && !forgets) || wraps;
      case (state_q)
        RUN:     if (flush_valid_i || forget_valid_i || wrap_q || epoch) state_q <= EMPTY;
        EMPTY:   if (nothing) state_q <= (flush_valid_i && !wrap_q) ? FLUSH : FORGET;
        FLUSH:   if (flush_ready_o) state_q <= RUN;
        default: if (over) state_q <= RUN;
      endcase
      done_q    <= (flush_o || forget_o) ? done_q | told : 3'd0;
      told_q    <= forget_o;
      if (!told_q) clears_q <= clear;
    end
  end
  always @(posedge clk_i) begin
    if (takes) came_line_q <= op_line_i;
    if (takes) came_op_q   <= {words, op_sub_i, op_tag_i, op_pc_i};
  end

  assign flush_o        = state_q == FLUSH;
  assign forget_o       = state_q == FORGET;
  assign ask_o          = ~done_q;
  assign flush_ready_o  = flush_o && &done_q;
  assign forget_ready_o = forgets && clears_q;
  assign epoch_o        = forgets;
  assign wrapped_o      = forgets && wrap_q;

  wire unused_room;

  pf_fifo #(
    .Width (LineW + OpW),
    .Depth (Wait)
  ) u_wait (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (came_q),
    .in_ready_o  (unused_room),
    .in_data_i   ({came_line_q, came_op_q, self, era}),
    .out_valid_o (out_valid_o),
    .out_ready_i (out_ready_i),
    .out_data_o  ({out_line_o, out_op_o}),
    .level_o     (level)
  );

  ////////////////
  // Fences     //
  ////////////////

  // Pieces more and less: known late, and counted a cycle later.
  reg              add_q;
  reg  [1:0]       end_q;
  reg  [EraW-1:0]  add_era_q;
  reg  [2*EraW-1:0] end_era_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {add_q, end_q} <= 3'd0;
    else         {add_q, end_q} <= {add_i, end_i};
  end
  always @(posedge clk_i) {add_era_q, end_era_q} <= {add_era_i, end_era_i};

  pf_fence_counts #(
    .BlockW    (`PF_FENCE_BLOCK_W),
    .WarpW     (`PF_META_WARP_W),
    .CountW    (CountW),
    .Eras      (Eras),
    .MaxInside (Inside),
    .Looks     (2),
    .LookW     (LookW),
    .Adds      (1),
    .Ends      (2)
  ) u_fences (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .scord_i      (scord_i),
    .arr_valid_i  (takes || (run && fence)),
    .arr_ready_o  (fence_ready),
    .arr_room_o   (count_room),
    .arr_wait_o   (fence_waits),
    .arr_fence_i  (fence),
    .arr_device_i (!op_tag_i[`PF_TAG_BLOCK_SCOPE_LSB]),
    .arr_block_i  (op_tag_i[`PF_TAG_BLOCK_LSB +: `PF_FENCE_BLOCK_W]),
    .arr_warp_i   (op_tag_i[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W]),
    .self_o       (self),
    .era_o        (era),
    .wrap_o       (wraps),
    .shut_o       (shut),
    .add_i        (add_q),
    .add_era_i    (add_era_q),
    .end_i        (end_q),
    .end_era_i    (end_era_q),
    .look_i       (look_i),
    .look_hold_i  (~look_i),
    .look_block_i ({look_block_i[`PF_META_BLOCK_W +: `PF_FENCE_BLOCK_W], look_block_i[0 +: `PF_FENCE_BLOCK_W]}),
    .look_warp_i  (look_warp_i),
    .look_era_i   (look_era_i),
    .look_o       (look_o),
    .look_ok_o    (look_ok_o),
    .epoch_i      (forgets && !clears_q),
    .hurry_i      (forget_o),
    .clear_i      (clear),
    .clear_busy_o (count_busy),
    .idle_o       (count_idle)
  );

  ////////////////
  // Counting   //
  ////////////////

  reg [31:0] skips_q;
  reg [5:0]  skipped;
  integer    i;
  always @* begin
    skipped = 6'd0;
    for (i = 0; i < 32; i = i + 1) skipped = skipped + {5'd0, skips_q[i]};
  end
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) skips_q <= 32'd0;
    else         skips_q <= op_words_i & ~words & {32{accepts}};
  end

  assign skipped_o     = skipped;
  assign stall_fence_o = (run && fence && fence_waits) || !(&look_ok_o);
  assign access_o      = came_q || out_valid_o;
  assign idle_o        = !access_o && state_q == RUN && !wrap_q && count_idle && skips_q == 32'd0;

  wire unused = &{1'b0, look_block_i, unused_room, 1'b0};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {op_valid_i, out_ready_i, flush_valid_i, forget_valid_i, end_i, look_i})
  `PF_ASSERT(a_room, !came_q || unused_room)
  `PF_ASSERT(a_wraps, !wraps || shut)
`endif

endmodule

`resetall
