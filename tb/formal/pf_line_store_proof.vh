// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The proof of pf_line_store, in it when PF_PROVE_LINE_STORE is defined: one entry of one beat, any, reads as it
// was written last, by check, fill or wipe, by a check's write in the same cycle too; what was read for
// write-back stays until wb_lost_o. It is what pf_lines_proof.vh assumes. By induction.

  (* anyconst *) wire [SlotW-1:0] f_slot;
  (* anyconst *) wire [BeatW-1:0] f_beat;
  (* anyconst *) wire [1:0]       f_entry;

  localparam [31:0] FLines = Lines;
  localparam [31:0] FDepth = Depth;
  localparam integer FPair = (RdBeats == 2);
  wire [SlotW+BeatW-1:0] f_at = {f_slot, f_beat};
  wire                   f_bank = Banks == 2 && f_beat[0];
  wire [2:0] f_lane  = {FPair && f_beat[0], f_entry};  // on check's ports
  wire f_rd_here   = rd_slot_i == f_slot && (FPair ? (Beats == 2 || rd_beat_i[BeatW-1] == f_beat[BeatW-1]) : rd_beat_i == f_beat);
  wire f_wr_here   = wr_slot_i == f_slot && (FPair ? (Beats == 2 || wr_beat_i[BeatW-1] == f_beat[BeatW-1]) : wr_beat_i == f_beat);
  wire f_fill_here = fill_valid_i && fill_ready_o && fill_slot_i == f_slot && fill_beat_i == f_beat;
  wire f_wipe_here = wipe_i && wipe_addr_i == f_at[Banks-1 +: RamW];
  wire f_wb_here   = wb_valid_i && wb_ready_o && wb_slot_i == f_slot && wb_beat_i == f_beat;
  wire f_written   = (wr_valid_i && f_wr_here) || f_fill_here || f_wipe_here;

  reg              f_past_q = 1'b0;
  reg              f_rd_q, f_wb_q;
  reg [EntryW-1:0] f_gold_q, f_rd_word_q, f_wb_word_q;
  wire             rst_ni = f_past_q;  // none here; the checks ask for it
  assign f_ram_at = f_at[Banks-1 +: RamW];
  wire [2*DataW-1:0] f_words = {(2/Banks){f_word}};
  wire [DataW-1:0]  f_beat_now = f_bank ? f_words[2*DataW-1:DataW] : f_words[DataW-1:0];
  wire [EntryW-1:0] f_now = f_beat_now[f_entry*EntryW +: EntryW];

  always @* begin
    assume ({1'b0, f_slot} < FLines[SlotW:0]);
    assume ({1'b0, rd_slot_i} < FLines[SlotW:0] && {1'b0, wr_slot_i} < FLines[SlotW:0]);
    assume ({1'b0, fill_slot_i} < FLines[SlotW:0] && {1'b0, wb_slot_i} < FLines[SlotW:0]);
    assume ({1'b0, wipe_addr_i} < FDepth[RamW:0]);
    assume (!(wipe_i && wr_valid_i));
    assume (f_past_q || f_gold_q == f_now);
  end

  wire [EntryW-1:0] f_new = wr_data_i[f_lane*EntryW +: EntryW];
  wire [EntryW-1:0] f_own = {EntryW{1'b1}} << OwnLsb;

  wire [EntryW-1:0] f_mix = (f_new & ~f_own) | (wr_own_i[f_lane] ? f_new & f_own : f_gold_q & f_own);

  always @(posedge clk_i) begin
    f_past_q <= 1'b1;
    if (wr_valid_i && f_wr_here && wr_mask_i[f_lane]) f_gold_q <= f_mix;
    else if (f_fill_here) f_gold_q <= fill_data_i[f_entry*EntryW +: EntryW];
    else if (f_wipe_here) f_gold_q <= wipe_entry_i;
    f_rd_q      <= f_past_q && rd_valid_i && f_rd_here && !f_fill_here && !f_wipe_here;
    f_rd_word_q <= (wr_valid_i && f_wr_here && wr_mask_i[f_lane]) ? f_mix : f_gold_q;
    if (wb_valid_i && wb_ready_o) begin
      f_wb_q      <= f_past_q && f_wb_here && !f_written;
      f_wb_word_q <= f_gold_q;
    end else if (wb_lost_o || !f_past_q) f_wb_q <= 1'b0;
  end

  `PF_ASSERT(i_gold, f_gold_q == f_now)
  `PF_ASSERT(i_bank, !f_wb_q || wb_bank_q == f_bank)
  `PF_ASSERT(a_read, !f_rd_q || rd_data_o[f_lane*EntryW +: EntryW] == f_rd_word_q)
  wire [DataW-1:0] f_load = f_bank ? read_data[2*DataW-1:DataW] : read_data[DataW-1:0];
  `PF_ASSERT(i_load, !f_wb_q || f_load[f_entry*EntryW +: EntryW] == f_wb_word_q)
  `PF_ASSERT(a_load, (wb_take_i ? !f_wb_q || wb_data_o[f_entry*EntryW +: EntryW] == f_wb_word_q : ~|wb_data_o))
  reg [EntryW-1:0] f_first_q;
  always @(posedge clk_i) if (!f_past_q) f_first_q <= f_gold_q;
  `PF_COVER(c_read, f_rd_q && f_rd_word_q != f_first_q)
  `PF_COVER(c_lost, f_wb_q && wb_lost_o && wb_valid_i && wb_ready_o)
  reg f_met_q;
  always @(posedge clk_i) f_met_q <= f_past_q && rd_valid_i && f_rd_here && wr_valid_i && f_wr_here && wr_mask_i[f_lane] && f_mix != f_gold_q;
  `PF_COVER(c_met, f_met_q)
