// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// racy: sixteen instructions, each of which stores to a word of its own of one line, in two blocks.
#include <cstdio>

template <int N> __device__ __forceinline__ void stores(volatile unsigned *line)
{
	stores<N - 1>(line);
	line[N - 1] = N;
}
template <> __device__ __forceinline__ void stores<0>(volatile unsigned *) {}

__global__ void racy(unsigned *line) { stores<16>(line); }

int main()
{
	unsigned *line;

	if (cudaMalloc(&line, 128) != cudaSuccess)
		return 2;
	racy<<<2, 1>>>(line);
	return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
