/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * more: memory pools, and rarer questions about devices, contexts, modules and functions: the
 * runtime's answers.
 */
#include "drv.h"

#include <string.h>

#define CALL(call) (drv_ready() ? drv_ready() : DRV(call))

/* Pools */

_Static_assert(sizeof(CUmemPoolProps) == sizeof(struct cudaMemPoolProps) &&
		       sizeof(CUmemAccessDesc) == sizeof(struct cudaMemAccessDesc) &&
		       sizeof(CUmemLocation) == sizeof(struct cudaMemLocation),
	       "the driver's descriptions of memory are the runtime's");

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *props)
{
	return CALL(cudaMemPoolCreate(pool, (const void *)props));
}

CUresult cuMemPoolDestroy(CUmemoryPool pool)
{
	return CALL(cudaMemPoolDestroy(pool));
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t keep)
{
	return CALL(cudaMemPoolTrimTo(pool, keep));
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value)
{
	return CALL(cudaMemPoolSetAttribute(pool, (enum cudaMemPoolAttr)attr, value));
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value)
{
	return CALL(cudaMemPoolGetAttribute(pool, (enum cudaMemPoolAttr)attr, value));
}

CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *list, size_t n)
{
	return CALL(cudaMemPoolSetAccess(pool, (const void *)list, n));
}

CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *location)
{
	enum cudaMemAccessFlags f = cudaMemAccessFlagsProtNone;
	const CUresult e = CALL(cudaMemPoolGetAccess(flags ? &f : NULL, pool, (void *)location));

	if (!e)
		*flags = (CUmemAccess_flags)f;
	return e;
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *ptr, size_t size, CUmemoryPool pool, CUstream stream)
{
	void *p = NULL;
	CUresult e = drv_ready();

	if (!e && (!ptr || !size))
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e)
		e = DRV(cudaMallocFromPoolAsync(&p, size, pool, stream));
	if (e)
		return e;
	drv_note(p, DRV_DEVICE);
	*ptr = (uintptr_t)p;
	return CUDA_SUCCESS;
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device)
{
	return CALL(cudaDeviceGetDefaultMemPool(pool, device));
}

CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device)
{
	return CALL(cudaDeviceGetMemPool(pool, device));
}

CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool)
{
	return CALL(cudaDeviceSetMemPool(device, pool));
}

CUresult cuDeviceGraphMemTrim(CUdevice device)
{
	return CALL(cudaDeviceGraphMemTrim(device));
}

CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void *value)
{
	return CALL(cudaDeviceGetGraphMemAttribute(device, (enum cudaGraphMemAttributeType)attr,
						   value));
}

CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void *value)
{
	return CALL(cudaDeviceSetGraphMemAttribute(device, (enum cudaGraphMemAttributeType)attr,
						   value));
}

/* Devices and contexts */

CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attr, CUdevice src, CUdevice dst)
{
	const CUresult e = drv_initialised();

	return e ? e
		 : DRV(cudaDeviceGetP2PAttribute(value, (enum cudaDeviceP2PAttr)attr, src, dst));
}

CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *width, CUarray_format format, unsigned n,
					    CUdevice device)
{
	struct cudaChannelFormatDesc d;

	if (!drv_channels(format, n, &d))
		return CUDA_ERROR_INVALID_VALUE;
	return CALL(cudaDeviceGetTexture1DLinearMaxWidth(width, &d, device));
}

CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config)
{
	enum cudaSharedMemConfig c = cudaSharedMemBankSizeDefault;
	const CUresult e = CALL(cudaDeviceGetSharedMemConfig(config ? &c : NULL));

	if (!e)
		*config = (CUsharedconfig)c;
	return e;
}

CUresult cuCtxSetSharedMemConfig(CUsharedconfig config)
{
	return CALL(cudaDeviceSetSharedMemConfig((enum cudaSharedMemConfig)config));
}

CUresult cuStreamGetDevice(CUstream stream, CUdevice *device)
{
	return CALL(cudaStreamGetDevice(stream, device));
}

CUresult cuMemcpyBatchAsync(CUdeviceptr *dst, CUdeviceptr *src, size_t *sizes, size_t count,
			    CUmemcpyAttributes *attrs, size_t *starts, size_t n, size_t *fail,
			    CUstream stream)
{
	return CALL(cudaMemcpyBatchAsync((void **)(void *)dst, (void **)(void *)src, sizes, count,
					 (void *)attrs, starts, n, fail, stream));
}

/* Modules and functions, which are whole when they are loaded */

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode)
{
	if (!mode)
		return CUDA_ERROR_INVALID_VALUE;
	*mode = CU_MODULE_EAGER_LOADING;
	return CUDA_SUCCESS;
}

CUresult cuFuncLoad(CUfunction function)
{
	struct cudaFuncAttributes a;

	return CALL(cudaFuncGetAttributes(&a, function));
}

CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function)
{
	const CUresult e = state ? cuFuncLoad(function) : CUDA_ERROR_INVALID_VALUE;

	if (!e)
		*state = CU_FUNCTION_LOADING_STATE_LOADED;
	return e;
}

CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule module)
{
	struct CUmod_st **at;
	CUresult e = drv_enter_module(module, &at);
	unsigned n = 0;

	if (e)
		return e;
	while (machine_kernel_at(module->module->loaded, n))
		n++;
	drv_unlock();
	if (!count)
		return CUDA_ERROR_INVALID_VALUE;
	*count = n;
	return CUDA_SUCCESS;
}

CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int n, CUmodule module)
{
	struct CUmod_st **at;
	const CUresult e = drv_enter_module(module, &at);

	if (e)
		return e;
	for (unsigned i = 0; functions && i < n; i++) {
		const struct simt_kernel *k = machine_kernel_at(module->module->loaded, i);

		functions[i] = NULL;
		if (k)
			functions[i] = (CUfunction)(void *)rt_module_kernel(module->module,
									    k->entry->name);
	}
	drv_unlock();
	return functions ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
