/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Claims on words of shared memory against a list of all accesses: a conflict of two threads in a
 * byte is always told; and what is told is a conflict in a word at least.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "machine/claims.h"

enum { BYTES = 2048, WORDS = BYTES / 4, WARPS = 3, MOST = 4096, RUNS = 20000 };

/* An access of a lane to a word in this interval. */
struct past {
	uint32_t word, bytes, warp, lane, met, instruction;
	bool write;
};

struct bench {
	struct rng rng;
	struct claims claims;
	bool lanes;
	struct past past[MOST];
	unsigned n;
	uint32_t met[WARPS], instruction;
	unsigned conflicts, calm,
		spared; /* runs; spared: bytes of a word that differ, and no word */
};

static uint32_t below(struct bench *k, uint32_t n)
{
	return (uint32_t)rng_below(&k->rng, n);
}

enum says { NONE, WORD, BYTE };

static enum says between(const struct bench *k, const struct past *a, const struct past *b)
{
	if (a->word != b->word || !(a->write || b->write))
		return NONE;
	if (a->warp == b->warp &&
	    (a->lane == b->lane ||
	     (k->lanes ? a->met != b->met : a->instruction != b->instruction)))
		return NONE;
	return a->bytes & b->bytes ? BYTE : WORD;
}

static enum says note(struct bench *k, const struct past *p)
{
	enum says worst = NONE;

	for (unsigned i = 0; i < k->n; i++) {
		const enum says s = between(k, &k->past[i], p);

		worst = s > worst ? s : worst;
	}
	assert_true(k->n < MOST);
	k->past[k->n++] = *p;
	return worst;
}

static uint64_t offset(const struct simt_reach *r, unsigned lane, const uint8_t *base)
{
	const unsigned half = SIMT_LANES / SIMT_HALVES;

	if (r->layout == SIMT_SCATTERED)
		return r->off[lane];
	return (uint64_t)(r->host[lane / half] - base) +
	       (r->layout == SIMT_SIDE ? (uint64_t)(lane % half) * r->bytes : 0);
}

static enum says note_all(struct bench *k, uint32_t warp, const struct simt_reach *r,
			  const uint8_t *base)
{
	enum says worst = NONE;

	k->instruction++;
	for (uint32_t left = r->mask; left; left &= left - 1) {
		const unsigned lane = (unsigned)__builtin_ctz(left);
		const uint64_t at = offset(r, lane, base);

		for (uint64_t w = at / 4; w <= (at + r->bytes - 1) / 4; w++) {
			const uint32_t part = ((1U << (r->bytes < 4 ? r->bytes : 4)) - 1)
					      << (r->bytes < 4 ? at % 4 : 0);
			const enum says s = note(k, &(struct past){.word = (uint32_t)w,
								   .bytes = part,
								   .warp = warp,
								   .lane = lane,
								   .met = k->met[warp],
								   .instruction = k->instruction,
								   .write = r->store});

			worst = s > worst ? s : worst;
		}
	}
	return worst;
}

/* Warps keep to their own part, or not. */
static struct simt_reach access_of(struct bench *k, uint32_t warp, bool own, uint8_t *base)
{
	struct simt_reach r = {.bytes = 1U << below(k, 5),
			       .layout = (enum simt_layout)below(k, 3),
			       .store = below(k, 3) == 0,
			       .mask = UINT32_MAX};
	const uint32_t room = own ? 640 : BYTES, from = own ? warp * 640 : 0;
	const uint32_t step = r.layout == SIMT_SIDE ? r.bytes * 16 : r.bytes;

	if (r.layout == SIMT_SAME && r.store)
		r.layout = SIMT_SCATTERED;
	if (r.layout == SIMT_SCATTERED && below(k, 2))
		r.mask = 1U << below(k, 32) | 1U << below(k, 32);
	for (unsigned h = 0; h < SIMT_HALVES; h++)
		r.host[h] = base + from + below(k, (room - step) / r.bytes + 1) * r.bytes;
	if (r.layout == SIMT_SCATTERED) {
		r.host[0] = base;
		for (unsigned l = 0; l < SIMT_LANES; l++)
			r.off[l] = from +
				   (below(k, 2) ? below(k, room / r.bytes) : l % (room / r.bytes)) *
					   r.bytes;
	}
	return r;
}

static void next_interval(struct bench *k)
{
	assert_true(claims_interval(&k->claims));
	k->n = 0;
}

/* One block, up to its first conflict. */
static void run(struct bench *k)
{
	static uint8_t base[BYTES];
	const bool own = below(k, 2), words = below(k, 2);

	assert_true(claims_block(&k->claims));
	k->n = 0;
	for (unsigned i = 0; i < 12; i++) {
		const uint32_t warp = below(k, WARPS), what = below(k, 8);
		struct simt_reach r = access_of(k, warp, own, base);
		enum says s;
		bool quiet;

		if (what == 0) {
			next_interval(k);
			continue;
		}
		if (what == 1 && k->lanes) {
			assert_true(claims_sync(&k->claims, warp));
			k->met[warp]++;
			continue;
		}
		if (words && r.bytes < 4)
			continue;
		s = note_all(k, warp, &r, base);
		quiet = claims_touch(&k->claims, warp, &r, base);
		assert_false(quiet && s == BYTE);
		assert_false(!quiet && s == NONE);
		k->spared += quiet && s == WORD;
		if (!quiet) {
			k->conflicts++;
			return;
		}
	}
	k->calm++;
}

static void all(bool lanes)
{
	struct bench *k = calloc(1, sizeof(*k));

	assert_non_null(k);
	rng_seed(&k->rng, lanes ? 7 : 9);
	k->lanes = lanes;
	claims_launch(&k->claims, BYTES, lanes);
	for (unsigned i = 0; i < RUNS; i++)
		run(k);
	print_message("# blocks with a conflict %u, without %u; accesses to parts of words %u\n",
		      k->conflicts, k->calm, k->spared);
	assert_true(k->conflicts > RUNS / 4 && k->calm > RUNS / 20);
	claims_free(&k->claims);
	free(k);
}

static void warps(void **state)
{
	(void)state;
	all(false);
}

static void lanes(void **state)
{
	(void)state;
	all(true);
}

/* Stamps that are used up are refused, and come again after all has been cleared. */
static void stamps(void **state)
{
	static uint8_t base[64];
	struct claims c = {0};
	struct simt_reach r = {.bytes = 4, .layout = SIMT_SCATTERED, .mask = 1, .store = true};

	(void)state;
	r.host[0] = base;
	claims_launch(&c, sizeof(base), true);
	assert_true(claims_block(&c));
	assert_true(claims_touch(&c, 1, &r, base));
	c.interval = UINT64_MAX << 37;
	assert_false(claims_interval(&c));
	assert_true(claims_block(&c));
	assert_true(c.interval < UINT64_MAX / 2);
	assert_true(claims_touch(&c, 0, &r, base));
	assert_false(claims_touch(&c, 1, &r, base));
	c.sync[2] |= ((1ULL << 23) - 1) << 9;
	assert_false(claims_sync(&c, 2));
	claims_launch(&c, sizeof(base), false);
	assert_false(claims_touch(&c, 2, &r, base));
	claims_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(warps),
		cmocka_unit_test(lanes),
		cmocka_unit_test(stamps),
	};

	return cmocka_run_group_tests_name("machine/claims", tests, NULL, NULL);
}
