// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_facts_tb: random sides, accesses and times, with the facts of the reference in C (pf_iguard_facts_vec).
//
// Checked: all facts, of both sides of an entry; each is met both ways, for lanes and warps as threads.
// Plusargs: +vec=FILE +seed=N

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_iguard_bits.vh"

`define PF_BENCH "pf_iguard_facts"

module pf_iguard_facts_tb;

  localparam integer SeenW = 2 * `PF_IGUARD_FACTS_W;
  localparam [SeenW-1:0] SeenZero = {SeenW{1'b1}};

  wire [`PF_IGUARD_FACTS_W-1:0] w_facts, r_facts;

`include "pf_iguard_bench.vh"

  pf_iguard_facts u_writer (
    .lanes_i (lanes),
    .side_i  (writer),
    .tag_i   (tag),
    .word_i  (word),
    .bytes_i (bytes),
    .times_i (writer_times),
    .facts_o (w_facts)
  );

  pf_iguard_facts u_reader (
    .lanes_i (lanes),
    .side_i  (reader),
    .tag_i   (tag),
    .word_i  (word),
    .bytes_i (bytes),
    .times_i (reader_times),
    .facts_o (r_facts)
  );

  wire             wrong = {w_facts, r_facts} != {writer_facts, reader_facts};
  wire [SeenW-1:0] seen  = {writer_facts & {`PF_IGUARD_FACTS_W{lanes}}, writer_facts & {`PF_IGUARD_FACTS_W{!lanes}}};

endmodule

`resetall
