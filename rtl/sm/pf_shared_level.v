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
// copy_i: an asynchronous copy begins, is told again as it stays under way, or has ended. The code COPY is a
// write under way: its own warp's other accesses race with it, too, and no order excuses one, until it has ended.
// That it stays or has ended changes its own warp's entry only, and never races.
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
  input  wire [1:0] copy_i,        // ... of a copy, PF_SHARED_COPY_*: write_i, not strong_i
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
  localparam [2:0] COPY = `PF_SHARED_COPY;

  // What somebody did races with the access.
  function conflicts;
    input [2:0] did;
    input       write;
    input       strong;
    begin
      case ({write, strong})
        2'b01:   conflicts = did >= WRITE;
        2'b00:   conflicts = did >= STRONG;
        2'b11:   conflicts = did == READ || did > STRONG;
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

  wire       copies = copy_i != `PF_SHARED_COPY_NO;
  wire       ends   = copy_i == `PF_SHARED_COPY_ENDS;
  wire       quiet  = ends || copy_i == `PF_SHARED_COPY_STAYS;
  wire [2:0] does   = (copies && !ends) ? COPY : write_i ? (strong_i ? STRONG : WRITE) : strong_i ? STRONG_READ : READ;
  wire       nobody = did_i == NONE;
  wire       flying = did_i == COPY;

  // Another warp's: a copy that is quiet, and one under way, conflict with all, and leave it as it is.
  wire       other   = !nobody && !mine_i;
  wire       leaves  = quiet || flying;
  wire       clash   = conflicts(did_i, write_i, strong_i);
  wire       excused = clash && seen_i && !quiet && observed(did_i, write_i, strong_i);
  wire       asks    = clash && !leaves;        // order may excuse it
  wire       ordered = !excused && asks && after_i;
  wire       beside  = !clash && does < did_i;  // the worse one stays named
  wire       over    = write_i && !leaves;      // a read leaves the write, which others may meet, too
  wire [2:0] all     = sum(others_i, beside ? does : did_i);

  // Its own: but for a copy's end, the worse stays; of a copy under way, all else is less.
  wire       own          = !nobody && mine_i;
  wire       others_clash = conflicts(others_i, write_i, strong_i) && !observed(others_i, write_i, strong_i) && !flying;
  wire       forgotten    = others_clash && (waited_i || write_i);
  wire [2:0] both         = (same_phase_i && !ends) ? sum(did_i, does) : does;
  wire       keeps        = !ends && (both < did_i || (both == did_i && does < did_i));

  assign race_o        = !quiet && (other ? clash && !excused && !(asks && after_i) : own && flying && !copies);
  assign race_others_o = !quiet && own && others_clash && !waited_i;

  // after_i is known last.
  assign take_o   = !(other && (clash ? !excused && !over : beside) && !(asks && after_i)) && !(own && keeps);
  assign did_o    = !take_o ? did_i : own ? both : does;
  assign others_o = own                 ? (forgotten ? NONE : others_i)
                  : nobody || ordered   ? NONE
                  : !clash || excused   ? all
                  : over                ? NONE : others_i;
  assign seen_o   = own                 ? seen_i && !write_i
                  : other && !take_o    ? seen_i || (beside && !write_i && strong_i && did_i >= STRONG)
                  : 1'b0;

endmodule

`resetall
