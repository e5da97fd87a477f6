// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_read_shared: loads of blocks that many have read, and nobody has written since: they need no check.
//
//   op_* --> a load without locks, all of its words known to be quiet? -- yes --> skip_o
//    |         no                ^
//    |         v                 | words of a few blocks, as bits
//    |       piece_*, token_o    |
//    |         v  ...            |
//    |       back_*: token, which words of its beat are quiet now
//    +-- any other operation on the block: forgotten
//
// Quiet is what pf_rules_quiet says: such a load races with nobody and leaves the entry as it is. The bank of beats and its check
// are far behind and others are between, so what they find counts only if nobody came who could change it. A load of a block
// that is remembered takes a token along; it brings back what the check has seen. Any other operation on the block makes
// it forgotten at once, and its place is not given to another one before all tokens are back. Pieces of operations on one
// beat stay in order: so whoever was there before the load with the token has left when that comes back.
// A place is looked at for each load of a block that has none, in turn: it is taken if no token is out, and if nothing
// was skipped for it since it was looked at last.
//
// It is a part of pf_line_unit (docs/metadata-engine.md).
//
// Throughput  an operation a cycle.
// Latency     0 cycles.
// Errs        never: who is skipped changes nothing and races with nobody.
// Handshake   skip_o and token_o depend on op_*, which stays until op_ready_i; so does skip_o.
// State bits  Places * (BlockW + 34 + clog2(MaxOut + 1)) + clog2(Places) + 2.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_read_shared #(
  parameter integer BlockW = 12,              // number of a block
  parameter integer Places = 4,               // blocks that are remembered; a power of two, at least 2
  parameter integer MaxOut = 64,              // pieces of operations behind, at most
  // Derived: do not override.
  parameter integer TokenW = 1 + $clog2(Places)
) (
  input  wire                 clk_i,
  input  wire                 rst_ni,         // asynchronous, active low
  input  wire                 scord_i,        // policy; static

  // Operations, as pf_line_check hands them on
  input  wire                 op_valid_i,
  input  wire                 op_make_i,      // the block is new
  input  wire [BlockW-1:0]    op_block_i,
  input  wire [31:0]          op_words_i,
  input  wire                 op_sub_i,
  input  wire [`PF_TAG_W-1:0] op_tag_i,
  input  wire                 op_ready_i,     // it leaves
  output wire                 skip_o,         // it needs no check; that shows when it comes

  // Pieces, of which each is on one beat
  input  wire                 piece_i,        // one is sent
  output wire [TokenW-1:0]    token_o,        // with it; the highest bit: there is one
  input  wire                 back_i,         // one has been checked ...
  input  wire [TokenW-1:0]    back_token_i,   // ... that had this token
  input  wire [2:0]           back_beat_i,
  input  wire [3:0]           back_quiet_i,   // words of the beat

  input  wire                 forget_i        // blocks are others now; nothing is behind
);

  localparam integer PlaceW = $clog2(Places);
  localparam integer OutW   = $clog2(MaxOut + 1);
  localparam [OutW-1:0] ONE = 1;

  generate
    if (BlockW < 1 || Places < 2 || Places != (1 << PlaceW) || MaxOut < 1 || TokenW != 1 + PlaceW) begin : g_bad_param
      PF_READ_SHARED_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  wire unused_entry, load;

  pf_rules_quiet u_load (
    .scord_i    (scord_i),
    .entry_i    ({`PF_META_W{1'b0}}),
    .tag_i      (op_tag_i),
    .sub_word_i (op_sub_i),
    .entry_o    (unused_entry),
    .load_o     (load)
  );

  reg               waits_q;                  // the operation has been here, and pieces of it may have been sent
  reg               refused_q;                // a piece waits that has no token
  reg  [PlaceW-1:0] turn_q;                   // the place that is looked at next
  wire [Places-1:0] live, here, covers, none_out, used;
  wire [Places-1:0] turn    = {{(Places-1){1'b0}}, 1'b1} << turn_q;
  wire              quiet   = op_valid_i && load && !op_make_i;
  wire              want    = quiet && here == {Places{1'b0}};
  wire              free    = |(turn & none_out & ~used);
  wire              give    = quiet && !refused_q && (!want || free);
  wire              take    = give && want && piece_i;

  wire [31:0]       quiet_words;              // of the beat that is back

  genvar p;
  generate
    for (p = 0; p < 8; p = p + 1) begin : g_beat
      localparam [2:0] This = p;
      assign quiet_words[4*p +: 4] = back_quiet_i & {4{back_beat_i == This}};
    end
    for (p = 0; p < Places; p = p + 1) begin : g_place
      localparam [31:0] Number = p;
      reg               live_q, used_q;
      reg [BlockW-1:0]  block_q;
      reg [31:0]        words_q;              // known to be quiet
      reg [OutW-1:0]    out_q;                // tokens
      wire              mine_out  = piece_i && token_o == {1'b1, Number[PlaceW-1:0]};
      wire              mine_back = back_i && back_token_i == {1'b1, Number[PlaceW-1:0]};

      assign live[p]     = live_q;
      assign here[p]     = live_q && block_q == op_block_i;
      assign covers[p]   = here[p] && (op_words_i & ~words_q) == 32'd0;
      assign none_out[p] = out_q == {OutW{1'b0}};
      assign used[p]     = used_q;

      always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          live_q <= 1'b0;
          used_q <= 1'b0;
          out_q  <= {OutW{1'b0}};
        end else begin
          live_q <= (live_q || (take && turn[p])) && !forget_i && !(op_valid_i && here[p] && !quiet);
          used_q <= (used_q || (skip_o && here[p])) && !(want && !refused_q && turn[p]);
          if (mine_out != mine_back) out_q <= mine_out ? out_q + ONE : out_q - ONE;
        end
      end
      always @(posedge clk_i) begin
        if (take && turn[p]) begin
          block_q <= op_block_i;
          words_q <= 32'd0;
        end else begin
          words_q <= words_q | (quiet_words & {32{mine_back}});
        end
      end

      `PF_ASSERT(a_out, !mine_back || !none_out[p])
    end
  endgenerate

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q   <= 1'b0;
      refused_q <= 1'b0;
      turn_q    <= {PlaceW{1'b0}};
    end else begin
      waits_q   <= op_valid_i && !op_ready_i && !skip_o;
      refused_q <= quiet && !skip_o && !give && !piece_i;
      if (want && !refused_q && (!free || take)) turn_q <= turn_q + {{(PlaceW-1){1'b0}}, 1'b1};
    end
  end

  integer i;
  reg [PlaceW-1:0] at;                        // of the block
  always @* begin
    at = {PlaceW{1'b0}};
    for (i = 0; i < Places; i = i + 1) if (here[i]) at = at | i[PlaceW-1:0];
  end

  assign skip_o  = quiet && |covers && !waits_q;
  assign token_o = {give, (want ? turn_q : at) & {PlaceW{give}}};

  wire unused = &{1'b0, unused_entry, live, 1'b0};

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {op_valid_i, op_valid_i && op_ready_i, piece_i, back_i, forget_i})
  `PF_ASSUME(m_piece, !piece_i || (op_valid_i && !skip_o))
  `PF_ASSERT(a_one, (here & (here - 1'b1)) == {Places{1'b0}})
  `PF_ASSERT(a_forget, !forget_i || &none_out)
`endif

endmodule

`resetall
