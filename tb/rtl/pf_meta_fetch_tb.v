// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_meta_fetch_tb: random words of metadata memory with what the reference model in C sees in them
// (pf_meta_fetch_vec).
//
// Checked: every bit of the entry; enough of them were kept, forgotten, and unwritten before.
// Plusargs: +vec=FILE +seed=N

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_meta_fetch_tb;

  reg                        scord;
  reg  [63:0]                raw;
  reg  [`PF_META_TAG_W-1:0]   mtag;
  reg  [`PF_META_EPOCH_W-1:0] epoch;
  reg  [`PF_META_W-1:0]       want;
  wire [`PF_META_W-1:0]       entry;

  pf_meta_fetch u_dut (
    .raw_i   (raw),
    .mtag_i  (mtag),
    .epoch_i (epoch),
    .scord_i (scord),
    .entry_o (entry)
  );

  // A line of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg                         v_scord;
  reg  [63:0]                 v_raw;
  reg  [`PF_META_TAG_W-1:0]   v_mtag;
  reg  [`PF_META_EPOCH_W-1:0] v_epoch;
  reg  [`PF_META_W-1:0]       v_want;

  integer         file, got, checks, seed, kept, forgot;
  reg [8*256-1:0] vec;

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;  // the vectors' own, for the report
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_meta_fetch: no +vec=FILE");
      $stop;
    end
    checks = 0;
    kept   = 0;
    forgot = 0;
    file = $fopen(vec, "r");
    got = 5;
    while (got == 5) begin
      got = $fscanf(file, "%h %h %h %h %h\n", v_scord, v_raw, v_mtag, v_epoch, v_want);
      if (got == 5) begin
        {scord, raw, mtag, epoch, want} = {v_scord, v_raw, v_mtag, v_epoch, v_want};
        #1;
        checks = checks + 1;
        if (raw[`PF_META_W-1:0] === want) kept = kept + 1;
        else forgot = forgot + 1;
        if (entry !== want) begin
          $display("FAIL pf_meta_fetch: check %0d scord %b raw %h tag %h epoch %h: got %h, expected %h",
                   checks, scord, raw, mtag, epoch, entry, want);
          $stop;
        end
      end
    end
    if (!$feof(file) || checks < 1000 || kept < checks / 10 || forgot < checks / 10) begin
      $display("FAIL pf_meta_fetch: checks=%0d, %0d as they were, %0d not", checks, kept, forgot);
      $stop;
    end
    $display("PASS pf_meta_fetch seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
