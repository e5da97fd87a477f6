/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * helper_cuda: what programs modelled on CUDA's samples take from the header of that name.
 * A program's own copy, found through -I, comes first.
 */
#ifndef COMMON_HELPER_CUDA_H_
#define COMMON_HELPER_CUDA_H_

#include <cstdio>
#include <cstdlib>

#include "cuda_runtime.h"
#include "helper_string.h"

static inline void pf_check_cuda(cudaError_t e, const char *call, const char *file, int line)
{
	if (e == cudaSuccess)
		return;
	fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line, (int)e,
		cudaGetErrorName(e), call);
	exit(EXIT_FAILURE);
}

static inline void pf_check_last(const char *message, const char *file, int line)
{
	cudaError_t e = cudaGetLastError();

	if (e == cudaSuccess)
		return;
	fprintf(stderr, "%s(%d): getLastCudaError() CUDA error: %s: (%d) %s.\n", file, line, message,
		(int)e, cudaGetErrorString(e));
	exit(EXIT_FAILURE);
}

#define checkCudaErrors(call) pf_check_cuda((call), #call, __FILE__, __LINE__)
#define getLastCudaError(message) pf_check_last((message), __FILE__, __LINE__)

/* The one device there is, whatever the command line asks for. */
static inline int findCudaDevice(int, const char **)
{
	cudaDeviceProp prop;

	checkCudaErrors(cudaSetDevice(0));
	checkCudaErrors(cudaGetDeviceProperties(&prop, 0));
	printf("GPU Device 0: \"%s\" with compute capability %d.%d\n\n", prop.name, prop.major,
	       prop.minor);
	return 0;
}

static inline int gpuGetMaxGflopsDeviceId()
{
	return 0;
}

static inline bool checkCudaCapabilities(int major, int minor)
{
	cudaDeviceProp prop;

	checkCudaErrors(cudaGetDeviceProperties(&prop, 0));
	return prop.major > major || (prop.major == major && prop.minor >= minor);
}

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

#endif
