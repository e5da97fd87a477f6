/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "act.h"

/* NULL with false: its 8 bytes have a list, which a write may make longer. */
static bool find(struct act *a, struct spot *s)
{
	if (a->op->kind == SIMT_OP_LD) {
		s->at = places_find(&a->o->places, s->addr, a->op->size);
		return true;
	}
	s->at = places_word(&a->o->places, s->addr);
	return s->at != NULL;
}

/* Spots that lie anywhere: what will be asked of each is fetched for all of them side by side. */
static void fetch(const struct act *a)
{
	const struct parts *o = a->o;

	for (unsigned i = 0; i < a->n_spots; i++)
		__builtin_prefetch(a->spots[i].at);
	for (unsigned i = 0; i < a->n_spots; i++) {
		const struct place *at = a->spots[i].at;

		if (at && at->chain)
			__builtin_prefetch(&o->chains.items[at->chain]);
		if (at && at->seen)
			__builtin_prefetch(&o->seens.items[at->seen]);
	}
	for (unsigned i = 0; i < a->n_spots; i++) {
		const struct place *at = a->spots[i].at;

		if (at && at->seen)
			__builtin_prefetch(o->seens.items[at->seen].links);
	}
}

void act_spot(struct act *a)
{
	struct touch touches[TOUCH_MAX];
	uint8_t phase;

	a->spotted = false;
	if (a->o->hb.its || a->op->size != 4)
		return;
	a->n_spots = touch_list(a->op, a->op->mask, false, touches, &a->shift, &phase);
	for (unsigned i = 0; i < a->n_spots; i++) {
		struct spot *s = &a->spots[i];

		*s = (struct spot){.addr = touches[i].addr, .lanes = touches[i].lanes};
		if (a->op->space == PTX_SPACE_SHARED)
			s->addr = chain_shared(op_home(a->op, a->b->index), s->addr);
		if (!find(a, s))
			return;
	}
	a->spotted = true;
	if (a->shift == ACCESS_LANES && a->n_spots > 1)
		fetch(a);
}

unsigned act_pick(struct act *a, unsigned i, uint8_t *picked)
{
	const struct spot of = a->spots[i];
	unsigned n = 0;

	for (; i < a->n_spots; i++) {
		struct spot *s = &a->spots[i];

		if (!s->todo || s->handle != of.handle || s->id != of.id)
			continue;
		s->todo = false;
		picked[n++] = (uint8_t)i;
	}
	return n;
}

static void forget(void *ctx, struct place *at, uint64_t addr, uint8_t size)
{
	struct parts *o = ctx;

	(void)addr;
	(void)size;
	chains_drop(&o->chains, at->chain, 1);
	seens_drop(&o->seens, at->seen, 1);
	*at = (struct place){0, 0};
}

void act_block_end(struct parts *o, uint64_t block, uint32_t shared_bytes)
{
	const uint64_t first = chain_shared(block, 0) / PAGE_BYTES;

	history_block_end(&o->history, block, shared_bytes);
	places_remove(&o->places, first, first + shared_bytes / PAGE_BYTES, forget, o);
}
