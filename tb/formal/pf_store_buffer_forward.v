// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_store_buffer_forward: of one byte of one line of one warp (warp and line any, byte PF_WATCHED_BYTE): a
// LOAD has it exactly if a STORE wrote it since the warp's last DRAIN, or since reset, and what the last one
// wrote; a DRAIN gives it once, so, in one entry of that line, if it is there; then it is gone.
//
//   commands --+--> pf_store_buffer, parts as they may be --> answers, entries --+
//              |        <--> memory: the byte of each entry                      +--> equal
//              +--> the byte, if it is there --> the last command ---------------+
//
// Bounded, and narrow: z3 doubles its time with every two cycles. Proved of Count commands whose kinds Plan says
// (warps, lines, masks and bytes are any), one as soon as another is taken, the last of them watched; a LOAD
// or DRAIN before it is the last of a shorter plan. Masks have bytes of the sectors PF_SECTORS only. Nothing waits
// but what Free says. c_* say what happens within the depth. What meets under stalls is the bench's and
// the co-simulation's.
// Abstracted (pf_store_buffer_any.v): pf_bloom (no false negative; any false maybe), queues (a word is there a
// cycle after it came), all bytes but the watched one. Memory answers with what it had when it was asked, or
// what it has when it answers.

`resetall
`timescale 1ns / 1ps
`default_nettype none

// In the cycle itself, not a cycle later: a step less. Not PF_ASSERT: -DSYNTHESIS leaves out those of the parts,
// one of which is not true of masks that read as anything.
`define PF_HOLDS(label, cond) always @* if (rst_ni) begin : label assert (cond); end
`define PF_SEEN(label, cond)  always @* if (rst_ni) begin : label cover (cond); end

module pf_store_buffer_forward #(
  parameter integer Warps   = 2,
  parameter integer Entries = 2,
  parameter integer Slots   = 2,
  parameter integer Reads   = 3,
  parameter integer Count   = 3,   // commands
  parameter integer Plan    = 63,  // their kinds, two bits each, the first the lowest; 3: any
  parameter integer Free    = 0,   // what else may wait: 1 outputs, 2 answers of memory, 4 commands
  // Derived: do not override.
  parameter integer LineW   = 2,   // pf_store_buffer_any.v knows
  parameter integer WarpW   = (Warps > 1) ? $clog2(Warps) : 1,
  parameter integer EntryW  = $clog2(Entries),
  parameter integer MemW    = WarpW + EntryW + 3
) (
  input wire             clk_i,
  input wire             cmd_valid_i,
  input wire [1:0]       cmd_kind_i,
  input wire [WarpW-1:0] cmd_warp_i,
  input wire [LineW-1:0] cmd_line_i,
  input wire             bit_i,       // the watched one of the mask
  input wire [3:0]       cmd_mask_i,  // others of a sector
  input wire [7:0]       cmd_byte_i,
  input wire             ans_ready_i,
  input wire             ent_ready_i,
  input wire             mwr_ready_i,
  input wire             mrd_ready_i,
  input wire             mrsp_i
);

  localparam integer Byte = `PF_WATCHED_BYTE;
  localparam [3:0]   Sectors = `PF_SECTORS;  // with bytes
  localparam [1:0]   STORE = 2'd0, LOAD = 2'd1, DRAIN = 2'd2;

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  (* anyconst *) wire [WarpW-1:0] warp;
  (* anyconst *) wire [LineW-1:0] line;
  (* anyconst *) wire             late;

  wire              cmd_ready, ans_valid, ent_valid, mwr_valid, mrd_valid, mrsp_ready, mrsp_valid;
  wire [1:0]        ans_kind;
  wire [WarpW-1:0]  ans_warp, ent_warp;
  wire [LineW-1:0]  ent_line;
  wire [127:0]      ans_mask, ent_mask;
  wire [1023:0]     ans_data, ent_data;
  wire [EntryW:0]   ans_left;
  wire [MemW-1:0]   mwr_addr, mrd_addr;
  wire [255:0]      mwr_data, mrsp_data;
  wire [31:0]       mwr_strb;
  wire [6:0]        evt;

  wire [127:0] mask;
  genvar g;
  generate
    for (g = 0; g < 128; g = g + 1) begin : g_mask
      assign mask[g] = (g == Byte) ? bit_i : cmd_mask_i[g / 32] && Sectors[g / 32];
    end
  endgenerate

  pf_store_buffer #(
    .Warps (Warps), .Entries (Entries), .Open (2), .BloomBits (2), .BloomWays (1), .LineW (LineW),
    .Slots (Slots), .Reads (Reads)
  ) u_dut (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .cmd_valid_i  (cmd_valid_i),
    .cmd_ready_o  (cmd_ready),
    .cmd_kind_i   (cmd_kind_i),
    .cmd_warp_i   (cmd_warp_i),
    .cmd_line_i   (cmd_line_i),
    .cmd_mask_i   (mask),
    .cmd_data_i   ({128{cmd_byte_i}}),  // of the other bytes pf_store_buffer_any.v keeps nothing
    .ans_valid_o  (ans_valid),
    .ans_ready_i  (ans_ready_i),
    .ans_kind_o   (ans_kind),
    .ans_warp_o   (ans_warp),
    .ans_mask_o   (ans_mask),
    .ans_data_o   (ans_data),
    .ans_left_o   (ans_left),
    .ent_valid_o  (ent_valid),
    .ent_ready_i  (ent_ready_i),
    .ent_warp_o   (ent_warp),
    .ent_line_o   (ent_line),
    .ent_mask_o   (ent_mask),
    .ent_data_o   (ent_data),
    .mwr_valid_o  (mwr_valid),
    .mwr_ready_i  (mwr_ready_i),
    .mwr_addr_o   (mwr_addr),
    .mwr_data_o   (mwr_data),
    .mwr_strb_o   (mwr_strb),
    .mrd_valid_o  (mrd_valid),
    .mrd_ready_i  (mrd_ready_i),
    .mrd_addr_o   (mrd_addr),
    .mrsp_valid_i (mrsp_valid),
    .mrsp_ready_o (mrsp_ready),
    .mrsp_data_i  (mrsp_data),
    .evt_o        (evt),
    .idle_o       ()
  );

  ////////////////
  // Memory     //
  ////////////////

  // Of an entry: its line, the watched bit of its mask and the watched byte
  localparam integer  Cells = 1 << (WarpW + EntryW);
  localparam integer  WordW = LineW + 1 + 8;
  localparam [2:0]    BEAT  = 3'd1 + Byte / 32;
  localparam integer  Lane  = Byte % 32;
  reg  [LineW:0]      head_q [0:Cells-1];
  reg  [7:0]          byte_q [0:Cells-1];
  wire                mwr = mwr_valid && mwr_ready_i;
  wire [WarpW+EntryW-1:0] mwr_cell = mwr_addr[MemW-1:3];
  always @(posedge clk_i) begin
    if (mwr && mwr_addr[2:0] == 3'd0) head_q[mwr_cell] <= {mwr_data[32+Byte], mwr_data[LineW-1:0]};
    if (mwr && mwr_addr[2:0] == BEAT && mwr_strb[Lane]) byte_q[mwr_cell] <= mwr_data[8*Lane +: 8];
  end
  `PF_HOLDS(a_header_whole, !mwr || mwr_addr[2:0] != 3'd0 || &mwr_strb[19:0])

  // Reads on their way
  reg  [Reads*MemW-1:0]  at_q;
  reg  [Reads*WordW-1:0] had_q;     // what was there
  reg  [2:0]             reads_q;
  reg                    held_q;    // an answer was not taken
  wire                   mrd  = mrd_valid && mrd_ready_i;
  wire                   mrsp = mrsp_valid && mrsp_ready;
  wire [MemW-1:0]        at   = at_q[MemW-1:0];
  wire [WordW-1:0]       has  = late ? {head_q[at[MemW-1:3]], byte_q[at[MemW-1:3]]} : had_q[WordW-1:0];
  (* anyseq *) wire [7:0] any;
  wire [255:0]           header, sector;
  generate
    for (g = 0; g < 256; g = g + 1) begin : g_bit
      if (g < LineW)           assign header[g] = has[8 + g];
      else if (g == 32 + Byte) assign header[g] = has[8 + LineW];
      else if (g >= 32 && g < 160) assign header[g] = any[g / 32] && Sectors[(g - 32) / 32 % 4];
      else                     assign header[g] = any[0];
      if (g / 8 == Lane)       assign sector[g] = has[g % 8];
      else                     assign sector[g] = any[0];
    end
  endgenerate
  integer k;

  assign mrsp_valid = reads_q != 0 && (mrsp_i || held_q);
  assign mrsp_data  = at[2:0] == 3'd0 ? header : at[2:0] == BEAT ? sector : {256{any[0]}};

  always @(posedge clk_i) begin
    held_q <= rst_ni && mrsp_valid && !mrsp_ready;
    if (!rst_ni) reads_q <= 3'd0;
    else         reads_q <= reads_q + mrd - mrsp;
    for (k = 0; k < Reads; k = k + 1) begin
      if (mrd && k + mrsp == reads_q) begin
        at_q[k*MemW +: MemW]    <= mrd_addr;
        had_q[k*WordW +: WordW] <= {head_q[mrd_addr[MemW-1:3]], byte_q[mrd_addr[MemW-1:3]]};
      end else if (mrsp && k + 1 < Reads) begin
        at_q[k*MemW +: MemW]    <= at_q[((k + 1 < Reads) ? k + 1 : k)*MemW +: MemW];
        had_q[k*WordW +: WordW] <= had_q[((k + 1 < Reads) ? k + 1 : k)*WordW +: WordW];
      end
    end
  end
  `PF_HOLDS(a_reads, !mrd || reads_q != Reads)

  ////////////////
  // The user   //
  ////////////////

  localparam integer Lines = 1 << LineW;
  wire cmd = cmd_valid_i && cmd_ready && rst_ni;
  wire ans = ans_valid && ans_ready_i && rst_ni;
  wire ent = ent_valid && ent_ready_i && rst_ni;
  reg  [2:0] count_q;               // commands that were taken
  always @(posedge clk_i) count_q <= rst_ni ? count_q + cmd : 3'd0;
  wire [1:0] kind = Plan[2*count_q +: 2];
  reg  [Warps*Lines-1:0] log_q;     // lines of each log, as the commands taken leave it
  wire [Lines-1:0]       log = log_q[cmd_warp_i*Lines +: Lines];
  reg  [LineW:0]         lines;
  always @* begin
    lines = 0;
    for (k = 0; k < Lines; k = k + 1) lines = lines + log[k];
  end
  always @(posedge clk_i) begin
    if (!rst_ni)                        log_q <= {(Warps*Lines){1'b0}};
    else if (cmd && cmd_kind_i == STORE) log_q[cmd_warp_i*Lines + cmd_line_i] <= 1'b1;
    else if (cmd && cmd_kind_i == DRAIN) log_q[cmd_warp_i*Lines +: Lines] <= {Lines{1'b0}};
  end
  always @* begin
    assume (warp < Warps);
    assume (cmd_kind_i != 2'd3 && cmd_warp_i < Warps);
    assume (!cmd_valid_i || (rst_ni && count_q < Count));
    assume (Free[2] || cmd_valid_i == (rst_ni && count_q < Count));
    assume (kind == 2'd3 || cmd_kind_i == kind);
    assume (Free[0] || (ans_ready_i && ent_ready_i && mwr_ready_i && mrd_ready_i));
    assume (Free[1] || mrsp_i);
    // A STORE has bytes, and room
    assume (!cmd_valid_i || cmd_kind_i != STORE || (mask != 128'd0 && lines != Entries));
  end

  ////////////////
  // The byte   //
  ////////////////

  wire       ours  = cmd && cmd_warp_i == warp;
  wire       put   = ours && cmd_kind_i == STORE && cmd_line_i == line && bit_i;
  reg        in_q;                  // it is in the log
  reg  [7:0] value_q;
  reg  [3:0] inside_q;              // commands that are not answered
  reg        watched_q, asked_q, drain_q, there_q, given_q;  // one LOAD or DRAIN: wants it, had to find it, gave it
  reg  [7:0] is_q;
  reg  [3:0] ahead_q;               // commands before it
  wire       watch = ours && count_q == Count - 1 &&
                     ((cmd_kind_i == LOAD && cmd_line_i == line) || cmd_kind_i == DRAIN);
  wire       front = watched_q && ahead_q == 4'd0;
  wire       gives = ent && front && ent_line == line && ent_mask[Byte];
  wire       ends  = ans && front;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      in_q      <= 1'b0;
      inside_q  <= 4'd0;
      watched_q <= 1'b0;
      given_q   <= 1'b0;
    end else begin
      if (put)                                   in_q <= 1'b1;
      else if (ours && cmd_kind_i == DRAIN)      in_q <= 1'b0;
      if (put) value_q <= cmd_byte_i;
      inside_q <= inside_q + cmd - ans;
      if (watch) begin
        watched_q <= 1'b1;
        given_q   <= 1'b0;
        drain_q   <= cmd_kind_i == DRAIN;
        asked_q   <= cmd_kind_i == LOAD && bit_i;
        there_q   <= in_q;
        is_q      <= value_q;
        ahead_q   <= inside_q - ans;
      end else begin
        if (ends) watched_q <= 1'b0;
        if (ans)  ahead_q   <= ahead_q - 4'd1;
        if (gives) given_q  <= 1'b1;
      end
    end
  end

  `PF_HOLDS(a_answered, !ans || inside_q != 4'd0)
  `PF_HOLDS(a_its_answer, !ends || (ans_kind == (drain_q ? DRAIN : LOAD) && ans_warp == warp))
  `PF_HOLDS(a_mask, !ends || ans_mask[Byte] == (asked_q && there_q))
  `PF_HOLDS(a_data, !ends || !(asked_q && there_q) || ans_data[8*Byte +: 8] == is_q)
  `PF_HOLDS(a_entry, !(ent && front) || (drain_q && ent_warp == warp))
  `PF_HOLDS(a_given, !gives || (there_q && !given_q && ent_data[8*Byte +: 8] == is_q))
  `PF_HOLDS(a_drained, !(ends && drain_q) || given_q == there_q)

  ////////////////
  // Happens    //
  ////////////////

  reg [1:0] puts_q;                 // stores of the byte since the drain
  reg       other_q, gone_q;        // another warp stored it; it was drained
  reg       twice_q, apart_q, after_q;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      puts_q  <= 2'd0;
      other_q <= 1'b0;
      gone_q  <= 1'b0;
    end else begin
      if (ours && cmd_kind_i == DRAIN) puts_q <= 2'd0;
      else if (put && puts_q != 2'd3)  puts_q <= puts_q + 2'd1;
      if (ours && cmd_kind_i == DRAIN && in_q) gone_q <= 1'b1;
      if (cmd && cmd_warp_i != warp && cmd_kind_i == STORE && cmd_line_i == line && bit_i) other_q <= 1'b1;
      if (watch) begin
        twice_q <= puts_q >= 2'd2;
        apart_q <= other_q && !in_q && !gone_q;
        after_q <= gone_q && !in_q;
      end
    end
  end
  reg found_q;                      // a search found a line: a header was looked at, and a search not in vain
  always @(posedge clk_i) found_q <= rst_ni && (found_q || (evt[1] && !evt[5]));

  generate
    if (Plan == 16) begin : g_load
      `PF_SEEN(c_twice, ends && asked_q && there_q && twice_q)             // STORE, STORE, LOAD
      `PF_SEEN(c_apart, ends && asked_q && apart_q)                        // STORE of another warp, LOAD
      `PF_SEEN(c_found, ends && asked_q && there_q && !twice_q && found_q) // by a search: another line is open
    end else if (Plan == 24) begin : g_after
      `PF_SEEN(c_after, ends && asked_q && after_q)                        // STORE, DRAIN, LOAD
    end else if (Plan == 32) begin : g_drain
      `PF_SEEN(c_given, ends && drain_q && given_q && twice_q)             // STORE, STORE, DRAIN
    end
  endgenerate

endmodule

`resetall
