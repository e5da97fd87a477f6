/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_multicast: a Verilated pf_iguard_multicast behind an sm_port.
 */
#include "Vpf_iguard_multicast.h"
#include "sm_records.h"

using Multicast = Shell<sm_port, Vpf_iguard_multicast>;

template <> const char *const Multicast::NAME = "sm";

template <> void Multicast::give()
{
	put(model.tag_slice_i, port.in.tag_slice);
	give_iguard_sm(model, port);
}

template <> void Multicast::withdraw()
{
	withdraw_sm(model);
}

template <> void Multicast::look()
{
	look_iguard_sm(model, port.out);
	port.out.message_slice = model.msg_all_o ? static_cast<uint32_t>(PF_TO_ALL) : model.msg_slice_o;
	port.out.told = model.told_o;
}

template <> bool Multicast::begun() const
{
	return port.out.idle && port.out.event_ready;
}

unit_kind iguard_multicast_shell = Multicast::kind();
