/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * questions: what a program asks about streams, functions and the device, and seldom does.
 */
#include "rt.h"

#include <stdatomic.h>
#include <unistd.h>

/* 1 is the legacy stream; a thread's own has a number that no other stream has. */
enum { LEGACY = 1 };
#define OF_THREADS (UINT64_C(1) << 32)

uint64_t rt_stream_id(void)
{
	static _Atomic uint64_t last = LEGACY;

	return atomic_fetch_add(&last, 1) + 1;
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && !rt_stream_valid(rt_state(), stream))
		e = cudaErrorInvalidResourceHandle;
	if (!e && !id)
		e = cudaErrorInvalidValue;
	if (!e)
		*id = !stream || stream == cudaStreamLegacy ? LEGACY
		      : stream == cudaStreamPerThread       ? OF_THREADS + (uint64_t)gettid()
							    : stream->id;
	return rt_leave(e);
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && !rt_stream_valid(rt_state(), stream))
		e = cudaErrorInvalidResourceHandle;
	if (!e && !device)
		e = cudaErrorInvalidValue;
	if (!e)
		*device = 0;
	return rt_leave(e);
}

static cudaError_t enter(const void *func, const struct rt_kernel **k)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	*k = e ? NULL : rt_find_kernel(rt_state(), func);
	return !e && !*k ? cudaErrorInvalidDeviceFunction : e;
}

cudaError_t cudaFuncGetName(const char **name, const void *func)
{
	const struct rt_kernel *k;
	cudaError_t e = enter(func, &k);

	if (!e && !name)
		e = cudaErrorInvalidValue;
	if (!e)
		*name = k->name;
	return rt_leave(e);
}

cudaError_t cudaFuncGetParamInfo(const void *func, size_t index, size_t *offset, size_t *size)
{
	const struct rt_kernel *k;
	cudaError_t e = enter(func, &k);
	uint64_t at = 0;

	if (!e && (!offset || index >= k->k->entry->n_params))
		e = cudaErrorInvalidValue;
	for (size_t i = 0; !e && i <= index; i++) {
		const struct ptx_var *v = k->k->entry->params[i];
		const uint64_t align = v->align ? v->align : 1;

		at = (at + align - 1) / align * align;
		*offset = at;
		if (size)
			*size = v->size;
		at += v->size;
	}
	return rt_leave(e);
}

/* A kernel's handle, and a function's for the driver API, are what names it here. */
cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *func)
{
	const struct rt_kernel *k;
	cudaError_t e = enter(func, &k);

	if (!e && !kernel)
		e = cudaErrorInvalidValue;
	if (!e)
		*kernel = (cudaKernel_t)(uintptr_t)k->host;
	return rt_leave(e);
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol)
{
	return cudaGetKernel((cudaKernel_t *)(void *)function, symbol);
}

cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags)
{
	cudaError_t e;

	if (!device && flags == cudaInitDeviceFlagsAreValid) {
		e = cudaSetDeviceFlags(device_flags);
		if (e)
			return e;
	}
	e = rt_enter(RT_ASYNC);
	if (!e && flags & ~(unsigned)cudaInitDeviceFlagsAreValid)
		e = cudaErrorInvalidValue;
	if (!e && device)
		e = cudaErrorInvalidDevice;
	return rt_leave(e);
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *width,
						 const struct cudaChannelFormatDesc *desc,
						 int device)
{
	struct cudaDeviceProp p;
	cudaError_t e = cudaGetDeviceProperties(&p, device);

	if (e)
		return e;
	e = rt_enter(RT_ASYNC);
	if (!e && (!width || !desc))
		e = cudaErrorInvalidValue;
	if (!e)
		*width = (size_t)p.maxTexture1DLinear;
	return rt_leave(e);
}

/* Copies */

static cudaError_t copy_peer(const struct cudaMemcpy3DPeerParms *p, bool async, cudaStream_t stream)
{
	struct cudaMemcpy3DParms same;
	cudaError_t e = cudaSuccess;

	if (!p)
		e = cudaErrorInvalidValue;
	else if (p->dstDevice || p->srcDevice)
		e = cudaErrorInvalidDevice;
	if (e) {
		rt_enter(RT_PLAIN);
		return rt_leave(e);
	}
	same = (struct cudaMemcpy3DParms){p->srcArray, p->srcPos, p->srcPtr, p->dstArray,
					  p->dstPos,   p->dstPtr, p->extent, cudaMemcpyDefault};
	return async ? cudaMemcpy3DAsync(&same, stream) : cudaMemcpy3D(&same);
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p)
{
	return copy_peer(p, false, NULL);
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream)
{
	return copy_peer(p, true, stream);
}

static bool batch_ok(size_t count, const struct cudaMemcpyAttributes *attrs, const size_t *starts,
		     size_t n)
{
	if (!attrs || !starts || !n || n > count || starts[0])
		return false;
	for (size_t i = 0; i < n; i++)
		if (attrs[i].srcAccessOrder < cudaMemcpySrcAccessOrderStream ||
		    attrs[i].srcAccessOrder > cudaMemcpySrcAccessOrderAny || starts[i] >= count ||
		    (i && starts[i] <= starts[i - 1]))
			return false;
	return true;
}

/* Copies happen inside the call, in order: what their attributes allow beside that makes no
 * difference. */
cudaError_t cudaMemcpyBatchAsync(void **dst, void **src, size_t *sizes, size_t count,
				 struct cudaMemcpyAttributes *attrs, size_t *starts, size_t n,
				 size_t *fail, cudaStream_t stream)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (fail)
		*fail = SIZE_MAX; /* none in particular */
	if (!e && (!stream || stream == cudaStreamLegacy || !dst || !src || !sizes || !count ||
		   !batch_ok(count, attrs, starts, n)))
		e = cudaErrorInvalidValue;
	rt_leave(e);
	for (size_t i = 0; !e && i < count; i++) {
		e = cudaMemcpyAsync(dst[i], src[i], sizes[i], cudaMemcpyDefault, stream);
		if (e && fail)
			*fail = i;
	}
	return e;
}
