/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * jitlink: nvJitLink. The inputs are written to a folder of their own, `photofinish nvcc -dlink`
 * makes one object of them, and the PTX in it is the result.
 */
#include "../include/nvJitLink.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/mem.h"
#include "compile.h"

enum { MAX_INPUT = 1 << 30 };

struct input {
	struct input *next;
	char *bytes;
	size_t size;
	bool archive;
};

struct nvJitLink {
	struct input *inputs, **last;
	size_t n;
	char *ptx; /* linked, or the one text that was given */
	char *log; /* of errors */
	bool text; /* the one input is PTX */
};

static nvJitLinkResult said(nvJitLinkHandle h, const char *why, nvJitLinkResult e)
{
	free(h->log);
	h->log = mem_strdup(why);
	return e;
}

/* Registers, levels, threads: nothing here depends on them. The target is the inputs' own. */
nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle *handle, uint32_t n, const char **options)
{
	bool arch = false;

	if (!handle || (n && !options))
		return NVJITLINK_ERROR_INVALID_INPUT;
	for (uint32_t i = 0; i < n; i++) {
		if (!options[i] || *options[i] != '-')
			return NVJITLINK_ERROR_UNRECOGNIZED_OPTION;
		arch |= !strncmp(options[i], "-arch=", 6);
	}
	if (!arch)
		return NVJITLINK_ERROR_MISSING_ARCH;
	*handle = mem_alloc(sizeof(**handle));
	**handle = (struct nvJitLink){.last = &(*handle)->inputs};
	return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle *handle)
{
	nvJitLinkHandle h = handle ? *handle : NULL;

	if (!h)
		return NVJITLINK_ERROR_INVALID_INPUT;
	while (h->inputs) {
		struct input *x = h->inputs;

		h->inputs = x->next;
		free(x->bytes);
		free(x);
	}
	free(h->ptx);
	free(h->log);
	free(h);
	*handle = NULL;
	return NVJITLINK_SUCCESS;
}

static bool starts(const char *bytes, size_t size, const char *with)
{
	return size >= strlen(with) && !memcmp(bytes, with, strlen(with));
}

nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle h, nvJitLinkInputType type, const void *data,
				 size_t size, const char *name)
{
	const bool archive = data && starts(data, size, "!<arch>\n");
	const bool object = data && starts(data, size, "\177ELF");
	struct input *x;

	(void)name;
	if (!h || !data || !size || size > MAX_INPUT || h->ptx)
		return NVJITLINK_ERROR_INVALID_INPUT;
	if (type == NVJITLINK_INPUT_NONE || (unsigned)type > NVJITLINK_INPUT_ANY)
		return NVJITLINK_ERROR_UNRECOGNIZED_INPUT;
	if (h->text || (!archive && !object && h->n))
		return said(h,
			    "photofinish: PTX is not linked with other inputs: compile with -dlto "
			    "or -dc",
			    NVJITLINK_ERROR_UNRECOGNIZED_INPUT);
	if (type == NVJITLINK_INPUT_PTX && (archive || object))
		return said(h, "photofinish: not a text of PTX", NVJITLINK_ERROR_PTX_COMPILE);
	h->text = !archive && !object;
	x = mem_alloc(sizeof(*x));
	*x = (struct input){.bytes = mem_alloc(size + 1), .size = size, .archive = archive};
	memcpy(x->bytes, data, size);
	*h->last = x;
	h->last = &x->next;
	h->n++;
	return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle h, nvJitLinkInputType type, const char *path)
{
	char *bytes;
	size_t size;
	nvJitLinkResult e;

	if (!h || !path)
		return NVJITLINK_ERROR_INVALID_INPUT;
	bytes = nvrtc_read(path, &size);
	e = bytes && size ? nvJitLinkAddData(h, type, bytes, size, path)
			  : said(h, "photofinish: an input cannot be read",
				 NVJITLINK_ERROR_INVALID_INPUT);
	free(bytes);
	return e;
}

nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle h)
{
	struct nvrtc_input *list;
	size_t n = 0;
	int rc;

	if (!h || !h->n || h->ptx)
		return NVJITLINK_ERROR_INVALID_INPUT;
	if (h->text) {
		h->ptx = mem_strdup(h->inputs->bytes);
		return NVJITLINK_SUCCESS;
	}
	list = mem_alloc(h->n * sizeof(*list));
	for (const struct input *x = h->inputs; x; x = x->next)
		list[n++] = (struct nvrtc_input){x->bytes, x->size, x->archive};
	free(h->log);
	h->log = NULL;
	rc = nvrtc_link(list, n, &h->ptx, &h->log);
	free(list);
	return !rc      ? NVJITLINK_SUCCESS
	       : rc < 0 ? NVJITLINK_ERROR_INTERNAL
			: NVJITLINK_ERROR_FINALIZE;
}

static nvJitLinkResult give(nvJitLinkHandle h, const char *text, size_t *size, char *to)
{
	if (!h || !text || (!size && !to))
		return NVJITLINK_ERROR_INVALID_INPUT;
	if (size)
		*size = *text ? strlen(text) + 1 : 0;
	if (to && *text)
		memcpy(to, text, strlen(text) + 1);
	return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle h, size_t *size)
{
	return give(h, h ? h->ptx : NULL, size, NULL);
}

nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle h, char *ptx)
{
	return give(h, h ? h->ptx : NULL, NULL, ptx);
}

nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle h, size_t *size)
{
	return nvJitLinkGetLinkedPtxSize(h, size);
}

nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle h, void *cubin)
{
	return nvJitLinkGetLinkedPtx(h, cubin);
}

nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle h, size_t *size)
{
	return give(h, h && h->log ? h->log : "", size, NULL);
}

nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle h, char *log)
{
	return give(h, h && h->log ? h->log : "", NULL, log);
}

nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle h, size_t *size)
{
	return give(h, "", size, NULL);
}

nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle h, char *log)
{
	return give(h, "", NULL, log);
}

nvJitLinkResult nvJitLinkVersion(unsigned int *major, unsigned int *minor)
{
	if (!major || !minor)
		return NVJITLINK_ERROR_INVALID_INPUT;
	*major = 12;
	*minor = 4;
	return NVJITLINK_SUCCESS;
}
