// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_unit_tb: operations and races of pf_shared_unit_vec; operations come with gaps, races are
// taken late.
//
// Checked: every race, in order, with all its fields, not before its operation has come; forgets, splits and
// accesses not noted, counted; nothing more afterwards. No operation waits for longer than pf_shared_stay_vec.h allows it and
// the two before it. Printed: rounds, cycles, and in how many of them a round waited.
// Plusargs: +vec=FILE +seed=N +stall=op (gaps of hundreds of cycles) +stall=race (races wait as long)
//           +stall=none +full (no gaps, races are taken at once). -P Its=1 with --vec its=1: lanes are threads.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_shared_unit_tb #(
  parameter integer Its = 0
);

  localparam integer Banks = `PF_SHARED_BANKS;
  localparam integer Words = `PF_SHARED_WORDS;
  localparam integer Slots = `PF_BLOCK_SLOTS;
  localparam integer Warps = `PF_WARPS;
  localparam integer Whos  = `PF_SHARED_WARPS;
  localparam integer PcW   = `PF_SHARED_PC_W;
  localparam integer LaneW = 5;
  localparam integer RowW  = $clog2(Words);
  localparam integer BankW = $clog2(Banks);
  localparam integer SlotW = $clog2(Slots);
  localparam integer WarpW = $clog2(Warps);
  localparam integer WhoW  = $clog2(Whos);

  reg                    clk   = 1'b0;
  reg                    rst_n = 1'b0;
  reg                    op_valid = 1'b0;
  wire                   op_ready;
  reg  [1:0]             op_kind;
  reg  [SlotW-1:0]       op_slot;
  reg  [WarpW-1:0]       op_warp;
  reg  [WhoW-1:0]        op_who;
  reg  [Warps-1:0]       op_warps;
  reg                    op_write, op_strong, op_arrives, op_waits, op_leaves;
  reg  [1:0]             op_copy;
  reg  [PcW-1:0]         op_pc;
  reg  [Banks-1:0]       op_bank;
  reg  [Banks*RowW-1:0]  op_row;
  reg  [Banks*4-1:0]     op_bytes, op_same;
  reg  [Banks*LaneW-1:0] op_lane, op_second, op_last;
  reg  [Banks-1:0]       op_unlike;
  reg  [4:0]             op_barrier;
  wire                   race_valid;
  reg                    race_ready = 1'b0;
  wire                   race_instruction, race_lanes, race_write, race_strong, race_others;
  wire [SlotW-1:0]       race_slot;
  wire [WhoW-1:0]        race_who, race_first;
  wire [PcW-1:0]         race_pc, race_first_pc;
  wire [LaneW-1:0]       race_lane, race_first_lane;
  wire [BankW-1:0]       race_bank;
  wire [RowW-1:0]        race_row;
  wire [3:0]             race_bytes;
  wire [2:0]             race_did;
  wire                   forget, split, idle;
  wire [Banks-1:0]       lost;

  pf_shared_unit
`ifndef NETLIST
  #(
    .Its (Its)
  )
`endif
  u_dut (
    .clk_i              (clk),
    .rst_ni             (rst_n),
    .op_valid_i         (op_valid),
    .op_ready_o         (op_ready),
    .op_kind_i          (op_kind),
    .op_slot_i          (op_slot),
    .op_warp_i          (op_warp),
    .op_who_i           (op_who),
    .op_warps_i         (op_warps),
    .op_write_i         (op_write),
    .op_strong_i        (op_strong),
    .op_copy_i          (op_copy),
    .op_pc_i            (op_pc),
    .op_bank_i          (op_bank),
    .op_row_i           (op_row),
    .op_bytes_i         (op_bytes),
    .op_same_i          (op_same),
    .op_lane_i          (op_lane),
    .op_second_i        (op_second),
    .op_last_i          (op_last),
    .op_unlike_i        (op_unlike),
    .op_barrier_i       (op_barrier),
    .op_arrives_i       (op_arrives),
    .op_waits_i         (op_waits),
    .op_leaves_i        (op_leaves),
    .race_valid_o       (race_valid),
    .race_ready_i       (race_ready),
    .race_instruction_o (race_instruction),
    .race_lanes_o       (race_lanes),
    .race_slot_o        (race_slot),
    .race_who_o         (race_who),
    .race_write_o       (race_write),
    .race_strong_o      (race_strong),
    .race_pc_o          (race_pc),
    .race_lane_o        (race_lane),
    .race_bank_o        (race_bank),
    .race_row_o         (race_row),
    .race_bytes_o       (race_bytes),
    .race_others_o      (race_others),
    .race_did_o         (race_did),
    .race_first_o       (race_first),
    .race_first_lane_o  (race_first_lane),
    .race_first_pc_o    (race_first_pc),
    .forget_o           (forget),
    .split_o            (split),
    .lost_o             (lost),
    .idle_o             (idle)
  );

  always #5 clk = ~clk;

  localparam integer RaceW = 8 + SlotW + 2*WhoW + 2*PcW + 2*LaneW + BankW + RowW + 4;
  wire [RaceW-1:0] race = {race_instruction, race_lanes, race_write, race_strong, race_others, race_did, race_slot, race_who,
                           race_first, race_first_lane, race_pc, race_first_pc, race_lane, race_bank, race_row, race_bytes};

  // The operation that comes next. What $fscanf writes is copied before the unit looks at it: Verilator 5.006
  // does not see that it changes.
  reg  [1:0]             n_kind;
  reg  [SlotW-1:0]       n_slot;
  reg  [WarpW-1:0]       n_warp;
  reg  [WhoW-1:0]        n_who;
  reg  [Warps-1:0]       n_warps;
  reg                    n_write, n_strong, n_arrives, n_waits, n_leaves;
  reg  [1:0]             n_copy;
  reg  [PcW-1:0]         n_pc;
  reg  [Banks-1:0]       n_bank;
  reg  [Banks*RowW-1:0]  n_row;
  reg  [Banks*4-1:0]     n_bytes, n_same;
  reg  [Banks*LaneW-1:0] n_lane, n_second, n_last;
  reg  [Banks-1:0]       n_unlike;
  reg  [4:0]             n_barrier;

  // The race that comes next: `behind` operations of the file come before it.
  reg              w_instruction, w_lanes, w_write, w_strong, w_others;
  reg  [2:0]       w_did;
  reg  [SlotW-1:0] w_slot;
  reg  [WhoW-1:0]  w_who, w_first;
  reg  [PcW-1:0]   w_pc, w_first_pc;
  reg  [LaneW-1:0] w_lane, w_first_lane;
  reg  [BankW-1:0] w_bank;
  reg  [RowW-1:0]  w_row;
  reg  [3:0]       w_bytes;
  reg  [RaceW-1:0] want;
  reg              have_op, have_race;
  integer          i, behind, ops, rounds, races, lane_races, forgets, splits, losts, w_forgets, w_splits, w_losts;

  integer         file, file_r, got, kind, seed, calm, calm_r, cycles, waits, full, idles;
  // Cycles that the operation has waited, but for a race to be taken. What it may: its own, and of the rounds that are in
  // stages 1 and 2 as it comes.
  reg  [15:0]     n_stay, n_late, n_own;
  reg             n_drains, gap;
  integer         held, stay1, stay2;

  reg [31:0]      r;  // xorshift32: $random is not the same in every simulator
  reg [8*8-1:0]   stall;
  reg [8*256-1:0] vec;
  reg [8*1024-1:0] line;

  task draw;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task fetch_op;
    begin
      have_op = 1'b0;
      got = 1;
      kind = 1;
      while (!have_op && got == 1) begin
        got = $fscanf(file, "%h", kind);
        if (got == 1 && kind == 0) begin
          got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h\n", n_kind, n_slot, n_warp, n_who,
                        n_warps, n_write, n_strong, n_copy, n_pc, n_bank, n_row, n_bytes, n_same, n_lane, n_second, n_last,
                        n_unlike, n_barrier, n_arrives, n_waits, n_leaves);
          have_op = got == 21;
        end else if (got == 1 && kind == 3) begin
          got = $fscanf(file, "%h %h %h %h\n", n_stay, n_late, n_own, n_drains) == 4;
        end else if (got == 1) begin
          got = $fgets(line, file) > 0;
        end
      end
    end
  endtask

  task fetch_race;
    begin
      have_race = 1'b0;
      got = 1;
      kind = 0;
      while (!have_race && got == 1 && kind != 2) begin
        got = $fscanf(file_r, "%h", kind);
        if (got == 1 && kind == 1) begin
          got = $fscanf(file_r, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h\n", w_instruction, w_lanes, w_slot, w_who,
                        w_write, w_strong, w_pc, w_lane, w_bank, w_row, w_bytes, w_others, w_did, w_first, w_first_lane,
                        w_first_pc);
          have_race = got == 16;
          want = {w_instruction, w_lanes, w_write, w_strong, w_others, w_did, w_slot, w_who, w_first, w_first_lane, w_pc,
                  w_first_pc, w_lane, w_bank, w_row, w_bytes};
        end else if (got == 1 && kind == 2) begin
          got = $fscanf(file_r, "%h %h %h\n", w_forgets, w_splits, w_losts);
        end else if (got == 1) begin
          got = $fgets(line, file_r) > 0;
          behind = behind + (kind == 0);
        end
      end
    end
  endtask

  task fail;
    input [8*24-1:0] what;
    begin
      $display("FAIL pf_shared_unit: %0s, operation %0d, race %0d at %0t: got %h, expected %h (valid %b, with operation %0d)",
               what, ops, races, $time, race, want, have_race, behind);
      $stop;
    end
  endtask

  // Just before the edge.
  task sample;
    begin
      if (race_valid === 1'bx) fail("unknown");
      if (race_valid && race_ready) begin
        if (!have_race) fail("a race too many");
        if (race !== want) fail("another race");
        if (behind > ops + 1) fail("too early");
        races = races + 1;
        lane_races = lane_races + race_lanes;
        fetch_race;
      end
      forgets = forgets + (forget === 1'b1);
      splits  = splits + (split === 1'b1);
      for (i = 0; i < Banks; i = i + 1) losts = losts + (lost[i] === 1'b1);
      cycles  = cycles + 1;
    end
  endtask

  // Whoever is in stage 2 may hold the operation; behind a cycle without one, whoever was in stage 1, too.
  task time_op;
    begin
      if (!op_valid) begin
        gap = 1'b1;
      end else if (op_ready !== 1'b1) begin
        held = held + (!race_valid || race_ready);
        if (held > n_own + stay2 + ((gap || n_drains) ? stay1 : 0)) fail("too slow");
      end else begin
        stay2 = n_drains ? 0 : stay1;
        stay1 = (op_kind != `PF_SHARED_OP_ACCESS) ? 0 : gap ? n_late : n_stay;
        held  = 0;
        gap   = 1'b0;
      end
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("stall=%s", stall)) stall = "none";
    full = $test$plusargs("full") ? 1 : 0;
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_shared_unit: no +vec=FILE");
      $stop;
    end
    r = seed ^ 32'h9e37_79b9;
    behind = 0; ops = 0; rounds = 0; races = 0; forgets = 0; splits = 0; losts = 0; calm = 0; calm_r = 0;
    cycles = 0; waits = 0; lane_races = 0;
    held = 0; gap = 1'b1; stay1 = 0; stay2 = 0;
    file   = $fopen(vec, "r");
    file_r = $fopen(vec, "r");
    fetch_race;
    fetch_op;
    @(negedge clk);
    @(negedge clk) rst_n = 1'b1;

    while (have_op) begin
      draw;
      if (calm > 0)   calm   = calm - 1;
      else if (stall == "op" && r[31:23] == 9'd0) calm = 700;
      if (calm_r > 0) calm_r = calm_r - 1;
      else if (stall == "race" && r[31:23] == 9'd0) calm_r = 700;
      op_valid   = op_valid || (full != 0) || (calm == 0 && r[2:0] != 3'd0);
      {op_kind, op_slot, op_warp, op_who, op_warps, op_write, op_strong, op_copy, op_pc, op_barrier, op_arrives, op_waits, op_leaves} =
          {n_kind, n_slot, n_warp, n_who, n_warps, n_write, n_strong, n_copy, n_pc, n_barrier, n_arrives, n_waits, n_leaves};
      {op_bank, op_row, op_bytes, op_same, op_lane} = {n_bank, n_row, n_bytes, n_same, n_lane};
      {op_second, op_last, op_unlike} = {n_second, n_last, n_unlike};
      race_ready = (full != 0) || (calm_r == 0 && r[4]);
      if (!op_valid) begin  // payload without valid is noise
        {op_kind, op_slot, op_warp, op_who, op_write, op_strong, op_copy, op_arrives, op_waits} = r;
        op_bank  = {Banks{r[7]}} ^ r;
        op_row   = {Banks*RowW{r[8]}};
        op_bytes = {Banks*4{r[9]}};
        op_same  = {Banks*4{r[10]}};
        op_last  = {Banks*LaneW{r[12]}};
        op_warps = {Warps{r[11]}};
      end
      #4;
      sample;
      time_op;
      if (op_valid && op_ready !== 1'b1 && op_kind == `PF_SHARED_OP_ACCESS) waits = waits + 1;
      if (op_valid && op_ready === 1'b1) begin
        rounds = rounds + (n_kind == `PF_SHARED_OP_ACCESS);
        @(negedge clk);
        ops = ops + 1;
        op_valid = 1'b0;
        fetch_op;
      end else begin
        @(negedge clk);
      end
    end
    op_valid   = 1'b0;
    race_ready = 1'b1;
    idles      = 0;
    while (idles < 4) begin
      #4;
      sample;
      @(negedge clk);
      idles = idle ? idles + 1 : 0;
    end
    if (have_race) fail("a race too few");
    if (forgets != w_forgets || splits != w_splits || losts != w_losts) begin
      $display("FAIL pf_shared_unit: forgets %0d splits %0d lost %0d, expected %0d %0d %0d", forgets, splits, losts,
               w_forgets, w_splits, w_losts);
      $stop;
    end
    if (ops < 100 || (full == 0 && (races < 20 || (Its != 0 && lane_races < 20)))) fail("too little");
    $display("PASS pf_shared_unit seed=%0d checks=%0d rounds=%0d races=%0d of_lanes=%0d forgets=%0d splits=%0d lost=%0d cycles=%0d waits=%0d",
             seed, ops, rounds, races, lane_races, forgets, splits, losts, cycles, waits);
    $finish;
  end

endmodule

`resetall
