/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * texture: what arrays, textures and surfaces share.
 */
#ifndef TEXTURE_H
#define TEXTURE_H

#include "rt.h"

struct cudaArray {
	struct cudaArray *next;
	struct cudaChannelFormatDesc desc;
	struct cudaExtent extent; /* elements; height and depth may be 0 */
	unsigned flags, bytes;    /* bytes of an element */
	size_t pitch, slice;
	void *base;
};

unsigned rt_format_bytes(const struct cudaChannelFormatDesc *d);
bool rt_array_valid(const struct rt *r, cudaArray_const_t array);
/* copy.c: a whole call */
cudaError_t rt_copy_call(const struct cudaMemcpy3DParms *p, bool async, cudaStream_t stream);

#endif
