/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * bench: random operations of several processors on RADISH, against vector clocks that forget
 * nothing (3.1), up to the first race of a byte: none missed, none made up.
 */
#ifndef RADISH_BENCH_H
#define RADISH_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/rng.h"
#include "radish/radish.h"

static const struct radish_config eight = {
	.procs = 8, .threads = 8, .clocks = RADISH_TABLE, .clock_bits = 6, .reference_bits = 24};

static struct radish *make(const struct radish_config *c)
{
	const char *why;
	struct radish *r = radish_create(c, &why);

	if (!r)
		fail_msg("%s", why);
	return r;
}

enum {
	LINES = 6,
	BYTES = LINES * RADISH_LINE,
	GROUPS = 12,
	GROUP = BYTES / GROUPS,
	LOCKS = GROUPS
};

struct byte {
	uint64_t *read, write;
	uint32_t writer;
	bool raced;
};

struct bench {
	struct rng rng;
	struct radish *r;
	const struct radish_config *c;
	uint64_t **clock, **lock; /* of threads, of locks */
	struct byte byte[BYTES];
	uint32_t *thread; /* of each processor */
	uint64_t seed, races, checked;
};

struct habit {
	uint32_t evicts; /* of 100 steps */
	uint32_t rare;   /* one of so many visits goes by no rule */
	bool switches;
	uint32_t odd; /* 0: bytes as they come; else pairs, but one of so many accesses */
};

static uint64_t **table(uint32_t rows, uint32_t columns)
{
	uint64_t **t = mem_alloc(rows * sizeof(uint64_t *));

	for (uint32_t i = 0; i < rows; i++)
		t[i] = mem_alloc(columns * sizeof(uint64_t));
	return t;
}

static void free_table(uint64_t **t, uint32_t rows)
{
	for (uint32_t i = 0; i < rows; i++)
		free(t[i]);
	free(t);
}

static void open_bench(struct bench *k, const struct radish_config *c, uint64_t seed)
{
	*k = (struct bench){.c = c, .r = make(c), .seed = seed};
	rng_seed(&k->rng, seed);
	k->clock = table(c->threads, c->threads);
	k->lock = table(LOCKS, c->threads);
	k->thread = mem_alloc(c->procs * sizeof(uint32_t));
	for (uint32_t t = 0; t < c->threads; t++)
		k->clock[t][t] = 1;
	for (uint32_t p = 0; p < c->procs; p++)
		k->thread[p] = p;
	for (uint32_t b = 0; b < BYTES; b++)
		k->byte[b].read = mem_alloc(c->threads * sizeof(uint64_t));
}

static void close_bench(struct bench *k)
{
	free_table(k->clock, k->c->threads);
	free_table(k->lock, LOCKS);
	free(k->thread);
	for (uint32_t b = 0; b < BYTES; b++)
		free(k->byte[b].read);
	radish_destroy(k->r);
}

/* What the definition says of one byte; it is as after the access then. */
static bool races(struct bench *k, uint32_t t, struct byte *x, bool write)
{
	bool race = x->write > k->clock[t][x->writer];

	for (uint32_t u = 0; write && u < k->c->threads; u++)
		race = race || x->read[u] > k->clock[t][u];
	if (write) {
		memset(x->read, 0, k->c->threads * sizeof(uint64_t));
		x->writer = t;
		x->write = k->clock[t][t];
	} else {
		x->read[t] = k->clock[t][t];
	}
	return race;
}

/* Bytes of an access that have raced already say nothing: the access is made, and not compared. */
static void access_bytes(struct bench *k, uint32_t p, uint32_t at, uint32_t n, bool write)
{
	bool race = false, dull = false;
	struct radish_answer a;

	for (uint32_t b = at; b < at + n; b++)
		dull = dull || k->byte[b].raced;
	for (uint32_t b = at; b < at + n; b++)
		if (races(k, k->thread[p], &k->byte[b], write))
			race = k->byte[b].raced = true;
	a = radish_access(k->r, p, at, n, write);
	if (dull)
		return;
	k->checked++;
	k->races += race;
	if (a.race != race)
		fail_msg("seed %llu, access %llu: p%u (thread %u) %s %u bytes at %#x: %s",
			 (unsigned long long)k->seed, (unsigned long long)k->checked, p,
			 k->thread[p], write ? "writes" : "reads", n, at,
			 race ? "a race is missed" : "there is no race");
}

static void acquire(struct bench *k, uint32_t p, uint32_t lock)
{
	uint64_t *c = k->clock[k->thread[p]];

	for (uint32_t t = 0; t < k->c->threads; t++)
		if (k->lock[lock][t] > c[t])
			c[t] = k->lock[lock][t];
	radish_acquire(k->r, p, lock);
}

static void release(struct bench *k, uint32_t p, uint32_t lock)
{
	uint32_t t = k->thread[p];

	memcpy(k->lock[lock], k->clock[t], k->c->threads * sizeof(uint64_t));
	k->clock[t][t]++;
	radish_release(k->r, p, lock);
}

/* A few accesses in a group of bytes. */
static void visit(struct bench *k, const struct habit *h, uint32_t p, uint32_t group,
		  bool may_write)
{
	static const uint32_t widths[] = {1, 1, 2, 4, 4, 8};

	for (uint32_t i = rng_below(&k->rng, 4); i < 4; i++) {
		uint32_t n = widths[rng_below(&k->rng, sizeof(widths) / sizeof(*widths))];
		uint32_t at = group * GROUP + rng_below(&k->rng, GROUP - n);

		if (h->odd && rng_below(&k->rng, h->odd)) {
			at &= ~1U;
			n += n & 1;
		}
		access_bytes(k, p, at, n, may_write && rng_below(&k->rng, 2));
	}
}

/* Nearly all go by the rules: a group's lock, or reads of a group that is only read for a time,
 * after its lock. */
static void step(struct bench *k, const struct habit *h)
{
	uint32_t p = rng_below(&k->rng, k->c->procs), group = rng_below(&k->rng, GROUPS);

	if (rng_below(&k->rng, 100) < h->evicts) {
		uint32_t at = rng_below(&k->rng, BYTES);

		if (rng_below(&k->rng, 3))
			radish_evict_metadata(k->r, p, at);
		else
			radish_evict_data(k->r, p, at);
		return;
	}
	if (h->switches && !rng_below(&k->rng, 40)) {
		uint32_t t = rng_below(&k->rng, k->c->threads);

		for (uint32_t q = 0; q < k->c->procs; q++)
			if (k->thread[q] == t)
				return;
		radish_switch(k->r, p, t);
		k->thread[p] = t;
		return;
	}
	if (!rng_below(&k->rng, h->rare)) {
		visit(k, h, p, group, true);
		return;
	}
	acquire(k, p, group);
	if (group % 3 == 0 && rng_below(&k->rng, 8)) {
		visit(k, h, p, group, false); /* others do the same, without an order */
		return;
	}
	visit(k, h, p, group, true);
	release(k, p, group);
}

/* In compact metadata the bytes of a pair are the same, wherever they are. */
static void pairs_hold(const struct bench *k)
{
	for (uint32_t b = 0; k->c->compact && b < BYTES; b += 2) {
		if (!radish_compact(k->r, b))
			continue;
		assert_int_equal(radish_status(k->r, b), radish_status(k->r, b + 1));
		for (uint32_t p = 0; p < k->c->procs; p++) {
			const struct radish_view v = radish_view(k->r, p, b);
			const struct radish_view w = radish_view(k->r, p, b + 1);

			assert_true(v.coherence == w.coherence && v.permission == w.permission);
			assert_true(v.read == w.read && v.write == w.write);
		}
	}
}

static uint64_t operations(void)
{
	const char *n = getenv("RADISH_OPERATIONS");

	return n ? strtoull(n, NULL, 10) : 100000;
}

enum { STEPS = 500 };

/* Programs of STEPS steps, until that many accesses are compared. */
static void run(const struct radish_config *c, const struct habit *h, struct radish_counters *sum)
{
	uint64_t checked = 0, races_seen = 0;

	*sum = (struct radish_counters){0};
	for (uint64_t seed = 1; checked < operations(); seed++) {
		static struct bench k;
		const struct radish_counters *n;

		open_bench(&k, c, seed);
		for (uint32_t i = 0; i < STEPS; i++) {
			step(&k, h);
			if (i % 4 == 0)
				pairs_hold(&k);
		}
		checked += k.checked;
		races_seen += k.races;
		n = radish_counters(k.r);
		sum->permitted += n->permitted;
		sum->hardware_checks += n->hardware_checks;
		sum->software_checks += n->software_checks;
		sum->evictions += n->evictions;
		sum->inflations += n->inflations;
		sum->rollovers += n->rollovers;
		sum->clears += n->clears;
		close_bench(&k);
	}
	print_message("# %llu accesses compared, %llu races; permitted %llu, checks in hardware "
		      "%llu, in software %llu, "
		      "evictions %llu, inflations %llu, rollovers %llu, clears %llu\n",
		      (unsigned long long)checked, (unsigned long long)races_seen,
		      (unsigned long long)sum->permitted, (unsigned long long)sum->hardware_checks,
		      (unsigned long long)sum->software_checks, (unsigned long long)sum->evictions,
		      (unsigned long long)sum->inflations, (unsigned long long)sum->rollovers,
		      (unsigned long long)sum->clears);
	assert_in_range(races_seen, checked / 2000, checked / 5);
	assert_true(sum->permitted && sum->hardware_checks > sum->software_checks &&
		    sum->software_checks);
}

#endif
