// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_late_count: answers to a check's lookups of fence counts, some of them late, for the benches of pf_line_check and
// pf_block_check.
//
//   ask_i, answer_i, late_i --> count_o, ok_o: the answer from the next cycle on, or late_i cycles after that
//
// Until it is there count_o is something else, and another lookup is an error.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_late_count #(
  parameter integer Width = 8
) (
  input  wire             clk_i,
  input  wire             ask_i,
  input  wire [Width-1:0] answer_i,
  input  wire [1:0]       late_i,
  output wire [Width-1:0] count_o,
  output wire             ok_o
);

  reg [Width-1:0] due_q;
  reg [1:0]       left_q = 2'd0;

  assign ok_o    = left_q == 2'd0;
  assign count_o = ok_o ? due_q : ~due_q;

  always @(posedge clk_i) begin
    if (ask_i && !ok_o) begin
      $display("FAIL %m: a lookup before the answer to the one before");
      $stop;
    end
    if (ask_i) begin
      due_q  <= answer_i;
      left_q <= late_i;
    end else if (!ok_o) begin
      left_q <= left_q - 2'd1;
    end
  end

endmodule

`resetall
