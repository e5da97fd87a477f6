// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_meta_rows: the rows that a bank of the metadata cache holds, and the operations that have theirs: they take turns.
//
//   put: hits, fresh rows ──> queue ──┐
//                                     v
//   rep: replays, first ────────────> turn_* ──> read ──> go_* ──> the user's pipeline ──> ret_*
//   spill: a victim, before these ─────────────> read ──> spill_valid_o                      │ another row now, or fresh
//   fill: a row from memory, if none comes back ─> written <──────────────────────────────────┘
//
// The user's pipeline is as pf_meta_cache says. A row from memory waits while one that comes back is written (with Through:
// while one comes back, for whether it is another one now is known late), and while fill_wait_i says so. In its second such cycle no operation goes, and none from the ninth on: so the write port gets a
// cycle free, and fill_wait_i ends.
// A row that is being written cannot be read in that cycle, and its operation waits; with Through it can.
// pins_o: ways of the set that may not leave: they wait for their turn, are in flight, or are being marked.
// mark: a row that was as in memory is not any more, a cycle after it came back; mark_bit_o is the opposite of its note.
//
// Throughput  an operation a cycle, less one for each victim and, with Through, each row from memory; without Through, less one for each that comes Depth behind
//             one which changed the same row, if none between is of that row.
// Latency     from put_i to go_valid_o 2 cycles.
// Errs        never.
// State bits  Queue * (SlotW + AtW + 4) + 2 * AtW + 10, with Through 257, and pf_meta_flight; memory Sets * Ways * 256.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_meta_rows #(
  parameter integer Sets  = 128,                   // a power of two, at least 2
  parameter integer Ways  = 4,                     // a power of two, at least 2
  parameter integer SlotW = 5,                     // number of a request
  parameter integer Depth = 4,                     // operations in the user's pipeline, at least 1
  parameter integer Queue = 4,                     // operations that wait for their turn, at least 3
  parameter integer Through = 0,                   // 1: a row that is being written can be read
  // Derived: do not override.
  parameter integer SetW  = $clog2(Sets),
  parameter integer AtW   = SetW + $clog2(Ways),
  parameter integer NearW = (Depth > 1) ? Depth - 1 : 1
) (
  input  wire             clk_i,
  input  wire             rst_ni,                  // asynchronous, active low
  input  wire [255:0]     init_i,                  // a fresh row

  // Ways that may not leave
  input  wire [SetW-1:0]  pin_set_i,
  output wire [Ways-1:0]  pins_o,

  // Operations; op: {fresh, dirty, note}
  output wire             room_o,                  // for one, and for one of S2 before it
  input  wire             s2_new_i,                // there is one in S2
  input  wire             put_i,
  input  wire [SlotW-1:0] put_slot_i,
  input  wire [AtW-1:0]   put_at_i,
  input  wire [2:0]       put_op_i,
  input  wire             rep_valid_i,             // neither fresh nor dirty
  output wire             rep_take_o,
  input  wire [SlotW-1:0] rep_slot_i,
  input  wire [AtW-1:0]   rep_at_i,
  input  wire             rep_note_i,
  output wire             turn_valid_o,            // one of them goes
  output wire [SlotW-1:0] turn_slot_o,

  // The user's pipeline
  input  wire             go_ready_i,
  output wire             go_valid_o,              // the cycle after its turn
  output wire [255:0]     go_data_o,
  output wire [NearW-1:0] go_near_o,
  output wire [SetW-1:0]  go_set_o,                // its row's
  input  wire             ret_valid_i,
  input  wire             ret_changed_i,
  input  wire [255:0]     ret_data_i,

  input  wire             fill_valid_i,
  output wire             fill_ready_o,
  input  wire             fill_wait_i,             // it does not come yet
  input  wire [AtW-1:0]   fill_at_i,
  input  wire [255:0]     fill_data_i,

  input  wire             spill_i,
  input  wire [AtW-1:0]   spill_at_i,
  output wire             spill_valid_o,           // 2 cycles later
  output wire [255:0]     spill_data_o,

  output wire             mark_o,
  output wire [AtW-1:0]   mark_at_o,
  output wire             mark_bit_o,
  output wire             quiet_o                  // no victim, none in flight, none marked
);

  localparam integer WayW  = $clog2(Ways);
  localparam integer OpW   = 3;
  localparam integer EachW = SlotW + AtW + OpW;
  localparam integer Pins  = Queue + Depth + 1;

  generate
    if (Sets < 2 || Ways < 2 || SlotW < 1 || Depth < 1 || Queue < 3 || Through < 0 || Through > 1 ||
        SetW != $clog2(Sets) || AtW != SetW + WayW || NearW != ((Depth > 1) ? Depth - 1 : 1)) begin : g_bad_param
      PF_META_ROWS_BAD_PARAMETER u_bad ();         // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Queue      //
  ////////////////

  // Hits and fresh rows, the oldest first; replays go before them.
  reg  [Queue-1:0]       queue_q;                  // a place holds one
  reg  [Queue*EachW-1:0] each_q;
  wire [EachW-1:0]       put_each = {put_slot_i, put_at_i, put_op_i};
  wire                   get;
  wire [Queue-1:0]       after    = {1'b0, queue_q[Queue-1:1]};  // the place behind holds one
  wire [Queue*EachW+EachW-1:0] moved = {put_each, each_q};

  integer q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)           queue_q <= {Queue{1'b0}};
    else if (put_i != get) queue_q <= put_i ? {queue_q[Queue-2:0], 1'b1} : after;
  end
  always @(posedge clk_i) begin
    for (q = 0; q < Queue; q = q + 1) begin
      if (get ? !after[q] : !queue_q[q]) each_q[q*EachW +: EachW] <= put_each;
      else if (get) each_q[q*EachW +: EachW] <= moved[(q+1)*EachW +: EachW];
    end
  end
  assign room_o = !queue_q[Queue-2] || (!queue_q[Queue-1] && !s2_new_i);

  ////////////////
  // Go         //
  ////////////////

  reg              spill_q, spill_row_q;           // the victim's row is read, is there
  reg  [AtW-1:0]   spill_at_q;
  reg              go_q, fresh_q;
  reg              mark_q, mark_bit_q;
  reg  [AtW-1:0]   mark_at_q;
  reg  [3:0]       wait_q;                         // cycles that a row from memory has waited
  wire             hold = wait_q == 4'd1 || wait_q[3];
  wire             full, junk, written, rewrite;   // written: the row to be read is
  wire             back;                           // the write port is for the row that comes back
  wire [AtW-1:0]   go_at;
  wire [OpW-1:0]   go_op, head_op;
  wire [AtW-1:0]   head_at;
  wire [Depth-1:0] flying;
  wire [Depth*AtW-1:0] flying_at;

  assign {turn_slot_o, go_at, go_op} = rep_valid_i ? {rep_slot_i, rep_at_i, 2'b00, rep_note_i} : each_q[EachW-1:0];
  assign turn_valid_o = (rep_valid_i || queue_q[0]) && go_ready_i && !spill_q && !hold && !junk && (!full || ret_valid_i);
  assign rep_take_o   = turn_valid_o && rep_valid_i;
  assign get          = turn_valid_o && !rep_valid_i;

  pf_meta_flight #(
    .AtW   (AtW),
    .TagW  (OpW),
    .Depth (Depth)
  ) u_flight (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .push_i     (turn_valid_o),
    .push_at_i  (go_at),
    .push_tag_i (go_op),
    .wait_o     (written),
    .full_o     (full),
    .pop_i      (ret_valid_i),
    .write_i    (rewrite),
    .head_at_o  (head_at),
    .head_tag_o (head_op),
    .near_o     (go_near_o),
    .held_o     (flying),
    .ats_o      (flying_at)
  );

  // A fresh row is not in memory until its first operation has come back.
  assign rewrite      = ret_valid_i && (ret_changed_i || head_op[2]);
  assign fill_ready_o = !back && !fill_wait_i;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      spill_q     <= 1'b0;
      spill_row_q <= 1'b0;
      go_q        <= 1'b0;
      wait_q      <= 4'd0;
      mark_q      <= 1'b0;
    end else begin
      spill_q     <= spill_i;
      spill_row_q <= spill_q;
      go_q        <= turn_valid_o;
      if (!fill_valid_i || fill_ready_o) wait_q <= 4'd0;
      else if (!wait_q[3])               wait_q <= wait_q + 1'b1;
      mark_q      <= ret_valid_i && ret_changed_i && !head_op[1];
    end
  end
  always @(posedge clk_i) begin
    spill_at_q <= spill_at_i;
    fresh_q    <= go_op[2];
    mark_at_q  <= head_at;
    mark_bit_q <= !head_op[0];
  end

  wire [255:0]    row, row_kept;
  wire            row_we    = rewrite || (fill_valid_i && !back);
  wire [AtW-1:0]  row_waddr = back ? head_at : fill_at_i;
  wire [255:0]    row_wdata = back ? ret_data_i : fill_data_i;
  wire [AtW-1:0]  row_raddr = spill_q ? spill_at_q : go_at;

  pf_ram #(
    .Width (256),
    .Depth (Sets * Ways)
  ) u_rows (
    .clk_i   (clk_i),
    .we_i    (row_we),
    .waddr_i (row_waddr),
    .wdata_i (row_wdata),
    .re_i    (spill_q || turn_valid_o),
    .raddr_i (row_raddr),
    .rdata_o (row_kept)
  );

  generate
    if (Through != 0) begin : g_through
      reg         hit_q;
      reg [255:0] last_q;
      always @(posedge clk_i) begin
        hit_q  <= row_we && row_waddr == row_raddr;
        last_q <= row_wdata;
      end
      wire unused_written = written;
      assign back = ret_valid_i;
      assign row  = hit_q ? last_q : row_kept;
      assign junk = 1'b0;
    end else begin : g_plain
      assign back = rewrite;
      assign row  = row_kept;
      assign junk = written;
    end
  endgenerate

  assign go_valid_o    = go_q;
  assign go_set_o      = flying_at[WayW +: SetW];
  assign go_data_o     = fresh_q ? init_i : row;
  assign spill_valid_o = spill_row_q;
  assign spill_data_o  = row;
  assign mark_o        = mark_q;
  assign mark_at_o     = mark_at_q;
  assign mark_bit_o    = mark_bit_q;
  assign quiet_o       = !flying[0] && !mark_q && !spill_q && !spill_row_q;

  ////////////////
  // Pins       //
  ////////////////

  wire [Pins-1:0]      pin_valid = {mark_q, flying, queue_q};
  wire [Pins*AtW-1:0]  pin_at;
  wire [Pins*Ways-1:0] hot;

  genvar p, w;
  generate
    for (p = 0; p < Queue; p = p + 1) begin : g_wait
      assign pin_at[p*AtW +: AtW] = each_q[p*EachW+OpW +: AtW];
    end
    assign pin_at[Pins*AtW-1:Queue*AtW] = {mark_at_q, flying_at};
    for (p = 0; p < Pins; p = p + 1) begin : g_pin
      wire [SetW-1:0] set = pin_at[p*AtW+WayW +: SetW];
      wire            same = pin_valid[p] && set == pin_set_i;
      for (w = 0; w < Ways; w = w + 1) begin : g_way
        localparam [31:0] Number = w;
        wire here = pin_at[p*AtW +: WayW] == Number[WayW-1:0];
        assign hot[p*Ways+w] = same && here;
      end
    end
    for (w = 0; w < Ways; w = w + 1) begin : g_pins
      wire [Pins-1:0] any;
      for (p = 0; p < Pins; p = p + 1) begin : g_or
        assign any[p] = hot[p*Ways+w];
      end
      assign pins_o[w] = |any;
    end
  endgenerate

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {s2_new_i, put_i, rep_valid_i, go_ready_i, ret_valid_i, fill_valid_i, spill_i})
  `PF_ASSERT(a_queue, !put_i || !queue_q[Queue-1] || get)
  `PF_ASSERT(a_ret, !ret_valid_i || flying[0])
  `PF_COVER(c_near, go_q && |go_near_o)
  `PF_COVER(c_wait, fill_valid_i && wait_q[3])
`endif

endmodule

`resetall
