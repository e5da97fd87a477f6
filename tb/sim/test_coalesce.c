/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The coalescer against a model that works byte by byte, on random operations; bank conflicts
 * against a model that counts words bank by bank; and by hand what coalescing is for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../../sim/sm/coalesce.h"
#include "base/rng.h"

enum { RANDOM = 60000, BASE = 0x10000, BYTES = 4096, LANES = SIMT_LANES };

/* Model: a lane's access has a sector and, for atomics, a number: how many lanes before it are of
 * the same unit (word, or 8 bytes). Lanes with equal sector and number go together. */
struct model_lane {
	uint64_t sector;
	uint32_t number;
};

static bool atomic(const struct simt_op *op)
{
	return op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;
}

static struct model_lane model_lane(const struct simt_op *op, unsigned l)
{
	const uint64_t unit = op->size > 4 ? op->size : 4;
	struct model_lane m = {op->addr[l] / SECTOR * SECTOR, 0};

	for (unsigned k = 0; k < l && atomic(op); k++)
		m.number += (op->mask >> k & 1) && op->addr[k] / unit == op->addr[l] / unit;
	return m;
}

static bool together(struct model_lane a, struct model_lane b)
{
	return a.sector == b.sector && a.number == b.number;
}

/* Masks and bytes of an access, byte by byte. */
static void check_words(const struct simt_op *op, const struct coalesced *c)
{
	unsigned bytes = 0, lanes = 0;
	bool touched[SECTOR] = {false};

	for (unsigned l = 0; l < LANES; l++)
		for (unsigned b = 0; b < op->size * op->vec && (c->lanes >> l & 1); b++) {
			const uint64_t at = op->addr[l] + b - c->addr;

			assert_true(at < SECTOR);
			touched[at] = true;
		}
	for (unsigned w = 0; w < SECTOR / 4; w++) {
		unsigned n = 0;

		for (unsigned b = 0; b < 4; b++)
			n += touched[4 * w + b];
		bytes += n;
		assert_int_equal(c->word_mask >> w & 1, n > 0);
		assert_int_equal(c->sub_mask >> w & 1, n > 0 && n < 4);
	}
	lanes = (unsigned)__builtin_popcount(c->lanes);
	if (op->kind == SIMT_OP_LD)
		assert_int_equal(c->bytes, 0);
	else if (op->kind == SIMT_OP_ST)
		assert_int_equal(c->bytes, bytes);
	else
		assert_int_equal(c->bytes, lanes * op->size * (op->atom == PTX_ATOM_CAS ? 2U : 1U));
}

/* Which lanes go together, and in which order. Returns how many accesses there are. */
static uint32_t check_lanes(const struct simt_op *op, const struct coalesced *c, uint32_t most,
			    uint32_t segment)
{
	uint32_t seen = 0, n = 0;

	for (unsigned l = 0; l < LANES; l++) {
		uint32_t want = 0;

		if (!(op->mask >> l & 1) || seen >> l & 1)
			continue;
		for (unsigned k = l; k < LANES; k++)
			if (op->mask >> k & 1 && together(model_lane(op, k), model_lane(op, l)))
				want |= 1U << k;
		seen |= want;
		n++;
		if (segment == SECTOR) {
			assert_true(n <= most);
			assert_int_equal(c[n - 1].lanes, want);
			assert_int_equal(c[n - 1].addr, model_lane(op, l).sector);
			continue;
		}
		for (uint32_t i = 0;; i++) { /* somewhere, in its line's place: check_lines() */
			assert_true(i < most);
			if (c[i].lanes == want)
				break;
		}
	}
	return n;
}

/* Segment 128: lines in the order of their first lanes, each in one piece; in it, the order of
 * first lanes. */
static void check_lines(const struct coalesced *c, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = i + 1; j < n; j++) {
			const bool same = c[i].addr / LINE == c[j].addr / LINE;

			if (same)
				for (uint32_t k = i; k < j; k++)
					assert_true(c[k].addr / LINE == c[i].addr / LINE);
			if (same)
				assert_true(__builtin_ctz(c[i].lanes) < __builtin_ctz(c[j].lanes));
			if (!same && (i == 0 || c[i - 1].addr / LINE != c[i].addr / LINE) &&
			    c[j - 1].addr / LINE != c[j].addr / LINE)
				assert_true(__builtin_ctz(c[i].lanes) < __builtin_ctz(c[j].lanes));
		}
}

static void check(const struct simt_op *op)
{
	static const uint32_t segments[] = {SECTOR, LINE};
	struct coalesced c[COALESCE_MOST];

	for (unsigned s = 0; s < 2; s++) {
		const uint32_t n = coalesce(op, segments[s], c);

		assert_true(n <= COALESCE_MOST);
		assert_int_equal(check_lanes(op, c, n, segments[s]), n);
		for (uint32_t i = 0; i < n; i++)
			check_words(op, &c[i]);
		if (segments[s] == LINE)
			check_lines(c, n);
	}
}

/* What addresses have in common, from one word to nothing. */
static void random_op(struct rng *r, struct simt_op *op)
{
	static const uint8_t sizes[] = {1, 2, 4, 4, 4, 8};
	const uint32_t span = 1U << (3 + rng_below(r, 10));
	const unsigned pattern = rng_below(r, 4);
	uint64_t bytes;

	memset(op, 0, sizeof(*op));
	op->kind = (enum simt_op_kind)rng_below(r, 4);
	op->size = sizes[rng_below(r, 6)];
	op->vec = 1;
	if (!atomic(op))
		op->vec = (uint8_t)(1U << rng_below(r, op->size < 8 ? 3 : 2));
	if (atomic(op) && op->size == 1)
		op->size = 2;
	op->atom = rng_below(r, 2) ? PTX_ATOM_CAS : PTX_ATOM_ADD;
	op->mask = (uint32_t)rng_next(r) | (uint32_t)(rng_below(r, 4) ? 0 : rng_next(r));
	if (!rng_below(r, 3))
		op->mask = UINT32_MAX;
	op->mask |= 1U << rng_below(r, LANES);
	bytes = (uint64_t)op->size * op->vec;
	for (unsigned l = 0; l < LANES; l++) {
		uint64_t at = rng_below(r, span);

		if (pattern == 0)
			at = l * bytes;
		if (pattern == 1)
			at = l / 2 * bytes * (1 + span / 64);
		op->addr[l] = BASE + at / bytes * bytes;
	}
}

static void against_model(void **state)
{
	struct simt_op op;
	struct rng r;

	(void)state;
	rng_seed(&r, 5);
	for (unsigned i = 0; i < RANDOM; i++) {
		random_op(&r, &op);
		check(&op);
	}
}

static struct simt_op op_of(enum simt_op_kind kind, uint8_t size)
{
	return (struct simt_op){.kind = kind,
				.size = size,
				.vec = 1,
				.mask = UINT32_MAX,
				.space = PTX_SPACE_GLOBAL,
				.atom = PTX_ATOM_ADD};
}

static void by_hand(void **state)
{
	struct simt_op op = op_of(SIMT_OP_LD, 4);
	struct coalesced c[COALESCE_MOST];

	(void)state;
	for (unsigned l = 0; l < LANES; l++)
		op.addr[l] = BASE + 4 * l;
	assert_int_equal(coalesce(&op, SECTOR, c), 4);
	assert_int_equal(c[1].addr, BASE + 32);
	assert_int_equal(c[1].lanes, 0xff00);
	assert_int_equal(c[1].word_mask, 0xff);
	for (unsigned l = 0; l < LANES; l++)
		op.addr[l] = BASE + 64 * l;
	assert_int_equal(coalesce(&op, SECTOR, c), 32);
	for (unsigned l = 0; l < LANES; l++)
		op.addr[l] = BASE + 8;
	assert_int_equal(coalesce(&op, SECTOR, c), 1);
	op.kind = SIMT_OP_ATOM;
	assert_int_equal(coalesce(&op, SECTOR, c), 32);
	for (unsigned l = 0; l < LANES; l++)
		assert_int_equal(c[l].lanes, 1U << l);
	/* bytes of one word together are the word; one of them is a part */
	op = op_of(SIMT_OP_ST, 1);
	for (unsigned l = 0; l < LANES; l++)
		op.addr[l] = BASE + l;
	assert_int_equal(coalesce(&op, SECTOR, c), 1);
	assert_int_equal(c[0].sub_mask, 0);
	assert_int_equal(c[0].bytes, 32);
	op.mask = 0x10;
	assert_int_equal(coalesce(&op, SECTOR, c), 1);
	assert_int_equal(c[0].sub_mask, 2);
	assert_int_equal(c[0].word_mask, 2);
}

/* Banks */

static uint32_t model_banks(const struct simt_op *op, uint32_t banks)
{
	const unsigned words = op->size * op->vec > 4 ? op->size * op->vec / 4U : 1;
	const unsigned lanes = LANES / words;
	uint32_t cycles = 0;

	for (unsigned first = 0; first < LANES; first += lanes) {
		uint32_t most = 0;

		for (uint32_t bank = 0; bank < banks; bank++) {
			uint64_t seen[LANES];
			uint32_t n = 0;

			for (unsigned i = 0; i < lanes * words; i++) {
				const unsigned l = first + i / words;
				const uint64_t word = op->addr[l] / 4 + i % words;
				bool known = false;

				if (!(op->mask >> l & 1) || word % banks != bank)
					continue;
				for (uint32_t k = 0; k < n && !atomic(op); k++)
					known |= seen[k] == word;
				if (!known)
					seen[n++] = word;
			}
			most = n > most ? n : most;
		}
		cycles += most;
	}
	return cycles;
}

static void banks_against_model(void **state)
{
	struct simt_op op;
	struct rng r;

	(void)state;
	rng_seed(&r, 6);
	for (unsigned i = 0; i < RANDOM; i++) {
		const uint32_t banks = 1U << rng_below(&r, 7);

		random_op(&r, &op);
		assert_int_equal(coalesce_banks(&op, banks), model_banks(&op, banks));
	}
}

static void banks_by_hand(void **state)
{
	struct simt_op op = op_of(SIMT_OP_LD, 4);

	(void)state;
	for (unsigned stride = 1; stride <= 32; stride *= 2) {
		for (unsigned l = 0; l < LANES; l++)
			op.addr[l] = 4UL * l * stride;
		assert_int_equal(coalesce_banks(&op, 32), stride);
	}
	for (unsigned l = 0; l < LANES; l++)
		op.addr[l] = 64;
	assert_int_equal(coalesce_banks(&op, 32), 1);
	op.kind = SIMT_OP_ATOM;
	assert_int_equal(coalesce_banks(&op, 32), 32);
	op = op_of(SIMT_OP_ST, 8);
	for (unsigned l = 0; l < LANES; l++)
		op.addr[l] = 8UL * l;
	assert_int_equal(coalesce_banks(&op, 32), 2);
	op.mask = 0xffff;
	assert_int_equal(coalesce_banks(&op, 32), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(against_model),
		cmocka_unit_test(by_hand),
		cmocka_unit_test(banks_against_model),
		cmocka_unit_test(banks_by_hand),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
