/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * mipmap: mipmapped arrays: an array for each level, half as wide as the last one, all in one
 * allocation.
 */
#include "texture.h"

#include <stdlib.h>

enum { LEVEL_ALIGN = 256 };

static size_t half(size_t n)
{
	return n > 1 ? n / 2 : n;
}

/* The next level's; layers and faces stay. */
static struct cudaExtent smaller(const struct cudaExtent *e, unsigned flags)
{
	const bool layers = flags & (cudaArrayLayered | cudaArrayCubemap);

	return (struct cudaExtent){half(e->width), half(e->height),
				   layers ? e->depth : half(e->depth)};
}

/* Levels down to a single element. */
static unsigned most_levels(struct cudaExtent e, unsigned flags)
{
	const bool layers = flags & (cudaArrayLayered | cudaArrayCubemap);
	unsigned n = 1;

	for (; n < RT_LEVELS && (e.width > 1 || e.height > 1 || (!layers && e.depth > 1)); n++)
		e = smaller(&e, flags);
	return n;
}

static void free_levels(struct rt *r, struct cudaMipmappedArray *m)
{
	for (unsigned i = 0; i < m->n; i++) {
		struct cudaArray **p = &r->arrays;

		while (*p != m->level[i])
			p = &(*p)->next;
		*p = m->level[i]->next;
		free(m->level[i]);
	}
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *array,
				     const struct cudaChannelFormatDesc *desc,
				     struct cudaExtent extent, unsigned int n, unsigned int flags)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct rt *r = rt_state();
	struct cudaArray a[RT_LEVELS];
	struct cudaMipmappedArray *m;
	size_t at[RT_LEVELS + 1] = {0};
	void *base;

	if (!e && (!array || flags & cudaArrayTextureGather))
		e = cudaErrorInvalidValue;
	if (!e)
		e = rt_array_shape(&a[0], desc, extent, flags);
	if (e)
		return rt_leave(e);
	n = n < 1 ? 1 : n > most_levels(extent, flags) ? most_levels(extent, flags) : n;
	for (unsigned i = 0; i < n && !e; i++) {
		e = rt_array_shape(&a[i], desc, extent, flags);
		at[i + 1] = at[i] +
			    (rt_array_bytes(&a[i]) + LEVEL_ALIGN - 1) / LEVEL_ALIGN * LEVEL_ALIGN;
		extent = smaller(&extent, flags);
	}
	if (!e)
		e = rt_allocate(r, &base, at[n], GMEM_DEVICE);
	if (e)
		return rt_leave(e);
	m = mem_alloc(sizeof(*m));
	*m = (struct cudaMipmappedArray){.next = r->mipmaps, .n = n};
	r->mipmaps = *array = m;
	for (unsigned i = 0; i < n; i++) {
		a[i].base = (char *)base + at[i];
		a[i].of = m;
		a[i].next = r->arrays;
		r->arrays = m->level[i] = mem_alloc(sizeof(*m->level[i]));
		*m->level[i] = a[i];
	}
	return rt_leave(cudaSuccess);
}

bool rt_mipmap_valid(const struct rt *r, const struct cudaMipmappedArray *m)
{
	const struct cudaMipmappedArray *i = r->mipmaps;

	while (i && i != m)
		i = i->next;
	return m && i;
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t m)
{
	cudaError_t e = rt_enter(RT_SYNC);
	struct rt *r = rt_state();
	struct cudaMipmappedArray **p = &r->mipmaps;

	if (!e && m && !rt_mipmap_valid(r, m))
		e = cudaErrorInvalidResourceHandle;
	if (!e && m) {
		gmem_free(r->session.gmem, (uintptr_t)m->level[0]->base);
		free_levels(r, m);
		while (*p != m)
			p = &(*p)->next;
		*p = m->next;
		free(m);
	}
	return rt_leave(e);
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level, cudaMipmappedArray_const_t m,
				       unsigned int n)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && !rt_mipmap_valid(rt_state(), m))
		e = cudaErrorInvalidResourceHandle;
	if (!e && (!level || n >= m->n))
		e = cudaErrorInvalidValue;
	if (!e)
		*level = m->level[n];
	return rt_leave(e);
}
