// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_coalesce_tb: random requests of several warps to few lines, idle and back-pressure, cycle by cycle, with what
// the buffer shows in each (pf_coalesce_vec, which holds it against the rule without a clock, too).
//
// Checked: in every cycle req_ready_o, op_valid_o, idle_o and the whole operation; enough of each came to pass.
// Plusargs: +vec=FILE +seed=N; Places and Age as the vectors' places= and age=.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_coalesce_tb #(
  parameter integer Places = 8,
  parameter integer Age    = 32
);

  localparam integer AddrW = `PF_ADDR_W;
  localparam integer PcW   = `PF_RACE_PC_W;
  localparam integer TagW  = `PF_TAG_W;

  reg              clk   = 1'b0;
  reg              rst_n = 1'b0;
  reg              req_valid = 1'b0;
  wire             req_ready;
  reg  [1:0]       req_kind;
  reg  [AddrW-6:0] req_sector;
  reg  [7:0]       req_mask, req_sub;
  reg  [TagW-1:0]  req_tag;
  reg  [PcW-1:0]   req_pc;
  wire             op_valid;
  reg              op_ready = 1'b0;
  wire [1:0]       op_kind;
  wire [AddrW-8:0] op_line;
  wire [31:0]      op_words;
  wire             op_sub;
  wire [TagW-1:0]  op_tag;
  wire [PcW-1:0]   op_pc;
  wire             access, idle;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_coalesce u_dut (
`else
  pf_coalesce #(
    .Places (Places),
    .Age    (Age)
  ) u_dut (
`endif
    .clk_i           (clk),
    .rst_ni          (rst_n),
    .req_valid_i     (req_valid),
    .req_ready_o     (req_ready),
    .req_kind_i      (req_kind),
    .req_sector_i    (req_sector),
    .req_word_mask_i (req_mask),
    .req_sub_mask_i  (req_sub),
    .req_tag_i       (req_tag),
    .req_pc_i        (req_pc),
    .op_valid_o      (op_valid),
    .op_ready_i      (op_ready),
    .op_kind_o       (op_kind),
    .op_line_o       (op_line),
    .op_words_o      (op_words),
    .op_sub_o        (op_sub),
    .op_tag_o        (op_tag),
    .op_pc_o         (op_pc),
    .access_o        (access),
    .idle_o          (idle)
  );

  always #5 clk = ~clk;

  // A cycle of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg              v_valid, v_ready, v_accepts, v_shown, v_sub, v_access, v_idle;
  reg  [1:0]       v_kind, v_op_kind;
  reg  [AddrW-6:0] v_sector;
  reg  [7:0]       v_mask, v_sub_mask;
  reg  [TagW-1:0]  v_tag, v_op_tag;
  reg  [PcW-1:0]   v_pc, v_op_pc;
  reg  [AddrW-8:0] v_line;
  reg  [31:0]      v_words;

  integer         file, got, seed, checks, operations, requests, barriers, waits, idles;
  reg [8*256-1:0] vec;

  task fetch;
    got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h\n", v_valid, v_kind, v_sector, v_mask,
                  v_sub_mask, v_tag, v_pc, v_ready, v_accepts, v_shown, v_op_kind, v_line, v_words, v_sub, v_op_tag,
                  v_op_pc, v_access, v_idle);
  endtask

  task check;
    begin
      checks = checks + 1;
      if (req_ready !== v_accepts || op_valid !== v_shown || {access, idle} !== {v_access, v_idle} ||
          (v_shown && {op_kind, op_line, op_words, op_sub, op_tag, op_pc} !==
                      {v_op_kind, v_line, v_words, v_sub, v_op_tag, v_op_pc})) begin
        $display("FAIL pf_coalesce: cycle %0d: got ready %b valid %b access %b idle %b: %h %h %h %h %h %h", checks, req_ready, op_valid,
                 access, idle, op_kind, op_line, op_words, op_sub, op_tag, op_pc);
        $display("FAIL pf_coalesce: expected ready %b valid %b access %b idle %b: %h %h %h %h %h %h", v_accepts, v_shown, v_access, v_idle,
                 v_op_kind, v_line, v_words, v_sub, v_op_tag, v_op_pc);
        $stop;
      end
      if (v_shown && v_ready && v_op_kind == `PF_REQ_ACCESS) operations = operations + 1;
      if (v_shown && v_ready && v_op_kind != `PF_REQ_ACCESS) barriers = barriers + 1;
      if (v_valid && v_accepts) requests = requests + 1;
      if (v_valid && !v_accepts) waits = waits + 1;
      if (v_idle) idles = idles + 1;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;  // the vectors' own, for the report
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_coalesce: no +vec=FILE");
      $stop;
    end
    checks = 0; operations = 0; requests = 0; barriers = 0; waits = 0; idles = 0;
    file = $fopen(vec, "r");
    @(negedge clk);
    @(negedge clk) rst_n = 1'b1;
    fetch;
    while (got == 18) begin
      {req_valid, req_kind, req_sector, req_mask, req_sub, req_tag, req_pc, op_ready} =
          {v_valid, v_kind, v_sector, v_mask, v_sub_mask, v_tag, v_pc, v_ready};
      #3;
      check;
      @(negedge clk);
      fetch;
    end
    if (!$feof(file) || checks < 200 || requests < 50 || operations < 20 || barriers < 1 || waits < 1 || idles < 1) begin
      $display("FAIL pf_coalesce: checks=%0d, %0d requests, %0d operations, %0d fences and epochs, %0d waits, %0d idle", checks,
               requests, operations, barriers, waits, idles);
      $stop;
    end
    $display("PASS pf_coalesce seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
