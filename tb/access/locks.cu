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
#include <cstdio>

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

	if (blockIdx.x == 0 && threadIdx.x == 0) {
		take(FIRST, lock);
		*data = 1;
		give(FIRST, lock);
		for (unsigned i = 0; i < 100; i++) // longer than any operation takes
			asm volatile("" : "+r"(i));
		atomicExch(flag, 1);
	} else if (blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 32) {
		while (atomicAdd(flag, 0) == 0)
			;
		take(SECOND, other);
		*data = 2;
		give(SECOND, other);
	}
}

static unsigned *memory;
static unsigned runs;

template <int I> struct Upto {
	static void run(unsigned blocks)
	{
		Upto<I - 1>::run(blocks);
		cudaMemset(memory, 0, 512);
		locks<(I - 1) / (KINDS * 2), (I - 1) / 2 % KINDS, (I - 1) % 2><<<blocks, blocks == 1 ? 64 : 32>>>(memory);
		runs += cudaDeviceSynchronize() == cudaSuccess;
	}
};

template <> struct Upto<0> {
	static void run(unsigned) {}
};

// One block or two: `locks 1`, `locks 2`.
int main(int argc, char **argv)
{
	if (argc != 2 || cudaMalloc(&memory, 512) != cudaSuccess)
		return 2;
	Upto<KINDS * KINDS * 2>::run(argv[1][0] == '1' ? 1 : 2);
	printf("%u runs\n", runs);
	return runs == KINDS * KINDS * 2 ? 0 : 3;
}
