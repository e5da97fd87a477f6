// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// quantum_scene: what the pictures of rtl/README.md show of the quantum unit, with all that belongs to an
// SM's quanta around it: store buffer, mode barrier, blocks. Instances and glue are the text of that page
// (quantum.vh, log.vh, modes.vh, blocks.vh, arrive.vh), so they compile and run.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module quantum_scene;

  localparam integer Sms    = `PF_SMS;
  localparam integer Warps  = `PF_WARPS;
  localparam integer WarpW  = $clog2(Warps);
  localparam integer Slots  = Sms * `PF_BLOCK_SLOTS;
  localparam integer SlotW  = $clog2(Slots);
  localparam integer EntryW = $clog2(`PF_LOG_ENTRIES);
  localparam integer MemW   = WarpW + EntryW + 3;
  localparam [2:0]   BEGIN = 3'd0, ATOMIC = 3'd1, EXIT = 3'd6;

  reg                clk   = 1'b0;
  reg                rst_n = 1'b0;
  always #5 clk = ~clk;

  // Quanta
  wire [`PF_COUNT_W-1:0] quantum_size = 4;
  wire               bta = 1'b1;
  wire [1:0]         mode;
  wire               mode_start, mode_commit, mode_dist, halted;
  reg  [Warps-1:0]   issue = {Warps{1'b0}};
  reg                stop_valid = 1'b0;
  wire               stop_ready;
  reg  [2:0]         stop_kind = BEGIN;
  reg  [WarpW-1:0]   stop_warp = {WarpW{1'b0}};
  reg  [2:0]         stop_slot = 3'd0;
  wire [Warps-1:0]   run;
  wire [3*Warps-1:0] why;
  wire               quantum_done, ser_valid, ser_any;
  wire [WarpW-1:0]   ser_warp;
  reg                ser_next = 1'b0;
  wire [7:0]         live;

  // Modes
  wire [15:0]        barrier_latency = 16'd2;
  reg                launch = 1'b0;
  wire               last_launch = 1'b0;
  wire [Sms-1:0]     arrive, need, token;
  wire               serial_all = 1'b0;

  // Blocks
  wire [3:0]         chunk = 4'd2;
  wire               dwp = 1'b1;
  wire [Slots-1:0]   slots_used = {Slots{1'b1}};
  wire [Slots-1:0]   slots_free = {{(Slots-1){1'b1}}, !live[0]};
  reg                load_valid = 1'b0;
  wire               load_ready;
  wire [31:0]        load_blocks = 32'd5;
  wire               blocks_busy;
  reg                want_valid = 1'b0;
  wire               want_ready, offer_valid;
  reg  [SlotW-1:0]   block_slot = {SlotW{1'b0}};
  wire [31:0]        offer_block;
  reg                take_valid = 1'b0;
  wire               take_ready;
  wire [31:0]        blocks_pending;
  wire               blocks_left;

  // Logs
  reg                log_valid = 1'b0;
  wire               log_ready;
  reg  [1:0]         log_kind = 2'd0;
  reg  [WarpW-1:0]   log_warp = {WarpW{1'b0}};
  reg  [`PF_LINE_W-1:0] log_line = {`PF_LINE_W{1'b0}};
  reg  [127:0]       log_mask = 128'd0;
  reg  [1023:0]      log_data = 1024'd0;
  wire               ans_valid;
  wire               ans_ready = 1'b1;
  wire [1:0]         ans_kind;
  wire [WarpW-1:0]   ans_warp;
  wire [127:0]       ans_mask;
  wire [1023:0]      ans_data;
  wire [EntryW:0]    ans_left;
  wire               ent_valid;
  wire               ent_ready = 1'b1;
  wire [WarpW-1:0]   ent_warp;
  wire [`PF_LINE_W-1:0] ent_line;
  wire [127:0]       ent_mask;
  wire [1023:0]      ent_data;
  wire               lwr_valid, lrd_valid, lrd_ready, lrsp_ready;
  wire               lwr_ready = 1'b1;
  wire [MemW-1:0]    lwr_addr, lrd_addr;
  wire [255:0]       lwr_data;
  wire [31:0]        lwr_strb;
  reg                lrsp_valid = 1'b0;
  reg  [255:0]       lrsp_data;
  wire [6:0]         log_evt;
  wire               log_idle;

  reg                starting = 1'b0;     // a block is put into a slot
  reg                drained = 1'b1;      // logs are empty
  reg                commits_done = 1'b1;
  reg                atomics_done = 1'b1;
  integer            open = 0;            // loads and stores that are not answered
  wire               log_answered = open == 0;

  `include "quantum.vh"

  `include "modes.vh"

  `include "blocks.vh"

  `include "log.vh"

  `include "arrive.vh"

  assign arrive = {{(Sms-1){1'b1}}, arrive_sm};
  assign need   = {{(Sms-1){1'b0}}, ser_any};

  // Memory of the logs
  reg [255:0] logs [0:Warps*`PF_LOG_ENTRIES*8-1];
  integer     b;
  assign lrd_ready = !lrsp_valid || lrsp_ready;
  always @(posedge clk) begin
    for (b = 0; b < 32; b = b + 1) if (lwr_valid && lwr_strb[b]) logs[lwr_addr][8*b +: 8] <= lwr_data[8*b +: 8];
    if (lrd_ready) begin
      lrsp_valid <= lrd_valid;
      lrsp_data  <= logs[lrd_addr];
    end
  end

  integer      entries = 0, drains = 0;
  reg [127:0]  ent_mask_was, ans_mask_was;
  reg [63:0]   ent_was, ans_was;

  always @(posedge clk) begin
    if (log_valid && log_ready) open = open + 1;
    if (ans_valid && ans_ready) begin
      open = open - 1;
      if (ans_kind == 2'd1) {ans_mask_was, ans_was} = {ans_mask, ans_data[63:0]};
      if (ans_kind == 2'd2) drains = drains + 1;
    end
    if (ent_valid && ent_ready) begin
      entries = entries + 1;
      {ent_mask_was, ent_was} = {ent_mask, ent_data[63:0]};
    end
  end

  // An event, with an issue of the same warp or without
  task event_of;
    input [2:0]       kind;
    input [WarpW-1:0] warp;
    input             issues;
    begin
      stop_valid <= 1'b1;
      stop_kind  <= kind;
      stop_warp  <= warp;
      issue      <= {{(Warps-1){1'b0}}, issues} << warp;
      @(posedge clk);
      stop_valid <= 1'b0;
      issue      <= {Warps{1'b0}};
    end
  endtask

  task log;
    input [1:0]       kind;
    input [WarpW-1:0] warp;
    input [127:0]     mask;
    input [63:0]      data;
    begin
      log_valid <= 1'b1;
      log_kind  <= kind;
      log_warp  <= warp;
      log_line  <= 7;
      log_mask  <= mask;
      log_data  <= {960'd0, data};
      @(posedge clk);
      while (!log_ready) @(posedge clk);
      log_valid <= 1'b0;
    end
  endtask

  task wait_mode;
    input [1:0] which;
    while (mode != which || mode_start) @(posedge clk);
  endtask

  initial begin
    repeat (3) @(posedge clk);
    rst_n <= 1'b1;
    load_valid <= 1'b1;
    @(posedge clk);
    while (!load_ready) @(posedge clk);
    load_valid <= 1'b0;
    @(posedge clk);
    while (!load_ready || !log_idle) @(posedge clk);

    // DISTRIBUTE: block 0 goes into slot 0 of SM 0, two warps of it.
    starting <= 1'b1;
    launch   <= 1'b1;
    @(posedge clk);
    launch   <= 1'b0;
    repeat (3) @(posedge clk);
    while (blocks_busy) @(posedge clk);
    want_valid <= 1'b1;
    @(posedge clk);
    while (!want_ready) @(posedge clk);
    want_valid <= 1'b0;
    @(posedge clk);
    if (!offer_valid || offer_block != 32'd0 || blocks_pending != 32'd0) begin
      $display("FAIL offer %b block %0d pending %0d", offer_valid, offer_block, blocks_pending);
      $stop;
    end
    take_valid <= 1'b1;
    @(posedge clk);
    while (!take_ready) @(posedge clk);
    take_valid <= 1'b0;
    event_of(BEGIN, 0, 1'b0);
    event_of(BEGIN, 1, 1'b0);
    drained  <= 1'b0;
    starting <= 1'b0;

    // PARALLEL, quanta of four instructions. The second one of warp 1 is an atomic.
    @(posedge clk);
    while (!mode_start) @(posedge clk);
    issue <= 3;
    @(posedge clk);
    event_of(ATOMIC, 1, 1'b1);
    issue <= 1;
    repeat (3) @(posedge clk);
    issue <= 0;
    // What warp 0 has stored it sees, and nobody else.
    log(2'd0, 0, 128'hf0, 64'h1234_5678_0000_0000);
    log(2'd1, 0, 128'hff, 64'd0);
    repeat (2) @(posedge clk);
    wait_mode(2'd1);
    log(2'd2, 0, 128'd0, 64'd0);
    log(2'd2, 1, 128'd0, 64'd0);
    while (drains != 2) @(posedge clk);
    drained <= 1'b1;

    // SERIAL: warp 1's atomic.
    atomics_done <= 1'b0;
    wait_mode(2'd2);
    while (!ser_valid || !token[0]) @(posedge clk);
    if (ser_warp != 1) begin
      $display("FAIL serial warp %0d", ser_warp);
      $stop;
    end
    ser_next <= 1'b1;
    @(posedge clk);
    ser_next     <= 1'b0;
    atomics_done <= 1'b1;

    // The next quantum is their last.
    @(posedge clk);
    while (!mode_start) @(posedge clk);
    @(posedge clk);
    event_of(EXIT, 0, 1'b0);
    event_of(EXIT, 1, 1'b1);
    repeat (2) @(posedge clk);
    if (live != 8'd0 || entries != 1 || ent_mask_was != 128'hf0 || ent_was[63:32] != 32'h1234_5678 ||
        ans_mask_was != 128'hf0 || ans_was[63:32] != 32'h1234_5678) begin
      $display("FAIL live %h, %0d entries: %h %h, load %h %h", live, entries, ent_mask_was, ent_was, ans_mask_was,
               ans_was);
      $stop;
    end
    repeat (4) @(posedge clk);
    $display("PASS quantum_scene");
    $finish;
  end

endmodule

`resetall
