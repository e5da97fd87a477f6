/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "radish.h"

#include <stdlib.h>

#include "../base/mem.h"
#include "radish_int.h"

const struct radish_config radish_published = {
	.procs = 8,
	.threads = 8,
	.clocks = RADISH_TABLE,
	.clock_bits = 6,
	.reference_bits = 24,
	.l1 = {64 << 10, 8},
	.l2 = {256 << 10, 8},
	.last = {16 << 20, 16},
	.compact = true,
};

/* A reference of the processor, and of each clock of a line of metadata. */
enum { REFERENCES_MIN = 1 + 2 * HALF, REFERENCE_BITS_MIN = 7 };

static const char *wrong(const struct radish_config *c)
{
	const struct radish_cache *caches[] = {&c->l1, &c->l2, &c->last};

	if (!c->procs || c->procs > RADISH_PROCS_MAX)
		return "processors: 1 to 256";
	if (c->threads < c->procs || c->threads > RADISH_THREADS_MAX)
		return "threads: processors to 4096";
	if (c->clocks != RADISH_OFFSETS && c->clocks != RADISH_TABLE)
		return "clocks: offsets or a table";
	if (!c->clock_bits || c->clock_bits > 8)
		return "bits of a clock: 1 to 8";
	if (c->reference_bits < REFERENCE_BITS_MIN || c->reference_bits > 32)
		return "bits of a reference count: 7 to 32";
	if (c->last.bytes && c->last.ways < 2)
		return "the last cache: 2 ways at least, for data and metadata";
	for (size_t i = 0; i < sizeof(caches) / sizeof(*caches); i++)
		if (level_wrong(caches[i]))
			return level_wrong(caches[i]);
	return NULL;
}

struct radish *radish_create(const struct radish_config *c, const char **why)
{
	struct radish *r;

	*why = wrong(c);
	if (*why)
		return NULL;
	r = mem_alloc(sizeof(*r));
	r->config = *c;
	r->clock = mem_alloc((size_t)c->threads * c->threads * sizeof(*r->clock));
	r->proc = mem_alloc(c->procs * sizeof(*r->proc));
	for (uint32_t t = 0; t < c->threads; t++)
		*clock_at(r, t, t) = 1;
	for (uint32_t p = 0; p < c->procs; p++) {
		r->proc[p].thread = p;
		clocks_init(&r->proc[p].codes, c, 1);
		level_init(&r->proc[p].l1, &c->l1);
		level_init(&r->proc[p].l1_without, &c->l1);
		level_init(&r->proc[p].l2, &c->l2);
	}
	level_init(&r->last, &c->last);
	return r;
}

void radish_destroy(struct radish *r)
{
	for (uint32_t p = 0; p < r->config.procs; p++) {
		clocks_free(&r->proc[p].codes);
		level_free(&r->proc[p].l1);
		level_free(&r->proc[p].l1_without);
		level_free(&r->proc[p].l2);
	}
	level_free(&r->last);
	for (size_t i = 0; i < r->lines; i++) {
		free(r->line[i]->coherence);
		free(r->line[i]->present);
		free(r->line[i]->copy);
		free(r->line[i]);
	}
	for (size_t i = 0; i < r->locks; i++)
		free(r->lock[i].clock);
	hashmap_free(&r->place);
	hashmap_free(&r->lock_place);
	variables_free(&r->variables);
	free(r->line);
	free(r->lock);
	free(r->proc);
	free(r->clock);
	free(r);
}

static void roll_over(struct radish *r, uint32_t proc)
{
	r->counters.rollovers++;
	metadata_flush(r, proc);
}

/* The clock of now can be named by all of a line of metadata. */
static void make_room(struct radish *r, uint32_t proc)
{
	const struct clock_codes *k = &r->proc[proc].codes;

	if (k->kind == RADISH_TABLE &&
	    k->entry[k->now - 1].references > k->references_max - REFERENCES_MIN)
		roll_over(r, proc);
}

struct radish_answer radish_access(struct radish *r, uint32_t proc, uint64_t address,
				   uint32_t bytes, bool write)
{
	struct radish_answer a = {RADISH_BY_PERMISSION, false, 0, RADISH_NOBODY, false};
	uint64_t end = address + bytes;

	for (uint64_t at = address, to; at < end; at = to) {
		uint32_t first = (uint32_t)(at % RADISH_LINE);
		struct line *l;
		bool event;

		to = (at / HALF + 1) * HALF;
		if (to > end)
			to = end;
		make_room(r, proc);
		l = line_use(r, proc, at / RADISH_LINE, first, (uint32_t)(to - at), write, &event);
		check_access(r, proc, l, first, (uint32_t)(to - at), write, event, &a);
	}
	if (a.stage == RADISH_BY_SOFTWARE && ++r->proc[proc].asked > r->counters.queue_most)
		r->counters.queue_most = r->proc[proc].asked;
	r->counters.accesses++;
	r->counters.permitted += a.stage == RADISH_BY_PERMISSION;
	r->counters.hardware_checks += a.stage >= RADISH_BY_HARDWARE;
	r->counters.software_checks += a.stage >= RADISH_BY_SOFTWARE;
	r->counters.races += a.race;
	return a;
}

/* The processor synchronises: its checks in software are to be over. */
static void drain(struct radish *r, uint32_t proc)
{
	r->counters.drains += r->proc[proc].asked != 0;
	r->proc[proc].asked = 0;
}

static struct lock *lock_at(struct radish *r, uint64_t number)
{
	uint64_t *n = hashmap_at(&r->lock_place, number);

	if (!*n) {
		r->lock = mem_grow(r->lock, &r->lock_cap, r->locks, sizeof(*r->lock));
		r->lock[r->locks++].clock = mem_alloc(r->config.threads * sizeof(uint64_t));
		*n = r->locks;
	}
	return &r->lock[*n - 1];
}

void radish_acquire(struct radish *r, uint32_t proc, uint64_t lock)
{
	const struct lock *l = lock_at(r, lock);
	uint32_t me = r->proc[proc].thread;

	drain(r, proc);
	for (uint32_t t = 0; t < r->config.threads; t++)
		if (l->clock[t] > *clock_at(r, me, t))
			*clock_at(r, me, t) = l->clock[t];
}

void radish_release(struct radish *r, uint32_t proc, uint64_t lock)
{
	struct lock *l = lock_at(r, lock);
	struct proc *p = &r->proc[proc];
	uint64_t *now = clock_at(r, p->thread, p->thread);

	drain(r, proc);
	for (uint32_t t = 0; t < r->config.threads; t++)
		l->clock[t] = *clock_at(r, p->thread, t);
	++*now;
	if (!clocks_advance(&p->codes, *now)) {
		roll_over(r, proc);
		clocks_restart(&p->codes, *now);
	}
}

void radish_pass(struct radish *r, uint64_t to, uint64_t from, bool join)
{
	uint64_t *clock = lock_at(r, to)->clock;
	const uint64_t *other = lock_at(r, from)->clock;

	for (uint32_t t = 0; t < r->config.threads; t++)
		if (!join || other[t] > clock[t])
			clock[t] = other[t];
}

void radish_switch(struct radish *r, uint32_t proc, uint32_t thread)
{
	struct proc *p = &r->proc[proc];

	drain(r, proc);
	metadata_flush(r, proc);
	p->thread = thread;
	clocks_restart(&p->codes, *clock_at(r, thread, thread));
}

void radish_evict_data(struct radish *r, uint32_t proc, uint64_t address)
{
	struct line *l = line_find(r, address / RADISH_LINE);

	if (l)
		line_lose(r, proc, l);
}

void radish_evict_metadata(struct radish *r, uint32_t proc, uint64_t address)
{
	struct line *l = line_find(r, address / RADISH_LINE);

	if (l)
		metadata_evict(r, proc, l, (uint32_t)(address % RADISH_LINE / HALF));
}

const struct radish_counters *radish_counters(const struct radish *r)
{
	return &r->counters;
}
