// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_rules_facts_tb: random checks with the facts as the reference rules in C see them (pf_rules_facts_vec).
//
// Checked: all facts; each is met both ways.
// Plusargs: +vec=FILE +seed=N

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_facts.vh"

module pf_rules_facts_tb;

  reg                               scord;
  reg  [`PF_META_W-1:0]             entry;
  reg  [`PF_TAG_W-1:0]              tag;
  reg  [2*`PF_META_BLK_FENCE_W-1:0] owner, self;
  reg                               sub_word;
  reg  [`PF_FACTS_W-1:0]            want;
  reg  [4:0]                        row;
  reg                               race;
  reg  [`PF_META_W-1:0]             next;
  wire [`PF_FACTS_W-1:0]            facts;

  pf_rules_facts u_dut (
    .entry_i    (entry),
    .tag_i      (tag),
    .sub_word_i (sub_word),
    .owner_i    (owner),
    .facts_o    (facts)
  );

  // A line of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg                               v_scord, v_sub_word, v_race;
  reg  [`PF_META_W-1:0]             v_entry, v_next;
  reg  [`PF_TAG_W-1:0]              v_tag;
  reg  [2*`PF_META_BLK_FENCE_W-1:0] v_owner, v_self;
  reg  [`PF_FACTS_W-1:0]            v_facts;
  reg  [4:0]                        v_row;

  integer               file, got, checks, seed;
  reg [`PF_FACTS_W-1:0] ones, zeros;
  reg [8*256-1:0]       vec;

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;  // the vectors' own, for the report
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_rules_facts: no +vec=FILE");
      $stop;
    end
    ones   = {`PF_FACTS_W{1'b0}};
    zeros  = {`PF_FACTS_W{1'b0}};
    checks = 0;
    file = $fopen(vec, "r");
    got = 10;
    while (got == 10) begin
      got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h\n", v_scord, v_entry, v_tag, v_owner, v_self,
                    v_sub_word, v_facts, v_row, v_race, v_next);
      if (got == 10) begin
        {scord, entry, tag, owner, self, sub_word, want, row, race, next} =
            {v_scord, v_entry, v_tag, v_owner, v_self, v_sub_word, v_facts, v_row, v_race, v_next};
        #1;
        checks = checks + 1;
        ones   = ones | want;
        zeros  = zeros | ~want;
        if (facts !== want) begin
          $display("FAIL pf_rules_facts: check %0d entry %h tag %h owner %h sub_word %b: got %b, expected %b",
                   checks, entry, tag, owner, sub_word, facts, want);
          $stop;
        end
      end
    end
    if (!$feof(file) || !(&ones) || !(&zeros) || checks < 1000) begin
      $display("FAIL pf_rules_facts: checks=%0d, facts seen 1 %b, seen 0 %b", checks, ones, zeros);
      $stop;
    end
    $display("PASS pf_rules_facts seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
