// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// order: two words stored and read without a message: store buffering (sb), load buffering (lb), IRIW, coherence (co), two stores
// each (ww), a store and a look (r). Outcomes are what was read, in order of roles, and then last values.
#include "litmus.cuh"

// Each stores one word and reads the other: 0:0 if both stores are late.
#define SB(NAME, PLACE, STORE, FENCE, LOAD)                                                                                  \
	TEST(NAME, PLACE, 2, 0, {                                                                                            \
		STORE(role ? c.y() : c.x(), 1);                                                                              \
		FENCE;                                                                                                       \
		c.put(role, LOAD(role ? c.x() : c.y()));                                                                     \
	})
SB(sb_fence, blocks<2>, st_relaxed_gpu, __threadfence(), ld_relaxed_gpu)
SB(sb_acq_rel, blocks<2>, st_relaxed_gpu, fence_acq_rel_gpu(), ld_relaxed_gpu)
SB(sb_release, blocks<2>, st_release_gpu, , ld_acquire_gpu)
SB(sb_relaxed, blocks<2>, st_relaxed_gpu, , ld_relaxed_gpu)
SB(sb_volatile, blocks<2>, st_volatile, , ld_volatile)
SB(sb_weak, blocks<2>, st, , ld)
SB(sb_fence_cta, blocks<2>, st_relaxed_gpu, __threadfence_block(), ld_relaxed_gpu)
SB(sb_block_fence, warps<2>, st_relaxed_cta, __threadfence_block(), ld_relaxed_cta)
SB(sb_block_relaxed, warps<2>, st_relaxed_cta, , ld_relaxed_cta)
// Whoever sees nothing of the other one enters: 1:1 if both have.
TEST(sb_guards, blocks<2>, 2, 1, {
	st_relaxed_gpu(role ? c.g() : c.y(), 1);
	__threadfence();
	const int other = ld_relaxed_gpu(role ? c.y() : c.g());
	if (!other)
		st(c.x(), 1 + role);
	c.put(role, !other);
})

// Each reads one word and stores the other: 1:1 if both stores are early.
#define LB(NAME, LOAD, FENCE, STORE)                                                                                         \
	TEST(NAME, blocks<2>, 2, 0, {                                                                                        \
		const int r = LOAD(role ? c.y() : c.x());                                                                    \
		FENCE;                                                                                                       \
		STORE(role ? c.x() : c.y(), 1);                                                                              \
		c.put(role, r);                                                                                              \
	})
LB(lb_fence, ld_relaxed_gpu, __threadfence(), st_relaxed_gpu)
LB(lb_relaxed, ld_relaxed_gpu, , st_relaxed_gpu)
LB(lb_weak, ld, , st)

// Two store, two read both words in opposite order: 1:0:1:0 if they see the stores in different order.
#define IRIW(NAME, STORE, LOAD, FENCE)                                                                                       \
	TEST(NAME, blocks<4>, 4, 0, {                                                                                        \
		if (role < 2) {                                                                                              \
			STORE(role ? c.y() : c.x(), 1);                                                                      \
		} else {                                                                                                     \
			const int first = LOAD(role == 3 ? c.y() : c.x());                                                   \
			FENCE;                                                                                               \
			const int second = LOAD(role == 3 ? c.x() : c.y());                                                  \
			c.put(role * 2 - 4, first);                                                                          \
			c.put(role * 2 - 3, second);                                                                         \
		}                                                                                                            \
	})
IRIW(iriw_fence, st_relaxed_gpu, ld_relaxed_gpu, __threadfence())
IRIW(iriw_acq_rel, st_relaxed_gpu, ld_relaxed_gpu, fence_acq_rel_gpu())
IRIW(iriw_acquire, st_release_gpu, ld_acquire_gpu, )
IRIW(iriw_relaxed, st_relaxed_gpu, ld_relaxed_gpu, )
IRIW(iriw_weak, st, ld, )

// One stores, one reads the same word twice: 1:0 goes back.
#define CORR(NAME, PLACE, STORE, LOAD)                                                                                       \
	TEST(NAME, PLACE, 2, 0, {                                                                                            \
		if (role == 0) {                                                                                             \
			STORE(c.x(), 1);                                                                                     \
		} else {                                                                                                     \
			const int first = LOAD(c.x());                                                                       \
			const int second = LOAD(c.x());                                                                      \
			c.put(0, first);                                                                                     \
			c.put(1, second);                                                                                    \
		}                                                                                                            \
	})
CORR(co_relaxed, blocks<2>, st_relaxed_gpu, ld_relaxed_gpu)
CORR(co_volatile, blocks<2>, st_volatile, ld_volatile)
CORR(co_weak, blocks<2>, st, ld)
CORR(co_block_relaxed, warps<2>, st_relaxed_cta, ld_relaxed_cta)
CORR(co_block_weak, warps<2>, st, ld)
// A strong load and then a weak one, which may come out of a cache.
TEST(co_strong_then_weak, blocks<2>, 2, 0, {
	if (role == 0) {
		st_relaxed_gpu(c.x(), 1);
	} else {
		const int first = ld_relaxed_gpu(c.x());
		const int second = ld(c.x());
		c.put(0, first);
		c.put(1, second);
	}
})

// Both store both words, in opposite order: last values 1:1 if each first store is last.
#define WW(NAME, STORE, FENCE)                                                                                               \
	TEST(NAME, blocks<2>, 0, 2, {                                                                                        \
		STORE(role ? c.y() : c.x(), 1);                                                                              \
		FENCE;                                                                                                       \
		STORE(role ? c.x() : c.y(), 2);                                                                              \
	})
WW(ww_fence, st_relaxed_gpu, __threadfence())
WW(ww_relaxed, st_relaxed_gpu, )
WW(ww_weak, st, )

// x and then y; or y and then a look at x: 0 read, and the last value of y the second one's, though its store came first.
#define R(NAME, FENCE)                                                                                                       \
	TEST(NAME, blocks<2>, 1, 2, {                                                                                        \
		st_relaxed_gpu(role ? c.y() : c.x(), 1 + role);                                                              \
		FENCE;                                                                                                       \
		if (role)                                                                                                    \
			c.put(0, ld_relaxed_gpu(c.x()));                                                                     \
		else                                                                                                         \
			st_relaxed_gpu(c.y(), 1);                                                                            \
	})
R(r_fence, __threadfence())
R(r_acq_rel, fence_acq_rel_gpu())
R(r_relaxed, )

int main(int argc, char **argv)
{
	RUN(sb_fence);
	RUN(sb_acq_rel);
	RUN(sb_release);
	RUN(sb_relaxed);
	RUN(sb_volatile);
	RUN(sb_weak);
	RUN(sb_fence_cta);
	RUN(sb_block_fence);
	RUN(sb_block_relaxed);
	RUN(sb_guards);
	RUN(lb_fence);
	RUN(lb_relaxed);
	RUN(lb_weak);
	RUN(iriw_fence);
	RUN(iriw_acq_rel);
	RUN(iriw_acquire);
	RUN(iriw_relaxed);
	RUN(iriw_weak);
	RUN(co_relaxed);
	RUN(co_volatile);
	RUN(co_weak);
	RUN(co_block_relaxed);
	RUN(co_block_weak);
	RUN(co_strong_then_weak);
	RUN(ww_fence);
	RUN(ww_relaxed);
	RUN(ww_weak);
	RUN(r_fence);
	RUN(r_acq_rel);
	RUN(r_relaxed);
	return 0;
}
