/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * launch: what a driver does with the slice units before and after a launch, off the clock.
 *
 *   halt         CTRL.enable 0, until STATUS.drained
 *   new region   registers, COMMAND.sweep (epoch 0, ring and filter empty)
 *   same region  a request of kind epoch
 *   start        CTRL.enable 1
 *   after it     records from RING_TAIL to RING_HEAD, counters
 *
 * The unit would sweep all metadata itself, a beat a cycle: an eighth of a second of simulation for
 * each MiB of data in a slice. So the driver says CTRL.bare_sweep while it gives the command or the
 * epoch (which may wrap and sweep, too), and does the writes itself: all pages of metadata are
 * dropped (beats.h). What a sweep costs while the clock runs is not shortened.
 */
#include "det_int.h"

#include <stdio.h>
#include <stdlib.h>

#include "reference/pf_driver.h"
#include "reference/pf_geometry.h"

enum { BEATS_OF_LINE = 2 };

/* Registers */

/* One cycle off the clock, memory at once. */
static void step_alone(struct det_slice *u)
{
	struct slice_port *p = u->port;
	uint64_t beat;
	bool record;

	p->mark.record = false;
	(void)det_take_write(u, &beat, &record);
	u->kind->step(p);
	u->busy = !p->out.idle || u->waved;
}

/* Valid stays until the edge at which it meets ready. False: answered with an error. */
static bool reg_access(struct det_slice *u, bool write, uint32_t address, uint32_t value,
		       uint32_t *data)
{
	struct slice_port *p = u->port;
	bool done, error;

	p->in.reg_write = write;
	p->in.reg_addr = (uint8_t)address;
	p->in.reg_data = value;
	p->out.reg_ready = false;
	do {
		done = p->out.reg_ready;
		error = p->out.reg_error;
		*data = p->out.reg_data;
		p->in.reg_valid = true;
		step_alone(u);
	} while (!done);
	while (!p->out.idle)
		step_alone(u);
	return !error;
}

uint32_t det_reg_read(struct det_slice *u, uint32_t address)
{
	uint32_t data;

	return reg_access(u, false, address, 0, &data) ? data : 0;
}

bool det_reg_write(struct det_slice *u, uint32_t address, uint32_t value)
{
	uint32_t unused;

	return reg_access(u, true, address, value, &unused);
}

int det_same_unit(struct det_slice *u, struct diag *diag)
{
	const struct det *d = u->det;
	const struct {
		const char *name;
		uint32_t address, mask, want;
	} same[] = {
		{"ID", PF_REG_ID, UINT32_MAX, d->family->id},
		{"VERSION", PF_REG_VERSION, UINT32_MAX,
		 d->sim.det.unit == SIM_LINES ? PF_REG_VALUE_VERSION : PF_REG_VALUE_VERSION_1_0},
		{"CONFIG", PF_REG_CONFIG, 0xffffff,
		 d->slice_config.lanes | d->lines << 8 | BEATS_OF_LINE << 16},
		{"WIDTHS", PF_REG_WIDTHS, UINT32_MAX,
		 d->size->addr_bits | (d->size->addr_bits - 3) << 8 | d->geometry->tag_bits << 16 |
			 d->geometry->epoch_bits << 24},
	};

	for (size_t i = 0; i < sizeof(same) / sizeof(*same); i++) {
		const uint32_t got = det_reg_read(u, same[i].address) & same[i].mask;

		if (got != same[i].want)
			return diag_set(diag, NULL, 0,
					"backend rtl: register %s of the slice unit is %08x, not "
					"%08x: make the library again",
					same[i].name, got, same[i].want);
	}
	return 0;
}

/* Launch */

static uint32_t control(const struct det_slice *u)
{
	const struct det *d = u->det;

	return d->family->control(d) | (d->sim.det.whole_line ? PF_REG_CTRL_WHOLE_LINE_MASK : 0) |
	       (d->sim.det.write_always ? PF_REG_CTRL_WRITE_ALWAYS_MASK : 0) |
	       (d->sim.det.report_all ? PF_REG_CTRL_REPORT_ALL_MASK : 0);
}

bool det_on_bus(void *ctx, bool write, uint32_t address, uint32_t *data)
{
	return reg_access(ctx, write, address, *data, data);
}

static int told(const struct det_slice *u, const struct pf_driver *d, enum pf_driver_end end,
		struct diag *diag)
{
	return end ? diag_set(diag, NULL, 0, "slice unit %u refused %s %08x", u->index, d->name,
			      d->value)
		   : 0;
}

static enum pf_driver_end new_region(struct det_slice *u, struct pf_driver *driver, uint32_t ctrl)
{
	const struct pf_slice_config *c = &u->det->slice_config;
	const struct pf_driver_layout layout = {.base = (uint32_t)c->base,
						.words = (uint32_t)c->words,
						.entries =
							(uint32_t)u->det->family->table_entries(u),
						.meta_base = (uint32_t)u->memory.base,
						.ring_base = (uint32_t)u->ring_base,
						.ring_log2 = c->ring_log2,
						.ctrl = ctrl};

	return pf_driver_set_up(driver, &layout);
}

static enum pf_driver_end new_epoch(struct det_slice *u, struct pf_driver *driver, uint32_t ctrl)
{
	if (pf_driver_control(driver, ctrl))
		return PF_DRIVER_REFUSED;
	u->det->family->epoch(&u->port->in);
	u->begun += u->det->family->epoch_wraps;
	u->port->in.request_valid = true;
	do
		step_alone(u);
	while (!u->port->out.idle);
	return PF_DRIVER_DONE;
}

/* The unit itself: epoch 0 and all empty, or only the next epoch. */
static int begin_unit(struct det_slice *u, bool anew, struct diag *diag)
{
	const uint32_t ctrl = control(u), bare = ctrl | PF_REG_CTRL_BARE_SWEEP_MASK;
	struct pf_driver driver = {.access = det_on_bus, .ctx = u};
	enum pf_driver_end end = pf_driver_halt(&driver);
	uint32_t status;

	if (!end)
		end = anew ? new_region(u, &driver, bare) : new_epoch(u, &driver, bare);
	if (!end)
		end = pf_driver_wait(&driver, PF_REG_STATUS_DRAINED_MASK, &status);
	if (end)
		return told(u, &driver, end, diag);
	/* A policy without epochs forgets each time; one that has them, when their number wraps. */
	if (!(status & PF_REG_STATUS_EPOCH_MASK))
		beats_reset(&u->memory.beats, u->meta_beats);
	return told(u, &driver, pf_driver_start(&driver, ctrl), diag);
}

/* Words, entries, places. -1: the slice's memory is too small. */
static int place(struct det *d, uint64_t data_bytes, struct diag *diag)
{
	struct pf_slice_config *c = &d->slice_config;
	const uint64_t most = 1ULL << d->size->addr_bits, beats = 1ULL << (d->size->addr_bits - 3);
	const uint32_t tag_bits = d->setup.metadata == PF_CACHED16 ? d->geometry->tag_bits : 0;
	const uint32_t share_log2 = tag_bits + c->granule_log2; /* words of an entry */
	uint64_t meta_base, meta, ring = 1ULL << c->ring_log2;

	if (data_bytes > most)
		return diag_set(diag, NULL, 0,
				"detector geometry %s: %llu bytes of data in a slice, of which it "
				"can name %llu",
				d->geometry->name, (unsigned long long)data_bytes,
				(unsigned long long)most);
	c->base = 0;
	c->words = data_bytes ? (data_bytes + PF_WORD_BYTES - 1) / PF_WORD_BYTES : 1;
	c->entries = (c->words + (1ULL << share_log2) - 1) >> share_log2;
	meta_base = (c->words * PF_WORD_BYTES + BEATS_OF_LINE * PF_BEAT_BYTES - 1) /
		    (BEATS_OF_LINE * PF_BEAT_BYTES) * BEATS_OF_LINE;
	meta = d->family->table_beats(d, beats > meta_base + ring ? beats - meta_base - ring : 0);
	meta = (meta + BEATS_OF_LINE - 1) / BEATS_OF_LINE * BEATS_OF_LINE; /* as pf_regs has it */
	if (meta_base + meta + ring > beats)
		return diag_set(diag, NULL, 0,
				"detector geometry %s: a slice's data, metadata and ring of 2^%u "
				"records are %llu beats; it can name %llu",
				d->geometry->name, c->ring_log2,
				(unsigned long long)(meta_base + meta + ring),
				(unsigned long long)beats);
	for (uint32_t i = 0; i < d->n_slices; i++) {
		d->slice[i].memory.base = meta_base;
		d->slice[i].meta_beats = meta;
		d->slice[i].ring_base = meta_base + meta;
	}
	return 0;
}

int det_launch(struct det *d, uint64_t data_bytes, struct diag *diag)
{
	const bool anew = !d->programmed || data_bytes != d->data_bytes;

	if (anew && place(d, data_bytes, diag))
		return -1;
	for (uint32_t i = 0; i < d->n_slices; i++) {
		struct det_slice *u = &d->slice[i];

		if (u->has_pins && begin_unit(u, anew, diag))
			return -1;
		if (u->has_model)
			d->family->begin(u, anew);
		if (anew)
			u->tail = u->checked_records = 0;
	}
	d->programmed = true;
	d->data_bytes = data_bytes;
	return 0;
}

/* Records and counters */

static void read_counters(struct det_slice *u)
{
	struct det_counters *c = &u->counters;

	for (uint32_t i = 0; u->has_pins && i < PF_COUNTERS; i++) {
		const uint32_t at = PF_REG_COUNTERS + 8 * i;
		const uint64_t low = det_reg_read(u, at);

		c->of[i] = low | (uint64_t)det_reg_read(u, at + 4) << 32;
	}
	if (u->has_pins) {
		c->dropped = det_reg_read(u, PF_REG_DROPPED);
		c->repeated = det_reg_read(u, PF_REG_REPEATED);
		if (u->det->sim.det.unit != SIM_LINES)
			return;
		c->wraps = det_reg_read(u, PF_REG_WRAPS) - u->begun;
		c->forgotten = det_reg_read(u, PF_REG_FORGOTTEN);
		return;
	}
	u->det->family->counters(u, c);
	if (u->ideal)
		u->records = c->of[PF_COUNTER_RECORDS];
	else
		u->det->family->stalls(u, c);
}

void det_records(struct det *d, det_record_fn fn, void *ctx)
{
	for (uint32_t i = 0; i < d->n_slices; i++) {
		struct det_slice *u = &d->slice[i];
		struct pf_report_unit *model = d->family->report(u);
		const struct pf_beat *ring = u->has_pins ? u->ring : model->ring;
		const uint32_t mask = (1U << u->ring_log2) - 1;
		uint32_t head;

		if (!u->untold)
			continue;
		u->untold = false;
		read_counters(u);
		if (u->has_pins && u->has_model)
			d->family->compare_idle(u);
		head = u->has_pins ? det_reg_read(u, PF_REG_RING_HEAD) : model->head;
		for (; u->tail != head; u->tail++)
			d->family->tell(u, &ring[u->tail & mask], fn, ctx);
		if (u->has_pins)
			(void)det_reg_write(u, PF_REG_RING_TAIL, head);
		if (u->has_model)
			model->tail = model->head;
	}
}

uint64_t det_dropped(const struct det *d)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < d->n_slices; i++)
		n += d->slice[i].counters.dropped;
	return n;
}
