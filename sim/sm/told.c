/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "told.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/mem.h"

void told_init(struct told *t, struct sm_side *side, size_t bytes, uint32_t most)
{
	const uint32_t n = power_of_two(most);

	*t = (struct told){.side = side, .bytes = bytes, .mask = n - 1};
	t->ring = mem_alloc(n * bytes);
}

void told_free(struct told *t)
{
	free(t->ring);
}

void *told_push(struct told *t)
{
	assert(t->events - t->sent <= t->mask);
	t->side->sm->count->events++;
	return &t->ring[(t->events++ & t->mask) * t->bytes];
}

void told_wait(struct told *t, struct sm_warp *w, uint64_t event)
{
	t->last[w->index] = event;
	t->waiting |= sm_bit(w);
	w->barred_memory |= (uint8_t)(1U << t->side->system);
}

const void *told_next(const struct told *t)
{
	return t->events == t->sent ? NULL : &t->ring[(t->sent & t->mask) * t->bytes];
}

void told_given(struct told *t)
{
	t->sent++;
}

void told_settle(struct told *t)
{
	const uint8_t mine = (uint8_t)(1U << t->side->system);
	struct sm *s = t->side->sm;

	t->settled = t->sent;
	s->sync_moved = true;
	for (uint64_t left = t->waiting; left; left &= left - 1) {
		struct sm_warp *w = &s->warp[__builtin_ctzll(left)];

		if (t->last[w->index] > t->settled)
			continue;
		t->waiting &= ~sm_bit(w);
		w->barred &= (uint8_t)~mine;
		w->barred_memory &= (uint8_t)~mine;
	}
	for (uint64_t left = s->in[SM_EVENT]; left; left &= left - 1)
		sm_look(s, &s->warp[__builtin_ctzll(left)]);
}
