// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_check_lane and pf_fence_file as they may ever behave: any outputs at any time. With them in
// place of the real ones, pf_check's control is proved whatever entries and rules do.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_facts.vh"

// An entry is two bits here, which a check changes at will; owner2_o and race_row_o show those of C2 and C3.
module pf_check_lane #(
  parameter integer Policies = 3,
  parameter integer OwnerW = `PF_META_BLOCK_W + `PF_META_WARP_W
) (
  input  wire                              clk_i, rst_ni, scord_i,
  input  wire [`PF_META_EPOCH_W-1:0]       epoch_i,
  input  wire [63:0]                       raw_i,
  input  wire [`PF_META_TAG_W-1:0]         mtag1_i,
  input  wire                              sub1_i, same1_i, evict1_i,
  output wire [OwnerW-1:0]                 owner1_o,
  output wire                              keep_o,
  input  wire                              load_i,
  input  wire [`PF_TAG_W-1:0]              tag2_i,
  input  wire [2*`PF_META_BLK_FENCE_W-1:0] owner_count_i,
  input  wire                              same2_i, evict2_i,
  input  wire [`PF_NEAR_W-1:0]             near_i,
  output wire [OwnerW-1:0]                 owner2_o,
  input  wire                              hold_i,
  input  wire                              check3_i,
  input  wire [`PF_TAG_W-1:0]              tag3_i,
  input  wire [2*`PF_META_BLK_FENCE_W-1:0] self3_i,
  input  wire [`PF_META_TAG_W-1:0]         mtag3_i,
  output wire [63:0]                       next_o,
  output wire                              own_o,
  output wire                              changed_o,
  output wire                              race_o,
  output wire [4:0]                        race_row_o,
  output wire                              sub4_o,
  output wire [22:0]                       before_o
);
  (* anyseq *) wire [5:0] any;
  reg  [1:0] entry_q2, entry_q3, next_q;
  wire [1:0] next = check3_i ? any[5:4] : next_q;  // as long as it stays in C3
  always @(posedge clk_i) begin
    if (load_i) entry_q2 <= same1_i ? next : raw_i[1:0];
    if (!hold_i) entry_q3 <= same2_i ? next : entry_q2;
    next_q <= next;
  end
  assign owner1_o = {{(OwnerW-1){1'b0}}, any[0]};
  assign keep_o = same1_i ? !evict1_i : any[1];
  assign race_o = any[2];
  assign owner2_o = {{(OwnerW-2){1'b0}}, entry_q2};
  assign next_o = {62'd0, next};
  assign own_o = any[3];
  assign changed_o = 1'b0;
  assign race_row_o = {3'd0, entry_q3};
  assign sub4_o = 1'b0;
  assign before_o = 23'd0;
endmodule

module pf_fence_file #(
  parameter integer BlockW = `PF_FENCE_BLOCK_W,
  parameter integer WarpW  = `PF_META_WARP_W,
  parameter integer CountW = `PF_FENCE_BLK_FENCE_W,
  parameter integer EpochW = `PF_FENCE_EPOCH_W
) (
  input  wire                clk_i, rst_ni, scord_i,
  input  wire [EpochW-1:0]   epoch_i,
  input  wire                step_i, op_valid_i, op_fence_i, op_device_i,
  input  wire [BlockW-1:0]   op_self_block_i,
  input  wire [WarpW-1:0]    op_self_warp_i,
  input  wire [BlockW-1:0]   op_owner_block_i,
  input  wire [WarpW-1:0]    op_owner_warp_i,
  output wire [2*CountW-1:0] owner_o, self_o,
  output wire                wrap_o,
  input  wire                clear_i,
  output wire                clear_busy_o
);
  (* anyseq *) wire [1:0] any;
  assign owner_o = {2*CountW{1'b0}};
  assign self_o  = {2*CountW{1'b0}};
  // A wrap is at least four fences behind the last one (counts of two bits or more start at 0).
  reg [1:0] since = 2'd0;
  assign wrap_o = any[0] && (&since) && scord_i;
  always @(posedge clk_i) begin
    if (!rst_ni || (wrap_o && step_i)) since <= 2'd0;
    else if (step_i && !(&since)) since <= since + 2'd1;
  end
  assign clear_busy_o = any[1];
endmodule

`resetall
