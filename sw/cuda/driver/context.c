/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * context: cuInit() and contexts. A thread has a stack of contexts, the top one is current. The
 * primary one is the runtime's: a thread that has no other and called the runtime has that.
 */
#include "drv.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64, API_VERSION = 3020 };

static struct {
	bool initialised;
	struct CUctx_st primary, *all;
} driver;

struct stack {
	struct CUctx_st *ctx[MAX_DEPTH];
	unsigned n;
};

static struct stack *stack(void)
{
	static _Thread_local struct stack s;

	return &s;
}

void drv_lock(void)
{
	pthread_mutex_lock(&rt_state()->lock);
}

void drv_unlock(void)
{
	pthread_mutex_unlock(&rt_state()->lock);
}

bool drv_is_primary(const struct CUctx_st *ctx)
{
	return ctx == &driver.primary;
}

/* Made and not destroyed? The lock is held. */
static bool alive(const struct CUctx_st *ctx)
{
	const struct CUctx_st *c = driver.all;

	if (drv_is_primary(ctx))
		return true;
	while (c && c != ctx)
		c = c->next;
	return c != NULL;
}

struct CUctx_st *drv_current(void)
{
	struct stack *s = stack();
	struct CUctx_st *ctx = s->n ? s->ctx[s->n - 1] : NULL;

	drv_lock();
	if (ctx && !alive(ctx))
		ctx = NULL;
	if (!s->n && rt_state()->used)
		ctx = &driver.primary;
	drv_unlock();
	return ctx;
}

CUresult drv_initialised(void)
{
	bool ok;

	drv_lock();
	ok = driver.initialised || rt_state()->used;
	drv_unlock();
	return ok ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult drv_ready(void)
{
	const CUresult e = drv_initialised();

	if (e)
		return e;
	return drv_current() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuInit(unsigned int flags)
{
	if (flags)
		return CUDA_ERROR_INVALID_VALUE;
	drv_lock();
	driver.initialised = true;
	drv_unlock();
	return CUDA_SUCCESS;
}

static bool flags_ok(unsigned flags)
{
	const unsigned schedule = flags & CU_CTX_SCHED_MASK;

	return !(flags & ~(unsigned)CU_CTX_FLAGS_MASK) && !(schedule & (schedule - 1));
}

static CUresult push(struct CUctx_st *ctx)
{
	struct stack *s = stack();

	if (s->n == MAX_DEPTH)
		return CUDA_ERROR_INVALID_VALUE;
	s->ctx[s->n++] = ctx;
	return CUDA_SUCCESS;
}

CUresult cuCtxCreate(CUcontext *ctx, unsigned int flags, CUdevice device)
{
	CUresult e = drv_initialised();
	struct CUctx_st *c;

	if (!e && device)
		e = CUDA_ERROR_INVALID_DEVICE;
	if (!e && (!ctx || !flags_ok(flags) || stack()->n == MAX_DEPTH))
		e = CUDA_ERROR_INVALID_VALUE;
	if (e)
		return e;
	c = mem_alloc(sizeof(*c));
	c->flags = flags;
	drv_lock();
	c->next = driver.all;
	driver.all = c;
	drv_unlock();
	*ctx = c;
	return push(c);
}

/* Takes it out of the list; false: it is not there. */
static bool take_out(struct CUctx_st *ctx)
{
	struct CUctx_st **p = &driver.all;

	drv_lock();
	while (*p && *p != ctx)
		p = &(*p)->next;
	ctx = *p;
	if (ctx)
		*p = ctx->next;
	drv_unlock();
	return ctx != NULL;
}

CUresult cuCtxDestroy(CUcontext ctx)
{
	CUresult e = drv_initialised();
	struct stack *s = stack();

	if (!e && !ctx)
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e && (drv_is_primary(ctx) || !take_out(ctx)))
		e = CUDA_ERROR_INVALID_CONTEXT;
	if (e)
		return e;
	if (s->n && s->ctx[s->n - 1] == ctx)
		s->n--;
	drv_unload_all(ctx);
	drv_free_blocks(ctx);
	free(ctx);
	return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext ctx)
{
	CUresult e = drv_initialised();
	bool ok;

	if (e || !ctx)
		return e ? e : CUDA_ERROR_INVALID_CONTEXT;
	drv_lock();
	ok = alive(ctx);
	drv_unlock();
	return ok ? push(ctx) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxPopCurrent(CUcontext *ctx)
{
	struct CUctx_st *top = drv_current();
	struct stack *s = stack();
	const CUresult e = drv_initialised();

	if (e || !top)
		return e ? e : CUDA_ERROR_INVALID_CONTEXT;
	if (s->n)
		s->n--;
	if (ctx)
		*ctx = top;
	return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext ctx)
{
	struct stack *s = stack();
	const CUresult e = drv_initialised();

	if (e)
		return e;
	if (!ctx) {
		s->n -= s->n != 0;
		return CUDA_SUCCESS;
	}
	if (!s->n)
		return cuCtxPushCurrent(ctx);
	s->n--;
	return cuCtxPushCurrent(ctx);
}

CUresult cuCtxGetCurrent(CUcontext *ctx)
{
	const CUresult e = drv_initialised();

	if (e || !ctx)
		return e ? e : CUDA_ERROR_INVALID_VALUE;
	*ctx = drv_current();
	return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device)
{
	const CUresult e = drv_ready();

	if (e || !device)
		return e ? e : CUDA_ERROR_INVALID_VALUE;
	*device = 0;
	return CUDA_SUCCESS;
}

CUresult cuCtxGetFlags(unsigned int *flags)
{
	const CUresult e = drv_ready();

	if (e || !flags)
		return e ? e : CUDA_ERROR_INVALID_VALUE;
	*flags = drv_current()->flags;
	return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int *version)
{
	CUresult e = ctx ? drv_initialised() : drv_ready();

	if (e || !version)
		return e ? e : CUDA_ERROR_INVALID_VALUE;
	*version = API_VERSION;
	return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *ctx, CUdevice device)
{
	CUresult e = drv_initialised();

	if (!e && device)
		e = CUDA_ERROR_INVALID_DEVICE;
	if (e || !ctx)
		return e ? e : CUDA_ERROR_INVALID_VALUE;
	drv_lock();
	driver.primary.retained++;
	drv_unlock();
	*ctx = &driver.primary;
	return CUDA_SUCCESS;
}

static void end_primary(void)
{
	drv_unload_all(&driver.primary);
	drv_free_blocks(&driver.primary);
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
	CUresult e = drv_initialised();
	bool last;

	if (e || device)
		return e ? e : CUDA_ERROR_INVALID_DEVICE;
	drv_lock();
	if (!driver.primary.retained)
		e = CUDA_ERROR_INVALID_CONTEXT;
	else
		driver.primary.retained--;
	/* The runtime of the same process holds it, too, once it has used it. */
	last = !e && !driver.primary.retained && !rt_state()->used;
	drv_unlock();
	if (last)
		end_primary();
	return e;
}

CUresult cuDevicePrimaryCtxReset(CUdevice device)
{
	const CUresult e = drv_initialised();

	if (e || device)
		return e ? e : CUDA_ERROR_INVALID_DEVICE;
	end_primary();
	return DRV(cudaDeviceReset());
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags)
{
	const CUresult e = drv_initialised();

	if (e || device)
		return e ? e : CUDA_ERROR_INVALID_DEVICE;
	if (!flags_ok(flags))
		return CUDA_ERROR_INVALID_VALUE;
	driver.primary.flags = flags;
	return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active)
{
	const CUresult e = drv_initialised();

	if (e || device)
		return e ? e : CUDA_ERROR_INVALID_DEVICE;
	if (!flags || !active)
		return CUDA_ERROR_INVALID_VALUE;
	drv_lock();
	*flags = driver.primary.flags;
	*active = driver.primary.retained || rt_state()->used;
	drv_unlock();
	return CUDA_SUCCESS;
}
