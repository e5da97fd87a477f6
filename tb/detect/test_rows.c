/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Words side by side that are checked as one: the same checks as one by one, and the same entries
 * left behind. Two detectors, one after the other, are fed the same operations; the listener of the
 * second takes rows.
 */
#include "drive.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/rng.h"

enum { WARPS = 4, OPS = 1500, PLACES = 256 };

static unsigned rows; /* taken */

/* What a row says of each of its words. */
static void on_row(void *ctx, const struct detect_check *c, uint32_t n, uint32_t words)
{
	struct detect_check one = *c;

	rows++;
	assert_false(c->race);
	for (uint32_t i = 0; i < n; i++) {
		one.lane = (uint8_t)(c->lane + i / words);
		one.addr = c->addr + 4ULL * i;
		one.index = c->index + i;
		drive_on_check(ctx, &one);
	}
}

static void take_rows(struct drive *v)
{
	const struct detect_listener l = {.ctx = v,
					  .check = drive_on_check,
					  .skip = drive_on_skip,
					  .row = on_row,
					  .forget = drive_on_forget};

	detect_listen(v->d, &l);
}

static void assert_entry(const struct pf_entry *a, const struct pf_entry *b)
{
	assert_int_equal(a->tag, b->tag);
	assert_int_equal(a->block, b->block);
	assert_int_equal(a->warp, b->warp);
	assert_int_equal(a->dev_fence, b->dev_fence);
	assert_int_equal(a->blk_fence, b->blk_fence);
	assert_int_equal(a->barrier, b->barrier);
	assert_int_equal(a->lock, b->lock);
	assert_int_equal(a->epoch, b->epoch);
	assert_int_equal(a->modified << 3 | a->blk_shared << 2 | a->dev_shared << 1 | a->is_atom,
			 b->modified << 3 | b->blk_shared << 2 | b->dev_shared << 1 | b->is_atom);
	assert_int_equal(a->block_scope << 2 | a->strong << 1 | a->sub_word,
			 b->block_scope << 2 | b->strong << 1 | b->sub_word);
}

static void assert_same(const struct detect_check *x, const struct detect_check *y)
{
	assert_int_equal(x->addr, y->addr);
	assert_int_equal(x->index, y->index);
	assert_int_equal(x->lane, y->lane);
	assert_int_equal(x->bytes, y->bytes);
	assert_int_equal(x->row, y->row);
	assert_int_equal(x->race, y->race);
	assert_int_equal(x->evicted, y->evicted);
	assert_int_equal(x->tag.write, y->tag.write);
	assert_int_equal(x->owner.dev, y->owner.dev);
	assert_int_equal(x->owner_block, y->owner_block);
	assert_int_equal(x->owner_warp, y->owner_warp);
	assert_entry(&x->before, &y->before);
	assert_entry(&x->after, &y->after);
}

/* Lanes in a row as a rule, of a part of the buffer; some leave gaps, or all meet at one place. */
static struct simt_op any(struct rng *r, uint64_t buf)
{
	static const uint8_t sizes[] = {4, 4, 4, 8, 1}, vecs[] = {1, 1, 1, 2, 4};
	const uint64_t shape = rng_next(r), how = rng_next(r) % 8;
	const size_t of = rng_next(r) % sizeof(sizes);
	const uint64_t first = shape % 3, last = 31 - shape / 3 % 3;
	struct simt_op op = {.kind = rng_next(r) % 2 ? SIMT_OP_LD : SIMT_OP_ST,
			     .space = PTX_SPACE_GLOBAL,
			     .sem = rng_next(r) % 4 ? PTX_SEM_WEAK : PTX_SEM_RELAXED,
			     .size = sizes[of],
			     .vec = vecs[of]};
	const uint64_t bytes = (uint64_t)op.size * op.vec, at = buf + rng_next(r) % PLACES * 8;

	op.scope = op.sem == PTX_SEM_WEAK ? PTX_SCOPE_NONE : PTX_SCOPE_GPU;
	for (unsigned l = 0; l < SIMT_LANES; l++) {
		op.addr[l] = (at & ~(bytes - 1)) + l * bytes;
		if (how == 0)
			op.addr[l] = buf + rng_next(r) % PLACES * 32;
		if (l >= first && l <= last && (how != 1 || l != 9))
			op.mask |= 1U << l;
	}
	return op;
}

static uint64_t detect_hits_of(const struct detect *d)
{
	size_t n;

	detect_hits(d, &n);
	return n;
}

struct story {
	struct detect_check *check;
	size_t n, cap;
	uint64_t races; /* hits told of */
	struct detect_stats stats;
};

enum how { ONE_BY_ONE, IN_ROWS, UNHEARD };

static void tell(struct story *s, enum pf_policy policy, enum pf_metadata metadata, enum how how)
{
	struct drive v = {0};
	struct rng r;

	rng_seed(&r, policy * 2 + (metadata == PF_CACHED16));
	drive_open(&v, policy, metadata);
	if (how == IN_ROWS)
		take_rows(&v);
	if (how == UNHEARD)
		detect_listen(v.d, &(struct detect_listener){.ctx = NULL});
	for (unsigned i = 0; i < OPS; i++) {
		const uint32_t slot = rng_next(&r) % 2, warp = rng_next(&r) % WARPS;
		const struct simt_op op = any(&r, v.buf);

		if (i % 200 == 0) {
			drive_launch(&v);
			drive_block(&v, 0, 0);
			drive_block(&v, 1, 1);
		}
		if (i % 13 == 0)
			barrier(&v, slot, slot);
		drive_op(&v, drive_warp(&v, slot, slot, warp), &op);
		s->check = mem_grow(s->check, &s->cap, s->n + v.n_checks, sizeof(*s->check));
		memcpy(&s->check[s->n], v.check, v.n_checks * sizeof(*s->check));
		s->n += v.n_checks;
		s->races += detect_hits_of(v.d);
	}
	s->stats = *detect_stats(v.d);
	drive_close(&v);
}

static void same_stats(const struct detect_stats *a, const struct detect_stats *b)
{
	assert_int_equal(a->checks, b->checks);
	assert_int_equal(a->races, b->races);
	assert_int_equal(a->forgets, b->forgets);
	assert_int_equal(a->evictions, b->evictions);
	assert_int_equal(a->untracked, b->untracked);
	assert_memory_equal(a->rows, b->rows, sizeof(a->rows));
}

static void same_checks(const struct story *a, const struct story *b)
{
	assert_int_equal(a->n, b->n);
	for (size_t i = 0; i < a->n; i++)
		assert_same(&a->check[i], &b->check[i]);
	assert_int_equal(a->races, b->races);
	assert_int_equal(a->stats.skipped, b->stats.skipped);
	same_stats(&a->stats, &b->stats);
}

static void as_one_by_one(enum pf_policy policy, enum pf_metadata metadata)
{
	struct story a = {0}, b = {0};

	rows = 0;
	tell(&a, policy, metadata, ONE_BY_ONE);
	assert_int_equal(rows, 0);
	tell(&b, policy, metadata, IN_ROWS);
	same_checks(&a, &b);
	assert_int_equal(a.stats.metadata_bytes, b.stats.metadata_bytes);
	assert_int_not_equal(a.stats.races, 0);
	if (policy == PF_SCORD)
		assert_in_range(rows, 20, OPS);
	free(a.check);
	free(b.check);
}

static void full(void **state)
{
	(void)state;
	as_one_by_one(PF_SCORD, PF_FULL);
}

static void cached(void **state)
{
	(void)state;
	as_one_by_one(PF_SCORD, PF_CACHED16);
}

/* It watches first words only, and so has no rows. */
static void paper(void **state)
{
	(void)state;
	as_one_by_one(PF_SCORD_PAPER, PF_FULL);
	assert_int_equal(rows, 0);
}

/* Metadata by lines: the checks of full, word by word and in rows; and when nobody listens, so that
 * lanes which lie anywhere are checked as lines, the same races and rows of the rules. */
static void by_lines(enum pf_policy policy, enum pf_metadata metadata)
{
	struct story a = {0}, b = {0}, c = {0}, d = {0};

	tell(&a, policy, PF_FULL, ONE_BY_ONE);
	tell(&b, policy, metadata, ONE_BY_ONE);
	same_checks(&a, &b);
	rows = 0;
	tell(&c, policy, metadata, IN_ROWS);
	same_checks(&a, &c);
	tell(&d, policy, metadata, UNHEARD);
	assert_int_equal(a.races, d.races);
	same_stats(&a.stats, &d.stats);
	assert_int_equal(a.stats.lines, 0);
	if (policy == PF_SCORD) {
		assert_in_range(rows, 20, 10 * OPS);
		assert_true(d.stats.lines < b.stats.lines && d.stats.expanded);
	}
	free(a.check);
	free(b.check);
	free(c.check);
	free(d.check);
}

static void lines(void **state)
{
	(void)state;
	for (int metadata = PF_LINES; metadata <= PF_LINES2; metadata++) {
		by_lines(PF_SCORD, metadata);
		by_lines(PF_SCORD_PAPER, metadata);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(full),
		cmocka_unit_test(lines),
		cmocka_unit_test(cached),
		cmocka_unit_test(paper),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
