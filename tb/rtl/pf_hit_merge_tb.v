// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_hit_merge_tb: random hits and other packets of an L1, idle and back-pressure, cycle by cycle, with what the buffer
// shows in each (pf_hit_merge_vec, which holds it against the rule without a clock, too).
//
// Checked: all outputs in every cycle, a packet's contents while it is offered; enough of each came to pass.
// Plusargs: +vec=FILE +seed=N; the parameters as the vectors' places=, queue=, cycles=, patience= and line=.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_hit_merge_tb #(
  parameter integer LineW    = 30,
  parameter integer Entries  = 16,
  parameter integer Queue    = 16,
  parameter integer Cycles   = 0,
  parameter integer Patience = 16
);

  localparam integer PcW  = `PF_RACE_PC_W;
  localparam integer TagW = `PF_TAG_W;

  reg              clk   = 1'b0;
  reg              rst_n = 1'b0;
  reg              take = 1'b0, ev = 1'b0, hit, message, once, leaves = 1'b0, drain = 1'b0, ready = 1'b0;
  reg  [LineW-1:0] line;
  reg  [1:0]       sector;
  reg  [7:0]       words, subs;
  reg  [TagW-1:0]  tag;
  reg  [PcW-1:0]   pc;
  wire             take_ready, waits, valid, urgent, merged, idle;
  wire [LineW-1:0] out_line;
  wire [31:0]      out_words, out_subs;
  wire [TagW-1:0]  out_tag;
  wire [PcW-1:0]   out_pc;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_hit_merge u_dut (
`else
  pf_hit_merge #(
    .LineW    (LineW),
    .Entries  (Entries),
    .Queue    (Queue),
    .Cycles   (Cycles),
    .Patience (Patience)
  ) u_dut (
`endif
    .clk_i          (clk),
    .rst_ni         (rst_n),
    .take_valid_i   (take),
    .take_ready_o   (take_ready),
    .ev_valid_i     (ev),
    .ev_hit_i       (hit),
    .ev_message_i   (message),
    .ev_line_i      (line),
    .ev_sector_i    (sector),
    .ev_words_i     (words),
    .ev_subs_i      (subs),
    .ev_tag_i       (tag),
    .ev_pc_i        (pc),
    .ev_once_i      (once),
    .head_wait_o    (waits),
    .head_leaves_i  (leaves),
    .drain_i        (drain),
    .out_valid_o    (valid),
    .out_urgent_o   (urgent),
    .out_ready_i    (ready),
    .out_line_o     (out_line),
    .out_words_o    (out_words),
    .out_subs_o     (out_subs),
    .out_tag_o      (out_tag),
    .out_pc_o       (out_pc),
    .evt_merged_o   (merged),
    .idle_o         (idle)
  );

  always #5 clk = ~clk;

  // A cycle of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg              v_take, v_ev, v_hit, v_message, v_once, v_leaves, v_drain, v_ready;
  reg              v_take_ready, v_waits, v_valid, v_urgent, v_merged, v_idle;
  reg  [LineW-1:0] v_line, v_out_line;
  reg  [1:0]       v_sector;
  reg  [7:0]       v_words, v_subs;
  reg  [TagW-1:0]  v_tag, v_out_tag;
  reg  [PcW-1:0]   v_pc, v_out_pc;
  reg  [31:0]      v_out_words, v_out_subs;

  integer         file, got, seed, checks, packets, merges, n_waits, urgents, fulls, idles;
  reg [8*256-1:0] vec;

  task fetch;
    got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h\n", v_take, v_ev, v_hit,
                  v_message, v_line, v_sector, v_words, v_subs, v_tag, v_pc, v_once, v_leaves, v_drain,
                  v_ready, v_take_ready, v_waits, v_valid, v_urgent, v_out_line, v_out_words, v_out_subs, v_out_tag, v_out_pc,
                  v_merged, v_idle);
  endtask

  task check;
    begin
      checks = checks + 1;
      if ({take_ready, waits, valid, merged, idle} !== {v_take_ready, v_waits, v_valid, v_merged, v_idle} ||
          (v_valid && {urgent, out_line, out_words, out_subs, out_tag, out_pc} !==
                      {v_urgent, v_out_line, v_out_words, v_out_subs, v_out_tag, v_out_pc})) begin
        $display("FAIL pf_hit_merge: cycle %0d: got room %b wait %b valid %b urgent %b merged %b idle %b: %h %h %h %h %h", checks,
                 take_ready, waits, valid, urgent, merged, idle, out_line, out_words, out_subs, out_tag, out_pc);
        $display("FAIL pf_hit_merge: expected room %b wait %b valid %b urgent %b merged %b idle %b: %h %h %h %h %h", v_take_ready,
                 v_waits, v_valid, v_urgent, v_merged, v_idle, v_out_line, v_out_words, v_out_subs, v_out_tag, v_out_pc);
        $stop;
      end
      if (v_valid && v_ready) packets = packets + 1;
      if (v_valid && v_urgent) urgents = urgents + 1;
      if (v_merged) merges = merges + 1;
      if (v_waits) n_waits = n_waits + 1;
      if (!v_take_ready) fulls = fulls + 1;
      if (v_idle) idles = idles + 1;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;  // the vectors' own, for the report
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_hit_merge: no +vec=FILE");
      $stop;
    end
    checks = 0; packets = 0; merges = 0; n_waits = 0; urgents = 0; fulls = 0; idles = 0;
    file = $fopen(vec, "r");
    @(negedge clk);
    @(negedge clk) rst_n = 1'b1;
    fetch;
    while (got == 25) begin
      {take, ev, hit, message, line, sector, words, subs, tag, pc, once} =
          {v_take, v_ev, v_hit, v_message, v_line, v_sector, v_words, v_subs, v_tag, v_pc, v_once};
      {leaves, drain, ready} = {v_leaves, v_drain, v_ready};
      #3;
      check;
      @(negedge clk);
      fetch;
    end
    if (!$feof(file) || checks < 200 || packets < 20 || merges < 5 || n_waits < 1 || urgents < 1 || fulls < 1 || idles < 1) begin
      $display("FAIL pf_hit_merge: checks=%0d, %0d packets, %0d merged, %0d waits, %0d urgent, %0d full, %0d idle", checks, packets,
               merges, n_waits, urgents, fulls, idles);
      $stop;
    end
    $display("PASS pf_hit_merge seed=%0d checks=%0d packets=%0d merged=%0d waits=%0d", seed, checks, packets, merges, n_waits);
    $finish;
  end

endmodule

`resetall
