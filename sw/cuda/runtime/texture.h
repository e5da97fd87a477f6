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
	struct cudaMipmappedArray *of; /* a level of it, which goes with it; NULL */
};

enum { RT_LEVELS = 18 }; /* of an array of the greatest extent */

struct cudaMipmappedArray {
	struct cudaMipmappedArray *next;
	unsigned n;
	struct cudaArray *level[RT_LEVELS];
};

unsigned rt_format_bytes(const struct cudaChannelFormatDesc *d);
/* array.c: what an array of this shape is, but for its memory. An error: there is none. */
cudaError_t rt_array_shape(struct cudaArray *a, const struct cudaChannelFormatDesc *desc,
			   struct cudaExtent extent, unsigned flags);
size_t rt_array_bytes(const struct cudaArray *a);
bool rt_array_valid(const struct rt *r, cudaArray_const_t array);
/* mipmap.c */
bool rt_mipmap_valid(const struct rt *r, const struct cudaMipmappedArray *m);
/* texture.c. A texture or surface reference (any address that is its own), whose variable in
 * device memory is at addr: bound as resource and desc say; resource NULL: to nothing; desc NULL:
 * it is a surface. Forgotten: its variable is gone. */
cudaError_t rt_reference_bind(struct rt *r, const void *reference, uint64_t addr,
			      const struct cudaResourceDesc *resource,
			      const struct cudaTextureDesc *desc);
void rt_reference_forget(struct rt *r, const void *reference);
/* copy.c: a whole call */
cudaError_t rt_copy_call(const struct cudaMemcpy3DParms *p, bool async, cudaStream_t stream);

#endif
