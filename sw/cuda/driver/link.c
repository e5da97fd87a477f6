/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * link: cuLink. One input that is PTX is handed through; objects and archives with relocatable
 * device code are linked; several texts of PTX are not, and are refused.
 */
#include "../nvrtc/compile.h"
#include "drv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CUlinkState_st {
	char *image; /* the one input, or what came of several */
	size_t size;
	struct nvrtc_input *objects;
	size_t n;
	struct drv_logs logs;
};

static CUresult refuse(const struct CUlinkState_st *s, CUresult e, const char *why)
{
	if (s->logs.error && s->logs.error_size)
		snprintf(s->logs.error, s->logs.error_size, "%s", why);
	fflush(stdout);
	fprintf(stderr, "photofinish: cuLink: %s\n", why);
	return e;
}

CUresult cuLinkCreate(unsigned int n, CUjit_option *options, void **values, CUlinkState *state)
{
	struct drv_logs logs = {0};
	CUresult e = drv_ready();

	if (!e && !state)
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e)
		e = drv_options(n, options, values, &logs);
	if (e)
		return e;
	*state = mem_alloc(sizeof(**state));
	(*state)->logs = logs;
	return CUDA_SUCCESS;
}

/* image is the state's from now on */
static CUresult add(struct CUlinkState_st *s, char *image)
{
	if (s->image || s->n) {
		free(image);
		return refuse(s, CUDA_ERROR_NOT_SUPPORTED,
			      "PTX is not linked with other inputs, only objects of nvcc -dc are");
	}
	s->image = image;
	s->size = strlen(image) + 1;
	return CUDA_SUCCESS;
}

static CUresult add_object(struct CUlinkState_st *s, const void *data, size_t size)
{
	static const char archive[] = "!<arch>\n", elf[] = "\177ELF";
	const bool is_archive = size >= 8 && !memcmp(data, archive, 8);
	char *copy;

	if (s->image)
		return refuse(s, CUDA_ERROR_NOT_SUPPORTED,
			      "PTX is not linked with other inputs, only objects of nvcc -dc are");
	if (!is_archive && (size < 4 || memcmp(data, elf, 4) != 0))
		return refuse(s, CUDA_ERROR_INVALID_IMAGE, "neither an object nor an archive");
	copy = mem_alloc(size);
	memcpy(copy, data, size);
	s->objects = mem_realloc(s->objects, (s->n + 1) * sizeof(*s->objects));
	s->objects[s->n++] = (struct nvrtc_input){copy, size, is_archive};
	return CUDA_SUCCESS;
}

static bool is_object(CUjitInputType type)
{
	return type == CU_JIT_INPUT_OBJECT || type == CU_JIT_INPUT_LIBRARY;
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size,
		       const char *name, unsigned int n, CUjit_option *options, void **values)
{
	struct drv_logs logs = {0};
	CUresult e = drv_ready();
	struct diag why;
	char *image;

	(void)name;
	if (!e && (!state || !data || !size))
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e)
		e = drv_options(n, options, values, &logs);
	if (e)
		return e;
	if (is_object(type))
		return add_object(state, data, size);
	/* text says how long it is; a container, where it ends */
	image = drv_image(data, type == CU_JIT_INPUT_PTX ? size : 0, &why);
	return image ? add(state, image) : refuse(state, CUDA_ERROR_INVALID_IMAGE, why.text);
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int n,
		       CUjit_option *options, void **values)
{
	struct drv_logs logs = {0};
	CUresult e = drv_ready();
	struct diag why;
	char *bytes, *image;

	if (!e && (!state || !path))
		e = CUDA_ERROR_INVALID_VALUE;
	if (!e)
		e = drv_options(n, options, values, &logs);
	if (e)
		return e;
	if (is_object(type)) {
		size_t size;

		bytes = nvrtc_read(path, &size);
		e = bytes ? add_object(state, bytes, size) : CUDA_ERROR_FILE_NOT_FOUND;
		free(bytes);
		return e;
	}
	bytes = drv_read(path, &e);
	if (e)
		return e;
	image = drv_image(bytes, 0, &why);
	free(bytes);
	return image ? add(state, image) : refuse(state, CUDA_ERROR_INVALID_IMAGE, why.text);
}

static CUresult link_objects(struct CUlinkState_st *s)
{
	char *log = NULL;
	const int rc = nvrtc_link(s->objects, s->n, &s->image, &log);
	CUresult e = CUDA_SUCCESS;

	if (rc)
		e = refuse(s, CUDA_ERROR_INVALID_IMAGE,
			   log && *log ? log : "no input has relocatable device code");
	else
		s->size = strlen(s->image) + 1;
	free(log);
	return e;
}

/* Who loads the image finds what is wrong with it. */
CUresult cuLinkComplete(CUlinkState state, void **image, size_t *size)
{
	CUresult e = drv_ready();

	if (e || !state || !image)
		return e ? e : CUDA_ERROR_INVALID_VALUE;
	if (!state->image && state->n) {
		e = link_objects(state);
		if (e)
			return e;
	}
	if (!state->image)
		return refuse(state, CUDA_ERROR_INVALID_VALUE, "no input");
	*image = state->image;
	if (size)
		*size = state->size;
	return CUDA_SUCCESS;
}

CUresult cuLinkDestroy(CUlinkState state)
{
	if (!state)
		return CUDA_ERROR_INVALID_VALUE;
	for (size_t i = 0; i < state->n; i++)
		free((char *)(uintptr_t)state->objects[i].bytes);
	free(state->objects);
	free(state->image);
	free(state);
	return CUDA_SUCCESS;
}
