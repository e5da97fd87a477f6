// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_lock_table_proof: one warp, any one, among events of all: its signature is that of a list.
//
//   any events, any reads --> pf_lock_table -----------------------------> signature read
//                        \--> pf_lock_list, of the chosen warp --> late --> = the list's
//
// Assumed: a warp is cleared before anything else happens to it, and three cycles before a read.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_lock_table_proof #(
  parameter integer Warps       = 2,
  parameter integer LockEntries = 2,
  // Derived: do not override.
  parameter integer W           = `PF_LOCK_ENTRY_W,
  parameter integer WarpW       = (Warps > 1) ? $clog2(Warps) : 1
) (
  input wire             clk_i,
  input wire             rst_ni,
  input wire             valid_i,
  input wire [1:0]       op_i,
  input wire [WarpW-1:0] warp_i,
  input wire             device_i,
  input wire [5:0]       addr_i,
  input wire [15:0]      words_i,
  input wire [5:0]       key_i,
  input wire             read_i,
  input wire [WarpW-1:0] read_warp_i
);

  localparam integer N = LockEntries;

  (* anyconst *) wire [WarpW-1:0] chosen;

  reg started_q = 1'b0;
  always @(posedge clk_i) started_q <= 1'b1;
  always @* assume (rst_ni == started_q);
  always @* assume ({1'b0, warp_i} < Warps && {1'b0, read_warp_i} < Warps && {1'b0, chosen} < Warps);

  wire [15:0] got;
  wire        idle;

  pf_lock_table #(
    .Warps       (Warps),
    .LockEntries (N)
  ) u_dut (
    .clk_i            (clk_i),
    .rst_ni           (rst_ni),
    .evt_warp_i       (warp_i),
    .evt_clear_i      (valid_i && op_i == 2'd0),
    .evt_insert_i     (valid_i && op_i == 2'd1),
    .evt_release_i    (valid_i && op_i == 2'd2),
    .evt_activate_i   (valid_i && op_i == 2'd3),
    .evt_device_i     (device_i),
    .evt_addr_i       (addr_i),
    .evt_words_i      (words_i),
    .evt_key_i        (key_i),
    .read_valid_i     (read_i),
    .read_warp_i      (read_warp_i),
    .read_signature_o (got),
    .idle_o           (idle)
  );

  // The event of the cycle before, as its key is there only now.
  reg       mine_q, device_q;
  reg [1:0] op_q;
  reg [5:0]  addr_q;
  reg [15:0] words_q;
  always @(posedge clk_i) begin
    mine_q   <= rst_ni && valid_i && warp_i == chosen;
    op_q     <= op_i;
    device_q <= device_i;
    addr_q   <= addr_i;
    words_q  <= words_i;
  end

  // Of an entry, the hash of the event's address with that scope, and bits 5:2 of the address: what differs
  // in the hash differs in the address.
  function goes;
    input [5:0]  hash;
    input [5:0]  own;
    input [3:0]  word;
    input [15:0] words;
    reg   [5:0]  differs;
    begin
      differs = {hash[2:0] ^ own[2:0], hash[5:3] ^ own[5:3]};
      goes    = differs == 6'd0 || (differs[1:0] == 2'd0 && words[word ^ differs[5:2]]);
    end
  endfunction

  wire [5:0]     block_addr = addr_q ^ key_i;
  reg  [N*W-1:0] list_q, list_q2, list_q3;
  wire [N*W-1:0] list;
  wire [5:0]     device_hash = {addr_q[2:0], addr_q[5:3]};
  wire [5:0]     block_hash  = {block_addr[2:0], block_addr[5:3]};
  reg  [N-1:0]   own;
  integer        a;
  always @* begin
    for (a = 0; a < N; a = a + 1) begin
      own[a] = list_q[a*W + 6] ? goes(list_q[a*W +: 6], block_hash, addr_q[5:2], words_q)
                               : device_q && goes(list_q[a*W +: 6], device_hash, addr_q[5:2], words_q);
    end
  end

  pf_lock_list #(
    .LockEntries (N)
  ) u_list (
    .clear_i       (mine_q && op_q == 2'd0),
    .insert_i      (mine_q && op_q == 2'd1),
    .release_i     (mine_q && op_q == 2'd2),
    .activate_i    (mine_q && op_q == 2'd3),
    .device_i      (device_q),
    .device_hash_i (device_hash),
    .block_hash_i  (block_hash),
    .goes_i        (own),
    .entries_i     (list_q),
    .entries_o     (list)
  );

  reg       cleared_q;      // the chosen warp has been, at all,
  reg [2:0] cleared_for_q;  // so many cycles ago, at most 4
  reg       read_q;
  always @(posedge clk_i) begin
    list_q  <= list;
    list_q2 <= list_q;
    list_q3 <= list_q2;
    read_q  <= rst_ni && read_i && read_warp_i == chosen && cleared_for_q >= 3'd2;
    if (!rst_ni) begin
      cleared_q     <= 1'b0;
      cleared_for_q <= 3'd0;
    end else begin
      if (valid_i && warp_i == chosen && op_i == 2'd0) cleared_q <= 1'b1;
      if (cleared_q && cleared_for_q != 3'd4) cleared_for_q <= cleared_for_q + 1'b1;
    end
  end
  always @* assume (!(rst_ni && valid_i && warp_i == chosen && op_i != 2'd0) || cleared_q);

  wire [15:0] want;
  pf_lock_signature #(.LockEntries (N)) u_signature (.entries_i (list_q3), .signature_o (want));

  always @(posedge clk_i) begin
    if (rst_ni) begin
      if (read_q) a_signature: assert (got == want);
      if (read_q) c_two_locks: cover (N == 1 ? |got : got[0] && got[7]);
    end
  end

endmodule

`resetall
