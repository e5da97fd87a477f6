// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_bloom: one Bloom filter for each warp: which lines may be in its write log.
//
//   query_* --> Ways hashes of the line --+--> Ways pf_ram, a bit a lane --> the bit of each --> AND --> maybe_o
//                                         |        ^          ^
//                                         \-> *_q -/          |
//   insert_i: the bits of the line asked for last             |
//   clear_i:  rows of a warp, one a cycle --------------------/
//
// Bit of way k: XOR of the pieces of the line, of as many bits as the way's number has, piece j
// turned left by k * j.
//
// Throughput  one query, insert or row of a clear a cycle; a clear is 2^W / 32 rows, at least one.
// Latency     maybe_o in the cycle after query_i; it stays until the next query.
// Errs        says maybe of a line that was not inserted. Never no of one that was, since the clear.
// State bits  Warps * Bits in memories; flops Ways * W + clog2(Warps), and a count of rows.
//
// A memory of one port would do: reads and writes never meet. Contents after reset are undefined:
// clear every warp before its first use.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_bloom #(
  parameter integer Warps = `PF_WARPS,       // any number, at least 1
  parameter integer Bits  = `PF_BLOOM_BITS,  // Ways times a power of 2, at least 2
  parameter integer Ways  = `PF_BLOOM_WAYS,  // at least 1
  parameter integer LineW = `PF_LINE_W,
  // Derived: do not override.
  parameter integer WarpW = (Warps > 1) ? $clog2(Warps) : 1
) (
  input  wire             clk_i,
  input  wire             rst_ni,         // asynchronous, active low

  // At most one of query, insert and clear in a cycle
  input  wire             query_i,
  input  wire [WarpW-1:0] query_warp_i,
  input  wire [LineW-1:0] query_line_i,
  output wire             maybe_o,

  input  wire             insert_i,       // the line asked for last, of its warp

  input  wire             clear_i,        // held until clear_last_o
  input  wire [WarpW-1:0] clear_warp_i,
  output wire             clear_last_o    // the last row is cleared in this cycle
);

  localparam integer W      = $clog2(Bits / Ways);
  localparam integer Chunks = (LineW + W - 1) / W;
  localparam integer LowW   = (W < 5) ? W : 5;  // bit within a row
  localparam integer RowW   = 1 << LowW;
  localparam integer HighW  = W - LowW;         // row within a warp
  localparam integer AddrW  = WarpW + HighW;
  localparam integer Depth  = (Warps > 1 ? Warps : 2) << HighW;
  localparam integer CountW = (HighW > 0) ? HighW : 1;
  localparam [RowW-1:0] ONE = {{(RowW-1){1'b0}}, 1'b1};

  generate
    if (Warps < 1 || Ways < 1 || LineW < 1 || W < 1 || Ways * (1 << W) != Bits) begin : g_bad_param
      PF_BLOOM_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  // The rows of a clear
  reg  [CountW-1:0] row_q;
  wire              last = HighW == 0 || &row_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      row_q <= {CountW{1'b0}};
    else if (clear_i) row_q <= last ? {CountW{1'b0}} : row_q + 1'b1;
  end

  assign clear_last_o = last;

  // What was asked for last
  reg  [WarpW-1:0]  warp_q;
  reg  [Ways*W-1:0] hash_q;
  wire [Ways*W-1:0] hash;

  always @(posedge clk_i) begin
    if (query_i) begin
      warp_q <= query_warp_i;
      hash_q <= hash;
    end
  end

  wire [Ways-1:0]   bits;
`ifdef PF_PROVE_BLOOM
  (* anyconst *) wire [LineW-1:0] f_line;
  (* anyconst *) wire [WarpW-1:0] f_warp;
  wire [Ways*W-1:0] f_hash;
  wire [Ways-1:0]   f_set;
`endif

  genvar k, j, b;
  generate
    for (k = 0; k < Ways; k = k + 1) begin : g_way
      // Bit b of the hash: one bit of each piece; none beyond the end of the line
      for (b = 0; b < W; b = b + 1) begin : g_bit
        wire [Chunks-1:0] part;
        for (j = 0; j < Chunks; j = j + 1) begin : g_chunk
          localparam integer At = j * W + (b + W - (k * j) % W) % W;
          assign part[j] = At < LineW && query_line_i[At % LineW];
`ifdef PF_PROVE_BLOOM
          wire f_part = At < LineW && f_line[At % LineW];
`endif
        end
        assign hash[k*W + b] = ^part;
      end

      // The row that holds the bit: the warp above the high bits of the hash
      wire [AddrW-1:0] clear_row, query_row, insert_row;
      if (HighW > 0) begin : g_rows
        assign clear_row  = {clear_warp_i, row_q};
        assign query_row  = {query_warp_i, hash[k*W + LowW +: HighW]};
        assign insert_row = {warp_q, hash_q[k*W + LowW +: HighW]};
      end else begin : g_row
        assign clear_row  = clear_warp_i;
        assign query_row  = query_warp_i;
        assign insert_row = warp_q;
      end

`ifdef PF_PROVE_BLOOM
      // The same bit of the line that the proof follows
      wire [AddrW-1:0] f_row;
      wire [RowW-1:0]  f_word;
      for (b = 0; b < W; b = b + 1) begin : g_f_bit
        wire [Chunks-1:0] part;
        for (j = 0; j < Chunks; j = j + 1) begin : g_f_chunk
          assign part[j] = g_bit[b].g_chunk[j].f_part;
        end
        assign f_hash[k*W + b] = ^part;
      end
      if (HighW > 0) begin : g_f_rows
        assign f_row = {f_warp, f_hash[k*W + LowW +: HighW]};
      end else begin : g_f_row
        assign f_row = f_warp;
      end
      assign f_set[k] = f_word[f_hash[k*W +: LowW]];
`endif

      wire [LowW-1:0] at = hash_q[k*W +: LowW];
      wire [RowW-1:0] row;
      assign bits[k] = row[at];

`ifdef PF_PROVE_BLOOM
      pf_ram_watched #(
`else
      pf_ram #(
`endif
        .Width (RowW),
        .Depth (Depth),
        .Lanes (RowW)
      ) u_rows (
        .clk_i   (clk_i),
        .we_i    (clear_i ? {RowW{1'b1}} : insert_i ? ONE << at : {RowW{1'b0}}),
        .waddr_i (clear_i ? clear_row : insert_row),
        .wdata_i ({RowW{!clear_i}}),
        .re_i    (query_i),
        .raddr_i (query_row),
        .rdata_o (row)
`ifdef PF_PROVE_BLOOM
        ,
        .f_at_i   (f_row),
        .f_word_o (f_word)
`endif
      );
    end
  endgenerate

  assign maybe_o = &bits;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {query_i, insert_i, clear_i})
  `PF_ASSERT(a_one, {1'b0, query_i} + {1'b0, insert_i} + {1'b0, clear_i} <= 2'd1)
  `PF_ASSERT(a_query_inside, !query_i || {1'b0, query_warp_i} < Warps[WarpW:0])
  `PF_ASSERT(a_clear_inside, !clear_i || {1'b0, clear_warp_i} < Warps[WarpW:0])
`endif

`ifdef PF_PROVE_BLOOM
  `include "pf_bloom_proof.vh"
`endif

endmodule

`resetall
