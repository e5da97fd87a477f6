/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * access: what an operation of a warp means to a detector. Written here once: the detector
 * with and without a clock, the comparison with the oracle and the replay of traces all
 * ask here. The oracle does not: it judges, and shares nothing.
 *
 *   struct simt_op ──┬─> access_classify()   once for each operation of a warp
 *   pf_policy_info ──┼─> access_wrote()      lanes that wrote, when they have been performed
 *                    ├─> access_locked()     lanes whose lock was taken or given back, likewise
 *                    └─> access_shape()      what a report says of it
 *
 * Pure functions. Policies differ in what struct pf_policy_info says, and in nothing else here.
 */
#ifndef ACCESS_H
#define ACCESS_H

#include "../reference/pf_policy.h"
#include "../race/race.h"

/* What an operation may do to locks. */
enum access_lock { ACCESS_NO_LOCK, ACCESS_TAKES, ACCESS_GIVES };

/* An operation, as far as it is the same for all lanes. All false: no load, store or atomic. */
struct access_class {
	bool write;   /* store or atomic; which lanes wrote: access_wrote() */
	bool atomic;  /* to the policy */
	bool relaxed; /* atomic to the memory model: read-modify-write, or .relaxed and stronger */
	bool strong;  /* .volatile, or relaxed */
	bool block_scope; /* an atomic of block scope */
	bool device;      /* its fences and locks are of device scope: access_leaves_block() */
	bool releases, acquires; /* a fence to the policy: before it, after it */
	enum access_lock lock;   /* which lanes did it: access_locked() */
};
/* What op is to the policy. Before it has been performed every compare-and-swap counts as one that
 * writes. */
struct access_class access_classify(const struct pf_policy_info *r, const struct simt_op *op);

/* Atomic or reduction. */
static inline bool access_is_rmw(const struct simt_op *op)
{
	return op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;
}

/* Store, atomic or reduction. */
static inline bool access_is_write(const struct simt_op *op)
{
	return op->kind == SIMT_OP_ST || access_is_rmw(op);
}

/* Fences, too: the scope is wider than the block. */
static inline bool access_leaves_block(const struct simt_op *op)
{
	return op->scope != PTX_SCOPE_CTA;
}

/* To the memory model, and so in every mode: a store or atomic that releases. */
static inline bool access_releases(const struct simt_op *op)
{
	return access_is_write(op) &&
	       (op->sem == PTX_SEM_RELEASE || op->sem == PTX_SEM_ACQ_REL || op->sem == PTX_SEM_SC);
}

/* Likewise: a load or atomic that acquires. */
static inline bool access_acquires(const struct simt_op *op)
{
	return (op->kind == SIMT_OP_LD || access_is_rmw(op)) &&
	       (op->sem == PTX_SEM_ACQUIRE || op->sem == PTX_SEM_ACQ_REL || op->sem == PTX_SEM_SC);
}

/* Those of `lanes`, which have been performed, that wrote. */
static inline uint32_t access_wrote(const struct pf_policy_info *r, const struct simt_op *op,
				    uint32_t lanes)
{
	if (!access_is_write(op))
		return 0;
	return r->cas_may_read ? lanes & ~op->failed : lanes;
}

/* Of an operation with that class, lanes that took a lock or gave it back, after all have been
 * performed: a compare-and-swap that put 1 where 0 was, an exchange that put 0. */
uint32_t access_locked(const struct access_class *c, const struct simt_op *op);

/* Bytes of the word of four, from that address on, that the lane touches. */
static inline uint8_t access_touches(const struct simt_op *op, uint32_t lane, uint64_t word)
{
	const uint64_t from = op->addr[lane], end = from + (uint64_t)op->size * op->vec;
	const uint64_t lo = word < from ? from - word : 0;
	const uint64_t hi = end < word + 4 ? end - word : 4;

	if (end <= word || from >= word + 4)
		return 0;
	return (uint8_t)((1U << hi) - (1U << lo));
}

/* What a report says of an access. */
struct access_shape {
	enum race_access access;
	enum ptx_scope scope; /* of an access that is atomic to the memory model; else NONE */
	uint32_t bytes;       /* of a lane */
};
/* Its instruction is enough: simt_op_at() will do. */
struct access_shape access_shape(const struct simt_op *op);

#endif
