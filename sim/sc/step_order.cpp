// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// step_order: one process for all clocks of an order; step_order.h.
//
//   rising edges of one delta cycle ─> instant() ─> group by group ─> unit by unit

#define SC_INCLUDE_DYNAMIC_PROCESSES // sc_spawn()
#include "step_order.h"

using namespace sc_core;

PfUnit::PfUnit(const sc_module_name &name) : sc_module(name) {}

void PfUnit::end_of_elaboration()
{
	sc_spawn_options o;

	if (ordered_)
		return;
	o.spawn_method();
	o.dont_initialize();
	o.set_sensitivity(&clk->posedge_event());
	sc_spawn([this] { step(); }, "edge", &o);
}

PfStepOrder::PfStepOrder(const sc_module_name &name) : sc_module(name) {}

void PfStepOrder::add(PfUnit &unit)
{
	if (unit.ordered_)
		SC_REPORT_FATAL("photofinish", "a unit is added to an order twice");
	unit.ordered_ = true;
	units_.push_back(&unit);
}

void PfStepOrder::end_of_elaboration()
{
	sc_spawn_options o;

	o.spawn_method();
	o.dont_initialize();
	for (PfUnit *u : units_) {
		const sc_signal_in_if<bool> *clock = u->clk.operator->();

		if (groups_.empty() || groups_.back().clock != clock) {
			groups_.push_back({clock, {}});
			o.set_sensitivity(&clock->posedge_event());
		}
		groups_.back().units.push_back(u);
	}
	if (!groups_.empty()) // without sensitivity SystemC warns
		sc_spawn([this] { instant(); }, "instant", &o);
}

void PfStepOrder::instant()
{
	if (sc_time_stamp() == last_)
		SC_REPORT_FATAL("photofinish", "clocks of one order have edges at one time but in "
					       "different delta cycles");
	last_ = sc_time_stamp();
	if (!wanted())
		return;
	for (unsigned i = 0; i < groups_.size(); i++) {
		if (!groups_[i].clock->posedge())
			continue;
		for (PfUnit *u : groups_[i].units)
			u->step();
		edge_done(i);
	}
	instant_done();
}

bool PfStepOrder::wanted()
{
	return true;
}

void PfStepOrder::edge_done(unsigned) {}

void PfStepOrder::instant_done() {}
