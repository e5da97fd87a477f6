// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The proof of pf_iguard_multicast, in it when PF_PROVE_IGUARD_MULTICAST is defined: for any request and any later event
// that has a message, the slice of the request's tag has been noted when pf_iguard_targets takes the message. So a fence's
// message finds the slices of all requests before it. Messages are taken in the order of their events, each once.
// Bounded, from reset, for any traffic.

  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);
  always @* if (f_past) assume (rst_ni);

  wire f_asks  = req_valid_i && req_ready_o;
  wire f_noted = sent_valid_q && unused_ready;

  // Requests whose slice is to be noted, and those of them before the one, with itself
  (* anyseq *) wire f_pick;
  reg [4:0] f_inside_q, f_before_q;
  reg       f_picked_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_inside_q <= 5'd0;
      f_before_q <= 5'd0;
      f_picked_q <= 1'b0;
    end else begin
      f_inside_q <= f_inside_q + {4'd0, f_asks} - {4'd0, f_noted};
      f_picked_q <= f_picked_q || (f_asks && f_pick);
      if (!f_picked_q && f_asks && f_pick) f_before_q <= f_inside_q + 5'd1 - {4'd0, f_noted};
      else if (f_before_q != 5'd0)         f_before_q <= f_before_q - {4'd0, f_noted};
    end
  end

  // An event of the same cycle as the request or a later one; its message is made in the next cycle.
  (* anyseq *) wire f_pick_event;
  reg       f_event_q, f_chosen_q;  // in this cycle its message is made, if it has one; it has been made
  reg [4:0] f_messages_q, f_ahead_q;  // to be taken; of these before its own, with itself
  wire      f_event = evt_valid_i && evt_ready_o && (f_picked_q || (f_asks && f_pick)) && f_pick_event;
  (* hierconn *) wire \u_unit.msg_valid ;  // proofs.tab: flat
  wire      f_made  = \u_unit.msg_valid ;
  wire      f_its   = f_ahead_q == 5'd1 && msg_turn;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_event_q    <= 1'b0;
      f_chosen_q   <= 1'b0;
      f_messages_q <= 5'd0;
      f_ahead_q    <= 5'd0;
    end else begin
      f_event_q    <= f_event && !f_chosen_q && !f_event_q;
      f_chosen_q   <= f_chosen_q || (f_event_q && f_made);
      f_messages_q <= f_messages_q + {4'd0, f_made} - {4'd0, msg_turn};
      if (f_event_q && f_made)    f_ahead_q <= f_messages_q + 5'd1 - {4'd0, msg_turn};
      else if (f_ahead_q != 5'd0) f_ahead_q <= f_ahead_q - {4'd0, msg_turn};
    end
  end

  `PF_ASSERT(a_behind, !f_its || f_before_q == 5'd0)
  `PF_ASSERT(a_there, !msg_turn || f_messages_q != 5'd0)
  `PF_ASSERT(a_noted_there, !f_noted || f_inside_q != 5'd0)
  `PF_ASSERT(a_idle, !idle_o || (f_inside_q == 5'd0 && f_messages_q == 5'd0))

  `PF_COVER(c_right_behind, f_its && f_messages_q == 5'd2)
