// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// DR, cooperative groups: the last step reads what all blocks have written; only the block has met; -DMENDED: the grid.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

__global__ void sum(const int *in, int *part, int *out)
{
	cg::grid_group grid = cg::this_grid();
	cg::thread_block block = cg::this_thread_block();
	int own = 0;

	for (int i = grid.thread_rank(); i < 1024; i += grid.size())
		own += in[i];
	part[grid.thread_rank()] = own;
#ifdef MENDED
	grid.sync();
#else
	block.sync();
#endif
	if (grid.thread_rank() == 0) {
		int all = 0;

		for (int i = 0; i < (int)grid.size(); i++)
			all += part[i];
		*out = all;
	}
}

int main()
{
	int *in, *part, *out;

	cudaMalloc(&in, 1024 * sizeof(int));
	cudaMalloc(&part, 4 * 64 * sizeof(int));
	cudaMalloc(&out, sizeof(int));
	cudaMemset(in, 1, 1024 * sizeof(int));
	void *args[] = {&in, &part, &out};
	cudaLaunchCooperativeKernel((void *)sum, dim3(4), dim3(64), args, 0, 0);
	return cudaDeviceSynchronize() != cudaSuccess;
}
