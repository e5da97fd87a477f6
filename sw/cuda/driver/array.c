/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * array: CUDA arrays of the driver API, which are the runtime's.
 */
#include "drv.h"

static const struct {
	CUarray_format format;
	int bits;
	enum cudaChannelFormatKind kind;
} formats[] = {
	{CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned},
	{CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned},
	{CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned},
	{CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned},
	{CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned},
	{CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned},
	{CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat},
	{CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat},
};
enum { N_FORMATS = sizeof(formats) / sizeof(formats[0]) };

bool drv_channels(CUarray_format format, unsigned n, struct cudaChannelFormatDesc *desc)
{
	unsigned i = 0;

	while (i < N_FORMATS && formats[i].format != format)
		i++;
	if (i == N_FORMATS || (n != 1 && n != 2 && n != 4))
		return false;
	*desc = (struct cudaChannelFormatDesc){formats[i].bits, n > 1 ? formats[i].bits : 0,
					       n > 2 ? formats[i].bits : 0,
					       n > 3 ? formats[i].bits : 0, formats[i].kind};
	return true;
}

CUarray_format drv_format(const struct cudaChannelFormatDesc *d, unsigned *n)
{
	unsigned i = 0;

	*n = d->w ? 4 : d->y ? 2 : 1;
	while (i + 1 < N_FORMATS && (formats[i].bits != d->x || formats[i].kind != d->f))
		i++;
	return formats[i].format;
}

/* The one kind of handle is the other one. */
static cudaArray_t array_of(CUarray array)
{
	return (cudaArray_t)(void *)array;
}

static cudaMipmappedArray_t mipmap_of(CUmipmappedArray array)
{
	return (cudaMipmappedArray_t)(void *)array;
}

CUresult cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *d)
{
	struct cudaChannelFormatDesc desc;
	cudaArray_t made;
	CUresult e = drv_ready();

	if (!e && (!array || !d || !drv_channels(d->Format, d->NumChannels, &desc)))
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e)
		e = DRV(cudaMalloc3DArray(&made, &desc,
					  (struct cudaExtent){d->Width, d->Height, d->Depth},
					  d->Flags));
	if (e)
		return e;
	drv_note(made, DRV_ARRAY);
	*array = (CUarray)(void *)made;
	return CUDA_SUCCESS;
}

CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *d)
{
	CUDA_ARRAY3D_DESCRIPTOR flat = {0};

	if (d)
		flat = (CUDA_ARRAY3D_DESCRIPTOR){d->Width,  d->Height,      0,
						 d->Format, d->NumChannels, 0};
	return cuArray3DCreate(array, d ? &flat : NULL);
}

CUresult cuArrayDestroy(CUarray array)
{
	CUresult e = drv_ready();

	if (!e && !array)
		e = CUDA_ERROR_INVALID_HANDLE;
	if (!e)
		e = DRV(cudaFreeArray(array_of(array)));
	if (!e)
		drv_forget(array);
	return e;
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *d, CUarray array)
{
	struct cudaChannelFormatDesc desc;
	struct cudaExtent extent;
	unsigned flags;
	CUresult e = drv_ready();

	if (!e && !d)
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e)
		e = DRV(cudaArrayGetInfo(&desc, &extent, &flags, array_of(array)));
	if (e)
		return e;
	d->Width = extent.width;
	d->Height = extent.height;
	d->Depth = extent.depth;
	d->Flags = flags;
	d->Format = drv_format(&desc, &d->NumChannels);
	return CUDA_SUCCESS;
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *d, CUarray array)
{
	CUDA_ARRAY3D_DESCRIPTOR whole;
	const CUresult e = cuArray3DGetDescriptor(d ? &whole : NULL, array);

	if (!e)
		*d = (CUDA_ARRAY_DESCRIPTOR){whole.Width, whole.Height, whole.Format,
					     whole.NumChannels};
	return e;
}

CUresult cuMipmappedArrayCreate(CUmipmappedArray *array, const CUDA_ARRAY3D_DESCRIPTOR *d,
				unsigned int levels)
{
	struct cudaChannelFormatDesc desc;
	cudaMipmappedArray_t made;
	CUresult e = drv_ready();

	if (!e && (!array || !d || !drv_channels(d->Format, d->NumChannels, &desc)))
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e)
		e = DRV(cudaMallocMipmappedArray(&made, &desc,
						 (struct cudaExtent){d->Width, d->Height, d->Depth},
						 levels, d->Flags));
	if (e)
		return e;
	drv_note(made, DRV_MIPMAP);
	*array = (CUmipmappedArray)(void *)made;
	return CUDA_SUCCESS;
}

CUresult cuMipmappedArrayGetLevel(CUarray *level, CUmipmappedArray array, unsigned int n)
{
	const CUresult e = drv_ready();

	return e ? e
		 : DRV(cudaGetMipmappedArrayLevel((cudaArray_t *)(void *)level, mipmap_of(array),
						  n));
}

CUresult cuMipmappedArrayDestroy(CUmipmappedArray array)
{
	CUresult e = drv_ready();

	if (!e && !array)
		e = CUDA_ERROR_INVALID_HANDLE;
	if (!e)
		e = DRV(cudaFreeMipmappedArray(mipmap_of(array)));
	if (!e)
		drv_forget(array);
	return e;
}
