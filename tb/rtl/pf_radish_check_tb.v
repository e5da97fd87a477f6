// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_radish_check_tb: random clocks of a byte in all cores' metadata, with what the reference in C decides (pf_radish_check_vec).
//
// Checked: every output; enough of each verdict, permission and status came to pass.
// Plusargs: +vec=FILE +seed=N; the parameters as the vectors' cores= and clock=.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_radish_check_tb #(
  parameter integer Cores  = 8,
  parameter integer ClockW = 16
);

  localparam integer W = Cores * ClockW;

  reg  [W-1:0]     known, read, write;
  reg  [Cores-1:0] has;
  reg              access, left_read, left_write;
  reg  [1:0]       permission, status;
  wire             pass, allowed, race, ask, old_reads, old_write;
  wire [Cores-1:0] writers, readers;
  wire [1:0]       permission_out, left_status;

`ifdef NETLIST  // parameters are gone from a netlist
  pf_radish_check u_dut (
`else
  pf_radish_check #(
    .Cores  (Cores),
    .ClockW (ClockW)
  ) u_dut (
`endif
    .known_i        (known),
    .has_i          (has),
    .read_i         (read),
    .write_i        (write),
    .access_write_i (access),
    .permission_i   (permission),
    .status_i       (status),
    .pass_o         (pass),
    .allowed_o      (allowed),
    .race_o         (race),
    .ask_o          (ask),
    .writers_o      (writers),
    .readers_o      (readers),
    .permission_o   (permission_out),
    .left_read_i    (left_read),
    .left_write_i   (left_write),
    .left_status_o  (left_status),
    .old_reads_o    (old_reads),
    .old_write_o    (old_write)
  );

  // A line of the file; Verilator 5.006 does not see that $fscanf changes what a module reads.
  reg [W-1:0]     v_known, v_read, v_write;
  reg [Cores-1:0] v_has, v_writers, v_readers;
  reg             v_access, v_left_read, v_left_write, v_pass, v_allowed, v_race, v_old_reads, v_old_write;
  reg [1:0]       v_permission, v_status, v_permission_out, v_left_status;

  integer         file, got, checks, seed, races, asks, writes, reads;
  reg             good;
  reg [8*256-1:0] vec;

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;  // the vectors' own, for the report
    if (!$value$plusargs("vec=%s", vec)) begin
      $display("FAIL pf_radish_check: no +vec=FILE");
      $stop;
    end
    {checks, races, asks, writes, reads} = {5{32'd0}};
    file = $fopen(vec, "r");
    got = 18;
    while (got == 18) begin
      got = $fscanf(file, "%b %b %b %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h\n", v_known, v_read, v_write, v_has, v_access, v_permission,
                    v_status, v_left_read, v_left_write, v_pass, v_allowed, v_race, v_writers, v_readers, v_permission_out,
                    v_left_status, v_old_reads, v_old_write);
      if (got == 18) begin
        {known, read, write, has, access} = {v_known, v_read, v_write, v_has, v_access};
        {permission, status, left_read, left_write} = {v_permission, v_status, v_left_read, v_left_write};
        #1;
        checks = checks + 1;
        races  = races + {31'd0, v_race};
        asks   = asks + {31'd0, !v_race && !v_allowed};
        writes = writes + {31'd0, v_permission_out == 2'd2};
        reads  = reads + {31'd0, v_permission_out == 2'd1};
        good = {pass, allowed, race, ask, writers, readers} ===
               {v_pass, v_allowed, v_race, !v_race && !v_allowed, v_writers, v_readers} &&
               {permission_out, left_status, old_reads, old_write} === {v_permission_out, v_left_status, v_old_reads, v_old_write};
        if (!good) begin
          $display("FAIL pf_radish_check: check %0d: known %h reads %h writes %h of %b, write %b, permission %0d, status %0d", checks,
                   known, read, write, has, access, permission, status);
          $display("FAIL pf_radish_check: got pass %b allowed %b race %b ask %b by %b %b permission %0d, left %0d %b %b", pass, allowed, race,
                   ask, writers, readers, permission_out, left_status, old_reads, old_write);
          $display("FAIL pf_radish_check: expected pass %b allowed %b race %b by %b %b permission %0d, left %0d %b %b", v_pass, v_allowed,
                   v_race, v_writers, v_readers, v_permission_out, v_left_status, v_old_reads, v_old_write);
          $stop;
        end
      end
    end
    if (!$feof(file) || checks < 1000 || races < checks / 20 || asks < checks / 20 || writes < checks / 100 || reads < checks / 20) begin
      $display("FAIL pf_radish_check: checks=%0d races=%0d asks=%0d writes=%0d reads=%0d", checks, races, asks, writes, reads);
      $stop;
    end
    $display("PASS pf_radish_check seed=%0d checks=%0d races=%0d asks=%0d writes=%0d reads=%0d", seed, checks, races, asks, writes,
             reads);
    $finish;
  end

endmodule

`resetall
