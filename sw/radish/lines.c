/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Lines of data and their metadata in the caches: how they come and go, and what that does to
 * permissions and in-hardware status (4.4, Figure 5).
 */
#include "byte.h"
#include "radish_int.h"

#include "../base/mem.h"

struct line *line_find(const struct radish *r, uint64_t number)
{
	const uint64_t *n = hashmap_find(&r->place, number);

	return n ? r->line[*n - 1] : NULL;
}

static struct line *line_at(struct radish *r, uint64_t number)
{
	uint64_t *n = hashmap_at(&r->place, number);
	uint32_t procs = r->config.procs;
	struct line *l;

	if (*n)
		return r->line[*n - 1];
	l = mem_alloc(sizeof(*l));
	l->number = number;
	l->coherence = mem_alloc(procs);
	l->present = mem_alloc(procs);
	l->copy = mem_alloc((size_t)procs * RADISH_LINE * sizeof(*l->copy));
	r->line = mem_grow(r->line, &r->cap, r->lines, sizeof(struct line *));
	r->line[r->lines++] = l;
	*n = r->lines;
	return l;
}

void line_lose(struct radish *r, uint32_t proc, struct line *l)
{
	struct tag tag = {l->number, 0, 0};
	struct proc *p = &r->proc[proc];

	l->coherence[proc] = INVALID;
	level_forget(&p->l1, &tag);
	level_forget(&p->l1_without, &tag);
	level_forget(&p->l2, &tag);
}

/* Software's record of a byte whose metadata leaves. What hardware knew all of is not software's
 * any more: its own clocks of that are old. */
static void persist(struct radish *r, uint32_t proc, struct line *l, uint32_t byte)
{
	const struct copy *c = copy_of(l, proc, byte);
	const struct proc *p = &r->proc[proc];
	struct variable *x = variables_at(&r->variables, l->number * RADISH_LINE + byte);
	uint8_t *status = &l->status[byte];

	if (*status & RADISH_ALL_LAST_READS)
		x->reads = 0;
	if (*status & RADISH_LAST_WRITE)
		x->write = 0;
	if (c->read)
		variable_set_read(x, p->thread, clocks_value(&p->codes, c->read));
	if (c->write) {
		x->writer = p->thread;
		x->write = clocks_value(&p->codes, c->write);
	}
	*status = status_without(*status, c->read, c->write);
}

/* The line of metadata that half is in. */
static struct tag tag_of(const struct line *l, uint32_t proc, uint32_t half)
{
	return (struct tag){l->number, proc + 1, l->compact ? 0 : half};
}

/* true: there was a clock in it. */
static bool evict_half(struct radish *r, uint32_t proc, struct line *l, uint32_t half)
{
	struct proc *p = &r->proc[proc];
	bool clocks = false;

	if (!has(l, proc, half))
		return false;
	for (uint32_t b = half * HALF; b < (half + 1) * HALF; b++) {
		struct copy *c = copy_of(l, proc, b);

		if (c->read || c->write) {
			clocks = true;
			persist(r, proc, l, b);
			clocks_drop(&p->codes, c->read);
			clocks_drop(&p->codes, c->write);
		}
		*c = (struct copy){RADISH_NONE, 0, 0};
	}
	l->present[proc] &= (uint8_t) ~(1U << half);
	l->copies[half]--;
	return clocks;
}

void metadata_evict(struct radish *r, uint32_t proc, struct line *l, uint32_t half)
{
	const struct tag tag = tag_of(l, proc, half);
	struct proc *p = &r->proc[proc];
	bool clocks;

	if (!has(l, proc, half))
		return;
	level_forget(&p->l1, &tag);
	level_forget(&p->l2, &tag);
	level_forget(&r->last, &tag);
	clocks = evict_half(r, proc, l, half);
	if (l->compact)
		clocks |= evict_half(r, proc, l, HALVES - 1 - half);
	r->counters.evictions += clocks;
}

void metadata_flush(struct radish *r, uint32_t proc)
{
	for (size_t i = 0; i < r->lines; i++)
		for (uint32_t h = 0; h < HALVES; h++)
			metadata_evict(r, proc, r->line[i], h);
}

/* A line left the last cache, which holds all that the others hold. */
static void leave(struct radish *r, const struct tag *tag)
{
	struct line *l = line_find(r, tag->line);

	if (tag->owner) {
		metadata_evict(r, tag->owner - 1, l, tag->half);
		return;
	}
	for (uint32_t u = 0; u < r->config.procs; u++)
		line_lose(r, u, l);
}

/* The line is in all caches of the processor, the last one included, so that what is in use there
 * stays. true: the first one had it. */
static bool bring(struct radish *r, uint32_t proc, const struct tag *tag)
{
	struct proc *p = &r->proc[proc];
	struct tag left;
	bool some, had = level_use(&p->l1, tag, &left, &some);

	level_use(&p->l2, tag, &left, &some);
	if (some && left.owner)
		level_forget(&p->l1, &left);
	else if (some)
		line_lose(r, proc, line_find(r, left.line));
	level_use(&r->last, tag, &left, &some);
	if (some)
		leave(r, &left);
	return had;
}

static void use(struct radish *r, uint32_t proc, const struct tag *tag)
{
	struct tag left;
	bool some;

	if (!tag->owner)
		r->counters.l1_misses_without +=
			!level_use(&r->proc[proc].l1_without, tag, &left, &some);
	r->counters.l1_misses += !bring(r, proc, tag);
}

void metadata_inflate(struct radish *r, struct line *l)
{
	l->compact = false;
	for (uint32_t u = 0; u < r->config.procs; u++) {
		const struct tag second = {l->number, u + 1, HALVES - 1};

		if (!has(l, u, HALVES - 1))
			continue;
		r->counters.inflations++;
		bring(r, u, &second);
	}
}

static void metadata_fill(uint32_t proc, struct line *l, uint32_t half)
{
	if (has(l, proc, half))
		return;
	if (!l->copies[half]++)
		for (uint32_t b = half * HALF; b < (half + 1) * HALF; b++)
			l->status[b] = RADISH_IN_SOFTWARE;
	l->present[proc] |= (uint8_t)(1U << half);
}

/* Permissions of what is in the processor's metadata. raise: a line that comes; else one that it
 * had. */
static void set_permissions(struct radish *r, uint32_t proc, struct line *l, bool raise)
{
	for (uint32_t b = 0; b < RADISH_LINE; b++) {
		struct copy *c = copy_of(l, proc, b);
		enum radish_permission now;

		if (!has(l, proc, b / HALF))
			continue;
		now = check_permission(r, proc, l, b);
		if (raise || now < c->permission)
			c->permission = (uint8_t)now;
	}
}

/* The others' part of a coherence event. */
static void take_from_others(struct radish *r, uint32_t proc, struct line *l, uint32_t first,
			     uint32_t n, bool write)
{
	for (uint32_t u = 0; u < r->config.procs; u++) {
		enum radish_permission most = write ? RADISH_NONE : RADISH_READ;

		if (u == proc || l->coherence[u] == INVALID ||
		    (!write && l->coherence[u] == SHARED))
			continue;
		if (write)
			line_lose(r, u, l);
		else
			l->coherence[u] = SHARED;
		for (uint32_t b = first; b < first + n; b++)
			if (copy_of(l, u, b)->permission > most)
				copy_of(l, u, b)->permission = (uint8_t)most;
	}
}

struct line *line_use(struct radish *r, uint32_t proc, uint64_t number, uint32_t first, uint32_t n,
		      bool write, bool *event)
{
	struct line *l = line_at(r, number);
	uint32_t half = first / HALF;
	struct tag metadata;
	bool fresh, comes;

	if (!l->copies[0] && !l->copies[1])
		l->compact = r->config.compact;
	if (l->compact && ((first | n) & 1))
		metadata_inflate(r, l);
	metadata = tag_of(l, proc, half);
	use(r, proc, &metadata);
	use(r, proc, &(struct tag){number, 0, 0});
	fresh = !has(l, proc, half);
	metadata_fill(proc, l, half);
	if (l->compact)
		metadata_fill(proc, l, HALVES - 1 - half);
	comes = l->coherence[proc] == INVALID;
	*event = comes || (write && l->coherence[proc] == SHARED);
	if (*event) {
		take_from_others(r, proc, l, first, n, write);
		l->coherence[proc] = write ? MODIFIED : SHARED;
	}
	if (*event || fresh)
		set_permissions(r, proc, l, comes || fresh);
	return l;
}
