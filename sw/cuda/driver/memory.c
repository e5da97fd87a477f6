/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * memory: allocations, which a context frees when it is destroyed, and questions about pointers.
 */
#include "drv.h"

#include <stdlib.h>
#include <string.h>

static void *pointer(CUdeviceptr ptr)
{
	return (void *)(uintptr_t)ptr;
}

void drv_note(void *ptr, enum drv_kind kind)
{
	struct CUctx_st *ctx = drv_current();
	struct drv_block *b;

	if (!ptr || !ctx)
		return;
	b = mem_alloc(sizeof(*b));
	drv_lock();
	*b = (struct drv_block){ctx->blocks, ptr, kind};
	ctx->blocks = b;
	drv_unlock();
}

void drv_forget(const void *ptr)
{
	struct CUctx_st *ctx = drv_current();
	struct drv_block **p, *b;

	drv_lock();
	for (p = &ctx->blocks; *p && (*p)->ptr != ptr; p = &(*p)->next)
		;
	b = *p;
	if (b)
		*p = b->next;
	drv_unlock();
	free(b);
}

void drv_free_blocks(struct CUctx_st *ctx)
{
	while (ctx->blocks) {
		struct drv_block *b = ctx->blocks;

		ctx->blocks = b->next;
		switch (b->kind) {
		case DRV_HOST: (void)DRV(cudaFreeHost(b->ptr)); break;
		case DRV_ARRAY: (void)DRV(cudaFreeArray(b->ptr)); break;
		case DRV_MIPMAP: (void)DRV(cudaFreeMipmappedArray(b->ptr)); break;
		default: (void)DRV(cudaFree(b->ptr)); break;
		}
		free(b);
	}
}

/* What the runtime allocated, noted and handed out. */
static CUresult allocated(CUresult e, void *ptr, enum drv_kind kind, CUdeviceptr *device)
{
	if (e)
		return e;
	drv_note(ptr, kind);
	if (device)
		*device = (uintptr_t)ptr;
	return CUDA_SUCCESS;
}

static CUresult check(bool ok)
{
	const CUresult e = drv_ready();

	return !e && !ok ? CUDA_ERROR_INVALID_VALUE : e;
}

CUresult cuMemAlloc(CUdeviceptr *ptr, size_t size)
{
	void *p = NULL;
	CUresult e = check(ptr && size);

	if (!e)
		e = DRV(cudaMalloc(&p, size));
	return allocated(e, p, DRV_DEVICE, ptr);
}

CUresult cuMemAllocPitch(CUdeviceptr *ptr, size_t *pitch, size_t width, size_t height,
			 unsigned int element)
{
	void *p = NULL;
	CUresult e = check(ptr && pitch && width && height &&
			   (element == 4 || element == 8 || element == 16));

	if (!e)
		e = DRV(cudaMallocPitch(&p, pitch, width, height));
	return allocated(e, p, DRV_DEVICE, ptr);
}

CUresult cuMemAllocManaged(CUdeviceptr *ptr, size_t size, unsigned int flags)
{
	void *p = NULL;
	CUresult e = check(ptr && size);

	if (!e)
		e = DRV(cudaMallocManaged(&p, size, flags));
	return allocated(e, p, DRV_DEVICE, ptr);
}

CUresult cuMemAllocAsync(CUdeviceptr *ptr, size_t size, CUstream stream)
{
	void *p = NULL;
	CUresult e = check(ptr && size);

	if (!e)
		e = DRV(cudaMallocAsync(&p, size, stream));
	return allocated(e, p, DRV_DEVICE, ptr);
}

CUresult cuMemFree(CUdeviceptr ptr)
{
	CUresult e = check(true);

	if (!e)
		e = DRV(cudaFree(pointer(ptr)));
	if (!e)
		drv_forget(pointer(ptr));
	return e;
}

CUresult cuMemFreeAsync(CUdeviceptr ptr, CUstream stream)
{
	CUresult e = check(true);

	if (!e)
		e = DRV(cudaFreeAsync(pointer(ptr), stream));
	if (!e)
		drv_forget(pointer(ptr));
	return e;
}

CUresult cuMemHostAlloc(void **ptr, size_t size, unsigned int flags)
{
	CUresult e = check(ptr && size);

	if (!e)
		e = DRV(cudaHostAlloc(ptr, size, flags));
	return allocated(e, e ? NULL : *ptr, DRV_HOST, NULL);
}

CUresult cuMemAllocHost(void **ptr, size_t size)
{
	return cuMemHostAlloc(ptr, size, 0);
}

CUresult cuMemFreeHost(void *ptr)
{
	CUresult e = check(true);

	if (!e)
		e = DRV(cudaFreeHost(ptr));
	if (!e)
		drv_forget(ptr);
	return e;
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr *device, void *host, unsigned int flags)
{
	void *p = NULL;
	CUresult e = check(device != NULL);

	if (!e)
		e = DRV(cudaHostGetDevicePointer(&p, host, flags));
	if (!e)
		*device = (uintptr_t)p;
	return e;
}

CUresult cuMemHostGetFlags(unsigned int *flags, void *host)
{
	const CUresult e = check(true);

	return e ? e : DRV(cudaHostGetFlags(flags, host));
}

CUresult cuMemHostRegister(void *ptr, size_t size, unsigned int flags)
{
	const CUresult e = check(true);

	return e ? e : DRV(cudaHostRegister(ptr, size, flags));
}

CUresult cuMemHostUnregister(void *ptr)
{
	const CUresult e = check(true);

	return e ? e : DRV(cudaHostUnregister(ptr));
}

CUresult cuMemGetInfo(size_t *free_bytes, size_t *total)
{
	const CUresult e = check(true);

	return e ? e : DRV(cudaMemGetInfo(free_bytes, total));
}

CUresult cuMemPrefetchAsync(CUdeviceptr ptr, size_t count, CUdevice device, CUstream stream)
{
	const CUresult e = check(true);

	return e ? e : DRV(cudaMemPrefetchAsync(pointer(ptr), count, device, stream));
}

CUresult cuMemAdvise(CUdeviceptr ptr, size_t count, CUmem_advise advice, CUdevice device)
{
	const CUresult e = check(true);

	return e ? e
		 : DRV(cudaMemAdvise(pointer(ptr), count, (enum cudaMemoryAdvise)advice, device));
}

CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *size, CUdeviceptr ptr)
{
	const struct gmem_block *b = NULL;
	CUresult e = check(base || size);

	if (e)
		return e;
	e = drv_enter();
	if (!e && gmem_in_arena(ptr))
		b = gmem_find(rt_state()->session.gmem, ptr);
	if (!e && (!b || b->freed))
		e = CUDA_ERROR_NOT_FOUND;
	if (!e && base)
		*base = b->addr;
	if (!e && size)
		*size = b->size;
	drv_unlock();
	return e;
}

CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attr, CUdeviceptr ptr)
{
	struct cudaPointerAttributes a = {0};
	CUresult e = check(value && ptr);

	if (!e)
		e = DRV(cudaPointerGetAttributes(&a, pointer(ptr)));
	if (!e && a.type == cudaMemoryTypeUnregistered)
		e = CUDA_ERROR_INVALID_VALUE;
	if (e)
		return e;
	switch (attr) {
	case CU_POINTER_ATTRIBUTE_CONTEXT: *(CUcontext *)value = drv_current(); break;
	case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
		*(unsigned *)value =
			a.type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
		break;
	case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
		*(CUdeviceptr *)value = (uintptr_t)a.devicePointer;
		break;
	case CU_POINTER_ATTRIBUTE_HOST_POINTER:
		if (!a.hostPointer)
			return CUDA_ERROR_INVALID_VALUE;
		*(void **)value = a.hostPointer;
		break;
	case CU_POINTER_ATTRIBUTE_IS_MANAGED:
		*(bool *)value = a.type == cudaMemoryTypeManaged;
		break;
	case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)value = a.device; break;
	default: return CUDA_ERROR_NOT_SUPPORTED;
	}
	return CUDA_SUCCESS;
}

CUresult cuPointerGetAttributes(unsigned int n, CUpointer_attribute *attrs, void **data,
				CUdeviceptr ptr)
{
	static const size_t bytes[] = {
		[CU_POINTER_ATTRIBUTE_CONTEXT] = sizeof(CUcontext),
		[CU_POINTER_ATTRIBUTE_MEMORY_TYPE] = sizeof(unsigned),
		[CU_POINTER_ATTRIBUTE_DEVICE_POINTER] = sizeof(CUdeviceptr),
		[CU_POINTER_ATTRIBUTE_HOST_POINTER] = sizeof(void *),
		[CU_POINTER_ATTRIBUTE_IS_MANAGED] = sizeof(bool),
		[CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL] = sizeof(int),
	};
	const CUresult e = check(n && attrs && data);

	for (unsigned i = 0; !e && i < n; i++) {
		if ((unsigned)attrs[i] >= sizeof(bytes) / sizeof(bytes[0]) || !bytes[attrs[i]] ||
		    !data[i])
			return CUDA_ERROR_INVALID_VALUE;
		if (cuPointerGetAttribute(data[i], attrs[i], ptr))
			memset(data[i], attrs[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL ? 0xfe : 0,
			       bytes[attrs[i]]);
		if (attrs[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL && *(int *)data[i] < -1)
			*(int *)data[i] = CU_DEVICE_INVALID;
	}
	return e;
}

CUresult cuMemRangeGetAttribute(void *data, size_t size, CUmem_range_attribute attr,
				CUdeviceptr ptr, size_t count)
{
	const CUresult e = check(true);

	return e ? e
		 : DRV(cudaMemRangeGetAttribute(data, size, (enum cudaMemRangeAttribute)attr,
						pointer(ptr), count));
}

CUresult cuMemRangeGetAttributes(void **data, size_t *sizes, CUmem_range_attribute *attrs, size_t n,
				 CUdeviceptr ptr, size_t count)
{
	const CUresult e = check(true);

	return e ? e
		 : DRV(cudaMemRangeGetAttributes(data, sizes,
						 (enum cudaMemRangeAttribute *)(void *)attrs, n,
						 pointer(ptr), count));
}
