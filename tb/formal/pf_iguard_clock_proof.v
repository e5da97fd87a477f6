// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_clock_proof: accesses and events of an SM, as they like; one access is watched.
//
//   evt_*, req_* --> pf_iguard_clock --> stamps: the watched access's, those of later events and accesses of its slot
//
// As long as no epoch begins: an event of the slot that comes after the access has a later time, and so have all accesses
// behind that. A barrier behind it is behind it for all, a meeting for its warp. Each slot has
// two warps of its own.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_clock_proof (
  input wire       clk_i,
  input wire       evt_valid_i,
  input wire [2:0] evt_kind_i,
  input wire       evt_slot_i,
  input wire       evt_warp_i,
  input wire       req_valid_i,
  input wire       req_slot_i,
  input wire       req_warp_i,
  input wire       watch_i     // this access, if none has been so far
);

  localparam integer TimeW = 2;

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  wire             evt_ready, req_ready, stamp_valid, epoch, tag_valid;
  wire [TimeW-1:0] when, bar, meet, tag_when, tag_bar, tag_meet;

  always @* if (evt_valid_i) assume (evt_kind_i <= 3'd`PF_IGUARD_EVENT_FENCE);

  pf_iguard_clock #(
    .BlockSlots (2),
    .Warps      (4),
    .TimeW      (TimeW)
  ) u_dut (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .evt_valid_i   (evt_valid_i),
    .evt_ready_o   (evt_ready),
    .evt_kind_i    (evt_kind_i),
    .evt_slot_i    (evt_slot_i),
    .evt_warp_i    ({evt_slot_i, evt_warp_i}),
    .stamp_valid_o (stamp_valid),
    .stamp_epoch_o (epoch),
    .stamp_when_o  (when),
    .stamp_bar_o   (bar),
    .stamp_meet_o  (meet),
    .req_valid_i   (req_valid_i),
    .req_ready_o   (req_ready),
    .req_slot_i    (req_slot_i),
    .req_warp_i    ({req_slot_i, req_warp_i}),
    .tag_valid_o   (tag_valid),
    .tag_when_o    (tag_when),
    .tag_bar_o     (tag_bar),
    .tag_meet_o    (tag_meet),
    .idle_o        ()
  );

  wire evt_taken = evt_valid_i && evt_ready;
  wire req_taken = req_valid_i && req_ready;

  // The watched access, and what has come behind it: an event of its slot, a barrier of it, a meeting of its warp
  reg              seen_q, stamped_q, slot_q, warp_q, event_q, barrier_q, meeting_q;
  reg  [TimeW-1:0] time_q;
  wire             watches = req_taken && watch_i && !seen_q;
  // Of the cycle before: an event of the slot, a barrier, a meeting; an access
  reg              e_mine_q, e_barrier_q, e_meeting_q, r_mine_q, r_warp_q, r_watched_q, r_event_q, r_barrier_q, r_meeting_q;
  reg              lost_q;     // an epoch has begun, or the warp slot has another warp
  // Its event is one behind the access: a request sees those of earlier cycles only.
  wire             behind  = seen_q || watches;
  wire             is_slot = evt_taken && (evt_slot_i == (seen_q ? slot_q : req_slot_i));
  wire             is_warp = evt_warp_i == (seen_q ? warp_q : req_warp_i);
  wire [TimeW-1:0] at      = stamped_q ? time_q : tag_when;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      seen_q <= 1'b0; stamped_q <= 1'b0; event_q <= 1'b0; barrier_q <= 1'b0; meeting_q <= 1'b0; lost_q <= 1'b0;
      e_mine_q <= 1'b0; e_barrier_q <= 1'b0; e_meeting_q <= 1'b0;
      r_mine_q <= 1'b0; r_warp_q <= 1'b0; r_watched_q <= 1'b0; r_event_q <= 1'b0; r_barrier_q <= 1'b0; r_meeting_q <= 1'b0;
    end else begin
      if (watches) begin
        slot_q <= req_slot_i;
        warp_q <= req_warp_i;
      end
      seen_q      <= behind;
      r_watched_q <= watches;
      if (r_watched_q) begin
        stamped_q <= 1'b1;
        time_q    <= tag_when;
      end
      e_mine_q    <= behind && is_slot && evt_kind_i != 3'd`PF_IGUARD_EVENT_WARP;
      e_barrier_q <= behind && is_slot && evt_kind_i == 3'd`PF_IGUARD_EVENT_BARRIER;
      e_meeting_q <= behind && is_slot && is_warp && evt_kind_i == 3'd`PF_IGUARD_EVENT_MEET;
      r_mine_q    <= seen_q && req_taken && req_slot_i == slot_q;
      r_warp_q    <= req_warp_i == warp_q;
      r_event_q   <= event_q || e_mine_q;
      r_barrier_q <= barrier_q || e_barrier_q;
      r_meeting_q <= meeting_q || e_meeting_q;
      event_q     <= event_q || e_mine_q;
      barrier_q   <= barrier_q || e_barrier_q;
      meeting_q   <= meeting_q || e_meeting_q;
      lost_q      <= lost_q || (stamp_valid && epoch) ||
                     (behind && is_slot && is_warp && evt_kind_i == 3'd`PF_IGUARD_EVENT_WARP);
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni && !lost_q && !(stamp_valid && epoch)) begin
      a_event:   assert (!stamp_valid || !e_mine_q || at < when);
      a_barrier: assert (!stamp_valid || !e_barrier_q || at < bar);
      a_meeting: assert (!stamp_valid || !e_meeting_q || at < meet);
      a_access:  assert (!r_mine_q || !tag_valid || (r_event_q ? at < tag_when : at <= tag_when));
      a_bar:     assert (!r_mine_q || !tag_valid || !r_barrier_q || at < tag_bar);
      a_meet:    assert (!r_mine_q || !tag_valid || !r_warp_q || !r_meeting_q || at < tag_meet);
      a_no_bar:  assert (!r_mine_q || !tag_valid || r_event_q || at >= tag_meet);
    end
  end

`ifdef PF_COVER
  always @(posedge clk_i) begin
    if (rst_ni && !lost_q) begin
      c_behind: cover (r_mine_q && tag_valid && r_barrier_q && r_meeting_q && tag_when == 2'd3);
    end
  end
`endif

endmodule

`resetall
