// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// commit_scene: what the pictures of rtl/README.md show of the Z-commit unit. The instance is the text
// of that page (commit.vh), so it compiles and runs.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module commit_scene;

  localparam integer LineW    = `PF_ADDR_W - 7;
  localparam integer WarpW    = `PF_COMMIT_WARP_W;
  localparam integer QuantumW = `PF_QUANTUM_W;
  localparam integer Beats    = (QuantumW + 128 * WarpW + 255) / 256;
  localparam integer MemW     = LineW + $clog2(Beats);
  localparam integer IdW      = $clog2(`PF_Z_MISSES) + $clog2(Beats);
  localparam integer Lines    = 64;

  reg                 clk   = 1'b0;
  reg                 rst_n = 1'b0;
  always #5 clk = ~clk;

  reg                 filter = 1'b1;
  wire [LineW:0]      lines  = Lines[LineW:0];
  reg                 beg_valid = 1'b0;
  wire                beg_ready;
  wire [QuantumW-1:0] quantum;
  reg                 com_valid = 1'b0;
  wire                com_ready;
  reg  [LineW-1:0]    com_line = {LineW{1'b0}};
  reg  [WarpW-1:0]    com_warp = {WarpW{1'b0}};
  reg  [127:0]        com_mask = 128'd0;
  reg  [1023:0]       com_data = 1024'd0;
  wire                res_valid;
  wire                res_ready = 1'b1;
  wire [LineW-1:0]    res_line;
  wire [WarpW-1:0]    res_warp;
  wire [127:0]        res_mask;
  wire [1023:0]       res_data;
  wire                mrd_valid, mrd_ready, mrsp_valid, mrsp_ready, mwr_valid, mwr_ready;
  wire [MemW-1:0]     mrd_addr, mwr_addr;
  wire [IdW-1:0]      mrd_id, mrsp_id;
  wire [255:0]        mrsp_data, mwr_data;
  wire [7:0]          commit_evt;
  wire                commit_idle;

  `include "commit.vh"

  wire memory_error;

  pf_memory_model #(
    .MemW  (MemW),
    .IdW   (IdW),
    .Depth (Lines * Beats)
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

  task begin_quantum;
    begin
      beg_valid <= 1'b1;
      @(posedge clk);
      while (!beg_ready) @(posedge clk);
      beg_valid <= 1'b0;
    end
  endtask

  // One request; the next one may follow in the next cycle.
  task commit;
    input [LineW-1:0] line;
    input [WarpW-1:0] warp;
    input [127:0]     mask;
    begin
      com_valid <= 1'b1;
      com_line  <= line;
      com_warp  <= warp;
      com_mask  <= mask;
      com_data  <= {128{{{(8-4){1'b0}}, warp[3:0]}}};
      @(posedge clk);
      while (!com_ready) @(posedge clk);
      com_valid <= 1'b0;
    end
  endtask

  task drain;
    begin
      @(posedge clk);
      while (!commit_idle) @(posedge clk);
    end
  endtask

  // Line 3, as the results make it
  reg  [63:0] line3 = 64'hffff_ffff_ffff_ffff;
  integer     results = 0, fetched = 0, deferred = 0, b;
  reg  [47:0] masks = 48'd0;

  always @(posedge clk) begin
    if (res_valid && res_ready) begin
      results = results + 1;
      masks   = {masks[39:0], res_mask[7:0]};
      for (b = 0; b < 8; b = b + 1) if (res_mask[b] && res_line == 3) line3[8*b +: 8] = res_data[8*b +: 8];
    end
    if (commit_evt[2]) deferred = deferred + 1;
    if (commit_evt[3]) fetched  = fetched + 1;
  end

  initial begin
    repeat (3) @(posedge clk);
    rst_n <= 1'b1;
    repeat (2) @(posedge clk);
    begin_quantum;  // the first one sweeps
    drain;

    // Three warps, one line: 2 is in front of 5, 7 is behind both.
    commit(3, 5, 128'h0f);
    commit(3, 2, 128'h3c);
    commit(3, 7, 128'hff);
    drain;
    repeat (12) @(posedge clk);
    if (line3 != 64'h0707_0202_0202_0505 || masks != 48'h0f3cc0) begin
      $display("FAIL line %h masks %h", line3, masks);
      $stop;
    end

    // The next quantum, without the spill filter: rows are fetched, and are of none's.
    filter <= 1'b0;
    repeat (2) @(posedge clk);
    begin_quantum;
    commit(9, 6, 128'hf0);
    commit(9, 4, 128'h3c);
    commit(9, 5, 128'hff);
    drain;
    repeat (4) @(posedge clk);
    if (results != 6 || masks != 48'h0f3cc0_f03cc3 || fetched != 1 || deferred != 2 || quantum != 2 ||
        memory_error) begin
      $display("FAIL %0d results, masks %h, %0d fetched, %0d deferred, quantum %0d", results, masks, fetched,
               deferred, quantum);
      $stop;
    end
    $display("PASS commit_scene");
    $finish;
  end

endmodule

`resetall
