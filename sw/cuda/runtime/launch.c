/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * launch: a kernel runs, start to end, inside the call that launches it.
 *
 * A wrong shape or an unknown kernel is this call's error. A fault of the kernel is told on
 * standard error at once and to the program when it synchronises, as by a GPU; until then
 * later launches are accepted and do nothing. A hang ends the process: a GPU would hang.
 */
#include "rt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* CUDA 12.1's own limit on the bytes of a kernel's parameters, at sm_70 and later. */
enum { MAX_PARAM_BYTES = 32764 };

static void run(struct rt *r, struct rt_kernel *k, const uint32_t grid[3], const uint32_t block[3],
		uint64_t shared, const uint8_t *params)
{
	struct session_launch l = {.kernel = k->name, .plain = k->plain, .range = rt_range()};
	struct machine_fault fault = {0};

	memcpy(l.grid, grid, sizeof(l.grid));
	memcpy(l.block, block, sizeof(l.block));
	machine_set_cluster(r->session.machine, r->cluster, k->big_cluster);
	if (session_run(&r->session, &l, k->k, shared, params, &fault) == MACHINE_FAULT)
		r->pending =
			fault.cuda_error ? (cudaError_t)fault.cuda_error : cudaErrorLaunchFailure;
}

/* Where each parameter lies in the bytes that PTX has of them, and where these begin. */
static cudaError_t lay_out(const struct simt_kernel *k, uint8_t *params, void **at)
{
	uint64_t end = 0;

	for (unsigned i = 0; i < k->entry->n_params; i++) {
		const struct ptx_var *v = k->entry->params[i];
		uint64_t align = v->align ? v->align : 1;

		end = (end + align - 1) / align * align;
		if (end + v->size > k->param_bytes)
			return cudaErrorInvalidValue;
		at[i] = params + end;
		end += v->size;
	}
	at[k->entry->n_params] = params;
	return cudaSuccess;
}

/* args[i] points to the value of parameter i. */
static cudaError_t pack(const struct simt_kernel *k, void **args, void **at)
{
	if (k->entry->n_params && !args)
		return cudaErrorInvalidValue;
	for (unsigned i = 0; i < k->entry->n_params; i++) {
		if (!args[i])
			return cudaErrorInvalidValue;
		memcpy(at[i], args[i], k->entry->params[i]->size);
	}
	return cudaSuccess;
}

/* A shape that the machine takes. */
static cudaError_t check(struct rt *r, const struct rt_kernel *k, const uint32_t grid[3],
			 const uint32_t block[3], uint64_t shared)
{
	struct diag why = {""};
	cudaError_t e;

	machine_set_cluster(r->session.machine, r->cluster, k->big_cluster);
	e = (cudaError_t)machine_check_launch(r->session.machine, k->k, grid, block, shared, &why);
	if (!e && !rt_shared_allowed(r, k, shared))
		e = (cudaError_t)machine_refuse_shared(r->session.machine, k->k, grid, block,
						       shared, &why);
	if (e) {
		fflush(stdout);
		fprintf(stderr, "photofinish: %s\n", why.text);
		return e;
	}
	return k->k->param_bytes > MAX_PARAM_BYTES ? cudaErrorInvalidValue : cudaSuccess;
}

/* CUDA's list of keys and values (CU_LAUNCH_PARAM_..., in cuda.h). */
bool rt_packed(struct rt *r, const void *host, void **extra, const uint8_t **bytes)
{
	const struct rt_kernel *k = rt_find_kernel(r, host);
	size_t size = 0;

	*bytes = NULL;
	for (; *extra; extra += 2) {
		if (!extra[1])
			return false;
		if (*extra == (void *)1)
			*bytes = extra[1];
		else if (*extra == (void *)2)
			size = *(const size_t *)extra[1];
		else
			return false;
	}
	/* what is no kernel is the launch's own to refuse */
	return *bytes && (!k || size >= k->k->param_bytes);
}

cudaError_t rt_check_launch(struct rt *r, const void *host, const uint32_t grid[3],
			    const uint32_t block[3], uint64_t shared, void **args,
			    const uint8_t *packed, struct rt_params *p)
{
	const struct rt_kernel *k = rt_find_kernel(r, host);
	cudaError_t e = k ? check(r, k, grid, block, shared) : cudaErrorInvalidDeviceFunction;

	if (e)
		return e;
	p->bytes = mem_alloc(k->k->param_bytes);
	p->at = mem_alloc((k->k->entry->n_params + 1) * sizeof(*p->at));
	e = lay_out(k->k, p->bytes, p->at);
	if (!e && packed)
		memcpy(p->bytes, packed, k->k->param_bytes);
	else if (!e)
		e = pack(k->k, args, p->at);
	if (e)
		rt_params_free(p);
	return e;
}

void rt_params_free(struct rt_params *p)
{
	free(p->bytes);
	free(p->at);
}

cudaError_t rt_checked_launch(struct rt *r, const void *host, const uint32_t grid[3],
			      const uint32_t block[3], uint64_t shared, cudaStream_t stream,
			      void **args, const uint8_t *packed)
{
	struct rt_params p;
	cudaError_t e;

	if (!rt_stream_valid(r, stream))
		return cudaErrorInvalidResourceHandle;
	e = rt_check_launch(r, host, grid, block, shared, args, packed, &p);
	if (e)
		return e;
	/* A GPU would not have run it after a fault of an earlier one. */
	if (r->pending)
		r->session.unlaunched++;
	else
		run(r, rt_find_kernel(r, host), grid, block, shared, p.bytes);
	rt_params_free(&p);
	return cudaSuccess;
}

cudaError_t rt_launch(const void *host, const uint32_t grid[3], const uint32_t block[3],
		      uint64_t shared, cudaStream_t stream, void **args, const uint8_t *packed)
{
	const struct rt_extra none = {{0}, false};

	return rt_launch_as(&none, host, grid, block, shared, stream, args, packed);
}

cudaError_t rt_launch_as(const struct rt_extra *x, const void *host, const uint32_t grid[3],
			 const uint32_t block[3], uint64_t shared, cudaStream_t stream, void **args,
			 const uint8_t *packed)
{
	cudaError_t e = rt_enter(RT_ASYNC);
	struct rt *r = rt_state();
	struct rt_member *at = NULL;

	if (e)
		r->session.unlaunched++;
	else
		e = rt_capturing(r, stream, &at);
	if (!e && at && x->cluster[0]) {
		rt_note("a launch with clusters of its own", "it cannot be captured");
		return rt_leave(cudaErrorNotSupported);
	}
	if (e)
		return rt_leave(e);
	r->cluster = x->cluster[0] ? x->cluster : NULL;
	if (at)
		e = rt_capture_launch(r, at, host, grid, block, shared, args, packed,
				      x->cooperative);
	else
		e = (x->cooperative ? rt_cooperative_launch : rt_checked_launch)(
			r, host, grid, block, shared, stream, args, packed);
	r->cluster = NULL;
	return rt_leave(e);
}

static cudaError_t launch(const void *host, dim3 grid, dim3 block, size_t shared,
			  cudaStream_t stream, void **args, const uint8_t *packed)
{
	const uint32_t g[3] = {grid.x, grid.y, grid.z}, b[3] = {block.x, block.y, block.z};

	return rt_launch(host, g, b, shared, stream, args, packed);
}

cudaError_t cudaLaunchKernel(const void *func, dim3 grid, dim3 block, void **args, size_t shared,
			     cudaStream_t stream)
{
	return launch(func, grid, block, shared, stream, args, NULL);
}

/* Where blocks run, in which order launches do, and what stays in caches: hints. */
static cudaError_t extra(struct rt_extra *x, const cudaLaunchAttribute *a)
{
	switch (a->id) {
	case cudaLaunchAttributeCooperative: x->cooperative = a->val.cooperative; break;
	case cudaLaunchAttributeClusterDimension:
		x->cluster[0] = a->val.clusterDim.x;
		x->cluster[1] = a->val.clusterDim.y;
		x->cluster[2] = a->val.clusterDim.z;
		if (!x->cluster[0] || !x->cluster[1] || !x->cluster[2])
			return cudaErrorInvalidClusterSize;
		break;
	case cudaLaunchAttributeIgnore:
	case cudaLaunchAttributeAccessPolicyWindow:
	case cudaLaunchAttributeSynchronizationPolicy:
	case cudaLaunchAttributeClusterSchedulingPolicyPreference:
	case cudaLaunchAttributeProgrammaticStreamSerialization:
	case cudaLaunchAttributePriority: break;
	default: return cudaErrorNotSupported;
	}
	return cudaSuccess;
}

cudaError_t rt_extras(struct rt_extra *x, const cudaLaunchAttribute *attrs, unsigned n)
{
	cudaError_t e = n && !attrs ? cudaErrorInvalidValue : cudaSuccess;

	for (unsigned i = 0; i < n && !e; i++)
		e = extra(x, &attrs[i]);
	return e;
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func, void **args)
{
	struct rt_extra x = {{0}, false};
	cudaError_t e =
		config ? rt_extras(&x, config->attrs, config->numAttrs) : cudaErrorInvalidValue;

	if (e) {
		rt_enter(RT_PLAIN);
		if (e == cudaErrorNotSupported)
			rt_note("cudaLaunchKernelExC", "this launch attribute is not supported");
		return rt_leave(e);
	}
	return rt_launch_as(
		&x, func,
		(const uint32_t[3]){config->gridDim.x, config->gridDim.y, config->gridDim.z},
		(const uint32_t[3]){config->blockDim.x, config->blockDim.y, config->blockDim.z},
		config->dynamicSmemBytes, config->stream, args, NULL);
}

/* The handle of a kernel is the address that it was registered under. */
cudaError_t __cudaGetKernel(void **kernel, const void *host)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && !rt_find_kernel(rt_state(), host))
		e = cudaErrorInvalidDeviceFunction;
	if (!e)
		*kernel = (void *)(uintptr_t)host;
	return rt_leave(e);
}

cudaError_t __cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **args, size_t shared,
			       cudaStream_t stream)
{
	return launch(kernel, grid, block, shared, stream, args, NULL);
}

/* Configurations between <<< >>> and the stub that launches; they nest when an argument's
 * expression launches too. */
struct config {
	struct config *outer;
	dim3 grid, block;
	size_t shared;
	cudaStream_t stream;
	uint8_t args[MAX_PARAM_BYTES]; /* cudaSetupArgument() */
};

static struct config **configs(void)
{
	/* Pushed and popped by one thread's generated code; another thread has its own. */
	static _Thread_local struct config *top;

	return &top;
}

unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
					 struct CUstream_st *stream)
{
	struct config **top = configs(), *c = mem_alloc(sizeof(*c));

	c->outer = *top;
	c->grid = grid;
	c->block = block;
	c->shared = shared;
	c->stream = stream;
	*top = c;
	return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
	struct config **top = configs(), *c = *top;

	if (!c) {
		rt_enter(RT_PLAIN);
		return rt_leave(cudaErrorMissingConfiguration);
	}
	*grid = c->grid;
	*block = c->block;
	*shared = c->shared;
	memcpy(stream, &c->stream, sizeof(c->stream));
	*top = c->outer;
	free(c);
	return cudaSuccess;
}

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared, cudaStream_t stream)
{
	__cudaPushCallConfiguration(grid, block, shared, stream);
	return cudaSuccess;
}

cudaError_t cudaSetupArgument(const void *arg, size_t size, size_t offset)
{
	struct config *c = *configs();
	cudaError_t e = cudaSuccess;

	rt_enter(RT_PLAIN);
	if (!c)
		e = cudaErrorMissingConfiguration;
	else if (!arg || offset > sizeof(c->args) || size > sizeof(c->args) - offset)
		e = cudaErrorInvalidValue;
	else
		memcpy(c->args + offset, arg, size);
	return rt_leave(e);
}

cudaError_t cudaLaunch(const void *func)
{
	struct config **top = configs(), *c = *top;
	cudaError_t e;

	if (!c) {
		rt_enter(RT_PLAIN);
		return rt_leave(cudaErrorMissingConfiguration);
	}
	e = launch(func, c->grid, c->block, c->shared, c->stream, NULL, c->args);
	*top = c->outer;
	free(c);
	return e;
}
