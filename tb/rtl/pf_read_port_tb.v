// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_read_port_tb: N readers with as many reads under way as they have ids, and a memory that answers in any order.
//
// Checked in every cycle: whose read is shown, as in a turn that goes round, and all of it; who gets an answer, and that its data
// are those of the address that this reader asked for with this id; that none waits for more than N - 1 others. In the end each
// read has its answer.
// Plusargs: +seed=N +count=CYCLES +stall=rd|mrd|rsp|mrsp

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_read_port_tb #(
  parameter integer N     = 3,
  parameter integer AddrW = 24,
  parameter integer IdW   = 4,
  parameter integer DataW = 256
);

  localparam integer ReaderW = (N > 1) ? $clog2(N) : 1;
  localparam integer Ids     = 1 << IdW;
  localparam integer All     = N * Ids;

  reg                    clk = 1'b0;
  reg                    rst_n = 1'b0;
  reg  [N-1:0]           rd_valid = {N{1'b0}};
  wire [N-1:0]           rd_ready;
  reg  [N*AddrW-1:0]     rd_addr = {N*AddrW{1'b0}};
  reg  [N*IdW-1:0]       rd_id = {N*IdW{1'b0}};
  wire [N-1:0]           rsp_valid;
  reg  [N-1:0]           rsp_ready = {N{1'b0}};
  wire [IdW-1:0]         rsp_id;
  wire [DataW-1:0]       rsp_data;
  wire                   mrd_valid;
  reg                    mrd_ready = 1'b0;
  wire [AddrW-1:0]       mrd_addr;
  wire [ReaderW+IdW-1:0] mrd_id;
  reg                    mrsp_valid = 1'b0;
  wire                   mrsp_ready;
  reg  [ReaderW+IdW-1:0] mrsp_id = {ReaderW+IdW{1'b0}};
  reg  [DataW-1:0]       mrsp_data = {DataW{1'b0}};

`ifdef NETLIST  // parameters are gone from a netlist
  pf_read_port u_dut (
`else
  pf_read_port #(
    .N     (N),
    .AddrW (AddrW),
    .IdW   (IdW),
    .DataW (DataW)
  ) u_dut (
`endif
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .rd_valid_i   (rd_valid),
    .rd_ready_o   (rd_ready),
    .rd_addr_i    (rd_addr),
    .rd_id_i      (rd_id),
    .rsp_valid_o  (rsp_valid),
    .rsp_ready_i  (rsp_ready),
    .rsp_id_o     (rsp_id),
    .rsp_data_o   (rsp_data),
    .mrd_valid_o  (mrd_valid),
    .mrd_ready_i  (mrd_ready),
    .mrd_addr_o   (mrd_addr),
    .mrd_id_o     (mrd_id),
    .mrsp_valid_i (mrsp_valid),
    .mrsp_ready_o (mrsp_ready),
    .mrsp_id_i    (mrsp_id),
    .mrsp_data_i  (mrsp_data)
  );

  always #5 clk = ~clk;

  integer         seed, cycles, checks, i, k, s, turn, grant, whose, at, reads, answers;
  integer         waited [0:N-1];       // reads of others taken while this one waited
  reg  [All-1:0]  used;                 // ids whose read has no answer yet
  reg  [All-1:0]  asked;                // ... and was taken
  reg  [AddrW-1:0] addr_of [0:All-1];
  reg  [AddrW-1:0] memory [0:All-1];    // as memory was asked
  reg  [8*16-1:0] stall;
  reg  [2:0]      mrd_mood, mrsp_mood;
  reg  [2:0]      rd_mood [0:N-1];
  reg  [2:0]      rsp_mood [0:N-1];
  reg  [N-1:0]    valid, ready, want_ready, want_rsp;
  reg  [N*AddrW-1:0] addr;
  reg  [N*IdW-1:0]   id;
  reg  [AddrW+63:0]  any;
  reg             still, lean;          // no more reads; ... only few
  reg             answer;               // memory shows one

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

  // What lies at an address
  function [DataW-1:0] data_at;
    input [AddrW-1:0] where;
    reg   [63:0]      mixed;
    integer           b;
    begin
      mixed = {{64{1'b0}}, where} * 64'h9e37_79b9_7f4a_7c15;
      for (b = 0; b < DataW; b = b + 1) data_at[b] = mixed[(b * 7 + b / 64) % 64];
    end
  endfunction

  task check;
    input            ok;
    input [8*12-1:0] what;
    input [31:0]     got, want;
    begin
      checks = checks + 1;
      if (ok !== 1'b1) begin
        $display("FAIL pf_read_port seed=%0d cycle=%0d %0s got=%h expected=%h", seed, i, what, got, want);
        $stop;
      end
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", cycles)) cycles = 4000;
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    r = seed * 32'h9e37_79b9 + 32'h1;
    checks = 0; reads = 0; answers = 0; turn = 0; whose = 0; at = 0;
    used = {All{1'b0}}; asked = {All{1'b0}};
    valid = {N{1'b0}}; addr = {N*AddrW{1'b0}}; id = {N*IdW{1'b0}};
    mrd_mood = 3'd7; mrsp_mood = 3'd7; still = 1'b0; lean = 1'b0; answer = 1'b0;
    for (s = 0; s < N; s = s + 1) begin
      waited[s] = 0;
      rd_mood[s] = 3'd7;
      rsp_mood[s] = 3'd7;
    end
    repeat (3) @(negedge clk);
    rst_n = 1'b1;

    for (i = 0; i < cycles || (used != {All{1'b0}} && i < 2 * cycles); i = i + 1) begin
      @(negedge clk);
      draw;
      still = i >= cycles;
      if (i % 16 == 0) {mrd_mood, mrsp_mood, lean} = r[6:0];
      if (still) {mrd_mood, mrsp_mood} = 6'o77;
      // Now and then a reset, of all that is under way
      rst_n = r[19:12] != 8'd0 || still;
      if (!rst_n) begin
        turn   = 0;
        valid  = {N{1'b0}};
        used   = {All{1'b0}};
        asked  = {All{1'b0}};
        answer = 1'b0;
      end
      for (s = 0; s < N; s = s + 1) begin
        draw;
        if (i % 16 == 0) {rd_mood[s], rsp_mood[s]} = lean ? {r[2:0], 2'b00, r[3]} : r[5:0];
        if (still) rsp_mood[s] = 3'd7;
        draw;
        rsp_ready[s] = go(rsp_mood[s], r) && !(stall == "rsp" && s == 0 && i % 1000 < 500);
        draw;
        at = s * Ids + (r[31:16] % Ids);
        if (!valid[s] && rst_n && !still && !used[at] && go(rd_mood[s], r) && !(stall == "rd" && s == 0 && i % 1000 < 500)) begin
          valid[s] = 1'b1;
          used[at] = 1'b1;
          draw;
          any = {any[AddrW+31:0], r};
          draw;
          any = {any[AddrW+31:0], r};
          addr_of[at] = any[AddrW-1:0];
          addr = (addr & ~({{(N*AddrW-AddrW){1'b0}}, {AddrW{1'b1}}} << (s * AddrW))) |
                 ({{(N*AddrW-AddrW){1'b0}}, any[AddrW-1:0]} << (s * AddrW));
          id   = (id & ~({{(N*IdW-IdW){1'b0}}, {IdW{1'b1}}} << (s * IdW))) |
                 ({{(N*IdW-IdW){1'b0}}, at[IdW-1:0]} << (s * IdW));
        end
      end
      rd_valid = valid;
      rd_addr  = addr;
      rd_id    = id;
      draw;
      mrd_ready = go(mrd_mood, r) && !(stall == "mrd" && i % 1000 < 500);
      draw;
      if (!answer && rst_n && go(mrsp_mood, r) && !(stall == "mrsp" && i % 1000 < 500)) begin
        for (k = 0; k < All; k = k + 1) begin
          at = (r[31:16] + k) % All;
          if (!answer && asked[at]) begin
            answer    = 1'b1;
            whose     = at;
            mrsp_id   = at;
            mrsp_data = data_at(memory[at]);
          end
        end
      end
      mrsp_valid = answer;

      // The model: the first that asks from the turn on.
      grant = -1;
      for (s = N - 1; s >= 0; s = s - 1) begin
        if (valid[(turn + s) % N]) grant = (turn + s) % N;
      end
      want_ready = {N{1'b0}};
      if (grant >= 0) want_ready[grant] = mrd_ready;
      want_rsp = {N{1'b0}};
      if (mrsp_valid) want_rsp[whose / Ids] = 1'b1;

      #4;
      check(mrd_valid === (grant >= 0), "mrd_valid", {31'd0, mrd_valid}, grant);
      check(rd_ready === want_ready, "rd_ready", rd_ready, want_ready);
      if (grant >= 0) begin
        check(mrd_addr === addr[grant*AddrW +: AddrW], "mrd_addr", mrd_addr, addr[grant*AddrW +: AddrW]);
        check(mrd_id === grant * Ids + id[grant*IdW +: IdW], "mrd_id", mrd_id, id[grant*IdW +: IdW]);
      end
      check(rsp_valid === want_rsp, "rsp_valid", rsp_valid, want_rsp);
      if (mrsp_valid) begin
        check(mrsp_ready === rsp_ready[whose/Ids], "mrsp_ready", {31'd0, mrsp_ready}, {31'd0, rsp_ready[whose/Ids]});
        check(rsp_id === whose[IdW-1:0], "rsp_id", rsp_id, whose % Ids);
        check(rsp_data === data_at(addr_of[whose]), "rsp_data", rsp_data, mrsp_data);
      end
      for (s = 0; s < N; s = s + 1) begin
        if (!valid[s] || rd_ready[s]) waited[s] = 0;
        else if (|rd_ready) waited[s] = waited[s] + 1;
        check(waited[s] < N, "waited", waited[s], N);
      end

      // What memory takes is what it was shown.
      if (rst_n && mrsp_valid && rsp_ready[whose/Ids]) begin
        answers = answers + 1;
        used[whose]  = 1'b0;
        asked[whose] = 1'b0;
        answer       = 1'b0;
      end
      if (grant >= 0 && rst_n) begin
        turn = mrd_ready ? (grant + 1) % N : grant;
        if (mrd_ready) begin
          reads = reads + 1;
          asked[mrd_id]  = 1'b1;
          memory[mrd_id] = mrd_addr;
          valid[grant]   = 1'b0;
        end
      end
    end

    if (reads < cycles / 50 || answers < cycles / 50 || used != {All{1'b0}}) begin
      $display("FAIL pf_read_port seed=%0d %0d reads, %0d answers, without one %h", seed, reads, answers, used);
      $stop;
    end
    $display("PASS pf_read_port seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
