/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * memcpy_async: a group copies together. Its threads copy at once, each a share, by plain loads and
 * stores; wait() and wait_prior() are the group's barrier. So a program that reads the copy before
 * it waits has a race, and is told; that the source may not change until then is not looked for.
 */
#ifndef _CG_MEMCPY_ASYNC_H
#define _CG_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"

/* libcu++ has cuda::aligned_size_t, but not before sm_70. */
#if __has_include(<cuda/std/atomic>) && !defined(PHOTOFINISH_OWN_BARRIER) && \
	(!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700)
#include <cuda/std/barrier>
#else
namespace cuda {
/* A size that the caller vouches to be a multiple of Align. */
template <__SIZE_TYPE__ Align> struct aligned_size_t {
	static constexpr __SIZE_TYPE__ align = Align;
	__SIZE_TYPE__ value;
	__host__ __device__ constexpr explicit aligned_size_t(__SIZE_TYPE__ n) : value(n) {}
	__host__ __device__ constexpr operator __SIZE_TYPE__() const { return value; }
};
} // namespace cuda
#endif

namespace cooperative_groups {

namespace details {
template <class Piece, class Group>
PF_CG void copy(const Group &g, void *to, const void *from, __SIZE_TYPE__ bytes)
{
	const __SIZE_TYPE__ n = bytes / sizeof(Piece);

	for (__SIZE_TYPE__ i = g.thread_rank(); i < n; i += g.size())
		((Piece *)to)[i] = ((const Piece *)from)[i];
}
} // namespace details

/* bytes: whatever converts to a size. */
template <class Group, class T, class Size>
PF_CG void memcpy_async(const Group &g, T *to, const T *from, const Size &bytes)
{
	const __SIZE_TYPE__ n = (__SIZE_TYPE__)bytes;
	const __SIZE_TYPE__ bits = (__SIZE_TYPE__)to | (__SIZE_TYPE__)from | n;

	if (!(bits & 15))
		details::copy<uint4>(g, to, from, n);
	else if (!(bits & 3))
		details::copy<unsigned>(g, to, from, n);
	else
		details::copy<unsigned char>(g, to, from, n);
}

/* Elements: as many as both layouts have. */
template <class Group, class T, class To, class From>
PF_CG void memcpy_async(const Group &g, T *to, const To &to_count, const T *from,
			const From &from_count)
{
	const __SIZE_TYPE__ a = (__SIZE_TYPE__)to_count, b = (__SIZE_TYPE__)from_count;

	memcpy_async(g, to, from, (a < b ? a : b) * sizeof(T));
}

template <class Group> PF_CG void wait(const Group &g)
{
	g.sync();
}

/* All copies but the last `Stages`; here all are done. */
template <unsigned Stages, class Group> PF_CG void wait_prior(const Group &g)
{
	g.sync();
}

} // namespace cooperative_groups

#endif
