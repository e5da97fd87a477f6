/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * entry: functions of the driver API by name: the newest form that this library has, unless the
 * program asks as an older CUDA that had another one.
 */
#include "drv.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Their form of CUDA 12 is the only one here. */
static const char *const since_12[] = {
	"cuGraphAddKernelNode",       "cuGraphKernelNodeGetParams",
	"cuGraphKernelNodeSetParams", "cuGraphExecKernelNodeSetParams",
	"cuGraphExecUpdate",          "cuGetProcAddress",
	"cuGraphInstantiate",
};
enum { CUDA_12 = 12000, LATEST = 3 };

/* This library, however it was loaded. */
static void *library(void)
{
	static void *handle; /* the process has one of it */
	Dl_info here;

	if (!handle && dladdr((void *)(uintptr_t)cuInit, &here) && here.dli_fname)
		handle = dlopen(here.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
	return handle;
}

static void *newest(const char *symbol)
{
	void *f = NULL;

	if (!strcmp(symbol, "cuGraphInstantiate")) /* in CUDA 12 that means */
		symbol = "cuGraphInstantiateWithFlags";

	for (int version = LATEST; version >= 2 && !f; version--) {
		char *name;

		if (asprintf(&name, "%s_v%d", symbol, version) < 0)
			return NULL;
		f = dlsym(library(), name);
		free(name);
	}
	return f ? f : dlsym(library(), symbol);
}

static CUdriverProcAddressQueryResult look(const char *symbol, void **f, int version)
{
	/* only CUDA's own: the library has others */
	*f = !strncmp(symbol, "cu", 2) && symbol[2] >= 'A' && symbol[2] <= 'Z' ? newest(symbol)
									       : NULL;
	if (!*f)
		return CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
	for (size_t i = 0; i < sizeof(since_12) / sizeof(since_12[0]); i++)
		if (!strcmp(symbol, since_12[i]) && version < CUDA_12) {
			*f = NULL;
			return CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
		}
	return CU_GET_PROC_ADDRESS_SUCCESS;
}

CUresult cuGetProcAddress(const char *symbol, void **function, int version, cuuint64_t flags,
			  CUdriverProcAddressQueryResult *status)
{
	CUdriverProcAddressQueryResult got;

	if (!symbol || !function || !library() ||
	    flags > CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
		return CUDA_ERROR_INVALID_VALUE;
	got = look(symbol, function, version);
	if (status)
		*status = got;
	/* who asks for the reason gets no error beside it */
	return got && !status ? CUDA_ERROR_NOT_FOUND : CUDA_SUCCESS;
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function,
					     unsigned int version, unsigned long long flags,
					     enum cudaDriverEntryPointQueryResult *result)
{
	CUdriverProcAddressQueryResult got;
	cudaError_t e = rt_enter(RT_PLAIN);

	if (!symbol || !function || !library() || flags > cudaEnablePerThreadDefaultStream)
		return rt_leave(cudaErrorInvalidValue);
	got = look(symbol, function, (int)version);
	if (result)
		*result = (enum cudaDriverEntryPointQueryResult)got;
	else if (got)
		e = cudaErrorSymbolNotFound;
	return rt_leave(e);
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags,
				    enum cudaDriverEntryPointQueryResult *result)
{
	int version = 0;

	(void)cudaDriverGetVersion(&version);
	return cudaGetDriverEntryPointByVersion(symbol, function, (unsigned)version, flags, result);
}
