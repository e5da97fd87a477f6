/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Locks of lanes: by hand; then random takes, gives and fences beside a list of what is held. What
 * is held and counts must be in the signature, nothing that was not taken since nothing was held
 * may be, and it is empty when all has been given back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "reference/pf_iguard_held.h"
#include "reference/pf_iguard_sm.h"

#define OF(block) pf_lock_key(block)
/* Signature of one lock by hand: bin A is bits 2:0 of the hash, B bits 5:3. */
#define BINS(hash) ((uint16_t)(0x100U << ((hash)&7) | 1U << ((hash) >> 3 & 7)))

static void device_lock_has_bins_of_both_scopes(void **state)
{
	struct pf_iguard_held h = {0};

	(void)state;
	pf_iguard_held_take(&h, 8, OF(2), PF_LOCK_DEVICE);
	assert_int_equal(pf_iguard_held_signature(&h), 0);
	pf_iguard_held_activate(&h, false); /* too narrow for those of device scope */
	assert_int_equal(pf_iguard_held_signature(&h), BINS(8 ^ 3));
	pf_iguard_held_activate(&h, true);
	assert_int_equal(pf_iguard_held_signature(&h), BINS(8) | BINS(8 ^ 3));
	/* Another counts at once. */
	pf_iguard_held_take(&h, 0x30, OF(2), PF_LOCK_BLOCK);
	assert_int_equal(pf_iguard_held_signature(&h), BINS(8) | BINS(8 ^ 3) | BINS(0x30 ^ 3));
	pf_iguard_held_give(&h, 8, OF(2), PF_LOCK_DEVICE);
	assert_int_equal(pf_iguard_held_signature(&h), BINS(8) | BINS(8 ^ 3) | BINS(0x30 ^ 3));
	pf_iguard_held_give(&h, 0x30, OF(2), PF_LOCK_BLOCK);
	assert_int_equal(pf_iguard_held_signature(&h), 0);
	/* Nothing is left of the fences, either, and one of nothing makes nothing count. */
	pf_iguard_held_activate(&h, true);
	pf_iguard_held_take(&h, 8, OF(2), PF_LOCK_DEVICE);
	assert_int_equal(pf_iguard_held_signature(&h), 0);
}

static void what_was_not_taken_is_not_given_back(void **state)
{
	struct pf_iguard_held h = {0};

	(void)state;
	pf_iguard_held_give(&h, 8, OF(0), PF_LOCK_BLOCK);
	assert_int_equal(h.n, 0);
	pf_iguard_held_take(&h, 8, OF(0), PF_LOCK_BLOCK);
	pf_iguard_held_give(&h, 16, OF(0), PF_LOCK_BLOCK);
	pf_iguard_held_give(&h, 8, OF(1), PF_LOCK_BLOCK);
	pf_iguard_held_give(&h, 8, OF(0), PF_LOCK_DEVICE); /* none of that scope */
	assert_int_equal(h.n, 1);
	/* What two others' bins are together counts as taken. */
	pf_iguard_held_take(&h, 0x12, OF(0), PF_LOCK_BLOCK);
	pf_iguard_held_give(&h, (0x13 & 7) | (9 & 070), 0, PF_LOCK_BLOCK);
	assert_int_equal(h.n, 1);
}

static void from_63_on_it_stays(void **state)
{
	struct pf_iguard_held h = {0};

	(void)state;
	for (int i = 0; i < PF_IGUARD_HELD_MOST - 1; i++)
		pf_iguard_held_take(&h, 8, OF(0), PF_LOCK_BLOCK);
	for (int i = 0; i < PF_IGUARD_HELD_MOST - 1; i++)
		pf_iguard_held_give(&h, 8, OF(0), PF_LOCK_BLOCK);
	assert_int_equal(h.n, 0);
	for (int i = 0; i < PF_IGUARD_HELD_MOST + 3; i++)
		pf_iguard_held_take(&h, 8, OF(0), PF_LOCK_BLOCK);
	for (int i = 0; i < PF_IGUARD_HELD_MOST + 3; i++)
		pf_iguard_held_give(&h, 8, OF(0), PF_LOCK_BLOCK);
	assert_int_equal(h.n, PF_IGUARD_HELD_MOST);
	/* Others' bins are taken in, still. */
	pf_iguard_held_take(&h, 0x30, OF(0), PF_LOCK_BLOCK);
	pf_iguard_held_activate(&h, false);
	assert_int_equal(pf_iguard_held_signature(&h), BINS(9) | BINS(0x31));
}

/* Beside a list */

struct lock {
	uint64_t address, key;
	enum pf_lock_scope scope;
	bool device_counts, block_counts;
};

struct list {
	struct lock lock[PF_IGUARD_HELD_MOST];
	unsigned n;
	uint16_t taken; /* bins of all since there was none */
};

static void check(const struct list *l, const struct pf_iguard_held *h)
{
	const uint16_t got = pf_iguard_held_signature(h);

	assert_int_equal(h->n, l->n);
	assert_int_equal(got & ~l->taken, 0);
	for (unsigned i = 0; i < l->n; i++) {
		const struct lock *k = &l->lock[i];
		const uint16_t device = BINS(k->address), block = BINS(k->address ^ k->key);

		if (k->device_counts)
			assert_int_equal(got & device, device);
		if (k->block_counts)
			assert_int_equal(got & block, block);
	}
	if (!l->n)
		assert_int_equal(got, 0);
}

static void take(struct rng *r, struct list *l, struct pf_iguard_held *h, uint64_t near)
{
	struct lock k = {.address = near ^ rng_below(r, 16) * 4,
			 .key = OF(rng_below(r, 4)),
			 .scope = rng_below(r, 2) ? PF_LOCK_DEVICE : PF_LOCK_BLOCK};

	pf_iguard_held_take(h, k.address, k.key, k.scope);
	l->lock[l->n++] = k;
	l->taken = (uint16_t)(l->taken | BINS(k.address ^ k.key));
	if (k.scope == PF_LOCK_DEVICE)
		l->taken = (uint16_t)(l->taken | BINS(k.address));
}

static void give(struct rng *r, struct list *l, struct pf_iguard_held *h)
{
	struct lock *k = &l->lock[rng_below(r, l->n)];

	pf_iguard_held_give(h, k->address, k->key, k->scope);
	*k = l->lock[--l->n];
	if (!l->n)
		l->taken = 0;
}

static void fence(struct list *l, struct pf_iguard_held *h, bool device)
{
	pf_iguard_held_activate(h, device);
	for (unsigned i = 0; i < l->n; i++) {
		l->lock[i].block_counts = true;
		l->lock[i].device_counts |= device && l->lock[i].scope == PF_LOCK_DEVICE;
	}
}

static void what_is_held_counts(void **state)
{
	struct rng r;
	unsigned emptied = 0, most = 0;

	(void)state;
	rng_seed(&r, 1);
	for (unsigned run = 0; run < 300; run++) {
		struct pf_iguard_held h = {0};
		struct list l = {.n = 0};
		const uint64_t near = rng_next(&r);

		for (unsigned i = 0; i < 400; i++) {
			const bool drain = i / 80 % 2; /* for a while more, then fewer */
			const uint32_t what = rng_below(&r, 10);

			if (what == 0)
				fence(&l, &h, rng_below(&r, 2));
			else if (what <= (drain ? 2 : 7) && l.n < PF_IGUARD_HELD_MOST - 1)
				take(&r, &l, &h, near);
			else if (l.n)
				give(&r, &l, &h);
			check(&l, &h);
			emptied += !l.n;
			most = l.n > most ? l.n : most;
		}
	}
	assert_true(emptied > 1000 && most > 50);
}

/* An SM */

static void event(struct pf_iguard_sm *x, enum pf_iguard_sm_code kind, uint64_t address,
		  bool several)
{
	const struct pf_iguard_sm_event e = {.kind = kind,
					     .slot = 1,
					     .warp = 2,
					     .device = true,
					     .several = several,
					     .lane = PF_IGUARD_ALL,
					     .address = address};
	struct pf_iguard_message m;

	pf_iguard_sm_event(x, &e, &m);
}

static uint16_t locks(struct pf_iguard_sm *x, uint32_t warp)
{
	struct pf_iguard_tag t = {0};

	pf_iguard_sm_access(x, 1, warp, &t);
	return t.by.side.locks;
}

/* A table of one entry has forgotten all locks but the last, a set has not. */
static void several_lanes_have_a_set(void **state)
{
	static struct pf_iguard_sm x;
	uint16_t both = 0;

	(void)state;
	pf_iguard_sm_init(&x, 0, 2, 8, 1);
	for (uint64_t a = 8; a <= 16; a += 8) {
		event(&x, PF_IGUARD_SM_LOCK, a, false);
		both = (uint16_t)(both | BINS(a) | BINS(a ^ OF(4)));
	}
	event(&x, PF_IGUARD_SM_ACTIVATE, 0, false);
	assert_int_equal(locks(&x, 2), BINS(16 ^ OF(4)));
	event(&x, PF_IGUARD_SM_LOCK, 16, true);
	assert_int_equal(locks(&x, 2), both);
	assert_int_equal(locks(&x, 1), 0);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(locks(&x, 2), both);
		event(&x, PF_IGUARD_SM_UNLOCK, i ? 16 : 8, false);
	}
	assert_int_equal(locks(&x, 2), 0);
	/* Until the warp slot is filled anew. */
	event(&x, PF_IGUARD_SM_LOCK, 8, false);
	event(&x, PF_IGUARD_SM_LOCK, 16, false);
	event(&x, PF_IGUARD_SM_FENCE, 0, false);
	assert_int_equal(locks(&x, 2), both);
	event(&x, PF_IGUARD_SM_WARP, 0, false);
	assert_int_equal(locks(&x, 2), 0);
	event(&x, PF_IGUARD_SM_LOCK, 8, false);
	event(&x, PF_IGUARD_SM_FENCE, 0, false);
	assert_int_equal(locks(&x, 2), BINS(8 ^ OF(4)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(device_lock_has_bins_of_both_scopes),
		cmocka_unit_test(what_was_not_taken_is_not_given_back),
		cmocka_unit_test(from_63_on_it_stays),
		cmocka_unit_test(what_is_held_counts),
		cmocka_unit_test(several_lanes_have_a_set),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
