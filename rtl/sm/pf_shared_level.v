// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_level: an access of a warp against what is kept of earlier ones to the same bytes.
//
//   did_i: what one warp did     --> nobody, mine_i, after_i, conflict --> did_o, others_o, seen_o, take_o
//   others_i: what all others did                                   \--> race_o, race_others_o
//   write_i, strong_i: the access
//
// Codes: PF_SHARED_*. take_o: the entry names this access from now on, with its warp, phase and
// place. Rules: docs/reference-models.md, "What an entry says of somebody".
//
// Throughput  combinational.
// Latency     0 cycles.
// Errs        misses: of what several warps did only the worst is known, and of the order of strong
//             accesses one bit. Never reports what the rules do not.
// State bits  0.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_shared_level (
  input  wire [2:0] did_i,         // what the warp that is named did; none: nobody did anything
  input  wire [2:0] others_i,      // ... all others together
  input  wire       seen_i,        // somebody has read strongly since the named warp's last strong write

  input  wire       write_i,       // the access: a store or an atomic
  input  wire       strong_i,      // ... volatile, relaxed or stronger
  input  wire       mine_i,        // the warp that is named is its own
  input  wire       same_phase_i,  // ... in the phase that is named
  input  wire       after_i,       // of another one: it comes after what that one did; asked if race_o is 1 without it
  input  wire       waited_i,      // its warp has waited for anybody in this epoch

  output wire [2:0] did_o,
  output wire [2:0] others_o,
  output wire       seen_o,
  output wire       take_o,
  output wire       race_o,        // with what the named warp did
  output wire       race_others_o  // with what the others did
);

  localparam [2:0] NONE = `PF_SHARED_NONE, READ = `PF_SHARED_READ, STRONG = `PF_SHARED_STRONG;
  localparam [2:0] MIXED = `PF_SHARED_MIXED, WRITE = `PF_SHARED_WRITE, STRONG_READ = `PF_SHARED_STRONG_READ;

  // What somebody did races with the access.
  function conflicts;
    input [2:0] did;
    input       write;
    input       strong;
    begin
      case ({write, strong})
        2'b01:   conflicts = did == WRITE;
        2'b00:   conflicts = did == STRONG || did == MIXED || did == WRITE;
        2'b11:   conflicts = did == READ || did == MIXED || did == WRITE;
        default: conflicts = did != NONE;
      endcase
    end
  endfunction

  // ... also after the access's warp has observed what was written strongly.
  function observed;
    input [2:0] did;
    input       write;
    input       strong;
    begin
      observed = did == STRONG || (did == MIXED && !write && !strong);
    end
  endfunction

  // Both.
  function [2:0] sum;
    input [2:0] a;
    input [2:0] b;
    begin
      if ((a == READ && b == STRONG) || (a == STRONG && b == READ)) sum = MIXED;
      else sum = (a > b) ? a : b;
    end
  endfunction

  wire [2:0] does = write_i ? (strong_i ? STRONG : WRITE) : strong_i ? STRONG_READ : READ;

  // Another warp's
  wire       nobody  = did_i == NONE;
  wire       other   = !nobody && !mine_i;
  wire       clash   = conflicts(did_i, write_i, strong_i);
  wire       excused = clash && seen_i && observed(did_i, write_i, strong_i);
  wire       ordered = clash && !excused && after_i;
  wire       beside  = !clash && does < did_i;  // the worse one stays named
  wire [2:0] all     = sum(others_i, beside ? does : did_i);

  // Its own
  wire       others_clash = conflicts(others_i, write_i, strong_i) && !observed(others_i, write_i, strong_i);
  wire       forgotten    = others_clash && (waited_i || write_i);
  wire [2:0] both         = same_phase_i ? sum(did_i, does) : does;
  wire       keeps        = both < did_i || (both == did_i && does < did_i);

  assign race_o        = other && clash && !excused && !after_i;
  assign race_others_o = !nobody && mine_i && others_clash && !waited_i;

  // A read leaves the write, which others may meet, too.
  assign take_o   = !(other && (clash ? !excused && !after_i && !write_i : beside)) && !(!nobody && mine_i && keeps);
  assign did_o    = !take_o ? did_i : (!nobody && mine_i) ? both : does;
  assign others_o = (!nobody && mine_i) ? (forgotten ? NONE : others_i)
                  : nobody || ordered   ? NONE
                  : !clash || excused   ? all
                  : write_i             ? NONE : others_i;
  assign seen_o   = (!nobody && mine_i) ? seen_i && !write_i
                  : other && !take_o    ? seen_i || (beside && !write_i && strong_i && did_i >= STRONG)
                  : 1'b0;

endmodule

`resetall
