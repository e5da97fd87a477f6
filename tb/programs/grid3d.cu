// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Three-dimensional grids and blocks, dim3 in all its forms, every built-in index.
// expect: grid3d ok
// arch: sm_60
#include <cstdio>
#include <vector>

__global__ void fill(uint3 *out, dim3 size)
{
	uint3 p = make_uint3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
			     blockIdx.z * blockDim.z + threadIdx.z);
	if (p.x < size.x && p.y < size.y && p.z < size.z)
		out[(p.z * size.y + p.y) * size.x + p.x] = p;
}

__global__ void count(unsigned *n, unsigned *ranks)
{
	unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
	unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
	unsigned size = blockDim.x * blockDim.y * blockDim.z;
	atomicAdd(n, 1u);
	ranks[block * size + thread] = block * size + thread + warpSize;
}

int main()
{
	const dim3 size(13, 7, 5), block(4, 4, 4), grid((size.x + 3) / 4, (size.y + 3) / 4, (size.z + 3) / 4);
	uint3 *d;
	std::vector<uint3> h(size.x * size.y * size.z);
	cudaMalloc(&d, h.size() * sizeof(uint3));
	fill<<<grid, block>>>(d, size);
	cudaMemcpy(h.data(), d, h.size() * sizeof(uint3), cudaMemcpyDeviceToHost);
	for (unsigned i = 0; i < h.size(); i++)
		if (h[i].x + size.x * (h[i].y + size.y * h[i].z) != i)
			return 1;
	unsigned *n, *ranks, hn = 0, r[3 * 2 * 4 * 5 * 3 * 7];
	cudaMalloc(&n, 4);
	cudaMalloc(&ranks, sizeof r);
	cudaMemset(n, 0, 4);
	count<<<dim3(3, 2, 4), dim3(5, 3, 7)>>>(n, ranks);
	cudaMemcpy(&hn, n, 4, cudaMemcpyDeviceToHost);
	cudaMemcpy(r, ranks, sizeof r, cudaMemcpyDeviceToHost);
	for (unsigned i = 0; i < sizeof r / 4; i++)
		if (r[i] != i + 32)
			return 2;
	if (hn != sizeof r / 4)
		return 3;
	puts("grid3d ok");
	return 0;
}
