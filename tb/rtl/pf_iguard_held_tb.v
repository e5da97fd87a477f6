// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_held_tb: an event and a read a cycle, as pf_iguard_held_vec.c says, mostly of one warp.
//
// Checked: by_lane and signature of every read, in the cycle after it; idle_o in every cycle. Warps that hold nothing, something
// and all that can be counted are read.
// Runs on RTL, on a netlist (-DNETLIST) and on mutants.
// Plusargs: +vec=FILE +seed=N

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_held_tb;

  localparam integer Warps = `PF_WARPS;
  localparam integer WarpW = (Warps > 1) ? $clog2(Warps) : 1;

  reg              clk = 1'b0;
  reg              rst_n = 1'b0;
  reg  [3:0]       op = 4'd0;
  reg  [WarpW-1:0] warp = {WarpW{1'b0}};
  reg              device = 1'b0;
  reg  [5:0]       addr = 6'd0;
  reg              several = 1'b0;
  reg  [5:0]       key = 6'd0;
  reg              read = 1'b0;
  reg  [WarpW-1:0] read_warp = {WarpW{1'b0}};
  wire             by_lane;
  wire [15:0]      got;
  wire             idle;

  always #5 clk = ~clk;

  pf_iguard_held u_dut (
    .clk_i            (clk),
    .rst_ni           (rst_n),
    .evt_warp_i       (warp),
    .evt_clear_i      (op[0]),
    .evt_insert_i     (op[1]),
    .evt_release_i    (op[2]),
    .evt_activate_i   (op[3]),
    .evt_device_i     (device),
    .evt_several_i    (several),
    .evt_addr_i       (addr),
    .evt_key_i        (key),
    .read_valid_i     (read),
    .read_warp_i      (read_warp),
    .read_by_lane_o   (by_lane),
    .read_signature_o (got),
    .idle_o           (idle)
  );

  reg [31:0]     c_op, c_warp, c_device, c_several, c_addr, c_key, c_read, c_read_warp, c_by_lane, c_want, c_count, next_key;
  reg [16:0]     want;
  reg [5:0]      count;
  reg [2:0]      busy;  // events of the last three cycles
  reg [8*1024:1] vec;
  integer        seed, file, columns, checks, lines, held, none, full;

  task check;
    input [8*9:1] what;
    input [16:0]  is;
    input [16:0]  expected;
    begin
      checks = checks + 1;
      if (is !== expected) begin
        $display("FAIL pf_iguard_held %0s got %h expected %h, seed=%0d line %0d", what, is, expected,
                 seed, lines);
        $stop;
      end
    end
  endtask

  // One cycle: what the one before asked for, then the next inputs. The key comes a cycle later.
  task cycle;
    input [3:0] with_op;
    input       with_read;
    begin
      @(negedge clk);
      busy = {busy[1:0], |op};
      if (read) check("signature", {by_lane, got}, want);
      check("idle", {16'd0, idle}, {16'd0, busy == 3'd0});
      if (read) begin
        held = held + (want[15:0] != 16'd0 ? 1 : 0);
        none = none + (count == 6'd0 ? 1 : 0);
        full = full + (count == 6'd63 ? 1 : 0);
      end
      key       = next_key[5:0];
      next_key  = with_op == 4'd0 ? ~c_key : c_key;
      op        = with_op;
      warp      = c_warp[WarpW-1:0];
      device    = c_device[0];
      addr      = c_addr[5:0];
      several   = c_several[0];
      read      = with_read;
      read_warp = c_read_warp[WarpW-1:0];
      want      = {c_by_lane[0], c_want[15:0]};
      count     = c_count[5:0];
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("vec=%s", vec)) vec = "";
    file = $fopen(vec, "r");
    checks = 0;
    lines = 0;
    held = 0;
    none = 0;
    full = 0;
    busy = 3'd0;
    next_key = 32'd0;
    repeat (3) @(negedge clk);
    check("reset", {16'd0, idle}, 17'd1);
    rst_n = 1'b1;
    columns = 11;
    while (file != 0 && columns == 11) begin
      columns = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h\n", c_op, c_warp, c_device, c_several, c_addr, c_key, c_read,
                        c_read_warp, c_by_lane, c_want, c_count);
      if (columns == 11) begin
        lines = lines + 1;
        cycle(c_op[3:0], c_read[0]);
      end
    end
    cycle(4'd0, 1'b0);
    repeat (4) cycle(4'd0, 1'b0);
    if (checks < lines || held < lines / 8 || none < lines / 32 || (lines > 10000 && full == 0) || lines < 100) begin
      $display("FAIL pf_iguard_held too few checks: %0d, %0d of held locks, %0d of none, %0d full", checks, held, none, full);
      $stop;
    end
    $display("PASS pf_iguard_held seed=%0d checks=%0d held=%0d none=%0d full=%0d", seed, checks, held, none, full);
    $finish;
  end

endmodule

`resetall
