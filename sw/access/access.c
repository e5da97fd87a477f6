/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "access.h"

/* ScoRD as published: atomics are read-modify-writes, fences are fence instructions. */
static const struct access_rules scord_paper = {0};
static const struct access_rules scord = {
	.relaxed_atomics = true, .sync_fences = true, .cas_may_read = true, .system_locks = true};

const struct access_rules *access_rules(enum pf_policy policy)
{
	return policy == PF_SCORD ? &scord : &scord_paper;
}

static bool is_rmw(const struct simt_op *op)
{
	return op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;
}

static bool is_write(const struct simt_op *op)
{
	return op->kind == SIMT_OP_ST || is_rmw(op);
}

static bool is_relaxed(const struct simt_op *op)
{
	return is_rmw(op) || (op->sem != PTX_SEM_WEAK && op->sem != PTX_SEM_VOLATILE);
}

bool access_is_memory(const struct simt_op *op)
{
	return op->kind == SIMT_OP_LD || is_write(op);
}

bool access_releases(const struct simt_op *op)
{
	return is_write(op) &&
	       (op->sem == PTX_SEM_RELEASE || op->sem == PTX_SEM_ACQ_REL || op->sem == PTX_SEM_SC);
}

bool access_acquires(const struct simt_op *op)
{
	return (op->kind == SIMT_OP_LD || is_rmw(op)) &&
	       (op->sem == PTX_SEM_ACQUIRE || op->sem == PTX_SEM_ACQ_REL || op->sem == PTX_SEM_SC);
}

uint32_t access_wrote(const struct access_rules *r, const struct simt_op *op, uint32_t lanes)
{
	if (!is_write(op))
		return 0;
	return r->cas_may_read ? lanes & ~op->failed : lanes;
}

/* A hash of the address stands for a lock, so its word is a whole one. */
static bool may_lock(const struct access_rules *r, const struct simt_op *op)
{
	return op->space == PTX_SPACE_GLOBAL && op->size >= 4 && is_rmw(op) &&
	       (op->atom == PTX_ATOM_CAS || op->atom == PTX_ATOM_EXCH) &&
	       (r->system_locks || op->scope != PTX_SCOPE_SYS);
}

struct access_class access_classify(const struct access_rules *r, const struct simt_op *op)
{
	struct access_class c = {0};

	if (!access_is_memory(op))
		return c;
	c.memory = true;
	c.write = is_write(op);
	c.relaxed = is_relaxed(op);
	c.atomic = is_rmw(op) || (r->relaxed_atomics && c.relaxed);
	c.strong = is_rmw(op) || op->sem != PTX_SEM_WEAK;
	c.block_scope = c.atomic && op->scope == PTX_SCOPE_CTA;
	c.device = op->scope != PTX_SCOPE_CTA;
	c.releases = r->sync_fences && access_releases(op) && access_wrote(r, op, op->mask);
	c.acquires = r->sync_fences && access_acquires(op);
	c.locks = may_lock(r, op);
	return c;
}

enum access_lock access_lock(const struct simt_op *op, unsigned lane)
{
	const uint64_t old = op->data[0][lane], new = op->data[1][lane];

	if (op->atom == PTX_ATOM_CAS)
		return old == 0 && new == 1 ? ACCESS_LOCK_TAKEN : ACCESS_NO_LOCK;
	return op->atom == PTX_ATOM_EXCH && new == 0 ? ACCESS_LOCK_GIVEN : ACCESS_NO_LOCK;
}

struct access_shape access_shape(const struct simt_op *op)
{
	return (struct access_shape){
		.access = is_rmw(op)               ? RACE_ATOMIC
			  : op->kind == SIMT_OP_ST ? RACE_WRITE
						   : RACE_READ,
		.scope = is_relaxed(op) ? op->scope : PTX_SCOPE_NONE,
		.bytes = (uint32_t)op->size * op->vec,
	};
}
