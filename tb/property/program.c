/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "program.h"

#include <string.h>

/* Offsets in the buffer. Locks 128 and 192 agree in their low six bits. */
static const uint32_t data_at[] = {0, 4, 8, 32};
static const uint32_t flag_at[] = {64, 68, 96};
static const uint32_t lock_at[] = {128, 132, 192, 260, 136, 164};

static uint32_t pick(struct rng *r, uint32_t n)
{
	return rng_below(r, n);
}

static bool chance(struct rng *r, uint32_t percent)
{
	return rng_below(r, 100) < percent;
}

static uint32_t warps_of(const struct program *p)
{
	return p->blocks * p->warps;
}

static void add(struct program *p, uint32_t warp, struct act a)
{
	if (p->n[warp] == MAX_ACTS)
		return;
	if (!a.times)
		a.times = 1;
	a.lanes &= (uint8_t)(p->lanes == 1 ? 1 : 3);
	if (!a.lanes)
		a.lanes = 1;
	p->act[warp][p->n[warp]++] = a;
}

static enum ptx_scope any_scope(struct rng *r)
{
	static const enum ptx_scope s[] = {PTX_SCOPE_GPU, PTX_SCOPE_CTA, PTX_SCOPE_CTA,
					   PTX_SCOPE_GPU, PTX_SCOPE_GPU, PTX_SCOPE_SYS};

	return s[pick(r, 6)];
}

static uint8_t some_lanes(struct rng *r)
{
	return (uint8_t)(chance(r, 70) ? 1 : 1 + pick(r, 3));
}

static void place(struct rng *r, struct act *a, uint32_t word)
{
	a->size = 4;
	if (chance(r, 12))
		a->size = (uint8_t)(1U << pick(r, 4));
	a->offset = data_at[word];
	if (a->size < 4)
		a->offset += a->size * pick(r, 4U / a->size);
	if (a->size == 8)
		a->offset &= ~7U;
	if (word == 2 && chance(r, 30))
		a->base = BASE_VARIABLE;
	if (word == 3 && chance(r, 15))
		a->base = BASE_SHARED;
	if (a->base != BASE_BUFFER)
		a->offset &= 15U;
	a->lanes = some_lanes(r);
	if (a->lanes == 3 && chance(r, 60))
		a->stride = a->size;
}

static enum ptx_sem sem_of(struct rng *r, bool store, uint32_t style)
{
	if (style == 0)
		return PTX_SEM_WEAK;
	if (style == 1)
		return PTX_SEM_VOLATILE;
	if (style == 2)
		return PTX_SEM_RELAXED;
	if (style == 3)
		return store ? PTX_SEM_RELEASE : PTX_SEM_ACQUIRE;
	return chance(r, 70) ? PTX_SEM_VOLATILE : PTX_SEM_WEAK;
}

static uint32_t style(struct rng *r)
{
	static const uint8_t s[] = {4, 4, 4, 4, 1, 1, 1, 0, 2, 3};

	return s[pick(r, 10)];
}

/* One load, store or atomic on a data word. */
static void touch(struct rng *r, struct program *p, uint32_t warp, uint32_t word)
{
	struct act a = {.kind = chance(r, 50) ? ACT_LOAD : ACT_STORE, .value = 1 + pick(r, 3)};

	place(r, &a, word);
	a.sem = sem_of(r, a.kind == ACT_STORE, style(r));
	a.scope = any_scope(r);
	if (chance(r, 12)) {
		a.kind = ACT_ATOM;
		a.atom = chance(r, 50) ? PTX_ATOM_ADD : PTX_ATOM_EXCH;
		a.sem = chance(r, 80) ? PTX_SEM_RELAXED : PTX_SEM_ACQ_REL;
		if (a.size < 4)
			a.offset &= ~3U;
		a.size = a.size == 8 ? 8 : 4;
		a.stride = a.stride ? a.size : 0;
	}
	add(p, warp, a);
}

static void fence(struct program *p, uint32_t warp, enum ptx_scope scope, uint32_t times)
{
	add(p, warp, (struct act){.kind = ACT_FENCE, .scope = scope, .lanes = 3, .times = times});
}

static void touches(struct rng *r, struct program *p, uint32_t warp, uint32_t word)
{
	for (uint32_t n = 1 + pick(r, 2); n; n--)
		touch(r, p, warp, word);
}

/* Producer: data, fence, flag. */
static void publish(struct rng *r, struct program *p, uint32_t warp, uint32_t flag, bool block)
{
	struct act a = {.kind = ACT_STORE,
			.offset = flag_at[flag],
			.size = 4,
			.lanes = 1,
			.value = 1,
			.sem = PTX_SEM_VOLATILE};

	a.scope = block ? PTX_SCOPE_CTA : PTX_SCOPE_GPU;
	if (chance(r, 15))
		a.scope = any_scope(r);
	if (chance(r, 85))
		fence(p, warp, chance(r, 80) ? a.scope : any_scope(r), 1);
	if (chance(r, 30)) {
		a.kind = ACT_ATOM;
		a.atom = PTX_ATOM_EXCH;
		a.sem = PTX_SEM_RELAXED;
	} else if (chance(r, 30)) {
		a.sem = chance(r, 50) ? PTX_SEM_RELAXED : PTX_SEM_RELEASE;
	}
	a.base = chance(r, 15) && flag == 0 ? BASE_VARIABLE : BASE_BUFFER;
	if (a.base == BASE_VARIABLE)
		a.offset = 16;
	add(p, warp, a);
}

static void observe(struct rng *r, struct program *p, uint32_t warp, uint32_t flag, bool block)
{
	struct act a = {.kind = chance(r, 75) ? ACT_CHECK : ACT_WAIT,
			.offset = flag_at[flag],
			.size = 4,
			.lanes = 3,
			.sem = PTX_SEM_VOLATILE};

	a.scope = block ? PTX_SCOPE_CTA : PTX_SCOPE_GPU;
	if (chance(r, 15))
		a.scope = any_scope(r);
	if (chance(r, 30)) {
		a.atom = PTX_ATOM_ADD;
		a.sem = PTX_SEM_RELAXED;
	} else if (chance(r, 30)) {
		a.sem = chance(r, 50) ? PTX_SEM_RELAXED : PTX_SEM_ACQUIRE;
	}
	add(p, warp, a);
	if (chance(r, 40))
		fence(p, warp, chance(r, 70) ? a.scope : any_scope(r), 1);
}

/* A word goes from warp to warp, two or three of them. */
static void hand_over(struct rng *r, struct program *p)
{
	const uint32_t all = warps_of(p), word = pick(r, 4);
	uint32_t from = pick(r, all), flag = pick(r, 3);
	const uint32_t hops = 1 + pick(r, 2);

	touches(r, p, from, word);
	for (uint32_t i = 0; i < hops; i++) {
		const uint32_t to = (from + 1 + pick(r, all - 1)) % all;
		const bool block = to / p->warps == from / p->warps && chance(r, 75);

		publish(r, p, from, flag, block);
		observe(r, p, to, flag, block);
		if (i + 1 == hops || chance(r, 70))
			touches(r, p, to, word);
		from = to;
		flag = (flag + 1) % 3;
	}
}

static void unlock(struct rng *r, struct program *p, uint32_t warp, struct act l)
{
	l.kind = ACT_ATOM;
	l.atom = PTX_ATOM_EXCH;
	l.value = 0;
	if (chance(r, 8)) {
		l.kind = ACT_STORE;
		l.sem = PTX_SEM_VOLATILE;
	}
	if (chance(r, 8))
		l.scope = any_scope(r);
	add(p, warp, l);
}

static void critical(struct rng *r, struct program *p, uint32_t warp, struct act l, uint32_t word)
{
	const enum ptx_scope wide = l.scope;

	if (chance(r, 8))
		l.scope = any_scope(r);
	if (chance(r, 10))
		l.offset = lock_at[pick(r, 6)];
	if (chance(r, 92))
		add(p, warp, l);
	if (chance(r, 92))
		fence(p, warp, chance(r, 92) ? wide : any_scope(r), 1);
	touches(r, p, warp, word);
	if (chance(r, 92))
		fence(p, warp, chance(r, 92) ? wide : any_scope(r), 1);
	unlock(r, p, warp, l);
}

static void lock(struct rng *r, struct program *p)
{
	const uint32_t all = warps_of(p), word = pick(r, 4);
	struct act l = {.kind = ACT_LOCK,
			.offset = lock_at[pick(r, 6)],
			.size = 4,
			.lanes = 1,
			.sem = PTX_SEM_RELAXED,
			.atom = chance(r, 90) ? PTX_ATOM_CAS : PTX_ATOM_EXCH,
			.value = 1,
			.scope = PTX_SCOPE_GPU};
	struct act outer = l;
	const bool nested = chance(r, 12);

	if (p->blocks == 1 && chance(r, 60))
		l.scope = PTX_SCOPE_CTA;
	if (l.atom == PTX_ATOM_CAS && chance(r, 10))
		l.value = 7;
	outer.offset = lock_at[0];
	for (uint32_t w = 0, first = pick(r, all); w < all && w < 3; w++) {
		const uint32_t warp = (first + w) % all;

		if (nested && l.offset != outer.offset)
			add(p, warp, outer);
		critical(r, p, warp, l, word);
		if (nested && l.offset != outer.offset)
			unlock(r, p, warp, outer);
		if (chance(r, 15))
			critical(r, p, warp, l, word);
	}
}

static void barrier(struct rng *r, struct program *p)
{
	const uint32_t block = pick(r, p->blocks), word = pick(r, 4);
	const uint32_t times = chance(r, 2) ? 256 : 1;

	for (uint32_t w = 0; w < p->warps; w++)
		if (chance(r, 70))
			touch(r, p, block * p->warps + w, word);
	for (uint32_t w = 0; w < p->warps; w++)
		add(p, block * p->warps + w,
		    (struct act){.kind = ACT_BARRIER, .lanes = 3, .times = times});
	for (uint32_t w = 0; w < p->warps; w++)
		if (chance(r, 70))
			touch(r, p, block * p->warps + w, word);
}

static void chaos(struct rng *r, struct program *p)
{
	const uint32_t word = pick(r, 4);

	for (uint32_t n = 2 + pick(r, 4); n; n--) {
		const uint32_t warp = pick(r, warps_of(p));

		touch(r, p, warp, chance(r, 80) ? word : pick(r, 4));
		if (chance(r, 25))
			fence(p, warp, any_scope(r), 1);
		if (p->mode == SIMT_ITS && p->lanes > 1 && chance(r, 15))
			add(p, warp, (struct act){.kind = ACT_SYNCWARP, .lanes = 3});
	}
}

/* So many fences that a counter of six bits is where it was. */
static void many_fences(struct rng *r, struct program *p)
{
	const uint32_t all = warps_of(p), warp = pick(r, all), word = pick(r, 4);
	const bool block = p->blocks == 1 || chance(r, 30);

	touch(r, p, warp, word);
	fence(p, warp, block ? PTX_SCOPE_CTA : PTX_SCOPE_GPU, chance(r, 70) ? 63 : 64);
	publish(r, p, warp, 2, block);
	observe(r, p, (warp + 1) % all, 2, block);
	touch(r, p, (warp + 1) % all, word);
}

void program_make(struct program *p, uint64_t seed)
{
	struct rng r;
	uint32_t scenarios;

	memset(p, 0, sizeof(*p));
	rng_seed(&r, seed);
	p->seed = seed;
	do {
		p->blocks = 1 + pick(&r, 3);
		p->warps = 1 + pick(&r, 2);
		p->lanes = chance(&r, 70) ? 1 : 2;
	} while (warps_of(p) < 2 || warps_of(p) * p->lanes > 6);
	p->mode = chance(&r, 50) ? SIMT_ITS : SIMT_LOCKSTEP;
	scenarios = 1 + pick(&r, 2);
	for (uint32_t i = 0; i < scenarios; i++) {
		const uint32_t what = pick(&r, 100);

		if (what < 30)
			hand_over(&r, p);
		else if (what < 55)
			lock(&r, p);
		else if (what < 75)
			chaos(&r, p);
		else if (what < 98)
			barrier(&r, p);
		else
			many_fences(&r, p);
	}
}
