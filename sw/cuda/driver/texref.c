/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * texref: texture and surface references of a module: a variable of 8 bytes, which holds the number
 * of the object that all that was set makes.
 */
#include "drv.h"
#include "../runtime/texture.h"

#include <stdlib.h>
#include <string.h>

struct CUtexref_st {
	struct CUtexref_st *next; /* of the module */
	uint64_t addr;            /* of the variable */
	bool surface, bound;
	struct cudaResourceDesc resource;
	struct cudaTextureDesc desc;
	struct cudaChannelFormatDesc format; /* of memory without one of its own */
	CUarray_format cu_format;
	unsigned channels, flags;
};

/* A surface reference is the same thing. */
static struct CUtexref_st *of_surface(CUsurfref ref)
{
	return (struct CUtexref_st *)(void *)ref;
}

static CUresult reference(CUmodule module, const char *name, bool surface, void **ref)
{
	struct CUtexref_st *t;
	struct CUmod_st **at;
	uint64_t size = 0, addr;
	const CUresult e = drv_enter_module(module, &at);

	if (e)
		return e;
	addr = name ? drv_variable(module->module->loaded, name, &size) : 0;
	for (t = module->textures; t && t->addr != addr;)
		t = t->next;
	if (ref && addr && size == sizeof(uint64_t) && !t) {
		t = mem_alloc(sizeof(*t));
		*t = (struct CUtexref_st){
			.next = module->textures, .addr = addr, .surface = surface};
		for (int i = 0; i < 3; i++)
			t->desc.addressMode[i] = cudaAddressModeClamp;
		t->channels = 1;
		t->cu_format = CU_AD_FORMAT_FLOAT;
		drv_channels(t->cu_format, 1, &t->format);
		module->textures = t;
	}
	drv_unlock();
	if (!ref || !name)
		return CUDA_ERROR_INVALID_VALUE;
	*ref = t;
	return t && t->surface == surface ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuModuleGetTexRef(CUtexref *ref, CUmodule module, const char *name)
{
	return reference(module, name, false, (void **)ref);
}

CUresult cuModuleGetSurfRef(CUsurfref *ref, CUmodule module, const char *name)
{
	return reference(module, name, true, (void **)ref);
}

void drv_references_free(struct CUmod_st *m)
{
	while (m->textures) {
		struct CUtexref_st *t = m->textures;

		m->textures = t->next;
		rt_reference_forget(rt_state(), t);
		free(t);
	}
}

/* Is it a reference of a module of this context? */
static CUresult check(const struct CUtexref_st *ref, bool surface)
{
	CUresult e = drv_ready();
	const struct CUctx_st *ctx = e ? NULL : drv_current();

	if (e)
		return e;
	for (const struct CUmod_st *m = ctx->modules; m; m = m->next)
		for (const struct CUtexref_st *t = m->textures; t; t = t->next)
			if (t == ref && t->surface == surface)
				return CUDA_SUCCESS;
	return CUDA_ERROR_INVALID_VALUE;
}

static cudaError_t rebind(struct CUtexref_st *t, const struct cudaResourceDesc *resource,
			  const struct cudaTextureDesc *desc)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e)
		e = rt_reference_bind(rt_state(), t, t->addr, resource, desc);
	return rt_leave(e);
}

/* What is bound from now on. */
static CUresult bind(struct CUtexref_st *t, const struct cudaResourceDesc *resource)
{
	CUresult e = check(t, false);

	if (!e)
		e = DRV(rebind(t, resource, &t->desc));
	if (!e) {
		t->bound = true;
		t->resource = *resource;
	}
	return e;
}

/* Another setting, which holds at once when there is something bound. */
static CUresult set(struct CUtexref_st *t, const struct cudaTextureDesc *desc)
{
	CUresult e = CUDA_SUCCESS;

	if (t->bound)
		e = DRV(rebind(t, &t->resource, desc));
	if (!e)
		t->desc = *desc;
	return e;
}

CUresult cuTexRefSetArray(CUtexref ref, CUarray array, unsigned int flags)
{
	struct cudaResourceDesc r = {.resType = cudaResourceTypeArray};

	r.res.array.array = (cudaArray_t)(void *)array;
	return flags == CU_TRSA_OVERRIDE_FORMAT ? bind(ref, &r) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuTexRefSetMipmappedArray(CUtexref ref, CUmipmappedArray array, unsigned int flags)
{
	struct cudaResourceDesc r = {.resType = cudaResourceTypeMipmappedArray};

	r.res.mipmap.mipmap = (cudaMipmappedArray_t)(void *)array;
	return flags == CU_TRSA_OVERRIDE_FORMAT ? bind(ref, &r) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuTexRefSetAddress(size_t *offset, CUtexref ref, CUdeviceptr ptr, size_t bytes)
{
	struct cudaResourceDesc r = {.resType = cudaResourceTypeLinear};
	CUresult e = check(ref, false);

	if (e)
		return e;
	r.res.linear.devPtr = (void *)(uintptr_t)ptr;
	r.res.linear.desc = ref->format;
	r.res.linear.sizeInBytes = bytes;
	if (offset)
		*offset = 0;
	return bind(ref, &r);
}

CUresult cuTexRefSetAddress2D(CUtexref ref, const CUDA_ARRAY_DESCRIPTOR *d, CUdeviceptr ptr,
			      size_t pitch)
{
	struct cudaResourceDesc r = {.resType = cudaResourceTypePitch2D};

	if (!d || !drv_channels(d->Format, d->NumChannels, &r.res.pitch2D.desc))
		return CUDA_ERROR_INVALID_VALUE;
	r.res.pitch2D.devPtr = (void *)(uintptr_t)ptr;
	r.res.pitch2D.width = d->Width;
	r.res.pitch2D.height = d->Height;
	r.res.pitch2D.pitchInBytes = pitch;
	return bind(ref, &r);
}

CUresult cuTexRefSetFormat(CUtexref ref, CUarray_format format, int channels)
{
	struct cudaChannelFormatDesc d;
	CUresult e = check(ref, false);

	if (!e && (channels < 0 || !drv_channels(format, (unsigned)channels, &d)))
		e = CUDA_ERROR_INVALID_VALUE;
	if (e)
		return e;
	ref->format = d;
	ref->cu_format = format;
	ref->channels = (unsigned)channels;
	return CUDA_SUCCESS;
}

CUresult cuTexRefSetAddressMode(CUtexref ref, int dim, CUaddress_mode mode)
{
	CUresult e = check(ref, false);
	struct cudaTextureDesc d;

	if (!e && (dim < 0 || dim > 2 || (unsigned)mode > CU_TR_ADDRESS_MODE_BORDER))
		e = CUDA_ERROR_INVALID_VALUE;
	if (e)
		return e;
	d = ref->desc;
	d.addressMode[dim] = (enum cudaTextureAddressMode)mode;
	return set(ref, &d);
}

static CUresult set_filter(CUtexref ref, CUfilter_mode mode, bool between)
{
	CUresult e = check(ref, false);
	struct cudaTextureDesc d;

	if (!e && (unsigned)mode > CU_TR_FILTER_MODE_LINEAR)
		e = CUDA_ERROR_INVALID_VALUE;
	if (e)
		return e;
	d = ref->desc;
	*(between ? &d.mipmapFilterMode : &d.filterMode) = (enum cudaTextureFilterMode)mode;
	return set(ref, &d);
}

CUresult cuTexRefSetFilterMode(CUtexref ref, CUfilter_mode mode)
{
	return set_filter(ref, mode, false);
}

CUresult cuTexRefSetMipmapFilterMode(CUtexref ref, CUfilter_mode mode)
{
	return set_filter(ref, mode, true);
}

CUresult cuTexRefSetMipmapLevelBias(CUtexref ref, float bias)
{
	const CUresult e = check(ref, false);
	struct cudaTextureDesc d;

	if (e)
		return e;
	d = ref->desc;
	d.mipmapLevelBias = bias;
	return set(ref, &d);
}

CUresult cuTexRefSetMipmapLevelClamp(CUtexref ref, float least, float most)
{
	const CUresult e = check(ref, false);
	struct cudaTextureDesc d;

	if (e)
		return e;
	d = ref->desc;
	d.minMipmapLevelClamp = least;
	d.maxMipmapLevelClamp = most;
	return set(ref, &d);
}

CUresult cuTexRefSetMaxAnisotropy(CUtexref ref, unsigned int n)
{
	(void)n; /* a hint, which nothing here takes */
	return check(ref, false);
}

CUresult cuTexRefSetBorderColor(CUtexref ref, float *color)
{
	CUresult e = check(ref, false);
	struct cudaTextureDesc d;

	if (!e && !color)
		e = CUDA_ERROR_INVALID_VALUE;
	if (e)
		return e;
	d = ref->desc;
	memcpy(d.borderColor, color, sizeof(d.borderColor));
	return set(ref, &d);
}

/* Whether integers are read as such is the device code's own knowledge. */
CUresult cuTexRefSetFlags(CUtexref ref, unsigned int flags)
{
	CUresult e = check(ref, false);
	struct cudaTextureDesc d;

	if (!e && flags & ~(unsigned)(CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES |
				      CU_TRSF_SRGB | CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION))
		e = CUDA_ERROR_INVALID_VALUE;
	if (e)
		return e;
	d = ref->desc;
	d.normalizedCoords = (flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
	d.sRGB = (flags & CU_TRSF_SRGB) != 0;
	e = set(ref, &d);
	if (!e)
		ref->flags = flags;
	return e;
}

CUresult cuTexRefGetArray(CUarray *array, CUtexref ref)
{
	CUresult e = check(ref, false);

	if (!e && (!array || !ref->bound || ref->resource.resType != cudaResourceTypeArray))
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e)
		*array = (CUarray)(void *)ref->resource.res.array.array;
	return e;
}

CUresult cuTexRefGetAddress(CUdeviceptr *ptr, CUtexref ref)
{
	CUresult e = check(ref, false);

	if (!e && (!ptr || !ref->bound || ref->resource.resType < cudaResourceTypeLinear))
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e) /* in both kinds of memory the pointer comes first */
		*ptr = (uintptr_t)ref->resource.res.linear.devPtr;
	return e;
}

CUresult cuTexRefGetFormat(CUarray_format *format, int *channels, CUtexref ref)
{
	const CUresult e = check(ref, false);

	if (!e && format)
		*format = ref->cu_format;
	if (!e && channels)
		*channels = (int)ref->channels;
	return e;
}

CUresult cuTexRefGetAddressMode(CUaddress_mode *mode, CUtexref ref, int dim)
{
	CUresult e = check(ref, false);

	if (!e && (!mode || dim < 0 || dim > 2))
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e)
		*mode = (CUaddress_mode)ref->desc.addressMode[dim];
	return e;
}

CUresult cuTexRefGetFilterMode(CUfilter_mode *mode, CUtexref ref)
{
	CUresult e = check(ref, false);

	if (!e && !mode)
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e)
		*mode = (CUfilter_mode)ref->desc.filterMode;
	return e;
}

CUresult cuTexRefGetFlags(unsigned int *flags, CUtexref ref)
{
	CUresult e = check(ref, false);

	if (!e && !flags)
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e)
		*flags = ref->flags;
	return e;
}

CUresult cuSurfRefSetArray(CUsurfref surface, CUarray array, unsigned int flags)
{
	struct CUtexref_st *ref = of_surface(surface);
	struct cudaResourceDesc r = {.resType = cudaResourceTypeArray};
	CUresult e = check(ref, true);

	r.res.array.array = (cudaArray_t)(void *)array;
	if (!e && flags)
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e)
		e = DRV(rebind(ref, &r, NULL));
	if (!e) {
		ref->bound = true;
		ref->resource = r;
	}
	return e;
}

CUresult cuSurfRefGetArray(CUarray *array, CUsurfref surface)
{
	const struct CUtexref_st *ref = of_surface(surface);
	CUresult e = check(ref, true);

	if (!e && (!array || !ref->bound))
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e)
		*array = (CUarray)(void *)ref->resource.res.array.array;
	return e;
}
