/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * host_defines: the CUDA language's attribute words.
 */
#ifndef __HOST_DEFINES_H__
#define __HOST_DEFINES_H__

#if defined(__CUDA__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#if defined(PF_DEVICE_LAUNCHES) && defined(__CUDA_ARCH__)
/* Kernels that device code may call; photofinish-lower finds them by their section and makes kernels
 * of them again, and launches of the calls. */
#define __global__ __attribute__((host, device, used, section("pf_kernel")))
#else
#define __global__ __attribute__((global))
#endif
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
/* clang 19 does not know it; at the default level sw/lower does. At others the name below is not declared. */
#ifdef __PHOTOFINISH_LOWER__
#define __cluster_dims__(...) __PF_CLUSTER_DIMS(__VA_ARGS__, 1, 1, 1)
#else
#define __cluster_dims__(...) __attribute__((annotate(__cluster_dims__of_photofinish_at_its_default_level_only)))
#endif
#define __PF_CLUSTER_DIMS(x, y, z, ...) \
	__attribute__((annotate("photofinish.cluster_dims", (unsigned)(x), (unsigned)(y), (unsigned)(z))))
/* clang has managed variables for HIP only; photofinish cc finds them by their section. */
#define __managed__ __attribute__((device, section("pf_managed")))
#else
#define __host__
#define __device__
#define __launch_bounds__(...)
#endif

/* libstdc++ writes __attribute__((__noinline__)): the word has to stay one for the
 * attribute's name too. photofinish/cuda.h makes __noinline__ a macro, and the wrapper
 * headers undefine it around the standard library. */
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __builtin_align__(n) __align__(n)
#define __cudart_builtin__
#define __grid_constant__
#define CUDARTAPI
#define CUDAAPI
#define CUDARTAPI_CDECL
#define CUDART_CB

#endif
