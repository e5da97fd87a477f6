/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "atomics.h"

#include <math.h>
#include <string.h>

#include "../simt/half.h"
#include "../simt/mbarrier.h"

#define F32_NAN 0x7fffffffU /* the only NaN that single-precision hardware makes */

static uint64_t add32(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return (uint32_t)((uint32_t)old + (uint32_t)a);
}

static uint64_t add64(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return old + a;
}

static uint64_t add_f32(uint64_t old, uint64_t a, uint64_t b)
{
	const uint32_t ob = (uint32_t)old, ab = (uint32_t)a;
	uint32_t bits;
	float x, y;

	(void)b;
	memcpy(&x, &ob, sizeof(x));
	memcpy(&y, &ab, sizeof(y));
	x += y;
	if (isnan(x))
		return F32_NAN;
	memcpy(&bits, &x, sizeof(bits));
	return bits;
}

static uint32_t flush(uint64_t bits)
{
	return bits & 0x7f800000U ? (uint32_t)bits : (uint32_t)bits & 0x80000000U;
}

static uint64_t add_f32_flush(uint64_t old, uint64_t a, uint64_t b)
{
	return flush(add_f32(flush(old), flush(a), b));
}

static uint64_t add_f64(uint64_t old, uint64_t a, uint64_t b)
{
	double x, y;

	(void)b;
	memcpy(&x, &old, sizeof(x));
	memcpy(&y, &a, sizeof(y));
	x += y;
	memcpy(&old, &x, sizeof(old));
	return old;
}

/* .noftz of 16-bit floats: the sum of two in float, rounded again, is right (alu_half.c) */
static uint64_t add_f16(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return half_from_float(half_to_float((uint16_t)old) + half_to_float((uint16_t)a));
}

static uint64_t add_bf16(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return half_to_bf16(half_from_bf16((uint16_t)old) + half_from_bf16((uint16_t)a));
}

static uint64_t add_f16x2(uint64_t old, uint64_t a, uint64_t b)
{
	return add_f16(old, a, b) | add_f16(old >> 16, a >> 16, b) << 16;
}

static uint64_t add_bf16x2(uint64_t old, uint64_t a, uint64_t b)
{
	return add_bf16(old, a, b) | add_bf16(old >> 16, a >> 16, b) << 16;
}

static uint64_t min_u(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return a < old ? a : old;
}

static uint64_t max_u(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return a > old ? a : old;
}

static uint64_t min_s32(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return (int32_t)a < (int32_t)old ? a : old;
}

static uint64_t max_s32(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return (int32_t)a > (int32_t)old ? a : old;
}

static uint64_t min_s64(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return (int64_t)a < (int64_t)old ? a : old;
}

static uint64_t max_s64(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return (int64_t)a > (int64_t)old ? a : old;
}

static uint64_t inc_u32(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return old >= a ? 0 : old + 1;
}

static uint64_t dec_u32(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return old == 0 || old > a ? a : old - 1;
}

static uint64_t and_b(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return old & a;
}

static uint64_t or_b(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return old | a;
}

static uint64_t xor_b(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return old ^ a;
}

static uint64_t exch(uint64_t old, uint64_t a, uint64_t b)
{
	(void)old;
	(void)b;
	return a;
}

static uint64_t cas(uint64_t old, uint64_t a, uint64_t b)
{
	return old == a ? b : old;
}

static uint64_t mb_arrive(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return mbarrier_less(old, (uint32_t)a, 0);
}

static uint64_t mb_arrive_drop(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return mbarrier_drop(old, (uint32_t)a);
}

static uint64_t mb_arrive_tx(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return mbarrier_less(mbarrier_expect(old, (uint32_t)a), 1, 0);
}

static uint64_t mb_expect_tx(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return mbarrier_expect(old, (uint32_t)a);
}

static uint64_t mb_complete_tx(uint64_t old, uint64_t a, uint64_t b)
{
	(void)b;
	return mbarrier_less(old, 0, (uint32_t)a);
}

/* One more to come, and it comes: copies are performed when they are issued. */
static uint64_t mb_arrive_later(uint64_t old, uint64_t a, uint64_t b)
{
	(void)a;
	(void)b;
	return old;
}

static const atomics_fn table[PTX_ATOM_COUNT][PTX_T_COUNT] = {
	[PTX_ATOM_ADD] = {[PTX_T_U32] = add32,
			  [PTX_T_S32] = add32,
			  [PTX_T_U64] = add64,
			  [PTX_T_S64] = add64,
			  [PTX_T_F32] = add_f32,
			  [PTX_T_F64] = add_f64,
			  [PTX_T_F16] = add_f16,
			  [PTX_T_BF16] = add_bf16,
			  [PTX_T_F16X2] = add_f16x2,
			  [PTX_T_BF16X2] = add_bf16x2},
	[PTX_ATOM_MIN] = {[PTX_T_U32] = min_u,
			  [PTX_T_S32] = min_s32,
			  [PTX_T_U64] = min_u,
			  [PTX_T_S64] = min_s64},
	[PTX_ATOM_MAX] = {[PTX_T_U32] = max_u,
			  [PTX_T_S32] = max_s32,
			  [PTX_T_U64] = max_u,
			  [PTX_T_S64] = max_s64},
	[PTX_ATOM_INC] = {[PTX_T_U32] = inc_u32},
	[PTX_ATOM_DEC] = {[PTX_T_U32] = dec_u32},
	[PTX_ATOM_AND] = {[PTX_T_B32] = and_b, [PTX_T_B64] = and_b},
	[PTX_ATOM_OR] = {[PTX_T_B32] = or_b, [PTX_T_B64] = or_b},
	[PTX_ATOM_XOR] = {[PTX_T_B32] = xor_b, [PTX_T_B64] = xor_b},
	[PTX_ATOM_EXCH] = {[PTX_T_B32] = exch, [PTX_T_B64] = exch},
	[PTX_ATOM_CAS] = {[PTX_T_B16] = cas, [PTX_T_B32] = cas, [PTX_T_B64] = cas},
	[PTX_ATOM_MB_ARRIVE] = {[PTX_T_B64] = mb_arrive},
	[PTX_ATOM_MB_ARRIVE_DROP] = {[PTX_T_B64] = mb_arrive_drop},
	[PTX_ATOM_MB_ARRIVE_TX] = {[PTX_T_B64] = mb_arrive_tx},
	[PTX_ATOM_MB_EXPECT_TX] = {[PTX_T_B64] = mb_expect_tx},
	[PTX_ATOM_MB_COMPLETE_TX] = {[PTX_T_B64] = mb_complete_tx},
	[PTX_ATOM_MB_ARRIVE_LATER] = {[PTX_T_B64] = mb_arrive_later},
};

atomics_fn atomics_find(enum ptx_atom op, enum ptx_type type, enum ptx_space space)
{
	if (op == PTX_ATOM_ADD && type == PTX_T_F32 && space != PTX_SPACE_SHARED)
		return add_f32_flush;
	return table[op][type];
}
