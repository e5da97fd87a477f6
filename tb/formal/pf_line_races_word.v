// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_races_word: any word of a line is told once if it races and never if not, with its class's row and entry, and the
// line's transfer ends (induction).

`resetall
`timescale 1ns / 1ps
`default_nettype none

`define PF_HOLDS(label, cond) always @* if (rst_ni) begin : label assert (cond); end

module pf_line_races_word #(
  parameter integer Lanes = 4
) (
  input wire        clk_i,
  input wire        in_valid_i,
  input wire [95:0] in_words_i,
  input wire [14:0] in_row_i,
  input wire [68:0] in_before_i,
  input wire        in_sub_i,
  input wire        race_ready_i
);

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  wire                in_ready, race_valid;
  wire [Lanes-1:0]    lanes, sub;
  wire [5*Lanes-1:0]  row;
  wire [23*Lanes-1:0] before;
  wire [3:0]          sector;
  wire [2:0]          entry;

  pf_line_races #(.Lanes (Lanes), .LineW (2)) u_dut (
    .clk_i (clk_i), .rst_ni (rst_ni),
    .in_valid_i (in_valid_i), .in_ready_o (in_ready), .in_line_i (2'd2), .in_words_i (in_words_i), .in_row_i (in_row_i),
    .in_before_i (in_before_i), .in_sub_i (in_sub_i),
    .race_valid_o (race_valid), .race_ready_i (race_ready_i), .race_lanes_o (lanes), .race_row_o (row), .race_sub_o (sub),
    .race_before_o (before), .race_sector_o (sector), .race_entry_o (entry)
  );

  // The payload stays until the transfer ends.
  reg         open_q;
  reg [179:0] payload_q;
  wire [178:0] payload = {in_words_i, in_row_i, in_before_i[67:0]};
  always @(posedge clk_i) begin
    open_q    <= rst_ni && in_valid_i && !in_ready;
    payload_q <= {in_before_i[68], payload};
  end
  always @* begin
    assume (!in_valid_i || (|in_words_i && (in_words_i[31:0] & in_words_i[63:32]) == 32'd0 &&
                            ((in_words_i[31:0] | in_words_i[63:32]) & in_words_i[95:64]) == 32'd0));
    assume (!open_q || (in_valid_i && {in_before_i[68], payload} == payload_q));
  end

  // Any word, and any class
  (* anyconst *) wire [4:0] word;
  (* anyconst *) wire [1:0] class;
  always @* assume (class < 2'd3);
  wire        races = in_words_i[word] || in_words_i[32+word] || in_words_i[64+word];
  wire        of    = in_words_i[32*class+word];
  wire        here  = race_valid && race_ready_i && {sector[1:0], entry} == (word / Lanes) * Lanes;
  wire [2:0]  lane  = word % Lanes;
  wire        tells = here && lanes[lane];
  reg         told_q;
  always @(posedge clk_i) begin
    if (!rst_ni)                     told_q <= 1'b0;
    else if (in_valid_i && in_ready) told_q <= 1'b0;
    else if (tells)                  told_q <= 1'b1;
  end

  // Insides (proofs.tab: flat)
  (* hierconn *) wire [32/Lanes-1:0] \u_dut.told_q ;
  wire [32/Lanes-1:0] groups = \u_dut.told_q ;
  wire [31:0]         words  = in_words_i[31:0] | in_words_i[63:32] | in_words_i[95:64];
  `PF_HOLDS(a_told, groups[word/Lanes] == told_q || !(open_q && races))
  `PF_HOLDS(a_closed, open_q || groups == 0)
  `PF_HOLDS(a_only, !(open_q && groups[word/Lanes]) || |words[(word/Lanes)*Lanes +: Lanes])
  `PF_HOLDS(a_clean, open_q || !told_q)

  `PF_HOLDS(a_once, !tells || !told_q)
  `PF_HOLDS(a_races, !tells || races)
  `PF_HOLDS(a_class, !(tells && of) || (row[5*lane +: 5] == in_row_i[5*class +: 5] &&
                                        before[23*lane +: 23] == in_before_i[23*class +: 23] && sub[lane] == in_sub_i))
  `PF_HOLDS(a_all, !(in_valid_i && in_ready && races) || told_q || tells)
  `PF_HOLDS(a_goes_on, !(in_valid_i && race_ready_i) || race_valid)
  `PF_HOLDS(a_line, !race_valid || sector[3:2] == 2'd2)

endmodule

`resetall
