/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * live: registers that addresses in shared memory and conditions depend on, and where.
 */
#ifndef STATIC_LIVE_H
#define STATIC_LIVE_H

#include "flow.h"

struct live {
	unsigned n_regs;
	bool *needed; /* registers */
	bool *at;     /* [block * n_regs + register]: still needed, from the block's begin on */
};

/* Accesses shared memory, or may do. */
bool live_is_access(const struct ptx_insn *i);
/* Each register that it writes */
typedef void (*live_reg)(void *ctx, int reg);
void live_writes(const struct ptx_insn *i, live_reg fn, void *ctx);
void live_find(struct live *l, const struct flow *w);
void live_free(struct live *l);

static inline bool live_at(const struct live *l, unsigned block, unsigned reg)
{
	return l->at[(size_t)block * l->n_regs + reg];
}

#endif
