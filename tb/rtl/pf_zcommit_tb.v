// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_zcommit_tb: random requests to few and many lines, quantum after quantum, against the rule itself.
//
//   requests --> pf_zcommit --> results        model: for each byte of the region, quantum and winner
//                  |  ^
//                pf_memory_model               mrsp in any order, each port as slow as it likes
//
// Checked: of every result line, warp, mask and data, in order within its line; each beat written back equals the
// model, tag and padding included (when no request of its line is inside); a sweep writes 0 to beat 0 of every
// line, in order, and happens when numbers run out and after reset only; with the filter nothing is fetched
// before a row was written back; the events count what happens; a line that is held takes a request a cycle.
// Phases differ in lines (one, few, of one set, many), warps, masks, filter, idle cycles and memory.
// Plusargs: +seed=N +count=REQUESTS +stall=req|res|mrd|mrsp|mwr|beg (500 cycles of each 1000)
// +fast=1: a request a cycle to few lines, in every phase

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_zcommit_tb #(
  parameter integer LineW      = `PF_ADDR_W - 7,
  parameter integer WarpW      = `PF_COMMIT_WARP_W,
  parameter integer QuantumW   = `PF_QUANTUM_W,
  parameter integer Sets       = `PF_Z_SETS,
  parameter integer Ways       = `PF_Z_WAYS,
  parameter integer Requests   = `PF_Z_REQUESTS,
  parameter integer Misses     = `PF_Z_MISSES,
  parameter integer FilterBits = `PF_Z_FILTER
);

  localparam integer RowW   = QuantumW + 128 * WarpW;
  localparam integer Beats  = (RowW + 255) / 256;
  localparam integer BeatW  = $clog2(Beats);
  localparam integer MemW   = LineW + BeatW;
  localparam integer IdW    = $clog2(Misses) + BeatW;
  localparam integer Region = (LineW < 9) ? (1 << LineW) : 400;  // lines of the slice
  localparam integer Open   = 64;                                // places for requests inside; more than Requests
  localparam integer LastQ  = (1 << QuantumW) - 1;

  reg                 clk = 1'b0;
  reg                 rst_n = 1'b0;
  reg                 filter = 1'b1;
  wire [LineW:0]      lines = Region;
  reg                 beg_valid = 1'b0;
  wire                beg_ready;
  wire [QuantumW-1:0] quantum;
  reg                 req_valid = 1'b0;
  wire                req_ready;
  reg  [LineW-1:0]    req_line = 0;
  reg  [WarpW-1:0]    req_warp = 0;
  reg  [127:0]        req_mask = 0;
  reg  [1023:0]       req_data = 0;
  wire                res_valid;
  reg                 res_ready = 1'b0;
  wire [LineW-1:0]    res_line;
  wire [WarpW-1:0]    res_warp;
  wire [127:0]        res_mask;
  wire [1023:0]       res_data;
  wire                mrd_valid, mrd_ready, mrsp_valid, mrsp_ready, mwr_valid, mwr_ready, mem_error;
  wire [MemW-1:0]     mrd_addr, mwr_addr;
  wire [IdW-1:0]      mrd_id, mrsp_id;
  wire [255:0]        mrsp_data, mwr_data;
  wire [7:0]          evt;
  wire                idle;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_zcommit u_dut (
`else
  pf_zcommit #(
    .LineW      (LineW),
    .WarpW      (WarpW),
    .QuantumW   (QuantumW),
    .Sets       (Sets),
    .Ways       (Ways),
    .Requests   (Requests),
    .Misses     (Misses),
    .FilterBits (FilterBits)
  ) u_dut (
`endif
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .cfg_filter_i (filter),
    .cfg_lines_i  (lines),
    .beg_valid_i  (beg_valid),
    .beg_ready_o  (beg_ready),
    .quantum_o    (quantum),
    .req_valid_i  (req_valid),
    .req_ready_o  (req_ready),
    .req_line_i   (req_line),
    .req_warp_i   (req_warp),
    .req_mask_i   (req_mask),
    .req_data_i   (req_data),
    .res_valid_o  (res_valid),
    .res_ready_i  (res_ready),
    .res_line_o   (res_line),
    .res_warp_o   (res_warp),
    .res_mask_o   (res_mask),
    .res_data_o   (res_data),
    .mrd_valid_o  (mrd_valid),
    .mrd_ready_i  (mrd_ready),
    .mrd_addr_o   (mrd_addr),
    .mrd_id_o     (mrd_id),
    .mrsp_valid_i (mrsp_valid),
    .mrsp_ready_o (mrsp_ready),
    .mrsp_id_i    (mrsp_id),
    .mrsp_data_i  (mrsp_data),
    .mwr_valid_o  (mwr_valid),
    .mwr_ready_i  (mwr_ready),
    .mwr_addr_o   (mwr_addr),
    .mwr_data_o   (mwr_data),
    .evt_o        (evt),
    .idle_o       (idle)
  );

  reg  [15:0] latency = 16'd4;
  reg  [7:0]  busy = 8'd0;
  reg         fixed = 1'b0;
  reg         stall_mrd, stall_mrsp, stall_mwr;
  integer     seed;

  pf_memory_model #(
    .MemW  (MemW),
    .IdW   (IdW),
    .Depth (Region * Beats),
    .Reads (Misses * Beats)
  ) u_memory (
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .seed_i       (seed),
    .fixed_i      (fixed),
    .latency_i    (latency),
    .busy_i       (busy),
    .stall_mrd_i  (stall_mrd),
    .stall_mrsp_i (stall_mrsp),
    .stall_mwr_i  (stall_mwr),
    .mrd_valid_i  (mrd_valid),
    .mrd_ready_o  (mrd_ready),
    .mrd_addr_i   (mrd_addr),
    .mrd_id_i     (mrd_id),
    .mrsp_valid_o (mrsp_valid),
    .mrsp_ready_i (mrsp_ready),
    .mrsp_id_o    (mrsp_id),
    .mrsp_data_o  (mrsp_data),
    .mwr_valid_i  (mwr_valid),
    .mwr_ready_o  (mwr_ready),
    .mwr_addr_i   (mwr_addr),
    .mwr_data_i   (mwr_data),
    .error_o      (mem_error)
  );

  always #5 clk = ~clk;

  ////////////////
  // Helpers    //
  ////////////////

  integer          requests, checks, cycles, i, b;
  reg [8*16-1:0]   stall;
  reg [31:0]       r;  // xorshift32: $random is not the same in every simulator
  reg [1023:0]     big;

  task next;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task next_big;
    begin
      for (i = 0; i < 32; i = i + 1) begin
        next;
        big[32*i +: 32] = r;
      end
    end
  endtask

  task check;
    input [8*32-1:0] what;
    input [31:0]     is, must;
    begin
      checks = checks + 1;
      if (is !== must) begin
        $display("FAIL pf_zcommit seed=%0d cycle=%0d checks=%0d: %0s got %0d expected %0d",
                 seed, cycles, checks, what, is, must);
        $stop;
        $finish;
      end
    end
  endtask

  task check_bits;
    input [8*32-1:0] what;
    input [1023:0]   is, must;
    begin
      checks = checks + 1;
      if (is !== must) begin
        $display("FAIL pf_zcommit seed=%0d cycle=%0d checks=%0d: %0s got %h expected %h",
                 seed, cycles, checks, what, is, must);
        $stop;
        $finish;
      end
    end
  endtask

  function stalled;
    input [8*16-1:0] name;
    stalled = stall == name && (cycles % 1000) < 500;
  endfunction

  ////////////////
  // Model      //
  ////////////////

  integer               now;                             // quanta begun since reset
  integer               wrote [0:Region-1];              // quantum of the line
  reg [128*WarpW-1:0]   winner [0:Region-1];
  reg [127:0]           won;

  task model;  // the request on the port
    integer n;
    begin
      if (wrote[req_line] != now) winner[req_line] = {(128*WarpW){1'b1}};
      wrote[req_line] = now;
      for (n = 0; n < 128; n = n + 1) begin
        won[n] = req_mask[n] && req_warp <= winner[req_line][n*WarpW +: WarpW];
        if (won[n]) winner[req_line][n*WarpW +: WarpW] = req_warp;
      end
    end
  endtask

  // Requests inside
  reg              o_valid [0:Open-1];
  integer          o_age   [0:Open-1];
  reg [LineW-1:0]  o_line  [0:Open-1];
  reg [WarpW-1:0]  o_warp  [0:Open-1];
  reg [127:0]      o_mask  [0:Open-1];
  reg [1023:0]     o_data  [0:Open-1];
  integer          open_n, pick;

  task enter;
    begin
      pick = -1;
      for (i = 0; i < Open; i = i + 1) if (!o_valid[i] && pick < 0) pick = i;
      check("more inside than slots", open_n <= Requests, 1);
      o_valid[pick] = 1'b1;
      o_age[pick]   = sent;
      o_line[pick]  = req_line;
      o_warp[pick]  = req_warp;
      o_mask[pick]  = won;
      o_data[pick]  = req_data;
      open_n = open_n + 1;
    end
  endtask

  task leave;  // the oldest of its line
    begin
      pick = -1;
      for (i = 0; i < Open; i = i + 1)
        if (o_valid[i] && o_line[i] === res_line && (pick < 0 || o_age[i] - o_age[pick] < 0)) pick = i;
      check("a result of no request", pick < 0, 0);
      check("warp", res_warp, o_warp[pick]);
      check_bits("mask", res_mask, o_mask[pick]);
      check_bits("data", res_data, o_data[pick]);
      o_valid[pick] = 1'b0;
      open_n = open_n - 1;
    end
  endtask

  integer wline, wbeat, swept;
  reg     inside, sweep;
  reg [256*Beats-1:0] row;
  task written;  // the beat on mwr
    begin
      if (sweep) begin
        check("sweep address", mwr_addr, swept * Beats);
        check_bits("sweep data", mwr_data, 0);
        swept = swept + 1;
        if (swept == Region) sweep = 1'b0;
      end else begin
        wline  = mwr_addr / Beats;
        wbeat  = mwr_addr % Beats;
        inside = 1'b0;
        for (i = 0; i < Open; i = i + 1) if (o_valid[i] && o_line[i] == wline) inside = 1'b1;
        check("row of this quantum", wrote[wline], now);
        row = {winner[wline], quantum};
        if (!inside) begin
          check_bits("row", mwr_data, row[256*wbeat +: 256]);
          rows = rows + 1;
        end
      end
    end
  endtask

  ////////////////
  // Stimulus   //
  ////////////////

  integer    sent, left, quanta, sent_phase, rows, resets;
  integer    few, pattern, warps, masks, p_req, p_res;
  reg        spilled, mixed, fast;
  integer    n_hit, n_miss, n_defer, n_fetch, n_spill, n_lost, n_wait, n_swept;  // seen in events
  integer    x_fetch, x_spill, x_lost, x_wait, x_swept, x_sent;                  // seen on ports
  integer    run_start, runs, wraps, t_fetch, t_defer, always_fast;

  task phase;
    begin
      next;
      pattern = r[2:0];
      warps   = r[4:3];
      masks   = r[6:5];
      p_req   = r[7] ? 8 : r[8] ? 4 : 1;
      p_res   = r[9] ? 8 : r[10] ? 4 : 1;
      mixed   = r[11];
      next;
      filter  = r[0];
      busy    = r[1] ? 8'd0 : r[2] ? 8'd100 : 8'd220;
      latency = r[3] ? 16'd3 : r[4] ? 16'd20 : 16'd90;
      few     = 1 + r[9:5];
      fast    = r[12:10] == 3'd0 || always_fast != 0;
      fixed   = fast;
      if (fast) begin
        p_req = 8; p_res = 8; pattern = 0; few = 3; mixed = 1'b0; masks = 0;
      end
      left = fast ? 300 : 1 + (r[22:21] == 0 ? r[20:13] : r[22:21] == 1 ? r[17:13] : r[14:13]);
      sent_phase = 0;
    end
  endtask

  task draw_request;
    begin
      next;
      case (pattern)
        0, 1:    req_line <= r[15:0] % few % Region;                                 // few
        2, 3:    req_line <= (few + Sets * r[2:0] + r[3]) % Region;                  // of two sets
        4:       req_line <= (sent_phase / 2) % Region;                              // one after the other
        5:       req_line <= (r[31:30] == 0) ? r[15:0] % Region : few % Region;      // one more than others
        6:       req_line <= Region - 1 - r[15:0] % few;
        default: req_line <= r[15:0] % Region;                                       // many
      endcase
      next;
      case (warps)
        0:       req_warp <= r[15:0] % 3;
        1:       req_warp <= (sent_phase / 3) % LastWarp;
        2:       req_warp <= LastWarp - 1 - (r[15:0] % 2);
        default: req_warp <= r[15:0] % LastWarp;
      endcase
      next_big;
      req_data <= big;
      next_big;
      case (masks)
        0:       req_mask <= {128{1'b1}};
        1:       req_mask <= {big[31:0] & big[63:32], big[95:0]};
        2:       req_mask <= {{96{1'b0}}, {32{1'b1}}} << (32 * big[1:0]);
        default: req_mask <= {{127{1'b0}}, big[31:30] != 0} << big[6:0];
      endcase
      req_valid <= 1'b1;
    end
  endtask

  localparam integer LastWarp = (1 << WarpW) - 1;  // nobody's

  task start;  // after reset
    begin
      now = 0; sweep = 1'b0; swept = 0; open_n = 0; spilled = 1'b0;
      for (i = 0; i < Open; i = i + 1) o_valid[i] = 1'b0;
      for (i = 0; i < Region; i = i + 1) wrote[i] = 0;
      n_hit = 0; n_miss = 0; n_defer = 0; n_fetch = 0; n_spill = 0; n_lost = 0; n_wait = 0; n_swept = 0;
      x_fetch = 0; x_spill = 0; x_lost = 0; x_wait = 0; x_swept = 0; x_sent = 0;
      left = 0;
    end
  endtask

  task tally;  // nothing is inside, and no event on its way
    begin
      check("every request has an event", n_hit + n_miss + n_defer, x_sent);
      check("fetches", n_fetch * Beats, x_fetch);
      check("rows back", n_spill * Beats, x_spill);
      check("lost", n_lost, x_lost);
      check("waits", n_wait, x_wait);
      check("swept", n_swept, x_swept);
      check("misses at least", n_miss >= n_fetch, 1);
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", requests)) requests = 3000;
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    if (!$value$plusargs("fast=%d", always_fast)) always_fast = 0;
    r = seed * 32'h9e37_79b9 + 32'h1;
    checks = 0; cycles = 0; sent = 0; quanta = 0; rows = 0; resets = 0; sent_phase = 0;
    few = 1; pattern = 0; warps = 0; masks = 0; p_req = 8; p_res = 8; mixed = 1'b0; fast = 1'b0; run_start = 0;
    runs = 0; wraps = 0; t_fetch = 0; t_defer = 0;
    start;
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    while (sent < requests || open_n > 0 || req_valid || !idle) begin
      repeat (50) @(negedge clk);
      // A reset in the middle of it all
      if (resets < 2 && sent > (resets + 1) * requests / 3) begin
        resets = resets + 1;
        rst_n = 1'b0;
        beg_valid = 1'b0;
        req_valid = 1'b0;
        repeat (2) @(negedge clk);
        start;
        rst_n = 1'b1;
      end
      if (cycles > 400 * requests + 100000) check("an end", cycles, 0);
    end
    repeat (3) @(negedge clk);
    tally;
    check("quanta", quanta > 1, 1);
    check("full speed", always_fast == 0 || Requests < 10 || runs > 0, 1);
    $display("PASS pf_zcommit seed=%0d checks=%0d cycles=%0d quanta=%0d rows=%0d fetched=%0d deferred=%0d wraps=%0d fast=%0d",
             seed, checks, cycles, quanta, rows, t_fetch, t_defer, wraps, runs);
    $finish;
  end

  always @(posedge clk) begin
    cycles <= cycles + 1;
    stall_mrd  <= stalled("mrd");
    stall_mrsp <= stalled("mrsp");
    stall_mwr  <= stalled("mwr");
  end

  always @(posedge clk) if (rst_n) begin
    check("memory", mem_error, 0);

    n_hit   = n_hit   + evt[0];
    n_miss  = n_miss  + evt[1];
    n_defer = n_defer + evt[2];
    n_fetch = n_fetch + evt[3];
    t_fetch = t_fetch + evt[3];
    t_defer = t_defer + evt[2];
    n_spill = n_spill + evt[4];
    n_lost  = n_lost  + evt[5];
    n_wait  = n_wait  + evt[6];
    n_swept = n_swept + evt[7];
    check("idle", idle && (open_n > 0 || sweep || mrd_valid || mwr_valid), 0);

    // Memory
    if (mwr_valid && !sweep) spilled = 1'b1;
    if (mrd_valid && filter) check("a fetch without a row back", spilled, 1);
    x_fetch = x_fetch + (mrd_valid && mrd_ready);
    if (mwr_valid && mwr_ready) begin
      if (sweep) x_swept = x_swept + 1;
      else       x_spill = x_spill + 1;
      written;
    end

    // Results
    if (res_valid && res_ready) begin
      x_lost = x_lost + (res_mask == 128'd0);
      leave;
    end

    // A quantum begins
    if (beg_valid && beg_ready) begin
      check("begin while busy", open_n, 0);
      if (now % LastQ == 0) begin
        sweep = 1'b1;
        swept = 0;
        wraps = wraps + 1;
      end
      now     = now + 1;
      quanta  = quanta + 1;
      spilled = 1'b0;
      phase;
    end else if (now > 0) begin
      check("quantum", quantum, (now - 1) % LastQ + 1);
    end

    // Requests
    x_wait = x_wait + (req_valid && !req_ready);
    if (req_valid && req_ready) begin
      check("a request into a sweep", sweep && !(beg_valid && beg_ready) && open_n > 0, 0);
      model;
      enter;
      sent = sent + 1;
      sent_phase = sent_phase + 1;
      x_sent = x_sent + 1;
      if (left > 0) left = left - 1;
      // From the 150th to the 280th in as many cycles: the lines are held by then, results taken
      if (sent_phase == 150) run_start = cycles;
      if (fast && sent_phase == 280 && Requests >= 10 && stall == "") begin
        check("a request a cycle", cycles - run_start, 130);
        runs = runs + 1;
      end
    end

    // What comes next
    next;
    res_ready <= ({29'd0, r[2:0]} < p_res) && !stalled("res");
    if (!req_valid || req_ready) begin
      req_valid <= 1'b0;
      next;
      if (sent < requests && now > 0 && (left > 0 || (mixed && r[7:3] == 0)) && {29'd0, r[2:0]} < p_req &&
          !stalled("req")) draw_request;
    end
    if (beg_valid && beg_ready) beg_valid <= 1'b0;
    else if (left == 0 && sent < requests && !stalled("beg") && r[12:11] == 0) beg_valid <= 1'b1;
  end

endmodule

`resetall
