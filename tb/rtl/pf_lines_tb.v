// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_lines_tb: random pieces to few lines, a memory with random latency and order, a user like pf_check.
//
//   pieces --> pf_lines --pend--> user: waits for present, reads, compares with the model, writes, done
//                 |  ^
//   memory: mrd -> v  | mrsp, mwr        model: what the user has written, line by line
//
// Checked: every beat read equals the model; pieces come out in order with their payload; each fetch is one
// the next piece needs, of a line no other slot still has to write; each write-back was due and has the right
// address; nothing is fetched or written during a wipe; at the end of each part the unit becomes quiet and
// memory equals the model, entry for entry. A wipe sets memory and model.
// Every port idles at random; +stall=mrd|mrsp|mwr|pend|piece|user stalls one alone, 700 cycles of each 1000.
// +rate=stream|scatter measures the sustained rate (+latency=N) instead.
// Runs on RTL and on a netlist (-DNETLIST). Plusargs: +seed=N +count=PIECES +part=PIECES +stall=NAME

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"
`include "slice/pf_facts.vh"

module pf_lines_tb #(
  parameter integer Lines   = `PF_LINES,
  parameter integer Beats   = 2,
  parameter integer LineW   = `PF_ADDR_W - 5,
  parameter integer MemW    = `PF_ADDR_W - 3,
  parameter integer PayW    = 26,
  parameter integer RdBeats = (`PF_LANES > 4) ? 2 : 1,
  parameter integer IdW     = $clog2(`PF_PENDING) + 1,
  parameter integer CamW    = 11,
  parameter integer Banks   = (RdBeats > 1) ? 2 : `PF_BANKS
);

  localparam integer SlotW = (Lines > 1) ? $clog2(Lines) : 1;
  localparam integer BeatW = $clog2(Beats);
  localparam integer DataW = 256;
  localparam integer MaxL  = 256;          // lines of the model
  localparam integer QN    = 64;           // pieces sent and not out; fewer than that fit in the unit
  localparam integer PendN = (IdW > 6) ? 64 : (1 << IdW) - 2;  // pieces out and not done

  reg                      clk = 1'b0;
  reg                      rst_n = 1'b0;
  reg  [MemW-1:0]          cfg_base = {MemW{1'b0}};
  reg                      cfg_whole = 1'b0;
  reg                      cfg_always = 1'b0;
  reg                      piece_valid = 1'b0;
  wire                     piece_ready;
  reg                      piece_access = 1'b0;
  reg  [LineW-1:0]         piece_line = {LineW{1'b0}};
  reg  [Beats-1:0]         piece_beats = {Beats{1'b0}};
  reg  [PayW-1:0]          piece_pay = {PayW{1'b0}};
  wire                     pend_valid;
  reg                      pend_ready = 1'b0;
  wire                     pend_access;
  wire [SlotW-1:0]         pend_slot;
  wire [IdW-1:0]           pend_id;
  wire [Beats-1:0]         pend_beats;
  wire [PayW-1:0]          pend_pay;
  wire                     mrd_valid;
  reg                      mrd_ready = 1'b0;
  wire [MemW-1:0]          mrd_addr;
  wire [SlotW+BeatW-1:0]   mrd_id;
  reg                      mrsp_valid = 1'b0;
  wire                     mrsp_ready;
  reg  [SlotW+BeatW-1:0]   mrsp_id = {(SlotW+BeatW){1'b0}};
  reg  [DataW-1:0]         mrsp_data = {DataW{1'b0}};
  wire                     mwr_valid;
  reg                      mwr_ready = 1'b0;
  wire [MemW-1:0]          mwr_addr;
  wire [DataW-1:0]         mwr_data;
  wire [Lines*Beats-1:0]   present;
  reg                      rd_valid = 1'b0;
  reg  [SlotW-1:0]         rd_slot = {SlotW{1'b0}};
  reg  [BeatW-1:0]         rd_beat = {BeatW{1'b0}};
  wire [RdBeats*DataW-1:0] rd_data;
  reg                      wr_valid = 1'b0;
  reg  [SlotW-1:0]         wr_slot = {SlotW{1'b0}};
  reg  [BeatW-1:0]         wr_beat = {BeatW{1'b0}};
  reg  [RdBeats*4-1:0]     wr_mask = {(RdBeats*4){1'b0}};
  reg  [RdBeats*4-1:0]     wr_own = {(RdBeats*4){1'b0}};
  reg                      wr_changed = 1'b0;
  reg  [RdBeats*DataW-1:0] wr_data = {(RdBeats*DataW){1'b0}};
  reg                      done_valid = 1'b0;
  reg  [SlotW-1:0]         done_slot = {SlotW{1'b0}};
  reg  [IdW-1:0]           done_id = {IdW{1'b0}};
  reg                      wipe_valid = 1'b0;
  wire                     wipe_ready;
  reg  [63:0]              wipe_entry = 64'd0;
  wire                     quiet;
  wire                     stall_lines;
  wire                     idle;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_lines u_dut (
`else
  pf_lines #(
    .Lines   (Lines),
    .Beats   (Beats),
    .LineW   (LineW),
    .MemW    (MemW),
    .PayW    (PayW),
    .RdBeats (RdBeats),
    .IdW     (IdW),
    .CamW    (CamW),
    .Banks   (Banks)
  ) u_dut (
`endif
    .clk_i              (clk),
    .rst_ni             (rst_n),
    .cfg_meta_base_i    (cfg_base),
    .cfg_whole_line_i   (cfg_whole),
    .cfg_write_always_i (cfg_always),
    .piece_valid_i      (piece_valid),
    .piece_ready_o      (piece_ready),
    .piece_access_i     (piece_access),
    .piece_line_i       (piece_line),
    .piece_beats_i      (piece_beats),
    .piece_pay_i        (piece_pay),
    .pend_valid_o       (pend_valid),
    .pend_ready_i       (pend_ready),
    .pend_access_o      (pend_access),
    .pend_slot_o        (pend_slot),
    .pend_id_o          (pend_id),
    .pend_beats_o       (pend_beats),
    .pend_pay_o         (pend_pay),
    .mrd_valid_o        (mrd_valid),
    .mrd_ready_i        (mrd_ready),
    .mrd_addr_o         (mrd_addr),
    .mrd_id_o           (mrd_id),
    .mrsp_valid_i       (mrsp_valid),
    .mrsp_ready_o       (mrsp_ready),
    .mrsp_id_i          (mrsp_id),
    .mrsp_data_i        (mrsp_data),
    .mwr_valid_o        (mwr_valid),
    .mwr_ready_i        (mwr_ready),
    .mwr_addr_o         (mwr_addr),
    .mwr_data_o         (mwr_data),
    .present_o          (present),
    .rd_valid_i         (rd_valid),
    .rd_slot_i          (rd_slot),
    .rd_beat_i          (rd_beat),
    .rd_data_o          (rd_data),
    .wr_valid_i         (wr_valid),
    .wr_slot_i          (wr_slot),
    .wr_beat_i          (wr_beat),
    .wr_mask_i          (wr_mask),
    .wr_own_i           (wr_own),
    .wr_changed_i       (wr_changed),
    .wr_data_i          (wr_data),
    .done_valid_i       (done_valid),
    .done_slot_i        (done_slot),
    .done_id_i          (done_id),
    .wipe_valid_i       (wipe_valid),
    .wipe_ready_o       (wipe_ready),
    .wipe_entry_i       (wipe_entry),
    .quiet_o            (quiet),
    .stall_lines_o      (stall_lines),
    .idle_o             (idle)
  );

  always #5 clk = ~clk;

  ////////////////
  // Helpers    //
  ////////////////

  integer         seed, pieces, part, latency, checks, cycles;
  integer         c, d, e, i, j, k;
  reg [8*16-1:0]  stall, rate;
  reg [31:0]      r;  // xorshift32: $random is not the same in every simulator
  reg [DataW-1:0] big;

  task next;
    begin
      r = r ^ (r << 13);
      r = r ^ (r >> 17);
      r = r ^ (r << 5);
    end
  endtask

  task next_big;
    begin
      for (e = 0; e < 8; e = e + 1) begin
        next;
        big[32*e +: 32] = r;
      end
    end
  endtask

  task bad;
    input [8*40-1:0] what;
    input [DataW-1:0] got;
    input [DataW-1:0] want;
    begin
      $display("FAIL pf_lines seed=%0d cycle=%0d checks=%0d: %0s got %h expected %h", seed, cycles, checks, what, got, want);
      $stop;
      $finish;
    end
  endtask

  task check;
    input [8*40-1:0] what;
    input [DataW-1:0] got;
    input [DataW-1:0] want;
    begin
      checks = checks + 1;
      if (got !== want) bad(what, got, want);
    end
  endtask

  // Lines of the model: those of odd seeds follow each other, many differ in one bit; an even seed's are spread over
  // the range of the index, and every bit of the hash takes both values. Where the index is wider than the hash:
  // pairs with one hash (2i, 2i+1).
  integer lines_n;
  function [LineW-1:0] line_of;
    input integer n;
    reg [63:0] wide;
    begin
      wide = n;
      if (rate == 0) begin
        if (LineW > CamW) wide = n / 2;
        if (seed % 2 == 0) wide = wide * 64'h4e5;  // odd: one to one
        if (LineW > CamW && n % 2 == 1) wide = wide ^ (64'd1 << CamW / 2) ^ (64'd1 << CamW);  // see pf_lines' hash
        if (LineW > CamW && n == 6) wide = ~(64'd0);  // last line of all
      end
      line_of = wide[LineW-1:0];
    end
  endfunction

  integer found, found_beat;
  task find;  // beat address -> found, found_beat
    input [MemW-1:0] addr;
    reg [MemW-1:0] at;
    begin
      found = -1;
      for (e = 0; e < lines_n && found < 0; e = e + 1) begin
        at = cfg_base + ({{(MemW-LineW){1'b0}}, line_of(e)} << BeatW);
        if (at[MemW-1:BeatW] == addr[MemW-1:BeatW]) found = e;
      end
      found_beat = {{(32-BeatW){1'b0}}, addr[BeatW-1:0]};
      checks = checks + 1;
      if (found < 0) begin
        bad("address", {{(DataW-MemW){1'b0}}, addr}, {DataW{1'b0}});
        found = 0;
      end
    end
  endtask

  ////////////////
  // Model      //
  ////////////////

  reg [DataW-1:0] gold  [0:MaxL*Beats-1];  // what the user has made of it
  reg [DataW-1:0] mem   [0:MaxL*Beats-1];
  reg             due   [0:MaxL*Beats-1];  // must be written back
  reg             got   [0:MaxL*Beats-1];  // fetched, and the line has users since then
  integer         users [0:MaxL-1];        // pieces out and not done
  integer         slot_of [0:MaxL-1];
  integer         line_in [0:Lines-1];

  // Pieces sent and not out
  integer          q_head, q_tail;
  reg              q_access [0:QN-1];
  integer          q_line   [0:QN-1];
  reg  [Beats-1:0] q_beats  [0:QN-1];
  reg  [PayW-1:0]  q_pay    [0:QN-1];
  integer          q_slot   [0:QN-1];  // slot of its first fetch, or -1

  // Pieces out and not read
  integer          u_head, u_tail, out_n;
  reg              u_access [0:QN-1];
  integer          u_line   [0:QN-1];
  reg  [SlotW-1:0] u_slot   [0:QN-1];
  reg  [IdW-1:0]   u_id     [0:QN-1];
  reg  [Beats-1:0] u_left   [0:QN-1];

  // Pipeline of the user, shifted every cycle: 0 read shown, 1 in the RAM, 2 data there, 3 write shown next
  reg                      p_valid [0:3];
  reg                      p_last  [0:3];
  reg                      p_wr    [0:3];
  reg                      p_chg   [0:3];
  integer                  p_line  [0:3];
  reg  [SlotW-1:0]         p_slot  [0:3];
  reg  [BeatW-1:0]         p_beat  [0:3];
  reg  [IdW-1:0]           p_id    [0:3];
  reg  [RdBeats-1:0]       p_look  [0:3];
  reg  [RdBeats*4-1:0]     p_mask  [0:3];
  reg  [RdBeats*4-1:0]     p_own   [0:3];
  reg  [RdBeats*DataW-1:0] p_want  [0:3];
  reg  [RdBeats*DataW-1:0] p_data  [0:3];

  // Done, in order, some held back
  integer          d_head, d_tail;
  reg  [SlotW-1:0] d_slot [0:QN-1];
  reg  [IdW-1:0]   d_id   [0:QN-1];
  integer          d_line [0:QN-1];

  // Reads under way
  reg                    m_valid [0:Lines*Beats-1];
  reg  [SlotW+BeatW-1:0] m_id    [0:Lines*Beats-1];
  reg  [DataW-1:0]       m_data  [0:Lines*Beats-1];
  integer                m_due   [0:Lines*Beats-1];
  integer                m_n, m_pick;

  integer sent, sent_part, state, still, writes, fetches, stalls, wipes, users_n, words, start_cycle, start_word, hold;
  integer p_piece, p_pend, p_mrd, p_mrsp, p_mwr, p_user, p_done, lat_max, locality;  // chances of 8, see chance
  reg     go, hazard, user_on;
  reg [RdBeats-1:0] look;
  reg [31:0]        r2;

  localparam integer RUN = 0, DRAIN = 1, WIPE_STOP = 2, WIPE_WAIT = 3, WIPE_HOLD = 4, OVER = 5;

  function stalled;
    input [8*16-1:0] name;
    stalled = (stall == name) && (cycles % 1000) < 700;
  endfunction

  task chance;  // go: n times of 8
    input integer n;
    begin
      next;
      go = ({29'd0, r[10:8]} < n);
    end
  endtask

  task phase;  // other chances
    begin
      next; r2 = r;
      next;
      p_piece = r2[0] ? 8 : (r2[1] ? 4 : 1);
      p_pend  = r2[2] ? 8 : (r2[3] ? 4 : 1);
      p_mrd   = r2[4] ? 8 : (r2[5] ? 4 : 1);
      p_mrsp  = r2[6] ? 8 : (r2[7] ? 4 : 1);
      p_mwr   = r2[8] ? 8 : (r2[9] ? 4 : 1);
      p_user  = r2[10] ? 8 : (r2[11] ? 4 : 1);
      p_done  = r2[12] ? 8 : (r2[13] ? 4 : 1);
      lat_max = r2[14] ? 2 : (r2[15] ? 12 : 70);
      locality = {30'd0, r2[17:16]};
      if (rate != 0) begin
        p_piece = 8; p_pend = 8; p_mrd = 8; p_mrsp = 8; p_mwr = 8; p_user = 8; p_done = 8;
      end
    end
  endtask

  task new_piece;
    begin
      next;
      if (rate == "stream") begin
        d = (d + 1) % lines_n;
        piece_beats  <= {Beats{1'b1}};
        piece_access <= 1'b1;
      end else if (rate == "scatter") begin
        d = {24'd0, r[15:8]} % lines_n;
        piece_beats  <= {{(Beats-1){1'b0}}, 1'b1} << r[BeatW-1:0];
        piece_access <= 1'b1;
      end else begin
        if (locality == 0)                        d = {16'd0, r[15:0]} % lines_n;
        else if (locality == 1 && r[20:19] == 0)  d = {16'd0, r[15:0]} % lines_n;
        else if (locality == 2)                   d = {16'd0, r[15:0]} % 3;
        else if (locality == 3)                   d = (d + {31'd0, r[3]}) % lines_n;
        next;
        piece_beats  <= (r[Beats-1:0] == {Beats{1'b0}}) ? {Beats{1'b1}} : r[Beats-1:0];
        piece_access <= (r[31:29] != 3'd0);
      end
      piece_line <= line_of(d);
      next_big;
      piece_pay  <= big[PayW-1:0];
      piece_valid <= 1'b1;
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("count=%d", pieces)) pieces = 6000;
    if (!$value$plusargs("part=%d", part)) part = 700;
    if (!$value$plusargs("latency=%d", latency)) latency = 30;
    if (!$value$plusargs("stall=%s", stall)) stall = 0;
    if (!$value$plusargs("rate=%s", rate)) rate = 0;
    r = seed ^ 32'h9E37_79B9;
    repeat (8) next;
    lines_n = (rate != 0) ? MaxL : 6 + {28'd0, r[11:8]} + ((Lines > 8) ? 24 : 0);
    if (LineW < 8 && lines_n > (1 << LineW)) lines_n = 1 << LineW;
    checks = 0; cycles = 0; sent = 0; sent_part = 0; state = RUN; still = 0; writes = 0; fetches = 0; stalls = 0;
    wipes = 0; users_n = 0; words = 0; start_cycle = 0; start_word = 0; hold = 0; d = 0;
    q_head = 0; q_tail = 0; u_head = 0; u_tail = 0; out_n = 0; d_head = 0; d_tail = 0; m_n = 0; m_pick = -1;
    for (i = 0; i < 4; i = i + 1) p_valid[i] = 1'b0;
    for (i = 0; i < Lines; i = i + 1) line_in[i] = -1;
    for (i = 0; i < Lines*Beats; i = i + 1) m_valid[i] = 1'b0;
    for (i = 0; i < MaxL; i = i + 1) begin
      users[i] = 0;
      slot_of[i] = -1;
      for (j = 0; j < Beats; j = j + 1) begin
        next_big;
        gold[i*Beats + j] = big;
        mem[i*Beats + j] = big;
        due[i*Beats + j] = 1'b0;
        got[i*Beats + j] = 1'b0;
      end
    end
    phase;
    lat_max = 20;
    if (rate == 0) begin
      next_big;
      cfg_base = {big[MemW-1:BeatW], {BeatW{1'b0}}};
      cfg_whole = r[5];
      cfg_always = r[6];
    end
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
  end

  ////////////////
  // Every cycle//
  ////////////////

  // Payload that waits
  reg                          w_mrd, w_mwr, w_pend;
  reg [MemW+SlotW+BeatW-1:0]   w_mrd_pay;
  reg [MemW+DataW-1:0]         w_mwr_pay;
  reg [SlotW+IdW+Beats+PayW:0] w_pend_pay;
  initial {w_mrd, w_mwr, w_pend} = 3'b000;

  always @(posedge clk) if (rst_n) begin : cycle
    cycles = cycles + 1;
    still = still + 1;
    if (cycles % 512 == 0) phase;

    // Handshakes keep what they show
    if (w_mrd && !(mrd_valid === 1'b1 && {mrd_addr, mrd_id} === w_mrd_pay)) bad("mrd changed", mrd_addr, w_mrd_pay);
    if (w_mwr && !(mwr_valid === 1'b1 && {mwr_addr, mwr_data} === w_mwr_pay)) bad("mwr changed", mwr_data, w_mwr_pay[DataW-1:0]);
    if (w_pend && !(pend_valid === 1'b1
                    && {pend_access, pend_access ? pend_slot : {SlotW{1'b0}}, pend_id, pend_beats, pend_pay} === w_pend_pay))
      bad("pend changed", pend_pay, w_pend_pay);
    w_mrd = mrd_valid && !mrd_ready;
    w_mwr = mwr_valid && !mwr_ready;
    w_pend = pend_valid && !pend_ready;
    w_mrd_pay = {mrd_addr, mrd_id};
    w_mwr_pay = {mwr_addr, mwr_data};
    w_pend_pay = {pend_access, pend_access ? pend_slot : {SlotW{1'b0}}, pend_id, pend_beats, pend_pay};
    checks = checks + 3;
    if ((^{mrd_valid, mwr_valid, pend_valid, piece_ready, mrsp_ready, wipe_ready, quiet, idle, stall_lines}) === 1'bx)
      bad("unknown", {mrd_valid, mwr_valid, pend_valid, piece_ready, mrsp_ready, wipe_ready, quiet, idle, stall_lines}, 0);
    if (stall_lines) begin
      stalls = stalls + 1;
      if (mrd_valid || (pend_valid && pend_access)) bad("stall without reason", 1, 0);
      if (Lines > 1) begin  // a slot whose line has no user, no write-back due and no read under way is free soon
        e = 0;
        for (i = 0; i < Lines; i = i + 1) if (line_in[i] < 0) e = e + 1;
        if (e > 1) bad("stall with slots never used", e, 0);
      end
    end

    // Piece taken
    if (piece_valid && piece_ready) begin
      still = 0;
      q_access[q_tail % QN] = piece_access;
      q_line[q_tail % QN] = d;
      q_beats[q_tail % QN] = piece_beats;
      q_pay[q_tail % QN] = piece_pay;
      q_slot[q_tail % QN] = -1;
      q_tail = q_tail + 1;
      sent = sent + 1;
      sent_part = sent_part + 1;
    end

    // Quiet means nothing inside
    if (quiet) begin
      checks = checks + 1;
      e = 0;
      for (i = 0; i < lines_n*Beats; i = i + 1) if (due[i]) e = e + 1;
      if ((e != 0 && !wipe_valid) || users_n != 0 || m_n != 0 || (q_tail - q_head) > ((piece_valid && piece_ready) ? 1 : 0))
        bad("quiet, but not", {e, users_n, m_n}, q_tail - q_head);
    end
    if (idle && !quiet) bad("idle, not quiet", 1, 0);

    // Fetch: for the next piece to come out, once, into a slot that is its own
    k = q_head % QN;
    if (mrd_valid && mrd_ready) begin
      still = 0;
      fetches = fetches + 1;
      find(mrd_addr);
      if (wipe_ready) bad("fetch during wipe", 1, 0);
      if (q_head == q_tail || !q_access[k]) bad("fetch for nothing", found, 0);
      check("fetch line", found, q_line[k]);
      check("fetch beat id", mrd_id[BeatW-1:0], found_beat);
      if (!cfg_whole && !q_beats[k][found_beat]) bad("fetch not needed", found_beat, q_beats[k]);
      if (got[found*Beats + found_beat]) bad("fetched twice", found, 0);
      got[found*Beats + found_beat] = 1'b1;
      j = {{(32-SlotW){1'b0}}, mrd_id[SlotW+BeatW-1:BeatW]};
      check("slot range", j < Lines, 1);
      if (q_slot[k] >= 0) check("fetch slot", j, q_slot[k]);
      q_slot[k] = j;
      if (line_in[j] >= 0 && line_in[j] != found && slot_of[line_in[j]] == j) begin
        check("slot has users", users[line_in[j]], 0);
        for (i = 0; i < Beats; i = i + 1) check("slot not written back", due[line_in[j]*Beats + i], 1'b0);
      end
      if (slot_of[found] >= 0 && slot_of[found] != j) begin
        check("line has users elsewhere", users[found], 0);
        for (i = 0; i < Beats; i = i + 1) check("line not written back", due[found*Beats + i], 1'b0);
      end
      line_in[j] = found;
      slot_of[found] = j;
      e = -1;
      for (i = 0; i < Lines*Beats; i = i + 1) begin
        if (!m_valid[i]) e = i;
        else if (m_id[i] == mrd_id) bad("id under way", mrd_id, 0);
      end
      if (e < 0) bad("too many reads", 0, 0);
      m_valid[e] = 1'b1;
      m_id[e] = mrd_id;
      m_data[e] = mem[found*Beats + found_beat];
      next;
      m_due[e] = cycles + ((rate != 0) ? latency - 2 : {24'd0, r[15:8]} % lat_max);
      m_n = m_n + 1;
    end

    // Write-back: due, and the model's value if nobody has changed it since
    if (mwr_valid && mwr_ready) begin
      still = 0;
      writes = writes + 1;
      find(mwr_addr);
      if (wipe_ready) bad("write-back during wipe", 1, 0);
      check("write-back due", due[found*Beats + found_beat], 1'b1);
      check("write-back data", mwr_data, gold[found*Beats + found_beat]);
      check("write-back with users", users[found], 0);
      due[found*Beats + found_beat] = 1'b0;
      mem[found*Beats + found_beat] = mwr_data;
    end

    // Response taken
    if (mrsp_valid && mrsp_ready) begin
      still = 0;
      m_valid[m_pick] = 1'b0;
      m_n = m_n - 1;
      m_pick = -1;
    end

    // Piece out
    if (pend_valid && pend_ready) begin
      still = 0;
      if (q_head == q_tail) bad("piece from nowhere", pend_pay, 0);
      check("pend access", pend_access, q_access[k]);
      check("pend beats", pend_beats, q_beats[k]);
      check("pend pay", pend_pay, q_pay[k]);
      if (pend_access) begin
        j = {{(32-SlotW){1'b0}}, pend_slot};
        if (q_slot[k] >= 0) check("pend slot", j, q_slot[k]);
        check("slot of line", j, slot_of[q_line[k]]);
        check("line of slot", line_in[j], q_line[k]);
        users[q_line[k]] = users[q_line[k]] + 1;
        users_n = users_n + 1;
        out_n = out_n + 1;
      end
      u_access[u_tail % QN] = pend_access;
      u_line[u_tail % QN] = q_line[k];
      u_slot[u_tail % QN] = pend_slot;
      u_id[u_tail % QN] = pend_id;
      u_left[u_tail % QN] = pend_beats;
      u_tail = u_tail + 1;
      q_head = q_head + 1;
    end

    // User: data of stage 1 are there now (read taken at the last edge)
    if (p_valid[1]) begin
      for (i = 0; i < RdBeats; i = i + 1) begin
        if (p_look[1][i]) check("read data", rd_data[i*DataW +: DataW], p_want[1][i*DataW +: DataW]);
      end
    end

    // User: write and done of stage 3
    wr_valid <= p_valid[3] && p_wr[3];
    wr_slot <= p_slot[3];
    wr_beat <= p_beat[3];
    wr_mask <= p_mask[3];
    wr_own  <= p_own[3];
    wr_changed <= p_chg[3];
    wr_data <= p_data[3];
    if (p_valid[3] && p_last[3]) begin
      d_slot[d_tail % QN] = p_slot[3];
      d_id[d_tail % QN] = p_id[3];
      d_line[d_tail % QN] = p_line[3];
      d_tail = d_tail + 1;
    end
    chance(p_done);
    done_valid <= 1'b0;
    done_slot <= r[SlotW-1:0];
    done_id <= r[16 +: IdW];
    if (d_head != d_tail && go) begin
      still = 0;
      done_valid <= 1'b1;
      done_slot <= d_slot[d_head % QN];
      done_id <= d_id[d_head % QN];
      c = d_line[d_head % QN];
      users[c] = users[c] - 1;
      users_n = users_n - 1;
      out_n = out_n - 1;
      if (users[c] == 0) for (i = 0; i < Beats; i = i + 1) got[c*Beats + i] = 1'b0;
      d_head = d_head + 1;
    end

    // User: next read
    user_on = (state != WIPE_STOP && state != WIPE_WAIT && state != WIPE_HOLD);
    chance(p_user);
    go = go && user_on && !stalled("user");
    rd_valid <= 1'b0;
    rd_slot <= r[SlotW-1:0];
    rd_beat <= r[8 +: BeatW];
    hazard = 1'b0;
    k = u_head % QN;
    if (u_head != u_tail && !u_access[k]) begin
      u_head = u_head + 1;
      go = 1'b0;
    end
    j = 0;
    look = {RdBeats{1'b0}};
    if (u_head != u_tail && u_access[k]) begin
      for (i = Beats - 1; i >= 0; i = i - 1) if (u_left[k][i]) j = i;
      if (RdBeats == 2) j = j - (j % 2);
      for (i = 0; i < RdBeats; i = i + 1) look[i] = u_left[k][j + i];
      for (i = 0; i < 3; i = i + 1) begin  // a beat may be read as it is written
        if (p_valid[i] && p_slot[i] == u_slot[k] && {{(32-BeatW){1'b0}}, p_beat[i]} == j) hazard = 1'b1;
      end
      for (i = 0; i < RdBeats; i = i + 1) begin
        if (look[i] && !present[{{(32-SlotW){1'b0}}, u_slot[k]}*Beats + j + i]) hazard = 1'b1;
      end
    end else begin
      hazard = 1'b1;
    end
    for (i = 3; i > 0; i = i - 1) begin
      p_valid[i] = p_valid[i-1]; p_last[i] = p_last[i-1]; p_wr[i] = p_wr[i-1]; p_chg[i] = p_chg[i-1];
      p_line[i] = p_line[i-1]; p_slot[i] = p_slot[i-1]; p_beat[i] = p_beat[i-1]; p_id[i] = p_id[i-1];
      p_look[i] = p_look[i-1]; p_mask[i] = p_mask[i-1]; p_own[i] = p_own[i-1]; p_want[i] = p_want[i-1]; p_data[i] = p_data[i-1];
    end
    p_valid[0] = 1'b0;
    if (go && !hazard) begin
      still = 0;
      c = u_line[k];
      rd_valid <= 1'b1;
      rd_slot <= u_slot[k];
      rd_beat <= j[BeatW-1:0];
      p_valid[0] = 1'b1;
      p_line[0] = c;
      p_slot[0] = u_slot[k];
      p_beat[0] = j[BeatW-1:0];
      p_id[0] = u_id[k];
      p_look[0] = look;
      p_mask[0] = {(RdBeats*4){1'b0}};
      p_own[0]  = {(RdBeats*4){1'b0}};
      next;
      p_wr[0] = (r[9:8] != 2'd0) || rate != 0;
      p_chg[0] = (r[11:10] != 2'd0) || rate != 0;
      for (i = 0; i < RdBeats; i = i + 1) begin
        p_want[0][i*DataW +: DataW] = gold[c*Beats + j + i];
        if (look[i]) begin
          next;
          p_mask[0][4*i +: 4] = (rate != 0) ? 4'hf : r[11:8];
          p_own[0][4*i +: 4]  = (rate != 0) ? 4'hf : r[15:12];
        end
        next_big;
        for (e = 0; e < 4; e = e + 1) begin  // entries not in the mask carry garbage
          p_data[0][i*DataW + 64*e +: 64] = (p_chg[0] || !p_mask[0][4*i + e]) ? big[64*e +: 64] : gold[c*Beats + j + i][64*e +: 64];
          if (p_wr[0] && p_mask[0][4*i + e]) begin
            gold[c*Beats + j + i][64*e +: `PF_OWNER_LSB] = p_data[0][i*DataW + 64*e +: `PF_OWNER_LSB];
            if (p_own[0][4*i + e]) gold[c*Beats + j + i][64*e +: 64] = p_data[0][i*DataW + 64*e +: 64];
          end
        end
        if (p_wr[0] && |p_mask[0][4*i +: 4] && (p_chg[0] || cfg_always)) due[c*Beats + j + i] = 1'b1;
        if (look[i]) words = words + ((rate == "scatter") ? 1 : 4);
        u_left[k][j + i] = 1'b0;
      end
      p_last[0] = (u_left[k] == {Beats{1'b0}});
      if (p_last[0]) u_head = u_head + 1;
    end

    // Next piece
    chance(p_piece);
    if (!piece_valid || piece_ready) begin
      piece_valid <= 1'b0;
      if (go && state == RUN && !stalled("piece") && sent < pieces) new_piece;
    end

    // Next readies and response
    chance(p_pend);
    pend_ready <= go && !stalled("pend") && out_n + (w_pend ? 1 : 0) < PendN && u_tail - u_head < QN - 3;
    chance(p_mrd);
    mrd_ready <= go && !stalled("mrd");
    chance(p_mwr);
    mwr_ready <= go && !stalled("mwr");
    chance(p_mrsp);
    if (!mrsp_valid || mrsp_ready) begin
      mrsp_valid <= 1'b0;
      if (go && !stalled("mrsp")) begin
        next;
        e = {16'd0, r[15:0]} % (Lines*Beats);
        for (i = 0; i < Lines*Beats && m_pick < 0; i = i + 1) begin
          j = (i + e) % (Lines*Beats);
          if (m_valid[j] && m_due[j] <= cycles) m_pick = j;
        end
        if (rate != 0) begin  // oldest first
          for (j = 0; j < Lines*Beats; j = j + 1) if (m_pick >= 0 && m_valid[j] && m_due[j] < m_due[m_pick]) m_pick = j;
        end
        if (m_pick >= 0) begin
          mrsp_valid <= 1'b1;
          mrsp_id <= m_id[m_pick];
          mrsp_data <= m_data[m_pick];
        end
      end
    end

    // Parts: after each the unit becomes quiet; now and then a wipe in the middle
    if (rate != 0 && sent == 300 && start_cycle == 0) begin
      start_cycle = cycles;
      start_word = words;
    end
    next;
    case (state)
      RUN: begin
        if (sent_part >= part || sent >= pieces) state = DRAIN;
        else if (rate == 0 && r[15:7] == 9'd5) state = WIPE_STOP;
      end
      DRAIN: begin
        if (rate != 0 && start_word > 0) begin
          $display("RATE pf_lines lines=%0d beats=%0d rdbeats=%0d %0s latency=%0d entries/cycle=%0d.%02d", Lines, Beats, RdBeats, rate,
                   latency, (words - start_word) / (cycles - start_cycle), (100 * (words - start_word) / (cycles - start_cycle)) % 100);
          start_word = -1;
        end
        if (quiet && idle && q_head == q_tail && !piece_valid && u_head == u_tail) begin
          for (i = 0; i < lines_n*Beats; i = i + 1) check("memory", mem[i], gold[i]);
          if (stall == 0) begin
            next;
            cfg_whole <= r[8];
            cfg_always <= r[9];
          end
          next_big;
          cfg_base <= {big[MemW-1:BeatW], {BeatW{1'b0}}};
          sent_part = 0;
          state = (sent >= pieces) ? OVER : RUN;
        end
      end
      WIPE_STOP: begin
        if (!p_valid[0] && !p_valid[1] && !p_valid[2] && !p_valid[3] && d_head == d_tail) begin
          hold = hold + 1;
          if (hold > 2) begin
            wipe_valid <= 1'b1;
            next_big;
            wipe_entry <= big[63:0];
            state = WIPE_WAIT;
          end
        end
      end
      WIPE_WAIT: begin
        if (wipe_ready) begin
          for (i = 0; i < lines_n*Beats; i = i + 1) begin
            gold[i] = {4{wipe_entry}};
            mem[i] = {4{wipe_entry}};
            due[i] = 1'b0;
          end
          next;
          hold = {28'd0, r[11:8]};
          if (hold == 0) wipe_valid <= 1'b0;
          state = WIPE_HOLD;
          wipes = wipes + 1;
          still = 0;
        end
      end
      WIPE_HOLD: begin
        hold = hold - 1;
        if (hold <= 0) begin
          hold = 0;
          wipe_valid <= 1'b0;
          if (!wipe_valid) state = RUN;
        end
      end
      default: begin
        if (checks < 10 * pieces || fetches == 0 || writes == 0 || (pieces > 3000 && rate == 0 && (wipes == 0 || (Lines <= 4 && stalls == 0)))) begin
          $display("FAIL pf_lines seed=%0d: too little done: checks=%0d fetches=%0d writes=%0d stalls=%0d wipes=%0d",
                   seed, checks, fetches, writes, stalls, wipes);
          $stop;
        end
        $display("PASS pf_lines seed=%0d checks=%0d", seed, checks);
        $finish;
      end
    endcase
    if (still > 6000) bad("no progress", state, 0);
  end

endmodule

`resetall
