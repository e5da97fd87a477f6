/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_sm: a Verilated pf_iguard_sm_unit behind an sm_port.
 */
#include "Vpf_iguard_sm_unit.h"
#include "sm_records.h"

using Sm = Shell<sm_port, Vpf_iguard_sm_unit>;

template <> const char *const Sm::NAME = "sm";

template <> void Sm::give()
{
	give_iguard_sm(model, port);
}

template <> void Sm::withdraw()
{
	withdraw_sm(model);
}

template <> void Sm::look()
{
	look_iguard_sm(model, port.out);
	port.out.message_slice = PF_TO_ALL;
}

template <> bool Sm::begun() const
{
	return port.out.idle && port.out.event_ready;
}

unit_kind iguard_sm_shell = Sm::kind();
