// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_beats_tb: random operations on blocks and new blocks, in front of a bank that lets go of beats whenever it likes.
//
// Checked in every cycle: whether there is a request, for which beat and with what; when an operation is taken; pieces that are
// added, and that an operation has a piece inside, however soon others end, until its last request is taken.
// Plusargs: +seed=N +count=CYCLES +stall=blk|req|made

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_line_beats_tb #(
  parameter integer LineW    = `PF_ADDR_W - 7,
  parameter integer PcW      = `PF_RACE_PC_W,
  parameter integer EraW     = 3,
  parameter integer BlockNoW = 12
);

  localparam integer CountW = `PF_META_BLK_FENCE_W;
  localparam integer PassW  = LineW + 1 + `PF_TAG_W + PcW + 2 * CountW + EraW;  // goes through as it is

  reg                 clk   = 1'b0;
  reg                 rst_n = 1'b0;
  reg                 blk_valid = 1'b0;
  wire                blk_ready;
  reg                 blk_make = 1'b0;
  reg  [BlockNoW-1:0] blk_block = {BlockNoW{1'b0}};
  reg  [31:0]         blk_words = 32'd1;
  reg  [PassW-1:0]    blk_pass = {PassW{1'b0}};
  wire                req_valid, req_fresh, req_make, add;
  reg                 req_ready = 1'b0;
  wire [BlockNoW+2:0] req_row;
  wire [3:0]          req_words;
  wire [PassW-1:0]    req_pass;
  wire [EraW-1:0]     add_era;
  reg                 made = 1'b0;

  wire [LineW-1:0]     line, req_line;
  wire                 sub, req_sub;
  wire [`PF_TAG_W-1:0] tag, req_tag;
  wire [PcW-1:0]       pc, req_pc;
  wire [2*CountW-1:0]  self, req_self;
  wire [EraW-1:0]      era, req_era;
  assign {line, sub, tag, pc, self, era} = blk_pass;
  assign req_pass = {req_line, req_sub, req_tag, req_pc, req_self, req_era};

`ifdef NETLIST  // parameters are gone from a netlist
  pf_line_beats u_dut (
`else
  pf_line_beats #(
    .LineW    (LineW),
    .PcW      (PcW),
    .EraW     (EraW),
    .BlockNoW (BlockNoW)
  ) u_dut (
`endif
    .clk_i       (clk),
    .rst_ni      (rst_n),
    .blk_valid_i (blk_valid),
    .blk_ready_o (blk_ready),
    .blk_make_i  (blk_make),
    .blk_block_i (blk_block),
    .blk_line_i  (line),
    .blk_words_i (blk_words),
    .blk_sub_i   (sub),
    .blk_tag_i   (tag),
    .blk_pc_i    (pc),
    .blk_self_i  (self),
    .blk_era_i   (era),
    .req_valid_o (req_valid),
    .req_ready_i (req_ready),
    .req_row_o   (req_row),
    .req_fresh_o (req_fresh),
    .req_make_o  (req_make),
    .req_line_o  (req_line),
    .req_words_o (req_words),
    .req_sub_o   (req_sub),
    .req_tag_o   (req_tag),
    .req_pc_o    (req_pc),
    .req_self_o  (req_self),
    .req_era_o   (req_era),
    .made_i      (made),
    .add_o       (add),
    .add_era_o   (add_era)
  );

  always #5 clk = ~clk;

  integer        seed, cycles, checks, i, k;
  integer        next, last;             // beat of the next request, 8: none; the last one wanted
  integer        out, came, pieces, inside;  // made beats in the bank, out of it; of the operation: pieces, requests that have not ended
  integer        ops, makes, early, full;
  reg [8*16-1:0] stall;
  reg [2:0]      blk_mood, req_mood, made_mood, end_mood;
  reg [PassW+BlockNoW+31:0] junk;
  reg            want_valid, want_ready, taken, ends;

  reg [31:0] r;  // xorshift32: $random is not the same in every simulator
  task draw;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  // A port's mood, drawn anew now and then: never, one in eight, half, seven in eight, always.
  function go;
    input [2:0]  mood;
    input [31:0] n;
    case (mood)
      3'd0:       go = 1'b0;
      3'd1:       go = n[10:8] == 3'd0;
      3'd2, 3'd3: go = n[8];
      3'd4:       go = n[10:8] != 3'd0;
      default:    go = 1'b1;
    endcase
  endfunction

  task check;
    input            ok;
    input [8*12-1:0] what;
    input [31:0]     got, want;
    begin
      checks = checks + 1;
      if (ok !== 1'b1) begin
        $display("FAIL pf_line_beats seed=%0d cycle=%0d %0s got=%h expected=%h; make %b words %h, beat %0d to %0d, %0d came", seed, i, what,
                 got, want, blk_make, blk_words, next, last, came);
        $stop;
      end
    end
  endtask

  // Whether the line's beat has a request
  function wants;
    input [31:0] at;
    wants = blk_make || ((blk_words >> (4 * at)) & 32'd15) != 32'd0;
  endfunction

  task invent;
    begin
      draw;
      case (r[2:0])
        3'd0:    blk_words = 32'hffffffff;
        3'd1:    blk_words = 32'd1 << r[7:3];
        3'd2:    blk_words = 32'hff << r[7:3];
        3'd3:    blk_words = {r[31:16], r[31:16]} & {r[23:8], r[15:0]};
        3'd4:    blk_words = 32'h80000001;
        3'd5:    blk_words = 32'hf << {r[5:3], 2'd0};
        default: blk_words = {r[15:0], r[31:16]} | (r << 3);
      endcase
      if (blk_words == 32'd0) blk_words = 32'd1 << r[12:8];
      draw;
      blk_make = r[2:0] == 3'd0;
      for (k = 0; k < PassW + BlockNoW; k = k + 32) begin
        draw;
        junk = (junk << 32) ^ {{(PassW+BlockNoW){1'b0}}, r};
      end
      {blk_pass, blk_block} = junk[PassW+BlockNoW-1:0];
      last = 0;
      for (k = 0; k < 8; k = k + 1) if (wants(k)) last = k;
      next = 0;
      while (!wants(next)) next = next + 1;
      came   = 0;
      pieces = 1;
      inside = 0;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", cycles)) cycles = 8000;
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    r = seed * 32'h9e37_79b9 + 32'h1;
    checks = 0; ops = 0; makes = 0; early = 0; full = 0;
    next = 8; last = 0; out = 0; came = 0; pieces = 0; inside = 0;
    {blk_mood, req_mood, made_mood, end_mood} = 12'hfff;
    repeat (3) @(negedge clk);
    rst_n = 1'b1;

    for (i = 0; i < cycles; i = i + 1) begin
      @(negedge clk);
      draw;
      if (i % 16 == 0) {blk_mood, req_mood, made_mood, end_mood} = r[11:0];
      // Now and then a reset
      rst_n = r[19:12] != 8'd0;
      if (!rst_n) begin
        blk_valid = 1'b0;
        out       = 0;
      end
      draw;
      if (!blk_valid && rst_n && go(blk_mood, r) && !(stall == "blk" && i % 1000 < 500)) begin
        blk_valid = 1'b1;
        invent;
      end
      draw;
      req_ready = go(req_mood, r) && !(stall == "req" && i % 1000 < 500);
      draw;
      made = out > 0 && go(made_mood, r) && !(stall == "made" && i % 1000 < 500);

      // The model: requests in order; an operation ends with the last of them, or with the eighth beat made.
      want_valid = blk_valid && next < 8;
      taken      = want_valid && req_ready;
      want_ready = blk_make ? made && came == 7 : taken && next == last;

      #4;
      check(req_valid === want_valid, "req_valid", {31'd0, req_valid}, {31'd0, want_valid});
      check(add === (taken && next != last), "add", {31'd0, add}, next);
      if (blk_valid) check(blk_ready === want_ready, "blk_ready", {31'd0, blk_ready}, {31'd0, want_ready});
      if (want_valid) begin
        check(req_row === {blk_block, next[2:0]}, "req_row", req_row, next);
        check(req_fresh === blk_make && req_make === blk_make, "req_make", {30'd0, req_fresh, req_make}, {31'd0, blk_make});
        check(req_words === (blk_make ? 4'd0 : blk_words[4*next +: 4]), "req_words", {28'd0, req_words}, blk_words[4*next +: 4]);
        check(req_pass === blk_pass, "payload", req_pass, blk_pass);
      end
      if (add) begin
        check(add_era === era, "add_era", add_era, era);
        check(pieces > 0, "add", pieces, 1);
        pieces = pieces + 1;
      end
      if (taken) begin
        inside = inside + 1;
        if (blk_make) out = out + 1;
        if (next == last && blk_make) full = full + 1;
      end
      draw;
      ends = inside > 0 && go(end_mood, r);  // in the cycle of its request at the earliest
      if (ends) begin
        inside = inside - 1;
        pieces = pieces - 1;
      end
      if (blk_valid) check(pieces == inside + ((taken ? next == last : next == 8) ? 0 : 1), "pieces", pieces, inside);
      if (made) begin
        out  = out - 1;
        came = came + 1;
        if (next < 8) early = early + 1;
      end
      if (taken) begin
        if (next == last) next = 8;
        else begin
          next = next + 1;
          while (!wants(next)) next = next + 1;
        end
      end
      if (blk_valid && want_ready) begin
        ops = ops + 1;
        if (blk_make) makes = makes + 1;
        @(posedge clk);
        #1 blk_valid = 1'b0;
      end
    end

    if (ops < cycles / 100 || makes < 2 || full < makes || (stall == "" && early < 10)) begin
      $display("FAIL pf_line_beats seed=%0d only %0d operations, %0d makes, %0d beats early", seed, ops, makes, early);
      $stop;
    end
    $display("PASS pf_line_beats seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
