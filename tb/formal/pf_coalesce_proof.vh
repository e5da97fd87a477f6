// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The proof of pf_coalesce, in it when PF_PROVE_COALESCE is defined, beside that of its pf_join_sectors (PF_PROVE_JOIN):
// what is split has both parts; a fence or an epoch touches nothing in part.
// It ends: without requests, and with an output that is ready, all has left after Age + Places + 5 cycles.
// By induction, for any traffic.

  // Reset at the first step, free later.
  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  localparam integer OpW = 2 + LineW + KeyW + 32;
  (* hierconn *) wire [Places-1:0]     \u_join.valid ;
  (* hierconn *) wire [Places*OpW-1:0] \u_join.op ;
  wire [Places-1:0]     valid = \u_join.valid ;
  wire [Places*OpW-1:0] op    = \u_join.op ;

  genvar fi;
  generate
    for (fi = 0; fi < Places; fi = fi + 1) begin : g_proof
      `PF_ASSERT(a_barrier, !valid[fi] || op[OpW*fi+OpW-2 +: 2] == ACCESS || !op[OpW*fi+32+KeyW-1])
    end
  endgenerate

  `PF_ASSERT(a_split, !split_q || (access && whole != 8'h00 && parts != 8'h00))

`ifndef PF_COALESCE_WORD  // the skid's flops by their path: not within pf_coalesce_word
  // Cycles without a request and with an output that is ready: those with something in the skid, which gets less, then
  // those in which places grow old and leave.
  localparam integer Ends = Age + Places + 1;
  wire       f_quiet = !req_valid_i && op_ready_i;
  reg  [7:0] f_busy_q, f_empty_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)       {f_busy_q, f_empty_q} <= 16'd0;
    else if (!f_quiet) {f_busy_q, f_empty_q} <= 16'd0;
    else if (in_valid) f_busy_q  <= f_busy_q + 8'd1;
    else if (!idle_o)  f_empty_q <= f_empty_q + 8'd1;
  end

  // Of each request in the skid a cycle for each operation that it becomes, two at most.
  (* hierconn *) wire \u_in.skid_valid_q ;
  (* hierconn *) wire [2+SecW+16+TagW+PcW-1:0] \u_in.skid_data_q ;
  wire [2+SecW+16+TagW+PcW-1:0] f_behind = \u_in.skid_data_q ;
  wire       f_second = \u_in.skid_valid_q ;
  `PF_ASSERT(a_access, !f_second || f_behind[SecW+16+TagW+PcW +: 2] != ACCESS || access_o)
  wire [7:0] f_work   = (!in_valid ? 8'd0 : both ? 8'd2 : 8'd1) + (f_second ? 8'd2 : 8'd0);
  `PF_ASSERT(a_skid, !f_second || in_valid)
  `PF_ASSERT(a_busy, f_busy_q + f_work <= 4)
  `PF_ASSERT(a_empty, f_empty_q == 8'd0 || !in_valid)
  (* hierconn *) wire [7:0] \u_join.f_empty_q ;
  wire [7:0] f_there = \u_join.f_empty_q ;
  `PF_ASSERT(a_empty_there, f_empty_q <= f_there)
  `PF_ASSERT(a_last, f_empty_q < Ends || idle_o)
  `PF_ASSERT(a_ends, f_busy_q + f_empty_q < Age + Places + 5 || idle_o)
`endif
