// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_check_tb: accesses to a few lines from a bank that gives and takes rows as pf_meta_cache does, with what the
// reference model makes of each (pf_line_check_vec).
//
// Checked: of each access in order its row as it goes back, whether it has changed, where it goes on and with what, and
// each of its races; that all words are counted; enough of each came to pass.
// Plusargs: +vec=FILE +seed=N +stall=race|blk|go (never taken for long times; seldom given)

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_line_check_tb;

  localparam integer LineW    = `PF_ADDR_W - 7;  // its own sizes: a netlist has no parameters
  localparam integer PcW      = `PF_RACE_PC_W;
  localparam integer EraW     = 3;
  localparam integer BlockNoW = 12;
  localparam integer Depth    = 6;
  localparam integer SlotW    = `PF_LINE_ROW_FIRST_W;
  localparam integer EntryW   = `PF_LINE_ENTRY_W;
  localparam integer CountW   = `PF_META_BLK_FENCE_W;
  localparam integer TagW     = `PF_TAG_W;
  localparam integer OwnerW   = `PF_META_BLOCK_W + `PF_META_WARP_W;
  localparam integer Most     = 65536;
  localparam integer RaceW    = OwnerW + 96 + 15 + 69;

  reg                clk   = 1'b0;
  reg                rst_n = 1'b0;
  reg                scord = 1'b0;
  wire               go_ready;
  reg                go_valid = 1'b0;
  reg  [LineW-1:0]   go_line;
  reg  [31:0]        go_words;
  reg                go_sub;
  reg  [TagW-1:0]    go_tag;
  reg  [PcW-1:0]     go_pc;
  reg  [2*CountW-1:0] go_self;
  reg  [EraW-1:0]    go_era;
  reg  [255:0]       go_row;
  reg  [Depth-2:0]   go_near;
  wire               ret_valid, ret_changed, done;
  wire [255:0]       ret_row;
  wire [EraW-1:0]    done_era, look_era, blk_era;
  wire               look_valid;
  wire [`PF_META_BLOCK_W-1:0] look_block, race_owner_block;
  wire [`PF_META_WARP_W-1:0]  look_warp, race_owner_warp;
  wire [2*CountW-1:0] count;
  wire               count_ok;
  reg                free_valid = 1'b0;
  reg  [BlockNoW-1:0] free_block;
  wire               free_take;
  wire               blk_valid, blk_make, blk_sub;
  reg                blk_ready = 1'b0;
  wire [BlockNoW-1:0] blk_block;
  wire [63:0]        blk_class;
  wire [3*SlotW-1:0] blk_entry, blk_next;
  wire [LineW-1:0]   blk_line, race_line;
  wire [31:0]        blk_words;
  wire [TagW-1:0]    blk_tag, race_tag;
  wire [PcW-1:0]     blk_pc, race_pc;
  wire [2*CountW-1:0] blk_self;
  wire               race_valid, race_sub;
  reg                race_ready = 1'b0;
  wire [95:0]        race_words;
  wire [14:0]        race_row;
  wire [68:0]        race_before;
  wire [5:0]         checks;
  wire               stall_owner, stall_report, stall_block, expanded, forgot, idle;

  pf_line_check u_dut (
    .clk_i              (clk),
    .rst_ni             (rst_n),
    .cfg_policy_i       (scord),
    .go_ready_o         (go_ready),
    .go_valid_i         (go_valid),
    .go_line_i          (go_line),
    .go_words_i         (go_words),
    .go_sub_i           (go_sub),
    .go_tag_i           (go_tag),
    .go_pc_i            (go_pc),
    .go_self_i          (go_self),
    .go_era_i           (go_era),
    .go_row_i           (go_row),
    .go_near_i          (go_near),
    .ret_valid_o        (ret_valid),
    .ret_changed_o      (ret_changed),
    .ret_row_o          (ret_row),
    .done_o             (done),
    .done_era_o         (done_era),
    .look_valid_o       (look_valid),
    .look_block_o       (look_block),
    .look_warp_o        (look_warp),
    .look_era_o         (look_era),
    .count_i            (count),
    .count_ok_i         (count_ok),
    .free_valid_i       (free_valid),
    .free_block_i       (free_block),
    .free_take_o        (free_take),
    .blk_valid_o        (blk_valid),
    .blk_ready_i        (blk_ready),
    .blk_block_o        (blk_block),
    .blk_make_o         (blk_make),
    .blk_class_o        (blk_class),
    .blk_entry_o        (blk_entry),
    .blk_next_o         (blk_next),
    .blk_line_o         (blk_line),
    .blk_words_o        (blk_words),
    .blk_sub_o          (blk_sub),
    .blk_tag_o          (blk_tag),
    .blk_pc_o           (blk_pc),
    .blk_self_o         (blk_self),
    .blk_era_o          (blk_era),
    .race_valid_o       (race_valid),
    .race_ready_i       (race_ready),
    .race_line_o        (race_line),
    .race_words_o       (race_words),
    .race_row_o         (race_row),
    .race_before_o      (race_before),
    .race_sub_o         (race_sub),
    .race_owner_block_o (race_owner_block),
    .race_owner_warp_o  (race_owner_warp),
    .race_tag_o         (race_tag),
    .race_pc_o          (race_pc),
    .checks_o           (checks),
    .stall_owner_o      (stall_owner),
    .stall_report_o     (stall_report),
    .stall_block_o      (stall_block),
    .expanded_o         (expanded),
    .forgot_o           (forgot),
    .idle_o             (idle)
  );

  always #5 clk = ~clk;

  ////////////////
  // Vectors    //
  ////////////////

  reg [LineW-1:0]    line_of   [0:Most-1];
  reg                load      [0:Most-1];
  reg [255:0]        before    [0:Most-1];
  reg [31:0]         words     [0:Most-1];
  reg                sub       [0:Most-1];
  reg [TagW-1:0]     tag       [0:Most-1];
  reg [PcW-1:0]      pc        [0:Most-1];
  reg [2*CountW-1:0] self      [0:Most-1];
  reg [EraW-1:0]     era       [0:Most-1];
  reg                has_block [0:Most-1];
  reg [BlockNoW-1:0] block     [0:Most-1];
  reg [255:0]        after     [0:Most-1];
  reg                changed   [0:Most-1];
  reg [1:0]          kind      [0:Most-1];
  reg [3*SlotW-1:0]  next      [0:Most-1];
  reg [1:0]          races     [0:Most-1];
  reg [3*RaceW-1:0]  race      [0:Most-1];

  // A line of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg               v_scord, v_load, v_sub, v_has, v_changed;
  reg [LineW-1:0]   v_line;
  reg [255:0]       v_before, v_after;
  reg [31:0]        v_words;
  reg [TagW-1:0]    v_tag;
  reg [PcW-1:0]     v_pc;
  reg [2*CountW-1:0] v_self;
  reg [EraW-1:0]    v_era;
  reg [BlockNoW-1:0] v_block;
  reg [1:0]         v_kind, v_races;
  reg [2:0]         v_touched;
  reg [SlotW-1:0]   v_next0, v_next1, v_next2;
  reg [OwnerW-1:0]  v_o0, v_o1, v_o2;
  reg [95:0]        v_w0, v_w1, v_w2;
  reg [14:0]        v_r0, v_r1, v_r2;
  reg [22:0]        v_a0, v_b0, v_c0, v_a1, v_b1, v_c1, v_a2, v_b2, v_c2;

  integer         file, got, seed, n, cycles;
  reg [8*256-1:0] vec;
  reg [8*16-1:0]  stall;

  task read_all;
    begin
      n   = 0;
      got = 37;
      while (got == 37 && n < Most) begin
        got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h", v_scord, v_line, v_load, v_before,
                      v_words, v_sub, v_tag, v_pc, v_self, v_era, v_has, v_block, v_after, v_changed, v_kind, v_touched,
                      v_next0, v_next1, v_next2, v_races);
        got = got + $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h", v_o0, v_w0, v_r0, v_a0, v_b0, v_c0,
                            v_o1, v_w1, v_r1, v_a1, v_b1, v_c1, v_o2, v_w2, v_r2, v_a2, v_b2, v_c2) - 1;
        if (got == 37) begin
          scord        = v_scord;
          line_of[n]   = v_line;
          load[n]      = v_load;
          before[n]    = v_before;
          words[n]     = v_words;
          sub[n]       = v_sub;
          tag[n]       = v_tag;
          pc[n]        = v_pc;
          self[n]      = v_self;
          era[n]       = v_era;
          has_block[n] = v_has;
          block[n]     = v_block;
          after[n]     = v_after;
          changed[n]   = v_changed;
          kind[n]      = v_kind;
          next[n]      = {v_next2, v_next1, v_next0};
          races[n]     = v_races;
          race[n]      = {v_o2, v_w2, v_r2, v_c2, v_b2, v_a2, v_o1, v_w1, v_r1, v_c1, v_b1, v_a1,
                          v_o0, v_w0, v_r0, v_c0, v_b0, v_a0};
          n = n + 1;
        end
      end
    end
  endtask

  ////////////////
  // Bank       //
  ////////////////

  reg  [255:0] rows [0:7];
  integer      gone, back, turn, words_seen, words_told;
  integer      fast_seen, at_once, near_seen, race_seen, forgot_seen, made_seen, through_seen, k, w, quiet;
  reg  [1:0]   here, there;
  reg  [2:0]   told;                           // races of the access that have come
  integer      owned;
  reg          may, same, go_now;
  reg  [LineW-1:0] at;
  reg  [31:0]  junk, got_words, want_words;
  wire [31:0]  look = {{(32-`PF_META_BLOCK_W){1'b0}}, look_block} * 32'd5 + {{(32-`PF_META_WARP_W){1'b0}}, look_warp} * 32'd3 +
                      {{(32-EraW){1'b0}}, look_era} * 32'd7;
  reg  [2*CountW-1:0] answer;

  always @* begin
    answer = {{CountW{look[2]}}, {CountW{look[1]}}};
  end

  reg        calm;
  reg [31:0] r;  // xorshift32: $random is not the same in every simulator
  task draw;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task fail(input [8*24-1:0] what);
    begin
      $display("FAIL pf_line_check: access %0d: %0s: row %h %b, blk %b %b %h, race %b %h %h %h", back, what, ret_row, ret_changed,
               blk_valid, blk_make, blk_block, race_valid, race_words, race_row, race_before);
      $display("FAIL pf_line_check: expected row %h %b kind %0d, %0d races, first %h", after[back], changed[back], kind[back],
               races[back], race[back][RaceW-1:0]);
      $stop;
    end
  endtask

  pf_late_count #(
    .Width (2 * CountW)
  ) u_count (
    .clk_i    (clk),
    .ask_i    (look_valid),
    .answer_i (answer),
    .late_i   ((calm || r[24:22] != 3'd0) ? 2'd0 : r[26:25]),
    .count_o  (count),
    .ok_o     (count_ok)
  );

  always @(posedge clk) if (rst_n && stall_report !== (race_valid && !race_ready)) fail("stall_report");

  // An access in this cycle, if one may come.
  task give;
    begin
      may      = go_now && gone < n && gone - back < Depth && (calm || r[18:16] != 3'd0);
      go_near  = {(Depth-1){1'b0}};
      same     = 1'b0;
      at       = line_of[gone];
      for (k = Depth - 2; k >= 0; k = k - 1) begin
        if (gone - 1 - k >= back && line_of[gone-1-k] == at) begin
          go_near = {(Depth-1){1'b0}};
          go_near[k] = 1'b1;
          same = 1'b1;
        end
      end
      if (gone - back >= Depth) same = 1'b0;
      if (may && load[gone] && same) may = 1'b0;  // its row is still in use
      go_valid = may;
      draw;
      junk = r;
      if (may) begin
        if (load[gone]) rows[at[2:0]] = before[gone];
        go_row   = same ? {8{junk}} : rows[at[2:0]];
        go_line  = at;
        go_words = words[gone];
        go_sub   = sub[gone];
        go_tag   = tag[gone];
        go_pc    = pc[gone];
        go_self  = self[gone];
        go_era   = era[gone];
        if (same) near_seen = near_seen + 1;
        gone = gone + 1;
      end
    end
  endtask

  task check_race;
    begin
      race_seen = race_seen + 1;
      if (back >= n || turn >= {30'd0, races[back]}) fail("a race too many");
      // Owners come in the order of their classes, whose numbers are not compared.
      owned = 3;
      for (k = 0; k < 3; k = k + 1) begin
        if (k < {30'd0, races[back]} && !told[k] && {race_owner_block, race_owner_warp} === race[back][k*RaceW+180 +: OwnerW]) owned = k;
      end
      if (owned == 3) fail("race's owner");
      told[owned] = 1'b1;
      // By words: two classes may have the same entry for a while.
      for (k = 0; k < 3; k = k + 1) begin
        for (w = 0; w < 3; w = w + 1) begin
          if (|(race_words[32*k +: 32] & race[back][owned*RaceW+84+32*w +: 32]) &&
              (race_row[5*k +: 5] !== race[back][owned*RaceW+69+5*w +: 5] ||
               race_before[23*k +: 23] !== race[back][owned*RaceW+23*w +: 23])) fail("race's class");
        end
      end
      got_words  = race_words[31:0] | race_words[63:32] | race_words[95:64];
      want_words = race[back][owned*RaceW+84 +: 32] | race[back][owned*RaceW+116 +: 32] | race[back][owned*RaceW+148 +: 32];
      if ((race_words[31:0] & race_words[63:32]) != 32'd0 || (race_words[95:64] & (race_words[31:0] | race_words[63:32])) != 32'd0)
        fail("a word twice");
      if (got_words !== want_words || race_line !== line_of[back] || race_tag !== tag[back] ||
          race_pc !== pc[back] || race_sub !== (sub[back] && scord)) fail("race");
      turn = turn + 1;
    end
  endtask

  task check_back;
    begin
      if (back >= gone) fail("back before it came");
      if (turn != {30'd0, races[back]}) fail("races are missing");
      // By words: which class has which number depends on who was just before.
      if (ret_changed !== changed[back] || ret_row[255:`PF_LINE_ROW_W] !== after[back][255:`PF_LINE_ROW_W]) fail("row");
      if (ret_row[255] && ret_row !== after[back]) fail("number of the block");
      for (w = 0; w < 32 && !ret_row[255]; w = w + 1) begin
        here  = {ret_row[`PF_LINE_ROW_HIGH_LSB+w], ret_row[`PF_LINE_ROW_LOW_LSB+w]};
        there = {after[back][`PF_LINE_ROW_HIGH_LSB+w], after[back][`PF_LINE_ROW_LOW_LSB+w]};
        if (here == 2'd3 || ret_row[here*SlotW +: SlotW] !== after[back][there*SlotW +: SlotW]) fail("a word's entry");
      end
      if (done !== (kind[back] == 2'd0 || kind[back] == 2'd3) || (done && done_era !== era[back])) fail("end");
      if ((blk_valid && blk_ready) !== (kind[back] == 2'd1 || kind[back] == 2'd2)) fail("to a block");
      if (forgot !== (kind[back] == 2'd3) || expanded !== (kind[back] == 2'd2) || free_take !== expanded) fail("block");
      if (blk_valid && blk_ready) begin
        if (blk_make !== (kind[back] == 2'd2) || blk_block !== after[back][BlockNoW-1:0]) fail("which block");
        if (blk_line !== line_of[back] || blk_words !== words[back] || blk_sub !== sub[back] || blk_tag !== tag[back] ||
            blk_pc !== pc[back] || blk_self !== self[back] || blk_era !== era[back]) fail("what goes on");
        for (w = 0; w < 32 && blk_make; w = w + 1) begin
          here  = {blk_class[32+w], blk_class[w]};
          there = {before[back][`PF_LINE_ROW_HIGH_LSB+w], before[back][`PF_LINE_ROW_LOW_LSB+w]};
          if (words[back][w] ? blk_next[here*SlotW +: SlotW] !== next[back][there*SlotW +: SlotW]
                             : blk_entry[here*SlotW +: SlotW] !== before[back][there*SlotW +: SlotW]) fail("entries of the block");
        end
      end
      if (kind[back] == 2'd1) through_seen = through_seen + 1;
      if (kind[back] == 2'd2) made_seen = made_seen + 1;
      if (kind[back] == 2'd3) forgot_seen = forgot_seen + 1;
      if (kind[back] != 2'd1) begin
        for (w = 0; w < 32; w = w + 1) words_told = words_told + {31'd0, words[back][w]};
      end
      at = line_of[back];
      rows[at[2:0]] = ret_row;
      back = back + 1;
      turn = 0;
      told = 3'd0;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    r = 32'h9e3779b9 ^ {seed[15:0], 16'd1};
    cycles = 0;
    calm = 1'b0;
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_line_check: no +vec=FILE");
      $stop;
    end
    file = $fopen(vec, "r");
    read_all;
    told = 3'd0;
    gone = 0; back = 0; turn = 0; words_seen = 0; words_told = 0; quiet = 0;
    fast_seen = 0; at_once = 0; near_seen = 0; race_seen = 0; forgot_seen = 0; made_seen = 0; through_seen = 0;
    go_now = 1'b0;
    @(negedge clk);
    @(negedge clk) rst_n = 1'b1;
    while (back < n && quiet < 2000) begin
      draw;
      cycles     = cycles + 1;
      calm       = cycles[8];                  // nobody waits for long times
      race_ready = (stall == "race" || cycles[9:7] == 3'd1) ? r[4:0] == 5'd0 : calm || r[1:0] != 2'd0;
      blk_ready  = (stall == "blk") ? r[9:5] == 5'd0 : calm || r[6:5] != 2'd0;
      if (stall == "go") go_now = go_now && r[13:10] == 4'd0;
      free_valid = back < n && has_block[back];
      free_block = block[back];
      give;
      #3;
      quiet = quiet + 1;
      if (blk_valid && blk_ready && !ret_valid) fail("to a block too early");
      if (race_valid && race_ready) check_race;
      words_seen = words_seen + {26'd0, checks};
      if (idle && gone != back + {31'd0, go_valid}) fail("idle");
      go_now  = go_ready;
      at_once = at_once + 1;
      if (blk_valid && blk_ready && !ret_valid) fail("to a block before its end");
      if (ret_valid) begin
        // An access to the line of the one in the cycle before, which has changed it
        if (at_once == 1 && back > 0 && line_of[back-1] == line_of[back] && changed[back-1] && kind[back-1] == 2'd0 &&
            kind[back] == 2'd0) fast_seen = fast_seen + 1;
        at_once = 0;
        quiet   = 0;
        check_back;
      end
      @(negedge clk);
    end
    go_valid = 1'b0;
    #3 words_seen = words_seen + {26'd0, checks};
    @(negedge clk);
    #3;
    if (back != n || !idle || words_seen != words_told || n < 100 || race_seen < 10 || near_seen < 20 || fast_seen < 5 || forgot_seen < 1 ||
        made_seen < 3 || through_seen < 5) begin
      $display("FAIL pf_line_check: %0d of %0d back, idle %b, %0d words of %0d, %0d races, %0d near, %0d at once, %0d forgot, %0d made, %0d through",
               back, n, idle, words_seen, words_told, race_seen, near_seen, fast_seen, forgot_seen, made_seen, through_seen);
      $stop;
    end
    $display("PASS pf_line_check seed=%0d checks=%0d", seed, n);
    $finish;
  end

endmodule

`resetall
