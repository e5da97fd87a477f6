// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_read_port: a read that a reader gives, whichever, is the one that memory takes in that cycle, and there is no other; with an
// answer to each read of memory, reader f_r has one for each of its reads with id f_i, and none else. With pf_arbiter's own
// properties (-DPF_PROVE_ARBITER): nobody waits for more than N - 1 others.

  // Reset at the first step, free later.
  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  (* anyconst *) wire [ReaderW-1:0] f_r;
  (* anyconst *) wire [IdW-1:0]     f_i;
  always @* assume (f_r < N);

  wire [N-1:0] f_given = rd_valid_i & rd_ready_o;
  wire         f_taken = mrd_valid_o && mrd_ready_i;
  `PF_ASSERT(a_given, f_taken == |f_given && (f_given & (f_given - 1'b1)) == {N{1'b0}})
  `PF_ASSERT(a_reader, f_given[f_r] == (f_taken && mrd_id_o[IdW +: ReaderW] == f_r))
  `PF_ASSERT(a_read, !f_given[f_r] || (mrd_addr_o == rd_addr_i[f_r*AddrW +: AddrW] && mrd_id_o == {f_r, rd_id_i[f_r*IdW +: IdW]}))
  `PF_ASSERT(a_goes_on, !(|rd_valid_i && mrd_ready_i) || f_taken)

  // What is shown stays.
  reg                     f_shown_q;
  reg [AddrW-1:0]         f_addr_q;
  reg [ReaderW+IdW-1:0]   f_mrd_id_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_shown_q <= 1'b0;
    else         f_shown_q <= mrd_valid_o && !mrd_ready_i;
  end
  always @(posedge clk_i) {f_addr_q, f_mrd_id_q} <= {mrd_addr_o, mrd_id_o};
  `PF_ASSERT(a_stays, !f_shown_q || (mrd_valid_o && {mrd_addr_o, mrd_id_o} == {f_addr_q, f_mrd_id_q}))

  // A reader has one read of an id under way; memory answers each read that it took once.
  wire f_asks   = f_given[f_r] && rd_id_i[f_r*IdW +: IdW] == f_i;
  wire f_gets   = rsp_valid_o[f_r] && rsp_ready_i[f_r] && rsp_id_o == f_i;
  wire f_of     = mrsp_id_i == {f_r, f_i};
  reg  f_reader_q, f_memory_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_reader_q <= 1'b0;
      f_memory_q <= 1'b0;
    end else begin
      f_reader_q <= (f_reader_q && !f_gets) || f_asks;
      f_memory_q <= (f_memory_q && !(mrsp_valid_i && mrsp_ready_o && f_of)) || (f_taken && mrd_id_o == {f_r, f_i});
    end
  end
  `PF_ASSUME(m_once, !(f_asks && f_reader_q))
  `PF_ASSUME(m_answers, !(mrsp_valid_i && f_of) || f_memory_q)
  `PF_ASSERT(a_gets, !(rsp_valid_o[f_r] && rsp_id_o == f_i) || f_reader_q)
  `PF_ASSERT(a_same, f_reader_q == f_memory_q)
  `PF_ASSERT(a_data, !rsp_valid_o[f_r] || (mrsp_valid_i && rsp_data_o == mrsp_data_i && rsp_id_o == mrsp_id_i[IdW-1:0] &&
                                           mrsp_id_i[IdW +: ReaderW] == f_r))
  `PF_ASSERT(a_answered, !(mrsp_valid_i && mrsp_ready_o) || |(rsp_valid_o & rsp_ready_i))
  `PF_ASSERT(a_takes, !(mrsp_valid_i && mrsp_id_i[IdW +: ReaderW] == f_r && rsp_ready_i[f_r]) || mrsp_ready_o)
