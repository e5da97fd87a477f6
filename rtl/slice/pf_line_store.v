// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_store: the data of the held lines, in two banks, even beats and odd beats, or in one.
//
//   wr_* (check) --+--> met ------------------------> mux --> rd_data_o   (check)
//                  +-----------> even bank --+---------^
//   fill_* (memory) -+--> mux             |  |
//   wipe_* ----------+     +---> odd bank -+-+--> wb_data_o   (write-back)
//
// Check goes first and is never refused; a fill or a write-back read waits only when check uses its
// bank in the same cycle. A check that walks even, odd, even, ... leaves each bank every other cycle.
// A check's write leaves an entry's upper part, its owner, as it is unless it says so.
// A check that reads where one writes in the same cycle gets what is written: entries, and their two parts, are memories of
// their own, so that what is written of one does not spoil what is read of another.
// One bank is half the memories, of twice the depth: for block RAMs, which are deep and few.
//
// Throughput  a check read, a check write, a fill and a write-back read a cycle while the banks differ.
// Latency     read data in the cycle after the read; a beat can be read in the cycle after its fill.
// Errs        never. rd_data_o counts in the cycle after rd_valid_i only. wb_data_o stays until
//             wb_lost_o says that check takes over its bank (the data count in that cycle too).
// State bits  memory Lines * Beats * 4 * EntryW; RdBeats * 4 * (EntryW + 2) + 1 (RdBeats 1) + 1.

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
  parameter integer OwnLsb  = 24,  // 1 to EntryW: where an entry's upper part begins
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
  wire [RdBeats*DataW-1:0] rd_read;  // what the memories hold
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
      assign rd_read   = rd_bank_q ? read_data[2*DataW-1:DataW] : read_data[DataW-1:0];
    end else begin : g_two
      assign bank_rd   = {2{rd_valid_i}};
      assign wr_mask   = wr_mask_i;
      assign wr_own    = wr_own_i;
      assign wr_data   = wr_data_i;
      assign rd_read   = read_data;
    end
  endgenerate

  //////////////////
  // Met          //
  //////////////////

  // With two beats at once their pair counts, not the beat.
  localparam integer PairLsb = (RdBeats == 2) ? 1 : 0;

  wire meet = rd_valid_i && wr_valid_i && rd_at[SlotW+BeatW-1:PairLsb] == wr_at[SlotW+BeatW-1:PairLsb];
  reg  [RdBeats*4-1:0]     met_q, met_own_q;  // entries that are written where they are read, and their owners
  reg  [RdBeats*DataW-1:0] wrote_q;

  always @(posedge clk_i) begin
    met_q     <= wr_mask_i & {RdBeats*4{meet}};
    met_own_q <= wr_mask_i & wr_own_i & {RdBeats*4{meet}};
    wrote_q   <= wr_data_i;
  end

  genvar m;
  generate
    for (m = 0; m < RdBeats * 4; m = m + 1) begin : g_met
      assign rd_data_o[m*EntryW +: OwnLsb] = met_q[m] ? wrote_q[m*EntryW +: OwnLsb] : rd_read[m*EntryW +: OwnLsb];
      if (OwnLsb < EntryW) begin : g_own
        assign rd_data_o[m*EntryW+OwnLsb +: EntryW-OwnLsb] =
            met_own_q[m] ? wrote_q[m*EntryW+OwnLsb +: EntryW-OwnLsb] : rd_read[m*EntryW+OwnLsb +: EntryW-OwnLsb];
      end else begin : g_no_own
        wire unused_own = met_own_q[m];
      end
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
      // ANDs and an OR are smaller than two multiplexers.
      wire [DataW-1:0] wdata    = (wr_data[b*DataW +: DataW] & {DataW{bank_wr[b]}}) | wipe_data
                                | (fill_data_i & {DataW{!bank_wr[b] && !wipe_i}});
      wire [RamW-1:0] waddr     = bank_wr[b] ? wr_at[Banks-1 +: RamW] : (wipe_i ? wipe_addr_i : fill_at[Banks-1 +: RamW]);
      wire            re        = bank_rd[b] || wb_here;
      wire [RamW-1:0] raddr     = bank_rd[b] ? rd_at[Banks-1 +: RamW] : wb_at[Banks-1 +: RamW];

      for (g = 0; g < 4; g = g + 1) begin : g_entry
        localparam integer At = b * DataW + g * EntryW;
        pf_ram #(
          .Width (OwnLsb),
          .Depth (Depth)
        ) u_keep (
          .clk_i   (clk_i),
          .we_i    (we_keep[g]),
          .waddr_i (waddr),
          .wdata_i (wdata[g*EntryW +: OwnLsb]),
          .re_i    (re),
          .raddr_i (raddr),
`ifdef PF_PROVE_LINE_STORE
          .f_addr_i (f_ram_at),
          .f_word_o (f_word[At +: OwnLsb]),
`endif
          .rdata_o (bank_data[At +: OwnLsb])
        );
        if (OwnLsb < EntryW) begin : g_own
          pf_ram #(
            .Width (EntryW - OwnLsb),
            .Depth (Depth)
          ) u_own (
            .clk_i   (clk_i),
            .we_i    (we_own[g]),
            .waddr_i (waddr),
            .wdata_i (wdata[g*EntryW+OwnLsb +: EntryW-OwnLsb]),
            .re_i    (re),
            .raddr_i (raddr),
`ifdef PF_PROVE_LINE_STORE
            .f_addr_i (f_ram_at),
            .f_word_o (f_word[At+OwnLsb +: EntryW-OwnLsb]),
`endif
            .rdata_o (bank_data[At+OwnLsb +: EntryW-OwnLsb])
          );
        end else begin : g_no_own
          wire unused_own = we_own[g];
        end
      end
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

  generate
    if (OwnLsb < 1 || OwnLsb > EntryW) begin : g_bad_param
      PF_LINE_STORE_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  // The bits of the addresses that choose the bank, or that one line alone does not need; the other bank's, of one
  wire unused = &{1'b0, rd_at, wr_at, fill_at, wb_at, rd_beat_i, rd_bank, wr_bank, bank_rd, bank_wr, wr_mask, wr_own,
                  wr_data, 1'b0};

`ifdef PF_PROVE_LINE_STORE
`include "pf_line_store_proof.vh"
`endif

endmodule

`resetall
