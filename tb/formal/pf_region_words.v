// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_region_words: from reset on, every word of the first two requests (as far as the bound goes) is in exactly one piece with the
// entry and cache tag that / and % give, or was outside and counted; nothing else is in a piece. Any
// region of a small address range, any back-pressure. Bounded: pf_split's proof has the rest.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_region_words #(
  parameter integer AddrW = 7,
  parameter integer TagW  = 2
) (
  input wire             clk_i,
  input wire             rst_ni,
  input wire             req_valid_i,
  input wire [AddrW-6:0] req_sector_i,
  input wire [7:0]       req_mask_i,
  input wire             piece_ready_i
);

  localparam integer D = AddrW + 1;  // wide enough for a distance with its sign

  (* anyconst *) reg [AddrW-6:0] base;
  (* anyconst *) reg [AddrW-2:0] words;
  (* anyconst *) reg [AddrW-2:0] entries;
  (* anyconst *) reg [2:0]       f_w;        // any word
  (* anyconst *) reg             f_second;   // of the first or second request

  wire             req_ready, piece_valid, piece_last, idle;
  wire [AddrW-6:0] piece_line;
  wire [7:0]       piece_mask;
  wire [2:0]       piece_shift;
  wire [TagW-1:0]  piece_mtag;
  wire [3:0]       skipped;

  pf_region #(
    .AddrW (AddrW),
    .TagW  (TagW)
  ) u_dut (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .cfg_base_i    (base),
    .cfg_words_i   (words),
    .cfg_entries_i (entries),
    .req_valid_i   (req_valid_i),
    .req_ready_o   (req_ready),
    .req_sector_i  (req_sector_i),
    .req_mask_i    (req_mask_i),
    .piece_valid_o (piece_valid),
    .piece_ready_i (piece_ready_i),
    .piece_line_o  (piece_line),
    .piece_mask_o  (piece_mask),
    .piece_shift_o (piece_shift),
    .piece_mtag_o  (piece_mtag),
    .piece_last_o  (piece_last),
    .skipped_o     (skipped),
    .idle_o        (idle)
  );

  // The request that is watched.
  reg             past_q = 1'b0;
  reg  [1:0]      in_q, out_q;               // requests in, and out; 3: and more
  reg  [AddrW-6:0] sector_q;
  reg  [7:0]      mask_q;
  reg             given_q;
  wire            watched = out_q == {1'b0, f_second};
  wire            taken   = piece_valid && piece_ready_i && watched;
  wire [2:0]      at      = f_w + piece_shift;

  wire [D-1:0]    far    = {{(D-AddrW+2){1'b0}}, sector_q, f_w} - {{(D-AddrW+2){1'b0}}, base, 3'b000};
  wire            inside = sector_q >= base && far < words && far < ({{TagW+4{1'b0}}, entries} << TagW);
  wire [D-1:0]    index  = far % entries;
  wire [D-1:0]    tag    = far / entries;
  wire            given  = taken && piece_mask[at];
  wire            want   = mask_q[f_w] && inside;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    assume (rst_ni == past_q);
    assume (words != 0 && words <= (1 << (AddrW - 2)) && entries != 0);
    if (!rst_ni) begin
      in_q    <= 2'd0;
      out_q   <= 2'd0;
      given_q <= 1'b0;
    end else begin
      if (req_valid_i && req_ready && in_q != 2'd3) in_q <= in_q + 1'b1;
      if (req_valid_i && req_ready && in_q == {1'b0, f_second})
        {sector_q, mask_q} <= {req_sector_i, req_mask_i};
      if (piece_valid && piece_ready_i && piece_last && out_q != 2'd3) out_q <= out_q + 1'b1;
      if (given) given_q <= 1'b1;
      if (given) assert (want && !given_q && piece_line == index >> 3 && at == index[2:0] && piece_mtag == tag);
      if (taken && piece_last) assert ((given || given_q) == want);
      assert (idle == (in_q == out_q) || in_q == 2'd3);
      cover (taken && piece_last && given && out_q == 2'd1 && piece_mtag == 2'd2 && entries == 5);
    end
  end

endmodule

`resetall
