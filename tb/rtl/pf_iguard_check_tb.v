// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_check_tb: accesses to a few lines from a bank that gives and takes rows as pf_meta_cache does, with what the
// reference model makes of each (pf_iguard_check_vec).
//
// Checked: of each access in order its row as it goes back, and whether it has changed; words that are done, that race and
// that are left; of what a block is to be made; each of its races in order; that all words are counted.
// Plusargs: +vec=FILE +seed=N +stall=race|end|go (never taken for long times; seldom given)

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_check_tb #(
  parameter integer Readers = 0,  // 1: the vectors' option readers, too
  parameter integer Depth   = 8
);

  localparam integer LineW    = `PF_ADDR_W - 7;  // its own sizes: a netlist has no parameters
  localparam integer PcW      = `PF_RACE_PC_W;
  localparam integer EraW     = 4;
  localparam integer BlockNoW = 12;
  localparam integer SideW    = `PF_IGUARD_SIDE_W;
  localparam integer TagW     = `PF_IGUARD_TAG_W;
  localparam integer TimesW   = `PF_IGUARD_TIMES_W;
  localparam integer Most     = 65536;
  localparam integer Races    = 1048576;
  localparam integer RaceW    = 32 + 3 + 1 + SideW;

  reg                clk   = 1'b0;
  reg                rst_n = 1'b0;
  reg                lanes = 1'b0;
  wire               go_ready;
  reg                go_valid = 1'b0;
  reg                go_of_block;
  reg  [2:0]         go_beat;
  reg  [LineW-1:0]   go_line;
  reg  [31:0]        go_words, go_raced;
  reg  [3:0]         go_bytes;
  reg  [TagW-1:0]    go_tag;
  reg  [PcW-1:0]     go_pc;
  reg  [EraW-1:0]    go_era;
  reg  [255:0]       go_row;
  reg  [Depth-2:0]   go_near;
  wire               ret_valid, ret_changed;
  wire [255:0]       ret_row, end_row;
  wire               look_step, look_valid;
  wire [`PF_META_BLOCK_W-1:0] look_block;
  wire [`PF_META_WARP_W-1:0]  look_warp;
  wire [EraW-1:0]    look_era, end_era;
  reg  [TimesW-1:0]  times, times1, times2;
  reg                free_valid = 1'b0;
  reg  [BlockNoW-1:0] free_block;
  wire               free_take;
  reg                end_ready = 1'b0;
  wire               end_valid, end_make, end_note;
  wire [BlockNoW-1:0] end_block;
  wire [31:0]        end_left, end_words, end_raced, end_had, race_words, turn_words;
  wire [LineW-1:0]   end_line;
  wire [3:0]         end_bytes;
  wire [TagW-1:0]    end_tag;
  wire [PcW-1:0]     end_pc;
  wire               race_valid, race_others, turn, forgot, idle;
  reg                race_ready = 1'b0;
  wire [2:0]         race_kind;
  wire [SideW-1:0]   race_side;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_iguard_check u_dut (
`else
  pf_iguard_check #(
    .Readers (Readers),
    .Depth   (Depth)
  ) u_dut (
`endif
    .clk_i         (clk),
    .rst_ni        (rst_n),
    .lanes_i       (lanes),
    .go_ready_o    (go_ready),
    .go_valid_i    (go_valid),
    .go_of_block_i (go_of_block),
    .go_beat_i     (go_beat),
    .go_line_i     (go_line),
    .go_words_i    (go_words),
    .go_raced_i    (go_raced),
    .go_bytes_i    (go_bytes),
    .go_tag_i      (go_tag),
    .go_pc_i       (go_pc),
    .go_era_i      (go_era),
    .go_note_i     (~go_era[0]),
    .go_row_i      (go_row),
    .go_near_i     (go_near),
    .ret_valid_o   (ret_valid),
    .ret_changed_o (ret_changed),
    .ret_row_o     (ret_row),
    .look_step_o   (look_step),
    .look_valid_o  (look_valid),
    .look_block_o  (look_block),
    .look_warp_o   (look_warp),
    .look_era_o    (look_era),
    .times_i       (times),
    .free_valid_i  (free_valid),
    .free_block_i  (free_block),
    .free_take_o   (free_take),
    .end_ready_i   (end_ready),
    .end_valid_o   (end_valid),
    .end_make_o    (end_make),
    .end_row_o     (end_row),
    .end_block_o   (end_block),
    .end_left_o    (end_left),
    .end_words_o   (end_words),
    .end_raced_o   (end_raced),
    .end_had_o     (end_had),
    .end_line_o    (end_line),
    .end_bytes_o   (end_bytes),
    .end_tag_o     (end_tag),
    .end_pc_o      (end_pc),
    .end_era_o     (end_era),
    .end_note_o    (end_note),
    .race_valid_o  (race_valid),
    .race_ready_i  (race_ready),
    .race_words_o  (race_words),
    .race_kind_o   (race_kind),
    .race_others_o (race_others),
    .race_side_o   (race_side),
    .turn_o        (turn),
    .turn_words_o  (turn_words),
    .forgot_o      (forgot),
    .idle_o        (idle)
  );

  always #5 clk = ~clk;

  ////////////////
  // Vectors    //
  ////////////////

  reg [TimesW-1:0]   known     [0:63];
  reg [LineW-1:0]    line_of   [0:Most-1];
  reg                load      [0:Most-1];
  reg                of_block  [0:Most-1];
  reg [2:0]          beat      [0:Most-1];
  reg [255:0]        before    [0:Most-1];
  reg [31:0]         words     [0:Most-1];
  reg [31:0]         had       [0:Most-1];
  reg [3:0]          bytes     [0:Most-1];
  reg [TagW-1:0]     tag       [0:Most-1];
  reg [PcW-1:0]      pc        [0:Most-1];
  reg [EraW-1:0]     era       [0:Most-1];
  reg                has_block [0:Most-1];
  reg [BlockNoW-1:0] block     [0:Most-1];
  reg [255:0]        made_of   [0:Most-1];
  reg [255:0]        after     [0:Most-1];
  reg                changed   [0:Most-1];
  reg                make      [0:Most-1];
  reg [31:0]         left      [0:Most-1];
  reg [31:0]         done      [0:Most-1];
  reg [31:0]         raced     [0:Most-1];
  reg [31:0]         first     [0:Most];   // of its races
  reg [RaceW-1:0]    race      [0:Races-1];

  // A line of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg                v_lanes, v_readers, v_load, v_of, v_has, v_changed, v_make, v_others;
  reg [TimesW-1:0]   v_times;
  reg [LineW-1:0]    v_line;
  reg [2:0]          v_beat, v_kind;
  reg [255:0]        v_before, v_of_row, v_after;
  reg [31:0]         v_words, v_had, v_left, v_done, v_raced, v_races, v_race;
  reg [3:0]          v_bytes;
  reg [TagW-1:0]     v_tag;
  reg [PcW-1:0]      v_pc;
  reg [EraW-1:0]     v_era;
  reg [BlockNoW-1:0] v_block;
  reg [SideW-1:0]    v_side;

  integer         file, got, seed, n, cycles, k, races;
  reg [8*256-1:0] vec;
  reg [8*16-1:0]  stall;

  task read_all;
    begin
      got   = $fscanf(file, "%h %h", v_lanes, v_readers);
      lanes = v_lanes;
      if (got != 2 || {31'd0, v_readers} != Readers) begin
        $display("FAIL pf_iguard_check: vectors for Readers %b", v_readers);
        $stop;
      end
      for (k = 0; k < 64; k = k + 1) begin
        got      = $fscanf(file, "%h", v_times);
        known[k] = v_times;
      end
      n     = 0;
      races = 0;
      got   = 21;
      while (got == 21 && n < Most) begin
        got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h", v_line, v_load, v_of, v_beat, v_before, v_words, v_had,
                      v_bytes, v_tag, v_pc, v_era, v_has, v_block);
        got = got + $fscanf(file, "%h %h %h %h %h %h %h %h", v_of_row, v_after, v_changed, v_make, v_left, v_done, v_raced, v_races);
        if (got == 21) begin
          line_of[n]   = v_line;
          load[n]      = v_load;
          of_block[n]  = v_of;
          beat[n]      = v_beat;
          before[n]    = v_before;
          words[n]     = v_words;
          had[n]       = v_had;
          bytes[n]     = v_bytes;
          tag[n]       = v_tag;
          pc[n]        = v_pc;
          era[n]       = v_era;
          has_block[n] = v_has;
          block[n]     = v_block;
          made_of[n]   = v_of_row;
          after[n]     = v_after;
          changed[n]   = v_changed;
          make[n]      = v_make;
          left[n]      = v_left;
          done[n]      = v_done;
          raced[n]     = v_raced;
          first[n]     = races;
          for (k = 0; k < v_races && races < Races; k = k + 1) begin
            got = $fscanf(file, "%h %h %h %h", v_race, v_kind, v_others, v_side);
            race[races] = {v_race, v_kind, v_others, v_side};
            races = races + 1;
            if (got != 4) $stop;
          end
          got = 21;
          n   = n + 1;
        end
      end
      first[n] = races;
    end
  endtask

  ////////////////
  // Bank       //
  ////////////////

  reg  [255:0] rows [0:7];
  integer      gone, back, told, words_seen, words_told;
  reg          was_near [0:Most-1];
  integer      known_seen, same_seen, skips_seen, chained_seen;
  integer      near_seen, forgot_seen, made_seen, through_seen, beats_seen, had_seen, late_seen, at_once, fast_seen, w, quiet;
  reg          may, same, go_now, forgot_it;
  reg  [LineW-1:0] at;
  reg  [31:0]  junk;
  wire [31:0]  look = {{(32-`PF_META_BLOCK_W){1'b0}}, look_block} * 32'd5 + {{(32-`PF_META_WARP_W){1'b0}}, look_warp} * 32'd3 +
                      {{(32-EraW){1'b0}}, look_era} * 32'd7;

  reg        calm;
  reg [31:0] r;  // xorshift32: $random is not the same in every simulator
  task draw;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  wire [127:0] anything = {~r, r, ~r, r};

  // Three steps later; what was not asked for is anything.
  always @(posedge clk) begin
    if (look_step) begin
      times1 <= look_valid ? known[look[5:0]] : anything[TimesW-1:0];
      times2 <= times1;
      times  <= times2;
    end
  end

  task fail(input [8*24-1:0] what);
    begin
      $display("FAIL pf_iguard_check: access %0d: %0s: row %h %b, left %h done %h raced %h make %b block %h, race %b %h %h %b %h", back,
               what, ret_row, ret_changed, end_left, end_words, end_raced, end_had, end_make, end_block, race_valid, race_words, race_kind,
               race_others, race_side);
      $display("FAIL pf_iguard_check: expected row %h %b, left %h done %h raced %h make %b, race %0d of %0d to %0d %h", after[back],
               changed[back], left[back], done[back], raced[back], make[back], told, first[back], first[back+1], race[told]);
      $stop;
    end
  endtask

  // An access in this cycle, if one may come.
  task give;
    begin
      may     = go_now && gone < n && gone - back < Depth && (calm || r[18:16] != 3'd0);
      go_near = {(Depth-1){1'b0}};
      same    = 1'b0;
      at      = line_of[gone];
      for (k = Depth - 2; k >= 0; k = k - 1) begin
        if (gone - 1 - k >= back && line_of[gone-1-k] == at) begin
          go_near = {(Depth-1){1'b0}};
          go_near[k] = 1'b1;
          same = 1'b1;
        end
      end
      if (may && load[gone] && same) may = 1'b0;  // its row is still in use
      go_valid = may;
      draw;
      junk = r;
      if (may) begin
        if (load[gone]) rows[at[2:0]] = before[gone];
        go_row      = same ? {8{junk}} : rows[at[2:0]];
        go_of_block = of_block[gone];
        go_beat     = beat[gone];
        go_line     = at;
        go_words    = words[gone];
        go_raced    = had[gone];
        go_bytes    = bytes[gone];
        go_tag      = tag[gone];
        go_pc       = pc[gone];
        go_era      = era[gone];
        was_near[gone] = same;
        if (same) near_seen = near_seen + 1;
        gone = gone + 1;
      end
    end
  endtask

  task check_race;
    begin
      if (back >= n || told >= first[back+1]) fail("a race too many");
      if ({race_words, race_kind, race_others, race_side} !== race[told]) fail("race");
      if (end_line !== line_of[back] || end_tag !== tag[back] || end_pc !== pc[back] || end_bytes !== bytes[back]) fail("whose race");
      told = told + 1;
    end
  endtask

  task check_back;
    begin
      if (back >= gone) fail("back before it came");
      if (told != first[back+1]) fail("races are missing");
      // What is forgotten may have been nobody's before.
      if (ret_row !== after[back] || (ret_changed !== changed[back] && !(forgot_it && ret_changed))) fail("row");
      if (end_make !== make[back] || free_take !== make[back]) fail("a block is made");
      if (end_make && end_row !== made_of[back]) fail("what it is made of");
      if (end_make && end_block !== block[back]) fail("which block");
      if (end_left !== left[back] || end_words !== done[back]) fail("words");
      if (end_raced !== raced[back] || end_had !== had[back]) fail("words that race");
      if (left[back] != 32'd0 && !make[back] && end_block !== ret_row[BlockNoW-1:0]) fail("the line's block");
      if (end_line !== line_of[back] || end_tag !== tag[back] || end_pc !== pc[back] || end_bytes !== bytes[back] ||
          end_era !== era[back] || end_note !== ~end_era[0]) fail("what goes on");
      for (w = 0; w < 32; w = w + 1) words_told = words_told + {31'd0, done[back][w]};
      if (left[back] != 32'd0 && !make[back]) through_seen = through_seen + 1;
      if (make[back]) made_seen = made_seen + 1;
      if (make[back] && done[back] != 32'd0) late_seen = late_seen + 1;
      if (was_near[back] && left[back] != 32'd0 && !make[back] && at_once == 1) known_seen = known_seen + 1;
      if (back != 0 && was_near[back] && line_of[back] == line_of[back-1] && left[back] == 32'd0 && at_once == 1)
        same_seen = same_seen + 1;             // the one before it was a load
      if (back != 0 && was_near[back] && line_of[back] == line_of[back-1] && (at_once == 5 || at_once == 6))
        skips_seen = skips_seen + 1;
      if (back != 0 && was_near[back] && line_of[back] == line_of[back-1] && at_once == 2) chained_seen = chained_seen + 1;
      if (of_block[back]) beats_seen = beats_seen + 1;
      if (had[back] != 32'd0) had_seen = had_seen + 1;
      at = line_of[back];
      rows[at[2:0]] = ret_row;
      back = back + 1;
      forgot_it = 1'b0;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    r = 32'h9e3779b9 ^ {seed[15:0], 16'd1};
    cycles = 0;
    calm = 1'b0;
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_iguard_check: no +vec=FILE");
      $stop;
    end
    file = $fopen(vec, "r");
    read_all;
    gone = 0; back = 0; told = 0; words_seen = 0; words_told = 0; quiet = 0; at_once = 0; fast_seen = 0; known_seen = 0;
    same_seen = 0; skips_seen = 0; chained_seen = 0;
    near_seen = 0; forgot_seen = 0; made_seen = 0; through_seen = 0; beats_seen = 0; had_seen = 0; late_seen = 0;
    go_now = 1'b0; forgot_it = 1'b0;
    for (k = 0; k < 8; k = k + 1) rows[k] = 256'd0;
    @(negedge clk);
    @(negedge clk) rst_n = 1'b1;
    while (back < n && quiet < 2000) begin
      draw;
      cycles     = cycles + 1;
      calm       = cycles[8];                  // nobody waits for long times
      race_ready = (stall == "race" || cycles[9:7] == 3'd1) ? r[4:0] == 5'd0 : calm || r[1:0] != 2'd0;
      end_ready  = (stall == "end") ? r[9:5] == 5'd0 : calm || r[6:5] != 2'd0;
      if (stall == "go") go_now = go_now && r[13:10] == 4'd0;
      free_valid = back < n && has_block[back];
      free_block = block[back];
      give;
      #3;
      quiet   = quiet + 1;
      at_once = at_once + 1;
      if (race_valid && race_ready) check_race;
      if (turn) begin
        for (w = 0; w < 32; w = w + 1) words_seen = words_seen + {31'd0, turn_words[w]};
      end
      if (forgot) begin
        forgot_seen = forgot_seen + 1;
        forgot_it   = 1'b1;                    // something of this access
      end
      if (end_valid !== ret_valid || (end_valid && !end_ready)) fail("end");
      if (idle && gone != back + {31'd0, go_valid}) fail("idle");
      go_now = go_ready;
      if (ret_valid) begin
        if (at_once == 1) fast_seen = fast_seen + 1;
        quiet = 0;
        check_back;
        at_once = 0;
      end
      @(negedge clk);
    end
    go_valid = 1'b0;
    #3;
    if (back != n || !idle || words_seen != words_told || n < 100 || races < 100 || near_seen < 20 || forgot_seen < 5 ||
        made_seen < 20 || through_seen < 20 || beats_seen < 20 || fast_seen < 20 ||
        (stall == "" && (known_seen < 20 || skips_seen < 20 || same_seen < 20 || chained_seen < 20)) ||
        (Readers != 0 && (had_seen < 20 || late_seen < 3))) begin
      $display("FAIL pf_iguard_check: %0d of %0d back, idle %b, %0d words of %0d, %0d races, %0d near, %0d forgot, %0d made, %0d of them late, %0d through, %0d beats, %0d had raced, %0d at once, %0d known, %0d same, %0d skip",
               back, n, idle, words_seen, words_told, races, near_seen, forgot_seen, made_seen, late_seen, through_seen, beats_seen,
               had_seen, fast_seen, known_seen, same_seen, skips_seen);
      $stop;
    end
    $display("PASS pf_iguard_check seed=%0d checks=%0d races=%0d late=%0d known=%0d same=%0d skips=%0d chained=%0d", seed, n, races, late_seen, known_seen,
             same_seen, skips_seen, chained_seen);
    $finish;
  end

endmodule

`resetall
