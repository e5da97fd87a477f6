// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_join_sectors: sector requests with the same key become one operation on a line of 128 bytes.
//
//   req_* --> join, or a new place --> [ place ] --> the oldest --> op_*
//                     ^                [ place ]     that is due
//   a fence, an epoch |
//
// A request joins the place of its line if the keys are equal and (but with Repeats) none of its words is in it. If it cannot,
// that place is due, and the request takes a new one: a line has at most one place that is not due, and its operations leave in the order
// of their first requests. What a key is made of is the user's: all that an operation has once.
// A place is due when all four sectors are in it, when its line got another one, or Age cycles after its
// first request. The oldest leaves without being due when all places are taken and a new one is needed.
// A fence or an epoch takes a place that is due, and then all are: no access passes one, either way.
// That the output is free is no reason to leave: the sectors of an access do not come back to back.
// A request without words is none. It is a part of pf_coalesce.
//
// Throughput  a request a cycle, an operation a cycle.
// Latency     2 cycles from a fence, or the request that fills a line; Age + 2 after its first one at most, and one for
//             each operation that leaves before it.
// Errs        none: each word once (with Repeats, once for a key again and again within a place), in order of arrival, on its side
//             of every fence and epoch.
// Handshake   req_ready_o depends on the request and on op_ready_i: in front of it stands a pf_skid. op_valid_o, access_o and
//             idle_o depend on no input. A request that is not taken may go again.
// State bits  Places * (LineW + KeyW + clog2(Age) + 40) + Places * (Places-1) / 2, and one operation.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_join_sectors #(
  parameter integer LineW  = `PF_ADDR_W - 7,  // at least 1
  parameter integer KeyW   = 4 + `PF_IGUARD_TAG_W + `PF_IGUARD_RACE_PC_W,  // at least 1; by default bytes of a word, tag, pc
  parameter integer Places = 8,               // lines that gather sectors, at least 1
  parameter integer Age    = 32,              // cycles, at least 1
  parameter integer Repeats = 0               // 1: words that are in it already may come again, and count once
) (
  input  wire             clk_i,
  input  wire             rst_ni,        // asynchronous, active low

  input  wire             req_valid_i,
  output wire             req_ready_o,
  input  wire [1:0]       req_kind_i,    // PF_REQ_*
  input  wire [LineW-1:0] req_line_i,    // an access: byte address / 128
  input  wire [1:0]       req_sector_i,  // ... its sector of the line
  input  wire [7:0]       req_words_i,   // ... words of the sector
  input  wire [KeyW-1:0]  req_key_i,

  output wire             op_valid_o,
  input  wire             op_ready_i,
  output wire [1:0]       op_kind_o,
  output wire [LineW-1:0] op_line_o,
  output wire [31:0]      op_words_o,    // of an access; else 0
  output wire [KeyW-1:0]  op_key_o,

  output wire             access_o,      // an access is inside
  output wire             idle_o         // nothing inside
);

  localparam integer   OpW    = 2 + LineW + KeyW + 32;  // kind, line, key, words
  localparam integer   AgeW   = (Age > 1) ? $clog2(Age) : 1;
  localparam integer   OldI   = Age - 1;
  localparam [AgeW-1:0] OLD   = OldI[AgeW-1:0];
  localparam [1:0]     ACCESS = `PF_REQ_ACCESS;

  generate
    if (LineW < 1 || KeyW < 1 || Places < 1 || Age < 1) begin : g_bad_param
      PF_JOIN_SECTORS_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  /////////////////////
  // Request         //
  /////////////////////

  wire             access  = req_valid_i && req_kind_i == ACCESS;
  wire             barrier = req_valid_i && req_kind_i != ACCESS;  // a fence or an epoch
  wire             some    = access && req_words_i != 8'h00;
  wire [1:0]       kind    = req_kind_i;
  wire [LineW-1:0] line    = req_line_i;
  wire [KeyW-1:0]  key     = req_key_i;
  wire [3:0]       at;                  // the sector of the line
  wire [31:0]      words;

  genvar s;
  generate
    for (s = 0; s < 4; s = s + 1) begin : g_sector
      localparam [1:0] THIS = s;
      assign at[s]           = req_sector_i == THIS;
      assign words[8*s +: 8] = req_words_i & {8{access && at[s]}};
    end
  endgenerate

  /////////////////////
  // Places          //
  /////////////////////

  wire [Places-1:0]     valid, due;
  wire [Places-1:0]     of_access;
  wire [Places-1:0]     here, joins;    // the place of the request's line; the one that it joins
  wire [Places-1:0]     leaves, gets;   // each at most one
  wire [Places*OpW-1:0] op;
  wire                  leave, get;

  // A place that leaves has no request that joins: it is due, or the request needs a new place.
  genvar i, j;
  generate
    for (i = 0; i < Places; i = i + 1) begin : g_place
      reg             valid_q, due_q;
      reg [AgeW-1:0]  age_q;
      reg [1:0]       kind_q;
      reg [LineW-1:0] line_q;
      reg [KeyW-1:0]  key_q;
      reg [3:0]       at_q;
      reg [31:0]      words_q;

      assign valid[i] = valid_q;
      assign of_access[i] = valid_q && kind_q == ACCESS;
      assign due[i]   = valid_q && due_q;
      assign here[i]  = valid_q && !due_q && line_q == line;
      assign joins[i] = some && here[i] && key_q == key && (Repeats != 0 || (words_q & words) == 32'h0);

      always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) valid_q <= 1'b0;
        else         valid_q <= gets[i] || (valid_q && !leaves[i]);
      end

      always @(posedge clk_i) begin
        if (gets[i]) begin
          due_q   <= barrier;
          age_q   <= {AgeW{1'b0}};
          kind_q  <= kind;
          line_q  <= line;
          key_q   <= key;
          at_q    <= at;
          words_q <= words;
        end else if (valid_q) begin
          due_q <= due_q || age_q == OLD || (get && (here[i] || barrier)) || (joins[i] && (at_q | at) == 4'hf);
          age_q <= age_q + {{(AgeW-1){1'b0}}, !due_q};
          if (joins[i]) begin
            at_q    <= at_q | at;
            words_q <= words_q | words;
          end
        end
      end

      assign op[OpW*i +: OpW] = {kind_q, line_q, key_q, words_q};
    end
  endgenerate

  // Order of first requests: `older_q` of two places, and what lies before each.
  wire [Places*Places-1:0] prior;       // bit Places*i + j: place j is older than place i
  generate
    for (i = 0; i < Places; i = i + 1) begin : g_order
      assign prior[Places*i + i] = 1'b0;
      for (j = i + 1; j < Places; j = j + 1) begin : g_pair
        reg older_q;                    // i than j
        always @(posedge clk_i) begin
          if (gets[i] || gets[j]) older_q <= gets[j];
        end
        assign prior[Places*j + i] = older_q;
        assign prior[Places*i + j] = !older_q;
      end
    end
  endgenerate

  /////////////////////
  // What leaves     //
  /////////////////////

  // Which place is chosen does not depend on the request, only whether it leaves.
  reg                   op_valid_q;
  reg  [OpW-1:0]        op_q;
  wire                  free    = !op_valid_q || op_ready_i;
  wire                  any_due = |due;
  wire                  full    = &valid;
  wire                  need    = barrier || (some && !(|joins));
  wire [Places-1:0]     vacant;         // the lowest place that is not taken
  wire [Places-1:0]     oldest, oldest_due, chosen;

  generate
    for (i = 0; i < Places; i = i + 1) begin : g_choice
      if (i == 0) begin : g_first
        assign vacant[i] = !valid[i];
      end else begin : g_rest
        assign vacant[i] = !valid[i] && (&valid[i-1:0]);
      end
      assign oldest[i]     = valid[i] && (valid & prior[Places*i +: Places]) == {Places{1'b0}};
      assign oldest_due[i] = due[i] && (due & prior[Places*i +: Places]) == {Places{1'b0}};
    end
  endgenerate

  assign chosen = any_due ? oldest_due : oldest;
  assign leave  = free && (any_due || (full && need));
  assign leaves = chosen & {Places{leave}};
  assign get    = need && (!full || free);
  assign gets   = (full ? chosen : vacant) & {Places{get}};
  assign req_ready_o = !need || get;

  integer k;
  reg [OpW-1:0] shown;
  always @* begin
    shown = {OpW{1'b0}};
    for (k = 0; k < Places; k = k + 1) shown = shown | (op[OpW*k +: OpW] & {OpW{chosen[k]}});
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) op_valid_q <= 1'b0;
    else         op_valid_q <= !free || leave;
  end
  always @(posedge clk_i) if (free) op_q <= shown;

  assign op_valid_o = op_valid_q;
  assign {op_kind_o, op_line_o, op_key_o, op_words_o} = op_q;
  assign access_o   = |of_access || (op_valid_q && op_kind_o == ACCESS);
  assign idle_o     = !(|valid) && !op_valid_q;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  reg           f_stalled_q;             // what was shown last was not taken
  reg [OpW-1:0] f_shown_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_stalled_q <= 1'b0;
    else         f_stalled_q <= op_valid_o && !op_ready_i;
  end
  always @(posedge clk_i) f_shown_q <= op_q;

  `PF_ASSERT_KNOWN(a_ctrl_known, {req_valid_i, op_ready_i})
  `PF_ASSERT(a_stable, !f_stalled_q || (op_valid_o && op_q === f_shown_q))
  `PF_ASSERT(a_one_leaves, (leaves & (leaves - 1'b1)) == {Places{1'b0}} && leave == |leaves)
  `PF_ASSERT(a_one_here, (here & (here - 1'b1)) == {Places{1'b0}})
  `PF_ASSERT(a_no_join, (leaves & joins) == {Places{1'b0}})
  `PF_ASSERT(a_access, !access_o || !idle_o)
  `PF_ASSERT(a_words, !op_valid_o || (op_kind_o == ACCESS) == (op_words_o != 32'h0))
`endif  // SYNTHESIS

`ifdef PF_PROVE_JOIN
  `include "pf_join_sectors_proof.vh"
`endif

endmodule

`resetall
