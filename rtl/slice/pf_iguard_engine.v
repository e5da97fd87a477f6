// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_engine: iGUARD's checks of accesses, with metadata by lines of 128 bytes of data.
//
//   req_* -> pf_skid -> pf_join_sectors -> pf_iguard_arrive -> pf_iguard_lines --+-- turns --> race_*
//                                            ^   ^  times        |  ^            |
//                                            |   +---- look_* ---+  +-- mrd_*, mrsp_*, mwr_*
//                                            +---- pieces --------+
//
// A request is an access to words of a sector, all of which are touched in the same bytes, or a message of an SM. Accesses with the
// same tag, bytes and pc on one line become one operation; none passes a message, either way. Operations on one line, and what they
// do to one word, keep their order; others pass those that wait for memory. A message counts for what comes after it, though
// what came before may be checked later.
//
// Throughput  a request a cycle; an operation a cycle on each of writers and readers (pf_iguard_check).
// Latency     coalescing, then as pf_iguard_lines: 25 cycles at least to a race with a writer.
// Errs        as pf_iguard_facts; lines of more than three sides without a free block (forgot_o).
// Handshake   req_ready_o is a flop; race_valid_o depends on no ready; mrsp_ready_o on mrsp_id_i.
// State bits  the sum of its parts.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_iguard_engine #(
  parameter integer AddrW    = `PF_ADDR_W,         // byte address within the slice's data; at least 8
  parameter integer PcW      = `PF_IGUARD_RACE_PC_W,
  parameter integer MemW     = AddrW - 3,          // address of a beat of 32 bytes
  parameter integer Places   = 4,                  // of pf_join_sectors
  parameter integer Age      = 32,
  parameter integer Sets     = 64,                 // of four ways, in each cache of rows and beats
  parameter integer Requests = 32,                 // in each, and so many on their way
  parameter integer Queue    = 40,                 // operations on each that may yet want a block
  parameter integer BlockNoW = AddrW - 7,          // number of a block
  parameter integer Eras     = 16,
  // Derived: do not override.
  parameter integer LineW    = AddrW - 7,
  parameter integer SideIdW  = $clog2(Requests) + $clog2(4 * Sets),
  parameter integer IdW      = 2 + ((SideIdW > 8) ? SideIdW : 8),
  parameter integer SideW    = `PF_IGUARD_SIDE_W,
  parameter integer TagW     = `PF_IGUARD_TAG_W
) (
  input  wire                 clk_i,
  input  wire                 rst_ni,           // asynchronous, active low

  // Configuration: changes only while idle
  input  wire                 cfg_lanes_i,      // threads are lanes, else warps
  input  wire [LineW-1:0]     cfg_first_i,      // lines that are checked: from this one ...
  input  wire [LineW-1:0]     cfg_last_i,       // ... to this one
  input  wire [31:0]          cfg_first_words_i,  // words of these two that are checked
  input  wire [31:0]          cfg_last_words_i,
  input  wire [2*MemW-1:0]    cfg_rows_i,       // as pf_iguard_lines'
  input  wire [MemW-1:0]      cfg_blocks_i,
  input  wire [MemW-1:0]      cfg_bits_i,
  input  wire [BlockNoW:0]    cfg_pool_i,

  // Requests
  input  wire                 req_valid_i,
  output wire                 req_ready_o,
  input  wire                 req_message_i,    // of an SM
  input  wire [AddrW-6:0]     req_sector_i,     // an access: byte address / 32
  input  wire [7:0]           req_words_i,      // ... words of the sector
  input  wire [3:0]           req_bytes_i,      // ... of each of them; not 0
  input  wire [TagW-1:0]      req_tag_i,        // a message: record iguard_message in the low bits
  input  wire [PcW-1:0]       req_pc_i,

  // Memory: a read sees every write taken before it; answers in any order
  output wire                 mrd_valid_o,
  input  wire                 mrd_ready_i,
  output wire [MemW-1:0]      mrd_addr_o,
  output wire [IdW-1:0]       mrd_id_o,
  input  wire                 mrsp_valid_i,
  output wire                 mrsp_ready_o,
  input  wire [IdW-1:0]       mrsp_id_i,
  input  wire [255:0]         mrsp_data_i,
  output wire                 mwr_valid_o,
  input  wire                 mwr_ready_i,
  output wire [MemW-1:0]      mwr_addr_o,
  output wire [255:0]         mwr_data_o,

  // Races, as pf_iguard_report takes them
  output wire                 race_valid_o,
  input  wire                 race_ready_i,
  output wire [LineW-1:0]     race_line_o,
  output wire [31:0]          race_words_o,
  output wire [3:0]           race_bytes_o,     // of each word, what both touch
  output wire [2:0]           race_kind_o,
  output wire                 race_reader_o,    // the side is the last reader, else the last writer
  output wire                 race_others_o,
  output wire [SideW-1:0]     race_side_o,
  output wire [TagW-1:0]      race_tag_o,
  output wire [PcW-1:0]       race_pc_o,

  // All that is known is in memory; nothing is known any more, as after an epoch
  input  wire                 flush_valid_i,
  output wire                 flush_ready_o,    // done
  input  wire                 forget_valid_i,
  output wire                 forget_ready_o,   // done

  // Counting, each cycle
  output wire [1:0]           turn_o,           // as pf_iguard_lines'
  output wire [63:0]          turn_words_o,
  output wire [5:0]           skipped_o,        // words outside of these lines
  output wire                 epoch_o,          // everything was forgotten
  output wire [1:0]           expanded_o,       // a line becomes a block
  output wire [1:0]           forgot_o,         // there was none
  output wire [11:0]          evt_o,            // as pf_meta_cache's, of both
  output wire [2:0]           evt_bits_o,       // as pf_line_fresh's
  output wire                 stall_message_o,  // a message waits
  output wire                 access_o,         // an access is inside
  output wire                 idle_o            // nothing inside
);

  localparam integer EraW   = $clog2(Eras);
  localparam integer TimesW = `PF_IGUARD_TIMES_W;
  localparam integer KeyW   = 4 + TagW + PcW;
  localparam integer OpW    = 32 + KeyW + EraW;
  localparam [1:0]   ACCESS = `PF_REQ_ACCESS, FENCE = `PF_REQ_FENCE;
  localparam [2:0]   INSTRUCTION = `PF_IGUARD_KIND_INSTRUCTION;
  localparam integer Wait   = 4;                   // operations before pf_line_fresh
  // Pieces of operations at once: those waiting, in pf_line_fresh, on each side in cache, check and queue, between them, just ended
  localparam integer Inside = Wait + 14 + 2 * (Requests + 12 + Queue) + 6 + 4;

  generate
    if (AddrW < 8 || PcW < 1 || LineW != AddrW - 7 || MemW <= LineW || BlockNoW < 1 || Eras < 2) begin : g_bad_param
      PF_IGUARD_ENGINE_BAD_PARAMETER u_bad ();     // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Operations //
  ////////////////

  localparam integer ReqW = 1 + (AddrW - 5) + 8 + KeyW;

  wire               in_valid, in_ready, in_message, op_valid, op_ready, join_access, join_idle;
  wire [AddrW-6:0]   in_sector;
  wire [7:0]         in_words;
  wire [KeyW-1:0]    in_key, op_key;
  wire [1:0]         op_kind;
  wire [LineW-1:0]   op_line;
  wire [31:0]        op_words;

  pf_skid #(
    .Width (ReqW)
  ) u_in (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (req_valid_i),
    .in_ready_o  (req_ready_o),
    .in_data_i   ({req_message_i, req_sector_i, req_words_i, req_bytes_i, req_tag_i, req_pc_i}),
    .out_valid_o (in_valid),
    .out_ready_i (in_ready),
    .out_data_o  ({in_message, in_sector, in_words, in_key})
  );

  pf_join_sectors #(
    .LineW   (LineW),
    .KeyW    (KeyW),
    .Places  (Places),
    .Age     (Age),
    .Repeats (1)
  ) u_join (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .req_valid_i  (in_valid),
    .req_ready_o  (in_ready),
    .req_kind_i   (in_message ? FENCE : ACCESS),
    .req_line_i   (in_sector[AddrW-6:2]),
    .req_sector_i (in_sector[1:0]),
    .req_words_i  (in_words),
    .req_key_i    (in_key),
    .op_valid_o   (op_valid),
    .op_ready_i   (op_ready),
    .op_kind_o    (op_kind),
    .op_line_o    (op_line),
    .op_words_o   (op_words),
    .op_key_o     (op_key),
    .access_o     (join_access),
    .idle_o       (join_idle)
  );

  ////////////////
  // Arrival    //
  ////////////////

  wire                          out_valid, out_ready, flush, flushed, forget, forgotten, arrive_access, arrive_idle, lines_idle;
  wire [LineW-1:0]              out_line;
  wire [OpW-1:0]                out_op;
  wire [2:0]                    add;
  wire [3*EraW-1:0]             add_era;
  wire                          ended;
  wire [EraW-1:0]               end_era;
  wire [1:0]                    look_step, look_valid;
  wire [2*`PF_META_BLOCK_W-1:0] look_block;
  wire [2*`PF_META_WARP_W-1:0]  look_warp;
  wire [2*EraW-1:0]             look_era;
  wire [2*TimesW-1:0]           times;

  pf_iguard_arrive #(
    .LineW  (LineW),
    .PcW    (PcW),
    .Eras   (Eras),
    .Wait   (Wait),
    .Inside (Inside)
  ) u_arrive (
    .clk_i             (clk_i),
    .rst_ni            (rst_ni),
    .cfg_first_i       (cfg_first_i),
    .cfg_last_i        (cfg_last_i),
    .cfg_first_words_i (cfg_first_words_i),
    .cfg_last_words_i  (cfg_last_words_i),
    .op_valid_i        (op_valid),
    .op_ready_o        (op_ready),
    .op_message_i      (op_kind != ACCESS),
    .op_line_i         (op_line),
    .op_words_i        (op_words),
    .op_bytes_i        (op_key[TagW+PcW +: 4]),
    .op_tag_i          (op_key[PcW +: TagW]),
    .op_pc_i           (op_key[0 +: PcW]),
    .out_valid_o       (out_valid),
    .out_ready_i       (out_ready),
    .out_line_o        (out_line),
    .out_op_o          (out_op),
    .flush_valid_i     (flush_valid_i),
    .flush_ready_o     (flush_ready_o),
    .forget_valid_i    (forget_valid_i),
    .forget_ready_o    (forget_ready_o),
    .empty_i           (lines_idle),
    .flush_o           (flush),
    .flushed_i         (flushed),
    .forget_o          (forget),
    .forgotten_i       (forgotten),
    .add_i             (add),
    .add_era_i         (add_era),
    .end_i             (ended),
    .end_era_i         (end_era),
    .look_step_i       (look_step),
    .look_valid_i      (look_valid),
    .look_block_i      (look_block),
    .look_warp_i       (look_warp),
    .look_era_i        (look_era),
    .times_o           (times),
    .skipped_o         (skipped_o),
    .epoch_o           (epoch_o),
    .stall_message_o   (stall_message_o),
    .access_o          (arrive_access),
    .idle_o            (arrive_idle)
  );

  ////////////////
  // Lines      //
  ////////////////

  wire [1:0]           race_valid, race_ready, race_others;
  wire                 unused_writer;
  wire [2*LineW-1:0]   race_line;
  wire [63:0]          race_words;
  wire [7:0]           race_bytes;
  wire [5:0]           race_kind;
  wire [2*SideW-1:0]   race_side;
  wire [2*TagW-1:0]    race_tag;
  wire [2*PcW-1:0]     race_pc;

  pf_iguard_lines #(
    .LineW    (LineW),
    .PcW      (PcW),
    .EraW     (EraW),
    .BlockNoW (BlockNoW),
    .MemW     (MemW),
    .Sets     (Sets),
    .Requests (Requests),
    .Inside   (Queue)
  ) u_lines (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .lanes_i        (cfg_lanes_i),
    .cfg_rows_i     (cfg_rows_i),
    .cfg_blocks_i   (cfg_blocks_i),
    .cfg_bits_i     (cfg_bits_i),
    .cfg_pool_i     (cfg_pool_i),
    .op_valid_i     (out_valid),
    .op_ready_o     (out_ready),
    .op_line_i      (out_line),
    .op_words_i     (out_op[OpW-1 -: 32]),
    .op_bytes_i     (out_op[EraW+PcW+TagW +: 4]),
    .op_tag_i       (out_op[EraW+PcW +: TagW]),
    .op_pc_i        (out_op[EraW +: PcW]),
    .op_era_i       (out_op[EraW-1:0]),
    .add_o          (add),
    .add_era_o      (add_era),
    .end_o          (ended),
    .end_era_o      (end_era),
    .look_step_o    (look_step),
    .look_valid_o   (look_valid),
    .look_block_o   (look_block),
    .look_warp_o    (look_warp),
    .look_era_o     (look_era),
    .times_i        (times),
    .race_valid_o   (race_valid),
    .race_ready_i   (race_ready),
    .race_line_o    (race_line),
    .race_words_o   (race_words),
    .race_bytes_o   (race_bytes),
    .race_kind_o    (race_kind),
    .race_others_o  (race_others),
    .race_side_o    (race_side),
    .race_tag_o     (race_tag),
    .race_pc_o      (race_pc),
    .mrd_valid_o    (mrd_valid_o),
    .mrd_ready_i    (mrd_ready_i),
    .mrd_addr_o     (mrd_addr_o),
    .mrd_id_o       (mrd_id_o),
    .mrsp_valid_i   (mrsp_valid_i),
    .mrsp_ready_o   (mrsp_ready_o),
    .mrsp_id_i      (mrsp_id_i),
    .mrsp_data_i    (mrsp_data_i),
    .mwr_valid_o    (mwr_valid_o),
    .mwr_ready_i    (mwr_ready_i),
    .mwr_addr_o     (mwr_addr_o),
    .mwr_data_o     (mwr_data_o),
    .flush_valid_i  (flush),
    .flush_ready_o  (flushed),
    .forget_valid_i (forget),
    .forget_ready_o (forgotten),
    .turn_o         (turn_o),
    .turn_words_o   (turn_words_o),
    .expanded_o     (expanded_o),
    .forgot_o       (forgot_o),
    .evt_o          (evt_o),
    .evt_bits_o     (evt_bits_o),
    .idle_o         (lines_idle)
  );

  ////////////////
  // Races      //
  ////////////////

  pf_write_port #(
    .N (2)
  ) u_turn (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (race_valid),
    .in_ready_o  (race_ready),
    .out_valid_o (race_valid_o),
    .out_ready_i (race_ready_i),
    .turn_o      ({race_reader_o, unused_writer})
  );

  wire [3:0] touched = race_reader_o ? race_bytes[7:4] : race_bytes[3:0];

  assign race_line_o   = race_reader_o ? race_line[LineW +: LineW] : race_line[0 +: LineW];
  assign race_words_o  = race_reader_o ? race_words[63:32]         : race_words[31:0];
  assign race_kind_o   = race_reader_o ? race_kind[5:3]            : race_kind[2:0];
  assign race_others_o = race_reader_o ? race_others[1]            : race_others[0];
  assign race_side_o   = race_reader_o ? race_side[SideW +: SideW] : race_side[0 +: SideW];
  assign race_tag_o    = race_reader_o ? race_tag[TagW +: TagW]    : race_tag[0 +: TagW];
  assign race_pc_o     = race_reader_o ? race_pc[PcW +: PcW]       : race_pc[0 +: PcW];
  assign race_bytes_o  = touched & (race_side_o[`PF_IGUARD_SIDE_BYTES_LSB +: 4] | {4{race_kind_o == INSTRUCTION}});

  // An access in u_in: a message there, and those that come behind it, are none.
  reg  last_message_q;                             // the last one taken
  always @(posedge clk_i) begin
    if (req_valid_i && req_ready_o) last_message_q <= req_message_i;
  end
  wire in_access = (in_valid && !in_message) || (!req_ready_o && !last_message_q);

  assign access_o = in_access || join_access || arrive_access || !lines_idle;
  assign idle_o   = !in_valid && join_idle && arrive_idle && lines_idle;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {req_valid_i, mrd_ready_i, mrsp_valid_i, mwr_ready_i, race_ready_i, flush_valid_i, forget_valid_i})
`endif

endmodule

`resetall
