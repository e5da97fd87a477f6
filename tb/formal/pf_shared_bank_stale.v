// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_bank_stale: any operations of the blocks of two slots, and one word that is watched. An access finds somebody in it exactly
// if the last access to the word was of its slot's present epoch: nobody of an earlier one, and everybody of this one, also when
// numbers come again and the walk is under way. (Rows: pf_shared_bytes_rows.)
//
//   accesses, barriers, order: free ──+──> pf_shared_unit ──> stage 2 of the bank
//                                     └──> slot of the last access to the word; is its epoch over? ──> agree
//
// Chosen here: an operation stays until it is taken; a word is one block's until another comes: between accesses of two slots to
// it an epoch of the second one begins; each slot's block has warps of its own; one row of order, which is enough to
// run out of phases, so that an epoch begins by itself. Accesses are of any kind, also of
// copies that begin, stay or end as they like; races are taken at any time.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

`define PF_HOLDS(label, cond) always @* if (rst_ni) begin : label assert (cond); end

module pf_shared_bank_stale #(
  parameter integer Whos = 2,
  // Derived: do not override.
  parameter integer WhoW = (Whos > 1) ? $clog2(Whos) : 1
) (
  input wire            clk_i,
  input wire            op_valid_i,
  input wire [1:0]      op_kind_i,
  input wire            op_slot_i,
  input wire [WhoW-1:0] op_who_i,
  input wire            op_write_i,
  input wire            op_strong_i,
  input wire [1:0]      op_copy_i,
  input wire            op_bank_i,
  input wire            op_row_i,
  input wire [3:0]      op_bytes_i,
  input wire            op_arrives_i,
  input wire            op_waits_i,
  input wire            op_leaves_i,
  input wire            race_ready_i,
  input wire            any_i
);

  // One bank of two words, two rows
  localparam integer NumberW = 2, PhaseW = 1, PcW = 1;
  localparam integer LevelW = PhaseW + WhoW + 7, EntryW = 1 + NumberW + 5 + LevelW;
  localparam [2:0] NONE = `PF_SHARED_NONE;

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  wire              ready, forget;
  wire [2*Whos-1:0] warps = {{Whos{op_slot_i}}, {Whos{!op_slot_i}}};
  wire [WhoW:0]     warp  = op_slot_i ? Whos[WhoW:0] + {1'b0, op_who_i} : {1'b0, op_who_i};
  localparam integer WarpW = (2 * Whos > 1) ? $clog2(2 * Whos) : 1;

  pf_shared_unit #(
    .Banks (1), .Words (2), .Rows (2), .Slots (2), .Warps (2 * Whos), .Whos (Whos), .NumberW (NumberW), .PhaseW (PhaseW),
    .PcW (PcW), .LaneW (1), .CreditW (2), .EveryW (1)
  ) u_dut (
    .clk_i (clk_i), .rst_ni (rst_ni),
    .op_valid_i (op_valid_i), .op_ready_o (ready), .op_kind_i (op_kind_i), .op_slot_i (op_slot_i), .op_warp_i (warp[WarpW-1:0]),
    .op_who_i (op_who_i), .op_warps_i (warps), .op_write_i (op_write_i), .op_strong_i (op_strong_i), .op_copy_i (op_copy_i), .op_pc_i (1'b1),
    .op_bank_i (op_bank_i), .op_row_i (op_row_i), .op_bytes_i (op_bytes_i), .op_same_i (4'd0), .op_lane_i (1'b0),
    .op_barrier_i (5'd16), .op_arrives_i (op_arrives_i), .op_waits_i (op_waits_i), .op_leaves_i (op_leaves_i),
    .race_valid_o (), .race_ready_i (race_ready_i), .race_instruction_o (), .race_slot_o (), .race_who_o (), .race_write_o (),
    .race_strong_o (), .race_pc_o (), .race_lane_o (), .race_bank_o (), .race_row_o (), .race_bytes_o (), .race_others_o (),
    .race_did_o (), .race_first_o (), .race_first_pc_o (), .forget_o (forget), .split_o (), .lost_o (), .idle_o ()
  );

  // The user
  localparam integer OpW = 16 + WhoW;
  wire [OpW-1:0] op = {op_kind_i, op_slot_i, op_who_i, op_write_i, op_strong_i, op_copy_i, op_bank_i, op_row_i, op_bytes_i, op_arrives_i,
                       op_waits_i, op_leaves_i};
  reg  [OpW-1:0] op_q;
  reg            stays_q = 1'b0;
  always @(posedge clk_i) begin
    op_q    <= op;
    stays_q <= rst_ni && op_valid_i && !ready;
  end
  always @* begin
    assume (!stays_q || (op_valid_i && op == op_q));
    assume (op_kind_i < `PF_SHARED_OP_CODES && {1'b0, op_who_i} < Whos[WhoW:0]);
    assume (!op_bank_i || op_bytes_i != 4'd0);
    assume (op_copy_i == `PF_SHARED_COPY_NO || (op_write_i && !op_strong_i));
  end

  wire takes  = op_valid_i && ready && op_kind_i == `PF_SHARED_OP_ACCESS;
  wire renews = (op_valid_i && ready && op_kind_i == `PF_SHARED_OP_EPOCH) || forget;

  // Whose the words are
  reg [3:0] others_q;                 // of {word, slot}: the other slot has touched it since this one's epoch began
  always @(posedge clk_i) begin
    if (!rst_ni) others_q <= 4'd0;
    else begin
      if (takes && op_bank_i) others_q <= others_q | (4'd1 << {op_row_i, !op_slot_i});
      if (renews)             others_q <= others_q & (op_slot_i ? 4'b0101 : 4'b1010);
    end
  end
  always @* assume (!(op_valid_i && op_kind_i == `PF_SHARED_OP_ACCESS && op_bank_i && others_q[{op_row_i, op_slot_i}]));

  // Insides (proofs.tab: flat or sat)
  (* hierconn *) wire                 \u_dut.step , \u_dut.walk1_q , \u_dut.walk2_q , \u_dut.u_epochs.first_q ;
  (* hierconn *) wire [2*NumberW-1:0] \u_dut.numbers ;
  (* hierconn *) wire                 \u_dut.g_bank[0].u_bank.v1 , \u_dut.g_bank[0].u_bank.row1_q , \u_dut.g_bank[0].u_bank.old1 ;
  (* hierconn *) wire                 \u_dut.g_bank[0].u_bank.v2_q , \u_dut.g_bank[0].u_bank.row2_q , \u_dut.g_bank[0].u_bank.split2_q ;
  (* hierconn *) wire [3:0]           \u_dut.g_bank[0].u_bank.bytes2_q ;
  (* hierconn *) wire [LevelW-1:0]    \u_dut.g_bank[0].u_bank.level2_q ;
  (* hierconn *) wire [EntryW-1:0]    \u_dut.g_bank[0].u_bank.u_words.mem_q[0] , \u_dut.g_bank[0].u_bank.u_words.mem_q[1] ;
  wire              step   = \u_dut.step ;
  wire              walk1  = \u_dut.walk1_q ;
  wire [EntryW-1:0] entry  = row_q ? \u_dut.g_bank[0].u_bank.u_words.mem_q[1] : \u_dut.g_bank[0].u_bank.u_words.mem_q[0] ;
  wire              at1    = \u_dut.g_bank[0].u_bank.v1 && \u_dut.g_bank[0].u_bank.row1_q == row_q;
  wire              at2    = \u_dut.g_bank[0].u_bank.v2_q && \u_dut.g_bank[0].u_bank.row2_q == row_q;
  wire [2:0]        did    = \u_dut.g_bank[0].u_bank.level2_q [2:0];
  wire [3:0]        bytes  = \u_dut.g_bank[0].u_bank.bytes2_q ;
  wire              in_row = \u_dut.g_bank[0].u_bank.split2_q ;

  // The word, a row, and the rounds in stages 1 and 2: {slot, the word is touched}
  reg       row_q;
  reg       v1_q, v2_q;
  reg [1:0] round1_q, round2_q;
  reg       new_q;                    // a round has just come into stage 2
  reg       some_q, slot_q;           // the last access to the word was of the present epoch of this slot
  wire      leaves = step && v2_q && round2_q[0];
  wire      in_slot = leaves ? round2_q[1] : slot_q;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      row_q      <= any_i;
      v1_q       <= 1'b0;
      v2_q       <= 1'b0;
      new_q      <= 1'b0;
      some_q     <= 1'b0;
    end else begin
      new_q <= step;
      if (step) begin
        v1_q     <= takes;
        v2_q     <= v1_q;
        round1_q <= {op_slot_i, op_bank_i && op_row_i == row_q};
        round2_q <= round1_q;
      end
      some_q     <= (leaves || some_q) && !(renews && op_slot_i == in_slot);
      slot_q     <= in_slot;
    end
  end

  // An epoch begins behind all accesses.
  `PF_HOLDS(a_behind, !renews || (!v1_q && step))

  // An access finds somebody
  wire here = at2 && !\u_dut.walk2_q && new_q;
  wire ours = some_q && slot_q == round2_q[1];
  `PF_HOLDS(a_here, !here || (v2_q && round2_q[0]))
  `PF_HOLDS(a_there, !(new_q && v2_q && round2_q[0]) || here)
  `PF_HOLDS(a_stale, !here || ours || (did == NONE && bytes == 4'd0 && !in_row))
  `PF_HOLDS(a_known, !here || !ours || (did != NONE && bytes != 4'd0))

  // In the memory; the walk clears a word in stage 2, a cycle after it has found it old.
  wire clears = (at1 && \u_dut.walk1_q && \u_dut.g_bank[0].u_bank.old1 ) || (at2 && \u_dut.walk2_q ) || \u_dut.u_epochs.first_q ;
  wire match  = entry[EntryW-2 -: NumberW] == (entry[EntryW-1] ? \u_dut.numbers [NumberW +: NumberW] : \u_dut.numbers [0 +: NumberW]) && !clears;
  `PF_HOLDS(a_word, some_q ? match && entry[EntryW-1] == slot_q : !match || entry[LevelW+3 -: 4] == 4'd0)

  // Epochs since the last access to the word
  reg [2:0] since_q;
  always @(posedge clk_i) begin
    if (!rst_ni || leaves)                                     since_q <= 3'd0;
    else if (renews && op_slot_i == slot_q && since_q != 3'd7) since_q <= since_q + 3'd1;
  end
  `PF_COVER(c_again, here && since_q == 3'd4 && slot_q == round2_q[1])
  `PF_COVER(c_walk, here && since_q == 3'd3 && walk1)
  `PF_COVER(c_forget, forget)
  `PF_COVER(c_other, here && some_q && !ours)
  `PF_COVER(c_found, here && ours && in_row)
  `PF_COVER(c_copy, here && ours && did == `PF_SHARED_COPY)

endmodule

`resetall
