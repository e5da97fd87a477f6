// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_shared_level_tb: every level and every access (pf_shared_level_vec), once.
//
// Plusargs: +vec=FILE

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_shared_level_tb;

  reg  [2:0] did, others, want_did, want_others;
  reg        seen, write, strong, mine, same_phase, after, waited;
  reg        want_seen, want_take, want_race, want_race_others;
  reg  [2:0] n_did, n_others;
  reg  [1:0] copy, n_copy;
  reg        n_seen, n_write, n_strong, n_mine, n_same_phase, n_after, n_waited;
  wire [2:0] did_o, others_o;
  wire       seen_o, take_o, race_o, race_others_o;

  pf_shared_level u_dut (
    .did_i         (did),
    .others_i      (others),
    .seen_i        (seen),
    .write_i       (write),
    .strong_i      (strong),
    .copy_i        (copy),
    .mine_i        (mine),
    .same_phase_i  (same_phase),
    .after_i       (after),
    .waited_i      (waited),
    .did_o         (did_o),
    .others_o      (others_o),
    .seen_o        (seen_o),
    .take_o        (take_o),
    .race_o        (race_o),
    .race_others_o (race_others_o)
  );

  integer         file, got, checks, races;
  reg [8*256-1:0] vec;

  initial begin
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_shared_level: no +vec=FILE");
      $stop;
    end
    file = $fopen(vec, "r");
    checks = 0; races = 0;
    got = 16;
    while (got == 16) begin
      got = $fscanf(file, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h\n", n_did, n_others, n_seen, n_write, n_strong,
                    n_copy, n_mine, n_same_phase, n_after, n_waited, want_did, want_others, want_seen, want_take, want_race,
                    want_race_others);
      if (got == 16) begin
        // Copied: what $fscanf writes changes unseen by Verilator 5.006.
        {did, others, seen, write, strong, copy, mine, same_phase, after, waited} =
            {n_did, n_others, n_seen, n_write, n_strong, n_copy, n_mine, n_same_phase, n_after, n_waited};
        #1;
        checks = checks + 1;
        if (want_race || want_race_others) races = races + 1;
        if ({did_o, others_o, seen_o, take_o, race_o, race_others_o} !==
            {want_did, want_others, want_seen, want_take, want_race, want_race_others}) begin
          $display("FAIL pf_shared_level: check %0d: did %0d others %0d seen %b, write %b strong %b copy %0d mine %b same %b after %b waited %b: got %0d %0d %b take %b race %b %b, expected %0d %0d %b take %b race %b %b",
                   checks, did, others, seen, write, strong, copy, mine, same_phase, after, waited, did_o, others_o, seen_o,
                   take_o, race_o, race_others_o, want_did, want_others, want_seen, want_take, want_race,
                   want_race_others);
          $stop;
        end
      end
    end
    if (checks != 42 * (128 + 3 * 32) || races < 500) begin
      $display("FAIL pf_shared_level: checks=%0d races=%0d", checks, races);
      $stop;
    end
    $display("PASS pf_shared_level checks=%0d", checks);
    $finish;
  end

endmodule

`resetall
