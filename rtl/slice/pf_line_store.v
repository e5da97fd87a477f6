// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_store: the data of the held lines, in two banks, even beats and odd beats, or in one.
//
//   wr_* (check) ----------+--> even bank --+--> rd_data_o   (check)
//   fill_* (memory) -+--> mux            |  |
//   wipe_* ----------+     +--> odd bank -+-+--> wb_data_o   (write-back)
//
// Check goes first and is never refused; a fill or a write-back read waits only when check uses its
// bank in the same cycle. A check that walks even, odd, even, ... leaves each bank every other cycle.
// A check's write leaves an entry's upper part, its owner, as it is unless it says so.
// One bank is half the memories, of twice the depth: for block RAMs, which are deep and few.
//
// Throughput  a check read, a check write, a fill and a write-back read a cycle while the banks differ.
// Latency     read data in the cycle after the read; a beat can be read in the cycle after its fill.
// Errs        never. rd_data_o counts in the cycle after rd_valid_i only. wb_data_o stays until
//             wb_lost_o says that check takes over its bank (the data count in that cycle too).
// State bits  memory Lines * Beats * 4 * EntryW; 1 (RdBeats 1) + 1.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_line_store #(
  parameter integer Lines   = 32,  // at least 1
  parameter integer Beats   = 2,   // 2 or 4
  parameter integer RdBeats = 1,   // 1 or 2
  parameter integer Banks   = 2,   // 1 or 2; at least RdBeats
  parameter integer EntryW  = 64,
  parameter integer OwnLsb  = 24,  // at most EntryW; with a whole number of GranW
  parameter integer GranW   = (EntryW % 8 == 0) ? 8 : 1,  // bits of the memories that are written together
  // Derived: do not override.
  parameter integer SlotW   = (Lines > 1) ? $clog2(Lines) : 1,
  parameter integer BeatW   = $clog2(Beats),
  parameter integer DataW   = 4 * EntryW,
  parameter integer Depth   = Lines * Beats / Banks,
  parameter integer RamW    = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  wire                     clk_i,

  // Check's reads and writes
  input  wire                     rd_valid_i,
  input  wire [SlotW-1:0]         rd_slot_i,
  input  wire [BeatW-1:0]         rd_beat_i,
  output wire [RdBeats*DataW-1:0] rd_data_o,
  input  wire                     wr_valid_i,
  input  wire [SlotW-1:0]         wr_slot_i,
  input  wire [BeatW-1:0]         wr_beat_i,
  input  wire [RdBeats*4-1:0]     wr_mask_i,    // entries
  input  wire [RdBeats*4-1:0]     wr_own_i,     // all of an entry, else its bits below OwnLsb
  input  wire [RdBeats*DataW-1:0] wr_data_i,

  // Beats that come from memory
  input  wire                     fill_valid_i,
  output wire                     fill_ready_o,
  input  wire [SlotW-1:0]         fill_slot_i,
  input  wire [BeatW-1:0]         fill_beat_i,
  input  wire [DataW-1:0]         fill_data_i,

  // Wipe: one address of each bank a cycle
  input  wire                     wipe_i,
  input  wire [RamW-1:0]          wipe_addr_i,
  input  wire [EntryW-1:0]        wipe_entry_i,

  // Reads for write-back
  input  wire                     wb_valid_i,
  output wire                     wb_ready_o,
  input  wire [SlotW-1:0]         wb_slot_i,
  input  wire [BeatW-1:0]         wb_beat_i,
  input  wire                     wb_take_i,
  output wire [DataW-1:0]         wb_data_o,    // 0 without wb_take_i
  output wire                     wb_lost_o
);

  // Where a beat lies: bit 0 names the bank if there are two. (One line of two beats then needs no address: its
  // slot is 0.)
  wire [SlotW+BeatW-1:0] rd_at   = {rd_slot_i, rd_beat_i};
  wire [SlotW+BeatW-1:0] wr_at   = {wr_slot_i, wr_beat_i};
  wire [SlotW+BeatW-1:0] fill_at = {fill_slot_i, fill_beat_i};
  wire [SlotW+BeatW-1:0] wb_at   = {wb_slot_i, wb_beat_i};

  wire rd_bank   = Banks == 2 && rd_beat_i[0];
  wire wr_bank   = Banks == 2 && wr_beat_i[0];
  wire fill_bank = Banks == 2 && fill_beat_i[0];
  wire wb_bank   = Banks == 2 && wb_beat_i[0];

  wire [1:0]         bank_rd;    // check reads the bank
  wire [1:0]         bank_wr;    // check writes the bank
  wire [Banks*DataW-1:0] bank_data;
  wire [2*DataW-1:0] read_data = {(2/Banks){bank_data}};
  wire [7:0]         wr_mask;    // by bank
  wire [7:0]         wr_own;
  wire [2*DataW-1:0] wr_data;
  wire [DataW-1:0]   wipe_data = {4{wipe_entry_i}} & {DataW{wipe_i}};

  generate
    if (RdBeats == 1) begin : g_one
      reg rd_bank_q;
      always @(posedge clk_i) begin
        if (rd_valid_i) rd_bank_q <= rd_bank;
      end
      assign bank_rd   = {rd_valid_i && rd_bank, rd_valid_i && !rd_bank};
      assign wr_mask   = {wr_bank ? wr_mask_i : 4'd0, wr_bank ? 4'd0 : wr_mask_i};
      assign wr_own    = {2{wr_own_i}};
      assign wr_data   = {2{wr_data_i}};
      assign rd_data_o = rd_bank_q ? read_data[2*DataW-1:DataW] : read_data[DataW-1:0];
    end else begin : g_two
      assign bank_rd   = {2{rd_valid_i}};
      assign wr_mask   = wr_mask_i;
      assign wr_own    = wr_own_i;
      assign wr_data   = wr_data_i;
      assign rd_data_o = read_data;
    end
  endgenerate

  assign bank_wr      = {wr_valid_i && |wr_mask[7:4], wr_valid_i && |wr_mask[3:0]};
  assign fill_ready_o = !wipe_i && !(fill_bank ? bank_wr[1] : bank_wr[0]);
  assign wb_ready_o   = !(wb_bank ? bank_rd[1] : bank_rd[0]);

`ifdef PF_PROVE_LINE_STORE
  wire [RamW-1:0]    f_ram_at;
  wire [Banks*DataW-1:0] f_word;
`endif

  genvar b, g;
  generate
    for (b = 0; b < Banks; b = b + 1) begin : g_bank
      wire            fill_here = fill_valid_i && (fill_bank == (b == 1));
      wire            wb_here   = wb_valid_i && (wb_bank == (b == 1));
      wire [3:0]      we_keep   = bank_wr[b] ? wr_mask[4*b +: 4] : {4{fill_here || wipe_i}};
      wire [3:0]      we_own    = we_keep & (wr_own[4*b +: 4] | {4{!bank_wr[b]}});
      wire [DataW/GranW-1:0] we;
      // ANDs and an OR are smaller than two multiplexers.
      wire [DataW-1:0] wdata    = (wr_data[b*DataW +: DataW] & {DataW{bank_wr[b]}}) | wipe_data
                                | (fill_data_i & {DataW{!bank_wr[b] && !wipe_i}});
      wire [RamW-1:0] waddr     = bank_wr[b] ? wr_at[Banks-1 +: RamW] : (wipe_i ? wipe_addr_i : fill_at[Banks-1 +: RamW]);

      for (g = 0; g < DataW / GranW; g = g + 1) begin : g_we
        localparam integer Entry = g * GranW / EntryW;
        if (g * GranW % EntryW < OwnLsb) begin : g_keep
          assign we[g] = we_keep[Entry];
        end else begin : g_own
          assign we[g] = we_own[Entry];
        end
      end

      pf_ram #(
        .Width (DataW),
        .Depth (Depth),
        .Lanes (DataW / GranW)
      ) u_ram (
        .clk_i   (clk_i),
        .we_i    (we),
        .waddr_i (waddr),
        .wdata_i (wdata),
        .re_i    (bank_rd[b] || wb_here),
        .raddr_i (bank_rd[b] ? rd_at[Banks-1 +: RamW] : wb_at[Banks-1 +: RamW]),
`ifdef PF_PROVE_LINE_STORE
        .f_addr_i (f_ram_at),
        .f_word_o (f_word[b*DataW +: DataW]),
`endif
        .rdata_o (bank_data[b*DataW +: DataW])
      );
    end
  endgenerate

  // The bank that holds the beat read for write-back, for as long as check leaves it alone
  reg wb_bank_q;
  always @(posedge clk_i) begin
    if (wb_valid_i && wb_ready_o) wb_bank_q <= wb_bank;
  end
  assign wb_data_o = (read_data[2*DataW-1:DataW] & {DataW{wb_take_i && wb_bank_q}})
                   | (read_data[DataW-1:0] & {DataW{wb_take_i && !wb_bank_q}});
  assign wb_lost_o = wb_bank_q ? bank_rd[1] : bank_rd[0];

  // The bits of the addresses that choose the bank, or that one line alone does not need; the other bank's, of one
  wire unused = &{1'b0, rd_at, wr_at, fill_at, wb_at, rd_beat_i, rd_bank, wr_bank, bank_rd, bank_wr, wr_mask, wr_own,
                  wr_data, 1'b0};

`ifdef PF_PROVE_LINE_STORE
`include "pf_line_store_proof.vh"
`endif

endmodule

`resetall
