// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_words_proof: any side and times; one word is watched: it is told if and only if a lane that has fenced alone since is
// that of one of its bytes.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_words_proof (
  input wire                          clk_i,
  input wire [`PF_IGUARD_SIDE_W-1:0]  side_i,
  input wire [`PF_IGUARD_TIMES_W-1:0] times_i,
  input wire [4:0]                    word_i   // watched
);

  localparam integer TimeW = `PF_IGUARD_SIDE_WHEN_W;

  wire [31:0] any, dev;

  pf_iguard_words u_dut (
    .side_i  (side_i),
    .times_i (times_i),
    .any_o   (any),
    .dev_o   (dev)
  );

  wire [TimeW-1:0] when = side_i[`PF_IGUARD_SIDE_WHEN_LSB +: TimeW];
  wire [2:0]       step = side_i[`PF_IGUARD_SIDE_STEP_LSB +: 3];
  wire [4:0]       any_lane = times_i[`PF_IGUARD_TIMES_ANY_LANE_LSB +: 5];
  wire [4:0]       dev_lane = times_i[`PF_IGUARD_TIMES_DEV_LANE_LSB +: 5];

  reg       of_any, of_dev;
  reg [6:0] at;
  reg [4:0] lane;
  integer   b;
  always @* begin
    of_any = 1'b0;
    of_dev = 1'b0;
    for (b = 0; b < 4; b = b + 1) begin
      at     = {word_i, 2'b00} + b;
      lane   = side_i[`PF_IGUARD_SIDE_LANE_LSB +: 5] + ((step == 0) ? 5'd0 : at >> (step - 1));
      of_any = of_any || lane == any_lane;
      of_dev = of_dev || lane == dev_lane;
    end
  end

  always @(posedge clk_i) begin
    assume (step < `PF_IGUARD_STEP_CODES);
    a_any: assert (any[word_i] == (of_any && when < times_i[`PF_IGUARD_TIMES_ANY_ONE_LSB +: TimeW]));
    a_dev: assert (dev[word_i] == (of_dev && when < times_i[`PF_IGUARD_TIMES_DEV_ONE_LSB +: TimeW]));
`ifdef PF_COVER
    c_any:  cover (any[word_i] && !dev[word_i] && step == `PF_IGUARD_STEP_BYTE);
    c_half: cover (dev[word_i] && step == `PF_IGUARD_STEP_HALF && dev_lane != side_i[`PF_IGUARD_SIDE_LANE_LSB +: 5]);
    c_quad: cover (any[word_i] && step == `PF_IGUARD_STEP_QUAD && word_i == 5'd31);
`endif
  end

endmodule

`resetall
