/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pool: memory pools. All memory comes from the one arena, so a pool is a set of accounts: what it
 * has given out, and what it would have kept of what came back, up to its release threshold. Work
 * is done as it is asked for, so memory comes back at the call that frees it, not at the next
 * synchronisation, and there is nothing for the reuse policies to decide.
 */
#include "rt.h"

#include <stdlib.h>
#include <string.h>

struct CUmemPoolHandle_st {
	struct CUmemPoolHandle_st *next;
	bool destroyed; /* by the program; goes with its last allocation */
	uint64_t live;  /* allocations */
	int reuse[3];
	uint64_t threshold, reserved, reserved_high, used, used_high;
};

/* An allocation out of a pool. */
struct rt_pooled {
	struct rt_pooled *next;
	uint64_t addr, size;
	cudaMemPool_t pool;
};

static cudaMemPool_t create(struct rt *r)
{
	cudaMemPool_t p = mem_alloc(sizeof(*p));

	p->reuse[0] = p->reuse[1] = p->reuse[2] = 1;
	p->next = r->pools;
	r->pools = p;
	return p;
}

static cudaMemPool_t default_pool(struct rt *r)
{
	if (!r->default_pool)
		r->default_pool = create(r);
	return r->default_pool;
}

static cudaMemPool_t current_pool(struct rt *r)
{
	return r->current_pool ? r->current_pool : default_pool(r);
}

static bool valid(const struct rt *r, cudaMemPool_t pool)
{
	for (cudaMemPool_t p = r->pools; p; p = p->next)
		if (p == pool)
			return !p->destroyed;
	return false;
}

static void drop(struct rt *r, cudaMemPool_t pool)
{
	cudaMemPool_t *at = &r->pools;

	while (*at != pool)
		at = &(*at)->next;
	*at = pool->next;
	free(pool);
}

static void trim(cudaMemPool_t p, uint64_t keep)
{
	if (p->reserved > keep)
		p->reserved = keep > p->used ? keep : p->used;
}

cudaError_t rt_pool_allocate(struct rt *r, void **ptr, size_t size, cudaMemPool_t pool)
{
	const cudaMemPool_t p = pool ? pool : current_pool(r);
	const cudaError_t e = rt_allocate(r, ptr, size, GMEM_DEVICE);
	struct rt_pooled *a;

	if (e || !*ptr)
		return e;
	a = mem_alloc(sizeof(*a));
	*a = (struct rt_pooled){
		.next = r->pooled, .addr = (uintptr_t)*ptr, .size = size, .pool = p};
	r->pooled = a;
	p->live++;
	p->used += size;
	if (p->used > p->used_high)
		p->used_high = p->used;
	if (p->used > p->reserved)
		p->reserved = p->used;
	if (p->reserved > p->reserved_high)
		p->reserved_high = p->reserved;
	return cudaSuccess;
}

void rt_pool_freed(struct rt *r, uint64_t addr)
{
	struct rt_pooled **at = &r->pooled, *a;

	while (*at && (*at)->addr != addr)
		at = &(*at)->next;
	a = *at;
	if (!a)
		return;
	*at = a->next;
	a->pool->used -= a->size;
	trim(a->pool, a->pool->threshold);
	if (!--a->pool->live && a->pool->destroyed)
		drop(r, a->pool);
	free(a);
}

void rt_pools_free(struct rt *r)
{
	while (r->pooled) {
		struct rt_pooled *a = r->pooled;

		r->pooled = a->next;
		free(a);
	}
	while (r->pools)
		drop(r, r->pools);
	r->default_pool = r->current_pool = NULL;
}

cudaError_t cudaMallocFromPoolAsync(void **ptr, size_t size, cudaMemPool_t pool,
				    cudaStream_t stream)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && !rt_stream_valid(rt_state(), stream))
		e = cudaErrorInvalidResourceHandle;
	if (!e)
		e = rt_not_captured(rt_state(), stream);
	if (!e && !valid(rt_state(), pool))
		e = cudaErrorInvalidValue;
	if (!e)
		e = rt_pool_allocate(rt_state(), ptr, size, pool);
	return rt_leave(e);
}

/* Pools of the device */

static cudaError_t enter_device(const void *out, int device)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && !out)
		e = cudaErrorInvalidValue;
	if (!e && device)
		e = cudaErrorInvalidDevice;
	return e;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
	cudaError_t e = enter_device(pool, device);

	if (!e)
		*pool = default_pool(rt_state());
	return rt_leave(e);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
	cudaError_t e = enter_device(pool, device);

	if (!e)
		*pool = current_pool(rt_state());
	return rt_leave(e);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
	cudaError_t e = enter_device(pool, device);

	if (!e && !valid(rt_state(), pool))
		e = cudaErrorInvalidValue;
	if (!e)
		rt_state()->current_pool = pool;
	return rt_leave(e);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && (!pool || !props || props->allocType != cudaMemAllocationTypePinned ||
		   props->location.type != cudaMemLocationTypeDevice || props->location.id))
		e = cudaErrorInvalidValue;
	if (!e && props->handleTypes != cudaMemHandleTypeNone) {
		rt_note("cudaMemPoolCreate", "pools shared with other processes are not supported");
		e = cudaErrorNotSupported;
	}
	if (!e)
		*pool = create(rt_state());
	return rt_leave(e);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
	struct rt *r = rt_state();
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && (!valid(r, pool) || pool == r->default_pool))
		e = cudaErrorInvalidValue;
	if (!e) {
		if (r->current_pool == pool)
			r->current_pool = NULL;
		pool->destroyed = true;
		if (!pool->live)
			drop(r, pool);
	}
	return rt_leave(e);
}

/* A pool's own */

static cudaError_t enter_pool(cudaMemPool_t pool)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	return !e && !valid(rt_state(), pool) ? cudaErrorInvalidValue : e;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep)
{
	cudaError_t e = enter_pool(pool);

	if (!e)
		trim(pool, keep);
	return rt_leave(e);
}

static cudaError_t set(cudaMemPool_t p, enum cudaMemPoolAttr attr, const void *value)
{
	uint64_t bytes = 0;

	switch (attr) {
	case cudaMemPoolReuseFollowEventDependencies:
	case cudaMemPoolReuseAllowOpportunistic:
	case cudaMemPoolReuseAllowInternalDependencies:
		memcpy(&p->reuse[attr - 1], value, sizeof(int));
		return cudaSuccess;
	case cudaMemPoolAttrReleaseThreshold:
		memcpy(&p->threshold, value, sizeof(p->threshold));
		return cudaSuccess;
	case cudaMemPoolAttrReservedMemHigh:
	case cudaMemPoolAttrUsedMemHigh:
		memcpy(&bytes, value, sizeof(bytes)); /* may only begin anew */
		if (bytes)
			return cudaErrorInvalidValue;
		if (attr == cudaMemPoolAttrUsedMemHigh)
			p->used_high = p->used;
		else
			p->reserved_high = p->reserved;
		return cudaSuccess;
	default: return cudaErrorInvalidValue;
	}
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value)
{
	cudaError_t e = enter_pool(pool);

	if (!e)
		e = value ? set(pool, attr, value) : cudaErrorInvalidValue;
	return rt_leave(e);
}

static cudaError_t get(cudaMemPool_t p, enum cudaMemPoolAttr attr, void *value)
{
	const uint64_t bytes[] = {p->threshold, p->reserved, p->reserved_high, p->used,
				  p->used_high};

	if (attr < cudaMemPoolReuseFollowEventDependencies || attr > cudaMemPoolAttrUsedMemHigh)
		return cudaErrorInvalidValue;
	if (attr < cudaMemPoolAttrReleaseThreshold)
		memcpy(value, &p->reuse[attr - 1], sizeof(int));
	else
		memcpy(value, &bytes[attr - cudaMemPoolAttrReleaseThreshold], sizeof(*bytes));
	return cudaSuccess;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value)
{
	cudaError_t e = enter_pool(pool);

	if (!e)
		e = value ? get(pool, attr, value) : cudaErrorInvalidValue;
	return rt_leave(e);
}

/* The one device may read and write, and nobody can take that from it. */
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t n)
{
	cudaError_t e = enter_pool(pool);

	if (!e && !list)
		e = cudaErrorInvalidValue;
	for (size_t i = 0; !e && i < n; i++)
		if (list[i].location.type != cudaMemLocationTypeDevice || list[i].location.id ||
		    list[i].flags != cudaMemAccessFlagsProtReadWrite)
			e = cudaErrorInvalidValue;
	return rt_leave(e);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
				 struct cudaMemLocation *location)
{
	cudaError_t e = enter_pool(pool);

	if (!e &&
	    (!flags || !location || location->type != cudaMemLocationTypeDevice || location->id))
		e = cudaErrorInvalidValue;
	if (!e)
		*flags = cudaMemAccessFlagsProtReadWrite;
	return rt_leave(e);
}
