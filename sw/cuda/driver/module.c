/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * module: PTX text that a program brings itself.
 *
 * The text is parsed and every kernel of it lowered before the call returns: what is not
 * supported is an error here, with its reason in the log that the program asked for.
 */
#include "drv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file of more is none that a compiler made. */
#define MAX_IMAGE (UINT64_C(1) << 30)

char *drv_image(const void *data, size_t size, struct diag *why)
{
	char *image;
	const char *text;
	size_t n;

	if (!data) {
		diag_set(why, NULL, 0, "no device code");
		return NULL;
	}
	if (!size) { /* the caller does not say how long it is: it says so itself */
		if (rt_image_ptx(data, &text, &n, why))
			return NULL;
		return strndup(text, n);
	}
	image = mem_alloc(size + 1);
	memcpy(image, data, size);
	return image;
}

/* A container in a file of this size must end within it. */
static bool whole(const char *image, size_t size)
{
	static const uint8_t fatbin[4] = {0x50, 0xed, 0x55, 0xba};
	uint16_t head;
	uint64_t bytes;

	if (size < 16 || memcmp(image, fatbin, sizeof(fatbin)) != 0)
		return size >= 4;
	memcpy(&head, image + 6, sizeof(head));
	memcpy(&bytes, image + 8, sizeof(bytes));
	return head <= size && bytes <= size - head;
}

char *drv_read(const char *path, CUresult *e)
{
	FILE *f = fopen(path, "rb");
	char *image = NULL;
	long size = -1;

	*e = CUDA_ERROR_FILE_NOT_FOUND;
	if (!f)
		return NULL;
	if (!fseek(f, 0, SEEK_END) && (size = ftell(f)) >= 0 && (uint64_t)size < MAX_IMAGE) {
		image = mem_alloc((size_t)size + 1);
		rewind(f);
		*e = fread(image, 1, (size_t)size, f) == (size_t)size ? CUDA_SUCCESS
								      : CUDA_ERROR_OPERATING_SYSTEM;
	}
	fclose(f);
	if (!*e && !whole(image, (size_t)size))
		*e = CUDA_ERROR_INVALID_IMAGE;
	if (*e) {
		free(image);
		return NULL;
	}
	return image;
}

CUresult drv_options(unsigned n, const CUjit_option *options, void **values, struct drv_logs *logs)
{
	if (n && (!options || !values))
		return CUDA_ERROR_INVALID_VALUE;
	for (unsigned i = 0; i < n; i++) {
		switch (options[i]) {
		case CU_JIT_INFO_LOG_BUFFER: logs->info = values[i]; break;
		case CU_JIT_ERROR_LOG_BUFFER: logs->error = values[i]; break;
		case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
			logs->info_size = (unsigned)(uintptr_t)values[i];
			break;
		case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
			logs->error_size = (unsigned)(uintptr_t)values[i];
			break;
		default: break; /* registers, levels: nothing here depends on them */
		}
	}
	if (logs->info && logs->info_size)
		*logs->info = '\0';
	if (logs->error && logs->error_size)
		*logs->error = '\0';
	return CUDA_SUCCESS;
}

CUresult drv_load(CUmodule *module, char *image, char *why, size_t why_size)
{
	struct diag diag = {""};
	struct CUmod_st *m = mem_alloc(sizeof(*m));
	struct CUctx_st *ctx = drv_current();
	const CUresult e = drv_enter();

	if (!e)
		m->module = rt_module_add(rt_state(), image, &diag);
	else
		free(image);
	if (m->module) {
		m->next = ctx->modules;
		ctx->modules = m;
		*module = m;
	}
	drv_unlock();
	if (m->module)
		return CUDA_SUCCESS;
	free(m);
	if (e)
		return e;
	if (why && why_size)
		snprintf(why, why_size, "%s", diag.text);
	fflush(stdout);
	fprintf(stderr, "photofinish: %s\n", diag.text);
	return CUDA_ERROR_INVALID_PTX;
}

CUresult cuModuleLoad(CUmodule *module, const char *file)
{
	CUresult e = drv_ready();
	char *bytes, *image;
	struct diag why;

	if (!e && (!module || !file))
		e = CUDA_ERROR_INVALID_VALUE;
	if (e)
		return e;
	bytes = drv_read(file, &e);
	if (e)
		return e;
	image = drv_image(bytes, 0, &why);
	free(bytes);
	if (!image) {
		fflush(stdout);
		fprintf(stderr, "photofinish: %s: %s\n", file, why.text);
		return CUDA_ERROR_NO_BINARY_FOR_GPU;
	}
	return drv_load(module, image, NULL, 0);
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int n,
			    CUjit_option *options, void **values)
{
	struct drv_logs logs = {0};
	CUresult e = drv_ready();
	struct diag why;
	char *text;

	if (!e && (!module || !image))
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e)
		e = drv_options(n, options, values, &logs);
	if (e)
		return e;
	text = drv_image(image, 0, &why);
	if (text)
		return drv_load(module, text, logs.error, logs.error_size);
	if (logs.error && logs.error_size)
		snprintf(logs.error, logs.error_size, "%s", why.text);
	fflush(stdout);
	fprintf(stderr, "photofinish: %s\n", why.text);
	return CUDA_ERROR_NO_BINARY_FOR_GPU;
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
	return cuModuleLoadDataEx(module, image, 0, NULL, NULL);
}

CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image)
{
	return cuModuleLoadDataEx(module, image, 0, NULL, NULL);
}

/* The current context's module, or NULL; the lock is held. */
static struct CUmod_st **find(struct CUctx_st *ctx, CUmodule module)
{
	struct CUmod_st **p = &ctx->modules;

	while (*p && *p != module)
		p = &(*p)->next;
	return *p && (*p)->module->loaded ? p : NULL;
}

/* Enters the runtime, with a module that is there: else an error. */
CUresult drv_enter_module(CUmodule module, struct CUmod_st ***at)
{
	CUresult e = drv_ready();
	struct CUctx_st *ctx = e ? NULL : drv_current();

	if (e)
		return e;
	e = drv_enter();
	*at = e ? NULL : find(ctx, module);
	if (!e && !*at)
		e = CUDA_ERROR_INVALID_HANDLE;
	if (e)
		drv_unlock();
	return e;
}

CUresult cuModuleUnload(CUmodule module)
{
	struct CUmod_st **at;
	const CUresult e = drv_enter_module(module, &at);

	if (e)
		return e;
	*at = module->next;
	drv_references_free(module);
	rt_module_remove(rt_state(), module->module);
	drv_unlock();
	free(module);
	return CUDA_SUCCESS;
}

void drv_unload_all(struct CUctx_st *ctx)
{
	drv_lock();
	while (ctx->modules) {
		struct CUmod_st *m = ctx->modules;

		ctx->modules = m->next;
		drv_references_free(m);
		if (!m->module->gone)
			rt_module_remove(rt_state(), m->module);
		free(m);
	}
	drv_unlock();
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
	struct CUmod_st **at;
	struct rt_kernel *k;
	const CUresult e = drv_enter_module(module, &at);

	if (e)
		return e;
	k = function && name ? rt_module_kernel(module->module, name) : NULL;
	drv_unlock();
	if (!function || !name)
		return CUDA_ERROR_INVALID_VALUE;
	*function = (CUfunction)(void *)k;
	return k ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

/* A static variable has its plain name with nvcc, and with clang that of C++. */
uint64_t drv_variable(const struct machine_module *m, const char *name, uint64_t *size)
{
	uint64_t addr = machine_variable(m, name, size);
	char *local;

	if (addr || asprintf(&local, "_ZL%zu%s", strlen(name), name) < 0)
		return addr;
	addr = machine_variable(m, local, size);
	free(local);
	return addr;
}

CUresult cuModuleGetGlobal(CUdeviceptr *ptr, size_t *bytes, CUmodule module, const char *name)
{
	struct CUmod_st **at;
	uint64_t addr = 0, size = 0;
	const CUresult e = drv_enter_module(module, &at);

	if (e)
		return e;
	if (name)
		addr = drv_variable(module->module->loaded, name, &size);
	drv_unlock();
	if (!name || (!ptr && !bytes))
		return CUDA_ERROR_INVALID_VALUE;
	if (!addr)
		return CUDA_ERROR_NOT_FOUND;
	if (ptr)
		*ptr = addr;
	if (bytes)
		*bytes = size;
	return CUDA_SUCCESS;
}
