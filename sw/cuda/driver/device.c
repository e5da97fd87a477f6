/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * device: the one device, and settings of the current context.
 */
#include "drv.h"

#include <string.h>

static CUresult about(CUdevice device, bool ok)
{
	const CUresult e = drv_initialised();

	if (e || device)
		return e ? e : CUDA_ERROR_INVALID_DEVICE;
	return ok ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDriverGetVersion(int *version)
{
	return DRV(cudaDriverGetVersion(version));
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
	const CUresult e = about(ordinal, device != NULL);

	if (!e)
		*device = 0;
	return e;
}

CUresult cuDeviceGetCount(int *count)
{
	const CUresult e = about(0, count != NULL);

	if (!e)
		*count = 1;
	return e;
}

CUresult cuDeviceGetName(char *name, int len, CUdevice device)
{
	struct cudaDeviceProp p = {0};
	CUresult e = about(device, name && len > 0);

	if (!e)
		e = DRV(cudaGetDeviceProperties(&p, device));
	if (!e) {
		strncpy(name, p.name, (size_t)len - 1);
		name[len - 1] = '\0';
	}
	return e;
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
	struct cudaDeviceProp p = {0};
	CUresult e = about(device, uuid != NULL);

	if (!e)
		e = DRV(cudaGetDeviceProperties(&p, device));
	if (!e)
		*uuid = p.uuid;
	return e;
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
	struct cudaDeviceProp p = {0};
	CUresult e = about(device, bytes != NULL);

	if (!e)
		e = DRV(cudaGetDeviceProperties(&p, device));
	if (!e)
		*bytes = p.totalGlobalMem;
	return e;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attr, CUdevice device)
{
	const CUresult e = about(device, value != NULL);

	switch (e ? 0 : attr) {
	case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
	case CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED: /* may be, and changes nothing */
		*value = 1;
		return CUDA_SUCCESS;
	case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED:
	case CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES:
	case CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED:
	case CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED: *value = 0; return CUDA_SUCCESS;
	default: break;
	}
	return e ? e : DRV(cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attr, device));
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
	CUresult e = about(device, major && minor);

	if (!e)
		e = cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
					 device);
	return e ? e
		 : cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
					device);
}

CUresult cuDeviceGetPCIBusId(char *id, int len, CUdevice device)
{
	const CUresult e = about(device, id != NULL);

	return e ? e : DRV(cudaDeviceGetPCIBusId(id, len, device));
}

CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *id)
{
	const CUresult e = about(0, device && id);

	return e ? e : DRV(cudaDeviceGetByPCIBusId(device, id));
}

CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
	const CUresult e = about(device, can != NULL);

	return e ? e : DRV(cudaDeviceCanAccessPeer(can, device, peer));
}

CUresult cuCtxSynchronize(void)
{
	const CUresult e = drv_ready();

	return e ? e : DRV(cudaDeviceSynchronize());
}

CUresult cuCtxGetLimit(size_t *value, CUlimit limit)
{
	const CUresult e = drv_ready();

	return e ? e : DRV(cudaDeviceGetLimit(value, (enum cudaLimit)limit));
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value)
{
	const CUresult e = drv_ready();

	return e ? e : DRV(cudaDeviceSetLimit((enum cudaLimit)limit, value));
}

CUresult cuCtxGetCacheConfig(CUfunc_cache *config)
{
	enum cudaFuncCache c = cudaFuncCachePreferNone;
	CUresult e = drv_ready();

	if (!e && !config)
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e)
		e = DRV(cudaDeviceGetCacheConfig(&c));
	if (!e)
		*config = (CUfunc_cache)c;
	return e;
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config)
{
	const CUresult e = drv_ready();

	return e ? e : DRV(cudaDeviceSetCacheConfig((enum cudaFuncCache)config));
}

CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
	const CUresult e = drv_ready();

	return e ? e : DRV(cudaDeviceGetStreamPriorityRange(least, greatest));
}

CUresult cuProfilerStart(void)
{
	return drv_ready();
}

CUresult cuProfilerStop(void)
{
	return drv_ready();
}

/* All contexts are of one device, which is no peer of its own. */
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags)
{
	const CUresult e = drv_ready();

	if (e || flags)
		return e ? e : CUDA_ERROR_INVALID_VALUE;
	return peer ? CUDA_ERROR_PEER_ACCESS_UNSUPPORTED : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxDisablePeerAccess(CUcontext peer)
{
	const CUresult e = drv_ready();

	if (e)
		return e;
	return peer ? CUDA_ERROR_PEER_ACCESS_NOT_ENABLED : CUDA_ERROR_INVALID_CONTEXT;
}
