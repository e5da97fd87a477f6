// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_group_proof: an instruction's lanes on a line, up to six, where they like; one lane is watched, and one byte.
//
//   in_* --> pf_iguard_group --> groups: the watched lane is in exactly one of its instruction's; what that one says of its
//                                bytes is so, and what it says of the watched byte, too
//
// Each group names what its lanes access, and nothing else: the watched byte is among a group's if and only if one of its lanes
// has it, and then the group's constant and step give that lane, or there are several.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_group_proof (
  input wire         clk_i,
  input wire         in_valid_i,
  input wire [31:0]  in_lanes_i,
  input wire [223:0] in_offset_i,
  input wire [2:0]   in_size_i,
  input wire         out_ready_i,
  input wire [4:0]   lane_i,       // watched: stays
  input wire [6:0]   byte_i
);

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  wire        in_ready, out_valid, last, several;
  wire [31:0] lanes, words;
  wire [3:0]  bytes;
  wire [2:0]  step;
  wire [4:0]  lane;

  pf_iguard_group u_dut (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .in_valid_i    (in_valid_i),
    .in_ready_o    (in_ready),
    .in_lanes_i    (in_lanes_i),
    .in_offset_i   (in_offset_i),
    .in_size_i     (in_size_i),
    .out_valid_o   (out_valid),
    .out_ready_i   (out_ready_i),
    .out_last_o    (last),
    .out_lanes_o   (lanes),
    .out_words_o   (words),
    .out_bytes_o   (bytes),
    .out_step_o    (step),
    .out_lane_o    (lane),
    .out_several_o (several),
    .idle_o        ()
  );

  // One instruction's, in the first cycles; offsets are multiples of the size.
  reg          here_q, done_q;
  reg  [31:0]  lanes_q;      // not out yet
  reg  [223:0] offset_q;
  reg  [2:0]   size_q;
  reg  [4:0]   lane_q;
  reg  [6:0]   byte_q;
  wire [6:0]   low = 7'd127 >> (3'd7 - in_size_i);
  wire         taken = in_valid_i && in_ready;

  genvar g;
  generate
    for (g = 0; g < 32; g = g + 1) begin : g_lane
      always @* if (in_valid_i) assume ((in_offset_i[7*g +: 7] & low) == 7'd0);
      wire [6:0] from = offset_q[7*g +: 7];
      wire       has  = byte_q >> size_q == from >> size_q;  // the watched byte
    end
  endgenerate

  wire [31:0] has;
  generate
    for (g = 0; g < 32; g = g + 1) begin : g_has
      assign has[g] = lanes[g] && g_lane[g].has;
    end
  endgenerate

  // Few lanes, near each other and far: more are too much for the solver.
  always @* if (in_valid_i) assume (in_lanes_i != 32'd0 && (in_lanes_i & ~32'h8001_0087) == 32'd0 && in_size_i <= 3'd4 && !here_q);

  wire [6:0] mine = offset_q[7*lane_q +: 7];

  // Lanes between the first byte's and another byte's
  function [4:0] far;
    input [6:0] at;
    case (step)
      3'd0:    far = 5'd0;
      3'd1:    far = at[4:0];
      3'd2:    far = at[5:1];
      3'd3:    far = at[6:2];
      3'd4:    far = {1'b0, at[6:3]};
      default: far = {2'b00, at[6:4]};
    endcase
  endfunction

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      here_q  <= 1'b0;
      done_q  <= 1'b0;
      lanes_q <= 32'd0;
    end else begin
      if (taken) begin
        here_q   <= 1'b1;
        lanes_q  <= in_lanes_i;
        offset_q <= in_offset_i;
        size_q   <= in_size_i;
        lane_q   <= lane_i;
        byte_q   <= byte_i;
      end
      if (out_valid && out_ready_i) begin
        lanes_q <= lanes_q & ~lanes;
        done_q  <= last;
      end
    end
  end

  wire named   = words[byte_q[6:2]] && bytes[byte_q[1:0]];
  wire [4:0] who = lane + far(byte_q);
  wire [4:0] my  = lane + far(mine);

  always @(posedge clk_i) begin
    if (rst_ni && out_valid) begin
      a_here:  assert (here_q && !done_q);
      a_among: assert ((lanes & ~lanes_q) == 32'd0 && lanes != 32'd0);
      a_last:  assert (last == (lanes == lanes_q));
      a_named: assert (named == (|has));
      a_who:   assert (!named || several || has[who]);
      a_alone: assert (several || (has & (has - 32'd1)) == 32'd0);
      a_all:   assert (!several || !named || has == lanes);
      a_lane:  assert (!lanes[lane_q] || several || my == lane_q);
    end
  end

`ifdef PF_COVER
  always @(posedge clk_i) begin
    if (rst_ni && out_valid) begin
      c_bytes: cover (step == 3'd1 && last && bytes == 4'd14 && words == 32'd4);
      c_two:   cover (last && several && lanes_q == 32'd6);
    end
  end
`endif

endmodule

`resetall
