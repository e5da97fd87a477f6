/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * wide: what tiles of several warps are made of: in shared memory a barrier for each tile that a block
 * can have, and room for one value of each warp.
 *
 *   tile of 64    barriers 0 to 15        of 256   24 to 27
 *   of 128        16 to 23                of 512   28 and 29
 */
#ifndef PHOTOFINISH_COOPERATIVE_GROUPS_WIDE_H
#define PHOTOFINISH_COOPERATIVE_GROUPS_WIDE_H

#include "warp.h"

namespace cooperative_groups {
namespace details {

struct wide_tag {}; /* base of what is such a tile */

enum { WIDE_BARRIERS = 32, WIDE_VALUE = 32 };

struct wide_memory {
	unsigned barrier[WIDE_BARRIERS]; /* threads that have arrived; the top bit is the phase */
	alignas(16) char value[1][WIDE_VALUE];
};

/* All threads of a block begin to use the memory: none is at a barrier of it any more. */
PF_CG wide_memory *wide_begin(void *p)
{
	wide_memory *m = (wide_memory *)p;

	__syncthreads();
	for (unsigned i = rank_in_block(); i < WIDE_BARRIERS; i += block_size())
		m->barrier[i] = 0;
	__syncthreads();
	return m;
}

/* What a block uses that has named no memory: as much as its largest size needs. */
PF_CG void *wide_reserved()
{
	__shared__ __align__(16) char reserved[sizeof(unsigned) * WIDE_BARRIERS + 32 * WIDE_VALUE];

	return reserved;
}

PF_CG unsigned wide_barrier(unsigned size)
{
	return 32 - 2048 / size + rank_in_block() / size;
}

PF_CG unsigned wide_arrive(unsigned *barrier, unsigned add)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
	unsigned old;

	asm volatile("atom.acq_rel.cta.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(barrier), "r"(add) : "memory");
	return old;
#else
	__threadfence_block();
	return atomicAdd(barrier, add);
#endif
}

PF_CG unsigned wide_look(unsigned *barrier)
{
	unsigned now;

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
	asm volatile("ld.acquire.cta.u32 %0, [%1];" : "=r"(now) : "l"(barrier) : "memory");
#else
	now = *(volatile unsigned *)barrier;
	__threadfence_block();
#endif
	return now;
}

/* Its first thread adds what makes all arrivals turn the top bit over, as at a grid's barrier. A block's last
 * tile may lack threads. */
PF_CG void wide_sync(wide_memory *m, unsigned size)
{
	unsigned *barrier = &m->barrier[wide_barrier(size)];
	const unsigned rank = rank_in_block(), first = rank & ~(size - 1), top = 1U << 31;
	const unsigned left = block_size() - first, n = left < size ? left : size;
	const unsigned old = wide_arrive(barrier, rank == first ? top - (n - 1) : 1);

	while (!((wide_look(barrier) ^ old) & top))
		;
}

PF_CG int lanes_any(int pred)
{
	return __any_sync(warp_mask(), pred);
}
PF_CG int lanes_all(int pred)
{
	return __all_sync(warp_mask(), pred);
}

/* Any type that may be copied byte by byte, in the place of a warp. */
template <class T> PF_CG void wide_put(wide_memory *m, T v)
{
	static_assert(__is_trivially_copyable(T) && sizeof(T) <= WIDE_VALUE,
		      "values of up to 32 bytes that are copied byte by byte go from warp to warp");
	__builtin_memcpy(m->value[rank_in_block() / 32], &v, sizeof(T));
}
template <class T> PF_CG T wide_get(wide_memory *m, unsigned rank)
{
	T v;

	__builtin_memcpy(&v, m->value[rank / 32], sizeof(T));
	return v;
}

} // namespace details

/* Shared memory for tiles wider than a warp of a block of up to so many threads. */
template <unsigned Max = 1024> struct block_tile_memory {
	static_assert(Max && Max <= 1024, "a block has 1 to 1024 threads");
	alignas(16) char __pf_room[sizeof(unsigned) * details::WIDE_BARRIERS +
				   (Max + 31) / 32 * details::WIDE_VALUE];
};

} // namespace cooperative_groups

#endif
