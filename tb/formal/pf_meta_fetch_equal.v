// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_meta_fetch_equal: for all inputs, the entry is the raw one if it is the accessed word's, of this
// epoch and written; else the unwritten one.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_meta_fetch_equal (
  input wire [63:0]                 raw_i,
  input wire [`PF_META_TAG_W-1:0]   mtag_i,
  input wire [`PF_META_EPOCH_W-1:0] epoch_i,
  input wire                        scord_i
);

  wire [`PF_META_W-1:0] entry;

  pf_meta_fetch u_dut (
    .raw_i   (raw_i),
    .mtag_i  (mtag_i),
    .epoch_i (epoch_i),
    .scord_i (scord_i),
    .entry_o (entry)
  );

  // Modified and both shared bits, and nothing else, of tag and epoch now
  reg [`PF_META_W-1:0] unwritten;
  reg                  as_it_is;

  always @* begin
    unwritten = {`PF_META_W{1'b0}};
    unwritten[`PF_META_MODIFIED_LSB]   = 1'b1;
    unwritten[`PF_META_BLK_SHARED_LSB] = 1'b1;
    unwritten[`PF_META_DEV_SHARED_LSB] = 1'b1;
    unwritten[`PF_META_TAG_LSB +: `PF_META_TAG_W]     = mtag_i;
    if (scord_i) unwritten[`PF_META_EPOCH_LSB +: `PF_META_EPOCH_W] = epoch_i;

    // Two entries are of one word and epoch when the fields of tag and epoch are.
    as_it_is = 1'b1;
    if ((raw_i[`PF_META_W-1:0] ^ unwritten) >> `PF_META_TAG_LSB & ~({`PF_META_W{1'b1}} <<
        (`PF_META_TAG_W + `PF_META_EPOCH_W))) as_it_is = 1'b0;
    if (&(raw_i[`PF_META_W-1:0] | ~({`PF_META_W{1'b0}} | (7 << `PF_META_DEV_SHARED_LSB)))) as_it_is = 1'b0;

    a_entry: assert (entry == (as_it_is ? raw_i[`PF_META_W-1:0] : unwritten));
  end

  always @* begin
    c_kept:   cover (as_it_is && scord_i && |epoch_i && |mtag_i);
    c_tag:    cover (!as_it_is && raw_i[`PF_META_EPOCH_LSB +: `PF_META_EPOCH_W] == epoch_i && scord_i &&
                     !raw_i[`PF_META_MODIFIED_LSB]);
    c_epoch:  cover (!as_it_is && raw_i[`PF_META_TAG_LSB +: `PF_META_TAG_W] == mtag_i && scord_i &&
                     !raw_i[`PF_META_MODIFIED_LSB]);
  end

endmodule

`resetall
