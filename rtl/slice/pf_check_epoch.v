// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_check_epoch: the number of the epoch, and forgetting everything when it wraps.
//
//   bump_i ---------------> epoch_q + 1 --> epoch_o
//             \--> wraps? --+--> wait for empty_i --> clear_o, forget_valid_o --> wait for both
//   cmd_sweep_i ------------+
//
// A policy without epochs forgets at each bump. With the pipeline empty, forget_valid_o asks for lines
// and memory to be swept, while the fence file clears itself.
//
// Throughput  one bump a cycle.
// Latency     1 cycle.
// Errs        never.
// State bits  PF_META_EPOCH_W + 2.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_check_epoch (
  input  wire                        clk_i,
  input  wire                        rst_ni,         // asynchronous, active low
  input  wire                        scord_i,        // policy; 0: no epochs
  input  wire                        cmd_sweep_i,    // pulse: forget everything, epoch 0
  input  wire                        bump_i,         // an epoch starts
  input  wire                        empty_i,        // nothing is in the pipeline

  output wire                        clear_o,        // the fence file, now
  input  wire                        clear_busy_i,   // it is at it
  output wire                        forget_valid_o, // wipe the lines, sweep memory
  input  wire                        forget_ready_i, // it is done

  output wire [`PF_META_EPOCH_W-1:0] epoch_o,
  output wire                        forgetting_o
);

  localparam integer   EpochW         = `PF_META_EPOCH_W;
  localparam [1:0]     FORGET_NOTHING = 2'd0;
  localparam [1:0]     FORGET_SOON    = 2'd1;  // as soon as the pipeline is empty
  localparam [1:0]     FORGET_BOTH    = 2'd2;  // lines and memory, fence file
  localparam [1:0]     FORGET_FENCES  = 2'd3;  // lines and memory are done

  reg [EpochW-1:0] epoch_q;
  reg [1:0]        forget_q;

  assign clear_o        = forget_q == FORGET_SOON && empty_i && !clear_busy_i;
  assign forget_valid_o = forget_q == FORGET_BOTH;
  assign forgetting_o   = forget_q != FORGET_NOTHING || clear_busy_i;
  assign epoch_o        = epoch_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      epoch_q  <= {EpochW{1'b0}};
      forget_q <= FORGET_NOTHING;
    end else begin
      if (clear_o) begin
        epoch_q <= {EpochW{1'b0}};
      end else if (bump_i && scord_i) begin
        epoch_q <= epoch_q + 1'b1;
      end
      case (forget_q)
        FORGET_NOTHING:
          if (cmd_sweep_i || (bump_i && (&epoch_q || !scord_i))) forget_q <= FORGET_SOON;
        FORGET_SOON:
          if (clear_o) forget_q <= FORGET_BOTH;
        FORGET_BOTH:
          if (forget_ready_i) forget_q <= FORGET_FENCES;
        default:
          if (!clear_busy_i) forget_q <= FORGET_NOTHING;
      endcase
    end
  end

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {cmd_sweep_i, bump_i, empty_i, clear_busy_i, forget_ready_i})
  `PF_ASSERT(a_fences_alone, !forget_valid_o || empty_i)
`endif  // SYNTHESIS

endmodule

`resetall
