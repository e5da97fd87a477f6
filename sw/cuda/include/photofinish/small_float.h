/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * small_float: what half and bfloat16 have in common; included once for each, with
 *
 *   PF_H, PF_H2           the type, and the pair of it
 *   PF_BITS(u)            the number with these 16 bits
 *   PF_OF(f)              a float, rounded to nearest even
 *   PF_OF_ODD(d)          a double that was rounded to odd, rounded to nearest even
 *   PF_ONE, PF_NAN        bits of 1 and of the NaN that arithmetic gives
 *
 * Sums, products and quotients of two are right when they are made in float and rounded again, as float has more than twice the
 * digits and two of them. A product and a sum together need more: fma is made in double, rounded to odd.
 */
#define PF_SMALL __host__ __device__ static __inline__ __attribute__((always_inline, nodebug))
#define PF_SMALL_DEVICE __device__ static __inline__ __attribute__((always_inline, nodebug))

PF_SMALL float pf_float(PF_H a)
{
	return (float)a;
}

/* The sign of NaN goes, as arithmetic of GPUs has one NaN only. */
PF_SMALL PF_H pf_rounded(float f, PF_H)
{
	return f != f ? PF_BITS(PF_NAN) : PF_OF(f);
}

PF_SMALL bool pf_is_nan(PF_H a)
{
	return pf_float(a) != pf_float(a);
}

/* a * b is exact in double; what the sum cannot hold leaves its last bit set. */
PF_SMALL PF_H pf_fused(PF_H a, PF_H b, PF_H c)
{
	double p = (double)pf_float(a) * (double)pf_float(b), q = pf_float(c), s = p + q, r, error;
	long long bits;

	if (s != s || s - s != 0)
		return pf_rounded((float)s, a);
	r = s - p; /* what of q is in s: the rest is the error of the sum (Knuth) */
	error = (p - (s - r)) + (q - r);
	memcpy(&bits, &s, sizeof(bits));
	if (error != 0 && !(bits & 1))
		bits += (error > 0) == (s > 0) ? 1 : -1;
	memcpy(&s, &bits, sizeof(s));
	return PF_OF_ODD(s);
}

PF_SMALL PF_H pf_saturated(PF_H a)
{
	float f = pf_float(a);

	return f >= 1 ? PF_BITS(PF_ONE) : f > 0 ? a : PF_BITS(0);
}

PF_SMALL PF_H __hneg(PF_H a) { return PF_BITS((unsigned short)(a.__x ^ 0x8000)); }
PF_SMALL PF_H __habs(PF_H a) { return PF_BITS((unsigned short)(a.__x & 0x7fff)); }
PF_SMALL PF_H __hadd(PF_H a, PF_H b) { return pf_rounded(pf_float(a) + pf_float(b), a); }
PF_SMALL PF_H __hsub(PF_H a, PF_H b) { return pf_rounded(pf_float(a) - pf_float(b), a); }
PF_SMALL PF_H __hmul(PF_H a, PF_H b) { return pf_rounded(pf_float(a) * pf_float(b), a); }
PF_SMALL PF_H __hdiv(PF_H a, PF_H b) { return pf_rounded(pf_float(a) / pf_float(b), a); }
PF_SMALL PF_H __hadd_rn(PF_H a, PF_H b) { return __hadd(a, b); }
PF_SMALL PF_H __hsub_rn(PF_H a, PF_H b) { return __hsub(a, b); }
PF_SMALL PF_H __hmul_rn(PF_H a, PF_H b) { return __hmul(a, b); }
PF_SMALL PF_H __hadd_sat(PF_H a, PF_H b) { return pf_saturated(__hadd(a, b)); }
PF_SMALL PF_H __hsub_sat(PF_H a, PF_H b) { return pf_saturated(__hsub(a, b)); }
PF_SMALL PF_H __hmul_sat(PF_H a, PF_H b) { return pf_saturated(__hmul(a, b)); }
PF_SMALL PF_H __hfma(PF_H a, PF_H b, PF_H c) { return pf_fused(a, b, c); }
PF_SMALL PF_H __hfma_sat(PF_H a, PF_H b, PF_H c) { return pf_saturated(pf_fused(a, b, c)); }
PF_SMALL PF_H __hfma_relu(PF_H a, PF_H b, PF_H c)
{
	PF_H r = pf_fused(a, b, c);

	return pf_is_nan(r) || pf_float(r) > 0 ? r : PF_BITS(0);
}

/* The other one when one is not a number; +0 is more than -0. */
PF_SMALL PF_H __hmax(PF_H a, PF_H b)
{
	if (pf_is_nan(a) || pf_is_nan(b))
		return pf_is_nan(a) ? (pf_is_nan(b) ? PF_BITS(PF_NAN) : b) : a;
	if (pf_float(a) == pf_float(b))
		return a.__x & 0x8000 ? b : a;
	return pf_float(a) > pf_float(b) ? a : b;
}
PF_SMALL PF_H __hmin(PF_H a, PF_H b)
{
	if (pf_is_nan(a) || pf_is_nan(b))
		return pf_is_nan(a) ? (pf_is_nan(b) ? PF_BITS(PF_NAN) : b) : a;
	if (pf_float(a) == pf_float(b))
		return a.__x & 0x8000 ? a : b;
	return pf_float(a) < pf_float(b) ? a : b;
}
PF_SMALL PF_H __hmax_nan(PF_H a, PF_H b) { return pf_is_nan(a) || pf_is_nan(b) ? PF_BITS(PF_NAN) : __hmax(a, b); }
PF_SMALL PF_H __hmin_nan(PF_H a, PF_H b) { return pf_is_nan(a) || pf_is_nan(b) ? PF_BITS(PF_NAN) : __hmin(a, b); }
PF_SMALL bool __hisnan(PF_H a) { return pf_is_nan(a); }
PF_SMALL int __hisinf(PF_H a)
{
	float f = pf_float(a);

	return f - f == 0 || f != f ? 0 : f > 0 ? 1 : -1;
}

/* Pairs: each half by itself. */
#define PF_PAIR(x, y) PF_H2(x, y)
#define PF_PAIR1(name, one) \
	PF_SMALL PF_H2 name(PF_H2 a) { return PF_PAIR(one(a.x), one(a.y)); }
#define PF_PAIR2(name, one) \
	PF_SMALL PF_H2 name(PF_H2 a, PF_H2 b) { return PF_PAIR(one(a.x, b.x), one(a.y, b.y)); }
#define PF_PAIR3(name, one) \
	PF_SMALL PF_H2 name(PF_H2 a, PF_H2 b, PF_H2 c) \
	{ \
		return PF_PAIR(one(a.x, b.x, c.x), one(a.y, b.y, c.y)); \
	}
PF_PAIR1(__hneg2, __hneg)
PF_PAIR1(__habs2, __habs)
PF_PAIR2(__hadd2, __hadd)
PF_PAIR2(__hsub2, __hsub)
PF_PAIR2(__hmul2, __hmul)
PF_PAIR2(__h2div, __hdiv)
PF_PAIR2(__hadd2_rn, __hadd)
PF_PAIR2(__hsub2_rn, __hsub)
PF_PAIR2(__hmul2_rn, __hmul)
PF_PAIR2(__hadd2_sat, __hadd_sat)
PF_PAIR2(__hsub2_sat, __hsub_sat)
PF_PAIR2(__hmul2_sat, __hmul_sat)
PF_PAIR3(__hfma2, __hfma)
PF_PAIR3(__hfma2_sat, __hfma_sat)
PF_PAIR3(__hfma2_relu, __hfma_relu)
PF_PAIR2(__hmax2, __hmax)
PF_PAIR2(__hmin2, __hmin)
PF_PAIR2(__hmax2_nan, __hmax_nan)
PF_PAIR2(__hmin2_nan, __hmin_nan)
/* a * b + c of complex numbers */
PF_SMALL PF_H2 __hcmadd(PF_H2 a, PF_H2 b, PF_H2 c)
{
	return PF_PAIR(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}

/* Comparisons: ordered; with u also true of what is no number. */
#define PF_COMPARE(name, op) \
	PF_SMALL bool __h##name(PF_H a, PF_H b) \
	{ \
		return !pf_is_nan(a) && !pf_is_nan(b) && pf_float(a) op pf_float(b); \
	} \
	PF_SMALL bool __h##name##u(PF_H a, PF_H b) \
	{ \
		return pf_is_nan(a) || pf_is_nan(b) || pf_float(a) op pf_float(b); \
	} \
	PF_COMPARE2(name) \
	PF_COMPARE2(name##u)
#define PF_COMPARE2(name) \
	PF_SMALL PF_H2 __h##name##2(PF_H2 a, PF_H2 b) \
	{ \
		return PF_PAIR(PF_BITS(__h##name(a.x, b.x) ? PF_ONE : 0), PF_BITS(__h##name(a.y, b.y) ? PF_ONE : 0)); \
	} \
	PF_SMALL unsigned int __h##name##2_mask(PF_H2 a, PF_H2 b) \
	{ \
		return (__h##name(a.x, b.x) ? 0xffffu : 0) | (__h##name(a.y, b.y) ? 0xffff0000u : 0); \
	} \
	PF_SMALL bool __hb##name##2(PF_H2 a, PF_H2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
PF_COMPARE(eq, ==)
PF_COMPARE(ne, !=)
PF_COMPARE(le, <=)
PF_COMPARE(ge, >=)
PF_COMPARE(lt, <)
PF_COMPARE(gt, >)
#undef PF_COMPARE
#undef PF_COMPARE2
PF_SMALL PF_H2 __hisnan2(PF_H2 a)
{
	return PF_PAIR(PF_BITS(__hisnan(a.x) ? PF_ONE : 0), PF_BITS(__hisnan(a.y) ? PF_ONE : 0));
}

/* Functions: those of float, rounded. */
#define PF_FUNCTION(name, call) \
	PF_SMALL_DEVICE PF_H h##name(PF_H a) \
	{ \
		float x = pf_float(a); \
		return pf_rounded(call, a); \
	} \
	PF_SMALL_DEVICE PF_H2 h2##name(PF_H2 a) { return PF_PAIR(h##name(a.x), h##name(a.y)); }
PF_FUNCTION(ceil, ceilf(x))
PF_FUNCTION(floor, floorf(x))
PF_FUNCTION(rint, rintf(x))
PF_FUNCTION(trunc, truncf(x))
PF_FUNCTION(sqrt, sqrtf(x))
PF_FUNCTION(rsqrt, rsqrtf(x))
PF_FUNCTION(rcp, 1.0f / x)
PF_FUNCTION(exp, expf(x))
PF_FUNCTION(exp2, exp2f(x))
PF_FUNCTION(exp10, exp10f(x))
PF_FUNCTION(log, logf(x))
PF_FUNCTION(log2, log2f(x))
PF_FUNCTION(log10, log10f(x))
PF_FUNCTION(sin, sinf(x))
PF_FUNCTION(cos, cosf(x))
PF_FUNCTION(tanh, tanhf(x))
#undef PF_FUNCTION

/* Operators */
#define PF_OPERATOR(op, name) \
	PF_SMALL PF_H operator op(const PF_H &a, const PF_H &b) { return __h##name(a, b); } \
	PF_SMALL PF_H &operator op##=(PF_H & a, const PF_H &b) { return a = __h##name(a, b); }
PF_OPERATOR(+, add)
PF_OPERATOR(-, sub)
PF_OPERATOR(*, mul)
PF_OPERATOR(/, div)
#undef PF_OPERATOR
#define PF_OPERATOR(op, name) \
	PF_SMALL PF_H2 operator op(const PF_H2 &a, const PF_H2 &b) { return name(a, b); } \
	PF_SMALL PF_H2 &operator op##=(PF_H2 & a, const PF_H2 &b) { return a = name(a, b); }
PF_OPERATOR(+, __hadd2)
PF_OPERATOR(-, __hsub2)
PF_OPERATOR(*, __hmul2)
PF_OPERATOR(/, __h2div)
#undef PF_OPERATOR
#define PF_OPERATOR(op, name) \
	PF_SMALL bool operator op(const PF_H &a, const PF_H &b) { return __h##name(a, b); } \
	PF_SMALL bool operator op(const PF_H2 &a, const PF_H2 &b) { return __hb##name##2(a, b); }
PF_OPERATOR(==, eq)
PF_OPERATOR(!=, neu)
PF_OPERATOR(<=, le)
PF_OPERATOR(>=, ge)
PF_OPERATOR(<, lt)
PF_OPERATOR(>, gt)
#undef PF_OPERATOR
PF_SMALL PF_H operator+(const PF_H &a) { return a; }
PF_SMALL PF_H operator-(const PF_H &a) { return __hneg(a); }
PF_SMALL PF_H2 operator+(const PF_H2 &a) { return a; }
PF_SMALL PF_H2 operator-(const PF_H2 &a) { return __hneg2(a); }
PF_SMALL PF_H &operator++(PF_H &a) { return a = __hadd(a, PF_BITS(PF_ONE)); }
PF_SMALL PF_H &operator--(PF_H &a) { return a = __hsub(a, PF_BITS(PF_ONE)); }
PF_SMALL PF_H operator++(PF_H &a, int)
{
	PF_H was = a;

	a = __hadd(a, PF_BITS(PF_ONE));
	return was;
}
PF_SMALL PF_H operator--(PF_H &a, int)
{
	PF_H was = a;

	a = __hsub(a, PF_BITS(PF_ONE));
	return was;
}

/* Halves of a pair */
PF_SMALL PF_H2 __lowhigh2highlow(PF_H2 a) { return PF_PAIR(a.y, a.x); }
PF_SMALL float __low2float(PF_H2 a) { return pf_float(a.x); }
PF_SMALL float __high2float(PF_H2 a) { return pf_float(a.y); }

/* Between lanes, and from memory */
#define PF_SHUFFLE(name, type) \
	PF_SMALL_DEVICE PF_H name(unsigned int mask, PF_H a, type b, int width = 32) \
	{ \
		return PF_BITS((unsigned short)name(mask, (unsigned int)a.__x, b, width)); \
	} \
	PF_SMALL_DEVICE PF_H2 name(unsigned int mask, PF_H2 a, type b, int width = 32) \
	{ \
		unsigned int u; \
		memcpy(&u, &a, sizeof(u)); \
		u = name(mask, u, b, width); \
		memcpy(&a, &u, sizeof(u)); \
		return a; \
	}
PF_SHUFFLE(__shfl_sync, int)
PF_SHUFFLE(__shfl_up_sync, unsigned int)
PF_SHUFFLE(__shfl_down_sync, unsigned int)
PF_SHUFFLE(__shfl_xor_sync, int)
#undef PF_SHUFFLE
#define PF_LOAD(name) \
	PF_SMALL_DEVICE PF_H name(const PF_H *p) { return PF_BITS(name((const unsigned short *)p)); } \
	PF_SMALL_DEVICE PF_H2 name(const PF_H2 *p) \
	{ \
		unsigned int u = name((const unsigned int *)p); \
		PF_H2 a; \
		memcpy(&a, &u, sizeof(a)); \
		return a; \
	}
PF_LOAD(__ldg)
PF_LOAD(__ldca)
PF_LOAD(__ldcg)
PF_LOAD(__ldcs)
#undef PF_LOAD

/* As a loop of compare and swap on the word. The two of a pair are added at once. */
PF_SMALL_DEVICE PF_H2 atomicAdd(PF_H2 *p, PF_H2 b)
{
	unsigned int was = *(volatile unsigned int *)p, seen, now;
	PF_H2 a;

	do {
		seen = was;
		memcpy(&a, &seen, sizeof(a));
		a = __hadd2(a, b);
		memcpy(&now, &a, sizeof(now));
		was = atomicCAS((unsigned int *)p, seen, now);
	} while (was != seen);
	memcpy(&a, &was, sizeof(a));
	return a;
}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
PF_SMALL_DEVICE PF_H atomicAdd(PF_H *p, PF_H b)
{
	unsigned short was = *(volatile unsigned short *)p, seen;

	do {
		seen = was;
		was = atomicCAS((unsigned short *)p, seen, __hadd(PF_BITS(seen), b).__x);
	} while (was != seen);
	return PF_BITS(was);
}
#endif

#undef PF_PAIR
#undef PF_PAIR1
#undef PF_PAIR2
#undef PF_PAIR3
#undef PF_SMALL
#undef PF_SMALL_DEVICE
#undef PF_H
#undef PF_H2
#undef PF_BITS
#undef PF_OF
#undef PF_OF_ODD
#undef PF_ONE
#undef PF_NAN
