// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_judge_tb: random facts and flags of a writer's and a reader's side, with the verdicts of the reference in C (pf_iguard_judge_vec).
//
// Checked: kind of race, of which side, with others or not; what of the side is kept. Every kind is met.
// Plusargs: +vec=FILE +seed=N

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_iguard_bits.vh"

`define PF_BENCH "pf_iguard_judge"

module pf_iguard_judge_tb;

  localparam integer SeenW = 12;
  localparam [SeenW-1:0] SeenZero = {SeenW{1'b1}};

  wire [2:0] w_kind, r_kind;
  wire       w_others, r_others, w_weaken, r_weaken, w_add, r_add;
  wire [1:0] w_far, r_far;

`include "pf_iguard_bench.vh"

  pf_iguard_judge u_writer (
    .facts_i        (writer_facts),
    .atom_i         (writer[`PF_IGUARD_SIDE_IS_ATOM_LSB]),
    .scope_i        (writer[`PF_IGUARD_SIDE_BLOCK_SCOPE_LSB]),
    .others_i       (writer[`PF_IGUARD_SIDE_OTHERS_LSB +: 2]),
    .others_scope_i (writer[`PF_IGUARD_SIDE_OTHERS_BLOCK_SCOPE_LSB]),
    .tag_atom_i     (tag[`PF_IGUARD_TAG_IS_ATOM_LSB]),
    .tag_scope_i    (tag[`PF_IGUARD_TAG_BLOCK_SCOPE_LSB]),
    .kind_o         (w_kind),
    .race_others_o  (w_others),
    .weaken_o       (w_weaken),
    .add_o          (w_add),
    .far_o          (w_far)
  );

  pf_iguard_judge u_reader (
    .facts_i        (reader_facts),
    .atom_i         (reader[`PF_IGUARD_SIDE_IS_ATOM_LSB]),
    .scope_i        (reader[`PF_IGUARD_SIDE_BLOCK_SCOPE_LSB]),
    .others_i       (reader[`PF_IGUARD_SIDE_OTHERS_LSB +: 2]),
    .others_scope_i (reader[`PF_IGUARD_SIDE_OTHERS_BLOCK_SCOPE_LSB]),
    .tag_atom_i     (tag[`PF_IGUARD_TAG_IS_ATOM_LSB]),
    .tag_scope_i    (tag[`PF_IGUARD_TAG_BLOCK_SCOPE_LSB]),
    .kind_o         (r_kind),
    .race_others_o  (r_others),
    .weaken_o       (r_weaken),
    .add_o          (r_add),
    .far_o          (r_far)
  );

  // As pf_iguard_rules puts them together.
  wire write  = tag[`PF_IGUARD_TAG_WRITE_LSB];
  wire asked  = write && w_kind == 3'd0;
  wire weaken = write ? w_weaken && w_kind == 3'd0 : r_weaken;
  wire add    = write ? w_add && w_kind == 3'd0 : r_add;

  wire wrong = kind != ((w_kind != 3'd0) ? w_kind : asked ? r_kind : 3'd0) ||
               with_reader != (asked && r_kind != 3'd0) ||
               with_others != ((w_kind != 3'd0) ? w_others : asked && r_kind != 3'd0 && r_others) ||
               {weaken, add} != {act[`PF_IGUARD_ACT_WEAKEN], act[`PF_IGUARD_ACT_ADD]} ||
               (write ? w_far : r_far) != act[`PF_IGUARD_ACT_FAR_LSB +: 2];

  wire [SeenW-1:0] seen = {weaken && !add, add, with_others && with_reader, with_others && !with_reader,
                           with_reader, kind == 3'd0, kind == `PF_IGUARD_KIND_SCOPE, kind == `PF_IGUARD_KIND_ITS,
                           kind == `PF_IGUARD_KIND_FENCE, kind == `PF_IGUARD_KIND_FENCE_SCOPE,
                           kind == `PF_IGUARD_KIND_LOCK, with_others && kind == `PF_IGUARD_KIND_SCOPE};

endmodule

`resetall
