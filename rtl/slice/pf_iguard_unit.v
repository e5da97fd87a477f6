// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_unit: iGUARD's race detector beside one slice of the L2.
//
//   req_* --> pf_halt --> pf_iguard_engine -- races --> pf_iguard_report --+-> pf_write_port --> mwr_*
//                          ^    |     | metadata --------------------------+
//        mrsp_* --> pf_fifo +   +-> mrd_*
//   reg_* --> pf_line_control (configuration, commands, counters)
//
// A request is an access to words of a sector, or a message of an SM; each SM sends both in their order. Registers are
// pf_line_unit's. Different from that one:
//   ID         PF_REG_VALUE_ID_IGUARD
//   ENTRIES    is the size of the table in memory, in entries of 8 bytes: two rows of 32 bytes for each line, of last writers
//              and of last readers, one for each 256 lines (and one more), and the rest is the pools of blocks of 256 bytes, of
//              writers and of readers, as large as each other, up to 2^BlockNoW. A table without room for the rows does not fit:
//              start and sweep are refused
//   CTRL       scord: threads are lanes, else warps
//   counters   RACE_* count races, each of all words of a line with the same earlier access and the same outcome. ATOMIC_SCOPE:
//              kind scope; FENCE_BLOCK: fence; FENCE_DEVICE: fence_scope; NOT_STRONG: its; LOCK: lock; STALL_OWNER: instruction.
//              STALL_LINES: a line waits at the cache of writers, STALL_MEMORY: at that of readers, or at touched bits;
//              STALL_ENTRY: a message waits for older operations; STALL_REPORT: a race for the one before. WRAPS: messages epoch;
//              FORGOTTEN: turns that found no block
//   records    are PF_IGUARD_RACE_*, in the order of the turns, which is that of the requests for each word only
//
// Throughput  as pf_iguard_engine; a race in 4 cycles, or 3 without a record.
// Latency     likewise, and a record 2 cycles after its turn, when nothing waits. An access to a register 1 cycle more than pf_regs.
// Errs        as pf_iguard_engine, pf_iguard_report.
// State bits  the sum of its parts, and AddrW + 30.
// Handshake   req_ready_o, mrsp_ready_o and idle_o depend on no input; mwr_valid_o and mrd_valid_o on no ready. idle_o: nothing is
//             inside, and without a valid input a clock changes nothing.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"
`include "pf_regs.vh"

module pf_iguard_unit #(
  parameter integer AddrW    = `PF_ADDR_W,        // byte address within the slice's data; 10 to 32
  parameter integer PcW      = `PF_IGUARD_RACE_PC_W,
  parameter integer Places   = 4,                 // as pf_iguard_engine's
  parameter integer Age      = 32,
  parameter integer Sets     = 64,
  parameter integer Requests = 32,
  parameter integer Queue    = 40,
  parameter integer BlockNoW = AddrW - 7,         // number of a block: one for each line
  parameter integer Eras     = 16,
  parameter integer Seen     = `PF_SEEN,          // as pf_iguard_report's
  // Derived: do not override.
  parameter integer MemW     = AddrW - 3,
  parameter integer TagW     = `PF_IGUARD_TAG_W,
  parameter integer SideIdW  = $clog2(Requests) + $clog2(4 * Sets),
  parameter integer IdW      = 2 + ((SideIdW > 8) ? SideIdW : 8)
) (
  input  wire             clk_i,
  input  wire             rst_ni,           // asynchronous, active low

  // Requests
  input  wire             req_valid_i,
  output wire             req_ready_o,
  input  wire             req_message_i,    // of an SM
  input  wire [AddrW-6:0] req_sector_i,     // an access: byte address / 32
  input  wire [7:0]       req_words_i,      // ... words of the sector
  input  wire [3:0]       req_bytes_i,      // ... of each of them; not 0
  input  wire [TagW-1:0]  req_tag_i,        // a message: record iguard_message in the low bits
  input  wire [PcW-1:0]   req_pc_i,

  // Memory: metadata and records. A read sees every write taken before it
  output wire             mrd_valid_o,
  input  wire             mrd_ready_i,
  output wire [MemW-1:0]  mrd_addr_o,       // beat
  output wire [IdW-1:0]   mrd_id_o,
  input  wire             mrsp_valid_i,     // in any order
  output wire             mrsp_ready_o,
  input  wire [IdW-1:0]   mrsp_id_i,
  input  wire [255:0]     mrsp_data_i,
  output wire             mwr_valid_o,
  input  wire             mwr_ready_i,
  output wire [1:0]       mwr_kind_o,       // 0 metadata, 1 record
  output wire [MemW-1:0]  mwr_addr_o,
  output wire [255:0]     mwr_data_o,

  // Registers
  input  wire             reg_valid_i,
  output wire             reg_ready_o,
  input  wire             reg_write_i,
  input  wire [7:0]       reg_addr_i,
  input  wire [31:0]      reg_wdata_i,
  output wire [31:0]      reg_rdata_o,
  output wire             reg_error_o,

  output wire             irq_o,
  output wire             idle_o
);

  localparam integer LineW  = AddrW - 7;
  localparam integer CountW = 7;            // of words in a cycle
  localparam integer MsgW   = `PF_IGUARD_MESSAGE_W;

  generate
    if (AddrW < 10 || AddrW > 32 || PcW < 1 || PcW > `PF_IGUARD_RACE_PC_W || MemW != AddrW - 3 || TagW != `PF_IGUARD_TAG_W ||
        SideIdW != $clog2(Requests) + $clog2(4 * Sets) || IdW != 2 + ((SideIdW > 8) ? SideIdW : 8)) begin : g_bad_param
      PF_IGUARD_UNIT_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  /////////////////////
  // Control         //
  /////////////////////

  localparam [31:0] ID = `PF_REG_VALUE_ID_IGUARD;

  wire              cfg_enable, cfg_count, cfg_lanes, cfg_report_all, cfg_irq_enable;
  wire [LineW-1:0]  cfg_first, cfg_last;
  wire [31:0]       cfg_first_words, cfg_last_words, cfg_ring_tail, ring_head;
  wire [2*MemW-1:0] cfg_rows;
  wire [MemW-1:0]   cfg_bits, cfg_blocks, cfg_ring_base;
  wire [BlockNoW:0] cfg_pool;
  wire [4:0]        cfg_ring_log2;
  wire              enters, engine_access, halt_idle, engine_idle, report_idle;
  wire              sweep, flush, flushed, forget, forgotten, drained, ring_full;
  wire [CountW-1:0] checks, skips;
  wire [3:0]        passed;
  wire [`PF_COUNTERS_ALL:0] inc;
  reg  [31:0]       turn_q;                 // words that were checked against their writers

  pf_line_control #(
    .AddrW    (AddrW),
    .BlockNoW (BlockNoW),
    .Sides    (2),
    .Settle   (7),
    .Id       (ID),
    .Fits     (1'b1),
    .CountW   (CountW),
    .Pairs    (1)
  ) u_control (
    .clk_i             (clk_i),
    .rst_ni            (rst_ni),
    .reg_valid_i       (reg_valid_i),
    .reg_ready_o       (reg_ready_o),
    .reg_write_i       (reg_write_i),
    .reg_addr_i        (reg_addr_i),
    .reg_wdata_i       (reg_wdata_i),
    .reg_rdata_o       (reg_rdata_o),
    .reg_error_o       (reg_error_o),
    .cfg_enable_o      (cfg_enable),
    .cfg_count_o       (cfg_count),
    .cfg_policy_o      (cfg_lanes),
    .cfg_report_all_o  (cfg_report_all),
    .cfg_irq_enable_o  (cfg_irq_enable),
    .cfg_ring_base_o   (cfg_ring_base),
    .cfg_ring_log2_o   (cfg_ring_log2),
    .cfg_ring_tail_o   (cfg_ring_tail),
    .cfg_first_o       (cfg_first),
    .cfg_last_o        (cfg_last),
    .cfg_first_words_o (cfg_first_words),
    .cfg_last_words_o  (cfg_last_words),
    .cfg_rows_o        (cfg_rows),
    .cfg_bits_o        (cfg_bits),
    .cfg_blocks_o      (cfg_blocks),
    .cfg_pool_o        (cfg_pool),
    .enters_i          (enters),
    .access_i          (engine_access),
    .rests_i           (halt_idle && engine_idle && report_idle),
    .told_i            (report_idle),
    .sweep_o           (sweep),
    .flush_o           (flush),
    .flushed_i         (flushed),
    .forget_o          (forget),
    .forgotten_i       (forgotten),
    .drained_o         (drained),
    .ring_full_i       (ring_full),
    .ring_head_i       (ring_head),
    .checks_i          (checks),
    .skips_i           (skips),
    .inc_i             (inc[`PF_COUNTERS_ALL:2]),
    .calm_i            (passed == 4'd0 && turn_q == 32'd0),
    .idle_o            (idle_o)
  );

  /////////////////////
  // Requests        //
  /////////////////////

  localparam [1:0] ACCESS = `PF_REQ_ACCESS, FENCE = `PF_REQ_FENCE;

  wire            in_valid, in_ready, unused_no_access;
  wire [1:0]      in_kind;
  wire [TagW-1:0] in_tag;

  // Who may enter; when none is inside is known in the engine, as requests do not leave in order here.
  pf_halt #(
    .Pending (1),
    .TagW    (TagW),
    .Message (MsgW)
  ) u_halt (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .enable_i        (cfg_enable),
    .count_i         (cfg_count),
    .req_valid_i     (req_valid_i),
    .req_ready_o     (req_ready_o),
    .req_kind_i      (req_message_i ? FENCE : ACCESS),
    .req_word_mask_i (req_words_i),
    .req_tag_i       (req_tag_i),
    .in_valid_o      (in_valid),
    .in_ready_i      (in_ready),
    .in_kind_o       (in_kind),
    .in_tag_o        (in_tag),
    .level_i         (1'b0),
    .left_i          (1'b1),
    .passed_o        (passed),
    .drained_o       (unused_no_access),
    .idle_o          (halt_idle)
  );

  assign enters = in_valid && in_ready && in_kind == ACCESS;

  /////////////////////
  // Engine          //
  /////////////////////

  wire             rsp_valid, rsp_ready;
  wire [IdW-1:0]   rsp_id;
  wire [255:0]     rsp_data;
  wire [1:0]       unused_level;
  wire             back_valid, back_ready;
  wire [MemW-1:0]  back_addr;
  wire [255:0]     back_data;
  wire             race_valid, race_ready, race_reader, race_others;
  wire [LineW-1:0] race_line;
  wire [31:0]      race_words;
  wire [3:0]       race_bytes;
  wire [2:0]       race_kind;
  wire [`PF_IGUARD_SIDE_W-1:0] race_side;
  wire [TagW-1:0]  race_tag;
  wire [PcW-1:0]   race_pc;
  wire [1:0]       turn, unused_expanded, forgot;
  wire [63:0]      turn_words;
  wire [5:0]       skipped;
  wire [11:0]      evt;
  wire [2:0]       evt_bits;
  wire             epoch, stall_message;

  pf_fifo #(
    .Width (IdW + 256),
    .Depth (2)
  ) u_answers (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (mrsp_valid_i),
    .in_ready_o  (mrsp_ready_o),
    .in_data_i   ({mrsp_id_i, mrsp_data_i}),
    .out_valid_o (rsp_valid),
    .out_ready_i (rsp_valid && rsp_ready),   // the ID is anything while not valid
    .out_data_o  ({rsp_id, rsp_data}),
    .level_o     (unused_level)
  );

  pf_iguard_engine #(
    .AddrW    (AddrW),
    .PcW      (PcW),
    .MemW     (MemW),
    .Places   (Places),
    .Age      (Age),
    .Sets     (Sets),
    .Requests (Requests),
    .Queue    (Queue),
    .BlockNoW (BlockNoW),
    .Eras     (Eras)
  ) u_engine (
    .clk_i             (clk_i),
    .rst_ni            (rst_ni),
    .cfg_lanes_i       (cfg_lanes),
    .cfg_first_i       (cfg_first),
    .cfg_last_i        (cfg_last),
    .cfg_first_words_i (cfg_first_words),
    .cfg_last_words_i  (cfg_last_words),
    .cfg_rows_i        (cfg_rows),
    .cfg_blocks_i      (cfg_blocks),
    .cfg_bits_i        (cfg_bits),
    .cfg_pool_i        (cfg_pool),
    .req_valid_i       (in_valid),
    .req_ready_o       (in_ready),
    .req_message_i     (in_kind != ACCESS),
    .req_sector_i      (req_sector_i),
    .req_words_i       (req_words_i),
    .req_bytes_i       (req_bytes_i),
    .req_tag_i         (in_tag),
    .req_pc_i          (req_pc_i),
    .mrd_valid_o       (mrd_valid_o),
    .mrd_ready_i       (mrd_ready_i),
    .mrd_addr_o        (mrd_addr_o),
    .mrd_id_o          (mrd_id_o),
    .mrsp_valid_i      (rsp_valid),
    .mrsp_ready_o      (rsp_ready),
    .mrsp_id_i         (rsp_id),
    .mrsp_data_i       (rsp_data),
    .mwr_valid_o       (back_valid),
    .mwr_ready_i       (back_ready),
    .mwr_addr_o        (back_addr),
    .mwr_data_o        (back_data),
    .race_valid_o      (race_valid),
    .race_ready_i      (race_ready),
    .race_line_o       (race_line),
    .race_words_o      (race_words),
    .race_bytes_o      (race_bytes),
    .race_kind_o       (race_kind),
    .race_reader_o     (race_reader),
    .race_others_o     (race_others),
    .race_side_o       (race_side),
    .race_tag_o        (race_tag),
    .race_pc_o         (race_pc),
    .flush_valid_i     (flush),
    .flush_ready_o     (flushed),
    .forget_valid_i    (forget),
    .forget_ready_o    (forgotten),
    .turn_o            (turn),
    .turn_words_o      (turn_words),
    .skipped_o         (skipped),
    .epoch_o           (epoch),
    .expanded_o        (unused_expanded),
    .forgot_o          (forgot),
    .evt_o             (evt),
    .evt_bits_o        (evt_bits),
    .stall_message_o   (stall_message),
    .access_o          (engine_access),
    .idle_o            (engine_idle)
  );

  /////////////////////
  // Records         //
  /////////////////////

  wire                         rec_valid, rec_ready, show_ready, dropped, repeated, recorded;
  wire [MemW-1:0]              rec_addr;
  wire [`PF_IGUARD_RACE_W-1:0] rec_data;
  wire [`PF_IGUARD_KIND_CODES-2:0] kinds;
  wire [1:0]                   side;

  pf_iguard_report #(
    .AddrW (AddrW),
    .Seen  (Seen)
  ) u_report (
    .clk_i              (clk_i),
    .rst_ni             (rst_ni),
    .cfg_ring_base_i    (cfg_ring_base),
    .cfg_ring_log2_i    (cfg_ring_log2),
    .cfg_ring_tail_i    (cfg_ring_tail),
    .cfg_report_all_i   (cfg_report_all),
    .cfg_irq_enable_i   (cfg_irq_enable),
    .clear_i            (sweep),
    .race_valid_i       (race_valid),
    .race_ready_o       (race_ready),
    .race_line_i        (race_line),
    .race_words_i       (race_words),
    .race_bytes_i       (race_bytes),
    .race_kind_i        (race_kind),
    .race_with_reader_i (race_reader),
    .race_with_others_i (race_others),
    .race_side_i        (race_side),
    .race_tag_i         (race_tag),
    .race_pc_i          ({{(`PF_IGUARD_RACE_PC_W-PcW){1'b0}}, race_pc}),
    .rwr_valid_o        (rec_valid),
    .rwr_ready_i        (rec_ready),
    .rwr_addr_o         (rec_addr),
    .rwr_data_o         (rec_data),
    .ring_head_o        (ring_head),
    .irq_o              (irq_o),
    .kinds_o            (kinds),
    .dropped_o          (dropped),
    .repeated_o         (repeated),
    .recorded_o         (recorded),
    .full_o             (ring_full),
    .idle_o             (report_idle)
  );

  // A record is shown a cycle later, when its address is known. It stays.
  reg                          show_q;
  reg  [MemW-1:0]              show_addr_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) show_q <= 1'b0;
    else         show_q <= rec_valid && !rec_ready;
  end
  always @(posedge clk_i) show_addr_q <= rec_addr;
  assign rec_ready = show_q && show_ready;

  pf_write_port #(
    .N (2)
  ) u_write_port (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  ({show_q, back_valid}),
    .in_ready_o  ({show_ready, back_ready}),
    .out_valid_o (mwr_valid_o),
    .out_ready_i (mwr_ready_i),
    .turn_o      (side)
  );

  assign mwr_kind_o = {1'b0, side[1]};
  assign mwr_addr_o = (show_addr_q & {MemW{side[1]}}) | (back_addr & {MemW{side[0]}});
  assign mwr_data_o = ({{(256-`PF_IGUARD_RACE_W){1'b0}}, rec_data} & {256{side[1]}}) | (back_data & {256{side[0]}});

  /////////////////////
  // Counters        //
  /////////////////////

  reg  [CountW-1:0] words;
  integer           i;
  always @* begin
    words = {CountW{1'b0}};
    for (i = 0; i < 32; i = i + 1) words = words + {{(CountW-1){1'b0}}, turn_q[i]};
  end
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) turn_q <= 32'd0;
    else         turn_q <= turn_words[31:0] & {32{turn[0]}};
  end

  assign checks = words;
  assign skips  = {1'b0, skipped} + {3'd0, passed};

  wire [`PF_IGUARD_KIND_CODES-1:0] kind = {kinds, 1'b0};

  assign inc[`PF_COUNTER_CHECKS]            = 1'b0;
  assign inc[`PF_COUNTER_SKIPPED]           = 1'b0;
  assign inc[`PF_COUNTER_META_READS]        = mrd_valid_o && mrd_ready_i;
  assign inc[`PF_COUNTER_META_WRITES]       = back_valid && back_ready;
  assign inc[`PF_COUNTER_STALL_INPUT]       = req_valid_i && !req_ready_o;
  assign inc[`PF_COUNTER_STALL_LINES]       = evt[5];
  assign inc[`PF_COUNTER_STALL_MEMORY]      = evt[11] || evt_bits[2];
  assign inc[`PF_COUNTER_STALL_ENTRY]       = stall_message;
  assign inc[`PF_COUNTER_STALL_OWNER]       = kind[`PF_IGUARD_KIND_INSTRUCTION];
  assign inc[`PF_COUNTER_STALL_REPORT]      = race_valid && !race_ready;
  assign inc[`PF_COUNTER_RACE_ATOMIC_SCOPE] = kind[`PF_IGUARD_KIND_SCOPE];
  assign inc[`PF_COUNTER_RACE_FENCE_BLOCK]  = kind[`PF_IGUARD_KIND_FENCE];
  assign inc[`PF_COUNTER_RACE_FENCE_DEVICE] = kind[`PF_IGUARD_KIND_FENCE_SCOPE];
  assign inc[`PF_COUNTER_RACE_NOT_STRONG]   = kind[`PF_IGUARD_KIND_ITS];
  assign inc[`PF_COUNTER_RACE_LOCK]         = kind[`PF_IGUARD_KIND_LOCK];
  assign inc[`PF_COUNTER_RECORDS]           = recorded;
  assign inc[`PF_COUNTER_DROPPED]           = dropped;
  assign inc[`PF_COUNTER_REPEATED]          = repeated;
  assign inc[`PF_COUNTER_WRAPS]             = epoch && !forget;
  assign inc[`PF_COUNTER_FORGOTTEN +: 2]    = {&forgot, ^forgot};

  wire unused = &{1'b0, unused_no_access, unused_expanded, unused_level, drained, turn[1], turn_words[63:32], evt, evt_bits[1:0],
                  inc[1:0], kind[0], 1'b0};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  localparam integer FORGOTTEN = `PF_COUNTER_FORGOTTEN, COUNTERS = `PF_COUNTERS_ALL;
  `PF_ASSERT_KNOWN(a_ctrl_known, {req_valid_i, mrd_ready_i, mrsp_valid_i, mwr_ready_i, reg_valid_i})
  `PF_ASSERT_KNOWN(a_out_known, {req_ready_o, mrd_valid_o, mrsp_ready_o, mwr_valid_o, reg_ready_o, reg_error_o, irq_o, idle_o})
  `PF_ASSERT(a_drained, !drained || !(mrd_valid_o || back_valid || rec_valid || race_valid))
  `PF_ASSERT(a_record_stays, !show_q || (rec_valid && show_addr_q === rec_addr))
  `PF_ASSERT(a_forgotten_last, FORGOTTEN == COUNTERS - 1)
`endif

endmodule

`resetall
