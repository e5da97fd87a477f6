/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * slice_driver: what a driver does with the registers of a slice unit: halt, drain, a new region,
 * start. By hand, with more looks and writes that must be refused, and as pf_driver does it.
 */
#include "slice_bench.h"

#include <cstring>

namespace
{

/* Epochs that wait inside sweep one after another; in modern each clears 16384 words of counts. */
enum { GUARD = 8, BEATS = 2, MOST_DRAIN = 4000000 };

} // namespace

void SliceBench::answered(const char *what, uint32_t address, bool error) const
{
	if (reg_error != error)
		fail("%s register %02x: %s", what, address, error ? "no error" : "an error");
}

uint32_t SliceBench::reg_read(uint32_t address)
{
	access(false, address, 0);
	answered("read of", address, false);
	return reg_data;
}

void SliceBench::reg_write(uint32_t address, uint32_t value)
{
	access(true, address, value);
	answered("write to", address, false);
}

void SliceBench::reg_refused(bool write, uint32_t address, uint32_t value)
{
	access(write, address, value);
	answered(write ? "write to" : "read of", address, true);
	refusals++;
}

uint64_t SliceBench::counter(uint32_t i)
{
	const uint64_t low = reg_read(PF_REG_COUNTERS + 8 * i);

	return low | static_cast<uint64_t>(reg_read(PF_REG_COUNTERS + 8 * i + 4)) << 32;
}

/* Until STATUS has the bit, while requests may flow. */
void SliceBench::wait_for(uint32_t status)
{
	const uint64_t from = now;

	while (!(reg_read(PF_REG_STATUS) & status))
		if (now - from > MOST_DRAIN)
			fail("STATUS has no bit %x after %d cycles", status, MOST_DRAIN);
	if (!expected.empty())
		fail("drained, but %zu records are missing", expected.size());
}

/* An epoch that is inside may sweep: then the write is refused, and comes again. */
void SliceBench::write_when_drained(uint32_t address, uint32_t value)
{
	do {
		wait_for(PF_REG_STATUS_DRAINED_MASK);
		access(true, address, value);
	} while (reg_error);
}

static uint32_t control_bits(const pf_slice &s, pf_policy policy, const Extra &e)
{
	return (policy == PF_SCORD ? PF_REG_CTRL_SCORD_MASK : 0) |
	       (e.whole_line ? PF_REG_CTRL_WHOLE_LINE_MASK : 0) |
	       (e.write_always ? PF_REG_CTRL_WRITE_ALWAYS_MASK : 0) |
	       (s.report.report_all ? PF_REG_CTRL_REPORT_ALL_MASK : 0) |
	       (e.irq ? PF_REG_CTRL_IRQ_ENABLE_MASK : 0);
}

/* A write holds for requests after the one of the answer's cycle. */
void SliceBench::control(const Extra &e, bool enable)
{
	extra = e;
	write_when_drained(PF_REG_CTRL, control_bits(reference, reference.config.policy, e) |
						(enable ? PF_REG_CTRL_ENABLE_MASK : 0));
	reference.config.disabled = halted = !enable;
	if (enable)
		reference.config.closed = false;
}

/* Metadata in memory are right as soon as it is drained; fences still flow, and may yet sweep. */
void SliceBench::halt()
{
	if (!halted) {
		const uint32_t ctrl = reg_read(PF_REG_CTRL);

		reg_write(PF_REG_CTRL, ctrl & ~PF_REG_CTRL_ENABLE_MASK);
		reference.config.disabled = halted = true;
		halts++;
	}
	wait_for(PF_REG_STATUS_DRAINED_MASK);
	if (swept == reference.stats.sweeps * (reference.n_entries / PF_BEAT_ENTRIES))
		entries_equal();
}

/* A window somewhere: gap, metadata and ring in either order, gap. All of it rubbish. */
void SliceBench::fill_memory(uint64_t beats, uint64_t ring)
{
	const uint32_t mem_w = reg_read(PF_REG_WIDTHS) >> 8 & 0xff;
	const uint64_t size = (beats + ring + 3 * GUARD + BEATS - 1) / BEATS * BEATS;
	const uint64_t all = 1ULL << mem_w;
	uint64_t first;

	if (size > all)
		fail("memory of 2^%u beats is too small", mem_w);
	first = rng_next(&random) % ((all - size) / BEATS + 1) * BEATS;
	fresh.reset(mem ? new Memory(first, size, *mem) : new Memory(first, size, &late));
	for (uint64_t i = 0; i < size; i++)
		for (uint64_t &v : (*fresh)[first + i].v)
			v = rng_next(&late);
	if (rng_below(&random, 2)) {
		fresh_meta = first + GUARD;
		fresh_ring = fresh_meta + beats + GUARD;
	} else {
		fresh_ring = first + GUARD - 1;
		fresh_meta = (fresh_ring + ring + BEATS - 1) / BEATS * BEATS;
	}
}

/* The unit is idle: nothing is under way in the memory before. */
void SliceBench::move()
{
	mem = std::move(fresh);
	meta_base = fresh_meta;
	ring_base = fresh_ring;
}

void SliceBench::write_region(const pf_slice_config &c)
{
	const struct {
		uint32_t address;
		uint64_t value;
	} row[] = {{PF_REG_REGION_BASE, c.base},  {PF_REG_REGION_WORDS, c.words},
		   {PF_REG_ENTRIES, c.entries},   {PF_REG_META_BASE, meta_base},
		   {PF_REG_RING_BASE, ring_base}, {PF_REG_RING_LOG2, c.ring_log2}};
	constexpr uint32_t n = sizeof(row) / sizeof(*row);
	const uint32_t first = rng_below(&random, n);

	for (uint32_t i = 0; i < n; i++)
		reg_write(row[(first + i) % n].address,
			  static_cast<uint32_t>(row[(first + i) % n].value));
}

/* Counters go on, but for sweeps and records of the run, or begin at 0. */
void SliceBench::new_reference(const pf_slice_config &c, bool clear)
{
	const pf_slice old = reference;

	if (before_anew)
		before_anew(clear);
	if (running)
		pf_slice_free(&reference);
	pf_slice_init(&reference, &c);
	reference.config.disabled = reference.config.closed = true;
	records = 0;
	reference.report.report_all = running ? old.report.report_all : c.report_all;
	if (running && !clear) {
		reference.stats = old.stats;
		reference.report.records = old.report.records;
		reference.report.dropped = old.report.dropped;
		reference.report.repeated = old.report.repeated;
		std::memcpy(reference.report.kinds, old.report.kinds, sizeof(old.report.kinds));
	} else {
		reads = writes = 0;
	}
	reference.stats.sweeps = 0;
	running = true;
}

/* The first register of the region makes metadata worthless: nothing comes in from then on, and
 * what is inside leaves. */
void SliceBench::reconfigure(const pf_slice_config &c, const Extra &e, bool clear)
{
	const uint64_t beats = (c.entries + PF_LINE_ENTRIES - 1) / PF_LINE_ENTRIES * BEATS;

	write_when_drained(PF_REG_REGION_WORDS, static_cast<uint32_t>(c.words));
	reference.config.closed = true;
	wait_for(PF_REG_STATUS_IDLE_MASK);
	fill_memory(beats, 1ULL << c.ring_log2);
	move();
	reg_write(PF_REG_CTRL, control_bits(reference, c.policy, e));
	extra = e;
	write_region(c);
	reg_refused(true, PF_REG_CTRL,
		    control_bits(reference, c.policy, e) | PF_REG_CTRL_ENABLE_MASK);
	swept = 0;
	reg_write(PF_REG_COMMAND,
		  PF_REG_COMMAND_SWEEP_MASK | (clear ? PF_REG_COMMAND_CLEAR_MASK : 0));
	new_reference(c, clear);
	wait_for(PF_REG_STATUS_DRAINED_MASK);
	if (swept != beats)
		fail("the sweep wrote %llu beats of %llu", static_cast<unsigned long long>(swept),
		     static_cast<unsigned long long>(beats));
	swept = 0;
	entries_equal();
	restarts++;
}

/* What an access of the driver in C means for the reference, from the cycle of its answer on. */
bool SliceBench::driven(bool write, uint32_t address, uint32_t *data)
{
	if (write && address != PF_REG_ENTRIES && fresh && reference.config.closed)
		move();
	access(write, address, *data);
	if (!write)
		*data = reg_data;
	if (!write || reg_error)
		return !reg_error;
	switch (address) {
	case PF_REG_CTRL:
		reference.config.disabled = halted = !(*data & PF_REG_CTRL_ENABLE_MASK);
		if (!halted)
			reference.config.closed = false;
		break;
	case PF_REG_ENTRIES: reference.config.closed = true; break;
	case PF_REG_COMMAND:
		swept = 0;
		new_reference(*planned, *data & PF_REG_COMMAND_CLEAR_MASK);
		break;
	default: break;
	}
	return true;
}

void SliceBench::driver_done(const pf_driver &d, pf_driver_end end) const
{
	if (end)
		fail("the driver: %s %08x %s", d.name, d.value,
		     end == PF_DRIVER_LATE ? "is late" : "was refused");
	if (!expected.empty())
		fail("the driver is done, but %zu records are missing", expected.size());
}

void SliceBench::restart(const pf_slice_config &c, const Extra &e, bool clear)
{
	const uint64_t beats = (c.entries + PF_LINE_ENTRIES - 1) / PF_LINE_ENTRIES * BEATS;
	const uint32_t ctrl = control_bits(reference, c.policy, e);
	pf_driver d = {};

	d.access = [](void *ctx, bool write, uint32_t address, uint32_t *data) {
		return static_cast<SliceBench *>(ctx)->driven(write, address, data);
	};
	d.ctx = this;
	d.patience = MOST_DRAIN;
	driver_done(d, pf_driver_halt(&d));
	halts++;
	fill_memory(beats, 1ULL << c.ring_log2);
	planned = &c;
	const pf_driver_layout layout = {static_cast<uint32_t>(c.base),
					 static_cast<uint32_t>(c.words),
					 static_cast<uint32_t>(c.entries),
					 static_cast<uint32_t>(fresh_meta),
					 static_cast<uint32_t>(fresh_ring),
					 c.ring_log2,
					 ctrl,
					 clear};
	driver_done(d, pf_driver_set_up(&d, &layout));
	if (swept != beats)
		fail("the sweep wrote %llu beats of %llu", static_cast<unsigned long long>(swept),
		     static_cast<unsigned long long>(beats));
	swept = 0;
	entries_equal();
	extra = e;
	driver_done(d, pf_driver_start(&d, ctrl));
	driven_restarts++;
}

void SliceBench::configure(const pf_slice_config &c, const Extra &e)
{
	if (running) {
		halt();
		drain();
	}
	halted = true;
	reference.report.report_all = c.report_all;
	reconfigure(c, e, true);
	control(e, !c.disabled);
	drain();
	compare();
}
