/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * link: cuLink. One input that is PTX is handed through; several would need a linker of device
 * code, and are refused.
 */
#include "drv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CUlinkState_st {
	char *image;
	size_t size;
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
static CUresult add(struct CUlinkState_st *s, CUjitInputType type, char *image)
{
	const char *why = NULL;

	if (s->image)
		why = "device code of several inputs is not linked";
	else if (type == CU_JIT_INPUT_OBJECT || type == CU_JIT_INPUT_LIBRARY)
		why = "objects and libraries are not linked, only PTX is";
	if (why) {
		free(image);
		return refuse(s, CUDA_ERROR_NOT_SUPPORTED, why);
	}
	s->image = image;
	s->size = strlen(image) + 1;
	return CUDA_SUCCESS;
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
	/* text says how long it is; a container, where it ends */
	image = drv_image(data, type == CU_JIT_INPUT_PTX ? size : 0, &why);
	return image ? add(state, type, image) : refuse(state, CUDA_ERROR_INVALID_IMAGE, why.text);
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
	bytes = drv_read(path, &e);
	if (e)
		return e;
	image = drv_image(bytes, 0, &why);
	free(bytes);
	return image ? add(state, type, image) : refuse(state, CUDA_ERROR_INVALID_IMAGE, why.text);
}

/* Who loads the image finds what is wrong with it. */
CUresult cuLinkComplete(CUlinkState state, void **image, size_t *size)
{
	const CUresult e = drv_ready();

	if (e || !state || !image)
		return e ? e : CUDA_ERROR_INVALID_VALUE;
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
	free(state->image);
	free(state);
	return CUDA_SUCCESS;
}
