/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_shared: a Verilated pf_shared_unit behind a shared_port.
 *
 * op_ready_o and race_* depend on op_*, so a cycle is evaluated in the other order: with its inputs
 * before the edge, where all outputs are read, then the edge.
 */
#include "Vpf_shared_unit.h"
#include "../../unit/rtl/shell.h"
#include "../port.h"

using Unit = Shell<shared_port, Vpf_shared_unit>;

template <> const char *const Unit::NAME = "shared";

enum { LANE_BITS = 5 };

constexpr unsigned bits_for(unsigned n)
{
	return n <= 1 ? 0 : 1 + bits_for((n + 1) / 2);
}

/* Bits of a row's number: those of Words. */
constexpr unsigned row_bits()
{
	constexpr unit_geometry g = SHELL_SIZES(SHELL_NAME, SHELL_GEOMETRY);

	return bits_for(g.name[0] == 't' ? static_cast<unsigned>(SHARED_WORDS_TINY)
					 : g.size.shared_words);
}

static void give_words(Vpf_shared_unit &model, const pf_shared_op &op)
{
	clear(model.op_row_i);
	clear(model.op_bytes_i);
	clear(model.op_same_i);
	clear(model.op_lane_i);
	clear(model.op_second_i);
	clear(model.op_last_i);
	for (uint32_t left = op.banks; left; left &= left - 1) {
		const unsigned b = static_cast<unsigned>(__builtin_ctz(left));

		add_bits(model.op_row_i, b * row_bits(), op.row[b]);
		add_bits(model.op_bytes_i, b * PF_SHARED_WORD, op.bytes[b]);
		add_bits(model.op_same_i, b * PF_SHARED_WORD, op.same[b]);
		add_bits(model.op_lane_i, b * LANE_BITS, op.lane[b]);
		add_bits(model.op_second_i, b * LANE_BITS, op.second[b]);
		add_bits(model.op_last_i, b * LANE_BITS, op.last[b]);
	}
}

template <> void Unit::give()
{
	const pf_shared_op &op = port.in.op;

	model.race_ready_i = 1;
	if (!port.in.valid || model.op_valid_i)
		return;
	model.op_valid_i = 1;
	put(model.op_kind_i, op.kind);
	put(model.op_slot_i, op.slot);
	put(model.op_warp_i, port.in.warp);
	put(model.op_who_i, op.who);
	put(model.op_warps_i, port.in.warps);
	put(model.op_write_i, op.write);
	put(model.op_strong_i, op.strong);
	put(model.op_copy_i, op.copy);
	put(model.op_pc_i, op.pc);
	put(model.op_bank_i, op.banks);
	put(model.op_unlike_i, op.unlike);
	put(model.op_barrier_i, op.barrier);
	put(model.op_arrives_i, op.arrives);
	put(model.op_waits_i, op.waits);
	put(model.op_leaves_i, op.leaves);
	give_words(model, op);
}

static pf_shared_told race_of(const Vpf_shared_unit &model)
{
	pf_shared_told t = {};

	t.instruction = model.race_instruction_o;
	t.lanes = model.race_lanes_o;
	t.write = model.race_write_o;
	t.strong = model.race_strong_o;
	t.others = model.race_others_o;
	t.slot = model.race_slot_o;
	t.who = model.race_who_o;
	t.lane = model.race_lane_o;
	t.bank = model.race_bank_o;
	t.bytes = model.race_bytes_o;
	t.did = model.race_did_o;
	t.first = model.race_first_o;
	t.first_lane = model.race_first_lane_o;
	t.row = model.race_row_o;
	t.pc = model.race_pc_o;
	t.first_pc = model.race_first_pc_o;
	return t;
}

template <> void Unit::look()
{
	port.out.taken = model.op_valid_i && model.op_ready_o;
	port.out.idle = model.idle_o;
	port.out.forget = model.forget_o;
	port.out.split = model.split_o;
	port.out.lost = static_cast<uint8_t>(__builtin_popcountll(model.lost_o));
	port.out.race_valid = model.race_valid_o;
	if (port.out.race_valid)
		port.out.race = race_of(model);
}

/* Its operation is no longer valid. */
template <> void Unit::withdraw()
{
	if (port.out.taken)
		model.op_valid_i = port.in.valid = false;
}

template <> void Unit::edge()
{
	give();
	model.clk_i = 0;
	model.eval();
	wave.dump(port.mark, false);
	look();
	model.clk_i = 1;
	model.eval();
	wave.dump(port.mark, true);
	withdraw();
}

template <> bool Unit::begun() const
{
	return port.out.idle;
}

unit_kind shared_shell = Unit::kind();
