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
	const struct golden_z_config g = {.sets = c->sim.com.z_sets,
					  .ways = c->sim.com.z_ways,
					  .requests = c->sim.com.z_requests,
					  .misses = c->sim.com.z_misses,
					  .filter_bits = c->size.z_filter,
					  .row_beats = c->row_beats,
					  .golden = c->zconfig};

	u->commit = c;
	u->index = i;
	u->filled = c->rtl;
	beats_init(&u->rows, 0);
	if (c->rtl) {
		u->port = c->library.api->z_create();
		u->step = c->library.api->z_step;
	} else {
		u->port = golden_z_create(&g);
		u->step = golden_z_step;
	}
	u->port->filter = c->sim.com.z_filter;
	if (c->rtl && c->golden)
		u->check = both_z_create();
}

void commit_z_destroy(struct commit_z *u)
{
	if (u->commit->rtl)
		u->commit->library.api->z_destroy(u->port);
	else
		golden_z_destroy(u->port);
	both_z_destroy(u->check);
	beats_free(&u->rows);
}

/* The unit is reset and begins a quantum of a region without lines: so it sweeps nothing. That this
 * quantum is over before it has commits does not matter. */
void commit_z_region(struct commit_z *u, uint64_t lines)
{
	struct z_port *p = u->port;
	const struct order_api *api = u->commit->library.api;

	if (!u->filled) {
		p->lines = lines;
		golden_z_region(p, (uint32_t)lines);
		return;
	}
	beats_reset(&u->rows, lines * u->commit->row_beats);
	p->lines = 0;
	api->z_reset(p);
	while (!p->out.begin_ready)
		api->z_step(p);
	p->in.begin_valid = true;
	api->z_step(p);
	while (!p->out.idle)
		api->z_step(p);
	p->lines = lines;
	if (u->check)
		both_z_region(u);
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
	struct z_port *p = u->port;

	if (!p->out.read_valid || p->in.read_ready)
		return false;
	*beat = p->out.read_beat;
	*id = p->out.read_id;
	u->beat_of[*id] = *beat;
	p->in.read_ready = true;
	return true;
}

bool commit_z_answer_ready(const struct commit_z *u, uint32_t id)
{
	(void)id;
	return u->port->out.answer_ready && !u->port->in.answer_valid;
}

void commit_z_answer(struct commit_z *u, uint32_t id)
{
	struct z_port_in *in = &u->port->in;

	if (u->filled)
		in->answer_data = *beats_at(&u->rows, u->beat_of[id]);
	in->answer_id = id;
	in->answer_valid = true;
	u->busy = true;
}

/* A sweep's zeros need no page. */
static void put_row(struct commit_z *u)
{
	const struct z_port_out *out = &u->port->out;
	const struct pf_beat *v = &out->write_data, *there = beats_at(&u->rows, out->write_beat);

	if (there != &u->rows.unwritten || v->v[0] || v->v[1] || v->v[2] || v->v[3])
		beats_put(&u->rows, out->write_beat, v);
}

bool commit_z_write(struct commit_z *u, uint64_t *beat)
{
	struct z_port *p = u->port;

	if (!p->out.write_valid || p->in.write_ready)
		return false;
	*beat = p->out.write_beat;
	p->in.write_ready = true;
	if (u->filled)
		put_row(u);
	return true;
}

bool commit_z_idle(const struct commit_z *u)
{
	const struct z_port *p = u->port;

	return p->out.idle && !p->in.request_valid && !p->in.answer_valid && !u->begins;
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
		both_z(u);
	u->step(p);
	for (uint32_t m = p->out.events; m; m &= m - 1)
		u->count[__builtin_ctz(m)]++;
	u->busy = !p->out.idle || u->begins;
}
