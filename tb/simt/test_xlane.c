/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_xlane: shfl, vote, match, redux, activemask on random values, execution masks and
 * member masks, against models that look at every lane.
 */

/* clang-format off */
#include "test_alu.h"

/* The warp as the instruction sees it: operands $n of lane l are in[n][l]. */
struct scene {
	uint32_t mask;			/* lanes that execute */
	uint32_t member[SIMT_LANES];	/* lanes of the same group */
	const struct alu_rig *rig;
};

/* Expected results of lane l */
typedef void (*lane_model)(const struct scene *s, unsigned l, uint64_t *dst);

enum { ROUNDS = 400 };

/* Execution mask and groups: all lanes, some, one; one group or two */
static void make_scene(struct scene *s, struct rng *rng, bool sync)
{
	const uint64_t bits = rng_next(rng);
	const uint32_t half = (bits >> 60 & 1U) != 0 ? 0x0000ffffU : (uint32_t)(bits >> 8);

	s->mask = (bits & 3U) == 0 ? UINT32_MAX : (bits & 3U) == 1 ? (uint32_t)rng_next(rng) :
		  (bits & 3U) == 2 ? 1U << (bits >> 4 & 31U) : 0x00ffffffU;
	if (s->mask == 0)
		s->mask = 1;
	for (unsigned l = 0; l < SIMT_LANES; l++) {
		s->member[l] = s->mask;
		if (sync && (bits >> 62 & 1U) != 0)
			s->member[l] &= (half >> l & 1U) != 0 ? half : ~half;
	}
}

/* in_of(rng, k, l): operand values; the member mask, if any, is operand number `member` */
static void run(const char *insn, const char *sig, unsigned member, lane_model model,
		uint64_t (*in_of)(struct rng *rng, unsigned k))
{
	struct alu_rig rig;
	struct scene s = { .rig = &rig };
	struct rng rng;

	rng_seed(&rng, 11);
	alu_rig_open(&rig, insn, sig);
	for (unsigned round = 0; round < ROUNDS; round++) {
		uint64_t want[ALU_MAX_OPND][SIMT_LANES] = { { 0 } };

		make_scene(&s, &rng, member != 0);
		for (unsigned k = rig.n_dst; k < rig.n_all; k++) {
			const uint64_t common = in_of(&rng, k);

			for (unsigned l = 0; l < SIMT_LANES; l++)
				rig.in[k][l] = alu_trim(rig.kind[k], (rng_next(&rng) & 1U) != 0 ?
							in_of(&rng, k) : common);
			for (unsigned l = 0; l < SIMT_LANES && k == member; l++)
				rig.in[k][l] = s.member[l];
			/* often all equal, so that "all" and "uniform" are met */
			for (unsigned l = 0; l < SIMT_LANES && k != member && round % 3 == 0; l++)
				rig.in[k][l] = alu_trim(rig.kind[k], common);
		}
		for (unsigned l = 0; l < SIMT_LANES; l++) {
			uint64_t dst[ALU_MAX_OPND] = { 0 };

			if ((s.mask >> l & 1U) != 0)
				model(&s, l, dst);
			for (unsigned k = 0; k < rig.n_dst; k++)
				want[k][l] = dst[k];
		}
		/* lock step executes two groups of a member mask as one, ITS as it likes */
		alu_rig_check(&rig, want, SIMT_LANES, s.mask, SIMT_LOCKSTEP);
		alu_rig_check(&rig, want, SIMT_LANES, s.mask, SIMT_ITS);
	}
	alu_rig_close(&rig);
}

static uint64_t any_bits(struct rng *rng, unsigned k)
{
	(void)k;
	return rng_next(rng);
}

static uint64_t few_values(struct rng *rng, unsigned k)
{
	(void)k;
	return (rng_next(rng) & 3U) * 0x8000000040000001U;
}

/* shfl: $0 d, $1 p, $2 a, $3 b, $4 c; the pseudo-code of PTX */
static void shfl(const struct scene *s, unsigned l, uint64_t *dst, char mode)
{
	const int lane = (int)l, bval = (int)(s->rig->in[3][l] & 31U);
	const int cval = (int)(s->rig->in[4][l] & 31U), seg = (int)(s->rig->in[4][l] >> 8 & 31U);
	const int max_lane = (lane & seg) | (cval & ~seg), min_lane = lane & seg;
	int j;
	bool p;

	switch (mode) {
	case 'u': j = lane - bval; p = j >= max_lane; break;
	case 'd': j = lane + bval; p = j <= max_lane; break;
	case 'b': j = lane ^ bval; p = j <= max_lane; break;
	default: j = min_lane | (bval & ~seg); p = j <= max_lane; break;
	}
	if (!p)	/* own */
		j = lane;
	/* undefined by PTX from a lane that is not there: 0 */
	dst[0] = (s->member[l] & s->mask & 1U << j) != 0 ? s->rig->in[2][j] : 0;
	dst[1] = p;
}
static void shfl_up(const struct scene *s, unsigned l, uint64_t *d) { shfl(s, l, d, 'u'); }
static void shfl_down(const struct scene *s, unsigned l, uint64_t *d) { shfl(s, l, d, 'd'); }
static void shfl_bfly(const struct scene *s, unsigned l, uint64_t *d) { shfl(s, l, d, 'b'); }
static void shfl_idx(const struct scene *s, unsigned l, uint64_t *d) { shfl(s, l, d, 'i'); }

/* The c operands that compilers write, and any other */
static uint64_t shfl_operand(struct rng *rng, unsigned k)
{
	static const uint32_t usual[] = { 0, 31, 0x1c03, 0x1c00, 0x181f, 0x1e01, 0x100f };

	if (k == 4 && (rng_next(rng) & 3U) != 0)
		return usual[rng_next(rng) % 7];
	return rng_next(rng);
}

/* In place, without the predicate: from the neighbour, if that is there */
static void neighbour(const struct scene *s, unsigned l, uint64_t *d)
{
	d[0] = (s->mask & s->member[l]) >> (l ^ 1U) & 1U ? s->rig->in[1][l ^ 1U] : 0;
}

static void test_shfl(void **state)
{
	(void)state;
	run("shfl.sync.bfly.b32 $1, $1, 1, 31, $2; mov.b32 $0, $1", "r:rr", 2, neighbour, any_bits);
	run("shfl.sync.up.b32 $0|$1, $2, $3, $4, $5", "rp:rrrr", 5, shfl_up, shfl_operand);
	run("shfl.sync.down.b32 $0|$1, $2, $3, $4, $5", "rp:rrrr", 5, shfl_down, shfl_operand);
	run("shfl.sync.bfly.b32 $0|$1, $2, $3, $4, $5", "rp:rrrr", 5, shfl_bfly, shfl_operand);
	run("shfl.sync.idx.b32 $0|$1, $2, $3, $4, $5", "rp:rrrr", 5, shfl_idx, shfl_operand);
	run("shfl.up.b32 $0|$1, $2, $3, $4", "rp:rrr", 0, shfl_up, shfl_operand);
	run("shfl.idx.b32 $0|$1, $2, $3, $4", "rp:rrr", 0, shfl_idx, shfl_operand);
}

/* vote: $1 predicate, $2 member mask */
static uint32_t votes(const struct scene *s, unsigned l, bool neg)
{
	uint32_t r = 0;

	for (unsigned k = 0; k < SIMT_LANES; k++) {
		if ((s->mask & s->member[l]) >> k & 1U)
			r |= (uint32_t)((s->rig->in[1][k] != 0) != neg) << k;
	}
	return r;
}
static void vote_all(const struct scene *s, unsigned l, uint64_t *d)
{
	d[0] = votes(s, l, false) == (s->mask & s->member[l]);
}
static void vote_all_not(const struct scene *s, unsigned l, uint64_t *d)
{
	d[0] = votes(s, l, true) == (s->mask & s->member[l]);
}
static void vote_any(const struct scene *s, unsigned l, uint64_t *d)
{
	d[0] = votes(s, l, false) != 0;
}
static void vote_uni(const struct scene *s, unsigned l, uint64_t *d)
{
	d[0] = votes(s, l, false) == 0 || votes(s, l, true) == 0;
}
static void ballot(const struct scene *s, unsigned l, uint64_t *d)
{
	d[0] = votes(s, l, false);
}
static void ballot_not(const struct scene *s, unsigned l, uint64_t *d)
{
	d[0] = votes(s, l, true);
}

static void test_vote(void **state)
{
	(void)state;
	run("vote.sync.all.pred $0, $1, $2", "p:pr", 2, vote_all, any_bits);
	run("vote.sync.all.pred $0, !$1, $2", "p:pr", 2, vote_all_not, any_bits);
	run("vote.sync.any.pred $0, $1, $2", "p:pr", 2, vote_any, any_bits);
	run("vote.sync.uni.pred $0, $1, $2", "p:pr", 2, vote_uni, any_bits);
	run("vote.sync.ballot.b32 $0, $1, $2", "r:pr", 2, ballot, any_bits);
	run("vote.sync.ballot.b32 $0, !$1, $2", "r:pr", 2, ballot_not, any_bits);
	run("vote.all.pred $0, $1", "p:p", 0, vote_all, any_bits);
	run("vote.any.pred $0, $1", "p:p", 0, vote_any, any_bits);
	run("vote.uni.pred $0, $1", "p:p", 0, vote_uni, any_bits);
	run("vote.ballot.b32 $0, $1", "r:p", 0, ballot, any_bits);
}

/* match: value in operand `at` */
static uint32_t equals(const struct scene *s, unsigned l, unsigned at)
{
	uint32_t r = 0;

	for (unsigned k = 0; k < SIMT_LANES; k++) {
		if ((s->mask & s->member[l]) >> k & 1U)
			r |= (uint32_t)(s->rig->in[at][k] == s->rig->in[at][l]) << k;
	}
	return r;
}
static void match_any(const struct scene *s, unsigned l, uint64_t *d)
{
	d[0] = equals(s, l, 1);
}
static void match_all(const struct scene *s, unsigned l, uint64_t *d)
{
	d[1] = equals(s, l, 2) == (s->mask & s->member[l]);
	d[0] = d[1] ? s->mask & s->member[l] : 0;
}

static void test_match(void **state)
{
	(void)state;
	run("match.any.sync.b32 $0, $1, $2", "r:rr", 2, match_any, few_values);
	run("match.any.sync.b64 $0, $1, $2", "r:dr", 2, match_any, few_values);
	run("match.all.sync.b32 $0|$1, $2, $3", "rp:rr", 3, match_all, few_values);
	run("match.all.sync.b64 $0|$1, $2, $3", "rp:dr", 3, match_all, few_values);
}

/* redux over all lanes of the group, in 64-bit arithmetic */
static void redux(const struct scene *s, unsigned l, uint64_t *d, char op, bool is_signed)
{
	int64_t r = op == '&' ? -1 : 0;
	bool first = true;

	for (unsigned k = 0; k < SIMT_LANES; k++) {
		const int64_t v = is_signed ? (int32_t)s->rig->in[1][k] : (int64_t)s->rig->in[1][k];

		if (((s->mask & s->member[l]) >> k & 1U) == 0)
			continue;
		switch (op) {
		case '+': r += v; break;
		case '&': r &= v; break;
		case '|': r |= v; break;
		case '^': r ^= v; break;
		case '<': r = first || v < r ? v : r; break;
		default: r = first || v > r ? v : r; break;
		}
		first = false;
	}
	d[0] = (uint64_t)r;
}
#define REDUX(name, OP, S) \
	static void name(const struct scene *s, unsigned l, uint64_t *d) \
	{ \
		redux(s, l, d, OP, S); \
	}
REDUX(redux_add, '+', false)
REDUX(redux_and, '&', false)
REDUX(redux_or, '|', false)
REDUX(redux_xor, '^', false)
REDUX(min_u32, '<', false)
REDUX(max_u32, '>', false)
REDUX(min_s32, '<', true)
REDUX(max_s32, '>', true)

static void test_redux(void **state)
{
	(void)state;
	run("redux.sync.add.u32 $0, $1, $2", "r:rr", 2, redux_add, any_bits);
	run("redux.sync.add.s32 $0, $1, $2", "r:rr", 2, redux_add, any_bits);
	run("redux.sync.min.u32 $0, $1, $2", "r:rr", 2, min_u32, any_bits);
	run("redux.sync.max.u32 $0, $1, $2", "r:rr", 2, max_u32, any_bits);
	run("redux.sync.min.s32 $0, $1, $2", "r:rr", 2, min_s32, any_bits);
	run("redux.sync.max.s32 $0, $1, $2", "r:rr", 2, max_s32, any_bits);
	run("redux.sync.and.b32 $0, $1, $2", "r:rr", 2, redux_and, any_bits);
	run("redux.sync.or.b32 $0, $1, $2", "r:rr", 2, redux_or, any_bits);
	run("redux.sync.xor.b32 $0, $1, $2", "r:rr", 2, redux_xor, any_bits);
}

static void elected(const struct scene *s, unsigned l, uint64_t *d)
{
	const uint32_t same = s->mask & s->member[l];

	d[0] = (uint64_t)__builtin_ctz(same);
	d[1] = d[0] == l;
}

static void test_elect(void **state)
{
	(void)state;
	run("elect.sync $0|$1, $2", "rp:r", 2, elected, any_bits);
}

static void executing(const struct scene *s, unsigned l, uint64_t *d)
{
	(void)l;
	d[0] = s->mask;
}

static void test_activemask(void **state)
{
	(void)state;
	run("activemask.b32 $0", "r:", 0, executing, any_bits);
}

static void test_refused(void **state)
{
	(void)state;
	alu_refused("redux.sync.add.b32 $0, $1, $2", "r:rr", "redux");
	alu_refused("redux.sync.and.u32 $0, $1, $2", "r:rr", "redux");
	alu_refused("vote.sync.ballot.pred $0, $1, $2", "p:pr", "vote");
	alu_refused("vote.sync.all.b32 $0, $1, $2", "r:pr", "vote");
	alu_refused("shfl.sync.up.b64 $0, $1, $2, $3, $4", "d:drrr", "shfl");
	alu_refused("match.any.b32 $0, $1, $2", "r:rr", "match");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shfl), cmocka_unit_test(test_vote),
		cmocka_unit_test(test_match), cmocka_unit_test(test_redux),
		cmocka_unit_test(test_elect),
		cmocka_unit_test(test_activemask), cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
