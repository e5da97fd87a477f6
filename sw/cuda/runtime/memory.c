/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * memory: allocation of device, managed and pinned host memory, and questions about pointers.
 *
 * All three come from the device's arena, which the host can address: managed and pinned
 * memory have one address on both sides. Memory of the program's own malloc() is the host's.
 */
#include "rt.h"

#include <stdlib.h>
#include <string.h>

enum { PITCH = 512 }; /* cudaMallocPitch() on every GPU since sm_20 */

cudaError_t rt_allocate(struct rt *r, void **ptr, size_t size, enum gmem_kind kind)
{
	uint64_t addr;

	if (!ptr)
		return cudaErrorInvalidValue;
	*ptr = NULL;
	if (!size)
		return cudaSuccess;
	addr = gmem_alloc(r->session.gmem, size, 256, kind, NULL);
	if (!addr)
		return cudaErrorMemoryAllocation;
	*ptr = (void *)(uintptr_t)addr;
	return cudaSuccess;
}

/* Of calls that may wait for the device: not within a capture. */
static cudaError_t enter(enum rt_need need)
{
	cudaError_t e = rt_enter(need);

	return e ? e : rt_unsafe(rt_state());
}

static cudaError_t allocate_call(void **ptr, size_t size, enum gmem_kind kind)
{
	cudaError_t e = enter(RT_ASYNC);

	if (!e)
		e = rt_allocate(rt_state(), ptr, size, kind);
	return rt_leave(e);
}

/* The live block that contains ptr, or NULL. */
static const struct gmem_block *live(const struct rt *r, const void *ptr)
{
	const struct gmem_block *b = NULL;

	if (gmem_in_arena((uintptr_t)ptr))
		b = gmem_find(r->session.gmem, (uintptr_t)ptr);
	return b && !b->freed ? b : NULL;
}

static cudaError_t release(struct rt *r, void *ptr, bool host)
{
	const struct gmem_block *b = live(r, ptr);

	if (!ptr)
		return cudaSuccess;
	if (!host && rt_graph_memory(r, (uintptr_t)ptr))
		return rt_graph_memory_free(r, ptr);
	if (!b || b->addr != (uintptr_t)ptr)
		return cudaErrorInvalidValue;
	if (host ? b->kind != GMEM_HOST : b->kind != GMEM_DEVICE && b->kind != GMEM_MANAGED)
		return cudaErrorInvalidValue;
	if (gmem_free(r->session.gmem, b->addr))
		return cudaErrorInvalidValue;
	rt_pool_freed(r, (uintptr_t)ptr);
	return cudaSuccess;
}

cudaError_t cudaMalloc(void **ptr, size_t size)
{
	return allocate_call(ptr, size, GMEM_DEVICE);
}

cudaError_t cudaFree(void *ptr)
{
	cudaError_t e = enter(RT_SYNC);

	if (!e)
		e = release(rt_state(), ptr, false);
	return rt_leave(e);
}

static cudaError_t enter_stream(cudaStream_t stream, struct rt_member **at)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	*at = NULL;
	if (!e && !rt_stream_valid(rt_state(), stream))
		e = cudaErrorInvalidResourceHandle;
	return e ? e : rt_capturing(rt_state(), stream, at);
}

cudaError_t cudaMallocAsync(void **ptr, size_t size, cudaStream_t stream)
{
	struct rt_member *at;
	cudaError_t e = enter_stream(stream, &at);

	if (!e)
		e = at ? rt_capture_alloc(rt_state(), at, ptr, size)
		       : rt_pool_allocate(rt_state(), ptr, size, NULL);
	return rt_leave(e);
}

cudaError_t cudaFreeAsync(void *ptr, cudaStream_t stream)
{
	struct rt_member *at;
	cudaError_t e = enter_stream(stream, &at);

	if (!e && !ptr)
		e = cudaErrorInvalidValue;
	if (!e)
		e = at ? rt_capture_free(rt_state(), at, ptr) : release(rt_state(), ptr, false);
	return rt_leave(e);
}

cudaError_t cudaMallocManaged(void **ptr, size_t size, unsigned int flags)
{
	cudaError_t e = enter(RT_ASYNC);

	if (!e && (!size || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)))
		e = cudaErrorInvalidValue;
	if (!e)
		e = rt_allocate(rt_state(), ptr, size, GMEM_MANAGED);
	return rt_leave(e);
}

cudaError_t cudaMallocHost(void **ptr, size_t size)
{
	return allocate_call(ptr, size, GMEM_HOST);
}

cudaError_t cudaHostAlloc(void **ptr, size_t size, unsigned int flags)
{
	const unsigned known =
		cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
	cudaError_t e = enter(RT_ASYNC);
	struct rt *r = rt_state();

	if (!e && (flags & ~known))
		e = cudaErrorInvalidValue;
	if (!e)
		e = rt_allocate(r, ptr, size, GMEM_HOST);
	if (!e && flags && *ptr) {
		struct rt_host_flags *h = mem_alloc(sizeof(*h));

		h->addr = (uintptr_t)*ptr;
		h->flags = flags;
		h->next = r->host_flags;
		r->host_flags = h;
	}
	return rt_leave(e);
}

cudaError_t cudaFreeHost(void *ptr)
{
	cudaError_t e = enter(RT_SYNC);
	struct rt *r = rt_state();

	if (!e)
		e = release(r, ptr, true);
	for (struct rt_host_flags **p = &r->host_flags; !e && ptr && *p; p = &(*p)->next) {
		struct rt_host_flags *h = *p;

		if (h->addr != (uintptr_t)ptr)
			continue;
		*p = h->next;
		free(h);
		break;
	}
	return rt_leave(e);
}

/* The registered range that contains addr, or NULL. */
static struct rt_registered *registered(const struct rt *r, uintptr_t addr, size_t size)
{
	for (struct rt_registered *g = r->registered; g; g = g->next)
		if (addr < g->addr + g->size && g->addr < addr + (size ? size : 1))
			return g;
	return NULL;
}

cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned int flags)
{
	const unsigned known = cudaHostRegisterPortable | cudaHostRegisterMapped |
			       cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
	cudaError_t e = enter(RT_ASYNC);
	struct rt *r = rt_state();

	if (!e && (!ptr || !size || size > UINTPTR_MAX - (uintptr_t)ptr || (flags & ~known) ||
		   gmem_in_arena((uintptr_t)ptr)))
		e = cudaErrorInvalidValue;
	if (!e && registered(r, (uintptr_t)ptr, size))
		e = cudaErrorHostMemoryAlreadyRegistered;
	if (!e) {
		struct rt_registered *g = mem_alloc(sizeof(*g));

		*g = (struct rt_registered){r->registered, (uintptr_t)ptr, size, flags};
		r->registered = g;
	}
	return rt_leave(e);
}

cudaError_t cudaHostUnregister(void *ptr)
{
	cudaError_t e = enter(RT_SYNC);
	struct rt_registered **p = &rt_state()->registered;

	while (!e && *p && (*p)->addr != (uintptr_t)ptr)
		p = &(*p)->next;
	if (!e && !*p)
		e = ptr ? cudaErrorHostMemoryNotRegistered : cudaErrorInvalidValue;
	if (!e) {
		struct rt_registered *g = *p;

		*p = g->next;
		free(g);
	}
	return rt_leave(e);
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct rt *r = rt_state();
	const struct gmem_block *b = e ? NULL : live(r, host);

	if (!e && (!device || !host || flags))
		e = cudaErrorInvalidValue;
	if (!e && b && b->kind == GMEM_HOST) {
		*device = host;
	} else if (!e && registered(r, (uintptr_t)host, 1)) {
		rt_note("cudaHostGetDevicePointer",
			"kernels cannot reach registered memory: use cudaHostAlloc()");
		e = cudaErrorNotSupported;
	} else if (!e) {
		e = cudaErrorInvalidValue;
	}
	return rt_leave(e);
}

cudaError_t cudaHostGetFlags(unsigned int *flags, void *host)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct rt *r = rt_state();
	const struct gmem_block *b = e ? NULL : live(r, host);
	const struct rt_registered *g = registered(r, (uintptr_t)host, 1);

	if (!e && (!flags || (!g && (!b || b->kind != GMEM_HOST))))
		e = cudaErrorInvalidValue;
	if (!e) {
		*flags = g ? g->flags : cudaHostAllocDefault;
		for (const struct rt_host_flags *h = r->host_flags; b && h; h = h->next)
			if (h->addr == b->addr)
				*flags = h->flags;
	}
	return rt_leave(e);
}

/* Bytes of width rounded up to the pitch, times rows; false on overflow. */
static bool pitched(size_t width, size_t rows, size_t *pitch, size_t *bytes)
{
	if (width > SIZE_MAX - PITCH)
		return false;
	*pitch = (width + PITCH - 1) / PITCH * PITCH;
	return !__builtin_mul_overflow(*pitch, rows, bytes);
}

cudaError_t cudaMallocPitch(void **ptr, size_t *pitch, size_t width, size_t height)
{
	cudaError_t e = enter(RT_ASYNC);
	size_t bytes;

	if (!e && (!ptr || !pitch))
		e = cudaErrorInvalidValue;
	if (!e && !pitched(width, height, pitch, &bytes))
		e = cudaErrorMemoryAllocation;
	if (!e)
		e = rt_allocate(rt_state(), ptr, bytes, GMEM_DEVICE);
	return rt_leave(e);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *ptr, struct cudaExtent extent)
{
	cudaError_t e = enter(RT_ASYNC);
	struct cudaPitchedPtr p = {NULL, 0, extent.width, extent.height};
	size_t rows, bytes;

	if (!e && !ptr)
		e = cudaErrorInvalidValue;
	if (!e && (__builtin_mul_overflow(extent.height, extent.depth, &rows) ||
		   !pitched(extent.width, rows, &p.pitch, &bytes)))
		e = cudaErrorMemoryAllocation;
	if (!e)
		e = rt_allocate(rt_state(), &p.ptr, bytes, GMEM_DEVICE);
	if (!e)
		*ptr = p;
	return rt_leave(e);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	uint64_t used, capacity;

	if (!e && (!free_bytes || !total))
		e = cudaErrorInvalidValue;
	if (!e) {
		gmem_usage(rt_state()->session.gmem, &used, &capacity);
		*free_bytes = capacity - used;
		*total = capacity;
	}
	return rt_leave(e);
}

static void describe(const struct rt *r, struct cudaPointerAttributes *a, void *ptr)
{
	const struct gmem_block *b = live(r, ptr);

	*a = (struct cudaPointerAttributes){cudaMemoryTypeUnregistered, cudaInvalidDeviceId, NULL,
					    ptr};
	if (!b) {
		if (registered(r, (uintptr_t)ptr, 1)) {
			a->type = cudaMemoryTypeHost;
			a->device = 0;
		}
		return;
	}
	a->type = b->kind == GMEM_HOST ? cudaMemoryTypeHost
		  : rt_managed(r, b)   ? cudaMemoryTypeManaged
				       : cudaMemoryTypeDevice;
	a->device = 0;
	a->devicePointer = ptr;
	if (a->type == cudaMemoryTypeDevice)
		a->hostPointer = NULL;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attr, const void *ptr)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && (!attr || !ptr))
		e = cudaErrorInvalidValue;
	if (!e)
		describe(rt_state(), attr, (void *)(uintptr_t)ptr);
	return rt_leave(e);
}

/* A hint may only name managed memory, whole within one block. */
static cudaError_t managed(const struct rt *r, const void *ptr, size_t count)
{
	const struct gmem_block *b = live(r, ptr);

	if (!count || !b || !rt_managed(r, b))
		return cudaErrorInvalidValue;
	return gmem_host(r->session.gmem, (uintptr_t)ptr, count) ? cudaSuccess
								 : cudaErrorInvalidValue;
}

/* There is one memory: nothing to move, all to check. */
cudaError_t cudaMemPrefetchAsync(const void *ptr, size_t count, int device, cudaStream_t stream)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && !rt_stream_valid(rt_state(), stream))
		e = cudaErrorInvalidResourceHandle;
	if (!e)
		e = rt_not_captured(rt_state(), stream);
	if (!e && device && device != cudaCpuDeviceId)
		e = cudaErrorInvalidDevice;
	if (!e)
		e = managed(rt_state(), ptr, count);
	if (!e)
		rt_advised(rt_state(), ptr, count, 0, device);
	return rt_leave(e);
}

cudaError_t cudaMemAdvise(const void *ptr, size_t count, enum cudaMemoryAdvise advice, int device)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	bool ignores_device = advice == cudaMemAdviseSetReadMostly ||
			      advice == cudaMemAdviseUnsetReadMostly ||
			      advice == cudaMemAdviseUnsetPreferredLocation;

	if (!e && (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy))
		e = cudaErrorInvalidValue;
	if (!e && !ignores_device && device && device != cudaCpuDeviceId)
		e = cudaErrorInvalidDevice;
	if (!e)
		e = managed(rt_state(), ptr, count);
	if (!e)
		rt_advised(rt_state(), ptr, count, advice, device);
	return rt_leave(e);
}
