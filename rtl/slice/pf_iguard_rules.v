// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_rules: an access against an entry's last writer and last reader.
//
//   writer's flags, writer_i (facts) --> pf_iguard_judge --+--> kind_o, of which side
//   reader's flags, reader_i ----------> pf_iguard_judge --+--> act_o --> pf_iguard_next --> next_o
//   tag: write? -------------------------------------------+
//
// A load is held against the last writer alone, and takes the last reader's place. A write is held against both, and takes
// the last writer's place; whoever read these bytes is forgotten, unless the write is an atomic that races with neither: then
// less races with it than with the reader.
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

module pf_iguard_rules (
  input  wire                           lanes_i,      // threads are lanes, else warps; static
  input  wire [2*`PF_IGUARD_SIDE_W-1:0] entry_i,      // {reader, writer}
  input  wire [`PF_IGUARD_TAG_W-1:0]    tag_i,
  input  wire [3:0]                     bytes_i,      // of each word: what the access touches
  input  wire [`PF_IGUARD_FACTS_W-1:0]  writer_i,     // pf_iguard_facts of the writer's side
  input  wire [`PF_IGUARD_FACTS_W-1:0]  reader_i,     // ... of the reader's
  output wire [2:0]                     kind_o,       // PF_IGUARD_KIND_*
  output wire                           with_reader_o,
  output wire                           with_others_o,  // others of that side, not the thread that it names
  output wire [`PF_IGUARD_ACT_W-1:0]    act_o,
  output wire [2*`PF_IGUARD_SIDE_W-1:0] next_o
);

  localparam [2:0] NONE = `PF_IGUARD_KIND_NONE;

  wire [`PF_IGUARD_SIDE_W-1:0] writer = entry_i[0 +: `PF_IGUARD_SIDE_W];
  wire [`PF_IGUARD_SIDE_W-1:0] reader = entry_i[`PF_IGUARD_SIDE_W +: `PF_IGUARD_SIDE_W];
  wire                         write  = tag_i[`PF_IGUARD_TAG_WRITE_LSB];

  wire [2:0] w_kind, r_kind;
  wire       w_others, r_others, w_weaken, r_weaken, w_add, r_add;
  wire [1:0] w_far, r_far;

  pf_iguard_judge u_writer (
    .facts_i        (writer_i),
    .atom_i         (writer[`PF_IGUARD_SIDE_IS_ATOM_LSB]),
    .scope_i        (writer[`PF_IGUARD_SIDE_BLOCK_SCOPE_LSB]),
    .others_i       (writer[`PF_IGUARD_SIDE_OTHERS_LSB +: 2]),
    .others_scope_i (writer[`PF_IGUARD_SIDE_OTHERS_BLOCK_SCOPE_LSB]),
    .tag_atom_i     (tag_i[`PF_IGUARD_TAG_IS_ATOM_LSB]),
    .tag_scope_i    (tag_i[`PF_IGUARD_TAG_BLOCK_SCOPE_LSB]),
    .kind_o         (w_kind),
    .race_others_o  (w_others),
    .weaken_o       (w_weaken),
    .add_o          (w_add),
    .far_o          (w_far)
  );

  pf_iguard_judge u_reader (
    .facts_i        (reader_i),
    .atom_i         (reader[`PF_IGUARD_SIDE_IS_ATOM_LSB]),
    .scope_i        (reader[`PF_IGUARD_SIDE_BLOCK_SCOPE_LSB]),
    .others_i       (reader[`PF_IGUARD_SIDE_OTHERS_LSB +: 2]),
    .others_scope_i (reader[`PF_IGUARD_SIDE_OTHERS_BLOCK_SCOPE_LSB]),
    .tag_atom_i     (tag_i[`PF_IGUARD_TAG_IS_ATOM_LSB]),
    .tag_scope_i    (tag_i[`PF_IGUARD_TAG_BLOCK_SCOPE_LSB]),
    .kind_o         (r_kind),
    .race_others_o  (r_others),
    .weaken_o       (r_weaken),
    .add_o          (r_add),
    .far_o          (r_far)
  );

  wire with_writer = w_kind != NONE;
  wire with_reader = !with_writer && write && r_kind != NONE;

  assign kind_o        = with_writer ? w_kind : write ? r_kind : NONE;
  assign with_reader_o = with_reader;
  assign with_others_o = with_writer ? w_others : with_reader && r_others;

  // A writer that a write races with, it stands for.
  wire fresh = write && with_writer;

  assign act_o[`PF_IGUARD_ACT_WEAKEN]            = !fresh && (write ? w_weaken : r_weaken);
  assign act_o[`PF_IGUARD_ACT_ADD]               = !fresh && (write ? w_add : r_add);
  assign act_o[`PF_IGUARD_ACT_READER]            = !write;
  assign act_o[`PF_IGUARD_ACT_CLEAR]             = reader_i[`PF_IGUARD_FACT_BYTES] && write &&
                                                   (with_writer || with_reader || !tag_i[`PF_IGUARD_TAG_IS_ATOM_LSB]);
  assign act_o[`PF_IGUARD_ACT_FAR_LSB +: 2]      = write ? w_far : r_far;

  wire [`PF_IGUARD_SIDE_W-1:0] after;
  wire [`PF_IGUARD_SIDE_W-1:0] kept = reader & {`PF_IGUARD_SIDE_W{!act_o[`PF_IGUARD_ACT_CLEAR]}};

  pf_iguard_next u_next (
    .lanes_i  (lanes_i),
    .side_i   (write ? writer : reader),
    .tag_i    (tag_i),
    .bytes_i  (bytes_i),
    .weaken_i (act_o[`PF_IGUARD_ACT_WEAKEN]),
    .add_i    (act_o[`PF_IGUARD_ACT_ADD]),
    .far_i    (act_o[`PF_IGUARD_ACT_FAR_LSB +: 2]),
    .next_o   (after)
  );

  assign next_o = write ? {kept, after} : {after, writer};

endmodule

`resetall
