// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_races_tb: random races of lines, idle and back-pressure.
//
// Checked: each group of words in order, of each word whether it races and with what; nothing else is told; what is shown
// stays until it is taken. Plusargs: +seed=N +count=N +stall=race (seldom taken) +stall=in (seldom there)

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_line_races_tb #(
  parameter integer Lanes = `PF_LANES
);

  localparam integer LineW  = `PF_ADDR_W - 7;
  localparam integer Groups = 32 / Lanes;
  localparam integer OutW   = Lanes * 30 + LineW + 5;

  reg                clk   = 1'b0;
  reg                rst_n = 1'b0;
  reg                in_valid = 1'b0;
  wire               in_ready;
  reg  [LineW-1:0]   in_line;
  reg  [95:0]        in_words;
  reg  [14:0]        in_row;
  reg  [68:0]        in_before;
  reg                in_sub;
  wire               race_valid;
  reg                race_ready = 1'b0;
  wire [Lanes-1:0]   race_lanes, race_sub;
  wire [Lanes*5-1:0] race_row;
  wire [Lanes*23-1:0] race_before;
  wire [LineW+1:0]   race_sector;
  wire [2:0]         race_entry;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_line_races u_dut (
`else
  pf_line_races #(
    .Lanes (Lanes)
  ) u_dut (
`endif
    .clk_i         (clk),
    .rst_ni        (rst_n),
    .in_valid_i    (in_valid),
    .in_ready_o    (in_ready),
    .in_line_i     (in_line),
    .in_words_i    (in_words),
    .in_row_i      (in_row),
    .in_before_i   (in_before),
    .in_sub_i      (in_sub),
    .race_valid_o  (race_valid),
    .race_ready_i  (race_ready),
    .race_lanes_o  (race_lanes),
    .race_row_o    (race_row),
    .race_sub_o    (race_sub),
    .race_before_o (race_before),
    .race_sector_o (race_sector),
    .race_entry_o  (race_entry)
  );

  always #5 clk = ~clk;

  integer         seed, count, done, groups, next, last, k, w;
  reg [8*16-1:0]  stall;
  reg [31:0]      any, at;
  reg [OutW-1:0]  shown, got;
  reg             waits;

  reg [31:0] r;  // xorshift32: $random is not the same in every simulator
  task draw;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task fail(input [8*24-1:0] what);
    begin
      $display("FAIL pf_line_races: line %0d: %0s: group %0d: words %h %h %h, told %b at sector %h word %0d, row %h, before %h", done,
               what, next, in_words[95:64], in_words[63:32], in_words[31:0], race_lanes, race_sector, race_entry, race_row,
               race_before);
      $stop;
    end
  endtask

  task invent;
    begin
      in_words = 96'd0;
      draw;
      any      = r;
      case (any[1:0])
        2'd0: at = 32'hffffffff;
        2'd1: at = 32'd1 << any[6:2];
        2'd2: at = r ^ (r << 7);
        default: at = 32'hff << any[6:2];
      endcase
      if (at == 32'd0) at = 32'd1;
      for (w = 0; w < 32; w = w + 1) begin
        draw;
        any = r;
        if (at[w]) in_words[32*(any[7:0] % 3)+w] = 1'b1;
      end
      in_line   = r[LineW-1:0];
      in_sub    = r[31];
      draw;
      in_row    = r[14:0];
      in_before = {r[20:16], r, r ^ (r << 9)};
      last      = 0;
      for (k = 0; k < Groups; k = k + 1) if (|at[k*Lanes +: Lanes]) last = k;
      next      = 0;
      while (!(|at[next*Lanes +: Lanes])) next = next + 1;
    end
  endtask

  task check;
    begin
      if (race_sector !== {in_line, 2'b00} + next * Lanes / 8 || race_entry !== (next * Lanes) % 8) fail("place");
      for (k = 0; k < Lanes; k = k + 1) begin
        w = next * Lanes + k;
        if (race_lanes[k] !== at[w]) fail("lanes");
        if (at[w] && race_sub[k] !== in_sub) fail("sub");
        for (any = 0; any < 3; any = any + 1) begin
          if (in_words[32*any+w] && (race_row[5*k +: 5] !== in_row[5*any +: 5] || race_before[23*k +: 23] !== in_before[23*any +: 23]))
            fail("class");
        end
      end
      if (in_ready !== (race_ready && next == last)) fail("ready");
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", count)) count = 2000;
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    r = 32'h9e3779b9 ^ {seed[15:0], 16'd1}; done = 0; groups = 0; next = 0; last = 0; at = 32'd0; waits = 1'b0;
    @(negedge clk);
    @(negedge clk) rst_n = 1'b1;
    while (done < count) begin
      draw;
      race_ready = (stall == "race") ? r[4:0] == 5'd0 : r[0];
      if (!in_valid && ((stall == "in") ? r[9:5] == 5'd0 : r[6:5] == 2'd0)) begin
        in_valid = 1'b1;
        invent;
      end
      #3;
      got = {race_lanes, race_row, race_sub, race_before, race_sector, race_entry};
      if (race_valid !== in_valid) fail("valid");
      if (in_valid) check;
      if (waits && got !== shown) fail("does not stay");
      waits = race_valid && !race_ready;
      shown = got;
      @(posedge clk);
      #1;
      if (in_valid && race_ready) begin
        groups = groups + 1;
        if (next == last) begin
          in_valid = 1'b0;
          done     = done + 1;
          if (r[10] && stall != "in") begin  // the next line at once
            in_valid = 1'b1;
            invent;
          end
        end else begin
          next = next + 1;
          while (!(|at[next*Lanes +: Lanes])) next = next + 1;
        end
      end
      @(negedge clk);
    end
    if (groups < 2 * done) begin
      $display("FAIL pf_line_races: %0d groups of %0d lines", groups, done);
      $stop;
    end
    $display("PASS pf_line_races seed=%0d checks=%0d", seed, groups);
    $finish;
  end

endmodule

`resetall
