/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * both: sw/golden beside the RTL, in the order in which the RTL takes things in.
 *
 *   command ─> pf_store_buffer ─> answers and entries expected ─┐
 *   request ─> pf_zcommit      ─> results expected, by line ────┼─> the first difference is kept
 *   events, instructions       ─> every warp's state ───────────┘
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "commit_int.h"

enum { ANSWERS = 64, ANSWER_MASK = ANSWERS - 1 };

struct expected {
	uint32_t kind, warp, left;
	struct pf_log_entry e;
};

struct store_check {
	struct pf_store_buffer *b;
	struct expected answer[ANSWERS];
	uint32_t head, tail;
	struct pf_log_entry *entry; /* of drains, in order */
	size_t cap, n, first;
};

struct z_check {
	struct pf_zcommit *z;
	struct pf_zrequest *result; /* expected, in order of requests */
	size_t cap, n;
};

static void differ(struct commit *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void differ(struct commit *c, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	if (!c->mismatch[0])
		vsnprintf(c->mismatch, sizeof(c->mismatch), format, ap);
	va_end(ap);
}

/* Bytes outside the mask are of no importance. -1: the same; -2: masks differ; else the byte. */
static int compare(const uint8_t *mask, const uint8_t *data, const uint8_t *want_mask,
		   const uint8_t *want_data)
{
	if (memcmp(mask, want_mask, PF_LINE_MASK))
		return -2;
	for (int b = 0; b < PF_LINE_BYTES; b++)
		if (mask[b / 8] >> b % 8 & 1 && data[b] != want_data[b])
			return b;
	return -1;
}

/* Store buffers */

struct store_check *both_store_create(const struct commit *c)
{
	struct store_check *k = mem_alloc(sizeof(*k));

	k->b = pf_store_buffer_create(&c->store_config);
	return k;
}

void both_store_destroy(struct store_check *k)
{
	if (!k)
		return;
	pf_store_buffer_destroy(k->b);
	free(k->entry);
	free(k);
}

static void compare_answer(struct commit_sb *u)
{
	struct store_check *k = u->check;
	const struct store_port_out *o = &u->port->out;
	const struct expected *w = &k->answer[k->head & ANSWER_MASK];
	int at;

	if (k->head == k->tail) {
		differ(u->commit, "store buffer %u: answer %u, where none is expected", u->index,
		       u->answers);
		return;
	}
	k->head++;
	if (o->answer_kind != w->kind || o->answer_warp != w->warp || o->answer_left != w->left)
		differ(u->commit,
		       "store buffer %u: answer %u is kind %u warp %u left %u, expected %u %u %u",
		       u->index, u->answers, o->answer_kind, o->answer_warp, o->answer_left,
		       w->kind, w->warp, w->left);
	at = compare(o->answer.mask, o->answer.data, w->e.mask, w->e.data);
	if (at != -1)
		differ(u->commit, "store buffer %u: answer %u to warp %u, line %u: %s differs (%d)",
		       u->index, u->answers, w->warp, w->e.line, at < 0 ? "mask" : "byte", at);
}

static void compare_entry(struct commit_sb *u)
{
	struct store_check *k = u->check;
	const struct store_port_out *o = &u->port->out;
	const struct pf_log_entry *w = &k->entry[k->first];
	int at;

	if (k->first == k->n) {
		differ(u->commit, "store buffer %u: entry %llu, where none is expected", u->index,
		       (unsigned long long)u->entries);
		return;
	}
	k->first++;
	at = compare(o->entry.mask, o->entry.data, w->mask, w->data);
	if (o->entry.line != w->line || at != -1)
		differ(u->commit,
		       "store buffer %u: entry %llu of warp %u is line %u, expected %u; first "
		       "difference %d",
		       u->index, (unsigned long long)u->entries, o->entry_warp, o->entry.line,
		       w->line, at);
}

static void expect(struct commit_sb *u)
{
	struct store_check *k = u->check;
	const struct store_port_in *in = &u->port->in;
	struct expected *w = &k->answer[k->tail++ & ANSWER_MASK];

	*w = (struct expected){.kind = in->kind, .warp = in->warp};
	switch (in->kind) {
	case COMMIT_SB_STORE: pf_store_buffer_store(k->b, in->warp, &in->command, NULL); break;
	case COMMIT_SB_LOAD: pf_store_buffer_load(k->b, in->warp, &in->command, &w->e, NULL); break;
	default:
		if (k->first == k->n)
			k->first = k->n = 0;
		for (uint32_t i = 0; i < pf_store_buffer_used(k->b, in->warp); i++) {
			k->entry = mem_grow(k->entry, &k->cap, k->n, sizeof(*k->entry));
			k->entry[k->n++] = *pf_store_buffer_entry(k->b, in->warp, i);
		}
		pf_store_buffer_clear(k->b, in->warp);
		break;
	}
	w->left = pf_store_buffer_left(k->b, in->warp);
}

void both_store(struct commit_sb *u)
{
	const struct store_port *p = u->port;
	struct store_check *k = u->check;

	if (p->in.entry_ready && p->out.entry_valid)
		compare_entry(u);
	if (p->in.answer_ready && p->out.answer_valid)
		compare_answer(u);
	if (p->in.command_valid)
		expect(u);
	if (k->tail - k->head > ANSWERS)
		differ(u->commit, "store buffer %u: %u answers have not come", u->index,
		       k->tail - k->head);
	if (p->out.idle && !p->in.command_valid && (k->tail != k->head || k->first != k->n))
		differ(u->commit, "store buffer %u: idle, but owes %u answers and %zu entries",
		       u->index, k->tail - k->head, k->n - k->first);
}

/* Z-commit units */

struct z_check *both_z_create(void)
{
	return mem_alloc(sizeof(struct z_check));
}

void both_z_destroy(struct z_check *k)
{
	if (!k)
		return;
	pf_zcommit_destroy(k->z);
	free(k->result);
	free(k);
}

/* As the unit: in the first quantum of the region, which has no commits. */
void both_z_region(struct commit_z *u)
{
	struct pf_zconfig config = u->commit->zconfig;

	config.lines = (uint32_t)u->port->lines;
	pf_zcommit_destroy(u->check->z);
	u->check->z = pf_zcommit_create(&config);
	pf_zcommit_begin(u->check->z);
}

static void compare_result(struct commit_z *u)
{
	struct z_check *k = u->check;
	const struct pf_zrequest *r = &u->port->out.result;
	const unsigned long long n = (unsigned long long)u->results;
	size_t i = 0;
	int at;

	while (i < k->n && k->result[i].line != r->line)
		i++;
	if (i == k->n) {
		differ(u->commit,
		       "Z-commit unit %u: result %llu of line %u, where none is expected", u->index,
		       n, r->line);
		return;
	}
	at = compare(r->mask, r->data, k->result[i].mask, k->result[i].data);
	if (r->warp != k->result[i].warp || at != -1)
		differ(u->commit,
		       "Z-commit unit %u: result %llu of line %u is of warp %u, expected %u; first "
		       "difference %d",
		       u->index, n, r->line, r->warp, k->result[i].warp, at);
	memmove(&k->result[i], &k->result[i + 1], (--k->n - i) * sizeof(*k->result));
}

void both_z(struct commit_z *u)
{
	struct z_check *k = u->check;
	const struct z_port *p = u->port;

	if (p->in.result_ready && p->out.result_valid)
		compare_result(u);
	if (p->in.begin_valid && p->out.begin_ready)
		pf_zcommit_begin(k->z);
	else if (p->out.quantum != pf_zcommit_quantum(k->z))
		differ(u->commit, "Z-commit unit %u: quantum is %u, expected %u", u->index,
		       p->out.quantum, pf_zcommit_quantum(k->z));
	if (p->out.idle && k->n)
		differ(u->commit, "Z-commit unit %u: idle, but owes %zu results", u->index, k->n);
	if (!p->in.request_valid)
		return;
	k->result = mem_grow(k->result, &k->cap, k->n, sizeof(*k->result));
	pf_zcommit_request(k->z, &p->in.request, &k->result[k->n++]);
}

/* Quantum units */

void both_q(struct commit_q *u)
{
	const struct quantum_port_out *o = &u->port->out;
	const struct pf_quantum *q = &u->golden;
	const bool parallel = u->commit->mode == COMMIT_PARALLEL;
	const int serial = pf_quantum_serial(q);

	for (uint32_t w = 0; w < u->commit->warps; w++) {
		const bool runs = parallel && pf_quantum_runs(q, w);

		if (o->why[w] != pf_quantum_why(q, w) || (o->run >> w & 1) != runs)
			differ(u->commit,
			       "quantum unit %u: warp %u is %u and runs %u, expected %u and %u",
			       u->index, w, o->why[w], (unsigned)(o->run >> w & 1),
			       pf_quantum_why(q, w), runs);
	}
	if (o->done != pf_quantum_done(q) || o->serial_any != (serial >= 0))
		differ(u->commit, "quantum unit %u: done is %u, atomics to do %u", u->index,
		       o->done, o->serial_any);
	if (u->commit->mode == COMMIT_SERIAL &&
	    (o->serial_valid != (serial >= 0) ||
	     (serial >= 0 && o->serial_warp != (uint32_t)serial)))
		differ(u->commit, "quantum unit %u: serial %u, warp %u, expected %d", u->index,
		       o->serial_valid, o->serial_warp, serial);
	for (uint32_t s = 0; s < u->commit->sim.sm.block_slots; s++)
		if ((o->live >> s & 1) != pf_quantum_live(q, s))
			differ(u->commit, "quantum unit %u: block slot %u is live: %u", u->index, s,
			       o->live >> s & 1);
}
