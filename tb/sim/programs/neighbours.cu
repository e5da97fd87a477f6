// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Warps of different blocks whose words are neighbours: no race, but one for metadata that stand for more than a word.
//
//   ./neighbours STRIDE    block b writes word b * STRIDE, for b of 0 and 1; a warp each
//   ./neighbours same      both write word 0: a race for every detector
//   ./neighbours stream    a warp for each 128 bytes: writes them, reads them, nobody else does
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum { BLOCKS = 60, LANES = 32 };

__global__ void two(unsigned *v, unsigned stride)
{
	v[blockIdx.x * stride] = blockIdx.x + 1;
}

__global__ void stream(unsigned *v)
{
	unsigned *mine = &v[blockIdx.x * LANES + threadIdx.x];

	*mine = threadIdx.x;
	__syncthreads(); // or else the compiler makes one store of it
	*mine += blockIdx.x;
}

int main(int argc, char **argv)
{
	const bool is_stream = argc == 2 && strcmp(argv[1], "stream") == 0;
	unsigned *v, got[BLOCKS * LANES];

	if (argc != 2)
		return 2;
	if (cudaMalloc(&v, sizeof(got)) != cudaSuccess)
		return 1;
	if (is_stream)
		stream<<<BLOCKS, LANES>>>(v);
	else
		two<<<2, 1>>>(v, (unsigned)atoi(argv[1]));
	if (cudaMemcpy(got, v, sizeof(got), cudaMemcpyDeviceToHost) != cudaSuccess)
		return 1;
	if (is_stream)
		for (unsigned i = 0; i < BLOCKS * LANES; i++)
			if (got[i] != i % LANES + i / LANES)
				return 1;
	printf("%u\n", got[0]);
	return 0;
}
