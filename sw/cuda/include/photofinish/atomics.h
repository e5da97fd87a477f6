/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * atomics: CUDA's atomic functions, one PTX atom each, on generic addresses.
 *
 * name (device scope), name_block, name_system = .gpu, .cta, .sys; relaxed order.
 */
#define PF_ATOM(name, scope, op, type, T, c) \
	PF_DEVICE T name(T *p, T v) \
	{ \
		T old; \
		asm volatile("atom." scope "." op "." type " %0, [%1], %2;" \
			     : "=" c(old) : "l"(p), c(v) : "memory"); \
		return old; \
	}
#define PF_ATOM_CAS(name, scope, type, T, c) \
	PF_DEVICE T name(T *p, T compare, T v) \
	{ \
		T old; \
		asm volatile("atom." scope ".cas." type " %0, [%1], %2, %3;" \
			     : "=" c(old) : "l"(p), c(compare), c(v) : "memory"); \
		return old; \
	}

#define PF_ATOMICS(suffix, scope) \
	PF_ATOM(atomicAdd##suffix, scope, "add", "u32", int, "r") \
	PF_ATOM(atomicAdd##suffix, scope, "add", "u32", unsigned int, "r") \
	PF_ATOM(atomicAdd##suffix, scope, "add", "u64", unsigned long long, "l") \
	PF_ATOM(atomicAdd##suffix, scope, "add", "f32", float, "f") \
	PF_ATOM(atomicAdd##suffix, scope, "add", "f64", double, "d") \
	PF_ATOM(atomicExch##suffix, scope, "exch", "b32", int, "r") \
	PF_ATOM(atomicExch##suffix, scope, "exch", "b32", unsigned int, "r") \
	PF_ATOM(atomicExch##suffix, scope, "exch", "b64", unsigned long long, "l") \
	PF_ATOM(atomicExch##suffix, scope, "exch", "b32", float, "f") \
	PF_ATOM(atomicMin##suffix, scope, "min", "s32", int, "r") \
	PF_ATOM(atomicMin##suffix, scope, "min", "u32", unsigned int, "r") \
	PF_ATOM(atomicMin##suffix, scope, "min", "s64", long long, "l") \
	PF_ATOM(atomicMin##suffix, scope, "min", "u64", unsigned long long, "l") \
	PF_ATOM(atomicMax##suffix, scope, "max", "s32", int, "r") \
	PF_ATOM(atomicMax##suffix, scope, "max", "u32", unsigned int, "r") \
	PF_ATOM(atomicMax##suffix, scope, "max", "s64", long long, "l") \
	PF_ATOM(atomicMax##suffix, scope, "max", "u64", unsigned long long, "l") \
	PF_ATOM(atomicInc##suffix, scope, "inc", "u32", unsigned int, "r") \
	PF_ATOM(atomicDec##suffix, scope, "dec", "u32", unsigned int, "r") \
	PF_ATOM(atomicAnd##suffix, scope, "and", "b32", int, "r") \
	PF_ATOM(atomicAnd##suffix, scope, "and", "b32", unsigned int, "r") \
	PF_ATOM(atomicAnd##suffix, scope, "and", "b64", unsigned long long, "l") \
	PF_ATOM(atomicOr##suffix, scope, "or", "b32", int, "r") \
	PF_ATOM(atomicOr##suffix, scope, "or", "b32", unsigned int, "r") \
	PF_ATOM(atomicOr##suffix, scope, "or", "b64", unsigned long long, "l") \
	PF_ATOM(atomicXor##suffix, scope, "xor", "b32", int, "r") \
	PF_ATOM(atomicXor##suffix, scope, "xor", "b32", unsigned int, "r") \
	PF_ATOM(atomicXor##suffix, scope, "xor", "b64", unsigned long long, "l") \
	PF_ATOM_CAS(atomicCAS##suffix, scope, "b32", int, "r") \
	PF_ATOM_CAS(atomicCAS##suffix, scope, "b32", unsigned int, "r") \
	PF_ATOM_CAS(atomicCAS##suffix, scope, "b64", unsigned long long, "l") \
	PF_DEVICE int atomicSub##suffix(int *p, int v) \
	{ \
		return (int)atomicAdd##suffix((unsigned int *)p, 0U - (unsigned int)v); \
	} \
	PF_DEVICE unsigned int atomicSub##suffix(unsigned int *p, unsigned int v) \
	{ \
		return atomicAdd##suffix(p, 0U - v); \
	}

PF_ATOMICS(, "gpu")
PF_ATOMICS(_block, "cta")
PF_ATOMICS(_system, "sys")

/* As in CUDA, 16-bit compare-and-swap needs sm_70. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
PF_ATOM_CAS(atomicCAS, "gpu", "b16", unsigned short, "h")
PF_ATOM_CAS(atomicCAS_block, "cta", "b16", unsigned short, "h")
PF_ATOM_CAS(atomicCAS_system, "sys", "b16", unsigned short, "h")
#endif

#undef PF_ATOMICS
#undef PF_ATOM_CAS
#undef PF_ATOM
