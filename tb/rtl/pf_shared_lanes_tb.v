// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_lanes_tb: every level of eight lanes of a warp and every access of some of them (pf_shared_lanes_vec), once.
//
// Plusargs: +vec=FILE

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_shared_lanes_tb;

  localparam integer LaneW  = 5;
  localparam integer InW    = 9 + 4 * LaneW;
  localparam integer OutW   = 10 + 2 * LaneW;
  localparam integer Checks = 6 * 6 * 2 * 8 * 4 * (8 + 28 + 56 + 70);

  reg  [2:0]       n_did, n_others;
  reg              n_seen, n_write, n_strong;
  reg  [LaneW-1:0] n_who, n_lane, n_second, n_last;
  reg  [2:0]       w_did, w_others;
  reg              w_seen, w_take, w_race, w_race_others;
  reg  [LaneW-1:0] w_who, w_lane;
  reg  [InW-1:0]   in;
  reg  [OutW-1:0]  want;
  wire [OutW-1:0]  out;

  pf_shared_lanes u_dut (
    .did_i         (in[2:0]),
    .others_i      (in[5:3]),
    .seen_i        (in[6]),
    .write_i       (in[7]),
    .strong_i      (in[8]),
    .who_i         (in[9 +: LaneW]),
    .lane_i        (in[9+LaneW +: LaneW]),
    .second_i      (in[9+2*LaneW +: LaneW]),
    .last_i        (in[9+3*LaneW +: LaneW]),
    .did_o         (out[2:0]),
    .others_o      (out[5:3]),
    .seen_o        (out[6]),
    .take_o        (out[7]),
    .race_o        (out[8]),
    .race_others_o (out[9]),
    .who_o         (out[10 +: LaneW]),
    .lane_o        (out[10+LaneW +: LaneW])
  );

  integer         file, got, checks, races;
  reg [8*256-1:0] vec;

  initial begin
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_shared_lanes: no +vec=FILE");
      $stop;
    end
    file = $fopen(vec, "r");
    checks = 0; races = 0;
    got = 17;
    while (got == 17) begin
      got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h\n", n_did, n_others, n_seen, n_who, n_write,
                    n_strong, n_lane, n_second, n_last, w_did, w_others, w_seen, w_who, w_take, w_lane, w_race,
                    w_race_others);
      if (got == 17) begin
        // Copied: what $fscanf writes changes unseen by Verilator 5.006.
        in   = {n_last, n_second, n_lane, n_who, n_strong, n_write, n_seen, n_others, n_did};
        want = {w_lane, w_who, w_race_others, w_race, w_take, w_seen, w_others, w_did};
        #1;
        checks = checks + 1;
        if (w_race || w_race_others) races = races + 1;
        if (out !== want) begin
          $display("FAIL pf_shared_lanes: check %0d: did %0d others %0d seen %b who %0d, write %b strong %b lanes %0d %0d to %0d: got %h, expected %h",
                   checks, n_did, n_others, n_seen, n_who, n_write, n_strong, n_lane, n_second, n_last, out, want);
          $stop;
        end
      end
    end
    if (checks != Checks || races < 10000) begin
      $display("FAIL pf_shared_lanes: checks=%0d races=%0d", checks, races);
      $stop;
    end
    $display("PASS pf_shared_lanes checks=%0d", checks);
    $finish;
  end

endmodule

`resetall
