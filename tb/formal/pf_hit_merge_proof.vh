// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_hit_merge: a hit and a packet of the out queue, whichever: of one line, or the packet a message, they leave in the order in which
// they came. Places are a queue: as many as are counted, one behind the other, the last one in flops.

  // Reset at the first step, free later.
  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  ////////////////
  // The user   //
  ////////////////

  reg [CountW-1:0] f_n;
  integer          f_i;
  always @* begin
    f_n = {CountW{1'b0}};
    for (f_i = 0; f_i < Entries; f_i = f_i + 1) f_n = f_n + {{(CountW-1){1'b0}}, valid_q[f_i]};
  end
  `PF_ASSUME(m_taken, !hit || taken_q > f_n)
  `PF_ASSUME(m_room, !pass || head_leaves_i || passed_q != Queue[QueueW-1:0])
  `PF_ASSUME(m_leaves, !head_leaves_i || (passed_q != {QueueW{1'b0}} && !head_wait_o))

  ////////////////
  // A queue    //
  ////////////////

  wire [PtrW:0]     f_end  = {1'b0, rptr_q} + f_n;
  wire [PtrW-1:0]   f_tail = (wptr_q == {PtrW{1'b0}}) ? LAST : wptr_q - 1'b1;
  `PF_ASSERT(a_pointers, rptr_q <= LAST && wptr_q <= LAST && f_n <= Entries)
  `PF_ASSERT(a_end, {1'b0, wptr_q} == ((f_end > {1'b0, LAST}) ? f_end - Entries : f_end))
  `PF_ASSERT(a_count, {1'b0, f_n} == {2'b00, fifo_level} + last_q && (last_q || empty) && taken_q >= f_n && taken_q <= Entries)
  `PF_ASSERT(a_last, !last_q || g_place_at(f_tail) == line_q)
  `PF_ASSERT(a_passed, passed_q <= Queue)

  function [LineW-1:0] g_place_at;
    input [PtrW-1:0] k;
    g_place_at = f_lines[k*LineW +: LineW];
  endfunction

  wire [Entries*LineW-1:0]  f_lines;
  wire [Entries*QueueW-1:0] f_olders;
  genvar f_g;
  generate
    for (f_g = 0; f_g < Entries; f_g = f_g + 1) begin : g_f
      wire [PtrW:0] f_from = (f_g >= rptr_q) ? f_g - rptr_q : f_g + Entries - rptr_q;  // from the oldest
      assign f_lines[f_g*LineW +: LineW]    = g_place[f_g].at_q;
      assign f_olders[f_g*QueueW +: QueueW] = g_place[f_g].older_q;
      `PF_ASSERT(a_valid, valid_q[f_g] == (f_from < {1'b0, f_n}))
      `PF_ASSERT(a_older, !valid_q[f_g] || g_place[f_g].older_q <= passed_q)
    end
  endgenerate

  ////////////////
  // Order      //
  ////////////////

  // One hit, and one packet of the queue, at any time each
  (* anyseq *) wire f_pick_hit, f_pick_pass;
  reg              f_hit_q, f_in_q;        // the hit has come; is here
  reg [PtrW-1:0]   f_place_q;
  reg [LineW-1:0]  f_line_q;
  reg              f_pass_q, f_wait_q;     // the packet has come; waits in the queue
  reg              f_first_q;              // ... and came before the hit
  reg              f_message_q;
  reg [LineW-1:0]  f_pline_q;
  reg [QueueW-1:0] f_ahead_q;              // packets before it

  wire f_hit_now  = hit && f_pick_hit && !f_hit_q;
  wire f_pass_now = pass && f_pick_pass && !f_pass_q;
  wire f_mine     = f_wait_q && f_ahead_q == {QueueW{1'b0}};
  wire f_near     = f_message_q || f_pline_q == f_line_q;
  wire f_out      = f_in_q && leaves && rptr_q == f_place_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_hit_q   <= 1'b0;
      f_in_q    <= 1'b0;
      f_pass_q  <= 1'b0;
      f_wait_q  <= 1'b0;
      f_first_q <= 1'b0;
    end else begin
      if (f_hit_now) begin
        f_hit_q   <= 1'b1;
        f_place_q <= merges ? f_tail : wptr_q;
        f_line_q  <= ev_line_i;
        f_first_q <= f_pass_q;
      end
      f_in_q <= f_hit_now || (f_in_q && !f_out);
      if (f_pass_now) begin
        f_pass_q    <= 1'b1;
        f_message_q <= ev_message_i;
        f_pline_q   <= ev_line_i;
      end
      f_wait_q <= f_pass_now || (f_wait_q && !(f_mine && head_leaves_i));
      if (f_pass_now)         f_ahead_q <= passed_q - head_leaves_i;
      else if (head_leaves_i) f_ahead_q <= f_ahead_q - 1'b1;
    end
  end

  // Where it is, and that it knows of the hit
  wire [QptrW:0] f_qsum = {1'b0, qrptr_q} + f_ahead_q;
  wire [QptrW:0] f_qat  = (f_qsum > {1'b0, QLAST}) ? f_qsum - Queue : f_qsum;
  wire [QptrW:0] f_qend = {1'b0, qrptr_q} + passed_q;
  `PF_ASSERT(a_qpointers, qrptr_q <= QLAST && qwptr_q <= QLAST)
  `PF_ASSERT(a_qend, {1'b0, qwptr_q} == ((f_qend > {1'b0, QLAST}) ? f_qend - Queue : f_qend))
  `PF_ASSERT(a_knows, !(f_in_q && f_wait_q && !f_first_q && f_near) || needs_q[f_qat*Entries + f_place_q])

  wire [QueueW-1:0] f_older = f_olders[f_place_q*QueueW +: QueueW];
  `PF_ASSERT(a_here, !f_in_q || (f_hit_q && valid_q[f_place_q] && f_place_q <= LAST && g_place_at(f_place_q) == f_line_q))
  `PF_ASSERT(a_first, !f_first_q || (f_hit_q && f_pass_q))
  `PF_ASSERT(a_there, !f_wait_q || (f_pass_q && f_ahead_q < passed_q))
  // The packet came later: it has all before it that is older than the hit.
  `PF_ASSERT(a_later, !(f_in_q && f_wait_q && !f_first_q) || f_older <= f_ahead_q)
  `PF_ASSERT(a_passes_none, !(f_in_q && f_mine && head_leaves_i && !f_first_q) || !f_near)
  // It came earlier: the hit's place waits for it, too.
  `PF_ASSERT(a_earlier, !(f_in_q && f_wait_q && f_first_q && f_near) || f_older > f_ahead_q)
  `PF_ASSERT(a_passed_by_none, !(f_out && f_wait_q && f_first_q) || !f_near)
  // Who is still open has not been passed by a packet of its line.
  `PF_ASSERT(a_open, !(last_q && open_q && f_wait_q && (f_message_q || f_pline_q == line_q)) || f_olders[f_tail*QueueW +: QueueW] > f_ahead_q)

  `PF_COVER(c_held_up, f_in_q && f_mine && head_wait_o && !f_first_q && f_near)
  `PF_COVER(c_behind, f_in_q && f_wait_q && f_first_q && f_near)
  `PF_COVER(c_merged, f_hit_now && merges && f_pass_q)
