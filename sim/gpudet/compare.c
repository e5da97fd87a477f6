/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * compare: sw/reference beside the RTL, in the order in which the RTL takes things in.
 *
 *   command ─> pf_store_buffer ─> answers and entries expected ─┐
 *   request ─> pf_zcommit      ─> results expected, by line ────┼─> the first difference is kept
 *   events, instructions       ─> every warp's state ───────────┘
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "commit_int.h"

enum { OWED_MAX = 64 };

struct answer {
	uint32_t kind, warp, left;
	struct pf_log_entry e;
};

struct store_check {
	struct compare_unit unit;
	struct pf_store_buffer *b;
	struct expected answer, entry;
};

struct z_check {
	struct compare_unit unit;
	struct pf_zcommit *z;
	struct pf_zrequest *result; /* expected, in order of requests */
	size_t cap, n;
};

const char *commit_mismatch(const struct commit *c)
{
	return compare_first(&c->compare);
}

static struct compare_line line_of(const struct pf_log_entry *e)
{
	return (struct compare_line){e->line, e->mask, e->data};
}

/* Store buffers */

struct store_check *commit_check_store(struct commit_sb *u)
{
	struct store_check *k = mem_alloc(sizeof(*k));

	k->unit = (struct compare_unit){&u->commit->compare, "store buffer", u->index};
	k->answer = (struct expected){.what = "answer", .size = sizeof(struct answer)};
	k->entry = (struct expected){.what = "entry", .size = sizeof(struct pf_log_entry)};
	k->b = pf_store_buffer_create(&u->commit->store_config);
	return k;
}

void commit_check_store_destroy(struct store_check *k)
{
	if (!k)
		return;
	pf_store_buffer_destroy(k->b);
	expected_free(&k->answer);
	expected_free(&k->entry);
	free(k);
}

/* The pins do not say the line. */
static void compare_answer(struct store_check *k, const struct store_port_out *o)
{
	const struct answer *w = expected_take(&k->answer, &k->unit);

	if (!w)
		return;
	const struct compare_field f[] = {{"kind", o->answer_kind, w->kind},
					  {"warp", o->answer_warp, w->warp},
					  {"left", o->answer_left, w->left}};
	const struct compare_line got = {w->e.line, o->answer.mask, o->answer.data};

	compare_fields(&k->unit, "answer", k->answer.came, f, sizeof(f) / sizeof(*f));
	compare_lines(&k->unit, "answer", k->answer.came, got, line_of(&w->e));
}

static void compare_entry(struct store_check *k, const struct store_port_out *o)
{
	const struct pf_log_entry *w = expected_take(&k->entry, &k->unit);

	if (w)
		compare_lines(&k->unit, "entry", k->entry.came, line_of(&o->entry), line_of(w));
}

static void expect(struct store_check *k, const struct store_port_in *in)
{
	struct answer *w = expected_put(&k->answer);

	*w = (struct answer){.kind = in->kind, .warp = in->warp, .e.line = in->command.line};
	switch (in->kind) {
	case COMMIT_SB_STORE: pf_store_buffer_store(k->b, in->warp, &in->command, NULL); break;
	case COMMIT_SB_LOAD: pf_store_buffer_load(k->b, in->warp, &in->command, &w->e, NULL); break;
	default:
		for (uint32_t i = 0; i < pf_store_buffer_used(k->b, in->warp); i++)
			*(struct pf_log_entry *)expected_put(&k->entry) =
				*pf_store_buffer_entry(k->b, in->warp, i);
		pf_store_buffer_clear(k->b, in->warp);
		break;
	}
	w->left = pf_store_buffer_left(k->b, in->warp);
}

void commit_compare_sb(struct commit_sb *u)
{
	const struct store_port *p = u->port;
	struct store_check *k = u->check;
	size_t answers, entries;

	if (p->in.entry_ready && p->out.entry_valid)
		compare_entry(k, &p->out);
	if (p->in.answer_ready && p->out.answer_valid)
		compare_answer(k, &p->out);
	if (p->in.command_valid)
		expect(k, &p->in);
	answers = expected_left(&k->answer);
	entries = expected_left(&k->entry);
	if (answers > OWED_MAX)
		compare_differ(&k->unit, "%zu answers have not come", answers);
	if (p->out.idle && !p->in.command_valid && (answers || entries))
		compare_differ(&k->unit, "idle, but owes %zu answers and %zu entries", answers,
			       entries);
}

/* Z-commit units */

struct z_check *commit_check_z(struct commit_z *u)
{
	struct z_check *k = mem_alloc(sizeof(*k));

	k->unit = (struct compare_unit){&u->commit->compare, "Z-commit unit", u->index};
	return k;
}

void commit_check_z_destroy(struct z_check *k)
{
	if (!k)
		return;
	pf_zcommit_destroy(k->z);
	free(k->result);
	free(k);
}

/* As the unit: in the first quantum of the region, which has no commits. */
void commit_check_region(struct commit_z *u)
{
	struct pf_zconfig config = u->commit->zconfig;

	config.lines = (uint32_t)u->port->lines;
	pf_zcommit_destroy(u->check->z);
	u->check->z = pf_zcommit_create(&config);
	pf_zcommit_begin(u->check->z);
}

static void compare_result(struct z_check *k, const struct pf_zrequest *r, uint64_t n)
{
	struct pf_zrequest *w = k->result;

	while (w < k->result + k->n && w->line != r->line)
		w++;
	if (w == k->result + k->n) {
		compare_differ(&k->unit, "result %llu of line %u, where none is expected",
			       (unsigned long long)n, r->line);
		return;
	}
	compare_fields(&k->unit, "result", n, &(struct compare_field){"warp", r->warp, w->warp}, 1);
	compare_lines(&k->unit, "result", n, (struct compare_line){r->line, r->mask, r->data},
		      (struct compare_line){w->line, w->mask, w->data});
	k->n--;
	memmove(w, w + 1, (size_t)(k->result + k->n - w) * sizeof(*w));
}

void commit_compare_z(struct commit_z *u)
{
	struct z_check *k = u->check;
	const struct z_port *p = u->port;

	if (p->in.result_ready && p->out.result_valid)
		compare_result(k, &p->out.result, u->results);
	if (p->in.begin_valid && p->out.begin_ready)
		pf_zcommit_begin(k->z);
	else
		compare_value(&k->unit, "quantum", p->out.quantum, pf_zcommit_quantum(k->z));
	if (p->out.idle && k->n)
		compare_differ(&k->unit, "idle, but owes %zu results", k->n);
	if (!p->in.request_valid)
		return;
	k->result = mem_grow(k->result, &k->cap, k->n, sizeof(*k->result));
	pf_zcommit_request(k->z, &p->in.request, &k->result[k->n++]);
}

/* Quantum units */

void commit_compare_q(struct commit_q *u)
{
	const struct compare_unit unit = {&u->commit->compare, "quantum unit", u->index};
	const struct quantum_port_out *o = &u->port->out;
	const struct pf_quantum *q = &u->model;
	const bool parallel = u->commit->mode == COMMIT_PARALLEL;
	const int serial = pf_quantum_serial(q);

	for (uint32_t w = 0; w < u->commit->warps; w++) {
		const struct compare_field f[] = {
			{"stop", o->why[w], pf_quantum_why(q, w)},
			{"runs", o->run >> w & 1, parallel && pf_quantum_runs(q, w)}};

		compare_fields(&unit, "warp", w, f, sizeof(f) / sizeof(*f));
	}
	compare_value(&unit, "done", o->done, pf_quantum_done(q));
	compare_value(&unit, "an atomic to do", o->serial_any, serial >= 0);
	if (u->commit->mode == COMMIT_SERIAL) {
		compare_value(&unit, "a turn", o->serial_valid, serial >= 0);
		if (serial >= 0)
			compare_value(&unit, "warp whose turn it is", o->serial_warp,
				      (uint32_t)serial);
	}
	for (uint32_t s = 0; s < u->commit->sim.sm.block_slots; s++)
		compare_fields(
			&unit, "block slot", s,
			&(struct compare_field){"live", o->live >> s & 1, pf_quantum_live(q, s)},
			1);
}
