// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_engine_tb: accesses to 64 lines, sector by sector, and messages of SMs, with what the reference model makes of each
// word (pf_iguard_engine_vec).
//
//   +vec=FILE --> requests --> DUT <--> pf_memory_model
//                 races, word by word <-- DUT
//                 at each flush: all words' last writers and readers in memory
//
// Also checked: words checked and skipped, each once; that blocks are used; idle_o.
// Plusargs: +vec=FILE +seed=N +stall=op|mrd|mrsp|mwr|race +pool=N (blocks, and the vectors' option, too)

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

`define PF_BENCH "pf_iguard_engine"

module pf_iguard_engine_tb #(
  parameter integer Sets     = 8,
  parameter integer Requests = 16,
  parameter integer Queue    = 24,
  parameter integer Places   = 4,
  parameter integer Age      = 32,
  parameter integer Eras     = 16
);

  localparam [0:0] OnePort = 1'b1;

`include "pf_iguard_lines_bench.vh"

  localparam integer AddrW = LineW + 7;

  reg                 req_valid = 1'b0, req_message;
  wire                req_ready;
  reg  [AddrW-6:0]    req_sector;
  reg  [7:0]          req_words;
  reg  [3:0]          req_bytes;
  reg  [TagW-1:0]     req_tag;
  reg  [PcW-1:0]      req_pc;
  reg  [31:0]         first_word, end_word;    // that are checked
  wire                some_race, race_reader;
  wire [5:0]          skipped;
  wire                epoch, stall_message, access_inside;
  wire                taken   = req_valid && req_ready;
  wire [31:0]         checked;
  wire [7:0]          touches = {2{race_side[`PF_IGUARD_SIDE_BYTES_LSB +: 4] | {4{race_kind[2:0] == `PF_IGUARD_KIND_INSTRUCTION}}}};

  // Which words of the region's first and last lines, and of the line of `next`
  wire [31:0]         last_word = end_word - 32'd1;
  wire [31:0]         firsts    = 32'hffff_ffff << first_word[4:0];
  wire [31:0]         lasts     = 32'hffff_ffff >> (5'd31 - last_word[4:0]);
  genvar g;
  generate
    for (g = 0; g < 32; g = g + 1) begin : g_checked
      wire [31:0] at_word = {21'd0, line[(next < n) ? next : 0], 5'd0} + g;
      assign checked[g] = at_word >= first_word && at_word < end_word;
    end
  endgenerate

  assign race_valid = {some_race && race_reader, some_race && !race_reader};

  // One port for both
  wire [LineW-1:0]    one_line;
  wire [31:0]         one_words;
  wire [3:0]          one_bytes;
  wire [2:0]          one_kind;
  wire                one_others;
  wire [SideW-1:0]    one_side;
  wire [TagW-1:0]     one_tag;
  wire [PcW-1:0]      one_pc;
  assign race_line   = {2{one_line}};
  assign race_words  = {2{one_words}};
  assign race_bytes  = {2{one_bytes}};
  assign race_kind   = {2{one_kind}};
  assign race_others = {2{one_others}};
  assign race_side   = {2{one_side}};
  assign race_tag    = {2{one_tag}};
  assign race_pc     = {2{one_pc}};

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
  ) u_dut (
    .clk_i             (clk),
    .rst_ni            (rst_n),
    .cfg_lanes_i       (lanes),
    .cfg_first_i       (first_word[LineW+4:5]),
    .cfg_last_i        (last_word[LineW+4:5]),
    .cfg_first_words_i (firsts),
    .cfg_last_words_i  (lasts),
    .cfg_rows_i        ({READERS, ROWS}),
    .cfg_blocks_i      (BLOCKS),
    .cfg_bits_i        (BITS),
    .cfg_pool_i        (pool),
    .req_valid_i       (req_valid),
    .req_ready_o       (req_ready),
    .req_message_i     (req_message),
    .req_sector_i      (req_sector),
    .req_words_i       (req_words),
    .req_bytes_i       (req_bytes),
    .req_tag_i         (req_tag),
    .req_pc_i          (req_pc),
    .mrd_valid_o       (mrd_valid),
    .mrd_ready_i       (mrd_ready),
    .mrd_addr_o        (mrd_addr),
    .mrd_id_o          (mrd_id),
    .mrsp_valid_i      (mrsp_valid),
    .mrsp_ready_o      (mrsp_ready),
    .mrsp_id_i         (mrsp_id),
    .mrsp_data_i       (mrsp_data),
    .mwr_valid_o       (mwr_valid),
    .mwr_ready_i       (mwr_ready),
    .mwr_addr_o        (mwr_addr),
    .mwr_data_o        (mwr_data),
    .race_valid_o      (some_race),
    .race_ready_i      (&race_ready),
    .race_line_o       (one_line),
    .race_words_o      (one_words),
    .race_bytes_o      (one_bytes),
    .race_kind_o       (one_kind),
    .race_reader_o     (race_reader),
    .race_others_o     (one_others),
    .race_side_o       (one_side),
    .race_tag_o        (one_tag),
    .race_pc_o         (one_pc),
    .flush_valid_i     (flush_valid),
    .flush_ready_o     (flush_ready),
    .forget_valid_i    (forget_valid),
    .forget_ready_o    (forget_ready),
    .turn_o            (turn),
    .turn_words_o      (turn_words),
    .skipped_o         (skipped),
    .epoch_o           (epoch),
    .expanded_o        (expanded),
    .forgot_o          (forgot),
    .evt_o             (evt),
    .evt_bits_o        (evt_bits),
    .stall_message_o   (stall_message),
    .access_o          (access_inside),
    .idle_o            (idle)
  );

  ////////////////
  // Driving    //
  ////////////////

  integer      skips, want_skips, epochs, late, i;
  reg          v_lanes;
  reg [31:0]   v_first, v_n;

  task read_start;
    begin
      got        = $fscanf(file, "%h %h %h", v_lanes, v_first, v_n);
      lanes      = v_lanes;
      first_word = v_first;
      end_word   = (v_first + v_n > Lines * 32) ? Lines * 32 : v_first + v_n;
    end
  endtask

  task start;
    begin
      skips = 0;
      want_skips = 0;
      epochs = 0;
      late = 0;
    end
  endtask

  task drive(input now);
    begin
      req_valid   = req_valid || now;
      req_message = kind[next] == 2'd3;
      req_words   = words[next][31:24] | words[next][23:16] | words[next][15:8] | words[next][7:0];
      req_sector  = {line[next], |words[next][31:16], |(words[next][31:24] | words[next][15:8])};
      req_bytes   = bytes[next];
      req_tag     = tag[next];
      req_pc      = next[PcW-1:0];
      if (req_message) {req_words, req_sector, req_bytes} = {next[7:0], next[AddrW-6:0], next[3:0]};  // means nothing
    end
  endtask

  task undrive;
    begin
      req_valid = 1'b0;
    end
  endtask

  task watch_more;
    begin
      skips  = skips + {26'd0, skipped};
      epochs = epochs + {31'd0, epoch};
      late   = late + {31'd0, stall_message};
      if (idle && skips != want_skips) fail("words skipped");
      if (taken && req_message && req_tag[2:0] == 3'd2) touched = {Lines{1'b0}};
      if (taken && !req_message) begin
        for (i = 0; i < 32; i = i + 1) want_skips = want_skips + {31'd0, words[next][i] && !checked[i]};
      end
      if (idle && access_inside) fail("idle");
    end
  endtask

endmodule

`resetall
