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

`define PF_BENCH "pf_slice_unit"

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
  localparam integer IdW    = SlotW + 1;
  localparam integer Depth  = 1024;
  localparam integer Expect = 4096;  // records expected and not yet there
  localparam integer Limit  = 60000; // cycles without any progress

  localparam [31:0] ID = `PF_REG_VALUE_ID;
  localparam [7:0]  HOLES = 8'h48;

`include "pf_unit_bench.vh"

  reg  [1:0]       req_kind;
  reg  [AddrW-6:0] req_sector;
  reg  [7:0]       req_word_mask, req_sub_mask;
  reg  [`PF_TAG_W-1:0] req_tag;
  reg  [PcW-1:0]   req_pc;

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

  ////////////////
  // Records    //
  ////////////////

  // Those expected and not yet there
  reg  [MemW-1:0] want_addr [0:Expect-1];
  reg  [255:0]    want_data [0:Expect-1];
  integer         want_in  = 0;
  integer         want_out = 0;

  task record_written;
    begin
      if (want_out == want_in || mwr_addr !== want_addr[want_out % Expect] ||
          mwr_data !== want_data[want_out % Expect]) begin
        $display("FAIL record %0d: got %h %h", want_out, mwr_addr, mwr_data);
        if (want_out == want_in) $display("FAIL      expected none");
        else $display("FAIL      expected %h %h", want_addr[want_out % Expect], want_data[want_out % Expect]);
        fail;
      end
      want_out = want_out + 1;
    end
  endtask

  task sent;
    req_tag = {`PF_TAG_W{x[3]}};
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

  reg [63:0]       a, b, c, d, e, f, g, h, i, j;
  reg [255:0]      beat;
  reg [31:0]       ctrl;
  integer          halts = 0;
  integer          kind, beats, requests, first_cycle, last_head;

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
    beats = 0;
    bench_start;
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
