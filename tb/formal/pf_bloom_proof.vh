// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Proof of pf_bloom, included at its end: a line, whichever, of a warp, whichever, that was inserted
// and not cleared since is never said no to.
//
// Assumed: at most one of query, insert and clear in a cycle, warps inside, and an insert follows a
// query.

  reg started_q = 1'b0;
  always @(posedge clk_i) started_q <= 1'b1;
  always @* assume (rst_ni == started_q);
  always @* assume ({1'b0, query_i} + {1'b0, insert_i} + {1'b0, clear_i} <= 2'd1);
  always @* assume ({1'b0, query_warp_i} < Warps[WarpW:0] && {1'b0, clear_warp_i} < Warps[WarpW:0] &&
                    {1'b0, f_warp} < Warps[WarpW:0]);

  // The line asked for last, if there is one, and whether the answer may not be no
  reg [LineW-1:0] f_line_q;
  reg             f_asked_q, f_in_q, f_must_q;
  wire            f_last = f_asked_q && f_line_q == f_line && warp_q == f_warp;
  always @* assume (!rst_ni || !insert_i || f_asked_q);

  always @(posedge clk_i) begin
    if (query_i) f_line_q <= query_line_i;
    if (!rst_ni) begin
      f_asked_q <= 1'b0;
      f_in_q    <= 1'b0;
      f_must_q  <= 1'b0;
    end else begin
      if (query_i) f_asked_q <= 1'b1;
      if (clear_i && clear_warp_i == f_warp) f_in_q <= 1'b0;
      else if (insert_i && f_last)           f_in_q <= 1'b1;
      if (query_i) f_must_q <= f_in_q && query_line_i == f_line && query_warp_i == f_warp;
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      a_never_no: assert (!f_must_q || maybe_o);
      // What holds the induction: the bits lie in memory, and the hash kept is that of the line asked for
      a_stored: assert (!f_in_q || &f_set);
      a_hash:   assert (!f_last || hash_q == f_hash);
      a_must:   assert (!f_must_q || f_last);
      c_kept:   cover (f_must_q && !insert_i && hash_q[0]);
      c_no:     cover (f_asked_q && !f_in_q && f_last && !maybe_o);
    end
  end
