/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * error: errors of the driver API. Their numbers are the runtime's but for a few.
 */
#include "drv.h"

CUresult drv_of(cudaError_t e)
{
	switch (e) {
	case cudaErrorInvalidConfiguration:
	case cudaErrorInvalidPitchValue:
	case cudaErrorInvalidMemcpyDirection:
	case cudaErrorInvalidHostPointer:
	case cudaErrorInvalidDevicePointer: return CUDA_ERROR_INVALID_VALUE;
	case cudaErrorInvalidSymbol: return CUDA_ERROR_NOT_FOUND;
	case cudaErrorInvalidDeviceFunction: return CUDA_ERROR_INVALID_HANDLE;
	default: return (CUresult)e;
	}
}

static cudaError_t *kept(void)
{
	/* The last error is each host thread's own. */
	static _Thread_local cudaError_t last;

	return &last;
}

void drv_begin(void)
{
	*kept() = *rt_last_error();
	*rt_in_driver() = true;
}

CUresult drv_end(cudaError_t e)
{
	*rt_last_error() = *kept();
	*rt_in_driver() = false;
	return drv_of(e);
}

CUresult drv_enter(void)
{
	cudaError_t e;

	drv_begin();
	e = rt_enter(RT_ASYNC);
	return drv_end(e);
}

CUresult cuGetErrorName(CUresult error, const char **name)
{
	if (!name)
		return CUDA_ERROR_INVALID_VALUE;
	switch (error) {
#define ERROR_NAME(name_, value) \
	case name_: *name = #name_; return CUDA_SUCCESS;
		PF_DRIVER_ERRORS(ERROR_NAME)
#undef ERROR_NAME
	default: *name = NULL; return CUDA_ERROR_INVALID_VALUE;
	}
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
	const char *name;
	const CUresult e = text ? cuGetErrorName(error, &name) : CUDA_ERROR_INVALID_VALUE;

	if (text)
		*text = e ? NULL : cudaGetErrorString((cudaError_t)error);
	return e;
}
