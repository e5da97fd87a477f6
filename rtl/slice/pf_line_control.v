// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_control: registers and counters of a unit with metadata by lines, and when it flushes and forgets.
//
//   reg_* --> pf_regs --+--> pf_line_layout --> where rows, bits and blocks lie
//                       +--> sweep: forget_o until forgotten_i
//   halt, no access inside: flush_o until flushed_i --> drained_o
//   inc_i --> pf_counters
//
// A sweep only forgets: memory is never written for it. After a halt the first cycle without an access inside is the last one
// with any until the next start, whatever fences come; then what caches hold is written, once.
//
// Throughput  every counter every cycle.
// Latency     an access to a register 1 cycle more than pf_regs.
// Errs        never.
// State bits  9 + 2 * CountW + the other counters; pf_regs, pf_line_layout, pf_counters.
// Handshake   no ready and no idle_o depends on reg_*; flush_o and forget_o stay until done, one at a time.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"
`include "pf_regs.vh"

module pf_line_control #(
  parameter integer AddrW    = `PF_ADDR_W,
  parameter integer BlockNoW = AddrW - 7,         // as pf_line_layout's
  parameter integer Sides    = 1,
  parameter integer Settle   = 6,
  parameter integer Policies = 3,                 // as pf_regs'
  parameter [31:0]  Id       = `PF_REG_VALUE_ID,
  parameter [0:0]   Fits     = 1'b0,              // a table too small is refused
  parameter integer CountW   = 7,                 // of checks_i, skips_i
  parameter integer Pairs    = 0,                 // as pf_counters'
  // Derived: do not override.
  parameter integer MemW     = AddrW - 3,
  parameter integer LineW    = AddrW - 7,
  parameter integer OneW     = `PF_COUNTERS_ALL - 2 + Pairs
) (
  input  wire                  clk_i,
  input  wire                  rst_ni,            // asynchronous, active low

  // Registers
  input  wire                  reg_valid_i,
  output wire                  reg_ready_o,
  input  wire                  reg_write_i,
  input  wire [7:0]            reg_addr_i,
  input  wire [31:0]           reg_wdata_i,
  output wire [31:0]           reg_rdata_o,
  output wire                  reg_error_o,

  // Configuration, as pf_regs'
  output wire                  cfg_enable_o,
  output wire                  cfg_count_o,
  output wire                  cfg_policy_o,
  output wire                  cfg_report_all_o,
  output wire                  cfg_irq_enable_o,
  output wire [MemW-1:0]       cfg_ring_base_o,
  output wire [4:0]            cfg_ring_log2_o,
  output wire [31:0]           cfg_ring_tail_o,

  // ... as pf_line_layout's
  output wire [LineW-1:0]      cfg_first_o,
  output wire [LineW-1:0]      cfg_last_o,
  output wire [31:0]           cfg_first_words_o,
  output wire [31:0]           cfg_last_words_o,
  output wire [Sides*MemW-1:0] cfg_rows_o,
  output wire [MemW-1:0]       cfg_bits_o,
  output wire [MemW-1:0]       cfg_blocks_o,
  output wire [BlockNoW:0]     cfg_pool_o,

  // Halt, sweep
  input  wire                  enters_i,          // an access does
  input  wire                  access_i,          // one is inside
  input  wire                  rests_i,           // nothing is, no race is told
  input  wire                  told_i,            // no race is
  output wire                  sweep_o,           // a pulse: a new run
  output wire                  flush_o,
  input  wire                  flushed_i,         // done
  output wire                  forget_o,
  input  wire                  forgotten_i,       // done
  output wire                  drained_o,         // not enabled, no access is inside, all metadata and records are written

  // Ring
  input  wire                  ring_full_i,
  input  wire [31:0]           ring_head_i,

  // Counting, each cycle
  input  wire [CountW-1:0]     checks_i,          // words
  input  wire [CountW-1:0]     skips_i,
  input  wire [OneW-1:0]       inc_i,             // all counters but these two

  input  wire                  calm_i,            // nothing else keeps the clock
  output wire                  idle_o
);

  localparam integer IncW  = 2 * CountW + OneW;
  localparam integer WordW = AddrW - 1;

  generate
    if (AddrW < 10 || AddrW > 32 || MemW != AddrW - 3 || LineW != AddrW - 7 || CountW < 2 ||
        OneW != `PF_COUNTERS_ALL - 2 + Pairs) begin : g_bad_param
      PF_LINE_CONTROL_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  /////////////////////
  // Registers       //
  /////////////////////

  wire             unused_whole_line, unused_write_always, unused_bare_sweep, unused_cnt_busy;
  wire [AddrW-6:0] cfg_base;
  wire [WordW-1:0] cfg_words, cfg_entries;
  wire [MemW-1:0]  cfg_meta_base;
  wire             cmd_clear, quiet, regs_idle, fits, settled;
  wire             cnt_valid, cnt_ready, cnt_idle;
  wire [4:0]       cnt_index;
  wire [47:0]      cnt_total;

  // The address decides much, and comes late in the cycle.
  reg              reg_valid_q;
  reg  [7:0]       reg_addr_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) reg_valid_q <= 1'b0;
    else         reg_valid_q <= reg_valid_i && !reg_ready_o;
  end
  always @(posedge clk_i) reg_addr_q <= reg_addr_i;

  pf_regs #(
    .Policies (Policies),
    .AddrW    (AddrW),
    .Id       (Id)
  ) u_regs (
    .clk_i              (clk_i),
    .rst_ni             (rst_ni),
    .reg_valid_i        (reg_valid_q),
    .reg_ready_o        (reg_ready_o),
    .reg_write_i        (reg_write_i),
    .reg_addr_i         (reg_addr_q),
    .reg_wdata_i        (reg_wdata_i),
    .reg_rdata_o        (reg_rdata_o),
    .reg_error_o        (reg_error_o),
    .cfg_enable_o       (cfg_enable_o),
    .cfg_count_o        (cfg_count_o),
    .cfg_bare_sweep_o   (unused_bare_sweep),
    .cfg_policy_o       (cfg_policy_o),
    .cfg_whole_line_o   (unused_whole_line),
    .cfg_write_always_o (unused_write_always),
    .cfg_report_all_o   (cfg_report_all_o),
    .cfg_irq_enable_o   (cfg_irq_enable_o),
    .cfg_base_o         (cfg_base),
    .cfg_words_o        (cfg_words),
    .cfg_entries_o      (cfg_entries),
    .cfg_meta_base_o    (cfg_meta_base),
    .cfg_ring_base_o    (cfg_ring_base_o),
    .cfg_ring_log2_o    (cfg_ring_log2_o),
    .cfg_ring_tail_o    (cfg_ring_tail_o),
    .cmd_sweep_o        (sweep_o),
    .cmd_clear_o        (cmd_clear),
    .idle_i             (quiet),
    .drained_i          (drained_o),
    .sweeping_i         (forget_o),
    .ring_full_i        (ring_full_i),
    .epoch_i            ({`PF_META_EPOCH_W{1'b0}}),
    .ring_head_i        (ring_head_i),
    .fits_i             (fits || !Fits),
    .cnt_valid_o        (cnt_valid),
    .cnt_index_o        (cnt_index),
    .cnt_ready_i        (cnt_ready),
    .cnt_total_i        (cnt_total),
    .idle_o             (regs_idle)
  );

  pf_line_layout #(
    .AddrW    (AddrW),
    .BlockNoW (BlockNoW),
    .Sides    (Sides),
    .Settle   (Settle)
  ) u_layout (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .change_i        (reg_valid_i),
    .cfg_base_i      (cfg_base),
    .cfg_words_i     (cfg_words),
    .cfg_entries_i   (cfg_entries),
    .cfg_meta_base_i (cfg_meta_base),
    .first_o         (cfg_first_o),
    .last_o          (cfg_last_o),
    .first_words_o   (cfg_first_words_o),
    .last_words_o    (cfg_last_words_o),
    .rows_o          (cfg_rows_o),
    .bits_o          (cfg_bits_o),
    .blocks_o        (cfg_blocks_o),
    .pool_o          (cfg_pool_o),
    .fits_o          (fits),
    .settled_o       (settled)
  );

  /////////////////////
  // Halt            //
  /////////////////////

  reg none_q, clean_q, flush_q, forget_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      none_q   <= 1'b1;
      clean_q  <= 1'b1;
      flush_q  <= 1'b0;
      forget_q <= 1'b0;
    end else begin
      none_q   <= !cfg_enable_o && (none_q || !(access_i || enters_i));
      clean_q  <= !cfg_enable_o && (clean_q || flushed_i);
      flush_q  <= !flushed_i && (flush_q || (!cfg_enable_o && none_q && !clean_q && !forget_q));
      forget_q <= sweep_o || (forget_q && !forgotten_i);
    end
  end

  assign flush_o   = flush_q;
  assign forget_o  = forget_q;
  assign quiet     = rests_i && !flush_q && !forget_q;
  assign drained_o = !cfg_enable_o && none_q && clean_q && told_i && !flush_q && !forget_q;

  /////////////////////
  // Counters, idle  //
  /////////////////////

  reg [IncW-1:0] inc_q;                         // what happens is known late in its cycle
  reg            clear_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {clear_q, inc_q} <= {(IncW+1){1'b0}};
    else         {clear_q, inc_q} <= {cmd_clear, inc_i, skips_i, checks_i};
  end

  pf_counters #(
    .N     (`PF_COUNTERS_ALL),
    .IncW  (CountW),
    .Wide  (2),
    .Pairs (Pairs)
  ) u_counters (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .inc_i      (inc_q),
    .rd_valid_i (cnt_valid),
    .rd_ready_o (cnt_ready),
    .rd_index_i (cnt_index),
    .rd_total_o (cnt_total),
    .clear_i    (clear_q),
    .busy_o     (unused_cnt_busy),
    .idle_o     (cnt_idle)
  );

  assign idle_o = quiet && calm_i && inc_q == {IncW{1'b0}} && cnt_idle && regs_idle && !clear_q && !reg_valid_q && settled &&
                  (cfg_enable_o || (none_q && clean_q));

  wire unused = &{1'b0, unused_whole_line, unused_write_always, unused_bare_sweep, unused_cnt_busy, 1'b0};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  localparam integer CHECKS = `PF_COUNTER_CHECKS, SKIPPED = `PF_COUNTER_SKIPPED;
  `PF_ASSERT_KNOWN(a_ctrl_known, {reg_valid_i, enters_i, access_i, rests_i, told_i, flushed_i, forgotten_i, calm_i})
  `PF_ASSERT_KNOWN(a_counts_known, {checks_i, skips_i, inc_i})
  `PF_ASSERT(a_first_two, CHECKS == 0 && SKIPPED == 1)
  `PF_ASSERT(a_swept_quiet, !sweep_o || quiet)
  `PF_ASSERT(a_one, !(flush_q && forget_q))
`endif

endmodule

`resetall
