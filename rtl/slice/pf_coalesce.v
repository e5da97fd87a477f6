// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_coalesce: coalescing buffer: the sector requests of an access become one operation on a line of 128 bytes.
//
//   req_* --> pf_skid --> whole words, then parts --> pf_join_sectors --> op_*
//
// What a request touches whole joins with others if tag and pc are equal, and so does what it touches in part: one that has
// both is two operations. A fence or an epoch is passed by no access, either way.
// It is a part of pf_line_unit (docs/metadata-engine.md).
//
// Throughput  a request a cycle, in two cycles one that is two operations; an operation a cycle.
// Latency     3 cycles from a fence, or the request that fills a line; Age + 3 after its first one at most, and one for
//             each operation that leaves before it.
// Errs        none: each word once, in order of arrival, on its side of every fence and epoch.
// Handshake   req_ready_o is a flop; op_valid_o, access_o and idle_o depend on no input. A request that is not taken may go again.
// State bits  2, pf_skid, and pf_join_sectors with a key of 1 + PF_TAG_W + PcW.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_coalesce #(
  parameter integer AddrW  = `PF_ADDR_W,     // byte address within the slice's data; at least 8
  parameter integer PcW    = `PF_RACE_PC_W,  // at least 1
  parameter integer Places = 8,              // lines that gather sectors, at least 1
  parameter integer Age    = 32              // cycles, at least 1
) (
  input  wire                 clk_i,
  input  wire                 rst_ni,           // asynchronous, active low

  input  wire                 req_valid_i,
  output wire                 req_ready_o,
  input  wire [1:0]           req_kind_i,       // PF_REQ_*
  input  wire [AddrW-6:0]     req_sector_i,     // an access: byte address / 32
  input  wire [7:0]           req_word_mask_i,  // ... words of the sector
  input  wire [7:0]           req_sub_mask_i,   // ... of these, touched in part only
  input  wire [`PF_TAG_W-1:0] req_tag_i,
  input  wire [PcW-1:0]       req_pc_i,

  output wire                 op_valid_o,
  input  wire                 op_ready_i,
  output wire [1:0]           op_kind_o,
  output wire [AddrW-8:0]     op_line_o,        // byte address / 128
  output wire [31:0]          op_words_o,       // of an access; else 0
  output wire                 op_sub_o,         // each of them touched in part only
  output wire [`PF_TAG_W-1:0] op_tag_o,
  output wire [PcW-1:0]       op_pc_o,

  output wire                 access_o,         // an access is inside
  output wire                 idle_o            // nothing inside
);

  localparam integer   SecW   = AddrW - 5;
  localparam integer   LineW  = AddrW - 7;
  localparam integer   TagW   = `PF_TAG_W;
  localparam integer   KeyW   = 1 + TagW + PcW;  // equal in all requests of an operation, beside the line
  localparam [1:0]     ACCESS = `PF_REQ_ACCESS;

  generate
    if (AddrW < 8 || PcW < 1 || Places < 1 || Age < 1) begin : g_bad_param
      PF_COALESCE_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  /////////////////////
  // Request         //
  /////////////////////

  wire            in_valid, take;
  wire [1:0]      kind;
  wire [SecW-1:0] sector;
  wire [7:0]      mask, sub_mask;
  wire [TagW-1:0] tag;
  wire [PcW-1:0]  pc;
  reg             split_q;              // its whole words have a place, its parts have not
  reg             newest_q;             // what was taken last is an access; it is behind another one if no more can be taken

  wire [7:0]      whole  = mask & ~sub_mask;
  wire [7:0]      parts  = mask & sub_mask;
  wire            access = in_valid && kind == ACCESS;
  wire            sub    = access && (split_q || whole == 8'h00);
  wire            both   = access && !sub && parts != 8'h00;

  pf_skid #(
    .Width (2 + SecW + 16 + TagW + PcW)
  ) u_in (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (req_valid_i),
    .in_ready_o  (req_ready_o),
    .in_data_i   ({req_kind_i, req_sector_i, req_word_mask_i, req_sub_mask_i, req_tag_i, req_pc_i}),
    .out_valid_o (in_valid),
    .out_ready_i (take && !both),
    .out_data_o  ({kind, sector, mask, sub_mask, tag, pc})
  );

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)             split_q <= 1'b0;
    else if (take && access) split_q <= both;
  end
  always @(posedge clk_i) if (req_valid_i && req_ready_o) newest_q <= req_kind_i == ACCESS;

  /////////////////////
  // Places          //
  /////////////////////

  wire join_access, join_idle;

  pf_join_sectors #(
    .LineW  (LineW),
    .KeyW   (KeyW),
    .Places (Places),
    .Age    (Age)
  ) u_join (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .req_valid_i  (in_valid),
    .req_ready_o  (take),
    .req_kind_i   (kind),
    .req_line_i   (sector[SecW-1:2]),
    .req_sector_i (sector[1:0]),
    .req_words_i  (sub ? parts : whole),
    .req_key_i    ({sub, tag, pc}),
    .op_valid_o   (op_valid_o),
    .op_ready_i   (op_ready_i),
    .op_kind_o    (op_kind_o),
    .op_line_o    (op_line_o),
    .op_words_o   (op_words_o),
    .op_key_o     ({op_sub_o, op_tag_o, op_pc_o}),
    .access_o     (join_access),
    .idle_o       (join_idle)
  );

  assign access_o = access || (!req_ready_o && newest_q) || join_access;
  assign idle_o   = !in_valid && join_idle;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {req_valid_i, op_ready_i})
  `PF_ASSERT(a_access, !access_o || !idle_o)
`endif  // SYNTHESIS

`ifdef PF_PROVE_COALESCE
  `include "pf_coalesce_proof.vh"
`endif

endmodule

`resetall
