// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// stream: every byte of an array read once, by as many warps as there is room for, 16 bytes a lane, around L1.
//
// usage: stream MIB BLOCKS THREADS
#include <cstdio>
#include <cstdlib>

__global__ void stream(const uint4 *data, unsigned n, unsigned *out)
{
	unsigned sum = 0;

	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uint4 v;

		asm volatile("ld.volatile.global.v4.u32 {%0, %1, %2, %3}, [%4];"
			     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
			     : "l"(data + i));
		sum += v.x ^ v.y ^ v.z ^ v.w;
	}
	if (sum)
		atomicAdd(out, sum);
}

int main(int argc, char **argv)
{
	if (argc != 4)
		return 2;
	const size_t bytes = strtoul(argv[1], nullptr, 10) << 20;
	uint4 *data;
	unsigned *out;

	if (cudaMalloc(&data, bytes) != cudaSuccess || cudaMalloc(&out, sizeof(*out)) != cudaSuccess ||
	    cudaMemset(data, 0, bytes) != cudaSuccess)
		return 1;
	stream<<<atoi(argv[2]), atoi(argv[3])>>>(data, (unsigned)(bytes / sizeof(uint4)), out);
	return cudaDeviceSynchronize() != cudaSuccess;
}
