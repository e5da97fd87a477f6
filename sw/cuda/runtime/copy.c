/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * copy: memory copies and fills, all checked before a byte moves.
 *
 * An address in the device's arena must lie within one live block with its whole range. The
 * direction must fit: a side named "device" may be anything in the arena, a side named "host"
 * anything except memory that only the device may touch.
 */
#include <string.h>

#include "graph.h"
#include "texture.h"

/* a box of bytes; rows and slices of one: 1 */
struct rect {
	size_t width, height, depth;
	size_t pitch, slice; /* bytes from row to row, slice to slice */
};

enum side { SIDE_HOST, SIDE_DEVICE, SIDE_ANY };

/* Bytes from the first to the last of a box; false when that overflows. */
static bool span(const struct rect *b, size_t *bytes)
{
	size_t rows, slices;

	return !__builtin_mul_overflow(b->height - 1, b->pitch, &rows) &&
	       !__builtin_mul_overflow(b->depth - 1, b->slice, &slices) &&
	       !__builtin_add_overflow(rows, slices, bytes) &&
	       !__builtin_add_overflow(*bytes, b->width, bytes);
}

/* now: memory of a graph is there only when a node runs, and has its size before. */
static bool side_ok(const struct rt *r, const void *p, size_t bytes, enum side side, bool now)
{
	uint64_t addr = (uintptr_t)p;
	const struct gmem_block *b;

	if (!p || bytes > UINT64_MAX - addr)
		return false;
	if (!gmem_in_arena(addr))
		return side != SIDE_DEVICE;
	b = gmem_find(r->session.gmem, addr);
	if (!now && b && b->freed && rt_graph_memory(r, addr))
		return side != SIDE_HOST && bytes <= b->size - (addr - b->addr);
	/* Memory of the device's own malloc() is none of the host's (CUDA C++ Guide). */
	if (!b || b->freed || b->kind == GMEM_HEAP || !gmem_host(r->session.gmem, addr, bytes))
		return false;
	return side != SIDE_HOST || rt_managed(r, b) || b->kind == GMEM_HOST;
}

static cudaError_t sides_of(enum cudaMemcpyKind kind, enum side *dst, enum side *src)
{
	*dst = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice ? SIDE_DEVICE
										  : SIDE_HOST;
	*src = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice ? SIDE_DEVICE
										  : SIDE_HOST;
	if (kind == cudaMemcpyDefault)
		*dst = *src = SIDE_ANY;
	return (unsigned)kind > cudaMemcpyDefault ? cudaErrorInvalidMemcpyDirection : cudaSuccess;
}

static cudaError_t check_copy(struct rt *r, const void *dst, const struct rect *d, const void *src,
			      const struct rect *s, enum cudaMemcpyKind kind, bool now)
{
	enum side dst_side, src_side;
	cudaError_t e = sides_of(kind, &dst_side, &src_side);
	size_t dst_bytes, src_bytes;

	if (e)
		return e;
	if (!d->width || !d->height || !d->depth)
		return cudaSuccess;
	if (d->height * d->depth > 1 && (d->pitch < d->width || s->pitch < s->width))
		return cudaErrorInvalidPitchValue;
	if (!span(d, &dst_bytes) || !span(s, &src_bytes) ||
	    !side_ok(r, dst, dst_bytes, dst_side, now) ||
	    !side_ok(r, src, src_bytes, src_side, now))
		return cudaErrorInvalidValue;
	return cudaSuccess;
}

static cudaError_t copy(struct rt *r, void *dst, const struct rect *d, const void *src,
			const struct rect *s, enum cudaMemcpyKind kind)
{
	cudaError_t e = check_copy(r, dst, d, src, s, kind, true);

	if (e || !d->width || !d->height || !d->depth)
		return e;
	for (size_t z = 0; z < d->depth; z++)
		for (size_t y = 0; y < d->height; y++)
			memmove((char *)dst + z * d->slice + y * d->pitch,
				(const char *)src + z * s->slice + y * s->pitch, d->width);
	for (size_t z = 0; r->session.opt.check & CHECK_INIT && z < d->depth; z++)
		for (size_t y = 0; y < d->height; y++)
			session_wrote(&r->session, (char *)dst + z * d->slice + y * d->pitch,
				      (const char *)src + z * s->slice + y * s->pitch, d->width);
	return cudaSuccess;
}

static void fill_row(char *to, unsigned value, size_t bytes, unsigned element)
{
	if (element == 1)
		memset(to, (int)value, bytes);
	for (size_t i = 0; element > 1 && i < bytes; i += element)
		memcpy(to + i, &value, element); /* the low bytes */
}

static cudaError_t check_fill(struct rt *r, const void *ptr, const struct rect *b, bool now)
{
	size_t bytes;

	if (!b->width || !b->height || !b->depth)
		return cudaSuccess;
	if (b->height * b->depth > 1 && b->pitch < b->width)
		return cudaErrorInvalidPitchValue;
	return span(b, &bytes) && side_ok(r, ptr, bytes, SIDE_DEVICE, now) ? cudaSuccess
									   : cudaErrorInvalidValue;
}

static cudaError_t fill(struct rt *r, void *ptr, const struct rect *b, unsigned value,
			unsigned element)
{
	cudaError_t e = check_fill(r, ptr, b, true);

	if (e || !b->width || !b->height || !b->depth)
		return e;
	for (size_t z = 0; z < b->depth; z++)
		for (size_t y = 0; y < b->height; y++)
			fill_row((char *)ptr + z * b->slice + y * b->pitch, value, b->width,
				 element);
	for (size_t z = 0; r->session.opt.check & CHECK_INIT && z < b->depth; z++)
		for (size_t y = 0; y < b->height; y++)
			session_wrote(&r->session, (char *)ptr + z * b->slice + y * b->pitch, NULL,
				      b->width);
	return cudaSuccess;
}

cudaError_t rt_fill(struct rt *r, const struct cudaMemsetParams *p, bool now)
{
	struct rect b = {0, p->height, 1, p->pitch, 0};

	if ((p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4) ||
	    __builtin_mul_overflow(p->width, p->elementSize, &b.width))
		return cudaErrorInvalidValue;
	if (((uintptr_t)p->dst | (p->height > 1 ? p->pitch : 0)) % p->elementSize)
		return cudaErrorInvalidValue;
	return now ? fill(r, p->dst, &b, p->value, p->elementSize)
		   : check_fill(r, p->dst, &b, false);
}

/* Where a box starts inside a pitched pointer; false when the box leaves it. */
static bool box(const struct cudaPitchedPtr *p, const struct cudaPos *at,
		const struct cudaExtent *e, struct rect *b, size_t *offset)
{
	size_t rows, y, z;

	/* ysize is the height of a slice; programs leave it 0 for a single one. */
	rows = p->ysize ? p->ysize : at->y + e->height;
	if (at->x > p->pitch || e->width > p->pitch - at->x || at->y > rows ||
	    e->height > rows - at->y)
		return false;
	*b = (struct rect){e->width, e->height, e->depth, p->pitch, 0};
	return !__builtin_mul_overflow(p->pitch, rows, &b->slice) &&
	       !__builtin_mul_overflow(at->y, p->pitch, &y) &&
	       !__builtin_mul_overflow(at->z, b->slice, &z) &&
	       !__builtin_add_overflow(y, z, offset) &&
	       !__builtin_add_overflow(*offset, at->x, offset);
}

/* The same of an array, whose positions are in elements; e is in bytes. */
static bool array_box(const struct cudaArray *a, const struct cudaPos *at,
		      const struct cudaExtent *e, struct rect *b, size_t *offset)
{
	const size_t row = a->extent.width * a->bytes,
		     rows = a->extent.height ? a->extent.height : 1,
		     slices = a->extent.depth ? a->extent.depth : 1;

	if (at->x > a->extent.width || e->width > row - at->x * a->bytes || at->y > rows ||
	    e->height > rows - at->y || at->z > slices || e->depth > slices - at->z)
		return false;
	*b = (struct rect){e->width, e->height, e->depth, a->pitch, a->slice};
	*offset = at->z * a->slice + at->y * a->pitch + at->x * a->bytes;
	return true;
}

/* In bytes: with an array the width is in its elements, and two arrays have the same ones. */
static cudaError_t extent_of(const struct rt *r, const struct cudaMemcpy3DParms *p,
			     struct cudaExtent *extent)
{
	const struct cudaArray *a = p->dstArray ? p->dstArray : p->srcArray;

	*extent = p->extent;
	if ((p->dstArray && !rt_array_valid(r, p->dstArray)) ||
	    (p->srcArray && !rt_array_valid(r, p->srcArray)))
		return cudaErrorInvalidResourceHandle;
	if (p->dstArray && p->srcArray && p->dstArray->bytes != p->srcArray->bytes)
		return cudaErrorInvalidValue;
	if (a && __builtin_mul_overflow(extent->width, a->bytes, &extent->width))
		return cudaErrorInvalidValue;
	return cudaSuccess;
}

/* One side: an array or a pointer, not both. */
static bool side_of(const struct cudaArray *a, const struct cudaPitchedPtr *p,
		    const struct cudaPos *at, const struct cudaExtent *e, struct rect *b,
		    char **start)
{
	size_t offset;

	if (!a == !p->ptr || !(a ? array_box(a, at, e, b, &offset) : box(p, at, e, b, &offset)))
		return false;
	*start = (char *)(a ? a->base : p->ptr) + offset;
	return true;
}

cudaError_t rt_copy_3d(struct rt *r, const struct cudaMemcpy3DParms *p, bool now)
{
	const struct rect nothing = {0};
	struct cudaExtent extent = {0, 0, 0};
	cudaError_t e = check_copy(r, NULL, &nothing, NULL, &nothing, p->kind, true);
	char *dst, *src;
	struct rect d, s;

	if (!e)
		e = extent_of(r, p, &extent);
	if (e || !extent.width || !extent.height || !extent.depth)
		return e;
	if (!side_of(p->dstArray, &p->dstPtr, &p->dstPos, &extent, &d, &dst) ||
	    !side_of(p->srcArray, &p->srcPtr, &p->srcPos, &extent, &s, &src))
		return cudaErrorInvalidValue;
	return now ? copy(r, dst, &d, src, &s, p->kind)
		   : check_copy(r, dst, &d, src, &s, p->kind, false);
}

/* The asynchronous form does the same now, but tells no pending fault and checks a stream, which
 * may be captured. */
static cudaError_t enter(bool async, cudaStream_t stream, struct rt_member **at)
{
	cudaError_t e = rt_enter(async ? RT_ASYNC : RT_SYNC);
	struct rt *r = rt_state();

	*at = NULL;
	if (!e && !rt_stream_valid(r, stream))
		e = cudaErrorInvalidResourceHandle;
	if (!e)
		e = rt_capturing(r, stream, at);
	if (!e && !async)
		e = rt_unsafe(r);
	return e;
}

static cudaError_t leave_copy(cudaError_t e, struct rt_member *at,
			      const struct cudaMemcpy3DParms *p)
{
	struct rt *r = rt_state();

	if (!e)
		e = at ? rt_capture_copy(r, at, p) : rt_copy_3d(r, p, true);
	return rt_leave(e);
}

static cudaError_t copy_linear(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind,
			       bool async, cudaStream_t stream)
{
	const struct cudaMemcpy3DParms p = rt_copy_1d(dst, src, n, kind);
	struct rt_member *at;
	cudaError_t e = enter(async, stream, &at);

	return leave_copy(e, at, &p);
}

cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
	return copy_linear(dst, src, count, kind, false, NULL);
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
			    cudaStream_t stream)
{
	return copy_linear(dst, src, count, kind, true, stream);
}

static cudaError_t copy_peer(void *dst, int dst_device, const void *src, int src_device, size_t n,
			     bool async, cudaStream_t stream)
{
	const struct cudaMemcpy3DParms p = rt_copy_1d(dst, src, n, cudaMemcpyDeviceToDevice);
	struct rt_member *at;
	cudaError_t e = enter(async, stream, &at);

	if (!e && (dst_device || src_device))
		e = cudaErrorInvalidDevice;
	return leave_copy(e, at, &p);
}

cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t count)
{
	return copy_peer(dst, dst_device, src, src_device, count, false, NULL);
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device,
				size_t count, cudaStream_t stream)
{
	return copy_peer(dst, dst_device, src, src_device, count, true, stream);
}

static cudaError_t copy_2d(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
			   size_t height, enum cudaMemcpyKind kind, bool async, cudaStream_t stream)
{
	const struct cudaMemcpy3DParms p = {
		.srcPtr = {(void *)(uintptr_t)src, spitch, width, height},
		.dstPtr = {dst, dpitch, width, height},
		.extent = {width, height, 1},
		.kind = kind,
	};
	struct rt_member *at;
	cudaError_t e = enter(async, stream, &at);

	if (!e && width && height && (dpitch < width || spitch < width))
		e = cudaErrorInvalidPitchValue;
	return leave_copy(e, at, &p);
}

cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
			 size_t height, enum cudaMemcpyKind kind)
{
	return copy_2d(dst, dpitch, src, spitch, width, height, kind, false, NULL);
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch,
			      size_t width, size_t height, enum cudaMemcpyKind kind,
			      cudaStream_t stream)
{
	return copy_2d(dst, dpitch, src, spitch, width, height, kind, true, stream);
}

static cudaError_t copy_3d(const struct cudaMemcpy3DParms *p, bool async, cudaStream_t stream)
{
	struct rt_member *at;
	cudaError_t e = enter(async, stream, &at);

	if (!e && (!p || (!p->srcArray && !p->srcPtr.ptr) || (!p->dstArray && !p->dstPtr.ptr)))
		e = cudaErrorInvalidValue;
	return leave_copy(e, at, p);
}

cudaError_t rt_copy_call(const struct cudaMemcpy3DParms *p, bool async, cudaStream_t stream)
{
	return copy_3d(p, async, stream);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p)
{
	return copy_3d(p, false, NULL);
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream)
{
	return copy_3d(p, true, stream);
}

/* Slices without rows between them are rows of one box; a node has no others. */
static cudaError_t capture_fill(struct rt_member *at, void *ptr, const struct rect *b, int value)
{
	const struct cudaMemsetParams p = {ptr, b->pitch, (unsigned char)value,
					   1,   b->width, b->height * b->depth};
	struct rt_op op;
	cudaError_t e;

	if (b->depth > 1 && b->slice != b->pitch * b->height) {
		rt_note("cudaMemset3DAsync", "not of a part of the rows in a captured stream");
		return cudaErrorNotSupported;
	}
	e = rt_op_fill(rt_state(), &op, &p);
	if (!e)
		rt_captured(rt_state(), at, &op);
	return e;
}

static cudaError_t fill_box(void *ptr, const struct rect *b, int value, bool async,
			    cudaStream_t stream)
{
	struct rt_member *at;
	cudaError_t e = enter(async, stream, &at);

	if (!e)
		e = at ? capture_fill(at, ptr, b, value)
		       : fill(rt_state(), ptr, b, (unsigned char)value, 1);
	return rt_leave(e);
}

cudaError_t cudaMemset(void *ptr, int value, size_t count)
{
	return fill_box(ptr, &(struct rect){count, 1, 1, count, count}, value, false, NULL);
}

cudaError_t cudaMemsetAsync(void *ptr, int value, size_t count, cudaStream_t stream)
{
	return fill_box(ptr, &(struct rect){count, 1, 1, count, count}, value, true, stream);
}

cudaError_t cudaMemset2D(void *ptr, size_t pitch, int value, size_t width, size_t height)
{
	return fill_box(ptr, &(struct rect){width, height, 1, pitch, 0}, value, false, NULL);
}

cudaError_t cudaMemset2DAsync(void *ptr, size_t pitch, int value, size_t width, size_t height,
			      cudaStream_t stream)
{
	return fill_box(ptr, &(struct rect){width, height, 1, pitch, 0}, value, true, stream);
}

cudaError_t rt_fill_call(const struct cudaMemsetParams *p, cudaStream_t stream)
{
	struct rt_member *at;
	cudaError_t e = enter(true, stream, &at);
	struct rt *r = rt_state();
	struct rt_op op;

	if (!e)
		e = at ? rt_op_fill(r, &op, p) : rt_fill(r, p, true);
	if (!e && at)
		rt_captured(r, at, &op);
	return rt_leave(e);
}

static cudaError_t fill_3d(struct cudaPitchedPtr ptr, int value, struct cudaExtent extent,
			   bool async, cudaStream_t stream)
{
	const struct cudaPos origin = {0, 0, 0};
	struct rect b;
	size_t at;

	if (!box(&ptr, &origin, &extent, &b, &at)) {
		rt_enter(RT_PLAIN);
		return rt_leave(cudaErrorInvalidValue);
	}
	return fill_box(ptr.ptr, &b, value, async, stream);
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr ptr, int value, struct cudaExtent extent)
{
	return fill_3d(ptr, value, extent, false, NULL);
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr ptr, int value, struct cudaExtent extent,
			      cudaStream_t stream)
{
	return fill_3d(ptr, value, extent, true, stream);
}
