/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_group: a Verilated pf_iguard_group behind a group_port.
 *
 * in_ready_o depends on out_ready_i, which stays 1: who waits for a group takes it.
 */
#include "Vpf_iguard_group.h"
#include "../../unit/rtl/shell.h"
#include "../port.h"

enum { LANES = 32, OFFSET_BITS = 7 };

using Group = Shell<group_port, Vpf_iguard_group>;

template <> const char *const Group::NAME = "group";

static void give_lanes(Vpf_iguard_group &model, const pf_iguard_lanes_access &a)
{
	put(model.in_lanes_i, a.lanes);
	put(model.in_size_i, a.size);
	clear(model.in_offset_i);
	for (unsigned l = 0; l < LANES; l++)
		add_bits(model.in_offset_i, l * OFFSET_BITS, a.offset[l] & 127U);
}

template <> void Group::give()
{
	model.out_ready_i = 1;
	model.in_valid_i = port.in.valid;
	if (port.in.valid)
		give_lanes(model, port.in.lanes);
	port.in.valid = false;
}

template <> void Group::withdraw()
{
	model.in_valid_i = 0;
}

template <> void Group::look()
{
	port.out.ready = model.in_ready_o;
	port.out.idle = model.idle_o;
	port.out.valid = model.out_valid_o;
	port.out.last = model.out_last_o;
	if (!port.out.valid)
		return;
	port.out.group.lanes = model.out_lanes_o;
	port.out.group.words = model.out_words_o;
	port.out.group.bytes = model.out_bytes_o;
	port.out.group.step = model.out_step_o;
	port.out.group.lane = model.out_lane_o;
	port.out.group.several = model.out_several_o;
}

template <> bool Group::begun() const
{
	return port.out.idle;
}

unit_kind group_shell = Group::kind();
