// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_memory: one memory for the three caches of pf_line_engine: where their rows lie, whose turn it is.
//
//   rd_* of each, + cfg_* --> pf_read_port --> a register --> mrd_*      mrsp_* --> rsp_* of each
//   wr_* of each --> pf_write_port --> mwr_*
//
// Vectors have the cache of rows of lines first, then that of beats of blocks, then that of touched bits; a read is
// of cfg_* + row, modulo 2^MemW; a write has that already. A read that waits in the register may be passed by a write: nobody writes a row that he has
// asked for and not got.
//
// It is a part of pf_line_unit (docs/metadata-engine.md).
//
// Throughput  a read, an answer and a write a cycle.
// Latency     a read 1 cycle, an answer 0, a write 0, or 1 when the turn is elsewhere.
// Errs        never.
// Handshake   as pf_read_port and pf_write_port; mrd_* depends on no input, rd_ready_o on mrd_ready_i.
// State bits  8 + IdW + MemW.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_line_memory #(
  parameter integer MemW   = 24,                 // address of a beat of memory
  parameter integer RowsW  = 20,                 // of a line's row, less than MemW; likewise below
  parameter integer BeatsW = 20,
  parameter integer BitsW  = 12,
  parameter integer IdW    = 4                   // of a cache's ids
) (
  input  wire               clk_i,
  input  wire               rst_ni,              // asynchronous, active low

  // Where the first row of each lies; static
  input  wire [MemW-1:0]    cfg_rows_i,
  input  wire [MemW-1:0]    cfg_blocks_i,
  input  wire [MemW-1:0]    cfg_bits_i,

  // Caches
  input  wire [2:0]         rd_valid_i,
  output wire [2:0]         rd_ready_o,
  input  wire [RowsW-1:0]   rd_row_i,
  input  wire [BeatsW-1:0]  rd_beat_i,
  input  wire [BitsW-1:0]   rd_bits_i,
  input  wire [3*IdW-1:0]   rd_id_i,
  output wire [2:0]         rsp_valid_o,
  input  wire [2:0]         rsp_ready_i,
  output wire [IdW-1:0]     rsp_id_o,
  output wire [255:0]       rsp_data_o,
  input  wire [2:0]         wr_valid_i,
  output wire [2:0]         wr_ready_o,
  input  wire [3*MemW-1:0]  wr_addr_i,           // of memory
  input  wire [767:0]       wr_data_i,

  // Memory
  output wire               mrd_valid_o,
  input  wire               mrd_ready_i,
  output wire [MemW-1:0]    mrd_addr_o,
  output wire [IdW+1:0]     mrd_id_o,
  input  wire               mrsp_valid_i,
  output wire               mrsp_ready_o,
  input  wire [IdW+1:0]     mrsp_id_i,
  input  wire [255:0]       mrsp_data_i,
  output wire               mwr_valid_o,
  input  wire               mwr_ready_i,
  output wire [MemW-1:0]    mwr_addr_o,
  output wire [255:0]       mwr_data_o
);

  generate
    if (RowsW < 1 || BeatsW < 1 || BitsW < 1 || IdW < 1 || RowsW >= MemW || BeatsW >= MemW || BitsW >= MemW) begin : g_bad_param
      PF_LINE_MEMORY_BAD_PARAMETER u_bad ();     // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Reads      //
  ////////////////

  reg               read_q;                      // one is shown
  reg  [MemW-1:0]   read_addr_q;
  reg  [IdW+1:0]    read_id_q;
  wire              read;
  wire [MemW-1:0]   read_addr;
  wire [IdW+1:0]    read_id;
  wire              place   = !read_q || mrd_ready_i;
  wire [3*MemW-1:0] rd_addr = {cfg_bits_i   + {{(MemW-BitsW){1'b0}}, rd_bits_i},
                               cfg_blocks_i + {{(MemW-BeatsW){1'b0}}, rd_beat_i},
                               cfg_rows_i   + {{(MemW-RowsW){1'b0}}, rd_row_i}};

  pf_read_port #(
    .N     (3),
    .AddrW (MemW),
    .IdW   (IdW)
  ) u_reads (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .rd_valid_i   (rd_valid_i),
    .rd_ready_o   (rd_ready_o),
    .rd_addr_i    (rd_addr),
    .rd_id_i      (rd_id_i),
    .rsp_valid_o  (rsp_valid_o),
    .rsp_ready_i  (rsp_ready_i),
    .rsp_id_o     (rsp_id_o),
    .rsp_data_o   (rsp_data_o),
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

  ////////////////
  // Writes     //
  ////////////////

  wire [2:0] turn;

  pf_write_port #(
    .N (3)
  ) u_writes (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (wr_valid_i),
    .in_ready_o  (wr_ready_o),
    .out_valid_o (mwr_valid_o),
    .out_ready_i (mwr_ready_i),
    .turn_o      (turn)
  );

  assign mwr_addr_o = (wr_addr_i[0 +: MemW] & {MemW{turn[0]}}) | (wr_addr_i[MemW +: MemW] & {MemW{turn[1]}}) |
                      (wr_addr_i[2*MemW +: MemW] & {MemW{turn[2]}});
  assign mwr_data_o = (wr_data_i[0 +: 256] & {256{turn[0]}}) | (wr_data_i[256 +: 256] & {256{turn[1]}}) |
                      (wr_data_i[512 +: 256] & {256{turn[2]}});

endmodule

`resetall
