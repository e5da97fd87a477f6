/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * slab: memory that is given back all at once and kept for the next launch.
 */
#ifndef SLAB_H
#define SLAB_H

#include <stddef.h>

struct slab_block;
struct slab {
	struct slab_block *first, *now;
};

void *slab_alloc(struct slab *s, size_t bytes); /* not zeroed, 8-byte aligned, at most 4096 */
/* Everything allocated is free again. */
void slab_reset(struct slab *s);
void slab_free(struct slab *s);

#endif
