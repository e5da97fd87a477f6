// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_radish_byte_proof: one byte under RADISH, with what vector clocks that forget nothing say of it: any accesses of three
// cores, any releases and acquires of a lock, metadata that comes and leaves in any order.
//
//   event --> exact clocks: C, L, R, W ---------------------> is it a race?
//         \-> clocks in caches, software's, status --> pf_radish_check --> race_o, allowed_o
//
// Up to the first race: what is allowed is no race, and what is said to be one is one (ISCA 2012, appendix A.1, in one step of a
// cycle). Software's answer is exact; it may bring the asking thread's own clocks into its cache, or not, and raises the status
// to what hardware has then.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_radish_byte_proof #(
  parameter integer Cores  = 3,
  parameter integer ClockW = 2
) (
  input wire       clk_i,
  input wire [2:0] event_i,    // 0 read, 1 write, 2 release, 3 acquire, 4 metadata comes, 5 it leaves
  input wire [1:0] core_i,
  input wire       import_read_i,
  input wire       import_write_i
);

  localparam integer N = Cores, K = ClockW;
  localparam [K-1:0] One = 1;

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  // Exact: C of each core, L; R and W
  reg  [N*N*K-1:0] known_q;          // core * N + other
  reg  [N*K-1:0] lock_q;
  reg  [N*K-1:0] read_q;
  reg  [K-1:0]   write_q;
  reg  [1:0]     writer_q;
  reg            over_q;             // there was a race
  // RADISH
  reg  [N-1:0]   has_q;
  reg  [N*K-1:0] hr_q, hw_q, sr_q;
  reg  [K-1:0]   sw_q;
  reg  [1:0]     swriter_q, status_q;

  wire           access = event_i < 3'd2;
  wire           writes = event_i == 3'd1;
  wire [1:0]     me     = core_i;
  wire [K-1:0]   now    = known_q[K*(me*N+me) +: K];

  reg  [N*K-1:0] mine, reads, writes_all;
  reg            exact;              // the access races
  reg            reads_here, write_here;
  reg            hw_any, hr_any;
  integer        c, t;
  always @* begin
    exact      = write_q > known_q[K*(me*N+writer_q) +: K];
    reads_here = 1'b1;
    hw_any     = 1'b0;
    hr_any     = 1'b0;
    for (c = 0; c < N; c = c + 1) begin
      mine[K*c +: K]       = known_q[K*(me*N+c) +: K];
      reads[K*c +: K]      = hr_q[K*c +: K];
      writes_all[K*c +: K] = hw_q[K*c +: K];
      if (writes && read_q[K*c +: K] > known_q[K*(me*N+c) +: K]) exact = 1'b1;
      hw_any = hw_any || (has_q[c] && |hw_q[K*c +: K]);
      hr_any = hr_any || (has_q[c] && |hr_q[K*c +: K]);
      // by what is in hardware after an import
      if (!(status_q[1] || sr_q[K*c +: K] == {K{1'b0}} || (has_q[c] && hr_q[K*c +: K] >= sr_q[K*c +: K]) ||
            (c == me && import_read_i && hr_q[K*c +: K] == {K{1'b0}}))) begin
        reads_here = 1'b0;
      end
    end
    write_here = status_q[0] || sw_q == {K{1'b0}} || (swriter_q == me && import_write_i);
  end

  wire       allowed, race, ask, old_reads, old_write;
  wire [1:0] left_status;
  wire       left = event_i == 3'd5;
  wire       left_read = left && |hr_q[K*me +: K], left_write = left && |hw_q[K*me +: K];

  pf_radish_check #(
    .Cores  (N),
    .ClockW (K)
  ) u_check (
    .known_i        (mine),
    .has_i          (has_q),
    .read_i         (reads),
    .write_i        (writes_all),
    .access_write_i (writes),
    .permission_i   (2'd0),
    .status_i       (status_q),
    .pass_o         (),
    .allowed_o      (allowed),
    .race_o         (race),
    .ask_o          (ask),
    .writers_o      (),
    .readers_o      (),
    .permission_o   (),
    .left_read_i    (left_read),
    .left_write_i   (left_write),
    .left_status_o  (left_status),
    .old_reads_o    (old_reads),
    .old_write_o    (old_write)
  );

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      for (c = 0; c < N; c = c + 1) begin
        for (t = 0; t < N; t = t + 1) known_q[K*(c*N+t) +: K] <= c == t ? One : {K{1'b0}};
        lock_q[K*c +: K] <= {K{1'b0}};
        read_q[K*c +: K] <= {K{1'b0}};
        hr_q[K*c +: K]   <= {K{1'b0}};
        hw_q[K*c +: K]   <= {K{1'b0}};
        sr_q[K*c +: K]   <= {K{1'b0}};
      end
      write_q   <= {K{1'b0}};
      writer_q  <= 2'd0;
      over_q    <= 1'b0;
      has_q     <= {N{1'b0}};
      sw_q      <= {K{1'b0}};
      swriter_q <= 2'd0;
      status_q  <= 2'd0;
    end else if (!over_q) begin
      if (access) begin
        over_q <= exact;
        if (ask) begin
          status_q <= status_q | {reads_here, write_here};
          if (import_read_i && !status_q[1] && hr_q[K*me +: K] == {K{1'b0}}) hr_q[K*me +: K] <= sr_q[K*me +: K];
          if (import_write_i && !status_q[0] && swriter_q == me) hw_q[K*me +: K] <= sw_q;
        end
        if (writes) begin
          write_q  <= now;
          writer_q <= me;
          status_q <= 2'd3;
          for (c = 0; c < N; c = c + 1) begin
            read_q[K*c +: K] <= {K{1'b0}};
            hr_q[K*c +: K]   <= {K{1'b0}};
            hw_q[K*c +: K]   <= c == me ? now : {K{1'b0}};
          end
        end else begin
          read_q[K*me +: K] <= now;
          hr_q[K*me +: K]   <= now;
        end
      end
      if (event_i == 3'd2) begin
        for (c = 0; c < N; c = c + 1) lock_q[K*c +: K] <= known_q[K*(me*N+c) +: K];
        known_q[K*(me*N+me) +: K] <= now + 1'b1;
      end
      if (event_i == 3'd3) begin
        for (c = 0; c < N; c = c + 1) if (lock_q[K*c +: K] > known_q[K*(me*N+c) +: K]) known_q[K*(me*N+c) +: K] <= lock_q[K*c +: K];
      end
      if (event_i == 3'd4) begin
        has_q[me] <= 1'b1;
        if (has_q == {N{1'b0}}) status_q <= 2'd0;
      end
      if (left) begin
        has_q[me] <= 1'b0;
        hr_q[K*me +: K]  <= {K{1'b0}};
        hw_q[K*me +: K]  <= {K{1'b0}};
        status_q  <= left_status;
        for (c = 0; c < N; c = c + 1) if (old_reads) sr_q[K*c +: K] <= {K{1'b0}};
        if (old_write) sw_q <= {K{1'b0}};
        if (left_read) sr_q[K*me +: K] <= hr_q[K*me +: K];
        if (left_write) begin
          sw_q      <= hw_q[K*me +: K];
          swriter_q <= me;
        end
      end
    end
  end

  // The environment: a core that is there, its metadata where it accesses, clocks that do not wrap
  always @* begin
    assume (me < N && event_i < 3'd6);
    if (access) assume (has_q[me]);
    if (event_i == 3'd4) assume (!has_q[me]);
    if (left) assume (has_q[me]);
    if (event_i == 3'd2) assume (!(&now));
  end

  // What is proved
  always @* if (rst_ni && !over_q && access) begin
    if (allowed) assert (!exact);
    if (race) assert (exact);
  end

  // What is so at any time
  reg ok;
  always @* begin
    ok = writer_q < N && swriter_q < N;
    for (c = 0; c < N; c = c + 1) begin
      // exact clocks: nobody knows more of a core than it has published
      for (t = 0; t < N; t = t + 1) begin
        if (t != c && known_q[K*(t*N+c) +: K] >= known_q[K*(c*N+c) +: K]) ok = 1'b0;
        // whoever is behind a last read is behind the last write
        if (|read_q[K*c +: K] && known_q[K*(t*N+c) +: K] >= read_q[K*c +: K] && known_q[K*(t*N+writer_q) +: K] < write_q) ok = 1'b0;
      end
      if (lock_q[K*c +: K] >= known_q[K*(c*N+c) +: K] || read_q[K*c +: K] > known_q[K*(c*N+c) +: K]) ok = 1'b0;
      if (|read_q[K*c +: K] && lock_q[K*c +: K] >= read_q[K*c +: K] && lock_q[K*writer_q +: K] < write_q) ok = 1'b0;
      // hardware's clocks are where metadata is, and exact
      if (!has_q[c] && (|hr_q[K*c +: K] || |hw_q[K*c +: K])) ok = 1'b0;
      if (|hr_q[K*c +: K] && hr_q[K*c +: K] != read_q[K*c +: K]) ok = 1'b0;
      if (|hw_q[K*c +: K] && (hw_q[K*c +: K] != write_q || writer_q != c || !status_q[0])) ok = 1'b0;
      // all reads: what hardware has; else the later of both
      if (read_q[K*c +: K] != (status_q[1] ? hr_q[K*c +: K] : hr_q[K*c +: K] > sr_q[K*c +: K] ? hr_q[K*c +: K] : sr_q[K*c +: K])) ok = 1'b0;
      // without a clock in hardware, software has nothing old
      if (status_q[1] && !hr_any && !hw_any && |sr_q[K*c +: K]) ok = 1'b0;
    end
    if (write_q > known_q[K*(writer_q*N+writer_q) +: K]) ok = 1'b0;
    // the last write
    if (status_q[0] ? (|write_q && !hw_any) : write_q != sw_q || (|sw_q && writer_q != swriter_q)) ok = 1'b0;
    if (status_q[0] && !hw_any && |sw_q) ok = 1'b0;
  end
  always @* if (rst_ni && !over_q) assert (ok);

  // Each end of a check is reached by what only some of the clocks decide
  reg [3:0] came_q = 4'd0;
  always @(posedge clk_i) if (rst_ni && !over_q) came_q <= came_q | {left && left_read && |status_q, ask, race, allowed && writes && |read_q};
  always @* begin
    cover (rst_ni && &came_q);
    cover (rst_ni && access && allowed && !writes && !status_q[0]);
    cover (rst_ni && access && ask && status_q == 2'd2);
  end

endmodule

`resetall
