// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// locks: two threads store to one word, each under a lock of its own making, one after the other
// whoever times them. Every combination of what a thread does (no lock, a lock of either scope; no
// fence after it, one of either scope) is a kernel of its own; the second thread's lock is the
// first one's or another one.
//
//   first thread    LOCK, FENCE, data = 1, device fence, unlock, a while, flag = 1
//   second thread   until flag == 1; LOCK, FENCE, data = 2, device fence, unlock
#include "every.cuh"

enum { NONE, DEVICE, DEVICE_FENCE, DEVICE_BLOCK_FENCE, BLOCK, BLOCK_FENCE, KINDS };

__device__ __forceinline__ void take(int kind, unsigned *lock)
{
	if (kind == DEVICE || kind == DEVICE_FENCE || kind == DEVICE_BLOCK_FENCE)
		atomicCAS(lock, 0, 1);
	if (kind == BLOCK || kind == BLOCK_FENCE)
		atomicCAS_block(lock, 0, 1);
	if (kind == DEVICE_FENCE)
		__threadfence();
	if (kind == DEVICE_BLOCK_FENCE || kind == BLOCK_FENCE)
		__threadfence_block();
}

__device__ __forceinline__ void give(int kind, unsigned *lock)
{
	__threadfence();
	if (kind == DEVICE || kind == DEVICE_FENCE || kind == DEVICE_BLOCK_FENCE)
		atomicExch(lock, 0);
	if (kind == BLOCK || kind == BLOCK_FENCE)
		atomicExch_block(lock, 0);
}

// memory: data, flag and two locks, on lines of their own; the locks differ in the bits that the
// detector's hash sees
template <int FIRST, int SECOND, int SAME> __global__ void locks(unsigned *memory)
{
	volatile unsigned *data = memory;
	unsigned *flag = memory + 32, *lock = memory + 64, *other = SAME ? lock : memory + 105;

	if (is_first()) {
		take(FIRST, lock);
		*data = 1;
		give(FIRST, lock);
		after_a_while(flag);
	} else if (is_second()) {
		await(flag);
		take(SECOND, other);
		*data = 2;
		give(SECOND, other);
	}
}

struct family {
	template <int I> static void launch(unsigned blocks, unsigned threads)
	{
		locks<I / (KINDS * 2), I / 2 % KINDS, I % 2><<<blocks, threads>>>(memory);
	}
};

int main(int argc, char **argv)
{
	return every<family, KINDS * KINDS * 2>(argc, argv);
}
