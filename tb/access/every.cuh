// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// every: runs each kernel of a family once, in one block or two: `PROGRAM 1`, `PROGRAM 2`. A kernel
// is one thread's part, then another one's, in this order whoever times them:
//
//   first thread    its part; after_a_while(flag)
//   second thread   await(flag); its part
#ifndef EVERY_CUH
#define EVERY_CUH

#include <cstdio>

static unsigned *memory; // 512 bytes, zero before each kernel

// Longer than any operation of the first thread takes.
__device__ __forceinline__ void after_a_while(unsigned *flag)
{
	for (unsigned i = 0; i < 100; i++)
		asm volatile("" : "+r"(i));
	atomicExch(flag, 1);
}

__device__ __forceinline__ void await(unsigned *flag)
{
	while (atomicAdd(flag, 0) == 0)
		;
}

__device__ __forceinline__ bool is_first()
{
	return blockIdx.x == 0 && threadIdx.x == 0;
}

// In another warp: of the only block, or of the last one.
__device__ __forceinline__ bool is_second()
{
	return blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 32;
}

// FAMILY::launch<I>(blocks, threads) for all I below N; how many ran.
template <class FAMILY, int N> struct upto {
	static unsigned run(unsigned blocks)
	{
		const unsigned before = upto<FAMILY, N - 1>::run(blocks);

		cudaMemset(memory, 0, 512);
		FAMILY::template launch<N - 1>(blocks, blocks == 1 ? 64 : 32);
		return before + (cudaDeviceSynchronize() == cudaSuccess);
	}
};

template <class FAMILY> struct upto<FAMILY, 0> {
	static unsigned run(unsigned) { return 0; }
};

template <class FAMILY, int N> int every(int argc, char **argv)
{
	unsigned runs;

	if (argc != 2 || cudaMalloc(&memory, 512) != cudaSuccess)
		return 2;
	runs = upto<FAMILY, N>::run(argv[1][0] == '1' ? 1 : 2);
	printf("%u runs\n", runs);
	return runs == N ? 0 : 3;
}

#endif
