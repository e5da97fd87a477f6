// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_region_tb: every piece, every count of skipped words and idle_o against pf_region_vec's.
//
// A batch is a region and its requests. One batch in four runs at full speed: tables of 8 entries
// and more then take a cycle for each piece.
// Plusargs: +seed=N +vec=FILE +stall=req|piece +count=N (used by the vectors only)

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_region_tb #(
  parameter integer AddrW = `PF_ADDR_W,
  parameter integer TagW  = `PF_META_TAG_W
);

  localparam integer MtagW   = (TagW > 0) ? TagW : 1;
  localparam integer Latency = 2 + MtagW;
  localparam integer Most    = 256;  // requests of a batch

  reg              clk = 1'b0;
  reg              rst_n = 1'b0;
  reg  [AddrW-6:0] base = 0;
  reg  [AddrW-2:0] words = 1;
  reg  [AddrW-2:0] entries = 1;
  reg              req_valid = 1'b0;
  wire             req_ready;
  reg  [AddrW-6:0] req_sector = 0;
  reg  [7:0]       req_mask = 0;
  wire             piece_valid;
  reg              piece_ready = 1'b0;
  wire [AddrW-6:0] piece_line;
  wire [7:0]       piece_mask;
  wire [2:0]       piece_shift;
  wire [MtagW-1:0] piece_mtag;
  wire             piece_last;
  wire [3:0]       skipped;
  wire             idle;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_region u_dut (
`else
  pf_region #(
    .AddrW (AddrW),
    .TagW  (TagW)
  ) u_dut (
`endif
    .clk_i         (clk),
    .rst_ni        (rst_n),
    .cfg_base_i    (base),
    .cfg_words_i   (words),
    .cfg_entries_i (entries),
    .req_valid_i   (req_valid),
    .req_ready_o   (req_ready),
    .req_sector_i  (req_sector),
    .req_mask_i    (req_mask),
    .piece_valid_o (piece_valid),
    .piece_ready_i (piece_ready),
    .piece_line_o  (piece_line),
    .piece_mask_o  (piece_mask),
    .piece_shift_o (piece_shift),
    .piece_mtag_o  (piece_mtag),
    .piece_last_o  (piece_last),
    .skipped_o     (skipped),
    .idle_o        (idle)
  );

  always #5 clk = ~clk;

  // The batch.
  reg [31:0] q_kind [0:Most-1], q_mask [0:Most-1], q_sub [0:Most-1], q_skip [0:Most-1];
  reg [63:0] q_sector [0:Most-1];
  reg [31:0] p_kind [0:8*Most-1], p_mask [0:8*Most-1], p_sub [0:8*Most-1], p_shift [0:8*Most-1];
  reg [31:0] p_tag [0:8*Most-1], p_last [0:8*Most-1];
  reg [63:0] p_line [0:8*Most-1];
  integer    n_q, n_p, n_last;       // in the batch
  integer    at_q, at_p, at_skip;    // sent, taken, counted
  integer    done_q;                 // requests whose last piece was taken

  integer         file, got, seed, checks, batches, start, cycle, k, quiet;
  reg [31:0]      w_addr, w_tag, n_in;
  reg [63:0]      v_base, v_words, v_entries;
  reg [8*256-1:0] vec;
  reg [8*16-1:0]  stall;
  reg [2:0]       in_mood, out_mood;
  reg             fast, waits, waiting, stalled;
  reg [AddrW+MtagW+6:0] shown;

  // xorshift32: $random is not the same in every simulator.
  reg [31:0] r;
  task draw;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  // A port's mood, drawn anew now and then: one in eight, half, seven in eight, always.
  function go;
    input [2:0]  mood;
    input [31:0] n;
    case (mood)
      3'd0, 3'd1: go = n[10:8] == 3'd0;
      3'd2, 3'd3: go = n[8];
      3'd4:       go = n[10:8] != 3'd0;
      default:    go = 1'b1;
    endcase
  endfunction

  task fail;
    input [8*16-1:0] what;
    input [63:0]     is, want;
    begin
      $display("FAIL pf_region seed=%0d batch=%0d base=%h words=%h entries=%h request=%0d piece=%0d %0s got=%h expected=%h",
               seed, batches, base, words, entries, done_q, at_p, what, is, want);
      $stop;
    end
  endtask

  task check;
    input [8*16-1:0] what;
    input [63:0]     is, want;
    begin
      checks = checks + 1;
      if (is !== want) fail(what, is, want);
    end
  endtask

  task read_batch;
    integer m, n;
    reg [31:0] pieces;
    begin
      got = $fscanf(file, "%h %h %h %h\n", v_base, v_words, v_entries, n_in);
      n_q = (got == 4) ? n_in : 0;
      n_p = 0;
      for (m = 0; m < n_q; m = m + 1) begin
        got = $fscanf(file, "%h %h %h %h %h %h\n", q_kind[m], q_sector[m], q_mask[m], q_sub[m], q_skip[m], pieces);
        for (n = 0; n < pieces; n = n + 1) begin
          got = $fscanf(file, "%h %h %h %h %h %h %h\n", p_kind[n_p], p_line[n_p], p_mask[n_p], p_sub[n_p],
                        p_shift[n_p], p_tag[n_p], p_last[n_p]);
          if (got != 7) fail("vectors", got, 7);
          n_p = n_p + 1;
        end
      end
    end
  endtask

  // What is on show now; called just before the edge.
  task compare;
    begin
      check("idle", idle, at_q == done_q);
      if (piece_valid) begin
        if (at_p >= n_p) fail("a piece more", 1, 0);
        check("mask", piece_mask, p_mask[at_p]);
        check("last", piece_last, p_last[at_p]);
        if (p_mask[at_p] != 0) begin
          check("line", piece_line, p_line[at_p]);
          check("shift", piece_shift, p_shift[at_p]);
          check("tag", piece_mtag, p_tag[at_p]);
        end
      end
      if (stalled)
        check("stable", {piece_valid, piece_line, piece_mask, piece_shift, piece_mtag, piece_last},
              {1'b1, shown});
      shown   = {piece_line, piece_mask, piece_shift, piece_mtag, piece_last};
      stalled = piece_valid && !piece_ready;
      if (skipped !== 4'd0) begin
        while (at_skip < at_q && q_skip[at_skip] == 0) at_skip = at_skip + 1;
        check("skipped", skipped, (at_skip < at_q) ? q_skip[at_skip] : 0);
        at_skip = at_skip + 1;
      end
    end
  endtask

  task run_batch;
    begin
      at_q = 0; at_p = 0; at_skip = 0; done_q = 0; cycle = 0; start = 0;
      draw;
      fast = r[1:0] == 2'd0 && stall == "";
      waits = r[1:0] == 2'd1 && stall == "";
      waiting = 1'b0;
      base = v_base[AddrW-6:0]; words = v_words[AddrW-2:0]; entries = v_entries[AddrW-2:0];
      while (done_q < n_q) begin
        draw;
        if (cycle % 32 == 0) begin
          in_mood  = fast ? 3'd7 : r[2:0];
          out_mood = fast ? 3'd7 : waits ? 3'd6 : r[5:3];
        end
        if (!waiting) begin
          draw;
          req_valid  = at_q < n_q && go(in_mood, r) && !(stall == "req" && cycle % 1000 < 400);
          req_sector = q_sector[at_q % Most];
          req_mask   = (q_kind[at_q % Most] == `PF_REQ_ACCESS) ? q_mask[at_q % Most] : 8'h00;
          if (!req_valid) req_mask = r[7:0];
        end
        draw;
        piece_ready = go(out_mood, r) && !(stall == "piece" && cycle % 1000 < 400);
        #1;
        if (out_mood == 3'd6) piece_ready = piece_valid === 1'b1;  // a sink that waits for the piece
        #3;
        compare;
        if (piece_valid && piece_ready) begin
          if (p_last[at_p]) done_q = done_q + 1;
          at_p = at_p + 1;
        end
        waiting = req_valid && !req_ready;
        if (req_valid && req_ready) at_q = at_q + 1;
        cycle = cycle + 1;
        if (cycle > 20000) fail("no end", at_q, n_q);
        @(negedge clk);
      end
      if (fast && entries >= 8) check("cycles", cycle, n_p + Latency);
      req_valid = 1'b0;
      // Nothing comes after the last piece, and each request that should have been was counted.
      for (quiet = 0; quiet < 3; quiet = quiet + 1) begin
        #4;
        compare;
        @(negedge clk);
      end
      while (at_skip < n_q && q_skip[at_skip] == 0) at_skip = at_skip + 1;
      check("counted", at_skip, n_q);
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_region: no +vec=FILE");
      $stop;
    end
    r = seed * 32'h9e37_79b9 + 32'h1;
    checks = 0; batches = 0; at_p = 0; done_q = 0; stalled = 1'b0;
    file = $fopen(vec, "r");
    got = $fscanf(file, "%d %d\n", w_addr, w_tag);
    if (got != 2 || w_addr != AddrW || w_tag != TagW) fail("vectors' widths", {w_addr, w_tag}, 0);
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    read_batch;
    while (n_q > 0) begin
      run_batch;
      batches = batches + 1;
      read_batch;
    end
    if (got != 4 || checks < 1000) fail("too few checks", checks, 1000);
    $display("PASS pf_region seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
