/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * questions: rarer calls: what a program asks about streams, functions, managed memory and the device; copies by the batch and
 * between peers of the one device; every property as three calls tell it.
 */
#include <cstring>

#include <cuda.h>

#include "expect.h"

template <class T> __global__ void kernel(char c, T *p, double d)
{
	*p = c + d;
}

static void streams()
{
	cudaStream_t a, b;
	unsigned long long one, two, three, legacy;
	int device = 7;

	OK(cudaStreamCreate(&a));
	OK(cudaStreamCreate(&b));
	OK(cudaStreamGetId(a, &one));
	OK(cudaStreamGetId(b, &two));
	OK(cudaStreamGetId(0, &legacy));
	OK(cudaStreamGetId(cudaStreamPerThread, &three));
	EXPECT(one != two && one != legacy && two != legacy && three != one && three != two && three != legacy);
	OK(cudaStreamGetId(cudaStreamLegacy, &two));
	EXPECT(two == legacy);
	OK(cudaStreamGetDevice(a, &device));
	EXPECT(device == 0);
	OK(cudaStreamDestroy(a));
	GIVES(cudaStreamGetId(a, &one), cudaErrorInvalidResourceHandle);
	OK(cudaStreamCreate(&a));
	OK(cudaStreamGetId(a, &two));
	EXPECT(two != one); /* not again, even where the address is */
	GIVES(cudaStreamGetId(a, NULL), cudaErrorInvalidValue);
	OK(cudaStreamDestroy(a));
	OK(cudaStreamDestroy(b));
}

static void functions()
{
	const char *name;
	size_t offset, size;
	cudaKernel_t k;
	cudaFunction_t f;
	int *p;
	char c = 2;
	double d = 40;
	void *args[] = {&c, &p, &d};

	OK(cudaFuncGetName(&name, (const void *)kernel<int>));
	EXPECT(!strcmp(name, "_Z6kernelIiEvcPT_d"));
	GIVES(cudaFuncGetName(&name, (const void *)streams), cudaErrorInvalidDeviceFunction);
	OK(cudaFuncGetParamInfo((const void *)kernel<int>, 1, &offset, &size));
	EXPECT(offset == 8 && size == 8);
	OK(cudaFuncGetParamInfo((const void *)kernel<int>, 2, &offset, NULL));
	EXPECT(offset == 16);
	GIVES(cudaFuncGetParamInfo((const void *)kernel<int>, 3, &offset, &size), cudaErrorInvalidValue);
	OK(cudaGetKernel(&k, (const void *)kernel<int>));
	OK(cudaGetFuncBySymbol(&f, (const void *)kernel<int>));
	OK(cudaMallocManaged(&p, 4));
	OK(cudaLaunchKernel((const void *)k, dim3(1), dim3(1), args, 0, 0));
	OK(cudaDeviceSynchronize());
	EXPECT(*p == 42);
	d = 50;
	EXPECT(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, args, NULL) == CUDA_SUCCESS);
	OK(cudaDeviceSynchronize());
	EXPECT(*p == 52);
	OK(cudaFree(p));
}

static void advice()
{
	enum { PAGE = 4096 };
	char *p;
	int n, by[3];
	void *data[] = {&n, by};
	size_t sizes[] = {sizeof(n), sizeof(by)};
	cudaMemRangeAttribute which[] = {cudaMemRangeAttributeLastPrefetchLocation, cudaMemRangeAttributeAccessedBy};

	OK(cudaMallocManaged(&p, 4 * PAGE));
	OK(cudaMemRangeGetAttribute(&n, 4, cudaMemRangeAttributeReadMostly, p, 4 * PAGE));
	EXPECT(n == 0);
	OK(cudaMemAdvise(p, 2 * PAGE, cudaMemAdviseSetReadMostly, 0));
	OK(cudaMemRangeGetAttribute(&n, 4, cudaMemRangeAttributeReadMostly, p, PAGE));
	EXPECT(n == 1);
	OK(cudaMemRangeGetAttribute(&n, 4, cudaMemRangeAttributeReadMostly, p, 4 * PAGE));
	EXPECT(n == 0); /* not all of it */
	OK(cudaMemAdvise(p, PAGE, cudaMemAdviseUnsetReadMostly, 0));
	OK(cudaMemRangeGetAttribute(&n, 4, cudaMemRangeAttributeReadMostly, p, PAGE));
	EXPECT(n == 0);
	OK(cudaMemAdvise(p, 4 * PAGE, cudaMemAdviseSetPreferredLocation, 0));
	OK(cudaMemRangeGetAttribute(&n, 4, cudaMemRangeAttributePreferredLocation, p, 4 * PAGE));
	EXPECT(n == 0);
	OK(cudaMemAdvise(p, PAGE, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId));
	OK(cudaMemRangeGetAttribute(&n, 4, cudaMemRangeAttributePreferredLocation, p, PAGE));
	EXPECT(n == cudaCpuDeviceId);
	OK(cudaMemRangeGetAttribute(&n, 4, cudaMemRangeAttributePreferredLocation, p, 2 * PAGE));
	EXPECT(n == cudaInvalidDeviceId);
	OK(cudaMemPrefetchAsync(p, 4 * PAGE, 0));
	OK(cudaMemAdvise(p, 4 * PAGE, cudaMemAdviseSetAccessedBy, cudaCpuDeviceId));
	OK(cudaMemRangeGetAttributes(data, sizes, which, 2, p, 4 * PAGE));
	EXPECT(n == 0 && by[0] == cudaCpuDeviceId && by[1] == cudaInvalidDeviceId && by[2] == cudaInvalidDeviceId);
	cudaMemLocation host = {cudaMemLocationTypeHost, 0};
	OK(cudaMemPrefetchAsync_v2(p, 4 * PAGE, host, 0, 0));
	OK(cudaMemAdvise_v2(p, 4 * PAGE, cudaMemAdviseUnsetAccessedBy, host));
	OK(cudaMemRangeGetAttributes(data, sizes, which, 2, p, 4 * PAGE));
	EXPECT(n == cudaCpuDeviceId && by[0] == cudaInvalidDeviceId);
	host.type = cudaMemLocationTypeInvalid;
	GIVES(cudaMemPrefetchAsync_v2(p, 4 * PAGE, host, 0, 0), cudaErrorInvalidDevice);
	GIVES(cudaMemRangeGetAttribute(&n, 8, cudaMemRangeAttributeReadMostly, p, PAGE), cudaErrorInvalidValue);
	GIVES(cudaMemRangeGetAttribute(&n, 4, (cudaMemRangeAttribute)99, p, PAGE), cudaErrorInvalidValue);
	OK(cudaFree(p));
	GIVES(cudaMemRangeGetAttribute(&n, 4, cudaMemRangeAttributeReadMostly, p, PAGE), cudaErrorInvalidValue);
	OK(cudaMallocManaged(&p, 4 * PAGE));
	OK(cudaMemRangeGetAttribute(&n, 4, cudaMemRangeAttributePreferredLocation, p, PAGE));
	EXPECT(n == cudaInvalidDeviceId); /* another memory */
	OK(cudaFree(p));
}

static void copies()
{
	cudaStream_t s;
	char a[8] = "abcdefg", b[8] = "1234567", back[8];
	char *d;
	void *dst[] = {NULL, NULL}, *src[] = {a, b};
	size_t sizes[] = {4, 3}, starts[] = {0, 1}, fail = 9;
	cudaMemcpyAttributes attrs[2] = {};
	cudaMemcpy3DPeerParms p = {};

	attrs[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	attrs[1].srcAccessOrder = cudaMemcpySrcAccessOrderAny;
	OK(cudaStreamCreate(&s));
	OK(cudaMalloc(&d, 8));
	dst[0] = d;
	dst[1] = d + 4;
	OK(cudaMemcpyBatchAsync(dst, src, sizes, 2, attrs, starts, 2, &fail, s));
	OK(cudaMemcpy(back, d, 7, cudaMemcpyDeviceToHost));
	EXPECT(!memcmp(back, "abcd123", 7));
	GIVES(cudaMemcpyBatchAsync(dst, src, sizes, 2, attrs, starts, 2, &fail, 0), cudaErrorInvalidValue);
	attrs[1].srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
	GIVES(cudaMemcpyBatchAsync(dst, src, sizes, 2, attrs, starts, 2, &fail, s), cudaErrorInvalidValue);
	attrs[1].srcAccessOrder = cudaMemcpySrcAccessOrderAny;
	dst[1] = d + 7;
	GIVES(cudaMemcpyBatchAsync(dst, src, sizes, 2, attrs, starts, 2, &fail, s), cudaErrorInvalidValue);
	EXPECT(fail == 1);
	p.srcPtr = make_cudaPitchedPtr(d, 2, 2, 4);
	p.dstPtr = make_cudaPitchedPtr(back, 1, 1, 4);
	p.extent = make_cudaExtent(1, 3, 1);
	OK(cudaMemcpy3DPeer(&p));
	EXPECT(back[0] == 'a' && back[1] == 'c' && back[2] == '1');
	OK(cudaMemcpy3DPeerAsync(&p, s));
	p.dstDevice = 1;
	GIVES(cudaMemcpy3DPeer(&p), cudaErrorInvalidDevice);
	OK(cudaFree(d));
	OK(cudaStreamDestroy(s));
}

static void peers()
{
	int can = 5;

	OK(cudaDeviceCanAccessPeer(&can, 0, 0));
	EXPECT(can == 0);
	GIVES(cudaDeviceCanAccessPeer(&can, 0, 1), cudaErrorInvalidDevice);
	GIVES(cudaDeviceEnablePeerAccess(0, 0), cudaErrorInvalidDevice);
	GIVES(cudaDeviceEnablePeerAccess(0, 1), cudaErrorInvalidValue);
	GIVES(cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled);
}

/* PROPERTY(member, name of the runtime's attribute, name of the driver's) */
#define PROPERTIES \
	PROPERTY(sharedMemPerBlock, MaxSharedMemoryPerBlock, MAX_SHARED_MEMORY_PER_BLOCK) \
	PROPERTY(regsPerBlock, MaxRegistersPerBlock, MAX_REGISTERS_PER_BLOCK) \
	PROPERTY(warpSize, WarpSize, WARP_SIZE) \
	PROPERTY(memPitch, MaxPitch, MAX_PITCH) \
	PROPERTY(maxThreadsPerBlock, MaxThreadsPerBlock, MAX_THREADS_PER_BLOCK) \
	PROPERTY(maxThreadsDim[0], MaxBlockDimX, MAX_BLOCK_DIM_X) \
	PROPERTY(maxThreadsDim[1], MaxBlockDimY, MAX_BLOCK_DIM_Y) \
	PROPERTY(maxThreadsDim[2], MaxBlockDimZ, MAX_BLOCK_DIM_Z) \
	PROPERTY(maxGridSize[0], MaxGridDimX, MAX_GRID_DIM_X) \
	PROPERTY(maxGridSize[1], MaxGridDimY, MAX_GRID_DIM_Y) \
	PROPERTY(maxGridSize[2], MaxGridDimZ, MAX_GRID_DIM_Z) \
	PROPERTY(clockRate, ClockRate, CLOCK_RATE) \
	PROPERTY(totalConstMem, TotalConstantMemory, TOTAL_CONSTANT_MEMORY) \
	PROPERTY(major, ComputeCapabilityMajor, COMPUTE_CAPABILITY_MAJOR) \
	PROPERTY(minor, ComputeCapabilityMinor, COMPUTE_CAPABILITY_MINOR) \
	PROPERTY(textureAlignment, TextureAlignment, TEXTURE_ALIGNMENT) \
	PROPERTY(texturePitchAlignment, TexturePitchAlignment, TEXTURE_PITCH_ALIGNMENT) \
	PROPERTY(deviceOverlap, GpuOverlap, GPU_OVERLAP) \
	PROPERTY(multiProcessorCount, MultiProcessorCount, MULTIPROCESSOR_COUNT) \
	PROPERTY(kernelExecTimeoutEnabled, KernelExecTimeout, KERNEL_EXEC_TIMEOUT) \
	PROPERTY(integrated, Integrated, INTEGRATED) \
	PROPERTY(canMapHostMemory, CanMapHostMemory, CAN_MAP_HOST_MEMORY) \
	PROPERTY(computeMode, ComputeMode, COMPUTE_MODE) \
	PROPERTY(maxTexture1D, MaxTexture1DWidth, MAXIMUM_TEXTURE1D_WIDTH) \
	PROPERTY(maxTexture1DMipmap, MaxTexture1DMipmappedWidth, MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH) \
	PROPERTY(maxTexture1DLinear, MaxTexture1DLinearWidth, MAXIMUM_TEXTURE1D_LINEAR_WIDTH) \
	PROPERTY(maxTexture2D[0], MaxTexture2DWidth, MAXIMUM_TEXTURE2D_WIDTH) \
	PROPERTY(maxTexture2D[1], MaxTexture2DHeight, MAXIMUM_TEXTURE2D_HEIGHT) \
	PROPERTY(maxTexture2DMipmap[0], MaxTexture2DMipmappedWidth, MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH) \
	PROPERTY(maxTexture2DMipmap[1], MaxTexture2DMipmappedHeight, MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT) \
	PROPERTY(maxTexture2DLinear[0], MaxTexture2DLinearWidth, MAXIMUM_TEXTURE2D_LINEAR_WIDTH) \
	PROPERTY(maxTexture2DLinear[1], MaxTexture2DLinearHeight, MAXIMUM_TEXTURE2D_LINEAR_HEIGHT) \
	PROPERTY(maxTexture2DLinear[2], MaxTexture2DLinearPitch, MAXIMUM_TEXTURE2D_LINEAR_PITCH) \
	PROPERTY(maxTexture2DGather[0], MaxTexture2DGatherWidth, MAXIMUM_TEXTURE2D_GATHER_WIDTH) \
	PROPERTY(maxTexture2DGather[1], MaxTexture2DGatherHeight, MAXIMUM_TEXTURE2D_GATHER_HEIGHT) \
	PROPERTY(maxTexture3D[0], MaxTexture3DWidth, MAXIMUM_TEXTURE3D_WIDTH) \
	PROPERTY(maxTexture3D[1], MaxTexture3DHeight, MAXIMUM_TEXTURE3D_HEIGHT) \
	PROPERTY(maxTexture3D[2], MaxTexture3DDepth, MAXIMUM_TEXTURE3D_DEPTH) \
	PROPERTY(maxTexture3DAlt[0], MaxTexture3DWidthAlt, MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE) \
	PROPERTY(maxTexture3DAlt[1], MaxTexture3DHeightAlt, MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE) \
	PROPERTY(maxTexture3DAlt[2], MaxTexture3DDepthAlt, MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE) \
	PROPERTY(maxTextureCubemap, MaxTextureCubemapWidth, MAXIMUM_TEXTURECUBEMAP_WIDTH) \
	PROPERTY(maxTexture1DLayered[0], MaxTexture1DLayeredWidth, MAXIMUM_TEXTURE1D_LAYERED_WIDTH) \
	PROPERTY(maxTexture1DLayered[1], MaxTexture1DLayeredLayers, MAXIMUM_TEXTURE1D_LAYERED_LAYERS) \
	PROPERTY(maxTexture2DLayered[0], MaxTexture2DLayeredWidth, MAXIMUM_TEXTURE2D_LAYERED_WIDTH) \
	PROPERTY(maxTexture2DLayered[1], MaxTexture2DLayeredHeight, MAXIMUM_TEXTURE2D_LAYERED_HEIGHT) \
	PROPERTY(maxTexture2DLayered[2], MaxTexture2DLayeredLayers, MAXIMUM_TEXTURE2D_LAYERED_LAYERS) \
	PROPERTY(maxTextureCubemapLayered[0], MaxTextureCubemapLayeredWidth, MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH) \
	PROPERTY(maxTextureCubemapLayered[1], MaxTextureCubemapLayeredLayers, MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS) \
	PROPERTY(maxSurface1D, MaxSurface1DWidth, MAXIMUM_SURFACE1D_WIDTH) \
	PROPERTY(maxSurface2D[0], MaxSurface2DWidth, MAXIMUM_SURFACE2D_WIDTH) \
	PROPERTY(maxSurface2D[1], MaxSurface2DHeight, MAXIMUM_SURFACE2D_HEIGHT) \
	PROPERTY(maxSurface3D[0], MaxSurface3DWidth, MAXIMUM_SURFACE3D_WIDTH) \
	PROPERTY(maxSurface3D[1], MaxSurface3DHeight, MAXIMUM_SURFACE3D_HEIGHT) \
	PROPERTY(maxSurface3D[2], MaxSurface3DDepth, MAXIMUM_SURFACE3D_DEPTH) \
	PROPERTY(maxSurface1DLayered[0], MaxSurface1DLayeredWidth, MAXIMUM_SURFACE1D_LAYERED_WIDTH) \
	PROPERTY(maxSurface1DLayered[1], MaxSurface1DLayeredLayers, MAXIMUM_SURFACE1D_LAYERED_LAYERS) \
	PROPERTY(maxSurface2DLayered[0], MaxSurface2DLayeredWidth, MAXIMUM_SURFACE2D_LAYERED_WIDTH) \
	PROPERTY(maxSurface2DLayered[1], MaxSurface2DLayeredHeight, MAXIMUM_SURFACE2D_LAYERED_HEIGHT) \
	PROPERTY(maxSurface2DLayered[2], MaxSurface2DLayeredLayers, MAXIMUM_SURFACE2D_LAYERED_LAYERS) \
	PROPERTY(maxSurfaceCubemap, MaxSurfaceCubemapWidth, MAXIMUM_SURFACECUBEMAP_WIDTH) \
	PROPERTY(maxSurfaceCubemapLayered[0], MaxSurfaceCubemapLayeredWidth, MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH) \
	PROPERTY(maxSurfaceCubemapLayered[1], MaxSurfaceCubemapLayeredLayers, MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS) \
	PROPERTY(surfaceAlignment, SurfaceAlignment, SURFACE_ALIGNMENT) \
	PROPERTY(concurrentKernels, ConcurrentKernels, CONCURRENT_KERNELS) \
	PROPERTY(ECCEnabled, EccEnabled, ECC_ENABLED) \
	PROPERTY(pciBusID, PciBusId, PCI_BUS_ID) \
	PROPERTY(pciDeviceID, PciDeviceId, PCI_DEVICE_ID) \
	PROPERTY(pciDomainID, PciDomainId, PCI_DOMAIN_ID) \
	PROPERTY(tccDriver, TccDriver, TCC_DRIVER) \
	PROPERTY(asyncEngineCount, AsyncEngineCount, ASYNC_ENGINE_COUNT) \
	PROPERTY(unifiedAddressing, UnifiedAddressing, UNIFIED_ADDRESSING) \
	PROPERTY(memoryClockRate, MemoryClockRate, MEMORY_CLOCK_RATE) \
	PROPERTY(memoryBusWidth, GlobalMemoryBusWidth, GLOBAL_MEMORY_BUS_WIDTH) \
	PROPERTY(l2CacheSize, L2CacheSize, L2_CACHE_SIZE) \
	PROPERTY(persistingL2CacheMaxSize, MaxPersistingL2CacheSize, MAX_PERSISTING_L2_CACHE_SIZE) \
	PROPERTY(maxThreadsPerMultiProcessor, MaxThreadsPerMultiProcessor, MAX_THREADS_PER_MULTIPROCESSOR) \
	PROPERTY(streamPrioritiesSupported, StreamPrioritiesSupported, STREAM_PRIORITIES_SUPPORTED) \
	PROPERTY(globalL1CacheSupported, GlobalL1CacheSupported, GLOBAL_L1_CACHE_SUPPORTED) \
	PROPERTY(localL1CacheSupported, LocalL1CacheSupported, LOCAL_L1_CACHE_SUPPORTED) \
	PROPERTY(sharedMemPerMultiprocessor, MaxSharedMemoryPerMultiprocessor, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR) \
	PROPERTY(regsPerMultiprocessor, MaxRegistersPerMultiprocessor, MAX_REGISTERS_PER_MULTIPROCESSOR) \
	PROPERTY(managedMemory, ManagedMemory, MANAGED_MEMORY) \
	PROPERTY(isMultiGpuBoard, IsMultiGpuBoard, MULTI_GPU_BOARD) \
	PROPERTY(multiGpuBoardGroupID, MultiGpuBoardGroupID, MULTI_GPU_BOARD_GROUP_ID) \
	PROPERTY(hostNativeAtomicSupported, HostNativeAtomicSupported, HOST_NATIVE_ATOMIC_SUPPORTED) \
	PROPERTY(singleToDoublePrecisionPerfRatio, SingleToDoublePrecisionPerfRatio, SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO) \
	PROPERTY(pageableMemoryAccess, PageableMemoryAccess, PAGEABLE_MEMORY_ACCESS) \
	PROPERTY(concurrentManagedAccess, ConcurrentManagedAccess, CONCURRENT_MANAGED_ACCESS) \
	PROPERTY(computePreemptionSupported, ComputePreemptionSupported, COMPUTE_PREEMPTION_SUPPORTED) \
	PROPERTY(canUseHostPointerForRegisteredMem, CanUseHostPointerForRegisteredMem, \
		 CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM) \
	PROPERTY(cooperativeLaunch, CooperativeLaunch, COOPERATIVE_LAUNCH) \
	PROPERTY(cooperativeMultiDeviceLaunch, CooperativeMultiDeviceLaunch, COOPERATIVE_MULTI_DEVICE_LAUNCH) \
	PROPERTY(sharedMemPerBlockOptin, MaxSharedMemoryPerBlockOptin, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) \
	PROPERTY(pageableMemoryAccessUsesHostPageTables, PageableMemoryAccessUsesHostPageTables, \
		 PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES) \
	PROPERTY(directManagedMemAccessFromHost, DirectManagedMemAccessFromHost, DIRECT_MANAGED_MEM_ACCESS_FROM_HOST) \
	PROPERTY(maxBlocksPerMultiProcessor, MaxBlocksPerMultiprocessor, MAX_BLOCKS_PER_MULTIPROCESSOR) \
	PROPERTY(accessPolicyMaxWindowSize, MaxAccessPolicyWindowSize, MAX_ACCESS_POLICY_WINDOW_SIZE) \
	PROPERTY(reservedSharedMemPerBlock, ReservedSharedMemoryPerBlock, RESERVED_SHARED_MEMORY_PER_BLOCK)

static void properties()
{
	cudaDeviceProp p;
	size_t total, bytes = 0;
	char name[256];
	CUuuid id;
	int rt, drv;

	OK(cudaGetDeviceProperties(&p, 0));
	EXPECT(cuInit(0) == CUDA_SUCCESS);
#define PROPERTY(member, runtime, driver) \
	rt = drv = -77; \
	OK(cudaDeviceGetAttribute(&rt, cudaDevAttr##runtime, 0)); \
	EXPECT(cuDeviceGetAttribute(&drv, CU_DEVICE_ATTRIBUTE_##driver, 0) == CUDA_SUCCESS); \
	EXPECT((int)cudaDevAttr##runtime == (int)CU_DEVICE_ATTRIBUTE_##driver); \
	if (rt != (int)p.member || drv != (int)p.member) \
		printf("%s: %d, attributes %d and %d\n", #member, (int)p.member, rt, drv); \
	EXPECT(rt == (int)p.member && drv == (int)p.member); \
	bytes += sizeof(p.member);
	PROPERTIES
	/* and those that no attribute tells */
	EXPECT(cuDeviceGetName(name, sizeof(name), 0) == CUDA_SUCCESS && !strcmp(name, p.name));
	EXPECT(cuDeviceGetUuid(&id, 0) == CUDA_SUCCESS && !memcmp(&id, &p.uuid, sizeof(id)));
	EXPECT(cuDeviceTotalMem(&total, 0) == CUDA_SUCCESS && total == p.totalGlobalMem);
	bytes += sizeof(p.name) + sizeof(p.uuid) + sizeof(p.luid) + sizeof(p.luidDeviceNodeMask) + sizeof(p.totalGlobalMem);
	/* no member was left out: what remains are gaps before the members of 8 bytes */
	EXPECT(sizeof(p) - bytes < 4 * 8);
}

static void device()
{
	size_t width;
	cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();

	OK(cudaInitDevice(0, 0, 0));
	OK(cudaInitDevice(0, cudaDeviceScheduleYield, cudaInitDeviceFlagsAreValid));
	GIVES(cudaInitDevice(1, 0, 0), cudaErrorInvalidDevice);
	GIVES(cudaInitDevice(0, 0, 8), cudaErrorInvalidValue);
	OK(cudaDeviceGetTexture1DLinearMaxWidth(&width, &desc, 0));
	EXPECT(width >= 1 << 27);
	GIVES(cudaDeviceGetTexture1DLinearMaxWidth(NULL, &desc, 0), cudaErrorInvalidValue);
}

int main()
{
	device();
	streams();
	functions();
	advice();
	copies();
	peers();
	properties();
	return expect_result();
}
