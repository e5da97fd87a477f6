// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Body of the benches of the rules: reads checks from +vec=FILE, compares what DUT outputs, and wants
// every row of RowsWanted. The module that includes it names itself by `PF_BENCH and holds the DUT.
// The vectors do not say who becomes owner: the new entry does.

  reg                              scord;
  reg  [`PF_META_W-1:0]            entry;
  reg  [`PF_TAG_W-1:0]             tag;
  reg  [2*`PF_META_BLK_FENCE_W-1:0] owner, self;
  reg                              sub_word;
  reg  [`PF_FACTS_W-1:0]           facts;
  reg  [4:0]                       want_row;
  reg                              want_race;
  reg  [`PF_META_W-1:0]            want_next;

  // A line of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg                               v_scord, v_sub_word, v_race;
  reg  [`PF_META_W-1:0]             v_entry, v_next;
  reg  [`PF_TAG_W-1:0]              v_tag;
  reg  [2*`PF_META_BLK_FENCE_W-1:0] v_owner, v_self;
  reg  [`PF_FACTS_W-1:0]            v_facts;
  reg  [4:0]                        v_row;

  integer file, got, checks, seed, k, missing;
  integer hits [0:63];  // row, and 32 more for scord
  reg [8*256-1:0] vec;

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;  // the vectors' own, for the report
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL %0s: no +vec=FILE", `PF_BENCH);
      $stop;
    end
    for (k = 0; k < 64; k = k + 1) hits[k] = 0;
    checks = 0;
    file = $fopen(vec, "r");
    got = 10;
    while (got == 10) begin
      got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h\n", v_scord, v_entry, v_tag, v_owner, v_self,
                    v_sub_word, v_facts, v_row, v_race, v_next);
      if (got == 10) begin
        {scord, entry, tag, owner, self, sub_word, facts, want_row, want_race, want_next} =
            {v_scord, v_entry, v_tag, v_owner, v_self, v_sub_word, v_facts, v_row, v_race, v_next};
        #1;
        checks = checks + 1;
        hits[{scord, want_row}] = hits[{scord, want_row}] + 1;
        if ({row, race, race_row, next} !== {want_row, want_race, want_row & {5{want_race}}, want_next}) begin
          $display("FAIL %0s: check %0d scord %b entry %h tag %h self %h facts %h: got row %0d race %b (row %0d) next %h, expected row %0d race %b next %h",
                   `PF_BENCH, checks, scord, entry, tag, self, facts, row, race, race_row, next, want_row,
                   want_race, want_next);
          $stop;
        end
        if (want_next[`PF_META_WARP_LSB +: `PF_META_WARP_W] !==
                (own ? tag[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W] : entry[`PF_META_WARP_LSB +: `PF_META_WARP_W]) ||
            want_next[`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W] !==
                (own ? tag[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W] : entry[`PF_META_BLOCK_LSB +: `PF_META_BLOCK_W])) begin
          $display("FAIL %0s: check %0d scord %b entry %h tag %h: own %b, expected next %h",
                   `PF_BENCH, checks, scord, entry, tag, own, want_next);
          $stop;
        end
      end
    end
    missing = 0;
    for (k = 0; k < 64; k = k + 1) begin
      if (RowsWanted[k] && hits[k] == 0) begin
        $display("row %0d of policy %0d never met", k % 32, k / 32);
        missing = missing + 1;
      end
    end
    if (!$feof(file) || missing != 0 || checks < 1000) begin
      $display("FAIL %0s: checks=%0d, rows missing %0d", `PF_BENCH, checks, missing);
      $stop;
    end
    $display("PASS %0s seed=%0d checks=%0d", `PF_BENCH, seed, checks);
    $finish;
  end
