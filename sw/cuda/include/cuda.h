/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda: the driver API. sw/cuda/driver implements it, beside the runtime: memory, streams and
 * events are the same ones, and a module is PTX text. What is not declared here is not supported.
 *
 * As in CUDA, a function whose meaning changed over the years has a name with _v2 in the library.
 */
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__

#include "cuda_runtime_api.h"
#include "photofinish/driver_api_types.h"

#define cuDeviceTotalMem cuDeviceTotalMem_v2
#define cuCtxCreate cuCtxCreate_v2
#define cuCtxDestroy cuCtxDestroy_v2
#define cuCtxPopCurrent cuCtxPopCurrent_v2
#define cuCtxPushCurrent cuCtxPushCurrent_v2
#define cuDevicePrimaryCtxRelease cuDevicePrimaryCtxRelease_v2
#define cuDevicePrimaryCtxReset cuDevicePrimaryCtxReset_v2
#define cuDevicePrimaryCtxSetFlags cuDevicePrimaryCtxSetFlags_v2
#define cuModuleGetGlobal cuModuleGetGlobal_v2
#define cuLinkCreate cuLinkCreate_v2
#define cuLinkAddData cuLinkAddData_v2
#define cuLinkAddFile cuLinkAddFile_v2
#define cuMemGetInfo cuMemGetInfo_v2
#define cuMemAlloc cuMemAlloc_v2
#define cuMemAllocPitch cuMemAllocPitch_v2
#define cuMemFree cuMemFree_v2
#define cuMemGetAddressRange cuMemGetAddressRange_v2
#define cuMemAllocHost cuMemAllocHost_v2
#define cuMemHostGetDevicePointer cuMemHostGetDevicePointer_v2
#define cuMemHostRegister cuMemHostRegister_v2
#define cuMemcpyHtoD cuMemcpyHtoD_v2
#define cuMemcpyDtoH cuMemcpyDtoH_v2
#define cuMemcpyDtoD cuMemcpyDtoD_v2
#define cuMemcpyHtoDAsync cuMemcpyHtoDAsync_v2
#define cuMemcpyDtoHAsync cuMemcpyDtoHAsync_v2
#define cuMemcpyDtoDAsync cuMemcpyDtoDAsync_v2
#define cuMemcpy2D cuMemcpy2D_v2
#define cuMemcpy2DUnaligned cuMemcpy2DUnaligned_v2
#define cuMemcpy2DAsync cuMemcpy2DAsync_v2
#define cuMemsetD8 cuMemsetD8_v2
#define cuMemsetD16 cuMemsetD16_v2
#define cuMemsetD32 cuMemsetD32_v2
#define cuStreamDestroy cuStreamDestroy_v2
#define cuEventDestroy cuEventDestroy_v2

#ifdef __cplusplus
extern "C" {
#endif

CUresult cuInit(unsigned int flags);
CUresult cuDriverGetVersion(int *version);
CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuGetErrorString(CUresult error, const char **text);

/* Devices: there is one, number 0 */
CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuDeviceGetCount(int *count);
CUresult cuDeviceGetName(char *name, int len, CUdevice device);
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device);
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device);
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attr, CUdevice device);
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);
CUresult cuDeviceGetPCIBusId(char *id, int len, CUdevice device);
CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *id);
CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer);

/* Contexts: a stack of them a thread; all see the one device memory */
CUresult cuCtxCreate(CUcontext *ctx, unsigned int flags, CUdevice device);
CUresult cuCtxDestroy(CUcontext ctx);
CUresult cuCtxPushCurrent(CUcontext ctx);
CUresult cuCtxPopCurrent(CUcontext *ctx);
CUresult cuCtxSetCurrent(CUcontext ctx);
CUresult cuCtxGetCurrent(CUcontext *ctx);
CUresult cuCtxGetDevice(CUdevice *device);
CUresult cuCtxGetFlags(unsigned int *flags);
CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int *version);
CUresult cuCtxSynchronize(void);
CUresult cuCtxGetLimit(size_t *value, CUlimit limit);
CUresult cuCtxSetLimit(CUlimit limit, size_t value);
CUresult cuCtxGetCacheConfig(CUfunc_cache *config);
CUresult cuCtxSetCacheConfig(CUfunc_cache config);
CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest);
CUresult cuDevicePrimaryCtxRetain(CUcontext *ctx, CUdevice device);
CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUresult cuDevicePrimaryCtxReset(CUdevice device);
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags);
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active);

/* Modules: PTX text, or a container with PTX in it */
CUresult cuModuleLoad(CUmodule *module, const char *file);
CUresult cuModuleLoadData(CUmodule *module, const void *image);
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int n,
			    CUjit_option *options, void **values);
CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
CUresult cuModuleGetGlobal(CUdeviceptr *ptr, size_t *bytes, CUmodule module, const char *name);
CUresult cuLinkCreate(unsigned int n, CUjit_option *options, void **values, CUlinkState *state);
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size,
		       const char *name, unsigned int n, CUjit_option *options, void **values);
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int n,
		       CUjit_option *options, void **values);
CUresult cuLinkComplete(CUlinkState state, void **image, size_t *size);
CUresult cuLinkDestroy(CUlinkState state);

/* Functions and launches */
CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attr, CUfunction function);
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attr, int value);
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config);
CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config);
CUresult cuFuncGetModule(CUmodule *module, CUfunction function);
/* Attributes are the runtime's, by other names. */
typedef cudaLaunchAttributeID CUlaunchAttributeID;
typedef cudaLaunchAttributeValue CUlaunchAttributeValue;
typedef cudaLaunchAttribute CUlaunchAttribute;
#define CU_LAUNCH_ATTRIBUTE_IGNORE cudaLaunchAttributeIgnore
#define CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW cudaLaunchAttributeAccessPolicyWindow
#define CU_LAUNCH_ATTRIBUTE_COOPERATIVE cudaLaunchAttributeCooperative
#define CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY cudaLaunchAttributeSynchronizationPolicy
#define CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION cudaLaunchAttributeClusterDimension
#define CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE \
	cudaLaunchAttributeClusterSchedulingPolicyPreference
#define CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION cudaLaunchAttributeProgrammaticStreamSerialization
#define CU_LAUNCH_ATTRIBUTE_PRIORITY cudaLaunchAttributePriority
typedef struct CUlaunchConfig_st {
	unsigned int gridDimX;
	unsigned int gridDimY;
	unsigned int gridDimZ;
	unsigned int blockDimX;
	unsigned int blockDimY;
	unsigned int blockDimZ;
	unsigned int sharedMemBytes;
	CUstream hStream;
	CUlaunchAttribute *attrs;
	unsigned int numAttrs;
} CUlaunchConfig;
CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **params, void **extra);
CUresult cuOccupancyMaxActiveClusters(int *numClusters, CUfunction function, const CUlaunchConfig *config);
CUresult cuOccupancyMaxPotentialClusterSize(int *clusterSize, CUfunction function, const CUlaunchConfig *config);
CUresult cuLaunchKernel(CUfunction function, unsigned int gx, unsigned int gy, unsigned int gz,
			unsigned int bx, unsigned int by, unsigned int bz, unsigned int shared,
			CUstream stream, void **params, void **extra);
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int gx, unsigned int gy,
				   unsigned int gz, unsigned int bx, unsigned int by,
				   unsigned int bz, unsigned int shared, CUstream stream,
				   void **params);
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn fn, void *user_data);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function,
						     int block_size, size_t dynamic_shared);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function,
							      int block_size,
							      size_t dynamic_shared,
							      unsigned int flags);
CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function,
					  CUoccupancyB2DSize shared_of, size_t dynamic_shared,
					  int limit);

/* Memory */
CUresult cuMemGetInfo(size_t *free, size_t *total);
CUresult cuMemAlloc(CUdeviceptr *ptr, size_t size);
CUresult cuMemAllocPitch(CUdeviceptr *ptr, size_t *pitch, size_t width, size_t height,
			 unsigned int element);
CUresult cuMemAllocManaged(CUdeviceptr *ptr, size_t size, unsigned int flags);
CUresult cuMemAllocAsync(CUdeviceptr *ptr, size_t size, CUstream stream);
CUresult cuMemFree(CUdeviceptr ptr);
CUresult cuMemFreeAsync(CUdeviceptr ptr, CUstream stream);
CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *size, CUdeviceptr ptr);
CUresult cuMemAllocHost(void **ptr, size_t size);
CUresult cuMemHostAlloc(void **ptr, size_t size, unsigned int flags);
CUresult cuMemFreeHost(void *ptr);
CUresult cuMemHostGetDevicePointer(CUdeviceptr *device, void *host, unsigned int flags);
CUresult cuMemHostGetFlags(unsigned int *flags, void *host);
CUresult cuMemHostRegister(void *ptr, size_t size, unsigned int flags);
CUresult cuMemHostUnregister(void *ptr);
CUresult cuMemPrefetchAsync(CUdeviceptr ptr, size_t count, CUdevice device, CUstream stream);
CUresult cuMemAdvise(CUdeviceptr ptr, size_t count, CUmem_advise advice, CUdevice device);
CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attr, CUdeviceptr ptr);

CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t count);
CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t count, CUstream stream);
CUresult cuMemcpyHtoD(CUdeviceptr dst, const void *src, size_t count);
CUresult cuMemcpyHtoDAsync(CUdeviceptr dst, const void *src, size_t count, CUstream stream);
CUresult cuMemcpyDtoH(void *dst, CUdeviceptr src, size_t count);
CUresult cuMemcpyDtoHAsync(void *dst, CUdeviceptr src, size_t count, CUstream stream);
CUresult cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, size_t count);
CUresult cuMemcpyDtoDAsync(CUdeviceptr dst, CUdeviceptr src, size_t count, CUstream stream);
CUresult cuMemcpy2D(const CUDA_MEMCPY2D *copy);
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *copy);
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *copy, CUstream stream);
CUresult cuMemsetD8(CUdeviceptr dst, unsigned char value, size_t n);
CUresult cuMemsetD16(CUdeviceptr dst, unsigned short value, size_t n);
CUresult cuMemsetD32(CUdeviceptr dst, unsigned int value, size_t n);
CUresult cuMemsetD8Async(CUdeviceptr dst, unsigned char value, size_t n, CUstream stream);
CUresult cuMemsetD16Async(CUdeviceptr dst, unsigned short value, size_t n, CUstream stream);
CUresult cuMemsetD32Async(CUdeviceptr dst, unsigned int value, size_t n, CUstream stream);

/* Streams, events */
CUresult cuStreamCreate(CUstream *stream, unsigned int flags);
CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority);
CUresult cuStreamDestroy(CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamQuery(CUstream stream);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags);
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *user_data,
			     unsigned int flags);
CUresult cuStreamGetPriority(CUstream stream, int *priority);
CUresult cuStreamGetFlags(CUstream stream, unsigned int *flags);
CUresult cuStreamGetCtx(CUstream stream, CUcontext *ctx);
CUresult cuEventCreate(CUevent *event, unsigned int flags);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventQuery(CUevent event);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventDestroy(CUevent event);
CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent end);

CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);

#ifdef __cplusplus
}
#endif

#endif
