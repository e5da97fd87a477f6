// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_report_tb: races, with fate and record of the reference in C (pf_iguard_report_vec), idle cycles and back-pressure.
//
// Checked: in every cycle head, interrupt, full_o, idle_o, what is shown and counted; each record, where it lies; that a record
// that waits stays; the cycles that a race takes. Every fate, every kind, waits, and a ring that begins anew are met.
// Plusargs: +vec=FILE +seed=N +stall=race|rwr; AddrW and Seen as the vectors' addr_w= and seen=.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_report_tb #(
  parameter integer AddrW = `PF_ADDR_W,
  parameter integer Seen  = `PF_SEEN
);

  localparam integer MemW  = AddrW - 3;
  localparam integer PcW   = `PF_IGUARD_RACE_PC_W;
  localparam integer RaceW = `PF_IGUARD_RACE_W;
  localparam integer Kinds = `PF_IGUARD_KIND_CODES - 1;
  localparam [1:0]   RECORDED = 2'd0, DROPPED = 2'd1, REPEATED = 2'd2;  // enum pf_reported

  reg                          clk = 1'b0;
  reg                          rst_n = 1'b0;
  reg  [MemW-1:0]              ring_base = 0;
  reg  [4:0]                   ring_log2 = 5'd1;
  reg  [31:0]                  ring_tail = 32'd0;
  reg                          report_all = 1'b0, irq_enable = 1'b1, clear = 1'b0, race_valid = 1'b0;
  wire                         race_ready;
  reg  [AddrW-8:0]             race_line;
  reg  [31:0]                  race_words;
  reg  [3:0]                   race_bytes;
  reg  [2:0]                   race_kind;
  reg                          race_with_reader, race_with_others;
  reg  [`PF_IGUARD_SIDE_W-1:0] race_side;
  reg  [`PF_IGUARD_TAG_W-1:0]  race_tag;
  reg  [PcW-1:0]               race_pc;
  wire                         rwr_valid;
  reg                          rwr_ready = 1'b0;
  wire [MemW-1:0]              rwr_addr;
  wire [RaceW-1:0]             rwr_data;
  wire [31:0]                  ring_head;
  wire [Kinds-1:0]             kinds;
  wire                         irq, dropped, repeated, recorded, full, idle;

  always #5 clk = ~clk;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_iguard_report u_dut (
`else
  pf_iguard_report #(
    .AddrW (AddrW),
    .Seen  (Seen)
  ) u_dut (
`endif
    .clk_i              (clk),
    .rst_ni             (rst_n),
    .cfg_ring_base_i    (ring_base),
    .cfg_ring_log2_i    (ring_log2),
    .cfg_ring_tail_i    (ring_tail),
    .cfg_report_all_i   (report_all),
    .cfg_irq_enable_i   (irq_enable),
    .clear_i            (clear),
    .race_valid_i       (race_valid),
    .race_ready_o       (race_ready),
    .race_line_i        (race_line),
    .race_words_i       (race_words),
    .race_bytes_i       (race_bytes),
    .race_kind_i        (race_kind),
    .race_with_reader_i (race_with_reader),
    .race_with_others_i (race_with_others),
    .race_side_i        (race_side),
    .race_tag_i         (race_tag),
    .race_pc_i          (race_pc),
    .rwr_valid_o        (rwr_valid),
    .rwr_ready_i        (rwr_ready),
    .rwr_addr_o         (rwr_addr),
    .rwr_data_o         (rwr_data),
    .ring_head_o        (ring_head),
    .irq_o              (irq),
    .kinds_o            (kinds),
    .dropped_o          (dropped),
    .repeated_o         (repeated),
    .recorded_o         (recorded),
    .full_o             (full),
    .idle_o             (idle)
  );

  // A line of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg                          v_clear, v_all, v_irq, v_reader, v_others;
  reg  [MemW-1:0]              v_base;
  reg  [4:0]                   v_log2;
  reg  [31:0]                  v_tail, v_words;
  reg  [AddrW-8:0]             v_line;
  reg  [3:0]                   v_bytes;
  reg  [2:0]                   v_kind;
  reg  [`PF_IGUARD_SIDE_W-1:0] v_side;
  reg  [`PF_IGUARD_TAG_W-1:0]  v_tag;
  reg  [PcW-1:0]               v_pc;
  reg  [1:0]                   v_fate;
  reg  [RaceW-1:0]             v_record;

  reg  [31:0]      head, size;
  reg  [MemW-1:0]  address;
  reg              fated, was_full, free;
  reg  [1:0]       shown;          // rwr_valid_o, and it was not taken
  reg  [2:0]       mood;
  reg  [Kinds-1:0] met;            // kinds with a record
  integer          file, got, seed, checks, lines, cycle, took, clearing, stall;
  integer          n_dropped, n_repeated, n_recorded, n_wraps, n_clears, n_waits;
  reg  [31:0]      r;  // xorshift32: $random is not the same in every simulator
  reg  [8*256-1:0] vec;
  reg  [8*8-1:0]   name;

  task random;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task check;
    input [8*12-1:0] what;
    input [255:0]    is, must;
    begin
      checks = checks + 1;
      if (is !== must) begin
        $display("FAIL pf_iguard_report seed=%0d line=%0d %0s got=%h expected=%h", seed, lines, what, is, must);
        $stop;
      end
    end
  endtask

  // A cycle of a race that waits for its fate.
  task look;
    begin
      check("ready", {31'd0, race_ready}, 0);
      check("waits", {31'd0, shown[0] && !rwr_valid}, 0);
      if (rwr_valid) begin
        check("fate", {30'd0, v_fate}, {30'd0, RECORDED});
        address = ring_base + (head[MemW-1:0] & (size[MemW-1:0] - 1'b1));
        check("address", rwr_addr, address);
        check("record", rwr_data, v_record);
      end
      check("recorded", {31'd0, recorded}, {31'd0, rwr_valid && rwr_ready});
      if (dropped || repeated || recorded) begin
        check("fates", {29'd0, dropped, repeated, recorded},
              {29'd0, v_fate == DROPPED, v_fate == REPEATED, v_fate == RECORDED});
        check("kinds", kinds, {{(Kinds-1){1'b0}}, 1'b1} << (race_kind - 3'd1));
        check("clears", clearing, 0);
        fated = 1'b1;
        if (recorded) begin
          head = head + 1;
          met  = met | kinds;
          if ((head & (size - 1)) == 0) n_wraps = n_wraps + 1;
        end
        n_dropped  = n_dropped + (dropped ? 1 : 0);
        n_repeated = n_repeated + (repeated ? 1 : 0);
        n_recorded = n_recorded + (recorded ? 1 : 0);
      end else begin
        check("kinds", kinds, 0);
      end
    end
  endtask

  // One cycle: outputs just before the edge, then the edge.
  task step;
    begin
      #4;
      size = 32'd1 << ring_log2;
      check("head", ring_head, head);
      check("irq", {31'd0, irq}, {31'd0, irq_enable && head != ring_tail});
      check("idle", {31'd0, idle}, {31'd0, !race_valid && clearing == 0});
      check("full", {31'd0, full}, {31'd0, was_full});
      was_full = rst_n && head - ring_tail >= size;
      free     = rwr_ready;
      if (race_valid && !fated) look;
      else check("quiet", {rwr_valid, dropped, repeated, recorded, kinds}, 0);
      shown = {1'b0, rwr_valid && !free};
      if (shown[0]) n_waits = n_waits + 1;
      if (race_valid && race_ready) check("too early", {31'd0, fated}, 1);
      took  = took + 1;
      cycle = cycle + 1;
      @(negedge clk);
      if (clearing > 0 && !clear) clearing = clearing - 1;
      rwr_ready = (mood == 3'd0 ? r[10:8] == 3'd0 : mood < 3'd4 ? r[8] : 1'b1) && !(stall == 2 && cycle % 1000 < 400);
      random;
    end
  endtask

  task new_run;
    begin
      while (clearing > 0) step;
      ring_tail = 32'd0;
      clear     = 1'b1;
      step;
      clear     = 1'b0;
      head      = 32'd0;
      clearing  = Seen;
      n_clears  = n_clears + 1;
      if (r[0]) repeat (Seen + 4) step;
    end
  endtask

  task race;
    begin
      {ring_base, ring_log2, ring_tail, report_all, irq_enable} = {v_base, v_log2, v_tail, v_all, v_irq};
      if (r[3:0] == 4'd0) repeat (r[7:4]) step;
      if (stall == 1 && cycle % 1000 < 400) repeat (r[8:4]) step;
      {race_line, race_words, race_bytes, race_kind} = {v_line, v_words, v_bytes, v_kind};
      {race_with_reader, race_with_others, race_side, race_tag, race_pc} = {v_reader, v_others, v_side, v_tag, v_pc};
      mood       = r[11:9];
      rwr_ready  = rwr_ready || mood > 3'd3;
      race_valid = 1'b1;
      fated      = 1'b0;
      took       = (stall == 2 || mood < 3'd4 || clearing > 0) ? 1000 : 0;
      #1;
      while (!race_ready) begin
        step;
        if (took > 6000) check("no end", took, 0);
        #1;
      end
      step;
      race_valid = 1'b0;
      if (took < 1000) check("cycles", took, 3);
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    stall = 0;
    if ($value$plusargs("stall=%s", name)) stall = (name == "race") ? 1 : (name == "rwr") ? 2 : 0;
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_iguard_report: no +vec=FILE");
      $stop;
    end
    r = seed * 32'h9e37_79b9 ^ 32'h1234_5678;
    {checks, lines, cycle, took} = {4{32'd0}};
    {n_dropped, n_repeated, n_recorded, n_wraps, n_clears, n_waits} = {6{32'd0}};
    {head, fated, was_full, shown, mood, met} = 0;
    clearing = Seen;
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    file  = $fopen(vec, "r");
    got   = 17;
    while (got == 17) begin
      got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h\n", v_clear, v_base, v_log2, v_tail, v_all, v_irq,
                    v_line, v_words, v_bytes, v_kind, v_reader, v_others, v_side, v_tag, v_pc, v_fate, v_record);
      if (got == 17) begin
        lines = lines + 1;
        if (v_clear) new_run;
        race;
      end
    end
    if (!$feof(file) || n_dropped < lines / 100 || n_repeated < lines / 50 || n_recorded < lines / 10 || n_wraps < lines / 100 ||
        n_clears < lines / 3000 || n_waits < lines / 50 || !(&met)) begin
      $display("FAIL pf_iguard_report: lines=%0d dropped=%0d repeated=%0d recorded=%0d wraps=%0d clears=%0d waits=%0d kinds=%b", lines,
               n_dropped, n_repeated, n_recorded, n_wraps, n_clears, n_waits, met);
      $stop;
    end
    $display("PASS pf_iguard_report seed=%0d checks=%0d dropped=%0d repeated=%0d recorded=%0d wraps=%0d clears=%0d", seed, checks,
             n_dropped, n_repeated, n_recorded, n_wraps, n_clears);
    $finish;
  end

endmodule

`resetall
