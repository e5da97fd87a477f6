// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_class_merge_tb: random accesses to a line, with what the reference model in C makes of it
// (pf_class_merge_vec).
//
// Checked: the entry of every word; one class is the first; whether the line has to be expanded, and whether it has
// changed; enough of each came to pass. Plusargs: +vec=FILE +seed=N

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_class_merge_tb;

  localparam integer Words  = 32;  // its own sizes: a netlist has no parameters
  localparam integer EntryW = 64;

  reg  [Words-1:0]    second, words, want_second;
  reg  [2*EntryW-1:0] entry, next, want_entry;
  reg                 want_expand, want_changed;
  wire [Words-1:0]    got_second;
  wire [2*EntryW-1:0] got_entry;
  wire                expand, changed;

  pf_class_merge u_dut (
    .second_i  (second),
    .entry_i   (entry),
    .words_i   (words),
    .next_i    (next),
    .second_o  (got_second),
    .entry_o   (got_entry),
    .expand_o  (expand),
    .changed_o (changed)
  );

  // A line of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg [Words-1:0]    v_second, v_words, v_want_second;
  reg [2*EntryW-1:0] v_entry, v_next, v_want_entry;
  reg                v_expand, v_changed;

  integer         file, got, checks, seed, expanded, same, w;
  reg             good, one;
  reg [8*256-1:0] vec;

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;  // the vectors' own, for the report
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_class_merge: no +vec=FILE");
      $stop;
    end
    checks   = 0;
    expanded = 0;
    same     = 0;
    file = $fopen(vec, "r");
    got = 8;
    while (got == 8) begin
      got = $fscanf(file, "%h %h %h %h %h %h %h %h\n", v_second, v_entry, v_words, v_next, v_expand, v_changed,
                    v_want_second, v_want_entry);
      if (got == 8) begin
        {second, entry, words, next} = {v_second, v_entry, v_words, v_next};
        {want_expand, want_changed, want_second, want_entry} = {v_expand, v_changed, v_want_second, v_want_entry};
        #1;
        checks   = checks + 1;
        expanded = expanded + {31'd0, want_expand};
        same     = same + {31'd0, !want_changed};
        good     = expand === want_expand && changed === want_changed;
        for (w = 0; w < Words; w = w + 1) begin
          if (!want_expand && (got_second[w] ? got_entry[EntryW +: EntryW] : got_entry[0 +: EntryW]) !==
              (want_second[w] ? want_entry[EntryW +: EntryW] : want_entry[0 +: EntryW])) good = 1'b0;
        end
        // One class, when all words have one entry, is the first one.
        one = !want_expand;
        for (w = 1; w < Words; w = w + 1) begin
          if ((want_second[w] ? want_entry[EntryW +: EntryW] : want_entry[0 +: EntryW]) !=
              (want_second[0] ? want_entry[EntryW +: EntryW] : want_entry[0 +: EntryW])) one = 1'b0;
        end
        if (one && (got_second !== {Words{1'b0}} || got_entry[EntryW +: EntryW] !== {EntryW{1'b0}})) good = 1'b0;
        if (!good) begin
          $display("FAIL pf_class_merge: check %0d: %h %h, words %h, next %h: got %h %h %b %b, expected %h %h %b %b", checks,
                   second, entry, words, next, got_second, got_entry, expand, changed, want_second, want_entry,
                   want_expand, want_changed);
          $stop;
        end
      end
    end
    if (!$feof(file) || checks < 1000 || expanded < checks / 20 || same < checks / 20) begin
      $display("FAIL pf_class_merge: checks=%0d, %0d expanded, %0d as they were", checks, expanded, same);
      $stop;
    end
    $display("PASS pf_class_merge seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
