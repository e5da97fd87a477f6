// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_arrive: where operations on lines and messages arrive, in order, and operations learn which messages they have seen.
//
//   op_* --> words of the region --> queue --> out_*, with its era
//              |  none: skipped_o      ^
//              |                       +-- pf_iguard_eras: add_*, end_*: pieces inside; look_*: times of others
//              +-- a message ----------+
//              +-- an epoch --> empty_i --> forget_o until forgotten_i --> pf_iguard_eras
//   forget_valid_i -----------> likewise
//   flush_valid_i ------------> empty_i --> flush_o until flushed_i
//
// Behind the queue operations pass each other; nothing arrives from when a flush, a forget or an epoch comes until it is
// done, and none begins before all has left (empty_i).
//
// Throughput  an operation a cycle, a message in two. An epoch takes what the caches take to forget.
// Latency     2 cycles.
// Errs        never.
// Handshake   op_ready_o depends on op_*; out_valid_o on no input. flush_valid_i and forget_valid_i stay until ready.
// State bits  pf_iguard_eras; a queue of Wait operations; 4 + 3 * EraW and some.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_iguard_arrive #(
  parameter integer LineW  = `PF_ADDR_W - 7,
  parameter integer PcW    = `PF_RACE_PC_W,
  parameter integer Eras   = 16,                       // a power of two, at least 2
  parameter integer Wait   = 4,                        // operations in the queue; 4 for one a cycle
  parameter integer Inside = 256,                      // pieces of operations from here on, at most
  // Derived: do not override.
  parameter integer EraW   = $clog2(Eras),
  parameter integer TagW   = `PF_IGUARD_TAG_W,
  parameter integer OpW    = 32 + 4 + TagW + PcW + EraW
) (
  input  wire                          clk_i,
  input  wire                          rst_ni,         // asynchronous, active low

  // The region: lines from first to last, and which words of these two; static
  input  wire [LineW-1:0]              cfg_first_i,
  input  wire [LineW-1:0]              cfg_last_i,
  input  wire [31:0]                   cfg_first_words_i,
  input  wire [31:0]                   cfg_last_words_i,

  // Operations and messages
  input  wire                          op_valid_i,
  output wire                          op_ready_o,
  input  wire                          op_message_i,
  input  wire [LineW-1:0]              op_line_i,
  input  wire [31:0]                   op_words_i,
  input  wire [3:0]                    op_bytes_i,     // of each word
  input  wire [TagW-1:0]               op_tag_i,       // a message: record iguard_message in its low bits
  input  wire [PcW-1:0]                op_pc_i,

  output wire                          out_valid_o,
  input  wire                          out_ready_i,
  output wire [LineW-1:0]              out_line_o,
  output wire [OpW-1:0]                out_op_o,       // {words, bytes, tag, pc, era}

  // Flush and forget, of all behind
  input  wire                          flush_valid_i,
  output wire                          flush_ready_o,  // done
  input  wire                          forget_valid_i,
  output wire                          forget_ready_o, // done
  input  wire                          empty_i,        // nothing is behind out_*
  output wire                          flush_o,
  input  wire                          flushed_i,      // done
  output wire                          forget_o,
  input  wire                          forgotten_i,    // done

  // As pf_iguard_eras'
  input  wire [2:0]                    add_i,
  input  wire [3*EraW-1:0]             add_era_i,
  input  wire                          end_i,
  input  wire [EraW-1:0]               end_era_i,
  input  wire [1:0]                    look_step_i,
  input  wire [1:0]                    look_valid_i,
  input  wire [2*`PF_META_BLOCK_W-1:0] look_block_i,
  input  wire [2*`PF_META_WARP_W-1:0]  look_warp_i,
  input  wire [2*EraW-1:0]             look_era_i,
  output wire [2*`PF_IGUARD_TIMES_W-1:0] times_o,

  output wire [5:0]                    skipped_o,      // words outside of the region, in the cycle before
  output wire                          epoch_o,        // everything was forgotten
  output wire                          stall_message_o,  // a message waits
  output wire                          access_o,       // an access is here
  output wire                          idle_o          // nothing here
);

  localparam integer MsgW  = `PF_IGUARD_MESSAGE_W;
  localparam integer TimeW = `PF_IGUARD_SIDE_WHEN_W;
  localparam [1:0]   EPOCH = `PF_IGUARD_MSG_EPOCH;

  localparam [2:0]   RUN    = 3'd0;
  localparam [2:0]   EMPTY  = 3'd1;                    // what is inside leaves
  localparam [2:0]   FLUSH  = 3'd2;
  localparam [2:0]   FORGET = 3'd3;
  localparam [2:0]   TELL   = 3'd4;                    // times begin anew, too

  generate
    if (LineW < 1 || PcW < 1 || Wait < 1 || EraW != $clog2(Eras) || MsgW > TagW ||
        OpW != 32 + 4 + TagW + PcW + EraW) begin : g_bad_param
      PF_IGUARD_ARRIVE_BAD_PARAMETER u_bad ();         // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Operations //
  ////////////////

  reg  [2:0]        state_q;
  wire              queue_ready, arr_ready, arr_room, arr_wait, eras_idle;
  wire [EraW-1:0]   era;
  wire [MsgW-1:0]   msg      = op_tag_i[MsgW-1:0];
  wire [2:0]        msg_kind = msg[`PF_IGUARD_MESSAGE_KIND_LSB +: 3];
  wire              message  = op_valid_i && op_message_i;
  wire              epoch    = message && msg_kind == {1'b0, EPOCH};
  wire              inside   = op_line_i >= cfg_first_i && op_line_i <= cfg_last_i;
  wire [31:0]       words    = op_words_i & {32{inside}} & (cfg_first_words_i | {32{op_line_i != cfg_first_i}}) &
                               (cfg_last_words_i | {32{op_line_i != cfg_last_i}});
  wire              run      = state_q == RUN && !flush_valid_i && !forget_valid_i;
  wire              accepts  = op_valid_i && !op_message_i && run && queue_ready && arr_room;
  wire              takes    = accepts && |words;
  wire              tells    = run && message && !epoch;
  wire              told     = state_q == TELL && arr_ready;
  wire              nothing  = !access_o && empty_i;

  assign op_ready_o = accepts || (tells && arr_ready) || (told && !forget_valid_i);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= RUN;
    end else begin
      case (state_q)
        RUN:     if (flush_valid_i || forget_valid_i || epoch) state_q <= EMPTY;
        EMPTY:   if (nothing) state_q <= flush_valid_i ? FLUSH : FORGET;
        FLUSH:   if (flushed_i) state_q <= RUN;
        FORGET:  if (forgotten_i) state_q <= TELL;
        default: if (told) state_q <= RUN;
      endcase
    end
  end

  assign flush_o        = state_q == FLUSH;
  assign forget_o       = state_q == FORGET;
  assign flush_ready_o  = flush_o && flushed_i;
  assign forget_ready_o = told && forget_valid_i;
  assign epoch_o        = told;

  wire [$clog2(Wait+1)-1:0] level;
  pf_fifo #(
    .Width (LineW + OpW),
    .Depth (Wait),
    .Ram   (1)
  ) u_wait (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (takes),
    .in_ready_o  (queue_ready),
    .in_data_i   ({op_line_i, words, op_bytes_i, op_tag_i, op_pc_i, era}),
    .out_valid_o (out_valid_o),
    .out_ready_i (out_ready_i),
    .out_data_o  ({out_line_o, out_op_o}),
    .level_o     (level)
  );

  ////////////////
  // Times      //
  ////////////////

  // Pieces more and less: known late, and counted a cycle later.
  reg  [2:0]        add_q;
  reg               end_q;
  reg  [3*EraW-1:0] add_era_q;
  reg  [EraW-1:0]   end_era_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {add_q, end_q} <= 4'd0;
    else         {add_q, end_q} <= {add_i, end_i};
  end
  always @(posedge clk_i) {add_era_q, end_era_q} <= {add_era_i, end_era_i};

  pf_iguard_eras #(
    .TimeW     (TimeW),
    .Eras      (Eras),
    .MaxInside (Inside),
    .Looks     (2),
    .Adds      (3),
    .Ends      (1)
  ) u_eras (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .arr_valid_i  (takes || tells || state_q == TELL),
    .arr_ready_o  (arr_ready),
    .arr_room_o   (arr_room),
    .arr_wait_o   (arr_wait),
    .arr_msg_i    (state_q == TELL || message),
    .arr_kind_i   ((state_q == TELL) ? EPOCH : msg_kind[1:0]),
    .arr_block_i  (msg[`PF_IGUARD_MESSAGE_BLOCK_LSB +: `PF_META_BLOCK_W]),
    .arr_warp_i   (msg[`PF_IGUARD_MESSAGE_WARP_LSB +: `PF_META_WARP_W]),
    .arr_alone_i  (msg[`PF_IGUARD_MESSAGE_ALONE_LSB]),
    .arr_lane_i   (msg[`PF_IGUARD_MESSAGE_LANE_LSB +: 5]),
    .arr_device_i (msg[`PF_IGUARD_MESSAGE_DEVICE_LSB]),
    .arr_when_i   (msg[`PF_IGUARD_MESSAGE_WHEN_LSB +: TimeW]),
    .arr_bar_i    (msg[`PF_IGUARD_MESSAGE_BAR_LSB +: TimeW]),
    .arr_meet_i   (msg[`PF_IGUARD_MESSAGE_MEET_LSB +: TimeW]),
    .era_o        (era),
    .add_i        (add_q),
    .add_era_i    (add_era_q),
    .end_i        (end_q),
    .end_era_i    (end_era_q),
    .look_step_i  (look_step_i),
    .look_valid_i (look_valid_i),
    .look_block_i (look_block_i),
    .look_warp_i  (look_warp_i),
    .look_era_i   (look_era_i),
    .times_o      (times_o),
    .idle_o       (eras_idle)
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

  assign skipped_o       = skipped;
  assign stall_message_o = tells && arr_wait;
  assign access_o        = level != 0;
  assign idle_o          = !access_o && state_q == RUN && eras_idle && skips_q == 32'd0;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {op_valid_i, out_ready_i, flush_valid_i, forget_valid_i, end_i, add_i, look_valid_i})
  `PF_ASSERT(a_message, !message || msg_kind <= {1'b0, EPOCH})
`endif

endmodule

`resetall
