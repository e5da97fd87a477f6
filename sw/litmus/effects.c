/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "effects.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

enum { PAST = 4096 }; /* a power of two */

struct effects_past {
	uint32_t run, n;
	struct {
		uint64_t warp, word;
		uint32_t run;
	} at[PAST];
};

struct effects_past *effects_past_create(void)
{
	struct effects_past *p = mem_alloc(sizeof(*p));

	p->run = 1;
	return p;
}

void effects_past_destroy(struct effects_past *p)
{
	free(p);
}

void effects_past_clear(struct effects_past *p)
{
	p->n = 0;
	if (++p->run == 0) {
		memset(p->at, 0, sizeof(p->at));
		p->run = 1;
	}
}

static unsigned find(const struct effects_past *p, uint64_t warp, uint64_t word)
{
	uint64_t h = (warp * 0x9e3779b97f4a7c15U) ^ (word * 0xc2b2ae3d27d4eb4fU);
	unsigned i = (unsigned)(h >> 40) % PAST;

	while (p->at[i].run == p->run && (p->at[i].warp != warp || p->at[i].word != word))
		i = (i + 1) % PAST;
	return i;
}

bool effects_past_add(struct effects_past *p, const struct effects *e)
{
	for (unsigned i = 0; i < e->n; i++) {
		const struct effect *x = &e->at[i];
		unsigned at;

		if (x->kind == EFFECT_ALL)
			return false; /* words that we do not know */
		if (x->kind != EFFECT_GLOBAL)
			continue;
		at = find(p, x->warp, x->word);
		if (p->at[at].run == p->run)
			continue;
		if (++p->n > PAST / 2)
			return false;
		p->at[at].run = p->run;
		p->at[at].warp = x->warp;
		p->at[at].word = x->word;
	}
	return true;
}

void effects_add(struct effects *e, const struct effect *x)
{
	for (unsigned i = 0; i < e->n; i++) {
		struct effect *y = &e->at[i];

		if (y->kind == EFFECT_ALL)
			return;
		if (y->kind == x->kind && y->warp == x->warp && y->word == x->word &&
		    y->home == x->home) {
			y->write |= x->write;
			return;
		}
	}
	if (e->n == EFFECTS_MAX) {
		e->n = 0;
		e->at[e->n++] =
			(struct effect){.kind = EFFECT_ALL, .warp = x->warp, .block = x->block};
		return;
	}
	e->at[e->n++] = *x;
}

static void add_words(struct effects *e, struct effect x, const struct simt_op *op)
{
	const uint64_t bytes = (uint64_t)op->size * op->vec;

	for (uint32_t m = op->mask; m; m &= m - 1) {
		const uint64_t a = op->addr[__builtin_ctz(m)];

		for (x.word = a / 4; x.word <= (a + bytes - 1) / 4; x.word++)
			effects_add(e, &x);
	}
}

void effects_add_op(struct effects *e, const struct machine_who *who, const struct simt_op *op)
{
	struct effect x = {.warp = who->warp_global, .block = who->block};

	switch (op->kind) {
	case SIMT_OP_LD:
	case SIMT_OP_ST:
	case SIMT_OP_ATOM:
	case SIMT_OP_RED:
		x.kind = EFFECT_STEP;
		if (op->space != PTX_SPACE_GLOBAL && op->space != PTX_SPACE_SHARED)
			break;
		x.kind = op->space == PTX_SPACE_GLOBAL ? EFFECT_GLOBAL : EFFECT_SHARED;
		x.write = op->kind != SIMT_OP_LD;
		x.home = op->home ? op->home - 1 : who->block;
		add_words(e, x, op);
		if (op->sem < PTX_SEM_ACQUIRE)
			return;
		x.kind = EFFECT_FENCE;
		x.write = false;
		break;
	case SIMT_OP_FENCE:
		x.kind = EFFECT_FENCE;
		x.write = op->sem == PTX_SEM_SC;
		break;
	case SIMT_OP_BAR:
		x.kind = op->bar_id == SIMT_CLUSTER_BAR ? EFFECT_ALL : EFFECT_BARRIER;
		break;
	case SIMT_OP_WARPSYNC: x.kind = EFFECT_STEP; break;
	default: x.kind = EFFECT_ALL; break;
	}
	x.word = 0;
	effects_add(e, &x);
}

static bool fence_matters(const struct effects_past *p, const struct effect *fence,
			  const struct effect *x)
{
	return x->kind == EFFECT_GLOBAL && p->at[find(p, fence->warp, x->word)].run == p->run;
}

static bool depend(const struct effects_past *p, const struct effect *a, const struct effect *b)
{
	if (a->warp == b->warp || a->kind == EFFECT_ALL || b->kind == EFFECT_ALL)
		return true;
	if (a->kind == EFFECT_BARRIER || b->kind == EFFECT_BARRIER)
		return a->block == b->block;
	if (a->kind == EFFECT_EXIT && b->kind == EFFECT_SHARED)
		return a->block == b->home;
	if (b->kind == EFFECT_EXIT && a->kind == EFFECT_SHARED)
		return b->block == a->home;
	if (a->kind == EFFECT_FENCE && b->kind == EFFECT_FENCE)
		return a->write && b->write;
	if (a->kind == EFFECT_FENCE)
		return fence_matters(p, a, b);
	if (b->kind == EFFECT_FENCE)
		return fence_matters(p, b, a);
	if (a->kind != b->kind || a->word != b->word)
		return false;
	if (a->kind == EFFECT_GLOBAL)
		return true;
	return a->kind == EFFECT_SHARED && a->home == b->home && (a->write || b->write);
}

bool effects_depend(const struct effects_past *p, const struct effects *a, const struct effects *b)
{
	for (unsigned i = 0; i < a->n; i++)
		for (unsigned k = 0; k < b->n; k++)
			if (depend(p, &a->at[i], &b->at[k]))
				return true;
	return false;
}
