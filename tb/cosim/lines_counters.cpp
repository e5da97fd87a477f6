/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lines_counters: pf_counters as pf_line_unit has it (Verilated) and its model in sim/lines, cycle
 * for cycle.
 *
 *   events, many or few, reads and clears at any time ──┬─> unit
 *                                                       └─> model
 *
 * Compared every cycle: all outputs.
 */
#include "Vpf_counters.h"
#include "lines_bench.h"
extern "C" {
#include "lines/counters.h"
}

namespace
{

enum { PHASE_CYCLES = 1024, WIDE = 2, WIDE_BITS = 7 };
enum event { EVENTS, READS, BUSY_READS, CLEARS, IDLE };
const char *const EVENT[] = {"events", "reads",       "reads while it counts",
			     "clears", "idle cycles", nullptr};

class Bench : public LinesBench<Vpf_counters>
{
      public:
	explicit Bench(const Options &o);
	void cycle();

      private:
	counters model = {};

	void reset();
	void give_events();
	void give();
};

Bench::Bench(const Options &o) : LinesBench(o, EVENT)
{
	reset();
	new_paces();
}

void Bench::reset()
{
	unit->rst_ni = 1;
	unit->clk_i = unit->rd_valid_i = unit->clear_i = 0;
	unit->eval();
	unit->rst_ni = 0;
	unit->eval();
	unit->rst_ni = 1;
	unit->eval();
	counters_reset(&model);
}

void Bench::give_events()
{
	const uint32_t rare = pace[0] < 3 ? 200 : 2;
	uint64_t inc = 0;

	for (unsigned i = 0; i < COUNTERS_ALL; i++) {
		const bool some = below(rare * COUNTERS_ALL) < 1 + 2 * (pace[0] > 6) * COUNTERS_ALL;
		const uint32_t n = !some ? 0 : i < WIDE ? below(1 << WIDE_BITS) : 1;

		counters_add(&model, i, n);
		inc |= static_cast<uint64_t>(n)
		       << (i < WIDE ? i * WIDE_BITS : WIDE * WIDE_BITS + i - WIDE);
		seen[EVENTS] += n;
	}
	put(unit->inc_i, inc);
}

void Bench::give()
{
	give_events();
	if (!model.in.read || model.answer) {
		model.in.read = below(8) < pace[1] / 2;
		model.in.index = below(COUNTERS_ALL);
	}
	model.in.clear = !model.in.read && below(100) == 0;
	unit->rd_valid_i = model.in.read;
	put(unit->rd_index_i, model.in.index);
	unit->clear_i = model.in.clear;
	unit->eval();
}

void Bench::cycle()
{
	const bool clears = below(2) == 0;

	if (now % PHASE_CYCLES == PHASE_CYCLES - 1)
		new_paces();
	if (now % (32 * PHASE_CYCLES) == PHASE_CYCLES && clears)
		reset();
	give();
	same("answer", model.answer, unit->rd_ready_o);
	same("idle", model.idle, unit->idle_o);
	same("busy", model.clearing, unit->busy_o);
	if (model.answer)
		same("total", model.total, unit->rd_total_o);
	seen[READS] += model.answer;
	seen[BUSY_READS] += model.answer && model.any;
	seen[CLEARS] += model.in.clear;
	seen[IDLE] += model.idle;
	operations++;
	counters_step(&model);
	model.in.clear = false;
	clock();
}

void campaign(const Options &o)
{
	run_bench<Bench>("lines_counters", o);
}

} // namespace

int main(int argc, char **argv)
{
	return plain_main(argc, argv, "lines_counters",
			  "pf_counters (Verilated) against its model in sim/lines, every cycle.",
			  campaign);
}
