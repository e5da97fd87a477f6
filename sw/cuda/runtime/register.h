/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * register: what the host code that clang and nvcc generate calls before main() and after it.
 */
#ifndef REGISTER_H
#define REGISTER_H

#include <stdint.h>

#include "../include/cuda_runtime_api.h"

enum { RT_WRAPPER_MAGIC = 0x466243b1 };

struct rt_wrapper {
	uint32_t magic, version;
	const void *data; /* PTX text that ends in NUL, or a fatbin */
	void *unused;
};

void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
char __cudaInitModule(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name,
			    int thread_limit, uint3 *tid, uint3 *bid, dim3 *block, dim3 *grid,
			    int *warp_size);
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext,
		       size_t size, int constant, int global);
void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int ext,
			      size_t size, int constant, int global);
void __cudaRegisterTexture(void **handle, const void *host, const void **device, const char *name,
			   int dim, int norm, int ext);
void __cudaRegisterSurface(void **handle, const void *host, const void **device, const char *name,
			   int dim, int ext);
/* nvcc 12 and later: a kernel's handle, then a launch by handle */
cudaError_t __cudaGetKernel(void **kernel, const void *host);
cudaError_t __cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **args, size_t shared,
			       cudaStream_t stream);

#endif
