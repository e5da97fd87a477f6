/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_sm: a Verilated pf_iguard_sm_unit behind an sm_port. Of a lock's address the low bits count.
 */
#include "Vpf_iguard_sm_unit.h"
#include "../../det/rtl/sm_pins.h"
#include "record_pins.h"

enum { LOCK_ADDRESS = 63, LANES = 32 };

using Sm = Shell<sm_port, Vpf_iguard_sm_unit>;

template <> const char *const Sm::NAME = "sm";

static void give_event(Vpf_iguard_sm_unit &model, const struct pf_iguard_sm_event &e)
{
	put(model.evt_kind_i, e.kind);
	put(model.evt_slot_i, e.slot);
	put(model.evt_warp_i, e.warp);
	put(model.evt_device_i, e.device);
	put(model.evt_alone_i, e.lane != PF_IGUARD_ALL);
	put(model.evt_lane_i, e.lane % LANES);
	put(model.evt_several_i, e.several);
	put(model.evt_addr_i, e.address & LOCK_ADDRESS);
}

static void give_access(Vpf_iguard_sm_unit &model, const iguard_sm_request &r)
{
	const pf_iguard_side &s = r.tag.by.side;

	put(model.req_slot_i, r.slot);
	put(model.req_warp_i, r.warp);
	put(model.req_lane_i, s.lane);
	put(model.req_step_i, r.tag.by.step);
	put(model.req_size_i, s.size);
	put(model.req_several_i, r.tag.several);
	put(model.req_block_scope_i, s.block_scope);
	put(model.req_is_atom_i, s.atomic);
	put(model.req_polls_i, s.polls);
	put(model.req_write_i, r.tag.write);
}

template <> void Sm::give()
{
	put(model.cfg_sm_i, port.sm);
	if (port.in.event_valid)
		give_event(model, port.in.iguard_event);
	if (port.in.request_valid)
		give_access(model, port.in.iguard_request);
	give_sm_valid(model, port.in);
}

template <> void Sm::withdraw()
{
	withdraw_sm(model);
}

template <> void Sm::look()
{
	look_sm_valid(model, port.out);
	if (port.out.tag_valid)
		port.out.iguard_tag = tag_of(model.tag_o);
	port.out.tag_after = model.tag_after_o;
	if (port.out.message_valid)
		port.out.iguard_message = message_of(model.msg_o);
	port.out.message_slice = PF_TO_ALL;
}

template <> bool Sm::begun() const
{
	return port.out.idle && port.out.event_ready;
}

unit_kind iguard_sm_shell = Sm::kind();
