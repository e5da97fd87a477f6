// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_level_proof: a byte, and any accesses of a few warps to it, one after the other, that nothing orders.
//
//   warp, write, strong, copy --> pf_shared_level --> did, others, who
//                           \---> what each warp has done, whose copies are under way
//
// Up to the first race: with weak accesses alone it is told at the access that completes it, and only
// there. With strong ones, too, whatever is told is one.
//
// With Copies asynchronous copies, too: they begin, stay under way and end as they like; after a barrier each one
// that is under way says so, or that it has ended, before all else. A copy is a weak write, and while it is under way its own warp's
// other accesses race with it, too, whatever is said of order and phases; not another copy of that warp.
// That it stays or has ended is never told. Of weak accesses all that is told is a race, also after the first one. As long as
// no two warps' copies have been under way at once, each access while one is is told, after the first race, and strong ones, too.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_shared_level_proof #(
  parameter integer Warps = 3,
  parameter integer Strong = 0,  // strong accesses, too
  parameter integer Copies = 0,  // asynchronous copies, too
  // Derived: do not override.
  parameter integer WarpW = $clog2(Warps)
) (
  input wire             clk_i,
  input wire             clear_i,  // a barrier of all
  input wire             valid_i,
  input wire [WarpW-1:0] warp_i,
  input wire             write_i,
  input wire             strong_i,
  input wire [1:0]       copy_i,
  input wire             order_i   // what is said of order of a copy under way
);

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  localparam [2:0] NONE = `PF_SHARED_NONE, READ = `PF_SHARED_READ, WRITE = `PF_SHARED_WRITE;
  localparam [2:0] COPY = `PF_SHARED_COPY;
  localparam [1:0] NO = `PF_SHARED_COPY_NO, BEGINS = `PF_SHARED_COPY_BEGINS, STAYS = `PF_SHARED_COPY_STAYS;
  localparam [1:0] ENDS = `PF_SHARED_COPY_ENDS;

  reg  [2:0]       did_q, others_q;
  reg              seen_q;
  reg  [WarpW-1:0] who_q;
  wire [2:0]       did, others;
  wire             seen, take, race, race_others;

  // Whose copies are under way; which of them have to say so after a barrier
  reg  [Warps-1:0] fly_q, due_q;
  reg              crowd_q;        // two have been at once
  wire             several = (fly_q & (fly_q - 1'b1)) != {Warps{1'b0}};
  wire             due    = due_q != {Warps{1'b0}};
  wire [1:0]       copy   = (Copies == 0)                           ? NO
                          : due                                     ? (copy_i == ENDS ? ENDS : STAYS)
                          : (copy_i == BEGINS || fly_q[warp_i])     ? copy_i : NO;
  wire             quiet  = copy == STAYS || copy == ENDS;
  wire             write  = write_i || copy != NO;
  wire             strong = strong_i && Strong != 0 && copy == NO;
  wire             valid  = valid_i && {1'b0, warp_i} < Warps[WarpW:0] && (!due || due_q[warp_i]);
  wire             orders = Copies != 0 && order_i && did_q == COPY;

  pf_shared_level u_level (
    .did_i         (did_q),
    .others_i      (others_q),
    .seen_i        (seen_q),
    .write_i       (write),
    .strong_i      (strong),
    .copy_i        (copy),
    .mine_i        (who_q == warp_i),
    .same_phase_i  (!orders),
    .after_i       (orders),
    .waited_i      (orders),
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
  wire [3:0]         does   = {write && strong, write && !strong, !write && strong, !write && !strong};
  wire               during = !quiet && (fly_q & (copy == NO ? {Warps{1'b1}} : other)) != {Warps{1'b0}};
  wire               clashes = during || (!quiet && (clash & other) != {Warps{1'b0}});
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
      always @(posedge clk_i) begin
        if (!rst_ni) begin
          fly_q[w] <= 1'b0;
          due_q[w] <= 1'b0;
        end else if (clear_i) begin
          due_q[w] <= fly_q[w];
        end else if (valid && !other[w]) begin
          fly_q[w] <= copy != ENDS && (fly_q[w] || copy == BEGINS);
          due_q[w] <= 1'b0;
        end
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
      raced_q  <= several;
    end else if (valid) begin
      did_q    <= did;
      others_q <= others;
      seen_q   <= seen;
      if (take) who_q <= warp_i;
      raced_q  <= raced_q || told || clashes;
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) crowd_q <= 1'b0;
    else         crowd_q <= several || (crowd_q && !clear_i && fly_q != {Warps{1'b0}});
  end

  wire [Warps-1:0] named = {{(Warps-1){1'b0}}, 1'b1} << who_q;
  wire             alone = !crowd_q && !several;
  reg              ended_q;  // a copy has, since the barrier
  always @(posedge clk_i) ended_q <= rst_ni && !clear_i && (ended_q || (valid && copy == ENDS));

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
      if (valid && !clear_i) begin
        a_quiet:  assert (!quiet || !told);
        a_during: assert (!during || !alone || told);
        if (Strong == 0) a_always: assert (!told || clashes);
        if (Copies != 0) begin
          c_own:    cover (!raced_q && told && did_q == COPY && who_q == warp_i && orders);
          c_other:  cover (!raced_q && told && did_q == COPY && who_q != warp_i && orders);
          c_begins: cover (!raced_q && told && copy == BEGINS);
          c_ended:  cover (!raced_q && told && ended_q && !write_i);
          c_again:  cover (!told && ended_q && copy == BEGINS && did_q == WRITE);
        end
      end
      // What the level says of weak accesses
      if (Strong == 0) begin
        a_weak: assert ((done_q & {Warps{4'b1010}}) == {4*Warps{1'b0}});
      end
      if (Strong == 0 && !raced_q) begin
        a_nobody: assert ((did_q == NONE) == (touched == {Warps{1'b0}}));
        if (did_q != NONE) begin
          a_named:  assert ((touched & named) != {Warps{1'b0}} && (did_q == READ || did_q == WRITE || did_q == COPY));
          a_wrote:  assert (wrote == (did_q >= WRITE ? named : {Warps{1'b0}}));
          a_others: assert (others_q == ((touched & ~named) == {Warps{1'b0}} ? NONE : READ));
          a_one:    assert (did_q == READ || others_q == NONE);
          a_seen:   assert (!seen_q);
        end
      end
      // ... also after a race
      if (Strong == 0 && did_q != NONE) begin
        a_did:    assert (did_q == READ ? (touched & named) != {Warps{1'b0}} : (did_q == WRITE || did_q == COPY) && (wrote & named) != {Warps{1'b0}});
        a_rest:   assert (!seen_q && (others_q == NONE || (others_q == READ && (touched & ~named) != {Warps{1'b0}})));
      end
      // What it says of copies, and the two copies of a race are under way at once
      a_flies:  assert (did_q != COPY || (fly_q & named) != {Warps{1'b0}});
      a_known:  assert (fly_q == {Warps{1'b0}} || !alone || (due ? due_q == fly_q && did_q == NONE : did_q == COPY));
      a_due:    assert ((due_q & ~fly_q) == {Warps{1'b0}} && (fly_q & ~due_q & ~wrote) == {Warps{1'b0}});
      a_crowd:  assert (raced_q || alone);
      a_told:   assert (Copies != 0 || (fly_q == {Warps{1'b0}} && !crowd_q));
    end
  end

endmodule

`resetall
