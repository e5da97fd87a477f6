// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_level_proof: a byte, and any accesses of a few warps to it, one after the other, that nothing orders.
//
//   warp, write, strong --> pf_shared_level --> did, others, who
//                     \---> what each warp has done
//
// Up to the first race: with weak accesses alone it is told at the access that completes it, and only
// there. With strong ones, too, whatever is told is one.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_shared_level_proof #(
  parameter integer Warps = 3,
  parameter integer Strong = 0,  // strong accesses, too
  // Derived: do not override.
  parameter integer WarpW = $clog2(Warps)
) (
  input wire             clk_i,
  input wire             clear_i,  // a barrier of all
  input wire             valid_i,
  input wire [WarpW-1:0] warp_i,
  input wire             write_i,
  input wire             strong_i
);

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  localparam [2:0] NONE = `PF_SHARED_NONE, READ = `PF_SHARED_READ, WRITE = `PF_SHARED_WRITE;

  reg  [2:0]       did_q, others_q;
  reg              seen_q;
  reg  [WarpW-1:0] who_q;
  wire [2:0]       did, others;
  wire             seen, take, race, race_others;

  wire             strong = strong_i && Strong != 0;
  wire             valid  = valid_i && {1'b0, warp_i} < Warps[WarpW:0];

  pf_shared_level u_level (
    .did_i         (did_q),
    .others_i      (others_q),
    .seen_i        (seen_q),
    .write_i       (write_i),
    .strong_i      (strong),
    .copy_i        (2'd0),
    .mine_i        (who_q == warp_i),
    .same_phase_i  (1'b1),
    .after_i       (1'b0),
    .waited_i      (1'b0),
    .did_o         (did),
    .others_o      (others),
    .seen_o        (seen),
    .take_o        (take),
    .race_o        (race),
    .race_others_o (race_others)
  );

  // What each warp has done: {strong write, weak write, strong read, weak read}
  reg  [4*Warps-1:0] done_q;
  reg                raced_q;
  wire [Warps-1:0]   clash, touched, wrote, other;
  wire [3:0]         does   = {write_i && strong, write_i && !strong, !write_i && strong, !write_i && !strong};
  wire               clashes = (clash & other) != {Warps{1'b0}};
  wire               told   = race || race_others;

  genvar w;
  generate
    for (w = 0; w < Warps; w = w + 1) begin : g_warp
      wire [3:0] did_w = done_q[4*w +: 4];
      assign other[w]   = warp_i != w;
      assign clash[w]   = does[3] ? did_w[2] || did_w[0] : does[2] ? did_w != 4'd0 : does[1] ? did_w[2] : did_w[3:2] != 2'd0;
      assign touched[w] = did_w != 4'd0;
      assign wrote[w]   = did_w[2];

      always @(posedge clk_i) begin
        if (!rst_ni)                     done_q[4*w +: 4] <= 4'd0;
        else if (clear_i)                done_q[4*w +: 4] <= 4'd0;
        else if (valid && !other[w])     done_q[4*w +: 4] <= did_w | does;
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      did_q    <= NONE;
      others_q <= NONE;
      seen_q   <= 1'b0;
      who_q    <= {WarpW{1'b0}};
      raced_q  <= 1'b0;
    end else if (clear_i) begin
      did_q    <= NONE;
      raced_q  <= 1'b0;
    end else if (valid) begin
      did_q    <= did;
      others_q <= others;
      seen_q   <= seen;
      if (take) who_q <= warp_i;
      raced_q  <= raced_q || told || clashes;
    end
  end

  wire [Warps-1:0] named = {{(Warps-1){1'b0}}, 1'b1} << who_q;

  always @(posedge clk_i) begin
    if (rst_ni) begin
      if (valid && !clear_i && !raced_q) begin
        a_real: assert (!told || clashes);
        if (Strong == 0) begin
          a_exact: assert (told == clashes);
        end
        c_race:   cover (race);
        c_others: cover (race_others);
        c_quiet:  cover (!told && (touched & other) != {Warps{1'b0}} && write_i == (Strong != 0));
      end
      // What the level says of weak accesses
      if (Strong == 0) begin
        a_weak: assert ((done_q & {Warps{4'b1010}}) == {4*Warps{1'b0}});
      end
      if (Strong == 0 && !raced_q) begin
        a_nobody: assert ((did_q == NONE) == (touched == {Warps{1'b0}}));
        if (did_q != NONE) begin
          a_named:  assert ((touched & named) != {Warps{1'b0}} && (did_q == READ || did_q == WRITE));
          a_wrote:  assert (wrote == (did_q == WRITE ? named : {Warps{1'b0}}));
          a_others: assert (others_q == ((touched & ~named) == {Warps{1'b0}} ? NONE : READ));
          a_one:    assert (did_q == READ || others_q == NONE);
          a_seen:   assert (!seen_q);
        end
      end
    end
  end

endmodule

`resetall
