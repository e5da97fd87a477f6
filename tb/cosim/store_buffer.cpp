/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * store_buffer: co-simulation of pf_store_buffer (Verilated) and its reference model.
 *
 *   command ─ accepted ─> reference ─> answer, entries of a drain, events expected
 *         └─> unit <─ Gate on every channel ─> answers and entries compared as they come
 *                  <─ memory of beats ──────> headers and sectors compared when the unit is idle
 *
 * In phases, each of which draws warps, lines, masks, the mix of commands, memory's latency, and
 * how every channel behaves. Lines come from a small pool, half of them such that the Bloom filter
 * takes one for another. Memory reads when it is asked or when it answers: both must do.
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
#include <vector>

#include "Vpf_store_buffer.h"
#if VM_COVERAGE
#include <verilated_cov.h>
#endif
#include "gate.h"
extern "C" {
#include "reference/pf_store_buffer.h"
}
#include "pf_fields.h"
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

enum Channel {
	CHANNEL_CMD,
	CHANNEL_ANS,
	CHANNEL_ENT,
	CHANNEL_MWR,
	CHANNEL_MRD,
	CHANNEL_MRSP,
	CHANNELS
};
enum { PHASE_COMMANDS = 2000, GIVE_UP = 60000, POOL = 64, EVENTS = 7, BEAT = 32, BEATS = 8 };
enum { KIND_STORE, KIND_LOAD, KIND_DRAIN };
enum { KEY_WAVE_FROM = 256, KEY_WAVE_CYCLES, KEY_RATE };

const char *const channels[] = {"cmd", "ans", "ent", "mwr", "mrd", "mrsp"};
const char *const events[EVENTS] = {"maybe",     "searched", "merged", "appended",
				    "forwarded", "in_vain",  "open"};

struct Sizes {
	const char *name;
	pf_store_config config;
};

#define SIZES(n, N) \
	{#n, \
	 {PF_##N##_WARPS, PF_##N##_LOG_ENTRIES, PF_##N##_BLOOM_BITS, PF_##N##_BLOOM_WAYS, \
	  PF_##N##_LINE_W, PF_##N##_LOG_OPEN}},
const Sizes sizes[] = {PF_GEOMETRIES(SIZES)};

struct Options {
	uint64_t seed = 1, checks = 100000;
	int stall = -1;
	bool rate = false, quiet = false;
	std::string wave;
	uint64_t wave_from = 0, wave_cycles = 2000;
};

template <class Port> void put(Port &port, uint64_t value)
{
	port = static_cast<Port>(value);
}

struct Answer {
	uint32_t kind, warp, left;
	pf_log_entry entry;
	uint64_t after; /* entries that a drain gives first, all counted */
};

struct Read {
	uint64_t due;
	uint32_t address;
	uint8_t data[BEAT]; /* when it was taken */
};

class StoreBench
{
      public:
	Gate gate[CHANNELS];
	uint64_t now = 0, commands = 0, answers = 0, entries = 0, count[EVENTS] = {};
	uint64_t want[EVENTS] = {};
	uint32_t latency_least = 1, latency_most = 1;

	explicit StoreBench(const Options &o);
	~StoreBench();
	StoreBench(const StoreBench &) = delete;
	StoreBench &operator=(const StoreBench &) = delete;
	void reset();
	void phase(uint64_t most);
	void drain();
	/* Offers one command until it is taken. */
	void give(uint32_t kind, uint32_t warp, const pf_log_entry &e);
	/* Cycles an entry, of a drain of every warp, of `n` entries each. */
	double drain_warps(uint32_t n, pf_log_entry e);

      private:
	std::unique_ptr<VerilatedContext> context;
	std::unique_ptr<Vpf_store_buffer> dut;
	pf_store_config config;
	pf_store_buffer *reference = nullptr;
	rng random;
	std::vector<uint8_t> memory;
	std::deque<Read> reads;
	std::deque<Answer> want_answer;
	std::deque<Answer> want_entry;
	uint32_t kind = 0, warp = 0;
	pf_log_entry command = {};
	uint64_t progress = 0, last_due = 0;
	/* Habits */
	uint32_t pool[POOL] = {}, pool_n = 1, warps_n = 1, stores = 8, drains = 1, wide = 0;
	bool late = false;                  /* memory reads when it answers, not when it is asked */
	uint32_t bursts = 0, drain_all = 0; /* of 4; warps that a burst of drains still has */
	/* Outputs that were not taken: valid ones stay, and what they say. */
	struct Held {
		bool valid = false;
		std::vector<uint8_t> says;
	};
	Held held[3];
#if VM_TRACE
	VerilatedFstC trace;
	uint64_t trace_from = 0, trace_end = 0;
#endif

	void eval(bool high);
	void draw_habits();
	void draw_command();
	void draw_mask();
	void offer();
	void expect();
	bool cycle(bool offering);
	void take_answer();
	void take_entry();
	void write();
	void same_memory();
	void stays(unsigned port, const char *what, bool valid, bool ready, const void *says,
		   size_t n);
	void outputs_stay();
	void same_bytes(const char *what, const pf_log_entry &is, const pf_log_entry &expected);
	[[noreturn]] void fail(const char *format, ...) const __attribute__((format(printf, 2, 3)));
};

void StoreBench::fail(const char *format, ...) const
{
	char text[300], where[400];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	snprintf(where, sizeof(where), "cycle %" PRIu64 ": %s", now, text);
	throw Mismatch(where);
}

StoreBench::StoreBench(const Options &o) : context(new VerilatedContext), config()
{
	for (const Sizes &s : sizes)
		if (!strcmp(s.name, GEOMETRY))
			config = s.config;
	rng_seed(&random, o.seed);
	context->randReset(2);
	context->randSeed(static_cast<int>(o.seed % 1000000 + 1));
#if VM_TRACE
	context->traceEverOn(!o.wave.empty());
#endif
	dut.reset(new Vpf_store_buffer(context.get(), "dut"));
#if VM_TRACE
	if (!o.wave.empty()) {
		dut->trace(&trace, 99);
		trace.open(o.wave.c_str());
		trace_from = o.wave_from;
		trace_end = o.wave_from + o.wave_cycles;
	}
#endif
}

StoreBench::~StoreBench()
{
#if VM_TRACE
	trace.close();
#endif
	dut->final();
#if VM_COVERAGE
	if (const char *file = getenv("PF_COVERAGE"))
		context->coveragep()->write(file);
#endif
	pf_store_buffer_destroy(reference);
}

void StoreBench::eval(bool high)
{
	dut->clk_i = high;
	dut->eval();
#if VM_TRACE
	if (trace.isOpen() && now >= trace_from && now < trace_end)
		trace.dump(now * 1000 + (high ? 500 : 0));
#endif
}

void StoreBench::reset()
{
	Vpf_store_buffer *u = dut.get();

	u->clk_i = u->cmd_valid_i = u->ans_ready_i = u->ent_ready_i = 0;
	u->mwr_ready_i = u->mrd_ready_i = u->mrsp_valid_i = 0;
	for (Held &h : held)
		h.valid = false;
	u->rst_ni = 1;
	u->eval();
	u->rst_ni = 0;
	u->eval();
	for (unsigned i = 0; i < 3; i++) {
		eval(true);
		eval(false);
	}
	u->rst_ni = 1;
	eval(false);
	pf_store_buffer_destroy(reference);
	reference = pf_store_buffer_create(&config);
	/* What lies there is anything: unwritten bytes must not be seen. */
	memory.resize(static_cast<size_t>(config.warps) * config.entries * BEATS * BEAT);
	for (uint8_t &b : memory)
		b = static_cast<uint8_t>(rng_next(&random) >> 32);
}

/* Lines: some numbers, and beside some one that the filter takes for it: two pieces of a line that
 * are all ones are the same however they are turned, and cancel each other. */
void StoreBench::draw_habits()
{
	const uint64_t all = (1ULL << config.line_bits) - 1;
	const uint32_t ways_bits = config.bloom_bits / config.bloom_ways;
	const uint32_t twin = ways_bits * ways_bits - 1;

	pool_n = 1 + rng_below(&random, POOL);
	if (pool_n > 1 && rng_below(&random, 3) == 0)
		pool_n = 2;
	for (uint32_t i = 0; i < pool_n; i++) {
		pool[i] = static_cast<uint32_t>(rng_next(&random) >> 8 & all);
		if (i % 2 && rng_below(&random, 2))
			pool[i] = pool[i - 1] ^ twin;
	}
	warps_n = 1 + rng_below(&random, rng_below(&random, 2) ? 2 : config.warps);
	stores = rng_below(&random, 17);
	drains = rng_below(&random, 4) ? rng_below(&random, 40) : 400;
	drain_all = 0;
	bursts = rng_below(&random, 5);
	late = rng_below(&random, 2);
	wide = rng_below(&random, 4);
	latency_least = 1 + rng_below(&random, rng_below(&random, 4) ? 6 : 80);
	latency_most = latency_least + rng_below(&random, rng_below(&random, 2) ? 2 : 40);
}

void StoreBench::draw_mask()
{
	const uint32_t how = wide == 3 ? rng_below(&random, 3) : wide;
	const uint32_t from = rng_below(&random, 128), n = 1 + rng_below(&random, 8);

	memset(command.mask, 0, sizeof(command.mask));
	if (how == 0)
		memset(command.mask, 0xff, sizeof(command.mask));
	for (uint32_t i = from; how == 1 && i < from + n && i < 128; i++)
		command.mask[i / 8] |= static_cast<uint8_t>(1U << i % 8);
	for (uint32_t i = 0; how == 2 && i < 2 + n * 8; i++) {
		const uint32_t b = rng_below(&random, 128);

		command.mask[b / 8] |= static_cast<uint8_t>(1U << b % 8);
	}
}

void StoreBench::draw_command()
{
	if (drain_all) {
		kind = KIND_DRAIN;
		warp = --drain_all * (config.warps / warps_n);
		return;
	}
	warp = rng_below(&random, warps_n) * (config.warps / warps_n);
	command.line = pool[rng_below(&random, pool_n)];
	if (rng_below(&random, 8) == 0)
		command.line = static_cast<uint32_t>(rng_next(&random) >> 8 &
						     ((1ULL << config.line_bits) - 1));
	draw_mask();
	for (uint8_t &b : command.data)
		b = static_cast<uint8_t>(rng_next(&random) >> 32);
	kind = rng_below(&random, 16) < stores ? KIND_STORE : KIND_LOAD;
	if (rng_below(&random, 4000) < drains)
		kind = KIND_DRAIN;
	if (kind == KIND_STORE && pf_store_buffer_left(reference, warp) == 0)
		kind = rng_below(&random, 4) ? KIND_DRAIN : KIND_LOAD;
	if (kind == KIND_DRAIN && rng_below(&random, 4) < bursts)
		drain_all = warps_n;
}

void StoreBench::offer()
{
	Vpf_store_buffer *u = dut.get();

	u->cmd_valid_i = 1;
	put(u->cmd_kind_i, kind);
	put(u->cmd_warp_i, warp);
	put(u->cmd_line_i, command.line);
	memcpy(&u->cmd_mask_i, command.mask, sizeof(command.mask));
	memcpy(&u->cmd_data_i, command.data, sizeof(command.data));
}

/* What the accepted command must bring. */
void StoreBench::expect()
{
	Answer a = {kind, warp, 0, {}, 0};
	pf_store_cost cost = {};

	if (kind == KIND_STORE) {
		pf_store_buffer_store(reference, warp, &command, &cost);
		want[cost.found ? 2 : 3]++;
	} else if (kind == KIND_LOAD) {
		pf_store_buffer_load(reference, warp, &command, &a.entry, &cost);
		for (uint8_t m : a.entry.mask)
			if (m) {
				want[4]++;
				break;
			}
	} else {
		for (uint32_t i = 0; i < pf_store_buffer_used(reference, warp); i++)
			want_entry.push_back(
				{kind, warp, 0, *pf_store_buffer_entry(reference, warp, i), 0});
		a.after = entries + want_entry.size();
		pf_store_buffer_clear(reference, warp);
	}
	want[0] += cost.maybe;
	want[1] += cost.searched;
	want[5] += cost.maybe && !cost.found;
	want[6] += cost.open;
	a.left = pf_store_buffer_left(reference, warp);
	want_answer.push_back(a);
	commands++;
}

void StoreBench::same_bytes(const char *what, const pf_log_entry &is, const pf_log_entry &expected)
{
	if (is.line != expected.line)
		fail("%s: line %x, expected %x", what, is.line, expected.line);
	for (uint32_t i = 0; i < 128; i++) {
		const bool has = is.mask[i / 8] >> i % 8 & 1;

		if (has != (expected.mask[i / 8] >> i % 8 & 1))
			fail("%s: line %x byte %u is %sthere", what, is.line, i, has ? "" : "not ");
		if (has && is.data[i] != expected.data[i])
			fail("%s: line %x byte %u is %02x, expected %02x", what, is.line, i,
			     is.data[i], expected.data[i]);
	}
}

void StoreBench::take_answer()
{
	const Vpf_store_buffer *u = dut.get();
	pf_log_entry is = {};

	if (want_answer.empty())
		fail("an answer too many");
	const Answer a = want_answer.front();

	if (u->ans_kind_o != a.kind || u->ans_warp_o != a.warp || u->ans_left_o != a.left)
		fail("answer %" PRIu64 " is kind %u warp %u left %u, expected %u %u %u", answers,
		     u->ans_kind_o, u->ans_warp_o, u->ans_left_o, a.kind, a.warp, a.left);
	if (entries < a.after)
		fail("a drain is answered before its last entry");
	is.line = a.entry.line;
	memcpy(is.mask, &u->ans_mask_o, sizeof(is.mask));
	memcpy(is.data, &u->ans_data_o, sizeof(is.data));
	same_bytes("answer", is, a.entry);
	want_answer.pop_front();
	answers++;
}

void StoreBench::take_entry()
{
	const Vpf_store_buffer *u = dut.get();
	pf_log_entry is = {};

	if (want_entry.empty())
		fail("an entry too many");
	if (u->ent_warp_o != want_entry.front().warp)
		fail("an entry of warp %u, expected %u", u->ent_warp_o, want_entry.front().warp);
	is.line = u->ent_line_o;
	memcpy(is.mask, &u->ent_mask_o, sizeof(is.mask));
	memcpy(is.data, &u->ent_data_o, sizeof(is.data));
	same_bytes("entry", is, want_entry.front().entry);
	want_entry.pop_front();
	entries++;
}

void StoreBench::write()
{
	const Vpf_store_buffer *u = dut.get();
	uint8_t data[BEAT];
	const size_t at = static_cast<size_t>(u->mwr_addr_o) * BEAT;

	if (at + BEAT > memory.size() || (u->mwr_addr_o & 7) > 4)
		fail("a write to beat %x", u->mwr_addr_o);
	memcpy(data, &u->mwr_data_o, sizeof(data));
	for (uint32_t i = 0; i < BEAT; i++)
		if (u->mwr_strb_o >> i & 1)
			memory[at + i] = data[i];
}

/* With the unit idle, memory holds the logs, and the events are what the model said. */
void StoreBench::same_memory()
{
	for (uint32_t w = 0; w < config.warps; w++) {
		for (uint32_t i = 0; i < pf_store_buffer_used(reference, w); i++) {
			const size_t at =
				(static_cast<size_t>(w) * config.entries + i) * BEATS * BEAT;
			pf_log_entry is = {};

			for (uint32_t b = 0; b < 4; b++)
				is.line |= static_cast<uint32_t>(memory[at + b]) << 8 * b;
			is.line &= static_cast<uint32_t>((1ULL << config.line_bits) - 1);
			memcpy(is.mask, &memory[at + 4], sizeof(is.mask));
			memcpy(is.data, &memory[at + BEAT], sizeof(is.data));
			same_bytes("memory", is, *pf_store_buffer_entry(reference, w, i));
		}
	}
	for (uint32_t e = 0; e < EVENTS; e++)
		if (count[e] != want[e])
			fail("event %s: %" PRIu64 " times, expected %" PRIu64, events[e], count[e],
			     want[e]);
}

void StoreBench::stays(unsigned port, const char *what, bool valid, bool ready, const void *says,
		       size_t n)
{
	Held &h = held[port];
	const uint8_t *bytes = static_cast<const uint8_t *>(says);
	const std::vector<uint8_t> now_says(bytes, bytes + n);

	if (h.valid && (!valid || now_says != h.says))
		fail("%s was not taken and does not stay", what);
	h.valid = valid && !ready;
	h.says = now_says;
}

void StoreBench::outputs_stay()
{
	const Vpf_store_buffer *u = dut.get();
	uint32_t ans[4 + 3] = {}, ent[4 + 2] = {}, mwr[8 + 2] = {};

	memcpy(ans, &u->ans_mask_o, sizeof(command.mask));
	ans[4] = u->ans_kind_o;
	ans[5] = u->ans_warp_o;
	ans[6] = u->ans_left_o;
	memcpy(ent, &u->ent_mask_o, sizeof(command.mask));
	ent[4] = u->ent_line_o;
	ent[5] = u->ent_warp_o;
	memcpy(mwr, &u->mwr_data_o, BEAT);
	mwr[8] = u->mwr_addr_o;
	mwr[9] = u->mwr_strb_o;
	stays(0, "an answer", u->ans_valid_o, u->ans_ready_i, ans, sizeof(ans));
	stays(1, "an entry", u->ent_valid_o, u->ent_ready_i, ent, sizeof(ent));
	stays(2, "a write", u->mwr_valid_o, u->mwr_ready_i, mwr, sizeof(mwr));
}

/* True when the command was taken. */
bool StoreBench::cycle(bool offering)
{
	Vpf_store_buffer *u = dut.get();
	bool cmd, mrd, mrsp;

	if (offering && !u->cmd_valid_i && gate[CHANNEL_CMD].draw(&random, now))
		offer();
	u->ans_ready_i = gate[CHANNEL_ANS].draw(&random, now);
	u->ent_ready_i = gate[CHANNEL_ENT].draw(&random, now);
	u->mwr_ready_i = gate[CHANNEL_MWR].draw(&random, now);
	u->mrd_ready_i = gate[CHANNEL_MRD].draw(&random, now);
	if (!u->mrsp_valid_i && !reads.empty() && reads.front().due <= now &&
	    gate[CHANNEL_MRSP].draw(&random, now)) {
		memcpy(&u->mrsp_data_i,
		       late ? &memory[static_cast<size_t>(reads.front().address) * BEAT]
			    : reads.front().data,
		       BEAT);
		u->mrsp_valid_i = 1;
		reads.pop_front();
	}
	eval(false);
	cmd = u->cmd_valid_i && u->cmd_ready_o;
	mrd = u->mrd_valid_o && u->mrd_ready_i;
	mrsp = u->mrsp_valid_i && u->mrsp_ready_o;
	for (uint32_t e = 0; e < EVENTS; e++)
		count[e] += u->evt_o >> e & 1;
	outputs_stay();
	if (u->ent_valid_o && u->ent_ready_i)
		take_entry();
	if (u->ans_valid_o && u->ans_ready_i)
		take_answer();
	if (mrd) {
		const uint64_t due =
			now + latency_least + rng_below(&random, latency_most - latency_least + 1);

		if ((u->mrd_addr_o & 7) > 4)
			fail("a read of beat %x", u->mrd_addr_o);
		last_due = due > last_due ? due : last_due;
		reads.push_back({last_due, u->mrd_addr_o, {}});
		memcpy(reads.back().data, &memory[static_cast<size_t>(u->mrd_addr_o) * BEAT], BEAT);
	}
	if (u->mwr_valid_o && u->mwr_ready_i)
		write();
	if (cmd)
		expect();
	if (cmd || mrd || mrsp || u->idle_o || (u->ans_valid_o && u->ans_ready_i) ||
	    (u->ent_valid_o && u->ent_ready_i) || (u->mwr_valid_o && u->mwr_ready_i))
		progress = now;
	eval(true);
	now++;
	if (cmd)
		u->cmd_valid_i = 0;
	if (mrsp)
		u->mrsp_valid_i = 0;
	if (now - progress > GIVE_UP)
		fail("nothing has moved for %d cycles", GIVE_UP);
	return cmd;
}

/* Until nothing is inside. */
void StoreBench::drain()
{
	for (unsigned quiet = 0; quiet < 4; quiet++) {
		cycle(false);
		if (!dut->idle_o || dut->cmd_valid_i)
			quiet = 0;
	}
	if (!want_answer.empty() || !want_entry.empty() || !reads.empty() || dut->mrsp_valid_i)
		fail("idle, but %zu answers and %zu entries are missing, %zu reads on their way",
		     want_answer.size(), want_entry.size(), reads.size());
	same_memory();
}

void StoreBench::give(uint32_t k, uint32_t w, const pf_log_entry &e)
{
	kind = k;
	warp = w;
	command = e;
	while (!cycle(true))
		;
}

double StoreBench::drain_warps(uint32_t n, pf_log_entry e)
{
	uint64_t from;

	for (uint32_t w = 0; w < config.warps; w++)
		for (uint32_t i = 0; i < n; i++, e.line++)
			give(KIND_STORE, w, e);
	drain();
	from = now;
	for (uint32_t w = 0; w < config.warps; w++)
		give(KIND_DRAIN, w, e);
	drain();
	return static_cast<double>(now - from) / (n * config.warps);
}

void StoreBench::phase(uint64_t most)
{
	uint64_t n = 1 + rng_below(&random, PHASE_COMMANDS);

	draw_habits();
	for (n = n < most ? n : most; n > 0; n--) {
		draw_command();
		while (!cycle(true))
			;
	}
	drain();
}

uint64_t number(const char *text, uint64_t least, argp_state *state)
{
	char *end;
	const uint64_t n = strtoull(text, &end, 0);

	if (*end || end == text || *text == '-' || n < least)
		argp_error(state, "'%s' is not a number from %" PRIu64, text, least);
	return n;
}

error_t parse(int key, char *arg, argp_state *state)
{
	Options *o = static_cast<Options *>(state->input);

	switch (key) {
	case 's': o->seed = number(arg, 0, state); return 0;
	case 'c': o->checks = number(arg, 1, state); return 0;
	case 'a':
		for (o->stall = 0; o->stall < CHANNELS; o->stall++)
			if (!strcmp(arg, channels[o->stall]))
				return 0;
		argp_error(state, "no channel '%s'", arg);
		return 0;
	case KEY_RATE: o->rate = true; return 0;
	case 'q': o->quiet = true; return 0;
	case 'w': o->wave = arg; return 0;
	case KEY_WAVE_FROM: o->wave_from = number(arg, 0, state); return 0;
	case KEY_WAVE_CYCLES: o->wave_cycles = number(arg, 1, state); return 0;
	case ARGP_KEY_ARG: argp_error(state, "'%s': no arguments, please", arg); return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

void campaign(const Options &o, StoreBench *b)
{
	rng r;

	rng_seed(&r, o.seed ^ 0x7374);
	for (unsigned run = 0; b->commands < o.checks; run++) {
		const int alone =
			o.stall >= 0 ? o.stall : static_cast<int>(rng_below(&r, 3 * CHANNELS));
		const bool all_free = alone < CHANNELS || rng_below(&r, 4) == 0;

		if (run % 20 == 0)
			b->reset();
		for (int c = 0; c < CHANNELS; c++)
			b->gate[c] = c == alone ? gate_drawn(&r, true)
				     : all_free ? Gate{}
						: gate_drawn(&r, false);
		b->phase(o.checks - b->commands);
	}
	printf("PASS store_buffer " GEOMETRY " seed=%" PRIu64 " checks=%" PRIu64
	       " commands=%" PRIu64 " entries=%" PRIu64,
	       o.seed, b->answers + b->entries, b->commands, b->entries);
	for (uint32_t e = 0; e < EVENTS; e++)
		printf(" %s=%" PRIu64, events[e], b->count[e]);
	printf(" cycles=%" PRIu64 "\n", b->now);
}

/* Cycles a command or entry, of streams of one kind: CSV. */
void rate(StoreBench *b)
{
	enum { N = 24 };
	pf_log_entry all = {}, word = {};
	uint64_t from;

	memset(all.mask, 0xff, sizeof(all.mask));
	word.mask[0] = 0xf;
	puts("latency,load,store_word_new,store_line_new,store_line_open,drain_line,drain_word,"
	     "drain_warps,search_oldest,load_open,store_turn");
	for (uint32_t latency : {4, 35, 200}) {
		auto stream = [&](uint32_t kind, uint32_t n, const pf_log_entry &e, uint32_t step) {
			pf_log_entry each = e;

			b->drain();
			from = b->now;
			for (uint32_t i = 0; i < n; i++, each.line += step)
				b->give(kind, 0, each);
			b->drain();
			return static_cast<double>(b->now - from) / n;
		};
		double load, word_new, line_new, line_open, drain_line, drain_word, search;
		double load_open, turn, warps;

		b->reset();
		b->latency_least = b->latency_most = latency;
		all.line = word.line = 0;
		load = stream(KIND_LOAD, 1000, all, 1);
		word_new = stream(KIND_STORE, N, word, 1);
		/* The first line of all, and others that take its place: never open */
		from = b->now;
		for (uint32_t i = 0; i < 10; i++) {
			word.line = i % 2 ? 0 : 9;
			b->give(KIND_LOAD, 0, word);
		}
		b->drain();
		search = static_cast<double>(b->now - from) / 10;
		word.line = N - 1;
		load_open = stream(KIND_LOAD, 100, word, 0);
		b->drain();
		from = b->now;
		for (uint32_t i = 0; i < 128; i++) {
			word.line = N - 8 + i % 8;
			b->give(KIND_STORE, 0, word);
		}
		b->drain();
		turn = static_cast<double>(b->now - from) / 128;
		word.line = 0;
		drain_word = stream(KIND_DRAIN, 1, all, 0) / N;
		line_new = stream(KIND_STORE, N, all, 1);
		line_open = stream(
			KIND_STORE, 100,
			[&] {
				pf_log_entry e = all;
				e.line = N - 1;
				return e;
			}(),
			0);
		drain_line = stream(KIND_DRAIN, 1, all, 0) / N;
		warps = b->drain_warps(4, word);
		printf("%u,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f\n", latency, load,
		       word_new, line_new, line_open, drain_line, drain_word, warps, search,
		       load_open, turn);
	}
}

} // namespace

int main(int argc, char **argv)
{
	static const argp_option table[] = {
		{"seed", 's', "N", 0, "of everything random (default 1)", 0},
		{"checks", 'c', "N", 0, "commands to give (default 100000)", 0},
		{"stall", 'a', "CHANNEL", 0,
		 "close cmd, ans, ent, mwr, mrd or mrsp for hundreds of cycles at a time, and no "
		 "other",
		 0},
		{"rate", KEY_RATE, nullptr, 0, "sustained rates by memory latency instead: CSV", 0},
		{"wave", 'w', "FILE", 0, "write a trace (FST; a build with WAVE=1)", 0},
		{"wave-from", KEY_WAVE_FROM, "CYCLE", 0, "begin there (default 0)", 0},
		{"wave-cycles", KEY_WAVE_CYCLES, "N", 0, "so long (default 2000)", 0},
		{"quiet", 'q', nullptr, 0, "nothing to be quiet about: as for slice", 0},
		{}};
	static const struct argp argp = {
		table,
		parse,
		nullptr,
		"Co-simulate pf_store_buffer, geometry " GEOMETRY ", with its reference model."
		"\vExit codes: 0 no difference; 1 one was found; 2 wrong option.",
		nullptr,
		nullptr,
		nullptr};
	Options o;

	argp_err_exit_status = 2;
	argp_parse(&argp, argc, argv, 0, nullptr, &o);
#if !VM_TRACE
	if (!o.wave.empty()) {
		fputs("store_buffer: built without traces; build with WAVE=1\n", stderr);
		return 2;
	}
#endif
	try {
		StoreBench b(o);

		if (o.rate)
			rate(&b);
		else
			campaign(o, &b);
	} catch (const Mismatch &m) {
		printf("FAIL store_buffer " GEOMETRY " seed=%" PRIu64 " %s\n", o.seed, m.what());
		return 1;
	}
	return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
