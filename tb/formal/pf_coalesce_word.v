// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_coalesce_word: any one word of memory, and any one request that touches it, or any fence or epoch. What came before it
// leaves before it, what came after it leaves after it; it leaves with its own tag, pc and kind of word, and no word
// leaves that no request touched. By induction, with the buffer's own invariants (PF_PROVE_COALESCE) and where the marked request is.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_coalesce_word #(
  parameter integer AddrW  = 8,
  parameter integer Places = 2,
  parameter integer Age    = 3
) (
  input wire             clk_i,
  input wire             rst_ni,
  input wire             req_valid_i,
  input wire [1:0]       req_kind_i,
  input wire [AddrW-6:0] req_sector_i,
  input wire [7:0]       req_word_mask_i,
  input wire [7:0]       req_sub_mask_i,
  input wire             req_tag_i,
  input wire             req_pc_i,
  input wire             op_ready_i,
  input wire             mark_i           // this request is the one, if it touches the word or is no access
);

  localparam [1:0]   ACCESS = `PF_REQ_ACCESS;
  localparam integer LineW  = AddrW - 7;
  localparam integer KeyW   = 1 + `PF_TAG_W + 1;
  localparam integer OpW    = 2 + LineW + KeyW + 32;
  localparam integer ReqW   = 2 + LineW + 2 + 16 + `PF_TAG_W + 1;

  wire                 req_ready, op_valid, op_sub, op_pc, idle;
  wire [1:0]           op_kind;
  wire [AddrW-8:0]     op_line;
  wire [31:0]          op_words;
  wire [`PF_TAG_W-1:0] op_tag;

  pf_coalesce #(
    .AddrW  (AddrW),
    .PcW    (1),
    .Places (Places),
    .Age    (Age)
  ) u_dut (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .req_valid_i     (req_valid_i),
    .req_ready_o     (req_ready),
    .req_kind_i      (req_kind_i),
    .req_sector_i    (req_sector_i),
    .req_word_mask_i (req_word_mask_i),
    .req_sub_mask_i  (req_sub_mask_i),
    .req_tag_i       ({{(`PF_TAG_W-1){1'b0}}, req_tag_i}),
    .req_pc_i        (req_pc_i),
    .op_valid_o      (op_valid),
    .op_ready_i      (op_ready_i),
    .op_kind_o       (op_kind),
    .op_line_o       (op_line),
    .op_words_o      (op_words),
    .op_sub_o        (op_sub),
    .op_tag_o        (op_tag),
    .op_pc_o         (op_pc),
    .idle_o          (idle)
  );

  // Reset at the first step only.
  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* assume (rst_ni == f_past);

  (* anyconst *) reg [AddrW-8:0] f_line;
  (* anyconst *) reg [4:0]       f_w;

  wire arrives   = req_valid_i && req_ready;
  wire in_bar    = arrives && req_kind_i != ACCESS;
  wire in_touch  = arrives && req_kind_i == ACCESS && req_sector_i == {f_line, f_w[4:3]} && req_word_mask_i[f_w[2:0]];
  wire leaves    = op_valid && op_ready_i;
  wire out_bar   = leaves && op_kind != ACCESS;
  wire out_touch = leaves && op_kind == ACCESS && op_line == f_line && op_words[f_w];

  // Before the marked request, inside: requests that touch the word, fences and epochs. The marked one.
  reg  [4:0] ahead_q, bars_q;
  reg        marked_q, inside_q, sub_q, tag_q, pc_q;
  reg  [1:0] kind_q;
  wire       marks = mark_i && !marked_q && (in_bar || in_touch);
  wire       count = !marked_q && !marks;
  wire       mine  = inside_q && (kind_q == ACCESS ? out_touch && ahead_q == 5'd0 : out_bar && bars_q == 5'd0);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {ahead_q, bars_q, marked_q, inside_q} <= 12'd0;
    end else begin
      ahead_q  <= ahead_q + {4'd0, count && in_touch} - {4'd0, out_touch && !mine && ahead_q != 5'd0};
      bars_q   <= bars_q + {4'd0, count && in_bar} - {4'd0, out_bar && !mine && bars_q != 5'd0};
      marked_q <= marked_q || marks;
      inside_q <= marks || (inside_q && !mine);
    end
  end
  always @(posedge clk_i) begin
    if (marks) {kind_q, sub_q, tag_q, pc_q} <= {req_kind_i, req_sub_mask_i[f_w[2:0]], req_tag_i, req_pc_i};
  end

  `PF_ASSERT(a_touched, !out_touch || mine || ahead_q != 5'd0 || (marked_q && !inside_q))
  `PF_ASSERT(a_barred, !out_bar || mine || bars_q != 5'd0 || (marked_q && !inside_q))
  `PF_ASSERT(a_order, !mine || (ahead_q == 5'd0 && bars_q == 5'd0))
  `PF_ASSERT(a_equal, !mine || (op_kind == kind_q && op_tag == {{(`PF_TAG_W-1){1'b0}}, tag_q} && op_pc == pc_q
                                && op_sub == (kind_q == ACCESS && sub_q)))
  `PF_ASSERT(a_idle, !idle || (!inside_q && ahead_q == 5'd0 && bars_q == 5'd0))

  /////////////////////
  // What is inside  //
  /////////////////////

  (* hierconn *) wire                     \u_dut.in_valid , \u_dut.split_q , \u_dut.take ;
  (* hierconn *) wire [Places-1:0]        \u_dut.u_join.valid , \u_dut.u_join.leaves , \u_dut.u_join.gets , \u_dut.u_join.joins ;
  (* hierconn *) wire [Places*OpW-1:0]    \u_dut.u_join.op ;
  (* hierconn *) wire [Places*Places-1:0] \u_dut.u_join.prior ;
  (* hierconn *) wire                     \u_dut.u_in.free , \u_dut.u_in.skid_valid_q ;
  (* hierconn *) wire [ReqW-1:0]          \u_dut.u_in.out_data_q , \u_dut.u_in.skid_data_q ;
  wire [Places-1:0] valid  = \u_dut.u_join.valid ;
  wire [Places-1:0] leaves_at = \u_dut.u_join.leaves ;
  wire [Places-1:0] into   = \u_dut.u_join.gets | \u_dut.u_join.joins ;  // of a request that is taken
  wire              first  = \u_dut.in_valid ;
  wire              second = \u_dut.u_in.skid_valid_q ;
  wire              moves  = \u_dut.u_in.free ;
  wire              take   = \u_dut.take ;
  wire              split  = \u_dut.split_q ;

  // The two requests in the skid.
  wire [1:0]           kind_1, kind_2;
  wire [AddrW-6:0]     sector_1, sector_2;
  wire [7:0]           mask_1, mask_2, sub_1, sub_2;
  wire [`PF_TAG_W-1:0] tag_1, tag_2;
  wire                 pc_1, pc_2;
  assign {kind_1, sector_1, mask_1, sub_1, tag_1, pc_1} = \u_dut.u_in.out_data_q ;
  assign {kind_2, sector_2, mask_2, sub_2, tag_2, pc_2} = \u_dut.u_in.skid_data_q ;

  // Where the word is touched, and where a fence or an epoch is.
  wire       whole = (mask_1 & ~sub_1) != 8'h00;
  wire       parts = (mask_1 & sub_1) != 8'h00;
  wire       now   = sub_1[f_w[2:0]] == (split || !whole);  // the word is in the part that is looked at
  wire       t_2   = second && kind_2 == ACCESS && sector_2 == {f_line, f_w[4:3]} && mask_2[f_w[2:0]];
  wire       t_1   = first && kind_1 == ACCESS && sector_1 == {f_line, f_w[4:3]} && mask_1[f_w[2:0]]
                     && !(split && !sub_1[f_w[2:0]]);
  wire       t_o   = op_valid && op_kind == ACCESS && op_line == f_line && op_words[f_w];
  wire       b_2   = second && kind_2 != ACCESS;
  wire       b_1   = first && kind_1 != ACCESS;
  wire       b_o   = op_valid && op_kind != ACCESS;
  wire [Places-1:0] t_p, b_p;

  // Where the marked request is: in the skid, at a place, at the output.
  reg               at_2_q, at_1_q, at_o_q;
  reg  [Places-1:0] at_p_q;
  wire              places  = at_1_q && take && (kind_q != ACCESS || now);
  wire [Places-1:0] goes    = at_p_q & leaves_at;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {at_2_q, at_1_q, at_o_q, at_p_q} <= {Places+3{1'b0}};
    end else begin
      at_2_q <= !moves && (marks || at_2_q);
      at_1_q <= (moves && (marks || at_2_q)) || (at_1_q && !moves && !places);
      at_p_q <= (at_p_q & ~goes) | (into & {Places{places}});
      at_o_q <= (|goes) || (at_o_q && !op_ready_i);
    end
  end

  wire [KeyW-1:0] key = {sub_q, {(`PF_TAG_W-1){1'b0}}, tag_q, pc_q};
  reg  [4:0]        at_places, at_older;  // how many places hold the word; of these, before the marked request's
  reg  [4:0]        bars, bars_older;     // ... a fence or an epoch
  reg  [Places-1:0] older;
  integer           k;
  always @* begin
    older = {Places{1'b0}};
    for (k = 0; k < Places; k = k + 1) older = older | (\u_dut.u_join.prior [Places*k +: Places] & {Places{at_p_q[k]}});
    at_places = 5'd0;
    at_older  = 5'd0;
    bars       = 5'd0;
    bars_older = 5'd0;
    for (k = 0; k < Places; k = k + 1) begin
      at_places = at_places + {4'd0, t_p[k]};
      at_older  = at_older + {4'd0, t_p[k] && older[k]};
      bars       = bars + {4'd0, b_p[k]};
      bars_older = bars_older + {4'd0, b_p[k] && older[k]};
    end
  end

  genvar i;
  generate
    for (i = 0; i < Places; i = i + 1) begin : g_place
      wire [OpW-1:0] f_op = \u_dut.u_join.op [OpW*i +: OpW];
      wire [1:0]     f_kind = f_op[OpW-1 -: 2];
      assign t_p[i] = valid[i] && f_kind == ACCESS && f_op[KeyW+32 +: LineW] == f_line && f_op[f_w];
      assign b_p[i] = valid[i] && f_kind != ACCESS;
      `PF_ASSERT(a_key, !at_p_q[i] || (f_kind == kind_q && (kind_q == ACCESS ? t_p[i] : b_p[i])
                                       && f_op[32 +: KeyW] == (kind_q == ACCESS ? key : {1'b0, key[KeyW-2:0]})))
    end
  endgenerate

  wire at_p = |at_p_q;
  wire key_1 = kind_1 == kind_q && (kind_q != ACCESS || (t_1 && sub_1[f_w[2:0]] == sub_q)) && tag_1 == key[1 +: `PF_TAG_W] && pc_1 == pc_q;
  wire key_2 = kind_2 == kind_q && (kind_q != ACCESS || (t_2 && sub_2[f_w[2:0]] == sub_q)) && tag_2 == key[1 +: `PF_TAG_W] && pc_2 == pc_q;

  `PF_ASSERT(i_one, inside_q == (at_2_q || at_1_q || at_p || at_o_q) && (!inside_q || marked_q)
                    && {2'd0, at_2_q} + {2'd0, at_1_q} + {2'd0, at_p} + {2'd0, at_o_q} <= 3'd1 && (at_p_q & (at_p_q - 1'b1)) == {Places{1'b0}})
  `PF_ASSERT(i_skid, !second || first)
  `PF_ASSERT(i_done, !marked_q || inside_q || (ahead_q == 5'd0 && bars_q == 5'd0))
  `PF_ASSERT(i_2, !at_2_q || (second && key_2))
  `PF_ASSERT(i_1, !at_1_q || (first && key_1))
  `PF_ASSERT(i_o, !at_o_q || (kind_q == ACCESS ? t_o : b_o))
  `PF_ASSERT(i_o_key, !at_o_q || (op_kind == kind_q && op_tag == key[1 +: `PF_TAG_W] && op_pc == pc_q && op_sub == (kind_q == ACCESS && sub_q)))
  `PF_ASSERT(i_none, marked_q || (ahead_q == {4'd0, t_2} + {4'd0, t_1} + at_places + {4'd0, t_o}
                                  && bars_q == {4'd0, b_2} + {4'd0, b_1} + bars + {4'd0, b_o}))
  `PF_ASSERT(i_ahead_2, !at_2_q || (ahead_q == {4'd0, t_1} + at_places + {4'd0, t_o} && bars_q == {4'd0, b_1} + bars + {4'd0, b_o}))
  `PF_ASSERT(i_ahead_1, !at_1_q || (ahead_q == at_places + {4'd0, t_o} && bars_q == bars + {4'd0, b_o}))
  `PF_ASSERT(i_ahead_p, !at_p || (ahead_q == at_older + {4'd0, t_o} && bars_q == bars_older + {4'd0, b_o}))
  `PF_ASSERT(i_ahead_o, !at_o_q || (ahead_q == 5'd0 && bars_q == 5'd0))

  `PF_COVER(c_whole, mine && kind_q == ACCESS && op_words == 32'hffff_ffff)
  `PF_COVER(c_fence, mine && kind_q != ACCESS)
  `PF_COVER(c_second, mine && kind_q == ACCESS && sub_q && at_o_q && b_1 && b_2)
  `PF_COVER(c_bars, mine && kind_q != ACCESS && (|b_p) && (|t_p))

endmodule

`resetall
