/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * function: what a program can ask and set about a kernel: attributes and occupancy.
 */
#include "rt.h"

#include <string.h>

enum { MAX_THREADS = 1024, MAX_REGISTERS = 255 };

static cudaError_t enter(const void *func, struct rt_kernel **k)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	*k = NULL;
	if (!e) {
		*k = rt_find_kernel(rt_state(), func);
		e = *k ? cudaSuccess : cudaErrorInvalidDeviceFunction;
	}
	return e;
}

/* PTX registers are virtual: this many 32-bit words if none were shared. */
static int registers(const struct ptx_func *f)
{
	unsigned words = 0;

	for (unsigned i = 0; i < f->n_regs && words < MAX_REGISTERS; i++)
		words += (ptx_type_bytes(f->regs[i].type) + 3) / 4;
	return words < MAX_REGISTERS ? (int)words : MAX_REGISTERS;
}

static int max_threads(const struct simt_kernel *k)
{
	const uint32_t *n = k->reqntid[0] ? k->reqntid : k->maxntid;
	uint64_t threads = 1;

	for (int i = 0; i < 3; i++)
		threads *= n[i] ? n[i] : 1;
	return n[0] && threads < MAX_THREADS ? (int)threads : MAX_THREADS;
}

static uint32_t rest(uint32_t all, const struct rt_kernel *k)
{
	return k->k->static_shared < all ? all - k->k->static_shared : 0;
}

/* Most that cudaFuncSetAttribute() takes, */
static uint32_t dynamic_limit(const struct rt *r, const struct rt_kernel *k)
{
	return rest(rt_shared_optin(r), k);
}

/* and what a kernel may have of it, as it has asked for or not. */
static uint32_t dynamic_now(const struct rt *r, const struct rt_kernel *k)
{
	const uint32_t plain = rest(r->session.opt.machine.shared_per_block, k);

	return k->dynamic_set && k->dynamic_shared > plain ? k->dynamic_shared : plain;
}

bool rt_shared_allowed(const struct rt *r, const struct rt_kernel *k, uint64_t dynamic)
{
	return dynamic <= dynamic_now(r, k);
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, const void *func)
{
	struct rt_kernel *k;
	cudaError_t e = enter(func, &k);

	if (!e && !attr)
		e = cudaErrorInvalidValue;
	if (e)
		return rt_leave(e);
	memset(attr, 0, sizeof(*attr));
	attr->sharedSizeBytes = k->k->static_shared;
	attr->localSizeBytes = k->k->local_bytes;
	for (unsigned i = 0; i < k->k->module->n_vars; i++)
		if (k->k->module->vars[i]->space == PTX_SPACE_CONST)
			attr->constSizeBytes += k->k->module->vars[i]->size;
	attr->maxThreadsPerBlock = max_threads(k->k);
	attr->numRegs = registers(k->k->entry);
	attr->ptxVersion = attr->binaryVersion = (int)k->module->target;
	attr->maxDynamicSharedSizeBytes =
		(int)(k->dynamic_set ? k->dynamic_shared : dynamic_now(rt_state(), k));
	attr->clusterDimMustBeSet = k->k->explicit_cluster;
	attr->requiredClusterWidth = (int)k->k->reqcluster[0];
	attr->requiredClusterHeight = (int)k->k->reqcluster[1];
	attr->requiredClusterDepth = (int)k->k->reqcluster[2];
	attr->nonPortableClusterSizeAllowed = k->big_cluster;
	attr->preferredShmemCarveout = k->carveout_set ? k->carveout : cudaSharedmemCarveoutDefault;
	return rt_leave(cudaSuccess);
}

cudaError_t cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attr, int value)
{
	struct rt_kernel *k;
	cudaError_t e = enter(func, &k);

	if (e)
		return rt_leave(e);
	switch (attr) {
	case cudaFuncAttributeMaxDynamicSharedMemorySize:
		if (value < 0 || (uint32_t)value > dynamic_limit(rt_state(), k))
			return rt_leave(cudaErrorInvalidValue);
		k->dynamic_set = true;
		k->dynamic_shared = (uint32_t)value;
		break;
	case cudaFuncAttributePreferredSharedMemoryCarveout:
		if (value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared)
			return rt_leave(cudaErrorInvalidValue);
		k->carveout_set = true;
		k->carveout = value;
		break;
	case cudaFuncAttributeNonPortableClusterSizeAllowed: k->big_cluster = value; break;
	case cudaFuncAttributeClusterSchedulingPolicyPreference: break; /* a hint */
	default: return rt_leave(cudaErrorInvalidValue);
	}
	return rt_leave(cudaSuccess);
}

/* The clusters of a launch with this configuration: how many are resident at once. size not NULL:
 * the most blocks of one instead. */
static cudaError_t clusters(int *n, int *size, const void *func, const cudaLaunchConfig_t *c)
{
	struct rt_extra x = {{0}, false};
	struct rt_kernel *k;
	cudaError_t e = enter(func, &k);
	const struct machine *m = rt_state()->session.machine;
	uint32_t blocks, threads, slots;

	if (!e)
		e = (n || size) && c ? rt_extras(&x, c->attrs, c->numAttrs) : cudaErrorInvalidValue;
	if (e)
		return rt_leave(e);
	threads = c->blockDim.x * c->blockDim.y * c->blockDim.z;
	slots = machine_max_clusters(m, k->k, threads, c->dynamicSmemBytes, 1);
	if (size) {
		*size = k->big_cluster ? SIMT_MAX_CLUSTER : SIMT_PORTABLE_CLUSTER;
		while ((uint32_t)*size > slots)
			*size /= 2;
		return rt_leave(*size ? cudaSuccess : cudaErrorLaunchOutOfResources);
	}
	machine_set_cluster((struct machine *)(uintptr_t)m, x.cluster[0] ? x.cluster : NULL, false);
	blocks = machine_cluster_blocks(m, k->k);
	machine_set_cluster((struct machine *)(uintptr_t)m, NULL, false);
	if (blocks > (k->big_cluster ? SIMT_MAX_CLUSTER : SIMT_PORTABLE_CLUSTER))
		return rt_leave(cudaErrorInvalidClusterSize);
	*n = (int)(slots / blocks);
	return rt_leave(cudaSuccess);
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *func,
						 const cudaLaunchConfig_t *config)
{
	return clusters(NULL, size, func, config);
}

cudaError_t cudaOccupancyMaxActiveClusters(int *n, const void *func,
					   const cudaLaunchConfig_t *config)
{
	return clusters(n, NULL, func, config);
}

/* Preferences for caches and banks that the machine does not have. */
static cudaError_t preference(const void *func, unsigned value, unsigned last)
{
	struct rt_kernel *k;
	cudaError_t e = enter(func, &k);

	if (!e && value > last)
		e = cudaErrorInvalidValue;
	return rt_leave(e);
}

cudaError_t cudaFuncSetCacheConfig(const void *func, enum cudaFuncCache config)
{
	return preference(func, (unsigned)config, cudaFuncCachePreferEqual);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *func, enum cudaSharedMemConfig config)
{
	return preference(func, (unsigned)config, cudaSharedMemBankSizeEightByte);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *func,
								   int block_size,
								   size_t dynamic_shared,
								   unsigned int flags)
{
	struct rt_kernel *k;
	cudaError_t e = enter(func, &k);

	if (!e && (!blocks || block_size <= 0 ||
		   (flags & ~(unsigned)cudaOccupancyDisableCachingOverride)))
		e = cudaErrorInvalidValue;
	if (!e)
		*blocks = rt_shared_allowed(rt_state(), k, dynamic_shared)
				  ? (int)machine_occupancy(rt_state()->session.machine, k->k,
							   (uint32_t)block_size, dynamic_shared)
				  : 0;
	return rt_leave(e);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *func,
							  int block_size, size_t dynamic_shared)
{
	return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
		blocks, func, block_size, dynamic_shared, cudaOccupancyDefault);
}

/* Most dynamic shared memory with which num_blocks still fit, by bisection. */
static bool available(const struct rt *r, const struct rt_kernel *k, uint32_t num_blocks,
		      uint32_t block_size, size_t *size)
{
	uint64_t fits = 0, not_fits = (uint64_t)dynamic_now(r, k) + 1;

	if (machine_occupancy(r->session.machine, k->k, block_size, 0) < num_blocks)
		return false;
	while (not_fits - fits > 1) {
		uint64_t middle = (fits + not_fits) / 2;

		if (machine_occupancy(r->session.machine, k->k, block_size, middle) >= num_blocks)
			fits = middle;
		else
			not_fits = middle;
	}
	*size = fits;
	return true;
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *size, const void *func,
						      int num_blocks, int block_size)
{
	struct rt_kernel *k;
	cudaError_t e = enter(func, &k);

	if (!e && (!size || num_blocks <= 0 || block_size <= 0))
		e = cudaErrorInvalidValue;
	if (!e && !available(rt_state(), k, (uint32_t)num_blocks, (uint32_t)block_size, size))
		e = cudaErrorInvalidValue;
	return rt_leave(e);
}
