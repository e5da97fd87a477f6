// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_read_shared_word: any one word of any block. Pieces of operations on its beat come back in order; what one does to the word
// is free, but that a quiet load leaves a quiet word quiet. An operation on the word that is skipped finds it quiet, and whatever
// is still on its way to its beat leaves it so. By induction, with where the tokens are.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_read_shared_word #(
  parameter integer BlockW = 2,
  parameter integer Places = 2,
  parameter integer MaxOut = 6
) (
  input wire              clk_i,
  input wire              rst_ni,
  input wire              op_valid_i,
  input wire              op_make_i,
  input wire [BlockW-1:0] op_block_i,
  input wire [31:0]       op_words_i,
  input wire              op_write_i,
  input wire              op_ready_i,
  input wire              piece_i,
  input wire [2:0]        piece_beat_i,
  input wire              back_i,
  input wire              back_mine_i,    // the oldest piece on the word's beat; else one of another beat
  input wire [1:0]        other_token_i,
  input wire [2:0]        other_beat_i,
  input wire [3:0]        back_quiet_i,
  input wire              becomes_i,      // the word is quiet, if that is free
  input wire              forget_i
);

  localparam integer Depth  = 3;          // pieces on the word's beat
  localparam integer OutW   = $clog2(MaxOut + 1);
  localparam integer TokenW = 2;          // Places = 2

  // Reset at the first step only.
  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* assume (rst_ni == f_past);

  (* anyconst *) reg [BlockW-1:0] f_block;
  (* anyconst *) reg [4:0]        f_w;

  // The word's beat: the oldest piece in place 0.
  reg  [Depth-1:0]        there_q, disturbs_q;
  reg  [Depth*TokenW-1:0] token_q;
  reg                     quiet_q;
  reg  [Places*OutW-1:0]  others_q;       // tokens with pieces on other beats

  wire              skip;
  wire [TokenW-1:0] token;
  wire              mine_back  = back_i && back_mine_i;
  wire [TokenW-1:0] back_token = mine_back ? token_q[0 +: TokenW] : other_token_i;
  wire [2:0]        back_beat  = mine_back ? f_w[4:2] : other_beat_i;
  wire              load       = !op_write_i && !op_make_i;
  wire              mine       = piece_i && op_block_i == f_block && piece_beat_i == f_w[4:2];
  wire              other      = piece_i && !mine;

  pf_read_shared #(
    .BlockW (BlockW),
    .Places (Places),
    .MaxOut (MaxOut)
  ) u_dut (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .scord_i      (1'b0),
    .op_valid_i   (op_valid_i),
    .op_make_i    (op_make_i),
    .op_block_i   (op_block_i),
    .op_words_i   (op_words_i),
    .op_sub_i     (1'b0),
    .op_tag_i     ({{(`PF_TAG_W-1){1'b0}}, 1'b1} << `PF_TAG_WRITE_LSB & {`PF_TAG_W{op_write_i}}),
    .op_ready_i   (op_ready_i),
    .skip_o       (skip),
    .piece_i      (piece_i),
    .token_o      (token),
    .back_i       (back_i),
    .back_token_i (back_token),
    .back_beat_i  (back_beat),
    .back_quiet_i (back_quiet_i),
    .forget_i     (forget_i)
  );

  (* hierconn *) wire [Places-1:0] \u_dut.live , \u_dut.turn , \u_dut.here ;
  (* hierconn *) wire              \u_dut.waits_q ;
  (* hierconn *) wire [BlockW-1:0] \u_dut.g_place[0].block_q , \u_dut.g_place[1].block_q ;
  (* hierconn *) wire [31:0]       \u_dut.g_place[0].words_q , \u_dut.g_place[1].words_q ;
  (* hierconn *) wire [OutW-1:0]   \u_dut.g_place[0].out_q , \u_dut.g_place[1].out_q ;
  wire [Places-1:0]        live  = \u_dut.live ;
  wire [Places*BlockW-1:0] block = {\u_dut.g_place[1].block_q , \u_dut.g_place[0].block_q };
  wire [Places-1:0]        known = {\u_dut.g_place[1].words_q [f_w], \u_dut.g_place[0].words_q [f_w]};
  wire [Places*OutW-1:0]   out   = {\u_dut.g_place[1].out_q , \u_dut.g_place[0].out_q };

  // The word, when the oldest piece on its beat is back.
  wire after = (quiet_q && !disturbs_q[0]) || becomes_i;

  integer k;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      there_q  <= {Depth{1'b0}};
      quiet_q  <= 1'b0;
      others_q <= {Places*OutW{1'b0}};
    end else begin
      if (mine_back) begin
        quiet_q    <= after;
        there_q    <= there_q >> 1;
        disturbs_q <= disturbs_q >> 1;
        token_q    <= token_q >> TokenW;
      end
      for (k = 0; k < Depth; k = k + 1) begin
        if (mine && (mine_back ? k + 1 : k) < Depth && !there_q[mine_back ? k + 1 : k] && (k == 0 || there_q[mine_back ? k : k - 1])) begin
          there_q[k]                   <= 1'b1;
          disturbs_q[k]                <= !load;
          token_q[k*TokenW +: TokenW]  <= token;
        end
        if (mine && mine_back && k == Depth - 1 && there_q[k]) begin
          there_q[k]                   <= 1'b1;
          disturbs_q[k]                <= !load;
          token_q[k*TokenW +: TokenW]  <= token;
        end
      end
      for (k = 0; k < Places; k = k + 1) begin
        others_q[k*OutW +: OutW] <= others_q[k*OutW +: OutW]
                                  + {{(OutW-1){1'b0}}, other && token == {1'b1, k[0]}}
                                  - {{(OutW-1){1'b0}}, back_i && !back_mine_i && other_token_i == {1'b1, k[0]}};
      end
    end
  end

  // The traffic
  reg                 f_waits_q;
  reg  [BlockW+33:0]  f_op_q;
  wire [BlockW+33:0]  f_op = {op_make_i, op_block_i, op_words_i, op_write_i};
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_waits_q <= 1'b0;
    else         f_waits_q <= op_valid_i && !op_ready_i;
  end
  always @(posedge clk_i) f_op_q <= f_op;
  always @* begin
    assume (!f_waits_q || (op_valid_i && f_op == f_op_q));
    assume (!piece_i || (op_valid_i && !skip));
    assume (!op_ready_i || op_valid_i);
    assume (!piece_i || op_make_i || |(op_words_i[4*piece_beat_i +: 4]));
    assume (!mine || !there_q[Depth-1] || mine_back);
    assume (!mine_back || there_q[0]);
    assume (!back_i || !back_token[1] || out[back_token[0]*OutW +: OutW] != {OutW{1'b0}});
    assume (!(back_i && !back_mine_i && other_token_i[1]) ||
            (others_q[other_token_i[0]*OutW +: OutW] != {OutW{1'b0}} &&
             (block[other_token_i[0]*BlockW +: BlockW] != f_block || other_beat_i != f_w[4:2])));
    assume (!mine_back || back_quiet_i[f_w[1:0]] == after);
    assume (!piece_i || !token[1] || out[token[0]*OutW +: OutW] != MaxOut[OutW-1:0]);
    assume (!forget_i || (there_q == {Depth{1'b0}} && others_q == {Places*OutW{1'b0}} && !op_valid_i));
  end

  // What holds
  wire [Depth-1:0] disturbs = there_q & disturbs_q;
  genvar p, q, r;
  generate
    for (p = 0; p < Places; p = p + 1) begin : g_place
      localparam [31:0] Number = p;
      reg  [OutW+1:0] tokens;
      integer         n;
      always @* begin
        tokens = {2'd0, others_q[p*OutW +: OutW]};
        for (n = 0; n < Depth; n = n + 1) begin
          if (there_q[n] && token_q[n*TokenW +: TokenW] == {1'b1, Number[0]}) tokens = tokens + {{(OutW+1){1'b0}}, 1'b1};
        end
      end
      wire mine_here = live[p] && block[p*BlockW +: BlockW] == f_block;
      `PF_ASSERT(i_most, out[p*OutW +: OutW] <= MaxOut[OutW-1:0])
      `PF_ASSERT(i_tokens, {2'd0, out[p*OutW +: OutW]} == tokens)
      `PF_ASSERT(i_known, !(mine_here && known[p]) || (quiet_q && disturbs == {Depth{1'b0}}))
      for (q = 0; q < Depth; q = q + 1) begin : g_piece
        wire here = there_q[q] && token_q[q*TokenW +: TokenW] == {1'b1, Number[0]};
        `PF_ASSERT(i_load, !here || !disturbs_q[q])
        `PF_ASSERT(i_block, !here || block[p*BlockW +: BlockW] == f_block)
        for (r = q + 1; r < Depth; r = r + 1) begin : g_younger
          `PF_ASSERT(i_after, !(here && mine_here) || !disturbs[r])
        end
      end
    end
    for (q = 0; q + 1 < Depth; q = q + 1) begin : g_order
      `PF_ASSERT(i_order, there_q[q] || !there_q[q+1])
    end
  endgenerate

  // A piece that waits keeps its token, and who has sent one is not skipped.
  reg              f_sent_q, f_shown_q;
  reg [TokenW-1:0] f_token_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {f_sent_q, f_shown_q} <= 2'b00;
    else         {f_sent_q, f_shown_q} <= {op_valid_i && !op_ready_i && (f_sent_q || piece_i),
                                           op_valid_i && !op_ready_i && !piece_i && !skip};
  end
  always @(posedge clk_i) f_token_q <= token;
  `PF_ASSERT(i_waits, \u_dut.waits_q == (f_sent_q || f_shown_q))
  `PF_ASSERT(a_whole, !(skip && f_sent_q))
  `PF_ASSERT(a_stays, !f_shown_q || (token == f_token_q && !skip))

  // A place that a waiting operation disturbs is not live any more.
  `PF_ASSERT(i_gone, !(f_waits_q && !load && op_valid_i) || (live & \u_dut.here ) == 2'b00)
  `PF_ASSERT(i_one, !(&live) || block[0 +: BlockW] != block[BlockW +: BlockW])
  `PF_ASSERT(a_quiet, !(skip && op_block_i == f_block && op_words_i[f_w]) || (quiet_q && disturbs == {Depth{1'b0}} && load))

  `PF_COVER(c_skip, skip && op_block_i == f_block && op_words_i[f_w] && there_q[0])
  `PF_COVER(c_again, skip && op_block_i == f_block && op_words_i == 32'h0000_0301 && \u_dut.turn [1])

endmodule

`resetall
