// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_slice_unit_tb: requests of pf_slice_unit_vec, and all that must come of them.
//
//   +vec=FILE --> registers, requests --> DUT <--> pf_memory_model
//                 records, in order, as they are written <--'
//                 at the end: metadata in memory, counters
//
// Checked: every record (address and all bits, in order), RING_HEAD and irq at each drain, all of
// metadata and the counters at the end; writes go where their kind belongs; valid and payload of
// mrd and mwr stay until taken; registers can be read at any time and answer with an error what they
// must; halted, drained, set up anew and started, the unit misses nothing else; and
// idle_o: clocks are left out at random while it is high and no valid input is there.
// Plusargs: +vec=FILE +seed=N +stall=req|mrd|mrsp|mwr|reg +skip=0|1 (leave out clocks)
//           +latency=N (memory always ready, N cycles; no idle cycles in requests: prints rates)
// +count is for the vectors only.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "pf_regs.vh"

module pf_slice_unit_tb #(
  parameter integer Lanes    = `PF_LANES,
  parameter integer Lines    = `PF_LINES,
  parameter integer Pending  = `PF_PENDING,
  parameter integer Policies = 3,
  parameter integer AddrW    = `PF_ADDR_W,
  parameter integer PcW      = `PF_RACE_PC_W,
  parameter integer Seen     = `PF_SEEN
);

  localparam integer SlotW  = (Lines > 1) ? $clog2(Lines) : 1;
  localparam integer MemW   = AddrW - 3;
  localparam integer Depth  = 1024;
  localparam integer Expect = 4096;  // records expected and not yet there
  localparam integer Limit  = 60000; // cycles without any progress

  reg              clk   = 1'b0;
  reg              open  = 1'b1;  // the DUT's clock runs
  wire             dclk  = clk && open;
  reg              rst_n = 1'b0;

  reg              req_valid = 1'b0;
  wire             req_ready;
  reg  [1:0]       req_kind;
  reg  [AddrW-6:0] req_sector;
  reg  [7:0]       req_word_mask, req_sub_mask;
  reg  [`PF_TAG_W-1:0] req_tag;
  reg  [PcW-1:0]   req_pc;
  wire             mrd_valid, mrd_ready, mrsp_valid, mrsp_ready, mwr_valid, mwr_ready;
  wire [MemW-1:0]  mrd_addr, mwr_addr;
  wire [SlotW:0]   mrd_id, mrsp_id;
  wire [255:0]     mrsp_data, mwr_data;
  wire [1:0]       mwr_kind;
  reg              reg_valid = 1'b0;
  wire             reg_ready;
  reg              reg_write;
  reg  [7:0]       reg_addr;
  reg  [31:0]      reg_wdata;
  wire [31:0]      reg_rdata;
  wire             reg_error;
  wire             irq, idle;

`ifdef NETLIST
  pf_slice_unit u_dut (
`else
  pf_slice_unit #(
    .Lanes    (Lanes),
    .Lines    (Lines),
    .Pending  (Pending),
    .Policies (Policies),
    .AddrW    (AddrW),
    .PcW      (PcW),
    .Seen     (Seen)
  ) u_dut (
`endif
    .clk_i           (dclk),
    .rst_ni          (rst_n),
    .req_valid_i     (req_valid),
    .req_ready_o     (req_ready),
    .req_kind_i      (req_kind),
    .req_sector_i    (req_sector),
    .req_word_mask_i (req_word_mask),
    .req_sub_mask_i  (req_sub_mask),
    .req_tag_i       (req_tag),
    .req_pc_i        (req_pc),
    .mrd_valid_o     (mrd_valid),
    .mrd_ready_i     (mrd_ready),
    .mrd_addr_o      (mrd_addr),
    .mrd_id_o        (mrd_id),
    .mrsp_valid_i    (mrsp_valid),
    .mrsp_ready_o    (mrsp_ready),
    .mrsp_id_i       (mrsp_id),
    .mrsp_data_i     (mrsp_data),
    .mwr_valid_o     (mwr_valid),
    .mwr_ready_i     (mwr_ready),
    .mwr_kind_o      (mwr_kind),
    .mwr_addr_o      (mwr_addr),
    .mwr_data_o      (mwr_data),
    .reg_valid_i     (reg_valid),
    .reg_ready_o     (reg_ready),
    .reg_write_i     (reg_write),
    .reg_addr_i      (reg_addr),
    .reg_wdata_i     (reg_wdata),
    .reg_rdata_o     (reg_rdata),
    .reg_error_o     (reg_error),
    .irq_o           (irq),
    .idle_o          (idle)
  );

  reg         fixed;
  reg  [15:0] latency;
  reg  [7:0]  busy;
  reg         stall_req, stall_mrd, stall_mrsp, stall_mwr, stall_reg;  // chosen by +stall
  reg         phase;                                                   // ... and in force now
  reg  [31:0] seed;
  wire        memory_error;

  pf_memory_model #(
    .MemW  (MemW),
    .IdW   (SlotW + 1),
    .Depth (Depth)
  ) u_memory (
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .seed_i       (seed),
    .fixed_i      (fixed),
    .latency_i    (latency),
    .busy_i       (busy),
    .stall_mrd_i  (stall_mrd && phase),
    .stall_mrsp_i (stall_mrsp && phase),
    .stall_mwr_i  (stall_mwr && phase),
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
    .error_o      (memory_error)
  );

  always #5 clk = ~clk;

  ////////////////
  // Verdict    //
  ////////////////

  integer checks = 0;
  integer cycle  = 0;
  integer moved  = 0;   // cycle of the last progress
  integer left_out = 0; // clocks

  task fail;
    begin
      $display("FAIL pf_slice_unit seed=%0d checks=%0d cycle=%0d", seed, checks, cycle);
      $stop;
      $finish;
    end
  endtask

  ////////////////
  // Watching   //
  ////////////////

  // Records expected and not yet there
  reg  [MemW-1:0] want_addr [0:Expect-1];
  reg  [255:0]    want_data [0:Expect-1];
  integer         want_in  = 0;
  integer         want_out = 0;
  integer         meta_first = 0, meta_end = 0, ring_first = 0, ring_end = 0;

  reg                 mrd_waits = 1'b0, mwr_waits = 1'b0;
  reg [MemW+SlotW:0]  mrd_was;
  reg [MemW+257:0]    mwr_was;

  always @(posedge clk) begin
    cycle = cycle + 1;
    if (rst_n) begin
      if (memory_error) begin
        $display("FAIL memory: address beyond its end, or too many reads");
        fail;
      end
      if (mwr_valid && mwr_ready) begin
        moved  = cycle;
        checks = checks + 1;
        if (mwr_kind == 2'd1) begin
          if (want_out == want_in || mwr_addr !== want_addr[want_out % Expect] ||
              mwr_data !== want_data[want_out % Expect]) begin
            $display("FAIL record %0d: got %h %h", want_out, mwr_addr, mwr_data);
            if (want_out == want_in) $display("FAIL      expected none");
            else $display("FAIL      expected %h %h", want_addr[want_out % Expect], want_data[want_out % Expect]);
            fail;
          end
          want_out = want_out + 1;
        end else if (mwr_addr < meta_first || mwr_addr >= meta_end || mwr_kind == 2'd3) begin
          $display("FAIL write of kind %0d to %h", mwr_kind, mwr_addr);
          fail;
        end
      end
      if (mrd_valid && mrd_ready) begin
        moved = cycle;
        if (mrd_addr < meta_first || mrd_addr >= meta_end) begin
          $display("FAIL read of %h", mrd_addr);
          fail;
        end
      end
      if ((mrd_waits && (mrd_valid !== 1'b1 || {mrd_addr, mrd_id} !== mrd_was)) ||
          (mwr_waits && (mwr_valid !== 1'b1 || {mwr_kind, mwr_addr, mwr_data} !== mwr_was))) begin
        $display("FAIL a read or write that waits has changed");
        fail;
      end
      mrd_waits = mrd_valid && !mrd_ready;
      mwr_waits = mwr_valid && !mwr_ready;
      mrd_was   = {mrd_addr, mrd_id};
      mwr_was   = {mwr_kind, mwr_addr, mwr_data};
      if ((^{req_ready, mrd_valid, mrsp_ready, mwr_valid, reg_ready, reg_error, irq, idle}) === 1'bx) begin
        $display("FAIL an output is unknown");
        fail;
      end
      if (idle && (mrd_valid || mwr_valid)) begin
        $display("FAIL idle, but something moves");
        fail;
      end
      if (cycle - moved > Limit) begin
        $display("FAIL nothing has moved for %0d cycles", Limit);
        fail;
      end
    end
  end

  // Phases of a thousand cycles; clocks that are left out
  reg        skip;
  reg [31:0] y;
  always @(negedge clk) begin
    #2;  // after the other threads
    y = y ^ (y << 13);
    y = y ^ (y >> 17);
    y = y ^ (y << 5);
    phase = (cycle % 1000) < 800;
    if (cycle % 512 == 0) begin
      busy    = y[1:0] == 0 ? 8'd0 : y[1:0] == 1 ? 8'd40 : y[1:0] == 2 ? 8'd128 : 8'd220;
      if (!fixed) latency = y[4:2] == 0 ? 16'd1 : y[4:2] < 5 ? 16'd10 : y[4:2] < 7 ? 16'd40 : 16'd200;
    end
    #1;
    open = !(skip && rst_n && idle && !req_valid && !reg_valid && !mrsp_valid && y[9:8] != 0);
    if (!open) left_out = left_out + 1;
  end

  ////////////////
  // Registers  //
  ////////////////

  // Requests of the main thread come first; else now and then a read, or a write that must fail.
  reg         ask = 1'b0, ask_write;
  reg  [7:0]  ask_addr;
  reg  [31:0] ask_data, answer, z;
  reg         mine, ready_seen, wrong;      // wrong: the answer was an error
  reg         background = 1'b0;
  reg         enabled = 1'b0;
  integer     background_n = 0;

  always begin
    @(negedge clk);
    #1;  // after the main thread
    z = z ^ (z << 13);
    z = z ^ (z >> 17);
    z = z ^ (z << 5);
    if (rst_n && !(stall_reg && phase) && (ask || (background && z[5:0] == 0))) begin
      mine = ask;
      if (mine) begin
        reg_write = ask_write;
        reg_addr  = ask_addr;
        reg_wdata = ask_data;
      end else begin
        background_n = background_n + 1;
        reg_write = z[8:6] == 0;
        reg_wdata = z;
        // A base while enabled, or what cannot be written: never taken. Counters' low words latch only their
        // own high ones.
        reg_addr  = !reg_write ? {z[14:9], 2'b00} : enabled ? `PF_REG_META_BASE : `PF_REG_RING_HEAD;
      end
      reg_valid  = 1'b1;
      ready_seen = 1'b0;
      while (!ready_seen) begin
        #3;
        ready_seen = reg_ready;
        answer     = reg_rdata;
        wrong      = reg_error;
        @(negedge clk);
      end
      reg_valid = 1'b0;
      if (!mine) begin
        checks = checks + 1;
        if (wrong !== (reg_write || reg_addr == 8'h1c || (reg_addr >= 8'h48 && reg_addr < 8'h80))) begin
          $display("FAIL access in between, write=%b, register %h: error %b", reg_write, reg_addr, wrong);
          fail;
        end
      end
      if (mine) begin
        ask = 1'b0;
      end else if (!reg_write && reg_addr == `PF_REG_ID) begin
        checks = checks + 1;
        if (answer !== `PF_REG_VALUE_ID) begin
          $display("FAIL ID: got %h", answer);
          fail;
        end
      end
    end
  end

  task reg_try;
    input        write;
    input [7:0]  addr;
    input [31:0] data;
    begin
      ask_write = write;
      ask_addr  = addr;
      ask_data  = data;
      ask       = 1'b1;
      @(negedge clk);
      #2;  // the register thread clears `ask` at this edge: look after it
      while (ask) begin
        @(negedge clk);
        #2;
      end
      @(negedge clk);
      moved = cycle;
    end
  endtask

  task reg_access;
    input        write;
    input [7:0]  addr;
    input [31:0] data;
    begin
      reg_try(write, addr, data);
      if (wrong !== 1'b0) begin
        $display("FAIL write=%b, register %h, %h: an error", write, addr, data);
        fail;
      end
    end
  endtask

  // An epoch that is still inside may sweep.
  task write_when_drained;
    input [7:0]  addr;
    input [31:0] data;
    begin
      wrong = 1'b1;
      while (wrong) begin
        wait_for(`PF_REG_STATUS_DRAINED_LSB);
        reg_try(1'b1, addr, data);
      end
    end
  endtask

  task wait_for;
    input integer lsb;
    integer       from;
    begin
      from = cycle;
      reg_access(1'b0, `PF_REG_STATUS, 32'd0);
      while (!answer[lsb]) begin
        reg_access(1'b0, `PF_REG_STATUS, 32'd0);
        if (cycle - from > 10 * Limit) begin
          $display("FAIL STATUS has no bit %0d for %0d cycles", lsb, 10 * Limit);
          fail;
        end
      end
    end
  endtask

  task reg_expect;
    input [7:0]  addr;
    input [31:0] data;
    begin
      reg_access(1'b0, addr, 32'd0);
      checks = checks + 1;
      if (answer !== data) begin
        $display("FAIL register %h: got %h, expected %h", addr, answer, data);
        fail;
      end
    end
  endtask

  ////////////////
  // Requests   //
  ////////////////

  reg  [31:0] x;
  reg         taken;
  integer     pause, pauses;

  task turn;
    begin
      x = x ^ (x << 13);
      x = x ^ (x >> 17);
      x = x ^ (x << 5);
    end
  endtask

  task send;
    begin
      turn;
      if (x[31:24] == 0) pauses = x[9:8];
      pause = fixed ? 0 : pauses == 0 ? 0 : pauses == 1 ? (x[2:0] == 0) : pauses == 2 ? x[1:0] : x[4:0];
      while (pause > 0 || (stall_req && phase)) begin
        @(negedge clk);
        pause = pause - 1;
      end
      req_valid = 1'b1;
      taken     = 1'b0;
      while (!taken) begin
        #4;
        taken = req_ready;
        @(negedge clk);
      end
      req_valid = 1'b0;
      req_tag   = {`PF_TAG_W{x[3]}};
      moved     = cycle;
    end
  endtask

  task drain;
    begin
      @(negedge clk);
      while (!idle) @(negedge clk);
      records_there;
    end
  endtask

  task records_there;
    begin
      moved  = cycle;
      checks = checks + 1;
      if (want_in != want_out) begin
        $display("FAIL record %0d is missing: %h %h", want_out, want_addr[want_out % Expect],
                 want_data[want_out % Expect]);
        fail;
      end
    end
  endtask

  ////////////////
  // Main       //
  ////////////////

  reg [8*1024-1:0] vec_file;
  reg [8*16-1:0]   stall;
  reg [63:0]       a, b, c, d, e, f, g, h, i, j;
  reg [255:0]      beat;
  reg [31:0]       ctrl;
  integer          halts = 0;
  integer          fd, got, kind, beats, requests, skip_arg, latency_arg, first_cycle, last_head;

  task wrong_file;
    begin
      $display("FAIL the vector file is not right");
      fail;
    end
  endtask

  // Before it is enabled: accesses are taken, counted as skipped and leave no other trace.
  task not_enabled;
    integer words, n, w;
    begin
      words = 0;
      reg_access(1'b1, `PF_REG_COMMAND, 32'd1 << `PF_REG_COMMAND_CLEAR_LSB);
      for (n = 0; n < 24; n = n + 1) begin
        turn;
        req_kind      = `PF_REQ_ACCESS;
        req_sector    = x;
        req_word_mask = (n < 8) ? 8'd1 << n : (n == 8) ? 8'hff : x[31:24];
        req_sub_mask  = x[23:16];
        req_tag       = {x, x, x};
        req_pc        = x;
        for (w = 0; w < 8; w = w + 1) words = words + req_word_mask[w];
        send;
        if (n < 9) drain;
        if (n < 9) reg_expect(`PF_REG_COUNTERS + 8 * `PF_COUNTER_SKIPPED, words);
      end
      drain;
      reg_expect(`PF_REG_COUNTERS + 8 * `PF_COUNTER_SKIPPED, words);
      reg_expect(`PF_REG_COUNTERS + 8 * `PF_COUNTER_CHECKS, 32'd0);
    end
  endtask

  task read_region;
    begin
      got = $fscanf(fd, "%h %h %h %h %h %h %h %h %h %h\n", a, b, c, d, e, f, g, h, i, j);
      if (got != 10) wrong_file;
      if (b != Lanes || (a[0] ? Policies == 2 : Policies == 1)) begin
        $display("FAIL vectors are for %0d lanes, policy %0d", b, a);
        fail;
      end
      turn;
      ctrl = 32'd0;
      ctrl[`PF_REG_CTRL_SCORD_LSB]        = a[0];
      ctrl[`PF_REG_CTRL_WHOLE_LINE_LSB]   = x[0] && !fixed;
      ctrl[`PF_REG_CTRL_WRITE_ALWAYS_LSB] = x[1] && !fixed;
      ctrl[`PF_REG_CTRL_REPORT_ALL_LSB]   = i[0];
      ctrl[`PF_REG_CTRL_IRQ_ENABLE_LSB]   = 1'b1;
    end
  endtask

  task write_region;
    begin
      meta_first = f;
      meta_end   = f + ((e + 7) / 8) * 2;
      ring_first = g;
      ring_end   = g + (1 << h);
      reg_access(1'b1, `PF_REG_CTRL, ctrl);
      reg_access(1'b1, `PF_REG_REGION_BASE, c[31:0]);
      reg_access(1'b1, `PF_REG_REGION_WORDS, d[31:0]);
      reg_access(1'b1, `PF_REG_ENTRIES, e[31:0]);
      reg_access(1'b1, `PF_REG_META_BASE, f[31:0]);
      reg_access(1'b1, `PF_REG_RING_BASE, g[31:0]);
      reg_access(1'b1, `PF_REG_RING_LOG2, h[31:0]);
    end
  endtask

  task not_yet;  // a start that must be refused
    begin
      reg_try(1'b1, `PF_REG_CTRL, ctrl | (32'd1 << `PF_REG_CTRL_ENABLE_LSB));
      checks = checks + 1;
      if (wrong !== 1'b1) begin
        $display("FAIL started before the sweep");
        fail;
      end
    end
  endtask

  task start;
    begin
      ctrl[`PF_REG_CTRL_ENABLE_LSB] = 1'b1;
      write_when_drained(`PF_REG_CTRL, ctrl);
      enabled = 1'b1;
      reg_expect(`PF_REG_CTRL, ctrl);
    end
  endtask

  task halt;
    begin
      enabled = 1'b0;
      ctrl[`PF_REG_CTRL_ENABLE_LSB] = 1'b0;
      reg_access(1'b1, `PF_REG_CTRL, ctrl);
    end
  endtask

  task configure;
    begin
      read_region;
      requests = j;
      @(negedge clk);
      while (!idle) @(negedge clk);
      reg_expect(`PF_REG_ID, `PF_REG_VALUE_ID);
      write_region;
      if (!fixed) not_enabled;
      not_yet;
      reg_access(1'b1, `PF_REG_COMMAND, 32'd3);
      not_yet;
      reg_expect(`PF_REG_META_BASE, f[31:0]);
      start;
      background = !fixed;
      if (fixed) drain;
      first_cycle = cycle;
    end
  endtask

  task configure_anew;
    begin
      read_region;
      write_when_drained(`PF_REG_ENTRIES, e[31:0]);  // nothing comes in from here on
      wait_for(`PF_REG_STATUS_IDLE_LSB);
      write_region;
      not_yet;
      reg_access(1'b1, `PF_REG_COMMAND, 32'd1);
      last_head = 0;
      want_in   = 0;
      want_out  = 0;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("vec=%s", vec_file)) begin
      $display("FAIL no +vec=FILE");
      $stop;
      $finish;
    end
    x = seed ^ 32'h9e37_79b9;
    y = seed ^ 32'h7f4a_7c15;
    z = seed ^ 32'h85eb_ca6b;
    repeat (4) turn;
    stall = "none";
    got   = $value$plusargs("stall=%s", stall);
    stall_req  = stall == "req";
    stall_mrd  = stall == "mrd";
    stall_mrsp = stall == "mrsp";
    stall_mwr  = stall == "mwr";
    stall_reg  = stall == "reg";
    if (stall != "none" && !(stall_req || stall_mrd || stall_mrsp || stall_mwr || stall_reg)) begin
      $display("FAIL no channel of this name to stall");
      $stop;
      $finish;
    end
    skip = seed % 3 != 0;
    if ($value$plusargs("skip=%d", skip_arg)) skip = skip_arg != 0;
    latency_arg = 0;
    got     = $value$plusargs("latency=%d", latency_arg);
    fixed   = latency_arg != 0;
    latency = fixed ? latency_arg : 16'd10;
    busy    = 8'd0;
    phase   = 1'b0;
    pauses  = 0;
    beats   = 0;
    fd = $fopen(vec_file, "r");
    if (fd == 0) wrong_file;
    repeat (5) @(negedge clk);
    rst_n = 1'b1;

    kind = 0;
    while (kind != 6) begin
      got = $fscanf(fd, "%h", kind);
      if (got != 1) wrong_file;
      case (kind)
        0: configure;
        1: begin
          got = $fscanf(fd, "%h %h %h %h %h %h\n", a, b, c, d, e, f);
          if (got != 6) wrong_file;
          req_kind      = a[1:0];
          req_sector    = b[AddrW-6:0];
          req_word_mask = c[7:0];
          req_sub_mask  = d[7:0];
          req_tag       = e[`PF_TAG_W-1:0];
          req_pc        = f[PcW-1:0];
          requests      = requests - 1;
          send;
        end
        2: begin
          got = $fscanf(fd, "%h %h\n", a, beat);
          if (got != 2 || want_in - want_out >= Expect || a < ring_first || a >= ring_end) wrong_file;
          want_addr[want_in % Expect] = a[MemW-1:0];
          want_data[want_in % Expect] = beat;
          want_in = want_in + 1;
        end
        3, 8: begin
          got = $fscanf(fd, "%h\n", a);
          if (got != 1 || a != want_in) wrong_file;
          if (kind == 3) drain;
          else begin
            wait_for(`PF_REG_STATUS_DRAINED_LSB);
            records_there;
            halts = halts + 1;
          end
          if (irq !== (a[31:0] != last_head)) begin
            $display("FAIL irq is %b with head %0d, tail %0d", irq, a, last_head);
            fail;
          end
          last_head = a;
          reg_expect(`PF_REG_RING_HEAD, a[31:0]);
          reg_access(1'b1, `PF_REG_RING_TAIL, a[31:0]);
        end
        4: begin
          got = $fscanf(fd, "%h %h\n", a, beat);
          if (got != 2) wrong_file;
          beats  = beats + 1;
          checks = checks + 1;
          if (u_memory.mem[a] !== beat) begin
            $display("FAIL metadata at %h: got %h", a, u_memory.mem[a]);
            $display("FAIL             expected %h", beat);
            fail;
          end
        end
        5: begin
          got = $fscanf(fd, "%h %h\n", a, b);
          if (got != 2) wrong_file;
          background = 1'b0;
          reg_expect(a[7:0], b[31:0]);
        end
        6:  ;
        7:  halt;
        9:  start;
        10: configure_anew;
        default: wrong_file;
      endcase
    end

    if (requests != 0 || beats == 0 || beats != meta_end - meta_first) wrong_file;
    if (fixed) $display("cycles %0d", cycle - first_cycle);
    $display("PASS pf_slice_unit seed=%0d checks=%0d records=%0d cycles=%0d left_out=%0d halts=%0d", seed, checks,
             want_out, cycle, left_out, halts);
    $finish;
  end

  initial last_head = 0;

endmodule

`resetall
