/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * quantum: quantum units. Backend model: calls of pf_quantum. Else a queue of events, one a cycle,
 * in front of the Verilated unit:
 *
 *   commit_q_event() ─> queue ─> evt     commit_q_issue() ─> issue_i of this cycle
 *   run_o, but not of a warp with events in the queue, or one that has issued ─> commit_q_runs()
 */
#include <stdlib.h>

#include "base/mem.h"
#include "commit_int.h"

struct commit_q *commit_q(struct commit *c, uint32_t sm)
{
	return &c->q[sm];
}

void commit_q_create(struct commit *c, uint32_t i)
{
	struct commit_q *u = &c->q[i];
	const struct pf_quantum_config config = {.warps = c->warps,
						 .block_slots = c->sim.sm.block_slots,
						 .size = c->sim.deterministic.quantum,
						 .bta = true};

	u->commit = c;
	u->index = i;
	pf_quantum_init(&u->model, &config);
	if (!c->rtl)
		return;
	u->kind = c->library.api->kind[QUANTUM_UNIT];
	u->port = u->kind->create(NULL);
	u->port->size = config.size;
	u->port->bta = config.bta;
}

void commit_q_destroy(struct commit_q *u)
{
	if (u->port)
		u->kind->destroy(u->port);
	free(u->event);
}

static bool has_model(const struct commit_q *u)
{
	return u->commit->model;
}

void commit_q_event(struct commit_q *u, enum pf_quantum_event kind, uint32_t warp, uint32_t slot)
{
	if (has_model(u))
		pf_quantum_event(&u->model, kind, warp, slot);
	if (!u->port)
		return;
	if (u->first == u->n_events)
		u->first = u->n_events = 0;
	u->event = mem_grow(u->event, &u->cap_events, u->n_events, sizeof(*u->event));
	u->event[u->n_events++] = (struct q_event){(uint8_t)kind, (uint8_t)warp, (uint8_t)slot};
	u->waiting[warp]++;
}

void commit_q_issue(struct commit_q *u, uint32_t warp)
{
	u->issued |= 1ULL << warp;
	if (has_model(u) && u->commit->mode == COMMIT_PARALLEL)
		pf_quantum_issue(&u->model, warp);
	if (u->port)
		u->port->in.issue |= 1ULL << warp;
}

bool commit_q_runs(const struct commit_q *u, uint32_t warp)
{
	if (u->commit->mode != COMMIT_PARALLEL || u->issued >> warp & 1)
		return false;
	if (!u->port)
		return pf_quantum_runs(&u->model, warp);
	return !u->waiting[warp] && !u->port->in.start && u->port->out.run >> warp & 1;
}

enum pf_stop commit_q_why(const struct commit_q *u, uint32_t warp)
{
	return u->port ? (enum pf_stop)u->port->out.why[warp] : pf_quantum_why(&u->model, warp);
}

/* Nothing that was given is still to have its effect. */
static bool settled(const struct commit_q *u)
{
	const struct quantum_port_in *in = &u->port->in;

	return u->first == u->n_events && !in->issue && !in->start && !in->serial_next;
}

bool commit_q_done(const struct commit_q *u)
{
	return u->port ? settled(u) && u->port->out.done : pf_quantum_done(&u->model);
}

int commit_q_serial(const struct commit_q *u)
{
	if (u->commit->mode != COMMIT_SERIAL)
		return -1;
	if (!u->port)
		return pf_quantum_serial(&u->model);
	return settled(u) && u->port->out.serial_valid ? (int)u->port->out.serial_warp : -1;
}

void commit_q_serial_done(struct commit_q *u)
{
	if (has_model(u))
		pf_quantum_serial_done(&u->model);
	if (u->port)
		u->port->in.serial_next = true;
}

bool commit_q_any(const struct commit_q *u)
{
	return u->port ? u->port->out.serial_any : pf_quantum_serial(&u->model) >= 0;
}

/* A block whose warps are on their way into the unit is there. */
bool commit_q_live(const struct commit_q *u, uint32_t slot)
{
	if (!u->port)
		return pf_quantum_live(&u->model, slot);
	for (size_t i = u->first; i < u->n_events; i++)
		if (u->event[i].kind == PF_Q_BEGIN && u->event[i].slot == slot)
			return true;
	return u->port->out.live >> slot & 1;
}

void commit_q_start(struct commit_q *u)
{
	if (has_model(u))
		pf_quantum_start(&u->model);
	if (u->port)
		u->port->in.start = true;
}

static void next_event(struct commit_q *u)
{
	struct quantum_port_in *in = &u->port->in;
	const struct q_event *e = &u->event[u->first];

	if (u->first == u->n_events || !u->port->out.event_ready)
		return;
	in->event_valid = true;
	in->kind = e->kind;
	in->warp = e->warp;
	in->slot = e->slot;
	u->waiting[e->warp]--;
	u->first++;
}

void commit_q_step(struct commit_q *u)
{
	u->issued = 0;
	if (!u->port || settled(u))
		return;
	next_event(u);
	u->kind->step(u->port);
	if (has_model(u) && settled(u))
		commit_compare_q(u);
}

void commit_q_mode(struct commit_q *u)
{
	if (!u->port)
		return;
	u->port->mode = u->commit->mode;
	u->kind->look(u->port);
}
