// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_unit_waits: when a round of the scratchpad waits for pf_shared_unit, after the walk that follows reset.
//
//   rounds, barriers, order: free, or tidy ──> pf_shared_unit ──> op_ready_o, in every cycle?
//
// Tidy = 1: warps keep to their own words, or only read them. A round then never waits, and nothing is told, whenever barriers and events
// of order come, and whether races are taken or not; but for one cycle, if the round in stage 2 came right behind the walk at its word. Chosen here for that: a word that a warp writes no other
// one touches until the next barrier of all; accesses are weak, of the whole word, and no two lanes write a byte of it; a round does not
// follow at once another one that touches the same word, unless nobody writes it: that costs one cycle.
//
// Tidy = 0: anything, asynchronous copies, too, but races are taken at once. A round stays in stage 2 for at most Most + 1 cycles (induction: each cycle is one less
// of those that pf_shared_bytes still needs), so one behind it waits Most; the walk is never what stays there. Two lanes of a
// store are told first, so such a round waits for both before it, too. Of a word: Banks is 1.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

`define PF_HOLDS(label, cond) always @* if (rst_ni) begin : label assert (cond); end
`define PF_MEETS(label, cond) always @* if (rst_ni) begin : label cover (cond); end

module pf_shared_unit_waits #(
  parameter integer Tidy = 1,
  parameter integer Most = 22
) (
  input wire       clk_i,
  input wire       op_valid_i,
  input wire [1:0] op_kind_i,
  input wire       op_warp_i,
  input wire       op_write_i,
  input wire       op_strong_i,
  input wire [1:0] op_copy_i,
  input wire       op_bank_i,
  input wire       op_row_i,
  input wire [3:0] op_bytes_i,
  input wire [3:0] op_same_i,
  input wire       op_arrives_i,
  input wire       op_waits_i,
  input wire       op_leaves_i,
  input wire       race_ready_i
);

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  wire       ready, told_valid;
  wire       strong = op_strong_i && Tidy == 0;
  wire [1:0] copy   = (Tidy != 0) ? 2'd`PF_SHARED_COPY_NO : op_copy_i;
  wire [3:0] bytes  = (Tidy != 0) ? 4'hf : op_bytes_i;
  wire [3:0] same   = (Tidy != 0) ? 4'h0 : op_same_i;

  pf_shared_unit #(
    .Banks (1), .Words (2), .Rows (2), .Slots (1), .Warps (2), .Whos (2), .NumberW (2), .PhaseW (1),
    .PcW (1), .LaneW (1), .CreditW (2), .EveryW (1)
  ) u_dut (
    .clk_i (clk_i), .rst_ni (rst_ni),
    .op_valid_i (op_valid_i), .op_ready_o (ready), .op_kind_i (op_kind_i), .op_slot_i (1'b0), .op_warp_i (op_warp_i),
    .op_who_i (op_warp_i), .op_warps_i (2'b11), .op_write_i (op_write_i), .op_strong_i (strong), .op_copy_i (copy), .op_pc_i (1'b1),
    .op_bank_i (op_bank_i), .op_row_i (op_row_i), .op_bytes_i (bytes), .op_same_i (same), .op_lane_i (1'b0),
    .op_barrier_i (5'd16), .op_arrives_i (op_arrives_i), .op_waits_i (op_waits_i), .op_leaves_i (op_leaves_i),
    .race_valid_o (told_valid), .race_ready_i (race_ready_i || Tidy == 0), .race_instruction_o (), .race_slot_o (), .race_who_o (),
    .race_write_o (), .race_strong_o (), .race_pc_o (), .race_lane_o (), .race_bank_o (), .race_row_o (), .race_bytes_o (),
    .race_others_o (), .race_did_o (), .race_first_o (), .race_first_pc_o (), .forget_o (), .split_o (), .lost_o (), .idle_o ()
  );

  // The user
  localparam integer OpW = 20;
  wire [OpW-1:0] op = {op_kind_i, op_warp_i, op_write_i, strong, copy, op_bank_i, op_row_i, bytes, same, op_arrives_i, op_waits_i, op_leaves_i};
  reg  [OpW-1:0] op_q;
  reg            stays_q = 1'b0;
  wire           access = op_valid_i && op_kind_i == `PF_SHARED_OP_ACCESS;
  always @(posedge clk_i) begin
    op_q    <= op;
    stays_q <= rst_ni && op_valid_i && !ready;
  end
  always @* begin
    assume (!stays_q || (op_valid_i && op == op_q));
    assume (op_kind_i < `PF_SHARED_OP_CODES);
    assume (!op_bank_i || bytes != 4'd0);
    assume ((same & ~bytes) == 4'd0);
    assume (copy == `PF_SHARED_COPY_NO || (op_write_i && !strong));
  end

  // Insides (proofs.tab: flat or sat)
  (* hierconn *) wire       \u_dut.ready , \u_dut.step , \u_dut.v2_q , \u_dut.walk2_q , \u_dut.walk1_q ;
  (* hierconn *) wire       \u_dut.g_bank[0].u_bank.doubt2_q , \u_dut.g_bank[0].u_bank.ask2_q , \u_dut.g_bank[0].u_bank.want2_q ;
  (* hierconn *) wire       \u_dut.g_bank[0].u_bank.after2_q , \u_dut.g_bank[0].u_bank.v2_q , \u_dut.g_bank[0].u_bank.split2_q ;
  (* hierconn *) wire [2:0] \u_dut.u_bytes.state_q ;
  (* hierconn *) wire [3:0] \u_dut.u_bytes.rest_q ;
  (* hierconn *) wire       \u_dut.u_bytes.tell_q , \u_dut.u_bytes.next_q , \u_dut.u_bytes.split_q , \u_dut.u_bytes.bank_q ;
  (* hierconn *) wire [3:0] \u_dut.g_bank[0].u_bank.hit1_q , \u_dut.g_bank[0].u_bank.hit2_q ;
  (* hierconn *) wire       \u_dut.g_bank[0].u_bank.v1 , \u_dut.g_bank[0].u_bank.row1_q ;
  (* hierconn *) wire [8:0] \u_dut.u_bytes.level_q , \u_dut.g_bank[0].u_bank.level2_q ;
  (* hierconn *) wire       \u_dut.tells_q , \u_dut.told_q , \u_dut.all_told_q ;
  wire       begun = \u_dut.ready ;
  wire       walks = \u_dut.walk1_q || \u_dut.walk2_q ;

  generate
    if (Tidy != 0) begin : g_tidy
      // Which warps have touched and written each word since the last barrier, {touched, written}
      reg  [3:0] did0_q, did1_q;
      reg        just_q, just_row_q;                 // the round that came into stage 1
      wire       barrier = op_valid_i && ready && op_kind_i == `PF_SHARED_OP_EPOCH;
      wire       takes   = access && ready;
      wire [3:0] did     = op_row_i ? did1_q : did0_q;
      wire [1:0] mine    = 2'b01 << op_warp_i;
      wire       others  = ((op_write_i ? did[3:2] : did[1:0]) & ~mine) != 2'b00;
      wire       again   = just_q && just_row_q == op_row_i && (op_write_i || did[1:0] != 2'b00);
      always @(posedge clk_i) begin
        if (!rst_ni)          just_q <= 1'b0;
        else if (\u_dut.step ) just_q <= takes && op_bank_i;
        if (\u_dut.step )     just_row_q <= op_row_i;
        if (!rst_ni || barrier) {did1_q, did0_q} <= 8'd0;
        else if (takes && op_bank_i) begin
          if (op_row_i) did1_q <= did1_q | {mine, mine & {2{op_write_i}}};
          else          did0_q <= did0_q | {mine, mine & {2{op_write_i}}};
        end
      end
      always @* assume (!(access && op_bank_i && (others || again)));

      // A round came right behind the walk at its word, two cycles ago.
      reg  [1:0] walked_q;
      wire       walked = \u_dut.g_bank[0].u_bank.v1 && \u_dut.walk1_q && \u_dut.g_bank[0].u_bank.row1_q == op_row_i;
      always @(posedge clk_i) walked_q <= {walked_q[0], rst_ni && takes && op_bank_i && walked};

      `PF_HOLDS(a_taken, !(access && begun) || ready || walked_q[1])
      `PF_MEETS(c_walked, access && begun && !ready)
      `PF_HOLDS(a_quiet, !told_valid)
      `PF_MEETS(c_walk, access && walks && begun && (&did0_q[3:2]) && did1_q[0])
      reg        event_q;                            // an event of order was taken in the cycle before
      always @(posedge clk_i) event_q <= rst_ni && op_valid_i && ready && op_kind_i == `PF_SHARED_OP_ORDER;
      `PF_MEETS(c_event, takes && event_q && did[1:0] != 2'b00 && op_bank_i)
      `PF_MEETS(c_again, takes && just_q && just_row_q == op_row_i)
    end else begin : g_any
      localparam [2:0] IDLE = 3'd0, LOOK = 3'd1, FREE = 3'd2, READ = 3'd3, BYTE = 3'd4, RACE = 3'd5, END = 3'd6, TELL = 3'd7;
      wire       doubt = \u_dut.g_bank[0].u_bank.doubt2_q , ask = \u_dut.g_bank[0].u_bank.ask2_q , want = \u_dut.g_bank[0].u_bank.want2_q ;
      wire       after = \u_dut.g_bank[0].u_bank.after2_q , step = \u_dut.step , walk2 = \u_dut.walk2_q ;
      wire [2:0] state = \u_dut.u_bytes.state_q ;
      wire [3:0] rest  = \u_dut.u_bytes.rest_q ;
      wire       bank  = \u_dut.u_bytes.bank_q ;
      wire       pairs = \u_dut.tells_q ;
      wire       tell  = \u_dut.u_bytes.tell_q , next = \u_dut.u_bytes.next_q ;
      reg  [5:0] stays2_q;             // cycles that stage 2 has stood still
      always @(posedge clk_i) stays2_q <= (!rst_ni || step) ? 6'd0 : stays2_q + 6'd1;

      // Cycles that are left of a word: four a byte, two for the first one, and one for the last race
      wire [5:0] n     = rest[0] + rest[1] + rest[2] + rest[3];
      wire [5:0] least = (state == END)  ? 6'd1
                       : (state == RACE) ? 6'd2
                       : (state == BYTE) ? 6'd4 * n - (tell ? (next ? 6'd1 : 6'd0) : 6'd2)
                       : (state == READ) ? 6'd4 * n + 6'd1 - (tell ? 6'd0 : 6'd2)
                       : (state == FREE) ? 6'd16 : (state == LOOK) ? 6'd17 : 6'd18;
      wire [5:0] left  = want ? least : ask ? (state == TELL ? 6'd20 : 6'd21) : doubt ? (after ? 6'd19 : 6'd22) : 6'd0;
      // In which states the two are
      wire       idle  = state == IDLE || state == LOOK || state == FREE || state == TELL || state == RACE;
      wire       same_level = \u_dut.u_bytes.level_q == \u_dut.g_bank[0].u_bank.level2_q && ! \u_dut.u_bytes.split_q ;
      wire       split2 = \u_dut.g_bank[0].u_bank.split2_q ;
      `PF_HOLDS(a_one, doubt + ask + want <= 2'd1)
      `PF_HOLDS(a_state, state == IDLE || ((state == TELL ? ask : want) && bank == 1'b0))
      `PF_HOLDS(a_asked, (!ask || !split2) && (state != TELL || same_level))
      `PF_HOLDS(a_told, (!idle || !tell) && (!next || (tell && state == BYTE)))
      `PF_HOLDS(a_rest, !(state == LOOK || state == FREE || state == READ || state == BYTE) || (n != 6'd0 && (n != 6'd4 || !tell)))
      wire       bytes1 = \u_dut.g_bank[0].u_bank.hit1_q != 4'd0, bytes2 = \u_dut.g_bank[0].u_bank.hit2_q != 4'd0;
      wire       v1 = \u_dut.g_bank[0].u_bank.v1 && ! \u_dut.walk1_q , v2 = \u_dut.g_bank[0].u_bank.v2_q && !walk2;
      `PF_HOLDS(a_bytes, (!v1 || bytes1) && (!v2 || bytes2) && (step || v2))
      `PF_HOLDS(a_left, stays2_q + left <= Most)
      `PF_HOLDS(a_walk, step || !walk2)
      // A round waits for stage 2 alone, or is a store of two lanes in a byte.
      wire       quiet = copy == `PF_SHARED_COPY_STAYS || copy == `PF_SHARED_COPY_ENDS;
      wire       pair  = access && op_write_i && !strong && !quiet && op_bank_i && same != 4'd0;
      `PF_HOLDS(a_pair, (!pairs || pair) && (! \u_dut.all_told_q || (pair && \u_dut.told_q )))
      `PF_HOLDS(a_taken, !(access && begun && !pair) || ready == step)
      `PF_MEETS(c_most, stays2_q == 6'd15)
      `PF_MEETS(c_copy, told_valid && !pairs && \u_dut.g_bank[0].u_bank.level2_q [2:0] == `PF_SHARED_COPY)
    end
  endgenerate

endmodule

`resetall
