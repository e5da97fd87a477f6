/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * device: the one GPU, its properties, limits and settings.
 */
#include "rt.h"

#include <stdio.h>
#include <string.h>

enum {
	VERSION = CUDART_VERSION,
	DRIVER_VERSION = 12040, /* the newest calls of the driver API */
	MAX_STACK = 1 << 20,
	REGISTERS = 65536,
	CONSTANT_BYTES = 65536,
	MAX_THREADS = 1024,
	DEFAULT_TARGET = 70
};

/* sm_XY of the loaded code; the default when there is none. */
static unsigned target(const struct rt *r)
{
	for (const struct rt_module *m = r->modules; m; m = m->next)
		if (m->target && !m->gone)
			return m->target;
	return DEFAULT_TARGET;
}

/* As GPUs of that capability: 48 KB, 96 KB, 163 KB; or all that the SM has, if that is more. */
uint32_t rt_shared_optin(const struct rt *r)
{
	enum { VOLTA = 70, AMPERE = 80, VOLTA_BYTES = 96 << 10 };
	const struct machine_config *c = &r->session.opt.machine;
	const uint32_t limit = machine_shared_limit(c);
	const uint32_t usual = target(r) < VOLTA    ? c->shared_per_block
			       : target(r) < AMPERE ? VOLTA_BYTES
						    : limit;

	if (usual < c->shared_per_sm)
		return c->shared_per_sm < limit ? c->shared_per_sm : limit;
	return usual < limit ? usual : limit;
}

/* Largest textures and surfaces, in elements: array.c and texture.c take no larger ones. */
static void describe_textures(struct cudaDeviceProp *p)
{
	enum { SIDE = 1 << 17 };

	p->maxTexture1D = p->maxTexture1DMipmap = p->maxSurface1D = SIDE;
	p->maxTexture1DLinear = 1 << 28;
	p->maxTextureCubemap = p->maxSurfaceCubemap = SIDE;
	p->maxTexture2DLinear[2] = 0x7fffffff; /* pitch */
	for (unsigned i = 0; i < 2; i++) {
		p->maxTexture2D[i] = p->maxTexture2DLinear[i] = p->maxTexture2DGather[i] = SIDE;
		p->maxTexture2DMipmap[i] = SIDE;
		p->maxTexture1DLayered[i] = p->maxTextureCubemapLayered[i] = SIDE;
		p->maxSurface2D[i] = p->maxSurface1DLayered[i] = SIDE;
		p->maxSurfaceCubemapLayered[i] = SIDE;
	}
	for (unsigned i = 0; i < 3; i++)
		p->maxTexture3D[i] = p->maxTexture3DAlt[i] = p->maxTexture2DLayered[i] =
			p->maxSurface3D[i] = p->maxSurface2DLayered[i] = SIDE;
}

static void describe(const struct rt *r, struct cudaDeviceProp *p)
{
	const struct machine_config *c = &r->session.opt.machine;
	uint64_t used, capacity;

	gmem_usage(r->session.gmem, &used, &capacity);
	memset(p, 0, sizeof(*p));
	snprintf(p->name, sizeof(p->name), "photofinish");
	memcpy(p->uuid.bytes, "photofinish gpu0", sizeof(p->uuid.bytes));
	p->totalGlobalMem = capacity;
	p->sharedMemPerBlock = c->shared_per_block;
	p->sharedMemPerBlockOptin = rt_shared_optin(r);
	p->sharedMemPerMultiprocessor =
		c->shared_per_sm > rt_shared_optin(r) ? c->shared_per_sm : rt_shared_optin(r);
	p->regsPerBlock = REGISTERS;
	p->regsPerMultiprocessor = REGISTERS;
	p->warpSize = SIMT_LANES;
	p->memPitch = 0x7fffffff;
	p->maxThreadsPerBlock = MAX_THREADS;
	p->maxThreadsDim[0] = p->maxThreadsDim[1] = MAX_THREADS;
	p->maxThreadsDim[2] = 64;
	p->maxGridSize[0] = 0x7fffffff;
	p->maxGridSize[1] = p->maxGridSize[2] = 65535;
	p->clockRate = 1400000; /* kHz; nothing here runs by a clock */
	p->memoryClockRate = 924000;
	p->memoryBusWidth = 384;
	p->l2CacheSize = 768 * 1024;
	p->totalConstMem = CONSTANT_BYTES;
	p->major = (int)(target(r) / 10);
	p->minor = (int)(target(r) % 10);
	p->textureAlignment = 512;
	p->texturePitchAlignment = 32;
	p->surfaceAlignment = 512;
	describe_textures(p);
	p->multiProcessorCount = (int)c->sms;
	p->maxThreadsPerMultiProcessor = (int)c->threads_per_sm;
	p->maxBlocksPerMultiProcessor = (int)c->blocks_per_sm;
	p->canMapHostMemory = 1;
	p->unifiedAddressing = 1;
	p->managedMemory = 1;
	p->concurrentManagedAccess = 1;
	p->directManagedMemAccessFromHost = 1;
	p->globalL1CacheSupported = 1;
	p->localL1CacheSupported = 1;
	p->singleToDoublePrecisionPerfRatio = 2;
	p->cooperativeLaunch = 1;
	p->cooperativeMultiDeviceLaunch = 1; /* on the one device */
	/* Programs may use streams in any way; work is done as it is asked for. */
	p->concurrentKernels = 1;
	p->deviceOverlap = 1;
	p->asyncEngineCount = 1;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && !prop)
		e = cudaErrorInvalidValue;
	if (!e && device)
		e = cudaErrorInvalidDevice;
	if (!e)
		describe(rt_state(), prop);
	return rt_leave(e);
}

/* All sides have one limit, but those of linear memory. */
static cudaError_t texture_attribute(const struct cudaDeviceProp *p, enum cudaDeviceAttr attr,
				     int *v)
{
	switch (attr) {
	case cudaDevAttrMaxTexture1DLinearWidth: *v = p->maxTexture1DLinear; break;
	case cudaDevAttrMaxTexture2DLinearPitch: *v = p->maxTexture2DLinear[2]; break;
	case cudaDevAttrMaxTexture2DMipmappedWidth: *v = p->maxTexture2DMipmap[0]; break;
	case cudaDevAttrMaxTexture2DMipmappedHeight: *v = p->maxTexture2DMipmap[1]; break;
	case cudaDevAttrMaxTexture1DMipmappedWidth: *v = p->maxTexture1DMipmap; break;
	default:
		/* others of this range, such as the PCI domain, are 0 */
		*v = (attr >= cudaDevAttrMaxTexture1DWidth &&
		      attr <= cudaDevAttrMaxTexture2DLayeredLayers) ||
				     (attr >= cudaDevAttrMaxTexture1DLayeredWidth &&
				      attr <= cudaDevAttrMaxTexture3DDepthAlt) ||
				     (attr >= cudaDevAttrMaxTextureCubemapWidth &&
				      attr <= cudaDevAttrMaxTexture2DLinearHeight)
			     ? p->maxTexture1D
			     : 0;
	}
	return cudaSuccess;
}

/* Attributes that are not 0 and not a plain copy of a property are listed here. */
static cudaError_t attribute(const struct cudaDeviceProp *p, enum cudaDeviceAttr attr, int *v)
{
#define ATTRIBUTE(name, value) \
	case cudaDevAttr##name: *v = (int)(value); return cudaSuccess;
	switch (attr) {
		ATTRIBUTE(MaxThreadsPerBlock, p->maxThreadsPerBlock)
		ATTRIBUTE(MaxBlockDimX, p->maxThreadsDim[0])
		ATTRIBUTE(MaxBlockDimY, p->maxThreadsDim[1])
		ATTRIBUTE(MaxBlockDimZ, p->maxThreadsDim[2])
		ATTRIBUTE(MaxGridDimX, p->maxGridSize[0])
		ATTRIBUTE(MaxGridDimY, p->maxGridSize[1])
		ATTRIBUTE(MaxGridDimZ, p->maxGridSize[2])
		ATTRIBUTE(MaxSharedMemoryPerBlock, p->sharedMemPerBlock)
		ATTRIBUTE(TotalConstantMemory, p->totalConstMem)
		ATTRIBUTE(WarpSize, p->warpSize)
		ATTRIBUTE(MaxPitch, p->memPitch)
		ATTRIBUTE(MaxRegistersPerBlock, p->regsPerBlock)
		ATTRIBUTE(ClockRate, p->clockRate)
		ATTRIBUTE(TextureAlignment, p->textureAlignment)
		ATTRIBUTE(MultiProcessorCount, p->multiProcessorCount)
		ATTRIBUTE(CanMapHostMemory, p->canMapHostMemory)
		ATTRIBUTE(SurfaceAlignment, p->surfaceAlignment)
		ATTRIBUTE(MemoryClockRate, p->memoryClockRate)
		ATTRIBUTE(GlobalMemoryBusWidth, p->memoryBusWidth)
		ATTRIBUTE(L2CacheSize, p->l2CacheSize)
		ATTRIBUTE(MaxThreadsPerMultiProcessor, p->maxThreadsPerMultiProcessor)
		ATTRIBUTE(UnifiedAddressing, p->unifiedAddressing)
		ATTRIBUTE(TexturePitchAlignment, p->texturePitchAlignment)
		ATTRIBUTE(ComputeCapabilityMajor, p->major)
		ATTRIBUTE(ComputeCapabilityMinor, p->minor)
		ATTRIBUTE(GlobalL1CacheSupported, p->globalL1CacheSupported)
		ATTRIBUTE(LocalL1CacheSupported, p->localL1CacheSupported)
		ATTRIBUTE(MaxSharedMemoryPerMultiprocessor, p->sharedMemPerMultiprocessor)
		ATTRIBUTE(MaxRegistersPerMultiprocessor, p->regsPerMultiprocessor)
		ATTRIBUTE(ManagedMemory, p->managedMemory)
		ATTRIBUTE(SingleToDoublePrecisionPerfRatio, p->singleToDoublePrecisionPerfRatio)
		ATTRIBUTE(ConcurrentManagedAccess, p->concurrentManagedAccess)
		ATTRIBUTE(MaxSharedMemoryPerBlockOptin, p->sharedMemPerBlockOptin)
		ATTRIBUTE(DirectManagedMemAccessFromHost, p->directManagedMemAccessFromHost)
		ATTRIBUTE(CooperativeLaunch, p->cooperativeLaunch)
		ATTRIBUTE(CooperativeMultiDeviceLaunch, p->cooperativeMultiDeviceLaunch)
		ATTRIBUTE(ConcurrentKernels, p->concurrentKernels)
		ATTRIBUTE(GpuOverlap, p->deviceOverlap)
		ATTRIBUTE(AsyncEngineCount, p->asyncEngineCount)
		ATTRIBUTE(MemoryPoolsSupported, 1)
		ATTRIBUTE(ClusterLaunch, p->major >= 9)
		ATTRIBUTE(MaxBlocksPerMultiprocessor, p->maxBlocksPerMultiProcessor)
	default: break;
	}
#undef ATTRIBUTE
	if (attr >= cudaDevAttrMaxTexture1DWidth && attr <= cudaDevAttrMaxTexture1DMipmappedWidth)
		return texture_attribute(p, attr, v);
	*v = 0;
	/* The rest of the range is what this GPU has not: textures, peers, pools ... */
	return attr >= cudaDevAttrMaxThreadsPerBlock && attr <= cudaDevAttrMemoryPoolsSupported
		       ? cudaSuccess
		       : cudaErrorInvalidValue;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct cudaDeviceProp p;

	if (!e && !value)
		e = cudaErrorInvalidValue;
	if (!e && device)
		e = cudaErrorInvalidDevice;
	if (!e) {
		describe(rt_state(), &p);
		e = attribute(&p, attr, value);
	}
	return rt_leave(e);
}

/* Stores a constant answer: needs no context. */
static cudaError_t answer(int *where, int value)
{
	rt_enter(RT_PLAIN);
	if (where)
		*where = value;
	return rt_leave(where ? cudaSuccess : cudaErrorInvalidValue);
}

static cudaError_t check_device(bool ok)
{
	rt_enter(RT_PLAIN);
	return rt_leave(ok ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaGetDeviceCount(int *count)
{
	return answer(count, 1);
}

cudaError_t cudaGetDevice(int *device)
{
	return answer(device, 0);
}

cudaError_t cudaSetDevice(int device)
{
	return check_device(device == 0);
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop)
{
	return answer(prop ? device : NULL, 0);
}

cudaError_t cudaSetValidDevices(int *device_arr, int len)
{
	bool ok = len >= 0;

	for (int i = 0; ok && device_arr && i < len; i++)
		ok = device_arr[i] == 0;
	if (ok && len && !device_arr)
		return answer(NULL, 0);
	return check_device(ok);
}

cudaError_t cudaDriverGetVersion(int *version)
{
	return answer(version, DRIVER_VERSION);
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
	return answer(version, VERSION);
}

cudaError_t cudaDeviceSynchronize(void)
{
	cudaError_t e = rt_enter(RT_SYNC);

	return rt_leave(e ? e : rt_device_wide(rt_state()));
}

cudaError_t cudaThreadSynchronize(void)
{
	return cudaDeviceSynchronize();
}

cudaError_t cudaDeviceReset(void)
{
	rt_enter(RT_PLAIN);
	rt_reset(rt_state());
	*rt_last_error() = cudaSuccess;
	return rt_leave(cudaSuccess);
}

cudaError_t cudaThreadExit(void)
{
	return cudaDeviceReset();
}

cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
	const unsigned schedule = flags & cudaDeviceScheduleMask;
	cudaError_t e = cudaSuccess;

	rt_enter(RT_PLAIN);
	if ((flags & ~(unsigned)cudaDeviceMask) || (schedule & (schedule - 1)))
		e = cudaErrorInvalidValue;
	else
		rt_state()->device_flags = flags;
	return rt_leave(e);
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags)
{
	rt_enter(RT_PLAIN);
	if (flags)
		*flags = rt_state()->device_flags | cudaDeviceMapHost;
	return rt_leave(flags ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	const struct rt *r = rt_state();

	if (!e && !value)
		e = cudaErrorInvalidValue;
	if (!e) {
		switch (limit) {
		case cudaLimitStackSize: *value = r->stack_bytes; break;
		case cudaLimitPrintfFifoSize: *value = r->printf_fifo; break;
		case cudaLimitMallocHeapSize: *value = r->heap_size; break;
		case cudaLimitDevRuntimePendingLaunchCount: *value = r->pending_launches; break;
		default: e = cudaErrorUnsupportedLimit;
		}
	}
	return rt_leave(e);
}

/* The printf buffer and the device heap have no limit of their own here: the numbers are
 * kept so that a program reads back what it set. */
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct rt *r = rt_state();

	if (e)
		return rt_leave(e);
	switch (limit) {
	case cudaLimitStackSize:
		if (value > MAX_STACK) {
			e = cudaErrorInvalidValue;
			break;
		}
		r->stack_bytes = (uint32_t)(value + 15) & ~15U;
		if (r->session.machine)
			machine_set_stack(r->session.machine, r->stack_bytes);
		break;
	case cudaLimitPrintfFifoSize: r->printf_fifo = value; break;
	case cudaLimitMallocHeapSize: r->heap_size = value; break;
	case cudaLimitDevRuntimePendingLaunchCount:
		r->pending_launches = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
		if (r->session.machine)
			machine_set_pending_launches(r->session.machine, r->pending_launches);
		break;
	default: e = cudaErrorUnsupportedLimit;
	}
	return rt_leave(e);
}

cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit)
{
	return cudaDeviceGetLimit(value, limit);
}

cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value)
{
	return cudaDeviceSetLimit(limit, value);
}

/* L1 and bank settings are preferences: kept, without effect on a machine without caches. */
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && !config)
		e = cudaErrorInvalidValue;
	if (!e)
		*config = rt_state()->cache_config;
	return rt_leave(e);
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && (unsigned)config > cudaFuncCachePreferEqual)
		e = cudaErrorInvalidValue;
	if (!e)
		rt_state()->cache_config = config;
	return rt_leave(e);
}

cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config)
{
	return cudaDeviceGetCacheConfig(config);
}

cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config)
{
	return cudaDeviceSetCacheConfig(config);
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && !config)
		e = cudaErrorInvalidValue;
	if (!e)
		*config = rt_state()->shared_config == cudaSharedMemBankSizeDefault
				  ? cudaSharedMemBankSizeFourByte
				  : rt_state()->shared_config;
	return rt_leave(e);
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && (unsigned)config > cudaSharedMemBankSizeEightByte)
		e = cudaErrorInvalidValue;
	if (!e)
		rt_state()->shared_config = config;
	return rt_leave(e);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
	rt_enter(RT_PLAIN);
	if (least)
		*least = 0;
	if (greatest)
		*greatest = 0;
	return rt_leave(cudaSuccess);
}

#define PCI_BUS_ID "0000:00:00.0"

cudaError_t cudaDeviceGetPCIBusId(char *id, int len, int device)
{
	cudaError_t e = cudaSuccess;

	rt_enter(RT_PLAIN);
	if (device)
		e = cudaErrorInvalidDevice;
	else if (!id || len < (int)sizeof(PCI_BUS_ID))
		e = cudaErrorInvalidValue;
	else
		memcpy(id, PCI_BUS_ID, sizeof(PCI_BUS_ID));
	return rt_leave(e);
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id)
{
	if (!device || !id)
		return answer(NULL, 0);
	if (strcmp(id, PCI_BUS_ID) != 0 && strcmp(id, "00:00.0") != 0)
		return check_device(false);
	return answer(device, 0);
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
	if (device || peer)
		return check_device(false);
	return answer(can, 0);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags)
{
	(void)peer;
	if (flags)
		return answer(NULL, 0);
	return check_device(false); /* a device is no peer of its own */
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
	if (peer)
		return check_device(false);
	rt_enter(RT_PLAIN);
	return rt_leave(cudaErrorPeerAccessNotEnabled);
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int src, int dst)
{
	(void)src;
	(void)dst;
	if (!value || attr < cudaDevP2PAttrPerformanceRank ||
	    attr > cudaDevP2PAttrCudaArrayAccessSupported)
		return answer(NULL, 0);
	return check_device(false); /* it takes two different devices */
}

cudaError_t cudaProfilerStart(void)
{
	rt_enter(RT_PLAIN);
	return rt_leave(cudaSuccess);
}

cudaError_t cudaProfilerStop(void)
{
	rt_enter(RT_PLAIN);
	return rt_leave(cudaSuccess);
}
