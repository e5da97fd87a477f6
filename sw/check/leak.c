/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * leak: allocations that are there when the program ends.
 */
#include "check_int.h"

const char *check_made_by(const struct gmem_block *b)
{
	switch (b->kind) {
	case GMEM_DEVICE: return "cudaMalloc";
	case GMEM_MANAGED: return "cudaMallocManaged";
	case GMEM_HOST: return "cudaHostAlloc";
	case GMEM_HEAP: return "malloc in a kernel";
	case GMEM_MAPPED:
	case GMEM_READABLE: return "cuMemMap";
	case GMEM_RESERVED:
	case GMEM_VARIABLE:
	case GMEM_CONST: break;
	}
	return NULL;
}

void check_leaks(struct checks *c)
{
	for (const struct gmem_block *b = gmem_next(c->g, NULL); b; b = gmem_next(c->g, b)) {
		const char *made_by = check_made_by(b);
		struct check_finding *f;

		if (!made_by)
			continue;
		f = check_add(c, KIND_LEAK);
		f->made_by = made_by;
		f->serial = b->serial;
		f->size = b->size;
		f->addr = b->addr;
	}
}
