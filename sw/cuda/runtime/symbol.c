/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * symbol: __device__ and __constant__ variables, named by their host shadow's address.
 */
#include "graph.h"

static cudaError_t enter(bool async, cudaStream_t stream, const void *symbol,
			 struct rt_variable **v, struct rt_member **at)
{
	cudaError_t e = rt_enter(async ? RT_ASYNC : RT_SYNC);

	*v = NULL;
	*at = NULL;
	if (!e && !rt_stream_valid(rt_state(), stream))
		e = cudaErrorInvalidResourceHandle;
	if (!e)
		e = rt_capturing(rt_state(), stream, at);
	if (!e && !async)
		e = rt_unsafe(rt_state());
	if (!e) {
		*v = rt_find_variable(rt_state(), symbol);
		e = *v ? cudaSuccess : cudaErrorInvalidSymbol;
	}
	return e;
}

/* Address of the bytes, when the direction and the range fit; host: the kind that has the
 * other side on the host. */
static cudaError_t locate(const struct rt_variable *v, size_t count, size_t offset,
			  enum cudaMemcpyKind kind, enum cudaMemcpyKind host, void **p)
{
	if (kind != host && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
		return cudaErrorInvalidMemcpyDirection;
	if (offset > v->size || count > v->size - offset)
		return cudaErrorInvalidValue;
	*p = (char *)(uintptr_t)v->addr + offset;
	return cudaSuccess;
}

static cudaError_t leave(cudaError_t e, struct rt_member *at, void *dst, const void *src,
			 size_t count, enum cudaMemcpyKind kind)
{
	const struct cudaMemcpy3DParms p = rt_copy_1d(dst, src, count, kind);
	struct rt *r = rt_state();

	if (!e)
		e = at ? rt_capture_copy(r, at, &p) : rt_copy_3d(r, &p, true);
	return rt_leave(e);
}

static cudaError_t to_symbol(const void *symbol, const void *src, size_t count, size_t offset,
			     enum cudaMemcpyKind kind, bool async, cudaStream_t stream)
{
	struct rt_variable *v;
	struct rt_member *at;
	cudaError_t e = enter(async, stream, symbol, &v, &at);
	void *p = NULL;

	if (!e)
		e = locate(v, count, offset, kind, cudaMemcpyHostToDevice, &p);
	return leave(e, at, p, src, count, kind);
}

static cudaError_t from_symbol(void *dst, const void *symbol, size_t count, size_t offset,
			       enum cudaMemcpyKind kind, bool async, cudaStream_t stream)
{
	struct rt_variable *v;
	struct rt_member *at;
	cudaError_t e = enter(async, stream, symbol, &v, &at);
	void *p = NULL;

	if (!e)
		e = locate(v, count, offset, kind, cudaMemcpyDeviceToHost, &p);
	return leave(e, at, dst, p, count, kind);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src, size_t count, size_t offset,
			       enum cudaMemcpyKind kind)
{
	return to_symbol(symbol, src, count, offset, kind, false, NULL);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count,
				    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	return to_symbol(symbol, src, count, offset, kind, true, stream);
}

cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset,
				 enum cudaMemcpyKind kind)
{
	return from_symbol(dst, symbol, count, offset, kind, false, NULL);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t count, size_t offset,
				      enum cudaMemcpyKind kind, cudaStream_t stream)
{
	return from_symbol(dst, symbol, count, offset, kind, true, stream);
}

/* A question is no work of a stream. */
static cudaError_t ask(const void *symbol, struct rt_variable **v)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	*v = e ? NULL : rt_find_variable(rt_state(), symbol);
	return !e && !*v ? cudaErrorInvalidSymbol : e;
}

cudaError_t cudaGetSymbolAddress(void **ptr, const void *symbol)
{
	struct rt_variable *v;
	cudaError_t e = ask(symbol, &v);

	if (!e && !ptr)
		e = cudaErrorInvalidValue;
	if (!e)
		*ptr = (void *)(uintptr_t)v->addr;
	return rt_leave(e);
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
	struct rt_variable *v;
	cudaError_t e = ask(symbol, &v);

	if (!e && !size)
		e = cudaErrorInvalidValue;
	if (!e)
		*size = v->size;
	return rt_leave(e);
}
