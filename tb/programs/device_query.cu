// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Device properties, attributes, occupancy, function attributes, limits, versions, error names; no kernel
// runs before main asks.
// expect: device_query ok
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

__global__ void kernel(float *p) { __shared__ float s[512]; s[threadIdx.x] = p[threadIdx.x]; __syncthreads(); p[threadIdx.x] = s[511 - threadIdx.x]; }

#define EXPECT(c) do { if (!(c)) { printf("not so: %s\n", #c); return 1; } } while (0)

int main()
{
	int count = 0, dev = -1, v = 0, blocks = 0, grid = 0, block = 0;
	EXPECT(cudaGetDeviceCount(&count) == cudaSuccess && count == 1);
	EXPECT(cudaSetDevice(0) == cudaSuccess && cudaGetDevice(&dev) == cudaSuccess && dev == 0);
	EXPECT(cudaSetDevice(7) == cudaErrorInvalidDevice);
	EXPECT(cudaGetLastError() == cudaErrorInvalidDevice && cudaGetLastError() == cudaSuccess);
	cudaDeviceProp p;
	EXPECT(cudaGetDeviceProperties(&p, 0) == cudaSuccess);
	printf("%s: %d.%d, %d multiprocessors, %zu bytes\n", p.name, p.major, p.minor, p.multiProcessorCount, p.totalGlobalMem);
	EXPECT(strlen(p.name) > 0 && p.warpSize == 32 && p.maxThreadsPerBlock >= 512 && p.multiProcessorCount > 0);
	EXPECT(p.sharedMemPerBlock >= 16384 && p.maxGridSize[0] >= 65535 && p.totalGlobalMem >> 20 > 0);
	EXPECT(cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 0) == cudaSuccess && v == 32);
	EXPECT(cudaDeviceGetAttribute(&v, cudaDevAttrMaxThreadsPerBlock, 0) == cudaSuccess && v == p.maxThreadsPerBlock);
	EXPECT(cudaRuntimeGetVersion(&v) == cudaSuccess && v > 1000);
	EXPECT(cudaDriverGetVersion(&v) == cudaSuccess && v > 1000);
	cudaFuncAttributes a;
	EXPECT(cudaFuncGetAttributes(&a, kernel) == cudaSuccess && a.sharedSizeBytes == 2048);
	EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 128, 0) == cudaSuccess && blocks > 0);
	EXPECT(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, 0) == cudaSuccess && block % 32 == 0 && grid > 0);
	EXPECT(!strcmp(cudaGetErrorName(cudaErrorMemoryAllocation), "cudaErrorMemoryAllocation"));
	EXPECT(!strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory"));
	EXPECT(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared) == cudaSuccess);
	EXPECT(cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferL1) == cudaSuccess);
	size_t stack = 0;
	EXPECT(cudaDeviceSetLimit(cudaLimitStackSize, 4096) == cudaSuccess);
	EXPECT(cudaDeviceGetLimit(&stack, cudaLimitStackSize) == cudaSuccess && stack >= 4096);
	EXPECT(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20) == cudaSuccess);
	void *huge = (void *)1;
	EXPECT(cudaMalloc(&huge, (size_t)1 << 50) == cudaErrorMemoryAllocation);
	EXPECT(cudaGetLastError() == cudaErrorMemoryAllocation);
	EXPECT(cudaDeviceReset() == cudaSuccess);
	puts("device_query ok");
	return 0;
}
