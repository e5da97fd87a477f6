// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// block: threads of one block, and atomics and locks of block and of device scope. Outcomes: what was read, then last values.
#include "litmus.cuh"

// A lane stores, another one of its warp reads.
TEST(lanes_syncwarp, lanes<2>, 1, 0, {
	if (role == 0)
		st(c.x(), 1);
	__syncwarp();
	if (role == 1)
		c.put(0, ld(c.x()));
})
// With a mask of the two.
TEST(lanes_syncwarp_pair, lanes<2>, 1, 0, {
	if (role == 0)
		st(c.x(), 1);
	__syncwarp(3u << (threadIdx.x & 30));
	if (role == 1)
		c.put(0, ld(c.x()));
})
TEST(lanes_syncwarp_read_first, lanes<2>, 1, 0, {
	if (role == 1)
		c.put(0, ld(c.x()));
	__syncwarp();
	if (role == 0)
		st(c.x(), 1);
})
TEST(lanes_none, lanes<2>, 1, 0, {
	if (role == 0)
		st(c.x(), 1);
	else
		c.put(0, ld(c.x()));
})
// Each stores a word and reads the other's in the next statement: 1:1 for whoever takes a warp for one thread.
TEST(lanes_exchange_none, lanes<2>, 2, 0, {
	st(role ? c.y() : c.x(), 1);
	c.put(role, ld(role ? c.x() : c.y()));
})
TEST(lanes_exchange_syncwarp, lanes<2>, 2, 0, {
	st(role ? c.y() : c.x(), 1);
	__syncwarp();
	c.put(role, ld(role ? c.x() : c.y()));
})

// A warp stores, another one reads.
TEST(warps_barrier, warps<2>, 1, 0, {
	if (role == 0)
		st(c.x(), 1);
	__syncthreads();
	if (role == 1)
		c.put(0, ld(c.x()));
})
TEST(warps_none, warps<2>, 1, 0, {
	if (role == 0)
		st(c.x(), 1);
	else
		c.put(0, ld(c.x()));
})
// Flag and data in shared memory and global memory.
TEST(warps_shared_flag, warps<2>, 2, 0, {
	if (role == 0)
		*c.mail = 0;
	__syncthreads();
	if (role == 0) {
		st(c.x(), 1);
		__threadfence_block();
		st_relaxed_cta(c.mail, 1);
	} else {
		const int r = ld_relaxed_cta(c.mail);
		__threadfence_block();
		c.put(0, r);
		if (r)
			c.put(1, ld(c.x()));
	}
})

// Both add one; what they found, and the sum.
#define ADD(NAME, PLACE, ADD0, ADD1) TEST(NAME, PLACE, 2, 1, { c.put(role, role ? ADD1(c.x(), 1) : ADD0(c.x(), 1)); })
ADD(add_gpu, blocks<2>, atomicAdd, atomicAdd)
ADD(add_cta, blocks<2>, atomicAdd_block, atomicAdd_block)
ADD(add_mixed, blocks<2>, atomicAdd_block, atomicAdd)
ADD(add_block_cta, warps<2>, atomicAdd_block, atomicAdd_block)
ADD(add_block_mixed, warps<2>, atomicAdd_block, atomicAdd)

// Both add one by load and store, if a lock is free, tried once: who had it, and the sum. 1:1:1 has lost an addition.
#define LOCK(NAME, PLACE, CAS, AFTER, BEFORE, EXCH)                                                                          \
	TEST(NAME, PLACE, 2, 1, {                                                                                            \
		int mine = 0;                                                                                                \
		if (CAS(c.f(), 0, 1) == 0) {                                                                                 \
			AFTER;                                                                                               \
			const int v = ld(c.x());                                                                             \
			st(c.x(), v + 1);                                                                                    \
			BEFORE;                                                                                              \
			EXCH(c.f(), 0);                                                                                      \
			mine = 1;                                                                                            \
		}                                                                                                            \
		c.put(role, mine);                                                                                           \
	})
LOCK(lock_fences, blocks<2>, atomicCAS, __threadfence(), __threadfence(), atomicExch)
LOCK(lock_none, blocks<2>, atomicCAS, , , atomicExch)
LOCK(lock_release_only, blocks<2>, atomicCAS, , __threadfence(), atomicExch)
LOCK(lock_acquire_only, blocks<2>, atomicCAS, __threadfence(), , atomicExch)
LOCK(lock_fences_cta, blocks<2>, atomicCAS, __threadfence_block(), __threadfence_block(), atomicExch)
LOCK(lock_cta, blocks<2>, atomicCAS_block, __threadfence(), __threadfence(), atomicExch_block)
LOCK(lock_block_cta, warps<2>, atomicCAS_block, __threadfence_block(), __threadfence_block(), atomicExch_block)

// Each stores a word and takes a number; the last one adds up what all have stored: 2, or less.
#define LAST(NAME, FENCE, THEN)                                                                                              \
	TEST(NAME, blocks<2>, 2, 0, {                                                                                        \
		st(role ? c.y() : c.x(), 1);                                                                                 \
		FENCE;                                                                                                       \
		if (atomicAdd(c.f(), 1) == 1) {                                                                              \
			THEN;                                                                                                \
			c.put(role, ld(c.x()) + ld(c.y()));                                                                  \
		}                                                                                                            \
	})
LAST(last_fences, __threadfence(), __threadfence())
LAST(last_first_fence_only, __threadfence(), )
LAST(last_none, , )

int main(int argc, char **argv)
{
	RUN(lanes_syncwarp);
	RUN(lanes_syncwarp_pair);
	RUN(lanes_syncwarp_read_first);
	RUN(lanes_none);
	RUN(lanes_exchange_none);
	RUN(lanes_exchange_syncwarp);
	RUN(warps_barrier);
	RUN(warps_none);
	RUN(warps_shared_flag);
	RUN(add_gpu);
	RUN(add_cta);
	RUN(add_mixed);
	RUN(add_block_cta);
	RUN(add_block_mixed);
	RUN(lock_fences);
	RUN(lock_none);
	RUN(lock_release_only);
	RUN(lock_acquire_only);
	RUN(lock_fences_cta);
	RUN(lock_cta);
	RUN(lock_block_cta);
	RUN(last_fences);
	RUN(last_first_fence_only);
	RUN(last_none);
	return 0;
}
