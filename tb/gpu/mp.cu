// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// mp: message passing. One role stores x and then raises the flag f, in a way that makes the test's name; the other one looks at the
// flag once and reads x if it is up. Outcome FLAG:X; 1:0 is a message that says what is not there yet.
#include "litmus.cuh"

#define MP(NAME, PLACE, RAISE, LOOK)                                                                                         \
	TEST(NAME, PLACE, 2, 0, {                                                                                            \
		if (role == 0) {                                                                                             \
			st(c.x(), 1);                                                                                        \
			RAISE                                                                                                \
		} else {                                                                                                     \
			int r;                                                                                               \
			LOOK                                                                                                 \
			if (r)                                                                                               \
				c.put(1, ld(c.x()));                                                                         \
			c.put(0, r);                                                                                         \
		}                                                                                                            \
	})

// Two blocks.
MP(mp_fence, blocks<2>, __threadfence(); st_relaxed_gpu(c.f(), 1);, r = ld_relaxed_gpu(c.f()); __threadfence();)
MP(mp_fence_sys, blocks<2>, __threadfence_system(); st_relaxed_sys(c.f(), 1);
   , r = ld_relaxed_sys(c.f()); __threadfence_system();)
MP(mp_fence_acq_rel, blocks<2>, fence_acq_rel_gpu(); st_relaxed_gpu(c.f(), 1);, r = ld_relaxed_gpu(c.f()); fence_acq_rel_gpu();)
MP(mp_exchange, blocks<2>, __threadfence(); atomicExch(c.f(), 1);, r = atomicAdd(c.f(), 0); __threadfence();)
MP(mp_volatile, blocks<2>, __threadfence(); st_volatile(c.f(), 1);, r = ld_volatile(c.f()); __threadfence();)
MP(mp_release, blocks<2>, st_release_gpu(c.f(), 1);, r = ld_acquire_gpu(c.f());)
MP(mp_acq_rel, blocks<2>, exchange_acq_rel_gpu(c.f(), 1);, r = exchange_acq_rel_gpu(c.f(), 2);)
MP(mp_none, blocks<2>, st_relaxed_gpu(c.f(), 1);, r = ld_relaxed_gpu(c.f());)
MP(mp_producer_fence, blocks<2>, __threadfence(); st_relaxed_gpu(c.f(), 1);, r = ld_relaxed_gpu(c.f());)
MP(mp_consumer_fence, blocks<2>, st_relaxed_gpu(c.f(), 1);, r = ld_relaxed_gpu(c.f()); __threadfence();)
MP(mp_fence_cta, blocks<2>, __threadfence_block(); st_relaxed_gpu(c.f(), 1);, r = ld_relaxed_gpu(c.f()); __threadfence_block();)
MP(mp_producer_fence_cta, blocks<2>, __threadfence_block(); st_relaxed_gpu(c.f(), 1);, r = ld_relaxed_gpu(c.f()); __threadfence();)
MP(mp_consumer_fence_cta, blocks<2>, __threadfence(); st_relaxed_gpu(c.f(), 1);, r = ld_relaxed_gpu(c.f()); __threadfence_block();)
MP(mp_release_cta, blocks<2>, st_release_cta(c.f(), 1);, r = ld_acquire_cta(c.f());)
MP(mp_weak_flag, blocks<2>, st(c.f(), 1);, r = ld(c.f());)

// Two warps of one block.
MP(mp_block_fence, warps<2>, __threadfence_block(); st_relaxed_cta(c.f(), 1);, r = ld_relaxed_cta(c.f()); __threadfence_block();)
MP(mp_block_acq_rel, warps<2>, fence_acq_rel_cta(); st_relaxed_cta(c.f(), 1);, r = ld_relaxed_cta(c.f()); fence_acq_rel_cta();)
MP(mp_block_release, warps<2>, st_release_cta(c.f(), 1);, r = ld_acquire_cta(c.f());)
MP(mp_block_none, warps<2>, st_relaxed_cta(c.f(), 1);, r = ld_relaxed_cta(c.f());)

// Two lanes of one warp.
MP(mp_lanes_fence, lanes<2>, __threadfence_block(); st_relaxed_cta(c.f(), 1);, r = ld_relaxed_cta(c.f()); __threadfence_block();)
MP(mp_lanes_none, lanes<2>, st_relaxed_cta(c.f(), 1);, r = ld_relaxed_cta(c.f());)

int main(int argc, char **argv)
{
	RUN(mp_fence);
	RUN(mp_fence_sys);
	RUN(mp_fence_acq_rel);
	RUN(mp_exchange);
	RUN(mp_volatile);
	RUN(mp_release);
	RUN(mp_acq_rel);
	RUN(mp_none);
	RUN(mp_producer_fence);
	RUN(mp_consumer_fence);
	RUN(mp_fence_cta);
	RUN(mp_producer_fence_cta);
	RUN(mp_consumer_fence_cta);
	RUN(mp_release_cta);
	RUN(mp_weak_flag);
	RUN(mp_block_fence);
	RUN(mp_block_acq_rel);
	RUN(mp_block_release);
	RUN(mp_block_none);
	RUN(mp_lanes_fence);
	RUN(mp_lanes_none);
	return 0;
}
