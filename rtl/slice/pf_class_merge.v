// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_class_merge: a line of metadata after an access, when it is kept as a few entries and the class of each word.
//
//                   words left alone: entry_i, by class --+
//   class_i, words_i --> parts                            +--> equal? --> the parts that lead, --+--> entry_o, last_o
//                   words accessed:   next_i, by class  --+               in this order          +--> class_o
//                                                                                                +--> expand_o
//
// An access splits each of the line's classes into words left alone and words accessed, which get a new entry; equal
// ones become one class again, such as the line had before, too. What an entry means is not looked at. With more than
// Classes the line has to be kept word by word, elsewhere; alike_o says what is left of it when there is no place.
// Classes are numbered without gaps: first those that keep words, in their order, then new ones, in order of the
// classes that they come from.
//
// Throughput  combinational.
// Latency     0.
// Errs        none: every word has the entry that it would have alone.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_class_merge #(
  parameter integer Words   = 32,  // of a line, 1..
  parameter integer EntryW  = 58,  // 1..
  parameter integer Classes = 3    // of a line, 2 or 3
) (
  input  wire [2*Words-1:0]        class_i,   // {high bits, low bits} of the words' classes, each less than Classes
  input  wire [Classes*EntryW-1:0] entry_i,   // class 0 lowest; of a class without words: anything
  input  wire [Words-1:0]          words_i,   // accessed
  input  wire [Classes*EntryW-1:0] next_i,    // what a class's words that are accessed get
  output wire [2*Words-1:0]        class_o,
  output wire [Classes*EntryW-1:0] entry_o,   // of a class without words: 0
  output wire [1:0]                last_o,    // the highest class that has words
  output wire [Words-1:0]          alike_o,   // words with the entry that the lowest of words_i gets, the line expanded or not
  output wire                      expand_o,  // more entries: class_o, entry_o and last_o do not count
  output wire                      changed_o  // a word has another entry than before
);

  localparam integer Parts = 2 * Classes;
  localparam [Words-1:0] ONE = 1;

  generate
    if (Words < 1 || EntryW < 1 || Classes < 2 || Classes > 3) begin : g_bad_param
      PF_CLASS_MERGE_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Parts      //
  ////////////////

  // Words left alone, then words accessed
  wire [Parts*Words-1:0]  mask;
  wire [Parts*EntryW-1:0] entry = {next_i, entry_i};
  wire [Parts-1:0]        there;

  // equal[Parts*i+j], j <= i: is part j's entry that of part i?
  wire [Parts*Parts-1:0]  equal;
  wire [Classes-1:0]      moved;

  genvar i, j;
  generate
    for (i = 0; i < Classes; i = i + 1) begin : g_class
      localparam [1:0] Number = i;
      wire [Words-1:0] words = ~(class_i[Words +: Words] ^ {Words{Number[1]}}) & ~(class_i[0 +: Words] ^ {Words{Number[0]}});
      assign mask[i*Words +: Words]           = words & ~words_i;
      assign mask[(Classes+i)*Words +: Words] = words & words_i;
      assign moved[i] = there[Classes+i] && !equal[Parts*(Classes+i)+i];
    end
    for (i = 0; i < Parts; i = i + 1) begin : g_part
      assign there[i] = |mask[i*Words +: Words];
      for (j = 0; j < Parts; j = j + 1) begin : g_other
        if (j == i) begin : g_self
          assign equal[Parts*i+j] = 1'b1;
        end else if (j > i) begin : g_not  // later
          assign equal[Parts*i+j] = 1'b0;
        end else begin : g_compare
          assign equal[Parts*i+j] = entry[i*EntryW +: EntryW] == entry[j*EntryW +: EntryW];
        end
      end
    end
  endgenerate

  assign changed_o = |moved;

  ////////////////
  // Leaders    //
  ////////////////

  // The first part of each entry that there is
  wire [Parts-1:0] lead;
  generate
    for (i = 0; i < Parts; i = i + 1) begin : g_lead
      if (i == 0) begin : g_first
        assign lead[i] = there[i];
      end else begin : g_later
        assign lead[i] = there[i] && !(|(there[i-1:0] & equal[Parts*i +: i]));
      end
    end
  endgenerate

  integer c, p, q;
  reg [Parts*Classes-1:0] slot;   // of each part that leads: its class, one bit
  reg [Classes:0]         ahead;  // so many have led, one bit; the highest: Classes or more
  reg                     over;
  always @* begin
    slot  = {Parts*Classes{1'b0}};
    over  = 1'b0;
    ahead = {{Classes{1'b0}}, 1'b1};
    for (p = 0; p < Parts; p = p + 1) begin
      for (c = 0; c < Classes && c <= p; c = c + 1) slot[p*Classes+c] = lead[p] && ahead[c];
      if (p >= Classes) over = over || (lead[p] && ahead[Classes]);
      if (lead[p]) ahead = {ahead[Classes] || ahead[Classes-1], ahead[Classes-2:0], 1'b0};
    end
  end

  assign expand_o = over;

  ////////////////
  // Alike      //
  ////////////////

  wire [Words-1:0] lowest = words_i & (~words_i + ONE);
  reg  [Words-1:0] alike;
  integer          a, b;
  always @* begin
    alike = {Words{1'b0}};
    for (a = Classes; a < Parts; a = a + 1) begin
      for (b = 0; b < Parts; b = b + 1) begin
        if (|(mask[a*Words +: Words] & lowest) && (b > a ? equal[Parts*b+a] : equal[Parts*a+b])) begin
          alike = alike | mask[b*Words +: Words];
        end
      end
    end
  end

  assign alike_o = alike;

  ////////////////
  // Line       //
  ////////////////

  reg [Classes*EntryW-1:0] merged;
  reg [2*Words-1:0]        of_word;
  reg [1:0]                last, number;
  always @* begin
    merged  = {Classes*EntryW{1'b0}};
    of_word = {2*Words{1'b0}};
    last    = 2'd0;
    for (p = 0; p < Parts; p = p + 1) begin
      number = 2'd0;
      for (c = 0; c < Classes; c = c + 1) begin
        if (c <= p) begin
          merged[c*EntryW +: EntryW] = merged[c*EntryW +: EntryW] | (entry[p*EntryW +: EntryW] & {EntryW{slot[p*Classes+c]}});
        end
        for (q = 0; q <= p; q = q + 1) begin
          if (c <= q && slot[q*Classes+c] && equal[Parts*p+q]) number = number | c[1:0];
        end
      end
      of_word = of_word | {mask[p*Words +: Words] & {Words{number[1]}}, mask[p*Words +: Words] & {Words{number[0]}}};
    end
    for (c = 1; c < Classes; c = c + 1) begin
      for (p = 0; p < Parts; p = p + 1) begin
        if (c <= p && slot[p*Classes+c]) last = c[1:0];
      end
    end
  end

  assign entry_o = merged;
  assign class_o = of_word;
  assign last_o  = last;

endmodule

`resetall
