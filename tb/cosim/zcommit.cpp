/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * zcommit: co-simulation of pf_zcommit (Verilated) and pf_zcommit (reference), and its throughput.
 *
 *   runs, each from reset, with a region of its own, filter on or off
 *     └ quanta of one to a thousand or so commits, each with habits of its own: lines hot and cold,
 *       warps in this order or that, once a line or again and again, every channel
 *         └ some end with probes: whoever the model says has won a byte, the warp behind it must
 *           lose it and itself win it again, so the unit's rows are known to the last warp
 */
#include <argp.h>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <set>

#include "pf_fields.h"
#include "zcommit_bench.h"

#ifndef GEOMETRY
#define GEOMETRY "ref"
#endif

namespace
{

constexpr uint64_t RUN_COMMITS = 20000, FEW = 2000;
constexpr uint32_t MOST_LINES = 2048, HOT = 16, PROBED = 8;
enum { KEY_LATENCY = 256, KEY_RATE, KEY_TWIN, KEY_FORWARD };

const char *const channels[] = {"req", "res", "mrd", "mrsp", "mwr"};

struct Options {
	uint64_t seed = 1, checks = 100000;
	int filter = -1; /* -1: by turns */
	int stall = -1;
	uint32_t latency = 0; /* 0: drawn */
	bool rate = false, twin = false, forward = false, quiet = false;
};

struct Geometry {
	pf_zconfig widths;
	uint32_t sets, ways;
};

/* Habits of a quantum. */
struct Habits {
	std::vector<uint32_t> line; /* empty: any */
	uint32_t cold;              /* of 16 requests: any line nevertheless */
	uint32_t first, warps;
	enum { Any, Up, Down, Turns } order;
	bool again; /* a warp may write a line more than once */
	uint32_t commits, idle;
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
	static const char *const filters[] = {"off", "on"};
	Options *o = static_cast<Options *>(state->input);

	switch (key) {
	case 's': o->seed = number(arg, 0, state); return 0;
	case 'c': o->checks = number(arg, 1, state); return 0;
	case 'f': o->filter = word(arg, filters, 2, state); return 0;
	case 'a': o->stall = word(arg, channels, CHANNELS, state); return 0;
	case 'q': o->quiet = true; return 0;
	case KEY_LATENCY: o->latency = static_cast<uint32_t>(number(arg, 1, state)); return 0;
	case KEY_RATE: o->rate = true; return 0;
	case KEY_TWIN: o->twin = true; return 0;
	case KEY_FORWARD: o->forward = true; return 0;
	case ARGP_KEY_ARG: argp_error(state, "'%s': no arguments, please", arg); return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

Geometry geometry()
{
	const char *name = GEOMETRY;

	if (!strcmp(name, "tiny"))
		return {{1, PF_TINY_ADDR_W - 7, PF_TINY_COMMIT_WARP_W, PF_TINY_QUANTUM_W},
			PF_TINY_Z_SETS,
			PF_TINY_Z_WAYS};
	if (!strcmp(name, "modern"))
		return {{1, PF_MODERN_ADDR_W - 7, PF_MODERN_COMMIT_WARP_W, PF_MODERN_QUANTUM_W},
			PF_MODERN_Z_SETS, PF_MODERN_Z_WAYS};
	return {{1, PF_REF_ADDR_W - 7, PF_REF_COMMIT_WARP_W, PF_REF_QUANTUM_W},
		PF_REF_Z_SETS,
		PF_REF_Z_WAYS};
}

void draw_channels(const Options &o, ZBench *b, rng *r)
{
	static const Order order[] = {Order::First, Order::Any, Order::Last};
	/* one channel alone, or, as often, all at random */
	const int alone = o.stall >= 0 ? o.stall : static_cast<int>(rng_below(r, 2 * CHANNELS));
	const bool all_free = o.stall >= 0 || alone < CHANNELS || rng_below(r, 4) == 0;

	for (int i = 0; i < CHANNELS; i++)
		b->gate[i] = i == alone ? gate_drawn(r, true)
			     : all_free ? Gate{}
					: gate_drawn(r, false);
	b->memory().order = order[rng_below(r, 3)];
	b->memory().least = 1 + rng_below(r, 4);
	b->memory().most = b->memory().least + rng_below(r, 1U << rng_below(r, 8));
	if (o.latency)
		b->memory().least = b->memory().most = o.latency;
}

/* Lines that are hot: neighbours, of one set, or anywhere; or none. */
Habits draw_habits(const Geometry &g, uint32_t lines, rng *r)
{
	const uint32_t nobody = (1U << g.widths.warp_bits) - 1;
	const uint32_t kind = rng_below(r, 4), n = 1 + rng_below(r, HOT);
	const uint32_t from = rng_below(r, lines);
	Habits h;

	for (uint32_t i = 0; kind && i < n; i++)
		h.line.push_back(kind == 1   ? (from + i) % lines
				 : kind == 2 ? (from + i * g.sets) % lines
					     : rng_below(r, lines));
	h.cold = rng_below(r, 2) ? 0 : rng_below(r, 16);
	h.warps = rng_below(r, 2) ? nobody : 1 + rng_below(r, nobody < 8 ? nobody : 8);
	h.first = rng_below(r, nobody - h.warps + 1);
	h.order = static_cast<decltype(h.order)>(rng_below(r, 4));
	h.again = rng_below(r, 2);
	h.commits = 1 + rng_below(r, 1U << rng_below(r, 11));
	h.idle = rng_below(r, 4) ? 0 : 1 + rng_below(r, 16);
	return h;
}

/* Of 16: whole lines 4, one byte 2, a stretch 3, words 3, any bytes 4; of 64: none 1. */
void draw_mask(uint8_t *mask, rng *r)
{
	const uint32_t kind = rng_below(r, 16), from = rng_below(r, PF_LINE_BYTES);
	const uint32_t to = from + 1 + rng_below(r, PF_LINE_BYTES - from);
	const uint64_t any[2] = {rng_next(r), rng_next(r)};

	memset(mask, 0, PF_LINE_MASK);
	if (rng_below(r, 64) == 0)
		return;
	for (uint32_t b = 0; b < PF_LINE_BYTES; b++) {
		const bool in = kind < 4    ? true
				: kind < 6  ? b == from
				: kind < 9  ? b >= from && b < to
				: kind < 12 ? any[0] >> b / 4 & 1
					    : any[b / 64] >> b % 64 & 1;

		mask[b / 8] = static_cast<uint8_t>(mask[b / 8] | (in ? 1U << b % 8 : 0));
	}
}

void fill(pf_zrequest *q, rng *r)
{
	for (uint32_t i = 0; i < PF_LINE_BYTES; i += 8) {
		const uint64_t v = rng_next(r);

		memcpy(q->data + i, &v, 8);
	}
}

/* The i-th commit of a quantum. */
pf_zrequest draw_commit(const Habits &h, uint32_t i, uint32_t lines, rng *r)
{
	const bool cold = h.line.empty() || rng_below(r, 16) < h.cold;
	const uint32_t n = static_cast<uint32_t>(h.line.size());
	pf_zrequest q = {};

	q.line = cold ? rng_below(r, lines) : h.line[rng_below(r, n)];
	switch (h.order) {
	case Habits::Any: q.warp = rng_below(r, h.warps); break;
	case Habits::Up: q.warp = static_cast<uint32_t>(uint64_t{i} * h.warps / h.commits); break;
	case Habits::Down:
		q.warp = h.warps - 1 - static_cast<uint32_t>(uint64_t{i} * h.warps / h.commits);
		break;
	case Habits::Turns: q.warp = i % h.warps; break;
	}
	q.warp += h.first;
	draw_mask(q.mask, r);
	fill(&q, r);
	return q;
}

/* Bytes of a line with this winner, by the warp behind it, then by itself. */
void probe_winner(ZBench *b, uint32_t line, uint32_t winner, uint32_t nobody, rng *r)
{
	pf_zrequest q = {};

	q.line = line;
	for (uint32_t k = 0; k < PF_LINE_BYTES; k++)
		if (pf_zcommit_winner(b->model(), line, k) == winner)
			q.mask[k / 8] = static_cast<uint8_t>(q.mask[k / 8] | 1U << k % 8);
	fill(&q, r);
	if (winner + 1 < nobody) {
		q.warp = winner + 1;
		b->request(q);
	}
	q.warp = winner < nobody ? winner : nobody - 1;
	b->request(q);
}

void probe(ZBench *b, const std::set<uint32_t> &lines, uint32_t nobody, rng *r)
{
	uint32_t n = 0;

	for (const uint32_t line : lines) {
		std::set<uint32_t> winners;

		if (n++ == PROBED)
			break;
		for (uint32_t k = 0; k < PF_LINE_BYTES; k++)
			winners.insert(pf_zcommit_winner(b->model(), line, k));
		for (const uint32_t w : winners)
			probe_winner(b, line, w, nobody, r);
	}
}

void quantum(const Options &o, const Geometry &g, ZBench *b, rng *r)
{
	const Habits h = draw_habits(g, b->lines(), r);
	std::set<std::pair<uint32_t, uint32_t>> seen;
	std::set<uint32_t> lines;

	draw_channels(o, b, r);
	b->begin();
	for (uint32_t i = 0; i < h.commits; i++) {
		const pf_zrequest q = draw_commit(h, i, b->lines(), r);

		if (!h.again && !seen.insert({q.line, q.warp}).second)
			continue;
		lines.insert(q.line);
		b->request(q);
		if (h.idle && rng_below(r, 16) < h.idle)
			for (uint32_t n = rng_below(r, rng_below(r, 8) ? 4 : 60); n > 0; n--)
				b->cycle();
	}
	if (rng_below(r, 4) == 0)
		probe(b, lines, (1U << g.widths.warp_bits) - 1, r);
	if (rng_below(r, 2) == 0) {
		b->drain();
		b->compare();
	}
}

/* From reset: until so many commits, or so many in all. */
void one_run(const Options &o, const Geometry &g, ZBench *b, uint64_t n)
{
	const uint64_t before = b->accepted;
	const uint32_t bits = g.widths.line_bits;
	const uint32_t most = bits < 11 ? 1U << bits : MOST_LINES;
	rng r;

	rng_seed(&r, (o.seed * 1000003 + n) ^ 0x7a636f);
	for (Gate &x : b->gate)
		x = Gate{};
	b->configure(rng_below(&r, 2) ? most : 1 + rng_below(&r, most),
		     o.filter >= 0 ? o.filter : n & 1);
	if (o.forward && n < 2) /* to the last quanta before the numbers begin anew */
		for (uint32_t q = (1U << g.widths.quantum_bits) - 3; q > 0; q--)
			b->begin();
	while (b->accepted - before < RUN_COMMITS && b->accepted < o.checks)
		quantum(o, g, b, &r);
	b->drain();
	b->compare();
}

double seconds()
{
	timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return static_cast<double>(ts.tv_sec) + 1e-9 * static_cast<double>(ts.tv_nsec);
}

/* What a campaign of some length must have met. */
const char *not_met(const Options &o, const ZBench &b, uint64_t runs)
{
	static const char *const name[] = {"hits",   "misses", "requests deferred",
					   "fetches", "spills", "lost requests",
					   "waits at the input", "sweeps"};

	for (unsigned i = 0; i < EVENTS; i++)
		if (!b.event[i])
			return name[i];
	/* each run begins with one */
	if ((o.forward || geometry().widths.quantum_bits < 8) && b.sweeps <= runs)
		return "overflows";
	return nullptr;
}

void campaign(const Options &o, const Geometry &g, ZBench *b)
{
	const double start = seconds();
	double said = start;
	uint64_t runs = 0;

	while (b->accepted < o.checks) {
		one_run(o, g, b, runs++);
		if (o.quiet || seconds() - said < 5)
			continue;
		said = seconds();
		fprintf(stderr, "zcommit " GEOMETRY ": %" PRIu64 " of %" PRIu64 " commits, %.0f s\n",
			b->accepted, o.checks, said - start);
	}
	const char *missing = o.checks < FEW ? nullptr : not_met(o, *b, runs);
	if (missing)
		throw Mismatch(std::string("no ") + missing + ": this was not worth its time");
	printf("PASS zcommit " GEOMETRY " seed=%" PRIu64 " checks=%" PRIu64 " quanta=%" PRIu64
	       " hits=%" PRIu64 " misses=%" PRIu64 " deferred=%" PRIu64 " fetched=%" PRIu64
	       " spilled=%" PRIu64 " lost=%" PRIu64 " waits=%" PRIu64 " sweeps=%" PRIu64
	       " reads=%" PRIu64 " writes=%" PRIu64 " longest=%" PRIu64 " runs=%" PRIu64
	       " cycles=%" PRIu64 "\n",
	       o.seed, b->results, b->begun, b->event[EVENT_HIT], b->event[EVENT_MISS],
	       b->event[EVENT_DEFERRED], b->event[EVENT_FETCHED], b->event[EVENT_SPILLED],
	       b->event[EVENT_LOST], b->event[EVENT_WAITS], b->sweeps, b->reads, b->writes,
	       b->longest, runs, b->now);
	if (!o.quiet)
		fprintf(stderr, "zcommit " GEOMETRY ": %.1f s, %.0f cycles a second\n",
			seconds() - start, static_cast<double>(b->now) / (seconds() - start));
}

/* Even streams: lines 0, step, 2 * step ... modulo a number; a quantum begins every so many. */
struct Stream {
	const char *name;
	uint32_t modulo, step, every;
};

/* Throughput: all channels open, the latency constant. The first quarter does not count. */
void stream(const Options &o, ZBench *b, const Stream &s, bool filter, uint32_t latency)
{
	constexpr uint32_t Requests = 4096;
	uint64_t from = 0;
	pf_zrequest q = {};
	rng r;

	for (Gate &x : b->gate)
		x = Gate{};
	rng_seed(&r, o.seed);
	b->configure(s.modulo, filter);
	b->memory().least = b->memory().most = latency;
	memset(q.mask, 0xff, sizeof(q.mask));
	fill(&q, &r);
	for (uint32_t i = 0; i < Requests; i++) {
		if (i % s.every == 0)
			b->begin();
		q.line = static_cast<uint32_t>(uint64_t{i} * s.step % s.modulo);
		q.warp = i % 8;
		b->request(q);
		if (i == Requests / 4)
			from = b->now;
	}
	printf(GEOMETRY ",%s,%s,%u,%.3f\n", filter ? "on" : "off", s.name, latency,
	       static_cast<double>(Requests - Requests / 4 - 1) /
		       static_cast<double>(b->now - from));
	b->drain();
	b->compare();
}

void rates(const Options &o, const Geometry &g, ZBench *b)
{
	static const uint32_t latencies[] = {30, 200};
	const uint32_t most = g.widths.line_bits < 12 ? 1U << g.widths.line_bits : 4096;
	const uint32_t held = g.sets * g.ways, all = UINT32_MAX;
	const Stream streams[] = {
		{"one line", 1, 1, all},         {"held", held, 1, all},
		{"new", most, 1, held}, /* in each quantum as many as the Z-cache has room for */
		{"new beyond", most, 1, all}, {"again beyond", 4 * held, 7, all},
	};

	puts("geometry,filter,stream,latency,requests_per_cycle");
	for (uint32_t l : latencies)
		for (int f = 0; f < 2 && (!o.latency || l == latencies[0]); f++)
			for (const Stream &s : streams)
				stream(o, b, s, f, o.latency ? o.latency : l);
}

} // namespace

int main(int argc, char **argv)
{
	static const argp_option table[] = {
		{"seed", 's', "N", 0, "of everything random (default 1)", 0},
		{"checks", 'c', "N", 0, "commits (default 100000)", 0},
		{"filter", 'f', "WORD", 0, "on or off (default: by turns)", 0},
		{"stall", 'a', "CHANNEL", 0,
		 "close req, res, mrd, mrsp or mwr for hundreds of cycles at a time, and no other",
		 0},
		{"latency", KEY_LATENCY, "N", 0, "of the memory, in cycles (default: drawn)", 0},
		{"forward", KEY_FORWARD, nullptr, 0,
		 "go through empty quanta first, so that quantum numbers overflow", 0},
		{"twin", KEY_TWIN, nullptr, 0,
		 "a second unit without clock while it is idle must do the same", 0},
		{"rate", KEY_RATE, nullptr, 0, "print the throughput of even streams as CSV", 0},
		{"quiet", 'q', nullptr, 0, "no progress", 0},
		{}};
	static const struct argp argp = {
		table,
		parse,
		nullptr,
		"Co-simulate pf_zcommit, geometry " GEOMETRY ", with its reference model."
		"\vExit codes: 0 no difference; 1 one was found; 2 wrong option.",
		nullptr,
		nullptr,
		nullptr};
	Options o;

	argp_err_exit_status = 2;
	argp_parse(&argp, argc, argv, 0, nullptr, &o);
	try {
		const Geometry g = geometry();
		ZBench b(g.widths, o.seed, o.twin);

		if (o.rate)
			rates(o, g, &b);
		else
			campaign(o, g, &b);
	} catch (const Mismatch &m) {
		printf("FAIL zcommit " GEOMETRY " seed=%" PRIu64 " %s\n", o.seed, m.what());
		return 1;
	}
	return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
