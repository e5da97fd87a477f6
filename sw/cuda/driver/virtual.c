/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * virtual: addresses that are reserved, physical memory, and the one mapped at the other. Physical
 * memory is a file in the system's memory, which keeps its bytes from one mapping to the next.
 *
 * Checkers know memory by its address: two addresses of one memory would hide a race between them.
 * So memory is mapped at one address at a time, and a second one is refused.
 */
#include "drv.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { GRANULARITY = 2 << 20 };

struct physical {
	struct physical *next;
	uint64_t id; /* the handle; never used again */
	size_t size;
	int fd;
	unsigned handles; /* not released */
	bool mapped, written;
	CUmemAllocationProp prop;
};

struct mapping {
	struct mapping *next;
	uint64_t addr, size;
	struct physical *of;
	CUmemAccess_flags access;
};

struct range {
	struct range *next;
	uint64_t addr, size;
};

/* The process has one device, and so one of these; the runtime's lock is held. */
static struct {
	struct range *ranges;
	struct physical *physical;
	struct mapping *mappings;
	uint64_t last_id;
} state;

static bool multiple(uint64_t n)
{
	return n && n % GRANULARITY == 0;
}

/* Memory without a handle and without an address is nobody's. */
static void let_go(struct rt *r, struct physical *x)
{
	struct physical **p = &state.physical;

	if (x->handles || x->mapped)
		return;
	while (*p != x)
		p = &(*p)->next;
	*p = x->next;
	close(x->fd);
	gmem_count(r->session.gmem, -(int64_t)x->size);
	free(x);
}

static void unmap(struct rt *r, struct mapping **p)
{
	struct mapping *m = *p;

	*p = m->next;
	gmem_unmap(r->session.gmem, m->addr);
	m->of->mapped = false;
	let_go(r, m->of);
	free(m);
}

/* The device is reset: nothing of all this is left. */
static void reset(struct rt *r)
{
	while (state.mappings)
		unmap(r, &state.mappings);
	while (state.physical) {
		state.physical->handles = 0;
		let_go(r, state.physical);
	}
	while (state.ranges) {
		struct range *x = state.ranges;

		state.ranges = x->next;
		gmem_unreserve(r->session.gmem, x->addr);
		free(x);
	}
}

static CUresult enter(bool ok)
{
	CUresult e = drv_ready();

	if (e)
		return e;
	if (!ok)
		return CUDA_ERROR_INVALID_VALUE;
	e = drv_enter();
	if (e)
		drv_unlock();
	else
		rt_state()->on_reset = reset;
	return e;
}

static CUresult leave(CUresult e)
{
	drv_unlock();
	return e;
}

/* Where the address goes is not the program's to say: CUDA, too, takes it as a wish. */
CUresult cuMemAddressReserve(CUdeviceptr *ptr, size_t size, size_t alignment, CUdeviceptr address,
			     unsigned long long flags)
{
	CUresult e = enter(ptr && multiple(size) && !flags && !(alignment & (alignment - 1)) &&
			   address % GRANULARITY == 0);
	struct range *x;
	uint64_t addr;

	if (e)
		return e;
	addr = gmem_reserve(rt_state()->session.gmem, size,
			    alignment < GRANULARITY ? GRANULARITY : alignment);
	if (!addr)
		return leave(CUDA_ERROR_OUT_OF_MEMORY);
	x = mem_alloc(sizeof(*x));
	*x = (struct range){state.ranges, addr, size};
	state.ranges = x;
	*ptr = addr;
	return leave(CUDA_SUCCESS);
}

CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size)
{
	struct range **p = &state.ranges, *x;
	CUresult e = enter(true);

	if (e)
		return e;
	while (*p && ((*p)->addr != ptr || (*p)->size != size))
		p = &(*p)->next;
	x = *p;
	if (!x || gmem_unreserve(rt_state()->session.gmem, ptr))
		return leave(CUDA_ERROR_INVALID_VALUE); /* something is mapped */
	*p = x->next;
	free(x);
	return leave(CUDA_SUCCESS);
}

static bool prop_ok(const CUmemAllocationProp *prop)
{
	return prop && prop->type == CU_MEM_ALLOCATION_TYPE_PINNED &&
	       prop->location.type == CU_MEM_LOCATION_TYPE_DEVICE;
}

/* Memory at once, and its file; -1: there is not so much. */
static int make_file(struct rt *r, size_t size)
{
	int fd;

	if (gmem_count(r->session.gmem, (int64_t)size))
		return -1;
	fd = memfd_create("photofinish", MFD_CLOEXEC);
	if (fd >= 0 && !ftruncate(fd, (off_t)size))
		return fd;
	if (fd >= 0)
		close(fd);
	gmem_count(r->session.gmem, -(int64_t)size);
	return -1;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size,
		     const CUmemAllocationProp *prop, unsigned long long flags)
{
	CUresult e =
		enter(handle && prop_ok(prop) && multiple(size) && size <= INT64_MAX && !flags);
	struct physical *x;
	int fd;

	if (e)
		return e;
	if (prop->location.id != 0)
		return leave(CUDA_ERROR_INVALID_DEVICE);
	if (prop->requestedHandleTypes) {
		rt_note("cuMemCreate", "memory is not shared between processes");
		return leave(CUDA_ERROR_NOT_SUPPORTED);
	}
	fd = make_file(rt_state(), size);
	if (fd < 0)
		return leave(CUDA_ERROR_OUT_OF_MEMORY);
	x = mem_alloc(sizeof(*x));
	*x = (struct physical){.next = state.physical,
			       .id = ++state.last_id,
			       .size = size,
			       .fd = fd,
			       .handles = 1,
			       .prop = *prop};
	x->prop.allocFlags.gpuDirectRDMACapable = 0;
	state.physical = x;
	*handle = x->id;
	return leave(CUDA_SUCCESS);
}

static struct physical *find(CUmemGenericAllocationHandle handle)
{
	struct physical *x = state.physical;

	while (x && (x->id != handle || !x->handles))
		x = x->next;
	return x;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
	CUresult e = enter(true);
	struct physical *x = e ? NULL : find(handle);

	if (e)
		return e;
	if (!x)
		return leave(CUDA_ERROR_INVALID_VALUE);
	x->handles--;
	let_go(rt_state(), x);
	return leave(CUDA_SUCCESS);
}

CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
		  unsigned long long flags)
{
	CUresult e = enter(multiple(size) && ptr % GRANULARITY == 0 && !offset && !flags);
	struct physical *x = e ? NULL : find(handle);
	struct mapping *m;

	if (e)
		return e;
	if (!x || size > x->size)
		return leave(CUDA_ERROR_INVALID_VALUE);
	if (x->mapped) {
		rt_note("cuMemMap", "memory that is mapped at a second address is not supported: "
				    "races between the two would not be seen");
		return leave(CUDA_ERROR_NOT_SUPPORTED);
	}
	if (gmem_map(rt_state()->session.gmem, ptr, size, x->fd))
		return leave(CUDA_ERROR_INVALID_VALUE);
	x->mapped = true;
	m = mem_alloc(sizeof(*m));
	*m = (struct mapping){state.mappings, ptr, size, x, CU_MEM_ACCESS_FLAGS_PROT_NONE};
	state.mappings = m;
	return leave(CUDA_SUCCESS);
}

static struct mapping **at(uint64_t addr)
{
	struct mapping **p = &state.mappings;

	while (*p && (*p)->addr != addr)
		p = &(*p)->next;
	return p;
}

/* Is the range that of whole mappings, one behind the other? */
static bool whole(uint64_t addr, uint64_t size)
{
	while (size) {
		const struct mapping *m = *at(addr);

		if (!m || m->size > size)
			return false;
		addr += m->size;
		size -= m->size;
	}
	return true;
}

CUresult cuMemUnmap(CUdeviceptr ptr, size_t size)
{
	CUresult e = enter(multiple(size));

	if (e)
		return e;
	if (!whole(ptr, size))
		return leave(CUDA_ERROR_INVALID_VALUE);
	for (uint64_t addr = ptr; addr < ptr + size;) {
		struct mapping **p = at(addr);

		addr += (*p)->size;
		unmap(rt_state(), p);
	}
	return leave(CUDA_SUCCESS);
}

static bool desc_ok(const CUmemAccessDesc *d)
{
	return d->location.type == CU_MEM_LOCATION_TYPE_DEVICE && d->location.id == 0 &&
	       (d->flags == CU_MEM_ACCESS_FLAGS_PROT_NONE ||
		d->flags == CU_MEM_ACCESS_FLAGS_PROT_READ ||
		d->flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
}

static void allow(struct rt *r, struct mapping *m, CUmemAccess_flags access)
{
	const bool first = m->access == CU_MEM_ACCESS_FLAGS_PROT_NONE && access;

	m->access = access;
	gmem_allow(r->session.gmem, m->addr,
		   access == CU_MEM_ACCESS_FLAGS_PROT_READWRITE ? GMEM_MAPPED
		   : access == CU_MEM_ACCESS_FLAGS_PROT_READ    ? GMEM_READABLE
								: GMEM_RESERVED);
	/* Which of its bytes were written at an earlier address is not known: none is to be found.
	 */
	if (first && m->of->written)
		session_wrote(&r->session, (void *)(uintptr_t)m->addr, NULL, m->size);
	m->of->written |= access != CU_MEM_ACCESS_FLAGS_PROT_NONE;
}

CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc, size_t count)
{
	CUresult e = enter(desc && count && multiple(size));

	if (e)
		return e;
	for (size_t i = 0; i < count; i++)
		if (!desc_ok(&desc[i]))
			return leave(CUDA_ERROR_INVALID_VALUE);
	if (!whole(ptr, size))
		return leave(CUDA_ERROR_INVALID_VALUE);
	for (uint64_t addr = ptr; addr < ptr + size;) {
		struct mapping *m = *at(addr);

		allow(rt_state(), m, desc[count - 1].flags);
		addr += m->size;
	}
	return leave(CUDA_SUCCESS);
}

static struct mapping *around(uint64_t addr)
{
	struct mapping *m = state.mappings;

	while (m && (addr < m->addr || addr - m->addr >= m->size))
		m = m->next;
	return m;
}

CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr ptr)
{
	CUresult e = enter(flags && location && location->type == CU_MEM_LOCATION_TYPE_DEVICE &&
			   location->id == 0);
	const struct mapping *m = e ? NULL : around(ptr);

	if (e)
		return e;
	if (m)
		*flags = m->access;
	return leave(m ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE);
}

CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop,
				       CUmemAllocationGranularity_flags option)
{
	const CUresult e = enter(granularity && prop_ok(prop) &&
				 (unsigned)option <= CU_MEM_ALLOC_GRANULARITY_RECOMMENDED);

	if (e)
		return e;
	*granularity = GRANULARITY;
	return leave(CUDA_SUCCESS);
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop,
						CUmemGenericAllocationHandle handle)
{
	const CUresult e = enter(prop != NULL);
	const struct physical *x = e ? NULL : find(handle);

	if (e)
		return e;
	if (x)
		*prop = x->prop;
	return leave(x ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE);
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *ptr)
{
	const CUresult e = enter(handle != NULL);
	struct mapping *m = e ? NULL : around((uintptr_t)ptr);

	if (e)
		return e;
	if (m) {
		m->of->handles++;
		*handle = m->of->id;
	}
	return leave(m ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE);
}
