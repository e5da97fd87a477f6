// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Parts of pf_store_buffer as they may ever behave, for proofs that watch byte PF_WATCHED_BYTE of lines:
//
//   pf_bloom  maybe of any line, but never no of one that was inserted, nor maybe where nothing was
//   pf_fifo   a queue that shows a word in the cycle after it came, or any time later (-DPF_LATER)
//   pf_ram    a memory
//
// Of words with bytes of lines or a mask of them only the watched byte and its bit are kept; the others read
// as anything, each time anew, of a mask those of a sector alike: only whether a sector has any is ever
// asked. But for times the real parts can do nothing that these cannot.

`resetall
`timescale 1ns / 1ps
`default_nettype none

// A word and what is kept of it. Layouts, by their width (pf_store_buffer, pf_log_read; LineW is 2 bits):
//   1024 data | 1156 sectors, mask, data | 130 mask, line | more than 128: other things, mask | others: all
module pf_kept #(
  parameter integer Width = 8,
  parameter integer Kept  = (Width == 1024) ? 8 : (Width == 1156) ? 13 : (Width > 128) ? Width - 127 : Width
) (
  input  wire [Width-1:0] word_i,
  output wire [Kept-1:0]  kept_o,
  input  wire [Kept-1:0]  kept_i,
  output wire [Width-1:0] word_o
);
  localparam integer Byte = `PF_WATCHED_BYTE;
  localparam [3:0]   Sectors = `PF_SECTORS;
  localparam integer Low  = (Width == 1156) ? 1024 : (Width == 130) ? 2 : 0;  // of the mask
  (* anyseq *) wire [4:0] any;  // of each sector's mask, and of data
  genvar b;
  generate
    if (Width == 1024) begin : g_data
      assign kept_o = word_i[8*Byte +: 8];
      for (b = 0; b < Width; b = b + 1) begin : g_bit
        if (b / 8 == Byte) assign word_o[b] = kept_i[b % 8];
        else               assign word_o[b] = any[4];
      end
    end else if (Width > 128) begin : g_mask
      wire [Width-1:0] shown;
      for (b = 0; b < 128; b = b + 1) begin : g_bit
        if (b == Byte) assign shown[Low + b] = kept_i[0];
        else           assign shown[Low + b] = any[b / 32] && Sectors[b / 32];
      end
      assign word_o = shown;
      if (Width == 1156) begin : g_store
        assign kept_o = {word_i[1155:1152], word_i[8*Byte +: 8], word_i[Low + Byte]};
        assign shown[1155:1152] = kept_i[12:9];
        for (b = 0; b < 1024; b = b + 1) begin : g_byte
          if (b / 8 == Byte) assign shown[b] = kept_i[1 + b % 8];
          else               assign shown[b] = any[4];
        end
      end else if (Width == 130) begin : g_header
        assign kept_o = {word_i[1:0], word_i[Low + Byte]};
        assign shown[1:0] = kept_i[2:1];
      end else begin : g_low
        assign kept_o = {word_i[Width-1:128], word_i[Byte]};
        assign shown[Width-1:128] = kept_i[Kept-1:1];
      end
    end else begin : g_all
      assign kept_o = word_i;
      assign word_o = kept_i;
    end
  endgenerate
endmodule

module pf_fifo #(
  parameter integer Width  = 8,
  parameter integer Depth  = 4,
  parameter integer Ram    = 0,
  parameter integer LevelW = $clog2(Depth + 1)
) (
  input  wire              clk_i, rst_ni, in_valid_i,
  output wire              in_ready_o,
  input  wire [Width-1:0]  in_data_i,
  output wire              out_valid_o,
  input  wire              out_ready_i,
  output wire [Width-1:0]  out_data_o,
  output wire [LevelW-1:0] level_o
);
  localparam integer Kept = (Width == 1156) ? 13 : (Width > 128) ? Width - 127 : Width;
  reg  [(Depth+1)*Kept-1:0] queue_q;
  reg  [LevelW-1:0]         level_q;
  reg                       shown_q;
`ifdef PF_LATER
  (* anyseq *) wire         soon;
`else
  wire                      soon = 1'b1;
`endif
  wire [Kept-1:0]           in;
  wire                      push = in_valid_i && in_ready_o;
  wire                      pop  = out_valid_o && out_ready_i;
  integer                   n;

  pf_kept #(.Width (Width)) u_kept (
    .word_i (in_data_i), .kept_o (in), .kept_i (queue_q[Kept-1:0]), .word_o (out_data_o)
  );

  always @(posedge clk_i) begin
    if (!rst_ni) level_q <= {LevelW{1'b0}};
    else         level_q <= level_q + push - pop;
    shown_q <= rst_ni && out_valid_o && !out_ready_i;
    for (n = 0; n < Depth; n = n + 1) begin
      if (push && n + pop == level_q) queue_q[n*Kept +: Kept] <= in;
      else if (pop)                   queue_q[n*Kept +: Kept] <= queue_q[(n+1)*Kept +: Kept];
    end
  end

  assign in_ready_o  = level_q != Depth;
  assign out_valid_o = level_q != 0 && (shown_q || soon);
  assign level_o     = level_q;
endmodule

module pf_ram #(
  parameter integer Width = 8,
  parameter integer Depth = 16,
  parameter integer Lanes = 1,
  parameter integer AddrW = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  wire             clk_i,
  input  wire [Lanes-1:0] we_i,
  input  wire [AddrW-1:0] waddr_i,
  input  wire [Width-1:0] wdata_i,
  input  wire             re_i,
  input  wire [AddrW-1:0] raddr_i,
  output wire [Width-1:0] rdata_o
);
  localparam integer Kept = (Width == 1024) ? 8 : (Width > 128) ? Width - 127 : Width;
  localparam integer Lane = `PF_WATCHED_BYTE * Lanes / 128;  // with the watched byte, where there are lanes
  reg  [Kept-1:0] mem_q [0:Depth-1];
  reg  [Kept-1:0] rdata_q;
  wire [Kept-1:0] in;
  (* anyseq *) wire [Kept-1:0] junk;

  pf_kept #(.Width (Width)) u_kept (.word_i (wdata_i), .kept_o (in), .kept_i (rdata_q), .word_o (rdata_o));

  always @(posedge clk_i) begin
    if (we_i[Lane]) mem_q[waddr_i] <= in;
    // A read that meets a write, or an address beyond the end
    if (re_i) rdata_q <= (|we_i && waddr_i == raddr_i) || {1'b0, raddr_i} >= Depth[AddrW:0] ? junk : mem_q[raddr_i];
  end
endmodule

module pf_bloom #(
  parameter integer Warps = 2,
  parameter integer Bits  = 2,
  parameter integer Ways  = 1,
  parameter integer LineW = 2,
  parameter integer WarpW = (Warps > 1) ? $clog2(Warps) : 1
) (
  input  wire             clk_i, rst_ni, query_i,
  input  wire [WarpW-1:0] query_warp_i,
  input  wire [LineW-1:0] query_line_i,
  output wire             maybe_o,
  input  wire             insert_i, clear_i,
  input  wire [WarpW-1:0] clear_warp_i,
  output wire             clear_last_o
);
  localparam integer Lines = 1 << LineW;
  reg  [Warps*Lines-1:0] set_q;     // lines that were inserted
  reg  [WarpW-1:0]       warp_q;
  reg  [LineW-1:0]       line_q;
  reg                    maybe_q;
  (* anyseq *) wire      any;
  wire [Lines-1:0]       set = set_q[query_warp_i*Lines +: Lines];

  always @(posedge clk_i) begin
    if (query_i) begin
      warp_q  <= query_warp_i;
      line_q  <= query_line_i;
      maybe_q <= set[query_line_i] || (any && |set);
    end
    if (clear_i)       set_q[clear_warp_i*Lines +: Lines] <= {Lines{1'b0}};
    else if (insert_i)   set_q[warp_q*Lines + line_q] <= 1'b1;
  end

  assign maybe_o      = maybe_q;
  assign clear_last_o = 1'b1;
endmodule

`resetall
