/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * advice: what a program has said about managed memory, page by page, for when it asks. Nothing
 * here depends on it.
 */
#include "rt.h"

#include <stdlib.h>

enum { PAGE = 4096, PREFETCHED = 0 };

/* What was said, in order; the memory that it was said of is known by its serial number. */
struct said {
	uint64_t from, to; /* pages */
	uint32_t serial;
	unsigned advice;
	int device;
};

static struct {
	struct said *list;
	size_t n, cap;
} all;

static const struct gmem_block *block_of(const struct rt *r, const void *ptr)
{
	return gmem_find(r->session.gmem, (uintptr_t)ptr);
}

void rt_advised(struct rt *r, const void *ptr, size_t count, unsigned advice, int device)
{
	const uint64_t addr = (uintptr_t)ptr;

	all.list = mem_grow(all.list, &all.cap, all.n, sizeof(*all.list));
	all.list[all.n++] = (struct said){addr / PAGE, (addr + count - 1) / PAGE,
					  block_of(r, ptr)->serial, advice, device};
}

/* Of one page, as the last word was. */
struct state {
	bool read_mostly, by[2]; /* accessed by the device, by the host */
	int preferred, fetched;
};

static struct state state_of(uint64_t page, uint32_t serial)
{
	struct state s = {.preferred = cudaInvalidDeviceId, .fetched = cudaInvalidDeviceId};

	for (size_t i = 0; i < all.n; i++) {
		const struct said *x = &all.list[i];

		if (x->serial != serial || page < x->from || page > x->to)
			continue;
		switch (x->advice) {
		case PREFETCHED: s.fetched = x->device; break;
		case cudaMemAdviseSetReadMostly: s.read_mostly = true; break;
		case cudaMemAdviseUnsetReadMostly: s.read_mostly = false; break;
		case cudaMemAdviseSetPreferredLocation: s.preferred = x->device; break;
		case cudaMemAdviseUnsetPreferredLocation: s.preferred = cudaInvalidDeviceId; break;
		case cudaMemAdviseSetAccessedBy: s.by[x->device != 0] = true; break;
		default: s.by[x->device != 0] = false; break;
		}
	}
	return s;
}

/* What holds of every page of the range. */
static struct state common(uint64_t addr, size_t count, uint32_t serial)
{
	struct state all_of = state_of(addr / PAGE, serial);

	for (uint64_t page = addr / PAGE + 1; page <= (addr + count - 1) / PAGE; page++) {
		const struct state s = state_of(page, serial);

		all_of.read_mostly &= s.read_mostly;
		all_of.by[0] &= s.by[0];
		all_of.by[1] &= s.by[1];
		if (s.preferred != all_of.preferred)
			all_of.preferred = cudaInvalidDeviceId;
		if (s.fetched != all_of.fetched)
			all_of.fetched = cudaInvalidDeviceId;
	}
	return all_of;
}

static cudaError_t tell(const struct state *s, int *data, size_t size,
			enum cudaMemRangeAttribute attr)
{
	size_t n = 0;

	if (!data || !size || size % sizeof(int) ||
	    (attr != cudaMemRangeAttributeAccessedBy && size != sizeof(int)))
		return cudaErrorInvalidValue;
	switch (attr) {
	case cudaMemRangeAttributeReadMostly: *data = s->read_mostly; break;
	case cudaMemRangeAttributePreferredLocation: *data = s->preferred; break;
	case cudaMemRangeAttributeLastPrefetchLocation: *data = s->fetched; break;
	case cudaMemRangeAttributeAccessedBy:
		for (int i = 0; i < 2; i++)
			if (s->by[i] && n < size / sizeof(int))
				data[n++] = i ? cudaCpuDeviceId : 0;
		while (n < size / sizeof(int))
			data[n++] = cudaInvalidDeviceId;
		break;
	default: return cudaErrorInvalidValue;
	}
	return cudaSuccess;
}

static cudaError_t enter(const void *ptr, size_t count, struct state *s)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	const struct rt *r = rt_state();
	const struct gmem_block *b = e || !gmem_in_arena((uintptr_t)ptr) ? NULL : block_of(r, ptr);

	if (!e && (!b || b->freed || !count || !rt_managed(r, b) ||
		   !gmem_host(r->session.gmem, (uintptr_t)ptr, count)))
		e = cudaErrorInvalidValue;
	if (!e)
		*s = common((uintptr_t)ptr, count, b->serial);
	return e;
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t size, enum cudaMemRangeAttribute attr,
				     const void *ptr, size_t count)
{
	struct state s;
	const cudaError_t e = enter(ptr, count, &s);

	return rt_leave(e ? e : tell(&s, data, size, attr));
}

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *sizes, enum cudaMemRangeAttribute *attrs,
				      size_t n, const void *ptr, size_t count)
{
	struct state s;
	cudaError_t e = enter(ptr, count, &s);

	if (!e && (!data || !sizes || !attrs || !n))
		e = cudaErrorInvalidValue;
	for (size_t i = 0; !e && i < n; i++)
		e = tell(&s, data[i], sizes[i], attrs[i]);
	return rt_leave(e);
}

/* CUDA 12's way to say where: all of the host's memory is one here. */
static int device_at(struct cudaMemLocation location)
{
	switch (location.type) {
	case cudaMemLocationTypeDevice: return location.id;
	case cudaMemLocationTypeHost:
	case cudaMemLocationTypeHostNuma:
	case cudaMemLocationTypeHostNumaCurrent: return cudaCpuDeviceId;
	default: return cudaInvalidDeviceId;
	}
}

cudaError_t cudaMemAdvise_v2(const void *ptr, size_t count, enum cudaMemoryAdvise advice,
			     struct cudaMemLocation location)
{
	return cudaMemAdvise(ptr, count, advice, device_at(location));
}

cudaError_t cudaMemPrefetchAsync_v2(const void *ptr, size_t count, struct cudaMemLocation location,
				    unsigned int flags, cudaStream_t stream)
{
	if (flags) {
		rt_enter(RT_PLAIN);
		return rt_leave(cudaErrorInvalidValue);
	}
	return cudaMemPrefetchAsync(ptr, count, device_at(location), stream);
}
