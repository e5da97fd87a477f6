// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_class_merge_words: for all inputs and every word: it has the entry that it would have alone, and the class that it gets
// when entries are put into a list one after the other, those of words left alone first; and the line has to be expanded just
// when that list becomes too long.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_class_merge_words #(
  parameter integer Words   = 6,
  parameter integer EntryW  = 3,
  parameter integer Classes = 3,
  parameter integer Fixed   = 0   // 1: word w is of class w mod Classes before the access
) (
  input wire                      clk_i,
  input wire [2*Words-1:0]        class_i,
  input wire [Classes*EntryW-1:0] entry_i,
  input wire [Words-1:0]          words_i,
  input wire [Classes*EntryW-1:0] next_i
);

  localparam integer Parts = 2 * Classes;

  wire [2*Words-1:0]        class_out;
  wire [Classes*EntryW-1:0] entry;
  wire [1:0]                last;
  wire                      expand, changed;

  pf_class_merge #(
    .Words   (Words),
    .EntryW  (EntryW),
    .Classes (Classes)
  ) u_dut (
    .class_i   (class_i),
    .entry_i   (entry_i),
    .words_i   (words_i),
    .next_i    (next_i),
    .class_o   (class_out),
    .entry_o   (entry),
    .last_o    (last),
    .expand_o  (expand),
    .changed_o (changed)
  );

  // The list, as long as there are entries; of each part its place in it
  wire [Parts*EntryW-1:0]    value = {next_i, entry_i};
  reg  [Parts-1:0]           there;
  reg  [Classes*EntryW-1:0]  list;
  reg  [Parts*2-1:0]         place;
  reg  [2:0]                 n;  // Classes + 1: too long
  reg                        found;
  integer p, k, x;
  always @* begin
    list  = {Classes*EntryW{1'b0}};
    place = {Parts*2{1'b0}};
    n     = 3'd0;
    for (p = 0; p < Parts; p = p + 1) begin
      there[p] = 1'b0;
      for (x = 0; x < Words; x = x + 1) begin
        if ({class_i[Words+x], class_i[x]} == p % Classes && words_i[x] == (p >= Classes)) there[p] = 1'b1;
      end
      found = !there[p];
      for (k = 0; k < Classes; k = k + 1) begin
        if (!found && k < n && list[k*EntryW +: EntryW] == value[p*EntryW +: EntryW]) begin
          found           = 1'b1;
          place[2*p +: 2] = k[1:0];
        end else if (!found && k == n) begin
          found                     = 1'b1;
          place[2*p +: 2]           = k[1:0];
          list[k*EntryW +: EntryW]  = value[p*EntryW +: EntryW];
          n                         = n + 3'd1;
        end
      end
      if (!found) n = Classes + 1;
    end
  end

  wire [Words-1:0] moved;

  genvar w, a, b;
  generate
    for (w = 0; w < Words; w = w + 1) begin : g_word
      wire [1:0]        before = {class_i[Words+w], class_i[w]};
      wire [1:0]        after  = {class_out[Words+w], class_out[w]};
      wire [EntryW-1:0] was    = entry_i[before*EntryW +: EntryW];
      wire [EntryW-1:0] want   = words_i[w] ? next_i[before*EntryW +: EntryW] : was;
      assign moved[w] = want != was;
      always @(posedge clk_i) begin
        assume (Fixed ? before == w % Classes : before < Classes);
        assert (expand || entry[after*EntryW +: EntryW] == want);
        assert (expand || after == (words_i[w] ? place[2*(Classes+before) +: 2] : place[2*before +: 2]));
      end
    end
    for (a = 1; a < Classes; a = a + 1) begin : g_class
      for (b = 0; b < a; b = b + 1) begin : g_lower  // classes that have words differ
        always @(posedge clk_i) begin
          assume (!(there[a] || there[Classes+a]) || !(there[b] || there[Classes+b]) ||
                  entry_i[a*EntryW +: EntryW] != entry_i[b*EntryW +: EntryW]);
        end
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    assert (expand == (n > Classes));
    assert (expand || (entry == list && last == n - 3'd1));
    assert (changed == |moved);
    cover (expand);
    cover (!expand && last == Classes - 1 && changed);
    cover (last == 2'd0 && |class_i && |(~words_i) && changed);
    cover (!expand && &there[Parts-1:Classes] && !(|there[Classes-1:0]));  // all of them new, by three
  end

endmodule

`resetall
