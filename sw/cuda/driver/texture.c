/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * texture: texture and surface objects of the driver API: the runtime's, described in other words.
 */
#include "drv.h"

#include <string.h>

static bool resource_of(const CUDA_RESOURCE_DESC *d, struct cudaResourceDesc *r)
{
	*r = (struct cudaResourceDesc){.resType = (enum cudaResourceType)d->resType};
	switch (d->resType) {
	case CU_RESOURCE_TYPE_ARRAY:
		r->res.array.array = (cudaArray_t)(void *)d->res.array.hArray;
		return true;
	case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
		r->res.mipmap.mipmap = (cudaMipmappedArray_t)(void *)d->res.mipmap.hMipmappedArray;
		return true;
	case CU_RESOURCE_TYPE_LINEAR:
		r->res.linear.devPtr = (void *)(uintptr_t)d->res.linear.devPtr;
		r->res.linear.sizeInBytes = d->res.linear.sizeInBytes;
		return drv_channels(d->res.linear.format, d->res.linear.numChannels,
				    &r->res.linear.desc);
	case CU_RESOURCE_TYPE_PITCH2D:
		r->res.pitch2D.devPtr = (void *)(uintptr_t)d->res.pitch2D.devPtr;
		r->res.pitch2D.width = d->res.pitch2D.width;
		r->res.pitch2D.height = d->res.pitch2D.height;
		r->res.pitch2D.pitchInBytes = d->res.pitch2D.pitchInBytes;
		return drv_channels(d->res.pitch2D.format, d->res.pitch2D.numChannels,
				    &r->res.pitch2D.desc);
	default: return false;
	}
}

static void describe(const struct cudaResourceDesc *r, CUDA_RESOURCE_DESC *d)
{
	memset(d, 0, sizeof(*d));
	d->resType = (CUresourcetype)r->resType;
	switch (r->resType) {
	case cudaResourceTypeArray:
		d->res.array.hArray = (CUarray)(void *)r->res.array.array;
		break;
	case cudaResourceTypeMipmappedArray:
		d->res.mipmap.hMipmappedArray = (CUmipmappedArray)(void *)r->res.mipmap.mipmap;
		break;
	case cudaResourceTypeLinear:
		d->res.linear.devPtr = (uintptr_t)r->res.linear.devPtr;
		d->res.linear.sizeInBytes = r->res.linear.sizeInBytes;
		d->res.linear.format = drv_format(&r->res.linear.desc, &d->res.linear.numChannels);
		break;
	default:
		d->res.pitch2D.devPtr = (uintptr_t)r->res.pitch2D.devPtr;
		d->res.pitch2D.width = r->res.pitch2D.width;
		d->res.pitch2D.height = r->res.pitch2D.height;
		d->res.pitch2D.pitchInBytes = r->res.pitch2D.pitchInBytes;
		d->res.pitch2D.format =
			drv_format(&r->res.pitch2D.desc, &d->res.pitch2D.numChannels);
		break;
	}
}

/* Integers of what a resource has; of 32 bits? */
static bool integers(const struct cudaResourceDesc *r, bool *wide)
{
	struct cudaChannelFormatDesc d = {0};

	switch (r->resType) {
	case cudaResourceTypeLinear: d = r->res.linear.desc; break;
	case cudaResourceTypePitch2D: d = r->res.pitch2D.desc; break;
	case cudaResourceTypeArray:
		if (DRV(cudaGetChannelDesc(&d, r->res.array.array)))
			return false; /* the call itself tells */
		break;
	default: {
		cudaArray_t level;

		if (DRV(cudaGetMipmappedArrayLevel(&level, r->res.mipmap.mipmap, 0)) ||
		    DRV(cudaGetChannelDesc(&d, level)))
			return false;
	}
	}
	*wide = d.x == 32;
	return d.f != cudaChannelFormatKindFloat;
}

/* Integers of up to 16 bits are read as fractions unless a flag says no. */
static struct cudaTextureDesc texture_of(const CUDA_TEXTURE_DESC *d,
					 const struct cudaResourceDesc *r)
{
	bool wide;
	struct cudaTextureDesc t = {
		.filterMode = (enum cudaTextureFilterMode)d->filterMode,
		.sRGB = (d->flags & CU_TRSF_SRGB) != 0,
		.normalizedCoords = (d->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0,
		.maxAnisotropy = d->maxAnisotropy,
		.mipmapFilterMode = (enum cudaTextureFilterMode)d->mipmapFilterMode,
		.mipmapLevelBias = d->mipmapLevelBias,
		.minMipmapLevelClamp = d->minMipmapLevelClamp,
		.maxMipmapLevelClamp = d->maxMipmapLevelClamp,
		.disableTrilinearOptimization =
			(d->flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0,
	};

	for (int i = 0; i < 3; i++)
		t.addressMode[i] = (enum cudaTextureAddressMode)d->addressMode[i];
	memcpy(t.borderColor, d->borderColor, sizeof(t.borderColor));
	if (!(d->flags & CU_TRSF_READ_AS_INTEGER) && integers(r, &wide) && !wide)
		t.readMode = cudaReadModeNormalizedFloat;
	return t;
}

CUresult cuTexObjectCreate(CUtexObject *object, const CUDA_RESOURCE_DESC *resource,
			   const CUDA_TEXTURE_DESC *desc, const CUDA_RESOURCE_VIEW_DESC *view)
{
	struct cudaResourceDesc r;
	struct cudaTextureDesc t;
	CUresult e = drv_ready();

	if (!e && (!object || !resource || !desc || resource->flags || !resource_of(resource, &r)))
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e && view && view->format != CU_RES_VIEW_FORMAT_NONE) {
		rt_note("cuTexObjectCreate", "resource views are not supported");
		e = CUDA_ERROR_NOT_SUPPORTED;
	}
	if (e)
		return e;
	t = texture_of(desc, &r);
	return DRV(cudaCreateTextureObject(object, &r, &t, NULL));
}

CUresult cuTexObjectDestroy(CUtexObject object)
{
	const CUresult e = drv_ready();

	return e ? e : DRV(cudaDestroyTextureObject(object));
}

CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUtexObject object)
{
	struct cudaResourceDesc r;
	CUresult e = drv_ready();

	if (!e)
		e = DRV(cudaGetTextureObjectResourceDesc(resource ? &r : NULL, object));
	if (!e)
		describe(&r, resource);
	return e;
}

CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *d, CUtexObject object)
{
	struct cudaTextureDesc t;
	CUresult e = drv_ready();

	if (!e)
		e = DRV(cudaGetTextureObjectTextureDesc(d ? &t : NULL, object));
	if (e)
		return e;
	memset(d, 0, sizeof(*d));
	for (int i = 0; i < 3; i++)
		d->addressMode[i] = (CUaddress_mode)t.addressMode[i];
	d->filterMode = (CUfilter_mode)t.filterMode;
	d->flags = (t.readMode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0U) |
		   (t.normalizedCoords ? CU_TRSF_NORMALIZED_COORDINATES : 0U) |
		   (t.disableTrilinearOptimization ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0U);
	d->maxAnisotropy = t.maxAnisotropy;
	d->mipmapFilterMode = (CUfilter_mode)t.mipmapFilterMode;
	d->mipmapLevelBias = t.mipmapLevelBias;
	d->minMipmapLevelClamp = t.minMipmapLevelClamp;
	d->maxMipmapLevelClamp = t.maxMipmapLevelClamp;
	memcpy(d->borderColor, t.borderColor, sizeof(d->borderColor));
	return CUDA_SUCCESS;
}

CUresult cuSurfObjectCreate(CUsurfObject *object, const CUDA_RESOURCE_DESC *resource)
{
	struct cudaResourceDesc r;
	CUresult e = drv_ready();

	if (!e && (!resource || resource->flags || !resource_of(resource, &r)))
		e = CUDA_ERROR_INVALID_VALUE;
	return e ? e : DRV(cudaCreateSurfaceObject(object, &r));
}

CUresult cuSurfObjectDestroy(CUsurfObject object)
{
	const CUresult e = drv_ready();

	return e ? e : DRV(cudaDestroySurfaceObject(object));
}

CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUsurfObject object)
{
	struct cudaResourceDesc r;
	CUresult e = drv_ready();

	if (!e)
		e = DRV(cudaGetSurfaceObjectResourceDesc(resource ? &r : NULL, object));
	if (!e)
		describe(&r, resource);
	return e;
}
