// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_region: which metadata entries belong to the words of a request.
//
//   req ─> sector - base ─> inside? ─> TagW steps: rest -= entries << k ─> pf_split ─> pieces
//                             └─> skipped_o          └─> cache tag
//
// Word w of the region has entry w mod entries and cache tag w div entries; any number of entries
// will do. A request's words have entries in a row, except that the table begins again after its
// last entry, with the next cache tag; and a row may cross from one metadata line of 8 entries to
// the next. So a request becomes one piece or more, each within one line and with one cache tag.
// Words outside of the region, or beyond entries << TagW, are masked off and counted. A request
// without words (a fence, an epoch) passes in order, as a piece without words.
//
// Throughput  a piece a cycle; so a request a cycle when entries is a multiple of 8. Tables of fewer
//             than 8 entries: a cycle for each turn through the table up to the last masked word.
// Latency     2 + max(TagW, 1) cycles.
// Errs        none: exact. A word that is masked off is a missed check, and counted.
// Handshake   req_ready_o depends on piece_ready_i: put a pf_skid before it.
//             Configuration changes only while no request with words is inside. Without a word (piece_mask_o 0), line, shift
//             and cache tag mean nothing.
// State bits  about 37 a stage, 2 + max(TagW, 1) stages (ref: 235).

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_region #(
  parameter integer AddrW = `PF_ADDR_W,      // byte address within the slice's data; 6 to 40
  parameter integer TagW  = `PF_META_TAG_W,  // cache tag; 0 to 8, at most AddrW - 3
  parameter integer Reach = 1,               // 0: entries << TagW is known to reach words
  // Derived: do not override.
  parameter integer MtagW = (TagW > 0) ? TagW : 1
) (
  input  wire             clk_i,
  input  wire             rst_ni,          // asynchronous, active low

  // Configuration
  input  wire [AddrW-6:0] cfg_base_i,      // first sector
  input  wire [AddrW-2:0] cfg_words_i,     // 0 .. 2^(AddrW-2); 0: nothing is checked
  input  wire [AddrW-2:0] cfg_entries_i,   // 1 .. ; entries << TagW should reach words

  // Requests
  input  wire             req_valid_i,
  output wire             req_ready_o,
  input  wire [AddrW-6:0] req_sector_i,
  input  wire [7:0]       req_mask_i,      // words of the sector; none: passes in order

  // Pieces
  output wire             piece_valid_o,
  input  wire             piece_ready_i,
  output wire [AddrW-6:0] piece_line_o,    // entry / 8
  output wire [7:0]       piece_mask_o,    // entries of the line
  output wire [2:0]       piece_shift_o,   // entry = (word + shift) mod 8
  output wire [MtagW-1:0] piece_mtag_o,    // cache tag
  output wire             piece_last_o,    // last piece of its request

  // Status
  output wire [3:0]       skipped_o,       // words masked off in this cycle
  output wire             idle_o
);

  localparam integer WordW = AddrW - 2;
  localparam integer SecW  = AddrW - 5;
  localparam integer Steps = (TagW > 0) ? TagW : 1;

  generate
    if (AddrW < 6 || AddrW > 40 || TagW < 0 || TagW > 8 || TagW > AddrW - 3
        || MtagW != ((TagW > 0) ? TagW : 1)) begin : g_bad_param
      PF_REGION_BAD_PARAMETER u_bad ();
    end
  endgenerate

  ////////////////////////////
  // Distance from the base //
  ////////////////////////////

  reg             sec_valid_q;
  reg [7:0]       sec_mask_q;
  reg [SecW-1:0]  sec_q;             // sectors from the base
  reg             sec_below_q;
  wire            sec_ready;

  assign req_ready_o = sec_ready;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sec_valid_q <= 1'b0;
    else if (sec_ready) sec_valid_q <= req_valid_i;
  end

  always @(posedge clk_i) begin
    if (sec_ready) begin
      sec_mask_q           <= req_mask_i;
      {sec_below_q, sec_q} <= {1'b0, req_sector_i} - {1'b0, cfg_base_i};
    end
  end

  ////////////////////
  // Division       //
  ////////////////////

  // Words before a limit: all 8 of the sector, the first few, or none. Two limits: the region's
  // end, and the last word that a cache tag can name.
  wire [SecW:0]          words_full = cfg_words_i[WordW:3];
  wire [2:0]             words_part = cfg_words_i[2:0];
  wire [WordW+TagW+3:0]  named      = {{(TagW+3){1'b0}}, cfg_entries_i} << TagW;
  wire [SecW+TagW+3:0]   named_full = named[WordW+TagW+3:3];
  wire [2:0]             named_part = named[2:0];

  function [7:0] below;              // words 0 .. n-1
    input [3:0] n;
    integer w;
    for (w = 0; w < 8; w = w + 1) below[w] = w[3:0] < n;
  endfunction

  wire                     split_ready;
  wire [Steps:0]           valid;    // valid of the stage before step i; the last bit: after all steps
  wire [(Steps+1)*8-1:0]   mask;
  wire [(Steps+1)*WordW-1:0] rest;
  wire [(Steps+1)*MtagW-1:0] mtag;
  wire [3:0]               left;     // entries up to the end of the table: 1 .. 7, or 8 and more

  // A stage moves on when the splitter takes a request, or when it or a later stage is empty.
  assign sec_ready        = split_ready || valid != {(Steps+1){1'b1}};
  assign valid[0]         = sec_valid_q;
  assign mask[7:0]        = sec_mask_q;
  assign rest[WordW-1:0]  = {sec_q, 3'b000};
  assign mtag[MtagW-1:0]  = {MtagW{1'b0}};

  genvar i;
  generate
    for (i = 0; i < Steps; i = i + 1) begin : g_step
      localparam integer K = (TagW > 0) ? TagW - 1 - i : 0;

      reg              valid_q;
      reg [7:0]        mask_q;
      reg [WordW-1:0]  rest_q;
      reg [MtagW-1:0]  mtag_q;
      wire             en = split_ready || valid[Steps:i+1] != {(Steps-i){1'b1}};
      wire [WordW-1:0] from = rest[i*WordW +: WordW];
      wire [WordW-1:0] rest_d;
      wire [MtagW-1:0] mtag_d;
      wire [WordW-K:0] less;         // from - entries << K

      if (TagW > 0) begin : g_divide
        wire bit_d;
        pf_region_step #(
          .WordW (WordW),
          .K     (K)
        ) u_step (
          .rest_i    (from),
          .entries_i (cfg_entries_i),
          .rest_o    (rest_d),
          .bit_o     (bit_d),
          .less_o    (less)
        );
        assign mtag_d = mtag[i*MtagW +: MtagW] | ({{(MtagW-1){1'b0}}, bit_d} << K);
      end else begin : g_whole
        assign rest_d = from;
        assign mtag_d = 1'b0;
        assign less   = {1'b0, from} - {1'b0, cfg_entries_i[WordW-1:0]};
      end

      always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) valid_q <= 1'b0;
        else if (en) valid_q <= valid[i];
      end

      always @(posedge clk_i) begin
        if (en) begin
          mask_q <= mask[i*8 +: 8];
          rest_q <= rest_d;
          mtag_q <= mtag_d;
        end
      end

      assign valid[i+1]                = valid_q;
      assign rest[(i+1)*WordW +: WordW] = rest_q;
      assign mtag[(i+1)*MtagW +: MtagW] = mtag_q;

      if (i == 0) begin : g_limit
        // The comparison goes on beside the first step; the words are masked, and counted, after.
        reg  region_lt_q, region_eq_q, named_lt_q, named_eq_q;
        reg  fresh_q;                // came in with the last edge: a request is counted once
        wire [7:0] inside =
          (region_lt_q ? 8'hff : region_eq_q ? below({1'b0, words_part}) : 8'h00) &
          (named_lt_q || Reach == 0 ? 8'hff : named_eq_q ? below({1'b0, named_part}) : 8'h00);
        wire [7:0] outside = mask_q & ~inside & {8{fresh_q}};

        always @(posedge clk_i) begin
          if (en) begin
            region_lt_q <= !sec_below_q && {1'b0, sec_q} < words_full;
            region_eq_q <= !sec_below_q && sec_q == words_full[SecW-1:0];  // counts only when not lt
            named_lt_q  <= {{(TagW+4){1'b0}}, sec_q} < named_full;
            named_eq_q  <= sec_q == named_full[SecW-1:0];
          end
        end

        always @(posedge clk_i or negedge rst_ni) begin
          if (!rst_ni) fresh_q <= 1'b0;
          else         fresh_q <= en && valid[i];
        end

        assign mask[(i+1)*8 +: 8] = mask_q & inside;
        assign skipped_o =
          ({3'd0, outside[0]} + {3'd0, outside[1]} + {3'd0, outside[2]} + {3'd0, outside[3]}) +
          ({3'd0, outside[4]} + {3'd0, outside[5]} + {3'd0, outside[6]} + {3'd0, outside[7]});
      end else begin : g_on
        assign mask[(i+1)*8 +: 8] = mask_q;
      end

      if (i == Steps - 1) begin : g_left
        // Entries up to the end of the table: -less, or, when this step subtracts, entries - less,
        // found beside it as 2 * entries - from. A table as large as the address range has its
        // ends at the range's.
        reg  [3:0]       left_q;
        wire             huge   = cfg_entries_i[WordW];
        wire             near_1 = less[WordW:3] == {(WordW-2){1'b1}} && !huge;
        wire [3:0]       sat_1  = near_1 ? {less[2:0] == 3'd0, 3'd0 - less[2:0]} : 4'd8;

        if (TagW > 0) begin : g_two
          // Is 2 * entries - from below 8? The bits from 3 up must be equal, or one more when the
          // lower ones borrow: seen at each bit from its neighbour, without a carry.
          wire [WordW-2:0] more_1 = cfg_entries_i[WordW:2] ^ {2'b00, from[WordW-1:3]};
          wire [3:0]       low_2  = {1'b0, cfg_entries_i[1:0], 1'b0} - {1'b0, from[2:0]};
          wire             near_2 = more_1 == {more_1[WordW-3:0] & {1'b0, from[WordW-1:3]}, low_2[3]};
          wire [3:0]       sat_2  = near_2 ? {1'b0, low_2[2:0]} : 4'd8;
          always @(posedge clk_i) if (en) left_q <= mtag_d[0] ? sat_2 : sat_1;
        end else begin : g_one
          always @(posedge clk_i) if (en) left_q <= sat_1;
        end
        assign left = left_q;
      end else begin : g_rest_only
        wire unused_less = ^less;
      end
    end
  endgenerate

  ////////////////////
  // Pieces         //
  ////////////////////

  wire split_idle;

  pf_split #(
    .LineW (SecW),
    .MtagW (MtagW)
  ) u_split (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .cfg_turn_i    ((cfg_entries_i[WordW:3] == {(WordW-2){1'b0}}) ? {1'b0, cfg_entries_i[2:0]} : 4'd8),
    .in_valid_i    (valid[Steps]),
    .in_ready_o    (split_ready),
    .in_line_i     (rest[Steps*WordW+3 +: SecW]),
    .in_shift_i    (rest[Steps*WordW +: 3]),
    .in_left_i     (left),
    .in_mtag_i     (mtag[Steps*MtagW +: MtagW]),
    .in_mask_i     (mask[Steps*8 +: 8]),
    .piece_valid_o (piece_valid_o),
    .piece_ready_i (piece_ready_i),
    .piece_line_o  (piece_line_o),
    .piece_mask_o  (piece_mask_o),
    .piece_shift_o (piece_shift_o),
    .piece_mtag_o  (piece_mtag_o),
    .piece_last_o  (piece_last_o),
    .idle_o        (split_idle)
  );

  assign idle_o = split_idle && valid == {(Steps+1){1'b0}};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {req_valid_i, req_ready_o, piece_valid_o, piece_ready_i, idle_o, skipped_o})
  `PF_ASSERT(a_entries, cfg_entries_i != {(AddrW-1){1'b0}} || cfg_words_i == {(AddrW-1){1'b0}} || !req_valid_i)
`endif  // SYNTHESIS

endmodule

`resetall
