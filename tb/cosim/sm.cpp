/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm: co-simulation of pf_sm_unit (Verilated) and pf_sm (reference).
 *
 *   event ───┬─ accepted ─> pf_sm_event() ─> message expected
 *   request ─┼─ accepted ─> pf_sm_tag()   ─> tag expected       (before the cycle's event)
 *            └─> unit <─ Gate on every channel ─> tags, messages compared as they come
 *
 * In runs, policy by policy, each from reset; a run is made of phases that draw which warps and
 * slots are busy, which events there are, and how every channel behaves.
 */
#include <argp.h>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>

#include "Vpf_sm_unit.h"
#if VM_COVERAGE
#include <verilated_cov.h>
#endif
#include "gate.h"
extern "C" {
#include "reference/pf_sm.h"
}
#include "traffic.h"
#if VM_TRACE
#include <verilated_fst_c.h>
#endif

#ifndef GEOMETRY
#define GEOMETRY "ref"
#endif

namespace
{

struct Mismatch : std::runtime_error {
	using std::runtime_error::runtime_error;
};

enum Channel { CHANNEL_EVT, CHANNEL_REQ, CHANNEL_TAG, CHANNEL_MSG, CHANNELS };
enum { KEY_WAVE_FROM = 256, KEY_WAVE_CYCLES, KEY_TWIN };
enum { PHASES = 40, PHASE_CYCLES = 1500, GIVE_UP = 20000, BUSY = 4, LOCKS = 6 };

const char *const channels[] = {"evt", "req", "tag", "msg"};

struct Options {
	uint64_t seed = 1, checks = 100000;
	int policy = -1, stall = -1;
	bool twin = false, quiet = false;
	std::string wave;
	uint64_t wave_from = 0, wave_cycles = 2000;
};

template <class Port> void put(Port &port, uint64_t value)
{
	port = static_cast<Port>(value);
}

class SmBench
{
      public:
	Gate gate[CHANNELS];
	uint64_t now = 0, tags = 0, messages = 0, events = 0;

	SmBench(const Options &o);
	~SmBench();
	SmBench(const SmBench &) = delete;
	SmBench &operator=(const SmBench &) = delete;
	void reset(enum pf_policy policy);
	void phase();
	void drain();

      private:
	std::unique_ptr<VerilatedContext> context;
	std::unique_ptr<Vpf_sm_unit> dut, twin;
	const pf_geometry *geometry;
	pf_sm reference = {};
	rng random;
	std::deque<uint64_t> want_tag;
	std::deque<pf_message> want_msg;
	pf_event event = {};
	pf_sm_request request = {};
	uint64_t progress = 0;
	/* Habits */
	uint32_t slot[BUSY] = {}, warp[BUSY] = {}, lock[LOCKS] = {}, n_busy = 1, likes = 0;
#if VM_TRACE
	VerilatedFstC trace;
	uint64_t trace_from = 0, trace_end = 0;
#endif

	void eval(bool high);
	void draw_event();
	void draw_request();
	void drive(bool offer);
	void cycle(bool offer);
	void same_outputs();
	void take_tag();
	void take_message();
	[[noreturn]] void fail(const char *format, ...) const __attribute__((format(printf, 2, 3)));
};

void SmBench::fail(const char *format, ...) const
{
	char text[300], where[400];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	snprintf(where, sizeof(where), "cycle %" PRIu64 ": %s", now, text);
	throw Mismatch(where);
}

SmBench::SmBench(const Options &o)
    : context(new VerilatedContext), geometry(pf_geometry_named(GEOMETRY))
{
	rng_seed(&random, o.seed);
	context->randReset(2);
	context->randSeed(static_cast<int>(o.seed % 1000000 + 1));
#if VM_TRACE
	context->traceEverOn(!o.wave.empty());
#endif
	dut.reset(new Vpf_sm_unit(context.get(), "dut"));
	if (o.twin)
		twin.reset(new Vpf_sm_unit(context.get(), "twin"));
#if VM_TRACE
	if (!o.wave.empty()) {
		dut->trace(&trace, 99);
		trace.open(o.wave.c_str());
		trace_from = o.wave_from;
		trace_end = o.wave_from + o.wave_cycles;
	}
#endif
	pf_sm_init(&reference, geometry, PF_SCORD);
}

SmBench::~SmBench()
{
#if VM_TRACE
	trace.close();
#endif
	dut->final();
	if (twin)
		twin->final();
#if VM_COVERAGE
	if (const char *file = getenv("PF_COVERAGE"))
		context->coveragep()->write(file);
#endif
	pf_sm_free(&reference);
}

void SmBench::reset(enum pf_policy policy)
{
	for (Vpf_sm_unit *u : {dut.get(), twin.get()}) {
		if (!u)
			continue;
		u->clk_i = u->evt_valid_i = u->req_valid_i = u->tag_ready_i = u->msg_ready_i = 0;
		u->rst_ni = 1;
		u->eval();
		u->rst_ni = 0;
		u->cfg_policy_i = policy == PF_SCORD;
		u->eval();
	}
	for (unsigned i = 0; i < 3; i++) {
		eval(true);
		eval(false);
	}
	dut->rst_ni = 1;
	if (twin)
		twin->rst_ni = 1;
	eval(false);
	pf_sm_free(&reference);
	pf_sm_init(&reference, geometry, policy);
}

void SmBench::eval(bool high)
{
	dut->clk_i = high;
	dut->eval();
#if VM_TRACE
	if (trace.isOpen() && now >= trace_from && now < trace_end)
		trace.dump(now * 1000 + (high ? 500 : 0));
#endif
	if (!twin)
		return;
	if (high && twin->rst_ni && twin->idle_o && !twin->evt_valid_i && !twin->req_valid_i)
		return;
	twin->clk_i = high;
	twin->eval();
}

void SmBench::same_outputs()
{
	const Vpf_sm_unit *a = dut.get(), *b = twin.get();

	if (a->evt_ready_o != b->evt_ready_o || a->req_ready_o != b->req_ready_o ||
	    a->tag_valid_o != b->tag_valid_o || a->msg_valid_o != b->msg_valid_o ||
	    a->idle_o != b->idle_o || (a->tag_valid_o && a->tag_o != b->tag_o) ||
	    (a->msg_valid_o &&
	     (a->msg_block_o != b->msg_block_o || a->msg_warp_o != b->msg_warp_o)))
		fail("twin: a clock was skipped in idle, and now an output differs");
}

void SmBench::draw_event()
{
	static const enum pf_evt_code some[][8] = {
		{PF_EVT_LOCK, PF_EVT_UNLOCK, PF_EVT_FENCE, PF_EVT_ACTIVATE, PF_EVT_LOCK, PF_EVT_FENCE,
		 PF_EVT_LOCK, PF_EVT_UNLOCK},
		{PF_EVT_BARRIER, PF_EVT_BARRIER, PF_EVT_BARRIER, PF_EVT_FENCE, PF_EVT_BARRIER,
		 PF_EVT_BARRIER, PF_EVT_BARRIER, PF_EVT_BARRIER},
		{PF_EVT_WARP_BEGIN, PF_EVT_BLOCK_BEGIN, PF_EVT_LOCK, PF_EVT_UNLOCK, PF_EVT_FENCE,
		 PF_EVT_ACTIVATE, PF_EVT_BARRIER, PF_EVT_NONE},
		{PF_EVT_FENCE, PF_EVT_FENCE, PF_EVT_FENCE, PF_EVT_FENCE, PF_EVT_BLOCK_BEGIN,
		 PF_EVT_LOCK, PF_EVT_FENCE, PF_EVT_FENCE}};
	const uint32_t who = rng_below(&random, n_busy);

	event = {};
	event.kind = some[likes][rng_below(&random, 8)];
	event.slot = slot[who];
	event.warp = warp[rng_below(&random, n_busy)];
	event.address = lock[rng_below(&random, LOCKS)];
	if (event.kind == PF_EVT_UNLOCK && rng_below(&random, 2))
		event.words = static_cast<uint16_t>(rng_next(&random) >> 20);
	event.device = rng_below(&random, 2);
	event.block = static_cast<uint32_t>(rng_next(&random));
	if (rng_below(&random, 4)) /* one that fits */
		event.block &= (1U << geometry->block_bits) - 1;
}

void SmBench::draw_request()
{
	request.slot = slot[rng_below(&random, n_busy)];
	request.warp = warp[rng_below(&random, n_busy)];
	request.strong = rng_below(&random, 2);
	request.block_scope = rng_below(&random, 2);
	request.is_atom = rng_below(&random, 2);
	request.write = rng_below(&random, 2);
}

/* Inputs of this cycle. What is valid and not taken stays. */
void SmBench::drive(bool offer)
{
	Vpf_sm_unit *u = dut.get();

	if (offer && !u->evt_valid_i && gate[CHANNEL_EVT].draw(&random, now)) {
		draw_event();
		u->evt_valid_i = 1;
		put(u->evt_kind_i, event.kind);
		put(u->evt_slot_i, event.slot);
		put(u->evt_warp_i, event.warp);
		put(u->evt_addr_i, event.address & 63);
		put(u->evt_words_i, event.words);
		put(u->evt_device_i, event.device);
		put(u->evt_block_i, event.block);
	}
	if (offer && !u->req_valid_i && gate[CHANNEL_REQ].draw(&random, now)) {
		draw_request();
		u->req_valid_i = 1;
		put(u->req_slot_i, request.slot);
		put(u->req_warp_i, request.warp);
		put(u->req_strong_i, request.strong);
		put(u->req_block_scope_i, request.block_scope);
		put(u->req_is_atom_i, request.is_atom);
		put(u->req_write_i, request.write);
	}
	u->tag_ready_i = gate[CHANNEL_TAG].draw(&random, now);
	u->msg_ready_i = gate[CHANNEL_MSG].draw(&random, now);
	if (!twin)
		return;
	twin->evt_valid_i = u->evt_valid_i;
	twin->evt_kind_i = u->evt_kind_i;
	twin->evt_slot_i = u->evt_slot_i;
	twin->evt_warp_i = u->evt_warp_i;
	twin->evt_addr_i = u->evt_addr_i;
	twin->evt_words_i = u->evt_words_i;
	twin->evt_device_i = u->evt_device_i;
	twin->evt_block_i = u->evt_block_i;
	twin->req_valid_i = u->req_valid_i;
	twin->req_slot_i = u->req_slot_i;
	twin->req_warp_i = u->req_warp_i;
	twin->req_strong_i = u->req_strong_i;
	twin->req_block_scope_i = u->req_block_scope_i;
	twin->req_is_atom_i = u->req_is_atom_i;
	twin->req_write_i = u->req_write_i;
	twin->tag_ready_i = u->tag_ready_i;
	twin->msg_ready_i = u->msg_ready_i;
}

void SmBench::take_tag()
{
	if (want_tag.empty())
		fail("a tag too many");
	if (dut->tag_o != want_tag.front())
		fail("tag %" PRIu64 " is %" PRIx64 ", expected %" PRIx64, tags,
		     static_cast<uint64_t>(dut->tag_o), want_tag.front());
	want_tag.pop_front();
	tags++;
}

void SmBench::take_message()
{
	const Vpf_sm_unit *u = dut.get();

	if (want_msg.empty())
		fail("a message too many");
	const pf_message m = want_msg.front();

	if (u->msg_epoch_o != m.epoch || u->msg_block_o != m.block || u->msg_warp_o != m.warp ||
	    u->msg_device_o != m.device)
		fail("message %" PRIu64 " is epoch %u block %u warp %u device %u, expected %u %u "
		     "%u %u",
		     messages, u->msg_epoch_o, u->msg_block_o, u->msg_warp_o, u->msg_device_o,
		     m.epoch, m.block, m.warp, m.device);
	want_msg.pop_front();
	messages++;
}

/* Tags of requests come before the event of their own cycle. */
void SmBench::cycle(bool offer)
{
	Vpf_sm_unit *u = dut.get();
	pf_message m;
	bool evt, req;

	drive(offer);
	eval(false);
	if (twin)
		same_outputs();
	evt = u->evt_valid_i && u->evt_ready_o;
	req = u->req_valid_i && u->req_ready_o;
	if (u->tag_valid_o && u->tag_ready_i)
		take_tag();
	if (u->msg_valid_o && u->msg_ready_i)
		take_message();
	if (req) {
		const pf_tag t = pf_sm_tag(&reference, &request);

		want_tag.push_back(traffic_tag_bits(geometry, &t));
	}
	if (evt) {
		events++;
		if (pf_sm_event(&reference, &event, &m))
			want_msg.push_back(m);
	}
	if (evt || req || u->idle_o)
		progress = now;
	eval(true);
	now++;
	if (evt)
		u->evt_valid_i = 0;
	if (req)
		u->req_valid_i = 0;
	if (now - progress > GIVE_UP)
		fail("nothing has moved for %d cycles", GIVE_UP);
}

/* Until nothing is inside. What was offered is offered until it is taken. */
void SmBench::drain()
{
	for (unsigned quiet = 0; quiet < 4; quiet++) {
		cycle(false);
		if (!dut->idle_o || dut->evt_valid_i || dut->req_valid_i)
			quiet = 0;
	}
	if (!want_tag.empty() || !want_msg.empty())
		fail("idle, but %zu tags and %zu messages are missing", want_tag.size(),
		     want_msg.size());
}

void SmBench::phase()
{
	const uint32_t cycles = 1 + rng_below(&random, PHASE_CYCLES);

	n_busy = 1 + rng_below(&random, BUSY);
	likes = rng_below(&random, 4);
	for (unsigned i = 0; i < BUSY; i++) {
		slot[i] = rng_below(&random, geometry->block_slots);
		warp[i] = rng_below(&random, geometry->warps);
	}
	for (uint32_t &l : lock)
		l = rng_below(&random, 64) & (rng_below(&random, 2) ? 63 : 9);
	for (uint32_t i = 0; i < cycles; i++)
		cycle(true);
	drain();
	for (uint32_t i = rng_below(&random, 8); i > 0; i--)
		cycle(false);
}

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
	Options *o = static_cast<Options *>(state->input);

	switch (key) {
	case 's': o->seed = number(arg, 0, state); return 0;
	case 'c': o->checks = number(arg, 1, state); return 0;
	case 'p': o->policy = word(arg, policies, 2, state); return 0;
	case 'a': o->stall = word(arg, channels, CHANNELS, state); return 0;
	case 'q': o->quiet = true; return 0;
	case 'w': o->wave = arg; return 0;
	case KEY_WAVE_FROM: o->wave_from = number(arg, 0, state); return 0;
	case KEY_WAVE_CYCLES: o->wave_cycles = number(arg, 1, state); return 0;
	case KEY_TWIN: o->twin = true; return 0;
	case ARGP_KEY_ARG: argp_error(state, "'%s': no arguments, please", arg); return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

void campaign(const Options &o, SmBench *b)
{
	rng r;

	rng_seed(&r, o.seed ^ 0x736d);
	for (unsigned run = 0; b->tags + b->messages < o.checks; run++) {
		b->reset(static_cast<enum pf_policy>(o.policy >= 0 ? static_cast<unsigned>(o.policy)
								   : run & 1));
		for (unsigned i = 0; i < PHASES && b->tags + b->messages < o.checks; i++) {
			const int alone = o.stall >= 0
						  ? o.stall
						  : static_cast<int>(rng_below(&r, 3 * CHANNELS));
			const bool all_free = alone < CHANNELS || rng_below(&r, 4) == 0;

			for (int c = 0; c < CHANNELS; c++)
				b->gate[c] = c == alone ? gate_drawn(&r, true)
					     : all_free ? Gate{}
							: gate_drawn(&r, false);
			b->phase();
		}
	}
	printf("PASS sm " GEOMETRY " seed=%" PRIu64 " checks=%" PRIu64 " tags=%" PRIu64
	       " messages=%" PRIu64 " events=%" PRIu64 " cycles=%" PRIu64 "\n",
	       o.seed, b->tags + b->messages, b->tags, b->messages, b->events, b->now);
}

} // namespace

int main(int argc, char **argv)
{
	static const argp_option table[] = {
		{"seed", 's', "N", 0, "of everything random (default 1)", 0},
		{"checks", 'c', "N", 0, "tags and messages to compare (default 100000)", 0},
		{"policy", 'p', "NAME", 0, "scord or scord-paper (default: by turns)", 0},
		{"stall", 'a', "CHANNEL", 0,
		 "close evt, req, tag or msg for hundreds of cycles at a time, and no other", 0},
		{"twin", KEY_TWIN, nullptr, 0,
		 "a second unit without clock while it is idle must do the same", 0},
		{"wave", 'w', "FILE", 0, "write a trace (FST; a build with WAVE=1)", 0},
		{"wave-from", KEY_WAVE_FROM, "CYCLE", 0, "begin there (default 0)", 0},
		{"wave-cycles", KEY_WAVE_CYCLES, "N", 0, "so long (default 2000)", 0},
		{"quiet", 'q', nullptr, 0, "nothing to be quiet about: as for slice", 0},
		{}};
	static const struct argp argp = {
		table,
		parse,
		nullptr,
		"Co-simulate pf_sm_unit, geometry " GEOMETRY ", with its reference model."
		"\vExit codes: 0 no difference; 1 one was found; 2 wrong option.",
		nullptr,
		nullptr,
		nullptr};
	Options o;

	argp_err_exit_status = 2;
	argp_parse(&argp, argc, argv, 0, nullptr, &o);
#if !VM_TRACE
	if (!o.wave.empty()) {
		fputs("sm: built without traces; build with WAVE=1\n", stderr);
		return 2;
	}
#endif
	try {
		SmBench b(o);

		campaign(o, &b);
	} catch (const Mismatch &m) {
		printf("FAIL sm " GEOMETRY " seed=%" PRIu64 " %s\n", o.seed, m.what());
		return 1;
	}
	return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
