// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_group: an instruction's lanes on a line of 128 bytes, as accesses whose lanes a few bits name.
//
//   in_* --> [I] --> first two lanes, stride --> [B] --> lanes that lie so --> [C] --> words, bytes --> [D] --> out_*
//                          ^                      |                             |
//                          +---- lanes left ------+-----------------------------+
//
// The lanes of a group lie side by side, 1 to 16 bytes apart, so that lane = byte / stride + constant; or each accesses the
// very same bytes; or there is one. All words of a group are touched alike. out_lane_o: whose the line's first byte would
// be; without a step, the last of the lanes. A coalesced access is one group, scattered ones are a group for a lane.
//
// Throughput  an instruction's line a cycle, if it is one group of four bytes apart or more; two cycles for each further
//             group, and one more for groups one or two bytes apart.
// Latency     4 cycles to the first group.
// Errs        never: pf_iguard_group in C.
// Handshake   in_ready_o depends on out_ready_i; out_valid_o on nothing.
// State bits  about 750 flops: the offsets of two instructions' lanes, masks.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_iguard_group (
  input  wire         clk_i,
  input  wire         rst_ni,         // asynchronous, active low

  input  wire         in_valid_i,
  output wire         in_ready_o,
  input  wire [31:0]  in_lanes_i,     // that access the line; not 0
  input  wire [223:0] in_offset_i,    // seven bits a lane: byte of the line, a multiple of the size
  input  wire [2:0]   in_size_i,      // log2 of a lane's bytes, 0 to 4

  output wire         out_valid_o,
  input  wire         out_ready_i,
  output wire         out_last_o,     // of the instruction's line
  output wire [31:0]  out_lanes_o,
  output wire [31:0]  out_words_o,
  output wire [3:0]   out_bytes_o,    // of each of these words
  output wire [2:0]   out_step_o,     // PF_IGUARD_STEP_*
  output wire [4:0]   out_lane_o,
  output wire         out_several_o,  // each of the lanes all of the words

  output wire         idle_o
);

  localparam [2:0] NONE = 3'd5;  // no stride

  ////////////////
  // Functions  //
  ////////////////

  function [31:0] lowest;  // one-hot
    input [31:0] mask;
    lowest = mask & (~mask + 32'd1);
  endfunction

  function [4:0] number;
    input [31:0] hot;
    number = {|(hot & 32'hffff_0000), |(hot & 32'hff00_ff00), |(hot & 32'hf0f0_f0f0), |(hot & 32'hcccc_cccc),
              |(hot & 32'haaaa_aaaa)};
  endfunction

  function [6:0] pick;
    input [31:0]  hot;
    input [223:0] offset;
    integer       l;
    begin
      pick = 7'd0;
      for (l = 0; l < 32; l = l + 1) pick = pick | (offset[7*l +: 7] & {7{hot[l]}});
    end
  endfunction

  function [6:0] unit;  // of 1 << stride bytes
    input [6:0] byte_no;
    input [2:0] stride;
    case (stride)
      3'd0:    unit = byte_no;
      3'd1:    unit = {1'd0, byte_no[6:1]};
      3'd2:    unit = {2'd0, byte_no[6:2]};
      3'd3:    unit = {3'd0, byte_no[6:3]};
      default: unit = {4'd0, byte_no[6:4]};
    endcase
  endfunction

  function [3:0] within;  // byte of its unit
    input [6:0] byte_no;
    input [2:0] stride;
    case (stride)
      3'd0:    within = 4'd0;
      3'd1:    within = {3'd0, byte_no[0]};
      3'd2:    within = {2'd0, byte_no[1:0]};
      3'd3:    within = {1'd0, byte_no[2:0]};
      default: within = byte_no[3:0];
    endcase
  endfunction

  ////////////////
  // I          //
  ////////////////

  reg          i_valid_q;
  reg  [31:0]  i_lanes_q;
  reg  [223:0] i_offset_q;
  reg  [2:0]   i_size_q;
  wire         i_leaves;

  assign in_ready_o = !i_valid_q || i_leaves;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) i_valid_q <= 1'b0;
    else         i_valid_q <= (in_valid_i && in_ready_o) || (i_valid_q && !i_leaves);
  end
  always @(posedge clk_i) begin
    if (in_ready_o) begin
      i_lanes_q  <= in_lanes_i;
      i_offset_q <= in_offset_i;
      i_size_q   <= in_size_i;
    end
  end

  // The first two lanes, of I or of what is left in B
  reg          b_valid_q, b_again_q;
  reg  [31:0]  b_lanes_q;                     // with b_again_q: those left
  reg  [223:0] b_offset_q;
  reg  [2:0]   b_size_q;

  wire [31:0]  lanes  = b_again_q ? b_lanes_q : i_lanes_q;
  wire [223:0] offset = b_again_q ? b_offset_q : i_offset_q;
  wire [2:0]   size   = b_again_q ? b_size_q : i_size_q;

  wire [31:0]  hot1   = lowest(lanes);
  wire [31:0]  others = lanes & ~hot1;
  wire [31:0]  hot2   = lowest(others);
  wire [4:0]   lane1  = number(hot1);
  wire [4:0]   lane2  = number(hot2);
  wire [6:0]   at1    = pick(hot1, offset);
  wire [6:0]   at2    = pick(hot2, offset);
  wire [4:0]   apart  = lane2 - lane1;
  wire [7:0]   bytes  = {1'b0, at2} - {1'b0, at1};  // between them; negative: the highest bit
  wire         pair   = |others;
  wire         same   = pair && at1 == at2;
  wire [4:0]   hit;
  reg  [2:0]   stride;

  genvar k;
  generate
    for (k = 0; k < 5; k = k + 1) begin : g_stride
      localparam [2:0] K = k;
      wire [8:0] far = {4'd0, apart} << k;
      assign hit[k] = pair && !same && far == {bytes[7], bytes} && !bytes[7] && size <= K;
    end
  endgenerate

  always @* begin
    case (hit)
      5'b00001: stride = 3'd0;
      5'b00010: stride = 3'd1;
      5'b00100: stride = 3'd2;
      5'b01000: stride = 3'd3;
      5'b10000: stride = 3'd4;
      default:  stride = NONE;
    endcase
  end

  ////////////////
  // B          //
  ////////////////

  reg  [31:0] b_hot_q;
  reg  [4:0]  b_first_q;
  reg  [6:0]  b_at_q;
  reg  [2:0]  b_stride_q;
  reg         b_same_q;
  reg         b_wait_q;     // C says which lanes are left
  wire        c_ready;
  wire        c_known;      // ... now
  wire [31:0] c_left;

  wire        b_near   = b_stride_q < 3'd2;
  wire [7:0]  b_base   = {1'b0, unit(b_at_q, b_stride_q)} - {3'd0, b_first_q};
  wire [3:0]  b_within = within(b_at_q, b_stride_q);
  wire [31:0] so;

  genvar n;
  generate
    for (n = 0; n < 32; n = n + 1) begin : g_lane
      localparam [7:0] N = n;
      wire [6:0] at   = b_offset_q[7*n +: 7];
      wire [7:0] base = {1'b0, unit(at, b_stride_q)} - N;
      assign so[n] = b_lanes_q[n] && (b_same_q             ? at == b_at_q :
                                      (b_stride_q == NONE) ? b_hot_q[n] :
                                      base == b_base && within(at, b_stride_q) == b_within);
    end
  endgenerate

  wire [31:0] b_left  = b_lanes_q & ~so;
  wire        b_works = b_valid_q && !b_again_q && !b_wait_q;
  wire        b_sends = b_works && c_ready;
  wire        b_done  = b_sends && !b_near && !(|b_left);
  wire        c_done  = b_wait_q && c_known && !(|c_left);

  assign i_leaves = i_valid_q && !b_again_q && (!b_valid_q || b_done || c_done);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      b_valid_q <= 1'b0;
      b_again_q <= 1'b0;
      b_wait_q  <= 1'b0;
    end else begin
      b_valid_q <= i_leaves || (b_valid_q && !b_done && !c_done);
      b_again_q <= (b_sends && !b_near && |b_left) || (b_wait_q && c_known && |c_left);
      b_wait_q  <= (b_sends && b_near) || (b_wait_q && !c_known);
    end
  end

  always @(posedge clk_i) begin
    if (i_leaves) begin
      b_offset_q <= i_offset_q;
      b_size_q   <= i_size_q;
    end
    if (i_leaves)                 b_lanes_q <= i_lanes_q;
    else if (b_sends && !b_near)  b_lanes_q <= b_left;
    else if (b_wait_q && c_known) b_lanes_q <= c_left;
    if (i_leaves || b_again_q) begin
      b_hot_q    <= hot1;
      b_first_q  <= lane1;
      b_at_q     <= at1;
      b_stride_q <= stride;
      b_same_q   <= same;
    end
  end

  ////////////////
  // C          //
  ////////////////

  reg         c_valid_q, c_last_q, c_same_q, c_asked_q;  // asked: B waits
  reg  [31:0] c_so_q, c_lanes_q;
  reg  [4:0]  c_first_q, c_base_q;
  reg  [6:0]  c_at_q;
  reg  [2:0]  c_stride_q, c_size_q;
  reg         d_valid_q;
  wire        d_ready = !d_valid_q || out_ready_i;

  assign c_ready = !c_valid_q || d_ready;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      c_valid_q <= 1'b0;
      c_asked_q <= 1'b0;
    end else begin
      if (c_ready) c_valid_q <= b_sends;
      c_asked_q <= b_sends && b_near;
    end
  end
  always @(posedge clk_i) begin
    if (b_sends) begin
      c_so_q     <= so;
      c_lanes_q  <= b_lanes_q;
      c_first_q  <= b_first_q;
      c_base_q   <= b_base[4:0];
      c_at_q     <= b_at_q;
      c_stride_q <= b_stride_q;
      c_same_q   <= b_same_q;
      c_size_q   <= b_size_q;
      c_last_q   <= !(|b_left);
    end
  end

  // Units of the line that they touch
  wire         c_near  = c_stride_q < 3'd2;
  wire         c_none  = c_stride_q == NONE;
  wire [6:0]   c_unit  = unit(c_at_q, c_stride_q);
  wire [31:0]  ahead   = c_so_q >> c_first_q;
  wire [127:0] touched = {96'd0, ahead} << c_unit;
  wire [3:0]   one     = (c_size_q == 3'd4) ? 4'b1111 : (c_size_q == 3'd3) ? 4'b0011 : 4'b0001;  // words of a lane
  wire [31:0]  alone   = {28'd0, one} << c_at_q[6:2];
  wire [3:0]   part    = (c_size_q == 3'd0) ? 4'b0001 << c_at_q[1:0] :
                         (c_size_q == 3'd1) ? 4'b0011 << {c_at_q[1], 1'b0} : 4'b1111;

  // Strides of one and two bytes: words that are touched as the first one is
  wire [127:0] pattern;
  wire [3:0]   first  = pattern[{c_at_q[6:2], 2'd0} +: 4];
  wire [31:0]  alike;
  wire [127:0] units_alike;

  wire [31:0]  doubles, quads;
  wire [1:0]   lone   = (c_size_q == 3'd0) ? {c_at_q[0], !c_at_q[0]} : 2'b11;  // bytes of a unit of two

  genvar w;
  generate
    for (w = 0; w < 32; w = w + 1) begin : g_word
      wire [3:0] halves = {{2{touched[2*w+1]}} & lone, {2{touched[2*w]}} & lone};
      assign pattern[4*w +: 4] = (c_stride_q == 3'd0) ? touched[4*w +: 4] : halves;
      assign alike[w] = pattern[4*w +: 4] == first;
      assign units_alike[4*w +: 4] = (c_stride_q == 3'd0) ? {4{alike[w]}} :
                                     {{2{alike[(2*w+1)%32]}}, {2{alike[(2*w)%32]}}} & {4{w < 16}};
      assign doubles[w] = touched[w/2] && (c_size_q == 3'd3 || c_at_q[2] == (w % 2 != 0));
      assign quads[w]   = touched[w/4] && (c_size_q == 3'd4 || (c_at_q[3] == ((w / 2) % 2 != 0) &&
                                           (c_size_q == 3'd3 || c_at_q[2] == (w % 2 != 0))));
    end
  endgenerate

  // Back from units to lanes
  wire [127:0] kept  = units_alike >> c_unit;
  wire [31:0]  these = (kept[31:0] & ahead) << c_first_q;

  wire [31:0]  words = c_none ? alone : c_near ? alike : (c_stride_q == 3'd2) ? touched[31:0] :
                       (c_stride_q == 3'd3) ? doubles : quads;
  wire [31:0]  group = c_near ? these : c_so_q;

  assign c_known = c_asked_q;
  assign c_left  = c_lanes_q & ~group;

  ////////////////
  // D          //
  ////////////////

  reg         d_last_q, d_several_q;
  reg  [31:0] d_lanes_q, d_words_q;
  reg  [3:0]  d_bytes_q;
  reg  [2:0]  d_step_q;
  reg  [4:0]  d_lane_q;

  // The highest of the lanes
  function [4:0] highest;
    input [31:0] mask;
    integer      l;
    begin
      highest = 5'd0;
      for (l = 0; l < 32; l = l + 1) if (mask[l]) highest = l[4:0];
    end
  endfunction

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      d_valid_q <= 1'b0;
    else if (d_ready) d_valid_q <= c_valid_q;
  end
  always @(posedge clk_i) begin
    if (d_ready) begin
      d_last_q    <= c_near ? !(|c_left) : c_last_q;
      d_several_q <= c_same_q;
      d_lanes_q   <= group;
      d_words_q   <= words;
      d_bytes_q   <= c_near ? first : part;
      d_step_q    <= c_none ? 3'd`PF_IGUARD_STEP_NONE : c_stride_q + 3'd1;
      d_lane_q    <= c_none ? highest(c_so_q) : 5'd0 - c_base_q;
    end
  end

  assign out_valid_o   = d_valid_q;
  assign out_last_o    = d_last_q;
  assign out_lanes_o   = d_lanes_q;
  assign out_words_o   = d_words_q;
  assign out_bytes_o   = d_bytes_q;
  assign out_step_o    = d_step_q;
  assign out_lane_o    = d_lane_q;
  assign out_several_o = d_several_q;
  assign idle_o        = !i_valid_q && !b_valid_q && !c_valid_q && !d_valid_q;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {in_valid_i, out_ready_i})
  `PF_ASSERT(a_some, !in_valid_i || |in_lanes_i)
  `PF_ASSERT(a_size, !in_valid_i || in_size_i <= 3'd4)
  `PF_ASSERT(a_group, !d_valid_q || (|d_lanes_q && |d_words_q && |d_bytes_q))
`endif  // SYNTHESIS

endmodule

`resetall
