// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_iguard_eras_proof: messages, operations and lookups as they like; a warp and its block are watched, and one operation.
//
//   arr_*, look_*, end_* --> pf_iguard_eras --> times_o of the operation's lookups of that warp: those of its arrival
//   arr_* --> a register for each time, changed at once --> copied when the operation comes in --------+
//
// Whichever lookups, of others too, and whenever the port goes on. Messages are of all lanes; each operation is one piece.

`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "pf_fields.vh"

module pf_iguard_eras_proof #(
  parameter integer Eras   = 4,
  parameter integer EraW   = 2,
  parameter integer SmW    = 1,
  parameter integer WarpW  = 1,
  parameter integer BlockW = 1,
  parameter integer TimeW  = `PF_IGUARD_SIDE_WHEN_W
) (
  input wire              clk_i,
  input wire [BlockW-1:0] block_i,      // the watched one's, in the first cycle
  input wire [WarpW-1:0]  warp_i,
  input wire              watch_i,      // the operation that comes in is the one, if none has been so far
  input wire              arr_valid_i,
  input wire              arr_msg_i,
  input wire [1:0]        arr_kind_i,
  input wire [BlockW-1:0] arr_block_i,
  input wire [WarpW-1:0]  arr_warp_i,
  input wire              arr_device_i,
  input wire [TimeW-1:0]  arr_when_i,
  input wire [TimeW-1:0]  arr_bar_i,
  input wire              end_i,
  input wire [EraW-1:0]   end_era_i,
  input wire              end_mine_i,   // it is the watched one
  input wire              look_step_i,
  input wire              look_valid_i,
  input wire              look_mine_i,  // of the watched one for the watched operation
  input wire [BlockW-1:0] look_block_i,
  input wire [WarpW-1:0]  look_warp_i,
  input wire [EraW-1:0]   look_era_i
);

  localparam integer TimesW = `PF_IGUARD_TIMES_W;

  // Reset in the first cycle only
  reg  f_past = 1'b0;
  wire rst_ni = f_past;
  always @(posedge clk_i) f_past <= 1'b1;

  reg  [BlockW-1:0] block_q;
  reg  [WarpW-1:0]  warp_q;
  always @(posedge clk_i) if (!rst_ni) {block_q, warp_q} <= {block_i, warp_i};

  wire              arr_ready, idle;
  wire [EraW-1:0]   era;
  wire [TimesW-1:0] times;
  reg               in_q, seen_q;       // the operation is inside, or was
  reg  [EraW-1:0]   era_q;              // ... its era
  wire              look    = look_step_i && look_valid_i;
  wire              mine    = look && look_mine_i;
  wire [EraW-1:0]   of_era  = look_mine_i ? era_q : look_era_i;

  pf_iguard_eras #(
    .SmW       (SmW),
    .WarpW     (WarpW),
    .BlockW    (BlockW),
    .EpochW    (1),
    .Eras      (Eras),
    .MaxInside (3),
    .Looks     (1),
    .Adds      (1),
    .Ends      (1)
  ) u_dut (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .arr_valid_i  (arr_valid_i),
    .arr_ready_o  (arr_ready),
    .arr_room_o   (),
    .arr_wait_o   (),
    .arr_msg_i    (arr_msg_i),
    .arr_kind_i   (arr_kind_i),
    .arr_block_i  (arr_block_i),
    .arr_warp_i   (arr_warp_i),
    .arr_alone_i  (1'b0),
    .arr_lane_i   (5'd0),
    .arr_device_i (arr_device_i),
    .arr_when_i   (arr_when_i),
    .arr_bar_i    (arr_bar_i),
    .arr_meet_i   ({TimeW{1'b0}}),
    .era_o        (era),
    .add_i        (1'b0),
    .add_era_i    ({EraW{1'b0}}),
    .end_i        (end_i),
    .end_era_i    (end_era_i),
    .look_step_i  (look_step_i),
    .look_valid_i (look_valid_i),
    .look_block_i (look_mine_i ? block_q : look_block_i),
    .look_warp_i  (look_mine_i ? warp_q : look_warp_i),
    .look_era_i   (of_era),
    .times_o      (times),
    .idle_o       (idle)
  );

  wire taken   = arr_valid_i && arr_ready;
  wire message = taken && arr_msg_i;
  wire comes   = taken && !arr_msg_i;
  wire watches = comes && watch_i && !seen_q;

  // Operations inside: all; of the era that has not ended; besides the watched one, of its era
  reg  [1:0] all_q, now_q, others_q;
  wire       end_now   = end_i && end_era_i == era;
  wire       end_other = end_i && end_era_i == era_q && !end_mine_i;
  wire [1:0] now       = now_q - {1'b0, end_now};
  reg  [1:0] known_q;                   // lookups of the operation, by step
  reg        shown_q;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      {all_q, now_q, others_q, in_q, seen_q, known_q, shown_q} <= 11'd0;
      era_q <= {EraW{1'b0}};
    end else begin
      all_q <= all_q + {1'b0, comes} - {1'b0, end_i};
      now_q <= (message && all_q != 2'd0) ? 2'd0 : now + {1'b0, comes};
      if (watches) begin
        {in_q, seen_q, era_q, others_q} <= {2'b11, era, now};
      end else if (in_q) begin
        in_q     <= !(end_i && end_mine_i);
        others_q <= others_q + {1'b0, comes && era == era_q} - {1'b0, end_other};
      end
      if (look_step_i) {shown_q, known_q} <= {known_q, mine};
    end
  end
  always @* begin
    if (arr_valid_i && arr_msg_i) assume (arr_kind_i <= 2'd`PF_IGUARD_MSG_EPOCH);
    if (end_i && end_mine_i) assume (in_q && end_era_i == era_q && known_q == 2'd0 && !mine);
    if (in_q && end_other) assume (others_q != 2'd0);
    if (mine) assume (in_q);
  end

  // Times of the watched warp and of its block; as they were when the operation came
  reg  [TimeW-1:0] any_q, dev_q, bar_q, begin_q;
  reg  [4*TimeW-1:0] then_q;
  wire             of_block = arr_block_i == block_q;
  wire             of_warp  = arr_block_i[SmW-1:0] == block_q[SmW-1:0] && arr_warp_i == warp_q;
  wire             fences   = arr_kind_i == 2'd`PF_IGUARD_MSG_FENCE;
  always @(posedge clk_i) begin
    if (!rst_ni || (message && arr_kind_i == 2'd`PF_IGUARD_MSG_EPOCH)) begin
      {any_q, dev_q, bar_q, begin_q} <= {(4*TimeW){1'b0}};
    end else if (message) begin
      if (fences && of_warp)                  any_q   <= arr_when_i;
      if (fences && of_warp && arr_device_i)  dev_q   <= arr_when_i;
      if (fences && of_block && arr_device_i) bar_q   <= arr_bar_i;
      if (!fences && of_block)                begin_q <= arr_when_i;
    end
    if (watches) then_q <= {dev_q, any_q, bar_q, begin_q};
  end

  wire [TimeW+4:0] none = {(TimeW+5){1'b0}};
  always @(posedge clk_i) begin
    if (rst_ni) begin
      a_then: assert (!shown_q || times == {none, then_q[3*TimeW +: TimeW], none, then_q[0 +: 3*TimeW]});
    end
  end

`ifdef PF_COVER
  reg changed_q;
  always @(posedge clk_i) begin
    changed_q <= rst_ni && in_q && (changed_q || (message && of_warp && of_block && fences && arr_device_i));
    if (rst_ni) begin
      c_ring: cover (shown_q && changed_q && then_q[0 +: TimeW] != {TimeW{1'b0}} && then_q[3*TimeW +: TimeW] != dev_q &&
                     bar_q != then_q[TimeW +: TimeW]);
    end
  end
`endif

endmodule

`resetall
