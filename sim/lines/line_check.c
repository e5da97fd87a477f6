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

	*row = (struct check_row){.entry = {c->pipe.check.unwritten}};
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
	const struct check_stage *s = c->pipe.check.s4;
	struct parts p;

	c->out.ret_valid = true;
	c->out.done_era = s->op.era;
	if (s->row.block) {
		c->out.ret_row = s->row;
		c->out.ret_changed = false;
		c->out.blk.valid = true;
	} else {
		split(&p, &s->row, s->op.words, c->pipe.check.next);
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
	c->out.blk.next = c->pipe.check.next;
}

/* Outputs */

static void show_race(struct line_check *c)
{
	const struct check_stage *s = c->pipe.check.s4;
	struct line_check_race *r = &c->out.race;

	for (unsigned i = 0; i < LINE_CLASSES; i++) {
		r->words[i] = s->race >> i & 1 ? class_words(&s->row, i) & s->op.words : 0;
		r->row[i] = s->kind[i];
		r->before[i] = check_shown(s, i);
	}
	r->line = check_pipe_place(&c->pipe)->line;
	r->pc = check_pipe_place(&c->pipe)->pc;
	r->sub = s->op.sub && c->pipe.check.scord;
	r->owner = s->owner;
	r->tag = &s->op.tag;
}

void line_check_eval(struct line_check *c)
{
	const struct entry_check *check = &c->pipe.check;
	const struct check_stage *s = check->s4;
	const bool waits = s->valid && s->last && c->could && !c->in.blk_ready;

	c->out.race_valid = check_pipe_races(&c->pipe);
	if (c->out.race_valid)
		show_race(c);
	c->out.go_ready = check_pipe_eval(&c->pipe, !waits && !c->out.race_valid && c->in.counted,
					  c->in.go.valid, c->in.count);
	c->out.look = check->look;
	c->out.look_owner = check->look_owner;
	c->out.look_era = check->in.op->era;
	c->out.stall_owner = check->stall_owner;
	c->out.stall_block = waits;
	c->out.checks = (uint32_t)__builtin_popcount(c->checked);
	c->out.ret_valid = c->out.done = c->out.free_take = c->out.forgot = false;
	c->out.blk.valid = false;
	c->out.blk.line = check_pipe_place(&c->pipe)->line;
	c->out.blk.pc = check_pipe_place(&c->pipe)->pc;
	if (check_pipe_ends(&c->pipe))
		end(c);
}

bool line_check_idle(const struct line_check *c)
{
	return !c->pipe.inside && !c->checked;
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

void line_check_step(struct line_check *c)
{
	const struct check_stage *s3 = c->pipe.check.s3, *s4 = c->pipe.check.s4;
	const bool step = c->pipe.check.in.step;

	if (line_check_idle(c) && !c->in.go.valid)
		return;
	c->checked = step && s4->valid ? words_checked(s4) : 0;
	if (step)
		c->could = s3->valid && could_go_on(s3);
	check_pipe_step(&c->pipe, &c->in.go, &c->in.go_row,
			c->out.ret_valid ? &c->out.ret_row : NULL, c->in.race_ready);
}

/* Life */

void line_check_reset(struct line_check *c)
{
	check_pipe_reset(&c->pipe);
	c->checked = 0;
	c->could = false;
}

void line_check_policy(struct line_check *c, bool scord)
{
	entry_check_policy(&c->pipe.check, scord);
}

void line_check_init(struct line_check *c, const struct pf_geometry *g)
{
	memset(c, 0, sizeof(*c));
	check_pipe_init(&c->pipe, &(struct check_config){.geometry = g, .lines = true});
}
