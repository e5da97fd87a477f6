/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "block_check.h"

#include <string.h>

static void show_race(struct block_check *c)
{
	const struct check_stage *s = c->pipe.check.s4;
	const struct check_place *at = check_pipe_place(&c->pipe);
	struct block_check_race *r = &c->out.race;

	for (unsigned i = 0; i < CHECK_ENTRIES; i++) {
		r->row[i] = s->kind[i];
		r->before[i] = check_shown(s, i);
	}
	r->lanes = s->race;
	r->sub = s->op.sub && c->pipe.check.scord;
	r->line = at->line;
	r->beat = at->beat;
	r->pc = at->pc;
	r->owner = s->owner;
	r->tag = &s->op.tag;
}

/* An operation ends: its beat. */
static void end(struct block_check *c)
{
	const struct check_stage *s = c->pipe.check.s4;

	c->out.ret_valid = true;
	c->out.ret_changed = s->op.make;
	c->out.ret_row = s->row;
	c->out.ret_quiet = 0;
	for (unsigned i = 0; i < CHECK_ENTRIES; i++) {
		if (s->op.words >> i & 1) {
			c->out.ret_changed |= c->pipe.check.next[i] != s->row.entry[i];
			c->out.ret_row.entry[i] = c->pipe.check.next[i];
		}
		c->out.ret_quiet |=
			(uint32_t)check_quiet_entry(&c->pipe.check, c->out.ret_row.entry[i]) << i;
	}
	c->out.done_era = s->op.era;
	c->out.ret_beat = check_pipe_place(&c->pipe)->beat;
	c->out.ret_note = check_pipe_place(&c->pipe)->note;
}

void block_check_eval(struct block_check *c)
{
	const struct entry_check *check = &c->pipe.check;
	const struct check_stage *s = check->s4;

	c->out.race_valid = check_pipe_races(&c->pipe);
	if (c->out.race_valid)
		show_race(c);
	c->out.go_ready = check_pipe_eval(&c->pipe, !c->out.race_valid && c->in.counted,
					  c->in.go.valid, c->in.count);
	c->out.look = check->look;
	c->out.look_owner = check->look_owner;
	c->out.look_era = check->in.op->era;
	c->out.stall_owner = check->stall_owner;
	c->out.checks = s->valid && check->in.step ? (uint32_t)__builtin_popcount(s->turn) : 0;
	c->out.ret_valid = false;
	if (check_pipe_ends(&c->pipe))
		end(c);
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

void block_check_step(struct block_check *c)
{
	struct check_go *go = &c->in.go;

	if (!c->pipe.inside && !go->valid)
		return;
	if (go->valid && go->op.make) {
		go->op.words = 0;
		make_row(&c->came, c->in.make, go->place.beat);
	} else if (go->valid) {
		memcpy(c->came.entry, c->in.go_row, sizeof(c->came.entry));
	}
	check_pipe_step(&c->pipe, go, &c->came, c->out.ret_valid ? &c->out.ret_row : NULL,
			c->in.race_ready);
}

/* Life */

void block_check_reset(struct block_check *c)
{
	check_pipe_reset(&c->pipe);
}

void block_check_policy(struct block_check *c, bool scord)
{
	entry_check_policy(&c->pipe.check, scord);
}

void block_check_init(struct block_check *c, const struct pf_geometry *g)
{
	memset(c, 0, sizeof(*c));
	check_pipe_init(&c->pipe, &(struct check_config){.geometry = g, .alike = true});
}
