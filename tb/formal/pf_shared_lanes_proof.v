// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_lanes_proof: a word, and any accesses of any lanes of a warp to it, one access after the other, that
// nothing orders.
//
//   lanes, write, strong --> lowest, second, highest --> pf_shared_lanes --> did, others, who
//                     \----> what each lane has done
//
// Up to the first race: with weak accesses alone it is told at the access that completes it, and only
// there. With strong ones, too, whatever is told is one. Two lanes of one weak store race as well: that is told
// elsewhere, and not of an access before it.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_shared_lanes_proof #(
  parameter integer Lanes = 4,
  parameter integer Strong = 0,  // strong accesses, too
  // Derived: do not override.
  parameter integer LaneW = $clog2(Lanes)
) (
  input wire             clk_i,
  input wire             clear_i,  // the lanes meet
  input wire             valid_i,
  input wire [Lanes-1:0] lanes_i,
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
  reg  [LaneW-1:0] who_q;
  wire [2:0]       did, others;
  wire             seen, take, race, race_others;
  wire [LaneW-1:0] who, lane;

  wire             strong  = strong_i && Strong != 0;
  wire             valid   = valid_i && lanes_i != {Lanes{1'b0}};
  wire             several = (lanes_i & (lanes_i - 1'b1)) != {Lanes{1'b0}};

  reg  [LaneW-1:0] first, second, last;
  integer          i;
  always @* begin
    first = {LaneW{1'b0}};
    last  = {LaneW{1'b0}};
    for (i = Lanes - 1; i >= 0; i = i - 1) if (lanes_i[i]) first = i[LaneW-1:0];
    for (i = 0; i < Lanes; i = i + 1) if (lanes_i[i]) last = i[LaneW-1:0];
    second = first;
    for (i = Lanes - 1; i >= 0; i = i - 1) if (lanes_i[i] && i[LaneW-1:0] != first) second = i[LaneW-1:0];
  end

  pf_shared_lanes #(
    .LaneW (LaneW)
  ) u_lanes (
    .did_i         (did_q),
    .others_i      (others_q),
    .seen_i        (seen_q),
    .who_i         (who_q),
    .write_i       (write_i),
    .strong_i      (strong),
    .lane_i        (first),
    .second_i      (second),
    .last_i        (last),
    .did_o         (did),
    .others_o      (others),
    .seen_o        (seen),
    .who_o         (who),
    .take_o        (take),
    .lane_o        (lane),
    .race_o        (race),
    .race_others_o (race_others)
  );

  // What each lane has done: {strong write, weak write, strong read, weak read}
  reg  [4*Lanes-1:0] done_q;
  reg                raced_q;
  wire [Lanes-1:0]   clash, touched, wrote, meets;
  wire [3:0]         does = {write_i && strong, write_i && !strong, !write_i && strong, !write_i && !strong};
  wire               told = race || race_others;

  genvar w;
  generate
    for (w = 0; w < Lanes; w = w + 1) begin : g_lane
      localparam [Lanes-1:0] ME = 1 << w;
      wire [3:0] did_w = done_q[4*w +: 4];
      assign meets[w]   = (lanes_i & ~ME) != {Lanes{1'b0}};  // another lane comes
      assign clash[w]   = does[3] ? did_w[2] || did_w[0] : does[2] ? did_w != 4'd0 : does[1] ? did_w[2] : did_w[3:2] != 2'd0;
      assign touched[w] = did_w != 4'd0;
      assign wrote[w]   = did_w[2];

      always @(posedge clk_i) begin
        if (!rst_ni)                  done_q[4*w +: 4] <= 4'd0;
        else if (clear_i)             done_q[4*w +: 4] <= 4'd0;
        else if (valid && lanes_i[w]) done_q[4*w +: 4] <= did_w | does;
      end
    end
  endgenerate
  wire clashes = (clash & meets) != {Lanes{1'b0}};

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      did_q    <= NONE;
      others_q <= NONE;
      seen_q   <= 1'b0;
      who_q    <= {LaneW{1'b0}};
      raced_q  <= 1'b0;
    end else if (clear_i) begin
      did_q    <= NONE;
      others_q <= NONE;
      seen_q   <= 1'b0;
      raced_q  <= 1'b0;
    end else if (valid) begin
      did_q    <= did;
      others_q <= others;
      seen_q   <= seen;
      who_q    <= who;
      raced_q  <= raced_q || told || clashes || (several && does[2]);
    end
  end

  wire [Lanes-1:0] named = {{(Lanes-1){1'b0}}, 1'b1} << who_q;
  wire [Lanes-1:0] met   = {{(Lanes-1){1'b0}}, 1'b1} << lane;

  always @(posedge clk_i) begin
    if (rst_ni) begin
      if (valid && !clear_i) a_lane: assert ((met & lanes_i) != {Lanes{1'b0}});
      if (valid && !clear_i && !raced_q) begin
        a_real: assert (!told || clashes);
        if (Strong == 0) begin
          a_exact: assert (told == clashes);
        end
        c_race:    cover (race && several);
        c_others:  cover (race_others);
        c_quiet:   cover (!told && take && several && touched != {Lanes{1'b0}} && write_i == (Strong != 0));
      end
      // What the level says of weak accesses
      if (Strong == 0) begin
        a_weak: assert ((done_q & {Lanes{4'b1010}}) == {4*Lanes{1'b0}});
      end
      if (Strong == 0 && !raced_q) begin
        a_nobody: assert ((did_q == NONE) == (touched == {Lanes{1'b0}}));
        a_empty:  assert (did_q != NONE || (others_q == NONE && !seen_q));
        if (did_q != NONE) begin
          a_named:  assert ((touched & named) != {Lanes{1'b0}} && (did_q == READ || did_q == WRITE));
          a_wrote:  assert (wrote == (did_q == WRITE ? named : {Lanes{1'b0}}));
          a_others: assert (others_q == ((touched & ~named) == {Lanes{1'b0}} ? NONE : READ));
          a_one:    assert (did_q == READ || others_q == NONE);
          a_seen:   assert (!seen_q);
        end
      end
    end
  end

endmodule

`resetall
