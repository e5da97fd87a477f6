// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_held_proof: one warp, any one, among events of all: what is read of it is that of a row without a pipeline.
//
//   any events, any reads --> pf_iguard_held -------------------------------> what is read
//                        \--> row of the chosen warp, as C has it --> late --> = the row's
//
// The row is written as the C is, field by field, and all of it is dropped when the last lock is given back. Beside what is read,
// the words of both memories are as the row: induction needs it.
//
// Assumed: a warp is cleared before anything else happens to it, and three cycles before a read.

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_iguard_held_proof (
  input wire       clk_i,
  input wire       valid_i,
  input wire [1:0] op_i,
  input wire       warp_i,
  input wire       device_i,
  input wire       several_i,
  input wire [5:0] addr_i,
  input wire [5:0] key_i,
  input wire       read_i,
  input wire       read_warp_i
);

  localparam [1:0] CLEAR    = 2'd0;
  localparam [1:0] INSERT   = 2'd1;
  localparam [1:0] RELEASE  = 2'd2;
  localparam [1:0] ACTIVATE = 2'd3;
  localparam [5:0] MOST     = 6'd63;

  (* anyconst *) wire chosen;

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  wire        by_lane, idle;
  wire [15:0] got;

  pf_iguard_held #(
    .Warps (2)
  ) u_dut (
    .clk_i            (clk_i),
    .rst_ni           (rst_ni),
    .evt_warp_i       (warp_i),
    .evt_clear_i      (valid_i && op_i == CLEAR),
    .evt_insert_i     (valid_i && op_i == INSERT),
    .evt_release_i    (valid_i && op_i == RELEASE),
    .evt_activate_i   (valid_i && op_i == ACTIVATE),
    .evt_device_i     (device_i),
    .evt_several_i    (several_i),
    .evt_addr_i       (addr_i),
    .evt_key_i        (key_i),
    .read_valid_i     (read_i),
    .read_warp_i      (read_warp_i),
    .read_by_lane_o   (by_lane),
    .read_signature_o (got),
    .idle_o           (idle)
  );

  // The event of the cycle before, as its key is there only now
  reg       mine_q, device_q, several_q;
  reg [1:0] op_q;
  reg [5:0] addr_q;
  always @(posedge clk_i) begin
    mine_q    <= rst_ni && valid_i && warp_i == chosen;
    op_q      <= op_i;
    device_q  <= device_i;
    several_q <= several_i;
    addr_q    <= addr_i;
  end

  function [15:0] bins;
    input [5:0] hash;
    bins = {8'd1 << hash[2:0], 8'd1 << hash[5:3]};
  endfunction

  // The chosen warp's row: {by_lane, device_counts, block_counts, n, device, block}
  localparam integer RowW = 41;
  reg  [15:0]     device, block;
  reg  [5:0]      n;
  reg             lanes, device_counts, block_counts;
  reg  [RowW-1:0] row_q, row_q2, row_q3;
  wire [15:0]     it_block  = bins(addr_q ^ key_i);
  wire [15:0]     it_device = bins(addr_q);

  always @* begin
    {lanes, device_counts, block_counts, n, device, block} = row_q;
    if (mine_q) begin
      case (op_q)
        CLEAR: {lanes, device_counts, block_counts, n, device, block} = {RowW{1'b0}};
        INSERT: begin
          if (device_q) device = device | it_device;
          block = block | it_block;
          if (n != MOST) n = n + 6'd1;
          lanes = lanes || several_q;
        end
        RELEASE: begin
          if (n != MOST && (block & it_block) == it_block && (!device_q || (device & it_device) == it_device)) begin
            n = n - 6'd1;
            if (n == 6'd0) {device_counts, block_counts, device, block} = 34'd0;
          end
        end
        default: begin
          block_counts  = block_counts || n != 6'd0;
          device_counts = device_counts || (n != 6'd0 && device_q);
        end
      endcase
    end
  end

  function [16:0] read_of;  // of a row
    input [RowW-1:0] row;
    read_of = {row[40], ({16{row[39]}} & row[31:16]) | ({16{row[38]}} & row[15:0])};
  endfunction

  reg       cleared_q;      // the chosen warp has been, at all,
  reg [2:0] cleared_for_q;  // so many cycles ago, at most 4
  reg       read_q;
  always @(posedge clk_i) begin
    row_q  <= {lanes, device_counts, block_counts, n, device, block};
    row_q2 <= row_q;
    row_q3 <= row_q2;
    read_q <= rst_ni && read_i && read_warp_i == chosen && cleared_for_q >= 3'd2;
    if (!rst_ni) begin
      cleared_q     <= 1'b0;
      cleared_for_q <= 3'd0;
    end else begin
      if (valid_i && warp_i == chosen && op_i == CLEAR) cleared_q <= 1'b1;
      if (cleared_q && cleared_for_q != 3'd4) cleared_for_q <= cleared_for_q + 1'b1;
    end
  end
  always @* assume (!(rst_ni && valid_i && warp_i == chosen && op_i != CLEAR) || cleared_q);

  // The memories' words of the chosen warp; of no lock, bins and what counts are not looked at.
  (* hierconn *) wire [RowW-1:0] \u_dut.u_rows.g_read[0].u_ram.mem_q[0] , \u_dut.u_rows.g_read[0].u_ram.mem_q[1] ;
  (* hierconn *) wire [16:0] \u_dut.u_signatures.g_read[0].u_ram.mem_q[0] , \u_dut.u_signatures.g_read[0].u_ram.mem_q[1] ;
  wire [RowW-1:0] word = chosen ? \u_dut.u_rows.g_read[0].u_ram.mem_q[1] : \u_dut.u_rows.g_read[0].u_ram.mem_q[0] ;
  wire [16:0]     kept = chosen ? \u_dut.u_signatures.g_read[0].u_ram.mem_q[1] : \u_dut.u_signatures.g_read[0].u_ram.mem_q[0] ;
  wire            some = word[37:32] != 6'd0;
  wire [RowW-1:0] known = {word[40], word[39:38] & {2{some}}, word[37:32], word[31:0] & {32{some}}};

  (* hierconn *) wire \u_dut.valid_q2 , \u_dut.clear_q2 , \u_dut.warp_q2 ;

  always @(posedge clk_i) begin
    if (rst_ni) begin
      if (read_q) a_read: assert ({by_lane, got} == read_of(row_q3));
      // Where the clearing is until the memories have it
      if (cleared_q && cleared_for_q == 3'd0) a_clear: assert (mine_q && op_q == CLEAR);
      if (cleared_for_q == 3'd1) begin
        a_clear_2: assert (row_q == {RowW{1'b0}});
        a_clears:  assert (\u_dut.valid_q2 && \u_dut.clear_q2 && \u_dut.warp_q2 == chosen);
      end
      a_cleared: assert (cleared_q || cleared_for_q == 3'd0);
      if (cleared_for_q >= 3'd2) a_row: assert (known == row_q2);
      if (cleared_for_q >= 3'd3) a_kept: assert (kept == read_of(row_q3));
      a_none: assert (cleared_for_q < 3'd2 || row_q2[37:32] != 6'd0 || {row_q2[39:38], row_q2[31:0]} == 34'd0);
`ifdef PF_COVER
      if (read_q) begin
        c_two_locks: cover (by_lane && got[0] && got[7]);
        c_empty:     cover (by_lane && got == 16'd0 && row_q3[37:32] == 6'd0);
      end
`endif
    end
  end

endmodule

`resetall
