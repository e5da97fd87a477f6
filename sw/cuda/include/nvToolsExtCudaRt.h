/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * nvToolsExtCudaRt: names of devices, streams and events, which no report shows.
 */
#ifndef NVTOOLSEXT_CUDART_H_
#define NVTOOLSEXT_CUDART_H_

#include "cuda_runtime_api.h"
#include "nvToolsExt.h"

#define PF_NVTX_NAME(what, type) \
	static inline void nvtxNameCuda##what##A(type x, const char *name) \
	{ \
		(void)x; \
		(void)name; \
	} \
	static inline void nvtxNameCuda##what##W(type x, const wchar_t *name) \
	{ \
		(void)x; \
		(void)name; \
	}
PF_NVTX_NAME(Device, int)
PF_NVTX_NAME(Stream, cudaStream_t)
PF_NVTX_NAME(Event, cudaEvent_t)
#undef PF_NVTX_NAME

#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA

#endif
