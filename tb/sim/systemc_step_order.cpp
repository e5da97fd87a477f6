// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// systemc_step_order: PfStepOrder and PfUnit (sim/sc/step_order.h) by themselves.
//
//   clocks of 4, 6 and 10 ns ─> units ─> log of (time, unit) ── against a plain loop's
//
// One test a process, since SystemC elaborates once: systemc_step_order order|lone|late|twice

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "../../sim/sc/step_order.h"

using namespace sc_core;

namespace
{
constexpr unsigned END = 601; // ns: ten times every clock's edge

using Log = std::vector<std::pair<unsigned, unsigned>>;

struct Unit : public PfUnit {
	Unit(const sc_module_name &name, unsigned id, Log &log) : PfUnit(name), id(id), log(log) {}
	void step() override
	{
		log.emplace_back(static_cast<unsigned>(sc_time_stamp() / sc_time(1, SC_NS)), id);
	}
	unsigned id;
	Log &log;
};

struct Ordered : public PfStepOrder {
	explicit Ordered(const sc_module_name &name) : PfStepOrder(name) {}
	bool wanted() override
	{
		asked++;
		return sc_time_stamp() != sc_time(60, SC_NS);
	}
	void edge_done(unsigned) override
	{
		edges++;
	}
	void instant_done() override
	{
		instants++;
	}
	unsigned asked = 0, edges = 0, instants = 0;
};

struct Clock : public sc_clock {
	Clock(const char *name, unsigned ns)
	    : sc_clock(name, sc_time(ns, SC_NS), 0.5, sc_time(ns, SC_NS))
	{
	}
};

bool same(const char *what, unsigned got, unsigned expected)
{
	if (got == expected)
		return true;
	printf("# %s: %u, expected %u\n", what, got, expected);
	return false;
}

// Clock a twice, once before b and once after c. The scheduler sees them made in another order.
bool order()
{
	Log log, expected;
	Clock c("c", 10), b("b", 6), a("a", 4);
	Ordered order("order");
	const unsigned period[] = {4, 4, 6, 10, 10, 4};
	sc_clock *const clock[] = {&a, &a, &b, &c, &c, &a};
	std::vector<std::unique_ptr<Unit>> units;
	unsigned edges = 0, instants = 0;
	bool good;

	for (unsigned i = 6; i-- > 0;)
		units.insert(units.begin(),
			     std::make_unique<Unit>(sc_gen_unique_name("u"), i, log));
	for (unsigned i = 0; i < 6; i++) {
		units[i]->clk(*clock[i]);
		order.add(*units[i]);
	}
	sc_start(sc_time(END, SC_NS));
	for (unsigned t = 1; t < END; t++) {
		const bool any = !(t % 4) || !(t % 6) || !(t % 10);

		if (!any || t == 60)
			continue;
		instants++;
		for (unsigned i = 0; i < 6; i++)
			if (t % period[i] == 0)
				expected.emplace_back(t, i);
		edges += 2 * !(t % 4) + !(t % 6) + !(t % 10);
	}
	good = same("length of the log", static_cast<unsigned>(log.size()),
		    static_cast<unsigned>(expected.size()));
	good &= same("logs differ", log != expected, 0);
	good &= same("instants", order.instants, instants);
	good &= same("instants asked for", order.asked, instants + 1);
	return good & same("edges", order.edges, edges);
}

// In no order: by itself, at every edge of its clock.
bool lone()
{
	Log log;
	Clock a("a", 4);
	Unit u("u", 7, log);

	u.clk(a);
	sc_start(sc_time(END, SC_NS));
	for (unsigned i = 0; i < log.size(); i++)
		if (log[i] != std::make_pair(4 * (i + 1), 7U))
			return same("edge", log[i].first, 4 * (i + 1));
	return same("edges", static_cast<unsigned>(log.size()), (END - 1) / 4);
}

// A clock that follows another by a delta cycle.
SC_MODULE(Late)
{
	sc_in<bool> in{"in"};
	sc_out<bool> out{"out"};

	SC_CTOR(Late)
	{
		SC_METHOD(forward);
		sensitive << in;
	}
	void forward()
	{
		out.write(in.read());
	}
};

// Is there a fatal report with these words?
template <class What> bool fatal(const char *words, What what)
{
	sc_report_handler::set_actions(SC_FATAL, SC_THROW);
	try {
		what();
	} catch (const sc_report &r) {
		if (strstr(r.get_msg(), words))
			return true;
		printf("# another report: %s\n", r.what());
		return false;
	}
	printf("# no report\n");
	return false;
}

bool late()
{
	Log log;
	Clock a("a", 4);
	sc_signal<bool> b("b");
	Late shift("shift");
	Unit first("first", 0, log), second("second", 1, log);
	PfStepOrder order("order");

	shift.in(a);
	shift.out(b);
	first.clk(b);
	second.clk(a);
	order.add(first);
	order.add(second);
	return fatal("different delta cycles", [] { sc_start(sc_time(END, SC_NS)); });
}

bool twice()
{
	Log log;
	Unit u("u", 0, log);
	PfStepOrder order("order"), other("other");

	order.add(u);
	return fatal("twice", [&] { other.add(u); });
}
} // namespace

int sc_main(int argc, char **argv)
{
	const std::string name = argc == 2 ? argv[1] : "";

	if (name == "order")
		return !order();
	if (name == "lone")
		return !lone();
	if (name == "late")
		return !late();
	if (name == "twice")
		return !twice();
	fprintf(stderr, "usage: systemc_step_order order|lone|late|twice\n");
	return 2;
}
