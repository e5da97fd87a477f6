// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// cumulative: what a fence passes on that its own thread has not done: over a third thread (wrc), over a barrier (bar), over
// __syncwarp (warp). Outcome FLAG:X, or FLAG:OTHER FLAG:X; a flag that is up and x = 0 is a message that says what is not there yet.
#include "litmus.cuh"

// x, by the first one's flag, and the second one's, to the third one.
#define WRC(NAME, PLACE, RAISE_F, LOOK_F, RAISE_G, LOOK_G)                                                                   \
	TEST(NAME, PLACE, 3, 0, {                                                                                            \
		int r = 0;                                                                                                   \
		if (role == 0) {                                                                                             \
			st(c.x(), 1);                                                                                        \
			RAISE_F                                                                                              \
		} else if (role == 1) {                                                                                      \
			LOOK_F                                                                                               \
			c.put(0, r);                                                                                         \
			if (r) {                                                                                             \
				RAISE_G                                                                                      \
			}                                                                                                    \
		} else if (role == 2) {                                                                                      \
			LOOK_G                                                                                               \
			c.put(1, r);                                                                                         \
			if (r)                                                                                               \
				c.put(2, ld(c.x()));                                                                         \
		}                                                                                                            \
	})
#define FENCE_RAISE_F(FENCE) FENCE; st_relaxed_gpu(c.f(), 1);
#define LOOK_FENCE_F(FENCE) r = ld_relaxed_gpu(c.f()); FENCE;
#define RAISE_G st_relaxed_gpu(c.g(), 1);
#define LOOK_FENCE_G r = ld_relaxed_gpu(c.g()); __threadfence();
using two_and_one = place<2, 2, 1>; // roles 0 and 1 are of one block

WRC(wrc_fence, blocks<3>, FENCE_RAISE_F(__threadfence()), LOOK_FENCE_F(__threadfence()), RAISE_G, LOOK_FENCE_G)
WRC(wrc_release, blocks<3>, st_release_gpu(c.f(), 1);, r = ld_acquire_gpu(c.f());, st_release_gpu(c.g(), 1);, r = ld_acquire_gpu(c.g());)
WRC(wrc_second_no_fence, blocks<3>, FENCE_RAISE_F(__threadfence()), r = ld_relaxed_gpu(c.f());, RAISE_G, LOOK_FENCE_G)
WRC(wrc_none, blocks<3>, st_relaxed_gpu(c.f(), 1);, r = ld_relaxed_gpu(c.f());, RAISE_G, r = ld_relaxed_gpu(c.g());)
WRC(wrc_across_scopes, two_and_one, FENCE_RAISE_F(__threadfence_block()), LOOK_FENCE_F(__threadfence()), RAISE_G, LOOK_FENCE_G)
WRC(wrc_across_scopes_acq_rel, two_and_one, FENCE_RAISE_F(fence_acq_rel_cta()), LOOK_FENCE_F(fence_acq_rel_gpu()), RAISE_G,
    r = ld_relaxed_gpu(c.g()); fence_acq_rel_gpu();)
WRC(wrc_across_scopes_release, two_and_one, st_release_cta(c.f(), 1);, r = ld_acquire_cta(c.f());, st_release_gpu(c.g(), 1);
    , r = ld_acquire_gpu(c.g());)
WRC(wrc_across_scopes_narrow, two_and_one, FENCE_RAISE_F(__threadfence_block()), LOOK_FENCE_F(__threadfence_block()), RAISE_G,
    LOOK_FENCE_G)

// Warp 0 stores x, warp 1 raises the flag after a barrier; warp 0 of another block looks, warp 1 reads x after a barrier.
#define BAR(NAME, BEFORE, RAISE, LOOK)                                                                                       \
	TEST(NAME, two_and_one, 2, 0, {                                                                                      \
		int r;                                                                                                       \
		if (role == 0) {                                                                                             \
			st(c.x(), 1);                                                                                        \
			BEFORE                                                                                               \
			__syncthreads();                                                                                     \
		} else if (role == 1) {                                                                                      \
			RAISE                                                                                                \
		} else if (role == 2) {                                                                                      \
			LOOK                                                                                                 \
			*c.mail = r;                                                                                         \
			__syncthreads();                                                                                     \
		} else {                                                                                                     \
			__syncthreads();                                                                                     \
			r = *c.mail;                                                                                         \
			c.put(0, r);                                                                                         \
			if (r)                                                                                               \
				c.put(1, ld(c.x()));                                                                         \
		}                                                                                                            \
	})
#define RAISE_F st_relaxed_gpu(c.f(), 1);
BAR(bar_then_fence, , __syncthreads(); __threadfence(); RAISE_F, LOOK_FENCE_F(__threadfence()))
BAR(bar_then_acq_rel, , __syncthreads(); fence_acq_rel_gpu(); RAISE_F, LOOK_FENCE_F(fence_acq_rel_gpu()))
BAR(bar_then_release, , __syncthreads(); st_release_gpu(c.f(), 1);, r = ld_acquire_gpu(c.f());)
BAR(bar_then_exchange, , __syncthreads(); __threadfence(); atomicExch(c.f(), 1);, r = atomicAdd(c.f(), 0); __threadfence();)
BAR(bar_other_fences, __threadfence();, __syncthreads(); RAISE_F, LOOK_FENCE_F(__threadfence()))
BAR(bar_fence_then_bar, , __threadfence(); __syncthreads(); RAISE_F, LOOK_FENCE_F(__threadfence()))
BAR(bar_no_fence, , __syncthreads(); RAISE_F, LOOK_FENCE_F(__threadfence()))
BAR(bar_fence_cta, , __syncthreads(); __threadfence_block(); RAISE_F, LOOK_FENCE_F(__threadfence()))
BAR(bar_consumer_no_fence, , __syncthreads(); __threadfence(); RAISE_F, r = ld_relaxed_gpu(c.f());)

// Lane 0 of two stores x, lane 1 raises the flag.
using lanes_and_one = place<2, 1, 2>; // roles 0 and 1 are lanes of one warp
__device__ __forceinline__ void pair() { __syncwarp(3u << (threadIdx.x & 30)); }
#define WARP(NAME, MEET, FENCE)                                                                                              \
	TEST(NAME, lanes_and_one, 2, 0, {                                                                                    \
		if (role == 0)                                                                                               \
			st(c.x(), 1);                                                                                        \
		if (role < 2)                                                                                                \
			MEET;                                                                                                \
		if (role == 1) {                                                                                             \
			FENCE;                                                                                               \
			st_relaxed_gpu(c.f(), 1);                                                                            \
		} else if (role == 2) {                                                                                      \
			const int r = ld_relaxed_gpu(c.f());                                                                 \
			__threadfence();                                                                                     \
			c.put(0, r);                                                                                         \
			if (r)                                                                                               \
				c.put(1, ld(c.x()));                                                                         \
		}                                                                                                            \
	})
WARP(warp_then_fence, __syncwarp(), __threadfence())
WARP(warp_pair_then_fence, pair(), __threadfence())
WARP(warp_pair_then_acq_rel, pair(), fence_acq_rel_gpu())
WARP(warp_no_fence, __syncwarp(), )
WARP(warp_fence_for_another, , __threadfence())

int main(int argc, char **argv)
{
	RUN(wrc_fence);
	RUN(wrc_release);
	RUN(wrc_second_no_fence);
	RUN(wrc_none);
	RUN(wrc_across_scopes);
	RUN(wrc_across_scopes_acq_rel);
	RUN(wrc_across_scopes_release);
	RUN(wrc_across_scopes_narrow);
	RUN(bar_then_fence);
	RUN(bar_then_acq_rel);
	RUN(bar_then_release);
	RUN(bar_then_exchange);
	RUN(bar_other_fences);
	RUN(bar_fence_then_bar);
	RUN(bar_no_fence);
	RUN(bar_fence_cta);
	RUN(bar_consumer_no_fence);
	RUN(warp_then_fence);
	RUN(warp_pair_then_fence);
	RUN(warp_pair_then_acq_rel);
	RUN(warp_no_fence);
	RUN(warp_fence_for_another);
	return 0;
}
