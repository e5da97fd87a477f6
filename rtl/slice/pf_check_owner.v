// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_check_owner: one owner of a group at a time.
//
//   C1: owner1_i, keep_i --> pairs equal? --> equal_q    C2: lowest entry left --> its owner's entries --> same_o
//       taken_i, taker_i ----^                left_q ----------------------------> any others? ------> more_o
//       mask_i ---+----------------------------^                                     |
//                 +--> lowest entry's owner ---------------+                         |
//                                                          +--> lookup_o <-----------+ lowest of these
//
// Entries that the rules see as unwritten have owner 0, whatever memory holds. Those of taken_i have got another owner since
// they were read, all the same one; that is known late, so lookup_o may name the one before, and took_o says so.
//
// Throughput  one owner a cycle.
// Latency     1 cycle.
// Errs        never.
// State bits  Lanes * (Lanes + 1) / 2 + 1.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_check_owner #(
  parameter integer Lanes  = 4,
  parameter integer OwnerW = 12  // block and warp
) (
  input  wire                    clk_i,
  input  wire                    rst_ni,    // asynchronous, active low

  // C1
  input  wire                    load_i,    // a group enters C2
  input  wire [Lanes-1:0]        mask_i,
  input  wire [Lanes*OwnerW-1:0] owner1_i,  // as in memory
  input  wire [Lanes-1:0]        keep_i,    // 0: seen as unwritten
  input  wire [Lanes-1:0]        taken_i,   // the owner is taker_i by now; late. Not where keep_i is 0
  input  wire [OwnerW-1:0]       taker_i,

  // C2
  input  wire [Lanes*OwnerW-1:0] owner2_i,  // as the rules see it
  input  wire                    next_i,    // the entries of same_o leave
  output wire [Lanes-1:0]        same_o,    // the lowest entry left and all others of its owner
  output wire                    more_o,    // entries of another owner are left
  output wire [OwnerW-1:0]       owner_o,   // owner of the lanes of same_o
  output wire                    took_o,    // it is the taker_i of when load_i was high
`ifdef PF_PROVE_CHECK
  output wire [Lanes-1:0]        f_left_o,
`endif

  output wire [OwnerW-1:0]       lookup_o   // who is owner_o in the next cycle: with more_o, of C2, else of C1
);

  ////////////////
  // Pairs, C1  //
  ////////////////

  // equal[Lanes*i+j], i < j. The rest of the square is not used.
  wire [Lanes*Lanes-1:0] equal;
  reg  [Lanes*Lanes-1:0] equal_q;
  wire [Lanes-1:0]       zero;
  wire [Lanes-1:0]       taker;  // taker_i is its owner anyway

  genvar i, j;
  generate
    for (i = 0; i < Lanes; i = i + 1) begin : g_entry
      assign zero[i] = !keep_i[i] || owner1_i[i*OwnerW +: OwnerW] == {OwnerW{1'b0}};
      assign taker[i] = (owner1_i[i*OwnerW +: OwnerW] & {OwnerW{keep_i[i]}}) == taker_i;
      for (j = 0; j < Lanes; j = j + 1) begin : g_other
        if (i < j) begin : g_pair
          wire before = (zero[i] && zero[j]) ||
                        (keep_i[i] && keep_i[j] &&
                         owner1_i[i*OwnerW +: OwnerW] == owner1_i[j*OwnerW +: OwnerW]);
          assign equal[Lanes*i+j] = taken_i[i] ? taken_i[j] || taker[j] : taken_i[j] ? taker[i] : before;
        end else begin : g_none
          assign equal[Lanes*i+j] = 1'b0;
        end
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    if (load_i) equal_q <= equal;
  end

  ////////////////
  // Left, C2   //
  ////////////////

  reg [Lanes-1:0] left_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= {Lanes{1'b0}};
    end else if (load_i) begin
      left_q <= mask_i;
    end else if (next_i) begin
      left_q <= left_q & ~same_o;
    end
  end

  wire [Lanes-1:0] first = left_q & (~left_q + 1'b1);
  reg  [Lanes-1:0] same;
  integer k, m;
  always @* begin
    same = first;
    for (k = 0; k < Lanes; k = k + 1) begin
      for (m = k + 1; m < Lanes; m = m + 1) begin
        same[m] = same[m] | (first[k] & equal_q[Lanes*k+m]);
      end
    end
  end

  wire [Lanes-1:0] others = left_q & ~same;

  assign same_o = same & left_q;
  assign more_o = |others;

  ////////////////
  // Owners     //
  ////////////////

  wire [Lanes-1:0] first1 = mask_i & (~mask_i + 1'b1);
  wire [Lanes-1:0] pick1  = first1 & keep_i & {Lanes{!more_o}};
  wire [Lanes-1:0] pick2  = others & (~others + 1'b1);

  reg [OwnerW-1:0] owner, lookup;
  integer n;
  always @* begin
    owner  = {OwnerW{1'b0}};
    lookup = {OwnerW{1'b0}};
    for (n = 0; n < Lanes; n = n + 1) begin
      owner  = owner | (owner2_i[n*OwnerW +: OwnerW] & {OwnerW{first[n]}});
      lookup = lookup | (owner1_i[n*OwnerW +: OwnerW] & {OwnerW{pick1[n]}}) |
               (owner2_i[n*OwnerW +: OwnerW] & {OwnerW{pick2[n]}});
    end
  end

  reg took_q;
  always @(posedge clk_i) begin
    if (load_i)      took_q <= |(first1 & taken_i);
    else if (next_i) took_q <= 1'b0;
  end

  assign took_o   = took_q;
  assign owner_o  = owner;
  assign lookup_o = lookup;

  wire unused_square = &{1'b0, equal_q, zero, taker};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {load_i, next_i, left_q})
  `PF_ASSERT(a_taken, (taken_i & ~keep_i) == {Lanes{1'b0}} || !load_i)
  // Pairs as C1 found them are those of the owners in C2.
  reg [Lanes-1:0] f_pairs;  // entries of first's owner, of those left
  integer f;
  always @* begin
    f_pairs = {Lanes{1'b0}};
    for (f = 0; f < Lanes; f = f + 1) f_pairs[f] = left_q[f] && owner2_i[f*OwnerW +: OwnerW] == owner;
  end
`ifdef PF_PROVE_CHECK
  assign f_left_o = left_q;
`else  // there lanes have any owners
  `PF_ASSERT(a_pairs, same_o == f_pairs)
`endif
  `PF_ASSERT(a_first_in_same, (first & ~same_o) == {Lanes{1'b0}})
`endif  // SYNTHESIS

endmodule

`resetall
