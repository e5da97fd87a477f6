// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_free_proof: a word, and any accesses of four threads to it that nothing orders: two lanes of a warp, another
// warp of their block, and another block.
//
//   thread, write, atomic --> facts of both sides --> pf_iguard_rules --> entry
//                         \-> what each thread has done
//
// Up to the first race, it is told at the access that completes it, and only there. Atomics have device scope.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_iguard_bits.vh"

module pf_iguard_free_proof (
  input wire       clk_i,
  input wire       valid_i,
  input wire [1:0] thread_i,
  input wire       write_i,
  input wire       atomic_i
);

  localparam integer SideW = `PF_IGUARD_SIDE_W;

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  reg  [2*SideW-1:0]            entry_q;
  reg  [`PF_IGUARD_TAG_W-1:0]   tag;
  wire [`PF_IGUARD_FACTS_W-1:0] writer, reader;
  wire [2*SideW-1:0]            next;
  wire [2:0]                    kind;
  wire                          write = write_i || atomic_i;
  wire [`PF_IGUARD_TIMES_W-1:0] none = {`PF_IGUARD_TIMES_W{1'b0}};

  always @* begin
    tag = {`PF_IGUARD_TAG_W{1'b0}};
    tag[`PF_IGUARD_TAG_BLOCK_LSB]   = thread_i == 2'd3;
    tag[`PF_IGUARD_TAG_WARP_LSB]    = thread_i == 2'd2;
    tag[`PF_IGUARD_TAG_LANE_LSB]    = thread_i == 2'd1;
    tag[`PF_IGUARD_TAG_WRITE_LSB]   = write;
    tag[`PF_IGUARD_TAG_IS_ATOM_LSB] = atomic_i;
    tag[`PF_IGUARD_TAG_POLLS_LSB]   = atomic_i;
  end

  pf_iguard_facts u_writer (
    .lanes_i (1'b1),
    .side_i  (entry_q[0 +: SideW]),
    .tag_i   (tag),
    .word_i  (5'd0),
    .bytes_i (4'd15),
    .times_i (none),
    .facts_o (writer)
  );
  pf_iguard_facts u_reader (
    .lanes_i (1'b1),
    .side_i  (entry_q[SideW +: SideW]),
    .tag_i   (tag),
    .word_i  (5'd0),
    .bytes_i (4'd15),
    .times_i (none),
    .facts_o (reader)
  );
  pf_iguard_rules u_rules (
    .lanes_i       (1'b1),
    .entry_i       (entry_q),
    .tag_i         (tag),
    .bytes_i       (4'd15),
    .writer_i      (writer),
    .reader_i      (reader),
    .kind_o        (kind),
    .with_reader_o (),
    .with_others_o (),
    .act_o         (),
    .next_o        (next)
  );

  // Who has read, written, added
  reg  [3:0] read_q, wrote_q, added_q;
  reg        raced_q;
  wire [3:0] mine  = 4'd1 << thread_i;
  wire [3:0] clash = (wrote_q | (read_q & {4{write}}) | (added_q & {4{!atomic_i}})) & ~mine;
  wire       races = |clash;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      entry_q <= {(2*SideW){1'b0}};
      read_q  <= 4'd0;
      wrote_q <= 4'd0;
      added_q <= 4'd0;
      raced_q <= 1'b0;
    end else if (valid_i) begin
      entry_q <= next;
      read_q  <= read_q | (mine & {4{!write}});
      wrote_q <= wrote_q | (mine & {4{write && !atomic_i}});
      added_q <= added_q | (mine & {4{atomic_i}});
      raced_q <= raced_q || races;
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni && valid_i && !raced_q) begin
      a_told: assert ((kind != 3'd`PF_IGUARD_KIND_NONE) == races);
    end
  end

`ifdef PF_COVER
  always @(posedge clk_i) begin
    if (rst_ni && valid_i && !raced_q && races) begin
      c_its:   cover (kind == 3'd`PF_IGUARD_KIND_ITS);
      c_fence: cover (kind == 3'd`PF_IGUARD_KIND_FENCE);
      c_all:   cover (added_q == 4'b1111);   // a load after all have added
      c_read:  cover (read_q == 4'b1111);    // a store after all have read
    end
  end
`endif

endmodule

`resetall
