// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Body of the benches of pf_iguard_lines and pf_iguard_engine: reads accesses to 64 lines, and messages, from +vec=FILE
// (pf_iguard_lines_vec.h); holds the memory; looks at races, at words checked, and at each flush at all words' last writers and
// readers in memory. The module that includes it names itself by `PF_BENCH, holds the DUT, and has
//   Sets, Requests     parameters of the DUT; OnePort: races of both sides come through one port
//   taken              what is driven is taken in this cycle
//   checked, touches   words of its line that are checked; bytes of each side that a race may show
//   read_start, start  tasks: the beginning of the file; before the first cycle
//   drive, undrive     tasks: the access or message `next`, if it is time
//   watch_more         task: once a cycle
// Ports s of race_*, turn_*, forgot, expanded: 0 of writers, 1 of readers.

  localparam integer LineW    = 6;
  localparam integer Lines    = 1 << LineW;
  localparam integer PcW      = `PF_IGUARD_RACE_PC_W;
  localparam integer EraW     = 4;
  localparam integer BlockNoW = 6;
  localparam integer MemW     = 12;
  localparam integer SideIdW  = $clog2(Requests) + $clog2(4 * Sets);
  localparam integer IdW      = 2 + ((SideIdW > 8) ? SideIdW : 8);
  localparam integer SideW    = `PF_IGUARD_SIDE_W;
  localparam integer TagW     = `PF_IGUARD_TAG_W;
  localparam integer TimesW   = `PF_IGUARD_TIMES_W;
  localparam integer BlockW   = `PF_META_BLOCK_W;
  localparam integer WarpW    = `PF_META_WARP_W;
  localparam integer Most     = 8192;              // accesses and messages
  localparam integer Looks    = 64;                // times that all sides are looked at
  localparam integer ExpectW  = 1 + 3 + 1 + SideW; // {to come, kind, others, side}

  localparam [MemW-1:0] ROWS = 12'd16, READERS = 12'd1210, BLOCKS = 12'd144, BITS = 12'd1200;

  reg                 clk   = 1'b0;
  reg                 rst_n = 1'b0;
  reg                 lanes = 1'b0;
  reg  [BlockNoW:0]   pool;
  wire [1:0]          race_valid, race_others;
  reg  [1:0]          race_ready = 2'b00;
  wire [2*LineW-1:0]  race_line;
  wire [63:0]         race_words, turn_words;
  wire [7:0]          race_bytes;
  wire [5:0]          race_kind;
  wire [2*SideW-1:0]  race_side;
  wire [2*TagW-1:0]   race_tag;
  wire [2*PcW-1:0]    race_pc;
  wire                mrd_valid, mrd_ready, mrsp_valid, mrsp_ready, mwr_valid, mwr_ready;
  wire [MemW-1:0]     mrd_addr, mwr_addr;
  wire [IdW-1:0]      mrd_id, mrsp_id;
  wire [255:0]        mrsp_data, mwr_data;
  reg                 flush_valid = 1'b0, forget_valid = 1'b0;
  wire                flush_ready, forget_ready, idle, memory_error;
  wire [1:0]          turn, expanded, forgot;
  wire [11:0]         evt;
  wire [2:0]          evt_bits;
  reg                 stall_mrd = 1'b0, stall_mrsp = 1'b0, stall_mwr = 1'b0, phase = 1'b0;
  integer             seed;

  pf_memory_model #(
    .MemW  (MemW),
    .IdW   (IdW),
    .Depth (2048)
  ) u_memory (
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .seed_i       (seed),
    .fixed_i      (1'b0),
    .latency_i    (16'd40),
    .busy_i       (8'd60),
    .stall_mrd_i  (stall_mrd && phase),
    .stall_mrsp_i (stall_mrsp && phase),
    .stall_mwr_i  (stall_mwr && phase),
    .mrd_valid_i  (mrd_valid),
    .mrd_ready_o  (mrd_ready),
    .mrd_addr_i   (mrd_addr),
    .mrd_id_i     (mrd_id),
    .mrsp_valid_o (mrsp_valid),
    .mrsp_ready_i (mrsp_ready),
    .mrsp_id_o    (mrsp_id),
    .mrsp_data_o  (mrsp_data),
    .mwr_valid_i  (mwr_valid),
    .mwr_ready_o  (mwr_ready),
    .mwr_addr_i   (mwr_addr),
    .mwr_data_i   (mwr_data),
    .error_o      (memory_error)
  );

  always #5 clk = ~clk;

  ////////////////
  // Vectors    //
  ////////////////

  reg [1:0]          kind   [0:Most-1];
  reg [LineW-1:0]    line   [0:Most-1];
  reg [31:0]         words  [0:Most-1];
  reg [3:0]          bytes  [0:Most-1];
  reg [TagW-1:0]     tag    [0:Most-1];
  reg [EraW-1:0]     era    [0:Most-1];
  reg [ExpectW-1:0]  wanted [0:Most*64-1];         // of access, side, word
  reg [SideW-1:0]    side   [0:Looks*Lines*64-1];  // of look, line, word; writer and reader

  // A line of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg                v_reader, v_others;
  reg [1:0]          v_what;
  reg [LineW-1:0]    v_line;
  reg [31:0]         v_words, v_races;
  reg [3:0]          v_bytes;
  reg [TagW-1:0]     v_tag;
  reg [EraW-1:0]     v_era;
  reg [4:0]          v_word;
  reg [2:0]          v_kind;
  reg [SideW-1:0]    v_side;

  integer            file, got, n, k, looks, races_want;
  reg [8*256-1:0]    vec;
  reg [8*16-1:0]     stall;

  task read_all;
    begin
      read_start;
      n          = 0;
      looks      = 0;
      races_want = 0;
      got        = $fscanf(file, "%h", v_what);
      while (got == 1 && n < Most && looks < Looks) begin
        kind[n] = v_what;
        if (v_what == 2'd0) begin
          got = $fscanf(file, "%h %h %h %h %h %h", v_line, v_words, v_bytes, v_tag, v_era, v_races);
          line[n]  = v_line;
          words[n] = v_words;
          bytes[n] = v_bytes;
          tag[n]   = v_tag;
          era[n]   = v_era;
          for (k = 0; k < 64; k = k + 1) wanted[n*64+k] = {ExpectW{1'b0}};
          races_want = races_want + v_races;
          for (k = 0; k < v_races; k = k + 1) begin
            got = $fscanf(file, "%h %h %h %h %h", v_reader, v_word, v_kind, v_others, v_side);
            wanted[n*64+{26'd0, v_reader, v_word}] = {1'b1, v_kind, v_others, v_side};
          end
        end
        if (v_what == 2'd3) begin
          got      = $fscanf(file, "%h", v_tag);
          tag[n]   = v_tag;
          line[n]  = {LineW{1'b0}};
          words[n] = 32'd0;
          bytes[n] = 4'd0;
        end
        if (v_what == 2'd2) begin
          for (k = 0; k < Lines * 64; k = k + 1) begin
            got = $fscanf(file, "%h", v_side);
            side[looks*Lines*64+k] = v_side;
          end
          looks = looks + 1;
        end
        n   = n + 1;
        got = $fscanf(file, "%h", v_what);
      end
    end
  endtask

  ////////////////
  // Checks     //
  ////////////////

  integer        next, races_got, words_in, words_seen, expanded_seen, forgot_seen, quiet, look, cycles, w, s, e, at;
  reg [Lines-1:0] touched;                         // since all was forgotten
  reg [255:0]    row;
  reg [1:0]      of;
  reg [SideW-1:0] is;
  reg [31:0]     r;  // xorshift32: $random is not the same in every simulator

  task draw;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task fail(input [8*32-1:0] what);
    begin
      $display("FAIL %0s: at %0d of %0d: %0s", `PF_BENCH, next, n, what);
      $stop;
    end
  endtask

  task check_race;
    begin
      e = race_pc[s*PcW +: PcW];
      if (e >= next || kind[e] != 2'd0) fail("a race of nobody");
      if (race_line[s*LineW +: LineW] !== line[e] || race_bytes[4*s +: 4] !== (bytes[e] & touches[4*s +: 4]) ||
          race_tag[s*TagW +: TagW] !== tag[e]) fail("whose race");
      for (w = 0; w < 32; w = w + 1) begin
        at = e * 64 + s * 32 + w;
        if (race_words[32*s+w]) begin
          if (wanted[at] !== {1'b1, race_kind[3*s +: 3], race_others[s], race_side[s*SideW +: SideW]}) begin
            $display("FAIL %0s: access %0d side %0d word %0d: kind %0d others %b side %h, expected %h", `PF_BENCH, e, s, w,
                     race_kind[3*s +: 3], race_others[s], race_side[s*SideW +: SideW], wanted[at]);
            $stop;
          end
          wanted[at] = {ExpectW{1'b0}};
          races_got  = races_got + 1;
        end
      end
    end
  endtask

  task watch;                                      // in each cycle
    begin
      for (s = 0; s < 2; s = s + 1) begin
        if (race_valid[s] && race_ready[s]) check_race;
        for (w = 0; w < 32; w = w + 1) words_seen = words_seen + {31'd0, turn[s] && turn_words[32*s+w]};
        expanded_seen = expanded_seen + {31'd0, expanded[s]};
        forgot_seen   = forgot_seen + {31'd0, forgot[s]};
      end
      if (memory_error) fail("address");
      watch_more;
    end
  endtask

  task pass;                                       // a cycle, with outputs looked at
    begin
      draw;
      cycles = cycles + 1;
      phase  = cycles[9:8] == 2'd1;
      race_ready = (stall == "race" && phase) ? 2'b00 : {OnePort ? r[1:0] != 2'd0 : r[3:2] != 2'd0, r[1:0] != 2'd0};
      #3;
      watch;
    end
  endtask

  task drain;
    begin
      quiet = 0;
      while (!idle && quiet < 20000) begin
        pass;
        @(negedge clk);
        quiet = quiet + 1;
      end
      if (!idle) fail("it does not end");
    end
  endtask

  // A word's side in memory: 0 writer, 1 reader
  task side_of(input integer reader, input integer l, input integer word);
    begin
      row = u_memory.mem[((reader != 0) ? READERS : ROWS)+l];
      of  = {row[224+word], row[192+word]};
      if (!(&row[255:192])) begin
        is = (of == 2'd3) ? {SideW{1'b0}} : row[64*of +: SideW];
      end else begin
        row = u_memory.mem[BLOCKS+reader*8*pool+8*row[31:0]+word/4];
        is  = row[64*(word%4) +: SideW];
      end
      if (!touched[l]) is = {SideW{1'b0}};
    end
  endtask

  task look_at_sides;
    integer l, v;
    begin
      drain;
      flush_valid = 1'b1;
      while (!flush_ready) begin
        pass;
        @(negedge clk);
      end
      flush_valid = 1'b0;
      for (l = 0; l < Lines; l = l + 1) begin
        for (v = 0; v < 64; v = v + 1) begin
          side_of(v % 2, l, v / 2);
          if (is !== side[(look*Lines+l)*64+v]) begin
            $display("FAIL %0s: at %0d: line %0d word %0d reader %0d: %h, expected %h", `PF_BENCH, next, l, v / 2, v % 2, is,
                     side[(look*Lines+l)*64+v]);
            $stop;
          end
        end
      end
      look = look + 1;
    end
  endtask

  task forget_all;
    begin
      drain;
      forget_valid = 1'b1;
      while (!forget_ready) begin
        pass;
        @(negedge clk);
      end
      forget_valid = 1'b0;
      touched = {Lines{1'b0}};
    end
  endtask

  integer pool_arg;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("pool=%d", pool_arg)) pool_arg = Lines;
    pool = pool_arg[BlockNoW:0];
    r = 32'h9e3779b9 ^ {seed[15:0], 16'd1};
    if (!$value$plusargs("stall=%s", stall)) stall = "";
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL %0s: no +vec=FILE", `PF_BENCH);
      $stop;
    end
    file = $fopen(vec, "r");
    read_all;
    stall_mrd  = stall == "mrd";
    stall_mrsp = stall == "mrsp";
    stall_mwr  = stall == "mwr";
    next = 0; races_got = 0; words_in = 0; words_seen = 0; expanded_seen = 0; forgot_seen = 0; quiet = 0; look = 0; cycles = 0;
    start;
    touched = {Lines{1'b0}};
    @(negedge clk);
    @(negedge clk) rst_n = 1'b1;
    while (next < n && quiet < 20000) begin
      quiet = quiet + 1;
      case (kind[next])
        2'd1: begin
          forget_all;
          next = next + 1;
        end
        2'd2: begin
          look_at_sides;
          next = next + 1;
        end
        default: begin
          drive((stall == "op") ? r[14:10] == 5'd0 : cycles[7] || r[11:10] != 2'd0);
          pass;
          if (taken) begin
            if (kind[next] == 2'd0) begin
              for (w = 0; w < 32; w = w + 1) words_in = words_in + {31'd0, words[next][w] && checked[w]};
              if ((words[next] & checked) != 32'd0) touched[line[next]] = 1'b1;
            end
            next  = next + 1;
            quiet = 0;
            @(negedge clk);
            undrive;
          end else begin
            @(negedge clk);
          end
        end
      endcase
    end
    if (next < n) fail("an access is not taken");
    drain;
    if (races_got != races_want || words_seen != 2 * words_in || look != looks || races_got < 100 ||
        (pool != 0 ? expanded_seen < 10 : forgot_seen < 10)) begin
      $display("FAIL %0s: %0d races of %0d, %0d words of %0d, %0d blocks, %0d forgot", `PF_BENCH, races_got, races_want, words_seen,
               2 * words_in, expanded_seen, forgot_seen);
      $stop;
    end
    $display("PASS %0s seed=%0d checks=%0d races=%0d blocks=%0d cycles=%0d", `PF_BENCH, seed, n, races_got, expanded_seen, cycles);
    $finish;
  end

