/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * memory: fences, address-space queries, loads and stores with a cache hint.
 */
PF_DEVICE void __threadfence_block() { __nvvm_membar_cta(); }
PF_DEVICE void __threadfence() { __nvvm_membar_gl(); }
PF_DEVICE void __threadfence_system() { __nvvm_membar_sys(); }

#define PF_ISSPACE(name, space) \
	PF_DEVICE unsigned int name(const void *p) \
	{ \
		unsigned int r; \
		asm("{ .reg .pred p; isspacep." space " p, %1; selp.u32 %0, 1, 0, p; }" \
		    : "=r"(r) : "l"(p)); \
		return r; \
	}
PF_ISSPACE(__isGlobal, "global")
PF_ISSPACE(__isShared, "shared")
PF_ISSPACE(__isLocal, "local")
#undef PF_ISSPACE
/* Constant variables are addressed like global ones here: nothing could tell them apart. */
__attribute__((unavailable("__isConstant() is not supported by photofinish")))
__device__ unsigned int __isConstant(const void *p);

#define PF_CVTA(space) \
	PF_DEVICE size_t __cvta_generic_to_##space(const void *p) \
	{ \
		size_t r; \
		asm("cvta.to." #space ".u64 %0, %1;" : "=l"(r) : "l"(p)); \
		return r; \
	}
#define PF_CVTA_BACK(fn, space) \
	PF_DEVICE void *__cvta_##fn##_to_generic(size_t p) \
	{ \
		void *r; \
		asm("cvta." #space ".u64 %0, %1;" : "=l"(r) : "l"(p)); \
		return r; \
	}
PF_CVTA(global)
PF_CVTA(shared)
PF_CVTA(local)
PF_CVTA_BACK(global, global)
PF_CVTA_BACK(shared, shared)
PF_CVTA_BACK(local, local)
#undef PF_CVTA
#undef PF_CVTA_BACK

/* A __shared__ variable that nothing constructs (sw/cli/cc_shared.c): a union calls nothing of its members'. */
template <class T> union __pf_unmade {
	T value;
	__host__ __device__ __pf_unmade() {}
	__host__ __device__ ~__pf_unmade() {}
};

/* One load per call, never merged or moved by the compiler. */
#define PF_LD1(fn, hint, T, type, c, R) \
	PF_DEVICE T fn(const T *p) \
	{ \
		R r; \
		asm volatile("ld.global." hint "." type " %0, [%1];" \
			     : "=" c(r) : "l"(p) : "memory"); \
		return (T)r; \
	}
#define PF_LD2(fn, hint, T, E, type, c, R) \
	PF_DEVICE T fn(const T *p) \
	{ \
		R x, y; \
		asm volatile("ld.global." hint ".v2." type " {%0, %1}, [%2];" \
			     : "=" c(x), "=" c(y) : "l"(p) : "memory"); \
		return T{(E)x, (E)y}; \
	}
#define PF_LD4(fn, hint, T, E, type, c, R) \
	PF_DEVICE T fn(const T *p) \
	{ \
		R x, y, z, w; \
		asm volatile("ld.global." hint ".v4." type " {%0, %1, %2, %3}, [%4];" \
			     : "=" c(x), "=" c(y), "=" c(z), "=" c(w) : "l"(p) : "memory"); \
		return T{(E)x, (E)y, (E)z, (E)w}; \
	}
#define PF_LOADS(fn, hint) \
	PF_LD1(fn, hint, char, "s8", "r", int) \
	PF_LD1(fn, hint, signed char, "s8", "r", int) \
	PF_LD1(fn, hint, unsigned char, "u8", "r", unsigned int) \
	PF_LD1(fn, hint, short, "s16", "h", short) \
	PF_LD1(fn, hint, unsigned short, "u16", "h", unsigned short) \
	PF_LD1(fn, hint, int, "s32", "r", int) \
	PF_LD1(fn, hint, unsigned int, "u32", "r", unsigned int) \
	PF_LD1(fn, hint, long, "s64", "l", long) \
	PF_LD1(fn, hint, unsigned long, "u64", "l", unsigned long) \
	PF_LD1(fn, hint, long long, "s64", "l", long long) \
	PF_LD1(fn, hint, unsigned long long, "u64", "l", unsigned long long) \
	PF_LD1(fn, hint, float, "f32", "f", float) \
	PF_LD1(fn, hint, double, "f64", "d", double) \
	PF_LD2(fn, hint, char2, signed char, "s8", "r", int) \
	PF_LD4(fn, hint, char4, signed char, "s8", "r", int) \
	PF_LD2(fn, hint, uchar2, unsigned char, "u8", "r", unsigned int) \
	PF_LD4(fn, hint, uchar4, unsigned char, "u8", "r", unsigned int) \
	PF_LD2(fn, hint, short2, short, "s16", "h", short) \
	PF_LD4(fn, hint, short4, short, "s16", "h", short) \
	PF_LD2(fn, hint, ushort2, unsigned short, "u16", "h", unsigned short) \
	PF_LD4(fn, hint, ushort4, unsigned short, "u16", "h", unsigned short) \
	PF_LD2(fn, hint, int2, int, "s32", "r", int) \
	PF_LD4(fn, hint, int4, int, "s32", "r", int) \
	PF_LD2(fn, hint, uint2, unsigned int, "u32", "r", unsigned int) \
	PF_LD4(fn, hint, uint4, unsigned int, "u32", "r", unsigned int) \
	PF_LD2(fn, hint, longlong2, long long, "s64", "l", long long) \
	PF_LD2(fn, hint, ulonglong2, unsigned long long, "u64", "l", unsigned long long) \
	PF_LD2(fn, hint, float2, float, "f32", "f", float) \
	PF_LD4(fn, hint, float4, float, "f32", "f", float) \
	PF_LD2(fn, hint, double2, double, "f64", "d", double)

PF_LOADS(__ldg, "nc")
PF_LOADS(__ldca, "ca")
PF_LOADS(__ldcg, "cg")
PF_LOADS(__ldcs, "cs")
PF_LOADS(__ldlu, "lu")
PF_LOADS(__ldcv, "cv")

#define PF_ST1(fn, hint, T, type, c, R) \
	PF_DEVICE void fn(T *p, T v) \
	{ \
		asm volatile("st.global." hint "." type " [%0], %1;" \
			     : : "l"(p), c((R)v) : "memory"); \
	}
#define PF_ST2(fn, hint, T, type, c, R) \
	PF_DEVICE void fn(T *p, T v) \
	{ \
		asm volatile("st.global." hint ".v2." type " [%0], {%1, %2};" \
			     : : "l"(p), c((R)v.x), c((R)v.y) : "memory"); \
	}
#define PF_ST4(fn, hint, T, type, c, R) \
	PF_DEVICE void fn(T *p, T v) \
	{ \
		asm volatile("st.global." hint ".v4." type " [%0], {%1, %2, %3, %4};" \
			     : : "l"(p), c((R)v.x), c((R)v.y), c((R)v.z), c((R)v.w) \
			     : "memory"); \
	}
#define PF_STORES(fn, hint) \
	PF_ST1(fn, hint, char, "s8", "r", int) \
	PF_ST1(fn, hint, signed char, "s8", "r", int) \
	PF_ST1(fn, hint, unsigned char, "u8", "r", unsigned int) \
	PF_ST1(fn, hint, short, "s16", "h", short) \
	PF_ST1(fn, hint, unsigned short, "u16", "h", unsigned short) \
	PF_ST1(fn, hint, int, "s32", "r", int) \
	PF_ST1(fn, hint, unsigned int, "u32", "r", unsigned int) \
	PF_ST1(fn, hint, long, "s64", "l", long) \
	PF_ST1(fn, hint, unsigned long, "u64", "l", unsigned long) \
	PF_ST1(fn, hint, long long, "s64", "l", long long) \
	PF_ST1(fn, hint, unsigned long long, "u64", "l", unsigned long long) \
	PF_ST1(fn, hint, float, "f32", "f", float) \
	PF_ST1(fn, hint, double, "f64", "d", double) \
	PF_ST2(fn, hint, char2, "s8", "r", int) \
	PF_ST4(fn, hint, char4, "s8", "r", int) \
	PF_ST2(fn, hint, uchar2, "u8", "r", unsigned int) \
	PF_ST4(fn, hint, uchar4, "u8", "r", unsigned int) \
	PF_ST2(fn, hint, short2, "s16", "h", short) \
	PF_ST4(fn, hint, short4, "s16", "h", short) \
	PF_ST2(fn, hint, ushort2, "u16", "h", unsigned short) \
	PF_ST4(fn, hint, ushort4, "u16", "h", unsigned short) \
	PF_ST2(fn, hint, int2, "s32", "r", int) \
	PF_ST4(fn, hint, int4, "s32", "r", int) \
	PF_ST2(fn, hint, uint2, "u32", "r", unsigned int) \
	PF_ST4(fn, hint, uint4, "u32", "r", unsigned int) \
	PF_ST2(fn, hint, longlong2, "s64", "l", long long) \
	PF_ST2(fn, hint, ulonglong2, "u64", "l", unsigned long long) \
	PF_ST2(fn, hint, float2, "f32", "f", float) \
	PF_ST4(fn, hint, float4, "f32", "f", float) \
	PF_ST2(fn, hint, double2, "f64", "d", double)

PF_STORES(__stwb, "wb")
PF_STORES(__stcg, "cg")
PF_STORES(__stcs, "cs")
PF_STORES(__stwt, "wt")

#undef PF_STORES
#undef PF_ST4
#undef PF_ST2
#undef PF_ST1
#undef PF_LOADS
#undef PF_LD4
#undef PF_LD2
#undef PF_LD1
