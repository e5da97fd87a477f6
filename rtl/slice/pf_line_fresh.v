// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_fresh: is this the first operation on its line since the last forget? Then the line's row need not be fetched.
//
//   in_* ─> pf_line_root: a bit for ──> pf_meta_cache: rows of 256 bits, ──> go: test, set the line's bit ─> pf_skid ─> out_*
//           each row of 256 lines       a bit for each line                     │
//                                         │ mrd, mrsp, mwr    ^── ret: the row <┘ in the same cycle
//   forget_* ─> both, once nothing is inside
//
// A row of lines none of which was touched is not fetched: the root says that it is empty. So after a forget nothing that
// memory has counts, and nothing is written to say so.
// out_fresh_o is 1 for the first operation of a line, in the order of in_*, after reset or forget. Operations on the same
// row of 256 lines leave in the order in which they came; others pass those that wait for memory.
// Memory has rows for this unit alone, 2^RowW of them, and nobody else looks at them: there is no flush.
// forget_valid_i stays until forget_ready_o. What comes in with its first cycle is of the time before; nothing else
// comes in until it is done.
//
// What parameters cost: a root of 2^RowW * (1 + RootGenW / RootW) bits, which reset and each 2^RootGenW-th forget (ref: 16th)
// walk through in 2^RowW / RootW cycles (ref: 256); Sets * Ways rows of 256 bits, each with a tag of RowW - clog2(Sets) +
// GenW + 2, and Sets cycles for reset and each 2^GenW-th forget, at the same time; flops for each request, as in
// pf_meta_cache. Nothing comes in during a walk. A LineW below 9 + clog2(Sets) is as that, with zeros above.
//
// It is a part of pf_line_unit (docs/metadata-engine.md).
//
// Throughput  an operation a cycle while rows are held or new, of whatever lines, less one for each row fetched or written back.
// Latency     6 cycles from in_* to out_valid_o, when the row is held or new. A forget: 4 cycles to the next operation, if
//             nothing is inside and nothing is walked through.
// Errs        never.
// Handshake   in_ready_o and mrsp_ready_o depend on no input.
// State bits  pf_line_root, pf_meta_cache (memory: rows, tags, operations) and pf_skid, and 2.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_line_fresh #(
  parameter integer LineW    = `PF_ADDR_W - 7,     // line of 128 bytes within the slice's data, at least 1
  parameter integer PayW     = 32,                 // at least 1
  parameter integer Sets     = 8,                  // a power of two, at least 2
  parameter integer Ways     = 4,                  // a power of two, at least 2
  parameter integer Requests = 8,                  // in the cache, and rows on their way, at once; at least 2
  parameter integer GenW     = 1,                  // of the cache's tags, at least 1
  parameter integer RootW    = 32,                 // bits of a word of the root, a power of two
  parameter integer RootGenW = 4,                  // of each of its words, at least 1
  parameter integer MemW     = (LineW > 8 + $clog2(Sets)) ? LineW - 8 : $clog2(Sets) + 1,  // address of a row written, at least RowW
  // Derived: do not override.
  parameter integer RowW     = (LineW > 8 + $clog2(Sets)) ? LineW - 8 : $clog2(Sets) + 1,
  parameter integer IdW      = $clog2(Requests) + $clog2(Sets * Ways)
) (
  input  wire             clk_i,
  input  wire             rst_ni,                  // asynchronous, active low

  input  wire [MemW-1:0]  base_i,                  // where row 0 lies; stays

  input  wire             in_valid_i,
  output wire             in_ready_o,
  input  wire [LineW-1:0] in_line_i,
  input  wire [PayW-1:0]  in_pay_i,

  output wire             out_valid_o,
  input  wire             out_ready_i,
  output wire [LineW-1:0] out_line_o,
  output wire [PayW-1:0]  out_pay_o,
  output wire             out_fresh_o,             // the first one of its line

  output wire             mrd_valid_o,
  input  wire             mrd_ready_i,
  output wire [RowW-1:0]  mrd_addr_o,              // the row
  output wire [IdW-1:0]   mrd_id_o,
  input  wire             mrsp_valid_i,            // in any order
  output wire             mrsp_ready_o,
  input  wire [IdW-1:0]   mrsp_id_i,
  input  wire [255:0]     mrsp_data_i,
  output wire             mwr_valid_o,
  input  wire             mwr_ready_i,
  output wire [MemW-1:0]  mwr_addr_o,              // base_i + the row
  output wire [255:0]     mwr_data_o,

  input  wire             forget_valid_i,          // all lines are untouched again
  output wire             forget_ready_o,          // done

  // A cycle each: 0 row fetched, 1 row written back, 2 an operation waits
  output wire [2:0]       evt_o,
  output wire             idle_o
);

  generate
    if (LineW < 1 || PayW < 1 || MemW < RowW || RowW != ((LineW > 8 + $clog2(Sets)) ? LineW - 8 : $clog2(Sets) + 1)) begin : g_bad_param
      PF_LINE_FRESH_BAD_PARAMETER u_bad ();        // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Root       //
  ////////////////

  reg              stop_q;                         // nothing comes in any more
  wire             forget;
  wire [RowW+7:0]  in_line;
  wire             root_ready, root_busy;
  wire             row_valid, row_ready, row_first;
  wire [RowW-1:0]  row;
  wire [PayW+7:0]  row_pay;                        // and which line of the row

  generate
    if (RowW + 8 > LineW) begin : g_pad
      assign in_line = {{(RowW+8-LineW){1'b0}}, in_line_i};
    end else begin : g_line
      assign in_line = in_line_i;
    end
  endgenerate

  assign in_ready_o = root_ready && !stop_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stop_q <= 1'b0;
    else         stop_q <= forget_valid_i;
  end

  pf_line_root #(
    .RowW  (RowW),
    .PayW  (PayW + 8),
    .WordW (RootW),
    .GenW  (RootGenW)
  ) u_root (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (in_valid_i && !stop_q),
    .in_ready_o  (root_ready),
    .in_row_i    (in_line[RowW+7:8]),
    .in_pay_i    ({in_line[7:0], in_pay_i}),
    .out_valid_o (row_valid),
    .out_ready_i (row_ready),
    .out_row_o   (row),
    .out_pay_o   (row_pay),
    .out_first_o (row_first),
    .forget_i    (forget),
    .busy_o      (root_busy)
  );

  ////////////////
  // Rows       //
  ////////////////

  wire             go_ready, go_valid;
  wire [RowW-1:0]  go_row;
  wire [PayW+7:0]  go_pay;
  wire [255:0]     go_data;
  wire [255:0]     hot   = 256'd1 << go_pay[PayW +: 8];  // the line's bit
  wire             fresh = (go_data & hot) == 256'd0;
  wire             unused_near, unused_flushed, cache_idle;
  wire [5:0]       cache_evt;

  pf_meta_cache #(
    .LineW    (RowW),
    .Sets     (Sets),
    .Ways     (Ways),
    .Requests (Requests),
    .PayW     (PayW + 8),
    .Depth    (1),
    .GenW     (GenW),
    .MemW     (MemW),
    .Through  (1)
  ) u_cache (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .init_i         (256'd0),
    .base_i         (base_i),
    .req_valid_i    (row_valid),
    .req_ready_o    (row_ready),
    .req_line_i     (row),
    .req_fresh_i    (row_first),
    .req_pay_i      (row_pay),
    .go_ready_i     (go_ready),
    .go_valid_o     (go_valid),
    .go_line_o      (go_row),
    .go_pay_o       (go_pay),
    .go_data_o      (go_data),
    .go_near_o      (unused_near),
    .ret_valid_i    (go_valid),
    .ret_changed_i  (fresh),
    .ret_data_i     (go_data | hot),
    .mrd_valid_o    (mrd_valid_o),
    .mrd_ready_i    (mrd_ready_i),
    .mrd_addr_o     (mrd_addr_o),
    .mrd_id_o       (mrd_id_o),
    .mrsp_valid_i   (mrsp_valid_i),
    .mrsp_ready_o   (mrsp_ready_o),
    .mrsp_id_i      (mrsp_id_i),
    .mrsp_data_i    (mrsp_data_i),
    .mwr_valid_o    (mwr_valid_o),
    .mwr_ready_i    (mwr_ready_i),
    .mwr_addr_o     (mwr_addr_o),
    .mwr_data_o     (mwr_data_o),
    .flush_valid_i  (1'b0),
    .flush_ready_o  (unused_flushed),
    .forget_valid_i (forget_valid_i && stop_q && !row_valid && !root_busy && !out_valid_o),
    .forget_ready_o (forget),
    .evt_o          (cache_evt),
    .idle_o         (cache_idle)
  );

  assign forget_ready_o = forget;

  ////////////////
  // Out        //
  ////////////////

  wire            skid_ready;
  wire [RowW+7:0] go_line = {go_row, go_pay[PayW +: 8]};

  // An operation that goes cannot wait: it goes when the skid will have a place for it.
  assign go_ready = !out_valid_o || out_ready_i || (skid_ready && !go_valid);

  pf_skid #(
    .Width (LineW + PayW + 1)
  ) u_out (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (go_valid),
    .in_ready_o  (skid_ready),
    .in_data_i   ({go_line[LineW-1:0], go_pay[PayW-1:0], fresh}),
    .out_valid_o (out_valid_o),
    .out_ready_i (out_ready_i),
    .out_data_o  ({out_line_o, out_pay_o, out_fresh_o})
  );

  ////////////////
  // Status     //
  ////////////////

  reg wait_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wait_q <= 1'b0;
    else         wait_q <= in_valid_i && !in_ready_o;
  end

  assign evt_o  = {wait_q, cache_evt[4:3]};
  assign idle_o = cache_idle && !row_valid && !root_busy && !out_valid_o && !stop_q && !wait_q;

  ////////////////
  // Checks     //
  ////////////////

  wire unused = &{1'b0, unused_flushed, unused_near, cache_evt, go_line, 1'b0};

`ifndef SYNTHESIS
  reg                  f_waits_q;                  // the operation shown last was not taken
  reg [LineW+PayW-1:0] f_in_q;
  wire [LineW+PayW-1:0] f_in = {in_line_i, in_pay_i};
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_waits_q <= 1'b0;
    else         f_waits_q <= in_valid_i && !in_ready_o;
  end
  always @(posedge clk_i) f_in_q <= f_in;

  `PF_ASSERT_KNOWN(a_ctrl_known, {in_valid_i, out_ready_i, mrd_ready_i, mrsp_valid_i, mwr_ready_i, forget_valid_i})
  `PF_ASSERT(a_in_stable, !f_waits_q || (in_valid_i && f_in === f_in_q))
  `PF_ASSERT(a_place, !go_valid || skid_ready)
`endif

endmodule

`resetall
