// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_radish_check: RADISH's check of one access to one byte in hardware, and what becomes of the byte's in-hardware status
// (ISCA 2012, 4.4 and 4.5, Figures 5 and 6).
//
//   last reads and writes of all cores --> which happen before? --+--> race_o: one does not
//   the accessor's vector clock ---------------^                   +--> with status_i: allowed_o, permission_o
//   permission_i --> pass_o                                         \-> else ask_o: software
//   status_i, what leaves the caches --> left_status_o
//
// A clock of 0 is never. The accessor's own clocks are among all, and its own entry of its vector clock is no less.
//
// Throughput  combinational.
// Latency     0.
// Errs        never, up to a byte's first race: sw/radish/byte.h in C.
// State bits  none.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_radish_check #(
  parameter integer Cores  = 8,    // at least 1
  parameter integer ClockW = 16    // bits of a logical clock, at least 1
) (
  // Vector clock of who accesses; last accesses that are in caches
  input  wire [Cores*ClockW-1:0] known_i,
  input  wire [Cores-1:0]        has_i,          // the core has metadata of the byte
  input  wire [Cores*ClockW-1:0] read_i,
  input  wire [Cores*ClockW-1:0] write_i,

  input  wire                    access_write_i,
  input  wire [1:0]              permission_i,   // 0 none, 1 read, 2 write
  input  wire [1:0]              status_i,       // bit 0: the last write is in hardware, bit 1: all last reads are

  output wire                    pass_o,         // the permission is enough: nothing else counts
  output wire                    allowed_o,      // no race
  output wire                    race_o,
  output wire                    ask_o,          // neither is known
  output wire [Cores-1:0]        writers_o,      // cores whose last write does not happen before
  output wire [Cores-1:0]        readers_o,
  output wire [1:0]              permission_o,   // by what hardware has; of a line that comes, too

  // A core's metadata of the byte leaves the last cache
  input  wire                    left_read_i,    // it has a read clock
  input  wire                    left_write_i,
  output wire [1:0]              left_status_o,
  output wire                    old_reads_o,    // software's clocks of reads are of no use any more
  output wire                    old_write_o
);

  generate
    if (Cores < 1 || ClockW < 1) begin : g_bad_param
      PF_RADISH_CHECK_BAD_PARAMETER u_bad ();  // no such module: elaboration stops here
    end
  endgenerate

  wire [Cores-1:0] read_before;

  genvar c;
  generate
    for (c = 0; c < Cores; c = c + 1) begin : g_core
      wire [ClockW-1:0] known  = known_i[ClockW*c +: ClockW];
      wire [ClockW-1:0] r      = read_i[ClockW*c +: ClockW];
      wire [ClockW-1:0] w      = write_i[ClockW*c +: ClockW];
      wire              r_late = r > known;
      assign writers_o[c]   = has_i[c] && w > known;
      assign readers_o[c]   = has_i[c] && r_late;
      assign read_before[c] = has_i[c] && !r_late && |r;
    end
  endgenerate

  // A last read is behind the last write, or there was a race then: who comes behind such a read may read.
  wire may_read  = !(|writers_o) && (|read_before || status_i[0]);
  wire may_write = !(|writers_o) && !(|readers_o) && &status_i;

  assign pass_o        = access_write_i ? permission_i[1] : |permission_i;
  assign race_o        = |writers_o || (access_write_i && |readers_o);
  assign allowed_o     = access_write_i ? may_write : may_read;
  assign ask_o         = !race_o && !allowed_o;
  assign permission_o  = may_write ? 2'd2 : {1'b0, may_read};

  assign left_status_o = status_i & ~{left_read_i, left_write_i};
  assign old_reads_o   = (left_read_i || left_write_i) && status_i[1];
  assign old_write_o   = (left_read_i || left_write_i) && status_i[0];

endmodule

`resetall
