// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_partition: a block of the launch, whichever, is put into one reserve once and stays in it until it
// is taken from there, once; and no other block ever comes. Any one block and any one slot are watched:
// the slot's reserve holds the block exactly when it was given to it and has not been taken. By induction,
// for any free and enabled slots, even if these do not stay.

  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  (* anyconst *) wire [SlotW-1:0]  f_slot;
  (* anyconst *) wire [BlockW-1:0] f_block;
  always @* assume (f_slot < Slots);
  always @* assume (!(want_valid_i && want_slot_i >= Slots) && !(take_valid_i && take_slot_i >= Slots));

  wire [MoreW+BlockW:0] f_row;
  wire                  f_some = f_row[MoreW+BlockW];
  wire [MoreW-1:0]      f_more = f_row[BlockW +: MoreW];
  wire [BlockW-1:0]     f_next = f_row[0 +: BlockW];
  // One bit more, so that nothing wraps.
  wire [BlockW:0]       f_end  = {1'b0, f_next} + {{(BlockW-MoreW+1){1'b0}}, f_more};
  wire                  f_holds = f_some && f_next <= f_block && {1'b0, f_block} <= f_end;

  reg  [BlockW-1:0] f_blocks_q;              // of the launch
  reg               f_mine_q, f_taken_q;     // the block was given to the slot; and taken from it
  reg               f_cleared_q;             // the slot's row, in this CLEAR
  wire [BlockW-1:0] f_given = f_blocks_q - pending_q;  // blocks 0 .. f_given - 1 are in reserves or taken
  wire [BlockW:0]   f_dealt = whole ? {{(BlockW-MoreW+1){1'b0}}, mask_q} + 1'b1 : {1'b0, pending_q};
  wire              f_here  = slot2_q == f_slot;
  wire              f_gives = give && f_here && {1'b0, f_given} <= {1'b0, f_block} &&
                              {1'b0, f_block} < {1'b0, f_given} + f_dealt;
  wire              f_takes = state_q == TAKEN && some_q && f_here && first_q == f_block;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_blocks_q  <= {BlockW{1'b0}};
      f_mine_q    <= 1'b0;
      f_taken_q   <= 1'b0;
      f_cleared_q <= 1'b0;
    end else if (load) begin
      f_blocks_q  <= load_blocks_i;
      f_mine_q    <= 1'b0;
      f_taken_q   <= 1'b0;
      f_cleared_q <= 1'b0;
    end else begin
      if (f_gives) f_mine_q  <= 1'b1;
      if (f_takes) f_taken_q <= 1'b1;
      if (write && f_here) f_cleared_q <= 1'b1;
    end
  end

  wire f_clear = state_q == CLEAR;
  wire f_taking = state_q == TAKE || state_q == TAKEN;
  wire f_none  = !f_mine_q && !f_taken_q;

  // What is to be shown
  `PF_ASSERT(f_exact, f_clear || f_holds == (f_mine_q && !f_taken_q))
  `PF_ASSERT(f_once, !f_gives || f_none)
  `PF_ASSERT(f_takes_once, !f_takes || (f_mine_q && !f_taken_q))
  `PF_ASSERT(f_known, !f_mine_q || f_block < f_given)
  `PF_ASSERT(f_offer, !(f_offers_q && offer_valid_o && offer_block_o == f_block) || (f_mine_q && !f_taken_q))

  reg f_offers_q;  // the offer is the watched slot's
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_offers_q <= 1'b0;
    else         f_offers_q <= want && want_slot_i == f_slot;
  end

  // Invariants
  `PF_ASSERT(f_pending, pending_q <= f_blocks_q && (!any || next_q == f_given))
  `PF_ASSERT(f_inside, f_clear || !f_some || f_end < {1'b0, f_given})
  `PF_ASSERT(f_taken_mine, !f_taken_q || f_mine_q)
  `PF_ASSERT(f_clear_none, !f_clear || (f_none && pending_q == f_blocks_q))
  `PF_ASSERT(f_clear_row, !(f_clear && f_cleared_q) || !f_some)
  `PF_ASSERT(f_clear_comes, !f_clear || f_cleared_q || (walk_q && slot_q <= f_slot) ||
                            (walk1_q && slot1_q == f_slot) || (walk2_q && f_here))
  `PF_ASSERT(f_walk, pass || !(walk_q || walk1_q || walk2_q))
  `PF_ASSERT(f_slot_in, slot_q <= LAST[SlotW-1:0])
  `PF_ASSERT(f_slot1_in, !(walk1_q || state_q == TAKE) || slot1_q <= LAST[SlotW-1:0])
  `PF_ASSERT(f_slot2_in, !(walk2_q || state_q == TAKEN) || slot2_q <= LAST[SlotW-1:0])
  `PF_ASSERT(f_states, state_q <= TAKEN)
  `PF_ASSERT(f_mask, (state_q != SHARE && state_q != DEAL) || (mask_q & (mask_q + 1'b1)) == {MoreW{1'b0}})
  // Nothing writes the slot's row between its read and the write.
  `PF_ASSERT(f_read1, !(state_q == DEAL && walk1_q && slot1_q == f_slot) || row_some == f_some)
  `PF_ASSERT(f_read2, !(state_q == DEAL && walk2_q && f_here && gets2_q) || !f_some)
  `PF_ASSERT(f_apart1, !(walk_q && walk1_q) || slot1_q < slot_q)
  `PF_ASSERT(f_apart2, !(walk_q && walk2_q) || slot2_q < slot_q)
  `PF_ASSERT(f_apart3, !(walk1_q && walk2_q) || slot2_q < slot1_q)
  `PF_ASSERT(f_take1, !(state_q == TAKE && slot1_q == f_slot) || {row_some, row_more, row_next} == f_row)
  `PF_ASSERT(f_take2, !(state_q == TAKEN && f_here) || {some_q, more_q, first_q} == f_row)
  `PF_ASSERT(f_offer_row, !f_offers_q || state_q == CLEAR || {row_some, row_more, row_next} == f_row)
  `PF_ASSERT(f_offer_when, !f_offers_q || !f_taking)

  `PF_COVER(c_taken, f_taken_q && f_block == 5 && state_q == IDLE)
  `PF_COVER(c_share, f_mine_q && f_more == 3 && any)
