// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_report_tb: the fate of every word, every record, head, interrupt, idle_o and the cycles that a
// transfer takes, against a model in this file.
//
// Plusargs: +seed=N +count=TRANSFERS +stall=race|rwr

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_report_tb #(
  parameter integer Lanes = `PF_LANES,
  parameter integer AddrW = `PF_ADDR_W,
  parameter integer Seen  = `PF_SEEN
);

  localparam integer MemW = AddrW - 3;
  localparam integer PcW  = `PF_RACE_PC_W;

  reg                         clk = 1'b0;
  reg                         rst_n = 1'b0;
  reg  [MemW-1:0]             ring_base = 0;
  reg  [4:0]                  ring_log2 = 1;
  reg  [31:0]                 ring_tail = 0;
  reg                         report_all = 1'b0;
  reg                         irq_enable = 1'b1;
  reg                         clear = 1'b0;
  reg                         race_valid = 1'b0;
  wire                        race_ready;
  reg  [Lanes-1:0]            race_lanes = 0;
  reg  [Lanes*5-1:0]          race_row = 0;
  reg  [Lanes-1:0]            race_sub = 0;
  reg  [Lanes*23-1:0]         race_before = 0;
  reg  [AddrW-6:0]            race_sector = 0;
  reg  [2:0]                  race_entry = 0;
  reg  [2:0]                  race_shift = 0;
  reg  [`PF_META_BLOCK_W-1:0] race_owner_block = 0;
  reg  [`PF_META_WARP_W-1:0]  race_owner_warp = 0;
  reg  [`PF_TAG_W-1:0]        race_tag = 0;
  reg  [PcW-1:0]              race_pc = 0;
  wire                        rwr_valid;
  reg                         rwr_ready = 1'b0;
  wire [MemW-1:0]             rwr_addr;
  wire [`PF_RACE_W-1:0]       rwr_data;
  wire [31:0]                 ring_head;
  wire                        irq;
  wire [4:0]                  kinds;
  wire                        dropped, repeated, recorded, full, idle;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_report u_dut (
`else
  pf_report #(
    .Lanes (Lanes),
    .AddrW (AddrW),
    .Seen  (Seen)
  ) u_dut (
`endif
    .clk_i              (clk),
    .rst_ni             (rst_n),
    .cfg_ring_base_i    (ring_base),
    .cfg_ring_log2_i    (ring_log2),
    .cfg_ring_tail_i    (ring_tail),
    .cfg_report_all_i   (report_all),
    .cfg_irq_enable_i   (irq_enable),
    .clear_i            (clear),
    .race_valid_i       (race_valid),
    .race_ready_o       (race_ready),
    .race_lanes_i       (race_lanes),
    .race_row_i         (race_row),
    .race_sub_i         (race_sub),
    .race_before_i      (race_before),
    .race_sector_i      (race_sector),
    .race_entry_i       (race_entry),
    .race_shift_i       (race_shift),
    .race_owner_block_i (race_owner_block),
    .race_owner_warp_i  (race_owner_warp),
    .race_tag_i         (race_tag),
    .race_pc_i          (race_pc),
    .rwr_valid_o        (rwr_valid),
    .rwr_ready_i        (rwr_ready),
    .rwr_addr_o         (rwr_addr),
    .rwr_data_o         (rwr_data),
    .ring_head_o        (ring_head),
    .irq_o              (irq),
    .kinds_o            (kinds),
    .dropped_o          (dropped),
    .repeated_o         (repeated),
    .recorded_o         (recorded),
    .full_o             (full),
    .idle_o             (idle)
  );

  always #5 clk = ~clk;

  // Model.
  reg             seen_valid [0:Seen-1];
  reg [PcW-1:0]   seen_pc [0:Seen-1];
  reg [2:0]       seen_kind [0:Seen-1];
  reg [31:0]      head;
  reg [Lanes-1:0] todo;
  reg             again;
  reg             want_dropped, want_repeated;
  reg [2:0]       kind;
  reg [4:0]       row;
  reg [PcW-1:0]   place;
  reg [MemW-1:0]  want_addr;
  reg [4:0]       want_kinds;
  reg [2:0]       word;
  reg [`PF_RACE_W-1:0] want_data;
  integer         lane;

  integer         seed, transfers, checks, n, k, cycle, took, most, clearing, run_left;
  integer         n_dropped, n_repeated, n_recorded;
  reg [8*16-1:0]  stall;
  reg [2:0]       mood;
  reg [31:0]      few;
  reg             long_run;

  // xorshift32: $random is not the same in every simulator.
  reg [31:0] r;
  task draw;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task check;
    input [8*12-1:0] what;
    input [255:0]    is, must;
    begin
      checks = checks + 1;
      if (is !== must) begin
        $display("FAIL pf_report seed=%0d transfer=%0d lanes=%b todo=%b %0s got=%h expected=%h", seed, n,
                 race_lanes, todo, what, is, must);
        $stop;
      end
    end
  endtask

  function [4:0] a_row;
    input [31:0] v;
    case (v % 12)
      0:       a_row = `PF_ROW_R3;
      1:       a_row = `PF_ROW_W3;
      2:       a_row = `PF_ROW_R3A;
      3:       a_row = `PF_ROW_W3A;
      4:       a_row = `PF_ROW_R4;
      5:       a_row = `PF_ROW_W5;
      6:       a_row = `PF_ROW_R5;
      7:       a_row = `PF_ROW_W6;
      8:       a_row = `PF_ROW_R6;
      9:       a_row = `PF_ROW_W7;
      10:      a_row = `PF_ROW_R10;
      default: a_row = `PF_ROW_W9;
    endcase
  endfunction

  function [2:0] kind_of;
    input [4:0] v;
    begin
      kind_of = 3'd7;
      if (v == `PF_ROW_R3 || v == `PF_ROW_W3 || v == `PF_ROW_R3A || v == `PF_ROW_W3A) kind_of = `PF_KIND_ATOMIC_SCOPE;
      if (v == `PF_ROW_R4 || v == `PF_ROW_W5)  kind_of = `PF_KIND_FENCE_BLOCK;
      if (v == `PF_ROW_R5 || v == `PF_ROW_W6)  kind_of = `PF_KIND_FENCE_DEVICE;
      if (v == `PF_ROW_R6 || v == `PF_ROW_W7)  kind_of = `PF_KIND_NOT_STRONG;
      if (v == `PF_ROW_R10 || v == `PF_ROW_W9) kind_of = `PF_KIND_LOCK;
    end
  endfunction

  task forget;
    begin
      for (k = 0; k < Seen; k = k + 1) seen_valid[k] = 1'b0;
      head = 0;
      clearing = Seen;
    end
  endtask

  // What becomes of the lowest word to do.
  task decide;
    begin
      lane = 0;
      while (!todo[lane]) lane = lane + 1;
      row   = race_row[lane*5 +: 5];
      kind  = kind_of(row);
      place = (race_pc ^ (race_pc >> 6) ^ (race_pc >> 12) ^ kind) % Seen;
      want_dropped  = head - ring_tail >= (32'd1 << ring_log2);
      want_repeated = !want_dropped && !report_all && seen_valid[place] &&
                      seen_pc[place] == race_pc && seen_kind[place] == kind;
      want_addr  = ring_base + head % (32'd1 << ring_log2);
      want_kinds = 5'd1 << kind;
      word       = race_entry + lane - race_shift;
      want_data  = 0;
      want_data[`PF_RACE_PC_LSB +: PcW]          = race_pc;
      want_data[`PF_RACE_WORD_LSB +: AddrW - 2]  = {race_sector, word};
      want_data[`PF_RACE_NUMBER_LSB +: 16]       = head[15:0];
      want_data[`PF_RACE_ROW_LSB +: 5]           = row;
      want_data[`PF_RACE_KIND_LSB +: 3]          = kind;
      want_data[`PF_RACE_LOCK_LSB +: 16]         = race_tag[`PF_TAG_LOCK_LSB +: 16];
      want_data[`PF_RACE_BARRIER_LSB +: `PF_RACE_BARRIER_W] = race_tag[`PF_TAG_BARRIER_LSB +: `PF_TAG_BARRIER_W];
      want_data[`PF_RACE_WARP_LSB +: `PF_RACE_WARP_W]       = race_tag[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W];
      want_data[`PF_RACE_BLOCK_LSB +: `PF_RACE_BLOCK_W]     = race_tag[`PF_TAG_BLOCK_LSB +: `PF_TAG_BLOCK_W];
      want_data[`PF_RACE_STRONG_LSB]             = race_tag[`PF_TAG_STRONG_LSB];
      want_data[`PF_RACE_BLOCK_SCOPE_LSB]        = race_tag[`PF_TAG_BLOCK_SCOPE_LSB];
      want_data[`PF_RACE_IS_ATOM_LSB]            = race_tag[`PF_TAG_IS_ATOM_LSB];
      want_data[`PF_RACE_WRITE_LSB]              = race_tag[`PF_TAG_WRITE_LSB];
      want_data[`PF_RACE_SUB_WORD_LSB]           = race_sub[lane];
      want_data[`PF_RACE_OWNER_BLOCK_LSB +: `PF_RACE_OWNER_BLOCK_W] = race_owner_block;
      want_data[`PF_RACE_OWNER_WARP_LSB +: `PF_RACE_OWNER_WARP_W]   = race_owner_warp;
      want_data[`PF_RACE_OWNER_LOCK_LSB +: 16]   = race_before[lane*23 + `PF_META_LOCK_LSB +: 16];
      want_data[`PF_RACE_OWNER_STRONG_LSB]       = race_before[lane*23 + `PF_META_STRONG_LSB];
      want_data[`PF_RACE_OWNER_BLOCK_SCOPE_LSB]  = race_before[lane*23 + `PF_META_BLOCK_SCOPE_LSB];
      want_data[`PF_RACE_OWNER_IS_ATOM_LSB]      = race_before[lane*23 + `PF_META_IS_ATOM_LSB];
      want_data[`PF_RACE_OWNER_DEV_SHARED_LSB]   = race_before[lane*23 + `PF_META_DEV_SHARED_LSB];
      want_data[`PF_RACE_OWNER_BLK_SHARED_LSB]   = race_before[lane*23 + `PF_META_BLK_SHARED_LSB];
      want_data[`PF_RACE_OWNER_MODIFIED_LSB]     = race_before[lane*23 + `PF_META_MODIFIED_LSB];
      want_data[`PF_RACE_OWNER_FENCED_LSB]       = race_before[lane*23 + 22];
    end
  endtask

  // One cycle: outputs just before the edge, then the edge.
  task step;
    begin
      #4;
      check("head", ring_head, head);
      check("irq", irq, irq_enable && head != ring_tail);
      check("idle", idle, !race_valid && clearing == 0);
      if (race_valid && todo != 0) begin
        decide;
        check("not ready", race_ready, 0);
        if (rwr_valid) begin
          check("fate", {want_dropped, want_repeated}, 0);
          check("address", rwr_addr, want_addr);
          check("record", rwr_data, want_data);
          check("full", full, 0);
        end
        check("recorded", recorded, rwr_valid && rwr_ready);
        if (dropped || repeated || recorded) begin
          check("fate", {dropped, repeated, recorded}, {want_dropped, want_repeated, !want_dropped && !want_repeated});
          check("kinds", kinds, want_kinds);
          check("busy", clearing, 0);
          todo[lane] = 1'b0;
          if (recorded) begin
            head = head + 1;
            if (todo != 0) most = most + 1;
            if (!report_all) begin
              seen_valid[place] = 1'b1;
              seen_pc[place]    = race_pc;
              seen_kind[place]  = kind;
            end
          end
          n_dropped  = n_dropped + dropped;
          n_repeated = n_repeated + repeated;
          n_recorded = n_recorded + recorded;
        end else begin
          check("kinds", kinds, 0);
        end
      end else begin
        check("quiet", {rwr_valid, dropped, repeated, recorded, kinds}, 0);
      end
      took  = took + 1;
      cycle = cycle + 1;
      @(negedge clk);
      if (clearing > 0 && !clear && rst_n) clearing = clearing - 1;
      rwr_ready = (mood == 3'd0 ? r[10:8] == 3'd0 : mood < 3'd4 ? r[8] : 1'b1) &&
                  !(stall == "rwr" && cycle % 1000 < 400);
      draw;
    end
  endtask

  // Between two transfers: the reader reads, the configuration changes, a new run begins.
  task pause;
    begin
      race_valid = 1'b0;
      draw;
      run_left = run_left - 1;
      if (run_left < 0) begin  // a new run
        long_run = r[2:0] == 3'd0;  // all is read at once: head becomes large
        run_left = long_run ? 2500 : r[15:8];
        draw;
        ring_log2  = (r[31:30] != 2'd0) ? 1 + r[28:24] % 20 : 1 + r[24];
        draw;
        ring_base  = {r, r} >> 5;
        report_all = r[31:30] == 2'd0;
        irq_enable = r[29:28] != 2'd0;
        few        = (r[27]) ? 3 : 32'hffff;
        clear      = 1'b1;
        while (clearing > 0) begin  // only when idle
          clear = 1'b0;
          step;
          clear = clearing == 0;
        end
        ring_tail = 0;
        clear = 1'b1;
        step;
        clear = 1'b0;
        forget;
      end
      draw;
      if (r[2:0] == 3'd0) irq_enable = !irq_enable;
      if (r[14] && r[17:15] == 3'd0) report_all = !report_all;
      if (r[5:3] < 3'd3 || long_run) ring_tail = head;
      if (r[5:3] == 3'd3 && ring_tail != head) ring_tail = ring_tail + 1;
      if (r[5:3] == 3'd4 && ring_log2 > 4) ring_tail = head - (32'd1 << ring_log2) + r[8:6];
      if (r[13:10] < 4'd7 && (!long_run || r[16:14] == 3'd0)) begin  // unread just below the ring's size, at it, or with one bit set: wrong, perhaps
        ring_tail = head - (32'd1 << ring_log2) + ((r[13:10] == 4'd0) ? 32'd1 : 32'd0);
        if (r[13:10] > 4'd1) ring_tail = head - (32'd1 << r[31:27]);
        if (r[13:10] > 4'd4) ring_tail = head - ((32'd1 << r[31:27]) - 32'd1);
        if (r[13:10] > 4'd5) ring_tail = head ^ (32'd1 << r[31:27]);
      end
      draw;
      repeat ((stall == "race") ? r[8:0] % 300 : (r[3:0] == 4'd0) ? r[7:4] : r[3:2] % 3) step;
    end
  endtask

  task transfer;
    begin
      draw;
      again      = Lanes == 1 && r[14:13] == 2'd0 && n != 0;  // one lane alone seldom repeats a race by chance
      race_lanes = r[Lanes-1:0];
      if (r[16:15] == 2'd0) race_lanes = {Lanes{1'b1}};
      if (r[31:23] != 0 && race_lanes == 0) race_lanes = 1;
      race_entry = r[19:17] - r[19:17] % Lanes;
      race_shift = r[22:20];
      draw;
      for (k = 0; k < Lanes; k = k + 1) begin
        if (!again && (k == 0 || r[0])) race_row[k*5 +: 5] = a_row({1'b0, r[31:1]});
        else if (k != 0) race_row[k*5 +: 5] = race_row[(k-1)*5 +: 5];
        draw;
        race_before[k*23 +: 23] = r[31:9];
        draw;
      end
      race_sub = r[Lanes-1:0];
      draw;
      race_sector = r >> 3;
      draw;
      if (!again) race_pc = (r % few) << (r[31:30] * 4);
      draw;
      {race_owner_block, race_owner_warp} = r;
      for (k = 0; k < `PF_TAG_W; k = k + 1) begin
        if (k % 32 == 0) draw;
        race_tag[k] = r[k % 32];
      end
      mood = r[2:0];
      rwr_ready = rwr_ready || mood > 3'd3;
      todo = race_lanes;
      race_valid = 1'b1;
      took = 0;
      most = 0;
      for (k = 0; k < Lanes; k = k + 1) most = most + race_lanes[k];
      if (stall == "rwr" || mood < 3'd4 || clearing > 0) most = -100000;
      #1;
      while (!(race_ready && todo == 0)) begin
        step;
        if (took > 3000) check("no end", took, 0);
        #1;
      end
      step;
      // An empty transfer is taken at once.
      if (most >= 0) check("cycles", took, (race_lanes == 0) ? 1 : most + 2);
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", transfers)) transfers = 2000;
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    r = seed * 32'h9e37_79b9 + 32'h1;
    checks = 0; n = 0; cycle = 0; few = 3; took = 0; mood = 7; todo = 0; run_left = 100; long_run = 1'b0;
    n_dropped = 0; n_repeated = 0; n_recorded = 0;
    forget;
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    for (n = 0; n < transfers; n = n + 1) begin
      transfer;
      pause;
    end
    if (n_dropped < transfers / 80 || n_repeated < transfers / 80 || n_recorded < transfers / 80)
      check("too few", {n_dropped, n_repeated, n_recorded}, transfers);
    $display("PASS pf_report seed=%0d checks=%0d dropped=%0d repeated=%0d recorded=%0d", seed, checks,
             n_dropped, n_repeated, n_recorded);
    $finish;
  end

endmodule

`resetall
