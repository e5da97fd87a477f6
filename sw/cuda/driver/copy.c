/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * copy: copies and fills.
 */
#include <string.h>

#include "../runtime/texture.h"
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

/* One side of a box, as the driver says it. */
struct side {
	CUmemorytype type;
	const void *host;
	CUdeviceptr device;
	CUarray array;
	size_t x, y, z, pitch, height;
};

static enum cudaMemcpyKind kind_of(CUmemorytype dst, CUmemorytype src)
{
	if (dst == CU_MEMORYTYPE_UNIFIED || src == CU_MEMORYTYPE_UNIFIED)
		return cudaMemcpyDefault;
	if (dst == CU_MEMORYTYPE_HOST)
		return src == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToHost : cudaMemcpyDeviceToHost;
	return src == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice;
}

/* Bytes of an array's element; 0: it is none. */
static size_t element_of(CUarray array)
{
	struct cudaChannelFormatDesc d;
	const CUresult e = array ? DRV(cudaGetChannelDesc(&d, (cudaArray_t)(void *)array))
				 : CUDA_ERROR_INVALID_HANDLE;

	return e ? 0 : rt_format_bytes(&d);
}

/* An array with positions in elements, or a pointer to where the box starts. A pitch of 0: rows
 * without a gap; a height of 0: slices without one. */
static bool side(const struct side *s, const struct cudaExtent *box, cudaArray_t *array,
		 struct cudaPos *at, struct cudaPitchedPtr *ptr)
{
	const size_t pitch = s->pitch ? s->pitch : s->x + box->width;
	const size_t height = s->height ? s->height : s->y + box->height;
	char *base =
		s->type == CU_MEMORYTYPE_HOST ? (char *)(uintptr_t)s->host : pointer(s->device);
	const size_t element = s->type == CU_MEMORYTYPE_ARRAY ? element_of(s->array) : 1;
	size_t rows, offset;

	if (s->type == CU_MEMORYTYPE_ARRAY) {
		*array = (cudaArray_t)(void *)s->array;
		*at = (struct cudaPos){element ? s->x / element : 0, s->y, s->z};
		return element && s->x % element == 0 && box->width % element == 0;
	}
	if (!base || __builtin_mul_overflow(s->z, height, &rows) ||
	    __builtin_add_overflow(rows, s->y, &rows) ||
	    __builtin_mul_overflow(rows, pitch, &offset) ||
	    __builtin_add_overflow(offset, s->x, &offset))
		return false;
	*ptr = (struct cudaPitchedPtr){base + offset, pitch, box->width, height};
	return true;
}

CUresult drv_copy_3d(const CUDA_MEMCPY3D *c, struct cudaMemcpy3DParms *p)
{
	const struct side dst = {c->dstMemoryType, c->dstHost,     c->dstDevice,
				 c->dstArray,      c->dstXInBytes, c->dstY,
				 c->dstZ,          c->dstPitch,    c->dstHeight};
	const struct side src = {c->srcMemoryType, c->srcHost,     c->srcDevice,
				 c->srcArray,      c->srcXInBytes, c->srcY,
				 c->srcZ,          c->srcPitch,    c->srcHeight};
	const struct cudaExtent box = {c->WidthInBytes, c->Height, c->Depth};
	const CUarray array = c->dstMemoryType == CU_MEMORYTYPE_ARRAY   ? c->dstArray
			      : c->srcMemoryType == CU_MEMORYTYPE_ARRAY ? c->srcArray
									: NULL;
	size_t element = 1;

	*p = (struct cudaMemcpy3DParms){.kind = kind_of(c->dstMemoryType, c->srcMemoryType)};
	if (!box.width || !box.height || !box.depth || c->srcLOD || c->dstLOD)
		return CUDA_ERROR_INVALID_VALUE;
	if (!side(&dst, &box, &p->dstArray, &p->dstPos, &p->dstPtr) ||
	    !side(&src, &box, &p->srcArray, &p->srcPos, &p->srcPtr))
		return CUDA_ERROR_INVALID_VALUE;
	if (array)
		element = element_of(array);
	p->extent = (struct cudaExtent){box.width / element, box.height, box.depth};
	return CUDA_SUCCESS;
}

static CUresult copy_3d(const CUDA_MEMCPY3D *c, bool async, CUstream stream)
{
	CUresult e = drv_ready();
	struct cudaMemcpy3DParms p;

	if (!e)
		e = c ? drv_copy_3d(c, &p) : CUDA_ERROR_INVALID_VALUE;
	return e ? e : DRV(rt_copy_call(&p, async, stream));
}

CUresult cuMemcpy3D(const CUDA_MEMCPY3D *c)
{
	return copy_3d(c, false, NULL);
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *c, CUstream stream)
{
	return copy_3d(c, true, stream);
}

/* Contexts share one memory: of which of them a side is makes no difference. */
static CUresult copy_3d_peer(const CUDA_MEMCPY3D_PEER *c, bool async, CUstream stream)
{
	CUDA_MEMCPY3D same;

	if (!c)
		return CUDA_ERROR_INVALID_VALUE;
	_Static_assert(sizeof(same) == sizeof(*c), "they differ in what two pointers mean");
	memcpy(&same, c, sizeof(same));
	return copy_3d(&same, async, stream);
}

CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *c)
{
	return copy_3d_peer(c, false, NULL);
}

CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *c, CUstream stream)
{
	return copy_3d_peer(c, true, stream);
}

static CUresult copy_2d(const CUDA_MEMCPY2D *c, bool async, CUstream stream)
{
	CUDA_MEMCPY3D box = {0};

	if (!c)
		return drv_ready() ? drv_ready() : CUDA_ERROR_INVALID_VALUE;
	box.srcXInBytes = c->srcXInBytes;
	box.srcY = c->srcY;
	box.srcMemoryType = c->srcMemoryType;
	box.srcHost = c->srcHost;
	box.srcDevice = c->srcDevice;
	box.srcArray = c->srcArray;
	box.srcPitch = c->srcPitch;
	box.dstXInBytes = c->dstXInBytes;
	box.dstY = c->dstY;
	box.dstMemoryType = c->dstMemoryType;
	box.dstHost = c->dstHost;
	box.dstDevice = c->dstDevice;
	box.dstArray = c->dstArray;
	box.dstPitch = c->dstPitch;
	box.WidthInBytes = c->WidthInBytes;
	box.Height = c->Height;
	box.Depth = 1;
	return copy_3d(&box, async, stream);
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

/* Bytes of an array, and of others: in rows, one behind the other. */

CUresult cuMemcpyHtoAAsync(CUarray dst, size_t offset, const void *src, size_t n, CUstream stream)
{
	const CUresult e = drv_ready();

	return e ? e
		 : DRV(cudaMemcpyToArrayAsync((cudaArray_t)(void *)dst, offset, 0, src, n,
					      cudaMemcpyHostToDevice, stream));
}

CUresult cuMemcpyAtoHAsync(void *dst, CUarray src, size_t offset, size_t n, CUstream stream)
{
	const CUresult e = drv_ready();

	return e ? e
		 : DRV(cudaMemcpyFromArrayAsync(dst, (cudaArray_t)(void *)src, offset, 0, n,
						cudaMemcpyDeviceToHost, stream));
}

CUresult cuMemcpyHtoA(CUarray dst, size_t offset, const void *src, size_t n)
{
	return cuMemcpyHtoAAsync(dst, offset, src, n, NULL);
}

CUresult cuMemcpyAtoH(void *dst, CUarray src, size_t offset, size_t n)
{
	return cuMemcpyAtoHAsync(dst, src, offset, n, NULL);
}

CUresult cuMemcpyDtoA(CUarray dst, size_t offset, CUdeviceptr src, size_t n)
{
	const CUresult e = drv_ready();

	return e ? e
		 : DRV(cudaMemcpyToArrayAsync((cudaArray_t)(void *)dst, offset, 0, pointer(src), n,
					      cudaMemcpyDeviceToDevice, NULL));
}

CUresult cuMemcpyAtoD(CUdeviceptr dst, CUarray src, size_t offset, size_t n)
{
	const CUresult e = drv_ready();

	return e ? e
		 : DRV(cudaMemcpyFromArrayAsync(pointer(dst), (cudaArray_t)(void *)src, offset, 0,
						n, cudaMemcpyDeviceToDevice, NULL));
}

CUresult cuMemcpyAtoA(CUarray dst, size_t to, CUarray src, size_t from, size_t n)
{
	const CUresult e = drv_ready();

	return e ? e
		 : DRV(cudaMemcpy2DArrayToArray((cudaArray_t)(void *)dst, to, 0,
						(cudaArray_t)(void *)src, from, 0, n, 1,
						cudaMemcpyDeviceToDevice));
}

/* Rows of values of 1, 2 or 4 bytes. */
static CUresult fill_rows(CUdeviceptr dst, size_t pitch, unsigned value, unsigned bytes,
			  size_t width, size_t height, CUstream stream)
{
	const struct cudaMemsetParams p = {pointer(dst), pitch, value, bytes, width, height};
	CUresult e = drv_ready();

	if (!e && (pitch % bytes || (height > 1 && pitch < width * bytes)))
		e = CUDA_ERROR_INVALID_VALUE;
	return e ? e : DRV(rt_fill_call(&p, stream));
}

CUresult cuMemsetD8Async(CUdeviceptr dst, unsigned char value, size_t n, CUstream stream)
{
	return fill_rows(dst, 0, value, sizeof(value), n, 1, stream);
}

CUresult cuMemsetD16Async(CUdeviceptr dst, unsigned short value, size_t n, CUstream stream)
{
	return fill_rows(dst, 0, value, sizeof(value), n, 1, stream);
}

CUresult cuMemsetD32Async(CUdeviceptr dst, unsigned int value, size_t n, CUstream stream)
{
	return fill_rows(dst, 0, value, sizeof(value), n, 1, stream);
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

CUresult cuMemsetD2D8Async(CUdeviceptr dst, size_t pitch, unsigned char value, size_t width,
			   size_t height, CUstream stream)
{
	return fill_rows(dst, pitch, value, 1, width, height, stream);
}

CUresult cuMemsetD2D16Async(CUdeviceptr dst, size_t pitch, unsigned short value, size_t width,
			    size_t height, CUstream stream)
{
	return fill_rows(dst, pitch, value, 2, width, height, stream);
}

CUresult cuMemsetD2D32Async(CUdeviceptr dst, size_t pitch, unsigned int value, size_t width,
			    size_t height, CUstream stream)
{
	return fill_rows(dst, pitch, value, 4, width, height, stream);
}

CUresult cuMemsetD2D8(CUdeviceptr dst, size_t pitch, unsigned char value, size_t width,
		      size_t height)
{
	return fill_rows(dst, pitch, value, 1, width, height, NULL);
}

CUresult cuMemsetD2D16(CUdeviceptr dst, size_t pitch, unsigned short value, size_t width,
		       size_t height)
{
	return fill_rows(dst, pitch, value, 2, width, height, NULL);
}

CUresult cuMemsetD2D32(CUdeviceptr dst, size_t pitch, unsigned int value, size_t width,
		       size_t height)
{
	return fill_rows(dst, pitch, value, 4, width, height, NULL);
}

CUresult cuMemcpyPeer(CUdeviceptr dst, CUcontext dst_ctx, CUdeviceptr src, CUcontext src_ctx,
		      size_t n)
{
	(void)dst_ctx; /* all contexts share one memory */
	(void)src_ctx;
	return copy(pointer(dst), pointer(src), n, cudaMemcpyDeviceToDevice);
}

CUresult cuMemcpyPeerAsync(CUdeviceptr dst, CUcontext dst_ctx, CUdeviceptr src, CUcontext src_ctx,
			   size_t n, CUstream stream)
{
	(void)dst_ctx;
	(void)src_ctx;
	return copy_async(pointer(dst), pointer(src), n, cudaMemcpyDeviceToDevice, stream);
}
