/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_rules_scord: ScoRD's decision procedure with its bugs D7 to D10 corrected
 * (docs/reference-models.md), a rule for an atomic whose own scope is too narrow, atomic loads and
 * stores (.relaxed and stronger) beside read-modify-writes, and no verdict on parts of a word. One
 * function for each row. An entry of an old epoch or another tag never gets here: pf_meta_fetch()
 * forgot it.
 */
#include "pf_policy.h"
#include "pf_rules.h"

static bool r1(const struct pf_check *c, struct pf_entry *next)
{
	if (!pf_rules_fresh(c))
		return false;
	pf_rules_take(c, next, false);
	return true;
}

static bool r2(const struct pf_check *c, struct pf_entry *next)
{
	if (!pf_rules_program_order(c))
		return false;
	pf_rules_take(c, next, c->m->modified && !c->blk_fenced && !c->dev_fenced);
	return true;
}

/* This atomic does not reach the owner's block, whose atomic is of device scope. After a device
 * fence of the owner's it need not: the word may have been handed over. */
static bool narrow_atomic(const struct pf_check *c)
{
	return c->m->is_atom && !c->m->block_scope && c->a->atomic && c->a->block_scope &&
	       !c->same_block && !c->dev_fenced;
}

/* Which parts both sides touched is not known. What the owner did must not tell on later accesses
 * to the other part either, so the accessor takes the entry over. */
static bool rs(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->m->sub_word || !c->sub_word)
		return false;
	pf_rules_take(c, next, false);
	return true;
}

/* An atomic load is in the entry too: two loads do not race. */
static bool r3(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->m->modified || !pf_rules_foreign_block_atomic(c))
		return false;
	pf_rules_take(c, next, false);
	return true;
}

static bool r3a(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->m->modified || !narrow_atomic(c))
		return false;
	pf_rules_take(c, next, false);
	return true;
}

/* Polling leaves the entry alone. */
static bool ra(const struct pf_check *c, struct pf_entry *next)
{
	(void)next;
	return c->m->is_atom && c->a->atomic;
}

static bool r4(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->m->modified || c->same_warp || !c->same_block || c->blk_fenced || c->dev_fenced)
		return false;
	pf_rules_take(c, next, false);
	return true;
}

static bool r5(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->m->modified || c->same_block || c->dev_fenced)
		return false;
	pf_rules_take(c, next, false);
	return true;
}

static bool r6(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->m->modified || c->same_warp || (c->m->strong && c->strong))
		return false;
	pf_rules_take(c, next, false);
	return true;
}

/* Ownership passes to the consumer; for others the word is not modified any more. */
static bool r7(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->no_locks || !c->m->modified)
		return false;
	next->modified = c->same_warp;
	next->blk_shared = next->dev_shared = false;
	pf_rules_own(c, next);
	return true;
}

static bool r8(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->no_locks || c->m->modified || !c->same_block || c->m->dev_shared)
		return false;
	next->blk_shared = true;
	return true;
}

static bool r9(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->no_locks || c->m->modified)
		return false;
	next->dev_shared = true;
	next->blk_shared = false;
	return true;
}

/* A warp's own store needs no lock: it gets here when others have read since. */
static bool r10(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->m->modified || c->same_warp || !c->disjoint)
		return false;
	pf_rules_take(c, next, false);
	return true;
}

static bool r11(const struct pf_check *c, struct pf_entry *next)
{
	pf_rules_narrow_locks(c, next);
	if (!c->same_block) {
		next->dev_shared = true;
		next->blk_shared = false;
	} else if (!c->same_warp && !c->m->dev_shared) {
		next->blk_shared = true;
	}
	return true;
}

static bool w1(const struct pf_check *c, struct pf_entry *next)
{
	if (!pf_rules_fresh(c))
		return false;
	pf_rules_take(c, next, true);
	return true;
}

static bool w2(const struct pf_check *c, struct pf_entry *next)
{
	if (!pf_rules_program_order(c))
		return false;
	pf_rules_take(c, next, true);
	return true;
}

static bool ws(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->m->sub_word || !c->sub_word)
		return false;
	pf_rules_take(c, next, true);
	return true;
}

static bool w3(const struct pf_check *c, struct pf_entry *next)
{
	if (!pf_rules_foreign_block_atomic(c))
		return false;
	pf_rules_take(c, next, true);
	return true;
}

static bool w3a(const struct pf_check *c, struct pf_entry *next)
{
	if (!narrow_atomic(c))
		return false;
	pf_rules_take(c, next, true);
	return true;
}

/* The shared bits are of readers before this atomic: left set, as W10 did (D10), they would hold
 * the new owner's next store against its own fences. */
static bool w4(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->m->is_atom || !c->a->atomic)
		return false;
	pf_rules_own(c, next);
	next->modified = true;
	next->blk_shared = next->dev_shared = false;
	return true;
}

/* From here on the warp is another, or others have read: W2 took the rest. */
static bool w5(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->same_block || (c->blk_fenced && !c->m->dev_shared) || c->dev_fenced)
		return false;
	pf_rules_take(c, next, true);
	return true;
}

static bool w6(const struct pf_check *c, struct pf_entry *next)
{
	if (c->same_block || c->dev_fenced)
		return false;
	pf_rules_take(c, next, true);
	return true;
}

static bool w7(const struct pf_check *c, struct pf_entry *next)
{
	if (c->m->strong && c->strong)
		return false;
	pf_rules_take(c, next, true);
	return true;
}

static bool w8(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->no_locks)
		return false;
	pf_rules_own(c, next);
	next->blk_shared = next->dev_shared = false;
	next->modified = true;
	return true;
}

static bool w9(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->disjoint)
		return false;
	pf_rules_take(c, next, true);
	return true;
}

static bool w10(const struct pf_check *c, struct pf_entry *next)
{
	pf_rules_own(c, next);
	next->modified = true;
	next->blk_shared = next->dev_shared = false;
	next->lock &= c->a->signature;
	return true;
}

struct pf_verdict pf_rules_scord(const struct pf_entry *m, const struct pf_tag *a,
				 struct pf_fences owner, struct pf_fences self)
{
	static const struct pf_rule read[] = {
		{PF_R1, false, r1},  {PF_R2, false, r2},   {PF_RS, false, rs}, {PF_R3, true, r3},
		{PF_R3A, true, r3a}, {PF_RA, false, ra},   {PF_R4, true, r4},  {PF_R5, true, r5},
		{PF_R6, true, r6},   {PF_R7, false, r7},   {PF_R8, false, r8}, {PF_R9, false, r9},
		{PF_R10, true, r10}, {PF_R11, false, r11},
	};
	static const struct pf_rule write[] = {
		{PF_W1, false, w1},  {PF_W2, false, w2}, {PF_WS, false, ws}, {PF_W3, true, w3},
		{PF_W3A, true, w3a}, {PF_W4, false, w4}, {PF_W5, true, w5},  {PF_W6, true, w6},
		{PF_W7, true, w7},   {PF_W8, false, w8}, {PF_W9, true, w9},  {PF_W10, false, w10},
	};
	struct pf_check c = pf_rules_check(m, a, owner, self);

	c.sub_word = a->sub_word;
	return pf_rules_first(&c, a->write ? write : read);
}

const struct pf_policy_info pf_policy_scord = {
	.rules = pf_rules_scord,
	.relaxed_atomics = true,
	.sync_fences = true,
	.cas_may_read = true,
	.system_locks = true,
	.block_barriers = true,
	.epochs = true,
	.skips_parts = true,
	.verilog = 1,
};
