// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_pick: the lowest set bit of a vector, as one bit of N and as a number.
//
//   in_i --> any lower bit set? (OR of four, then log2 N/4 steps) --> AND NOT --> hot_o --> OR trees --> index_o
//                  any_o
//
// Throughput  combinational.
// Latency     none; the steps are written out because a chain of N gates is what a loop would give.
// Errs        never. in_i 0: all outputs are 0.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_line_pick #(
  parameter integer N      = 32,  // at least 1
  // Derived: do not override.
  parameter integer IndexW = (N > 1) ? $clog2(N) : 1
) (
  input  wire [N-1:0]      in_i,
  output wire              any_o,
  output wire [N-1:0]      hot_o,
  output wire [IndexW-1:0] index_o
);

  localparam integer Groups = (N + 3) / 4;  // groups of four
  localparam integer Steps  = $clog2(Groups);

  genvar s, k, j;
  generate
    wire [4*Groups+3:0] in_full = {{(4*Groups+4-N){1'b0}}, in_i};
    wire [4*Groups-1:0] in_wide = in_full[4*Groups-1:0];
    wire [4*Groups-1:0] hot_wide;

    for (s = 0; s <= Steps; s = s + 1) begin : g_step
      wire [Groups-1:0] upto;  // bit k: a bit of groups k .. k-2^s+1 is set
      for (k = 0; k < Groups; k = k + 1) begin : g_bit
        if (s == 0) begin : g_in
          assign upto[k] = |in_wide[4*k +: 4];
        end else if (k >= (1 << (s - 1))) begin : g_or
          assign upto[k] = g_step[s-1].upto[k] | g_step[s-1].upto[k - (1 << (s - 1))];
        end else begin : g_same
          assign upto[k] = g_step[s-1].upto[k];
        end
      end
    end

    for (k = 0; k < Groups; k = k + 1) begin : g_group
      wire below;
      if (k == 0) begin : g_first
        assign below = 1'b0;
      end else begin : g_next
        assign below = g_step[Steps].upto[k-1];
      end
      assign hot_wide[4*k]     = in_wide[4*k] && !below;
      assign hot_wide[4*k + 1] = in_wide[4*k + 1] && !below && !in_wide[4*k];
      assign hot_wide[4*k + 2] = in_wide[4*k + 2] && !below && !(|in_wide[4*k +: 2]);
      assign hot_wide[4*k + 3] = in_wide[4*k + 3] && !below && !(|in_wide[4*k +: 3]);
    end

    assign any_o = g_step[Steps].upto[Groups-1];
    assign hot_o = hot_wide[N-1:0];
    wire unused = &{1'b0, in_full, hot_wide};

    for (j = 0; j < IndexW; j = j + 1) begin : g_index
      wire [N-1:0] with_bit;
      for (k = 0; k < N; k = k + 1) begin : g_slot
        assign with_bit[k] = hot_o[k] && ((k >> j) % 2 == 1);
      end
      assign index_o[j] = |with_bit;
    end
  endgenerate

endmodule

`resetall
