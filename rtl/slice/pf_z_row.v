// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_z_row: one request against the winners of its line, all 128 bytes at once.
//
//   winner of byte b, or nobody (stale) --> not in front of warp? --> and asked for: mask_o[b]
//                                                                     row_o[b] = warp, else as it was
//
// The lowest warp is in front; the warp that has the byte may write it again, for its later write wins. So a
// byte passes when warp <= winner. Nobody is all ones: everybody passes.
//
// Throughput  combinational.
// Latency     none.
// Errs        never. All ones is nobody's number and no warp's.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_z_row #(
  parameter integer WarpW = 9,      // at least 1
  // Derived: do not override.
  parameter integer RowW  = 128 * WarpW
) (
  input  wire [RowW-1:0]  row_i,    // winner of byte b: [b*WarpW +: WarpW]
  input  wire             stale_i,  // row of an earlier quantum: nobody has any byte
  input  wire [WarpW-1:0] warp_i,
  input  wire [127:0]     mask_i,

  output wire [RowW-1:0]  row_o,
  output wire [127:0]     mask_o
);

  genvar b;
  generate
    if (WarpW < 1 || RowW != 128 * WarpW) begin : g_bad_param
      PF_Z_ROW_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end

    for (b = 0; b < 128; b = b + 1) begin : g_byte
      wire [WarpW-1:0] winner = row_i[b*WarpW +: WarpW] | {WarpW{stale_i}};

      assign mask_o[b]                 = mask_i[b] && warp_i <= winner;
      assign row_o[b*WarpW +: WarpW] = mask_o[b] ? warp_i : winner;
    end
  endgenerate

endmodule

`resetall
