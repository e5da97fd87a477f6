// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_halt: the slice unit's way in, which can be closed while requests flow.
//
//   req_* --+-- enters --------------------+--> in_*
//           |                              |
//           +-- a fence or an epoch that --+
//           |   finds no room: late_*
//           +-- does not enter: taken, its words are counted (passed_o)
//
//   enable_i count_i   accesses            fences, epochs
//      1        1      enter               enter
//      0        1      pass, at once       enter
//      0        0      pass, at once       pass, at once
//
// What passes needs no room: while not enabled, req_ready_o is 1 whatever is full behind. Whether a request
// will enter is not known when its ready must be, so one fence or epoch that enters may have to wait here
// (late), and only behind it the next requests wait. Requests that enter keep their order.
//
// drained_o: no access that has entered is inside. Requests leave in order, one a pulse of left_i; so it is
// enough to know how many the newest access has before it and itself. Fences do not matter.
//
// Throughput  a request a cycle.
// Latency     0 cycles; passed_o 1.
// Errs        none: exact.
// Handshake   req_ready_o depends on in_ready_i, not on req_*; in_valid_o on req_valid_i.
//             enable_i and count_i hold for the requests of the same cycle; enable_i only with count_i.
// State bits  10 + clog2(Pending + 1), and what a fence needs (ScoRD's: PF_META_BLOCK_W + PF_META_WARP_W + 1).

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_halt #(
  parameter integer Pending = `PF_PENDING,        // requests inside, at most
  parameter integer TagW    = `PF_TAG_W,
  parameter integer Message = 0,                  // low bits of the tag that a fence or an epoch needs; 0: ScoRD's three fields
  // Derived: do not override.
  parameter integer LevelW  = $clog2(Pending + 1)
) (
  input  wire                 clk_i,
  input  wire                 rst_ni,             // asynchronous, active low

  input  wire                 enable_i,           // accesses enter
  input  wire                 count_i,            // fences and epochs enter

  // Requests: what of them decides, or has to wait
  input  wire                 req_valid_i,
  output wire                 req_ready_o,
  input  wire [1:0]           req_kind_i,         // PF_REQ_*
  input  wire [7:0]           req_word_mask_i,
  input  wire [TagW-1:0]      req_tag_i,

  output wire                 in_valid_o,
  input  wire                 in_ready_i,
  output wire [1:0]           in_kind_o,
  output wire [TagW-1:0]      in_tag_o,           // of a fence or an epoch: what it needs; the rest is anything

  // Inside
  input  wire [LevelW-1:0]    level_i,            // requests, at the begin of the cycle
  input  wire                 left_i,             // the oldest one leaves

  output wire [3:0]           passed_o,           // words of an access that passed in the cycle before
  output wire                 drained_o,
  output wire                 idle_o              // nothing waits here; without passed_o, either, a clock changes nothing
);

  localparam [1:0] ACCESS = `PF_REQ_ACCESS;
  localparam [TagW-1:0] ONE   = {{(TagW-1){1'b0}}, 1'b1};
  localparam [TagW-1:0] SCORD = (((ONE << `PF_META_BLOCK_W) - 1'b1) << `PF_TAG_BLOCK_LSB) | (ONE << `PF_TAG_BLOCK_SCOPE_LSB) |
                                (((ONE << `PF_META_WARP_W) - 1'b1) << `PF_TAG_WARP_LSB);
  localparam [TagW-1:0] KEEP  = (Message == 0) ? SCORD : ~({TagW{1'b1}} << Message);

  generate
    if (Pending < 1 || Message < 0 || Message > TagW || LevelW != $clog2(Pending + 1)) begin : g_bad_param
      PF_HALT_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Requests   //
  ////////////////

  reg                 late_q;
  reg                 late_epoch_q;
  reg  [TagW-1:0]     late_tag_q;                 // bits of KEEP
  reg  [7:0]          words_q;

  wire                access  = req_kind_i == ACCESS;
  wire                enters  = access ? enable_i : count_i;
  wire                goes_in = in_valid_o && in_ready_i;

  assign req_ready_o = !late_q && (in_ready_i || !enable_i);
  assign in_valid_o  = late_q || (req_valid_i && enters);
  assign in_kind_o   = !late_q ? req_kind_i : late_epoch_q ? `PF_REQ_EPOCH : `PF_REQ_FENCE;
  assign in_tag_o    = (late_tag_q & KEEP & {TagW{late_q}}) | (req_tag_i & ~(KEEP & {TagW{late_q}}));
  assign idle_o      = !late_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) late_q <= 1'b0;
    else         late_q <= in_valid_o && !in_ready_i && (late_q || !enable_i);
  end

  always @(posedge clk_i) begin
    if (!late_q) begin
      late_epoch_q <= req_kind_i == `PF_REQ_EPOCH;
      late_tag_q   <= req_tag_i;
    end
  end

  ////////////////
  // Inside     //
  ////////////////

  reg [LevelW-1:0] inside_q;  // requests up to the newest access
  wire             newest = goes_in && in_kind_o == ACCESS;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                   inside_q <= {LevelW{1'b0}};
    else if (newest)               inside_q <= left_i ? level_i : level_i + 1'b1;
    else if (left_i && !drained_o) inside_q <= inside_q - 1'b1;
  end

  assign drained_o = inside_q == {LevelW{1'b0}};

  ////////////////
  // Words      //
  ////////////////

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) words_q <= 8'd0;
    else         words_q <= req_word_mask_i & {8{req_valid_i && req_ready_o && access && !enable_i}};
  end

  assign passed_o = ({3'd0, words_q[0]} + {3'd0, words_q[1]} + {3'd0, words_q[2]} + {3'd0, words_q[3]}) +
                    ({3'd0, words_q[4]} + {3'd0, words_q[5]} + {3'd0, words_q[6]} + {3'd0, words_q[7]});

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {enable_i, count_i, req_valid_i, in_ready_i, left_i})
  `PF_ASSERT_KNOWN(a_out_known, {req_ready_o, in_valid_o, drained_o})
  `PF_ASSERT(a_inside, inside_q <= level_i)
  `PF_ASSERT(a_only_fences, !(in_valid_o && in_kind_o == ACCESS) || enable_i)
`ifdef PF_PROVE_HALT
  `include "pf_halt_proof.vh"
`endif
`endif  // SYNTHESIS

endmodule

`resetall
