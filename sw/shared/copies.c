/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "copies.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

enum { OPEN = UINT32_MAX }; /* of no group yet */

void copies_begin(struct copies *c, const struct pf_shared_access *a)
{
	struct copy *x;

	c->copy = mem_grow(c->copy, &c->cap, c->n, sizeof(*c->copy));
	x = &c->copy[c->n++];
	x->access = *a;
	memset(x->group, 0xff, sizeof(x->group)); /* OPEN */
}

void copies_commit(struct copies *c, uint32_t warp, uint32_t lanes)
{
	if (!c->groups)
		c->groups = mem_alloc(PF_SHARED_WARPS * sizeof(*c->groups));
	for (size_t i = 0; i < c->n; i++) {
		struct copy *x = &c->copy[i];
		uint32_t left = x->access.warp == warp ? x->access.lanes & lanes : 0;

		for (; left; left &= left - 1) {
			const uint32_t l = (uint32_t)__builtin_ctz(left);

			if (x->group[l] == OPEN)
				x->group[l] = c->groups[warp][l];
		}
	}
	for (; lanes; lanes &= lanes - 1)
		c->groups[warp][__builtin_ctz(lanes)]++;
}

/* Of which of these lanes it is in a group that is not one of the `left` latest. */
static uint32_t ended(const struct copy *x, uint32_t lanes, const uint32_t *groups, uint32_t left)
{
	uint32_t e = 0;

	for (lanes &= x->access.lanes; lanes; lanes &= lanes - 1) {
		const uint32_t l = (uint32_t)__builtin_ctz(lanes);

		if (x->group[l] != OPEN && (uint64_t)x->group[l] + left < groups[l])
			e |= 1U << l;
	}
	return e;
}

/* Addresses from the lowest to the highest. */
struct span {
	uint32_t low, high;
};

static struct span span_of(const struct pf_shared_access *a)
{
	struct span s = {UINT32_MAX, 0};

	for (uint32_t left = a->lanes; left; left &= left - 1) {
		const uint32_t at = a->addr[__builtin_ctz(left)];

		s.low = at < s.low ? at : s.low;
		s.high = at + a->size > s.high ? at + a->size : s.high;
	}
	return s;
}

/* Of the warp's copies to the same words, those that began later are under way still. */
static void tell_others(const struct copies *c, uint32_t warp, struct span ended, copies_fn *fn,
			void *ctx)
{
	for (size_t i = 0; i < c->n; i++) {
		struct pf_shared_access a = c->copy[i].access;
		const struct span s = span_of(&a);

		a.copy = PF_SHARED_COPY_STAYS;
		if (a.warp == warp && s.low < ended.high && ended.low < s.high)
			fn(ctx, &a);
	}
}

static void end(struct copies *c, uint32_t warp, uint32_t lanes, const uint32_t *left,
		copies_fn *fn, void *ctx)
{
	struct span all = {UINT32_MAX, 0};
	size_t kept = 0;

	if (left && !c->groups)
		return;
	for (size_t i = 0; i < c->n; i++) {
		struct copy *x = &c->copy[i];
		struct pf_shared_access a = x->access;

		if (a.warp == warp) {
			a.lanes = left ? ended(x, lanes, c->groups[warp], *left) : a.lanes & lanes;
			a.copy = PF_SHARED_COPY_ENDS;
			x->access.lanes &= ~a.lanes;
			if (a.lanes) {
				const struct span s = span_of(&a);

				all.low = s.low < all.low ? s.low : all.low;
				all.high = s.high > all.high ? s.high : all.high;
				fn(ctx, &a);
			}
		}
		if (x->access.lanes)
			c->copy[kept++] = *x;
	}
	c->n = kept;
	tell_others(c, warp, all, fn, ctx);
}

void copies_wait(struct copies *c, uint32_t warp, uint32_t lanes, uint32_t left, copies_fn *fn,
		 void *ctx)
{
	end(c, warp, lanes, &left, fn, ctx);
}

void copies_wait_all(struct copies *c, uint32_t warp, uint32_t lanes, copies_fn *fn, void *ctx)
{
	end(c, warp, lanes, NULL, fn, ctx);
}

void copies_tell(const struct copies *c, copies_fn *fn, void *ctx)
{
	for (size_t i = 0; i < c->n; i++) {
		struct pf_shared_access a = c->copy[i].access;

		a.copy = PF_SHARED_COPY_STAYS;
		fn(ctx, &a);
	}
}

void copies_clear(struct copies *c)
{
	c->n = 0;
	if (c->groups)
		memset(c->groups, 0, PF_SHARED_WARPS * sizeof(*c->groups));
}

void copies_free(struct copies *c)
{
	free(c->copy);
	free(c->groups);
}
