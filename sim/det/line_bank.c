/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "line_bank.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
	DEPTH = 6,      /* cycles from the tags to the entry written */
	REPORT_ROOM = 8 /* races that wait for the report unit */
};

void line_put(struct line_queue *q, struct line_op *o)
{
	o->next = NULL;
	if (!q->first)
		q->last = &q->first;
	*q->last = o;
	q->last = &o->next;
	q->n++;
}

struct line_op *line_get(struct line_queue *q)
{
	struct line_op *o = q->first;

	if (!o)
		return NULL;
	q->first = o->next;
	q->n--;
	return o;
}

void bank_init(struct bank *b, bool headers, uint32_t places, uint32_t misses, struct line_out *out)
{
	*b = (struct bank){.headers = headers,
			   .sets = places / BANK_WAYS,
			   .n_misses = misses,
			   .replay = -1,
			   .way = mem_alloc(places * sizeof(*b->way)),
			   .out = out};
	for (uint32_t i = 0; i < places; i++)
		b->way[i].miss = -1;
}

void bank_free(struct bank *b)
{
	free(b->way);
}

static void empty(struct bank_way *w)
{
	*w = (struct bank_way){.miss = -1};
}

void bank_forget(struct bank *b)
{
	for (uint32_t i = 0; i < b->sets * BANK_WAYS; i++)
		empty(&b->way[i]);
}

/* Places */

static uint64_t place_of(const struct bank *b, const struct line_op *o)
{
	return b->headers ? o->place / GROUP_LINES : o->place;
}

/* Of a group's lines; a beat is one. */
static uint32_t line_of(const struct bank *b, const struct line_op *o)
{
	return b->headers ? o->place % GROUP_LINES : 0;
}

/* Upper bits of a product: near places, which programs use together, are spread. */
static uint32_t set_of(const struct bank *b, uint64_t place)
{
	return (uint32_t)(place * 0x9e3779b97f4a7c15ULL >> 40) & (b->sets - 1);
}

/* The place's own, or one that it may have: empty, or the one longest unused; NULL: all are in use.
 */
static struct bank_way *look(struct bank *b, uint64_t place)
{
	struct bank_way *set = &b->way[set_of(b, place) * BANK_WAYS], *best = NULL;

	for (uint32_t i = 0; i < BANK_WAYS; i++)
		if (set[i].valid && set[i].place == place)
			return &set[i];
	for (uint32_t i = 0; i < BANK_WAYS; i++) {
		if (set[i].inside || set[i].miss >= 0)
			continue;
		if (!set[i].valid)
			return &set[i];
		if (!best || set[i].used < best->used)
			best = &set[i];
	}
	return best;
}

static void send(struct bank *b, uint64_t beat)
{
	b->out->write[b->out->tail++ % BANK_WRITES] = beat;
	b->stats.written++;
}

/* The way is empty then; false: there is no room for what it has to write. */
static bool evict(struct bank *b, struct bank_way *w)
{
	const unsigned writes = (unsigned)w->dirty + (unsigned)__builtin_popcount(w->row_dirty);

	if (writes > BANK_WRITES - (b->out->tail - b->out->head))
		return false;
	if (w->dirty)
		send(b, (b->headers ? b->places.groups : b->places.blocks) + w->place);
	for (uint32_t l = 0; l < GROUP_LINES; l++)
		if (w->row_dirty >> l & 1)
			send(b, b->places.rows + w->place * GROUP_LINES + l);
	empty(w);
	return true;
}

/* Check */

static void changes(struct bank *b, struct bank_way *w, const struct line_op *o)
{
	const uint8_t line = (uint8_t)(1U << line_of(b, o));

	/* The group's beat says of a line with a row only that it has one. */
	w->dirty |= o->changed && !(o->own && o->own_before);
	if (!b->headers)
		return;
	b->own[o->place] = o->own;
	w->there |= line;
	w->own = (uint8_t)(o->own ? w->own | line : w->own & ~line);
	w->row_dirty = (uint8_t)(o->own ? w->row_dirty : w->row_dirty & ~line);
	if (o->own && o->changed)
		w->row_dirty |= line;
}

/* w: NULL, a fence. */
static void to_check(struct bank *b, struct bank_way *w, struct line_op *o, uint64_t now)
{
	struct line_out *out = b->out;

	if (w) {
		w->inside++;
		w->used = now;
		w->open[line_of(b, o)] = now + o->turns - 1U + o->gap;
		changes(b, w, o);
	}
	if (o->races) {
		if (out->report_free < now)
			out->report_free = now;
		out->report_free += (uint64_t)o->races + o->records;
		out->records += o->records;
	}
	b->check_free = now + o->turns;
	o->due = now + DEPTH;
	line_put(&b->check, o);
}

static bool report_full(struct bank *b, const struct line_op *o, uint64_t now)
{
	if (!o->races || b->out->report_free <= now + REPORT_ROOM)
		return false;
	b->stats.wait_report++;
	return true;
}

struct line_op *bank_leave(struct bank *b, uint64_t now)
{
	struct line_op *o = b->check.first;

	if (!o || o->due > now)
		return NULL;
	if (!o->fence)
		look(b, place_of(b, o))->inside--;
	return line_get(&b->check);
}

/* Misses */

static void listed(struct bank *b, struct bank_miss *m, struct line_op *o)
{
	o->fences = b->fences;
	b->listed++;
	line_put(&m->list, o);
}

/* Of the way's beat, or of the row of the operation's line. */
static bool new_miss(struct bank *b, struct bank_way *w, struct line_op *o, bool row)
{
	const uint64_t place = place_of(b, o);
	uint32_t i = 0;

	while (i < b->n_misses && b->miss[i].valid)
		i++;
	if (i == b->n_misses || b->listed == BANK_LISTED || (!row && !evict(b, w))) {
		b->stats.wait_memory++;
		return false;
	}
	b->miss[i] = (struct bank_miss){.valid = true, .row = row, .way = w};
	b->miss[i].beat = row ? b->places.rows + o->place
			      : (b->headers ? b->places.groups : b->places.blocks) + place;
	w->valid = true;
	w->place = place;
	w->miss = (int)i;
	b->stats.misses++;
	b->stats.rows += row;
	listed(b, &b->miss[i], o);
	return true;
}

int bank_unasked(const struct bank *b)
{
	for (uint32_t i = 0; i < b->n_misses; i++)
		if (b->miss[i].valid && !b->miss[i].asked)
			return (int)i;
	return -1;
}

/* What the answer brought. */
static void filled(const struct bank *b, const struct bank_miss *m)
{
	struct bank_way *w = m->way;

	if (!b->headers)
		return;
	if (m->row) {
		w->there |= (uint8_t)(1U << line_of(b, m->list.first));
		return;
	}
	for (uint32_t l = 0; l < GROUP_LINES; l++)
		w->own |= (uint8_t)((b->own[w->place * GROUP_LINES + l] ? 1U : 0U) << l);
	w->there = (uint8_t)(BANK_ALL_LINES & ~w->own);
}

static bool here(const struct bank *b, const struct bank_way *w, const struct line_op *o)
{
	return !b->headers || w->there >> line_of(b, o) & 1;
}

bool bank_replay(struct bank *b, uint64_t now)
{
	struct bank_miss *m;
	struct line_op *o;

	for (uint32_t i = 0; b->replay < 0 && i < b->n_misses; i++)
		if (b->miss[i].valid && b->miss[i].there) {
			b->replay = (int)i;
			filled(b, &b->miss[i]);
		}
	if (b->replay < 0)
		return false;
	m = &b->miss[b->replay];
	o = m->list.first;
	if (!here(b, m->way, o)) { /* a line of the group that has a row: the miss goes on */
		m->row = true;
		m->beat = b->places.rows + o->place;
		m->asked = m->there = false;
		b->replay = -1;
		b->stats.misses++;
		b->stats.rows++;
		return true;
	}
	if (m->way->open[line_of(b, o)] > now || report_full(b, o, now))
		return true;
	b->listed--;
	to_check(b, m->way, line_get(&m->list), now);
	if (!m->list.first) {
		m->way->miss = -1;
		m->valid = false;
		b->replay = -1;
	}
	return true;
}

/* Fences */

/* What the oldest that waits has seen; a list's first is its oldest. */
static uint64_t oldest(const struct bank *b)
{
	uint64_t least = UINT64_MAX;

	for (uint32_t i = 0; i < b->n_misses; i++)
		if (b->miss[i].valid && b->miss[i].list.first->fences < least)
			least = b->miss[i].list.first->fences;
	return least;
}

/* Fences that all operations inside have seen are no longer kept. */
static void forget_fences(struct bank *b, uint64_t least)
{
	uint32_t seen = 0;

	while (seen < b->n_recent && b->recent[seen] <= least)
		seen++;
	b->n_recent -= seen;
	memmove(b->recent, b->recent + seen, b->n_recent * sizeof(*b->recent));
}

static bool take_fence(struct bank *b)
{
	const uint64_t least = oldest(b);

	forget_fences(b, least);
	if (least != UINT64_MAX) {
		if (b->n_recent == BANK_FENCES) {
			b->stats.wait_fence++;
			return false;
		}
		b->recent[b->n_recent++] = b->fences + 1;
	}
	b->fences++;
	return true;
}

/* Tags */

static bool on_fill(struct bank *b, struct bank_way *w, struct line_op *o)
{
	if (b->listed == BANK_LISTED) {
		b->stats.wait_memory++;
		return false;
	}
	b->stats.listed++;
	listed(b, &b->miss[w->miss], o);
	return true;
}

static bool on_hit(struct bank *b, struct bank_way *w, struct line_op *o, uint64_t now)
{
	if (w->open[line_of(b, o)] > now) {
		b->stats.wait_place++;
		return false;
	}
	b->stats.hits++;
	to_check(b, w, o, now);
	return true;
}

static bool on_fresh(struct bank *b, struct bank_way *w, struct line_op *o, uint64_t now)
{
	if (!evict(b, w)) {
		b->stats.wait_memory++;
		return false;
	}
	w->valid = true;
	w->place = place_of(b, o);
	w->there = BANK_ALL_LINES;
	b->stats.fresh++;
	to_check(b, w, o, now);
	return true;
}

bool bank_take(struct bank *b, struct line_op *o, uint64_t now)
{
	const uint64_t place = place_of(b, o);
	struct bank_way *w;

	if (o->fence) {
		if (!take_fence(b))
			return false;
		to_check(b, NULL, o, now);
		return true;
	}
	if (report_full(b, o, now))
		return false;
	w = look(b, place);
	if (!w) {
		b->stats.wait_place++;
		return false;
	}
	if (!w->valid || w->place != place)
		return o->fresh ? on_fresh(b, w, o, now) : new_miss(b, w, o, false);
	if (w->miss >= 0)
		return on_fill(b, w, o);
	if (!here(b, w, o))
		return new_miss(b, w, o, true);
	return on_hit(b, w, o, now);
}
