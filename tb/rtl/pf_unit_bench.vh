// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Body of the benches of units beside a slice of the L2: clock, memory, register port, what is watched in every cycle. The module
// that includes it names itself by `PF_BENCH, holds the DUT (its clock is dclk), and has
//   MemW, IdW, Depth, Limit   width of a beat's address, of a read's ID; beats of memory; cycles without any progress
//   ID, HOLES                 value of register ID; the first byte address behind the registers that are no counters of 48 bits
//   record_written            task: a record is written
//   sent                      task: a request was taken; what it held means nothing any more
// Plusargs: +seed=N +vec=FILE +stall=req|mrd|mrsp|mwr|reg +skip=0|1 (idle clocks are left out) +latency=N (memory, always; no idle
// cycles, no other accesses to registers).

  reg              clk   = 1'b0;
  reg              open  = 1'b1;  // the DUT's clock runs
  wire             dclk  = clk && open;
  reg              rst_n = 1'b0;

  reg              req_valid = 1'b0;
  wire             req_ready;
  wire             mrd_valid, mrd_ready, mrsp_valid, mrsp_ready, mwr_valid, mwr_ready;
  wire [MemW-1:0]  mrd_addr, mwr_addr;
  wire [IdW-1:0]   mrd_id, mrsp_id;
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

  reg         fixed;
  reg  [15:0] latency;
  reg  [7:0]  busy;
  reg         stall_req, stall_mrd, stall_mrsp, stall_mwr, stall_reg;  // chosen by +stall
  reg         phase;                                                   // ... and in force now
  reg  [31:0] seed;
  wire        memory_error;

  pf_memory_model #(
    .MemW  (MemW),
    .IdW   (IdW),
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
      $display("FAIL %0s seed=%0d checks=%0d cycle=%0d", `PF_BENCH, seed, checks, cycle);
      $stop;
      $finish;
    end
  endtask

  ////////////////
  // Watching   //
  ////////////////

  integer         meta_first = 0, meta_end = 0, ring_first = 0, ring_end = 0;

  reg                 mrd_waits = 1'b0, mwr_waits = 1'b0;
  reg [MemW+IdW-1:0]  mrd_was;
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
          record_written;
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
        if (wrong !== (reg_write || reg_addr == 8'h1c || (reg_addr >= HOLES && reg_addr < 8'h80))) begin
          $display("FAIL access in between, write=%b, register %h: error %b", reg_write, reg_addr, wrong);
          fail;
        end
      end
      if (mine) begin
        ask = 1'b0;
      end else if (!reg_write && reg_addr == `PF_REG_ID) begin
        checks = checks + 1;
        if (answer !== ID) begin
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
      sent;
      moved     = cycle;
    end
  endtask

  ////////////////
  // Begin      //
  ////////////////

  reg [8*1024-1:0] vec_file;
  reg [8*16-1:0]   stall;
  integer          fd, got, skip_arg, latency_arg;

  task wrong_file;
    begin
      $display("FAIL the vector file is not right");
      fail;
    end
  endtask

  task bench_start;
    begin
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
      fd = $fopen(vec_file, "r");
      if (fd == 0) wrong_file;
      repeat (5) @(negedge clk);
      rst_n = 1'b1;
    end
  endtask
