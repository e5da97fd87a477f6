// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// ITS, cooperative groups: sums over tiles of eight lanes in global memory; -DMENDED: the tile meets between steps.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

__device__ int part[64];

__global__ void sum(int *out)
{
	cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
	const int t = threadIdx.x, lane = tile.thread_rank();

	part[t] = t;
	for (int half = 4; half > 0; half /= 2) {
#ifdef MENDED
		tile.sync();
#endif
		if (lane < half)
			part[t] += part[t + half];
	}
	if (lane == 0)
		out[t / 8] = part[t];
}

int main()
{
	int *out;

	cudaMalloc(&out, 8 * sizeof(int));
	sum<<<1, 64>>>(out);
	return cudaDeviceSynchronize() != cudaSuccess;
}
