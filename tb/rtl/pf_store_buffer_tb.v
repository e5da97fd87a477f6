// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_store_buffer_tb: any commands of a few warps, beside logs kept as lists of lines.
//
//   commands --> queue of those taken --> lists, at the answer --> bytes of every answer and entry
//        \-----> pf_store_buffer <--> memory: late answers in order, byte strobes
//
// Checked: every answer and entry, all bytes; memory at the end; what the events count, as far as
// lists without a Bloom filter know; sectors read and written are those with bytes, headers written
// one a STORE; reads on their way; that a LOAD of a line that no log has takes no read.
// Runs on RTL, on a netlist (-DNETLIST) and on mutants.
// Plusargs: +seed=N +count=COMMANDS +stall=cmd|ans|ent|mwr|mrd|mrsp

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_store_buffer_tb #(
  parameter integer Warps     = `PF_WARPS,
  parameter integer Entries   = `PF_LOG_ENTRIES,
  parameter integer Open      = `PF_LOG_OPEN,
  parameter integer BloomBits = `PF_BLOOM_BITS,
  parameter integer BloomWays = `PF_BLOOM_WAYS,
  parameter integer LineW     = `PF_LINE_W,
  parameter integer Slots     = 16,
  parameter integer Reads     = 64
);

  localparam integer WarpW  = (Warps > 1) ? $clog2(Warps) : 1;
  localparam integer EntryW = $clog2(Entries);
  localparam integer MemW   = WarpW + EntryW + 3;
  localparam integer W      = $clog2(BloomBits / BloomWays);
  localparam [1:0]   STORE  = 2'd0, LOAD = 2'd1, DRAIN = 2'd2;

  reg               clk = 1'b0;
  reg               rst_n = 1'b0;
  reg               cmd_valid = 1'b0;
  wire              cmd_ready;
  reg  [1:0]        cmd_kind = 2'd0;
  reg  [WarpW-1:0]  cmd_warp = 0;
  reg  [LineW-1:0]  cmd_line = 0;
  reg  [127:0]      cmd_mask = 128'd0;
  reg  [1023:0]     cmd_data = 1024'd0;
  wire              ans_valid;
  reg               ans_ready = 1'b0;
  wire [1:0]        ans_kind;
  wire [WarpW-1:0]  ans_warp;
  wire [127:0]      ans_mask;
  wire [1023:0]     ans_data;
  wire [EntryW:0]   ans_left;
  wire              ent_valid;
  reg               ent_ready = 1'b0;
  wire [WarpW-1:0]  ent_warp;
  wire [LineW-1:0]  ent_line;
  wire [127:0]      ent_mask;
  wire [1023:0]     ent_data;
  wire              mwr_valid;
  reg               mwr_ready = 1'b0;
  wire [MemW-1:0]   mwr_addr;
  wire [255:0]      mwr_data;
  wire [31:0]       mwr_strb;
  wire              mrd_valid;
  reg               mrd_ready = 1'b0;
  wire [MemW-1:0]   mrd_addr;
  reg               mrsp_valid = 1'b0;
  wire              mrsp_ready;
  reg  [255:0]      mrsp_data = 256'd0;
  wire [6:0]        evt;
  wire              idle;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_store_buffer u_dut (
`else
  pf_store_buffer #(
    .Warps     (Warps),
    .Entries   (Entries),
    .Open      (Open),
    .BloomBits (BloomBits),
    .BloomWays (BloomWays),
    .LineW     (LineW),
    .Slots     (Slots),
    .Reads     (Reads)
  ) u_dut (
`endif
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .cmd_valid_i  (cmd_valid),
    .cmd_ready_o  (cmd_ready),
    .cmd_kind_i   (cmd_kind),
    .cmd_warp_i   (cmd_warp),
    .cmd_line_i   (cmd_line),
    .cmd_mask_i   (cmd_mask),
    .cmd_data_i   (cmd_data),
    .ans_valid_o  (ans_valid),
    .ans_ready_i  (ans_ready),
    .ans_kind_o   (ans_kind),
    .ans_warp_o   (ans_warp),
    .ans_mask_o   (ans_mask),
    .ans_data_o   (ans_data),
    .ans_left_o   (ans_left),
    .ent_valid_o  (ent_valid),
    .ent_ready_i  (ent_ready),
    .ent_warp_o   (ent_warp),
    .ent_line_o   (ent_line),
    .ent_mask_o   (ent_mask),
    .ent_data_o   (ent_data),
    .mwr_valid_o  (mwr_valid),
    .mwr_ready_i  (mwr_ready),
    .mwr_addr_o   (mwr_addr),
    .mwr_data_o   (mwr_data),
    .mwr_strb_o   (mwr_strb),
    .mrd_valid_o  (mrd_valid),
    .mrd_ready_i  (mrd_ready),
    .mrd_addr_o   (mrd_addr),
    .mrsp_valid_i (mrsp_valid),
    .mrsp_ready_o (mrsp_ready),
    .mrsp_data_i  (mrsp_data),
    .evt_o        (evt),
    .idle_o       (idle)
  );

  always #5 clk = ~clk;

  // The lists, and the commands that were taken and are not answered
  reg [LineW-1:0]  log_line [0:Warps*Entries-1];
  reg [127:0]      log_mask [0:Warps*Entries-1];
  reg [1023:0]     log_data [0:Warps*Entries-1];
  integer          used  [0:Warps-1];
  integer          ahead [0:Warps-1];  // stores of the warp among those
  reg [1:0]        q_kind [0:63];
  reg [WarpW-1:0]  q_warp [0:63];
  reg [LineW-1:0]  q_line [0:63];
  reg [127:0]      q_mask [0:63];
  reg [1023:0]     q_data [0:63];
  integer          q_in, q_out, given;  // given: entries of the drain at the front
  integer          open_at [0:Warps*Open-1];  // entry + 1 of the line that is open there; 0: none

  // Memory, in order of reads
  reg [255:0]      mem [0:(Warps*Entries*8)-1];
  reg [255:0]      line_mem;
  reg [MemW-1:0]   read_at [0:127];
  reg [255:0]      read_data [0:127];
  integer          read_due [0:127];
  reg              late;  // memory looks when it answers, not when it is asked
  integer          read_in, read_out, reads;

  integer          seed, commands, n, checks, now, i, b, e, place, latency, busy, quiet, stores;
  integer          row;  // warps that drains in a row still have
  integer          p, found, merged, appended, forwarded, opened, count_found, count_merged, count_appended;
  integer          count_forwarded, count_opened, full, alone;
  integer          sectors_read, sectors_written, headers, looks;  // as the lists know
  integer          count_read, count_written, count_headers, count_looks, count_vain;
  reg [8*8:1]      stall, slow;  // a port that is closed for long: all the time, as a habit
  reg [LineW-1:0]  pool [0:15];
  reg [127:0]      have;
  reg [3:0]        near;  // which of the pool
  reg  [3*128:0]   says, said_ans, said_ent, said_mwr;  // outputs that were not taken stay
  reg  [2:0]       waits;
  reg              take_cmd, take_ans, take_ent, take_mrd, take_mrsp, take_mwr;

  // xorshift32: $random is not the same in every simulator.
  reg [31:0] r;
  task draw;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task fail;
    input [8*24:1] what;
    begin
      $display("FAIL pf_store_buffer %0s, seed=%0d command %0d cycle %0d", what, seed, n, now);
      $stop;
    end
  endtask

  function open_gate;
    input [8*8:1] name;
    input [31:0]  random;
    open_gate = (stall == name) ? now % 400 >= 300 : (slow == name) ? now % 64 >= 48 : {24'd0, random[7:0]} >= busy;
  endfunction

  // Place of a line if it is open: pieces of its number in it
  function integer place_of;
    input [LineW-1:0] line;
    begin
      place_of = 0;
      for (p = 0; p < LineW; p = p + 1) place_of = place_of ^ (line[p] << p % $clog2(Open));
    end
  endfunction

  // Entry of a line in a warp's list, or -1
  task find;
    input integer     warp;
    input [LineW-1:0] line;
    begin
      e = -1;
      for (i = 0; i < used[warp]; i = i + 1) begin
        if (log_line[warp*Entries + i] === line) e = i;
      end
    end
  endtask

  function integer sectors;
    input [127:0] mask;
    sectors = |mask[31:0] + |mask[63:32] + |mask[95:64] + |mask[127:96];
  endfunction

  task same_bytes;
    input [127:0]  mask;
    input [1023:0] is;
    input [1023:0] expected;
    begin
      for (b = 0; b < 128; b = b + 1) begin
        if (mask[b] && is[8*b +: 8] !== expected[8*b +: 8]) fail("a byte differs");
      end
      checks = checks + 1;
    end
  endtask

  // The command at the front has happened.
  task answer;
    integer w;
    begin
      if (q_in == q_out) fail("an answer too many");
      w = q_warp[q_out % 64];
      have = 128'd0;
      find(w, q_line[q_out % 64]);
      if (q_kind[q_out % 64] == STORE) begin
        ahead[w] = ahead[w] - 1;
        headers = headers + 1;
        sectors_written = sectors_written + sectors(q_mask[q_out % 64]);
        if (e >= 0) begin
          merged = merged + 1;
          if (open_at[w*Open + place_of(q_line[q_out % 64])] != e + 1) looks = looks + used[w] - e;
        end
        else begin
          appended = appended + 1;
          e = used[w];
          used[w] = e + 1;
          log_line[w*Entries + e] = q_line[q_out % 64];
          log_mask[w*Entries + e] = 128'd0;
        end
        opened = opened + (open_at[w*Open + place_of(q_line[q_out % 64])] == e + 1);
        open_at[w*Open + place_of(q_line[q_out % 64])] = e + 1;
        log_mask[w*Entries + e] = log_mask[w*Entries + e] | q_mask[q_out % 64];
        for (b = 0; b < 128; b = b + 1) begin
          if (q_mask[q_out % 64][b]) log_data[w*Entries + e][8*b +: 8] = q_data[q_out % 64][8*b +: 8];
        end
        if (used[w] == Entries) full = full + 1;
      end else if (q_kind[q_out % 64] == LOAD) begin
        if (e >= 0) begin
          found = found + 1;
          if (open_at[w*Open + place_of(q_line[q_out % 64])] != e + 1) looks = looks + used[w] - e;
          opened = opened + (open_at[w*Open + place_of(q_line[q_out % 64])] == e + 1);
          open_at[w*Open + place_of(q_line[q_out % 64])] = e + 1;
          have = q_mask[q_out % 64] & log_mask[w*Entries + e];
          forwarded = forwarded + (have != 128'd0);
          sectors_read = sectors_read + sectors(have);
          same_bytes(have, ans_data, log_data[w*Entries + e]);
        end
      end else begin
        if (given != used[w]) fail("entries are missing");
        used[w] = 0;
        given = 0;
        for (i = 0; i < Open; i = i + 1) open_at[w*Open + i] = 0;
      end
      if (ans_kind !== q_kind[q_out % 64] || ans_warp !== q_warp[q_out % 64]) fail("answer of another");
      if (ans_mask !== have) fail("mask of an answer");
      if (ans_left !== Entries - used[w]) fail("entries left");
      checks = checks + 1;
      q_out = q_out + 1;
    end
  endtask

  task entry;
    begin
      if (q_in == q_out || q_kind[q_out % 64] != DRAIN) fail("an entry too many");
      place = q_warp[q_out % 64] * Entries + given;
      if (given >= used[q_warp[q_out % 64]]) fail("more than the log has");
      if (ent_warp !== q_warp[q_out % 64] || ent_line !== log_line[place]) fail("line of an entry");
      if (ent_mask !== log_mask[place]) fail("mask of an entry");
      same_bytes(ent_mask, ent_data, log_data[place]);
      sectors_read = sectors_read + sectors(ent_mask);
      given = given + 1;
    end
  endtask

  task draw_command;
    begin
      draw;
      cmd_warp = r[30:28] == 3'd0 ? r[8 +: 8] % Warps : (r[8] ? Warps - 1 : 0);
      cmd_kind = r[3:0] < stores ? STORE : LOAD;
      if (r[23:16] == 8'd0 && r[31]) row = Warps;
      if (r[23:16] == 8'd0) cmd_kind = DRAIN;
      if (cmd_kind == STORE && used[cmd_warp] + ahead[cmd_warp] >= Entries) cmd_kind = r[27:24] == 0 ? DRAIN : LOAD;
      if (row > 0) begin
        row = row - 1;
        cmd_kind = DRAIN;
        cmd_warp = row;
      end
      draw;
      cmd_line = pool[r[3:0] & near];
      if (r[7:4] == 4'd0) cmd_line = r >> 8;
      draw;
      case (r[1:0])
        2'd0:    cmd_mask = {128{1'b1}};
        2'd1:    cmd_mask = 128'hf << r[10:4];
        2'd2:    cmd_mask = {4{r | 32'd1}} & {{32{r[28]}}, {32{r[29]}}, {32{r[30]}}, {32{1'b1}}};
        default: cmd_mask = 128'd1 << r[10:4];
      endcase
      for (b = 0; b < 32; b = b + 1) begin
        draw;
        cmd_data[32*b +: 32] = r;
      end
      cmd_valid = 1'b1;
      n = n + 1;
    end
  endtask

  task draw_habits;
    begin
      for (i = 0; i < 16; i = i + 1) begin
        draw;
        pool[i] = r;
        // Two pieces of ones cancel each other: another line with the same bits.
        if (i % 4 == 3 && LineW >= 2 * W) pool[i] = pool[i-1] ^ ((64'd1 << 2 * W) - 64'd1);
      end
      draw;
      latency = r[0] ? 1 : 1 + r[3:1];
      busy = r[6] ? 0 : r[14:8];
      stores = r[19:16] < 4'd4 ? 16 : 4 + r[18:16];
      late = r[22];
      near = r[21:20] == 2'd0 ? 4'd15 : {2'd0, r[21:20]};
      case (r[28:24])
        5'd0:    slow = "ans";
        5'd1:    slow = "ent";
        5'd2:    slow = "mwr";
        5'd3:    slow = "mrd";
        5'd4:    slow = "mrsp";
        default: slow = "";
      endcase
    end
  endtask

  // Inputs after the falling edge, handshakes before the rising one
  task cycle;
    input more;
    begin
      @(negedge clk);
      draw;
      if (more && !cmd_valid && open_gate("cmd", r >> 0)) draw_command;
      draw;
      ans_ready = open_gate("ans", r >> 3);
      ent_ready = open_gate("ent", r >> 9);
      mwr_ready = open_gate("mwr", r >> 15);
      mrd_ready = open_gate("mrd", r >> 21);
      draw;
      if (!mrsp_valid && read_in != read_out && read_due[read_out % 128] <= now && open_gate("mrsp", r)) begin
        mrsp_valid = 1'b1;
        mrsp_data  = late ? mem[read_at[read_out % 128]] : read_data[read_out % 128];
        read_out   = read_out + 1;
      end
      #4;
      take_cmd  = cmd_valid && cmd_ready;
      take_ans  = ans_valid && ans_ready;
      take_ent  = ent_valid && ent_ready;
      take_mrd  = mrd_valid && mrd_ready;
      take_mrsp = mrsp_valid && mrsp_ready;
      take_mwr  = mwr_valid && mwr_ready;
      if ((^{cmd_ready, ans_valid, ent_valid, mrd_valid, mrsp_ready, mwr_valid, evt, idle}) === 1'bx) fail("x");
      says = {ans_kind, ans_warp, ans_mask, ans_left} & {(3*128+1){ans_valid}};
      if (waits[0] && (!ans_valid || says !== said_ans)) fail("an answer does not stay");
      said_ans = says;
      says = {ent_warp, ent_line, ent_mask} & {(3*128+1){ent_valid}};
      if (waits[1] && (!ent_valid || says !== said_ent)) fail("an entry does not stay");
      said_ent = says;
      says = {mwr_addr, mwr_data, mwr_strb} & {(3*128+1){mwr_valid}};
      if (waits[2] && (!mwr_valid || says !== said_mwr)) fail("a write does not stay");
      said_mwr = says;
      waits = {mwr_valid && !mwr_ready, ent_valid && !ent_ready, ans_valid && !ans_ready};
      count_found     = count_found + evt[0] - evt[5];
      count_merged    = count_merged + evt[2];
      count_appended  = count_appended + evt[3];
      count_forwarded = count_forwarded + evt[4];
      count_opened    = count_opened + evt[6];
      count_looks     = count_looks + evt[1];
      count_vain      = count_vain + evt[5];
      if (take_ent) entry;
      if (take_ans) answer;
      if (take_cmd) begin
        q_kind[q_in % 64] = cmd_kind;
        q_warp[q_in % 64] = cmd_warp;
        q_line[q_in % 64] = cmd_line;
        q_mask[q_in % 64] = cmd_mask;
        q_data[q_in % 64] = cmd_data;
        if (cmd_kind == STORE) ahead[cmd_warp] = ahead[cmd_warp] + 1;
        q_in = q_in + 1;
      end
      if (take_mrd) begin
        if (mrd_addr[2:0] > 3'd4 || mrd_addr >= Warps * Entries * 8) fail("address of a read");
        read_at[read_in % 128] = mrd_addr;
        read_data[read_in % 128] = mem[mrd_addr];
        read_due[read_in % 128] = now + latency;
        read_in = read_in + 1;
        if (mrd_addr[2:0] != 3'd0) count_read = count_read + 1;
        if (read_in - read_out + mrsp_valid > Reads) fail("reads on their way");
        reads = reads + 1;
      end
      if (take_mwr) begin
        if (mwr_addr[2:0] > 3'd4 || mwr_addr >= Warps * Entries * 8) fail("address of a write");
        if (mwr_strb == 32'd0) fail("nothing to write");
        if (mwr_addr[2:0] == 3'd0) count_headers = count_headers + 1;
        else                       count_written = count_written + 1;
        line_mem = mem[mwr_addr];
        for (b = 0; b < 32; b = b + 1) if (mwr_strb[b]) line_mem[8*b +: 8] = mwr_data[8*b +: 8];
        mem[mwr_addr] = line_mem;
      end
      @(posedge clk);
      #1;
      if (take_cmd) cmd_valid = 1'b0;
      if (take_mrsp) mrsp_valid = 1'b0;
      now = now + 1;
      quiet = take_cmd || take_ans || take_ent || take_mrd || take_mrsp || take_mwr ? 0 : quiet + 1;
      if (quiet > 5000) fail("nothing moves");
    end
  endtask

  task drain;
    begin
      while (cmd_valid || idle !== 1'b1 || mrsp_valid) cycle(1'b0);
      repeat (2) cycle(1'b0);
      if (q_in != q_out || read_in != read_out) fail("idle, and something is missing");
      if (count_found != found + merged || count_merged != merged || count_appended != appended ||
          count_forwarded != forwarded || count_opened != opened) fail("events");
      // A search in vain looks at all headers of a log, at one at least.
      if (count_looks < looks + count_vain || count_looks > looks + count_vain * Entries) fail("headers searched");
      if (count_read != sectors_read) fail("sectors read");
      if (count_written != sectors_written || count_headers != headers) fail("sectors written");
    end
  endtask

  task same_memory;
    integer w;
    begin
      for (w = 0; w < Warps; w = w + 1) begin
        for (e = 0; e < used[w]; e = e + 1) begin
          place = w * Entries + e;
          line_mem = mem[8*place];
          if (line_mem[LineW-1:0] !== log_line[place] || line_mem[159:32] !== log_mask[place]) fail("a header");
          same_bytes(log_mask[place], {mem[8*place+4], mem[8*place+3], mem[8*place+2], mem[8*place+1]},
                     log_data[place]);
        end
      end
    end
  endtask

  // So many commands like this, one on each of so many lines; then idle. alone: the cycles it took
  task burst;
    input [1:0] kind;
    input integer count, lines;
    integer from, k;
    begin
      from = now;
      for (k = 0; k < count; k = k + 1) begin
        while (cmd_valid) cycle(1'b0);
        draw_command;
        cmd_kind = kind;
        cmd_warp = 0;
        cmd_line = k % lines;
        cmd_mask = {128{1'b1}};
        cycle(1'b0);
      end
      drain;
      alone = now - from;
    end
  endtask

  // Of an empty log, a LOAD a cycle and no read. Whole lines: a store in 5 cycles, a load in 4, an entry of a drain in 5.
  task rate;
    integer from, w;
    begin
      for (w = 0; w < Warps; w = w + 1) begin
        stores = 0;
        draw_command;
        cmd_kind = DRAIN;
        cmd_warp = w;
        while (cmd_valid) cycle(1'b0);
      end
      drain;
      stall = "";
      slow = "";
      busy = 0;
      latency = 1;
      reads = 0;
      from = now;
      for (w = 0; w < 100; w = w + 1) begin
        if (cmd_valid) fail("a load waits");
        draw_command;
        cmd_kind = LOAD;
        cycle(1'b0);
      end
      drain;
      alone = now - from;
      if (alone > 110 || reads != 0) fail("loads take too long");
      w = Entries < 8 ? Entries : 8;
      from = count_vain;
      burst(STORE, w, w);
      if (alone > 5 * w + 10 && count_vain == from) fail("stores take too long");
      burst(LOAD, 1, 1);   // the line is open
      burst(LOAD, 20, 1);
      if (alone > (Slots < 8 ? 120 : 95)) fail("open lines take too long");
      burst(DRAIN, 1, 1);
      if (alone > 5 * w + 15) fail("a drain takes too long");
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", commands)) commands = 400;
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    r = 32'h2545_f491 ^ (seed * 32'd747796405);
    {checks, n, now, quiet, q_in, q_out, given, read_in, read_out, reads, full, row, waits} = 0;
    {found, merged, appended, forwarded, opened} = 0;
    {count_found, count_merged, count_appended, count_forwarded, count_opened} = 0;
    {sectors_read, sectors_written, headers, looks} = 0;
    {count_read, count_written, count_headers, count_looks, count_vain} = 0;
    slow = "";
    for (i = 0; i < Warps * Open; i = i + 1) open_at[i] = 0;
    for (i = 0; i < Warps; i = i + 1) begin
      used[i] = 0;
      ahead[i] = 0;
    end
    for (i = 0; i < Warps * Entries * 8; i = i + 1) begin
      draw;
      mem[i] = {8{r}};
    end
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    draw_habits;
    while (n < commands) begin
      cycle(1'b1);
      if (now % 256 == 0) draw_habits;
    end
    drain;
    same_memory;
    rate;
    if (checks < commands || merged < commands / (Entries > 2 ? 50 : 200) || appended < commands / 50 || forwarded < commands / 50) begin
      fail("too few of a kind");
    end
    $display("PASS pf_store_buffer seed=%0d checks=%0d merged=%0d appended=%0d forwarded=%0d full=%0d cycles=%0d",
             seed, checks, merged, appended, forwarded, full, now);
    $finish;
  end

endmodule

`resetall
