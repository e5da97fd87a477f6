/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * launch: functions and their launches.
 */
#include "drv.h"

static const void *host_of(CUfunction function)
{
	return function; /* cuModuleGetFunction() gives its own address as the host's */
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attr, CUfunction function)
{
	struct cudaFuncAttributes a = {0};
	CUresult e = drv_ready();

	if (!e && !value)
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e)
		e = DRV(cudaFuncGetAttributes(&a, host_of(function)));
	if (e)
		return e;
	switch (attr) {
	case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = a.maxThreadsPerBlock; break;
	case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)a.sharedSizeBytes; break;
	case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = (int)a.constSizeBytes; break;
	case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int)a.localSizeBytes; break;
	case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = a.numRegs; break;
	case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = a.ptxVersion; break;
	case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = a.binaryVersion; break;
	case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *value = a.cacheModeCA; break;
	case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
		*value = a.maxDynamicSharedSizeBytes;
		break;
	case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
		*value = a.preferredShmemCarveout;
		break;
	case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET: *value = a.clusterDimMustBeSet; break;
	case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH: *value = a.requiredClusterWidth; break;
	case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT: *value = a.requiredClusterHeight; break;
	case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH: *value = a.requiredClusterDepth; break;
	case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
		*value = a.nonPortableClusterSizeAllowed;
		break;
	default: return CUDA_ERROR_INVALID_VALUE;
	}
	return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attr, int value)
{
	const CUresult e = drv_ready();

	return e ? e
		 : DRV(cudaFuncSetAttribute(host_of(function), (enum cudaFuncAttribute)attr,
					    value));
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config)
{
	const CUresult e = drv_ready();

	return e ? e : DRV(cudaFuncSetCacheConfig(host_of(function), (enum cudaFuncCache)config));
}

CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config)
{
	const CUresult e = drv_ready();

	return e ? e
		 : DRV(cudaFuncSetSharedMemConfig(host_of(function),
						  (enum cudaSharedMemConfig)config));
}

CUresult cuFuncGetModule(CUmodule *module, CUfunction function)
{
	CUresult e = drv_ready();
	struct CUctx_st *ctx = e ? NULL : drv_current();
	struct CUmod_st *m;

	if (e || !module)
		return e ? e : CUDA_ERROR_INVALID_VALUE;
	drv_lock();
	for (m = ctx->modules; m; m = m->next) {
		const struct rt_kernel *k = m->module->kernels;

		while (k && k->host != host_of(function))
			k = k->next;
		if (k)
			break;
	}
	drv_unlock();
	*module = m;
	return m ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

/* The list instead of parameters: where the packed bytes are. */
static CUresult packed_of(CUfunction function, void **extra, const uint8_t **bytes)
{
	bool ok;

	drv_lock();
	ok = rt_packed(rt_state(), host_of(function), extra, bytes);
	drv_unlock();
	return ok ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* Attributes are the runtime's, by other names. */
_Static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute) &&
		       offsetof(CUlaunchAttribute, value) == offsetof(cudaLaunchAttribute, val) &&
		       (int)CU_LAUNCH_ATTRIBUTE_PRIORITY == (int)cudaLaunchAttributePriority,
	       "one layout");

static cudaLaunchAttribute *runtime_attributes(const CUlaunchConfig *c)
{
	return (cudaLaunchAttribute *)(void *)c->attrs;
}

static cudaLaunchConfig_t runtime_config(const CUlaunchConfig *c)
{
	return (cudaLaunchConfig_t){
		.gridDim = {c->gridDimX, c->gridDimY, c->gridDimZ},
		.blockDim = {c->blockDimX, c->blockDimY, c->blockDimZ},
		.dynamicSmemBytes = c->sharedMemBytes,
		.stream = c->hStream,
		.attrs = runtime_attributes(c),
		.numAttrs = c->numAttrs,
	};
}

CUresult cuLaunchKernel(CUfunction function, unsigned int gx, unsigned int gy, unsigned int gz,
			unsigned int bx, unsigned int by, unsigned int bz, unsigned int shared,
			CUstream stream, void **params, void **extra)
{
	const CUlaunchConfig c = {.gridDimX = gx,
				  .gridDimY = gy,
				  .gridDimZ = gz,
				  .blockDimX = bx,
				  .blockDimY = by,
				  .blockDimZ = bz,
				  .sharedMemBytes = shared,
				  .hStream = stream};

	return cuLaunchKernelEx(&c, function, params, extra);
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **params,
			  void **extra)
{
	struct rt_extra x = {{0}, false};
	const uint8_t *packed = NULL;
	CUresult e = drv_ready();

	if (!e && !function)
		e = CUDA_ERROR_INVALID_HANDLE;
	if (!e && params && extra)
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e && extra)
		e = packed_of(function, extra, &packed);
	if (!e)
		e = config ? DRV(rt_extras(&x, runtime_attributes(config), config->numAttrs))
			   : CUDA_ERROR_INVALID_VALUE;
	if (e)
		return e;
	return DRV(rt_launch_as(
		&x, host_of(function),
		(const uint32_t[3]){config->gridDimX, config->gridDimY, config->gridDimZ},
		(const uint32_t[3]){config->blockDimX, config->blockDimY, config->blockDimZ},
		config->sharedMemBytes, config->hStream, params, packed));
}

CUresult cuOccupancyMaxActiveClusters(int *n, CUfunction function, const CUlaunchConfig *config)
{
	const CUresult e = drv_ready();
	cudaLaunchConfig_t c;

	if (e || !config)
		return e ? e : CUDA_ERROR_INVALID_VALUE;
	c = runtime_config(config);
	return DRV(cudaOccupancyMaxActiveClusters(n, host_of(function), &c));
}

CUresult cuOccupancyMaxPotentialClusterSize(int *size, CUfunction function,
					    const CUlaunchConfig *config)
{
	const CUresult e = drv_ready();
	cudaLaunchConfig_t c;

	if (e || !config)
		return e ? e : CUDA_ERROR_INVALID_VALUE;
	c = runtime_config(config);
	return DRV(cudaOccupancyMaxPotentialClusterSize(size, host_of(function), &c));
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int gx, unsigned int gy,
				   unsigned int gz, unsigned int bx, unsigned int by,
				   unsigned int bz, unsigned int shared, CUstream stream,
				   void **params)
{
	const dim3 grid = {gx, gy, gz}, block = {bx, by, bz};
	const CUresult e = drv_ready();

	return e ? e
		 : DRV(cudaLaunchCooperativeKernel(host_of(function), grid, block, params, shared,
						   stream));
}

CUresult cuFuncGetName(const char **name, CUfunction function)
{
	const CUresult e = drv_ready();

	return e ? e : DRV(cudaFuncGetName(name, host_of(function)));
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *size)
{
	const CUresult e = drv_ready();

	return e ? e : DRV(cudaFuncGetParamInfo(host_of(function), index, offset, size));
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *size, CUfunction function, int blocks,
						 int block_size)
{
	const CUresult e = drv_ready();

	return e ? e
		 : DRV(cudaOccupancyAvailableDynamicSMemPerBlock(size, host_of(function), blocks,
								 block_size));
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction function,
						   CUoccupancyB2DSize shared_of,
						   size_t dynamic_shared, int limit,
						   unsigned int flags)
{
	if (flags & ~(unsigned)CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE)
		return CUDA_ERROR_INVALID_VALUE;
	return cuOccupancyMaxPotentialBlockSize(grid, block, function, shared_of, dynamic_shared,
						limit);
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn fn, void *user_data)
{
	const CUresult e = drv_ready();

	return e ? e : DRV(cudaLaunchHostFunc(stream, fn, user_data));
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function,
							      int block_size, size_t dynamic_shared,
							      unsigned int flags)
{
	const CUresult e = drv_ready();

	return e ? e
		 : DRV(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
			   blocks, host_of(function), block_size, dynamic_shared, flags));
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function,
						     int block_size, size_t dynamic_shared)
{
	return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
		blocks, function, block_size, dynamic_shared, CU_OCCUPANCY_DEFAULT);
}

/* The block size with the most resident threads, the largest of them; whole warps. */
CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function,
					  CUoccupancyB2DSize shared_of, size_t dynamic_shared,
					  int limit)
{
	int most, sms, best = 0, best_threads = 0, best_blocks = 0;
	CUresult e = grid && block ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;

	if (!e)
		e = cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function);
	if (!e)
		e = cuDeviceGetAttribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);
	if (e)
		return e;
	if (limit > 0 && limit < most)
		most = limit;
	for (int n = most; n > 0; n -= n % SIMT_LANES ? n % SIMT_LANES : SIMT_LANES) {
		int blocks;

		e = cuOccupancyMaxActiveBlocksPerMultiprocessor(
			&blocks, function, n, shared_of ? shared_of(n) : dynamic_shared);
		if (e)
			return e;
		if (n * blocks > best_threads) {
			best = n;
			best_threads = n * blocks;
			best_blocks = blocks;
		}
	}
	*block = best;
	*grid = best_blocks * sms;
	return CUDA_SUCCESS;
}
