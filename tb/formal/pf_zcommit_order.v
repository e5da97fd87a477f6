// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_zcommit_order: results of one line, any one, come in the order in which its requests were
// taken, and none is lost or made up, whatever memory and the taker of results do.
//
//   requests: free --+--> pf_zcommit, rows as they may be --> results --+
//                    +--> a queue of the warps of the watched line -----+--> equal
//
// Bounded, and z3 gets as far as requests that hit or miss without a fetch. What waits behind a locked
// line is pf_cache_list_proof's, and the co-simulation's.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_zcommit_order #(
  parameter integer LineW    = 2,
  parameter integer WarpW    = 2,
  parameter integer QuantumW = 2,
  parameter integer Requests = 4,
  // Derived: do not override.
  parameter integer Beats    = (QuantumW + 128 * WarpW + 255) / 256,
  parameter integer MemW     = LineW + $clog2(Beats),
  parameter integer IdW      = 1 + $clog2(Beats)
) (
  input wire             clk_i,
  input wire             beg_i,
  input wire             req_valid_i,
  input wire [LineW-1:0] req_line_i,
  input wire [WarpW-1:0] req_warp_i,
  input wire             res_ready_i,
  input wire             mrd_ready_i,
  input wire             mrsp_i,
  input wire             fresh_i,
  input wire             mwr_ready_i
);

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  (* anyconst *) wire [LineW-1:0] watched;
  (* anyconst *) wire             filter;

  wire             beg_ready, req_ready, res_valid, mrd_valid, mrsp_ready, mwr_valid, idle;
  wire [LineW-1:0] res_line;
  wire [WarpW-1:0] res_warp;
  wire [IdW-1:0]   mrd_id;
  reg              mrsp_q;
  reg  [IdW-1:0]   id_q;

  pf_zcommit #(
    .LineW (LineW), .WarpW (WarpW), .QuantumW (QuantumW), .Sets (2), .Ways (2), .Requests (Requests),
    .Misses (2), .FilterBits (2)
  ) u_dut (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .cfg_filter_i (filter),
    .cfg_lines_i  ({{(LineW-1){1'b0}}, 2'd2}),  // few: a sweep comes first
    .beg_valid_i  (beg_i),
    .beg_ready_o  (beg_ready),
    .quantum_o    (),
    .req_valid_i  (req_valid_i),
    .req_ready_o  (req_ready),
    .req_line_i   (req_line_i),
    .req_warp_i   (req_warp_i),
    .req_mask_i   (128'd0),
    .req_data_i   (1024'd0),
    .res_valid_o  (res_valid),
    .res_ready_i  (res_ready_i),
    .res_line_o   (res_line),
    .res_warp_o   (res_warp),
    .res_mask_o   (),
    .res_data_o   (),
    .mrd_valid_o  (mrd_valid),
    .mrd_ready_i  (mrd_ready_i),
    .mrd_addr_o   (),
    .mrd_id_o     (mrd_id),
    .mrsp_valid_i (mrsp_q),
    .mrsp_ready_o (mrsp_ready),
    .mrsp_id_i    (id_q),
    .mrsp_data_i  ({256{fresh_i}}),
    .mwr_valid_o  (mwr_valid),
    .mwr_ready_i  (mwr_ready_i),
    .mwr_addr_o   (),
    .mwr_data_o   (),
    .evt_o        (),
    .idle_o       (idle)
  );

  // Memory: a read under way is a bit of its id; any of them is answered, in any cycle.
  localparam integer Ids = 1 << IdW;
  (* anyseq *) wire [IdW-1:0] chosen;
  reg  [Ids-1:0] asked_q;
  wire           answer = mrsp_i && asked_q[chosen] && (!mrsp_q || mrsp_ready);
  integer        k;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      asked_q <= {Ids{1'b0}};
      mrsp_q  <= 1'b0;
    end else begin
      mrsp_q <= answer || (mrsp_q && !mrsp_ready);
      if (answer) id_q <= chosen;
      for (k = 0; k < Ids; k = k + 1) begin
        if (mrd_valid && mrd_ready_i && mrd_id == k) asked_q[k] <= 1'b1;
        else if (answer && chosen == k) asked_q[k] <= 1'b0;
      end
    end
  end
  `PF_ASSERT(a_id, !(mrd_valid && asked_q[mrd_id]))

  // The user: a request stays; one quantum, begun first; nobody asks for nothing.
  reg                   begun_q, held_q;
  reg [LineW+WarpW-1:0] what_q;
  always @(posedge clk_i) begin
    begun_q <= rst_ni && (begun_q || (beg_i && beg_ready));
    held_q  <= rst_ni && req_valid_i && !req_ready;
    what_q  <= {req_line_i, req_warp_i};
  end
  always @* begin
    assume (!req_valid_i || (rst_ni && begun_q && !(&req_warp_i) && req_line_i < 2));
    assume (!held_q || (req_valid_i && what_q == {req_line_i, req_warp_i}));
    assume (beg_i == (rst_ni && !begun_q));
  end

  // Queue of the watched line's warps
  wire put = req_valid_i && req_ready && req_line_i == watched;
  wire get = res_valid && res_ready_i && res_line == watched;
  localparam integer Most = Requests + 1;
  reg  [Most*WarpW-1:0] queue_q;
  reg  [7:0]            count_q;
  wire [7:0]            kept = count_q - {7'd0, get};

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      count_q <= 8'd0;
    end else begin
      for (k = 0; k < Most; k = k + 1) begin
        if (put && kept == k) queue_q[k*WarpW +: WarpW] <= req_warp_i;
        else if (get && k + 1 < Most) queue_q[k*WarpW +: WarpW] <= queue_q[((k + 1 < Most) ? k + 1 : k)*WarpW +: WarpW];
      end
      count_q <= kept + {7'd0, put};
    end
  end
  `PF_ASSERT(a_order, !get || (count_q != 8'd0 && res_warp == queue_q[WarpW-1:0]))
  `PF_ASSERT(a_none_inside, !idle || count_q == 8'd0)

  reg once_q;
  always @(posedge clk_i) once_q <= rst_ni && (once_q || get);
  `PF_COVER(c_second, get && once_q)

endmodule

`resetall
