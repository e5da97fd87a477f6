// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_root_proof: out_first_o is 1 for the first operation of each row since reset or the last forget, and for no
// other, however many forgets there were; operations leave as they came (induction; the root has four words).
//
//   operations, forgets: free --+--> pf_line_root ──────────────┐
//                               +--> a bit for each row, a copy ┴-> agree
//
// What holds of the words: none is of a later generation than today's; during a walk those before row_q are empty, and
// the generation is the first one.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

`define PF_HOLDS(label, cond) always @* if (rst_ni) begin : label assert (cond); end

module pf_line_root_proof #(
  parameter integer WordW = 2,                     // rows in a word
  parameter integer GenW  = 2,
  // Derived: do not override.
  parameter integer RowW  = $clog2(WordW) + 2,
  parameter integer PayW  = 2
) (
  input wire            clk_i,
  input wire            in_valid_i,
  input wire [RowW-1:0] in_row_i,
  input wire [PayW-1:0] in_pay_i,
  input wire            out_ready_i,
  input wire            forget_i
);

  localparam integer Rows  = 4 * WordW;
  localparam integer EachW = GenW + WordW;

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  wire            in_ready, out_valid, first, busy;
  wire [RowW-1:0] row;
  wire [PayW-1:0] pay;

  pf_line_root #(.RowW (RowW), .PayW (PayW), .WordW (WordW), .GenW (GenW)) u_dut (
    .clk_i (clk_i), .rst_ni (rst_ni),
    .in_valid_i (in_valid_i), .in_ready_o (in_ready), .in_row_i (in_row_i), .in_pay_i (in_pay_i),
    .out_valid_o (out_valid), .out_ready_i (out_ready_i), .out_row_o (row), .out_pay_o (pay), .out_first_o (first),
    .forget_i (forget_i), .busy_o (busy)
  );

  // A copy
  reg             valid_q;
  reg             first_q;
  reg  [RowW-1:0] row_q;
  reg  [PayW-1:0] pay_q;
  reg  [Rows-1:0] touched_q;
  wire            take = in_valid_i && in_ready;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q   <= 1'b0;
      touched_q <= {Rows{1'b0}};
    end else begin
      valid_q <= take || (valid_q && !out_ready_i);
      if (forget_i)  touched_q <= {Rows{1'b0}};
      else if (take) touched_q[in_row_i] <= 1'b1;
    end
    if (take) {row_q, pay_q, first_q} <= {in_row_i, in_pay_i, !touched_q[in_row_i]};
  end
  `PF_HOLDS(a_valid, out_valid == valid_q)
  `PF_HOLDS(a_out, !out_valid || {row, pay} == {row_q, pay_q})
  `PF_HOLDS(a_first, !out_valid || first == first_q)

  // Insides (proofs.tab: flat)
  (* hierconn *) wire [EachW-1:0] \u_dut.u_words.g_read[0].u_ram.mem_q[0] ;
  (* hierconn *) wire [EachW-1:0] \u_dut.u_words.g_read[0].u_ram.mem_q[1] ;
  (* hierconn *) wire [EachW-1:0] \u_dut.u_words.g_read[0].u_ram.mem_q[2] ;
  (* hierconn *) wire [EachW-1:0] \u_dut.u_words.g_read[0].u_ram.mem_q[3] ;
  (* hierconn *) wire [EachW-1:0] \u_dut.u_words.rdata_o ;
  (* hierconn *) wire [GenW-1:0]  \u_dut.gen_q ;
  (* hierconn *) wire             \u_dut.new_q ;
  (* hierconn *) wire [RowW-1:0]  \u_dut.row_q ;
  wire [4*EachW-1:0] words = {\u_dut.u_words.g_read[0].u_ram.mem_q[3] , \u_dut.u_words.g_read[0].u_ram.mem_q[2] ,
                              \u_dut.u_words.g_read[0].u_ram.mem_q[1] , \u_dut.u_words.g_read[0].u_ram.mem_q[0] };
  wire [EachW-1:0]   read  = \u_dut.u_words.rdata_o ;
  wire [GenW-1:0]    gen   = \u_dut.gen_q ;
  wire               fresh = \u_dut.new_q ;
  wire [RowW-1:0]    at    = \u_dut.row_q ;

  reg     agree, past, empty;
  integer w, b;
  always @* begin
    agree = 1'b1;
    past  = 1'b1;
    empty = 1'b1;
    for (w = 0; w < 4; w = w + 1) begin
      if (words[w*EachW+WordW +: GenW] > gen) past = 1'b0;
      if (w * WordW < at && words[w*EachW +: EachW] != 0) empty = 1'b0;
      for (b = 0; b < WordW; b = b + 1) begin
        if (touched_q[w*WordW+b] != ((words[w*EachW+WordW +: GenW] == gen && words[w*EachW+b]) ||
                                     (fresh && at == w * WordW + b))) agree = 1'b0;
      end
    end
  end
  `PF_HOLDS(a_agree, busy || agree)
  `PF_HOLDS(a_past, busy || past)
  `PF_HOLDS(a_walk, !busy || (gen == 0 && touched_q == 0 && !valid_q && empty && at % WordW == 0))
  `PF_HOLDS(a_fresh, !fresh || out_valid)
  `PF_HOLDS(a_read, !fresh || read == words[(at / WordW)*EachW +: EachW])

  // A walk ends: it is not longer than the words are many.
  reg [2:0] walked_q;
  always @(posedge clk_i) walked_q <= rst_ni && busy ? walked_q + 1'b1 : 3'd0;
  `PF_HOLDS(a_end, !busy || (walked_q < 4 && at / WordW == walked_q))

  // Forgets, up to a walk and behind it
  reg [2:0] forgets_q;
  reg       again_q;                               // a row that was touched before the walk
  always @(posedge clk_i) begin
    if (!rst_ni)                               forgets_q <= 3'd0;
    else if (forget_i && forgets_q < 3'd7)     forgets_q <= forgets_q + 1'b1;
    again_q <= rst_ni && (again_q || (out_valid && row == {RowW{1'b1}} && forgets_q == 3'd1));
  end
  `PF_COVER(c_walk, out_valid && first && again_q && row == {RowW{1'b1}} && forgets_q == (1 << GenW) + 1)
  `PF_COVER(c_known, out_valid && !first && !fresh && forgets_q == 3'd1)

endmodule

`resetall
