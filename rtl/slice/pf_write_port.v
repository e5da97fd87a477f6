// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_write_port: who may write to memory: one of N sources, in turn.
//
//   in_valid_i --+--> turn_o AND --> out_valid_o      in_ready_o <-- turn_o AND out_ready_i
//                +--> another one waits, and nothing of the present one does --> turn_o
//
// The turn is a register, so that the wide data behind it are selected early. It stays where it is
// until another source wants it.
//
// Throughput  a word a cycle; a cycle is lost when the turn goes to a source that was alone.
// Latency     0, or 1 when the turn is elsewhere.
// Errs        never: what is shown stays until it is taken; a source waits for at most one word of
//             each other.
// State bits  N.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_write_port #(
  parameter integer N = 3  // sources, at least 1
) (
  input  wire         clk_i,
  input  wire         rst_ni,       // asynchronous, active low

  input  wire [N-1:0] in_valid_i,
  output wire [N-1:0] in_ready_o,
  output wire         out_valid_o,
  input  wire         out_ready_i,
  output wire [N-1:0] turn_o        // one-hot
);

  generate
    if (N < 1) begin : g_bad_param
      PF_WRITE_PORT_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  reg  [N-1:0] turn_q;
  wire [N-1:0] others = in_valid_i & ~turn_q;

  // The first of the others behind the present one: from each turn, look N - 1 places on.
  reg  [N-1:0] next;
  reg          found;
  integer      i, k;
  always @* begin
    next = {N{1'b0}};
    for (i = 0; i < N; i = i + 1) begin
      found = 1'b0;
      for (k = 1; k < N; k = k + 1) begin
        if (turn_q[i] && !found && others[(i + k) % N]) begin
          next[(i + k) % N] = 1'b1;
          found = 1'b1;
        end
      end
    end
  end

  assign out_valid_o = |(in_valid_i & turn_q);
  assign in_ready_o  = turn_q & {N{out_ready_i}};
  assign turn_o      = turn_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turn_q <= {{(N-1){1'b0}}, 1'b1};
    end else if ((|others) && !(out_valid_o && !out_ready_i)) begin
      turn_q <= next;
    end
  end

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {in_valid_i, out_ready_i})
  `PF_ASSERT(a_one_hot, turn_q != {N{1'b0}} && (turn_q & (turn_q - 1'b1)) == {N{1'b0}})
  `PF_COVER(c_turn, (|others) && out_valid_o && out_ready_i)

`ifdef PF_PROVE_WRITE_PORT
  reg f_past_valid = 1'b0;
  always @(posedge clk_i) f_past_valid <= 1'b1;
  always @* if (!f_past_valid) assume (!rst_ni);

  // How many words of others went by while source s waited: each at most one.
  genvar s;
  generate
    for (s = 0; s < N; s = s + 1) begin : g_fair
      reg [N-1:0] f_passed = {N{1'b0}};
      reg         f_again;  // one of those whose turn is before s has passed
      integer     f_i, f_k;
      always @* begin
        f_again = 1'b0;
        for (f_i = 0; f_i < N; f_i = f_i + 1) begin
          for (f_k = 0; f_k < N; f_k = f_k + 1) begin
            if (turn_q[f_i] && f_k < (s - f_i + N) % N && f_passed[(f_i + f_k) % N]) f_again = 1'b1;
          end
        end
      end
      always @(posedge clk_i) begin
        if (!rst_ni || !in_valid_i[s] || turn_q[s]) f_passed <= {N{1'b0}};
        else                                        f_passed <= f_passed | (in_valid_i & in_ready_o);
        if (f_past_valid && rst_ni && $past(rst_ni)) begin
          if ($past(in_valid_i[s] && !in_ready_o[s])) assume (in_valid_i[s]);
          if ($past(out_valid_o && !out_ready_i)) assert ($stable(turn_q) && out_valid_o);
          if (in_valid_i[s] && !turn_q[s]) assert (!f_again);
          if (in_valid_i[s] && !turn_q[s]) assert ((f_passed & in_valid_i & in_ready_o) == {N{1'b0}});
        end
      end
    end
  endgenerate
`endif
`endif  // SYNTHESIS

endmodule

`resetall
