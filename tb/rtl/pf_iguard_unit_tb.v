// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_unit_tb: accesses and messages, halts and new regions of pf_iguard_unit_vec, and all that must come of them.
//
//   +vec=FILE --> registers, requests --> DUT <--> pf_memory_model
//                 races, in any order, as records are written <--'
//                 drained: counters; halted: all words' last writers and readers in memory
//
// Checked: every record is one of the races that are still to come, bit for bit, and lies where it should; a race without a record
// was dropped or repeated, and a repeated one has an earlier record of its pc, kind and side; counters, RING_HEAD and irq at each
// drain; a table that is too small is refused; reads and writes go where their kind belongs; valid and payload of mrd and mwr stay
// until taken; registers can be read at any time and answer with an error what they must; halted, drained, set up anew and started,
// the unit misses nothing else; messages without end do not keep it from draining; and idle_o: clocks are left out at random while
// it is high and no valid input is there.
// Plusargs: pf_unit_bench.vh's; +count is for the vectors only.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "pf_regs.vh"

`define PF_BENCH "pf_iguard_unit"

module pf_iguard_unit_tb #(
  parameter integer Places   = 4,
  parameter integer Age      = 32,
  parameter integer Sets     = 8,
  parameter integer Requests = 16,
  parameter integer Queue    = 24,
  parameter integer Eras     = 16,
  parameter integer AddrW    = `PF_ADDR_W,
  parameter integer PcW      = `PF_IGUARD_RACE_PC_W,
  parameter integer Seen     = `PF_SEEN
);

  localparam integer MemW    = AddrW - 3;
  localparam integer SideIdW = $clog2(Requests) + $clog2(4 * Sets);
  localparam integer IdW     = 2 + ((SideIdW > 8) ? SideIdW : 8);
  localparam integer SideW   = `PF_IGUARD_SIDE_W;
  localparam integer TagW    = `PF_IGUARD_TAG_W;
  localparam integer RaceW   = `PF_IGUARD_RACE_W;
  localparam integer KeyW    = 8;                 // of a race, for the filter: 4 bits of the pc, kind, side
  localparam integer Depth   = 2048;
  localparam integer Expect  = 4096;              // races between two drains
  localparam integer Limit   = 60000;             // cycles without any progress
  localparam [31:0]  ID      = `PF_REG_VALUE_ID_IGUARD;
  localparam [7:0]   HOLES   = 8'h50;

`include "pf_unit_bench.vh"

  reg                 req_message;
  reg  [AddrW-6:0]    req_sector;
  reg  [7:0]          req_words;
  reg  [3:0]          req_bytes;
  reg  [TagW-1:0]     req_tag;
  reg  [PcW-1:0]      req_pc;

  pf_iguard_unit #(
    .AddrW    (AddrW),
    .PcW      (PcW),
    .Places   (Places),
    .Age      (Age),
    .Sets     (Sets),
    .Requests (Requests),
    .Queue    (Queue),
    .Eras     (Eras),
    .Seen     (Seen)
  ) u_dut (
    .clk_i         (dclk),
    .rst_ni        (rst_n),
    .req_valid_i   (req_valid),
    .req_ready_o   (req_ready),
    .req_message_i (req_message),
    .req_sector_i  (req_sector),
    .req_words_i   (req_words),
    .req_bytes_i   (req_bytes),
    .req_tag_i     (req_tag),
    .req_pc_i      (req_pc),
    .mrd_valid_o   (mrd_valid),
    .mrd_ready_i   (mrd_ready),
    .mrd_addr_o    (mrd_addr),
    .mrd_id_o      (mrd_id),
    .mrsp_valid_i  (mrsp_valid),
    .mrsp_ready_o  (mrsp_ready),
    .mrsp_id_i     (mrsp_id),
    .mrsp_data_i   (mrsp_data),
    .mwr_valid_o   (mwr_valid),
    .mwr_ready_i   (mwr_ready),
    .mwr_kind_o    (mwr_kind),
    .mwr_addr_o    (mwr_addr),
    .mwr_data_o    (mwr_data),
    .reg_valid_i   (reg_valid),
    .reg_ready_o   (reg_ready),
    .reg_write_i   (reg_write),
    .reg_addr_i    (reg_addr),
    .reg_wdata_i   (reg_wdata),
    .reg_rdata_o   (reg_rdata),
    .reg_error_o   (reg_error),
    .irq_o         (irq),
    .idle_o        (idle)
  );

  ////////////////
  // Records    //
  ////////////////

  localparam integer WordsL = `PF_IGUARD_RACE_WORDS_LSB;
  localparam integer NoL    = `PF_IGUARD_RACE_NUMBER_LSB;

  reg  [RaceW-1:0]     want [0:Expect-1];         // races since the last drain
  reg                  came [0:Expect-1];         // ... all their words have a record
  integer              wants = 0;
  integer              head = 0;                  // records of this run
  integer              records = 0, races = 0, refused = 0, w;
  reg  [1:0]           join_mode;
  reg  [RaceW-1:0]     record, one, both;
  reg  [31:0]          unmatched;
  reg  [(1<<KeyW)-1:0] told;                      // of these there is a record in this run
  reg                  report_all;

  function [KeyW-1:0] key_of;
    input [RaceW-1:0] race;
    key_of = {race[`PF_IGUARD_RACE_PC_LSB +: 4], race[`PF_IGUARD_RACE_KIND_LSB +: 3], race[`PF_IGUARD_RACE_WITH_READER_LSB]};
  endfunction

  task record_written;
    begin
      record = mwr_data[RaceW-1:0];
      checks = checks + 1;
      if (mwr_addr !== ring_first + head % (ring_end - ring_first) || record[NoL +: 16] !== head[15:0] ||
          mwr_data !== {{(256-RaceW){1'b0}}, record}) begin
        $display("FAIL record %0d: at %h: %h", head, mwr_addr, mwr_data);
        fail;
      end
      record[NoL +: 16] = 16'd0;
      unmatched = record[WordsL +: 32];
      record[WordsL +: 32] = 32'd0;
      for (w = 0; w < wants && unmatched != 32'd0; w = w + 1) begin
        one  = want[w];
        both = one;
        both[WordsL +: 32] = 32'd0;
        if (!came[w] && both === record && (join_mode == 2'd0 ? unmatched == one[WordsL +: 32] :
                                            (one[WordsL +: 32] & ~unmatched) == 32'd0)) begin
          came[w]   = 1'b1;
          unmatched = unmatched & ~one[WordsL +: 32];
        end
      end
      if (unmatched != 32'd0 && join_mode != 2'd2) begin
        $display("FAIL record %0d: %h: no such race, words %h", head, mwr_data, unmatched);
        fail;
      end
      told[key_of(record)] = 1'b1;
      head    = head + 1;
      records = records + 1;
    end
  endtask

  task sent;
    {req_message, req_sector, req_words, req_bytes, req_tag, req_pc} = {(AddrW+TagW+PcW+8){x[3]}};
  endtask

  ////////////////
  // Drained    //
  ////////////////

  reg  [31:0] n_records, n_dropped, n_repeated, was_dropped, n_races;
  integer     drops = 0, repeats = 0, halts = 0, drains = 0;

  task read_counter(input [7:0] addr);
    begin
      reg_access(1'b0, addr, 32'd0);
      n_races = n_races + answer;
    end
  endtask

  // Records, dropped and repeated races are all races; each that has no record is one of the latter.
  task races_there;
    integer missing, untold;
    begin
      moved = cycle;
      background = 1'b0;
      reg_access(1'b0, `PF_REG_COUNTERS + 8 * `PF_COUNTER_RECORDS, 32'd0);
      n_records = answer;
      reg_access(1'b0, `PF_REG_DROPPED, 32'd0);
      n_dropped = answer;
      reg_access(1'b0, `PF_REG_REPEATED, 32'd0);
      n_repeated = answer;
      n_races = 32'd0;
      read_counter(`PF_REG_COUNTERS + 8 * `PF_COUNTER_RACE_ATOMIC_SCOPE);
      read_counter(`PF_REG_COUNTERS + 8 * `PF_COUNTER_RACE_FENCE_BLOCK);
      read_counter(`PF_REG_COUNTERS + 8 * `PF_COUNTER_RACE_FENCE_DEVICE);
      read_counter(`PF_REG_COUNTERS + 8 * `PF_COUNTER_RACE_NOT_STRONG);
      read_counter(`PF_REG_COUNTERS + 8 * `PF_COUNTER_RACE_LOCK);
      read_counter(`PF_REG_COUNTERS + 8 * `PF_COUNTER_STALL_OWNER);
      missing = 0;
      untold  = 0;
      for (w = 0; w < wants; w = w + 1) begin
        if (!came[w]) missing = missing + 1;
        if (!came[w] && !told[key_of(want[w])]) untold = untold + 1;
      end
      checks = checks + 4;
      if (n_records != records || n_records + n_dropped + n_repeated != n_races ||
          (join_mode == 2'd0 && n_races != races) ||
          (join_mode == 2'd0 && missing != n_dropped - drops + n_repeated - repeats) ||
          (join_mode != 2'd2 && n_dropped == drops && (untold != 0 || (report_all && missing != 0)))) begin
        $display("FAIL %0d records of %0d, %0d dropped, %0d repeated, races %0d of %0d; %0d missing, %0d untold", n_records,
                 records, n_dropped, n_repeated, n_races, races, missing, untold);
        fail;
      end
      if (irq !== (head != last_head)) begin
        $display("FAIL irq is %b with head %0d, tail %0d", irq, head, last_head);
        fail;
      end
      reg_expect(`PF_REG_RING_HEAD, head);
      reg_access(1'b1, `PF_REG_RING_TAIL, head);
      last_head  = head;
      drops      = n_dropped;
      repeats    = n_repeated;
      wants      = 0;
      background = !fixed;
    end
  endtask

  // A word's side in memory: 0 writer, 1 reader
  reg [255:0] row;
  reg [1:0]   of;
  reg [63:0]  is, must;
  integer     sides = 0;

  task look_at_line(input integer line);
    integer word, s, at;
    begin
      for (word = 0; word < 32; word = word + 1) begin
        for (s = 0; s < 2; s = s + 1) begin
          got = $fscanf(fd, "%h", must);
          if (got != 1) wrong_file;
          row = u_memory.mem[meta_first+line-first+s*lines];
          of  = {row[224+word], row[192+word]};
          is  = row[64*of +: 64];
          if (&row[255:192]) begin
            at  = meta_first + used + 8 * (s * pool + row[31:0]) + word / 4;
            row = u_memory.mem[at];
            is  = row[64*(word%4) +: 64];
          end else if (of == 2'd3) begin
            is = 64'd0;
          end
          checks = checks + 1;
          sides  = sides + 1;
          if (is !== must) begin
            $display("FAIL line %0d word %0d side %0d: %h, expected %h", line, word, s, is, must);
            fail;
          end
        end
      end
    end
  endtask

  ////////////////
  // Main       //
  ////////////////

  reg [63:0]  a, b, c, d, e, f, g, h, i, j, k, l;
  reg [255:0] beat;
  reg [31:0]  ctrl;
  integer     kind, last_head = 0, first, lines, used, pool, regions = 0;

  task read_region;
    begin
      got = $fscanf(fd, "%h %h %h %h %h %h %h %h %h %h %h %h\n", a, b, c, d, e, f, g, h, i, j, k, l);
      if (got != 12) wrong_file;
      ctrl = 32'd0;
      ctrl[`PF_REG_CTRL_SCORD_LSB]      = b[0];
      ctrl[`PF_REG_CTRL_REPORT_ALL_LSB] = j[0];
      ctrl[`PF_REG_CTRL_IRQ_ENABLE_LSB] = 1'b1;
    end
  endtask

  task refuse(input write, input [7:0] addr, input [31:0] data);
    begin
      reg_try(write, addr, data);
      checks = checks + 1;
      if (wrong !== 1'b1) begin
        $display("FAIL register %h, %h: not refused", addr, data);
        fail;
      end
      refused = refused + 1;
    end
  endtask

  task write_region;
    begin
      reg_access(1'b1, `PF_REG_CTRL, ctrl);
      reg_access(1'b1, `PF_REG_REGION_BASE, c[31:0]);
      reg_access(1'b1, `PF_REG_REGION_WORDS, d[31:0]);
      reg_access(1'b1, `PF_REG_META_BASE, g[31:0]);
      reg_access(1'b1, `PF_REG_RING_BASE, h[31:0]);
      reg_access(1'b1, `PF_REG_RING_LOG2, i[31:0]);
      reg_access(1'b1, `PF_REG_ENTRIES, f[31:0]);
      refuse(1'b1, `PF_REG_COMMAND, 32'd1);       // too small
      reg_access(1'b1, `PF_REG_ENTRIES, e[31:0]);
      refuse(1'b1, `PF_REG_CTRL, ctrl | 32'd1);   // not swept
      reg_access(1'b1, `PF_REG_COMMAND, (regions == 0) ? 32'd3 : 32'd1);
      join_mode  = a[1:0];
      report_all = j[0];
      meta_first = g;
      meta_end   = g + e / 4;
      ring_first = h;
      ring_end   = h + (1 << i);
      first      = c / 4;
      lines      = (c * 8 + d - 1) / 32 - first + 1;
      used       = k;
      pool       = l;
      last_head  = 0;
      head       = 0;
      told       = 0;
      regions    = regions + 1;
    end
  endtask

  task configure;
    begin
      read_region;
      if (regions == 0) begin
        @(negedge clk);
        while (!idle) @(negedge clk);
        reg_expect(`PF_REG_ID, ID);
      end else begin
        write_when_drained(`PF_REG_ENTRIES, e[31:0]);  // nothing comes in from here on
        wait_for(`PF_REG_STATUS_IDLE_LSB);
      end
      write_region;
    end
  endtask

  // A halted unit drains, whatever messages come.
  task flood;
    integer n;
    begin
      join_mode  = 2'd2;                          // nobody says what races there are
      background = 1'b0;
      ctrl[`PF_REG_CTRL_ENABLE_LSB] = 1'b1;
      write_when_drained(`PF_REG_CTRL, ctrl);
      for (n = 0; n < 60; n = n + 1) begin
        turn;
        {req_message, req_sector, req_words, req_bytes, req_pc} = 0;
        req_sector = 4 * first + x[5:0];
        req_words  = x[15:8] | 8'd1;
        req_bytes  = 4'hf;
        req_tag    = {x, x, x};
        send;
      end
      ctrl[`PF_REG_CTRL_ENABLE_LSB] = 1'b0;
      reg_access(1'b1, `PF_REG_CTRL, ctrl);
      req_message = 1'b1;
      req_tag     = 0;
      req_tag[`PF_IGUARD_MESSAGE_KIND_LSB +: 3] = 3'd`PF_IGUARD_MSG_FENCE;
      req_valid   = 1'b1;
      n           = cycle;
      wait_for(`PF_REG_STATUS_DRAINED_LSB);
      if (cycle - n > 20000) begin
        $display("FAIL messages keep it from draining: %0d cycles", cycle - n);
        fail;
      end
      taken = 1'b0;
      while (!taken) begin
        #4;
        taken = req_ready;
        @(negedge clk);
      end
      req_valid = 1'b0;
      while (!idle) @(negedge clk);
    end
  endtask

  initial begin
    bench_start;
    kind = 0;
    while (kind != 6) begin
      got = $fscanf(fd, "%h", kind);
      if (got != 1) wrong_file;
      case (kind)
        0: configure;
        1: begin
          got = $fscanf(fd, "%h %h %h %h %h %h\n", a, b, c, d, beat, f);
          if (got != 6) wrong_file;
          req_message = a[0];
          req_sector  = a[0] ? x[AddrW-6:0] : b[AddrW-6:0];
          req_words   = a[0] ? x[31:24] : c[7:0];
          req_bytes   = a[0] ? x[23:20] : d[3:0];
          req_tag     = beat[TagW-1:0];
          req_pc      = f[PcW-1:0];
          send;
        end
        2: begin
          got = $fscanf(fd, "%h\n", beat);
          if (got != 1 || wants == Expect) wrong_file;
          want[wants] = beat[RaceW-1:0];
          came[wants] = 1'b0;
          wants = wants + 1;
          races = races + 1;
        end
        3: begin
          @(negedge clk);
          while (!idle) @(negedge clk);
          races_there;
          drains = drains + 1;
        end
        4: begin
          got = $fscanf(fd, "%h", a);
          if (got != 1) wrong_file;
          look_at_line(a);
        end
        5: begin
          got = $fscanf(fd, "%h %h\n", a, b);
          if (got != 2) wrong_file;
          background = 1'b0;
          reg_expect(a[7:0], b[31:0]);
          background = !fixed;
        end
        6:  ;
        7: begin
          enabled = 1'b0;
          ctrl[`PF_REG_CTRL_ENABLE_LSB] = 1'b0;
          reg_access(1'b1, `PF_REG_CTRL, ctrl);
        end
        8: begin
          wait_for(`PF_REG_STATUS_DRAINED_LSB);
          races_there;
          halts = halts + 1;
        end
        9: begin
          ctrl[`PF_REG_CTRL_ENABLE_LSB] = 1'b1;
          write_when_drained(`PF_REG_CTRL, ctrl);
          enabled = 1'b1;
          background = !fixed;
          reg_expect(`PF_REG_CTRL, ctrl);
        end
        default: wrong_file;
      endcase
    end
    flood;
    if (records == 0 || (sides == 0 && join_mode != 2'd2)) wrong_file;
    $display("PASS pf_iguard_unit seed=%0d checks=%0d records=%0d races=%0d sides=%0d cycles=%0d left_out=%0d halts=%0d areas=%0d",
             seed, checks, records, races, sides, cycle, left_out, halts, regions);
    $finish;
  end

endmodule

`resetall
