// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_z_tags: which lines the Z-cache holds, which rows are of the present quantum, and who has to leave.
//
//   look (1st cycle) --> pf_cache_tags, cur_q --> 2nd cycle: same tag? --> way_o, hit_o, stale_o
//                                                            none: victim --> way_o, victim_o, spill_o
//
// cur_q has a bit for each row: it holds winners of the present quantum. All are cleared when a quantum begins.
//
// Throughput  a look a cycle; a look sees all that the look before it did.
// Latency     1 cycle; the walk that empties all sets takes Sets cycles.
// Errs        never.
// State bits  Sets * Ways + SetW + Ways + 2, and pf_cache_tags.

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

  generate
    if (Sets < 2 || Ways < 2 || Sets != (1 << SetW) || Ways != (1 << WayW) || LineW <= SetW) begin : g_bad_param
      PF_Z_TAGS_BAD_PARAMETER u_bad ();     // no such module: elaboration stops here
    end
  endgenerate

  wire [SetW-1:0]  set      = line_i[SetW-1:0];
  wire [TagW-1:0]  tag      = line_i[LineW-1:SetW];

  ////////////////
  // Tags       //
  ////////////////

  reg                  walking_q;
  reg  [SetW-1:0]      walk_q;
  reg  [Ways-1:0]      cur2_q;          // ways of the set with winners of this quantum, before this look
  wire [Ways-1:0]      same, leave;
  wire [WayW-1:0]      same_way, leave_way;
  wire [TagW-1:0]      leave_tag;
  wire [Ways-1:0]      unused_valid, unused_notes;
  wire [Ways*TagW-1:0] unused_keys;

  pf_cache_tags #(
    .Sets (Sets),
    .Ways (Ways),
    .KeyW (TagW)
  ) u_cache (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .look_i        (look_i),
    .look_set_i    (look_set_i),
    .set_i         (set),
    .key_i         (tag),
    .stay_ways_i   (locked_ways_i),
    .same_o        (same),
    .same_way_o    (same_way),
    .leave_o       (leave),
    .leave_way_o   (leave_way),
    .leave_key_o   (leave_tag),
    .valid_o       (unused_valid),
    .keys_o        (unused_keys),
    .notes_o       (unused_notes),
    .put_i         (miss_o),
    .touch_ways_i  ({Ways{1'b0}}),
    .put_valid_i   (1'b1),
    .put_notes_i   ({Ways{1'b0}}),
    .touch_notes_i ({Ways{1'b0}}),
    .clear_i       (walking_q),
    .clear_set_i   (walk_q)
  );

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     walking_q <= 1'b0;
    else if (walk_i) walking_q <= 1'b1;
    else if (&walk_q) walking_q <= 1'b0;
  end
  always @(posedge clk_i) walk_q <= walk_i ? {SetW{1'b0}} : walk_q + 1'b1;

  assign walking_o = walking_q;

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
