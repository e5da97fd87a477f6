/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * library: code loaded as a library, which is a module of no context. The runtime's calls are here,
 * too: they do the same.
 */
#include "drv.h"

#include <stdio.h>
#include <stdlib.h>

struct CUlib_st {
	struct CUlib_st *next;
	struct CUmod_st as_module; /* for who asks for it as one */
	struct rt_module *module;
};

/* The process has one device, and so one list; the runtime's lock is held. */
static struct CUlib_st *libraries;

static struct CUlib_st *find(CUlibrary library)
{
	struct CUlib_st *l = libraries;

	while (l && l != library)
		l = l->next;
	return l && l->module->loaded ? l : NULL;
}

static cudaError_t say(const char *what, const char *why, cudaError_t e)
{
	fflush(stdout);
	fprintf(stderr, "photofinish: %s: %s\n", what, why);
	return e;
}

/* Text or a container, from memory or read from a file. */
static cudaError_t load(struct CUlib_st **library, const void *code)
{
	struct diag diag = {""};
	char *image = drv_image(code, 0, &diag);
	cudaError_t e;
	struct rt_module *m = NULL;

	if (!image)
		return say("library", diag.text, cudaErrorNoKernelImageForDevice);
	e = rt_enter(RT_ASYNC);
	if (e)
		free(image);
	else
		m = rt_module_add(rt_state(), image, &diag);
	if (m) {
		*library = mem_alloc(sizeof(**library));
		**library = (struct CUlib_st){.next = libraries, .module = m};
		(*library)->as_module.module = m;
		libraries = *library;
	}
	if (!e && !m)
		e = say("library", diag.text, cudaErrorInvalidPtx);
	return rt_leave(e);
}

static cudaError_t refused(cudaError_t e)
{
	rt_enter(RT_PLAIN);
	return rt_leave(e);
}

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code,
				enum cudaJitOption *options, void **values, unsigned int n,
				enum cudaLibraryOption *library_options, void **library_values,
				unsigned int n_library)
{
	(void)options; /* registers, levels: nothing here depends on them */
	(void)values;
	(void)n;
	(void)library_options;
	(void)library_values;
	(void)n_library;
	return library && code ? load(library, code) : refused(cudaErrorInvalidValue);
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *path,
				    enum cudaJitOption *options, void **values, unsigned int n,
				    enum cudaLibraryOption *library_options, void **library_values,
				    unsigned int n_library)
{
	CUresult why = CUDA_SUCCESS;
	char *bytes = library && path ? drv_read(path, &why) : NULL;
	cudaError_t e;

	if (!bytes)
		return refused(why ? (cudaError_t)why : cudaErrorInvalidValue);
	e = cudaLibraryLoadData(library, bytes, options, values, n, library_options, library_values,
				n_library);
	free(bytes);
	return e;
}

static cudaError_t enter(CUlibrary library, const void *out)
{
	cudaError_t e = rt_enter(RT_ASYNC);

	if (!e && !find(library))
		e = cudaErrorInvalidResourceHandle;
	return !e && !out ? cudaErrorInvalidValue : e;
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library)
{
	cudaError_t e = enter(library, library);
	struct CUlib_st **p = &libraries;

	if (e)
		return rt_leave(e);
	while (*p != library)
		p = &(*p)->next;
	*p = library->next;
	drv_references_free(&library->as_module);
	rt_module_remove(rt_state(), library->module);
	free(library);
	return rt_leave(cudaSuccess);
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name)
{
	cudaError_t e = enter(library, kernel && name ? name : NULL);
	struct rt_kernel *k = e ? NULL : rt_module_kernel(library->module, name);

	if (!e && !k)
		e = cudaErrorSymbolNotFound;
	if (!e)
		*kernel = (cudaKernel_t)(uintptr_t)k->host;
	return rt_leave(e);
}

static cudaError_t variable(void **ptr, size_t *bytes, cudaLibrary_t library, const char *name,
			    bool managed)
{
	cudaError_t e = enter(library, (ptr || bytes) && name ? name : NULL);
	uint64_t size = 0;
	const uint64_t addr = e ? 0 : drv_variable(library->module->loaded, name, &size);

	if (!e && (!addr ||
		   (managed && !rt_managed(rt_state(), gmem_find(rt_state()->session.gmem, addr)))))
		e = cudaErrorSymbolNotFound;
	if (!e && ptr)
		*ptr = (void *)(uintptr_t)addr;
	if (!e && bytes)
		*bytes = size;
	return rt_leave(e);
}

cudaError_t cudaLibraryGetGlobal(void **ptr, size_t *bytes, cudaLibrary_t library, const char *name)
{
	return variable(ptr, bytes, library, name, false);
}

cudaError_t cudaLibraryGetManaged(void **ptr, size_t *bytes, cudaLibrary_t library,
				  const char *name)
{
	return variable(ptr, bytes, library, name, true);
}

cudaError_t cudaLibraryGetKernelCount(unsigned int *count, cudaLibrary_t library)
{
	const cudaError_t e = enter(library, count);
	unsigned n = 0;

	while (!e && machine_kernel_at(library->module->loaded, n))
		n++;
	if (!e)
		*count = n;
	return rt_leave(e);
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned int n,
					cudaLibrary_t library)
{
	const cudaError_t e = enter(library, kernels);
	const struct simt_kernel *k;

	for (unsigned i = 0; !e && i < n; i++) {
		k = machine_kernel_at(library->module->loaded, i);
		kernels[i] = NULL;
		if (k)
			kernels[i] = (cudaKernel_t)(uintptr_t)rt_module_kernel(library->module,
									       k->entry->name)
					     ->host;
	}
	return rt_leave(e);
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attr,
					    int value, int device)
{
	return device ? refused(cudaErrorInvalidDevice) : cudaFuncSetAttribute(kernel, attr, value);
}

/* The driver's, which need cuInit() and no context. */

#define CALL(call) (drv_initialised() ? drv_initialised() : DRV(call))

CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *options,
			   void **values, unsigned int n, CUlibraryOption *library_options,
			   void **library_values, unsigned int n_library)
{
	(void)library_options;
	return CALL(cudaLibraryLoadData(library, code, (enum cudaJitOption *)(void *)options,
					values, n, NULL, library_values, n_library));
}

CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *options,
			       void **values, unsigned int n, CUlibraryOption *library_options,
			       void **library_values, unsigned int n_library)
{
	(void)library_options;
	return CALL(cudaLibraryLoadFromFile(library, path, (enum cudaJitOption *)(void *)options,
					    values, n, NULL, library_values, n_library));
}

CUresult cuLibraryUnload(CUlibrary library)
{
	return CALL(cudaLibraryUnload(library));
}

CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name)
{
	return CALL(cudaLibraryGetKernel(kernel, library, name));
}

CUresult cuLibraryGetGlobal(CUdeviceptr *ptr, size_t *bytes, CUlibrary library, const char *name)
{
	return CALL(cudaLibraryGetGlobal((void **)(void *)ptr, bytes, library, name));
}

CUresult cuLibraryGetManaged(CUdeviceptr *ptr, size_t *bytes, CUlibrary library, const char *name)
{
	return CALL(cudaLibraryGetManaged((void **)(void *)ptr, bytes, library, name));
}

CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary library)
{
	return CALL(cudaLibraryGetKernelCount(count, library));
}

CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int n, CUlibrary library)
{
	return CALL(cudaLibraryEnumerateKernels(kernels, n, library));
}

CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel)
{
	return CALL(cudaGetFuncBySymbol(function, kernel));
}

CUresult cuKernelGetName(const char **name, CUkernel kernel)
{
	return CALL(cudaFuncGetName(name, kernel));
}

CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *size)
{
	return CALL(cudaFuncGetParamInfo(kernel, index, offset, size));
}

CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attr, CUkernel kernel,
			      CUdevice device)
{
	return device ? CUDA_ERROR_INVALID_DEVICE
		      : cuFuncGetAttribute(value, attr, (CUfunction)(void *)kernel);
}

CUresult cuKernelSetAttribute(CUfunction_attribute attr, int value, CUkernel kernel,
			      CUdevice device)
{
	return device ? CUDA_ERROR_INVALID_DEVICE
		      : cuFuncSetAttribute((CUfunction)(void *)kernel, attr, value);
}

CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device)
{
	return device ? CUDA_ERROR_INVALID_DEVICE
		      : cuFuncSetCacheConfig((CUfunction)(void *)kernel, config);
}

/* A library that a kernel is of. */
CUresult cuKernelGetLibrary(CUlibrary *library, CUkernel kernel)
{
	CUresult e = drv_initialised();
	struct CUlib_st *l = NULL;

	if (e || !library)
		return e ? e : CUDA_ERROR_INVALID_VALUE;
	drv_lock();
	for (l = libraries; l; l = l->next) {
		const struct rt_kernel *k = l->module->kernels;

		while (k && k->host != (const void *)kernel)
			k = k->next;
		if (k)
			break;
	}
	drv_unlock();
	*library = l;
	return l ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}
