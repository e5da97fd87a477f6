/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "block_check.h"

#include <string.h>

static void show_race(struct block_check *c)
{
	const struct check_stage *s = c->check.s4;
	struct block_check_race *r = &c->out.race;

	for (unsigned i = 0; i < CHECK_ENTRIES; i++) {
		r->row[i] = s->kind[i];
		r->before[i] = check_shown(s, i);
	}
	r->lanes = s->race;
	r->sub = s->op.sub && c->check.scord;
	r->line = c->place[c->first].line;
	r->beat = c->place[c->first].beat;
	r->pc = c->place[c->first].pc;
	r->owner = s->owner;
	r->tag = &s->op.tag;
}

/* An operation ends: its beat. */
static void end(struct block_check *c)
{
	const struct check_stage *s = c->check.s4;

	c->out.ret_valid = true;
	c->out.ret_changed = s->op.make;
	c->out.ret_row = s->row;
	c->out.ret_quiet = 0;
	for (unsigned i = 0; i < CHECK_ENTRIES; i++) {
		if (s->op.words >> i & 1) {
			c->out.ret_changed |= c->check.next[i] != s->row.entry[i];
			c->out.ret_row.entry[i] = c->check.next[i];
		}
		c->out.ret_quiet |= (uint32_t)check_quiet_entry(&c->check, c->out.ret_row.entry[i])
				    << i;
	}
	c->out.done_era = s->op.era;
	c->out.ret_beat = c->place[c->first].beat;
	c->out.ret_note = c->place[c->first].note;
}

void block_check_eval(struct block_check *c)
{
	const struct check_stage *s = c->check.s4;
	const struct wait_place *first = c->wait.first;

	c->out.race_valid = s->race && !c->raced;
	if (c->out.race_valid)
		show_race(c);
	c->check.in.step = !c->out.race_valid;
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
	c->out.checks = s->valid && c->check.in.step ? (uint32_t)__builtin_popcount(s->turn) : 0;
	c->out.ret_valid = false;
	if (s->valid && s->last && c->check.in.step)
		end(c);
	c->wait.in.valid = c->in.go_valid;
	c->wait.in.out_ready = c->check.leave;
	c->out.go_ready = wait_ready(&c->wait);
}

/* Steps */

/* A beat of a new block: of each word what its class has, or gets. */
static void make_row(struct check_row *row, const struct block_make *m, uint32_t beat)
{
	for (unsigned i = 0; i < CHECK_ENTRIES; i++) {
		const unsigned word = beat * CHECK_ENTRIES + i;
		const unsigned class = m->before.high >> word & 1 ? 2 : m->before.low >> word & 1;

		row->entry[i] = m->words >> word & 1 ? m->next[class] : m->before.entry[class];
	}
}

static void step_places(struct block_check *c)
{
	if (c->in.go_valid) {
		const uint32_t at = (c->first + c->inside) % (CHECK_DEPTH + 1);

		c->place[at].line = c->in.go_line;
		c->place[at].beat = c->in.go_beat;
		c->place[at].pc = c->in.go_pc;
		c->place[at].note = c->in.go_note;
		c->inside++;
	}
	if (c->out.ret_valid) {
		c->first = (c->first + 1) % (CHECK_DEPTH + 1);
		c->inside--;
	}
}

void block_check_step(struct block_check *c)
{
	if (!c->inside && !c->in.go_valid)
		return;
	if (c->in.go_valid && c->in.go_op.make) {
		c->in.go_op.words = 0;
		make_row(&c->came, c->in.make, c->in.go_beat);
	} else if (c->in.go_valid) {
		memcpy(c->came.entry, c->in.go_row, sizeof(c->came.entry));
	}
	c->raced = c->out.race_valid && c->in.race_ready;
	step_places(c);
	entry_check_step(&c->check);
	c->wait.in.near = c->in.go_near;
	c->wait.in.op = &c->in.go_op;
	c->wait.in.row = &c->came;
	c->wait.in.ret = c->out.ret_valid ? &c->out.ret_row : NULL;
	wait_step(&c->wait);
}

/* Life */

void block_check_reset(struct block_check *c)
{
	wait_reset(&c->wait);
	entry_check_reset(&c->check);
	c->first = c->inside = 0;
	c->raced = false;
}

void block_check_policy(struct block_check *c, bool scord)
{
	entry_check_policy(&c->check, scord);
}

void block_check_init(struct block_check *c, const struct pf_geometry *g)
{
	memset(c, 0, sizeof(*c));
	entry_check_init(&c->check, &(struct check_config){.geometry = g, .alike = true});
	block_check_reset(c);
}
