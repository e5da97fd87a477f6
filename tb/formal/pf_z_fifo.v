// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_fifo as a plain queue, shifted at each word that leaves: its words lie where a proof finds them. That the
// real one is one is pf_fifo's own proof.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_fifo #(
  parameter integer Width  = 8,
  parameter integer Depth  = 4,
  parameter integer Ram    = 0,
  parameter integer LevelW = $clog2(Depth + 1)
) (
  input  wire              clk_i, rst_ni, in_valid_i,
  output wire              in_ready_o,
  input  wire [Width-1:0]  in_data_i,
  output wire              out_valid_o,
  input  wire              out_ready_i,
  output wire [Width-1:0]  out_data_o,
  output wire [LevelW-1:0] level_o
);
  reg  [(Depth+1)*Width-1:0] queue_q;
  reg  [LevelW-1:0]          level_q;
  wire                       push = in_valid_i && in_ready_o;
  wire                       pop  = out_valid_o && out_ready_i;
  integer                    n;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) level_q <= {LevelW{1'b0}};
    else         level_q <= level_q + push - pop;
  end
  always @(posedge clk_i) begin
    for (n = 0; n < Depth; n = n + 1) begin
      if (push && n + pop == level_q) queue_q[n*Width +: Width] <= in_data_i;
      else if (pop)                   queue_q[n*Width +: Width] <= queue_q[(n+1)*Width +: Width];
    end
  end

  assign in_ready_o  = level_q != Depth;
  assign out_valid_o = level_q != 0;
  assign out_data_o  = queue_q[Width-1:0];
  assign level_o     = level_q;
endmodule

`resetall
