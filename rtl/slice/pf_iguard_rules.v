// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_rules: an access against an entry's last writer and last reader.
//
//   writer, writer_i (facts) --> pf_iguard_verdict --+--> kind_o, of which side; act_o; next_o
//                                   | races          |
//   reader, reader_i ----------> pf_iguard_verdict --+
//
// One race is told, with the writer if there is one. The two verdicts are those of pf_iguard_check, which has the sides
// of a line in rows apart; together they are what is proved of the rules.
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

  wire                         write = tag_i[`PF_IGUARD_TAG_WRITE_LSB];
  wire [2:0]                   w_kind, r_kind;
  wire                         w_others, r_others, unused_w_asked, unused_r_asked;
  wire [`PF_IGUARD_ACT_W-1:0]  w_act, r_act;
  wire                         with_writer = w_kind != NONE;

  pf_iguard_verdict #(
    .Readers (0)
  ) u_writer (
    .lanes_i  (lanes_i),
    .side_i   (entry_i[0 +: `PF_IGUARD_SIDE_W]),
    .tag_i    (tag_i),
    .bytes_i  (bytes_i),
    .facts_i  (writer_i),
    .raced_i  (1'b0),
    .asked_o  (unused_w_asked),
    .kind_o   (w_kind),
    .others_o (w_others),
    .act_o    (w_act),
    .next_o   (next_o[0 +: `PF_IGUARD_SIDE_W])
  );

  pf_iguard_verdict #(
    .Readers (1)
  ) u_reader (
    .lanes_i  (lanes_i),
    .side_i   (entry_i[`PF_IGUARD_SIDE_W +: `PF_IGUARD_SIDE_W]),
    .tag_i    (tag_i),
    .bytes_i  (bytes_i),
    .facts_i  (reader_i),
    .raced_i  (with_writer),
    .asked_o  (unused_r_asked),
    .kind_o   (r_kind),
    .others_o (r_others),
    .act_o    (r_act),
    .next_o   (next_o[`PF_IGUARD_SIDE_W +: `PF_IGUARD_SIDE_W])
  );

  assign kind_o        = with_writer ? w_kind : r_kind;
  assign with_reader_o = r_kind != NONE;
  assign with_others_o = with_writer ? w_others : r_others;

  // Of the side whose place it takes; a write clears the other one.
  wire [`PF_IGUARD_ACT_W-1:0] cleared = r_act & (`PF_IGUARD_ACT_W'd1 << `PF_IGUARD_ACT_CLEAR);
  assign act_o = write ? w_act | cleared : r_act;

  wire unused_bits = &{1'b0, unused_w_asked, unused_r_asked, r_act};

endmodule

`resetall
