// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_lines: accesses to lines of 128 bytes, against the last writers and the last readers of their words.
//
//   op_* --> pf_line_fresh --> pf_iguard_side: writers --> queue --> pf_iguard_side: readers
//            the first of        |   ^ race_*, look_*                 |   ^ race_*, look_*
//            its line?           v   |                                v   |
//   all of them --> a read port, a write port --> mrd_*, mwr_*
//
// In memory, all modulo 2^MemW: rows of writers at cfg_rows_i[MemW-1:0] and above, one for each line, of readers at cfg_rows_i[MemW +:
// MemW]; blocks of writers at cfg_blocks_i, 8 beats each, of readers behind the pool of those; touched bits at cfg_bits_i.
//
// Throughput  as pf_iguard_side, but for pf_line_fresh.
// Latency     18 cycles to a race with a writer, 12 more to one with a reader, when rows are held and nothing waits.
// Errs        as pf_iguard_check.
// Handshake   op_ready_o depends on no input. Ports look_*, race_*: 0 of writers, 1 of readers. flush_valid_i, forget_valid_i: only
//             while idle_o, and nothing comes in until they are done.
// State bits  the sum of its parts.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_iguard_lines #(
  parameter integer LineW    = `PF_ADDR_W - 7,
  parameter integer PcW      = `PF_RACE_PC_W,
  parameter integer EraW     = 4,
  parameter integer BlockNoW = 12,
  parameter integer MemW     = ((LineW > BlockNoW) ? LineW : BlockNoW) + 4,  // address of a beat of 32 bytes
  parameter integer Sets     = 64,                 // of four ways, in each cache
  parameter integer Requests = 32,                 // in each, and so many rows on their way
  parameter integer Inside   = 40,                 // operations in each that may yet want a block
  // Derived: do not override.
  parameter integer SideIdW  = $clog2(Requests) + $clog2(4 * Sets),
  parameter integer OwnW     = (SideIdW > 8) ? SideIdW : 8,  // 8: of pf_line_fresh
  parameter integer IdW      = OwnW + 2,
  parameter integer SideW    = `PF_IGUARD_SIDE_W,
  parameter integer TagW     = `PF_IGUARD_TAG_W,
  parameter integer TimesW   = `PF_IGUARD_TIMES_W
) (
  input  wire                          clk_i,
  input  wire                          rst_ni,         // asynchronous, active low
  input  wire                          lanes_i,        // threads are lanes, else warps; static

  // Where it lies; changes only while idle
  input  wire [2*MemW-1:0]             cfg_rows_i,
  input  wire [MemW-1:0]               cfg_blocks_i,
  input  wire [MemW-1:0]               cfg_bits_i,
  input  wire [BlockNoW:0]             cfg_pool_i,     // blocks of writers, and as many of readers, up to 2^BlockNoW

  // Operations
  input  wire                          op_valid_i,
  output wire                          op_ready_o,
  input  wire [LineW-1:0]              op_line_i,
  input  wire [31:0]                   op_words_i,     // not 0
  input  wire [3:0]                    op_bytes_i,     // of each word; not 0
  input  wire [TagW-1:0]               op_tag_i,
  input  wire [PcW-1:0]                op_pc_i,
  input  wire [EraW-1:0]               op_era_i,       // says which messages it has seen

  // Pieces of operations
  output wire [2:0]                    add_o,
  output wire [3*EraW-1:0]             add_era_o,
  output wire                          end_o,
  output wire [EraW-1:0]               end_era_o,

  // Times of a side's warp and block: the answer three steps later
  output wire [1:0]                    look_step_o,
  output wire [1:0]                    look_valid_o,
  output wire [2*`PF_META_BLOCK_W-1:0] look_block_o,
  output wire [2*`PF_META_WARP_W-1:0]  look_warp_o,
  output wire [2*EraW-1:0]             look_era_o,
  input  wire [2*TimesW-1:0]           times_i,

  // Races
  output wire [1:0]                    race_valid_o,
  input  wire [1:0]                    race_ready_i,
  output wire [2*LineW-1:0]            race_line_o,
  output wire [2*32-1:0]               race_words_o,
  output wire [2*4-1:0]                race_bytes_o,   // of each word: what the access touches
  output wire [2*3-1:0]                race_kind_o,    // PF_IGUARD_KIND_*
  output wire [1:0]                    race_others_o,  // with others, not with the one that the side names
  output wire [2*SideW-1:0]            race_side_o,    // the earlier access
  output wire [2*TagW-1:0]             race_tag_o,     // the later one
  output wire [2*PcW-1:0]              race_pc_o,

  // Memory: a read sees every write taken before it; answers in any order
  output wire                          mrd_valid_o,
  input  wire                          mrd_ready_i,
  output wire [MemW-1:0]               mrd_addr_o,
  output wire [IdW-1:0]                mrd_id_o,
  input  wire                          mrsp_valid_i,
  output wire                          mrsp_ready_o,
  input  wire [IdW-1:0]                mrsp_id_i,
  input  wire [255:0]                  mrsp_data_i,
  output wire                          mwr_valid_o,
  input  wire                          mwr_ready_i,
  output wire [MemW-1:0]               mwr_addr_o,
  output wire [255:0]                  mwr_data_o,

  // All that is known is in memory; nothing is known any more
  input  wire                          flush_valid_i,
  output wire                          flush_ready_o,  // done
  input  wire                          forget_valid_i,
  output wire                          forget_ready_o, // done

  // Counting, each cycle
  output wire [1:0]                    turn_o,
  output wire [63:0]                   turn_words_o,   // words checked
  output wire [1:0]                    expanded_o,     // a line becomes a block
  output wire [1:0]                    forgot_o,       // there was none
  output wire [11:0]                   evt_o,          // as pf_meta_cache's, of both
  output wire [2:0]                    evt_bits_o,     // as pf_line_fresh's
  output wire                          idle_o          // nothing inside
);

  localparam integer OpW    = 32 + 4 + TagW + PcW + EraW;
  localparam integer FreshW = (LineW > 12) ? LineW : 12;     // pf_line_fresh's lines
  localparam integer BitsAW = FreshW - 8;
  localparam integer BitsIW = 8;                             // of eight requests and 32 rows
  localparam integer NextW  = 1 + LineW + 32 + 32 + 4 + TagW + PcW + EraW;

  generate
    if (LineW < 1 || EraW < 1 || BlockNoW < 1 || MemW <= LineW || MemW < BlockNoW + 4 || OwnW != ((SideIdW > 8) ? SideIdW : 8) ||
        IdW != OwnW + 2 || SideIdW != $clog2(Requests) + $clog2(4 * Sets)) begin : g_bad_param
      PF_IGUARD_LINES_BAD_PARAMETER u_bad ();                // no such module: elaboration stops here
    end
  endgenerate

  // Flush and forget: until all are done
  reg  [1:0]        flushed_q;
  reg  [2:0]        forgot_q;
  wire [1:0]        flushed;
  wire [2:0]        forgot;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flushed_q <= 2'd0;
      forgot_q  <= 3'd0;
    end else begin
      flushed_q <= (flushed_q | flushed) & {2{flush_valid_i && !flush_ready_o}};
      forgot_q  <= (forgot_q | forgot) & {3{forget_valid_i && !forget_ready_o}};
    end
  end
  assign flush_ready_o  = &flushed_q;
  assign forget_ready_o = &forgot_q;

  ////////////////
  // Fresh      //
  ////////////////

  wire              f_valid, f_ready, f_fresh, fresh_idle;
  wire [FreshW-1:0] f_line;
  wire [OpW-1:0]    f_op;
  wire [BitsAW-1:0] bits_addr;
  wire [BitsIW-1:0] bits_id;
  wire [2:0]        rd_valid, rd_ready, rsp_valid, rsp_ready;  // writers, readers, bits
  wire [3*MemW-1:0] rd_addr;
  wire [3*OwnW-1:0] rd_id;
  wire [OwnW-1:0]   rsp_id;
  wire [255:0]      rsp_data;
  wire [4:0]        wr_valid, wr_ready, wr_turn;               // writers: rows, new blocks; readers: likewise; bits
  wire [5*MemW-1:0] wr_addr;
  wire [5*256-1:0]  wr_data;

  pf_line_fresh #(
    .LineW    (FreshW),
    .PayW     (OpW),
    .MemW     (MemW),
    .Requests (8)
  ) u_fresh (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .base_i         (cfg_bits_i),
    .in_valid_i     (op_valid_i),
    .in_ready_o     (op_ready_o),
    .in_line_i      ({{(FreshW-LineW){1'b0}}, op_line_i}),
    .in_pay_i       ({op_words_i, op_bytes_i, op_tag_i, op_pc_i, op_era_i}),
    .out_valid_o    (f_valid),
    .out_ready_i    (f_ready),
    .out_line_o     (f_line),
    .out_pay_o      (f_op),
    .out_fresh_o    (f_fresh),
    .mrd_valid_o    (rd_valid[2]),
    .mrd_ready_i    (rd_ready[2]),
    .mrd_addr_o     (bits_addr),
    .mrd_id_o       (bits_id),
    .mrsp_valid_i   (rsp_valid[2]),
    .mrsp_ready_o   (rsp_ready[2]),
    .mrsp_id_i      (rsp_id[BitsIW-1:0]),
    .mrsp_data_i    (rsp_data),
    .mwr_valid_o    (wr_valid[4]),
    .mwr_ready_i    (wr_ready[4]),
    .mwr_addr_o     (wr_addr[4*MemW +: MemW]),
    .mwr_data_o     (wr_data[4*256 +: 256]),
    .forget_valid_i (forget_valid_i && !forgot_q[2]),
    .forget_ready_o (forgot[2]),
    .evt_o          (evt_bits_o),
    .idle_o         (fresh_idle)
  );

  assign rd_addr[2*MemW +: MemW] = cfg_bits_i + {{(MemW-BitsAW){1'b0}}, bits_addr};

  ////////////////
  // Sides      //
  ////////////////

  // 0 writers, 1 readers
  wire [1:0]             in_valid, in_ready, in_fresh, out_valid, out_ready, out_fresh, idle, done;
  wire [2*LineW-1:0]     in_line, out_line;
  wire [63:0]            in_words, in_raced, out_words, out_raced;
  wire [7:0]             in_bytes, out_bytes;
  wire [2*TagW-1:0]      in_tag, out_tag;
  wire [2*PcW-1:0]       in_pc, out_pc;
  wire [2*EraW-1:0]      in_era, out_era, done_era;
  wire [3:0]             add;
  wire [4*EraW-1:0]      add_era;

  // Settled long before anything comes
  reg  [2*MemW-1:0]      blocks;
  always @(posedge clk_i) begin
    blocks <= {cfg_blocks_i + {{(MemW-BlockNoW-4){1'b0}}, cfg_pool_i, 3'b000}, cfg_blocks_i};
  end

  genvar s;
  generate
    for (s = 0; s < 2; s = s + 1) begin : g_side
      wire [SideIdW-1:0] id;

      pf_iguard_side #(
        .Readers  (s),
        .LineW    (LineW),
        .PcW      (PcW),
        .EraW     (EraW),
        .BlockNoW (BlockNoW),
        .MemW     (MemW),
        .Sets     (Sets),
        .Requests (Requests),
        .Inside   (Inside)
      ) u_side (
        .clk_i          (clk_i),
        .rst_ni         (rst_ni),
        .lanes_i        (lanes_i),
        .cfg_rows_i     (cfg_rows_i[s*MemW +: MemW]),
        .cfg_blocks_i   (blocks[s*MemW +: MemW]),
        .cfg_pool_i     (cfg_pool_i),
        .in_valid_i     (in_valid[s]),
        .in_ready_o     (in_ready[s]),
        .in_fresh_i     (in_fresh[s]),
        .in_line_i      (in_line[s*LineW +: LineW]),
        .in_words_i     (in_words[32*s +: 32]),
        .in_raced_i     (in_raced[32*s +: 32]),
        .in_bytes_i     (in_bytes[4*s +: 4]),
        .in_tag_i       (in_tag[s*TagW +: TagW]),
        .in_pc_i        (in_pc[s*PcW +: PcW]),
        .in_era_i       (in_era[s*EraW +: EraW]),
        .out_valid_o    (out_valid[s]),
        .out_ready_i    (out_ready[s]),
        .out_fresh_o    (out_fresh[s]),
        .out_line_o     (out_line[s*LineW +: LineW]),
        .out_words_o    (out_words[32*s +: 32]),
        .out_raced_o    (out_raced[32*s +: 32]),
        .out_bytes_o    (out_bytes[4*s +: 4]),
        .out_tag_o      (out_tag[s*TagW +: TagW]),
        .out_pc_o       (out_pc[s*PcW +: PcW]),
        .out_era_o      (out_era[s*EraW +: EraW]),
        .add_o          (add[2*s +: 2]),
        .add_era_o      (add_era[2*s*EraW +: 2*EraW]),
        .done_o         (done[s]),
        .done_era_o     (done_era[s*EraW +: EraW]),
        .look_step_o    (look_step_o[s]),
        .look_valid_o   (look_valid_o[s]),
        .look_block_o   (look_block_o[s*`PF_META_BLOCK_W +: `PF_META_BLOCK_W]),
        .look_warp_o    (look_warp_o[s*`PF_META_WARP_W +: `PF_META_WARP_W]),
        .look_era_o     (look_era_o[s*EraW +: EraW]),
        .times_i        (times_i[s*TimesW +: TimesW]),
        .race_valid_o   (race_valid_o[s]),
        .race_ready_i   (race_ready_i[s]),
        .race_words_o   (race_words_o[32*s +: 32]),
        .race_kind_o    (race_kind_o[3*s +: 3]),
        .race_others_o  (race_others_o[s]),
        .race_side_o    (race_side_o[s*SideW +: SideW]),
        .race_line_o    (race_line_o[s*LineW +: LineW]),
        .race_bytes_o   (race_bytes_o[4*s +: 4]),
        .race_tag_o     (race_tag_o[s*TagW +: TagW]),
        .race_pc_o      (race_pc_o[s*PcW +: PcW]),
        .turn_o         (turn_o[s]),
        .turn_words_o   (turn_words_o[32*s +: 32]),
        .expanded_o     (expanded_o[s]),
        .forgot_o       (forgot_o[s]),
        .mrd_valid_o    (rd_valid[s]),
        .mrd_ready_i    (rd_ready[s]),
        .mrd_addr_o     (rd_addr[s*MemW +: MemW]),
        .mrd_id_o       (id),
        .mrsp_valid_i   (rsp_valid[s]),
        .mrsp_ready_o   (rsp_ready[s]),
        .mrsp_id_i      (rsp_id[SideIdW-1:0]),
        .mrsp_data_i    (rsp_data),
        .mwr_valid_o    (wr_valid[2*s +: 2]),
        .mwr_ready_i    (wr_ready[2*s +: 2]),
        .mwr_addr_o     (wr_addr[2*s*MemW +: 2*MemW]),
        .mwr_data_o     (wr_data[2*s*256 +: 512]),
        .flush_valid_i  (flush_valid_i && !flushed_q[s]),
        .flush_ready_o  (flushed[s]),
        .forget_valid_i (forget_valid_i && !forgot_q[s]),
        .forget_ready_o (forgot[s]),
        .evt_o          (evt_o[6*s +: 6]),
        .idle_o         (idle[s])
      );

      assign rd_id[s*OwnW +: OwnW] = {{(OwnW-SideIdW){1'b0}}, id};
    end
    assign rd_id[2*OwnW +: OwnW] = {{(OwnW-BitsIW){1'b0}}, bits_id};
  endgenerate

  assign in_valid[0] = f_valid;
  assign f_ready     = in_ready[0];
  assign in_fresh[0] = f_fresh;
  assign in_line[0 +: LineW] = f_line[LineW-1:0];
  assign in_raced[0 +: 32]   = 32'd0;
  assign {in_words[0 +: 32], in_bytes[0 +: 4], in_tag[0 +: TagW], in_pc[0 +: PcW], in_era[0 +: EraW]} = f_op;

  wire some;                                             // something is between
  wire [2:0] level;
  pf_fifo #(
    .Width (NextW),
    .Depth (4),
    .Ram   (1)
  ) u_between (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (out_valid[0]),
    .in_ready_o  (out_ready[0]),
    .in_data_i   ({out_fresh[0], out_line[0 +: LineW], out_words[0 +: 32], out_raced[0 +: 32], out_bytes[0 +: 4],
                   out_tag[0 +: TagW], out_pc[0 +: PcW], out_era[0 +: EraW]}),
    .out_valid_o (in_valid[1]),
    .out_ready_i (in_ready[1]),
    .out_data_o  ({in_fresh[1], in_line[LineW +: LineW], in_words[32 +: 32], in_raced[32 +: 32], in_bytes[4 +: 4],
                   in_tag[TagW +: TagW], in_pc[PcW +: PcW], in_era[EraW +: EraW]}),
    .level_o     (level)
  );
  assign out_ready[1] = 1'b1;                            // its end is the end
  assign some = |level;

  assign add_o     = add[2:0];
  assign add_era_o = add_era[3*EraW-1:0];
  assign end_o     = done[1];
  assign end_era_o = done_era[EraW +: EraW];

  ////////////////
  // Memory     //
  ////////////////

  reg               read_q;                              // one is shown
  reg  [MemW-1:0]   read_addr_q;
  reg  [IdW-1:0]    read_id_q;
  wire              read;
  wire [MemW-1:0]   read_addr;
  wire [IdW-1:0]    read_id;
  wire              place = !read_q || mrd_ready_i;

  pf_read_port #(
    .N     (3),
    .AddrW (MemW),
    .IdW   (OwnW)
  ) u_reads (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .rd_valid_i   (rd_valid),
    .rd_ready_o   (rd_ready),
    .rd_addr_i    (rd_addr),
    .rd_id_i      (rd_id),
    .rsp_valid_o  (rsp_valid),
    .rsp_ready_i  (rsp_ready),
    .rsp_id_o     (rsp_id),
    .rsp_data_o   (rsp_data),
    .mrd_valid_o  (read),
    .mrd_ready_i  (place),
    .mrd_addr_o   (read_addr),
    .mrd_id_o     (read_id),
    .mrsp_valid_i (mrsp_valid_i),
    .mrsp_ready_o (mrsp_ready_o),
    .mrsp_id_i    (mrsp_id_i),
    .mrsp_data_i  (mrsp_data_i)
  );

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)    read_q <= 1'b0;
    else if (place) read_q <= read;
  end
  always @(posedge clk_i) begin
    if (place) {read_addr_q, read_id_q} <= {read_addr, read_id};
  end

  assign mrd_valid_o = read_q;
  assign mrd_addr_o  = read_addr_q;
  assign mrd_id_o    = read_id_q;

  pf_write_port #(
    .N (5)
  ) u_writes (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (wr_valid),
    .in_ready_o  (wr_ready),
    .out_valid_o (mwr_valid_o),
    .out_ready_i (mwr_ready_i),
    .turn_o      (wr_turn)
  );

  reg  [MemW-1:0] wr_at;
  reg  [255:0]    wr_what;
  integer         w;
  always @* begin
    wr_at   = {MemW{1'b0}};
    wr_what = 256'd0;
    for (w = 0; w < 5; w = w + 1) begin
      wr_at   = wr_at | (wr_addr[w*MemW +: MemW] & {MemW{wr_turn[w]}});
      wr_what = wr_what | (wr_data[w*256 +: 256] & {256{wr_turn[w]}});
    end
  end
  assign mwr_addr_o = wr_at;
  assign mwr_data_o = wr_what;

  assign idle_o = fresh_idle && (&idle) && !some;

  wire unused = &{1'b0, f_line, out_valid[1], out_fresh[1], out_line, out_words, out_raced, out_bytes, out_tag, out_pc, out_era,
                  add[3], add_era, done[0], done_era, 1'b0};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {op_valid_i, race_ready_i, mrd_ready_i, mrsp_valid_i, mwr_ready_i, flush_valid_i, forget_valid_i})
  reg f_flush_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_flush_q <= 1'b0;
    else         f_flush_q <= flush_valid_i || forget_valid_i;
  end

  `PF_ASSERT(a_flush, !(flush_valid_i || forget_valid_i) || (!op_valid_i && (f_flush_q || idle_o)))
`endif

endmodule

`resetall
