// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Bench of pf_meta_cache: requests and the row that each operation must find (pf_meta_cache_vec), through a user's
// pipeline that stalls, and a memory that answers in any order.
//
//   requests --> pf_meta_cache --> go: its row, or that of the operation near it --> equal?
//                   | memory        <-- ret: the row after it, some cycles later, in order
//
// What is written back must be a row that changed, as it was left. After a flush memory has all rows. A request must not
// wait for long while few are inside and leave a way of the set: so that ways are not held that need not be.
// Plusargs: +vec=FILE +seed=N +stall=req|go|ret|mrd|mrsp|mwr (it stands still for hundreds of cycles)
//           +fast=LATENCY: nothing stalls, memory answers after so many cycles, an operation takes Depth cycles

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_meta_cache_tb #(
  parameter integer LineW    = 21,
  parameter integer Sets     = 128,
  parameter integer Ways     = 4,
  parameter integer Requests = 32,
  parameter integer PayW     = 32,   // at least 10
  parameter integer Depth    = 4,
  parameter integer GenW     = 2,
  parameter integer MemW     = LineW,
  parameter integer Through  = 0
);

  localparam integer Lines = (LineW < 12) ? (1 << LineW) : 4096;
  localparam integer IdW   = $clog2(Requests) + $clog2(Sets * Ways);
  localparam integer NearW = (Depth > 1) ? Depth - 1 : 1;
  localparam integer Open  = 1024;   // operations that are known: more than are inside
  localparam integer Few   = (Requests < 5) ? Requests - 1 : 4;  // so many have room, whoever stands still

  reg              clk = 1'b0;
  reg              rst_n = 1'b0;
  reg              req_valid = 1'b0;
  wire             req_ready;
  reg  [LineW-1:0] req_line = 0;
  reg              req_fresh = 1'b0;
  reg  [PayW-1:0]  req_pay = 0;
  reg              go_ready = 1'b0;
  wire             go_valid;
  wire [LineW-1:0] go_line;
  wire [PayW-1:0]  go_pay;
  wire [255:0]     go_data;
  wire [NearW-1:0] go_near;
  wire             mrd_valid, mrd_ready, mrsp_valid, mrsp_ready, mwr_valid, mwr_ready, mem_error;
  wire [LineW-1:0] mrd_addr;
  wire [MemW-1:0]  out_addr;
  wire [IdW-1:0]   mrd_id, mrsp_id;
  wire [255:0]     mrsp_data, mwr_data;
  reg              flush_valid = 1'b0, forget_valid = 1'b0;
  wire             flush_ready, forget_ready, idle;
  wire [5:0]       evt;
  integer          seed, fast;
  wire [MemW-1:0]  base = seed * 32'h9e3779b1;
  wire [MemW-1:0]  mwr_addr = out_addr - base;  // the row
  wire [255:0]     init = {64'd1, 64'h5a5a5a5aa5a5a5a5, 64'hfedcba9876543210, 64'h0123456789abcdef} ^ {256{!seed[0]}};

  // What is given back: the oldest operation, perhaps the one that comes just now
  reg              ret_now = 1'b0, ret_some = 1'b0, ret_through = 1'b0;
  reg  [9:0]       ret_first = 10'd0;
  wire             ret_valid = ret_now && (ret_some || (ret_through && go_valid));
  wire [9:0]       ret_at = ret_some ? ret_first : go_pay[9:0];
  wire             ret_changed = ret_valid && e_changed[ret_at];
  wire [255:0]     ret_data = e_after[ret_at];

`ifdef NETLIST  // parameters are gone from a netlist
  pf_meta_cache u_dut (
`else
  pf_meta_cache #(
    .LineW    (LineW),
    .Sets     (Sets),
    .Ways     (Ways),
    .Requests (Requests),
    .PayW     (PayW),
    .Depth    (Depth),
    .GenW     (GenW),
    .MemW     (MemW),
    .Through  (Through)
  ) u_dut (
`endif
    .clk_i          (clk),
    .rst_ni         (rst_n),
    .init_i         (init),
    .base_i         (base),
    .req_valid_i    (req_valid),
    .req_ready_o    (req_ready),
    .req_line_i     (req_line),
    .req_fresh_i    (req_fresh),
    .req_pay_i      (req_pay),
    .go_ready_i     (go_ready),
    .go_valid_o     (go_valid),
    .go_line_o      (go_line),
    .go_pay_o       (go_pay),
    .go_data_o      (go_data),
    .go_near_o      (go_near),
    .ret_valid_i    (ret_valid),
    .ret_changed_i  (ret_changed),
    .ret_data_i     (ret_data),
    .mrd_valid_o    (mrd_valid),
    .mrd_ready_i    (mrd_ready),
    .mrd_addr_o     (mrd_addr),
    .mrd_id_o       (mrd_id),
    .mrsp_valid_i   (mrsp_valid),
    .mrsp_ready_o   (mrsp_ready),
    .mrsp_id_i      (mrsp_id),
    .mrsp_data_i    (mrsp_data),
    .mwr_valid_o    (mwr_valid),
    .mwr_ready_i    (mwr_ready),
    .mwr_addr_o     (out_addr),
    .mwr_data_o     (mwr_data),
    .flush_valid_i  (flush_valid),
    .flush_ready_o  (flush_ready),
    .forget_valid_i (forget_valid),
    .forget_ready_o (forget_ready),
    .evt_o          (evt),
    .idle_o         (idle)
  );

  reg  [15:0] latency = 16'd4;
  reg  [7:0]  busy = 8'd0;
  reg         stall_mrd = 1'b0, stall_mrsp = 1'b0, stall_mwr = 1'b0;
  wire        fixed = fast != 0;

  pf_memory_model #(
    .MemW  (LineW),
    .IdW   (IdW),
    .Depth (Lines),
    .Reads (Requests)
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
    .mwr_addr_i   (mwr_addr[LineW-1:0]),
    .mwr_data_i   (mwr_data),
    .error_o      (mem_error)
  );

  always #5 clk = ~clk;

  ////////////////
  // Helpers    //
  ////////////////

  integer          checks, cycles, i;
  reg [8*16-1:0]   stall;
  reg [31:0]       r;  // xorshift32: $random is not the same in every simulator

  task next;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task check;
    input [8*32-1:0] what;
    input [255:0]    is, must;
    begin
      checks = checks + 1;
      if (is !== must) begin
        $display("FAIL pf_meta_cache seed=%0d cycle=%0d checks=%0d: %0s got %0h expected %0h",
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
  // Vectors    //
  ////////////////

  localparam integer Most = 1 << 16;

  integer         file, got, lines_n, line_at;
  reg [8*256-1:0] vec;
  reg [3:0]       v_kind;
  reg [31:0]      v_line, v_number;
  reg             v_fresh, v_changed, more;
  reg [255:0]     v_before, v_after;
  reg [581:0]     lines [0:Most-1];  // all of the file

  task read_vectors;
    begin
      file = $fopen(vec, "r");
      lines_n = 0;
      line_at = 0;
      got = 7;
      while (got == 7) begin
        got = $fscanf(file, "%h %h %h %h %h %h %h\n", v_kind, v_line, v_number, v_fresh, v_changed, v_before, v_after);
        if (got == 7) begin
          check("vectors that fit", lines_n < Most, 1);
          lines[lines_n] = {v_kind, v_line, v_number, v_fresh, v_changed, v_before, v_after};
          lines_n = lines_n + 1;
        end
      end
      $fclose(file);
    end
  endtask

  reg [3:0]       n_kind;
  reg [31:0]      n_line, n_number;
  reg             n_fresh, n_changed;
  reg [255:0]     n_before, n_after;
  task read_vector;
    begin
      more = line_at < lines_n;
      if (more) {n_kind, n_line, n_number, n_fresh, n_changed, n_before, n_after} = lines[line_at];
      line_at = line_at + 1;
    end
  endtask

  ////////////////
  // Model      //
  ////////////////

  // Operations, by the low bits of their payload
  reg              e_open [0:Open-1];
  reg [31:0]       e_pay [0:Open-1];
  reg [31:0]       e_line [0:Open-1];
  reg [31:0]       e_number [0:Open-1];
  reg              e_fresh [0:Open-1];
  reg              e_changed [0:Open-1];
  reg [255:0]      e_before [0:Open-1];
  reg [255:0]      e_after [0:Open-1];
  integer          sent, open_n;

  // Rows
  integer          gone [0:4095];      // operations that were shown, in this epoch
  reg              differs [0:4095];   // from memory
  reg              known [0:4095];     // left is what an operation left
  reg [255:0]      left [0:4095];

  // In the user's pipeline, the oldest first
  integer          fly_n;
  reg [9:0]        fly [0:63];
  integer          fly_since [0:63];
  // Rows that operations inside have, by line and by set
  integer          inside [0:4095];
  integer          crowd [0:Sets-1];
  integer          last [0:2];            // lines taken last, the last one first
  reg              room;                  // each of them finds a way
  integer          calm, clearing, hush;  // cycles: few are inside and one waits; sets may be emptied; something stands still
  reg [2:0]        hushed;                // mrsp, ret, go
  integer          n_hit, n_miss, n_behind, n_fetch, n_spill, n_wait;  // seen in events
  integer          x_sent, x_fetch, x_spill, x_wait;                   // seen on ports
  integer          t_hit, t_miss, t_behind, t_fetch, t_spill, t_near, t_flush, t_forget, t_reset;
  integer          first_cycle = 0, last_cycle = 0;
  reg [9:0]        at;
  reg [NearW-1:0]  near;
  reg [255:0]      data;

  task shown;  // an operation on go
    begin
      at = go_pay[9:0];
      check("an operation that is inside", e_open[at], 1);
      check("payload", go_pay, e_pay[at][PayW-1:0]);
      check("row", go_line, e_line[at][LineW-1:0]);
      check("order", e_number[at], gone[e_line[at]]);
      gone[e_line[at]] = gone[e_line[at]] + 1;
      near = {NearW{1'b0}};
      data = go_data;
      for (i = 0; i < fly_n; i = i + 1) begin
        if (e_line[fly[i]] == e_line[at]) begin
          near = {{(NearW-1){1'b0}}, 1'b1} << (fly_n - 1 - i);
          data = e_after[fly[i]];
        end
      end
      check("near", go_near, near);
      t_near = t_near + (near != 0);
      if (near != 0) check("forwarded", data, e_before[at]);
      else           check("data", data, e_before[at]);
      e_open[at] = 1'b0;
      open_n = open_n - 1;
      fly[fly_n] = at;
      fly_since[fly_n] = cycles;
      fly_n = fly_n + 1;
      check("in flight", fly_n <= Depth, 1);
    end
  endtask

  task given_back;
    begin
      at = fly[0];
      check("given back", ret_at, at);
      inside[e_line[at]] = inside[e_line[at]] - 1;
      if (inside[e_line[at]] == 0) crowd[e_line[at] % Sets] = crowd[e_line[at] % Sets] - 1;
      known[e_line[at]] = 1'b1;
      left[e_line[at]]  = e_after[at];
      if (e_changed[at] || e_fresh[at]) differs[e_line[at]] = 1'b1;
      for (i = 1; i < fly_n; i = i + 1) begin
        fly[i-1] = fly[i];
        fly_since[i-1] = fly_since[i];
      end
      fly_n = fly_n - 1;
      last_cycle = cycles;
    end
  endtask

  task taken;  // a request
    begin
      at = req_pay[9:0];
      open_n = open_n + 1;
      e_open[at] = 1'b1;
      last[2] = last[1];
      last[1] = last[0];
      last[0] = e_line[at];
      if (inside[last[0]] == 0) crowd[last[0] % Sets] = crowd[last[0] % Sets] + 1;
      inside[last[0]] = inside[last[0]] + 1;
      check("more inside than slots", open_n <= Requests, 1);
    end
  endtask

  // One of the three taken last may be the one that holds up the others: it is parked, and two are behind it.
  task waits;
    begin
      room = 1'b1;
      for (i = 0; i < 3; i = i + 1) begin
        if (crowd[last[i] % Sets] - (inside[last[i]] == 1) >= Ways) room = 1'b0;
      end
      if (clearing > 0) clearing = clearing - 1;
      if (req_valid && !req_ready && open_n <= Few && room && !mwr_valid && !flush_valid && !forget_valid &&
          clearing == 0) calm = calm + 1;
      else calm = 0;
      check("a request waits for nothing", calm < 12, 1);
    end
  endtask

  task written;
    begin
      check("address", mwr_addr < Lines, 1);
      check("a row that differs", differs[mwr_addr], 1);
      check("row written", mwr_data, left[mwr_addr]);
      differs[mwr_addr] = 1'b0;
    end
  endtask

  task flushed;
    begin
      check("flush: nothing inside", open_n + fly_n, 0);
      for (i = 0; i < Lines; i = i + 1) begin
        if (differs[i]) check("flush: a row in memory", differs[i], 0);
        if (known[i])   check("flush: memory", u_memory.mem[i], left[i]);
      end
      t_flush = t_flush + 1;
    end
  endtask

  task epoch;  // all rows are as if they had never been here
    begin
      for (i = 0; i < 4096; i = i + 1) begin
        gone[i] = 0;
        differs[i] = 1'b0;
        known[i] = 1'b0;
      end
    end
  endtask

  task start;  // after reset
    begin
      epoch;
      for (i = 0; i < Open; i = i + 1) e_open[i] = 1'b0;
      for (i = 0; i < 4096; i = i + 1) inside[i] = 0;
      for (i = 0; i < Sets; i = i + 1) crowd[i] = 0;
      open_n = 0; fly_n = 0;
      for (i = 0; i < 3; i = i + 1) last[i] = 0;
      calm = 0; clearing = Sets + 8; hush = 0;
      n_hit = 0; n_miss = 0; n_behind = 0; n_fetch = 0; n_spill = 0; n_wait = 0;
      x_sent = 0; x_fetch = 0; x_spill = 0; x_wait = 0;
    end
  endtask

  task tally;  // nothing is inside, and no event on its way
    begin
      check("every request has an event", n_hit + n_miss + n_behind, x_sent);
      check("fetches", n_fetch, x_fetch);
      check("rows back", n_spill, x_spill);
      check("waits", n_wait, x_wait);
      check("misses at least", n_miss >= n_fetch, 1);
      check("a request that is lost", open_n, 0);
    end
  endtask

  ////////////////
  // Stimulus   //
  ////////////////

  integer    p_req, p_go, p_ret, quiet;
  integer    reset_left;
  reg        flushing, over;

  task phase;
    begin
      next;
      p_req   = r[0] ? 8 : r[1] ? 4 : 1;
      p_go    = r[2] ? 8 : r[3] ? 4 : 1;
      p_ret   = r[4] ? 8 : r[5] ? 4 : 1;
      busy    <= r[6] ? 8'd0 : r[7] ? 8'd100 : 8'd220;
      latency <= r[8] ? 16'd3 : r[9] ? 16'd20 : 16'd90;
      ret_through <= r[10];
      if (fast != 0) begin
        p_req = 8; p_go = 8; p_ret = 8; latency <= fast;
        ret_through <= Depth == 1;
      end
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    if (!$value$plusargs("fast=%d", fast)) fast = 0;
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_meta_cache: no +vec=FILE");
      $stop;
    end
    r = seed * 32'h9e37_79b9 + 32'h1;
    checks = 0; cycles = 0; sent = 0; quiet = 0;
    t_hit = 0; t_miss = 0; t_behind = 0; t_fetch = 0; t_spill = 0; t_near = 0; t_flush = 0; t_forget = 0; t_reset = 0;
    flushing = 1'b0; over = 1'b0; reset_left = 0; hushed = 3'd0;
    start;
    phase;
    read_vectors;
    read_vector;
    repeat (3) @(negedge clk);
    rst_n <= 1'b1;
    while (!over) @(negedge clk);
    repeat (3) @(negedge clk);
    tally;
    $display("PASS pf_meta_cache seed=%0d checks=%0d cycles=%0d requests=%0d span=%0d hit=%0d miss=%0d behind=%0d fetched=%0d written=%0d near=%0d flushes=%0d forgets=%0d resets=%0d",
             seed, checks, cycles, sent, last_cycle - first_cycle + 1, t_hit, t_miss, t_behind, t_fetch, t_spill, t_near,
             t_flush, t_forget, t_reset);
    $finish;
  end

  always @(posedge clk) begin
    cycles <= cycles + 1;
    stall_mrd  <= stalled("mrd");
    stall_mrsp <= stalled("mrsp") || hushed[2];
    stall_mwr  <= stalled("mwr");
  end

  // A reset in the midst of it all
  always @(posedge clk) if (reset_left > 0) begin
    rst_n <= reset_left == 1;
    if (reset_left == 2) begin
      start;
      t_reset = t_reset + 1;
    end
    reset_left = reset_left - 1;
  end else if (rst_n && !over) begin
    check("memory", mem_error, 0);
    quiet = quiet + 1;
    if (quiet > 30000) check("an end", cycles, 0);

    n_hit    = n_hit    + evt[0];
    n_miss   = n_miss   + evt[1];
    n_behind = n_behind + evt[2];
    n_fetch  = n_fetch  + evt[3];
    n_spill  = n_spill  + evt[4];
    n_wait   = n_wait   + evt[5];
    t_hit    = t_hit    + evt[0];
    t_miss   = t_miss   + evt[1];
    t_behind = t_behind + evt[2];
    t_fetch  = t_fetch  + evt[3];
    t_spill  = t_spill  + evt[4];
    check("idle", idle && (open_n > 0 || fly_n > 0 || mrd_valid || mwr_valid), 0);
    if (idle) tally;

    // Memory
    x_fetch = x_fetch + (mrd_valid && mrd_ready);
    if (mrd_valid) check("a read before the write", differs[mrd_addr], 0);
    if (mwr_valid && mwr_ready) begin
      x_spill = x_spill + 1;
      written;
    end

    // Operations
    if (go_valid) begin
      check("asked for", go_asked, 1);
      quiet = 0;
      shown;
    end
    if (ret_valid) given_back;

    // Requests
    x_wait = x_wait + (req_valid && !req_ready);
    if (req_valid && req_ready) begin
      if (x_sent == 0) first_cycle = cycles;
      x_sent = x_sent + 1;
      taken;
      quiet = 0;
      if (sent % 64 == 0) phase;
    end

    waits;

    // What comes next
    go_asked <= 1'b0;
    next;
    if (hush > 0) hush = hush - 1;
    else          hushed = 3'd0;
    if (fast == 0 && hush == 0 && r[21:14] == 8'd0) begin
      hush   = 40;
      hushed = r[8:6];
    end
    go_ready <= ({29'd0, r[2:0]} < p_go) && !stalled("go") && !hushed[0];
    go_asked <= go_ready;
    ret_some  <= fly_n > 0;
    ret_first <= fly[0];
    if (fast != 0) ret_now <= (Depth == 1) || (fly_n > 0 && cycles - fly_since[0] >= Depth - 2);
    else           ret_now <= ({29'd0, r[5:3]} < p_ret) && !stalled("ret") && !hushed[1];

    // A flush of its own, in the midst of requests
    if (flush_valid && flush_ready) begin
      flushed;
      flush_valid <= 1'b0;
      flushing = 1'b0;
      quiet = 0;
    end else if (!flushing && !forget_valid && fast == 0 && r[31:22] == 10'd0) begin
      flush_valid <= 1'b1;
      flushing = 1'b1;
    end

    if (!req_valid || req_ready) begin
      req_valid <= 1'b0;
      if (more && n_kind == 4'd0) begin
        next;
        if ({29'd0, r[2:0]} < p_req && !stalled("req")) begin
          e_pay[sent % Open]     = {r[31:10], sent[9:0]};
          e_line[sent % Open]    = n_line;
          e_number[sent % Open]  = n_number;
          e_fresh[sent % Open]   = n_fresh;
          e_changed[sent % Open] = n_changed;
          e_before[sent % Open]  = n_before;
          e_after[sent % Open]   = n_after;
          req_valid <= 1'b1;
          req_line  <= n_line[LineW-1:0];
          req_pay   <= e_pay[sent % Open][PayW-1:0];
          req_fresh <= n_fresh;
          sent = sent + 1;
          read_vector;
        end
      end else if (more && n_kind == 4'd1) begin
        if (!flushing && !(flush_valid && flush_ready)) begin
          flush_valid <= 1'b1;
          flushing = 1'b1;
          read_vector;
        end
      end else if (more && n_kind == 4'd2) begin
        while (!flushing && more && n_kind == 4'd2) begin
          check("memory after a flush", u_memory.mem[n_line], n_before);
          read_vector;
        end
      end else if (more && n_kind == 4'd3) begin
        if (forget_valid && forget_ready) begin
          check("forget: nothing inside", open_n + fly_n, 0);
          forget_valid <= 1'b0;
          t_forget = t_forget + 1;
          clearing = Sets + 8;
          epoch;
          read_vector;
        end else if (!flushing) begin
          forget_valid <= 1'b1;
        end
      end else if (more) begin
        flush_valid <= 1'b0;
        flushing = 1'b0;
        ret_now <= 1'b0;
        rst_n <= 1'b0;
        reset_left = 3;
        read_vector;
      end else if (!flushing && idle) begin
        over = 1'b1;
      end
    end
  end

  reg go_asked = 1'b0;

endmodule

`resetall
