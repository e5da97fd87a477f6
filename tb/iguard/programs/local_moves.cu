// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// ITS: local moves of a community search: the lanes of a warp put the weights of their neighbours into a table of the warp, and one
// looks for the heaviest; -DMENDED: the warp meets between, and again before the table is cleared.
#include <cuda_runtime.h>

enum { WARPS = 4, NODES = 8, COMMUNITIES = 16 };
__device__ int table[WARPS][COMMUNITIES];

__device__ void meet()
{
#ifdef MENDED
	__syncwarp();
#endif
}

__global__ void moves(int *best)
{
	const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

	for (int node = warp; node < NODES; node += WARPS) {
		if (lane < COMMUNITIES)
			table[warp][lane] = 0;
		meet();
		atomicAdd_block(&table[warp][(node * 7 + lane * lane) % COMMUNITIES], 1 + lane);
		meet();
		if (lane == 0) {
			int most = 0;

			for (int c = 1; c < COMMUNITIES; c++)
				most = table[warp][c] > table[warp][most] ? c : most;
			best[node] = most;
		}
		meet();
	}
}

int main()
{
	int *best;

	cudaMalloc(&best, NODES * sizeof(int));
	moves<<<1, WARPS * 32>>>(best);
	return cudaDeviceSynchronize() != cudaSuccess;
}
