/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Lock table against docs/reference-models.md, by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "reference/pf_lock_table.h"

#define OF(block) pf_lock_key(block)

enum { ENTRIES = 4 };
/* Signature of one lock by hand: bin A is bits 2:0 of the hash, B bits 5:3. */
#define BINS(hash) ((uint16_t)(0x100U << ((hash)&7) | 1U << ((hash) >> 3 & 7)))

/* Device scope: hash of the address alone, and of address ^ (block + 1). */
static void device_lock_is_two_entries(void **state)
{
	struct pf_lock_table t = {0};

	(void)state;
	pf_lock_insert(&t, ENTRIES, 0x7f00001c, OF(4), PF_LOCK_DEVICE);
	assert_int_equal(t.n, 2);
	assert_int_equal(t.entry[0].bin_a, 4); /* 0x1c = 011 100 */
	assert_int_equal(t.entry[0].bin_b, 3);
	assert_false(t.entry[0].block_scope);
	assert_int_equal(t.entry[1].bin_a, 1); /* 0x1c ^ 5 = 011 001 */
	assert_int_equal(t.entry[1].bin_b, 3);
	assert_true(t.entry[1].block_scope);
	assert_int_equal(pf_lock_signature(&t), 0);
	pf_lock_activate(&t, true);
	assert_int_equal(pf_lock_signature(&t), (1 << 12 | 1 << 9) | 1 << 3);
	pf_lock_release(&t, 0x1c, OF(4), PF_LOCK_DEVICE);
	assert_int_equal(t.n, 0);
	assert_int_equal(pf_lock_signature(&t), 0);
}

static void block_lock_is_one_entry(void **state)
{
	struct pf_lock_table t = {0};

	(void)state;
	pf_lock_insert(&t, ENTRIES, 0x40, OF(0), PF_LOCK_BLOCK);
	assert_int_equal(t.n, 1);
	pf_lock_activate(&t, false);
	assert_int_equal(pf_lock_signature(&t), BINS(0x41));
	/* the whole block index is hashed: block 64 meets block 0 again, 63 does not */
	pf_lock_insert(&t, ENTRIES, 0x40, OF(64), PF_LOCK_BLOCK);
	assert_int_equal(t.n, 1);
	pf_lock_insert(&t, ENTRIES, 0x40, OF(63), PF_LOCK_BLOCK);
	assert_int_equal(t.n, 2);
}

static void activation_by_scope(void **state)
{
	struct pf_lock_table t = {0};

	(void)state;
	pf_lock_insert(&t, ENTRIES, 0, OF(2), PF_LOCK_DEVICE);
	pf_lock_activate(&t, false); /* too narrow for the device entry */
	assert_int_equal(pf_lock_signature(&t), BINS(3));
	pf_lock_activate(&t, true);
	assert_int_equal(pf_lock_signature(&t), BINS(0) | BINS(3));
}

/* A lock that is there already: no second entry, and an active one stays active. */
static void dedup(void **state)
{
	struct pf_lock_table t = {0};

	(void)state;
	pf_lock_insert(&t, ENTRIES, 8, OF(0), PF_LOCK_DEVICE);
	pf_lock_activate(&t, true);
	pf_lock_insert(&t, ENTRIES, 8 + 64, OF(0), PF_LOCK_DEVICE); /* same low six bits */
	assert_int_equal(t.n, 2);
	assert_int_equal(pf_lock_signature(&t), BINS(8) | BINS(9));
	/* the same hash with another scope is another entry: 9 ^ 0 device, 8 ^ 1 block */
	pf_lock_insert(&t, ENTRIES, 9, OF(0), PF_LOCK_DEVICE);
	assert_int_equal(t.n, 4); /* dev 8, blk 9, dev 9, blk 8 */
	assert_int_equal(pf_lock_signature(&t), BINS(8) | BINS(9));
}

static void overflow_drops_the_oldest(void **state)
{
	struct pf_lock_table t = {0};

	(void)state;
	for (unsigned i = 0; i < 5; i++)
		pf_lock_insert(&t, ENTRIES, i * 8, OF(0), PF_LOCK_BLOCK);
	assert_int_equal(t.n, 4);
	pf_lock_activate(&t, false);
	assert_int_equal(pf_lock_signature(&t), 1U << 9 | 0x1e); /* bin B 1 to 4: lock 0 is gone */
	/* a third device lock pushes both entries of the first out */
	memset(&t, 0, sizeof(t));
	for (unsigned i = 1; i <= 3; i++)
		pf_lock_insert(&t, ENTRIES, i * 8, OF(0), PF_LOCK_DEVICE);
	pf_lock_activate(&t, true);
	assert_int_equal(pf_lock_signature(&t), 0x300U | 1 << 2 | 1 << 3);
	/* tiny has two entries: one device lock */
	memset(&t, 0, sizeof(t));
	pf_lock_insert(&t, 2, 8, OF(0), PF_LOCK_DEVICE);
	pf_lock_insert(&t, 2, 16, OF(0), PF_LOCK_BLOCK);
	pf_lock_activate(&t, true);
	assert_int_equal(pf_lock_signature(&t), BINS(9) | BINS(17));
}

/* Release finds its entry in the middle; the order of the others stays. */
static void release(void **state)
{
	struct pf_lock_table t = {0};

	(void)state;
	for (unsigned i = 0; i < 3; i++)
		pf_lock_insert(&t, ENTRIES, i * 8, OF(0), PF_LOCK_BLOCK);
	pf_lock_release(&t, 8, OF(0), PF_LOCK_BLOCK);
	assert_int_equal(t.n, 2);
	assert_int_equal(t.entry[0].bin_b, 0);
	assert_int_equal(t.entry[1].bin_b, 2);
	pf_lock_release(&t, 8, OF(0), PF_LOCK_BLOCK); /* not held: nothing */
	pf_lock_release(&t, 0, OF(1), PF_LOCK_BLOCK); /* another block's */
	assert_int_equal(t.n, 2);
	/* a block-scope exchange leaves the device entry; a device-scope one finds only that */
	memset(&t, 0, sizeof(t));
	pf_lock_insert(&t, ENTRIES, 0x20, OF(0), PF_LOCK_DEVICE);
	pf_lock_release(&t, 0x20, OF(0), PF_LOCK_BLOCK);
	assert_int_equal(t.n, 1);
	assert_false(t.entry[0].block_scope);
	pf_lock_release(&t, 0x20, OF(0), PF_LOCK_DEVICE);
	assert_int_equal(t.n, 0);
}

static void empty_sets(void **state)
{
	(void)state;
	assert_true(pf_lock_none(0));
	assert_true(pf_lock_none(0xff00));
	assert_true(pf_lock_none(0x00ff));
	assert_false(pf_lock_none(0x0101));
	assert_false(pf_lock_none(0x8080));
	for (unsigned h = 0; h < 64; h++)
		assert_false(pf_lock_none(BINS(h)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(device_lock_is_two_entries),
		cmocka_unit_test(block_lock_is_one_entry),
		cmocka_unit_test(activation_by_scope),
		cmocka_unit_test(dedup),
		cmocka_unit_test(overflow_drops_the_oldest),
		cmocka_unit_test(release),
		cmocka_unit_test(empty_sets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
