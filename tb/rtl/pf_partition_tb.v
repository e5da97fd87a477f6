// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_partition_tb: launch after launch dealt out and taken at random, against reserves of a few lines.
//
// Checked: every offer; after every go all slots, pending_o and left_o; that every block of a launch
// starts once; how long a go may take. Wants, takes and loads meet in the same cycle; a go meets a take.
// Runs on RTL, on a netlist (-DNETLIST) and on mutants.
// Plusargs: +seed=N +count=LAUNCHES. Parameters Slots, BlockW.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_partition_tb #(
  parameter integer Slots  = `PF_SMS * `PF_BLOCK_SLOTS,
  parameter integer BlockW = 32
);

  localparam integer SlotW = (Slots > 1) ? $clog2(Slots) : 1;
  localparam integer MOST = 4096;  // blocks of a launch

  reg               clk = 1'b0;
  reg               rst_n = 1'b0;
  reg  [3:0]        chunk = 4'd0;
  reg               dwp = 1'b0;
  reg  [Slots-1:0]  enable = {Slots{1'b1}};
  reg  [Slots-1:0]  free = {Slots{1'b0}};
  reg               load_valid = 1'b0;
  wire              load_ready;
  reg  [BlockW-1:0] load_blocks = {BlockW{1'b0}};
  reg               go = 1'b0;
  wire              busy;
  reg               want_valid = 1'b0;
  wire              want_ready;
  reg  [SlotW-1:0]  want_slot = {SlotW{1'b0}};
  wire              offer_valid;
  wire [BlockW-1:0] offer_block;
  reg               take_valid = 1'b0;
  wire              take_ready;
  reg  [SlotW-1:0]  take_slot = {SlotW{1'b0}};
  wire [BlockW-1:0] pending;
  wire              left;

  always #5 clk = ~clk;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_partition u_dut (
`else
  pf_partition #(
    .Slots  (Slots),
    .BlockW (BlockW)
  ) u_dut (
`endif
    .clk_i         (clk),
    .rst_ni        (rst_n),
    .cfg_chunk_i   (chunk),
    .cfg_dwp_i     (dwp),
    .enable_i      (enable),
    .free_i        (free),
    .load_valid_i  (load_valid),
    .load_ready_o  (load_ready),
    .load_blocks_i (load_blocks),
    .go_i          (go),
    .busy_o        (busy),
    .want_valid_i  (want_valid),
    .want_ready_o  (want_ready),
    .want_slot_i   (want_slot),
    .offer_valid_o (offer_valid),
    .offer_block_o (offer_block),
    .take_valid_i  (take_valid),
    .take_ready_o  (take_ready),
    .take_slot_i   (take_slot),
    .pending_o     (pending),
    .left_o        (left)
  );

  // Model
  integer m_next [0:Slots-1], m_end [0:Slots-1];
  integer given, blocks, slots, started, reserves, share;
  reg     seen [0:MOST-1];
  reg     plenty;

  integer    seed, count, checks, i, s, n, cycles, shares, dwps;
  reg [31:0] r;  // xorshift32: $random is not the same in every simulator
  reg        asked;
  reg [SlotW-1:0] asked_slot;

  task random;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task check;
    input [10*8:1] what;
    input [31:0]   is;
    input [31:0]   expected;
    begin
      checks = checks + 1;
      if (is !== expected) begin
        $display("FAIL pf_partition %0s got %h expected %h, seed=%0d launch %0d slot %0d", what, is, expected,
                 seed, i, s);
        $stop;
      end
    end
  endtask

  // A cycle. Offers are compared one later; a take counts when it is accepted.
  task cycle;
    begin
      #1;
      asked      = want_valid && want_ready;
      asked_slot = want_slot;
      if (take_valid && take_ready && m_next[take_slot] < m_end[take_slot]) begin
        check("once", seen[m_next[take_slot]], 1'b0);
        seen[m_next[take_slot]] = 1'b1;
        m_next[take_slot] = m_next[take_slot] + 1;
        if (m_next[take_slot] == m_end[take_slot]) reserves = reserves - 1;
        started = started + 1;
      end
      @(negedge clk);
      cycles = cycles + 1;
      check("valid", offer_valid, asked && m_next[asked_slot] < m_end[asked_slot]);
      if (offer_valid) check("block", offer_block, m_next[asked_slot]);
    end
  endtask

  task model_go;
    integer at_go;
    begin
      at_go = blocks - given;
      share = 1;
      for (n = 0; n < chunk && dwp && 2 * share * slots <= at_go; n = n + 1) share = 2 * share;
      plenty = dwp && share * slots <= at_go;
      for (s = 0; s < Slots; s = s + 1) begin
        if (enable[s] && m_next[s] == m_end[s] && given < blocks && (free[s] || plenty)) begin
          m_next[s] = given;
          given     = (blocks - given < share) ? blocks : given + share;
          m_end[s]  = given;
          reserves  = reserves + 1;
        end
      end
      if (share > 1) shares = shares + 1;
      if (plenty) dwps = dwps + 1;
    end
  endtask

  // Asks every slot, one a cycle.
  task all_offers;
    begin
      for (s = 0; s < Slots; s = s + 1) begin
        want_valid = 1'b1;
        want_slot  = s;
        #1 check("want ready", want_ready, 1'b1);
        cycle;
      end
      want_valid = 1'b0;
      check("pending", pending, blocks - given);
      check("left", left, reserves != 0);
    end
  endtask

  task load;
    begin
      random;
      chunk  = r[0] ? r[4:1] % 6 : r[4:1];
      dwp    = r[5] | r[6];
      random;
      blocks = r[3:0] == 4'd0 ? 0 : r[4] ? 1 + r[31:5] % (3 * Slots) : 1 + r[31:5] % MOST;
      if (blocks > MOST) blocks = MOST;
      load_blocks = blocks;
      load_valid  = 1'b1;
      slots       = 0;
      for (s = 0; s < Slots; s = s + 1) begin
        random;
        enable[s] = r[7:0] < 8'd200 || s == 0;
        slots     = slots + enable[s];
        m_next[s] = 0;
        m_end[s]  = 0;
      end
      for (n = 0; n < MOST; n = n + 1) seen[n] = 1'b0;
      given    = 0;
      started  = 0;
      reserves = 0;
      take_valid = 1'b1;  // both wait behind the load
      want_valid = 1'b1;
      take_slot  = 0;
      want_slot  = 0;
      #1;
      while (!load_ready) cycle;
      check("load first", {take_ready, want_ready}, 2'b00);
      cycle;
      load_valid = 1'b0;
      take_valid = 1'b0;
      want_valid = 1'b0;
      cycles = 0;
      while (busy) cycle;
      check("load soon", cycles <= Slots + 3, 1'b1);
      all_offers;
    end
  endtask

  // Takes and wants at random; then a go, in the cycle of a take now and then.
  task quantum;
    integer takes, last;
    begin
      random;
      last = (r[1:0] == 2'd0) ? 0 : r[31:2] % (4 * Slots);
      for (takes = 0; takes < last; takes = takes + 1) begin
        random;
        take_valid = r[0];
        take_slot  = r[15:1] % Slots;
        want_valid = r[16] | r[17];
        want_slot  = r[18] ? take_slot : r[31:19] % Slots;
        #1;
        while (take_valid && !take_ready) cycle;
        cycle;
      end
      take_valid = 1'b0;
      want_valid = 1'b0;
      random;
      while (r[0] && !take_ready) cycle;
      for (s = 0; s < Slots; s = s + 1) begin
        random;
        free[s] = r[0] || m_next[s] == m_end[s] && r[1];
      end
      random;
      take_valid = r[0] && take_ready;
      take_slot  = r[15:1] % Slots;
      go         = 1'b1;
      cycle;
      go         = 1'b0;
      take_valid = 1'b0;
      check("busy", busy, 1'b1);
      model_go;
      cycles = 0;
      while (busy) cycle;
      check("go soon", cycles <= Slots + 5 + chunk + 3, 1'b1);
      while (!want_ready) cycle;
      all_offers;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", count)) count = (Slots > 20) ? 12 : 60;
    r = seed * 32'h9e37_79b9 ^ 32'h1234_5678;
    checks = 0;
    shares = 0;
    dwps   = 0;
    cycles = 0;
    blocks = 0;
    given  = 0;
    reserves = 0;
    for (s = 0; s < Slots; s = s + 1) begin
      m_next[s] = 0;
      m_end[s]  = 0;
    end
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    for (i = 0; i < count; i = i + 1) begin
      load;
      n = 0;
      random;
      while (started < blocks && (r[7:0] != 8'd0)) begin  // now and then a launch is given up
        quantum;
        random;
      end
      if (i % 9 == 8) begin
        rst_n = 1'b0;
        @(negedge clk);
        rst_n = 1'b1;
        #1 check("reset", {busy, load_ready, left}, 3'b100);
        for (s = 0; s < Slots; s = s + 1) m_end[s] = m_next[s];
        @(negedge clk);
        while (busy) cycle;
      end
    end
    if (checks < 20 * count || dwps < 3 || (Slots < 1000 && shares < 3)) begin
      $display("FAIL pf_partition too few: checks %0d shares %0d for all %0d", checks, shares, dwps);
      $stop;
    end
    $display("PASS pf_partition seed=%0d checks=%0d shares=%0d for-all=%0d", seed, checks, shares, dwps);
    $finish;
  end

endmodule

`resetall
