/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_rules: what the rules of all policies are made of. For pf_rules_*.c only.
 *
 * A procedure is a list of rows, tried in order: the first that matches decides. A row says
 * whether it matches, and if so what the entry becomes.
 */
#ifndef PF_RULES_H
#define PF_RULES_H

#include <stddef.h>

#include "pf_reference.h"
#include "pf_lock_table.h"

/* One check, and what every row asks about it. */
struct pf_check {
	const struct pf_entry *m;
	const struct pf_tag *a;
	struct pf_fences owner, self;
	bool same_block, same_warp;
	bool strong;                 /* the accessor */
	bool blk_fenced, dev_fenced; /* owner's count has moved since its access */
	bool no_locks;               /* neither side has any */
	bool disjoint;               /* no lock in common */
	bool sub_word;               /* the accessor; false in policies that do not look */
};

struct pf_rule {
	enum pf_row row;
	bool race;
	bool (*match)(const struct pf_check *c, struct pf_entry *next);
};

static inline struct pf_check pf_rules_check(const struct pf_entry *m, const struct pf_tag *a,
					     struct pf_fences owner, struct pf_fences self)
{
	const bool same_block = m->block == a->block;

	return (struct pf_check){
		.m = m,
		.a = a,
		.owner = owner,
		.self = self,
		.same_block = same_block,
		.same_warp = same_block && m->warp == a->warp,
		.strong = a->strong || a->atomic,
		.blk_fenced = m->blk_fence != owner.blk,
		.dev_fenced = m->dev_fence != owner.dev,
		.no_locks = pf_lock_none(m->lock) && pf_lock_none(a->signature),
		.disjoint = pf_lock_none(m->lock & a->signature),
	};
}

/* First row that matches; the last one of a list always does. */
static inline struct pf_verdict pf_rules_first(const struct pf_check *c, const struct pf_rule *rule)
{
	struct pf_verdict v = {.next = *c->m};

	while (!rule->match(c, &v.next))
		rule++;
	v.row = rule->row;
	v.race = rule->race;
	return v;
}

/* The accessor becomes owner. Flags and locks stay as they are. */
static inline void pf_rules_own(const struct pf_check *c, struct pf_entry *e)
{
	e->block = c->a->block;
	e->warp = c->a->warp;
	e->barrier = c->a->barrier;
	e->dev_fence = c->self.dev;
	e->blk_fence = c->self.blk;
	e->is_atom = c->a->atomic;
	e->block_scope = c->a->atomic && c->a->block_scope;
	e->strong = e->strong && c->strong;
	e->sub_word = c->sub_word;
}

/* ... and nothing else is known of the word: first access, or all earlier ones are ordered. This
 * is also what checking again after a race comes to, as the entry was made unwritten before. */
static inline void pf_rules_take(const struct pf_check *c, struct pf_entry *e, bool modified)
{
	pf_rules_own(c, e);
	e->modified = modified;
	e->blk_shared = e->dev_shared = false;
	e->lock = c->a->signature;
	e->strong = c->strong;
}

/* R1, W1: unwritten, or a barrier of the block lies between. */
static inline bool pf_rules_fresh(const struct pf_check *c)
{
	const struct pf_entry *m = c->m;

	return (m->modified && m->blk_shared && m->dev_shared) ||
	       (c->same_block && m->barrier != c->a->barrier && !m->dev_shared);
}

/* R2, W2: program order, and nobody else has read since. */
static inline bool pf_rules_program_order(const struct pf_check *c)
{
	return c->same_warp && !c->m->blk_shared && !c->m->dev_shared;
}

/* R3, W3: the owner's atomic does not reach this block. */
static inline bool pf_rules_foreign_block_atomic(const struct pf_check *c)
{
	return c->m->is_atom && c->m->block_scope && !c->same_block;
}

/* R11: candidate locks. A read without locks leaves them alone. */
static inline void pf_rules_narrow_locks(const struct pf_check *c, struct pf_entry *e)
{
	if (pf_lock_none(e->lock))
		e->lock = c->a->signature;
	else if (!pf_lock_none(c->a->signature))
		e->lock &= c->a->signature;
}

#endif
