// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_clock: the clock of an SM, which stamps its accesses and fences.
//
//   cycle 0                1
//   evt_* --+--> last barrier (slot) ---> clock + 1, if an access of the slot was stamped --+--> stamp_*
//           \--> last meeting (warp)                                                        \--> written
//   req_* ----> likewise, clock --------------------------------------------------------------> tag_*
//
// An access comes before an event of its block slot if its time is earlier: so the clock goes on with an event of a slot that
// has had an access since it did last. A full one begins an epoch, and is 0 again: everybody forgets all accesses and fences.
//
// A request sees the events of earlier cycles, and none of its own. stamp_bar_o, tag_bar_o: the block's last barrier, or where
// it began; *_meet_o: that, or the last time that all lanes of the warp met.
//
// Throughput  an event and a request a cycle, of the same slot again and again included; after an epoch, as after a reset,
//             nothing for a cycle for each warp slot.
// Latency     1 cycle.
// Errs        never: pf_iguard_clock in C.
// State bits  TimeW + BlockSlots + 10 flops and more; memories: 2 * (BlockSlots + Warps) * TimeW.
// Handshake   evt_ready_o and req_ready_o are the same and depend on no input; stamps and tags do not wait.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_iguard_clock #(
  parameter integer BlockSlots = `PF_BLOCK_SLOTS,           // any number, at least 1
  parameter integer Warps      = `PF_WARPS,                 // any number, at least 1
  parameter integer TimeW      = `PF_IGUARD_SIDE_WHEN_W,    // at least 1
  // Derived: do not override.
  parameter integer SlotW      = (BlockSlots > 1) ? $clog2(BlockSlots) : 1,
  parameter integer WarpW      = (Warps > 1) ? $clog2(Warps) : 1
) (
  input  wire             clk_i,
  input  wire             rst_ni,         // asynchronous, active low

  // Events
  input  wire             evt_valid_i,
  output wire             evt_ready_o,
  input  wire [2:0]       evt_kind_i,     // PF_IGUARD_EVENT_*
  input  wire [SlotW-1:0] evt_slot_i,
  input  wire [WarpW-1:0] evt_warp_i,     // of the SM; WARP, MEET, FENCE

  // Their stamps, in the next cycle
  output wire             stamp_valid_o,
  output wire             stamp_epoch_o,  // an epoch begins with it
  output wire [TimeW-1:0] stamp_when_o,
  output wire [TimeW-1:0] stamp_bar_o,
  output wire [TimeW-1:0] stamp_meet_o,

  // Accesses
  input  wire             req_valid_i,
  output wire             req_ready_o,
  input  wire [SlotW-1:0] req_slot_i,
  input  wire [WarpW-1:0] req_warp_i,

  // Their stamps, in the next cycle
  output wire             tag_valid_o,
  output wire [TimeW-1:0] tag_when_o,
  output wire [TimeW-1:0] tag_bar_o,
  output wire [TimeW-1:0] tag_meet_o,

  output wire             idle_o          // no event or request under way, no clearing
);

  localparam integer Most   = (Warps > BlockSlots) ? Warps : BlockSlots;
  localparam integer WalkW  = $clog2(Most + 1);
  localparam integer LastI  = Most - 1;

  generate
    if (BlockSlots < 1 || Warps < 1 || TimeW < 1) begin : g_bad_param
      PF_IGUARD_CLOCK_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  ////////////////
  // Clearing   //
  ////////////////

  reg              walk_q;   // barriers and meetings become 0
  reg  [WalkW-1:0] at_q;
  wire             full;     // an epoch begins

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      walk_q <= 1'b1;
      at_q   <= {WalkW{1'b0}};
    end else if (walk_q) begin
      walk_q <= at_q != LastI[WalkW-1:0];
      at_q   <= at_q + 1'b1;
    end else begin
      walk_q <= full;
      at_q   <= {WalkW{1'b0}};
    end
  end

  assign evt_ready_o = !walk_q && !full;
  assign req_ready_o = evt_ready_o;

  wire evt_taken = evt_valid_i && evt_ready_o;
  wire req_taken = req_valid_i && req_ready_o;

  ////////////////
  // Cycle 1    //
  ////////////////

  reg              evt_q, req_q;
  reg  [2:0]       kind_q;
  reg  [SlotW-1:0] slot_q;
  reg  [WarpW-1:0] warp_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      evt_q <= 1'b0;
      req_q <= 1'b0;
    end else begin
      evt_q <= evt_taken;
      req_q <= req_taken;
    end
  end

  always @(posedge clk_i) begin
    kind_q <= evt_kind_i;
    slot_q <= evt_slot_i;
    warp_q <= evt_warp_i;
  end

  reg  [TimeW-1:0]      clock_q;
  reg  [BlockSlots-1:0] stamped_q;           // slots with an access at that time
  wire [TimeW-1:0]      bar, meet, req_meet; // before the event
  wire                  moves = evt_q && kind_q != `PF_IGUARD_EVENT_WARP && stamped_q[slot_q];

  assign full = moves && (&clock_q);

  wire [TimeW-1:0] now      = clock_q + {{(TimeW-1){1'b0}}, moves};  // 0 after the last time
  wire             is_bar   = kind_q == `PF_IGUARD_EVENT_BLOCK || kind_q == `PF_IGUARD_EVENT_BARRIER;
  wire             is_warp  = kind_q == `PF_IGUARD_EVENT_WARP;
  wire             is_meet  = kind_q == `PF_IGUARD_EVENT_MEET;
  wire [TimeW-1:0] next_bar = (is_bar ? now : bar) & {TimeW{!full}};
  wire [TimeW-1:0] met      = is_warp ? {TimeW{1'b0}} : is_meet ? now : meet & {TimeW{!full}};

  integer i;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clock_q   <= {TimeW{1'b0}};
      stamped_q <= {BlockSlots{1'b0}};
    end else begin
      clock_q <= now;
      for (i = 0; i < BlockSlots; i = i + 1)
        stamped_q[i] <= (req_taken && req_slot_i == i[SlotW-1:0]) || (stamped_q[i] && !moves);
    end
  end

  assign stamp_valid_o = evt_q;
  assign stamp_epoch_o = full;
  assign stamp_when_o  = now;
  assign stamp_bar_o   = next_bar;
  assign stamp_meet_o  = (met > next_bar) ? met : next_bar;
  assign tag_valid_o   = req_q;
  assign tag_when_o    = clock_q;
  assign tag_meet_o    = (req_meet > tag_bar_o) ? req_meet : tag_bar_o;
  assign idle_o        = !evt_q && !req_q && !walk_q;

  ////////////////
  // Memories   //
  ////////////////

  wire             slot_walk = walk_q && {1'b0, at_q} < BlockSlots[WalkW:0];
  wire             warp_walk = walk_q && {1'b0, at_q} < Warps[WalkW:0];
  wire [SlotW-1:0] slot_at   = walk_q ? at_q[SlotW-1:0] : slot_q;
  wire [WarpW-1:0] warp_at   = walk_q ? at_q[WarpW-1:0] : warp_q;

  /* verilator lint_off PINCONNECTEMPTY */
  pf_through_ram #(
    .Width (TimeW),
    .Depth (BlockSlots),
    .Reads (2)
  ) u_slots (
    .clk_i   (clk_i),
    .we_i    ((evt_q && is_bar) || slot_walk),
    .waddr_i (slot_at),
    .wdata_i (next_bar & {TimeW{!walk_q}}),
    .re_i    ({req_taken, evt_taken}),
    .raddr_i ({req_slot_i, evt_slot_i}),
    .rdata_o ({tag_bar_o, bar}),
    .last_o  ()
  );

  pf_through_ram #(
    .Width (TimeW),
    .Depth (Warps),
    .Reads (2)
  ) u_warps (
    .clk_i   (clk_i),
    .we_i    ((evt_q && (is_warp || is_meet)) || warp_walk),
    .waddr_i (warp_at),
    .wdata_i (met & {TimeW{!walk_q}}),
    .re_i    ({req_taken, evt_taken}),
    .raddr_i ({req_warp_i, evt_warp_i}),
    .rdata_o ({req_meet, meet}),
    .last_o  ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
  `PF_ASSERT_KNOWN(a_ctrl_known, {evt_valid_i, req_valid_i})
  `PF_ASSERT(a_kind, !evt_valid_i || evt_kind_i <= `PF_IGUARD_EVENT_FENCE)
  `PF_ASSERT(a_slot_inside, !evt_valid_i || {1'b0, evt_slot_i} < BlockSlots[SlotW:0])
  `PF_ASSERT(a_warp_inside, !evt_valid_i || {1'b0, evt_warp_i} < Warps[WarpW:0])
  `PF_ASSERT(a_req_slot_inside, !req_valid_i || {1'b0, req_slot_i} < BlockSlots[SlotW:0])
  `PF_ASSERT(a_req_warp_inside, !req_valid_i || {1'b0, req_warp_i} < Warps[WarpW:0])
  `PF_ASSERT(a_alone, !walk_q || (!evt_q && !req_q) || full)
`endif  // SYNTHESIS

endmodule

`resetall
