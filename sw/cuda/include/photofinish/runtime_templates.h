/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * runtime_templates: the C++ face of the runtime API, typed pointers and kernels.
 */
#ifndef PHOTOFINISH_RUNTIME_TEMPLATES_H
#define PHOTOFINISH_RUNTIME_TEMPLATES_H

#include "../channel_descriptor.h"

#ifdef __CUDA__
/* Launches by device code are spelled <<< >>>: Thrust names these without calling them, and the PTX of a program
 * that does is refused. */
extern "C" __device__ void *cudaGetParameterBuffer(size_t alignment, size_t size);
extern "C" __device__ cudaError_t cudaLaunchDevice(void *func, void *params, dim3 grid, dim3 block,
						   unsigned int shared, cudaStream_t stream);
extern "C" __device__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance();
#endif

template <class T> static inline cudaError_t cudaMalloc(T **ptr, size_t size)
{
	return ::cudaMalloc((void **)(void *)ptr, size);
}

template <class T>
static inline cudaError_t cudaMallocAsync(T **ptr, size_t size, cudaStream_t stream)
{
	return ::cudaMallocAsync((void **)(void *)ptr, size, stream);
}

static inline cudaError_t cudaMallocAsync(void **ptr, size_t size, cudaMemPool_t pool,
					  cudaStream_t stream)
{
	return ::cudaMallocFromPoolAsync(ptr, size, pool, stream);
}

template <class T>
static inline cudaError_t cudaMallocAsync(T **ptr, size_t size, cudaMemPool_t pool,
					  cudaStream_t stream)
{
	return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, pool, stream);
}

template <class T>
static inline cudaError_t cudaMallocFromPoolAsync(T **ptr, size_t size, cudaMemPool_t pool,
						  cudaStream_t stream)
{
	return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, pool, stream);
}

template <class T>
static inline cudaError_t cudaMallocManaged(T **ptr, size_t size,
					    unsigned int flags = cudaMemAttachGlobal)
{
	return ::cudaMallocManaged((void **)(void *)ptr, size, flags);
}

static inline cudaError_t cudaMallocHost(void **ptr, size_t size, unsigned int flags)
{
	return ::cudaHostAlloc(ptr, size, flags);
}

template <class T>
static inline cudaError_t cudaMallocHost(T **ptr, size_t size, unsigned int flags = 0)
{
	return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}

template <class T>
static inline cudaError_t cudaHostAlloc(T **ptr, size_t size, unsigned int flags)
{
	return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}

template <class T>
static inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags)
{
	return ::cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}

template <class T>
static inline cudaError_t cudaMallocPitch(T **ptr, size_t *pitch, size_t width, size_t height)
{
	return ::cudaMallocPitch((void **)(void *)ptr, pitch, width, height);
}

template <class T>
static inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *ptr, size_t length = 0,
						   unsigned int flags = cudaMemAttachSingle)
{
	return ::cudaStreamAttachMemAsync(stream, (void *)ptr, length, flags);
}

/* Symbols, by reference */
template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count,
					     size_t offset = 0,
					     cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
	return ::cudaMemcpyToSymbol((const void *)&symbol, src, count, offset, kind);
}

template <class T>
static inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t count,
						  size_t offset = 0,
						  cudaMemcpyKind kind = cudaMemcpyHostToDevice,
						  cudaStream_t stream = 0)
{
	return ::cudaMemcpyToSymbolAsync((const void *)&symbol, src, count, offset, kind, stream);
}

template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count,
					       size_t offset = 0,
					       cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
	return ::cudaMemcpyFromSymbol(dst, (const void *)&symbol, count, offset, kind);
}

template <class T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t count,
						    size_t offset = 0,
						    cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
						    cudaStream_t stream = 0)
{
	return ::cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, count, offset, kind, stream);
}

template <class T> static inline cudaError_t cudaGetSymbolAddress(void **ptr, const T &symbol)
{
	return ::cudaGetSymbolAddress(ptr, (const void *)&symbol);
}

template <class T> static inline cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol)
{
	return ::cudaGetSymbolSize(size, (const void *)&symbol);
}

static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
	return ::cudaEventCreateWithFlags(event, flags);
}

/* A handle is the address of its value. Of several threads' values one stays. */
static __inline__ __device__ __attribute__((always_inline)) void
cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value)
{
#ifdef __CUDA_ARCH__
	atomicExch((unsigned int *)handle, value);
#endif
}

/* CUDA 12's signatures of graph calls, beside those of 11.5 */
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
					       unsigned long long flags = 0)
{
	return ::cudaGraphInstantiateWithFlags(exec, graph, flags);
}

static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
					      cudaGraphExecUpdateResultInfo *info)
{
	if (!info)
		return ::cudaGraphExecUpdate(exec, graph, 0, 0);
	info->errorFromNode = 0;
	return ::cudaGraphExecUpdate(exec, graph, &info->errorNode, &info->result);
}

static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
						   cudaStreamCaptureStatus *status,
						   unsigned long long *id, cudaGraph_t *graph,
						   const cudaGraphNode_t **deps = 0, size_t *n = 0)
{
	return ::cudaStreamGetCaptureInfo_v2(stream, status, id, graph, deps, n);
}

template <class T>
static inline cudaError_t
cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
			       const cudaGraphNode_t *deps, size_t n, const T &symbol,
			       const void *src, size_t count, size_t offset, cudaMemcpyKind kind)
{
	return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, deps, n, (const void *)&symbol, src,
						count, offset, kind);
}

template <class T>
static inline cudaError_t
cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
				 const cudaGraphNode_t *deps, size_t n, void *dst, const T &symbol,
				 size_t count, size_t offset, cudaMemcpyKind kind)
{
	return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, deps, n, dst, (const void *)&symbol,
						  count, offset, kind);
}

/* Kernels, by their function */
template <class T>
static inline cudaError_t cudaLaunchKernel(T *func, dim3 grid, dim3 block, void **args,
					   size_t shared = 0, cudaStream_t stream = 0)
{
	return ::cudaLaunchKernel((const void *)func, grid, block, args, shared, stream);
}

template <class T>
static inline cudaError_t cudaLaunchCooperativeKernel(T *func, dim3 grid, dim3 block,
						      void **args, size_t shared = 0,
						      cudaStream_t stream = 0)
{
	return ::cudaLaunchCooperativeKernel((const void *)func, grid, block, args, shared, stream);
}

template <class T> static inline cudaError_t cudaLaunch(T *func)
{
	return ::cudaLaunch((const void *)func);
}

template <class T> static inline cudaError_t cudaSetupArgument(T arg, size_t offset)
{
	return ::cudaSetupArgument((const void *)&arg, sizeof(T), offset);
}

template <class T>
static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attr, T *func)
{
	return ::cudaFuncGetAttributes(attr, (const void *)func);
}

template <class T>
static inline cudaError_t cudaFuncSetAttribute(T *func, cudaFuncAttribute attr, int value)
{
	return ::cudaFuncSetAttribute((const void *)func, attr, value);
}

template <class T> static inline cudaError_t cudaFuncSetCacheConfig(T *func, cudaFuncCache config)
{
	return ::cudaFuncSetCacheConfig((const void *)func, config);
}

template <class T>
static inline cudaError_t cudaFuncSetSharedMemConfig(T *func, cudaSharedMemConfig config)
{
	return ::cudaFuncSetSharedMemConfig((const void *)func, config);
}

template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T func,
									int block_size,
									size_t shared)
{
	return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)func,
							       block_size, shared);
}

template <class T>
static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T func, int block_size,
						       size_t shared, unsigned int flags)
{
	return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
		blocks, (const void *)func, block_size, shared, flags);
}

template <class T>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *size, T *func,
								    int num_blocks, int block_size)
{
	return ::cudaOccupancyAvailableDynamicSMemPerBlock(size, (const void *)func, num_blocks,
							   block_size);
}

/* The block size, a multiple of the warp, with the most resident threads; the larger on a tie.
 * shared_of says how much dynamic shared memory a block of that size needs. */
template <class F, class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
	int *min_grid, int *block, T func, F shared_of, int limit = 0, unsigned int flags = 0)
{
	cudaFuncAttributes attr;
	int device = 0, sms = 0, most = 0, best = 0, best_blocks = 0;
	cudaError_t e;

	if (!min_grid || !block || !func)
		return cudaErrorInvalidValue;
	if ((e = ::cudaGetDevice(&device)) != cudaSuccess ||
	    (e = ::cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device)) !=
		    cudaSuccess ||
	    (e = ::cudaFuncGetAttributes(&attr, (const void *)func)) != cudaSuccess)
		return e;
	if (limit <= 0 || limit > attr.maxThreadsPerBlock)
		limit = attr.maxThreadsPerBlock;
	for (int size = (limit + 31) / 32 * 32; size > 0; size -= 32) {
		int n = size < limit ? size : limit, blocks = 0;

		e = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
			&blocks, (const void *)func, n, (size_t)shared_of(n), flags);
		if (e != cudaSuccess)
			return e;
		if (blocks * n > most) {
			most = blocks * n;
			best = n;
			best_blocks = blocks;
		}
	}
	*min_grid = best_blocks * sms;
	*block = best;
	return cudaSuccess;
}

struct pf_fixed_shared {
	size_t bytes;
	size_t operator()(int) const { return bytes; }
};

template <class F, class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *min_grid, int *block,
									 T func, F shared_of,
									 int limit = 0)
{
	return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(min_grid, block, func,
								       shared_of, limit, 0);
}

template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *min_grid, int *block,
								      T func, size_t shared = 0,
								      int limit = 0,
								      unsigned int flags = 0)
{
	return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
		min_grid, block, func, pf_fixed_shared{shared}, limit, flags);
}

template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block, T func,
							     size_t shared = 0, int limit = 0)
{
	return cudaOccupancyMaxPotentialBlockSizeWithFlags(min_grid, block, func, shared, limit, 0);
}

template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, T *func,
							       const cudaLaunchConfig_t *config)
{
	return ::cudaOccupancyMaxPotentialClusterSize(size, (const void *)func, config);
}

template <class T>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int *n, T *func, const cudaLaunchConfig_t *config)
{
	return ::cudaOccupancyMaxActiveClusters(n, (const void *)func, config);
}

#if __cplusplus >= 201103L
template <class... Params, class... Args>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
					     void (*kernel)(Params...), Args &&...args)
{
	return [&](Params... converted) {
		void *pointers[] = {(void *)&converted..., nullptr};
		return ::cudaLaunchKernelExC(config, (const void *)kernel, pointers);
	}(static_cast<Args &&>(args)...);
}
#endif

#endif
