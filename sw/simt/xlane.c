/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * xlane: shfl, vote, match, redux, elect, activemask.
 *
 * Lanes that execute together but name different member masks form separate groups: a
 * group is the executing lanes with one mask value. Forms without .sync: one group, all
 * executing lanes. A shuffle from a lane outside the group gives the lane's own value.
 */

/* clang-format off */
#include "alu_opt.h"
#include "alu.h"

/* Group of each lane of mask */
ALU_CLONES static void find_groups(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
			uint32_t group[SIMT_LANES])
{
	const uint32_t *const member = i->e == SIMT_NO_REF ? NULL : SIMT_U32(w, i->e);

	for (uint32_t todo = mask; todo != 0;) {
		const unsigned first = (unsigned)__builtin_ctz(todo);
		uint32_t same = todo;

		if (member) {
			same = 0;
			for (unsigned l = 0; l < SIMT_LANES; l++)
				same |= (uint32_t)(member[l] == member[first]) << l;
			same &= todo;
		}
		for (unsigned l = 0; l < SIMT_LANES; l++)
			group[l] = (same >> l & 1U) != 0 ? same : group[l];
		todo &= ~same;
	}
}

/* shfl: source lane j; is it in range? seg is the segment mask, top the clamp. */
struct shfl_lane {
	int32_t j;
	bool in_range;
};

ALU_INLINE struct shfl_lane shfl_from(enum ptx_mode mode, uint32_t l, uint32_t b, uint32_t c)
{
	const uint32_t by = b & 31U, seg = c >> 8 & 31U, clamp = c & 31U;
	const int32_t bound = (int32_t)((l & seg) | (clamp & ~seg));
	int32_t j;

	switch (mode) {
	case PTX_MODE_SHFL_UP:
		j = (int32_t)l - (int32_t)by;
		return (struct shfl_lane){ j, j >= bound };
	case PTX_MODE_SHFL_DOWN:
		j = (int32_t)(l + by);
		break;
	case PTX_MODE_SHFL_BFLY:
		j = (int32_t)(l ^ by);
		break;
	default:
		j = (int32_t)((l & seg) | (by & ~seg));
		break;
	}
	return (struct shfl_lane){ j, j <= bound };
}

#define SHFL_FN(name, MODE) \
	ALU_HEAD(name) \
	{ \
		ALU_SRC(u32, a) ALU_SRC(u32, b) ALU_SRC(u32, c) \
		uint32_t *const d = simt_at(w, i->d); \
		uint32_t group[SIMT_LANES] = { 0 }, old[SIMT_LANES], p = 0; \
		find_groups(w, i, mask, group); \
		memcpy(old, pa, sizeof old); \
		for (unsigned l = 0; l < SIMT_LANES; l++) { \
			const struct shfl_lane s = shfl_from(MODE, l, pb[l], pc[l]); \
			const uint32_t j = s.in_range ? (uint32_t)s.j & 31U : l; \
			/* undefined from a lane that does not take part; programs of NVIDIA's add it */ \
			const uint32_t r = (group[l] >> j & 1U) != 0 ? old[j] : 0; \
			d[l] = (mask >> l & 1U) != 0 ? r : d[l]; \
			p |= (uint32_t)s.in_range << l; \
		} \
		if (i->d2 != SIMT_NO_REF) \
			alu_put_pred(w, i->d2, mask, p); \
	}
SHFL_FN(shfl_up, PTX_MODE_SHFL_UP)
SHFL_FN(shfl_down, PTX_MODE_SHFL_DOWN)
SHFL_FN(shfl_bfly, PTX_MODE_SHFL_BFLY)
SHFL_FN(shfl_idx, PTX_MODE_SHFL_IDX)

static int lower_shfl(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	static const simt_fn fns[] = { shfl_up, shfl_down, shfl_bfly, shfl_idx };

	if (i->type != PTX_T_B32 || i->mode < PTX_MODE_SHFL_UP || i->mode > PTX_MODE_SHFL_IDX)
		return alu_refuse(lw, i);
	if (alu_expect(lw, i, i->sync ? 5 : 4) || alu_dst(lw, i, 0, PTX_T_B32, &out->d) ||
	    alu_src(lw, i, 1, PTX_T_B32, &out->a) || alu_src(lw, i, 2, PTX_T_U32, &out->b) ||
	    alu_src(lw, i, 3, PTX_T_U32, &out->c))
		return -1;
	if (alu_has_dst2(i) && alu_dst2(lw, i, PTX_T_PRED, &out->d2))
		return -1;
	out->fn = fns[i->mode - PTX_MODE_SHFL_UP];
	return i->sync ? alu_src(lw, i, 4, PTX_T_U32, &out->e) : 0;
}

/* vote: imm is the mask to flip the predicate with */
ALU_CLONES static void vote(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
			    enum ptx_mode mode)
{
	const uint32_t p = SIMT_PRED(w, i->a) ^ (uint32_t)i->imm;
	uint32_t group[SIMT_LANES] = { 0 }, yes = 0;

	find_groups(w, i, mask, group);
	for (unsigned l = 0; l < SIMT_LANES; l++) {
		const uint32_t g = group[l], in = g & p;
		const bool all = in == g;

		yes |= (uint32_t)(mode == PTX_MODE_VOTE_ALL ? all : mode == PTX_MODE_VOTE_ANY ?
				  in != 0 : all || in == 0) << l;
	}
	alu_put_pred(w, i->d, mask, yes);
}

static void vote_all(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	vote(w, i, mask, PTX_MODE_VOTE_ALL);
}

static void vote_any(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	vote(w, i, mask, PTX_MODE_VOTE_ANY);
}

static void vote_uni(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	vote(w, i, mask, PTX_MODE_VOTE_UNI);
}

ALU_HEAD(vote_ballot)
{
	const uint32_t p = SIMT_PRED(w, i->a) ^ (uint32_t)i->imm;
	uint32_t *const d = SIMT_U32(w, i->d);
	uint32_t group[SIMT_LANES] = { 0 };

	find_groups(w, i, mask, group);
	for (unsigned l = 0; l < SIMT_LANES; l++)
		d[l] = (mask >> l & 1U) != 0 ? group[l] & p : d[l];
}

static int lower_vote(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	static const simt_fn fns[] = { vote_all, vote_any, vote_uni, vote_ballot };
	const bool ballot = i->mode == PTX_MODE_VOTE_BALLOT;
	bool neg;

	if (i->mode < PTX_MODE_VOTE_ALL || i->mode > PTX_MODE_VOTE_BALLOT ||
	    i->type != (ballot ? PTX_T_B32 : PTX_T_PRED))
		return alu_refuse(lw, i);
	if (alu_expect(lw, i, i->sync ? 3 : 2) || alu_dst(lw, i, 0, i->type, &out->d) ||
	    alu_pred(lw, i, 1, &out->a, &neg))
		return -1;
	out->imm = neg ? ALU_FULL : 0;
	out->fn = fns[i->mode - PTX_MODE_VOTE_ALL];
	return i->sync ? alu_src(lw, i, 2, PTX_T_U32, &out->e) : 0;
}

/* match: which lanes of the group hold the same value */
#define MATCH_FN(name, T, ALL) \
	ALU_HEAD(name) \
	{ \
		uint32_t *const d = SIMT_U32(w, i->d); \
		ALU_RAW_##T a[SIMT_LANES]; \
		uint32_t group[SIMT_LANES] = { 0 }, p = 0; \
		find_groups(w, i, mask, group); \
		memcpy(a, simt_at(w, i->a), sizeof a); \
		for (uint32_t m = mask; m != 0; m &= m - 1) { \
			const unsigned l = (unsigned)__builtin_ctz(m); \
			uint32_t same = 0; \
			for (unsigned k = 0; k < SIMT_LANES; k++) \
				same |= (uint32_t)(a[k] == a[l]) << k; \
			same &= group[l]; \
			p |= (uint32_t)(same == group[l]) << l; \
			d[l] = !(ALL) || same == group[l] ? same : 0; \
		} \
		if (i->d2 != SIMT_NO_REF) \
			alu_put_pred(w, i->d2, mask, p); \
	}
MATCH_FN(match_any_b32, u32, false)
MATCH_FN(match_any_b64, u64, false)
MATCH_FN(match_all_b32, u32, true)
MATCH_FN(match_all_b64, u64, true)

static int lower_match(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	const bool all = i->mode == PTX_MODE_MATCH_ALL, wide = i->type == PTX_T_B64;

	if ((!all && (i->mode != PTX_MODE_MATCH_ANY || alu_has_dst2(i))) || !i->sync ||
	    (!wide && i->type != PTX_T_B32))
		return alu_refuse(lw, i);
	if (alu_expect(lw, i, 3) || alu_dst(lw, i, 0, PTX_T_B32, &out->d) ||
	    alu_src(lw, i, 1, i->type, &out->a) || alu_src(lw, i, 2, PTX_T_U32, &out->e))
		return -1;
	if (alu_has_dst2(i) && alu_dst2(lw, i, PTX_T_PRED, &out->d2))
		return -1;
	if (all)
		out->fn = wide ? match_all_b64 : match_all_b32;
	else
		out->fn = wide ? match_any_b64 : match_any_b32;
	return 0;
}

/* redux: x is what was gathered, y the next lane's value */
#define REDUX_FN(name, T, EXPR) \
	static void name(struct simt_warp *w, const struct simt_insn *i, uint32_t mask) \
	{ \
		uint32_t *const d = SIMT_U32(w, i->d); \
		uint32_t a[SIMT_LANES], group[SIMT_LANES] = { 0 }; \
		find_groups(w, i, mask, group); \
		memcpy(a, simt_at(w, i->a), sizeof a); \
		for (uint32_t todo = mask; todo != 0;) { \
			const unsigned first = (unsigned)__builtin_ctz(todo); \
			const uint32_t g = group[first]; \
			ALU_VAL_##T x = ALU_GET_##T(a[first]); \
			for (uint32_t m = g & (g - 1); m != 0; m &= m - 1) { \
				const ALU_VAL_##T y = ALU_GET_##T(a[__builtin_ctz(m)]); \
				x = (EXPR); \
			} \
			for (uint32_t m = g; m != 0; m &= m - 1) \
				d[__builtin_ctz(m)] = (uint32_t)x; \
			todo &= ~g; \
		} \
	}
REDUX_FN(redux_add, u32, x + y)
REDUX_FN(redux_min_u32, u32, x < y ? x : y)
REDUX_FN(redux_max_u32, u32, x > y ? x : y)
REDUX_FN(redux_min_s32, s32, x < y ? x : y)
REDUX_FN(redux_max_s32, s32, x > y ? x : y)
REDUX_FN(redux_and, u32, x & y)
REDUX_FN(redux_or, u32, x | y)
REDUX_FN(redux_xor, u32, x ^ y)

static int lower_redux(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	const bool is_signed = i->type == PTX_T_S32, bits = i->type == PTX_T_B32;
	const bool logic = i->mode == PTX_MODE_REDUX_AND || i->mode == PTX_MODE_REDUX_OR ||
			   i->mode == PTX_MODE_REDUX_XOR;

	if (!i->sync || logic != bits || (!bits && !is_signed && i->type != PTX_T_U32))
		return alu_refuse(lw, i);
	switch (i->mode) {
	case PTX_MODE_REDUX_ADD: out->fn = redux_add; break;
	case PTX_MODE_REDUX_MIN: out->fn = is_signed ? redux_min_s32 : redux_min_u32; break;
	case PTX_MODE_REDUX_MAX: out->fn = is_signed ? redux_max_s32 : redux_max_u32; break;
	case PTX_MODE_REDUX_AND: out->fn = redux_and; break;
	case PTX_MODE_REDUX_OR: out->fn = redux_or; break;
	case PTX_MODE_REDUX_XOR: out->fn = redux_xor; break;
	default: return alu_refuse(lw, i);
	}
	if (alu_expect(lw, i, 3) || alu_dst(lw, i, 0, i->type, &out->d) ||
	    alu_src(lw, i, 1, i->type, &out->a))
		return -1;
	return alu_src(lw, i, 2, PTX_T_U32, &out->e);
}

/* elect: the first lane of each group */
ALU_CLONES static void elect(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	uint32_t *const d = SIMT_U32(w, i->d);
	uint32_t group[SIMT_LANES] = { 0 }, p = 0;

	find_groups(w, i, mask, group);
	for (uint32_t m = mask; m != 0; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctz(m);

		d[l] = (uint32_t)__builtin_ctz(group[l]);
		p |= (uint32_t)(d[l] == l) << l;
	}
	if (i->d2 != SIMT_NO_REF)
		alu_put_pred(w, i->d2, mask, p);
}

static int lower_elect(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	if (alu_expect(lw, i, 2) || alu_dst(lw, i, 0, PTX_T_B32, &out->d) ||
	    (alu_has_dst2(i) && alu_dst2(lw, i, PTX_T_PRED, &out->d2)))
		return -1;
	out->fn = elect;
	return alu_src(lw, i, 1, PTX_T_U32, &out->e);
}

static void activemask(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	uint32_t *const d = SIMT_U32(w, i->d);

	for (unsigned l = 0; l < SIMT_LANES; l++)
		d[l] = (mask >> l & 1U) != 0 ? mask : d[l];
}

int xlane_lower(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	if ((alu_key(i) & 0xffffU) != 0)
		return alu_refuse(lw, i);
	out->kind = SIMT_K_XLANE;
	switch (i->op) {
	case PTX_OP_SHFL:
		return lower_shfl(lw, i, out);
	case PTX_OP_VOTE:
		return lower_vote(lw, i, out);
	case PTX_OP_MATCH:
		return lower_match(lw, i, out);
	case PTX_OP_REDUX:
		return lower_redux(lw, i, out);
	case PTX_OP_ELECT:
		return lower_elect(lw, i, out);
	default:
		out->kind = SIMT_K_ALU;
		out->fn = activemask;
		if (i->type != PTX_T_B32)
			return alu_refuse(lw, i);
		return alu_expect(lw, i, 1) || alu_dst(lw, i, 0, PTX_T_B32, &out->d) ? -1 : 0;
	}
}
