/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * copy: copies and fills.
 */
#include "drv.h"

static void *pointer(CUdeviceptr ptr)
{
	return (void *)(uintptr_t)ptr;
}

static CUresult copy(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind)
{
	const CUresult e = drv_ready();

	return e ? e : DRV(cudaMemcpy(dst, src, n, kind));
}

static CUresult copy_async(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind,
			   CUstream stream)
{
	const CUresult e = drv_ready();

	return e ? e : DRV(cudaMemcpyAsync(dst, src, n, kind, stream));
}

CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t count)
{
	return copy(pointer(dst), pointer(src), count, cudaMemcpyDefault);
}

CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t count, CUstream stream)
{
	return copy_async(pointer(dst), pointer(src), count, cudaMemcpyDefault, stream);
}

CUresult cuMemcpyHtoD(CUdeviceptr dst, const void *src, size_t count)
{
	return copy(pointer(dst), src, count, cudaMemcpyHostToDevice);
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr dst, const void *src, size_t count, CUstream stream)
{
	return copy_async(pointer(dst), src, count, cudaMemcpyHostToDevice, stream);
}

CUresult cuMemcpyDtoH(void *dst, CUdeviceptr src, size_t count)
{
	return copy(dst, pointer(src), count, cudaMemcpyDeviceToHost);
}

CUresult cuMemcpyDtoHAsync(void *dst, CUdeviceptr src, size_t count, CUstream stream)
{
	return copy_async(dst, pointer(src), count, cudaMemcpyDeviceToHost, stream);
}

CUresult cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, size_t count)
{
	return copy(pointer(dst), pointer(src), count, cudaMemcpyDeviceToDevice);
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr dst, CUdeviceptr src, size_t count, CUstream stream)
{
	return copy_async(pointer(dst), pointer(src), count, cudaMemcpyDeviceToDevice, stream);
}

/* Where one side of a box starts; NULL: it is an array, or nothing. */
static char *side(CUmemorytype type, const void *host, CUdeviceptr device, size_t x, size_t y,
		  size_t pitch)
{
	char *base = type == CU_MEMORYTYPE_HOST ? (char *)(uintptr_t)host : pointer(device);
	size_t at;

	if (!base || type == CU_MEMORYTYPE_ARRAY || __builtin_mul_overflow(y, pitch, &at) ||
	    __builtin_add_overflow(at, x, &at))
		return NULL;
	return base + at;
}

static enum cudaMemcpyKind kind_of(CUmemorytype dst, CUmemorytype src)
{
	if (dst == CU_MEMORYTYPE_UNIFIED || src == CU_MEMORYTYPE_UNIFIED)
		return cudaMemcpyDefault;
	if (dst == CU_MEMORYTYPE_HOST)
		return src == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToHost : cudaMemcpyDeviceToHost;
	return src == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice;
}

static CUresult copy_2d(const CUDA_MEMCPY2D *c, bool async, CUstream stream)
{
	CUresult e = drv_ready();
	enum cudaMemcpyKind kind;
	size_t dpitch, spitch;
	char *dst, *src;

	if (!e && (!c || !c->WidthInBytes || !c->Height))
		e = CUDA_ERROR_INVALID_VALUE;
	if (e)
		return e;
	if (c->srcMemoryType == CU_MEMORYTYPE_ARRAY || c->dstMemoryType == CU_MEMORYTYPE_ARRAY) {
		rt_note("cuMemcpy2D", "CUDA arrays are not supported");
		return CUDA_ERROR_NOT_SUPPORTED;
	}
	/* a pitch of 0: rows without a gap */
	dpitch = c->dstPitch ? c->dstPitch : c->dstXInBytes + c->WidthInBytes;
	spitch = c->srcPitch ? c->srcPitch : c->srcXInBytes + c->WidthInBytes;
	dst = side(c->dstMemoryType, c->dstHost, c->dstDevice, c->dstXInBytes, c->dstY, dpitch);
	src = side(c->srcMemoryType, c->srcHost, c->srcDevice, c->srcXInBytes, c->srcY, spitch);
	if (!dst || !src)
		return CUDA_ERROR_INVALID_VALUE;
	kind = kind_of(c->dstMemoryType, c->srcMemoryType);
	if (async)
		return DRV(cudaMemcpy2DAsync(dst, dpitch, src, spitch, c->WidthInBytes, c->Height,
					     kind, stream));
	return DRV(cudaMemcpy2D(dst, dpitch, src, spitch, c->WidthInBytes, c->Height, kind));
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D *c)
{
	return copy_2d(c, false, NULL);
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *c)
{
	return copy_2d(c, false, NULL);
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *c, CUstream stream)
{
	return copy_2d(c, true, stream);
}

/* A value of one byte is filled; a wider one is copied to a prefix, which then doubles. */
static CUresult fill(CUdeviceptr dst, const void *value, size_t bytes, size_t n, CUstream stream)
{
	CUresult e = drv_ready();
	size_t all, done = bytes;

	if (!e && (dst % bytes || __builtin_mul_overflow(n, bytes, &all)))
		e = CUDA_ERROR_INVALID_VALUE;
	if (e || !n)
		return e;
	if (bytes == 1)
		return DRV(cudaMemsetAsync(pointer(dst), *(const unsigned char *)value, n, stream));
	/* the whole range first: nothing is written when it does not fit */
	e = DRV(cudaMemsetAsync(pointer(dst), 0, all, stream));
	if (!e)
		e = copy_async(pointer(dst), value, bytes, cudaMemcpyHostToDevice, stream);
	for (; !e && done < all; done *= 2)
		e = copy_async(pointer(dst + done), pointer(dst),
			       done < all - done ? done : all - done, cudaMemcpyDeviceToDevice,
			       stream);
	return e;
}

CUresult cuMemsetD8Async(CUdeviceptr dst, unsigned char value, size_t n, CUstream stream)
{
	return fill(dst, &value, sizeof(value), n, stream);
}

CUresult cuMemsetD16Async(CUdeviceptr dst, unsigned short value, size_t n, CUstream stream)
{
	return fill(dst, &value, sizeof(value), n, stream);
}

CUresult cuMemsetD32Async(CUdeviceptr dst, unsigned int value, size_t n, CUstream stream)
{
	return fill(dst, &value, sizeof(value), n, stream);
}

CUresult cuMemsetD8(CUdeviceptr dst, unsigned char value, size_t n)
{
	return cuMemsetD8Async(dst, value, n, NULL);
}

CUresult cuMemsetD16(CUdeviceptr dst, unsigned short value, size_t n)
{
	return cuMemsetD16Async(dst, value, n, NULL);
}

CUresult cuMemsetD32(CUdeviceptr dst, unsigned int value, size_t n)
{
	return cuMemsetD32Async(dst, value, n, NULL);
}
