/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * quantum: co-simulation of pf_quantum (Verilated) and pf_quantum (reference).
 *
 *   programs of blocks ── each cycle some warps that run do their next step ──┬─> unit
 *         │                 (issue, event; an event may come late)            └─> reference
 *         └─ the same once more with other timing ─> every quantum must end alike
 *
 * Compared every cycle: all outputs. A step of a warp depends on its own past and on what barriers
 * and ended blocks cause; what a step is, is drawn from where the warp is, not from when.
 */
#include <cstring>
#include <memory>
#include <vector>

#include "Vpf_quantum.h"
#include "plain.h"
extern "C" {
#include "reference/pf_quantum.h"
}

namespace
{

enum Mode { PARALLEL, COMMIT, SERIAL, DISTRIBUTE };
enum { PER_SLOT = 3 /* blocks */, GIVE_UP = 400000 };

/* What a run is of; the timing apart. */
struct Program {
	uint64_t seed;
	pf_quantum_config config;
	uint32_t per_block, length, density; /* warps; instructions; of 64 that do something */
	bool dwp;                            /* blocks begin in the parallel mode, too */
};

struct Warp {
	uint32_t pc, bars;
	bool passed;    /* the fence or full log that it stopped for */
	bool begins;    /* BEGIN on its way */
	int event = -1; /* the event of an issue that is on its way */
};

/* A quantum's end, all that counts. */
struct End {
	std::vector<uint32_t> state;
};

class QuantumBench
{
      public:
	uint64_t now = 0, events = 0, issued = 0, quanta = 0, seen[PF_STOP_EXIT + 1] = {};

	explicit QuantumBench(const Options &o);
	~QuantumBench();
	QuantumBench(const QuantumBench &) = delete;
	QuantumBench &operator=(const QuantumBench &) = delete;
	std::vector<End> run(const Program &program, uint64_t timing);

      private:
	std::unique_ptr<VerilatedContext> context;
	std::unique_ptr<Vpf_quantum> dut;
	Program p = {};
	pf_quantum reference = {};
	rng random = {};
	Mode mode = DISTRIBUTE;
	std::vector<Warp> warp;
	std::vector<uint32_t> block, next, spent; /* by slot; by slot; by warp, in this quantum */
	uint32_t eager = 8, late = 0;

	void reset();
	void edge();
	void compare(bool start);
	void cycle(bool start, bool act);
	bool event_of(uint32_t w, int *kind);
	void act(uint32_t w, bool *used);
	void give(uint32_t w, int kind, bool *used);
	void follow(uint32_t slot);
	bool waits(uint32_t w) const;
	bool release_due(uint32_t w) const;
	char step_of(uint32_t w) const;
	bool pending() const;
	bool all_ended() const;
	void serial();
	End end() const;
};

QuantumBench::QuantumBench(const Options &o) : context(new VerilatedContext)
{
	context->randReset(2);
	context->randSeed(static_cast<int>(o.seed % 1000000 + 1));
	dut.reset(new Vpf_quantum(context.get(), "dut"));
}

QuantumBench::~QuantumBench()
{
	dut->final();
}

void QuantumBench::edge()
{
	dut->clk_i = 1;
	dut->eval();
	dut->clk_i = 0;
	dut->eval();
	now++;
}

void QuantumBench::reset()
{
	dut->clk_i = dut->start_i = dut->evt_valid_i = dut->ser_next_i = 0;
	put(dut->issue_i, 0);
	dut->rst_ni = 1;
	dut->eval();
	dut->rst_ni = 0;
	dut->mode_i = mode = DISTRIBUTE;
	put(dut->cfg_size_i, p.config.size);
	dut->cfg_bta_i = p.config.bta;
	edge();
	dut->rst_ni = 1;
	pf_quantum_init(&reference, &p.config);
	warp.assign(p.config.warps, Warp{});
	block.assign(p.config.block_slots, 0);
	next.assign(p.config.block_slots, 0);
	spent.assign(p.config.warps, 0);
	for (uint32_t s = 0; s < p.config.block_slots; s++) {
		next[s] = s;
		follow(s);
	}
}

void QuantumBench::compare(bool start)
{
	const int serial = pf_quantum_serial(&reference);

	for (uint32_t w = 0; w < p.config.warps; w++) {
		uint32_t why = 0;

		for (uint32_t i = 0; i < 3; i++)
			why |= static_cast<uint32_t>(get_bit(dut->why_o, 3 * w + i)) << i;
		if (why != pf_quantum_why(&reference, w))
			fail_at(now, "warp %u: why %u, reference %u", w, why,
				pf_quantum_why(&reference, w));
		if (get_bit(dut->run_o, w) !=
		    (mode == PARALLEL && !start && pf_quantum_runs(&reference, w)))
			fail_at(now, "warp %u: run %d", w, get_bit(dut->run_o, w));
	}
	for (uint32_t s = 0; s < p.config.block_slots; s++)
		if (get_bit(dut->live_o, s) != pf_quantum_live(&reference, s))
			fail_at(now, "block slot %u: live %d", s, get_bit(dut->live_o, s));
	if (dut->done_o != (pf_quantum_done(&reference) && !dut->evt_valid_i && !start))
		fail_at(now, "done %d", dut->done_o);
	if (dut->ser_any_o != (serial >= 0) ||
	    dut->ser_valid_o != (serial >= 0 && mode == SERIAL) ||
	    (dut->ser_valid_o && dut->ser_warp_o != static_cast<uint32_t>(serial)))
		fail_at(now, "serial: any %d valid %d warp %u, reference %d", dut->ser_any_o,
			dut->ser_valid_o, dut->ser_warp_o, serial);
	if (!dut->evt_ready_o)
		fail_at(now, "not ready");
}

bool QuantumBench::waits(uint32_t w) const
{
	return reference.why[w] == PF_STOP_BARRIER && !reference.over[w];
}

/* Others of the block have come to the barrier, or ended. */
bool QuantumBench::release_due(uint32_t w) const
{
	const uint32_t first = w / p.per_block * p.per_block;

	if (!waits(w))
		return false;
	for (uint32_t k = first; k < first + p.per_block; k++) {
		const bool ended = reference.why[k] == PF_STOP_EXIT || reference.why[k] == PF_STOP_NONE;

		if (warp[k].begins || (!ended && warp[k].bars < warp[w].bars) ||
		    (!ended && warp[k].event == PF_Q_BARRIER && warp[k].bars == warp[w].bars))
			return false;
	}
	return true;
}

/* The slot's block has ended: the next of its own follows. */
void QuantumBench::follow(uint32_t slot)
{
	const uint32_t blocks = PER_SLOT * p.config.block_slots;

	if (pf_quantum_live(&reference, slot) || next[slot] >= blocks)
		return;
	for (uint32_t k = slot * p.per_block; k < (slot + 1) * p.per_block; k++)
		if (warp[k].begins)
			return;
	block[slot] = next[slot];
	next[slot] += p.config.block_slots;
	for (uint32_t k = slot * p.per_block; k < (slot + 1) * p.per_block; k++)
		warp[k].begins = true;
}

/* i instruction, a atomic, f fence, u store into a full log, b barrier, x end. */
char QuantumBench::step_of(uint32_t w) const
{
	const uint64_t at = static_cast<uint64_t>(block[w / p.per_block]) << 32 | warp[w].pc;
	rng all, own;

	rng_seed(&all, p.seed ^ at * 0x9e3779b97f4a7c15U);
	rng_seed(&own, p.seed ^ (at * 64 + w % p.per_block + 1) * 0xd1342543de82ef95U);
	if (warp[w].pc >= p.length / 2 + rng_below(&own, p.length))
		return 'x';
	if (rng_below(&all, 64) < p.density / 2)
		return 'b';
	return rng_below(&own, 64) < p.density ? "afu"[rng_below(&own, 3)] : 'i';
}

void QuantumBench::give(uint32_t w, int kind, bool *used)
{
	*used = true;
	events++;
	dut->evt_valid_i = 1;
	put(dut->evt_kind_i, static_cast<uint64_t>(kind));
	put(dut->evt_warp_i, w);
	put(dut->evt_slot_i, w / p.per_block);
}

/* One that runs does its next step, unless it needs the event port and another has that. */
void QuantumBench::act(uint32_t w, bool *used)
{
	const char c = step_of(w);
	const int kind = c == 'a'   ? PF_Q_ATOMIC
			 : c == 'f' ? PF_Q_FENCE
			 : c == 'u' ? PF_Q_FULL
			 : c == 'b' ? PF_Q_BARRIER
				    : PF_Q_EXIT;

	if (strchr("afu", c) && !warp[w].passed) {
		if (!*used) {
			give(w, kind, used);
			warp[w].passed = true;
		}
		return;
	}
	const bool bears = c == 'b' || c == 'x', later = bears && rng_below(&random, 8) < late;

	if (bears && !later && *used)
		return;
	put_bit(dut->issue_i, w, true);
	issued++;
	if (++spent[w] > p.config.size)
		fail_at(now, "warp %u: more than %u instructions", w, p.config.size);
	warp[w].passed = false;
	warp[w].pc++;
	warp[w].bars += c == 'b';
	if (later)
		warp[w].event = kind;
	else if (bears)
		give(w, kind, used);
}

/* Events that are due, whatever the mode. */
bool QuantumBench::event_of(uint32_t w, int *kind)
{
	if (warp[w].begins && (p.dwp || mode == DISTRIBUTE)) {
		*kind = PF_Q_BEGIN;
	} else if (warp[w].event >= 0) {
		*kind = warp[w].event;
		warp[w].event = -1;
	} else if (release_due(w)) {
		*kind = PF_Q_RELEASE;
	} else {
		return false;
	}
	if (*kind == PF_Q_BEGIN)
		warp[w] = Warp{};
	return true;
}

void QuantumBench::cycle(bool start, bool acts)
{
	const uint32_t from = rng_below(&random, p.config.warps);
	bool used = false;

	put(dut->issue_i, 0);
	dut->evt_valid_i = 0;
	dut->start_i = start;
	dut->mode_i = mode;
	for (uint32_t i = 0; i < p.config.warps && acts; i++) {
		const uint32_t w = (from + i) % p.config.warps;
		int kind;

		if (rng_below(&random, 16) >= eager)
			continue;
		if (!used && event_of(w, &kind))
			give(w, kind, &used);
		else if (mode == PARALLEL && !start && pf_quantum_runs(&reference, w) &&
			 warp[w].event < 0)
			act(w, &used);
	}
	dut->eval();
	compare(start);
	if (start)
		pf_quantum_start(&reference);
	for (uint32_t w = 0; w < p.config.warps && mode == PARALLEL; w++)
		if (get_bit(dut->issue_i, w))
			pf_quantum_issue(&reference, w);
	if (dut->ser_next_i)
		pf_quantum_serial_done(&reference);
	if (used) {
		pf_quantum_event(&reference, static_cast<enum pf_quantum_event>(dut->evt_kind_i),
				 dut->evt_warp_i, dut->evt_slot_i);
		if (dut->evt_kind_i == PF_Q_EXIT)
			follow(dut->evt_warp_i / p.per_block);
	}
	edge();
}

bool QuantumBench::pending() const
{
	for (uint32_t w = 0; w < p.config.warps; w++)
		if (warp[w].event >= 0 || release_due(w) ||
		    (warp[w].begins && (p.dwp || mode == DISTRIBUTE)))
			return true;
	return false;
}

bool QuantumBench::all_ended() const
{
	for (uint32_t s = 0; s < p.config.block_slots; s++)
		if (pf_quantum_live(&reference, s) || next[s] < PER_SLOT * p.config.block_slots ||
		    warp[s * p.per_block].begins)
			return false;
	return true;
}

/* The atomics, in the unit's order; the warp issues in the cycle in which it is done, or before. */
void QuantumBench::serial()
{
	mode = SERIAL;
	cycle(false, false);
	while (pf_quantum_serial(&reference) >= 0) {
		const uint32_t w = static_cast<uint32_t>(pf_quantum_serial(&reference));

		dut->ser_next_i = rng_below(&random, 3) == 0;
		if (dut->ser_next_i) {
			warp[w].pc++;
			warp[w].passed = false;
		}
		cycle(false, false);
		dut->ser_next_i = 0;
	}
}

End QuantumBench::end() const
{
	End e;

	for (uint32_t w = 0; w < p.config.warps; w++) {
		e.state.push_back(reference.why[w]);
		e.state.push_back(reference.left[w]);
		e.state.push_back(warp[w].pc);
		e.state.push_back(block[w / p.per_block]);
	}
	return e;
}

std::vector<End> QuantumBench::run(const Program &program, uint64_t timing)
{
	std::vector<End> ends;
	const uint64_t from = now;

	p = program;
	rng_seed(&random, timing);
	reset();
	while (!all_ended()) {
		eager = 1 + rng_below(&random, 16);
		late = rng_below(&random, 2) * rng_below(&random, 8);
		mode = DISTRIBUTE;
		do
			cycle(false, true);
		while (pending());
		mode = PARALLEL;
		spent.assign(p.config.warps, 0);
		cycle(true, rng_below(&random, 2));
		while (!pf_quantum_done(&reference) || pending())
			cycle(false, true);
		ends.push_back(end());
		for (uint32_t w = 0; w < p.config.warps; w++)
			seen[reference.why[w]]++;
		mode = COMMIT;
		for (uint32_t i = rng_below(&random, 3) + 1; i; i--)
			cycle(false, false);
		if (pf_quantum_serial(&reference) >= 0)
			serial();
		quanta++;
		if (now - from > GIVE_UP * 8ULL + p.config.size)
			fail_at(now, "no end");
	}
	return ends;
}

void campaign(const Options &o)
{
	const uint32_t most = (1U << SIZE(COUNT_W)) - 1;
	QuantumBench b(o);
	rng r;

	rng_seed(&r, o.seed);
	for (uint32_t n = 0; b.events < o.checks; n++) {
		const uint32_t sizes[] = {1, 2 + rng_below(&r, 6), 200, most};
		Program p = {};

		p.seed = rng_next(&r);
		p.config.warps = SIZE(WARPS);
		p.config.block_slots = SIZE(BLOCK_SLOTS);
		p.config.size = sizes[n % 4] > most ? most : sizes[n % 4];
		p.config.bta = n / 4 & 1;
		p.dwp = n / 8 & 1;
		p.per_block = p.config.warps / p.config.block_slots;
		p.length = n % 16 == 15 && n < 64 ? 2 * most : 4 + rng_below(&r, 120);
		p.density = p.length > 200 ? 0 : rng_below(&r, 40);

		const std::vector<End> first = b.run(p, rng_next(&r)),
				       again = b.run(p, rng_next(&r));

		if (first.size() != again.size())
			fail_at(b.now, "other timing, %zu quanta and not %zu", again.size(),
				first.size());
		for (size_t i = 0; i < first.size(); i++)
			if (first[i].state != again[i].state)
				fail_at(b.now, "other timing, quantum %zu ends in another way", i);
	}
	for (int i = 0; i <= PF_STOP_EXIT && o.checks >= 20000; i++)
		if (i != PF_STOP_RUNS && !b.seen[i])
			fail_at(b.now, "no warp ever stopped for %d: this was not worth its time",
				i);
	printf("PASS quantum " GEOMETRY " seed=%" PRIu64 " checks=%" PRIu64 " issues=%" PRIu64
	       " quanta=%" PRIu64 " cycles=%" PRIu64 "\n",
	       o.seed, b.events, b.issued, b.quanta, b.now);
}

} // namespace

int main(int argc, char **argv)
{
	return plain_main(argc, argv, "quantum",
			  "Co-simulate pf_quantum, geometry " GEOMETRY
			  ", with its reference model; checks are events."
			  "\vExit codes: 0 no difference; 1 one was found; 2 wrong option.",
			  campaign);
}
