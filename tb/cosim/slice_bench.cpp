/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "slice_bench.h"
#if VM_COVERAGE
#include <verilated_cov.h>
#endif

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "traffic.h"

namespace
{

enum { GIVE_UP = 20000 };

template <class Port> void put(Port &port, uint64_t value)
{
	port = static_cast<Port>(value);
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

} // namespace

void SliceBench::fail(const char *format, ...) const
{
	char text[400], where[500];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	snprintf(where, sizeof(where), "cycle %llu, request %llu: %s",
		 static_cast<unsigned long long>(now), static_cast<unsigned long long>(accepted),
		 text);
	throw Mismatch(where);
}

SliceBench::SliceBench(uint64_t seed, bool with_twin, const std::string &wave, uint64_t from,
		       uint64_t cycles)
    : context(new VerilatedContext)
{
	rng_seed(&random, seed);
	rng_seed(&late, ~seed);
	context->randReset(2);
	context->randSeed(static_cast<int>(seed % 1000000 + 1));
#if VM_TRACE
	context->traceEverOn(!wave.empty());
#endif
	dut.reset(new Vpf_slice_unit(context.get(), "dut"));
	if (with_twin)
		twin.reset(new Vpf_slice_unit(context.get(), "twin"));
#if VM_TRACE
	if (!wave.empty()) {
		dut->trace(&trace, 99);
		trace.open(wave.c_str());
		trace_from = from;
		trace_end = from + cycles;
	}
#else
	(void)wave;
	(void)from;
	(void)cycles;
#endif
	reset();
}

SliceBench::~SliceBench()
{
	Verilated::threadContextp(context.get()); /* a model looks there when it goes */
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
	if (running)
		pf_slice_free(&reference);
}

void SliceBench::reset()
{
	for (Vpf_slice_unit *u : {dut.get(), twin.get()}) {
		if (!u)
			continue;
		u->rst_ni = 1;
		u->clk_i = 0;
		u->req_valid_i = u->mrd_ready_i = u->mrsp_valid_i = u->mwr_ready_i =
			u->reg_valid_i = 0;
		u->eval();
		u->rst_ni = 0;
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
	drain();
}

/* The twin gets no clock when a skipped one changes nothing. */
void SliceBench::eval(bool high)
{
	dut->clk_i = high;
	dut->eval();
#if VM_TRACE
	if (trace.isOpen() && now >= trace_from && now < trace_end)
		trace.dump(now * 1000 + (high ? 500 : 0));
#endif
	if (!twin)
		return;
	if (high && twin->rst_ni && twin->idle_o && !twin->req_valid_i && !twin->reg_valid_i &&
	    !twin->mrsp_valid_i)
		return;
	twin->clk_i = high;
	twin->eval();
}

void SliceBench::same_outputs()
{
	const Vpf_slice_unit *a = dut.get(), *b = twin.get();

	if (a->req_ready_o != b->req_ready_o || a->mrd_valid_o != b->mrd_valid_o ||
	    a->mwr_valid_o != b->mwr_valid_o || a->mrsp_ready_o != b->mrsp_ready_o ||
	    a->reg_ready_o != b->reg_ready_o || a->reg_error_o != b->reg_error_o ||
	    a->irq_o != b->irq_o || a->idle_o != b->idle_o)
		fail("twin: a clock was skipped in idle, and now the handshakes differ");
	if (a->mrd_valid_o && (a->mrd_addr_o != b->mrd_addr_o || a->mrd_id_o != b->mrd_id_o))
		fail("twin: a clock was skipped in idle, and now a read differs");
	if (a->mwr_valid_o && (a->mwr_addr_o != b->mwr_addr_o || a->mwr_kind_o != b->mwr_kind_o ||
			       !same(beat_of(a->mwr_data_o), beat_of(b->mwr_data_o))))
		fail("twin: a clock was skipped in idle, and now a write differs");
	if (a->reg_ready_o && !a->reg_write_i && a->reg_rdata_o != b->reg_rdata_o)
		fail("twin: a clock was skipped in idle, and now register %02x differs",
		     a->reg_addr_i);
}

/* Inputs of this cycle. What is valid and not taken stays. */
void SliceBench::drive(const pf_request *r)
{
	Vpf_slice_unit *u = dut.get();
	Memory::Answer a;

	if (r && !u->req_valid_i && gate[CHANNEL_REQ].draw(&random, now)) {
		u->req_valid_i = 1;
		offered = *r;
		put(u->req_kind_i, r->kind);
		put(u->req_sector_i, r->sector);
		put(u->req_word_mask_i, r->word_mask);
		put(u->req_sub_mask_i, r->sub_mask);
		put(u->req_tag_i, traffic_tag_bits(&reference.config.geometry, &r->tag));
		put(u->req_pc_i, r->pc);
	}
	if (!answering && gate[CHANNEL_MRSP].draw(&random, now) && mem && mem->answer(now, &a)) {
		answering = true;
		put(u->mrsp_id_i, a.id);
		put_beat(u->mrsp_data_i, a.data);
	}
	u->mrsp_valid_i = answering;
	u->mrd_ready_i = gate[CHANNEL_MRD].draw(&random, now);
	u->mwr_ready_i = gate[CHANNEL_MWR].draw(&random, now);
}

/* One port of the L2 for both: in turns when both want it. */
void SliceBench::share()
{
	if (!dut->mrd_valid_o || !dut->mwr_valid_o)
		return;
	(turn ? dut->mrd_ready_i : dut->mwr_ready_i) = 0;
	turn = !turn;
	dut->eval();
}

bool SliceBench::step(const pf_request *r)
{
	Vpf_slice_unit *u = dut.get();
	bool taken;

	drive(r);
	if (twin) {
		twin->req_valid_i = u->req_valid_i;
		twin->req_kind_i = u->req_kind_i;
		twin->req_sector_i = u->req_sector_i;
		twin->req_word_mask_i = u->req_word_mask_i;
		twin->req_sub_mask_i = u->req_sub_mask_i;
		twin->req_tag_i = u->req_tag_i;
		twin->req_pc_i = u->req_pc_i;
		twin->mrsp_valid_i = u->mrsp_valid_i;
		twin->mrsp_id_i = u->mrsp_id_i;
		put_beat(twin->mrsp_data_i, beat_of(u->mrsp_data_i));
		twin->mrd_ready_i = u->mrd_ready_i;
		twin->mwr_ready_i = u->mwr_ready_i;
	}
	eval(false);
	if (one_port)
		share();
	if (twin)
		same_outputs();
	taken = u->req_valid_i && u->req_ready_o;
	if (taken)
		take_request(offered);
	else if (u->req_valid_i)
		allowed_to_wait();
	if (u->mrd_valid_o && u->mrd_ready_i) {
		if (!mem->has(u->mrd_addr_o) || u->mrd_addr_o < meta_base ||
		    u->mrd_addr_o >= meta_base + reference.n_entries / PF_BEAT_ENTRIES)
			fail("read of beat %llx, which is not metadata",
			     static_cast<unsigned long long>(u->mrd_addr_o));
		mem->read(now, u->mrd_addr_o, u->mrd_id_o);
		reads++;
		progress = now;
	}
	if (u->mwr_valid_o && u->mwr_ready_i)
		take_write(u->mwr_addr_o, beat_of(u->mwr_data_o), u->mwr_kind_o);
	if (answering && u->mrsp_ready_o)
		answering = false;
	if (u->reg_valid_i && u->reg_ready_o) {
		reg_done = true;
		reg_error = u->reg_error_o;
		reg_data = u->reg_rdata_o;
	}
	eval(true);
	now++;
	if (taken)
		u->req_valid_i = 0;
	if (now - progress > GIVE_UP)
		fail("nothing has moved for %d cycles", GIVE_UP);
	return taken;
}

/* While halted, a request waits behind a fence that is inside and has found no room, and never
 * else. */
void SliceBench::allowed_to_wait() const
{
	if (running && halted && !held)
		fail("a request waits although accesses are not checked");
}

void SliceBench::take_request(const pf_request &r)
{
	const uint32_t size = 1U << reference.report.ring_log2;
	uint32_t n = reference.report.head;

	accepted++;
	held = r.kind != PF_REQ_ACCESS && !reference.config.closed;
	progress = now;
	pf_slice_request(&reference, &r);
	for (; n != reference.report.head; n++)
		expected.emplace_back(ring_base + (n & (size - 1)),
				      reference.report.ring[n & (size - 1)]);
}

void SliceBench::take_write(uint64_t address, const pf_beat &data, uint32_t kind)
{
	const uint64_t end = meta_base + reference.n_entries / PF_BEAT_ENTRIES;
	const pf_entry e = pf_meta_unwritten(0, 0);
	const uint64_t unwritten = pf_meta_pack(&reference.layout, &e);

	progress = now;
	if (kind == 1) {
		take_record(address, data);
		return;
	}
	if (kind > 2)
		fail("write of kind %u", kind);
	if (address < meta_base || address >= end)
		fail("kind %u writes beat %llx; metadata are %llx to %llx", kind,
		     static_cast<unsigned long long>(address),
		     static_cast<unsigned long long>(meta_base),
		     static_cast<unsigned long long>(end - 1));
	if (kind == 2) {
		for (uint64_t v : data.v)
			if (v != unwritten)
				fail("a sweep writes %016llx", static_cast<unsigned long long>(v));
		swept++;
	}
	(*mem)[address] = data;
	writes++;
}

void SliceBench::take_record(uint64_t address, const pf_beat &data)
{
	static const char *const name[] = PF_RACE_NAMES;
	std::string text;

	if (expected.empty())
		fail("a record too many, at beat %llx", static_cast<unsigned long long>(address));
	const auto [at, want] = expected.front();
	if (address != at)
		fail("record %llu at beat %llx, expected %llx",
		     static_cast<unsigned long long>(records),
		     static_cast<unsigned long long>(address), static_cast<unsigned long long>(at));
	for (unsigned f = 0; !same(data, want) && f < PF_RACE_FIELDS; f++) {
		const pf_bits b = reference.report.field[f];
		uint64_t got = 0, expect = 0;

		for (unsigned i = b.lsb; i < b.lsb + b.width; i++) {
			got |= (data.v[i / 64] >> i % 64 & 1) << (i - b.lsb);
			expect |= (want.v[i / 64] >> i % 64 & 1) << (i - b.lsb);
		}
		if (got != expect)
			text += std::string(" ") + name[f] + " " + std::to_string(got) +
				" (expected " + std::to_string(expect) + ")";
	}
	if (!same(data, want))
		fail("record %llu:%s", static_cast<unsigned long long>(records),
		     text.empty() ? " bits beyond its fields" : text.c_str());
	expected.pop_front();
	(*mem)[address] = data;
	records++;
}

void SliceBench::flow()
{
	if (source && !has_next) {
		source(&next);
		has_next = true;
	}
	if (step(has_next ? &next : nullptr))
		has_next = false;
}

void SliceBench::finish()
{
	progress = now;
	while (has_next)
		if (step(&next))
			has_next = false;
}

void SliceBench::request(const pf_request &r)
{
	finish();
	progress = now;
	while (!step(&r))
		continue;
}

/* No request is offered. Idle must stay, so a few cycles more. */
void SliceBench::drain()
{
	finish();
	progress = now;
	for (unsigned quiet = 0; quiet < 4; quiet++) {
		step(nullptr);
		const bool waiting = mem && !mem->quiet();

		if (!dut->idle_o || answering)
			quiet = 0;
		if (dut->idle_o && waiting)
			fail("idle while a read is under way");
	}
	if (!expected.empty())
		fail("drained, but %zu records are missing", expected.size());
}

/* Registers */

void SliceBench::access(bool write, uint32_t address, uint32_t value)
{
	for (Vpf_slice_unit *u : {dut.get(), twin.get()}) {
		if (!u)
			continue;
		u->reg_valid_i = 1;
		u->reg_write_i = write;
		put(u->reg_addr_i, address);
		u->reg_wdata_i = value;
	}
	progress = now;
	reg_done = false;
	while (!reg_done)
		flow();
	dut->reg_valid_i = 0;
	if (twin)
		twin->reg_valid_i = 0;
}

void SliceBench::poke(uint64_t index, const pf_entry &e)
{
	const uint64_t bits = pf_meta_pack(&reference.layout, &e);

	pf_slice_put(&reference, index, bits);
	(*mem)[meta_base + index / PF_BEAT_ENTRIES].v[index % PF_BEAT_ENTRIES] = bits;
}

void SliceBench::read_ring()
{
	const uint32_t head = reg_read(PF_REG_RING_HEAD);

	if (static_cast<int32_t>(static_cast<uint32_t>(records) - head) < 0)
		fail("RING_HEAD %u, but only %llu records are in memory", head,
		     static_cast<unsigned long long>(records));
	reg_write(PF_REG_RING_TAIL, head);
	reference.report.tail = head;
}

/* Comparison */

void SliceBench::entries_equal()
{
	for (uint64_t i = 0; i < reference.n_entries; i++) {
		const uint64_t got = (*mem)[meta_base + i / PF_BEAT_ENTRIES].v[i % PF_BEAT_ENTRIES];
		const uint64_t want = pf_slice_entry(&reference, i);

		if (got != want)
			fail("entry %llu is %016llx, expected %016llx",
			     static_cast<unsigned long long>(i),
			     static_cast<unsigned long long>(got),
			     static_cast<unsigned long long>(want));
	}
}

void SliceBench::counter_equal(uint32_t i, uint64_t want)
{
	static const char *const name[] = PF_COUNTER_NAMES;
	const uint64_t got = counter(i);

	if (got != want)
		fail("counter %s is %llu, expected %llu", name[i],
		     static_cast<unsigned long long>(got), static_cast<unsigned long long>(want));
}

void SliceBench::compare()
{
	const pf_report_unit *r = &reference.report;
	const bool full = r->head - r->tail == 1U << r->ring_log2;
	const uint32_t status = reg_read(PF_REG_STATUS) & ~PF_REG_STATUS_IDLE_MASK;
	const uint32_t want = PF_REG_STATUS_CHECKED_MASK | PF_REG_STATUS_SWEPT_MASK |
			      (halted ? PF_REG_STATUS_DRAINED_MASK : 0) |
			      reference.fences.epoch << 8 |
			      (full ? PF_REG_STATUS_RING_FULL_MASK : 0);
	const struct {
		uint32_t address, value;
	} regs[] = {{PF_REG_RING_HEAD, r->head},
		    {PF_REG_RING_TAIL, r->tail},
		    {PF_REG_DROPPED, r->dropped},
		    {PF_REG_REPEATED, r->repeated}};

	entries_equal();
	if (swept != reference.stats.sweeps * (reference.n_entries / PF_BEAT_ENTRIES))
		fail("%llu beats swept in %llu sweeps", static_cast<unsigned long long>(swept),
		     static_cast<unsigned long long>(reference.stats.sweeps));
	if (status != want)
		fail("STATUS is %08x, expected %08x", status, want);
	for (const auto &x : regs) {
		const uint32_t got = reg_read(x.address);

		if (got != x.value)
			fail("register %02x is %u, expected %u", x.address, got, x.value);
	}
	if (dut->irq_o != (extra.irq && r->head != r->tail))
		fail("irq is %u with head %u, tail %u", dut->irq_o, r->head, r->tail);
	counter_equal(PF_COUNTER_CHECKS, reference.stats.checks);
	counter_equal(PF_COUNTER_SKIPPED, reference.stats.skipped);
	counter_equal(PF_COUNTER_META_READS, reads);
	counter_equal(PF_COUNTER_META_WRITES, writes);
	for (uint32_t k = 0; k < PF_KIND_CODES; k++)
		counter_equal(PF_COUNTER_RACE_ATOMIC_SCOPE + k, r->kinds[k]);
	counter_equal(PF_COUNTER_RECORDS, r->records);
}
