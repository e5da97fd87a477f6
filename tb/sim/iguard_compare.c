/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * iguard_compare: backend compare of iGUARD's units (sim/iguard/compare*.c): no difference on
 * random traffic, and a planted one is found. Run by test_iguard_compare.sh, which says where the
 * Verilated units lie (PHOTOFINISH_RTL).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../../sim/iguard/compare.h"
#include "base/rng.h"

enum { LINES = 24, LINE_BYTES = 128, REQUESTS = 300, LAUNCHES = 8, PCS = 4 };
enum { ALONE = 16 /* cycles for a tag or message */ };

static struct det *begin(void)
{
	struct sim_config c;
	struct diag diag = {""};
	const struct det_setup s = {.backend = BACKEND_COMPARE,
				    .policy = PF_SCORD,
				    .iguard = true,
				    .lanes = true,
				    .metadata = PF_FULL,
				    .sim = &c};
	struct det *d;

	assert_int_equal(sim_config_read(&c, "tiny", &diag), 0);
	sim_config_choose_detector(&c, true);
	c.det.report_all = c.det.meta_free = true;
	c.det.ring_log2 = 10;
	d = det_create(&s, &diag);
	if (!d)
		fail_msg("%s", diag.text);
	return d;
}

/* Slices */

static void count(void *ctx, const struct det_record *x)
{
	uint64_t *n = ctx;

	assert_true(x->iguard && x->word / 32 == x->iguard->line);
	++*n;
}

static struct pf_iguard_request any_request(struct rng *r)
{
	const bool atomic = rng_below(r, 4) == 0, fence = rng_below(r, 8) == 0;
	struct pf_iguard_request q = {
		.is_message = fence,
		.message = {.kind = PF_IGUARD_MSG_FENCE,
			    .block = rng_below(r, 4),
			    .warp = rng_below(r, 4),
			    .lane = PF_IGUARD_ALL,
			    .device = rng_below(r, 2),
			    .stamp = {.when = rng_below(r, 8), .bar = rng_below(r, 2)}},
		.sector = rng_below(r, LINES) * 4 + rng_below(r, 4),
		.words = (uint8_t)(1 + rng_below(r, 255)),
		.pc = rng_below(r, PCS),
		.tag = {.write = rng_below(r, 2), .several = rng_below(r, 8) == 0}};

	q.tag.by.side = (struct pf_iguard_side){.block = 1 + rng_below(r, 4),
						.warp = (uint8_t)rng_below(r, 4),
						.when = rng_below(r, 8),
						.lane = (uint8_t)rng_below(r, 32),
						.bytes = rng_below(r, 4) ? 15 : 3,
						.size = 2,
						.atomic = atomic & 1U,
						.polls = atomic & 1U};
	q.tag.by.step = q.tag.several ? PF_IGUARD_STEP_NONE : PF_IGUARD_STEP_WORD;
	return q;
}

static void give(struct det_slice *u, const struct pf_iguard_request *q)
{
	while (!det_slice_ready(u))
		det_slice_step(u);
	det_slice_iguard_request(u, q);
	det_slice_step(u);
}

static void drain(struct det_slice *u)
{
	while (!det_slice_idle(u))
		det_slice_step(u);
}

static uint64_t launch(struct det *d, struct rng *r)
{
	struct det_slice *u = det_slice(d, 1);
	struct diag diag = {""};
	uint64_t racing = 0;

	if (det_launch(d, LINES * LINE_BYTES, &diag))
		fail_msg("%s", diag.text);
	for (unsigned i = 0; i < REQUESTS; i++) {
		const struct pf_iguard_request q = any_request(r);

		give(u, &q);
	}
	drain(u);
	det_records(d, count, &racing);
	return racing;
}

static struct det *launched(struct rng *r)
{
	struct det *d = begin();

	rng_seed(r, 7);
	assert_true(launch(d, r) > 100);
	if (det_mismatch(d))
		fail_msg("%s", det_mismatch(d));
	return d;
}

static void found(struct det *d, const char *what)
{
	uint64_t racing = 0;

	det_slice(d, 1)->untold = true;
	det_records(d, count, &racing);
	assert_non_null(det_mismatch(d));
	if (!strstr(det_mismatch(d), what))
		fail_msg("'%s', not '%s'", det_mismatch(d), what);
	det_destroy(d);
}

static void slices_agree(void **state)
{
	struct rng r;
	struct det *d = launched(&r);

	(void)state;
	for (unsigned i = 1; i < LAUNCHES; i++)
		assert_true(launch(d, &r) > 100);
	if (det_mismatch(d))
		fail_msg("%s", det_mismatch(d));
	assert_int_equal(det_dropped(d), 0);
	det_destroy(d);
}

static void planted_side_is_found(void **state)
{
	struct rng r;
	struct det *d = launched(&r);

	(void)state;
	for (uint64_t beat = 0; beat < det_slice(d, 1)->memory.beats.n; beat++)
		det_corrupt(d, 1, beat * PF_BEAT_ENTRIES);
	found(d, "slice 1: line ");
}

/* As when the unit forgets to tell: the model beside it has seen one access more. */
static void planted_race_is_found(void **state)
{
	struct rng r;
	struct det *d = launched(&r);
	struct pf_iguard_slice *s = &det_slice(d, 1)->iguard;

	(void)state;
	for (unsigned i = 0; i < 16; i++) {
		struct pf_iguard_request q = any_request(&r);

		q.is_message = false;
		q.pc = PCS;
		pf_iguard_slice_request(s, &q);
	}
	found(d, "racing words in records");
}

static void planted_epoch_is_found(void **state)
{
	const struct pf_iguard_request epoch = {.is_message = true,
						.message = {.kind = PF_IGUARD_MSG_EPOCH}};
	struct rng r;
	struct det *d = launched(&r);

	(void)state;
	pf_iguard_slice_request(&det_slice(d, 1)->iguard, &epoch);
	found(d, "wraps is ");
}

/* SMs */

/* A tag of warp 2 for slice 0, then the message of its fence. */
static struct det *told(bool *tag, bool *message)
{
	const struct pf_iguard_sm_request q = {.warp = 2, .tag.by.side.size = 2};
	const struct pf_iguard_sm_event e = {
		.kind = PF_IGUARD_SM_FENCE, .warp = 2, .lane = PF_IGUARD_ALL, .device = true};
	struct det *d = begin();
	struct det_sm *u = det_sm(d, 1);

	*tag = *message = false;
	det_sm_iguard_request(u, &q);
	det_sm_step(u);
	det_sm_iguard_event(u, &e);
	for (unsigned i = 0; i < ALONE; i++) {
		struct pf_iguard_message m;
		struct pf_iguard_tag t;
		uint32_t slice;

		if (det_sm_iguard_tag(u, 0, &t))
			*tag = true;
		if (det_sm_iguard_message(u, &m, &slice))
			*message = slice == 0;
		if (*tag || *message)
			return d;
		det_sm_step(u);
	}
	return d;
}

static void planted_tag_is_found(void **state)
{
	bool tag, message;
	struct det *d = told(&tag, &message);
	struct det_sm *u = det_sm(d, 1);

	(void)state;
	assert_true(tag);
	u->port->out.iguard_tag.by.side.warp = 3;
	det_sm_step(u);
	assert_non_null(det_mismatch(d));
	assert_non_null(strstr(det_mismatch(d), "SM 1: tag 1: warp 3 (expected 2)"));
	det_destroy(d);
}

static void planted_copy_is_found(void **state)
{
	bool tag, message = false;
	struct det *d = told(&tag, &message);
	struct det_sm *u = det_sm(d, 1);
	struct pf_iguard_message m;
	uint32_t slice;

	(void)state;
	for (unsigned i = 0; i < ALONE && !message; i++) {
		det_sm_step(u);
		message = det_sm_iguard_message(u, &m, &slice);
	}
	assert_true(message && slice == 0);
	assert_null(det_mismatch(d));
	u->port->out.message_slice = 1;
	det_sm_step(u);
	assert_non_null(det_mismatch(d));
	assert_non_null(strstr(det_mismatch(d), "SM 1: message 1: slice 1 (expected 0)"));
	det_destroy(d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slices_agree),          cmocka_unit_test(planted_side_is_found),
		cmocka_unit_test(planted_race_is_found), cmocka_unit_test(planted_epoch_is_found),
		cmocka_unit_test(planted_tag_is_found),  cmocka_unit_test(planted_copy_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
