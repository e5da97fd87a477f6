/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Commits against what they are for, said three ways that share nothing with the model:
 *
 *   depth     of a byte, 64 bits: -(quantum << bits) + warp; a write passes when its depth is <=
 *   nature    a byte ends with the value of the last write of the lowest warp in the quantum
 *   order     any arrival order that keeps each warp's own gives the same bytes and winners
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "reference/pf_zcommit.h"

enum { LINES = 96, WARPS = 15, MOST = 400 }; /* 96 lines: the last page is not full */

static const struct pf_zconfig small = {
	.lines = LINES, .line_bits = 7, .warp_bits = 4, .quantum_bits = 3};

static bool has(const struct pf_zrequest *r, unsigned b)
{
	return r->mask[b / 8] >> b % 8 & 1;
}

static void mask_draw(uint8_t *mask, struct rng *rng)
{
	const uint32_t kind = rng_below(rng, 5);
	const uint32_t from = rng_below(rng, PF_LINE_BYTES);
	const uint32_t to = from + rng_below(rng, PF_LINE_BYTES - from) + 1;

	memset(mask, 0, PF_LINE_MASK);
	for (unsigned b = 0; b < PF_LINE_BYTES; b++) {
		const bool in = kind == 0   ? true
				: kind == 1 ? b == from
				: kind == 2 ? b >= from && b < to
				: kind == 3 ? rng_below(rng, 2) == 0
					    : b / 4 == from / 4;

		mask[b / 8] |= (uint8_t)(in << b % 8);
	}
}

static void request_draw(struct pf_zrequest *r, struct rng *rng, uint32_t lines)
{
	/* the first and last lines, and those beside the border of a page, as often as others */
	static const uint32_t edge[] = {0, 63, 64, LINES - 1};

	r->line = rng_below(rng, 4) ? rng_below(rng, lines) : edge[rng_below(rng, 4)];
	r->warp = rng_below(rng, WARPS);
	mask_draw(r->mask, rng);
	for (unsigned b = 0; b < PF_LINE_BYTES; b++)
		r->data[b] = (uint8_t)rng_next(rng);
}

struct memory {
	uint8_t byte[LINES][PF_LINE_BYTES];
};

static void apply(struct memory *m, const struct pf_zrequest *r)
{
	for (unsigned b = 0; b < PF_LINE_BYTES; b++)
		if (has(r, b))
			m->byte[r->line][b] = r->data[b];
}

static void same_request(const struct pf_zrequest *a, const struct pf_zrequest *b)
{
	assert_int_equal(a->line, b->line);
	assert_int_equal(a->warp, b->warp);
	assert_memory_equal(a->mask, b->mask, PF_LINE_MASK);
	assert_memory_equal(a->data, b->data, PF_LINE_BYTES);
}

/* Depths with a quantum that never wraps: the overflow must not show. */
static void equals_depths(void **state)
{
	static int64_t depth[LINES][PF_LINE_BYTES];
	struct pf_zcommit *z = pf_zcommit_create(&small);
	struct rng rng;

	(void)state;
	rng_seed(&rng, 1);
	for (int64_t q = 1; q <= 200; q++) {
		pf_zcommit_begin(z);
		assert_int_equal(pf_zcommit_quantum(z), (q - 1) % 7 + 1);
		for (uint32_t n = rng_below(&rng, MOST); n > 0; n--) {
			struct pf_zrequest r, got, want;

			request_draw(&r, &rng, q % 3 ? LINES : 3);
			want = r;
			for (unsigned b = 0; b < PF_LINE_BYTES; b++) {
				const int64_t mine = -(q * 16) + r.warp;

				if (!has(&r, b))
					continue;
				if (mine <= depth[r.line][b])
					depth[r.line][b] = mine;
				else
					want.mask[b / 8] &= (uint8_t) ~(1U << b % 8);
			}
			pf_zcommit_request(z, &r, &got);
			same_request(&got, &want);
		}
		for (uint32_t l = 0; l < LINES; l++)
			for (unsigned b = 0; b < PF_LINE_BYTES; b++) {
				const int64_t w = depth[l][b] + q * 16;

				assert_int_equal(pf_zcommit_winner(z, l, b), w < WARPS ? w : WARPS);
			}
	}
	pf_zcommit_destroy(z);
}

/* Takes the entries in an order of its own that keeps each warp's; -> memory, by the results. */
static void commit(struct pf_zcommit *z, const struct pf_zrequest *log, unsigned n,
		   struct memory *m, struct rng *rng)
{
	bool done[MOST] = {false};

	pf_zcommit_begin(z);
	for (unsigned left = n; left > 0; left--) {
		struct pf_zrequest got;
		unsigned at = rng_below(rng, n);

		while (done[at])
			at = (at + 1) % n;
		for (unsigned i = 0; i < at; i++) /* its warp's oldest of that line */
			if (!done[i] && log[i].warp == log[at].warp && log[i].line == log[at].line)
				at = i;
		done[at] = true;
		pf_zcommit_request(z, &log[at], &got);
		apply(m, &got);
	}
}

/* What the bytes must be, with no thought of arrival: warps from the last to the first. */
static void nature(const struct pf_zrequest *log, unsigned n, struct memory *m)
{
	for (uint32_t w = WARPS; w-- > 0;)
		for (unsigned i = 0; i < n; i++)
			if (log[i].warp == w)
				apply(m, &log[i]);
}

static void any_order_same_bytes(void **state)
{
	static struct pf_zrequest log[MOST];
	static struct memory a, b, want;
	struct pf_zcommit *x = pf_zcommit_create(&small), *y = pf_zcommit_create(&small);
	struct rng rng;

	(void)state;
	rng_seed(&rng, 2);
	for (unsigned round = 0; round < 150; round++) {
		const unsigned n = 1 + rng_below(&rng, MOST);
		const uint32_t lines = 1 + rng_below(&rng, round % 2 ? 4 : LINES);

		for (unsigned i = 0; i < n; i++)
			request_draw(&log[i], &rng, lines);
		commit(x, log, n, &a, &rng);
		commit(y, log, n, &b, &rng);
		nature(log, n, &want);
		assert_memory_equal(&a, &want, sizeof(a));
		assert_memory_equal(&b, &want, sizeof(b));
		for (uint32_t l = 0; l < LINES; l++)
			for (unsigned k = 0; k < PF_LINE_BYTES; k++)
				assert_int_equal(pf_zcommit_winner(x, l, k),
						 pf_zcommit_winner(y, l, k));
	}
	pf_zcommit_destroy(x);
	pf_zcommit_destroy(y);
}

static struct pf_zrequest bytes(uint32_t warp, unsigned from, unsigned to, uint8_t value)
{
	struct pf_zrequest r = {.line = 5, .warp = warp};

	for (unsigned b = from; b < to; b++)
		r.mask[b / 8] |= (uint8_t)(1U << b % 8);
	memset(r.data, value, sizeof(r.data));
	return r;
}

static unsigned count(const struct pf_zrequest *r)
{
	unsigned n = 0;

	for (unsigned b = 0; b < PF_LINE_BYTES; b++)
		n += has(r, b);
	return n;
}

/* By hand: halves of words, a loser, a tie, and the bytes beside them. */
static void by_hand(void **state)
{
	struct pf_zcommit *z = pf_zcommit_create(&small);
	struct pf_zrequest r, got;

	(void)state;
	pf_zcommit_begin(z);
	assert_int_equal(pf_zcommit_winner(z, 5, 0), 15);
	r = bytes(7, 2, 9, 1);
	pf_zcommit_request(z, &r, &got);
	assert_int_equal(count(&got), 7);
	r = bytes(9, 0, 4, 2); /* loses bytes 2 and 3 */
	pf_zcommit_request(z, &r, &got);
	assert_int_equal(got.mask[0], 3);
	assert_int_equal(count(&got), 2);
	r = bytes(7, 0, 128, 3); /* a tie wins; what 9 has goes to 7 */
	pf_zcommit_request(z, &r, &got);
	assert_int_equal(count(&got), 128);
	r = bytes(8, 0, 128, 4); /* loses everywhere; in place */
	pf_zcommit_request(z, &r, &r);
	assert_int_equal(count(&r), 0);
	r = bytes(0, 127, 128, 5);
	pf_zcommit_request(z, &r, &got);
	assert_int_equal(pf_zcommit_winner(z, 5, 127), 0);
	assert_int_equal(pf_zcommit_winner(z, 5, 126), 7);
	assert_int_equal(pf_zcommit_winner(z, 4, 126), 15);
	pf_zcommit_begin(z); /* the last warp beats any of the quantum before */
	r = bytes(14, 126, 128, 6);
	pf_zcommit_request(z, &r, &got);
	assert_int_equal(count(&got), 2);
	assert_int_equal(pf_zcommit_winner(z, 5, 125), 15);
	pf_zcommit_destroy(z);
}

/* A row as old as all quantum numbers has the present number again, but was forgotten. */
static void overflow_forgets(void **state)
{
	const struct pf_zconfig c = {.lines = 8, .line_bits = 3, .warp_bits = 4, .quantum_bits = 1};
	struct pf_zcommit *one = pf_zcommit_create(&c), *z = pf_zcommit_create(&small);
	struct pf_zrequest low = bytes(0, 0, 128, 1), high = bytes(14, 0, 128, 2), got;

	(void)state;
	for (unsigned q = 0; q < 5; q++) { /* one bit: an overflow each time */
		pf_zcommit_begin(one);
		assert_int_equal(pf_zcommit_quantum(one), 1);
		pf_zcommit_request(one, &high, &got);
		assert_int_equal(count(&got), 128);
		pf_zcommit_request(one, &low, &got);
		assert_int_equal(count(&got), 128);
	}
	pf_zcommit_begin(z);
	pf_zcommit_request(z, &low, &got);
	for (unsigned q = 0; q < 7; q++)
		pf_zcommit_begin(z);
	assert_int_equal(pf_zcommit_quantum(z), 1);
	assert_int_equal(pf_zcommit_winner(z, 5, 0), 15);
	pf_zcommit_request(z, &high, &got);
	assert_int_equal(count(&got), 128);
	pf_zcommit_destroy(z);
	pf_zcommit_destroy(one);
}

static void figures_out_of_range(void **state)
{
	struct pf_zconfig c = small;
	struct pf_zcommit *z;

	(void)state;
	c.lines = 129;
	assert_null(pf_zcommit_create(&c));
	c.lines = 0;
	assert_null(pf_zcommit_create(&c));
	c = small;
	c.warp_bits = 17;
	assert_null(pf_zcommit_create(&c));
	c = small;
	c.quantum_bits = 0;
	assert_null(pf_zcommit_create(&c));
	pf_zcommit_destroy(NULL);
	/* the largest: only what is used takes memory */
	c = (struct pf_zconfig){
		.lines = 1U << 21, .line_bits = 21, .warp_bits = 16, .quantum_bits = 16};
	z = pf_zcommit_create(&c);
	assert_non_null(z);
	pf_zcommit_begin(z);
	assert_int_equal(pf_zcommit_winner(z, c.lines - 1, 127), 65535);
	pf_zcommit_destroy(z);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equals_depths),
		cmocka_unit_test(any_order_same_bytes),
		cmocka_unit_test(by_hand),
		cmocka_unit_test(overflow_forgets),
		cmocka_unit_test(figures_out_of_range),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
