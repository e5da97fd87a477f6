/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "zcommit_bench.h"
#if VM_COVERAGE
#include <verilated_cov.h>
#endif

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace
{

enum { GIVE_UP = 20000, ROW_BITS = 256, RESET_CYCLES = 3 };

using ull = unsigned long long;

template <class Port> void put(Port &port, uint64_t value)
{
	port = static_cast<Port>(value);
}

template <class Wide> void put_bytes(Wide &port, const uint8_t *byte, unsigned n)
{
	for (unsigned i = 0; i < n / 4; i++) {
		uint32_t v;

		std::memcpy(&v, byte + 4 * i, 4);
		port[i] = v;
	}
}

template <class Wide> void get_bytes(const Wide &port, uint8_t *byte, unsigned n)
{
	for (unsigned i = 0; i < n / 4; i++) {
		const uint32_t v = port[i];

		std::memcpy(byte + 4 * i, &v, 4);
	}
}

template <class Wide> void put_beat(Wide &port, const pf_beat &b)
{
	for (unsigned i = 0; i < 4; i++) {
		port[2 * i] = static_cast<uint32_t>(b.v[i]);
		port[2 * i + 1] = static_cast<uint32_t>(b.v[i] >> 32);
	}
}

template <class Wide> pf_beat beat_of(const Wide &port)
{
	pf_beat b;

	for (unsigned i = 0; i < 4; i++)
		b.v[i] = port[2 * i] | static_cast<uint64_t>(port[2 * i + 1]) << 32;
	return b;
}

bool same(const pf_beat &a, const pf_beat &b)
{
	return !std::memcmp(&a, &b, sizeof(a));
}

bool has(const uint8_t *mask, unsigned b)
{
	return mask[b / 8] >> b % 8 & 1;
}

} // namespace

void ZBench::fail(const char *format, ...) const
{
	char text[400], where[500];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	snprintf(where, sizeof(where), "cycle %llu, quantum %llu, request %llu: %s",
		 static_cast<ull>(now), static_cast<ull>(begun), static_cast<ull>(accepted), text);
	throw Mismatch(where);
}

ZBench::ZBench(const pf_zconfig &widths, uint64_t seed, bool with_twin)
    : config(widths),
      beats((widths.quantum_bits + PF_LINE_BYTES * widths.warp_bits - 1) / ROW_BITS + 1),
      context(new VerilatedContext)
{
	rng_seed(&random, seed);
	rng_seed(&late, ~seed);
	context->randReset(2);
	context->randSeed(static_cast<int>(seed % 1000000 + 1));
	dut.reset(new Vpf_zcommit(context.get(), "dut"));
	if (with_twin)
		twin.reset(new Vpf_zcommit(context.get(), "twin"));
}

ZBench::~ZBench()
{
	Verilated::threadContextp(context.get()); /* a model looks there when it goes */
	dut->final();
	if (twin)
		twin->final();
#if VM_COVERAGE
	if (const char *file = getenv("PF_COVERAGE"))
		context->coveragep()->write(file);
#endif
	pf_zcommit_destroy(reference);
}

/* The twin gets no clock when a skipped one changes nothing. */
void ZBench::eval(bool high)
{
	dut->clk_i = high;
	dut->eval();
	if (!twin)
		return;
	if (high && twin->rst_ni && twin->idle_o && !twin->req_valid_i && !twin->beg_valid_i &&
	    !twin->mrsp_valid_i)
		return;
	twin->clk_i = high;
	twin->eval();
}

void ZBench::reset()
{
	dut->rst_ni = 1;
	dut->clk_i = 0;
	dut->req_valid_i = dut->beg_valid_i = dut->mrsp_valid_i = 0;
	dut->res_ready_i = dut->mrd_ready_i = dut->mwr_ready_i = 0;
	rubbish();
	for (unsigned i = 0; i < 2; i++) { /* down between two evaluations: an edge */
		copy_inputs();
		dut->rst_ni = 0;
		eval(false);
	}
	for (unsigned i = 0; i < RESET_CYCLES; i++) {
		eval(true);
		eval(false);
	}
	dut->rst_ni = 1;
	copy_inputs();
	eval(false);
}

void ZBench::configure(uint32_t n_lines, bool filter)
{
	pf_zcommit_destroy(reference);
	config.lines = n_lines;
	filtering = filter;
	reference = pf_zcommit_create(&config);
	if (!reference)
		fail("no such region: %u lines", n_lines);
	mem.reset(new Memory(0, static_cast<uint64_t>(n_lines) * beats, &late));
	for (uint64_t i = 0; i < mem->size(); i++)
		for (uint64_t &v : (*mem)[i].v)
			v = rng_next(&late);
	got.assign(static_cast<std::size_t>(n_lines) * PF_LINE_BYTES, 0);
	want = got;
	owner.assign(got.size(), Owner());
	row.clear();
	expected.clear();
	outstanding = swept_now = 0;
	answering = sweeping = false;
	for (Last &l : last)
		l.held = false;
	put(dut->cfg_lines_i, n_lines);
	dut->cfg_filter_i = filter;
	missed_before = event[EVENT_MISS];
	fetched_before = event[EVENT_FETCHED];
	reset();
	drain();
	if (dut->quantum_o != pf_zcommit_quantum(reference))
		fail("quantum %u after reset, expected %u", dut->quantum_o,
		     pf_zcommit_quantum(reference));
}

void ZBench::copy_inputs()
{
	const Vpf_zcommit *u = dut.get();

	if (!twin)
		return;
	twin->rst_ni = u->rst_ni;
	twin->cfg_filter_i = u->cfg_filter_i;
	twin->cfg_lines_i = u->cfg_lines_i;
	twin->beg_valid_i = u->beg_valid_i;
	twin->req_valid_i = u->req_valid_i;
	twin->req_line_i = u->req_line_i;
	twin->req_warp_i = u->req_warp_i;
	twin->req_mask_i = u->req_mask_i;
	twin->req_data_i = u->req_data_i;
	twin->res_ready_i = u->res_ready_i;
	twin->mrd_ready_i = u->mrd_ready_i;
	twin->mrsp_valid_i = u->mrsp_valid_i;
	twin->mrsp_id_i = u->mrsp_id_i;
	twin->mrsp_data_i = u->mrsp_data_i;
	twin->mwr_ready_i = u->mwr_ready_i;
}

void ZBench::same_outputs()
{
	const Vpf_zcommit *a = dut.get(), *b = twin.get();

	if (a->beg_ready_o != b->beg_ready_o || a->req_ready_o != b->req_ready_o ||
	    a->res_valid_o != b->res_valid_o || a->mrd_valid_o != b->mrd_valid_o ||
	    a->mrsp_ready_o != b->mrsp_ready_o || a->mwr_valid_o != b->mwr_valid_o ||
	    a->idle_o != b->idle_o)
		fail("twin: a clock was skipped in idle, and now the handshakes differ");
	if (a->quantum_o != b->quantum_o || a->evt_o != b->evt_o)
		fail("twin: a clock was skipped in idle, and now quantum or events differ");
	if (a->res_valid_o && (a->res_line_o != b->res_line_o || a->res_warp_o != b->res_warp_o ||
			       a->res_mask_o != b->res_mask_o))
		fail("twin: a clock was skipped in idle, and now a result differs");
	if (a->mrd_valid_o && (a->mrd_addr_o != b->mrd_addr_o || a->mrd_id_o != b->mrd_id_o))
		fail("twin: a clock was skipped in idle, and now a read differs");
	if (a->mwr_valid_o &&
	    (a->mwr_addr_o != b->mwr_addr_o || a->mwr_data_o != b->mwr_data_o))
		fail("twin: a clock was skipped in idle, and now a write differs");
}

/* What is not valid may be anything. */
void ZBench::rubbish()
{
	Vpf_zcommit *u = dut.get();

	if (!u->req_valid_i) {
		put(u->req_line_i, rng_below(&late, 1U << config.line_bits));
		put(u->req_warp_i, rng_below(&late, 1U << config.warp_bits));
		for (unsigned i = 0; i < 4; i++)
			u->req_mask_i[i] = static_cast<uint32_t>(rng_next(&late) >> 32);
		for (unsigned i = 0; i < 32; i++)
			u->req_data_i[i] = u->req_mask_i[i % 4] + i;
	}
	if (!u->mrsp_valid_i) {
		put(u->mrsp_id_i, 0);
		for (unsigned i = 0; i < 8; i++)
			u->mrsp_data_i[i] = static_cast<uint32_t>(rng_next(&late) >> 32);
	}
}

/* Inputs of this cycle. What is valid and not taken stays. */
void ZBench::drive(const pf_zrequest *r, bool beg)
{
	Vpf_zcommit *u = dut.get();
	Memory::Answer a;

	if (r && !u->req_valid_i && gate[CHANNEL_REQ].draw(&random, now)) {
		u->req_valid_i = 1;
		put(u->req_line_i, r->line);
		put(u->req_warp_i, r->warp);
		put_bytes(u->req_mask_i, r->mask, PF_LINE_MASK);
		put_bytes(u->req_data_i, r->data, PF_LINE_BYTES);
	}
	u->beg_valid_i = beg;
	if (!answering && gate[CHANNEL_MRSP].draw(&random, now) && mem->answer(now, &a)) {
		answering = true;
		put(u->mrsp_id_i, a.id);
		put_beat(u->mrsp_data_i, a.data);
	}
	u->mrsp_valid_i = answering;
	u->res_ready_i = gate[CHANNEL_RES].draw(&random, now);
	u->mrd_ready_i = gate[CHANNEL_MRD].draw(&random, now);
	u->mwr_ready_i = gate[CHANNEL_MWR].draw(&random, now);
	rubbish();
	copy_inputs();
}

void ZBench::stays(unsigned channel, bool valid, bool ready, uint64_t key, const uint32_t *words,
		   unsigned n)
{
	static const char *const name[] = {"res", "mrd", "mwr"};
	Last *l = &last[channel];

	if (l->held && (!valid || key != l->key ||
			(n && std::memcmp(words, l->words.data(), n * sizeof(*words)))))
		fail("%s was valid and not taken, and has changed", name[channel]);
	l->held = valid && !ready;
	l->key = key;
	if (l->held)
		l->words.assign(words, words + n);
}

void ZBench::all_stay()
{
	const Vpf_zcommit *u = dut.get();
	uint32_t res[36], mwr[8];

	for (unsigned i = 0; i < 36; i++)
		res[i] = i < 4 ? u->res_mask_o[i] : u->res_data_o[i - 4];
	for (unsigned i = 0; i < 8; i++)
		mwr[i] = u->mwr_data_o[i];
	stays(0, u->res_valid_o, u->res_ready_i,
	      static_cast<uint64_t>(u->res_line_o) << 32 | u->res_warp_o, res, 36);
	stays(1, u->mrd_valid_o, u->mrd_ready_i,
	      static_cast<uint64_t>(u->mrd_addr_o) << 16 | u->mrd_id_o, mwr, 0);
	stays(2, u->mwr_valid_o, u->mwr_ready_i, u->mwr_addr_o, mwr, 8);
}

bool ZBench::step(const pf_zrequest *r, bool beg)
{
	Vpf_zcommit *u = dut.get();
	bool taken;

	drive(r, beg);
	eval(false);
	if (twin)
		same_outputs();
	all_stay();
	for (unsigned i = 0; i < EVENTS; i++)
		event[i] += u->evt_o >> i & 1;
	if (u->idle_o && (outstanding || !mem->quiet() || answering))
		fail("idle, but %llu results are missing, or a read is under way",
		     static_cast<ull>(outstanding));
	/* in this order: a read or a result of this cycle is not of what enters in it */
	if (u->res_valid_o && u->res_ready_i)
		take_result();
	if (u->mrd_valid_o && u->mrd_ready_i)
		take_read();
	if (u->mwr_valid_o && u->mwr_ready_i)
		take_write();
	if (answering && u->mrsp_ready_o)
		answering = false;
	taken = (u->req_valid_i && u->req_ready_o) || (beg && u->beg_ready_o);
	if (u->req_valid_i && u->req_ready_o)
		take_request(*r);
	if (beg && u->beg_ready_o)
		take_begin();
	eval(true);
	now++;
	if (taken)
		u->req_valid_i = 0;
	if (now - progress > GIVE_UP)
		fail("nothing has moved for %d cycles", GIVE_UP);
	return taken;
}

/* A row as it lies in memory: tag, winners, zeros. */
Row ZBench::pack(uint32_t line) const
{
	Row r = {};
	uint32_t at = config.quantum_bits;

	r[0].v[0] = pf_zcommit_quantum(reference);
	for (uint32_t b = 0; b < PF_LINE_BYTES; b++) {
		const uint64_t w = pf_zcommit_winner(reference, line, b);

		for (uint32_t i = 0; i < config.warp_bits; i++, at++)
			r[at / 256].v[at / 64 % 4] |= (w >> i & 1) << at % 64;
	}
	return r;
}

void ZBench::take_request(const pf_zrequest &r)
{
	std::vector<Row> &rows = row[r.line];
	Expected e = {r, now};

	accepted++;
	outstanding++;
	progress = now;
	pf_zcommit_request(reference, &r, &e.result);
	expected[r.line].push_back(e);
	const Row last_row = pack(r.line);
	if (rows.empty() || std::memcmp(&rows.back(), &last_row, sizeof(last_row)))
		rows.push_back(last_row);
	for (uint32_t b = 0; b < PF_LINE_BYTES; b++) {
		const std::size_t i = static_cast<std::size_t>(r.line) * PF_LINE_BYTES + b;

		if (!has(r.mask, b) || (owner[i].quantum == begun && owner[i].warp < r.warp))
			continue;
		owner[i] = {begun, r.warp};
		want[i] = r.data[b];
	}
}

void ZBench::take_result()
{
	const Vpf_zcommit *u = dut.get();
	const uint32_t line = u->res_line_o;
	const auto found = expected.find(line);
	static const uint8_t none[PF_LINE_MASK] = {0};
	uint8_t mask[PF_LINE_MASK], data[PF_LINE_BYTES];

	progress = now;
	if (found == expected.end() || found->second.empty())
		fail("a result of line %x too many", line);
	const Expected e = found->second.front();
	get_bytes(u->res_mask_o, mask, PF_LINE_MASK);
	get_bytes(u->res_data_o, data, PF_LINE_BYTES);
	if (u->res_warp_o != e.result.warp)
		fail("line %x: result of warp %u, expected %u", line, u->res_warp_o,
		     e.result.warp);
	for (uint32_t b = 0; b < PF_LINE_BYTES; b++) {
		if (has(mask, b) != has(e.result.mask, b))
			fail("line %x, warp %u: byte %u %s", line, e.result.warp, b,
			     has(mask, b) ? "won, but was lost" : "lost, but was won");
		if (has(mask, b) && data[b] != e.result.data[b])
			fail("line %x, warp %u: byte %u is %02x, expected %02x", line,
			     e.result.warp, b, data[b], e.result.data[b]);
		if (has(mask, b))
			got[static_cast<std::size_t>(line) * PF_LINE_BYTES + b] = data[b];
	}
	if (now - e.since > longest)
		longest = now - e.since;
	found->second.pop_front();
	outstanding--;
	results++;
	lost += !std::memcmp(mask, none, sizeof(none));
}

void ZBench::take_read()
{
	const uint64_t address = dut->mrd_addr_o;

	progress = now;
	if (!mem->has(address))
		fail("read of beat %llx, beyond the region", static_cast<ull>(address));
	if (sweeping && swept_now < config.lines)
		fail("read of beat %llx before the sweep is done", static_cast<ull>(address));
	mem->read(now, address, dut->mrd_id_o);
	reads++;
}

/* The sweep's zeros, or a row as it was after some request of this quantum. */
void ZBench::take_write()
{
	const uint64_t address = dut->mwr_addr_o;
	const pf_beat data = beat_of(dut->mwr_data_o), zero = {};
	const uint32_t line = static_cast<uint32_t>(address / beats);
	const auto rows = row.find(line);
	bool known = false;

	progress = now;
	if (!mem->has(address))
		fail("write of beat %llx, beyond the region", static_cast<ull>(address));
	if (sweeping && swept_now < config.lines) {
		if (address % beats || !same(data, zero) || is_swept[line])
			fail("beat %llx is written in a sweep", static_cast<ull>(address));
		is_swept[line] = true;
		swept_now++;
		swept++;
	} else {
		for (const Row &r : rows == row.end() ? std::vector<Row>() : rows->second)
			known = known || same(r[address % beats], data);
		if (!known)
			fail("beat %llx, line %x, is written with what no row was",
			     static_cast<ull>(address), line);
		writes++;
	}
	(*mem)[address] = data;
}

void ZBench::take_begin()
{
	progress = now;
	if (outstanding || !mem->quiet() || answering)
		fail("a quantum begins while %llu results are missing, or a read is under way",
		     static_cast<ull>(outstanding));
	compare_quantum();
	pf_zcommit_begin(reference);
	begun++;
	row.clear();
	sweeping = pf_zcommit_quantum(reference) == 1;
	swept_now = 0;
	sweeps += sweeping;
	is_swept.assign(config.lines, false);
}

void ZBench::begin()
{
	progress = now;
	while (!step(nullptr, true))
		continue;
}

void ZBench::request(const pf_zrequest &r)
{
	progress = now;
	while (!step(&r, false))
		continue;
	if (dut->quantum_o != pf_zcommit_quantum(reference))
		fail("quantum %u, expected %u", dut->quantum_o, pf_zcommit_quantum(reference));
}

/* No request is offered. Idle must stay, so a few cycles more. */
void ZBench::drain()
{
	progress = now;
	for (unsigned quiet = 0; quiet < 4; quiet++) {
		step(nullptr, false);
		if (!dut->idle_o)
			quiet = 0;
	}
	if (outstanding)
		fail("drained, but %llu results are missing", static_cast<ull>(outstanding));
}

/* Memory has each line's row of one moment of this quantum, whole, or an older one. */
void ZBench::rows_are_possible()
{
	const uint64_t tag_mask = (1ULL << config.quantum_bits) - 1;

	for (const auto &[line, rows] : row) {
		bool whole = false;

		if (((*mem)[static_cast<uint64_t>(line) * beats].v[0] & tag_mask) !=
		    pf_zcommit_quantum(reference))
			continue;
		for (const Row &r : rows) {
			bool all = true;

			for (uint32_t k = 0; k < beats; k++)
				all = all &&
				      same((*mem)[static_cast<uint64_t>(line) * beats + k], r[k]);
			whole = whole || all;
		}
		if (!whole)
			fail("line %x: its row in memory is of two moments", line);
	}
}

/* What the quantum in hand has done to memory. */
void ZBench::compare_quantum()
{
	for (const auto &x : row) /* no other line can have changed: each result was awaited */
		for (uint32_t b = 0; b < PF_LINE_BYTES; b++) {
			const std::size_t i = static_cast<std::size_t>(x.first) * PF_LINE_BYTES + b;

			if (got[i] != want[i])
				fail("line %x: byte %u of memory is %02x, expected %02x", x.first,
				     b, got[i], want[i]);
		}
	if (sweeping && swept_now != config.lines)
		fail("the sweep wrote %llu lines of %u", static_cast<ull>(swept_now),
		     config.lines);
	rows_are_possible();
}

void ZBench::compare()
{
	compare_quantum();
	if (event[EVENT_LOST] != lost)
		fail("%llu events of a lost request, %llu results without a byte",
		     static_cast<ull>(event[EVENT_LOST]), static_cast<ull>(lost));
	if (!filtering && event[EVENT_MISS] - missed_before != event[EVENT_FETCHED] - fetched_before)
		fail("without filter, but not every miss was fetched");
	if (event[EVENT_SWEPT] != swept)
		fail("%llu events of a sweep, %llu beats", static_cast<ull>(event[EVENT_SWEPT]),
		     static_cast<ull>(swept));
	if (event[EVENT_FETCHED] * beats != reads || event[EVENT_SPILLED] * beats != writes)
		fail("%llu lines fetched with %llu reads, %llu spilled with %llu writes",
		     static_cast<ull>(event[EVENT_FETCHED]), static_cast<ull>(reads),
		     static_cast<ull>(event[EVENT_SPILLED]), static_cast<ull>(writes));
	if (event[EVENT_HIT] + event[EVENT_MISS] + event[EVENT_DEFERRED] != accepted)
		fail("%llu hits, %llu misses, %llu deferred of %llu requests",
		     static_cast<ull>(event[EVENT_HIT]), static_cast<ull>(event[EVENT_MISS]),
		     static_cast<ull>(event[EVENT_DEFERRED]), static_cast<ull>(accepted));
}
