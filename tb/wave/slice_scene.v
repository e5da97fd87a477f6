// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// slice_scene: what the pictures of rtl/README.md show of the slice unit. The instance, the register
// port and the start are the text of that page (slice.vh, bus.vh, start.vh), so they compile and run.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "pf_regs.vh"

module slice_scene;

  localparam integer AddrW = `PF_ADDR_W;
  localparam integer MemW  = AddrW - 3;
  localparam integer SlotW = $clog2(`PF_LINES);
  localparam [AddrW-6:0] S4 = 4, S5 = 5, S8 = 8;  // sectors

  reg                  clk   = 1'b0;
  reg                  rst_n = 1'b0;
  always #5 clk = ~clk;

  reg                  req_valid = 1'b0;
  wire                 req_ready;
  reg  [1:0]           req_kind = 2'd0;
  reg  [AddrW-6:0]     req_sector = {(AddrW-5){1'b0}};
  reg  [7:0]           req_words = 8'hff;
  reg  [7:0]           req_parts = 8'h00;
  reg  [`PF_TAG_W-1:0] req_tag = {`PF_TAG_W{1'b0}};
  reg  [31:0]          req_pc = 32'd0;
  wire                 mrd_valid, mrd_ready, mrsp_valid, mrsp_ready, mwr_valid, mwr_ready;
  wire [MemW-1:0]      mrd_addr, mwr_addr;
  wire [SlotW:0]       mrd_id, mrsp_id;
  wire [255:0]         mrsp_data, mwr_data;
  wire [1:0]           mwr_kind;
  reg                  reg_valid = 1'b0;
  wire                 reg_ready;
  reg                  reg_write_en = 1'b0;
  reg  [7:0]           reg_addr = 8'd0;
  reg  [31:0]          reg_wdata = 32'd0;
  wire [31:0]          reg_rdata;
  wire                 reg_error;
  reg                  reg_failed = 1'b0;
  wire                 race_irq, slice_idle;

  `include "slice.vh"

  `include "bus.vh"

  `include "start.vh"

  reg  stall = 1'b0;  // reads are not taken
  wire memory_ready;
  assign mrd_ready = memory_ready && !stall;
  wire memory_error;

  pf_memory_model #(
    .MemW  (MemW),
    .IdW   (SlotW + 1),
    .Depth (1024)
  ) u_memory (
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .seed_i       (32'd1),
    .fixed_i      (1'b1),
    .latency_i    (16'd4),
    .busy_i       (8'd0),
    .stall_mrd_i  (1'b0),
    .stall_mrsp_i (1'b0),
    .stall_mwr_i  (1'b0),
    .mrd_valid_i  (mrd_valid && !stall),
    .mrd_ready_o  (memory_ready),
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

  // One access; the next one may follow in the next cycle.
  task access;
    input [4:0]  warp;
    input        write;
    input [AddrW-6:0] sector;
    input [7:0]  words;
    input [31:0] pc;
    begin
      req_valid  <= 1'b1;
      req_sector <= sector;
      req_words  <= words;
      req_tag    <= {`PF_TAG_W{1'b0}};
      req_tag[`PF_TAG_WARP_LSB +: `PF_TAG_WARP_W] <= warp;
      req_tag[`PF_TAG_WRITE_LSB] <= write;
      req_pc     <= pc;
      @(posedge clk);
      while (!req_ready) @(posedge clk);
      req_valid <= 1'b0;
    end
  endtask

  task drain;
    begin
      @(posedge clk);
      while (!slice_idle) @(posedge clk);
    end
  endtask

  integer      i;
  integer      records = 0;
  reg  [31:0]  head;

  always @(posedge clk) begin
    if (mwr_valid && mwr_ready && mwr_kind == 2'd1) records = records + 1;
  end

  initial begin
    repeat (3) @(posedge clk);
    rst_n <= 1'b1;
    @(posedge clk);
    start_detector(32'd0, 32'd512, 32'd512, 32'd0, 32'd512, 32'd4);

    // Three requests back to back, stores of warp 1: two sectors.
    access(5'd1, 1'b1, S4, 8'hff, 32'h100);
    access(5'd1, 1'b1, S5, 8'h0f, 32'h104);
    access(5'd1, 1'b1, S5, 8'hf0, 32'h108);
    drain;

    // Warp 2 loads a word of warp 1, and no fence was between them.
    access(5'd2, 1'b0, S4, 8'h04, 32'h200);
    drain;
    repeat (4) @(posedge clk);
    reg_read(`PF_REG_RING_HEAD, head);
    repeat (2) @(posedge clk);
    reg_write(`PF_REG_RING_TAIL, head);
    repeat (10) @(posedge clk);
    if (records != 1 || head != 32'd1 || race_irq || memory_error) begin
      $display("FAIL %0d records, head %0d", records, head);
      $stop;
    end

    // Memory stands still for a while.
    stall <= 1'b1;
    fork
      for (i = 0; i < 24; i = i + 1) access(5'd1, 1'b0, i[AddrW-6:0] + S8, 8'hff, 32'h300);
      begin
        @(posedge clk);
        while (req_ready) @(posedge clk);
        repeat (4) @(posedge clk);
        stall <= 1'b0;
      end
    join
    drain;

    // Halted while requests flow and memory stands still; no register may be written yet.
    stall <= 1'b1;
    fork
      for (i = 0; i < 24; i = i + 1) access(5'd1, 1'b1, i[AddrW-6:0] + S8, 8'hff, 32'h400);
      begin
        repeat (3) @(posedge clk);
        reg_write(`PF_REG_CTRL, 32'd1 << `PF_REG_CTRL_SCORD_LSB);
        if (reg_failed) $stop;
        reg_write(`PF_REG_META_BASE, 32'd0);
        if (!reg_failed) $stop;
        repeat (4) @(posedge clk);
        stall <= 1'b0;
        halt_detector;
        if (reg_failed) $stop;
      end
    join
    reg_read(`PF_REG_COUNTERS + 8 * `PF_COUNTER_SKIPPED, head);
    if (head == 32'd0 || reg_failed) $stop;
    $display("PASS slice_scene");
    $finish;
  end

endmodule

`resetall
