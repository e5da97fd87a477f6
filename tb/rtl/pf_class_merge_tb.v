// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_class_merge_tb: random accesses to a line, with what the reference model in C makes of it
// (pf_class_merge_vec).
//
// Checked: the row after the access, bit for bit; whether the line has to be expanded, and whether it has changed; enough of
// each came to pass. Plusargs: +vec=FILE +seed=N

`include "pf_fields.vh"

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_class_merge_tb;

  localparam integer Words   = 32;  // its own sizes: a netlist has no parameters
  localparam integer EntryW  = 58;
  localparam integer Classes = 3;
  localparam integer RowW    = `PF_LINE_ROW_W;
  localparam integer BeatW   = 256;

  reg  [BeatW-1:0]          row, access;
  wire [2*Words-1:0]        class_out;
  wire [Classes*EntryW-1:0] entry_out;
  wire [1:0]                last;
  wire                      expand, changed;

  pf_class_merge u_dut (
    .class_i   (row[`PF_LINE_ROW_LOW_LSB +: 2*Words]),
    .entry_i   (row[`PF_LINE_ROW_FIRST_LSB +: Classes*EntryW]),
    .words_i   (access[`PF_LINE_ROW_LOW_LSB +: Words]),
    .next_i    (access[`PF_LINE_ROW_FIRST_LSB +: Classes*EntryW]),
    .class_o   (class_out),
    .entry_o   (entry_out),
    .last_o    (last),
    .expand_o  (expand),
    .changed_o (changed)
  );

  wire [BeatW-1:0] after = {{(BeatW-RowW){1'b0}}, class_out, entry_out};

  // A line of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg [BeatW-1:0] v_row, v_access, v_after;
  reg             v_expand, v_changed;
  reg [1:0]       v_last;

  integer         file, got, checks, seed, expanded, same, three;
  reg             good;
  reg [8*256-1:0] vec;

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;  // the vectors' own, for the report
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_class_merge: no +vec=FILE");
      $stop;
    end
    {row, access} = {2*BeatW{1'b0}};
    checks   = 0;
    expanded = 0;
    same     = 0;
    three    = 0;
    file = $fopen(vec, "r");
    got = 6;
    while (got == 6) begin
      got = $fscanf(file, "%h %h %h %h %h %h\n", v_row, v_access, v_after, v_expand, v_changed, v_last);
      if (got == 6) begin
        {row, access} = {v_row, v_access};
        #1;
        checks   = checks + 1;
        expanded = expanded + {31'd0, v_expand};
        same     = same + {31'd0, !v_changed};
        three    = three + {31'd0, v_last == 2'd2};
        good     = expand === v_expand && changed === v_changed && (v_expand || (after === v_after && last === v_last));
        if (!good) begin
          $display("FAIL pf_class_merge: check %0d: row %h, access %h: got %h %b %b %0d, expected %h %b %b %0d", checks,
                   row, access, after, expand, changed, last, v_after, v_expand, v_changed, v_last);
          $stop;
        end
      end
    end
    if (!$feof(file) || checks < 1000 || expanded < checks / 20 || same < checks / 20 || three < checks / 20) begin
      $display("FAIL pf_class_merge: checks=%0d, %0d expanded, %0d as they were, %0d of three classes", checks, expanded, same,
               three);
      $stop;
    end
    $display("PASS pf_class_merge seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
