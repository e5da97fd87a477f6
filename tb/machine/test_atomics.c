/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "machine/atomics.h"

#define M32 0xffffffffU
#define M64 0xffffffffffffffffU

static uint64_t f32(float f)
{
	uint32_t b;

	memcpy(&b, &f, 4);
	return b;
}

static uint64_t f64(double d)
{
	uint64_t b;

	memcpy(&b, &d, 8);
	return b;
}

static void check_in(enum ptx_space space, enum ptx_atom op, enum ptx_type type, uint64_t old,
		     uint64_t a, uint64_t b, uint64_t want)
{
	const atomics_fn fn = atomics_find(op, type, space);
	uint64_t got;

	assert_non_null(fn);
	got = fn(old, a, b);
	if (got != want)
		fail_msg("atom %d type %d: old %llx, %llx, %llx: %llx, not %llx", (int)op,
			 (int)type, (unsigned long long)old, (unsigned long long)a,
			 (unsigned long long)b, (unsigned long long)got, (unsigned long long)want);
}

static void check(enum ptx_atom op, enum ptx_type type, uint64_t old, uint64_t a, uint64_t b,
		  uint64_t want)
{
	check_in(PTX_SPACE_GLOBAL, op, type, old, a, b, want);
}

static void add(void **state)
{
	(void)state;
	check(PTX_ATOM_ADD, PTX_T_U32, 1, 2, 0, 3);
	check(PTX_ATOM_ADD, PTX_T_U32, M32, 1, 0, 0);
	check(PTX_ATOM_ADD, PTX_T_S32, 5, (uint32_t)-7, 0, (uint32_t)-2);
	check(PTX_ATOM_ADD, PTX_T_S32, 0x7fffffff, 1, 0, 0x80000000U);
	check(PTX_ATOM_ADD, PTX_T_U64, M32, 1, 0, 0x100000000U);
	check(PTX_ATOM_ADD, PTX_T_U64, M64, 2, 0, 1);
	check(PTX_ATOM_ADD, PTX_T_S64, 3, M64, 0, 2);
}

static void add_float(void **state)
{
	(void)state;
	check(PTX_ATOM_ADD, PTX_T_F32, f32(1.5F), f32(2.25F), 0, f32(3.75F));
	/* ties go to even */
	check(PTX_ATOM_ADD, PTX_T_F32, f32(16777216.0F), f32(1.0F), 0, f32(16777216.0F));
	check(PTX_ATOM_ADD, PTX_T_F32, f32(16777218.0F), f32(1.0F), 0, f32(16777220.0F));
	/* subnormal numbers stay in shared memory and become zero in global memory */
	check_in(PTX_SPACE_SHARED, PTX_ATOM_ADD, PTX_T_F32, 1, 1, 0, 2);
	check_in(PTX_SPACE_SHARED, PTX_ATOM_ADD, PTX_T_F32, 0x80000001U, 0, 0, 0x80000001U);
	check(PTX_ATOM_ADD, PTX_T_F32, 1, f32(1.0F), 0, f32(1.0F));
	check(PTX_ATOM_ADD, PTX_T_F32, 0x807fffffU, 0x80000001U, 0, 0x80000000U);
	check(PTX_ATOM_ADD, PTX_T_F32, 0x00800001U, 0x80800000U, 0, 0);
	check(PTX_ATOM_ADD, PTX_T_F32, 0x80000000U, 0, 0, 0);
	check(PTX_ATOM_ADD, PTX_T_F32, 0x80000000U, 0x80000000U, 0, 0x80000000U);
	check(PTX_ATOM_ADD, PTX_T_F32, 0x7f800000U, 0xff800000U, 0, 0x7fffffffU);
	check(PTX_ATOM_ADD, PTX_T_F32, 0x7fc12345U, f32(1.0F), 0, 0x7fffffffU);
	check(PTX_ATOM_ADD, PTX_T_F32, f32(3e38F), f32(3e38F), 0, 0x7f800000U);
	check(PTX_ATOM_ADD, PTX_T_F64, f64(0.1), f64(0.2), 0, f64(0.1 + 0.2));
	check(PTX_ATOM_ADD, PTX_T_F64, f64(9007199254740992.0), f64(1.0), 0,
	      f64(9007199254740992.0));
	check(PTX_ATOM_ADD, PTX_T_F64, 1, 1, 0, 2);
}

static void min_max(void **state)
{
	const uint64_t m1 = (uint32_t)-1;

	(void)state;
	check(PTX_ATOM_MIN, PTX_T_U32, m1, 1, 0, 1);
	check(PTX_ATOM_MIN, PTX_T_S32, m1, 1, 0, m1);
	check(PTX_ATOM_MIN, PTX_T_S32, 1, m1, 0, m1);
	check(PTX_ATOM_MAX, PTX_T_U32, 1, m1, 0, m1);
	check(PTX_ATOM_MAX, PTX_T_S32, 1, m1, 0, 1);
	check(PTX_ATOM_MAX, PTX_T_S32, m1, 1, 0, 1);
	check(PTX_ATOM_MIN, PTX_T_U64, M64, 1, 0, 1);
	check(PTX_ATOM_MIN, PTX_T_S64, M64, 1, 0, M64);
	check(PTX_ATOM_MAX, PTX_T_U64, M64, 1, 0, M64);
	check(PTX_ATOM_MAX, PTX_T_S64, M64, 1, 0, 1);
	check(PTX_ATOM_MAX, PTX_T_S64, 1ULL << 63, M64, 0, M64);
	check(PTX_ATOM_MIN, PTX_T_U64, 5, 5, 0, 5);
}

static void inc_dec_wrap(void **state)
{
	(void)state;
	check(PTX_ATOM_INC, PTX_T_U32, 0, 3, 0, 1);
	check(PTX_ATOM_INC, PTX_T_U32, 2, 3, 0, 3);
	check(PTX_ATOM_INC, PTX_T_U32, 3, 3, 0, 0);
	check(PTX_ATOM_INC, PTX_T_U32, 9, 3, 0, 0);
	check(PTX_ATOM_INC, PTX_T_U32, M32, M32, 0, 0);
	check(PTX_ATOM_INC, PTX_T_U32, 0, 0, 0, 0);
	check(PTX_ATOM_DEC, PTX_T_U32, 3, 3, 0, 2);
	check(PTX_ATOM_DEC, PTX_T_U32, 1, 3, 0, 0);
	check(PTX_ATOM_DEC, PTX_T_U32, 0, 3, 0, 3);
	check(PTX_ATOM_DEC, PTX_T_U32, 4, 3, 0, 3);
	check(PTX_ATOM_DEC, PTX_T_U32, M32, 7, 0, 7);
}

static void bits(void **state)
{
	(void)state;
	check(PTX_ATOM_AND, PTX_T_B32, 0xff00ff00U, 0x0ff00ff0U, 0, 0x0f000f00U);
	check(PTX_ATOM_OR, PTX_T_B32, 0xff00ff00U, 0x0ff00ff0U, 0, 0xfff0fff0U);
	check(PTX_ATOM_XOR, PTX_T_B32, 0xff00ff00U, 0x0ff00ff0U, 0, 0xf0f0f0f0U);
	check(PTX_ATOM_AND, PTX_T_B64, M64, 1ULL << 40, 0, 1ULL << 40);
	check(PTX_ATOM_OR, PTX_T_B64, 1, 1ULL << 40, 0, (1ULL << 40) + 1);
	check(PTX_ATOM_XOR, PTX_T_B64, M64, 1ULL << 63, 0, M64 >> 1);
}

static void exchange(void **state)
{
	(void)state;
	check(PTX_ATOM_EXCH, PTX_T_B32, 1, 2, 0, 2);
	check(PTX_ATOM_EXCH, PTX_T_B64, 1, M64, 0, M64);
	check(PTX_ATOM_CAS, PTX_T_B16, 7, 7, 9, 9);
	check(PTX_ATOM_CAS, PTX_T_B16, 7, 8, 9, 7);
	check(PTX_ATOM_CAS, PTX_T_B32, 7, 7, 9, 9);
	check(PTX_ATOM_CAS, PTX_T_B32, 7, 8, 9, 7);
	check(PTX_ATOM_CAS, PTX_T_B64, M64, M64, 0, 0);
	check(PTX_ATOM_CAS, PTX_T_B64, M64, M32, 0, M64);
}

static void unknown_is_refused(void **state)
{
	(void)state;
	assert_null(atomics_find(PTX_ATOM_INC, PTX_T_U64, PTX_SPACE_GLOBAL));
	assert_null(atomics_find(PTX_ATOM_MIN, PTX_T_F32, PTX_SPACE_GLOBAL));
	assert_null(atomics_find(PTX_ATOM_EXCH, PTX_T_B16, PTX_SPACE_GLOBAL));
	assert_null(atomics_find(PTX_ATOM_NONE, PTX_T_U32, PTX_SPACE_GLOBAL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(add),
		cmocka_unit_test(add_float),
		cmocka_unit_test(min_max),
		cmocka_unit_test(inc_dec_wrap),
		cmocka_unit_test(bits),
		cmocka_unit_test(exchange),
		cmocka_unit_test(unknown_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
