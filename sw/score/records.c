/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "records.h"

#include <assert.h>
#include <stdlib.h>

#include "../base/mem.h"

/* An instruction. */
struct records_place {
	const struct simt_kernel *kernel;
	uint32_t pc;
	bool reported;
	enum score_row false_row; /* UNEXPLAINED: none yet */
	/* Pair + 1 by block, warp and word: of the oracle's accesses in this launch */
	struct hashmap racing;
};

/* Accesses of a pair that are missed for one reason, should they be. */
struct records_wait {
	size_t pair;
	enum score_row row;
	uint64_t accesses, firsts;
};

static struct records_place *place_at(struct records *r, const struct simt_kernel *k, uint32_t pc)
{
	uint64_t *at, key = (uint64_t)(uintptr_t)k << 20 ^ pc;

	for (;; key++) {
		at = hashmap_at(&r->place_at, key);
		if (!*at)
			break;
		if (r->place[*at - 1].kernel == k && r->place[*at - 1].pc == pc)
			return &r->place[*at - 1];
	}
	r->place = mem_grow(r->place, &r->cap_places, r->n_places, sizeof(*r->place));
	r->place[r->n_places] = (struct records_place){.kernel = k, .pc = pc};
	*at = ++r->n_places;
	return &r->place[*at - 1];
}

static struct records_place *place_of(struct records *r, const struct race_hit *h)
{
	return place_at(r, h->second.kernel, h->second.pc);
}

/* Memory ends below GMEM_BASE + 1T; at most 64 warps of a block; IDs of blocks of 14 bits, of which
 * geometry modern (132 SMs of 32 slots) has 13. */
static uint64_t key_of(const struct race_hit *h, uint64_t block_id)
{
	assert(h->addr < 1ULL << 46 && h->second.warp < 64 && block_id < 1U << 14);
	return h->addr >> 2 | (uint64_t)h->second.warp << 44 | block_id << 50;
}

void records_racing(struct records *r, const struct race_hit *h, uint64_t block_id, size_t pair,
		    bool first, enum score_row row)
{
	uint64_t *at = hashmap_at(&r->wait_at, (uint64_t)pair * SCORE_ROWS + row);
	uint64_t *access;

	assert(!r->complete);
	if (!*at) {
		r->wait = mem_grow(r->wait, &r->cap_waits, r->n_waits, sizeof(*r->wait));
		r->wait[r->n_waits] = (struct records_wait){.pair = pair, .row = row};
		*at = ++r->n_waits;
	}
	r->wait[*at - 1].accesses++;
	r->wait[*at - 1].firsts += first;
	if (h->space != PTX_SPACE_GLOBAL)
		return;
	access = hashmap_at(&place_of(r, h)->racing, key_of(h, block_id));
	if (!*access)
		*access = pair + 1;
}

void records_false(struct records *r, const struct race_hit *h, enum score_row row)
{
	struct records_place *p = place_of(r, h);

	if (p->false_row == SCORE_UNEXPLAINED)
		p->false_row = row;
}

void records_told(struct records *r, const struct race_hit *h, uint64_t block_id,
		  struct pairs *pairs)
{
	struct records_place *p = place_of(r, h);
	const uint64_t *pair = hashmap_find(&p->racing, key_of(h, block_id));

	r->complete = p->reported = true;
	if (!pair) {
		r->alarm = mem_grow(r->alarm, &r->cap_alarms, r->n_alarms, sizeof(*r->alarm));
		r->alarm[r->n_alarms++] = *h;
	} else if (!pairs->p[*pair - 1].has_detected) {
		pairs->p[*pair - 1].detected = *h;
		pairs->p[*pair - 1].has_detected = true;
	}
}

static void settle_wait(struct records *r, const struct records_wait *w, bool dropped,
			struct pairs *pairs, struct score_totals *t)
{
	struct score_pair *p = &pairs->p[w->pair];
	const bool global = p->space == PTX_SPACE_GLOBAL;
	const enum score_row row = w->row == SCORE_M_CLOCKED && dropped ? SCORE_M_RING : w->row;

	if (global && place_at(r, p->kernel, p->pc_second)->reported) {
		p->found += w->accesses;
		t->found += w->firsts;
		return;
	}
	p->missed += w->accesses;
	p->rows_missed[row] += w->accesses;
	t->missed += w->firsts;
	t->rows_missed[row] += w->firsts;
}

static void settle_alarm(struct records *r, const struct race_hit *h, struct pairs *pairs,
			 struct score_totals *t)
{
	struct score_pair *p = pairs_detected(pairs, h);
	enum score_row row = place_of(r, h)->false_row;

	if (row == SCORE_UNEXPLAINED)
		row = SCORE_F_CLOCKED;
	p->false_++;
	p->rows_false[row]++;
	t->false_++;
	t->rows_false[row]++;
}

static void end_launch(struct records *r)
{
	for (size_t i = 0; i < r->n_places; i++)
		hashmap_free(&r->place[i].racing);
	r->n_waits = r->n_alarms = 0;
	r->complete = false;
	hashmap_clear(&r->wait_at);
}

void records_settle(struct records *r, bool dropped, struct pairs *pairs, struct score_totals *t)
{
	for (size_t i = 0; i < r->n_waits; i++)
		settle_wait(r, &r->wait[i], dropped, pairs, t);
	for (size_t i = 0; i < r->n_alarms; i++)
		settle_alarm(r, &r->alarm[i], pairs, t);
	end_launch(r);
}

void records_clear(struct records *r)
{
	end_launch(r);
	r->n_places = 0;
	hashmap_clear(&r->place_at);
}

void records_free(struct records *r)
{
	records_clear(r);
	hashmap_free(&r->place_at);
	hashmap_free(&r->wait_at);
	free(r->place);
	free(r->wait);
	free(r->alarm);
	*r = (struct records){0};
}
