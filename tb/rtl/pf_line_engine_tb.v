// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_engine_tb: requests of pf_line_engine_vec, and all that must come of them.
//
//   +vec=FILE --> requests --> DUT <--> pf_memory_model
//                 records of each word, in order <-- pf_report <-- races
//                 at each flush: all words' entries in memory, words checked and skipped
//
// Records of one word come in order, those of different words in any. Also checked: valid and payload of mrd and mwr stay until
// taken, and go where they belong; outputs are known; idle_o.
// Plusargs: +vec=FILE +seed=N +stall=req|mrd|mrsp|mwr|race +forgets=0|1 (1: the pool is too small, words of lines that were
//           forgotten are not compared)
//           +latency=N (memory always ready, N cycles; no idle cycles in requests) +most=N (requests may take so many cycles)
// +count is for the vectors only.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_line_engine_tb #(
  parameter integer AddrW    = `PF_ADDR_W,
  parameter integer PcW      = `PF_RACE_PC_W,
  parameter integer MemW     = AddrW - 3,
  parameter integer Places   = 4,
  parameter integer Age      = 32,
  parameter integer RowSets  = 64,
  parameter integer BeatSets = 64,
  parameter integer RowRequests  = 32,
  parameter integer BeatRequests = 64,
  parameter integer BlockNoW = 7,
  parameter integer Eras     = 8,
  parameter integer LookW    = 9,
  parameter integer Policies = 3
);

  localparam integer LineW  = AddrW - 7;
  localparam integer RowIdW  = $clog2(RowRequests) + $clog2(4 * RowSets);
  localparam integer BeatIdW = $clog2(BeatRequests) + $clog2(4 * BeatSets);
  localparam integer BothIdW = (RowIdW > BeatIdW) ? RowIdW : BeatIdW;
  localparam integer IdW     = 2 + ((BothIdW > 8) ? BothIdW : 8);
  localparam integer Lines  = 128;                     // of the region, at most
  localparam integer Words  = 32 * Lines;
  localparam integer RowsAt = 8;
  localparam integer PoolAt = RowsAt + Lines + 8;
  localparam integer BitsAt = PoolAt + 8 * Lines + 8;
  localparam integer Depth  = BitsAt + 2;
  localparam integer Expect = 1 << 16;                 // records that are due
  localparam integer Limit  = 60000;                   // cycles without any progress

  reg              clk   = 1'b0;
  reg              rst_n = 1'b0;

  reg              policy = 1'b0;
  reg  [LineW-1:0] first = 0, last = 0;
  reg  [31:0]      first_words = 0, last_words = 0;
  reg  [BlockNoW:0] pool = 0;
  reg              req_valid = 1'b0;
  wire             req_ready;
  reg  [1:0]       req_kind = 2'd0;
  reg  [AddrW-6:0] req_sector = 0;
  reg  [7:0]       req_word_mask = 8'd0, req_sub_mask = 8'd0;
  reg  [`PF_TAG_W-1:0] req_tag = 0;
  reg  [PcW-1:0]   req_pc = 0;
  wire             mrd_valid, mrd_ready, mrsp_valid, mrsp_ready, mwr_valid, mwr_ready;
  wire [MemW-1:0]  mrd_addr, mwr_addr;
  wire [IdW-1:0]   mrd_id, mrsp_id;
  wire [255:0]     mrsp_data, mwr_data;
  wire             race_valid, race_ready;
  wire [3:0]       race_lanes, race_sub;
  wire [19:0]      race_row;
  wire [91:0]      race_before;
  wire [AddrW-6:0] race_sector;
  wire [2:0]       race_entry;
  wire [`PF_META_BLOCK_W-1:0] race_owner_block;
  wire [`PF_META_WARP_W-1:0]  race_owner_warp;
  wire [`PF_TAG_W-1:0] race_tag;
  wire [PcW-1:0]   race_pc;
  reg              flush = 1'b0;
  reg              forgetting = 1'b0;
  wire             flushed, forgotten, wrapped, expanded, forgot, idle;
  wire [5:0]       line_checks, skipped, evt_rows, evt_beats;
  wire [2:0]       evt_bits;
  wire [5:0]       block_checks;
  wire [3:0]       stalls;

`ifdef NETLIST
  pf_line_engine u_dut (
`else
  pf_line_engine #(
    .AddrW    (AddrW),
    .PcW      (PcW),
    .MemW     (MemW),
    .Places   (Places),
    .Age      (Age),
    .RowSets  (RowSets),
    .BeatSets (BeatSets),
    .RowRequests  (RowRequests),
    .BeatRequests (BeatRequests),
    .BlockNoW (BlockNoW),
    .Eras     (Eras),
    .LookW    (LookW),
    .Policies (Policies)
  ) u_dut (
`endif
    .clk_i              (clk),
    .rst_ni             (rst_n),
    .cfg_policy_i       (policy),
    .cfg_first_i        (first),
    .cfg_last_i         (last),
    .cfg_first_words_i  (first_words),
    .cfg_last_words_i   (last_words),
    .cfg_rows_i         (RowsAt[MemW-1:0] - {{(MemW-LineW){1'b0}}, first}),
    .cfg_blocks_i       (PoolAt[MemW-1:0]),
    .cfg_bits_i         (BitsAt[MemW-1:0] - ({{(MemW-LineW){1'b0}}, first} >> 8)),
    .cfg_pool_i         (pool),
    .req_valid_i        (req_valid),
    .req_ready_o        (req_ready),
    .req_kind_i         (req_kind),
    .req_sector_i       (req_sector),
    .req_word_mask_i    (req_word_mask),
    .req_sub_mask_i     (req_sub_mask),
    .req_tag_i          (req_tag),
    .req_pc_i           (req_pc),
    .mrd_valid_o        (mrd_valid),
    .mrd_ready_i        (mrd_ready),
    .mrd_addr_o         (mrd_addr),
    .mrd_id_o           (mrd_id),
    .mrsp_valid_i       (mrsp_valid),
    .mrsp_ready_o       (mrsp_ready),
    .mrsp_id_i          (mrsp_id),
    .mrsp_data_i        (mrsp_data),
    .mwr_valid_o        (mwr_valid),
    .mwr_ready_i        (mwr_ready),
    .mwr_addr_o         (mwr_addr),
    .mwr_data_o         (mwr_data),
    .race_valid_o       (race_valid),
    .race_ready_i       (race_ready),
    .race_lanes_o       (race_lanes),
    .race_row_o         (race_row),
    .race_sub_o         (race_sub),
    .race_before_o      (race_before),
    .race_sector_o      (race_sector),
    .race_entry_o       (race_entry),
    .race_owner_block_o (race_owner_block),
    .race_owner_warp_o  (race_owner_warp),
    .race_tag_o         (race_tag),
    .race_pc_o          (race_pc),
    .flush_valid_i      (flush),
    .flush_ready_o      (flushed),
    .forget_valid_i     (forgetting),
    .forget_ready_o     (forgotten),
    .line_checks_o      (line_checks),
    .block_checks_o     (block_checks),
    .skipped_o          (skipped),
    .wrapped_o          (wrapped),
    .expanded_o         (expanded),
    .forgot_o           (forgot),
    .evt_rows_o         (evt_rows),
    .evt_beats_o        (evt_beats),
    .evt_bits_o         (evt_bits),
    .stall_o            (stalls),
    .idle_o             (idle)
  );

  // Records
  wire             rec_valid, report_idle;
  reg              rec_ready = 1'b0;
  wire [MemW-1:0]  rec_addr;
  wire [`PF_RACE_W-1:0] rec;
  wire [31:0]      ring_head;
  wire             unused_irq, unused_dropped, unused_repeated, unused_recorded, unused_full;
  wire [4:0]       unused_kinds;

  pf_report #(
    .Lanes (4),
    .AddrW (AddrW)
  ) u_report (
    .clk_i              (clk),
    .rst_ni             (rst_n),
    .cfg_ring_base_i    ({MemW{1'b0}}),
    .cfg_ring_log2_i    (5'd16),
    .cfg_ring_tail_i    (ring_head),
    .cfg_report_all_i   (1'b1),
    .cfg_irq_enable_i   (1'b0),
    .clear_i            (1'b0),
    .race_valid_i       (race_valid),
    .race_ready_o       (race_ready),
    .race_lanes_i       (race_lanes),
    .race_row_i         (race_row),
    .race_sub_i         (race_sub),
    .race_before_i      (race_before),
    .race_sector_i      (race_sector),
    .race_entry_i       (race_entry),
    .race_shift_i       (3'd0),
    .race_owner_block_i (race_owner_block),
    .race_owner_warp_i  (race_owner_warp),
    .race_tag_i         (race_tag),
    .race_pc_i          (race_pc),
    .rwr_valid_o        (rec_valid),
    .rwr_ready_i        (rec_ready),
    .rwr_addr_o         (rec_addr),
    .rwr_data_o         (rec),
    .ring_head_o        (ring_head),
    .irq_o              (unused_irq),
    .kinds_o            (unused_kinds),
    .dropped_o          (unused_dropped),
    .repeated_o         (unused_repeated),
    .recorded_o         (unused_recorded),
    .full_o             (unused_full),
    .idle_o             (report_idle)
  );

  reg              fixed = 1'b0;
  reg  [15:0]      latency = 16'd10;
  reg  [7:0]       busy = 8'd0;
  reg              stall_req, stall_mrd, stall_mrsp, stall_mwr, stall_race;  // chosen by +stall
  reg              phase = 1'b0;                                             // ... and in force now
  reg  [31:0]      seed;
  wire             memory_error;

  pf_memory_model #(
    .MemW  (MemW),
    .IdW   (IdW),
    .Depth (Depth)
  ) u_memory (
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .seed_i       (seed),
    .fixed_i      (fixed),
    .latency_i    (latency),
    .busy_i       (busy),
    .stall_mrd_i  (stall_mrd && phase),
    .stall_mrsp_i (stall_mrsp && phase),
    .stall_mwr_i  (stall_mwr && phase),
    .mrd_valid_i  (mrd_valid),
    .mrd_ready_o  (mrd_ready),
    .mrd_addr_i   (mrd_addr),
    .mrd_id_i     (mrd_id),
    .mrsp_valid_o (mrsp_valid),
    .mrsp_ready_i (mrsp_ready),
    .mrsp_id_o    (mrsp_id),
    .mrsp_data_o  (mrsp_data),
    .mwr_valid_i  (mwr_valid),
    .mwr_ready_o  (mwr_ready),
    .mwr_addr_i   (mwr_addr),
    .mwr_data_i   (mwr_data),
    .error_o      (memory_error)
  );

  always #5 clk = ~clk;

  ////////////////
  // Watching   //
  ////////////////

  integer         checks = 0, cycle = 0, moved = 0;
  integer         n_reads = 0, n_writes = 0, n_records = 0, n_expanded = 0, n_forgot = 0, n_wraps = 0, n_hit = 0, n_quiet = 0;
  reg [31:0]      n_checked = 0, n_skipped = 0;

  // Records due: lists by word of the region
  reg [255:0]     due [0:Expect-1];
  integer         due_next [0:Expect-1];
  integer         due_first [0:Words-1], due_last [0:Words-1];
  integer         due_in = 0;
  reg             spoilt [0:Lines-1];                  // forgotten for want of a block: anything may be known
  reg             touched [0:Lines-1];                 // since the last epoch sent
  integer         w, at, line;
  reg [255:0]     masked;
  localparam [255:0] NUMBER = ((256'd1 << `PF_RACE_NUMBER_W) - 1) << `PF_RACE_NUMBER_LSB;
  reg             forgets = 1'b0;

  task fail;
    begin
      $display("FAIL pf_line_engine seed=%0d checks=%0d cycle=%0d", seed, checks, cycle);
      $stop;
      $finish;
    end
  endtask

  reg                  mrd_waits = 1'b0, mwr_waits = 1'b0;
  reg [MemW+IdW-1:0]   mrd_was;
  reg [MemW+255:0]     mwr_was;

  task arrived;  // a record
    begin
      w      = rec[`PF_RACE_WORD_LSB +: `PF_RACE_WORD_W] - {first, 5'd0};
      masked = {{(256-`PF_RACE_W){1'b0}}, rec} & ~NUMBER;
      checks = checks + 1;
      n_records = n_records + 1;
      if (w < 0 || w >= Words) begin
        $display("FAIL record of word %h", rec[`PF_RACE_WORD_LSB +: `PF_RACE_WORD_W]);
        fail;
      end else if (!spoilt[w/32]) begin
        at = due_first[w];
        if (at < 0) begin
          $display("FAIL record of word %h: none is due, got %h", w, masked);
          fail;
        end else if (due[at] !== masked) begin
          $display("FAIL record of word %h: got      %h", w, masked);
          $display("FAIL                           expected %h", due[at]);
          fail;
        end
        due_first[w] = due_next[at];
      end
    end
  endtask

  task bound;  // a beat of the table
    input [MemW-1:0] addr;
    input [1:0]      kind;
    begin
      if ((kind == 2'd0 && (addr < RowsAt || addr > RowsAt + (last - first))) ||
          (kind == 2'd1 && (addr < PoolAt || addr >= PoolAt + 8 * pool)) ||
          (kind == 2'd2 && (addr < BitsAt || addr >= BitsAt + 2)) || kind == 2'd3) begin
        $display("FAIL access of kind %0d to beat %h", kind, addr);
        fail;
      end
    end
  endtask

  always @(posedge clk) begin
    cycle <= cycle + 1;
    if (rst_n) begin
      if (memory_error) begin
        $display("FAIL memory: address beyond its end, or too many reads");
        fail;
      end
      if (rec_valid && rec_ready) arrived;
      n_checked  = n_checked + line_checks + block_checks;
      n_skipped  = n_skipped + skipped;
      n_expanded = n_expanded + expanded;
      n_wraps    = n_wraps + wrapped;
      n_reads    = n_reads + (mrd_valid && mrd_ready);
      n_writes   = n_writes + (mwr_valid && mwr_ready);
      n_hit      = n_hit + evt_rows[0];
      n_quiet    = n_quiet + (u_dut.u_blocks.skip && u_dut.u_blocks.end_room);
      if (forgot) begin
        n_forgot = n_forgot + 1;
        spoilt[u_dut.u_lines.line4 - first] = 1'b1;
        if (!forgets) begin
          $display("FAIL a line was forgotten");
          fail;
        end
      end
      if (mrd_valid) bound(mrd_addr, mrd_id[IdW-1 -: 2]);
      if ((mrd_waits && (mrd_valid !== 1'b1 || {mrd_addr, mrd_id} !== mrd_was)) ||
          (mwr_waits && (mwr_valid !== 1'b1 || {mwr_addr, mwr_data} !== mwr_was))) begin
        $display("FAIL a read or write that waits has changed");
        fail;
      end
      mrd_waits = mrd_valid && !mrd_ready;
      mwr_waits = mwr_valid && !mwr_ready;
      mrd_was   = {mrd_addr, mrd_id};
      mwr_was   = {mwr_addr, mwr_data};
      if ((^{req_ready, mrd_valid, mrsp_ready, mwr_valid, race_valid, flushed, line_checks, block_checks, skipped, idle}) === 1'bx) begin
        $display("FAIL an output is unknown");
        fail;
      end
      if (idle && (mrd_valid || race_valid)) begin
        $display("FAIL idle, but something moves");
        fail;
      end
      if ((mrd_valid && mrd_ready) || (mwr_valid && mwr_ready) || (rec_valid && rec_ready)) moved = cycle;
      if (cycle - moved > Limit) begin
        $display("FAIL nothing has moved for %0d cycles", Limit);
        fail;
      end
    end
  end

  // Phases
  reg [31:0] y;
  reg [1:0]  recs = 2'd0;
  always @(negedge clk) begin
    y = y ^ (y << 13);
    y = y ^ (y >> 17);
    y = y ^ (y << 5);
    phase     <= (cycle % 1000) < 800;
    rec_ready <= fixed || ((recs == 0 || y[12:11] == 0 || (recs == 1 && y[11])) && !(stall_race && phase));
    if (cycle % 512 == 0 && !fixed) begin
      busy    <= y[1:0] == 0 ? 8'd0 : y[1:0] == 1 ? 8'd40 : y[1:0] == 2 ? 8'd128 : 8'd220;
      latency <= y[4:2] == 0 ? 16'd1 : y[4:2] < 5 ? 16'd10 : y[4:2] < 7 ? 16'd40 : 16'd200;
      recs    <= y[6:5];
    end
  end

  ////////////////
  // Requests   //
  ////////////////

  reg  [31:0] x;
  reg         taken;
  integer     pause, pauses = 0;

  task turn;
    begin
      x = x ^ (x << 13);
      x = x ^ (x >> 17);
      x = x ^ (x << 5);
    end
  endtask

  task send;
    begin
      turn;
      if (x[31:24] == 0) pauses = x[9:8];
      pause = fixed ? 0 : pauses == 0 ? 0 : pauses == 1 ? (x[2:0] == 0) : pauses == 2 ? x[1:0] : x[4:0];
      while (pause > 0 || (stall_req && phase)) begin
        @(negedge clk);
        pause = pause - 1;
      end
      req_valid = 1'b1;
      taken     = 1'b0;
      while (!taken) begin
        #4;
        taken = req_ready;
        @(negedge clk);
      end
      req_valid = 1'b0;
      req_tag   = {`PF_TAG_W{x[3]}};
      moved     = cycle;
    end
  endtask

  task drain;
    begin
      @(negedge clk);
      while (!(idle && report_idle)) @(negedge clk);
      span  = cycle - first_cycle;
      flush = 1'b1;
      #4;
      while (!flushed) begin
        @(negedge clk);
        #4;
      end
      @(negedge clk);
      flush  = 1'b0;
      repeat (2) @(negedge clk);
      moved  = cycle;
      checks = checks + 1;
      for (n = 0; n < Words; n = n + 1) if (due_first[n] >= 0) begin
        if (!spoilt[n/32]) begin
          $display("FAIL a record of word %h is missing: %h", n, due[due_first[n]]);
          fail;
        end
        due_first[n] = -1;
      end
    end
  endtask

  ////////////////
  // Main       //
  ////////////////

  reg [8*1024-1:0] vec_file;
  reg [8*16-1:0]   stall;
  reg [63:0]       a, b, c, d, e, f;
  reg [255:0]      beat;
  reg [57:0]       entry;
  reg [31:0]       checked;
  reg [1:0]        class;
  integer          fd, got, kind, requests, latency_arg, most, forgets_arg, words, before, first_cycle, span, n;

  task wrong_file;
    begin
      $display("FAIL the vector file is not right");
      fail;
    end
  endtask

  task expect_record;
    begin
      n = a - {first, 5'd0};
      if (n < 0 || n >= Words) wrong_file;
      due[due_in]      = beat & ~NUMBER;
      due_next[due_in] = -1;
      if (due_first[n] < 0) due_first[n] = due_in;
      else                  due_next[due_last[n]] = due_in;
      due_last[n] = due_in;
      due_in = (due_in + 1) % Expect;
    end
  endtask

  // What the tables in memory say of a word
  task look;
    input integer word;
    begin
      beat  = u_memory.mem[RowsAt + word / 32];
      class = {beat[`PF_LINE_ROW_HIGH_LSB + word % 32], beat[`PF_LINE_ROW_LOW_LSB + word % 32]};
      if (!touched[word/32]) entry = (58'd1 << `PF_META_MODIFIED_LSB) | (58'd1 << `PF_META_BLK_SHARED_LSB) |
                                     (58'd1 << `PF_META_DEV_SHARED_LSB);
      else if (beat[255])    entry = u_memory.mem[PoolAt + 8 * beat[BlockNoW-1:0] + (word % 32) / 4] >> (64 * (word % 4));
      else                   entry = beat >> (58 * class);
    end
  endtask

  task forget;
    for (n = 0; n < Lines; n = n + 1) touched[n] = 1'b0;
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("vec=%s", vec_file)) begin
      $display("FAIL no +vec=FILE");
      $stop;
      $finish;
    end
    x = seed ^ 32'h9e37_79b9;
    y = seed ^ 32'h7f4a_7c15;
    repeat (4) turn;
    stall = "none";
    got   = $value$plusargs("stall=%s", stall);
    stall_req  = stall == "req";
    stall_mrd  = stall == "mrd";
    stall_mrsp = stall == "mrsp";
    stall_mwr  = stall == "mwr";
    stall_race = stall == "race";
    if (stall != "none" && !(stall_req || stall_mrd || stall_mrsp || stall_mwr || stall_race)) begin
      $display("FAIL no channel of this name to stall");
      $stop;
      $finish;
    end
    if ($value$plusargs("forgets=%d", forgets_arg)) forgets = forgets_arg != 0;
    latency_arg = 0;
    got     = $value$plusargs("latency=%d", latency_arg);
    fixed   = latency_arg != 0;
    if (fixed) latency = latency_arg;
    most = 0;
    got  = $value$plusargs("most=%d", most);
    for (n = 0; n < Words; n = n + 1) due_first[n] = -1;
    for (n = 0; n < Lines; n = n + 1) spoilt[n] = 1'b0;
    forget;
    words = 0;
    span  = 0;
    fd = $fopen(vec_file, "r");
    if (fd == 0) wrong_file;
    got = $fscanf(fd, "%h %h %h %h %h %h %h %h\n", kind, a, b, c, d, e, first_words, last_words);
    if (got != 8 || kind != 0) wrong_file;
    if (a[0] ? Policies == 2 : Policies == 1) begin
      $display("FAIL vectors are for policy %0d", a);
      fail;
    end
    policy   = a[0];
    first    = b[LineW-1:0];
    last     = c[LineW-1:0];
    pool     = d[BlockNoW:0];
    requests = e;
    repeat (5) @(negedge clk);
    rst_n = 1'b1;
    @(negedge clk);
    while (!idle) @(negedge clk);
    first_cycle = cycle;

    kind = 0;
    while (kind != 5) begin
      got = $fscanf(fd, "%h", kind);
      if (got != 1) wrong_file;
      case (kind)
        1: begin
          got = $fscanf(fd, "%h %h %h %h %h %h\n", a, b, c, d, e, f);
          if (got != 6) wrong_file;
          req_kind      = a[1:0];
          req_sector    = b[AddrW-6:0];
          req_word_mask = c[7:0];
          req_sub_mask  = d[7:0];
          req_tag       = e[`PF_TAG_W-1:0];
          req_pc        = f[PcW-1:0];
          line          = b[AddrW-6:2] - first;
          checked = c[7:0];
          checked = checked << (8 * b[1:0]);
          if (line == 0)            checked = checked & first_words;
          if (line == last - first) checked = checked & last_words;
          if (a[1:0] == `PF_REQ_ACCESS && checked != 0 && line >= 0 && line <= last - first) touched[line] = 1'b1;
          send;
        end
        2: begin
          got = $fscanf(fd, "%h %h\n", a, beat);
          if (got != 2) wrong_file;
          expect_record;
        end
        3: begin
          got = $fscanf(fd, "%h %h\n", a, b);
          if (got != 2) wrong_file;
          drain;
          checks = checks + 1;
          if (n_skipped !== a[31:0] || n_checked !== b[31:0]) begin
            $display("FAIL words skipped %0d, checked %0d, expected %0d, %0d", n_skipped, n_checked, a, b);
            fail;
          end
          words = 0;
        end
        4: begin
          got = $fscanf(fd, "%h %h\n", a, b);
          if (got != 2) wrong_file;
          n = a - {first, 5'd0};
          if (words != 0 && n != before + 1) wrong_file;
          before = n;
          words  = words + 1;
          look(n);
          checks = checks + 1;
          if (entry !== b[57:0] && !spoilt[n/32]) begin
            $display("FAIL entry of word %h: got %h, expected %h; row %h", n, entry, b, u_memory.mem[RowsAt + n / 32]);
            fail;
          end
        end
        5: ;
        6: forget;
        default: wrong_file;
      endcase
    end

    if (words == 0) wrong_file;
    if (forgets && n_forgot == 0) begin
      $display("FAIL nothing was forgotten");
      fail;
    end
    if (fixed) $display("cycles %0d", span);
    if (most != 0 && span > most) begin
      $display("FAIL %0d cycles, not %0d", span, most);
      fail;
    end
    $display("PASS pf_line_engine seed=%0d checks=%0d cycles=%0d records=%0d reads=%0d writes=%0d blocks=%0d wraps=%0d forgot=%0d hits=%0d quiet=%0d",
             seed, checks, cycle, n_records, n_reads, n_writes, n_expanded, n_wraps, n_forgot, n_hit, n_quiet);
    $finish;
  end

endmodule

`resetall
