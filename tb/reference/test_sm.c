/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * SM unit: what its events change and send, by hand. Locks and counts themselves: test_lock_table.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "reference/pf_sm.h"

/* Signature of one lock: bin A is bits 2:0 of the hash, B bits 5:3. */
#define BINS(hash) ((uint16_t)(0x100U << ((hash)&7) | 1U << ((hash) >> 3 & 7)))

static struct pf_sm sm;

static void start(const char *geometry, enum pf_policy policy)
{
	pf_sm_free(&sm);
	pf_sm_init(&sm, pf_geometry_named(geometry), policy);
}

static bool event(enum pf_evt_code kind, uint32_t slot, uint32_t warp, bool device,
		  struct pf_message *m)
{
	const struct pf_event e = {.kind = kind,
				   .slot = slot,
				   .warp = warp,
				   .address = 0x7f000028,
				   .device = device,
				   .block = 5};

	return pf_sm_event(&sm, &e, m);
}

static void begin(uint32_t slot, uint32_t block)
{
	const struct pf_event e = {.kind = PF_EVT_BLOCK_BEGIN, .slot = slot, .block = block};
	struct pf_message m;

	assert_false(pf_sm_event(&sm, &e, &m));
}

static struct pf_tag tag_of(uint32_t slot, uint32_t warp)
{
	const struct pf_sm_request r = {.slot = slot, .warp = warp};

	return pf_sm_tag(&sm, &r);
}

static void fresh_is_zero(void **state)
{
	struct pf_tag t;

	(void)state;
	start("ref", PF_SCORD);
	t = tag_of(7, 31);
	assert_int_equal(t.warp, 31);
	assert_int_equal(t.block | t.barrier | t.signature, 0);
	assert_false(t.strong || t.write || t.atomic || t.block_scope || t.sub_word);
}

static void request_goes_into_the_tag(void **state)
{
	struct pf_tag t;

	(void)state;
	start("ref", PF_SCORD);
	begin(2, 300);
	t = pf_sm_tag(&sm, &(struct pf_sm_request){.slot = 2, .warp = 3, .strong = true});
	assert_int_equal(t.block, 300 & 127);
	assert_int_equal(t.warp, 3);
	assert_true(t.strong && !t.write && !t.atomic && !t.block_scope && !t.sub_word);
	t = pf_sm_tag(&sm, &(struct pf_sm_request){.block_scope = true, .is_atom = true});
	assert_true(!t.strong && !t.write && t.atomic && t.block_scope);
	t = pf_sm_tag(&sm, &(struct pf_sm_request){.write = true});
	assert_true(t.write && !t.atomic);
}

/* Key of the slot's block; activated by a fence or ACTIVATE of the right scope; of one warp. */
static void locks(void **state)
{
	struct pf_message m;

	(void)state;
	start("ref", PF_SCORD);
	begin(1, 68);
	event(PF_EVT_LOCK, 1, 9, true, &m);
	assert_int_equal(tag_of(1, 9).signature, 0);
	assert_false(event(PF_EVT_ACTIVATE, 1, 9, false, &m));
	assert_int_equal(tag_of(1, 9).signature, BINS(0x28 ^ 5)); /* key 69 */
	assert_false(event(PF_EVT_ACTIVATE, 1, 9, true, &m));
	assert_int_equal(tag_of(1, 9).signature, BINS(0x28 ^ 5) | BINS(0x28));
	assert_int_equal(tag_of(1, 8).signature, 0);
	event(PF_EVT_UNLOCK, 1, 9, false, &m);
	assert_int_equal(tag_of(1, 9).signature, BINS(0x28));
	event(PF_EVT_UNLOCK, 1, 9, true, &m);
	assert_int_equal(tag_of(1, 9).signature, 0);
	event(PF_EVT_LOCK, 1, 9, false, &m);
	assert_true(event(PF_EVT_FENCE, 1, 9, false, &m));
	assert_int_equal(tag_of(1, 9).signature, BINS(0x28 ^ 5));
	event(PF_EVT_WARP_BEGIN, 1, 9, false, &m);
	assert_int_equal(tag_of(1, 9).signature, 0);
	assert_false(event(PF_EVT_NONE, 1, 9, false, &m));
}

static void fences_tell_the_slices(void **state)
{
	struct pf_message m;

	(void)state;
	start("ref", PF_SCORD_PAPER);
	begin(1, 127);
	assert_true(event(PF_EVT_FENCE, 1, 9, true, &m));
	assert_true(!m.epoch && m.device && m.block == 127 && m.warp == 9);
	assert_true(event(PF_EVT_FENCE, 1, 9, false, &m));
	assert_false(m.device);
	begin(1, 128); /* counted where nobody looks */
	event(PF_EVT_LOCK, 1, 9, true, &m);
	assert_false(event(PF_EVT_FENCE, 1, 9, true, &m));
	assert_int_equal(tag_of(1, 9).signature,
			 BINS(0x28) | BINS(0x28 ^ 1)); /* but it becomes active */
}

static void barriers_of_a_slot(void **state)
{
	struct pf_message m;

	(void)state;
	start("ref", PF_SCORD);
	for (unsigned i = 1; i < 256; i++) {
		assert_false(event(PF_EVT_BARRIER, 6, i % 32, false, &m));
		assert_int_equal(tag_of(6, 0).barrier, i);
	}
	assert_int_equal(tag_of(5, 6).barrier, 0);
	event(PF_EVT_WARP_BEGIN, 6, 6, false, &m);
	begin(6, 1);
	assert_int_equal(tag_of(6, 6).barrier, 255); /* goes on counting */
	assert_true(event(PF_EVT_BARRIER, 6, 6, true, &m));
	assert_true(m.epoch && !m.device && m.block == 0 && m.warp == 0);
	assert_int_equal(tag_of(6, 0).barrier, 0);
}

static void barriers_of_a_warp(void **state)
{
	struct pf_message m;

	(void)state;
	start("tiny", PF_SCORD_PAPER);
	for (unsigned i = 1; i <= 12; i++) {
		assert_false(event(PF_EVT_BARRIER, i % 2, 3, false, &m));
		assert_int_equal(tag_of(0, 3).barrier, i % 8);
	}
	assert_int_equal(tag_of(0, 2).barrier, 0);
	event(PF_EVT_WARP_BEGIN, 0, 2, false, &m);
	assert_int_equal(tag_of(1, 3).barrier, 4);
	event(PF_EVT_WARP_BEGIN, 0, 3, false, &m);
	assert_int_equal(tag_of(0, 3).barrier, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fresh_is_zero),
		cmocka_unit_test(request_goes_into_the_tag),
		cmocka_unit_test(locks),
		cmocka_unit_test(fences_tell_the_slices),
		cmocka_unit_test(barriers_of_a_slot),
		cmocka_unit_test(barriers_of_a_warp),
	};
	const int failed = cmocka_run_group_tests(tests, NULL, NULL);

	pf_sm_free(&sm);
	return failed;
}
