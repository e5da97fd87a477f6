/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * mma: nvcuda::wmma, products of matrices by a warp. Shapes, types and rounding: docs/cuda.md. How a
 * fragment's elements lie in a matrix is not told, as in CUDA.
 */
#ifndef _MMA_H_
#define _MMA_H_

#include "cuda_runtime.h"

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700

/* Lines are the user's: nodebug. */
#define PF_WMMA static inline __attribute__((always_inline, nodebug)) __device__

namespace nvcuda {
namespace wmma {

enum layout_t { mem_row_major, mem_col_major };
struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
namespace precision {
struct tf32;
}

/* N elements of type T, in registers of type U */
template <class T, int N, class U> struct __pf_fragment {
	typedef T element_type;
	typedef T storage_element_type;
	enum { num_elements = N, num_storage_elements = N };
	typedef U __attribute__((may_alias)) __pf_word;
	alignas(U) T x[N];

	__attribute__((always_inline, nodebug)) __device__ U __pf_get(int i) const
	{
		return ((const __pf_word *)x)[i];
	}
	__attribute__((always_inline, nodebug)) __device__ void __pf_set(int i, U u)
	{
		((__pf_word *)x)[i] = u;
	}
};

template <class Use, int m, int n, int k, class T, class Layout = void> class fragment;

template <class F, class T> PF_WMMA void fill_fragment(F &f, const T &v)
{
	for (int i = 0; i < F::num_elements; i++)
		f.x[i] = v;
}

/* The nearest float that tf32 has; of two, the one farther from 0. */
PF_WMMA float __float_to_tf32(float v)
{
	unsigned bits = __builtin_bit_cast(unsigned, v);

	if ((bits & 0x7f800000u) != 0x7f800000u)
		bits = (bits + 0x1000u) & 0xffffe000u;
	return __builtin_bit_cast(float, bits);
}

#define PF_SHAPE(m, n, k) "m" #m "n" #n "k" #k
/* Registers of matrix x: in the instruction's text, as results, as operands */
#define PF_T1(x) "{%[" #x "0]}"
#define PF_T2(x) "{%[" #x "0], %[" #x "1]}"
#define PF_T4(x) "{%[" #x "0], %[" #x "1], %[" #x "2], %[" #x "3]}"
#define PF_T8(x) \
	"{%[" #x "0], %[" #x "1], %[" #x "2], %[" #x "3], %[" #x "4], %[" #x "5], %[" #x "6], %[" #x "7]}"
#define PF_O(x, i, c) [x##i] "=" c(r[i])
#define PF_O1(x, c)   PF_O(x, 0, c)
#define PF_O2(x, c)   PF_O1(x, c), PF_O(x, 1, c)
#define PF_O4(x, c)   PF_O2(x, c), PF_O(x, 2, c), PF_O(x, 3, c)
#define PF_O8(x, c)   PF_O4(x, c), PF_O(x, 4, c), PF_O(x, 5, c), PF_O(x, 6, c), PF_O(x, 7, c)
#define PF_I(x, i, c) [x##i] c(x.__pf_get(i))
#define PF_I1(x, c)   PF_I(x, 0, c)
#define PF_I2(x, c)   PF_I1(x, c), PF_I(x, 1, c)
#define PF_I4(x, c)   PF_I2(x, c), PF_I(x, 2, c), PF_I(x, 3, c)
#define PF_I8(x, c)   PF_I4(x, c), PF_I(x, 4, c), PF_I(x, 5, c), PF_I(x, 6, c), PF_I(x, 7, c)

/* A and B: element type T (S in memory, `type` in PTX), N elements in R registers U */
#define PF_LOAD(use, x, m, n, k, T, S, type, N, R, U, c, layout, word) \
	template <> \
	class fragment<use, m, n, k, T, layout> : public __pf_fragment<S, N, U> {}; \
	PF_WMMA void load_matrix_sync(fragment<use, m, n, k, T, layout> &f, const S *p, \
				      unsigned ldm) \
	{ \
		U r[R]; \
		asm volatile("wmma.load." x ".sync.aligned." word "." PF_SHAPE(m, n, k) "." type \
			     " " PF_T##R(d) ", [%[p]], %[s];" \
			     : PF_O##R(d, c) \
			     : [p] "l"(p), [s] "r"(ldm) \
			     : "memory"); \
		for (int i = 0; i < R; i++) \
			f.__pf_set(i, r[i]); \
	}
#define PF_AB(m, n, k, T, S, type, NA, RA, NB, RB, U, c) \
	PF_LOAD(matrix_a, "a", m, n, k, T, S, type, NA, RA, U, c, row_major, "row") \
	PF_LOAD(matrix_a, "a", m, n, k, T, S, type, NA, RA, U, c, col_major, "col") \
	PF_LOAD(matrix_b, "b", m, n, k, T, S, type, NB, RB, U, c, row_major, "row") \
	PF_LOAD(matrix_b, "b", m, n, k, T, S, type, NB, RB, U, c, col_major, "col")

/* Accumulators */
#define PF_LOAD_C(m, n, k, type, R, c, word) \
	asm volatile("wmma.load.c.sync.aligned." word "." PF_SHAPE(m, n, k) "." type " " PF_T##R( \
			     d) ", [%[p]], %[s];" \
		     : PF_O##R(d, c) \
		     : [p] "l"(p), [s] "r"(ldm) \
		     : "memory")
#define PF_STORE(m, n, k, type, R, c, word) \
	asm volatile("wmma.store.d.sync.aligned." word "." PF_SHAPE(m, n, k) "." type \
		     " [%[p]], " PF_T##R(f) ", %[s];" ::PF_I##R(f, c), \
		     [p] "l"(p), [s] "r"(ldm) \
		     : "memory")
#define PF_C(m, n, k, T, type, N, R, U, c) \
	template <> class fragment<accumulator, m, n, k, T> : public __pf_fragment<T, N, U> {}; \
	PF_WMMA void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const T *p, \
				      unsigned ldm, layout_t layout) \
	{ \
		U r[R]; \
		if (layout == mem_row_major) \
			PF_LOAD_C(m, n, k, type, R, c, "row"); \
		else \
			PF_LOAD_C(m, n, k, type, R, c, "col"); \
		for (int i = 0; i < R; i++) \
			f.__pf_set(i, r[i]); \
	} \
	PF_WMMA void store_matrix_sync(T *p, const fragment<accumulator, m, n, k, T> &f, \
				       unsigned ldm, layout_t layout) \
	{ \
		if (layout == mem_row_major) \
			PF_STORE(m, n, k, type, R, c, "row"); \
		else \
			PF_STORE(m, n, k, type, R, c, "col"); \
	}

/* Products: registers of D, A, B, C; types of D and C; `types` as PTX wants them */
#define PF_PRODUCT(types, m, n, k, RD, RA, RB, RC, cd, ca, cc, la, lb) \
	asm volatile("wmma.mma.sync.aligned." la "." lb "." PF_SHAPE(m, n, k) "." types \
		     " " PF_T##RD(d) ", " PF_T##RA(a) ", " PF_T##RB(b) ", " PF_T##RC(c) ";" \
		     : PF_O##RD(d, cd) \
		     : PF_I##RA(a, ca), PF_I##RB(b, ca), PF_I##RC(c, cc))
#define PF_MMA1(m, n, k, T, RA, RB, ca, TD, RD, UD, cd, TC, RC, cc, types, sat, LA, la, LB, lb) \
	PF_WMMA void mma_sync(fragment<accumulator, m, n, k, TD> &d, \
			      const fragment<matrix_a, m, n, k, T, LA> &a, \
			      const fragment<matrix_b, m, n, k, T, LB> &b, \
			      const fragment<accumulator, m, n, k, TC> &c, bool satf = false) \
	{ \
		UD r[RD]; \
		if (satf) \
			PF_PRODUCT(types sat, m, n, k, RD, RA, RB, RC, cd, ca, cc, la, lb); \
		else \
			PF_PRODUCT(types, m, n, k, RD, RA, RB, RC, cd, ca, cc, la, lb); \
		for (int i = 0; i < RD; i++) \
			d.__pf_set(i, r[i]); \
	}
#define PF_MMA(...) \
	PF_MMA1(__VA_ARGS__, row_major, "row", row_major, "row") \
	PF_MMA1(__VA_ARGS__, row_major, "row", col_major, "col") \
	PF_MMA1(__VA_ARGS__, col_major, "col", row_major, "row") \
	PF_MMA1(__VA_ARGS__, col_major, "col", col_major, "col")

#define PF_HALF(m, n, k) \
	PF_AB(m, n, k, __half, __half, "f16", 16, 8, 16, 8, unsigned, "r") \
	PF_C(m, n, k, __half, "f16", 8, 4, unsigned, "r") \
	PF_MMA(m, n, k, __half, 8, 8, "r", float, 8, float, "f", float, 8, "f", "f32.f32", "") \
	PF_MMA(m, n, k, __half, 8, 8, "r", __half, 4, unsigned, "r", float, 8, "f", "f16.f32", \
	       "") \
	PF_MMA(m, n, k, __half, 8, 8, "r", float, 8, float, "f", __half, 4, "r", "f32.f16", "") \
	PF_MMA(m, n, k, __half, 8, 8, "r", __half, 4, unsigned, "r", __half, 4, "r", "f16.f16", \
	       "")
#define PF_BYTES(m, n, k, T, type, NA, RA, NB, RB) \
	PF_AB(m, n, k, T, T, type, NA, RA, NB, RB, unsigned, "r") \
	PF_MMA(m, n, k, T, RA, RB, "r", int, 8, unsigned, "r", int, 8, "r", \
	       "s32." type "." type ".s32", ".satfinite")
/* with the float accumulator of their shape */
#define PF_INTEGERS(m, n, k, NA, RA, NB, RB) \
	PF_C(m, n, k, float, "f32", 8, 8, float, "f") \
	PF_C(m, n, k, int, "s32", 8, 8, unsigned, "r") \
	PF_BYTES(m, n, k, signed char, "s8", NA, RA, NB, RB) \
	PF_BYTES(m, n, k, unsigned char, "u8", NA, RA, NB, RB)
#define PF_BFLOAT(m, n, k, NA, RA, NB, RB) \
	PF_AB(m, n, k, __nv_bfloat16, __nv_bfloat16, "bf16", NA, RA, NB, RB, unsigned, "r") \
	PF_MMA(m, n, k, __nv_bfloat16, RA, RB, "r", float, 8, float, "f", float, 8, "f", \
	       "f32.bf16.bf16.f32", "")

PF_INTEGERS(16, 16, 16, 8, 2, 8, 2)
PF_INTEGERS(32, 8, 16, 16, 4, 4, 1)
PF_INTEGERS(8, 32, 16, 4, 1, 16, 4)
PF_HALF(16, 16, 16)
PF_HALF(32, 8, 16)
PF_HALF(8, 32, 16)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
PF_BFLOAT(16, 16, 16, 8, 4, 8, 4)
PF_BFLOAT(32, 8, 16, 16, 8, 4, 2)
PF_BFLOAT(8, 32, 16, 4, 2, 16, 8)
PF_AB(16, 16, 8, precision::tf32, float, "tf32", 4, 4, 4, 4, unsigned, "r")
PF_C(16, 16, 8, float, "f32", 8, 8, float, "f")
PF_MMA(16, 16, 8, precision::tf32, 4, 4, "r", float, 8, float, "f", float, 8, "f",
       "f32.tf32.tf32.f32", "")
PF_AB(8, 8, 4, double, double, "f64", 1, 1, 1, 1, double, "d")
PF_C(8, 8, 4, double, "f64", 2, 2, double, "d")
PF_MMA(8, 8, 4, double, 1, 1, "d", double, 2, double, "d", double, 2, "d", "f64.f64.f64.f64", "")
#endif

#undef PF_BFLOAT
#undef PF_INTEGERS
#undef PF_BYTES
#undef PF_HALF
#undef PF_MMA
#undef PF_MMA1
#undef PF_PRODUCT
#undef PF_C
#undef PF_STORE
#undef PF_LOAD_C
#undef PF_AB
#undef PF_LOAD
#undef PF_SHAPE
#undef PF_T1
#undef PF_T2
#undef PF_T4
#undef PF_T8
#undef PF_O
#undef PF_O1
#undef PF_O2
#undef PF_O4
#undef PF_O8
#undef PF_I
#undef PF_I1
#undef PF_I2
#undef PF_I4
#undef PF_I8

} // namespace wmma
} // namespace nvcuda
#undef PF_WMMA
#endif
#endif
