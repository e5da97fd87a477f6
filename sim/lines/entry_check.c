/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "entry_check.h"

#include <string.h>

#include "reference/pf_line_row.h"

enum { SHOWN_BITS = 22 };

/* What is asked of entries */

static bool one_at_most(uint32_t set)
{
	return (set & (set - 1)) == 0;
}

bool check_quiet_entry(const struct entry_check *c, uint64_t entry)
{
	return (entry & (c->unwritten | c->layout.mask[PF_META_IS_ATOM])) ==
	       c->layout.mask[PF_META_DEV_SHARED];
}

bool check_quiet_load(const struct entry_check *c, const struct check_op *op)
{
	return !op->tag.write && !op->tag.atomic && !(op->sub && c->scord) &&
	       (!(op->tag.signature & 0xff) || !(op->tag.signature >> 8));
}

static uint32_t owner_of(const struct entry_check *c, uint64_t entry)
{
	return (uint32_t)(entry >> c->owner_lsb) & c->owner_mask;
}

static uint32_t tag_owner(const struct entry_check *c, const struct pf_tag *t)
{
	return t->block << c->config.geometry->warp_bits | t->warp;
}

uint32_t check_classes(const struct check_row *row, uint32_t words)
{
	if (row->block)
		return 0;
	return (uint32_t)((row->high & words) != 0) << 2 |
	       (uint32_t)((row->low & words) != 0) << 1 |
	       (uint32_t)((~row->high & ~row->low & words) != 0);
}

static uint32_t touched(const struct entry_check *c, const struct check_row *row,
			const struct check_op *op)
{
	return c->config.lines ? check_classes(row, op->words) : op->words;
}

/* All words of one class are accessed, and no others: the row's classes stay. */
static bool keeps(const struct entry_check *c, const struct check_row *row, uint32_t words)
{
	return !c->config.lines || row->block || words == row->high || words == row->low ||
	       words == (~row->high & ~row->low);
}

static uint32_t quiet_entries(const struct entry_check *c, const struct check_row *row)
{
	uint32_t quiet = 0;

	for (unsigned i = 0; i < c->entries; i++)
		quiet |= (uint32_t)check_quiet_entry(c, row->entry[i]) << i;
	return quiet;
}

/* Entries from the lowest touched to the highest are alike. */
static bool are_alike(const struct entry_check *c, const struct check_row *row, uint32_t set)
{
	if (one_at_most(set))
		return true;
	if (!c->config.alike)
		return false;
	for (unsigned i = (unsigned)__builtin_ctz(set); set >> (i + 1); i++)
		if (row->entry[i] != row->entry[i + 1])
			return false;
	return true;
}

/* S1 */

/* Those of `todo` that have the owner of the first one that has one. */
static void take_turn(struct entry_check *c, const struct check_row *row, uint32_t todo,
		      uint32_t quiet)
{
	uint32_t known = 0, first = 0, turn = todo;

	for (uint32_t m = todo & ~quiet; m; m &= m - 1) {
		const unsigned i = (unsigned)__builtin_ctz(m);

		if ((row->entry[i] & c->unwritten) == c->unwritten)
			continue;
		if (!known)
			first = owner_of(c, row->entry[i]);
		else if (owner_of(c, row->entry[i]) != first)
			turn &= ~(1U << i);
		known |= 1U << i;
	}
	c->s1.turn = turn;
	c->s1.rest = todo & ~turn;
	c->look_owner = first;
}

static void turn_here(struct entry_check *c, bool load)
{
	const struct check_row *row = c->in.row;
	const uint32_t on = touched(c, row, c->in.op);

	c->s1.quiet = quiet_entries(c, row);
	take_turn(c, row, c->again ? c->left : on, load ? c->s1.quiet : 0);
	c->s1.ready = true;
	c->s1.more = c->s1.rest != 0;
	c->s1.alike = are_alike(c, row, on);
	c->s1.calm = load && !(on & ~c->s1.quiet);
}

/* S4's row, with what the last owner's entries get. */
static struct check_row row4(const struct entry_check *c)
{
	struct check_row row = c->s4->row;

	for (uint32_t m = c->s4->turn; m; m &= m - 1) {
		const unsigned i = (unsigned)__builtin_ctz(m);

		row.entry[i] = c->next[i];
	}
	return row;
}

static uint32_t look_at(const struct entry_check *c, const struct check_row *row, uint32_t set)
{
	uint32_t owner = 0;

	for (; set; set &= set - 1)
		owner |= owner_of(c, row->entry[__builtin_ctz(set)]);
	return owner;
}

/* Entries to which S3 gives something new now, if S2 is right behind it. */
static uint32_t changes2(const struct entry_check *c)
{
	return c->s2->behind ? c->s3->turn : 0;
}

static void turn_near(struct entry_check *c, bool load)
{
	const uint32_t older4 = c->s4->valid && c->s4->last;
	const uint32_t older3 = older4 + (c->s3->valid && c->s3->last);
	const bool at4 = older4 && c->in.before == 0;
	const bool at2 = c->s2->valid && c->s2->last && c->in.before == older3;
	uint32_t on;
	bool same;

	c->s1.at4 = at4;
	c->s1.rest = 0;
	c->s1.more = false;
	if (at4) {
		const struct check_row row = row4(c);

		on = touched(c, &c->s4->row, c->in.op);
		same = c->s4->alike && !(on & ~c->s4->turn);
		c->s1.quiet = quiet_entries(c, &row);
		c->s1.calm = load && !(on & ~c->s1.quiet);
		c->s1.ready =
			(c->s4->keeps || c->s4->calm) && (same || c->s1.calm || one_at_most(on));
		c->look_owner = look_at(c, &row, on);
	} else if (at2) {
		on = touched(c, &c->s2->row, c->in.op);
		same = c->s2->alike && !(on & ~c->s2->turn);
		c->s1.quiet = c->s2->calm ? c->s2->quiet : 0;
		c->s1.calm = load && !(on & ~c->s1.quiet);
		c->s1.ready = (c->s2->keeps || c->s2->calm) &&
			      (same || c->s1.calm || one_at_most(on)) &&
			      c->in.op->era == c->s2->op.era;
		c->s1.behind = c->s1.ready;
		c->s1.took = (on & changes2(c) & c->s3->own) != 0;
		c->look_owner = look_at(c, &c->s2->row, on);
	} else {
		return;
	}
	c->s1.turn = on;
	c->s1.alike = same || one_at_most(on);
}

void entry_check_eval(struct entry_check *c)
{
	c->leave = c->look = c->stall_owner = false;
	c->s1.ready = c->s1.at4 = c->s1.behind = c->s1.took = false;
	if (!c->in.valid)
		return;
	if (c->in.near)
		turn_near(c, check_quiet_load(c, c->in.op));
	else
		turn_here(c, check_quiet_load(c, c->in.op));
	c->look = c->s1.ready && c->in.step;
	c->leave = c->look && !c->s1.more;
	c->stall_owner = c->look && c->s1.more;
}

/* Stages */

/* Into the spare stage: S2 of the next cycle. */
static void enter_s2(struct entry_check *c)
{
	struct check_stage *n = c->spare;

	n->op = *c->in.op;
	if (!c->in.near)
		n->row = *c->in.row;
	else if (c->s1.at4)
		n->row = row4(c);
	else
		n->row = c->s2->row;
	if (c->s1.behind)
		for (uint32_t m = changes2(c); m; m &= m - 1) {
			const unsigned i = (unsigned)__builtin_ctz(m);

			n->row.entry[i] = c->s3->next[i];
		}
	n->last = !c->s1.more;
	n->keeps = keeps(c, &n->row, n->op.words) && !c->again && !c->s1.more;
	n->quiet = c->s1.quiet;
	n->calm = c->s1.calm;
	n->alike = c->s1.alike;
	n->behind = c->s1.behind;
	n->turn = c->s1.turn;
	n->took = c->s1.took;
	n->taker = c->s3->op.self;
	n->owner = c->s1.took ? tag_owner(c, &c->s3->op.tag) : c->look_owner;
}

/* The rules, of an entry in S3. */
static void judge(struct entry_check *c, struct check_stage *s, unsigned i,
		  const struct pf_tag *tag, struct pf_fences owner)
{
	const struct pf_entry e =
		pf_meta_unpack(&c->layout, pf_line_entry_meta(&c->layout, s->row.entry[i], 0, 0));
	const struct pf_verdict v = c->rules(&e, tag, owner, s->op.self);

	s->next[i] = pf_line_entry(&c->layout, pf_meta_pack(&c->layout, &v.next));
	s->kind[i] = (uint8_t)v.row;
	s->race |= (uint32_t)v.race << i;
	s->fenced |= (uint32_t)(e.blk_fence != owner.blk) << i;
	/* Who was owner before with the same counts is so after it. */
	s->own |=
		(uint32_t)(v.next.block == tag->block && v.next.warp == tag->warp &&
			   v.next.blk_fence == s->op.self.blk && v.next.dev_fence == s->op.self.dev)
		<< i;
}

/* S2 becomes S3; *before: who was in S3. */
static void enter_s3(struct entry_check *c, struct check_stage *s, const struct check_stage *before)
{
	const uint32_t changes = s->behind ? before->turn : 0;
	const struct pf_fences owner = s->took ? s->taker : c->in.count;
	struct pf_tag tag = s->op.tag;

	tag.sub_word = s->op.sub && c->scord;
	s->own = s->race = s->fenced = 0;
	for (uint32_t m = changes; m; m &= m - 1) {
		const unsigned i = (unsigned)__builtin_ctz(m);

		s->row.entry[i] = before->next[i];
	}
	if (changes & s->turn & before->own)
		s->owner = tag_owner(c, &before->op.tag);
	for (uint32_t m = s->turn; m; m &= m - 1) {
		const unsigned i = (unsigned)__builtin_ctz(m);

		judge(c, s, i, &tag, changes & before->own & 1U << i ? before->op.self : owner);
	}
}

void entry_check_step(struct entry_check *c)
{
	struct check_stage *old4 = c->s4;

	if (!c->in.step)
		return;
	if (c->s1.ready) {
		enter_s2(c);
		c->again = c->s1.more;
		c->left = c->s1.rest;
	} else {
		c->spare->behind = false;
		c->spare->turn = c->spare->race = 0;
	}
	c->spare->valid = c->s1.ready;
	if (c->s2->valid)
		enter_s3(c, c->s2, c->s3);
	for (uint32_t m = c->s3->valid ? c->s3->turn : 0; m; m &= m - 1) {
		const unsigned i = (unsigned)__builtin_ctz(m);

		c->next[i] = c->s3->next[i];
	}
	c->s4 = c->s3;
	c->s3 = c->s2;
	c->s2 = c->spare;
	c->spare = old4;
}

uint32_t check_shown(const struct check_stage *s, unsigned entry)
{
	return (uint32_t)(s->row.entry[entry] & ((1U << SHOWN_BITS) - 1)) | (s->fenced >> entry & 1)
										    << SHOWN_BITS;
}

/* Life */

void entry_check_policy(struct entry_check *c, bool scord)
{
	c->scord = scord;
	c->rules = scord ? pf_rules_scord : pf_rules_scord_paper;
}

void entry_check_reset(struct entry_check *c)
{
	memset(c->stage, 0, sizeof(c->stage));
	c->s2 = &c->stage[0];
	c->s3 = &c->stage[1];
	c->s4 = &c->stage[2];
	c->spare = &c->stage[3];
	c->again = false;
}

void entry_check_init(struct entry_check *c, const struct check_config *config)
{
	const struct pf_geometry *g = config->geometry;

	memset(c, 0, sizeof(*c));
	c->config = *config;
	c->entries = config->lines ? 3 : CHECK_ENTRIES;
	pf_meta_layout(&c->layout, g);
	c->unwritten = c->layout.mask[PF_META_MODIFIED] | c->layout.mask[PF_META_BLK_SHARED] |
		       c->layout.mask[PF_META_DEV_SHARED];
	c->owner_lsb = c->layout.shift[PF_META_WARP];
	c->owner_mask = (1U << (g->block_bits + g->warp_bits)) - 1;
	entry_check_policy(c, false);
	entry_check_reset(c);
}
