/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * texture: texture and surface objects, and references bound to memory. An object's number is the
 * address of a struct pf_texture in device memory, by which photofinish/texture.h finds the
 * elements.
 */
#include "texture.h"

#include <stdlib.h>
#include <string.h>

struct rt_texture {
	struct rt_texture *next;
	uint64_t addr;
	bool surface;
	const void *reference; /* the host's variable that it is bound to; NULL: an object */
	struct cudaResourceDesc resource;
	struct cudaTextureDesc desc;
};

static void set_format(struct pf_texture *t, const struct cudaChannelFormatDesc *d, unsigned bytes)
{
	t->kind = (unsigned)d->f;
	t->bits = (unsigned)d->x;
	t->bytes = bytes;
	t->channels = bytes * 8 / t->bits;
	t->layers = 1;
}

static cudaError_t of_array(struct rt *r, const struct cudaArray *a, struct pf_texture *t)
{
	if (!rt_array_valid(r, a))
		return cudaErrorInvalidResourceHandle;
	set_format(t, &a->desc, a->bytes);
	t->base = (uintptr_t)a->base;
	t->width = (unsigned)a->extent.width;
	t->height = (unsigned)a->extent.height;
	if (a->flags & (cudaArrayLayered | cudaArrayCubemap))
		t->layers = (unsigned)a->extent.depth;
	else
		t->depth = (unsigned)a->extent.depth;
	t->pitch = (unsigned)a->pitch;
	t->slice = a->slice;
	return cudaSuccess;
}

/* Bytes from ptr to the end of its block; 0: it is in none, or not where an element may be. */
static size_t room(struct rt *r, const void *ptr, unsigned bytes)
{
	const uint64_t addr = (uintptr_t)ptr;
	const struct gmem_block *b = gmem_in_arena(addr) ? gmem_find(r->session.gmem, addr) : NULL;

	return b && !b->freed && addr % bytes == 0 ? (size_t)(b->addr + b->size - addr) : 0;
}

static cudaError_t of_linear(struct rt *r, const struct cudaResourceDesc *d, struct pf_texture *t)
{
	const unsigned bytes = rt_format_bytes(&d->res.linear.desc);
	size_t n = d->res.linear.sizeInBytes, most;

	if (!bytes)
		return cudaErrorInvalidChannelDescriptor;
	most = room(r, d->res.linear.devPtr, bytes);
	if (!most || !n)
		return cudaErrorInvalidValue;
	set_format(t, &d->res.linear.desc, bytes);
	t->base = (uintptr_t)d->res.linear.devPtr;
	n = n < most ? n : most;
	if (n / bytes > 1U << 31)
		return cudaErrorInvalidValue;
	t->width = (unsigned)(n / bytes);
	return cudaSuccess;
}

static cudaError_t of_pitch(struct rt *r, const struct cudaResourceDesc *d, struct pf_texture *t)
{
	const unsigned bytes = rt_format_bytes(&d->res.pitch2D.desc);
	const size_t width = d->res.pitch2D.width, height = d->res.pitch2D.height,
		     pitch = d->res.pitch2D.pitchInBytes;

	if (!bytes)
		return cudaErrorInvalidChannelDescriptor;
	if (!width || !height || width > 1U << 17 || height > 1U << 17 || pitch > UINT32_MAX ||
	    pitch % bytes || pitch < width * bytes ||
	    room(r, d->res.pitch2D.devPtr, bytes) < (height - 1) * pitch + width * bytes)
		return cudaErrorInvalidValue;
	set_format(t, &d->res.pitch2D.desc, bytes);
	t->base = (uintptr_t)d->res.pitch2D.devPtr;
	t->width = (unsigned)width;
	t->height = (unsigned)height;
	t->pitch = (unsigned)pitch;
	return cudaSuccess;
}

static cudaError_t of_resource(struct rt *r, const struct cudaResourceDesc *d, struct pf_texture *t)
{
	switch (d->resType) {
	case cudaResourceTypeArray: return of_array(r, d->res.array.array, t);
	case cudaResourceTypeLinear: return of_linear(r, d, t);
	case cudaResourceTypePitch2D: return of_pitch(r, d, t);
	case cudaResourceTypeMipmappedArray:
		if (!rt_mipmap_valid(r, d->res.mipmap.mipmap))
			return cudaErrorInvalidResourceHandle;
		t->levels = d->res.mipmap.mipmap->n;
		return of_array(r, d->res.mipmap.mipmap->level[0], t);
	default: return cudaErrorInvalidValue;
	}
}

static cudaError_t set_reading(struct pf_texture *t, const struct cudaTextureDesc *d)
{
	const bool integers = t->kind != cudaChannelFormatKindFloat;

	t->scaled = integers && d->readMode == cudaReadModeNormalizedFloat;
	t->linear = d->filterMode == cudaFilterModeLinear;
	t->normalized = d->normalizedCoords != 0;
	for (unsigned i = 0; i < 3; i++) {
		if ((unsigned)d->addressMode[i] > cudaAddressModeBorder)
			return cudaErrorInvalidValue;
		t->address[i] = (unsigned)d->addressMode[i];
	}
	memcpy(t->border, d->borderColor, sizeof(t->border));
	if (t->scaled && t->bits == 32)
		return cudaErrorInvalidNormSetting;
	if ((t->linear || (t->levels && d->mipmapFilterMode == cudaFilterModeLinear)) && integers &&
	    !t->scaled)
		return cudaErrorInvalidFilterSetting;
	if (t->levels && !t->normalized)
		return cudaErrorInvalidValue;
	if (d->sRGB) {
		rt_note("cudaCreateTextureObject", "sRGB textures are not supported");
		return cudaErrorNotSupported;
	}
	return cudaSuccess;
}

/* Behind the texture: how to choose a level, and each of them, which reads as the texture does. */
static void put_levels(struct rt *r, const struct cudaMipmappedArray *m,
		       const struct cudaTextureDesc *d, const struct pf_texture *t, void *to)
{
	struct pf_mip *mip = to;
	struct pf_texture *level = (void *)(mip + 1);

	*mip = (struct pf_mip){.levels = m->n,
			       .linear = d->mipmapFilterMode == cudaFilterModeLinear,
			       .bias = d->mipmapLevelBias,
			       .least = d->minMipmapLevelClamp,
			       .most = d->maxMipmapLevelClamp};
	for (unsigned i = 0; i < m->n; i++) {
		level[i] = *t;
		of_array(r, m->level[i], &level[i]);
	}
}

static struct rt_texture *add(struct rt *r, const struct pf_texture *t,
			      const struct cudaResourceDesc *resource,
			      const struct cudaTextureDesc *desc)
{
	const size_t more = t->levels ? sizeof(struct pf_mip) + t->levels * sizeof(*t) : 0;
	const uint64_t addr =
		gmem_alloc(r->session.gmem, sizeof(*t) + more, 256, GMEM_CONST, "texture object");
	struct rt_texture *x;

	if (!addr)
		return NULL;
	memcpy((void *)(uintptr_t)addr, t, sizeof(*t));
	if (more)
		put_levels(r, resource->res.mipmap.mipmap, desc, t,
			   (void *)(uintptr_t)(addr + sizeof(*t)));
	x = mem_alloc(sizeof(*x));
	*x = (struct rt_texture){.next = r->textures, .addr = addr};
	r->textures = x;
	return x;
}

static struct rt_texture **find(struct rt *r, uint64_t object, const void *reference)
{
	struct rt_texture **p = &r->textures;

	while (*p && (reference ? (*p)->reference != reference : (*p)->addr != object))
		p = &(*p)->next;
	return p;
}

static void take_out(struct rt *r, struct rt_texture **p)
{
	struct rt_texture *x = *p;

	*p = x->next;
	gmem_free(r->session.gmem, x->addr);
	free(x);
}

void rt_textures_free(struct rt *r)
{
	while (r->textures) {
		struct rt_texture *x = r->textures;

		r->textures = x->next;
		free(x);
	}
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
				    const struct cudaResourceDesc *resource,
				    const struct cudaTextureDesc *desc,
				    const struct cudaResourceViewDesc *view)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct pf_texture t = {0};
	struct rt_texture *x = NULL;

	if (!e && (!object || !resource || !desc))
		e = cudaErrorInvalidValue;
	if (!e && view && view->format != cudaResViewFormatNone) {
		rt_note("cudaCreateTextureObject", "resource views are not supported");
		e = cudaErrorNotSupported;
	}
	if (!e)
		e = of_resource(rt_state(), resource, &t);
	if (!e)
		e = set_reading(&t, desc);
	if (!e) {
		x = add(rt_state(), &t, resource, desc);
		e = x ? cudaSuccess : cudaErrorMemoryAllocation;
	}
	if (x) {
		x->resource = *resource;
		x->desc = *desc;
		*object = x->addr;
	}
	return rt_leave(e);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
				    const struct cudaResourceDesc *resource)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct pf_texture t = {0};
	struct rt_texture *x = NULL;

	if (!e && (!object || !resource || resource->resType != cudaResourceTypeArray))
		e = cudaErrorInvalidValue;
	if (!e)
		e = of_array(rt_state(), resource->res.array.array, &t);
	if (!e) {
		x = add(rt_state(), &t, resource, NULL);
		e = x ? cudaSuccess : cudaErrorMemoryAllocation;
	}
	if (x) {
		x->surface = true;
		x->resource = *resource;
		*object = x->addr;
	}
	return rt_leave(e);
}

/* Number 0 is none, and may be destroyed. */
static cudaError_t destroy(uint64_t object, bool surface)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct rt_texture **p = find(rt_state(), object, NULL);

	if (!e && object && (!*p || (*p)->surface != surface || (*p)->reference))
		e = cudaErrorInvalidValue;
	if (!e && object)
		take_out(rt_state(), p);
	return rt_leave(e);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)
{
	return destroy(object, false);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object)
{
	return destroy(object, true);
}

static cudaError_t resource_of(struct cudaResourceDesc *resource, uint64_t object, bool surface)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct rt_texture *x = *find(rt_state(), object, NULL);

	if (!e && (!resource || !x || x->surface != surface))
		e = cudaErrorInvalidValue;
	if (!e)
		*resource = x->resource;
	return rt_leave(e);
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
					     cudaTextureObject_t object)
{
	return resource_of(resource, object, false);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
					     cudaSurfaceObject_t object)
{
	return resource_of(resource, object, true);
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc,
					    cudaTextureObject_t object)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct rt_texture *x = *find(rt_state(), object, NULL);

	if (!e && (!desc || !x || x->surface))
		e = cudaErrorInvalidValue;
	if (!e)
		*desc = x->desc;
	return rt_leave(e);
}

/* The number of the variable at addr; its object from an earlier binding goes. */
static cudaError_t put_at(struct rt *r, const void *reference, uint64_t addr,
			  const struct pf_texture *t, const struct cudaResourceDesc *resource,
			  const struct cudaTextureDesc *desc)
{
	struct rt_texture *x;

	rt_reference_forget(r, reference);
	*(uint64_t *)(uintptr_t)addr = 0;
	if (!t)
		return cudaSuccess;
	x = add(r, t, resource, desc);
	if (!x)
		return cudaErrorMemoryAllocation;
	x->reference = reference;
	*(uint64_t *)(uintptr_t)addr = x->addr;
	return cudaSuccess;
}

void rt_reference_forget(struct rt *r, const void *reference)
{
	struct rt_texture **old = find(r, 0, reference);

	if (*old)
		take_out(r, old);
}

cudaError_t rt_reference_bind(struct rt *r, const void *reference, uint64_t addr,
			      const struct cudaResourceDesc *resource,
			      const struct cudaTextureDesc *desc)
{
	struct cudaTextureDesc d = {0};
	struct pf_texture t = {0};
	cudaError_t e = resource ? of_resource(r, resource, &t) : cudaSuccess;

	/* whether integers are read as fractions is a template's argument: filtering is right for
	 * those that are */
	if (desc) {
		d = *desc;
		d.readMode = d.filterMode == cudaFilterModeLinear && t.bits < 32
				     ? cudaReadModeNormalizedFloat
				     : cudaReadModeElementType;
	}
	if (!e && resource && desc)
		e = set_reading(&t, &d);
	return e ? e : put_at(r, reference, addr, resource ? &t : NULL, resource, &d);
}

/* Where the variable is; 0: there is none. */
static uint64_t variable_of(struct rt *r, const void *reference)
{
	const struct rt_variable *v = rt_find_variable(r, reference);

	return v && v->size == sizeof(uint64_t) ? v->addr : 0;
}

static cudaError_t put(struct rt *r, const void *reference, const struct cudaResourceDesc *resource,
		       const struct cudaTextureDesc *desc)
{
	const uint64_t addr = variable_of(r, reference);

	return addr ? rt_reference_bind(r, reference, addr, resource, desc)
		    : cudaErrorInvalidTexture;
}

/* The reference's own settings are those of this moment. Device code knows how it reads. */
static cudaError_t bind(const struct textureReference *ref, const struct cudaResourceDesc *resource)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct cudaTextureDesc d = {0};

	if (!e && (!ref || !rt_find_variable(rt_state(), ref)))
		e = cudaErrorInvalidTexture; /* it may be any address: nothing of it is read */
	if (!e) {
		memcpy(d.addressMode, ref->addressMode, sizeof(d.addressMode));
		d.filterMode = ref->filterMode;
		d.normalizedCoords = ref->normalized;
		d.sRGB = ref->sRGB;
		d.mipmapFilterMode = ref->mipmapFilterMode;
		d.mipmapLevelBias = ref->mipmapLevelBias;
		d.minMipmapLevelClamp = ref->minMipmapLevelClamp;
		d.maxMipmapLevelClamp = ref->maxMipmapLevelClamp;
		e = put(rt_state(), ref, resource, &d);
	}
	return rt_leave(e);
}

cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *ref, const void *ptr,
			    const struct cudaChannelFormatDesc *desc, size_t size)
{
	struct cudaResourceDesc d = {.resType = cudaResourceTypeLinear};

	if (!desc)
		return bind(NULL, &d);
	d.res.linear.devPtr = (void *)(uintptr_t)ptr;
	d.res.linear.desc = *desc;
	d.res.linear.sizeInBytes = size;
	if (offset)
		*offset = 0;
	return bind(ref, &d);
}

cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *ref, const void *ptr,
			      const struct cudaChannelFormatDesc *desc, size_t width, size_t height,
			      size_t pitch)
{
	struct cudaResourceDesc d = {.resType = cudaResourceTypePitch2D};

	if (!desc)
		return bind(NULL, &d);
	d.res.pitch2D.devPtr = (void *)(uintptr_t)ptr;
	d.res.pitch2D.desc = *desc;
	d.res.pitch2D.width = width;
	d.res.pitch2D.height = height;
	d.res.pitch2D.pitchInBytes = pitch;
	if (offset)
		*offset = 0;
	return bind(ref, &d);
}

cudaError_t cudaBindTextureToArray(const struct textureReference *ref, cudaArray_const_t array,
				   const struct cudaChannelFormatDesc *desc)
{
	struct cudaResourceDesc d = {.resType = cudaResourceTypeArray};

	d.res.array.array = (cudaArray_t)(uintptr_t)array;
	return bind(desc ? ref : NULL, &d);
}

cudaError_t cudaBindTextureToMipmappedArray(const struct textureReference *ref,
					    cudaMipmappedArray_const_t array,
					    const struct cudaChannelFormatDesc *desc)
{
	struct cudaResourceDesc d = {.resType = cudaResourceTypeMipmappedArray};

	d.res.mipmap.mipmap = (cudaMipmappedArray_t)(uintptr_t)array;
	return bind(desc ? ref : NULL, &d);
}

cudaError_t cudaUnbindTexture(const struct textureReference *ref)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e)
		e = put(rt_state(), ref, NULL, NULL);
	return rt_leave(e);
}

cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *ref)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && !offset)
		e = cudaErrorInvalidValue;
	if (!e && !*find(rt_state(), 0, ref))
		e = cudaErrorInvalidTextureBinding;
	if (!e)
		*offset = 0;
	return rt_leave(e);
}

/* A reference is known by the address of the host's variable, which is its symbol, too. */
cudaError_t cudaGetTextureReference(const struct textureReference **ref, const void *symbol)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && !ref)
		e = cudaErrorInvalidValue;
	if (!e && !rt_find_variable(rt_state(), symbol))
		e = cudaErrorInvalidTexture;
	if (!e)
		*ref = symbol;
	return rt_leave(e);
}

cudaError_t cudaGetSurfaceReference(const struct surfaceReference **ref, const void *symbol)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && !ref)
		e = cudaErrorInvalidValue;
	if (!e && !rt_find_variable(rt_state(), symbol))
		e = cudaErrorInvalidSurface;
	if (!e)
		*ref = symbol;
	return rt_leave(e);
}

cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *ref, cudaArray_const_t array,
				   const struct cudaChannelFormatDesc *desc)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct cudaResourceDesc d = {.resType = cudaResourceTypeArray};

	d.res.array.array = (cudaArray_t)(uintptr_t)array;
	if (!e && (!ref || !desc))
		e = cudaErrorInvalidSurface;
	if (!e)
		e = put(rt_state(), ref, &d, NULL);
	return rt_leave(e);
}
