/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lines_bench: what the co-simulations of the checks of lines and blocks have in common: the unit,
 * its traffic, phases in which one side is slow, and what has been seen.
 */
#ifndef LINES_BENCH_H
#define LINES_BENCH_H

#include <memory>

#if VM_COVERAGE
#include <verilated_cov.h>
#endif

#include "gate.h"
#include "plain.h"
extern "C" {
#include "lines_traffic.h"
#include "reference/pf_geometry.h"
}

/* Events: names of what must come at least once, ended by nullptr. */
template <class Unit> class LinesBench
{
      public:
	uint64_t now = 0, operations = 0;

	LinesBench(const Options &o, const char *const *events)
	    : scord(o.seed % 2 == 0), traffic(lines_traffic_create(o.seed, GEOMETRY, scord)),
	      stall(o.stall), event(events)
	{
	}
	~LinesBench()
	{
#if VM_COVERAGE
		if (const char *file = getenv("PF_COVERAGE"))
			context->coveragep()->write(file);
#endif
		lines_traffic_free(traffic);
	}
	LinesBench(const LinesBench &) = delete;
	LinesBench &operator=(const LinesBench &) = delete;

	void print(const char *name, uint64_t seed) const
	{
		for (unsigned i = 0; event[i]; i++)
			if (!seen[i] && !(never >> i & 1))
				throw Mismatch(std::string("never: ") + event[i]);
		printf("PASS %s " GEOMETRY " seed=%" PRIu64 " cycles=%" PRIu64
		       " operations=%" PRIu64,
		       name, seed, now, operations);
		for (unsigned i = 0; event[i]; i++)
			printf(", %s %" PRIu64, event[i], seen[i]);
		printf("\n");
	}

      protected:
	enum { PACES = 4, MOST_EVENTS = 16 };

	std::unique_ptr<VerilatedContext> context = std::make_unique<VerilatedContext>();
	std::unique_ptr<Unit> unit = std::make_unique<Unit>(context.get());
	bool scord;
	lines_traffic *traffic;
	int stall; /* a pace that is closed for long, all others open; -1: none */
	Gate alone;
	uint64_t seen[MOST_EVENTS] = {};
	uint32_t never = 0;        /* a bit for each event that this run cannot have */
	uint32_t pace[PACES] = {}; /* of 8 */

	uint32_t below(uint32_t n)
	{
		return lines_traffic_below(traffic, n);
	}
	bool draw(unsigned i)
	{
		if (stall >= 0)
			return static_cast<int>(i) != stall || alone.draw(nullptr, now);
		return below(8) < pace[i];
	}

	/* What goes on for a while: everything at once, or one side slow. */
	void new_paces()
	{
		for (uint32_t &p : pace)
			p = below(3) ? 8 : 1 + below(8);
		alone.closed = 300 + below(600);
	}

	void same(const char *what, uint64_t is, uint64_t should) const
	{
		if (is != should)
			fail_at(now, "%s: model %" PRIx64 ", unit %" PRIx64, what, is, should);
	}

	void reset_unit()
	{
		unit->rst_ni = 1;
		unit->clk_i = 0;
		unit->go_valid_i = 0;
		unit->eval();
		unit->rst_ni = 0;
		unit->eval();
		unit->clk_i = 1;
		unit->eval();
		unit->clk_i = 0;
		unit->rst_ni = 1;
		unit->eval();
	}

	void clock()
	{
		unit->clk_i = 1;
		unit->eval();
		unit->clk_i = 0;
		now++;
	}

	static uint32_t owner_of(uint32_t block, uint32_t warp)
	{
		return block << pf_geometry_named(GEOMETRY)->warp_bits | warp;
	}

      private:
	const char *const *event;
};

/* Bits of a slot of entries side by side. */
inline uint64_t slot(const uint32_t *wide, unsigned i, unsigned width)
{
	uint64_t v = 0;

	for (unsigned b = i * width; b < (i + 1) * width; b++)
		v |= static_cast<uint64_t>(wide[b / 32] >> b % 32 & 1) << (b - i * width);
	return v;
}

template <class Bench> void run_bench(const char *name, const Options &o)
{
	Bench b(o);

	while (b.operations < o.checks)
		b.cycle();
	b.print(name, o.seed);
}

#endif
