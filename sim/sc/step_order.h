/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * step_order: units on SystemC clocks, and who goes first when several have an edge.
 *
 *   clk a ──┐                ┌─ unit 0 (a) step() ─ unit 1 (a) step() ─┐
 *   clk b ──┴─> PfStepOrder ─┤                                         ├─> instant_done()
 *                            └─ unit 2 (b) step() ... ─────────────────┘
 *
 * Units touch through links (base/link.h), which are no signals: the order of their steps within
 * one instant is part of the model. A PfStepOrder's one process steps those of its units whose
 * clock has a rising edge now, in the order of add(). A unit that is in no PfStepOrder steps itself
 * at its clock's edges, before or after other processes of that edge, as SystemC's scheduler likes.
 */
#ifndef SIM_SC_STEP_ORDER_H
#define SIM_SC_STEP_ORDER_H

#include <vector>

#include <systemc>

class PfUnit : public sc_core::sc_module
{
      public:
	sc_core::sc_in<bool> clk{"clk"};

	/* One edge of clk. */
	virtual void step() = 0;

      protected:
	explicit PfUnit(const sc_core::sc_module_name &name);
	void end_of_elaboration() override;

      private:
	friend class PfStepOrder;
	bool ordered_ = false;
};

/* All clocks of an order have simultaneous edges in one delta cycle (sc_clocks do); a later one is
 * an error that ends the simulation. */
class PfStepOrder : public sc_core::sc_module
{
      public:
	explicit PfStepOrder(const sc_core::sc_module_name &name);

	/* Before the simulation starts. The unit's clk is bound by the caller. */
	void add(PfUnit &unit);

      protected:
	/* Asked at each instant: shall units be stepped? */
	virtual bool wanted();
	/* Units added one after the other with one clock are a group; group 0 was added first. */
	virtual void edge_done(unsigned group);
	virtual void instant_done();
	void end_of_elaboration() override;

      private:
	struct Group {
		const sc_core::sc_signal_in_if<bool> *clock;
		std::vector<PfUnit *> units;
	};

	void instant();

	std::vector<PfUnit *> units_;
	std::vector<Group> groups_;
	sc_core::sc_time last_ = sc_core::sc_max_time();
};

#endif
