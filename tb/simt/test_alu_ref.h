/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_alu_ref: IEEE arithmetic by the definition: the exact result as a big integer times a
 * power of two, then rounded once. No floating-point operation anywhere.
 */

/* clang-format off */
#ifndef TEST_ALU_REF_H
#define TEST_ALU_REF_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { REF_WORDS = 140 };	/* 4480 bits: the product of any two f64 plus any f64 */
enum ref_round { REF_RN, REF_RZ, REF_RM, REF_RP };

struct ref_fmt {
	int digits, exp_bits;
};
static const struct ref_fmt REF_F16 = { 11, 5 }, REF_BF16 = { 8, 8 }, REF_F32 = { 24, 8 }, REF_F64 = { 53, 11 };

struct ref_big {
	uint32_t w[REF_WORDS];	/* little end first */
};

/* (-1)^neg * big * 2^exp, plus something smaller than any bit if sticky */
struct ref_num {
	bool neg, nan, inf, sticky;
	struct ref_big big;
	int exp;
};

static inline bool ref_bit(const struct ref_big *b, int n)
{
	return n >= 0 && n < 32 * REF_WORDS && (b->w[n / 32] >> (n % 32) & 1U) != 0;
}

static inline int ref_top(const struct ref_big *b)	/* highest 1, or -1 */
{
	for (int n = REF_WORDS - 1; n >= 0; n--) {
		if (b->w[n] != 0)
			return 32 * n + 31 - __builtin_clz(b->w[n]);
	}
	return -1;
}

static inline struct ref_big ref_shl(const struct ref_big *b, int n)
{
	struct ref_big r = { { 0 } };

	for (int k = REF_WORDS - 1; k >= n / 32; k--) {
		uint64_t v = (uint64_t)b->w[k - n / 32] << 32;

		if (k - n / 32 - 1 >= 0)
			v |= b->w[k - n / 32 - 1];
		r.w[k] = (uint32_t)(v << (n % 32) >> 32);
	}
	return r;
}

static inline int ref_cmp(const struct ref_big *a, const struct ref_big *b)
{
	for (int n = REF_WORDS - 1; n >= 0; n--) {
		if (a->w[n] != b->w[n])
			return a->w[n] < b->w[n] ? -1 : 1;
	}
	return 0;
}

static inline struct ref_big ref_plus(const struct ref_big *a, const struct ref_big *b, bool minus)
{
	struct ref_big r;
	int64_t carry = 0;

	for (int n = 0; n < REF_WORDS; n++) {
		carry += (int64_t)a->w[n] + (minus ? -(int64_t)b->w[n] : (int64_t)b->w[n]);
		r.w[n] = (uint32_t)carry;
		carry >>= 32;
	}
	return r;
}

static inline struct ref_big ref_times(const struct ref_big *a, const struct ref_big *b)
{
	struct ref_big r = { { 0 } };

	for (int n = 0; n < 4; n++) {
		uint64_t carry = 0;

		for (int k = 0; k + n < REF_WORDS; k++) {
			carry += (uint64_t)a->w[n] * b->w[k] + r.w[k + n];
			r.w[k + n] = (uint32_t)carry;
			carry >>= 32;
		}
	}
	return r;
}

static inline struct ref_big ref_int(uint64_t v)
{
	return (struct ref_big){ { (uint32_t)v, (uint32_t)(v >> 32) } };
}

static inline int ref_emin(struct ref_fmt f)
{
	return 2 - (1 << (f.exp_bits - 1));
}

static inline struct ref_num ref_decode(uint64_t bits, struct ref_fmt f)
{
	const int e = (int)(bits >> (f.digits - 1)) & ((1 << f.exp_bits) - 1);
	const uint64_t m = bits & ((UINT64_C(1) << (f.digits - 1)) - 1);
	struct ref_num r = { .neg = (bits >> (f.digits - 1 + f.exp_bits) & 1U) != 0 };

	if (e == (1 << f.exp_bits) - 1) {
		r.nan = m != 0;
		r.inf = m == 0;
	}
	r.big = ref_int(e == 0 ? m : m | UINT64_C(1) << (f.digits - 1));
	r.exp = (e == 0 ? 1 : e) - 1 + ref_emin(f) - (f.digits - 1);
	return r;
}

static inline uint64_t ref_nan(struct ref_fmt f)
{
	return f.digits == 53 ? 0x7ff8000000000000U : f.digits == 24 ? 0x7fffffffU : 0x7fffU;
}

static inline uint64_t ref_inf(struct ref_fmt f, bool neg)
{
	return (uint64_t)neg << (f.digits - 1 + f.exp_bits) |
	       (uint64_t)((1 << f.exp_bits) - 1) << (f.digits - 1);
}

/* The bits of x in format f */
static inline uint64_t ref_encode(const struct ref_num *x, struct ref_fmt f, enum ref_round mode)
{
	const int top = ref_top(&x->big);
	const uint64_t sign = (uint64_t)x->neg << (f.digits - 1 + f.exp_bits);
	bool below = x->sticky, half, up;
	uint64_t m = 0, bits;
	int unit, cut;

	if (x->nan)
		return ref_nan(f);
	if (x->inf)
		return ref_inf(f, x->neg);
	unit = (top + x->exp > ref_emin(f) ? top + x->exp : ref_emin(f)) - (f.digits - 1);
	cut = unit - x->exp;	/* bits of big below the last place */
	for (int n = f.digits - 1; n >= 0; n--)
		m = m << 1 | ref_bit(&x->big, n + cut);
	half = ref_bit(&x->big, cut - 1);
	for (int n = 0; n < cut - 1 && n <= top; n++)
		below = below || ref_bit(&x->big, n);
	up = mode == REF_RN ? half && (below || (m & 1U) != 0) :
	     mode == REF_RZ ? false : (half || below) && (mode == REF_RM) == x->neg;
	/* adding one to the encoding carries into the exponent as it should */
	bits = m >> (f.digits - 1) == 0 ? m :
	       (uint64_t)(unit + f.digits - 1 - ref_emin(f) + 1) << (f.digits - 1) |
	       (m & ((UINT64_C(1) << (f.digits - 1)) - 1));
	if (unit + f.digits - 1 > -ref_emin(f) + 1)
		bits = ref_inf(f, false) - (mode == REF_RN || (mode != REF_RZ &&
					    (mode == REF_RM) == x->neg) ? 0U : 1U);
	else
		bits += up;
	return sign | bits;
}

static inline struct ref_num ref_zero(bool neg)
{
	return (struct ref_num){ .neg = neg };
}

static inline bool ref_is_zero(const struct ref_num *x)
{
	return !x->nan && !x->inf && ref_top(&x->big) < 0;
}

/* a + b, exact; the sign of an exact zero depends on the rounding direction */
static inline struct ref_num ref_add(struct ref_num a, struct ref_num b, enum ref_round mode)
{
	struct ref_num r = { 0 };

	if (a.nan || b.nan || (a.inf && b.inf && a.neg != b.neg)) {
		r.nan = true;
		return r;
	}
	if (a.inf || b.inf)
		return a.inf ? a : b;
	r.exp = a.exp < b.exp ? a.exp : b.exp;
	a.big = ref_shl(&a.big, a.exp - r.exp);
	b.big = ref_shl(&b.big, b.exp - r.exp);
	if (a.neg == b.neg) {
		r.neg = a.neg;
		r.big = ref_plus(&a.big, &b.big, false);
	} else if (ref_cmp(&a.big, &b.big) == 0) {
		return ref_zero(mode == REF_RM);
	} else {
		const bool a_wins = ref_cmp(&a.big, &b.big) > 0;

		r.neg = a_wins ? a.neg : b.neg;
		r.big = a_wins ? ref_plus(&a.big, &b.big, true) : ref_plus(&b.big, &a.big, true);
	}
	return r;
}

static inline struct ref_num ref_mul(const struct ref_num *a, const struct ref_num *b)
{
	struct ref_num r = { .neg = a->neg != b->neg };

	if (a->nan || b->nan || (a->inf && ref_is_zero(b)) || (b->inf && ref_is_zero(a))) {
		r.nan = true;
		return r;
	}
	r.inf = a->inf || b->inf;
	if (!r.inf) {
		r.big = ref_times(&a->big, &b->big);
		r.exp = a->exp + b->exp;
	}
	return r;
}

__extension__ typedef unsigned __int128 ref_u128;

/* x with its highest 1 at bit 63; exp follows */
static inline uint64_t ref_normal(const struct ref_num *x, int *exp)
{
	const uint64_t m = (uint64_t)x->big.w[1] << 32 | x->big.w[0];

	*exp = x->exp - __builtin_clzll(m);
	return m << __builtin_clzll(m);
}

static inline struct ref_num ref_from(bool neg, ref_u128 m, int exp, bool sticky)
{
	struct ref_num r = { .neg = neg, .exp = exp, .sticky = sticky };

	for (int n = 0; n < 4; n++)
		r.big.w[n] = (uint32_t)(m >> (32 * n));
	return r;
}

/* The quotient has at least 60 bits; what is left of the dividend is sticky. */
static inline struct ref_num ref_div(const struct ref_num *a, const struct ref_num *b)
{
	struct ref_num r = { .neg = a->neg != b->neg };
	int a_exp, b_exp;
	ref_u128 x;
	uint64_t y;

	if (a->nan || b->nan || (a->inf && b->inf) || (ref_is_zero(a) && ref_is_zero(b))) {
		r.nan = true;
		return r;
	}
	r.inf = a->inf || ref_is_zero(b);
	if (r.inf || b->inf || ref_is_zero(a))
		return r;
	x = (ref_u128)ref_normal(a, &a_exp) << 60;
	y = ref_normal(b, &b_exp);
	return ref_from(r.neg, x / y, a_exp - b_exp - 60, x % y != 0);
}

/* Square root bit by bit: the largest root with root * root <= m */
static inline struct ref_num ref_sqrt(const struct ref_num *a)
{
	struct ref_num r = { .neg = a->neg };
	uint64_t root = 0;
	ref_u128 m;
	int exp;

	if (a->nan || (a->neg && !ref_is_zero(a))) {
		r.nan = true;
		return r;
	}
	r.inf = a->inf;
	if (r.inf || ref_is_zero(a))
		return r;
	m = (ref_u128)ref_normal(a, &exp) << 62;
	exp -= 62;
	if (exp % 2 != 0) {
		m <<= 1;
		exp--;
	}
	for (int n = 63; n >= 0; n--) {
		const uint64_t next = root | UINT64_C(1) << n;

		if ((ref_u128)next * next <= m)
			root = next;
	}
	return ref_from(false, root, exp / 2, (ref_u128)root * root != m);
}

#endif
