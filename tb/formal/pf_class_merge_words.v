// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_class_merge_words: for all inputs and every word: it has the entry that it would have alone, if the line can be kept as
// two classes; and where it says that it cannot, any two entries leave a word out.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_class_merge_words #(
  parameter integer Words  = 6,
  parameter integer EntryW = 3
) (
  input wire                clk_i,
  input wire [Words-1:0]    second_i,
  input wire [2*EntryW-1:0] entry_i,
  input wire [Words-1:0]    words_i,
  input wire [2*EntryW-1:0] next_i,
  input wire [2*EntryW-1:0] any_i    // two entries
);

  wire [Words-1:0]    second;
  wire [2*EntryW-1:0] entry;
  wire                expand, changed;

  pf_class_merge #(
    .Words  (Words),
    .EntryW (EntryW)
  ) u_dut (
    .second_i  (second_i),
    .entry_i   (entry_i),
    .words_i   (words_i),
    .next_i    (next_i),
    .second_o  (second),
    .entry_o   (entry),
    .expand_o  (expand),
    .changed_o (changed)
  );

  wire [Words-1:0] left_out, moved;

  genvar w;
  generate
    for (w = 0; w < Words; w = w + 1) begin : g_word
      wire [EntryW-1:0] was  = second_i[w] ? entry_i[EntryW +: EntryW] : entry_i[0 +: EntryW];
      wire [EntryW-1:0] next = second_i[w] ? next_i[EntryW +: EntryW] : next_i[0 +: EntryW];
      wire [EntryW-1:0] want = words_i[w] ? next : was;
      wire [EntryW-1:0] got  = second[w] ? entry[EntryW +: EntryW] : entry[0 +: EntryW];
      assign left_out[w] = want != any_i[0 +: EntryW] && want != any_i[EntryW +: EntryW];
      assign moved[w]    = want != was;
      always @(posedge clk_i) assert (expand || got == want);
    end
  endgenerate

  always @(posedge clk_i) begin
    assert (!expand || |left_out);
    assert (changed == |moved);
    assert (expand || |second || entry[EntryW +: EntryW] == {EntryW{1'b0}});
    assert (expand || !(|second) || entry[0 +: EntryW] != entry[EntryW +: EntryW]);
    cover (expand);
    cover (!expand && |second && changed);
    cover (!(|second) && |second_i && !(&second_i) && changed);
  end

endmodule

`resetall
