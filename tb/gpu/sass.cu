// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// sass: one kernel for each thing whose machine code tb/gpu/sass.sh looks up; SHOW(NAME, TEXT) is a row of results/sass.csv.
// Never run.
#include <cuda_runtime.h>

#define SHOW(NAME, ...)                                                                                                      \
	extern "C" __global__ void NAME(int *words, int *others, int *result)                                                \
	{                                                                                                                    \
		int *p = words + threadIdx.x, *q = others + threadIdx.x, r = 0;                                              \
		__VA_ARGS__;                                                                                                 \
		if (r)                                                                                                       \
			result[threadIdx.x] = r;                                                                             \
	}
#define STORE(OP) asm volatile(OP ".u32 [%0], %1;" ::"l"(p), "r"(1) : "memory")
#define LOAD(OP) asm volatile(OP ".u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory")
#define ATOM(OP) asm volatile(OP " %0, [%1], %2;" : "=r"(r) : "l"(p), "r"(7) : "memory")
#define RED(OP) asm volatile(OP " [%0], %1;" ::"l"(p), "r"(7) : "memory")
#define PTX(OP) asm volatile(OP ";" ::: "memory")

SHOW(ld_weak, LOAD("ld.global"))
SHOW(ld_volatile, LOAD("ld.volatile.global"))
SHOW(ld_relaxed_cta, LOAD("ld.relaxed.cta.global"))
SHOW(ld_relaxed_gpu, LOAD("ld.relaxed.gpu.global"))
SHOW(ld_relaxed_sys, LOAD("ld.relaxed.sys.global"))
SHOW(ld_acquire_cta, LOAD("ld.acquire.cta.global"))
SHOW(ld_acquire_gpu, LOAD("ld.acquire.gpu.global"))
SHOW(ld_acquire_sys, LOAD("ld.acquire.sys.global"))
SHOW(st_weak, STORE("st.global"))
SHOW(st_volatile, STORE("st.volatile.global"))
SHOW(st_relaxed_cta, STORE("st.relaxed.cta.global"))
SHOW(st_relaxed_gpu, STORE("st.relaxed.gpu.global"))
SHOW(st_release_cta, STORE("st.release.cta.global"))
SHOW(st_release_gpu, STORE("st.release.gpu.global"))
SHOW(st_release_sys, STORE("st.release.sys.global"))
SHOW(atom_relaxed_cta, ATOM("atom.relaxed.cta.global.add.u32"))
SHOW(atom_relaxed_gpu, ATOM("atom.relaxed.gpu.global.add.u32"))
SHOW(atom_acquire_gpu, ATOM("atom.acquire.gpu.global.add.u32"))
SHOW(atom_release_gpu, ATOM("atom.release.gpu.global.add.u32"))
SHOW(atom_acq_rel_cta, ATOM("atom.acq_rel.cta.global.add.u32"))
SHOW(atom_acq_rel_gpu, ATOM("atom.acq_rel.gpu.global.add.u32"))
SHOW(atom_acq_rel_sys, ATOM("atom.acq_rel.sys.global.add.u32"))
SHOW(red_relaxed_gpu, RED("red.relaxed.gpu.global.add.u32"))
SHOW(red_release_gpu, RED("red.release.gpu.global.add.u32"))
SHOW(atomicAdd_, r = atomicAdd(p, 7))
SHOW(atomicAdd_block_, r = atomicAdd_block(p, 7))
SHOW(atomicCAS_, r = atomicCAS(p, 0, 1))

SHOW(fence_acq_rel_cta, PTX("fence.acq_rel.cta"))
SHOW(fence_acq_rel_gpu, PTX("fence.acq_rel.gpu"))
SHOW(fence_acq_rel_sys, PTX("fence.acq_rel.sys"))
SHOW(fence_sc_cta, PTX("fence.sc.cta"))
SHOW(fence_sc_gpu, PTX("fence.sc.gpu"))
SHOW(fence_sc_sys, PTX("fence.sc.sys"))
SHOW(threadfence_block_, __threadfence_block())
SHOW(threadfence_, __threadfence())
SHOW(threadfence_system_, __threadfence_system())

SHOW(syncthreads_, *p = 1; __syncthreads(); r = *q)
SHOW(syncthreads_or_, *p = 1; r = __syncthreads_or(*q))
SHOW(syncthreads_divergent, if (*p) { q[64] = 1; __syncthreads(); r = p[32]; } else { p[64] = 2; __syncthreads(); r = q[64]; })
SHOW(bar_sync_some, PTX("bar.sync 1, 64"))
SHOW(bar_arrive_some, PTX("bar.arrive 1, 64"))

SHOW(syncwarp_full, *p = 1; __syncwarp(); r = *q)
SHOW(syncwarp_full_shared, __shared__ int s[32]; s[threadIdx.x] = *p; __syncwarp(); r = s[threadIdx.x ^ 1])
SHOW(syncwarp_constant_mask, *p = 1; __syncwarp(0x0000ffff); r = *q)
SHOW(syncwarp_register_mask, *p = 1; __syncwarp(3u << (threadIdx.x & 30)); r = *q)
SHOW(syncwarp_after_branch, if (*p) q[64] = 1; __syncwarp(); r = q[64])
SHOW(syncwarp_after_loop, for (int i = 0; i < *p; i++) q[64] = i; __syncwarp(); r = q[64])
SHOW(syncwarp_in_branch, if (*p) { q[64] = 1; __syncwarp(); r = p[32]; } else { p[64] = 2; __syncwarp(); r = q[64]; })
SHOW(syncwarp_between_lanes, if (threadIdx.x & 1) *p = 1; __syncwarp(); if (!(threadIdx.x & 1)) r = p[1])
SHOW(shfl_full, r = __shfl_xor_sync(~0u, *p, 1))
SHOW(shfl_in_branch, if (*p) r = __shfl_xor_sync(~0u, *p, 1); else r = __shfl_xor_sync(~0u, *q, 2))
SHOW(ballot_full, r = (int)__ballot_sync(~0u, *p))
SHOW(no_syncwarp_after_branch, if (*p) q[64] = 1; r = q[64])
