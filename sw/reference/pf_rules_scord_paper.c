/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_rules_scord_paper: the decision procedure that produced ScoRD's published tables
 * (docs/reference-models.md), its bugs D7 to D10 included. One function for each row.
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

/* D7: a load, but recorded as a write. */
static bool r3(const struct pf_check *c, struct pf_entry *next)
{
	if (!pf_rules_foreign_block_atomic(c))
		return false;
	pf_rules_take(c, next, true);
	return true;
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

static bool r10(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->m->modified || !c->disjoint)
		return false;
	pf_rules_take(c, next, false);
	return true;
}

/* D9: a reader of another block does not set DevShared. */
static bool r11(const struct pf_check *c, struct pf_entry *next)
{
	pf_rules_narrow_locks(c, next);
	if (!c->same_block)
		next->blk_shared = false;
	else if (!c->same_warp && !c->m->dev_shared)
		next->blk_shared = true;
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

static bool w3(const struct pf_check *c, struct pf_entry *next)
{
	if (!pf_rules_foreign_block_atomic(c))
		return false;
	pf_rules_take(c, next, true);
	return true;
}

/* The accessor's own scope is not looked at. */
static bool w4(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->m->is_atom || !c->a->atomic)
		return false;
	pf_rules_own(c, next);
	next->modified = true;
	return true;
}

/* From here on the warp is another, or others have read: W2 took the rest.
 * D8: a store, but recorded as a read. */
static bool w5(const struct pf_check *c, struct pf_entry *next)
{
	if (!c->same_block || (c->blk_fenced && !c->m->dev_shared) || c->dev_fenced)
		return false;
	pf_rules_take(c, next, false);
	return true;
}

static bool w6(const struct pf_check *c, struct pf_entry *next) /* D8 */
{
	if (c->same_block || c->dev_fenced)
		return false;
	pf_rules_take(c, next, false);
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

/* D10: shared bits stay as they were. */
static bool w10(const struct pf_check *c, struct pf_entry *next)
{
	pf_rules_own(c, next);
	next->modified = true;
	next->lock &= c->a->signature;
	return true;
}

struct pf_verdict pf_rules_scord_paper(const struct pf_entry *m, const struct pf_tag *a,
				       struct pf_fences owner, struct pf_fences self)
{
	static const struct pf_rule read[] = {
		{PF_R1, false, r1}, {PF_R2, false, r2},  {PF_R3, true, r3},    {PF_R4, true, r4},
		{PF_R5, true, r5},  {PF_R6, true, r6},   {PF_R7, false, r7},   {PF_R8, false, r8},
		{PF_R9, false, r9}, {PF_R10, true, r10}, {PF_R11, false, r11},
	};
	static const struct pf_rule write[] = {
		{PF_W1, false, w1}, {PF_W2, false, w2},   {PF_W3, true, w3}, {PF_W4, false, w4},
		{PF_W5, true, w5},  {PF_W6, true, w6},    {PF_W7, true, w7}, {PF_W8, false, w8},
		{PF_W9, true, w9},  {PF_W10, false, w10},
	};
	const struct pf_check c = pf_rules_check(m, a, owner, self);

	return pf_rules_first(&c, a->write || a->atomic ? write : read);
}

const struct pf_policy_info pf_policy_scord_paper = {
	.rules = pf_rules_scord_paper,
	.as_simulated = true,
	.verilog = 0,
};
