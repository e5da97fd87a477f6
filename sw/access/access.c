/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "access.h"

static bool is_relaxed(const struct simt_op *op)
{
	return access_is_rmw(op) || (op->sem != PTX_SEM_WEAK && op->sem != PTX_SEM_VOLATILE);
}

/* A hash of the address stands for a lock, so its word is a whole one. */
static enum access_lock lock_of(const struct pf_policy_info *r, const struct simt_op *op)
{
	if (op->space != PTX_SPACE_GLOBAL || op->size < 4 || !access_is_rmw(op) ||
	    (op->scope == PTX_SCOPE_SYS && !r->system_locks))
		return ACCESS_NO_LOCK;
	if (op->atom == PTX_ATOM_CAS)
		return ACCESS_TAKES;
	return op->atom == PTX_ATOM_EXCH ? ACCESS_GIVES : ACCESS_NO_LOCK;
}

struct access_class access_classify(const struct pf_policy_info *r, const struct simt_op *op)
{
	struct access_class c = {0};

	c.write = access_is_write(op);
	if (!c.write && op->kind != SIMT_OP_LD)
		return c;
	c.relaxed = is_relaxed(op);
	c.atomic = access_is_rmw(op) || (r->relaxed_atomics && c.relaxed);
	c.strong = access_is_rmw(op) || op->sem != PTX_SEM_WEAK;
	c.block_scope = c.atomic && op->scope == PTX_SCOPE_CTA;
	c.device = access_leaves_block(op);
	c.releases = r->sync_fences && access_releases(op) && access_wrote(r, op, op->mask);
	c.acquires = r->sync_fences && access_acquires(op);
	c.lock = lock_of(r, op);
	return c;
}

/* Most compare-and-swaps of a lock fail, waiting for it. */
static uint32_t taken(const struct simt_op *op)
{
	uint32_t lanes = 0;

	for (uint32_t left = op->mask & ~op->failed; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);

		if (op->data[0][l] == 0 && op->data[1][l] == 1)
			lanes |= 1U << l;
	}
	return lanes;
}

static uint32_t given(const struct simt_op *op)
{
	uint32_t lanes = 0;

	for (uint32_t left = op->mask; left; left &= left - 1)
		if (op->data[1][__builtin_ctz(left)] == 0)
			lanes |= left & -left;
	return lanes;
}

uint32_t access_locked(const struct access_class *c, const struct simt_op *op)
{
	switch (c->lock) {
	case ACCESS_TAKES: return taken(op);
	case ACCESS_GIVES: return given(op);
	default: return 0;
	}
}

struct access_shape access_shape(const struct simt_op *op)
{
	return (struct access_shape){
		.access = access_is_rmw(op)        ? RACE_ATOMIC
			  : op->kind == SIMT_OP_ST ? RACE_WRITE
						   : RACE_READ,
		.scope = is_relaxed(op) ? op->scope : PTX_SCOPE_NONE,
		.bytes = (uint32_t)op->size * op->vec,
	};
}
