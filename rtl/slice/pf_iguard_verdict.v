// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_verdict: an access against one side of its word, the last writer or the last reader: a race or none, and what is the
// side then.
//
//   side's flags, tag, facts --> pf_iguard_judge --+--> kind_o, others_o
//                                                  +--> act_o --> pf_iguard_next --> next_o
//
// Writers: a load is held against the side, a write also takes its place, and stands for it if the two race. Readers: a load takes
// the side's place; a write is held against it, unless it races with the last writer (raced_i), and forgets it, unless it is an atomic
// that races with neither: then less races with it than with the reader.
//
// Throughput  combinational.
// Latency     0.
// Errs        as pf_iguard_judge.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_iguard_bits.vh"

module pf_iguard_verdict #(
  parameter integer Readers = 0                     // 1: the side is the last reader
) (
  input  wire                          lanes_i,     // threads are lanes, else warps; static
  input  wire [`PF_IGUARD_SIDE_W-1:0]  side_i,
  input  wire [`PF_IGUARD_TAG_W-1:0]   tag_i,
  input  wire [3:0]                    bytes_i,     // of each word: what the access touches
  input  wire [`PF_IGUARD_FACTS_W-1:0] facts_i,
  input  wire                          raced_i,     // readers: with the last writer
  output wire                          asked_o,     // they could race
  output wire [2:0]                    kind_o,      // PF_IGUARD_KIND_*
  output wire                          others_o,    // others of that side, not the thread that it names
  output wire [`PF_IGUARD_ACT_W-1:0]   act_o,
  output wire [`PF_IGUARD_SIDE_W-1:0]  next_o
);

  localparam [2:0] NONE = `PF_IGUARD_KIND_NONE;

  generate
    if (Readers < 0 || Readers > 1) begin : g_bad_param
      PF_IGUARD_VERDICT_BAD_PARAMETER u_bad ();     // no such module: elaboration stops here
    end
  endgenerate

  wire [2:0] kind;
  wire       others, weaken, add;
  wire [1:0] far;
  wire       write = tag_i[`PF_IGUARD_TAG_WRITE_LSB];
  wire       races = kind != NONE;
  wire       fresh = write && races;                // it stands for whom it races with
  wire       takes = (Readers != 0) ^ write;        // the side's place
  wire       clear = Readers != 0 && write && facts_i[`PF_IGUARD_FACT_BYTES] &&
                     (raced_i || races || !tag_i[`PF_IGUARD_TAG_IS_ATOM_LSB]);
  wire [`PF_IGUARD_SIDE_W-1:0] after;

  pf_iguard_judge u_judge (
    .facts_i        (facts_i),
    .atom_i         (side_i[`PF_IGUARD_SIDE_IS_ATOM_LSB]),
    .scope_i        (side_i[`PF_IGUARD_SIDE_BLOCK_SCOPE_LSB]),
    .others_i       (side_i[`PF_IGUARD_SIDE_OTHERS_LSB +: 2]),
    .others_scope_i (side_i[`PF_IGUARD_SIDE_OTHERS_BLOCK_SCOPE_LSB]),
    .tag_atom_i     (tag_i[`PF_IGUARD_TAG_IS_ATOM_LSB]),
    .tag_scope_i    (tag_i[`PF_IGUARD_TAG_BLOCK_SCOPE_LSB]),
    .kind_o         (kind),
    .race_others_o  (others),
    .weaken_o       (weaken),
    .add_o          (add),
    .far_o          (far)
  );

  assign asked_o  = (Readers == 0) || (write && !raced_i);
  assign kind_o   = kind & {3{asked_o}};
  assign others_o = others && races && asked_o;

  assign act_o[`PF_IGUARD_ACT_WEAKEN]       = weaken && !fresh;
  assign act_o[`PF_IGUARD_ACT_ADD]          = add && !fresh;
  assign act_o[`PF_IGUARD_ACT_READER]       = Readers != 0;
  assign act_o[`PF_IGUARD_ACT_CLEAR]        = clear;
  assign act_o[`PF_IGUARD_ACT_FAR_LSB +: 2] = far;

  pf_iguard_next u_next (
    .lanes_i  (lanes_i),
    .side_i   (side_i),
    .tag_i    (tag_i),
    .bytes_i  (bytes_i),
    .weaken_i (act_o[`PF_IGUARD_ACT_WEAKEN]),
    .add_i    (act_o[`PF_IGUARD_ACT_ADD]),
    .far_i    (far),
    .next_o   (after)
  );

  assign next_o = takes ? after : side_i & {`PF_IGUARD_SIDE_W{!clear}};

endmodule

`resetall
