/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Packets and links: nothing is lost, doubled, reordered or left dirty.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

#include "../../sim/base/link.h"
#include "../../sim/base/pkt.h"
#include "../../sw/base/rng.h"

enum { MANY = 5000 };

static void test_fresh(void **state)
{
	struct pkt_pool pool = {0};
	const struct pkt zero = {.op = SIM_NO_OP};
	struct pkt *k;

	(void)state;
	for (int i = 0; i < 3; i++) {
		k = pkt_alloc(&pool);
		assert_true(k->kind == zero.kind && !k->reply && !k->meta && !k->to_l1 && !k->free);
		assert_true(k->op == SIM_NO_OP && !k->lanes && !k->pc && !k->id && !k->addr);
		assert_true(!k->part && !k->sm && !k->slice && !k->bytes && !k->flits);
		assert_true(!k->word_mask && !k->sub_mask && !k->born && !k->due && !k->next);
		assert_memory_equal(k->note, zero.note, sizeof(k->note));
		assert_int_equal(pool.out, 1);
		assert_true(!k->bare && !k->own && !k->ack && !k->system && !k->load);
		memset(k, 0xa5, sizeof(*k));
		k->load = NULL; /* it would be freed */
		pkt_free(&pool, k);
		assert_int_equal(pool.out, 0);
	}
	pkt_pool_free(&pool);
}

/* More than a slab; all different, each keeps what was written to it. */
static void test_many(void **state)
{
	static struct pkt *k[MANY];
	struct pkt_pool pool = {0};
	struct rng rng;
	uint64_t out = 0;

	(void)state;
	rng_seed(&rng, 1);
	for (int step = 0; step < 20 * MANY; step++) {
		const uint32_t i = rng_below(&rng, MANY);

		if (!k[i]) {
			k[i] = pkt_alloc(&pool);
			k[i]->addr = i;
			out++;
		} else {
			assert_int_equal(k[i]->addr, i);
			pkt_free(&pool, k[i]);
			k[i] = NULL;
			out--;
		}
		assert_int_equal(pool.out, out);
	}
	for (int i = 0; i < MANY; i++)
		if (k[i]) {
			assert_int_equal(k[i]->addr, i);
			pkt_free(&pool, k[i]);
		}
	assert_int_equal(pool.out, 0);
	pkt_pool_free(&pool);
}

/* Freed packets are used again: a pool is as large as the most that were out at once. */
static void test_reuse(void **state)
{
	struct pkt_pool pool = {0};
	struct pkt *k, *first = pkt_alloc(&pool);

	(void)state;
	pkt_free(&pool, first);
	for (int i = 0; i < MANY; i++) {
		k = pkt_alloc(&pool);
		assert_ptr_equal(k, first);
		pkt_free(&pool, k);
	}
	pkt_pool_free(&pool);
	assert_null(pool.free);
	k = pkt_alloc(&pool); /* and it can begin again */
	pkt_free(&pool, k);
	pkt_pool_free(&pool);
}

/* Who touches a packet that it has freed, is stopped. */
static void test_poisoned(void **state)
{
#ifdef __SANITIZE_ADDRESS__
	struct pkt_pool pool = {0};
	struct pkt *k = pkt_alloc(&pool);

	(void)state;
	assert_null(__asan_region_is_poisoned(k, sizeof(*k)));
	pkt_free(&pool, k);
	for (size_t i = 0; i < sizeof(*k); i++)
		assert_true(__asan_address_is_poisoned((char *)k + i));
	assert_ptr_equal(pkt_alloc(&pool), k);
	assert_null(__asan_region_is_poisoned(k, sizeof(*k)));
	pkt_pool_free(&pool);
#else
	(void)state;
	skip();
#endif
}

static void test_kind_names(void **state)
{
	(void)state;
	for (int i = 0; i < PKT_KINDS; i++) {
		const char *name = pkt_kind_name((enum pkt_kind)i);

		assert_string_not_equal(name, "?");
		for (int j = 0; j < i; j++)
			assert_string_not_equal(name, pkt_kind_name((enum pkt_kind)j));
	}
	assert_string_equal(pkt_kind_name(PKT_META_READ), "meta_read");
	assert_string_equal(pkt_kind_name(PKT_KINDS), "?");
}

static void check_link(uint32_t cap)
{
	static struct pkt k[MANY];
	struct link l;
	struct rng rng;
	uint32_t in = 0, out = 0;

	rng_seed(&rng, cap);
	link_init(&l, "test", 3, cap);
	assert_null(link_head(&l));
	assert_null(link_pop(&l));
	while (out < MANY) {
		if (rng_below(&rng, 2) && in < MANY && !link_full(&l))
			link_push(&l, &k[in++]);
		if (rng_below(&rng, 2) && in > out) {
			assert_ptr_equal(link_head(&l), &k[out]);
			assert_ptr_equal(link_pop(&l), &k[out]);
			out++;
		}
		assert_int_equal(l.count, in - out);
		assert_int_equal(link_full(&l), in - out == cap);
	}
	assert_int_equal(l.pushed, MANY);
	assert_null(link_head(&l));
	link_free(&l);
}

static void test_link(void **state)
{
	(void)state;
	for (uint32_t cap = 1; cap <= 9; cap++)
		check_link(cap);
	check_link(116);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fresh),      cmocka_unit_test(test_many),
		cmocka_unit_test(test_reuse),      cmocka_unit_test(test_link),
		cmocka_unit_test(test_kind_names), cmocka_unit_test(test_poisoned),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
