/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

#include "../access/access.h"
#include "../base/mem.h"

struct radish_replay {
	struct radish *radish;
	uint32_t sms;
	struct radish_line *line;
	size_t lines, cap;
};

/* Clocks of the library, as locks: a word's, */
static uint64_t of_word(uint64_t address)
{
	return address << 1;
}

/* what an SM published, */
static uint64_t published(uint32_t sm)
{
	return (uint64_t)sm << 1 | 1;
}

/* what it heard and no fence has made count yet, */
static uint64_t heard(const struct radish_replay *r, uint32_t sm)
{
	return published(r->sms + sm);
}

/* what all launches did, */
static uint64_t launched(const struct radish_replay *r)
{
	return published(2 * r->sms);
}

/* and what is before any fence.sc (Fence-SC order: docs/memory-model.md). */
static uint64_t fenced(const struct radish_replay *r)
{
	return published(2 * r->sms + 1);
}

struct radish_replay *radish_replay_create(struct radish_config c, const struct trace_header *h,
					   const char **why)
{
	struct radish_replay *r = mem_alloc(sizeof(*r));

	c.procs = c.threads = h->sms;
	r->radish = radish_create(&c, why);
	if (!r->radish) {
		free(r);
		return NULL;
	}
	r->sms = h->sms;
	return r;
}

void radish_replay_destroy(struct radish_replay *r)
{
	for (size_t i = 0; i < r->lines; i++)
		free((char *)r->line[i].file);
	radish_destroy(r->radish);
	free(r->line);
	free(r);
}

static void launch(struct radish_replay *r, bool begins)
{
	for (uint32_t s = 0; s < r->sms; s++) {
		if (begins) {
			radish_acquire(r->radish, s, launched(r));
			continue;
		}
		radish_release(r->radish, s, published(s));
		radish_pass(r->radish, launched(r), published(s), true);
	}
}

static void synchronise(struct radish_replay *r, uint32_t sm, const struct simt_op *op)
{
	const bool reads = op->kind == SIMT_OP_LD || access_is_rmw(op);

	for (uint32_t left = op->mask; left; left &= left - 1) {
		const unsigned lane = (unsigned)__builtin_ctz(left);
		const uint64_t word = of_word(op->addr[lane]);

		if (reads && access_acquires(op))
			radish_acquire(r->radish, sm, word);
		else if (reads)
			radish_pass(r->radish, heard(r, sm), word, true);
		if (!access_is_write(op) || op->failed >> lane & 1)
			continue;
		if (access_releases(op))
			radish_release(r->radish, sm, published(sm));
		radish_pass(r->radish, word, published(sm), access_is_rmw(op));
	}
}

static void tell(struct radish_replay *r, const struct trace_record *t,
		 const struct radish_answer *a)
{
	const char *file = t->file ? t->file : "?";
	struct radish_line *l = r->line;

	while (l < r->line + r->lines && (l->line != t->line || strcmp(l->file, file) != 0))
		l++;
	if (l == r->line + r->lines) {
		r->line = mem_grow(r->line, &r->cap, r->lines, sizeof(*r->line));
		l = &r->line[r->lines++];
		*l = (struct radish_line){mem_strdup(file), t->line, access_is_write(&t->op),
					  a->other_wrote, 0};
	}
	l->races++;
}

static void access_range(struct radish_replay *r, const struct trace_record *t, uint64_t from,
			 uint64_t to)
{
	while (from < to) {
		const uint64_t n = to - from < RADISH_LINE ? to - from : RADISH_LINE;
		const struct radish_answer a =
			radish_access(r->radish, t->sm, from, (uint32_t)n, access_is_write(&t->op));

		if (a.race)
			tell(r, t, &a);
		from += n;
	}
}

/* Lanes whose bytes follow each other are one access. */
static void access_lanes(struct radish_replay *r, const struct trace_record *t)
{
	const struct simt_op *op = &t->op;
	uint64_t from = 0, to = 0;

	for (uint32_t left = op->mask; left; left &= left - 1) {
		const uint64_t at = op->addr[__builtin_ctz(left)];

		if (from != to && at == to) {
			to += (uint64_t)op->size * op->vec;
			continue;
		}
		access_range(r, t, from, to);
		from = at;
		to = at + (uint64_t)op->size * op->vec;
	}
	access_range(r, t, from, to);
}

static void fence(struct radish_replay *r, uint32_t sm, const struct simt_op *op)
{
	radish_acquire(r->radish, sm, heard(r, sm));
	if (op->sem == PTX_SEM_SC)
		radish_acquire(r->radish, sm, fenced(r));
	radish_release(r->radish, sm, published(sm));
	if (op->sem == PTX_SEM_SC)
		radish_pass(r->radish, fenced(r), published(sm), true);
}

static void operation(struct radish_replay *r, const struct trace_record *t)
{
	const struct simt_op *op = &t->op;
	const bool memory = op->kind == SIMT_OP_LD || access_is_write(op);

	if (op->kind == SIMT_OP_FENCE && access_leaves_block(op))
		fence(r, t->sm, op);
	if (!memory || op->space != PTX_SPACE_GLOBAL)
		return;
	if ((access_is_rmw(op) || op->sem != PTX_SEM_WEAK) && access_leaves_block(op))
		synchronise(r, t->sm, op);
	else
		access_lanes(r, t);
}

void radish_replay_add(struct radish_replay *r, const struct trace_record *t)
{
	switch (t->kind) {
	case TRACE_LAUNCH_BEGIN: launch(r, true); break;
	case TRACE_LAUNCH_END: launch(r, false); break;
	case TRACE_OP: operation(r, t); break;
	default: break;
	}
}

const struct radish_counters *radish_replay_counters(const struct radish_replay *r)
{
	return radish_counters(r->radish);
}

const struct radish_line *radish_replay_lines(const struct radish_replay *r, size_t *n)
{
	*n = r->lines;
	return r->line;
}
