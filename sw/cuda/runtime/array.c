/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * array: CUDA arrays. Their layout is theirs alone; here it is rows with a pitch, slices behind
 * each other.
 */
#include "rt.h"

#include <stdlib.h>
#include <string.h>

#include "texture.h"

enum { ROW_ALIGN = 32, FACES = 6 };

/* Bytes of an element of this format; 0: there is no such format. */
unsigned rt_format_bytes(const struct cudaChannelFormatDesc *d)
{
	const int bits[4] = {d->x, d->y, d->z, d->w};
	unsigned n = 0;

	while (n < 4 && bits[n])
		n++;
	for (unsigned i = 0; i < 4; i++)
		if (bits[i] != (i < n ? bits[0] : 0))
			return 0;
	if (!n || n == 3 || (bits[0] != 8 && bits[0] != 16 && bits[0] != 32) ||
	    (unsigned)d->f > cudaChannelFormatKindFloat ||
	    (d->f == cudaChannelFormatKindFloat && bits[0] == 8))
		return 0;
	return n * (unsigned)bits[0] / 8;
}

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
						   enum cudaChannelFormatKind f)
{
	return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

static bool shape_ok(const struct cudaExtent *e, unsigned flags)
{
	const unsigned known = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap |
			       cudaArrayTextureGather;
	const size_t most = 1 << 17;

	if (flags & ~known || !e->width || e->width > most || e->height > most || e->depth > most)
		return false;
	if (flags & cudaArrayCubemap)
		return e->width == e->height && e->depth && e->depth % FACES == 0 &&
		       (flags & cudaArrayLayered || e->depth == FACES);
	return flags & cudaArrayLayered ? e->depth != 0 : e->height || !e->depth;
}

cudaError_t rt_array_shape(struct cudaArray *a, const struct cudaChannelFormatDesc *desc,
			   struct cudaExtent extent, unsigned flags)
{
	if (!desc || !shape_ok(&extent, flags))
		return cudaErrorInvalidValue;
	*a = (struct cudaArray){.extent = extent, .flags = flags, .desc = *desc};
	a->bytes = rt_format_bytes(desc);
	if (!a->bytes)
		return cudaErrorInvalidChannelDescriptor;
	a->pitch = (extent.width * a->bytes + ROW_ALIGN - 1) / ROW_ALIGN * ROW_ALIGN;
	a->slice = a->pitch * (extent.height ? extent.height : 1);
	return cudaSuccess;
}

size_t rt_array_bytes(const struct cudaArray *a)
{
	return a->slice * (a->extent.depth ? a->extent.depth : 1);
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
			      struct cudaExtent extent, unsigned int flags)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct rt *r = rt_state();
	struct cudaArray a;

	if (!e)
		e = array ? rt_array_shape(&a, desc, extent, flags) : cudaErrorInvalidValue;
	if (!e)
		e = rt_allocate(r, &a.base, rt_array_bytes(&a), GMEM_DEVICE);
	if (!e) {
		*array = mem_alloc(sizeof(**array));
		a.next = r->arrays;
		**array = a;
		r->arrays = *array;
	}
	return rt_leave(e);
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
			    size_t width, size_t height, unsigned int flags)
{
	return cudaMalloc3DArray(array, desc, (struct cudaExtent){width, height, 0}, flags);
}

bool rt_array_valid(const struct rt *r, cudaArray_const_t array)
{
	const struct cudaArray *a = r->arrays;

	while (a && a != array)
		a = a->next;
	return array && a;
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
	cudaError_t e = rt_enter(RT_SYNC);
	struct rt *r = rt_state();
	struct cudaArray **p = &r->arrays;

	while (!e && *p && *p != array)
		p = &(*p)->next;
	if (!e && array && (!*p || array->of))
		e = cudaErrorInvalidResourceHandle;
	if (!e && array) {
		*p = array->next;
		gmem_free(r->session.gmem, (uintptr_t)array->base);
		free(array);
	}
	return rt_leave(e);
}

void rt_arrays_free(struct rt *r)
{
	while (r->arrays) {
		struct cudaArray *a = r->arrays;

		r->arrays = a->next;
		free(a);
	}
	while (r->mipmaps) {
		struct cudaMipmappedArray *m = r->mipmaps;

		r->mipmaps = m->next;
		free(m);
	}
}

static cudaError_t enter(cudaArray_const_t array)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	return !e && !rt_array_valid(rt_state(), array) ? cudaErrorInvalidResourceHandle : e;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent,
			     unsigned int *flags, cudaArray_t array)
{
	const cudaError_t e = enter(array);

	if (!e && desc)
		*desc = array->desc;
	if (!e && extent)
		*extent = array->extent;
	if (!e && flags)
		*flags = array->flags;
	return rt_leave(e);
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array)
{
	cudaError_t e = enter(array);

	if (!e && !desc)
		e = cudaErrorInvalidValue;
	if (!e)
		*desc = array->desc;
	return rt_leave(e);
}

/* One side of a copy: an array from (x bytes, y), or memory with a pitch. */
struct side {
	cudaArray_const_t array;
	size_t x, y;
	const void *ptr;
	size_t pitch;
};

/* As a 3D copy has it: positions in elements of the array. */
static bool describe(const struct side *s, size_t width, size_t height, cudaArray_t *array,
		     struct cudaPos *at, struct cudaPitchedPtr *ptr)
{
	if (!s->array) {
		*ptr = (struct cudaPitchedPtr){(void *)(uintptr_t)s->ptr, s->pitch, width, height};
		return true;
	}
	*array = (cudaArray_t)(uintptr_t)s->array;
	*at = (struct cudaPos){s->x / s->array->bytes, s->y, 0};
	return s->x % s->array->bytes == 0 && width % s->array->bytes == 0;
}

static cudaError_t copy(const struct side *d, const struct side *s, size_t width, size_t height,
			enum cudaMemcpyKind kind, bool async, cudaStream_t stream)
{
	const cudaArray_const_t array = d->array ? d->array : s->array;
	struct cudaMemcpy3DParms p = {.kind = kind};
	cudaError_t e = enter(array);

	if (!e && s->array && !rt_array_valid(rt_state(), s->array))
		e = cudaErrorInvalidResourceHandle;
	if (!e)
		p.extent = (struct cudaExtent){width / array->bytes, height, 1};
	if (!e && (!describe(d, width, height, &p.dstArray, &p.dstPos, &p.dstPtr) ||
		   !describe(s, width, height, &p.srcArray, &p.srcPos, &p.srcPtr)))
		e = cudaErrorInvalidValue;
	rt_leave(e);
	return e ? e : rt_copy_call(&p, async, stream);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t x, size_t y, const void *src,
				     size_t pitch, size_t width, size_t height,
				     enum cudaMemcpyKind kind, cudaStream_t stream)
{
	const struct side d = {dst, x, y, NULL, 0}, s = {NULL, 0, 0, src, pitch};

	return copy(&d, &s, width, height, kind, true, stream);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t x, size_t y, const void *src, size_t pitch,
				size_t width, size_t height, enum cudaMemcpyKind kind)
{
	const struct side d = {dst, x, y, NULL, 0}, s = {NULL, 0, 0, src, pitch};

	return copy(&d, &s, width, height, kind, false, NULL);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t pitch, cudaArray_const_t src, size_t x,
				       size_t y, size_t width, size_t height,
				       enum cudaMemcpyKind kind, cudaStream_t stream)
{
	const struct side d = {NULL, 0, 0, dst, pitch}, s = {src, x, y, NULL, 0};

	return copy(&d, &s, width, height, kind, true, stream);
}

cudaError_t cudaMemcpy2DFromArray(void *dst, size_t pitch, cudaArray_const_t src, size_t x,
				  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind)
{
	const struct side d = {NULL, 0, 0, dst, pitch}, s = {src, x, y, NULL, 0};

	return copy(&d, &s, width, height, kind, false, NULL);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t dx, size_t dy, cudaArray_const_t src,
				     size_t sx, size_t sy, size_t width, size_t height,
				     enum cudaMemcpyKind kind)
{
	const struct side d = {dst, dx, dy, NULL, 0}, s = {src, sx, sy, NULL, 0};

	return copy(&d, &s, width, height, kind, false, NULL);
}

/* Bytes that go on in the next row of the array where one is full. */
static cudaError_t copy_run(cudaArray_const_t array, size_t x, size_t y, char *ptr, size_t count,
			    bool to_array, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	cudaError_t e = enter(array);
	const size_t row = e ? 0 : array->extent.width * array->bytes;
	const size_t rows = e ? 0 : array->extent.height ? array->extent.height : 1;

	if (!e && (x > row || y > rows || count > (rows - y) * row - x))
		e = cudaErrorInvalidValue;
	rt_leave(e);
	while (!e && count) {
		const size_t n = count < row - x ? count : row - x;
		const struct side a = {array, x, y, NULL, 0}, p = {NULL, 0, 0, ptr, n};

		e = to_array ? copy(&a, &p, n, 1, kind, true, stream)
			     : copy(&p, &a, n, 1, kind, true, stream);
		ptr += n;
		count -= n;
		x = 0;
		y++;
	}
	return e;
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t x, size_t y, const void *src,
				   size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	return copy_run(dst, x, y, (char *)(uintptr_t)src, count, true, kind, stream);
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t x, size_t y, const void *src, size_t count,
			      enum cudaMemcpyKind kind)
{
	return cudaMemcpyToArrayAsync(dst, x, y, src, count, kind, NULL);
}

cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t x, size_t y,
				     size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	return copy_run(src, x, y, dst, count, false, kind, stream);
}

cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t x, size_t y, size_t count,
				enum cudaMemcpyKind kind)
{
	return cudaMemcpyFromArrayAsync(dst, src, x, y, count, kind, NULL);
}
