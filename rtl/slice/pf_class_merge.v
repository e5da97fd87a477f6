// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_class_merge: a line of metadata after an access, when it is kept as two entries and a mask of words.
//
//                    words left alone: entry_i, by class --+
//   second_i, words_i --> four parts                       +--> equal? --> the first entry, the next that --+--> entry_o
//                    words accessed:   next_i, by class  --+               differs, and is there a third?   +--> second_o
//                                                                                                           +--> expand_o
//
// An access splits each of the line's two classes into words left alone and words accessed, which
// get a new entry; equal ones become one class again. What an entry means is not looked at. With
// more than two the line has to be kept word by word, elsewhere.
//
// Throughput  combinational.
// Latency     0.
// Errs        none: every word has the entry that it would have alone.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_class_merge #(
  parameter integer Words  = 32,  // of a line, 1..
  parameter integer EntryW = 64   // 1..
) (
  input  wire [Words-1:0]    second_i,  // words of the second class; the others are of the first
  input  wire [2*EntryW-1:0] entry_i,   // {second, first}; of a class without words: anything
  input  wire [Words-1:0]    words_i,   // accessed
  input  wire [2*EntryW-1:0] next_i,    // {second, first}: what a class's words that are accessed get
  output wire [Words-1:0]    second_o,
  output wire [2*EntryW-1:0] entry_o,   // second: 0 when there is one class
  output wire                expand_o,  // more than two entries: second_o and entry_o do not count
  output wire                changed_o  // a word has another entry than before
);

  localparam integer Parts = 4;

  generate
    if (Words < 1 || EntryW < 1) begin : g_bad_param
      PF_CLASS_MERGE_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Parts      //
  ////////////////

  wire [Parts*Words-1:0]  mask  = {second_i & words_i, ~second_i & words_i,
                                   second_i & ~words_i, ~second_i & ~words_i};
  wire [Parts*EntryW-1:0] entry = {next_i, entry_i};
  wire [Parts-1:0]        there;

  // equal[Parts*i+j], also of a part and itself
  wire [Parts*Parts-1:0]  equal;

  genvar i, j;
  generate
    for (i = 0; i < Parts; i = i + 1) begin : g_part
      assign there[i] = |mask[i*Words +: Words];
      for (j = 0; j < Parts; j = j + 1) begin : g_other
        localparam integer Low  = (i < j) ? i : j;
        localparam integer High = (i < j) ? j : i;
        assign equal[Parts*i+j] = entry[Low*EntryW +: EntryW] == entry[High*EntryW +: EntryW];
      end
    end
  endgenerate

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

  wire [Parts-1:0] one   = lead & (~lead + 1'b1);  // the first class
  wire [Parts-1:0] rest  = lead & ~one;
  wire [Parts-1:0] two   = rest & (~rest + 1'b1);  // the second

  assign expand_o  = |(rest & ~two);
  assign changed_o = (there[2] && !equal[Parts*0+2]) || (there[3] && !equal[Parts*1+3]);

  ////////////////
  // Line       //
  ////////////////

  integer k;
  reg [2*EntryW-1:0] merged;
  reg [Words-1:0]    second;
  always @* begin
    merged = {2*EntryW{1'b0}};
    second = {Words{1'b0}};
    for (k = 0; k < Parts; k = k + 1) begin
      merged = merged | {entry[k*EntryW +: EntryW] & {EntryW{two[k]}},
                         entry[k*EntryW +: EntryW] & {EntryW{one[k]}}};
      second = second | (mask[k*Words +: Words] & {Words{|(two & equal[Parts*k +: Parts])}});
    end
  end

  assign entry_o  = merged;
  assign second_o = second;

endmodule

`resetall
