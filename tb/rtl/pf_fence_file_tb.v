// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_fence_file_tb: a random sequence of fences, lookups, epochs, sweeps and changes of policy with
// the reference model's answers (pf_fence_file_vec), through a pipeline that stalls and idles.
//
// Checked: in every cycle in which an operation is in stage 2, also while it waits: both counts of a
// lookup, own counts and wrap of a fence. How long a clear takes.
// Plusargs: +vec=FILE +seed=N +stall=step (the pipeline stands still for hundreds of cycles) +stall=op

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_fence_file_tb;

  localparam integer BlockW = `PF_FENCE_BLOCK_W;
  localparam integer WarpW  = `PF_META_WARP_W;
  localparam integer CountW = `PF_FENCE_BLK_FENCE_W;
  localparam integer EpochW = `PF_FENCE_EPOCH_W;
  localparam integer Words  = 1 << (BlockW + WarpW);

  localparam [3:0] LOOKUP = 4'd0, FENCE = 4'd1, EPOCH = 4'd2;  // 3: policy

  reg                 clk   = 1'b0;
  reg                 rst_n = 1'b0;
  reg                 scord = 1'b1;
  reg  [EpochW-1:0]   epoch = {EpochW{1'b0}};
  reg                 step  = 1'b0;
  reg                 op_valid = 1'b0;
  reg                 op_fence = 1'b0, op_device = 1'b0;
  reg  [BlockW-1:0]   self_block = {BlockW{1'b0}}, owner_block = {BlockW{1'b0}};
  reg  [WarpW-1:0]    self_warp = {WarpW{1'b0}}, owner_warp = {WarpW{1'b0}};
  wire [2*CountW-1:0] owner, self;
  wire                wrap, clear_busy;
  reg                 clear = 1'b0;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_fence_file u_dut (
`else
  pf_fence_file #(
    .BlockW (BlockW),
    .WarpW  (WarpW),
    .CountW (CountW),
    .EpochW (EpochW)
  ) u_dut (
`endif
    .clk_i            (clk),
    .rst_ni           (rst_n),
    .scord_i          (scord),
    .epoch_i          (epoch),
    .step_i           (step),
    .op_valid_i       (op_valid),
    .op_fence_i       (op_fence),
    .op_device_i      (op_device),
    .op_self_block_i  (self_block),
    .op_self_warp_i   (self_warp),
    .op_owner_block_i (owner_block),
    .op_owner_warp_i  (owner_warp),
    .owner_o          (owner),
    .self_o           (self),
    .wrap_o           (wrap),
    .clear_i          (clear),
    .clear_busy_o     (clear_busy)
  );

  always #5 clk = ~clk;

  // The line of the file that comes next, and the operation in stage 2.
  reg  [3:0]          n_kind, kind;
  reg                 n_device, device;
  reg  [BlockW-1:0]   n_self_block, n_owner_block;
  reg  [WarpW-1:0]    n_self_warp, n_owner_warp;
  reg  [EpochW-1:0]   n_epoch, want_epoch;
  reg  [2*CountW-1:0] n_owner, n_self, want_owner, want_self;
  reg  [1:0]          n_forget, forget;
  reg                 have, inside, enters;

  integer         file, got, seed, checks, wraps, sweeps, forwards, busy, calm;
  reg [31:0]      r;  // xorshift32: $random is not the same in every simulator
  reg [8*8-1:0]   stall;
  reg [8*256-1:0] vec;

  task draw;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task fetch;
    begin
      got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h\n", n_kind, n_device, n_self_block, n_self_warp,
                    n_owner_block, n_owner_warp, n_epoch, n_owner, n_self, n_forget);
      have = got == 10;
    end
  endtask

  task fail;
    input [8*16-1:0] what;
    begin
      $display("FAIL pf_fence_file: %0s, check %0d at %0t: kind %0d device %b epoch %0d: got owner %h self %h wrap %b, expected %h %h, forget %0d",
               what, checks, $time, kind, device, epoch, owner, self, wrap, want_owner, want_self, forget);
      $stop;
    end
  endtask

  // Stage 2 answers, in every cycle.
  task check;
    begin
      checks = checks + 1;
      if (self !== want_self) fail("self");
      if (kind == LOOKUP && owner !== want_owner) fail("owner");
      if (wrap !== (kind == FENCE && forget != 2'd0)) fail("wrap");
      if (scord && epoch !== want_epoch) fail("bench's epoch");
    end
  endtask

  // Waits for the end of a clear, which must take exactly Words cycles.
  task sweep;
    begin
      sweeps = sweeps + 1;
      step  = 1'b0;
      busy  = 0;
      while (clear_busy !== 1'b0) begin
        busy = busy + 1;
        @(negedge clk);
      end
      checks = checks + 1;
      if (busy != Words) begin
        $display("FAIL pf_fence_file: a clear took %0d cycles, expected %0d", busy, Words);
        $stop;
      end
    end
  endtask

  // What the edge with step does to the epoch. A sweep follows outside of the pipeline.
  task leave;
    begin
      if (scord && forget != 2'd0) epoch = epoch + 1'b1;
      if (kind == FENCE && forget != 2'd0) wraps = wraps + 1;
      inside = 1'b0;
      if (forget == 2'd2) begin
        op_valid = 1'b0;
        clear = 1'b1;
        @(negedge clk);
        clear = 1'b0;
        sweep;
      end
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("stall=%s", stall)) stall = "none";
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_fence_file: no +vec=FILE");
      $stop;
    end
    r = seed ^ 32'h9e37_79b9;
    checks = 0; wraps = 0; sweeps = 0; forwards = 0;
    inside = 1'b0;
    kind = LOOKUP;
    forget = 2'd0;
    file = $fopen(vec, "r");
    fetch;
    if (n_kind != 4'd3) fail("no policy");
    scord = n_device;
    fetch;
    @(negedge clk);
    @(negedge clk) rst_n = 1'b1;
    sweep;  // reset clears
    calm = 0;

    while (have || inside) begin
      // A stall is long now and then; with +stall= very long.
      draw;
      if (calm > 0) calm = calm - 1;
      else if (stall != "none" && r[31:22] == 10'd0) calm = 600;
      step = !(calm > 0 && stall == "step") && (r[3:0] != 4'd0 && r[4]);
      if (seed % 2 == 0) step = !(calm > 0 && stall == "step");

      // Enters: alone, when it will clear the file.
      enters = have && n_kind != 4'd3 && !(calm > 0 && stall == "op") && (r[7:5] != 3'd0) &&
               !(inside && (forget == 2'd2 || n_forget == 2'd2)) && !(inside && n_kind == EPOCH);
      op_valid    = enters && n_kind != EPOCH;
      op_fence    = n_kind == FENCE;
      op_device   = n_device;
      self_block  = n_self_block;
      self_warp   = n_self_warp;
      owner_block = n_owner_block;
      owner_warp  = n_owner_warp;
      if (!op_valid) begin  // payload without valid is noise
        draw;
        {op_fence, op_device, self_block, self_warp} = r[BlockW+WarpW+1:0];
      end
      if (op_fence) begin
        draw;
        {owner_block, owner_warp} = r[BlockW+WarpW-1:0];
      end
      if (!scord) begin  // not looked at
        draw;
        epoch = r[EpochW-1:0];
      end

      #3;
      if (inside && kind != EPOCH) check;
      if (step && inside && enters && kind == FENCE && n_kind != EPOCH) forwards = forwards + 1;

      @(negedge clk);
      if (step) begin
        if (inside) leave;
        if (enters) begin
          inside = 1'b1;
          {kind, device, want_epoch, want_owner, want_self, forget} =
              {n_kind, n_device, n_epoch, n_owner, n_self, n_forget};
          fetch;
        end
      end
      if (!inside && have && n_kind == 4'd3) begin  // another policy: all anew
        scord = n_device;
        epoch = {EpochW{1'b0}};
        op_valid = 1'b0;
        step  = 1'b0;
        clear = 1'b1;
        @(negedge clk);
        clear = 1'b0;
        sweep;
        fetch;
      end
    end
    if (!$feof(file) || checks < 1000 || wraps < 2 || sweeps < 2 || forwards < 20) begin
      $display("FAIL pf_fence_file: checks=%0d wraps=%0d sweeps=%0d back to back=%0d", checks, wraps, sweeps,
               forwards);
      $stop;
    end
    $display("PASS pf_fence_file seed=%0d checks=%0d", seed, checks);
    $finish;
  end

endmodule

`resetall
