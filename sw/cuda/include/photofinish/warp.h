/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * warp: barriers, votes, shuffles, matches and reductions of a warp or block.
 */
/* __syncthreads() itself is built into clang. */
PF_DEVICE int __syncthreads_count(int pred) { return __nvvm_bar0_popc(pred); }
PF_DEVICE int __syncthreads_and(int pred) { return __nvvm_bar0_and(pred); }
PF_DEVICE int __syncthreads_or(int pred) { return __nvvm_bar0_or(pred); }
PF_DEVICE void __syncwarp(unsigned int mask = 0xffffffffU) { __nvvm_bar_warp_sync(mask); }

PF_DEVICE unsigned int __activemask()
{
	unsigned int r;

	asm volatile("activemask.b32 %0;" : "=r"(r));
	return r;
}

#define PF_VOTE(name, mode, T) \
	PF_DEVICE T name(unsigned int mask, int pred) \
	{ \
		unsigned int r; \
		asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0;" \
			     " vote.sync." mode ".pred q, p, %2; selp.u32 %0, 1, 0, q; }" \
			     : "=r"(r) : "r"(pred), "r"(mask)); \
		return (T)r; \
	}
PF_VOTE(__all_sync, "all", int)
PF_VOTE(__any_sync, "any", int)
PF_VOTE(__uni_sync, "uni", int)
#undef PF_VOTE

PF_DEVICE unsigned int __ballot_sync(unsigned int mask, int pred)
{
	unsigned int r;

	asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
		     : "=r"(r) : "r"(pred), "r"(mask));
	return r;
}

/* c: clamp in bits 0-4, segment mask in bits 8-12 */
#define PF_SHFL32(name, mode, clamp, B) \
	PF_DEVICE int name(unsigned int mask, int v, B b, int width = 32) \
	{ \
		int r, c = ((32 - width) << 8) | clamp; \
		asm volatile("shfl.sync." mode ".b32 %0, %1, %2, %3, %4;" \
			     : "=r"(r) : "r"(v), "r"(b), "r"(c), "r"(mask)); \
		return r; \
	} \
	PF_DEVICE unsigned int name(unsigned int mask, unsigned int v, B b, int width = 32) \
	{ \
		return (unsigned int)name(mask, (int)v, b, width); \
	} \
	PF_DEVICE float name(unsigned int mask, float v, B b, int width = 32) \
	{ \
		return __builtin_bit_cast(float, name(mask, __builtin_bit_cast(int, v), b, width)); \
	}
#define PF_SHFL64(name, T, B) \
	PF_DEVICE T name(unsigned int mask, T v, B b, int width = 32) \
	{ \
		unsigned long long bits = __builtin_bit_cast(unsigned long long, v); \
		unsigned int lo = name(mask, (unsigned int)bits, b, width); \
		unsigned int hi = name(mask, (unsigned int)(bits >> 32), b, width); \
		return __builtin_bit_cast(T, (unsigned long long)hi << 32 | lo); \
	}
#define PF_SHFL(name, mode, clamp, B) \
	PF_SHFL32(name, mode, clamp, B) \
	PF_SHFL64(name, long, B) \
	PF_SHFL64(name, unsigned long, B) \
	PF_SHFL64(name, long long, B) \
	PF_SHFL64(name, unsigned long long, B) \
	PF_SHFL64(name, double, B)

PF_SHFL(__shfl_sync, "idx", 0x1f, int)
PF_SHFL(__shfl_up_sync, "up", 0, unsigned int)
PF_SHFL(__shfl_down_sync, "down", 0x1f, unsigned int)
PF_SHFL(__shfl_xor_sync, "bfly", 0x1f, int)
#undef PF_SHFL
#undef PF_SHFL64
#undef PF_SHFL32

/* The forms without a mask exist below sm_70 only, where warps run in lock step. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 700
PF_DEVICE int __all(int pred) { return __all_sync(__activemask(), pred); }
PF_DEVICE int __any(int pred) { return __any_sync(__activemask(), pred); }
PF_DEVICE unsigned int __ballot(int pred) { return __ballot_sync(__activemask(), pred); }
#define PF_SHFL_OLD(name, T, B) \
	PF_DEVICE T name(T v, B b, int width = 32) \
	{ \
		return name##_sync(__activemask(), v, b, width); \
	}
#define PF_SHFLS_OLD(name, B) \
	PF_SHFL_OLD(name, int, B) PF_SHFL_OLD(name, unsigned int, B) \
	PF_SHFL_OLD(name, long, B) PF_SHFL_OLD(name, unsigned long, B) \
	PF_SHFL_OLD(name, long long, B) PF_SHFL_OLD(name, unsigned long long, B) \
	PF_SHFL_OLD(name, float, B) PF_SHFL_OLD(name, double, B)
PF_SHFLS_OLD(__shfl, int)
PF_SHFLS_OLD(__shfl_up, unsigned int)
PF_SHFLS_OLD(__shfl_down, unsigned int)
PF_SHFLS_OLD(__shfl_xor, int)
#undef PF_SHFLS_OLD
#undef PF_SHFL_OLD
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define PF_MATCH32(T) \
	PF_DEVICE unsigned int __match_any_sync(unsigned int mask, T v) \
	{ \
		unsigned int r; \
		asm volatile("match.any.sync.b32 %0, %1, %2;" \
			     : "=r"(r) : "r"(__builtin_bit_cast(unsigned int, v)), "r"(mask)); \
		return r; \
	} \
	PF_DEVICE unsigned int __match_all_sync(unsigned int mask, T v, int *pred) \
	{ \
		unsigned int r; \
		int p; \
		asm volatile("{ .reg .pred q; match.all.sync.b32 %0|q, %2, %3;" \
			     " selp.s32 %1, 1, 0, q; }" : "=r"(r), "=r"(p) \
			     : "r"(__builtin_bit_cast(unsigned int, v)), "r"(mask)); \
		*pred = p; \
		return r; \
	}
#define PF_MATCH64(T) \
	PF_DEVICE unsigned int __match_any_sync(unsigned int mask, T v) \
	{ \
		unsigned int r; \
		asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(r) \
			     : "l"(__builtin_bit_cast(unsigned long long, v)), "r"(mask)); \
		return r; \
	} \
	PF_DEVICE unsigned int __match_all_sync(unsigned int mask, T v, int *pred) \
	{ \
		unsigned int r; \
		int p; \
		asm volatile("{ .reg .pred q; match.all.sync.b64 %0|q, %2, %3;" \
			     " selp.s32 %1, 1, 0, q; }" : "=r"(r), "=r"(p) \
			     : "l"(__builtin_bit_cast(unsigned long long, v)), "r"(mask)); \
		*pred = p; \
		return r; \
	}
PF_MATCH32(int)
PF_MATCH32(unsigned int)
PF_MATCH32(float)
PF_MATCH64(long)
PF_MATCH64(unsigned long)
PF_MATCH64(long long)
PF_MATCH64(unsigned long long)
PF_MATCH64(double)
#undef PF_MATCH64
#undef PF_MATCH32
#endif

/* CUDA has these from sm_80 on; here every target has them. */
#define PF_REDUX(name, op, type, T) \
	PF_DEVICE T name(unsigned int mask, T v) \
	{ \
		T r; \
		asm volatile("redux.sync." op "." type " %0, %1, %2;" \
			     : "=r"(r) : "r"(v), "r"(mask)); \
		return r; \
	}
PF_REDUX(__reduce_add_sync, "add", "u32", unsigned int)
PF_REDUX(__reduce_add_sync, "add", "s32", int)
PF_REDUX(__reduce_min_sync, "min", "u32", unsigned int)
PF_REDUX(__reduce_min_sync, "min", "s32", int)
PF_REDUX(__reduce_max_sync, "max", "u32", unsigned int)
PF_REDUX(__reduce_max_sync, "max", "s32", int)
PF_REDUX(__reduce_and_sync, "and", "b32", unsigned int)
PF_REDUX(__reduce_or_sync, "or", "b32", unsigned int)
PF_REDUX(__reduce_xor_sync, "xor", "b32", unsigned int)
#undef PF_REDUX
