/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * warp: what groups are made of: ranks, masks of lanes, values handed from lane to lane, and the
 * barrier of a grid.
 */
#ifndef PHOTOFINISH_COOPERATIVE_GROUPS_WARP_H
#define PHOTOFINISH_COOPERATIVE_GROUPS_WARP_H

/* As every function of the headers: the line table names the program's line, not ours. */
#define PF_CG __device__ inline __attribute__((always_inline, nodebug))

namespace cooperative_groups {
namespace details {

struct access;

PF_CG unsigned block_size()
{
	return blockDim.x * blockDim.y * blockDim.z;
}

PF_CG unsigned rank_in_block()
{
	return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

PF_CG unsigned lane()
{
	return rank_in_block() & 31;
}

/* Lanes of this warp that have a thread. */
PF_CG unsigned warp_mask()
{
	const unsigned left = block_size() - (rank_in_block() & ~31U);

	return left >= 32 ? 0xffffffffU : (1U << left) - 1;
}

PF_CG unsigned tile_mask(unsigned size)
{
	return (0xffffffffU >> (32 - size)) << (lane() & ~(size - 1));
}

PF_CG unsigned bits_below(unsigned mask)
{
	return (unsigned)__popc((int)(mask & ((1U << lane()) - 1)));
}

/* Place of the bit that has n others below it. */
PF_CG unsigned nth_bit(unsigned mask, unsigned n)
{
	while (n--)
		mask &= mask - 1;
	return (unsigned)__ffs((int)mask) - 1;
}

/* The bits at the places of mask, side by side. */
PF_CG unsigned pack(unsigned bits, unsigned mask)
{
	unsigned packed = 0;

	for (unsigned n = 0; mask; n++, mask &= mask - 1)
		packed |= (bits >> (__ffs((int)mask) - 1) & 1) << n;
	return packed;
}

/* Any type that may be copied byte by byte, in pieces of four. */
template <class T> PF_CG T shuffle(unsigned mask, T v, unsigned from)
{
	static_assert(__is_trivially_copyable(T) && sizeof(T) <= 32,
		      "values of up to 32 bytes that are copied byte by byte go from lane to lane");
	unsigned piece[(sizeof(T) + 3) / 4] = {};

	__builtin_memcpy(piece, &v, sizeof(T));
	for (unsigned i = 0; i < sizeof(piece) / 4; i++)
		piece[i] = (unsigned)__shfl_sync(mask, (int)piece[i], (int)from);
	__builtin_memcpy(&v, piece, sizeof(T));
	return v;
}

/* Of the cooperative launch under way, set by the runtime (sw/cuda/runtime/cooperative.c, by this
 * name): blocks that have arrived, its top bit the barrier's phase; not 0: the launch is one. */
static __device__ unsigned grid[2];

PF_CG bool grid_is_cooperative()
{
	return *(volatile unsigned *)&grid[1] != 0;
}

/* Adds so much as to release the others: the last arrival turns the top bit over. */
PF_CG unsigned arrive_at_grid(unsigned add)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
	unsigned old;

	asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], %2;"
		     : "=r"(old) : "l"(__cvta_generic_to_global(&grid[0])), "r"(add) : "memory");
	return old;
#else
	__threadfence();
	return atomicAdd(&grid[0], add);
#endif
}

PF_CG unsigned look_at_grid()
{
	unsigned now;

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
	asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
		     : "=r"(now) : "l"(__cvta_generic_to_global(&grid[0])) : "memory");
#else
	now = *(volatile unsigned *)&grid[0];
	__threadfence();
#endif
	return now;
}

/* Block 0 adds what makes all arrivals together turn the top bit over and leave the rest. A launch
 * that is not cooperative has no such barrier: as on a GPU, the kernel ends with an error. */
PF_CG void grid_sync()
{
	if (!grid_is_cooperative())
		__trap();
	__syncthreads();
	if (rank_in_block() == 0) {
		const unsigned blocks = gridDim.x * gridDim.y * gridDim.z, top = 1U << 31;
		const bool first = !(blockIdx.x | blockIdx.y | blockIdx.z);
		const unsigned old = arrive_at_grid(first ? top - (blocks - 1) : 1);

		while (!((look_at_grid() ^ old) & top))
			;
	}
	__syncthreads();
}

/* The same barrier, for which each of the grid's threads arrives. */
PF_CG unsigned grid_arrive_each(unsigned threads, bool first)
{
	if (!grid_is_cooperative())
		__trap();
	return arrive_at_grid(first ? (1U << 31) - (threads - 1) : 1);
}

PF_CG void grid_wait(unsigned old)
{
	while (!((look_at_grid() ^ old) >> 31))
		;
}

} // namespace details
} // namespace cooperative_groups

#endif
