// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Bench of pf_line_fresh: operations, which of them are the first on their line (pf_line_fresh_vec), and a memory that
// answers in any order.
//
//   operations --> pf_line_fresh --> out: line, payload, fresh; order within a row of 256 lines
//                     | memory: a row is read only if it was written since the last forget; it is written only if it is
//                     |         another one then, with the bits of all operations shown and none of those still to come
//
// An operation must not wait for long while few are inside and leave a way of the set.
// Plusargs: +vec=FILE +seed=N +stall=in|out|mrd|mrsp|mwr (it stands still for hundreds of cycles)
//           +fast=LATENCY: nothing stalls, memory answers after so many cycles; an operation a cycle, less one for each
//           row written, or it fails

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_line_fresh_tb #(
  parameter integer LineW    = `PF_ADDR_W - 7,
  parameter integer PayW     = 32,   // at least 10
  parameter integer Sets     = 8,
  parameter integer Ways     = 4,
  parameter integer Requests = 8,
  parameter integer GenW     = 1,
  parameter integer RootW    = 32,
  parameter integer RootGenW = 4,
  parameter integer MemW     = (LineW > 8 + $clog2(Sets)) ? LineW - 8 : $clog2(Sets) + 1
);

  localparam integer RowW  = (LineW > 8 + $clog2(Sets)) ? LineW - 8 : $clog2(Sets) + 1;
  localparam integer Rows  = 1 << RowW;
  localparam integer Words = (Rows > RootW) ? Rows / RootW : 1;
  localparam integer IdW   = $clog2(Requests) + $clog2(Sets * Ways);
  localparam integer Open  = 1024;   // operations that are known: more than are inside
  localparam integer Few   = (Requests < 5) ? Requests - 1 : 4;  // so many have room, whoever stands still

  reg              clk = 1'b0;
  reg              rst_n = 1'b0;
  reg              in_valid = 1'b0;
  wire             in_ready;
  reg  [LineW-1:0] in_line = 0;
  reg  [PayW-1:0]  in_pay = 0;
  wire             out_valid;
  reg              out_ready = 1'b0;
  wire [LineW-1:0] out_line;
  wire [PayW-1:0]  out_pay;
  wire             out_fresh;
  wire             mrd_valid, mrd_ready, mrsp_valid, mrsp_ready, mwr_valid, mwr_ready, mem_error;
  wire [RowW-1:0]  mrd_addr;
  wire [MemW-1:0]  out_addr;
  wire [IdW-1:0]   mrd_id, mrsp_id;
  wire [255:0]     mrsp_data, mwr_data;
  reg              forget_valid = 1'b0;
  wire             forget_ready, idle;
  wire [2:0]       evt;
  integer          seed, fast;
  wire [MemW-1:0]  base = seed * 32'h9e3779b1;
  wire [MemW-1:0]  mwr_addr = out_addr - base;  // the row

`ifdef NETLIST  // parameters are gone from a netlist
  pf_line_fresh u_dut (
`else
  pf_line_fresh #(
    .LineW    (LineW),
    .PayW     (PayW),
    .Sets     (Sets),
    .Ways     (Ways),
    .Requests (Requests),
    .GenW     (GenW),
    .RootW    (RootW),
    .RootGenW (RootGenW),
    .MemW     (MemW)
  ) u_dut (
`endif
    .clk_i          (clk),
    .rst_ni         (rst_n),
    .base_i         (base),
    .in_valid_i     (in_valid),
    .in_ready_o     (in_ready),
    .in_line_i      (in_line),
    .in_pay_i       (in_pay),
    .out_valid_o    (out_valid),
    .out_ready_i    (out_ready),
    .out_line_o     (out_line),
    .out_pay_o      (out_pay),
    .out_fresh_o    (out_fresh),
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
    .MemW  (RowW),
    .IdW   (IdW),
    .Depth (Rows),
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
    .mwr_addr_i   (mwr_addr[RowW-1:0]),
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
        $display("FAIL pf_line_fresh seed=%0d cycle=%0d checks=%0d: %0s got %0h expected %0h",
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

  localparam integer Most = 1 << 17;

  integer         file, got, lines_n, line_at;
  reg [8*256-1:0] vec;
  reg [3:0]       v_kind, n_kind;
  reg [31:0]      v_line, v_number, n_line, n_number;
  reg             v_fresh, n_fresh, more;
  reg [68:0]      lines [0:Most-1];  // all of the file

  task read_vectors;
    begin
      file = $fopen(vec, "r");
      lines_n = 0;
      line_at = 0;
      got = 4;
      while (got == 4) begin
        got = $fscanf(file, "%h %h %h %h\n", v_kind, v_line, v_number, v_fresh);
        if (got == 4) begin
          check("vectors that fit", lines_n < Most, 1);
          lines[lines_n] = {v_kind, v_line, v_number, v_fresh};
          lines_n = lines_n + 1;
        end
      end
      $fclose(file);
    end
  endtask

  task read_vector;
    begin
      more = line_at < lines_n;
      if (more) {n_kind, n_line, n_number, n_fresh} = lines[line_at];
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
  integer          e_since [0:Open-1];
  integer          sent, open_n;

  // Rows, since the last forget
  integer          gone [0:Rows-1];      // operations that were shown
  reg              stored [0:Rows-1];    // memory has it
  reg [255:0]      store [0:Rows-1];     // what was written
  reg [255:0]      come [0:Rows-1];      // bits of operations that came in
  reg [255:0]      shown [0:Rows-1];     // ... that were shown

  integer          inside [0:Rows-1];    // operations
  integer          crowd [0:Sets-1];     // rows with operations
  integer          forgets;
  integer          last [0:3];           // rows of the operations that came in last, the last one first
  reg              room;                 // each of them finds a way
  integer          calm, clearing, hush; // cycles: few are inside and one waits; a walk may be; something stands still
  reg [1:0]        hushed;               // mrsp, out
  integer          n_fetch, n_spill, n_wait;                   // seen in events
  integer          x_sent, x_fetch, x_spill, x_wait, x_shown;  // seen on ports
  integer          t_fresh, t_fetch, t_spill, t_forget, t_reset;
  integer          first_cycle = 0, last_cycle = 0;
  reg [9:0]        at;
  reg [31:0]       row;
  reg [255:0]      bit_of;

  task look;  // at out: it is the same as long as it waits
    begin
      at  = out_pay[9:0];
      row = e_line[at] >> 8;
      check("an operation that is inside", e_open[at], 1);
      check("payload", out_pay, e_pay[at][PayW-1:0]);
      check("line", out_line, e_line[at][LineW-1:0]);
      check("fresh", out_fresh, e_fresh[at]);
      check("order", e_number[at], gone[row]);
      if (fast != 0 && x_shown == 0) check("latency", cycles - e_since[at], 6);
      if (out_ready) begin
        e_open[at] = 1'b0;
        open_n     = open_n - 1;
        x_shown    = x_shown + 1;
        t_fresh    = t_fresh + out_fresh;
        gone[row]  = gone[row] + 1;
        shown[row] = shown[row] | (256'd1 << e_line[at][7:0]);
        inside[row] = inside[row] - 1;
        if (inside[row] == 0) crowd[row % Sets] = crowd[row % Sets] - 1;
        last_cycle = cycles;
        quiet      = 0;
      end
    end
  endtask

  task taken;  // an operation comes in
    begin
      at  = in_pay[9:0];
      row = e_line[at] >> 8;
      if (x_sent == 0) first_cycle = cycles;
      x_sent      = x_sent + 1;
      open_n      = open_n + 1;
      e_open[at]  = 1'b1;
      e_since[at] = cycles;
      come[row]   = come[row] | (256'd1 << e_line[at][7:0]);
      last[3]     = last[2];
      last[2]     = last[1];
      last[1]     = last[0];
      last[0]     = row;
      if (inside[row] == 0) crowd[row % Sets] = crowd[row % Sets] + 1;
      inside[row] = inside[row] + 1;
      quiet       = 0;
      check("more inside than places", open_n <= Requests + 3, 1);
    end
  endtask

  // One of the four taken last may be the one that holds up the others: it is parked, two are behind it, one at the root.
  task waits;
    begin
      room = 1'b1;
      for (i = 0; i < 4; i = i + 1) begin
        if (crowd[last[i] % Sets] - (inside[last[i]] == 1) >= Ways) room = 1'b0;
      end
      if (clearing > 0) clearing = clearing - 1;
      if (in_valid && !in_ready && open_n <= Few && room && !mwr_valid && !forget_valid && clearing == 0)
        calm = calm + 1;
      else calm = 0;
      check("an operation waits for nothing", calm < 12, 1);
    end
  endtask

  task written;
    begin
      check("address", mwr_addr < Rows, 1);
      check("a row with all shown", shown[mwr_addr] & ~mwr_data, 0);
      check("a row with what came", mwr_data & ~come[mwr_addr], 0);
      check("a row that differs", stored[mwr_addr] && store[mwr_addr] == mwr_data, 0);
      stored[mwr_addr] = 1'b1;
      store[mwr_addr]  = mwr_data;
      x_spill = x_spill + 1;
    end
  endtask

  task epoch;  // all lines are untouched
    for (i = 0; i < Rows; i = i + 1) begin
      gone[i]   = 0;
      stored[i] = 1'b0;
      come[i]   = 256'd0;
      shown[i]  = 256'd0;
    end
  endtask

  task start;  // after reset
    begin
      epoch;
      for (i = 0; i < Open; i = i + 1) e_open[i] = 1'b0;
      for (i = 0; i < Rows; i = i + 1) inside[i] = 0;
      for (i = 0; i < Sets; i = i + 1) crowd[i] = 0;
      for (i = 0; i < 4; i = i + 1) last[i] = 0;
      open_n = 0; calm = 0; hush = 0; forgets = 0;
      clearing = ((Words > Sets) ? Words : Sets) + 4;
      n_fetch = 0; n_spill = 0; n_wait = 0;
      x_sent = 0; x_fetch = 0; x_spill = 0; x_wait = 0; x_shown = 0;
    end
  endtask

  task forgotten;
    begin
      check("forget: nothing inside", open_n, 0);
      t_forget = t_forget + 1;
      forgets  = forgets + 1;
      clearing = 4;
      if (forgets % (1 << GenW) == 0) clearing = Sets + 4;
      if (forgets % (1 << RootGenW) == 0 && Words + 4 > clearing) clearing = Words + 4;
      epoch;
    end
  endtask

  task tally;  // nothing is inside, and no event on its way
    begin
      check("fetches", n_fetch, x_fetch);
      check("rows back", n_spill, x_spill);
      check("waits", n_wait, x_wait);
      check("an operation that is lost", open_n, 0);
    end
  endtask

  ////////////////
  // Stimulus   //
  ////////////////

  integer    p_in, p_out, quiet, reset_left;
  reg        forgetting, over;

  task phase;
    begin
      next;
      p_in    = r[0] ? 8 : r[1] ? 4 : 1;
      p_out   = r[2] ? 8 : r[3] ? 4 : 1;
      busy    <= r[6] ? 8'd0 : r[7] ? 8'd100 : 8'd220;
      latency <= r[8] ? 16'd3 : r[9] ? 16'd20 : 16'd90;
      if (fast != 0) begin
        p_in = 8; p_out = 8; latency <= fast;
      end
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    if (!$value$plusargs("fast=%d", fast)) fast = 0;
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_line_fresh: no +vec=FILE");
      $stop;
    end
    r = seed * 32'h9e37_79b9 + 32'h1;
    checks = 0; cycles = 0; sent = 0; quiet = 0;
    t_fresh = 0; t_fetch = 0; t_spill = 0; t_forget = 0; t_reset = 0;
    forgetting = 1'b0; over = 1'b0; reset_left = 0; hushed = 2'd0;
    start;
    phase;
    read_vectors;
    read_vector;
    repeat (3) @(negedge clk);
    rst_n <= 1'b1;
    while (!over) @(negedge clk);
    repeat (3) @(negedge clk);
    tally;
    $display("PASS pf_line_fresh seed=%0d checks=%0d cycles=%0d operations=%0d span=%0d fresh=%0d fetched=%0d written=%0d forgets=%0d resets=%0d",
             seed, checks, cycles, sent, last_cycle - first_cycle, t_fresh, t_fetch, t_spill, t_forget, t_reset);
    $finish;
  end

  always @(posedge clk) begin
    cycles <= cycles + 1;
    stall_mrd  <= stalled("mrd");
    stall_mrsp <= stalled("mrsp") || hushed[1];
    stall_mwr  <= stalled("mwr");
  end

  task observe;
    begin
      check("memory", mem_error, 0);
      quiet = quiet + 1;
      if (quiet > 30000) check("an end", cycles, 0);

      n_fetch = n_fetch + evt[0];
      n_spill = n_spill + evt[1];
      n_wait  = n_wait  + evt[2];
      t_fetch = t_fetch + evt[0];
      t_spill = t_spill + evt[1];
      check("idle", idle && (open_n > 0 || mrd_valid || mwr_valid || evt != 0), 0);
      if (idle) tally;

      // Memory
      x_fetch = x_fetch + (mrd_valid && mrd_ready);
      if (mrd_valid) check("a row that memory has", stored[mrd_addr], 1);
      if (mwr_valid && mwr_ready) written;

      // Operations
      if (out_valid) look;
      x_wait = x_wait + (in_valid && !in_ready);
      if (in_valid && in_ready) begin
        check("none comes in the midst of a forget", forgetting, 0);
        taken;
        if (sent % 64 == 0) phase;
      end
      waits;
    end
  endtask

  task offer;  // the operation that comes next, if one does
    begin
      next;
      if ({29'd0, r[2:0]} < p_in && !stalled("in")) begin
        at = sent[9:0];
        e_pay[at]    = {r[31:10], at};
        e_line[at]   = n_line;
        e_number[at] = n_number;
        e_fresh[at]  = n_fresh;
        in_valid <= 1'b1;
        in_line  <= n_line[LineW-1:0];
        in_pay   <= e_pay[at][PayW-1:0];
        sent = sent + 1;
        read_vector;
      end
    end
  endtask

  // A reset in the midst of it all
  always @(posedge clk) if (reset_left > 0) begin
    rst_n <= reset_left == 1;
    if (reset_left == 2) begin
      start;
      t_reset = t_reset + 1;
    end
    reset_left = reset_left - 1;
  end else if (rst_n && !over) begin
    observe;

    // What comes next
    next;
    if (hush > 0) hush = hush - 1;
    else          hushed = 2'd0;
    if (fast == 0 && hush == 0 && r[21:14] == 8'd0) begin
      hush   = 40;
      hushed = r[7:6];
    end
    out_ready <= ({29'd0, r[2:0]} < p_out) && !stalled("out") && !hushed[0];

    if (forget_valid && forget_ready) begin
      forgotten;
      forget_valid <= 1'b0;
      forgetting = 1'b0;
    end
    if (!in_valid || in_ready) begin
      in_valid <= 1'b0;
      if (more && n_kind == 4'd0) begin
        offer;  // while a forget waits, too: it must not come in then
      end else if (more && n_kind == 4'd1) begin
        if (!forgetting && !forget_valid) begin
          forget_valid <= 1'b1;
          forgetting = 1'b1;
          read_vector;
        end
      end else if (more && !forgetting) begin
        in_valid <= 1'b0;
        rst_n <= 1'b0;
        reset_left = 3;
        read_vector;
      end else if (!more && !forgetting && idle && open_n == 0) begin
        // A cycle for each operation, and the way through.
        if (fast != 0) check("an operation a cycle", last_cycle - first_cycle <= sent + t_spill + 5, 1);
        over = 1'b1;
      end
    end
  end

endmodule

`resetall
