/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "relate.h"

#include "async.h"

/* As far as scopes differ. */
static unsigned level(const struct access *x)
{
	return x->scope < PTX_SCOPE_GPU ? x->scope : PTX_SCOPE_GPU;
}

bool relate_conflict(const struct relate *r, const struct access *p, const struct access *x)
{
	if (!((p->flags | x->flags) & ACCESS_WRITES))
		return false;
	if (!(p->flags & x->flags & ACCESS_ATOMIC) || p->size != x->size)
		return true;
	return !cluster_meet(&r->hb->clusters, (enum ptx_scope)p->scope,
			     async_block(r->hb, p->block), (enum ptx_scope)x->scope,
			     async_block(r->hb, x->block));
}

/* By observation an access is ordered after a strong write, but not after what its thread did
 * before. Other strong writes of the location are kept by sw/oracle/seen.c. */
bool relate_covers(const struct relate *r, const struct access *p, const struct access *x)
{
	if (p->flags & ACCESS_WRITES && !(x->flags & ACCESS_WRITES))
		return false;
	if (r->ptx && x->flags & ACCESS_ATOMIC && x->flags & ACCESS_WRITES &&
	    !(p->flags & ACCESS_WRITES))
		return false;
	if (!(x->flags & ACCESS_ATOMIC))
		return true;
	return p->flags & ACCESS_ATOMIC && p->block == x->block && level(p) == level(x) &&
	       p->size == x->size;
}

static bool same_warp(const struct access *p, const struct access *x)
{
	return p->block == x->block && p->warp == x->warp;
}

enum verdict { BEFORE, RACING, DEPENDS };

/* Where an access p is looked up in clocks: a generic write before an access of the asynchronous
 * proxy in that space where a fence between the proxies has put it. */
static uint64_t seen_as(const struct relate *r, const struct access *p)
{
	const bool generic = p->block < r->hb->clusters.stride && p->flags & ACCESS_WRITES;

	return p->block + (generic ? r->proxy : 0);
}

/* As far as one thread's (or several equal ones') knowledge tells for whole warps. */
static enum verdict verdict(const struct relate *r, const struct access *p, const struct access *x,
			    const struct vclock *k)
{
	uint32_t most;

	if (vclock_warp(&r->hb->pool, k, seen_as(r, p), p->warp, &most) >= p->label)
		return BEFORE;
	return most < p->label && !same_warp(p, x) ? RACING : DEPENDS;
}

static enum verdict verdict_split(const struct relate *r, const struct access *p,
				  const struct access *x)
{
	uint32_t left = x->shift == ACCESS_LANES ? x->lanes : r->lanes;
	const struct vclock *last = hb_clock(r->hb, r->warp, (uint32_t)__builtin_ctz(left));
	const enum verdict v = verdict(r, p, x, last);

	for (left &= left - 1; left; left &= left - 1) {
		const struct vclock *k = hb_clock(r->hb, r->warp, (uint32_t)__builtin_ctz(left));

		if (k != last && verdict(r, p, x, k) != v)
			return DEPENDS;
		last = k;
	}
	return v;
}

bool relate_all(const struct relate *r, const struct access *p, const struct access *x,
		struct relation *out)
{
	enum verdict v;

	if (!r->hb->its && same_warp(p, x))
		v = BEFORE;
	else if (r->hb->its && same_warp(p, x) && p->shift < ACCESS_GATHER &&
		 p->shift == x->shift && p->phase == x->phase)
		v = BEFORE; /* at each byte the same lane */
	else if (r->warp->split)
		v = verdict_split(r, p, x);
	else
		v = verdict(r, p, x, r->warp->clock);
	if (v == DEPENDS) {
		if (p->shift != ACCESS_LANES || x->shift != ACCESS_LANES)
			return false;
		relate_at(r, p, x, 0, 1, out);
		return true;
	}
	out->before = v == BEFORE;
	out->racing = v == BEFORE ? 0 : UINT32_MAX;
	return true;
}

bool relate_lanes(const struct relate *r, const struct access *p, unsigned i,
		  const struct access *x, unsigned j)
{
	if (same_warp(p, x) && (!r->hb->its || i == j))
		return true;
	return vclock_lane(&r->hb->pool, hb_clock(r->hb, r->warp, j), seen_as(r, p), p->warp, i) >=
	       p->label;
}

void relate_at(const struct relate *r, const struct access *p, const struct access *x,
	       uint64_t addr, unsigned bytes, struct relation *out)
{
	const uint32_t mine = access_lanes(x, addr, bytes);
	uint32_t before_none = 0;

	out->racing = 0;
	for (uint32_t a = access_lanes(p, addr, bytes); a; a &= a - 1) {
		const unsigned i = (unsigned)__builtin_ctz(a);
		bool before = false;

		for (uint32_t b = mine; b; b &= b - 1) {
			const unsigned j = (unsigned)__builtin_ctz(b);

			if (relate_lanes(r, p, i, x, j))
				before = true;
			else
				out->racing |= 1U << j;
		}
		before_none |= (uint32_t)!before << i;
	}
	out->before = !before_none;
}

bool relate_but_proxy(const struct relate *r, const struct access *p, unsigned i,
		      const struct access *x)
{
	const uint32_t lane = (uint32_t)__builtin_ctz(x->shift == ACCESS_LANES ? x->lanes : 1U);

	return r->proxy && seen_as(r, p) != p->block &&
	       vclock_lane(&r->hb->pool, hb_clock(r->hb, r->warp, lane), p->block, p->warp, i) >=
		       p->label;
}
