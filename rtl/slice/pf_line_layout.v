// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_layout: where the parts of a table lie that has metadata by lines of 128 bytes of data.
//
//   region, table --> first, last line --> lines, beats of bits --> their sum --> what it leaves --> the pool
//
//   cfg_meta_base_i: | rows, a beat for each line | likewise, of each further side | a bit for each line | pool of each side |
//
// A beat of bits is of 256 lines, and begins where 256 divides the line's number. Blocks are 8 beats, as many for each side.
//
// Throughput  a sum a cycle, long before anybody is enabled.
// Latency     5 cycles.
// Errs        never. A table without room for rows and bits has no pool, and does not fit (fits_o).
// Handshake   none: outputs depend on no input; they have settled when settled_o says so.
// State bits  about 12 * AddrW.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_line_layout #(
  parameter integer AddrW    = 32,        // byte address within the slice's data; 10 to 32
  parameter integer BlockNoW = AddrW - 7, // number of a block
  parameter integer Sides    = 1,         // 1 or 2: tables of rows, and of blocks
  parameter integer Settle   = 6,         // cycles until what is behind has settled, too; 6 or 7
  // Derived: do not override.
  parameter integer MemW     = AddrW - 3,
  parameter integer LineW    = AddrW - 7
) (
  input  wire                  clk_i,
  input  wire                  rst_ni,           // asynchronous, active low

  input  wire                  change_i,         // what follows may change in the next cycle
  input  wire [AddrW-6:0]      cfg_base_i,       // the region: first sector
  input  wire [AddrW-2:0]      cfg_words_i,
  input  wire [AddrW-2:0]      cfg_entries_i,    // the table: so many times 8 bytes
  input  wire [MemW-1:0]       cfg_meta_base_i,  // ... from this beat on

  output wire [LineW-1:0]      first_o,          // lines of the region
  output wire [LineW-1:0]      last_o,
  output wire [31:0]           first_words_o,    // words of these two that are in it
  output wire [31:0]           last_words_o,
  output wire [Sides*MemW-1:0] rows_o,           // where line 0 would have its row
  output wire [MemW-1:0]       bits_o,           // ... and its bit
  output wire [MemW-1:0]       blocks_o,
  output wire [BlockNoW:0]     pool_o,           // blocks of a side
  output wire                  fits_o,
  output wire                  settled_o
);

  localparam integer WordW = AddrW - 1;
  localparam integer PoolW = BlockNoW + 1;
  localparam integer BlockBeats = 3 + Sides - 1; // log2 of the beats of a block of each side
  localparam [MemW-1:0] MOST  = {{(MemW-1){1'b0}}, 1'b1} << ((BlockNoW < MemW - 1) ? BlockNoW : MemW - 1);
  localparam [2:0] SETTLE = Settle[2:0];

  generate
    if (AddrW < 10 || AddrW > 32 || BlockNoW < 1 || PoolW > MemW || Sides < 1 || Sides > 2 || Settle < 6 || Settle > 7 ||
        MemW != AddrW - 3 || LineW != AddrW - 7) begin : g_bad_param
      PF_LINE_LAYOUT_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  reg  [2:0]       settle_q;                     // cycles until they have settled
  reg  [LineW-1:0] first_q, last_q;
  reg  [31:0]      first_words_q, last_words_q;
  reg  [MemW-1:0]  lines_q, bits_q, used_q, spare_q, rows_at_q, bits_at_q, blocks_at_q;
  reg  [PoolW-1:0] pool_q;
  reg              fits_q;
  wire [WordW-1:0] last_word = {1'b0, cfg_base_i, 3'd0} + cfg_words_i - {{(WordW-1){1'b0}}, 1'b1};
  wire [MemW-1:0]  table_beats = {{(MemW-WordW+2){1'b0}}, cfg_entries_i[WordW-1:2]};
  wire [MemW-1:0]  first_row = {{(MemW-LineW){1'b0}}, first_q} >> 8;
  wire [MemW-1:0]  all_rows = lines_q << (Sides - 1);
  wire [MemW-1:0]  blocks = spare_q >> BlockBeats;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                settle_q <= SETTLE;
    else if (change_i)          settle_q <= SETTLE;
    else if (settle_q != 3'd0)  settle_q <= settle_q - 3'd1;
  end

  always @(posedge clk_i) begin
    first_q       <= cfg_base_i[AddrW-6:2];
    last_q        <= last_word[WordW-2 -: LineW];
    first_words_q <= 32'hffff_ffff << {cfg_base_i[1:0], 3'd0};
    last_words_q  <= 32'hffff_ffff >> ~last_word[4:0];
    lines_q       <= {{(MemW-LineW){1'b0}}, last_q} - {{(MemW-LineW){1'b0}}, first_q} + {{(MemW-1){1'b0}}, 1'b1};
    bits_q        <= ({{(MemW-LineW){1'b0}}, last_q} >> 8) - first_row + {{(MemW-1){1'b0}}, 1'b1};
    used_q        <= all_rows + bits_q;
    spare_q       <= table_beats - used_q;
    fits_q        <= used_q <= table_beats;
    pool_q        <= (used_q > table_beats) ? {PoolW{1'b0}} :
                     (blocks > MOST) ? MOST[PoolW-1:0] : blocks[PoolW-1:0];
    rows_at_q     <= cfg_meta_base_i - {{(MemW-LineW){1'b0}}, first_q};
    bits_at_q     <= cfg_meta_base_i + all_rows - first_row;
    blocks_at_q   <= cfg_meta_base_i + used_q;
  end

  generate
    if (Sides == 2) begin : g_second
      reg [MemW-1:0] second_q;
      always @(posedge clk_i) second_q <= rows_at_q + lines_q;
      assign rows_o = {second_q, rows_at_q};
    end else begin : g_one
      assign rows_o = rows_at_q;
    end
  endgenerate

  assign first_o       = first_q;
  assign last_o        = last_q;
  assign first_words_o = first_words_q;
  assign last_words_o  = last_words_q;
  assign bits_o        = bits_at_q;
  assign blocks_o      = blocks_at_q;
  assign pool_o        = pool_q;
  assign fits_o        = fits_q;
  assign settled_o     = settle_q == 3'd0;

  wire unused = &{1'b0, cfg_base_i, cfg_entries_i, last_word, 1'b0};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {change_i, settled_o})
`ifdef PF_PROVE_LINE_LAYOUT
  `include "pf_line_layout_proof.vh"
`endif
`endif  // SYNTHESIS

endmodule

`resetall
