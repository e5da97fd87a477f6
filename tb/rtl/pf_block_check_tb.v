// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_block_check_tb: accesses to a few beats of blocks from a bank that gives and takes rows as pf_meta_cache does, with what
// the reference model makes of each (pf_block_check_vec).
//
// Checked: of each access in order its beat as it goes back, whether it has changed, and each of its races; that all words
// are counted; enough of each came to pass.
// Plusargs: +vec=FILE +seed=N +stall=race|go (never taken for long times; seldom given)

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_block_check_tb;

  localparam integer LineW  = `PF_ADDR_W - 7;  // its own sizes: a netlist has no parameters
  localparam integer PcW    = `PF_RACE_PC_W;
  localparam integer EraW   = 3;
  localparam integer Depth  = 6;
  localparam integer SlotW  = `PF_LINE_ROW_FIRST_W;
  localparam integer CountW = `PF_META_BLK_FENCE_W;
  localparam integer TagW   = `PF_TAG_W;
  localparam integer OwnerW = `PF_META_BLOCK_W + `PF_META_WARP_W;
  localparam integer Most   = 65536;
  localparam integer RaceW  = OwnerW + 4 + 20 + 92;

  reg                clk   = 1'b0;
  reg                rst_n = 1'b0;
  reg                scord = 1'b0;
  wire               go_ready;
  reg                go_valid = 1'b0;
  reg                go_make, go_sub;
  reg  [LineW-1:0]   go_line;
  reg  [2:0]         go_beat;
  reg  [3:0]         go_words;
  reg  [TagW-1:0]    go_tag;
  reg  [PcW-1:0]     go_pc;
  reg  [2*CountW-1:0] go_self;
  reg  [EraW-1:0]    go_era;
  reg  [255:0]       go_row;
  reg  [Depth-2:0]   go_near;
  reg  [63:0]        make_class;
  reg  [3*SlotW-1:0] make_entry, make_next;
  reg  [31:0]        make_words;
  wire               ret_valid, ret_changed, done;
  wire [255:0]       ret_row;
  wire [EraW-1:0]    done_era, look_era;
  wire               look_valid;
  wire [`PF_META_BLOCK_W-1:0] look_block, race_owner_block;
  wire [`PF_META_WARP_W-1:0]  look_warp, race_owner_warp;
  wire [2*CountW-1:0] count;
  wire               count_ok;
  wire               race_valid;
  reg                race_ready = 1'b0;
  wire [3:0]         race_lanes, race_sub;
  wire [19:0]        race_row;
  wire [91:0]        race_before;
  wire [LineW+1:0]   race_sector;
  wire [2:0]         race_entry, checks;
  wire [TagW-1:0]    race_tag;
  wire [PcW-1:0]     race_pc;
  wire               stall_owner, stall_report, idle;

  pf_block_check u_dut (
    .clk_i              (clk),
    .rst_ni             (rst_n),
    .cfg_policy_i       (scord),
    .go_ready_o         (go_ready),
    .go_valid_i         (go_valid),
    .go_make_i          (go_make),
    .go_line_i          (go_line),
    .go_beat_i          (go_beat),
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
    .make_class_i       (make_class),
    .make_entry_i       (make_entry),
    .make_next_i        (make_next),
    .make_words_i       (make_words),
    .look_valid_o       (look_valid),
    .look_block_o       (look_block),
    .look_warp_o        (look_warp),
    .look_era_o         (look_era),
    .count_i            (count),
    .count_ok_i         (count_ok),
    .race_valid_o       (race_valid),
    .race_ready_i       (race_ready),
    .race_lanes_o       (race_lanes),
    .race_row_o         (race_row),
    .race_before_o      (race_before),
    .race_sub_o         (race_sub),
    .race_sector_o      (race_sector),
    .race_entry_o       (race_entry),
    .race_owner_block_o (race_owner_block),
    .race_owner_warp_o  (race_owner_warp),
    .race_tag_o         (race_tag),
    .race_pc_o          (race_pc),
    .checks_o           (checks),
    .stall_owner_o      (stall_owner),
    .stall_report_o     (stall_report),
    .idle_o             (idle)
  );

  always #5 clk = ~clk;

  ////////////////
  // Vectors    //
  ////////////////

  localparam integer VecW = 1 + 1 + 3 + 256 + 4 + 1 + TagW + PcW + 2 * CountW + EraW + 64 + 6 * SlotW + 32 + 256 + 1 + 3 + 4 * RaceW;

  reg [VecW-1:0]     vector [0:Most-1];
  reg [VecW-1:0]     of_go, of_back;

  // Of the access to come, and of the one to come back
  wire               g_load, g_make, g_sub, u_load, u_make, w_sub, w_changed;
  wire [2:0]         g_beat, w_beat, g_races, w_races;
  wire [255:0]       g_before, w_before, g_after, w_after;
  wire [3:0]         g_words, w_words;
  wire [TagW-1:0]    g_tag, w_tag;
  wire [PcW-1:0]     g_pc, w_pc;
  wire [2*CountW-1:0] g_self, w_self;
  wire [EraW-1:0]    g_era, w_era;
  wire [63:0]        g_class, w_class;
  wire [3*SlotW-1:0] g_entry, w_entry, g_next, w_next;
  wire [31:0]        g_accessed, w_accessed;
  wire               g_changed;
  wire [4*RaceW-1:0] g_race, w_race;
  assign {g_load, g_make, g_beat, g_before, g_words, g_sub, g_tag, g_pc, g_self, g_era, g_class, g_entry, g_next, g_accessed,
          g_after, g_changed, g_races, g_race} = of_go;
  assign {u_load, u_make, w_beat, w_before, w_words, w_sub, w_tag, w_pc, w_self, w_era, w_class, w_entry, w_next, w_accessed,
          w_after, w_changed, w_races, w_race} = of_back;

  // A line of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg                v_scord, v_load, v_make, v_sub, v_changed;
  reg  [2:0]         v_beat, v_races;
  reg  [255:0]       v_before, v_after;
  reg  [3:0]         v_words;
  reg  [TagW-1:0]    v_tag;
  reg  [PcW-1:0]     v_pc;
  reg  [2*CountW-1:0] v_self;
  reg  [EraW-1:0]    v_era;
  reg  [63:0]        v_class;
  reg  [SlotW-1:0]   v_e0, v_e1, v_e2, v_n0, v_n1, v_n2;
  reg  [31:0]        v_accessed;
  reg  [OwnerW-1:0]  v_owner;
  reg  [3:0]         v_lanes;
  reg  [19:0]        v_rows;
  reg  [22:0]        v_b0, v_b1, v_b2, v_b3;
  reg  [4*RaceW-1:0] v_race;

  integer         file, got, seed, n, cycles, j;
  reg [8*256-1:0] vec;
  reg [8*16-1:0]  stall;

  task read_all;
    begin
      n   = 0;
      got = 21;
      while (got == 21 && n < Most) begin
        got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h", v_scord, v_beat, v_load, v_make,
                      v_before, v_words, v_sub, v_tag, v_pc, v_self, v_era, v_class, v_e0, v_e1, v_e2, v_n0, v_n1, v_n2, v_accessed,
                      v_after, v_changed, v_races) - 1;
        for (j = 0; j < 4 && got == 21; j = j + 1) begin
          if ($fscanf(file, "%h %h %h %h %h %h %h", v_owner, v_lanes, v_rows, v_b0, v_b1, v_b2, v_b3) != 7) got = 0;
          v_race[j*RaceW +: RaceW] = {v_owner, v_lanes, v_rows, v_b3, v_b2, v_b1, v_b0};
        end
        if (got == 21) begin
          scord     = v_scord;
          vector[n] = {v_load, v_make, v_beat, v_before, v_words, v_sub, v_tag, v_pc, v_self, v_era, v_class, v_e2, v_e1, v_e0,
                       v_n2, v_n1, v_n0, v_accessed, v_after, v_changed, v_races, v_race};
          n = n + 1;
        end
      end
    end
  endtask

  ////////////////
  // Bank       //
  ////////////////

  reg  [255:0] rows [0:7];
  reg  [2:0]   flying [0:Depth-1];           // beats of those inside, the oldest first
  integer      gone, back, turn, words_seen, words_told, fast_seen, at_once, near_seen, race_seen, made_seen, owners_seen, k, quiet;
  reg          may, same, go_now, calm, was_changed;
  reg  [2:0]   was_beat;
  wire [31:0]  look = {{(32-`PF_META_BLOCK_W){1'b0}}, look_block} * 32'd5 + {{(32-`PF_META_WARP_W){1'b0}}, look_warp} * 32'd3 +
                      {{(32-EraW){1'b0}}, look_era} * 32'd7;
  reg  [2*CountW-1:0] answer;
  reg  [RaceW-1:0] want;

  always @* begin
    answer = {{CountW{look[2]}}, {CountW{look[1]}}};
  end

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
      $display("FAIL pf_block_check: access %0d: %0s: row %h %b, race %b %h %h %h", back, what, ret_row, ret_changed, race_valid,
               race_lanes, race_row, race_before);
      $display("FAIL pf_block_check: expected row %h %b, %0d races, first %h", w_after, w_changed, w_races, w_race[RaceW-1:0]);
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
      of_go = vector[gone];
      #0.1;
      may     = go_now && gone < n && gone - back < Depth && (calm || r[18:16] != 3'd0);
      go_near = {(Depth-1){1'b0}};
      same    = 1'b0;
      for (k = 0; k < gone - back && k < Depth; k = k + 1) begin
        if (flying[k] == g_beat && gone - back - 1 - k < Depth - 1) begin
          go_near = {(Depth-1){1'b0}};
          go_near[gone-back-1-k] = 1'b1;
          same = 1'b1;
        end
      end
      if (may && g_load && same) may = 1'b0;  // its row is still in use
      go_valid = may;
      draw;
      if (may) begin
        if (g_load) rows[g_beat] = g_before;
        go_row     = (same || g_make) ? {8{r}} : rows[g_beat];
        go_make    = g_make;
        go_line    = g_pc[LineW-1:0];
        go_beat    = g_beat;
        go_words   = g_words;
        go_sub     = g_sub;
        go_tag     = g_tag;
        go_pc      = g_pc;
        go_self    = g_self;
        go_era     = g_era;
        make_class = g_class;
        make_entry = g_entry;
        make_next  = g_next;
        make_words = g_accessed;
        if (same) near_seen = near_seen + 1;
        flying[gone-back] = g_beat;
        gone = gone + 1;
      end
    end
  endtask

  task check_race;
    begin
      race_seen = race_seen + 1;
      if (turn > 0) owners_seen = owners_seen + 1;
      if (back >= n || turn >= {29'd0, w_races}) fail("a race too many");
      want = w_race[turn*RaceW +: RaceW];
      if ({race_owner_block, race_owner_warp, race_lanes} !== want[RaceW-1:112]) fail("race's owner");
      for (k = 0; k < 4; k = k + 1) begin
        if (race_lanes[k] && (race_row[5*k +: 5] !== want[92+5*k +: 5] || race_before[23*k +: 23] !== want[23*k +: 23])) fail("race's entry");
      end
      if (race_sector !== {w_pc[LineW-1:0], w_beat[2:1]} || race_entry !== {w_beat[0], 2'b00} || race_tag !== w_tag ||
          race_pc !== w_pc || race_sub !== {4{w_sub && scord}}) fail("race");
      turn = turn + 1;
    end
  endtask

  task check_back;
    begin
      if (back >= gone) fail("back before it came");
      if (turn != {29'd0, w_races}) fail("races are missing");
      if (ret_row !== w_after || ret_changed !== w_changed) fail("row");
      if (!done || done_era !== w_era) fail("end");
      // An access to the beat of the one in the cycle before, which has changed it
      if (at_once == 1 && was_changed && was_beat == w_beat && !u_make) fast_seen = fast_seen + 1;
      at_once     = 0;
      was_changed = ret_changed;
      was_beat    = w_beat;
      if (u_make) made_seen = made_seen + 1;
      else for (k = 0; k < 4; k = k + 1) words_told = words_told + {31'd0, w_words[k]};
      rows[w_beat] = ret_row;
      for (k = 0; k < Depth - 1; k = k + 1) flying[k] = flying[k+1];
      back = back + 1;
      turn = 0;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    r = 32'h9e3779b9 ^ {seed[15:0], 16'd1};
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_block_check: no +vec=FILE");
      $stop;
    end
    file = $fopen(vec, "r");
    read_all;
    gone = 0; back = 0; turn = 0; words_seen = 0; words_told = 0; quiet = 0; cycles = 0;
    fast_seen = 0; at_once = 0; near_seen = 0; race_seen = 0; made_seen = 0; owners_seen = 0;
    go_now = 1'b0; was_changed = 1'b0; was_beat = 3'd0; calm = 1'b0;
    @(negedge clk);
    @(negedge clk) rst_n = 1'b1;
    while (back < n && quiet < 2000) begin
      draw;
      cycles     = cycles + 1;
      calm       = cycles[8];                  // nobody waits for long times
      race_ready = (stall == "race" || cycles[9:7] == 3'd1) ? r[4:0] == 5'd0 : calm || r[1:0] != 2'd0;
      if (stall == "go") go_now = go_now && r[13:10] == 4'd0;
      of_back = vector[back];
      give;
      #3;
      quiet   = quiet + 1;
      at_once = at_once + 1;
      if (race_valid && race_ready) check_race;
      words_seen = words_seen + {29'd0, checks};
      if (idle && gone != back + {31'd0, go_valid}) fail("idle");
      go_now = go_ready;
      if (ret_valid) begin
        quiet = 0;
        check_back;
      end
      @(negedge clk);
    end
    go_valid = 1'b0;
    @(negedge clk);
    #3;
    if (back != n || !idle || words_seen != words_told || n < 100 || race_seen < 10 || near_seen < 20 || fast_seen < 5 ||
        made_seen < 3 || owners_seen < 1) begin
      $display("FAIL pf_block_check: %0d of %0d back, idle %b, %0d words of %0d, %0d races, %0d near, %0d at once, %0d made, %0d owners",
               back, n, idle, words_seen, words_told, race_seen, near_seen, fast_seen, made_seen, owners_seen);
      $stop;
    end
    $display("PASS pf_block_check seed=%0d checks=%0d", seed, n);
    $finish;
  end

endmodule

`resetall
