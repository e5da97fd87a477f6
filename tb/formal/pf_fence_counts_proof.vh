// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The proof of pf_fence_counts, in it when PF_PROVE_FENCE_COUNTS is defined: for one warp, any one, and one operation at
// a time, any one, a lookup of that warp for that operation gives the counts that the warp had when the operation came in,
// whenever it is asked for, however long it is held, and whether the port has a copy or not. Beside it two counters for the warp,
// which count at once and are 0 with an epoch, and the operation's pieces, era and counts.
// It does not stop: without operations inside all that may wait is taken, a fence in its second cycle, but for the cycle behind
// a fence that wraps a count, one in which the file is read for a lookup or a sweep, a clear, and a count that has wrapped. A slot
// is given up as soon as it may. A clear ends, and a sweep that is hurried. But for a sweep the file is read for nobody but a lookup
// that waits, which has its answer two cycles later.
// By induction, for any traffic.

  // Reset at the first step, free later.
  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  (* anyconst *) wire f_scord;
  always @* assume (scord_i == f_scord);

  /////////////////////
  // The warp        //
  /////////////////////

  (* anyconst *) wire [IndexW-1:0] f_watched;
  reg  [CountW-1:0] f_blk_q, f_dev_q;     // with all fences that have come in
  reg  [WordW-1:0]  f_before_q;           // counts before this cycle's arrival, if there was one
  reg               f_shown_q, f_fence_q, f_device_q;
  wire              f_comes  = arr_valid_i && arr_ready_o;
  wire              f_of_it  = (f_comes || fetch) && self == f_watched;
  wire              f_fences = f_comes && self == f_watched && arr_fence_i;
  wire [WordW-1:0]  f_count  = {f_dev_q, f_blk_q};

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {f_blk_q, f_dev_q}     <= {WordW{1'b0}};
      {f_shown_q, f_fence_q} <= 2'b00;
    end else begin
      f_shown_q <= f_of_it && !clear_i;
      f_fence_q <= f_fences;
      if (clear_i || epoch_i) begin
        {f_blk_q, f_dev_q} <= {WordW{1'b0}};
      end else if (f_fences) begin
        f_blk_q <= f_blk_q + {{(CountW-1){1'b0}}, !arr_device_i};
        f_dev_q <= f_dev_q + {{(CountW-1){1'b0}}, arr_device_i};
      end
    end
  end
  always @(posedge clk_i) begin
    f_before_q <= f_count;
    f_device_q <= arr_device_i;
  end

  `PF_ASSERT(i_peek, !(pass_q && arr_valid_i && may && self == f_watched) || self_o == f_count)
  `PF_ASSERT(i_pass, !(pass_q && arr_valid_i && may) || !(fence_q || fill || waits))
  `PF_ASSERT(a_self, !f_shown_q || self_o == f_before_q)
  `PF_ASSERT(a_wrap, !f_fence_q || wrap_o == (f_scord && &(f_device_q ? f_before_q[CountW +: CountW] : f_before_q[0 +: CountW])))
  `PF_ASSERT(a_wrap_alone, fence_q || !wrap_o)
  `PF_ASSERT(a_wrapped, !(stop_q || (wrap_o && self_q == f_watched)) || !arr_ready_o)

  // For induction: the word of the warp, wherever it is
  wire [WordW-1:0] f_last = {f_before_q[CountW +: CountW] + {{(CountW-1){1'b0}}, f_device_q},
                             f_before_q[0 +: CountW] + {{(CountW-1){1'b0}}, !f_device_q}};
  `PF_ASSERT(i_fence, (fence_q && self_q == f_watched) == f_fence_q)
  `PF_ASSERT(i_shown, !f_fence_q || (f_shown_q && word_q == f_count && f_count == f_last))
  `PF_ASSERT(i_clear, !clear_q || (f_count == {WordW{1'b0}} && !odd_q && !fence_q && !f_shown_q))
  `PF_ASSERT(i_clear_place, !clear_q || self_q >> PlaceW == 0)
  `PF_ASSERT(i_fill, !fill || (!fence_q && f_before_q == f_count))
  `PF_ASSERT(i_fill_shown, !(fill && self_q == f_watched) || f_shown_q)
  `PF_ASSERT(i_fill_word, !(fill && self_q == f_watched) || copy_word == {odd_q, f_before_q})
  wire [WordW-1:0]  f_now = f_fence_q ? f_before_q : f_count;
  wire [PlaceW-1:0] f_place = place_of(f_watched);

  // ... as long as it may be of the epoch before, there is a sweep on its way to it.
  wire [PlaceW:0]   f_past_sweep = sweep_q - {{PlaceW{1'b0}}, 1'b1};
  wire [PlaceW:0]   f_past_read  = f_past_sweep - {{PlaceW{1'b0}}, sweep_read_q};
  function f_swept;
    input [PlaceW-1:0] place;
    f_swept = !((sweep_q[PlaceW] && sweep_q[PlaceW-1:0] <= place) || (sweep_read_q && fetch_q[PlaceW-1:0] == place) ||
                (sweep_write_q && self_q[PlaceW-1:0] == place));
  endfunction
  `PF_ASSERT(i_sweep, sweep_q[PlaceW] || sweep_q == {(PlaceW+1){1'b0}})
  `PF_ASSERT(i_sweep_read, !sweep_read_q || (!fence_q && !clear_q && sweep_q != {1'b1, {PlaceW{1'b0}}} &&
                                             fetch_q == {{UpperW{1'b0}}, f_past_sweep[PlaceW-1:0]}))
  `PF_ASSERT(i_sweep_write, !sweep_write_q || (!fence_q && !clear_q && sweep_q != {1'b1, {PlaceW{1'b0}}} &&
                                               self_q == {{UpperW{1'b0}}, f_past_read[PlaceW-1:0]}))
  `PF_ASSERT(i_sweep_clear, !clear_q || !(sweep_q[PlaceW] || sweep_read_q || sweep_write_q))
  generate
    for (p = 0; p < Banks; p = p + 1) begin : g_f_word
      wire [FileW-1:0] f_word = g_file[p].f_word;
      `PF_ASSERT(i_word, f_watched >> PlaceW != p ||
                         (clear_q ? self_q[PlaceW-1:0] <= f_watched[PlaceW-1:0] || f_word == {FileW{1'b0}}
                                  : counts_of(f_word, odd_q) == f_now && (f_word[WordW] == odd_q || !f_swept(f_watched[PlaceW-1:0]))))
      `PF_ASSERT(i_sweep_word, f_watched >> PlaceW != p || !sweep_write_q || self_q[PlaceW-1:0] != f_watched[PlaceW-1:0] ||
                               words[p*FileW +: FileW] == f_word)
    end
    for (p = 0; p < Looks; p = p + 1) begin : g_f_copy
      wire [CopyW-1:0] f_copy = g_look[p].f_copy;
      `PF_ASSERT(i_copy, clear_q ? self_q[PlaceW-1:0] <= f_place || f_copy == {CopyW{1'b0}}
                                 : f_copy >> FileW != f_watched >> PlaceW ||
                                   (counts_of(f_copy[0 +: FileW], odd_q) == f_now && (f_copy[WordW] == odd_q || !f_swept(f_place))))
    end
  endgenerate

  // For whom the file is read, of all that wait
  reg     f_for;
  integer f_k2;
  always @* begin
    f_for = 1'b0;
    for (f_k2 = 0; f_k2 < Looks; f_k2 = f_k2 + 1) begin
      if (miss[f_k2] && asked[f_k2*IndexW +: IndexW] == (miss_read_q ? fetch_index : self_q)) f_for = 1'b1;
    end
  end
  `PF_ASSERT(a_fetch, !(miss_read_q || miss_write_q) || f_for)
  `PF_ASSERT(i_one, !(miss_read_q && (miss_write_q || sweep_read_q)) && !(miss_write_q && sweep_write_q))

  /////////////////////
  // The operation   //
  /////////////////////

  (* anyseq *) wire            f_pick;    // the operation that comes in is the one
  (* anyseq *) wire [Adds-1:0] f_add_x;   // a piece of it
  (* anyseq *) wire [Ends-1:0] f_end_x;
  reg  [Looks-1:0] f_known_q;             // a lookup of the warp for it
  wire [Looks-1:0] f_asks;                // ... comes
  wire             f_x_waits = |(f_known_q & miss) || (UpperW > 0 && |f_asks);
  reg  [InW-1:0]   f_x_pieces_q;
  reg  [EraW-1:0]  f_x_era_q;
  reg  [WordW-1:0] f_x_count_q;           // of the warp, when it came in
  reg  [InW:0]     f_x_ups, f_x_downs, f_x_others;
  integer          f_i;
  wire             f_x_in = f_x_pieces_q != {InW{1'b0}};
  wire             f_x_comes = comes && f_pick && !f_x_in;

  always @* begin
    {f_x_ups, f_x_downs, f_x_others} = {3*(InW+1){1'b0}};
    for (f_i = 0; f_i < Adds; f_i = f_i + 1) begin
      if (f_add_x[f_i]) f_x_ups = f_x_ups + 1'b1;
      if (f_add_x[f_i] && rst_ni) assume (add_i[f_i] && f_x_in && add_era_i[f_i*EraW +: EraW] == f_x_era_q);
    end
    for (f_i = 0; f_i < Ends; f_i = f_i + 1) begin
      if (f_end_x[f_i]) f_x_downs = f_x_downs + 1'b1;
      if (f_end_x[f_i] && rst_ni) assume (end_i[f_i] && f_x_in && end_era_i[f_i*EraW +: EraW] == f_x_era_q);
      if (!f_end_x[f_i] && end_i[f_i] && end_era_i[f_i*EraW +: EraW] == f_x_era_q) f_x_others = f_x_others + 1'b1;
    end
    // Others end pieces of others
    // ... it stays as long as a lookup may wait
    if (rst_ni && f_x_in) assume (f_x_downs + {{InW{1'b0}}, f_x_waits} <= {1'b0, f_x_pieces_q});
    if (rst_ni && f_x_in) assume (f_x_others + {1'b0, f_x_pieces_q} <= {1'b0, f_pieces[f_x_era_q*InW +: InW]});
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_x_pieces_q <= {InW{1'b0}};
    else         f_x_pieces_q <= f_x_comes ? {{(InW-1){1'b0}}, 1'b1} : f_x_pieces_q + f_x_ups[InW-1:0] - f_x_downs[InW-1:0];
  end
  always @(posedge clk_i) begin
    if (f_x_comes) {f_x_era_q, f_x_count_q} <= {now_q, f_count};
  end

  // Lookups of the warp for it: what they have to show, as long as they are held
  (* anyseq *) wire [Looks-1:0] f_look_x;
  reg  [Looks*WordW-1:0]  f_want_q;
  reg  [Looks*Eras-1:0]   f_hit_q;        // for covers: seen behind a fence
  generate
    for (p = 0; p < Looks; p = p + 1) begin : g_f_look
      assign f_asks[p] = g_look[p].take && f_look_x[p] && f_x_in && g_look[p].index == f_watched && g_look[p].era == f_x_era_q;
      always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni)                 f_known_q[p] <= 1'b0;
        else if (epoch_i || clear_i) f_known_q[p] <= 1'b0;
        else if (!look_hold_i[p])    f_known_q[p] <= f_asks[p];
      end
      always @(posedge clk_i) begin
        if (g_look[p].take) f_want_q[p*WordW +: WordW] <= f_x_count_q;
      end
      `PF_ASSERT(a_look, !f_known_q[p] || miss[p] || look_o[p*WordW +: WordW] == f_want_q[p*WordW +: WordW])
      `PF_ASSERT(i_waits, !(f_known_q[p] && miss[p]) || (g_look[p].index_q == f_watched && f_x_in && g_look[p].era_q == f_x_era_q &&
                          f_want_q[p*WordW +: WordW] == f_x_count_q))
    end
  endgenerate

  // For induction: eras that are kept, and what the ring has of the warp
  wire [EraW-1:0] f_ended = now_q - old_q;
  wire [EraW-1:0] f_x_age = f_x_era_q - old_q;
  wire [Eras*IndexW-1:0] f_slot_index;     // one after the other
  wire [Eras-1:0] f_its;
  wire [Eras-1:0] f_is   = f_its & kept;
  wire [Eras-1:0] f_x_is = f_its & eras_between(f_x_era_q, now_q);
  wire            f_less_dev = (f_x_is & slot_device) != {Eras{1'b0}};
  wire            f_less_blk = (f_x_is & ~slot_device) != {Eras{1'b0}};
  genvar f_e2;
  generate
    for (e = 0; e < Eras; e = e + 1) begin : g_f_slot
      localparam [EraW-1:0] F_THIS = e;
      wire [EraW-1:0] f_age = F_THIS - old_q;
      for (p = 0; p < IndexW; p = p + 1) begin : g_f_index
        assign f_slot_index[e*IndexW+p] = slot_index[p*Eras+e];
      end
      assign f_its[e] = f_slot_index[e*IndexW +: IndexW] == f_watched;
      `PF_ASSERT(i_kept, kept[e] == (f_age < f_ended))
      `PF_ASSERT(i_empty, f_age <= f_ended || empty[e])
      for (f_e2 = e + 1; f_e2 < Eras; f_e2 = f_e2 + 1) begin : g_two
        `PF_ASSERT(i_two, !kept[e] || !kept[f_e2] ||
                   f_slot_index[e*IndexW +: IndexW] != f_slot_index[f_e2*IndexW +: IndexW])
      end
    end
  endgenerate
  `PF_ASSERT(i_found, !(fill && self_q == f_watched) || ((fill_found ^ f_its) & ~(FIRST << now_q)) == {Eras{1'b0}})
  `PF_ASSERT(i_once, (f_is & (f_is - 1'b1)) == {Eras{1'b0}})
  `PF_ASSERT(i_era, !f_x_in || (f_x_age <= f_ended && f_x_pieces_q <= f_pieces[f_x_era_q*InW +: InW]))
  `PF_ASSERT(i_count, !f_x_in || f_x_count_q == {f_dev_q - {{(CountW-1){1'b0}}, f_less_dev}, f_blk_q - {{(CountW-1){1'b0}}, f_less_blk}})
  `PF_ASSERT(i_clear_out, !clear_q || !f_x_in)
  `PF_ASSERT(i_most, {{(32-InW){1'b0}}, inside} <= MaxInside)

  /////////////////////
  // It does not stop //
  /////////////////////

  reg              f_gives_q, f_pass_q, f_fetch_q, f_miss_q, f_hurry_q;
  reg [EraW-1:0]   f_old_q;
  reg [IndexW-1:0] f_clear_q;            // cycles of the clear
  reg [PlaceW:0]   f_sweep_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {f_gives_q, f_pass_q, f_fetch_q, f_miss_q, f_hurry_q} <= 5'b00000;
      f_clear_q <= {IndexW{1'b0}};
    end else begin
      f_gives_q <= old_q != now_q && empty[old_q];
      f_pass_q  <= arr_valid_i && arr_fence_i && may && !waits && !arr_ready_o;
      f_fetch_q <= fetch;
      f_miss_q  <= miss_read_q;
      f_hurry_q <= hurry_i && sweep_q[PlaceW] && !(|miss);
      f_clear_q <= clear_q ? f_clear_q + 1'b1 : {IndexW{1'b0}};
    end
  end
  always @(posedge clk_i) {f_old_q, f_sweep_q} <= {old_q, sweep_q};

  `PF_ASSERT(a_gives_up, !f_gives_q || old_q != f_old_q)
  `PF_ASSERT(a_free, some || !may || arr_ready_o || (arr_fence_i && !f_pass_q))
  `PF_ASSERT(a_second, !(f_pass_q && arr_valid_i && may) || arr_ready_o)
  `PF_ASSERT(a_may, clear_q || stop_q || may || (fence_q && wrap_o) ||
             (sweep_read_q && (!f_fetch_q || f_hurry_q)) || (miss_read_q && !f_miss_q))
  `PF_ASSERT(a_clear, !clear_q || self_q == f_clear_q)
  `PF_ASSERT(a_sweep, !f_hurry_q || sweep_q != f_sweep_q)
  `PF_ASSERT(a_operations, arr_fence_i || !may || {{(32-InW){1'b0}}, inside} + Adds + 1 > MaxInside || arr_ready_o)

  // An old count behind a fence, also one that is held while another fence comes; a full ring, a ring that has gone round;
  // a wrap; two epochs behind the warp's last fence.
  reg f_round_q, f_cleared_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {f_round_q, f_cleared_q} <= 2'b00;
    else         {f_round_q, f_cleared_q} <= {f_round_q || (&old_q), f_cleared_q || (clear_i && stop_q)};
  end
  reg f_gone_q, f_other_q;               // an epoch has begun over counts of the warp, and another one
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {f_gone_q, f_other_q} <= 2'b00;
    else         {f_gone_q, f_other_q} <= f_fences ? 2'b00 : {f_gone_q || (epoch_i && f_count != {WordW{1'b0}}), f_other_q || (epoch_i && f_gone_q)};
  end
  `PF_COVER(c_swept, f_other_q && f_known_q[0] && !miss[0])
  `PF_COVER(c_sweep_inside, some && sweep_write_q && f_gone_q)
  `PF_COVER(c_behind, f_known_q[0] && look_o[0 +: WordW] != f_count && look_hold_i[0] && f_fence_q)
  `PF_COVER(c_through, f_known_q[0] && g_look[0].hit_q && look_o[0 +: WordW] != f_count)
  `PF_COVER(c_full, full && some && arr_valid_i && arr_fence_i && (same & kept) == {Eras{1'b0}})
  `PF_COVER(c_same, some && !full && may && arr_valid_i && arr_fence_i && !arr_ready_o)
  `PF_COVER(c_round, f_round_q && now_q < old_q && f_known_q[0] && look_o[0 +: WordW] != f_count)
  `PF_COVER(c_wrap, wrap_o && f_x_in && f_fence_q)
  `PF_COVER(c_cleared, f_cleared_q && f_x_in && f_count != {WordW{1'b0}})
  reg [Looks-1:0] f_missed_q;
  always @(posedge clk_i) f_missed_q <= miss;
  `PF_COVER(c_missed, UpperW == 0 || (f_known_q[0] && f_missed_q[0] && !miss[0] && look_o[0 +: WordW] != f_count))
