/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * direct: an oracle that is fed by hand, one operation a line.
 */
#ifndef DIRECT_H
#define DIRECT_H

#include "oracle/oracle.h"

#define DIRECT_BASE 0x200000000000ULL

struct direct {
	struct oracle *o;
	const struct machine_observer *to;
	struct machine_launch_info info;
	uint32_t pc;
	const struct race_hit *hits; /* of the last operation */
	size_t n;
};

static inline struct machine_who direct_who(const struct direct *d, uint32_t block, uint32_t warp)
{
	return (struct machine_who){.kernel = d->info.kernel,
				    .launch = d->info.launch,
				    .slot = block,
				    .block = block,
				    .warp = warp,
				    .warp_global = block * d->info.warps_per_block + warp};
}

static inline void direct_launch(struct direct *d)
{
	d->info.launch++;
	d->pc = 0;
	d->to->launch_begin(d->to->ctx, &d->info);
	for (uint32_t b = 0; b < d->info.grid[0]; b++) {
		const struct machine_who who = direct_who(d, b, 0);

		d->to->block_begin(d->to->ctx, &who);
	}
}

static inline void direct_open(struct direct *d, bool its, bool ptx, uint32_t blocks,
			       uint32_t threads)
{
	static const struct simt_kernel kernel; /* launches nothing */
	const struct oracle_config cfg = {.model = ptx ? ORACLE_PTX : ORACLE_SCORD};

	*d = (struct direct){.o = oracle_create(&cfg)};
	d->to = oracle_observer(d->o);
	d->info = (struct machine_launch_info){.kernel = &kernel,
					       .grid = {blocks, 1, 1},
					       .block = {threads, 1, 1},
					       .shared_bytes = 1024,
					       .warps_per_block = (threads + 31) / 32,
					       .blocks_per_sm = blocks,
					       .mode = its ? SIMT_ITS : SIMT_LOCKSTEP};
	direct_launch(d);
}

static inline void direct_close(struct direct *d)
{
	d->to->launch_end(d->to->ctx, &d->info, 0);
	oracle_destroy(d->o);
}

static inline void direct_op(struct direct *d, uint32_t block, uint32_t warp, struct simt_op *op)
{
	const struct machine_who who = direct_who(d, block, warp);

	op->pc = d->pc++;
	d->to->op(d->to->ctx, &who, op);
	d->hits = oracle_hits(d->o, &d->n);
}

/* Lane 0 of warp 0; 4 bytes of global memory at word `at`, or what `more` says. */
static inline struct simt_op direct_at(enum simt_op_kind kind, enum ptx_sem sem,
				       enum ptx_scope scope, uint32_t at)
{
	struct simt_op op = {.kind = kind,
			     .mask = 1,
			     .space = PTX_SPACE_GLOBAL,
			     .sem = sem,
			     .scope = scope,
			     .size = 4,
			     .vec = 1};

	for (unsigned l = 0; l < 32; l++)
		op.addr[l] = DIRECT_BASE + 4ULL * at;
	return op;
}

static inline size_t direct_ld(struct direct *d, uint32_t block, uint32_t warp, uint32_t at)
{
	struct simt_op op = direct_at(SIMT_OP_LD, PTX_SEM_WEAK, PTX_SCOPE_NONE, at);

	direct_op(d, block, warp, &op);
	return d->n;
}

static inline size_t direct_st(struct direct *d, uint32_t block, uint32_t warp, uint32_t at)
{
	struct simt_op op = direct_at(SIMT_OP_ST, PTX_SEM_WEAK, PTX_SCOPE_NONE, at);

	direct_op(d, block, warp, &op);
	return d->n;
}

static inline size_t direct_volatile(struct direct *d, enum simt_op_kind kind, uint32_t block,
				     uint32_t warp, uint32_t at)
{
	struct simt_op op = direct_at(kind, PTX_SEM_VOLATILE, PTX_SCOPE_SYS, at);

	direct_op(d, block, warp, &op);
	return d->n;
}

/* atom with old and new value. */
static inline size_t direct_atom(struct direct *d, enum ptx_atom atom, enum ptx_scope scope,
				 uint32_t block, uint32_t warp, uint32_t at, uint32_t old,
				 uint32_t now)
{
	struct simt_op op = direct_at(SIMT_OP_ATOM, PTX_SEM_RELAXED, scope, at);

	op.atom = atom;
	op.data[0][0] = old;
	op.data[1][0] = now;
	direct_op(d, block, warp, &op);
	return d->n;
}

static inline void direct_fence(struct direct *d, enum ptx_scope scope, uint32_t block,
				uint32_t warp)
{
	struct simt_op op = direct_at(SIMT_OP_FENCE, PTX_SEM_SC, scope, 0);

	direct_op(d, block, warp, &op);
}

#endif
