// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_memory_model: the memory behind a slice unit, as slow and as unordered as its promise allows.
//
//   mrd_* --> list of reads, each due some cycles later --> any of those due --> mrsp_*
//   mwr_* --> mem
//
// The promise: a read accepted after a write was accepted sees that write. A write accepted in the
// same cycle as a read, or later but before the answer, is seen or not, by chance. Contents are
// junk at the start.
//
//   fixed_i    1: always ready, each read answered latency_i cycles after its acceptance, in order
//   busy_i     0: always ready, to 255: almost never, for each channel by chance
//   stall_*_i  1: the channel stands still

`resetall
`timescale 1ns / 1ps
`default_nettype none

module pf_memory_model #(
  parameter integer MemW  = 25,
  parameter integer IdW   = 6,
  parameter integer Depth = 1024,  // beats that are there; others are an error
  parameter integer Reads = 128    // most at a time
) (
  input  wire            clk_i,
  input  wire            rst_ni,
  input  wire [31:0]     seed_i,

  input  wire            fixed_i,
  input  wire [15:0]     latency_i,      // at most, 1..
  input  wire [7:0]      busy_i,
  input  wire            stall_mrd_i,
  input  wire            stall_mrsp_i,
  input  wire            stall_mwr_i,

  input  wire            mrd_valid_i,
  output reg             mrd_ready_o,
  input  wire [MemW-1:0] mrd_addr_i,
  input  wire [IdW-1:0]  mrd_id_i,
  output reg             mrsp_valid_o,
  input  wire            mrsp_ready_i,
  output reg  [IdW-1:0]  mrsp_id_o,
  output reg  [255:0]    mrsp_data_o,
  input  wire            mwr_valid_i,
  output reg             mwr_ready_o,
  input  wire [MemW-1:0] mwr_addr_i,
  input  wire [255:0]    mwr_data_i,

  output reg             error_o         // an address that is not there, or too many reads
);

  reg [255:0]    mem [0:Depth-1];
  reg            read_valid [0:Reads-1];
  reg [IdW-1:0]  read_id    [0:Reads-1];
  reg [MemW-1:0] read_addr  [0:Reads-1];
  reg [255:0]    read_data  [0:Reads-1];
  reg            read_late  [0:Reads-1];  // data are those of the answer's time
  reg [31:0]     read_due   [0:Reads-1];
  reg [31:0]     now;
  reg [31:0]     x;
  reg            early;  // of a read and a write in one cycle, the read is first
  reg            got_write, got_read, fire;
  integer        i, at, pick, free, n;

  task turn;  // xorshift32
    begin
      x = x ^ (x << 13);
      x = x ^ (x >> 17);
      x = x ^ (x << 5);
    end
  endtask

  task take_write;
    begin
      if (mwr_addr_i >= Depth) error_o <= 1'b1;
      else mem[mwr_addr_i] = mwr_data_i;
    end
  endtask

  task take_read;
    begin
      free = -1;
      for (i = 0; i < Reads; i = i + 1) if (!read_valid[i] && free < 0) free = i;
      if (mrd_addr_i >= Depth || free < 0) error_o <= 1'b1;
      else begin
        turn;
        read_valid[free] = 1'b1;
        read_id[free]    = mrd_id_i;
        read_addr[free]  = mrd_addr_i;
        read_data[free]  = mem[mrd_addr_i];
        read_late[free]  = x[0] && !fixed_i;
        read_due[free]   = now + (fixed_i ? {16'd0, latency_i} - 1
                                          : x[4:1] == 0 ? 4 * {16'd0, latency_i}
                                                        : {16'd0, x[31:16]} % {16'd0, latency_i});
      end
    end
  endtask

  // One of those due: the oldest, or the first from a random place.
  task choose;
    begin
      turn;
      pick = -1;
      for (i = 0; i < Reads; i = i + 1) begin
        at = fixed_i ? i : (i + x[15:0]) % Reads;
        if (read_valid[at] && $signed(now - read_due[at]) >= 0) begin
          if (pick < 0) pick = at;
          else if (fixed_i && $signed(read_due[pick] - read_due[at]) > 0) pick = at;
        end
      end
    end
  endtask

  initial begin
    x = 32'h1234_5678;
    for (at = 0; at < Depth; at = at + 1) begin
      for (n = 0; n < 8; n = n + 1) begin
        turn;
        mem[at][32*n +: 32] = x;
      end
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      mrd_ready_o  <= 1'b0;
      mrsp_valid_o <= 1'b0;
      mwr_ready_o  <= 1'b0;
      mrsp_id_o    <= {IdW{1'b0}};
      mrsp_data_o  <= 256'd0;
      error_o      <= 1'b0;
      now          = 0;
      x            = seed_i ^ 32'h5bd1_e995;
      for (i = 0; i < Reads; i = i + 1) read_valid[i] = 1'b0;
    end else begin
      now       = now + 1;
      got_write = mwr_valid_i && mwr_ready_o;
      got_read  = mrd_valid_i && mrd_ready_o;
      turn;
      early     = x[7];
      if (got_read && early) take_read;
      if (got_write) take_write;
      if (got_read && !early) take_read;

      fire = !mrsp_valid_o || mrsp_ready_i;
      turn;
      if (fire) begin
        mrsp_valid_o <= 1'b0;
        if (fixed_i || (!stall_mrsp_i && x[7:0] >= busy_i)) begin
          choose;
          if (pick >= 0) begin
            mrsp_valid_o     <= 1'b1;
            mrsp_id_o        <= read_id[pick];
            mrsp_data_o      <= read_late[pick] ? mem[read_addr[pick]] : read_data[pick];
            read_valid[pick]  = 1'b0;
          end
        end
      end
      turn;
      mrd_ready_o <= fixed_i || (!stall_mrd_i && x[7:0] >= busy_i);
      mwr_ready_o <= fixed_i || (!stall_mwr_i && x[15:8] >= busy_i);
    end
  end

endmodule

`resetall
