// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_quantum_tb: quantum after quantum with random issues and events, against a model of each warp.
//
// Checked every cycle: every output, the reason of every warp included. And apart from the model, that
// no warp slot issues more than cfg_size_i instructions between two starts.
// Runs on RTL, on a netlist (-DNETLIST) and on mutants.
// Plusargs: +seed=N +count=CYCLES +size=MOST (of a quantum). Parameters Warps, BlockSlots, CountW.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_quantum_tb #(
  parameter integer Warps      = `PF_WARPS,
  parameter integer BlockSlots = `PF_BLOCK_SLOTS,
  parameter integer CountW     = `PF_COUNT_W
);

  localparam integer WarpW = (Warps > 1) ? $clog2(Warps) : 1;
  localparam integer SlotW = (BlockSlots > 1) ? $clog2(BlockSlots) : 1;
  localparam integer NONE = 0, RUNS = 1, COUNT = 2, ATOMIC = 3, BARRIER = 5, EXIT = 7;

  reg                   clk = 1'b0;
  reg                   rst_n = 1'b0;
  reg  [CountW-1:0]     size = 1;
  reg                   bta = 1'b0;
  reg  [1:0]            mode = 2'd3;
  reg                   start = 1'b0;
  reg  [Warps-1:0]      issue = {Warps{1'b0}};
  reg                   evt_valid = 1'b0;
  wire                  evt_ready;
  reg  [2:0]            evt_kind = 3'd0;
  reg  [WarpW-1:0]      evt_warp = {WarpW{1'b0}};
  reg  [SlotW-1:0]      evt_slot = {SlotW{1'b0}};
  wire [Warps-1:0]      run;
  wire [3*Warps-1:0]    why;
  wire                  done, ser_valid, ser_any;
  wire [WarpW-1:0]      ser_warp;
  reg                   ser_next = 1'b0;
  wire [BlockSlots-1:0] live;

  always #5 clk = ~clk;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_quantum u_dut (
`else
  pf_quantum #(
    .Warps      (Warps),
    .BlockSlots (BlockSlots),
    .CountW     (CountW)
  ) u_dut (
`endif
    .clk_i       (clk),
    .rst_ni      (rst_n),
    .cfg_size_i  (size),
    .cfg_bta_i   (bta),
    .mode_i      (mode),
    .start_i     (start),
    .issue_i     (issue),
    .evt_valid_i (evt_valid),
    .evt_ready_o (evt_ready),
    .evt_kind_i  (evt_kind),
    .evt_warp_i  (evt_warp),
    .evt_slot_i  (evt_slot),
    .run_o       (run),
    .why_o       (why),
    .done_o      (done),
    .ser_valid_o (ser_valid),
    .ser_warp_o  (ser_warp),
    .ser_next_i  (ser_next),
    .ser_any_o   (ser_any),
    .live_o      (live)
  );

  // Model
  integer m_why [0:Warps-1], m_left [0:Warps-1], m_slot [0:Warps-1], issued [0:Warps-1];
  reg     m_over [0:Warps-1];

  integer    seed, count, most, checks, i, w, s, busy, in_mode, want_ser, n_count, n_serial, n_free;
  reg [31:0] r;  // xorshift32: $random is not the same in every simulator
  reg        any;

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
        $display("FAIL pf_quantum %0s got %h expected %h, seed=%0d cycle %0d", what, is, expected, seed, i);
        $stop;
      end
    end
  endtask

  function waits;
    input integer k;
    waits = m_why[k] == BARRIER && !m_over[k];
  endfunction

  function gone;
    input integer k;
    gone = m_why[k] == NONE || m_why[k] == EXIT;
  endfunction

  task goes;
    input integer k;
    begin
      m_why[k]  = (m_left[k] != 0) ? RUNS : COUNT;
      m_over[k] = 1'b0;
    end
  endtask

  // The mode goes on when its work is done, or soon after.
  task next_mode;
    begin
      random;
      start   = 1'b0;
      in_mode = in_mode + 1;
      case (mode)
        2'd0: if (in_mode > 1 && !any && r[1:0] == 2'd0) mode = 2'd1;
        2'd1: if (r[1:0] == 2'd0) mode = (want_ser >= 0) ? 2'd2 : 2'd3;
        2'd2: if (want_ser < 0 && r[0]) mode = 2'd3;
        default: if (r[2:0] == 3'd0) begin
          mode    = 2'd0;
          start   = 1'b1;
          in_mode = 0;
          random;
          size = (r[0] ? 1 : 1 + r[15:1] % most);
          bta  = r[16];
        end
      endcase
    end
  endtask

  // Some of those that run issue, and one event that is allowed.
  task draw;
    begin
      random;
      issue = {Warps{1'b0}};
      for (w = 0; w < Warps; w = w + 1) begin
        random;
        if (mode == 2'd0 && !start && m_why[w] == RUNS) issue[w] = r[busy] | r[busy+1];
        if (mode == 2'd2 && w == want_ser) issue[w] = r[0];
      end
      random;
      ser_next  = mode == 2'd2 && want_ser >= 0 && r[0];
      evt_warp  = r[15:1] % Warps;
      evt_slot  = r[30:16] % BlockSlots;
      random;
      evt_valid = r[0] | r[busy];
      evt_kind  = 1 + r[10:8] % 6;
      if (evt_kind == 3'd6 && r[13:11] != 3'd0) evt_kind = 3'd5;  // not so many exits
      if (evt_kind < 3'd4 && r[14]) evt_kind = 3'd5;
      if (gone(evt_warp)) evt_kind = 3'd0;
      if (evt_kind == 3'd0 && mode != 2'd0 && mode != 2'd3) evt_valid = 1'b0;
      if (evt_kind > 3'd0 && evt_kind < 3'd4 && mode != 2'd0) evt_valid = 1'b0;
    end
  endtask

  task look;
    begin
      want_ser = -1;
      any      = 1'b0;
      for (w = Warps - 1; w >= 0; w = w - 1) begin
        if (m_why[w] == RUNS) any = 1'b1;
        if (m_why[w] == ATOMIC && !m_over[w]) want_ser = w;
      end
    end
  endtask

  task outputs;
    begin
      look;
      for (w = 0; w < Warps; w = w + 1) begin
        check("why", why[3*w +: 3], m_why[w]);
        check("run", run[w], mode == 2'd0 && !start && m_why[w] == RUNS);
      end
      check("ready", evt_ready, 1'b1);
      check("done", done, !any && !evt_valid && !start);
      check("ser any", ser_any, want_ser >= 0);
      check("ser valid", ser_valid, want_ser >= 0 && mode == 2'd2);
      if (ser_valid) check("ser warp", ser_warp, want_ser);
      for (s = 0; s < BlockSlots; s = s + 1) begin
        any = 1'b0;
        for (w = 0; w < Warps; w = w + 1) any = any || (!gone(w) && m_slot[w] == s);
        check("live", live[s], any);
      end
    end
  endtask

  // What the coming edge does: start, issues, the atomic, the event.
  task step;
    begin
      for (w = 0; w < Warps; w = w + 1) begin
        if (start) begin
          m_left[w] = size;
          issued[w] = 0;
          if (gone(w)) m_why[w] = NONE;
          else if (!waits(w)) m_why[w] = RUNS;
          m_over[w] = 1'b0;
        end
        if (issue[w] && mode == 2'd0) begin
          m_left[w] = m_left[w] - 1;
          issued[w] = issued[w] + 1;
          check("budget", issued[w] <= size, 1'b1);
          if (m_left[w] == 0) begin
            m_why[w] = COUNT;
            n_count  = n_count + 1;
          end
        end
      end
      if (ser_next) begin
        m_over[want_ser] = 1'b1;
        n_serial = n_serial + 1;
      end
      if (evt_valid) begin
        if (evt_kind == 3'd0) begin
          m_slot[evt_warp] = evt_slot;
          goes(evt_warp);
        end else if (evt_kind != 3'd5) begin
          m_why[evt_warp]  = (evt_kind == 3'd1) ? ATOMIC : (evt_kind == 3'd2) ? 4 : (evt_kind == 3'd3) ? 6
                           : (evt_kind == 3'd4) ? BARRIER : EXIT;
          m_over[evt_warp] = 1'b0;
        end else if (waits(evt_warp)) begin
          n_free = n_free + 1;
          if (bta) goes(evt_warp);
          else m_over[evt_warp] = 1'b1;
        end
      end
    end
  endtask

  task reset;
    begin
      rst_n     = 1'b0;
      issue     = {Warps{1'b0}};
      evt_valid = 1'b0;
      ser_next  = 1'b0;
      start     = 1'b0;
      mode      = 2'd3;
      want_ser  = -1;
      in_mode   = 0;
      for (w = 0; w < Warps; w = w + 1) begin
        m_why[w]  = NONE;
        m_left[w] = 0;
        m_slot[w] = 0;
        m_over[w] = 1'b0;
        issued[w] = 0;
      end
      repeat (2) @(negedge clk);
      outputs;
      rst_n = 1'b1;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", count)) count = 4000;
    if (!$value$plusargs("size=%d", most)) most = 12;
    r = seed * 32'h9e37_79b9 ^ 32'h1234_5678;
    checks = 0;
    n_count = 0;
    n_serial = 0;
    n_free = 0;
    busy = 4;
    i = 0;
    any = 1'b0;
    reset;
    for (i = 0; i < count; i = i + 1) begin
      @(negedge clk);
      if (i % 1500 == 1499) reset;
      if (i % 256 == 255) begin  // other habits
        random;
        busy = r[3:0];
      end
      look;
      next_mode;
      draw;
      #1;
      outputs;
      step;
    end
    if (checks < count || n_count < 9 || n_serial < 4 || n_free < 9) begin
      $display("FAIL pf_quantum too few: checks %0d used up %0d atomics %0d releases %0d", checks, n_count,
               n_serial, n_free);
      $stop;
    end
    $display("PASS pf_quantum seed=%0d checks=%0d used-up=%0d atomics=%0d releases=%0d", seed, checks, n_count,
             n_serial, n_free);
    $finish;
  end

endmodule

`resetall
