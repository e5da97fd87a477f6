// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_read_port: N readers of one memory: reads in turn, each answer to its reader.
//
//   rd_* of each --> pf_arbiter --> mrd_*, its id {reader, id}
//   rsp_* of each <-- the reader of the id <-- mrsp_*
//
// Which read is shown is known in the cycle in which it comes, so that no cycle is lost between readers; the turn is
// what a register says. Answers come in any order. An id and the data of an answer are on a port that all readers share;
// rsp_valid_o says whose it is.
//
// It is a part of pf_line_unit (docs/metadata-engine.md).
//
// Throughput  a read and an answer a cycle.
// Latency     0 cycles, both ways.
// Errs        never: a read waits for at most one of each other reader; one that is shown stays until it is taken. An answer
//             with no reader's id is never taken.
// Handshake   rd_* stays until it is taken. rd_ready_o depends on rd_valid_i of all and mrd_ready_i, mrd_* on rd_*; mrsp_ready_o on
//             mrsp_id_i and rsp_ready_i, rsp_valid_o on mrsp_valid_i and mrsp_id_i.
// State bits  N - 1.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_read_port #(
  parameter integer N       = 3,              // readers, at least 1
  parameter integer AddrW   = 24,
  parameter integer IdW     = 4,              // of a reader's ids
  parameter integer DataW   = 256,
  // Derived: do not override.
  parameter integer ReaderW = (N > 1) ? $clog2(N) : 1
) (
  input  wire                   clk_i,
  input  wire                   rst_ni,       // asynchronous, active low

  // Readers
  input  wire [N-1:0]           rd_valid_i,
  output wire [N-1:0]           rd_ready_o,
  input  wire [N*AddrW-1:0]     rd_addr_i,
  input  wire [N*IdW-1:0]       rd_id_i,
  output wire [N-1:0]           rsp_valid_o,  // at most one
  input  wire [N-1:0]           rsp_ready_i,
  output wire [IdW-1:0]         rsp_id_o,
  output wire [DataW-1:0]       rsp_data_o,

  // Memory
  output wire                   mrd_valid_o,
  input  wire                   mrd_ready_i,
  output wire [AddrW-1:0]       mrd_addr_o,
  output wire [ReaderW+IdW-1:0] mrd_id_o,     // {reader, id}
  input  wire                   mrsp_valid_i,
  output wire                   mrsp_ready_o,
  input  wire [ReaderW+IdW-1:0] mrsp_id_i,
  input  wire [DataW-1:0]       mrsp_data_i
);

  generate
    if (N < 1 || AddrW < 1 || IdW < 1 || DataW < 1 || ReaderW != ((N > 1) ? $clog2(N) : 1)) begin : g_bad_param
      PF_READ_PORT_BAD_PARAMETER u_bad ();    // no such module: elaboration stops here
    end
  endgenerate

  genvar k;

  ////////////////
  // Reads      //
  ////////////////

  localparam integer ReadW = AddrW + IdW;
  wire [N*ReadW-1:0] reads;
  wire [ReaderW-1:0] reader;
  wire [IdW-1:0]     id;

  generate
    for (k = 0; k < N; k = k + 1) begin : g_read
      assign reads[k*ReadW +: ReadW] = {rd_addr_i[k*AddrW +: AddrW], rd_id_i[k*IdW +: IdW]};
    end
  endgenerate

  pf_arbiter #(
    .N     (N),
    .Width (ReadW)
  ) u_turn (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (rd_valid_i),
    .in_ready_o  (rd_ready_o),
    .in_data_i   (reads),
    .out_valid_o (mrd_valid_o),
    .out_ready_i (mrd_ready_i),
    .out_data_o  ({mrd_addr_o, id}),
    .out_index_o (reader)
  );

  assign mrd_id_o = {reader, id};

  ////////////////
  // Answers    //
  ////////////////

  wire [N-1:0] whose;

  generate
    for (k = 0; k < N; k = k + 1) begin : g_whose
      localparam [31:0] Number = k;
      assign whose[k] = mrsp_id_i[IdW +: ReaderW] == Number[ReaderW-1:0];
    end
  endgenerate

  assign rsp_valid_o  = whose & {N{mrsp_valid_i}};
  assign mrsp_ready_o = |(whose & rsp_ready_i);
  assign rsp_id_o     = mrsp_id_i[IdW-1:0];
  assign rsp_data_o   = mrsp_data_i;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  // Reads that wait stay as they are (pf_arbiter: the one that is shown), and answers.
  reg  [N-1:0]             f_waits_q;
  reg  [N*ReadW-1:0]       f_reads_q;
  reg                      f_answer_waits_q;
  reg  [ReaderW+IdW-1:0]   f_id_q;
  reg  [N*ReadW-1:0]       f_moved;
  integer                  f_k;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {f_waits_q, f_answer_waits_q} <= {(N+1){1'b0}};
    else         {f_waits_q, f_answer_waits_q} <= {rd_valid_i & ~rd_ready_o, mrsp_valid_i && !mrsp_ready_o};
  end
  always @(posedge clk_i) {f_reads_q, f_id_q} <= {reads, mrsp_id_i};
  always @* begin
    f_moved = reads ^ f_reads_q;
    for (f_k = 0; f_k < N; f_k = f_k + 1) f_moved[f_k*ReadW +: ReadW] = f_moved[f_k*ReadW +: ReadW] & {ReadW{f_waits_q[f_k]}};
  end

  `PF_ASSERT_KNOWN(a_ctrl_known, {rd_valid_i, mrd_ready_i, mrsp_valid_i, rsp_ready_i})
  `PF_ASSUME(m_reads_stay, (f_waits_q & ~rd_valid_i) == {N{1'b0}} && f_moved === {(N*ReadW){1'b0}})
  `PF_ASSUME(m_answer_stays, !f_answer_waits_q || (mrsp_valid_i && mrsp_id_i === f_id_q))
  `PF_ASSUME(m_whose, !mrsp_valid_i || |whose)
  `PF_ASSERT(a_one_answer, (rsp_valid_o & (rsp_valid_o - 1'b1)) == {N{1'b0}})
  `PF_COVER(c_both, mrd_valid_o && mrd_ready_i && mrsp_valid_i && mrsp_ready_o)
`endif

`ifdef PF_PROVE_READ_PORT
  `include "pf_read_port_proof.vh"
`endif

endmodule

`resetall
