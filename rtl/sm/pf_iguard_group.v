// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_group: an instruction's lanes on a line of 128 bytes, as accesses whose lanes a few bits name.
//
//   in_* --> first two lanes, stride --> [B] --> lanes that lie so --> [C] --> words, bytes --> [D] --> out_*
//                    ^                    |                             |
//                    +---- lanes left ----+-----------------------------+
//
// The lanes of a group lie side by side, 1 to 16 bytes apart, so that lane = byte / stride + constant; or each accesses the
// very same bytes; or there is one. All words of a group are touched alike. out_lane_o: whose the line's first byte would
// be; without a step, the last of the lanes. A coalesced access is one group, scattered ones are a group for a lane.
//
// Throughput  an instruction's line a cycle, if it is one group of four bytes apart or more; two cycles for each further
//             group, and two more for groups one or two bytes apart.
// Latency     3 cycles to the first group.
// Errs        never: pf_iguard_group in C.
// Handshake   in_ready_o depends on out_ready_i; out_valid_o on nothing.
// State bits  about 490 flops: the offsets of an instruction's lanes, masks.

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

  // The two lowest ones, {second, first}, each one-hot: for each bit, is there one below it, are there more? By fours first.
  function [63:0] lowest_two;
    input [31:0] mask;
    reg   [31:0] some, more;
    reg   [7:0]  one, two;  // of four: one at least, two
    integer      s, l;
    begin
      for (l = 0; l < 8; l = l + 1) begin
        one[l] = |mask[4*l +: 4];
        two[l] = (|mask[4*l +: 2] && |mask[4*l+2 +: 2]) || &mask[4*l +: 2] || &mask[4*l+2 +: 2];
      end
      one = one << 1;
      two = two << 1;
      for (s = 1; s < 8; s = s * 2) begin
        two = two | (two << s) | (one & (one << s));
        one = one | (one << s);
      end
      for (l = 0; l < 8; l = l + 1) begin
        some[4*l +: 4] = {one[l] || |mask[4*l +: 3], one[l] || |mask[4*l +: 2], one[l] || mask[4*l], one[l]};
        more[4*l +: 4] = {two[l] || (one[l] && |mask[4*l +: 3]) || (mask[4*l] && |mask[4*l+1 +: 2]) || &mask[4*l+1 +: 2],
                          two[l] || (one[l] && |mask[4*l +: 2]) || &mask[4*l +: 2], two[l] || (one[l] && mask[4*l]), two[l]};
      end
      lowest_two = {mask & some & ~more, mask & ~some};
    end
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

  // Is c the sum of a and b? Without waiting for the sum: where all bits are right, so is each carry, which is b where a and c
  // are alike, else a.
  function is_sum;
    input [9:0] a, b, c;
    reg   [9:0] unlike;
    begin
      unlike = a ^ c;
      is_sum = (unlike ^ b) == {(unlike[8:0] & ~c[8:0]) | (~unlike[8:0] & b[8:0]), 1'b0};
    end
  endfunction

  function [9:0] strides;  // bytes; stride one-hot, or none
    input [4:0] lanes, stride;
    strides = ({5'd0, lanes} & {10{stride[0]}}) | ({4'd0, lanes, 1'd0} & {10{stride[1]}}) |
              ({3'd0, lanes, 2'd0} & {10{stride[2]}}) | ({2'd0, lanes, 3'd0} & {10{stride[3]}}) |
              ({1'd0, lanes, 4'd0} & {10{stride[4]}});
  endfunction

  ////////////////
  // Into B     //
  ////////////////

  // The first two lanes, of what comes or of what is left
  reg          b_valid_q, b_again_q;
  reg  [31:0]  b_lanes_q;                     // with b_again_q: those left
  reg  [223:0] b_offset_q;
  reg  [2:0]   b_size_q;
  wire         taken;

  // Of both at once: which of them counts comes late, as it is asked for so often.
  wire [2:0]   size   = b_again_q ? b_size_q : in_size_i;
  wire [31:0]  in_hot1, in_hot2, b_hot1, b_hot2;
  wire [4:0]   lane1  = b_again_q ? number(b_hot1) : number(in_hot1);
  wire [6:0]   at1    = b_again_q ? pick(b_hot1, b_offset_q) : pick(in_hot1, in_offset_i);
  wire [6:0]   at2    = b_again_q ? pick(b_hot2, b_offset_q) : pick(in_hot2, in_offset_i);
  wire [4:0]   apart  = b_again_q ? number(b_hot2) - number(b_hot1) : number(in_hot2) - number(in_hot1);
  wire         pair   = b_again_q ? |b_hot2 : |in_hot2;
  wire         same   = pair && at1 == at2;
  wire [4:0]   hit;                             // strides of 1 to 16 bytes: one or none

  assign {in_hot2, in_hot1} = lowest_two(in_lanes_i);
  assign {b_hot2, b_hot1}   = lowest_two(b_lanes_q);

  // Where lane 0 would be, if a lane is there, lane 1 a stride behind it, and so on: of each stride
  wire [49:0]  zeros;

  genvar k;
  generate
    for (k = 0; k < 5; k = k + 1) begin : g_stride
      localparam [2:0] K = k;
      wire [9:0] far = {5'd0, apart} << k;
      assign hit[k] = pair && is_sum({3'd0, at1}, far, {3'd0, at2}) && size <= K;
      assign zeros[10*k +: 10] = {3'd0, at1} - ({5'd0, lane1} << k);
    end
  endgenerate

  ////////////////
  // B          //
  ////////////////

  reg  [4:0]  b_first_q;
  reg  [6:0]  b_at_q;
  reg  [4:0]  b_hit_q;      // none: all of the line's first byte, or one lane
  reg         b_same_q;
  reg  [49:0] b_zeros_q;
  reg  [2:0]  b_stride;
  reg         b_wait_q;     // C says which lanes are left
  wire        c_ready;
  reg         c_known_q;    // ... now:
  reg  [31:0] c_left_q;

  wire        b_near = |b_hit_q[1:0];
  wire        b_none = b_hit_q == 5'd0;

  wire [9:0]  b_zero = (b_zeros_q[9:0] & {10{b_hit_q[0]}}) | (b_zeros_q[19:10] & {10{b_hit_q[1]}}) |
                       (b_zeros_q[29:20] & {10{b_hit_q[2]}}) | (b_zeros_q[39:30] & {10{b_hit_q[3]}}) |
                       (b_zeros_q[49:40] & {10{b_hit_q[4]}}) | ({3'd0, b_at_q} & {10{b_none}});
  wire [31:0] so;

  genvar n;
  generate
    for (n = 0; n < 32; n = n + 1) begin : g_lane
      localparam [4:0] N = n;
      wire       fits = is_sum(b_zero, strides(N, b_hit_q), {3'd0, b_offset_q[7*n +: 7]});
      assign so[n] = b_lanes_q[n] && ((b_none && !b_same_q) ? b_first_q == N : fits);
    end
  endgenerate

  always @* begin
    case (b_hit_q)
      5'b00001: b_stride = 3'd0;
      5'b00010: b_stride = 3'd1;
      5'b00100: b_stride = 3'd2;
      5'b01000: b_stride = 3'd3;
      5'b10000: b_stride = 3'd4;
      default:  b_stride = NONE;
    endcase
  end

  wire [31:0] b_left  = b_lanes_q & ~so;
  wire        b_works = b_valid_q && !b_again_q && !b_wait_q;
  wire        b_sends = b_works && c_ready;
  wire        b_done  = b_sends && !b_near && !(|b_left);
  wire        c_done  = c_known_q && !(|c_left_q);

  assign in_ready_o = !b_again_q && (!b_valid_q || b_done || c_done);
  assign taken      = in_valid_i && in_ready_o;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      b_valid_q <= 1'b0;
      b_again_q <= 1'b0;
      b_wait_q  <= 1'b0;
    end else begin
      b_valid_q <= taken || (b_valid_q && !b_done && !c_done);
      b_again_q <= (b_sends && !b_near && |b_left) || (c_known_q && |c_left_q);
      b_wait_q  <= (b_sends && b_near) || (b_wait_q && !c_known_q);
    end
  end

  always @(posedge clk_i) begin
    if (taken) begin
      b_offset_q <= in_offset_i;
      b_size_q   <= in_size_i;
    end
    if (taken)          b_lanes_q <= in_lanes_i;
    else if (c_known_q) b_lanes_q <= c_left_q;
    else if (b_sends && !b_near) b_lanes_q <= b_left;
    if (taken || b_again_q) begin
      b_first_q  <= lane1;
      b_at_q     <= at1;
      b_hit_q    <= hit;
      b_same_q   <= same;
      b_zeros_q  <= zeros;
    end
  end

  ////////////////
  // C          //
  ////////////////

  reg         c_valid_q, c_last_q, c_same_q, c_asked_q;  // asked: B waits
  reg  [31:0] c_so_q;
  reg  [4:0]  c_first_q;
  reg  [6:0]  c_at_q;
  reg  [2:0]  c_stride_q, c_size_q;
  reg         d_valid_q;
  wire        d_ready = !d_valid_q || out_ready_i;

  assign c_ready = !c_valid_q || d_ready;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      c_valid_q <= 1'b0;
      c_asked_q <= 1'b0;
      c_known_q <= 1'b0;
    end else begin
      if (c_ready) c_valid_q <= b_sends;
      c_asked_q <= b_sends && b_near;
      c_known_q <= c_asked_q;
    end
  end
  always @(posedge clk_i) begin
    if (b_sends) begin
      c_so_q     <= so;
      c_first_q  <= b_first_q;
      c_at_q     <= b_at_q;
      c_stride_q <= b_stride;
      c_same_q   <= b_same_q;
      c_size_q   <= b_size_q;
      c_last_q   <= !(|b_left);
    end
  end

  wire        c_near  = c_stride_q < 3'd2;
  wire        c_none  = c_stride_q == NONE;
  wire [31:0] ahead   = c_so_q >> c_first_q;  // the first one is bit 0

  // Strides of one and two bytes: a word is four or two lanes; which words are touched as the first one is
  wire [1:0]  place   = (c_stride_q == 3'd0) ? c_at_q[1:0] : {1'b0, c_at_q[1]};  // the first lane's, in its word
  wire [34:0] placed  = {3'd0, ahead} << place;
  wire [8:0]  fours;
  wire [17:0] twos;
  wire [35:0] kept;

  genvar w;
  generate
    for (w = 0; w < 9; w = w + 1) begin : g_four
      wire [3:0] four = {(w < 8) && placed[(w<8)?4*w+3:0], placed[4*w +: 3]};
      assign fours[w] = four == placed[3:0];
    end
    for (w = 0; w < 18; w = w + 1) begin : g_two
      if (w < 17) begin : g_inside
        assign twos[w] = placed[2*w +: 2] == placed[1:0];
      end else begin : g_beyond
        assign twos[w] = 1'b0;
      end
      assign kept[2*w +: 2] = {2{(c_stride_q == 3'd0) ? fours[w/2] : twos[w]}};
    end
  endgenerate

  wire [34:0] back    = (placed & kept[34:0]) >> place;
  wire [31:0] these   = back[31:0] << c_first_q;
  wire [31:0] group   = c_near ? these : c_so_q;
  wire [3:0]  pair_of = (c_size_q == 3'd0) ? 4'b0001 << c_at_q[0] : 4'b0011;  // bytes of a unit of two
  wire [3:0]  halves  = (pair_of & {4{placed[0]}}) | ({pair_of[1:0], 2'b00} & {4{placed[1]}});

  wire unused_bits = &{1'b0, kept[35], back[34:32]};

  // Words from the first one on
  wire [3:0]  of_lane = {{2{c_size_q == 3'd4}}, c_size_q >= 3'd3, 1'b1};
  wire [31:0] doubles, quads;
  reg  [31:0] from;

  generate
    for (w = 0; w < 32; w = w + 1) begin : g_word
      assign doubles[w] = ahead[w/2] && of_lane[w%2];
      assign quads[w]   = ahead[w/4] && of_lane[w%4];
    end
  endgenerate

  always @* begin
    case (c_stride_q)
      3'd0:    from = {23'd0, fours};
      3'd1:    from = {15'd0, twos[16:0]};
      3'd2:    from = ahead;
      3'd3:    from = doubles;
      3'd4:    from = quads;
      default: from = {28'd0, of_lane};
    endcase
  end

  wire [31:0] words = from << c_at_q[6:2];
  reg  [3:0]  part;
  reg  [4:0]  units;  // of strides, before the first lane

  always @* begin
    case (c_stride_q)
      3'd0:    units = c_at_q[4:0];
      3'd1:    units = c_at_q[5:1];
      3'd2:    units = c_at_q[6:2];
      3'd3:    units = {1'b0, c_at_q[6:3]};
      default: units = {2'b00, c_at_q[6:4]};
    endcase
    part = (c_size_q == 3'd0) ? 4'b0001 << c_at_q[1:0] : (c_size_q == 3'd1) ? 4'b0011 << {c_at_q[1], 1'b0} : 4'b1111;
    if (c_stride_q == 3'd0) part = placed[3:0];
    if (c_stride_q == 3'd1) part = halves;
  end

  ////////////////
  // D          //
  ////////////////

  reg         d_last_q, d_several_q;
  reg  [31:0] d_lanes_q, d_words_q;
  reg  [3:0]  d_bytes_q;
  reg  [2:0]  d_step_q;
  reg  [4:0]  d_lane_q;

  function [4:0] highest;
    input [31:0] mask;
    integer      l;
    begin
      highest = 5'd0;
      for (l = 0; l < 32; l = l + 1) if (mask[l]) highest = l[4:0];
    end
  endfunction

  // B still has the lanes that C was asked for.
  wire [31:0] left = b_lanes_q & ~these;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      d_valid_q <= 1'b0;
    else if (d_ready) d_valid_q <= c_valid_q;
  end
  always @(posedge clk_i) begin
    if (c_asked_q) c_left_q <= left;
    if (d_ready) begin
      d_last_q    <= c_near ? (c_asked_q ? !(|left) : !(|c_left_q)) : c_last_q;
      d_several_q <= c_same_q;
      d_lanes_q   <= group;
      d_words_q   <= words;
      d_bytes_q   <= part;
      d_step_q    <= c_none ? 3'd`PF_IGUARD_STEP_NONE : c_stride_q + 3'd1;
      d_lane_q    <= c_none ? highest(c_so_q) : c_first_q - units;
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
  assign idle_o        = !b_valid_q && !c_valid_q && !d_valid_q;

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
