/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * device: properties, limits, settings, attributes of functions, occupancy.
 */
#include <cstring>

#include "expect.h"

__constant__ int table[100];

__global__ void plain(int *p)
{
	*p = table[threadIdx.x];
}

__global__ void __launch_bounds__(128) bounded(int *p)
{
	__shared__ int s[256];

	s[threadIdx.x] = *p;
	__syncthreads();
	*p = s[threadIdx.x ^ 1];
}

static void properties()
{
	cudaDeviceProp p;
	int n = -1, d = -1, v = 0;
	char id[32];

	OK(cudaGetDeviceCount(&n));
	EXPECT(n == 1);
	OK(cudaGetDevice(&d));
	EXPECT(d == 0);
	OK(cudaSetDevice(0));
	GIVES(cudaSetDevice(1), cudaErrorInvalidDevice);
	GIVES(cudaSetDevice(-1), cudaErrorInvalidDevice);
	OK(cudaGetDeviceProperties(&p, 0));
	EXPECT(!strcmp(p.name, "photofinish") && p.warpSize == 32 && p.multiProcessorCount == 15);
	EXPECT(p.maxThreadsPerBlock == 1024 && p.sharedMemPerBlock == 49152);
	EXPECT(p.major * 10 + p.minor == EXPECTED_SM);
	GIVES(cudaGetDeviceProperties(&p, 1), cudaErrorInvalidDevice);
	GIVES(cudaGetDeviceProperties((cudaDeviceProp *)NULL, 0), cudaErrorInvalidValue);
	OK(cudaDeviceGetAttribute(&v, cudaDevAttrMaxThreadsPerBlock, 0));
	EXPECT(v == 1024);
	OK(cudaDeviceGetAttribute(&v, cudaDevAttrMultiProcessorCount, 0));
	EXPECT(v == 15);
	OK(cudaDeviceGetAttribute(&v, cudaDevAttrComputeCapabilityMajor, 0));
	EXPECT(v == p.major);
	OK(cudaDeviceGetAttribute(&v, cudaDevAttrCooperativeLaunch, 0));
	EXPECT(v == 1 && p.cooperativeLaunch);
	OK(cudaDeviceGetAttribute(&v, cudaDevAttrGpuOverlap, 0));
	EXPECT(v == 1 && p.deviceOverlap && p.concurrentKernels && p.asyncEngineCount);
	GIVES(cudaDeviceGetAttribute(&v, (cudaDeviceAttr)9999, 0), cudaErrorInvalidValue);
	GIVES(cudaDeviceGetAttribute(NULL, cudaDevAttrWarpSize, 0), cudaErrorInvalidValue);
	GIVES(cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 2), cudaErrorInvalidDevice);
	OK(cudaChooseDevice(&d, &p));
	EXPECT(d == 0);
	OK(cudaSetValidDevices(&d, 1));
	OK(cudaDriverGetVersion(&v));
	EXPECT(v == 12040 && v >= CUDART_VERSION);
	OK(cudaRuntimeGetVersion(&v));
	EXPECT(v == CUDART_VERSION);
	GIVES(cudaRuntimeGetVersion(NULL), cudaErrorInvalidValue);
	OK(cudaDeviceGetPCIBusId(id, sizeof(id), 0));
	OK(cudaDeviceGetByPCIBusId(&d, id));
	GIVES(cudaDeviceGetPCIBusId(id, 3, 0), cudaErrorInvalidValue);
	GIVES(cudaDeviceGetByPCIBusId(&d, "0000:ff:00.0"), cudaErrorInvalidDevice);
	OK(cudaDeviceCanAccessPeer(&v, 0, 0));
	EXPECT(v == 0);
	GIVES(cudaDeviceCanAccessPeer(&v, 0, 1), cudaErrorInvalidDevice);
	GIVES(cudaDeviceEnablePeerAccess(1, 0), cudaErrorInvalidDevice);
	GIVES(cudaDeviceEnablePeerAccess(0, 1), cudaErrorInvalidValue);
	GIVES(cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled);
	GIVES(cudaDeviceGetP2PAttribute(&v, cudaDevP2PAttrAccessSupported, 0, 0),
	      cudaErrorInvalidDevice);
}

static void settings()
{
	size_t v = 0;
	unsigned flags = 0;
	cudaFuncCache cache;
	cudaSharedMemConfig banks;

	OK(cudaDeviceGetLimit(&v, cudaLimitStackSize));
	EXPECT(v == 1024);
	OK(cudaDeviceSetLimit(cudaLimitStackSize, 8000));
	OK(cudaDeviceGetLimit(&v, cudaLimitStackSize));
	EXPECT(v >= 8000 && v < 8192);
	GIVES(cudaDeviceSetLimit(cudaLimitStackSize, (size_t)1 << 40), cudaErrorInvalidValue);
	OK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 22));
	OK(cudaDeviceGetLimit(&v, cudaLimitPrintfFifoSize));
	EXPECT(v == 1 << 22);
	OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 26));
	OK(cudaThreadGetLimit(&v, cudaLimitMallocHeapSize));
	EXPECT(v == 1 << 26);
	GIVES(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 2), cudaErrorUnsupportedLimit);
	GIVES(cudaDeviceGetLimit(&v, (cudaLimit)77), cudaErrorUnsupportedLimit);
	GIVES(cudaDeviceGetLimit(NULL, cudaLimitStackSize), cudaErrorInvalidValue);
	OK(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync | cudaDeviceMapHost));
	OK(cudaGetDeviceFlags(&flags));
	EXPECT(flags & cudaDeviceScheduleBlockingSync);
	GIVES(cudaSetDeviceFlags(0x1000), cudaErrorInvalidValue);
	OK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
	OK(cudaDeviceGetCacheConfig(&cache));
	EXPECT(cache == cudaFuncCachePreferL1);
	GIVES(cudaDeviceSetCacheConfig((cudaFuncCache)9), cudaErrorInvalidValue);
	OK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
	OK(cudaDeviceGetSharedMemConfig(&banks));
	EXPECT(banks == cudaSharedMemBankSizeEightByte);
	GIVES(cudaDeviceSetSharedMemConfig((cudaSharedMemConfig)9), cudaErrorInvalidValue);
	OK(cudaProfilerStart());
	OK(cudaProfilerStop());
}

static void functions()
{
	cudaFuncAttributes a;
	int host = 0;

	OK(cudaFuncGetAttributes(&a, plain));
	EXPECT(a.sharedSizeBytes == 0 && a.maxThreadsPerBlock == 1024 && a.constSizeBytes == 400);
	EXPECT(a.numRegs > 0 && a.ptxVersion == EXPECTED_SM);
	OK(cudaFuncGetAttributes(&a, bounded));
	EXPECT(a.sharedSizeBytes == 1024 && a.maxThreadsPerBlock == 128);
	EXPECT(a.maxDynamicSharedSizeBytes == 48 * 1024 - 1024);
	GIVES(cudaFuncGetAttributes(&a, (const void *)&host), cudaErrorInvalidDeviceFunction);
	GIVES(cudaFuncGetAttributes(NULL, (const void *)plain), cudaErrorInvalidValue);
	OK(cudaFuncSetAttribute(bounded, cudaFuncAttributeMaxDynamicSharedMemorySize, 4096));
	OK(cudaFuncGetAttributes(&a, bounded));
	EXPECT(a.maxDynamicSharedSizeBytes == 4096);
	GIVES(cudaFuncSetAttribute(bounded, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304),
	      cudaErrorInvalidValue);
	GIVES(cudaFuncSetAttribute(bounded, cudaFuncAttributeMaxDynamicSharedMemorySize, -1),
	      cudaErrorInvalidValue);
	OK(cudaFuncSetAttribute(bounded, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
	OK(cudaFuncGetAttributes(&a, bounded));
	EXPECT(a.preferredShmemCarveout == 50);
	GIVES(cudaFuncSetAttribute(bounded, cudaFuncAttributePreferredSharedMemoryCarveout, 101),
	      cudaErrorInvalidValue);
	GIVES(cudaFuncSetAttribute(bounded, (cudaFuncAttribute)99, 1), cudaErrorInvalidValue);
	OK(cudaFuncSetCacheConfig(plain, cudaFuncCachePreferShared));
	GIVES(cudaFuncSetCacheConfig(plain, (cudaFuncCache)7), cudaErrorInvalidValue);
	GIVES(cudaFuncSetCacheConfig((const void *)&host, cudaFuncCachePreferShared),
	      cudaErrorInvalidDeviceFunction);
	OK(cudaFuncSetSharedMemConfig((const void *)plain, cudaSharedMemBankSizeFourByte));
}

static void occupancy()
{
	int n = -1, min_grid = -1, block = -1, host = 0;
	size_t size = 0;

	OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, plain, 256, 0));
	EXPECT(n == 4);
	OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, plain, 32, 0));
	EXPECT(n == 8); /* blocks of an SM */
	OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, plain, 64, 16384));
	EXPECT(n == 3); /* shared memory of an SM */
	OK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
		&n, plain, 33, 0, cudaOccupancyDisableCachingOverride));
	EXPECT(n == 8);
	GIVES(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, plain, 0, 0),
	      cudaErrorInvalidValue);
	GIVES(cudaOccupancyMaxActiveBlocksPerMultiprocessor((int *)NULL, plain, 32, 0),
	      cudaErrorInvalidValue);
	GIVES(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (const void *)&host, 32, 0),
	      cudaErrorInvalidDeviceFunction);
	OK(cudaOccupancyMaxPotentialBlockSize(&min_grid, &block, plain, 0, 0));
	EXPECT(min_grid > 0 && block > 0 && block <= 1024);
	OK(cudaOccupancyAvailableDynamicSMemPerBlock(&size, (const void *)plain, 2, 64));
	EXPECT(size == 24576);
	GIVES(cudaOccupancyAvailableDynamicSMemPerBlock(&size, (const void *)plain, 9, 64),
	      cudaErrorInvalidValue);
}

static void reset()
{
	cudaFuncCache cache;
	size_t v = 0;
	int *p;

	OK(cudaMalloc(&p, 4));
	OK(cudaDeviceReset());
	GIVES(cudaFree(p), cudaErrorInvalidValue);
	OK(cudaDeviceGetLimit(&v, cudaLimitStackSize));
	EXPECT(v == 1024);
	OK(cudaMalloc(&p, 4));
	plain<<<1, 1>>>(p);
	OK(cudaThreadSynchronize());
	OK(cudaThreadSetCacheConfig(cudaFuncCachePreferShared));
	OK(cudaThreadGetCacheConfig(&cache));
	EXPECT(cache == cudaFuncCachePreferShared);
	OK(cudaThreadSetLimit(cudaLimitStackSize, 2048));
	OK(cudaThreadGetLimit(&v, cudaLimitStackSize));
	EXPECT(v == 2048);
	OK(cudaThreadExit());
}

int main()
{
	properties();
	settings();
	functions();
	occupancy();
	reset();
	return expect_result();
}
