/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * store: store buffers behind their ports, and the memory of their logs.
 *
 *   mwr, mrd ─> one beat a cycle, writes first ─> latency cycles ─> mrsp, in order
 */
#include <stdlib.h>

#include "base/bits.h"
#include "base/mem.h"
#include "commit_int.h"

enum { SPARE_READS = 64 };

struct commit_sb *commit_sb(struct commit *c, uint32_t sm)
{
	return &c->sb[sm];
}

void commit_sb_create(struct commit *c, uint32_t i)
{
	struct commit_sb *u = &c->sb[i];
	const struct unit_sizes *size = &c->geometry->size;
	const uint32_t reads = power_of_two(c->sim.l1.latency + SPARE_READS);

	u->commit = c;
	u->index = i;
	u->latency = c->sim.l1.latency;
	u->filled = c->rtl;
	u->read = mem_alloc(reads * sizeof(*u->read));
	u->read_mask = reads - 1;
	beats_init(&u->log, 0);
	if (!c->rtl) {
		u->port = model_store_create(&c->store_config);
		u->kind = &model_store;
		return;
	}
	beats_reset(&u->log, (uint64_t)size->warps * size->log_entries * STORE_ENTRY_BEATS);
	u->kind = c->library.api->kind[STORE_UNIT];
	u->port = u->kind->create(NULL);
	if (c->model)
		u->check = commit_check_store(u);
}

void commit_sb_destroy(struct commit_sb *u)
{
	u->kind->destroy(u->port);
	commit_check_store_destroy(u->check);
	beats_free(&u->log);
	free(u->read);
}

bool commit_sb_ready(const struct commit_sb *u)
{
	return u->port->out.ready && !u->port->in.command_valid;
}

void commit_sb_command(struct commit_sb *u, const struct commit_sb_command *c)
{
	struct store_port_in *in = &u->port->in;

	in->command_valid = true;
	in->kind = c->kind;
	in->warp = c->warp;
	in->command = c->e;
	u->line[u->commands++ % COMMIT_COMMANDS] = c->e.line;
	u->busy = true;
}

bool commit_sb_answer(struct commit_sb *u, struct commit_sb_answer *a)
{
	const struct store_port_out *out = &u->port->out;
	const uint32_t used = u->commit->store_config.entries - out->answer_left;

	if (!out->answer_valid || u->port->in.answer_ready)
		return false;
	*a = (struct commit_sb_answer){.kind = (enum commit_sb_kind)out->answer_kind,
				       .warp = out->answer_warp,
				       .left = out->answer_left,
				       .e = out->answer};
	a->e.line = u->line[u->answers++ % COMMIT_COMMANDS];
	u->port->in.answer_ready = true;
	if (used > u->most)
		u->most = used;
	return true;
}

bool commit_sb_entry(struct commit_sb *u, uint32_t *warp, struct pf_log_entry *e)
{
	if (!u->port->out.entry_valid || u->port->in.entry_ready)
		return false;
	*warp = u->port->out.entry_warp;
	*e = u->port->out.entry;
	return true;
}

void commit_sb_take(struct commit_sb *u)
{
	u->port->in.entry_ready = true;
	u->entries++;
}

bool commit_sb_port(const struct commit_sb *u)
{
	return u->used;
}

bool commit_sb_idle(const struct commit_sb *u)
{
	return u->port->out.idle && !u->port->in.command_valid && u->read_head == u->read_tail;
}

static void write_beat(struct commit_sb *u)
{
	const struct memory_out *out = &u->port->out.memory;
	const uint32_t strobe = u->port->out.write_strobe;
	struct pf_beat v = *beats_at(&u->log, out->write_beat);

	for (unsigned b = 0; b < PF_BEAT_BYTES; b++) {
		const unsigned word = b / 8, shift = b % 8 * 8;

		if (strobe >> b & 1) {
			v.v[word] &= ~(0xffULL << shift);
			v.v[word] |= out->write_data.v[word] & 0xffULL << shift;
		}
	}
	beats_put(&u->log, out->write_beat, &v);
}

/* A read's data are those of the cycle in which it is taken. */
static void log_memory(struct commit_sb *u)
{
	const struct memory_out *out = &u->port->out.memory;
	struct memory_in *in = &u->port->in.memory;
	struct log_read *r = &u->read[u->read_head & u->read_mask];

	if (u->read_head != u->read_tail && r->due <= u->now && out->answer_ready[0]) {
		in->answer_valid = true;
		in->answer_data = r->data;
		u->read_head++;
	}
	u->used = false;
	if (out->write_valid) {
		if (u->filled)
			write_beat(u);
		in->write_ready = u->used = true;
	} else if (out->read_valid && u->read_tail - u->read_head <= u->read_mask) {
		r = &u->read[u->read_tail++ & u->read_mask];
		r->due = u->now + u->latency;
		if (u->filled)
			r->data = *beats_at(&u->log, out->read_beat);
		in->read_ready = u->used = true;
	}
	u->log_beats += u->used;
}

void commit_sb_step(struct commit_sb *u)
{
	struct store_port *p = u->port;

	u->used = false;
	if (!u->busy)
		return;
	log_memory(u);
	if (u->check)
		commit_compare_sb(u);
	u->kind->step(p);
	u->now++;
	for (uint32_t m = p->out.events; m; m &= m - 1)
		u->count[__builtin_ctz(m)]++;
	u->busy = !p->out.idle || u->read_head != u->read_tail;
}
