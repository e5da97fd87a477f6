/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "finding.h"

enum { WORD = 4 };

/* Kind */

/* The signature of one lock alone. */
static uint16_t bins(uint64_t hash)
{
	return (uint16_t)(1U << (8 + (hash & 7)) | 1U << (hash >> 3 & 7));
}

/* By the accessor's lock table: is a lock that the entry knows in it all the same? Either inactive,
 * as the fence after the CAS is missing or too narrow; or the owner, in another block, has it with
 * block scope. */
static bool narrow_in_table(const struct finding *f)
{
	const uint64_t key = pf_lock_key(f->tag->block);
	const uint64_t owner_key = pf_lock_key(f->owner->block);

	for (uint32_t i = 0; i < f->locks->n; i++) {
		const struct pf_lock_entry *e = &f->locks->entry[i];
		const uint64_t hash = (uint64_t)e->bin_b << 3 | e->bin_a;
		const uint64_t address = e->block_scope ? hash ^ key : hash;

		if (!pf_lock_none(bins(hash) & f->owner->lock) ||
		    !pf_lock_none(bins(address ^ owner_key) & f->owner->lock))
			return true;
	}
	return false;
}

/* Hash of the only lock in a signature; -1: none or several. A lock of device scope never comes
 * alone, since its block's own entry comes with it. */
static int64_t only_lock(uint16_t signature)
{
	const unsigned a = signature >> 8, b = signature & 0xff;

	if (!a || !b || a & (a - 1) || b & (b - 1))
		return -1;
	return __builtin_ctz(b) << 3 | __builtin_ctz(a);
}

static bool holds(uint16_t signature, uint64_t hash)
{
	return (signature & bins(hash)) == bins(hash);
}

/* By the two signatures: one side holds a lock with block scope, the other one the same lock. Which
 * inactive locks the accessor had is not in a record. */
static bool narrow_in_record(const struct finding *f)
{
	const uint64_t keys = pf_lock_key(f->tag->block) ^ pf_lock_key(f->owner->block);
	const int64_t accessor = only_lock(f->tag->signature), owner = only_lock(f->owner->lock);

	return (accessor >= 0 && holds(f->owner->lock, (uint64_t)accessor ^ keys)) ||
	       (owner >= 0 && holds(f->tag->signature, (uint64_t)owner ^ keys));
}

static enum race_kind kind_of(const struct finding *f)
{
	switch (f->row) {
	case PF_R3:
	case PF_W3:
	case PF_R3A:
	case PF_W3A: return RACE_ATOMIC_SCOPE;
	case PF_R6:
	case PF_W7: return RACE_NOT_STRONG;
	case PF_R10:
	case PF_W9:
		return (f->locks ? narrow_in_table(f) : narrow_in_record(f)) ? RACE_LOCK_SCOPE
									     : RACE_LOCK;
	default: return f->owner_fenced ? RACE_FENCE_SCOPE : RACE_FENCE;
	}
}

/* Sides */

/* A write that is atomic may be a read-modify-write or an atomic store: the entry does not tell. */
static struct race_side first_side(const struct finding *f)
{
	const struct pf_entry *m = f->owner;
	struct race_side s = {
		.kernel = f->kernel,
		.launch = f->launch,
		.block = f->first.block,
		.warp = f->first.warp,
		.lane = RACE_NO_LANE,
		.access = !m->modified ? RACE_READ
			  : m->is_atom ? RACE_ATOMIC
				       : RACE_WRITE,
		.strong = m->strong,
		.pc = RACE_NO_PC,
	};

	if (m->is_atom)
		s.scope = m->block_scope ? PTX_SCOPE_CTA : PTX_SCOPE_GPU;
	return s;
}

static struct race_side second_side(const struct finding *f)
{
	return (struct race_side){
		.kernel = f->kernel,
		.launch = f->launch,
		.block = f->second.block,
		.warp = f->second.warp,
		.lane = f->lane,
		.access = f->shape.access,
		.strong = f->tag->strong,
		.scope = f->shape.scope,
		.pc = f->pc,
	};
}

struct access_shape finding_shape(const struct finding *f)
{
	const struct pf_tag *a = f->tag;
	struct simt_op op;

	if (simt_op_at(f->kernel, f->pc, &op))
		return access_shape(&op);
	return (struct access_shape){
		.access = a->atomic  ? RACE_ATOMIC
			  : a->write ? RACE_WRITE
				     : RACE_READ,
		.scope = !a->atomic       ? PTX_SCOPE_NONE
			 : a->block_scope ? PTX_SCOPE_CTA
					  : PTX_SCOPE_GPU,
		.bytes = WORD,
	};
}

struct race_hit finding_hit(const struct finding *f)
{
	const uint32_t whole = f->shape.bytes < WORD ? f->shape.bytes : WORD;

	return (struct race_hit){
		.space = PTX_SPACE_GLOBAL,
		.addr = f->word + (f->bytes ? (unsigned)__builtin_ctz(f->bytes) : 0),
		.bytes = (uint8_t)(f->bytes ? (unsigned)__builtin_popcount(f->bytes) : whole),
		.kind = kind_of(f),
		.first = first_side(f),
		.second = second_side(f),
	};
}
