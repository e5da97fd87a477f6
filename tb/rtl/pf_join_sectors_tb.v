// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_join_sectors_tb: random requests of several warps to few lines, with keys as wide as iGUARD's, idle and back-pressure,
// cycle by cycle, with what the places show in each (pf_join_sectors_vec, which holds it against the rule without a clock, too).
//
// Checked: in every cycle req_ready_o, op_valid_o, access_o, idle_o and the whole operation; enough of each came to pass.
// Plusargs: +vec=FILE +seed=N; Places, Age and Repeats as the vectors' places=, age= and repeats=.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_join_sectors_tb #(
  parameter integer Places = 8,
  parameter integer Age    = 32,
  parameter integer Repeats = 0,
  parameter integer LineW  = `PF_ADDR_W - 7,
  parameter integer KeyW   = 4 + `PF_IGUARD_TAG_W + `PF_IGUARD_RACE_PC_W  // a netlist's: its default
);

  reg              clk   = 1'b0;
  reg              rst_n = 1'b0;
  reg              req_valid = 1'b0;
  wire             req_ready;
  reg  [1:0]       req_kind;
  reg  [LineW-1:0] req_line;
  reg  [1:0]       req_sector;
  reg  [7:0]       req_words;
  reg  [KeyW-1:0]  req_key;
  wire             op_valid;
  reg              op_ready = 1'b0;
  wire [1:0]       op_kind;
  wire [LineW-1:0] op_line;
  wire [31:0]      op_words;
  wire [KeyW-1:0]  op_key;
  wire             access, idle;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_join_sectors u_dut (
`else
  pf_join_sectors #(
    .LineW  (LineW),
    .KeyW   (KeyW),
    .Places (Places),
    .Age    (Age),
    .Repeats (Repeats)
  ) u_dut (
`endif
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .req_valid_i  (req_valid),
    .req_ready_o  (req_ready),
    .req_kind_i   (req_kind),
    .req_line_i   (req_line),
    .req_sector_i (req_sector),
    .req_words_i  (req_words),
    .req_key_i    (req_key),
    .op_valid_o   (op_valid),
    .op_ready_i   (op_ready),
    .op_kind_o    (op_kind),
    .op_line_o    (op_line),
    .op_words_o   (op_words),
    .op_key_o     (op_key),
    .access_o     (access),
    .idle_o       (idle)
  );

  always #5 clk = ~clk;

  // A cycle of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg              v_valid, v_ready, v_accepts, v_shown, v_access, v_idle;
  reg  [1:0]       v_kind, v_op_kind, v_sector;
  reg  [LineW-1:0] v_line, v_op_line;
  reg  [7:0]       v_mask;
  reg  [KeyW-1:0]  v_key, v_op_key;
  reg  [31:0]      v_words;

  integer         file, got, seed, checks, operations, requests, barriers, waits, idles, joined;
  reg [8*256-1:0] vec;

  task fetch;
    got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h\n", v_valid, v_kind, v_line, v_sector, v_mask, v_key,
                  v_ready, v_accepts, v_shown, v_op_kind, v_op_line, v_words, v_op_key, v_access, v_idle);
  endtask

  task check;
    begin
      checks = checks + 1;
      if (req_ready !== v_accepts || op_valid !== v_shown || {access, idle} !== {v_access, v_idle} ||
          (v_shown && {op_kind, op_line, op_words, op_key} !== {v_op_kind, v_op_line, v_words, v_op_key})) begin
        $display("FAIL pf_join_sectors: cycle %0d: got ready %b valid %b access %b idle %b: %h %h %h %h", checks, req_ready,
                 op_valid, access, idle, op_kind, op_line, op_words, op_key);
        $display("FAIL pf_join_sectors: expected ready %b valid %b access %b idle %b: %h %h %h %h", v_accepts, v_shown, v_access,
                 v_idle, v_op_kind, v_op_line, v_words, v_op_key);
        $stop;
      end
      if (v_shown && v_ready && v_op_kind == `PF_REQ_ACCESS) operations = operations + 1;
      if (v_shown && v_ready && v_words == 32'hffff_ffff) joined = joined + 1;
      if (v_shown && v_ready && v_op_kind != `PF_REQ_ACCESS) barriers = barriers + 1;
      if (v_valid && v_accepts) requests = requests + 1;
      if (v_valid && !v_accepts) waits = waits + 1;
      if (v_idle) idles = idles + 1;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;  // the vectors' own, for the report
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_join_sectors: no +vec=FILE");
      $stop;
    end
    checks = 0; operations = 0; requests = 0; barriers = 0; waits = 0; idles = 0; joined = 0;
    file = $fopen(vec, "r");
    @(negedge clk);
    @(negedge clk) rst_n = 1'b1;
    fetch;
    while (got == 15) begin
      {req_valid, req_kind, req_line, req_sector, req_words, req_key, op_ready} =
          {v_valid, v_kind, v_line, v_sector, v_mask, v_key, v_ready};
      #3;
      check;
      @(negedge clk);
      fetch;
    end
    if (!$feof(file) || checks < 200 || requests < 50 || operations < 20 || barriers < 1 || waits < 1 || idles < 1 ||
        (Age > 8 && Places > 2 && joined < 1)) begin
      $display("FAIL pf_join_sectors: checks=%0d, %0d requests, %0d operations, %0d of whole lines, %0d fences and epochs, %0d waits, %0d idle",
               checks, requests, operations, joined, barriers, waits, idles);
      $stop;
    end
    $display("PASS pf_join_sectors seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
