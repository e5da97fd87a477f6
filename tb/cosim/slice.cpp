/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * slice: co-simulation of pf_slice_unit (Verilated) and pf_slice (reference), and its throughput.
 *
 *   runs, each with a region and registers of its own
 *     └ episodes of a few hundred requests, each with habits of its own for every channel;
 *       after each the unit is drained, and all of memory and every counter compared
 *         └ now and then, while requests flow: halt, drain, metadata compared, and go on, or a
 *           new region, swept, and start
 */
#include <argp.h>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "slice_bench.h"
#include "traffic.h"

#ifndef GEOMETRY
#define GEOMETRY "ref"
#endif

namespace
{

constexpr uint32_t RUN_REQUESTS = 5000, EPISODE_REQUESTS = 600, MOST_WORDS = 1024, LARGE_RING = 10;
enum { KEY_WAVE_FROM = 256, KEY_WAVE_CYCLES, KEY_LATENCY, KEY_RATE, KEY_TWIN, KEY_ONE_PORT };

const char *const channels[] = {"req", "mrd", "mrsp", "mwr"};

struct Options {
	uint64_t seed = 1, checks = 100000;
	int policy = -1, metadata = -1; /* -1: by turns */
	int stall = -1;
	bool free_running = false; /* no back-pressure but what `stall` says */
	uint32_t latency = 0;      /* 0: drawn */
	bool rate = false, twin = false, one_port = false, quiet = false;
	std::string wave;
	uint64_t wave_from = 0, wave_cycles = 2000;
};

struct Totals {
	uint64_t checks, skipped, records, races, dropped, repeated, sweeps, epochs, requests;
	uint64_t reads, writes, runs, drains;
};

uint64_t number(const char *text, uint64_t least, argp_state *state)
{
	char *end;
	const uint64_t n = strtoull(text, &end, 0);

	if (*end || end == text || *text == '-' || n < least)
		argp_error(state, "'%s' is not a number from %" PRIu64, text, least);
	return n;
}

int word(const char *text, const char *const *names, int n, argp_state *state)
{
	for (int i = 0; i < n; i++)
		if (!strcmp(text, names[i]))
			return i;
	argp_error(state, "'%s' is none of the words that fit here", text);
	return -1;
}

error_t parse(int key, char *arg, argp_state *state)
{
	static const char *const policies[] = {"scord-paper", "scord"};
	static const char *const metadata[] = {"full", "cached16"};
	Options *o = static_cast<Options *>(state->input);

	switch (key) {
	case 's': o->seed = number(arg, 0, state); return 0;
	case 'c': o->checks = number(arg, 1, state); return 0;
	case 'p': o->policy = word(arg, policies, 2, state); return 0;
	case 'm': o->metadata = word(arg, metadata, 2, state); return 0;
	case 'a':
		o->stall = word(arg, channels, CHANNELS, state);
		o->free_running = true;
		return 0;
	case 'q': o->quiet = true; return 0;
	case 'w': o->wave = arg; return 0;
	case KEY_WAVE_FROM: o->wave_from = number(arg, 0, state); return 0;
	case KEY_WAVE_CYCLES: o->wave_cycles = number(arg, 1, state); return 0;
	case KEY_LATENCY: o->latency = static_cast<uint32_t>(number(arg, 1, state)); return 0;
	case KEY_RATE: o->rate = true; return 0;
	case KEY_TWIN: o->twin = true; return 0;
	case KEY_ONE_PORT: o->one_port = true; return 0;
	case ARGP_KEY_ARG: argp_error(state, "'%s': no arguments, please", arg); return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

/* Habits of all channels for an episode. */
void draw_habits(const Options &o, SliceBench *b, rng *r)
{
	static const Order order[] = {Order::First, Order::Any, Order::Last};
	/* one channel alone, or, as often, all at random */
	const int alone = o.stall >= 0 ? o.stall : static_cast<int>(rng_below(r, 2 * CHANNELS));
	const bool all_free = o.free_running || alone < CHANNELS || rng_below(r, 4) == 0;

	for (int i = 0; i < CHANNELS; i++)
		b->gate[i] = i == alone ? gate_drawn(r, true)
			     : all_free ? Gate{}
					: gate_drawn(r, false);
	b->one_port = o.one_port;
	b->memory().order = order[rng_below(r, 3)];
	b->memory().least = 1 + rng_below(r, 4);
	b->memory().most = b->memory().least + rng_below(r, 1U << rng_below(r, 8));
	if (o.latency)
		b->memory().least = b->memory().most = o.latency;
}

Extra draw_extra(rng *r)
{
	return {rng_below(r, 2) == 0, rng_below(r, 2) == 0, rng_below(r, 2) == 0};
}

struct Run {
	SliceBench *b;
	traffic t;
	rng r;
	bool large;    /* the ring is never full, and read while the unit works */
	uint32_t turn; /* of policy and metadata */
	Totals *totals;
};

pf_slice_config base_config(SliceBench *b)
{
	pf_slice_config c;

	if (!pf_slice_named(&c, GEOMETRY))
		throw Mismatch("no geometry " GEOMETRY);
	if (b->reg_read(PF_REG_ID) != PF_REG_VALUE_ID)
		throw Mismatch("ID is wrong");
	c.lanes = b->reg_read(PF_REG_CONFIG) & PF_REG_CONFIG_LANES_MASK;
	return c;
}

/* A region drawn from the seed, of the run's policy and metadata, or, now and then, others. */
pf_slice_config draw_config(const Options &o, Run *run, uint64_t seed)
{
	const uint32_t addr_bits = traffic_addr_bits(GEOMETRY);
	pf_slice_config c = base_config(run->b);
	const bool other = rng_below(&run->r, 4) == 0;
	const uint32_t turn = run->turn + (other ? rng_below(&run->r, 4) : 0);

	c.policy = static_cast<pf_policy>(o.policy >= 0 ? o.policy : static_cast<int>(turn & 1));
	traffic_shape(&c,
		      static_cast<pf_metadata>(o.metadata >= 0 ? o.metadata
							       : static_cast<int>(turn >> 1 & 1)),
		      seed, addr_bits, MOST_WORDS << rng_below(&run->r, 4));
	c.ring_log2 = run->large ? LARGE_RING : 1 + rng_below(&run->r, 6);
	/* tiny has 2^11 beats for all */
	if (run->large && addr_bits < 16)
		c.ring_log2--;
	return c;
}

/* What must be an error at any time, and while accesses are checked. */
void refusals(SliceBench *b, rng *r, bool enabled)
{
	static const uint32_t never[] = {PF_REG_ID,        PF_REG_STATUS,   0x1c, 0x48, 0x7c,
					 PF_REG_RING_HEAD, PF_REG_COUNTERS, 0xf8};
	static const uint32_t not_now[] = {
		PF_REG_REGION_BASE, PF_REG_REGION_WORDS, PF_REG_ENTRIES, PF_REG_META_BASE,
		PF_REG_RING_BASE,   PF_REG_RING_LOG2,    PF_REG_COMMAND};

	b->reg_refused(true, never[rng_below(r, 8)], static_cast<uint32_t>(rng_next(r)));
	b->reg_refused(false, 0x48 + 4 * rng_below(r, 14), 0);
	if (enabled)
		b->reg_refused(true, not_now[rng_below(r, 7)], 2);
}

void flow(SliceBench *b, uint32_t cycles)
{
	for (; cycles > 0; cycles--)
		b->flow();
}

/* Counts since they were last cleared. */
void add(Totals *t, const SliceBench &b)
{
	const pf_slice *g = &b.reference;

	for (uint64_t k : g->report.kinds)
		t->races += k;
	t->checks += g->stats.checks;
	t->skipped += g->stats.skipped;
	t->records += g->report.records;
	t->dropped += g->report.dropped;
	t->repeated += g->report.repeated;
	t->sweeps += g->stats.sweeps;
	t->epochs += g->stats.epochs;
	t->reads += b.reads;
	t->writes += b.writes;
}

/* Another region: by hand, of a halted unit, or all of it by pf_driver. */
void new_region(const Options &o, Run *run, bool by_driver)
{
	SliceBench *b = run->b;
	const uint64_t seed = rng_next(&run->r);
	const pf_slice_config c = draw_config(o, run, seed);
	const bool clear = rng_below(&run->r, 4) == 0;

	if (by_driver)
		b->restart(c, draw_extra(&run->r), clear);
	else
		b->reconfigure(c, draw_extra(&run->r), clear);
	traffic_init(&run->t, &b->reference.config, seed, traffic_addr_bits(GEOMETRY));
	flow(b, rng_below(&run->r, 100));
}

/* What a driver does while requests flow. */
void interrupted(const Options &o, Run *run)
{
	SliceBench *b = run->b;

	b->source = [run](pf_request *q) { traffic_next(&run->t, q); };
	b->before_anew = [run, b](bool clear) {
		if (clear)
			add(run->totals, *b);
		else
			run->totals->sweeps += b->reference.stats.sweeps;
	};
	if (rng_below(&run->r, 3) == 0) {
		new_region(o, run, true);
	} else {
		refusals(b, &run->r, !b->reference.config.disabled);
		b->halt();
		refusals(b, &run->r, false);
		flow(b, rng_below(&run->r, 200));
		if (rng_below(&run->r, 2))
			new_region(o, run, false);
		b->control(draw_extra(&run->r), true);
	}
	b->source = nullptr;
	b->before_anew = nullptr;
}

void episode(const Options &o, Run *run)
{
	SliceBench *b = run->b;
	const uint32_t requests = 1 + rng_below(&run->r, EPISODE_REQUESTS);
	pf_request q;

	draw_habits(o, b, &run->r);
	for (uint32_t i = 0; i < requests; i++) {
		traffic_next(&run->t, &q);
		b->request(q);
		if (run->large && i % ((1U << b->reference.report.ring_log2) / 64) == 0)
			b->read_ring();
		if (rng_below(&run->r, 64) == 0)
			b->counter(rng_below(&run->r, PF_COUNTERS));
		if (rng_below(&run->r, 64) == 0)
			for (uint32_t n = rng_below(&run->r, 60); n > 0; n--)
				b->cycle();
		if (rng_below(&run->r, 500) == 0)
			interrupted(o, run);
	}
	b->drain();
	b->compare();
	if (run->large || rng_below(&run->r, 2))
		b->read_ring();
	if (rng_below(&run->r, 4))
		return;
	b->halt();
	b->reference.report.report_all = rng_below(&run->r, 2);
	b->control(draw_extra(&run->r), rng_below(&run->r, 8) != 0);
}

/* From one region on: until so many requests, or so many checks in all. */
void one_run(const Options &o, SliceBench *b, Totals *t, uint64_t n)
{
	const uint64_t seed = o.seed * 1000003 + n;
	Run run = {b, {}, {}, false, static_cast<uint32_t>(n & 3), t};
	uint64_t requests = 0;

	rng_seed(&run.r, seed ^ 0x72756e);
	run.large = rng_below(&run.r, 2);
	b->gate[CHANNEL_REQ] = b->gate[CHANNEL_MRD] = b->gate[CHANNEL_MRSP] = b->gate[CHANNEL_MWR] =
		Gate{};
	b->configure(draw_config(o, &run, seed), draw_extra(&run.r));
	traffic_init(&run.t, &b->reference.config, seed, traffic_addr_bits(GEOMETRY));
	while (requests < RUN_REQUESTS && t->checks + b->reference.stats.checks < o.checks) {
		const uint64_t before = b->accepted;

		episode(o, &run);
		requests += b->accepted - before;
		t->drains++;
	}
	t->requests += requests;
	add(t, *b);
	t->runs++;
}

double seconds()
{
	timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return static_cast<double>(ts.tv_sec) + 1e-9 * static_cast<double>(ts.tv_nsec);
}

void campaign(const Options &o, SliceBench *b)
{
	const double start = seconds();
	double said = start;
	Totals t = {};

	for (uint64_t n = 0; t.checks < o.checks; n++) {
		one_run(o, b, &t, n);
		if (o.quiet || seconds() - said < 5)
			continue;
		said = seconds();
		fprintf(stderr, "slice " GEOMETRY ": %" PRIu64 " of %" PRIu64 " checks, %.0f s\n",
			t.checks, o.checks, said - start);
	}
	printf("PASS slice " GEOMETRY " seed=%" PRIu64 " checks=%" PRIu64 " requests=%" PRIu64
	       " skipped=%" PRIu64 " races=%" PRIu64 " records=%" PRIu64 " dropped=%" PRIu64
	       " repeated=%" PRIu64 " epochs=%" PRIu64 " sweeps=%" PRIu64 " reads=%" PRIu64
	       " writes=%" PRIu64 " runs=%" PRIu64 " drains=%" PRIu64 " halts=%" PRIu64
	       " restarts=%" PRIu64 " by_driver=%" PRIu64 " refusals=%" PRIu64 " cycles=%" PRIu64
	       "\n",
	       o.seed, t.checks, t.requests, t.skipped, t.races, t.records, t.dropped, t.repeated,
	       t.epochs, t.sweeps, t.reads, t.writes, t.runs, t.drains, b->halts, b->restarts,
	       b->driven_restarts, b->refusals, b->now);
	if (!o.quiet)
		fprintf(stderr, "slice " GEOMETRY ": %.1f s, %.0f cycles a second\n",
			seconds() - start, static_cast<double>(b->now) / (seconds() - start));
}

constexpr uint64_t RateRequests = 4096;

/* All channels open, the latency constant. */
pf_slice_config even_run(const Options &o, SliceBench *b, uint32_t latency)
{
	pf_slice_config c = base_config(b);
	const uint64_t most = c.words;
	const uint64_t region =
		RateRequests * PF_SECTOR_WORDS < most ? RateRequests * PF_SECTOR_WORDS : most;

	c.policy = o.policy == PF_SCORD_PAPER ? PF_SCORD_PAPER : PF_SCORD;
	c.words = c.entries = region;
	if (o.metadata == PF_CACHED16)
		c.entries = region >> c.geometry.tag_bits;
	c.ring_log2 = 6;
	b->configure(c, {false, false, false});
	b->one_port = o.one_port;
	b->memory().least = b->memory().most = latency;
	return c;
}

void rate_line(const Options &o, SliceBench *b, const pf_slice_config &c, uint32_t latency,
	       const char *name, double entries, double requests, double cycles)
{
	printf(GEOMETRY ",%u,%u,%u,%s,%s,%s,%u,%s,%.3f,%.3f,%.0f\n", c.lanes,
	       b->reg_read(PF_REG_CONFIG) >> 8 & 0xff, b->reg_read(PF_REG_CONFIG) >> 16 & 0xff,
	       c.policy == PF_SCORD ? "scord" : "scord-paper",
	       o.metadata == PF_CACHED16 ? "cached16" : "full", o.one_port ? "one" : "two", latency,
	       name, entries / cycles, requests / cycles, cycles);
	b->compare();
}

/* Throughput. What happens before the first quarter of the requests was accepted does not count. */
void stream(const Options &o, SliceBench *b, traffic_stream s, uint32_t latency)
{
	const pf_slice_config c = even_run(o, b, latency);
	uint64_t entries = 0, from = 0;
	pf_request q;

	for (uint64_t i = 0; s == TRAFFIC_OWNERS && i < c.entries; i++)
		b->poke(i, traffic_owner(i));
	for (uint64_t i = 0; i < RateRequests; i++) {
		traffic_streamed(&c, s, i, &q);
		b->request(q);
		if (i == RateRequests / 4)
			from = b->now;
		else if (i > RateRequests / 4)
			entries += q.kind == PF_REQ_ACCESS
					   ? static_cast<uint64_t>(__builtin_popcount(q.word_mask))
					   : 0;
	}
	const double cycles = static_cast<double>(b->now - from);

	b->drain();
	rate_line(o, b, c, latency, traffic_stream_name(s), static_cast<double>(entries),
		  static_cast<double>(RateRequests - RateRequests / 4 - 1), cycles);
}

/* One word alone, from its request until the unit is idle again: read, checked, written back. */
void alone(const Options &o, SliceBench *b, uint32_t latency)
{
	const pf_slice_config c = even_run(o, b, latency);
	pf_request q;

	traffic_streamed(&c, TRAFFIC_SCATTERED, 0, &q);
	b->request(q);
	const uint64_t from = b->now;
	b->drain();
	rate_line(o, b, c, latency, "alone", 1, 1, static_cast<double>(b->now - from));
}

void rates(const Options &o, SliceBench *b)
{
	static const uint32_t latencies[] = {30, 200};

	puts("geometry,lanes,lines,beats,policy,metadata,ports,latency,stream,entries_per_cycle,"
	     "requests_per_cycle,cycles");
	for (int s = 0; s < TRAFFIC_STREAMS; s++)
		for (uint32_t l : latencies)
			if (!o.latency || l == latencies[0])
				stream(o, b, static_cast<traffic_stream>(s),
				       o.latency ? o.latency : l);
	for (uint32_t l : latencies)
		if (!o.latency || l == latencies[0])
			alone(o, b, o.latency ? o.latency : l);
}

} // namespace

int main(int argc, char **argv)
{
	static const argp_option table[] = {
		{"seed", 's', "N", 0, "of everything random (default 1)", 0},
		{"checks", 'c', "N", 0, "words to check (default 100000)", 0},
		{"policy", 'p', "NAME", 0, "scord or scord-paper (default: by turns)", 0},
		{"metadata", 'm', "MODE", 0, "full or cached16 (default: by turns)", 0},
		{"stall", 'a', "CHANNEL", 0,
		 "close req, mrd, mrsp or mwr for hundreds of cycles at a time, and no other", 0},
		{"latency", KEY_LATENCY, "N", 0, "of the memory, in cycles (default: drawn)", 0},
		{"one-port", KEY_ONE_PORT, nullptr, 0, "memory reads or writes, not both at once",
		 0},
		{"twin", KEY_TWIN, nullptr, 0,
		 "a second unit without clock while it is idle must do the same", 0},
		{"rate", KEY_RATE, nullptr, 0, "print the throughput of even streams as CSV", 0},
		{"wave", 'w', "FILE", 0, "write a trace (FST; a build with WAVE=1)", 0},
		{"wave-from", KEY_WAVE_FROM, "CYCLE", 0, "begin there (default 0)", 0},
		{"wave-cycles", KEY_WAVE_CYCLES, "N", 0, "so long (default 2000)", 0},
		{"quiet", 'q', nullptr, 0, "no progress", 0},
		{}};
	static const struct argp argp = {
		table,
		parse,
		nullptr,
		"Co-simulate pf_slice_unit, geometry " GEOMETRY ", with its reference model."
		"\vExit codes: 0 no difference; 1 one was found; 2 wrong option.",
		nullptr,
		nullptr,
		nullptr};
	Options o;

	argp_err_exit_status = 2;
	argp_parse(&argp, argc, argv, 0, nullptr, &o);
#if !VM_TRACE
	if (!o.wave.empty()) {
		fputs("slice: built without traces; build with WAVE=1\n", stderr);
		return 2;
	}
#endif
	try {
		SliceBench b(o.seed, o.twin, o.wave, o.wave_from, o.wave_cycles);

		if (o.rate)
			rates(o, &b);
		else
			campaign(o, &b);
	} catch (const Mismatch &m) {
		printf("FAIL slice " GEOMETRY " seed=%" PRIu64 " %s\n", o.seed, m.what());
		return 1;
	}
	return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
