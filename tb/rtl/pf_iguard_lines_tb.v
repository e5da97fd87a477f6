// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_lines_tb: accesses to 64 lines, with what the reference model makes of each word (pf_iguard_lines_vec).
//
//   +vec=FILE --> accesses --> DUT <--> pf_memory_model
//                 races, word by word <-- DUT
//                 at each flush: all words' last writers and readers in memory
//
// Also checked: words checked, each once; pieces of each era, of which none is left in the end; that blocks are used; idle_o.
// Plusargs: +vec=FILE +seed=N +stall=op|mrd|mrsp|mwr|race +pool=N (blocks, and the vectors' option, too)

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

`define PF_BENCH "pf_iguard_lines"

module pf_iguard_lines_tb #(
  parameter integer Sets     = 8,
  parameter integer Requests = 16,
  parameter integer Inside   = 24
);

  localparam [0:0] OnePort = 1'b0;

`include "pf_iguard_lines_bench.vh"

  reg                 op_valid = 1'b0;
  wire                op_ready;
  reg  [LineW-1:0]    op_line;
  reg  [31:0]         op_words;
  reg  [3:0]          op_bytes;
  reg  [TagW-1:0]     op_tag;
  reg  [PcW-1:0]      op_pc;
  reg  [EraW-1:0]     op_era;
  wire [2:0]          add;
  wire [3*EraW-1:0]   add_era;
  wire                ended;
  wire [EraW-1:0]     end_era;
  wire [1:0]          look_step, look_valid;
  wire [2*BlockW-1:0] look_block;
  wire [2*WarpW-1:0]  look_warp;
  wire [2*EraW-1:0]   look_era;
  reg  [2*TimesW-1:0] times, times1, times2;
  wire                taken   = op_valid && op_ready;
  wire [7:0]          touches = 8'hff;
  wire [31:0]         checked = 32'hffff_ffff;

  pf_iguard_lines #(
    .LineW    (LineW),
    .PcW      (PcW),
    .EraW     (EraW),
    .BlockNoW (BlockNoW),
    .MemW     (MemW),
    .Sets     (Sets),
    .Requests (Requests),
    .Inside   (Inside)
  ) u_dut (
    .clk_i          (clk),
    .rst_ni         (rst_n),
    .lanes_i        (lanes),
    .cfg_rows_i     ({READERS, ROWS}),
    .cfg_blocks_i   (BLOCKS),
    .cfg_bits_i     (BITS),
    .cfg_pool_i     (pool),
    .op_valid_i     (op_valid),
    .op_ready_o     (op_ready),
    .op_line_i      (op_line),
    .op_words_i     (op_words),
    .op_bytes_i     (op_bytes),
    .op_tag_i       (op_tag),
    .op_pc_i        (op_pc),
    .op_era_i       (op_era),
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
    .mrd_valid_o    (mrd_valid),
    .mrd_ready_i    (mrd_ready),
    .mrd_addr_o     (mrd_addr),
    .mrd_id_o       (mrd_id),
    .mrsp_valid_i   (mrsp_valid),
    .mrsp_ready_o   (mrsp_ready),
    .mrsp_id_i      (mrsp_id),
    .mrsp_data_i    (mrsp_data),
    .mwr_valid_o    (mwr_valid),
    .mwr_ready_i    (mwr_ready),
    .mwr_addr_o     (mwr_addr),
    .mwr_data_o     (mwr_data),
    .flush_valid_i  (flush_valid),
    .flush_ready_o  (flush_ready),
    .forget_valid_i (forget_valid),
    .forget_ready_o (forget_ready),
    .turn_o         (turn),
    .turn_words_o   (turn_words),
    .expanded_o     (expanded),
    .forgot_o       (forgot),
    .evt_o          (evt),
    .evt_bits_o     (evt_bits),
    .idle_o         (idle)
  );

  ////////////////
  // Driving    //
  ////////////////

  integer inside [0:15];
  integer all_inside, i;

  reg [TimesW-1:0] known [0:63];
  reg [TimesW-1:0] v_times;
  reg              v_lanes;

  task read_start;
    begin
      got   = $fscanf(file, "%h", v_lanes);
      lanes = v_lanes;
      for (k = 0; k < 64; k = k + 1) begin
        got      = $fscanf(file, "%h", v_times);
        known[k] = v_times;
      end
    end
  endtask

  task start;
    begin
      all_inside = 0;
      for (i = 0; i < 16; i = i + 1) inside[i] = 0;
    end
  endtask

  task drive(input now);
    begin
      op_valid = op_valid || now;
      {op_line, op_words, op_bytes, op_tag, op_era} = {line[next], words[next], bytes[next], tag[next], era[next]};
      op_pc    = next[PcW-1:0];
    end
  endtask

  task undrive;
    op_valid = 1'b0;
  endtask

  task watch_more;
    begin
      if (idle && all_inside != 0) fail("idle");
      for (i = 0; i < 3; i = i + 1) begin
        if (add[i]) begin
          inside[add_era[i*EraW +: EraW]] = inside[add_era[i*EraW +: EraW]] + 1;
          all_inside = all_inside + 1;
        end
      end
      if (ended) begin
        inside[end_era] = inside[end_era] - 1;
        all_inside = all_inside - 1;
        if (inside[end_era] < 0) fail("a piece too few");
      end
      if (taken) begin
        inside[op_era] = inside[op_era] + 1;
        all_inside     = all_inside + 1;
      end
    end
  endtask

  // Three steps later; what was not asked for is anything.
  wire [31:0]  hash0 = {{(32-BlockW){1'b0}}, look_block[0 +: BlockW]} * 32'd5 + {{(32-WarpW){1'b0}}, look_warp[0 +: WarpW]} * 32'd3 +
                       {{(32-EraW){1'b0}}, look_era[0 +: EraW]} * 32'd7;
  wire [31:0]  hash1 = {{(32-BlockW){1'b0}}, look_block[BlockW +: BlockW]} * 32'd5 +
                       {{(32-WarpW){1'b0}}, look_warp[WarpW +: WarpW]} * 32'd3 + {{(32-EraW){1'b0}}, look_era[EraW +: EraW]} * 32'd7;
  wire [127:0] anything = {~r, r, ~r, r};
  always @(posedge clk) begin
    if (look_step[0]) begin
      times1[0 +: TimesW] <= look_valid[0] ? known[hash0[5:0]] : anything[TimesW-1:0];
      times2[0 +: TimesW] <= times1[0 +: TimesW];
      times[0 +: TimesW]  <= times2[0 +: TimesW];
    end
    if (look_step[1]) begin
      times1[TimesW +: TimesW] <= look_valid[1] ? known[hash1[5:0]] : anything[TimesW-1:0];
      times2[TimesW +: TimesW] <= times1[TimesW +: TimesW];
      times[TimesW +: TimesW]  <= times2[TimesW +: TimesW];
    end
  end

endmodule

`resetall
