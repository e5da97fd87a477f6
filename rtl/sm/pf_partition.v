// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_partition: deals the blocks of a launch out to the block slots of the whole GPU.
//
//   load_* --> pending blocks --\          share: 1, 2, 4 ... while share * slots in use <= pending
//   go_i ----> share ------------+--> slot 0, 1, 2 .. : empty, in use, and free or plenty? --\
//                                                                                            v
//   want_* --> read, next cycle offer_* <-- reserves: some, blocks behind the next, next <-- write
//   take_* --> read, next + 1, write -------------------------------------------------------/
//
// A slot starts blocks of its own reserve alone, so which block runs where does not depend on which
// slot is free first. Slots are numbered slot * SMs + SM: neighbours are on different SMs.
//
// At go_i: share = 2^k, the largest k up to cfg_chunk_i with share * slots in use <= pending, at
// least 1; without cfg_dwp_i it is 1. Then in slot order each slot in use with an empty reserve gets
// the next min(share, pending) blocks if it is free, or (with cfg_dwp_i) if share * slots in use <=
// pending at go_i. enable_i (slots in use) stays from load to load, both cfg_* and free_i (slots
// without a live block) while busy_o. A load forgets all reserves.
//
// go_i is a pulse without ready, given while busy_o = 0; what was taken before ends first. busy_o is 1
// from the next cycle until all is dealt. A take of an empty reserve does nothing. In one cycle a load
// goes before a take, and a take before a want: take_ready_o depends on load_valid_i, want_ready_o on
// both.
//
// Throughput  one want a cycle; a take in 3; a load Slots + 3; a go up to cfg_chunk_i + Slots + 5, 1
//             when nothing is pending.
// Latency     an offer is there in the cycle after its want, and only then.
// Errs        never: every block is in one reserve once.
// State bits  Slots * (BlockW + 16) in a memory; flops about 4 * BlockW + 5 * SlotW + 60.
//
// After reset it clears the reserves, a slot a cycle; busy_o is 1 until then.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_assert.vh"
`include "pf_fields.vh"

module pf_partition #(
  parameter integer Slots  = `PF_SMS * `PF_BLOCK_SLOTS,  // block slots of the whole GPU; at least 1
  parameter integer BlockW = 32,                         // 16 or more
  // Derived: do not override.
  parameter integer SlotW  = (Slots > 1) ? $clog2(Slots) : 1
) (
  input  wire              clk_i,
  input  wire              rst_ni,         // asynchronous, active low

  input  wire [3:0]        cfg_chunk_i,    // log2 of the most blocks that a slot gets at once
  input  wire              cfg_dwp_i,      // shares of more than one, and for busy slots

  input  wire [Slots-1:0]  enable_i,       // slots in use
  input  wire [Slots-1:0]  free_i,         // slots without a live block

  // A launch: blocks 0 to load_blocks_i - 1
  input  wire              load_valid_i,
  output wire              load_ready_o,
  input  wire [BlockW-1:0] load_blocks_i,

  // Fill empty reserves
  input  wire              go_i,
  output wire              busy_o,

  // The block that a slot starts next
  input  wire              want_valid_i,
  output wire              want_ready_o,
  input  wire [SlotW-1:0]  want_slot_i,
  output wire              offer_valid_o,  // in the cycle after the want: 0 when there is none
  output wire [BlockW-1:0] offer_block_o,

  // It has started
  input  wire              take_valid_i,
  output wire              take_ready_o,
  input  wire [SlotW-1:0]  take_slot_i,

  output wire [BlockW-1:0] pending_o,      // blocks in no reserve
  output wire              left_o          // some slot has a reserve
);

  generate
    if (Slots < 1 || BlockW < 16) begin : g_bad_param
      PF_PARTITION_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  localparam integer MoreW = 15;  // a share is at most 2^15
  localparam integer TrialW = (BlockW > SlotW + 17) ? BlockW + 1 : SlotW + 18;

  localparam [2:0] IDLE = 3'd0, CLEAR = 3'd1, SHARE = 3'd2, DEAL = 3'd3, TAKE = 3'd4, TAKEN = 3'd5;

  reg [2:0] state_q;
  reg       go_q;      // a go waits for the end of a take

  wire idle = state_q == IDLE && !go_q;
  wire load = load_valid_i && load_ready_o;
  wire take = take_valid_i && take_ready_o;
  wire want = want_valid_i && want_ready_o;

  assign load_ready_o = idle;
  assign take_ready_o = idle && !load_valid_i;
  assign want_ready_o = idle && !load_valid_i && !take_valid_i;
  assign busy_o       = go_q || state_q == CLEAR || state_q == SHARE || state_q == DEAL;

  reg [BlockW-1:0] pending_q, next_q;  // blocks not dealt out, and the first of them
  reg [SlotW:0]    reserves_q;         // slots that have a reserve
  assign pending_o = pending_q;
  assign left_o    = reserves_q != {(SlotW+1){1'b0}};

  wire any = pending_q != {BlockW{1'b0}};

  ////////////////
  // Share      //
  ////////////////

  reg [SlotW:0]    enabled_q;  // slots in use: counted while a load clears
  reg [TrialW-1:0] trial_q;    // share that is tried, times these
  reg [3:0]        doubled_q;
  reg              plenty_q;   // a share for all is there
  reg [MoreW-1:0]  mask_q;     // share - 1

  wire enough = cfg_dwp_i && trial_q <= {{(TrialW-BlockW){1'b0}}, pending_q};
  wire shared = !enough || doubled_q == cfg_chunk_i;  // the share is found

  always @(posedge clk_i) begin
    if (state_q == SHARE) begin
      trial_q   <= trial_q << 1;
      doubled_q <= doubled_q + 1'b1;
      plenty_q  <= plenty_q || enough;
      if (enough && plenty_q) mask_q <= {mask_q[MoreW-2:0], 1'b1};
    end else if (state_q == IDLE) begin
      trial_q   <= {{(TrialW-SlotW-1){1'b0}}, enabled_q};
      doubled_q <= 4'd0;
      plenty_q  <= 1'b0;
      mask_q    <= {MoreW{1'b0}};
    end
  end

  ////////////////
  // Slots      //
  ////////////////

  // Slot after slot: 0 read, 1 look, 2 deal and write.
  localparam integer LAST = Slots - 1;
  reg  [SlotW-1:0] slot_q, slot1_q, slot2_q;
  reg              walk_q, walk1_q, walk2_q, enable1_q, free1_q, gets2_q;

  wire pass   = state_q == CLEAR || state_q == DEAL;
  wire passed = pass && !walk_q && !walk1_q && !walk2_q;
  wire more   = slot_q != LAST[SlotW-1:0] && (state_q == CLEAR || any);

  wire                    row_some;  // the row read in the cycle before has a reserve
  wire [MoreW-1:0]        row_more;
  wire [BlockW-1:0]       row_next;
  reg                     some_q;
  reg  [MoreW-1:0]        more_q;
  reg  [BlockW-1:0]       first_q;

  wire give  = walk2_q && gets2_q && any && state_q == DEAL;
  wire whole = |(pending_q & ~{{(BlockW-MoreW){1'b0}}, mask_q});  // pending >= share
  wire ends  = state_q == TAKEN && some_q && more_q == {MoreW{1'b0}};

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      walk_q  <= 1'b1;
      walk1_q <= 1'b0;
      walk2_q <= 1'b0;
      slot_q  <= {SlotW{1'b0}};
    end else begin
      walk_q  <= load || (state_q == SHARE && shared) || (walk_q && more);
      walk1_q <= walk_q;
      walk2_q <= walk1_q;
      slot_q  <= (walk_q && more) ? slot_q + 1'b1 : {SlotW{1'b0}};
    end
  end

  always @(posedge clk_i) begin
    slot1_q   <= (state_q == IDLE) ? take_slot_i : slot_q;
    slot2_q   <= slot1_q;
    enable1_q <= enable_i[slot_q];
    free1_q   <= free_i[slot_q];
    gets2_q   <= enable1_q && !row_some && (free1_q || plenty_q);
    some_q    <= row_some;
    more_q    <= row_more;
    first_q   <= row_next;
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pending_q  <= {BlockW{1'b0}};
      reserves_q <= {(SlotW+1){1'b0}};
    end else if (load) begin
      pending_q  <= load_blocks_i;
      reserves_q <= {(SlotW+1){1'b0}};
    end else begin
      if (give)
        pending_q <= whole ? pending_q - {{(BlockW-MoreW){1'b0}}, mask_q} - 1'b1 : {BlockW{1'b0}};
      if (give) reserves_q <= reserves_q + 1'b1;
      if (ends) reserves_q <= reserves_q - 1'b1;
    end
  end

  always @(posedge clk_i) begin
    if (load)      next_q <= {BlockW{1'b0}};
    else if (give) next_q <= next_q + {{(BlockW-MoreW){1'b0}}, mask_q} + 1'b1;

    if (load)                                        enabled_q <= {(SlotW+1){1'b0}};
    else if (state_q == CLEAR && walk1_q)            enabled_q <= enabled_q + {{SlotW{1'b0}}, enable1_q};
  end

  ////////////////
  // Steps      //
  ////////////////

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= CLEAR;
      go_q    <= 1'b0;
    end else begin
      go_q <= go_i || (go_q && state_q != IDLE);
      case (state_q)
        IDLE: begin
          if (go_q)      state_q <= any ? SHARE : IDLE;
          else if (load) state_q <= CLEAR;
          else if (take) state_q <= TAKE;
        end
        SHARE:   if (shared) state_q <= DEAL;
        TAKE:    state_q <= TAKEN;
        TAKEN:   state_q <= IDLE;
        default: if (passed) state_q <= IDLE;
      endcase
    end
  end

  ////////////////
  // Reserves   //
  ////////////////

  wire              keeps      = state_q == TAKEN;  // what a take leaves; else what is dealt
  wire              write      = (keeps && some_q) || give || (state_q == CLEAR && walk2_q);
  wire              write_some = keeps ? more_q != {MoreW{1'b0}} : give;
  wire [MoreW-1:0]  fewer      = (keeps ? more_q : pending_q[MoreW-1:0]) - 1'b1;
  wire [MoreW-1:0]  write_more = (whole && !keeps) ? mask_q : fewer;
  wire [BlockW-1:0] write_next = keeps ? first_q + 1'b1 : next_q;

  pf_ram #(
    .Width (1 + MoreW + BlockW),
    .Depth (Slots)
  ) u_reserves (
    .clk_i   (clk_i),
    .we_i    (write),
    .waddr_i (slot2_q),
    .wdata_i ({write_some, write_more, write_next}),
    .re_i    (want || take || (walk_q && state_q == DEAL)),
    .raddr_i (pass ? slot_q : take_valid_i ? take_slot_i : want_slot_i),
    .rdata_o ({row_some, row_more, row_next})
`ifdef PF_PROVE_PARTITION
    ,
    .f_addr_i (f_slot),
    .f_word_o (f_row)
`endif
  );

  reg wanted_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wanted_q <= 1'b0;
    else         wanted_q <= want;
  end
  assign offer_valid_o = wanted_q && row_some;
  assign offer_block_o = row_next;

  ////////////////
  // Checks     //
  ////////////////

`ifndef SYNTHESIS
`ifndef FORMAL  // what the user must keep: the proof asks for less
  reg             f_dealing_q, f_loaded_q;  // busy with a go; a load was, and no other is
  reg [Slots-1:0] f_enable_q, f_free_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_dealing_q <= 1'b0;
      f_loaded_q  <= 1'b0;
    end else begin
      f_dealing_q <= state_q == SHARE || state_q == DEAL;
      f_loaded_q  <= (f_loaded_q || load) && !load_valid_i;
    end
  end
  always @(posedge clk_i) begin
    f_enable_q <= enable_i;
    f_free_q   <= free_i;
  end

  `PF_ASSERT_KNOWN(a_ctrl_known, {go_i, load_valid_i, want_valid_i, take_valid_i})
  `PF_ASSERT(a_go_free, !go_i || !busy_o)
  `PF_ASSERT(a_slots_inside, (!want_valid_i || {1'b0, want_slot_i} < Slots[SlotW:0]) &&
                             (!take_valid_i || {1'b0, take_slot_i} < Slots[SlotW:0]))
  `PF_ASSERT(a_enable_stays, !f_loaded_q || enable_i === f_enable_q)
  `PF_ASSERT(a_free_stays, !f_dealing_q || !busy_o || free_i === f_free_q)
  `PF_ASSERT_KNOWN(a_pending_known, pending_q)
`endif
`endif

`ifdef PF_PROVE_PARTITION
  `include "pf_partition_proof.vh"
`endif

endmodule

`resetall
