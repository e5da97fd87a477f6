// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Critical sections under fine-grained locks, for lanes of one warp that want the same lock.
//
//   a lane tries its locks, works if it has them, and releases them, all in one turn of the loop: so it never waits
//   while it holds a lock, and lock step cannot keep it from releasing one
//
// With two locks, the one of lower number is tried first. Lanes in lock step then cannot refuse each other for ever: of
// those that have got a first lock, the second lock of the one whose first is highest is nobody's first.
//
// What a lock protects is volatile: an SM's L1 is not coherent.
#ifndef LOCKS_CUH
#define LOCKS_CUH

/* critical() under lock[a]. */
template <typename F> __device__ void under_lock(int *lock, unsigned a, F critical)
{
	bool done = false;

	while (!done) {
		if (atomicCAS(&lock[a], 0, 1) == 0) {
			__threadfence();
			critical();
			__threadfence();
			atomicExch(&lock[a], 0);
			done = true;
		}
	}
}

/* critical() under lock[a] and lock[b], a != b. */
template <typename F> __device__ void under_locks(int *lock, unsigned a, unsigned b, F critical)
{
	int *const first = &lock[a < b ? a : b], *const second = &lock[a < b ? b : a];
	bool done = false;

	while (!done) {
		if (atomicCAS(first, 0, 1) == 0) {
			if (atomicCAS(second, 0, 1) == 0) {
				__threadfence();
				critical();
				__threadfence();
				atomicExch(second, 0);
				done = true;
			}
			atomicExch(first, 0);
		}
	}
}

#endif
