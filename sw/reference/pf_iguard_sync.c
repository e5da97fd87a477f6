/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_sync: clocks of blocks: what orders makes them go on; and how two accesses stand to
 * each other.
 */
#include "pf_iguard_int.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

/* Lanes that the warp began with. */
static uint32_t whole_warp(const struct pf_iguard *s, uint32_t warp)
{
	const uint32_t left = s->threads - warp * PF_IGUARD_LANES;

	return left < PF_IGUARD_LANES ? (1U << left) - 1 : UINT32_MAX;
}

static struct pf_iguard_live *live_of(const struct pf_iguard *s, uint32_t block)
{
	return s->block[block]->live;
}

/* Clocks */

static void forget_times(const struct pf_iguard *s, struct pf_iguard_block *b)
{
	struct pf_iguard_live *l = b->live;

	b->fenced = false;
	b->dev_bar = 0;
	memset(&b->dev_row, 0, sizeof(b->dev_row));
	if (!l) {
		pf_iguard_forget_fences(s, b);
		return;
	}
	memset(b->dev, 0, pf_iguard_counts(s) * sizeof(*b->dev));
	memset(b->dev_meet, 0, pf_iguard_warps(s) * sizeof(*b->dev_meet));
	memset(l->any, 0, pf_iguard_counts(s) * sizeof(*l->any));
	memset(&l->any_row, 0, sizeof(l->any_row));
	memset(l->barrier, 0, sizeof(l->barrier));
	pf_order_reset(&l->order);
	l->clock = l->bar = 0;
	l->stamped = false;
	for (uint32_t w = 0; w < pf_iguard_warps(s); w++) {
		l->warp[w].meet = l->warp[w].any_meet = 0;
		free(l->warp[w].some);
		l->warp[w].some = NULL;
		free(b->lane_row[w]);
		b->lane_row[w] = NULL;
	}
}

/* Nobody has done anything any more. Locks stay. */
static void begin_epoch(struct pf_iguard *s)
{
	paged_clear(&s->words);
	for (uint64_t i = 0; i < s->n_blocks; i++)
		if (s->block[i])
			forget_times(s, s->block[i]);
	s->stats.epochs++;
}

/* Something of the block is ordered behind all that it has done: that has an earlier time. */
static uint32_t tick(struct pf_iguard *s, uint32_t block)
{
	struct pf_iguard_live *l = live_of(s, block);

	if (!l->stamped)
		return l->clock;
	if (s->config.clock_bits && l->clock + 1 == 1U << s->config.clock_bits) {
		begin_epoch(s);
		return 0;
	}
	l->stamped = false;
	return ++l->clock;
}

/* Barriers. Phases go on through meetings of all, so that what is published stays so. */

void pf_iguard_barrier(struct pf_iguard *s, uint32_t block)
{
	const uint32_t now = tick(s, block);
	struct pf_iguard_live *l = live_of(s, block);

	l->bar = now;
	for (uint32_t w = 0; w < pf_iguard_warps(s); w++)
		l->warp[w].meet = now;
}

static void meets(struct pf_iguard *s, uint32_t block, uint32_t warp)
{
	live_of(s, block)->warp[warp].meet = tick(s, block);
}

/* One of the warp's phases has no next one: as if all of the block had met, and all had been
 * fenced. */
static void phases(struct pf_iguard *s, uint32_t block, uint32_t warp)
{
	struct pf_iguard_block *b = s->block[block];
	struct pf_iguard_live *l = b->live;

	if (!pf_order_full(&l->order, 1U << warp, PF_ORDER_BITS))
		return;
	pf_iguard_barrier(s, block);
	pf_order_reset(&l->order);
	memset(&l->any_row, 0, sizeof(l->any_row));
	memset(l->barrier, 0, sizeof(l->barrier));
	memset(&b->dev_row, 0, sizeof(b->dev_row));
	b->dev_bar = l->bar;
	b->fenced = true;
}

/* Likewise of its lanes' phases. */
static void lane_phases(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t lanes)
{
	struct pf_iguard_block *b = s->block[block];
	struct pf_iguard_warp *w = &b->live->warp[warp];

	if (!pf_order_full(&w->some->order, lanes, PF_ORDER_BITS))
		return;
	meets(s, block, warp);
	if (!w->some) /* an epoch has begun */
		return;
	pf_order_reset(&w->some->order);
	memset(&w->some->any, 0, sizeof(w->some->any));
	if (b->lane_row[warp])
		memset(b->lane_row[warp], 0, sizeof(*b->lane_row[warp]));
	w->any_meet = b->dev_meet[warp] = w->meet;
	b->fenced = true;
}

/* Whichever lanes come, all that their warp has done counts as before the barrier. */
void pf_iguard_arrive(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t barrier)
{
	struct pf_iguard_live *l = live_of(s, block);

	if (s->config.coarse)
		return;
	phases(s, block, warp);
	if (l->released >> barrier & 1)
		memset(&l->barrier[barrier], 0, sizeof(l->barrier[barrier]));
	l->released &= ~(1U << barrier);
	pf_order_arrive(&l->order, 1U << warp, &l->barrier[barrier]);
}

/* Its lanes hear there of what others of them have done; all of them, as far as is kept. */
void pf_iguard_release(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t barrier)
{
	struct pf_iguard_live *l = live_of(s, block);

	if (s->config.coarse) {
		pf_iguard_barrier(s, block);
		return;
	}
	l->released |= 1U << barrier;
	pf_order_wait(&l->order, 1U << warp, &l->barrier[barrier]);
	meets(s, block, warp);
}

void pf_iguard_syncwarp(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t lanes)
{
	struct pf_iguard_warp *w = &live_of(s, block)->warp[warp];

	if (!s->lanes)
		return;
	if (s->config.coarse || lanes == whole_warp(s, warp)) {
		meets(s, block, warp);
		return;
	}
	if (w->some)
		lane_phases(s, block, warp, lanes);
	if (!w->some) {
		w->some = mem_alloc(sizeof(*w->some));
		w->some->order.used = UINT32_MAX; /* nobody has taken note so far */
		s->stats.tables++;
	}
	pf_order_meet(&w->some->order, lanes);
}

/* Fences */

/* All that comes before what `who` of x do now, but for their own. */
static void publish(const struct pf_order *x, uint32_t who, struct pf_order_row *row)
{
	for (uint32_t left = who & x->waited; left; left &= left - 1) {
		const struct pf_order_row *know = &x->know[__builtin_ctz(left)];

		for (uint32_t i = 0; i < PF_ORDER_MOST; i++)
			if (know->phase[i] > row->phase[i])
				row->phase[i] = know->phase[i];
	}
}

/* Coarse: which lanes count as having fenced, of those that have. */
static uint32_t known_lanes(const struct pf_iguard *s, uint32_t *when, uint8_t *one, uint32_t lanes)
{
	const uint32_t lane = (uint32_t)__builtin_ctz(lanes);

	if (!s->config.coarse)
		return lanes;
	if (lanes & (lanes - 1)) {
		*one = 0;
		return UINT32_MAX;
	}
	/* Who fenced alone before is not told apart from the others any more. */
	for (uint32_t i = 0; *one && *one != lane + 1 && i < PF_IGUARD_LANES; i++)
		if (when[i] < when[*one - 1])
			when[i] = when[*one - 1];
	*one = (uint8_t)(lane + 1);
	return lanes;
}

/* when: of the block's threads. */
static void fence_lanes(const struct pf_iguard *s, uint32_t *when, uint32_t warp, uint8_t *one,
			uint32_t lanes, uint32_t now)
{
	if (!s->lanes) {
		when[warp] = now;
		return;
	}
	when += warp * PF_IGUARD_LANES;
	for (uint32_t left = known_lanes(s, when, one, lanes); left; left &= left - 1)
		when[__builtin_ctz(left)] = now;
}

static void fence_device(const struct pf_iguard *s, struct pf_iguard_block *b, uint32_t warp,
			 uint32_t lanes)
{
	struct pf_iguard_warp *w = &b->live->warp[warp];

	b->fenced = true;
	b->dev_bar = b->live->bar;
	b->dev_meet[warp] = w->meet;
	fence_lanes(s, b->dev, warp, &w->one[1], lanes, b->live->clock);
	publish(&b->live->order, 1U << warp, &b->dev_row);
	if (!w->some)
		return;
	if (!b->lane_row[warp])
		b->lane_row[warp] = mem_alloc(sizeof(*b->lane_row[warp]));
	publish(&w->some->order, lanes, b->lane_row[warp]);
}

void pf_iguard_fence(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t lanes,
		     bool device)
{
	const uint32_t now = tick(s, block);
	struct pf_iguard_block *b = s->block[block];
	struct pf_iguard_warp *w = &b->live->warp[warp];
	const bool some = lanes != whole_warp(s, warp);

	s->stats.apart += s->lanes && !w->apart && some;
	w->apart |= some;
	w->any_meet = w->meet;
	fence_lanes(s, b->live->any, warp, &w->one[0], lanes, now);
	publish(&b->live->order, 1U << warp, &b->live->any_row);
	if (w->some)
		publish(&w->some->order, lanes, &w->some->any);
	if (device)
		fence_device(s, b, warp, lanes);
	pf_iguard_activate(s, block, warp, lanes, device);
}

/* What is asked */

void pf_iguard_now(const struct pf_iguard *s, const struct pf_iguard_access *a, uint32_t lane,
		   struct pf_iguard_side *x)
{
	struct pf_iguard_live *l = live_of(s, a->block);
	struct pf_iguard_warp *w = &l->warp[a->warp];

	l->stamped = true;
	l->order.used |= 1U << a->warp;
	x->block = a->block + 1;
	x->warp = (uint8_t)a->warp;
	x->lane = (uint8_t)lane;
	x->when = l->clock;
	x->phase = l->order.phase[a->warp];
	x->lane_phase = w->some ? w->some->order.phase[lane] : 0;
	if (w->some)
		w->some->order.used |= 1U << lane;
	x->locks = pf_iguard_locks(s, a->block, a->warp, lane);
}

static bool fenced_device(const struct pf_iguard *s, const struct pf_iguard_side *x,
			  uint32_t x_lane)
{
	const struct pf_iguard_block *b = pf_iguard_of(s, x);
	const struct pf_order_row *lanes;

	if (!b->fenced)
		return false;
	lanes = b->lane_row ? b->lane_row[x->warp] : NULL;
	return x->when < pf_iguard_dev(b, pf_iguard_thread(s, x->warp, x_lane)) ||
	       x->when < b->dev_bar || (b->dev_meet && x->when < b->dev_meet[x->warp]) ||
	       x->phase < b->dev_row.phase[x->warp] ||
	       (lanes && x->lane_phase < lanes->phase[x_lane]);
}

/* Whatever scope; the block runs. */
static bool fenced_any(const struct pf_iguard *s, const struct pf_iguard_side *x, uint32_t x_lane)
{
	const struct pf_iguard_live *l = pf_iguard_of(s, x)->live;
	const struct pf_iguard_warp *w = &l->warp[x->warp];

	return x->when < l->any[pf_iguard_thread(s, x->warp, x_lane)] || x->when < w->any_meet ||
	       x->phase < l->any_row.phase[x->warp] ||
	       (w->some && x->lane_phase < w->some->any.phase[x_lane]);
}

/* Of one block. */
static bool after(const struct pf_iguard *s, const struct pf_iguard_side *x, uint32_t x_lane,
		  const struct pf_iguard_side *t)
{
	const struct pf_iguard_live *l = pf_iguard_of(s, x)->live;
	const struct pf_iguard_warp *w = &l->warp[x->warp];

	if (x->when < l->bar)
		return true;
	if (x->warp != t->warp)
		return pf_order_after(&l->order, t->warp, x->warp, x->phase);
	return !s->lanes || x->when < w->meet ||
	       (w->some && pf_order_after(&w->some->order, t->lane, x_lane, x->lane_phase));
}

void pf_iguard_find(const struct pf_iguard *s, const struct pf_iguard_side *x, uint32_t x_lane,
		    const struct pf_iguard_side *t, struct pf_iguard_facts *f)
{
	const struct pf_iguard_live *l = pf_iguard_of(s, x)->live;
	const struct pf_iguard_warp *w = l ? &l->warp[x->warp] : NULL;

	f->block = x->block == t->block;
	f->warp = f->block && x->warp == t->warp;
	f->thread = f->warp && (!s->lanes || x_lane == t->lane);
	f->lockless = pf_lock_none(x->locks) && pf_lock_none(t->locks);
	f->common_lock = !pf_lock_none(x->locks & t->locks);
	f->fenced_device = fenced_device(s, x, x_lane);
	f->fenced = f->fenced_device || (l && fenced_any(s, x, x_lane));
	f->after = f->block && after(s, x, x_lane, t);
	f->still = l && x->when >= l->bar && x->phase == l->order.phase[x->warp] && !f->fenced;
	f->still_lane = f->still && (!s->lanes ||
				     (x->when >= w->meet &&
				      (!w->some || x->lane_phase == w->some->order.phase[x_lane])));
}
