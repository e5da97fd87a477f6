/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Records of iGUARD's races: each field at the place that the table of fields gives it, in every
 * geometry; the filter, a full ring, a ring that begins anew, a new run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "reference/pf_geometry.h"
#include "reference/pf_iguard_report.h"

enum { RING_LOG2 = 2, SEEN = 16 };

static const struct pf_iguard_race example = {
	.pc = 0x1234,
	.line = 0x5a5a5a,
	.words = 0x80000001,
	.bytes = 6,
	.kind = PF_IGUARD_FENCE_SCOPE,
	.with_reader = true,
	.side = {{.block = 1 + 2,
		  .warp = 1,
		  .lane = 21,
		  .locks = 0x8001,
		  .bytes = 9,
		  .size = 5,
		  .others = PF_IGUARD_DEVICE,
		  .others_block_scope = 1,
		  .polls = 1},
		 PF_IGUARD_STEP_WORD},
	.tag = {.by = {{.block = 1 + 3,
			.warp = 2,
			.lane = 10,
			.locks = 0x4002,
			.bytes = 15,
			.size = 2,
			.block_scope = 1,
			.atomic = 1},
		       PF_IGUARD_STEP_QUAD},
		.write = true},
};

static struct pf_iguard_race race(uint32_t pc, enum pf_iguard_kind kind, bool with_reader)
{
	struct pf_iguard_race x = example;

	x.pc = pc;
	x.kind = kind;
	x.with_reader = with_reader;
	return x;
}

static void check_fields(const struct pf_beat *b, const struct pf_bits field[PF_IGUARD_RACE_FIELDS])
{
	static const uint32_t want[PF_IGUARD_RACE_FIELDS] = {
		[PF_IGUARD_RACE_PC] = 0x1234,
		[PF_IGUARD_RACE_LINE] = 0x5a5a5a,
		[PF_IGUARD_RACE_WORDS] = 0x80000001,
		[PF_IGUARD_RACE_BYTES] = 6,
		[PF_IGUARD_RACE_NUMBER] = 7,
		[PF_IGUARD_RACE_KIND] = PF_IGUARD_KIND_FENCE_SCOPE,
		[PF_IGUARD_RACE_WITH_READER] = 1,
		[PF_IGUARD_RACE_LOCK] = 0x4002,
		[PF_IGUARD_RACE_LANE] = 10,
		[PF_IGUARD_RACE_WARP] = 2,
		[PF_IGUARD_RACE_BLOCK] = 3,
		[PF_IGUARD_RACE_STEP] = PF_IGUARD_STEP_QUAD,
		[PF_IGUARD_RACE_SIZE] = 2,
		[PF_IGUARD_RACE_BLOCK_SCOPE] = 1,
		[PF_IGUARD_RACE_IS_ATOM] = 1,
		[PF_IGUARD_RACE_WRITE] = 1,
		[PF_IGUARD_RACE_OWNER_LOCK] = 0x8001,
		[PF_IGUARD_RACE_OWNER_LANE] = 21,
		[PF_IGUARD_RACE_OWNER_WARP] = 1,
		[PF_IGUARD_RACE_OWNER_BLOCK] = 2,
		[PF_IGUARD_RACE_OWNER_BYTES] = 9,
		[PF_IGUARD_RACE_OWNER_STEP] = PF_IGUARD_STEP_WORD,
		[PF_IGUARD_RACE_OWNER_SIZE] = 5,
		[PF_IGUARD_RACE_OWNER_OTHERS] = PF_IGUARD_DEVICE,
		[PF_IGUARD_RACE_OWNER_OTHERS_BLOCK_SCOPE] = 1,
		[PF_IGUARD_RACE_OWNER_POLLS] = 1,
	};

	for (unsigned i = 0; i < PF_IGUARD_RACE_FIELDS; i++)
		assert_int_equal(pf_beat_get(b, field[i]), want[i]);
}

#define CHECK_GEOMETRY(n, N) \
	{ \
		static const struct pf_bits field[PF_IGUARD_RACE_FIELDS] = \
			PF_IGUARD_RACE_LAYOUT_##N; \
		struct pf_iguard_report r; \
		struct pf_beat b; \
		pf_iguard_report_init(&r, pf_geometry_named(#n), PF_##N##_IGUARD_RACE_PC_W, \
				      RING_LOG2, SEEN); \
		r.unit.head = 0x30007; /* its low 16 bits */ \
		b = pf_iguard_race_pack(&r, &example); \
		check_fields(&b, field); \
		assert_true(PF_##N##_IGUARD_RACE_W <= 256); \
		pf_iguard_report_free(&r); \
	}

static void fields(void **state)
{
	(void)state;
	PF_GEOMETRIES(CHECK_GEOMETRY)
}

static enum pf_reported told(struct pf_iguard_report *r, uint32_t pc, enum pf_iguard_kind kind,
			     bool with_reader)
{
	const struct pf_iguard_race x = race(pc, kind, with_reader);

	return pf_iguard_report_race(r, &x);
}

/* One pair of pc and {with_reader, kind} once; what was dropped is not learned. */
static void fates(void **state)
{
	struct pf_iguard_report r;

	(void)state;
	pf_iguard_report_init(&r, pf_geometry_named("ref"), PF_REF_IGUARD_RACE_PC_W, RING_LOG2,
			      SEEN);
	assert_int_equal(told(&r, 8, PF_IGUARD_FENCE, false), PF_REPORTED);
	assert_int_equal(told(&r, 8, PF_IGUARD_FENCE, false), PF_REPEATED);
	assert_int_equal(told(&r, 8, PF_IGUARD_FENCE, true), PF_REPORTED);
	assert_int_equal(told(&r, 8, PF_IGUARD_LOCK, false), PF_REPORTED);
	assert_int_equal(told(&r, 9, PF_IGUARD_SCOPE, false), PF_REPORTED);
	assert_int_equal(told(&r, 10, PF_IGUARD_ITS, false), PF_DROPPED);
	assert_int_equal(told(&r, 8, PF_IGUARD_FENCE, false), PF_DROPPED);
	r.unit.tail = 1;
	assert_int_equal(told(&r, 10, PF_IGUARD_ITS, false), PF_REPORTED);
	assert_int_equal(pf_beat_get(&r.unit.ring[0], r.field[PF_IGUARD_RACE_NUMBER]), 4);
	assert_int_equal(pf_beat_get(&r.unit.ring[1], r.field[PF_IGUARD_RACE_WITH_READER]), 1);
	r.unit.tail = 5;
	r.unit.report_all = true;
	assert_int_equal(told(&r, 10, PF_IGUARD_ITS, false), PF_REPORTED);
	assert_int_equal(r.unit.head, 6);
	assert_int_equal(r.unit.records, 6);
	assert_int_equal(r.unit.dropped, 2);
	assert_int_equal(r.unit.repeated, 1);
	assert_int_equal(r.kinds[PF_IGUARD_KIND_FENCE], 4);
	assert_int_equal(r.kinds[PF_IGUARD_KIND_ITS], 3);
	pf_iguard_report_clear(&r);
	r.unit.report_all = false;
	assert_int_equal(told(&r, 8, PF_IGUARD_FENCE, false), PF_REPORTED);
	assert_int_equal(r.unit.head, 1);
	pf_iguard_report_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields),
		cmocka_unit_test(fates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
