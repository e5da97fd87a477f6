// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_z_tags: which lines the Z-cache holds, which rows are of the present quantum, and who has to leave.
//
//   look (1st cycle) --> tag memory, cur_q --> 2nd cycle: tags equal? --> way_o, hit_o, stale_o
//                                                         none: victim --> way_o, victim_o, spill_o
//        write of the same set <-----------------------------------------------'
//
// A set's word: the way to try first as a victim, and a valid bit and a tag for each way. The victim is the
// first way from there on that is not locked; the next one tries behind it.
// cur_q has a bit for each row: it holds winners of the present quantum. All are cleared when a quantum begins.
//
// Throughput  a look a cycle; a look sees all that the look before it did.
// Latency     1 cycle; the walk that empties all sets takes Sets cycles.
// Errs        never.
// State bits  Sets * Ways + SetW + 2 * Ways + 3 and a word; memory Sets * (WayW + Ways * (TagW + 1)).

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"

module pf_z_tags #(
  parameter integer LineW = 21,
  parameter integer Sets  = 32,             // a power of two, at least 2
  parameter integer Ways  = 4,              // a power of two, at least 2
  // Derived: do not override.
  parameter integer SetW  = $clog2(Sets),
  parameter integer WayW  = $clog2(Ways)
) (
  input  wire             clk_i,
  input  wire             rst_ni,           // asynchronous, active low

  // A quantum begins: no look is under way
  input  wire             clear_i,          // every row is of an earlier quantum
  input  wire             walk_i,           // and all is forgotten
  output wire             walking_o,        // no look, until this is 0 again

  // First cycle
  input  wire             look_i,
  input  wire [SetW-1:0]  look_set_i,

  // Second cycle: the line of the look (new_i), or one that is locked and has its row now (rep_i)
  input  wire             new_i,
  input  wire             rep_i,
  input  wire [LineW-1:0] line_i,
  input  wire             locked_i,         // new_i: the line is locked
  input  wire [Ways-1:0]  locked_ways_i,    // locked ways of the line's set; not all, if new_i
  input  wire             fetch_i,          // a miss must fetch
  input  wire [WayW-1:0]  rep_way_i,
  input  wire             rep_fresh_i,      // the row is of the present quantum

  output wire             hit_o,
  output wire             miss_o,           // way_o is line_i's now
  output wire             lock_o,           // a miss that fetches
  output wire [WayW-1:0]  way_o,
  output wire             stale_o,          // the row counts as nobody's
  output wire             spill_o,          // a miss whose victim must be written back
  output wire [LineW-1:0] victim_o
);

  localparam integer TagW  = LineW - SetW;
  localparam integer EachW = TagW + 1;
  localparam integer WordW = WayW + Ways * EachW;

  generate
    if (Sets < 2 || Ways < 2 || Sets != (1 << SetW) || Ways != (1 << WayW) || LineW <= SetW) begin : g_bad_param
      PF_Z_TAGS_BAD_PARAMETER u_bad ();     // no such module: elaboration stops here
    end
  endgenerate

  wire [SetW-1:0]  set      = line_i[SetW-1:0];
  wire [TagW-1:0]  tag      = line_i[LineW-1:SetW];

  ////////////////
  // Memory     //
  ////////////////

  reg              walking_q;
  reg  [SetW-1:0]  walk_q;
  wire [WordW-1:0] word;
  reg  [WordW-1:0] word_new;
  wire [WordW-1:0] unused_last;

  pf_through_ram #(
    .Width (WordW),
    .Depth (Sets)
  ) u_ram (
    .clk_i   (clk_i),
    .we_i    (miss_o || walking_q),
    .waddr_i (walking_q ? walk_q : set),
    .wdata_i (word_new & {WordW{!walking_q}}),
    .re_i    (look_i),
    .raddr_i (look_set_i),
    .rdata_o (word),
    .last_o  (unused_last)
  );

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     walking_q <= 1'b0;
    else if (walk_i) walking_q <= 1'b1;
    else if (&walk_q) walking_q <= 1'b0;
  end
  always @(posedge clk_i) walk_q <= walk_i ? {SetW{1'b0}} : walk_q + 1'b1;

  assign walking_o = walking_q;

  ////////////////
  // Compare    //
  ////////////////

  wire [WayW-1:0]  turn = word[WordW-1 -: WayW];
  wire [Ways-1:0]  same;
  wire [Ways-1:0]  ahead = ~locked_ways_i & ({Ways{1'b1}} << turn);  // unlocked, from the turn on
  wire [Ways-1:0]  pool = (|ahead) ? ahead : ~locked_ways_i;
  wire [Ways-1:0]  leave;
  wire [WayW-1:0]  leave_way;
  wire             unused_any;
  reg  [WayW-1:0]  same_way;
  reg  [TagW-1:0]  leave_tag;
  reg  [Ways-1:0]  cur2_q;        // ways of the set with winners of this quantum, before this look

  genvar w;
  generate
    for (w = 0; w < Ways; w = w + 1) begin : g_way
      assign same[w]  = word[w*EachW +: EachW] == {1'b1, tag};
    end
  endgenerate

  pf_line_pick #(
    .N (Ways)
  ) u_leave (
    .in_i    (pool),
    .any_o   (unused_any),
    .hot_o   (leave),
    .index_o (leave_way)
  );

  integer i;
  always @* begin
    same_way  = {WayW{1'b0}};
    leave_tag = {TagW{1'b0}};
    word_new  = word;
    for (i = 0; i < Ways; i = i + 1) begin
      same_way  = same_way | (i[WayW-1:0] & {WayW{same[i]}});
      leave_tag = leave_tag | (word[i*EachW +: TagW] & {TagW{leave[i]}});
      if (leave[i]) word_new[i*EachW +: EachW] = {1'b1, tag};
    end
    word_new[WordW-1 -: WayW] = leave_way + 1'b1;
  end

  wire hit = |same;
  assign hit_o    = new_i && !locked_i && hit;
  assign miss_o   = new_i && !locked_i && !hit;
  assign lock_o   = miss_o && fetch_i;
  assign way_o    = rep_i ? rep_way_i : (hit ? same_way : leave_way);
  assign stale_o  = rep_i ? !rep_fresh_i : !(|(same & cur2_q));
  assign spill_o  = miss_o && |(leave & cur2_q);
  assign victim_o = {leave_tag, set};

  ////////////////
  // Present    //
  ////////////////

  // A row that a request goes to is of the present quantum then; a row that is fetched is not, until a request
  // comes back for it.
  reg  [Sets*Ways-1:0] cur_q;
  wire [Ways-1:0]      rep_hot = ({{(Ways-1){1'b0}}, 1'b1} << rep_way_i) & {Ways{rep_i}};
  wire [Ways-1:0]      cur_put = (same & {Ways{hit_o}}) | (leave & {Ways{miss_o && !fetch_i}}) | rep_hot;
  wire [Ways-1:0]      cur_off = leave & {Ways{lock_o}};

  integer s;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      cur_q <= {(Sets*Ways){1'b0}};
    else if (clear_i) cur_q <= {(Sets*Ways){1'b0}};
    else begin
      for (s = 0; s < Sets; s = s + 1) begin
        if (set == s[SetW-1:0]) cur_q[s*Ways +: Ways] <= (cur_q[s*Ways +: Ways] | cur_put) & ~cur_off;
      end
    end
  end

  wire [Ways-1:0] cur_look = cur_q[{{(WayW){1'b0}}, look_set_i} * Ways +: Ways];
  always @(posedge clk_i) begin
    cur2_q <= (look_set_i == set) ? (cur_look | cur_put) & ~cur_off : cur_look;
  end

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  reg f_looked_q;  // the word is there in the cycle after the look only
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_looked_q <= 1'b0;
    else         f_looked_q <= look_i;
  end
  `PF_ASSERT_KNOWN(a_ctrl_known, {clear_i, walk_i, look_i, new_i, rep_i})
  `PF_ASSERT(a_one, !(new_i && rep_i))
  `PF_ASSERT(a_looked, new_i == f_looked_q)
  `PF_ASSERT(a_quiet, !(clear_i || walk_i || walking_q) || !(look_i || new_i || rep_i))
  `PF_ASSERT(a_walk, !walk_i || clear_i)
  `PF_ASSERT(a_same, !new_i || (same & (same - 1'b1)) == {Ways{1'b0}})
  `PF_ASSERT(a_room, !new_i || ~locked_ways_i != {Ways{1'b0}})
`endif

endmodule

`resetall
