// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_root: which rows no operation came for since the last forget: a bit for each, tested and set.
//
//   in_* ─> row_q ──────────────────────────────────────────> out_row_o
//      └─> word ─> generation is today's? bits : none ─┬──> the row's bit is 0: out_first_o
//            ^                                         └─> | the row's bit
//            └─── written in the cycle after it was read ──┘
//
// A word has the bits of WordW rows and the generation that wrote it. A forget begins the next generation, in one cycle;
// each 2^GenW-th one and reset walk through the words, 2^RowW / WordW cycles in which in_ready_o is low. A WordW above
// 2^RowW is as 2^RowW.
// forget_i: all rows are as if nothing had come; only while out_valid_o and busy_o are low and nothing comes in.
//
// Throughput  an operation a cycle, of whatever rows.
// Latency     1 cycle.
// Errs        never.
// Handshake   in_ready_o depends on out_ready_i.
// State bits  RowW + PayW + WordW + 2 * GenW + 5; memory 2^RowW / WordW * (WordW + GenW).

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_line_root #(
  parameter integer RowW  = 13,                    // number of a row, 1 to 30
  parameter integer PayW  = 32,                    // at least 1
  parameter integer WordW = 32,                    // bits of a word; a power of two: more save memory, fewer save logic
  parameter integer GenW  = 4                      // forgets without a walk, as bits of each word, at least 1
) (
  input  wire             clk_i,
  input  wire             rst_ni,                  // asynchronous, active low

  input  wire             in_valid_i,
  output wire             in_ready_o,
  input  wire [RowW-1:0]  in_row_i,
  input  wire [PayW-1:0]  in_pay_i,

  output wire             out_valid_o,
  input  wire             out_ready_i,
  output wire [RowW-1:0]  out_row_o,
  output wire [PayW-1:0]  out_pay_o,
  output wire             out_first_o,             // the first one of its row

  input  wire             forget_i,
  output wire             busy_o                   // a walk
);

  localparam integer Rows  = 1 << RowW;
  localparam integer Bits  = (WordW > Rows) ? Rows : WordW;
  localparam integer BitW  = $clog2(Bits);
  localparam integer Words = Rows / Bits;
  localparam integer AtW   = (Words > 1) ? RowW - BitW : 1;
  localparam integer LowI  = Bits - 1;
  localparam [RowW-1:0] LOW  = LowI[RowW-1:0];     // which bit of the word; above it: which word
  localparam [RowW-1:0] STEP = Bits[RowW-1:0];
  localparam [Bits-1:0] ONE  = 1;

  generate
    if (RowW < 1 || RowW > 30 || PayW < 1 || WordW < 1 || (1 << $clog2(WordW)) != WordW || GenW < 1) begin : g_bad_param
      PF_LINE_ROOT_BAD_PARAMETER u_bad ();         // no such module: elaboration stops here
    end
  endgenerate

  reg             walk_q;                          // row_q's word is emptied
  reg             valid_q;
  reg             new_q;                           // its first cycle: the word is there
  reg             first_q;                         // what was seen then
  reg  [RowW-1:0] row_q;
  reg  [PayW-1:0] pay_q;
  reg  [GenW-1:0] gen_q;
  wire            take = in_valid_i && in_ready_o;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      walk_q  <= 1'b1;
      valid_q <= 1'b0;
      new_q   <= 1'b0;
      gen_q   <= {GenW{1'b0}};
    end else begin
      walk_q  <= walk_q ? !(&(row_q | LOW)) : forget_i && &gen_q;
      valid_q <= take || (valid_q && !out_ready_i);
      new_q   <= take;
      if (forget_i) gen_q <= gen_q + 1'b1;
    end
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)       row_q <= {RowW{1'b0}};
    else if (walk_q)   row_q <= row_q + STEP;
    else if (forget_i) row_q <= {RowW{1'b0}};
    else if (take)     row_q <= in_row_i;
  end

  always @(posedge clk_i) begin
    if (take)  pay_q   <= in_pay_i;
    if (new_q) first_q <= out_first_o;
  end

  ////////////////
  // Words      //
  ////////////////

  wire [RowW-1:0]      in_word  = in_row_i >> BitW;
  wire [RowW-1:0]      row_word = row_q >> BitW;
  wire [GenW-1:0]      word_gen;
  wire [Bits-1:0]      word_bits;
  wire [Bits-1:0]      bits = word_bits & {Bits{word_gen == gen_q}};
  wire [Bits-1:0]      hot  = ONE << (row_q & LOW);
  wire [GenW+Bits-1:0] unused_last;

  pf_through_ram #(
    .Width (GenW + Bits),
    .Depth (Words)
  ) u_words (
    .clk_i   (clk_i),
    .we_i    (walk_q || new_q),
    .waddr_i (row_word[AtW-1:0]),
    .wdata_i (walk_q ? {(GenW+Bits){1'b0}} : {gen_q, bits | hot}),
    .re_i    (take),
    .raddr_i (in_word[AtW-1:0]),
    .rdata_o ({word_gen, word_bits}),
    .last_o  (unused_last)
  );

  assign in_ready_o  = !walk_q && (!valid_q || out_ready_i);
  assign out_valid_o = valid_q;
  assign out_row_o   = row_q;
  assign out_pay_o   = pay_q;
  assign out_first_o = new_q ? (bits & hot) == {Bits{1'b0}} : first_q;
  assign busy_o      = walk_q;

  ////////////////
  // Checks     //
  ////////////////

  wire unused = &{1'b0, in_word, row_word, unused_last, 1'b0};

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {in_valid_i, out_ready_i, forget_i})
  `PF_ASSUME(m_forget, !forget_i || !(valid_q || walk_q || in_valid_i))
  `PF_ASSERT(a_walk, !walk_q || !(valid_q || new_q))
  `PF_COVER(c_again, new_q && take && in_row_i == row_q)
`endif

endmodule

`resetall
