/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_iguard_tag_code: what iGUARD adds to packets comes back out of its bytes, in each geometry.
 *
 *   random packets of an SM to a few slices ─> encode ─> bytes ─> decode, a coder a slice ─> same
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../sim/iguard/tag_code.h"
#include "base/rng.h"

enum { SLICES = 3, PACKETS = 20000, SM = 1 };

static struct iguard_note any_note(struct rng *r, const struct pf_iguard_widths *w)
{
	const uint32_t kind = rng_below(r, 4), slots = 1U << (w->block - w->sm);

	return (struct iguard_note){.block = (uint16_t)(1 + (rng_below(r, slots) << w->sm | SM)),
				    .when = (uint16_t)rng_below(r, 1U << w->when),
				    .bar = (uint16_t)rng_below(r, 3),
				    .meet = (uint16_t)rng_below(r, 3),
				    .locks = rng_below(r, 3) ? 0 : (uint16_t)rng_below(r, 65536),
				    .warp = (uint8_t)rng_below(r, 1U << w->warp),
				    .lane = (uint8_t)rng_below(r, 32),
				    .step = (uint8_t)rng_below(r, PF_IGUARD_STEP_CODES),
				    .size = (uint8_t)rng_below(r, 5),
				    .bytes = (uint8_t)(rng_below(r, 2) ? 15 : 1 + rng_below(r, 15)),
				    .atomic = kind >= 2,
				    .polls = kind >= 1,
				    .block_scope = kind == 3,
				    .several = rng_below(r, 2) & 1U};
}

static struct iguard_tag_coded any_packet(struct rng *r, const struct pf_iguard_widths *w)
{
	static const enum pkt_kind kinds[] = {PKT_READ, PKT_WRITE, PKT_ATOM, PKT_HIT};
	const uint32_t more = rng_below(r, 3) ? 0 : rng_below(r, IGUARD_PARTS);
	struct iguard_tag_coded t = {.kind = kinds[rng_below(r, 4)],
				     .pc = rng_below(r, 4) ? rng_below(r, 3) : 1U << 20,
				     .slice = rng_below(r, SLICES),
				     .sm = SM};

	t.part[0] = any_note(r, w);
	t.part[0].write = t.kind == PKT_WRITE || t.kind == PKT_ATOM;
	t.part[0].more = (uint8_t)more;
	t.part[0].words = more ? (uint8_t)rng_below(r, 256) : 0;
	for (uint32_t i = 1; i <= more; i++) {
		const struct iguard_note n = any_note(r, w);

		t.part[i] = t.part[0];
		t.part[i].more = 0;
		t.part[i].lane = n.lane;
		t.part[i].step = n.step;
		t.part[i].several = n.several;
		t.part[i].bytes = n.bytes;
		t.part[i].words = (uint8_t)rng_below(r, 256);
	}
	return t;
}

static void comes_back(const char *geometry)
{
	const struct pf_iguard_widths *w = pf_iguard_widths_named(geometry);
	struct iguard_tag_coder sm, slice[SLICES];
	struct iguard_tag_coded t = {.kind = PKT_READ};
	uint32_t nothing = 0, most = 0;
	struct rng r;

	rng_seed(&r, 5);
	iguard_tag_coder_init(&sm, geometry);
	for (unsigned i = 0; i < SLICES; i++)
		iguard_tag_coder_init(&slice[i], geometry);
	for (uint32_t i = 0; i < PACKETS; i++) {
		uint8_t bytes[IGUARD_TAG_MOST];
		struct iguard_tag_coded got = {.kind = PKT_KINDS};
		uint32_t n;

		if (!i || rng_below(&r, 3))
			t = any_packet(&r, w);
		n = iguard_tag_encode(&sm, &t, bytes);
		assert_true(n <= IGUARD_TAG_MOST);
		nothing += !n;
		most = n > most ? n : most;
		got = (struct iguard_tag_coded){.kind = t.kind, .slice = t.slice, .sm = SM};
		iguard_tag_decode(&slice[t.slice], bytes, n, &got);
		assert_int_equal(got.pc, t.pc);
		assert_memory_equal(got.part, t.part, (1U + t.part[0].more) * sizeof(t.part[0]));
	}
	assert_true(nothing > PACKETS / 20 && most > IGUARD_TAG_MOST / 2);
}

static void ref(void **state)
{
	(void)state;
	comes_back("ref");
}

static void tiny(void **state)
{
	(void)state;
	comes_back("tiny");
}

static void modern(void **state)
{
	(void)state;
	comes_back("modern");
}

/* A coalesced store of a warp behind a barrier, and the sectors behind its first. */
static void usual_sizes(void **state)
{
	const struct iguard_note n = {.block = 2,
				      .when = 5,
				      .bar = 4,
				      .meet = 4,
				      .bytes = 15,
				      .step = PF_IGUARD_STEP_WORD,
				      .size = 2,
				      .write = 1};
	struct iguard_tag_coded t = {.kind = PKT_WRITE, .part[0] = n, .slice = 1, .sm = 1};
	struct iguard_tag_coder x;
	uint8_t bytes[IGUARD_TAG_MOST];

	(void)state;
	iguard_tag_coder_init(&x, "ref");
	assert_int_equal(iguard_tag_encode(&x, &t, bytes), 6 + 2 + 2); /* fixed, bar, pc */
	assert_int_equal(iguard_tag_encode(&x, &t, bytes), 0);
	t.part[0].when++;
	assert_int_equal(iguard_tag_encode(&x, &t, bytes), 6 + 2);
	t.slice = 2;
	assert_int_equal(iguard_tag_encode(&x, &t, bytes), 6 + 2 + 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(ref), cmocka_unit_test(tiny),
					   cmocka_unit_test(modern), cmocka_unit_test(usual_sizes)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
