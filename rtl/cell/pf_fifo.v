// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_fifo: a queue of any depth, in flops or in a pf_ram.
//
//   in_* --> [ storage of Depth words ] --> out_*     Ram 0: out is a mux over the flops
//              wptr_q        rptr_q                   Ram 1: out is the memory's own read register,
//              level_q counts the words in all                read ahead as soon as it is free
//
// Throughput  one word a cycle, from Depth 2 (Ram 0) or Depth 3 (Ram 1) on.
// Latency     1 cycle (Ram 0), 2 cycles (Ram 1).
// Errs        never: every word leaves, once, in order.
// State bits  2 * clog2(Depth) + clog2(Depth+1), Ram 1: one more; storage Depth * Width.
//
// in_ready_o depends on no input. With Ram 1 out_ready_i goes to the memory's read enable.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_fifo #(
  parameter integer Width = 8,
  parameter integer Depth = 4,   // any number, at least 1
  parameter integer Ram   = 0,   // 0 flops, 1 pf_ram
  // Derived: do not override.
  parameter integer LevelW = $clog2(Depth + 1)
) (
  input  wire              clk_i,
  input  wire              rst_ni,       // asynchronous, active low

  input  wire              in_valid_i,
  output wire              in_ready_o,
  input  wire [Width-1:0]  in_data_i,

  output wire              out_valid_o,
  input  wire              out_ready_i,
  output wire [Width-1:0]  out_data_o,

  output wire [LevelW-1:0] level_o       // words inside, the one on show included
);

  localparam integer      PtrW = (Depth > 1) ? $clog2(Depth) : 1;
  localparam integer      LastI = Depth - 1;
  localparam [PtrW-1:0]   LAST  = LastI[PtrW-1:0];
  localparam [LevelW-1:0] FULL  = Depth[LevelW-1:0];

  generate
    if (Width < 1 || Depth < 1 || Ram < 0 || Ram > 1) begin : g_bad_param
      PF_FIFO_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Control    //
  ////////////////

  reg  [PtrW-1:0]   wptr_q, rptr_q;
  reg  [LevelW-1:0] level_q;

  wire push = in_valid_i && in_ready_o;
  wire pop  = out_valid_o && out_ready_i;
  wire step;  // the read pointer moves

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q  <= {PtrW{1'b0}};
      rptr_q  <= {PtrW{1'b0}};
      level_q <= {LevelW{1'b0}};
    end else begin
      if (push) wptr_q <= (wptr_q == LAST) ? {PtrW{1'b0}} : wptr_q + 1'b1;
      if (step) rptr_q <= (rptr_q == LAST) ? {PtrW{1'b0}} : rptr_q + 1'b1;
      if (push != pop) level_q <= push ? level_q + 1'b1 : level_q - 1'b1;
    end
  end

  assign in_ready_o = level_q != FULL;
  assign level_o    = level_q;

`ifdef PF_PROVE_FIFO
  wire [PtrW-1:0]  f_place;   // where the word lies that the proof follows
  wire [Width-1:0] f_stored;
`endif

  ////////////////
  // Storage    //
  ////////////////

  generate
    if (Ram == 0) begin : g_flops
      reg [Width-1:0] word_q [0:Depth-1];

      always @(posedge clk_i) begin
        if (push) word_q[wptr_q] <= in_data_i;
      end

      assign step        = pop;
      assign out_valid_o = level_q != {LevelW{1'b0}};
      assign out_data_o  = word_q[rptr_q];
`ifdef PF_PROVE_FIFO
      assign f_stored    = word_q[f_place];
`endif
    end else begin : g_ram
      reg shown_q;  // the memory's read register holds the first word

      // Words not read yet: all but the one on show. A word is read a cycle after its write at the
      // earliest, and its place is free only when it has left: a read never meets a write.
      wire unread = level_q != {{(LevelW-1){1'b0}}, shown_q};

      always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) shown_q <= 1'b0;
        else         shown_q <= step || (shown_q && !out_ready_i);
      end

      assign step        = unread && (!shown_q || out_ready_i);
      assign out_valid_o = shown_q;

      pf_ram #(
        .Width (Width),
        .Depth (Depth)
      ) u_ram (
        .clk_i   (clk_i),
        .we_i    (push),
        .waddr_i (wptr_q),
        .wdata_i (in_data_i),
        .re_i    (step),
        .raddr_i (rptr_q),
        .rdata_o (out_data_o)
`ifdef PF_PROVE_FIFO
        ,
        .f_addr_i (f_place),
        .f_word_o (f_stored)
`endif
      );
    end
  endgenerate

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  reg             f_stalled_q;  // the word shown last was not taken
  reg [Width-1:0] f_shown_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_stalled_q <= 1'b0;
    else         f_stalled_q <= out_valid_o && !out_ready_i;
  end
  always @(posedge clk_i) f_shown_q <= out_data_o;

  wire [LevelW:0] f_room = {1'b0, FULL} - {1'b0, level_q};

  `PF_ASSERT_KNOWN(a_ctrl_known, {in_valid_i, out_ready_i})
  `PF_ASSERT(a_stable, !f_stalled_q || (out_valid_o && out_data_o === f_shown_q))
  `PF_ASSERT(a_level, !f_room[LevelW])
  `PF_COVER(c_full, level_q == FULL && pop)
`endif

`ifdef PF_PROVE_FIFO
  `include "pf_fifo_proof.vh"
`endif

endmodule

`resetall
