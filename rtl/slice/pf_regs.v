// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_regs: the slice unit's registers, and the rules that keep it from running on a wrong setting.
//
//   reg_* --> state --> src_q --> one of all registers --+--> acc_q --> reg_rdata_o
//               |                                 acc_q ->+-  (adds, subtracts: the checks)
//               +--> reg_error_o, or: cfg_*, cmd_*
//   pf_counters --> acc_q (low word), high_q (the 16 bits above, until the next low word)
//
// A write that is refused changes nothing and is answered with reg_error_o:
//   region, entries, bases, ring size   while not drained, or out of their range
//   CTRL      while not drained (but irq_enable, and enable to 0: halt), a policy that is not there; enable
//             with a configuration that does not fit together or is not swept, another policy or bare_sweep
//   COMMAND   while not drained, or sweep with a configuration that does not fit together
//   RING_TAIL backwards, or beyond RING_HEAD
//   what has no bit to write, or is not there; a read of what is not there is an error, too
// Fits together: every register was written; the region ends within the data, metadata and ring
// within the memory and apart; the entries reach for all words, and for what the user keeps there
// (fits_i); no more unread records than the ring holds (enable only). What was found to fit is not
// looked at again until it changes.
//
// cfg_count_o: from the first write that makes metadata worthless until the next start, fences and
// epochs have nothing to count for, and need not come in: so that the unit comes to rest, and
// cmd_sweep_o waits for that. The policy that is written is used from the sweep on.
//
// Throughput  a read takes 3 cycles (a counter as long as pf_counters takes, and 3), a write 2,
//             RING_TAIL 7, enable or sweep 16 when the configuration changed. No write waits for
//             anything: it holds for requests of the cycles after its answer.
// Errs        none: what fits is accepted.
// State bits  103 + 5 * AddrW (ref: 243).
// Handshake   reg_ready_o, reg_rdata_o, reg_error_o and idle_o depend on no input.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"
`include "pf_regs.vh"

module pf_regs #(
  parameter integer Lanes    = `PF_LANES,
  parameter integer Lines    = `PF_LINES,
  parameter integer Beats    = 2,
  parameter integer Policies = 3,                 // 1 scord, 2 scord-paper, 3 both
  parameter integer AddrW    = `PF_ADDR_W,        // byte address of data; 8 to 32
  parameter integer TagW     = `PF_META_TAG_W,
  parameter integer EpochW   = `PF_META_EPOCH_W,
  parameter [31:0]  Id       = `PF_REG_VALUE_ID,
  parameter integer Short    = 4,                 // counters of 32 bits: 4, or 2 without WRAPS and FORGOTTEN (version 1.0)
  // Derived: do not override.
  parameter integer MemW     = AddrW - 3
) (
  input  wire              clk_i,
  input  wire              rst_ni,

  // Register port: everything stays until ready; rdata is valid with ready
  input  wire              reg_valid_i,
  output wire              reg_ready_o,
  input  wire              reg_write_i,
  input  wire [7:0]        reg_addr_i,            // byte address; bits 1:0 are not looked at
  input  wire [31:0]       reg_wdata_i,
  output wire [31:0]       reg_rdata_o,
  output wire              reg_error_o,           // with ready: refused, or not there

  // Configuration: changes only up to two cycles after one with drained_i, but cfg_irq_enable_o and
  // cfg_ring_tail_o; cfg_enable_o to 0 and cfg_count_o at any time
  output wire              cfg_enable_o,
  output wire              cfg_count_o,           // fences and epochs count
  output wire              cfg_bare_sweep_o,      // a sweep leaves memory alone
  output wire              cfg_policy_o,          // 1 scord
  output wire              cfg_whole_line_o,
  output wire              cfg_write_always_o,
  output wire              cfg_report_all_o,
  output wire              cfg_irq_enable_o,
  output wire [AddrW-6:0]  cfg_base_o,
  output wire [AddrW-2:0]  cfg_words_o,
  output wire [AddrW-2:0]  cfg_entries_o,
  output wire [MemW-1:0]   cfg_meta_base_o,
  output wire [MemW-1:0]   cfg_ring_base_o,
  output wire [4:0]        cfg_ring_log2_o,
  output wire [31:0]       cfg_ring_tail_o,

  // Commands: one cycle each; a sweep, and with it the policy, after a cycle with idle_i
  output wire              cmd_sweep_o,
  output wire              cmd_clear_o,

  // State of the unit
  input  wire              idle_i,                // nothing is inside
  input  wire              drained_i,             // not enabled, no access is inside, no sweep
  input  wire              sweeping_i,
  input  wire              ring_full_i,
  input  wire [EpochW-1:0] epoch_i,
  input  wire [31:0]       ring_head_i,
  input  wire              fits_i,                // the table is large enough for its user; 8 cycles after a change

  // Counters: pf_counters of 48 bits, `PF_COUNTERS_ALL of them, or two fewer (Short); those with the numbers
  // `PF_COUNTER_DROPPED, _REPEATED, _WRAPS and _FORGOTTEN are the registers of these names.
  output wire              cnt_valid_o,
  output wire [4:0]        cnt_index_o,
  input  wire              cnt_ready_i,
  input  wire [47:0]       cnt_total_i,

  output wire              idle_o
);

  localparam integer BaseW = AddrW - 5;
  localparam integer WordW = AddrW - 1;           // width of a count of words, up to all words of the slice
  localparam [31:0]  BEATS_MINUS_1 = Beats - 1;

  generate
    if (AddrW < 8 || AddrW > 32 || MemW != AddrW - 3 || TagW < 0 || TagW > 8 || EpochW < 1 || EpochW > 8 ||
        Policies < 1 || Policies > 3 || (Beats != 1 && Beats != 2 && Beats != 4) || Lanes < 1 || Lanes > 255 ||
        Lines < 1 || Lines > 255 || (Short != 2 && Short != 4)) begin : g_bad_param
      PF_REGS_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Steps      //
  ////////////////

  localparam [4:0] S_IDLE  = 5'd0;
  localparam [4:0] S_WRITE = 5'd1;   // all that was checked is in bad_q; ready
  localparam [4:0] S_READ  = 5'd2;
  localparam [4:0] S_COUNT = 5'd3;
  localparam [4:0] S_READY = 5'd4;
  localparam [4:0] S_TAIL  = 5'd8;   // to 12
  localparam [4:0] S_FIT   = 5'd16;  // to 29

  // The register that the next step reads: offset / 4. Two holes stand for the value that is being
  // written and for the ring's size less one.
  localparam [5:0] SRC_WDATA = 6'h1f;
  localparam [5:0] SRC_MASK  = 6'h1e;
  localparam [5:0] SRC_HOLE  = 6'h07;  // reads 0

  reg  [4:0] state_q;
  reg  [4:0] state_d;
  reg        checked_q;
  reg        enable_q;

  wire       is_ctrl     = reg_addr_i[7:2] == `PF_REG_CTRL_WORD;
  wire       is_command  = reg_addr_i[7:2] == `PF_REG_COMMAND_WORD;
  wire       is_base     = reg_addr_i[7:2] == `PF_REG_REGION_BASE_WORD;
  wire       is_words    = reg_addr_i[7:2] == `PF_REG_REGION_WORDS_WORD;
  wire       is_entries  = reg_addr_i[7:2] == `PF_REG_ENTRIES_WORD;
  wire       is_meta     = reg_addr_i[7:2] == `PF_REG_META_BASE_WORD;
  wire       is_ring     = reg_addr_i[7:2] == `PF_REG_RING_BASE_WORD;
  wire       is_log2     = reg_addr_i[7:2] == `PF_REG_RING_LOG2_WORD;
  wire       is_tail     = reg_addr_i[7:2] == `PF_REG_RING_TAIL_WORD;
  wire       is_short    = reg_addr_i[6:4] == 3'b100 && (Short == 4 || !reg_addr_i[3]);  // DROPPED to FORGOTTEN
  wire       is_cfg      = is_base || is_words || is_entries || is_meta || is_ring || is_log2;
  wire       is_layout   = is_base || is_words || is_entries || is_meta;
  wire       is_hole     = reg_addr_i[7:2] == SRC_HOLE || (reg_addr_i[7:6] == 2'b01 && !is_short);
  wire       is_counter  = reg_addr_i[7] ? !reg_addr_i[2] : is_short;
  // CTRL.enable and COMMAND.sweep are the same bit.
  wire       wants_fit   = (is_ctrl || is_command) && reg_wdata_i[0] && !checked_q;

  always @* begin
    state_d = state_q + 5'd1;
    case (state_q)
      S_IDLE: begin
        if (!reg_valid_i)       state_d = S_IDLE;
        else if (!reg_write_i)  state_d = is_counter ? S_COUNT : S_READ;
        else if (wants_fit)     state_d = S_FIT;
        else if (is_tail)       state_d = S_TAIL;
        else                    state_d = S_WRITE;
      end
      S_READ:                   state_d = S_READY;
      S_COUNT:                  state_d = cnt_ready_i ? S_READY : S_COUNT;
      S_WRITE, S_READY:         state_d = S_IDLE;
      S_TAIL + 5'd4, S_FIT + 5'd13: state_d = S_WRITE;
      default: ;
    endcase
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= S_IDLE;
    else         state_q <= state_d;
  end

  assign reg_ready_o = state_q == S_WRITE || state_q == S_READY;
  assign cnt_valid_o = state_q == S_COUNT;
  assign cnt_index_o = reg_addr_i[7] ? {1'b0, reg_addr_i[6:3]} : {3'b100, reg_addr_i[3:2]};

  ////////////////
  // Source     //
  ////////////////

  reg  [5:0] src_q;
  reg  [5:0] src_d;

  always @* begin
    src_d = reg_addr_i[7:2] == SRC_WDATA || reg_addr_i[7:2] == SRC_MASK ? SRC_HOLE : reg_addr_i[7:2];
    case (state_d)
      S_FIT,   S_FIT + 5'd2:           src_d = `PF_REG_REGION_WORDS_WORD;
      S_FIT + 5'd1:                    src_d = `PF_REG_REGION_BASE_WORD;
      S_FIT + 5'd3,  S_FIT + 5'd4:     src_d = `PF_REG_ENTRIES_WORD;
      S_FIT + 5'd5,  S_FIT + 5'd9:     src_d = `PF_REG_META_BASE_WORD;
      S_FIT + 5'd6,  S_FIT + 5'd8:     src_d = `PF_REG_RING_BASE_WORD;
      S_FIT + 5'd7,  S_FIT + 5'd12:    src_d = SRC_MASK;
      S_FIT + 5'd10, S_TAIL + 5'd1:    src_d = `PF_REG_RING_TAIL_WORD;
      S_FIT + 5'd11, S_TAIL + 5'd2:    src_d = `PF_REG_RING_HEAD_WORD;
      S_TAIL,        S_TAIL + 5'd3:    src_d = SRC_WDATA;
      default: ;
    endcase
  end

  always @(posedge clk_i) begin
    src_q <= src_d;
  end

  ////////////////
  // Registers  //
  ////////////////

  reg                policy_q;
  reg                whole_line_q;
  reg                write_always_q;
  reg                report_all_q;
  reg                irq_enable_q;
  reg                bare_sweep_q;
  reg                policy_now_q;  // policy_q as of the last sweep
  reg                swept_q;
  reg                count_q;
  reg                wait_q;        // a sweep waits for the unit to come to rest
  reg                sweep_q;
  reg                clear_q;
  reg                free_q;        // drained, a cycle ago
  reg  [BaseW-1:0]   base_q;
  reg  [WordW-1:0]   words_q;
  reg  [WordW-1:0]   entries_q;
  reg  [MemW-1:0]    meta_base_q;
  reg  [MemW-1:0]    ring_base_q;
  reg  [4:0]         ring_log2_q;
  reg  [31:0]        tail_q;
  reg  [15:0]        high_q;

  wire               policy = Policies == 3 ? policy_q : Policies == 1;
  wire               sweeps  = wait_q || sweep_q;
  wire               drained = drained_i && !sweeps;
  wire [7:0]         epoch  = {{(8-EpochW){1'b0}}, epoch_i};
  wire [31:0]        mask   = ~(32'hffff_ffff << ring_log2_q);
  reg  [31:0]        source;

  always @* begin
    case (src_q)
      `PF_REG_ID_WORD:           source = Id;
      `PF_REG_VERSION_WORD:      source = (Short == 4) ? `PF_REG_VALUE_VERSION : `PF_REG_VALUE_VERSION_1_0;
      `PF_REG_CONFIG_WORD:       source = (Policies << 24) | (Beats << 16) | (Lines << 8) | Lanes;
      `PF_REG_WIDTHS_WORD:       source = (EpochW << 24) | (TagW << 16) | (MemW << 8) | AddrW;
      `PF_REG_CTRL_WORD:         source = {25'd0, bare_sweep_q, irq_enable_q, report_all_q, write_always_q, whole_line_q,
                                           policy, enable_q};
      `PF_REG_STATUS_WORD:       source = {16'd0, epoch, 2'd0, swept_q, checked_q, drained, ring_full_i,
                                           sweeping_i || sweeps, idle_i && !sweeps};
      `PF_REG_REGION_BASE_WORD:  source = {{(32-BaseW){1'b0}}, base_q};
      `PF_REG_REGION_WORDS_WORD: source = {{(32-WordW){1'b0}}, words_q};
      `PF_REG_ENTRIES_WORD:      source = {{(32-WordW){1'b0}}, entries_q};
      `PF_REG_META_BASE_WORD:    source = {{(32-MemW){1'b0}}, meta_base_q};
      `PF_REG_RING_BASE_WORD:    source = {{(32-MemW){1'b0}}, ring_base_q};
      `PF_REG_RING_LOG2_WORD:    source = {27'd0, ring_log2_q};
      `PF_REG_RING_HEAD_WORD:    source = ring_head_i;
      `PF_REG_RING_TAIL_WORD:    source = tail_q;
      SRC_WDATA:                 source = reg_wdata_i;
      SRC_MASK:                  source = mask;
      default:                   source = src_q[5] && src_q[0] ? {16'd0, high_q} : 32'd0;
    endcase
  end

  ////////////////
  // Checks of  //
  // the values //
  ////////////////

  // One accumulator for reads and checks: acc = f(acc) + source, or - source. A condition on acc_q
  // is looked at in the step after.
  reg  [31:0] acc_q;
  reg  [31:0] acc_f;
  reg         sub;
  reg         one;      // add one more
  wire [31:0] acc_d = acc_f + (sub ? ~source : source) + {31'd0, sub || one};
  reg         below_q;  // the metadata end below the ring
  reg         bad_q;
  reg         bad_step;
  reg         bad_value;

  wire        beyond_data = acc_q[31:BaseW] != {(32-BaseW){1'b0}};
  wire        beyond_mem  = acc_q[31:MemW] != {(32-MemW){1'b0}};

  always @* begin
    acc_f    = 32'd0;
    sub      = 1'b0;
    one      = 1'b0;
    bad_step = 1'b0;
    case (state_q)
      // Last sector of the region: (words - 1) / 8 + base.
      S_FIT:         acc_f = 32'hffff_ffff;
      S_FIT + 5'd1:  acc_f = acc_q >> 3;
      S_FIT + 5'd2:  begin acc_f = 32'hffff_ffff; bad_step = beyond_data; end
      // (words - 1) / 2^TagW < entries
      S_FIT + 5'd3:  begin acc_f = acc_q >> TagW; sub = 1'b1; end
      S_FIT + 5'd4:  begin acc_f = 32'hffff_ffff; bad_step = !acc_q[31]; end
      // Last beat of the metadata: (entries - 1) / 4, in whole lines, + base.
      S_FIT + 5'd5:  acc_f = (acc_q >> 2) | BEATS_MINUS_1;
      S_FIT + 5'd6:  begin acc_f = acc_q; sub = 1'b1; bad_step = beyond_mem; end
      S_FIT + 5'd7:  bad_step = ring_log2_q == 5'd0;
      S_FIT + 5'd8:  acc_f = acc_q;
      S_FIT + 5'd9:  begin acc_f = acc_q; sub = 1'b1; bad_step = beyond_mem; end
      // tail - head + size
      S_FIT + 5'd10: bad_step = !below_q && !acc_q[31];
      S_FIT + 5'd11: begin acc_f = acc_q; sub = 1'b1; end
      S_FIT + 5'd12: begin acc_f = acc_q; one = 1'b1; end
      S_FIT + 5'd13: bad_step = (is_ctrl && acc_q[31]) || !fits_i;
      // Old tail, new tail and head follow each other in this order: two differences of at most 2^31.
      S_TAIL + 5'd1: begin acc_f = acc_q; sub = 1'b1; end
      S_TAIL + 5'd2: bad_step = acc_q[31];
      S_TAIL + 5'd3: begin acc_f = acc_q; sub = 1'b1; end
      S_TAIL + 5'd4: bad_step = acc_q[31];
      default: ;
    endcase
  end

  // DROPPED to FORGOTTEN have no high word.
  wire        much        = !reg_addr_i[7] && cnt_total_i[47:32] != 16'd0;

  // What one value alone tells
  wire [31:0] w = reg_wdata_i;
  wire        bad_count = w == 32'd0 || w[31:WordW] != {(32-WordW){1'b0}} || (w[WordW-1] && w[WordW-2:0] != {(WordW-1){1'b0}});
  wire        bad_beat  = w[31:MemW] != {(32-MemW){1'b0}};

  always @* begin
    bad_value = !(is_cfg || is_command || is_ctrl || is_tail);
    if (is_ctrl)             bad_value = (w[`PF_REG_CTRL_SCORD_LSB] ? Policies == 2 : Policies == 1) ||
                                         (w[0] && (w[1] != policy || w[6]));
    if (is_base)             bad_value = w[31:BaseW] != {(32-BaseW){1'b0}};
    if (is_words)            bad_value = bad_count;
    if (is_entries)          bad_value = bad_count;
    if (is_meta)             bad_value = bad_beat || (w & BEATS_MINUS_1) != 32'd0;
    if (is_ring)             bad_value = bad_beat;
    if (is_log2)             bad_value = w == 32'd0 || w > 32'd20;
  end

  always @(posedge clk_i) begin
    acc_q   <= cnt_valid_o ? cnt_total_i[31:0] | {32{much}} : acc_d;
    bad_q   <= state_q == S_IDLE ? bad_value : bad_q || bad_step;
    if (state_q == S_FIT + 5'd7)    below_q <= acc_q[31];
    if (cnt_valid_o && reg_addr_i[7]) high_q <= cnt_total_i[47:32];
  end

  assign reg_rdata_o = acc_q;

  ////////////////
  // Writes     //
  ////////////////

  // What value and address tell is looked at as soon as they come, so that reg_error_o depends on no input.
  wire       same      = {w[6], w[4:2]} == {bare_sweep_q, report_all_q, write_always_q, whole_line_q} && w[1] == policy;
  wire       halts     = same && (!w[0] || enable_q);  // or changes nothing but irq_enable
  reg        wants_free_q, wants_swept_q, hole_q;
  wire       may       = (free_q || !wants_free_q) && (swept_q || !wants_swept_q);
  wire       accept    = state_q == S_WRITE && !bad_q && may;
  wire       refuse    = state_q == S_WRITE && (bad_q || !may);
  wire       sweep_d   = accept && is_command && w[`PF_REG_COMMAND_SWEEP_LSB];
  wire       clear_d   = accept && is_command && w[`PF_REG_COMMAND_CLEAR_LSB];
  wire       worthless = accept && (is_layout || (is_ctrl && w[1] != policy));
  wire       rests     = wait_q && idle_i && state_q == S_IDLE;  // not between the steps of a look at head and tail

  always @(posedge clk_i) begin
    wants_free_q  <= is_cfg || is_command || (is_ctrl && !halts);
    wants_swept_q <= is_ctrl && w[0];
    hole_q        <= is_hole;
  end

  assign reg_error_o = state_q == S_READY ? hole_q : refuse;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enable_q       <= 1'b0;
      policy_q       <= 1'b1;
      whole_line_q   <= 1'b0;
      write_always_q <= 1'b0;
      report_all_q   <= 1'b0;
      irq_enable_q   <= 1'b0;
      bare_sweep_q   <= 1'b0;
      base_q         <= {BaseW{1'b0}};
      words_q        <= {WordW{1'b0}};
      entries_q      <= {WordW{1'b0}};
      meta_base_q    <= {MemW{1'b0}};
      ring_base_q    <= {MemW{1'b0}};
      ring_log2_q    <= 5'd0;
    end else if (accept) begin
      if (is_ctrl)    {bare_sweep_q, irq_enable_q, report_all_q, write_always_q, whole_line_q, policy_q, enable_q} <= w[6:0];
      if (is_base)    base_q      <= w[BaseW-1:0];
      if (is_words)   words_q     <= w[WordW-1:0];
      if (is_entries) entries_q   <= w[WordW-1:0];
      if (is_meta)    meta_base_q <= w[MemW-1:0];
      if (is_ring)    ring_base_q <= w[MemW-1:0];
      if (is_log2)    ring_log2_q <= w[4:0];
    end
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wait_q       <= 1'b0;
      sweep_q      <= 1'b0;
      clear_q      <= 1'b0;
      free_q       <= 1'b0;
      swept_q      <= 1'b0;
      count_q      <= 1'b0;
      policy_now_q <= 1'b1;
      checked_q    <= 1'b0;
      tail_q       <= 32'd0;
    end else begin
      wait_q  <= sweep_d || (wait_q && !rests);
      sweep_q <= rests;
      clear_q <= clear_d;
      free_q  <= drained;
      if (worthless)                                                          swept_q <= 1'b0;
      else if (rests)                                                         swept_q <= 1'b1;
      if (worthless || sweep_d)                                               count_q <= 1'b0;
      else if (accept && is_ctrl && w[0])                                     count_q <= 1'b1;
      if (rests)                                                              policy_now_q <= policy_q;
      if (accept && is_cfg)                                                   checked_q <= 1'b0;
      else if (accept && (is_ctrl || is_command) && w[0])                     checked_q <= 1'b1;
      if (sweep_q)                                                            tail_q <= 32'd0;
      else if (accept && is_tail)                                             tail_q <= w;
    end
  end

  assign cfg_enable_o       = enable_q;
  assign cfg_count_o        = count_q;
  assign cfg_bare_sweep_o   = bare_sweep_q || !swept_q;
  assign cfg_policy_o       = Policies == 3 ? policy_now_q : Policies == 1;
  assign cfg_whole_line_o   = whole_line_q;
  assign cfg_write_always_o = write_always_q;
  assign cfg_report_all_o   = report_all_q;
  assign cfg_irq_enable_o   = irq_enable_q;
  assign cfg_base_o         = base_q;
  assign cfg_words_o        = words_q;
  assign cfg_entries_o      = entries_q;
  assign cfg_meta_base_o    = meta_base_q;
  assign cfg_ring_base_o    = ring_base_q;
  assign cfg_ring_log2_o    = ring_log2_q;
  assign cfg_ring_tail_o    = tail_q;
  assign cmd_sweep_o        = sweep_q;
  assign cmd_clear_o        = clear_q;
  assign idle_o             = state_q == S_IDLE && !sweeps && !clear_q;

  ////////////////
  // Checks     //
  ////////////////

  wire unused = &{1'b0, reg_addr_i[1:0]};

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {reg_valid_i, idle_i, drained_i, cnt_ready_i, fits_i})
  `PF_ASSERT(a_enabled_fits, !enable_q || (checked_q && swept_q && count_q && !sweeps && !bare_sweep_q))
  `PF_ASSERT(a_swept_policy, !swept_q || policy == cfg_policy_o)
  `PF_COVER(c_fit, state_q == S_FIT + 5'd3)
  `PF_COVER(c_refused, refuse)
  `PF_COVER(c_no_such, reg_error_o && !reg_write_i)

`ifdef FORMAL
  reg f_past_valid = 1'b0;
  always @(posedge clk_i) f_past_valid <= 1'b1;
  always @* if (!f_past_valid) assume (!rst_ni);

  // The same once more, in numbers wide enough and as sums.
  wire [47:0] f_words    = words_q;
  wire [47:0] f_entries  = entries_q;
  wire [47:0] f_lines    = (f_entries + 4 * Beats - 1) >> $clog2(4 * Beats);
  wire [47:0] f_meta_end = meta_base_q + (f_lines << $clog2(Beats));
  wire [47:0] f_ring_end = ring_base_q + (48'd1 << ring_log2_q);
  wire        f_fits     = f_words != 0 && ({21'd0, base_q} << 3) + f_words <= (48'd1 << (AddrW - 2)) &&
                           f_entries != 0 && (f_entries << TagW) >= f_words &&
                           f_meta_end <= (48'd1 << MemW) &&
                           ring_log2_q >= 1 && ring_log2_q <= 20 && f_ring_end <= (48'd1 << MemW) &&
                           (f_meta_end <= ring_base_q || f_ring_end <= meta_base_q);
  wire [4*AddrW+41:0] f_cfg = {base_q, words_q, entries_q, meta_base_q, ring_base_q, ring_log2_q, bare_sweep_q, report_all_q,
                               write_always_q, whole_line_q, policy_q, enable_q};

  `PF_ASSERT(a_fits, !checked_q || f_fits)
  `PF_ASSERT(a_beat_aligned, (meta_base_q & BEATS_MINUS_1[MemW-1:0]) == {MemW{1'b0}})
  `PF_ASSERT(a_log2, ring_log2_q <= 5'd20)
  `PF_ASSERT(a_state, state_q <= S_READY || (state_q >= S_TAIL && state_q <= S_TAIL + 5'd4) ||
                      (state_q >= S_FIT && state_q <= S_FIT + 5'd13))
  `PF_ASSERT(a_busy, state_q == S_IDLE || reg_valid_i)
  `PF_ASSERT(a_count_way, state_q != S_COUNT || is_counter)
  `PF_ASSERT(a_one_way, reg_write_i || (state_q <= S_READY && state_q != S_WRITE))
  `PF_ASSERT(a_write_way, !reg_write_i || (state_q != S_READ && state_q != S_COUNT && state_q != S_READY))
  `PF_ASSERT(a_tail_way, state_q < S_TAIL || state_q >= S_FIT || is_tail)
  `PF_ASSERT(a_fit_way, state_q < S_FIT || ((is_ctrl || is_command) && w[0] && !checked_q))

  `PF_ASSERT(a_wants, state_q == S_IDLE || (wants_free_q == (is_cfg || is_command || (is_ctrl && !halts)) &&
                      wants_swept_q == (is_ctrl && w[0]) && hole_q == is_hole))
  `PF_ASSERT(a_value, state_q == S_IDLE || !reg_write_i || bad_q || !bad_value)

  // What each step of the check has found, so that induction needs few steps.
  wire [4:0]  f_step     = state_q - S_FIT;
  wire        f_fit      = state_q >= S_FIT;
  wire [31:0] f_w1       = words_q - 32'd1;
  wire [31:0] f_e1       = entries_q - 32'd1;
  wire [31:0] f_last     = ((f_e1 >> 2) | BEATS_MINUS_1) + meta_base_q;
  wire        f_region   = f_words != 0 && ({21'd0, base_q} << 3) + f_words <= (48'd1 << (AddrW - 2));
  wire        f_reach    = f_entries != 0 && (f_entries << TagW) >= f_words;
  wire        f_meta     = f_meta_end <= (48'd1 << MemW);
  wire        f_ring     = ring_log2_q >= 1 && ring_log2_q <= 20 && f_ring_end <= (48'd1 << MemW);
  `PF_ASSERT(a_src, state_q == S_IDLE || state_q == S_WRITE || state_q == S_COUNT || state_q == S_READY ||
                    (f_fit && f_step == 13) || state_q == S_TAIL + 5'd4 || src_q ==
                    (state_q == S_READ                             ? (reg_addr_i[7:3] == 5'b01111 ? SRC_HOLE : reg_addr_i[7:2]) :
                     f_fit && (f_step == 0 || f_step == 2)         ? `PF_REG_REGION_WORDS_WORD :
                     f_fit && f_step == 1                          ? `PF_REG_REGION_BASE_WORD :
                     f_fit && (f_step == 3 || f_step == 4)         ? `PF_REG_ENTRIES_WORD :
                     f_fit && (f_step == 5 || f_step == 9)         ? `PF_REG_META_BASE_WORD :
                     f_fit && (f_step == 6 || f_step == 8)         ? `PF_REG_RING_BASE_WORD :
                     f_fit && (f_step == 7 || f_step == 12)        ? SRC_MASK :
                     f_fit && f_step == 10                         ? `PF_REG_RING_TAIL_WORD :
                     f_fit && f_step == 11                         ? `PF_REG_RING_HEAD_WORD :
                     state_q == S_TAIL || state_q == S_TAIL + 5'd3 ? SRC_WDATA :
                     state_q == S_TAIL + 5'd1                      ? `PF_REG_RING_TAIL_WORD : `PF_REG_RING_HEAD_WORD))
  `PF_ASSERT(a_acc_1,  !f_fit || (f_step != 1 && f_step != 3) || acc_q == f_w1)
  `PF_ASSERT(a_acc_2,  !f_fit || f_step != 2 || acc_q == (f_w1 >> 3) + base_q)
  `PF_ASSERT(a_acc_4,  !f_fit || f_step != 4 || acc_q == (f_w1 >> TagW) - entries_q)
  `PF_ASSERT(a_acc_5,  !f_fit || f_step != 5 || acc_q == f_e1)
  `PF_ASSERT(a_acc_6,  !f_fit || f_step != 6 || acc_q == f_last)
  `PF_ASSERT(a_acc_7,  !f_fit || f_step != 7 || acc_q == f_last - ring_base_q)
  `PF_ASSERT(a_acc_8,  !f_fit || f_step != 8 || acc_q == mask)
  `PF_ASSERT(a_acc_9,  !f_fit || f_step != 9 || acc_q == mask + ring_base_q)
  `PF_ASSERT(a_acc_10, !f_fit || f_step != 10 || acc_q == mask + ring_base_q - meta_base_q)
  `PF_ASSERT(a_region, !f_fit || f_step < 3 || bad_q || f_region)
  `PF_ASSERT(a_reach,  !f_fit || f_step < 5 || bad_q || f_reach)
  `PF_ASSERT(a_meta,   !f_fit || f_step < 7 || bad_q || f_meta)
  `PF_ASSERT(a_below,  !f_fit || f_step < 8 || bad_q || below_q == (f_meta_end <= ring_base_q))
  `PF_ASSERT(a_ring,   !f_fit || f_step < 10 || bad_q || f_ring)
  `PF_ASSERT(a_apart,  !f_fit || f_step < 11 || bad_q || f_fits)
  `PF_ASSERT(a_found,  state_q != S_WRITE || !wants_fit || bad_q || f_fits)
  `PF_ASSERT(a_tail_1, state_q != S_TAIL + 5'd1 || acc_q == w)
  `PF_ASSERT(a_tail_2, state_q != S_TAIL + 5'd2 || acc_q == w - tail_q)
  `PF_ASSERT(a_tail_3, state_q < S_TAIL + 5'd3 || f_fit || bad_q || w - tail_q < 32'h8000_0000)
  `PF_ASSERT(a_tail_w, state_q != S_WRITE || !is_tail || bad_q || w - tail_q < 32'h8000_0000)

  // What a read may show
  reg [31:0] f_shown;
  always @* begin
    case (reg_addr_i[7:2])
      `PF_REG_CTRL_WORD:                                              f_shown = 32'h7f;
      `PF_REG_STATUS_WORD:                                            f_shown = 32'hff3f;
      `PF_REG_COMMAND_WORD, 6'h07, 6'h1f, 6'h1e:        f_shown = 32'd0;
      `PF_REG_RING_LOG2_WORD:                                         f_shown = 32'h1f;
      `PF_REG_REGION_BASE_WORD:                                       f_shown = (32'd1 << BaseW) - 1;
      `PF_REG_REGION_WORDS_WORD, `PF_REG_ENTRIES_WORD:                f_shown = (32'd1 << WordW) - 1;
      `PF_REG_META_BASE_WORD, `PF_REG_RING_BASE_WORD:                 f_shown = (32'd1 << MemW) - 1;
      default:                                                        f_shown = reg_addr_i[7] && reg_addr_i[2] ? 32'hffff
                                                                                                            : ~32'd0;
    endcase
  end
  wire [5:0] f_word  = reg_addr_i[7:2];
  wire       f_there = reg_addr_i[7] || f_word <= `PF_REG_COMMAND_WORD || (f_word >= `PF_REG_REGION_BASE_WORD &&
                       f_word <= ((Short == 4) ? `PF_REG_FORGOTTEN_WORD : `PF_REG_REPEATED_WORD));
  `PF_ASSERT(a_no_such, state_q != S_READY || reg_error_o == !f_there)
  `PF_ASSERT(a_error_read_0, state_q != S_READY || !reg_error_o || reg_rdata_o == 32'd0)
  `PF_ASSERT(a_no_write, state_q != S_WRITE || reg_error_o || (f_there && !reg_addr_i[7]))
  `PF_ASSERT(a_sweeps, !sweeps || (checked_q && !enable_q && !count_q))
  `PF_ASSUME(m_drained, !drained_i || !enable_q)
  `PF_ASSERT(a_reserved_0, state_q != S_READY || (reg_rdata_o & ~f_shown) == 32'd0)

  always @(posedge clk_i) begin
    if (f_past_valid && rst_ni && $past(rst_ni)) begin
      // The user keeps a transfer up until it is answered.
      if ($past(reg_valid_i && !reg_ready_o)) begin
        m_hold: assume (reg_valid_i && $stable({reg_write_i, reg_addr_i, reg_wdata_i}));
      end
      // Nothing moves but by a write, in its last cycle, that was answered without an error.
      if (!$stable(f_cfg)) begin
        a_by_write: assert ($past(reg_valid_i && reg_write_i && reg_ready_o && !reg_error_o));
      end
      // A halt needs nothing; all else a drained unit, in the cycle before the answer's.
      if (!$stable(f_cfg) && (enable_q || f_cfg[4*AddrW+41:1] != $past(f_cfg[4*AddrW+41:1]))) begin
        a_drained: assert ($past(free_q) && $past(drained_i, 2));
      end
      if ($past(refuse)) begin
        a_refused: assert ($past(reg_error_o) && $stable({f_cfg, irq_enable_q, checked_q, count_q}) && !clear_q &&
                           ($stable(swept_q) || sweep_q) && ($stable(tail_q) || $past(sweep_q)) &&
                           (!wait_q || $past(wait_q)));
      end
      // What was answered without an error was done.
      if ($past(reg_valid_i && reg_ready_o && reg_write_i && !reg_error_o)) begin
        a_done: assert ($past(is_ctrl)    ? {bare_sweep_q, irq_enable_q, report_all_q, write_always_q, whole_line_q, policy_q,
                                             enable_q} == $past(w[6:0]) :
                        $past(is_command) ? wait_q == $past(w[0]) && clear_q == $past(w[1]) :
                        $past(is_tail)    ? tail_q == ($past(sweep_q) ? 32'd0 : $past(w)) :
                        $past(is_base)    ? {{(32-BaseW){1'b0}}, base_q} == $past(w) :
                        $past(is_words)   ? {{(32-WordW){1'b0}}, words_q} == $past(w) :
                        $past(is_entries) ? {{(32-WordW){1'b0}}, entries_q} == $past(w) :
                        $past(is_meta)    ? {{(32-MemW){1'b0}}, meta_base_q} == $past(w) :
                        $past(is_ring)    ? {{(32-MemW){1'b0}}, ring_base_q} == $past(w) :
                                            $past(is_log2) && {27'd0, ring_log2_q} == $past(w));
      end
      if (f_cfg[4*AddrW+41:6] != $past(f_cfg[4*AddrW+41:6])) begin
        a_off: assert (!enable_q && !$past(enable_q));
      end
      // Metadata that a change has made worthless
      if ({base_q, words_q, entries_q, meta_base_q, policy_q} !=
          $past({base_q, words_q, entries_q, meta_base_q, policy_q})) begin
        a_worthless: assert (!swept_q && !count_q && !sweeps);
      end
      if (count_q && !$past(count_q)) a_counts_again: assert (enable_q && !$past(enable_q));
      if (swept_q && !$past(swept_q)) a_swept: assert (sweep_q);
      // A sweep comes as soon as the unit is at rest, and no access to a register is under way.
      a_rests: assert (sweep_q == $past(wait_q && idle_i && state_q == S_IDLE));
      if (!sweep_q) a_waits: assert (!$past(wait_q) || wait_q);
      if (clear_q) a_clear: assert ($past(reg_ready_o && is_command && w[1] && free_q));
      if (!$stable(tail_q) && !$past(sweep_q)) begin
        a_tail: assert (tail_q == $past(w) && $past(is_tail && reg_ready_o && !reg_error_o) && tail_q - $past(tail_q) < 32'h8000_0000);
      end
    end
  end
`endif
`endif  // SYNTHESIS

endmodule

`resetall
