/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * slice: Z-commit units behind their ports, and the rows of their Z-buffer as they lie in memory.
 */
#include "commit_int.h"

struct commit_z *commit_z(struct commit *c, uint32_t slice)
{
	return &c->z[slice];
}

void commit_z_create(struct commit *c, uint32_t i)
{
	struct commit_z *u = &c->z[i];
	const struct model_z_config g = {.sets = c->sim.deterministic.z_sets,
					 .ways = c->sim.deterministic.z_ways,
					 .requests = c->sim.deterministic.z_requests,
					 .misses = c->sim.deterministic.z_misses,
					 .filter_bits = c->geometry->size.z_filter,
					 .row_beats = c->row_beats,
					 .model = c->zconfig};

	u->commit = c;
	u->index = i;
	beats_init(&u->memory.beats, 0);
	u->kind = c->rtl ? c->library.api->kind[Z_UNIT] : &model_z;
	u->port = c->rtl ? u->kind->create(NULL) : model_z_create(&g);
	u->port->filter = c->sim.deterministic.z_filter;
	u->memory.filled = c->rtl;
	u->memory.out = &u->port->out.memory;
	u->memory.in = &u->port->in.memory;
	if (c->rtl && c->model)
		u->check = commit_check_z(u);
}

void commit_z_destroy(struct commit_z *u)
{
	u->kind->destroy(u->port);
	commit_check_z_destroy(u->check);
	beats_free(&u->memory.beats);
}

/* The unit is reset and begins a quantum of a region without lines: so it sweeps nothing. That this
 * quantum is over before it has commits does not matter. */
void commit_z_region(struct commit_z *u, uint64_t lines)
{
	struct z_port *p = u->port;

	if (!u->memory.filled) {
		p->lines = lines;
		model_z_region(p, (uint32_t)lines);
		return;
	}
	beats_reset(&u->memory.beats, lines * u->commit->row_beats);
	p->lines = 0;
	u->kind->reset(p);
	while (!p->out.begin_ready)
		u->kind->step(p);
	p->in.begin_valid = true;
	u->kind->step(p);
	while (!p->out.idle)
		u->kind->step(p);
	p->lines = lines;
	if (u->check)
		commit_check_region(u);
}

void commit_z_begin(struct commit_z *u)
{
	u->begins++;
	u->busy = true;
}

bool commit_z_ready(const struct commit_z *u)
{
	return u->port->out.ready && !u->port->in.request_valid && !u->begins;
}

void commit_z_request(struct commit_z *u, const struct pf_zrequest *r)
{
	u->port->in.request = *r;
	u->port->in.request_valid = true;
	u->busy = true;
}

bool commit_z_result(const struct commit_z *u, struct pf_zrequest *r)
{
	if (!u->port->out.result_valid || u->port->in.result_ready)
		return false;
	*r = u->port->out.result;
	return true;
}

void commit_z_take(struct commit_z *u)
{
	u->port->in.result_ready = true;
	u->results++;
}

bool commit_z_read(struct commit_z *u, uint64_t *beat, uint32_t *id)
{
	return memory_read(&u->memory, beat, id);
}

bool commit_z_answer_ready(const struct commit_z *u, uint32_t id)
{
	return memory_answer_ready(&u->memory, id);
}

void commit_z_answer(struct commit_z *u, uint32_t id)
{
	memory_answer(&u->memory, id);
	u->busy = true;
}

bool commit_z_write(struct commit_z *u, uint64_t *beat)
{
	if (!memory_write(&u->memory, beat))
		return false;
	memory_store(&u->memory);
	return true;
}

bool commit_z_idle(const struct commit_z *u)
{
	const struct z_port *p = u->port;

	return p->out.idle && !p->in.request_valid && !p->in.memory.answer_valid && !u->begins;
}

void commit_z_step(struct commit_z *u)
{
	struct z_port *p = u->port;

	if (!u->busy)
		return;
	if (u->begins && p->out.idle && p->out.begin_ready && !p->in.request_valid) {
		p->in.begin_valid = true;
		u->begins--;
	}
	if (u->check)
		commit_compare_z(u);
	u->kind->step(p);
	for (uint32_t m = p->out.events; m; m &= m - 1)
		u->count[__builtin_ctz(m)]++;
	u->busy = !p->out.idle || u->begins;
}
