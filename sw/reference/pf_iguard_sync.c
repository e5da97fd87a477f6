/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_sync: counts of blocks, warps and threads: what is in a word, and what it is held
 * against.
 */
#include "pf_iguard_int.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

static uint32_t warps_of(const struct pf_iguard *s)
{
	return (s->threads + PF_IGUARD_LANES - 1) / PF_IGUARD_LANES;
}

static uint32_t counts_of(const struct pf_iguard *s)
{
	return s->lanes ? warps_of(s) * PF_IGUARD_LANES : warps_of(s);
}

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

/* Blocks */

void pf_iguard_begin(struct pf_iguard *s, uint32_t block)
{
	struct pf_iguard_block *b = mem_alloc(sizeof(*b));

	b->dev = mem_alloc(counts_of(s) * sizeof(*b->dev));
	b->dev_meet = mem_alloc(warps_of(s) * sizeof(*b->dev_meet));
	b->lane_row = mem_alloc(warps_of(s) * sizeof(*b->lane_row));
	b->live = mem_alloc(sizeof(*b->live));
	s->stats.warps += warps_of(s);
	b->live->blk = mem_alloc(counts_of(s) * sizeof(*b->live->blk));
	b->live->warp = mem_alloc(warps_of(s) * sizeof(*b->live->warp));
	s->block[block] = b;
}

static void forget_live(const struct pf_iguard *s, struct pf_iguard_block *b)
{
	struct pf_iguard_live *l = b->live;

	if (!l)
		return;
	for (uint32_t w = 0; w < warps_of(s); w++) {
		free(l->warp[w].lane_locks);
		free(l->warp[w].some);
	}
	free(l->warp);
	free(l->blk);
	free(l);
	b->live = NULL;
}

static void forget_fences(const struct pf_iguard *s, struct pf_iguard_block *b)
{
	for (uint32_t w = 0; b->lane_row && w < warps_of(s); w++)
		free(b->lane_row[w]);
	free(b->lane_row);
	free(b->dev_meet);
	free(b->dev);
	free(b->runs);
	b->lane_row = NULL;
	b->dev_meet = b->dev = NULL;
	b->runs = NULL;
	b->fenced = false;
}

/* Counts of many blocks would take more room than they say: most are alike. */
static void pack(const struct pf_iguard *s, struct pf_iguard_block *b)
{
	const uint32_t n = counts_of(s);
	bool met = false, rows = false;

	for (uint32_t i = 0; i < n; i++)
		b->n_runs += !i || b->dev[i] != b->dev[i - 1];
	b->runs = mem_alloc(b->n_runs * sizeof(*b->runs));
	b->n_runs = 0;
	for (uint32_t i = 0; i < n; i++)
		if (!i || b->dev[i] != b->dev[i - 1])
			b->runs[b->n_runs++] = (struct pf_iguard_run){i, b->dev[i]};
	free(b->dev);
	b->dev = NULL;
	for (uint32_t w = 0; w < warps_of(s); w++) {
		met |= b->dev_meet[w] != 0;
		rows |= b->lane_row[w] != NULL;
	}
	if (!met) {
		free(b->dev_meet);
		b->dev_meet = NULL;
	}
	if (!rows) {
		free(b->lane_row);
		b->lane_row = NULL;
	}
}

static uint32_t dev_of(const struct pf_iguard_block *b, uint32_t thread)
{
	uint32_t from = 0, end = b->n_runs;

	if (b->dev)
		return b->dev[thread];
	while (end - from > 1) {
		const uint32_t mid = from + (end - from) / 2;

		if (b->runs[mid].from <= thread)
			from = mid;
		else
			end = mid;
	}
	return b->runs[from].count;
}

void pf_iguard_end(struct pf_iguard *s, uint32_t block)
{
	struct pf_iguard_block *b = s->block[block];

	forget_live(s, b);
	if (b->fenced)
		pack(s, b);
	else
		forget_fences(s, b);
}

static void forget_blocks(struct pf_iguard *s)
{
	for (uint64_t i = 0; i < s->n_blocks; i++) {
		if (!s->block[i])
			continue;
		forget_live(s, s->block[i]);
		forget_fences(s, s->block[i]);
		free(s->block[i]);
	}
	free(s->block);
	s->block = NULL;
	s->n_blocks = 0;
}

void pf_iguard_launch(struct pf_iguard *s, uint64_t blocks, uint32_t threads, bool lanes)
{
	forget_blocks(s);
	paged_clear(&s->words);
	s->threads = threads;
	s->lanes = lanes;
	s->n_blocks = blocks;
	s->stats.epochs_now = 0;
	s->block = mem_alloc(blocks * sizeof(*s->block));
}

void pf_iguard_init(struct pf_iguard *s, const struct pf_iguard_config *c)
{
	*s = (struct pf_iguard){.config = *c};
	paged_open(&s->words, NULL, PF_IGUARD_PAGE * sizeof(struct pf_iguard_word), 0, 64);
}

void pf_iguard_free(struct pf_iguard *s)
{
	forget_blocks(s);
	paged_close(&s->words);
}

/* Epochs */

static void forget_counts(const struct pf_iguard *s, struct pf_iguard_block *b)
{
	struct pf_iguard_live *l = b->live;

	b->fenced = false;
	b->dev_bar = 0;
	memset(&b->dev_row, 0, sizeof(b->dev_row));
	if (!l) {
		forget_fences(s, b);
		return;
	}
	memset(b->dev, 0, counts_of(s) * sizeof(*b->dev));
	memset(b->dev_meet, 0, warps_of(s) * sizeof(*b->dev_meet));
	memset(l->blk, 0, counts_of(s) * sizeof(*l->blk));
	memset(&l->any, 0, sizeof(l->any));
	memset(l->barrier, 0, sizeof(l->barrier));
	pf_order_reset(&l->order);
	l->bar = 0;
	for (uint32_t w = 0; w < warps_of(s); w++) {
		l->warp[w].meet = l->warp[w].any_meet = 0;
		free(l->warp[w].some);
		l->warp[w].some = NULL;
		free(b->lane_row[w]);
		b->lane_row[w] = NULL;
	}
}

/* Before a count goes up: if it has no next one, nobody has done anything any more. Locks stay. */
static void room(struct pf_iguard *s, uint32_t count)
{
	if (!s->config.count_bits || count + 1 < 1U << s->config.count_bits)
		return;
	paged_clear(&s->words);
	for (uint64_t i = 0; i < s->n_blocks; i++)
		if (s->block[i])
			forget_counts(s, s->block[i]);
	s->stats.epochs++;
	s->stats.epochs_now++;
}

/* Barriers. Phases go on through meetings of all, so that what is published stays so. */

static void meets(struct pf_iguard *s, uint32_t block, uint32_t warp)
{
	struct pf_iguard_warp *w = &live_of(s, block)->warp[warp];

	room(s, w->meet);
	w->meet++;
}

void pf_iguard_barrier(struct pf_iguard *s, uint32_t block)
{
	struct pf_iguard_live *l = live_of(s, block);

	room(s, l->bar);
	for (uint32_t w = 0; w < warps_of(s); w++)
		meets(s, block, w);
	l->bar++;
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
	memset(&l->any, 0, sizeof(l->any));
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

	l->released |= 1U << barrier;
	pf_order_wait(&l->order, 1U << warp, &l->barrier[barrier]);
	meets(s, block, warp);
}

void pf_iguard_syncwarp(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t lanes)
{
	struct pf_iguard_warp *w = &live_of(s, block)->warp[warp];

	if (!s->lanes)
		return;
	if (s->config.meets || lanes == whole_warp(s, warp)) {
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

static void fence_device(struct pf_iguard_block *b, uint32_t warp, uint32_t lanes)
{
	const struct pf_iguard_warp *w = &b->live->warp[warp];

	b->fenced = true;
	b->dev_bar = b->live->bar;
	b->dev_meet[warp] = w->meet;
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
	struct pf_iguard_block *b = s->block[block];
	struct pf_iguard_warp *w = &b->live->warp[warp];
	uint32_t *count = device ? b->dev : b->live->blk;

	for (uint32_t left = s->lanes ? lanes : 1; left; left &= left - 1)
		room(s, count[pf_iguard_thread(s, warp, (uint32_t)__builtin_ctz(left))]);
	for (uint32_t left = s->lanes ? lanes : 1; left; left &= left - 1)
		count[pf_iguard_thread(s, warp, (uint32_t)__builtin_ctz(left))]++;
	s->stats.apart += s->lanes && !w->apart && lanes != whole_warp(s, warp);
	w->apart |= lanes != whole_warp(s, warp);
	w->any_meet = w->meet;
	publish(&b->live->order, 1U << warp, &b->live->any);
	if (w->some)
		publish(&w->some->order, lanes, &w->some->any);
	if (device)
		fence_device(b, warp, lanes);
	pf_iguard_activate(s, block, warp, lanes, device);
}

/* Locks */

static void by_lane(struct pf_iguard *s, struct pf_iguard_warp *w)
{
	w->lane_locks = mem_alloc(PF_IGUARD_LANES * sizeof(*w->lane_locks));
	for (uint32_t i = 0; i < PF_IGUARD_LANES; i++)
		w->lane_locks[i] = w->locks;
	s->stats.by_lane++;
}

static struct pf_lock_table *table_of(struct pf_iguard_warp *w, uint32_t lane)
{
	return w->lane_locks ? &w->lane_locks[lane] : &w->locks;
}

/* Several that try at once: each takes its own. */
void pf_iguard_lock(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t tried,
		    uint32_t taken, const uint64_t addr[PF_IGUARD_LANES], bool device)
{
	struct pf_iguard_warp *w = &live_of(s, block)->warp[warp];

	if (!w->lane_locks && tried & (tried - 1))
		by_lane(s, w);
	for (uint32_t left = taken; left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);

		pf_lock_insert(table_of(w, lane), s->config.lock_entries, addr[lane],
			       pf_lock_key(block), device ? PF_LOCK_DEVICE : PF_LOCK_BLOCK);
	}
}

void pf_iguard_unlock(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t lanes,
		      const uint64_t addr[PF_IGUARD_LANES], bool device)
{
	struct pf_iguard_warp *w = &live_of(s, block)->warp[warp];

	for (uint32_t left = lanes; left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);

		pf_lock_release(table_of(w, lane), addr[lane], pf_lock_key(block),
				device ? PF_LOCK_DEVICE : PF_LOCK_BLOCK);
	}
}

void pf_iguard_activate(struct pf_iguard *s, uint32_t block, uint32_t warp, uint32_t lanes,
			bool device)
{
	struct pf_iguard_warp *w = &live_of(s, block)->warp[warp];

	if (!w->lane_locks)
		pf_lock_activate(&w->locks, device);
	for (uint32_t left = w->lane_locks ? lanes : 0; left; left &= left - 1)
		pf_lock_activate(&w->lane_locks[__builtin_ctz(left)], device);
}

/* What is asked */

void pf_iguard_now(const struct pf_iguard *s, const struct pf_iguard_access *a, uint32_t lane,
		   struct pf_iguard_side *x)
{
	struct pf_iguard_block *b = s->block[a->block];
	struct pf_iguard_warp *w = &b->live->warp[a->warp];
	const uint32_t thread = pf_iguard_thread(s, a->warp, lane);

	x->block = a->block + 1;
	x->warp = (uint8_t)a->warp;
	x->lane = (uint8_t)lane;
	x->bar = b->live->bar;
	x->meet = w->meet;
	x->dev = b->dev[thread];
	x->blk = b->live->blk[thread];
	x->phase = b->live->order.phase[a->warp];
	b->live->order.used |= 1U << a->warp;
	x->lane_phase = w->some ? w->some->order.phase[lane] : 0;
	if (w->some)
		w->some->order.used |= 1U << lane;
	x->locks = pf_lock_signature(table_of(w, lane));
}

bool pf_iguard_after(const struct pf_iguard *s, const struct pf_iguard_side *x, uint32_t x_lane,
		     const struct pf_iguard_side *t)
{
	const struct pf_iguard_live *l = pf_iguard_of(s, x)->live;
	const struct pf_iguard_warp *w = &l->warp[x->warp];

	if (x->bar != l->bar)
		return true;
	if (x->warp != t->warp)
		return pf_order_after(&l->order, t->warp, x->warp, x->phase);
	return !s->lanes || x->meet != w->meet ||
	       (w->some && pf_order_after(&w->some->order, t->lane, x_lane, x->lane_phase));
}

static bool fenced_device(const struct pf_iguard *s, const struct pf_iguard_side *x,
			  uint32_t x_lane)
{
	const struct pf_iguard_block *b = pf_iguard_of(s, x);
	const struct pf_order_row *lanes;

	if (!b->fenced)
		return false;
	lanes = b->lane_row ? b->lane_row[x->warp] : NULL;
	return dev_of(b, pf_iguard_thread(s, x->warp, x_lane)) != x->dev || x->bar < b->dev_bar ||
	       (b->dev_meet && x->meet < b->dev_meet[x->warp]) ||
	       x->phase < b->dev_row.phase[x->warp] ||
	       (lanes && x->lane_phase < lanes->phase[x_lane]);
}

bool pf_iguard_fenced(const struct pf_iguard *s, const struct pf_iguard_side *x, uint32_t x_lane,
		      bool device)
{
	const struct pf_iguard_live *l = pf_iguard_of(s, x)->live;
	const struct pf_iguard_warp *w;

	if (fenced_device(s, x, x_lane))
		return true;
	if (device || !l)
		return false;
	w = &l->warp[x->warp];
	return l->blk[pf_iguard_thread(s, x->warp, x_lane)] != x->blk || x->meet < w->any_meet ||
	       x->phase < l->any.phase[x->warp] ||
	       (w->some && x->lane_phase < w->some->any.phase[x_lane]);
}

bool pf_iguard_still(const struct pf_iguard *s, const struct pf_iguard_side *x, bool of_lane)
{
	const struct pf_iguard_live *l = pf_iguard_of(s, x)->live;
	const struct pf_iguard_warp *w = &l->warp[x->warp];

	if (x->bar != l->bar || x->phase != l->order.phase[x->warp] ||
	    pf_iguard_fenced(s, x, x->lane, false))
		return false;
	return !of_lane ||
	       (x->meet == w->meet && (!w->some || x->lane_phase == w->some->order.phase[x->lane]));
}
