// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Shared memory beyond 48 KB for a kernel that asks for it: properties, refusals, occupancy, and every byte of it.
#include <cstdio>

constexpr int THREADS = 256;
static int wrong;

#define EXPECT(what)                                                    \
	do {                                                            \
		if (!(what)) {                                          \
			printf("line %d: not so: %s\n", __LINE__, #what); \
			wrong++;                                        \
		}                                                       \
	} while (0)

// Each thread writes words of the whole memory, and reads those that others wrote.
__global__ void reverse(unsigned *out, unsigned words)
{
	extern __shared__ unsigned all[];
	for (unsigned i = threadIdx.x; i < words; i += THREADS)
		all[i] = i * 2654435761u + blockIdx.x;
#ifndef NO_BARRIER
	__syncthreads();
#endif
	for (unsigned i = threadIdx.x; i < words; i += THREADS)
		out[blockIdx.x * words + i] = all[words - 1 - i];
}

__global__ void other(unsigned *out)
{
	extern __shared__ unsigned all[];
	all[threadIdx.x] = 1;
	out[threadIdx.x] = all[threadIdx.x];
}

int main()
{
	cudaDeviceProp p;
	int optin = 0, blocks = -1;
	EXPECT(cudaGetDeviceProperties(&p, 0) == cudaSuccess);
	EXPECT(cudaDeviceGetAttribute(&optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0) == cudaSuccess);
	EXPECT(p.sharedMemPerBlock == 49152 && optin == (int)p.sharedMemPerBlockOptin);
	EXPECT(optin == (p.major < 7 ? 48 << 10 : p.major < 8 ? 96 << 10 : 163 << 10));
	EXPECT(p.sharedMemPerMultiprocessor >= p.sharedMemPerBlockOptin);

	const unsigned words = optin / sizeof(unsigned), BLOCKS = 20;
	unsigned *out;
	cudaMallocManaged(&out, sizeof(unsigned) * words * BLOCKS);
	const bool more = p.major >= 7;
	reverse<<<BLOCKS, THREADS, optin>>>(out, words); // has not asked
	EXPECT(cudaGetLastError() == (more ? cudaErrorInvalidValue : cudaSuccess));
	EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse, THREADS, optin) == cudaSuccess && blocks == !more);
	EXPECT(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, optin + 1) == cudaErrorInvalidValue);
	cudaGetLastError();
	EXPECT(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, optin) == cudaSuccess);
	EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse, THREADS, optin) == cudaSuccess && blocks == 1);
	reverse<<<BLOCKS, THREADS, optin>>>(out, words);
	EXPECT(cudaDeviceSynchronize() == cudaSuccess);
	for (unsigned b = 0; b < BLOCKS; b++)
		for (unsigned i = 0; i < words; i++)
			if (out[b * words + i] != (words - 1 - i) * 2654435761u + b) {
				wrong++;
				break;
			}
	other<<<1, THREADS, optin>>>(out); // another kernel has not
	EXPECT(cudaGetLastError() == (more ? cudaErrorInvalidValue : cudaSuccess));
	other<<<1, THREADS, 49152>>>(out);
	EXPECT(cudaDeviceSynchronize() == cudaSuccess);
	printf("optin: %d wrong\n", wrong);
	return wrong != 0;
}
