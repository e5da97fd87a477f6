/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "det_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "reference/pf_geometry.h"

enum { MESSAGE_CYCLES = 3, WARP_LANES = 32 };

/* Create */

static uint32_t bits_for(uint32_t n)
{
	uint32_t bits = 0;

	while (n > 1U << bits)
		bits++;
	return bits;
}

/* Block IDs are slot and SM side by side. */
static int fits(const struct det *d, struct diag *diag)
{
	const struct pf_geometry *g = d->geometry;
	const struct sm_config *m = &d->sim.sm;
	const uint32_t warps = m->threads / WARP_LANES;

	if (m->count <= g->sms && m->block_slots <= g->block_slots && warps <= g->warps &&
	    bits_for(m->count) + bits_for(m->block_slots) <= g->block_bits)
		return 0;
	return diag_set(diag, NULL, 0,
			"detector geometry %s is for %u SMs of %u block slots and %u warps, not "
			"for %u of %u and %u",
			g->name, g->sms, g->block_slots, g->warps, m->count, m->block_slots, warps);
}

static int set_sizes(struct det *d, struct diag *diag)
{
	const struct det_config *c = &d->sim.det;
	const char *name = sim_geometry_name(c->geometry);

	d->geometry = pf_geometry_named(name);
	d->size = &unit_geometry_named(name)->size;
	pf_slice_named(&d->slice_config, name);
	d->lines = c->lines ? c->lines : d->size->lines;
	if (d->rtl && ((c->lanes && c->lanes != d->size->lanes) || d->lines != d->size->lines))
		return diag_set(diag, NULL, 0,
				"det.lanes %u, det.lines %u: backend rtl has geometry %s's %u and "
				"%u; backend model takes any",
				c->lanes ? c->lanes : d->size->lanes, d->lines, name,
				d->size->lanes, d->size->lines);
	if (c->lanes)
		d->slice_config.lanes = c->lanes;
	d->slice_config.policy = d->setup.policy;
	d->slice_config.granule_log2 = bits_for(c->granularity / PF_WORD_BYTES);
	d->slice_config.ring_log2 = c->ring_log2;
	d->slice_config.report_all = c->report_all;
	return fits(d, diag);
}

/* x.fst, "-sm": x-sm.fst */
static void wave_name(char *text, size_t size, const char *file, const char *tail)
{
	const char *dot = strrchr(file, '.');
	const int stem = dot && !strchr(dot, '/') ? (int)(dot - file) : (int)strlen(file);

	snprintf(text, size, "%.*s%s%s", stem, file, tail, file + stem);
}

static void create_sm(struct det *d, uint32_t i)
{
	struct det_sm *u = &d->sm[i];
	const char *wave = d->setup.wave;
	char file[4096];

	u->det = d;
	u->index = i;
	u->since = u->message_cycles = d->at_once ? 1 : MESSAGE_CYCLES;
	u->multicast = d->sim.det.fences == SIM_FENCES_TOUCHED;
	if (!d->rtl) {
		d->family->sm_model(u);
		u->port->sm = i;
		return;
	}
	u->waved = u->busy = wave && i == d->setup.wave_sm;
	if (wave)
		wave_name(file, sizeof(file), wave, "-sm");
	u->kind = d->library.api->kind[d->family->sm_kind[u->multicast]];
	u->port = u->kind->create(u->waved ? file : NULL);
	u->port->policy = pf_policy_of(d->setup.policy)->verilog == 1;
	u->port->sm = i;
	u->kind->reset(u->port); /* the pins change in reset only */
	if (d->model)
		u->check = d->family->check_create(u);
}

static void create_slice_port(struct det *d, struct det_slice *u)
{
	const char *wave = d->setup.wave;

	if (u->has_pins)
		u->ring = mem_alloc(sizeof(*u->ring) << u->ring_log2);
	if (d->rtl) {
		u->waved = u->busy = wave && u->index == d->setup.wave_slice;
		u->kind = d->library.api->kind[d->family->slice_kind(d)];
		u->port = u->kind->create(u->waved ? wave : NULL);
	} else {
		d->family->slice_model(u);
	}
}

static int create_slice(struct det *d, uint32_t i, struct diag *diag)
{
	struct det_slice *u = &d->slice[i];
	u->det = d;
	u->index = i;
	u->ring_log2 = d->slice_config.ring_log2;
	u->ideal = d->at_once;
	u->scord_simulator = d->sim.det.scord_simulator;
	u->meta_free = d->sim.det.meta_free;
	u->has_pins = u->memory.filled =
		d->rtl || (d->sim.det.unit == SIM_LINES && !d->setup.iguard);
	u->has_model = d->model && (d->rtl || !u->has_pins);
	beats_init(&u->memory.beats, d->family->unwritten(d));
	create_slice_port(d, u);
	u->memory.out = &u->port->out.memory;
	u->memory.in = &u->port->in.memory;
	return d->rtl && !i ? det_same_unit(u, diag) : 0;
}

struct det *det_create(const struct det_setup *s, struct diag *diag)
{
	struct det *d = mem_alloc(sizeof(*d));
	int bad;

	d->setup = *s;
	d->family = s->iguard ? &det_iguard : &det_scord;
	d->sim = *s->sim;
	d->setup.sim = &d->sim;
	d->rtl = s->backend != BACKEND_MODEL;
	d->model = s->backend != BACKEND_RTL;
	d->at_once = d->sim.det.ideal || d->sim.det.scord_simulator;
	bad = set_sizes(d, diag);
	if (!bad)
		bad = d->family->supported(d, diag);
	if (!bad && s->wave && !d->rtl)
		bad = diag_set(diag, NULL, 0, "backend model has no waves");
	if (!bad && d->rtl)
		bad = unit_load(&d->library, d->family->library, d->geometry->name, s->wave != NULL,
				diag);
	if (bad) {
		free(d);
		return NULL;
	}
	compare_init(&d->compare);
	pf_report_init(&d->layout, d->geometry, d->slice_config.pc_bits, 0, 1);
	d->sm = mem_alloc(d->sim.sm.count * sizeof(*d->sm));
	d->slice = mem_alloc(d->sim.l2.slices * sizeof(*d->slice));
	d->busy = mem_alloc(d->sim.l2.slices * sizeof(*d->busy));
	for (; d->n_sms < d->sim.sm.count; d->n_sms++)
		create_sm(d, d->n_sms);
	while (!bad && d->n_slices < d->sim.l2.slices)
		bad = create_slice(d, d->n_slices++, diag);
	if (!bad && s->threads > 1) {
		d->crew = crew_create(s->threads);
		if (!d->crew)
			bad = diag_set(diag, NULL, 0, "%u threads cannot be made", s->threads);
	}
	if (!bad)
		return d;
	det_destroy(d);
	return NULL;
}

void det_wave_end(struct det *d)
{
	for (uint32_t i = 0; i < d->n_sms; i++)
		if (d->sm[i].waved) {
			d->sm[i].kind->wave_end(d->sm[i].port);
			d->sm[i].waved = false;
		}
	for (uint32_t i = 0; i < d->n_slices; i++)
		if (d->slice[i].waved) {
			d->slice[i].kind->wave_end(d->slice[i].port);
			d->slice[i].waved = false;
		}
}

static void destroy_slice(struct det *d, struct det_slice *u)
{
	if (u->kind)
		u->kind->destroy(u->port);
	if (u->has_model)
		d->family->free(u);
	beats_free(&u->memory.beats);
	free(u->ring);
}

void det_destroy(struct det *d)
{
	if (!d)
		return;
	for (uint32_t i = 0; i < d->n_sms; i++) {
		d->sm[i].kind->destroy(d->sm[i].port);
		if (d->sm[i].check)
			d->family->check_destroy(d->sm[i].check);
	}
	for (uint32_t i = 0; i < d->n_slices; i++)
		destroy_slice(d, &d->slice[i]);
	crew_destroy(d->crew);
	compare_free(&d->compare);
	free(d->busy);
	free(d->sm);
	free(d->slice);
	pf_report_free(&d->layout);
	unit_unload(&d->library);
	free(d);
}

/* SM units */

struct det_sm *det_sm(struct det *d, uint32_t sm)
{
	return &d->sm[sm];
}

bool det_sm_event_ready(const struct det_sm *u)
{
	return u->port->out.event_ready && !u->port->in.event_valid;
}

static void event(struct det_sm *u)
{
	u->port->in.event_valid = true;
	u->busy = true;
	u->events++;
}

void det_sm_event(struct det_sm *u, const struct pf_event *e)
{
	u->port->in.event = *e;
	event(u);
}

void det_sm_iguard_event(struct det_sm *u, const struct pf_iguard_sm_event *e)
{
	u->port->in.iguard_event = *e;
	event(u);
}

bool det_sm_request_ready(const struct det_sm *u)
{
	return u->port->out.request_ready && !u->port->in.request_valid;
}

void det_sm_request(struct det_sm *u, const struct pf_sm_request *r)
{
	u->port->in.request = *r;
	u->port->in.request_valid = true;
	u->busy = true;
}

void det_sm_iguard_request(struct det_sm *u, const struct pf_iguard_sm_request *r)
{
	u->port->in.iguard_request = *r;
	u->port->in.request_valid = true;
	u->busy = true;
}

static bool take_tag(struct det_sm *u)
{
	if (!u->port->out.tag_valid || u->port->in.tag_ready)
		return false;
	u->port->in.tag_ready = true;
	u->tags++;
	return true;
}

bool det_sm_tag(struct det_sm *u, uint32_t slice, struct pf_tag *t)
{
	if (!take_tag(u))
		return false;
	*t = u->port->out.tag;
	u->port->in.tag_slice = slice;
	return true;
}

bool det_sm_iguard_tag(struct det_sm *u, uint32_t slice, struct pf_iguard_tag *t)
{
	if (!take_tag(u))
		return false;
	*t = u->port->out.iguard_tag;
	u->port->in.tag_slice = slice;
	return true;
}

bool det_sm_tag_behind(const struct det_sm *u, uint64_t messages, bool *behind)
{
	*behind = (u->port->out.tag_after - (uint32_t)messages) % SM_AFTER != 0;
	return u->port->out.tag_valid && !u->port->in.tag_ready;
}

static bool take_message(struct det_sm *u)
{
	if (!u->port->out.message_valid || u->port->in.message_ready)
		return false;
	u->port->in.message_ready = true;
	u->messages++;
	u->told += !u->multicast;
	return true;
}

bool det_sm_message(struct det_sm *u, struct pf_message *m, uint32_t *slice)
{
	if (!take_message(u))
		return false;
	*m = u->port->out.message;
	*slice = u->port->out.message_slice;
	return true;
}

bool det_sm_iguard_message(struct det_sm *u, struct pf_iguard_message *m, uint32_t *slice)
{
	if (!take_message(u))
		return false;
	*m = u->port->out.iguard_message;
	*slice = u->port->out.message_slice;
	return true;
}

uint64_t det_sm_told(const struct det_sm *u)
{
	return u->told;
}

/* Tags see an event in the next cycle. With messages to all its message is to have been taken, too:
 * it is offered MESSAGE_CYCLES after it, or behind earlier ones without a gap, so when none is
 * offered after that time, none is inside. */
bool det_sm_seen(const struct det_sm *u)
{
	return !u->port->in.event_valid;
}

bool det_sm_settled(const struct det_sm *u)
{
	if (!det_sm_seen(u))
		return false;
	return u->multicast || u->port->out.idle ||
	       (u->since >= u->message_cycles && !u->port->out.message_valid);
}

bool det_sm_idle(const struct det_sm *u)
{
	const struct sm_port *p = u->port;

	return p->out.idle && !p->in.event_valid && !p->in.request_valid;
}

static void mark(const struct det *d, struct wave_mark *m, uint64_t now)
{
	m->at = now;
	m->record = now >= d->setup.wave_from && now - d->setup.wave_from < d->setup.wave_cycles;
}

void det_sm_step(struct det_sm *u)
{
	struct sm_port *p = u->port;

	if (!u->busy)
		return;
	u->since = p->in.event_valid ? 1 : u->since + (u->since < u->message_cycles);
	if (u->check)
		u->det->family->compare_sm(u);
	if (u->waved)
		mark(u->det, &p->mark, u->now++);
	u->kind->step(p);
	u->told += p->out.told;
	u->busy = !p->out.idle || u->waved;
}

/* Slice units */

struct det_slice *det_slice(struct det *d, uint32_t slice)
{
	return &d->slice[slice];
}

bool det_slice_ready(const struct det_slice *u)
{
	return u->port->out.ready && !u->port->in.request_valid;
}

void det_slice_request(struct det_slice *u, const struct pf_request *r)
{
	u->requests += r->kind == PF_REQ_ACCESS;
	u->fences += r->kind == PF_REQ_FENCE;
	u->epochs += r->kind == PF_REQ_EPOCH;
	u->untold = true;
	if (u->scord_simulator) {
		scord_simulator_request(u->port, r);
		u->busy = true;
		return;
	}
	if (u->ideal) {
		pf_slice_request(&u->model, r);
		return;
	}
	u->port->in.request = *r;
	u->port->in.request_valid = true;
	u->busy = true;
}

void det_slice_iguard_request(struct det_slice *u, const struct pf_iguard_request *r)
{
	u->requests += !r->is_message;
	u->fences += r->is_message && r->message.kind != PF_IGUARD_MSG_EPOCH;
	u->epochs += r->is_message && r->message.kind == PF_IGUARD_MSG_EPOCH;
	u->untold = true;
	u->port->in.iguard_request = *r;
	u->port->in.request_valid = true;
	u->busy = true;
}

static bool take_read(struct det_slice *u, uint64_t *beat, uint32_t *id)
{
	if (!memory_read(&u->memory, beat, id))
		return false;
	u->reads += det_slice_read_bytes(u) / PF_BEAT_BYTES;
	return true;
}

uint32_t det_slice_read_bytes(const struct det_slice *u)
{
	return u->scord_simulator ? u->det->sim.l2.fetch : PF_BEAT_BYTES;
}

bool det_slice_read(struct det_slice *u, uint64_t *beat, uint32_t *id)
{
	return !u->meta_free && take_read(u, beat, id);
}

bool det_slice_answer_ready(const struct det_slice *u, uint32_t id)
{
	return memory_answer_ready(&u->memory, id);
}

void det_slice_answer(struct det_slice *u, uint32_t id)
{
	memory_answer(&u->memory, id);
	u->busy = true;
}

bool det_take_write(struct det_slice *u, uint64_t *beat, bool *record)
{
	const struct slice_port_out *out = &u->port->out;

	if (!memory_write(&u->memory, beat))
		return false;
	*record = out->write_kind == SLICE_WRITE_RECORD;
	u->records += *record;
	u->sweeps += out->write_kind == SLICE_WRITE_SWEEP;
	u->writes += out->write_kind == SLICE_WRITE_META;
	if (!*record)
		memory_store(&u->memory);
	else if (u->has_pins)
		u->ring[*beat - u->ring_base] = out->memory.write_data;
	return true;
}

bool det_slice_write(struct det_slice *u, uint64_t *beat, bool *record)
{
	return !u->meta_free && det_take_write(u, beat, record);
}

bool det_slice_idle(const struct det_slice *u)
{
	const struct slice_port *p = u->port;

	return p->out.idle && !p->in.request_valid && !p->in.memory.answer_valid;
}

/* Knob meta_free: whatever is offered is taken, a read answered in the cycle after. */
static void memory_at_once(struct det_slice *u)
{
	uint64_t beat;
	uint32_t id;
	bool record;

	if (u->answer_head != u->answer_tail &&
	    det_slice_answer_ready(u, u->answers[u->answer_head % MEMORY_IDS]))
		det_slice_answer(u, u->answers[u->answer_head++ % MEMORY_IDS]);
	if (take_read(u, &beat, &id))
		u->answers[u->answer_tail++ % MEMORY_IDS] = id;
	(void)det_take_write(u, &beat, &record);
}

void det_slice_step(struct det_slice *u)
{
	struct slice_port *p = u->port;

	if (!u->busy)
		return;
	if (u->meta_free)
		memory_at_once(u);
	if (u->has_pins && u->has_model)
		u->det->family->compare_slice(u);
	if (u->waved)
		mark(u->det, &p->mark, u->now++);
	u->kind->step(p);
	u->busy = !p->out.idle || u->waved;
}

/* Meeting costs the threads a microsecond or two, as a step of a unit does. */
enum { WORTH_SHARING = 6 };

static void step_busy(void *ctx, uint32_t i)
{
	struct det *d = ctx;

	det_slice_step(&d->slice[d->busy[i]]);
}

void det_step_slices(struct det *d)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < d->n_slices; i++)
		if (d->slice[i].busy)
			d->busy[n++] = i;
	if (d->crew && n >= WORTH_SHARING) {
		crew_run(d->crew, step_busy, d, n);
		return;
	}
	for (uint32_t i = 0; i < n; i++)
		step_busy(d, i);
}

void det_corrupt(struct det *d, uint32_t slice, uint64_t entry)
{
	struct beats *b = &d->slice[slice].memory.beats;
	struct pf_beat v = *beats_at(b, entry / PF_BEAT_ENTRIES);

	v.v[entry % PF_BEAT_ENTRIES] ^= 1;
	beats_put(b, entry / PF_BEAT_ENTRIES, &v);
}
