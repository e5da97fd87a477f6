/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "line_check.h"

#include <string.h>

enum { PARTS = 2 * LINE_CLASSES };

/* The line after an access (pf_line_after, pf_class_merge) */

/* Words of a line left alone, by class, then words accessed; and what they have. */
struct parts {
	uint32_t words[PARTS];
	uint64_t entry[PARTS];
};

static uint32_t class_words(const struct check_row *row, unsigned class)
{
	return (class & 2 ? row->high : ~row->high) & (class & 1 ? row->low : ~row->low);
}

static void split(struct parts *p, const struct check_row *row, uint32_t words,
		  const uint64_t *next)
{
	for (unsigned i = 0; i < LINE_CLASSES; i++) {
		const uint32_t mine = class_words(row, i);

		p->words[i] = mine & ~words;
		p->entry[i] = row->entry[i];
		p->words[LINE_CLASSES + i] = mine & words;
		p->entry[LINE_CLASSES + i] = next[i];
	}
}

/* False: more entries than a row has. */
static bool merge(const struct parts *p, struct check_row *row)
{
	unsigned n = 0;

	*row = (struct check_row){.block = false};
	for (unsigned i = 0; i < PARTS; i++) {
		unsigned class = 0;

		if (!p->words[i])
			continue;
		while (class < n && row->entry[class] != p->entry[i])
			class ++;
		if (class == LINE_CLASSES)
			return false;
		if (class == n)
			row->entry[n++] = p->entry[i];
		row->low |= class & 1 ? p->words[i] : 0;
		row->high |= class & 2 ? p->words[i] : 0;
	}
	return true;
}

static bool has_changed(const struct parts *p)
{
	for (unsigned i = 0; i < LINE_CLASSES; i++)
		if (p->words[LINE_CLASSES + i] && p->entry[LINE_CLASSES + i] != p->entry[i])
			return true;
	return false;
}

/* There is no block: what the lowest word gets is known of words with that entry, of others
 * nothing. */
static void forget(const struct line_check *c, const struct parts *p, uint32_t words,
		   struct check_row *row)
{
	const uint32_t lowest = words & (0 - words);
	unsigned of = LINE_CLASSES;

	*row = (struct check_row){.entry = {c->check.unwritten}};
	while (!(p->words[of] & lowest))
		of++;
	row->entry[1] = p->entry[of];
	for (unsigned i = 0; i < PARTS; i++)
		if (p->entry[i] == p->entry[of])
			row->low |= p->words[i];
}

/* An operation ends: its row, and where it goes on. */
static void end(struct line_check *c)
{
	const struct check_stage *s = c->check.s4;
	struct parts p;

	c->out.ret_valid = true;
	c->out.done_era = s->op.era;
	if (s->row.block) {
		c->out.ret_row = s->row;
		c->out.ret_changed = false;
		c->out.blk.valid = true;
	} else {
		split(&p, &s->row, s->op.words, c->check.next);
		c->out.ret_changed = has_changed(&p);
		if (!merge(&p, &c->out.ret_row)) {
			c->out.ret_changed = true;
			c->out.blk.valid = c->out.free_take = c->in.free_valid;
			c->out.forgot = !c->in.free_valid;
			c->out.ret_row =
				(struct check_row){.entry = {c->in.free_block}, .block = true};
			if (c->out.forgot)
				forget(c, &p, s->op.words, &c->out.ret_row);
		}
	}
	c->out.done = !c->out.blk.valid;
	c->out.blk.make = !s->row.block;
	c->out.blk.block = (uint32_t)c->out.ret_row.entry[0];
	c->out.blk.op = &s->op;
	c->out.blk.before = &s->row;
	c->out.blk.next = c->check.next;
}

/* Outputs */

static void show_race(struct line_check *c)
{
	const struct check_stage *s = c->check.s4;
	struct line_check_race *r = &c->out.race;

	for (unsigned i = 0; i < LINE_CLASSES; i++) {
		r->words[i] = s->race >> i & 1 ? class_words(&s->row, i) & s->op.words : 0;
		r->row[i] = s->kind[i];
		r->before[i] = check_shown(s, i);
	}
	r->line = c->place[c->first].line;
	r->pc = c->place[c->first].pc;
	r->sub = s->op.sub && c->check.scord;
	r->owner = s->owner;
	r->tag = &s->op.tag;
}

void line_check_eval(struct line_check *c)
{
	const struct check_stage *s = c->check.s4;
	const struct wait_place *first = c->wait.first;
	const bool waits = s->valid && s->last && c->could && !c->in.blk_ready;

	c->out.race_valid = s->race && !c->raced;
	if (c->out.race_valid)
		show_race(c);
	c->check.in.step = !waits && !c->out.race_valid;
	c->check.in.valid = first->valid;
	c->check.in.near = first->near;
	c->check.in.before = first->before;
	c->check.in.op = &first->op;
	c->check.in.row = &first->row;
	c->check.in.count = c->in.count;
	entry_check_eval(&c->check);
	c->out.look = c->check.look;
	c->out.look_owner = c->check.look_owner;
	c->out.look_era = first->op.era;
	c->out.stall_owner = c->check.stall_owner;
	c->out.stall_block = waits;
	c->out.checks = (uint32_t)__builtin_popcount(c->checked);

	c->out.ret_valid = c->out.done = c->out.free_take = c->out.forgot = c->out.blk.valid =
		false;
	c->out.blk.line = c->place[c->first].line;
	c->out.blk.pc = c->place[c->first].pc;
	if (s->valid && s->last && c->check.in.step)
		end(c);
	c->wait.in.valid = c->in.go_valid;
	c->wait.in.out_ready = c->check.leave;
	c->out.go_ready = wait_ready(&c->wait);
}

bool line_check_idle(const struct line_check *c)
{
	return !c->inside && !c->checked;
}

/* Steps */

/* Words of the owner in S4. */
static uint32_t words_checked(const struct check_stage *s)
{
	uint32_t words = 0;

	for (uint32_t m = s->turn; m; m &= m - 1)
		words |= class_words(&s->row, (unsigned)__builtin_ctz(m)) & s->op.words;
	return words;
}

/* Classes of the row in S3 and what is split off them are more than a row has; or it is a block's.
 */
static bool could_go_on(const struct check_stage *s)
{
	return s->row.block ||
	       __builtin_popcount(check_classes(&s->row, s->op.words)) +
			       __builtin_popcount(check_classes(&s->row, ~s->op.words)) >
		       LINE_CLASSES;
}

static void step_places(struct line_check *c)
{
	if (c->in.go_valid) {
		const uint32_t at = (c->first + c->inside) % (CHECK_DEPTH + 1);

		c->place[at].line = c->in.go_line;
		c->place[at].pc = c->in.go_pc;
		c->inside++;
	}
	if (c->out.ret_valid) {
		c->first = (c->first + 1) % (CHECK_DEPTH + 1);
		c->inside--;
	}
}

void line_check_step(struct line_check *c)
{
	const bool step = c->check.in.step;

	if (!c->inside && !c->in.go_valid && !c->checked)
		return;
	c->checked = step && c->check.s4->valid ? words_checked(c->check.s4) : 0;
	c->raced = !step && (c->raced || (c->out.race_valid && c->in.race_ready));
	if (step)
		c->could = c->check.s3->valid && could_go_on(c->check.s3);
	step_places(c);
	entry_check_step(&c->check);
	c->wait.in.near = c->in.go_near;
	c->wait.in.op = &c->in.go_op;
	c->wait.in.row = &c->in.go_row;
	c->wait.in.ret = c->out.ret_valid ? &c->out.ret_row : NULL;
	wait_step(&c->wait);
}

/* Life */

void line_check_reset(struct line_check *c)
{
	wait_reset(&c->wait);
	entry_check_reset(&c->check);
	c->first = c->inside = c->checked = 0;
	c->raced = c->could = false;
}

void line_check_policy(struct line_check *c, bool scord)
{
	entry_check_policy(&c->check, scord);
}

void line_check_init(struct line_check *c, const struct pf_geometry *g)
{
	memset(c, 0, sizeof(*c));
	entry_check_init(&c->check, &(struct check_config){.geometry = g, .lines = true});
	line_check_reset(c);
}
