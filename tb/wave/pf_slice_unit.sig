# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# View of pf_slice_unit_tb by stage (tb/rtl/wave.sh --views)
- Clock
u_dut.clk_i
u_dut.rst_ni
cycle
u_dut.cfg_enable
u_dut.cfg_policy
u_dut.quiet
u_dut.idle_o
- Requests
u_dut.req_valid_i
u_dut.req_ready_o
u_dut.req_kind_i
u_dut.req_sector_i
u_dut.req_word_mask_i
u_dut.req_sub_mask_i
u_dut.req_tag_i
u_dut.req_pc_i
u_dut.tag_level
u_dut.place_level
- Pieces
u_dut.cut_valid
u_dut.cut_ready
u_dut.piece_valid
u_dut.piece_ready
u_dut.piece_line
u_dut.piece_mask
u_dut.piece_shift
u_dut.piece_mtag
u_dut.piece_last
u_dut.skipped
- Lines
u_dut.pend_in_valid
u_dut.pend_in_ready
u_dut.pend_in_slot
u_dut.pend_in_id
u_dut.present
u_dut.stall_lines
u_dut.lines_held
- Reads
u_dut.mrd_valid_o
u_dut.mrd_ready_i
u_dut.mrd_addr_o
u_dut.mrd_id_o
u_dut.mrsp_valid_i
u_dut.mrsp_ready_o
u_dut.mrsp_id_i
u_dut.mrsp_data_i
- Check
u_dut.pend_valid
u_dut.pend_ready
u_dut.pend_slot
u_dut.pend_mask
u_dut.rd_valid
u_dut.rd_slot
u_dut.rd_beat
u_dut.rd_data
u_dut.u_check.step
u_dut.wr_valid
u_dut.wr_slot
u_dut.wr_beat
u_dut.wr_mask
u_dut.wr_changed
u_dut.wr_data
u_dut.done_valid
u_dut.done_slot
u_dut.checks
u_dut.epoch
u_dut.forget_valid
u_dut.wiped
u_dut.swept
- Waits
u_dut.stall_memory
u_dut.stall_entry
u_dut.stall_owner
u_dut.stall_report
- Races
u_dut.race_valid
u_dut.race_ready
u_dut.race_lanes
u_dut.race_row
u_dut.race_owner_block
u_dut.race_owner_warp
u_dut.race_tag
u_dut.race_pc
u_dut.dropped
u_dut.repeated
u_dut.ring_head
u_dut.irq_o
- Writes
u_dut.turn
u_dut.mwr_valid_o
u_dut.mwr_ready_i
u_dut.mwr_kind_o
u_dut.mwr_addr_o
u_dut.mwr_data_o
- Registers
u_dut.reg_valid_i
u_dut.reg_ready_o
u_dut.reg_write_i
u_dut.reg_addr_i
u_dut.reg_wdata_i
u_dut.reg_rdata_o
u_dut.reg_error_o
