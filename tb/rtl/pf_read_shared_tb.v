// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_read_shared_tb: random operations on a few blocks, cycle by cycle, with what is said of each (pf_read_shared_vec, which
// holds it against the words as they are, too).
//
// Checked: in every cycle skip_o, and token_o of who is not skipped; enough of each came to pass.
// Plusargs: +vec=FILE +seed=N; Places as the vectors' places=.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_read_shared_tb #(
  parameter integer Places = 4
);

  localparam integer BlockW = 12;
  localparam integer TokenW = 1 + $clog2(Places);

  reg               clk   = 1'b0;
  reg               rst_n = 1'b0;
  reg               op_valid = 1'b0, op_ready = 1'b0, piece = 1'b0, back = 1'b0, forget = 1'b0, scord = 1'b0;
  reg               op_make, op_sub;
  reg  [BlockW-1:0] op_block;
  reg  [31:0]       op_words;
  reg  [`PF_TAG_W-1:0] op_tag;
  wire              skip;
  wire [TokenW-1:0] token;
  reg  [TokenW-1:0] back_token;
  reg  [2:0]        back_beat;
  reg  [3:0]        back_quiet;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_read_shared u_dut (
`else
  pf_read_shared #(
    .BlockW (BlockW),
    .Places (Places)
  ) u_dut (
`endif
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .scord_i      (scord),
    .op_valid_i   (op_valid),
    .op_make_i    (op_make),
    .op_block_i   (op_block),
    .op_words_i   (op_words),
    .op_sub_i     (op_sub),
    .op_tag_i     (op_tag),
    .op_ready_i   (op_ready),
    .skip_o       (skip),
    .piece_i      (piece),
    .token_o      (token),
    .back_i       (back),
    .back_token_i (back_token),
    .back_beat_i  (back_beat),
    .back_quiet_i (back_quiet),
    .forget_i     (forget)
  );

  always #5 clk = ~clk;

  // A cycle of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg               v_valid, v_make, v_sub, v_ready, v_piece, v_back, v_forget, v_skip;
  reg  [BlockW-1:0] v_block;
  reg  [31:0]       v_words;
  reg  [`PF_TAG_W-1:0] v_tag;
  reg  [TokenW-1:0] v_back_token, v_token;
  reg  [2:0]        v_beat;
  reg  [3:0]        v_quiet;

  integer         file, got, seed, checks, skips, pieces, tokens, without, forgets;
  reg [8*256-1:0] vec;

  task fetch;
    got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h\n", v_valid, v_make, v_block, v_words, v_sub, v_tag,
                  v_ready, v_piece, v_back, v_back_token, v_beat, v_quiet, v_forget, v_skip, v_token);
  endtask

  task check;
    begin
      checks = checks + 1;
      if (skip !== v_skip || (v_valid && !v_skip && token !== v_token)) begin
        $display("FAIL pf_read_shared: cycle %0d: got skip %b token %h, expected %b %h", checks, skip, token, v_skip, v_token);
        $stop;
      end
      if (v_skip && v_ready) skips = skips + 1;
      if (v_piece) pieces = pieces + 1;
      if (v_piece && v_token[TokenW-1]) tokens = tokens + 1;
      if (v_piece && !v_token[TokenW-1]) without = without + 1;
      if (v_forget) forgets = forgets + 1;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_read_shared: no +vec=FILE");
      $stop;
    end
    scord = !seed[0];
    checks = 0; skips = 0; pieces = 0; tokens = 0; without = 0; forgets = 0;
    file = $fopen(vec, "r");
    @(negedge clk);
    @(negedge clk) rst_n = 1'b1;
    fetch;
    while (got == 15) begin
      {op_valid, op_make, op_block, op_words, op_sub, op_tag, op_ready, piece, back, back_token, back_beat, back_quiet, forget} =
          {v_valid, v_make, v_block, v_words, v_sub, v_tag, v_ready, v_piece, v_back, v_back_token, v_beat, v_quiet, v_forget};
      #3;
      check;
      @(negedge clk);
      fetch;
    end
    if (!$feof(file) || checks < 200 || skips < 20 || tokens < 50 || without < 20 || forgets < 1) begin
      $display("FAIL pf_read_shared: checks=%0d, %0d skipped, %0d pieces, %0d with a token, %0d without, %0d forgets", checks,
               skips, pieces, tokens, without, forgets);
      $stop;
    end
    $display("PASS pf_read_shared seed=%0d checks=%0d skipped=%0d tokens=%0d", seed, checks, skips, tokens);
    $finish;
  end

endmodule

`resetall
