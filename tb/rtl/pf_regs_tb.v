// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_regs_tb: random reads and writes against a model of the registers, values near every limit.
//
// Checked every cycle: all cfg_* and cmd_* outputs, idle_o. At every answer: the read word, and whether it
// is an error. The model says whether a configuration fits by sums of 64 bits.
// Runs unchanged on RTL, on a netlist (-DNETLIST) and on mutants.
// Plusargs: +seed=N +count=ACCESSES (or +n) +wave=FILE; +stall=idle: never idle, nor drained, for long; +stall=counter: counters late

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "pf_regs.vh"

module pf_regs_tb;

  parameter integer Policies = 3;
  parameter integer Beats    = 2;
  parameter integer Short    = 4;
  parameter integer AddrW    = `PF_ADDR_W;
  parameter integer TagW     = `PF_META_TAG_W;
  localparam integer MemW    = AddrW - 3;
  localparam integer EpochW  = `PF_META_EPOCH_W;

  reg               clk = 1'b0;
  reg               rst_n = 1'b0;
  reg               valid = 1'b0;
  wire              ready;
  reg               write = 1'b0;
  reg  [7:0]        addr = 8'd0;
  reg  [31:0]       wdata = 32'd0;
  wire [31:0]       rdata;
  wire              error;
  wire              count, bare;
  wire              enable, policy, whole_line, write_always, report_all, irq_enable;
  wire [AddrW-6:0]  base;
  wire [AddrW-2:0]  words, entries;
  wire [MemW-1:0]   meta_base, ring_base;
  wire [4:0]        ring_log2;
  wire [31:0]       ring_tail;
  wire              sweep, clear;
  reg               idle = 1'b0;
  reg               drained = 1'b0;
  reg               roomy   = 1'b1;
  reg               sweeping = 1'b0;
  reg               ring_full = 1'b0;
  reg  [EpochW-1:0] epoch = {EpochW{1'b0}};
  reg  [31:0]       head = 32'd0;
  wire              cnt_valid;
  wire [4:0]        cnt_index;
  reg               cnt_ready = 1'b0;
  reg  [47:0]       cnt_total = 48'd0;
  wire              regs_idle;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_regs u_dut (
`else
  pf_regs #(
    .Policies (Policies),
    .Beats    (Beats),
    .Short    (Short),
    .AddrW    (AddrW),
    .TagW     (TagW)
  ) u_dut (
`endif
    .clk_i              (clk),
    .rst_ni             (rst_n),
    .reg_valid_i        (valid),
    .reg_ready_o        (ready),
    .reg_write_i        (write),
    .reg_addr_i         (addr),
    .reg_wdata_i        (wdata),
    .reg_rdata_o        (rdata),
    .reg_error_o        (error),
    .cfg_enable_o       (enable),
    .cfg_count_o        (count),
    .cfg_bare_sweep_o   (bare),
    .cfg_policy_o       (policy),
    .cfg_whole_line_o   (whole_line),
    .cfg_write_always_o (write_always),
    .cfg_report_all_o   (report_all),
    .cfg_irq_enable_o   (irq_enable),
    .cfg_base_o         (base),
    .cfg_words_o        (words),
    .cfg_entries_o      (entries),
    .cfg_meta_base_o    (meta_base),
    .cfg_ring_base_o    (ring_base),
    .cfg_ring_log2_o    (ring_log2),
    .cfg_ring_tail_o    (ring_tail),
    .cmd_sweep_o        (sweep),
    .cmd_clear_o        (clear),
    .idle_i             (idle),
    .drained_i          (drained),
    .sweeping_i         (sweeping),
    .ring_full_i        (ring_full),
    .epoch_i            (epoch),
    .ring_head_i        (head),
    .fits_i             (roomy),
    .cnt_valid_o        (cnt_valid),
    .cnt_index_o        (cnt_index),
    .cnt_ready_i        (cnt_ready),
    .cnt_total_i        (cnt_total),
    .idle_o             (regs_idle)
  );

  always #5 clk = ~clk;

  ////////////////
  // Random     //
  ////////////////

  reg [31:0] r;  // xorshift32: $random is not the same in every simulator

  function [31:0] next;
    input [31:0] x;
    reg   [31:0] y;
    begin
      y = x ^ (x << 13);
      y = y ^ (y >> 17);
      next = y ^ (y << 5);
    end
  endfunction

  ////////////////
  // Model      //
  ////////////////

  reg [6:0]  m_ctrl;
  reg        m_checked, m_swept, m_count, m_wait, m_sweep, m_clear, m_now, m_free;
  reg        free, rests;  // free: as of this cycle
  reg [31:0] m_base, m_words, m_entries, m_meta, m_ring, m_log2, m_tail;
  reg [15:0] m_high;

  function [63:0] meta_end;  // first beat behind the metadata
    input [31:0] at;
    meta_end = {32'd0, at} + ({32'd0, m_entries} + 4 * Beats - 1) / (4 * Beats) * Beats;
  endfunction

  function [31:0] meta_size;  // its beats
    input unused;
    reg [63:0] size;
    begin
      size = meta_end(32'd0);
      meta_size = size[31:0];
    end
  endfunction

  function fits;
    input ring_too;  // unread records fit, too
    reg [63:0] ring_end;
    begin
      ring_end = {32'd0, m_ring} + (64'd1 << m_log2);
      fits = m_words != 0 && m_entries != 0 && m_log2 != 0 &&
             {32'd0, m_base} * 8 + {32'd0, m_words} <= (64'd1 << (AddrW - 2)) &&
             ({32'd0, m_entries} << TagW) >= {32'd0, m_words} &&
             meta_end(m_meta) <= (64'd1 << MemW) && ring_end <= (64'd1 << MemW) &&
             (meta_end(m_meta) <= {32'd0, m_ring} || ring_end <= {32'd0, m_meta}) && roomy;
      if (ring_too && {32'd0, head - m_tail} > (64'd1 << m_log2)) fits = 1'b0;
    end
  endfunction

  function policy_ok;
    input p;
    policy_ok = Policies == 3 || (Policies == 1) == p;
  endfunction

  // Is this value of its register alone all right?
  function value_ok;
    input [7:0]  a;
    input [31:0] v;
    case (a)
      `PF_REG_REGION_BASE:                  value_ok = {32'd0, v} < (64'd1 << (AddrW - 5));
      `PF_REG_REGION_WORDS, `PF_REG_ENTRIES: value_ok = v != 0 && {32'd0, v} <= (64'd1 << (AddrW - 2));
      `PF_REG_META_BASE:                    value_ok = {32'd0, v} < (64'd1 << MemW) && v % Beats == 0;
      `PF_REG_RING_BASE:                    value_ok = {32'd0, v} < (64'd1 << MemW);
      `PF_REG_RING_LOG2:                    value_ok = v >= 1 && v <= 20;
      default:                              value_ok = 1'b1;
    endcase
  endfunction

  task model_write;
    reg ok, alone;
    begin
      ok = 1'b1;
      case (addr & 8'hfc)
        `PF_REG_CTRL: begin
          // Nothing but enable, to 0, and irq_enable
          alone = ((wdata[6:0] ^ m_ctrl) & 7'h5e) == 0 && (wdata[0] == m_ctrl[0] || !wdata[0]);
          ok = (free || alone) && policy_ok(wdata[1]) &&
               (!wdata[0] || ((m_checked || fits(1'b1)) && m_swept && wdata[1] == m_ctrl[1] && !wdata[6]));
          if (ok && wdata[1] != m_ctrl[1]) begin
            m_swept = 1'b0;
            m_count = 1'b0;
          end
          if (ok && m_ctrl[0] && !wdata[0]) halts = halts + 1;
          if (ok) m_ctrl = wdata[6:0];
          if (ok && wdata[0]) begin
            m_checked = 1'b1;
            m_count   = 1'b1;
          end
        end
        `PF_REG_COMMAND: begin
          ok = free && (!wdata[0] || m_checked || fits(1'b0));
          if (ok && wdata[0]) begin
            m_checked = 1'b1;
            m_count   = 1'b0;
            m_wait    = 1'b1;
          end
          m_clear = ok && wdata[1];
        end
        `PF_REG_RING_TAIL: begin
          ok = wdata - m_tail < 32'h8000_0000 && head - wdata < 32'h8000_0000;
          if (ok) m_tail = wdata;
        end
        `PF_REG_REGION_BASE, `PF_REG_REGION_WORDS, `PF_REG_ENTRIES, `PF_REG_META_BASE, `PF_REG_RING_BASE,
        `PF_REG_RING_LOG2: begin
          ok = free && value_ok(addr & 8'hfc, wdata);
          if (ok) begin
            m_checked = 1'b0;
            if (addr < `PF_REG_RING_BASE) begin
              m_swept = 1'b0;
              m_count = 1'b0;
            end
            case (addr & 8'hfc)
              `PF_REG_REGION_BASE:  m_base = wdata;
              `PF_REG_REGION_WORDS: m_words = wdata;
              `PF_REG_ENTRIES:      m_entries = wdata;
              `PF_REG_META_BASE:    m_meta = wdata;
              `PF_REG_RING_BASE:    m_ring = wdata;
              default:              m_log2 = wdata;
            endcase
          end
        end
        default: ok = 1'b0;  // nothing there that can be written
      endcase
      expect_bit("error", error, !ok);
      if (ok) accepted = accepted + 1;
      else    refusals = refusals + 1;
    end
  endtask

  // What changes by itself is read as it was a cycle before the answer.
  reg [31:0] was_status, was_head, was_tail;
  reg        zero_head;

  function there;
    input [7:0] a;
    there = a >= 8'h80 || (a < 8'h40 + 4 * Short && a >= 8'h20) || a < 8'h1c;
  endfunction

  function [31:0] model_read;
    input [7:0] a;
    begin
      model_read = 32'd0;
      case (a & 8'hfc)
        `PF_REG_ID:           model_read = "PFSU";
        `PF_REG_VERSION:      model_read = (Short == 4) ? `PF_REG_VALUE_VERSION : `PF_REG_VALUE_VERSION_1_0;
        `PF_REG_CONFIG:       model_read = Policies * 16777216 + Beats * 65536 + `PF_LINES * 256 + `PF_LANES;
        `PF_REG_WIDTHS:       model_read = EpochW * 16777216 + TagW * 65536 + MemW * 256 + AddrW;
        `PF_REG_CTRL:         model_read = {25'd0, m_ctrl};
        `PF_REG_STATUS:       model_read = was_status;
        `PF_REG_REGION_BASE:  model_read = m_base;
        `PF_REG_REGION_WORDS: model_read = m_words;
        `PF_REG_ENTRIES:      model_read = m_entries;
        `PF_REG_META_BASE:    model_read = m_meta;
        `PF_REG_RING_BASE:    model_read = m_ring;
        `PF_REG_RING_LOG2:    model_read = m_log2;
        `PF_REG_RING_HEAD:    model_read = was_head;
        `PF_REG_RING_TAIL:    model_read = was_tail;
        `PF_REG_DROPPED, `PF_REG_REPEATED, `PF_REG_WRAPS, `PF_REG_FORGOTTEN:
                              if (there(a)) model_read = cnt_total[47:32] != 0 ? 32'hffff_ffff : cnt_total[31:0];
        default:              if (a[7]) model_read = a[2] ? {16'd0, m_high} : cnt_total[31:0];
      endcase
    end
  endfunction

  ////////////////
  // Stimulus   //
  ////////////////

  // A value near a limit of its register, or of how the registers fit together.
  function [31:0] near;
    input [7:0]  a;
    input [31:0] x;
    reg   [31:0] step, top;
    begin
      step = x[1:0] == 2'd0 ? 32'hffff_ffff : x[1:0] == 2'd1 ? 32'd1 : 32'd0;
      top  = 32'd1 << MemW;
      near = x >> x[6:2];
      case (a)
        `PF_REG_REGION_BASE:
          case (x[9:7])
            0: near = (32'd1 << (AddrW - 5)) - 1 + step;
            1: near = near & ((32'd1 << (AddrW - 5)) - 1);
            2: near = 0;
            default: near = (32'd1 << (AddrW - 5)) - (m_words + 7) / 8 + step;
          endcase
        `PF_REG_REGION_WORDS:
          case (x[9:7])
            0: near = (32'd1 << (AddrW - 2)) + step;
            1: near = step & 32'd1;
            2: near = (32'd1 << (AddrW - 2)) - m_base * 8 + step;
            3: near = (m_entries << TagW) + step;
            default: near = near & ((32'd1 << (AddrW - 3)) - 1);
          endcase
        `PF_REG_ENTRIES:
          case (x[9:7])
            0: near = (32'd1 << (AddrW - 2)) + step;
            1: near = step & 32'd1;
            2: near = m_words;
            3: near = near & ((32'd1 << (AddrW - 2)) - 1);
            default: near = ((m_words + (32'd1 << TagW) - 1) >> TagW) + step;
          endcase
        `PF_REG_META_BASE:
          case (x[9:7])
            0: near = top + step * Beats;
            1: near = near & (top - 1);
            2, 3: near = top - meta_size(1'b0) + step * Beats;
            4: near = m_ring + (32'd1 << m_log2) + step;
            5: near = m_ring - meta_size(1'b0) + step * Beats;
            default: near = near & (top - 1) & ~32'd3;
          endcase
        `PF_REG_RING_BASE:
          case (x[9:7])
            0: near = top + step;
            1: near = near & (top - 1);
            2, 3: near = top - (32'd1 << m_log2) + step;
            4, 5: near = m_meta - (32'd1 << m_log2) + step;
            default: near = (m_meta + meta_size(1'b0)) + step;
          endcase
        `PF_REG_RING_LOG2: near = x[9:7] == 0 ? 32'd20 + step : x[9:7] == 1 ? near : {28'd0, x[13:10]} % 12;
        `PF_REG_RING_TAIL:
          case (x[9:7])
            0: near = m_tail + step;
            1: near = near;
            2: near = m_tail + 32'h8000_0000 + step;
            3: near = head - 32'h8000_0000 + step;
            4: near = m_tail + (head - m_tail) / 2;
            default: near = head + step;
          endcase
        `PF_REG_CTRL:    near = {x[31:10] & {22{x[9]}}, 3'd0, x[19:17] == 0, x[7], x[22:20] & {3{x[23]}}, m_ctrl[1] ^ (x[8:7] == 0), ~(x[6:5] == 0)};
        `PF_REG_COMMAND: near = {x[31:6] & {26{x[5]}}, 4'd0, x[8:7]};
        default: ;
      endcase
    end
  endfunction

  function [7:0] pick;
    input [31:0] x;
    case (x[4:0])
      0, 1:       pick = `PF_REG_REGION_BASE;
      2, 3:       pick = `PF_REG_REGION_WORDS;
      4, 5:       pick = `PF_REG_ENTRIES;
      6, 7:       pick = `PF_REG_META_BASE;
      8, 9:       pick = `PF_REG_RING_BASE;
      10, 11:     pick = `PF_REG_RING_LOG2;
      12, 13, 14: pick = `PF_REG_RING_TAIL;
      15, 16, 17: pick = `PF_REG_COMMAND;
      18, 19, 20: pick = `PF_REG_CTRL;
      21, 22:     pick = `PF_REG_STATUS;
      23, 24:     pick = `PF_REG_DROPPED | {4'd0, x[6:5], 2'd0};
      25, 26:     pick = {1'b1, x[11:5]};
      27:         pick = x[11] ? 8'h78 | {5'd0, x[7:5]} : 8'h40 | {2'd0, x[10:5]};  // holes: they read 0
      default:    pick = x[12:5];
    endcase
  endfunction

  integer         seed, n, checks, accesses, accepted, refusals, enables, halts, sweeps, busy, wait_q;
  reg             stall_idle, stall_counter, counted, latched;
  reg [8*64-1:0]  stall;
  reg [8*256-1:0] wave_file;

  task expect_bit;
    input [8*16-1:0] name;
    input            got;
    input            want;
    expect_word(name, {31'd0, got}, {31'd0, want});
  endtask

  task expect_word;
    input [8*16-1:0] name;
    input [31:0]     got;
    input [31:0]     want;
    begin
      checks = checks + 1;
      if (got !== want) begin
        $display("FAIL pf_regs seed=%0d t=%0t %0s got=%h want=%h; write=%b addr=%h wdata=%h", seed, $time, name, got,
                 want, write, addr, wdata);
        $stop;
        $finish;  // a Verilated $stop may go on
      end
    end
  endtask

  task check_outputs;
    begin
      expect_word("ctrl", {26'd0, irq_enable, report_all, write_always, whole_line, policy, enable},
                  {26'd0, m_ctrl[5:2], Policies == 3 ? m_now : m_ctrl[1], m_ctrl[0]});
      expect_bit("count", count, m_count);
      expect_bit("bare", bare, m_ctrl[6] || !m_swept);
      expect_word("base", {{(37-AddrW){1'b0}}, base}, m_base);
      expect_word("words", {{(33-AddrW){1'b0}}, words}, m_words);
      expect_word("entries", {{(33-AddrW){1'b0}}, entries}, m_entries);
      expect_word("meta_base", {{(32-MemW){1'b0}}, meta_base}, m_meta);
      expect_word("ring_base", {{(32-MemW){1'b0}}, ring_base}, m_ring);
      expect_word("ring_log2", {27'd0, ring_log2}, m_log2);
      expect_word("ring_tail", ring_tail, m_tail);
      expect_bit("sweep", sweep, m_sweep);
      expect_bit("clear", clear, m_clear);
      if (!valid) expect_bit("idle", regs_idle, !(m_wait || m_sweep || m_clear));
      if (cnt_valid === 1'b1) begin
        expect_word("cnt_index", {27'd0, cnt_index}, addr[7] ? {28'd0, addr[6:3]} : 16 + {30'd0, addr[3:2]});
        expect_bit("cnt_valid", valid && !write && (addr[7] ? !addr[2] : addr >= 8'h40 && addr < 8'h40 + 4 * Short), 1'b1);
      end
    end
  endtask

  // Before the clock edge: new inputs.
  task drive;
    begin
      if (zero_head) head = 32'd0;
      zero_head = 1'b0;
      r = next(r);
      idle      = stall_idle ? r[9:2] == 0 : r[2:0] != 0;
      drained   = !m_ctrl[0] && (stall_idle ? r[15:11] == 0 : r[13:11] != 0);
      sweeping  = r[4:3] == 0;
      ring_full = r[6:5] == 0;
      epoch     = r[7 +: EpochW];
      if (!valid) begin
        r = next(r);
        busy = 0;
        if (r[1:0] != 0) begin  // head moves between accesses
          r = next(r);
          case (r[2:0])
            0: head = m_tail + (32'd1 << m_log2);
            1: head = m_tail + (32'd1 << m_log2) + 1;
            2: head = head + {12'd0, r[31:12]};
            3: head = m_tail + 32'h7fff_ffff;
            4: head = m_tail;
            default: ;
          endcase
          if (head - m_tail >= 32'h8000_0000) head = m_tail + 32'h7fff_ffff;  // it never is that far
        end
        r = next(r);
        valid = r[3:0] < 12;
        roomy = r[31:29] != 0;
        write = r[4] || r[5];
        r = next(r);
        addr = pick(r);
        r = next(r);
        wdata = near(addr & 8'hfc, r);
        if (write && addr == `PF_REG_CTRL && !r[31]) wdata[5] = ~m_ctrl[5];
        if (write && addr == `PF_REG_CTRL && r[31:30] == 2'd0) begin
          wdata[4:0] = m_ctrl[4:0];
          wdata[6]   = m_ctrl[6];
        end
        // While enabled most is refused: off again soon.
        if (write && m_ctrl[0] && r[29:28] == 0) begin
          addr = `PF_REG_CTRL;
          wdata = {25'd0, m_ctrl[6], r[27], m_ctrl[4:1], 1'b0};
        end
        // What fits is swept, and used.
        if (write && !m_ctrl[0] && r[29:28] == 1 && fits(1'b1)) begin
          addr = m_swept ? `PF_REG_CTRL : `PF_REG_COMMAND;
          wdata = m_swept ? {26'd0, r[27:26], 2'd0, m_ctrl[1], 1'b1} : 32'd1;
        end
        // One wrong bit, where all else may be right.
        if (r[24:22] == 0) wdata = wdata ^ (32'd1 << r[21:17]);
        wait_q  = stall_counter ? 300 : {29'd0, r[27:25]};
        counted = 1'b0;
      end
      cnt_ready = 1'b0;
      if (cnt_valid === 1'b1 && !counted) begin
        wait_q = wait_q - 1;
        if (wait_q < 0) begin
          cnt_ready = 1'b1;
          counted = 1'b1;
          r = next(r);
          cnt_total[31:0] = r;
          r = next(r);
          cnt_total[47:32] = r[16] ? r[15:0] : 16'd0;
        end
      end
    end
  endtask

  // Just before the edge: what is there now, and what the edge does.
  task step_model;
    begin
      was_status = {16'd0, {(8-EpochW){1'b0}}, epoch, 2'd0, m_swept, m_checked, drained && !m_wait && !m_sweep,
                    ring_full, sweeping || m_wait || m_sweep, idle && !m_wait && !m_sweep};
      was_head   = head;
      was_tail   = m_tail;
      if (m_sweep) begin
        m_tail    = 32'd0;
        zero_head = 1'b1;
      end
      free    = m_free;
      m_free  = drained && !m_wait && !m_sweep;
      rests   = m_wait && idle && (!valid || busy == 1);
      m_sweep = rests;
      m_clear = 1'b0;
      if (rests) begin
        m_wait  = 1'b0;
        m_swept = 1'b1;
        m_now   = m_ctrl[1];
        sweeps  = sweeps + 1;
      end
      if (cnt_ready && addr[7]) begin
        m_high = cnt_total[47:32];
        latched = 1'b1;
      end
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", n) && !$value$plusargs("n=%d", n)) n = 20000;
    if (!$value$plusargs("stall=%s", stall)) stall = "none";
    stall_idle    = stall == "idle";
    stall_counter = stall == "counter";
    if ($value$plusargs("wave=%s", wave_file)) begin
      $dumpfile(wave_file);
      $dumpvars(0, pf_regs_tb);
    end
    r = seed * 32'h9E37_79B9 + 32'h1234_5677;
    if (r == 0) r = 1;
    m_ctrl = policy_ok(1'b1) ? 7'd2 : 7'd0;
    {m_checked, m_swept, m_count, m_wait, m_sweep, m_clear, m_free, zero_head} = 8'd0;
    m_now = 1'b1;
    halts = 0; sweeps = 0; was_head = 0; was_tail = 0;
    m_base = 0; m_words = 0; m_entries = 0; m_meta = 0; m_ring = 0; m_log2 = 0;
    m_tail = 0; m_high = 0;
    was_status = 0;
    checks = 0; accesses = 0; accepted = 0; refusals = 0; enables = 0; busy = 0; wait_q = 0;
    counted = 1'b0;
    latched = 1'b0;  // the high word of a counter has no value before a low word was read
    repeat (3) @(negedge clk);
    check_outputs;
    rst_n = 1'b1;

    while (accesses < n) begin
      @(negedge clk);
      drive;
      #4;
      check_outputs;
      busy = busy + 1;
      expect_bit("answers", busy < 400, 1'b1);
      if (ready !== 1'b0 && ready !== 1'b1) expect_bit("ready", ready, 1'b0);
      if (ready) begin
        expect_bit("asked", valid, 1'b1);
        accesses = accesses + 1;
        if (!write && (addr[7] ? !addr[2] : addr[6:3] == 4'b1000)) expect_bit("counted", counted, 1'b1);
        if (!write) expect_bit("error", error, !there(addr));
        if (!write && !(addr[7] && addr[2] && !latched)) expect_word("rdata", rdata, model_read(addr));
      end
      step_model;
      if (ready && write) begin
        model_write;
        if (m_ctrl[0]) enables = enables + 1;
      end
      if (ready) begin
        @(posedge clk);
        #1 valid = 1'b0;
      end
    end

    if (refusals < n / 8 || accepted < (stall_idle ? n / 32 : n / 8) || ((enables < n / 200 || halts < n / 1000 || sweeps < n / 1000) && !stall_idle)) begin
      $display("FAIL pf_regs seed=%0d too little: accepted=%0d refused=%0d while enabled=%0d halts=%0d sweeps=%0d", seed,
               accepted, refusals, enables, halts, sweeps);
      $stop;
    end
    $display("PASS pf_regs seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
