# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# View of pf_sm_unit_tb by stage (tb/rtl/wave.sh --views)
- Clock
u_dut.clk_i
u_dut.rst_ni
cycle
u_dut.cfg_policy_i
u_dut.clearing_q
u_dut.idle_o
- Events
u_dut.evt_valid_i
u_dut.evt_ready_o
u_dut.evt_kind_i
u_dut.evt_slot_i
u_dut.evt_warp_i
u_dut.evt_addr_i
u_dut.evt_words_i
u_dut.evt_device_i
u_dut.evt_block_i
- Requests
u_dut.req_valid_i
u_dut.req_ready_o
u_dut.req_slot_i
u_dut.req_warp_i
u_dut.req_strong_i
u_dut.req_block_scope_i
u_dut.req_is_atom_i
u_dut.req_write_i
- Cycle 1: block, barrier
u_dut.key
u_dut.beyond
u_dut.block
u_dut.fence_q
u_dut.wrap
u_dut.req_valid_q
u_dut.req_block
u_dut.req_count
- Cycles 2 and 3: locks
u_dut.req_valid_q2
u_dut.req_valid_q3
u_dut.req_signature
u_dut.u_locks.idle_o
- Tags
u_dut.tag_level
u_dut.tag_valid_o
u_dut.tag_ready_i
u_dut.tag_o
- Messages
u_dut.msg_level
u_dut.msg_valid_o
u_dut.msg_ready_i
u_dut.msg_epoch_o
u_dut.msg_device_o
u_dut.msg_warp_o
u_dut.msg_block_o
