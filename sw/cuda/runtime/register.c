/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * register: notes what the program's constructors register. Nothing is read or checked
 * before main(): a program that never calls CUDA never hears from us. But one that has __managed__
 * variables may use them without a call.
 */
#include "rt.h"

#include <stdio.h>
#include <string.h>

#include "../../base/demangle.h"

static struct rt_module *module_of(void **handle)
{
	return (struct rt_module *)(void *)handle;
}

struct rt_module *rt_module_new(struct rt *r)
{
	struct rt_module *m = mem_alloc(sizeof(*m));

	m->last_kernel = &m->kernels;
	m->last_variable = &m->variables;
	*r->last_module = m;
	r->last_module = &m->next;
	snprintf(m->name, sizeof(m->name), "device code %u", ++r->n_registered);
	return m;
}

struct rt_kernel *rt_kernel_new(struct rt_module *m, const char *name)
{
	struct rt_kernel *k = mem_alloc(sizeof(*k));

	k->name = mem_strdup(name); /* outlives a program that unloads its libraries */
	k->plain = demangle(k->name);
	k->module = m;
	*m->last_kernel = k;
	m->last_kernel = &k->next;
	return k;
}

void **__cudaRegisterFatBinary(void *wrapper)
{
	struct rt *r = rt_state();
	struct rt_module *m;
	struct rt_wrapper w;

	memcpy(&w, wrapper, sizeof(w));
	pthread_mutex_lock(&r->lock);
	m = rt_module_new(r);
	r->unloaded++;
	if (w.magic != RT_WRAPPER_MAGIC)
		snprintf(m->refused, sizeof(m->refused),
			 "device code wrapper has magic 0x%08x, not CUDA's 0x%08x", w.magic,
			 (unsigned)RT_WRAPPER_MAGIC);
	else
		m->image = w.data;
	pthread_mutex_unlock(&r->lock);
	return (void **)(void *)m;
}

/* The host may use a __managed__ variable from now on. */
void __cudaRegisterFatBinaryEnd(void **handle)
{
	if (!module_of(handle)->managed)
		return;
	rt_enter(RT_ASYNC);
	rt_leave(cudaSuccess);
}

char __cudaInitModule(void **handle)
{
	(void)handle;
	return 1;
}

/* The module's memory stays: destructors that run later may still name its variables. */
void __cudaUnregisterFatBinary(void **handle)
{
	struct rt *r = rt_state();
	struct rt_module *m = module_of(handle);

	if (!m || m->gone)
		return;
	m->gone = true;
	/* exit() calls this too, and a thread that main() left behind may be inside a launch for
	 * long: the process must still end. */
	if (pthread_mutex_trylock(&r->lock))
		return;
	if (!m->loaded)
		r->unloaded--;
	pthread_mutex_unlock(&r->lock);
}

void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name,
			    int thread_limit, uint3 *tid, uint3 *bid, dim3 *block, dim3 *grid,
			    int *warp_size)
{
	struct rt_module *m = module_of(handle);

	(void)device;
	(void)thread_limit; /* PTX says it too (.maxntid) */
	(void)tid;
	(void)bid;
	(void)block;
	(void)grid;
	(void)warp_size;
	pthread_mutex_lock(&rt_state()->lock);
	rt_kernel_new(m, name)->host = host;
	pthread_mutex_unlock(&rt_state()->lock);
}

static struct rt_variable *variable(void **handle, const char *name, size_t size, int constant)
{
	struct rt_module *m = module_of(handle);
	struct rt_variable *v = mem_alloc(sizeof(*v));

	v->name = mem_strdup(name);
	v->module = m;
	v->host_size = size;
	v->constant = constant != 0;
	pthread_mutex_lock(&rt_state()->lock);
	*m->last_variable = v;
	m->last_variable = &v->next;
	pthread_mutex_unlock(&rt_state()->lock);
	return v;
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext,
		       size_t size, int constant, int global)
{
	(void)device;
	(void)ext;
	(void)global;
	variable(handle, name, size, constant)->host = host;
}

/* host: the host code's pointer to it, which is set when the module is loaded (module.c). */
void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int ext,
			      size_t size, int constant, int global)
{
	(void)device;
	(void)ext;
	(void)global;
	variable(handle, name, size, constant)->managed = host;
	module_of(handle)->managed = true;
}

/* A reference is a variable that the runtime writes: texture.c. */
void __cudaRegisterTexture(void **handle, const void *host, const void **device, const char *name,
			   int dim, int norm, int ext)
{
	(void)dim;
	(void)norm;
	__cudaRegisterVar(handle, (char *)(uintptr_t)host, (char *)(uintptr_t)device, name, ext, 0,
			  0, 0);
}

void __cudaRegisterSurface(void **handle, const void *host, const void **device, const char *name,
			   int dim, int ext)
{
	__cudaRegisterTexture(handle, host, device, name, dim, 0, ext);
}
