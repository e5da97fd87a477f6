// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Body of the benches of iGUARD's rules: reads checks from +vec=FILE (pf_iguard_vec.h). The module that includes it names
// itself by `PF_BENCH, holds the DUT, and says whether it is `wrong`; `seen` of a check are bits, each to be met, and
// each of SeenZero also to be missed.

  reg                           lanes, with_reader, with_others;
  reg  [`PF_IGUARD_SIDE_W-1:0]  writer, reader, next_writer, next_reader;
  reg  [`PF_IGUARD_TAG_W-1:0]   tag;
  reg  [4:0]                    word;
  reg  [3:0]                    bytes;
  reg  [`PF_IGUARD_TIMES_W-1:0] writer_times, reader_times;
  reg  [`PF_IGUARD_FACTS_W-1:0] writer_facts, reader_facts;
  reg  [2:0]                    kind;
  reg  [`PF_IGUARD_ACT_W-1:0]   act;

  // A line of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg                           v_lanes, v_with_reader, v_with_others;
  reg  [`PF_IGUARD_SIDE_W-1:0]  v_writer, v_reader, v_next_writer, v_next_reader;
  reg  [`PF_IGUARD_TAG_W-1:0]   v_tag;
  reg  [4:0]                    v_word;
  reg  [3:0]                    v_bytes;
  reg  [`PF_IGUARD_TIMES_W-1:0] v_writer_times, v_reader_times;
  reg  [`PF_IGUARD_FACTS_W-1:0] v_writer_facts, v_reader_facts;
  reg  [2:0]                    v_kind;
  reg  [`PF_IGUARD_ACT_W-1:0]   v_act;

  integer           file, got, checks, seed;
  reg [SeenW-1:0]   ones, zeros;
  reg [8*256-1:0]   vec;

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;  // the vectors' own, for the report
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL %0s: no +vec=FILE", `PF_BENCH);
      $stop;
    end
    ones   = {SeenW{1'b0}};
    zeros  = {SeenW{1'b0}};
    checks = 0;
    file   = $fopen(vec, "r");
    got    = 16;
    while (got == 16) begin
      got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h\n", v_lanes, v_writer, v_reader, v_tag, v_word, v_bytes,
                    v_writer_times, v_reader_times, v_writer_facts, v_reader_facts, v_kind, v_with_reader, v_with_others, v_act,
                    v_next_writer, v_next_reader);
      if (got == 16) begin
        {lanes, writer, reader, tag, word, bytes} = {v_lanes, v_writer, v_reader, v_tag, v_word, v_bytes};
        {writer_times, reader_times, writer_facts, reader_facts} = {v_writer_times, v_reader_times, v_writer_facts, v_reader_facts};
        {kind, with_reader, with_others, act, next_writer, next_reader} =
            {v_kind, v_with_reader, v_with_others, v_act, v_next_writer, v_next_reader};
        #1;
        checks = checks + 1;
        ones   = ones | seen;
        zeros  = zeros | ~seen;
        if (wrong !== 1'b0) begin
          $display("FAIL %0s: check %0d lanes %b writer %h reader %h tag %h word %0d bytes %h times %h %h facts %h %h: kind %0d reader %b others %b act %h next %h %h",
                   `PF_BENCH, checks, lanes, writer, reader, tag, word, bytes, writer_times, reader_times, writer_facts,
                   reader_facts, kind, with_reader, with_others, act, next_writer, next_reader);
          $stop;
        end
      end
    end
    if (!$feof(file) || !(&ones) || |(SeenZero & ~zeros) || checks < 1000) begin
      $display("FAIL %0s: checks=%0d, seen 1 %b, seen 0 %b", `PF_BENCH, checks, ones, zeros);
      $stop;
    end
    $display("PASS %0s seed=%0d checks=%0d", `PF_BENCH, seed, checks);
    $finish;
  end
